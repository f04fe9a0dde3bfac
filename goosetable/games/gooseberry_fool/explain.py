"""Why something is good in Gooseberry Fool: the middle of the deal, what the neighbours' tricks make of it, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.explain import ALWAYS, LIKELY, NEVER, Reasons, Sign, likely
from goosetable.engine.text.prospects import Case, Ends
from goosetable.games.gooseberry_fool.scoring import bases, middle

FOUR: Final = 4
"""In the middle is whose neighbours both have four tricks or more, or both fewer."""


class FoolReasons(Reasons[TrickState]):
    """The reasons of Gooseberry Fool."""

    def ends(self, state: TrickState, known: TrickState, points: Sequence[Points]) -> Ends:
        """Besides: who was in the middle, how the person acting came to be there, and whether their total is no middle one."""
        found, taken, seat = super().ends(state, known, points), state.taken(), known.turn
        best = middle(bases(taken))
        fewest, most = sorted(taken[:seat] + taken[seat + 1 :])
        found |= {f"middle {who}": float(who == best) for who in range(len(taken))}
        totals = [total + earned for total, earned in zip(known.totals, points, strict=True)]
        found |= {"above": float(max(totals) == totals[seat]), "below": float(min(totals) == totals[seat])}
        found |= {"high": float(best == seat and fewest >= FOUR), "low": float(best == seat and most < FOUR)}
        return found

    def signs(self, case: Case) -> list[Sign]:
        """The middle and the two ways to it; a neighbour's middle; the points."""
        seat = case.seat
        high, low = likely(case.mine.mean("high")), likely(case.mine.mean("low"))
        found = [
            Sign("high", 0.8, f"both opponents are {high} to take four tricks or more", least=LIKELY),
            Sign("low", 0.8, f"both opponents are {low} to stay below four tricks", least=LIKELY),
            Sign("high", 0.9, "both opponents get to four tricks more often than after @",
                 "both opponents get to four tricks less often than after @"),
            Sign("low", 0.9, "both opponents stay below four tricks more often than after @",
                 "both opponents stay below four tricks less often than after @"),
            Sign("above", 1.0, *self._totals(case, "above", "highest"), -1),
            Sign("below", 1.0, *self._totals(case, "below", "lowest"), -1),
            Sign(f"middle {seat}", 1.0, *self._middles(case, seat)),
        ]  # fmt: skip
        if (case.accounts(f"middle {seat}") or 0.0) * case.more(f"middle {seat}") < 0:
            more = "the middle's ten points are more likely, and too many here"
            less = "the middle's ten points would be too many, and are less likely"
            found.append(Sign(f"middle {seat}", 1.0, more, less, -1))
        for who in range(len(case.known.hands)):
            if who != seat:
                more, less = self._middles(case, who)
                found.append(Sign(f"middle {who}", 1.4, more, less, -1))
        return found

    def _middles(self, case: Case, who: int) -> tuple[str, str]:
        """What is said where a seat is in the middle more often, and where it is less often."""
        chance = case.mine.mean(f"middle {who}")
        less = f"[{who} is] less likely to be in the middle than after @"
        if chance >= LIKELY:
            return f"[{who} is] {likely(chance)} to end in the middle", less
        return f"[{who} is] more likely to be in the middle than after @", less

    def _totals(self, case: Case, key: str, which: str) -> tuple[str, str]:
        """What is said where the seat has the highest or the lowest total more often, and where less often."""
        mine, whose = case.mine.mean(key), f"[{case.seat}'s] total"
        more = f"it makes {whose} the {which}" if mine >= ALWAYS else f"{whose} is more often the {which} than after @"
        less = (
            f"it keeps {whose} from being the {which}" if mine <= NEVER else f"{whose} is less often the {which} than after @"
        )
        return more, less
