"""Figures beside their yardsticks: what a release is kept as, and OpenSpiel where it is, or is not, installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import bench
import pytest
import yardsticks
from yardsticks import Release, measure_open_spiel, newest_release, release_line

Lab = Callable[..., tuple[int, str, str]]


def test_a_release_is_kept_in_one_line_and_read_again(tmp_path: Path) -> None:
    history = tmp_path / "figures.jsonl"
    one, two = Release("0.1.0", "in Python", {"hands goose": 0.5}), Release("0.2.0", "in Python", {"hands goose": 1.23456})
    other = Release("0.2.0", "as machine code", {"hands goose": 4.0})
    history.write_text("".join(f"{release_line(kept)}\n" for kept in (one, two, other)))
    assert newest_release("in Python", history) == Release("0.2.0", "in Python", {"hands goose": 1.235})
    assert newest_release("as machine code", history) == other
    assert newest_release("by hand", history) is None


@pytest.mark.parametrize(
    "text", ["", "no JSON\n", "[]\n", '{"version": "1"}\n', '{"version":"1","runs":"in Python","figures":[1]}\n']
)
def test_lines_that_cannot_be_read_are_passed_over(tmp_path: Path, text: str) -> None:
    history = tmp_path / "figures.jsonl"
    kept = Release("0.1.0", "in Python", {"hands goose": 0.5})
    history.write_text(f"{release_line(kept)}\n{text}\n")
    assert newest_release("in Python", history) == kept
    history.write_text(text)
    assert newest_release("in Python", history) is None
    assert newest_release("in Python", tmp_path / "none") is None


def test_the_history_of_releases_has_this_one() -> None:
    lines = [json.loads(kept) for kept in yardsticks.HISTORY.read_text(encoding="utf-8").splitlines()]
    assert {kept["runs"] for kept in lines} == {"in Python", "as machine code"}
    for kept in lines:
        assert len(kept["figures"]) == 14 and all(figure > 0 for figure in kept["figures"].values())


def test_without_open_spiel_nothing_is_held_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, yardsticks.OPEN_SPIEL, None)
    assert measure_open_spiel(0.0) is None


class Dealt:
    """Oh Hell as OpenSpiel gives it, in so far as it is asked for."""

    def __init__(self, left: int = 63) -> None:
        self.left = left

    def is_chance_node(self) -> bool:
        return self.left > 33

    def is_terminal(self) -> bool:
        return not self.left

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def legal_actions(self) -> list[int]:
        return [0]

    def apply_action(self, action: int) -> None:
        self.left -= 1

    def clone(self) -> Dealt:
        return Dealt(self.left)


def test_open_spiel_searches_from_the_first_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[int, int]] = []

    class Bot:
        def __init__(self, seed: int, rollouts: object, ucb: float, iterations: int, *rest: Any) -> None:
            self.iterations = iterations

        def step(self, state: Dealt) -> None:
            searched.append((state.left, self.iterations))

    spiel = ModuleType(yardsticks.OPEN_SPIEL)
    game = SimpleNamespace(new_initial_state=Dealt, num_players=lambda: 3)
    vars(spiel).update(
        load_game=lambda name: game, RandomRolloutEvaluator=lambda count, seed: None, ISMCTSBot=Bot,
        ISMCTSFinalPolicyType=SimpleNamespace(MAX_VISIT_COUNT=0),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, yardsticks.OPEN_SPIEL, spiel)
    found = measure_open_spiel(1e-9)
    assert found is not None and found.search > 0 and found.hands > 0
    assert set(searched) == {(yardsticks.OH_HELL_CARDS, yardsticks.ITERATIONS)}


def test_bench_says_each_figure_beside_its_yardsticks_and_keeps_them(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = Release("0.0.9", "in Python", {"hands goose": 1e9})
    monkeypatch.setattr(yardsticks, "work_per_second", lambda work, seconds: float(work() or 1))
    monkeypatch.setattr(yardsticks, "shuffles_per_second", lambda seconds: 10.0)
    monkeypatch.setattr(yardsticks, "measure_open_spiel", lambda seconds: yardsticks.OpenSpielSpeeds(100.0, 200.0))
    monkeypatch.setattr(yardsticks, "newest_release", lambda runs: kept if runs == "in Python" else None)
    bench._references.cache_clear()
    history = tmp_path / "figures.jsonl"
    code, said, wrong = lab("bench", "--quick", "--part", "hands", "--keep", str(history))
    bench._references.cache_clear()
    assert (code, wrong) == (0, "")
    [goose] = [
        found
        for found, after in zip(said.splitlines()[1:], said.splitlines(), strict=False)
        if after.startswith("goose: random")
    ]
    assert goose.split("second: ")[1] == "13.00 of OpenSpiel's, 260.00 for a shuffle, 0.00 of 0.0.9's"
    [found] = history.read_text().splitlines()
    assert json.loads(found)["figures"]["hands goose"] == 260.0
    code, said, wrong = lab("bench", "--quick", "--part", "hands", "--keep", str(tmp_path / "none" / "figures.jsonl"))
    bench._references.cache_clear()
    assert code != 0 and "Traceback" not in wrong and wrong.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--nope"], "unrecognized arguments: --nope (see build.py bench --help)"),
        (["--part", "x"], "argument --part: invalid choice: 'x'"),
        (["--probe", "nonsense"], "argument --probe: 'nonsense' is not a whole number"),
        (["--probe", "0x720"], "argument --probe: it must be from 1 to "),
        (["--probe", "1280x" + "9" * 5000], "argument --probe: it must be from 1 to "),
        (["extra"], "unrecognized arguments: extra"),
    ],
)
def test_a_wrong_call_is_a_sentence(lab: Lab, argv: list[str], words: str) -> None:
    code, out, err = lab("bench", *argv)
    assert (code, out) == (2, "") and err.startswith("build.py bench: ") and err.count("\n") == 1
    assert words in err
