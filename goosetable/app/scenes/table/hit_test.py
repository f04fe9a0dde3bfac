"""What lies at a place of the window: a card of the hand or of the trick, a seat, the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goosetable.app.table.card_sprites import overlapping
from goosetable.cards import Card

if TYPE_CHECKING:
    from goosetable.app.scenes.table.scene import TableScene


def card_at(scene: TableScene, pos: tuple[int, int]) -> Card | None:
    """The card of the hand, unless something lies over it that the hand gives way to."""
    if not scene.stage.glance.own or on_ledger(scene, pos):
        return None
    if scene.panel is not None and (scene.panel.decision.sinks or scene.panel.area.holds(pos)):
        return None
    return scene.hand.at(*pos)


def trick_card_at(scene: TableScene, pos: tuple[int, int]) -> Card | None:
    """The card of the trick, while one of them is to be kept."""
    if scene.panel is None or not scene.panel.by_card or scene.panel.area.holds(pos) or on_ledger(scene, pos):
        return None
    cards = {f"card {card}": card for _, card in scene.stage.glance.trick}
    lying = reversed(overlapping(scene.stage.trick))
    return next((cards[sprite.key] for sprite in lying if sprite.key in cards and sprite.rest.holds(*pos)), None)


def on_ledger(scene: TableScene, pos: tuple[int, int]) -> bool:
    """Whether the ledger lies there."""
    shown = scene.ledger_open or not scene.layout.compact
    return shown and scene.layout.ledger_area.holds(pos)


def outside_ledger(scene: TableScene, pos: tuple[int, int]) -> bool:
    """Whether a press there folds an opened ledger."""
    return scene.ledger_open and not on_ledger(scene, pos) and pos[1] > scene.layout.strip


def seat_at(scene: TableScene, pos: tuple[int, int]) -> int | None:
    """The seat whose medallion or plate stands there."""
    for seat in range(scene.sitting.session.seats):
        opponent = scene.stage.opponent(seat)
        place = scene.layout.own if opponent is None else scene.layout.seat(opponent)
        if place is not None and place.area().holds(pos):
            return seat
    return None
