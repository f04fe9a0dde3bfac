"""Surfaces of SVG drawings and plain shapes, premultiplied and in the screen's pixel format; and images of cards with their
shadows.

They are cached by key (such as card, size, state and angle), up to a number of bytes.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

import pygame

from goosetable.app.art import svg
from goosetable.app.art.svg import document, linear_gradient
from goosetable.app.render.geometry import RATIO, ring_width
from goosetable.app.skins import theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.skins.theme import Theme

PREMUL = pygame.BLEND_PREMULTIPLIED

_LIKE = pygame.Surface((1, 1), pygame.SRCALPHA)  # the pixel order every picture is brought into


def rasterize(body: str, w: int, h: int) -> pygame.Surface:
    """Returns a picture of an SVG document, w x h pixels, with straight alpha."""
    drawn = pygame.image.load_sized_svg(io.BytesIO(body.encode()), (w, h))
    # For some sizes SDL_image gives one row or column too many, and it keeps the document's proportions.
    drawn = drawn.subsurface((0, 0, min(w, drawn.get_width()), min(h, drawn.get_height())))
    return drawn.convert(_LIKE)


class FontError(Exception):
    """Raised if a font cannot be opened. The message has the reason."""


def open_font(path: str | Path, px: int) -> pygame.font.Font:
    """Opens the font in a file at a size of px pixels. Raises FontError or OSError."""
    pygame.set_error("")
    try:
        font = pygame.font.Font(path, px)
    except (pygame.error, ValueError) as error:
        raise FontError(str(error)) from error
    if wrong := pygame.get_error():
        raise FontError(wrong)  # nothing may be asked of such a font, not even its height
    return font


def render_text(font: pygame.font.Font, text: str, colour: str, wrap: int = 0) -> pygame.Surface:
    """Returns a picture of a text. If no character has a width, the picture is empty but as high as a line."""
    try:
        return font.render(text, True, colour, None, wrap)
    except pygame.error:
        return pygame.Surface((1, font.get_height()), pygame.SRCALPHA)


def transparent_surface(w: int, h: int) -> pygame.Surface:
    """Returns a transparent surface of w x h pixels, each at least 1."""
    return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)


def blurred_box(w: int, h: int, radius: float, blur: float, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """Returns a rounded box with soft edges, premultiplied, with a margin of 2 * blur on every side.

    It is drawn small and then enlarged, because the cost of a blur is area times radius; the blur hides the difference.
    """
    pad = 2 * round(blur)
    size = (w + 2 * pad, h + 2 * pad)
    part = max(1.0, blur / 2.5)
    small = transparent_surface(max(2, round(size[0] / part)), max(2, round(size[1] / part)))
    fx, fy = small.get_width() / size[0], small.get_height() / size[1]
    box = pygame.Rect(round(pad * fx), round(pad * fy), max(1, round(w * fx)), max(1, round(h * fy)))
    small.fill((*colour[:3], 0))  # blurring must not mix in black from the transparent part
    pygame.draw.rect(small, colour, box, border_radius=round(radius * fx))
    small = pygame.transform.gaussian_blur(small.premul_alpha(), max(1, round(blur * fx)))
    return pygame.transform.smoothscale(small, size) if part > 1 else small


def fill_gradient(target: pygame.Surface, area: pygame.Rect, top: str, bottom: str, height: int) -> None:
    """Fills an area of an opaque picture with its part of a vertical gradient. height: its length, from y = 0."""
    a, b = pygame.Color(top), pygame.Color(bottom)
    for y in range(area.top, area.bottom):
        target.fill(a.lerp(b, min(1.0, max(0.0, (y + 0.5) / height))), (area.x, y, area.w, 1))


def rounded_box(
    w: int, h: int, r: float, fill: str, edge: str, line_width: float, alpha: float, gradient: tuple[str, str] | None
) -> pygame.Surface:
    """Returns a rounded box with anti-aliased corners, premultiplied. For a large box, SVG is used only for the edge."""
    defs = linear_gradient("g", 0, h, (0, gradient[0]), (1, gradient[1])) if gradient else ""
    canvas = "url(#g)" if gradient else fill
    inset = line_width / 2 if edge != "none" else 0
    stroke = f' stroke="{edge}" stroke-width="{line_width}"' if edge != "none" else ""
    shape = (
        f'<rect x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}" rx="{max(0, r)}" '
        f'fill="{canvas}" fill-opacity="{alpha}"{stroke}/>'
    )
    band = round(max(r, line_width) + 2)
    if w * h < 40000 or 2 * band + 8 > min(w, h):
        return rasterize(document(w, h, shape, defs), w, h).premul_alpha()
    whole = transparent_surface(w, h)
    for x, y, pw, ph in (
        (0, 0, w, band), (0, h - band, w, band), (0, band, band, h - 2 * band), (w - band, band, band, h - 2 * band)
    ):  # fmt: skip
        part = rasterize(document(pw, ph, shape, defs, x, y), pw, ph).premul_alpha()
        whole.blit(part, (x, y))
        if part.get_size() != (pw, ph):
            return rasterize(document(w, h, shape, defs), w, h).premul_alpha()
    inner = pygame.Rect(band, band, w - 2 * band, h - 2 * band)
    if gradient and alpha == 1:
        fill_gradient(whole, inner, gradient[0], gradient[1], h)
    elif fill != "none":
        colour = pygame.Color(fill)
        colour.a = round(alpha * 255)
        whole.fill(colour.premul_alpha(), inner)
    return whole


K = TypeVar("K", bound=Hashable)


class SliceFull(Exception):
    """Raised when `limit_drawing` reaches its limit. The pictures drawn until then stay cached."""


_left: list[int] = []
"""Number of pixels that the present slice may still draw; empty outside of a slice."""


@contextlib.contextmanager
def limit_drawing(pixels: int) -> Iterator[None]:
    """Context manager: limits the number of pixels in new pictures that are drawn inside its block. Raises SliceFull before the
    first picture beyond the limit.
    """
    _left.append(pixels)
    try:
        yield
    finally:
        _left.pop()


class PictureCache(Generic[K]):
    """A cache of surfaces by key, of at most `limit` bytes. A picture that is larger than the limit is cached alone."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.weight = 0
        self._kept: dict[K, pygame.Surface] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> pygame.Surface | None:
        """Returns a cached picture, and marks it as the most recently used one. Returns None if it is not cached."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def get_or_make(self, key: K, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Returns the picture, made now if it is not cached."""
        found = self.get(key)
        if found is not None:
            return found
        if _left and _left[-1] <= 0:
            raise SliceFull
        made = make()
        if _left:
            _left[-1] -= made.get_width() * made.get_height()
        return self.add_picture(key, made)

    def add_picture(self, key: K, picture: pygame.Surface) -> pygame.Surface:
        """Caches the picture under a new key, and returns it."""
        old = self._kept.pop(key, None)
        if old is not None:
            self.weight -= _byte_count(old)
        self.weight += _byte_count(picture)
        self._kept[key] = picture
        while self.weight > self.limit and len(self._kept) > 1:
            first = next(iter(self._kept))
            self.weight -= _byte_count(self._kept.pop(first))
        return picture


def _byte_count(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4 + 200


SMALL_UNDER = 110  # pixels of height under which the small face is read better
STEP = 3  # degrees between two images of a flying card
FLIPS = 16  # images of a card that turns over
GOOSE = "*"  # after the code of a card that is a goose in the game, and is drawn with a small goose

FaceDesign: TypeAlias = Literal["two", "four", "large"]


class PlacedImage(NamedTuple):
    """A picture, and the position of its upper left corner."""

    picture: pygame.Surface
    pos: tuple[int, int]


class CardLook(NamedTuple):
    """The appearance of a card. height: in pixels. lift: True for a raised card. dim: True for a darkened card. glow: colour of
    the ring round the card; "" for none.
    """

    code: str
    height: int
    lift: bool
    dim: bool
    glow: str
    full_face: bool  # the full face although it is small


def _load_face(name: str) -> theme.Face:
    try:
        return theme.face(name)
    except AssetError:
        return theme.Face(name, name == "large", svg.suit_colours(name != "two"))


def _load_back(name: str) -> theme.Back:
    try:
        return theme.back(name)
    except AssetError:
        from goosetable.app.art import deck  # drawings are not needed for the first frame

        return deck.BLUE


class CardImages:
    """The pictures of the cards for one theme. Codes of cards: "AS", "TH", "7C", "X", "XH", "XL"; of a back: "back blue".

    cards: name of the design of the faces. All pictures are premultiplied. draw_card() draws one card; placed_image() and
    blit() draw many cards faster.
    """

    def __init__(self, theme: Theme, cards: FaceDesign = "two", limit: int = 96 << 20) -> None:
        self.theme = theme
        self.cards = cards
        self._face = _load_face(cards)
        self._whole: PictureCache[CardLook] = PictureCache(limit)
        self._turned: PictureCache[tuple[CardLook, float, int]] = PictureCache(limit)
        self._flown: PictureCache[tuple[CardLook, float, int]] = PictureCache(limit // 4)
        """Images of raised cards: a flight needs many, which would drive others out of a common cache."""
        self._plain: PictureCache[tuple[str, int, bool]] = PictureCache(limit // 2)

    def card_svg(self, code: str, height: float, full_face: bool = False) -> str:
        """Returns the drawing of a card as SVG text, with the face for this height in pixels. full_face: True for the full face
        at any height.
        """
        from goosetable.app.art import deck  # only when cards are drawn: it is not needed for the first frame

        if code.startswith("back "):
            return deck.back_svg(_load_back(code.removeprefix("back ")), height < SMALL_UNDER and not self._face.large)
        tones = self._face.suits
        if code.endswith(GOOSE):
            return deck.with_goose(
                self.card_svg(code.removesuffix(GOOSE), height, full_face), self._has_large_index(height, full_face)
            )
        if self._face.large:
            return deck.large_face_svg(code, tones)
        return deck.small_face_svg(code, tones) if self._has_large_index(height, full_face) else deck.face_svg(code, tones)

    def _has_large_index(self, height: float, full_face: bool) -> bool:
        return self._face.large or (height < SMALL_UNDER and not full_face)

    def plain_card(self, code: str, height: int, full_face: bool = False) -> pygame.Surface:
        """Returns the picture of a card without shadow and margin. full_face: True for the full face at any height."""
        wide = max(1, round(height * RATIO))
        return self._plain.get_or_make(
            (code, height, full_face), lambda: rasterize(self.card_svg(code, height, full_face), wide, height).premul_alpha()
        )

    def get(
        self, code: str, height: float, lift: float = 0, dim: bool = False, glow: str | None = None, angle: float = 0.0,
        flip: float = 1.0, full_face: bool = False,
    ) -> pygame.Surface:  # fmt: skip
        """Returns the picture of a card, in the middle of a surface with space for shadow and ring.

        lift: above 0 for a deeper shadow. dim: True to darken a card that may not be played. glow: colour of a ring. angle:
        degrees counter-clockwise, rounded to a tenth. flip: width of a card that is turning over, as a part of its full width,
        0..1. full_face: True for the full face even if the card is less than 110 pixels high.
        """
        look = CardLook(code, max(8, round(height)), lift > 0, dim, glow or "", full_face)
        return self._turned_picture(look, round(angle, 1) % 360, max(1, round(abs(flip) * FLIPS)))

    def drawing_cost(self, code: str, height: float, lift: float, dim: bool, glow: str, angle: float) -> int:
        """Returns the relative cost of drawing a card: 0 if it is cached, 1 to turn its cached image, 3 to draw it."""
        look, turn = CardLook(code, max(8, round(height)), lift > 0, dim, glow, False), round(angle, 1) % 360
        if turn and (look, turn, FLIPS) in self._cache_for(look):
            return 0
        return 3 if look not in self._whole else int(turn != 0)

    def is_cached(self, code: str, height: float, glow: str, flip: int, angle: float) -> bool:
        """Returns True if the image of a flying card is cached. flip: visible part of the card's width while it turns over,
        from 0 to the full width at `FLIPS`. angle: in degrees.
        """
        look, turn = CardLook(code, max(8, round(height)), True, False, glow, False), round(angle, 1) % 360
        return (look in self._whole and not turn and flip == FLIPS) or (look, turn, flip) in self._flown

    def draw_card(
        self, dst: pygame.Surface, code: str, cx: float, cy: float, height: float, lift: float = 0, dim: bool = False,
        glow: str | None = None, angle: float = 0.0, flip: float = 1.0, full_face: bool = False,
    ) -> None:  # fmt: skip
        """Draws a card with its middle at cx, cy. `get` explains the parameters of its appearance."""
        picture = self.get(code, height, lift, dim, glow, angle, flip, full_face)
        dst.blit(picture, picture.get_rect(center=(round(cx), round(cy))), special_flags=PREMUL)

    @staticmethod
    def placed_image(picture: pygame.Surface, cx: float, cy: float) -> PlacedImage:
        """Returns a picture from get(), with its middle at cx, cy. Pass it to blit()."""
        return PlacedImage(picture, (round(cx - picture.get_width() / 2), round(cy - picture.get_height() / 2)))

    @staticmethod
    def blit(dst: pygame.Surface, sprites: Iterable[PlacedImage]) -> None:
        """Draws many cards in the given order. This is the fastest way to draw all cards of a table."""
        dst.fblits(sprites, PREMUL)

    def _turned_picture(self, look: CardLook, angle: float, flip: int) -> pygame.Surface:
        if angle == 0 and flip >= FLIPS:
            return self._upright_picture(look)
        key = (look, angle, flip)
        kept = self._cache_for(look)
        found = kept.get(key)
        if found is None:
            found = self._upright_picture(look)
            if flip < FLIPS:
                found = pygame.transform.smoothscale(found, (max(2, found.get_width() * flip // FLIPS), found.height))
            if angle:
                found = pygame.transform.rotozoom(found, angle, 1)
            kept.add_picture(key, found)
        return found

    def _cache_for(self, look: CardLook) -> PictureCache[tuple[CardLook, float, int]]:
        return self._flown if look.lift else self._turned

    def _upright_picture(self, look: CardLook) -> pygame.Surface:
        return self._whole.get_or_make(look, lambda: self._draw_picture(look))

    def _draw_picture(self, look: CardLook) -> pygame.Surface:
        """Returns a surface with shadow, ring, face and darkening of a card. Its margin is a ninth of the card's height."""
        h, w = look.height, max(1, round(look.height * RATIO))
        pad = max(6, h // 9)
        whole = transparent_surface(w + 2 * pad, h + 2 * pad)
        soft = max(2, h // (22 if look.lift else 34))
        fall = max(2, h // 60) + (max(2, h // 44) if look.lift else 0)
        shade = blurred_box(w, h, h / 20, soft, (6, 3, 2, 130 if look.lift else 105))
        whole.blit(shade, (pad - 2 * soft, pad - 2 * soft + fall), special_flags=PREMUL)
        if look.glow:
            self._draw_ring(whole, look, w, h, pad)
        whole.blit(self.plain_card(look.code, h, look.full_face), (pad, pad), special_flags=PREMUL)
        if look.dim:
            veil = rounded_box(w, h, h / 20.6, self.theme.cloth_lo, "none", 0, 0.36, None)
            whole.blit(veil, (pad, pad), special_flags=PREMUL)
        return whole

    def _draw_ring(self, whole: pygame.Surface, look: CardLook, w: int, h: int, pad: int) -> None:
        g = ring_width(h)
        rings = [(g, look.glow)]
        if look.glow == self.theme.focus:  # a dark outline, so that the ring shows on any ground
            rings.insert(0, (g + 1.6, self.theme.night))
        body = "".join(
            f'<rect x="{pad - k:g}" y="{pad - k:g}" width="{w + 2 * k:g}" height="{h + 2 * k:g}" '
            f'rx="{h / 20 + k:g}" fill="{colour}"/>'
            for k, colour in rings
        )
        size = whole.get_size()
        whole.blit(rasterize(document(*size, body), *size).premul_alpha(), (0, 0), special_flags=PREMUL)


def empty_place_svg(w: float, h: float, colour: str) -> str:
    """Returns the outline of an empty card place, as SVG text."""
    return document(
        w, h, f'<rect x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="{h / 20:g}" fill="#fff" fill-opacity=".04" '
        f'stroke="{colour}" stroke-opacity=".45" stroke-width="2"/>',
    )  # fmt: skip
