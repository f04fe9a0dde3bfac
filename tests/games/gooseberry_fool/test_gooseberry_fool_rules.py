"""Gooseberry Fool: a test for each sentence of its rules, named after it, facts that follow, worked examples, and texts."""

from __future__ import annotations

import re
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.record.session import Session, log_of_deal
from goosetable.engine.rules import options
from goosetable.engine.rules.action import GIVE, parse_action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import TRICK, WON_KIND, ActionTaken, Moved, Pile, Taken
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games.gooseberry_fool.rules import (
    FoolOptions,
    base_points,
    middle_score_chances,
    middle_seat,
    state_finished_with_tricks,
    taking_place,
    third_cards_by_taker,
    why_taken,
)
from tests.games import playing
from tests.games.fools import GAME, PACK, after, do, may, position, table


def test_rule_1_exactly_three_players() -> None:
    assert GAME.seats(FoolOptions()) == 3
    two = playing.header(playing.Variant(GAME, FoolOptions()))
    with pytest.raises(ValueError, match="needs 3 seats here, not 2"):
        Session(GAME, type(two)(two.game, two.options, two.code, two.chairs[:2]))


def test_rules_1_and_2_the_pack_has_33_cards_in_order_and_one_joker_eleven_for_each() -> None:
    assert cards.write(GAME.pack(FoolOptions())) == PACK
    assert [len(hand) for hand in table().next_deal().hands] == [11, 11, 11]


@pytest.mark.parametrize("dealer", range(3))
def test_rule_3_eldest_leads_to_the_first_trick(dealer: int) -> None:
    assert position("AS", "KS", "QS", leader=(dealer + 1) % 3).turn == (dealer + 1) % 3


@pytest.mark.parametrize(
    ("trick", "gift", "next_leader"),
    [
        ("JS 9S QS", "", 0), ("9S JS QS", "", 1), ("9S QS JS", "", 2), ("9C X TC", "give 2", 2), ("9C X TC", "give 0", 0),
    ],
)  # fmt: skip
def test_rule_3_the_player_credited_with_a_trick_leads_to_the_next(trick: str, gift: str, next_leader: int) -> None:
    """A goosed player too, who cannot refuse: the next thing that they may do is lead."""
    state = position("7H", "8H", "9H", trick=trick)
    do(state, *([gift] if gift else []))
    assert (state.turn, state.leader) == (next_leader, next_leader) and may(state) == f"{next_leader + 7}H"


@pytest.mark.parametrize(("trick", "seat"), [("9C X TC", 1), ("9C TC X", 2), ("X 7H 8C", 0)])
def test_rule_7_a_trick_with_the_joker_belongs_to_the_jokers_player(trick: str, seat: int) -> None:
    assert position("8S", "8D", "8H", trick=trick).turn == seat


@pytest.mark.parametrize(
    ("hands", "trick", "legal"),
    [
        pytest.param("X 7H AH, 8H 8S 8D, 9H 9S 9D", "", "AH 7H", id="rule 4: any card except the Joker may be led"),
        pytest.param("X, 7H, 8H", "", "X", id="rule 4: the Joker may be led when it is the only card in hand"),
        pytest.param("9S, 7H AH KC, 8C", "QH", "AH 7H", id="rule 5a: of the suit led one must be played"),
        pytest.param("9S, X 7H AH, 8C", "QH", "AH 7H", id="rule 5a: the Joker may not be played instead"),
        pytest.param("9S, X 7H AH, 8C", "QS", "X", id="rule 5b: a void holder of the Joker must play it"),
        pytest.param("9H, 7H AC, 8C", "QS", "7H AC", id="rule 5c: otherwise any card"),
        pytest.param("8S, 8D, 8C", "9C X TC", "give 0 give 1 give 2", id="rule 7: the trick is given before the next lead"),
    ],
)
def test_the_legal_list_is_that_of_the_rules(hands: str, trick: str, legal: str) -> None:
    assert may(position(*hands.split(", "), trick=trick)) == legal


def test_rule_4_the_joker_can_be_led_only_to_trick_11() -> None:
    for seed in range(30):
        session = table()
        for _ in playing.steps(session, Random(seed), deals=1):
            state: Any = session.state
            if session.due_step == "act" and not state.trick and cards.JOKER in GAME.legal(state):
                assert GAME.text.progress(state) == "trick 11 of 11"


def test_rule_5_a_joker_led_is_followed_with_the_last_card() -> None:
    state = position("", "7H", "8C", trick="X")
    assert may(state) == "7H"
    do(state, "play 7H")
    assert may(state) == "8C"


def _allowed(hand: list[str], led: str) -> set[str]:
    """Rules 4 and 5 as they are written, on text."""
    if not led:
        return {card for card in hand if card != "X"} or {"X"}
    following = {card for card in hand if card[-1] == led[-1]}
    if following:
        return following
    return {"X"} if "X" in hand else set(hand)


@given(st.permutations(PACK.split()), st.integers(1, 11), st.booleans())
def test_rules_4_and_5_agree_with_their_text(pack: list[str], size: int, leads: bool) -> None:
    hand, led = pack[:size], "" if leads else pack[size]
    state = position("9S", " ".join(hand), "", trick=led) if led else position("", " ".join(hand), "", leader=1)
    assert set(may(state).split()) == _allowed(hand, led)


def test_fact_a_void_player_who_does_not_play_the_joker_does_not_hold_it() -> None:
    state = position("9H", "7H AC", "8C", trick="QS 7H")
    assert state.voids[1] == cards.suit_in_one_pack(0) | cards.BIT[cards.JOKER]
    assert state.voids[0] == state.voids[2] == 0


@pytest.mark.parametrize("seed", range(20))
def test_fact_what_a_seat_is_known_to_lack_it_lacks(seed: int) -> None:
    session = table()
    for _ in playing.steps(session, Random(seed), deals=1):
        if session.state:
            assert not any(held & lacking for held, lacking in zip(session.state.hands, session.state.voids, strict=True))


def _gooseberry(trick: tuple[str, str, str]) -> str:
    """Rule 6 as it is written, on text."""
    suits = [card[1] for card in trick]
    match len(set(suits)):
        case 1:
            return sorted(trick, key=lambda card: "AKQJT987".index(card[0]))[1]
        case 2:
            return next(card for card in trick if suits.count(card[1]) == 1)
        case _:
            colours = ["red" if suit in "HD" else "black" for suit in suits]
            return next(card for card, colour in zip(trick, colours, strict=True) if colours.count(colour) == 1)


def _takes(trick: str) -> str:
    numbers = list(cards.hand(trick))
    return cards.name(numbers[taking_place(*numbers)])


def test_rule_6_the_third_cards_of_each_taker_are_those_that_take_so() -> None:
    pack = cards.hand(PACK)[:-1]
    for one, two in ((0, 1), (13, 40), (39, 14)):
        third = [card for card in pack if card not in (one, two)]
        by_place = [sum(cards.BIT[card] for card in third if taking_place(one, two, card) == place) for place in range(3)]
        assert list(third_cards_by_taker(one, two)) == by_place and sum(by_place) == sum(cards.BIT[card] for card in third)


def test_rule_6_every_trick_of_three_cards_agrees_with_the_text() -> None:
    count = 0
    for trick in permutations(PACK.split()[:-1], 3):
        assert _takes(" ".join(trick)) == _gooseberry(trick), trick
        count += 1
    assert count == 32 * 31 * 30


@pytest.mark.parametrize(
    ("trick", "takes"),
    [
        ("JS 9S QS", "JS"), ("QH AD 7H", "AD"), ("JC 9S KH", "KH"), ("7C 8H JC", "8H"), ("AD QD KC", "KC"),
        ("7D 7H QC", "QC"), ("AS KS QS", "KS"), ("7S 7H 7D", "7S"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("leader", range(3))
def test_worked_examples_of_tricks(trick: str, takes: str, leader: int) -> None:
    state = position("8S", "8D", "8C", trick=" ".join(trick.split()[:2]), leader=leader)
    last = trick.split()[2]
    state.hands[state.turn] |= cards.cards(last)
    seat = (leader + trick.split().index(takes)) % 3
    events: list[object] = []
    GAME.apply(state, cards.card(last), events.append)
    taken = next(event for event in events if isinstance(event, Taken))
    assert (taken.seat, cards.name(taken.card)) == (seat, takes)
    assert state.tricks(seat) == 1
    assert state.turn == seat


@pytest.mark.parametrize(
    ("trick", "why"),
    [
        ("JS 9S QS", "the middle of three spades"), ("QH AD 7H", "the only diamond"), ("JC 9S KH", "the only red card"),
        ("7D 7H QC", "the only black card"), ("7C 8H JC", "the only heart"), ("9C X TC", "it always does"),
    ],
)  # fmt: skip
def test_rule_6_why_a_trick_is_taken(trick: str, why: str) -> None:
    assert why_taken(list(cards.hand(trick))) == why


def test_rule_7_who_decides_once_all_three_cards_are_down() -> None:
    state = position("8S", "8D", "8C TC", trick="9C X")
    assert state.turn == 2
    assert may(state) == "TC 8C"
    taken = [event for event in do(state, "play TC") if isinstance(event, Taken)]
    assert taken == [Taken(1, cards.JOKER, "it always does")]
    assert state.taken() == (0, 0, 0), "the trick stays on the table until it is given"


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("to", range(3))
def test_rule_7_to_themselves_or_to_either_other_player_and_of_the_last_trick_too(to: int, last: bool) -> None:
    state = position(*(("", "", "") if last else ("8S", "8D", "8C")), trick="9C X TC")
    assert not state.over and may(state) == "give 0 give 1 give 2"
    assert do(state, f"give {to}") == [
        ActionTaken(1, GAME.parse_action(f"give {to}", ())),
        Moved(cards.hand("9C X TC"), TRICK, Pile(WON_KIND, to)),
    ]
    assert [state.tricks(seat) for seat in range(3)] == [int(seat == to) for seat in range(3)]
    assert state.over == last == (GAME.legal(state) == ())


@pytest.mark.parametrize(
    ("hand", "led", "action", "record", "table_says"),
    [
        ("7H 8H", "QH", "play AS", "it does not hold that card", "it is not in your hand"),
        ("7H 8H", "", "play X", "it does not hold that card", "it is not in your hand"),
        ("X 8H", "", "play X", "the Joker may be led only as the last card", "it may be led only as your last card"),
        ("7H 8S", "QH", "play 8S", "it must follow hearts", "hearts were led and you hold one"),
        ("7H 8H 8S", "QH", "play 8S", "it must follow hearts", "hearts were led and you hold some"),
        ("7H X", "QH", "play X", "it must follow hearts", "hearts were led and you hold one"),
        ("X 8S", "QC", "play 8S", "it has no clubs, so the Joker must be played", "you have no clubs, so the Goose must go"),
        ("7H 8S", "QH", "give 1", "there is no trick to give", "there is no trick to give"),
        ("7H 8S", "", "give 0", "there is no trick to give", "there is no trick to give"),
        ("7H 8S", "", "bid 3", "nobody does that in Gooseberry Fool", "nobody does that in Gooseberry Fool"),
        ("7H 8S", "QH", "keep 7H", "nobody does that in Gooseberry Fool", "nobody does that in Gooseberry Fool"),
        ("7H 8S", "", "trump S", "nobody does that in Gooseberry Fool", "nobody does that in Gooseberry Fool"),
        ("8D", "9C X TC", "play 8D", "it must first say who gets the trick", "first say who gets the trick"),
        ("8D", "9C X TC", "give 3", "there is no seat 3", "there is no seat 3"),
    ],
)
def test_why_not(hand: str, led: str, action: str, record: str, table_says: str) -> None:
    state = position("9D", hand, "8D", trick=led) if led else position("9D", hand, "8D", leader=1)
    assert state.turn == 1
    found = GAME.parse_action(action, GAME.legal(state))
    assert found not in GAME.legal(state)
    assert GAME.why_not(state, found) == (record, table_says)


Three = tuple[int, ...]
"""Something for each of the three seats."""
SPLITS: list[Three] = [(a, b, 11 - a - b) for a in range(12) for b in range(12 - a)]
TARGETS = (50, 100, 150)


def _final(taken: Three) -> list[int]:
    """Rule 8 as it is written."""
    base = [taken[0] + 2 * taken[2], taken[1] + 2 * taken[0], taken[2] + 2 * taken[1]]
    return [score + 10 if score == sorted(base)[1] else score for score in base]


def test_rule_8_every_split_of_the_tricks_scores_as_written() -> None:
    """The middle score adds 10, so a deal distributes 43; the payoff and the laurels are the middle."""
    assert len(SPLITS) == 78
    for taken in SPLITS:
        state, base = after(taken), base_points(taken)
        points, best = GAME.points(state), middle_seat(base)
        assert list(points) == _final(taken) and sum(points) == 43
        assert [seat for seat in range(3) if points[seat] == base[seat] + 10] == [best]
        assert GAME.best_seats(state) == (best,)
        assert GAME.heuristics.payoff(state) == tuple(float(seat == best) for seat in range(3)) == middle_score_chances(taken)


def test_rule_8_a_deal_that_ended_otherwise_scores_by_its_tricks() -> None:
    state = after((1, 1, 1), "AS KS")
    over = state_finished_with_tricks(state, (5, 4, 2))
    assert over.over and over.taken() == (5, 4, 2) and not any(over.hands)
    assert GAME.points(over) == GAME.points(after((5, 4, 2))) and not state.over


@pytest.mark.parametrize(
    ("taken", "base", "final"),
    [
        ((4, 4, 3), (10, 12, 11), (10, 12, 21)), ((5, 3, 3), (11, 13, 9), (21, 13, 9)), ((11, 0, 0), (11, 22, 0), (21, 22, 0)),
        ((0, 4, 7), (14, 4, 15), (24, 4, 15)), ((5, 6, 0), (5, 16, 12), (5, 16, 22)), ((0, 7, 4), (8, 7, 18), (18, 7, 18)),
    ],
)  # fmt: skip
def test_worked_examples_of_deal_scores(taken: Three, base: Three, final: Three) -> None:
    assert base_points(taken) == base
    assert GAME.points(after(taken)) == final


@given(st.tuples(*[st.integers(0, 11)] * 3))
def test_rule_8_holds_for_a_deal_in_progress(taken: Three) -> None:
    base = base_points(taken)
    assert sum(base) == 3 * sum(taken)
    assert middle_seat(base) == (sorted(range(3), key=lambda seat: base[seat])[1] if len(set(base)) == 3 else None)


def test_fact_the_middle_is_whose_opponents_both_took_three_or_fewer_or_both_four_or_more() -> None:
    for taken in SPLITS:
        for seat in range(3):
            others = [taken[other] for other in range(3) if other != seat]
            assert (middle_seat(base_points(taken)) == seat) == (max(others) <= 3 or min(others) >= 4)


def test_fact_a_deal_is_worth_0_to_24_and_two_splits_are_best() -> None:
    scores = {(seat, taken): GAME.points(after(taken))[seat] for taken in SPLITS for seat in range(3)}
    assert (min(scores.values()), max(scores.values())) == (0, 24)
    best = {(taken[seat], taken[(seat - 1) % 3], taken[(seat + 1) % 3]) for (seat, taken), n in scores.items() if n == 24}
    assert best == {(0, 7, 4), (8, 3, 0)}, "own, right, left"


def _winners(totals: Three, **rules: Any) -> tuple[int, ...]:
    return GAME.winners(FoolOptions(**rules), Standing(1, totals))


@pytest.mark.parametrize("target", TARGETS)
def test_rule_9_the_game_ends_after_the_deal_in_which_some_player_has_reached_the_target(target: int) -> None:
    for end_rule in ("middle", "hundred"):
        assert _winners((target - 1, 12, 11), target=target, end_rule=end_rule) == ()
        assert _winners((target, 12, 11), target=target, end_rule=end_rule) != ()
        assert _winners((target + 30, 12, 11), target=target, end_rule=end_rule) != ()


@pytest.mark.parametrize(
    ("totals", "by_middle", "by_hundred"),
    [
        ((104, 82, 72), 82, 104), ((101, 103, 54), 101, 54), ((112, 73, 73), 112, 112), ((102, 102, 54), 54, 54),
        ((100, 100, 101), 101, 101), ((99, 88, 71), None, None),
    ],
)  # fmt: skip
def test_worked_examples_of_ends(totals: Three, by_middle: int | None, by_hundred: int | None) -> None:
    for order in permutations(totals):
        for rule, total in (("middle", by_middle), ("hundred", by_hundred)):
            assert _winners(order, end_rule=rule) == (() if total is None else (order.index(total),))


def _end(totals: Three, target: int, hundred: bool) -> int | None:
    """Rules 9 and 10 and the option `end_rule` as they are written: the total that wins."""
    there = [total for total in totals if total >= target]
    if not there:
        return None
    if hundred and len(there) == 1:
        return there[0]
    if hundred and len(there) == 2:
        return next(total for total in totals if total < target)
    for total in totals:
        if totals.count(total) == 2:
            return next(other for other in totals if other != total)
    return sorted(totals)[1]


@given(st.tuples(*[st.integers(0, 175)] * 3), st.sampled_from(TARGETS), st.booleans())
def test_every_end_agrees_with_the_text(totals: Three, target: int, hundred: bool) -> None:
    won = _winners(totals, target=target, end_rule="hundred" if hundred else "middle")
    if len(set(totals)) == 1:
        assert won == ()
    else:
        assert [totals[seat] for seat in won] == [total for total in [_end(totals, target, hundred)] if total is not None]


@cache
def _ways() -> tuple[Three, ...]:
    return tuple({tuple(_final(taken)) for taken in SPLITS})


@cache
def _ends(target: int) -> dict[int, frozenset[tuple[int, ...]]]:
    """Every standing, sorted, with which a game can end, by the number of deals."""
    going, found, deals = {(0, 0, 0)}, {}, 0
    while going:
        deals += 1
        all_after = {tuple(sorted((a + x, b + y, c + z))) for a, b, c in going for x, y, z in _ways()}
        found[deals] = frozenset(totals for totals in all_after if totals[2] >= target)
        going = {(a, b, c) for a, b, c in all_after if c < target}
    return {deals: ends for deals, ends in found.items() if ends}


def test_fact_a_game_to_100_lasts_5_6_or_7_deals_and_all_three_reach_100_only_as_100_100_101() -> None:
    assert set(_ends(100)) == {5, 6, 7}
    assert {totals for ends in _ends(100).values() for totals in ends if totals[0] >= 100} == {(100, 100, 101)}


@pytest.mark.parametrize("target", TARGETS)
def test_every_possible_end_has_one_winner_under_both_rules(target: int) -> None:
    """So three level totals cannot end a game."""
    for ends in _ends(target).values():
        for totals in ends:
            assert len(set(totals)) > 1
            for rule in ("middle", "hundred"):
                assert len(_winners(totals, target=target, end_rule=rule)) == 1


@pytest.mark.parametrize("geese", range(1, 11))
def test_rule_11_the_winner_wins_the_agreed_number_of_golden_geese(geese: int) -> None:
    for seat in range(3):
        expected = [geese if other == seat else 0 for other in range(3)]
        session = table(geese=geese)
        session.winners = (seat,)
        assert list(session.prizes) == expected
        assert session.end_game().extras == {"geese": expected}
    assert GAME.text.win_names == ("Golden Goose", "Golden Geese")


def test_options_are_those_of_the_rules_default_first() -> None:
    found = {rule.key: [choice.value for choice in rule.choices] for rule in options.options_of(FoolOptions)}
    geese = list(range(1, 11))
    lengths = ["whole", "one-deal"]
    assert found == {"length": lengths, "end_rule": ["middle", "hundred"], "target": [100, 50, 150], "geese": geese}
    assert options.options_as_json(FoolOptions()) == {"length": "whole", "end_rule": "middle", "target": 100, "geese": 1}


# ---------------------------------------------------------------------- texts

NAMES = ("Ann", "Vesper", "Maud")


def _said(text: str, me: int | None = 0) -> str:
    return with_seats_named(text, NAMES, me)


@pytest.mark.parametrize(
    ("hand", "trick", "begins", "named"),
    [
        ("7H AC 9S", "", "Your lead", ""), ("X 7H AC", "", "Your lead: anything but the Goose", ""),
        ("9H", "", "Your lead", "9♥"), ("X", "", "Your lead", "the Goose"),
        ("JH TH 8H AC", "9H", "Maud led ♥", "J♥ 10♥ 8♥"), ("JH 8H X", "9H", "Maud led ♥", "J♥ 8♥"),
        ("JH", "9H QH", "Vesper led ♥", "J♥"), ("AH KH QH JH", "9H", "Maud led ♥, so you follow: any ♥", ""),
        ("AC KD", "9H", "Maud led ♥ and you have none", ""), ("AC KD X", "9H", "Maud led ♥ and you have none", "the Goose"),
        ("AC", "9H", "Maud led ♥", "A♣"), ("X", "9H", "Maud led ♥", "the Goose"), ("AC", "X", "Maud led the Goose", "A♣"),
    ],
)  # fmt: skip
def test_prompt(hand: str, trick: str, begins: str, named: str) -> None:
    """Who led what, and the cards that may be played, where there are few; for speech only the cards."""
    leader = -len(trick.split()) % 3
    state = position(hand, "", "", trick=trick, leader=leader)
    assert state.turn == 0
    said = _said(GAME.text.prompt(state))
    assert said.startswith(begins)
    short = _said(GAME.text.short_prompt(state))
    assert " led " not in short if trick else short == said
    for text in (said, short):
        assert " ".join(re.findall("~(.*?)~", text)) == named


@pytest.mark.parametrize(
    ("trick", "action", "says"),
    [
        ("", "play 9H", ""), ("9H", "play TH", ""), ("9H QH", "play TH", "Takes the trick: "),
        ("9H QH", "play AC", "Takes the trick: "), ("9H QC", "play AC", "Leaves it to Vesper: 9♥"),
        ("9H QC", "play AS", "Leaves it to Vesper: 9♥"), ("9H QH", "play 8H", "Leaves it to Vesper: 9♥"),
        ("9H QH", "play X", "Takes the trick, and you give it"), ("9H", "play X", "Takes the trick, and you give it"),
        ("", "play X", "Takes the trick, and you give it"), ("X 9H", "play 8H", "Vesper has the Goose"),
        ("9H X", "play 8H", "Maud has the Goose"), ("X", "play 8H", "Maud has the Goose"),
    ],
)  # fmt: skip
def test_foretell(trick: str, action: str, says: str) -> None:
    state = position(action.split()[1], "", "", trick=trick, leader=-len(trick.split()) % 3)
    assert state.turn == 0
    said = _said(GAME.text.preview_effect(state, parse_action(action)))
    assert said.startswith(says) and bool(said) == bool(says)


@pytest.mark.parametrize("trick", ["", "9H", "9H X"])
def test_there_is_no_choice_before_the_trick_is_full_and_nothing_is_asked_when_the_deal_is_over(trick: str) -> None:
    assert GAME.text.title_remark_and_choices(position("7H", "8H", "7D", trick=trick)) == ("", "", ())
    assert GAME.text.prompt(after((4, 4, 3))) == ""


def test_a_gift_is_foretold_by_its_choice_alone_and_nobody_leads_after_the_last_trick() -> None:
    last, state = position("", "", "", trick="X 9C TC"), position("7H", "8H", "9H", trick="X 9C TC")
    assert [GAME.text.preview_effect(state, action) for action in GAME.legal(state)] == ["", "", ""]
    assert ["lead" in GAME.text.title_remark_and_choices(each)[1] for each in (last, state)] == [False, True]
    state.won[0], state.won[1] = cards.cards("AS KS QS"), cards.cards("AH KH QH")
    assert {choice.verdict for choice in GAME.text.title_remark_and_choices(state)[2]} == {"nobody is in the middle"}


def test_choices_say_what_follows_from_each_gift() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    state.won[1], state.won[2] = cards.cards("AS KS QS JS TS 9S"), cards.cards("AH KH QH")
    title, _, choices = GAME.text.title_remark_and_choices(state)
    assert title == GAME.text.prompt(state)
    assert [(_said(choice.label), _said(choice.result), _said(choice.verdict)) for choice in choices] == [
        ("Goose Vesper", "You 2, Vesper 3, Maud 7", "Vesper is in the middle"),
        ("Keep it", "You 3, Vesper 4, Maud 5", "Vesper is in the middle"),
        ("Goose Maud", "You 4, Vesper 2, Maud 6", "You are in the middle"),
    ]
    assert [(choice.action, choice.seat) for choice in choices] == [(GIVE + 1, 1), (GIVE, 0), (GIVE + 2, 2)]


def _log(me: int | None) -> list[str]:
    hands = [cards.hand(hand) for hand in ("9H QC TC", "X 8C 7C", "KH 8S 9C")]
    deal = Deal(1, 2, tuple(hands))
    actions = [(0, "9H"), (1, "X"), (2, "KH")]
    told: list[tuple[int, int]] = [(seat, cards.card(face)) for seat, face in actions]
    told += [(1, GIVE + 2), (2, cards.card("9C")), (0, cards.card("TC")), (1, cards.card("8C"))]
    return [
        with_seats_named(text, NAMES, me) for text in log_of_deal(GAME, FoolOptions(), Standing(0, (0, 0, 0)), deal, told).log
    ]


def test_log_with_names_and_with_you() -> None:
    assert _log(None) == [
        "Ann leads 9♥.", "Vesper plays the Goose.", "Maud plays K♥.", "The Goose takes trick 1, and Vesper says whose it is.",
        "Vesper gooses Maud with the trick. Honk.", "Maud leads 9♣.", "Ann plays 10♣.", "Vesper plays 8♣.",
        "Maud takes trick 2: 9♣, the middle of three clubs.",
    ]  # fmt: skip
    assert _log(1)[1:5] == [
        "You play the Goose.", "Maud plays K♥.", "The Goose takes trick 1, and you say whose it is.",
        "You goose Maud with the trick. Honk.",
    ]  # fmt: skip
    assert _log(2)[4:6] == ["Vesper gooses you with the trick. Honk.", "You lead 9♣."]


def test_log_of_keeping_the_trick() -> None:
    state = position("7H", "8H", "9H", trick="X 9C TC")
    assert _said(GAME.text.log_line_of_action(state, 0, GIVE)) == "You keep the trick."
    assert _said(GAME.text.log_line_of_action(state, 0, GIVE), None) == "Ann keeps the trick."


def _rows(taken: tuple[int, ...], me: int = 0, own: str = "7H") -> list[str]:
    tally = GAME.text.tally(after(taken, own), me)
    return [_said(row.why, me) for row in tally.rows] + [_said(tally.sentence, me)]


def test_tally_on_the_way() -> None:
    assert _rows((3, 1, 1), me=1) == [
        "One of your own, and Ann's three on the right, doubled.",
        "One of Maud's own, and your one on the right, doubled.",
        "Three of Ann's own, and Maud's one on the right, doubled.",
        "{Ann is in the middle} and would score 15. The middle score of a deal earns ten more.",
    ]
    assert _rows((1, 0, 0))[3].startswith("{You are in the middle} and would score 11.")


def test_tally_while_two_are_level_and_in_the_order_of_whoever_reads_it() -> None:
    for taken, level in (((1, 2, 0), "Two"), ((2, 2, 2), "All"), ((0, 0, 0), "All")):
        said = _rows(taken)[3]
        assert said.startswith(f"{level} are level") and "nobody is in the middle" in said
    assert [[row.seat for row in GAME.text.tally(after((4, 4, 3)), seat).rows] for seat in (0, 1, 2, None)] == [
        [0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2],
    ]  # fmt: skip


def test_tally_of_a_finished_deal() -> None:
    tally = GAME.text.tally(after((4, 4, 3)), 0)
    assert (tally.heads, tally.base_head, tally.extra_head) == (("own", "right × 2"), "", "middle")
    assert [row[:6] for row in tally.rows] == [
        (0, ("4", "+ 3 × 2"), "= 10", "", "10", False),
        (1, ("4", "+ 4 × 2"), "= 12", "", "12", False),
        (2, ("3", "+ 4 × 2"), "= 11", "+10", "21", True),
    ]
    assert _rows((4, 4, 3), me=2) == [
        "11 lies between 10 and 12, so you are in the middle: ten more.",
        "Four of Ann's own, and your three on the right, doubled.",
        "Four of Vesper's own, and Ann's four on the right, doubled.",
        "{You are in the middle} with 11, which earns ten more: 21.",
    ]
    assert _rows((5, 3, 3), me=1)[-1] == "{Ann is in the middle} with 11, which earns ten more: 21."
    assert _rows((5, 3, 3))[0] == "11 lies between 9 and 13, so you are in the middle: ten more."


@pytest.mark.parametrize(
    ("totals", "rules", "good", "says"),
    [
        ((0, 0, 0), {}, (), "level"),
        ((88, 99, 71), {}, (0,), "you would win with 88"),
        ((99, 88, 71), {}, (1,), "Vesper would win with 88"),
        ((73, 73, 99), {}, (2,), "Maud would win with 99: the others are level."),
        ((82, 104, 72), {}, (0,), "You win with 82"),
        ((104, 72, 82), {}, (2,), "Maud wins with 82"),
        ((0, 0, 0), {"end_rule": "hundred"}, (), "level"),
        ((99, 88, 71), {"end_rule": "hundred"}, (), "Nobody has 100"),
        ((104, 72, 82), {"end_rule": "hundred"}, (0,), "You win with 104"),
        ((101, 103, 54), {"end_rule": "hundred"}, (2,), "Maud wins with 54"),
        ((30, 20, 10), {"end_rule": "hundred", "target": 50}, (), "Nobody has 50"),
    ],
)
def test_race(totals: tuple[int, ...], rules: dict[str, Any], good: tuple[int, ...], says: str) -> None:
    race = GAME.text.race(FoolOptions(**rules), totals, 0)
    assert (race.totals, race.target, race.winners_now) == (totals, rules.get("target", 100), good)
    assert says in _said(race.sentence)


def test_aim() -> None:
    assert GAME.text.end_of_game(FoolOptions()) == "to 100, the middle total wins"
    assert GAME.text.end_of_game(FoolOptions(end_rule="hundred", target=150)) == "to 150, a player there alone wins"


def test_place_and_plate() -> None:
    assert GAME.text.progress(position("7H AC", "8H 8S", "9H 9S", trick="JH")) == "trick 1 of 3"
    state = position("7H", "8H", "9H", trick="X 9C TC")
    assert GAME.text.progress(state) == "trick 1 of 2"
    assert GAME.text.seat_status(state, 0) == "0 tricks"
    assert GAME.text.progress(after((4, 4, 3))) == "trick 11 of 11"
    assert [GAME.text.seat_status(after((4, 6, 1)), seat) for seat in range(3)] == ["4 tricks", "6 tricks", "1 trick"]


def test_a_hand_is_sorted_by_suits_of_alternate_colours_and_the_goose_last() -> None:
    state = position("", "", "")
    hand = sorted(cards.hand("X 7C AD 9S AS 8H TC"), key=lambda card: GAME.text.sort_key(state, card))
    assert [GAME.text.card_name(card) for card in hand] == ["A♠", "9♠", "8♥", "10♣", "7♣", "A♦", "the Goose"]
