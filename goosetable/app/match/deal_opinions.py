"""The opinions of one deal of a record, in short pieces of work.

The record is read first, then what was kept of its opinions, and then those that are missing are worked out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final

from goosetable.app.storage import reviews
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import RecordError
from goosetable.engine.rules.action import Action
from goosetable.engine.words.phrases import speak
from goosetable.games import find
from goosetable.review.deal_review import DealReview, dearest
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Opinion, accuracy
from goosetable.review.steps import PlayedDeal, PlayedStep, deals

ADVISER: Final = Adviser()
"""Who has the opinions that the window shows."""


class DealOpinions:
    """What comes of a deal; `work` as long as it says that there is more."""

    def __init__(
        self, record: bytes, number: int, acts: Sequence[tuple[int, Action]], folder: Path, seat: int | None = None
    ) -> None:
        """number: of the deal, in the last game of the record. acts: what was done in it. folder: where opinions are kept.

        seat: whose decisions; None for those of all people.
        """
        self._seats = None if seat is None else (seat,)
        self._kept: dict[int, Opinion] = {}
        self._record, self._number, self._folder = record, number, folder
        self._acts = tuple(acts)
        self.deal: PlayedDeal | None = None
        self.review: DealReview | None = None
        self.over = False
        """Whether nothing more comes."""
        self._unkept = False
        self._run = self._all()

    @property
    def opinions(self) -> dict[int, Opinion]:
        """By step, as far as they have come."""
        return {} if self.review is None else self.review.opinions

    @property
    def places(self) -> tuple[int, ...]:
        """The steps that are reviewed, once the deal has been found."""
        return () if self.review is None else self.review.places

    @property
    def decisions(self) -> list[int]:
        """Those of them at which there was a choice, as far as is known."""
        return [place for place in self.places if place not in self.opinions or self.opinions[place].choice]

    @property
    def costly(self) -> list[int]:
        """The steps whose cost counts, in order, as far as they have come."""
        return [place for place in self.places if place in self.opinions and self.opinions[place].cost.counts]

    @property
    def dearest(self) -> int | None:
        """The step that cost most so far."""
        costly = self.costly
        found = dearest([self.opinions[place] for place in costly])
        return next((place for place in costly if self.opinions[place] is found[0]), None) if found else None

    @property
    def accuracy(self) -> tuple[int, int]:
        """How many decisions were as good as any, and of how many, as far as they have come."""
        return accuracy(list(self.opinions.values()))

    def put_first(self, place: int) -> None:
        """Somebody waits for this one."""
        if self.review is not None:
            self.review.put_first(place)

    def work(self) -> bool:
        """One short piece; whether there is more."""
        if not self.over:
            self.over = next(self._run, True)
        return not self.over

    def keep(self) -> None:
        """Writes what has come beside the records; where that cannot be done, it is worked out another time."""
        if self._unkept and self.deal is not None:
            self._unkept = False
            with contextlib.suppress(OSError):
                reviews.keep(self._folder, self.deal.digest, ADVISER, self._kept | self.opinions)

    def _all(self) -> Generator[bool, None, None]:
        with contextlib.suppress(RecordError):
            for one in deals(self._record, find):
                if one.number == self._number:
                    self.deal = one
                yield False
        if self.deal is None or not _same(self.deal, self._acts):
            self.deal = None
            return
        deal = self.deal
        kept = reviews.read(self._folder, deal.digest, ADVISER)
        yield False
        for place, found in kept.items():
            if place < len(deal.steps) and _fits(deal, place, found):
                self._kept[place] = found
            yield False
        self.review = DealReview(deal, ADVISER, self._seats, known=self._kept)
        for come in self.review.run():
            self._unkept |= come is not None
            yield False
        self.keep()


def _same(deal: PlayedDeal, acts: tuple[tuple[int, Action], ...]) -> bool:
    """Whether these are the steps of that deal; two copies of a card are one."""
    write = deal.game.write
    return [(step.seat, step.text) for step in deal.steps] == [(seat, write(action)) for seat, action in acts]


def _fits(deal: PlayedDeal, place: int, opinion: Opinion) -> bool:
    """Whether an opinion that was kept is one of that step: of its seat, about what it could do, in words that can be said."""
    step: PlayedStep = deal.steps[place]
    if (opinion.seat, opinion.played) != (step.seat, step.text):
        return False
    return _readable(deal.game, step, opinion) and _speakable(opinion, deal.names)


def _readable(game: AnyGame, step: PlayedStep, opinion: Opinion) -> bool:
    written = {game.write(action) for action in step.view(game).legal}
    named = {opinion.best, *([opinion.rival] if opinion.rival else []), *(action for action, _ in opinion.outlooks)}
    return named <= written


def _speakable(opinion: Opinion, names: tuple[str, ...]) -> bool:
    try:
        speak(opinion.why, names)
        speak(opinion.hidden, names)
    except IndexError:
        return False
    return True
