"""What the table says to the person: the line in the middle, and the words over the card that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goosetable.app.glance import FROM_HAND, capital, card_verb, named
from goosetable.cards import Card
from goosetable.engine import action as act
from goosetable.engine.action import Action

if TYPE_CHECKING:
    from goosetable.app.scenes.table import TableScene


class Words:
    """reason: said until the next input, such as why a card may not be played. hinted: the hint that is shown."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.reason = ""
        self.hinted: Action | None = None
        self._told: tuple[object, str] = (None, "")

    def clear(self) -> None:
        """Something else has happened."""
        self.reason, self.hinted = "", None

    def with_card(self, card: Card) -> Action:
        """What somebody means who clicks a card that may not be chosen."""
        seen = self.scene.sitting.view()
        verb = card_verb(seen.legal)
        if seen.hand >> card & 1 and verb not in FROM_HAND:
            verb = next((verb for verb in self.scene.sitting.game.verbs if verb in FROM_HAND), verb)
        return act.make(verb, card)

    def refuse(self, action: Action) -> None:
        """Say why something may not be done."""
        sitting = self.scene.sitting
        why = sitting.game.why_not(sitting.view().known, action)
        self.reason = sitting.say(f"Not {named(sitting.game, action)}: {why.table}.")

    def ask_hint(self) -> None:
        """Begin to look for the best action, if the person is to act."""
        if self.scene.stage.glance.mine and self.hinted is None:
            self.scene.sitting.ask_hint()
            self.reason = "" if self.scene.sitting.hint is not None else "Weighing the cards"
            self.scene.dirty = True

    def show_hint(self, action: Action) -> None:
        """The best action is found: it is ringed and said."""
        scene = self.scene
        self.hinted, self.reason = action, ""
        scene.hand.mean(None)
        if scene.panel is None:
            scene.hand.suggest(act.card(action))
        for tile in scene.panel.tiles if scene.panel is not None else ():
            tile.hinted = tile.choice.action == action
        scene.dirty = True

    @property
    def message(self) -> tuple[str, bool]:
        """The line that says what is going on, and whether it asks the person for something."""
        scene, shown = self.scene, self.scene.stage.glance
        if self.reason:
            return self.reason, False
        if scene.stage.saying:
            return scene.stage.saying, False
        if self.hinted is not None and shown.mine and (scene.panel is None or scene.panel.said):
            return f"Perhaps ~{named(scene.sitting.game, self.hinted)}~", True
        if scene.panel is not None:
            return (shown.prompt if scene.panel.said else ""), True
        meant = self.meant
        if scene.layout.compact and meant is not None and self.foretold:
            return capital(f"~{scene.sitting.game.face(meant)}~ {self.foretold}"), True
        return shown.prompt, shown.mine

    @property
    def foretold(self) -> str:
        """What the card that is meant would do, in words, or nothing."""
        sitting, shown, card = self.scene.sitting, self.scene.stage.glance, self.meant
        if not self.scene.desk.settings.say_what_card_does or not shown.mine or card not in shown.legal:
            return ""
        if self._told[0] != (card, shown):
            text = sitting.game.foretell(sitting.view().known, shown.legal[card])
            said = sitting.say(text)
            self._told = ((card, shown), text[:1] + said[1:] if text[:1].islower() else said)
        return self._told[1]

    @property
    def meant(self) -> Card | None:
        """The card that is spoken of: the one with the focus, or the hint."""
        hand = self.scene.hand
        return hand.focus if hand.focus is not None else hand.hint
