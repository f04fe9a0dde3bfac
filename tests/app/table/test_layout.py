"""The layout holds for every window and every number of seats."""

from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goosetable.app.render.geometry import Area, SeatPlace
from goosetable.app.scenes.review.review_layout import review_layout
from goosetable.app.table.metrics import Ground, ground_for
from goosetable.app.table.table_layout import Layout, laid
from tests.app.stage_play import TABLES
from tests.games import playing

WIDTHS = st.integers(640, 3840)
HEIGHTS = st.integers(400, 2160)
SEATS = st.integers(2, 12)
TEXT = st.sampled_from([0.8, 1.0, 1.3, 1.6, 2.0])


def seats_of(layout: Layout) -> list[SeatPlace]:
    places = [layout.seat(i) for i in range(layout.k)]
    return places + ([layout.own] if layout.own else [])


def inside(area: Area, bounds: Area) -> bool:
    slack = 0.5
    across = bounds.x - slack <= area.x and area.right <= bounds.right + slack
    return across and bounds.y - slack <= area.y and area.bottom <= bounds.bottom + slack


@settings(max_examples=400, deadline=None)
@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_everything_lies_on_the_cloth_and_no_two_seats_touch(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text)
    ground = Area(0, layout.top, layout.cw, h - layout.top)
    places = seats_of(layout)
    for place in places:
        assert inside(place.area(), ground), place
        assert place.plate.w >= 36 and place.plate.h >= 14
    for a, b in combinations(places, 2):
        assert not a.area().meets(b.area()), (a, b)


@settings(max_examples=400, deadline=None)
@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 40))
def test_the_hand_lies_on_the_cloth_beside_the_own_plate(w: int, h: int, seats: int, text: float, n: int) -> None:
    layout = Layout(w, h, seats, text)
    places = layout.hand(n)
    assert len(places) == n
    ground = Area(0, layout.top, layout.cw, h - layout.top)
    for place in places:
        assert inside(place.area(), ground), place
        if layout.own:
            assert place.area().x >= layout.own.area().right - 1
    xs = [place.x for place in places]
    if n > 20 or xs != sorted(xs):  # in two rows
        assert n > 8 and xs[: n // 2] == sorted(xs[: n // 2])
        xs = xs[n // 2 :]
    assert xs == sorted(xs)
    assert all(b - a >= 6 for a, b in pairwise(xs))


@settings(max_examples=400, deadline=None)
@example(w=1070, h=766, seats=3, text=2.0)
@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_the_trick_lies_between_the_plates_and_over_the_message(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text)
    pill = layout.message_y - layout.message_h / 2
    for order, seat in enumerate([None, *range(layout.k)]):
        area = layout.trick(seat, order)._replace(angle=0).area()
        assert inside(area, Area(layout.rim, layout.top, layout.cw - 2 * layout.rim, h)), area
        assert area.bottom <= pill + 1
        for i in range(layout.k):
            assert not area.meets(layout.seat(i).plate), (seat, i)


@settings(max_examples=300, deadline=None)
@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 40))
def test_the_message_stands_clear_of_raised_cards_and_tags(w: int, h: int, seats: int, text: float, n: int) -> None:
    layout = Layout(w, h, seats, text)
    highest = min(place.area().y - place.height * 0.2 for place in layout.hand(n))
    tag = 0 if layout.compact else layout.tag_px * (24 + 13) / 15
    assert layout.message_y + layout.message_h / 2 <= highest - tag + 4
    assert layout.message_w > 150


def test_the_figures_of_the_style_guide_at_1280_by_720() -> None:
    layout = Layout(1280, 720, 3)
    assert (layout.u, layout.t, layout.compact, layout.sidebar, layout.cw) == (1, 1, False, 306, 974)
    assert (layout.hand_h, layout.d, layout.rim) == (176, 84, 18)
    assert round(layout.trick_h / layout.hand_h, 2) == 0.86
    assert layout.seat(0).plate.w == 138
    assert layout.seat(0).x < layout.cx < layout.seat(1).x


def test_compact_folds_the_ledger_into_a_strip_without_an_own_plate() -> None:
    layout = Layout(640, 400, 12)
    assert layout.compact and layout.sidebar == 0 and layout.strip == 32
    assert layout.own is None
    assert layout.seat(0).chip and layout.seat(0).plate.w == pytest.approx(92)
    assert all(place.angle == 0 for place in layout.hand(7))


def test_seats_go_round_clockwise_from_the_left() -> None:
    layout = Layout(1280, 720, 12)
    xs = [layout.seat(i).x for i in range(11)]
    ys = [layout.seat(i).y for i in range(11)]
    assert xs[:3] == [xs[0]] * 3 and ys[0] > ys[1] > ys[2]
    assert xs[3:8] == sorted(xs[3:8])
    assert ys[8] < ys[9] < ys[10]


def test_many_cards_lie_in_two_rows_the_back_row_higher() -> None:
    places = Layout(1280, 720, 4).hand(26)
    assert {place.y for place in places[:13]} == {places[0].y}
    assert places[13].y - places[0].y == pytest.approx(0.5 * places[0].height)


def test_a_table_has_two_to_twelve_seats() -> None:
    for seats in (1, 13):
        with pytest.raises(ValueError, match="2 to 12"):
            Layout(1280, 720, seats)


GROUNDS = st.sampled_from(
    [Ground(), Ground(windows=True, spot=True), Ground(spot=True), Ground(market=True, windows=True, spot=True)]
)


@settings(max_examples=150, deadline=None)
@given(WIDTHS, HEIGHTS, SEATS, TEXT, GROUNDS, st.sampled_from([0.8, 1.0, 1.2, 1.5, 2.0]), st.integers(1, 20))
def test_larger_cards_take_nothing_from_what_else_is_to_be_seen(
    w: int, h: int, seats: int, text: float, ground: Ground, cards: float, n: int
) -> None:
    usual, found = laid(w, h, seats, text, ground), laid(w, h, seats, text, ground, cards)
    bounds = Area(0, found.top, found.cw, h - found.top)
    below = bounds._replace(h=bounds.h + found.dip)
    assert all(inside(place.area(), below) for place in found.hand(n))
    seen = [(h - place.area().y) / place.height for sunk in (0.0, 1.0) for place in found.hand(n, sunk)]
    assert found.hand(0) == []
    assert found.dip == 0 or min(seen) >= 0.3, "rank and suit of every card are seen"
    if cards <= 1:
        assert found.hand_h == pytest.approx(cards * usual.hand_h, abs=1)
        return
    assert usual.hand_h <= found.hand_h <= cards * usual.hand_h + 1
    assert found.trick_h >= 0.87 * usual.trick_h
    assert [found.seat(i) for i in range(found.k)] == [usual.seat(i) for i in range(usual.k)]


def test_cards_become_larger_where_there_is_room() -> None:
    usual, found = laid(1280, 720, 2, 1.0), laid(1280, 720, 2, 1.0, cards=2.0)
    assert found.hand_h > 1.8 * usual.hand_h


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_cards_become_larger_in_wide_windows_and_in_reviews(name: str, chosen: dict[str, Any], size: tuple[int, int]) -> None:
    game = playing.find(name)
    seats = game.seats(game.Options(**chosen))
    ground = ground_for(game.kinds, game.open_hands, seats)
    usual, found = laid(*size, seats, 1.0, ground), laid(*size, seats, 1.0, ground, 2.0)
    assert found.hand_h >= (1.08 if name == "fools-gold" and seats > 4 else 1.2) * usual.hand_h
    least = laid(*size, seats, 1.0, ground, 0.8)
    assert least.hand_h == pytest.approx(0.8 * usual.hand_h, abs=1)
    looked, large = (review_layout(*size, seats, 1.0, ground, 8, cards) for cards in (1.0, 2.0))
    small = review_layout(*size, seats, 1.0, ground, 8, 0.8)
    assert large.hand_h >= looked.hand_h > small.hand_h
    assert all(place.area().bottom <= large.h + 1 for place in large.hand(8)), "the bar under the hand is free"
