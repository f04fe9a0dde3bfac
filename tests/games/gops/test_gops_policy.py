"""What the policy of Gops knows: what to bid high for, what to leave, which bids surely win or lose; and only what it may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from goosetable import cards
from goosetable.cards import card
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.sealed_state import BID
from goosetable.games.gops.features import NAMES, GopsFeatures
from goosetable.games.gops.policy import SHAPE, GopsPolicy
from goosetable.games.gops.rules import Gops
from goosetable.games.gops.sight import edge
from goosetable.games.gops.state import VALUE, GopsOptions, GopsState
from tests.games.playing import Variant
from tests.players.positions import turns
from tests.players.test_right_gops import ending

GAME = Gops()
SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""
WHOLE = ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
PRIZES = "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


def learned() -> GopsPolicy:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, GopsPolicy), GAME.heuristics.faults
    return policy


def known(seen: View) -> GopsState:
    assert isinstance(seen.known, GopsState)
    return seen.known


def chances(seen: View) -> dict[str, float]:
    """How likely the policy makes each bid, by its face."""
    return dict(zip([cards.name(bid - BID) for bid in seen.legal], learned().chances(known(seen), seen.legal), strict=True))


def features(seen: View, face: str) -> GopsFeatures:
    policy, found = learned(), GopsFeatures()
    policy.look(known(seen))
    policy.see(BID + card(face), found)
    return found


def first(prize: str) -> View:
    """The first round, with this prize on offer."""
    return ending(*WHOLE, offer=prize, to_come=PRIZES.replace(prize, "").replace("  ", " ").strip())


def height(seen: View) -> float:
    """How high the policy bids on average."""
    return sum([VALUE[card(face)] * chance for face, chance in chances(seen).items()])


def test_the_dearer_the_prize_the_higher_the_bid() -> None:
    heights = [height(first(prize)) for prize in ("AD", "4D", "7D", "TD", "KD")]
    assert heights == sorted(heights) and heights[0] < 7.5 and heights[-1] > 11


def test_bids_are_mixed() -> None:
    """Who always bids the same is read."""
    assert max(chances(first("7D")).values()) < 0.5


def test_a_sure_winner_wins_what_is_dear_and_no_higher_one_than_it_takes() -> None:
    seen = ending("KS QS JS 2S", "TC 9C 4C 3C", offer="KD", to_come="2D 3D 4D")
    found = chances(seen)
    assert found["2S"] < 0.05 and found["JS"] > found["KS"]
    assert features(seen, "JS").top == features(seen, "KS").top == 1 and features(seen, "JS").spare == 0
    assert features(seen, "QS").spare == features(seen, "KS").spare == 1
    assert features(seen, "JS").top_place < features(seen, "KS").top_place == 1 - 1 / 4


def test_a_card_that_surely_loses_is_a_low_one() -> None:
    seen = ending("QS 3S 2S", "KC 5C 4C", offer="2D", to_come="KD 3D")
    assert features(seen, "2S").bottom == features(seen, "3S").bottom == 1 and features(seen, "QS").bottom == 0
    assert chances(seen)["QS"] < 0.1


def test_a_prize_that_decides_is_bid_for() -> None:
    takes = ending("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D")
    assert features(takes, "KS").place_decides == features(takes, "KS").place == pytest.approx(2 / 3)
    assert chances(takes)["KS"] > SURE


def test_where_another_would_have_won_the_deal_it_is_seen() -> None:
    seen = ending("KS 3S 2S", "QC 5C 4C", offer="KD", to_come="2D 3D", won=("AD", "TD"))
    assert features(seen, "KS").place_saves == pytest.approx(2 / 3) and features(seen, "KS").place_decides == 0


def test_ties_are_seen() -> None:
    seen = ending("QS 3S 2S", "QC 5C 2C", "9H 5H 4H", offer="KD", to_come="2D 3D")
    assert features(seen, "3S").even == 0
    assert features(seen, "QS").even == pytest.approx(1 / 3) and features(seen, "QS").top == 0
    assert features(seen, "2S").even == pytest.approx(1 / 3) and features(seen, "2S").bottom == 0


def test_hands_are_compared() -> None:
    high, low = (cards.cards(hand) for hand in ("KS QS JS", "TC 9C 8C"))
    assert edge(high, low) == 1 == -edge(low, high)
    assert edge(cards.cards("5S 3S"), cards.cards("5C 3C")) == 0 == edge(0, 0)
    assert edge(cards.cards("KS 3S"), cards.cards("9C 8C")) == pytest.approx((2 + 4 - 1 - 2) / 9)
    assert features(ending("KS QS JS", "TC 9C 8C", offer="5D", to_come="2D 3D"), "KS").place_edge == pytest.approx(2 / 3)


def test_the_last_card_is_sure() -> None:
    assert chances(ending("9S", "8C", offer="KD", to_come="")) == {"9S": 1.0}


@pytest.mark.parametrize("players", [2, 3])
def test_a_bid_that_lies_face_down_is_not_looked_at(players: int) -> None:
    """Whatever the others have bid and the stock has, a bid is as likely."""
    for turn in turns(Variant(GAME, GopsOptions(players=players)), "policy", 30, 0.5):
        truth = turn.truth
        assert isinstance(truth, GopsState)
        assert learned().chances(truth, turn.view.legal) == learned().chances(known(turn.view), turn.view.legal)


def test_each_number_of_players_and_part_of_a_deal_has_weights_of_its_own() -> None:
    def situation(seen: View) -> str:
        policy = learned()
        policy.look(known(seen))
        return SHAPE.situations[policy.situation(seen.legal[0])]

    assert len(learned().weights) == len(SHAPE.situations) == 8
    assert situation(first("7D")) == "2 players, early"
    assert situation(ending("9S 2S", "8C 3C", offer="KD", to_come="2D")) == "2 players, end"
    assert situation(ending("9S 2S", "8C 3C", "8H 4H", offer="KD", to_come="2D")) == "3 players, end"


def test_features_are_small_numbers() -> None:
    rows: list[Sequence[float]] = []
    rng, policy = Random(1), learned()
    for players in (2, 3):
        for turn in turns(Variant(GAME, GopsOptions(players=players, ties="split")), "small", 60, 1.0):
            found = GopsFeatures()
            policy.look(known(turn.view))
            policy.see(rng.choice(turn.view.legal), found)
            rows.append(found.listed())
    assert len(rows) > 40 and all(len(row) == len(NAMES) for row in rows)
    assert all(-1 <= one <= 1 for row in rows for one in row)
