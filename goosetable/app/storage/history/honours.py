"""Feats of a seat in a deal besides its points, and the medals for a whole game of such deals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.rules import scores
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.text.medals import FEATS
from goosetable.engine.text.table_facts import Quota


class SeatDeal(NamedTuple):
    """Result of one seat in one deal."""

    number: int
    """Of the deal, from 1 in its game."""
    seat: int
    key: str
    """Of those who sat there when it was scored, as `Who.key`."""
    points: Points
    bid: int | None
    """Tricks that were bid; None in games without bids."""
    tricks: int | None
    digest: str
    """Of the deal, as `review.steps` has it; empty where its cards are not known."""


class Honours(NamedTuple):
    """Of one deal, by seat."""

    best: tuple[int, ...]
    """The seats that did best."""
    shares: tuple[Fraction, ...]
    """Share of each seat in having done best: one is split among the best sides; each partner has the side's share."""
    quotas: tuple[Quota | None, ...]

    def seat_deals(self, number: int, keys: Sequence[str], points: Sequence[Points], digest: str) -> list[SeatDeal]:
        """The deal as each seat has it; the fields as in `SeatDeal`."""
        bids = [(None, None) if quota is None else (quota.bid, quota.won) for quota in self.quotas]
        return [
            SeatDeal(number, seat, key, own, bid, tricks, digest)
            for seat, (key, own, (bid, tricks)) in enumerate(zip(keys, points, bids, strict=True))
        ]


def honours(game: AnyGame, options: object, state: State) -> Honours:
    """Returns the honours of a deal that is over."""
    best, teams, seats = game.laurels(state), game.teams(options), range(game.seats(options))
    among = sum(any(seat in best for seat in team) for team in teams) if teams else len(best)
    shares = tuple(Fraction(seat in best, among or 1) for seat in seats)
    return Honours(best, shares, tuple(game.text.quota(state, seat) for seat in seats))


def feats(
    game: AnyGame, deals: Sequence[Honours], before: Sequence[Points], winners: Sequence[int]
) -> tuple[tuple[str, ...], ...]:
    """Returns the feats of each seat in a game that is over, of FEATS. before: the totals before its last deal."""
    worst, several = scores.leaders(before, not game.lowest_wins), len(deals) > 1

    def done(seat: int) -> tuple[bool, ...]:
        behind = seat in worst and len(worst) < len(before)
        quotas = [deal.quotas[seat] for deal in deals]
        exact = all(quota is not None and quota.won == quota.bid for quota in quotas)
        return all(seat in deal.best for deal in deals), seat in winners and behind, exact

    return tuple(
        tuple(feat for feat, is_so in zip(FEATS, done(seat), strict=True) if several and is_so) for seat in range(len(before))
    )
