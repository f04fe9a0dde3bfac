"""Cards as they lie or fly: where each is, and how it moves to where it belongs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.ui.tween import Ease, Tween, between, out_cubic, out_quad

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
