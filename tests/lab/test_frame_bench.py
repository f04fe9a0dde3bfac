"""The benchmark of frames measures what it says it does; how fast this machine is, is no question for a test."""

from __future__ import annotations

import re
from dataclasses import replace

import frame_bench
import pytest

from goosetable import games
from goosetable.engine.record.seed import code_in_series
from goosetable.players.levels import SKILLS
from goosetable.review import evaluate

GAME = games.find_game("goosed")


def test_a_whole_deal_is_drawn_and_measured() -> None:
    (what, figures, _), (_, bare, _), (_, ratios, _), (_, alone, _), *_ = frame_bench.measure_table(
        640, 360, code_in_series("bench", 1)
    )
    drawn = re.fullmatch(r"frames of a deal at 640x360, (\d+) drawn", what)
    assert drawn and int(drawn[1]) > 300
    for spread in (figures, bare):
        assert re.fullmatch(r"[\d.]+ ms median, [\d.]+ p99, [\d.]+ worst", spread)
    assert re.fullmatch(r"[\d.]+ median, [\d.]+ p99, [\d.]+ worst", ratios)
    assert ratios.endswith(alone), "of a single deal"


def test_of_each_frame_the_least_counts_beside_the_bare_ones_of_its_deal() -> None:
    frames = [(0.002, 0.002), (0.004, 0.001), (0.008, 0.002)]
    quick = frame_bench.DealTimes([0, 1, 3], frames, [(0.001, 0.001)])
    slow = frame_bench.DealTimes([0, 1, 3], [(0.004, 0.004), (0.004, 0.004), (0.020, 0.020)], [(0.002, 0.002)])
    other = frame_bench.DealTimes([0, 1, 2], [(0.0001, 0.0001)] * 3, [(0.001, 0.001)])
    found = {what.strip(): figure for what, figure, _ in frame_bench.figures([quick, slow, other], "1x1")}
    assert found["ratios to the median of that, least of 2"] == "2.00 median, 8.00 p99, 8.00 worst"
    assert found["one deal alone, the median of them"] == "9.00 p99, 9.00 worst"
    assert found.get("the least by the processor's time", "1") in ("2.00 median, 2.00 p99, 2.00 worst", "1")


def test_a_review_is_measured_beside_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, skill in SKILLS.items():
        monkeypatch.setitem(SKILLS, level, replace(skill, iterations=8, solver_slices=min(skill.solver_slices, 8)))
    monkeypatch.setattr(evaluate, "MAX_SAMPLES", 8)
    monkeypatch.setattr(frame_bench, "MAX_FRAMES", 300)
    table, review, ratios, opening, openings = frame_bench.measure_review(640, 360, code_in_series("bench", 1), GAME, 1)
    for what, figures, _ in (table, review):
        assert GAME.id in what or "review" in what
        assert re.fullmatch(r"[\d.]+ ms median, [\d.]+ p99, [\d.]+ worst", figures)
    assert re.fullmatch(r"[\d.]+ p99, [\d.]+ worst", ratios[1])
    assert re.fullmatch(r"[\d.]+ ms", opening[1]) and float(openings[1]) > 0
