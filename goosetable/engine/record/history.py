"""The log of a deal so far, made anew from its beginning, and its tricks as they fell.

Nothing of it is kept anywhere: after an undo, a resume or a resize it is simply told again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.copies import renumbered
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import TRICK, Event, Moved, Taken


class Trick(NamedTuple):
    """A trick that is complete."""

    plays: tuple[tuple[int, Card], ...]
    """Seats and cards in playing order."""
    taker: int
    """The seat whose card took it."""
    card: Card
    why: str
    owner: int
    """The seat it was credited to; -1 where its cards are nobody's."""


class Chronicle(NamedTuple):
    """What has happened in a deal; texts hold seats as `phrases` has them."""

    log: tuple[str, ...]
    """Oldest first."""
    tricks: tuple[Trick, ...]
    table: tuple[tuple[int, Card], ...] = ()
    """Seats and cards of the trick on the table, in playing order."""
    taken: Taken | None = None
    """Who takes that trick and why, where it is full and yet to be credited to a seat."""


def retell(
    game: AnyGame, options: object, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]], swapped: Cards = 0
) -> Chronicle:
    """Tells the story of a deal from its first action.

    `swapped` is what `copies.swaps` gives for the seat to which it is told; 0 leaves the numbers of the true state.
    """
    state = game.begin(options, standing, deal)
    log = list(game.text.opening(state))
    tricks: list[Trick] = []
    plays: list[tuple[int, Card]] = []
    taken: Taken | None = None
    for seat, action in actions:
        state.turn = seat
        log.append(game.text.log(state, seat, action))
        before = state.copy()
        events: list[Event] = []
        game.apply(state, action, events.append)
        for event in events:
            if isinstance(event, Taken):
                log.append(game.text.verdict(before, event, len(tricks) + 1))
            event = renumbered(event, swapped)
            if isinstance(event, Moved) and event.target == TRICK:
                plays.append((event.source.seat, event.cards[0]))
            elif isinstance(event, Taken):
                taken = event
            elif isinstance(event, Moved) and event.source == TRICK and taken is not None:
                tricks.append(Trick(tuple(plays), taken.seat, taken.card, taken.why, event.target.seat))
                plays, taken = [], None
    return Chronicle(tuple(log), tuple(tricks), tuple(plays), taken)
