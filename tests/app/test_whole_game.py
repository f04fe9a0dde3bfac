"""A whole game through the window, from the title to the tally, by posted events alone; and the program closed in mid-trick."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table.snapshot import take_snapshot
from goosetable.engine.record import replay
from goosetable.engine.rules import action
from tests.app.conftest import Opens
from tests.games import playing


def sit_down(program: Any, place: int = 0, **rules: Any) -> Any:
    """From the title to the cards: two presses. place: of the game on the shelf. rules: other than those laid first."""
    program.show(TitleScene)
    program.finish()
    program.click(program.top.tiles[place])
    assert isinstance(program.top, NewGameScene)
    program.top.setup.chosen.update(rules)
    program.click(program.find("Deal"))
    assert isinstance(program.top, TableScene)
    return program.top


def play_on(program: Any) -> None:
    """One step of whoever is next; the person clicks the first card or choice that is allowed."""
    table = program.top
    if not table.match.is_my_turn or table.is_moving:
        program.finish()
        program.step(0.5)
        return
    legal = table.match.session.legal()
    card = action.card_of(legal[0])
    if card is None:
        program.key(pygame.K_1)
        return
    sprite = next(sprite for sprite in table.stage.hand.sprites if sprite.code == cards.name(card))
    left = sprite.pose.x - sprite.pose.height * 0.3
    program.click((round(left), round(sprite.pose.y)))


def play_until(program: Any, kind: type[Any]) -> Any:
    for _ in range(4000):
        if isinstance(program.top, kind):
            return program.top
        play_on(program)
    raise AssertionError(f"no {kind.__name__} came")


@pytest.mark.usefixtures("random_players")
def test_a_whole_game_and_the_next_at_the_same_table(program: Opens) -> None:
    """Computer players do not think: there is a test for tables at which they do, and for a game that goes on later."""
    window = program()
    match = sit_down(window, target=50).match
    for game in (1, 2):
        deals = 0
        while True:
            play_until(window, ScoreScene)
            deals += 1
            assert match.session.standing.deals == deals
            if match.session.ended:
                break
            window.click(window.find("Next deal"))
        assert 2 <= deals <= 4
        assert sum(match.prizes()) == game
        window.click(window.find("Again" if game == 1 else "Leave the table"))
    window.step(1.0)
    assert isinstance(window.top, TitleScene)
    assert window.matches.running_game() is None
    found = replay.replayed_games(window.folders.running.read_bytes(), games.find_game)
    assert [session.ended for session in found] == [True, True]


@pytest.mark.usefixtures("random_players")
def test_a_game_of_no_more_than_its_rules_is_played_in_a_window(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    for scene in ("title.scene", "new_game.scene"):
        monkeypatch.setattr(f"goosetable.app.scenes.{scene}.SHELF", (*games.SHELF, playing.find("whist")))
    window, table = program.into(sit_down, -1, size=(640, 400))
    shown = take_snapshot(table.match)
    assert [camp.seats for camp in shown.facts.sides] == [(0, 2), (1, 3)]
    assert shown.plates[2] == "0 tricks, with you"
    play_until(window, ScoreScene)
    window.context.screen._window.size = (1280, 720)
    window.click(window.find("Next deal"))
    play_until(window, ScoreScene)
    assert table.match.session.standing.deals == 2


def test_a_game_closed_in_mid_trick_goes_on_there(program: Opens) -> None:
    window, table = program.into(sit_down)
    session = table.match.session
    while not (table.match.is_my_turn and session.state.trick and session.undoable_count > 6):
        play_on(window)
    before = session.state.copy()
    content = window.folders.running.read_bytes()
    # The power goes: nothing is closed, and what was being written is torn.
    window.matches.saves.close()
    window.folders.running.write_bytes(content + b'{"seat": 0, "do": "pl')

    again, title = program.at(TitleScene)
    again.finish()
    again.key(pygame.K_RETURN)
    assert title is not again.top and isinstance(again.top, TableScene)
    assert again.top.match.session.state == before
    play_until(again, ScoreScene)
    assert replay.replayed_games(again.folders.running.read_bytes(), games.find_game)[0].standing.deals == 1
