"""Between deals: presses meant for the table, a deal played again, the sheet of the whole game and its earlier deals."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.practice import PracticeScore
from goosetable.app.scenes.routes import ToReview
from goosetable.app.scenes.score import scene
from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.scenes.score.scene import EarlierScore
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui.elements import LayoutPass, Text
from goosetable.engine.record.deal_log import final_state
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.options import options_as_json
from tests.app.scenes.score.test_score_scene import Opens, play, seated, sheet


def test_a_press_meant_for_the_table_does_not_go_on(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter that ends what moves there comes a moment after the sheet."""
    monkeypatch.setattr("goosetable.app.scenes.score.scene.PRESS_LATE", 0.4)
    one = program()
    scene = sheet(one, seated(one))
    scene._shown_for = 0.0
    scene.widgets.focus_on(scene.menu)
    one.key(pygame.K_RETURN)
    one.click(scene.menu)
    assert one.top is scene
    for _ in range(10):
        one.step(0.1)
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, PauseMenuScene)


def test_a_deal_is_played_again_and_nothing_of_it_is_kept(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program()
    match = seated(one)
    scene = sheet(one, match)
    record, totals = one.matches.saves.running_record(), match.session.standing.totals
    one.click(scene.again)
    table = one.top
    assert isinstance(table, TableScene) and table.match.practice
    one.step(0.1)
    assert table.stage.snapshot.place.startswith("Practice: deal 1, "), "the table says what it is"
    state = table.match.session.state
    assert (
        state is not None
        and table.match.session.deal == scene.dealt
        and state.totals == match.session.scored_deals[-1].standing.totals
    )
    rng = Random(2)
    while table.match.session.due == "act":
        table.match.act(rng.choice(list(table.match.session.legal())))
    for _ in range(20):
        one.step(0.1)
    again = one.top
    assert isinstance(again, PracticeScore) and again.counted.deal == scene.dealt
    assert f"({scene.points[0]} the first time)" in again.subtitle
    icons: list[str] = []
    monkeypatch.setattr(Canvas, "draw_icon", lambda canvas, name, *place: icons.append(name))
    again.dirty = True
    one.step()
    assert "lock" not in icons and again.origin_note, "what is said of the deal is not about a code"
    one.click(again.on)
    for _ in range(3):
        one.step(0.1)
    assert one.top is scene
    assert one.matches.saves.running_record() == record and match.session.standing.totals == totals


def test_before_the_first_deal_is_done_the_table_says_that_its_sheet_is_empty(program: Opens) -> None:
    one = program()
    match = seated(one)
    one.show(lambda context, matches: TableScene(context, match))
    one.step(0.1)
    table = one.top
    one.key(pygame.K_s)
    assert one.top is table and any("empty" in said for said in [*one.context.notices, one.loop._notice or ""])


def test_the_sheet_of_the_whole_game_has_a_line_a_deal_that_opens_its_sheet(program: Opens) -> None:
    one = program()
    match = seated(one, target=150)
    for _ in range(3):
        play(match, Random(4))
    match.deal()
    one.show(lambda context, matches: GameSheetScene(context, match))
    whole = one.top
    assert isinstance(whole, GameSheetScene)
    counted = match.session.scored_deals
    assert [line.facts.totals for line in whole.lines] == [*(deal.totals for deal in counted), None]
    assert counted[-1].totals == match.session.standing.totals
    one.click(whole.lines[1])
    earlier = one.top
    assert isinstance(earlier, EarlierScore)
    assert (earlier.points, earlier.totals) == (counted[1].points, counted[1].totals)


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_what_is_counted_can_be_played_through_once_more(game: Any) -> None:
    """Deals and actions of a game lead to the same points and totals; the tricks told of them too."""
    options, rng = game.Options(), Random(game.id)
    header = Header(game.id, dict(options_as_json(options)), "7Q4KM2XD9TBR", (Chair("A", "human"),) * game.seats(options))
    session = Session(game, header)
    while len(session.scored_deals) < 2 and session.due != "end":
        session.begin_deal()
        while session.due == "act":
            turn = session.turn
            assert turn is not None
            session.act(turn, rng.choice(list(session.legal())))
        session.score_deal()
    after = [*(deal.standing for deal in session.scored_deals[1:]), session.standing]
    for counted, standing in zip(session.scored_deals, after, strict=True):
        assert counted.totals == standing.totals
        assert game.points(final_state(game, session.options, counted)) == counted.points


@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((640, 400), 2.0), ((1280, 720), 1.0), ((1280, 720), 2.0)])
@pytest.mark.parametrize("target", [50, 150])
def test_of_the_sheet_of_a_game_whole_lines_are_seen(program: Opens, size: Any, text: float, target: int) -> None:
    """Few lines are high, many scroll; how the game ended is said under them, beside no button."""
    one = program(size, text_size=text)
    match, rng = seated(one, target=target), Random(4)
    while not match.session.ended:
        play(match, rng)
    one.show(lambda context, matches: GameSheetScene(context, match))
    whole = one.top
    seen = [line for line in whole.lines if whole.scroll.rect.contains(line.rect)]
    cut = [line for line in whole.lines if line not in seen and whole.scroll.rect.inflate(0, -10).colliderect(line.rect)]
    assert len(seen) >= min(2, len(whole.lines)) and not cut
    assert whole.pitch >= (41 if whole.under_total else 26)
    if size == (1280, 720) and text == 1.0 and target == 50:
        assert whole.pitch > 40 and whole.outcome[0].endswith(f"{match.session.standing.totals[match.session.winners[0]]}.")


def test_what_a_decision_cost_is_told_whole(program: Opens) -> None:
    one = program()
    match = seated(one)
    sheet(one, match)
    cost = "{It cost 5.2 points}, give or take 3.2, and 16 games in a hundred."
    tile = scene.DecisionTile("Trick 3: 7♣", cost, ToReview(match, match.session.scored_deals[-1]))
    for room, shown in ((1000, cost), (300, "{It cost 5.2 points} and 16 games in a hundred.")):
        element = tile.make_element((1, 1))
        element.measure(LayoutPass(one.context.canvas, 1.0), room)
        assert shown in [text.words for text in element.walk() if isinstance(text, Text)]
