"""Pictures of the settings page: samples of themes and cards, a small table, and the duration of a trick."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages, FaceDesign
from goosetable.app.render.geometry import RATIO
from goosetable.app.skins import theme
from goosetable.app.skins.theme import Theme
from goosetable.app.storage.settings import PACE, Settings
from goosetable.app.ui import tween
from goosetable.app.ui.elements import Column, Element, FittingWording, Row, Spacer, Text
from goosetable.games import SHELF

SAMPLE: Final = ("TH", "QD", "7C")
HAND: Final = ("JH", "8H", "AS", "TS", "7C", "QD")

_theme: Callable[[str], Theme] = cache(theme.preview_theme)
_faces: Callable[[Theme, str], CardImages] = cache(lambda tones, kind: CardImages(tones, kind, 8 << 20))


def draw_theme_swatch(name: str, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a sample of a theme: cloth and rim. name: name of the theme."""
    t = _theme(name)
    canvas.draw_panel(area, 10, edge=t.walnut if t.grain else t.walnut_hi, line_width=3, gradient=(t.cloth_hi, t.cloth_lo))


def draw_samples(context: Context, kind: FaceDesign, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a few cards on cloth in the present theme. kind: the kind of card faces."""
    t, high = context.theme, area.h * 1.04
    canvas.draw_panel(area, 10, edge=t.walnut, line_width=1.4, gradient=(t.cloth_hi, t.cloth_lo))
    wide = high * RATIO
    step = (area.w * 0.86 - wide) / (len(SAMPLE) - 1)
    with canvas.clipped_to(area.inflate(-4, -4)):
        for i, code in enumerate(SAMPLE):
            place = area.x + area.w * 0.07 + wide / 2 + i * step, area.y + area.h * 0.66
            _faces(t, kind).draw_card(canvas.dst, code, *place, high, full_face=True)


def draw_small_table(context: Context, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a small table with the chosen theme, cards and text size."""
    t, s, u = canvas.theme, context.settings, area.h / 216
    canvas.draw_panel(area, 8, edge=t.walnut_lo, line_width=2, fill=t.walnut, shadow=(10, 4, 130))
    felt = pygame.Rect(area.x + area.w * 0.02, area.y + area.h * 0.035, area.w * 0.7, area.h * 0.93)
    canvas.draw_panel(felt, area.h * 0.07, gradient=(t.cloth_hi, t.cloth_lo))
    px = max(9.0, 9.5 * u * min(1.5, s.text_size))
    for who, name, part in (("fox", "Vesper", 0.2), ("hen", "Dorothea", 0.8)):
        cx = felt.x + felt.w * part
        canvas.draw_portrait(who, cx, felt.y + 24 * u, 32 * u)
        _draw_tag(canvas, name, (cx, felt.y + 36 * u + px * 0.75), px, 12 * u, "serif")
    _draw_cards(context, canvas, felt, u)
    if s.say_what_card_does:
        _draw_tag(canvas, "takes the trick", (felt.centerx - 2.2 * felt.w * 0.11, felt.bottom - 92 * u + px * 0.85), px, 10 * u)
    _draw_little_ledger(canvas, pygame.Rect(felt.right + 6 * u, felt.y, area.right - felt.right - 14 * u, felt.h), px)


def _draw_tag(canvas: Canvas, words: str, middle: tuple[float, float], px: float, padding: float, face: str = "") -> None:
    t, wide = canvas.theme, canvas.width(words, px, face or "semi") + padding
    plate = pygame.FRect(0, 0, wide, px * (1.5 if face else 1.7))
    plate.center = middle
    fill, edge, colour = (t.walnut_lo, t.walnut_hi, t.cream) if face else (t.cream, t.brass, t.ink)
    canvas.draw_panel(plate, 3.5, fill=fill, edge=edge, line_width=1)
    canvas.draw_rich_in_area(words, plate, px, colour, face or "semi")


def _draw_cards(context: Context, canvas: Canvas, felt: pygame.Rect, u: float) -> None:
    t, s, faces, dst = canvas.theme, context.settings, context.faces, canvas.dst
    faces.draw_card(dst, "9H", felt.centerx - 22 * u, felt.y + 77 * u, 54 * u, angle=4, full_face=True)
    faces.draw_card(dst, "KH", felt.centerx + 22 * u, felt.y + 79 * u, 54 * u, angle=-3, glow=t.brass, full_face=True)
    for i in range(3):
        place = felt.x + (22 + 5 * i) * u, felt.y + 88 * u
        faces.draw_card(dst, f"back {s.back}", *place, 40 * u, angle=6 - 6 * i, full_face=True)
    with canvas.clipped_to(felt):
        for i, code in enumerate(HAND):
            legal = i < 2
            place = felt.centerx + (i - 2.2) * felt.w * 0.11, felt.bottom - (40 if legal and s.lift_legal else 32) * u
            faces.draw_card(dst, code, *place, 66 * u * min(1.25, s.card_size), lift=int(legal), dim=not legal, full_face=True)


def seconds_of_trick(settings: Settings) -> float:
    """Returns the number of seconds for which a complete trick stays on the table."""
    return PACE[settings.pace] * tween.TRICK_PAUSE


def trick_duration_words(context: Context) -> str:
    """Returns a sentence with the duration of a trick. It is the accessible name of `make_trick_duration_bar`'s bar."""
    seconds = _seconds_of_trick_parts(context)
    return f"One trick at this pace: {sum(seconds):.1f} seconds" if any(seconds) else "One trick is gathered at once"


def _seconds_of_trick_parts(context: Context) -> tuple[float, float, float]:
    return (
        3 * tween.PLAY * context.animation_factor,
        seconds_of_trick(context.settings),
        tween.GATHER * context.animation_factor,
    )


def make_trick_duration_bar(context: Context) -> Element:
    """Returns a bar with three parts, which shows the duration of a trick at the chosen pace. If the trick takes no time,
    returns words instead.
    """
    seconds = _seconds_of_trick_parts(context)
    whole = sum(seconds)
    head = Row([Text("One trick at this pace", 16, "ink2", "semi", max_lines=1, shrink=0.7, grow=1, spoken="")])
    if not whole:
        return Column([head, Text("It is gathered at once.", 14, "ink2", spoken="")], 2)
    head = Row([*head.children, Text(f"{whole:.1f} s", 16, face="semi", spoken="")])
    parts = zip(("three cards", "it rests", "gather"), seconds, ("brass", "paper_lo", "off_edge"), strict=True)
    bar = Row([_make_bar_part(words, part, colour) for words, part, colour in parts if part], 2)
    return Column([head, bar], 6)


def _make_bar_part(words: str, seconds: float, colour: str) -> Element:
    def draw_ground(canvas: Canvas, area: pygame.Rect) -> None:
        canvas.draw_panel(area, 4, fill=getattr(canvas.theme, colour), edge=canvas.theme.brass_lo, line_width=1)

    said = FittingWording([words, ""], 14, align=0.5, spoken="")
    return Column([Spacer(height=5), said, Spacer(grow=1)], grow=seconds, height=31, background=draw_ground)


def _draw_little_ledger(canvas: Canvas, area: pygame.Rect, px: float) -> None:
    """Draws the totals of a game: the first title of the shelf that fits, and portraits where the names are too wide."""
    t, line = canvas.theme, pygame.FRect(area.x + 7, area.y + 5, area.w - 14, px * 1.6)
    canvas.draw_panel(area, 5, edge=t.paper_edge, line_width=1, gradient=(t.paper, t.paper_lo))
    with canvas.clipped_to(area):
        size = canvas.fitting_size("", px, "serifb", line.w)
        title = next((game.title for game in SHELF if canvas.width(game.title, size, "serifb") <= line.w), "")
        canvas.draw_rich_in_area(title, line, size, t.ink, "serifb", 0)
        rows = (("gooseberry", "You", "41"), ("fox", "Vesper", "52"), ("hen", "Dorothea", "36"))
        room = line.w - max(canvas.width(total, px) for _, _, total in rows) - 6
        named = all(canvas.width(name, px, "sans") <= room for _, name, _ in rows)
        for who, name, total in rows:
            line.y += px * 1.8
            if name == "You":
                canvas.draw_panel(line.inflate(8, 0), 4, fill=t.good, edge=t.good_edge, line_width=1)
            canvas.draw_rich_in_area(total, line, px, t.ink, align=1)
            if named:
                canvas.draw_rich_in_area(name, pygame.FRect(line.topleft, (room, line.h)), px, t.ink, "sans", 0)
            else:
                canvas.draw_portrait(who, line.x + line.h / 2, line.centery, line.h)
