"""Solver of endings of Gops between two players: with all hands public, each round is a zero-sum matrix game.

The value of a position is computed backwards from the last round, over the prizes that may be turned up next (Rhoads and
Bartholdi, "Computer solution to the game of pure strategy", Games 3, 2012). Most small matrices have a saddle point. Others are
solved as a linear program by the simplex method with Bland's rule (Dantzig, "A proof of the equivalence of the programming
problem and the game problem", 1951).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.state import BID
from goosetable.engine.strength.heuristics import MixedStrategyRun, SolvedRound
from goosetable.engine.strength.sums import sum_in_order
from goosetable.games.gops.rules import VALUE, GopsState, points_of_prizes, prizes_in_order

ZERO_LIMIT: Final = 1e-11
"""Absolute value below which a number counts as 0."""

Matrix = Sequence[Sequence[float]]
"""The row player's gain by row and column; the column player loses as much. It has at least one row and one column."""


def matrix_value(payoffs: Matrix) -> float:
    """Returns the value of a zero-sum matrix game for the row player."""
    low = max([min(row) for row in payoffs])
    high = min([max(column) for column in zip(*payoffs, strict=True)])
    if high - low <= ZERO_LIMIT:
        return low
    if len(payoffs) == 2 and len(payoffs[0]) == 2:
        (a, b), (c, d) = payoffs
        return (a * d - b * c) / (a + d - b - c)
    return solve_matrix(payoffs)[0]


def solve_matrix(payoffs: Matrix) -> tuple[float, list[float]]:
    """Returns the value of a zero-sum matrix game, and the row player's optimal mixed strategy as probabilities."""
    rows, columns = len(payoffs), len(payoffs[0])
    lows = [min(row) for row in payoffs]
    low = max(lows)
    if min([max(column) for column in zip(*payoffs, strict=True)]) - low <= ZERO_LIMIT:
        best = lows.index(low)
        return low, [float(row == best) for row in range(rows)]
    # The column player's program, with all payoffs made positive: the most y can sum up to where each row gains at most 1.
    # Its slack variables, one a row, become the row player's mixture.
    shift = 1.0 - min(lows)
    table = [
        [gain + shift for gain in row] + [float(slack == number) for slack in range(rows)] + [1.0]
        for number, row in enumerate(payoffs)
    ]
    costs = _reduced_costs(table, [-1.0] * columns + [0.0] * (rows + 1), list(range(columns, columns + rows)))
    total = costs[-1]
    weights = [max(0.0, weight) for weight in costs[columns:-1]]
    whole = sum_in_order(weights)
    return 1.0 / total - shift, [weight / whole for weight in weights]


def _reduced_costs(table: list[list[float]], costs: list[float], basis: list[int]) -> list[float]:
    """Runs the simplex method with Bland's rule; returns the reduced costs at the optimum, followed by the total.

    table: a row for each constraint, with its bound last; it is modified. basis: the basic variable of each row at the start.
    """
    while True:
        enter = next((place for place in range(len(costs) - 1) if costs[place] < -ZERO_LIMIT), -1)
        if enter < 0:
            return costs
        leave, least = -1, 0.0
        for number, row in enumerate(table):
            if row[enter] > ZERO_LIMIT:
                ratio = row[-1] / row[enter]
                if leave < 0 or ratio < least - ZERO_LIMIT or (ratio <= least + ZERO_LIMIT and basis[number] < basis[leave]):
                    leave, least = number, ratio
        pivot = table[leave]
        by = pivot[enter]
        table[leave] = pivot = [entry / by for entry in pivot]
        for number, row in enumerate(table):
            if number != leave and row[enter]:
                times = row[enter]
                table[number] = [entry - times * own for entry, own in zip(row, pivot, strict=True)]
        times = costs[enter]
        costs = [entry - times * own for entry, own in zip(costs, pivot, strict=True)]
        basis[leave] = enter


MAX_HAND: Final = 6
"""Largest hand with which a deal is solved. Six cards take half a second in plain Python, seven ten to twenty."""
TREMBLE_CHANCE: Final = 1e-4
"""Probability with which the opponent is assumed to bid at random (Selten's trembling hand). So the solver chooses, among bids
that are equally good against perfect play, the one that punishes mistakes. It changes a value by less than 0.0005.
"""
MAX_RISK: Final = 0.009
"""Greatest loss of the solver's strategy against the best answer, in a game worth 1: its risk to exploit mistakes."""
BISECTION_STEPS: Final = 12
"""Number of steps of the bisection in `exploiting_mixture`."""
MAX_HAND_IN_ONE_SLICE: Final = 3
"""Largest hand with which a round is solved in one slice, in less than a millisecond."""
_HEIGHTS: Final = max(VALUE) + 1
Round = tuple[Cards, Cards, Cards, int, int]
"""A round at its start: the two hands, the prizes still to come, the stake on offer, and the lead."""
CardClasses = list[tuple[Card, int]]
"""For each class of equivalent cards, one of its cards and its size."""
RoundKey = tuple[int, Cards, int, int]
"""Cache key of a round: the order of both hands' ranks (`rank_order_code`), the prizes to come, the stake, and the lead."""


class Endgame:
    """The rest of a deal between two players, from the view of the seat to act.

    utility: a function from the seat's lead at the end of the deal to its payoff.
    """

    def __init__(self, state: GopsState, utility: Callable[[int], float], tremble: float = TREMBLE_CHANCE) -> None:
        self._tremble = tremble
        self._carries, self._order = state.options.ties == "carry", state.options.order
        self._utility = utility
        self._values: dict[RoundKey, float] = {}
        self._orders: dict[tuple[Cards, Cards], int] = {}
        self._kinds: dict[tuple[Cards, Cards], tuple[CardClasses, CardClasses]] = {}
        self._ends: dict[int, float] = {}
        self._next: dict[Cards, tuple[Card, ...]] = {}
        self._points: dict[Cards, int] = {}
        """By the prizes still to come: the prizes that may be next; the points of all."""

    def value_of_round(self, mine: Cards, theirs: Cards, remaining: Cards, stake: int, lead: int) -> float:
        """Returns the value of a round at its start. Results are cached."""
        like = self.cache_key(mine, theirs, remaining, stake, lead)
        found = self._values.get(like)
        if found is None:
            found = self._values[like] = matrix_value(
                self._payoffs((mine, theirs, remaining, stake, lead), *self._hand_classes(mine, theirs))
            )
        return found

    def _payoffs(self, key: Round, mine: CardClasses, theirs: CardClasses) -> list[list[float]]:
        often = [number for _, number in theirs]
        return [
            self.payoffs_with_random_bids([self.value_after(key, bid, other) for other, _ in theirs], often) for bid, _ in mine
        ]

    def _hand_classes(self, mine: Cards, theirs: Cards) -> tuple[CardClasses, CardClasses]:
        hands = mine, theirs
        found = self._kinds.get(hands)
        if found is None:
            found = self._kinds[hands] = card_classes(mine, theirs), card_classes(theirs, mine)
        return found

    def cache_key(self, mine: Cards, theirs: Cards, remaining: Cards, stake: int, lead: int) -> RoundKey:
        """Returns the cache key of a round. Rounds with the same key have the same value."""
        hands = mine, theirs
        order = self._orders.get(hands)
        if order is None:
            order = self._orders[hands] = rank_order_code(mine, theirs)
        return order, remaining, stake, lead

    def payoff_matrix(self, key: Round) -> list[list[float]]:
        """Returns the payoff matrix of a round, with a row and a column for each bid, even if bids are equivalent."""
        mine, theirs = ([(card, 1) for card in cards.members(hand)] for hand in key[:2])
        return self._payoffs(key, mine, theirs)

    def final_utility(self, lead: int) -> float:
        """Returns the payoff of a final lead, cached."""
        found = self._ends.get(lead)
        if found is None:
            found = self._ends[lead] = self._utility(lead)
        return found

    def value_after(self, key: Round, bid: Card, other: Card) -> float:
        """Returns the value of a round after both bids. It is right only if `utility` never falls as the lead grows."""
        mine, theirs, left, stays, lead = self._round_after(key, bid, other)
        drawn = self._possible_next_prizes(left)
        if not drawn or self._is_decided(left, stays, lead):
            return self.final_utility(lead)
        total = 0.0
        for prize in drawn:
            total += self.value_of_round(mine, theirs, left ^ BIT[prize], stays + VALUE[prize], lead)
        return total / len(drawn)

    def _round_after(self, key: Round, bid: Card, other: Card) -> Round:
        mine, theirs, left, stake, lead = key
        gain, stays = VALUE[bid] - VALUE[other], 0
        if gain:
            lead += stake if gain > 0 else -stake
        elif self._carries:
            stays = stake
        return mine ^ BIT[bid], theirs ^ BIT[other], left, stays, lead

    def _is_decided(self, remaining: Cards, stays: int, lead: int) -> bool:
        most = stays + self._points[remaining]
        return self.final_utility(lead - most) == self.final_utility(lead + most)

    def _possible_next_prizes(self, remaining: Cards) -> tuple[Card, ...]:
        found = self._next.get(remaining)
        if found is None:
            found = self._next[remaining] = tuple(prizes_in_order(remaining, self._order)[:1]) or cards.members(remaining)
            self._points[remaining] = points_of_prizes(cards.members(remaining))
        return found

    def compute_later_rounds(self, key: Round) -> Generator[None, None, None]:
        """Computes the values of all rounds that can follow a round, in slices."""
        bids, others = self._hand_classes(key[0], key[1])
        for bid, _ in bids:
            for other, _ in others:
                mine, theirs, left, stays, lead = self._round_after(key, bid, other)
                drawn = self._possible_next_prizes(left)
                if not drawn or self._is_decided(left, stays, lead):
                    continue
                for prize in drawn:
                    rest, stake = left ^ BIT[prize], stays + VALUE[prize]
                    if self.cache_key(mine, theirs, rest, stake, lead) not in self._values:
                        if mine.bit_count() > MAX_HAND_IN_ONE_SLICE:
                            yield from self.compute_later_rounds((mine, theirs, rest, stake, lead))
                        self.value_of_round(mine, theirs, rest, stake, lead)
                        yield

    def payoffs_with_random_bids(self, row: Sequence[float], counts: Sequence[int]) -> list[float]:
        """Returns the payoffs of a bid against an opponent who sometimes bids at random.

        row: payoff of the bid against each class of the opponent's bids. counts: sizes of these classes.
        """
        part = (
            self._tremble
            * sum_in_order([worth * number for worth, number in zip(row, counts, strict=True)])
            / sum_in_order(counts)
        )
        return [(1 - self._tremble) * worth + part for worth in row]


def rank_order_code(mine: Cards, theirs: Cards) -> int:
    """Returns a number in base four for the order of the ranks in both hands. Rounds with the same number have the same value.

    From the lowest rank on, each rank in either hand has a digit: 1 for a card of `mine`, 2 for one of `theirs`, 3 for one of
    each.
    """
    heights = [0] * _HEIGHTS
    for card in cards.members(mine):
        heights[VALUE[card]] = 1
    for card in cards.members(theirs):
        heights[VALUE[card]] += 2
    found = 0
    for height in heights:
        if height:
            found = found * 4 + height
    return found


def card_classes(hand: Cards, other: Cards) -> CardClasses:
    """Groups a hand into classes of equivalent cards. Returns one card of each class with the class size.

    Cards are equivalent if no card of the other hand is between them.
    """
    others = [VALUE[card] for card in cards.members(other)]
    found: CardClasses = []
    place = -1
    for height, card in sorted([(VALUE[card], card) for card in cards.members(hand)]):
        below, even = sum([own < height for own in others]), height in others
        now = 2 * below + even
        if now == place and not even:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((card, 1))
        place = now
    return found


def solve_round(state: GopsState, utility: Callable[[int], float], is_opponent_random: bool = False) -> MixedStrategyRun:
    """Returns, in slices, the optimal mixed strategies of both seats, and the values and the payoffs of the seat's bids.

    state: the seat's view in a deal between two players. utility: function from the seat's final lead to its payoff; it must
    not fall as the lead grows. is_opponent_random: True for an opponent that bids at random; the mixed strategy exploits that
    as far as `MAX_RISK` allows.
    """
    seat, end = state.turn, Endgame(state, utility)
    ahead, behind = (points_of_prizes(cards.members(won)) for won in (state.won[seat], state.won[1 - seat]))
    key = state.open_hand(seat), state.open_hand(1 - seat), state.prizes_to_come, state.stake, ahead - behind
    yield from end.compute_later_rounds(key)
    matrix = end.payoff_matrix(key)
    yield
    _, mixture = solve_matrix(matrix)
    _, theirs = solve_matrix([[-worth for worth in column] for column in zip(*matrix, strict=True)])
    if is_opponent_random:
        mixture = exploiting_mixture(matrix)
    bids = [BID + bid for bid in cards.members(key[0])]
    worths = [sum_in_order([worth * often for worth, often in zip(row, theirs, strict=True)]) for row in matrix]
    return SolvedRound(
        dict(zip(bids, mixture, strict=True)),
        dict(zip([BID + bid for bid in cards.members(key[1])], theirs, strict=True)),
        dict(zip(bids, worths, strict=True)),
        dict(zip(bids, [tuple(row) for row in matrix], strict=True)),
    )


def exploiting_mixture(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Returns the mixed strategy that gains most if the columns are chosen at random.

    It is chosen among the strategies that lose at most `MAX_RISK` to a best response. matrix: payoff by row and column
    (Johanson, Zinkevich and Bowling, "Computing robust counter-strategies", 2007).
    """
    value, safe = solve_matrix(matrix)
    gains = [sum_in_order(row) / len(row) for row in matrix]
    best = max(gains)
    bold, lost, loses = [float(gain == best) for gain in gains], 0.0, 0.0
    bold = [one / sum_in_order(bold) for one in bold]
    loses = value - worst_case_value(matrix, bold)
    if loses <= MAX_RISK:
        return bold
    part, step = 0.0, 0.5
    for _ in range(BISECTION_STEPS):
        faults = part + step
        tried = solve_matrix(
            [[(1 - faults) * worth + faults * gain for worth in row] for row, gain in zip(matrix, gains, strict=True)]
        )[1]
        found = value - worst_case_value(matrix, tried)
        if found <= MAX_RISK:
            safe, lost, part = tried, found, faults
        else:
            bold, loses = tried, found
        step /= 2
    more = (MAX_RISK - lost) / (loses - lost)
    return [(1 - more) * one + more * other for one, other in zip(safe, bold, strict=True)]


def worst_case_value(matrix: Sequence[Sequence[float]], mixture: Sequence[float]) -> float:
    """Returns the value of a mixed strategy of rows against the best response."""
    columns = zip(*matrix, strict=True)
    found: float = min(
        [sum_in_order([often * worth for often, worth in zip(mixture, column, strict=True)]) for column in columns]
    )
    return found
