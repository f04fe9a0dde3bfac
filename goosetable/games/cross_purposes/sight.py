"""What an action of Cross Purposes looks like to the seat that may do it: its features, by the own hand and what lies open.

Of the cards unseen the others hold some: with two players, 13 of 39 in the first half and all in the second. Chances are
estimated as if each of them lay with a seat as likely as its hand is large, but for the suits that it is known not to hold.
"""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import NO_SUIT, OF_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.games.cross_purposes.features import CrossFeatures
from goosetable.games.cross_purposes.playout import Worths, promise, worths
from goosetable.games.cross_purposes.state import EACH, NOT_NAMED, TOPS, TRUMP, CrossState

_PACK: Final[Cards] = 2**52 - 1
_UNSEEN: Final = 40
"""More cards than are ever unseen."""
_FIELD: Final = SUIT_SIZE + 1
_NONE: Final[list[float]] = [
    max(0.0, 1.0 - size / max(unseen, 1)) ** count
    for size in range(EACH + 1)
    for unseen in range(_UNSEEN)
    for count in range(_FIELD)
]
"""By the size of a hand, the cards that may be in it and the cards in question, how likely it has none of these."""
_HIGHER: Final[list[Cards]] = [
    sum([BIT[other] for other in range(52) if SUIT[other] == SUIT[card] and (other - tops) % 13 < (card - tops) % 13])
    for tops in range(SUIT_SIZE)
    for card in range(52)
]
"""By tops and card, the cards of its suit that are higher."""
_CARDS: Final = 52
_FIVE: Final = 0.2


class CrossSight:
    """What the seat to act sees before it chooses; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.seats = self.size = self.place = 0
        """Players at the table; cards in the seat's hand, and in the trick."""
        self.led = NO_SUIT
        """The suit led, once it is."""
        self.last = False
        """Whether the next card is the last of the trick."""
        self.first = True
        """Of a call, whether nothing has been named yet."""
        self._state: CrossState | None = None
        self._seat = self._after = self._tops = 0
        """`_after`: how many have yet to play to the trick after this seat."""
        self._trumps = NO_SUIT
        self._own: Cards = 0
        self._unseen: Cards = 0
        self._wins: Cards = -1
        """The cards that would take the trick as it lies."""
        self._mates = False
        """Whether a partner has the trick so far."""
        self._to_come: list[int] = []
        """The opponents who have yet to play to the trick; of each seat the next two."""
        self._rows: list[int] = []
        """Where in the table its chances begin."""
        self._maybe: list[Cards] = []
        """The unseen cards that it may hold."""
        self._others: list[int] = []
        """All opponents."""
        self._worths: Worths = ()
        """What the hand is worth, and all that is unseen together; and the part of that which one of the others holds."""
        self._unseen_worths: Worths = ()
        self._part = 0.0
        self._answers: list[float] = []
        """What the other's best answer to each call comes to, once it is asked for."""

    def look(self, state: CrossState) -> None:
        """Takes in a position."""
        seat, trick, seats = state.turn, state.trick, len(state.hands)
        place = len(trick)
        self._state, self._seat, self.seats, self.place = state, seat, seats, place
        own = state.hands[seat]
        size = own.bit_count()
        self._own, self.size = own, size
        unseen = playout.unseen(state, _PACK & ~state.gone)
        self._unseen = unseen
        self._tops, self._trumps = state.tops, state.trumps
        if state.trumps == NOT_NAMED or state.tops == NOT_NAMED:
            self.first = state.trumps == state.tops
            self._worths, self._unseen_worths = worths(own), worths(unseen)
            self._part = EACH / unseen.bit_count()
            self._answers = []
            return
        self._after = seats - 1 - place
        self.last, self.led = self._after == 0, SUIT[trick[0]] if place else NO_SUIT
        self._whom(state, size, place)
        self._wins, self._mates = -1, False
        if place:
            beats = playout.beating(state.trumps, state.tops)
            best = playout.ahead(trick, beats)
            self._wins = beats[trick[best]]
            self._mates = seats > 2 and state.partners[seat] == (state.leader + best) % seats

    def _whom(self, state: CrossState, size: int, place: int) -> None:
        """Who plays against this seat, what each may hold, and who of them has yet to play to the trick."""
        seats, seat, unseen = self.seats, self._seat, self._unseen
        partner = state.partners[seat] if seats > 2 else -1
        self._to_come, self._others = [], []
        self._rows, self._maybe = [0] * seats, [0] * seats
        for step in range(1, seats):
            other = (seat + step) % seats
            if other == partner:
                continue
            maybe = unseen & ~state.voids[other]
            held = size if step <= self._after else size - 1
            count = min(maybe.bit_count(), _UNSEEN - 1)
            self._maybe[other] = maybe
            self._rows[other] = (held * _UNSEEN + count) * _FIELD
            self._others.append(other)
            if step <= self._after:
                self._to_come.append(other)

    def _none(self, other: int, group: Cards) -> float:
        """How likely one of the others has none of these cards."""
        return _NONE[self._rows[other] + (self._maybe[other] & group).bit_count()]

    def _taken(self, higher: Cards, group: Cards, suit: int) -> float:
        """How likely nobody to come beats a card that has the trick: higher cards of its suit, `group` all of the suit led."""
        found = 1.0
        trumps = OF_SUIT[self._trumps]
        for other in self._to_come:
            none, void = self._none(other, higher), self._none(other, group)
            if group & trumps:
                found *= none
            elif suit == self._trumps:
                found *= 1.0 - void * (1.0 - none)
            else:
                found *= none - void * (1.0 - self._none(other, trumps))
        return found

    def card(self, card: Card, found: CrossFeatures) -> None:
        """The features of playing a card."""
        suit, bit, own = SUIT[card], BIT[card], self._own
        group, higher = OF_SUIT[suit], _HIGHER[self._tops * _CARDS + card]
        is_trump = suit == self._trumps
        take = 0.0
        if bit & self._wins:
            led = group if self.led == NO_SUIT else OF_SUIT[self.led]
            take = self._taken(higher, led, suit) if self._to_come else 1.0
        high, void, expected = 1.0, 1.0, 0.0
        for other in self._others:
            high *= self._none(other, higher)
            void *= 1.0 - self._none(other, group)
            expected += self._expected(other, group)
        rank = 1.0 - (card % SUIT_SIZE - self._tops) % SUIT_SIZE / 6.0
        stays = own & group & ~bit
        length = _FIVE * stays.bit_count()
        found.take, found.take_rank, found.take_high = take, take * rank, take * high
        found.take_trump = take if is_trump else 0.0
        found.rank, found.high, found.trump = rank, high, 1.0 if is_trump else 0.0
        found.length, found.length_high, found.theirs = length, length * high, _FIVE * expected
        found.void_made = 0.0 if stays else 1.0
        found.ruffs_after = 1.0 if not stays and not is_trump and own & OF_SUIT[self._trumps] else 0.0
        found.void, found.draws = 1.0 - void, _FIVE * expected if is_trump else 0.0
        found.top = 0.0 if higher & self._unseen else 1.0
        found.touch = 1.0 if self._touches(card, higher, stays) else 0.0
        found.bared = 1.0 if stays and self._bares(higher, stays) else 0.0
        found.partner = 1.0 - take if self._mates else 0.0
        found.partner_rank = found.partner * rank
        found.worth = found.others = found.answered = found.long = found.heads = found.seconds = 0.0
        found.tops = found.agrees = found.agrees_worth = 0.0

    def _expected(self, other: int, group: Cards) -> float:
        """How many of these cards one of the others may be expected to hold."""
        maybe = self._maybe[other]
        count = maybe.bit_count()
        return (maybe & group).bit_count() * self.size / count if count else 0.0

    def _touches(self, card: Card, higher: Cards, stays: Cards) -> bool:
        """Whether the next lower card of the suit that is left stays in the hand."""
        lower = OF_SUIT[SUIT[card]] & ~higher & ~BIT[card]
        below = stays & lower
        if not below:
            return False
        between = _HIGHER[self._tops * _CARDS + playout.highest(below, self._tops)] & lower
        return not between & self._unseen

    def _bares(self, higher: Cards, stays: Cards) -> bool:
        """Whether the highest card that stays is left with fewer cards than are higher, and would have had enough."""
        best = playout.highest(stays, self._tops)
        if not higher & BIT[best]:
            return False
        above = (_HIGHER[self._tops * _CARDS + best] & self._unseen).bit_count()
        return 0 < above == stays.bit_count()

    def call(self, action: Action, found: CrossFeatures) -> None:
        """The features of a call."""
        state = self._state
        assert state is not None
        found.clear()
        trumps, tops = self._trumps, self._tops
        found.worth = promise(self._worths, trumps, tops, action) - 0.5 * EACH
        found.others = self._part * promise(self._unseen_worths, trumps, tops, action) - 0.5 * EACH
        if action >= TOPS:
            rank, own = action - TOPS, self._own
            found.tops = 1.0
            for suit in range(4):
                held = own & OF_SUIT[suit]
                if held & BIT[suit * SUIT_SIZE + rank]:
                    found.heads += 0.25
                if held & BIT[suit * SUIT_SIZE + (rank + 1) % SUIT_SIZE]:
                    found.seconds += 0.25
        else:
            found.long = _FIVE * (self._own & OF_SUIT[action - TRUMP]).bit_count()
        if self.first and self.seats == 2:
            if not self._answers:
                self._answers = self._answer()
            found.answered = self._answers[4 + action - TOPS if action >= TOPS else action - TRUMP]
        for other, call in enumerate(state.calls):
            if other != self._seat and call == action and other in state.callers:
                found.agrees, found.agrees_worth = 1.0, found.worth

    def _answer(self) -> list[float]:
        """By what is named first, trumps and then tops: how far the other is ahead after its best answer, in tricks.

        As far as this seat can tell.
        """
        found = [-float(EACH)] * (4 + SUIT_SIZE)
        part = self._part
        for suit in range(4):
            mine, theirs = self._worths[suit], self._unseen_worths[suit]
            for rank in range(SUIT_SIZE):
                ahead = part * theirs[rank] - mine[rank]
                found[suit] = max(found[suit], ahead)
                found[4 + rank] = max(found[4 + rank], ahead)
        return found
