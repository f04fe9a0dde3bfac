"""What is written in a picture and how it stands out there: every line of text with its box, and the pixels under it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple
from unittest import mock

import pygame

from goosetable.app.render import canvas
from goosetable.app.render.display_list import Blit, DisplayList, DrawnShape
from goosetable.app.render.text import TextRenderer
from goosetable.app.skins import theme
from goosetable.app.table import seats
from tests import drawn_once
from tests.app.conftest import Program
from tests.narrowing import of_kind

VEILS: Final = (canvas._draw_shade, canvas._draw_veil)
"""What puts out the lamp over a scene that waits under another."""
SOLID: Final = 250
"""Coverage of a pixel of a letter, 0..255, from which its colour is that of the text alone."""
OPAQUE: Final = re.compile(b"[%c-\xff]" % SOLID)
SAMPLES: Final = 120
"""Pixels of a line that are looked at."""
LEAST: Final = 0.03
"""The part of a line that may be covered."""
STRUCK: Final = 2
"""Signs of a bid, which is struck through where it is forbidden."""
FEW: Final = 12
"""Pixels of one colour in a line below which they are an edge between two others."""

contrast: Final = lru_cache(100_000)(theme.contrast)


class Words(NamedTuple):
    """A line of text, or several under each other, as they stand in a picture."""

    text: str
    px: float
    face: str
    step: int
    """The step of the picture that lays it down."""
    box: pygame.Rect
    """Of its ink, as far as that is painted."""
    cut: bool
    """Whether it stands in a part of the picture outside of which nothing is painted."""

    @property
    def large(self) -> bool:
        """Whether it is what the Web Content Accessibility Guidelines call large: 24 px, or 18.7 px in bold."""
        return self.px >= 24 or (self.px >= 18.7 and self.face in ("bold", "serifb", "black"))


class Poor(NamedTuple):
    """Words of too little contrast: colour, ground, and the contrast of the two."""

    words: Words
    colour: str
    ground: str
    ratio: float

    def __str__(self) -> str:
        return f"{self.words.text!r} at {self.words.px:.0f} px, {self.colour} on {self.ground}: {self.ratio:.2f}"


_Made = dict[int, tuple[pygame.Surface, str, float, str]]


@contextlib.contextmanager
def written() -> Iterator[_Made]:
    """Within it, the program remembers what each picture of a text says. It must be opened before anything is drawn."""
    made: _Made = {}
    text, rich = TextRenderer.plain_text_picture, TextRenderer.rich_line_picture

    def plain(
        self: Any, s: str, px: float, colour: str, face: str = "semi", wrap: float | None = None, align: int = 0
    ) -> pygame.Surface:
        picture = text(self, s, px, colour, face, wrap, align)
        made[id(picture)] = picture, s, px, face
        return picture

    def line(self: Any, s: str, px: float, colour: str, face: str, dark: bool) -> pygame.Surface:
        picture = rich(self, s, px, colour, face, dark)
        made[id(picture)] = picture, s, px, face
        return picture

    with (
        mock.patch.object(TextRenderer, "plain_text_picture", plain),
        mock.patch.object(TextRenderer, "rich_line_picture", line),
        mock.patch.object(seats.SeatImages, "draw", _seat),
    ):
        yield made


def _seat(_: Any, canvas: Any, layout: Any, place: Any, look: Any, bump: float = 0.0) -> None:
    """A seat with its words, and not a picture that has been made of both."""
    seats._draw_seat(canvas, layout, place, look)


def recorded(one: Program) -> DisplayList:
    """The steps of all that is to be seen in a window now."""
    canvas, surface = one.context.canvas, one.screen.surface
    picture = DisplayList(surface)
    canvas.dst = picture
    try:
        one.loop._draw_all(canvas)
    finally:
        canvas.dst = surface
    return picture


def words(picture: DisplayList, made: _Made) -> list[Words]:
    """All text of a picture that has ink, in the order in which it is painted; not what is veiled and cannot be used."""
    found: list[Words] = []
    for i, step in enumerate(picture.steps):
        if isinstance(step, DrawnShape) and step.draw_function in VEILS and picture.boxes[i] == picture.get_rect():
            found.clear()
        if not isinstance(step, Blit) or id(step.picture) not in made:
            continue
        _, text, px, face = made[id(step.picture)]
        ink = step.picture.get_rect() if drawn_once.BLANK else step.picture.get_bounding_rect()
        if text.strip() and ink.w and step.area is None:
            box = ink.move(step.pos)
            if step.cut is not None:  # in an area that scrolls: what has gone past its edge is not to be seen
                box = box.clip(step.cut)
            if box.w and box.h:
                found.append(Words(text, px, face, i, box, step.cut is not None))
    return found


def painted(picture: DisplayList, without: frozenset[int] = frozenset()) -> pygame.Surface:
    """A picture painted from nothing. without: steps that are left out."""
    surface = pygame.Surface(picture.get_size())
    for i, step in enumerate(picture.steps):
        if i not in without:
            clip: Any = step.cut
            surface.set_clip(clip)
            step.paint(surface)
    return surface


def poor(picture: DisplayList, made: _Made, least: float = 4.5, least_large: float = 3.0) -> list[Poor]:
    """Words that stand out less from what is under them than they must, by the pixels of the whole picture.

    The picture is painted with all its words and without them. Each colour of a line is compared with the ground at the
    very pixels that it covers, and that with the ninth part of least contrast counts, so that a ground that changes under
    the words is seen where it is worst.
    """
    all_words = words(picture, made)
    shown, bare = painted(picture), painted(picture, frozenset(one.step for one in all_words))
    found = []
    for one in all_words:
        step = of_kind(Blit, picture.steps[one.step])
        wanted = least_large if one.large else least
        for pairs in _by_colour(step, shown, bare).values():
            ratios = sorted((contrast(colour, ground), colour, ground) for colour, ground in pairs)
            ratio, colour, ground = ratios[len(ratios) // 9]
            if len(pairs) >= FEW and ratio < wanted:
                found.append(Poor(one, colour, ground, ratio))
    return found


def faults(picture: DisplayList, made: _Made) -> list[str]:
    """Words that leave the window, that something else covers in part, or that lie over other words.

    What is covered wholly has made room on purpose, such as the words of an empty place for the card in it. A sign or two may
    be struck through. Where a part of the picture is scrolled, its words may be cut at its edge.
    """
    all_words, screen = words(picture, made), picture.get_rect()
    shown, bare = painted(picture), painted(picture, frozenset(one.step for one in all_words))
    found = [
        f"leaves the window: {one.text!r} {tuple(one.box)}" for one in all_words if not (one.cut or screen.contains(one.box))
    ]
    for one in all_words:
        if not one.cut and len(one.text) > STRUCK and LEAST < (part := _covered(picture, one, shown, bare)) < 1 - LEAST:
            found.append(f"is covered: {one.text!r} {tuple(one.box)}, {part:.0%}")
    for i, one in enumerate(all_words):
        for other in all_words[i + 1 :]:
            both = one.box.clip(other.box)
            shadow = one.text == other.text and abs(one.box.x - other.box.x) < 4 and abs(one.box.y - other.box.y) < 4
            if both.w > 1 and both.h > 1 and not shadow:
                found.append(f"lie over each other: {one.text!r} {tuple(one.box)}, {other.text!r} {tuple(other.box)}")
    return found


def _covered(picture: DisplayList, one: Words, shown: pygame.Surface, bare: pygame.Surface) -> float:
    """The part of a line's solid pixels of which nothing is to be seen."""
    step = of_kind(Blit, picture.steps[one.step])
    seen = step.picture.get_rect(topleft=step.pos).clip(picture.get_rect())
    if not seen.w or not seen.h:
        return 0.0
    solid = pygame.mask.from_surface(step.picture, SOLID - 1)  # above the threshold
    same = pygame.mask.from_threshold(shown.subsurface(seen), (0, 0, 0), (1, 1, 1, 255), bare.subsurface(seen))
    at = (seen.x - step.pos[0], seen.y - step.pos[1])
    whole = pygame.Mask(seen.size, fill=True)
    return solid.overlap_area(same, at) / max(1, solid.overlap_area(whole, at))


def _by_colour(step: Blit, shown: pygame.Surface, bare: pygame.Surface) -> dict[tuple[int, ...], list[tuple[str, str]]]:
    """Colours and grounds at solid pixels of a line, by its own colour there; what other things cover is left out."""
    seen = shown.get_rect() if step.cut is None else pygame.Rect(step.cut).clip(shown.get_rect())
    picture, (left, top) = step.picture, step.pos
    alphas, w = pygame.image.tobytes(picture, "RGBA")[3::4], picture.get_width()
    all_solid = ((i % w, i // w) for i in map(re.Match.start, OPAQUE.finditer(alphas)))
    solid = [(x, y) for x, y in all_solid if seen.collidepoint(left + x, top + y)]
    found: dict[tuple[int, ...], list[tuple[str, str]]] = {}
    for x, y in solid[:: max(1, len(solid) // SAMPLES)]:
        at = left + x, top + y
        colour, ground = shown.get_at(at), bare.get_at(at)
        if colour != ground:
            found.setdefault(tuple(picture.get_at((x, y))), []).append((_hex(colour), _hex(ground)))
    return found


def _hex(colour: pygame.Color) -> str:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"
