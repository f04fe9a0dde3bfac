"""Chances of winning: they add up, the end decides, better totals never hurt; and how long a game is said to take."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import comb, erfc, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goosetable import play
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.options import is_one_deal
from goosetable.engine.strength.win_chances import DealSpread, RaceChances, TargetRace, lead_chances, normal_cdf
from goosetable.games import SHELF
from goosetable.games.goose.rules import Goose, Roles, roles_after
from goosetable.games.gooseberry_fool.rules import TRICKS, FoolOptions, GooseberryFool
from tests.games.playing import Variant, find, variants

FOOL = find("gooseberry-fool")
CLOSE = 1e-9
GRAIN = 0.004
"""What is lost where ends are cut off and figures interpolated."""


def totals(variant: Variant, rng: Random) -> tuple[int, ...]:
    """Totals that a game may go on with, or not."""
    most = variant.game.text.target(variant.options) or 120
    return tuple(rng.randint(-most // 5, most + 3) for _ in range(variant.game.seats(variant.options)))


def standing(variant: Variant, rng: Random) -> Standing:
    """Somewhere in a game, or at its end."""
    found = totals(variant, rng)
    if variant.game.id == FOOL.id:
        found = tuple(max(total, 0) for total in found)
    length = variant.game.text.deal_count(variant.options)
    deals = rng.randint(min(1, length - 1), length) if length else 1
    return Standing(deals, found, roles_after(found, Roles()) if isinstance(variant.game, Goose) else None)


def turned(found: Standing, left: int) -> Standing:
    """The same with everybody so many seats further on."""
    seats = len(found.totals)

    def those(group: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((seat + left) % seats for seat in group))

    carry = found.carry and Roles(those(found.carry.asses), those(found.carry.geese))
    return Standing(found.deals, tuple(found.totals[(seat - left) % seats] for seat in range(seats)), carry)


def chances(variant: Variant, found: Standing) -> tuple[float, ...]:
    return variant.game.heuristics.win_chances(variant.options, found)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_chances_add_up_and_go_round_with_the_seats(variant: Variant) -> None:
    rng, over = Random(f"{variant}"), 0
    for _ in range(6):
        found = standing(variant, rng)
        each = chances(variant, found)
        assert len(each) == len(found.totals)
        assert all(0 <= chance <= 1 for chance in each)
        assert sum(each) == pytest.approx(1, abs=CLOSE)
        left = rng.randrange(1, len(each))
        assert chances(variant, turned(found, left)) == pytest.approx((*each[-left:], *each[:-left]), abs=CLOSE)
        winners = variant.game.winners(variant.options, found)
        if winners:
            over += 1
            assert each == tuple(1 / len(winners) if seat in winners else 0 for seat in range(len(each)))
    level = Standing(0, (0,) * variant.game.seats(variant.options))
    assert chances(variant, level) == pytest.approx([1 / len(level.totals)] * len(level.totals))


def by_totals(game: AnyGame) -> bool:
    return isinstance(game.heuristics, TargetRace) or game.text.deal_count(game.Options()) > 0


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "variant", [each for each in variants() if by_totals(each.game) and not is_one_deal(each.options)], ids=str
)
def test_better_totals_never_hurt(variant: Variant) -> None:
    rng, gained = Random(f"more {variant}"), 0.0
    for _ in range(12):
        found = standing(variant, rng)
        seat, more = rng.randrange(len(found.totals)), rng.randint(1, 12) * (-1 if variant.game.lowest_wins else 1)
        better = tuple(total + more * (other == seat) for other, total in enumerate(found.totals))
        before, after = chances(variant, found)[seat], chances(variant, found._replace(totals=better))[seat]
        assert after >= before - GRAIN
        gained += after - before
    assert gained > 0


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_every_game_knows_more_than_that_all_are_level(game: Any) -> None:
    options = game.Options()
    most = game.text.target(options) or 100
    tenths = (1, 5, 9) if game.lowest_wins else (9, 5, 1)
    far = tuple(most * tenths[min(seat, 2)] // 10 for seat in range(game.seats(options)))
    variant = Variant(game, options)
    late = game.text.deal_count(options) - 1 if game.text.deal_count(options) else 4
    each = chances(variant, Standing(late, far))
    assert max(each) > 0.6


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_studying_first_changes_nothing(game: Any) -> None:
    variant = Variant(game, game.Options())
    before = [chances(variant, standing(variant, Random(seed))) for seed in range(4)]
    for _ in game.heuristics.prepare_win_chances(variant.options):
        pass
    assert [chances(variant, standing(variant, Random(seed))) for seed in range(4)] == before


@pytest.mark.parametrize("game", [game for game in SHELF if isinstance(game.heuristics, TargetRace)], ids=lambda game: game.id)
def test_a_race_that_was_studied_is_the_one_that_is_asked(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, options = type(game)(), game.Options()
    assert len(list(fresh.heuristics.prepare_win_chances(options))) >= 10
    assert not list(fresh.heuristics.prepare_win_chances(options))
    monkeypatch.setattr(
        RaceChances, "_distribution_after_deal", lambda race, distribution: pytest.fail("a deal was followed once more")
    )
    seats = fresh.seats(options)
    for total in range(0, options.target, 7):
        totals = (total,) + (options.target // 2,) * (seats - 1)
        assert sum(fresh.heuristics.win_chances(options, Standing(3, totals))) == pytest.approx(1, abs=CLOSE)


def test_the_middle_of_three_totals_is_nearly_sure_of_the_game() -> None:
    high, mid, low = FOOL.heuristics.win_chances(FoolOptions(), Standing(5, (90, 60, 40)))
    assert high == pytest.approx(0.0, abs=0.02)
    assert mid == pytest.approx(0.975, abs=0.02)
    assert low == pytest.approx(0.02, abs=0.02)


@settings(max_examples=30, deadline=None)
@given(st.tuples(*[st.integers(86, 99)] * 3), st.sampled_from(["middle", "hundred"]))
def test_a_last_deal_of_gooseberry_fool_is_exact(before: tuple[int, int, int], rule: str) -> None:
    """With so much everywhere the next deal ends the game, whatever happens in it: all its ways are counted here."""
    game, options = GooseberryFool(), FoolOptions(end_rule=rule)
    expected = [0.0, 0.0, 0.0]
    for one in range(TRICKS + 1):
        for two in range(TRICKS + 1 - one):
            taken = (one, two, TRICKS - one - two)
            base = [taken[seat] + 2 * taken[seat - 1] for seat in range(3)]
            points = [own + 10 * (own == sorted(base)[1] and base.count(own) == 1) for own in base]
            after = tuple(total + own for total, own in zip(before, points, strict=True))
            winners = game.winners(options, Standing(2, after)) or (0, 1, 2)
            for seat in winners:
                expected[seat] += comb(TRICKS, one) * comb(TRICKS - one, two) / 3**TRICKS / len(winners)
    assert game.heuristics.win_chances(options, Standing(1, before)) == pytest.approx(expected)


def test_gooseberry_fool_far_from_the_end_agrees_with_games_played_at_random() -> None:
    rng, start, won = Random(4), (35, 20, 60), [0, 0, 0]
    for _ in range(1500):
        now = start
        while not (winners := FOOL.winners(FoolOptions(), Standing(1, now))):
            taken = [0, 0, 0]
            for _ in range(TRICKS):
                taken[rng.randrange(3)] += 1
            base = [taken[seat] + 2 * taken[seat - 1] for seat in range(3)]
            points = [own + 10 * (own == sorted(base)[1] and base.count(own) == 1) for own in base]
            now = (now[0] + points[0], now[1] + points[1], now[2] + points[2])
        won[winners[0]] += 1
    assert FOOL.heuristics.win_chances(FoolOptions(), Standing(3, start)) == pytest.approx(
        [count / 1500 for count in won], abs=0.04
    )


def test_a_race_that_is_certain_is_certain() -> None:
    """Ten points a deal, always: whoever is ahead stays ahead."""
    race = RaceChances(100, DealSpread((10,) * 11, 0.0))
    assert race.win_chances((80, 95)) == pytest.approx((0, 1), abs=0.01)
    assert race.win_chances((40, 40, 20)) == pytest.approx((0.5, 0.5, 0), abs=0.01)


PACE = DealSpread((-4, 0, 2, 5, 8, 10, 12, 15, 18, 22, 32), 0.0)


@pytest.mark.parametrize("lowest", [False, True])
@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 99), min_size=2, max_size=4), st.integers(0, 10**6))
def test_a_race_agrees_with_races_run(lowest: bool, start: list[int], seed: int) -> None:
    rng, won, races = Random(seed), [0.0] * len(start), 1200
    for _ in range(races):
        now = [float(total) for total in start]
        while max(now) < 100:
            for seat in range(len(now)):
                part = rng.randrange(10)
                now[seat] += rng.uniform(PACE.tenths[part], PACE.tenths[part + 1])
        won[now.index(min(now) if lowest else max(now))] += 1 / races
    assert RaceChances(100, PACE, lowest).win_chances(start) == pytest.approx(won, abs=0.075)


def test_scores_that_go_together_tell_seats_apart_less() -> None:
    apart, together = (
        RaceChances(100, DealSpread(PACE.tenths, correlation)).win_chances((60, 50))[0] for correlation in (-0.9, 0.6)
    )
    assert 0.5 < apart < together - 0.05


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-100, 100), min_size=2, max_size=6), st.floats(1, 50))
def test_of_expected_totals_the_higher_leads_the_more_often(expected: list[float], spread: float) -> None:
    found = lead_chances(expected, [spread] * len(expected), 1.0)
    assert sum(found) == pytest.approx(1)
    order = sorted(range(len(expected)), key=expected.__getitem__)
    assert all(found[low] <= found[high] + GRAIN for low, high in pairwise(order))


def test_a_normal_variable_is_what_the_library_says() -> None:
    for step in range(-900, 901):
        assert abs(normal_cdf(step / 100) - erfc(-step / 100 / sqrt(2)) / 2) < 1e-7


def test_the_ass_has_something_to_hope_for() -> None:
    """In the last deal but none, twenty behind: with the doubled points of the Ass that is nothing."""
    game = find("goose")
    options = game.Options()
    late = Standing(len(game.text.deal_sizes(options, Standing(0, (0,) * 4)).sizes) - 1, (100, 60, 80, 90))  # type: ignore[union-attr]
    ass = game.heuristics.win_chances(options, late._replace(carry=Roles((1,), (0,))))
    nobody = game.heuristics.win_chances(options, late._replace(carry=Roles()))
    assert ass[1] > 2 * nobody[1]
    assert ass[0] < nobody[0]


def test_a_lead_counts_for_more_the_later_it_is() -> None:
    for name, ahead in (("goose", 60), ("goosed", 43)):
        game = find(name)
        options = game.Options()
        ladder = game.text.deal_sizes(options, Standing(0, (0,) * 4))
        assert ladder is not None
        late = [
            game.heuristics.win_chances(options, Standing(deals, (ahead, 40, 40, 40)))[0] for deals in range(len(ladder.sizes))
        ]
        assert late[0] < late[-1] - 0.1
        assert all(one <= two + 0.01 for one, two in pairwise(late))


EXTRA = 1.6
"""Acts of a seat in a deal by which the count may be wrong: calls differ from deal to deal."""


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_each_seat_acts_as_often_in_a_deal_as_is_counted(game: AnyGame) -> None:
    options = game.short_game_options(game.Options())
    seats = game.seats(options)
    size = game.hand_size(options, Standing(0, (0,) * seats))
    table = play(game.id, code="7Q4K-M2XD-9TBR", players=["random"] * seats)
    table.run(1)
    acts = sum('"do"' in line for line in table.record.splitlines()) / seats
    dealt = game.hand_size(game.Options(), Standing(0, (0,) * seats))
    assert abs(game.text.actions_per_seat(game.Options(), dealt) - acts) <= EXTRA
    assert size <= dealt


def test_goose_is_first_laid_as_a_game_of_about_twenty_minutes() -> None:
    goose = find("goose")
    for players in range(2, 10):
        options = goose.short_game_options(goose.Options(players=players))
        goose.check_options(options)
        assert 15 <= goose.text.estimated_minutes(options) <= 25
        assert goose.short_game_options(options) == options
    assert goose.text.estimated_minutes(goose.Options()) >= 40
    assert goose.Options().max_hand == "none", "the rules stay as printed"


def test_more_people_and_longer_targets_take_longer() -> None:
    for game in SHELF:
        options = game.Options()
        assert game.text.estimated_minutes(options, 2) > game.text.estimated_minutes(options, 1) > 0
    throps = find("throps").Options()
    assert find("throps").text.estimated_minutes(replace(throps, target=500)) > find("throps").text.estimated_minutes(throps)
