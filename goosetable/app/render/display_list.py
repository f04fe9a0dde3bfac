"""A picture as the list of what is painted, so that two of them can be compared before anything is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

if TYPE_CHECKING:
    from pygame.typing import ColorLike, Point, RectLike

Box = tuple[int, int, int, int]


class Blit(NamedTuple):
    """A picture, or a part of it, laid down. It must not be changed afterwards: it is told by what it is, not how it looks."""

    picture: pygame.Surface
    pos: tuple[int, int]
    area: Box | None
    flags: int
    cut: Box | None
    """The box outside of which nothing is painted."""
    whole: bool = False
    """Whether it has to be painted as a whole or not at all."""

    def paint(self, dst: pygame.Surface) -> None:
        dst.blit(self.picture, self.pos, self.area, self.flags)

    @property
    def hides(self) -> bool:
        """Whether nothing can be seen of what it covers."""
        plain = not self.picture.get_flags() & pygame.SRCALPHA and self.picture.get_alpha() in (None, 255)
        return plain and not self.flags and self.cut is None


class Drawn(NamedTuple):
    """A shape drawn by a function of the surface and of what is given with it."""

    how: Callable[..., object]
    given: tuple[Hashable, ...]
    hides: bool
    cut: Box | None
    whole: bool = False

    def paint(self, dst: pygame.Surface) -> None:
        self.how(dst, *self.given)


Step = Blit | Drawn


class Word(NamedTuple):
    """A text as it was drawn, with its marks, its box in pixels, and the size of its letters."""

    text: str
    box: Box
    px: float


class Layer:
    """Steps that go together, recorded once and painted again as long as nothing that they depend on changes."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self.steps: list[Step] = []
        self.boxes: list[pygame.Rect] = []
        self.words: list[Word] = []

    def forget(self) -> None:
        self.key, self.steps, self.boxes, self.words = None, [], [], []


class DisplayList(pygame.Surface):
    """Stands for a surface while something is drawn on it, and remembers every step with the box that it covers.

    It does what the canvas and the pictures of the cards ask of a surface. What is left of the surface it is derived from
    is a single pixel that nobody sees: `pygame.draw` goes by `draw`.
    """

    def __init__(self, shown: pygame.Surface) -> None:
        """shown: what this picture will be painted on, as it stands there from the picture before."""
        super().__init__((1, 1))
        self.shown = shown
        self.steps: list[Step] = []
        self.boxes: list[pygame.Rect] = []
        self.words: list[Word] = []
        """What is written on it, where the canvas keeps that."""
        self._all = shown.get_rect()
        self._clip = self._all
        self.first = 0
        """The first step of which anything can be seen."""

    def get_size(self) -> tuple[int, int]:
        return self._all.size

    def get_width(self) -> int:
        return self._all.w

    def get_height(self) -> int:
        return self._all.h

    def get_rect(self, **kwargs: object) -> pygame.Rect:
        return self.shown.get_rect(**kwargs)

    def get_clip(self) -> pygame.Rect:
        return self._clip.copy()

    def set_clip(self, rect: RectLike | None) -> None:
        self._clip = self._all if rect is None else pygame.Rect(rect).clip(self._all)

    def blit(
        self, source: pygame.Surface, dest: Point | RectLike = (0, 0), area: RectLike | None = None, special_flags: int = 0
    ) -> pygame.Rect:
        at: Sequence[float] = dest  # type: ignore[assignment]  # a place, or a box with its corner there
        x, y = int(at[0]), int(at[1])
        part = source.get_rect()
        if area is not None:  # what is cut off at the left or at the top moves the rest
            asked = pygame.Rect(area)
            part = asked.clip(part)
            x, y = x + part.x - asked.x, y + part.y - asked.y
        box = pygame.Rect(x, y, part.w, part.h)
        seen = box.clip(self._clip)
        if seen.w and seen.h:
            cut = None if self._clip.contains(box) or self._clip == self._all else _box(self._clip)
            self.steps.append(Blit(source, (x, y), None if area is None else _box(part), special_flags, cut))
            self.boxes.append(seen)
        return seen

    def fblits(self, blit_sequence: Iterable[tuple[pygame.Surface, Point | RectLike]], special_flags: int = 0, /) -> None:
        for source, dest in blit_sequence:
            self.blit(source, dest, None, special_flags)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> pygame.Rect:
        box = self._all if rect is None else pygame.Rect(rect)
        return self.draw(_fill, (tuple(pygame.Color(color)), _box(box), special_flags), box, hides=not special_flags)

    def layer(self, layer: Layer, key: Hashable, draw: Callable[[], object]) -> None:
        """Add the steps of a layer; draw: records them anew where the key is another than the last time."""
        if layer.key is None or layer.key != key:
            first, written = len(self.steps), len(self.words)
            draw()
            layer.key, layer.steps, layer.boxes = key, self.steps[first:], self.boxes[first:]
            layer.words = self.words[written:]
        else:
            self.steps += layer.steps
            self.boxes += layer.boxes
            self.words += layer.words

    def write(self, text: str, box: pygame.Rect, px: float) -> None:
        """Remember a text that is drawn, where any of it can be seen."""
        if text and box.colliderect(self._clip):
            self.words.append(Word(text, _box(box), px))

    def draw(
        self,
        how: Callable[..., object],
        given: tuple[Hashable, ...],
        box: pygame.Rect,
        hides: bool = False,
        whole: bool = False,
    ) -> pygame.Rect:
        """Remember a shape. how: draws it, given the surface and `given`; box: all that it may cover; hides: all of it.

        whole: it looks otherwise where only a part of it is painted, as lines do.
        """
        seen = box.clip(self._clip)
        if seen.w and seen.h:
            cut = None if self._clip == self._all else _box(self._clip)
            self.steps.append(Drawn(how, given, hides and cut is None, cut, whole))
            self.boxes.append(seen)
            if hides and cut is None and seen == self._all:
                self.first = len(self.steps) - 1
        return seen

    def like(self, other: DisplayList) -> bool:
        """Whether both are painted on the same surface, of the same size."""
        return self.shown is other.shown and self.get_size() == other.get_size()

    def instead(self, how: Callable[..., object], other: Callable[[Drawn], Drawn | None]) -> DisplayList:
        """The same picture with another step, or none, for each that this function draws."""
        found = DisplayList(self.shown)
        for step, box in zip(self.steps, self.boxes, strict=True):
            new = other(step) if isinstance(step, Drawn) and step.how is how else step
            if new is not None:
                found.steps.append(new)
                found.boxes.append(box)
        return found


def _fill(dst: pygame.Surface, colour: tuple[int, int, int, int], box: Box, flags: int) -> None:
    dst.fill(colour, box, flags)


def _box(rect: pygame.Rect) -> Box:
    return rect.x, rect.y, rect.w, rect.h
