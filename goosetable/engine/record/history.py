"""The log of a deal so far, made anew from its beginning, and its tricks as they fell.

Nothing of it is kept anywhere: after an undo, a resume or a resize it is simply told again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.copies import renumbered
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HIDDEN, NOBODY, TRICK, Event, Moved, Points, Taken, Tied
from goosetable.engine.rules.state import State
from goosetable.engine.text.table_facts import victim

HONK: Final = " Honk."
"""What the log adds where the goose honks."""


class Trick(NamedTuple):
    """A trick that is complete."""

    plays: tuple[tuple[int, Card], ...]
    """Seats and cards in playing order."""
    taker: int
    """The seat whose card took it; `NOBODY` where nobody did."""
    card: Card
    """The card that took it; `HIDDEN` where none did."""
    why: str
    owner: int
    """The seat it was credited to; `NOBODY` where its cards are nobody's."""
    level: tuple[int, ...] = ()
    """The seats whose cards tie for it, where nobody takes it."""
    said: str = ""
    """What the log says of it."""
    place: str = ""
    """Which one it is, such as "trick 5 of 11"."""


class Counted(NamedTuple):
    """A deal that has been played out and counted, with all that is needed to play it through once more."""

    standing: Standing
    """Where the game stood before it."""
    deal: Deal
    actions: tuple[tuple[int, Action], ...]
    """The seats and what they did, in order."""
    points: tuple[Points, ...]
    """By seat."""

    @property
    def totals(self) -> tuple[Points, ...]:
        """What each seat had after it."""
        return tuple(before + won for before, won in zip(self.standing.totals, self.points, strict=True))


class Chronicle(NamedTuple):
    """What has happened in a deal; texts hold seats as `phrases` has them."""

    log: tuple[str, ...]
    """Oldest first."""
    tricks: tuple[Trick, ...]
    table: tuple[tuple[int, Card], ...] = ()
    """Seats and cards of the trick on the table, in playing order."""
    taken: Taken | None = None
    """Who takes that trick and why, where it is full and yet to be credited to a seat."""
    ends: tuple[tuple[int, int], ...] = ()
    """Of each action, the seat that did it and how many lines the log has with it, before what came of it."""

    def since(self, seat: int) -> tuple[str, ...]:
        """What the log says of the time after the seat's last action, oldest first; before its first, all of it."""
        return self.log[next((end for actor, end in reversed(self.ends) if actor == seat), 0) :]


def retell(
    game: AnyGame, options: object, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]], swapped: Cards = 0
) -> Chronicle:
    """Tells the story of a deal from its first action.

    `swapped` is what `copies.swaps` gives for the seat to which it is told; 0 leaves the numbers of the true state.
    """
    state: State = game.begin(options, standing, deal)
    log = list(game.text.opening(state))
    tricks: list[Trick] = []
    plays: list[tuple[int, Card]] = []
    taken: Taken | None = None
    tied: Tied | None = None
    said = place = ""
    ends: list[tuple[int, int]] = []
    for seat, action in actions:
        state.turn = seat
        log.append(game.text.log(state, seat, action))
        ends.append((seat, len(log)))
        before = state.copy()
        events: list[Event] = []
        game.apply(state, action, events.append)
        for event in events:
            if isinstance(event, Taken | Tied):
                place = game.text.place(before)
            if isinstance(event, Taken):
                log.append(said := game.text.verdict(before, event, len(tricks) + 1))
            elif isinstance(event, Tied):
                tied = event
                log.append(said := game.text.tied(before, event))
            event = renumbered(event, swapped)
            if isinstance(event, Moved) and event.target == TRICK:
                plays.append((event.source.seat, event.cards[0]))
            elif isinstance(event, Taken):
                taken = event
            elif isinstance(event, Moved) and event.source == TRICK and taken is not None:
                tricks.append(Trick(tuple(plays), taken.seat, taken.card, taken.why, event.target.seat, (), said, place))
                plays, taken = [], None
            elif isinstance(event, Moved) and event.source == TRICK and tied is not None:
                tricks.append(Trick(tuple(plays), NOBODY, HIDDEN, tied.why, NOBODY, tied.seats, said, place))
                plays, tied = [], None
        if victim(events, game.text.geese) is not None:
            log[-1] += HONK
    return Chronicle(tuple(log), tuple(tricks), tuple(plays), taken, tuple(ends))


def played_out(game: AnyGame, options: object, counted: Counted) -> State:
    """The state at the end of a deal that has been counted."""
    state: State = game.begin(options, counted.standing, counted.deal)
    for seat, action in counted.actions:
        state.turn = seat
        game.apply(state, action, None)
    return state
