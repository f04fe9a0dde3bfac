"""Learned policy of Fools Gold: a linear softmax over the features of each legal action.

`build.py train fools-gold` computes the weights, one for each feature, situation and part of the deal. The features use only
the seat's own hand and the open cards; chances assume that all unseen cards are in other hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.cards import BIT, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.policy import FeatureRow, LinearPolicy, Shape
from goosetable.engine.strength.win_chances import TrickChances
from goosetable.games.fools_gold.rules import KEEP, OF_RANK, OF_SUIT, RANKS_IN_PLAY, Bonuses, FoolsGoldState, best_suit


class GoldFeatures(FeatureRow):
    """The features of one action, mostly 0..1 or -1..1. "Its suit" is the suit of the card that the action plays or keeps.

    The same class also holds a row of weights: a weight in place of each feature.
    """

    take: float
    """Chance that this seat takes the trick."""
    base: float
    """`take`, times the points that a card of the suit led is worth to this seat: 1 in its best suit, -1 in another."""
    set: float
    """Bonus for the set that the action may complete, divided by 4; times `take` if the action plays a card."""
    pair: float
    """If the action plays a card: `take`, if this seat could keep a second card of a rank. If it keeps the second card of a
    rank: half the number of further cards of that rank that can still be had, or -0.5 for none.
    """
    start: float
    """If the action keeps the first card of a rank: a third of the number of further cards of that rank still to be had."""
    others_base: float
    """Mean points that the trick gives to another seat, times the chance that another seat takes it."""
    others_set: float
    """Mean bonus that the trick gives to another seat, times the chance that another seat takes it."""
    feeds: float
    """1 if the card follows suit and would complete a set of another seat."""
    rank: float
    """1 for an ace down to -1 for a three."""
    trump: float
    """1 for a trump."""
    plan: float
    """Number of this seat's kept cards in its suit, minus those in other suits, scaled to about -1..1."""
    length: float
    """Number of other cards of its suit in the hand, scaled."""
    void_made: float
    """1 if the hand has no other card of its suit."""
    ruffs_after: float
    """1 if the hand has no other card of its suit but still has trumps."""
    above: float
    """Number of unseen higher cards of its suit, scaled."""
    below: float
    """Number of unseen lower cards of its suit, scaled."""
    top: float
    """1 if no unseen card of its suit is higher."""
    voids: float
    """Part of the other seats that are known to be void in its suit."""
    take_plan: float
    """`take`, times `plan` of the suit led. The three features below are products with `plan` of the card's own suit."""
    rank_plan: float
    top_plan: float
    length_plan: float


BONUS_SCALE: Final = 0.25
"""Factor on bonuses, which would otherwise be four times as large as other features."""

_PACK: Final[Cards] = sum(OF_SUIT)
_RANKS: Final[Cards] = OF_SUIT[0]
_SUITS: Final[Cards] = OF_RANK[0]
"""One bit for each suit. The product with a set of ranks is the set of all cards of these ranks."""
_SECOND: Final = BIT[SUIT_SIZE]
_THIRD: Final = BIT[2 * SUIT_SIZE]
_FOURTH: Final = BIT[3 * SUIT_SIZE]
_HEIGHT: Final[list[float]] = [(5.5 - card % SUIT_SIZE) / 5.5 for card in range(4 * SUIT_SIZE)]
"""By card, from 1 for an ace down to -1 for a three."""


VERSION: Final = 1
"""Version of the features. It must be increased if a feature changes its meaning under the same name."""
SITUATIONS: Final = ("lead", "middle follows", "last follows", "middle discards", "last discards", "keep")
PARTS_OF_DEAL: Final = ("early", "middle", "late", "end")
"""Parts of a deal: with more than 8 cards in the hand, 5 to 8, 3 or 4, and fewer."""
_PARTED: Final = tuple(f"{situation}, {part}" for situation in SITUATIONS for part in PARTS_OF_DEAL)
SHAPE: Final = Shape("fools-gold", VERSION, GoldFeatures().feature_names(), _PARTED)
_LARGEST: Final = 4 * RANKS_IN_PLAY // 3
_PART: Final[tuple[int, ...]] = tuple(
    3 if size < 3 else 2 if size < 5 else 1 if size < 9 else 0 for size in range(_LARGEST + 1)
)
_KEEP: Final = SITUATIONS.index("keep")


def _paired_ranks(kept_cards: Cards) -> int:
    """Returns the ranks that a seat has kept two or more cards of, as bits."""
    one, two, three, four = kept_cards, kept_cards // _SECOND, kept_cards // _THIRD, kept_cards // _FOURTH
    return (one & two | three & four | (one | two) & (three | four)) & _RANKS


def _card_points(kept_cards: Cards, group: Cards) -> float:
    """Returns the points for keeping one more card of the suit `group`: 1 in the best suit, -1 in another."""
    return 1.0 if (kept_cards & group).bit_count() == (kept_cards & best_suit(kept_cards)).bit_count() else -1.0


def _suit_surplus(kept_cards: Cards, group: Cards) -> float:
    """Returns the number of a seat's kept cards of a suit minus the number of its other kept cards, scaled to about -1..1."""
    return ((kept_cards & group).bit_count() - (kept_cards & ~group & best_suit(kept_cards & ~group)).bit_count()) / 3.0


class GoldPolicy(LinearPolicy[FoolsGoldState]):
    """A linear softmax policy for playing and keeping cards. It maximises points and ignores the standing."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.trick = TrickChances()
        self.size = 0
        """Cards in the seat's hand."""
        self._state: FoolsGoldState | None = None
        self._bonuses: Bonuses = ()
        self._seat = self._trump = 0
        self._own: Cards = 0
        self._kept: Cards = 0
        self._lying: Cards = 0
        """Cards of the trick that may be kept."""
        self._wins: Cards = -1
        """Cards that would take the trick so far."""
        self._twos: Cards = 0
        """Cards that would make a set for this seat; below, those that would make a pair."""
        self._ones: Cards = 0
        self._rivals: Cards = 0
        """Cards that would make a set for another seat."""
        self._suit = NO_SUIT
        """The suit for which `_plan` and `_voids` were computed last."""
        self._plan = self._voids = 0.0
        self._led_plan = self._worth = self._set = self._pair = 0.0
        """For the suit led: `plan`, `base`, `set` and `pair` of a sure winner."""
        self._first_base = self._first_set = 0.0
        """Points and bonus of the trick to the seat that is winning it."""
        self._next_base = self._next_set = 0.0
        """Mean points and bonus of the trick to the seats yet to play."""
        self._stands = 0.0
        """Chance that the seat winning the trick keeps it."""
        super().__init__(SHAPE, rows)

    def new_row(self, situation: int) -> GoldFeatures:
        return GoldFeatures()

    def situation_of(self, action: Action) -> int:
        trick = self.trick
        if trick.full:
            found = _KEEP
        elif not trick.place:
            found = 0
        else:
            found = 2 if trick.last else 1
            if SUIT[action] != trick.led:
                found += 2
        return found * len(PARTS_OF_DEAL) + _PART[self.size]

    def compute_features(self, action: Action, row: FeatureRow) -> None:
        assert isinstance(row, GoldFeatures)
        if action >= KEEP:
            self.fill_keep_features(action - KEEP, row)
        else:
            self.fill_card_features(action, row)

    def read_position(self, state: FoolsGoldState) -> None:
        lies, trump, seat, chances = state.trick, state.trump, state.turn, self.trick
        self._state, self._seat, self._bonuses, self._trump = state, seat, state.rows, trump
        own = state.hands[seat]
        self._own, self.size = own, own.bit_count()
        hidden = _PACK & ~state.gone
        for held in state.kept:
            hidden &= ~held
        unseen = card_sense.unseen_cards(state, hidden)
        chances.read_position(state, unseen, OF_SUIT[trump])
        self._lying = sum([BIT[card] for card in lies]) & OF_SUIT[chances.led] if lies else 0
        kept = self._kept = state.kept[seat]
        ranks = _paired_ranks(kept)
        self._twos = _SUITS * ranks
        self._ones = _SUITS * ((kept | kept // _SECOND | kept // _THIRD | kept // _FOURTH) & _RANKS & ~ranks)
        self._suit = NO_SUIT
        if chances.full:
            return
        rivals = 0
        for other, held in enumerate(state.kept):
            if other != seat:
                rivals |= _paired_ranks(held)
        self._rivals = _SUITS * rivals
        self._wins, self._first_base, self._first_set, self._stands = -1, 0.0, 0.0, 0.0
        if lies:
            self._store_led_suit(chances.led)
            beats = card_sense.beating_cards(trump, 0)
            first = card_sense.winning_index(lies, beats)
            best = lies[first]
            self._wins = beats[best]
            self._store_winning_seat(state.kept[state.seat_at(first)])
            above = (unseen & OF_SUIT[SUIT[best]] & (BIT[best] - 1)).bit_count()
            self._stands = chances.best_card_wins_chance(SUIT[best] == chances.led, above)

    def fill_keep_features(self, card: Card, features: GoldFeatures) -> None:
        """Fills the features of keeping a card."""
        features.set_to_zero()
        bit, of_rank = BIT[card], OF_RANK[card % SUIT_SIZE]
        more = ((self._own | self.trick.unseen) & of_rank).bit_count()
        if bit & self._twos:
            features.set = self._bonus_for_set(self._kept, card)
        elif bit & self._ones:
            features.pair = 0.5 * more if more else -0.5
        else:
            features.start = more / 3.0
        features.rank = _HEIGHT[card]

    def fill_card_features(self, card: Card, features: GoldFeatures) -> None:
        """Fills the features of playing a card."""
        suit, bit, chances = SUIT[card], BIT[card], self.trick
        follows = not chances.place or suit == chances.led
        if suit != self._suit:
            if not chances.place:
                self._store_led_suit(suit)
            self._suit, self._plan = suit, _suit_surplus(self._kept, OF_SUIT[suit])
            self._voids = chances.void_share(suit)
        group = OF_SUIT[suit]
        theirs = chances.unseen & group
        above = (theirs & (bit - 1)).bit_count()
        length = ((self._own & group).bit_count() - 1) / 5.0
        take = chances.best_card_wins_chance(follows, above) if bit & self._wins else 0.0
        plan, rank = self._plan, _HEIGHT[card]
        features.take, features.base = take, take * self._worth
        features.set, features.pair = self._set, self._pair
        if follows:
            if bit & self._twos:
                features.set = max(features.set, self._bonus_for_set(self._kept, card))
            elif bit & self._ones:
                features.pair = 1.0
            features.feeds = 1.0 if bit & self._rivals else 0.0
        else:
            features.feeds = 0.0
        features.set, features.pair, features.start = take * features.set, take * features.pair, 0.0
        stays = 0.0 if take > 0.0 else self._stands
        features.others_base = (1.0 - take) * (stays * self._first_base + (1.0 - stays) * self._next_base)
        features.others_set = (1.0 - take) * (stays * self._first_set + (1.0 - stays) * self._next_set)
        features.rank, features.plan, features.length = rank, plan, length
        features.trump = 1.0 if suit == self._trump else 0.0
        features.void_made = 1.0 if length == 0.0 else 0.0
        features.ruffs_after = features.void_made if suit != self._trump and self._own & OF_SUIT[self._trump] else 0.0
        features.above, features.below = above / 8.0, (theirs.bit_count() - above) / 8.0
        top = 1.0 if above == 0 else 0.0
        features.top, features.voids = top, self._voids
        features.take_plan, features.rank_plan = take * self._led_plan, rank * plan
        features.top_plan, features.length_plan = top * plan, length * plan

    def _store_led_suit(self, led: int) -> None:
        state, group, chances = self._state, OF_SUIT[led], self.trick
        assert state is not None
        chances.set_suit_led(led)
        kept, lying = self._kept, self._lying
        self._worth, self._led_plan = _card_points(kept, group), _suit_surplus(kept, group)
        self._set = self._largest_bonus(kept, lying & self._twos) if lying & self._twos else 0.0
        self._pair = 1.0 if lying & self._ones else 0.0
        base = sets = 0.0
        other, after = self._seat, chances.after
        for _ in range(after):
            other = other + 1 if other < chances.others else 0
            held = state.kept[other]
            base += _card_points(held, group)
            wanted = lying & _SUITS * _paired_ranks(held) if lying else 0
            if wanted:
                sets += self._largest_bonus(held, wanted)
        self._next_base, self._next_set = (base / after, sets / after) if after else (0.0, 0.0)

    def _store_winning_seat(self, kept_cards: Cards) -> None:
        self._first_base = _card_points(kept_cards, OF_SUIT[self.trick.led])
        wanted = self._lying & _SUITS * _paired_ranks(kept_cards)
        self._first_set = self._largest_bonus(kept_cards, wanted) if wanted else 0.0

    def _bonus_for_set(self, kept_cards: Cards, card: Card) -> float:
        rank = card % SUIT_SIZE
        three, four = self._bonuses[rank]
        return BONUS_SCALE * (three if (kept_cards & OF_RANK[rank]).bit_count() == 2 else four - three)

    def _largest_bonus(self, kept_cards: Cards, candidates: Cards) -> float:
        most = 0.0
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            most = max(most, self._bonus_for_set(kept_cards, bit.bit_length() - 1))
        return most
