"""Goosed: scores, the end, three players, set-up deals and the facts; a test for each sentence, named after it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.record.seed import nth
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import TURNED, Marked
from goosetable.games.goosed.rules import GEESE, NOBODY, GoosedOptions, geese_worth, score
from tests.games import playing
from tests.games.foxes import DEAL_A, DEAL_B, GAME, HANDS, dealt, do, position, table

# ---------------------------------------------------------------------- rule 7: scores


def _sets(*geese: str) -> tuple[int, ...]:
    return tuple(cards.cards(text) for text in geese)


def test_rule_7_two_for_each_trick_of_a_red_fox_and_one_for_each_of_a_white() -> None:
    assert score((1, 2, 3, 1), _sets("", "", "", "4S 4H 4D 4C"), (0, 1)) == (2, 4, 13, 11)


def test_rule_7_the_goose_of_diamonds_is_worth_4_and_each_other_2() -> None:
    assert [geese_worth(cards.cards(goose)) for goose in ("4S", "4H", "4D", "4C")] == [2, 2, 4, 2]
    assert geese_worth(GEESE) == 10


def test_rule_7_every_member_scores_the_teams_full_amount() -> None:
    assert score((7, 0, 0, 0), _sets("4S 4D", "", "4H 4C", ""), (0, 1)) == (14 + 6, 6, 4, 4)


def test_rule_7_goosed_red_foxes_score_nothing_and_white_keep_theirs() -> None:
    assert score((3, 2, 1, 1), _sets("4S 4D", "4H 4C", "", ""), (0, 1)) == (0, 0, 1, 1)
    assert score((6, 1, 0, 0), _sets("4S 4D 4H 4C", "", "", ""), (0,)) == (0, 1, 0, 0)


def test_option_team_points_split() -> None:
    reds = _sets("4S", "", "4H 4D 4C", "")
    assert score((7, 0, 0, 0), reds, (0, 1), split=True) == (15, 1, 4, 4)
    lone = score((1, 2, 3, 1), _sets("4S 4H", "4C", "4D", ""), (0,), split=True)
    assert lone == (6, 4, 5, 3)
    three = score((1, 2, 3, 1), _sets("4S 4H 4D", "4C", "", ""), (0,), split=True)
    assert three == (10, 2 + Fraction(2, 3), 3 + Fraction(2, 3), 1 + Fraction(2, 3))
    assert score((3, 2, 1, 1), _sets("4S 4D", "4H 4C", "", ""), (0, 1), split=True) == (0, 0, 1, 1)


def test_option_team_points_split_is_recorded_exactly() -> None:
    written: list[str] = []
    for seed in range(20):
        session, text = playing.play(playing.Variant(GAME, GoosedOptions(team_points="split")), seed, code=nth("split", seed))
        written += text.splitlines()
        assert sum(session.standing.totals) == int(sum(session.standing.totals))
    assert any('/3"' in line for line in written if line.startswith('{"score"'))


# ---------------------------------------------------------------------- the worked example


@pytest.mark.parametrize(
    ("tricks", "taken", "reds", "points"),
    [(DEAL_A, (1, 0, 3, 3), (0, 2), (10, 2, 14, 5)), (DEAL_B, (2, 0, 3, 2), (0, 2), (0, 0, 0, 2))],
)
def test_worked_example(
    tricks: tuple[str, ...], taken: tuple[int, ...], reds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    state = dealt()
    leaders = [0, 0, 2, 2, 2, 3 if tricks is DEAL_A else 0, 3]
    for leader, trick in zip(leaders, tricks, strict=True):
        assert state.turn == leader
        do(state, *trick.split())
    assert state.over
    assert (state.taken(), state.reds, GAME.points(state)) == (taken, reds, points)


# ---------------------------------------------------------------------- rule 8: the end


@pytest.mark.parametrize("length", [4, 8])
@pytest.mark.parametrize(("totals", "winners"), [((9, 5, 5, 8), (0,)), ((5, 9, 5, 9), ()), ((Fraction(19, 2), 9, 5, 9), (0,))])
def test_rule_8_most_points_win_unless_first_place_is_tied(length: int, totals: Any, winners: tuple[int, ...]) -> None:
    options = GoosedOptions(length=length)
    assert GAME.winners(options, Standing(length - 1, totals)) == ()
    assert GAME.winners(options, Standing(length, totals)) == winners
    assert GAME.winners(options, Standing(length + 1, totals)) == winners


def test_rule_8_extra_deals_are_played_with_the_deal_rotating() -> None:
    lengths = set()
    for seed in range(150):
        session, _ = playing.play(playing.Variant(GAME, GoosedOptions()), seed, code=nth("tie", seed))
        assert len(session.winners) == 1
        lengths.add(session.standing.deals)
    assert {4, 5} <= lengths


# ---------------------------------------------------------------------- three players

THREE = ("7S 4S 5H 2D 6C AC 3D 5D AH", "6S 4D 7D 2H 5C 3C AS 2S 3S", "5S 4H 6D 7C 3H 2C AD 6H 4C")


def test_three_nine_cards_each_and_the_last_is_turned_up_and_stays_out() -> None:
    deal = table(players=3).next_deal()
    order = Stream(playing.CODE.replace("-", ""), 1).shuffle(GAME.pack(GoosedOptions()))
    assert [len(hand) for hand in deal.hands] == [9, 9, 9]
    assert deal.turned == order[-1]
    state = dealt(THREE)
    assert state.piles()[TURNED] == cards.cards("7H")
    assert not sum(state.hands) & cards.cards("7H")


@pytest.mark.parametrize(("rule", "reds"), [("play-and-catch", (0, 2)), ("catch-only", (2,))])
def test_three_who_is_red(rule: str, reds: tuple[int, ...]) -> None:
    state = position("4S 2S", "AS 2H", "7S 3C", three_rule=rule)
    events = do(state, "4S", "AS", "7S")
    assert state.reds == reds
    marked = [event for event in events if isinstance(event, Marked)]
    assert [event.seat for event in marked if event.badge == "redfox"] == ([0, 2] if len(reds) == 2 else [2])
    assert [event.seat for event in marked if event.badge == "whitefox"] == [seat for seat in range(3) if seat not in reds]


def test_three_a_lone_red_fox_is_possible() -> None:
    state = position("4S 2S", "AS 2H", "2C 3C")
    do(state, "4S", "AS", "2C")
    assert state.reds == (0,)


def test_three_a_turned_goose_counts_for_nobody_and_the_other_three_are_goosed() -> None:
    out = cards.cards("4D")
    assert score((3, 3, 3), _sets("4S 4H", "4C", ""), (0, 1), out=out) == (0, 0, 3)
    assert score((3, 3, 3), _sets("4S 4H", "", "4C"), (0, 1), out=out) == (10, 10, 5)
    assert score((3, 3, 3), _sets("4S 4H 4C", "", ""), (0,), out=cards.cards("7H")) == (12, 3, 3)


# ---------------------------------------------------------------------- set-up deals


@pytest.mark.parametrize(
    ("hands", "turned", "why"),
    [
        (HANDS, None, "a card must be turned up"), (HANDS, "AS", "the turned card must be the dealer's, and AS is not"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H 7H"), "7H", "is not in the pack|is dealt twice"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H"), "7H", "seat 3 has 6 cards, not 7"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H KD"), "7H", "KD is not in the pack"),
    ],
)  # fmt: skip
def test_set_up_deals_are_complete(hands: tuple[str, ...], turned: str | None, why: str) -> None:
    up = None if turned is None else cards.card(turned)
    with pytest.raises(ValueError, match=why):
        table(None).begin(Deal(1, 3, tuple(cards.hand(hand) for hand in hands), turned=up))


def test_in_a_set_up_deal_any_card_of_the_dealer_may_be_turned() -> None:
    table(None).begin(Deal(1, 3, tuple(cards.hand(hand) for hand in HANDS), turned=cards.card("2S")))


# ---------------------------------------------------------------------- facts, and random games

OPTION_SETS = [
    {"players": players, "ace": ace, "team_points": points, "three_rule": rule}
    for players, ace, points, rule in product((4, 3), ("low", "high"), ("full", "split"), ("play-and-catch", "catch-only"))
    if players == 3 or rule == "play-and-catch"
]


def _random_deal(options: GoosedOptions, stream: Stream, rng: Random) -> None:
    standing = Standing(0, (0,) * options.players)
    state = GAME.begin(options, standing, GAME.deal(options, standing, 1, stream))
    while not state.over:
        legal = GAME.legal(state)
        assert legal
        assert not state.hands[state.turn] & state.voids[state.turn]
        GAME.apply(state, rng.choice(legal))
    whites = [seat for seat in range(options.players) if seat not in state.reds]
    assert state.catcher in state.reds
    assert state.first != NOBODY, "somebody always becomes Red"
    assert sum(state.won[seat] & GEESE for seat in whites) != GEESE & ~state.out, "White can never capture all four"
    assert sum(state.taken()) == (7 if options.players == 4 else 9)
    if options.players == 4:
        points = GAME.points(state)
        assert all(points[seat] <= (20 if seat in state.reds else 14) for seat in range(4))


@pytest.mark.parametrize("rules", OPTION_SETS, ids=str)
def test_random_deals(rules: dict[str, Any]) -> None:
    for seed in range(300):
        _random_deal(GoosedOptions(**rules), Stream(nth(str(rules), seed), 1), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("rules", OPTION_SETS, ids=str)
def test_very_many_random_deals(rules: dict[str, Any]) -> None:
    for seed in range(10_000):
        _random_deal(GoosedOptions(**rules), Stream(nth(str(rules), seed), 1), Random(seed))


@given(
    owners=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    tricks=st.lists(st.integers(0, 3), min_size=7, max_size=7),
    reds=st.sampled_from([(0,), (0, 1), (0, 2)]),
)
def test_fact_most_points_of_a_deal(owners: list[int], tricks: list[int], reds: tuple[int, ...]) -> None:
    """A seat has Geese only if it has a trick, and the first Goose is a Red Fox's."""
    if owners[0] not in reds or any(owner not in tricks for owner in owners):
        return
    geese = tuple(
        sum(cards.cards(f"4{suit}") for suit, owner in zip("SHDC", owners, strict=True) if owner == seat) for seat in range(4)
    )
    points = score(tuple(tricks.count(seat) for seat in range(4)), geese, reds)
    for seat in range(4):
        assert points[seat] <= (20 if seat in reds else 14)
    shared = score(tuple(tricks.count(seat) for seat in range(4)), geese, reds, split=True)
    assert all(part <= full for part, full in zip(shared, points, strict=True))


def test_fact_a_red_fox_can_have_20_and_a_white_14() -> None:
    assert score((6, 1, 0, 0), _sets("4S 4H 4D", "4C", "", ""), (0,))[0] == 12 + 8 == 20
    assert score((1, 6, 0, 0), _sets("4S", "4H 4D 4C", "", ""), (0,))[1] == 6 + 8 == 14
