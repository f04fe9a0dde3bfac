"""Layout of the hand: fanned, in a row or in two, within the bounds that the window leaves."""

from __future__ import annotations

import math
from typing import Final

from goosetable.app.render.geometry import RATIO, Place
from goosetable.app.table.metrics import Metrics

INDEX: Final = 0.36
"""Part of a larger card's height that stays visible however far it is sunk: its rank and suit."""


def hand_places(metrics: Metrics, n: int, sunk: float = 0.0) -> list[Place]:
    """Returns the places of the person's n cards at rest, from left to right; sunk 0..1: how far down, while a decision waits.

    More than twenty lie in two rows: first the back row, then the front row over it; fewer too if one row would hide ranks and
    suits. A card that may be played is raised .10 of its height, the focused one .20, a chosen one .26.
    """
    left, right = _span(metrics)
    w = metrics.hand_h * RATIO
    if n > 20 or (n > 8 and (right - left - 1.1 * w) / (n - 1) < w * (0.4 if metrics.hand_h < 110 else 0.26)):
        back = n // 2
        height = min(0.72 * metrics.hand_h, (right - left) / (1 + 0.4 * (n - back - 1)) / RATIO)
        rows = _row(metrics, back, height, height * 0.5), _row(metrics, n - back, height, 0)
        found = rows[0] + rows[1]
    else:
        found = _fan(metrics, n)
    down = sunk * metrics.hand_h * (0.6 if metrics.compact else 1 / 3)
    if metrics.dip and found:
        front = found[-1].height
        down = min(metrics.dip * front / metrics.hand_h + down, (1 - INDEX) * front)
    return [p._replace(y=p.y + down) for p in found]


def raised_top(metrics: Metrics) -> float:
    """Returns the top of a focused card of the hand."""
    lifted = metrics.rise + 0.2 * metrics.hand_h
    return metrics.h - (10 if metrics.compact else 26) * metrics.u - lifted - (2 if metrics.compact else 0)


def _span(metrics: Metrics) -> tuple[float, float]:
    """Returns the left and right bounds of the hand."""
    own = metrics.own
    if own is None:
        return metrics.rim + 10.0 + metrics.mark_size, metrics.cw - metrics.rim - 8.0
    return own.plate.right + 15 * metrics.u, metrics.cw - 26 * metrics.u


def _row(metrics: Metrics, n: int, height: float, up: float) -> list[Place]:
    left, right = _span(metrics)
    w = height * RATIO
    step = min(w * 0.7, (right - left - w) / max(1, n - 1))
    x, y = (left + right) / 2 - step * (n - 1) / 2, metrics.h - 10 * metrics.u - height / 2 - up
    return [Place(x + i * step, y, height) for i in range(n)]


def _fan(metrics: Metrics, n: int) -> list[Place]:
    if metrics.compact or metrics.ground.rows or n < 2:
        return _row(metrics, n, metrics.hand_h, 0)
    left, right = _span(metrics)
    w = metrics.hand_h * RATIO
    m = (n - 1) / 2
    turn = min(1.7, 18 / n)
    # The outermost card, turned, must keep within the bounds; the arc must not lift the middle too far.
    wide = w * math.cos(math.radians(m * turn)) + metrics.hand_h * math.sin(math.radians(m * turn))
    step = min(w * 0.7, (right - left - wide) / (n - 1))
    drop = _drop(m, step, w, turn)
    if drop > 16 * metrics.u:
        turn *= 16 * metrics.u / drop
        drop = _drop(m, step, w, turn)
    cx, cy = (left + right) / 2, metrics.h - metrics.hand_h * 0.5 - drop - 10 * metrics.u
    bend = step * math.radians(turn) * 0.5
    return [Place(cx + (i - m) * step, cy + (i - m) ** 2 * bend, metrics.hand_h, round(-(i - m) * turn, 1)) for i in range(n)]


def _drop(m: float, step: float, w: float, turn: float) -> float:
    """Returns the distance from the middle card's lower edge down to the lowest corner of a fan."""
    return m * m * step * math.radians(turn) * 0.5 + w * 0.5 * math.sin(math.radians(m * turn))
