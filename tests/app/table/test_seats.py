"""The pictures of seats that are kept: no more than two moments of a table need."""

from __future__ import annotations

from random import Random

import pytest

from goosetable.app.scenes.table.drawing import LAMPS
from goosetable.app.table import seats
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.seats import bid_mood
from goosetable.app.table.snapshot import take_snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.engine.game import SealedRound
from tests.app.stage_play import lay
from tests.games.playing import Variant, variants

SIZES = ((640, 400), (900, 500), (1280, 720), (1000, 900), (1920, 1080), (3840, 2160))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_kept_of_seats_is_enough_for_two_moments(size: tuple[int, int]) -> None:
    w, h = size
    kept, most = max(seats.LEAST_KEPT, seats.KEPT * w * h), 0

    def needed(variant: Variant) -> int:
        """All seats twice: each in every step of lamplight where all act at once, else the two between which it goes."""
        count = variant.game.seats(variant.options)
        layout = Layout(w, h, count, ground=space_needs(variant.game.kinds, variant.game.open_hands, count))
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
        while match.session.due == "act":
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
