"""Heights of the rows of open cards at the seats, with the words under them: the second pass of the layout."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from goosetable.app.table.metrics import Metrics

CAPTION: Final = 1.35
"""Height of a line of words under cards, in sizes of the text."""


def caption_px(metrics: Metrics) -> float:
    """Returns the size of the words under open cards."""
    return min(13.5 * metrics.t, 20 * max(metrics.u, 0.6))


def row_high(metrics: Metrics) -> float:
    """Returns the height of open cards with their words at the seats."""
    return (72 if metrics.k <= 3 else 50) * metrics.u + 8 * metrics.u + CAPTION * caption_px(metrics)


@lru_cache(256)
def figures_only(metrics: Metrics, i: int | None) -> bool:
    """Whether there is room only for figures: at tables of five and more, if cards would leave a trick too little."""
    if metrics.ground.rows:
        return False
    if metrics.k < 4 or metrics.compact:
        return metrics.k > 3
    if i is None:
        return False
    floor = metrics.message_y - metrics.message_h / 2 - 10 * metrics.u
    return floor - metrics.seat(metrics.side).plate.bottom - 8 * metrics.u - row_high(metrics) < 0.8 * metrics.hand_h


@lru_cache(256)
def under_plates_high(metrics: Metrics) -> float:
    """Returns the height of open cards under the plates of five and more seats; 0 at smaller tables."""
    if not metrics.ground.windows or metrics.k < 4:
        return 0.0
    return 6 * metrics.u + (1.7 * caption_px(metrics) if figures_only(metrics, 0) else row_high(metrics))
