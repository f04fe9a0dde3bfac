"""Chances of winning a game for the highest or lowest total, from the totals and the distribution of points in a deal.

The model treats the points of the seats as independent. It corrects their spread for the correlation within a deal, because
only differences between seats decide the game. A shared win is divided among the winners, and so is a tie that the game would
break by another deal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, exp, floor, prod, sqrt
from typing import Final, NamedTuple, Protocol, TypeVar

from goosetable.cards import Cards
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.rules.rules import Rules, S
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.sums import sum_in_order

TIE_SHARE: Final = 0.5
"""Part of the probability of a tie that counts as a win. A tie of three counts 1/4 of a win for each seat, and not 1/3."""
CHECKED_DEALS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28, 36, 46, 60)
"""Numbers of deals after which the model checks whether a seat has reached the target. After the last one, the leader wins."""
STEPS_PER_SPREAD: Final = 3
"""Number of grid steps in one spread. The spread is the standard deviation of a seat's points in a deal."""
PARTS_OF_TENTH: Final = 8
"""Number of equal parts into which the model divides each tenth of a distribution."""
MAX_RELATIVE_LENGTH: Final = 1.6
"""Greatest number of deals that the model computes, as a multiple of the number that a seat needs on average."""
MIN_PROBABILITY: Final = 1e-6
"""Results with a lower probability are ignored."""
MIN_PROBABILITY_OF_ANY: Final = 1e-4
"""Results with a lower probability for every seat are skipped, in games that the lowest total wins."""
MAX_SPREADS_BEHIND: Final = 4.0
"""Greatest distance, in spreads, of a total from the highest expected total; totals farther away are ignored."""


class DealSpread(NamedTuple):
    """Distribution of a seat's points in a deal, measured by `build/lab/spreads.py` from games between computer players."""

    tenths: tuple[float, ...]
    """Deciles, from the least to the most points: eleven numbers."""
    correlation: float
    """Correlation of two seats' points in a deal, -1..1."""

    @property
    def mean(self) -> float:
        """Mean points of a deal."""
        inner = sum_in_order(self.tenths[1:-1])
        return (inner + (self.tenths[0] + self.tenths[-1]) / 2) / (len(self.tenths) - 1)

    def typical_results(self) -> list[float]:
        """Returns equally likely results of a deal for one seat. Their spread is corrected for correlation between seats."""
        mean, wider = self.mean, sqrt(1 - self.correlation)
        pairs = pairwise(self.tenths)
        found = [low + (high - low) * (part + 0.5) / PARTS_OF_TENTH for low, high in pairs for part in range(PARTS_OF_TENTH)]
        return [mean + wider * (result - mean) for result in found]


class Endings(NamedTuple):
    """Distribution of a seat's result at the end of the game: its final total and the number of deals up to it."""

    chances: tuple[float, ...]
    """Probability of each result."""
    worse: tuple[float, ...]
    """For each result, the probability of a worse result of this seat."""
    worse_or_tied: tuple[float, ...]
    """For each result, the probability of a worse result of this seat, plus `TIE_SHARE` times that of an equal one."""
    likely_slots: tuple[int, ...]
    """Indices of the results that are likely enough to count."""
    worse_below_target: tuple[float, ...] = ()
    """For each result, the probability of a worse one that is still below the target; empty if the highest total wins."""
    chances_below_target: tuple[float, ...] = ()
    """Probability of each result, 0 from the target on; empty if the highest total wins."""


def _make_endings(
    equal: Sequence[float],
    behind: Sequence[float],
    worse_below_target: Sequence[float] = (),
    chances_below_target: Sequence[float] = (),
) -> Endings:
    worse_or_tied: list[float] = []
    likely: list[int] = []
    for slot, even in enumerate(equal):
        worse_or_tied.append(behind[slot] + TIE_SHARE * even)
        if even > MIN_PROBABILITY:
            likely.append(slot)
    return Endings(
        tuple(equal), tuple(behind), tuple(worse_or_tied), tuple(likely), tuple(worse_below_target), tuple(chances_below_target)
    )


def win_shares(seats: Sequence[Endings]) -> tuple[float, ...]:
    """Returns each seat's probability of winning with the highest result. A tie is divided among its seats."""
    won: list[float] = []
    for place, own in enumerate(seats):
        won.append(_chance_ahead(own, [other.worse_or_tied for seat, other in enumerate(seats) if seat != place]))
    whole = sum_in_order(won)
    return tuple([own / whole for own in won])


def _chance_ahead(own: Endings, others: Sequence[tuple[float, ...]]) -> float:
    """Returns a seat's probability of being ahead of all others. others: `worse_or_tied` of each other seat."""
    chances, found = own.chances, 0.0
    if len(others) == 2:
        one, two = others
        for slot in own.likely_slots:
            found += chances[slot] * one[slot] * two[slot]
        return found
    if len(others) == 3:
        one, two, three = others
        for slot in own.likely_slots:
            found += chances[slot] * one[slot] * two[slot] * three[slot]
        return found
    for slot in own.likely_slots:
        ahead = chances[slot]
        for behind in others:
            ahead *= behind[slot]
        found += ahead
    return found


def lowest_win_shares(seats: Sequence[Endings]) -> tuple[float, ...]:
    """Returns each seat's probability of winning with the lowest result. A tie is divided among its seats.

    The game goes on while no seat has reached the target.
    """
    won = [0.0] * len(seats)
    for slot in range(len(seats[0].chances)):
        equal = [own.chances[slot] for own in seats]
        if max(equal) < MIN_PROBABILITY_OF_ANY:
            continue
        behind = [own.worse_or_tied[slot] for own in seats]
        together = prod(behind)
        if together > 0.0:
            short = [own.worse_below_target[slot] + TIE_SHARE * own.chances_below_target[slot] for own in seats]
            all_short = prod(short)
            for seat, own in enumerate(equal):
                if own:
                    goes_on = all_short / short[seat] if all_short else 0.0
                    won[seat] += own * max(together / behind[seat] - goes_on, 0.0)
    whole = sum_in_order(won)
    return tuple([own / whole for own in won]) if whole else (1 / len(won),) * len(won)


class RaceChances:
    """Chances of winning a race to a target. The game ends with the deal in which a seat reaches the target.

    lowest_wins: True if the lowest total then wins, False if the highest wins.
    """

    def __init__(self, target: int, deals: DealSpread, lowest_wins: bool = False) -> None:
        self._lowest = lowest_wins
        results = deals.typical_results()
        mean = deals.mean
        spread = sqrt(sum_in_order([(result - mean) ** 2 for result in results]) / len(results))
        self._target = target
        self._unit = max(spread / STEPS_PER_SPREAD, target / (20 if lowest_wins else 40), 1.0)
        """Points of one step."""
        steps: dict[int, float] = {}
        for result in results:
            _split_chance(steps, result / self._unit, 1 / len(results))
        self._steps = sorted(steps.items())
        self._most = max(steps)
        self._least = -floor(target / self._unit) - 2 * self._most
        longest = MAX_RELATIVE_LENGTH * target / max(mean, target / CHECKED_DEALS[-1]) + 2
        self._checks = CHECKED_DEALS[: bisect_right(CHECKED_DEALS, longest) + 1]
        self._runs: dict[int, Endings] = {}
        self._seats: dict[Points, Endings] = {}

    def win_chances(self, totals: Sequence[Points]) -> tuple[float, ...]:
        """Returns each seat's chance of winning a game that is not over, by its totals; the chances add up to 1."""
        found = [self._seats.get(total) or self._endings_of_total(total) for total in totals]
        return lowest_win_shares(found) if self._lowest else win_shares(found)

    def compute_usual_endings(self) -> Iterator[None]:
        """Computes the endings of the most usual totals in advance, in slices of about a millisecond."""
        worst = min(self._steps[0][0], 0)
        for start in range(-ceil(self._target / self._unit) + worst, 1):
            if start not in self._runs:
                self._endings_from(start)
                yield

    def _endings_of_total(self, total: Points) -> Endings:
        """Returns the endings of a seat with this total, interpolated between two steps of the grid."""
        start = (float(total) - self._target) / self._unit
        start = min(max(start, self._least), self._most)
        at = floor(start)
        high = start - at
        one, two = self._endings_from(at), self._endings_from(at + 1)
        found = self._seats[total] = _make_endings(
            _interpolate(one.chances, two.chances, high),
            _interpolate(one.worse, two.worse, high),
            _interpolate(one.worse_below_target, two.worse_below_target, high),
            _interpolate(one.chances_below_target, two.chances_below_target, high),
        )
        return found

    def _endings_from(self, start: int) -> Endings:
        """Returns the endings of a seat. start: its total minus the target, in steps; usually negative."""
        found = self._runs.get(start)
        if found is not None:
            return found
        if self._lowest:
            return self._endings_if_lowest_wins(start)
        equal: list[float] = []
        behind: list[float] = []
        home = -self._least
        lying, deals = [0.0] * (home + 2 * self._most + 1), 0
        lying[home + start] = 1.0
        for check in self._checks:
            while deals < check:
                lying, deals = self._distribution_after_deal(lying), deals + 1
            first = 0 if check == self._checks[-1] else home
            rest = sum_in_order(lying[:first])
            for own in lying[first:]:
                equal.append(own)
                behind.append(rest)
                rest += own
            lying[home:] = [0.0] * (2 * self._most + 1)
        found = self._runs[start] = _make_endings(equal, behind)
        return found

    def _endings_if_lowest_wins(self, start: int) -> Endings:
        """Returns the endings of a seat in a game that the lowest total wins. start: its total minus the target, in steps."""
        whole: list[list[float]] = [[], [], [], []]
        home = -self._least
        lying, deals = [0.0] * (home + 2 * self._most + 1), 0
        lying[home + start] = 1.0
        for check in self._checks:
            while deals < check:
                lying, deals = self._distribution_after_deal(lying), deals + 1
            upto = list(accumulate(lying))
            there, goes_on = [0.0] * (2 * self._most + 1), 1.0 if check != self._checks[-1] else 0.0
            whole[0] += lying
            whole[1] += [max(upto[-1] - low, 0.0) for low in upto]
            whole[2] += [goes_on * max(upto[home - 1] - low, 0.0) for low in upto]
            whole[3] += [goes_on * own for own in lying[:home]] + there
            lying[home:] = there
        found = self._runs[start] = _make_endings(*whole)
        return found

    def _distribution_after_deal(self, distribution: list[float]) -> list[float]:
        """Returns the distribution of a seat's total after one more deal. distribution: its distribution now, by step."""
        found = [0.0] * len(distribution)
        top, steps = len(distribution) - 1, self._steps
        for place, chance in enumerate(distribution):
            if chance > MIN_PROBABILITY:
                for step, part in steps:
                    found[min(max(place + step, 0), top)] += chance * part
        return found


def _interpolate(first: Sequence[float], second: Sequence[float], fraction: float) -> tuple[float, ...]:
    return tuple([low + fraction * (high - low) for low, high in zip(first, second, strict=True)])


def _split_chance(steps: dict[int, float], step: float, chance: float) -> None:
    """Adds a probability to the two steps nearest to `step`, divided so that the mean is `step`."""
    low = floor(step)
    steps[low] = steps.get(low, 0.0) + chance * (low + 1 - step)
    if step > low:
        steps[low + 1] = steps.get(low + 1, 0.0) + chance * (step - low)


class _SeatVariables:
    """The variables of one seat in a loop over all totals. Compiled code stores the floats of such an object unboxed."""

    __slots__ = ("before", "equal", "expected", "spread", "won", "worse_or_tied")

    def __init__(self, expected: float, spread: float) -> None:
        self.expected = expected
        self.spread = spread
        self.before: float = 0.0
        """Probability of a total below the current step."""
        self.equal: float = 0.0
        """Probability of a total in the current step."""
        self.worse_or_tied: float = 0.0
        self.won: float = 0.0
        """Probability of being ahead of the others with a total up to the current step."""

    def advance_to(self, edge: float) -> None:
        below = normal_cdf((edge - self.expected) / self.spread)
        self.equal = below - self.before
        self.worse_or_tied = self.before + TIE_SHARE * self.equal
        self.before = below


def lead_chances(expected: Sequence[float], spreads: Sequence[float], step: float) -> tuple[float, ...]:
    """Returns each seat's probability of the highest total. A tie is divided among its seats.

    expected: by seat, the mean of its total. spreads: by seat, the standard deviation of its total. step: the smallest
    difference between unequal totals.
    """
    widest = max(spreads)
    wide = max(widest / 3, step)
    top, far = max(expected), MAX_SPREADS_BEHIND * widest
    runners = [_SeatVariables(mean, spread) for mean, spread in zip(expected, spreads, strict=True)]
    for place in range(floor((top - far) / wide + 0.5), floor((top + far) / wide + 0.5) + 1):
        for own in runners:
            own.advance_to((place + 0.5) * wide)
        for own in runners:
            ahead = own.equal
            if ahead > MIN_PROBABILITY:
                for other in runners:
                    if other is not own:
                        ahead *= other.worse_or_tied
                own.won += ahead
    whole = sum_in_order([own.won for own in runners])
    return tuple([own.won / whole for own in runners])


def normal_cdf(deviations: float) -> float:
    """Returns the standard normal distribution function, with an error of at most 1e-7 (Hastings, 1955)."""
    far = abs(deviations)
    near = 1.0 / (1.0 + 0.2316419 * far)
    tail = 0.31938153 + near * (-0.356563782 + near * (1.781477937 + near * (-1.821255978 + near * 1.330274429)))
    beyond = 0.3989422804014327 * exp(-0.5 * far * far) * near * tail
    return beyond if deviations < 0.0 else 1.0 - beyond


class TargetOptions(Protocol):
    """Options of a game that ends at a target."""

    @property
    def target(self) -> int:
        """The total that ends the game."""


T = TypeVar("T", bound=TargetOptions)


class TargetRace(Heuristics[S, T]):
    """Heuristics of a game to a target: `payoff` is a scaled lead, and chances of winning come from `RaceChances`."""

    spread = 100
    deal_spreads: Mapping[int, DealSpread] = {}
    """By number of seats, the distribution of a seat's points in a deal; without it, all seats have equal chances."""

    def __init__(self, rules: Rules[S, T]) -> None:
        super().__init__(rules)
        self._races: dict[tuple[int, int], RaceChances] = {}
        """Cache of races by number of seats and target; the spread, which takes long to hash, is not part of the key."""

    def win_chances(self, options: T, standing: Standing) -> tuple[float, ...]:
        """Returns each seat's chance of winning, from the totals alone, assuming that all seats play equally well."""
        deals = self.deal_spreads.get(len(standing.totals))
        if deals is None or is_one_deal(options) or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        seats, target = len(standing.totals), options.target
        found = self._races.get((seats, target)) or self._make_race(seats, target, deals)
        return found.win_chances(standing.totals)

    def prepare_win_chances(self, options: T) -> Iterator[None]:
        """Computes the tables of `win_chances` for a target in advance, in short slices of work."""
        seats, target = self.rules.seats(options), options.target
        deals = self.deal_spreads.get(seats)
        if deals is not None and not is_one_deal(options):
            found = self._races.get((seats, target)) or self._make_race(seats, target, deals)
            yield from found.compute_usual_endings()

    def _make_race(self, seats: int, target: int, deals: DealSpread) -> RaceChances:
        found = self._races[seats, target] = RaceChances(target, deals, self.rules.lowest_wins)
        return found


HIGHER_CARD_CHANCE: Final = 0.5
"""Probability that a later player plays a higher card, if the player holds one."""
_MOST: Final = 6
_ROW: Final = 14
_AWAY: Final[list[float]] = [(1 - 1 / others) ** count if others else 0.0 for others in range(_MOST) for count in range(_ROW)]
"""The probability that one given seat has none of some cards. Indices: the numbers of other seats, and of these cards."""


class TrickChances:
    """Probabilities in a trick with one pack, from the view of one seat: from the unseen cards, without any hidden hand."""

    def __init__(self) -> None:
        self.place = self.others = self.after = 0
        """Number of cards in the trick; number of other seats; number of other seats that have yet to play to the trick."""
        self.led = NO_SUIT
        """The suit led, `NO_SUIT` before the lead."""
        self.last = self.full = False
        """Whether the next card is the last of the trick, and whether the trick is full."""
        self.unseen: Cards = 0
        self._seat = 0
        self._trumps: Cards = 0
        self._voids: list[Cards] = []
        self._has_trump = self._unruffed = 0.0
        """Probability that one of the others has a trump, and that no later player ruffs the suit led."""
        self._suits: tuple[Cards, ...] = ()

    def read_position(self, state: TrickState, unseen: Cards, trumps: Cards) -> None:
        """Stores the position of the seat to act. unseen: the cards it cannot see. trumps: all trump cards, or 0."""
        trick = state.trick
        place, seats = len(trick), len(state.hands)
        self.place, self.others, self.last, self.full = place, seats - 1, place == seats - 1, place == seats
        self.after = seats - 1 - place
        self.led = SUIT[trick[0]] if place else NO_SUIT
        self.unseen, self._seat, self._trumps = unseen, state.turn, trumps
        self._voids, self._suits = state.voids, state.suits
        self._has_trump = 1.0 - _AWAY[(seats - 1) * _ROW + (unseen & trumps).bit_count()]

    def set_suit_led(self, led: int) -> None:
        """Sets the suit that is led, or that the seat may lead. The methods below refer to this suit."""
        group, unseen, voids = self._suits[led], self.unseen, self._voids
        unruffed = 1.0
        if not group & self._trumps:
            void = _AWAY[self.others * _ROW + (unseen & group).bit_count()]
            trumps, other = self._trumps & unseen, self._seat
            for _ in range(self.after):
                other = other + 1 if other < self.others else 0
                lacking = voids[other]
                if trumps & ~lacking:
                    unruffed *= 1.0 - self._has_trump * (void if group & unseen & ~lacking else 1.0)
        self._unruffed = unruffed

    def best_card_wins_chance(self, follows: bool, higher: int) -> float:
        """Returns the probability that the best card so far takes the trick.

        follows: True if that card is of the suit led. higher: number of unseen higher cards of its suit.
        """
        if self.last:
            return 1.0
        beaten: float = (1.0 - HIGHER_CARD_CHANCE * self.after / self.others) ** higher
        # Only a seat that is void too can beat a ruff.
        return beaten * self._unruffed if follows else 1.0 - (1.0 - self._unruffed) * (1.0 - beaten)

    def void_share(self, suit: int) -> float:
        """Returns the fraction, 0..1, of the other seats that are known to be void in a suit."""
        theirs, known = self._suits[suit] & self.unseen, 0
        for other, lacking in enumerate(self._voids):
            if other != self._seat and not theirs & ~lacking:
                known += 1
        return known / self.others
