"""Positions of Goosed written as text, for the tests of its rules and of its words."""

from __future__ import annotations

from typing import Any

from goosetable import cards
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Event
from goosetable.games.goosed.rules import Goosed, GoosedOptions, GoosedState
from tests.games import playing

GAME = Goosed()
HANDS = ("7S 4S 5H 2D 6C AC 3D", "6S 4D 7D 2H 5C 3C AS", "5S 4H 6D 7C 3H 2C AD", "3S 2S 4C AH 6H 7H 5D")
"""The worked example: seat 3 deals, and 7H is its card dealt face up."""
DEAL_A = (
    "7S 6S 5S 2S", "4S AS 3H 3S", "7C 4C 6C 3C", "6D 5D 2D 4D", "4H 7H 5H 2H", "6H 3D 7D 2C", "AH AC 5C AD",
)  # fmt: skip
"""The tricks of its first deal in playing order."""
DEAL_B = (*DEAL_A[:4], "4H AH 5H 2H", "3D 7D AD 6H", "7H AC 5C 2C")


def dealt(hands: tuple[str, ...] = HANDS, turned: str = "7H", dealer: int = 3, **rules: Any) -> GoosedState:
    """A deal before its first lead."""
    options = GoosedOptions(players=len(hands), **rules)
    deal = Deal(1, dealer, tuple(cards.hand(hand) for hand in hands), turned=cards.card(turned))
    return GAME.begin_deal(options, Standing(0, (0,) * len(hands)), deal)


def position(*hands: str, trick: str = "", leader: int = 0, turned: str = "7H", **rules: Any) -> GoosedState:
    """A deal with these hands left, in which `leader` has led to the trick on the table; the last card turned is long gone."""
    held = list(hands)
    for place, face in enumerate(trick.split()):
        seat = (leader + place) % len(hands)
        held[seat] = f"{held[seat]} {face}"
    state = dealt(tuple(held), turned, leader - 1, **rules)
    do(state, *trick.split())
    return state


def may(state: GoosedState) -> str:
    """What the seat to act may play."""
    return cards.write(GAME.legal(state))


def do(state: GoosedState, *faces: str) -> list[Event]:
    """Plays these cards, each of which must be legal, whoever's turn it is; returns what happened."""
    events: list[Event] = []
    for face in faces:
        assert cards.card(face) in GAME.legal(state), f"{face} is not legal"
        GAME.apply(state, cards.card(face), events.append)
    return events


def table(code: str | None = playing.CODE, **rules: Any) -> Session:
    """A coded game with these options, before its first deal."""
    return Session(GAME, playing.header(playing.Variant(GAME, GoosedOptions(**rules)), code))
