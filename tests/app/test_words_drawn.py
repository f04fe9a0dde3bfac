"""Words as they are drawn: each stands out from its ground in every theme, and none covers another at any text size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from goosetable.app.render.display_list import DisplayList
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.skins import theme
from tests.app import drawn_words
from tests.app.conftest import Opens, Program, think
from tests.app.scenes.test_all_scenes import SCENES
from tests.app.sights import Look, seen, tables
from tests.app.stage_play import TABLES

pytestmark = pytest.mark.usefixtures("pixels")

THEMES: Final = tuple(
    Look((1280, 720), 1.0, name, {"contrast": "large", "inkwell": "four", "mulberry": "four"}.get(name, "two"))
    for name in theme.NAMES
)
SIZES: Final = (
    Look((1280, 720)), Look((1280, 720), 2.0), Look((640, 400)), Look((640, 400), 2.0), Look((800, 1000), 1.5),
)  # fmt: skip
CARDS: Final = (
    Look((1280, 720), 1.0, card_size=2.0), Look((800, 1000), 1.3, card_size=1.5), Look((1280, 720), 1.0, card_size=0.8),
    Look((1920, 1080), 1.0, card_size=1.4), Look((1280, 720), 0.8),
)  # fmt: skip
"""Sizes of cards that a person may have set, which only tables follow."""
FIRST: Final = tuple(number for number, (name, _) in enumerate(TABLES) if name not in [other for other, _ in TABLES[:number]])
"""One table of each game, each in a sixth of all sizes and themes; all of them at every table are `-m slow`."""
SECTIONS: Final = 6


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    think(monkeypatch, 2)
    with drawn_words.written() as found:
        yield found


def views(program: Opens, name: str) -> Iterator[tuple[str, Program]]:
    """A scene; the settings with each of their sections."""
    one, scene = program.at(SCENES[name])
    one.finish()
    for at in range(SECTIONS if isinstance(scene, SettingsScene) else 1):
        if at:
            one.click(scene.tabs[at])
        yield f"{name} {at}", one


def faults(
    views: Iterator[tuple[str, Program]], made: Any, sizes: tuple[Look, ...], turns: int = 1, first: int = 0
) -> list[str]:
    """Words that do not stand out from their ground in a theme, and those that cover others or are cut off in a size.

    turns: number of views after which each theme and each size has been seen once. first: the turn of the first view.
    """
    found: list[str] = []
    for number, (name, one) in enumerate(views, first):
        for look, picture in seen(one, THEMES[number % turns :: turns]):
            found += [f"{name}, {look.theme}: {poor}" for poor in drawn_words.poor(picture, made)]
        for look, picture in seen(one, sizes[number % turns :: turns]):
            found += [f"{name}, {look.size}, {look.text_size}: {fault}" for fault in drawn_words.faults(picture, made)]
    return found


@pytest.mark.one_in(4)
@pytest.mark.parametrize("turns", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("first", "name"), [*enumerate(SCENES)])
def test_all_words_of_a_scene_stand_out_and_cover_no_others(
    program: Opens, made: Any, first: int, name: str, turns: int
) -> None:
    """In a quarter of all themes and sizes; in all of them it is `-m slow`."""
    assert not faults(views(program, name), made, SIZES + CARDS * (name == "review"), turns, first)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("number", "turns"), [
    *((number, 6) for number in FIRST), *(pytest.param(number, 1, marks=pytest.mark.slow) for number in range(len(TABLES))),
])  # fmt: skip
def test_all_words_at_a_table_stand_out_and_cover_no_others(program: Opens, made: Any, number: int, turns: int) -> None:
    assert not faults(tables(program, number), made, SIZES + CARDS, turns, FIRST.index(number) if turns > 1 else 0)


def test_a_pale_line_a_line_over_another_and_one_cut_off_are_found(program: Opens, made: Any) -> None:
    one, _ = program.at(SCENES["title"])
    canvas, surface = one.context.canvas, one.screen.surface
    picture = DisplayList(surface)
    canvas.dst = picture
    canvas.dst.fill("#ffffff")
    canvas.draw_plain_text("pale", 100, 100, 18, "#999999")
    canvas.draw_plain_text("plain", 100, 200, 18, "#111111")
    canvas.draw_plain_text("over", 110, 205, 18, "#111111")
    canvas.draw_plain_text("outside", -20, 300, 18, "#111111")
    canvas.draw_plain_text("hidden behind", 100, 400, 18, "#111111")
    canvas.draw_box(100, 400, 30, 30, fill="#ffffff")
    canvas.dst = surface
    assert [poor.words.text for poor in drawn_words.poor(picture, made)] == ["pale"]
    found = drawn_words.faults(picture, made)
    assert [fault.split(":")[0] for fault in found] == ["leaves the window", "is covered", "lie over each other"]
