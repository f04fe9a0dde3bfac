"""The score sheet: of a deal, between deals, at the end of a game, of other kinds of games, and what it tells of itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.card_pages import AllHandsScene, trick_name_parts
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.practice import PracticeScoreScene
from goosetable.app.scenes.routes import ToReview
from goosetable.app.scenes.score import scene
from goosetable.app.scenes.score.end import WALK, GameEndScene
from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.scenes.score.luck import LuckScene
from goosetable.app.scenes.score.scene import EarlierDealScoreScene, ScoreScene, places_on_race_line
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.elements import LayoutPass, Text
from goosetable.app.ui.focus import Button
from goosetable.app.ui.keymap import COMMANDS, SHEET
from goosetable.app.ui.scene import Scene
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session, final_state
from goosetable.engine.rules.options import options_as_json
from goosetable.engine.text.game_text import ending_headline
from goosetable.engine.text.table_facts import Ending
from goosetable.engine.words.phrases import points_in_words
from tests.app.conftest import Opens, play_deal
from tests.app.table_window import Window
from tests.games import playing
from tests.narrowing import of_kind, present

GAME = games.SHELF[0]


def seated(one: Any, name: str = "Gooseberry", **options: Any) -> Match:
    chairs = [Chair(name, "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]
    found: Match = one.matches.begin_table(GAME, GAME.Options(**options), chairs)
    return found


def sheet(one: Any, match: Match, until_end: bool = False, seed: int = 3) -> Any:
    rng = Random(seed)
    last = play_deal(match, rng)
    while until_end and not match.session.ended:
        last = play_deal(match, rng)
    kind = GameEndScene if match.session.ended else ScoreScene
    return one.show(lambda context, matches: kind(context, matches, match, *last))


@pytest.mark.parametrize("seed", range(6))
def test_every_row_adds_up(program: Opens, seed: int) -> None:
    one = program()
    scene = sheet(one, seated(one), seed=seed)
    total = 0
    for row in scene.tally.rows:
        own, right = row.figures
        base = int(own) + 2 * int(right.split()[1])
        assert row.base == f"= {base}"
        assert int(row.points) == base + int(row.extra or 0) == scene.points[row.seat]
        assert scene.displayed_points(row.seat) == (row.points, str(scene.totals[row.seat]))
        assert "[" not in scene.match.with_names(row.why)
        total += int(row.points)
    assert total == 43
    assert scene.title == "Deal 1 is done"


def test_figures_run_from_old_to_new_and_nothing_else_moves(program: Opens) -> None:
    one = program(pace="leisurely")
    scene = sheet(one, seated(one))
    assert scene.is_moving
    first = [int(scene.displayed_points(seat)[0]) for seat in range(3)]
    one.step(0.1)
    second = [int(scene.displayed_points(seat)[0]) for seat in range(3)]
    assert all(a <= b for a, b in zip(first, second, strict=True))
    one.wait(0.5)
    assert not scene.is_moving
    assert tuple(int(scene.displayed_points(seat)[0]) for seat in range(3)) == scene.points


def test_of_seals_and_codes_the_sheet_says_only_that_a_game_is_open(program: Opens) -> None:
    one, match = program.into(seated)
    scene = sheet(one, match)
    assert scene.origin_note == ""
    match.mark_as_revealed()
    assert "7Q4K" not in scene.origin_note and "open game" in scene.origin_note


def test_enter_goes_on_and_esc_opens_the_menu(program: Opens, stand_in: type[Any]) -> None:
    one, match = program.into(seated)
    table = one.show(lambda context, matches: stand_in(context, matches, match))
    last = play_deal(match, Random(1))
    one.loop.scenes._push_scene(ScoreScene(one.context, one.matches, match, *last))
    one.step()
    one.key(pygame.K_ESCAPE)
    assert type(one.top).__name__ == "PauseMenuScene"
    one.key(pygame.K_ESCAPE)
    assert type(one.top).__name__ == "ScoreScene"
    one.key(pygame.K_RETURN)
    assert one.top is table
    assert table.told == ["next"]


def test_the_end_says_who_won_and_who_are_the_fools(program: Opens) -> None:
    one = program(name="Anna")
    match = seated(one, "Anna", target=50)
    scene = sheet(one, match, until_end=True)
    winner = match.session.winners[0]
    assert scene.title.endswith("from the middle")
    assert scene.match.with_names(f"[{winner} wins] with") in scene.subtitle and "fools" in scene.subtitle
    assert scene.origin_note == ""
    shown = {part.name for part in scene.accessible_parts() if part.kind == "button"}
    assert shown >= {"Again", "Review", "Luck and play", "All deals", "Leave the table"}


def test_geese_are_counted_over_two_games(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    match = seated(one, target=50, geese=3)
    table = one.show(lambda context, matches: stand_in(context, matches, match))
    rng, won = Random(8), [0, 0, 0]
    for _ in range(2):
        last = play_deal(match, rng)
        while not match.session.ended:
            last = play_deal(match, rng)
        won[match.session.winners[0]] += 3
        scene: Scene = GameEndScene(one.context, one.matches, match, *last)
        one.loop.scenes._push_scene(scene)
        one.wait(0.6)  # longer than a double click takes
        assert isinstance(one.top, GameEndScene)
        assert list(one.top.prizes) == won
        one.click(one.top.on)
        assert one.top is table
    assert table.told == ["again", "again"]
    assert match.session.due_step == "deal", "the next game is on the table"


def test_leaving_after_the_end_leads_to_the_title_with_nothing_to_go_on_with(program: Opens) -> None:
    one = program()
    sheet(one, seated(one, target=50), until_end=True)
    one.click(one.top.leave)
    assert isinstance(one.top, TitleScene)
    assert not one.top.prime.label.startswith("Go on")


def test_all_hands_are_the_hands_that_were_dealt(program: Opens) -> None:
    one = program()
    scene = sheet(one, seated(one))
    one.click(scene.review)
    one.click(one.find("All hands"))
    shown = of_kind(AllHandsScene, one.top)
    lists = [part for part in shown.accessible_parts() if part.kind == "list"]
    for hand, dealt in zip(lists, scene.dealt.hands, strict=False):
        assert {part.name for part in hand.parts} == {spoken_text(scene.match.game.text.card_name(card)) for card in dealt}
        assert [part.place for part in hand.parts] == [(at, len(dealt)) for at in range(1, len(dealt) + 1)]
    one.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert one.top is scene


@pytest.mark.parametrize("totals", [(0, 0, 0), (99, 100, 101), (140, 3, 140), (-20, 5, 60)])
def test_nobody_stands_on_anybody_else_in_the_race(program: Opens, totals: tuple[int, int, int]) -> None:
    one = program()
    scene = sheet(one, seated(one))
    scene.race = scene.race._replace(totals=totals)
    low, high = float(min(0, *totals)), float(max(100, *totals))
    places = places_on_race_line(scene.race, 0, 800, low, high, 46)
    xs = [x for _, x in places]
    assert all(b - a > 40 for a, b in itertools.pairwise(xs))
    assert xs[0] >= -1 and xs[-1] <= 801
    one.step()


# ---------------------------------------------------------------------- the end of a game

PRESS_DELAY = 0.4


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait for quick presses is that of the program."""
    monkeypatch.setattr("goosetable.app.scenes.score.scene.PRESS_DELAY", PRESS_DELAY)


@pytest.mark.parametrize(
    ("totals", "winners", "seat", "said"),
    [
        ([(42, 45)], (1,), 0, "Three short: [1 wins]"),
        ([(42, 45)], (1,), None, "[1 wins] by three"),
        ([(20, 45)], (1,), 0, "[1 wins] by 25"),
        ([(10, 30, 20), (50, 40, 30)], (0,), 0, "From last to first: [0 wins] by ten"),
        ([(20, 30, 10), (50, 40, 30)], (0,), 0, "Won in the last deal: [0 wins] by ten"),
        ([(9, 1), (19, 5), (40, 9)], (0,), 1, "[0 wins] from start to finish"),
        ([(40, 40, 3)], (0, 1), 2, "[0] and [1] share the win with 40 each"),
    ],
)
def test_the_headline_names_the_event(totals: Any, winners: Any, seat: int | None, said: str) -> None:
    assert ending_headline(Ending(tuple(totals), winners, seat), lowest_wins=False) == said


def test_where_the_lowest_total_wins_the_lowest_was_first_before() -> None:
    ending = Ending(((10, 30, 20), (50, 35, 30)), (2,), None)
    assert ending_headline(ending, lowest_wins=True) == "Won in the last deal: [2 wins] by five"


def test_no_series_of_quick_presses_begins_the_next_game(program: Opens, patient: None) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True)
    for _ in range(6):
        one.key(pygame.K_RETURN)
        one.wait(PRESS_DELAY * 1.8, PRESS_DELAY * 0.2)
    assert one.top is scene and scene.match.session.ended
    one.wait(PRESS_DELAY * 2.2, PRESS_DELAY * 0.2)
    one.key(pygame.K_RETURN)
    assert not scene.match.session.ended, "one press after a rest is meant, and begins the next game"


def test_a_press_that_closed_the_review_is_not_taken_for_the_next_deal(program: Opens, patient: None) -> None:
    one = program()
    scene = sheet(one, seated(one))
    one.wait(1.0)
    scene.widgets.focus_on(scene.review)
    one.key(pygame.K_RETURN)
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.widgets.focus is scene.review, "the focus is where it was"
    scene.widgets.focus_on(scene.on)
    one.key(pygame.K_RETURN)
    assert one.top is scene


@pytest.mark.parametrize("still", [False, True])
def test_the_goose_walks_to_the_shelf_or_stands_there(program: Opens, still: bool) -> None:
    one = program(pace="leisurely", still=still)
    scene = sheet(one, seated(one, target=50), until_end=True, seed=5)
    assert 0 in scene.match.session.winners
    assert scene.goose_progress == (1 if still else 0) and scene.is_moving != still
    one.wait(WALK + 0.3)
    assert scene.goose_progress == 1 and not scene.is_moving
    assert any(text.words == "Your first Golden Goose at this table" for text in scene.visible_texts())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_the_ways_on_keep_their_words_and_their_places(
    program: Opens, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text_size: float
) -> None:
    monkeypatch.setattr("goosetable.app.scenes.score.scene.OPINIONS_WAIT", 0.0)
    one = program(size, text_size=text_size)
    scene = sheet(one, seated(one, target=50), until_end=True)
    places = {widget: (widget.label, tuple(widget.rect)) for widget in scene.widgets.all if isinstance(widget, Button)}
    one.finish()
    assert scene.dearest is not None and scene.dearest.title and scene.fair in places
    assert places == {widget: (widget.label, tuple(widget.rect)) for widget in places}
    on, luck = scene.on, scene.luck
    assert on.label == "Again" and one.screen.size[0] > on.rect.right
    assert luck in scene.widgets.all
    scene.widgets.focus_on(luck)
    one.wait(1.0)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, LuckScene)


def test_the_turning_point_appears_and_is_announced(program: Opens) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True, seed=5)
    assert scene.facts.turning_point == "" and "turning point" not in scene.opening_announcement
    one.finish()
    said = scene.facts.turning_point
    assert said.startswith("{The turning point") and said.endswith(" more.")
    assert said in [text.words for text in scene.visible_texts()]
    assert scene.status_line == spoken_text(said) and scene.status_line in scene.opening_announcement


def test_luck_is_not_offered_where_all_hands_are_equal(program: Opens) -> None:
    one = program()
    game = games.find_game("gops")
    match = one.matches.begin_table(game, game.Options(), [Chair("Gooseberry", "human"), Chair("Vesper", "easy")])
    match.deal()
    session = match.session
    while session.due_step == "act":
        match.act(min(session.legal()))
    dealt, tally = session.deal, game.text.tally(match.view_at_screen().known, match.me)
    match.score_deal()
    scene = one.show(
        lambda context, matches: GameEndScene(context, matches, match, tally, session.scored_deals[-1].points, dealt)
    )
    assert scene.ended and not scene.luck.shown


# ---------------------------------------------------------------------- medals


def told(one: object) -> list[str]:
    """What the sheet says of medals; no notice does, since it would lie over the headline."""
    assert not any("medal" in words.lower() for words in [*one.context.notices, one.loop._notice or ""])  # type: ignore[attr-defined]
    return [part.name for part in one.top.accessible_parts() if "medal" in part.name.lower()]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seed", "won"), [(0, False), (1, False), (5, True), (9, True), (17, True)])
def test_the_first_win_is_announced_once_and_only_to_who_won(program: Opens, seed: int, won: bool) -> None:
    one = program()
    match = seated(one, target=50)
    sheet(one, match, until_end=True, seed=seed)
    one.finish()
    assert (0 in match.session.winners) == won
    (words,) = told(one)
    assert (
        words.startswith(f"A medal of {match.game.title} for you: ")
        or words == f"Next medal of {match.game.title}: First win. A game won. One win to go."
    )
    assert ("you: First win" in words) == won


def test_a_sheet_of_a_running_game_says_nothing_of_medals(program: Opens) -> None:
    one = program()
    sheet(one, seated(one))
    one.finish()
    assert not told(one)


def test_the_sheet_of_the_last_deal_looked_at_again_does_not_say_it_again(program: Opens) -> None:
    one = program()
    sheet(one, seated(one, target=50), until_end=True, seed=5)
    one.finish()
    assert len(told(one)) == 1
    one.click(one.find("All deals"))
    one.click(one.top.lines[-1], finish=True)
    assert isinstance(one.top, EarlierDealScoreScene)
    assert not told(one)


def test_who_leaves_before_the_records_are_read_leaves_no_index_open(program: Opens) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True)
    while (history := scene.facts.history) is None or history.index is None:
        one.loop.scenes.run_slice()
    one.click(one.find("Leave the table"))
    assert history.index is None


# ---------------------------------------------------------------------- keys that tell

KEYS = {
    "tell points": pygame.K_o, "tell bids": pygame.K_b, "tell turn": pygame.K_q, "tell hand": pygame.K_c,
    "tell trick": pygame.K_t, "tell may": pygame.K_a,
}  # fmt: skip


def asked(one: Any, key: int, mod: int = 0) -> str:
    one.context.drop_answer()
    one.key(key, mod=mod)
    return one.context.answered.whole if one.context.answered else ""


@pytest.fixture(params=[False, True], ids=["a deal", "the game"])
def shown_sheet(program: Opens, request: Any) -> Iterator[tuple[Any, Any]]:
    one = program()
    yield one, sheet(one, seated(one, target=50), until_end=request.param)


def test_a_sheet_is_announced_with_the_result_first_and_each_seat_once(shown_sheet: tuple[Any, Any]) -> None:
    _, page = shown_sheet
    said, ranks = page.opening_announcement, page.totals if page.ended else page.points
    assert said.startswith(spoken_text(page.title))
    best_first = sorted(range(len(ranks)), key=lambda seat: -ranks[seat])
    rows = [f"{page.match.with_names(f'[{seat}]')}: {points_in_words(page.points[seat])}" for seat in best_first]
    assert [said.count(spoken_text(row)) for row in rows] == [1] * len(rows)
    assert sorted(rows, key=lambda row: said.index(spoken_text(row))) == rows
    assert not page.ended or page.match.with_names(page.race.sentence) not in said


def test_points_and_bids_tell_the_whole_sheet(shown_sheet: tuple[Any, Any]) -> None:
    one, page = shown_sheet
    for key in (pygame.K_o, pygame.K_b):
        said = asked(one, key)
        assert said == page.sheet_in_words and page.title in said
        assert all(f"deal {row.points}" in said for row in page.tally.rows)


def test_the_other_keys_tell_that_it_is_over_and_what_comes(shown_sheet: tuple[Any, Any]) -> None:
    one, page = shown_sheet
    assert f"{page.on.label} is the way on." in asked(one, pygame.K_q)
    for key in (pygame.K_c, pygame.K_t, pygame.K_a):
        assert asked(one, key) == f"{page.title}. All cards have been played."
    assert "Review shows the tricks" in asked(one, pygame.K_l, pygame.KMOD_LSHIFT)


def test_no_telling_key_is_silent_and_all_are_listed(shown_sheet: tuple[Any, Any]) -> None:
    one, page = shown_sheet
    every = {one.id for one in COMMANDS if SHEET in one.screens}
    assert every == {*KEYS, "tell last trick", "sheet"} == {*page.key_actions}
    one.key(pygame.K_F1)
    assert {*one.top.commands} >= every


def test_s_opens_and_closes_the_sheet_of_the_game_as_in_the_menu(shown_sheet: tuple[Any, Any]) -> None:
    one, page = shown_sheet
    for below in (page, "menu"):
        if below == "menu":
            one.key(pygame.K_ESCAPE)
            below = one.top
        one.key(pygame.K_s)
        assert isinstance(one.top, GameSheetScene)
        one.key(pygame.K_s)
        assert one.top is below


def test_the_sheet_of_an_earlier_deal_leads_back_to_that_of_the_game(shown_sheet: tuple[Any, Any]) -> None:
    one, _ = shown_sheet
    one.key(pygame.K_s)
    sheet_of_game = one.top
    one.click(sheet_of_game.lines[0])
    assert (one.top.on.label, one.top.on.icon) == ("Back", "left")
    one.step(1.0)
    one.key(pygame.K_s)
    assert one.top is sheet_of_game


def test_the_sheet_of_the_whole_game_tells_how_it_stands(shown_sheet: tuple[Any, Any]) -> None:
    one, page = shown_sheet
    found = one.show(lambda context, matches: GameSheetScene(context, page.match))
    said = asked(one, pygame.K_o)
    for name, total in zip(page.match.session.names, page.totals, strict=True):
        assert f"{name} {total}" in said
    assert said == found.standing_in_words and page.match.with_names(page.race.sentence) in said


# ---------------------------------------------------------------------- between deals


def test_a_press_meant_for_the_table_does_not_go_on(program: Opens, patient: None) -> None:
    """Enter that ends what moves there comes a moment after the sheet."""
    one = program()
    scene = sheet(one, seated(one))
    scene.widgets.focus_on(scene.menu)
    one.key(pygame.K_RETURN)
    one.click(scene.menu)
    assert one.top is scene
    one.wait(1.0)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, PauseMenuScene)


def test_a_deal_is_played_again_and_nothing_of_it_is_kept(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, match = program.into(seated)
    scene = sheet(one, match)
    record, totals = one.matches.saves.running_record(), match.session.standing.totals
    one.click(scene.again)
    table = one.top
    assert isinstance(table, TableScene) and table.match.is_practice
    one.step(0.1)
    assert table.stage.snapshot.place.startswith("Practice: deal 1, "), "the table says what it is"
    state = table.match.session.state
    assert (
        state is not None
        and table.match.session.deal == scene.dealt
        and state.totals == match.session.scored_deals[-1].standing.totals
    )
    rng = Random(2)
    while table.match.session.due_step == "act":
        table.match.act(rng.choice(list(table.match.session.legal())))
    one.wait(2.0)
    again = one.top
    assert isinstance(again, PracticeScoreScene) and again.counted.deal == scene.dealt
    assert f"({scene.points[0]} the first time)" in again.subtitle
    icons: list[str] = []
    monkeypatch.setattr(Canvas, "draw_icon", lambda canvas, name, *place: icons.append(name))
    again.dirty = True
    one.step()
    assert "lock" not in icons and again.origin_note, "what is said of the deal is not about a code"
    one.click(again.on)
    one.wait(0.3)
    assert one.top is scene
    assert one.matches.saves.running_record() == record and match.session.standing.totals == totals


def test_before_the_first_deal_is_done_the_table_says_that_its_sheet_is_empty(program: Opens) -> None:
    one, match = program.into(seated)
    one.show(lambda context, matches: TableScene(context, match))
    one.step(0.1)
    table = one.top
    one.key(pygame.K_s)
    assert one.top is table and any("empty" in said for said in [*one.context.notices, one.loop._notice or ""])


def test_the_sheet_of_the_whole_game_has_a_line_a_deal_that_opens_its_sheet(program: Opens) -> None:
    one = program()
    match = seated(one, target=150)
    for _ in range(3):
        play_deal(match, Random(4))
    match.deal()
    one.show(lambda context, matches: GameSheetScene(context, match))
    whole = of_kind(GameSheetScene, one.top)
    counted = match.session.scored_deals
    assert [line.facts.totals for line in whole.lines] == [*(deal.totals for deal in counted), None]
    assert counted[-1].totals == match.session.standing.totals
    one.click(whole.lines[1])
    earlier = of_kind(EarlierDealScoreScene, one.top)
    assert (earlier.points, earlier.totals) == (counted[1].points, counted[1].totals)


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_what_is_counted_can_be_played_through_once_more(game: Any) -> None:
    """Deals and actions of a game lead to the same points and totals; the tricks told of them too."""
    options, rng = game.Options(), Random(game.id)
    header = Header(game.id, dict(options_as_json(options)), "7Q4KM2XD9TBR", (Chair("A", "human"),) * game.seats(options))
    session = Session(game, header)
    while len(session.scored_deals) < 2 and session.due_step != "end":
        session.begin_deal()
        while session.due_step == "act":
            turn = present(session.turn)
            session.act(turn, rng.choice(list(session.legal())))
        session.score_deal()
    after = [*(deal.standing for deal in session.scored_deals[1:]), session.standing]
    for counted, standing in zip(session.scored_deals, after, strict=True):
        assert counted.totals == standing.totals
        assert game.points(final_state(game, session.options, counted)) == counted.points


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((640, 400), 2.0), ((1280, 720), 1.0), ((1280, 720), 2.0)])
@pytest.mark.parametrize("target", [50, 150])
def test_of_the_sheet_of_a_game_whole_lines_are_seen(program: Opens, size: Any, text: float, target: int) -> None:
    """Few lines are high, many scroll; how the game ended is said under them, beside no button."""
    one = program(size, text_size=text)
    match, rng = seated(one, target=target), Random(4)
    while not match.session.ended:
        play_deal(match, rng)
    one.show(lambda context, matches: GameSheetScene(context, match))
    whole = one.top
    seen = [line for line in whole.lines if whole.scroll.rect.contains(line.rect)]
    cut = [line for line in whole.lines if line not in seen and whole.scroll.rect.inflate(0, -10).colliderect(line.rect)]
    assert len(seen) >= min(2, len(whole.lines)) and not cut
    assert whole.pitch >= (41 if whole.under_total else 26)
    if size == (1280, 720) and text == 1.0 and target == 50:
        assert whole.pitch > 40 and whole.outcome[0].endswith(f"{match.session.standing.totals[match.session.winners[0]]}.")


def test_what_a_decision_cost_is_told_whole(program: Opens) -> None:
    one, match = program.into(seated)
    sheet(one, match)
    cost = "{It cost 5.2 points}, give or take 3.2, and 16 games in a hundred."
    tile = scene.DecisionTile("Trick 3: 7♣", cost, ToReview(match, match.session.scored_deals[-1]))
    for room, shown in ((1000, cost), (300, "{It cost 5.2 points} and 16 games in a hundred.")):
        element = tile.make_element((1, 1))
        element.measure(LayoutPass(one.context.canvas, 1.0), room)
        assert shown in [text.words for text in element.walk() if isinstance(text, Text)]


# ---------------------------------------------------------------------- games that are otherwise than most

FOUR = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Quill", "random"))


def scored(window: Window, chance: Random) -> ScoreScene:
    """The sheet after a deal, in which the person plays any cards by clicking them."""
    while not isinstance(window.scenes.top, ScoreScene):
        window.until(lambda: window.mine or isinstance(window.scenes.top, ScoreScene))
        if window.mine and window.scene is window.scenes.top:
            window.click(window.on(chance.choice(sorted(window.legal))))
            window.tick(0.05)
    return window.scenes.top


@pytest.fixture
def table(tmp_path: Path) -> Any:
    made: list[Window] = []

    def make(name: str, people: Any, **options: Any) -> Window:
        game = playing.find(name)
        made.append(Window(tmp_path, people, game=game, options=game.Options(**options), pace="at once"))
        return made[-1]

    yield make
    for window in made:
        window.close()


def test_partners_have_one_line_one_place_in_the_race_and_win_together(table: Callable[..., Any]) -> None:
    window, chance = table("whist", FOUR), Random(4)
    while True:
        scene = scored(window, chance)
        assert [row.seats for row in scene.tally.rows] == [(0, 2), (1, 3)]
        assert scene.race.parties == ((0, 2), (1, 3))
        if scene.ended:
            break
        assert "A tie" not in scene.reason_game_continues
        window.key(pygame.K_RETURN)
        window.tick(0.05)
    assert re.search("(Dorothea and you|Vesper and Quill) win", scene.title)


def test_the_stock_is_shown_in_the_order_in_which_it_was_turned_up(table: Callable[..., Any]) -> None:
    window = table("gops", FOUR[:2])
    scene = scored(window, Random(1))
    window.click(scene.review.rect.center)
    window.click(next(one for one in window.scenes.top.widgets.all if one.label == "All hands").rect.center)
    shown = of_kind(AllHandsScene, window.scenes.top)
    (stock,) = [part for part in shown.accessible_parts() if part.kind == "list" and part.name.startswith("Stock: ")]
    assert [part.name for part in stock.parts] == [
        spoken_text(window.match.game.text.card_name(card)) for card in scene.dealt.stock
    ]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cross-purposes", [["First half", "Trick 1"], ["Second half", "Trick 1"], ["Second half", "Trick 13"]]),
        ("gops", [["Round 1"], ["Round 2"], ["Round 13"]]),
    ],
)
def test_a_deal_looked_over_tells_its_tricks_as_the_game_does(
    table: Callable[..., Any], name: str, words: list[list[str]]
) -> None:
    window = table(name, FOUR[:2])
    match, chance = window.match, Random(1)
    scene = window.scene
    while not match.session.scored_deals:
        window.until(lambda: match.is_my_turn or bool(match.session.scored_deals))
        if match.is_my_turn:
            scene.perform(chance.choice(list(match.session.legal())), by_person=True)
    shown = AllHandsScene(window.context, match, match.session.scored_deals[0], ("gooseberry", "fox"))
    rows = [trick_name_parts(trick) for trick in shown.tricks]
    assert all(one in rows for one in words)
    assert len({tuple(row) for row in rows}) == len(rows)
    shown.on_resize(1280, 720)
    lists = [part for part in shown.accessible_parts() if part.kind == "list"]
    for trick, row, part in zip(shown.tricks, rows, lists[-len(rows) :], strict=True):
        assert part.name.startswith(f"{', '.join(row)}. ")
        taker = [one.description for (seat, card), one in zip(trick.plays, part.parts, strict=True) if card == trick.card]
        assert taker == ["It took the trick."] or trick.tied_seats


def test_the_sheet_of_six_needs_no_bar_in_a_window_of_the_usual_size(table: Callable[..., Any]) -> None:
    people = (*FOUR, ("Pip", "random"), ("Saffron", "random"))
    window = table("goose", people, players=6, max_hand=3)
    match, chance = window.match, Random(1)
    while not match.session.scored_deals:
        window.until(lambda: match.is_my_turn or bool(match.session.scored_deals))
        if match.is_my_turn:
            window.scene.perform(chance.choice(list(match.session.legal())), by_person=True)
    window.until(lambda: isinstance(window.scenes.top, ScoreScene))
    assert window.scenes.top.scroll.max_offset == 0


def test_the_last_sheet_of_four_needs_no_bar_in_a_window_of_the_usual_size(table: Callable[..., Any]) -> None:
    """With who has won how many games below the totals."""
    window, chance = table("goosed", FOUR), Random(1)
    scene = scored(window, chance)
    while not scene.ended:
        window.key(pygame.K_RETURN)
        window.tick(0.05)
        scene = scored(window, chance)
    assert scene.scroll.max_offset == 0
