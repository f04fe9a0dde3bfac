"""How games of tricks word leads, plays and prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, Verb, value_of, verb_of
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.state import TrickState, TurnedState
from goosetable.engine.rules.tricks import follow, strongest, why_strongest
from goosetable.engine.text import table_facts
from goosetable.engine.text.figures import FigureKind, TableFigure
from goosetable.engine.text.game_text import GameText
from goosetable.engine.words import phrases

T = TypeVar("T", bound=TrickState)
_ANY: Final = "play any card"


class TrickText(GameText[T, O], Generic[T, O]):
    """The words of a game of tricks."""

    def place(self, state: T) -> str:
        """Such as "trick 5 of 11"."""
        seats = len(state.hands)
        done = sum(state.taken())
        # Told from what any seat can see: the hands of others may be hidden, but one's own is not.
        played = [(seat - state.leader) % seats < len(state.trick) for seat in range(seats)]
        total = done + max(state.hands[seat].bit_count() + played[seat] for seat in range(seats))
        return f"trick {min(done + 1, total)} of {total}"

    def plate(self, state: T, seat: int) -> str:
        """Such as "2 tricks", or "2 tricks, with [3]" where seat 3 is its partner."""
        others = [f"[{other}]" for side in self.rules.sides(state) if seat in side for other in side if other != seat]
        won = phrases.count(state.tricks(seat), "trick")
        return f"{won}, with {phrases.listed(others)}" if others else won

    def takes(self, state: T) -> str:
        trumps = state.trump_suit
        if trumps is None:
            return "the highest card of the suit led takes it"
        led = cards.suit(state.trick[0]) if state.trick else cards.JOKER_SUIT
        if led == trumps:
            return f"the highest {phrases.SYMBOLS[trumps]}, the trump suit, takes it"
        other = "of the suit led" if led == cards.JOKER_SUIT else phrases.SYMBOLS[led]
        return f"the highest trump ({phrases.SYMBOLS[trumps]}) takes it, else the highest {other}"

    def note(self, state: T, figure: TableFigure, seat: int | None) -> str:
        """A plate tells the tricks."""
        if figure.kind is not FigureKind.PLATE:
            return super().note(state, figure, seat)
        taken = phrases.spelled(state.tricks(figure.at)) if state.tricks(figure.at) else "no"
        return f"[{figure.at} has] taken {taken} {'trick' if taken == 'one' else 'tricks'} in this deal."

    def camps(self, state: T) -> tuple[table_facts.Camp, ...]:
        """The teams, where there are any, with the tricks that they have taken together."""
        taken, found = state.taken(), []
        for team in self.rules.teams(state.options):
            names = phrases.listed([f"[{seat}]" for seat in team])
            won = phrases.count(sum(taken[seat] for seat in team), "trick")
            found.append(table_facts.Camp("", names, team, won, (), 0))
        return tuple(found)

    def badges(self, state: T) -> tuple[table_facts.Badge, ...]:
        """The trumps, as far as the state says which they are."""
        trumps = state.trump_suit
        return () if trumps is None else (table_facts.Badge(cards.SUITS[trumps], "trumps"),)

    def opening(self, state: T) -> tuple[str, ...]:
        """Which card was dealt face up, where one was."""
        if not isinstance(state, TurnedState):
            return ()
        trumps = "there are no trumps" if state.trump_suit is None else f"{cards.SUIT_NAMES[state.trump_suit]} are trumps"
        return (f"{self.face(state.turned)} is dealt face up to [{state.dealer}], so {trumps}.",)

    def log(self, state: T, seat: int, action: Action) -> str:
        """Leads are told from plays."""
        if verb_of(action) is Verb.PLAY and not state.trick:
            return f"[{seat} leads] {self.face(value_of(action))}."
        return table_facts.deed(seat, action, self.face)

    def led(self, state: T) -> str:
        """Who led what: "[1] led ♥"."""
        card = state.trick[0]
        suit = cards.suit(card)
        return f"[{state.leader}] led {self.face(card) if suit == cards.JOKER_SUIT else phrases.SYMBOLS[suit]}"

    def named(self, legal: Sequence[Action]) -> str:
        """The cards one may play, for a prompt: "~J♥~ or ~8♥~"; equal cards once."""
        faces = dict.fromkeys(self.face(value_of(action)) for action in legal)
        return phrases.listed([f"~{face}~" for face in faces], "or")

    def outcome(self, state: T, card: Card, trumps: int | None, tops: int = 0) -> str:
        """What a card would do to the trick so far, by `strongest`, in words."""
        if not state.trick:
            return ""
        trick = [*state.trick, card]
        place = strongest(trick, trumps, tops)
        if len(trick) < len(state.hands):
            if trick[place] == card:
                return "would be the highest so far"
            return beside(cards.suit(card), cards.suit(trick[0]), trumps) or f"stays below {self.face(trick[place])}"
        why = why_strongest(trick, trumps)
        if trick[place] == card:
            return f"takes the trick: {why}"
        return f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why}"

    def prompt(self, state: T) -> str:
        """What to lead or play, and which suit asks for it."""
        if state.over:
            return ""
        legal, hand = self.rules.legal(state), state.hands[state.turn]
        last, free = hand.bit_count() == 1, len(legal) == hand.bit_count()
        which = self.named(legal) if len(legal) < 4 else f"any of {len(legal)} cards"
        if not state.trick:
            if last:
                return f"Your lead, and your last card: {which}"
            trumps = state.trump_suit
            if not free and trumps is not None and all(cards.suit(value_of(action)) != trumps for action in legal):
                return f"Your lead: anything but {phrases.SYMBOLS[trumps]}, until a trump has been played"
            return f"Your lead: {_ANY if free else which}"
        who, suit = self.led(state), cards.suit(state.trick[0])
        following = follow(hand, suit) if suit != cards.JOKER_SUIT else 0
        if following and len(legal) == following.bit_count():
            return f"{who}, so you follow: {which if len(legal) < 4 else f'any {phrases.SYMBOLS[suit]}'}"
        if last:
            return f"{who}, and {which} is all you have"
        if not following and suit != cards.JOKER_SUIT:
            who += " and you have none"
        return f"{who}: {_ANY if free else f'you must play {which}'}"


def beside(suit: int, led: int, trumps: int | None) -> str:
    """What becomes of a card that neither follows suit nor is a trump: nothing of one that does or is."""
    if suit in (led, trumps):
        return ""
    lacks = "Joker" if led == cards.JOKER_SUIT else phrases.SYMBOLS[led]
    return f"takes nothing: no {lacks}" + ("" if trumps in (None, led) else " and no trump")
