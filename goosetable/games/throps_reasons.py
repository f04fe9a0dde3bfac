"""Why a bid is good in Throps: what the card on sale adds or costs, to oneself and to others, and whether the bid wins it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from goosetable.cards import BIT, Cards
from goosetable.engine.event import Points
from goosetable.engine.reasons import Case, Ends, Reasons, Sign

if TYPE_CHECKING:
    from goosetable.games.throps import ThropsState

WINS: Final = 0.55
FEW: Final = 0.3


class ThropsReasons(Reasons["ThropsState"]):
    """The reasons of Throps; `score` counts the cards won."""

    def __init__(self, score: Callable[[Cards], int]) -> None:
        self._score = score

    def ends(self, state: ThropsState, known: ThropsState, points: Sequence[Points]) -> Ends:
        """Besides: who won the card on sale."""
        found, sale = super().ends(state, known, points), BIT[known.turned]
        return found | {f"wins {who}": float(bool(won & sale)) for who, won in enumerate(state.won)}

    def signs(self, case: Case) -> list[Sign]:
        """The card on sale to oneself, then to the others; a card saved; the points."""
        known, seat = case.known, case.seat
        sale, wins = known.turned, case.mine.mean(f"wins {seat}")
        gains = [self._score(won | BIT[sale]) - self._score(won) for won in known.won]
        gain, name = gains[seat], case.face(sale)
        does = f"adds {gain}" if gain > 0 else f"costs {-gain}"
        more = f"it wins {name}, which {does}, more often than @"
        less = f"it wins {name}, which {does}, less often than @"
        if wins >= WINS:
            more = f"it is likely to win {name}, which {does}"
        if wins <= FEW:
            less = f"it is likely to lose {name}, which {does}"
        found = [Sign(f"wins {seat}", 1.0, more, less, 1 if gain > 0 else -1)] if gain else []
        now = f"{name} {does} now" if gain else f"{name} changes nothing now"
        if gain > 0:
            found.append(Sign(f"wins {seat}", 1.2, "", f"{name} adds only {gain}, and it saves a better card", -1))
        else:
            saves = f"{now}, and it saves a better card" if case.better else f"{now}, but would be worth winning for later"
            spends = f"{now}, but is worth winning for later" if case.better else f"{now}, and it costs a better card than @"
            found.append(Sign(f"wins {seat}", 1.2, spends, saves, 1 if gain else 0))
        for who, theirs in enumerate(gains):
            if who != seat and theirs:
                keeps = f"[{who} is] likelier to win {name}, which {'adds' if theirs > 0 else 'costs'} {abs(theirs)}"
                stops = f"it keeps {name} from [{who}], to whom it {'adds' if theirs > 0 else 'would cost'} {abs(theirs)}"
                found.append(Sign(f"wins {who}", 16 / abs(theirs), keeps, stops, -1 if theirs > 0 else 1))
        return found
