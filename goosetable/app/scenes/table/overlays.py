"""What is drawn over the table: the message, a decision, the opened sidebar, the last trick."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table import captions, piles
from goosetable.app.table.table_layout import free_span, message_room_at
from goosetable.app.ui.widget import Widget


def say(canvas: Canvas, table: TableState, words: Words) -> None:
    """The message and the tag over the card that is meant."""
    stage, layout, panel = table.stage, table.stage.layout, table.panel
    said, mine = words.message
    if said:
        words.place = message(canvas, table, said, mine)
    told, words.tag = words.foretold, pygame.Rect(0, 0, 0, 0)
    if told and not layout.compact and panel is None and stage.held is None:
        sprite = next((s for s in stage.hand.sprites if s.key == f"card {words.meant}"), None)
        if sprite is not None:
            y = sprite.rest.y - sprite.rest.height / 2 - 24 * min(layout.t, 1.5 * layout.u)
            own = any(heap.pile.seat == stage.snapshot.me and heap.size for heap in stage.snapshot.shown_piles)
            own |= piles.shelf(stage.snapshot, stage.snapshot.me) is not None
            left, right = free_span(layout, y - layout.tag_px, y + layout.tag_px, own)  # what lies there stays to be seen
            speech = None if table.guide is None else table.guide.speech
            if speech is not None and speech.y < y + layout.tag_px and speech.bottom > y - layout.tag_px:
                if speech.centre.x < sprite.rest.x:
                    left = max(left, speech.right + 8 * layout.u)
                else:
                    right = min(right, speech.x - 8 * layout.u)
            for _, line in piles.lines(layout, stage.snapshot):
                if line.y < y + layout.tag_px and line.bottom > y - layout.tag_px and line.x > layout.cx:
                    right = min(right, line.x - 8 * layout.u)
            words.tag = captions.tag(canvas, told, sprite.rest.x, y, layout.tag_px, left, right)


def message(canvas: Canvas, table: TableState, said: str, mine: bool) -> pygame.Rect:
    """The line that says what is going on; gives where it lies. mine: it asks the person for something."""
    layout, panel = table.stage.layout, table.panel
    x, y, wide = layout.message_x, layout.message_y, layout.message_w
    middle = layout.cx
    if panel is not None and panel.message_y is not None:  # over the panel, wherever that has found room
        y = panel.message_y
        middle = panel.area.centre.x
        x, wide = message_room_at(layout, y, middle)
    return captions.message(canvas, said, x, y, layout.message_px, wide, mine, middle)


def over(canvas: Canvas, table: TableState, controls: Controls, words: Words) -> None:
    stage, panel, ring = table.stage, table.panel, controls.widgets
    if panel is not None:
        panel.draw_sheet(canvas, ring.focus, words.told)
        for tile in panel.tiles:
            tile.draw(canvas, tile is ring.focus)
        buttons(canvas, controls, (controls.threshold,))
        buttons(canvas, controls, panel.buttons)
    if table.sidebar_open:
        table.sidebar.draw(canvas, stage.layout, stage.snapshot, 1)
        buttons(canvas, controls, (controls.last, controls.rules, *controls.heads))
    if table.last_trick is not None:
        canvas.lamp_out(0.35)
        table.last_trick.draw(canvas, stage, table.context.faces, table.portraits, table.match.say)
    notes = controls.notes
    if notes.spot is not None and notes.told:
        area, layout = notes.spot.area, stage.layout
        if notes.chosen:
            on_paper = layout.ledger_area.holds((round(area.x + 1), round(area.y + 1)))
            canvas.ring(area.x, area.y, area.w, area.h, 6, on_paper)
        captions.note(canvas, notes.told, area, layout.w, layout.h, layout.t)


def buttons(canvas: Canvas, controls: Controls, widgets: Iterable[Widget]) -> None:
    """Some of the controls, as far as they are shown."""
    focus = controls.widgets
    for widget in widgets:
        if widget.shown:
            widget.draw(canvas, widget is focus.focus and focus.ring)
