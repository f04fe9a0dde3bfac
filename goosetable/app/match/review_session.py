"""The review of a deal at a table: the deal step by step, opinions on its decisions, and luck and play over a game.

Opinions and luck are computed in slices between frames. Results that are in the cache are read first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from goosetable.app.match.agents import Agents
from goosetable.app.match.match import Match
from goosetable.app.match.practice import NoJournal
from goosetable.app.storage import clean_names, opinion_cache
from goosetable.app.storage.saves import Notice
from goosetable.cards import BIT, Cards
from goosetable.engine.record.format import RecordError
from goosetable.engine.record.session import ScoredDeal, Session, Trick, log_of_deal
from goosetable.engine.rules.action import Action, Verb, card_of, swap_copy_in_action, verb_of
from goosetable.engine.rules.state import State
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games import find_game
from goosetable.review import luck
from goosetable.review.deal_review import DealReview, costliest_decisions
from goosetable.review.evaluate import Adviser
from goosetable.review.luck import DealWorth, HandWorths
from goosetable.review.opinion import ERRORS_OF_INTERVAL, Estimate, Opinion, accuracy
from goosetable.review.steps import PlayedDeal, PlayedStep, finished_deals

ADVISER: Final = Adviser()
"""The adviser whose opinions are displayed."""


DEALS: Final = 10
"""Number of recent deals that are searched for a habit of the person."""


class DealOpinions:
    """The opinions on the decisions of a deal, computed in slices. Call `run_slice` until it returns False."""

    def __init__(
        self, record: bytes, number: int, actions: Sequence[tuple[int, Action]], folder: Path, seat: int | None = None
    ) -> None:
        """number: the index of the deal in the last game of the record. actions: the actions of the deal with their seats.

        folder: the cache of opinions. seat: the seat whose decisions get opinions; None for the decisions of all people.
        """
        self._seats = None if seat is None else (seat,)
        self._record, self._number, self._folder = record, number, folder
        self._acts = tuple(actions)
        self.deal: PlayedDeal | None = None
        self.review: DealReview | None = None
        self.over = False
        """True if all opinions have been found."""
        self.recent_opinions: list[list[Opinion]] = []
        """Opinions on a person's decisions in the last reviewed deals of this game, the current deal first; set when all are
        found."""
        self._unsaved = False
        self._run = self._find_opinions()

    @property
    def opinions(self) -> dict[int, Opinion]:
        """The opinions found so far, by step (the index of an action in the deal)."""
        return {} if self.review is None else self.review.opinions

    @property
    def reviewed_steps(self) -> tuple[int, ...]:
        """The steps with reviewed decisions; empty until the deal has been read from the record."""
        return () if self.review is None else self.review.step_numbers

    @property
    def steps_with_choice(self) -> list[int]:
        """The reviewed steps at which there was a choice, also those whose opinion is not found yet."""
        return [] if self.review is None else list(self.review.steps_with_choice)

    @property
    def costly_steps(self) -> list[int]:
        """The steps of the mistakes found so far, in order."""
        return [place for place in self.reviewed_steps if place in self.opinions and self.opinions[place].mistake_grade]

    @property
    def costliest_step(self) -> int | None:
        """The step with the highest cost so far; None if there is no mistake."""
        costly = self.costly_steps
        found = costliest_decisions([self.opinions[place] for place in costly])
        return next((place for place in costly if self.opinions[place] is found[0]), None) if found else None

    @property
    def accuracy(self) -> tuple[int, int]:
        """The number of good decisions, and the number of decisions with an opinion, so far."""
        return accuracy(list(self.opinions.values()))

    def move_to_front(self, step: int) -> None:
        """Moves a step to the front of the queue, because the page shows it now. step: index of the step."""
        if self.review is not None:
            self.review.move_to_front(step)

    def run_slice(self) -> bool:
        """Runs one slice; returns True if more slices remain."""
        if not self.over:
            self.over = next(self._run, True)
        return not self.over

    def write_cache(self) -> None:
        """Writes the opinions found so far to the cache; errors are ignored."""
        if self._unsaved and self.deal is not None:
            self._unsaved = False
            with contextlib.suppress(OSError):
                opinion_cache.write_opinions(self._folder, self.deal.digest, ADVISER, self.opinions)

    def _find_opinions(self) -> Generator[bool, None, None]:
        with contextlib.suppress(RecordError):
            for one in finished_deals(self._record, find_game):
                if one.number == self._number:
                    self.deal = one
                yield False
        if self.deal is None or not _has_same_actions(self.deal, self._acts):
            self.deal = None
            return
        deal = self.deal
        kept = opinion_cache.read_opinions(self._folder, deal.digest, ADVISER)
        yield False
        known: dict[int, Opinion] = {}
        for place, found in kept.items():
            if place < len(deal.steps) and _is_usable_opinion(deal, place, found):
                known[place] = found
            yield False
        self.review = DealReview(deal, ADVISER, self._seats, known=known)
        for come in self.review.run():
            self._unsaved |= come is not None
            yield False
        self.write_cache()
        self.recent_opinions = [[one for one in self.opinions.values() if one.by_person]]
        for earlier in opinion_cache.latest_opinions(self._folder, deal.digest, ADVISER):
            yield False
            if own := [one for one in earlier if one.by_person and one.game == deal.game.id]:
                self.recent_opinions.append(own)
            if len(self.recent_opinions) == DEALS:
                break


def _has_same_actions(deal: PlayedDeal, actions: tuple[tuple[int, Action], ...]) -> bool:
    """Returns True if a deal has exactly these actions. Two copies of a card count as equal."""
    write = deal.game.action_text
    return [(step.seat, step.text) for step in deal.steps] == [(seat, write(action)) for seat, action in actions]


def _is_usable_opinion(deal: PlayedDeal, place: int, opinion: Opinion) -> bool:
    step: PlayedStep = deal.steps[place]
    if (opinion.seat, opinion.played) != (step.seat, step.text):
        return False
    written = {deal.game.action_text(action) for action in step.view(deal.game).legal}
    named = {opinion.best, *([opinion.rival] if opinion.rival else []), *(action for action, _ in opinion.outlooks)}
    with contextlib.suppress(IndexError):
        with_seats_named(opinion.why, deal.names)
        with_seats_named(opinion.hidden, deal.names)
        return named <= written
    return False


class ActionGroup(NamedTuple):
    """Consecutive actions that belong together: those of a trick, or the bids."""

    place: str
    """Name of the group in the game: "trick 5 of 11", "bidding"."""
    first: int
    """Index of the group's first action in the deal."""
    size: int

    @property
    def last(self) -> int:
        return self.first + self.size - 1


class ReviewedMatch(Match):
    """A scored deal at the table, seen from the person's seat, just before the action `action_index`."""

    kind = "practice"

    def __init__(self, match: Match, scored_deal: ScoredDeal, notice: Notice) -> None:
        session = Session(match.game, match.session.header)
        session.chairs, session.standing = match.session.chairs, scored_deal.standing
        self._shown_once, self._seat = match.shown_once, match.me
        super().__init__([session], NoJournal(), "looking back", notice)
        self.scored_deal, self._viewing_person = scored_deal, match.me
        session.begin_deal(scored_deal.deal)
        self.groups = self._find_groups()
        self.tricks: tuple[Trick, ...] = log_of_deal(
            match.game, session.options, scored_deal.standing, scored_deal.deal, scored_deal.actions
        ).tricks  # fmt: skip

    def _seat_players(self) -> None:
        """Makes no computer players; but shows a notice if the learned weights of the adviser are unusable."""
        self._minds = Agents(
            self.session, self._seed, self._notice, self.patience, no_players=True, shown_once=self._shown_once
        )
        self._minds.show_weight_notices(ADVISER.make_player(""))

    def _find_groups(self) -> tuple[ActionGroup, ...]:
        game, counted = self.game, self.scored_deal
        state: State = game.begin_deal(self.session.options, counted.standing, counted.deal)
        told: list[str] = []
        for seat, action in counted.actions:
            state.turn = seat
            told.append(game.text.progress(state))
            game.apply(state, action, None)
        found = [(place, len(list(same))) for place, same in groupby(told)]
        starts = [sum([size for _, size in found[:i]]) for i in range(len(found))]
        return tuple([ActionGroup(place, first, size) for (place, size), first in zip(found, starts, strict=True)])

    @property
    def me(self) -> int:
        """The seat at the bottom of the screen. It is the same for all actions of the deal."""
        return self._seat

    @property
    def action_index(self) -> int:
        """Index of the current action in the deal."""
        return self.session.undoable_count

    @property
    def last_action_index(self) -> int:
        return len(self.scored_deal.actions) - 1

    @property
    def group_index(self) -> int:
        """Index of the group that contains the current action."""
        return next(i for i, group in enumerate(self.groups) if self.action_index <= group.last)

    def group_name(self, index: int) -> str:
        """Returns the name of an action's group for a sentence: "trick 5", "the bidding". index: index of the action in the
        deal.
        """
        group = next(group for group in self.groups if index <= group.last)
        place = group.place.partition(" of ")[0]
        return place if place[-1].isdigit() else f"the {place}"

    def trick_of_group(self, group: int) -> Trick | None:
        """Returns the trick of a group; None if the group is not a trick."""
        return next((trick for trick in self.tricks if trick.place == self.groups[group].place), None)

    def go_to_action(self, index: int) -> None:
        """Goes to the moment before an action. index: the action's index in the deal."""
        session = self.session
        if index < session.undoable_count:
            session.undo(session.undoable_count - index)
        session.repeat_actions(self.scored_deal.actions[session.undoable_count : index])
        session.chairs = clean_names.clean_chairs(self.scored_deal.chairs[index])

    @property
    def current_action(self) -> tuple[int, Action]:
        """The seat and the action of the current step. Of two copies of a card, the action has that of the displayed hand."""
        seat, action = self.scored_deal.actions[self.action_index]
        return seat, swap_copy_in_action(action, self.session.copies_to_swap(self.me))

    @property
    def current_log_line(self) -> str:
        """Log line of the current action."""
        seat, action = self.scored_deal.actions[self.action_index]
        state = self.session.state
        assert state is not None
        state = state.copy()
        state.turn = seat
        return self.with_names(self.game.text.log_line_of_action(state, seat, action))

    def cards_of_seat(self, seat: int, without_current_action: bool) -> Cards:
        """Returns the cards in the hand of a seat. without_current_action: True to leave out the card of the current action."""
        state = self.session.state
        assert state is not None
        held = state.hands[seat]
        doer, action = self.scored_deal.actions[self.action_index]
        if without_current_action and doer == seat and (played := _card_from_hand(action)) is not None:
            held &= ~BIT[played]
        return held


def _card_from_hand(action: Action) -> int | None:
    return card_of(action) if verb_of(action) in (Verb.PLAY, Verb.OFFER) else None


class LuckSum(NamedTuple):
    """Sums of luck and play of one seat over several deals, in points.

    worth: the worth of the seat's hands. made: the points that it made.
    """

    worth: Estimate
    made: float
    spread: float
    """Standard deviation of the points that players of equal strength make with these hands."""

    @property
    def gain_by_play(self) -> float:
        return self.made - self.worth.mean

    @property
    def may_be_chance(self) -> bool:
        """True if the difference between points and worth is so small that players of equal strength could reach it by
        chance.
        """
        return abs(self.gain_by_play) <= ERRORS_OF_INTERVAL * self.spread


class GameLuck:
    """The luck of every seat in the scored deals of a match, computed in slices. Call `run_slice` until it returns False."""

    def __init__(self, match: Match, folder: Path) -> None:
        """folder: the cache of hand values."""
        self._match, self._folder = match, folder
        self.deals: tuple[ScoredDeal, ...] = tuple(match.session.scored_deals)
        self.worths: list[HandWorths] = []
        """Worth of the hands in each deal computed so far."""
        self._now: DealWorth | None = None
        """The computation in progress."""
        self._run = self._compute_luck()

    @property
    def is_done(self) -> bool:
        return len(self.worths) == len(self.deals)

    @property
    def percent_done(self) -> int:
        """The finished part of the computation, in percent."""
        done = len(self.worths) + (self._now.share if self._now is not None else 0.0)
        return int(100 * done / max(1, len(self.deals)))

    def run_slice(self) -> bool:
        """Runs one slice; returns True if more slices remain."""
        next(self._run, None)
        return not self.is_done

    def _compute_luck(self) -> Generator[None, None, None]:
        session = self._match.session
        for counted in self.deals:
            about = (session.game, session.options, counted.standing, counted.deal)
            name = luck.worth_digest(*about)
            found = opinion_cache.read_worth(self._folder, name, session.seats)
            if found is None:
                self._now = DealWorth(*about)
                found = yield from self._now.run()
                self._now = None
                with contextlib.suppress(OSError):
                    opinion_cache.write_worth(self._folder, name, found)
            self.worths.append(found)
            yield

    def luck_sum(self, seat: int) -> LuckSum:
        """Returns the sums of luck and play of a seat over the deals computed so far."""
        found = [worth.seats[seat] for worth in self.worths]
        errors = sum_in_order([own.error**2 for own in found])
        spread = sqrt(sum_in_order([(worth.repetitions + 1) * worth.seats[seat].error ** 2 for worth in self.worths]))
        made = sum([float(counted.points[seat]) for counted in self.deals[: len(found)]])
        return LuckSum(Estimate(sum_in_order([own.mean for own in found]), sqrt(errors)), made, spread)
