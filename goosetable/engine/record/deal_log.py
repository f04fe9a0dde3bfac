"""The log of a deal so far, and its tricks.

Records do not contain the log. It is computed from the actions; after an undo or a resume it is computed again from the first
action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import renumbered_event
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HIDDEN, NOBODY, TRICK, Event, Moved, Points, Taken, Tied
from goosetable.engine.rules.state import State
from goosetable.engine.text.table_facts import honk_seat

HONK: Final = " Honk."
"""Suffix of a log line when the goose honks."""


class Trick(NamedTuple):
    """A complete trick."""

    plays: tuple[tuple[int, Card], ...]
    """Seats and cards in playing order."""
    taker: int
    """Seat whose card took the trick, or `NOBODY`."""
    card: Card
    """Card that took the trick; `HIDDEN` if no card did."""
    why: str
    owner: int
    """Seat to which the trick was credited, or `NOBODY`."""
    tied_seats: tuple[int, ...] = ()
    """Seats whose cards tie, if no seat takes the trick."""
    log_line: str = ""
    """Log line about the taking of the trick."""
    place: str = ""
    """Place of the trick in the deal, such as "trick 5 of 11"."""
    action_indices: tuple[int, ...] = ()
    """For each card of the trick, the index of the action that played it, from 0."""

    @property
    def winning_action_index(self) -> int:
        """Index of the action that played the winning card; if no card won, the index of the last action of the trick."""
        return next(
            (act for act, (seat, _) in zip(self.action_indices, self.plays, strict=True) if seat == self.taker),
            self.action_indices[-1],
        )


class ScoredDeal(NamedTuple):
    """A finished and scored deal, with its cards and actions for a replay."""

    standing: Standing
    """Standing before the deal."""
    deal: Deal
    actions: tuple[tuple[int, Action], ...]
    """Seats and their actions, in order."""
    points: tuple[Points, ...]
    """Points of the deal by seat."""
    chairs: tuple[tuple[Chair, ...], ...]
    """Players at the time of each action, by seat."""

    @property
    def totals(self) -> tuple[Points, ...]:
        """Totals after the deal, by seat."""
        return tuple(before + won for before, won in zip(self.standing.totals, self.points, strict=True))


class DealLog(NamedTuple):
    """The log and the tricks of a deal; its texts contain seats in the notation of `phrases`."""

    log: tuple[str, ...]
    """Log lines, the oldest first."""
    tricks: tuple[Trick, ...]
    table: tuple[tuple[int, Card], ...] = ()
    """Seats and cards of the trick on the table, in playing order."""
    taken: Taken | None = None
    """The taking of the trick on the table, if the trick is full but not yet credited to a seat; else None."""
    log_lengths: tuple[tuple[int, int], ...] = ()
    """For each action, its seat and the length of the log up to the line of this action. Lines about its effects come after
    that.
    """

    action_indices: tuple[int, ...] = ()
    """For each log line, the index of the action whose player the line names, from 0; 0 for lines before the first action."""

    def first_line_since(self, seat: int) -> int:
        """Returns the index of the first log line after a seat's last action; 0 if the seat has not acted yet."""
        return next((end for actor, end in reversed(self.log_lengths) if actor == seat), 0)


class DealLogWriter:
    """Writes the log of one deal in progress, action by action."""

    def __init__(self, game: AnyGame, options: object, standing: Standing, deal: Deal, swapped: Cards = 0) -> None:
        """swapped: result of `copies_to_swap` for the seat that reads the log; 0 for the card numbers of the true state."""
        self._game, self._deal, self._swapped = game, deal, swapped
        self._state: State = game.begin_deal(options, standing, deal)
        self._actions: list[tuple[int, Action]] = []
        self._log = list(game.text.opening_log(self._state))
        self._tricks: list[Trick] = []
        self._plays: list[tuple[int, Card]] = []
        self._acts: list[int] = []
        self._taken: Taken | None = None
        self._tied: Tied | None = None
        self._said = self._place = ""
        self._doers = [0] * len(self._log)
        self._ends: list[tuple[int, int]] = []
        self._deal_log: DealLog | None = None

    def can_extend_to(self, deal: Deal, actions: Sequence[tuple[int, Action]], swapped: Cards) -> bool:
        """Returns True if `extend_to` can reach these actions: the deal and the card numbers are the same, and no action was
        taken back.
        """
        same = self._deal is deal and self._swapped == swapped
        return same and self._actions == list(actions[: len(self._actions)])

    def extend_to(self, actions: Sequence[tuple[int, Action]]) -> DealLog:
        """Adds the actions that the log does not have yet, and returns the log. actions: all actions of the deal so far."""
        fresh = actions[len(self._actions) :]
        for seat, action in fresh:
            self._add_action(seat, action)
        if fresh or self._deal_log is None:
            log, tricks, plays, ends = tuple(self._log), tuple(self._tricks), tuple(self._plays), tuple(self._ends)
            self._deal_log = DealLog(log, tricks, plays, self._taken, ends, tuple(self._doers))
        return self._deal_log

    def _add_action(self, seat: int, action: Action) -> None:
        game, state, log = self._game, self._state, self._log
        self._actions.append((seat, action))
        state.turn = seat
        log.append(game.text.action_log(state, seat, action))
        self._doers.append(len(self._actions) - 1)
        self._ends.append((seat, len(log)))
        before = state.copy()
        events: list[Event] = []
        game.apply(state, action, events.append)
        for event in events:
            self._add_event(event, before)
        if honk_seat(events, game.text.geese) is not None:
            log[-1] += HONK
        stamp = game.text.stamp(state)
        if stamp is not None and stamp.sentence and game.text.stamp(before) is None:
            log.append(stamp.sentence)
            self._doers.append(len(self._actions) - 1)

    def _add_event(self, event: Event, before: State) -> None:
        game = self._game
        if isinstance(event, Taken | Tied):
            self._place = game.text.progress(before)
            if isinstance(event, Taken):
                self._doers.append(self._last_action_index(event.seat))
                self._said = game.text.taken_log(before, event, len(self._tricks) + 1)
            else:
                self._doers.append(len(self._actions) - 1)
                self._tied, self._said = event, game.text.tied_log(before, event)
            self._log.append(self._said)
        match renumbered_event(event, self._swapped):
            case Moved(moved, source, target) if target == TRICK:
                self._plays.append((source.seat, moved[0]))
                self._acts.append(self._last_action_index(source.seat))
            case Taken() as taken:
                self._taken = taken
            case Moved(_, source, target) if source == TRICK and self._taken is not None:
                self._add_trick(*self._taken, target.seat, ())
            case Moved(_, source, _) if source == TRICK and self._tied is not None:
                level, why = self._tied
                self._add_trick(NOBODY, HIDDEN, why, NOBODY, level)

    def _last_action_index(self, seat: int) -> int:
        return max(number for number, (doer, _) in enumerate(self._actions) if doer == seat)

    def _add_trick(self, taker: int, card: Card, why: str, owner: int, tied_seats: tuple[int, ...]) -> None:
        plays, acts = tuple(self._plays), tuple(self._acts)
        self._tricks.append(Trick(plays, taker, card, why, owner, tied_seats, self._said, self._place, acts))
        self._taken, self._tied, self._plays, self._acts = None, None, [], []


def log_of_deal(
    game: AnyGame, options: object, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]], swapped: Cards = 0
) -> DealLog:
    """Returns the log of a deal from its first action. swapped: as for `DealLogWriter`."""
    return DealLogWriter(game, options, standing, deal, swapped).extend_to(actions)


def final_state(game: AnyGame, options: object, scored: ScoredDeal) -> State:
    """Returns the state at the end of a scored deal."""
    state: State = game.begin_deal(options, scored.standing, scored.deal)
    for seat, action in scored.actions:
        state.turn = seat
        game.apply(state, action, None)
    return state
