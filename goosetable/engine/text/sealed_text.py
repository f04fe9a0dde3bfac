"""How games of sealed rounds word rounds, bids and ties."""

from __future__ import annotations

from typing import Generic, TypeVar

from goosetable import cards
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.event import Taken, Tied
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.engine.text.game_text import GameText
from goosetable.engine.words import phrases

B = TypeVar("B", bound=SealedState)


class SealedText(GameText[B, O], Generic[B, O]):
    """The words of a game of sealed rounds."""

    trick_name = "round"

    def offered(self, state: B) -> str:
        """What is on offer, as in "9♦ and 4♦"."""
        return phrases.listed([self.face(card) for card in state.offer])

    def terms(self, state: B) -> str:
        """What the prompt says besides of what is on offer, such as ", worth 12"."""
        return ""

    def place(self, state: B) -> str:
        """Such as "round 4 of 13"; the stock is hidden, but what is turned up and the hands are not."""
        left = max(held.bit_count() + (seat in state.committed) for seat, held in enumerate(state.hands))
        return f"round {state.round} of {state.round + max(left, 1) - 1}"

    def plate(self, state: B, seat: int) -> str:
        """The points so far, and whether the seat has bid."""
        points = phrases.amount(self.rules.points(state)[seat])
        return f"{points} so far, has bid" if seat in state.committed else f"{points} so far"

    def prompt(self, state: B) -> str:
        """What is bid for; a last card is no choice."""
        if state.over:
            return ""
        hand = cards.members(state.hands[state.turn])
        if len(hand) == 1:
            verb = "is" if len(state.offer) == 1 else "are"
            return f"{self.offered(state)} {verb} up, and ~{self.face(hand[0])}~ is your last card"
        return f"Your bid for {self.offered(state)}{self.terms(state)}"

    def opening(self, state: B) -> tuple[str, ...]:
        """The first card turned up."""
        return (f"The first card turned up is {self.face(state.turned)}.",)

    def log(self, state: B, seat: int, action: Action) -> str:
        """A bid, once all are shown."""
        return f"[{seat} bids] {self.face(value_of(action))} for {self.offered(state)}."

    def verdict(self, state: B, taken: Taken, number: int) -> str:
        """Who takes what is on offer, and with what."""
        return f"[{taken.seat} wins] {self.offered(state)} with {self.face(taken.card)}, {taken.why}."

    def tied(self, state: B, tied: Tied) -> str:
        """Who tie for what is on offer."""
        names = phrases.listed([f"[{seat}]" for seat in tied.seats])
        return f"{names} tie: nobody takes {self.offered(state)}."
