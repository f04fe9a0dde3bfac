"""What keys do at a table that is heard: the place is always said, a hint takes it along, digits go to cards, Esc closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.scenes.heard.hearing import heard
from goosetable.app.scenes.table import accessible_table
from goosetable.app.ui.heard import walk
from goosetable.engine.record.history import Trick
from goosetable.games import SHELF
from tests.app.test_whole_game import play_on, sit_down

Opens = Callable[..., Any]
PLACES = {game.id: place for place, game in enumerate(SHELF)}


def at_turn(one: Any, game: str, tricks: int = 0) -> Any:
    """A table that is heard, where the person is to play a card after some tricks."""
    table = sit_down(one, PLACES[game])
    one.context.heard = True
    for _ in range(900):
        ready = table.match.my_turn and not table.busy and table.stage.snapshot.mine and table.panel is None
        if ready and len(table.match.chronicle().tricks) >= tricks:
            one.step(0.5)
            return table
        try:
            play_on(one)
        except StopIteration:
            one.key(pygame.K_RETURN)
    raise AssertionError("the person did not come to act")


def place(table: Any) -> Any:
    """What the focus is on."""
    tree = heard((table,), ())
    return next(part for part in walk(tree.parts) if part.key == tree.focus)


def told(one: Any) -> str:
    return "" if one.context.told is None else one.context.told.whole


@pytest.mark.parametrize("game", ("gooseberry-fool", "gops"))
def test_who_hears_is_on_a_card_without_a_key(program: Opens, game: str) -> None:
    table = at_turn(program(), game)
    assert place(table).kind == "option" and place(table).place is not None


def test_a_hint_takes_the_place_along_and_enter_plays_it(program: Opens) -> None:
    one = program()
    table = at_turn(one, "gops")
    one.key(pygame.K_h)
    for _ in range(200):
        if table.words.hinted is not None:
            break
        table.work()
        one.step(0.1)
    assert place(table).more.startswith("The hint: Enter plays it.")
    hint, held = table.hand.hint, len(table.match.view().known.actions)
    assert place(table).key == f"hand/{hint}"
    one.key(pygame.K_RETURN)
    assert len(table.match.view().known.actions) > held
    assert not table.match.view().hand >> hint & 1


def test_a_digit_goes_to_the_card_of_that_rank_or_says_that_there_is_none(program: Opens) -> None:
    one = program()
    table = at_turn(one, "gops", 1)
    held = {cards.rank(card): card for card in table.hand.cards}
    for sign in "0123456789":
        one.context.untell()
        one.key(ord(sign))
        rank = "10A23456789".replace("10", "T")["0123456789".index(sign)]
        found = next((card for at, card in held.items() if cards.RANKS[at] == rank), None)
        if found is None:
            assert told(one).startswith("You hold no ")
        else:
            assert table.hand.focus == found and not told(one)
    table.context.heard = False
    table.hand.mean(None)
    one.key(pygame.K_6)
    assert table.hand.focus is None


def test_the_round_is_told_though_no_trick_lies(program: Opens) -> None:
    table = at_turn(program(), "gops")
    said = accessible_table.told(table, "trick")
    assert said.startswith("Turned: ") and "empty" not in said


def test_esc_closes_the_last_trick_and_another_key_does_what_it_does(program: Opens) -> None:
    one = program()
    table = at_turn(one, "gops", 1)
    one.key(pygame.K_l)
    assert heard((table,), ()).line.endswith("Esc closes it.")
    one.key(pygame.K_ESCAPE)
    assert one.top is table and table.last_trick is None and told(one) == "The last round is closed."
    one.key(pygame.K_l)
    one.key(pygame.K_HOME)
    assert table.last_trick is None and table.hand.focus == table.hand.cards[0]
    one.key(pygame.K_w)
    assert table.sidebar.telling
    one.key(pygame.K_ESCAPE)
    assert one.top is table and not table.sidebar.telling and told(one) == "What happened is closed."


def test_a_lead_is_asked_for_anew_after_each_trick(program: Opens) -> None:
    table = at_turn(program(), "gops", 1)
    tree = heard((table,), ())
    assert tree.turn == len(table.match.session.state.actions) > 0
    assert tree.line


def test_a_trick_that_was_given_to_another_says_to_whom(program: Opens) -> None:
    table = at_turn(program(), "gooseberry-fool")
    trick = Trick(((1, 3),), 1, 3, "", 2, (), "The Goose takes trick 7.", "Trick 7 of 11")
    name = table.stage.snapshot.names[2]
    assert accessible_table.trick_line(table, trick).endswith(f"{name} has got it.")
    assert "got it" not in accessible_table.trick_line(table, trick._replace(owner=1))


def test_the_list_of_keys_says_what_digits_do_now(program: Opens) -> None:
    one = program()
    at_turn(one, "gops")
    one.key(pygame.K_F1)
    one.step(0.1)
    assert "0–9: The card of that rank in the hand" in heard((one.top,), ()).intro
