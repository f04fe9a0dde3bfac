"""Cross Purposes: a test for each sentence of its rules, named after it, the worked examples, and the experiment for four."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.samplers import ExactSampler
from goosetable.engine.hidden.view import sample_determinization, sampler_for
from goosetable.engine.record.session import IllegalAction, Session
from goosetable.engine.rules import options
from goosetable.engine.rules.action import parse_action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import GONE, HAND_KIND, HIDDEN, NEXT_KIND, Moved, Pile
from goosetable.engine.rules.tricks import index_of_strongest
from goosetable.engine.text.table_facts import Badge
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes, CrossState
from goosetable.games.cross_purposes.text import rank_order
from tests.games import playing

GAME = CrossPurposes()
EVERY_CALL = {*(f"trump {suit}" for suit in "SHDC"), *(f"tops {rank}" for rank in cards.RANKS)}


def table(**rules: Any) -> Session:
    """A coded game with these options in its first deal."""
    session = Session(GAME, playing.header(playing.Variant(GAME, CrossOptions(**rules))))
    session.begin_deal()
    return session


def state_of(session: Session) -> CrossState:
    assert isinstance(session.state, CrossState)
    return session.state


def may(session: Session) -> set[str]:
    """What the seat to act may do."""
    return {GAME.action_text(action) for action in session.legal()}


def do(session: Session, *texts: str) -> None:
    """Whoever's turn it is does these."""
    for text in texts:
        assert session.turn is not None
        session.act(session.turn, parse_action(text))


def play_half(session: Session, seed: int = 1) -> None:
    """Plays thirteen tricks at random."""
    rng = Random(seed)
    for _ in range(26):
        assert session.turn is not None
        session.act(session.turn, rng.choice(session.legal()))


def test_rule_1_two_players_52_cards() -> None:
    assert GAME.seats(CrossOptions()) == 2
    assert cards.write(GAME.pack(CrossOptions())) == " ".join(rank + suit for suit in "SHDC" for rank in "AKQJT98765432")


@pytest.mark.parametrize(
    ("tops", "ranks"), [("A", "AKQJT98765432"), ("2", "2AKQJT9876543"), ("K", "KQJT98765432A"), ("8", "8765432AKQJT9")]
)
def test_rule_2_tops_worked_examples(tops: str, ranks: str) -> None:
    number = cards.RANKS.index(tops)
    assert "".join(rank_order(number)).replace("10", "T") == ranks
    for suit in "SHDC":
        for high, low in pairwise(ranks):
            assert index_of_strongest(list(cards.hand(f"{low}{suit} {high}{suit}")), None, number) == 1
            assert index_of_strongest(list(cards.hand(f"{high}{suit} {low}{suit}")), None, number) == 0


@pytest.mark.parametrize(
    ("trick", "winner"), [("AH 7H", "7H"), ("9H TH", "TH"), ("8H 9S", "9S"), ("2D AD", "2D"), ("KD 8C", "KD")]
)
def test_rule_2_worked_examples_with_tops_8_and_trumps_spades(trick: str, winner: str) -> None:
    played = cards.hand(trick)
    assert cards.name(played[index_of_strongest(list(played), 0, cards.RANKS.index("8"))]) == winner


def test_rule_2_trumps_beat_the_other_suits_and_tops_rule_trumps_included() -> None:
    for trumps in range(4):
        for tops in range(13):
            height = [(tops + place) % 13 for place in range(13)]
            for one, two in permutations(range(52), 2):
                suits = one // 13, two // 13
                second = height.index(two % 13) < height.index(one % 13) if suits[0] == suits[1] else suits[1] == trumps
                assert index_of_strongest([one, two], trumps, tops) == second


def test_rule_3_thirteen_cards_each_and_26_unseen() -> None:
    session = table()
    for seat in range(2):
        seen = session.view(seat)
        assert seen.sizes == (13, 13)
        assert seen.unseen.bit_count() == 39
        assert seen.hidden == ((Pile(NEXT_KIND, 0), 13), (Pile(NEXT_KIND, 1), 13))
        assert isinstance(seen.known, CrossState) and seen.known.hands2 == [0, 0]


def test_rule_4_the_non_dealer_names_either_and_the_dealer_the_other() -> None:
    session = table()
    dealer = state_of(session).dealer
    assert session.turn == 1 - dealer
    assert may(session) == EVERY_CALL
    do(session, "tops 9")
    assert session.turn == dealer
    assert may(session) == {call for call in EVERY_CALL if call.startswith("trump")}
    do(session, "trump D")
    assert session.turn == 1 - dealer
    assert GAME.text.badges(state_of(session)) == (Badge("D", "trumps"), Badge("9", "tops"))
    session = table()
    do(session, "trump S")
    assert may(session) == {call for call in EVERY_CALL if call.startswith("tops")}


def test_rule_4_nothing_is_played_before_both_are_named() -> None:
    session = table()
    card = cards.name(cards.members(state_of(session).hands[1 - state_of(session).dealer])[0])
    with pytest.raises(IllegalAction, match="trumps and tops must be named first"):
        do(session, f"play {card}")
    do(session, "tops 9")
    with pytest.raises(IllegalAction, match="it must name trumps"):
        do(session, "tops 8")
    do(session, "trump D")
    with pytest.raises(IllegalAction, match="trumps and tops are named already"):
        do(session, "trump D")


def dealt(*hands: str, hands2: tuple[str, str] = ("", "")) -> CrossState:
    """A deal with these hands, which seat 1 has dealt, with tops 8 and spades as trumps."""
    deal = Deal(1, 1, tuple(cards.hand(hand) for hand in hands), hands2=tuple(cards.hand(hand) for hand in hands2))
    state = GAME.begin_deal(CrossOptions(), Standing(0, (0, 0)), deal)
    for text in ("trump S", "tops 8"):
        GAME.apply(state, parse_action(text))
    return state


def test_rule_5_the_non_dealer_leads_any_card() -> None:
    state = dealt("AS 2H", "KS 3H")
    assert state.turn == 0
    assert [GAME.action_text(action) for action in GAME.legal(state)] == ["play AS", "play 2H"]


def test_rule_5_follow_suit_if_able_otherwise_anything() -> None:
    state = dealt("AH 2D", "8H KH 5S")
    GAME.apply(state, parse_action("play AH"))
    assert [GAME.action_text(action) for action in GAME.legal(state)] == ["play KH", "play 8H"]
    assert GAME.why_not(state, parse_action("play 5S")).record == "it must follow hearts"
    assert "~8♥~ or ~K♥~" in GAME.text.prompt(state), "the highest first: eights are the tops"
    assert GAME.text.short_prompt(state) == "You follow: ~8♥~ or ~K♥~"
    state = dealt("AC 2D", "8H KH 5S")
    GAME.apply(state, parse_action("play AC"))
    assert len(GAME.legal(state)) == 3
    GAME.apply(state, parse_action("play KH"))
    assert state.voids == [0, cards.suit_in_one_pack(3)], "who does not follow shows a void"


def test_rule_5_the_winner_leads() -> None:
    state = dealt("AH 2D", "8H KH")
    for text in ("play AH", "play 8H"):
        GAME.apply(state, parse_action(text))
    assert (state.turn, state.leader, state.taken()) == (1, 1, (0, 1))
    state = dealt("AH 2D", "8D 5D")
    for text in ("play AH", "play 8D"):
        GAME.apply(state, parse_action(text))
    assert state.turn == 0


def test_what_a_card_would_do_is_said() -> None:
    state = dealt("AH 2D", "8H KH 5S")
    GAME.apply(state, parse_action("play AH"))
    assert GAME.text.preview_effect(state, parse_action("play 8H")).startswith("takes")
    assert GAME.text.preview_effect(state, parse_action("play 5S")).startswith("takes")
    assert GAME.text.preview_effect(state, parse_action("play KH")).startswith("leaves it to [0]: A♥")


@pytest.mark.parametrize(("opening", "answer", "second"), [("tops 9", "trump D", "tops"), ("trump D", "tops 9", "trump")])
def test_rule_6_the_dealer_of_the_first_half_opens_the_second_half_in_the_dimension_they_did_not_name(
    opening: str, answer: str, second: str
) -> None:
    session = table()
    dealer = state_of(session).dealer
    do(session, opening, answer)
    play_half(session)
    state = state_of(session)
    assert (state.half, state.dealer, session.turn) == (2, 1 - dealer, dealer)
    assert may(session) == {call for call in EVERY_CALL if call.startswith(second)}
    do(session, opening)  # the same suit or rank may be named again
    assert session.turn == 1 - dealer
    assert may(session) == {call for call in EVERY_CALL if not call.startswith(second)}
    do(session, answer)
    assert session.turn == dealer, "rule 7: its non-dealer leads"
    assert GAME.sides(state) == ()
    play_half(session)
    assert session.due_step == "score" and GAME.legal(state_of(session)) == ()


def test_rule_6_the_26_unused_cards_are_dealt_and_those_of_the_first_half_set_aside() -> None:
    session = table()
    assert session.deal is not None
    do(session, "tops 9", "trump D")
    rng = Random(1)
    while state_of(session).half == 1:
        assert session.turn is not None
        events = session.act(session.turn, rng.choice(session.legal()))
    state = state_of(session)
    for seat in range(2):
        assert state.hands[seat] == sum(cards.BIT[card] for card in session.deal.hands2[seat])
        moved = Moved(cards.members(state.hands[seat]), Pile(NEXT_KIND, seat), Pile(HAND_KIND, seat))
        assert moved in events
        assert moved not in session.events_for(1 - seat, events)
        assert Moved((HIDDEN,) * 13, moved.source, moved.target) in session.events_for(1 - seat, events)
    assert state.gone == sum(cards.BIT[card] for hand in session.deal.hands for card in hand)
    assert state.piles()[GONE] == state.gone
    twin = state.copy()
    twin.fill_pile(Pile(GONE.kind), state.hands[0], rng)
    assert twin.gone == state.hands[0] != state.gone
    assert state.voids == [0, 0]
    assert sum(state.first) == 13 and state.taken() == (0, 0)


def test_the_second_half_is_perfect_information() -> None:
    session = table()
    do(session, "tops 9", "trump D")
    play_half(session)
    for seat in range(2):
        seen = session.view(seat)
        assert seen.hidden == ()
        found = sampler_for(seen)
        assert isinstance(found, ExactSampler) and found.ways == 1
        assert sample_determinization(seen, Random(1)).hands == state_of(session).hands


def test_a_card_of_the_first_half_takes_its_trick_though_the_piles_are_set_aside() -> None:
    """A review plays deals to their end, beyond the half in which a decision was made."""
    game, took = CrossPurposes(), set[float]()
    for seed in range(12):
        session = table()
        do(session, "trump H", "tops A")
        known = state_of(session).copy()
        state, rng = known.copy(), Random(seed)
        while not state.over:
            game.apply(state, rng.choice(game.legal(state)))
            if len(state.actions) == len(known.actions) + 2:
                took_it = float(state.turn == known.turn)
        found = game.heuristics.reasons.deal_figures(state, known, game.points(state))
        assert found["takes"] == took_it
        took.add(took_it)
    assert took == {0.0, 1.0}


def test_the_first_half_is_imagined_exactly_uniformly() -> None:
    """Near the end of the first half: one card of the opponent's and 26 for later, a suit being shown not to be held."""
    session = table()
    do(session, "tops 9", "trump D")
    rng = Random(8)
    while state_of(session).hands[0].bit_count() != 2 or len(state_of(session).trick) == 1:
        assert session.turn is not None
        session.act(session.turn, rng.choice(session.legal()))
    seen = session.view(0)
    assert seen.unseen.bit_count() == 28
    holds = list(cards.members(seen.unseen & ~state_of(session).voids[1]))
    seen_holding, later = Counter[int](), Counter[int]()
    for _ in range(6000):
        state = sample_determinization(seen, rng)
        assert isinstance(state, CrossState)
        seen_holding.update(cards.members(state.hands[1]))
        later.update(cards.members(state.hands2[0]))
    assert set(seen_holding) == set(holds)
    share = 2 * 6000 / len(holds)
    assert all(abs(count - share) < 6 * share**0.5 for count in seen_holding.values())
    for card in cards.members(seen.unseen):
        mean = 3000 * (1 - 2 / len(holds)) if card in holds else 3000
        assert abs(later[card] - mean) < 6 * 39


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [((6, 7), (8, 5), (56, 40)), ((13, 0), (13, 0), (182, 0)), ((13, 0), (0, 13), (0, 13)), ((7, 6), (7, 6), (56, 42))],
)
def test_rule_8_worked_examples(first: tuple[int, int], second: tuple[int, int], points: tuple[int, int]) -> None:
    state = state_of(table())
    state.half, state.first = 2, first
    state.won = [2 ** (2 * second[0]) - 1, (2 ** (2 * second[1]) - 1) << 26]
    assert GAME.points(state) == points
    assert GAME.text.seat_status(state, 0) == f"({first[0]} + 1) × {second[0]}"


def test_rule_8_nothing_is_scored_before_the_second_half_ends() -> None:
    session = table()
    do(session, "tops 9", "trump D")
    while session.due_step == "act" and state_of(session).half == 1:
        assert GAME.points(state_of(session)) == (0, 0)
        assert session.turn is not None
        session.act(session.turn, session.legal()[0])
    assert session.due_step == "act"


def test_rule_9_the_highest_total_wins_once_somebody_has_the_target() -> None:
    for tie, totals, winners in (
        ("extra-deal", (100, 150), (1,)),
        ("extra-deal", (120, 120), ()),
        ("shared", (120, 120), (0, 1)),
    ):
        assert GAME.winners(CrossOptions(tie=tie), Standing(2, totals)) == winners
    assert GAME.winners(CrossOptions(), Standing(2, (99, 98))) == ()


@pytest.mark.parametrize(("key", "value"), [("target", 49), ("target", 501), ("players", 3), ("tie", "none")])
def test_options_are_those_of_the_rules(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{key!r} cannot be"):
        options.make_options(CrossOptions, {key: value}, partial=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands2": ()}, "hands, hands2 and nothing else"), ({"trump": 1}, "hands, hands2 and nothing else"),
        ({"hands2": ((1, 2), (3, 4))}, "seat 0 has 2 cards in the second half, not 13"),
        ({"hands": ((1,), (2,))}, "seat 0 has 1 card, not 13"),
    ],
)  # fmt: skip
def test_a_set_up_deal_must_be_complete(change: dict[str, Any], words: str) -> None:
    deal = table().deal
    assert deal is not None
    GAME.check_deal(CrossOptions(), Standing(0, (0, 0)), deal)
    with pytest.raises(ValueError, match=words):
        GAME.check_deal(CrossOptions(), Standing(0, (0, 0)), Deal(**(vars(deal) | change)))


def four() -> Session:
    """A deal for four; whoever is first to call is called eldest."""
    return table(players=4)


def from_eldest(session: Session, seat: int | None) -> int | None:
    """How many places a seat is after eldest."""
    assert session.deal is not None
    return None if seat is None else (seat - session.deal.dealer - 1) % 4


def partners(session: Session) -> list[int]:
    """The partner of each, counted from eldest."""
    assert session.deal is not None
    eldest = session.deal.dealer + 1
    return [(state_of(session).partners[(eldest + place) % 4] - eldest) % 4 for place in range(4)]


def test_four_thirteen_cards_each_and_eldest_calls_first() -> None:
    session = four()
    assert session.view(0).sizes == (13, 13, 13, 13)
    assert session.view(0).hidden == ()
    assert from_eldest(session, session.turn) == 0
    assert may(session) == EVERY_CALL
    assert session.deal is not None
    GAME.check_deal(CrossOptions(players=4), Standing(0, (0,) * 4), session.deal)
    with pytest.raises(ValueError, match="hands and nothing else"):
        GAME.check_deal(CrossOptions(players=4), Standing(0, (0,) * 4), replace(session.deal, hands2=((1,),)))
    with pytest.raises(ValueError, match="seat 3 has 0 cards, not 13"):
        GAME.check_deal(
            CrossOptions(players=4), Standing(0, (0,) * 4), replace(session.deal, hands=(*session.deal.hands[:3], ()))
        )


def test_four_equal_calls_make_partners_and_fix_the_dimension() -> None:
    session = four()
    do(session, "trump H", "tops 8", "trump H")
    assert partners(session) == [2, 3, 0, 1] and GAME.sides(state_of(session)) == ((0, 2), (1, 3))
    assert state_of(session).trumps == 1 and state_of(session).tops == -1
    assert from_eldest(session, session.turn) == 3, "clockwise between the two left"
    assert may(session) == {call for call in EVERY_CALL if call.startswith("tops")}


def test_four_calls_of_the_first_stage_in_the_open_dimension_still_stand() -> None:
    session = four()
    do(session, "trump H", "tops 8", "trump H", "tops 8")
    assert state_of(session).tops == cards.RANKS.index("8")
    assert from_eldest(session, session.turn) == 0, "then eldest leads"
    assert not state_of(session).is_naming_pending


def test_four_a_new_call_replaces_the_old_one() -> None:
    session = four()
    do(session, "trump H", "tops 8", "tops 9", "tops 7", "trump S", "trump H")
    assert state_of(session).partners == ()
    do(session, "trump S")
    assert partners(session) == [2, 3, 0, 1]


def test_four_nobody_may_repeat_their_own_standing_call() -> None:
    session = four()
    do(session, "trump H", "tops 8", "tops 9", "tops 7")
    assert may(session) == EVERY_CALL - {"trump H"}
    with pytest.raises(IllegalAction, match="it is its standing call already"):
        do(session, "trump H")
    session = four()
    do(session, "trump H", "tops 8", "trump H", "tops 9")
    assert "tops 8" not in may(session) and "tops 9" in may(session)


def test_four_the_eighth_call_of_the_first_stage_stands_with_the_seat_opposite() -> None:
    session = four()
    do(session, *(f"tops {rank}" for rank in "23456789"))
    assert state_of(session).tops == cards.RANKS.index("9")
    assert partners(session) == [2, 3, 0, 1]
    assert from_eldest(session, session.turn) == 0
    assert may(session) == {f"trump {suit}" for suit in "SHDC"}


def test_four_the_eighth_call_of_the_second_stage_stands() -> None:
    session = four()
    do(session, "tops 2", "tops 2")
    assert partners(session) == [1, 0, 3, 2]
    for suits in ("SH", "DC", "SH", "DC"):
        assert state_of(session).is_naming_pending
        do(session, f"trump {suits[0]}", f"trump {suits[1]}")
    assert state_of(session).trumps == 3
    assert from_eldest(session, session.turn) == 0


def test_four_each_partner_scores_one_more_than_the_tricks_of_both_multiplied() -> None:
    session = four()
    do(session, "tops 2", "trump H", "tops 2", "trump H")
    rng = Random(1)
    while session.due_step == "act":
        assert session.turn is not None
        session.act(session.turn, rng.choice(session.legal()))
    taken, points = state_of(session).taken(), GAME.points(state_of(session))
    assert sum(taken) == 13
    for seat in range(4):
        partner = (seat + 2) % 4
        assert points[seat] == (taken[seat] + 1) * (taken[partner] + 1) == points[partner]


def test_four_partnerships_are_made_anew_in_every_deal() -> None:
    session = four()
    do(session, "tops 2", "tops 2", "trump S", "trump S")
    while session.due_step == "act":
        assert session.turn is not None
        session.act(session.turn, session.legal()[0])
    session.score_deal()
    session.begin_deal()
    assert state_of(session).partners == ()
    assert session.deal is not None and session.deal.dealer == session.next_dealer()


def test_four_what_is_said_of_calls() -> None:
    session = four()
    state = state_of(session)
    one, two, three = ((state.dealer + place) % 4 for place in (1, 2, 3))
    assert "stands" not in GAME.text.log_line_of_action(state, one, parse_action("trump H"))
    do(session, "trump H", "tops 8")
    said = GAME.text.log_line_of_action(state, three, parse_action("trump H"))
    assert "It stands" in said and f"[{one} is] the partner" in said
    verdicts = {choice.verdict for choice in GAME.text.title_remark_and_choices(state)[2]}
    assert verdicts == {
        "",
        f"[{one}'s] call: ~makes you partners~, ♥ trumps",
        f"[{two}'s] call: ~makes you partners~, 8 highest",
    }


def test_four_what_stands_is_said_of_every_seat_that_still_calls() -> None:
    session = four()
    one, two, three, four_ = ((state_of(session).dealer + place) % 4 for place in (1, 2, 3, 4))
    do(session, "trump H", "tops 8", "trump S", "tops 9")
    state = state_of(session)
    assert {call.seat: call.words for call in GAME.text.calls_in_force(state)} == {
        one: "♥, to be replaced now", two: "8", three: "♠", four_: "9",
    }  # fmt: skip
    assert [GAME.text.seat_status(state, seat) for seat in (one, two)] == ["called ♥", "calls 8"]
    assert GAME.text.refused_choices(state) == (parse_action("trump H"),)
    do(session, "tops 8")
    assert {call.seat: call.words for call in GAME.text.calls_in_force(state)} == {
        three: "♠, to be replaced now",
        four_: "no call yet",
    }
    assert GAME.text.refused_choices(state) == (parse_action("trump S"),)
    do(session, "trump D", "trump D")
    assert not GAME.text.calls_in_force(state) and GAME.text.tally(state, 0).rows


def test_when_the_second_half_begins_the_first_is_told() -> None:
    session, random = table(), Random("halves")
    while state_of(session).half == 1:
        assert GAME.text.extra_facts(state_of(session)) == ()
        assert session.turn is not None
        session.act(session.turn, random.choice(session.legal()))
    taken = state_of(session).first
    assert sum(taken) == 13
    assert GAME.text.extra_facts(state_of(session)) == (
        f"The first half is over: [0 has] taken {taken[0]} and [1 has] taken {taken[1]}. New hands of 13 cards are taken up.",
    )
