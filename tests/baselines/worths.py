"""What a deal looks like after a trick, and how it goes on after a call, game by game: as it was when this was frozen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from goosetable import cards
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.rules.tricks import index_of_strongest
from goosetable.games.cross_purposes.rules import CrossState
from goosetable.games.goose.rules import GooseState, points_for_bid
from goosetable.games.gooseberry_fool.rules import base_points, middle_seat
from tests.baselines import cardplay, goose

TRICKS: Final = 11
HAND: Final = 13
SPREADS: Final = {"goose": 80, "throps": 100, "cross-purposes": 100, "goosed": 20, "fools-gold": 8}
"""A lead, in points of a deal, that is as good as any greater one."""
_TOPS: Final = Verb.TOPS * VERB_SPAN


def worth(game: AnyGame, state: State) -> tuple[float, ...]:
    """How a deal looks for each seat, 0..1, by what is credited so far; at its end, what it is worth."""
    if game.id == "gooseberry-fool":
        assert isinstance(state, TrickState)
        one, two, three = state.taken()
        return outlook(one, two, three)
    if isinstance(state, GooseState) and not state.over:
        return _bids(state)
    if isinstance(state, CrossState) and state.hands2 and state.half == 1:
        return margin(state.taken(), HAND)
    if game.id in SPREADS:
        return margin(game.points(state), SPREADS[game.id])
    best = game.best_seats(state)
    return tuple(1 / len(best) if seat in best else 0.0 for seat in range(len(state.hands)))


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean, 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    return tuple(min(max(float(0.5 + (own - (total - own) / others) / (2 * spread)), 0.0), 1.0) for own in points)


@cache
def outlook(one: int, two: int, three: int) -> tuple[float, ...]:
    """Gooseberry Fool: how likely each seat is to end in the middle if the tricks to come fall at random."""
    if one + two + three == TRICKS:
        best = middle_seat(base_points((one, two, three)))
        return tuple(float(seat == best) for seat in range(3))
    after = (outlook(one + 1, two, three), outlook(one, two + 1, three), outlook(one, two, three + 1))
    return tuple(sum(chance) / 3 for chance in zip(*after, strict=True))


def _bids(state: GooseState) -> tuple[float, ...]:
    taken, (asses, geese) = state.taken(), state.roles
    if state.is_bidding:
        return (0.5,) * len(taken)
    left, seats = state.size - sum(taken), len(taken)
    expected = [_prospect(state.bids[seat], won, left, seats, seat in asses, seat in geese) for seat, won in enumerate(taken)]
    return margin(expected, SPREADS["goose"])


@cache
def _prospect(bid: int, won: int, left: int, seats: int, ass: bool, leads: bool) -> float:
    """Goose: the points that a seat may expect if the tricks to come fall at random."""
    chance, found = 1 / seats, 0.0
    for more in range(left + 1):
        found += comb(left, more) * chance**more * (1 - chance) ** (left - more) * points_for_bid(bid, won + more, ass, leads)
    return found


def habit(game: AnyGame, state: State, legal: Sequence[Action], chance: float) -> Action:
    """How a deal goes on after a call, which only two games have; `chance` is 0..1."""
    if len(legal) == 1:
        return legal[0]
    if isinstance(state, GooseState):
        return goose.habit(state, legal, chance)
    if isinstance(state, CrossState):
        return _crossing(state, legal, chance)
    return legal[int(chance * len(legal))]


def _crossing(state: CrossState, legal: Sequence[Action], chance: float) -> Action:
    if legal[0] >= VERB_SPAN:
        return _call(state.hands[state.turn], legal, chance)
    slip = cardplay.slips(legal, chance)
    if slip is not None:
        return slip
    trumps, tops, trick = state.trumps, state.tops, state.trick
    if state.partners and trick and state.seat_at(index_of_strongest(trick, trumps, tops)) == state.partners[state.turn]:
        return max(legal, key=lambda card: cardplay.low(card, tops))
    last = len(trick) == len(state.hands) - 1
    return cardplay.go_for(legal, trick, last, lambda card: cardplay.beating(trumps, tops, card), tops)


def _call(hand: cards.Cards, legal: Sequence[Action], chance: float) -> Action:
    """Cross Purposes: the trumps or tops that suit the hand best, or nearly as well."""
    ranks = [cards.rank(card) for card in cards.members(hand)]

    def suits(action: Action) -> float:
        number = action % VERB_SPAN
        if action >= _TOPS:
            return sum(max(5 - (rank - number) % HAND, 0) / 5 for rank in ranks)
        return 4 + 0.5 * ((hand & cards.suit_in_both_packs(number)).bit_count() - 3)

    order = sorted(legal, key=suits, reverse=True)
    return order[int(chance * chance * min(3, len(order)))]
