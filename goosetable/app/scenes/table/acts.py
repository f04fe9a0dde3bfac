"""What a person does at the table: a card or a choice is done, or it is said why not."""

from __future__ import annotations

from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.cards import Card
from goosetable.engine.rules.action import Action


class Acts:
    """Turns what is clicked into actions of the seat to act."""

    def __init__(self, table: TableState, commands: TableCommands, words: Words) -> None:
        self.table, self.commands, self.words = table, commands, words

    def card(self, card: Card) -> None:
        """A card of the hand was clicked or Enter pressed on it."""
        stage = self.table.stage
        if not stage.snapshot.mine:
            return
        if card in stage.snapshot.legal and self.table.panel is None:
            self.commands.act(stage.snapshot.legal[card])
            return
        stage.hand.shake(card)
        self._refuse(self.words.with_card(card))

    def in_trick(self, card: Card) -> None:
        """A card of the trick was clicked while one of them is to be kept."""
        panel = self.table.panel
        tile = panel.of_card(card) if panel is not None else None
        if tile is not None:
            tile.press()
        elif self.table.stage.snapshot.mine:
            self._refuse(self.words.with_card(card))

    def choice(self, action: Action) -> None:
        shown = self.table.stage.snapshot
        if not shown.mine or shown.decision is None:
            return
        if any(choice.action == action for choice in shown.decision.choices):
            self.commands.act(action)
        else:
            self._refuse(action)

    def go_on(self) -> bool:
        """Do what allows no choice; whether there was such a thing."""
        shown = self.table.stage.snapshot
        if shown.forced is None or not shown.mine:
            return False
        self.commands.act(shown.forced)
        return True

    def play_out(self) -> bool:
        """Let the rest of the deal go by itself, if nothing can change its points any more; whether that is so."""
        if not self.table.match.settled or not self.table.stage.snapshot.mine:
            return False
        self.commands.play_out()
        self.words.clear()
        return True

    def _refuse(self, action: Action) -> None:
        self.words.refuse(action)
        self.table.context.sound.play("refuse")
        self.commands.redraw()
