"""What a bid of Gops looks like to the seat that may make it: its features, by the hands, which all know, and what is on offer.

A bid that lies face down already counts among the hand that it came from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.games.gops.features import GopsFeatures
from goosetable.games.gops.state import VALUE, GopsState, points_of

KEPT: Final = 200_000
"""Comparisons of two hands that are kept: long tournaments and trainings meet millions."""


class GopsSight:
    """What a seat sees before it bids."""

    def __init__(self) -> None:
        self.hand: list[int] = []
        """How high its cards are, from the lowest."""
        self._others: list[list[int]] = []
        """The same of the others."""
        self.aim = self.share = self.lead = self.edge = self.decides = self.saves = 0.0
        """As in `GopsFeatures`."""

    def look(self, state: GopsState) -> None:
        """Looks at a state in which a seat is to bid."""
        me = state.turn
        others = [seat for seat in range(len(state.hands)) if seat != me]
        own = state.held(me)
        self.hand = _heights(own)
        self._others = [_heights(state.held(seat)) for seat in others]
        prizes, stake = _heights(state.hidden), state.stake
        come = sum(prizes) + stake
        below = sum([prize < stake for prize in prizes])
        self.aim = (2 * below + 1) / (len(prizes) + 1) - 1.0
        self.share = 2.0 * stake / come - 1.0
        points = [float(points_of(cards.members(won)) + more) for won, more in zip(state.won, state.shares, strict=True)]
        ahead = points[me] - max([points[seat] for seat in others])
        self.lead = min(max(ahead / come, -1.0), 1.0)
        self.edge = sum([edge(own, state.held(seat)) for seat in others]) / len(others)
        self.decides = 1.0 if ahead + stake > come - stake else 0.0
        self.saves = 1.0 if stake - ahead > come - stake else 0.0

    def bid(self, card: Card, found: GopsFeatures) -> None:
        """The features of a bid."""
        hand, height = self.hand, VALUE[card]
        at = hand.index(height)
        win, tie, above, beaten, spare = 1.0, 1.0, True, True, at > 0
        for other in self._others:
            lower = sum([one < height for one in other])
            even = height in other
            win *= (lower + 0.5 * even) / len(other)
            tie *= 1.0 - even / len(other)
            above = above and lower == len(other)
            beaten = beaten and not lower and not even
            spare = spare and not even and lower == sum([one < hand[at - 1] for one in other])
        place, win = (2.0 * at + 1.0) / len(hand) - 1.0, 2.0 * win - 1.0
        square, spread = place * place, win * win
        aim, share, lead, ahead, decides, saves = self.aim, self.share, self.lead, self.edge, self.decides, self.saves
        found.place, found.place_aim, found.place_share, found.place_lead = place, place * aim, place * share, place * lead
        found.place_edge, found.place_decides, found.place_saves = place * ahead, place * decides, place * saves
        found.square, found.square_aim, found.square_share = square, square * aim, square * share
        found.square_edge = square * ahead
        found.win, found.win_aim, found.win_share, found.win_lead = win, win * aim, win * share, win * lead
        found.win_edge, found.win_decides, found.win_saves = win * ahead, win * decides, win * saves
        found.even, found.spread, found.spread_aim = 1.0 - tie, spread, spread * aim
        top, bottom, more = float(above), float(beaten), float(spare)
        found.top, found.top_aim, found.top_share, found.top_place = top, top * aim, top * share, top * place
        found.bottom, found.bottom_aim = bottom, bottom * aim
        found.spare, found.spare_aim = more, more * aim


@lru_cache(KEPT)
def edge(mine: Cards, theirs: Cards) -> float:
    """How much better one hand is than another, -1..1: over all pairs of their cards, in which high ones count more.

    The cards of a hand count 1, 2, 3 ... from the lowest.
    """
    own, others = _heights(mine), _heights(theirs)
    whole = found = 0
    for high, bid in enumerate(own, 1):
        for other_high, other in enumerate(others, 1):
            whole += high * other_high
            found += high * other_high * ((bid > other) - (bid < other))
    return found / whole if whole else 0.0


def _heights(group: Cards) -> list[int]:
    """What cards are worth, from the lowest."""
    return sorted([VALUE[card] for card in cards.members(group)])
