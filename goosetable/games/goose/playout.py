"""Playout policy of Goose: a quick bid from the expected tricks of a hand, and a quick card from the tricks that the bid needs.

A seat may need some but not all of the remaining tricks. It then plays the card that brings the expected tricks of its
remaining hand nearest to the number needed. Only trumps and the highest cards of the other suits count as expected tricks.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.rules.tricks import NO_SUIT, OF_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.engine.strength.sums import sum_in_order
from goosetable.games.goose.rules import GooseState, taking_place

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


_SECOND: Final = playout.FIRST_SECOND_COPY
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


def card_nearest_need(state: GooseState, group: Cards, need: int, beats: playout.Beats) -> Card:
    """Returns the card after which the expected tricks of the hand are nearest to `need`, the tricks still to make."""
    trick, suits, others = state.trick, state.suits, _OtherHands(state)
    lack = need - _expected_hand_tricks(state, others)
    wins = beats[trick[playout.winning_index(trick, beats)]] if trick else -1
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
            promise = joker_promise(state, bit) if suit == JOKER_SUIT else others.take_chance(suit, above, by_all)
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
        found += joker_promise(state, bit)
    return found


def count_higher(theirs: Cards, bit: Cards) -> int:
    """Returns the number of cards in `theirs`, all of one suit, that are higher than the card `bit`."""
    if bit >= _SECOND:
        bit //= _SECOND
    if theirs < _SECOND:
        return (theirs & (bit - 1)).bit_count()
    return (theirs % _SECOND & (bit - 1)).bit_count() + (theirs // _SECOND & (bit - 1)).bit_count()


def joker_promise(state: GooseState, bit: Cards) -> float:
    """Returns the chance, 0..1, that a joker takes a trick at some time in the deal."""
    high, low = JOKER_TRICKS[state.jokers]
    return high if (bit.bit_length() - 1) % PACK_SIZE == JOKER else low


def unseen_cards(state: GooseState) -> Cards:
    """Returns the cards that the seat to act cannot see."""
    every = _EVERY[state.decks]
    return playout.unseen_cards(state, every & ~BIT[state.turned] if state.turned >= 0 else every)


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


_BEATING: Final[dict[str, dict[int, playout.Beats]]] = {}
"""Cache of `beating_cards`: by option on jokers, then by a number that combines trumps and packs."""


def beating_cards(trumps: int | None, jokers: str, decks: int) -> playout.Beats:
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
            BIT[other] for other in members(OF_SUIT[suit]) if playout.rank_from_top(other) < playout.rank_from_top(card)
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
