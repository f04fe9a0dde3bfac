"""Tables at which all bid at once from open hands: rows, mat, stock and bids lie apart, in any window, for 2 to 6 players."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.app.match.match import Match
from goosetable.app.render.geometry import Area, Place
from goosetable.app.table import auction
from goosetable.app.table.animations import Animations
from goosetable.app.table.metrics import SpaceNeeds, space_needs
from goosetable.app.table.snapshot import open_cards, take_snapshot
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout, bid_place
from goosetable.engine.rules.state import BID
from tests.app.stage_play import lay, stage_of
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS, inside
from tests.games import playing
from tests.narrowing import present

GOPS = playing.find("gops")
BOARD = space_needs(GOPS.kinds, GOPS.open_hands)
SEATS = st.integers(2, 6)
HAND = 13
USUAL = ((640, 400), (900, 500), (1000, 900), (1280, 720), (1920, 1080), (2560, 1440))


def flat_place(place: Place) -> Area:
    return place._replace(angle=0).area()


def apart(areas: list[Area], slack: float = 0.6) -> None:
    for a, b in combinations(areas, 2):
        assert not Area(a.x + slack, a.y + slack, a.w - 2 * slack, a.h - 2 * slack).overlaps(b), (a, b)


def rows(layout: Layout) -> list[Area]:
    """What each row takes, from its first card to its last."""
    found = []
    for i in range(layout.opponent_count):
        places = [flat_place(place) for place in layout.rows.places(i, HAND)]
        found.append(Area(places[0].x, places[0].y, places[-1].right - places[0].x, places[0].h))
    return found


def test_only_games_of_open_hands_have_rows() -> None:
    assert SpaceNeeds(market=True, rows=True) == BOARD
    assert not any(space_needs(game.kinds, game.open_hands).rows for game in playing.GAMES if game.id != "gops")


@given(WIDTHS, HEIGHTS, SEATS, TEXT)
def test_everything_lies_on_the_cloth_and_apart(w: int, h: int, seats: int, text: float) -> None:
    layout = Layout(w, h, seats, text, BOARD)
    cloth = Area(0, layout.top, layout.cloth_width, h - layout.top)
    bids = [flat_place(bid_place(layout, i)) for i in (*range(layout.opponent_count), None)]
    places = [layout.seat(i).area() for i in range(layout.opponent_count)]
    lying = [
        flat_place(auction.auction_layout(layout).stock),
        auction.offer_mat_area(layout, 13),
        *bids,
        *rows(layout),
        *places,
    ]
    assert all(inside(area, cloth) for area in lying)
    apart(lying)
    own = [layout.own_seat.area()] if layout.own_seat is not None else []
    message = Area(layout.rim, layout.message_y - layout.message_height / 2, 1, layout.message_height)
    assert all(area.bottom <= message.y + 0.6 for area in lying)
    apart([*own, flat_place(auction.auction_layout(layout).stock), auction.offer_mat_area(layout, 1)])


@given(WIDTHS, HEIGHTS, SEATS, TEXT, st.integers(1, 13))
def test_what_is_on_offer_lies_in_the_mat_the_newest_at_the_right(w: int, h: int, seats: int, text: float, count: int) -> None:
    layout = Layout(w, h, seats, text, BOARD)
    places, mat = auction.offer_places(layout, count), auction.offer_mat_area(layout, count)
    assert len(places) == count
    assert all(inside(flat_place(place), mat) for place in places)
    assert [place.x for place in places] == sorted(place.x for place in places)
    least, most = auction.offer_mat_area(layout, 1), auction.offer_mat_area(layout, 13)
    assert least.w <= mat.w <= most.w + 0.1
    assert mat.centre.x == pytest.approx(least.centre.x)


@pytest.mark.parametrize("size", USUAL)
@pytest.mark.parametrize("seats", range(2, 7))
def test_open_cards_can_be_read_where_windows_are_usual(size: tuple[int, int], seats: int) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    found = auction.auction_layout(layout)
    two, three = auction.offer_places(layout, 2), auction.offer_places(layout, 3)
    assert min(found.bid, found.offered, found.stock.height) >= 36
    assert two[1].x - two[0].x >= 0.98 * found.offered * 5 / 7 or layout.w < layout.h or seats > 4
    assert three[1].x - three[0].x >= 0.3 * found.offered * 5 / 7
    step = layout.rows.card_distance(HAND)
    assert step >= 0.78 * layout.rows.height * 5 / 7, "the ranks of a row can be read"
    assert layout.rows.height >= (18 if seats > 4 else 24)


@pytest.mark.parametrize("size", USUAL)
@pytest.mark.parametrize("seats", (2, 3))
def test_the_outline_of_a_spent_card_keeps_off_the_card_after_it(size: tuple[int, int], seats: int) -> None:
    layout = Layout(*size, seats, 1.0, BOARD)
    for i in range(layout.opponent_count):
        places = layout.rows.places(i, HAND)
        for at in range(HAND - 1):
            area = layout.rows.visible_card_area(i, at, HAND)
            assert area.w > 8
            assert area.right <= flat_place(places[at + 1]).x + 0.1
            assert inside(area, flat_place(places[at]))


def test_level_bids_are_told_between_neighbours_alone() -> None:
    layout = Layout(1280, 720, 3, 1.0, BOARD)
    places = [bid_place(layout, i) for i in (0, 1, None)]
    assert len(auction.tie_sign_points(layout, (0, 1, 2))) == 2
    assert auction.tie_sign_points(layout, (0, 2)) == []
    (between,) = auction.tie_sign_points(layout, (1, 2))
    assert places[1].x < between.x < places[2].x


def test_the_row_of_an_opponent_is_beside_its_plate() -> None:
    layout = Layout(1280, 720, 3, 1.0, BOARD)
    for i, row in enumerate(rows(layout)):
        assert layout.seat(i).area().right < row.x
        assert layout.seat(i).area().y < row.centre.y < layout.seat(i).area().bottom
    assert not Layout(640, 400, 3, 1.0, BOARD).seat(0).plate.w, "there are no plates in a small window"


# ---------------------------------------------------------------------- bids as they are shown

STEP = 1 / 30
each_size = pytest.mark.parametrize("size", [(1280, 720), (640, 400)])


def begun(players: int = 3, **options: Any) -> tuple[Match, Stage, Animations]:
    match = lay("gops", {"players": players, **options})
    stage = stage_of(match)
    stage.show(take_snapshot(match))
    match.deal()
    stage.show(take_snapshot(match))
    return match, stage, Animations(stage, match.with_names)


def bid(match: Match, stage: Stage, animations: Animations, rank: str) -> None:
    """The seat to act bids its card of that rank; nothing moves yet."""
    turn = present(match.session.turn)
    card = cards.card(f"{rank}{'SCH'[turn]}")
    events = match.act(BID + card)
    animations.animate(events, take_snapshot(match), turn == match.me)


def play(stage: Stage) -> list[tuple[object, ...]]:
    """Everything that is to be seen until nothing moves, frame by frame."""
    found: list[tuple[object, ...]] = []
    while stage.timeline.has_beats or stage.is_moving:
        stage.update(STEP)
        found.append(tuple((s.code, s.pose, s.hidden) for s in stage.sprites_in_order()))
    return found


def test_a_hand_is_shown_with_its_pending_bid_high_to_low() -> None:
    match, stage, animations = begun()
    while match.session.turn == match.me:
        bid(match, stage, animations, "K")
    seat = present(match.session.turn)
    before = take_snapshot(match)
    bid(match, stage, animations, "7")
    after = take_snapshot(match)
    assert before.open[seat] == after.open[seat]
    assert after.counts[seat] == len(after.open[seat]) - 1
    stage.skip_animation()
    ranks = [stage.image_code(int(sprite.key.removeprefix("card ")))[0] for sprite in stage.backs[seat]]
    assert "".join(ranks) == "KQJT98765432A"
    assert after.open[match.me] == ()


@each_size
def test_nothing_tells_which_card_another_has_bid(size: tuple[int, int]) -> None:
    seen = []
    for rank in ("K", "7", "A"):
        match, stage, animations = begun()
        stage.show(take_snapshot(match), stage_of(match, size).layout)
        while match.session.turn == match.me:
            bid(match, stage, animations, "Q")
            stage.skip_animation()
        bid(match, stage, animations, rank)
        seen.append((play(stage), stage.snapshot))
    assert len(seen[0][0]) > 5
    assert seen[0] == seen[1] == seen[2]


def test_the_card_leaves_the_row_when_all_bids_are_shown() -> None:
    match, stage, animations = begun(2)
    other = 1 - match.me
    while match.session.turn is not None and len(match.session.state.committed) < 1:  # type: ignore[union-attr]
        bid(match, stage, animations, "K" if match.session.turn == match.me else "7")
        stage.skip_animation()
    lies = f"card {cards.card('7' + 'SCH'[other])}"
    bid(match, stage, animations, "7" if match.session.turn == other else "K")
    rows = []
    while stage.timeline.has_beats or stage.is_moving:
        face = any(sprite.key == lies and sprite.pose.face > 0 and not sprite.hidden for sprite in stage.trick)
        rows.append((lies in [sprite.key for sprite in stage.backs[other]], face))
        stage.update(STEP)
    assert rows[0] == (True, False)
    assert rows[-1][0] is False
    assert all(not (row and face) for row, face in rows), "it lies in the row or is shown as a bid, never both"


def test_the_last_bid_is_still_shown_in_the_row() -> None:
    match, _, _ = begun(2)
    state = present(match.session.state)
    while sum(held.bit_count() for held in state.hands) > 1:
        match.act(match.session.legal()[0])
        state = present(match.session.state)
    seat = next(seat for seat, held in enumerate(state.hands) if not held)
    view = match.session.view(1 - seat)
    assert len(open_cards(view)[seat]) == 1


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("ties", ["carry", "discard", "split"])
def test_a_tie_rings_the_level_bids_and_says_what_happens(players: int, ties: str) -> None:
    match, stage, animations = begun(players, ties=ties)
    for _ in range(players):
        bid(match, stage, animations, "9")
        if match.session.state is not None and match.session.state.actions:
            break
        stage.skip_animation()
    said, level = set(), set()
    while stage.timeline.has_beats or stage.is_moving:
        stage.update(STEP)
        said.add(stage.event_text)
        level.add((stage.level, tuple(bool(sprite.pose.glow) for sprite in stage.trick)))
    assert any(
        "tie" in words and {"carry": "it stays", "discard": "put away", "split": "each"}[ties] in words for words in said
    )
    assert (tuple(range(players)), (True,) * players) in level
    assert stage.level == ()
    assert stage.offered == (2 if ties == "carry" else 1)


def test_the_mat_grows_only_when_the_next_prize_comes() -> None:
    """Before the bids are shown nothing may tell that they tie."""
    match, stage, animations = begun(2)
    for _ in range(2):
        bid(match, stage, animations, "9")
        assert stage.offered == 1
    offered = [stage.offered]
    first = next(held[0].pose.x for pile, held in stage.shown_piles.items() if pile.kind.name == "turned")
    while not stage.level:
        stage.update(STEP)
        lying = [held[0].pose.x for pile, held in stage.shown_piles.items() if pile.kind.name == "turned"]
        assert lying == [first]
    while stage.timeline.has_beats:
        stage.update(STEP)
        offered.append(stage.offered)
    assert offered == sorted(offered)
    assert offered[-1] == 2


def test_prizes_go_to_the_plate_of_their_taker() -> None:
    match, stage, animations = begun(2)
    for rank in ("K", "9"):
        bid(match, stage, animations, rank)
    taker = match.deal_log().tricks[-1].taker
    goal, nearest = stage.plate_point(taker), 1e9
    prize = stage.image_code(next(iter(cards.members(match.session.state.won[taker]))))  # type: ignore[union-attr]
    while stage.timeline.has_beats:
        stage.update(STEP)
        for sprite in stage.vanishing_sprites:
            if sprite.code == prize:
                nearest = min(nearest, abs(sprite.pose.x - goal.x) + abs(sprite.pose.y - goal.y))
    assert nearest < 60
    assert not stage.vanishing_sprites


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1000, 700), (1920, 1080)])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_a_plate_hides_no_face(size: tuple[int, int], text: float, opponents: int) -> None:
    layout = Layout(*size, opponents + 1, text, SpaceNeeds(market=True, rows=True))
    for i in range(opponents):
        place = layout.seat(i)
        face = Area(place.x - place.d / 2, place.y - place.d / 2, place.d, place.d)
        over = max(0.0, min(face.right, place.plate.right) - max(face.x, place.plate.x))
        down = max(0.0, min(face.bottom, place.plate.bottom) - max(face.y, place.plate.y))
        assert over * down <= 0.2 * face.w * face.h
