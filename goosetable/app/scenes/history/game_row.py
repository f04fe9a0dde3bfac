"""One row of the list of games: in a wide window a line of columns, in a narrow one two lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.records_page import picture
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import LONGEST_NAME, cut, isolated
from goosetable.games import find

COLUMNS: Final = (
    ("Game", 0.09),
    ("Who played", 0.262),
    ("When", 0.545),
    ("Place", 0.678),
    ("Result", 0.722),
    ("Accuracy", 0.985),
)
"""The heads of the columns, with the part of the width at which each begins; Accuracy ends there."""
WIDE, NARROW = 44, 62
"""Units of a row."""
ACCURACY: Final = "Of your reviewed decisions with a choice, the part that cost nothing that counts."
"""What the heading of the last column says."""
UNREVIEWED: Final = "Nothing of it is reviewed yet: open it and press Review on a score sheet."
SHRUNK: Final = 0.86
"""How much smaller words may become before there are fewer of them."""
FACES: Final = 6
"""Portraits in a row."""


class RowPainter:
    """wide: whether a row is one line of columns. today: the day it is here. you: the key of the person who looks."""

    def __init__(self, context: Context, today: date, you: str) -> None:
        self.context, self.today, self.you = context, today, you
        self.wide = True
        self.unit = 1.0
        self.size = 16.0
        """Of the text, in pixels."""
        self.accuracy: dict[str, tuple[int, int]] = {}
        self._faces: dict[str, str] = {}

    @property
    def row(self) -> int:
        return WIDE if self.wide else NARROW

    @property
    def aside(self) -> int:
        """Units at the right that the bar and its years take."""
        return 44 if self.wide else 16

    def goes_on(self, game: ListedGame, box: pygame.Rect, pos: tuple[int, int]) -> bool:
        """Whether a place is that of Go on in the row of a game."""
        return self.wide and not game.ended and self._plate(box).collidepoint(pos)

    def _plate(self, box: pygame.Rect) -> pygame.Rect:
        u = self.unit
        return pygame.Rect(round(box.right - 82 * u), round(box.y + 5 * u), round(74 * u), round(box.h - 10 * u))

    def draw(self, canvas: Canvas, game: ListedGame, box: pygame.Rect) -> None:
        (self._wide if self.wide else self._narrow)(canvas, game, box)

    def _wide(self, canvas: Canvas, game: ListedGame, box: pygame.Rect) -> None:
        t, u, px = canvas.theme, self.unit, self.size
        at = [box.x + round(part * box.w) for _, part in COLUMNS]
        mid = box.centery
        self._emblem(canvas, game, pygame.Rect(round(box.x + 14 * u), round(box.y + 4 * u), round(70 * u), round(36 * u)))
        room = at[1] - at[0] - 10 * u
        canvas.label(find(game.game).title, at[0], mid + px * 0.12, px * 1.1, t.ink, "serif", room, "bottomleft")
        canvas.label(self.about(game), at[0], mid + px * 0.12, px * 0.8, t.ink2, "sans", room)
        d = 28 * u
        for place, seated in enumerate(game.seats[:FACES]):
            canvas.portrait(self._face(seated.name, seated.player), at[1] + d / 2 + place * 22 * u, mid, d)
        left = at[1] + (min(FACES, len(game.seats)) - 1) * 22 * u + d + 12 * u
        self._cell(canvas, shortest(canvas, companies(game), px * 0.94, at[2] - left - 8 * u), left, mid, at[2] - left - 8 * u)
        self._cell(canvas, listing.moment(game, self.today), at[2], mid, at[3] - at[2] - 6 * u)
        own = listing.of(game, self.you)
        self._place(canvas, None if own is None else own.place, at[3] + 15 * u, mid)
        won = own is not None and own.won
        right = self._plate(box).x if not game.ended else box.right - 78 * u
        tone = t.ink if game.ended else t.ink2
        room = right - at[4] - 8 * u
        came = shortest(canvas, results(game, self.you), px * 0.94, room)
        canvas.label(came, at[4], mid - px * 0.62, px * 0.94, tone, "semi" if won else "sans", room)
        if game.ended:
            told = self.percent(game)
            canvas.put(told or "–", at[5], mid, px, t.ink if told else t.ink2, "semi" if told else "sans", "midright")
        else:
            plate = self._plate(box)
            canvas.box(plate.x, plate.y, plate.w, plate.h, 8, edge=t.plain_edge, grad=(t.plain, t.plain_lo))
            canvas.put("Go on", *plate.center, px * 0.92, t.ink, "semi", "center")

    def _narrow(self, canvas: Canvas, game: ListedGame, box: pygame.Rect) -> None:
        t, u, px = canvas.theme, self.unit, self.size
        own = listing.of(game, self.you)
        when = listing.moment(game, self.today)
        x, right, first, second = box.x + 12 * u, box.right - 14 * u, box.y + box.h * 0.3, box.y + box.h * 0.7
        if box.w > 30 * px:
            self._emblem(canvas, game, pygame.Rect(round(x), round(box.y + 9 * u), round(70 * u), round(box.h - 18 * u)))
            x += 80 * u
        right -= 24 * u
        self._place(canvas, None if own is None else own.place, right + 15 * u, box.centery)
        right -= 4 * u
        seen = canvas.put(when, right, first, px * 0.86, t.ink2, "sans", "midright")
        title = canvas.fit(find(game.game).title, px * 1.1, "serif", seen.x - x - 8 * u)
        left = canvas.put(title, x, first, px * 1.1, t.ink, "serif", "midleft")
        room = seen.x - left.right - 18 * u
        about = shortest(canvas, (self.about(game), self.about(game).partition(";")[0], ""), px * 0.82, room)
        self._cell(canvas, about, left.right + 10 * u, first, room, 0.82)
        told = self.percent(game)
        each = [f"{who}. {came}" for came in results(game, self.you) for who in companies(game)]
        lines = [f"{each[0]}. Accuracy {told}"] if told else []
        self._cell(
            canvas, shortest(canvas, [*lines, *each, *results(game, self.you)], px * 0.9, right - x), x, second, right - x, 0.9
        )

    def percent(self, game: ListedGame) -> str:
        """How accurate the person who looks was in a game; nothing where none of it is reviewed."""
        good, decisions = self.accuracy.get(game.mark, (0, 0))
        return f"{round(100 * good / decisions)} %" if decisions else ""

    def note(self, game: ListedGame, box: pygame.Rect, pos: tuple[int, int]) -> tuple[str, pygame.Rect] | None:
        """What the accuracy says that the pointer is at in a row of that box, and where it stands; None anywhere else."""
        wide = self.unit * 66
        area = pygame.Rect(round(box.x + COLUMNS[-1][1] * box.w - wide), box.y, round(wide + 8 * self.unit), box.h)
        if not (self.wide and game.ended and area.collidepoint(pos)):
            return None
        if not self.percent(game):
            return ("Cards on a real table cannot be reviewed." if game.real_cards else UNREVIEWED), area
        good, decisions = self.accuracy[game.mark]
        return f"{good} of your {phrases.count(decisions, 'decision')} with a choice cost nothing that counts.", area

    def _cell(self, canvas: Canvas, words: str, x: float, mid: float, room: float, size: float = 0.94) -> None:
        px = self.size * size
        if room > 3 * px:
            canvas.label(words, x, mid, px, canvas.theme.ink, "sans", room, "midleft")

    def about(self, game: ListedGame) -> str:
        """How far a game went, and what is unusual about it."""
        if game.real_cards:
            return "real cards"
        far = phrases.count(game.deals, "deal") if game.ended else f"deal {game.deals + 1}"
        return f"{far}; {game.options}" if game.options else far

    def _place(self, canvas: Canvas, place: int | None, cx: float, cy: float) -> None:
        t, d = canvas.theme, 26 * self.unit
        if place is None:
            canvas.put("–", cx, cy, self.size, t.ink2, "sans", "center")
            return
        fill = t.brass if place == 1 else t.plain if place < 4 else t.paper_lo
        canvas.box(cx - d / 2, cy - d / 2, d, d, d / 2, fill=fill, edge=t.brass_lo if place == 1 else t.plain_edge)
        canvas.put(str(place), cx, cy, self.size * 0.95, t.ink, "serifb", "center")

    def _face(self, name: str, player: str) -> str:
        key = f"{player} {name}"
        if key not in self._faces:
            self._faces[key] = picture(self.context, PlayerKey(name, player))
        return self._faces[key]

    def _emblem(self, canvas: Canvas, game: ListedGame, area: pygame.Rect) -> None:
        t = canvas.theme
        canvas.box(area.x, area.y, area.w, area.h, 7, edge=t.brass_lo, grad=(t.cloth_hi, t.cloth_lo))
        parts.emblem(self.context, canvas, find(game.game).text.emblem, area.inflate(-4, -4))


def shortest(canvas: Canvas, choices: Sequence[str], px: float, room: float) -> str:
    """The first of some ways to say a thing, each shorter than the one before, that fits at nearly its size; or the last."""
    return next((words for words in choices if canvas.width(words, SHRUNK * px, "sans") <= room), choices[-1])


def companies(game: ListedGame) -> list[str]:
    """Those who played: all of few, or the first two, or the first one, and how many more."""
    names = [cut(seated.name, LONGEST_NAME) for seated in game.seats]
    found = [f"{', '.join(names[:few])} and {phrases.spelled(len(names) - few)}" for few in (2, 1) if few < len(names)]
    return [", ".join(names), *found] if len(names) <= 4 else found


def results(game: ListedGame, you: str) -> list[str]:
    """The result, as long as it can be told, and shorter: who won, and with how many points."""
    whole = came_of(game, you)
    best = next((seated for seated in game.seats if seated.won), None)
    if not game.ended or best is None:
        return [whole]
    names = phrases.listed([isolated(cut(seated.name, LONGEST_NAME)) for seated in game.seats if seated.won])
    return [whole, f"{names} won: {phrases.decimal(best.points)}", f"{names} won"]


def came_of(game: ListedGame, you: str) -> str:
    """The result: who won, with all points at a small table, and else with those of the winner and of the person who looks."""
    points = [phrases.decimal(seated.points) for seated in game.seats]
    if not game.ended:
        return f"{_some(points)} so far"
    won = [isolated(cut(seated.name, LONGEST_NAME)) for seated in game.seats if seated.won]
    who = f"{phrases.listed(won)} won" if won else "Nobody won"
    if len(points) <= 4:
        return f"{who}: {', '.join(points)}"
    own = listing.of(game, you)
    told = [best for best, seated in zip(points, game.seats, strict=True) if seated.won][:1]
    if own is not None and not own.won:
        told.append(f"{'you' if own.name == 'You' else isolated(own.name)} {phrases.decimal(own.points)}")
    return f"{who}: {'; '.join(told)}" if told else who


def _some(points: Sequence[str]) -> str:
    return ", ".join(points[:6]) + (" …" if len(points) > 6 else "")
