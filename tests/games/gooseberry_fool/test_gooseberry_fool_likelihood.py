"""What the cards that others played tell of their hands in Gooseberry Fool."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from random import Random
from statistics import mean

import pytest

from goosetable.cards import Cards, cards
from goosetable.engine.hidden.view import view
from goosetable.engine.record import seed
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.policy import HabitLikelihood, begun_again
from goosetable.games.gooseberry_fool.ai import TrickLikelihood, wants
from goosetable.games.gooseberry_fool.policy import FoolPolicy
from goosetable.games.gooseberry_fool.rules import JOKER_BIT, SUITED, FoolOptions, taker, takers
from goosetable.players import decide, make
from goosetable.players.search import PERFECT, Determinizer
from tests.games.fools import GAME, do, position
from tests.games.playing import Variant, header


def second_trick(last: str) -> TrickState:
    """Seat 0 has the first trick and leads 9S, seat 1 plays QS, and seat 2, which wants seat 1 to have it, plays `last`."""
    state = position("TH 9S AC", "9H QS KD", f"JH {last} KC")
    do(state, "play TH", "play 9H", "play JH", "play 9S", "play QS", f"play {last}")
    return state


def seen_by(state: TrickState, seat: int) -> TrickLikelihood:
    """What a seat takes to be credible."""
    known = view(GAME, state, seat).known
    assert isinstance(known, TrickState)
    return TrickLikelihood(known, seat)


def hands(state: TrickState, seat: int, held: str, other: str) -> list[Cards]:
    """What seat 1 imagines: `held` in the hand of a seat, `other` in the third hand."""
    found = list(state.hands)
    found[seat], found[2 - seat] = cards(held), cards(other)
    return found


def test_after_one_trick_the_seat_on_its_left_wants_the_next_to_go_to_its_own_left() -> None:
    to_first, to_second, to_third = wants(1, 0, 0, 2)
    assert to_second > max(to_first, to_third)


def test_who_gave_a_trick_away_had_no_card_to_do_better() -> None:
    state = second_trick("8S")
    credence = seen_by(state, 1)
    # With the king the queen would have been the middle of three spades; with the seven nothing would have been different.
    able, unable = (credence.of(hands(state, 2, own, "AC")) for own in ("KS", "7S"))
    assert unable > able + log(2)


def test_who_did_what_it_wanted_may_hold_anything() -> None:
    state = second_trick("KS")
    credence = seen_by(state, 1)
    assert credence.of(hands(state, 2, "8S", "AC")) > credence.of(hands(state, 2, "AS", "8S"))


def test_the_one_who_imagines_asks_nothing_of_its_own_cards() -> None:
    state = second_trick("8S")
    assert all(step.seat != 2 for step in seen_by(state, 2).steps)


def test_deals_are_thought_of_as_often_as_they_are_credible() -> None:
    state = second_trick("8S")
    seen = view(GAME, state, 1)
    determinizer = Determinizer(seen, PERFECT, 0)
    for _ in determinizer.weight(Random(1), 400, 25):
        pass
    credence = seen_by(state, 1)
    one, two = (exp(credence.of(hands(state, 2, own, other))) for own, other in (("KC", "AC"), ("AC", "KC")))
    rng, number = Random(2), 4000
    share = sum(determinizer.sample(rng).hands == state.hands for _ in range(number)) / number
    assert share == pytest.approx(one / (one + two), abs=0.06)


def test_the_truth_is_more_credible_than_what_else_fits() -> None:
    found = [gain for number in range(1, 5) for gain in gains(seed.show(seed.nth("credence", number)))]
    assert mean(found) > 0.15, "nats; if cards told nothing, this would be below 0"


def gains(code: str) -> Iterator[float]:
    """How much more credible the true hands are, in the middle of the deals of a game between greedy players."""
    session = Session(GAME, header(Variant(GAME, GAME.Options()), code))
    players = [make("greedy", Random(seat)) for seat in range(3)]
    while session.due == "deal":
        session.begin()
        while session.due == "act":
            state, seat = session.state, session.turn
            assert isinstance(state, TrickState)
            assert seat is not None
            if not state.trick and 3 <= sum(state.taken()) <= 9:
                yield gained(state, seat)
            session.act(seat, decide(players[seat], session.view(seat)))
        session.score()


def gained(state: TrickState, seat: int) -> float:
    """How much more likely the true hands are than the mean of those that fit, as a logarithm."""
    seen = view(GAME, state, seat)
    credence, determinizer, rng = seen_by(state, seat), Determinizer(seen, PERFECT, 0), Random(seat)
    return credence.of(state.hands) - log(mean(exp(credence.of(determinizer.sample(rng).hands)) for _ in range(40)))


def test_takers_are_those_of_the_rule() -> None:
    for one, two, three in [SUITED[place : place + 3] for place in range(len(SUITED) - 2)]:
        masks = takers(one, two)
        assert masks[taker(one, two, three)] >> three & 1
        assert sum(masks).bit_count() == len(SUITED) - 2


# ---------------------------------------------------------------------- by the policy that the game learned


def by_habits(known: TrickState, seat: int, policy: FoolPolicy) -> HabitLikelihood[TrickState, FoolOptions]:
    return HabitLikelihood(known, begun_again(known), seat, GAME, policy, JOKER_BIT)


def test_what_others_played_is_as_likely_as_the_policy_says() -> None:
    state = second_trick("8S")
    policy = GAME.heuristics.policy()
    assert isinstance(policy, FoolPolicy)
    known = view(GAME, state, 1).known
    assert isinstance(known, TrickState)
    read = by_habits(known, 1, policy)
    assert read.tells
    # Of the others: seat 0 led the ten and the nine, seat 2 played the jack to hearts and the eight to spades.
    before = position("TH 9S AC", "9H QS KD", "JH 8S KC")
    expected = 0.0
    for text in ("play TH", "play 9H", "play JH", "play 9S", "play QS", "play 8S"):
        legal = GAME.legal(before)
        action = GAME.read(text, legal)
        if before.turn != 1 and len(legal) > 1:
            expected += log(policy.chances(before, legal)[legal.index(action)])
        GAME.apply(before, action)
    assert expected < 0 and read.of(state.hands) == pytest.approx(expected)
    assert read.of(state.hands) == pytest.approx(expected), "asked twice, it says the same"


def test_nothing_is_told_before_the_others_have_played() -> None:
    known = view(GAME, position("TH 9S AC", "9H QS KD", "JH 8S KC"), 0).known
    policy = GAME.heuristics.policy()
    assert isinstance(known, TrickState) and policy is not None
    assert GAME.heuristics.likelihood_by(policy, known, 0) is None


def test_hands_of_those_who_play_by_the_policy_are_credible() -> None:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, FoolPolicy)
    rng, found = Random(6), []
    for number in range(12):
        state = dealt(number)
        while sum(state.taken()) < 6 or state.trick:
            legal = GAME.legal(state)
            GAME.apply(state, policy.call(state, legal, rng.random()) if len(legal) > 1 else legal[0])
        seen = view(GAME, state, state.turn)
        known, determinizer = seen.known, Determinizer(seen, PERFECT, 0)
        assert isinstance(known, TrickState)
        read = by_habits(known, state.turn, policy)
        others = [exp(read.of(determinizer.sample(rng).hands)) for _ in range(40)]
        found.append(read.of(state.hands) - log(mean(others)))
    assert mean(found) > 0.15, "nats; if cards told nothing, this would be below 0"


def dealt(number: int) -> TrickState:
    fresh = Standing(0, (0, 0, 0))
    options = GAME.Options()
    return GAME.begin(options, fresh, GAME.deal(options, fresh, number % 3, Stream(f"{number:012d}", 1)))
