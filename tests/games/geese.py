"""Positions of Goose written as text, for the tests of its rules and of its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goosetable import cards
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import Event
from goosetable.games.goose.rules import Goose, GooseOptions, GooseState, Roles
from tests.games import playing

GAME = Goose()


def bidding(*hands: str, turned: str = "", dealer: int = -1, roles: Roles | None = None, **rules: Any) -> GooseState:
    """A deal with these hands before the first bid; unless it is said, the last seat deals."""
    options = GooseOptions(players=len(hands), **rules)
    up = cards.card(turned) if turned else None
    deal = Deal(1, dealer % len(hands), tuple(cards.hand(hand) for hand in hands), turned=up)
    return GAME.begin_deal(options, Standing(0, (0,) * len(hands), roles), deal)


def position(*hands: str, trick: str = "", leader: int = 0, bids: Sequence[int] = (), **more: Any) -> GooseState:
    """A deal with these hands left, all bids made (of nothing, unless they are given) and a trick begun by `leader`."""
    seats, played = len(hands), trick.split()
    held = list(hands)
    for place, face in enumerate(played):
        seat = (leader + place) % seats
        held[seat] = f"{held[seat]} {face}"
    state = bidding(*held, dealer=leader - 1, **more)
    state.bids = list(bids) or [0] * seats
    do(state, *(f"play {face}" for face in played))
    return state


def may(state: GooseState) -> str:
    """What the seat to act may play or bid, equal cards once."""
    return " ".join(dict.fromkeys(GAME.action_text(action).split()[1] for action in GAME.legal(state)))


def do(state: GooseState, *texts: str) -> list[Event]:
    """Does these actions, each of which must be legal, whoever's turn it is; returns what happened."""
    events: list[Event] = []
    for text in texts:
        action = GAME.parse_action(text, GAME.legal(state))
        assert action in GAME.legal(state), f"{text} is not legal"
        GAME.apply(state, action, events.append)
    return events


def table(code: str = playing.CODE, **rules: Any) -> Session:
    """A coded game with these options, before its first deal."""
    return Session(GAME, playing.header(playing.Variant(GAME, GooseOptions(**rules)), code))


def dealt(deals: int = 0, **rules: Any) -> tuple[GooseState, Deal, list[int]]:
    """The deal after so many, as it begins, and the whole pack in the order in which it was shuffled."""
    options = GooseOptions(**rules)
    standing = Standing(deals, (0,) * options.players)
    code = playing.CODE.replace("-", "")
    deal = GAME.deal(options, standing, 1, Stream(code, deals + 1))
    return GAME.begin_deal(options, standing, deal), deal, Stream(code, deals + 1).shuffle(GAME.pack(options))
