"""Heuristics of Throps: bidding policies, their likelihood, and fast playouts of the bids.

A bidding policy ranks the card turned up among all cards that may still be turned up, and bids the card at the same place in
its hand. The gain from a card depends only on the deficit of its suit. The deficit tells by how many points the suit trails the
seat's best suit, and whether the seat has won nothing in it. So the sets of cards that gain at least as much are precomputed,
and a policy only counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.state import OVER
from goosetable.engine.strength.card_sense import CertainChoice, Temptation, tempting_bids
from goosetable.engine.strength.heuristics import BidLikelihood, Guidance, SealedBids
from goosetable.engine.strength.win_chances import DealSpread, TargetRace
from goosetable.games.throps.rules import (
    BID,
    BID_KEY,
    EMPTY_SUIT_POINTS,
    SEATS,
    VALUE,
    ThropsOptions,
    ThropsState,
    points_of_cards,
    suit_values,
)
from goosetable.games.throps.text import ThropsReasons

POLICIES: Final = 3
"""Number of policies. The first bids by the seat's own points; the second by the number of cards that would gain more; the
third counts the gains of the other seats too.
"""

BID_ERROR_RANGE: Final = 0.2
"""Range of the random error of a bid's position, as a part of the hand."""
BID_DEVIATION: Final = 0.15
"""Standard deviation of a bid from its expected position, as a part of the hand."""
MAX_BID_PENALTY: Final = 2.0
"""Greatest penalty on a hand for one improbable bid, since its bidder may have had another reason. Fitted, like
`BID_DEVIATION`, to bids of eight kinds of players.
"""
GAIN_SCALE: Final = 24.0
"""Scale of the first policy, in points: its highest card for a gain of half this scale, its lowest for an equal loss."""

_MAX_DEFICIT: Final = 11
"""Number of points behind the best suit that no single card can make up."""
_DEFICIT_COUNT: Final = 2 * (_MAX_DEFICIT + 1)
"""Number of different deficits: the points by which a suit is behind the seat's best suit, with or without cards won in it."""
_EVERY: Final = cards.BIT[cards.JOKER] - 1
_WHOLE: Final = cards.BIT[cards.SUIT_SIZE] - 1
WORTH: Final = tuple(VALUE[cards.rank(card)] for card in range(cards.JOKER))
SUIT: Final = tuple(cards.suit(card) for card in range(cards.JOKER))
RANK: Final = tuple(cards.rank(card) for card in range(cards.JOKER))
STRONGER_BIDS: Final = tuple(
    tuple(sum(BIT[other] for other in range(cards.JOKER) if key[other] < key[card]) for card in range(cards.JOKER))
    for key in BID_KEY
)
"""By suit of the stock card and bid card, the cards that beat it."""
_ACES: Final = sum(BIT[cards.SUIT_SIZE * suit] for suit in range(4))
"""The ace of each suit."""


class _SuitGains:
    __slots__ = ("from_level", "gains", "least")

    def __init__(self, gains: Sequence[int]) -> None:
        """gains: by rank, the points that a card gains, for one seat or summed over several."""
        self.gains = tuple(gains)
        self.least = min(gains)
        """The gain at which `from_level` begins."""
        found = [0] * (max(gains) - self.least + 2)
        for rank, gain in enumerate(gains):
            found[gain - self.least] |= BIT[rank]
        for level in range(len(found) - 2, -1, -1):
            found[level] |= found[level + 1]
        self.from_level = tuple(found)
        """By level, the ranks that gain at least that much; the last set is empty."""


def _gains_by_rank(deficit: int) -> list[int]:
    void, behind = divmod(deficit, _MAX_DEFICIT + 1)
    return [2 * max(0, value - behind) - value - EMPTY_SUIT_POINTS * void for value in VALUE]


GAINS_OF_ONE_SEAT: Final = tuple(_SuitGains(_gains_by_rank(stand)) for stand in range(_DEFICIT_COUNT))
"""By deficit of a suit, the gains of one seat from its cards."""
_JOINT_GAINS_CACHE: Final[list[_SuitGains | None]] = [None] * _DEFICIT_COUNT**3
"""Cache of the joint gains of three seats, by a number that combines their deficits. The first seat's gain counts twice."""


def _joint_gains(own: int, one: int, two: int) -> _SuitGains:
    """Returns the sum of three seats' gains from the cards of a suit. The gain of the first seat counts twice.

    own, one, two: the deficit of each seat in that suit, from `suit_deficits`.
    """
    low, high = (one, two) if one < two else (two, one)
    key = (own * _DEFICIT_COUNT + low) * _DEFICIT_COUNT + high
    found = _JOINT_GAINS_CACHE[key]
    if found is None:
        gains = zip(_gains_by_rank(own), _gains_by_rank(one), _gains_by_rank(two), strict=True)
        found = _JOINT_GAINS_CACHE[key] = _SuitGains([2 * mine + first + second for mine, first, second in gains])
    return found


def suit_deficits(values: Sequence[int]) -> list[int]:
    """Returns, by suit, the points by which the suit is behind the seat's best suit. values: by suit, the seat's points.

    More than `_MAX_DEFICIT` points count as `_MAX_DEFICIT`. For a suit without points, `_MAX_DEFICIT` + 1 is added.
    """
    most = 0
    for value in values:
        if value > most:
            most = value
    found = []
    for value in values:
        behind = most - value
        stand = behind if behind < _MAX_DEFICIT else _MAX_DEFICIT
        found.append(stand if value else stand + _MAX_DEFICIT + 1)
    return found


def bid_place(seat: int, deficits: Sequence[list[int]], turned: Card, remaining: Cards, count: int, policy: int) -> float:
    """Returns the position of a policy's bid in the seat's hand, from 0 for the highest card to 1 for the lowest.

    deficits: by seat, the result of `suit_deficits`. remaining: the cards that may yet be turned up. count: number of these.
    """
    own, trump, rank = deficits[seat], SUIT[turned], RANK[turned]
    if policy == 0:
        high = 0.5 - GAINS_OF_ONE_SEAT[own[trump]].gains[rank] / GAIN_SCALE
        return high if high > 0.0 else 0.0
    if not count:
        return 0.0
    if policy == 1:
        suits = [GAINS_OF_ONE_SEAT[own[0]], GAINS_OF_ONE_SEAT[own[1]], GAINS_OF_ONE_SEAT[own[2]], GAINS_OF_ONE_SEAT[own[3]]]
    else:
        one, two = deficits[seat - 1], deficits[seat - 2]
        suits = [
            _joint_gains(own[0], one[0], two[0]), _joint_gains(own[1], one[1], two[1]),
            _joint_gains(own[2], one[2], two[2]), _joint_gains(own[3], one[3], two[3]),
        ]  # fmt: skip
    level = suits[trump].gains[rank]
    as_much = more = 0
    for suit in suits:
        ranks, place, from_level = remaining & _WHOLE, level - suit.least, suit.from_level
        remaining >>= cards.SUIT_SIZE
        as_much <<= cards.SUIT_SIZE
        more <<= cards.SUIT_SIZE
        if place < 0:
            as_much |= ranks
            more |= ranks
        elif place + 1 < len(from_level):
            as_much |= ranks & from_level[place]
            more |= ranks & from_level[place + 1]
    return (as_much.bit_count() + more.bit_count()) / (2 * count)


def face_down_cards(state: ThropsState) -> Cards:
    """Returns the cards that do not lie face up."""
    open_cards = state.gone | BIT[state.turned]
    for won in state.won:
        open_cards |= won
    return _EVERY & ~open_cards


def sort_by_bid_strength(hand: Cards) -> list[Card]:
    """Sorts a hand by strength as bids, the strongest first. Ties between suits are ignored."""
    found: list[Card] = []
    for rank in range(cards.SUIT_SIZE):
        level = hand >> rank & _ACES
        while level:
            bit = level & -level
            level ^= bit
            found.append(bit.bit_length() - 1 + rank)
    return found


class ThropsBids(SealedBids[ThropsState]):
    """The bidding policies of Throps and their likelihood."""

    number_of_policies = POLICIES

    def likelihood(self, state: ThropsState, seat: int) -> BidLikelihood:
        """Returns a function from a hand and a policy to the log-likelihood of the seat's bids so far."""
        worth = [[0] * 4 for _ in range(SEATS)]
        left = _EVERY
        told: list[tuple[Cards, Cards, tuple[float, ...]]] = []
        for number, turned in enumerate(state.turned_up[: len(state.actions) // SEATS]):
            left ^= BIT[turned]
            stood, count = [suit_deficits(own) for own in worth], left.bit_count()
            aims = tuple([min(bid_place(seat, stood, turned, left, count, policy), 0.999) for policy in range(POLICIES)])
            for who, action in state.actions[number * SEATS : (number + 1) * SEATS]:
                card = value_of(action)
                left ^= BIT[card]
                if who == seat:
                    told.append((BIT[card], STRONGER_BIDS[SUIT[turned]][card], aims))
                if state.won[who] & BIT[turned]:
                    worth[who][SUIT[turned]] += WORTH[turned]
        told.reverse()

        def fits(hand: Cards, policy: int) -> float:
            size = hand.bit_count()
            total = 0.0
            for bit, above, aims in told:
                hand |= bit
                size += 1
                off = (((hand & above).bit_count() + 0.5) / size - aims[policy]) / BID_DEVIATION
                strange = off * off / 2
                total -= strange if strange < MAX_BID_PENALTY else MAX_BID_PENALTY
            return total

        return fits

    def bid(self, state: ThropsState, seat: int, policy: int, chance: float) -> Action:
        hand, left = sort_by_bid_strength(state.hands[seat]), face_down_cards(state)
        stood = [suit_deficits(suit_values(won)) for won in state.won]
        place = bid_place(seat, stood, state.turned, left, left.bit_count(), policy) + (chance - 0.5) * BID_ERROR_RANGE
        return BID + hand[min(max(int(place * len(hand)), 0), len(hand) - 1)]

    def play_out_bids(self, state: ThropsState, policies: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        random = rng.random
        hands = [sort_by_bid_strength(held) for held in state.hands]
        worth = [list(suit_values(won)) for won in state.won]
        stood = [suit_deficits(own) for own in worth]
        stock, won, turned, left = state.stock, state.won, state.turned, face_down_cards(state)
        for size in range(len(hands[0]), 0, -1):
            key = BID_KEY[SUIT[turned]]
            winner, best, spent, count = 0, 99, 0, left.bit_count()
            for seat in (0, 1, 2):
                hand = hands[seat]
                if size == 1:
                    card = hand[0]
                else:
                    place = bid_place(seat, stood, turned, left, count, policies[seat])
                    if noisy[seat]:
                        place += (random() - 0.5) * BID_ERROR_RANGE
                    at = int(place * size) if place > 0.0 else 0
                    card = hand.pop(at if at < size else size - 1)
                spent |= BIT[card]
                if key[card] < best:
                    winner, best = seat, key[card]
                if size > 1:
                    state.hands[seat] ^= BIT[card]
            won[winner] |= BIT[turned]
            own = worth[winner]
            own[SUIT[turned]] += WORTH[turned]
            state.gone |= spent
            if size > 1:
                stood[winner] = suit_deficits(own)
                turned = stock.pop()
                left ^= spent | BIT[turned]
        state.hands = [0, 0, 0]
        state.turned, state.turn = HIDDEN, OVER


LOWEST_COURT_RANK: Final = 3
"""Lowest rank, the jack, of the cards that a beginner likes to win."""
_STRENGTH: Final = tuple((0,) * BID + key for key in BID_KEY)
"""Strength of a bid, by suit of the stock card and by action."""


class ThropsHeuristics(TargetRace[ThropsState, ThropsOptions]):
    """Estimates for Throps."""

    reasons_class = ThropsReasons
    bids_class = ThropsBids
    cost = 12.5
    guidance = Guidance(iteration_factor=3.0)
    payoff_weight = 0.9  # Measured: pure chances of winning lose games, because they differ by less than a deal's luck.
    deal_spreads: Mapping[int, DealSpread] = {3: DealSpread((-28, 1, 8, 13, 20, 24, 28, 33, 39, 45, 75), -0.12)}

    def certain_choice(self, state: ThropsState, unseen: Cards) -> CertainChoice | None:
        """Returns a bid that is surely right: the lowest card that no other hand can beat, if the card on sale is worth it.
        Returns None if no bid is sure.

        With two cards left in the hand no bid is sure, because the card that stays may win the last card on sale, even one
        that costs points.
        """
        hand, seat, above = state.hands[state.turn], state.turn, STRONGER_BIDS[SUIT[state.turned]]
        if hand.bit_count() <= 2:
            return None
        safe = [card for card in cards.members(hand) if not above[card] & unseen]
        stood, left = [suit_deficits(suit_values(won)) for won in state.won], unseen & ~hand
        place = bid_place(seat, stood, state.turned, left, left.bit_count(), 1) * hand.bit_count()
        if not safe or place >= len(safe) or GAINS_OF_ONE_SEAT[stood[seat][SUIT[state.turned]]].gains[RANK[state.turned]] <= 0:
            return None
        return CertainChoice((BID + max(safe, key=BID_KEY[SUIT[state.turned]].__getitem__),), "no other card can beat it")

    def temptations(self, state: ThropsState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        turned, order = state.turned, self.bids_from_lowest(state)
        if RANK[turned] <= LOWEST_COURT_RANK:
            yield Temptation("face_only", tuple(order[-2:]))
        place = (VALUE[RANK[turned]] - VALUE[-1]) / (VALUE[0] - VALUE[-1])
        yield Temptation("by_value", (order[min(int(place * len(order)), len(order) - 1)],))
        yield from tempting_bids(state, order, best)

    def bids_from_lowest(self, state: ThropsState) -> Sequence[Action]:
        return sorted(self.rules.legal(state), key=_STRENGTH[SUIT[state.turned]].__getitem__, reverse=True)

    def cards_between(self, state: ThropsState, first: Card, second: Card) -> Cards | None:
        return cards.span(first, second)

    def pick_call(self, state: ThropsState, legal: Sequence[Action], chance: float) -> Action:
        """Bids high for a card that adds points and low for one that costs points."""
        won = state.won[state.turn]
        gain = points_of_cards(won | BIT[state.turned]) - points_of_cards(won)
        order = sorted(legal, key=_STRENGTH[cards.suit(state.turned)].__getitem__)
        # The best third of the hand for a gain of eight points or more, the last third for as great a loss.
        aim = 0.5 - gain / 24
        place = int((min(max(aim, 0.1), 0.9) + (chance - 0.5) * 0.35) * len(order))
        return order[min(max(place, 0), len(order) - 1)]
