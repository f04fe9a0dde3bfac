"""What a bid or a card of Goose looks like to the seat that may choose it: its features, by the own hand and what lies open.

Chances are estimated from the cards unseen, which others hold or which were left over. Who still needs tricks is taken to go
for them, and who does not to avoid them.
"""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, JOKER_SUIT, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.games.goose.features import GooseFeatures
from goosetable.games.goose.playout import beating, promise
from goosetable.games.goose.playout_card import (
    FEARED,
    FEARED_TRUMP,
    SMALL_TRUMP,
    above_in,
    joker_promise,
    joker_takes,
    unseen_by,
)
from goosetable.games.goose.scoring import asked
from goosetable.games.goose.state import GooseState

GOES: Final = 0.9
"""How likely a seat that needs tricks plays a card that takes this one, if it has one."""
DUCKS: Final = 0.3
"""The same of a seat that does not, which may have no other."""

_HEIGHT: Final[list[float]] = [
    0.0 if card % PACK_SIZE >= 4 * SUIT_SIZE else (6 - card % PACK_SIZE % SUIT_SIZE) / 6 for card in range(2 * PACK_SIZE)
]
"""By card, from 1 for an ace down to -1 for a two."""


class GooseSight:
    """What the seat to act sees before it chooses; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.place = self.after = 0
        """Cards in the trick, and how many others have yet to play to it."""
        self.led = NO_SUIT
        """The suit to be followed, once there is one."""
        self.size = self.need = 0
        """Cards in the seat's hand; tricks that its bid needs."""
        self._state: GooseState | None = None
        self._seat = self._others = self._trumps = 0
        self._own: Cards = 0
        self._unseen: Cards = 0
        self._trump_cards: Cards = 0
        self._wins: Cards = -1
        """The cards that would take the trick as it lies."""
        self._leaves = 0.0
        self._there = self._each = 0.0
        """Part of the unseen cards that lies in hands, and in one hand."""
        self._has_trump = 0.0
        """How likely another has a trump."""
        self._lack = self._tight = 0.0
        self._suit = NO_SUIT
        """The suit of the card looked at last; of it, if it is plain, those below."""
        self._theirs: Cards = 0
        self._voids = self._unruffed = 0.0
        """Part of the others who are known to have none; how likely a trick of it some time is not ruffed."""
        self._of = NO_SUIT
        """The suit of the trick to which those to come were last taken to play; and of it those below."""
        self._going = self._ducking = 0
        """Of those who may follow, how many need tricks, and how many do not."""
        self._stands = self._overs = 0.0
        """How likely none of them ruffs; and on average how likely one could who needs tricks."""
        self._promise = 0.0
        self._plain = self._trump = 0.0
        self._tops = self._seconds = self._short = 0

    def look(self, state: GooseState) -> None:
        """Takes in a position."""
        trick, seat, hands, suits = state.trick, state.turn, state.hands, state.suits
        own, others, place = hands[seat], len(hands) - 1, len(trick)
        unseen = unseen_by(state)
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
            self._trick(state)
        if state.bids[seat] < 0:
            self._to_bid(state)
        else:
            self._to_play(state)

    def card(self, card: Card, found: GooseFeatures) -> None:
        """The features of playing a card."""
        state = self._state
        assert state is not None
        suit, bit, lack = SUIT[card], BIT[card], self._lack
        if suit != self._suit:
            self._look_at(state, suit)
        theirs = self._theirs
        above = above_in(theirs, bit)
        take = self._takes(state, card, suit, bit, above)
        promised = self._promised(state, suit, bit, above)
        count = theirs.bit_count()
        group = state.suits[suit]
        length = ((self._own & group).bit_count() - 1) / 5.0
        found.calls = False
        found.take, found.take_lack, found.take_tight, found.doubt = (
            take,
            take * lack,
            take * self._tight,
            4.0 * take * (1.0 - take),
        )
        found.promise, found.promise_lack, found.promise_tight = promised, promised * lack, promised * self._tight
        found.shift = (promised - take) * (promised - take)
        rank = found.rank = _HEIGHT[card]
        found.rank_lack = rank * lack
        found.trump = 1.0 if suit == self._trumps else 0.0
        found.trump_lack = found.trump * lack
        found.length, found.length_lack = length, length * lack
        void = found.void_made = 1.0 if length == 0.0 and suit != JOKER_SUIT else 0.0
        found.void_lack = void * lack
        found.void_trumps = void if self._own & self._trump_cards & ~group else 0.0
        found.above = above / count if count else 0.5
        found.above_lack = found.above * lack
        found.theirs = count / 8.0
        found.top = 1.0 if above == 0 else 0.0
        found.top_lack = found.top * lack
        found.joker = 1.0 if suit == JOKER_SUIT else 0.0
        found.joker_lack = found.joker * lack
        found.voids = self._voids
        found.leaves = 0.0 if take > 0.0 else self._leaves

    def bid(self, bid: int, found: GooseFeatures) -> None:
        """The features of a bid."""
        state = self._state
        assert state is not None
        share = self.size / (self._others + 1)
        step = min(max((bid - self._promise) / 2.0, -2.0), 2.0)
        after = state.bids.count(-1) - 1
        made = state.bid
        found.calls = True
        found.step, found.square = step, step * step
        found.bold = step * step if step > 0.0 else 0.0
        found.step_plain, found.step_trump = step * self._plain / 4.0, step * self._trump / 4.0
        held = (self._own & self._trump_cards).bit_count()
        found.step_trumps = step * (held - self.size * 0.25) / 4.0 if self._trumps != NO_SUIT else 0.0
        found.step_tops, found.step_seconds = step * self._tops / 2.0, step * self._seconds / 2.0
        found.step_jokers = step * (self._own & state.suits[JOKER_SUIT]).bit_count()
        found.step_short = step * self._short if held else 0.0
        found.step_size = step * share / 4.0
        found.step_bids = step * (made - (self._others - after) * share) / 2.0
        found.step_after = step * after / self._others
        found.step_first = step if after == self._others else 0.0
        found.zero = 1.0 if bid == 0 else 0.0
        found.zero_promise = found.zero * min(self._promise, 1.0)
        found.under = 1.0 if after == 0 and made + bid < self.size else 0.0

    def _trick(self, state: GooseState) -> None:
        """Takes in the cards that lie in the trick."""
        trick = state.trick
        led = asked(trick, state.jokers)
        self.led = NO_SUIT if led is None else led
        beats = beating(state.trumps, state.jokers, state.decks)
        first = playout.ahead(trick, beats)
        self._wins = beats[trick[first]]
        self._leaves = 1.0 if self._needs(state, state.seat_of(first)) > 0 else -1.0
        self._to_come(state, self.led)

    def _to_play(self, state: GooseState) -> None:
        """Takes in what all bids need."""
        total = 0
        for other in range(self._others + 1):
            total += max(self._needs(state, other), 0)
        self.need = self._needs(state, self._seat)
        self._tight = min(max((total - self.size) / 2.0, -1.5), 1.5)
        self._lack = min(max((self.need - self._hand(state)) / 2.0, -1.5), 1.5)

    def _to_bid(self, state: GooseState) -> None:
        """Takes in what a hand promises that has not bid."""
        self.need = 0
        self._plain = self._trump = 0.0
        self._tops = self._seconds = self._short = 0
        self._hand(state)
        for suit in range(JOKER_SUIT):
            if suit != self._trumps and (self._own & state.suits[suit]).bit_count() < 2:
                self._short += 1
        self._promise = promise(state, self._own)

    def _needs(self, state: GooseState, seat: int) -> int:
        """How many tricks the bid of a seat needs."""
        return state.bids[seat] - state.won[seat].bit_count() // (self._others + 1)

    def _hand(self, state: GooseState) -> float:
        """How many tricks the own hand may be expected to take."""
        found = 0.0
        for suit in range(JOKER_SUIT + 1):
            held = self._own & state.suits[suit]
            if not held:
                continue
            self._look_at(state, suit)
            theirs, sums = self._theirs, 0.0
            while held:
                bit = held & -held
                held ^= bit
                above = above_in(theirs, bit)
                sums += self._promised(state, suit, bit, above)
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

    def _look_at(self, state: GooseState, suit: int) -> None:
        """Takes in a suit of the own hand."""
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

    def _promised(self, state: GooseState, suit: int, bit: Cards, above: int) -> float:
        """How likely a card of the suit looked at takes a trick some time."""
        if suit == JOKER_SUIT:
            return joker_promise(state, bit)
        if suit == self._trumps:
            return SMALL_TRUMP + (1.0 - SMALL_TRUMP) / (1.0 + FEARED_TRUMP * self._there * above)
        return self._unruffed / (1.0 + FEARED * self._there * above)

    def _takes(self, state: GooseState, card: Card, suit: int, bit: Cards, above: int) -> float:
        """How likely a card takes the trick."""
        if not bit & self._wins:
            return 0.0
        if not self.after:
            return 1.0
        if suit == JOKER_SUIT:
            return joker_takes(state, card, self.after, self._unseen)
        higher = 1.0 - (1.0 - self._each) ** above
        if self.place and suit != self.led and self.led != NO_SUIT:
            # Who ruffs is beaten only by who is void too.
            return (1.0 - higher * self._overs) ** self.after
        if suit != self._of:
            self._to_come(state, suit)
        return self._stands * (1.0 - GOES * higher) ** self._going * (1.0 - DUCKS * higher) ** self._ducking

    def _to_come(self, state: GooseState, led: int) -> None:
        """Takes in who has yet to play to a trick of this suit."""
        self._of = led
        trumps, other = self._unseen & self._trump_cards, self._seat
        theirs = 0 if led == NO_SUIT else self._unseen & state.suits[led]
        void = (1.0 - self._each) ** theirs.bit_count()
        self._going = self._ducking = 0
        stands, overs = 1.0, 0.0
        for _ in range(self.after):
            other = other + 1 if other < self._others else 0
            lacking, goes = state.voids[other], self._needs(state, other) > 0
            without = not theirs & ~lacking
            if not without and goes:
                self._going += 1
            elif not without:
                self._ducking += 1
            if led != self._trumps and trumps & ~lacking:
                ruffs = (GOES if goes else DUCKS) * (1.0 if without else void)
                overs += ruffs
                stands *= 1.0 - self._has_trump * ruffs
        self._stands, self._overs = stands, overs / self.after if self.after else 0.0
