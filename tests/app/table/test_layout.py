"""The layout holds for every window and every number of seats; the grounds of piles, and where a sentence lies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import ceil
from typing import Any, Final

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goosetable import games
from goosetable.app.render.card_images import SMALL_UNDER
from goosetable.app.render.geometry import RATIO, Area, Place, Point, SeatPlace, ring_width
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.scenes.review.table_view import review_layout
from goosetable.app.table.metrics import SpaceNeeds, space_needs
from goosetable.app.table.panels import bid_panel
from goosetable.app.table.piles import CentrePlaces, centre_places
from goosetable.app.table.seats import card_back_poses
from goosetable.app.table.table_layout import (
    Layout,
    area_above_hand,
    bid_place,
    find_layout,
    notice_place,
    open_cards_area,
    opponent_open_cards_area,
    own_open_cards_area,
    parts_of_area_above_hand,
    stock_and_offer_places,
)
from goosetable.engine.rules.options import PLAYERS, options_of
from goosetable.games import SHELF
from tests.app.stage_play import TABLES
from tests.games import playing

WIDTHS = st.integers(640, 3840)
HEIGHTS = st.integers(400, 2160)
SEATS = st.integers(2, 12)
TEXT = st.sampled_from([0.8, 1.0, 1.3, 1.6, 2.0])


def seats_of(layout: Layout) -> list[SeatPlace]:
    places = [layout.seat(i) for i in range(layout.opponent_count)]
    return places + ([layout.own_seat] if layout.own_seat else [])


def inside(area: Area, bounds: Area) -> bool:
    slack = 0.5
    across = bounds.x - slack <= area.x and area.right <= bounds.right + slack
    return across and bounds.y - slack <= area.y and area.bottom <= bounds.bottom + slack


@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_everything_lies_on_the_cloth_and_no_two_seats_touch(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text)
    ground = Area(0, layout.top, layout.cloth_width, h - layout.top)
    places = seats_of(layout)
    for place in places:
        assert inside(place.area(), ground), place
        assert place.plate.w >= 36 and place.plate.h >= 14
    for a, b in combinations(places, 2):
        assert not a.area().overlaps(b.area()), (a, b)


@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 40))
def test_the_hand_lies_on_the_cloth_beside_the_own_plate(w: int, h: int, seats: int, text: float, n: int) -> None:
    layout = Layout(w, h, seats, text)
    places = layout.hand_places(n)
    assert len(places) == n
    ground = Area(0, layout.top, layout.cloth_width, h - layout.top)
    for place in places:
        assert inside(place.area(), ground), place
        if layout.own_seat:
            assert place.area().x >= layout.own_seat.area().right - 1
    xs = [place.x for place in places]
    if n > 20 or xs != sorted(xs):  # in two rows
        assert n > 8 and xs[: n // 2] == sorted(xs[: n // 2])
        xs = xs[n // 2 :]
    assert xs == sorted(xs)
    assert all(b - a >= 6 for a, b in pairwise(xs))


@example(w=1070, h=766, seats=3, text=2.0)
@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_the_trick_lies_between_the_plates_and_over_the_message(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text)
    pill = layout.message_y - layout.message_height / 2
    for order, seat in enumerate([None, *range(layout.opponent_count)]):
        area = layout.trick_card_place(seat, order)._replace(angle=0).area()
        assert inside(area, Area(layout.rim, layout.top, layout.cloth_width - 2 * layout.rim, h)), area
        assert area.bottom <= pill + 1
        for i in range(layout.opponent_count):
            assert not area.overlaps(layout.seat(i).plate), (seat, i)


@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 40))
def test_the_message_stands_clear_of_raised_cards_and_tags(w: int, h: int, seats: int, text: float, n: int) -> None:
    layout = Layout(w, h, seats, text)
    highest = min(place.area().y - place.height * 0.2 for place in layout.hand_places(n))
    tag = 0 if layout.compact else layout.tag_size * (24 + 13) / 15
    assert layout.message_y + layout.message_height / 2 <= highest - tag + 4
    assert layout.message_w > 150


def test_the_figures_of_the_style_guide_at_1280_by_720() -> None:
    layout = Layout(1280, 720, 3)
    assert (layout.u, layout.t, layout.compact, layout.sidebar, layout.cloth_width) == (1, 1, False, 306, 974)
    assert (layout.hand_height, layout.medallion, layout.rim) == (176, 84, 18)
    assert round(layout.trick_h / layout.hand_height, 2) == 0.86
    assert layout.seat(0).plate.w == 138
    assert layout.seat(0).x < layout.middle_x < layout.seat(1).x


def test_compact_folds_the_ledger_into_a_strip_without_an_own_plate() -> None:
    layout = Layout(640, 400, 12)
    assert layout.compact and layout.sidebar == 0 and layout.strip == 32
    assert layout.own_seat is None
    assert layout.seat(0).chip and layout.seat(0).plate.w == pytest.approx(92)
    assert all(place.angle == 0 for place in layout.hand_places(7))


def test_seats_go_round_clockwise_from_the_left() -> None:
    layout = Layout(1280, 720, 12)
    xs = [layout.seat(i).x for i in range(11)]
    ys = [layout.seat(i).y for i in range(11)]
    assert xs[:3] == [xs[0]] * 3 and ys[0] > ys[1] > ys[2]
    assert xs[3:8] == sorted(xs[3:8])
    assert ys[8] < ys[9] < ys[10]


def test_many_cards_lie_in_two_rows_the_back_row_higher() -> None:
    places = Layout(1280, 720, 4).hand_places(26)
    assert {place.y for place in places[:13]} == {places[0].y}
    assert places[13].y - places[0].y == pytest.approx(0.5 * places[0].height)


def test_a_table_has_two_to_twelve_seats() -> None:
    for seats in (1, 13):
        with pytest.raises(ValueError, match="2 to 12"):
            Layout(1280, 720, seats)


GROUNDS = st.sampled_from(
    [SpaceNeeds(), SpaceNeeds(windows=True, spot=True), SpaceNeeds(spot=True), SpaceNeeds(market=True, windows=True, spot=True)]
)


@given(WIDTHS, HEIGHTS, SEATS, TEXT, GROUNDS, st.sampled_from([0.8, 1.0, 1.2, 1.5, 2.0]), st.integers(1, 20))
def test_larger_cards_take_nothing_from_what_else_is_to_be_seen(
    w: int, h: int, seats: int, text: float, ground: SpaceNeeds, cards: float, n: int
) -> None:
    usual, found = find_layout(w, h, seats, text, ground), find_layout(w, h, seats, text, ground, cards)
    bounds = Area(0, found.top, found.cloth_width, h - found.top)
    below = bounds._replace(h=bounds.h + found.sunk_height)
    assert all(inside(place.area(), below) for place in found.hand_places(n))
    seen = [(h - place.area().y) / place.height for sunk in (0.0, 1.0) for place in found.hand_places(n, sunk)]
    assert found.hand_places(0) == []
    assert found.sunk_height == 0 or min(seen) >= 0.3, "rank and suit of every card are seen"
    if cards <= 1:
        assert found.hand_height == pytest.approx(cards * usual.hand_height, abs=1)
        return
    assert usual.hand_height <= found.hand_height <= cards * usual.hand_height + 1
    assert found.trick_h >= 0.87 * usual.trick_h
    assert [found.seat(i) for i in range(found.opponent_count)] == [usual.seat(i) for i in range(usual.opponent_count)]


def test_cards_become_larger_where_there_is_room() -> None:
    usual, found = find_layout(1280, 720, 2, 1.0), find_layout(1280, 720, 2, 1.0, card_scale=2.0)
    assert found.hand_height > 1.8 * usual.hand_height


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_cards_become_larger_in_wide_windows_and_in_reviews(name: str, chosen: dict[str, Any], size: tuple[int, int]) -> None:
    game = playing.find(name)
    seats = game.seats(game.Options(**chosen))
    ground = space_needs(game.kinds, game.open_hands, seats)
    usual, found = find_layout(*size, seats, 1.0, ground), find_layout(*size, seats, 1.0, ground, 2.0)
    assert found.hand_height >= (1.08 if name == "fools-gold" and seats > 4 else 1.2) * usual.hand_height
    least = find_layout(*size, seats, 1.0, ground, 0.8)
    assert least.hand_height == pytest.approx(0.8 * usual.hand_height, abs=1)
    looked, large = (review_layout(*size, seats, 1.0, ground, 8, cards) for cards in (1.0, 2.0))
    small = review_layout(*size, seats, 1.0, ground, 8, 0.8)
    assert large.hand_height >= looked.hand_height > small.hand_height
    assert all(place.area().bottom <= large.h + 1 for place in large.hand_places(8)), "the bar under the hand is free"


# ---------------------------------------------------------------------- the trick is the picture


USUAL: Final = (1280, 720)
WINDOWS: Final = tuple(
    (w, h, text)
    for w, h in ((640, 400), (640, 1000), (700, 520), (800, 500), (900, 500), (1000, 900), (1024, 768), USUAL, (1366, 768),
                 (1920, 1080), (2560, 1080), (2560, 1440))
    for text in (1.0, 1.5, 2.0)
)  # fmt: skip
GROUNDS_OF_GAMES: Final = [
    *dict.fromkeys(
        (count, space_needs(game.kinds, game.open_hands))
        for game in games.SHELF
        for count in TableSetup(game, "Anna").all_player_counts
    )
]
"""How many sit there and on what ground, each once, however many games are played so."""


def corners(place: Place, grown: float = 0.0) -> list[Point]:
    """The corners of a turned card, with a ring so wide round it."""
    a = math.radians(-place.angle)
    w, h = place.height * RATIO / 2 + grown, place.height / 2 + grown
    turned = [(x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
              for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]  # fmt: skip
    return [Point(place.x + x, place.y + y) for x, y in turned]


def apart(one: list[Point], two: list[Point]) -> float:
    """How far two boxes are apart along the side that parts them best, in pixels; below 0 where they meet."""
    best = -math.inf
    for box in (one, two):
        for a, b in ((0, 1), (1, 2)):
            dx, dy = box[b].x - box[a].x, box[b].y - box[a].y
            far = math.hypot(dx, dy)
            across = [[(p.x * dx + p.y * dy) / far for p in other] for other in (one, two)]
            best = max(best, min(across[1]) - max(across[0]), min(across[0]) - max(across[1]))
    return best


def tricks(layout: Layout) -> Iterator[list[Place]]:
    """A full trick, whoever leads."""
    for leader in range(layout.seats):
        yield [layout.trick_card_place(None if at == 0 else at - 1, (at - leader) % layout.seats) for at in range(layout.seats)]


def index(place: Place) -> list[Point]:
    """Rank and suit in the upper left corner."""
    part = 0.42 if place.height < SMALL_UNDER else 0.24
    found = corners(place)
    wide, high = part, 0.4 if place.height < SMALL_UNDER else 0.27

    def at(x: float, y: float) -> Point:
        a, b, d = found[0], found[1], found[3]
        return Point(a.x + x * (b.x - a.x) + y * (d.x - a.x), a.y + x * (b.y - a.y) + y * (d.y - a.y))

    return [at(0, 0), at(wide, 0), at(wide, high), at(0, high)]


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("count", "ground"), [table for table in GROUNDS_OF_GAMES if not table[1].market])
def test_no_card_of_a_trick_lies_on_another_or_on_its_ring(count: int, ground: SpaceNeeds) -> None:
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        for cards in tricks(layout):
            ordered = sorted(cards, key=lambda place: (round(place.y), place.x))  # as they are drawn
            for low, high in combinations(ordered, 2):
                if abs(low.x - high.x) > 1.5 * low.height or abs(low.y - high.y) > 1.5 * low.height:
                    continue  # no turn of the cards brings them together
                if count == 3:
                    assert apart(index(low), corners(high)) > -1, (w, h, text)
                    continue
                ring = ring_width(low.height)
                assert apart(corners(low, ring), corners(high)) > -1, (w, h, text, low, high)
                assert apart(corners(low), corners(high, ring)) > -1, (w, h, text, low, high)


@pytest.mark.parametrize("count", range(4, 13))
def test_the_faces_of_a_trick_are_full_at_the_usual_size(count: int) -> None:
    for ground in (SpaceNeeds(), SpaceNeeds(spot=True)):
        layout = Layout(*USUAL, count, 1.0, ground)
        assert layout.trick_h >= SMALL_UNDER
        if count == 4:
            assert layout.trick_h >= 0.16 * layout.h
    if count == 4:
        assert Layout(*USUAL, count, 1.0, SpaceNeeds(windows=True, spot=True)).trick_h >= 0.13 * layout.h


@pytest.mark.parametrize(("count", "ground"), GROUNDS_OF_GAMES)
def test_backs_and_piles_stay_inside_the_stitches(count: int, ground: SpaceNeeds) -> None:
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        edge = 1.62 * layout.rim
        cloth = Area(edge, layout.top + (0 if layout.compact else edge), layout.cloth_width - 2 * edge, h)
        for i in range(layout.opponent_count):
            for pose in card_back_poses(layout, i, 13):
                area = Place(pose.x, pose.y, pose.height, pose.angle).area()
                assert cloth.x - 2 <= area.x and area.right <= cloth.right + 2, (w, h, text, area)
        for lying in (
            *(open_cards_area(layout, i) for i in range(layout.opponent_count)),
            area_above_hand(layout),
            own_open_cards_area(layout),
        ):
            if lying.h and not (layout.compact and lying == own_open_cards_area(layout)):
                assert cloth.x - 1 <= lying.x and lying.right <= cloth.right + 1, (w, h, text, lying)
                assert lying.y >= cloth.y, (w, h, text, lying)


def test_those_in_a_ring_sit_as_at_the_table() -> None:
    """The person's card is the lowest; the others go round clockwise, and the ring is as wide at both sides."""
    for count in range(4, 13):
        layout = Layout(*USUAL, count)
        found = layout.trick_places.middles
        middle = layout.trick_middle
        assert found[0].x == pytest.approx(middle.x)
        assert found[0].y == pytest.approx(max(at.y for at in found))
        angles = [math.atan2(at.y - middle.y, at.x - middle.x) for at in found]
        turns = [(b - a) % (2 * math.pi) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
        assert sum(turns) == pytest.approx(2 * math.pi)
        for left, right in zip(found[1:], reversed(found[1:]), strict=True):
            assert left.x - middle.x == pytest.approx(middle.x - right.x)


@pytest.mark.parametrize("count", (3, 4))
def test_chips_in_the_middle_lie_on_no_card(count: int) -> None:
    ground = next(ground for seats, ground in GROUNDS_OF_GAMES if seats == count and ground.windows and not ground.market)
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        r = layout.badge_size / 2
        for at in layout.unassigned_badge_places:
            box = [Point(at.x + x * r, at.y + y * r) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            assert all(apart(box, corners(card)) > 0 for cards in tricks(layout) for card in cards)
            assert at.y + r <= layout.message_y - layout.message_height / 2
    assert len(Layout(*USUAL, count, 1.0, ground).unassigned_badge_places) == 2


@pytest.mark.parametrize("name", ["goosed", "fools-gold", "goose", "cross-purposes"])
def test_the_trick_of_four_stays_large_with_large_text(name: str) -> None:
    game = games.find_game(name)
    layout = Layout(1280, 720, 4, 2.0, space_needs(game.kinds, game.open_hands, 4))
    assert layout.trick_h >= 0.11 * layout.h


# ---------------------------------------------------------------------- the grounds of piles, for the boards that games have

BOARDS = [
    (space_needs(game.kinds, game.open_hands, players), players) for name, counts in (
        ("goose", range(2, 13)), ("throps", (3,)), ("cross-purposes", (2, 4)), ("goosed", (3, 4)), ("fools-gold", (3, 4, 5, 6)),
    ) for game in (playing.find(name),) for players in counts
]  # fmt: skip


def piles(layout: Layout) -> list[Area]:
    """Every ground that is there."""
    found = [own_open_cards_area(layout), area_above_hand(layout)]
    if layout.needs.windows or layout.needs.later:
        found += [opponent_open_cards_area(layout, i) for i in range(layout.opponent_count)]
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
    plates = [layout.seat(i).plate for i in range(layout.opponent_count)] + ([layout.own_seat.plate] if layout.own_seat else [])
    cards = (
        []
        if board.market
        else [layout.trick_card_place(seat)._replace(angle=0).area() for seat in (None, *range(layout.opponent_count))]
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
    layout = Layout(*size, seats, needs=board)
    pill = Area(layout.message_x - layout.message_w / 2, layout.message_y - 2, layout.message_w, 4)
    assert layout.message_w > 200
    for area in (own_open_cards_area(layout), area_above_hand(layout)):
        assert not area.h or not smaller(area).overlaps(pill)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (900, 500), (1280, 720)])
def test_trumps_and_tops_are_read_where_the_spot_is_flat(size: tuple[int, int], text: float) -> None:
    game = playing.find("cross-purposes")
    layout = Layout(*size, 4, text, space_needs(game.kinds, game.open_hands, 4))
    _, lines = parts_of_area_above_hand(layout, 0, 2)
    assert len(lines) == 2 and not lines[0].overlaps(lines[1])
    assert all(line.h >= 13 and line.w >= 50 for line in lines)


# ---------------------------------------------------------------------- the card turned up lies large in the middle while bi


BOARD = space_needs(playing.find("goose").kinds)
SIZES = ((1280, 720), (1920, 1080), (640, 400), (900, 500), (700, 1000))
WORDS = len("trumps: diamonds")


def boxes(found: CentrePlaces) -> list[Area]:
    return [found.stock.area(), found.turned.area(), found.words]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_it_touches_no_seat_no_message_and_no_strip_of_bids(seats: int, size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, seats, text, BOARD)
    for bids in (2, 7, 10):
        found = centre_places(layout, bids, WORDS)
        if found is None:  # then it lies where it does during play
            continue
        strip = bid_panel.bid_strip_layout(layout, bids, True)
        high = 0 if strip.message_y is None else layout.message_height
        pill = Area(0, (strip.message_y or 0) - high / 2, layout.cloth_width, high)
        cloth = Area(0, layout.top, layout.cloth_width, layout.h)
        for box in boxes(found):
            assert box.x >= cloth.x
            assert box.right <= cloth.right
            assert box.y >= cloth.y
            assert not box.overlaps(strip.area)
            assert not box.overlaps(pill)
            assert not any(box.overlaps(layout.seat(i).area()) for i in range(layout.opponent_count)), (box, seats)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 13))
def test_there_is_a_place_for_it_at_every_table(seats: int, size: tuple[int, int]) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    assert centre_places(layout, 7, WORDS) is not None or parts_of_area_above_hand(layout, 1, 1)[0]


@pytest.mark.parametrize("seats", range(2, 13))
def test_it_is_large_where_the_window_is(seats: int) -> None:
    layout = Layout(1280, 720, seats, 1.0, BOARD)
    found, usual = centre_places(layout, 7, WORDS), parts_of_area_above_hand(layout, 1, 1)[0]
    if found is None:  # it is larger where it lies during play, beside the strip of bids
        strip = bid_panel.bid_strip_layout(layout, 7, True)
        assert min(place.height for place in usual) >= 0.4 * layout.hand_height
        assert not any(place.area().overlaps(box) for place in usual for box in (strip.area, strip.slip))
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
        places = [layout.seat(i) for i in range(layout.opponent_count)] + (
            [layout.own_seat] if layout.own_seat is not None else []
        )
        over = Area(area.x, area.y, area.w, area.h)
        if signs == 50 or text < 2:  # the longest in the largest letters has no room in the smallest window
            assert not [place for place in places if place.area().overlaps(over)], where
