"""What holds for every scene: it draws in any window, theme and text size, and everything can be reached by keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import SheetSession
from goosetable.app.scenes import key_list
from goosetable.app.scenes.card_pages import AllHandsScene, CardsPlayedScene
from goosetable.app.scenes.charts import ChartsScene
from goosetable.app.scenes.day import DayScene
from goosetable.app.scenes.fair_play import FairPlayScene
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.history.dialogs import ChoicesScene, ExportScene, ImportScene
from goosetable.app.scenes.history.scene import AllGamesScene
from goosetable.app.scenes.keeper.scene import KeeperScene
from goosetable.app.scenes.keeper.setup import KeeperMenuScene, KeeperNamesScene, KeeperSetupScene
from goosetable.app.scenes.keys import KeyChoiceScene, KeysScene
from goosetable.app.scenes.lesson.lessons import LessonsScene
from goosetable.app.scenes.letters import OnScreenKeyboardScene
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.scenes.new_game.scene import NamesScene, NewGameScene, ProfileScene, SeatPickerScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.problem.problems import ProblemsScene
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.routes import ToKeeper
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.score.end import GameEndScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.statistics import PlayerStatisticsScene, StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui import keymap
from goosetable.app.ui.scene import Replace, Scene
from goosetable.app.ui.text_field import TextField
from goosetable.engine.record.format import Chair
from tests.app.archives import played, put
from tests.app.conftest import Opens, history_of, play_deal

GAME = games.SHELF[0]


def _played(matches: Matches, end: bool) -> tuple[Match, Any, Any, Any]:
    chairs = [Chair("Gooseberry", "human"), Chair("Lord Mumble", "easy"), Chair("Somebody with a long name", "easy")]
    match, rng = matches.begin_table(GAME, GAME.Options(target=50), chairs), Random(5)
    while True:
        found = play_deal(match, rng)
        if not end or match.session.ended:
            return match, *found


def _score(context: Context, matches: Matches) -> Scene:
    return ScoreScene(context, matches, *_played(matches, False))


def _end(context: Context, matches: Matches) -> Scene:
    return GameEndScene(context, matches, *_played(matches, True))


def _hands(context: Context, matches: Matches) -> Scene:
    match = _played(matches, False)[0]
    return AllHandsScene(context, match, match.session.scored_deals[-1], ("gooseberry", "fox", "hen"))


def _review(context: Context, matches: Matches) -> Scene:
    match = _played(matches, False)[0]
    return ReviewScene(context, matches, match, match.session.scored_deals[-1])


def _archive(context: Context) -> None:
    for seed, others in enumerate((("Vesper", "hard"), ("Lord Mumble", "easy"), ("Somebody with a long name", "expert-deal"))):
        text = played((("Gooseberry", "human"), others, ("Dorothea", "medium")), seed, f"2026-11-2{seed}T10:00:00Z")[1]
        put(context.folders.data, str(seed), text)


def _statistics(context: Context, matches: Matches) -> Scene:
    _archive(context)
    return StatisticsScene(context, has_games_button=True)


def _games(context: Context, matches: Matches) -> Scene:
    _archive(context)
    _played(matches, False)
    return AllGamesScene(context, matches, history_of(context))


def _figures(context: Context, matches: Matches) -> Scene:
    _archive(context)
    return PlayerStatisticsScene(context, RecordedPlayer("Gooseberry", "human"))


def _day(context: Context, matches: Matches) -> Scene:
    results = ("throps 22 19 won 20", "goosed 10 14 lost 12", "fools-gold -2 3 lost 4", "gops 45 45 shared 40")
    stored = {(matches.today - timedelta(days=before)).isoformat(): result for before, result in enumerate(results)}
    context.change_settings(days=stored)
    return DayScene(context, matches, matches.today)


def _charts(context: Context, matches: Matches) -> Scene:
    _archive(context)
    return ChartsScene(context, matches, RecordedPlayer("Gooseberry", "human"), history_of(context))


def _menu(context: Context, matches: Matches) -> Scene:
    return PauseMenuScene(context, _played(matches, False)[0])


def _fair(context: Context, matches: Matches) -> Scene:
    return FairPlayScene(context, matches, _played(matches, False)[0])


def _names(context: Context, matches: Matches) -> Scene:
    setup = TableSetup(GAME, "Gooseberry")
    setup.give_seat_to_player(1, "Player 2", "human")
    page = NamesScene(context, setup)
    page.fields[0].set_text("Maud")
    return page


def _chair(context: Context, matches: Matches) -> Scene:
    return SeatPickerScene(context, TableSetup(GAME, "Gooseberry"), 1)


def _dealt(context: Context, matches: Matches) -> Match:
    chairs = [Chair("Gooseberry", "human"), Chair("Vesper", "easy"), Chair("Anna", "human")]
    match = matches.begin_table(GAME, GAME.Options(), chairs)
    match.deal()
    return match


def _table(context: Context, matches: Matches) -> Scene:
    return TableScene(context, _dealt(context, matches))


def _curtain(context: Context, matches: Matches) -> Scene:
    table = TableScene(context, _dealt(context, matches))
    return HandoverScene(context, table.match, table.match.next_person, table.portraits, table.turn_table_to)


def _cards_played(context: Context, matches: Matches) -> Scene:
    match = _dealt(context, matches)
    match.uncover_hand(match.next_person)
    return CardsPlayedScene(context, match)


def _sheet_session(context: Context, matches: Matches) -> SheetSession:
    context.change_settings(asked=[f"player {number}" for number in range(1, 13)])
    asked = KeeperSetupScene(context, matches, GAME).begin_game()
    assert isinstance(asked, Replace) and isinstance(asked.route, ToKeeper)
    return asked.route.session


def _keeper(context: Context, matches: Matches) -> Scene:
    return KeeperScene(context, _sheet_session(context, matches))


def _closed(context: Context, matches: Matches) -> SheetSession:
    """A sheet whose file is closed, as no scene here would close it."""
    session = _sheet_session(context, matches)
    session.close()
    return session


SCENES: dict[str, Callable[[Context, Matches], Scene]] = {
    "title": TitleScene, "set-up": NewGameScene, "score": _score, "end": _end, "hands": _hands, "menu": _menu,
    "review": _review,
    "rules": lambda context, _: RulesScene(context, GAME, GAME.Options()),
    "settings": lambda context, _: SettingsScene(context),
    "statistics": _statistics, "games": _games, "figures": _figures, "charts": _charts,
    "fair play": _fair, "chair": _chair, "names": _names,
    "person": lambda context, _: ProfileScene(context, Profile("Anna", "acorn", "sky")),
    "learn": lambda context, _: LessonsScene(context), "problems": ProblemsScene,
    "day": _day,
    "cards played": _cards_played, "curtain": _curtain,
    "keeper set-up": KeeperSetupScene, "keeper": _keeper,
    "keeper menu": lambda context, matches: KeeperMenuScene(context, _closed(context, matches)),
    "keeper names": lambda context, matches: KeeperNamesScene(context, _closed(context, matches)),
    "choices": lambda context, _: ChoicesScene(context, "When", [(str(n), f"In {n}") for n in range(30)], "3", lambda _: None),
    "keys": lambda context, _: KeysScene(context, *key_list.route_to_keys_of_screen(keymap.TABLE, key_list.AT_TABLE)),
    "key choice": lambda context, _: KeyChoiceScene(context),
    "letters": lambda context, _: OnScreenKeyboardScene(context, TextField("A name", "Anna")),
    "import": lambda context, _: ImportScene(context, history_of(context)),
    "export": lambda context, matches: ExportScene(context, matches, ()),
}  # fmt: skip


@pytest.fixture(params=SCENES)
def make(request: pytest.FixtureRequest) -> Callable[[Context, Matches], Scene]:
    return SCENES[request.param]


WINDOWS = [
    (640, 400, 2.0), (1000, 900, 1.3), (1280, 720, 2.0), (640, 1000, 1.0), (640, 400, 1.0), (1280, 720, 1.0),
]  # fmt: skip
"""The last is that of a first start."""


@pytest.mark.one_in(6)
def test_it_is_whole_in_any_window_and_nothing_is_drawn_while_nothing_happens(program: Opens, make: Any) -> None:
    """One window of changing sizes: every control says what it is, lies in sight, and in text of the usual size on no other."""
    one, scene = program.at(make)
    assert all((widget.label or widget.accessible_value) and widget.role != "generic" for widget in scene.widgets.all)
    for w, h, text in WINDOWS:
        one.context.change_settings(text_size=text)
        one.screen._window.size = (w, h)
        one.step()
        one.finish()
        shown = [widget for widget in scene.widgets.all if widget.is_focusable]
        assert shown and (scene.w, scene.h) == (w, h)
        for at, widget in enumerate(shown):
            box = widget.scroller.rect if widget.scroller else widget.rect
            assert one.screen.surface.get_rect().contains(box), widget.label
            assert widget.rect.w >= 24 and widget.rect.h >= 18, widget.label
            assert widget.rect.left >= box.left - 1 and widget.rect.right <= box.right + 1, widget.label
            over = [other for other in shown[at + 1 :] if widget.rect.colliderect(other.rect)]
            assert text > 1 or not any(widget.scroller is other.scroller for other in over), (widget.label, over)
    while one.context.cloth.is_unfinished:
        one.context.cloth.draw_slice()
    one.step()
    before = one.loop.frames
    one.wait(0.5)
    assert one.loop.frames == before
    if not isinstance(scene, SettingsScene):
        sets_and_comes_back(one)


def sets_and_comes_back(one: Any) -> None:
    """Any setting in four acts, F10, section, setting, Esc; and the scene is there as it was, with nothing done in it."""
    before = one.top
    one.key(pygame.K_F10)
    assert isinstance(one.top, SettingsScene)
    one.click(next(tab for tab in one.top.tabs if tab.label == "Play"))
    one.click(one.top.rows["Lift the cards I may play"])
    one.key(pygame.K_ESCAPE)
    assert one.top is before
    assert not one.context.settings.lift_legal


def test_any_setting_is_changed_from_a_table_in_four_acts(program: Opens) -> None:
    one, _ = program.at(_table)
    sets_and_comes_back(one)


@pytest.mark.one_in(9)
def test_it_draws_on_a_very_large_screen(program: Opens, make: Any) -> None:
    one, scene = program.at(make, (3840, 2160))
    scene.draw(one.context.canvas)


TINY = ((200, 150), (300, 200), (320, 240))
"""Windows smaller than the system is asked to make them."""


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one == "settings" else pytest.mark.slow) for one in SCENES])
def test_it_draws_with_the_largest_text_in_a_window_smaller_than_the_least(program: Opens, name: str) -> None:
    """The settings were left less than no room for the name of a setting."""
    for size in TINY:
        one = program((640, 400), text_size=2.0)
        one.screen._window.minimum_size = (1, 1)
        one.screen._window.size = size
        scene = one.show(SCENES[name])
        one.finish()
        for _ in scene.widgets.all:
            one.key(pygame.K_TAB)
        assert one.screen.surface.get_size() == size


@pytest.mark.one_in(5)
def test_every_control_is_reached_by_tab_and_comes_into_sight(program: Opens, make: Any) -> None:
    one, scene = program.at(make, (640, 400), text_size=1.4)
    wanted = {id(w) for w in scene.widgets.all if w.is_focusable}
    seen = set()
    for _ in range(3 * len(wanted)):
        focus = scene.widgets.focus
        seen.add(id(focus))
        if focus.scroller is not None and focus.rect.h <= focus.scroller.rect.h - 24:
            assert focus.scroller.rect.contains(focus.rect), focus.label
        one.key(pygame.K_TAB)
    assert seen == wanted
    assert scene.widgets.ring
    one.step()
