"""The hand at the bottom of the table, a fan that shows the legal cards and the focus; and sprites, the cards that lie or
fly."""

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
LAG: Final = (2, 9)  # how many steps of turning over, and how many degrees, a card in flight may lag behind
SWING: Final = 0.09  # seconds in which most of it comes and goes


class Pose(NamedTuple):
    """How a card lies: its middle, height, turn in degrees; face: 1 up, 0 down, between them it turns over."""

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
        """The box round it."""
        return Place(self.x, self.y, self.height, self.angle).area()

    def holds(self, x: float, y: float, below: float = 0.0) -> bool:
        """Whether a point is on the card, or no more than `below` pixels under it."""
        a = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        across, down = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        half = self.height / 2
        return abs(across) <= half * RATIO and -half <= down <= half + below


class Turned(NamedTuple):
    """How a card in flight is seen: which side, the height it is drawn from, how far it has turned over, and its angle."""

    code: str
    height: float
    glow: str
    flip: int
    angle: int

    def near(self, other: Turned) -> bool:
        """Whether it looks nearly the same: a step or two less of the turn."""
        return self[:3] == other[:3] and abs(self.flip - other.flip) <= LAG[0] and abs(self.angle - other.angle) <= LAG[1]


class Sprite:
    """One card on the screen. `rest` is where it belongs and `pose` where it is now; code is "" for a card unknown."""

    def __init__(self, key: str, code: str, rest: Pose) -> None:
        self.key = key
        self.code = code
        self.rest = rest
        self.pose = rest
        self.flying = False
        self.hidden = False
        """Whether it is still where nobody sees it, as before a deal."""
        self.last: pygame.Surface | None = None
        """The picture it was last drawn with."""
        self.drawn: object = None
        """What that is a picture of, where it lay; None where it is out of date."""
        self.turned: tuple[Turned, pygame.Surface] | None = None
        """The picture in the turn in which it was last seen to fly, before it was made larger or smaller."""
        self.scaled: tuple[Turned, pygame.Surface] | None = None
        """The same, in a turn and a size in which it was foretold to fly."""
        self.soon: tuple[Pose, float] | None = None
        """How it will fly in the next frame, where that was foretold, and from a picture of which height."""
        self._from = rest
        self._time = self._length = 0.0

    @property
    def size(self) -> float:
        """The height of the picture from which it is drawn while it flies."""
        return max(self.rest.height, self._from.height)

    @property
    def gliding(self) -> bool:
        return self._time < self._length

    def glide(self, to: Pose, seconds: float) -> None:
        """Belong somewhere else from now on, and go there within these seconds unless it is flying."""
        if to == self.rest:
            return
        self.rest = to
        if not self.flying:
            self._from, self._time, self._length = self.pose, 0.0, seconds
            self._look()
            if seconds <= 0:
                self.settle()

    def hang(self) -> None:
        """Be moved by the pointer from now on."""
        self.flying, self.pose = True, self.pose._replace(lift=True, dim=False)
        self._time = self._length = 0.0

    def go_back(self, seconds: float) -> None:
        """Go from where it is held to where it belongs."""
        self.flying = False
        self._from, self._time, self._length = self.pose, 0.0, seconds
        self._look()
        if seconds <= 0:
            self.settle()

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether it moved."""
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
        """The flight to where it belongs from now on, in an arc `rise` pixels high, swaying by `sway` degrees."""

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
        """End a flight: lie exactly where it belongs."""
        self.flying = False
        self.settle()


class Held:
    """A card that hangs on the pointer where it was taken, and swings a little with the way it is moved."""

    def __init__(self, sprite: Sprite, at: tuple[int, int]) -> None:
        self.sprite = sprite
        self._aside = sprite.pose.x - at[0], sprite.pose.y - at[1]
        self._before = sprite.pose.x
        sprite.hang()

    @property
    def y(self) -> float:
        """The height of its middle on the screen."""
        return self.sprite.pose.y

    def move(self, to: tuple[int, int]) -> None:
        x, y = to[0] + self._aside[0], to[1] + self._aside[1]
        self.sprite.pose = self.sprite.pose._replace(x=x, y=y)

    @property
    def swinging(self) -> bool:
        return self.sprite.pose.x != self._before or self.sprite.pose.angle != 0

    def update(self, dt: float, pace: float) -> bool:
        """Let dt seconds pass; whether it swung. It leans away from where it is moved; with no pace it hangs straight."""
        if not self.swinging or dt <= 0:
            return False
        pose = self.sprite.pose
        lean = max(-LEAN, min(LEAN, (self._before - pose.x) / dt * PULL)) if pace > 0 else 0.0
        self._before = pose.x
        angle = between(lean, pose.angle, math.exp(-dt / SWING)) if pace > 0 else 0.0
        self.sprite.pose = pose._replace(angle=0.0 if abs(angle) < 0.1 else angle)
        return True


def overlapping(trick: Iterable[Sprite]) -> list[Sprite]:
    """The cards of a trick in the order in which they are drawn: the lower on the screen over the higher, and those
    further to the right over their neighbours, so that every index can be read."""
    return sorted(trick, key=lambda sprite: (round(sprite.rest.y), sprite.rest.x))


def mixed(a: Pose, b: Pose, part: float) -> Pose:
    """The pose that lies `part` of the way from a to b; what cannot be mixed is as in b."""
    if part >= 1:
        return b
    return b._replace(
        x=between(a.x, b.x, part), y=between(a.y, b.y, part), height=between(a.height, b.height, part),
        angle=between(a.angle, b.angle, part), face=between(a.face, b.face, part),
    )  # fmt: skip


LEGAL, FOCUSED = 0.10, 0.20  # how high a card is raised, in its own height
SHAKE = 0.24  # seconds


class Hand:
    """The person's cards. Which card is under the pointer depends on where cards belong, never on where they are.

    pace: the factor on all motion. lifts: whether cards that may be played are raised and the others veiled.
    """

    def __init__(self, focus_colour: str, brass: str, lifts: bool = True) -> None:
        self.focus_colour, self.brass, self.lifts = focus_colour, brass, lifts
        self.pace = 1.0
        self.cards: list[Card] = []
        self.sprites: list[Sprite] = []
        self.focus: Card | None = None
        self.legal: frozenset[Card] | None = None
        """The cards that may be played, or None while nothing is to be played."""
        self.keyed = False
        """Whether the focus came by a key: it is shown also while nothing is to be played."""
        self.hint: Card | None = None
        self.last: float | None = None
        """The place in the fan, from 0, of the card that last had the focus; between two where that card has gone."""
        self.sunk = False
        self._layout: Layout | None = None
        self._shaking: Card | None = None
        self._shook = 0.0

    def lay(self, cards: Sequence[tuple[Card, str]], layout: Layout) -> None:
        """Hold these cards (number and code), from left to right, all at rest at once."""
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
        """How a card lies at its place in the fan, with all that is to be said about it."""
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
        """Let every card glide to where it now belongs."""
        for sprite, card, place in zip(self.sprites, self.cards, self._places(), strict=True):
            sprite.glide(self._pose(card, place), seconds * self.pace)

    def allow(self, legal: frozenset[Card] | None, sunk: bool = False) -> None:
        """These cards may be played now; None: nothing is to be played. sunk: the hand waits for a decision."""
        changed = sunk != self.sunk
        self.legal, self.sunk = legal, sunk
        if legal is None:
            self.hint = None
        self.settle_in(CLOSE_FAN if changed else RAISE)

    def mean(self, card: Card | None, keyed: bool = False) -> bool:
        """Give the focus to a card, or to none; whether that changed anything. keyed: by a key, so that it has to be seen."""
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
        """The focus to the next card; at first to the one hinted at, or to one that may be played."""
        if self.focus in self.cards:
            self.mean(self.cards[(self.cards.index(self.focus) + by) % len(self.cards)], True)
        elif self.hint in self.cards:
            self.mean(self.hint, True)
        else:
            self.mean(self.nearest(by), True)

    def step_suit(self, by: int) -> None:
        """The focus to the first card of the next suit, as the suits come from left to right; round at the ends."""
        suits = list(dict.fromkeys(suit(card) for card in self.cards))
        if self.focus not in self.cards:
            self.step(by)
        elif suits:
            wanted = suits[(suits.index(suit(self.focus)) + by) % len(suits)]
            self.mean(next(card for card in self.cards if suit(card) == wanted), True)

    def nearest(self, by: int = 1) -> Card | None:
        """The card that may be played nearest to where the focus last was; at first the first one, or the last going back."""
        may = [i for i, card in enumerate(self.cards) if self.legal is None or card in self.legal] or [*range(len(self.cards))]
        if not may:
            return None
        last = self.last
        if last is None:
            return self.cards[may[0 if by > 0 else -1]]
        return self.cards[min(may, key=lambda at: abs(at - last))]

    def resort(self, cards: Sequence[Card]) -> None:
        """Hold the same cards in another order: each goes to its new place."""
        if list(cards) == self.cards or sorted(cards) != sorted(self.cards):
            return
        at = dict(zip(self.cards, self.sprites, strict=True))
        self.cards, self.sprites = list(cards), [at[card] for card in cards]
        self.settle_in(SORT)

    def take(self, card: Card) -> Sprite | None:
        """Take a card out; the fan closes after it. None if it is not here."""
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
        """How high the cards reach that are not raised, in pixels from the top of the window."""
        return min((place.y - place.height / 2 for place in self._places()), default=0.0)

    def at(self, x: float, y: float) -> Card | None:
        """The card at a place of the window: where it belongs, or where it would lie if it were not raised."""
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
        """Let dt seconds pass; whether anything moved."""
        moved = [sprite.update(dt) for sprite in self.sprites]
        if self._shaking is None:
            return any(moved)
        self._shook += dt
        if self._shook >= SHAKE or self._shaking not in self.cards:
            self._shaking = None
        return True

    def shaken(self) -> dict[str, float]:
        """How far cards stand aside for the moment, in pixels, by the key of their sprites."""
        if self._shaking is None or self._layout is None:
            return {}
        swing = 3 * max(1.0, self._layout.u) * math.sin(4 * math.pi * self._shook / SHAKE)
        return {f"card {self._shaking}": swing}

    def settle(self) -> None:
        """Finish every motion at once."""
        self._shaking = None
        for sprite in self.sprites:
            if not sprite.flying:
                sprite.settle()
