"""What the policy of Throps knows: what to bid high for, what to leave, which bids surely win or lose; and only what it may."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.cards import BIT, card
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.stream import Stream
from goosetable.games.throps import bidding
from goosetable.games.throps.features import NAMES, BidFeatures, Leaning
from goosetable.games.throps.policy import SHAPE, ThropsPolicy
from goosetable.games.throps.rules import Throps
from goosetable.games.throps.scoring import suit_values
from goosetable.games.throps.sight import BidSight, Table
from goosetable.games.throps.state import BID, ThropsOptions, ThropsState
from tests.games.playing import Variant
from tests.players.positions import turns

GAME, OPTIONS, FRESH = Throps(), ThropsOptions(), Standing(0, (0, 0, 0))
SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def position(hand: str, won: tuple[str, str, str], turned: str, unseen: str) -> ThropsState:
    """Seat 0 is to bid; of the unseen cards each of the others holds as many, in this order, and the rest is the stock."""
    state = GAME.begin(OPTIONS, FRESH, GAME.deal(OPTIONS, FRESH, 2, Stream("0" * 12, 1)))
    hidden, size = cards.hand(unseen), len(hand.split())
    state.hands = [cards.cards(hand), *(sum(BIT[one] for one in hidden[at : at + size]) for at in (0, size))]
    state.stock, state.turned = list(hidden[2 * size :]), card(turned)
    state.offer, state.won = (state.turned,), [cards.cards(held) for held in won]
    lying = sum(state.hands) | sum(state.won) | sum(BIT[one] for one in state.stock) | BIT[state.turned]
    state.gone = sum(BIT[one] for one in GAME.pack(OPTIONS)) & ~lying
    return state


def chances(state: ThropsState) -> dict[str, float]:
    """How likely the policy makes each bid, by its face."""
    policy, legal = learned(), GAME.legal(state)
    return dict(zip([cards.name(bid - BID) for bid in legal], policy.chances(state, legal), strict=True))


def learned() -> ThropsPolicy:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, ThropsPolicy)
    return policy


def features(state: ThropsState, face: str) -> BidFeatures:
    policy, found = learned(), BidFeatures()
    policy.look(state)
    policy.see(BID + card(face), found)
    return found


WANTED = position("AC 2C", ("KS QS JS", "KH QH JH TH", "KD QD JD TD"), "AS", "3S 4S 3C 4C 2S")
COSTLY = position("AC 2C", ("AS QS JS", "AH QH JH TH", "AD QD JD TD"), "KH", "3S 4S 3C 4C 5S")


def test_a_card_that_wrecks_the_score_is_not_bid_for() -> None:
    assert chances(COSTLY)["2C"] > SURE


def test_the_great_card_of_its_own_suit_is_bid_for() -> None:
    assert chances(WANTED)["AC"] > SURE


def test_sure_winners_and_sure_losers_are_seen() -> None:
    state = position("AC 9C 2C", ("KS QS JS", "KH QH", "KD QD"), "AS", "TS TH TD 8D 8H 3C 4C 4D")
    assert features(state, "AC").top == 1 and features(state, "AC").win == 1
    assert features(state, "9C").top == features(state, "9C").bottom == 0
    assert features(state, "2C").bottom == 1 and features(state, "2C").win < features(state, "9C").win
    assert features(state, "AC").place == pytest.approx(-2 / 3) and features(state, "2C").place == pytest.approx(2 / 3)


def test_a_tie_that_the_suit_decides_is_seen() -> None:
    """The ace of clubs is beaten by the ace of spades where spades are on sale, and not where clubs are."""
    hidden = "AS 3S 3H 4H 5H"
    spades = position("AC 2C", ("KS", "KH", "KD"), "QS", hidden)
    clubs = position("AC 2C", ("KS", "KH", "KD"), "QC", hidden)
    assert features(spades, "AC").top == 0 and features(clubs, "AC").top == 1


def test_the_last_card_is_sure() -> None:
    state = position("AC", ("KS", "KH", "KD"), "QS", "2H 3H")
    assert chances(state) == {"AC": 1.0}


def test_of_the_hands_only_its_own_is_looked_at() -> None:
    """Whatever the others hold and the stock has, a bid is as likely; nor does who has bid already count."""
    for turn in turns(Variant(GAME, OPTIONS), "policy", 30, 0.3):
        known, truth = turn.view.known, turn.truth
        assert isinstance(known, ThropsState) and isinstance(truth, ThropsState)
        assert learned().chances(truth, turn.view.legal) == learned().chances(known, turn.view.legal)


def test_a_bid_is_liked_as_much_by_the_quick_way() -> None:
    """The sum of a few products is that of all features, each times its weight."""
    rng, sight = Random("liking"), BidSight()
    policy = ThropsPolicy([[rng.gauss(0, 1) for _ in NAMES] for _ in SHAPE.situations])
    for turn in turns(Variant(GAME, OPTIONS), "quick", 40, 0.3):
        state, seat = turn.truth, turn.view.seat
        assert isinstance(state, ThropsState)
        table = Table([bidding.stands(suit_values(won)) for won in state.won], state.turned, bidding.unseen(state))
        sight.look(table, seat, state.hands[seat])
        policy.look(state)
        weights = policy.weights[policy.situation(turn.view.legal[0])]
        assert isinstance(weights, BidFeatures)
        leaning, found = Leaning(weights, sight.round), BidFeatures()
        for at, one in enumerate(sight.hand):
            policy.see(BID + one, found)
            assert sight.liking(at, leaning) == pytest.approx(found.score(weights))


def test_each_part_of_a_deal_has_weights_of_its_own() -> None:
    policy = learned()
    assert len(policy.weights) == len(SHAPE.situations)
    policy.look(WANTED)
    assert SHAPE.situations[policy.situation(BID + card("AC"))] == "end"
    first = GAME.begin(OPTIONS, FRESH, GAME.deal(OPTIONS, FRESH, 2, Stream("0" * 12, 1)))
    policy.look(first)
    assert SHAPE.situations[policy.situation(GAME.legal(first)[0])] == "early"
