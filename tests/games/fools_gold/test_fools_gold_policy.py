"""What the policy of Fools Gold knows: tricks that must be won or left, sets, and what a card that cannot win is worth."""

from __future__ import annotations

import pytest

from goosetable.cards import card
from goosetable.engine.hidden.view import View
from goosetable.games.fools_gold.policy import SHAPE, GoldFeatures, GoldPolicy
from goosetable.games.fools_gold.rules import FoolsGoldState
from tests.games.fools_gold.test_fools_gold_rules import GAME
from tests.players.test_right import golden

SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def chances(seen: View) -> dict[str, float]:
    known, policy = seen.known, GAME.heuristics.policy()
    assert isinstance(known, FoolsGoldState) and isinstance(policy, GoldPolicy)
    return dict(zip([GAME.action_text(action) for action in seen.legal], policy.probabilities(known, seen.legal), strict=True))


def features(seen: View, face: str) -> GoldFeatures:
    """Of the card that is played, or kept if the trick is complete."""
    sight, found = GoldPolicy([]), GoldFeatures()
    assert isinstance(seen.known, FoolsGoldState)
    sight.read_position(seen.known)
    (sight.fill_keep_features if sight.trick.full else sight.fill_card_features)(card(face), found)
    return found


MUST_WIN = {
    "KS": golden("KS 3S", "QS 6C", "5S 7C", kept=("9S 8S 7S 4S", "", ""), leader=1, trick="QS 5S"),
    "TD": golden("TD 4D", "8D 6C", "5D 7C", kept=("KD QD JD AC", "", ""), leader=1, trick="8D 5D"),
    # Nothing but clubs counts for it; the trump takes a trick of them.
    "5H": golden("5H 9D", "QC 6S", "JC 7S", kept=("KC 8C 7C", "", ""), leader=1, trick="QC JC"),
}
"""By the card that is right, positions in which that card alone takes a trick of the best suit."""
FORCED_DUCK = {
    "5D": golden("KD 5D", "QD 6C", "3D 7C", kept=("AS KS QS JS", "", ""), leader=1, trick="QD 3D"),
    "4C": golden("AC 4C", "KC 6D", "3C 7D", kept=("AS KS QS", "", ""), leader=1, trick="KC 3C"),
    "9D": golden("5H 9D", "QC 6D", "JC 7D", kept=("KS 8S 7S", "", ""), leader=1, trick="QC JC"),
}
"""The same, where the trick would be one of a suit that counts against."""
KEPT = {
    "9S": golden("TS", "9S", "8S", kept=("9D 9C AS KS QS", "", ""), leader=0, trick="TS 9S 8S"),
    "6S": golden("TS", "9S", "6S", kept=("6D 6C 6H TD AS KS QS", "", ""), leader=0, trick="TS 9S 6S"),
}
"""The cards that make a set, or make it larger."""


@pytest.mark.parametrize("right", MUST_WIN)
def test_a_trick_of_the_best_suit_is_taken(right: str) -> None:
    assert features(MUST_WIN[right], right).take == features(MUST_WIN[right], right).base == 1
    assert chances(MUST_WIN[right])[f"play {right}"] > SURE


@pytest.mark.parametrize("right", FORCED_DUCK)
def test_a_trick_that_counts_against_is_left(right: str) -> None:
    assert features(FORCED_DUCK[right], right).take == 0
    assert chances(FORCED_DUCK[right])[f"play {right}"] > SURE


@pytest.mark.parametrize("right", KEPT)
def test_what_makes_a_set_is_kept(right: str) -> None:
    assert features(KEPT[right], right).set > 0
    assert chances(KEPT[right])[f"keep {right}"] > SURE


def test_a_set_may_be_worth_a_card_that_counts_against() -> None:
    """The nine of diamonds costs one point and is the third nine: four."""
    seen = golden("KD 5D", "9D 6C", "3D 7C", kept=("AS 9S 9C", "", ""), leader=1, trick="9D 3D")
    assert features(seen, "KD").base == -1 and features(seen, "KD").set == 1
    assert chances(seen)["play KD"] > SURE


def test_a_sure_loser_is_seen_as_one() -> None:
    """A card below the one that has the trick, and one of another suit that is no trump, cannot take it."""
    below = golden("JS 3S", "QS 6C", "5S 7C", kept=("", "", ""), leader=1, trick="QS")
    assert features(below, "5S").take == 0
    other = golden("5H 9D", "QC 6S", "JC 7S", kept=("", "", ""), leader=1, trick="QC JC")
    assert features(other, "9D").take == 0 and features(other, "5H").take == 1
    # With higher cards and trumps to come it is likely and no more.
    lead = golden("KS 9D", "QC 6S", "JC 7S", kept=("", "", ""), leader=0, trick="")
    assert 0 < features(lead, "9D").take < features(lead, "KS").take < 1


def test_what_the_others_gain_is_seen() -> None:
    """The first card has the trick: it counts for its seat, and the nine would be its third."""
    seen = golden("8S 9S", "AS 6C", "5S 7C", kept=("", "KS 9D 9C QS", ""), leader=1, trick="AS 5S")
    assert features(seen, "8S").others_base == features(seen, "9S").others_base == 1
    assert features(seen, "8S").feeds == 0 and features(seen, "9S").feeds == 1
    assert chances(seen)["play 8S"] > 0.5


def test_each_part_of_a_deal_has_weights_of_its_own() -> None:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, GoldPolicy) and len(policy.weights) == len(SHAPE.situations)
    seen = MUST_WIN["KS"]
    assert isinstance(seen.known, FoolsGoldState)
    policy.read_position(seen.known)
    assert SHAPE.situations[policy.situation_of(seen.legal[0])] == "last follows, end"
    seen = KEPT["9S"]
    assert isinstance(seen.known, FoolsGoldState)
    policy.read_position(seen.known)
    assert SHAPE.situations[policy.situation_of(seen.legal[0])] == "keep, end"
