"""All words on the cloth besides those of the seats: under piles, beside chips, and at cards turned up for all."""

from __future__ import annotations

from goosetable.app.table import piles
from goosetable.app.table.open_rows import caption_px
from goosetable.app.table.piles import Label
from goosetable.app.table.stage import Stage


def labels(stage: Stage) -> list[Label]:
    """Returns the words on the cloth: under piles, beside chips, and at cards turned up for all, if there is room."""
    layout, px = stage.layout, caption_px(stage.layout)
    found = piles.labels(layout, stage.snapshot)
    taken = [layout.seat(i).area() for i in range(layout.k)] + [label.area for label in found]
    taken += [sprite.rest.area() for sprite in stage.heap_sprites()]
    for _, sprite in stage.faced:
        at = sprite.rest.area()
        place = min((layout.seat(i) for i in range(layout.k)), key=lambda seat: abs(seat.x - at.centre.x))
        beside = piles.beside_of(at, layout.u, "turned up", px, at.centre.x < place.x)
        under = Label("turned up", at.centre.x, at.bottom + 2, px)
        room = (label for label in (beside, under) if not any(area.meets(label.area) for area in taken))
        found += [label for label in room if label.area.x > layout.rim and label.area.right < layout.cw - layout.rim][:1]
    return found
