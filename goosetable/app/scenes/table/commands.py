"""What a person does at the table: a card or a choice is done, or it is said why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goosetable.cards import Card
from goosetable.engine.rules.action import Action

if TYPE_CHECKING:
    from goosetable.app.scenes.table.scene import TableScene


class Acts:
    """Turns what is clicked into actions of the seat to act."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene

    def card(self, card: Card) -> None:
        """A card of the hand was clicked or Enter pressed on it."""
        scene, shown = self.scene, self.scene.stage.glance
        if not shown.mine:
            return
        if card in shown.legal and scene.panel is None:
            scene.do(shown.legal[card], mine=True)
            return
        scene.hand.shake(card)
        self._refuse(scene.words.with_card(card))

    def in_trick(self, card: Card) -> None:
        """A card of the trick was clicked while one of them is to be kept."""
        scene = self.scene
        tile = scene.panel.of_card(card) if scene.panel is not None else None
        if tile is not None:
            tile.press()
        elif scene.stage.glance.mine:
            self._refuse(scene.words.with_card(card))

    def choice(self, action: Action) -> None:
        """A choice of the panel was made."""
        shown = self.scene.stage.glance
        if not shown.mine or shown.decision is None:
            return
        if any(choice.action == action for choice in shown.decision.choices):
            self.scene.do(action, mine=True)
        else:
            self._refuse(action)

    def go_on(self) -> bool:
        """Do what allows no choice; whether there was such a thing."""
        shown = self.scene.stage.glance
        if shown.forced is None or not shown.mine:
            return False
        self.scene.do(shown.forced, mine=True)
        return True

    def play_out(self) -> bool:
        """Let the rest of the deal go by itself, if nothing can change its points any more; whether that is so."""
        scene = self.scene
        if not scene.sitting.settled or not scene.stage.glance.mine:
            return False
        scene.playing_out = True
        scene.words.clear()
        return True

    def _refuse(self, action: Action) -> None:
        self.scene.words.refuse(action)
        self.scene.desk.sound.play("refuse")
        self.scene.dirty = True
