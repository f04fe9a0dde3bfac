"""A game that is new to a person is met with its lesson once, and with what one wants in its first deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.first_note import LessonOfferScene
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets
from goosetable.app.storage.settings import FIRST_DEALS
from goosetable.app.table import piles
from goosetable.app.table.stage import cloth_labels
from goosetable.app.table.table_layout import open_cards_area, own_open_cards_area
from tests.app.conftest import Opens, Program
from tests.games.playing import TAUGHT

of_games = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)


def sit_down(one: Program, title: str) -> None:
    """From the title to the table, by what a person presses; the dealing is over then."""
    one.show(TitleScene)
    tile = one.find(title)
    one.top.widgets.focus_on(tile)  # in small windows the title scrolls to it
    one.click(tile)
    one.click(one.find("Deal"))
    one.wait(0.5)


def just_play(program: Opens, title: str) -> tuple[Any, Any]:
    """At the table of a newcomer, past the note."""
    one, _ = program.into(sit_down, title, offers=True)
    one.click(one.find("Just play"))
    return one, one.top


def play_first_card(one: Program) -> int:
    """Play on by clicks until the person has done something; how many clicks that took."""
    clicks, table = 0, one.top
    for _ in range(2000):
        if any(seat == table.match.me for seat, _ in table.match.session.state.actions):
            return clicks
        shown = table.stage.snapshot
        if shown.mine and not table.is_moving and table.panel is None:
            card = min(shown.legal)
            pose = next(s.rest for s in table.hand.sprites if s.key == f"card {card}")
            one.click((round(pose.x - pose.height * 0.25), round(pose.y - pose.height * 0.2)))
            clicks += 1
        elif shown.mine and not table.is_moving:
            one.click(next(tile for tile in table.panel.tiles if not tile.barred))
            clicks += 1
        one.step(0.1)
        one.finish()
    raise AssertionError("the person never came to act")


@pytest.mark.one_in(3)
@of_games
def test_from_the_title_to_the_first_card_takes_three_clicks(program: Opens, game: Any) -> None:
    one = program(offers=True)
    sit_down(one, game.title)  # two clicks
    assert isinstance(one.top, LessonOfferScene), "the third is for the note"
    one.click(one.find("Just play"))
    assert isinstance(one.top, TableScene)
    assert play_first_card(one) == 1


@pytest.mark.parametrize("way", [pygame.K_RETURN, pygame.K_ESCAPE, "beside"])
def test_the_note_stands_in_nobodys_way_and_comes_once(program: Opens, way: Any) -> None:
    one, _ = program.into(sit_down, "Goosed", offers=True)
    assert one.top.widgets.focus is one.top.play
    if way == "beside":
        one.click((one.top.sheet_rect.x - 20, one.top.sheet_rect.y))
    else:
        one.key(way)
    assert isinstance(one.top, TableScene)
    one.close()
    again, _ = program.into(sit_down, "Goosed", offers=True)
    assert isinstance(again.top, TableScene), "it has been offered"
    sit_down(again, "Gops")
    assert isinstance(again.top, LessonOfferScene), "but of this game not yet"


def test_the_note_leads_to_the_lesson_and_from_there_back_to_the_table(program: Opens) -> None:
    one, _ = program.into(sit_down, "Throps", offers=True)
    one.key(pygame.K_LEFT, pygame.K_RETURN)
    assert isinstance(one.top, LessonScene)
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, TableScene)
    assert play_first_card(one) == 1


def test_the_note_leads_to_the_rules_of_the_table_and_back(program: Opens) -> None:
    one, _ = program.into(sit_down, "Throps", offers=True)
    note = one.top
    one.key(pygame.K_F1, mod=pygame.KMOD_LSHIFT)
    assert isinstance(one.top, RulesScene) and not one.top.lesson.shown
    one.key(pygame.K_ESCAPE)
    assert one.top is note
    one.key(pygame.K_F1)
    assert one.top.rules.shown


def test_who_has_learned_a_game_is_not_offered_its_lesson(program: Opens) -> None:
    one, _ = program.into(sit_down, "Goosed", offers=True, learned=("goosed",))
    assert isinstance(one.top, TableScene) and one.top.messages.deal_aim, "what one wants is said all the same"


def test_a_game_without_a_lesson_shows_no_note(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(folder: str, name: str) -> str:
        raise assets.AssetError(f"{folder} {name}")

    one = program(offers=True)
    monkeypatch.setattr("goosetable.app.match.practice.assets.read_text", missing)
    sit_down(one, "Gops")
    assert isinstance(one.top, TableScene)
    assert not one.context.notices


@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((640, 400), 2.0), ((1280, 720), 2.0), ((1900, 500), 1.3)])
def test_the_note_lies_within_every_window_with_both_buttons(program: Opens, size: tuple[int, int], text: float) -> None:
    one, _ = program.into(sit_down, "Fools Gold", size=size, offers=True, text_size=text)
    note = one.top
    window = pygame.Rect(0, 0, *size)
    assert window.contains(note.sheet_rect)
    table = one.loop.scenes._stack[-2]
    assert isinstance(table, TableScene)
    assert table.layout.compact or note.sheet_rect.right < table.layout.ledger_area.x, "it leaves the sidebar free"
    for button in (note.lesson, note.play):
        assert note.sheet_rect.contains(button.rect)
    assert not note.lesson.rect.colliderect(note.play.rect)


def test_what_one_wants_is_said_until_the_first_card_and_gives_way_to_every_other_message(program: Opens) -> None:
    one, table = just_play(program, "Gooseberry Fool")
    for _ in range(200):
        if table.stage.snapshot.mine and not table.is_moving:
            break
        one.step(0.1)
        one.finish()
    asked = table.stage.snapshot.prompt
    assert asked.startswith("Vesper led"), "why cards are greyed is said besides"
    assert table.messages.message == (f"You want the ~middle score~: not most, not least.\n{asked}", True)
    table.hand.focus_card(min(table.stage.snapshot.legal))
    assert table.messages.message[0] == f"{asked}\n{table.messages.trick_rule}", (
        "a card is pointed at: what takes the trick is said"
    )
    table.hand.focus_card(None)
    play_first_card(one)
    assert not table.messages.deal_aim


def test_after_some_deals_nobody_is_told_any_more(program: Opens) -> None:
    _, table = just_play(program, "Gooseberry Fool")
    assert table.messages.deal_aim
    for number in range(FIRST_DEALS):
        assert table.is_newcomer, f"after {number} deals"
        table.newcomers.count_deal()
    assert not table.is_newcomer and not table.messages.deal_aim


def nothing_is_said_twice(table: Any) -> None:
    """No sentence stands twice on the screen."""
    facts, panel, shown = table.stage.snapshot.facts, table.panel, table.stage.snapshot
    said = [*table.messages.message[0].split("\n"), *shown.log, "" if shown.tally is None else shown.tally.sentence]
    said += ["" if facts.meter is None else facts.meter.remark, shown.place]
    if panel is not None:
        said += [panel.decision.remark, *(choice.result for choice in panel.decision.barred)]
    sentences = [part.strip(" .~") for text in said for part in re.split(r"[.;] ", text) if part]
    # A sound is no sentence, and the log may tell of two ties.
    sentences = [sentence for sentence in sentences if sentence not in ("Honk", "it stays", "they stay")]
    assert len(set(sentences)) == len(sentences), sentences


def turns(one: Program, most: int) -> Iterator[tuple[bool, int]]:
    """The turns of the person in a deal, with a card pointed at where one is to be played: whether they lead, and how many
    cards they have played. After each the first legal action is done."""
    table, played = one.top, 0
    for _ in range(3000):
        shown = table.stage.snapshot
        if one.top is not table or played == most:
            return
        if shown.mine and not table.is_moving:
            nothing_is_said_twice(table)
            card = table.panel is None and shown.forced is None
            if card:
                table.hand.focus_card(min(shown.legal))
                yield not shown.trick, played
            table.perform(shown.legal[min(shown.legal)] if card else table.match.view_at_screen().legal[0], by_person=True)
            played += card
        one.step(0.1)
        one.finish()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", [
    pytest.param(game, marks=() if game.id in ("throps", "goosed", "gops") else pytest.mark.slow) for game in TAUGHT
], ids=lambda game: game.id)  # fmt: skip
def test_a_newcomer_is_told_once_what_takes_the_trick_when_leading_and_in_the_first_tricks(program: Opens, game: Any) -> None:
    one, _ = just_play(program, game.title)
    tricks = game.text.trick_name == "trick"
    told = []
    for leads, played in turns(one, 5):
        due = played < 2 or (leads and tricks)
        said = one.top.messages.message[0]
        assert (("takes it" if tricks else "wins it") in said) == due, said
        assert "\n" in said or not due, "with a line of its own, besides what is asked"
        told.append(due)
    assert True in told and False in told


SMALL, USUAL = (640, 400), (1280, 720)
IN_WINDOWS = [
    pytest.param(game, size, marks=() if size == SMALL or at % 4 == number else pytest.mark.slow)
    for number, size in enumerate([(900, 500), (1000, 900), (1920, 1080), USUAL, SMALL])
    for at, game in enumerate(TAUGHT)
]
"""Every game in the smallest window and in one of four others; in all of them it is `-m slow`."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "size"), IN_WINDOWS)
def test_the_note_covers_neither_hand_nor_prizes_nor_what_is_on_offer(program: Opens, game: Any, size: tuple[int, int]) -> None:
    one, _ = program.into(sit_down, game.title, size=size, offers=True)
    table, sheet = one.loop.scenes._stack[-2], one.top.sheet_rect
    assert isinstance(table, TableScene)
    layout, shown = table.layout, table.stage.snapshot
    assert sheet.bottom <= table.hand.top + 1
    kept = [place.area() for place in piles.places_of_framed_cards(layout, shown)]
    kept += [
        open_cards_area(layout, i)
        for i in range(layout.opponent_count)
        if piles.open_cards_caption(shown, (shown.me + 1 + i) % len(shown.names))
    ]
    kept += [own_open_cards_area(layout)] if piles.open_cards_caption(shown, shown.me) else []
    kept += [label.area for label in cloth_labels(table.stage)]
    for area in kept:
        assert not sheet.inflate(-4, -4).colliderect(pygame.Rect(*map(round, area)))


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_sentence_of_the_note_is_never_small(program: Opens, text: float) -> None:
    one = program((640, 400), offers=True, text_size=text)
    sit_down(one, "Fools Gold")  # seven minutes: the longest sentence
    note = one.top
    sentence = next(text for text in note.visible_texts() if text.words.endswith("or just play."))
    assert sentence.pixel_size >= 0.85 * note.text_px(18) and list(sentence.lines) == [sentence.words]


def test_no_number_of_a_bid_is_low_in_a_small_window_with_large_text(program: Opens) -> None:
    one, _ = program.into(sit_down, "Goose", size=(640, 400), text_size=2.0)
    for _ in range(200):
        if one.top.panel is not None:
            break
        one.step(0.1)
        one.finish()
    assert len(one.top.panel.tiles) == 9
    assert all(tile.rect.w >= 22 and tile.rect.h >= 22 for tile in one.top.panel.tiles)
