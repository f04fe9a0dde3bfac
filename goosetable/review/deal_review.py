"""The review of a deal: opinions in order of play, computed in work slices, and the most costly decisions.

Each opinion is computed once, at full strength, and never changes afterwards. A page may request one decision first, so that
its opinion appears after a single search.

Opinions are cached as lines of JSON. The header line names the adviser, and each opinion line identifies its deal by a hash. A
file that is damaged, of another version or of another adviser is ignored; its opinions are then computed again.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from typing import Final

from goosetable.engine.record import jsonl, values
from goosetable.engine.rules.state import SealedState
from goosetable.review.evaluate import (
    MAX_NEXT_CARDS,
    Adviser,
    describe_hidden_cards,
    form_opinion,
    has_choice,
    likely_next_cards,
)
from goosetable.review.opinion import MISTAKE_CHANCES, Cost, Estimate, Opinion, Outlook
from goosetable.review.steps import HINT_TAKEN, PERSON, PlayedDeal

CACHE_VERSION: Final = 9
MAX_DIGEST_LENGTH: Final = 64
"""Maximum length of a digest."""
Opinions = dict[tuple[str, int], Opinion]
"""Opinions by the digest of a deal and by the number of a step in it, from 0."""


def cache_header(adviser: Adviser) -> str:
    """Returns the first line of a cache file, which names the adviser."""
    return json.dumps({"review": CACHE_VERSION, "level": adviser.level, "seed": adviser.seed, "iterations": adviser.iterations})


def opinion_line(digest: str, step: int, opinion: Opinion) -> str:
    """Returns an opinion as a line of a cache file. digest: hash of the deal. step: number of the step, from 0."""
    return json.dumps({"deal": digest, "step": step, **opinion_values(opinion)}, ensure_ascii=False)


def opinion_values(opinion: Opinion) -> dict[str, object]:
    """Returns an opinion as JSON values. An estimate becomes a pair of mean and standard error."""
    return {
        "line": opinion.line, "seat": opinion.seat, "do": opinion.played, "best": opinion.best, "sure": opinion.confidence,
        "rival": opinion.rival, "why": opinion.why, "deals": opinion.deals, "cost": opinion.cost._asdict(),
        "outlooks": {action: outlook._asdict() for action, outlook in opinion.outlooks}, "hidden": opinion.hidden,
        "game": opinion.game, "principle": opinion.principle, "follows": [list(one) for one in opinion.follows],
        "person": opinion.by_person, "hint": opinion.followed_hint,
    }  # fmt: skip


def read_opinions(content: bytes, adviser: Adviser) -> Opinions:
    """Reads the opinions of a cache file; skips an incomplete last line. Never raises.

    Returns no opinions if a line is malformed, or if the file is of another version or adviser.
    """
    found: Opinions = {}
    try:
        for number, piece in jsonl.numbered_lines(content):
            plainly = jsonl.read_object(piece, number)
            if number == 1:
                if plainly != json.loads(cache_header(adviser)):
                    return {}
                continue
            found[values.parse_text(plainly.get("deal"), MAX_DIGEST_LENGTH), values.parse_whole_number(plainly.get("step"))] = (
                _parse_opinion(plainly)
            )
    except (jsonl.RecordError, values.InvalidValue):
        return {}
    return found


def _parse_opinion(fields: Mapping[str, object]) -> Opinion:
    cost, outlooks = values.parse_object(fields.get("cost")), values.parse_object(fields.get("outlooks"))
    done, best, sure, rival, why, hidden = (
        values.parse_text(fields.get(key)) for key in ("do", "best", "sure", "rival", "why", "hidden")
    )
    return Opinion(
        values.parse_whole_number(fields.get("line")), values.parse_whole_number(fields.get("seat"), values.MAX_SEATS - 1),
        done, best, sure, rival, why,
        values.parse_whole_number(fields.get("deals")),
        Cost(
            _parse_estimate(cost, "worth", values.MAX_FRACTION), _parse_estimate(cost, "points"),
            _parse_estimate(cost, "chance", values.MAX_FRACTION),
        ),
        tuple([(values.parse_text(action), _parse_outlook(outlooks[action])) for action in outlooks]), hidden,
        values.parse_text(fields.get("game")), values.parse_text(fields.get("principle")),
        _parse_following_cards(fields.get("follows")),
        fields.get("person") is True, fields.get("hint") is True,
    )  # fmt: skip


def _parse_following_cards(value: object) -> tuple[tuple[int, str], ...]:
    pairs = [values.parse_list(one, 2) for one in values.parse_list(value, maximum=MAX_NEXT_CARDS)]
    return tuple([(values.parse_whole_number(seat, values.MAX_SEATS - 1), values.parse_text(action)) for seat, action in pairs])


def _parse_outlook(value: object) -> Outlook:
    outlook = values.parse_object(value)
    return Outlook(_parse_estimate(outlook, "points"), _parse_estimate(outlook, "chance", values.MAX_FRACTION))


def _parse_estimate(fields: Mapping[str, object], key: str, maximum: float = values.MAX_POINTS) -> Estimate:
    mean, error = values.parse_list(fields.get(key), 2)
    return Estimate(values.parse_real_number(mean, maximum), values.parse_real_number(error, maximum, 0.0))


MOST_COSTLY_COUNT: Final = 3


class DealReview:
    """The review of one deal, with the opinions so far. `run` computes the missing opinions."""

    def __init__(
        self, deal: PlayedDeal, adviser: Adviser, seats: Iterable[int] | None = None, known: Mapping[int, Opinion] | None = None
    ) -> None:
        """seats: the seats to review; None for all seats of persons. known: cached opinions, by the number of the step."""
        self.deal, self.adviser = deal, adviser
        asked = None if seats is None else frozenset(seats)
        self.step_numbers: tuple[int, ...] = tuple(
            place for place, step in enumerate(deal.steps)
            if (step.chair.player == PERSON if asked is None else step.seat in asked)
        )  # fmt: skip
        """Numbers of the steps to review, in order."""
        self.steps_with_choice: tuple[int, ...] = tuple(
            place for place in self.step_numbers if has_choice(deal.game, deal.game.legal(deal.steps[place].state))
        )
        """The steps of these at which there was a choice."""
        self.opinions: dict[int, Opinion] = {place: known[place] for place in self.step_numbers if known and place in known}
        """Opinions so far, by number of the step."""
        self._first: int | None = None

    @property
    def missing_steps(self) -> list[int]:
        """Numbers of the steps that have no opinion yet, in order."""
        return [place for place in self.step_numbers if place not in self.opinions]

    def move_to_front(self, step: int) -> None:
        """Moves a step to the front of the queue, behind the opinion in progress."""
        self._first = step

    def run(self) -> Generator[Opinion | None, None, None]:
        """Computes the missing opinions. Yields each opinion when it is complete, and None after every other work slice."""
        while missing := self.missing_steps:
            place = self._first if self._first in missing else missing[0]
            work = self._review_step(place)
            while True:
                try:
                    next(work)
                except StopIteration as done:
                    self.opinions[place] = done.value
                    break
                yield None
            yield self.opinions[place]

    def _review_step(self, step_index: int) -> Generator[None, None, Opinion]:
        step, game = self.deal.steps[step_index], self.deal.game
        seen = step.view(game)
        opinion = yield from form_opinion(seen, step.action, step.line, self.adviser)
        opinion = replace(opinion, by_person=step.chair.player == PERSON, followed_hint=HINT_TAKEN in step.aids)
        best = game.parse_action(opinion.best, seen.legal)
        if opinion.mistake_grade_ignoring_hint == len(MISTAKE_CHANCES):
            opinion = replace(opinion, follows=(yield from likely_next_cards(self.deal, step_index, best)))
        if not (opinion.deals or (opinion.had_choice and isinstance(step.state, SealedState))):
            return opinion  # there was no choice, or nothing was hidden
        return replace(opinion, hidden=describe_hidden_cards(self.deal, step_index, best))


def costliest_decisions(opinions: Iterable[Opinion]) -> list[Opinion]:
    """Returns up to three decisions, the costliest first. Mistakes come before other decisions."""
    costly = [opinion for opinion in opinions if opinion.cost.worth.mean > 0]
    return sorted(costly, key=lambda one: (not one.mistake_grade, -one.cost.worth.mean, one.line))[:MOST_COSTLY_COUNT]
