"""Why something is good in Goosed: tricks, Geese caught, who becomes a Red Fox, and who is goosed."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.engine.event import Points
from goosetable.engine.reasons import LIKELY, Case, Ends, Reasons, Sign, amount
from goosetable.games.goosed_deal import GEESE, GoosedState, geese_worth, goosed


class GoosedReasons(Reasons[GoosedState]):
    """The reasons of Goosed."""

    def ends(self, state: GoosedState, known: GoosedState, points: Sequence[Points]) -> Ends:
        """Besides: whether one was a Red Fox, whether the Reds were goosed, and the Geese of one's own side."""
        found, seat, reds = super().ends(state, known, points), known.turn, state.reds
        red, every = seat in reds, goosed(state)
        side = sum(state.won[who] & GEESE for who in range(len(state.hands)) if (who in reds) == red)
        found |= {"red": float(red), "goosed": float(every and red), "they": float(every and not red)}
        return found | {"geese": float(geese_worth(side))}

    def signs(self, case: Case) -> list[Sign]:
        """Being goosed, the role, the Geese, then tricks; a role only as long as it can change."""
        known, seat = case.known, case.seat
        whose = "your own side" if known.decided else "the side you end on"
        fewer = "the Red Foxes are less likely to be goosed"
        found = [
            Sign("goosed", 0.4, f"[{seat} is] likelier to be goosed with the Reds", fewer, -1),
            Sign("they", 0.5, "the Red Foxes are likelier to be goosed", fewer),
            Sign("geese", 1.2, f"{whose} catches more Geese than after @", f"{whose} catches fewer Geese than after @"),
        ]
        if not known.decided and seat not in known.reds:
            chance = case.mine.mean("red")
            more = f"[{seat} is] likelier to be a Red Fox than after @"
            less = f"[{seat} is] less likely to be a Red Fox than after @"
            if chance >= LIKELY:
                more = f"it is likely to make [{seat}] a Red Fox"
            if chance <= 1 - LIKELY:
                less = f"it is unlikely to make [{seat}] a Red Fox"
            found.append(Sign("red", 0.7, more, less, 0))
        tricks = amount(case.more(f"tricks {seat}"), "trick")
        found.append(Sign(f"tricks {seat}", 0.8, f"it brings {tricks} than @", f"it brings {tricks} than @"))
        return found
