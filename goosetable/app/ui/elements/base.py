"""Elements: their base class, and those without children. An element is a piece of a page that is measured, laid out, painted
and put into the accessible tree.

Lengths are units of `ElementPage.t` pixels. A parent first calls `measure` with the available space, which returns a size, and
then `lay_out` with the box. `ElementPage.make_page` makes new elements each time, so an element stores only its size and box.
Texts, pictures, space and controls are the elements without children.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple, TypeAlias, TypedDict, Unpack

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import Side, split_pieces
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import Kind, TreePart, spoken_text
from goosetable.app.ui.focus import Scroller, TextField, Widget
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Button, Slider, Stepper, Switch

Size: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
Sides: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
STRETCH: Final = -1.0
"""Value of `align` for an element that is as high as its row."""
BASELINE: Final = -2.0
"""Value of `align` for a text that shares its baseline with the texts beside it."""
DRAWING_MARGIN: Final = 20
"""Pixels by which drawing may reach beyond a box."""
SMALLEST_TEXT: Final = 10.5
"""Size of the smallest text in pixels."""


def to_pixels(box: Box, t: float, dy: float = 0) -> pygame.Rect:
    """Converts a box from units to whole pixels, moved down by dy pixels. Rounds all edges, so that neighbours leave no gap."""
    x, y, w, h = box
    left, top = round(x * t), round(y * t)
    return pygame.Rect(left, top + round(dy), round((x + w) * t) - left, round((y + h) * t) - top)


class LayoutPass:
    """The canvas and the unit for layouts of a page. A new pass invalidates all cached sizes of elements.

    t: pixels of a unit.
    """

    def __init__(self, canvas: Canvas, t: float) -> None:
        self.canvas, self.t = canvas, t
        self.scroller: Scroller | None = None
        """The scrolling area around the elements that are placed now."""
        self.region = ""

    def text_px(self, units: float) -> float:
        """Converts a text size from units to pixels."""
        return max(SMALLEST_TEXT, units * self.t)


class Painter(NamedTuple):
    """Draws elements dy pixels lower than their layout. visible_area: the visible area of a scrolling page, in pixels; None if
    all is visible.
    """

    canvas: Canvas
    t: float
    dy: float = 0
    visible_area: pygame.Rect | None = None

    def rect(self, element: Element) -> pygame.Rect:
        """Returns the box of an element in pixels of the window."""
        return to_pixels(element.box, self.t, self.dy)

    def is_visible(self, element: Element) -> bool:
        """Returns True if a part of an element, or of its shadow, is in the visible area."""
        if self.visible_area is None:
            return True
        _, y, _, h = element.box
        top = y * self.t + self.dy
        return top < self.visible_area.bottom + DRAWING_MARGIN and top + h * self.t > self.visible_area.top - DRAWING_MARGIN


class Semantics:
    """Makes the accessible tree of elements.

    The key of a part is a path: the keys of all parts above it, and its own. Its own key is the element's `key`, or else its
    role and name. If several parts have the same path, numbers make them different. So a part has the same key as long as it is
    on the page.
    """

    def __init__(self, t: float, controls: Mapping[Widget, str], shortcut: Callable[[str], str]) -> None:
        """t: pixels of a unit. controls: keys of the controls. shortcut: returns the name of a command's key."""
        self.t, self.controls, self.shortcut = t, controls, shortcut
        self.scroller: Scroller | None = None
        """The scrolling area around the elements that are visited now."""
        self.path = ""
        self.focus: dict[Widget, str] = {}
        """Key of the focused part, by control with several parts."""
        self.inner: dict[str, tuple[Widget, Callable[[], object]]] = {}
        """For each key of a part inside such a control: the control, and a function that moves the control's focus to that
        part.
        """
        self._counts: dict[str, int] = {}

    def visible_box(self, box: Box) -> tuple[int, int, int, int] | None:
        """Returns the visible part of a box, in pixels; None if no part is visible."""
        rect, scroller = to_pixels(box, self.t), self.scroller
        if scroller is not None:
            rect = rect.move(0, -round(scroller.offset)).clip(scroller.rect)
        return (rect.x, rect.y, rect.w, rect.h) if rect.w > 0 and rect.h > 0 else None

    def make_part(
        self, element: Element, role: Kind, name: str, children: Callable[[], Iterable[TreePart]] | None = None,
        box: Box | None = None, key: str = "",
    ) -> TreePart:  # fmt: skip
        """Returns the accessible part of an element, with the parts of its children. box, key: replacements for the element's
        own.
        """
        before = self.path
        path = f"{before}{key or element.key or f'{role}:{name}'}"
        count = self._counts[path] = self._counts.get(path, 0) + 1
        path = path if count == 1 else f"{path}#{count}"
        self.path = f"{path}/"
        inner = () if children is None else tuple(children())
        self.path = before
        return TreePart(path, role, name, box=self.visible_box(element.box if box is None else box), parts=inner)


class ElementOptions(TypedDict, total=False):
    """Keyword arguments of every element; `Element` explains them."""

    width: float | None
    height: float | None
    grow: float
    loose: bool
    align: float | None
    role: Kind | None
    name: str
    key: str


class Element:
    """A piece of a page.

    width, height: fixed size in units; None for the size of its content. grow: its share of the free space in a row or column,
    up to width or height if given. loose: True if it never grows wider than its content. align: its position across a row or
    column, 0..1, `STRETCH` or `BASELINE`; None for the position that the row or column gives. role, name: its part in the
    accessible tree; without a role only its children have parts. key: its identity among its siblings in that tree, needed if
    role or name may change.
    """

    __slots__ = ("_asked", "_size", "align", "box", "grow", "height", "key", "loose", "name", "role", "width")

    def __init__(
        self, *, width: float | None = None, height: float | None = None, grow: float = 0, loose: bool = False,
        align: float | None = None, role: Kind | None = None, name: str = "", key: str = "",
    ) -> None:  # fmt: skip
        self.width, self.height, self.grow, self.loose, self.align = width, height, grow, loose, align
        self.role, self.name, self.key = role, name, key
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self._asked: tuple[LayoutPass | None, float, float] = (None, 0.0, 0.0)
        self._size: Size = (0.0, 0.0)

    def measure(self, layout_pass: LayoutPass, w: float, h: float = inf) -> Size:
        """Returns the size of the element in a space of w x h units; the size is cached during a pass."""
        asked = self._asked
        if asked[0] is not layout_pass or asked[1] != w or asked[2] != h:
            inner_w = w if self.width is None else min(w, self.width)
            inner_h = h if self.height is None else min(h, self.height)
            wide, high = self.content_size(layout_pass, inner_w, inner_h)
            self._asked = (layout_pass, w, h)
            self._size = (wide if self.width is None else inner_w, high if self.height is None else inner_h)
        return self._size

    def clear_cached_size(self) -> None:
        self._asked = (None, 0.0, 0.0)

    def lay_out(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        """Sets the element's box in units, and places the children in it."""
        self.box = (x, y, w, h)
        self.place_children(layout_pass, x, y, w, h)

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        """Returns the size of the element's content in a space of w x h units."""
        raise NotImplementedError

    def baseline(self, layout_pass: LayoutPass) -> float:
        """Returns the distance of the text's baseline from the top of the element, in units."""
        return 0.0

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        """Places the children in the element's box."""

    def paint(self, painter: Painter) -> None:
        """Draws the element and its children."""
        for child in self.visible_children():
            child.paint(painter)

    def visible_children(self) -> Sequence[Element]:
        """Returns the children that are shown now, in reading order."""
        return ()

    def controls(self) -> Iterator[Widget]:
        """Yields the controls in this element, in Tab order."""
        for child in self.visible_children():
            yield from child.controls()

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        """Yields the element's parts of the accessible tree, in reading order."""
        if self.role is not None:
            yield tree.make_part(self, self.role, self.name, lambda: self._inner_parts(tree))
        elif self.key:
            before, tree.path = tree.path, f"{tree.path}{self.key}/"
            yield from self._inner_parts(tree)
            tree.path = before
        else:
            yield from self._inner_parts(tree)

    def _inner_parts(self, tree: Semantics) -> Iterator[TreePart]:
        for child in self.visible_children():
            yield from child.accessible_parts(tree)

    def walk(self) -> Iterator[Element]:
        """Yields this element and all elements in it, in reading order."""
        yield self
        for child in self.visible_children():
            yield from child.walk()


USUAL_SIZES: Final[dict[type[Widget], Size]] = {Switch: (54, 30), Stepper: (200, 38), TextField: (200, 38), Slider: (230, 38)}
"""Default width and height of controls, in units."""
ICON_BUTTON_WIDTH: Final = 50.0
"""Width of a button without words, in units."""
SHRINK_STEP: Final = 0.93
"""Factor on the text size at each attempt to fit a text."""
COLOURS_ON_DARK: Final = ("cream", "cream2", "brass_hi")
"""Colours of texts on a dark background, on which the suits are drawn in light colours too."""
LEAST_SHRINK: Final = 0.86
"""Smallest factor on the text size of a wording. If the wording is still too wide, the next shorter wording is used."""
SIDE_NAMES: Final[dict[float, Side]] = {0: "left", 0.5: "mid", 1: "right"}


class Text(Element):
    """A text, wrapped to the available width. ♠♥♦♣ are drawn as shapes; {bold} and ~brass~ are markup.

    size: size of the letters, in units. colour: name of a theme's colour. line_height: as a multiple of `size`. max_lines:
    largest number of lines, with "…" for the rest; 0 for no limit. shrink: smallest factor on `size` before the text is cut.
    text_align: 0 left, 0.5 middle, 1 right. spoken: the words for screen readers; None for all of `words`; "" for none, for
    example if a control has the same name. live: returns the words to draw at this moment, for figures that count up; `words`
    determines the size of the element.
    """

    __slots__ = (
        "colour", "face", "line_height", "lines", "live", "max_lines", "pixel_size", "shrink", "size", "spoken", "text_align",
        "words",
    )  # fmt: skip

    def __init__(
        self, words: str, size: float = 17, colour: str = "ink", face: str = "sans", *, line_height: float = 1.3,
        max_lines: int = 0, shrink: float = 1.0, text_align: float = 0, spoken: str | None = None,
        live: Callable[[], str] | None = None, **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.words, self.size, self.colour, self.face, self.line_height = words, size, colour, face, line_height
        self.max_lines, self.shrink, self.text_align, self.spoken, self.live = max_lines, shrink, text_align, spoken, live
        self.lines: Sequence[str] = ()
        """The lines of the last layout, cut if there was no room."""
        self.pixel_size = 0.0
        """The size of the letters in the last layout, in pixels."""

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        canvas, px, room = layout_pass.canvas, layout_pass.text_px(self.size), w * layout_pass.t + 0.5
        if not self.words:
            self.lines = ()
            return 0, 0
        if room == inf and "\n" not in self.words:
            self.lines = (self.words,)
        elif self.max_lines == 1:
            px = (
                canvas.fitting_size(self.words, px, self.face, room, max(SMALLEST_TEXT, px * self.shrink))
                if self.shrink < 1
                else px
            )
            fits = canvas.width(self.words, px, self.face) <= room
            self.lines = (self.words if fits else canvas.cut_to_fit(self.words, px, self.face, room),)
        else:
            px, self.lines = self._wrap_text(layout_pass, room, px)
        self.pixel_size = px
        wide = canvas.width(self.lines[0], px, self.face) / layout_pass.t if len(self.lines) == 1 else w
        return min(w, wide), max(px, layout_pass.text_px(self.size)) * self.line_height * len(self.lines) / layout_pass.t

    def _wrap_text(self, layout_pass: LayoutPass, room: float, px: float) -> tuple[float, Sequence[str]]:
        """Returns the text size in pixels and the lines of the wrapped text. Reduces the text size if the text would otherwise
        be cut.
        """
        canvas, least = layout_pass.canvas, max(SMALLEST_TEXT, px * self.shrink)
        lines = canvas.wrap_rich_text(self.words, room, px, self.face)
        while px > least and (
            (self.max_lines and len(lines) > self.max_lines) or any(canvas.width(line, px, self.face) > room for line in lines)
        ):
            px = max(least, px * SHRINK_STEP)
            lines = canvas.wrap_rich_text(self.words, room, px, self.face)
        if self.max_lines and len(lines) > self.max_lines:
            rest = " ".join(lines[self.max_lines - 1 :])
            lines[self.max_lines - 1 :] = [canvas.cut_to_fit(rest, px, self.face, room)]
        return px, lines

    def baseline(self, layout_pass: LayoutPass) -> float:
        return layout_pass.canvas.font(self.face, self.pixel_size).get_ascent() / layout_pass.t

    def paint(self, painter: Painter) -> None:
        if not painter.is_visible(self):
            return
        canvas, (x, y, w, _), t = painter.canvas, self.box, painter.t
        colour = getattr(canvas.theme, self.colour, self.colour)
        left, top, dark = (x + w * self.text_align) * t, y * t + painter.dy, self.colour in COLOURS_ON_DARK
        for line in self.lines if self.live is None else (self.live(),):
            if not self.text_align and [how for _, how in split_pieces(line)] == [""]:  # nothing but letters
                canvas.draw_plain_text(line, left, top, self.pixel_size, colour, self.face)
            elif line:
                canvas.draw_rich_line(line, left, top, self.pixel_size, colour, self.face, SIDE_NAMES[self.text_align], dark)
            top += self.pixel_size * self.line_height

    @property
    def spoken_words(self) -> str:
        """The words of the text for screen readers."""
        return spoken_text(self.words) if self.spoken is None else self.spoken

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if said := self.spoken_words:
            yield tree.make_part(self, self.role or "label", said)


class FittingWording(Text):
    """A line of text: the first wording that fits at nearly its full size.

    wordings: several versions of the text, the longest first. spoken: the words for screen readers; None for the first wording.
    """

    __slots__ = ("wordings",)

    def __init__(
        self, wordings: Sequence[str], size: float = 17, colour: str = "ink", face: str = "sans", *, spoken: str | None = None,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(wordings[-1], size, colour, face, max_lines=1, shrink=LEAST_SHRINK, spoken=spoken, **options)
        self.spoken = spoken_text(wordings[0]) if spoken is None else spoken
        self.wordings = wordings

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        px, room = LEAST_SHRINK * layout_pass.text_px(self.size), w * layout_pass.t
        fits = (words for words in self.wordings if layout_pass.canvas.width(words, px, self.face) <= room)
        self.words = next(fits, self.wordings[-1]) if room > 3 * px else ""
        return super().content_size(layout_pass, w, h)


class Heading(Text):
    """A heading for the eye and for screen readers. It has one line; a long heading shrinks, and is cut if it is still too
    long.
    """

    __slots__ = ()

    def __init__(
        self, words: str, size: float = 27, colour: str = "ink", face: str = "serifb", *, line_height: float = 1.3,
        max_lines: int = 1, shrink: float = 0.6, text_align: float = 0, **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(
            words, size, colour, face, line_height=line_height, max_lines=max_lines, shrink=shrink, text_align=text_align,
            **options,
        )  # fmt: skip
        self.role = self.role or "heading"


class Picture(Element):
    """A picture that a function draws into a box in pixels. ratio: width divided by height, if one has to follow from the
    other.

    In the accessible tree a picture with a `name` is an image. Texts in the picture are not read.
    """

    __slots__ = ("draws", "ratio")

    def __init__(
        self, draws: Callable[[Canvas, pygame.Rect], object], ratio: float = 0, **options: Unpack[ElementOptions]
    ) -> None:
        super().__init__(**options)
        self.draws, self.ratio = draws, ratio

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        if self.ratio:
            w = min(w, h * self.ratio)
            return w, w / self.ratio
        return (w if self.width is None and w < inf else 0), 0

    def paint(self, painter: Painter) -> None:
        rect = painter.rect(self)
        if rect.colliderect(painter.canvas.dst.get_clip()):
            self.draws(painter.canvas, rect)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if self.name:
            yield tree.make_part(self, self.role or "image", self.name)


def make_icon(name: str, side: float = 20, colour: str = "ink2") -> Picture:
    """Returns an icon, which is not in the accessible tree. So the words beside an icon must have the same meaning."""

    return Picture(
        lambda canvas, at: canvas.draw_centred_icon(name, at, at.w, getattr(canvas.theme, colour)), width=side, height=side
    )


def make_portrait(portrait: str, diameter: float, *, rueful: bool = False, align: float | None = None) -> Picture:
    """Returns a character's medallion. diameter: in units. rueful: True for the face with lowered lids. align: see
    `ElementOptions`.
    """
    return Picture(
        lambda canvas, at: canvas.draw_portrait(portrait, *at.center, min(at.size), mood="rueful" if rueful else ""),
        width=diameter, height=diameter, align=align,
    )  # fmt: skip


def make_badge(kind: str, side: float, name: str = "") -> Picture:
    """Returns a badge of a game. side: width and height in units. name: its name for screen readers."""
    return Picture(lambda canvas, at: canvas.draw_badge(kind, *at.center, at.h), width=side, height=side, name=name)


def make_egg(side: float, name: str = "") -> Picture:
    """Returns the dealer's egg. side: width and height in units. name: its name for screen readers."""
    return Picture(lambda canvas, at: canvas.draw_egg(*at.center, at.h), width=side, height=side, name=name)


def make_horizontal_line() -> Picture:
    """Makes a thin horizontal line across the full width."""
    return Picture(lambda canvas, at: canvas.draw_line(at.x, at.centery, at.w), height=1)


class Spacer(Element):
    """Empty space. With `grow` it fills the free space, and so moves its neighbours apart."""

    __slots__ = ()

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.width or 0, self.height or 0


class Control(Element):
    """The element of a control. Without a given size, it has the default size of its kind of control.

    size: size of its letters, in units. bare: True if it shows only its icon. worded: True if a `ButtonRow` must not reduce it
    to its icon. content: the elements that an `ElementControl` draws. more: a description for screen readers, such as a note
    beside it. place: its position in a set, and the size of the set. shortcut: the keys that press it, if no command has these
    keys.
    """

    __slots__ = ("bare", "content", "more", "place", "shortcut", "size", "widget", "worded")

    def __init__(
        self, widget: Widget, size: float = 17, bare: bool = False, worded: bool = False, content: Element | None = None,
        *, more: str = "", place: tuple[int, int] | None = None, shortcut: str = "", **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.widget, self.size, self.bare, self.worded, self.content = widget, size, bare, worded, content
        self.more, self.place, self.shortcut = more, place, shortcut

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        widget = self.widget
        if not widget.shown:
            return 0, 0
        if self.content is not None:
            return (w, h) if self._has_given_size(w) else self.content.measure(layout_pass, w, h)
        if isinstance(widget, Button):
            if self.bare:
                return min(w, ICON_BUTTON_WIDTH), 46
            words = layout_pass.canvas.width(widget.label, layout_pass.text_px(self.size), "semi") / layout_pass.t
            return min(w, words + (58 if widget.icon else 40)), 46
        wide, high = USUAL_SIZES.get(type(widget), (w, 46.0))
        return min(w, wide), high

    def measure(self, layout_pass: LayoutPass, w: float, h: float = inf) -> Size:
        return super().measure(layout_pass, w, h) if self.widget.shown else (0.0, 0.0)

    def _has_given_size(self, w: float) -> bool:
        return bool(self.grow) and self.height is not None and w < inf

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        widget, rect = self.widget, to_pixels((x, y, w, h), layout_pass.t)
        widget.px = layout_pass.text_px(self.size)
        widget.region = layout_pass.region or widget.region
        if isinstance(widget, Button) or self.bare:
            widget.bare = self.bare  # type: ignore[attr-defined]
        if layout_pass.scroller is None:
            widget.scroller, widget.rect = None, rect
        else:
            layout_pass.scroller.place_inside(widget, rect.move(-layout_pass.scroller.rect.x, -layout_pass.scroller.rect.y))
        if self.content is not None:
            if self._has_given_size(w):
                self.content.measure(layout_pass, w, h)
            self.content.lay_out(layout_pass, x, y, w, h)
            if isinstance(widget, ElementControl):
                widget.content, widget.t = self.content, layout_pass.t

    def paint(self, painter: Painter) -> None:
        """Does nothing, because `SceneWidgets` draws all controls."""

    def controls(self) -> Iterator[Widget]:
        if self.widget.shown:
            yield self.widget

    def walk(self) -> Iterator[Element]:
        yield self
        if self.content is not None:
            yield from self.content.walk()

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        widget = self.widget
        if widget.shown:
            part = accessible_controls.control_part(tree.controls[widget], widget)
            more = " ".join(one for one in (part.description, self.more) if one)
            shortcut = self.shortcut or (tree.shortcut(widget.command) if widget.command else "")
            yield part._replace(description=more, place=self.place, shortcut=shortcut)


class ElementControl(Widget):
    """A control that draws elements on a light background. Screen readers read its label and value instead of the elements.

    on_press: called at a press of the enabled control; None if a press has no effect.
    """

    content: Element
    t: float

    def __init__(self, label: str, value: str = "", role: str = "text", on_press: Callable[[], Change] | None = None) -> None:
        super().__init__(label, on_paper=True)
        self.value, self.role, self.on_press = value, role, on_press

    @property
    def accessible_value(self) -> str:
        return self.value

    def press(self) -> None:
        if self.enabled and self.on_press is not None:
            self.requested_change = self.on_press()

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ring(canvas, focused, 9)
        canvas.draw_panel(self.rect, 9, fill=canvas.theme.plain, alpha=0.9 if focused or self.hover else 0.45)
        self.draw_content(canvas)

    def draw_content(self, canvas: Canvas) -> None:
        """Draws the elements at the present place of the control."""
        self.content.paint(Painter(canvas, self.t, self.rect.y - round(self.content.box[1] * self.t)))


def status_text(words: str, size: float = 16, colour: str = "ink2", face: str = "semi") -> Text:
    """Returns the text element of a sentence that may change while the page is open. In the accessible tree it stays the same
    part.
    """
    role: Kind = "status"
    return Text(words, size, colour, face, role=role, key="status")
