"""The queue of card images: some drawn before they are needed, and never too many in one frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.card_images import FLIPS, GOOSE, STEP, CardImages
from goosetable.app.table.hand.hand import Pose, Sprite, Turned

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
    """Gives each sprite its image. An image that would make the frame late waits for the next one.

    Until then the card keeps its last image. `late` tells that this happened since begin().
    """

    def __init__(self, faces: CardImages, back: str, geese: frozenset[str] = frozenset()) -> None:
        """geese: the codes of the cards that the game calls Geese, drawn with a goose on them."""
        self.faces, self.back, self.geese = faces, back, geese
        self.late = False
        self._left = float(A_FRAME)
        self._wanted: deque[WantedImage] = deque()
        self._missed: deque[WantedImage] = deque()
        """Images that the last frame had no time for."""
        self._coming: deque[tuple[Sprite, Turned, float]] = deque()
        """Forecasts for cards in flight: sprite, appearance in the next frame, and scale of its image."""

    def begin(self, allowed: float = A_FRAME) -> None:
        self.late, self._left = False, allowed
        self._missed.clear()

    def want(self, wanted: Iterable[WantedImage]) -> None:
        """Replaces the list of images that will be needed soon."""
        self._wanted = deque(one._replace(code=self.marked(one.code)) for one in wanted)

    @property
    def pending(self) -> bool:
        """Whether an image that will be needed is still to be drawn."""
        for those in (self._missed, self._wanted):
            while those and not self.faces.lacking(*those[0]):
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
        """Returns the present image of a card."""
        if sprite.flying:
            sprite.last, sprite.drawn = self._flying(sprite), None
            return sprite.last
        # A card that only glides in the fan has its last angle from the start; the difference is a degree.
        pose, rest = sprite.pose, sprite.rest
        height = pose.height if abs(pose.height - rest.height) > 1 else rest.height
        wanted = WantedImage(self.code(sprite), height, pose.lift, pose.dim, pose.glow, round(rest.angle, 1))
        drawn = self.faces, wanted
        if sprite.drawn == drawn and sprite.last is not None:
            return sprite.last
        lacking = self.faces.lacking(*wanted)
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
                coming, scale = self._turned(sprite.code, pose, height), pose.height / height
                if abs(scale - 1) >= SAME_SIZE or not self.faces.ready(*coming):
                    self._coming.append((sprite, coming, scale))

    def look_on(self) -> bool:
        """Draws one card in flight as the next frame needs it; returns whether there was one."""
        if not self._coming:
            return False
        sprite, coming, scale = self._coming.popleft()
        picture = self._in_flight(coming)
        if abs(scale - 1) >= SAME_SIZE:
            sprite.scaled = coming, pygame.transform.smoothscale(picture, _size(picture, scale))
        return True

    def _in_flight(self, seen: Turned) -> pygame.Surface:
        return self.faces.get(seen.code, seen.height, 1, False, seen.glow or None, seen.angle, seen.flip / FLIPS)

    def _turned(self, code: str, pose: Pose, height: float) -> Turned:
        """Returns the appearance of a card in flight, drawn from its image of that height."""
        side = self.marked(code) if code and pose.face >= 0.5 else self.back
        flip, angle = max(1, round(abs(2 * pose.face - 1) * FLIPS)), round(pose.angle / STEP) * STEP
        return Turned(side, height, pose.glow, flip, angle)

    def code(self, sprite: Sprite) -> str:
        """Returns the code of the visible side of a card: never the face of an unknown one."""
        return self.marked(sprite.code) if sprite.code and sprite.pose.face >= 0.5 else self.back

    def marked(self, code: str) -> str:
        """Returns the code of a card's face, with the goose if it is a Goose."""
        return code + GOOSE if code in self.geese else code

    def _flying(self, sprite: Sprite) -> pygame.Surface:
        """Returns the image of a card in flight, scaled from the largest size on its way.

        If a frame has drawn enough, its turn may lag a little behind, which does not show in flight.
        """
        pose, scale = sprite.pose, sprite.pose.height / sprite.size
        now = self._turned(sprite.code, pose, sprite.size)
        before = sprite.turned
        ready = self.faces.ready(*now)
        if before is None or (before[0] != now and (ready or self._left > 0 or not now.near(before[0]))):
            self._left -= 0 if ready else now.flip / FLIPS
            before = sprite.turned = now, self._in_flight(now)
        turned, picture = before
        if abs(scale - 1) < SAME_SIZE:
            return picture
        size = _size(picture, scale)
        if sprite.scaled is not None and sprite.scaled[0] == turned:
            ahead = sprite.scaled[1]
            if abs(ahead.height - size[1]) < SAME_SIZE * size[1]:
                return ahead
        return pygame.transform.smoothscale(picture, size)


def _size(picture: pygame.Surface, scale: float) -> tuple[int, int]:
    """Returns the size in pixels of a scaled image."""
    return max(2, round(picture.width * scale)), max(2, round(picture.height * scale))
