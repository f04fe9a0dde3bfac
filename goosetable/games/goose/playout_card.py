"""The card of a seat in Goose that needs some of the tricks to come and not all: where the hand then comes nearest to it.

Only trumps and the highest cards of the other suits are counted on; whatever else takes a trick is a surprise. The figures are
those by which a player of nothing but habits won most. All is quick rather than exact: a search plays out thousands of deals.
"""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.games.goose.state import GooseState

FEARED: Final = 12.0
"""How fast the promise of a plain card falls with the higher ones that others hold."""
FEARED_TRUMP: Final = 0.8
SMALL_TRUMP: Final = 0.12
"""What even the smallest trump promises."""
WILLING: Final = 1.2
"""How much likelier than by chance those still to play have a higher card: it is for this that they keep it."""
DOUBT: Final = 0.7
"""What not knowing whether a card takes its trick weighs, against being off by one trick for sure."""
EARLY: Final = 0.2
"""How much better a high card is used where it may take a trick, and a low one where it takes none."""
JOKERS: Final = {"suitless": (0.35, 0.35), "top": (1.0, 0.9), "wizard": (1.0, 0.0)}
"""What the High and the Low Joker promise."""


_HIGHER: Final[dict[int, tuple[Cards, ...]]] = {}


def _higher(decks: int) -> tuple[Cards, ...]:
    """By card, the cards of its suit above it."""
    found = _HIGHER.get(decks)
    if found is None:
        every = range(PACK_SIZE * decks)
        found = _HIGHER[decks] = tuple([
            sum([BIT[other] for other in every if SUIT[other] == SUIT[card] and playout.low(other) < playout.low(card)])
            for card in range(2 * PACK_SIZE)
        ])  # fmt: skip
    return found


_EVERY: Final[tuple[Cards, ...]] = tuple(BIT[0] * 2 ** (PACK_SIZE * decks) - 1 for decks in range(3))
"""All cards of so many packs."""


def nearest(state: GooseState, group: Cards, need: int, beats: playout.Beats) -> Card:
    """The card of `group` after which the tricks to be expected come nearest to those needed."""
    trick, hand = state.trick, state.hands[state.turn]
    unseen = _unseen(state)
    others = len(state.hands) - 1
    after = others - len(trick)
    there = (others * hand.bit_count() - len(trick)) / (unseen.bit_count() or 1)
    unruffed = _unruffed(state, hand, unseen, there / others)
    held, higher = members(hand), _higher(state.decks)
    above = [(unseen & higher[card]).bit_count() for card in held]
    promises = _promises(state, held, above, there, [chance**others for chance in unruffed])
    lack = float(need)
    for promise in promises:
        lack -= promise
    stands = [chance**after for chance in unruffed]
    wins = beats[trick[playout.ahead(trick, beats)]] if trick else -1
    asked = SUIT[trick[0]] if trick else -1
    over = min(WILLING * there * after / others, 1.0)
    best, least = 0, 1e9
    for place, card in enumerate(held):
        bit = BIT[card]
        if not bit & group:
            continue
        suit, promise, count = SUIT[card], promises[place], above[place]
        if not bit & wins:
            takes = 0.0
        elif suit == JOKER_SUIT:
            takes = _joker(state, card, after, unseen)
        elif trick and suit != asked:
            # Who ruffs is beaten only by who is void too.
            takes = (1 - over / 2) ** count
        else:
            takes = (1 - over) ** count * stands[suit]
        off = lack + promise - takes
        cost = off * off + DOUBT * (takes * (1 - takes) - promise * (1 - promise)) + EARLY * (-promise if takes else promise)
        if cost < least or (cost == least and not takes):
            # Of cards that are as good the higher one is led, and the lower one thrown away.
            best, least = card, cost
    return best


def _promises(state: GooseState, held: tuple[Card, ...], above: list[int], there: float, unruffed: list[float]) -> list[float]:
    """How likely each card of a hand takes a trick some time.

    above: how many higher ones of its suit are unseen; there: how much of what is unseen lies in hands; unruffed: by suit, the
    chance that none of the others ruffs it.
    """
    trumps, jokers = NO_SUIT if state.trumps is None else state.trumps, JOKERS[state.jokers]
    found: list[float] = []
    for place, card in enumerate(held):
        suit, count = SUIT[card], above[place]
        if suit == trumps:
            found.append(SMALL_TRUMP + (1 - SMALL_TRUMP) / (1 + FEARED_TRUMP * there * count))
        elif suit == JOKER_SUIT:
            found.append(jokers[card % PACK_SIZE != JOKER])
        else:
            found.append(unruffed[suit] / (1 + FEARED * there * count))
    return found


def _unseen(state: GooseState) -> Cards:
    """What lies where the seat to act cannot see it."""
    seen = state.hands[state.turn]
    if state.turned >= 0:
        seen |= BIT[state.turned]
    for pile in state.won:
        seen |= pile
    for card in state.trick:
        seen |= BIT[card]
    return _EVERY[state.decks] & ~seen


def _unruffed(state: GooseState, hand: Cards, unseen: Cards, part: float) -> list[float]:
    """By suit of the hand, the chance that one of the others, who has this part of what is unseen, does not ruff it."""
    found, trumps, suits = [1.0] * 5, NO_SUIT if state.trumps is None else state.trumps, state.suits
    lurking = 0 if trumps == NO_SUIT else (unseen & suits[trumps]).bit_count()
    if lurking:
        can, many, left = min(lurking * part, 1.0), unseen.bit_count(), hand.bit_count()
        for suit in range(4):
            if suit != trumps and hand & suits[suit]:
                found[suit] = 1 - can * (1 - (unseen & suits[suit]).bit_count() / many) ** left
    return found


def _joker(state: GooseState, card: Card, after: int, unseen: Cards) -> float:
    """How likely a joker that would take the trick as it lies does take it."""
    jokers = state.jokers
    if not after:
        return 1.0
    if jokers != "suitless":
        return JOKERS[jokers][card % PACK_SIZE != JOKER]
    if state.trumps is not None and unseen & state.suits[state.trumps]:
        return 0.15
    return 1.0 if card % PACK_SIZE == JOKER or not unseen & state.suits[JOKER_SUIT] else 0.6
