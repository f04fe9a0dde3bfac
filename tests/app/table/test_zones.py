"""The grounds of piles overlap nothing, in any window, at any size of text, for the boards that games have."""

from __future__ import annotations

from itertools import combinations
from math import ceil
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.render.geometry import Area, Place
from goosetable.app.table.metrics import SpaceNeeds, space_needs
from goosetable.app.table.panels import bid_panel
from goosetable.app.table.piles import CentrePlaces, centre_places
from goosetable.app.table.table_layout import (
    Layout,
    bid_place,
    notice_place,
    own_area,
    pile_area,
    spot_area,
    spot_parts,
    stock_and_offer_places,
)
from goosetable.engine.rules.options import PLAYERS, options_of
from goosetable.games import SHELF
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS, inside
from tests.games import playing

BOARDS = [
    (space_needs(game.kinds, game.open_hands, players), players) for name, counts in (
        ("goose", range(2, 13)), ("throps", (3,)), ("cross-purposes", (2, 4)), ("goosed", (3, 4)), ("fools-gold", (3, 4, 5, 6)),
    ) for game in (playing.find(name),) for players in counts
]  # fmt: skip


def piles(layout: Layout) -> list[Area]:
    """Every ground that is there."""
    found = [own_area(layout), spot_area(layout)]
    if layout.ground.windows or layout.ground.later:
        found += [pile_area(layout, i) for i in range(layout.opponents)]
    return [area for area in found if area.h]


def smaller(area: Area) -> Area:
    return Area(area.x + 0.5, area.y + 0.5, area.w - 1, area.h - 1)


@given(WIDTHS, HEIGHTS, st.sampled_from(BOARDS), TEXT)
def test_grounds_lie_on_the_cloth_and_touch_no_plate_no_other_ground_and_no_card(
    w: int, h: int, table: tuple[SpaceNeeds, int], text: float
) -> None:
    board, seats = table
    layout = Layout(w, h, seats, text, board)
    ground = Area(0, layout.top, layout.cloth_width, h - layout.top)
    plates = [layout.seat(i).plate for i in range(layout.opponents)] + ([layout.own_seat.plate] if layout.own_seat else [])
    cards = (
        []
        if board.market
        else [layout.trick_card_place(seat)._replace(angle=0).area() for seat in (None, *range(layout.opponents))]
    )
    for area in piles(layout):
        assert inside(area, ground), area
        for plate in (*plates, *cards):
            assert not smaller(area).overlaps(plate), (area, plate)
    for a, b in combinations(piles(layout), 2):
        assert not smaller(a).overlaps(b), (a, b)


@given(WIDTHS, HEIGHTS, TEXT)
def test_cards_on_offer_and_bids_lie_apart(w: int, h: int, text: float) -> None:
    layout = Layout(w, h, 3, text, space_needs(playing.find("throps").kinds))
    plates = [layout.seat(i).plate for i in range(2)]
    lying = [_flat(place) for place in (*stock_and_offer_places(layout), bid_place(layout, 0), bid_place(layout, 1))]
    for a, b in combinations([*lying, *plates, *(area for area in piles(layout))], 2):
        assert not smaller(a).overlaps(b), (a, b)


def _flat(place: Place) -> Area:
    return place._replace(angle=0).area()


@pytest.mark.parametrize(("board", "seats"), BOARDS)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 400)])
def test_the_message_stands_between_what_lies_at_its_sides(board: SpaceNeeds, seats: int, size: tuple[int, int]) -> None:
    layout = Layout(*size, seats, ground=board)
    pill = Area(layout.message_x - layout.message_w / 2, layout.message_y - 2, layout.message_w, 4)
    assert layout.message_w > 200
    for area in (own_area(layout), spot_area(layout)):
        assert not area.h or not smaller(area).overlaps(pill)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (900, 500), (1280, 720)])
def test_trumps_and_tops_are_read_where_the_spot_is_flat(size: tuple[int, int], text: float) -> None:
    game = playing.find("cross-purposes")
    layout = Layout(*size, 4, text, space_needs(game.kinds, game.open_hands, 4))
    _, lines = spot_parts(layout, 0, 2)
    assert len(lines) == 2 and not lines[0].overlaps(lines[1])
    assert all(line.h >= 13 and line.w >= 50 for line in lines)


# ---------------------------------------------------------------------- the card turned up lies large in the middle while bi


BOARD = space_needs(playing.find("goose").kinds)
SIZES = ((1280, 720), (1920, 1080), (640, 400), (900, 500), (700, 1000))
WORDS = len("trumps: diamonds")


def boxes(found: CentrePlaces) -> list[Area]:
    return [found.stock.area(), found.turned.area(), found.words]


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_it_touches_no_seat_no_message_and_no_strip_of_bids(seats: int, size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, seats, text, BOARD)
    for bids in (2, 7, 10):
        found = centre_places(layout, bids, WORDS)
        if found is None:  # then it lies where it does during play
            continue
        strip = bid_panel.plan_strip(layout, bids, True)
        high = 0 if strip.message_y is None else layout.message_height
        pill = Area(0, (strip.message_y or 0) - high / 2, layout.cloth_width, high)
        cloth = Area(0, layout.top, layout.cloth_width, layout.h)
        for box in boxes(found):
            assert box.x >= cloth.x
            assert box.right <= cloth.right
            assert box.y >= cloth.y
            assert not box.overlaps(strip.area)
            assert not box.overlaps(pill)
            assert not any(box.overlaps(layout.seat(i).area()) for i in range(layout.opponents)), (box, seats)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_there_is_a_place_for_it_at_every_table(seats: int, size: tuple[int, int]) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    assert centre_places(layout, 7, WORDS) is not None or spot_parts(layout, 1, 1)[0]


@pytest.mark.parametrize("seats", range(2, 13))
def test_it_is_large_where_the_window_is(seats: int) -> None:
    layout = Layout(1280, 720, seats, 1.0, BOARD)
    found, usual = centre_places(layout, 7, WORDS), spot_parts(layout, 1, 1)[0]
    if found is None:  # it is larger where it lies during play, beside the strip of bids
        strip = bid_panel.plan_strip(layout, 7, True)
        assert min(place.height for place in usual) >= 0.4 * layout.hand_height
        assert not any(place.area().overlaps(box) for place in usual for box in (strip.area, strip.tongue))
        return
    assert found.turned.height >= 0.4 * layout.hand_height
    assert found.turned.height > max((place.height for place in usual), default=0.0)


# ---------------------------------------------------------------------- where a sentence of the program lies at a table


SIZES_NOTICE = ((640, 400), (700, 1000), (900, 560), (1000, 900), (1280, 720), (1920, 1080), (2560, 1440))
TEXTS = (0.8, 1.0, 1.5, 2.0)


def counts(game: Any) -> list[int]:
    found = next((option for option in options_of(game.Options) if option.key == PLAYERS), None)
    return [game.seats(game.Options())] if found is None else [int(str(choice.value)) for choice in found.choices]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("signs", [50, 160])
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_sentence_covers_no_seat(game: Any, signs: int) -> None:
    for (w, h), text, seats in ((size, text, seats) for size in SIZES_NOTICE for text in TEXTS for seats in counts(game)):
        layout = Layout(w, h, seats, text, space_needs(game.kinds, game.open_hands))
        px = max(12.0, min(18.0, 0.03 * h) * max(1.0, text))

        def size(room: float, px: float = px) -> tuple[int, int]:
            wide = min(room, 46 * px)
            lines = ceil(signs * 0.5 * px / (wide - 2 * px))
            return ceil(min(wide, signs * 0.5 * px + 2 * px)), ceil(lines * px * 1.35 + px)

        paper = layout.ledger_area
        body = pygame.Rect(paper.x, paper.y + 0.12 * paper.h, paper.w, 0.7 * paper.h)
        area = notice_place(layout, size, body, ())
        where = (game.id, (w, h), text, seats, area)
        assert pygame.Rect(0, 0, w, h).contains(area), where
        places = [layout.seat(i) for i in range(layout.opponents)] + ([layout.own_seat] if layout.own_seat is not None else [])
        over = Area(area.x, area.y, area.w, area.h)
        if signs == 50 or text < 2:  # the longest in the largest letters has no room in the smallest window
            assert not [place for place in places if place.area().overlaps(over)], where
