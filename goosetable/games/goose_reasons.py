"""Why something is good in Goose: the bid made or missed, the tricks still needed, and what it does to the others' bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.cards import BIT, PACK_SIZE
from goosetable.engine import words
from goosetable.engine.action import SPAN, Verb
from goosetable.engine.event import Points
from goosetable.engine.reasons import LIKELY, Case, Ends, Reasons, Sign
from goosetable.games.goose_deal import GooseState

FEW: Final = 0.25
_BID: Final = Verb.BID * SPAN


class GooseReasons(Reasons[GooseState]):
    """The reasons of Goose."""

    def ends(self, state: GooseState, known: GooseState, points: Sequence[Points]) -> Ends:
        """Besides: whose bids were made, and by how many tricks the own one was missed."""
        found, taken, seat = super().ends(state, known, points), state.taken(), known.turn
        found |= {f"made {who}": float(bid == won) for who, (bid, won) in enumerate(zip(state.bids, taken, strict=True))}
        off = taken[seat] - state.bids[seat]
        return found | {"over": float(off > 0), "under": float(off < 0), "off": float(abs(off))}

    def taken(self, state: GooseState, seat: int) -> int:
        """The cards of the tricks that a seat has taken, each as its first copy as well."""
        won = state.won[seat]
        return won | sum([BIT[card] for card in range(PACK_SIZE) if won >> (card + PACK_SIZE) & 1])

    def signs(self, case: Case) -> list[Sign]:
        """The bid first, then what misses cost, then the bids of others."""
        known, seat = case.known, case.seat
        mine = self._bidding(case) if case.action >= _BID else self._needing(case)
        one, many = ("it makes [{}'s] bid less likely than @ does", "it makes [{}'s] bid likelier than @ does")
        for who in range(len(known.hands)):
            if who != seat:
                mine.append(Sign(f"made {who}", 1.2, many.format(who), one.format(who), -1))
        return mine

    def _bidding(self, case: Case) -> list[Sign]:
        known, seat = case.known, case.seat
        ass, goose = seat in known.roles.asses, seat in known.roles.geese
        bid, chance = case.action - _BID, round(10 * case.mine.mean(f"made {seat}"))
        tenths = f"{words.spelled(chance)} in ten" if 0 < chance < 10 else "nearly always" if chance else "hardly ever"
        found = [
            Sign(f"made {seat}", 0.5, f"it is made {tenths}, more often than @", f"it is made {tenths}, less often than @"),
            Sign("off", 2.0, "it misses by more tricks than @", "it misses by fewer tricks than @", -1),
        ]
        if ass and bid:
            said = f"it is made {tenths}, and for the Ass it counts double"
            found.append(Sign(f"points {seat}", 10.0, said, "@ counts for more, doubled for the Ass"))
        elif goose:
            said = "the Goose pays double for misses, and @ misses by more"
            found.append(Sign("off", 1.0, "the Goose pays double, and it misses by more than @", said, -1))
        else:
            said = f"made {tenths}, it earns more than @"
            found.append(Sign(f"points {seat}", 10.0, said, "it earns less than @"))
        return found

    def _needing(self, case: Case) -> list[Sign]:
        known, seat = case.known, case.seat
        need = known.bids[seat] - known.tricks(seat)
        made, likely = f"made {seat}", case.mine.mean(f"made {seat}") >= LIKELY
        takes = case.mine.mean("takes")
        more = less = ""
        if need > 0:
            more, less = self._wanting(need, takes, likely)
        elif not need:
            more = "your bid is likelier to be made than after @"
            if likely:
                more = "you need no more, and it is likely to win nothing" if takes <= FEW else "your bid is likely to be made"
            less = "you need no more, and it is likely to win" if takes >= LIKELY else "it risks a trick too many"
        found = [Sign(made, 0.6, more, less)]
        if need < 0:
            fewer = "you have tricks too many already, and it adds fewer than @"
            found.append(Sign("off", 0.5, "it adds to the tricks too many", fewer, -1))
        else:
            found.append(Sign("over", 0.8, "it risks a trick too many", "it is safer against a trick too many", -1))
            found.append(Sign("under", 0.8, "it risks a trick too few", "it is safer against a trick too few", -1))
        return found

    def _wanting(self, need: int, takes: float, likely: bool) -> tuple[str, str]:
        """What is said of tricks that are still needed: where the bid is made more often, and where less often."""
        count = f"the {words.spelled(need)} tricks" if need > 1 else "the trick"
        less = f"it risks {count} you need"
        if takes >= LIKELY:
            return f"it is likely to win {'the trick' if need == 1 else f'one of {count}'} you need", less
        are = "are" if need > 1 else "is"
        return f"{count} you need {are} {'likely to come' if likely else 'likelier to come than after @'}", less
