"""How likely a card takes its trick, for the seat to act: estimated from the cards unseen, all of which others hold."""

from __future__ import annotations

from typing import Final

from goosetable.cards import Cards
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import NO_SUIT, SUIT

WILLING: Final = 0.5
"""How likely a higher card that a player to come may hold is played to the trick."""
_MOST: Final = 6
_ROW: Final = 14
_AWAY: Final[list[float]] = [(1 - 1 / others) ** count if others else 0.0 for others in range(_MOST) for count in range(_ROW)]
"""By how many others there are and how many cards lie with them, how likely one of them has none."""


class TrickChances:
    """A trick in one pack as one seat sees it; of the hands nothing is looked at but what the caller says is unseen."""

    def __init__(self) -> None:
        self.place = self.others = self.after = 0
        """Cards in the trick; how many others there are, and how many of them have yet to play to it."""
        self.led = NO_SUIT
        """The suit led, once it is."""
        self.last = self.full = False
        """Whether the next card is the last of the trick, and whether none is missing."""
        self.unseen: Cards = 0
        self._seat = 0
        self._trumps: Cards = 0
        self._voids: list[Cards] = []
        self._has_trump = self._unruffed = 0.0
        """How likely one of the others has a trump, and how likely none of those to come ruffs the suit led."""
        self._suits: tuple[Cards, ...] = ()

    def look(self, state: TrickState, unseen: Cards, trumps: Cards) -> None:
        """Takes in a position. unseen: what the others hold. trumps: all of them, or none."""
        trick = state.trick
        place, seats = len(trick), len(state.hands)
        self.place, self.others, self.last, self.full = place, seats - 1, place == seats - 1, place == seats
        self.after = seats - 1 - place
        self.led = SUIT[trick[0]] if place else NO_SUIT
        self.unseen, self._seat, self._trumps = unseen, state.turn, trumps
        self._voids, self._suits = state.voids, state.suits
        self._has_trump = 1.0 - _AWAY[(seats - 1) * _ROW + (unseen & trumps).bit_count()]

    def if_led(self, led: int) -> None:
        """Takes in what is led, or may be."""
        group, unseen, voids = self._suits[led], self.unseen, self._voids
        unruffed = 1.0
        if not group & self._trumps:
            void = _AWAY[self.others * _ROW + (unseen & group).bit_count()]
            trumps, other = self._trumps & unseen, self._seat
            for _ in range(self.after):
                other = other + 1 if other < self.others else 0
                lacking = voids[other]
                if trumps & ~lacking:
                    unruffed *= 1.0 - self._has_trump * (void if group & unseen & ~lacking else 1.0)
        self._unruffed = unruffed

    def holds(self, follows: bool, above: int) -> float:
        """How likely a card that has the trick as it lies takes it.

        follows: whether it is of the suit led. above: unseen cards of its suit that are higher.
        """
        if self.last:
            return 1.0
        beaten: float = (1.0 - WILLING * self.after / self.others) ** above
        # Who ruffs is beaten only by who is void too.
        return beaten * self._unruffed if follows else 1.0 - (1.0 - self._unruffed) * (1.0 - beaten)

    def void_part(self, suit: int) -> float:
        """The part of the others who are known to have none of a suit."""
        theirs, known = self._suits[suit] & self.unseen, 0
        for other, lacking in enumerate(self._voids):
            if other != self._seat and not theirs & ~lacking:
                known += 1
        return known / self.others
