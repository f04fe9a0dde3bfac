"""The card turned up lies large in the middle while bids are made, clear of everything, at every table of every size."""

from __future__ import annotations

import pytest

from goosetable.app.render.geometry import Area
from goosetable.app.table.metrics import ground_for
from goosetable.app.table.panels import bid_panel
from goosetable.app.table.piles import Centre, turned_centre
from goosetable.app.table.table_layout import Layout, spot_parts
from tests.games import playing

BOARD = ground_for(playing.find("goose").kinds)
SIZES = ((1280, 720), (1920, 1080), (640, 400), (900, 500), (700, 1000))
WORDS = len("trumps: diamonds")


def boxes(found: Centre) -> list[Area]:
    return [found.stock.area(), found.turned.area(), found.words]


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_it_touches_no_seat_no_message_and_no_strip_of_bids(seats: int, size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, seats, text, BOARD)
    for bids in (2, 7, 10):
        found = turned_centre(layout, bids, WORDS)
        if found is None:  # then it lies where it does during play
            continue
        strip = bid_panel.grid(layout, bids, True)
        high = 0 if strip.message_y is None else layout.message_h
        pill = Area(0, (strip.message_y or 0) - high / 2, layout.cw, high)
        cloth = Area(0, layout.top, layout.cw, layout.h)
        for box in boxes(found):
            assert box.x >= cloth.x
            assert box.right <= cloth.right
            assert box.y >= cloth.y
            assert not box.meets(strip.area)
            assert not box.meets(pill)
            assert not any(box.meets(layout.seat(i).area()) for i in range(layout.k)), (box, seats)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_there_is_a_place_for_it_at_every_table(seats: int, size: tuple[int, int]) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    assert turned_centre(layout, 7, WORDS) is not None or spot_parts(layout, 1, 1)[0]


@pytest.mark.parametrize("seats", range(2, 13))
def test_it_is_large_where_the_window_is(seats: int) -> None:
    layout = Layout(1280, 720, seats, 1.0, BOARD)
    found, usual = turned_centre(layout, 7, WORDS), spot_parts(layout, 1, 1)[0]
    if found is None:  # it is larger where it lies during play, beside the strip of bids
        strip = bid_panel.grid(layout, 7, True)
        assert min(place.height for place in usual) >= 0.4 * layout.hand_h
        assert not any(place.area().meets(box) for place in usual for box in (strip.area, strip.tongue))
        return
    assert found.turned.height >= 0.4 * layout.hand_h
    assert found.turned.height > max((place.height for place in usual), default=0.0)
