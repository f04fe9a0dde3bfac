"""The goose honks at whom a trick is given and who takes a Goose, for a moment, and holds nothing up."""

from __future__ import annotations

import random

import pytest

from goosetable import cards
from goosetable.app.table.animations import Animations
from goosetable.app.table.characters import HonkPicture, free_place
from goosetable.app.table.metrics import raised_top
from goosetable.app.table.stage import BRIEFLY, LONG, Honk
from goosetable.engine.rules.action import GIVE
from goosetable.engine.rules.event import HAND_KIND, KEPT_KIND, TRICK, WON_KIND, Moved, Pile, Said
from goosetable.engine.text.table_facts import victim
from tests.app.stage_play import TABLES, lay, stage_of, steps

GOOSE, OTHER = 3, 4
FULL = ("gops", 2, (640, 400))
"""The game, the opponents and the window where nothing has room beside any seat."""
WINDOWS = [
    (*table, size)
    for number, table in enumerate(TABLES)
    for size in ((1280, 720), (640, 400), ((1000, 900), (2560, 1440))[number % 2])
]
"""Every table in the usual window and in the smallest; a tall and a very large one in turn."""


def test_it_honks_at_whom_a_trick_or_a_goose_goes_to() -> None:
    geese = cards.BIT[GOOSE]
    won = Moved((GOOSE, OTHER), TRICK, Pile(WON_KIND, 2))
    assert victim([Said(0, GIVE + 1), won], 0) == 1
    assert victim([Said(0, GIVE + 0), won], 0) is None, "a trick that one keeps"
    assert victim([won], geese) == 2
    assert victim([Moved((GOOSE,), TRICK, Pile(KEPT_KIND, 1))], geese) == 1
    assert victim([Moved((OTHER,), TRICK, Pile(WON_KIND, 2))], geese) is None
    assert victim([Moved((GOOSE,), Pile(HAND_KIND, 1), TRICK)], geese) is None, "it is only played"


@pytest.mark.parametrize(("pace", "seconds"), [(1.0, LONG), (0.5, BRIEFLY), (0.0, LONG)])
def test_it_is_soon_over(pace: float, seconds: float) -> None:
    honk = Honk(1, pace)
    assert honk.still == (pace == 0) and honk.loud == honk.still
    honk.update(seconds - 0.01)
    assert honk.loud and not honk.over
    honk.update(0.01)
    assert honk.over


@pytest.mark.parametrize(("name", "options", "size"), WINDOWS)
def test_what_lies_at_a_seat_for_a_moment_covers_nothing(name: str, options: dict[str, object], size: tuple[int, int]) -> None:
    match = lay(name, options)
    stage = stage_of(match, size)
    layout, found = stage.layout, 0
    for number, _ in enumerate(steps(match, stage, Animations(stage, match.say), random.Random(7))):
        stage.skip()
        if number % 10:
            continue
        for seat in range(match.session.seats):
            place = free_place(stage, seat, [(130.0, 50.0), (70.0, 30.0)], 8)
            if place is None:
                continue
            found += 1
            area = place.area
            assert area.x >= 0 and area.y >= layout.top and area.right <= layout.cw and area.bottom <= layout.h
            for i in range(layout.k):
                assert not area.meets(layout.seat(i).plate)
            assert layout.own is None or not area.meets(layout.own.plate)
            for sprite in stage.all():
                x, y, high = sprite.rest.x, sprite.rest.y, sprite.rest.height
                inner = area._replace(x=area.x + 1, y=area.y + 1, w=area.w - 2, h=area.h - 2)
                assert not inner.holds((x, y)) and not sprite.rest.holds(*inner.centre), (seat, sprite.key, high)
            if layout.own is None:
                assert area.bottom <= max(raised_top(layout), layout.message_y)
    assert found or (name, layout.k, size) == FULL, "there is room at every other table"


def test_the_goose_finds_room_past_a_badge_and_the_egg() -> None:
    """At the usual size of the window, beside who sits at the top of four and wears both."""
    match = lay("goosed", {})
    stage = stage_of(match)
    animations, found = Animations(stage, match.say), 0
    for _ in steps(match, stage, animations, random.Random(7)):
        stage.skip()
        at = stage.seat_place(2)
        if at is not None and sum(abs(mark.at[0] - at.x) < at.d for mark in stage.marks) and stage.egg is not None:
            found += HonkPicture(Honk(2, 1.0), stage)._goose is not None  # not while a card lies at either side
    assert found
