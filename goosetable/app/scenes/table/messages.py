"""What the table says to the person: the line in the middle, and the words over the card that is meant."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.snapshot import FROM_HAND, capital, card_verb, named
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, Verb, card_of, make, verb_of
from goosetable.engine.rules.state import TrickState
from goosetable.engine.words.phrases import listed
from goosetable.players.analysis import ALIKE, NO_DIFFERENCE

SAID: Final = {"only": "Only", "clear": "Clearly", "likely": "Probably", "equal": "Either"}
"""How a hint begins that is no perhaps; `only` where there is no choice, `equal` where another is as good."""
FOLLOWED: Final = 2
"""Cards that a newcomer has played of a deal before what takes a trick is said no more to one who follows."""
SETTLED: Final = "However the rest is played, this deal ends with the same points"


class Words:
    """reason: said until the next input, such as why a card may not be played. hinted: the hint that is shown."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.reason = ""
        self.refused = 0
        """How often it was said why not."""
        self.place = pygame.Rect(0, 0, 0, 0)
        """Where the message stood when it was drawn."""
        self.tag = pygame.Rect(0, 0, 0, 0)
        """Where the words over a card stood when it was drawn; nowhere if there were none."""
        self.hinted: Action | None = None
        self._told: tuple[object, str] = (None, "")
        self._before: tuple[Action | None, bool] = (None, False)

    def clear(self, reason: str = "") -> None:
        """Nothing is said any more but a reason, if there is one."""
        self.table.context.untell()
        self.reason, self.hinted = reason, None

    @property
    def seen_ahead(self) -> str:
        """What is said when a sealed bid is taken back after all were shown: which ones are known now; or nothing."""
        match = self.table.match
        if not match.takes_back or not match.session.bids_shown(match.takes_back):
            return ""
        plays = match.chronicle().tricks[-1].plays
        bids = [f"[{seat}'s] {match.game.text.face(card)}" for seat, card in plays if seat not in match.persons]
        return match.say(f"Taken back, though the bids were shown and are known now: {listed(bids)}.")

    def with_card(self, card: Card) -> Action:
        """What a click means on a card that may not be chosen."""
        seen = self.table.match.view()
        verb = card_verb(seen.legal)
        if seen.hand >> card & 1 and verb not in FROM_HAND:
            verb = next((verb for verb in self.table.match.game.verbs if verb in FROM_HAND), verb)
        return make(verb, card)

    def refuse(self, action: Action) -> None:
        match = self.table.match
        why = match.game.why_not(match.view().known, action)
        self.reason = match.say(f"Not {named(match.game, action)}: {why.table}.")
        self.refused += 1

    def ask_hint(self) -> None:
        """Begin to look for the best action, if the person is to act."""
        if self.table.stage.snapshot.mine and self.hinted is None:
            self.table.match.ask_hint()
            self.reason = "" if self.table.match.hint is not None else "Weighing the cards"

    def show_hint(self, action: Action) -> None:
        """The best action is found: it is ringed and said."""
        table = self.table
        self.hinted, self.reason = action, ""
        table.stage.hand.mean(None)
        if table.panel is None:
            table.stage.hand.suggest(card_of(action))
        for tile in table.panel.tiles if table.panel is not None else ():
            tile.hinted = tile.choice.action == action
        self._before = self.pointed

    @property
    def pointed(self) -> tuple[Action | None, bool]:
        """What is pointed at of what may be done now, or None; and whether it is by the pointer, at a choice."""
        table = self.table
        if table.panel is None:
            card = table.stage.hand.focus
            return (None if card is None else table.stage.snapshot.legal.get(card)), False
        may = [tile for tile in table.panel.tiles if not tile.barred]
        focus = table.focus
        tile = next((tile for tile in may if tile is focus), None)
        return (None if tile is None else tile.choice.action), tile is not None and tile.hover

    @property
    def opinion(self) -> str:
        """What is to be said of another card or choice that is pointed at since the hint was given, or nothing."""
        now = self.pointed
        if now != self._before:
            self._before = (None, False)
        pointed = now[0]
        if self.hinted is None or pointed in (None, self.hinted) or now == self._before or not self.table.stage.snapshot.mine:
            return ""
        assert pointed is not None
        why = self.table.match.reason(pointed)
        return f"{capital(self._called(pointed))}: {why}" if why else ""

    def _called(self, action: Action) -> str:
        """What an action is called: ~7♥~, or what stands on its choice where that is no card and no number."""
        table = self.table
        tiles = table.panel.tiles if table.panel is not None else []
        choice = next((tile.choice for tile in tiles if tile.choice.action == action), None)
        if choice is not None and card_of(action) is None and verb_of(action) not in (Verb.BID, Verb.TRUMP, Verb.TOPS):
            return f"{{{choice.label}}}"
        return f"~{named(table.match.game, action)}~"

    @property
    def message(self) -> tuple[str, bool]:
        """The line that says what is going on, and whether it asks the person for something."""
        table, hand, shown = self.table, self.table.stage.hand, self.table.stage.snapshot
        if table.offering or (table.guide is not None and table.guide.silent):
            return "", False
        if self.reason and not self.told:
            return self.reason, False
        if table.stage.saying:
            return table.stage.saying, False
        if table.panel is not None:
            asked = shown.prompt if table.panel.said else ""
            if table.panel.message_y is None:
                return asked, True
            return self.perhaps or _lines(self.wants, asked), True
        meant = self.meant
        if table.stage.layout.compact and meant is not None and self.foretold and meant != hand.hint and not self.opinion:
            return _lines(capital(f"~{table.match.game.text.face(meant)}~ {self.foretold}"), self.takes), True
        if table.match.settled and shown.mine and not self.perhaps:
            return SETTLED, True
        aim = self.wants if meant is None else ""  # as soon as a card is pointed at it counts what takes the trick
        return self.perhaps or (_lines(aim, shown.prompt) if aim else _lines(shown.prompt, self.takes)), shown.mine

    @property
    def wants(self) -> str:
        """What one wants of a deal, for those who are new to the game, until they have played a card of it; else nothing."""
        match = self.table.match
        state = match.session.state
        if not self.table.newcomer or state is None or state.over:
            return ""
        if any(seat == match.me and verb_of(action) in FROM_HAND for seat, action in state.actions):
            return ""
        return match.say(match.game.text.wants(match.session.options))

    @property
    def takes(self) -> str:
        """What takes a trick, for those who are new to the game and lead to one, or follow in the first of a deal; what wins a
        round, in the first of them."""
        table, state = self.table, self.table.match.session.state
        if not table.newcomer or not table.stage.snapshot.mine or state is None:
            return ""
        played = sum(seat == table.match.me and verb_of(action) in FROM_HAND for seat, action in state.actions)
        leads = isinstance(state, TrickState) and not table.stage.snapshot.trick
        if played >= FOLLOWED and not leads:
            return ""
        return capital(table.match.say(table.match.game.text.takes(table.match.view().known)))

    @property
    def perhaps(self) -> str:
        """The hint that is shown, how sure it is and why; or the same of what is pointed at since; or nothing."""
        table, hint = self.table, self.hinted
        if hint is None or not table.stage.snapshot.mine:
            return ""
        if self.opinion:
            return self.opinion
        word, sure, rival = table.match.sureness
        why = table.match.reason(hint)
        if why == NO_DIFFERENCE and len(table.match.view().legal) > 2:
            return f"{capital(self._called(hint))} or any other: {why}"
        if why.endswith(ALIKE):
            word = ""  # the reason says it of all others
        said = f"{SAID.get(word, 'Perhaps')} {self._called(hint)}"
        if word == "equal" and rival is not None:
            said += f" or {self._called(rival)}"
        elif word == "close":
            said += f", {sure}"
        if why or word == "equal":
            return f"{said}: {why}" if why else said
        if table.panel is None:
            follows = self.foretold if table.stage.layout.compact and self.meant == table.stage.hand.hint else ""
            return f"{said}: {follows}" if follows else said
        choice = next((tile.choice for tile in table.panel.tiles if tile.choice.action == hint), None)
        return f"{said}: {choice.result}" if choice is not None and choice.result else said

    @property
    def told(self) -> str:
        """What a panel that lies where the message stands has to say in its place: why not, or the hint."""
        panel = self.table.panel
        return "" if panel is None or panel.message_y is not None else self.reason or self.perhaps

    @property
    def foretold(self) -> str:
        """What the card that is meant would do, in words, or nothing."""
        match, shown, card = self.table.match, self.table.stage.snapshot, self.meant
        if not self.table.context.settings.say_what_card_does or not shown.mine or card is None or card not in shown.legal:
            return ""
        if self._told[0] != (card, shown):
            words = match.game.text
            text = words.foretell(match.view().known, shown.legal[card]) or words.about(match.session.options, card)
            said = match.say(text)
            self._told = ((card, shown), text[:1] + said[1:] if text[:1].islower() else said)
        return self._told[1]

    @property
    def meant(self) -> Card | None:
        """The card that is spoken of: the one with the focus, or the hint."""
        hand = self.table.stage.hand
        return hand.focus if hand.focus is not None else hand.hint


def _lines(*parts: str) -> str:
    """What there is of some sentences, a line each."""
    return "\n".join(part for part in parts if part)
