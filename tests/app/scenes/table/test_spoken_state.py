"""The state of the table on demand: by a key for each topic, in words, at every table and for every person at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.table.accessible_table import TOPICS, topic_text
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.keymap import BY_ID
from goosetable.engine.rules.state import SealedState
from goosetable.games import SHELF
from tests.app.conftest import Opens
from tests.app.test_whole_game import play_on, sit_down

Open = Callable[..., Any]
MAY = "Vesper led spades, so you follow: king of spades, queen of spades or 10 of spades."
MAY_SHORT = "You follow: king of spades, queen of spades or 10 of spades."
TAKES = "One suit: the middle card takes it. Two suits: the lone suit. Three: the lone colour. Aces are high."
KEYS = {
    "hand": pygame.K_c, "trick": pygame.K_t, "may": pygame.K_a, "bids": pygame.K_b, "points": pygame.K_o, "turn": pygame.K_q,
    "again": pygame.K_r,
}  # fmt: skip


def table_at(program: Any, place: int, acts: int) -> TableScene:
    """A table after some acts of the person, who is to act again."""
    table: TableScene = sit_down(program, place)
    for _ in range(900):
        if table.match.is_my_turn and not table.is_moving and table.stage.snapshot.mine:
            if not acts:
                return table
            acts -= 1
        try:
            play_on(program)
        except StopIteration:  # of two cards that are alike another one is shown
            program.key(pygame.K_RETURN)
    raise AssertionError("the person did not come to act")


@pytest.mark.one_in(5)
@pytest.mark.parametrize("place", range(len(SHELF)), ids=[game.id for game in SHELF])
def test_every_topic_is_told_in_words(program: Opens, place: int) -> None:
    table = table_at(program(), place, 3)
    shown = table.stage.snapshot
    for topic in TOPICS:
        said = topic_text(table, topic)
        assert said and said == spoken_text(said), topic
        assert "[" not in said and said[-1] in ".!?", topic
    for card in shown.own:
        if cards.suit(card) != cards.JOKER_SUIT:
            rank, suit = spoken_text(table.match.game.text.card_name(card)).split(" of ")
            assert f"{suit.capitalize()}: " in topic_text(table, "hand")
            assert rank in topic_text(table, "hand")
    for name in shown.names:
        assert name in topic_text(table, "bids") and name in topic_text(table, "points")
    for _, card in shown.trick:
        assert spoken_text(table.match.game.text.card_name(card)) in topic_text(table, "trick")


def test_only_what_may_be_played_is_told_of(program: Opens) -> None:
    table = table_at(program(), 0, 0)
    assert topic_text(table, "may") == f"{MAY} Spades: king, queen, 10. {TAKES}"
    assert topic_text(table, "turn") == f"You are to act. {MAY} Deal 1, trick 1 of 11."
    assert topic_text(table, "last trick") == "There is no last trick yet."
    assert topic_text(table, "again") == f"Vesper leads ace of spades. Dorothea plays jack of spades. {MAY_SHORT}"


def test_every_topic_has_a_key(program: Opens) -> None:
    assert {name.removeprefix("tell ") for name in BY_ID if name.startswith("tell ")} == set(TOPICS) - {"story"}
    opened, table = program.into(table_at, 0, 0)
    for topic, key in KEYS.items():
        opened.key(key)
        assert opened.loop._notice == topic_text(table, topic), topic
    opened.key(pygame.K_l, mod=pygame.KMOD_SHIFT)
    assert opened.loop._notice == topic_text(table, "last trick")


def test_a_question_before_anything_new_has_an_answer(program: Opens) -> None:
    opened = program()
    table = table_at(opened, next(at for at, game in enumerate(SHELF) if game.id == "goose"), 1)
    while not table.stage.snapshot.legal or len(table.stage.snapshot.trick) == len(table.stage.snapshot.names) - 1:
        play_on(opened)
    table.turn.play_card(min(table.stage.snapshot.legal))
    assert not table.stage.snapshot.mine and table.match.log_since_action_of(table.match.me) == ()
    opened.key(pygame.K_r)
    assert opened.loop._notice == "Nothing new has happened."


def test_where_letters_are_choices_the_same_keys_tell_with_alt(program: Opens) -> None:
    opened = program()
    place = next(at for at, game in enumerate(SHELF) if game.id == "cross-purposes")
    table = table_at(opened, place, 0)
    assert table.panel is not None
    opened.key(pygame.K_c, mod=pygame.KMOD_ALT)
    assert opened.loop._notice == topic_text(table, "hand")
    assert table.panel is not None


def test_more_is_heard_than_can_be_shown(program: Opens) -> None:
    opened, _ = program.at(TitleScene)
    context = opened.context
    context.show_answer("A long story. " * 60)
    assert len(context.notices[0]) < 420
    assert context.answered is not None and context.answered.whole == "A long story. " * 60


def test_what_was_told_goes_with_the_next_act(program: Opens) -> None:
    opened, table = program.into(table_at, 0, 0)
    opened.key(pygame.K_c)
    assert opened.loop._notice == topic_text(table, "hand")
    table.turn.play_card(cards.card("TS"))
    opened.step()
    assert opened.loop._notice is None


@pytest.mark.parametrize("late", [False, True])
def test_nothing_that_was_told_stands_before_the_curtain(program: Opens, late: bool) -> None:
    """Neither what is shown, nor what is still to be shown when it falls."""
    opened, _ = program.at(TitleScene, people=({"name": "Anna"}, {"name": "Ben"}), name="Anna")
    opened.finish()
    for label in ("Goose", "Seat 2", "Ben", "Deal"):
        opened.click(opened.find(label))
    curtain = opened.top
    assert isinstance(curtain, HandoverScene)
    curtain._open_curtain()
    opened.step(1.0)
    table = opened.top
    assert isinstance(table, TableScene)
    events = [pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="") for key in (pygame.K_c, pygame.K_F8)]
    for event in events:
        pygame.event.post(event)
        if not late:
            opened.step()
    opened.step()
    opened.step()
    assert isinstance(opened.top, HandoverScene)
    assert opened.loop._notice is None and not opened.context.notices


def test_who_hears_is_told_by_plain_letters_even_where_they_are_choices(program: Opens) -> None:
    opened = program()
    place = next(at for at, game in enumerate(SHELF) if game.id == "cross-purposes")
    table = table_at(opened, place, 0)
    asked = table.panel
    assert asked is not None
    opened.context.reader_listens = True
    opened.key(pygame.K_c)
    assert table.panel is asked and opened.loop._notice == topic_text(table, "hand")
    opened.context.reader_listens = False
    opened.key(pygame.K_c)
    assert table.panel is not asked


def test_who_hears_is_told_the_story_and_that_there_is_nothing_to_show(program: Opens) -> None:
    opened, _ = program.into(table_at, 0, 0)
    opened.key(pygame.K_l)
    assert opened.loop._notice == "There is no last trick yet."
    opened.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert opened.loop._notice == "There is nothing to take back."
    opened.context.reader_listens = True
    opened.key(pygame.K_w)
    assert opened.loop._notice == "What happened. Vesper leads ace of spades. Dorothea plays jack of spades. Esc closes it."


def test_a_key_that_tells_takes_the_last_trick_away_and_tells(program: Opens) -> None:
    opened, table = program.into(table_at, 0, 2)
    opened.key(pygame.K_l)
    assert table.last_trick is not None
    opened.key(pygame.K_q)
    assert table.last_trick is None and opened.loop._notice == topic_text(table, "turn")


def test_what_happened_last_ends_with_the_cards_that_are_up(program: Opens) -> None:
    for place, game in enumerate(SHELF):
        if game.id in ("gops", "throps"):
            table = table_at(program(), place, 2)
            state = table.match.session.state
            assert isinstance(state, SealedState)
            up = [spoken_text(game.text.card_name(card)) for card in state.offer]
            told = topic_text(table, "again").casefold()
            assert all(card in told for card in up) and told.count(" up. your bid") == 1, told
