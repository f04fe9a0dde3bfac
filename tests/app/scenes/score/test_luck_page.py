"""Luck and play through the window: from the sheet of the game, figures that add up and explain themselves, at every size."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.score.game_sheet import GameSheetScene
from goosetable.app.scenes.score.luck import DASHES, SUMS, LuckFigures, LuckScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from goosetable.review import luck
from tests.app.conftest import Opens, play_deal
from tests.app.scenes.score.test_score_scene import seated


@pytest.fixture(autouse=True)
def few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck.DealWorth.__init__, "__defaults__", (6, "", "random"))
    monkeypatch.setattr(luck, "REPETITIONS", 6)


def opened(one: Any, deals: int = 3) -> tuple[LuckScene, Match]:
    match = seated(one, target=150)
    for seed in range(deals):
        play_deal(match, Random(seed))
    one.show(lambda context, _: GameSheetScene(context, match))
    one.click(one.find("Luck and play"))
    assert isinstance(one.top, LuckScene)
    return one.top, match


def test_before_a_deal_has_been_counted_there_is_no_luck(program: Opens) -> None:
    one, match = program.into(seated)
    match.deal()
    sheet = one.show(lambda context, _: GameSheetScene(context, match))
    assert not sheet.luck.shown


def test_worth_and_play_come_a_deal_at_a_time_and_add_up_to_what_was_made(program: Opens) -> None:
    one = program()
    scene, match = opened(one)
    told: list[str] = []
    while scene.run_slice():
        if len(told) < len(scene.found.worths):
            told.append(scene.figures.summary(match.me, scene.found.is_done))
            worth, play, made = scene.figures.sums_of_seat(0)
            assert round(worth + play, 1) == made
    told_then = [(2, 33), (3, 66)]
    assert told == [f"Working out what each hand was worth (deal {deal} of 3, {part} %)." for deal, part in told_then]
    assert [scene.figures.sums_of_seat(seat).made for seat in range(3)] == [
        float(total) for total in match.session.standing.totals
    ]
    one.step()
    assert any("hands were worth" in text.words for text in scene.visible_texts()) and "hands were worth" in scene.status_line
    table = next(part for part in scene.accessible_parts() if part.kind == "table")
    own = [part.name for part in table.parts[1].parts]
    assert own[0] == "You" and [name.partition(":")[0] for name in own[1:]] == ["deal 1", "deal 2", "deal 3", *SUMS]
    assert (
        table.grid == (4, len(own))
        and own[-1] == f"made: {scene.figures.format_points(scene.figures.sums_of_seat(match.me).made)}"
    )
    chart = next(part for part in scene.accessible_parts() if part.kind == "image")
    names = zip(match.session.names, match.session.standing.totals, strict=True)
    assert all(f"{name} {total}" in chart.name for name, total in names)


def test_what_was_kept_is_shown_again_but_for_damage_and_another_way_of_measuring(
    program: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = program()
    scene, _ = opened(one)
    one.finish()
    files = sorted(one.folders.reviews.glob("*.luck"))
    assert len(files) == 3
    files[0].write_bytes(files[0].read_bytes()[:-9])
    files[1].write_bytes(b'{"luck": 1, "plays": 200, "worth": [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]}\n')
    begun: list[object] = []
    run = luck.DealWorth.run

    def counting(work: luck.DealWorth) -> Any:
        begun.append(work)
        return run(work)

    monkeypatch.setattr(luck.DealWorth, "run", counting)
    worths = scene.found.worths
    one.key(pygame.K_ESCAPE)
    one.click(one.find("Luck and play"), finish=True)
    assert len(begun) == 2 and one.top.found.worths == worths


def test_every_figure_explains_itself_by_the_keys(program: Opens) -> None:
    one = program()
    scene, match = opened(one)
    one.finish()
    while scene.widgets.focus is not scene.rows[0]:
        one.key(pygame.K_TAB)
    assert scene.open_note == scene.rows[0].figure_note(3), "the sums come first"
    said = set()
    for key in [pygame.K_RIGHT] * 3 + [pygame.K_LEFT] * 6:
        assert scene.open_note is not None
        said.add(scene.open_note.words)
        one.key(key)
    assert len(said) == 3 + len(SUMS) and all(note.endswith(".") and "[" not in note for note in said)
    one.key(pygame.K_DOWN)
    assert scene.open_note == scene.rows[1].figure_note(0), "the same deal of the next person"
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.open_note is None, "the note goes first"
    one.key(pygame.K_LEFT, pygame.K_RETURN)
    review = one.top
    assert isinstance(review, ReviewScene) and review.replayed.scored_deal == match.session.scored_deals[0]


def test_a_figure_explains_itself_where_the_pointer_rests(program: Opens) -> None:
    one = program()
    scene, _ = opened(one)
    one.finish()
    row = scene.rows[2]
    spot = row.area(1)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=spot.center, rel=(1, 1), buttons=(0, 0, 0)))
    one.step()
    assert scene.open_note is None
    one.wait(0.5)
    assert scene.open_note == row.figure_note(1)


@pytest.mark.parametrize(("size", "text"), [((640, 400), 1.0), ((1280, 720), 2.0), ((640, 400), 2.0)])
def test_where_there_is_little_room_a_row_opens_its_deals(program: Opens, size: tuple[int, int], text: float) -> None:
    one = program(size, text_size=text)
    scene, _ = opened(one)
    one.finish()
    row = scene.rows[1]

    def deals() -> list[str]:
        return [part.name for part in scene.accessible_parts() if part.name.startswith("Deal ")]

    assert not deals() and row.visible_figures[0] == 3
    scene.widgets.focus_on(row)
    one.key(pygame.K_RETURN)
    assert [name[:7] for name in deals()] == ["Deal 1:", "Deal 2:", "Deal 3:"]
    assert scene.status_line == "The deals of Vesper are shown."
    assert scene.open_note is None, "no note lies on the deals"
    one.key(pygame.K_LEFT)
    assert row.chosen_index == 2
    one.key(pygame.K_RIGHT, pygame.K_RETURN)
    assert not deals() and row.chosen_index == 3


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_more_is_called_better_only_where_the_most_points_win(program: Opens, game: AnyGame) -> None:
    one, chosen = program(), game.Options()
    one.show(TitleScene)
    chairs = [Chair("Gooseberry", "human"), *(Chair(name, "easy") for name in ("Vesper", "Minim", "Pip"))]
    match = one.matches.begin_table(game, chosen, chairs[: game.seats(chosen)])
    figures = LuckFigures(match, GameLuck(match, one.context.folders.reviews))
    assert figures.extreme_total_wins == (game.id != "gooseberry-fool")


def test_the_own_row_is_whole_in_a_small_window_with_large_text(program: Opens) -> None:
    one = program((640, 400), text_size=2.0)
    scene, _ = opened(one)
    one.finish()
    assert scene.scroll.rect.contains(scene.rows[0].rect)


def test_no_two_lines_of_the_chart_are_dashed_alike() -> None:
    assert DASHES[0] == () and len(set(DASHES)) == len(DASHES) >= 6
