"""Whether the rest of a deal is decided: whatever the others hold and whatever any seat does, the points are the same."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, lay
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State

MOST_CARDS: Final = 12
"""With more cards in all hands nothing is certain that could be shown in time."""
MOST: Final = 20_000
"""Actions looked at before the deal is called undecided."""
PIECE: Final = 100
"""Actions per work slice."""


def certain(seen: View, most: int = MOST) -> Generator[None, None, tuple[Points, ...] | None]:
    """The points of the deal by seat if nothing can change them any more, as far as this seat knows; else None.

    Looks at every way the hidden cards can lie and every way to go on, and gives up, with None, where that is too much.
    """
    if sum(seen.sizes) > MOST_CARDS or not seen.legal or verb_of(seen.legal[0]) is Verb.OFFER:
        return None  # of cards laid face down one after the other nobody is certain, nor in what order a stock is turned up
    rooms = seen.rooms + [size for _, size in seen.hidden]
    voids = [*seen.known.voids, *(0 for _ in seen.hidden)]
    found: tuple[Points, ...] | None = None
    looked = 0
    for dealt in _deals(list(cards.members(seen.unseen)), rooms, voids):
        for points in _ends(seen.game, lay(seen, dealt, Random(0))):
            looked += 1
            if looked > most:
                return None
            if looked % PIECE == 0:
                yield
            if points is None:
                continue
            if found is not None and points != found:
                return None
            found = points
    return found


def _deals(left: list[Card], rooms: list[int], voids: Sequence[Cards]) -> Iterator[list[Cards]]:
    """Every way in which the hidden cards can lie, and perhaps some in which they cannot."""
    if not left:
        yield [0] * len(rooms)
        return
    card, rest = left[0], left[1:]
    for seat, room in enumerate(rooms):
        if room and not voids[seat] & BIT[card]:
            rooms[seat] -= 1
            for dealt in _deals(rest, rooms, voids):
                dealt[seat] |= BIT[card]
                yield dealt
            rooms[seat] += 1


def _ends(game: AnyGame, state: State) -> Iterator[tuple[Points, ...] | None]:
    """The points of every way in which a state can go on; None for an action that does not end the deal."""
    if state.over:
        yield game.points(state)
        return
    for action in game.legal(state):
        after = state.copy()
        game.apply(after, action)
        yield None
        yield from _ends(game, after)
