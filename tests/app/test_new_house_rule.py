"""A house rule that a later version adds: all that was written before goes on, counts and is kept as it was.

The rule is added here, to every game, since 0.2.0; what is read was written by 0.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, make_dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from goosetable import games, resume
from goosetable.app.match import practice
from goosetable.app.match.matches import Matches
from goosetable.app.scenes.keeper.scene import KeeperScene
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import paths
from goosetable.app.storage.history.records import History
from goosetable.app.storage.saves import Saves
from goosetable.app.storage.settings import load
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair, RecordError
from goosetable.engine.rules import options
from goosetable.review import luck
from goosetable.review.steps import finished_deals
from tests.app.archives import found_games
from tests.app.conftest import Opens
from tests.app.match.test_match import step
from tests.app.test_whole_game import play_on, play_until, sit_down
from tests.commands.conftest import shell
from tests.games.test_records import FOLDER, GAMES, SHEETS, record_rows, sheet_row

KEY: Final = "weathercock"
each_game = pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))


def added(kind: type[Any]) -> type[Any]:
    """Returns the class of a game's house rules with one more rule."""
    rule = options.option("The weathercock", {"out": "Turns", "in": "Is still"}, "How the wind blows.", since="0.2.0")
    return make_dataclass(kind.__name__, [(KEY, str, rule)], bases=(kind,), frozen=True)


def written_by(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the running program another version number."""
    for module in ("match.matches", "scenes.keeper.setup", "storage.archive"):
        monkeypatch.setattr(f"goosetable.app.{module}.__version__", version)


@pytest.fixture(autouse=True)
def before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the program the version without the new rule, 0.1.0."""
    written_by("0.1.0", monkeypatch)


@pytest.fixture
def update(before: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that adds the rule to every game, and gives the program the later version 0.2.0."""

    def make() -> None:
        for game in games.SHELF:
            monkeypatch.setattr(type(game), "Options", added(game.Options))
        written_by("0.2.0", monkeypatch)

    return make


def lines_of(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def header_of(name: str, number: int = 0) -> dict[str, Any]:
    return [line for line in lines_of((FOLDER / name).read_bytes()) if "goosetable" in line][number]


def filled(folder: Path) -> paths.Paths:
    """A data folder with all that 0.1.0 wrote."""
    found = paths.find_paths(folder)
    for inner, names in ((found.games, GAMES), (found.sheets, SHEETS)):
        inner.mkdir(parents=True)
        for name in names:
            (inner / name).write_bytes((FOLDER / name).read_bytes())
    found.settings.write_bytes((FOLDER / "settings.json").read_bytes())
    return found


def history_of(folder: Path) -> History:
    found = History(paths.find_paths(folder))
    while found.run_slice():
        pass
    return found


# ---------------------------------------------------------------------- records


def test_records_and_sheets_of_before_come_to_the_same_scores(update: Callable[[], None]) -> None:
    update()
    for name, rows in GAMES.items():
        assert record_rows((FOLDER / name).read_bytes()) == rows, name
    for name, row in SHEETS.items():
        assert sheet_row((FOLDER / name).read_bytes()) == row, name


def test_the_commands_read_them(update: Callable[[], None]) -> None:
    named = [FOLDER / f"{name}.goose" for name in ("throps", "gops", "from-python", "practice", "simulated", "fools-gold-won")]

    def calls() -> list[tuple[int, str, str]]:
        traced = [shell("trace", name) for name in named]
        return [shell("check", *named), *traced, shell("statistics", *named, "--who", "Ann")]

    before = calls()
    update()
    assert calls() == before and all(said[0] == 0 for said in before)


@pytest.mark.parametrize(
    ("app", "right"),
    [("0.1.0", True), ("0.1.7", True), ("0.2.0.dev4", True), ("soon", True), ("0.2.0", False), ("0.11", False), ("1.0", False)],
)
def test_a_header_lacks_it_only_where_its_program_was_older(update: Callable[[], None], app: str, right: bool) -> None:
    update()
    head = header_of("throps.goose") | {"app": app}
    head["options"] |= {"length": "whole"}  # which came with the same version
    content = json.dumps(head).encode()
    if right:
        (session,) = replay.replayed_games(content, games.find_game)
        assert getattr(session.options, KEY) == "out" and KEY not in session.header.options
    else:
        with pytest.raises(RecordError, match=f"1: the option '{KEY}' is missing"):
            replay.replayed_games(content, games.find_game)


def test_a_header_that_has_it_is_read_with_it(update: Callable[[], None]) -> None:
    update()
    head = header_of("throps.goose")
    content = json.dumps(head | {"options": head["options"] | {KEY: "in"}}).encode()
    (session,) = replay.replayed_games(content, games.find_game)
    assert getattr(session.options, KEY) == "in"


@pytest.mark.one_in(2)
@each_game
def test_reviews_and_what_hands_were_worth_are_found_again(update: Callable[[], None], game: AnyGame) -> None:
    name = "goose-one-pack.goose" if game.id == "goose" else f"{game.id}.goose"
    content = (FOLDER / name).read_bytes()

    def digests() -> list[str]:
        found = [deal.digest for deal in finished_deals(content, games.find_game)]
        for session in replay.replayed_games(content, games.find_game):
            found += [luck.worth_digest(game, session.options, one.standing, one.deal) for one in session.scored_deals]
        return found

    before = digests()
    update()
    assert digests() == before and before


# ---------------------------------------------------------------------- tables


def room(folder: Path) -> tuple[Matches, Saves, list[str]]:
    said: list[str] = []
    saves = Saves(folder / "running.goose", folder / "games", said.append, lambda at, trouble: None)
    return Matches(saves, said.append, lambda: "7Q4KM2XD9TBR", lambda: "seed", lambda: 1_800_000_000.0), saves, said


def unfinished(game: AnyGame, folder: Path) -> bytes:
    """The running table of 0.1.0: a game in the middle of a deal."""
    matches, saves, _ = room(folder)
    chairs = [Chair("You" if seat == 0 else f"P{seat}", "human" if seat == 0 else "random") for seat in range(9)]
    rules = game.short_game_options(game.Options())
    match = matches.begin_table(game, rules, chairs[: game.seats(rules)])
    rng = Random(game.id)
    while match.session.undoable_count < 5:
        step(match, rng)
    match.close()
    assert match.session.header.app == "0.1.0" and KEY not in match.session.header.options
    return saves.running.read_bytes()


@each_game
def test_the_running_game_goes_on_to_its_end_and_the_next_is_written_with_it(
    update: Callable[[], None], game: AnyGame, tmp_path: Path
) -> None:
    before = unfinished(game, tmp_path)
    update()
    matches, saves, said = room(tmp_path)
    assert matches.running_game() is not None
    match = matches.continue_table()
    assert match is not None and not said
    rng = Random(1)
    while not match.undo():
        step(match, rng)
    match.change_player(1, Chair("Quill", "random"))
    for _ in range(400 if game.id == "fools-gold" else 4000):
        if match.session.due_step == "none":
            break
        step(match, rng)
    assert saves.running_record().startswith(before) and KEY.encode() not in saves.running_record()
    matches.begin_next_game(match)
    match.deal()
    for _ in range(3):
        step(match, rng)
    match.close()
    first, second = replay.replayed_games(saves.running.read_bytes(), games.find_game)
    assert first.header.options == {key: value for key, value in second.header.options.items() if key != KEY}
    assert second.header.options[KEY] == "out" and second.header.app == "0.2.0"
    assert [path.name for path in tmp_path.iterdir() if "damaged" in path.name] == []
    assert shell("check", saves.running)[::2] == (0, "")


@pytest.mark.usefixtures("random_players")
def test_at_the_title_one_press_goes_on_with_it(program: Opens, update: Callable[[], None]) -> None:
    window, table = program.into(sit_down)
    while not (table.match.is_my_turn and table.match.session.undoable_count > 6):
        play_on(window)
    window.matches.saves.close()
    content = window.folders.running.read_bytes()
    update()
    again, _ = program.at(TitleScene)
    again.finish()
    assert again.top.prime.label == "Go on: Gooseberry Fool, deal 1"
    again.key(pygame.K_RETURN)
    assert isinstance(again.top, TableScene)
    now, before = again.top.match.session.state, table.match.session.state
    assert now is not None and before is not None and now.actions == before.actions
    again.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
    play_until(again, ScoreScene)
    written = again.folders.running.read_bytes()
    assert written.startswith(content + b'{"undo": ')
    assert replay.replayed_games(written, games.find_game)[0].standing.deals == 1
    assert not [path for path in again.folders.data.iterdir() if "damaged" in path.name]


def test_a_card_of_a_deal_of_before_is_played_on_from_in_a_record_of_its_own(
    update: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "old.goose"
    path.write_bytes((FOLDER / "gooseberry-fool.goose").read_bytes())
    update()
    matches, _, said = room(tmp_path / "data")
    match = matches.open_for_viewing(path, 0)
    on = matches.continue_from_action(match, match.session.scored_deals[1], 4)
    on.act(on.session.legal()[0])
    on.close()
    (written,) = (tmp_path / "data" / "games").iterdir()
    (found,) = replay.replayed_games(written.read_bytes(), games.find_game)
    assert (found.header.options[KEY], found.header.app, found.undoable_count) == ("out", "0.2.0", 5), said


def test_a_record_of_before_is_gone_on_with_from_python(update: Callable[[], None]) -> None:
    update()
    game = resume((FOLDER / "from-python.goose").read_bytes(), players=["random", "random", "random"], seed="a")
    game.step()
    assert KEY not in game.record
    (session,) = replay.replayed_games(game.record.encode(), games.find_game)
    assert session.undoable_count and session.header.app is None


# ---------------------------------------------------------------------- statistics, all games, sheets, settings


def test_statistics_and_all_games_have_every_game_of_before(program: Opens, update: Callable[[], None], tmp_path: Path) -> None:
    for name in ("before", "after"):
        filled(tmp_path / name)
    filled_here = filled(tmp_path)
    before = history_of(tmp_path / "before")
    update()
    after = history_of(tmp_path / "after")
    assert after.damaged == 0 and found_games(after) == found_games(before)
    one, _ = program.at(TitleScene)
    one.click(one.find("Statistics"), finish=True)
    one.click(one.top.games)
    one.finish()
    assert len(one.top.list.games) == len(found_games(before))
    told = {game.options for game in one.top.list.games}
    assert "Play to: 50 points" in told and not [words for words in told if "weathercock" in words.lower()]
    assert {path.name for path in filled_here.games.iterdir()} == {*GAMES}


@pytest.mark.one_in(3)
@each_game
def test_a_sheet_of_before_is_gone_on_with(program: Opens, update: Callable[[], None], game: AnyGame, tmp_path: Path) -> None:
    name = f"{game.id}.goosesheet"
    lines = (FOLDER / name).read_bytes().splitlines(keepends=True)
    content = b"".join(lines[:-1])  # without what ended it
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / name).write_bytes(content)
    update()
    one, _ = program.at(TitleScene)
    one.key(pygame.K_k, finish=True)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, KeeperScene)
    assert getattr(one.top.session.sheet_with_changes.options, KEY) == "out"
    one.click(one.find("Undo"))
    assert (tmp_path / "sheets" / name).read_bytes() == content + b'{"undo": 1}\n'


@each_game
def test_the_table_remembered_from_before_is_laid_with_the_first_value(update: Callable[[], None], game: AnyGame) -> None:
    update()
    table: Any = load(FOLDER / "settings.json").settings.last_table
    last = table if table["game"] == game.id else table["before"][game.id]
    setup = TableSetup(game, "Zoë")
    setup.chosen[KEY] = "in"  # as a short game might have it
    setup.restore_choices(table)
    others = {rule.key: rule.default for rule in options.options_of(game.Options) if rule.since}
    assert options.options_as_json(setup.options) == {**others, **last["options"], KEY: "out"}
    assert setup.as_setting()["options"][KEY] == "out"


@each_game
def test_what_calls_leave_out_is_the_first_value(update: Callable[[], None], game: AnyGame, tmp_path: Path) -> None:
    update()
    out = tmp_path / "out.goose"
    code, _, err = shell("simulate", game.id, "--games", "1", "--max-deals", "1", "--seed", "s", "--out", out)
    assert (code, err) == (0, "") and lines_of(out.read_bytes())[0]["options"][KEY] == "out"
    code, _, err = shell("simulate", game.id, "--games", "1", "--max-deals", "1", "--option", "weathercock=in", "--out", out)
    assert (code, err) == (0, "") and lines_of(out.read_bytes())[0]["options"][KEY] == "in"
    assert {field.name for field in fields(game.Options)} >= {KEY}


def test_lessons_of_before_are_played(update: Callable[[], None]) -> None:
    update()
    for game in games.SHELF:
        lesson.check_lesson(practice.load_lesson(game), game)
