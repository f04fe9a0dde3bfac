"""Games of tricks: everybody plays a card in turn, following suit, and the strongest card takes them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from goosetable.cards import PACK_SIZE, Cards, members
from goosetable.engine.game import Game
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action, Verb, Why, verb_of
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HAND_KIND, TRICK_KIND, WON_KIND, Kind, Tell
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT

T = TypeVar("T", bound=TrickState)


class TrickGame(Game[T, O], Generic[T, O]):
    """A game of tricks: unless a game says otherwise, one follows suit if one can, and plays anything if not.

    Its state says what trumps are: `TrickState` has none, `TurnedState` those of the last card dealt, and the state of a game
    in which they are chosen a `trump_suit` of its own.
    """

    text_class: ClassVar[str] = "goosetable.engine.text.trick_text:TrickText"
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND)

    def begin(self, options: O, standing: Standing, deal: Deal) -> T:
        """The state in which a deal begins."""
        state = super().begin(options, standing, deal)
        if max(self.pack(options)) >= PACK_SIZE:
            state.suits = OF_SUIT
        return state

    def legal(self, state: T) -> Sequence[Action]:
        """The cards that may be played; where there are none, what else may be done. A game writes `playable` and `calls`."""
        return members(self.playable(state)) or self.calls(state)

    def playable(self, state: T) -> Cards:
        """The cards that follow the suit led, or else the whole hand."""
        if state.turn == OVER:
            return 0
        hand, trick = state.hands[state.turn], state.trick
        return (hand & state.suits[SUIT[trick[0]]] if trick else 0) or hand

    def calls(self, state: T) -> Sequence[Action]:
        """What may be done where no card may be played, such as bids; nothing unless a game says otherwise."""
        return ()

    def why_not(self, state: T, action: Action) -> Why:
        """A card that is held may not be played because another suit was led."""
        led, hand = tricks.led_suit(state), state.hands[state.turn]
        if led is not None and verb_of(action) is Verb.PLAY and hand >> action & 1:
            return tricks.must_follow(led, hand)
        return super().why_not(state, action)

    def apply(self, state: T, action: Action, tell: Tell | None = None) -> None:
        """A card is played to the trick; a full one goes to the highest trump, or else to the highest card of the suit led."""
        if state.noted:
            state.actions.append((state.turn, action))
        if tricks.put(state, action, tell):
            tricks.collect(state, tricks.take(state, state.trump_suit, 0, tell), tell)
