"""What a player takes of what it has found: never what is plainly worse, and of equal actions the one that people choose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from goosetable.players.search import STEADY, Softmax, best, mixture, most_visited, softmax
from tests.games.playing import defaults
from tests.players.positions import turns

VIEWS = {
    str(variant): next(turn.view for turn in turns(variant, "picking", 80) if len(turn.view.legal) >= 4)
    for variant in defaults()
}


@pytest.mark.parametrize("name", VIEWS)
@given(data=some.data(), unit=some.floats(0.001, 0.5), seed=some.integers(0, 1000))
def test_nobody_takes_what_is_plainly_worse_or_hardly_known(name: str, data: some.DataObject, unit: float, seed: int) -> None:
    seen = VIEWS[name]
    size = len(seen.legal)
    visits = data.draw(some.lists(some.integers(1, 400), min_size=size, max_size=size))
    worth = data.draw(some.lists(some.floats(0, 1), min_size=size, max_size=size))
    values, counts = dict(zip(seen.legal, worth, strict=True)), dict(zip(seen.legal, visits, strict=True))
    parameters = Softmax(unit)
    taken = softmax(seen, visits, values, parameters, 1.0, Random(seed))
    known = [action for action in seen.legal if counts[action] >= parameters.known * max(visits)]
    assert taken in known
    assert values[taken] >= max(values[action] for action in known) - parameters.cutoff * unit - 1e-9
    assert counts[most_visited(seen, visits, values)] * 2 >= max(visits)


@pytest.mark.parametrize("name", VIEWS)
def test_of_equal_actions_everybody_takes_what_people_take(name: str) -> None:
    seen = VIEWS[name]
    values, visits = dict.fromkeys(seen.legal, 0.5), [10] * len(seen.legal)
    usual = seen.game.heuristics.playout(seen.known, seen.legal, STEADY)
    assert best(seen, values) == usual
    assert most_visited(seen, visits, values) == usual
    assert {softmax(seen, visits, values, Softmax(0.1), 1.0, Random(seed)) for seed in range(20)} == {usual}


def test_who_does_not_tell_apart_what_is_near_takes_all_of_that_alike() -> None:
    seen = next(iter(VIEWS.values()))
    first, second, third, *rest = seen.legal
    values = {first: 0.6, second: 0.5, third: 0.4, **dict.fromkeys(rest, 0.0)}
    alike = Softmax(0.2, evenly=True)
    times = Counter(softmax(seen, [9] * len(values), values, alike, 0.5, Random(seed)) for seed in range(3000))
    assert set(times) == {first, second, third}
    assert all(count / 3000 == pytest.approx(1 / 3, abs=0.03) for count in times.values())
    assert {softmax(seen, [9] * len(values), values, replace(alike, cutoff=0.9), 0.5, Random(seed)) for seed in range(50)} == {
        first
    }


def test_the_worse_it_looks_the_less_often_it_is_taken() -> None:
    seen = next(iter(VIEWS.values()))
    first, second, third, *rest = seen.legal
    values = {first: 0.6, second: 0.5, third: 0.4, **dict.fromkeys(rest, 0.0)}
    times = Counter(softmax(seen, [9] * len(values), values, Softmax(0.2), 0.5, Random(seed)) for seed in range(3000))
    whole = 1 + exp(-1) + exp(-2)
    for action, chance in ((first, 1 / whole), (second, exp(-1) / whole), (third, exp(-2) / whole)):
        assert times[action] / 3000 == pytest.approx(chance, abs=0.03)
    assert set(times) == {first, second, third}
    assert {softmax(seen, [9] * len(values), values, Softmax(0.001), 1.0, Random(seed)) for seed in range(50)} == {first}


def test_what_is_mixed_in_secret_is_mixed_by_how_often_it_was_tried() -> None:
    legal, visits = [1, 2, 3], [100, 50, 9]
    for sharpness, odds in ((1.0, 2), (2.0, 4), (0.0, 1)):
        found = mixture(legal, visits, sharpness, 0.1)
        assert found[1] / found[2] == pytest.approx(odds)
        assert not found[3], "what was hardly ever tried is not done"
