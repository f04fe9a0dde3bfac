"""A table at which all bid at once: rows, mat, stock and bids lie apart from each other, in any window, for 2 to 6 players."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.render.geometry import Area, Place
from goosetable.app.table import auction
from goosetable.app.table.metrics import SpaceNeeds, space_needs
from goosetable.app.table.table_layout import Layout, bid_place
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS, inside
from tests.games import playing

GOPS = playing.find("gops")
BOARD = space_needs(GOPS.kinds, GOPS.open_hands)
SEATS = st.integers(2, 6)
HAND = 13
USUAL = ((640, 400), (900, 500), (1000, 900), (1280, 720), (1920, 1080), (2560, 1440))


def flat(place: Place) -> Area:
    return place._replace(angle=0).area()


def apart(areas: list[Area], slack: float = 0.6) -> None:
    for a, b in combinations(areas, 2):
        assert not Area(a.x + slack, a.y + slack, a.w - 2 * slack, a.h - 2 * slack).overlaps(b), (a, b)


def rows(layout: Layout) -> list[Area]:
    """What each row takes, from its first card to its last."""
    found = []
    for i in range(layout.opponents):
        places = [flat(place) for place in layout.rows.places(i, HAND)]
        found.append(Area(places[0].x, places[0].y, places[-1].right - places[0].x, places[0].h))
    return found


def test_only_games_of_open_hands_have_rows() -> None:
    assert SpaceNeeds(market=True, rows=True) == BOARD
    assert not any(space_needs(game.kinds, game.open_hands).rows for game in playing.GAMES if game.id != "gops")


@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_everything_lies_on_the_cloth_and_apart(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text, BOARD)
    cloth = Area(0, layout.top, layout.cloth_width, h - layout.top)
    bids = [flat(bid_place(layout, i)) for i in (*range(layout.opponents), None)]
    places = [layout.seat(i).area() for i in range(layout.opponents)]
    lying = [flat(auction.auction_plan(layout).stock), auction.offer_mat_area(layout, 13), *bids, *rows(layout), *places]
    assert all(inside(area, cloth) for area in lying)
    apart(lying)
    own = [layout.own_seat.area()] if layout.own_seat is not None else []
    message = Area(layout.rim, layout.message_y - layout.message_height / 2, 1, layout.message_height)
    assert all(area.bottom <= message.y + 0.6 for area in lying)
    apart([*own, flat(auction.auction_plan(layout).stock), auction.offer_mat_area(layout, 1)])


@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 13))
def test_what_is_on_offer_lies_in_the_mat_the_newest_at_the_right(w: int, h: int, seats: int, text: float, count: int) -> None:
    layout = Layout(w, h, seats, text, BOARD)
    places, mat = auction.offer_places(layout, count), auction.offer_mat_area(layout, count)
    assert len(places) == count
    assert all(inside(flat(place), mat) for place in places)
    assert [place.x for place in places] == sorted(place.x for place in places)
    least, most = auction.offer_mat_area(layout, 1), auction.offer_mat_area(layout, 13)
    assert least.w <= mat.w <= most.w + 0.1
    assert mat.centre.x == pytest.approx(least.centre.x)


@pytest.mark.parametrize("size", USUAL)
@pytest.mark.parametrize("seats", range(2, 7))
def test_cards_can_be_read_where_windows_are_usual(size: tuple[int, int], seats: int) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    found = auction.auction_plan(layout)
    two, three = auction.offer_places(layout, 2), auction.offer_places(layout, 3)
    assert min(found.bid, found.offered, found.stock.height) >= 36
    assert two[1].x - two[0].x >= 0.98 * found.offered * 5 / 7 or layout.w < layout.h or seats > 4
    assert three[1].x - three[0].x >= 0.3 * found.offered * 5 / 7
    step = layout.rows.step(HAND)
    assert step >= 0.78 * layout.rows.height * 5 / 7, "the ranks of a row can be read"
    assert layout.rows.height >= (18 if seats > 4 else 24)


@pytest.mark.parametrize("size", USUAL)
@pytest.mark.parametrize("seats", (2, 3))
def test_the_outline_of_a_spent_card_keeps_off_the_card_after_it(size: tuple[int, int], seats: int) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    for i in range(layout.opponents):
        places = layout.rows.places(i, HAND)
        for at in range(HAND - 1):
            area = layout.rows.visible_card_area(i, at, HAND)
            assert area.w > 8
            assert area.right <= flat(places[at + 1]).x + 0.1
            assert inside(area, flat(places[at]))


def test_level_bids_are_told_between_neighbours_alone() -> None:
    layout = Layout(1280, 720, 3, 1.0, BOARD)
    places = [bid_place(layout, i) for i in (0, 1, None)]
    assert len(auction.tie_points(layout, (0, 1, 2))) == 2
    assert auction.tie_points(layout, (0, 2)) == []
    (between,) = auction.tie_points(layout, (1, 2))
    assert places[1].x < between.x < places[2].x


def test_the_row_of_an_opponent_is_beside_its_plate() -> None:
    layout = Layout(1280, 720, 3, 1.0, BOARD)
    for i, row in enumerate(rows(layout)):
        assert layout.seat(i).area().right < row.x
        assert layout.seat(i).area().y < row.centre.y < layout.seat(i).area().bottom
    assert not Layout(640, 400, 3, 1.0, BOARD).seat(0).plate.w, "there are no plates in a small window"
