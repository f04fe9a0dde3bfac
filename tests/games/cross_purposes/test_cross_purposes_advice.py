"""Hints of Cross Purposes: the partner's trick, equal cards, and the cost of a bad one."""

from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any, Final

import pytest

from goosetable import cards, players
from goosetable.engine.rules.action import VERB_SPAN
from goosetable.engine.text.advice import Decision
from goosetable.engine.text.explain import statistics_of
from goosetable.games.cross_purposes.rules import MAX_LEAD, NOT_NAMED, TOPS_CALLS, CrossOptions, CrossPurposes
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from tests.games.playing import Variant
from tests.players.positions import turns

GAME: Final[Any] = CrossPurposes()


def partners(hand: str, unseen: str, trick: str) -> Decision[Any]:
    """Seat 2 holds a hand, seats 0 and 2 are partners, seat 0 has led, spades are trumps and aces tops."""
    found: Any = turns(Variant(GAME, CrossOptions(players=4)), "partners", 200)
    known = next(turn.view.known.copy() for turn in found if turn.view.known.partners)
    known.turn, known.leader, known.partners = 2, 0, (2, 3, 0, 1)
    known.trumps, known.tops, known.voids = 0, 0, [0] * 4
    known.trick = [cards.card(name) for name in trick.split()]
    if len(known.trick) > 2:
        known.leader = 3
    known.hands[2] = cards.cards(hand)
    count = len(hand.split())
    return Decision(known, cards.cards(unseen), (count,) * 4, (), tuple(cards.members(cards.cards(hand))), GAME.text.card_name)


def preferred(at: Decision[Any], *group: str) -> str:
    card = GAME.advice.preferred_action(at, [cards.card(name) for name in group])
    return at.face(card)


def test_a_trick_that_the_partner_surely_takes_is_not_ruffed() -> None:
    """The partner's ace of hearts wins; the last to play has no heart."""
    at = partners("JS TC 9C", "KD QD", "4H AH 3H")
    assert at.known.seat_at(1) == 0 and GAME.advice.partner_takes(at)
    assert preferred(at, "JS", "TC", "9C") == "9♣"
    said = {card: [tip.hint for tip in GAME.advice.tips(at, cards.card(card))] for card in ("JS", "9C")}
    assert said["9C"][0] == "[0], your partner, wins it: throw 9♣ and keep your trumps"
    beaten = partners("JS TC 9C", "KD QD", "AH 4H 3H")
    assert not GAME.advice.partner_takes(beaten) and preferred(beaten, "JS", "TC") == "J♠"


def test_a_partner_who_may_still_be_ruffed_has_no_sure_trick() -> None:
    assert not GAME.advice.partner_takes(partners("JS TC", "KS QD", "AH 4H"))
    assert GAME.advice.partner_takes(partners("JS TC", "KD QD", "AH 4H"))


@pytest.mark.parametrize(("hand", "trick", "group", "card"), [
    ("KH JH", "QH 4H TH", ("KH", "JH"), "K♥"),  # only the king wins
    ("KH QH 2H", "JH 4H TH", ("KH", "QH"), "Q♥"),  # both win, and no card lies between
    ("8H 6H", "JH 4H TH", ("8H", "6H"), "6♥"),  # neither wins
    ("AD 6C", "JH 4H TH", ("AD", "6C"), "6♣"),  # a master is thrown on no lost trick
])  # fmt: skip
def test_of_close_cards_the_one_that_wastes_least_is_advised(hand: str, trick: str, group: tuple[str, ...], card: str) -> None:
    assert preferred(partners(hand, "KC QC", trick), *group) == card


def test_the_cost_of_a_bad_card_is_told_in_tricks_and_points() -> None:
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "cost", 60)]
    seen = next(seen for seen in views if seen.known.first)
    at = Decision(seen.known, 0, (1, 1), (), seen.legal, GAME.text.card_name)
    own, both = at.known.first[at.seat] + 1, sum(at.known.first) + 2
    assert re.fullmatch(rf"costs you a trick, {own} points?", GAME.advice.cost_clause(at, both / (2 * MAX_LEAD)))
    assert GAME.advice.cost_clause(at, 0.5 * both / (2 * MAX_LEAD)) == "", "half a trick is nothing that is known"


def test_a_few_bad_cards_of_many_that_differ_little_are_named_in_place_of_the_rest() -> None:
    """Values are means over sampled deals: two cards are worse, all others within half a game in a hundred."""
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "few", 60)]
    named = 0
    for seen in views:
        if seen.known.first or seen.known.trick or len(seen.legal) < 8:
            continue
        player = players.make_player("expert", Random(1))
        assert isinstance(player, BuiltInPlayer)
        player.trace = Trace()
        player.values = dict.fromkeys(seen.legal, 0.5) | dict.fromkeys(seen.legal[:2], 0.4) | {seen.legal[-1]: 0.502}
        hint = Analysis(seen, player, seen.legal[-1]).hint()
        if hint.startswith("Anything but "):
            bad = {GAME.text.card_name(card) for card in seen.legal[:2]}
            assert set(hint.removeprefix("Anything but ").removesuffix(", hardly a difference").split(" or ")) == bad
            named += 1
    assert named


def test_a_hint_never_lists_all_legal_cards() -> None:
    """Values are means over sampled deals that differ little, or not at all."""
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "all", 60)]
    listed = 0
    for seen in views:
        if seen.legal[0] >= VERB_SPAN or len(seen.legal) < 2:
            continue
        for apart in (0.0, 0.002):
            player = players.make_player("expert", Random(1))
            assert isinstance(player, BuiltInPlayer)
            player.trace = Trace()
            player.values = {card: 0.5 - apart * (place % 2) for place, card in enumerate(seen.legal)}
            hint = Analysis(seen, player, seen.legal[0]).hint()
            advised = re.split(" and (?:hold|keep) |; ", hint)[0]
            assert " or " not in advised or not all(GAME.text.card_name(card) in advised for card in seen.legal), hint
            listed += "what you like" in hint
    assert listed


def test_a_lead_for_the_partner_to_ruff_is_advised_only_if_no_opponent_can_ruff_it() -> None:
    at = partners("9H 8H JS", "KS QS TD 9D 8D 7D", "")
    at.known.leader = 2
    spades, hearts = cards.whole_suit(0), cards.whole_suit(1)

    def names(*voids: int) -> set[str]:
        at.known.voids = list(voids)
        return {tip.name for tip in GAME.advice.tips(at, cards.card("9H"))}

    assert "mate ruffs" not in names(hearts, hearts, 0, 0), "an opponent has no hearts either"
    assert "mate ruffs" in names(hearts, hearts | spades, 0, hearts | spades)


def test_a_call_of_three_cards_says_how_many_of_the_next_rank_there_are() -> None:
    (turn, *_) = turns(Variant(GAME, CrossOptions(players=2)), "ranks", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.trumps, known.tops = 0, NOT_NAMED, NOT_NAMED
    known.hands[0] = cards.cards("KS QS AH KH 8H 5H 2H AC QC TC 8C AD KD")
    at = Decision(known, 0, (13, 13), (), TOPS_CALLS, GAME.text.card_name)
    said = {tip.name: tip.hint for tip in GAME.advice.tips(at, TOPS_CALLS[0])}
    assert said["own rank"] == "Call aces: you hold three of them, and three kings come next"


def test_where_all_cards_of_one_suit_are_as_good_the_other_suit_is_kept() -> None:
    """Exact values: the hand cannot win, the cards of one suit are equal, and those of the other suit are worse."""
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "keep", 200)]
    found = 0
    for seen in views:
        suits = {cards.suit(card) for card in seen.legal if card < VERB_SPAN}
        decision = Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, GAME.text.card_name)
        if len(suits) != 2 or not seen.known.trick or not GAME.advice.shared_fact(decision):
            continue
        kept, thrown = sorted(suits, key=lambda suit: sum([cards.suit(card) == suit for card in seen.legal]))
        player = players.make_player("expert", Random(1))
        assert isinstance(player, BuiltInPlayer)
        player.trace = Trace()
        player.values = {card: 0.5 if cards.suit(card) == thrown else 0.4 for card in seen.legal}
        best = next(card for card in seen.legal if cards.suit(card) == thrown)
        hint = Analysis(seen, player, best).hint()
        assert " keep " not in hint or not any(f"keep {GAME.text.card_name(card)}" in hint for card in seen.legal
                                               if cards.suit(card) == thrown), hint  # fmt: skip
        left = [GAME.text.card_name(card) for card in seen.legal if cards.suit(card) == kept]
        found += hint.endswith(f" and keep {left[0] if len(left) == 1 else f'the {cards.SUIT_NAMES[kept]}'}")
    assert found


def test_a_trick_is_taken_from_the_partner_who_has_more_tricks() -> None:
    """Seats 0 and 2 are partners; seat 0, which has two tricks, is winning this one too."""
    at = partners("KH 2H", "QD 9D 8D", "4H JH 3H")
    at.known.won[0], at.known.won[2] = cards.cards("AS KS QS TS 9S 8S 7S 6S"), 0
    assert at.known.taken()[2] < at.known.taken()[0]
    said = {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card("KH"))}
    assert said["from partner"] == "Take it from [0] with K♥: a trick of [0's] adds one to your score, one of yours three"
    ends = {"KH": 6.0, "2H": 4.0}
    found = {cards.card(name): statistics_of([{"points 2": points, "takes": 0.0}] * 30) for name, points in ends.items()}
    counted = dataclasses.replace(at, prospects=found)
    assert preferred(at, "KH", "2H") == "2♥" and preferred(counted, "KH", "2H") == "K♥", "points in the playouts decide"


def test_a_high_card_that_few_can_beat_waits_for_another_lead() -> None:
    at = partners("KC 3S 4H", "AC 2C QC 9C 8S 5D", "")
    at.known.leader = 2
    said = GAME.advice.contrast(at, cards.card("4H"), cards.card("KC"))
    assert said == "Lead 4♥ and keep K♣: A♣ is still out above it"
