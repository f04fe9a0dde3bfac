"""The list of games: its rows, its column headings, and the control in which a person selects games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import FigureNote
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.game_list import ListedGame, result_text
from goosetable.app.table.seats import portraits_of_chairs
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Either,
    Element,
    ElementControl,
    FittingWording,
    LazyList,
    ListArea,
    Picture,
    Row,
    Spacer,
    Text,
    make_icon,
)
from goosetable.app.ui.elements.components import make_background
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import draw_ground
from goosetable.engine.record.format import Chair
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import MAX_NAME_LENGTH, isolate_name, with_ellipsis
from goosetable.games import find_game

TWICE: Final = 0.4
"""Seconds within which a second click on the same row opens the game."""
SHIFTS: Final = frozenset({pygame.K_LSHIFT, pygame.K_RSHIFT})
"""Keys that, if held down during a click, select several games."""
CTRLS: Final = frozenset({pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LMETA, pygame.K_RMETA})
"""Keys that are down during a click that selects several games."""
COLUMNS: Final = {"Game": 0.172, "Who played": 0.283, "When": 0.133, "Place": 0.05, "Result": 0.257, "Accuracy": 0.105}
"""The headings of the columns, each with the width of the column as a part of the whole width."""
LEAD: Final = 92
"""Width in units of the emblem before the first column."""
WIDE, NARROW = 44, 62
"""Units of a row's height in a wide and in a narrow window."""
EMBLEM: Final = (70, 36)
ACCURACY: Final = "Of your decisions with a choice that are reviewed, those as good as the best."
"""The note on the column Accuracy."""
UNREVIEWED: Final = "Nothing of it is reviewed yet: open it and press Review on a score sheet."
FACES: Final = 6
"""Largest number of portraits in a row."""


def make_columns(cells: Sequence[Element], lead: Element) -> Row:
    """Returns a row of cells in the columns of the list. lead: an element left of the first column."""
    for cell, part in zip(cells, COLUMNS.values(), strict=True):
        cell.grow = part
    lead.width = LEAD
    return Row([lead, *cells], 8)


class GameRows:
    """Makes the rows of the list. today: the present date. own_key: `RecordedPlayer.key` of the person at this screen.

    wide: True for rows of one line, False for two lines. accuracy: the number of good decisions and of all reviewed decisions
    in a game, by `ListedGame.mark`.
    """

    def __init__(self, context: Context, today: date, own_key: str) -> None:
        self.context, self.today, self.you = context, today, own_key
        self.wide = True
        self.accuracy: dict[str, tuple[int, int]] = {}

    def make_row(self, game: ListedGame) -> Element:
        """Returns the row of a game. For screen readers its name is `game_sentence`."""
        found = (self._make_wide_row if self.wide else self._make_narrow_row)(game)
        found.name, found.key = self.game_sentence(game), f"{game.mark} {game.path} {game.number}"
        return found

    def game_sentence(self, game: ListedGame) -> str:
        """Returns a sentence about a game, for screen readers."""
        names = ", ".join(game.names)
        own = game_list.result_of_player(game, self.you)
        place = f"your place {own.place}" if own is not None and own.place is not None else ""
        accurate = f"accuracy {self.good_decisions_text(game)}" if self.good_decisions_text(game) else ""
        title, about = find_game(game.game).title, self.length_and_rules_text(game)
        began = game_list.start_text(game, self.today)
        return ", ".join(part for part in (title, about, names, began, place, result_text(game), accurate) if part)

    def _make_wide_row(self, game: ListedGame) -> Element:
        own, told = game_list.result_of_player(game, self.you), self.good_decisions_text(game)
        title = Column([
            Text(find_game(game.game).title, 17.6, face="serif", line_height=1.15, max_lines=1, shrink=0.86),
            Text(self.length_and_rules_text(game), 12.8, "ink2", line_height=1.2, max_lines=1, shrink=0.86),
        ])  # fmt: skip
        who = Row([self._make_portraits(game), FittingWording(player_list_texts(game), 15, grow=1)])
        badge = Row([self._make_place_badge(None if own is None else own.place)])
        came = FittingWording(
            result_texts(game, self.you), 15, "ink" if game.ended else "ink2", "semi" if own and own.won else "sans"
        )
        last: Element = Text(told or "–", 16, "ink" if told else "ink2", "semi" if told else "sans", max_lines=1)
        if not game.ended:
            words = Text("Go on", 14.7, face="semi", max_lines=1, shrink=0.7, text_align=0.5, grow=1)
            last = Row([words], padding=(4, 7, 4, 7), background=make_background("edged", 8), width=74, key="go on")
        when = FittingWording([game_list.start_text(game, self.today)], 15)
        return make_columns(
            [title, who, when, badge, came, _align_right(last)], Row([Spacer(width=4), self._make_emblem(game)], 8)
        )

    def _make_narrow_row(self, game: ListedGame) -> Element:
        own, told = game_list.result_of_player(game, self.you), self.good_decisions_text(game)
        about = self.length_and_rules_text(game)
        each = [f"{who}. {came}" for came in result_texts(game, self.you) for who in player_list_texts(game)]
        ways = [*([f"{each[0]}. Accuracy {told}"] if told else []), *each, *result_texts(game, self.you)]
        first = Row([
            Text(find_game(game.game).title, 17.6, face="serif", max_lines=1),
            FittingWording([about, about.partition(";")[0], ""], 13, grow=1),
            Text(game_list.start_text(game, self.today), 13.8, "ink2", max_lines=1),
        ], 10)  # fmt: skip
        badge = self._make_place_badge(None if own is None else own.place)
        whole = Row([Column([first, FittingWording(ways, 14.4)], 3, grow=1), badge], 6)
        return Row([Either(lambda: Row([self._make_emblem(game), whole], 10), whole, min_width=480, grow=1)], 0, (12, 0, 14, 0))

    def good_decisions_text(self, game: ListedGame) -> str:
        """Returns two numbers as text: the person's good decisions in a game, and all reviewed decisions. "" if no decision
        is reviewed.
        """
        good, decisions = self.accuracy.get(game.mark, (0, 0))
        return f"{good} of {decisions}" if decisions else ""

    def accuracy_note(self, game: ListedGame) -> str:
        """Returns a sentence that explains the accuracy of a finished game, or the reason why there is none."""
        if not self.good_decisions_text(game):
            return "Cards on a real table cannot be reviewed." if game.real_cards else UNREVIEWED
        good, decisions = self.accuracy[game.mark]
        return f"{good} of your {phrases.count_text(decisions, 'decision')} with a choice cost nothing that counts."

    def length_and_rules_text(self, game: ListedGame) -> str:
        """Returns the number of deals and the unusual rules of a game, in words. For a game with real cards, says so."""
        if game.real_cards:
            return "real cards"
        far = phrases.count_text(game.deals, "deal") if game.ended else f"deal {game.deals + 1}"
        return f"{far}; {game.options}" if game.options else far

    # ------------------------------------------------------------------ pictures

    def _make_emblem(self, game: ListedGame) -> Picture:
        def draw_emblem_in_frame(canvas: Canvas, area: pygame.Rect) -> None:
            parts.draw_framed_emblem(self.context, canvas, find_game(game.game), area)

        return Picture(draw_emblem_in_frame, width=EMBLEM[0], height=EMBLEM[1])

    def _make_portraits(self, game: ListedGame) -> Picture:
        seats = game.seats[:FACES]

        def draw_portraits(canvas: Canvas, area: pygame.Rect) -> None:
            chairs = [Chair(seated.name, seated.player) for seated in game.seats]
            for place, face in enumerate(portraits_of_chairs(chairs, self.context.settings)[:FACES]):
                canvas.draw_portrait(face, area.x + area.h * (0.5 + place * 22 / 28), area.centery, area.h)

        return Picture(draw_portraits, width=28 + 22 * (len(seats) - 1), height=28)

    def _make_place_badge(self, place: int | None) -> Element:
        if place is None:
            return Text("–", 15, "ink2", max_lines=1, width=26, text_align=0.5)

        def draw_disc(canvas: Canvas, area: pygame.Rect) -> None:
            t = canvas.theme
            fill = t.brass if place == 1 else t.plain if place < 4 else t.paper_lo
            canvas.draw_box(
                area.x, area.y, area.w, area.h, area.h / 2, fill=fill, edge=t.brass_lo if place == 1 else t.plain_edge
            )

        figure = Text(str(place), 15, face="serif", max_lines=1, text_align=0.5, grow=1)
        return Row([figure], width=26, height=26, background=draw_disc)


def _align_right(last: Element) -> Row:
    return Row([Spacer(grow=1), last, Spacer(width=8)], 0, key="accuracy" if isinstance(last, Text) else "", align=STRETCH)


def player_list_texts(game: ListedGame) -> list[str]:
    """Returns several texts with players' names, the longest first. Shorter ones leave out names, and give the number of these
    players.
    """
    names = [with_ellipsis(name, MAX_NAME_LENGTH) for name in game.names]
    found = [f"{', '.join(names[:few])} and {phrases.number_word(len(names) - few)}" for few in (2, 1) if few < len(names)]
    return [", ".join(names), *found] if len(names) <= 4 else found


def result_texts(game: ListedGame, own_key: str) -> list[str]:
    """Returns several texts with the result of a game, the longest first: with all points, with the winner's points, and
    without points.
    """
    whole = full_result_text(game, own_key)
    best = next((seated for seated in game.seats if seated.won), None)
    if not game.ended or best is None:
        return [whole]
    names = phrases.listed([isolate_name(with_ellipsis(seated.name, MAX_NAME_LENGTH)) for seated in game.seats if seated.won])
    return [whole, f"{names} won: {phrases.decimal_text(best.points)}", f"{names} won"]


def full_result_text(game: ListedGame, own_key: str) -> str:
    """Returns a text with the winners and all points; for an unfinished game, with the points so far.

    With more than four players it has only the points of a winner and of the person at this screen.
    """
    points = [phrases.decimal_text(seated.points) for seated in game.seats]
    if not game.ended:
        return f"{', '.join(points[:6])}{' …' if len(points) > 6 else ''} so far"
    won = [isolate_name(with_ellipsis(seated.name, MAX_NAME_LENGTH)) for seated in game.seats if seated.won]
    who = f"{phrases.listed(won)} won" if won else "Nobody won"
    if len(points) <= 4:
        return f"{who}: {', '.join(points)}"
    own = game_list.result_of_player(game, own_key)
    told = [best for best, seated in zip(points, game.seats, strict=True) if seated.won][:1]
    if own is not None and not own.won:
        told.append(f"you {phrases.decimal_text(own.points)}")
    return f"{who}: {'; '.join(told)}" if told else who


class ColumnHead(ElementControl):
    """The heading of a column. A press sorts the list by this column.

    sign: the icon for the direction of sorting, "up" or "down"; "" if the list is sorted by another column.
    """

    sign = ""

    def __init__(self, label: str, on_press: Callable[[], Change]) -> None:
        super().__init__(label, role="columnheader", on_press=on_press)

    @property
    def accessible_value(self) -> str:
        return {"down": "sorted, the last first", "up": "sorted"}.get(self.sign, "")

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, radius=6)
        self.draw_content(canvas)

    def make_element(self, description: str, at_right: bool) -> Control:
        """Returns the heading as an element. description: text for screen readers. at_right: True to align it at the right."""
        words = [Text(self.label, 14.5, "ink2", "semi", max_lines=1), *([make_icon(self.sign, 13)] if self.sign else [])]
        content = Row([Spacer(grow=1), *words, Spacer(width=4)] if at_right else words, 4, height=28)
        return Control(self, content=content, more=description)


def sort_key_of_column(
    label: str, own_key: str, accuracy: Mapping[str, tuple[int, int]]
) -> Callable[[ListedGame], tuple[float, str]]:
    """Returns a function that returns the sort key of a game for a column, in ascending order.

    label: the label of the column. own_key: key of the person at this screen. accuracy: by mark of a game, the numbers of good
    and of all reviewed decisions.
    """

    def key(game: ListedGame) -> tuple[float, str]:
        own = game_list.result_of_player(game, own_key)
        match label:
            case "Game":
                return 0.0, find_game(game.game).title
            case "Who played":
                return 0.0, " ".join(seated.name for seated in game.seats).casefold()
            case "Place":
                return (99.0 if own is None or own.place is None else own.place), game.started
            case "Result":
                return (0.0 if own is None else float(own.points)), game.started
            case "Accuracy":
                good, all_of = accuracy.get(game.mark, (0, 0))
                return (good / all_of if all_of else -1.0), game.started
            case _:
                return 0.0, game.started

    return key


class GameList(ListArea):
    """The control of the list, in which a person selects games and opens one. `show_games` sets the games.

    maker: makes the rows. on_open: called with the game to open. on_move: called after a change of the selection.
    """

    keys = (
        ("Up Down PgUp PgDn", "From game to game"), ("Home End", "The first game, and the last"),
        ("Enter", "Open the game"), ("Space", "Choose several"), ("Ctrl+A", "Choose all"),
    )  # fmt: skip

    def __init__(self, maker: GameRows, on_open: Callable[[ListedGame], Change], on_move: Callable[[], None]) -> None:
        super().__init__("Games")
        self.maker, self.on_open, self.on_move = maker, on_open, on_move
        self._down: set[int] = set()
        """The keys of SHIFTS and CTRLS that are down."""
        self.clock = 0.0
        """Seconds since the page opened; the scene updates them."""
        self.games: list[ListedGame] = []
        self.chosen: list[ListedGame] = []
        self.groups: list[tuple[int, str]] = []
        """Headings of groups, each after the index of the first game under it."""
        self._years: list[tuple[int, int]] = []
        """Each year but the latest, with the index of its latest game."""
        self._anchor = 0
        self._clicked = (-1, 0.0)
        self.set_one_line_rows(True)

    @property
    def is_focusable(self) -> bool:
        return self.shown and bool(self.games)

    @property
    def accessible_value(self) -> str:
        return f"{len(self.chosen):,} chosen" if len(self.chosen) > 1 else ""

    @property
    def current_game(self) -> ListedGame | None:
        return self.games[self.cursor] if self.games else None

    def is_selected(self, index: int) -> bool:
        return self.games[index] in self.chosen

    def show_games(self, games: Sequence[ListedGame], groups: Sequence[str]) -> None:
        """Replaces the games. Selected games stay selected if they are still in the list.

        groups: for each game the heading of its group; "" for none.
        """
        before = self.current_game
        self.games = list(games)
        self.groups = [(at, name) for at, name in enumerate(groups) if name and (not at or groups[at - 1] != name)]
        self._years = self._latest_game_by_year() if self.groups else []
        wanted = {game.mark for game in (*self.chosen, *([before] if before else []))}
        places = {_group_key(game): place for place, game in enumerate(self.games) if game.mark in wanted}
        self.chosen = [self.games[places[_group_key(game)]] for game in self.chosen if _group_key(game) in places]
        self.cursor = places.get(_group_key(before), 0) if before is not None else 0
        if not self.chosen and self.games:
            self.chosen = [self.games[self.cursor]]
        self._anchor = self.cursor
        self.set_one_line_rows(self.maker.wide)

    def set_one_line_rows(self, wide: bool) -> None:
        """Makes all rows anew. wide: True for rows of one line, False for two lines."""
        self.maker.wide = wide
        self.rows = LazyList(
            self, len(self.games), lambda place: self.maker.make_row(self.games[place]), WIDE if wide else NARROW,
            groups=self.groups, margin=44 if wide else 16, grow=1,
        )  # fmt: skip

    def _latest_game_by_year(self) -> list[tuple[int, int]]:
        ended = [(place, game.when.year) for place, game in enumerate(self.games) if game.when is not None and game.ended]
        return [(year, place) for (_, before), (place, year) in pairwise(ended) if year < before]

    def year_labels(self) -> list[tuple[float, int, int]]:
        """Returns the labels of years beside the scroll bar: y of the label in pixels, the year, and the index of the year's
        last game.
        """
        part = self.rect.h / self.inner if self.max_offset else 0.0
        return [(self.rows.row_top(place) * part, year, place) for year, place in self._years] if part else []

    # ------------------------------------------------------------------ choosing

    def select_row(self, index: int, extend: bool = False) -> None:
        """Selects a game. index: index of the game. extend: True to select all games from the anchor to this game."""
        if not self.games:
            return
        self.cursor = min(len(self.games) - 1, max(0, index))
        if extend:
            first, last = sorted((self._anchor, self.cursor))
            self.chosen = self.games[first : last + 1]
        else:
            self._anchor, self.chosen = self.cursor, [self.games[self.cursor]]
        self._scroll_to_current_game()
        self.on_move()

    def toggle_game(self, index: int) -> None:
        """Selects a game, or removes it from the selection. index: index of the game."""
        self.cursor = self._anchor = index
        game = self.games[index]
        self.chosen = [one for one in self.chosen if one is not game] if game in self.chosen else [*self.chosen, game]
        self.on_move()

    def _scroll_to_current_game(self) -> None:
        rows = self.rows
        head, end = rows.heading_top(self.cursor), rows.row_top(self.cursor) + rows.row_height * rows.t
        if head < self.offset:
            self.scroll_to(head)
        elif end > self.offset + self.rect.h:
            self.scroll_to(end - self.rect.h)

    def update_pressed_keys(self, key: int, is_down: bool) -> None:
        """Updates the set of keys that are held down. The scene calls it for every key event, also if another control has the
        focus.
        """
        if key in SHIFTS | CTRLS:
            (self._down.add if is_down else self._down.discard)(key)

    def handle_key(self, event: pygame.event.Event) -> bool:
        mod = getattr(event, "mod", 0)
        page = max(1, int(self.rect.h / (self.rows.row_height * self.rows.t)) - 1)
        by = {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -len(self.games), pygame.K_END: len(self.games),
        }.get(event.key)  # fmt: skip
        if by is not None:
            at_end = event.key in (pygame.K_UP, pygame.K_DOWN) and not 0 <= self.cursor + by < len(self.games)
            if not at_end:
                self.select_row(self.cursor + by, bool(mod & pygame.KMOD_SHIFT))
            return not at_end  # at an end the arrow moves the focus instead
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.games:
            self.requested_change = self.on_open(self.games[self.cursor])
        elif event.key == pygame.K_SPACE and self.games:
            self.toggle_game(self.cursor)
        elif event.key == pygame.K_a and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.chosen = list(self.games)
            self.on_move()
        else:
            return False
        return True

    def pointer_down(self, pos: tuple[int, int]) -> None:
        rows = self.rows
        if self.max_offset and pos[0] > self.rect.right - 12 * rows.t:
            super().pointer_down(pos)
            return
        self._grab = -1.0
        for y, _, place in self.year_labels() if pos[0] > self.rect.right - rows.margin * rows.t else ():
            if abs(self.rect.y + y - pos[1]) < 10 * rows.t:
                self.select_row(place)
                self.scroll_to(rows.heading_top(place))
                return
        place = rows.row_at(pos)
        if place < 0:
            return
        twice = self._clicked[0] == place and self.clock - self._clicked[1] < TWICE
        self._clicked = (place, self.clock)
        plain = not self._down
        if self._down & CTRLS:
            self.toggle_game(place)
        else:
            self.select_row(place, bool(self._down & SHIFTS))
        if plain and (twice or self._element_box_at(place, "go on", pos) is not None):
            self.requested_change = self.on_open(self.games[place])

    @property
    def wheel_step(self) -> float:
        return self.rows.row_height * self.rows.t

    def _element_box_at(self, place: int, key: str, pos: tuple[int, int]) -> pygame.Rect | None:
        boxes = (self.rows.box_of(one) for one in self.rows.laid_out_row(place).walk() if one.key == key)
        return next((box for box in boxes if box.collidepoint(pos)), None)

    def note_at(self, pos: tuple[int, int]) -> FigureNote | None:
        """Returns the note on the accuracy at a position of the window; None if there is none."""
        place = self.rows.row_at(pos)
        area = None if place < 0 else self._element_box_at(place, "accuracy", pos)
        return None if area is None else FigureNote(area, self.maker.accuracy_note(self.games[place]))

    # ------------------------------------------------------------------ drawing

    def draw(self, canvas: Canvas, focused: bool) -> None:
        chosen = {id(game) for game in self.chosen}
        with self.clipped_content(canvas):
            for place in self.rows.visible_rows():
                box = self.rows.row_rect(place)
                if id(self.games[place]) in chosen:
                    draw_ground(canvas, "chosen" if place == self.cursor else "selected", box.inflate(-4, -2))
                if focused and place == self.cursor:
                    canvas.draw_focus_ring(box.inflate(-16, -14), 3, True)
            self.rows.paint_rows(canvas)
        if self.maker.wide:
            self._draw_years(canvas)
        super().draw(canvas, False)

    def _draw_years(self, canvas: Canvas) -> None:
        u, last = self.rows.t, -99.0
        for y, year, _ in self.year_labels():
            if y - last > 16 * u:
                x, last = self.rect.right - 10 * u, y
                tone = canvas.theme.ink2
                canvas.draw_plain_text(f"{year % 100:02}", x - 8 * u, self.rect.y + y, self.px * 0.8, tone, "sans", "midright")
                canvas.draw_line(x - 5 * u, self.rect.y + y, 12 * u, canvas.theme.ring)


def _group_key(game: ListedGame) -> tuple[str, str, int]:
    return game.mark, str(game.path), game.number
