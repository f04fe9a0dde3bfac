"""The hand at the bottom of the table, a fan that shows legal cards and focus."""

from __future__ import annotations

import math
from collections.abc import Sequence

from goosetable.app.table.sprites import Pose, Sprite
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.tween import CLOSE_FAN, RAISE, SORT
from goosetable.cards import Card, suit

LEGAL, FOCUSED = 0.10, 0.20  # rise of a legal and of a focused card, in its own height
SHAKE = 0.24  # seconds


class Hand:
    """The person's cards. The card under the pointer is found by rest poses, never by those of the moment.

    pace: the factor on all motion. lifts: whether cards that may be played are raised and the others veiled.
    """

    def __init__(self, focus_colour: str, brass: str, lifts: bool = True) -> None:
        self.focus_colour, self.brass, self.lifts = focus_colour, brass, lifts
        self.pace = 1.0
        self.cards: list[Card] = []
        self.sprites: list[Sprite] = []
        self.focus: Card | None = None
        self.legal: frozenset[Card] | None = None
        """Cards that may be played; None while it is not the person's turn to play."""
        self.keyed = False
        """Whether the focus came by a key: it is then shown out of turn too."""
        self.hint: Card | None = None
        self.last: float | None = None
        """Index in the fan of the card that last had the focus; halfway between two neighbours if that card has gone."""
        self.sunk = False
        self._layout: Layout | None = None
        self._shaking: Card | None = None
        self._shook = 0.0

    def lay(self, cards: Sequence[tuple[Card, str]], layout: Layout) -> None:
        """Takes these cards (number and code), from left to right, all at rest at once."""
        self.cards = [card for card, _ in cards]
        self._layout = layout
        self._shaking = None
        if self.focus not in self.cards:
            self.focus = None
        places = self._places()
        self.sprites = [
            Sprite(f"card {card}", code, self._pose(card, place)) for (card, code), place in zip(cards, places, strict=True)
        ]

    def _places(self) -> list[Pose]:
        assert self._layout is not None
        return [Pose.at(place) for place in self._layout.hand(len(self.cards), float(self.sunk))]

    def _pose(self, card: Card, place: Pose) -> Pose:
        """Returns the rest pose of a card: its place in the fan with rise, veil and glow."""
        if self.legal is None:
            return place._replace(dim=self.sunk, glow=self.focus_colour if card == self.focus and self.keyed else "")
        may = card in self.legal
        rise = LEGAL if may and self.lifts else 0.0
        if card == self.hint or (card == self.focus and may):
            rise = FOCUSED
        glow = self.focus_colour if card == self.focus else self.brass if card == self.hint else ""
        return place._replace(
            y=place.y - rise * place.height, lift=rise > 0, dim=self.lifts and not may, glow=glow,
        )  # fmt: skip

    def glide_to_places(self, seconds: float = RAISE) -> None:
        """Lets every card glide to its present place."""
        for sprite, card, place in zip(self.sprites, self.cards, self._places(), strict=True):
            sprite.glide(self._pose(card, place), seconds * self.pace)

    def set_legal(self, legal: frozenset[Card] | None, sunk: bool = False) -> None:
        """Sets the cards that may be played now, None for none. sunk: the hand waits for a decision."""
        changed = sunk != self.sunk
        self.legal, self.sunk = legal, sunk
        if legal is None:
            self.hint = None
        self.glide_to_places(CLOSE_FAN if changed else RAISE)

    def focus_card(self, card: Card | None, keyed: bool = False) -> bool:
        """Gives the focus to a card, or to none; returns whether it changed. keyed: by a key, so that it must be visible."""
        if card == self.focus:
            return False
        self.focus, self.keyed = card, keyed
        if card in self.cards:
            self.last = self.cards.index(card)
        self.glide_to_places()
        return True

    def set_hint(self, card: Card | None) -> None:
        self.hint = card
        self.glide_to_places()

    def step(self, by: int) -> None:
        """Moves the focus to the next card; at first to the hinted one, or to one that may be played."""
        if self.focus in self.cards:
            self.focus_card(self.cards[(self.cards.index(self.focus) + by) % len(self.cards)], True)
        elif self.hint in self.cards:
            self.focus_card(self.hint, True)
        else:
            self.focus_card(self.nearest_legal(by), True)

    def step_suit(self, by: int) -> None:
        """Moves the focus to the first card of the next suit, from left to right; wraps round at the ends."""
        suits = list(dict.fromkeys(suit(card) for card in self.cards))
        if self.focus not in self.cards:
            self.step(by)
        elif suits:
            wanted = suits[(suits.index(suit(self.focus)) + by) % len(suits)]
            self.focus_card(next(card for card in self.cards if suit(card) == wanted), True)

    def nearest_legal(self, by: int = 1) -> Card | None:
        """Returns the playable card nearest to the last focus; at first the leftmost, or the rightmost going back."""
        may = [i for i, card in enumerate(self.cards) if self.legal is None or card in self.legal] or [*range(len(self.cards))]
        if not may:
            return None
        last = self.last
        if last is None:
            return self.cards[may[0 if by > 0 else -1]]
        return self.cards[min(may, key=lambda at: abs(at - last))]

    def reorder(self, cards: Sequence[Card]) -> None:
        """Puts the same cards in another order: each glides to its new place."""
        if list(cards) == self.cards or sorted(cards) != sorted(self.cards):
            return
        at = dict(zip(self.cards, self.sprites, strict=True))
        self.cards, self.sprites = list(cards), [at[card] for card in cards]
        self.glide_to_places(SORT)

    def take(self, card: Card) -> Sprite | None:
        """Takes a card out and closes the fan. Returns None if the card is not here."""
        if card not in self.cards:
            return None
        at = self.cards.index(card)
        self.cards.pop(at)
        sprite = self.sprites.pop(at)
        self.last = at - 0.5
        if self.focus == card:
            self.focus = None
        self.glide_to_places(CLOSE_FAN)
        return sprite

    @property
    def top(self) -> float:
        """Upper edge of the cards that are not raised, in pixels from the top of the window."""
        return min((place.y - place.height / 2 for place in self._places()), default=0.0)

    def at(self, x: float, y: float) -> Card | None:
        """Returns the card at a point of the window, by its rest pose or by the same pose not raised."""
        below = self._layout.rim * 2.0 if self._layout is not None else 0.0
        for card, sprite, place in reversed(list(zip(self.cards, self.sprites, self._places(), strict=True))):
            if sprite.rest.holds(x, y) or place.holds(x, y, below):
                return card
        return None

    def shake(self, card: Card) -> None:
        self._shaking, self._shook = (card, 0.0) if self.pace > 0 else (None, 0.0)

    @property
    def busy(self) -> bool:
        return self._shaking is not None or any(sprite.gliding for sprite in self.sprites)

    def update(self, dt: float) -> bool:
        """Advances the hand by dt seconds; returns whether anything moved."""
        moved = [sprite.update(dt) for sprite in self.sprites]
        if self._shaking is None:
            return any(moved)
        self._shook += dt
        if self._shook >= SHAKE or self._shaking not in self.cards:
            self._shaking = None
        return True

    def shake_offsets(self) -> dict[str, float]:
        """Returns the momentary sideways shift of cards, in pixels, by sprite key."""
        if self._shaking is None or self._layout is None:
            return {}
        swing = 3 * max(1.0, self._layout.u) * math.sin(4 * math.pi * self._shook / SHAKE)
        return {f"card {self._shaking}": swing}

    def settle(self) -> None:
        self._shaking = None
        for sprite in self.sprites:
            if not sprite.flying:
                sprite.settle()
