"""How the table is drawn: what rests is kept as one picture, and what moves is laid over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pygame

from goosetable import cards
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import slot
from goosetable.app.render.display_list import DisplayList, Layer
from goosetable.app.render.felt import bed_for
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.table import auction_drawing, overlays
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.scenes.table.remarks import Remarks
from goosetable.app.scenes.table.seat_drawing import SeatPictures
from goosetable.app.scenes.table.zone_drawing import draw_grounds, draw_marks
from goosetable.app.table import seats
from goosetable.app.table.characters import HonkPicture
from goosetable.app.table.sidebar.compact_bar import strip
from goosetable.app.table.sidebar.sidebar import Lying
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import CardImageQueue, Sprite, overlapping
from goosetable.app.table.stage import Honk


class Picture:
    """Draws a table. What rests is recorded in layers: the sidebar, its buttons, and all that lies on the cloth."""

    def __init__(self, table: TableState, controls: Controls, words: Words) -> None:
        self.table, self.controls, self.words = table, controls, words
        self.seats = SeatPictures(table)
        self.remarks = Remarks(table, words)
        self._written, self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer(), Layer()
        self._soon: list[tuple[Layer, Lying]] = []
        """What will be written soon, each with where it lies."""
        self.image_queue = self._new_prints()
        self._honking: HonkPicture | None = None

    def _new_prints(self) -> CardImageQueue:
        context, game = self.table.context, self.table.match.game
        geese = frozenset(cards.name(card, game.jokers) for card in cards.members(game.text.geese))
        return CardImageQueue(context.faces, f"back {context.settings.back}", geese)

    def forget(self) -> None:
        self._written, self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer(), Layer()
        self._soon = []
        self.seats.forget()
        self.image_queue = self._new_prints()

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether lamplight or remarks look different."""
        return self.seats.update(dt) | self.remarks.update(dt)

    def draw(self, canvas: Canvas) -> None:
        """The whole table. `prints.late` says whether a card is still to be drawn anew."""
        stage = self.table.stage
        self.image_queue.begin()
        resting = self._lying()
        self._draw_ground(canvas)
        self._draw_resting(canvas, resting)
        self.remarks.draw(canvas)
        self._honk(canvas)
        held = [stage.held.sprite] if stage.held is not None else []
        moving = [sprite for sprite in stage.all() if sprite not in resting and sprite not in held]
        hand = [sprite for sprite in moving if sprite in stage.hand.sprites and not sprite.flying]
        over = [sprite for sprite in moving if self._leaves_hand(sprite)]
        self.image_queue.draw(canvas.dst, [sprite for sprite in moving if sprite not in hand and sprite not in over])
        self.seats.draw(canvas)
        self.image_queue.draw(canvas.dst, hand, stage.hand.shaken())
        self.image_queue.draw(canvas.dst, over)
        draw_marks(canvas, stage)
        auction_drawing.draw_level(canvas, stage)
        if stage.egg is not None:
            canvas.egg(stage.egg.x, stage.egg.y, seats.egg_height(stage.layout))
        overlays.say(canvas, self.table, self.words)
        overlays.over(canvas, self.table, self.controls, self.words)
        self.image_queue.draw(canvas.dst, held)

    def _honk(self, canvas: Canvas) -> None:
        """The goose that honks, under all that moves and under the seats."""
        stage = self.table.stage
        if stage.honk is None:
            self._honking = None
            return
        if self._honking is None or self._honking.honk is not stage.honk:
            self._honking = HonkPicture(stage.honk, stage)
        self._honking.draw(canvas)
        self._honking.draw_feathers(canvas)

    def rehearse_honk(self, canvas: Canvas, seat: int) -> Iterator[None]:
        """Draw the goose as it would honk at a seat now, piece by piece, where nobody sees it; what comes of it is kept."""
        honk = Honk(seat, self.table.stage.hand.pace)
        yield from HonkPicture(honk, self.table.stage).rehearse(canvas)

    def _leaves_hand(self, sprite: Sprite) -> bool:
        """Whether a flying card lies over seats and hand: the person's own."""
        return sprite.flying and (sprite in self.table.stage.hand.sprites or sprite.pose.face >= 1)

    def _lying(self) -> list[Sprite]:
        """Cards of the others and of the trick that lie still; while cards are dealt, none."""
        stage = self.table.stage
        backs = [sprite for held in stage.backs.values() for sprite in held]
        if any(sprite.flying or sprite.hidden or sprite.gliding for sprite in backs):
            backs = []
        shown_piles = [sprite for sprite in stage.heap_sprites() if not sprite.flying and not sprite.gliding]
        trick = [sprite for sprite in stage.trick if not sprite.flying and not sprite.gliding]
        lying = [*shown_piles, *overlapping(trick)]
        return backs + [sprite for sprite in lying if not sprite.hidden]

    def _draw_resting(self, canvas: Canvas, resting: list[Sprite]) -> None:
        """What lies on the cloth: marks and words under the cards, and those cards that lie still."""
        drop, stage, shown = self._drop(), self.table.stage, self.table.stage.snapshot
        faced = tuple(sprite.rest for _, sprite in stage.faced)
        plate = shown.plates[shown.me] if stage.layout.ground.windows else ""
        told = (shown.shown_piles, shown.tally, shown.facts, shown.me, shown.own, shown.face_down, plate, shown.names)
        key = (canvas, stage.layout, drop, faced, told, auction_drawing.look(stage))

        def draw() -> None:
            draw_grounds(canvas, stage)
            if stage.layout.ground.rows:
                auction_drawing.draw_auction(canvas, stage)
            if drop is not None:
                x, y, h = drop
                w = round(h * RATIO)
                canvas.svg(slot(w, round(h), canvas.theme.cream2), x - w / 2, y - h / 2, w, h)

        canvas.layer(self._grounds, key, draw)
        lying = tuple((sprite.code, sprite.pose) for sprite in resting)
        canvas.layer(self._resting, (canvas, lying), partial(self.image_queue.draw, canvas.dst, resting))
        if self.image_queue.late:
            self._resting.forget()

    def rehearse(self, canvas: Canvas, after: Snapshot) -> Iterator[None]:
        """Draw what a coming snapshot will have written, piece by piece, where nobody sees it; what comes of it is kept."""
        nowhere = pygame.Surface((1, 1))
        said, mine = self.words.message
        for words, asks in ((said, mine), *((words, after.mine) for words in (*self.table.stage.coming, after.prompt))):
            with canvas.onto(nowhere):
                overlays.message(canvas, self.table, words, asks)
            yield
        yield from self.seats.rehearse(canvas, after)
        self._soon = []
        for shown in (replace(self.table.stage.snapshot, log=after.log), after):
            sidebar, layer = self.table.sidebar, Layer()
            with canvas.onto(DisplayList(canvas.dst)), sidebar.rehearsing():
                canvas.layer(layer, self._key(canvas, shown, False), partial(self._write, canvas, shown, False))
                self._soon.append((layer, sidebar.lying))
            yield

    def _write(self, canvas: Canvas, shown: Snapshot, focused: bool) -> None:
        """The sidebar, or in compact mode the strip."""
        layout = self.table.stage.layout
        if layout.compact:
            strip(canvas, layout, shown, self.table.portraits, self.controls.hint.rect.x - 8)
        else:
            self.table.sidebar.draw(canvas, layout, shown, focused=focused)

    def _drop(self) -> tuple[float, float, float] | None:
        """Where the person's next card will lie, while it is waited for and there is room to show it."""
        table, stage = self.table, self.table.stage
        if not stage.snapshot.mine or stage.layout.compact or stage.layout.ground.rows or table.panel is not None:
            return None
        pose = stage.trick_pose(table.match.me, len(stage.trick))
        return pose.x, pose.y, pose.height

    def _draw_ground(self, canvas: Canvas) -> None:
        """Felt and sidebar with its buttons, or in compact mode the strip."""
        table, controls = self.table, self.controls
        layout, shown, sidebar = table.stage.layout, table.stage.snapshot, table.sidebar
        canvas.dst.blit(table.context.cloth.get(bed_for(layout.w, layout.h, layout.cw)), (0, 0))
        focused = controls.widgets.focus is sidebar.scroll and controls.widgets.ring
        key = self._key(canvas, shown, focused)
        ready = next((found for found in self._soon if found[0].key == key), None)
        if ready is not None and self._written.key != key and not sidebar.scroll.offset:
            self._written = ready[0]
            sidebar.lying = ready[1]

        def write() -> None:
            self._write(canvas, shown, focused)
            self.image_queue.begin(0)  # one thing at a time: cards that have to be drawn anew wait for the next frame

        canvas.layer(self._written, key, write)
        shown_buttons = (controls.hint, controls.undo) if table.sidebar_open else (*controls.foot, *controls.heads)
        buttons = (controls.strip, *shown_buttons, controls.menu)
        looks = tuple(
            (
                b.label,
                tuple(b.rect),
                b.enabled,
                b.hover,
                b.pressed,
                controls.widgets.ring and b is controls.widgets.focus,
                b.shown,
            )
            for b in buttons
        )
        canvas.layer(self._buttons, (canvas, looks), partial(overlays.buttons, canvas, controls, buttons))

    def _key(self, canvas: Canvas, shown: Snapshot, focused: bool) -> tuple[object, ...]:
        """What that which is written depends on."""
        layout, at, sidebar = self.table.stage.layout, self.controls.hint.rect.x, self.table.sidebar
        told = (shown.place, shown.tally, shown.race, shown.prizes, shown.log, shown.facts, shown.names)
        lit = shown.turn if layout.compact else shown.lit if shown.facts.standing else None
        lying = shown.lying if shown.facts.ranking else ()
        return canvas, layout, told, lit, lying, at, sidebar.look, sidebar.heads, focused, self.table.portraits
