"""The session: an object with the true state of a game at a table. It writes the record of the game step by step.

Records do not contain the log of a deal and its tricks. The log is computed from the actions; after an undo or a resume it is
computed again from the first action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, copies_to_swap, event_for_seat, has_second_copies, renumbered_event, view
from goosetable.engine.record import seed
from goosetable.engine.record.format import ActionLine, Chair, ChairLine, DealLine, EndLine, Header, Line, ScoreLine, UndoLine
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Action, Objection, swap_copy_in_action
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import HIDDEN, NO_SEAT, TRICK, Event, Moved, Points, Scored, Taken, Tied
from goosetable.engine.rules.state import SealedState, State
from goosetable.engine.text.table_facts import honk_seat
from goosetable.engine.words import phrases

HONK: Final = " Honk."
"""Suffix of a log line when the goose honks."""


class Trick(NamedTuple):
    """A complete trick."""

    plays: tuple[tuple[int, Card], ...]
    """Seats and cards in playing order."""
    taker: int
    """Seat whose card took the trick, or `NO_SEAT`."""
    card: Card
    """Card that took the trick; `HIDDEN` if no card did."""
    why: str
    owner: int
    """Seat to which the trick was credited, or `NO_SEAT`."""
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
        acts = zip(self.action_indices, self.plays, strict=True)
        return next((act for act, (seat, _) in acts if seat == self.taker), self.action_indices[-1])


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
    """For each action, its seat and the length of the log up to the line of this action. Lines about its effects follow."""

    action_indices: tuple[int, ...] = ()
    """For each log line, the index of the action whose player the line names, from 0; 0 for lines before the first action."""

    def first_line_since_action_of(self, seat: int) -> int:
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
        """Returns True if `extend_to` can reach these actions: the log is of the same deal with the same swapped cards, and no
        action was taken back.
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
        log.append(game.text.log_line_of_action(state, seat, action))
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
                self._add_trick(NO_SEAT, HIDDEN, why, NO_SEAT, level)

    def _last_action_index(self, seat: int) -> int:
        return max(number for number, (doer, _) in enumerate(self._actions) if doer == seat)

    def _add_trick(self, taker: int, card: Card, why: str, owner: int, tied_seats: tuple[int, ...]) -> None:
        plays, acts = tuple(self._plays), tuple(self._acts)
        self._tricks.append(Trick(plays, taker, card, why, owner, tied_seats, self._said, self._place, acts))
        self._taken, self._tied, self._plays, self._acts = None, None, [], []


def log_of_deal(
    game: AnyGame, options: object, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]], swapped: Cards = 0
) -> DealLog:
    """Returns the log of a deal from its first action. swapped: cards whose two copies exchange numbers for the reader; 0 for
    the true numbers.
    """
    return DealLogWriter(game, options, standing, deal, swapped).extend_to(actions)


def final_state(game: AnyGame, options: object, scored: ScoredDeal) -> State:
    """Returns the state at the end of a scored deal."""
    state: State = game.begin_deal(options, scored.standing, scored.deal)
    for seat, action in scored.actions:
        state.turn = seat
        game.apply(state, action, None)
    return state


Journal = Callable[[Line], None]


class IllegalAction(Exception):
    """Error: an action is illegal or out of turn. The message is the reason; the session is unchanged."""


class Session:
    """One game, from its header to its end.

    At any moment exactly one step is due: "deal", "act", "score" or "end", and "none" after the end. In a game with two packs,
    the events and actions for a seat have the same card numbers as the views of that seat.
    """

    def __init__(self, game: AnyGame, header: Header, journal: Journal | None = None) -> None:
        """Begins a game. Raises ValueError, in words for people, if the header does not fit the game."""
        self.game = game
        self.options = options.make_options(game.Options, options.with_newer_defaults(game.Options, header.options, header.app))
        game.check_options(self.options)
        self.seats = game.seats(self.options)
        if len(header.chairs) != self.seats:
            raise ValueError(f"{game.title} needs {self.seats} seats here, not {len(header.chairs)}")
        self.code = None if header.code is None else seed.parse_code(header.code)
        self.header = header
        self.chairs = header.chairs
        """Present players, by seat; those at the beginning are in the header."""
        self.previous = header.chairs
        """By seat, the player before the last change there; the first player if there was no change."""
        self.acted: set[int] = set()
        """Seats that have acted in this game since one of its players left."""
        self.journal = journal
        self.standing = Standing(0, (0,) * self.seats)
        self.deal: Deal | None = None
        self.state: State | None = None
        self.winners: tuple[int, ...] = ()
        self.ended = False
        self._doubled = has_second_copies(game.pack(self.options))
        self._first_dealer: int | None = None
        if self.code is not None:
            self._first_dealer = game.first_dealer(self.options, Stream(self.code, 0))
        self.scored_deals: list[ScoredDeal] = []
        """Scored deals of this game, in order."""
        self._past: list[State] = []
        self._actors: list[int] = []
        """Seats that have acted in this deal, in order; the state lists the seat of a sealed bid only once all are made."""
        self._aids: list[str] = []
        self._seated: list[tuple[int, tuple[Chair, ...]]] = []
        """Changes of players in this deal, in order: the number of actions before a change, and the players until then."""
        self._story: DealLogWriter | None = None
        """Cached log of this deal, numbered for the seat that read it last."""
        self._deal_logs: dict[int, DealLog] = {}
        """By seat, its cached log; cleared by each action and undo."""
        self._write_line(header)

    def _write_line(self, line: Line) -> None:
        if self.journal:
            self.journal(line)

    # ------------------------------------------------------------------ state

    @property
    def due_step(self) -> str:
        """The step that comes next: "deal", "act", "score", "end" or "none"."""
        if self.state is not None:
            return "score" if self.state.over else "act"
        if self.ended:
            return "none"
        return "end" if self.winners else "deal"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the present players, by seat."""
        return tuple(chair.name for chair in self.chairs)

    def chairs_at_action(self, action_index: int) -> tuple[Chair, ...]:
        """Returns the players, by seat, at the time of an action of this deal. action_index: index of the action, from 0."""
        return next((chairs for count, chairs in self._seated if action_index < count), self.chairs)

    @property
    def turn(self) -> int | None:
        """The seat to act; None if no action is due."""
        return self.state.turn if self.state is not None and not self.state.over else None

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """Seats that may act now: the seat `turn`, or in a round of sealed bids all seats that have not bid yet."""
        return () if self.state is None else self.state.seats_to_act

    @property
    def prizes(self) -> tuple[int, ...]:
        """By seat, the prize won in this game: the worth of the game for a winner, 0 for any other seat."""
        worth: int = getattr(self.options, self.game.prize) if self.game.prize else 1
        return tuple(worth * (seat in self.winners) for seat in range(self.seats))

    @property
    def commitment(self) -> str | None:
        """Commitment to all deals of this game; None for set-up deals."""
        return None if self.code is None else seed.commitment_to_code(self.code)

    @property
    def undoable_count(self) -> int:
        """Number of actions of this deal that can be taken back."""
        return len(self._past)

    def view(self, seat: int) -> View:
        """Returns the view of a seat."""
        return view(self.game, self._running_state(), seat)

    def copies_to_swap(self, seat: int) -> Cards:
        """Returns the cards whose two copies exchange their numbers in a seat's views, because the true numbers would reveal
        secrets.
        """
        return copies_to_swap(self.game, self._running_state(), seat) if self._doubled else 0

    def deal_log(self, seat: int) -> DealLog:
        """Returns the log of the deal so far, as a seat may know it."""
        state = self._running_state()
        assert self.deal is not None
        if seat not in self._deal_logs:
            swapped = self.copies_to_swap(seat)
            if self._story is None or not self._story.can_extend_to(self.deal, state.actions, swapped):
                self._story = DealLogWriter(self.game, self.options, self.standing, self.deal, swapped)
            self._deal_logs[seat] = self._story.extend_to(state.actions)
        return self._deal_logs[seat]

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """Returns the legal actions of a seat that may act now. seat: None for the seat `turn`."""
        state = self._state_with_turn_of(seat)
        legal = self.game.legal(state)
        swapped = self.copies_to_swap(state.turn) if legal else 0
        return sorted(swap_copy_in_action(action, swapped) for action in legal) if swapped else legal

    def why_not(self, seat: int, action: Action) -> Objection:
        """Returns the reason why a seat that may act now may not take an action."""
        return self.game.why_not(self._state_with_turn_of(seat), swap_copy_in_action(action, self.copies_to_swap(seat)))

    def parse_action(self, seat: int, text: str) -> Action:
        """Parses a legal action of a seat. Raises IllegalAction, or ValueError for a text that is no action."""
        self.check_turn(seat)
        legal = self.legal(seat)
        action = self.game.parse_action(text, legal)
        if action not in legal:
            raise IllegalAction(f"seat {seat} may not {text}: {self.why_not(seat, action).record}")
        return action

    def _state_with_turn_of(self, seat: int | None) -> State:
        """Returns a copy of the state with `seat` to act, if that seat may act now although it is another seat's turn, as in a
        round of sealed bids. Otherwise returns the state itself.
        """
        state = self._running_state()
        if seat is None or seat == state.turn or seat not in state.seats_to_act:
            return state
        turned = state.copy()
        turned.turn = seat
        return turned

    def next_dealer(self) -> int | None:
        """Returns the next dealer; None if any seat may deal, as at the beginning of a game of set-up deals."""
        if self._first_dealer is None:
            return None
        return (self._first_dealer + self.standing.deals) % self.seats

    def check_next_deal(self, deal_number: int, dealer: int) -> None:
        """Raises ValueError, in words for people, unless the next deal has this number and this dealer."""
        if deal_number != self.standing.deals + 1:
            raise ValueError(f"this is deal {self.standing.deals + 1}, not {deal_number}")
        if not 0 <= dealer < self.seats:
            raise ValueError(f"there is no seat {dealer}")
        right = self.next_dealer()
        if right is not None and dealer != right:
            raise ValueError(f"the dealer is seat {right}, not {dealer}")

    def _running_state(self) -> State:
        if self.state is None:
            raise IllegalAction("no deal is being played")
        return self.state

    def _expect_step(self, expected_step: str) -> None:
        if self.due_step != expected_step:
            raise IllegalAction(f"{_STEP_NAMES[self.due_step]} comes next, not {_STEP_NAMES[expected_step]}")

    # ------------------------------------------------------------------ steps

    def next_deal(self) -> Deal:
        """Returns the next deal, computed from the game code. Only for a game with a code."""
        assert self.code is not None, "a set-up deal is given, not drawn"
        dealer = self.next_dealer()
        assert dealer is not None
        stream = Stream(self.code, self.standing.deals + 1)
        return self.game.deal(self.options, self.standing, dealer, stream)

    def begin_deal(self, deal: Deal | None = None) -> list[Event]:
        """Begins a deal. Raises IllegalAction or ValueError.

        deal: a set-up deal; None for the next deal by the game code.
        """
        self._expect_step("deal")
        if deal is None:
            deal = self.next_deal()
        else:
            self.check_next_deal(deal.number, deal.dealer)
            self.game.check_deal(self.options, self.standing, deal)
            if self._first_dealer is None:
                self._first_dealer = (deal.dealer - self.standing.deals) % self.seats
        self.deal = deal
        self.state = self.game.begin_deal(self.options, self.standing, deal)
        self._past, self._actors, self._seated = [], [], []
        self._deal_logs.clear()
        events: list[Event] = []
        self.game.report_dealing(self.state, events.append)
        self._write_line(make_deal_line(self.game, deal))
        return events

    def act(self, seat: int, action: Action, with_events: bool = True) -> list[Event]:
        """Takes a seat's action; returns its events. Raises IllegalAction, in words for people, and then changes nothing."""
        self._running_state()
        if self.due_step != "act":
            raise IllegalAction("the deal is over")
        self.check_turn(seat)
        if action not in self.legal(seat):
            raise IllegalAction(f"seat {seat} may not {self.game.action_text(action)}: {self.why_not(seat, action).record}")
        return self.apply_legal_action(seat, action, with_events)

    def apply_legal_action(self, seat: int, action: Action, with_events: bool = True) -> list[Event]:
        """Takes an action as `act` does, but does not check that it is legal."""
        state = self._running_state()
        action = swap_copy_in_action(action, self.copies_to_swap(seat))
        self._past.append(state.copy())
        self._actors.append(seat)
        self.acted.add(seat)
        self._deal_logs.clear()
        state.turn = seat
        events: list[Event] = []
        self.game.apply(state, action, events.append if with_events else None)
        if self.journal:
            self.journal(ActionLine(seat, self.game.action_text(action), tuple(self._aids)))
        self._aids.clear()
        return events

    def repeat_actions(self, actions: Sequence[tuple[int, Action]]) -> None:
        """Takes recorded actions in this deal. actions: seats and actions, with cards numbered as in the true state."""
        for seat, action in actions:
            self.apply_legal_action(seat, swap_copy_in_action(action, self.copies_to_swap(seat)), with_events=False)

    def record_help_used(self, kind: str) -> None:
        """Stores the help, such as "hint", that the person to act has used. The record mentions it with the next action."""
        if kind not in self._aids:
            self._aids.append(kind)

    def check_turn(self, seat: int) -> None:
        """Raises IllegalAction, in words for people, if a seat may not act now."""
        if seat not in self.seats_to_act:
            turn = phrases.listed([str(other) for other in self.seats_to_act], "or")
            raise IllegalAction(f"it is the turn of seat {turn}, not of seat {seat}")

    def undo(self, count: int) -> None:
        """Takes back the last `count` actions of this deal. Raises IllegalAction."""
        self._running_state()
        if count < 1:
            raise IllegalAction(f"at least one action must be undone, not {count}")
        if count > len(self._past):
            there = "none" if not self._past else f"only {len(self._past)}"
            raise IllegalAction(f"{phrases.count_text(count, 'action')} cannot be undone, because {there} of this deal can be")
        self.state = self._past[-count]
        del self._past[-count:], self._actors[-count:]
        self._seated = [(min(before, len(self._past)), chairs) for before, chairs in self._seated]
        self._deal_logs.clear()
        self._write_line(UndoLine(count))

    def score_deal(self) -> list[Event]:
        """Scores a finished deal; returns the event."""
        self._expect_step("score")
        state = self._running_state()
        points = self.game.points(state)
        assert self.deal is not None
        chairs = tuple([self.chairs_at_action(number) for number in range(len(state.actions))])
        self.scored_deals.append(ScoredDeal(self.standing, self.deal, tuple(state.actions), points, chairs))
        self.standing = self.game.standing_after(self.standing, state)
        self.winners = self.game.winners(self.options, self.standing)
        self.state, self._past, self._actors = None, [], []
        self._write_line(ScoreLine(points, self.standing.totals))
        return [Scored(points, self.standing.totals)]

    def change_player(self, seat: int, chair: Chair) -> None:
        """Replaces the player of a seat from now on.

        Raises IllegalAction after the end of the game, and ValueError if there is no such seat.
        """
        if self.due_step == "none":
            raise IllegalAction("the game has ended; nobody can take a seat any more")
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        self._seated.append((len(self._past), self.chairs))
        if chair.name != self.chairs[seat].name:  # else a computer player failed, and another plays for it
            self.acted.clear()
        self.previous = (*self.previous[:seat], self.chairs[seat], *self.previous[seat + 1 :])
        self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        self._write_line(ChairLine(seat, chair))

    def end_game(self) -> EndLine:
        """Ends a game that has been won; returns its end line."""
        self._expect_step("end")
        self.ended = True
        extras: dict[str, object] = {self.game.prize: list(self.prizes)} if self.game.prize else {}
        line = EndLine(self.winners, self.standing.totals, extras)
        self._write_line(line)
        return line

    def count_actions_to_undo(self, seats: Sequence[int]) -> int:
        """Returns the number of actions to take back to reopen the last decision of these seats; 0 if they have made none."""
        return next((back for back, actor in enumerate(reversed(self._actors), 1) if actor in seats), 0)

    def has_revealed_card(self, seat: int, actions_back: int) -> bool:
        """Returns True if an action showed a seat a card that had been hidden from it. actions_back: 1 for the last action, 2
        for the one before.
        """
        before, after = (
            view(self.game, state, seat) for state in (*self._past, self._running_state())[-actions_back - 1 :][:2]
        )
        return bool(before.unseen & ~after.unseen & ~before.hand)

    def has_revealed_bids_in_last(self, action_count: int) -> bool:
        """Returns True if one of the last `action_count` actions ended a round of sealed bids, so that all seats have seen the
        bids.
        """
        then = self._past[-action_count]
        return isinstance(then, SealedState) and action_count >= len(then.seats_to_act)

    def events_for(self, seat: int, events: Sequence[Event]) -> list[Event]:
        """Returns the events of this deal as a seat may know them."""
        swapped = 0 if self.state is None else self.copies_to_swap(seat)
        return [event_for_seat(event, seat, swapped) for event in events]


_STEP_NAMES = {"deal": "a deal", "act": "an action", "score": "the score", "end": "the end", "none": "nothing"}


def make_deal_line(game: AnyGame, deal: Deal) -> DealLine:
    """Returns a deal as a line of a record, without fields that the game does not use."""
    found: dict[str, object] = {"hands": [_cards_text(game, hand) for hand in deal.hands]}
    if deal.hands2:
        found["hands2"] = [_cards_text(game, hand) for hand in deal.hands2]
    if deal.turned is not None:
        found["turned"] = game.card_name(deal.turned)
    if deal.stock:
        found["stock"] = _cards_text(game, deal.stock)
    if deal.trump is not None:
        found["trump"] = cards.SUITS[deal.trump]
    return DealLine(deal.number, deal.dealer, found)


def _cards_text(game: AnyGame, hand: tuple[Card, ...]) -> str:
    return " ".join(game.card_name(card) for card in hand)
