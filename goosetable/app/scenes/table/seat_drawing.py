"""How the seats are drawn, and the lamplight that goes from seat to seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.seats import Look, Seatings
from goosetable.app.table.snapshot import Snapshot

LAMP: Final = 0.12  # seconds in which the lamplight reaches a seat
LAMPS: Final = 3  # steps in which it does


class SeatPictures:
    """Draws the seats of a table."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self._seatings = Seatings()
        self._lamps: dict[int, float] = {}

    def forget(self) -> None:
        self._seatings = Seatings()

    @property
    def fading(self) -> bool:
        """Whether the lamplight is on its way from seat to seat."""
        lit = self.table.stage.snapshot.lit
        return any((light < 1) if seat in lit else (light > 0) for seat, light in self._lamps.items())

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether anything looks different."""
        shown, pace = self.table.stage.snapshot, self.table.context.motion
        step = dt / (LAMP * pace) if pace > 0 else 1.0
        changed, lit = False, shown.lit
        for seat in range(len(shown.names)):
            before = self._lamps.get(seat, 0.0)
            now = min(1.0, before + step) if seat in lit else max(0.0, before - step)
            self._lamps[seat] = now
            changed |= now != before
        return changed

    def rehearse(self, canvas: Canvas, shown: Snapshot) -> Iterator[None]:
        """Draw the seats as a snapshot will have them, one after another, where nobody sees them; they are kept.

        Those to which the lamplight goes, or from which, in every step of it.
        """
        lit, stage, nowhere = {*shown.lit, *self.table.stage.snapshot.lit}, self.table.stage, pygame.Surface((1, 1))
        for seat in range(len(shown.names)):
            place = stage.seat_place(seat)
            looks = [self._look(shown, seat, step / LAMPS) for step in (range(LAMPS + 1) if seat in lit else (0,))]
            for look in (*looks, *(look._replace(taken_aback=True) for look in looks if seat == stage.goosed)):
                if place is not None:
                    with canvas.onto(nowhere):
                        self._seatings.draw(canvas, stage.layout, place, look)
                    yield

    def _look(self, shown: Snapshot, seat: int, lamp: float) -> Look:
        table, stage, quotas = self.table, self.table.stage, shown.facts.quotas
        sub = "thinking" if table.thinking == seat else shown.plates[seat]
        aback = stage.honk is not None and stage.honk.loud and stage.honk.seat == seat
        return Look(table.portraits[seat], shown.names[seat], sub, lamp, quotas[seat] if quotas else None, aback)

    def draw(self, canvas: Canvas) -> None:
        """Medallions and plates; of a person who has no plate a small medallion, over which the egg and badges lie."""
        table, stage, shown = self.table, self.table.stage, self.table.stage.snapshot
        for seat in range(len(shown.names)):
            place = stage.seat_place(seat)
            lamp = round(self._lamps.get(seat, 0.0) * LAMPS) / LAMPS
            if place is None:
                at, d = stage.layout.own_mark(0), stage.layout.mark_size
                canvas.portrait(table.portraits[seat], at.x, at.y, d, turn=lamp)
                continue
            self._seatings.draw(canvas, stage.layout, place, self._look(shown, seat, lamp), stage.bumps.get(seat, 0.0))
