"""Habits of people: they are counted from open cards only, known after some deals, limited in number and in effect."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.record.session import Session
from goosetable.engine.strength.acquaintance import LEAST, MOST, STRANGER, USUAL, Acquaintance, parse_acquaintance
from goosetable.players import decide, make_player
from goosetable.players.levels import set_expected_habits
from goosetable.players.people import HabitPlayoutPolicy, count_habits
from tests.games.playing import CODE, Variant, find, header
from tests.players.positions import turns

GOOSE = find("goose")
OPTIONS: Any = GOOSE.Options(players=3, max_hand=5)


def always(habit: str, deals: int) -> Acquaintance:
    """Returns the memory of a person who had one occasion in each deal for every habit, and always showed only this one."""
    seen = STRANGER
    for _ in range(deals):
        seen = seen.with_deal([(1, int(each == habit)) for each in USUAL])
    return seen


@pytest.mark.parametrize("habit", USUAL)
def test_a_habit_is_known_after_eight_deals_and_weighs_little(habit: str) -> None:
    assert not always(habit, LEAST - 1).known_habits()
    known = always(habit, LEAST + 4).known_habits()
    assert set(known) == {habit}
    assert 0.0 < known[habit] <= 0.5
    assert not always("", 40).known_habits()


def test_nothing_is_known_of_a_person_who_plays_as_most_do() -> None:
    rng = Random(3)
    for _ in range(20):
        seen = STRANGER
        for _ in range(20):
            seen = seen.with_deal([(1, int(rng.random() < usual - 0.1)) for usual in USUAL.values()])
        assert len(seen.known_habits()) <= 1


def test_the_memory_is_bounded_and_fades() -> None:
    seen = always("takes", 5 * MOST)
    assert seen.deals < MOST and all(of < MOST for of, _ in seen.counts)
    later = seen
    for _ in range(80):
        later = later.with_deal([(1, 0)] * len(USUAL))
    assert "takes" in seen.known_habits() and "takes" not in later.known_habits()


def test_it_survives_its_values_and_damaged_values_are_no_memory() -> None:
    seen = always("bids_high", 9)._replace(habits_mentioned=("bids_high",))
    text = seen.as_text()
    assert parse_acquaintance(text) == seen and parse_acquaintance(f"{text} wins") == seen
    damaged: list[object] = [
        None, [], 3, {}, "", "x", f"-{text}", f" {text}", f"{text} 9", text.replace("9", "999"), text.replace("0/9", "9/0"),
        text.replace("0/9", "0-9", 1), text.replace("0/9 ", "", 1), text.replace("9", "\u0669", 1), text + "\n",
    ]  # fmt: skip
    assert [parse_acquaintance(values) for values in damaged] == [STRANGER] * len(damaged)


def played(take: bool) -> list[tuple[int, int]]:
    """Returns occasions and cases of each habit over four deals of a person who bids high.

    take: whether the person takes each trick if possible; else leaves it.
    """
    session, rng = Session(GOOSE, header(Variant(GOOSE, OPTIONS), CODE)), Random(4)
    seen = [(0, 0)] * len(USUAL)
    for _ in range(4):
        session.begin_deal()
        while session.due == "act":
            state, legal = session.state, list(session.legal())
            assert state is not None and session.turn is not None
            action = rng.choice(legal)
            if session.turn == 0:
                sense = GOOSE.heuristics.trick_analysis(state, 0) if legal[0] < cards.PACK_SIZE else None
                wanted = 0 if sense is None else sense.takers if take else sense.losers
                action = next((card for card in legal if card < cards.PACK_SIZE and BIT[card] & wanted), legal[-1])
            session.act(session.turn, action)
        session.score_deal()
        counted = session.scored_deals[-1]
        counts = count_habits(GOOSE, OPTIONS, counted.standing, counted.deal, counted.actions, 0)
        seen = [(of + more, did + again) for (of, did), (more, again) in zip(seen, counts, strict=True)]
    return seen


def test_what_lay_open_is_counted() -> None:
    order = list(USUAL)
    taking, leaving = played(True), played(False)
    for seen in (taking, leaving):
        assert seen[order.index("bids_high")][0] == 4 and seen[order.index("takes")][0] >= 2
        assert all(0 <= did <= of for of, did in seen)
    of, did = taking[order.index("takes")]
    assert did == of
    assert leaving[order.index("takes")][1] == 0
    assert leaving[order.index("bids_high")][1] >= 2


def test_cards_that_never_lay_open_count_for_nothing() -> None:
    """After the first trick of a deal, the cards still in the person's hand do not count as a choice."""
    session = Session(GOOSE, header(Variant(GOOSE, OPTIONS), CODE))
    session.begin_deal()
    while session.due == "act":
        assert session.turn is not None
        session.act(session.turn, session.legal()[0])
    state, standing, deal = session.state, session.standing, session.deal
    assert state is not None and deal is not None
    first = [(seat, action) for seat, action in state.actions if action >= 128] + [
        one for one in state.actions if one[1] < 128
    ][: len(state.hands)]
    counts = dict(zip(USUAL, count_habits(GOOSE, OPTIONS, standing, deal, first, 0), strict=True))
    assert counts["takes"] == counts["leads_trumps"] == (0, 0)


def test_a_person_is_expected_to_do_the_same_again_now_and_then() -> None:
    variant, met = Variant(GOOSE, OPTIONS), 0
    for turn in turns(variant, "expected", 60, 0.5):
        state = turn.truth
        group = GOOSE.playable(state)
        usual = HabitPlayoutPolicy(GOOSE.heuristics, {})
        keen = HabitPlayoutPolicy(GOOSE.heuristics, {state.turn: {"takes": 1.0 - 1e-9, "bids_high": 1.0 - 1e-9}})
        other = HabitPlayoutPolicy(GOOSE.heuristics, {(state.turn + 1) % 3: {"takes": 0.9, "bids_high": 0.9}})
        if group & (group - 1) and state.trick:  # type: ignore[attr-defined]
            sense = GOOSE.heuristics.trick_analysis(state, 0)
            assert sense is not None
            if sense.takers & group:
                met += 1
                assert BIT[keen.pick_card(state, group, 0.5)] & sense.takers
            assert (
                other.pick_card(state, group, 0.5)
                == usual.pick_card(state, group, 0.5)
                == GOOSE.heuristics.pick_card(state, group, 0.5)
            )
        elif not group:
            legal = GOOSE.legal(state)
            assert keen.pick_call(state, legal, 0.0) >= usual.pick_call(state, legal, 0.0)
    assert met > 3


def test_a_player_that_expects_habits_plays_on_and_expert_does_not_mind() -> None:
    for turn in turns(Variant(GOOSE, OPTIONS), "leanings", 6, 0.3):
        chosen = []
        for leanings in ({}, {"Ann": {"takes": 0.3, "bids_high": 0.3}}):
            for level in ("medium", "expert"):
                player = make_player(level, Random(1), 8)
                set_expected_habits(player, ("Ann", "Ben", "Cyd"), leanings)
                chosen.append((level, decide(player, turn.view)))
                assert chosen[-1][1] in turn.view.legal
        assert chosen[1] == chosen[3]
