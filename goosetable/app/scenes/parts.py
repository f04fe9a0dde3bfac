"""Controls and pictures that several scenes use: the emblem and the tile of a game, rows of players, and a text link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import pygame

from goosetable.app.art import svg
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    ElementControl,
    FirstOfEqualSize,
    FittingWording,
    Row,
    Text,
    make_icon,
    make_portrait,
)
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import PressControl, Widget
from goosetable.engine.game import AnyGame
from goosetable.engine.text.table_facts import EmblemPart
from goosetable.engine.words import phrases

Style: TypeAlias = Literal["upright", "row"]

EMBLEM = (168, 124)
"""Width and height for which the emblems of games are designed."""


def credit_line(game: AnyGame) -> str:
    """Returns the author or origin of a game: "by David Parlett", "after Oh Hell"."""
    return f"by {game.author}" if game.author[:1].isupper() else game.author


def draw_emblem(context: Context, canvas: Canvas, emblem_parts: Sequence[EmblemPart], area: pygame.Rect) -> None:
    """Draws the emblem of a game as large as possible, clipped to the area. emblem_parts: the pictures in the emblem."""
    k = min(area.w / EMBLEM[0], area.h / EMBLEM[1])
    with canvas.clipped_to(area):
        for part in emblem_parts:
            kind, _, name = part.element.partition(" ")
            x, y, high = area.centerx + part.x * k, area.centery + part.y * k, part.height * k
            if kind == "medallion":
                canvas.draw_portrait(name, x, y, high)
            elif kind == "badge":
                canvas.draw_badge(name, x, y, high)
            elif kind == "crown":
                _draw_crown(canvas, x, y, high)
            else:
                ring = canvas.theme.brass if part.ringed else None
                context.faces.draw_card(canvas.dst, part.element, x, y, high, angle=part.angle, glow=ring, full_face=part.tall)


def draw_framed_emblem(context: Context, canvas: Canvas, game: AnyGame, area: pygame.Rect) -> None:
    """Draws the emblem of a game on a piece of cloth with a frame."""
    t, (x, y, w, h) = canvas.theme, area
    canvas.draw_box(x, y, w, h, min(9.0, h * 0.1), edge=t.brass_lo, gradient=(t.cloth_hi, t.cloth_lo))
    draw_emblem(context, canvas, game.text.emblem, area.inflate(-4, -4))


def draw_calendar_leaf(canvas: Canvas, area: pygame.Rect, day: date, h: float) -> None:
    """Draws a calendar leaf with a day, in the middle of an area. h: height of the leaf in pixels."""
    t = canvas.theme
    sheet = pygame.FRect(0, 0, h * 0.84, h)
    sheet.center = area.center
    head = pygame.FRect(sheet.topleft, (sheet.w, h * 0.3))
    page = pygame.FRect(sheet.x + 1, head.bottom, sheet.w - 2, sheet.bottom - head.bottom - 1)
    canvas.draw_panel(sheet, h * 0.08, fill=t.russet, edge=t.brass_lo, line_width=1, shadow=(max(2, h * 0.06), h * 0.04, 130))
    canvas.draw_panel(page, h * 0.06, fill=t.plain)
    canvas.draw_rich_in_area(phrases.MONTHS[day.month - 1][:3], head, h * 0.2, t.cream)
    canvas.draw_rich_in_area(str(day.day), page, h * 0.46, t.ink, "serifb")


def _draw_crown(canvas: Canvas, cx: float, cy: float, height: float) -> None:
    from goosetable.app.art import deck  # not loaded before the first frame

    body = svg.document(94, 76, svg.transform_drawing(deck.headgear_svg("K", "#c9252d"), 47, 40, 1))
    canvas.draw_svg(body, cx - height * 0.62, cy - height / 2, height * 1.24, height)


def duration_in_words(minutes: int) -> str:
    """Returns the length of a game for a tile, such as "about 20 min"; from 90 minutes on, in half hours."""
    return f"about {minutes} min" if minutes < 90 else f"about {phrases.format_points(Fraction(round(minutes / 30), 2))} h"


JOINED: Final = 0.88
"""Smallest factor on the text size of a tile's facts at which they are put on one line, if two lines are too high."""


STEPS_AMONG_GAMES: Final = (
    ("Left Right", "Among the games: the one before, and the next"),
    ("Home End", "Among the games: the first, and the last"),
)
"""Keys that move the focus among the tiles of games, with their effect."""


class GameTile(PressControl):
    """The tile of a game. A press chooses the game.

    style: "upright" for the emblem above the words, "row" for a small tile in a list. plain: True to leave the emblem out, as
    in the first frame. chosen: True if the game is the chosen one; None on a page without a choice of game.
    """

    def __init__(self, context: Context, game: AnyGame, on_press: Callable[[], Change]) -> None:
        super().__init__(game.title, on_press)
        self.context, self.game = context, game
        self.style: Style = "row"
        self.plain = False
        self.chosen = None
        self.minutes = game.text.estimated_minutes(game.short_game_options(game.Options()))

    @property
    def accessible_value(self) -> str:
        state = "chosen. " if self.chosen else ""
        return f"{state}{self.game.people}, about {phrases.count_text(self.minutes, 'minute')}. {self.game.line}"

    @property
    def facts(self) -> list[str]:
        """Facts about the game, under its name. A tile has a line for each fact, or one line for all."""
        return [self.game.people, duration_in_words(self.minutes)]

    @property
    def descriptions(self) -> list[str]:
        """Sentences about the game, the longest first: an upright tile shows the first that fits, a small tile none."""
        return [self.game.line]

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        r = min(14.0, h * 0.16)
        self.draw_ring(canvas, focused, r)
        if self.chosen is False:
            canvas.draw_box(
                x, y, w, h, r, fill=t.walnut_lo, edge=t.brass if self.hover else t.walnut_hi, line_width=1.2, alpha=0.72
            )
        else:
            k = self.px / 17  # the shadow stays in the gap, and off the tile drawn before
            canvas.draw_paper(self.rect, r, max(3, round(6 * k)), max(2, round(5 * k)))
            if self.hover or self.chosen:
                canvas.draw_box(x, y, w, h, r, edge=t.brass, line_width=3)
        (self._draw_upright if self.style == "upright" else self._draw_row)(canvas)

    def picture_area(self) -> pygame.Rect:
        """Returns the box of the emblem in pixels."""
        x, y, w, h = self.rect
        if self.style == "upright":
            pad = round(8 * self.px / 17)
            return pygame.Rect(x + pad, y + pad, w - 2 * pad, round(min(h * 0.5, (w - 2 * pad) * 0.74)))
        return pygame.Rect(x + 4, y + 4, round(self._picture_width()), h - 8)

    def _picture_width(self) -> float:
        return min(self.rect.h * 1.1, (0.38 if self.rect.w > 12 * self.px else 0.29) * self.rect.w)

    def _draw_picture(self, canvas: Canvas, area: pygame.Rect, framed: bool = True) -> None:
        t = canvas.theme
        if framed:
            x, y, w, h = area
            canvas.draw_box(x, y, w, h, min(9.0, h * 0.1), edge=t.brass_lo, gradient=(t.cloth_hi, t.cloth_lo))
        if not self.plain:
            draw_emblem(self.context, canvas, self.game.text.emblem, area.inflate(-4, -4))

    def _draw_upright(self, canvas: Canvas) -> None:
        t, u = canvas.theme, self.px / 17
        x, w = self.rect.x, self.rect.w
        area = self.picture_area()
        self._draw_picture(canvas, area)
        cx, top, room = x + w / 2, area.bottom, w - 16 * u
        title, facts, about = self.label, self.facts, ", ".join(self.facts)
        if canvas.width(about, canvas.fitting_size(about, 14 * u, "semi", room), "semi") > room:
            about = facts[-1]
        canvas.draw_plain_text(
            title, cx, top + 6 * u, canvas.fitting_size(title, 20 * u, "serifb", room), t.ink, "serifb", "midtop"
        )
        canvas.draw_plain_text(
            about, cx, top + 32 * u, canvas.fitting_size(about, 14 * u, "semi", room), t.russet, "semi", "midtop"
        )
        px, space = 14.5 * u, self.rect.bottom - top - 58 * u

        def fits(words: str) -> bool:
            return canvas.plain_text_picture(words, px, t.ink, "sans", room, 1).get_height() <= space

        words = next(filter(fits, self.descriptions), self.descriptions[-1])
        canvas.draw_plain_text(words, cx, top + 53 * u, px, t.ink, "sans", "midtop", wrap=room, align=1)

    def _draw_row(self, canvas: Canvas) -> None:
        t, u = canvas.theme, self.px / 17
        x, y, w, h = self.rect
        tone, tone2 = (t.cream, t.cream2) if self.chosen is False else (t.ink, t.ink2)
        self._draw_picture(canvas, self.picture_area(), framed=False)
        left = x + self._picture_width() + (14 if w > 12 * self.px else 8) * u
        room = x + w - left - (14 if w > 12 * self.px else 8) * u
        title, facts = self.label, self.facts
        names = [title]
        px = canvas.fitting_size(title, min(20 * u, h * 0.44), "serif", room)
        if canvas.width(title, 16 * u, "serif") > room:  # two lines are better than small letters
            names = title.split() if title.count(" ") == 1 else canvas.wrap_rich_text(title, room, 16 * u, "serif")
            px = min(canvas.fitting_size(word, 17 * u, "serif", room, 8) for word in names)
        small = min(15 * u, h * 0.32)
        crowded = 1.16 * px * len(names) + 1.25 * small * len(facts) > h - 6 * u
        if canvas.width(", ".join(facts), (JOINED if crowded else 1.0) * small, "sans") <= room or (
            h - 6 * u < px * len(names) + 2 * small
        ):
            facts = [", ".join(facts)]
        small = min(canvas.fitting_size(fact, small, "sans", room, 9) for fact in facts)
        k = min(1.0, (h - 6 * u) / (1.16 * px * len(names) + 1.25 * small * len(facts)))
        px, small = max(8.0, px * k), max(8.0, small * k)
        top = y + (h - 1.16 * px * len(names) - 1.25 * small * len(facts)) / 2
        for i, name in enumerate(names):
            canvas.draw_plain_text(name, left, top + i * 1.16 * px, px, tone, "serif")
        for i, fact in enumerate(facts):
            canvas.draw_plain_text(fact, left, top + len(names) * 1.16 * px + (i * 1.25 + 0.15) * small, small, tone2, "sans")


LOW: Final = 2.2
"""Height of a row, in sizes of its letters, under which there is room for only one line of text."""


class SeatControl(Widget):
    """A small control beside the row of a seat: a picture; if there is space, with its value in words under it."""

    def __init__(self, label: str) -> None:
        super().__init__(label, on_paper=True)

    @property
    def caption(self) -> str:
        """The words under the picture; "" for none."""
        return self.accessible_value

    def draw_picture(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Draws the picture of the control."""
        raise NotImplementedError

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, radius=8)
        x, y, w, h = self.rect
        low = h < self.px * LOW
        self.draw_picture(canvas, pygame.Rect(x, y, w, h if low else round(h * 0.7)))
        if not low:
            canvas.draw_plain_text(self.caption, x + w / 2, y + h - 1, self.px * 0.84, canvas.theme.ink2, "sans", "midbottom")


class LevelControl(SeatControl):
    """The level of a computer player, shown as one to five geese. A press raises the level; after level five comes
    level one.
    """

    role = "spinbutton"

    def __init__(self, label: str, names: tuple[str, ...], on_change: Callable[[int], Change], index: int = 0) -> None:
        super().__init__(label)
        self.names, self.on_change, self.index = names, on_change, index

    @property
    def accessible_value(self) -> str:
        return self.names[self.index]

    def _set_level(self, index: int) -> None:
        self.index = index
        self.requested_change = self.on_change(index)

    def press(self) -> None:
        self._set_level((self.index + 1) % len(self.names))

    def handle_click(self, pos: tuple[int, int]) -> None:
        place = (pos[0] - self.rect.x) * len(self.names) // max(1, self.rect.w)
        wanted = min(len(self.names) - 1, max(0, place))
        if wanted == self.index:
            self.press()
        else:
            self._set_level(wanted)

    def handle_key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is None:
            return super().handle_key(event)
        self._set_level(min(len(self.names) - 1, max(0, self.index + by)))
        return True

    def draw_picture(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Draws a row of goose heads. The heads up to the level are dark."""
        t, step = canvas.theme, area.w / len(self.names)
        side = min(step * 1.04, area.h * 0.86)
        for i in range(len(self.names)):
            tone, bill = (t.ink, "#c9661a") if i <= self.index else (t.off_edge, t.off_edge)
            body = svg.document(20, 20, svg.transform_drawing(svg.goose_head_svg(tone, tone, bill), 11, 9, 0.72))
            canvas.draw_svg(body, area.x + (i + 0.5) * step - side / 2, area.centery - side / 2, side, side)


class PlayerRow(ElementControl):
    """The row of a player: portrait and name, and a line of words under the name; in a low row beside the name.

    on_press: called at a press. chosen: True if it is the chosen row of several. leads: True to draw an arrow, which means that
    a press opens another page.
    """

    chosen = False
    leads = True

    def __init__(self, label: str, on_press: Callable[[], Change]) -> None:
        super().__init__(label, role="button", on_press=on_press)

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.label

    @property
    def description(self) -> str:
        """A sentence about the player."""
        return self.accessible_value

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.chosen else "")
        self.draw_content(canvas)

    def make_element(
        self, portrait: str, size: float = 18, height: float = 51, *, side_text: str = "", place: tuple[int, int] | None = None
    ) -> Control:
        """Returns the row as an element.

        size: text size in units. side_text: words after the name, left out if there is no space. place: position of the row in
        its list, and length of the list.
        """
        content = FirstOfEqualSize([lambda: self._make_content(portrait, size, height, side_text)])
        return Control(self, size, content=content, height=height, grow=1, place=place)

    def _make_content(self, portrait: str, size: float, height: float, side_text: str) -> Element:
        line, name = self.description, Text(self.name, size, face="serif", max_lines=1, line_height=1.2)
        about = [line, f"{line.partition('.')[0]}."] if "." in line else [line]
        words: Element
        if height < LOW * size:
            words = Row([name, FittingWording(about, 0.8 * size, "ink2", grow=1)], 0.7 * size, grow=1)
        else:
            small = 0.77 * size
            upper = Row([name, FittingWording([side_text, ""], small, "ink2", "it", grow=1)], 0.6 * size) if side_text else name
            words = Column([upper, FittingWording(about, small, "ink2")], grow=1)
        face = make_portrait(portrait, min(height, max(height - 8, 2), 2.75 * size) if height >= LOW * size else height)
        arrow = [make_icon("right", 0.85 * size)] if self.leads and self.enabled else []
        return Row([face, words, *arrow], 12, (8, 0, 0.3 * size, 0), height=height)


class TextLink(PressControl):
    """A link: a line of underlined text on cloth. If a key has the same effect, its name is in front of the text."""

    hint = ""

    @property
    def words(self) -> str:
        return f"{self.hint}: {self.label}" if self.hint else self.label

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 8)
        tone = t.brass_hi if self.hover else t.cream2
        px = canvas.fitting_size(self.words, self.px, "sans", w - 8)
        seen = canvas.draw_plain_text(self.words, x + w / 2, y + h / 2, px, tone, "sans", "center")
        canvas.draw_line(seen.x, seen.bottom - 1, seen.w, tone, 0.9 if self.hover else 0.45)
