"""Positions of Gooseberry Fool written as text, for the tests of its rules and of its words."""

from __future__ import annotations

from typing import Any

from goosetable import cards
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import parse_action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Event
from goosetable.engine.rules.state import TrickState
from goosetable.games.gooseberry_fool.rules import FoolOptions, GooseberryFool
from tests.games import playing

GAME = GooseberryFool()
PACK = "AS KS QS JS TS 9S 8S 7S AH KH QH JH TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D AC KC QC JC TC 9C 8C 7C X"


def position(*hands: str, trick: str = "", leader: int = 0) -> TrickState:
    """A deal with these hands left, in which `leader` has led the first card of the trick on the table."""
    played = list(cards.hand(trick))
    held = [cards.hand(hand) for hand in hands]
    for place, card in enumerate(played):
        held[(leader + place) % 3] += (card,)
    state = GAME.begin_deal(FoolOptions(), Standing(0, (0, 0, 0)), Deal(1, (leader - 1) % 3, tuple(held)))
    for card in played:
        GAME.apply(state, card)
    return state


def after(taken: tuple[int, ...], own: str = "") -> TrickState:
    """A deal in which the seats have been credited with so many tricks; seat 0 leads with the cards of `own`."""
    state = position(own, "", "")
    pack = cards.hand(PACK)
    first = 0
    for seat, count in enumerate(taken):
        state.won[seat] = sum(cards.BIT[card] for card in pack[first : first + 3 * count])
        first += 3 * count
    if sum(taken) == 11:
        state.turn = -1
    return state


def may(state: TrickState) -> str:
    """What the seat to act may do: its cards, or its gifts."""
    return " ".join(GAME.action_text(action).removeprefix("play ") for action in GAME.legal(state))


def do(state: TrickState, *texts: str) -> list[Event]:
    """Does these actions, each of which must be legal, whoever's turn it is; returns what happened."""
    events: list[Event] = []
    for text in texts:
        action = parse_action(text)
        assert action in GAME.legal(state), f"{text} is not legal"
        GAME.apply(state, action, events.append)
    return events


def table(**rules: Any) -> Session:
    """A coded game with these options, before its first deal."""
    return Session(GAME, playing.header(playing.Variant(GAME, FoolOptions(**rules))))
