"""What games of tricks share: following suit, what not following tells, and how leads, plays and prompts are worded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules import action as act
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.rules.event import HAND_KIND, TRICK, TRICK_KIND, WON_KIND, Kind, Moved, Pile, Taken, Tell
from goosetable.engine.rules.game import Game
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Why

T = TypeVar("T", bound=TrickState)

SUIT: Final = tuple(cards.suit(card) for card in range(2 * cards.PACK_SIZE))
"""By card, its suit; a table, because a search asks for little else."""
_RANK: Final = tuple(card % cards.PACK_SIZE % cards.SUIT_SIZE for card in range(2 * cards.PACK_SIZE))
_ANY: Final = "play any card"


def round_the_table(order: Sequence[Card], dealer: int, seats: int) -> tuple[tuple[Card, ...], ...]:
    """Hands by seat, dealt one card at a time, beginning with eldest."""
    return tuple(tuple(order[(seat - dealer - 1) % seats :: seats]) for seat in range(seats))


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


def strongest(trick: Sequence[Card], trumps: int | None, tops: int = 0) -> int:
    """The place of the card that takes a trick: the highest trump, or else the highest of the suit led.

    `tops` is the rank, 0..12, that is the highest of every suit; the others follow downward from it, round past the Ace.
    Jokers are a suit of their own, and of two equal cards the first takes it.
    """
    first = trick[0]
    best, suit, height = 0, SUIT[first], (_RANK[first] - tops) % cards.SUIT_SIZE
    for place in range(1, len(trick)):
        card = trick[place]
        own = SUIT[card]
        if own == suit:
            higher = (_RANK[card] - tops) % cards.SUIT_SIZE
            if higher < height:
                best, height = place, higher
        elif own == trumps:
            best, suit, height = place, own, (_RANK[card] - tops) % cards.SUIT_SIZE
    return best


def take(state: TrickState, trumps: int | None, tops: int, tell: Tell | None) -> int:
    """The seat that takes the full trick on the table, by `strongest`; tells of it, and leaves the trick where it is."""
    trick = state.trick
    place = strongest(trick, trumps, tops)
    seat = state.seat_of(place)
    if tell:
        tell(Taken(seat, trick[place], why_strongest(trick, trumps)))
    return seat


def why_strongest(trick: Sequence[Card], trumps: int | None) -> str:
    """Why that card takes it, as in "the highest trump" or "the only club"."""
    led = cards.suit(trick[0])
    trumped = led != trumps and any(cards.suit(card) == trumps for card in trick)
    suit = trumps if trumped and trumps is not None else led
    name = "trump" if suit == trumps else cards.SUIT_NAMES[suit][:-1]
    return f"the {'only' if sum(cards.suit(card) == suit for card in trick) == 1 else 'highest'} {name}"


def put(state: TrickState, card: Card, tell: Tell | None) -> bool:
    """Plays a card to the trick, which may show a void; says whether the trick is full, and if it is not the next is to act."""
    seat, trick = state.turn, state.trick
    state.hands[seat] ^= BIT[card]
    if trick:
        led = cards.suit(trick[0])
        if cards.suit(card) != led:
            state.lacks[seat] |= cards.of_suit(led)
    trick.append(card)
    if tell:
        tell(Moved((card,), Pile(HAND_KIND, seat), TRICK))
    if len(trick) == len(state.hands):
        return True
    state.turn = (seat + 1) % len(state.hands)
    return False


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
        return phrases.count(state.tricks(seat), "trick")

    def log(self, state: T, seat: int, action: Action) -> str:
        """Leads are told from plays."""
        if act.verb(action) is Verb.PLAY and not state.trick:
            return f"[{seat} leads] {self.face(act.value(action))}."
        return table_facts.deed(seat, action, self.face)

    def led(self, state: T) -> str:
        """Who led what: "[1] led ♥"."""
        card = state.trick[0]
        suit = cards.suit(card)
        return f"[{state.leader}] led {self.face(card) if suit == cards.JOKER_SUIT else phrases.SYMBOLS[suit]}"

    def named(self, legal: Sequence[Action]) -> str:
        """The cards one may play, for a prompt: "~J♥~ or ~8♥~"; equal cards once."""
        faces = dict.fromkeys(self.face(act.value(action)) for action in legal)
        return phrases.listed([f"~{face}~" for face in faces], "or")

    def outcome(self, state: T, card: Card, trumps: int | None, tops: int = 0) -> str:
        """What a card would do to the trick so far, by `strongest`, in words."""
        if not state.trick:
            return ""
        trick = [*state.trick, card]
        place = strongest(trick, trumps, tops)
        if len(trick) < len(state.hands):
            return "would be the highest so far" if trick[place] == card else f"stays below {self.face(trick[place])}"
        why = why_strongest(trick, trumps)
        if trick[place] == card:
            return f"takes the trick: {why}"
        return f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why}"

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
            return f"{who}, so you follow: {which if len(legal) < 4 else f'any {phrases.SYMBOLS[suit]}'}"
        if last:
            return f"{who}, and {which} is all you have"
        if not following and suit != cards.JOKER_SUIT:
            who += " and you have none"
        return f"{who}: {_ANY if free else f'{which} must go'}"
