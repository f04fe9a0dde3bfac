"""The picture of the table: cached layers of the parts at rest, moving parts above them, and images that are drawn
in advance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

import pygame

from goosetable import cards
from goosetable.app.art.pictures import Mood
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import STEP
from goosetable.app.render.display_list import DisplayList, Layer
from goosetable.app.render.felt import felt_measures
from goosetable.app.render.geometry import Area, Place
from goosetable.app.scenes.table import cloth
from goosetable.app.scenes.table.cloth import draw_badges, draw_grounds
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Messages, Remarks
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table import captions, piles, seats
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.reactions import HonkPicture, areas_of_cards
from goosetable.app.table.seats import SeatImages, SeatLook, bid_mood
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import CardImageQueue, Pose, Sprite, WantedImage, drawing_order
from goosetable.app.table.stage import Honk, Stage
from goosetable.app.table.table_layout import free_span, message_room_at
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules.action import Action, card_of

LAMP: Final = 0.12  # seconds for which the lamplight grows or fades at a seat
LAMPS: Final = 3  # number of brightness steps in that time


class SeatPictures:
    """Draws the seats, and the lamplight on the seat to act."""

    def __init__(self, table: Table, turn: Turn) -> None:
        self.table, self.turn = table, turn
        self._seatings = SeatImages()
        self._lamps: dict[int, float] = {}

    def clear(self) -> None:
        self._seatings = SeatImages()

    @property
    def is_fading(self) -> bool:
        """True while the lamplight on a seat changes."""
        lit = self.table.stage.snapshot.seats_to_act
        return any((light < 1) if seat in lit else (light > 0) for seat, light in self._lamps.items())

    def update(self, dt: float) -> bool:
        """Advances the lamplight by dt seconds. Returns True if it has changed."""
        shown, pace = self.table.stage.snapshot, self.table.context.animation_factor
        step = dt / (LAMP * pace) if pace > 0 else 1.0
        changed, lit = False, shown.seats_to_act
        for seat in range(len(shown.names)):
            before = self._lamps.get(seat, 0.0)
            now = min(1.0, before + step) if seat in lit else max(0.0, before - step)
            self._lamps[seat] = now
            changed |= now != before
        return changed

    def predraw(self, canvas: Canvas, snapshot: Snapshot) -> Iterator[None]:
        """Generator: draws the seats of a coming snapshot off the screen, one seat in each step, so that their images are
        cached.

        A seat on which the lamplight changes is drawn at every brightness.
        """
        stage, nowhere = self.table.stage, pygame.Surface((1, 1))
        lit = {*snapshot.seats_to_act, *stage.snapshot.seats_to_act}
        for seat in range(len(snapshot.names)):
            place = stage.seat_place(seat)
            looks = [self._seat_look(snapshot, seat, step / LAMPS) for step in (range(LAMPS + 1) if seat in lit else (0,))]
            for look in (*looks, *(look._replace(mood="startled") for look in looks if seat == stage.goosed)):
                if place is not None:
                    with canvas.drawing_on(nowhere):
                        self._seatings.draw(canvas, stage.layout, place, look)
                    yield

    def _seat_look(self, snapshot: Snapshot, seat: int, lamp: float) -> SeatLook:
        table, stage, quotas = self.table, self.table.stage, snapshot.facts.quotas
        sub = "thinking" if self.turn.slow_thinking_seat == seat else snapshot.plates[seat]
        aback = stage.honk is not None and stage.honk.is_beak_open and stage.honk.seat == seat
        mood: Mood = "startled" if aback else bid_mood(snapshot, seat)
        return SeatLook(table.portraits[seat], snapshot.names[seat], sub, lamp, quotas[seat] if quotas else None, mood)

    def draw(self, canvas: Canvas) -> None:
        """Draws medallion and plate of each seat. A person without a plate has only a small medallion, beside the hand."""
        table, stage, shown = self.table, self.table.stage, self.table.stage.snapshot
        for seat in range(len(shown.names)):
            place = stage.seat_place(seat)
            lamp = round(self._lamps.get(seat, 0.0) * LAMPS) / LAMPS
            if place is None:
                at, d = stage.layout.own_mark_place(0), stage.layout.mark_size
                canvas.draw_portrait(table.portraits[seat], at.x, at.y, d, lamplight=lamp)
                continue
            self._seatings.draw(canvas, stage.layout, place, self._seat_look(shown, seat, lamp), stage.bumps.get(seat, 0.0))


def draw_message_and_tag(canvas: Canvas, table: Table, messages: Messages) -> None:
    """Draws the message and, above the focused card, the tag with the effect of the card. Stores the areas of both."""
    stage, layout, panel = table.stage, table.stage.layout, table.panel
    said, mine = messages.message
    if said:
        messages.place = draw_message(canvas, table, said, mine)
    told, messages.tag = messages.card_effect, pygame.Rect(0, 0, 0, 0)
    if told and not layout.compact and panel is None and stage.held is None:
        sprite = next((s for s in stage.hand.sprites if s.key == f"card {messages.focused_card}"), None)
        if sprite is not None:
            y = sprite.rest.y - sprite.rest.height / 2 - 24 * min(layout.t, 1.5 * layout.u)
            own = any(heap.pile.seat == stage.snapshot.me and heap.size for heap in stage.snapshot.shown_piles)
            own |= piles.open_cards_caption(stage.snapshot, stage.snapshot.me) is not None
            left, right = free_span(layout, y - layout.tag_size, y + layout.tag_size, own)  # the tag covers none of these
            speech = None if table.guide is None else table.guide.speech_area
            if speech is not None and speech.y < y + layout.tag_size and speech.bottom > y - layout.tag_size:
                if speech.centre.x < sprite.rest.x:
                    left = max(left, speech.right + 8 * layout.u)
                else:
                    right = min(right, speech.x - 8 * layout.u)
            for _, line in piles.badge_lines(layout, stage.snapshot):
                if line.y < y + layout.tag_size and line.bottom > y - layout.tag_size and line.x > layout.middle_x:
                    right = min(right, line.x - 8 * layout.u)
            messages.tag = captions.draw_tag(canvas, told, sprite.rest.x, y, layout.tag_size, left, right)


def draw_message(canvas: Canvas, table: Table, message: str, mine: bool) -> pygame.Rect:
    """Draws the message. Returns its area. mine: True if the message asks the person for an action."""
    layout, panel = table.stage.layout, table.panel
    x, y, wide = layout.message_x, layout.message_y, layout.message_w
    middle = layout.middle_x
    if panel is not None and panel.message_y is not None:  # above the panel, at any place that the panel has taken
        y = panel.message_y
        middle = panel.area.centre.x
        x, wide = message_room_at(layout, y, middle)
    return captions.draw_message(canvas, message, x, y, layout.message_size, wide, mine, middle)


def draw_overlays(canvas: Canvas, table: Table, controls: Controls, messages: Messages) -> None:
    stage, panel, ring = table.stage, table.panel, controls.widgets
    if panel is not None:
        panel.draw_sheet(canvas, ring.focus, messages.panel_text)
        for tile in panel.tiles:
            tile.draw(canvas, tile is ring.focus)
        draw_buttons(canvas, controls, (controls.threshold,))
        draw_buttons(canvas, controls, panel.buttons)
    if table.sidebar_open:
        table.sidebar.draw(canvas, table.sidebar.view_of_paper(canvas, stage.layout, stage.snapshot))
        draw_buttons(canvas, controls, (*controls.folded, *controls.head_buttons))
    if table.last_trick is not None:
        canvas.dim_table(0.35)
        table.last_trick.draw(canvas, stage, table.context.faces, table.portraits, table.match.with_names)
    notes = controls.notes
    if notes.open_spot is not None and notes.text:
        area, layout = notes.open_spot.area, stage.layout
        if notes.chosen:
            on_paper = layout.ledger_area.contains_point((round(area.x + 1), round(area.y + 1)))
            canvas.draw_focus_ring(pygame.FRect(area), 6, on_paper)
        captions.draw_note(canvas, notes.text, area, layout.w, layout.h, layout.t)


def draw_buttons(canvas: Canvas, controls: Controls, widgets: Iterable[Widget]) -> None:
    """Draws those of the controls that are visible."""
    focus = controls.widgets
    for widget in widgets:
        if widget.shown:
            widget.draw(canvas, widget is focus.focus and focus.ring)


class ScenePicture:
    """Draws a table. Buttons, the things under the cards, and cards at rest are three layers, which are cached."""

    def __init__(self, table: Table, messages: Messages, turn: Turn, controls: Controls) -> None:
        self.table, self.messages, self.controls = table, messages, controls
        self.seats = SeatPictures(table, turn)
        self.remarks = Remarks(table, messages)
        self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer()
        self.image_queue = self._new_image_queue()
        self._honking: HonkPicture | None = None

    def _new_image_queue(self) -> CardImageQueue:
        context, game = self.table.context, self.table.match.game
        geese = frozenset(cards.name(card, game.jokers) for card in cards.members(game.text.geese))
        return CardImageQueue(context.faces, f"back {context.settings.back}", geese)

    def clear_layers(self) -> None:
        self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer()
        self.table.sidebar.drop_views()
        self.seats.clear()
        self.image_queue = self._new_image_queue()

    def update(self, dt: float) -> bool:
        """Advances the animation by dt seconds. Returns True if lamplight or remarks have changed."""
        return self.seats.update(dt) | self.remarks.update(dt)

    def draw(self, canvas: Canvas) -> None:
        """Draws the entire table. Afterwards `image_queue.late` is True if the image of a card is outdated."""
        stage = self.table.stage
        self.image_queue.begin_frame()
        resting = self._resting_cards()
        self._draw_ground(canvas)
        self._draw_resting(canvas, resting)
        self.remarks.draw(canvas)
        self._draw_honk(canvas)
        held = [stage.held.sprite] if stage.held is not None else []
        moving = [sprite for sprite in stage.sprites_in_order() if sprite not in resting and sprite not in held]
        hand = [sprite for sprite in moving if sprite in stage.hand.sprites and not sprite.flying]
        over = [sprite for sprite in moving if self._leaves_hand(sprite)]
        self.image_queue.draw(canvas.dst, [sprite for sprite in moving if sprite not in hand and sprite not in over])
        self.seats.draw(canvas)
        self.image_queue.draw(canvas.dst, hand, stage.hand.shake_offsets())
        self.image_queue.draw(canvas.dst, over)
        draw_badges(canvas, stage)
        cloth.draw_ties(canvas, stage)
        if stage.egg is not None:
            canvas.draw_egg(stage.egg.x, stage.egg.y, seats.egg_height(stage.layout))
        draw_message_and_tag(canvas, self.table, self.messages)
        draw_overlays(canvas, self.table, self.controls, self.messages)
        self.image_queue.draw(canvas.dst, held)

    def _draw_honk(self, canvas: Canvas) -> None:
        stage = self.table.stage
        if stage.honk is None:
            self._honking = None
            return
        if self._honking is None or self._honking.honk is not stage.honk:
            self._honking = HonkPicture(stage.honk, stage)
        self._honking.draw(canvas)
        self._honking.draw_feathers(canvas)

    def predraw_honk(self, canvas: Canvas, seat: int) -> Iterator[None]:
        """Generator: draws the frames of a honk off the screen, one frame in each step, so that their images are cached."""
        stage = self.table.stage
        honk = Honk(seat, stage.hand.pace, stage.stamp)
        yield from HonkPicture(honk, stage).predraw_frames(canvas)

    def _leaves_hand(self, sprite: Sprite) -> bool:
        return sprite.flying and (sprite in self.table.stage.hand.sprites or sprite.pose.face >= 1)

    def _resting_cards(self) -> list[Sprite]:
        stage = self.table.stage
        backs = [sprite for held in stage.backs.values() for sprite in held]
        if any(sprite.flying or sprite.hidden or sprite.is_gliding for sprite in backs):
            backs = []
        shown_piles = [sprite for sprite in stage.heap_sprites() if not sprite.flying and not sprite.is_gliding]
        trick = [sprite for sprite in stage.trick if not sprite.flying and not sprite.is_gliding]
        lying = [*shown_piles, *drawing_order(trick)]
        return backs + [sprite for sprite in lying if not sprite.hidden]

    def _draw_resting(self, canvas: Canvas, resting: list[Sprite]) -> None:
        drop, stage, shown = self._next_card_place(), self.table.stage, self.table.stage.snapshot
        faced = tuple(sprite.rest for _, sprite in stage.exposed_cards)
        plate = shown.plates[shown.me] if stage.layout.needs.windows else ""
        told = (shown.shown_piles, shown.tally, shown.facts, shown.me, shown.own, shown.face_down, plate, shown.names)
        key = (canvas, stage.layout, drop, faced, told, cloth.auction_state(stage))

        def draw() -> None:
            draw_grounds(canvas, stage)
            if stage.layout.needs.rows:
                cloth.draw_auction(canvas, stage)
            if drop is not None:
                cloth.draw_outline(canvas, drop)

        canvas.draw_layer(self._grounds, key, draw)
        lying = tuple((sprite.code, sprite.pose) for sprite in resting)
        canvas.draw_layer(self._resting, (canvas, lying), partial(self.image_queue.draw, canvas.dst, resting))
        if self.image_queue.late:
            self._resting.forget_steps()

    def predraw(self, canvas: Canvas, after: Snapshot) -> Iterator[None]:
        """Generator: draws the texts of a coming snapshot off the screen, one text in each step, so that their images are
        cached.
        """
        nowhere = pygame.Surface((1, 1))
        said, mine = self.messages.message
        for words, asks in ((said, mine), *((words, after.mine) for words in (*self.table.stage.coming_texts, after.prompt))):
            with canvas.drawing_on(nowhere):
                draw_message(canvas, self.table, words, asks)
            yield
        yield from self.seats.predraw(canvas, after)
        sidebar = self.table.sidebar
        for shown in (replace(self.table.stage.snapshot, log=after.log), after):
            with canvas.drawing_on(DisplayList(canvas.dst)):
                sidebar.predraw(canvas, self.table.stage.layout, shown, partial(sidebar.draw, canvas))
            yield

    def _next_card_place(self) -> Place | None:
        table, stage = self.table, self.table.stage
        if not stage.snapshot.mine or stage.layout.compact or stage.layout.needs.rows or table.panel is not None:
            return None
        pose = stage.trick_pose(table.match.me, len(stage.trick))
        return Place(pose.x, pose.y, pose.height)

    def _draw_ground(self, canvas: Canvas) -> None:
        table, controls = self.table, self.controls
        layout, shown, sidebar = table.stage.layout, table.stage.snapshot, table.sidebar
        canvas.dst.blit(table.context.cloth.best_picture(felt_measures(layout.w, layout.h, layout.cloth_width)), (0, 0))
        ringed = controls.widgets.focus if controls.widgets.ring else None
        if sidebar.draw(canvas, sidebar.view_beside_cloth(canvas, layout, shown), ringed is sidebar.scroll):
            self.image_queue.begin_frame(0)  # the ground is drawn anew; outdated card images wait for the next frame
        shown_buttons = controls.icons[:-1] if table.sidebar_open else (*controls.foot, *controls.head_buttons)
        buttons = (controls.strip, *shown_buttons, controls.menu)
        looks = tuple((b.label, tuple(b.rect), b.enabled, b.hover, b.pressed, b is ringed, b.shown) for b in buttons)
        canvas.draw_layer(self._buttons, (canvas, looks), partial(draw_buttons, canvas, controls, buttons))


WARM_UP: Final = 0.3  # seconds for which a deal may wait for the images of its cards


class ImageForecast:
    """Draws images before a frame needs them: first the cards of a new deal, then images that will probably be needed next."""

    def __init__(self, table: Table, picture: ScenePicture) -> None:
        self.table, self.picture = table, picture
        self._waited = WARM_UP
        """Seconds that a deal has waited for the images of its cards."""
        self._expected: Action | None = None
        self._moved = self._changed = False
        """Whether time has passed, and whether the table has changed, since the last filling of the queue."""
        self._rehearsal: Iterator[None] = iter(())
        self._seats: Iterator[None] = iter(())
        self._draw_honk: Iterator[None] = iter(())
        self._lain: tuple[Area, ...] = ()
        """Areas of the cards on the table when the goose's images were last drawn in advance."""

    @property
    def waiting(self) -> bool:
        """True while a new deal waits for the images of its cards."""
        return self._waited < WARM_UP

    def start_waiting(self) -> None:
        """Makes a new deal wait until the images of its cards are drawn."""
        self._waited = 0.0 if self.table.context.animation_factor > 0 else WARM_UP

    def stop_waiting(self) -> None:
        self._waited = WARM_UP

    def wait(self, dt: float) -> bool:
        """Lets dt seconds pass. Returns True if a new deal still waits for images."""
        if not self.waiting or self.table.context.animation_factor <= 0:
            return False
        self._waited += dt
        return True

    def forget_expected(self) -> None:
        self._expected = None

    def note_motion(self) -> None:
        """Records that time has passed, so that `run_slice` looks for new images of flying cards."""
        self._moved = True

    def predraw(self, after: Snapshot, panel: Panel | None) -> None:
        """Starts to draw a coming snapshot in advance, off the screen. panel: the panel of its decision, or None."""
        canvas, self._lain = self.table.context.canvas, ()
        drawn = self.picture.predraw(canvas, after)
        self._rehearsal = drawn if panel is None else chain(_predraw_panel(panel, canvas), drawn)

    def look_ahead(self) -> None:
        """Starts to draw images that will probably be needed next, after the table has changed."""
        self._changed = True
        self._seats = self.picture.seats.predraw(self.table.context.canvas, self.table.stage.snapshot)

    def run_slice(self) -> bool:
        """Draws one image in advance. Returns False if there is none left."""
        queue, stage = self.picture.image_queue, self.table.stage
        if self._moved:
            self._moved = False
            stage.timeline.look_ahead()
            queue.store_next_images(stage.sprites_in_order())
            self._predraw_next_honk()
        if queue.draw_next_flight_image():
            return True
        if self._changed:
            self._changed = False
            queue.set_wanted(self._likely_images())
        decision = self.table.match.decision
        if decision is not None and decision != self._expected:
            self._expected = decision
            queue.set_wanted([*self._images_of_play(decision), *self._likely_images()])
        rehearsals = (self._draw_honk, self._rehearsal, self._seats)
        if any(next(drawn, self) is not self for drawn in rehearsals) or queue.run_slice():
            return True
        self.stop_waiting()
        return False

    def _predraw_next_honk(self) -> None:
        stage = self.table.stage
        if stage.goosed is not None and (lain := areas_of_cards(stage)) != self._lain:
            self._lain, self._draw_honk = lain, self.picture.predraw_honk(self.table.context.canvas, stage.goosed)

    def _likely_images(self) -> Iterator[WantedImage]:
        stage, match, back = self.table.stage, self.table.match, self.picture.image_queue.back
        return chain(
            _images_needed_next(stage, back, bool(match.people_seats)),
            _images_of_backs(stage, back) if match.visible_seat is not None else (),
        )

    def _images_of_play(self, action: Action) -> Iterator[WantedImage]:
        stage, session = self.table.stage, self.table.match.session
        card, turn = card_of(action), session.turn
        if card is None or turn is None or session.state is None:
            return
        code, pose = stage.image_code(card), stage.trick_pose(turn, len(stage.trick) % session.seats)
        yield WantedImage(code, pose.height, True)
        yield WantedImage.for_pose(code, pose)
        for sprite in stage.hand.sprites:
            if sprite.key == f"card {card}" and turn == stage.snapshot.me:  # as the card looks when it leaves the hand
                angle = round(sprite.rest.angle / STEP) * STEP
                yield WantedImage(code, max(pose.height, sprite.rest.height), True, angle=angle)


def _predraw_panel(panel: Panel, canvas: Canvas) -> Iterator[None]:
    nowhere = pygame.Surface((1, 1))
    with canvas.drawing_on(nowhere):
        panel.draw_sheet(canvas)
    yield
    for tile in panel.tiles:
        with canvas.drawing_on(nowhere):
            tile.draw(canvas, False)
        yield


def _images_of_backs(stage: Stage, back: str) -> Iterator[WantedImage]:
    """Yields the images of the hand face down, which are needed as soon as a person hides the cards."""
    held = len(stage.hand.sprites)
    for count in (held - 1, held) if held else ():
        yield from (WantedImage.for_pose(back, Pose.of_place(place)) for place in stage.layout.hand(count))


def _images_needed_next(stage: Stage, back: str, watched: bool) -> Iterator[WantedImage]:
    """Yields images that will probably be needed next, the most probable first.

    back: image code of the card back. watched: True if a person plays.
    """
    trick = stage.trick_places()
    for code, pose in trick:
        yield WantedImage.for_pose(code, pose)
    if len(trick) == len(stage.snapshot.names):
        for code, pose in trick:
            yield WantedImage.for_pose(code, pose._replace(glow=stage.hand.brass))
    for held in stage.backs.values():
        for sprite in held[:1]:
            yield WantedImage(back, sprite.rest.height, True)
    for sprite in stage.hand.sprites[:1]:
        yield WantedImage(back, sprite.rest.height, True)
    fan = [(sprite.code, sprite.rest) for sprite in stage.hand.sprites]
    for code, pose in fan:
        yield WantedImage.for_pose(code, pose)
        yield WantedImage(code, pose.height, True)
    yield WantedImage(back, stage.layout.trick_h, True)
    if watched:
        for code, pose in fan:
            yield WantedImage(code, pose.height, True, angle=pose.angle)
            yield WantedImage(code, pose.height, dim=True, angle=pose.angle)
    if len(fan) > 1:  # the fan after any of the cards has been played
        places = stage.layout.hand(len(fan) - 1)
        for i, (code, pose) in enumerate(fan):
            for place in places[max(0, i - 1) : i + 1]:
                yield WantedImage(code, pose.height, angle=round(place.angle, 1))
