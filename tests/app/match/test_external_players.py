"""A player from outside plays where `--allow` names it. In any other call one of ours does, and a sentence says so."""

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
from goosetable.app.match.match import Match
from goosetable.app.match.practice import ContinuedDealMatch, PracticeMatch
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.start import SplashScene
from goosetable.app.storage.clean_names import without_markup
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair
from goosetable.sandbox import external, module_search
from goosetable.sandbox.external import SandboxedPlayer
from goosetable.sandbox.module_search import FoundPlayer
from tests.app.archives import played, put
from tests.app.conftest import Opens
from tests.app.match.test_match import step

GANDER = "gander:Gander"
MODULE = """
from pathlib import Path
Path(__file__).with_name("ran").write_text("")
class Gander:
    def __init__(self, rng): pass
    def think(self, view): return view.legal[-1]
class Other(Gander): pass
"""
COMPANY = (("Gooseberry", "human"), ("Greta", GANDER), ("Dorothea", "random"))
OURS = f"Greta is played by random, because {GANDER} is a program from outside that --allow does not name."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, in which the module of a player lies."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "gander.py").write_text(MODULE)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("goosetable.app.match.agents.STAND_IN", "random")
    monkeypatch.setattr(Match, "patience", 120.0)
    yield folder
    external.end_idle_processes()


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
    one.click(one.top.games, finish=True)
    one.key(pygame.K_RETURN)


def by_file(one: Any, *allow: str) -> None:
    path = one.folders.data / "mailed.goose"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record(), encoding="utf-8")

    one.loop = start._loop_maker(path, allow, "", [])(one.context)
    one.step()
    one.step()
    assert not isinstance(one.top, SplashScene)


def said(one: Any) -> list[str]:
    """Every sentence that the program has for the person."""
    return [*([one.loop._notice] if one.loop._notice else []), *one.context.notices]


def written(one: Any) -> str:
    text: str = one.folders.running.read_text(encoding="utf-8")
    assert replay.replayed_games(text.encode(), games.find_game)
    return text


def player_of(one: Any, seat: int = 1) -> Any:
    assert isinstance(one.top, TableScene)
    return one.top.match._minds.players[seat]


def play_on(one: Any) -> None:
    """To the end of the deal that the table has; a practice ends there."""
    match, rng = one.top.match, Random(1)
    if match.session.due_step == "deal":
        match.deal()
    while match.session.due_step == "act":
        step(match, rng)


WAYS = (go_on, from_all_games, by_file)


@pytest.mark.parametrize("way", WAYS)
def test_on_every_way_in_a_player_of_ours_sits_there_and_a_sentence_says_so(
    program: Opens, here: Path, way: Callable[[Any], None]
) -> None:
    one, _ = program.into(way)
    assert type(player_of(one)).__name__ == "RandomPlayer"
    assert said(one) == [OURS]
    play_on(one)
    since = written(one).removeprefix(record()).splitlines()
    noted = since.index('{"chair": 1, "name": "Greta", "player": "random"}')
    assert since[noted + 1].startswith('{"seat": 1, "do"'), "before it plays for the first time"
    assert not any(line.startswith('{"seat": 1, "do"') for line in since[:noted])
    assert said(one) == [OURS]
    assert not (here / "ran").exists() and "gander" not in sys.modules


@pytest.mark.parametrize("way", WAYS)
def test_a_table_that_is_only_looked_at_leaves_the_record_as_it_was(program: Opens, way: Callable[[Any], None]) -> None:
    """The next call may have the --allow that this one lacks."""
    one, _ = program.into(way)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    one.step()
    assert [line for line in written(one).removeprefix(record()).splitlines() if '"deal"' not in line] == []


def test_the_sentence_comes_whenever_the_table_is_laid_also_after_the_record_notes_another_player(program: Opens) -> None:
    one, _ = program.into(go_on)
    play_on(one)
    noted = written(one)
    one.close()
    for _ in range(2):
        one, _ = program.into(go_on, noted)
        assert said(one) == [OURS]
        one.close()


def test_a_player_that_a_line_within_the_record_names_does_not_play_either(program: Opens, here: Path) -> None:
    line = f'{{"chair": 2, "name": "Dorothea", "player": "{GANDER}"}}\n'
    ours = OURS.replace("Greta", "Dorothea")
    one, _ = program.into(go_on, record((("Gooseberry", "human"), ("Greta", "random"), ("Dorothea", "random"))) + line)
    assert said(one) == [ours] and not isinstance(player_of(one, 2), SandboxedPlayer)
    play_on(one)
    noted = written(one)
    assert '{"chair": 2, "name": "Dorothea", "player": "random"}' in noted
    one.close()
    again, _ = program.into(go_on, noted)
    assert said(again) == [ours]
    assert not (here / "ran").exists()


def test_each_seat_has_a_sentence_of_its_own(program: Opens, here: Path) -> None:
    one, _ = program.into(go_on, record((("Vesper", "gander:Other"), ("Greta", GANDER), ("Anna", "no_such_goose:X"))))
    assert said(one) == [
        OURS.replace("Greta", "Vesper").replace(GANDER, "gander:Other"),
        OURS,
        OURS.replace("Greta", "Anna").replace(GANDER, "no_such_goose:X"),
    ]
    play_on(one)
    assert not (here / "ran").exists()


def looked_at(one: Any) -> None:
    """From the list of all games to the review of a deal of a finished game."""
    levels = (("Gooseberry", "human"), ("Greta", "random"), ("Dorothea", "random"))
    text = played(levels, 1, "2026-05-07T10:00:00Z")[1].replace('"Greta", "player": "random"', f'"Greta", "player": "{GANDER}"')
    put(one.context.folders.data, "1", text)
    one.show(TitleScene)
    one.click(one.find("Statistics"))
    one.click(one.top.games, finish=True)
    one.click(one.find("Sheet"))
    one.click(next(widget for widget in one.top.widgets.all if widget.label.startswith("Deal 1")))
    one.click(one.find("Review"))
    assert isinstance(one.top, ReviewScene)


def test_a_deal_of_a_finished_game_that_is_played_on_has_a_player_of_ours(program: Opens, here: Path) -> None:
    one, _ = program.into(looked_at)
    assert said(one) == [], "a review has no players"
    one.click(one.find("Play on from here"))
    assert isinstance(one.top.match, ContinuedDealMatch) and not isinstance(player_of(one), SandboxedPlayer)
    assert said(one)[1:] == [OURS]
    play_on(one)
    assert not (here / "ran").exists()


def test_a_deal_of_a_finished_game_that_is_played_on_has_the_player_that_the_call_names(program: Opens) -> None:
    one = program()
    one.matches.allow = (GANDER,)
    looked_at(one)
    one.click(one.find("Play on from here"))
    assert isinstance(player_of(one), SandboxedPlayer) and len(said(one)) == 1


def test_a_deal_played_again_has_the_sentence_again(program: Opens, here: Path) -> None:
    one, _ = program.into(go_on)
    match, rng = one.top.match, Random(1)
    while match.session.due_step != "score":
        step(match, rng)
    match.score_deal()
    one.context.notices.clear()
    again = TableScene(one.context, PracticeMatch(match, match.session.scored_deals[-1], one.context.show_notice))
    assert one.context.notices == [OURS] and not isinstance(again.match._minds.players[1], SandboxedPlayer)
    again.match.close()
    assert not (here / "ran").exists()


@pytest.mark.parametrize(("player", "why"), [
    ("antigravity:x", "Greta: the module 'antigravity' belongs to Python and has no players; random plays instead."),
    ("no_such_goose:X", OURS.replace(GANDER, "no_such_goose:X")),
    ("gander", "Greta: there is no level 'gander'"),
    ("::", "Greta: '::' is not module:Class; random plays instead."),
])  # fmt: skip
def test_names_of_players_that_cannot_be_run_have_a_sentence_too(program: Opens, here: Path, player: str, why: str) -> None:
    one = program()
    before = set(sys.modules)
    go_on(one, record((("Gooseberry", "human"), ("Greta", player), ("Dorothea", "random"))))
    assert not isinstance(player_of(one), SandboxedPlayer)
    assert len(said(one)) == 1 and said(one)[0].startswith(why)
    play_on(one)
    assert ('"chair": 1' in written(one)) == (":" in player)
    assert not set(sys.modules) & {"antigravity", "this", "gander"} - before


def test_nothing_is_looked_for_that_the_call_does_not_name(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[str] = []
    find = module_search.find_player

    def noting(name: str) -> FoundPlayer:
        looked_for.append(name)
        return find(name)

    monkeypatch.setattr(module_search, "find_player", noting)
    one, _ = program.into(go_on)
    assert looked_for == []
    one.matches.allow = (GANDER,)
    go_on(one)
    assert looked_for == [GANDER]


# ---------------------------------------------------------------------- with --allow


def test_it_plays_where_the_call_names_it(program: Opens, here: Path) -> None:
    one, _ = program.into(by_file, GANDER)
    before = written(one)
    assert isinstance(player_of(one), SandboxedPlayer)
    assert said(one) == [] and written(one).startswith(before)
    assert not (here / "ran").exists(), "it is run when it is asked for something"
    play_on(one)
    assert (here / "ran").exists() and said(one) == [] and '"chair"' not in written(one)


def test_another_class_of_the_same_module_is_not_allowed(program: Opens) -> None:
    one, _ = program.into(by_file, "gander:Other")
    assert not isinstance(player_of(one), SandboxedPlayer) and said(one) == [OURS]


def test_a_player_that_the_call_names_and_that_is_not_there_has_a_sentence(program: Opens, here: Path) -> None:
    (here / "gander.py").unlink()
    one, _ = program.into(by_file, GANDER)
    assert not isinstance(player_of(one), SandboxedPlayer)
    assert said(one) == [f"Greta: there is no module 'gander' for the player '{GANDER}'; random plays instead."]


def test_the_next_game_at_the_table_says_it_no_more(program: Opens) -> None:
    """Its header names the player of ours."""
    one, _ = program.into(go_on)
    match, rng = one.top.match, Random(1)
    while match.session.due_step != "none":
        step(match, rng)
    one.context.notices.clear()
    one.matches.begin_next_game(match)
    match.deal()
    assert match.session.header.chairs[1] == Chair("Greta", "random")
    assert one.context.notices == []


def test_a_table_without_a_window_says_it_with_the_first_act(program: Opens) -> None:
    one, _ = program.into(keep, record())
    one.show(TitleScene)
    match = one.matches.continue_table()
    assert said(one) == [] and '"chair": 1' not in written(one)
    step(match, Random(1))
    assert said(one) == [OURS]
    match.close()


def test_names_are_shown_plain() -> None:
    assert without_markup("\u202eGreta\n{bold}\x07") == "Greta (bold)"
    assert len(without_markup("G" * 100_000)) == 48
