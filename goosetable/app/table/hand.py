"""The person's hand at the bottom of the table: a fan of cards, in which the focus and the playable cards are visible."""

from __future__ import annotations

import math
from collections.abc import Sequence

from goosetable.app.table.sprites import Pose, Sprite
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.tween import CLOSE_FAN, RAISE, SORT
from goosetable.cards import Card, suit

LEGAL, FOCUSED = 0.10, 0.20  # distances by which a legal and the focused card are raised, as parts of the card's height
SHAKE = 0.24  # seconds for which a refused card shakes


class Hand:
    """The person's cards. Even during an animation, the pointer finds a card at the card's place at rest.

    pace: the factor on the speed of all motion. lifts: True if playable cards are raised and the others darkened.
    """

    def __init__(self, focus_colour: str, brass: str, lifts: bool = True) -> None:
        self.focus_colour, self.brass, self.lifts = focus_colour, brass, lifts
        self.pace = 1.0
        self.cards: list[Card] = []
        self.sprites: list[Sprite] = []
        self.focus: Card | None = None
        self.legal: frozenset[Card] | None = None
        """Cards that may be played; None while it is not the person's turn to play a card."""
        self.keyed = False
        """True if the focus was moved with a key. Such a focus is drawn even when it is not the person's turn."""
        self.hint: Card | None = None
        self.last: float | None = None
        """Index in the fan of the card that last had the focus. If that card has left, halfway between its two former
        neighbours."""
        self.sunk = False
        self._layout: Layout | None = None
        self._shaking: Card | None = None
        self._shook = 0.0

    def replace_cards(self, cards: Sequence[tuple[Card, str]], layout: Layout) -> None:
        """Replaces the hand, without animation. cards: the new cards from left to right, each with its image code."""
        self.cards = [card for card, _ in cards]
        self._layout = layout
        self._shaking = None
        if self.focus not in self.cards:
            self.focus = None
        places = self._rest_poses()
        self.sprites = [
            Sprite(f"card {card}", code, self._pose_at(card, place)) for (card, code), place in zip(cards, places, strict=True)
        ]

    def _rest_poses(self) -> list[Pose]:
        assert self._layout is not None
        return [Pose.of_place(place) for place in self._layout.hand(len(self.cards), float(self.sunk))]

    def _pose_at(self, card: Card, place: Pose) -> Pose:
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
        """Moves every card to its present place within `seconds`."""
        for sprite, card, place in zip(self.sprites, self.cards, self._rest_poses(), strict=True):
            sprite.glide(self._pose_at(card, place), seconds * self.pace)

    def set_legal(self, legal: frozenset[Card] | None, is_lowered: bool = False) -> None:
        """Sets the cards that may be played. legal: None if it is not the person's turn to play a card.

        is_lowered: True if the hand is lowered, because another decision comes first.
        """
        changed = is_lowered != self.sunk
        self.legal, self.sunk = legal, is_lowered
        if legal is None:
            self.hint = None
        self.glide_to_places(CLOSE_FAN if changed else RAISE)

    def focus_card(self, card: Card | None, by_key: bool = False) -> bool:
        """Moves the focus to a card; None removes it. Returns True if the focus has changed. by_key: True if a key moved it."""
        if card == self.focus:
            return False
        self.focus, self.keyed = card, by_key
        if card in self.cards:
            self.last = self.cards.index(card)
        self.glide_to_places()
        return True

    def set_hint(self, card: Card | None) -> None:
        self.hint = card
        self.glide_to_places()

    def step(self, by: int) -> None:
        """Moves the focus by `by` cards. If no card has the focus, moves it to the hinted card, or else to a playable card."""
        if self.focus in self.cards:
            self.focus_card(self.cards[(self.cards.index(self.focus) + by) % len(self.cards)], True)
        elif self.hint in self.cards:
            self.focus_card(self.hint, True)
        else:
            self.focus_card(self.nearest_legal(by), True)

    def step_suit(self, by: int) -> None:
        """Moves the focus to the leftmost card of the next suit; of the previous suit if `by` is -1. After the last suit comes
        the first.
        """
        suits = list(dict.fromkeys(suit(card) for card in self.cards))
        if self.focus not in self.cards:
            self.step(by)
        elif suits:
            wanted = suits[(suits.index(suit(self.focus)) + by) % len(suits)]
            self.focus_card(next(card for card in self.cards if suit(card) == wanted), True)

    def nearest_legal(self, by: int = 1) -> Card | None:
        """Returns the playable card that is nearest to the card that last had the focus; None if no card is playable.

        If no card has had the focus, returns the leftmost playable card; the rightmost if `by` is negative.
        """
        may = [i for i, card in enumerate(self.cards) if self.legal is None or card in self.legal] or [*range(len(self.cards))]
        if not may:
            return None
        last = self.last
        if last is None:
            return self.cards[may[0 if by > 0 else -1]]
        return self.cards[min(may, key=lambda at: abs(at - last))]

    def reorder(self, cards: Sequence[Card]) -> None:
        """Moves the cards of the hand into another order. cards: the same cards, in the new order."""
        if list(cards) == self.cards or sorted(cards) != sorted(self.cards):
            return
        at = dict(zip(self.cards, self.sprites, strict=True))
        self.cards, self.sprites = list(cards), [at[card] for card in cards]
        self.glide_to_places(SORT)

    def remove_card(self, card: Card) -> Sprite | None:
        """Removes a card from the hand, and closes the gap. Returns the card's sprite; None if the card is not in the hand."""
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
        """Upper edge of the cards that are not raised, as y in pixels."""
        return min((place.y - place.height / 2 for place in self._rest_poses()), default=0.0)

    def card_at(self, x: float, y: float) -> Card | None:
        """Returns the card at a point of the window. A raised card counts also for the points that it covers at rest."""
        below = self._layout.rim * 2.0 if self._layout is not None else 0.0
        for card, sprite, place in reversed(list(zip(self.cards, self.sprites, self._rest_poses(), strict=True))):
            if sprite.rest.contains_point(x, y) or place.contains_point(x, y, below):
                return card
        return None

    def shake(self, card: Card) -> None:
        self._shaking, self._shook = (card, 0.0) if self.pace > 0 else (None, 0.0)

    @property
    def busy(self) -> bool:
        return self._shaking is not None or any(sprite.is_gliding for sprite in self.sprites)

    def update(self, dt: float) -> bool:
        """Advances the animation by dt seconds. Returns True if a card has moved."""
        moved = [sprite.update(dt) for sprite in self.sprites]
        if self._shaking is None:
            return any(moved)
        self._shook += dt
        if self._shook >= SHAKE or self._shaking not in self.cards:
            self._shaking = None
        return True

    def shake_offsets(self) -> dict[str, float]:
        """Returns the sideways offset of each shaking card in pixels, by sprite key."""
        if self._shaking is None or self._layout is None:
            return {}
        swing = 3 * max(1.0, self._layout.u) * math.sin(4 * math.pi * self._shook / SHAKE)
        return {f"card {self._shaking}": swing}

    def settle(self) -> None:
        self._shaking = None
        for sprite in self.sprites:
            if not sprite.flying:
                sprite.settle()
