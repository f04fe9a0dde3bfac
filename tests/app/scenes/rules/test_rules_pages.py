"""The rules pages of all games: every chapter, every option, only cards of the game's own pack, examples that are true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from goosetable import cards
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.markup import Block, CardRow, Note
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.skins import assets
from goosetable.engine.rules import tricks
from goosetable.engine.rules.options import options_of
from goosetable.games import SHELF
from goosetable.games.fools_gold import scoring
from goosetable.games.fools_gold.options import FoolsGoldOptions, chart
from goosetable.games.goose.scoring import taker as taker_of_goose
from goosetable.games.gooseberry_fool.scoring import taker
from goosetable.games.goosed import state
from goosetable.games.gops.rules import Gops
from goosetable.games.gops.state import points_of
from goosetable.games.throps.scoring import score, winning
from goosetable.games.throps.state import ThropsOptions

Opens = Callable[..., Any]
EVERYWHERE = {"In short", "Winning", "Scoring", "House rules", "What good players know"}
BY = {
    "gooseberry-fool": "invented by David Parlett", "throps": "invented by David Parlett",
    "cross-purposes": "invented by David Parlett", "goosed": "invented by Mark S. Ball",
    "fools-gold": "contributed to pagat.com", "goose": "after Oh Hell", "gops": "is traditional",
}  # fmt: skip
game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def blocks(game: Any) -> Iterator[Block]:
    for chapter in markup.read(game.id):
        yield from chapter.blocks


def rows(name: str) -> dict[str, CardRow]:
    """The pictures of cards of a page, by what is said of them."""
    game = next(game for game in SHELF if game.id == name)
    return {f"{block.title} | {block.line}": block for block in blocks(game) if isinstance(block, CardRow)}


def held(row: CardRow) -> int:
    return cards.cards(" ".join(row.codes))


@game_of
def test_every_chapter_is_there(game: Any) -> None:
    titles = [chapter.title for chapter in markup.read(game.id)]
    assert set(titles) >= EVERYWHERE
    assert len(set(titles)) == len(titles) >= 9
    assert titles[0] == "In short" and titles[-1] == "What good players know"
    assert all(chapter.blocks for chapter in markup.read(game.id))


@game_of
def test_who_made_it_is_said_and_nothing_is_shouted(game: Any) -> None:
    text = assets.read("rules", f"{game.id}.md")
    assert BY.get(game.id, game.author) in text and game.author in text
    assert "!" not in text.replace("!=", "")
    assert "  " not in text and "--" not in text


@game_of
def test_every_option_is_told_under_the_house_rules(game: Any) -> None:
    (chapter,) = (chapter for chapter in markup.read(game.id) if chapter.title == "House rules")
    text = " ".join(getattr(block, "text", "") for block in chapter.blocks)
    for rule in options_of(game.Options):
        assert rule.label in text, rule.key


@game_of
def test_notes_speak_of_options_that_there_are_and_change_the_page(game: Any) -> None:
    known = {rule.key: {str(choice.value) for choice in rule.choices} for rule in options_of(game.Options)}
    notes = [block for block in blocks(game) if isinstance(block, Note)]
    assert notes
    for note in notes:
        assert note.value in known[note.key], note
        assert "[" not in note.told(game.Options()).text
    for rule in options_of(game.Options):
        if isinstance(rule.default, str):
            told = [note for note in notes if note.key == rule.key]
            assert told, f"nothing on the page depends on {rule.key}"


@game_of
def test_every_card_shown_is_in_the_pack_and_at_most_one_takes(game: Any) -> None:
    every = [game.Options(), game.Options(players=3)] if game.id in ("goosed", "gops") else [game.Options()]
    pack = {game.card_name(card) for options in every for card in game.pack(options)}
    shown = [block for block in blocks(game) if isinstance(block, CardRow)]
    assert len(shown) >= 4
    for row in shown:
        assert set(row.codes) <= pack, row
        assert len(set(row.codes)) == len(row.codes)
        assert row.title


def test_a_value_that_is_not_listed_is_told_as_well() -> None:
    (chapter,) = markup.parse("# A\nwhen target!=100: To {[value]}.")
    (shown,) = markup.shown(chapter, ThropsOptions(target=75))
    assert isinstance(shown, Note) and shown.text == "To {75 points}."
    assert markup.shown(chapter, ThropsOptions()) == ()


# ---------------------------------------------------------------------- the examples are true


def test_gooseberries_are_who_the_page_says() -> None:
    for row in rows("gooseberry-fool").values():
        if row.taking is not None and "X" not in row.codes:
            assert taker([cards.card(code) for code in row.codes]) == row.taking


def test_tricks_of_goose_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("goose").values() if row.taking is not None]
    assert len(found) == 5
    for row in found:
        trumps = None if "no trump" in row.title else 2
        assert taker_of_goose([cards.card(code) for code in row.codes], trumps, "suitless") == row.taking, row


def test_bids_and_points_of_throps_are_as_the_page_says() -> None:
    suits = dict(zip("♠♥♦♣", range(4), strict=True))
    for row in rows("throps").values():
        if row.taking is not None:
            turned = cards.card("2" + "SHDC"[suits[row.title[-1]]])
            assert winning([cards.card(code) for code in row.codes], turned) == row.taking, row
        elif re.fullmatch(r"−?\d+", row.title):
            assert score(held(row)) == int(row.title.replace("−", "-")), row


def test_bids_and_prizes_of_gops_are_as_the_page_says() -> None:
    gops = Gops()
    won = {"For K♦": "13 points", "For 10♦ as well": "11 points"}
    for row in rows("gops").values():
        hand = [cards.card(code) for code in row.codes]
        if row.title.startswith("For "):
            state = gops.State()
            state.bids = hand
            best = gops.best(state)
            assert best == (row.taking,) if row.taking is not None else len(best) == 2 and "a tie" in row.line, row
            assert won.pop(row.title, "") in row.line, row
        elif row.title.isdigit():
            assert points_of(hand) == int(row.title), row
        else:
            assert points_of(hand) == 91 and "91 points" in row.line and row.taking is None, row
    assert not won


def test_tricks_of_cross_purposes_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("cross-purposes").values() if row.taking is not None]
    assert len(found) == 5
    for row in found:
        trick = [cards.card(code) for code in row.codes]
        assert tricks.strongest(trick, 0, cards.RANKS.index("8")) == row.taking, row


def test_tricks_of_goosed_are_taken_as_the_page_says() -> None:
    found = [row for row in rows("goosed").values() if row.taking is not None]
    assert len(found) == 4
    for row in found:
        trick = [cards.card(code) for code in row.codes]
        assert tricks.strongest(trick, 1, state.tops(state.GoosedOptions())) == row.taking, row


def test_points_of_fools_gold_are_as_the_page_says() -> None:
    bonuses = chart(FoolsGoldOptions())
    found = [row for row in rows("fools-gold").values() if re.fullmatch(r"−?\d+", row.title)]
    assert len(found) == 6
    for row in found:
        assert scoring.score(held(row), bonuses) == int(row.title), row


# ---------------------------------------------------------------------- in the window


@game_of
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0), ((1920, 1080), 1.5)])
def test_the_page_is_drawn_in_any_window(program: Opens, game: Any, size: tuple[int, int], text: float) -> None:
    one = program(size, text_size=text)
    scene = one.show(lambda context, _: RulesScene(context, game, game.Options()))
    for number, chapter in enumerate(scene.chapters):
        scene.turn_to(number)
        one.step()
        assert scene.current == number
        assert chapter.title in " ".join(scene.page.words.split())
