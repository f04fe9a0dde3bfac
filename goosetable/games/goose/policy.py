"""Policies of Goose: the playout policy, and the learned policy, a linear softmax over the features of each legal bid or card.

The playout policy bids from the expected tricks of a hand. A seat may need some but not all of the remaining tricks. It then
plays the card that brings the expected tricks of its remaining hand nearest to the number needed. Only trumps and the highest
cards of the other suits count as expected tricks.

`build.py train goose` computes the weights of the learned policy, one for each feature and situation. The features use only
the seat's own hand and the open cards. Chances assume that unseen cards are in other hands or in the stock. They also assume
that a seat tries to win the trick if its bid needs more tricks, and ducks otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, SUIT_SIZE, Card, Cards, members
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import NO_SUIT, OF_SUIT, SUIT
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.policy import FeatureRow, LinearPolicy, Shape
from goosetable.engine.strength.sums import sum_in_order
from goosetable.games.goose.rules import BID, GooseState, suit_to_follow, taking_place

PLAIN_CARD_LOSS: Final = 12.0
"""Rate at which the expected tricks of a plain card fall with each higher card in other hands."""
TRUMP_LOSS: Final = 0.8
SMALL_TRUMP_TRICKS: Final = 0.12
"""Expected tricks of the smallest trump."""
LATER_HIGHER_FACTOR: Final = 1.2
"""Factor on the chance that a later seat holds a higher card. It is above 1, because seats tend to save such cards."""
UNCERTAIN_TRICK_COST: Final = 0.7
"""Cost of an uncertain trick, relative to one trick too many or too few."""
EARLY_HIGH_BONUS: Final = 0.2
"""Bonus for playing a high card that may take the trick, and for playing a low card that does not."""
JOKER_TRICKS: Final = {"suitless": (0.35, 0.35), "top": (1.0, 0.9), "wizard": (1.0, 0.0)}
"""By value of the option on jokers, the expected tricks of the High Joker and of the Low Joker."""


_SECOND: Final = card_sense.FIRST_SECOND_COPY
_EVERY: Final[tuple[Cards, ...]] = tuple(BIT[0] * 2 ** (PACK_SIZE * decks) - 1 for decks in range(3))
"""By number of packs, the set of all their cards."""


class _OtherHands:
    """An estimate of the other seats' cards. Its fields are plain numbers, because a search spends most of its time here."""

    def __init__(self, state: GooseState) -> None:
        trumps, suits = NO_SUIT if state.trumps is None else state.trumps, state.suits
        hand, lying, count = state.hands[state.turn], len(state.trick), len(state.hands) - 1
        self.unseen = unseen = unseen_cards(state)
        self.trumps = trumps
        self.count = count
        self.after = count - lying
        """Number of other seats that have yet to play to the trick."""
        self.size = hand.bit_count()
        self.many = unseen.bit_count() or 1
        self.there: float = (count * self.size - lying) / self.many
        """Part of the unseen cards that is in hands."""
        lurking = 0 if trumps == NO_SUIT else (unseen & suits[trumps]).bit_count()
        self.can_ruff: float = min(lurking * self.there / count, 1.0)
        """Chance that one of them has a trump."""

    def no_ruff_chance(self, suit: int, theirs: Cards) -> float:
        """Returns the chance, 0..1, that one other seat does not ruff a suit. theirs: the unseen cards of that suit."""
        if suit == self.trumps or self.can_ruff == 0.0:
            return 1.0
        following = 1.0 - theirs.bit_count() / self.many
        return 1.0 - self.can_ruff * following**self.size

    def take_chance(self, suit: int, above: int, unruffed: float) -> float:
        """Returns the chance, 0..1, that a card takes a trick at some time in the deal.

        above: number of unseen higher cards of its suit. unruffed: chance that no seat ruffs the card.
        """
        if suit == self.trumps:
            return SMALL_TRUMP_TRICKS + (1.0 - SMALL_TRUMP_TRICKS) / (1.0 + TRUMP_LOSS * self.there * above)
        return unruffed / (1.0 + PLAIN_CARD_LOSS * self.there * above)


def card_nearest_need(state: GooseState, group: Cards, need: int, beats: card_sense.Beats) -> Card:
    """Returns the card after which the expected tricks of the hand are nearest to `need`, the tricks still to make."""
    trick, suits, others = state.trick, state.suits, _OtherHands(state)
    lack = need - _expected_hand_tricks(state, others)
    wins = beats[trick[card_sense.winning_index(trick, beats)]] if trick else -1
    asked = SUIT[trick[0]] if trick else NO_SUIT
    over = min(LATER_HIGHER_FACTOR * others.there * others.after / others.count, 1.0)
    best, least = 0, 1e9
    for suit in range(JOKER_SUIT + 1):
        held, theirs = group & suits[suit], others.unseen & suits[suit]
        if not held:
            continue
        unruffed = others.no_ruff_chance(suit, theirs)
        by_all, stands = unruffed**others.count, unruffed**others.after
        while held:
            bit = held & -held
            held ^= bit
            above = count_higher(theirs, bit)
            promise = joker_chance_in_deal(state, bit) if suit == JOKER_SUIT else others.take_chance(suit, above, by_all)
            if not bit & wins:
                takes = 0.0
            elif suit == JOKER_SUIT:
                takes = joker_take_chance(state, bit.bit_length() - 1, others.after, others.unseen)
            elif trick and suit != asked:
                # A ruff is beaten only by another void seat.
                takes = (1.0 - over / 2.0) ** above
            else:
                takes = (1.0 - over) ** above * stands
            off = lack + promise - takes
            early = -promise if takes else promise
            cost = (
                off * off
                + UNCERTAIN_TRICK_COST * (takes * (1.0 - takes) - promise * (1.0 - promise))
                + EARLY_HIGH_BONUS * early
            )
            if cost < least or (cost == least and not takes):
                # Of equally good cards the higher is led, the lower thrown away.
                best, least = bit.bit_length() - 1, cost
    return best


def _expected_hand_tricks(state: GooseState, others: _OtherHands) -> float:
    hand, suits = state.hands[state.turn], state.suits
    found = 0.0
    for suit in range(JOKER_SUIT):
        held = hand & suits[suit]
        if held:
            theirs = others.unseen & suits[suit]
            by_all = others.no_ruff_chance(suit, theirs) ** others.count
            while held:
                bit = held & -held
                held ^= bit
                found += others.take_chance(suit, count_higher(theirs, bit), by_all)
    held = hand & suits[JOKER_SUIT]
    while held:
        bit = held & -held
        held ^= bit
        found += joker_chance_in_deal(state, bit)
    return found


def count_higher(theirs: Cards, bit: Cards) -> int:
    """Returns the number of cards in `theirs`, all of one suit, that are higher than the card `bit`."""
    if bit >= _SECOND:
        bit //= _SECOND
    if theirs < _SECOND:
        return (theirs & (bit - 1)).bit_count()
    return (theirs % _SECOND & (bit - 1)).bit_count() + (theirs // _SECOND & (bit - 1)).bit_count()


def joker_chance_in_deal(state: GooseState, bit: Cards) -> float:
    """Returns the chance, 0..1, that a joker takes a trick at some time in the deal."""
    high, low = JOKER_TRICKS[state.jokers]
    return high if (bit.bit_length() - 1) % PACK_SIZE == JOKER else low


def unseen_cards(state: GooseState) -> Cards:
    """Returns the cards that the seat to act cannot see."""
    every = _EVERY[state.decks]
    return card_sense.unseen_cards(state, every & ~BIT[state.turned] if state.turned >= 0 else every)


def joker_take_chance(state: GooseState, card: Card, later_seats: int, unseen: Cards) -> float:
    """Returns the chance, 0..1, that a joker takes the trick if it is led. later_seats: number of seats that play after it."""
    jokers = state.jokers
    if not later_seats:
        return 1.0
    if jokers != "suitless":
        return JOKER_TRICKS[jokers][card % PACK_SIZE != JOKER]
    if state.trumps is not None and unseen & state.suits[state.trumps]:
        return 0.15
    return 1.0 if card % PACK_SIZE == JOKER or not unseen & state.suits[JOKER_SUIT] else 0.6


_BEATING: Final[dict[str, dict[int, card_sense.Beats]]] = {}
"""Cache of `beating_cards`: by option on jokers, then by a number that combines trumps and packs."""


def beating_cards(trumps: int | None, jokers: str, decks: int) -> card_sense.Beats:
    """Returns, for each card, the cards that beat it if it is led (see `taking_place`)."""
    found = _BEATING.get(jokers)
    if found is None:
        found = _BEATING[jokers] = {}
    key = decks if trumps is None else 4 * (trumps + 1) + decks
    beats = found.get(key)
    if beats is None:
        every = range(decks * PACK_SIZE)
        beaten = [sum(BIT[other] for other in every if taking_place([card, other], trumps, jokers) == 1) for card in every]
        beats = found[key] = tuple(beaten)
    return beats


def expected_tricks(state: GooseState, hand: Cards) -> float:
    """Returns the number of tricks that a hand just dealt is expected to take."""
    options = state.options
    chances = _take_chances(state.trumps, options.jokers, state.size, options.players, options.decks)
    took = 0.0
    for card in members(hand):
        by_higher, higher = chances[card]
        took += by_higher[(higher & ~hand).bit_count()]
    return min(took, float(state.size))


@cache
def _take_chances(
    trumps: int | None, jokers: str, size: int, seats: int, decks: int
) -> tuple[tuple[tuple[float, ...], Cards], ...]:
    """Returns, for each card, its chances of taking a trick, and the set of higher cards.

    The chances are indexed by the number of higher cards in other hands. They are rough estimates, scaled so that the sum over
    all cards dealt is the number of tricks of the deal.
    """
    many = PACK_SIZE * decks
    there = min((seats - 1) * size / max(many - size, 1), 1.0)
    void = (1 - 13 / 54) ** size
    ruff = 1 - (1 - void * (1 - void)) ** (seats - 1) if trumps is not None else 0.0
    found = []
    for card in range(2 * PACK_SIZE):
        suit = SUIT[card]
        higher = sum(
            BIT[other] for other in members(OF_SUIT[suit]) if card_sense.rank_from_top(other) < card_sense.rank_from_top(card)
        )
        higher &= BIT[PACK_SIZE] - 1 if decks == 1 else -1
        if suit == JOKER_SUIT:
            row = (JOKER_TRICKS[jokers][card % PACK_SIZE != JOKER],) * (higher.bit_count() + 1)
        elif suit == trumps:
            row = tuple(0.15 + 0.85 / (1 + 0.8 * there * count) for count in range(higher.bit_count() + 1))
        else:
            row = tuple((1 - ruff) / (1 + 1.5 * there * count) for count in range(higher.bit_count() + 1))
        found.append((row, higher))
    mean = sum_in_order(row[-1] for row, _ in found[:many]) / many
    scale = 1 / (seats * mean)
    return tuple((tuple(min(scale * value, 1.0) for value in row), higher) for row, higher in found)


class CardFeatures(FeatureRow):
    """The features of playing a card, mostly 0..1 or -2..2. "Its suit" is the suit of the card.

    The same class also holds a row of weights: a weight in place of each feature.
    """

    take: float
    """Chance that this seat takes the trick."""
    take_lack: float
    """`take`, times the lack of tricks: half the number of tricks that the bid still needs beyond those that the hand promises,
    -1.5..1.5. Other features named with `lack` have the same factor.
    """
    take_tight: float
    """`take`, times half the number of tricks that all seats together still need beyond those to come, -1.5..1.5."""
    doubt: float
    """Uncertainty of `take`: 4 x `take` x (1 - `take`), at most 1."""
    promise: float
    """Chance that the card would take a later trick."""
    promise_lack: float
    promise_tight: float
    shift: float
    """Square of `promise` minus `take`, which is the change in expected tricks by playing this card."""
    rank: float
    """1 for an ace down to -1 for a two; 0 for a joker."""
    rank_lack: float
    trump: float
    """1 for a trump."""
    trump_lack: float
    length: float
    """A fifth of the number of other cards of its suit in the hand."""
    length_lack: float
    void_made: float
    """1 if the hand has no other card of its suit."""
    void_trumps: float
    """1 if the hand has no other card of its suit but still has trumps."""
    void_lack: float
    above: float
    """Part of the unseen cards of its suit that are higher; one half if all cards of its suit are seen."""
    above_lack: float
    theirs: float
    """An eighth of the number of unseen cards of its suit."""
    top: float
    """1 if no unseen card of its suit is higher."""
    top_lack: float
    joker: float
    """1 for a joker."""
    joker_lack: float
    voids: float
    """Part of the other seats that are known to be void in its suit."""
    leaves: float
    """0 if the card would be winning the trick so far. Otherwise 1 if the winning seat needs tricks, -1 if it does not."""


class BidFeatures(FeatureRow):
    """The features of a bid, mostly 0..1 or -2..2. The class also holds a row of weights: a weight in place of each feature."""

    step: float
    """Half the difference between the bid and the number of tricks that the hand promises, -2..2."""
    square: float
    """Square of `step`."""
    bold: float
    """`square` for a bid above the number of tricks that the hand promises, else 0."""
    step_plain: float
    """`step`, times a quarter of the tricks that cards of plain suits promise. The features below also multiply `step`."""
    step_trump: float
    """`step`, times a quarter of the tricks that trumps promise."""
    step_trumps: float
    """`step`, times a quarter of the number of trumps in the hand beyond a quarter of its cards."""
    step_tops: float
    """`step`, times half the number of plain cards that no card beats. The one below counts plain cards that one card beats."""
    step_seconds: float
    step_jokers: float
    step_short: float
    """`step`, times the number of suits with at most one card, if the hand has trumps."""
    step_size: float
    """`step`, times a quarter of the number of tricks for each seat on average."""
    step_bids: float
    """`step`, times half the number by which the bids so far exceed an average number of tricks for each bidder."""
    step_after: float
    """`step`, times the part of the other seats that have not bid yet."""
    step_first: float
    """`step` if this seat leads to the first trick."""
    zero: float
    """1 for a bid of zero."""
    zero_promise: float
    """`zero`, times the number of tricks that the hand promises, at most 1."""
    under: float
    """1 for the last bid of the deal, if all bids together are below the number of tricks."""


TAKE_CHANCE_IF_NEEDED: Final = 0.9
"""Chance that a seat that needs tricks takes this trick if it can."""
TAKE_CHANCE_IF_NOT_NEEDED: Final = 0.3
"""Chance that a seat that needs no more tricks takes this trick if it can, because it may have no other card."""

_HEIGHT: Final[list[float]] = [
    0.0 if card % PACK_SIZE >= 4 * SUIT_SIZE else (6 - card % PACK_SIZE % SUIT_SIZE) / 6 for card in range(2 * PACK_SIZE)
]
"""By card, from 1 for an ace down to -1 for a two."""


VERSION: Final = 1
"""Version of the features. It must be increased if a feature changes its meaning under the same name."""
CARD_SITUATIONS: Final = ("lead", "middle follows", "last follows", "middle discards", "last discards")
NEEDS: Final = ("none", "some", "all")
"""Situations of a card, by the part of the tricks to come that the bid still needs."""
PARTS_OF_DEAL: Final = ("early", "late", "end")
"""Parts of a deal: with more than 5 cards in the hand, 3 to 5, and fewer."""
HANDS: Final = ("one card", "two cards", "few cards", "some cards", "many cards", "most cards")
"""Situations of a bid, by the number of cards in the hand: 1, 2, 3 or 4, 5 to 7, 8 to 10, and more."""
SITUATIONS: Final = (
    *(f"{place}, {need}, {part}" for place in CARD_SITUATIONS for need in NEEDS for part in PARTS_OF_DEAL),
    *(f"bid, {hand}" for hand in HANDS),
)
SHAPE: Final = Shape("goose", VERSION, (*CardFeatures().feature_names(), *BidFeatures().feature_names()), SITUATIONS)
FIRST_BID_SITUATION: Final = len(CARD_SITUATIONS) * len(NEEDS) * len(PARTS_OF_DEAL)
"""Number of the first situation of a bid."""
INVERSE_TEMPERATURE: Final = 0.7
"""Factor on the scores in playouts: the inverse of a softmax temperature."""
RANDOM_CARD_CHANCE: Final = 0.1
"""Probability of a uniformly random card in a playout."""


class GoosePolicy(LinearPolicy[GooseState]):
    """A linear softmax policy for bids and cards. It aims to make the seat's bid, and ignores the totals of the game."""

    cost = 2.6

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.place = self.after = 0
        """Cards in the trick; number of others yet to play to it."""
        self.led = NO_SUIT
        """The suit to be followed, or `NO_SUIT`."""
        self.size = self.need = 0
        """Cards in the seat's hand; tricks that its bid needs."""
        self._state: GooseState | None = None
        self._seat = self._others = self._trumps = 0
        self._own: Cards = 0
        self._unseen: Cards = 0
        self._trump_cards: Cards = 0
        self._wins: Cards = -1
        """Cards that would take the trick so far."""
        self._leaves = 0.0
        self._there = self._each = 0.0
        """Part of the unseen cards that is in hands; in one hand."""
        self._has_trump = 0.0
        """Chance that another seat has a trump."""
        self._lack = self._tight = 0.0
        self._suit = NO_SUIT
        """The suit for which `_theirs`, `_voids` and `_unruffed` were computed last."""
        self._theirs: Cards = 0
        self._voids = self._unruffed = 0.0
        """Part of the others known to be void; chance that a trick of the suit is not ruffed."""
        self._of = NO_SUIT
        """The led suit for which the next four fields were computed last."""
        self._going = self._ducking = 0
        """Number of seats yet to play that may follow: those that need tricks, and those that do not."""
        self._stands = self._overs = 0.0
        """Chance that none of them ruffs; mean chance of one of them to ruff in."""
        self._promise = 0.0
        self._plain = self._trump = 0.0
        self._tops = self._seconds = self._short = 0
        super().__init__(SHAPE, rows)
        self.cool, self.stray = INVERSE_TEMPERATURE, RANDOM_CARD_CHANCE

    def new_row(self, situation: int) -> FeatureRow:
        return CardFeatures() if situation < FIRST_BID_SITUATION else BidFeatures()

    def situation_of(self, action: Action) -> int:
        size = self.size
        if action >= BID:
            hand = 0 if size < 2 else 1 if size < 3 else 2 if size < 5 else 3 if size < 8 else 4 if size < 11 else 5
            return FIRST_BID_SITUATION + hand
        place = 0
        if self.place:
            place = 1 if self.after else 2
            if SUIT[action] != self.led:
                place += 2
        need = 0 if self.need <= 0 else 2 if self.need >= size else 1
        return (place * len(NEEDS) + need) * len(PARTS_OF_DEAL) + (2 if size < 3 else 1 if size < 6 else 0)

    def compute_features(self, action: Action, row: FeatureRow) -> None:
        if isinstance(row, BidFeatures):
            self.fill_bid_features(action - BID, row)
        else:
            assert isinstance(row, CardFeatures)
            self.fill_card_features(action, row)

    def read_position(self, state: GooseState) -> None:
        trick, seat, hands, suits = state.trick, state.turn, state.hands, state.suits
        own, others, place = hands[seat], len(hands) - 1, len(trick)
        unseen = unseen_cards(state)
        self._state, self._seat, self._others, self._own, self._unseen = state, seat, others, own, unseen
        self.place, self.after, self.size = place, others - place, own.bit_count()
        trumps = NO_SUIT if state.trumps is None else state.trumps
        self._trumps, self._trump_cards = trumps, 0 if trumps == NO_SUIT else suits[trumps]
        many = unseen.bit_count() or 1
        self._there = (others * self.size - place) / many
        self._each = min(self.size / many, 1.0)
        self._has_trump = 1.0 - (1.0 - self._each) ** (unseen & self._trump_cards).bit_count()
        self._suit = self._of = self.led = NO_SUIT
        self._wins, self._leaves = -1, 0.0
        if place:
            self._store_trick(state)
        if state.bids[seat] < 0:
            self._store_hand_to_bid(state)
        else:
            self._store_needs(state)

    def fill_card_features(self, card: Card, features: CardFeatures) -> None:
        """Fills the features of playing a card."""
        state = self._state
        assert state is not None
        suit, bit, lack = SUIT[card], BIT[card], self._lack
        if suit != self._suit:
            self._store_suit(state, suit)
        theirs = self._theirs
        above = count_higher(theirs, bit)
        take = self._take_chance(state, card, suit, bit, above)
        promised = self._later_take_chance(state, suit, bit, above)
        count = theirs.bit_count()
        group = state.suits[suit]
        length = ((self._own & group).bit_count() - 1) / 5.0
        features.take = take
        features.take_lack = take * lack
        features.take_tight = take * self._tight
        features.doubt = 4.0 * take * (1.0 - take)
        features.promise, features.promise_lack, features.promise_tight = promised, promised * lack, promised * self._tight
        features.shift = (promised - take) * (promised - take)
        rank = features.rank = _HEIGHT[card]
        features.rank_lack = rank * lack
        features.trump = 1.0 if suit == self._trumps else 0.0
        features.trump_lack = features.trump * lack
        features.length, features.length_lack = length, length * lack
        void = features.void_made = 1.0 if length == 0.0 and suit != JOKER_SUIT else 0.0
        features.void_lack = void * lack
        features.void_trumps = void if self._own & self._trump_cards & ~group else 0.0
        features.above = above / count if count else 0.5
        features.above_lack = features.above * lack
        features.theirs = count / 8.0
        features.top = 1.0 if above == 0 else 0.0
        features.top_lack = features.top * lack
        features.joker = 1.0 if suit == JOKER_SUIT else 0.0
        features.joker_lack = features.joker * lack
        features.voids = self._voids
        features.leaves = 0.0 if take > 0.0 else self._leaves

    def fill_bid_features(self, bid: int, features: BidFeatures) -> None:
        """Fills the features of a bid."""
        state = self._state
        assert state is not None
        share = self.size / (self._others + 1)
        step = min(max((bid - self._promise) / 2.0, -2.0), 2.0)
        after = state.bids.count(-1) - 1
        made = state.bid
        features.step, features.square = step, step * step
        features.bold = step * step if step > 0.0 else 0.0
        features.step_plain, features.step_trump = step * self._plain / 4.0, step * self._trump / 4.0
        held = (self._own & self._trump_cards).bit_count()
        features.step_trumps = step * (held - self.size * 0.25) / 4.0 if self._trumps != NO_SUIT else 0.0
        features.step_tops, features.step_seconds = step * self._tops / 2.0, step * self._seconds / 2.0
        features.step_jokers = step * (self._own & state.suits[JOKER_SUIT]).bit_count()
        features.step_short = step * self._short if held else 0.0
        features.step_size = step * share / 4.0
        features.step_bids = step * (made - (self._others - after) * share) / 2.0
        features.step_after = step * after / self._others
        features.step_first = step if after == self._others else 0.0
        features.zero = 1.0 if bid == 0 else 0.0
        features.zero_promise = features.zero * min(self._promise, 1.0)
        features.under = 1.0 if after == 0 and made + bid < self.size else 0.0

    def _store_trick(self, state: GooseState) -> None:
        trick = state.trick
        led = suit_to_follow(trick, state.jokers)
        self.led = NO_SUIT if led is None else led
        beats = beating_cards(state.trumps, state.jokers, state.decks)
        first = card_sense.winning_index(trick, beats)
        self._wins = beats[trick[first]]
        self._leaves = 1.0 if self._tricks_needed(state, state.seat_at(first)) > 0 else -1.0
        self._store_later_seats(state, self.led)

    def _store_needs(self, state: GooseState) -> None:
        total = 0
        for other in range(self._others + 1):
            total += max(self._tricks_needed(state, other), 0)
        self.need = self._tricks_needed(state, self._seat)
        self._tight = min(max((total - self.size) / 2.0, -1.5), 1.5)
        self._lack = min(max((self.need - self._expected_hand_tricks(state)) / 2.0, -1.5), 1.5)

    def _store_hand_to_bid(self, state: GooseState) -> None:
        self.need = 0
        self._plain = self._trump = 0.0
        self._tops = self._seconds = self._short = 0
        self._expected_hand_tricks(state)
        for suit in range(JOKER_SUIT):
            if suit != self._trumps and (self._own & state.suits[suit]).bit_count() < 2:
                self._short += 1
        self._promise = expected_tricks(state, self._own)

    def _tricks_needed(self, state: GooseState, seat: int) -> int:
        return state.bids[seat] - state.won[seat].bit_count() // (self._others + 1)

    def _expected_hand_tricks(self, state: GooseState) -> float:
        found = 0.0
        for suit in range(JOKER_SUIT + 1):
            held = self._own & state.suits[suit]
            if not held:
                continue
            self._store_suit(state, suit)
            theirs, sums = self._theirs, 0.0
            while held:
                bit = held & -held
                held ^= bit
                above = count_higher(theirs, bit)
                sums += self._later_take_chance(state, suit, bit, above)
                if suit != self._trumps and above < 2 and suit != JOKER_SUIT:
                    if above:
                        self._seconds += 1
                    else:
                        self._tops += 1
            found += sums
            if suit == self._trumps:
                self._trump = sums
            elif suit != JOKER_SUIT:
                self._plain += sums
        return found

    def _store_suit(self, state: GooseState, suit: int) -> None:
        group, seat, others = state.suits[suit], self._seat, self._others
        theirs = self._theirs = self._unseen & group
        self._suit = suit
        known, unruffed = 0, 1.0
        ruffs = suit != self._trumps and suit != JOKER_SUIT and self._has_trump > 0.0
        void = (1.0 - self._each) ** theirs.bit_count()
        voids = state.voids
        for other in range(others + 1):
            if other == seat:
                continue
            lacking = voids[other]
            without = not theirs & ~lacking
            if without:
                known += 1
            if ruffs and self._unseen & self._trump_cards & ~lacking:
                unruffed *= 1.0 - self._has_trump * (1.0 if without else void)
        self._voids, self._unruffed = known / others, unruffed

    def _later_take_chance(self, state: GooseState, suit: int, bit: Cards, above: int) -> float:
        if suit == JOKER_SUIT:
            return joker_chance_in_deal(state, bit)
        if suit == self._trumps:
            return SMALL_TRUMP_TRICKS + (1.0 - SMALL_TRUMP_TRICKS) / (1.0 + TRUMP_LOSS * self._there * above)
        return self._unruffed / (1.0 + PLAIN_CARD_LOSS * self._there * above)

    def _take_chance(self, state: GooseState, card: Card, suit: int, bit: Cards, above: int) -> float:
        if not bit & self._wins:
            return 0.0
        if not self.after:
            return 1.0
        if suit == JOKER_SUIT:
            return joker_take_chance(state, card, self.after, self._unseen)
        higher = 1.0 - (1.0 - self._each) ** above
        if self.place and suit != self.led and self.led != NO_SUIT:
            # A ruff is beaten only by another void seat.
            return (1.0 - higher * self._overs) ** self.after
        if suit != self._of:
            self._store_later_seats(state, suit)
        return (
            self._stands
            * (1.0 - TAKE_CHANCE_IF_NEEDED * higher) ** self._going
            * (1.0 - TAKE_CHANCE_IF_NOT_NEEDED * higher) ** self._ducking
        )

    def _store_later_seats(self, state: GooseState, led: int) -> None:
        self._of = led
        trumps, other = self._unseen & self._trump_cards, self._seat
        theirs = 0 if led == NO_SUIT else self._unseen & state.suits[led]
        void = (1.0 - self._each) ** theirs.bit_count()
        self._going = self._ducking = 0
        stands, overs = 1.0, 0.0
        for _ in range(self.after):
            other = other + 1 if other < self._others else 0
            lacking, goes = state.voids[other], self._tricks_needed(state, other) > 0
            without = not theirs & ~lacking
            if not without and goes:
                self._going += 1
            elif not without:
                self._ducking += 1
            if led != self._trumps and trumps & ~lacking:
                ruffs = (TAKE_CHANCE_IF_NEEDED if goes else TAKE_CHANCE_IF_NOT_NEEDED) * (1.0 if without else void)
                overs += ruffs
                stands *= 1.0 - self._has_trump * ruffs
        self._stands, self._overs = stands, overs / self.after if self.after else 0.0
