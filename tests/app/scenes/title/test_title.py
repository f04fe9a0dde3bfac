"""The title and the laying of a table: two presses to the cards, and only what there is to go on with."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.art.pictures import TOKENS, WHO
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import characters
from goosetable.app.table import seats
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair
from goosetable.engine.rules import options
from goosetable.players import LEVELS, make
from goosetable.players.levels import SEARCHING
from goosetable.players.search_agent import Searcher

GAME = games.SHELF[0]
Opens = Callable[..., Any]


def chairs() -> list[Chair]:
    return [Chair("You", "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]


def test_two_clicks_lead_from_the_title_to_a_dealt_table(program: Opens) -> None:
    one = program()
    one.show(TitleScene)
    one.click(one.top.tiles[0])
    laying: Any = one.top
    assert type(laying) is NewGameScene
    assert laying.widgets.focus is laying.deal
    one.click(laying.deal)
    table: Any = one.top
    assert type(table).__name__ == "TableScene"
    for _ in range(40):
        one.step(0.1)
        one.loop.scenes.work()
    assert table.match.session.due == "act"
    assert one.matches.running() is not None


def test_two_keys_do_the_same(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    one.show(TitleScene)
    one.key(pygame.K_RETURN, pygame.K_RETURN)
    assert isinstance(one.top, stand_in)
    assert len(one.loop.scenes) == 2, "the table stands instead of the set-up, over the title"


def test_to_go_on_is_offered_only_where_there_is_something(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    scene = one.show(TitleScene)
    assert not any("Go on" in w.label for w in scene.widgets.all)
    assert len([button for button in one.top.buttons if button.shown]) == 5
    one.matches.lay(GAME, GAME.Options(), chairs()).deal()
    scene = one.show(TitleScene)
    assert scene.prime.label == f"Go on: {GAME.title}, deal 1"
    assert scene.prime.value == "with Vesper and Dorothea"
    assert scene.widgets.focus is scene.prime
    one.click(scene.prime)
    assert isinstance(one.top, stand_in)
    assert one.top.match.session.names == ("You", "Vesper", "Dorothea")


def test_the_buttons_reach_no_further_out_than_the_tiles_in_a_wide_window(program: Opens) -> None:
    one = program()
    one.matches.lay(GAME, GAME.Options(), chairs()).deal()
    scene = one.show(TitleScene)
    assert all(button.shown for button in scene.buttons)
    out = [tile.rect for tile in scene.tiles]
    assert min(b.rect.left for b in scene.buttons) >= min(rect.left for rect in out)
    assert max(b.rect.right for b in scene.buttons) <= max(rect.right for rect in out)


def test_the_rules_at_the_title_are_those_of_the_chosen_game_or_of_the_running_one(program: Opens) -> None:
    one = program()
    for running, tile, wanted in ((False, None, GAME), (True, None, games.SHELF[2]), (True, 1, games.SHELF[1])):
        if running:
            one.matches.lay(games.SHELF[2], games.SHELF[2].Options(), chairs()).deal()
        scene = one.show(TitleScene)
        if tile is not None:
            scene.widgets.to(scene.tiles[tile])
        one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
        assert one.top.game is wanted


def test_the_title_looks_again_when_somebody_comes_back(program: Opens) -> None:
    one = program()
    scene = one.show(TitleScene)
    one.click(scene.tiles[0])
    one.matches.lay(GAME, GAME.Options(), chairs()).deal()
    one.key(pygame.K_ESCAPE)
    assert one.top is scene
    assert scene.prime.label.startswith("Go on")


def test_one_key_gives_contrast_and_large_cards_and_takes_them_back(program: Opens) -> None:
    one = program(theme="inkwell", cards="four")
    scene = one.show(TitleScene)
    one.key(pygame.K_c)
    assert (one.context.settings.theme, one.context.settings.cards) == ("contrast", "large")
    one.step()
    assert scene.contrast.label.startswith("the usual")
    one.key(pygame.K_c)
    assert (one.context.settings.theme, one.context.settings.cards) == ("inkwell", "four")


def test_the_first_frame_draws_no_pictures(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program()
    drawn: list[str] = []
    monkeypatch.setattr(type(one.context.faces), "_draw", lambda self, look: drawn.append(look.code))
    monkeypatch.setattr(type(one.context.canvas), "portrait", lambda self, who, *rest: drawn.append(who))
    scene = one.show(TitleScene)
    assert drawn == []
    monkeypatch.undo()
    assert scene.work()
    one.finish()
    assert not scene.work()


def test_the_window_of_the_title_stays_open_at_esc_and_leaves_by_its_button(program: Opens) -> None:
    one = program()
    scene = one.show(TitleScene)
    one.key(pygame.K_ESCAPE)
    assert one.top is scene
    one.click(one.find("Leave"))
    assert one.loop.over


def test_nothing_stays_scrolled_away_when_the_text_is_small_again(program: Opens) -> None:
    one = program(text_size=2.0)
    scene = one.show(TitleScene)
    scene.widgets.to(scene.contrast)
    one.step()
    assert scene.scroll.offset
    one.context.change(text_size=1.0)
    one.step()
    assert scene.scroll.most == scene.scroll.offset == 0
    assert all(tile.rect.top > 0 for tile in scene.shown)


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (900, 700)])
def test_in_large_text_the_large_button_stays_while_the_games_scroll(program: Opens, size: tuple[int, int]) -> None:
    one = program(size, text_size=2.0)
    scene = one.show(TitleScene)
    before = scene.prime.rect.copy()
    assert scene.scroll.offset == 0 < scene.scroll.most, "the name of the program is seen first"
    assert before.top >= scene.scroll.rect.bottom and before.bottom <= size[1] and 0 <= before.left < before.right <= size[0]
    scene.widgets.to(scene.contrast)
    one.step()
    assert scene.scroll.offset > 0 and scene.prime.rect == before
    assert scene.scroll.rect.contains(scene.contrast.rect)


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("size", [(640, 400), (1000, 900), (1280, 720)])
def test_tiles_stand_clear_of_one_another(
    program: Opens, monkeypatch: pytest.MonkeyPatch, n: int, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("goosetable.app.scenes.title.scene.SHELF", (GAME,) * n)
    one = program(size)
    scene = one.show(TitleScene)
    placed = [*scene.shown, scene.prime, *(b for b in scene.buttons if b.shown), scene.contrast]
    for at, widget in enumerate(placed):
        assert widget.rect.left >= 0 and widget.rect.right <= size[0]
        assert not any(widget.rect.colliderect(other.rect) for other in placed[at + 1 :]), widget.label
    left = min(tile.rect.left for tile in scene.shown)
    right = max(tile.rect.right for tile in scene.shown)
    assert abs(left + right - size[0]) <= 3


# ---------------------------------------------------------------------- laying


def sit(one: Any, scene: NewGameScene, seat: int, name: str) -> None:
    """Somebody is asked to sit down in a chair."""
    one.click(scene.people[seat])
    who = next(who for who in one.top.persons + one.top.others if who.label == name)
    one.click(who)
    assert one.top is scene


def test_what_is_chosen_arrives_in_the_header(program: Opens, stand_in: type[Any]) -> None:
    one = program(name="Anna")
    scene = one.show(NewGameScene)
    for control in scene.rules:
        one.click((control.rect.right - 8, control.rect.centery))
    sit(one, scene, 1, "Pip")
    one.click((scene.beside[2].rect.right - 4, scene.beside[2].rect.centery))
    one.click(scene.code)
    one.type("7q4k-m2xd-9tbr")
    one.click(scene.deal)
    assert isinstance(one.top, stand_in)
    header = one.top.match.session.header
    chosen = {rule.key: rule.choices[1].value for rule in options.options_of(GAME.Options)}
    assert header.options == chosen | {"target": 150}, "figures go up"
    assert header.code == "7Q4K-M2XD-9TBR"
    assert header.chairs[0] == Chair("Anna", "human")
    assert header.chairs[1] == Chair("Pip", "medium")
    assert header.chairs[2] == Chair("Dorothea", "master")


def test_the_table_is_laid_the_same_the_next_time(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    scene = one.show(NewGameScene)
    one.click((scene.rules[1].rect.right - 8, scene.rules[1].rect.centery))
    sit(one, scene, 2, "Saffron")
    one.click((scene.beside[1].rect.x + 4, scene.beside[1].rect.centery))
    wanted = scene.laying.remembered()
    one.click(scene.deal)
    again = one.show(NewGameScene)
    assert again.laying.remembered() == wanted
    assert again.beside[1].value == "easy"
    one.click(again.presets)
    assert again.laying.preset == again.presets.value == "As printed"


@pytest.mark.parametrize("wrong", ["7q4k", "7q4k-m2xd-9tb!", "Å" * 12])
def test_a_wrong_code_is_refused_with_a_sentence(program: Opens, stand_in: type[Any], wrong: str) -> None:
    one = program()
    scene = one.show(NewGameScene)
    one.click(scene.code)
    one.type(wrong)
    one.key(pygame.K_RETURN)
    assert one.top is scene
    assert scene.said.endswith(".") and scene.said[0].isupper()
    assert scene.widgets.focus is scene.code
    assert one.matches.running() is None
    one.type("x")
    assert scene.said == ""


def test_without_a_code_chance_gives_one(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    one.show(NewGameScene)
    one.key(pygame.K_RETURN)
    assert one.top.match.session.header.code == seed.show("7Q4KM2XD9TBR")


def test_a_table_before_it_is_kept_and_that_is_said(program: Opens) -> None:
    one = program()
    one.matches.lay(GAME, GAME.Options(), chairs()).deal()
    scene = one.show(NewGameScene)
    assert scene.urgent


def test_with_several_games_another_can_be_chosen(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    other = type(GAME)()
    monkeypatch.setattr("goosetable.app.scenes.new_game.scene.SHELF", (GAME, other))
    one = program()
    scene = one.show(NewGameScene)
    assert [tile.chosen for tile in scene.tiles] == [True, False]
    one.click(scene.tiles[1])
    assert scene.laying.game is other
    assert [tile.chosen for tile in scene.tiles] == [False, True]


def test_nobody_sits_twice_at_one_table() -> None:
    laying = Laying(GAME, "vesper")
    chance = Random(3)
    for _ in range(60):
        who = chance.choice(["Vesper", "Pip", "Minim", "Saffron", "Griselda"])
        laying.sit(chance.randrange(3), who, "")
        names = [chair.name.casefold() for chair in laying.chairs]
        assert len(set(names)) == len(names)
    assert {chair.player for chair in laying.chairs} <= {"human", "medium"}


def test_whatever_was_remembered_something_can_be_laid() -> None:
    for last in (
        {}, {"game": GAME.id, "options": 3, "seats": 4}, {"options": {"target": "100"}, "seats": [{"name": 1}, None]},
        {"game": GAME.id, "options": {"target": 77}, "seats": [{"name": "Pip", "player": "mad"}] * 9},
    ):  # fmt: skip
        laying = Laying(GAME, "You")
        laying.recall(last)
        assert laying.preset == "As printed"
        assert len(laying.chairs) == 3


# ---------------------------------------------------------------------- the company


def test_the_company_is_twelve_with_names_of_their_own() -> None:
    assert sorted(character.who for character in characters.CAST) == sorted(WHO)
    assert len({character.name.casefold() for character in characters.CAST}) == 12
    assert characters.PERSON in TOKENS
    for character in characters.CAST:
        words = set(character.line.lower().replace(".", " ").replace(",", " ").split())
        assert not words & {"he", "she", "his", "her", "him", "hers", "himself", "herself"}
        assert character.line.endswith(".")


def test_a_name_has_one_portrait_here_and_at_the_table() -> None:
    for character in characters.CAST:
        assert characters.portrait(character.name) == character.who
        assert seats.portraits(((character.name, False),)) == (character.who,)
    assert characters.portrait("Somebody") == characters.portrait("Somebody") in WHO
    assert characters.portrait("Vesper", "human") == "gooseberry"
    assert seats.portraits((("Vesper", True),)) == ("gooseberry",)


def test_every_level_that_can_be_chosen_is_one_that_can_play() -> None:
    assert len(SEARCHING) == 5, "a goose for each, as the settings have it"
    assert set(SEARCHING) <= set(LEVELS)
    assert all(isinstance(make(level, Random(1)), Searcher) for level in SEARCHING)
