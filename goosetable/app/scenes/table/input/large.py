"""Which card a person wants to see large: what is pressed with the other button, or what the focus is on."""

from __future__ import annotations

from goosetable.app.scenes.routes import ToLargeCard
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.input.hit_test import on_sidebar
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.stage import card_at, large_card, lying_cards
from goosetable.app.ui.scene import Change, Push
from goosetable.cards import Card
from goosetable.engine.rules.action import card_of
from goosetable.engine.text.table_facts import FigureKind


def show_large(table: TableState, pos: tuple[int, int]) -> Change:
    """The card that lies open at a place of the window."""
    if table.last_trick is not None:
        found = table.last_trick.card_at(pos)
        return None if found is None else _large(table, [card for _, card in table.last_trick.trick.plays], found)
    if on_sidebar(table, pos) or (table.panel is not None and table.panel.area.holds(pos)):
        return None
    found = card_at(table.stage, pos)
    return None if found is None else _large(table, _lying(table), found)


def show_meant(table: TableState, controls: Controls) -> Change:
    """The card with the focus: in the hand, of a note or a choice; else the last of the trick, or the first that lies open."""
    if table.last_trick is not None:
        return _large(table, [card for _, card in table.last_trick.trick.plays], table.last_trick.trick.card)
    lying = _lying(table)
    spot, hand, panel = controls.notes.spot, table.stage.hand, table.panel
    noted = spot.figure.at if spot is not None and spot.figure.kind in (FigureKind.CARD, FigureKind.SHOWN) else None
    tile = next((tile for tile in panel.tiles if tile is controls.widgets.focus), None) if panel is not None else None
    chosen = card_of(tile.choice.action) if panel is not None and panel.by_card and tile is not None else None
    trick = [card for _, card in table.stage.snapshot.trick]
    meant = [card for card in (noted, hand.focus, chosen, *trick[::-1], *lying) if card is not None and card in lying]
    return _large(table, lying, meant[0]) if meant else None


def _lying(table: TableState) -> list[Card]:
    return list(dict.fromkeys(card for card, _ in lying_cards(table.stage)))


def _large(table: TableState, lying: list[Card], card: Card) -> Change:
    return Push(ToLargeCard(tuple(large_card(table.match, one) for one in lying), lying.index(card)))
