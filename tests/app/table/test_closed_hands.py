"""Sealed bids from closed hands for 2 to 6 players, in 40 windows: cards won, stock, offer and bids lie apart, and are read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.match.match import Match
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.table import auction
from goosetable.app.table.animations import Animations
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.piles import suit_row
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.table_layout import Layout, bid_place, open_cards_area, own_open_cards_area, stock_and_offer_places
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.event import BID_KIND, HIDDEN, STOCK, TURNED
from tests.app.stage_play import Silent, assert_fresh, stage_of, steps
from tests.app.table.test_geometry import Shown, corner, faults, flat, inside, meet, show
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS
from tests.games import playing
from tests.games.lots import Lots, LotsOptions

LOTS: Final = Lots()
WINDOWS: Final = tuple((w, h) for w in (640, 800, 900, 1000, 1280, 1600, 1920, 2560) for h in (400, 500, 720, 1000, 1440))
SEATS: Final = range(2, 7)
WAYS: Final = ("apart", "alike")


def board(w: int, h: int, seats: int, text: float = 1.0) -> Layout:
    return Layout(w, h, seats, text, space_needs(LOTS.kinds, LOTS.open_hands, seats))


def lay(seats: int, suits: str) -> Match:
    options = LotsOptions(seats, suits)
    chairs = [Chair(name, "random" if seat else "human") for seat, name in enumerate(playing.NAMES[:seats])]
    return Match.new(LOTS, options, chairs, playing.CODE, Silent(), "seed", lambda said: None)


def moments(seats: int, suits: str) -> Iterator[tuple[Match, Snapshot]]:
    """Moments of a deal at random: before the person's bids, with two bids laid, with several cards on offer, at the end."""
    match, chance, rounds = lay(seats, suits), Random(seats), 0
    match.deal()
    while match.session.due_step == "act":
        if match.is_my_turn:
            rounds += 1
            if rounds in (1, 4) or len(match.view_at_screen().known.offer) > 2:  # type: ignore[attr-defined]
                yield match, take_snapshot(match)
        match.act(chance.choice(list(match.session.legal())))
    yield match, take_snapshot(match)


def lying_badly(shown: Shown) -> Iterator[str]:
    """What is wrong with the places of a table of sealed bids, besides what is wrong at any table."""
    layout, stage = shown.layout, shown.stage
    sewn = Area(
        layout.stitch_margin,
        layout.top,
        layout.cloth_width - 2 * layout.stitch_margin,
        layout.h - layout.stitch_margin - layout.top,
    )
    bids = [bid_place(layout, i)._replace(angle=0).area() for i in (*range(layout.opponent_count), None)]
    yield from (f"a card outside the stitch {area}" for area in (*shown.lying, *bids) if not inside(area, sewn))
    yield from (f"bids over one another {a}" for a, b in combinations(bids, 2) if meet(a, b))
    heaps = [flat(sprite) for pile, held in stage.shown_piles.items() if pile in (STOCK, TURNED) for sprite in held[:1]]
    others = [flat(sprite) for pile, held in stage.shown_piles.items() if pile.kind is not BID_KIND for sprite in held]
    yield from (f"a bid {bid} over a pile {area}" for bid in bids for area in others if meet(bid, area))
    yield from (f"a bid {bid} over a seat {seat}" for bid in bids for seat in shown.seats if meet(bid, seat))
    yield from (f"stock and offer {a}" for a, b in combinations(heaps, 2) if meet(a, b))
    for pile, held in stage.shown_piles.items():
        for i, sprite in enumerate(held if pile.kind.face_up else ()):
            if any(meet(corner(sprite, 0.38), flat(other)) for other in held[i + 1 :]):
                yield f"the corner of a card is covered in {pile}"


@pytest.mark.one_in(5)
@pytest.mark.parametrize("suits", WAYS)
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_anything_in_any_window(seats: int, suits: str) -> None:
    found: dict[str, str] = {}
    for match, now in moments(seats, suits):
        for size in WINDOWS:
            shown = show(match, now, size, 1.0)
            for fault in (*faults(shown), *lying_badly(shown)):
                found.setdefault(f"{size} {fault.split('Area')[0]}", fault)
    assert list(found.values()) == []


def test_three_sit_round_the_table_and_others_have_rows() -> None:
    assert [board(1280, 720, seats).needs.rows for seats in SEATS] == [True, False, True, True, True]


@given(WIDTHS, HEIGHTS, st.sampled_from((2, 4, 5, 6)), TEXT)
def test_rows_own_cards_stock_mat_bids_and_message_lie_apart(w: int, h: int, seats: int, text: float) -> None:
    layout = board(w, h, seats, text)
    bids = [bid_place(layout, i)._replace(angle=0).area() for i in (*range(layout.opponent_count), None)]
    rows = [open_cards_area(layout, i) for i in range(layout.opponent_count)]
    seated = [layout.seat(i).area() for i in range(layout.opponent_count)]
    stock, own = auction.auction_layout(layout).stock.area(), own_open_cards_area(layout)
    pill = Area(layout.message_x - layout.message_w / 2, layout.message_y - layout.message_height / 2, layout.message_w,
                layout.message_height)  # fmt: skip
    lying = [stock, own, auction.offer_mat_area(layout, 13), *bids, *rows, *seated, pill]
    assert all(
        area.w > 0 and area.h > 0 and inside(area, Area(0, layout.top, layout.cloth_width, layout.table_height))
        for area in lying
    )
    for a, b in combinations(lying, 2):
        assert not meet(a, b), (a, b)


@pytest.mark.parametrize("size", [(640, 400), (900, 500), (1000, 900), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("seats", (2, 4, 5, 6))
def test_cards_can_be_read_where_windows_are_usual(size: tuple[int, int], seats: int) -> None:
    layout = board(*size, seats)
    found = auction.auction_layout(layout)
    assert min(found.bid, found.offered) >= 50
    assert found.stock.height >= 32
    two = auction.offer_places(layout, 2)
    assert two[1].x - two[0].x >= 0.98 * found.offered * RATIO, "two cards on offer lie side by side"
    assert suit_row(layout, None, (3, 3, 2, 0)).suits
    for i in range(layout.opponent_count):
        held = suit_row(layout, i, (4, 4, 4, 1)).suits
        assert held or (layout.compact and seats > 4), "figures alone only where there is no room for cards"


def test_all_cards_on_offer_are_seen_at_a_table_of_three() -> None:
    for size in WINDOWS:
        layout = board(*size, 3)
        for count in range(1, 9):
            stock, *offered = stock_and_offer_places(layout, count)
            assert len(offered) == count
            assert stock.area().right < offered[0].area().x
            assert all(b.x - a.x > 0.38 * a.height * RATIO for a, b in pairwise(offered))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seats", SEATS)
def test_after_every_bid_the_table_is_as_if_freshly_laid(seats: int) -> None:
    match = lay(seats, "apart")
    stage = stage_of(match)
    animations = Animations(stage, match.with_names)
    for after in steps(match, stage, animations, Random(seats)):
        stage.skip_animation()
        assert_fresh(match, stage, after)


def test_a_closed_bid_comes_from_the_plate_of_its_seat() -> None:
    match = lay(4, "apart")
    match.deal()
    stage = stage_of(match)
    stage.show(take_snapshot(match))
    assert not any(stage.backs.values())
    sprite = Animations(stage, str).take_from_hand(2, HIDDEN)
    assert (sprite.pose.x, sprite.pose.y) == stage.plate_point(2)
