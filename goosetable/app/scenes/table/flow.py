"""What happens at the table by itself, once nothing moves: the curtain, a deal, the turns of computer players, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from goosetable.app.match.practice import Newcomers
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.routes import ToFirstNote, ToGameSheet, ToScore
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table import auction, piles
from goosetable.app.table.stage import Stage, labels
from goosetable.app.table.table_layout import open_area, own_area
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.engine.rules.event import Scored

HEARD: Final = 0.3  # seconds of rest before the curtain falls, where the table is heard


class Flow:
    """Goes on at a table that no guide leads, and counts the deals of any."""

    def __init__(self, table: TableState, commands: TableCommands, turn: Turn, newcomers: Newcomers) -> None:
        self.table, self.commands, self.turn, self.newcomers = table, commands, turn, newcomers

    def step(self, dt: float) -> Change:
        """dt seconds have passed in which nothing moved."""
        match = self.table.match
        if match.hands_over and not match.playing_out:
            if match.goes_by_itself:
                self.turn.wait(dt)
                return None
            if self.table.context.heard and self.turn.waited < HEARD:
                self.turn.waited += dt  # what was done last is told before the screen goes to another person
                return None
            return self.commands.curtain()
        match match.session.due:
            case "deal" if not (match.practice and match.session.counted):
                return self.commands.deal()
            case "act":
                if (lesson := self.newcomers.offer()) is not None:
                    stage = self.table.stage
                    bottom = stage.hand.top - 8 * stage.layout.u
                    return Push(ToFirstNote(match.game, lesson.minutes, stage.layout.cx, bottom, tuple(_counting(stage))))
                self.turn.wait(dt)
            case "score":
                return self.score()
            case _:
                return Pop() if match.persons or match.practice else None
        return None

    def score(self) -> Change:
        """The deal is over and gathered: it is counted, and the score sheet says how."""
        table, match, session = self.table, self.table.match, self.table.match.session
        known, dealt = match.view().known, session.deal
        tally = match.game.text.tally(known, match.me)
        scored = next(event for event in match.score() if isinstance(event, Scored))
        self.newcomers.scored()
        table.context.sound.play("pencil")
        self.turn.waited = 0.0
        assert dealt is not None
        if not match.persons and session.due != "none":
            return None
        change = Push(ToScore(match, tally, scored.points, dealt))
        return change if table.guide is None else table.guide.score(change)

    def sheet(self) -> Change:
        """The sheet of the whole game, once a deal has been counted; a lesson has none."""
        table = self.table
        if table.guide is not None:
            return None
        if table.match.session.counted:
            return Push(ToGameSheet(table.match))
        table.context.notice("The score sheet is empty until the first deal is done.")
        return None


def _counting(stage: Stage) -> Iterator[Area]:
    """What one has to see to begin: the hand, the seats, what they have won, and what is on offer."""
    layout, shown = stage.layout, stage.snapshot
    yield Area(0, stage.hand.top, layout.cw, layout.h - stage.hand.top)
    for seat in range(len(shown.names)):
        place, at = stage.seat_place(seat), piles.opponent(shown, seat)
        if place is not None:
            yield place.area()
        if piles.shelf(shown, seat) is not None:
            yield own_area(layout) if at is None else open_area(layout, at)
    if layout.ground.rows:
        yield auction.mat(layout, max(1, stage.offered))
    for framed in piles.framed(layout, shown):
        yield framed.area()
    half = layout.mark_size / 2
    yield from (Area(mark.at.x - half, mark.at.y - half, 2 * half, 2 * half) for mark in stage.marks)
    yield from (area for _, area in piles.lines(layout, shown))
    yield from (label.area for label in labels(stage))
