"""Where a sentence of the program lies at a table: on the sidebar, or on the cloth where nothing that counts is covered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final

import pygame

from goosetable.app.render.geometry import Area
from goosetable.app.table.sidebar import sidebar_layout
from goosetable.app.table.table_layout import Layout

STEP: Final = 4
"""Pixels from one height that is tried to the next."""
MARGIN: Final = 8


def place(layout: Layout, size: Callable[[float], tuple[int, int]], foot: float, taken: Sequence[Area]) -> pygame.Rect:
    """foot: the upper edge of the sidebar's buttons. taken: what else must not be covered, such as a decision.

    Beside a sidebar it lies on its lowest lines, which are the oldest. Elsewhere it covers no seat, and as little as can be
    of the trick and the hand; narrower where the seats leave no room for the whole.
    """
    if not layout.compact:
        paper = sidebar_layout.sheet(layout)
        w, h = size(paper.area.w - 2 * MARGIN)
        y = round(foot) - h - MARGIN
        if y >= paper.head_bottom:
            return pygame.Rect(round(paper.area.centre.x) - w // 2, y, w, h)
    seats = [_whole(layout.seat(i).area()) for i in range(layout.k)]
    if layout.own is not None:
        seats.append(_whole(layout.own.area()))
    hand = pygame.Rect(0, layout.h - round(layout.rise), layout.cw, round(layout.rise))
    trick = _whole(layout.trick_box)

    def cost(area: pygame.Rect) -> tuple[int, int, int]:
        clashes = sum(_common(area, other) for other in (*seats, *map(_whole, taken)))
        return clashes, _common(area, trick) + 2 * _common(area, hand), area.y

    tried = []
    for part in (1.0, 0.8, 0.6, 0.45):
        w, h = size((layout.cw - 2 * layout.rim - 2 * MARGIN) * part)
        left = round(min(max(layout.cx - w / 2, layout.rim), layout.cw - layout.rim - w))
        first = round(layout.top) + MARGIN
        tried += [pygame.Rect(left, y, w, h) for y in range(first, layout.h - h - MARGIN, STEP)]
        if not tried:
            tried = [pygame.Rect(left, first, w, h)]
    return min(tried, key=cost)


def _common(one: pygame.Rect, other: pygame.Rect) -> int:
    """How many pixels two boxes have in common."""
    both = one.clip(other)
    return both.w * both.h


def _whole(area: Area) -> pygame.Rect:
    return pygame.Rect(floor(area.x), floor(area.y), ceil(area.w) + 1, ceil(area.h) + 1)
