"""High Card, our null game: always built, always tested, and as short as a game can be.

A card each, any card; the highest takes the trick, of equal ranks the first; tricks are points.
"""

from __future__ import annotations

from dataclasses import dataclass

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import HAND_KIND, TRICK, Moved, Pile, Taken, Tell
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import credit_trick


@dataclass(frozen=True)
class HighCardOptions:
    """The house rules of High Card."""

    players: int = option("Players", (2, 4, 5))
    target: int = option("Play to", (10, 1))


class HighCard(TrickGame[TrickState, HighCardOptions]):
    """The rules of High Card."""

    id, title, author = "high-card", "High Card", "nobody"
    line, people = "The highest card takes the trick.", "2, 4 or 5 players"
    Options = HighCardOptions
    State = TrickState

    def seats(self, options: HighCardOptions) -> int:
        return options.players

    def pack(self, options: HighCardOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="T")

    def playable(self, state: TrickState) -> Cards:
        return 0 if state.over else state.hands[state.turn]

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        seat, seats = state.turn, len(state.hands)
        state.actions.append((seat, action))
        state.hands[seat] ^= BIT[action]
        state.trick.append(action)
        state.turn = (seat + 1) % seats
        if tell:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(state.trick) == seats:
            card = min(state.trick, key=cards.rank)
            taker = state.seat_at(state.trick.index(card))
            if tell:
                tell(Taken(taker, card, "the highest"))
            credit_trick(state, taker, tell)

    def points(self, state: TrickState) -> tuple[int, ...]:
        return state.taken()

    def winners(self, options: HighCardOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_at_target(standing.totals, options.target, shared=False, lowest_wins=self.lowest_wins)
