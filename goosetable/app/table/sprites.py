"""Sprites: the cards that lie on the table, fly over it or hang on the pointer, and the queue of their images."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.card_images import FLIPS, GOOSE, STEP, CardImages
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.ui.tween import Ease, Tween, interpolate, out_cubic, out_quad

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
        return Place(self.x, self.y, self.height, self.angle).area()

    def holds(self, x: float, y: float, below: float = 0.0) -> bool:
        """Whether a point is on the card, or no more than `below` pixels under it."""
        a = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        across, down = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        half = self.height / 2
        return abs(across) <= half * RATIO and -half <= down <= half + below


class FlightImage(NamedTuple):
    """Appearance of a card in flight: its side, the height of its image, how far it has turned over, and its angle."""

    code: str
    height: float
    glow: str
    flip: int
    angle: int

    def is_near(self, other: FlightImage) -> bool:
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
        self.turned: tuple[FlightImage, pygame.Surface] | None = None
        """Its last image in flight, at full size, with the appearance it was made for."""
        self.scaled: tuple[FlightImage, pygame.Surface] | None = None
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
            self._start_glide(seconds)

    def give_to_pointer(self) -> None:
        """Hands it over to the pointer, which moves it from now on."""
        self.flying, self.pose = True, self.pose._replace(lift=True, dim=False)
        self._time = self._length = 0.0

    def return_to_rest(self, seconds: float) -> None:
        self.flying = False
        self._start_glide(seconds)

    def _start_glide(self, seconds: float) -> None:
        self._from, self._time, self._length = self.pose, 0.0, seconds
        self._update_pose()
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
            self._update_pose()
        return True

    def settle(self) -> None:
        self._time = self._length = 0.0
        self.pose = self.rest

    def _update_pose(self) -> None:
        part = out_quad(self._time / self._length) if self._length > 0 else 1.0
        self.pose = mix_poses(self._from, self.rest, part)

    def fly(
        self, to: Pose, seconds: float, delay: float = 0.0, ease: Ease = out_cubic, rise: float = 0.0,
        sway: float = 0.0, began: Callable[[], object] | None = None, done: Callable[[], object] | None = None,
    ) -> Tween:  # fmt: skip
        """Returns its flight to a new rest pose, in an arc `rise` pixels high, swaying by `sway` degrees."""

        def along(start: Pose, part: float) -> Pose:
            bow = math.sin(math.pi * part)
            pose = mix_poses(start, to, part)
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


class DraggedCard:
    """A card that hangs on the pointer at the point it was taken by, and swings a little as it is moved."""

    def __init__(self, sprite: Sprite, at: tuple[int, int]) -> None:
        self.sprite = sprite
        self._aside = sprite.pose.x - at[0], sprite.pose.y - at[1]
        self._before = sprite.pose.x
        sprite.give_to_pointer()

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
        angle = interpolate(lean, pose.angle, math.exp(-dt / SWING)) if pace > 0 else 0.0
        self.sprite.pose = pose._replace(angle=0.0 if abs(angle) < 0.1 else angle)
        return True


def drawing_order(trick: Iterable[Sprite]) -> list[Sprite]:
    """Returns the cards of a trick in drawing order: the lower on the screen over the higher, and those further right over
    their neighbours, so that every index can be read."""
    return sorted(trick, key=lambda sprite: (round(sprite.rest.y), sprite.rest.x))


def mix_poses(a: Pose, b: Pose, part: float) -> Pose:
    """Returns the pose `part` of the way from a to b; fields that cannot be mixed are as in b."""
    if part >= 1:
        return b
    return b._replace(
        x=interpolate(a.x, b.x, part), y=interpolate(a.y, b.y, part), height=interpolate(a.height, b.height, part),
        angle=interpolate(a.angle, b.angle, part), face=interpolate(a.face, b.face, part),
    )  # fmt: skip


SAME_SIZE: Final = 0.02  # relative difference in size under which an image is drawn unscaled
A_FRAME: Final = 1  # card images that a frame may draw or turn anew


class WantedImage(NamedTuple):
    """An image that will be needed: the arguments of CardImages.get."""

    code: str
    height: float
    lift: bool = False
    dim: bool = False
    glow: str = ""
    angle: float = 0.0

    @classmethod
    def of(cls, code: str, pose: Pose) -> WantedImage:
        return cls(code, pose.height, pose.lift, pose.dim, pose.glow, round(pose.angle, 1))


class CardImageQueue:
    """Provides the sprites' images. An image that would make the frame late is drawn in the next one.

    Until then the card has its last image. late: whether this happened since `begin`.
    """

    def __init__(self, faces: CardImages, back: str, geese: frozenset[str] = frozenset()) -> None:
        """geese: the codes of the cards that the game calls Geese, drawn with a goose on them."""
        self.faces, self.back, self.geese = faces, back, geese
        self.late = False
        self._left = float(A_FRAME)
        self._wanted: deque[WantedImage] = deque()
        self._missed: deque[WantedImage] = deque()
        """Images that the last frame had no time for."""
        self._coming: deque[tuple[Sprite, FlightImage, float]] = deque()
        """Forecasts for cards in flight: sprite, appearance in the next frame, and scale of its image."""

    def begin(self, allowed: float = A_FRAME) -> None:
        self.late, self._left = False, allowed
        self._missed.clear()

    def set_wanted(self, wanted: Iterable[WantedImage]) -> None:
        """Replaces the list of images that will be needed soon."""
        self._wanted = deque(one._replace(code=self.marked(one.code)) for one in wanted)

    @property
    def pending(self) -> bool:
        """Whether an image that will be needed is still to be drawn."""
        for those in (self._missed, self._wanted):
            while those and not self.faces.drawing_cost(*those[0]):
                those.popleft()
        return bool(self._missed or self._wanted)

    def work(self) -> bool:
        """Draws one image that will be needed; returns whether there was one."""
        if self.pending:
            self.faces.get(*(self._missed or self._wanted).popleft())
            return True
        return False

    def draw(self, dst: pygame.Surface, sprites: Iterable[Sprite], aside: dict[str, float] | None = None) -> None:
        """Draws cards in order; aside: sideways shift of some, in pixels."""
        shift = aside or {}
        laid = [
            CardImages.sprite(self.picture(sprite), sprite.pose.x + shift.get(sprite.key, 0.0), sprite.pose.y)
            for sprite in sprites
            if not sprite.hidden
        ]
        CardImages.blit(dst, laid)

    def picture(self, sprite: Sprite) -> pygame.Surface:
        if sprite.flying:
            sprite.last, sprite.drawn = self._picture_in_flight(sprite), None
            return sprite.last
        # A card that only glides in the fan has its last angle from the start; the difference is a degree.
        pose, rest = sprite.pose, sprite.rest
        height = pose.height if abs(pose.height - rest.height) > 1 else rest.height
        wanted = WantedImage(self.code(sprite), height, pose.lift, pose.dim, pose.glow, round(rest.angle, 1))
        drawn = self.faces, wanted
        if sprite.drawn == drawn and sprite.last is not None:
            return sprite.last
        lacking = self.faces.drawing_cost(*wanted)
        if lacking and self._left <= 0 and sprite.last is not None:
            self.late = True
            self._missed.append(wanted)
            sprite.drawn = None
            return sprite.last
        self._left -= lacking > 0
        sprite.last, sprite.drawn = self.faces.get(*wanted), drawn
        return sprite.last

    def foresee(self, sprites: Iterable[Sprite]) -> None:
        """Notes the appearance in the next frame of the cards whose flight is forecast."""
        self._coming.clear()
        for sprite in sprites:
            soon, sprite.soon = sprite.soon, None
            if soon is not None:
                pose, height = soon
                coming, scale = self._flight_image_of(sprite.code, pose, height), pose.height / height
                if abs(scale - 1) >= SAME_SIZE or not self.faces.ready(*coming):
                    self._coming.append((sprite, coming, scale))

    def draw_forecast(self) -> bool:
        """Draws one card in flight as the next frame needs it; returns whether there was one."""
        if not self._coming:
            return False
        sprite, coming, scale = self._coming.popleft()
        picture = self._flight_image(coming)
        if abs(scale - 1) >= SAME_SIZE:
            sprite.scaled = coming, pygame.transform.smoothscale(picture, _scaled_size(picture, scale))
        return True

    def _flight_image(self, seen: FlightImage) -> pygame.Surface:
        return self.faces.get(seen.code, seen.height, 1, False, seen.glow or None, seen.angle, seen.flip / FLIPS)

    def _flight_image_of(self, code: str, pose: Pose, height: float) -> FlightImage:
        """Returns the appearance of a card in flight. height: of the image from which it is drawn."""
        side = self.marked(code) if code and pose.face >= 0.5 else self.back
        flip, angle = max(1, round(abs(2 * pose.face - 1) * FLIPS)), round(pose.angle / STEP) * STEP
        return FlightImage(side, height, pose.glow, flip, angle)

    def code(self, sprite: Sprite) -> str:
        """Returns the code of the visible side of a card: never the face of an unknown one."""
        return self.marked(sprite.code) if sprite.code and sprite.pose.face >= 0.5 else self.back

    def marked(self, code: str) -> str:
        """Returns the code of a card's face, with the goose if it is a Goose."""
        return code + GOOSE if code in self.geese else code

    def _picture_in_flight(self, sprite: Sprite) -> pygame.Surface:
        """Returns the image of a card in flight, scaled from the largest size on its way.

        If a frame has drawn enough, its turn may lag a little behind, which does not show in flight.
        """
        pose, scale = sprite.pose, sprite.pose.height / sprite.size
        now = self._flight_image_of(sprite.code, pose, sprite.size)
        before = sprite.turned
        ready = self.faces.ready(*now)
        if before is None or (before[0] != now and (ready or self._left > 0 or not now.is_near(before[0]))):
            self._left -= 0 if ready else now.flip / FLIPS
            before = sprite.turned = now, self._flight_image(now)
        turned, picture = before
        if abs(scale - 1) < SAME_SIZE:
            return picture
        size = _scaled_size(picture, scale)
        if sprite.scaled is not None and sprite.scaled[0] == turned:
            ahead = sprite.scaled[1]
            if abs(ahead.height - size[1]) < SAME_SIZE * size[1]:
                return ahead
        return pygame.transform.smoothscale(picture, size)


def _scaled_size(picture: pygame.Surface, scale: float) -> tuple[int, int]:
    return max(2, round(picture.width * scale)), max(2, round(picture.height * scale))
