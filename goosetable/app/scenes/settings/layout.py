"""Where the settings stand: tabs at the left, the section in the middle, and at the right the preview and the way out."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.settings import preview
from goosetable.app.scenes.settings.page import Heading, Remark, SettingsPage, Tiles
from goosetable.app.ui.focus import Button, Slider, Stepper, Switch, TextField, Widget

ROW: Final = 46  # units of a row
BESIDE: Final = 280  # units of a section in which words stand beside their control, and not over it
BARE: Final = 100.0
"""Units of width under which the tabs are icons only."""
LOW: Final = 330  # units of height of a sheet that has no room for headings


def lay(page: SettingsPage) -> None:
    """Place every control for the present window, in units."""
    edge = page.rim + (5 if min(page.wide, page.high) < 520 else 8)
    w, h = min(1160.0, page.wide - 2 * edge), min(628.0, page.high - 2 * edge)
    x, y = (page.wide - w) / 2, (page.high - h) / 2
    page.sheet = page.box(x, y, w, h)
    pad = 10.0 if w < 700 else 16.0 if w < 1000 else 32.0
    side = 250.0 if w >= 1000 else 158.0 if w >= 700 else 54.0
    page.side = page.box(x, y, side, h)
    page.aside = page.side.h >= LOW * page.t and side >= BARE
    _tabs(page, x, y, side, h)
    wide = min(384.0, w * 0.33)
    left, right = x + side + pad, x + w - pad - wide
    _right(page, right, y, wide, h)
    head = 12.0 if h < LOW else 70.0
    page.scroll.rect = page.box(left - 6, y + head, right - pad + 4 - left, h - head - 12)
    page.scroll.release()
    page.marks = []
    bottom = _section(page, 8, 2, right - pad - left - 16)
    for section in page.sections:
        for widget in section.widgets:
            widget.shown = section is page.sections[page.at]
    for at, tab in enumerate(page.tabs):
        tab.chosen = at == page.at
    page.scroll.inner = (bottom + 6) * page.t if bottom > h - head - 12 else 0
    page.scroll.scroll_to(page.scroll.offset)


def _tabs(page: SettingsPage, x: float, y: float, w: float, h: float) -> None:
    bare = w < BARE
    top = 8.0 if bare or h < LOW else 80.0
    each = min(56.0, (h - top - (8 if bare else 52)) / len(page.tabs))
    inset = 5.0 if bare else 8.0 if w < 200 else 15.0
    for at, tab in enumerate(page.tabs):
        tab.bare = bare
        page.put(tab, x + inset, y + top + at * each, w - 2 * inset, each - 5, 15 if w < 200 else 18)


def _right(page: SettingsPage, x: float, y: float, w: float, h: float) -> None:
    """The preview, which stays, and the way out under it."""
    high = 40.0 if h < LOW else 52.0
    wide = min(156.0, w)
    gap = 10.0 if h < LOW else 22.0
    page.put(page.done, x + w - wide, y + h - high - gap, wide, high, 19)
    top = gap if h < LOW else 52.0
    room = h - top - high - gap - 10
    page.preview = page.box(x, y + top, min(w, room * 16 / 9), min(w, room * 16 / 9) * 9 / 16)


def _section(page: SettingsPage, x: float, y: float, w: float) -> float:
    """Place what the section shows, w units wide; gives the units below it."""
    for item in page.sections[page.at].items:
        match item:
            case Heading(words):
                page.marks.append((words, page.box(x, y, w, 26), "heading"))
                y += 30
            case Remark(said):
                y = _note(page, said(), x, y, w)
            case Tiles():
                y = _tiles(page, item, x, y, w)
            case Button():
                page.hold(item, x, y + 6, min(200.0, w), 44)
                y += 56
            case Widget():
                y = _row(page, item, x, y, w)
    return y


def _note(page: SettingsPage, said: str, x: float, y: float, w: float) -> float:
    if not said:
        return y
    high = len(page.context.canvas.wrap(said, w * page.t, page.px(15.5), "sans")) * page.px(15.5) * 1.35 / page.t
    page.marks.append((said, page.box(x, y + 2, w, high), "note"))
    return y + high + 10


def _tiles(page: SettingsPage, item: Tiles, x: float, y: float, w: float) -> float:
    """A row of tiles, or as many rows as there must be."""
    n, gap = len(item.tiles), 10.0
    least = min(item.widest, 84.0 if item.below > 20 else 96.0)
    columns = max(1, min(n, int((w + gap) // (least + gap)))) if w < n * 72 + (n - 1) * gap else n
    each = min(item.widest, (w - gap * (columns - 1)) / columns)
    for i, tile in enumerate(item.tiles):
        row, column = divmod(i, columns)
        page.hold(tile, x + column * (each + gap), y + 2 + row * (item.high + item.below), each, item.high, 17)
    return y + -(-n // columns) * (item.high + item.below) + 8


def _row(page: SettingsPage, control: Widget, x: float, y: float, w: float) -> float:
    """A control and its words: beside it, or over it where that is too narrow."""
    high = 30.0 if isinstance(control, Switch) else 38.0
    wide = {Switch: 54.0, Stepper: 200.0, TextField: 200.0, Slider: 230.0}.get(type(control), 200.0)
    label = control.label.removesuffix(", volume")
    if w < BESIDE and not isinstance(control, Switch):
        page.marks.append((label, page.box(x, y, w, 28), "row"))
        page.hold(control, x, y + 28, min(wide, w), high, 17)
        return y + 28 + high + 8
    wide = min(wide, w * 0.52)
    lines = len(page.context.canvas.wrap(label, (w - wide - 12) * page.t, page.px(17), "sans"))
    tall = max(float(ROW), lines * 22.0 + 10)
    page.hold(control, x + w - wide, y + (tall - high) / 2, wide, high, 17)
    page.marks.append((label, page.box(x, y, w - wide - 12, tall), "row"))
    return y + tall


def draw(page: SettingsPage, canvas: Canvas) -> None:
    """Everything under the controls."""
    t, u, sheet, side = canvas.theme, page.t, page.sheet, page.side
    canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 22, 9)
    with canvas.within(side.inflate(-2, -2)):
        canvas.box(side.x + 1, side.y + 1, side.w + 20, side.h - 2, 15, fill=t.paper_lo, alpha=0.75)
    low = sheet.h < LOW * u
    if page.aside:
        px = canvas.snug("Settings", page.px(32), "serifb", side.w - 36 * u)
        canvas.put("Settings", side.x + 20 * u, side.y + 42 * u, px, t.ink, "serifb", "midleft")
        px = page.px(13)
        lines = canvas.wrap(page.kept(), side.w - 30 * u, px, "it")
        canvas.lines(lines, side.x + 15 * u, side.bottom - 8 * u - len(lines) * px * 1.3, px, t.ink2, "it", 1.3)
    area = page.scroll.rect
    if not low:
        title = page.sections[page.at].title
        canvas.put(title, area.x + 8 * u, side.y + 42 * u, page.px(27), t.ink, "serifb", "midleft")
        canvas.put("So it will look", page.preview.x, side.y + 40 * u, page.px(16), t.ink2, "semi", "midleft")
    with page.scroll.window(canvas) as top:
        for words, box, kind in page.marks:
            _words(page, canvas, words, box.move(area.x, round(top)), kind)
    preview.little_table(page.context, canvas, page.preview)
    if page.sections[page.at].title == "Play":
        below = pygame.Rect(page.preview.x, page.preview.bottom, page.preview.w, page.done.rect.y - page.preview.bottom)
        preview.one_trick(page.context, canvas, below, page.px)
    if page.scroll.most:
        canvas.line(area.x, area.bottom + 1, area.w)


def _words(page: SettingsPage, canvas: Canvas, words: str, here: pygame.Rect, kind: str) -> None:
    t = canvas.theme
    if kind == "heading":
        canvas.put(words, here.x, here.centery, page.px(17), t.ink2, "semi", "midleft")
    elif kind == "note":
        lines = canvas.wrap(words, here.w, page.px(15.5), "sans")
        canvas.lines(lines, here.x, here.y, page.px(15.5), t.ink2, "sans", 1.35)
    else:
        canvas.put(words, here.x, here.centery, page.px(17), t.ink, "sans", "midleft", wrap=here.w)
