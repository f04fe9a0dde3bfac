"""The hand at the bottom of the table, a fan that shows legal cards and focus; and sprites, the cards that lie or fly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.tween import CLOSE_FAN, RAISE, SORT, Ease, Tween, between, out_cubic, out_quad
from goosetable.cards import Card, suit

LEAN: Final = 11.0  # degrees by which a card hangs askew, at most
PULL: Final = 0.009  # degrees for each pixel a second
LAG: Final = (2, 9)  # steps of turning over, and degrees, by which a card in flight may lag behind
SWING: Final = 0.09  # time constant of the swing, in seconds


class Pose(NamedTuple):
    """Pose of a card: its middle, height, turn in degrees; face: 1 up, 0 down, between them it turns over."""

    x: float
    y: float
    height: float
    angle: float = 0.0
    face: float = 1.0
    lift: bool = False
    dim: bool = False
    glow: str = ""

    @classmethod
    def at(cls, place: Place, face: float = 1.0) -> Pose:
        return cls(place.x, place.y, place.height, place.angle, face)

    def area(self) -> Area:
        """Returns the box round the card."""
        return Place(self.x, self.y, self.height, self.angle).area()

    def holds(self, x: float, y: float, below: float = 0.0) -> bool:
        """Whether a point is on the card, or no more than `below` pixels under it."""
        a = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        across, down = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        half = self.height / 2
        return abs(across) <= half * RATIO and -half <= down <= half + below


class Turned(NamedTuple):
    """Appearance of a card in flight: its side, the height of its image, how far it has turned over, and its angle."""

    code: str
    height: float
    glow: str
    flip: int
    angle: int

    def near(self, other: Turned) -> bool:
        """Whether it looks nearly the same: at most `LAG` steps and degrees away."""
        return self[:3] == other[:3] and abs(self.flip - other.flip) <= LAG[0] and abs(self.angle - other.angle) <= LAG[1]


class Sprite:
    """One card on the screen. `rest` is the pose it belongs in, `pose` its present one; code is "" for an unknown card."""

    def __init__(self, key: str, code: str, rest: Pose) -> None:
        self.key = key
        self.code = code
        self.rest = rest
        self.pose = rest
        self.flying = False
        self.hidden = False
        """Whether it is not drawn yet, as before a deal."""
        self.last: pygame.Surface | None = None
        """The image it was last drawn with."""
        self.drawn: object = None
        """Key of `last`: the card images and the wanted image it was made from; None if out of date."""
        self.turned: tuple[Turned, pygame.Surface] | None = None
        """Its last image in flight, at full size, with the appearance it was made for."""
        self.scaled: tuple[Turned, pygame.Surface] | None = None
        """An image in flight prepared for the next frame, already scaled."""
        self.soon: tuple[Pose, float] | None = None
        """Forecast of its pose in the next frame, and the height of the image to draw it from."""
        self._from = rest
        self._time = self._length = 0.0

    @property
    def size(self) -> float:
        """Height of the image from which it is drawn while it flies."""
        return max(self.rest.height, self._from.height)

    @property
    def gliding(self) -> bool:
        return self._time < self._length

    def glide(self, to: Pose, seconds: float) -> None:
        """Gives it a new rest pose, and moves it there within these seconds unless it is flying."""
        if to == self.rest:
            return
        self.rest = to
        if not self.flying:
            self._from, self._time, self._length = self.pose, 0.0, seconds
            self._look()
            if seconds <= 0:
                self.settle()

    def hang(self) -> None:
        """Hands it over to the pointer, which moves it from now on."""
        self.flying, self.pose = True, self.pose._replace(lift=True, dim=False)
        self._time = self._length = 0.0

    def go_back(self, seconds: float) -> None:
        """Moves it from the pointer back to its rest pose."""
        self.flying = False
        self._from, self._time, self._length = self.pose, 0.0, seconds
        self._look()
        if seconds <= 0:
            self.settle()

    def update(self, dt: float) -> bool:
        """Advances it by dt seconds; returns whether it moved."""
        if not self.gliding or self.flying:
            return False
        self._time += dt
        if not self.gliding:
            self.settle()
        else:
            self._look()
        return True

    def settle(self) -> None:
        self._time = self._length = 0.0
        self.pose = self.rest

    def _look(self) -> None:
        part = out_quad(self._time / self._length) if self._length > 0 else 1.0
        self.pose = mixed(self._from, self.rest, part)

    def fly(
        self, to: Pose, seconds: float, delay: float = 0.0, ease: Ease = out_cubic, rise: float = 0.0,
        sway: float = 0.0, began: Callable[[], object] | None = None, done: Callable[[], object] | None = None,
    ) -> Tween:  # fmt: skip
        """Returns its flight to a new rest pose, in an arc `rise` pixels high, swaying by `sway` degrees."""

        def along(start: Pose, part: float) -> Pose:
            bow = math.sin(math.pi * part)
            pose = mixed(start, to, part)
            return pose._replace(y=pose.y - rise * bow, angle=pose.angle + sway * bow, lift=True, dim=False)

        def begin() -> None:
            if began is not None:
                began()
            self.rest = to
            self.flying, self.hidden = True, False
            self._time = self._length = 0.0
            self._from = self.pose

        def show(part: float) -> None:
            self.pose = along(self._from, part)
            if part >= 1:
                self.land()

        def foretell(part: float) -> None:
            start = self._from if self.flying else self.pose
            self.soon = along(start, part), max(start.height, to.height)

        return Tween(seconds, show, delay, ease, begin, done, foretell)

    def land(self) -> None:
        """Ends a flight: puts the card exactly in its rest pose."""
        self.flying = False
        self.settle()


class Held:
    """A card that hangs on the pointer at the point it was taken by, and swings a little as it is moved."""

    def __init__(self, sprite: Sprite, at: tuple[int, int]) -> None:
        self.sprite = sprite
        self._aside = sprite.pose.x - at[0], sprite.pose.y - at[1]
        self._before = sprite.pose.x
        sprite.hang()

    @property
    def y(self) -> float:
        """Height of its middle on the screen."""
        return self.sprite.pose.y

    def move(self, to: tuple[int, int]) -> None:
        x, y = to[0] + self._aside[0], to[1] + self._aside[1]
        self.sprite.pose = self.sprite.pose._replace(x=x, y=y)

    @property
    def swinging(self) -> bool:
        return self.sprite.pose.x != self._before or self.sprite.pose.angle != 0

    def update(self, dt: float, pace: float) -> bool:
        """Advances it by dt seconds; returns whether it swung. It leans away from the motion; with no pace it hangs
        straight."""
        if not self.swinging or dt <= 0:
            return False
        pose = self.sprite.pose
        lean = max(-LEAN, min(LEAN, (self._before - pose.x) / dt * PULL)) if pace > 0 else 0.0
        self._before = pose.x
        angle = between(lean, pose.angle, math.exp(-dt / SWING)) if pace > 0 else 0.0
        self.sprite.pose = pose._replace(angle=0.0 if abs(angle) < 0.1 else angle)
        return True


def overlapping(trick: Iterable[Sprite]) -> list[Sprite]:
    """Returns the cards of a trick in drawing order: the lower on the screen over the higher, and those further right over
    their neighbours, so that every index can be read."""
    return sorted(trick, key=lambda sprite: (round(sprite.rest.y), sprite.rest.x))


def mixed(a: Pose, b: Pose, part: float) -> Pose:
    """Returns the pose `part` of the way from a to b; fields that cannot be mixed are as in b."""
    if part >= 1:
        return b
    return b._replace(
        x=between(a.x, b.x, part), y=between(a.y, b.y, part), height=between(a.height, b.height, part),
        angle=between(a.angle, b.angle, part), face=between(a.face, b.face, part),
    )  # fmt: skip


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

    def settle_in(self, seconds: float = RAISE) -> None:
        """Lets every card glide to its present place."""
        for sprite, card, place in zip(self.sprites, self.cards, self._places(), strict=True):
            sprite.glide(self._pose(card, place), seconds * self.pace)

    def allow(self, legal: frozenset[Card] | None, sunk: bool = False) -> None:
        """Sets the cards that may be played now, None for none. sunk: the hand waits for a decision."""
        changed = sunk != self.sunk
        self.legal, self.sunk = legal, sunk
        if legal is None:
            self.hint = None
        self.settle_in(CLOSE_FAN if changed else RAISE)

    def mean(self, card: Card | None, keyed: bool = False) -> bool:
        """Gives the focus to a card, or to none; returns whether it changed. keyed: by a key, so that it must be visible."""
        if card == self.focus:
            return False
        self.focus, self.keyed = card, keyed
        if card in self.cards:
            self.last = self.cards.index(card)
        self.settle_in()
        return True

    def suggest(self, card: Card | None) -> None:
        self.hint = card
        self.settle_in()

    def step(self, by: int) -> None:
        """Moves the focus to the next card; at first to the hinted one, or to one that may be played."""
        if self.focus in self.cards:
            self.mean(self.cards[(self.cards.index(self.focus) + by) % len(self.cards)], True)
        elif self.hint in self.cards:
            self.mean(self.hint, True)
        else:
            self.mean(self.nearest(by), True)

    def step_suit(self, by: int) -> None:
        """Moves the focus to the first card of the next suit, from left to right; wraps round at the ends."""
        suits = list(dict.fromkeys(suit(card) for card in self.cards))
        if self.focus not in self.cards:
            self.step(by)
        elif suits:
            wanted = suits[(suits.index(suit(self.focus)) + by) % len(suits)]
            self.mean(next(card for card in self.cards if suit(card) == wanted), True)

    def nearest(self, by: int = 1) -> Card | None:
        """Returns the playable card nearest to the last focus; at first the leftmost, or the rightmost going back."""
        may = [i for i, card in enumerate(self.cards) if self.legal is None or card in self.legal] or [*range(len(self.cards))]
        if not may:
            return None
        last = self.last
        if last is None:
            return self.cards[may[0 if by > 0 else -1]]
        return self.cards[min(may, key=lambda at: abs(at - last))]

    def resort(self, cards: Sequence[Card]) -> None:
        """Puts the same cards in another order: each glides to its new place."""
        if list(cards) == self.cards or sorted(cards) != sorted(self.cards):
            return
        at = dict(zip(self.cards, self.sprites, strict=True))
        self.cards, self.sprites = list(cards), [at[card] for card in cards]
        self.settle_in(SORT)

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
        self.settle_in(CLOSE_FAN)
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

    def shaken(self) -> dict[str, float]:
        """Returns the momentary sideways shift of cards, in pixels, by sprite key."""
        if self._shaking is None or self._layout is None:
            return {}
        swing = 3 * max(1.0, self._layout.u) * math.sin(4 * math.pi * self._shook / SHAKE)
        return {f"card {self._shaking}": swing}

    def settle(self) -> None:
        """Finishes every motion at once."""
        self._shaking = None
        for sprite in self.sprites:
            if not sprite.flying:
                sprite.settle()
