"""Hints of Fools Gold: a search of few simulations leaves close cards to the learned policy, and says what may be as good."""

from __future__ import annotations

from random import Random
from typing import Any

from goosetable import cards, players
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.state import TrickState
from goosetable.games import find_game
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.players.rated import CLOSE_ERRORS, MAX_ROUGH_LOSS
from tests.engine.text.test_advice import trick_of
from tests.games.playing import Variant
from tests.players.positions import turns

GAME = find_game("fools-gold")


def analysis_of(seen: View, seed: str) -> Analysis:
    adviser = make_player_with_effort("expert@20%", Random(seed))
    assert isinstance(adviser, BuiltInPlayer)
    adviser.trace = Trace()
    return Analysis(seen, adviser, players.decide(adviser, seen))


def test_a_rough_search_names_a_close_card_by_the_policy_and_its_rival() -> None:
    policy, rough = GAME.heuristics.policy(), 0
    assert policy is not None
    leads = []
    for turn in turns(Variant(GAME, GAME.Options()), "rough", 60, 0.3):
        known, legal = turn.view.known, turn.view.legal
        if isinstance(known, TrickState) and not known.trick and verb_of(legal[0]) is Verb.PLAY:
            leads.append(turn.view)
    for seen in leads[:6]:
        found = analysis_of(seen, "rough")
        if not found.is_rough:
            continue
        rough += 1
        shares = dict(zip(seen.legal, policy.probabilities(seen.known, seen.legal), strict=True))
        robust = max(found.visits, key=found.visits.__getitem__)
        assert found.values[robust] - found.values[found.best] <= MAX_ROUGH_LOSS
        assert shares[found.best] >= shares[robust] or found.visits[robust] == found.visits[found.best]
        word, rival = found.confidence
        if word == "close" and rival is not None and "may be as good" in found.hint():
            gap = found.values[rival] - found.values[found.best]
            assert gap <= CLOSE_ERRORS * found._error_of_difference(found.best, rival) + MAX_ROUGH_LOSS
    assert rough


def test_a_high_ruff_says_which_trumps_could_overruff_a_low_one() -> None:
    at = trick_of("fools-gold", "AC QC 7H", "KC 3D 9H 8H 6H", "5D")
    known: Any = at.known
    known.kept = [0] * len(at.hand_sizes)
    known.kept[at.seat] = cards.cards("KD QD")
    known.trump = 3
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("AC"))]
    assert "Ruff with A♣, not Q♣, which K♣ could overruff" in said


def test_a_card_that_leaves_a_bad_suit_is_said_to_be_the_highest_that_loses() -> None:
    at = trick_of("fools-gold", "AD JD 7D", "KD 9D 8D 3H 4H", "QD")
    known: Any = at.known
    known.kept = [0] * len(at.hand_sizes)
    known.kept[at.seat] = cards.cards("KS 8S")
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("JD"))]
    assert "Leave it with J♦, the highest that loses: diamonds count against you" in said
    assert "highest" not in next(tip.hint for tip in GAME.advice.tips(at, cards.card("7D")) if tip.name == "duck")
