"""The pictures that will be wanted soon: they are drawn before they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import STEP
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.drawing import Picture
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.characters import lying_areas
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import Pose, WantedImage
from goosetable.app.table.stage import Stage
from goosetable.engine.rules.action import Action, card_of

WARM_UP: Final = 0.3  # seconds a deal may wait for the pictures of its cards


class Forecast:
    """Draws ahead, piece by piece: the cards of a deal before it begins, then what comes next."""

    def __init__(self, table: TableState, picture: Picture) -> None:
        self.table, self.picture = table, picture
        self._waited = WARM_UP
        """Seconds for which a deal has waited for the pictures of its cards."""
        self._expected: Action | None = None
        self._moved = self._changed = False
        """Whether time has passed, or the table has changed, since it was last asked what comes next."""
        self._rehearsal: Iterator[None] = iter(())
        self._seats: Iterator[None] = iter(())
        self._honk: Iterator[None] = iter(())
        self._lain: tuple[Area, ...] = ()
        """What lay on the table when it was last asked where the goose that will honk has room."""

    @property
    def warming(self) -> bool:
        """Whether a deal waits for the pictures of its cards."""
        return self._waited < WARM_UP

    def warm_up(self) -> None:
        """A deal is about to be shown."""
        self._waited = 0.0 if self.table.context.motion > 0 else WARM_UP

    def ready(self) -> None:
        self._waited = WARM_UP

    def warms_up(self, dt: float) -> bool:
        """Let dt seconds pass; whether they were spent waiting for pictures."""
        if not self.warming or self.table.context.motion <= 0:
            return False
        self._waited += dt
        return True

    def acted(self) -> None:
        self._expected = None

    def moved(self) -> None:
        """Time has passed: what flies will be seen otherwise in the next frame."""
        self._moved = True

    def rehearse(self, after: Snapshot, panel: Panel | None) -> None:
        """The table is on its way to a snapshot, with a decision or without."""
        canvas, self._lain = self.table.context.canvas, ()
        drawn = self.picture.rehearse(canvas, after)
        self._rehearsal = drawn if panel is None else chain(_rehearsal(panel, canvas), drawn)

    def look_ahead(self) -> None:
        """The table shows something else: other pictures come next."""
        self._changed = True
        self._seats = self.picture.seats.rehearse(self.table.context.canvas, self.table.stage.snapshot)

    def work(self) -> bool:
        """Draw one piece; whether there was one."""
        queue, stage = self.picture.image_queue, self.table.stage
        if self._moved:
            self._moved = False
            stage.timeline.look_ahead()
            queue.foresee(stage.all())
            self._listen()
        if queue.look_on():
            return True
        if self._changed:
            self._changed = False
            queue.want(self._coming())
        decision = self.table.match.decision
        if decision is not None and decision != self._expected:
            self._expected = decision
            queue.want([*self._played(decision), *self._coming()])
        rehearsals = (self._honk, self._rehearsal, self._seats)
        if any(next(drawn, self) is not self for drawn in rehearsals) or queue.work():
            return True
        self.ready()
        return False

    def _listen(self) -> None:
        """Where the goose will honk, it is drawn before it does, and once more where other things lie in its way."""
        stage = self.table.stage
        if stage.goosed is not None and (lain := lying_areas(stage)) != self._lain:
            self._lain, self._honk = lain, self.picture.rehearse_honk(self.table.context.canvas, stage.goosed)

    def _coming(self) -> Iterator[WantedImage]:
        stage, match, back = self.table.stage, self.table.match, self.picture.image_queue.back
        return chain(_coming(stage, back, bool(match.persons)), _turned_down(stage, back) if match.looker is not None else ())

    def _played(self, action: Action) -> Iterator[WantedImage]:
        """The pictures of a card that the seat to act is about to play; none for what moves no card."""
        stage, session = self.table.stage, self.table.match.session
        card, turn = card_of(action), session.turn
        if card is None or turn is None or session.state is None:
            return
        code, pose = stage.code(card), stage.trick_pose(turn, len(stage.trick) % session.seats)
        yield WantedImage(code, pose.height, True)
        yield WantedImage.of(code, pose)
        for sprite in stage.hand.sprites:
            if sprite.key == f"card {card}" and turn == stage.snapshot.me:  # as it is seen when it leaves the hand
                angle = round(sprite.rest.angle / STEP) * STEP
                yield WantedImage(code, max(pose.height, sprite.rest.height), True, angle=angle)


def _rehearsal(panel: Panel, canvas: Canvas) -> Iterator[None]:
    """Draws a panel off the screen, in pieces that the canvas caches until a frame needs them."""
    nowhere = pygame.Surface((1, 1))
    with canvas.onto(nowhere):
        panel.draw_sheet(canvas)
    yield
    for tile in panel.tiles:
        with canvas.onto(nowhere):
            tile.draw(canvas, False)
        yield


def _turned_down(stage: Stage, back: str) -> Iterator[WantedImage]:
    """The hand as it lies face down, at once, when the next act is another person's, or the person turns away."""
    held = len(stage.hand.sprites)
    for count in (held - 1, held) if held else ():
        yield from (WantedImage.of(back, Pose.at(place)) for place in stage.layout.hand(count))


def _coming(stage: Stage, back: str, watched: bool) -> Iterator[WantedImage]:
    """The pictures that will be wanted soon, the next ones first. back: the code of the back; watched: a person plays."""
    trick = stage.trick_places()
    for code, pose in trick:
        yield WantedImage.of(code, pose)
    if len(trick) == len(stage.snapshot.names):
        for code, pose in trick:
            yield WantedImage.of(code, pose._replace(glow=stage.hand.brass))
    for held in stage.backs.values():
        for sprite in held[:1]:
            yield WantedImage(back, sprite.rest.height, True)
    for sprite in stage.hand.sprites[:1]:
        yield WantedImage(back, sprite.rest.height, True)
    fan = [(sprite.code, sprite.rest) for sprite in stage.hand.sprites]
    for code, pose in fan:
        yield WantedImage.of(code, pose)
        yield WantedImage(code, pose.height, True)
    yield WantedImage(back, stage.layout.trick_h, True)
    if watched:
        for code, pose in fan:
            yield WantedImage(code, pose.height, True, angle=pose.angle)
            yield WantedImage(code, pose.height, dim=True, angle=pose.angle)
    if len(fan) > 1:  # the fan as it will be, whichever card is played
        places = stage.layout.hand(len(fan) - 1)
        for i, (code, pose) in enumerate(fan):
            for place in places[max(0, i - 1) : i + 1]:
                yield WantedImage(code, pose.height, angle=round(place.angle, 1))
