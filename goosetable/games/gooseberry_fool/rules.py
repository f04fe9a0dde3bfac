"""Gooseberry Fool, by David Parlett: the odd card out takes the trick, the odd player out wins the game."""

from __future__ import annotations

from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, ONE_PACK, Card, Cards
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import GIVE, Action, Verb, Why, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import HAND_KIND, TRICK, Moved, Pile, Said, Taken, Tell
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.trick_game import TrickGame
from goosetable.games.gooseberry_fool.options import FoolOptions
from goosetable.games.gooseberry_fool.scoring import (
    JOKER_BIT,
    LEFT,
    SEATS,
    SUIT,
    bases,
    earned,
    leading,
    middle,
    taker,
    why_taken,
)

_GIFTS: Final = tuple(GIVE + seat for seat in range(SEATS))
_VOID: Final = tuple(group | JOKER_BIT for group in ONE_PACK)
"""What a seat shows not to hold when it does not follow: the suit, and the Joker, which it would have had to play (rule 5b)."""


class GooseberryFool(TrickGame[TrickState, FoolOptions]):
    """The rules of Gooseberry Fool."""

    id = "gooseberry-fool"
    title = "Gooseberry Fool"
    author = "David Parlett"
    line = "The middle card takes it, the middle player wins."
    people = "3 players"
    Options = FoolOptions
    State = TrickState
    heuristics_class: ClassVar[str] = "goosetable.games.gooseberry_fool.heuristics:FoolHeuristics"
    text_class: ClassVar[str] = "goosetable.games.gooseberry_fool.text:FoolText"
    jokers = 1
    prize = "geese"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.GIVE)

    def seats(self, options: FoolOptions) -> int:
        return SEATS

    def pack(self, options: FoolOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="7", jokers=1)

    # ------------------------------------------------------------------ play

    def playable(self, state: TrickState) -> Cards:
        trick = state.trick
        if state.turn == OVER or len(trick) == SEATS:
            return 0
        hand = state.hands[state.turn]
        if trick:
            return hand & state.suits[SUIT[trick[0]]] or hand & JOKER_BIT or hand
        return hand & ~JOKER_BIT or hand

    def calls(self, state: TrickState) -> tuple[Action, ...]:
        return _GIFTS if len(state.trick) == SEATS else ()

    def why_not(self, state: TrickState, action: Action) -> Why:
        hand, full = state.hands[state.turn], len(state.trick) == SEATS
        if verb_of(action) is Verb.GIVE:
            reason = f"there is no seat {value_of(action)}" if full else "there is no trick to give"
            return Why(reason, reason)
        if full and verb_of(action) is Verb.PLAY:
            return Why("it must first say who gets the trick", "first say who gets the trick")
        if verb_of(action) is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if not state.trick:
            return Why("the Joker may be led only as the last card", "it may be led only as your last card")
        led = SUIT[state.trick[0]]
        if hand & ONE_PACK[led]:
            return super().why_not(state, action)
        suit = cards.SUIT_NAMES[led]
        return Why(f"it has no {suit}, so the Joker must be played", f"you have no {suit}, so the Goose must go")

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        if state.noted:
            state.actions.append((seat, action))
        if action >= GIVE:
            if tell is not None:
                tell(Said(seat, action))
            tricks.collect(state, action - GIVE, tell)
            return
        state.hands[seat] = state.hands[seat] ^ BIT[action]
        if trick:
            led = SUIT[trick[0]]
            if SUIT[action] != led:
                state.voids[seat] = state.voids[seat] | _VOID[led]
        trick.append(action)
        if tell is not None:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) < SEATS:
            state.turn = LEFT[seat]
        else:
            self._take(state, tell)

    def _take(self, state: TrickState, tell: Tell | None) -> None:
        """A full trick goes to its taker; with the Joker in it, its player has yet to say to whom (rule 7)."""
        trick = state.trick
        one, two, three = trick
        joker = JOKER in (one, two, three)
        place = trick.index(JOKER) if joker else taker(one, two, three)
        seat = (state.leader + place) % SEATS
        if tell is not None:
            tell(Taken(seat, trick[place], why_taken(trick)))
        if joker:
            state.turn = seat
        else:
            tricks.collect(state, seat, tell)

    # ------------------------------------------------------------------ scores

    def points(self, state: TrickState) -> tuple[int, ...]:
        return earned(state.taken())

    def laurels(self, state: TrickState) -> tuple[int, ...]:
        seat = middle(bases(state.taken()))
        return () if seat is None else (seat,)

    def winners(self, options: FoolOptions, standing: Standing) -> tuple[int, ...]:
        totals = scores.whole(standing.totals)
        best = leading(options, totals)
        return () if best is None or max(totals) < options.target else (best,)
