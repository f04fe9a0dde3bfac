"""The benchmark of frames measures what it says it does; how fast this machine is, is no question for a test."""

from __future__ import annotations

import re

from goosetable.app import frame_bench
from goosetable.engine.record.seed import nth


def test_a_whole_deal_is_drawn_and_measured() -> None:
    ((what, figures, wanted),) = frame_bench.run(640, 360, nth("bench", 1))
    drawn = re.fullmatch(r"frames of a deal at 640x360, (\d+) drawn", what)
    assert drawn and int(drawn[1]) > 300
    assert re.fullmatch(r"[\d.]+ ms median, [\d.]+ p99, [\d.]+ worst", figures) and wanted == ""
