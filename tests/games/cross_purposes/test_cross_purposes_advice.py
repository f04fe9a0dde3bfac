"""Hints of Cross Purposes: the partner's trick, equal cards, and the cost of a bad one."""

from __future__ import annotations

import dataclasses
import itertools
import re
from random import Random
from typing import Any, Final

import pytest

from goosetable import cards, players
from goosetable.engine.rules.action import VERB_SPAN, Verb, value_of, verb_of
from goosetable.engine.text.advice import Decision
from goosetable.engine.text.explain import statistics_of
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import (
    FIRST_TRUMPS_CALL,
    MAX_LEAD,
    NOT_NAMED,
    TOPS_CALLS,
    CrossOptions,
    CrossPurposes,
)
from goosetable.players.analysis import Analysis
from tests.games.playing import Variant
from tests.players.asked import analysis_by, traced
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


def test_a_few_bad_cards_of_many_are_warned_against_with_a_reason() -> None:
    """Values are means over sampled deals: one or two cards are worse, all others within half a game in a hundred."""
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "few", 120)]
    kept = 0
    for seen in views:
        trumps = [one for one in seen.legal if one < VERB_SPAN and cards.suit(one) == seen.known.trump_suit]
        if seen.known.first or seen.known.trick or len(seen.legal) < 8 or not 0 < len(trumps) < 3:
            continue
        plain = [one for one in seen.legal if one not in trumps]
        for bad in (trumps, plain[:2]):
            player = traced(players.make_player("expert", Random(1)))
            player.values = dict.fromkeys(seen.legal, 0.5) | dict.fromkeys(bad, 0.4) | {plain[-1]: 0.502}
            hint = Analysis(seen, player, plain[-1]).hint()
            assert "hardly a difference" not in hint
            if hint.startswith("Anything but "):
                named, _, why = hint.removeprefix("Anything but ").partition(": ")
                assert set(named.split(" or ")) == {GAME.text.card_name(card) for card in bad} and why
                assert ("keep your" in why) == (bad == trumps)
                kept += bad == trumps
    assert kept


def test_a_lost_trick_gets_the_cheapest_card_unless_all_cards_are_the_same() -> None:
    at = partners("9H 5H 2H", "AH KH QH TH 7H 4C", "JH 4H AS")
    five, two = (cards.card(name) for name in ("5H", "2H"))
    said = GAME.advice.thrift_sentence(at, two)
    assert said == "You cannot win this one: play 5♥ or 2♥ and keep 9♥, with one heart fewer above it"
    high = partners("QH 5H 2H", "KH TH 9H 3H 4C", "JH 4H AS")
    said = GAME.advice.thrift_sentence(high, two)
    assert said == "You cannot win this one: play 2♥ and keep Q♥, with only K♥ above it"
    assert GAME.advice.thrift_sentence(high, five) == "", "a lower card is there"
    assert not GAME.advice.thrift_sentence(partners("QH JH TH", "KH 4C", "9H 4H AS"), cards.card("TH")), "three equal cards"
    level = partners("QH 5H 2H", "KH TH 9H 4C 3C", "JH 4H AS")
    assert "play 5♥ or 2♥ and keep Q♥" in GAME.advice.thrift_sentence(level, two)


def test_of_two_cards_on_a_lost_trick_the_higher_one_stays_for_the_last_trick() -> None:
    at = partners("TH 8H", "AH KH QH JH 9H", "JD 4D AS")
    said = GAME.advice.thrift_sentence(at, cards.card("8H"))
    assert said == "You cannot win this one: throw 8♥ and keep 10♥ for the last trick"


def test_the_last_two_cards_are_said_to_win_if_no_trump_and_no_higher_card_is_out() -> None:
    at = partners("3S 9H", "8H 4D 2C", "KC 4C 3C")
    said = {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card("3S"))}
    assert said["last two"] == "Ruff with 3♠: 9♥ wins the last trick as well, for no trump is left"
    alone = {tip.name: tip.hint for tip in GAME.advice.tips(partners("3S 9H", "5D 4D 2C", "KC 4C 3C"), cards.card("3S"))}
    assert alone["last two"] == "Ruff with 3♠: 9♥ wins the last trick as well, for the others have no hearts and no trump"
    for unseen in ("TH 4D 2C", "2S 4D 2C"):
        assert "last two" not in {tip.name for tip in GAME.advice.tips(partners("3S 9H", unseen, "KC 4C 3C"), cards.card("3S"))}


def test_a_call_counts_only_what_no_other_call_surpasses() -> None:
    (turn, *_) = turns(Variant(GAME, CrossOptions(players=4)), "count", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.trumps, known.tops, known.partners = 0, NOT_NAMED, NOT_NAMED, ()
    known.hands[0] = cards.cards("7S 6S 4S 3S AH QH 3C KD QD JD 5D 3D 2D")
    at = Decision(known, 0, (13,) * 4, (), TOPS_CALLS, GAME.text.card_name)
    said = {call: GAME.advice.plain_sentence(at, TOPS_CALLS[call], None) for call in range(13)}
    assert said[cards.rank(cards.card("5D"))] == "Call fives: five of your cards are then among the top three"
    assert "among the top three" not in said[cards.rank(cards.card("QD"))], "fives raise more"
    assert said[cards.rank(cards.card("7D"))] == "Call sevens: none of your cards are then among the lowest three"
    known.trumps = cards.suit(cards.card("5D"))
    fact = GAME.advice.plain_sentence(at, TOPS_CALLS[cards.rank(cards.card("5D"))], None)
    assert fact == "Call fives: 5♦ becomes the highest trump, and five of your cards are among the top three"
    known.trumps = NOT_NAMED
    worse, better = TOPS_CALLS[cards.rank(cards.card("QD"))], TOPS_CALLS[cards.rank(cards.card("5D"))]
    for apart, call in ((0.01, better), (0.2, worse)):
        worths = {worse: 0.25, better: 0.25 - apart}
        found = {one: statistics_of([{"worth": mean + 0.05 * (-1) ** at} for at in range(16)]) for one, mean in worths.items()}
        rough = dataclasses.replace(at, prospects=found)
        assert GAME.advice.preferred_action(rough, [worse, better]) == call, apart


def test_a_hint_never_lists_all_legal_cards() -> None:
    """Values are means over sampled deals that differ little, or not at all."""
    views: list[Any] = [turn.view for turn in turns(Variant(GAME, GAME.Options()), "all", 60)]
    listed = 0
    for seen in views:
        if seen.legal[0] >= VERB_SPAN or len(seen.legal) < 2:
            continue
        for apart in (0.0, 0.002):
            player = traced(players.make_player("expert", Random(1)))
            player.values = {card: 0.5 - apart * (place % 2) for place, card in enumerate(seen.legal)}
            hint = Analysis(seen, player, seen.legal[0]).hint()
            advised = re.split(" and (?:hold|keep) |; ", hint)[0]
            assert " or " not in advised or not all(GAME.text.card_name(card) in advised for card in seen.legal), hint
            listed += "what you like" in hint
    assert listed


def test_a_lead_for_the_partner_to_ruff_is_advised_only_if_no_opponent_can_ruff_it() -> None:
    at = partners("9H 8H JS", "KS QS TD 9D 8D 7D", "")
    at.known.leader = 2
    spades, hearts = cards.suit_in_one_pack(0), cards.suit_in_one_pack(1)

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
        player = traced(players.make_player("expert", Random(1)))
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
    said = GAME.advice.contrast_sentence(at, cards.card("4H"), cards.card("KC"))
    assert said == "Lead 4♥ and keep K♣: A♣ is still out above it"


def test_a_game_as_good_as_lost_is_no_reason_where_the_trick_gives_one() -> None:
    found = 0
    for turn in turns(Variant(GAME, GAME.Options()), "lost", 200):
        seen: Any = turn.view
        if seen.legal[0] >= VERB_SPAN or len(seen.legal) < 2 or not seen.known.trick:
            continue
        at = Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, GAME.text.card_name)
        player = traced(players.make_player("expert", Random(1)))
        player.values = dict.fromkeys(seen.legal, 0.01)
        hint = Analysis(seen, player, seen.legal[0]).hint()
        fact, same = GAME.advice.shared_fact(at), all(GAME.advice.are_level(at, seen.legal[0], card) for card in seen.legal)
        if fact:
            found += same
            assert " are equal" in hint if same else hint.startswith(f"{fact}: ")
        else:
            assert hint == "The game is as good as lost: play what you like"
    assert found


def test_exact_play_after_which_all_cards_fare_alike_tells_the_tricks_to_come() -> None:
    found = set()
    for turn in turns(Variant(GAME, GAME.Options()), "alike", 40):
        seen: Any = turn.view
        known, size = seen.known, seen.sizes[seen.seat]
        if seen.legal[0] >= VERB_SPAN or len(seen.legal) < 2 or not known.first or size > 9:
            continue
        analysis = analysis_by(players.make_player("expert", Random(1)), seen)
        told = re.search(r"you take (\w+) of the last (\w+) tricks", analysis.hint())
        if told is None:
            continue
        tricks = ["none", *map(phrases.number_word, range(1, size))]
        mine = tricks.index(told[1]) if told[1] != "all" else size
        at, worth = seen.seat, [one + 1 for one in known.first]
        won = [known.tricks(who) for who in (at, 1 - at)]
        lead = worth[at] * (won[0] + mine) - worth[1 - at] * (won[1] + size - mine)
        assert told[2] == phrases.number_word(size)
        assert max(analysis.values.values()) == pytest.approx(0.5 + lead / (2 * MAX_LEAD))
        found.add(told[1])
    assert len(found) > 2


def test_trumps_that_the_partner_called_before_are_named_for_that() -> None:
    at = partners("9H 7H KH 8C 7C", "AC 2C QC 9C 8S 5D", "")
    known = at.known
    known.trumps, call = NOT_NAMED, FIRST_TRUMPS_CALL + 1
    known.actions = [(0, call), (1, FIRST_TRUMPS_CALL), (0, FIRST_TRUMPS_CALL + 2)]
    at = dataclasses.replace(at, legal=(call, FIRST_TRUMPS_CALL + 3))
    said = next(GAME.advice.tips(at, call))
    assert said.hint == "Name hearts: [0], your partner, called them earlier, and you hold three"
    assert said.missed == "[0], your partner, called hearts earlier"
    assert all(tip.name != "called" for tip in GAME.advice.tips(at, FIRST_TRUMPS_CALL + 3))


def test_a_trump_kept_beside_a_discard_is_called_one() -> None:
    at = partners("6H TS 7S", "AS KS 5C AC 5D 8D", "KC JS QS")
    at = dataclasses.replace(at, unseen=cards.cards("AS KS 5C AC 5D 8D KH"))
    assert GAME.advice.purpose_clause(at, cards.card("TS"), cards.card("6H")) == ", a trump"
    assert GAME.advice.purpose_clause(at, cards.card("TS"), cards.card("7S")) == ", with only A♠ and K♠ above it"


def test_a_card_is_thrown_instead_of_one_that_a_player_would_think_of_throwing() -> None:
    """No highest card of a suit is told as the card to keep, nor one above a lower card of the hand."""
    at = partners("2H 9C 4C KD", "KH QH JH TH 9H 8H TC 8C AD", "AS KS")
    card, low, high = (cards.card(name) for name in ("2H", "4C", "9C"))
    assert GAME.advice.contrast_by_higher_cards(at, card, low).endswith("six are above it, only 10♣ and 8♣ above 4♣")
    assert not GAME.advice.contrast_by_higher_cards(at, card, high)
    alone = partners("2H 9C KD", "KH QH JH TH 9H 8H 8C AD", "AS KS")
    assert not GAME.advice.contrast_by_higher_cards(alone, card, cards.card("9C"))


def test_between_two_players_no_card_is_led_for_a_later_ruff() -> None:
    at = partners("3D 7S 5S KC", "AD 9D AS 6S AC", "")
    assert GAME.advice.gains_by_ruff(at, cards.card("3D"))
    assert not GAME.advice.gains_by_ruff(dataclasses.replace(at, hand_sizes=at.hand_sizes[:2]), cards.card("3D"))


def test_a_call_is_set_against_a_worse_one_only_by_a_number_that_no_call_exceeds() -> None:
    """Over calls of random deals: the number named for a call is the largest of all, and that of the other call is smaller."""
    advice, said = GAME.advice, 0
    for turn in turns(Variant(GAME, CrossOptions(players=4)), "calls", 60):
        seen = turn.view
        at = Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, GAME.text.card_name)
        calls = [one for one in at.legal if verb_of(one) is Verb.TOPS]
        for best, other in itertools.permutations(calls, 2):
            clause = advice._rival_call_clause(at, best, other)
            if found := re.search(r"; (\w+) (?:is|are) (winners|among).* with \w+ (\w+)$", clause):
                said += 1
                ranks = {one: value_of(one) for one in calls}
                tops = {one: advice.count_top_ranks(at.hand, rank) for one, rank in ranks.items()}
                winners = {one: advice.count_winners(at, rank) for one, rank in ranks.items()}
                counts = winners if found[2] == "winners" else tops
                assert counts[best] == max(counts.values()) > counts[other], clause
                assert [found[1], found[3]] == [advice.count_words(counts[one]) for one in (best, other)], clause
    assert said
