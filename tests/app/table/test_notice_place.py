"""Where a sentence of the program lies at a table: never over a seat, in any game, with any number, in any window."""

from __future__ import annotations

from math import ceil
from typing import Any

import pygame
import pytest

from goosetable.app.render.geometry import Area
from goosetable.app.table.metrics import ground_for
from goosetable.app.table.sidebar import notice_place, sidebar_layout
from goosetable.app.table.table_layout import Layout
from goosetable.engine.rules.options import PLAYERS, options_of
from goosetable.games import SHELF

SIZES = ((640, 400), (700, 1000), (900, 560), (1000, 900), (1280, 720), (1920, 1080), (2560, 1440))
TEXTS = (0.8, 1.0, 1.5, 2.0)


def counts(game: Any) -> list[int]:
    found = next((option for option in options_of(game.Options) if option.key == PLAYERS), None)
    return [game.seats(game.Options())] if found is None else [int(str(choice.value)) for choice in found.choices]


@pytest.mark.parametrize("signs", [50, 160])
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_sentence_covers_no_seat(game: Any, signs: int) -> None:
    for (w, h), text, seats in ((size, text, seats) for size in SIZES for text in TEXTS for seats in counts(game)):
        layout = Layout(w, h, seats, text, ground_for(game.kinds, game.open_hands))
        px = max(12.0, min(18.0, 0.03 * h) * max(1.0, text))

        def size(room: float, px: float = px) -> tuple[int, int]:
            wide = min(room, 46 * px)
            lines = ceil(signs * 0.5 * px / (wide - 2 * px))
            return ceil(min(wide, signs * 0.5 * px + 2 * px)), ceil(lines * px * 1.35 + px)

        area = notice_place.place(layout, size, sidebar_layout.sheet(layout).foot(2), ())
        where = (game.id, (w, h), text, seats, area)
        assert pygame.Rect(0, 0, w, h).contains(area), where
        places = [layout.seat(i) for i in range(layout.k)] + ([layout.own] if layout.own is not None else [])
        over = Area(area.x, area.y, area.w, area.h)
        if signs == 50 or text < 2:  # the longest in the largest letters has no room in the smallest window
            assert not [place for place in places if place.area().meets(over)], where
