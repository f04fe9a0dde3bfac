"""Which panel asks for which decision: by what is done, never by the game."""

from __future__ import annotations

from collections.abc import Callable

from goosetable.app.render.card_images import CardImages
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.panels.keep_panel import KeepPanel
from goosetable.app.table.panels.name_panel import NamePanel
from goosetable.app.table.snapshot import Decision
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, Verb


def panel(
    decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None], code: Callable[[Card], str], faces: CardImages
) -> Panel:
    """The panel of a decision. on: what a choice does; code: a card as its picture is called."""
    match decision.verb:
        case Verb.BID:
            return BidPanel(decision, portraits, on)
        case Verb.TRUMP | Verb.TOPS:
            return NamePanel(decision, portraits, on)
        case Verb.KEEP:
            return KeepPanel(decision, portraits, on, code, faces)
        case _:
            return Panel(decision, portraits, on)
