"""A deal of Cross Purposes: its house rules, and what is kept of two halves or of four players' calls."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from goosetable.cards import Cards
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.event import GONE, NEXT_KIND, Pile
from goosetable.engine.rules.options import option, target, tie
from goosetable.engine.rules.state import TrickState

NOT_NAMED: Final = -1


@dataclass(frozen=True)
class CrossOptions:
    """The house rules of Cross Purposes."""

    players: int = option("Players", {2: "Two", 4: "Four"}, "Four find their partners by calling.", variants=(4,))
    target: int = target((100, 50, 150, 200, 300, 500), 50, 500)
    tie: str = tie()


class CrossState(TrickState):
    """A deal of Cross Purposes. The hands of the second half are secret until it begins."""

    __slots__ = (
        "alone",
        "callers",
        "calls",
        "count",
        "first",
        "gone",
        "half",
        "hands2",
        "opening",
        "partners",
        "tops",
        "trumps",
    )

    alone: bool
    """Whether the first half is the whole of it: in a search, since no half depends on the other."""
    callers: tuple[int, ...]
    """The seats that name or call in turn."""
    calls: list[Action]
    """With four players, the standing call of each seat."""
    count: int
    """With four players, the calls of this stage."""
    first: tuple[int, ...]
    """The tricks of the first half."""
    gone: Cards
    """The cards of the first half, set aside."""
    hands2: list[Cards]
    """The hands of the second half while it has not begun; empty in a view."""
    opening: int
    """The verb with which each half opens."""
    partners: tuple[int, ...]
    """With four players, the partner of each seat, once there is one."""
    half: int
    tops: int
    trumps: int

    @property
    def trump_suit(self) -> int | None:
        """As named, or None until then."""
        return None if self.trumps == NOT_NAMED else self.trumps

    def piles(self) -> dict[Pile, Cards]:
        """What every game of tricks has, the hands of the second half, and the cards of the first half."""
        later = {Pile(NEXT_KIND, seat): held for seat, held in enumerate(self.hands2)}
        return super().piles() | later | {GONE: self.gone}

    def hide(self, seat: int) -> None:
        """The hands of the second half, while it has not begun."""
        self.hands2 = [0] * len(self.hands2)

    def fill(self, pile: Pile, group: Cards, rng: Random) -> None:
        """A hand of the second half, or what is set aside."""
        if pile == GONE:
            self.gone = group
        else:
            self.hands2[pile.seat] = group

    @property
    def naming(self) -> bool:
        """Whether trumps or tops are yet to be named."""
        return self.trumps == NOT_NAMED or self.tops == NOT_NAMED


EACH: Final = 13
MOST: Final = EACH * (EACH + 1)
"""The greatest lead of a deal."""
LAST_CALL: Final = 8
"""The call of four players' stages which stands, whatever it is."""
TRUMP: Final = Verb.TRUMP * SPAN
TOPS: Final = Verb.TOPS * SPAN
TRUMPS_CALLS: Final = tuple(range(TRUMP, TRUMP + 4))
TOPS_CALLS: Final = tuple(range(TOPS, TOPS + 13))
ALL_CALLS: Final = TRUMPS_CALLS + TOPS_CALLS


def agreeing(state: CrossState, seat: int, call: Action) -> int | None:
    """The seat whose standing call is the same, of those who are still calling, or None."""
    return next((other for other in state.callers if other != seat and state.calls[other] == call), None)


def calls(state: CrossState) -> tuple[Action, ...]:
    """What may be named next: a trump suit, a top rank, or either."""
    if state.trumps != NOT_NAMED or (state.tops == NOT_NAMED and state.opening == Verb.TOPS):
        return TOPS_CALLS
    if state.tops != NOT_NAMED or state.opening == Verb.TRUMP:
        return TRUMPS_CALLS
    return ALL_CALLS
