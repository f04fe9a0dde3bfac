"""What lies at a place of the window: a card of the hand or of the trick, a seat, the sidebar."""

from __future__ import annotations

from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.sprites import overlapping
from goosetable.cards import Card


def card_at(table: TableState, pos: tuple[int, int]) -> Card | None:
    """The card of the hand, unless something lies over it that the hand gives way to."""
    stage, panel = table.stage, table.panel
    if not stage.snapshot.own or on_sidebar(table, pos):
        return None
    if panel is not None and (panel.decision.sinks or panel.area.holds(pos)):
        return None
    return stage.hand.at(*pos)


def trick_card_at(table: TableState, pos: tuple[int, int]) -> Card | None:
    """The card of the trick, while one of them is to be kept."""
    stage, panel = table.stage, table.panel
    if panel is None or not panel.by_card or panel.area.holds(pos) or on_sidebar(table, pos):
        return None
    cards = {f"card {card}": card for _, card in stage.snapshot.trick}
    lying = reversed(overlapping(stage.trick))
    return next((cards[sprite.key] for sprite in lying if sprite.key in cards and sprite.rest.holds(*pos)), None)


def on_sidebar(table: TableState, pos: tuple[int, int]) -> bool:
    layout = table.stage.layout
    return (table.sidebar_open or not layout.compact) and layout.ledger_area.holds(pos)


def over_cloth(table: TableState, pos: tuple[int, int]) -> bool:
    """Whether that is on the table and in the window, as against on the sidebar."""
    layout = table.stage.layout
    return 0 <= pos[0] < layout.cw and layout.strip <= pos[1] < layout.h and not on_sidebar(table, pos)


def outside_sidebar(table: TableState, pos: tuple[int, int]) -> bool:
    """Whether a press there folds an opened sidebar."""
    return table.sidebar_open and not on_sidebar(table, pos) and pos[1] > table.stage.layout.strip


def seat_at(table: TableState, pos: tuple[int, int]) -> int | None:
    """The seat whose medallion or plate stands there."""
    for seat in range(table.match.session.seats):
        place = table.stage.seat_place(seat)
        if place is not None and place.area().holds(pos):
            return seat
    return None
