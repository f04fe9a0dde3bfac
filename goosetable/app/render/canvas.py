"""The canvas: draws boxes, shadows, paper, wood, text, icons and portraits."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import pygame

from goosetable.app.art import svg
from goosetable.app.art.svg import Mood, document
from goosetable.app.render.card_images import PREMUL, PictureCache, blurred_box, rasterize, rounded_box
from goosetable.app.render.display_list import DisplayList, DrawnShape, Layer
from goosetable.app.render.text import Anchor, Side, TextRenderer
from goosetable.app.skins.theme import Theme, rgb

SHADE = (8, 4, 2)
Rectangle: TypeAlias = pygame.Rect | pygame.FRect
"""A box of the window, in pixels."""


class Canvas(TextRenderer):
    """Draws on `dst`. Lengths are pixels of the screen, colours "#rrggbb" or "none".

    theme: the colours. four_colours: True for suits in four colours. size: the text-size setting, 0.8..2.0, which layouts use.
    Pictures are cached up to a limit. A change of theme, of a setting or of the size of `dst` requires a new Canvas.
    """

    def __init__(self, dst: pygame.Surface, theme: Theme, four_colours: bool = False, size: float = 1.0) -> None:
        super().__init__(dst, theme, four_colours, size)
        w, h = dst.get_size()
        self._kept: PictureCache[Hashable] = PictureCache(
            max(48 << 20, w * h * 12)
        )  # in a large window a page has larger pictures

    def _draw_cached_picture(self, key: Hashable, make: Callable[[], pygame.Surface], x: float, y: float) -> None:
        self.dst.blit(self._kept.get_or_make(key, make), (round(x), round(y)), special_flags=PREMUL)

    @contextlib.contextmanager
    def drawing_on(self, surface: pygame.Surface) -> Iterator[None]:
        """Context manager that makes the canvas draw on another surface inside the `with` block."""
        before, self.dst = self.dst, surface
        try:
            yield
        finally:
            self.dst = before

    @contextlib.contextmanager
    def clipped_to(self, area: pygame.Rect) -> Iterator[None]:
        """Context manager that clips all drawing inside the `with` block to an area."""
        clip = self.dst.get_clip()
        self.dst.set_clip(area.clip(clip))
        try:
            yield
        finally:
            self.dst.set_clip(clip)

    def draw_layer(self, layer: Layer, key: Hashable, draw: Callable[[], object]) -> None:
        """Draws a layer. With the key of the last call, repeats the recorded steps; else calls `draw` and records its steps."""
        if isinstance(self.dst, DisplayList):
            self.dst.add_layer(layer, key, draw)
        else:
            draw()

    def cached_picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Returns a cached picture; makes it first if it is missing. The caller must not change it."""
        return self._kept.get_or_make(key, make)

    def draw_shape(self, draw_function: Callable[..., object], box: pygame.Rect, *arguments: Hashable) -> None:
        """Draws a shape by calling draw_function(surface, *arguments). The function must not draw outside the box."""
        if isinstance(self.dst, DisplayList):
            self.dst.add_shape(draw_function, arguments, box, whole=True)
        else:
            draw_function(self.dst, *arguments)

    def draw_polygon(self, colour: str, points: Sequence[tuple[float, float]]) -> None:
        """Draws a filled shape with straight edges."""
        self.draw_shape(pygame.draw.polygon, _padded_box(points), colour, tuple(points))

    def draw_smooth_lines(self, colour: str, points: Sequence[tuple[float, float]]) -> None:
        """Draws a thin smooth line through all of the points."""
        self.draw_shape(pygame.draw.aalines, _padded_box(points), colour, False, tuple(points))

    def draw_stroke(self, colour: str, start: tuple[float, float], end: tuple[float, float], width: int = 1) -> None:
        """Draws a straight line, `width` pixels wide."""
        self.draw_shape(pygame.draw.line, _padded_box([start, end], width), colour, start, end, width)

    def draw_cursor(self, x: float, area: Rectangle, colour: str) -> None:
        """Draws the text cursor of a text field. x: its left edge. area: the box of the field."""
        self.draw_stroke(colour, (x, area.y + area.h * 0.22), (x, area.y + area.h * 0.78), 2)

    def draw_svg(self, body: str, x: float, y: float, w: float, h: float) -> None:
        """Draws an SVG document into a box of w x h pixels, which must have the document's proportions."""
        wide, high = max(1, round(w)), max(1, round(h))
        self._draw_cached_picture(("svg", body, wide, high), lambda: rasterize(body, wide, high).premul_alpha(), x, y)

    def draw_label(
        self, text: str, x: float, y: float, px: float, colour: str, face: str, room: float, anchor: Anchor = "topleft"
    ) -> pygame.Rect:
        """Draws plain text no wider than `room`. Returns its box. Wider text is made smaller, down to 10.5 pixels, then cut."""
        small = self.fitting_size(text, px, face, room)
        return self.draw_plain_text(self.cut_to_fit(text, small, face, room), x, y, small, colour, face, anchor)

    def draw_lines(
        self, lines: Iterable[str], x: float, y: float, px: float, colour: str, face: str, line_spacing: float,
        anchor: Side = "left", dark: bool = False,
    ) -> float:  # fmt: skip
        """Draws lines of rich text one below the other. Returns the y below the last line.

        y: top of the first line. line_spacing: distance of two lines, as a multiple of the text size.
        """
        for line in lines:
            self.draw_rich_line(line, x, y, px, colour, face, anchor, dark)
            y += px * line_spacing
        return y

    def draw_rich_in_area(
        self, words: str, area: Rectangle, px: float, colour: str, face: str = "semi", align: float = 0.5, dark: bool = False
    ) -> None:
        """Draws a line of rich text, vertically centred in an area. A line that is too wide is made smaller, and then cut.

        align: 0 for the left side of the area, 0.5 for its middle, 1 for its right side.
        """
        px = self.fitting_size(words, px, face, area.w, min(px, 10.5))
        line = words if self.width(words, px, face) <= area.w else self.cut_to_fit(words, px, face, area.w)
        anchor: Side = "left" if align == 0 else "mid" if align == 0.5 else "right"
        self.draw_rich_line_centred(line, area.x + area.w * align, area.centery, px, colour, face, anchor, dark)

    def draw_rich_line_centred(
        self, text: str, x: float, cy: float, px: float, colour: str, face: str, anchor: Side = "left", dark: bool = False
    ) -> float:
        """Draws a line of rich text, vertically centred on cy. Returns its width."""
        return self.draw_rich_line(text, x, cy - self.font(face, px).get_height() / 2, px, colour, face, anchor, dark)

    def draw_box(
        self, x: float, y: float, w: float, h: float, r: float = 8, fill: str = "none", edge: str = "none",
        line_width: float = 1.2, alpha: float = 1.0, gradient: tuple[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Draws a rounded box. edge, line_width: colour and width of its outline. gradient: colours at top and bottom, used
        instead of `fill`. alpha: opacity of the filling, 0..1.
        """
        wide, high = max(1, round(w)), max(1, round(h))
        key = ("box", wide, high, round(r, 1), fill, edge, round(line_width, 1), alpha, gradient)
        self._draw_cached_picture(key, lambda: rounded_box(wide, high, r, fill, edge, line_width, alpha, gradient), x, y)

    def draw_panel(
        self, area: Rectangle, r: float = 8, *, fill: str = "none", edge: str = "none", line_width: float = 1.2,
        alpha: float = 1.0,
        gradient: tuple[str, str] | None = None, shadow: tuple[float, float, int] | None = None,
    ) -> None:  # fmt: skip
        """Draws a rounded box on an area, with the parameters of `draw_box`. shadow: blur and downward offset in pixels, and
        opacity, 0..255.
        """
        x, y, w, h = area
        if shadow is not None:
            self.draw_shadow(x, y, w, h, r, *shadow)
        self.draw_box(x, y, w, h, r, fill, edge, line_width, alpha, gradient)

    def draw_shadow(
        self, x: float, y: float, w: float, h: float, r: float = 8, blur: float = 8, dy: float = 4, opacity: int = 120
    ) -> None:
        """Draws the shadow of a rounded box. blur: width of its soft edge. dy: downward offset in pixels. opacity: 0..255."""
        wide, high, soft = max(1, round(w)), max(1, round(h)), max(1, round(blur))
        key = ("shadow", wide, high, round(r), soft, opacity)
        self._draw_cached_picture(
            key, lambda: blurred_box(wide, high, r, soft, (*SHADE, opacity)), x - 2 * soft, y - 2 * soft + dy
        )

    def draw_paper(self, area: Rectangle, r: float = 10, blur: float = 14, dy: float = 6) -> None:
        """Draws a sheet of warm paper with its shadow on the table. blur: width of the soft edge of the shadow. dy: its
        downward offset in pixels.
        """
        self.draw_papers([area], r, blur, dy)

    def draw_papers(self, sheets: Sequence[Rectangle], r: float = 10, blur: float = 14, dy: float = 6) -> None:
        """Draws sheets of paper side by side. Draws all shadows first, so that no shadow falls on a neighbouring sheet."""
        for x, y, w, h in sheets:
            self.draw_shadow(x, y, w, h, r, blur, dy, 150)
        for sheet in sheets:
            self.draw_panel(
                sheet, r, edge=self.theme.paper_edge, line_width=1, gradient=(self.theme.paper, self.theme.paper_lo)
            )

    def draw_wood(
        self, x: float, y: float, w: float, h: float, r: float = 10, alpha: float = 0.92, edge: str = "",
        line_width: float = 1.2,
    ) -> None:  # fmt: skip
        """Draws a plate of dark wood, the background of controls on the cloth."""
        self.draw_shadow(x, y, w, h, r, 10, 4, 120)
        self.draw_box(
            x, y, w, h, r, fill=self.theme.walnut_lo, edge=edge or self.theme.walnut_hi, line_width=line_width, alpha=alpha
        )

    def draw_line(
        self, x: float, y: float, w: float, colour: str = "", alpha: float = 1.0, line_width: float = 1.2, dash: int = 0
    ) -> None:
        """Draws a thin horizontal line, vertically centred on y."""
        tone = colour or self.theme.rule
        wide, high = max(1, round(w)), max(2, math.ceil(line_width * 2))

        def make() -> pygame.Surface:
            run = f"M0,{high / 2} L{wide},{high / 2}"
            if dash:
                run = " ".join(f"M{i},{high / 2} L{min(wide, i + dash)},{high / 2}" for i in range(0, wide, dash * 2))
            stroke = f'<path d="{run}" stroke="{tone}" stroke-opacity="{alpha}" stroke-width="{line_width}" fill="none"/>'
            return rasterize(document(wide, high, stroke), wide, high).premul_alpha()

        self._draw_cached_picture(("line", wide, tone, alpha, line_width, dash), make, x, y - high / 2)

    def draw_veil(self, colour: str, alpha: float) -> None:
        """Covers the whole screen with a colour. alpha: opacity, 0..1."""
        self._draw_translucent(_draw_veil, self.dst.get_rect(), colour, round(alpha * 255))

    def dim_table(self, alpha: float) -> None:
        """Darkens the table, over which a page is drawn next."""
        self._draw_translucent(_draw_shade, self.dst.get_rect(), self.theme.night, round(alpha * 255))

    def copy_of_screen(self) -> pygame.Surface:
        """Returns a copy of the screen for `draw_faded_picture`. Its alpha channel makes blending twice as fast."""
        shown = self.dst.shown if isinstance(self.dst, DisplayList) else self.dst
        found = pygame.Surface(shown.get_size(), pygame.SRCALPHA)
        found.blit(shown, (0, 0))
        return found

    def draw_faded_picture(self, picture: pygame.Surface, alpha: int) -> None:
        """Draws a picture over the whole screen. alpha: opacity, 0..255."""
        self._draw_translucent(_draw_faded_picture, picture.get_rect(), picture, alpha, hides=alpha == 255)

    def _draw_translucent(
        self, draw_function: Callable[..., object], box: pygame.Rect, *arguments: Hashable, hides: bool = False
    ) -> None:
        """Draws a shape with the same opacity at every pixel, by calling draw_function(surface, *arguments, box).

        hides: True if the shape covers every pixel of the box.
        """
        if isinstance(self.dst, DisplayList):
            self.dst.add_shape(draw_function, (*arguments, tuple(box)), box, hides)
        else:
            draw_function(self.dst, *arguments, tuple(box))

    def draw_focus_ring(self, area: Rectangle, r: float, on_paper: bool = False) -> None:
        """Draws the focus ring 5 pixels outside an area. r: radius of the area's corners.

        The ring is dark brass on paper; elsewhere it is bright with a dark outline.
        """
        if on_paper:
            self.draw_panel(area.inflate(10, 10), r + 5, edge=self.theme.brass_lo, line_width=3)
        else:
            self.draw_panel(area.inflate(13.2, 13.2), r + 6.6, edge=self.theme.night, line_width=6.2)
            self.draw_panel(area.inflate(10, 10), r + 5, edge=self.theme.focus, line_width=3)

    def draw_icon(self, name: str, cx: float, cy: float, size: float, colour: str) -> None:
        side = max(1, round(size))
        self._draw_centred_svg(("icon", name, colour), cx, cy, side, side, lambda: svg.icon_svg(name, colour))

    def draw_centred_icon(self, name: str, area: Rectangle, size: float, colour: str) -> None:
        """Draws an icon in the middle of an area. size: its width and height in pixels."""
        self.draw_icon(name, area.centerx, area.centery, size, colour)

    def _draw_centred_svg(self, key: Hashable, cx: float, cy: float, w: int, h: int, body: Callable[[], str]) -> None:
        self._draw_cached_picture((key, w, h), lambda: rasterize(body(), w, h).premul_alpha(), cx - w / 2, cy - h / 2)

    def draw_portrait(
        self, portrait: str, cx: float, cy: float, diameter: float, ring: str = "", lamplight: float = 0, dim: bool = False,
        mood: Mood = "",
    ) -> None:  # fmt: skip
        """Draws the medallion of a character or person, centred on (cx, cy).
        portrait: a portrait of art.svg. The colour of a person's own ring may follow the name: "acorn#4f9bd0". ring:
        colour of the ring instead of the usual one. lamplight: strength of the lamplight around the medallion, 0..1. dim: True
        for a darkened medallion.
        """
        portrait, _, own = portrait.partition("#")
        side = max(2, round(diameter))
        if lamplight > 0:
            self.draw_lamplight(cx, cy, diameter * 0.56, diameter * 0.13, lamplight)
        self.draw_shadow(cx - side / 2, cy - side / 2, side, side, side / 2, diameter * 0.07, diameter * 0.04, 150)
        tone = ring or (self.theme.brass if lamplight > 0 else f"#{own}" if own else self.theme.ring)
        key = ("portrait", portrait, tone, mood)
        self._draw_centred_svg(key, cx, cy, side, side, lambda: svg.medallion_svg(portrait, tone, mood))
        if dim:
            self.draw_box(cx - side / 2, cy - side / 2, side, side, side / 2, fill=self.theme.night, alpha=0.5)

    def draw_lamplight(self, cx: float, cy: float, r: float, blur: float, strength: float = 1.0) -> None:
        """Draws lamplight: a brass disc with a soft edge. r: its radius. strength: 0..1."""
        radius, soft, a = round(r), max(3, round(blur)), round(120 * min(1.0, strength) / 8) * 8
        colour = (*rgb(self.theme.brass), a)
        key = ("glow", radius, soft, a)
        picture = self.cached_picture(key, lambda: blurred_box(2 * radius, 2 * radius, radius, soft, colour))
        self.dst.blit(picture, picture.get_rect(center=(round(cx), round(cy))), special_flags=PREMUL)

    def draw_egg(self, cx: float, cy: float, h: float) -> None:
        high, wide = max(2, round(h)), max(2, round(h * 0.78))
        self.draw_shadow(cx - wide / 2, cy - high / 2, wide, high, wide / 2, h * 0.1, h * 0.06, 140)
        self._draw_centred_svg("egg", cx, cy, wide, high, svg.egg_svg)

    def draw_wordmark(self, cx: float, y: float, px: float) -> None:
        """Draws the name of the program, horizontally centred on cx, with its top at y."""
        halves = (("goose", self.theme.cream), ("table", self.theme.brass))
        fall = max(2, round(px / 23))
        for dy, shade in ((fall, self.theme.night), (0, "")):
            x = cx - sum(self.width(word, px, "black") for word, _ in halves) / 2
            for word, tone in halves:
                picture = self.plain_text_picture(word, px, shade or tone, "black")
                if shade:
                    picture = self.cached_picture(("faint", word, px, shade), partial(_faint_copy, picture))
                self.dst.blit(picture, (round(x), round(y + dy)), special_flags=PREMUL)
                x += self.width(word, px, "black")

    def draw_medal(self, sign: str, earned: bool, cx: float, cy: float, diameter: float) -> None:
        """Draws a small medal with a sign on it. earned: False for only a dashed ring."""
        side = max(2, round(diameter))
        self._draw_centred_svg(("medal", earned), cx, cy, side, side, lambda: svg.medal_svg(earned))
        if earned:
            self.draw_plain_text(
                sign, cx, cy, diameter * (0.42 if len(sign) == 1 else 0.34), self.theme.ink, "serifb", "center"
            )

    def draw_badge(self, kind: str, cx: float, cy: float, diameter: float) -> None:
        """Draws a round enamel badge; for "redfox" a clay chip. `badge_svg` lists the kinds."""
        side = max(2, round(diameter))
        self.draw_shadow(cx - side / 2, cy - side / 2, side, side, side / 2, diameter * 0.1, diameter * 0.06, 150)
        self._draw_centred_svg(("badge", kind), cx, cy, side, side, lambda: svg.badge_svg(kind))


def _faint_copy(picture: pygame.Surface) -> pygame.Surface:
    found = picture.copy()
    found.fill((120, 120, 120, 120), special_flags=pygame.BLEND_RGBA_MULT)
    return found


def with_fade_opacity(picture: DisplayList, alpha: int) -> DisplayList:
    """Returns a copy of a picture over which an old screen fades out, as it looks at another moment of the fade.

    alpha: opacity of the old screen at that moment, 0..255; 0 leaves it out.
    """

    def with_later_opacity(faded: DrawnShape) -> DrawnShape | None:
        before, _, box = faded.arguments
        return faded._replace(arguments=(before, alpha, box), hides=False) if alpha else None

    return picture.with_replaced_shapes(_draw_faded_picture, with_later_opacity)


def _padded_box(points: Sequence[tuple[float, float]], margin: int = 1) -> pygame.Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs)) - margin - 1, math.floor(min(ys)) - margin - 1
    return pygame.Rect(left, top, math.ceil(max(xs)) + margin + 2 - left, math.ceil(max(ys)) + margin + 2 - top)


def _draw_veil(dst: pygame.Surface, colour: str, alpha: int, box: tuple[int, int, int, int]) -> None:
    seen = dst.get_clip().clip(box)
    sheet = pygame.Surface(seen.size)
    sheet.fill(colour)
    sheet.set_alpha(alpha)
    dst.blit(sheet, seen)


def _draw_shade(dst: pygame.Surface, colour: str, alpha: int, box: tuple[int, int, int, int]) -> None:
    seen = dst.get_clip().clip(box)
    sheet = pygame.Surface(seen.size, pygame.SRCALPHA)
    sheet.fill((*pygame.Color(colour)[:3], alpha))
    dst.blit(sheet, seen)


def _draw_faded_picture(dst: pygame.Surface, picture: pygame.Surface, alpha: int, box: tuple[int, int, int, int]) -> None:
    picture.set_alpha(alpha)
    dst.blit(picture, box)
