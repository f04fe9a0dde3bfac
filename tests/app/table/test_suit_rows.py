"""What lies before each seat: open cards by suit, on no others and legible; and its picture."""

from __future__ import annotations

import random
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.app.render.geometry import Area, Place
from goosetable.app.scenes.table.drawing import LAMPS
from goosetable.app.table import piles, seats
from goosetable.app.table.animations import Animations
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.piles import CLOSEST, group_by_suit, suit_row
from goosetable.app.table.seats import bid_mood
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.table.table_layout import (
    Layout,
    bottom_of_card_backs,
    heading_text_size,
    open_cards_area,
    opponent_open_cards_area,
    stock_and_offer_places,
)
from goosetable.engine.game import SealedRound
from goosetable.engine.rules.event import KEPT_KIND, BadgeTaken
from goosetable.engine.text.table_facts import KeptCardsCaption
from tests.app.stage_play import lay, stage_of
from tests.app.table.test_layout import HEIGHTS, TEXT, WIDTHS, inside
from tests.games import playing
from tests.games.playing import Variant, variants

GOLD, THROPS = (space_needs(playing.find(name).kinds) for name in ("fools-gold", "throps"))
COUNTS = st.tuples(*[st.integers(0, 4)] * 4)


def flat(place: Place) -> Area:
    return place._replace(angle=0).area()


@given(WIDTHS, HEIGHTS, TEXT, st.integers(3, 6), COUNTS)
def test_every_suit_has_its_place_and_no_card_lies_on_another_suit(
    w: int, h: int, text: float, seats: int, counts: tuple[int, ...]
) -> None:
    layout = Layout(w, h, seats, text, GOLD)
    for place in (None, *range(layout.opponent_count)):
        ground, found = open_cards_area(layout, place), suit_row(layout, place, counts)
        assert len(found.suits) in (0, 4)
        assert [len(suit.cards) for suit in found.suits] in ([], list(counts))
        for suit in found.suits:
            assert inside(suit.box, ground)
            for one, two in zip(suit.cards, suit.cards[1:], strict=False):
                assert two.x - one.x >= CLOSEST * one.height * 250 / 350 - 0.01
        for box, other in combinations([suit.box for suit in found.suits], 2):
            assert not box.overlaps(other)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 500), (1000, 1000)])
def test_a_shelf_lies_nearest_to_its_own_seat(size: tuple[int, int], seats: int) -> None:
    layout = Layout(*size, seats, needs=GOLD)
    plates = [layout.seat(i).plate.centre for i in range(layout.opponent_count)]
    for i in range(layout.opponent_count):
        found = suit_row(layout, i, (1, 1, 1, 1))
        assert found.suits, "there is room for cards here"
        left, right = found.suits[0].box, found.suits[-1].box
        x, y = (left.x + right.right) / 2, left.y
        assert min(range(layout.opponent_count), key=lambda j: (plates[j].x - x) ** 2 + (plates[j].y - y) ** 2) == i


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 400)])
def test_at_a_table_of_four_won_cards_are_read_at_any_size_of_text(size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, 4, text, GOLD)
    for i in range(layout.opponent_count):
        found = suit_row(layout, i, (1, 1, 1, 1))
        assert found.suits[0].outline.height >= max(30, 0.055 * layout.h)
    own = suit_row(layout, None, (1, 1, 1, 1))
    if layout.compact:  # a line of words and one of figures at least
        assert heading_text_size(layout) >= 12
        assert own.suits or own.area.h >= 12
    else:
        assert own.suits[0].outline.height >= 0.068 * layout.h


@pytest.mark.parametrize("seats", [5, 6])
def test_in_a_small_window_many_seats_have_a_line_of_figures(seats: int) -> None:
    layout = Layout(640, 400, seats, needs=GOLD)
    for i in range(layout.opponent_count):
        found = suit_row(layout, i, (2, 1, 0, 0))
        assert not found.suits
        assert found.area.w >= layout.seat(i).plate.w - 1


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 500), (640, 400)])
def test_opponents_cards_are_seen_where_there_is_room(size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, 3, text, THROPS)
    for i in range(2):
        assert layout.seat(i).backs != layout.compact
        assert bottom_of_card_backs(layout, i) < opponent_open_cards_area(layout, i).y
        assert suit_row(layout, i, (1, 1, 1, 1)).suits


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 500), (640, 400)])
def test_the_card_on_offer_is_larger_than_the_open_ones(size: tuple[int, int], text: float) -> None:
    layout = Layout(*size, 3, text, THROPS)
    stock, turned = stock_and_offer_places(layout)
    assert stock.height == turned.height > suit_row(layout, 0, (1, 1, 1, 1)).suits[0].outline.height


def test_the_cards_of_a_deal_lie_in_the_places_of_their_suits() -> None:
    match, chance = lay("throps"), random.Random(4)
    match.deal()
    while match.session.due_step == "act":
        seen = take_snapshot(match)
        stage = stage_of(match)
        stage.show(seen)
        for heap in seen.shown_piles:
            if heap.pile.kind is not KEPT_KIND:
                continue
            at = piles.opponent_index(seen, heap.pile.seat)
            groups = group_by_suit(heap.cards)
            boxes = [suit.box for suit in suit_row(stage.layout, at, tuple(map(len, groups))).suits]
            for card, sprite in zip(heap.cards, stage.shown_piles[heap.pile], strict=True):
                assert inside(flat(Place(sprite.rest.x, sprite.rest.y, sprite.rest.height)), boxes[cards.suit(card)])
        match.act(chance.choice(list(match.session.legal())))


def test_what_the_suits_come_to_is_the_score() -> None:
    """By the rules: twice the best suit less everything, and ten for each suit of which there is nothing."""
    match, chance, told = lay("throps"), random.Random(9), 0
    match.deal()
    while match.session.due_step == "act":
        seen = take_snapshot(match)
        for seat in range(3):
            said = piles.open_cards_caption(seen, seat)
            assert isinstance(said, KeptCardsCaption)
            values = [0 if figure == "+10" else int(figure) for figure in said.suits]
            points = 2 * max(values) - sum(values) + 10 * values.count(0)
            assert said.title == f"{points} so far".replace("-", "\u2212")
            assert said.best is None if not any(values) else values[said.best or 0] == max(values)
            told += any(values)
        match.act(chance.choice(list(match.session.legal())))
    assert told > 10


def test_whoever_plays_the_first_goose_is_told_of_at_once_and_the_chip_hops() -> None:
    match, chance = lay("goosed"), random.Random(1)
    stage = stage_of(match)
    match.deal()
    stage.show(take_snapshot(match))
    animations = Animations(stage, match.with_names)
    for _ in range(200):
        due = match.session.due_step
        if due != "act":
            match.score_deal()
            match.deal()
            stage.show(take_snapshot(match))
            continue
        events = match.act(chance.choice(list(match.session.legal())))
        after = take_snapshot(match)
        animations.animate(events, after)
        if any(isinstance(event, BadgeTaken) for event in events) and len(after.trick) in (1, 2, 3):
            said, hops = "", False
            while stage.timeline.has_running_tween:
                stage.update(1 / 30)
                said = said or stage.event_text
                hops |= any(mark.kind == "redfox" for mark in stage.badges)
            assert "a Red Fox" in said
            assert hops
            return
        stage.skip_animation()
    raise AssertionError("nobody played a Goose")


# ---------------------------------------------------------------------- the picture of a seat

SIZES = ((640, 400), (900, 500), (1280, 720), (1000, 900), (1920, 1080), (3840, 2160))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_kept_of_seats_is_enough_for_two_moments(size: tuple[int, int]) -> None:
    w, h = size
    kept, most = max(seats.LEAST_KEPT, seats.KEPT * w * h), 0

    def needed(variant: Variant) -> int:
        """All seats twice: each in every step of lamplight where all act at once, else the two between which it goes."""
        count = variant.game.seats(variant.options)
        layout = Layout(w, h, count, needs=space_needs(variant.game.kinds, variant.game.open_hands, count))
        places = [layout.own_seat, *(layout.seat(i) for i in range(count - 1))]
        weights = sorted(4 * box.w * box.h for place in places if place is not None for box in [seats._image_box(place)])
        lit = weights if isinstance(variant.game, SealedRound) else weights[-2:]
        return 2 * (sum(weights) + LAMPS * sum(lit))

    for variant in variants():
        most = max(most, needed(variant))
    assert kept / 3 < most <= kept


def test_a_face_shows_how_the_own_bid_fares() -> None:
    """It is rueful from the trick on that makes the bid fail, glad after the last trick if the bid is made, and else usual."""
    match = lay("goose", {"players": 4, "max_hand": 4})
    chance, faces = Random(5), set()
    for _ in range(6):
        match.deal()
        while match.session.due_step == "act":
            shown = take_snapshot(match)
            for seat, quota in enumerate(shown.facts.quotas):
                face = bid_mood(shown, seat)
                faces.add(face)
                left = shown.counts[seat] + any(player == seat for player, _ in shown.trick)
                fails = quota is not None and not quota.won <= quota.bid <= quota.won + left
                assert (face == "rueful") == fails
                assert face != "glad" or left == 0
            match.act(chance.choice(match.session.legal()))
        over = take_snapshot(match)
        for seat, quota in enumerate(over.facts.quotas):
            faces.add(bid_mood(over, seat))
            assert quota is None or bid_mood(over, seat) == ("glad" if quota.won == quota.bid else "rueful")
        match.score_deal()
    assert faces == {"", "glad", "rueful"}
    other = lay("gooseberry-fool", {})
    other.deal()
    assert bid_mood(take_snapshot(other), 1) == "", "there are no bids"
