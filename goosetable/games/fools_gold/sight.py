"""What an action of Fools Gold looks like to the seat that may do it: its features, by the own hand and what lies open.

Chances are estimated from the cards unseen, all of which lie in the hands of the others.
"""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.engine.strength.trick_chances import TrickChances
from goosetable.games.fools_gold.features import GoldFeatures
from goosetable.games.fools_gold.scoring import OF_RANK, OF_SUIT, Bonuses, best_suit
from goosetable.games.fools_gold.state import FoolsGoldState

BONUS: Final = 0.25
"""Points of a set are four times as large as other features."""

_PACK: Final[Cards] = sum(OF_SUIT)
_RANKS: Final[Cards] = OF_SUIT[0]
_SUITS: Final[Cards] = OF_RANK[0]
"""A bit a suit: times a set of ranks, all cards of these ranks."""
_SECOND: Final = BIT[SUIT_SIZE]
_THIRD: Final = BIT[2 * SUIT_SIZE]
_FOURTH: Final = BIT[3 * SUIT_SIZE]
_HEIGHT: Final[list[float]] = [(5.5 - card % SUIT_SIZE) / 5.5 for card in range(4 * SUIT_SIZE)]
"""By card, from 1 for an ace down to -1 for a three."""


class GoldSight:
    """What the seat to act sees before it chooses; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.trick = TrickChances()
        self.size = 0
        """Cards in the seat's hand."""
        self._state: FoolsGoldState | None = None
        self._rows: Bonuses = ()
        self._seat = self._trump = 0
        self._own: Cards = 0
        self._kept: Cards = 0
        self._lying: Cards = 0
        """Cards of the trick that may be kept."""
        self._wins: Cards = -1
        """The cards that would take the trick as it lies."""
        self._twos: Cards = 0
        """The cards that would make a set for this seat; and those that would make a pair."""
        self._ones: Cards = 0
        self._rivals: Cards = 0
        """The cards that would make a set for one of the others."""
        self._suit = NO_SUIT
        """The suit of the card looked at last; of it the next two."""
        self._plan = self._voids = 0.0
        self._led_plan = self._worth = self._set = self._pair = 0.0
        """Of the suit led: as `plan`, `base`, `set`, `pair` of whoever takes the trick for sure."""
        self._first_base = self._first_set = 0.0
        """What the trick counts for the seat that has it so far."""
        self._next_base = self._next_set = 0.0
        """The same for those to come, on average."""
        self._stands = 0.0
        """How likely the seat that has it so far keeps it."""

    def look(self, state: FoolsGoldState) -> None:
        """Takes in a position."""
        lies, trump, seat, chances = state.trick, state.trump, state.turn, self.trick
        self._state, self._seat, self._rows, self._trump = state, seat, state.rows, trump
        own = state.hands[seat]
        self._own, self.size = own, own.bit_count()
        hidden = _PACK & ~state.gone
        for held in state.kept:
            hidden &= ~held
        unseen = playout.unseen(state, hidden)
        chances.look(state, unseen, OF_SUIT[trump])
        self._lying = sum([BIT[card] for card in lies]) & OF_SUIT[chances.led] if lies else 0
        kept = self._kept = state.kept[seat]
        ranks = _twos_of(kept)
        self._twos = _SUITS * ranks
        self._ones = _SUITS * ((kept | kept // _SECOND | kept // _THIRD | kept // _FOURTH) & _RANKS & ~ranks)
        self._suit = NO_SUIT
        if chances.full:
            return
        rivals = 0
        for other, held in enumerate(state.kept):
            if other != seat:
                rivals |= _twos_of(held)
        self._rivals = _SUITS * rivals
        self._wins, self._first_base, self._first_set, self._stands = -1, 0.0, 0.0, 0.0
        if lies:
            self._of_led(chances.led)
            beats = playout.beating(trump, 0)
            first = playout.ahead(lies, beats)
            best = lies[first]
            self._wins = beats[best]
            self._first(state.kept[state.seat_of(first)])
            above = (unseen & OF_SUIT[SUIT[best]] & (BIT[best] - 1)).bit_count()
            self._stands = chances.holds(SUIT[best] == chances.led, above)

    def keep(self, card: Card, found: GoldFeatures) -> None:
        """The features of keeping a card."""
        found.clear()
        bit, of_rank = BIT[card], OF_RANK[card % SUIT_SIZE]
        more = ((self._own | self.trick.unseen) & of_rank).bit_count()
        if bit & self._twos:
            found.set = self._earns(self._kept, card)
        elif bit & self._ones:
            found.pair = 0.5 * more if more else -0.5
        else:
            found.start = more / 3.0
        found.rank = _HEIGHT[card]

    def card(self, card: Card, found: GoldFeatures) -> None:
        """The features of playing a card."""
        suit, bit, chances = SUIT[card], BIT[card], self.trick
        follows = not chances.place or suit == chances.led
        if suit != self._suit:
            if not chances.place:
                self._of_led(suit)
            self._suit, self._plan = suit, _plan(self._kept, OF_SUIT[suit])
            self._voids = chances.void_part(suit)
        group = OF_SUIT[suit]
        theirs = chances.unseen & group
        above = (theirs & (bit - 1)).bit_count()
        length = ((self._own & group).bit_count() - 1) / 5.0
        take = chances.holds(follows, above) if bit & self._wins else 0.0
        plan, rank = self._plan, _HEIGHT[card]
        found.take, found.base = take, take * self._worth
        found.set, found.pair = self._set, self._pair
        if follows:
            if bit & self._twos:
                found.set = max(found.set, self._earns(self._kept, card))
            elif bit & self._ones:
                found.pair = 1.0
            found.feeds = 1.0 if bit & self._rivals else 0.0
        else:
            found.feeds = 0.0
        found.set, found.pair, found.start = take * found.set, take * found.pair, 0.0
        stays = 0.0 if take > 0.0 else self._stands
        found.others_base = (1.0 - take) * (stays * self._first_base + (1.0 - stays) * self._next_base)
        found.others_set = (1.0 - take) * (stays * self._first_set + (1.0 - stays) * self._next_set)
        found.rank, found.plan, found.length = rank, plan, length
        found.trump = 1.0 if suit == self._trump else 0.0
        found.void_made = 1.0 if length == 0.0 else 0.0
        found.ruffs_after = found.void_made if suit != self._trump and self._own & OF_SUIT[self._trump] else 0.0
        found.above, found.below = above / 8.0, (theirs.bit_count() - above) / 8.0
        top = 1.0 if above == 0 else 0.0
        found.top, found.voids = top, self._voids
        found.take_plan, found.rank_plan = take * self._led_plan, rank * plan
        found.top_plan, found.length_plan = top * plan, length * plan

    def _of_led(self, led: int) -> None:
        """What the trick counts for this seat and for those to come, if this suit is led."""
        state, group, chances = self._state, OF_SUIT[led], self.trick
        assert state is not None
        chances.if_led(led)
        kept, lying = self._kept, self._lying
        self._worth, self._led_plan = _base(kept, group), _plan(kept, group)
        self._set = self._best(kept, lying & self._twos) if lying & self._twos else 0.0
        self._pair = 1.0 if lying & self._ones else 0.0
        base = sets = 0.0
        other, after = self._seat, chances.after
        for _ in range(after):
            other = other + 1 if other < chances.others else 0
            held = state.kept[other]
            base += _base(held, group)
            wanted = lying & _SUITS * _twos_of(held) if lying else 0
            if wanted:
                sets += self._best(held, wanted)
        self._next_base, self._next_set = (base / after, sets / after) if after else (0.0, 0.0)

    def _first(self, kept: Cards) -> None:
        """What the trick counts for the seat that has it so far, which has kept these."""
        self._first_base = _base(kept, OF_SUIT[self.trick.led])
        wanted = self._lying & _SUITS * _twos_of(kept)
        self._first_set = self._best(kept, wanted) if wanted else 0.0

    def _earns(self, kept: Cards, card: Card) -> float:
        """What a set that this card makes, or makes larger, earns more."""
        rank = card % SUIT_SIZE
        three, four = self._rows[rank]
        return BONUS * (three if (kept & OF_RANK[rank]).bit_count() == 2 else four - three)

    def _best(self, kept: Cards, wanted: Cards) -> float:
        """The most that one of some cards earns, each of which makes a set."""
        most = 0.0
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            most = max(most, self._earns(kept, bit.bit_length() - 1))
        return most


def _twos_of(kept: Cards) -> int:
    """The ranks of which two or more are kept, a bit a rank."""
    one, two, three, four = kept, kept // _SECOND, kept // _THIRD, kept // _FOURTH
    return (one & two | three & four | (one | two) & (three | four)) & _RANKS


def _base(kept: Cards, group: Cards) -> float:
    """What one more card of a suit counts: 1 in the best suit, -1 in another."""
    return 1.0 if (kept & group).bit_count() == (kept & best_suit(kept)).bit_count() else -1.0


def _plan(kept: Cards, group: Cards) -> float:
    """How far a suit is ahead of the others among cards kept, about -1..1."""
    return ((kept & group).bit_count() - (kept & ~group & best_suit(kept & ~group)).bit_count()) / 3.0
