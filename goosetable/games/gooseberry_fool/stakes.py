"""Stakes of a trick in Gooseberry Fool: how much it helps a seat that one player takes the trick and not another."""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Final, NamedTuple

from goosetable.cards import Card
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.tricks_to_come import trick_splits
from goosetable.engine.text.advice import FIRM, Advice, Decision, Ranking
from goosetable.engine.text.explain import WORTH, explained_gain
from goosetable.games.gooseberry_fool.chances import win_chances_at
from goosetable.games.gooseberry_fool.rules import (
    DECIDING_TRICKS,
    LEFT_NEIGHBOUR,
    MIDDLE_BONUS,
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
MIN_DEALS: Final = 20
"""Least number of playouts of each of two actions that are compared."""
LEAST_SHIFT: Final = 0.04
"""Least difference of the means of a figure, 0..1, that a sentence tells."""
LEAST_PART: Final = 0.25
"""Least part of the gain, 0..1, that a figure must explain to be told."""
SPREAD: Final = 0.01
"""Greatest range of the values of all actions, 0..1, at which they make hardly a difference for the game."""
LEAST_POINTS: Final = 1.0
"""Least range of the mean points of all actions at which the points decide, if the game does not."""
HUNDRED: Final = 100.0
"""Points of a deal that count as one game where the points decide."""
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
def outlook(
    options: FoolOptions, totals: tuple[int, ...], taken: tuple[int, ...], seat: int, by_points: bool = False
) -> Outlook:
    """Returns a seat's chances in the deal and in the game.

    totals: scores before the deal. taken: number of tricks by seat so far. by_points: True to measure the worth of the deal
    by the points it earns, in hundredths, instead of the chance to win the game.
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
        own = share * (earned[seat] / HUNDRED if by_points else (1 - part) * win_chances_at(options, after)[seat] + part * mine)
        worth += own
        if mine:
            ten, with_ten = ten + share, with_ten + own
            reach += share * (end[RIGHT_NEIGHBOUR[seat]] >= DECIDING_TRICKS)
    apart = with_ten / ten - (worth - with_ten) / (1 - ten) if 0.0 < ten < 1.0 - 1e-9 else 0.0
    return Outlook(worth, ten, reach, apart)


class FoolStakes(Advice[TrickState]):
    """Words for the importance of a trick to the seat to act."""

    def tricks_after(self, decision: Decision[TrickState], who: int) -> tuple[int, ...]:
        """Returns the number of tricks of each seat if seat `who` takes this one."""
        return tuple([tricks + (other == who) for other, tricks in enumerate(decision.known.taken())])

    def outlook_after(self, decision: Decision[TrickState], who: int) -> Outlook:
        """Returns the chances of the seat to act if seat `who` takes this trick and each later trick goes to a random seat."""
        return self._outlook(decision, who, self.do_points_decide(decision))

    def _outlook(self, decision: Decision[TrickState], who: int, by_points: bool) -> Outlook:
        known = decision.known
        return outlook(known.options, tuple(known.totals), self.tricks_after(decision, who), decision.seat, by_points)

    def worth_of_taker_by_chances(self, decision: Decision[TrickState], who: int) -> float:
        """Returns the same utility as `worth_of_taker`, but never measures it by points. So it needs no statistics of
        playouts, which do not exist yet while the best action is chosen.
        """
        return self._outlook(decision, who, by_points=False).worth

    def do_points_decide(self, decision: Decision[TrickState]) -> bool:
        """Whether the points of the deal decide: the actions differ in these points, and hardly in the chance to win the game.
        False without playouts.
        """
        found = [decision.prospects[one] for one in decision.legal if decision.is_counted(one)]
        if len(found) < len(decision.legal) or is_one_deal(decision.known.options):
            return False
        worth, points = ([one.mean(key) for one in found] for key in (WORTH, f"points {decision.seat}"))
        return max(worth) - min(worth) <= SPREAD and max(points) - min(points) >= LEAST_POINTS

    def worth_of_taker(self, decision: Decision[TrickState], who: int) -> float:
        """Returns the utility of the deal to the seat to act, 0..1, if seat `who` takes this trick and random seats take the
        other tricks.
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
            return "with the ten your total would be out of the middle" if self._is_middle_score_at_stake(decision) else ""
        return self.points_clause(decision, good, bad)

    def _is_middle_score_at_stake(self, decision: Decision[TrickState]) -> bool:
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
        """Returns a clause on the middle score, as the reason to prefer that seat `good` takes the trick, and not seat
        `bad`.
        """
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

    def points_clause(self, decision: Decision[TrickState], good: int, bad: int) -> str:
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

    # ------------------------------------------------------------------ the playouts

    def playouts_clause(
        self, decision: Decision[TrickState], ranking: Ranking, other: Action, takers: tuple[int, int] | None = None
    ) -> str:
        """Returns a clause on the figure of the playouts that explains most of the gain by the best action over `other`. Empty
        if no figure explains the gain.

        The figures are the chance of the middle score and the points of a trick, where these matter for the totals.

        takers: the seats that get the trick by the best action and by the other one; None if they are not certain.
        """
        seat, mine, theirs = decision.seat, decision.prospects.get(ranking.best), decision.prospects.get(other)
        if mine is None or theirs is None or min(mine.deals, theirs.deals) < MIN_DEALS:
            return ""
        left, right, taken = LEFT_NEIGHBOUR[seat], RIGHT_NEIGHBOUR[seat], decision.known.taken()
        both = f"[{left}] ({taken[left]}) and [{right}] ({taken[right]})"
        shift = {key: mine.mean(key) - theirs.mean(key) for key in mine.means}
        way = "reach four tricks" if shift.get("high", 0.0) > shift.get("low", 0.0) else "stay below four tricks"
        totals = self._mean_totals(decision, other)
        top = totals[seat] + MIDDLE_BONUS * (1 - theirs.mean(f"middle {seat}")) > max([totals[left], totals[right]])
        ten = "with the ten your total would be the highest, and you get it less often" if top else ""
        opens = f"{both} more often both {way}, your way to the middle"
        words = {
            f"middle {seat}": (opens, ten),
            "above": ("", self._total_clause(decision, ranking, other, takers, "highest")
                      or self._rival_clause(decision, ranking.best, other, 1)),
            "below": ("", self._total_clause(decision, ranking, other, takers, "lowest")
                      or self._rival_clause(decision, ranking.best, other, -1)),
        }  # fmt: skip
        gain, said = max(mine.mean(WORTH) - theirs.mean(WORTH), 0.0), []
        for key, (more, less) in words.items():
            part, text = explained_gain(mine, theirs, key) or 0.0, more if shift.get(key, 0.0) > 0 else less
            if text and abs(shift.get(key, 0.0)) >= LEAST_SHIFT and part > LEAST_PART * gain:
                said.append((part, key != f"middle {seat}", text))
        if said:  # the points of a trick, which can be counted, come before the chance of the middle
            most = max(said)[0]
            return max([one for one in said if 2 * one[0] >= most], key=lambda one: (one[1], one[0]))[2]
        if shift.get(f"middle {seat}", 0.0) >= 0 and max(shift.get("high", 0.0), shift.get("low", 0.0)) >= LEAST_SHIFT:
            return opens
        return self._margin_clause(decision, ranking.best, other)

    def _mean_totals(self, decision: Decision[TrickState], action: Action) -> list[float]:
        """Returns the mean total of each seat after the deal in the playouts of an action."""
        return [total + decision.mean_or_zero(action, f"points {who}") for who, total in enumerate(decision.known.totals)]

    def _rival_clause(self, decision: Decision[TrickState], card: Action, other: Action, side: int) -> str:
        """Returns a clause on an opponent whose mean total is higher than that of the seat to act after one of two actions,
        and lower after the other action; empty if there is none.

        side: 1 if the opponent's total is the higher one after the action `card`, -1 if it is the lower one.
        """
        leads = [[total - totals[decision.seat] for total in totals]
                 for totals in (self._mean_totals(decision, one) for one in (card, other))]  # fmt: skip
        for who in range(SEATS):
            if side * leads[0][who] > 0 > side * leads[1][who] and decision.known.options.end_rule == "middle":
                return f"[{who}'s] total then should {'pass' if side > 0 else 'stay below'} yours"
        return ""

    def _margin_clause(self, decision: Decision[TrickState], card: Action, other: Action) -> str:
        """Returns a clause on the distance of the seat to act from the middle total, by the mean totals after two actions. Its
        total must be the highest after both, or the lowest, and nearer to the middle after the first; else empty.
        """
        seat, after = decision.seat, [self._mean_totals(decision, one) for one in (card, other)]
        if decision.known.options.end_rule != "middle":
            return ""
        rivals = [who for who in range(SEATS) if who != seat]
        for side, words in ((1, "lead"), (-1, "trail")):
            margins = [side * totals[seat] - max([side * totals[who] for who in rivals]) for totals in after]
            now, then = map(round, margins)
            if 0 < now < then - 1:
                near = max(rivals, key=lambda who: side * after[0][who])
                return f"you then {words} [{near}] by about {now}, not {then}, and the middle total wins"
        return ""

    def _total_clause(
        self,
        decision: Decision[TrickState],
        ranking: Ranking,
        other: Action,
        takers: tuple[int, int] | None,
        extreme: str,
    ) -> str:
        """Returns a clause on the points of this trick, as the reason why the best action makes the seat's total less often
        the highest or the lowest.

        takers: the seats that get the trick by the best action and by the other one; None if they are not certain. extreme:
        "highest" or "lowest".
        """
        known, seat = decision.known, decision.seat
        if other >= VERB_SPAN and takers is None:
            return ""
        good, bad = takers or self.shifted_takers(decision, ranking.best, other) or (seat, seat)
        points = {LEFT_NEIGHBOUR[seat]: 0, seat: 1, RIGHT_NEIGHBOUR[seat]: 2}
        if (points[good] > points[bad]) != (extreme == "lowest") or good == bad:
            return ""
        whose = [self.possessive(decision, who) for who in range(SEATS)]
        worth = {who: ("nothing", "one", "two")[points[who]] for who in points}
        if takers is None:
            fate = (
                f"the trick is then likelier {whose[good]}, worth {worth[good]} to you, than {whose[bad]}, worth {worth[bad]}"
            )
            return f"{fate}; your total is less often the {extreme}"
        if extreme == "highest":
            owner = "your own trick" if bad == seat else f"a trick of [{bad}'s]"
            now = [total + earned for total, earned in zip(known.totals, base_points(known.taken()), strict=True)]
            fear = "is the highest already" if now[seat] == max(now) else "may become the highest"
            return f"{owner} brings you {worth[bad]}, and your total {fear}"
        if good == seat:
            return f"it is one for you; [{bad}'s] trick would bring you nothing and [{3 - seat - bad}] two"
        return f"[{good} sits] on your right, so the trick is worth two to you"

    def shifted_takers(self, decision: Decision[TrickState], card: Card, other: Card) -> tuple[int, int] | None:
        """Compares a card with another one by the playouts. Returns the seat that gets this trick clearly more often by the
        first card, and the seat that gets it clearly less often; None if there are no such seats.
        """
        shift = self.shifts_of_trick(decision, card, other)
        return (shift.index(max(shift)), shift.index(min(shift))) if max(shift) >= FIRM and min(shift) <= -FIRM else None

    def shifts_of_trick(self, decision: Decision[TrickState], card: Card, other: Card) -> list[float]:
        """Returns, by seat, the share of the playouts in which it gets this trick after `card`, minus that after `other`,
        -1..1.
        """
        return [self._share_of_trick(decision, card, who) - self._share_of_trick(decision, other, who) for who in range(SEATS)]

    def possessive(self, decision: Decision[TrickState], who: int) -> str:
        """Returns "yours" for the seat to act, "[1's]" for another one."""
        return "yours" if who == decision.seat else f"[{who}'s]"

    def _share_of_trick(self, decision: Decision[TrickState], card: Card, who: int) -> float:
        """Returns the share of the playouts, 0..1, in which a seat gets this trick after a card; 0 without playouts."""
        return decision.mean_or_zero(card, f"to {who}")
