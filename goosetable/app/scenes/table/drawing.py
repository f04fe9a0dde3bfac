"""How the table is drawn: what rests is kept as one picture, and what moves is laid over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.art.deck import RATIO
from goosetable.app.render.canvas import Paint
from goosetable.app.render.card_images import slot
from goosetable.app.render.felt import bed_for, veil
from goosetable.app.scenes.table.zone_drawing import draw_grounds, draw_marks
from goosetable.app.table import captions, seats, zones
from goosetable.app.table.card_image_queue import Print, Prints
from goosetable.app.table.card_sprites import Sprite, overlapping
from goosetable.app.table.seats import Look, Seatings
from goosetable.app.table.sidebar.compact_bar import strip
from goosetable.app.table.sidebar.sidebar import Ledger
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action as act
from goosetable.engine.rules.action import Action

if TYPE_CHECKING:
    from goosetable.app.scenes.table.scene import TableScene
    from goosetable.app.table.panels.choice_panel import Panel

LAMP: Final = 0.12  # seconds in which the lamplight reaches a seat
LAMPS: Final = 3  # steps in which it does


class Picture:
    """Draws a table scene. Two pictures are kept: cloth with ledger, and that with the cards that rest on it."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.seatings = Seatings()
        game = scene.sitting.game
        self.ledger = Ledger(game.title, game.text.prize, scene.portraits)
        self._ground: pygame.Surface | None = None
        self._ground_key: tuple[object, ...] = ()
        self._table: pygame.Surface | None = None
        self._table_key: tuple[object, ...] = ()
        self._lamps: dict[int, float] = {}
        self.prints = self._new_prints()

    def _new_prints(self) -> Prints:
        desk = self.scene.desk
        return Prints(desk.faces, f"back {desk.settings.back}")

    def forget(self) -> None:
        """Size, colours or settings have changed: draw everything anew."""
        self._ground = self._table = None
        self._ground_key = self._table_key = ()
        self.seatings = Seatings()
        self.prints = self._new_prints()

    # ------------------------------------------------------------------ lamplight

    @property
    def fading(self) -> bool:
        """Whether the lamplight is on its way from seat to seat."""
        lit = self.scene.stage.glance.lit
        return any((light < 1) if seat in lit else (light > 0) for seat, light in self._lamps.items())

    def update(self, dt: float) -> bool:
        """Let dt seconds pass; whether anything looks different."""
        shown, pace = self.scene.stage.glance, self.scene.desk.pace
        if self.scene.last_trick is not None:
            self.scene.last_trick.shown_for += dt
        step = dt / (LAMP * pace) if pace > 0 else 1.0
        changed, lit = False, shown.lit
        for seat in range(len(shown.names)):
            before = self._lamps.get(seat, 0.0)
            now = min(1.0, before + step) if seat in lit else max(0.0, before - step)
            self._lamps[seat] = now
            changed |= now != before
        return changed

    # ------------------------------------------------------------------ drawing

    def draw(self, paint: Paint) -> None:
        scene, stage = self.scene, self.scene.stage
        self.prints.begin()
        resting = self._resting()
        paint.dst.blit(self._with_cards(paint, resting), (0, 0))
        moving = [sprite for sprite in stage.all() if sprite not in resting]
        hand = [sprite for sprite in moving if sprite in stage.hand.sprites and not sprite.flying]
        over = [sprite for sprite in moving if self._leaves_hand(sprite)]
        self.prints.draw(paint.dst, [sprite for sprite in moving if sprite not in hand and sprite not in over])
        self._seats(paint)
        self.prints.draw(paint.dst, hand, scene.hand.shaken())
        self.prints.draw(paint.dst, over)
        draw_marks(paint, stage)
        if stage.egg is not None:
            paint.egg(stage.egg.x, stage.egg.y, seats.egg_height(scene.layout))
        self._say(paint)
        self._over(paint)
        scene.dirty |= self.prints.late

    def _leaves_hand(self, sprite: Sprite) -> bool:
        """Whether a flying card lies over seats and hand: the person's own."""
        return sprite.flying and (sprite in self.scene.stage.hand.sprites or sprite.pose.face >= 1)

    def _resting(self) -> list[Sprite]:
        """Cards of the others and of the trick that lie still; while cards are dealt, none."""
        stage = self.scene.stage
        backs = [sprite for held in stage.backs.values() for sprite in held]
        if any(sprite.flying or sprite.hidden or sprite.gliding for sprite in backs):
            backs = []
        heaps = [sprite for sprite in stage.heap_sprites() if not sprite.flying and not sprite.gliding]
        trick = [sprite for sprite in stage.trick if not sprite.flying and not sprite.gliding]
        lying = [*heaps, *overlapping(trick)]
        return backs + [sprite for sprite in lying if not sprite.hidden]

    def _with_cards(self, paint: Paint, resting: list[Sprite]) -> pygame.Surface:
        ground = self._with_ledger(paint)
        drop, shown = self._drop(), self.scene.stage.glance
        key = (ground, self._ground_key, drop, tuple((sprite.code, sprite.pose) for sprite in resting), shown.heaps,
               shown.tally, shown.plates[shown.me] if self.scene.layout.board.windows else "")  # fmt: skip
        if self._table is None or key != self._table_key:
            if self._table is None or self._table.get_size() != ground.get_size():
                self._table = pygame.Surface(ground.get_size())
            self._table.blit(ground, (0, 0))
            with paint.onto(self._table):
                draw_grounds(paint, self.scene.layout, shown)
                if drop is not None:
                    x, y, h = drop
                    w = round(h * RATIO)
                    paint.svg(slot(w, round(h), paint.theme.cream2), x - w / 2, y - h / 2, w, h)
                self.prints.draw(paint.dst, resting)
            self._table_key = () if self.prints.late else key
        return self._table

    def _drop(self) -> tuple[float, float, float] | None:
        """Where the person's next card will lie, while it is waited for and there is room to show it."""
        scene = self.scene
        if not scene.stage.glance.mine or scene.layout.compact or scene.panel is not None:
            return None
        pose = scene.stage.trick_pose(scene.sitting.me, len(scene.stage.trick))
        return pose.x, pose.y, pose.height

    def _with_ledger(self, paint: Paint) -> pygame.Surface:
        """Cloth and ledger with its buttons, or in compact mode the strip."""
        scene, layout = self.scene, self.scene.layout
        shown = scene.stage.glance
        table = scene.desk.table(bed_for(layout.w, layout.h, layout.cw))
        controls = scene.controls
        buttons = tuple(
            (b.enabled, b.hover, b.pressed, controls.widgets.ring and b is controls.widgets.focus, b.shown)
            for b in (*controls.foot, controls.chart, controls.menu, controls.strip)
        )
        turn = shown.turn if layout.compact else None
        scroll = self.ledger.scroll
        focused = controls.widgets.focus is scroll and controls.widgets.ring
        book = (self.ledger.looking_up, scroll.offset, scroll.pressed, focused)
        key = (table, paint, buttons, turn, book, shown.place, shown.tally, shown.race, shown.prizes, shown.log,
               shown.account, shown.lying if shown.account.ranking else ())  # fmt: skip
        if self._ground is None or key != self._ground_key:
            if self._ground is None:
                self._ground = pygame.Surface((layout.w, layout.h))
            self._ground.blit(table, (0, 0))
            with paint.onto(self._ground):
                if layout.compact:
                    strip(paint, layout, shown, scene.portraits, controls.hint.rect.x - 8)
                else:
                    self.ledger.draw(paint, layout, shown, focused=focused)
                self._buttons(paint, (controls.strip, *controls.foot, controls.chart, controls.menu) if not scene.ledger_open
                              else (controls.strip, controls.hint, controls.undo, controls.menu))  # fmt: skip
            self._ground_key = key
            self.prints.begin(0)  # one thing at a time: cards that have to be drawn anew wait for the next frame
        return self._ground

    def _buttons(self, paint: Paint, widgets: tuple[Widget, ...]) -> None:
        focus = self.scene.controls.widgets
        for widget in widgets:
            if widget.shown:
                widget.draw(paint, widget is focus.focus and focus.ring)

    def _seats(self, paint: Paint) -> None:
        scene, layout, shown = self.scene, self.scene.layout, self.scene.stage.glance
        for seat, name in enumerate(shown.names):
            opponent = scene.stage.opponent(seat)
            place = layout.own if opponent is None else layout.seat(opponent)
            if place is None:
                continue
            lamp = round(self._lamps.get(seat, 0.0) * LAMPS) / LAMPS
            sub = "thinking" if scene.thinking == seat else shown.plates[seat]
            quotas = shown.account.quotas
            look = Look(scene.portraits[seat], name, sub, lamp, quotas[seat] if quotas else None)
            self.seatings.draw(paint, layout, place, look, scene.stage.bumps.get(seat, 0.0))

    def _say(self, paint: Paint) -> None:
        """The message and the tag over the card that is meant."""
        scene, layout = self.scene, self.scene.layout
        words, mine = scene.words.message
        if words:
            x, y, wide, panel = layout.message_x, layout.message_y, layout.message_w, scene.panel
            middle = layout.cx
            if panel is not None and panel.message_y is not None:  # over the panel, wherever that has found room
                y = panel.message_y
                middle = panel.area.centre.x
                x, wide = zones.message_at(layout, y, middle)
            captions.message(paint, words, x, y, layout.message_px, wide, mine, middle)
        told = scene.words.foretold
        if told and not layout.compact and scene.panel is None:
            sprite = next((s for s in scene.hand.sprites if s.key == f"card {scene.words.meant}"), None)
            if sprite is not None:
                y = sprite.rest.y - sprite.rest.height / 2 - 24 * min(layout.t, 1.5 * layout.u)
                captions.tag(paint, told, sprite.rest.x, y, layout.tag_px, layout.rim + 8, layout.cw - layout.rim - 8)

    def _over(self, paint: Paint) -> None:
        """What lies over the table: a decision, the opened ledger, the last trick."""
        scene = self.scene
        if scene.panel is not None:
            ring = scene.controls.widgets
            scene.panel.draw_sheet(paint, ring.focus, scene.words.told)
            for tile in scene.panel.tiles:
                tile.draw(paint, tile is ring.focus)
        if scene.ledger_open:
            self.ledger.draw(paint, scene.layout, scene.stage.glance, 1)
            self._buttons(paint, (scene.controls.last, scene.controls.rules, scene.controls.chart))
        if scene.last_trick is not None:
            veil(paint.dst, paint.theme, 0.35)
            scene.last_trick.draw(paint, scene)

    # ------------------------------------------------------------------ what will be wanted

    def rehearse(self, panel: Panel, paint: Paint) -> Iterator[None]:
        """Draw a panel where nobody sees it, piece by piece: paint keeps the pieces until they are wanted."""
        nowhere = pygame.Surface((1, 1))
        with paint.onto(nowhere):
            panel.draw_sheet(paint)
        yield
        for tile in panel.tiles:
            with paint.onto(nowhere):
                tile.draw(paint, False)
            yield

    def coming(self) -> Iterator[Print]:
        """The pictures that will be wanted soon, the next ones first."""
        scene, stage = self.scene, self.scene.stage
        for sprite in stage.trick:
            yield Print.of(sprite.code, sprite.rest)
        if len(stage.trick) == len(stage.glance.names):
            for sprite in stage.trick:
                yield Print.of(sprite.code, sprite.rest._replace(glow=stage.hand.brass))
        for held in stage.backs.values():
            for sprite in held[:1]:
                yield Print(self.prints.back, sprite.rest.height, True)
        fan = [(sprite.code, sprite.rest) for sprite in stage.hand.sprites]
        for code, pose in fan:
            yield Print.of(code, pose)
            yield Print(code, pose.height, True)
        yield Print(self.prints.back, scene.layout.T, True)
        if scene.sitting.persons:
            for code, pose in fan:
                yield Print(code, pose.height, True, angle=pose.angle)
                yield Print(code, pose.height, dim=True, angle=pose.angle)
        if stage.glance.mine and len(fan) > 1:  # the fan as it will be, whichever card is played
            places = scene.layout.hand(len(fan) - 1)
            for i, (code, pose) in enumerate(fan):
                for place in places[max(0, i - 1) : i + 1]:
                    yield Print(code, pose.height, angle=round(place.angle, 1))

    def expect(self, action: Action) -> None:
        """Somebody is about to do this: have the card ready."""
        card = act.card_of(action)
        if card is not None:
            code, stage = self.scene.stage.code(card), self.scene.stage
            turn = stage.glance.turn
            if turn is not None:
                pose = stage.trick_pose(turn, len(stage.trick))
                self.prints.want([Print(code, pose.height, True), Print.of(code, pose), *self.coming()])
