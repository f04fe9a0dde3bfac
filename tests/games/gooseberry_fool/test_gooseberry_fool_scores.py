"""Gooseberry Fool: rules 8 to 11, the options and the facts, over every split of the tricks and every way a game can go."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.engine.rules import options
from goosetable.engine.rules.deal import Standing
from goosetable.games.gooseberry_fool.rules import FoolOptions, bases, middle, odd_one, outlook
from tests.games import playing
from tests.games.fools import GAME, after, table

Three = tuple[int, ...]
"""Something for each of the three seats."""
SPLITS: list[Three] = [(a, b, 11 - a - b) for a in range(12) for b in range(12 - a)]
TARGETS = (50, 100, 150)


# ---------------------------------------------------------------------- rule 8: the score of a deal


def _final(taken: Three) -> list[int]:
    """Rule 8 as it is written."""
    base = [taken[0] + 2 * taken[2], taken[1] + 2 * taken[0], taken[2] + 2 * taken[1]]
    return [score + 10 if score == sorted(base)[1] else score for score in base]


def test_rule_8_every_split_of_the_tricks_scores_as_written() -> None:
    assert len(SPLITS) == 78
    for taken in SPLITS:
        assert list(GAME.points(after(taken))) == _final(taken)


def test_rule_8_the_three_scores_total_33_and_never_tie() -> None:
    for taken in SPLITS:
        assert sum(bases(taken)) == 33
        assert len(set(bases(taken))) == 3


def test_rule_8_the_middle_score_adds_10_so_a_deal_distributes_43() -> None:
    for taken in SPLITS:
        base, points = bases(taken), GAME.points(after(taken))
        assert sum(points) == 43
        assert [seat for seat in range(3) if points[seat] == base[seat] + 10] == [middle(base)]


@pytest.mark.parametrize(
    ("taken", "base", "final"),
    [
        ((4, 4, 3), (10, 12, 11), (10, 12, 21)), ((5, 3, 3), (11, 13, 9), (21, 13, 9)), ((11, 0, 0), (11, 22, 0), (21, 22, 0)),
        ((0, 4, 7), (14, 4, 15), (24, 4, 15)), ((5, 6, 0), (5, 16, 12), (5, 16, 22)), ((0, 7, 4), (8, 7, 18), (18, 7, 18)),
    ],
)  # fmt: skip
def test_worked_examples_of_deal_scores(taken: Three, base: Three, final: Three) -> None:
    assert bases(taken) == base
    assert GAME.points(after(taken)) == final


@given(st.tuples(*[st.integers(0, 11)] * 3))
def test_rule_8_holds_for_a_deal_in_progress(taken: Three) -> None:
    base = bases(taken)
    assert sum(base) == 3 * sum(taken)
    assert middle(base) == (sorted(range(3), key=lambda seat: base[seat])[1] if len(set(base)) == 3 else None)


def test_fact_the_middle_is_whose_opponents_both_took_three_or_fewer_or_both_four_or_more() -> None:
    for taken in SPLITS:
        for seat in range(3):
            others = [taken[other] for other in range(3) if other != seat]
            assert (middle(bases(taken)) == seat) == (max(others) <= 3 or min(others) >= 4)


def test_fact_a_deal_is_worth_0_to_24_and_two_splits_are_best() -> None:
    scores = {(seat, taken): GAME.points(after(taken))[seat] for taken in SPLITS for seat in range(3)}
    assert (min(scores.values()), max(scores.values())) == (0, 24)
    best = {(taken[seat], taken[(seat - 1) % 3], taken[(seat + 1) % 3]) for (seat, taken), n in scores.items() if n == 24}
    assert best == {(0, 7, 4), (8, 3, 0)}, "own, right, left"


def test_the_payoff_and_the_laurels_are_the_middle() -> None:
    for taken in SPLITS:
        state = after(taken)
        best = middle(bases(taken))
        assert GAME.laurels(state) == (best,)
        assert GAME.heuristics.payoff(state) == tuple(float(seat == best) for seat in range(3)) == outlook(taken)


# ---------------------------------------------------------------------- rules 9 and 10, and the options: the end


def _winners(totals: Three, **rules: Any) -> tuple[int, ...]:
    return GAME.winners(FoolOptions(**rules), Standing(1, totals))


def test_rule_9_totals_accumulate() -> None:
    session = table()
    totals = [0, 0, 0]
    for _ in playing.steps(session, Random(9)):
        state: Any = session.state
        if session.due == "score":
            points = GAME.points(state)
            totals = [total + won for total, won in zip(totals, points, strict=True)]
    assert session.standing.totals == tuple(totals)


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


def test_rule_10_the_middle_total_wins_and_of_two_level_the_third() -> None:
    assert odd_one((30, 20, 10)) == odd_one((10, 20, 30)) == 1
    assert odd_one((20, 20, 10)) == odd_one((20, 20, 30)) == 2
    assert odd_one((10, 20, 20)) == 0
    assert odd_one((7, 7, 7)) is None


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


def test_fact_a_game_to_100_lasts_5_6_or_7_deals() -> None:
    assert set(_ends(100)) == {5, 6, 7}


def test_fact_all_three_reach_100_only_as_100_100_101() -> None:
    assert {totals for ends in _ends(100).values() for totals in ends if totals[0] >= 100} == {(100, 100, 101)}


@pytest.mark.parametrize("target", TARGETS)
def test_fact_three_level_totals_cannot_end_a_game(target: int) -> None:
    assert all(len(set(totals)) > 1 for ends in _ends(target).values() for totals in ends)


@pytest.mark.parametrize("target", TARGETS)
def test_every_possible_end_has_one_winner_under_both_rules(target: int) -> None:
    for ends in _ends(target).values():
        for totals in ends:
            for rule in ("middle", "hundred"):
                assert len(_winners(totals, target=target, end_rule=rule)) == 1


# ---------------------------------------------------------------------- rule 11: Golden Geese


@pytest.mark.parametrize("geese", range(1, 11))
def test_rule_11_the_winner_wins_the_agreed_number_of_golden_geese(geese: int) -> None:
    for seat in range(3):
        expected = [geese if other == seat else 0 for other in range(3)]
        session = table(geese=geese)
        session.winners = (seat,)
        assert list(session.prizes) == expected
        assert session.end().extras == {"geese": expected}
    assert GAME.text.prize == ("Golden Goose", "Golden Geese")


def test_options_are_those_of_the_rules_default_first() -> None:
    found = {rule.key: [choice.value for choice in rule.choices] for rule in options.options_of(FoolOptions)}
    assert found == {"end_rule": ["middle", "hundred"], "target": [100, 50, 150], "geese": list(range(1, 11))}
    assert options.write(FoolOptions()) == {"end_rule": "middle", "target": 100, "geese": 1}
