"""The benchmark of frames measures what it says it does; how fast this machine is, is no question for a test."""

from __future__ import annotations

import re

from goosetable import games
from goosetable.app import frame_bench
from goosetable.engine.record.seed import nth

GAME = games.find("goosed")


def test_a_whole_deal_is_drawn_and_measured() -> None:
    (what, figures, _), (_, bare, _), (_, ratios, _) = frame_bench.run(640, 360, nth("bench", 1))
    drawn = re.fullmatch(r"frames of a deal at 640x360, (\d+) drawn", what)
    assert drawn and int(drawn[1]) > 300
    for spread in (figures, bare):
        assert re.fullmatch(r"[\d.]+ ms median, [\d.]+ p99, [\d.]+ worst", spread)
    assert re.fullmatch(r"[\d.]+ median, [\d.]+ p99, [\d.]+ worst", ratios)


def test_a_review_is_measured_beside_its_table() -> None:
    table, review, ratios, opening, openings = frame_bench.review(640, 360, nth("bench", 1), GAME, 1)
    for what, figures, _ in (table, review):
        assert GAME.id in what or "review" in what
        assert re.fullmatch(r"[\d.]+ ms median, [\d.]+ p99, [\d.]+ worst", figures)
    assert re.fullmatch(r"[\d.]+ p99, [\d.]+ worst", ratios[1])
    assert re.fullmatch(r"[\d.]+ ms", opening[1]) and float(openings[1]) > 0
