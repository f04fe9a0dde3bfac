"""What holds for every scene: it draws in any window, theme and text size, and everything can be reached by keys."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Desk
from goosetable.app.match.match import Sitting
from goosetable.app.match.matches import Tables
from goosetable.app.scenes.all_hands import HandsScene
from goosetable.app.scenes.cards_played import PlayedScene
from goosetable.app.scenes.fair_play import FairScene
from goosetable.app.scenes.handover import CurtainScene
from goosetable.app.scenes.lessons import LearnScene
from goosetable.app.scenes.new_game.external_player import GuestScene
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.scenes.new_game.profile_editor import PersonScene
from goosetable.app.scenes.new_game.scene import SetupScene
from goosetable.app.scenes.new_game.seat_picker import ChairScene
from goosetable.app.scenes.pause_menu import MenuScene
from goosetable.app.scenes.player_statistics import FiguresScene
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.saved_games import GamesScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.statistics import StatisticsScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title import TitleScene
from goosetable.app.skins import theme
from goosetable.app.storage.history import Annals
from goosetable.app.storage.profiles import Person
from goosetable.app.storage.statistics import Who
from goosetable.app.ui.scene import Scene
from goosetable.engine.record import seed as codes
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.rules.event import Scored
from tests.app.archives import played, put

GAME = games.SHELF[0]
Opens = Callable[..., Any]


def _played(tables: Tables, end: bool) -> tuple[Sitting, Any, Any, Any]:
    chairs = [Chair("You", "human"), Chair("Lord Mumble", "easy"), Chair("Somebody with a long name", "easy")]
    sitting, rng = tables.lay(GAME, GAME.Options(target=50), chairs), Random(5)
    while True:
        sitting.deal()
        session = sitting.session
        while session.due == "act":
            sitting.act(rng.choice(list(session.legal())))
        dealt, tally = session.deal, GAME.text.tally(sitting.view().known, sitting.me)
        points = next(event for event in sitting.score() if isinstance(event, Scored)).points
        if not end or session.ended:
            return sitting, tally, points, dealt


def _score(desk: Desk, tables: Tables) -> Scene:
    return ScoreScene(desk, tables, *_played(tables, False))


def _end(desk: Desk, tables: Tables) -> Scene:
    return ScoreScene(desk, tables, *_played(tables, True))


def _hands(desk: Desk, tables: Tables) -> Scene:
    sitting, _, _, dealt = _played(tables, False)
    return HandsScene(desk, sitting, dealt, ("gooseberry", "fox", "hen"))


def _archive(desk: Desk) -> None:
    for seed, others in enumerate((("Vesper", "hard"), ("Lord Mumble", "easy"), ("Somebody with a long name", "expert-deal"))):
        text = played((("You", "human"), others, ("Dorothea", "medium")), seed, f"2026-11-2{seed}T10:00:00Z")[1]
        put(desk.folders.data, str(seed), text)


def _statistics(desk: Desk, tables: Tables) -> Scene:
    _archive(desk)
    return StatisticsScene(desk, games=True)


def _games(desk: Desk, tables: Tables) -> Scene:
    _archive(desk)
    _played(tables, False)
    return GamesScene(desk, tables, Annals(desk.folders))


def _figures(desk: Desk, tables: Tables) -> Scene:
    _archive(desk)
    return FiguresScene(desk, Who("You", "human"))


def _menu(desk: Desk, tables: Tables) -> Scene:
    return MenuScene(desk, _played(tables, False)[0])


def _fair(desk: Desk, tables: Tables) -> Scene:
    return FairScene(desk, tables, _played(tables, False)[0])


def _chair(desk: Desk, tables: Tables) -> Scene:
    return ChairScene(desk, Laying(GAME, "You"), 1)


def _dealt(desk: Desk, tables: Tables) -> Sitting:
    chairs = [Chair("You", "human"), Chair("Vesper", "easy"), Chair("Anna", "human")]
    sitting = tables.lay(GAME, GAME.Options(), chairs)
    sitting.deal()
    return sitting


def _table(desk: Desk, tables: Tables) -> Scene:
    return TableScene(desk, _dealt(desk, tables))


def _curtain(desk: Desk, tables: Tables) -> Scene:
    table = TableScene(desk, _dealt(desk, tables))
    return CurtainScene(desk, table.sitting, table.sitting.next_person, table.portraits, table.handed)


def _cards_played(desk: Desk, tables: Tables) -> Scene:
    sitting = _dealt(desk, tables)
    sitting.uncover(sitting.next_person)
    return PlayedScene(desk, sitting)


def _guest(desk: Desk, tables: Tables) -> Scene:
    chairs = [Chair("You", "human"), Chair("Vesper", "tests.sandbox.bad_players:First"), Chair("Anna", "easy")]
    header = Header(GAME.id, dict(options.write(GAME.Options())), codes.nth("guest", 1), tuple(chairs))
    sitting = Sitting([Session(GAME, header)], tables.saves.begin(), "seed", desk.notice)
    return GuestScene(desk, tables.guests, sitting, sitting.questions()[0])


SCENES: dict[str, Callable[[Desk, Tables], Scene]] = {
    "title": TitleScene, "set-up": SetupScene, "score": _score, "end": _end, "hands": _hands, "menu": _menu,
    "rules": lambda desk, _: RulesScene(desk, GAME, GAME.Options()), "settings": lambda desk, _: SettingsScene(desk),
    "statistics": _statistics, "games": _games, "figures": _figures,
    "fair play": _fair, "chair": _chair, "person": lambda desk, _: PersonScene(desk, Person("Anna", "acorn", "sky")),
    "learn": lambda desk, _: LearnScene(desk), "cards played": _cards_played, "curtain": _curtain,
    "guest": _guest,
}  # fmt: skip


@pytest.fixture(params=SCENES)
def make(request: pytest.FixtureRequest) -> Callable[[Desk, Tables], Scene]:
    return SCENES[request.param]


WINDOWS = [
    (640, 400, 0.8),
    (640, 400, 1.0),
    (640, 400, 2.0),
    (1000, 900, 1.3),
    (1280, 720, 1.0),
    (1280, 720, 2.0),
    (640, 1000, 1.0),
]


@pytest.mark.parametrize(("w", "h", "text"), WINDOWS)
def test_it_draws_in_any_window_and_text_size(program: Opens, make: Any, w: int, h: int, text: float) -> None:
    one = program((max(640, w), h), text_size=text)
    scene = one.show(make)
    one.finish()
    shown = [w for w in scene.widgets.all if w.reachable]
    assert shown
    for widget in shown:
        box = widget.scroller.rect if widget.scroller else widget.rect
        assert one.screen.surface.get_rect().contains(box), widget.label
        assert widget.rect.w >= 24 and widget.rect.h >= 18, widget.label
        assert widget.rect.left >= box.left - 1 and widget.rect.right <= box.right + 1, widget.label


def test_it_draws_on_a_very_large_screen(program: Opens, make: Any) -> None:
    one = program((3840, 2160))
    scene = one.show(make)
    scene.draw(one.desk.paint)


@pytest.mark.parametrize("name", theme.NAMES)
def test_it_draws_in_every_theme(program: Opens, make: Any, name: str) -> None:
    one = program((900, 560), theme=name, cards="large" if name == "contrast" else "four")
    one.show(make)
    one.finish()


def test_every_control_is_reached_by_tab_and_comes_into_sight(program: Opens, make: Any) -> None:
    one = program((640, 400), text_size=1.4)
    scene = one.show(make)
    wanted = {id(w) for w in scene.widgets.all if w.reachable}
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


def test_controls_that_stand_side_by_side_do_not_overlap(program: Opens, make: Any) -> None:
    for size in ((640, 400), (1280, 720)):
        one = program(size)
        scene = one.show(make)
        shown = [w for w in scene.widgets.all if w.reachable]
        for at, widget in enumerate(shown):
            for other in shown[at + 1 :]:
                if widget.scroller is other.scroller:
                    assert not widget.rect.colliderect(other.rect), (widget.label, other.label)


def test_nothing_is_drawn_while_nothing_happens(program: Opens, make: Any) -> None:
    one = program()
    one.show(make)
    one.finish()
    while one.desk.cloth.pending:
        one.desk.cloth.step()
    one.step()
    before = one.loop.frames
    for _ in range(5):
        one.step(0.1)
    assert one.loop.frames == before


def test_every_control_says_what_it_is(program: Opens, make: Any) -> None:
    scene = program().show(make)
    for widget in scene.widgets.all:
        assert widget.label or widget.value
        assert widget.role != "generic"


@pytest.mark.parametrize("name", [*SCENES, "table"])
def test_any_setting_and_back_in_three_acts(program: Opens, name: str) -> None:
    """F10, the setting, Esc; and the scene is there as it was, with nothing done in it."""
    one = program()
    scene = one.show({**SCENES, "table": _table}[name])
    if name == "settings":
        return
    before = one.top
    one.key(pygame.K_F10)
    assert isinstance(one.top, SettingsScene)
    one.click(one.top.rows["Lift the cards I may play"])
    one.key(pygame.K_ESCAPE)
    assert one.top is before is scene or name == "table"
    assert not one.desk.settings.lift_legal


def test_a_first_deal_in_two_acts(program: Opens) -> None:
    """The title's first button, and Deal."""
    one = program()
    one.show(TitleScene)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, TableScene)
    for _ in range(5):
        one.step()
    assert one.top.sitting.session.due == "act"
