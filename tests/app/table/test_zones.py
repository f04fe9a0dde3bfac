"""The grounds of piles overlap nothing, in any window, at any size of text, for the boards that games have."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goosetable.app.render.geometry import Area, Place
from goosetable.app.table.metrics import Ground, ground_for
from goosetable.app.table.table_layout import Layout, bid_place, market_places, own_area, pile_area, spot_area, spot_parts
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS, inside
from tests.games import playing

BOARDS = [
    (ground_for(game.kinds, game.open_hands, players), players) for name, counts in (
        ("goose", range(2, 13)), ("throps", (3,)), ("cross-purposes", (2, 4)), ("goosed", (3, 4)), ("fools-gold", (3, 4, 5, 6)),
    ) for game in (playing.find(name),) for players in counts
]  # fmt: skip


def piles(layout: Layout) -> list[Area]:
    """Every ground that is there."""
    found = [own_area(layout), spot_area(layout)]
    if layout.ground.windows or layout.ground.later:
        found += [pile_area(layout, i) for i in range(layout.k)]
    return [area for area in found if area.h]


def smaller(area: Area) -> Area:
    return Area(area.x + 0.5, area.y + 0.5, area.w - 1, area.h - 1)


@settings(max_examples=300, deadline=None)
@given(WIDTHS, HEIGHTS, st.sampled_from(BOARDS), TEXT)
def test_grounds_lie_on_the_cloth_and_touch_no_plate_no_other_ground_and_no_card(
    w: int, h: int, table: tuple[Ground, int], text: float
) -> None:
    board, seats = table
    layout = Layout(w, h, seats, text, board)
    ground = Area(0, layout.top, layout.cw, h - layout.top)
    plates = [layout.seat(i).plate for i in range(layout.k)] + ([layout.own.plate] if layout.own else [])
    cards = [] if board.market else [layout.trick(seat)._replace(angle=0).area() for seat in (None, *range(layout.k))]
    for area in piles(layout):
        assert inside(area, ground), area
        for plate in (*plates, *cards):
            assert not smaller(area).meets(plate), (area, plate)
    for a, b in combinations(piles(layout), 2):
        assert not smaller(a).meets(b), (a, b)


@settings(max_examples=200, deadline=None)
@given(WIDTHS, HEIGHTS, TEXT)
def test_cards_on_offer_and_bids_lie_apart(w: int, h: int, text: float) -> None:
    layout = Layout(w, h, 3, text, ground_for(playing.find("throps").kinds))
    plates = [layout.seat(i).plate for i in range(2)]
    lying = [_flat(place) for place in (*market_places(layout), bid_place(layout, 0), bid_place(layout, 1))]
    for a, b in combinations([*lying, *plates, *(area for area in piles(layout))], 2):
        assert not smaller(a).meets(b), (a, b)


def _flat(place: Place) -> Area:
    return place._replace(angle=0).area()


@pytest.mark.parametrize(("board", "seats"), BOARDS)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 400)])
def test_the_message_stands_between_what_lies_at_its_sides(board: Ground, seats: int, size: tuple[int, int]) -> None:
    layout = Layout(*size, seats, ground=board)
    pill = Area(layout.message_x - layout.message_w / 2, layout.message_y - 2, layout.message_w, 4)
    assert layout.message_w > 200
    for area in (own_area(layout), spot_area(layout)):
        assert not area.h or not smaller(area).meets(pill)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (900, 500), (1280, 720)])
def test_trumps_and_tops_are_read_where_the_spot_is_flat(size: tuple[int, int], text: float) -> None:
    game = playing.find("cross-purposes")
    layout = Layout(*size, 4, text, ground_for(game.kinds, game.open_hands, 4))
    _, lines = spot_parts(layout, 0, 2)
    assert len(lines) == 2 and not lines[0].meets(lines[1])
    assert all(line.h >= 13 and line.w >= 50 for line in lines)
