"""Why something is good in Goose: the bid made or missed, the tricks still needed, and what it does to the others' bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.cards import BIT, PACK_SIZE
from goosetable.engine.rules.event import Points
from goosetable.engine.text.explain import ALWAYS, LIKELY, NEVER, Reasons, Sign
from goosetable.engine.text.means import HUNDRED, Mean, apart, times
from goosetable.engine.text.prospects import Case, Ends
from goosetable.engine.words import phrases
from goosetable.games.goose.state import BID, GooseState

FEW: Final = 0.25
APART: Final = 0.1
"""By so much more likely one card takes the trick than another, where that is why it is better."""


class GooseReasons(Reasons[GooseState]):
    """The reasons of Goose."""

    def ends(self, state: GooseState, known: GooseState, points: Sequence[Points]) -> Ends:
        """Besides: whose bids were made, by how many tricks the own one was missed, and how many were still won."""
        found, taken, seat = super().ends(state, known, points), state.taken(), known.turn
        found |= {f"made {who}": float(bid == won) for who, (bid, won) in enumerate(zip(state.bids, taken, strict=True))}
        found["others made"] = sum([found[f"made {who}"] for who in range(len(taken)) if who != seat])
        off = taken[seat] - state.bids[seat]
        found |= {"over": float(off > 0), "under": float(off < 0), "off": float(abs(off))}
        return found | {"added": float(taken[seat] - known.tricks(seat))}

    def taken(self, state: GooseState, seat: int) -> int:
        """The cards of the tricks that a seat has taken, each as its first copy as well."""
        won = state.won[seat]
        return won | sum([BIT[card] for card in range(PACK_SIZE) if won >> (card + PACK_SIZE) & 1])

    def signs(self, case: Case) -> list[Sign]:
        """The bid first, then what misses cost, then the bids of others."""
        known, seat = case.known, case.seat
        mine = self._bidding(case) if case.action >= BID else self._needing(case)
        others = [who for who in range(len(known.hands)) if who != seat]
        for who in others:
            more, less = (f"[{who} is] more likely to {what} the bid than after @" for what in ("make", "miss"))
            mine.append(Sign(f"made {who}", 1.2, more, less, -1))
        changes = sorted([case.more(f"made {who}") for who in others], key=abs)
        if len(others) > 1 and min(changes) * max(changes) > 0 and abs(changes[0]) > FEW * abs(changes[-1]):
            more, less = (f"the others {what} their bids more often than after @" for what in ("make", "miss"))
            mine.append(Sign("others made", 1.2, more, less, -1))
        return mine

    def _bidding(self, case: Case) -> list[Sign]:
        known, seat = case.known, case.seat
        ass, goose = seat in known.roles.asses, seat in known.roles.geese
        bid, chance = case.action - BID, round(10 * case.mine.mean(f"made {seat}"))
        often = f"made {phrases.spelled(chance)} time{'s' * (chance > 1)} in ten"
        if chance in (0, 10):
            often = "nearly always made" if chance else "hardly ever made"
        misses, earns = self._missing(case, "it misses"), apart(case, f"points {seat}")
        said = f"{often}, it earns {earns[0]} on average, {earns[1]} after @" if earns else ""
        found = [
            Sign(f"made {seat}", 0.5, f"it is {often}, more often than @", f"it is {often}, less often than @"),
            Sign("off", 2.0, misses, misses, -1),
        ]
        if ass and bid:
            found.append(Sign(f"points {seat}", 1.0, f"it is {often}, and for the Ass it counts double", said))
        elif goose:
            said = misses and f"the Goose pays double, and {misses}"
            found.append(Sign("off", 1.0, said, said, -1))
        else:
            found.append(Sign(f"points {seat}", 1.0, said, said))
        return found

    def _missing(self, case: Case, misses: str) -> str:
        """By how many tricks the bid is missed on average; nothing where the other action misses by as many."""
        two = apart(case, "off")
        return f"{misses} by {two[0]} {'trick' if two[0] == '1' else 'tricks'}, {two[1]} after @" if two else ""

    def means(self, case: Case) -> list[Mean]:
        """How often the bid is made; then as in any game."""
        said = f"it is made {times(case, f'made {case.seat}')}" if case.action >= BID else self._making(case)
        return [Mean(f"made {case.seat}", said, scale=HUNDRED), *super().means(case)]

    def _needing(self, case: Case) -> list[Sign]:
        known, seat = case.known, case.seat
        need, left = known.bids[seat] - known.tricks(seat), known.hands[seat].bit_count()
        if need < 0:
            two = apart(case, "added")
            said = f"[{seat} takes] {'none' if two[0] == '0' else two[0]} more on average, {two[1]} after @" if two else ""
            return [Sign("added", 0.5, said, said, -1)]
        if need > left:
            said = self._missing(case, f"[{seat}'s] bid is out of reach,")
            return [Sign("off", 0.5, said, said, -1)]
        same, misses = self.alike(case), self._missing(case, f"[{seat} misses] the bid")
        more, less = (same, same) if same else self._wanting(case, need) if need else self._enough(case)
        fewer = "it is safer than @ against a trick too few"
        if case.more("takes") > APART and not self._too_many(case):
            fewer = more
        return [
            Sign(f"made {seat}", 0.6, more, less),
            Sign("over", 0.8, self._risking(case, "over"), "it is safer than @ against a trick too many", -1),
            Sign("under", 0.8, self._risking(case, "under"), fewer, -1),
            Sign("off", 1.2, same or misses, same or misses, -1),
        ]

    def _enough(self, case: Case) -> tuple[str, str]:
        """What is said where no more tricks are needed: where the bid is made more often, and where less often."""
        takes, theirs = case.mine.mean("takes"), case.theirs.mean("takes")
        more, less = self._making(case), self._risking(case, "over")
        if theirs - takes > APART:
            more = f"[{case.seat} needs] no more, and it is less likely to win than @"
            if takes <= FEW:
                more = f"[{case.seat} needs] no more, and it {'wins' if takes <= NEVER else 'is likely to win'} nothing"
        elif takes - theirs > APART:
            less = f"[{case.seat} needs] no more, and it is more likely to win than @"
            if takes >= LIKELY:
                less = f"[{case.seat} needs] no more, and it {'wins' if takes >= ALWAYS else 'is likely to win'}"
        return more, less

    def _wanting(self, case: Case, need: int) -> tuple[str, str]:
        """What is said of tricks that are still needed: where the bid is made more often, and where less often."""
        takes, sure = case.mine.mean("takes"), case.mine.mean(f"made {case.seat}") >= LIKELY
        if self._too_many(case):
            return "it is safer than @ against a trick too many", self._risking(case, "over")
        count = f"the {phrases.spelled(need)} tricks" if need > 1 else "the trick"
        are = "are" if need > 1 else "is"
        less = self._making(case)
        if case.theirs.mean(f"made {case.seat}") >= LIKELY:
            less = f"it risks {count} [{case.seat} needs]"
        if case.more("takes") > APART:
            wins = "wins" if takes >= ALWAYS else "is likely to win" if takes >= LIKELY else "is more likely than @ to win"
            return f"it {wins} {'the trick' if need == 1 else f'one of {count}'} [{case.seat} needs]", less
        return f"{count} [{case.seat} needs] {are} likely to come" if sure else self._making(case), less

    def _making(self, case: Case) -> str:
        """How often the bid is made after both cards."""
        often = times(case, f"made {case.seat}")
        return often and f"it makes [{case.seat}'s] bid {often}"

    def _risking(self, case: Case, key: str) -> str:
        """What is said of more tricks too many ("over"), or too few: a risk is what the other card seldom has."""
        what = "many" if key == "over" else "few"
        seldom = case.theirs.mean(key) <= 1 - LIKELY
        return f"it risks a trick too {what}" if seldom else f"it makes tricks too {what} more often than @"

    def _too_many(self, case: Case) -> bool:
        """Whether two actions differ in tricks too many rather than in tricks too few."""
        return abs(case.more("over")) > abs(case.more("under"))
