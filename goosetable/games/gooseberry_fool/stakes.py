"""Stakes of a trick in Gooseberry Fool: how much it helps a seat that one player takes the trick and not another."""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Final, NamedTuple

from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.tricks_to_come import trick_splits
from goosetable.engine.text.advice import Advice, Decision
from goosetable.games.gooseberry_fool.chances import win_chances_at
from goosetable.games.gooseberry_fool.rules import (
    DECIDING_TRICKS,
    LEFT_NEIGHBOUR,
    RIGHT_NEIGHBOUR,
    SEATS,
    TRICKS,
    FoolOptions,
    base_points,
    deal_points,
    middle_seat,
)

TELLS: Final = 0.06
"""Least difference in the chance of the middle score, 0..1, that is a reason to give a seat the trick."""
UNCLEAR: Final = 0.004
"""Largest difference in the chance to win the game, 0..1, at which two seats count as equally good takers of a trick."""


class Outlook(NamedTuple):
    """Chances of a seat at the end of a deal, 0..1, if each trick to come falls to a random seat."""

    worth: float
    """Utility of the deal: the chance of winning the game, with a small part of the chance of the middle score."""
    ten: float
    """Chance of the middle score."""
    both_reach: float
    """Chance of the middle score with both other seats at four tricks or more."""
    worth_of_ten: float
    """Mean utility with the middle score, minus the mean utility without it; 0 if either is impossible."""


@lru_cache(maxsize=10_000)
def outlook(options: FoolOptions, totals: tuple[int, ...], taken: tuple[int, ...], seat: int) -> Outlook:
    """Returns a seat's chances in the deal and in the game.

    totals: scores before the deal. taken: number of tricks by seat so far.
    """
    left = TRICKS - sum(taken)
    worth = ten = reach = with_ten = 0.0
    part = Heuristics.payoff_weight
    for split in trick_splits(left, SEATS):
        share = float(factorial(left)) / SEATS**left
        for count in split:
            share /= factorial(count)
        end = tuple([count + more for count, more in zip(taken, split, strict=True)])
        mine = middle_seat(base_points(end)) == seat
        earned = base_points(end) if is_one_deal(options) else deal_points(end)
        after = tuple([total + points for total, points in zip(totals, earned, strict=True)])
        own = share * ((1 - part) * win_chances_at(options, after)[seat] + part * mine)
        worth += own
        if mine:
            ten, with_ten = ten + share, with_ten + own
            reach += share * (end[RIGHT_NEIGHBOUR[seat]] >= DECIDING_TRICKS)
    apart = with_ten / ten - (worth - with_ten) / (1 - ten) if 0.0 < ten < 1.0 - 1e-9 else 0.0
    return Outlook(worth, ten, reach, apart)


class FoolStakes(Advice[TrickState]):
    """What a trick means to the seat to act, in words."""

    def tricks_after(self, decision: Decision[TrickState], who: int) -> tuple[int, ...]:
        """Returns the number of tricks of each seat if seat `who` takes this one."""
        return tuple([tricks + (other == who) for other, tricks in enumerate(decision.known.taken())])

    def outlook_after(self, decision: Decision[TrickState], who: int) -> Outlook:
        """Returns the chances of the seat to act. Seat `who` takes this trick, random seats the others."""
        known = decision.known
        return outlook(known.options, tuple(known.totals), self.tricks_after(decision, who), decision.seat)

    def worth_of_taker(self, decision: Decision[TrickState], who: int) -> float:
        """Returns the utility of the deal to the seat to act, 0..1, if seat `who` takes this trick, and random seats the
        others.
        """
        return self.outlook_after(decision, who).worth

    def most_helpful_taker(self, decision: Decision[TrickState]) -> int:
        """Returns the seat that the seat to act should most like to take the trick; it may be the seat to act itself."""
        return max(range(SEATS), key=lambda who: self.worth_of_taker(decision, who))

    def is_good_taker(self, decision: Decision[TrickState], who: int) -> bool:
        """Whether it is best for the seat to act, or nearly so, that seat `who` takes the trick."""
        best = self.worth_of_taker(decision, self.most_helpful_taker(decision))
        return self.worth_of_taker(decision, who) >= best - UNCLEAR

    def stake_clause(self, decision: Decision[TrickState], good: int, bad: int) -> str:
        """Returns a clause on why the seat to act prefers that seat `good` takes this trick, and not seat `bad`.

        Empty if the seat has no such preference, or if no reason is clear.
        """
        mine, theirs = self.outlook_after(decision, good), self.outlook_after(decision, bad)
        gain = mine.worth - theirs.worth
        if good == bad or gain < UNCLEAR:
            return ""
        if sum(self.tricks_after(decision, good)) == TRICKS:
            return self._result_clause(decision, good)
        more = mine.ten - theirs.ten
        value = mine.worth_of_ten or theirs.worth_of_ten or 1.0
        if abs(more) >= TELLS and 2 * more * value >= gain:
            if more > 0:
                return self._middle_clause(decision, good, bad)
            return "with the ten your total would be out of the middle" if self._decides_ten(decision) else ""
        return self._points_clause(decision, good, bad)

    def _decides_ten(self, decision: Decision[TrickState]) -> bool:
        """Whether the chance of the middle score differs between the actions by the playouts; True without playouts."""
        found = [decision.mean(action, f"middle {decision.seat}") for action in decision.legal]
        shares = [share for share in found if share is not None]
        return not shares or max(shares) - min(shares) >= TELLS

    def _result_clause(self, decision: Decision[TrickState], who: int) -> str:
        """Returns a clause on the end of the deal if seat `who` takes the last trick."""
        known, seat, after = decision.known, decision.seat, self.tricks_after(decision, who)
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        if is_one_deal(known.options) or not any(known.totals):
            base = base_points(after)
            ends = "is then in the middle" if middle_seat(base) == seat else "is then"
            return f"your {base[seat]} {ends}, [{left}] {base[left]} and [{right}] {base[right]}"
        totals = [total + earned for total, earned in zip(known.totals, deal_points(after), strict=True)]
        low, high = sorted((totals[left], totals[right]))
        if low <= totals[seat] <= high and known.options.end_rule == "middle":
            return f"your {totals[seat]} then lies between {totals[left]} and {totals[right]}, and the middle total wins"
        return f"your total is then {totals[seat]}, to {totals[left]} and {totals[right]}"

    def _middle_clause(self, decision: Decision[TrickState], good: int, bad: int) -> str:
        """Returns a clause on the middle score, which is likelier if seat `good` takes the trick and not seat `bad`."""
        seat, now = decision.seat, decision.known.taken()
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        after, otherwise = self.tricks_after(decision, good), self.tricks_after(decision, bad)
        rest = TRICKS - sum(after)
        fewest, most = sorted((after[left], after[right]))
        if fewest >= DECIDING_TRICKS:
            return "both others then have four, so the middle is yours"
        if most + rest < DECIDING_TRICKS:
            return "neither of the others can then reach four, so the middle is yours"
        least, greatest = sorted((otherwise[left], otherwise[right]))
        if greatest >= DECIDING_TRICKS and least + rest < DECIDING_TRICKS:
            four, short = (left, right) if otherwise[left] >= DECIDING_TRICKS else (right, left)
            return f"else [{four} has] four, [{short}] cannot reach it, and your middle is gone"
        mine, theirs = self.outlook_after(decision, good), self.outlook_after(decision, bad)
        reach = mine.both_reach - theirs.both_reach
        counts = f"[{left}] ({now[left]}) and [{right}] ({now[right]})"
        if reach > mine.ten - theirs.ten - reach:
            return f"the middle is yours once {counts} both have four tricks"
        return f"the middle is yours while {counts} both stay below four tricks"

    def _points_clause(self, decision: Decision[TrickState], good: int, bad: int) -> str:
        """Returns a clause on points, which are the reason to prefer that seat `good` takes the trick, and not seat `bad`."""
        seat, known = decision.seat, decision.known
        left, right = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat]
        points = {left: 0, seat: 1, right: 2}
        if points[good] > points[bad]:
            if good == right:
                other = "your own only one" if bad == seat else f"[{left}'s] none"
                return f"[{right}'s] tricks count two for you, {other}"
            return f"[{left}'s] tricks bring you nothing"
        if is_one_deal(known.options):
            return ""
        now = [total + earned for total, earned in zip(known.totals, base_points(known.taken()), strict=True)]
        if known.options.end_rule == "middle" and now[seat] > max(now[left], now[right]):
            return f"you lead with {now[seat]} to {now[left]} and {now[right]}, and the middle total wins"
        return ""
