"""Who of the company remarks upon what: rarely, at most once a deal, and for the same game always the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from goosetable.app.table.company.sayings import SAYINGS, Occasion
from goosetable.engine.rules.event import Said, Taken

LASTS: Final = 2.4
"""Seconds for which a remark is to be seen, at any pace."""
OFTEN: Final[dict[Occasion, int]] = {"goosed": 60, "caught": 40, "gives": 30, "exact": 50, "best": 50, "run": 50}
"""How many times out of a hundred an occasion is remarked upon, unless something was said in the deal."""
RUN: Final = 3
"""Tricks on end that are worth a remark."""


class Spoken(NamedTuple):
    """What a seat says."""

    seat: int
    words: str


class Result(NamedTuple):
    """What is known to all of a deal that is over: who took exactly what was said, and who did best."""

    exact: tuple[int, ...] = ()
    best: tuple[int, ...] = ()


class Company:
    """Chooses remarks. seed: of every choice. faces: what sits at each seat; only those who have a voice speak."""

    def __init__(self, seed: str, faces: Sequence[str]) -> None:
        self.seed, self.faces = seed, faces
        self._deal, self._heard, self._spoke = 0, 0, False
        self._last = ""
        self._taker, self._run = -1, 0

    def dealt(self, deal: int, result: Result) -> Spoken | None:
        """A deal begins: what is said of the one before."""
        self._deal, self._heard, self._spoke, self._taker, self._run = deal, 0, False, -1, 0
        exact: list[tuple[int, Occasion]] = [(seat, "exact") for seat in result.exact]
        return self._choose(exact + [(seat, "best") for seat in result.best])

    def saw(self, event: Said | Taken, goosed: int | None) -> Spoken | None:
        """What is said of something that happened. goosed: the seat at which the goose honked."""
        self._heard += 1
        found: list[tuple[int, Occasion]] = []
        if isinstance(event, Taken):
            self._run = self._run + 1 if event.seat == self._taker else 1
            self._taker = event.seat
            if goosed is not None:
                found.append((goosed, "caught"))
            elif self._run == RUN:
                found.append((event.seat, "run"))
        elif goosed is not None:
            found += [(goosed, "goosed"), (event.seat, "gives")]
        return self._choose(found)

    def _choose(self, occasions: Iterable[tuple[int, Occasion]]) -> Spoken | None:
        """The first who wants to speak does."""
        for seat, occasion in occasions:
            voice = SAYINGS.get(self.faces[seat])
            if self._spoke or voice is None:
                continue
            drawn = crc32(f"{self.seed}:{self._deal}:{self._heard}:{seat}:{occasion}".encode())
            if drawn % 100 >= OFTEN[occasion]:
                continue
            fresh = [words for words in voice[occasion] if words != self._last]
            self._spoke, self._last = True, fresh[drawn // 100 % len(fresh)]
            return Spoken(seat, self._last)
        return None
