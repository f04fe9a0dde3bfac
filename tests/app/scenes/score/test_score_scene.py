"""The score sheet: sums that add up, words for every number, the end of a game, geese over two games, and all hands."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.scenes.card_pages import LookOverScene
from goosetable.app.scenes.score.scene import ScoreScene, places_on_rail
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.scene import Scene
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.event import Scored

GAME = games.SHELF[0]
Opens = Callable[..., Any]


def seated(one: Any, name: str = "Gooseberry", **options: Any) -> Match:
    chairs = [Chair(name, "human"), Chair("Vesper", "easy"), Chair("Dorothea", "easy")]
    found: Match = one.matches.begin_table(GAME, GAME.Options(**options), chairs)
    return found


def play(match: Match, rng: Random) -> tuple[Any, Any, Any]:
    """Plays a deal anyhow, and counts it as the table does."""
    match.deal()
    session = match.session
    while session.due == "act":
        match.act(rng.choice(list(session.legal())))
    dealt, tally = session.deal, GAME.text.tally(match.present_view().known, match.me)
    points = next(event for event in match.score_deal() if isinstance(event, Scored)).points
    return tally, points, dealt


def sheet(one: Any, match: Match, until_end: bool = False, seed: int = 3) -> Any:
    rng = Random(seed)
    last = play(match, rng)
    while until_end and not match.session.ended:
        last = play(match, rng)
    return one.show(lambda context, matches: ScoreScene(context, matches, match, *last))


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
    assert scene.busy
    first = [int(scene.displayed_points(seat)[0]) for seat in range(3)]
    one.step(0.1)
    second = [int(scene.displayed_points(seat)[0]) for seat in range(3)]
    assert all(a <= b for a, b in zip(first, second, strict=True))
    for _ in range(5):
        one.step(0.1)
    assert not scene.busy
    assert tuple(int(scene.displayed_points(seat)[0]) for seat in range(3)) == scene.points


def test_of_seals_and_codes_the_sheet_says_only_that_a_game_is_open(program: Opens) -> None:
    one = program()
    match = seated(one)
    scene = sheet(one, match)
    assert scene.origin_note == ""
    match.mark_as_revealed()
    assert "7Q4K" not in scene.origin_note and "open game" in scene.origin_note


def test_enter_goes_on_and_esc_opens_the_menu(program: Opens, stand_in: type[Any]) -> None:
    one = program()
    match = seated(one)
    table = one.show(lambda context, matches: stand_in(context, matches, match))
    last = play(match, Random(1))
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
        last = play(match, rng)
        while not match.session.ended:
            last = play(match, rng)
        won[match.session.winners[0]] += 3
        scene: Scene = ScoreScene(one.context, one.matches, match, *last)
        one.loop.scenes._push_scene(scene)
        for _ in range(6):
            one.step(0.1)  # longer than a double click takes
        assert isinstance(one.top, ScoreScene)
        assert list(one.top.prizes) == won
        one.click(one.top.on)
        assert one.top is table
    assert table.told == ["again", "again"]
    assert match.session.due == "deal", "the next game is on the table"


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
    shown = one.top
    assert isinstance(shown, LookOverScene)
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
    places = places_on_rail(scene.race, 0, 800, low, high, 46)
    xs = [x for _, x in places]
    assert all(b - a > 40 for a, b in itertools.pairwise(xs))
    assert xs[0] >= -1 and xs[-1] <= 801
    one.step()
