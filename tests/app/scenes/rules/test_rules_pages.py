"""The rules pages of all games: every chapter, every option, only cards of the game's own pack, examples that are true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pygame
import pytest

from goosetable import cards
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.credits import CreditsScene, WhyGooseScene
from goosetable.app.scenes.routes import WHY_GOOSE
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.markup import CardRow, Content, Note
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.skins import assets
from goosetable.engine.rules import tricks
from goosetable.engine.rules.options import RULING, VARIANT, options_of
from goosetable.games import SHELF
from goosetable.games.fools_gold.rules import FoolsGoldOptions, bonus_chart
from goosetable.games.fools_gold.rules import points_of_kept_cards as score_of_gold
from goosetable.games.goose.rules import taking_place as taker_of_goose
from goosetable.games.gooseberry_fool.rules import taking_place
from goosetable.games.goosed.rules import GoosedOptions, top_rank
from goosetable.games.gops.rules import Gops, points_of
from goosetable.games.throps.rules import ThropsOptions, index_of_winning_bid, points_of_cards
from tests.app.conftest import Opens

EVERYWHERE = {"In short", "Winning", "Scoring", "House rules", "What good players know"}
END = "Where this comes from"
BY = {
    "gooseberry-fool": "invented by David Parlett", "throps": "invented by David Parlett",
    "cross-purposes": "invented by David Parlett", "goosed": "invented by Mark S. Ball",
    "fools-gold": "contributed to pagat.com", "goose": "after Oh Hell", "gops": "is traditional",
}  # fmt: skip
game_of = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


THREE_MINUTES = 650
"""Words that are read aloud in three minutes."""


def blocks(game: Any) -> Iterator[Content]:
    for chapter in markup.read(game.id):
        yield from (block.content for block in chapter.blocks)


def page(game: Any, **chosen: object) -> tuple[markup.Chapter, ...]:
    """The page of a table with these house rules."""
    return markup.visible_chapters(markup.read(game.id), replace(game.Options(), **chosen))


def words(chapter: markup.Chapter) -> str:
    """All words of a chapter, those about cards included, but not the cards."""
    found = [chapter.title]
    for block in chapter.blocks:
        match block.content:
            case CardRow(_, _, title, line):
                found += [title, line]
            case markup.Paragraph(text) | markup.Item(text) | Note(text, _):
                found.append(text.replace("{", "").replace("}", ""))
    return "\n".join(found)


def said(chapters: tuple[markup.Chapter, ...]) -> str:
    return "\n".join(words(chapter) for chapter in chapters)


def shown(scene: RulesScene) -> str:
    """All words on the page."""
    return " ".join(" ".join(without_marks(text.words) for text in scene.visible_texts()).split())


def by_id(name: str) -> Any:
    return next(game for game in SHELF if game.id == name)


def rows(name: str) -> dict[str, CardRow]:
    """The pictures of cards of a page, by what is said of them."""
    return {f"{block.title} | {block.line}": block for block in blocks(by_id(name)) if isinstance(block, CardRow)}


def held(row: CardRow) -> int:
    return cards.cards(" ".join(row.codes))


@game_of
def test_every_chapter_is_there(game: Any) -> None:
    titles = [chapter.title for chapter in markup.read(game.id)]
    assert set(titles) >= EVERYWHERE
    assert len(set(titles)) == len(titles) >= 9
    assert titles[0] == "In short" and titles[-1] == END
    assert all(chapter.blocks for chapter in markup.read(game.id))


@game_of
def test_who_made_it_is_said_and_nothing_is_shouted(game: Any) -> None:
    text = assets.read_text("rules", f"{game.id}.md")
    assert BY.get(game.id, game.author) in text and game.author in text
    assert "!" not in text.replace("!=", "")
    assert "  " not in text and "--" not in text


@game_of
def test_every_option_is_told_under_the_house_rules(game: Any) -> None:
    (chapter,) = (chapter for chapter in page(game) if chapter.title == "House rules")
    told = words(chapter).splitlines()
    for rule in options_of(game.Options):
        (line,) = (line for line in told if line.startswith(rule.label))
        origins = {choice.origin for choice in rule.choices} | ({rule.other_values.origin} if rule.other_values else set())
        for origin in (VARIANT, RULING):
            assert (origin in line) == (origin in origins), f"a choice of {rule.key} is {origin!r}: {line}"


@game_of
def test_notes_speak_of_options_that_there_are_and_change_the_page(game: Any) -> None:
    known = {rule.key: {str(choice.value) for choice in rule.choices} for rule in options_of(game.Options)}
    notes = [block for block in blocks(game) if isinstance(block, Note)]
    assert notes
    for note in notes:
        assert all(asked.value in known[asked.key] for asked in note.conditions), note
        assert "[" not in note.with_value(game.Options()).text
    for chapter in markup.read(game.id):
        for block in chapter.blocks:
            assert all(asked.value in known[asked.key] for asked in (*chapter.conditions, *block.conditions)), block
    for rule in options_of(game.Options):
        if isinstance(rule.default, str):
            told = [asked for note in notes for asked in note.conditions if asked.key == rule.key]
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
    chapters = markup.parse("# A\nwhen target!=100: To {[value]}.")
    options = ThropsOptions(target=75)
    ((shown,),) = (chapter.blocks for chapter in markup.visible_chapters(chapters, options))
    assert isinstance(shown.content, Note) and shown.content.with_value(options).text == "To {75 points}."
    assert markup.visible_chapters(chapters, ThropsOptions())[0].blocks == ()


def test_what_holds_only_at_some_tables_is_left_out_at_others() -> None:
    text = "# A\nif target=75 and tie=shared: - An item\nif tie!=shared: # B\nNo share."
    both = markup.visible_chapters(markup.parse(text), ThropsOptions(target=75, tie="shared"))
    assert [(chapter.title, len(chapter.blocks)) for chapter in both] == [("A", 1)]
    neither = markup.visible_chapters(markup.parse(text), ThropsOptions())
    assert [(chapter.title, len(chapter.blocks)) for chapter in neither] == [("A", 0), ("B", 1)]


# ---------------------------------------------------------------------- what a page says of its game


@game_of
def test_a_page_ends_with_where_the_game_comes_from(game: Any) -> None:
    text = words(page(game)[-1])
    assert text.startswith(f"{END}\n{game.title} ")
    assert re.search(r"\bours?\b", text), "what is ours"
    assert any(
        word in text
        for word in ("parlettgames.uk", "Penguin", "pagat.com", "riffleshuffleandroll.com", "traditional", "Oh Hell")
    )


@game_of
def test_a_page_is_read_in_three_minutes_up_to_the_house_rules(game: Any) -> None:
    rules = tuple(takewhile(lambda chapter: chapter.title != "House rules", page(game)))
    assert 300 < len(said(rules).split()) <= THREE_MINUTES


@pytest.mark.parametrize(("name", "usual", "title"), [("cross-purposes", 2, "With four players")])
def test_the_chapter_for_four_is_there_only_where_four_play(name: str, usual: int, title: str) -> None:
    game = by_id(name)
    assert title not in [chapter.title for chapter in page(game, players=usual)]
    four = page(game, players=4)
    assert title in [chapter.title for chapter in four]
    assert not any(title in [chapter.title for chapter in four] for title in ("The first half", "The second half"))


def test_the_page_opened_from_a_table_of_four_tells_of_four(program: Opens) -> None:
    one, game = program(), by_id("cross-purposes")
    for players in (2, 4):
        scene = one.show(lambda context, _, count=players: RulesScene(context, game, game.Options(players=count)))
        assert ("With four players" in [row.label for row in scene.rows]) == (players == 4)


def test_pure_fools_gold_speaks_of_no_sets_and_of_no_card_to_keep() -> None:
    game = by_id("fools-gold")
    pure = said(tuple(chapter for chapter in page(game, bonuses="off") if chapter.title != "House rules"))
    assert not re.search(r"\b(sets?|bonus(es)?|kept|keeps?|triplets?)\b", pure, re.IGNORECASE)
    assert "sets" in said(page(game))


def test_a_chart_of_ones_own_is_told(program: Opens) -> None:
    game = by_id("fools-gold")
    own = FoolsGoldOptions(chart=((1, 2), *((3, 9),) * 11))
    scene = program().show(lambda context, _: RulesScene(context, game, own))
    assert "1/2 3/9" in shown(scene)
    assert ("What sets earn", "1/2 3/9", RULING) in scene.house_rules


def test_half_is_the_one_word_for_half_a_deal() -> None:
    for game in SHELF:
        assert not re.search(r"\bphases?\b", said(markup.read(game.id)), re.IGNORECASE)


def test_why_goose_is_reached_from_the_rules_and_from_the_credits(program: Opens) -> None:
    for size in ((1280, 720), (640, 400)):
        one, _ = program.at(lambda context, _: RulesScene(context, SHELF[0], SHELF[0].Options()), size)
        one.click(one.find(WHY_GOOSE))
        assert isinstance(one.top, WhyGooseScene)
        for word in ("gooseberry", "fool", "to goose", "golden geese"):
            assert word in one.top.text.accessible_value.casefold()
        one.key(pygame.K_ESCAPE)
        assert isinstance(one.top, RulesScene)
        one.show(lambda context, _: CreditsScene(context))
        one.click(one.find(WHY_GOOSE))
        assert isinstance(one.top, WhyGooseScene)


# ---------------------------------------------------------------------- the examples are true


def test_gooseberries_are_who_the_page_says() -> None:
    for row in rows("gooseberry-fool").values():
        if row.taking is not None and "X" not in row.codes:
            assert taking_place(*[cards.card(code) for code in row.codes]) == row.taking


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
            assert index_of_winning_bid([cards.card(code) for code in row.codes], turned) == row.taking, row
        elif re.fullmatch(r"−?\d+", row.title):
            assert points_of_cards(held(row)) == int(row.title.replace("−", "-")), row


def test_bids_and_prizes_of_gops_are_as_the_page_says() -> None:
    gops = Gops()
    won = {"For K♦": "13 points", "For 10♦ as well": "11 points"}
    for row in rows("gops").values():
        hand = [cards.card(code) for code in row.codes]
        if row.title.startswith("For "):
            state = gops.State()
            state.bids = hand
            best = gops.best_bidders(state)
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
        assert tricks.strongest(trick, 1, top_rank(GoosedOptions())) == row.taking, row


def test_points_of_fools_gold_are_as_the_page_says() -> None:
    bonuses = bonus_chart(FoolsGoldOptions())
    found = [row for row in rows("fools-gold").values() if re.fullmatch(r"−?\d+", row.title)]
    assert len(found) == 6
    for row in found:
        assert score_of_gold(held(row), bonuses) == int(row.title), row


def test_profits_of_fools_gold_are_as_the_page_says() -> None:
    for which in ("flat", "graded"):
        told = said(page(by_id("fools-gold"), chart=which))
        for name, place in (("Aces", 0), ("Kings", 1), ("Queens", 2), ("All other ranks", 11)):
            three, four = bonus_chart(FoolsGoldOptions(chart=which))[place]
            if name in ("Kings", "Queens") and which == "flat":
                continue
            assert f"{name} {three} and {four}: a profit of {three - 1} and {four - 2}." in told


# ---------------------------------------------------------------------- in the window
