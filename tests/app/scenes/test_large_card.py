"""A card shown large: by the key, the other button and a finger, at the table and in a review; it plays nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.reader.reader import Announcer
from goosetable.app.scenes.large_card import LargeCard, LargeCardScene, card_in_words
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import Picture
from goosetable.engine.rules.event import HAND_KIND
from goosetable.games.goose.rules import Goose, GooseOptions
from tests.app import drawn_words
from tests.app.conftest import Opens
from tests.app.scenes.review.test_review_scene import lay
from tests.app.scenes.test_all_scenes import SCENES
from tests.app.table_window import Window, still
from tests.narrowing import of_kind, present

US = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"))


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    yield from still(tmp_path, US)


@pytest.fixture
def table(opened: Callable[..., Window]) -> Window:
    window = opened()
    window.to_my_turn()
    window.draw()
    return window


def shown(window: Window) -> LargeCard:
    top = of_kind(LargeCardScene, window.scenes.top)
    return top.card


@pytest.mark.parametrize(("code", "words"), [("AS", "Ace of spades"), ("TD", "Ten of diamonds"), ("XH", "High joker")])
def test_cards_have_names_in_words(code: str, words: str) -> None:
    assert card_in_words(code) == words


def test_z_shows_the_card_with_the_focus_and_any_key_goes_back_and_plays_nothing(table: Window) -> None:
    table.key(pygame.K_RIGHT)
    meant = present(table.scene.hand.focus)
    before = table.actions
    table.key(pygame.K_z)
    assert shown(table).code.rstrip("*") == table.scene.stage.image_code(meant)
    table.draw()
    table.key(pygame.K_RETURN)
    assert table.scenes.top is table.scene and table.actions == before
    assert table.scene.hand.focus == meant


def test_the_arrows_go_through_all_that_lies_open_and_come_round(table: Window) -> None:
    table.key(pygame.K_z)
    top = of_kind(LargeCardScene, table.scenes.top)
    first, count = top.card, len(top.cards)
    assert count >= len(table.hand)
    seen = {first.name}
    for _ in range(count):
        table.key(pygame.K_RIGHT)
        seen.add(shown(table).name)
    assert shown(table) == first and len(seen) == count
    table.key(pygame.K_LEFT)
    assert shown(table) != first


def test_the_other_button_shows_a_card_of_the_hand_and_a_click_closes_it(table: Window) -> None:
    card, before = table.hand[0], table.actions
    table.press(table.on(card), button=3)
    assert shown(table).code.rstrip("*") == table.scene.stage.image_code(card)
    table.release(table.on(card), button=3)
    assert isinstance(table.scenes.top, LargeCardScene)
    table.click(table.on(card))
    assert not isinstance(table.scenes.top, LargeCardScene) and table.actions == before
    table.tick(0.2)
    assert table.actions == before


def test_the_other_button_and_z_show_each_of_two_equal_cards(opened: Callable[..., Window]) -> None:
    window = opened(game=Goose(), options=GooseOptions(players=3, decks=2, max_hand=24))
    window.to_my_turn()
    codes = [window.scene.stage.image_code(card) for card in window.hand]
    assert len(set(codes)) < len(codes)
    for card, code in zip(window.hand, codes, strict=True):
        window.press(window.on(card), button=3)
        assert shown(window).code.rstrip("*") == code
        window.key(pygame.K_ESCAPE)
    window.scene.perform(window.match.session.legal()[0], by_person=True)
    window.until(lambda: window.mine and window.scene.panel is None)
    for _ in window.hand:
        window.key(pygame.K_RIGHT)
        focus = present(window.scene.hand.focus)
        window.key(pygame.K_z)
        assert shown(window).code.rstrip("*") == window.scene.stage.image_code(focus)
        window.key(pygame.K_ESCAPE)


def test_the_other_button_shows_a_card_of_the_trick_and_nothing_on_the_bare_cloth(opened: Callable[..., Window]) -> None:
    window = opened()
    window.until(lambda: window.mine and bool(window.shown.trick))
    _, card = window.shown.trick[-1]
    place = next(sprite.rest for sprite in window.scene.stage.trick if sprite.key == f"card {card}")
    window.press((place.x, place.y), button=3)
    assert shown(window).code.rstrip("*") == window.scene.stage.image_code(card)
    window.key(pygame.K_ESCAPE)
    window.press((window.scene.layout.rim + 12, window.scene.layout.h * 0.5), button=3)
    assert window.scenes.top is window.scene


def test_no_card_is_among_those_shown_that_another_holds_in_secret(table: Window) -> None:
    table.key(pygame.K_z)
    top, state = table.scenes.top, table.match.session.state
    assert isinstance(top, LargeCardScene) and state is not None
    known = {card for held in table.shown.open for card in held}
    hidden = {
        table.scene.stage.image_code(card)
        for pile, held in state.piles().items()
        if pile.kind is HAND_KIND and pile.seat != table.match.me
        for card in cards.members(held)
        if card not in known
    }
    assert hidden and not hidden & {card.code.rstrip("*") for card in top.cards}


def test_a_finger_that_rests_on_a_card_shows_it_and_one_that_taps_plays_it(table: Window) -> None:
    card = min(table.legal)
    pos = tuple(map(round, table.on(card)))
    table.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=True)
    table.tick(0.5)
    assert table.scenes.top is table.scene
    table.tick(0.4)
    assert shown(table).code.rstrip("*") == table.scene.stage.image_code(card)
    before = table.actions
    table.post(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=True)
    table.tick(0.1)
    assert isinstance(table.scenes.top, LargeCardScene) and table.actions == before
    table.key(pygame.K_SPACE)
    table.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=True)
    table.post(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=True)
    table.tick(0.1)
    assert len(table.actions) > len(before)


def test_a_mouse_button_may_be_held_down_for_long_and_still_plays(table: Window) -> None:
    card, before = min(table.legal), len(table.actions)
    table.press(table.on(card))
    table.tick(2.0)
    table.release(table.on(card))
    table.tick(0.1)
    assert len(table.actions) > before


def test_the_last_trick_has_large_cards_too(table: Window) -> None:
    table.click(table.on(min(table.legal)))
    table.until(lambda: table.mine and bool(table.match.deal_log().tricks))
    table.key(pygame.K_l)
    table.draw()
    last = present(table.scene.last_trick)
    card, area = last._lying[0]
    table.press(area.centre, button=3)
    assert shown(table).code.rstrip("*") == table.scene.stage.image_code(card)
    table.key(pygame.K_ESCAPE)
    assert table.scene.last_trick is last
    table.key(pygame.K_z)
    assert shown(table).code.rstrip("*") == table.scene.stage.image_code(last.trick.card)


def test_a_review_shows_cards_of_all_hands(program: Opens) -> None:
    one, scene = program.at(SCENES["review"])
    one.key(pygame.K_RIGHT)
    one.key(pygame.K_z)
    assert isinstance(one.top, LargeCardScene) and len(one.top.cards) > len(scene.table.stage.hand.cards)
    one.key(pygame.K_ESCAPE)
    assert one.top is scene


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (640, 1000)])
def test_its_words_are_whole_at_the_largest_text(program: Opens, size: tuple[int, int]) -> None:
    one = program(size, text_size=2.0)
    two = 0, 1  # the ace of spades, about which there are words, and the king

    def make(context: Context, matches: Matches) -> LargeCardScene:
        return LargeCardScene(context, lay(matches), two, 0)

    scene = one.show(make)
    first, second = scene.cards
    assert first.about and not second.about and first == scene.card
    with drawn_words.written() as made:
        scene.dirty = True
        lines = [word.text for word in drawn_words.words(drawn_words.recorded(one), made)]
    assert " ".join(lines).startswith(f"{first.name} {first.about}")
    sheet = pygame.Rect(0, 0, *size)
    assert all(sheet.contains(part.box) for part in scene.accessible_parts() if part.box)
    (picture,) = [one.box for one in scene.root.walk() if isinstance(one, Picture)]
    assert picture[0] > 0 and picture[0] + picture[2] < scene.wide
    announcer = Announcer()
    assert announcer.new_announcements(1, scene.accessible_tree()) == [scene.opening_announcement]
    one.key(pygame.K_RIGHT)
    assert announcer.new_announcements(1, scene.accessible_tree()) == [f"{second.name}."]
    one.key(pygame.K_LEFT)
    assert announcer.new_announcements(1, scene.accessible_tree()) == [as_spoken_sentences((first.name, first.about))]


def test_nothing_goes_on_under_it(opened: Callable[..., Window]) -> None:
    window = opened(pace="leisurely")
    window.until(lambda: bool(window.hand) and not window.scene.timeline.has_beats)
    window.key(pygame.K_z)
    assert isinstance(window.scenes.top, LargeCardScene)
    before = window.actions
    window.tick(3)
    assert window.actions == before and isinstance(window.scene, TableScene)
