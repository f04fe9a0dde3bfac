"""What a card of Goosed looks like to the seat that may play it: its features, by the own hand and what lies open.

Chances are estimated from the cards unseen, all of which lie in the hands of the others.
"""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.tricks import NO_SUIT, OF_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.engine.strength.trick_chances import TrickChances
from goosetable.games.goosed.features import GoosedFeatures
from goosetable.games.goosed.state import GEESE, NOBODY, PACK_OF_28, RANKS_IN_PLAY, GoosedState, geese_worth

NO_GOOSE: Final = 0
FIRST_GOOSE: Final = 1
"""The first Goose lies in the trick, and whoever takes it is a Red Fox."""
RED: Final = 2
WHITE: Final = 3

_PACK: Final[Cards] = sum(BIT[card] for card in PACK_OF_28)
_ORDER: Final = (*RANKS_IN_PLAY[1:], *RANKS_IN_PLAY[:1])
"""The ranks from the highest down where the Ace is low."""
_STEP: Final = (len(RANKS_IN_PLAY) - 1) / 2


def _heights(order: tuple[int, ...]) -> list[float]:
    """By card, from 1 for the highest of a suit down to -1 for the lowest."""
    return [1.0 - order.index(rank) / _STEP if rank in order else 0.0 for _ in range(4) for rank in range(SUIT_SIZE)]


_ACE_HIGH: Final[list[float]] = _heights(RANKS_IN_PLAY)
_ACE_LOW: Final[list[float]] = _heights(_ORDER)


class GoosedSight:
    """What the seat to act sees before it chooses; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.trick = TrickChances()
        self.size = 0
        """Cards in the seat's hand."""
        self.role = NO_GOOSE
        """Which side this seat is on, or how far from that the deal is."""
        self._own: Cards = 0
        self._trump = 0
        self._beats: playout.Beats = ()
        self._height: list[float] = _ACE_LOW
        self._wins: Cards = -1
        """The cards that would take the trick as it lies."""
        self._lying: Cards = 0
        """Geese in the trick."""
        self._missing: Cards = 0
        """Geese that the Red Foxes have not taken."""
        self._joins = False
        """Whether a Goose would be the first, and make a Red Fox of its player."""
        self._caught = self._risk = self._safe = self._tricks = 0.0
        """As `take_caught`, `take_risk`, `take_safe`, `take_tricks` of whoever takes the trick for sure."""
        self._coming = 0.0
        """As `catches`."""
        self._first_ours = self._next_ours = 0.0
        """Whether the seat that has the trick so far is of this side; and the part of those to come who are."""
        self._stands = 0.0
        """How likely the seat that has it so far keeps it."""
        self._suit = NO_SUIT
        """The suit of the card looked at last; of it the next."""
        self._voids = 0.0

    def look(self, state: GoosedState) -> None:
        """Takes in a position."""
        lies, trump, seat, chances = state.trick, SUIT[state.turned], state.turn, self.trick
        own = state.hands[seat]
        self._own, self.size, self._trump = own, own.bit_count(), trump
        self._beats = playout.beating(trump, state.tops)
        self._height = _ACE_HIGH if state.tops == 0 else _ACE_LOW
        unseen = playout.unseen(state, _PACK & ~state.out)
        chances.look(state, unseen, OF_SUIT[trump])
        self._lying = sum([BIT[card] for card in lies]) & GEESE
        self._tricks = (state.won[seat].bit_count() // len(state.hands)) / 3.0
        self._coming = (unseen & GEESE).bit_count() * chances.after / (3.0 * chances.others)
        self._suit, self._wins = NO_SUIT, -1
        self._sides(state)
        if lies:
            chances.if_led(chances.led)
            best = lies[playout.ahead(lies, self._beats)]
            self._wins = self._beats[best]
            above = (unseen & OF_SUIT[SUIT[best]] & self._wins).bit_count()
            self._stands = chances.holds(SUIT[best] == chances.led, above)

    def card(self, card: Card, found: GoosedFeatures) -> None:
        """The features of playing a card."""
        suit, bit, chances = SUIT[card], BIT[card], self.trick
        if suit != self._suit:
            if not chances.place:
                chances.if_led(suit)
            self._suit, self._voids = suit, chances.void_part(suit)
        group = OF_SUIT[suit]
        theirs = chances.unseen & group
        above = (theirs & self._beats[card]).bit_count()
        follows = not chances.place or suit == chances.led
        take = chances.holds(follows, above) if bit & self._wins else 0.0
        rank, stays = self._height[card], self._own & group & ~bit
        self._of_geese(bit, take, found)
        found.take, found.rank, found.take_rank = take, rank, take * rank
        found.take_tricks, found.catches = take * self._tricks, take * self._coming
        found.take_caught, found.take_risk = take * self._caught, take * self._risk
        found.rank_risk, found.take_safe = rank * self._risk, take * self._safe
        found.trump = 1.0 if suit == self._trump else 0.0
        found.take_trump = take * found.trump
        found.length = stays.bit_count() / 3.0
        found.void_made = 0.0 if stays else 1.0
        found.ruffs_after = found.void_made if suit != self._trump and self._own & OF_SUIT[self._trump] else 0.0
        found.above, found.below = above / 4.0, (theirs.bit_count() - above) / 4.0
        found.top, found.voids = 1.0 if above == 0 else 0.0, self._voids
        found.draws = 1.0 if theirs & GEESE else 0.0
        found.take_draws = take * found.draws
        found.guards = 1.0 if stays & GEESE else 0.0

    def _sides(self, state: GoosedState) -> None:
        """Who is on this seat's side, and what the Red Foxes have."""
        seat, reds, chances = state.turn, state.reds, self.trick
        geese = GEESE & ~state.out
        self._joins = state.first == NOBODY and not state.catching
        self._missing = geese
        self._caught = self._risk = self._safe = self._stands = self._first_ours = self._next_ours = 0.0
        if not state.decided:
            self.role = NO_GOOSE if state.first == NOBODY else FIRST_GOOSE
            return
        red = seat in reds
        self.role = RED if red else WHITE
        caught = others = 0
        for fox, taken in enumerate(state.won):
            if fox in reds:
                caught |= taken
            else:
                others |= taken
        missing = self._missing = geese & ~caught
        self._caught = (caught & GEESE).bit_count() / 3.0
        if others & GEESE:
            self._safe = 1.0
        elif missing and not missing & (missing - 1):
            self._risk = 1.0
        if state.trick:
            first = state.seat_of(playout.ahead(state.trick, self._beats))
            self._first_ours = 1.0 if (first in reds) == red else 0.0
        ours, other, after = 0, seat, chances.after
        for _ in range(after):
            other = other + 1 if other < chances.others else 0
            if (other in reds) == red:
                ours += 1
        self._next_ours = ours / after if after else 0.0

    def _of_geese(self, bit: Cards, take: float, found: GoosedFeatures) -> None:
        """The features that tell who gets the Geese. bit: the card that is played."""
        goose, role = bit & GEESE, self.role
        stands = 0.0 if take > 0.0 else self._stands
        side = take + (1.0 - take) * (stands * self._first_ours + (1.0 - stands) * self._next_ours)
        if goose and self._joins:
            side = 1.0
        # The first Goose makes a Red Fox of the one who takes it, whoever that is.
        to_reds = side if role == RED else 1.0 - side if role == WHITE else 1.0
        lying = self._lying | goose
        worth = geese_worth(lying) / 4.0
        found.side, found.ours, found.theirs = side, side * worth, (1.0 - side) * worth
        missing = self._missing
        completes = bool(missing) and bool(lying) and not missing & ~lying
        found.goosed, found.saved = (to_reds, 1.0 - to_reds) if completes else (0.0, 0.0)
        if goose:
            found.goose, found.goose_take, found.goose_tricks = 1.0, take, self._tricks
            found.best = 1.0 if geese_worth(goose) > 2 else 0.0
            found.more = (self._own & GEESE & ~bit).bit_count() / 2.0
        else:
            found.goose = found.goose_take = found.goose_tricks = found.best = found.more = 0.0
