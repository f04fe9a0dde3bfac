"""Opening a record runs nothing that it names: a question comes first, and where nobody agrees a player of ours sits there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app import start
from goosetable.app.match.guests import Guests, plain
from goosetable.app.match.match import Match
from goosetable.app.scenes.new_game.external_player import ExternalPlayerScene
from goosetable.app.scenes.splash import SplashScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair
from goosetable.sandbox import external, finding
from goosetable.sandbox.external import SandboxedPlayer
from tests.app.archives import played, put
from tests.app.match.test_match import step

Opens = Callable[..., Any]
GANDER = "gander:Gander"
MODULE = """
from pathlib import Path
Path(__file__).with_name("ran").write_text("")
class Gander:
    def __init__(self, rng): pass
    def think(self, view): return view.legal[-1]
class Other(Gander): pass
"""
COMPANY = (("You", "human"), ("Greta", GANDER), ("Dorothea", "random"))
OURS = f"Greta was to be played by {GANDER}, a program from outside; random plays instead."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, in which the module of a player lies."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "gander.py").write_text(MODULE)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("goosetable.app.match.match.STAND_IN", "random")
    monkeypatch.setattr(Match, "patience", 120.0)
    yield folder
    external.send_away()


def record(company: tuple[tuple[str, str], ...] = COMPANY) -> str:
    """A game of one deal that is not finished, with everybody a level while it was played."""
    levels = tuple((name, player if ":" not in player else "random") for name, player in company)
    text: str = played(levels, 1, "2026-05-07T10:00:00Z", deals=1)[1]
    for (name, player), (_, level) in zip(company, levels, strict=True):
        text = text.replace(f'"name": "{name}", "player": "{level}"', f'"name": "{name}", "player": "{player}"')
    return text


def keep(one: Any, text: str) -> None:
    """Makes a text the record of the running table, which nobody sits at any more."""
    one.matches.saves.close()
    one.folders.running.parent.mkdir(parents=True, exist_ok=True)
    one.folders.running.write_text(text, encoding="utf-8")


def go_on(one: Any, text: str | None = None) -> None:
    keep(one, record() if text is None else text)
    one.show(TitleScene)
    one.key(pygame.K_RETURN)


def from_all_games(one: Any) -> None:
    put(one.context.folders.data, "1", record())
    one.show(TitleScene)
    one.click(one.find("Statistics"))
    one.click(one.top.games)
    one.finish()
    one.key(pygame.K_RETURN)


def by_file(one: Any, *allow: str) -> None:
    path = one.folders.data / "mailed.goose"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record(), encoding="utf-8")

    one.loop = start._beginning(path, allow, "", [])(one.context)
    one.step()
    one.step()
    assert not isinstance(one.top, SplashScene)


def said(one: Any) -> list[str]:
    """Every sentence that the program has for the person."""
    return [*([one.loop._said] if one.loop._said else []), *one.context.notices]


def written(one: Any) -> str:
    text: str = one.folders.running.read_text(encoding="utf-8")
    assert replay.sessions(text.encode(), games.find)
    return text


def player_of(one: Any, seat: int = 1) -> Any:
    assert isinstance(one.top, TableScene)
    return one.top.match._minds.players[seat]


# ---------------------------------------------------------------------- the question


@pytest.mark.parametrize("way", [go_on, from_all_games, by_file])
def test_on_every_way_in_the_question_comes_first(program: Opens, here: Path, way: Callable[[Any], None]) -> None:
    one = program()
    way(one)
    assert isinstance(one.top, ExternalPlayerScene)
    assert one.top.sentence == f"Seat 2, Greta, is to be played by {{{GANDER}}} from"
    assert one.top.question.found.file == here / "gander.py"
    assert next(line for line, face in one.top.lines if face == "semi").endswith("here/gander.py")
    assert one.top.widgets.focus is one.top.ours
    one.finish()
    one.key(pygame.K_ESCAPE)
    assert type(player_of(one)).__name__ == "Chance"
    assert said(one) == [OURS]
    noted = '{"chair": 1, "name": "Greta", "player": "random"}'
    assert written(one).splitlines()[record().count("\n") :][0] == noted, "before anything else is played"
    assert not (here / "ran").exists() and "gander" not in sys.modules


def by_escape(one: Any) -> None:
    one.key(pygame.K_ESCAPE)


def by_enter(one: Any) -> None:
    one.key(pygame.K_RETURN)


def by_mouse(one: Any) -> None:
    one.click(one.find("Let a goosetable player sit there"))


@pytest.mark.parametrize("way", [by_escape, by_enter, by_mouse])
def test_no_is_the_answer_of_every_key_that_is_pressed_without_reading(program: Opens, here: Path, way: Opens) -> None:
    one = program()
    go_on(one)
    way(one)
    assert not isinstance(player_of(one), SandboxedPlayer)
    assert one.top.match.session.chairs[1] == Chair("Greta", "random")
    match, rng = one.top.match, Random(1)
    while match.session.standing.deals < 2:
        step(match, rng)
    assert not (here / "ran").exists()


def look(one: Any) -> None:
    """The question has stood there long enough to be seen."""
    for _ in range(6):
        one.step(0.1)


def run_by_mouse(one: Any) -> None:
    look(one)
    one.click(one.find("Run it"))


def run_by_keys(one: Any) -> None:
    look(one)
    one.key(pygame.K_TAB, pygame.K_RETURN)


@pytest.mark.parametrize("way", [run_by_mouse, run_by_keys])
def test_it_plays_where_the_person_agrees(program: Opens, here: Path, way: Opens) -> None:
    one = program()
    go_on(one)
    before = written(one)
    way(one)
    assert isinstance(player_of(one), SandboxedPlayer)
    assert said(one) == [] and written(one).startswith(before)
    assert not (here / "ran").exists(), "it is run when it is asked for something"
    match, rng = one.top.match, Random(1)
    while match.session.standing.deals < 2:
        step(match, rng)
    assert (here / "ran").exists() and said(one) == [] and '"chair"' not in written(one)
    match.close()


def test_the_answer_counts_for_that_class_in_that_file_as_long_as_the_program_runs(
    program: Opens, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = program()
    go_on(one)
    run_by_mouse(one)
    go_on(one)
    assert isinstance(player_of(one), SandboxedPlayer), "it is not asked again"
    go_on(one, record((("You", "human"), ("Greta", "gander:Other"), ("Dorothea", "random"))))
    assert isinstance(one.top, ExternalPlayerScene)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "gander.py").write_text(MODULE)
    monkeypatch.chdir(elsewhere)
    go_on(one)
    assert isinstance(one.top, ExternalPlayerScene) and one.top.question.found.file == elsewhere / "gander.py"
    again = program()
    monkeypatch.chdir(here)
    go_on(again)
    assert isinstance(again.top, ExternalPlayerScene)


def test_the_second_click_of_a_double_click_is_no_answer(program: Opens) -> None:
    one = program()
    go_on(one)
    question = one.top
    one.click(one.find("Run it"))
    assert one.top is question
    run_by_mouse(one)
    assert isinstance(player_of(one), SandboxedPlayer)


def test_an_answer_is_for_the_packages_around_the_class_too(program: Opens, here: Path, tmp_path: Path) -> None:
    """The module may be a link to the one that was agreed to, with another package around it."""
    for package in (here / "flock", tmp_path / "other" / "flock"):
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
    (here / "flock" / "gander.py").write_text(MODULE)
    (tmp_path / "other" / "flock" / "gander.py").symlink_to(here / "flock" / "gander.py")
    guests = Guests()
    guests.answer(finding.find("flock.gander:Gander", [str(here)]), True)
    assert guests._answers.get(finding.find("flock.gander:Gander", [str(here)]).agreed)
    assert not guests._answers.get(finding.find("flock.gander:Gander", [str(tmp_path / "other")]).agreed)


def test_the_question_shows_a_link_and_where_it_leads(program: Opens, here: Path, tmp_path: Path) -> None:
    (here / "gander.py").rename(tmp_path / "goose.py")
    (here / "gander.py").symlink_to(tmp_path / "goose.py")
    one = program((640, 400), text_size=2.0)
    go_on(one)
    paths = [line for line, face in one.top.lines if face == "semi"]
    assert len(paths) == 2 and paths[0].endswith("here/gander.py") and paths[1].endswith("/goose.py")
    assert not one.top.scroll.inner, "all of it is seen at once"


def test_a_file_that_goes_while_the_question_is_made_is_no_mistake(program: Opens, here: Path) -> None:
    one = program()
    keep(one, record())
    asked = Match.questions

    def then_gone(match: Match) -> Any:
        found = asked(match)
        (here / "gander.py").unlink(missing_ok=True)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "questions", then_gone)
        one.show(TitleScene)
        one.key(pygame.K_RETURN)
        run_by_mouse(one)
    assert isinstance(one.top, TableScene) and not isinstance(player_of(one), SandboxedPlayer)


def test_every_class_is_asked_about_once(program: Opens) -> None:
    one = program()
    go_on(one, record((("Vesper", "gander:Other"), ("Greta", GANDER), ("Anna", "gander:Other"))))
    assert one.top.question.seat == 0
    run_by_mouse(one)
    assert isinstance(one.top, ExternalPlayerScene) and one.top.question.seat == 1
    by_escape(one)
    assert [isinstance(player_of(one, seat), SandboxedPlayer) for seat in range(3)] == [True, False, True]
    assert said(one) == [OURS]


def test_a_question_that_nobody_answers_changes_nothing(program: Opens) -> None:
    one = program()
    go_on(one)
    before = written(one)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    one.step()
    assert written(one) == before


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0), ((640, 1000), 2.0)])
def test_the_file_is_shown_in_any_window_however_long_its_path(program: Opens, here: Path, size: Any, text: float) -> None:
    deep = here / ("x" * 200) / ("y" * 200)
    deep.mkdir(parents=True)
    (deep / "goose.py").write_text(MODULE)
    one = program(size, text_size=text)
    found = Guests()
    found.unasked = lambda player: finding.find("goose:Gander", [str(deep)])  # type: ignore[method-assign]
    one.matches.guests = found
    go_on(one)
    scene = one.top
    path = next(line for line, face in scene.lines if face == "semi")
    assert path.endswith("/goose.py") and "…" in path
    for line, face in scene.lines:
        assert one.context.canvas.width(line, scene.px(17), face) <= scene.sheet.w - 40 * scene.t
    assert not scene.scroll.inner, "all of it is seen at once"
    for button in (scene.ours, scene.run):
        assert scene.sheet.contains(button.rect) and button.rect.y >= scene.scroll.rect.bottom


# ---------------------------------------------------------------------- without a question


@pytest.mark.parametrize(("player", "why"), [
    ("antigravity:x", "Greta: the module 'antigravity' belongs to Python and has no players; random plays instead."),
    ("no_such_goose:X", "Greta: there is no module 'no_such_goose' for the player 'no_such_goose:X'; random plays instead."),
    ("gander", "Greta: there is no level 'gander'"),
    ("::", "Greta: '::' is not module:Class; random plays instead."),
])  # fmt: skip
def test_what_is_not_found_is_not_asked_about(program: Opens, here: Path, player: str, why: str) -> None:
    one = program()
    before = set(sys.modules)
    go_on(one, record((("You", "human"), ("Greta", player), ("Dorothea", "random"))))
    assert not isinstance(player_of(one), SandboxedPlayer)
    assert len(said(one)) == 1 and said(one)[0].startswith(why)
    assert ('"chair": 1' in written(one)) == (":" in player)
    assert not set(sys.modules) & {"antigravity", "this", "gander"} - before


def test_what_the_call_names_is_run_without_a_question(program: Opens) -> None:
    one = program()
    by_file(one, GANDER)
    assert isinstance(player_of(one), SandboxedPlayer) and said(one) == []


def test_what_the_call_does_not_name_is_asked_about(program: Opens) -> None:
    one = program()
    by_file(one, "gander:Other")
    assert isinstance(one.top, ExternalPlayerScene)


def test_in_the_next_game_nobody_is_asked_or_told_again(program: Opens) -> None:
    one = program()
    go_on(one)
    by_escape(one)
    match, rng = one.top.match, Random(1)
    while match.session.due != "none":
        step(match, rng)
    one.context.notices.clear()
    one.matches.again(match)
    assert match.session.header.chairs[1] == Chair("Greta", "random")
    assert one.context.notices == []


def test_a_sitting_that_no_scene_asks_about_seats_ours(program: Opens, here: Path) -> None:
    one = program()
    keep(one, record())
    one.show(TitleScene)
    match = one.matches.go_on()
    assert len(match.questions()) == 1
    step(match, Random(1))
    assert match.questions() == () and '"chair": 1' in written(one)
    match.close()


def test_names_are_shown_plain() -> None:
    assert plain("\u202eGreta\n{bold}\x07") == "Greta (bold)"
    assert len(plain("G" * 100_000)) == 48
