"""What a lesson points at, as it lies on the table; and what its words should not cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goosetable.app.render.geometry import Area, Place
from goosetable.app.table.captions import Weight
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.sprites import Sprite
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import bid_place
from goosetable.engine.lesson.lesson import Aim


class Target(NamedTuple):
    """The box that is pointed at; ringed: with a ring round it, which a turned card does without."""

    area: Area
    ringed: bool


def target(aim: Aim | None, stage: Stage, panel: Panel | None) -> Target | None:
    """What is pointed at now. panel: the decision that is asked for."""
    layout = stage.layout
    if aim is None:
        return None
    match aim.kind:
        case "ledger":
            return Target(layout.strip_area if layout.compact else layout.ledger_area, True)
        case "seat":
            place = stage.seat_place(aim.seat)
            return Target(place.area(), True) if place is not None else None
        case "hand" | "trick":
            lying = stage.hand.sprites if aim.kind == "hand" else stage.trick
            found = next((sprite for sprite in lying if sprite.key == f"card {aim.card}"), None)
            return Target(_shown(stage.hand.sprites, found), False) if found is not None else None
        case "pile":
            lying = stage.shown_piles.get(aim.pile, []) if aim.pile is not None else []
            return Target(bounds([box(sprite) for sprite in lying]), True) if lying else None
    if panel is None or aim.kind == "choices":
        return Target(panel.area, True) if panel is not None else None
    tile = next((tile for tile in panel.tiles if tile.choice.action == aim.action), None)
    return Target(Area(*tile.rect), True) if tile is not None else None


def _shown(held: Sequence[Sprite], sprite: Sprite) -> Area:
    """The part of a card that no card beside it covers."""
    area = box(sprite)
    if sprite in held[:-1]:
        after = box(held[held.index(sprite) + 1])
        return Area(area.x, area.y, max(8.0, min(area.w, after.x - area.x + 0.1 * area.w)), area.h)
    return area


def box(sprite: Sprite) -> Area:
    """Where a card lies at rest."""
    pose = sprite.rest
    return Place(pose.x, pose.y, pose.height, pose.angle).area()


def bounds(areas: Sequence[Area]) -> Area:
    """The box that holds all of them."""
    x, y = min(area.x for area in areas), min(area.y for area in areas)
    return Area(x, y, max(area.right for area in areas) - x, max(area.bottom for area in areas) - y)


def around(stage: Stage, panel: Panel | None, aimed: Target | None, asked: bool) -> list[Weight]:
    """What lies on the table, and how much it matters that it can be seen. asked: the learner is asked for something."""
    layout = stage.layout
    found = [Weight(box(sprite), 6.0) for sprite in stage.trick]
    held = [box(sprite) for sprite in stage.hand.sprites]
    if held:
        fan = bounds(held)
        rise = 0.26 * layout.hand_h if asked and panel is None else 0.0
        if rise and not layout.compact:  # over the card that is meant stands what it would do
            rise = max(rise, 2.6 * layout.tag_px)
        weight = 9.0 if asked and panel is None else 5.0 if asked else 1.4
        found.append(Weight(Area(fan.x, fan.y - rise, fan.w, fan.h + rise), weight))
    for lying in stage.shown_piles.values():
        if lying:
            found.append(Weight(bounds([box(sprite) for sprite in lying]), 3.0))
    for seat in range(len(stage.snapshot.names)):
        place = stage.seat_place(seat)
        if place is not None:
            told_twice = layout.compact and panel is not None  # the strip says it as well
            found.append(Weight(place.area(), 5.0 if stage.opponent(seat) is not None and not told_twice else 2.0))
        backs = [box(sprite) for sprite in stage.backs.get(seat, [])]
        if backs:
            found.append(Weight(bounds(backs), 0.8))
    if panel is not None:
        area, over = panel.area, 40 * layout.u  # what is said over a panel belongs to it
        found += [Weight(area, 14.0), Weight(Area(area.x, area.y - over, area.w, over), 8.0)]
        found += [Weight(said, 8.0) for said in panel.words if not area.meets(said)]
    if aimed is not None:
        found.append(Weight(aimed.area, 40.0))
        found.append(Weight(_grown(aimed.area, 34 * layout.u), 1.2))  # room for the arrow
    if asked and panel is None and not layout.compact:
        slot = bid_place(layout, None) if layout.ground.rows else layout.trick(None, len(stage.trick))
        found.append(Weight(slot.area(), 1.0))
    return found


def clear(stage: Stage, panel: Panel | None, aimed: Target) -> list[Area]:
    """What no arrow to a target may be drawn over: seats, and what is said or chosen at a panel."""
    found = [place.area() for seat in range(len(stage.snapshot.names)) if (place := stage.seat_place(seat)) is not None]
    if panel is not None:
        found += [*panel.words, *(Area(*tile.rect) for tile in panel.tiles)]
    return [area for area in found if not aimed.area.holds(area.centre)]


def _grown(area: Area, by: float) -> Area:
    return Area(area.x - by, area.y - by, area.w + 2 * by, area.h + 2 * by)
