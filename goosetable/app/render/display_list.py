"""A picture as a list of drawing steps, and the repainter, which paints only the parts that differ from the last picture."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

if TYPE_CHECKING:
    from pygame.typing import ColorLike, Point, RectLike


Box = tuple[int, int, int, int]


class Blit(NamedTuple):
    """A drawing step for a picture or a part of it. Steps compare pictures by identity, so pictures must not change later."""

    picture: pygame.Surface
    pos: tuple[int, int]
    area: Box | None
    flags: int
    cut: Box | None
    """Clip box of the step; nothing outside it is painted."""
    whole: bool = False
    """True if the step must not be painted in parts."""

    def paint(self, dst: pygame.Surface) -> None:
        dst.blit(self.picture, self.pos, self.area, self.flags)

    @property
    def hides(self) -> bool:
        """True if the step covers every pixel of its box."""
        plain = not self.picture.get_flags() & pygame.SRCALPHA and self.picture.get_alpha() in (None, 255)
        return plain and not self.flags and self.cut is None


class DrawnShape(NamedTuple):
    """A drawing step that draws a shape by calling draw_function(surface, *arguments).

    hides: True if the step covers every pixel of its box. cut: its clip box, or None. whole: True if it must not be painted in
    parts.
    """

    draw_function: Callable[..., object]
    arguments: tuple[Hashable, ...]
    hides: bool
    cut: Box | None
    whole: bool = False

    def paint(self, dst: pygame.Surface) -> None:
        self.draw_function(dst, *self.arguments)


Step = Blit | DrawnShape


class Layer:
    """A group of drawing steps that is recorded once, and used again as long as its key stays the same."""

    def __init__(self) -> None:
        self.key: Hashable = None
        self.steps: list[Step] = []
        self.boxes: list[pygame.Rect] = []

    def forget_steps(self) -> None:
        self.key, self.steps, self.boxes = None, [], []


class DisplayList(pygame.Surface):
    """A surface that records drawing: every drawing step with the box that it covers.

    It has the methods of a surface that the canvas and the card images call. It has a single pixel, which is never drawn on.
    `add_shape` records calls of `pygame.draw` functions.
    """

    def __init__(self, shown: pygame.Surface) -> None:
        """shown: the surface on which this picture will be painted later."""
        super().__init__((1, 1))
        self.shown = shown
        self.steps: list[Step] = []
        self.boxes: list[pygame.Rect] = []
        self._all = shown.get_rect()
        self._clip = self._all
        self.first = 0
        """Index of the last step that hides all steps before it; 0 if none does."""

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
        if area is not None:  # cut to the picture; what remains is moved accordingly
            asked = pygame.Rect(area)
            part = asked.clip(part)
            x, y = x + part.x - asked.x, y + part.y - asked.y
        box = pygame.Rect(x, y, part.w, part.h)
        seen = box.clip(self._clip)
        if seen.w and seen.h:
            cut = None if self._clip.contains(box) or self._clip == self._all else _box_of_rect(self._clip)
            self.steps.append(Blit(source, (x, y), None if area is None else _box_of_rect(part), special_flags, cut))
            self.boxes.append(seen)
        return seen

    def fblits(self, blit_sequence: Iterable[tuple[pygame.Surface, Point | RectLike]], special_flags: int = 0, /) -> None:
        for source, dest in blit_sequence:
            self.blit(source, dest, None, special_flags)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> pygame.Rect:
        box = self._all if rect is None else pygame.Rect(rect)
        return self.add_shape(
            _fill_box, (tuple(pygame.Color(color)), _box_of_rect(box), special_flags), box, hides=not special_flags
        )

    def add_layer(self, layer: Layer, key: Hashable, draw: Callable[[], object]) -> None:
        """Adds the steps of a layer. If the key has changed, records the steps anew by calling `draw`."""
        if layer.key is None or layer.key != key:
            first = len(self.steps)
            draw()
            layer.key, layer.steps, layer.boxes = key, self.steps[first:], self.boxes[first:]
        else:
            self.steps += layer.steps
            self.boxes += layer.boxes

    def add_shape(
        self, draw_function: Callable[..., object], arguments: tuple[Hashable, ...], box: pygame.Rect, hides: bool = False,
        whole: bool = False,
    ) -> pygame.Rect:  # fmt: skip
        """Records a shape, which draw_function(surface, *arguments) draws. Returns the visible part of the box.

        box: bounds of the shape. hides: True if the shape covers every pixel of the box. whole: True if the shape looks
        different when it is painted in parts, as lines do.
        """
        seen = box.clip(self._clip)
        if seen.w and seen.h:
            cut = None if self._clip == self._all else _box_of_rect(self._clip)
            self.steps.append(DrawnShape(draw_function, arguments, hides and cut is None, cut, whole))
            self.boxes.append(seen)
            if hides and cut is None and seen == self._all:
                self.first = len(self.steps) - 1
        return seen

    def has_same_surface(self, other: DisplayList) -> bool:
        """Returns True if both pictures will be painted on the same surface, and if its size has not changed between them."""
        return self.shown is other.shown and self.get_size() == other.get_size()

    def with_replaced_shapes(
        self, draw_function: Callable[..., object], replacement: Callable[[DrawnShape], DrawnShape | None]
    ) -> DisplayList:
        """Returns a copy of the picture. In place of each step of `draw_function`, the copy has the step that `replacement`
        returns, or no step if `replacement` returns None.
        """
        found = DisplayList(self.shown)
        for step, box in zip(self.steps, self.boxes, strict=True):
            new = replacement(step) if isinstance(step, DrawnShape) and step.draw_function is draw_function else step
            if new is not None:
                found.steps.append(new)
                found.boxes.append(box)
        return found


def _fill_box(dst: pygame.Surface, colour: tuple[int, int, int, int], box: Box, flags: int) -> None:
    dst.fill(colour, box, flags)


def _box_of_rect(rect: pygame.Rect) -> Box:
    return rect.x, rect.y, rect.w, rect.h


SLACK: Final = 30_000
"""Number of unchanged pixels that may be painted so that two parts become one."""
MOST_PARTS: Final = 40
"""Largest number of parts that are painted separately. If there are more, the smallest box round all of them is painted."""

PIECE: Final = 400_000
"""Number of pixels painted in one slice, when a picture is painted in advance."""


class Repainter:
    """Paints pictures on a surface: the first completely, and of each later picture only the parts that have changed."""

    def __init__(self) -> None:
        self._before: DisplayList | None = None
        self._ahead: DisplayList | None = None
        """The picture that was painted ahead, on `_sheet`."""
        self._sheet: pygame.Surface | None = None
        self.painted = 0
        """Number of pixels painted for the last picture."""

    def forget_picture(self) -> None:
        """Makes the next picture be painted completely, because the surface may have lost its content."""
        self._before = None

    def paint_ahead(self, coming: DisplayList) -> Iterator[None]:
        """Generator: paints the next picture in advance on a hidden surface, slice by slice.

        If nearly everything has changed in the next picture, `paint` copies the hidden surface and then paints only the
        differences from it.
        """
        size = coming.get_size()
        self._ahead = None
        if self._sheet is None or self._sheet.get_size() != size:
            self._sheet = pygame.Surface(size, 0, coming.shown)
        rows = size[1] if any(step.whole for step in coming.steps) else max(1, PIECE // size[0])
        for y in range(0, size[1], rows):
            _paint_part(coming, self._sheet, pygame.Rect(0, y, size[0], rows))
            yield
        self._sheet.set_clip(None)
        self._ahead = coming

    def drop_painted_ahead(self) -> None:
        """Drops the picture that was painted in advance."""
        self._ahead = self._sheet = None

    def begin_picture(self, dst: pygame.Surface) -> DisplayList:
        return DisplayList(dst)

    def paint(self, new_picture: DisplayList) -> list[pygame.Rect]:
        """Paints a picture on the surface; returns the painted boxes. Uses the picture painted in advance if that is faster."""
        dst, before, self._before = new_picture.shown, self._before, None
        everything = dst.get_rect()
        parts, most = [everything], everything.w * everything.h
        laid = None
        if new_picture.steps and new_picture.steps[0].hides and new_picture.boxes[0].contains(everything):
            if before is not None and before.has_same_surface(new_picture):
                parts = join_boxes(changed_boxes(before, new_picture), new_picture)
            if _pixel_count(parts) > 0.8 * most:
                laid = self._paint_from_prepared_picture(new_picture)
                parts = [everything] if laid is None else laid
        self.painted = _pixel_count(parts) if laid is None else most
        for part in parts:
            _paint_part(new_picture, dst, part)
        dst.set_clip(None)
        self._before = new_picture
        return parts

    def _paint_from_prepared_picture(self, new_picture: DisplayList) -> list[pygame.Rect] | None:
        """Copies the picture painted in advance to the surface; returns the boxes in which the new picture differs from it.

        Copies nothing and returns None if there is no such picture, or if more than half of it differs.
        """
        if self._sheet is None or self._ahead is None or not self._ahead.has_same_surface(new_picture):
            return None
        parts = join_boxes(changed_boxes(self._ahead, new_picture), new_picture)
        if 2 * _pixel_count(parts) > _pixel_count([new_picture.get_rect()]):
            return None
        new_picture.shown.blit(self._sheet, (0, 0))
        return parts


def _pixel_count(parts: Iterable[pygame.Rect]) -> int:
    return sum(part.w * part.h for part in parts)


def _paint_part(new_picture: DisplayList, dst: pygame.Surface, part: pygame.Rect) -> None:
    dst.set_clip(part)
    for i in part.collidelistall(new_picture.boxes):
        if i < new_picture.first:
            continue
        step = new_picture.steps[i]
        if step.cut is None:
            step.paint(dst)
        else:
            dst.set_clip(part.clip(step.cut))
            step.paint(dst)
            dst.set_clip(part)


def changed_boxes(before: DisplayList, new_picture: DisplayList) -> list[pygame.Rect]:
    """Returns boxes around all differences between two pictures. Outside them, both have the same steps in the same order."""
    one, two = before.steps, new_picture.steps
    first, most = 0, min(len(one), len(two))
    while first < most and one[first] == two[first]:
        first += 1
    last = 0
    while last < most - first and one[-1 - last] == two[-1 - last]:
        last += 1
    old, new = range(first, len(one) - last), range(first, len(two) - last)
    kept = _common_steps([one[i] for i in old], [two[i] for i in new])
    gone, come = {first + i for i, _ in kept}, {first + i for _, i in kept}
    return [before.boxes[i] for i in old if i not in gone] + [new_picture.boxes[i] for i in new if i not in come]


def _common_steps(old: Sequence[Step], new: Sequence[Step]) -> list[tuple[int, int]]:
    """Returns a longest common subsequence of both lists, as pairs of indices."""
    where: dict[Step, list[int]] = {}
    for i in reversed(range(len(old))):
        where.setdefault(old[i], []).append(i)
    ends: list[int] = []  # for each length, the lowest place in `old` at which such a row ends
    rows: list[tuple[int, int, int]] = []  # place in old, place in new, the row before
    last: list[int] = []  # for each length, which of `rows` ends there
    for j, step in enumerate(new):
        found = where.get(step)
        if not found:
            continue
        i = found.pop()
        k = bisect_left(ends, i)
        rows.append((i, j, last[k - 1] if k else -1))
        if k == len(ends):
            ends.append(i)
            last.append(len(rows) - 1)
        else:
            ends[k], last[k] = i, len(rows) - 1
    kept, at = [], last[-1] if last else -1
    while at >= 0:
        i, j, at = rows[at]
        kept.append((i, j))
    return kept


def join_boxes(boxes: Iterable[pygame.Rect], new_picture: DisplayList) -> list[pygame.Rect]:
    """Joins boxes that overlap or are close together. A step that must be painted whole is then in one box, or in none."""
    close: list[pygame.Rect] = []
    # First overlapping boxes are joined, from the bottom up: a hand is one row, over which a single card flies.
    for box in sorted(boxes, key=lambda box: -box.y):
        _add_joined_box(close, box.copy(), 0)
    parts: list[pygame.Rect] = []
    for box in close:
        _add_joined_box(parts, box)
    wholes = [new_picture.boxes[i] for i, step in enumerate(new_picture.steps) if step.whole]
    grown = bool(wholes)
    while grown:
        grown = False
        for box in wholes:
            for i in box.collidelistall(parts):
                if not parts[i].contains(box):
                    _add_joined_box(parts, parts.pop(i).union(box))
                    grown = True
                    break
    return parts


def _add_joined_box(parts: list[pygame.Rect], box: pygame.Rect, slack: int = SLACK) -> None:
    i = 0
    while i < len(parts):
        other = parts[i]
        both = other.union(box)
        if len(parts) > MOST_PARTS or both.w * both.h <= other.w * other.h + box.w * box.h + slack:
            del parts[i]
            box, i = both, 0
        else:
            i += 1
    parts.append(box)
