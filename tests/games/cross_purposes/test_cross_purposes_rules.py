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
from goosetable.engine.rules.event import GONE, HAND_KIND, HIDDEN, NEXT_KIND, Event, Moved, Pile
from goosetable.engine.rules.tricks import index_of_strongest
from goosetable.engine.text.table_facts import Badge
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes, CrossState
from goosetable.games.cross_purposes.text import rank_order
from tests.games import playing
from tests.narrowing import of_kind, present

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


def play_half(session: Session, seed: int = 1, cards_played: int = 26) -> list[Event]:
    """Plays cards at random, by default thirteen tricks. Returns the events of the last card."""
    rng, events = Random(seed), list[Event]()
    for _ in range(cards_played):
        assert session.turn is not None
        events = session.act(session.turn, rng.choice(session.legal()))
    return events


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


@pytest.mark.parametrize(
    ("played", "turn", "taken"), [("", 0, (0, 0)), ("AH 8H", 1, (0, 1)), ("AH 5S", 1, (0, 1)), ("AH 5D", 0, (1, 0))]
)
def test_rule_5_the_non_dealer_leads_any_card_and_the_winner_leads_next(played: str, turn: int, taken: tuple[int, int]) -> None:
    state = dealt("AH 2C", f"{played[3:] or '8H'} KC")
    assert [GAME.action_text(action) for action in GAME.legal(state)] == ["play AH", "play 2C"]
    for face in played.split():
        GAME.apply(state, parse_action(f"play {face}"))
    assert (state.turn, state.leader, state.taken()) == (turn, turn, taken)


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
    events, state = play_half(session), state_of(session)
    for seat in range(2):
        assert state.hands[seat] == sum(cards.BIT[card] for card in session.deal.hands2[seat])
        moved = Moved(cards.members(state.hands[seat]), Pile(NEXT_KIND, seat), Pile(HAND_KIND, seat))
        assert moved in events
        assert moved not in session.events_for(1 - seat, events)
        assert Moved((HIDDEN,) * 13, moved.source, moved.target) in session.events_for(1 - seat, events)
    assert state.gone == sum(cards.BIT[card] for hand in session.deal.hands for card in hand)
    assert state.piles()[GONE] == state.gone
    twin = state.copy()
    twin.fill_pile(Pile(GONE.kind), state.hands[0], Random(1))
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
        state = of_kind(CrossState, sample_determinization(seen, rng))
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


def test_rule_8_nothing_is_scored_before_the_second_half_ends_and_its_beginning_tells_the_first() -> None:
    session = table()
    do(session, "tops 9", "trump D")
    while state_of(session).half == 1:
        assert GAME.points(state_of(session)) == (0, 0) and GAME.text.extra_facts(state_of(session)) == ()
        play_half(session, cards_played=1)
    taken = state_of(session).first
    assert session.due_step == "act" and sum(taken) == 13
    assert GAME.text.extra_facts(state_of(session)) == (
        f"The first half is over: [0 has] taken {taken[0]} and [1 has] taken {taken[1]}. New hands of 13 cards are taken up.",
    )


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
    deal = present(table().deal)
    GAME.check_deal(CrossOptions(), Standing(0, (0, 0)), deal)
    with pytest.raises(ValueError, match=words):
        GAME.check_deal(CrossOptions(), Standing(0, (0, 0)), Deal(**(vars(deal) | change)))


def from_eldest(session: Session, seat: int | None) -> int | None:
    """How many places a seat is after eldest."""
    assert session.deal is not None
    return None if seat is None else (seat - session.deal.dealer - 1) % 4


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


TRUMPS = {call for call in EVERY_CALL if call.startswith("trump")}
ACROSS, BESIDE = (2, 3, 0, 1), (1, 0, 3, 2)
REPLACED = "trump H, tops 8, tops 9, tops 7, trump S"
SECOND = "trump S, trump H, trump D, trump C"


@pytest.mark.parametrize(
    ("calls", "partners", "named", "turn", "legal"),
    [
        pytest.param("trump H, tops 8, trump H", ACROSS, "H-", 3, EVERY_CALL - TRUMPS, id="equal calls make partners"),
        pytest.param("trump H, tops 8, trump H, tops 8", ACROSS, "H8", 0, None, id="calls of the first stage still stand"),
        pytest.param("trump H, tops 8, trump H, tops 9", ACROSS, "H-", 1, EVERY_CALL - TRUMPS - {"tops 8"}, id="but once"),
        pytest.param("trump H, tops 8, tops 9, tops 7", (), "--", 0, EVERY_CALL - {"trump H"}, id="nobody repeats a call"),
        pytest.param(f"{REPLACED}, trump H", (), "--", 2, EVERY_CALL - {"tops 9"}, id="a new call replaces the old one"),
        pytest.param(f"{REPLACED}, trump H, trump S", ACROSS, "S-", 3, EVERY_CALL - TRUMPS - {"tops 7"}, id="so it stands"),
        pytest.param(", ".join(f"tops {rank}" for rank in "23456789"), ACROSS, "-9", 0, TRUMPS, id="the eighth call stands"),
        pytest.param("tops 2, tops 2", BESIDE, "-2", 2, TRUMPS, id="partners side by side"),
        pytest.param(f"tops 2, tops 2, {SECOND}, trump S, trump H, trump D", BESIDE, "-2", 3, TRUMPS - {"trump H"}, id="seven"),
        pytest.param(f"tops 2, tops 2, {SECOND}, {SECOND}", BESIDE, "C2", 0, None, id="the eighth of the second stage stands"),
    ],
)
def test_four_calls(calls: str, partners: tuple[int, ...], named: str, turn: int, legal: set[str] | None) -> None:
    """Eldest calls first, and leads. Partners and turn are counted from eldest. legal: None once cards are played."""
    session = four()
    do(session, *calls.split(", "))
    state = state_of(session)
    eldest = state.dealer + 1
    found = [(state.partners[(eldest + place) % 4] - eldest) % 4 for place in range(4 if state.partners else 0)]
    assert tuple(found) == partners
    assert (state.trumps, state.tops) == (cards.SUITS.find(named[0]), cards.RANKS.find(named[1]))
    assert from_eldest(session, session.turn) == turn
    assert state.is_naming_pending == (legal is not None) and (legal is None or may(session) == legal)


def test_four_nobody_may_repeat_their_own_standing_call() -> None:
    session = four()
    do(session, "trump H", "tops 8", "tops 9", "tops 7")
    with pytest.raises(IllegalAction, match="it is its standing call already"):
        do(session, "trump H")


def four() -> Session:
    """Returns a deal for four. The tests name the first seat to call the eldest."""
    return table(players=4)


def test_four_each_partner_scores_one_more_than_the_tricks_of_both_multiplied() -> None:
    session = four()
    do(session, "tops 2", "trump H", "tops 2", "trump H")
    play_half(session, cards_played=52)
    taken, points = state_of(session).taken(), GAME.points(state_of(session))
    assert sum(taken) == 13
    for seat in range(4):
        partner = (seat + 2) % 4
        assert points[seat] == (taken[seat] + 1) * (taken[partner] + 1) == points[partner]


def test_four_partnerships_are_made_anew_in_every_deal() -> None:
    session = four()
    do(session, "tops 2", "tops 2", "trump S", "trump S")
    play_half(session, cards_played=52)
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
