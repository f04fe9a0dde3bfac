"""Why something is good in Goosed: tricks, Geese caught, who becomes a Red Fox, and who is goosed."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.cards import BIT
from goosetable.engine.rules.event import Points
from goosetable.engine.text.explain import ALWAYS, LIKELY, NEVER, Reasons, Sign, amount
from goosetable.engine.text.prospects import Case, Ends
from goosetable.engine.words import phrases
from goosetable.games.goosed.state import GEESE, GoosedState, geese_worth, goosed


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
        reds: tuple[int, ...] = known.reds
        side = [who for who in range(len(known.hands)) if (who in reds) == (seat in reds)]
        whose = f"the side [{seat} ends] on catches"
        they, own = "the Red Foxes are", "as a Red Fox"
        if known.decided:
            whose = f"[{seat}'s] own side catches" if len(side) > 1 else f"[{seat} catches]"
            they = f"[{reds[0]} is]" if len(reds) == 1 else f"{phrases.listed([f'[{who}]' for who in reds])} are"
            own = " ".join(f"with [{who}]" for who in reds if who != seat)
        found = [
            Sign("goosed", 0.4, f"[{seat} is] more likely to be goosed {own}".strip(),
                 f"[{seat} is] less likely to be goosed {own}".strip(), -1),
            Sign("they", 0.5, f"{they} more likely to be goosed", f"{they} less likely to be goosed"),
            Sign("geese", 1.2, f"{whose} more Geese than after @", f"{whose} fewer Geese than after @"),
        ]  # fmt: skip
        if not known.decided and seat not in known.reds:
            chance = case.mine.mean("red")
            more = f"[{seat} is] more likely to be a Red Fox than after @"
            less = f"[{seat} is] less likely to be a Red Fox than after @"
            if chance >= LIKELY:
                more = f"it makes [{seat}] a Red Fox" if chance >= ALWAYS else f"it is likely to make [{seat}] a Red Fox"
            if chance <= 1 - LIKELY:
                sure = "almost sure" if chance <= NEVER else "likely"
                less = f"[{seat} is] {sure} to be a White Fox"
            found.append(Sign("red", 0.7, more, less, 0))
        brings = "in all" if self.manner(case) else "it brings"  # a card that wins the trick may bring fewer
        tricks = f"{brings} {amount(case.more(f'tricks {seat}'), 'trick')} than @"
        if not (known.trick and (BIT[case.action] | BIT[case.other]) & GEESE):
            tricks = self.alike(case, known.tops, wanted=True) or tricks
        found.append(Sign(f"tricks {seat}", 0.8, tricks, tricks))
        return found
