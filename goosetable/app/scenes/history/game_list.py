"""The list of games: a control that draws the rows in sight, and in which any number of games is chosen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.history.game_row import RowPainter
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import ListedGame, result
from goosetable.app.ui.focus import Scroller
from goosetable.app.ui.scene import Change
from goosetable.games import find

HEADING: Final = 32
"""Units of a heading over a group."""
TWICE: Final = 0.4
"""Seconds within which a second click on a row opens it."""
SHIFTS: Final = frozenset({pygame.K_LSHIFT, pygame.K_RSHIFT})
CTRLS: Final = frozenset({pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LMETA, pygame.K_RMETA})
"""Keys that are held while one clicks, to choose several games."""


class GameList(Scroller):
    """`show` gives it games.

    painter: draws a row. opened: told the game that is to be opened. moved: told of any new choice.
    """

    role = "listbox"
    keys = (
        ("Up Down PgUp PgDn", "From game to game"), ("Home End", "The first game, and the last"),
        ("Enter", "Open the game"), ("Space", "Choose several"), ("Ctrl+A", "Choose all"),
    )  # fmt: skip

    def __init__(self, painter: RowPainter, opened: Callable[[ListedGame], Change], moved: Callable[[], None]) -> None:
        super().__init__("Games")
        self.painter, self.opened, self.moved = painter, opened, moved
        self.unit = 1.0
        """Pixels of a unit."""
        self._down: set[int] = set()
        """The keys of SHIFTS and CTRLS that are down."""
        self.clock = 0.0
        """Seconds, as the scene counts them."""
        self.games: list[ListedGame] = []
        self.cursor = 0
        """The place of the game that keys move from."""
        self.chosen: list[ListedGame] = []
        self._groups: list[tuple[int, str]] = []
        """The headings, each with the place of the game under it."""
        self._heads: list[int] = []
        self._years: list[tuple[float, int, int]] = []
        self._anchor = 0
        self._clicked = (-1, 0.0)

    @property
    def reachable(self) -> bool:
        return self.shown and bool(self.games)

    @property
    def value(self) -> str:
        if not self.games:
            return ""
        game = self.games[self.cursor]
        names = ", ".join(seated.name for seated in game.seats)
        when = listing.moment(game, self.painter.today)
        told = ", ".join(part for part in (find(game.game).title, names, when, result(game)) if part)
        accurate = self.painter.percent(game)
        told += f", accuracy {accurate}" if accurate else ""
        chosen = f", {len(self.chosen)} chosen" if len(self.chosen) > 1 else ""
        return f"{told}; {self.cursor + 1} of {len(self.games):,}{chosen}"

    @property
    def current(self) -> ListedGame | None:
        return self.games[self.cursor] if self.games else None

    def show(self, games: Sequence[ListedGame], groups: Sequence[str]) -> None:
        """Has these games from now on, each under its group; "" for none. What was chosen stays so where it is still there."""
        before = self.current
        self.games = list(games)
        self._groups = []
        for place, name in enumerate(groups):
            if name and (not place or groups[place - 1] != name):
                self._groups.append((place, name))
        wanted = {game.mark for game in (*self.chosen, *([before] if before else []))}
        places = {_key(game): place for place, game in enumerate(self.games) if game.mark in wanted}
        self.chosen = [self.games[places[_key(game)]] for game in self.chosen if _key(game) in places]
        self.cursor = places.get(_key(before), 0) if before is not None else 0
        if not self.chosen and self.games:
            self.cursor = min(self.cursor, len(self.games) - 1)
            self.chosen = [self.games[self.cursor]]
        self._anchor = self.cursor
        self.lay()
        self.moved()

    def lay(self) -> None:
        """How high everything is together, for the present size of a row."""
        self._heads = [place for place, _ in self._groups]
        self.inner = self._top(len(self.games)) + 4 * self.unit
        self._years = self._begin_years()
        self.scroll_to(self.offset)

    def _top(self, place: int) -> float:
        """Where a row begins below the upper edge of the content, in pixels."""
        return (place * self.painter.row + bisect_right(self._heads, place) * HEADING) * self.unit

    def _at(self, y: float) -> int:
        """The place of the row at that height of the content; -1 for a heading, and below the last one."""
        place = bisect_right(range(len(self.games)), y, key=self._top) - 1
        return place if place >= 0 and y < self._top(place) + self.painter.row * self.unit else -1

    def _begin_years(self) -> list[tuple[float, int, int]]:
        """Each year but the last: where it begins in the content, in pixels, and the place of its last game."""
        found = []
        if self._groups:
            ended = [(place, game.when.year) for place, game in enumerate(self.games) if game.when is not None and game.ended]
            for (_, before), (place, year) in pairwise(ended):
                if year < before:
                    found.append((self._top(place), year, place))
        return found

    def years(self) -> list[tuple[float, int, int]]:
        """Where each year but the last begins in the bar, in pixels from its top, and the place of its last game."""
        return [(top / self.inner * self.rect.h, year, place) for top, year, place in self._years] if self.most else []

    # ------------------------------------------------------------------ choosing

    def go(self, place: int, extend: bool = False) -> None:
        """Chooses a game, or all from the anchor to it."""
        if not self.games:
            return
        self.cursor = min(len(self.games) - 1, max(0, place))
        if extend:
            first, last = sorted((self._anchor, self.cursor))
            self.chosen = self.games[first : last + 1]
        else:
            self._anchor, self.chosen = self.cursor, [self.games[self.cursor]]
        self._into_sight()
        self.moved()

    def toggle(self, place: int) -> None:
        """Chooses a game besides the others, or no longer."""
        self.cursor = self._anchor = place
        game = self.games[place]
        self.chosen = [one for one in self.chosen if one is not game] if game in self.chosen else [*self.chosen, game]
        self.moved()

    def _into_sight(self) -> None:
        top, high = self._top(self.cursor), self.painter.row * self.unit
        head = HEADING * self.unit if self.cursor in self._heads else 0
        if top - head < self.offset:
            self.scroll_to(top - head)
        elif top + high > self.offset + self.rect.h:
            self.scroll_to(top + high - self.rect.h)

    def holds(self, key: int, down: bool) -> None:
        """A key went down or up, wherever the focus is."""
        if key in SHIFTS | CTRLS:
            (self._down.add if down else self._down.discard)(key)

    def key(self, event: pygame.event.Event) -> bool:
        mod = getattr(event, "mod", 0)
        page = max(1, int(self.rect.h / (self.painter.row * self.unit)) - 1)
        by = {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -len(self.games), pygame.K_END: len(self.games),
        }.get(event.key)  # fmt: skip
        if by is not None:
            at_end = event.key in (pygame.K_UP, pygame.K_DOWN) and not 0 <= self.cursor + by < len(self.games)
            if not at_end:
                self.go(self.cursor + by, bool(mod & pygame.KMOD_SHIFT))
            return not at_end  # at an end the arrow moves the focus on instead
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.games:
            self.asked = self.opened(self.games[self.cursor])
        elif event.key == pygame.K_SPACE and self.games:
            self.toggle(self.cursor)
        elif event.key == pygame.K_a and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.chosen = list(self.games)
            self.moved()
        else:
            return False
        return True

    def down(self, pos: tuple[int, int]) -> None:
        if self.most and pos[0] > self.rect.right - 12 * self.unit:
            super().down(pos)
            return
        self._grab = -1.0
        for y, _, place in self.years() if pos[0] > self.rect.right - self.painter.aside * self.unit else ():
            if abs(self.rect.y + y - pos[1]) < 10 * self.unit:
                self.go(place)
                self.scroll_to(self._top(place) - HEADING * self.unit)
                return
        place = self._at(pos[1] - self.rect.y + self.offset)
        if place < 0:
            return
        twice = self._clicked[0] == place and self.clock - self._clicked[1] < TWICE
        self._clicked = (place, self.clock)
        if self._down & CTRLS:
            self.toggle(place)
        else:
            self.go(place, bool(self._down & SHIFTS))
        if not self._down and (twice or self.painter.goes_on(self.games[place], self._box(place), pos)):
            self.asked = self.opened(self.games[place])

    def wheel(self, steps: float) -> bool:
        before = self.offset
        self.scroll_to(self.offset - steps * self.painter.row * self.unit)
        return self.offset != before

    # ------------------------------------------------------------------ drawing

    def note(self, pos: tuple[int, int]) -> tuple[str, pygame.Rect] | None:
        """What the figure says that the pointer is at, and where it stands; None where there is none."""
        place = self._at(pos[1] - self.rect.y + self.offset) if self.rect.collidepoint(pos) else -1
        return None if place < 0 else self.painter.note(self.games[place], self._box(place), pos)

    def _box(self, place: int) -> pygame.Rect:
        """Where a row stands in the window."""
        top = round(self.rect.y + self._top(place) - self.offset)
        return pygame.Rect(
            self.rect.x, top, self.rect.w - round(self.painter.aside * self.unit), round(self.painter.row * self.unit)
        )

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u = canvas.theme, self.unit
        chosen = {id(game) for game in self.chosen}
        first = max(0, bisect_right(range(len(self.games)), self.offset, key=self._top) - 1)
        with self.window(canvas) as top:
            for place, name in self._groups:
                y = top + self._top(place) - HEADING * u
                if self.rect.y - HEADING * u < y < self.rect.bottom:
                    seen = canvas.put(name, self.rect.x + 16 * u, y + HEADING * u / 2, self.px, t.brass_lo, "semi", "midleft")
                    canvas.line(seen.right + 12 * u, y + HEADING * u / 2, self._box(0).right - seen.right - 24 * u)
            for place in range(first, len(self.games)):
                box = self._box(place)
                if box.top > self.rect.bottom:
                    break
                game = self.games[place]
                if id(game) in chosen:
                    edge = t.brass_lo if place == self.cursor else "none"
                    canvas.box(box.x + 2, box.y + 1, box.w - 4, box.h - 2, 9, fill=t.chosen, edge=edge, sw=1.6)
                if focused and place == self.cursor:
                    canvas.ring(box.x + 10, box.y + 9, box.w - 20, box.h - 18, 3, True)
                self.painter.draw(canvas, game, box)
        self._draw_years(canvas)
        super().draw(canvas, False)

    def _draw_years(self, canvas: Canvas) -> None:
        if self.painter.aside < 30:
            return
        u, last = self.unit, -99.0
        for y, year, _ in self.years():
            if y - last > 16 * u:
                x, last = self.rect.right - 10 * u, y
                tone = canvas.theme.ink2
                canvas.put(f"{year % 100:02}", x - 8 * u, self.rect.y + y, self.px * 0.8, tone, "sans", "midright")
                canvas.line(x - 5 * u, self.rect.y + y, 12 * u, canvas.theme.ring)


def _key(game: ListedGame) -> tuple[str, str, int]:
    return game.mark, str(game.path), game.number


def grouped(games: Sequence[ListedGame], today: date) -> list[str]:
    """The group of each game."""
    return [listing.group(game, today) for game in games]
