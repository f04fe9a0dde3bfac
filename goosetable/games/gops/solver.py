"""Solver of endings of Gops between two players: with all hands public each round is a zero-sum matrix game.

The value of a position is computed backwards from the last round, over the prizes that may be turned up next (Rhoads and
Bartholdi, "Computer solution to the game of pure strategy", Games 3, 2012). A matrix is solved as a linear program by the
simplex method with Bland's rule (Dantzig, "A proof of the equivalence of the programming problem and the game problem",
1951), after a look for a saddle point, because most small games have one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import BID
from goosetable.games.gops.rules import VALUE, GopsState, in_order, points_of

TINY: Final = 1e-11
"""What is nearer to 0 than this is 0."""

Matrix = Sequence[Sequence[float]]
"""What the one who chooses a row gains, by row and column; the other loses as much. At least one row and one column."""


def matrix_value(payoffs: Matrix) -> float:
    """What the one who chooses a row gains on average when both choose as well as they can."""
    low = max([min(row) for row in payoffs])
    high = min([max(column) for column in zip(*payoffs, strict=True)])
    if high - low <= TINY:
        return low
    if len(payoffs) == 2 and len(payoffs[0]) == 2:
        (a, b), (c, d) = payoffs
        return (a * d - b * c) / (a + d - b - c)
    return solve_matrix(payoffs)[0]


def solve_matrix(payoffs: Matrix) -> tuple[float, list[float]]:
    """The value, and the best mixture: how likely each row is to be chosen, together 1."""
    rows, columns = len(payoffs), len(payoffs[0])
    lows = [min(row) for row in payoffs]
    low = max(lows)
    if min([max(column) for column in zip(*payoffs, strict=True)]) - low <= TINY:
        best = lows.index(low)
        return low, [float(row == best) for row in range(rows)]
    # The column player's program, with all payoffs made positive: the most y can sum up to where each row gains at most 1.
    # Its slack variables, one a row, become the row player's mixture.
    shift = 1.0 - min(lows)
    table = [
        [gain + shift for gain in row] + [float(slack == number) for slack in range(rows)] + [1.0]
        for number, row in enumerate(payoffs)
    ]
    costs = [-1.0] * columns + [0.0] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while True:
        enter = next((place for place in range(columns + rows) if costs[place] < -TINY), -1)
        if enter < 0:
            break
        leave, least = -1, 0.0
        for number, row in enumerate(table):
            if row[enter] > TINY:
                ratio = row[-1] / row[enter]
                if leave < 0 or ratio < least - TINY or (ratio <= least + TINY and basis[number] < basis[leave]):
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
    total = costs[-1]
    weights = [max(0.0, weight) for weight in costs[columns:-1]]
    whole = sum(weights)
    return 1.0 / total - shift, [weight / whole for weight in weights]


CARDS: Final = 6
"""Cards of a hand from which a deal is solved: half a second for six in plain Python, ten to twenty for seven."""
TREMBLE: Final = 1e-4
"""Probability that the other bids at random (Selten's trembling hand): of bids that are as good against perfect play it
prefers the one that punishes faults. It changes a value by less than 0.0005."""
SAFE: Final = 0.009
"""The most, of a game worth 1, that a perfect answer may win where faults of the other are played for.

In 240 positions reached by chance expert's bid loses 0.0022 on average to a perfect answer and 0.0090 at most; without this
bound, when faults were played for whatever that costs, it was 0.040 and 0.52 in 100 of them.
"""
HALVINGS: Final = 12
"""How finely it is found how far that allows to go."""
AT_ONCE: Final = 3
"""Cards of a hand up to which the value of a round is worked out in one piece: less than a millisecond."""
_HEIGHTS: Final = max(VALUE) + 1
Mixture = dict[Action, float]
Round = tuple[Cards, Cards, Cards, int, int]
"""A round at its beginning: the hands, the prizes still to come, the stake on offer, and the lead."""
Kinds = list[tuple[Card, int]]
"""Cards of a hand that make a difference, and how many each stands for."""
Likeness = tuple[int, Cards, int, int]
"""What the worth of a round depends on: how the hands lie between each other (`order_of`), and the rest of it."""


class Endgame:
    """The rest of one deal of two, for the seat to act; `utility` is what the deal is worth to it, by its lead at the end."""

    def __init__(self, state: GopsState, utility: Callable[[int], float], tremble: float = TREMBLE) -> None:
        self._tremble = tremble
        self._carries, self._order = state.options.ties == "carry", state.options.order
        self._utility = utility
        self._values: dict[Likeness, float] = {}
        self._orders: dict[tuple[Cards, Cards], int] = {}
        self._kinds: dict[tuple[Cards, Cards], tuple[Kinds, Kinds]] = {}
        self._ends: dict[int, float] = {}
        self._next: dict[Cards, tuple[Card, ...]] = {}
        self._points: dict[Cards, int] = {}
        """By the prizes still to come, those that may be next, and what all are worth."""

    def value(self, mine: Cards, theirs: Cards, left: Cards, stake: int, lead: int) -> float:
        """What a round is worth at its beginning."""
        like = self.likeness(mine, theirs, left, stake, lead)
        found = self._values.get(like)
        if found is None:
            found = self._values[like] = matrix_value(self._among((mine, theirs, left, stake, lead), *self._both(mine, theirs)))
        return found

    def _among(self, key: Round, mine: Kinds, theirs: Kinds) -> list[list[float]]:
        """What each of these bids is worth against each of those of the other, who now and then bids at random instead."""
        often = [number for _, number in theirs]
        return [self.trembled([self.after(key, bid, other) for other, _ in theirs], often) for bid, _ in mine]

    def _both(self, mine: Cards, theirs: Cards) -> tuple[Kinds, Kinds]:
        """The kinds of cards in both hands."""
        hands = mine, theirs
        found = self._kinds.get(hands)
        if found is None:
            found = self._kinds[hands] = kinds(mine, theirs), kinds(theirs, mine)
        return found

    def likeness(self, mine: Cards, theirs: Cards, left: Cards, stake: int, lead: int) -> Likeness:
        """What a round has in common with all that are worth the same."""
        hands = mine, theirs
        order = self._orders.get(hands)
        if order is None:
            order = self._orders[hands] = order_of(mine, theirs)
        return order, left, stake, lead

    def matrix(self, key: Round) -> list[list[float]]:
        """The same of all bids, those that are alike among them."""
        mine, theirs = ([(card, 1) for card in cards.members(hand)] for hand in key[:2])
        return self._among(key, mine, theirs)

    def end(self, lead: int) -> float:
        """What a lead at the end is worth."""
        found = self._ends.get(lead)
        if found is None:
            found = self._ends[lead] = self._utility(lead)
        return found

    def after(self, key: Round, bid: Card, other: Card) -> float:
        """What a round is worth once both have bid. More points are taken never to be worth less."""
        mine, theirs, left, stays, lead = self._bid(key, bid, other)
        drawn = self._drawn(left)
        if not drawn or self._settled(left, stays, lead):
            return self.end(lead)
        total = 0.0
        for prize in drawn:
            total += self.value(mine, theirs, left ^ BIT[prize], stays + VALUE[prize], lead)
        return total / len(drawn)

    def _bid(self, key: Round, bid: Card, other: Card) -> Round:
        """A round after both have bid, before the next prize is turned up: what is on offer then is what stays."""
        mine, theirs, left, stake, lead = key
        gain, stays = VALUE[bid] - VALUE[other], 0
        if gain:
            lead += stake if gain > 0 else -stake
        elif self._carries:
            stays = stake
        return mine ^ BIT[bid], theirs ^ BIT[other], left, stays, lead

    def _settled(self, left: Cards, stays: int, lead: int) -> bool:
        """Whether the points to come change nothing any more."""
        most = stays + self._points[left]
        return self.end(lead - most) == self.end(lead + most)

    def _drawn(self, left: Cards) -> tuple[Card, ...]:
        """Of the prizes still to come those that may be turned up next."""
        found = self._next.get(left)
        if found is None:
            found = self._next[left] = tuple(in_order(left, self._order)[:1]) or cards.members(left)
            self._points[left] = points_of(cards.members(left))
        return found

    def study(self, key: Round) -> Generator[None, None, None]:
        """Works out what the rounds after one are worth, in short pieces."""
        bids, others = self._both(key[0], key[1])
        for bid, _ in bids:
            for other, _ in others:
                mine, theirs, left, stays, lead = self._bid(key, bid, other)
                drawn = self._drawn(left)
                if not drawn or self._settled(left, stays, lead):
                    continue
                for prize in drawn:
                    rest, stake = left ^ BIT[prize], stays + VALUE[prize]
                    if self.likeness(mine, theirs, rest, stake, lead) not in self._values:
                        if mine.bit_count() > AT_ONCE:
                            yield from self.study((mine, theirs, rest, stake, lead))
                        self.value(mine, theirs, rest, stake, lead)
                        yield

    def trembled(self, row: Sequence[float], often: Sequence[int]) -> list[float]:
        """What a bid is worth against each kind of bid, of which the other has so many and now and then bids one at random."""
        part = self._tremble * sum([worth * number for worth, number in zip(row, often, strict=True)]) / sum(often)
        return [(1 - self._tremble) * worth + part for worth in row]


def order_of(mine: Cards, theirs: Cards) -> int:
    """How two hands lie between each other, from the lowest card to the highest: all that counts of them, as a bid only has to
    be higher. A digit to the base of four for each height in either: 1 for a card of mine, 2 of theirs, 3 for one of each.
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


def kinds(hand: Cards, other: Cards) -> Kinds:
    """The cards of a hand, one of each kind, and how many each stands for: cards between which the other has none are alike."""
    others = [VALUE[card] for card in cards.members(other)]
    found: Kinds = []
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


def solve(
    state: GopsState, utility: Callable[[int], float], faulty: bool = False
) -> Generator[None, None, tuple[Mixture, Mixture]]:
    """The best mixture of bids of the seat to act, and what each bid is worth against the other's best, in short pieces.

    state: what that seat knows of a deal of two. utility: what the deal is worth to it, by its lead at the end, never less for
    more. faulty: whether the other bids without a plan; its faults are then played for as far as `SAFE` allows.
    """
    seat, end = state.turn, Endgame(state, utility)
    ahead, behind = (points_of(cards.members(won)) for won in (state.won[seat], state.won[1 - seat]))
    key = state.held(seat), state.held(1 - seat), state.hidden, state.stake, ahead - behind
    yield from end.study(key)
    matrix = end.matrix(key)
    yield
    _, mixture = solve_matrix(matrix)
    _, theirs = solve_matrix([[-worth for worth in column] for column in zip(*matrix, strict=True)])
    if faulty:
        mixture = exploiting(matrix)
    bids = [BID + bid for bid in cards.members(key[0])]
    worths = [sum([worth * often for worth, often in zip(row, theirs, strict=True)]) for row in matrix]
    return dict(zip(bids, mixture, strict=True)), dict(zip(bids, worths, strict=True))


def exploiting(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Of the mixtures that lose no more than `SAFE` to a perfect answer, the one that gains most from any column at random.

    matrix: what each row is worth against each column (Johanson, Zinkevich and Bowling, "Computing robust counter-strategies",
    2007).
    """
    value, safe = solve_matrix(matrix)
    gains = [sum(row) / len(row) for row in matrix]
    best = max(gains)
    bold, lost, loses = [float(gain == best) for gain in gains], 0.0, 0.0
    bold = [one / sum(bold) for one in bold]
    loses = value - worst(matrix, bold)
    if loses <= SAFE:
        return bold
    part, step = 0.0, 0.5
    for _ in range(HALVINGS):
        faults = part + step
        tried = solve_matrix(
            [[(1 - faults) * worth + faults * gain for worth in row] for row, gain in zip(matrix, gains, strict=True)]
        )[1]
        found = value - worst(matrix, tried)
        if found <= SAFE:
            safe, lost, part = tried, found, faults
        else:
            bold, loses = tried, found
        step /= 2
    more = (SAFE - lost) / (loses - lost)
    return [(1 - more) * one + more * other for one, other in zip(safe, bold, strict=True)]


def worst(matrix: Sequence[Sequence[float]], mixture: Sequence[float]) -> float:
    """What a mixture of rows is worth against the best answer."""
    columns = zip(*matrix, strict=True)
    found: float = min([sum([often * worth for often, worth in zip(mixture, column, strict=True)]) for column in columns])
    return found
