"""Hints of Gooseberry Fool: the reason is what a trick does for the total, and no reason speaks against its own card."""

from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any

from goosetable import cards, players
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import GIVE, VERB_SPAN
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import Decision
from goosetable.games.gooseberry_fool.advice import FoolAdvice, best_seat, outlook
from goosetable.games.gooseberry_fool.rules import TRICKS, FoolOptions, GooseberryFool
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from tests.games.playing import Variant
from tests.players.positions import ending, turns

ADVICE = FoolAdvice()


def decision(seen: View) -> Decision[Any]:
    return Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, seen.game.text.card_name)


def test_the_best_total_of_a_first_deal_is_second_to_the_seat_with_the_ten() -> None:
    options = FoolOptions()
    assert best_seat(options, (0, 0, 0), (5, 3, 3)) == 1, "21, 13 and 9 points"
    assert best_seat(FoolOptions(length="one-deal"), (0, 0, 0), (5, 3, 3)) == 0, "the middle score of the deal"
    assert best_seat(FoolOptions(end_rule="hundred"), (0, 0, 0), (5, 3, 3)) == 0
    found = outlook(options, (0, 0, 0), (0, 0, 0), 0)
    assert abs(found.ten - 1 / 3) < 0.01
    assert found.ten_and_best < 0.01 < 0.3 < found.best_without_ten


def test_the_last_trick_goes_where_the_totals_say() -> None:
    """The tricks 4, 3, 3 become 4 3 4: 12 points, 21 with the ten, and 10."""
    at = decision(ending(("", "", ""), (4, 3, 3), "AS X KS", 2, 0))
    assert sum(at.known.taken()) == TRICKS - 1
    assert [ADVICE.best_total_chance(at, who) for who in range(3)] == [0, 0, 1]
    assert ADVICE.preferred_action(at, at.legal) == GIVE + 2
    assert ADVICE.gain_clause(at, 2) == "your 12 then lies between 21 and 10, and the middle total wins"


def test_no_seat_stays_out_of_a_trick_that_it_wants() -> None:
    """A lead to stay out, or a reason against a trick, is only given where the trick helps another way more."""
    game, said = GooseberryFool(), 0
    for turn in turns(Variant(game, game.Options()), "stay out", 120, 0.5):
        at = decision(turn.view)
        if not isinstance(at.known, TrickState):
            continue
        worth = [ADVICE.best_total_chance(at, who) for who in range(3)]
        for action in turn.view.legal:
            for tip in ADVICE.tips(at, action):
                if tip.name == "out":
                    said += 1
                    assert worth[at.seat] < max(worth)
    assert said


def test_the_goose_is_not_said_to_stay_at_home_if_a_suit_is_missing_already() -> None:
    at = decision(ending(("X 8S AD KD", "9S TS QS QD", "7H 8H 9H TH"), (3, 2, 2), "", 0, 0))
    diamond = cards.card("AD")
    assert "home" not in {tip.name for tip in ADVICE.tips(at, diamond)}
    held = dataclasses.replace(at, unseen=cards.cards("9S TS QS QD"))
    assert "home" in {tip.name for tip in ADVICE.tips(held, diamond)}


def test_a_second_card_says_with_which_cards_of_the_last_seat_it_gives_the_trick_to_whom() -> None:
    """Seat 2 led Q♣, and the ace, the jack and the nine of clubs are out. The tricks of seat 2 help seat 0 least or most."""
    at = decision(ending(("TC KC 7S 8S", "AC JC 9C 7H", "9H TH JH"), (3, 1, 3), "QC", 2, 0))
    ten, king = cards.card("TC"), cards.card("KC")
    worth = [ADVICE.best_total_chance(at, who) for who in range(3)]
    said = ADVICE.plain_sentence(at, ten, king), ADVICE.plain_sentence(at, king, ten)
    assert worth.index(max(worth)) != worth.index(min(worth))
    assert any("plays]" in one or "follows]" in one for one in said), said
    groups = ADVICE._cards_by_taker(at, ten)
    assert [{cards.name(card) for card in group} for group in groups] == [{"9C"}, {"JC"}, {"AC"}]


def test_one_of_two_lone_cards_is_led_with_the_number_of_cards_out() -> None:
    at = decision(ending(("AS KH TH 8H 9C", "KS 9S AC 7H 9H", "7S JH QH 8D 7D"), (2, 2, 2), "", 0, 0))
    spade = next(tip.hint for tip in ADVICE.tips(at, cards.card("AS")) if tip.name == "short")
    assert spade == "Lead A♠, your only spade: three more are out, and then you can play anything when spades are led"
    assert "short" not in {tip.name for tip in ADVICE.tips(at, cards.card("9C"))}, "a single club is out"


def test_a_card_alone_is_no_hint_if_the_playouts_tell_two_cards_apart() -> None:
    """A sentence without a fact ends with the reason from the playouts, unless that has numbers only."""
    game, bare = GooseberryFool(), re.compile(r"(?:Play|Lead) \S+(?: and keep \S+)?")
    reasons = 0
    for turn in turns(Variant(game, game.Options()), "bare", 8, 0.1):
        if turn.view.legal[0] >= VERB_SPAN or len(turn.view.legal) < 2:
            continue
        player = make_player_with_effort("expert@10%", Random("bare"))
        assert isinstance(player, BuiltInPlayer)
        player.trace = Trace()
        found = Analysis(turn.view, player, players.decide(player, turn.view))
        hint, why = found.hint(), found.shared_reason()
        assert (
            not bare.fullmatch(hint)
            or " than after " not in why
            or any(sign.isdigit() for sign in re.sub(r"after \S+", "", why))
        )
        reasons += hint.endswith(why) and bool(why)
    assert reasons
