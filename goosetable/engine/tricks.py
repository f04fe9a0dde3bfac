"""What games of tricks share: following suit, what not following tells, and how leads, plays and prompts are worded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine import action as act
from goosetable.engine import telling, words
from goosetable.engine.action import Action, Verb
from goosetable.engine.event import HAND_KIND, TRICK, TRICK_KIND, WON_KIND, Kind, Moved, Pile, Tell
from goosetable.engine.game import Game
from goosetable.engine.state import OVER, TrickState
from goosetable.engine.telling import Why

T = TypeVar("T", bound=TrickState)

_ANY: Final = "play any card"


def follow(hand: Cards, led: int) -> Cards:
    """The cards of a hand that follow a suit, or none."""
    return hand & cards.of_suit(led)


def led_suit(state: TrickState) -> int | None:
    """The suit of the trick on the table, or None where nobody has led."""
    return cards.suit(state.trick[0]) if state.trick else None


def must_follow(led: int, hand: Cards) -> Why:
    """Why a card of another suit may not be played by a hand that can follow."""
    suit, held = cards.SUIT_NAMES[led], follow(hand, led).bit_count()
    return Why(f"it must follow {suit}", f"{suit} were led and you hold {'one' if held == 1 else 'some'}")


def collect(state: TrickState, seat: int, tell: Tell | None) -> None:
    """Puts the trick on the table before a seat, which leads next; the deal is over when its hand is empty."""
    trick = state.trick
    taken = state.won[seat]
    for card in trick:
        taken |= BIT[card]
    state.won[seat] = taken
    if tell:
        tell(Moved(tuple(trick), TRICK, Pile(WON_KIND, seat)))
    state.trick = []
    state.leader = seat
    state.turn = seat if state.hands[seat] else OVER


class TrickGame(Game[T]):
    """A game of tricks: everybody plays a card in turn, and somebody takes them all."""

    State = TrickState
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND)

    def place(self, state: T) -> str:
        """Such as "trick 5 of 11"."""
        seats = len(state.hands)
        done = sum(state.taken())
        # Told from what any seat can see: the hands of others may be hidden, but one's own is not.
        played = [(seat - state.leader) % seats < len(state.trick) for seat in range(seats)]
        total = done + max(state.hands[seat].bit_count() + played[seat] for seat in range(seats))
        return f"trick {min(done + 1, total)} of {total}"

    def plate(self, state: T, seat: int) -> str:
        """Such as "2 tricks"."""
        return words.count(state.tricks(seat), "trick")

    def log(self, state: T, seat: int, action: Action) -> str:
        """Leads are told from plays."""
        if act.verb(action) is Verb.PLAY and not state.trick:
            return f"[{seat} leads] {self.face(act.value(action))}."
        return telling.deed(seat, action, self.face)

    def led(self, state: T) -> str:
        """Who led what: "[1] led ♥"."""
        card = state.trick[0]
        suit = cards.suit(card)
        return f"[{state.leader}] led {self.face(card) if suit == cards.JOKER_SUIT else words.SYMBOLS[suit]}"

    def named(self, legal: Sequence[Action]) -> str:
        """The cards one may play, for a prompt: "~J♥~ or ~8♥~"; equal cards once."""
        faces = dict.fromkeys(self.face(act.value(action)) for action in legal)
        return words.listed([f"~{face}~" for face in faces], "or")

    def prompt(self, state: T) -> str:
        """What to lead or play, and which suit asks for it."""
        if state.over:
            return ""
        legal, hand = self.legal(state), state.hands[state.turn]
        last, free = hand.bit_count() == 1, len(legal) == hand.bit_count()
        which = self.named(legal) if len(legal) < 4 else f"any of {len(legal)} cards"
        if not state.trick:
            return f"Your lead, and your last card: {which}" if last else f"Your lead: {_ANY if free else which}"
        who, suit = self.led(state), cards.suit(state.trick[0])
        following = follow(hand, suit) if suit != cards.JOKER_SUIT else 0
        if following and len(legal) == following.bit_count():
            return f"{who}, so you follow: {which if len(legal) < 4 else f'any {words.SYMBOLS[suit]}'}"
        if last:
            return f"{who}, and {which} is all you have"
        if not following and suit != cards.JOKER_SUIT:
            who += " and you have none"
        return f"{who}: {_ANY if free else f'{which} must go'}"
