"""The chart of what each choice brings: its scale, what is left out, and that a review of a bid shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.review.bid_chart import MOST, TORN, Bar, around, draw, scale
from goosetable.app.scenes.review.told import _bars
from goosetable.app.skins import theme
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.review.opinion import FREE, Estimate, Opinion, Outlook
from tests.app.scenes.review.test_review_scene import ALONE, looking


def bars(count: int, best: int, played: int) -> tuple[Bar, ...]:
    kinds = {played: "played"} | {best: "best"}
    return tuple([Bar(str(i), 20.0 - 15 * i, 1.0, kinds.get(i, "")) for i in range(count)])


@pytest.mark.parametrize(("best", "played"), [(0, 0), (0, 13), (13, 0), (5, 6), (7, 0), (3, 11), (13, 13)])
def test_of_many_choices_the_best_and_the_one_played_are_always_shown(best: int, played: int) -> None:
    shown = around(bars(14, best, played))
    assert len(shown) == MOST
    assert [int(bar.label) for bar in shown] == sorted(int(bar.label) for bar in shown)
    assert {str(best), str(played)} <= {bar.label for bar in shown}
    if abs(best - played) >= MOST:
        nearest = sorted(range(14), key=lambda i: abs(i - best))[: MOST // 2]
        assert {str(i) for i in nearest} <= {bar.label for bar in shown}


def test_a_bar_that_reaches_far_below_is_torn_off_and_zero_is_in_sight() -> None:
    lowest, highest = scale(bars(14, 0, 13))
    assert (lowest, highest) == (-TORN * 21, 21)
    assert scale((Bar("0", 0.0, 0.0), Bar("1", 0.0, 0.0))) == (0, 1)


def test_a_bid_is_judged_by_a_chart_and_a_card_by_rows_and_tags(program: Callable[..., Any]) -> None:
    one = program()
    scene = looking(one, 2, [*ALONE], games.find("goose"))
    one.finish()
    found, costly = scene.opinions.opinions, scene.opinions.costly
    bid = scene.opinions.places[0]
    scene.go(bid)
    one.step()
    told = scene.paper.told
    assert 3 <= len(told.bars) <= MOST and {bar.kind for bar in told.bars} >= {"best"}
    assert not scene.table._tags
    card = next(at for at in costly if found[at].best.startswith("play"))
    scene.go(card)
    one.step()
    assert not scene.paper.told.bars and len(scene.paper.told.rows) == 2
    played, better = scene.table._tags
    assert played.words.startswith("you played ") and better.words == "better" and better.card.y < one.screen.size[1]


@pytest.mark.parametrize(("highest", "drawn"), [(13.0, True), (15.0, False)])
def test_no_bar_is_clearly_higher_than_that_of_the_best(highest: float, drawn: bool) -> None:
    """Where the chance of winning the game speaks against the points, rows have both."""
    points = {"bid 1": 10.0, "bid 2": highest, "bid 3": 4.0}
    outlooks = tuple([(bid, Outlook(Estimate(mean, 1.0), Estimate(0.5))) for bid, mean in points.items()])
    opinion = Opinion(1, 0, "bid 3", "bid 1", "clear", "bid 2", "", 100, FREE, outlooks)
    assert bool(_bars(opinion, {bid: bid[-1] for bid in points}, lowest_wins=False)) is drawn


def test_whom_a_trick_is_given_to_is_called_by_name(program: Callable[..., Any]) -> None:
    one = program()
    scene = looking(one, 1, [*ALONE], games.find("gooseberry-fool"))
    given = 0
    for _ in range(3):
        one.finish()
        for at, opinion in scene.opinions.opinions.items():
            if opinion.choice and verb_of(scene.counted.actions[at][1]) is Verb.GIVE:
                scene.go(at)
                labels = {row.label.partition(",")[0] for row in scene.paper.told.rows}
                assert "keep it" in labels and labels < {"keep it", "you", "Vesper", "Dorothea"}
                given += 1
        scene.choose()
    assert given


@pytest.mark.parametrize("name", theme.NAMES)
def test_the_bars_of_the_best_choice_and_of_the_one_played_differ_in_grey(display: pygame.Surface, name: str) -> None:
    canvas = Canvas(display, theme.load(name))

    def grey(kind: str) -> list[int]:
        display.fill(canvas.theme.paper)
        draw(canvas, (Bar("3", 20.0, 0.0, kind), Bar("4", 10.0, 0.0)), Area(0, 0, 200, 160), 16)
        found = pygame.transform.grayscale(display.subsurface((0, 0, 200, 160)))
        return [found.get_at((x, y))[0] for y in range(160) for x in range(200)]

    best, played, plain = grey("best"), grey("played"), grey("")
    for one, other in ((best, played), (best, plain), (played, plain)):
        assert sum(abs(a - b) >= 40 for a, b in zip(one, other, strict=True)) > 400, "of about 1,900 pixels of a bar"
