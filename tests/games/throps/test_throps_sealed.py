"""The bids of Throps that a search asks for: bidding a deal out at once agrees with bidding it out bid by bid."""

from __future__ import annotations

from random import Random

from goosetable.engine.rules.deal import Standing, Stream
from goosetable.games.throps.ai import ThropsBids
from goosetable.games.throps.rules import Throps, ThropsOptions, ThropsState

GAME, OPTIONS, FRESH = Throps(), ThropsOptions(), Standing(0, (0, 0, 0))


def dealt(number: int) -> ThropsState:
    return GAME.begin(OPTIONS, FRESH, GAME.deal(OPTIONS, FRESH, number % 3, Stream(f"{number:012d}", 1)))


class Even(Random):
    """Gives one half for every random number."""

    def random(self) -> float:
        return 0.5


def test_bidding_a_deal_out_at_once_agrees_with_bidding_bid_by_bid() -> None:
    bids = ThropsBids()
    for number in range(12):
        manners = [(number + seat) % bids.manners for seat in range(3)]
        state = dealt(number)
        quick = state.copy()
        bids.bid_out(quick, manners, [False] * 3, Even())
        while not state.over:
            GAME.apply(state, bids.bid(state, state.turn, manners[state.turn], 0.5))
        assert quick.over and quick.won == state.won and quick.hands == state.hands and quick.gone == state.gone
