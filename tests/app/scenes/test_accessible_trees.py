"""Accessible trees and announcements: they reveal no hidden card, and have all facts of a scene.

`test_every_scene.py` finds controls and texts that a tree leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.scenes.handover import HandoverScene, curtain_announcement
from goosetable.app.scenes.large_card import LargeCardScene
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.table import accessible_table
from goosetable.app.ui.accessible import all_parts, spoken_text
from goosetable.engine.record.session import Trick
from goosetable.engine.rules.event import NO_SEAT
from goosetable.games import SHELF, find_game
from tests.app.conftest import Opens
from tests.app.scenes.test_every_scene import hear
from tests.app.test_whole_game import play_on, sit_down
from tests.attacks.counting import Count
from tests.attacks.resizes import OFFERED, WAYS, reach
from tests.attacks.window import FAULTS, Window, quick_company


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """The program, before its first frame."""
    with quick_company("heard"):
        found = Window(tmp_path, "heard", Count("heard", FAULTS))
        yield found
        found.close()
        assert not found.count.found, found.count.notes


def go(window: Window, scene: str, way: tuple[str, ...]) -> None:
    window.program.router._offers = scene == OFFERED
    window.step()
    window.step()
    assert reach(window, way, Random(f"heard {scene}")) == scene
    window.step(0.5)


def test_a_score_sheet_names_what_each_figure_is(window: Window) -> None:
    way = next(way for scene, way in WAYS if scene == "ScoreScene")
    go(window, "ScoreScene", way)
    tree, scene = hear(window), window.top
    assert tree.intro.startswith("Deal 1 is done. ")
    for row in scene.tally.rows:
        name = scene.match.with_names(f"[{row.seat}]")
        told_row = scene.sheet_in_words.partition(f"{name}: ")[2]
        for head, figure in zip(scene.tally.heads, row.figures, strict=True):
            assert not figure or f"{spoken_text(head)} {spoken_text(figure)}" in told_row
        assert f"total {spoken_text(str(scene.totals[row.seat]))}" in told_row
    assert "[" not in tree.intro


def test_the_list_of_keys_is_read(window: Window) -> None:
    go(window, "TableScene", ("Goosed", "Deal"))
    window.post(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")
    window.step(0.1)
    tree = hear(window)
    assert tree.intro.startswith("Keys at the table. ")
    for line in ("H, Ctrl+H: A hint", "C, Alt+C: Tell my cards", "F10"):
        assert line in tree.intro


def test_the_curtain_says_that_it_was_pressed(window: Window) -> None:
    go(window, "HandoverScene", ("Goose", "Seat 2", "Ben", "Deal"))
    assert not hear(window).line
    assert hear(window).intro.endswith("hold Enter, or press it twice, slowly.")
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        window.post(kind, key=pygame.K_RETURN, mod=0, unicode="")
    window.step(0.02)
    assert isinstance(window.top, HandoverScene)
    assert hear(window).line == "Press once more."


# ---------------------------------------------------------------------- what keys do at a table that is heard


PLACES = {game.id: place for place, game in enumerate(SHELF)}


def at_turn(one: Any, game: str, tricks: int = 0) -> Any:
    """A table that is heard, where the person is to play a card after some tricks."""
    table = sit_down(one, PLACES[game])
    one.context.reader_listens = True
    for _ in range(900):
        ready = table.match.is_my_turn and not table.is_moving and table.stage.snapshot.mine and table.panel is None
        if ready and len(table.match.deal_log().tricks) >= tricks:
            one.step(0.5)
            return table
        try:
            play_on(one)
        except StopIteration:
            one.key(pygame.K_RETURN)
    raise AssertionError("the person did not come to act")


def place(table: Any) -> Any:
    """What the focus is on."""
    tree = table.accessible_tree()
    return next(part for part in all_parts(tree.parts) if part.key == tree.focus)


def told_table(one: Any) -> str:
    return "" if one.context.answered is None else one.context.answered.whole


@pytest.mark.parametrize("game", ("gooseberry-fool", "gops"))
def test_who_hears_is_on_a_card_without_a_key(program: Opens, game: str) -> None:
    table = at_turn(program(), game)
    assert place(table).kind == "option" and place(table).place is not None


def test_a_hint_takes_the_place_along_and_enter_plays_it(program: Opens) -> None:
    one, table = program.into(at_turn, "gops")
    one.key(pygame.K_h)
    for _ in range(200):
        if table.messages.hinted is not None:
            break
        table.run_slice()
        one.step(0.1)
    assert place(table).description.startswith("The hint: Enter plays it.")
    hint, held = table.hand.hint, len(table.match.view_at_screen().known.actions)
    assert place(table).key == f"hand/{hint}"
    one.key(pygame.K_RETURN)
    assert len(table.match.view_at_screen().known.actions) > held
    assert not table.match.view_at_screen().hand >> hint & 1


def test_a_digit_goes_to_the_card_of_that_rank_or_says_that_there_is_none(program: Opens) -> None:
    one, table = program.into(at_turn, "gops", 1)
    held = {cards.rank(card): card for card in table.hand.cards}
    for sign in "0123456789":
        one.context.drop_answer()
        one.key(ord(sign))
        rank = "10A23456789".replace("10", "T")["0123456789".index(sign)]
        found = next((card for at, card in held.items() if cards.RANKS[at] == rank), None)
        if found is None:
            assert told_table(one).startswith("You hold no ")
        else:
            assert table.hand.focus == found and not told_table(one)
    table.context.reader_listens = False
    table.hand.focus_card(None)
    one.key(pygame.K_6)
    assert table.hand.focus is None


def test_the_round_is_told_though_no_trick_lies(program: Opens) -> None:
    table = at_turn(program(), "gops")
    said = accessible_table.topic_text(table, "trick")
    assert said.startswith("Turned: ") and "empty" not in said


def test_esc_closes_the_last_trick_and_another_key_does_what_it_does(program: Opens) -> None:
    one, table = program.into(at_turn, "gops", 1)
    one.key(pygame.K_l)
    assert table.accessible_tree().line.endswith("Esc closes it.")
    one.key(pygame.K_ESCAPE)
    assert one.top is table and table.last_trick is None and told_table(one) == "The last round is closed."
    one.key(pygame.K_l)
    one.key(pygame.K_HOME)
    assert table.last_trick is None and table.hand.focus == table.hand.cards[0]
    assert told_table(one) == "The last round is closed.", "it never closes without a word"
    line = table.accessible_tree().line
    one.key(pygame.K_l)
    one.key(pygame.K_o, pygame.K_c)
    assert table.last_trick is not None and told_table(one) == accessible_table.topic_text(table, "hand")
    one.context.drop_answer()
    one.post(pygame.KEYUP, key=pygame.K_c, mod=0)
    one.step()
    assert table.last_trick is not None and not told_table(one), "the release of its key tells nothing again"
    one.key(pygame.K_ESCAPE)
    assert one.top is table and table.accessible_tree().line == line, "Esc still closes it, and opens no menu"
    one.key(pygame.K_w)
    assert table.sidebar.shows_log
    one.key(pygame.K_ESCAPE)
    assert one.top is table and not table.sidebar.shows_log and told_table(one) == "What happened is closed."


def test_the_key_of_the_sheet_answers_though_it_closes_the_last_trick(program: Opens) -> None:
    """Before the first deal is scored there is no sheet: that came long after the words on the trick, or not at all."""
    one, table = program.into(at_turn, "gops", 1)
    one.key(pygame.K_l, pygame.K_s)
    assert table.last_trick is None and one.top is table
    assert told_table(one) == "The last round is closed. The score sheet is empty until the first deal is done."


def test_what_happened_is_told_with_its_name_and_the_key_that_closes_it(program: Opens) -> None:
    one, table = program.into(at_turn, "gops", 1)
    one.key(pygame.K_w)
    assert table.sidebar.shows_log
    assert told_table(one).startswith("What happened. ") and told_table(one).endswith(" Esc closes it.")


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_z])
def test_a_key_that_answers_too_says_that_the_last_trick_is_closed(program: Opens, key: int) -> None:
    one, table = program.into(at_turn, "gops", 1)
    one.key(pygame.K_c, pygame.K_l)
    one.key(key, mod=pygame.KMOD_CTRL)
    assert table.last_trick is None and told_table(one).startswith("The last round is closed.")
    assert accessible_table.topic_text(table, "hand") not in told_table(one), "an earlier answer is not told again"


def test_a_card_of_a_tied_round_is_shown_large(program: Opens) -> None:
    """No card took the round, so the key for the card that did ended the program."""
    one, table = program.into(at_turn, "gops", 1)
    one.key(pygame.K_l)
    trick = table.last_trick.trick
    assert trick.taker == NO_SEAT and trick.tied_seats, "both bid an ace"
    one.key(pygame.K_z)
    assert isinstance(one.top, LargeCardScene) and one.top.card.name.startswith("Ace of ")


def test_a_lead_is_asked_for_anew_after_each_trick(program: Opens) -> None:
    table = at_turn(program(), "gops", 1)
    tree = table.accessible_tree()
    assert tree.turn == len(table.match.session.state.actions) > 0
    assert tree.line


def test_a_trick_that_was_given_to_another_says_to_whom(program: Opens) -> None:
    table = at_turn(program(), "gooseberry-fool")
    trick = Trick(((1, 3),), 1, 3, "", 2, (), "The Goose takes trick 7.", "Trick 7 of 11", (0,))
    name = table.stage.snapshot.names[2]
    assert accessible_table.trick_line(table, trick).endswith(f"{name} has got it.")
    assert "got it" not in accessible_table.trick_line(table, trick._replace(owner=1))


def test_the_list_of_keys_says_what_digits_do_now(program: Opens) -> None:
    one, _ = program.into(at_turn, "gops")
    one.key(pygame.K_F1)
    one.step(0.1)
    assert "0–9: The card of that rank in the hand" in one.top.accessible_tree().intro


# ---------------------------------------------------------------------- a table that is being laid, as it is heard


game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def opened(one: Any, game: Any) -> Any:
    return one.show(lambda context, matches: NewGameScene(context, matches, game))


@pytest.mark.one_in(3)
@game_of
def test_the_page_comes_with_the_game_the_preset_and_the_length_and_each_rule_tells_its_value(
    program: Opens, game: Any
) -> None:
    _, page = program.into(opened, game)
    setup = page.setup
    for preset in setup.presets:
        setup.choose_preset(preset)
        page.remake_controls()
        assert page.opening_announcement.startswith(
            f"Lay the table. {game.title}, {len(setup.chairs)} players: you as Gooseberry"
        )
        assert (
            f"House rules: {preset.lower()}. {page.length}" in page.opening_announcement
            and len(page.opening_announcement.split()) < 40
        )
        parts = {part.name: part for part in page.accessible_parts()}
        for rule in page.house_rules:
            part, value = parts[rule.label], setup.chosen[rule.key]
            assert part.chosen is not None or part.value == rule.label_of(value)
            assert (rule.reason_without_effect(setup.chosen) or rule.explanation_of(value)) in part.description, rule.key


@game_of
def test_the_chosen_game_is_checked_in_a_list(program: Opens, game: Any) -> None:
    _, page = program.into(opened, game)
    games = [part for part in page.accessible_parts() if part.kind == "radio" and part.name in [one.title for one in SHELF]]
    assert [part.place for part in games] == [(at, len(SHELF)) for at in range(1, len(SHELF) + 1)]
    assert [part.name for part in games if part.chosen] == [game.title]


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_left_and_right_step_through_the_list_of_games_and_change_nothing(program: Opens, size: tuple[int, int]) -> None:
    one, page = program.into(opened, SHELF[0], size=size)
    choices = page.setup.chosen
    page.widgets.focus_on(page.tiles[0])
    for tile in (*page.tiles[1:], page.tiles[-1]):
        one.key(pygame.K_RIGHT)
        assert page.widgets.focus is tile
    one.key(pygame.K_LEFT)
    assert page.widgets.focus is page.tiles[-2]
    assert page.setup.chosen == choices and page.setup.game is SHELF[0]
    one.key(pygame.K_F1)
    lines = {line.label: line.accessible_value for group in one.top.groups for line in group.lines}
    assert lines["Among the games: the one before, and the next"] == "Left, Right"
    assert lines["Among the games: choose this one"] == "Enter, Space"
    one.key(pygame.K_ESCAPE)
    one.key(pygame.K_RETURN)
    assert page.setup.game is SHELF[-2]


def test_the_explanation_is_that_of_the_value_that_is_chosen(program: Opens) -> None:
    one, page = program.into(opened, find_game("fools-gold"))
    switch = one.find("Bonuses for sets")

    def said() -> str:
        return str(next(part.description for part in page.accessible_parts() if part.name == switch.label))

    assert "Pure" not in said()
    page.widgets.focus_on(switch)
    one.key(pygame.K_SPACE)
    assert "This is Pure Fools Gold" in said()
    assert any("This is Pure Fools Gold" in text.words for text in page.visible_texts())


def test_a_value_that_cannot_be_read_is_told_with_its_rule(program: Opens) -> None:
    one = program()
    gold = find_game("fools-gold")
    page = opened(one, gold)
    page.widgets.focus_on(one.find("What sets earn"))
    one.key(pygame.K_LEFT, pygame.K_TAB)
    one.type("2/no")
    assert page.status_line == page.objection != ""
    assert page.objection in next(part.description for part in page.accessible_parts() if part.name == "What sets earn")


def test_another_game_and_another_number_of_players_change_the_line(program: Opens) -> None:
    one, page = program.into(opened, SHELF[0])
    before = page.accessible_tree().line
    tile = next(tile for tile in page.tiles if tile.game.id == "goose")
    one.click(tile)
    after = page.accessible_tree().line
    assert after != before and after.startswith("Goose, 4 players: you as Gooseberry")
    one.click(page.more)
    assert page.accessible_tree().line.startswith("Goose, 5 players: you as Gooseberry")
    assert page.accessible_tree().line in page.accessible_tree().intro, "it is not said twice when the page comes"


def test_who_sits_there_is_told_apart_from_what_a_press_does(program: Opens) -> None:
    _, page = program.into(opened, SHELF[0])
    told = [
        widget.accessible_value
        for widget in page.widgets.all
        if "Enter: choose or name who sits here." in widget.accessible_value
    ]
    assert len(told) == len(page.setup.chairs)
    assert all(re.search(r"[.!?] Enter: choose or name who sits here\.$", value) for value in told), told


# ---------------------------------------------------------------------- the rules as they are heard


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_each_chapter_is_told_when_it_is_turned_to(program: Opens, game: Any) -> None:
    one, page = program.at(lambda context, matches: RulesScene(context, game, game.Options()))
    one.finish()
    assert page.accessible_tree().intro.startswith(f"The rules of {game.title}. ")
    for number, shown in enumerate(page.chapters):
        page.scroll_to_chapter(number)
        said = page.accessible_tree().line
        assert said.startswith(shown.title[:1].upper() + shown.title[1:])
        rows = [block.content for block in shown.blocks if isinstance(block.content, CardRow)]
        faces = [game.text.card_name(cards.card(code)) for row in rows for code in row.codes]
        assert all(spoken_text(face) in said for face in faces)
        assert "{" not in said


def test_the_cards_of_an_example_are_those_of_its_picture(program: Opens) -> None:
    row = CardRow(("JS", "9D", "TH", "4C", "X"), 0, "The only spade", "takes it")
    chapter = Chapter("Suits", (Block(row),))
    scene = program().show(lambda context, _: RulesScene(context, SHELF[0], SHELF[0].Options()))
    scene.document.chapters = (chapter,)
    scene.rebuild()
    said = scene.status_line
    assert said.startswith("Suits. For example jack of spades, 9 of diamonds, 10 of hearts, 4 of clubs and the Goose.")
    assert said.endswith("The only spade: jack of spades. Takes it.")


# ---------------------------------------------------------------------- what stands on a table is told


def all_marks(one: Any, game: str, enough: Callable[[list[str]], bool]) -> list[str]:
    """What came to stand while a deal was played, each once."""
    table = sit_down(one, PLACES[game])
    found: list[str] = []
    for _ in range(600):
        if one.top is not table or enough(found):
            break
        if table.stage.shown is not None:
            tree = table.accessible_tree()
            found += [mark for mark in (tree.deal, *tree.facts) if mark and mark not in found]
        try:
            play_on(one)
        except StopIteration:
            break
    return found


@pytest.mark.parametrize("game", ("gops", "throps"))
def test_a_sealed_bid_is_told_with_what_it_is_for(program: Opens, game: str) -> None:
    found = all_marks(program(), game, lambda found: sum(" has bid for " in mark for mark in found) > 2)
    bids = [mark for mark in found if " has bid for " in mark]
    assert len(bids) > 2 and not any(mark.startswith("You") for mark in bids)


def test_the_dealer_is_told_with_the_deal(program: Opens) -> None:
    found = all_marks(program(), "gooseberry-fool", bool)
    assert found[0].startswith("Deal 1: ") and found[0].endswith(("deals.", "deal."))


def test_nothing_stands_while_the_screen_is_handed_over(program: Opens) -> None:
    table = sit_down(program(), PLACES["gops"])
    table.match.cover_hand()
    assert table.accessible_tree().facts == ()


# ---------------------------------------------------------------------- the curtain as it is heard


NAMES = {"[0]": "Ann", "[1]": "Ben"}


def match(*persons: int) -> Any:
    def name_of(person: int) -> str:
        return NAMES[f"[{person}]"]

    place, centre = "Goose, deal 2, trick 3 of 6", "Led now: K♠ by Ann."
    return SimpleNamespace(
        people_seats=persons,
        log_lines=lambda: ("Ben leads Q♠.", "Ann plays K♠."),
        with_names=NAMES.__getitem__,
        name_of=name_of,
        words_for_moment_of_game=place,
        centre_cards_sentence=centre,
    )


def test_it_names_the_people_what_happened_and_what_to_press() -> None:
    said = curtain_announcement(match(0, 1), 1, "Ben, it is your turn", ["Ann plays K♠."], "")
    assert said == (
        "The curtain. Ben, it is your turn. Ben and Ann play at this screen; now only Ben may hear the cards. "
        "Goose, deal 2, trick 3 of 6. Since your last turn: Ann plays king of spades. "
        "Led now: king of spades by Ann. "
        "To hear the cards of Ben hold Enter, or press it twice, slowly."
    )


def test_before_anything_happened_the_deal_begins() -> None:
    said = curtain_announcement(match(0), 0, "Ann, look at your cards", [], "")
    assert "The deal begins." in said and "play at this screen" not in said
