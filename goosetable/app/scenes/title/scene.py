"""The title: a tile for every game, the running game, and buttons to the other pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

import pygame

from goosetable import __version__
from goosetable.app.context import CONTRAST_THEME, Context
from goosetable.app.match import days
from goosetable.app.match.matches import DayDeal, Matches, day_deal
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import (
    ToDayResult,
    ToImport,
    ToKeeperSetup,
    ToLessons,
    ToNewGame,
    ToProblems,
    ToRules,
    ToStatistics,
    ToTable,
)
from goosetable.app.scenes.title import pieces
from goosetable.app.scenes.title.pieces import DayTile, LargeButton, winners_in_words
from goosetable.app.skins import assets
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.history import deleted
from goosetable.app.storage.history.figures import Figures, uncounted_games
from goosetable.app.storage.history.records import open_history
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.storage.settings import FaceDesign
from goosetable.app.ui import keymap
from goosetable.app.ui.elements import Column, Control, Element, LayoutPass, Picture, Row, Scroll, Spacer, Text
from goosetable.app.ui.focus import Button, form_arrow_group
from goosetable.app.ui.scene import Change, Push, Quit, WatchedValue
from goosetable.engine.game import AnyGame
from goosetable.engine.record.session import Session
from goosetable.engine.words import phrases
from goosetable.games import SHELF

PROMISE: Final = f"Version {__version__}, offline. No adverts, no accounts, no peeking: every deal can be checked."
GAP: Final = 14
GAPS: Final = 5
"""Number of gaps between which the free height is divided."""
MANY: Final = 6
"""Largest number of tiles in fewer than four columns. If there are more, a row has four tiles, each at least `NARROW` units
wide.
"""
NARROW: Final = 176
WIDEST: Final = 640.0
"""Width of the large button in units, if there is room."""
TAGGED: Final = 480
"""Height of the window in units, below which the lines under the name and at the foot are left out."""
PATIENCE: Final = 1.0
"""Seconds for which screen readers wait until it is known whether a saved game can be continued."""
LEAST: Final = 90
"""Least space beside the name for ornaments, in units."""


def _arrange_in_rows(controls: Sequence[Control], columns: int, gap: float) -> list[Row]:
    return [Row(controls[at : at + columns], gap, align=0.5) for at in range(0, len(controls), columns)]


class TitleScene(ElementPage):
    """The first scene. Its first frame has only text on plain cloth; `run_slice` adds the pictures."""

    screen, effect_of_esc = keymap.TITLE, ""
    _work: Iterator[None] | None = None
    """The work on pictures; None before its first step."""
    _may_find_game = False
    """True if there is no running game, but records, which may have an unfinished one."""
    _seconds = 0.0
    """Seconds since the page began to read the saved games, at most `PATIENCE`."""

    def __init__(self, context: Context, matches: Matches) -> None:
        super().__init__(context, "Title")
        self.scroll.on_paper = False
        self.matches = matches
        self.key_actions["new game"] = lambda: self._set_up(None)
        self.tiles = [parts.GameTile(context, game, partial(self._set_up, game)) for game in SHELF]
        self.prime = LargeButton(self._press_large_button)
        lessons = Button("Learn a game", lambda: Push(ToLessons()), "wood", "hint")
        lessons.shown = any(assets.exists("lessons", f"{game.id}.json") for game in SHELF)
        rules = Button("Rules", self._open_rules, "wood", "book")
        rules.command = "rules"
        problems = Button("Problems", lambda: Push(ToProblems()), "wood", "pencil")
        problems.shown = any(assets.exists("problems", f"{game.id}.json") for game in SHELF)
        settings = Button("Settings", self.open_settings, "wood", "gear")
        settings.command = "settings"
        statistics = Button("Statistics", lambda: Push(ToStatistics(has_games_button=True)), "wood", "stats")
        self.buttons = [lessons, rules, problems, settings, statistics, Button("Leave", Quit, "wood", "door")]
        self.keeper = parts.TextLink("score keeper for real cards", self._open_score_keeper)
        self.keeper.command = "keeper"
        self.contrast = parts.TextLink("", self._switch_contrast)
        self.contrast.command = "contrast"
        self._usual: tuple[str, FaceDesign] = "lamplight", "two"
        self._plain = True  # until the pictures have been prepared
        self.running: Session | None = None
        """The game with which the large button goes on: that of the running table, or else the newest unfinished one."""
        self.kept: tuple[Path, int] | None = None
        """The record of that game, and its number there, if it is not at the running table; else None."""
        self.goose = pieces.BlinkingEye()
        self.won = 0
        """Games won by this computer's person, in the records read so far."""
        self.history = open_history(self.context.folders, self.context.settings)
        self.midnight = WatchedValue(lambda: matches.today)
        self.another = WatchedValue(lambda: matches.saves.is_open_elsewhere)
        self.day = DayTile(context, day_deal(matches.today, SHELF), self._open_deal_of_day)
        self.shown = [*self.tiles, self.day]
        """The tiles, in their order."""
        self._form_arrow_groups()
        self._label_large_button()
        self._show_day_result()
        self.first = self.prime

    def _form_arrow_groups(self) -> None:
        form_arrow_group(self.shown, closed=True)
        form_arrow_group(self.buttons, closed=False)
        for tile in self.shown:
            tile.keys = parts.STEPS_AMONG_GAMES

    def on_close(self) -> None:
        self.history.close()

    def _label_large_button(self) -> None:
        """Labels the large button with the running game, and with a remark if another program has that game open."""
        self.running, self.kept = self.matches.running_game(), None
        self.prime.set_session(self.running, self.running is not None and self.matches.saves.is_open_elsewhere)
        if self.running is None:
            self._offer_saved_game()
        self._may_find_game = self.running is None and any(self.context.folders.games.glob("*.goose"))

    def _offer_saved_game(self) -> None:
        """Labels the large button with the newest unfinished game, if the saved games have one."""
        self.kept = self.history.newest_unfinished_game
        if self.kept is not None:
            self.running = self.matches.unfinished_game(*self.kept)
            self.prime.set_session(self.running)

    def _show_day_deal(self) -> None:
        self.day.show_deal(day_deal(self.matches.today, SHELF))
        self._show_day_result()

    def _show_day_result(self) -> None:
        found = days.stored_result(self.context.settings.days, self.day.deal.day)
        self.day.result = found.points_clause if found is not None else "begun" if self._has_day_begun else ""

    @property
    def _has_day_begun(self) -> bool:
        """True if the running game is the deal of the day."""
        return self.running is not None and self.day.deal.is_played_in(self.running)

    def _open_deal_of_day(self) -> Change:
        if self.matches.today != self.day.deal.day:  # pressed in the moment before the tile turns
            self._show_new_day()
        if days.stored_result(self.context.settings.days, self.day.deal.day) is not None:
            return Push(ToDayResult(self.day.deal.day))
        return self._press_large_button() if self._has_day_begun else self._set_up(None, self.day.deal)

    def _set_up(self, game: AnyGame | None, day: DayDeal | None = None) -> Change:
        return Push(ToNewGame(game, day, has_unfinished=self.running is not None))

    def _press_large_button(self) -> Change:
        if self.running is None:
            return self._set_up(None)
        match = None
        if self.kept is not None:
            if self.matches.running_game() is None and self.matches.unfinished_game(*self.kept) is not None:
                match = self.matches.open_copy_of_record(*self.kept)
        elif not self._has_changed_elsewhere():
            match = self.matches.continue_table()
        if match is None:
            self._update_page()
            return None
        return Push(ToTable(match))

    def _has_changed_elsewhere(self) -> bool:
        said = self.prime.copied
        if self.matches.saves.is_open_elsewhere != said:
            return True
        now = self.matches.running_game() if said else self.running  # the other program may have another game open by now
        return now is None or self.running is None or now.header != self.running.header

    def _open_rules(self) -> Change:
        focus = self.widgets.focus
        usual = SHELF[0] if self.running is None else self.running.game
        game = focus.game if isinstance(focus, parts.GameTile) else usual
        return Push(ToRules(game, game.Options()))

    def _open_score_keeper(self) -> Change:
        focus = self.widgets.focus
        return Push(ToKeeperSetup(focus.game if isinstance(focus, parts.GameTile) else None))

    def _switch_contrast(self) -> None:
        s = self.context.settings
        if self.context.theme_name == CONTRAST_THEME and s.cards == "large":
            theme, cards = self._usual
        else:
            self._usual = (s.theme, s.cards) if s.theme != CONTRAST_THEME else self._usual
            theme, cards = CONTRAST_THEME, "large"
        self.context.choose_theme(theme, cards=cards)

    def go_back(self) -> Change:
        """Does nothing, because Esc should not close the program."""
        return None

    def on_file_dropped(self, path: str) -> Change:
        return Push(ToImport(self.history, path))

    def on_resume(self, result: object) -> None:
        self._update_page()

    def _show_new_day(self) -> None:
        """Shows the new deal of the day after midnight. The saved games stay open, because another scene may use them."""
        self._show_day_deal()
        if self.history.is_done:
            self._read_results()
        self.rebuild()

    def _update_page(self) -> None:
        self.history.close()
        self.history, self._seconds = open_history(self.context.folders, self.context.settings), 0.0
        self._label_large_button()
        self._show_day_deal()
        self.rebuild()

    # ------------------------------------------------------------------ the page

    def lay_out(self) -> None:
        self._work = None
        super().lay_out()

    def make_page(self) -> Element:
        for tile in self.shown:
            tile.plain = self._plain
        self._update_key_labels()
        edge = self.rim_width + 4
        width, height = self.wide - 2 * edge, self.high - 2 * edge
        self._tagged = height > TAGGED
        run, slack = LayoutPass(self.context.canvas, self.t), -1.0
        ways = self._tile_styles(width)
        for style, tall in ways:
            slack = height - self._make_column(style, tall, width, height).measure(run, width)[1]
            if slack >= -1:
                break
        for tile in self.shown:
            tile.style = style
        stays = slack < -1  # the large button, while the rest scrolls
        air = min(34.0, max(0.0, slack) / GAPS)
        top = max(0.0, slack - GAPS * air) / 2
        page = Scroll(self._make_column(style, tall, width, height, air, top, not stays), self.scroll, (0, 0))
        return Column(
            [page, *([self._make_prime_row(width)] if stays else [])], 12, (edge, edge, edge, edge + (12 if stays else 0))
        )

    def _update_key_labels(self) -> None:
        on = self.context.theme_name == CONTRAST_THEME and self.context.settings.cards == "large"
        self.contrast.label = "the usual colours and cards" if on else "contrast and large cards"
        self.keeper.hint, self.contrast.hint = (self.context.keymap.name_of_key(one) for one in ("keeper", "contrast"))

    def _make_column(
        self, style: parts.Style, tall: float, width: float, height: float, air: float = 0, top: float = 0, prime: bool = True
    ) -> Column:
        w, columns = self._tile_size(style, width)
        tiles = _arrange_in_rows([Control(tile, width=w, height=tall) for tile in self.shown], columns, GAP)
        each, wide = self._button_rows(width)
        for button in self.buttons:
            button.hint = self.context.keymap.name_of_key(button.command) if button.command and wide >= 150 else ""
        buttons = [Control(button, width=wide, height=48) for button in self.buttons if button.shown]
        line = min(290.0, (width - 32) / 2)
        lines = [Control(one, 15, width=line, height=30) for one in (self.keeper, self.contrast)]
        promise = Text(PROMISE, 15, "cream2", max_lines=1, shrink=0.5, align=0.5, height=22)
        return Column([
            self._make_head(width, height, air, top),
            Column(tiles, GAP, role="list", name="Games", region="games"),
            Spacer(height=18 + air),
            *([self._make_prime_row(width), Spacer(height=16 + air)] if prime else []),
            Column(_arrange_in_rows(buttons, each, GAP), 10, region="buttons"),
            Spacer(height=12 + air * 0.6),
            *([promise] if self._tagged else []),
            Row(lines, 20, align=0.5, height=34),
        ])  # fmt: skip

    def _make_prime_row(self, width: float) -> Element:
        return Control(self.prime, 20, width=min(WIDEST, width - 12), height=self._prime_height(width), align=0.5)

    def _make_head(self, width: float, height: float, air: float, top: float) -> Element:
        canvas, t = self.context.canvas, self.t
        mark = max(36.0, min(92.0, width * 0.15, height * 0.135))

        def wordmark(canvas: Canvas, area: pygame.Rect) -> None:
            canvas.draw_wordmark(area.centerx, area.y, mark * t)

        name = Picture(wordmark, height=mark * 1.22, role="heading", name="goosetable")
        tag = Text(self._tagline(), 22, "cream2", "serifr", max_lines=1, shrink=0.5, align=0.5, height=34)
        words = Column([name, *([tag] if self._tagged else [])], padding=(20, top + air / 2, 20, 10 + air / 2), grow=1, align=0)
        taken = max(
            canvas.width("goosetable", mark * t, "black"), canvas.width(tag.words, self.text_px(22), "serifr") * self._tagged
        )
        side = (width - taken / t) / 2 - 12
        if self._plain or side < LEAST:
            return Row([words], 0)
        high = top + air + mark * 1.22 + 34 * self._tagged + 10
        left = Picture(lambda canvas, at: pieces.draw_sprig(canvas, at, t), width=side, height=high)
        shelf = Picture(
            lambda canvas, at: pieces.draw_shelf(
                canvas, at, t, self._games_won_wordings if self._tagged else (), self.won, self.goose.awake
            ),
            width=side, height=high,
            name=phrases.with_capital(self._games_won_wordings[0]),
        )  # fmt: skip
        return Row([left, words, shelf], 0)

    @property
    def _games_won_wordings(self) -> list[str]:
        s = self.context.settings
        return pieces.games_won_wordings(self.won, "you" if profiles.is_default_name(s, s.name) else s.name)

    def _tile_styles(self, width: float) -> list[tuple[parts.Style, float]]:
        upright: list[tuple[parts.Style, float]] = [("upright", 246), ("upright", 226)]
        large: list[tuple[parts.Style, float]] = [("row", 112), ("row", 92)]
        found = [*(upright if self._upright_columns(width) else ()), *(large if len(self.shown) > MANY else ())]
        return [*found, ("row", 74), ("row", 62)]

    def _upright_columns(self, width: float) -> int:
        """Returns the number of upright tiles in a row: all tiles, or half of them if there are more than three; 0 if tiles
        would be too narrow.
        """
        n = len(self.shown)
        ways = (n, math.ceil(n / 2)) if n > 3 else (n,)
        return next((columns for columns in ways if width - 40 >= columns * 168 + (columns - 1) * GAP), 0)

    def _tile_size(self, style: parts.Style, width: float) -> tuple[float, int]:
        """Returns the width of a tile in units, and the number of tiles in a row."""
        n = len(self.shown)
        if style == "upright":
            columns = self._upright_columns(width) or n
            return min(250.0, (width - 40 - GAP * (columns - 1)) / columns), columns
        wide, most = (NARROW + GAP, 4) if n > MANY and width - 20 >= 4 * (NARROW + GAP) - GAP else (246, 3)
        columns = max(1, min(n, most, int((width - 20 + GAP) // wide) if most == 4 else int((width - 20) // wide)))
        columns = math.ceil(n / math.ceil(n / columns))
        room = width - (40 if most == 4 and width >= 900 else 20)  # as far out as the buttons
        return min(340.0, (room - GAP * (columns - 1)) / columns), columns

    def _button_rows(self, width: float) -> tuple[int, float]:
        """Returns the number of buttons in a row, and the width of a button in units."""
        shown = sum(button.shown for button in self.buttons)
        room = width - (40 if width >= 900 else 12)  # in a wide window no further out than the tiles
        least = 136 if self.high > 520 else 112  # in a low window rather narrow buttons than another row of them
        most = max(1, min(shown, int((room + GAP) // (least + GAP))))
        each = math.ceil(shown / math.ceil(shown / most))
        return each, min(184.0, (room - GAP * (each - 1)) / each)

    def _prime_height(self, width: float) -> float:
        if not self.prime.player_names:
            return 56.0
        many = self.prime.needs_two_lines(self.context.canvas, min(WIDEST, width - 12) * self.t, self.text_px(20))
        return (82.0 if many else 62.0) if self._tagged else 56.0

    @property
    def words_wait(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        """True while the large button may still get the name of a saved game, for at most `PATIENCE` seconds."""
        return self._may_find_game and not self.history.is_done and self._seconds < PATIENCE

    @property
    def opening_announcement(self) -> str:
        return f"Goosetable. {self._tagline()}."

    def _tagline(self) -> str:
        return f"{phrases.number_word(len(SHELF)).capitalize()} odd card games, and opponents to play them with"

    def update(self, dt: float) -> None:
        """Lets dt seconds pass: moves the goose's eye, and updates the page after midnight or after a change by another
        program.
        """
        self._seconds = min(PATIENCE, self._seconds + dt)
        if self.midnight.pass_time(dt):
            self._show_new_day()
        if self.another.pass_time(dt):
            self._label_large_button()
            self.rebuild()
        if self.context.animation_factor and not self._plain:
            self.dirty |= self.goose.update(dt)

    def run_slice(self) -> bool:
        """Does one piece of work, first on pictures, then on saved games. Returns True if more remains."""
        if self._plain:
            self._work = self._work or self._predraw_pictures()
            if next(self._work, self) is self:
                self._plain = False
                self.rebuild()
            return True
        if self.history.is_done:
            return False
        if not self.history.run_slice():
            self._read_results()
        return not self.history.is_done

    def _read_results(self) -> None:
        """Reads the games won and the result of the deal of the day. Removes records that were deleted long ago."""
        s = self.context.settings
        you = RecordedPlayer(s.name, cast.HUMAN)
        if self.running is None:
            self._offer_saved_game()
            self._show_day_result()
        deleted.remove_expired_records(self.context.folders, self.matches.now)
        figures = Figures(self.history.tables, uncounted_games(s))
        self.won = figures.totals_of_player(you).won
        self.day.result = self.day.result or winners_in_words(
            figures.winners_of_first_game(self.day.deal.game.id, self.day.deal.code), you
        )
        self.rebuild()

    def _predraw_pictures(self) -> Iterator[None]:
        """Generator: draws a picture off the screen in each step, so that it is cached before a frame needs it."""
        import_module("goosetable.app.art.deck")  # reading it takes most of the time
        yield
        scrap = pygame.Surface((8, 8), pygame.SRCALPHA)
        for tile in self.tiles:
            for part in tile.game.text.emblem:
                with self.context.canvas.drawing_on(scrap):
                    parts.draw_emblem(self.context, self.context.canvas, (part,), tile.picture_area().inflate(-4, -4))
                yield
