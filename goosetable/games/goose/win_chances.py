"""Who may win a game of Goose: each seat's chance, by the totals, the deals to come and who plays the next as Ass or Goose.

A bid is made or not, the less often the more tricks may fall either way. The last gains by being the Ass, and who is
first loses by being the Goose, so totals draw together; how long a seat stays last or first depends on the gaps.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt
from typing import Final, NamedTuple

from goosetable.engine.rules.deal import Standing
from goosetable.engine.strength.win_chances import leading
from goosetable.games.goose.options import GooseOptions, sizes
from goosetable.games.goose.scoring import EACH, MADE, Roles

MISSES: Final = {2: 2.2, 3: 1.2, 4: 0.82, 5: 0.75}
"""By the number of players, how many bids fail for each that is made where many tricks may fall either way."""
MISSES_MORE: Final = 0.7
"""The same with six players or more."""
EASED: Final = 0.4
"""How far tricks vary, as a variance, where by 1 - 1/e as many fail as that."""
CLOSELY: Final = 16
"""Deals looked at one by one; by then hardly anything is left of a lead."""
PULL: Final = 0.05
"""How totals draw together in a deal: by this x (what Ass and Goose are worth) / (the spread of the totals)."""
KEEN: Final = 0.78
"""What makes a normal spread the scale of a logistic choice of the last, and of the first."""

FARTHEST: Final = -300.0
"""Totals farther apart, in scales, are as if they were so far: there are numbers for that."""


class _Prospect(NamedTuple):
    """What a deal brings a seat that plays it as neither Ass nor Goose."""

    mean: float
    square: float
    """The mean square."""
    gain: float
    """What the Ass has of it beyond that, on average; and its mean square."""
    gain_square: float
    loss: float
    """What the Goose loses beyond that, on average; and its mean square."""
    loss_square: float


@cache
def _prospect(size: int, players: int) -> _Prospect:
    varies = size / players * (1 - 1 / players)
    made = 1 / (1 + MISSES.get(players, MISSES_MORE) * (1 - exp(-varies / EASED)))
    points, miss = MADE + EACH * size / players, EACH * (1 + 0.1 * sqrt(varies))
    high, low = points**2 + EACH**2 * varies, miss**2 + EACH**2 / 2
    gain, loss = made * points, (1 - made) * miss
    square = made * high + (1 - made) * low
    return _Prospect(gain - loss, square, gain, 3 * made * high, loss, 3 * (1 - made) * low)


class _Later(NamedTuple):
    """A deal after the next, for which nobody knows yet who plays it as what."""

    scale: float
    """How sharply totals tell who will be last or first by then."""
    gain: float
    loss: float


class _Road(NamedTuple):
    """What lies before everybody at some point of a game."""

    next: _Prospect
    later: tuple[_Later, ...]
    """The deals that are looked at one by one."""
    kept: float
    """How much of a lead after the next deal remains to the end, beyond those deals, and of its variance, in all."""
    variance_kept: float
    variance: float
    """What the later deals add to the variance of a seat's total."""


@cache
def _road(options: GooseOptions, deals: int) -> _Road:
    first, *sizes_left = sizes(options)[deals:] or (1,)
    now = _prospect(first, options.players)
    start = reached = now.square - now.mean**2
    later, kept, variance_kept, variance = [], 1.0, 1.0, 0.0
    for number, size in enumerate(sizes_left):
        deal = _prospect(size, options.players)
        spread = sqrt(reached)
        remains = max(1 - PULL * (deal.gain + deal.loss) / spread, 0.5)
        if number < CLOSELY:
            later.append(_Later(KEEN * spread, deal.gain, deal.loss))
        else:
            kept *= remains
        variance_kept *= remains**2
        variance = variance * remains**2 + deal.square - deal.mean**2
        reached = start * variance_kept + variance
    return _Road(now, tuple(later), kept, variance_kept, variance)


def chances(options: GooseOptions, standing: Standing) -> tuple[float, ...]:
    """Each seat's chance in a game that goes on; together 1."""
    road = _road(options, standing.deals)
    roles: Roles = standing.carry or Roles()
    expected: list[float] = []
    variances: list[float] = []
    deal = road.next
    for seat, total in enumerate(standing.totals):
        mean, square = float(deal.mean), deal.square
        if seat in roles.asses:
            mean, square = mean + deal.gain, square + deal.gain_square
        if seat in roles.geese:
            mean, square = mean - deal.loss, square + deal.loss_square
        expected.append(total + mean)
        variances.append(square - mean**2)
    for scale, gain, loss in road.later:
        expected = _drawn_together(expected, scale, gain, loss)
    expected = [road.kept * own for own in expected]
    return leading(expected, [sqrt(own * road.variance_kept + road.variance) for own in variances], EACH)


def _drawn_together(expected: list[float], scale: float, gain: float, loss: float) -> list[float]:
    """Totals after a deal: each seat gains as likely as it is last by then, and loses as likely as it is first."""
    top = max(expected)
    above: list[float] = []
    first = last = 0.0
    for mean in expected:
        weight = exp(max((mean - top) / scale, FARTHEST))
        above.append(weight)
        first += weight
        last += 1.0 / weight
    gain, loss = gain / last, loss / first
    return [own + gain / above[seat] - loss * above[seat] for seat, own in enumerate(expected)]
