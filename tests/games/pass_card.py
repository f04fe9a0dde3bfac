"""Pass Card, our game of secrets: each seat passes a card to its left, known to the two of them; then tricks are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import VERB_SPAN, Action, Objection, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HAND_KIND, Moved, Pile, PileKind, Tell, Visibility
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.game_text import TrickText

PASS: Final = Verb.OFFER * VERB_SPAN
LAID: Final = PileKind("laid", Visibility.OWNER, False)


@dataclass(frozen=True)
class PassCardOptions:
    """The house rules of Pass Card."""

    players: int = option("Players", (4, 3))
    target: int = option("Play to", (10,))


class PassCardState(TrickState):
    """A deal of Pass Card."""

    __slots__ = ("laid", "passing")

    laid: list[Cards]
    """What each seat has laid down, and afterwards passed."""
    passing: bool

    def begin_deal(self, options: object, standing: Standing, deal: Deal) -> None:
        super().begin_deal(options, standing, deal)
        self.laid, self.passing = [0] * len(deal.hands), True

    def piles(self) -> dict[Pile, Cards]:
        laid = {Pile(LAID, seat): group for seat, group in enumerate(self.laid)} if self.passing else {}
        return super().piles() | laid

    def hand_cards_known_to(self, seat: int) -> Sequence[Cards]:
        receiver = (seat + 1) % len(self.hands)
        return [self.laid[seat] if other == receiver and not self.passing else 0 for other in range(len(self.hands))]

    def hide_secrets_from(self, seat: int) -> None:
        self.laid = [group if other == seat else 0 for other, group in enumerate(self.laid)]
        self.actions = [(who, action) for who, action in self.actions if who == seat or action < PASS]

    def fill_pile(self, pile: Pile, group: Cards, rng: Random) -> None:
        self.laid[pile.seat] = group


class PassCardText(TrickText[PassCardState, PassCardOptions]):
    """The words of Pass Card."""

    def progress(self, state: PassCardState) -> str:
        return "passing" if state.passing else super().progress(state)

    def prompt(self, state: PassCardState) -> str:
        return "Pass a card" if state.passing else super().prompt(state)

    def log_line_of_action(self, state: PassCardState, seat: int, action: Action) -> str:
        return f"[{seat} passes] a card." if action >= PASS else super().log_line_of_action(state, seat, action)


class PassCard(TrickGame[PassCardState, PassCardOptions]):
    """The rules of Pass Card."""

    id, title, author = "pass-card", "Pass Card", "nobody"
    line, people = "A card goes to the left, then the highest takes the trick.", "3 or 4 players"
    Options, State = PassCardOptions, PassCardState
    verbs, kinds = (Verb.PLAY, Verb.OFFER), (*TrickGame.kinds, LAID)
    text_class = "tests.games.pass_card:PassCardText"

    def seats(self, options: PassCardOptions) -> int:
        return options.players

    def pack(self, options: PassCardOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="T" if options.players == 4 else "J")[: 5 * options.players]

    def playable(self, state: PassCardState) -> Cards:
        return 0 if state.passing else super().playable(state)

    def legal_calls(self, state: PassCardState) -> Sequence[Action]:
        return [PASS + card for card in cards.members(super().playable(state))] if state.passing else ()

    def why_not(self, state: PassCardState, action: Action) -> Objection:
        if state.passing == (verb_of(action) is Verb.OFFER):
            return super().why_not(state, action)
        return Objection("this is not the time for it", "this is not the time for it")

    def apply(self, state: PassCardState, action: Action, tell: Tell | None = None) -> None:
        if not state.passing:
            super().apply(state, action, tell)
            return
        seat, seats = state.turn, len(state.hands)
        state.actions.append((seat, action))
        state.hands[seat] ^= BIT[action - PASS]
        state.laid[seat] = BIT[action - PASS]
        state.turn = (seat + 1) % seats
        if tell:
            tell(Moved((action - PASS,), Pile(HAND_KIND, seat), Pile(LAID, seat)))
        if seat == state.dealer:
            state.passing = False
            for giver, laid in enumerate(state.laid):
                state.hands[(giver + 1) % seats] |= laid
                if tell:
                    tell(Moved(cards.members(laid), Pile(LAID, giver), Pile(HAND_KIND, (giver + 1) % seats)))

    def points(self, state: PassCardState) -> tuple[int, ...]:
        return state.taken()

    def winners(self, options: PassCardOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_at_target(standing.totals, options.target, shared=False)
