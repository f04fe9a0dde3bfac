"""A match: the games that people and computer players play at one table.

A match owns the session of the current game. It returns views, the events that the person may know, and the decisions of the
computer players.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from goosetable.app.match.agents import Agents
from goosetable.app.storage import clean_names
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.clean_names import name_in_sentence
from goosetable.app.storage.saves import Journal, Notice, OpenGames
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.seed import code_in_series, format_commitment
from goosetable.engine.record.session import DealLog, Session
from goosetable.engine.rules.action import Action, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Stream
from goosetable.engine.rules.event import NO_SEAT, Event
from goosetable.engine.rules.options import options_as_json
from goosetable.engine.words.phrases import with_seats_named
from goosetable.review.steps import HINT_TAKEN
from goosetable.sandbox import external


def seats_of_absent_people(session: Session) -> tuple[int, ...]:
    """Returns the seats of people for whom a computer player plays at present."""
    pairs = zip(session.header.chairs, session.chairs, strict=True)
    return tuple(seat for seat, (first, now) in enumerate(pairs) if first.player == HUMAN and now.player != HUMAN)


def is_hand_covered(sessions: Sequence[Session]) -> bool:
    """Returns True if it is unknown who is at the screen of a shared table, because all people but one have left it. The hand
    at the bottom then stays face down to the end of the game, and in a later game until the remaining person acts.
    """
    for session in reversed(sessions):
        persons = [seat for seat, chair in enumerate(session.chairs) if chair.player == HUMAN]
        if len(persons) == 1 and seats_of_absent_people(session):
            return True
        if len(persons) != 1 or persons[0] in session.acted:
            return False
    return False


def prizes_of_games(sessions: Sequence[Session]) -> tuple[int, ...]:
    """Returns the prizes of all games, by seat of the last game. Players are matched by name; if names are equal, by seat."""
    last = sessions[-1]
    won = [0] * last.seats
    where = {name: seat for seat, name in enumerate(last.names)}
    for session in sessions:
        if session.ended:
            for seat, (name, prize) in enumerate(zip(session.names, session.prizes, strict=True)):
                won[where.get(name, seat) if len(where) == len(won) else seat] += prize
    return tuple(won)


HINT: Final = "hint"
"""Kind of help in the record: a hint that the person requested."""
MatchKind = Literal["game", "finished", "practice", "lesson"]
"""Kind of match: "game" before the end of its game, "finished" after it, "practice" if it shows a deal of another match again,
"lesson" for a lesson.
"""
_DOER = re.compile(r"[{~]*\[(\d+)")
"""Matches the seat at the start of a log line."""


class Match:
    """A match: the games played at one table by people and computer players."""

    patience = external.PATIENCE
    """Approximate time limit in seconds for a decision of an external player."""
    archived = b""  # the record of a viewed match; that of a running table is a file
    open_hands = False  # True if all hands are public, as in a problem
    task = ""  # the prompt that replaces the game's own at the person's turn

    @property
    def kind(self) -> MatchKind:
        """Kind of match, on which the menu of the table and its score sheet depend."""
        return "finished" if self.session.ended else "game"

    @property
    def is_practice(self) -> bool:
        """True if the match has no game of its own, because it shows a deal of another match again."""
        return self.kind == "practice"

    def __init__(
        self, sessions: Sequence[Session], journal: Journal, seed: str, notice: Notice, allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> None:  # fmt: skip
        """sessions: the sessions of all games so far; the last one continues. seed: the seed of the players' random choices.

        allow: the external players that may run. opened: this computer's open games; the match adds its game if a person sees
        its code.
        """
        *self._before, self.session = sessions
        self._journal, self._seed, self._notice = journal, seed, notice
        self.allow = allow
        self.shown_once = set[str]()
        """Notices about unusable learned weights that have been shown at this table and are not repeated."""
        self.session.journal = journal
        self._log_cache: tuple[object, dict[tuple[str, tuple[Chair, ...]], str]] = None, {}
        """The deal and players for which the cache is valid; and the cache: for a log line and its players, the line with
        names."""
        self._opened = OpenGames() if opened is None else opened
        self.playing_out = False
        """True if the rest of the deal is decided and is played automatically, also for people."""
        self._hand_covered = is_hand_covered(sessions)
        """True from the moment that only one of several people at the screen remains until `uncover_hand`."""
        self.hand_aside = False
        """True while a page over the table lets another person join the only one: the cards stay hidden, without a curtain."""
        self._plays_on = False
        """True after a change of chairs at a computer player's turn: computer players act before the curtain falls."""
        self._viewing_person: int | None = None
        self.last_visible_seat: int | None = None
        """The seat whose hand was visible before the curtain fell; None if no hand has been visible since the deal."""
        self._fence = 0  # number of actions of this deal that can no longer be taken back
        self._unseen: list[Event] = []
        self.habits_by_name: dict[str, Mapping[str, float]] = {}
        """Known habits of people: by person's name, the results of `PersonMemory.known_habits`."""
        self._seat_players()

    @classmethod
    def new(
        cls, game: AnyGame, options: object, chairs: Sequence[Chair], code: str, journal: Journal, seed: str,
        notice: Notice, started: str | None = None, app: str | None = None, allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> Match:  # fmt: skip
        """Makes the match of a new table. started: the start time in UTC for the record. app: the program's version."""
        header = Header(game.id, dict(options_as_json(options)), code, tuple(chairs), app, started)
        return cls([Session(game, header, journal)], journal, seed, notice, allow, opened)

    def _seat_players(self) -> None:
        seed = f"{self._seed}:{len(self._before)}"
        self._minds = Agents(
            self.session, seed, self._notice, self.patience, False, self.allow, self.shown_once, self.habits_by_name
        )

    def show_replacements(self) -> None:
        self._minds.show_replacements()

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def is_code_revealed(self) -> bool:
        """True if a person saw the game's code before the end of the game, which makes it an open game."""
        return self.session.header in self._opened

    def mark_as_revealed(self) -> None:
        self._opened.add(self.session.header)

    @property
    def people_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.session.chairs) if chair.player == HUMAN)

    @property
    def is_shared(self) -> bool:
        """True if several people share the screen, so that the curtain falls between their turns."""
        return len(self.people_seats) > 1

    @property
    def is_covered(self) -> bool:
        """True if it is unknown which person is at the screen, so that the screen may show only public knowledge."""
        return self.hand_aside or ((self.is_shared or self._hand_covered) and self._viewing_person is None)

    @property
    def visible_seat(self) -> int | None:
        """Seat of the person whose cards are visible on this screen and secret from other people; None if there is none."""
        return self._viewing_person if self.is_shared and self.session.due_step == "act" else None

    @property
    def is_viewer_known(self) -> bool:
        """True if it is known which person is at the screen."""
        return bool(self.people_seats) and not self.is_covered

    @property
    def me(self) -> int:
        """The seat at the bottom of the screen. At a table with one person, that person's seat; without people, 0.

        If several people share the screen: the seat of the person at the screen. While that is unknown, the seat of the last
        person at the screen, or of the next to act.
        """
        if not self.is_shared:
            return self.people_seats[0] if self.people_seats else 0
        looker = self.last_visible_seat if self._viewing_person is None else self._viewing_person
        return self.next_person if looker is None else looker

    @property
    def next_person(self) -> int:
        """Seat of the person to act, or of the first person after the seat to act."""
        seats, turn = self.session.seats, self.session.turn
        if turn is None:
            dealer = self.session.deal.dealer if self.session.deal else self.session.next_dealer()
            turn = (dealer if dealer is not None else -1) + 1
        return min(self.people_seats, key=lambda seat: (seat - turn) % seats)

    @property
    def needs_handover(self) -> bool:
        """True if the screen must be handed to another person before the game can continue."""
        if self.session.due_step != "act":
            return False
        if self.is_covered:
            return not self.computer_acts_while_covered
        return self.is_shared and self.session.turn in self.people_seats and self.session.turn != self._viewing_person

    @property
    def computer_acts_while_covered(self) -> bool:
        """True if a computer player acts although the screen is covered, because a person has left the seat to act."""
        computer_acts = self.session.due_step == "act" and self.session.turn not in self.people_seats
        return computer_acts and self._plays_on and self.is_covered

    @property
    def plays_last_card_automatically(self) -> bool:
        """True if the program plays the last card of the person to act, without handing over the screen."""
        state = self.session.state
        if state is None or not self.is_viewer_known or self.session.turn not in self.people_seats:
            return False
        legal = self.session.legal()
        return len(legal) == 1 and verb_of(legal[0]) is Verb.PLAY and state.hands[state.turn].bit_count() == 1

    @property
    def is_my_turn(self) -> bool:
        """True if the person at the screen is to act."""
        looks = self.session.turn == self._viewing_person if self.is_shared else not self.is_covered
        return looks and self.session.turn in self.people_seats

    @property
    def _viewing_seat(self) -> int:
        """The seat with open cards on the screen: `me`; `NO_SEAT` while the hand is covered."""
        return NO_SEAT if self.is_covered else self.me

    def view_at_screen(self) -> View:
        """Returns the view of the person at the screen; while the curtain is closed, a view with public knowledge only."""
        return self.session.view(self._viewing_seat)

    def cover_hand(self) -> None:
        """Hides the hand of the person at the screen until `uncover_hand`."""
        if self._viewing_person is not None:
            self.last_visible_seat = self._viewing_person
        self._viewing_person = None
        self._minds.drop_searches()

    def uncover_hand(self, seat: int) -> list[Event]:
        """Shows the hand of a seat to its person; returns the events of a new deal that have not been displayed yet."""
        assert seat in self.people_seats, "only a person looks at the screen"
        if seat != self.last_visible_seat:
            self._fence = self.session.undoable_count
        self._viewing_person, self.last_visible_seat, self._hand_covered, self._plays_on = seat, None, False, False
        dealt, self._unseen = self._unseen, []
        return self._events_known_to_viewer(dealt)

    def log_since_action_of(self, seat: int) -> tuple[tuple[int | None, str], ...]:
        """Returns the log since a seat's last action, oldest first: pairs of the acting seat (or None) and the line."""
        told = self.deal_log()
        first = told.first_line_since_action_of(seat)
        action_indices = [int(found[1]) if (found := _DOER.match(line)) else None for line in told.log[first:]]
        return tuple(zip(action_indices, self.log_lines()[first:], strict=True))

    def with_names(self, text: str, chairs: Sequence[Chair] = ()) -> str:
        """Returns a text with players' names in place of seat numbers. A person who is the only one at the table is called
        "you".

        chairs: the players at the time of the event in the text; by default the present ones.
        """
        if "[" not in text:  # most texts contain no names
            return with_seats_named(text, [], None)
        chairs = chairs or self.session.chairs
        names = [name_in_sentence(chair.name) for chair in chairs]
        addressed = bool(self.people_seats) and not self.is_shared and chairs[self.me].player == HUMAN
        return with_seats_named(text, names, self.me if addressed else None)

    @property
    def centre_cards_sentence(self) -> str:
        """A sentence that names the face-up cards in the middle of the table; empty if there are none."""
        known = self.session.view(NO_SEAT).known if self.session.state is not None else None
        return self.with_names(self.game.text.centre_cards_sentence(known)) if known is not None else ""

    def name_of(self, person: int) -> str:
        """Returns the name of a person, even of the person whom texts call "you"."""
        return self.with_names(f"[{person}]") if self.is_shared else name_in_sentence(self.session.names[person])

    @property
    def is_saved(self) -> bool:
        """True if the entire game is on the disk. Missing lines are written first, if possible."""
        return self._journal.write_missing_lines()

    @property
    def grouped_commitment(self) -> str:
        """The full commitment (hash) to all deals of this game, in groups of digits; "" if the deals were set up by hand."""
        whole = self.session.commitment
        return "" if whole is None else format_commitment(whole)

    def log_lines(self) -> tuple[str, ...]:
        """Returns the log of this deal, oldest line first. Each line names the players at the time of its action."""
        said_for = self.session.deal, self.session.names, self.people_seats
        if self._log_cache[0] != said_for:
            self._log_cache = said_for, {}
        said, told = self._log_cache[1], self.deal_log()
        chairs = [self.session.chairs_at_action(number) for number in told.action_indices]
        lines = zip(told.log, chairs, strict=True)
        return tuple(
            said.get(one) or said.setdefault(one, self.with_names(one[0], clean_names.clean_chairs(one[1]))) for one in lines
        )

    def chairs_at(self, action_index: int) -> tuple[Chair, ...]:
        """Returns the players at the time of an action of this deal, by seat. action_index: index of the action, from 0."""
        return clean_names.clean_chairs(self.session.chairs_at_action(action_index))

    def deal_log(self) -> DealLog:
        session = self.session
        return DealLog((), ()) if session.deal is None or session.state is None else session.deal_log(self._viewing_seat)

    @property
    def words_for_moment_of_game(self) -> str:
        """The position in the game, without secrets: "Goose, deal 4, trick 3 of 6"."""
        session = self.session
        if session.state is None:
            return self.game.title
        return f"{self.game.title}, deal {session.state.number}, {self.game.text.progress(session.state)}"

    def prizes(self) -> tuple[int, ...]:
        """Returns the prizes, such as Golden Geese, that the player of each seat has won in the games of this match."""
        return prizes_of_games((*self._before, self.session))

    def deal(self) -> list[Event]:
        """Deals the next deal; returns the events that the person may know. The list is empty while the curtain is closed."""
        self.show_replacements()
        events = self.session.begin_deal(None if self.session.code else self._deal_without_code())
        self._fence = 0
        if self.is_shared or self._hand_covered:
            self.cover_hand()
            self.last_visible_seat = None
            self._unseen, self._plays_on = events, False
            return []
        return self._events_known_to_viewer(events)

    def _deal_without_code(self) -> Deal:
        """Returns a random deal, for a game whose first deals were set up by hand and which therefore has no code."""
        session, game = self.session, self.game
        code, dealer = code_in_series(self._seed, session.standing.deals + 1), session.next_dealer()
        if dealer is None:
            dealer = game.first_dealer(session.options, Stream(code, 0))
        return game.deal(session.options, session.standing, dealer, Stream(code, 1))

    def act(self, action: Action) -> list[Event]:
        """Performs a legal action for the seat to act; returns the resulting events that the person may know.

        Hides the hand and returns only public events if another person acts next, or if sealed bids are revealed.
        """
        seat = self.session.turn
        assert seat is not None, "nobody is to act"
        self.show_replacements()
        self._minds.record_replacement(seat)
        if self._minds.was_advised(action):
            self.session.record_help_used(HINT_TAKEN)
        self._minds.drop_searches()
        events = self.session.act(seat, action)
        self.playing_out &= self.session.due_step == "act"
        all_look = self.is_shared and self.session.due_step == "act" and self.session.has_revealed_bids_in_last(1)
        if (self.needs_handover or all_look) and not self.playing_out and not self.plays_last_card_automatically:
            self.cover_hand()
        return self._events_known_to_viewer(events)

    def score_deal(self) -> list[Event]:
        """Scores the deal, and ends the game if it is decided; returns the events."""
        events = self.session.score_deal()
        if self.session.due_step == "end":
            self.session.end_game()
        return events

    @property
    def undo_action_count(self) -> int:
        """Number of actions that Undo takes back: the last decision of the person at the screen, and all actions after it.

        While the curtain is closed, it is the decision of the last person at the screen. A single person can go back to the
        last change of players. People who share the screen can go back only until the curtain opens for the next person, and
        only if the decision has not revealed hidden cards.
        """
        looker = self.last_visible_seat if self._viewing_person is None else self._viewing_person
        if self.is_shared and looker is None:
            return 0
        count = self.session.count_actions_to_undo(self.people_seats if looker is None else (looker,))
        if count > self.session.undoable_count - self._fence:
            return 0
        if not self.is_shared or not count or looker is None:
            return count
        return 0 if self.session.has_revealed_card(looker, count) or self.session.has_revealed_bids_in_last(count) else count

    def undo(self) -> bool:
        """Takes back the person's last decision and all later actions; returns False if there is none."""
        count = self.undo_action_count
        if not count:
            return False
        self._minds.drop_searches()
        self.session.undo(count)
        self.playing_out = False
        return True

    def begin_next_game(
        self, code: str, started: str | None = None, shift_seats: bool = False, journal: Journal | None = None,
        app: str | None = None,
    ) -> None:  # fmt: skip
        """Begins another game at this table. Players whose code failed in the last game play again.

        started: the start time in UTC for the record. shift_seats: True if all players move one seat on. journal: a new record,
        or None to continue the present one. app: the program's version.
        """
        self._journal = journal or self._journal
        chairs = tuple(self._minds.failed.get(seat, chair) for seat, chair in enumerate(self.session.chairs))
        chairs = (*chairs[-1:], *chairs[:-1]) if shift_seats else chairs
        again = Header(self.game.id, dict(options_as_json(self.session.options)), code, chairs, app, started)
        self._before.append(self.session)
        self.session = Session(self.game, again, self._journal)
        self._minds.remove_players()
        self._minds.drop_searches()
        self._viewing_person, self.last_visible_seat, self._fence, self._unseen = None, None, 0, []
        self.playing_out = self._plays_on = False
        self._seat_players()

    def change_player(self, seat: int, chair: Chair) -> None:
        """Gives a seat to another player and records the change. Raises IllegalAction after the end of the game.

        If several people shared the screen, hides the cards. If only one person remains, the cards stay hidden until
        `uncover_hand`, since it is unknown who sits at the screen. Earlier actions can no longer be taken back.
        """
        self._hand_covered |= self.is_shared
        self.session.change_player(seat, chair)
        self._hand_covered &= len(self.people_seats) == 1
        self._plays_on = not self._unseen and self.session.turn not in self.people_seats
        self._minds.replace_player(seat)
        self._viewing_person, self.last_visible_seat, self._fence = None, None, self.session.undoable_count

    def close(self) -> None:
        """Leaves the table, after a last attempt to write the missing lines of the record."""
        self._minds.remove_players()
        self._journal.close()

    def _events_known_to_viewer(self, events: list[Event]) -> list[Event]:
        return self.session.events_for(self._viewing_seat, events)

    @property
    def thinking_seat(self) -> int | None:
        return self._minds.thinking_seat

    @property
    def chosen_action(self) -> Action | None:
        return self._minds.chosen_action

    @property
    def pause_seconds(self) -> float:
        """Seconds that the computer player waits, from the start of its turn to its action, at the slowest pace."""
        return self._minds.pause_seconds

    @property
    def hint(self) -> Action | None:
        return self._minds.hint

    def reason(self, action: Action) -> str:
        """Returns the reason for or against an action as a part of a sentence; "" before the hint is found."""
        return (
            self._clause_with_names(self._minds.latest_analysis.reason_for_advised(action))
            if self._minds.latest_analysis
            else ""
        )

    @property
    def advice(self) -> str:
        """The hint as one sentence in a card player's words; "" until it is found."""
        opinion = self._minds.latest_analysis
        return self.with_names(opinion.hint()) if opinion else ""

    def is_named_by_hint(self, action: Action) -> bool:
        """Returns True if the latest search counts an action as best, or as equally good."""
        return self._minds.latest_analysis is not None and action in self._minds.latest_analysis.named_actions

    @property
    def hint_figures(self) -> str:
        """The chances and points on which the hint is based, as a clause; "" if none were measured."""
        opinion = self._minds.latest_analysis
        return self._clause_with_names(opinion.figures()) if opinion else ""

    @property
    def is_hint_final(self) -> bool:
        return self._minds.is_hint_complete

    def judgement(self, action: Action) -> str:
        """Returns a sentence that judges an action other than the hint; "" if there is no judgement."""
        opinion = self._minds.latest_analysis
        return self._clause_with_names(opinion.judgement_of(action)) if opinion else ""

    @property
    def hint_certainty(self) -> tuple[str, str, Action | None]:
        """The certainty of the hint: a word, a clause that explains it, and the action whose value is nearest to the hint's, or
        None. Before a hint: two empty texts and None.
        """
        opinion = self._minds.latest_analysis
        if opinion:
            return (opinion.confidence.word, self._clause_with_names(opinion.confidence_text()), opinion.confidence.rival)
        return ("", "", None)

    def _clause_with_names(self, text: str) -> str:
        return self.with_names(f":{text}")[1:]

    @property
    def are_points_decided(self) -> bool:
        """True if public knowledge and the cards of the person to act prove that the points of the deal cannot change."""
        return self.is_my_turn and self._minds.are_points_decided

    def ask_hint(self) -> None:
        """Begins the search for the person's best action, and enters the request in the record."""
        if self.is_my_turn:
            self._minds.ask_hint()
            self.session.record_help_used(HINT)

    def record_help(self, kind: str) -> None:
        """Enters in the record that the person to act has got help. kind: the kind of help."""
        if self.is_my_turn:
            self.session.record_help_used(kind)

    def run_slice(self) -> bool:
        """Runs one short slice of a search or of writing. Returns True if more slices remain."""
        return self._journal.finish_background_writing() or self._minds.run_slice(self.is_my_turn)
