"""A table that is being laid, as it is heard: values of house rules where they are not as printed, and what changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from goosetable.app.scenes.heard import laid
from goosetable.app.scenes.heard.hearing import heard
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.games import SHELF

Opens = Callable[..., Any]
game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def opened(one: Any, game: Any) -> Any:
    return one.show(lambda context, matches: NewGameScene(context, matches, game))


@game_of
def test_house_rules_are_told_with_their_values_and_as_printed_in_a_word(program: Opens, game: Any) -> None:
    one = program()
    page = opened(one, game)
    laying = page.laying
    for preset in laying.presets:
        laying.choose_preset(preset)
        said = laid.intro(page)
        assert said.startswith(f"Lay the table. {game.title}, {len(laying.chairs)} players: You")
        assert f"House rules: {preset.lower()}." in said
        for rule in laying.rules:
            changed = laying.chosen[rule.key] != rule.default and rule != laying.count
            assert (f"{rule.label}: {rule.called(laying.chosen[rule.key])}" in said) == changed, rule.key


def test_a_house_rule_of_ones_own_is_told_as_it_was_typed(program: Opens) -> None:
    one = program()
    gold = next(game for game in SHELF if game.id == "fools-gold")
    page = opened(one, gold)
    rule = next(rule for rule in page.laying.rules if rule.besides is not None and rule.besides.typed is not None)
    page.laying.begin_own(rule)
    page.laying.write(rule, "2/no")
    assert f"{rule.label}: 2/no" in laid.intro(page)
    assert "The others are as printed." in laid.intro(page)


def test_another_game_and_another_number_of_players_change_the_line(program: Opens) -> None:
    one = program()
    page = opened(one, SHELF[0])
    before = heard([page], ()).line
    tile = next(tile for tile in page.tiles if tile.game.id == "goose")
    one.click(tile)
    after = heard([page], ()).line
    assert after != before and after.startswith("Goose, 4 players: You")
    one.click(page.more)
    assert heard([page], ()).line.startswith("Goose, 5 players: You")
    assert heard([page], ()).line in heard([page], ()).intro, "it is not said twice when the page comes"


def test_who_sits_there_is_told_apart_from_what_a_press_does(program: Opens) -> None:
    one = program()
    page = opened(one, SHELF[0])
    told = [widget.value for widget in page.widgets.all if "Press for another player." in widget.value]
    assert len(told) == len(page.laying.chairs)
    assert all(re.search(r"[.!?] Press for another player\.$", value) for value in told), told
