"""Games played from Python: one object with the legal actions, undo, and computer players.

>>> game = play("gooseberry-fool", code="7Q4K-M2XD-9TBR", players=[None, "greedy", "random"], seed="s")
>>> game.run(); game
<Gooseberry Fool, deal 1, seat 0 to act>
>>> text = game.legal[0]; game.act(text); game.undo() == text
True
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View, view_as_json
from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine, Chair, ChairLine, Header, Line, RecordError, UndoLine
from goosetable.engine.record.replay import replay
from goosetable.engine.record.seed import format_code, new_code
from goosetable.engine.record.seed import parse_code as read_code
from goosetable.engine.record.session import IllegalAction
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.options import make_options as read_options
from goosetable.engine.rules.options import options_as_json as write_options
from goosetable.engine.rules.options import with_player_count
from goosetable.games import find_game
from goosetable.players import missing_weights
from goosetable.players.agent import BadPlayer, Player, check_player, class_title, decide, make_player_of_class, player_title
from goosetable.players.levels import make_player_with_effort

PERSON: Final = "human"
MOST_DEALS: Final = 1000
"""Default limit of deals for `run`: under some house rules, a game between some players never ends."""

SeatPlayer = Player | type | str | None
"""Player of a seat: an object, its class, a name (a level, with its style and effort, or `module:Class`, which then runs in
this process), or None for a person.
"""


class Refused(Exception):
    """A call that the rules, a record or a player does not allow. The message is a sentence; the game is unchanged."""


def play(
    game: str,
    code: str | None = None,
    players: Sequence[SeatPlayer] | type | str = (),
    seed: str = "",
    options: Mapping[str, object] | None = None,
) -> Playthrough:
    """Begins a game and deals. Raises Refused; warns if the learned weights of a computer player cannot be loaded.

    game: its id, such as `gooseberry-fool`. code: the game code, which determines the first dealer and every deal; None draws a
    new one. players: by seat; a single name or class is used for every seat. A seat without a player is a person's. If neither
    the game nor `options` fixes the number of seats, there are as many seats as players. seed: seed of all choices of the
    computer players. options: house rules by key; the others have the values of the printed rules.
    """
    with _errors_as_refused():
        found = find_game(game)
        count = 0 if isinstance(players, str | type) else len(players)
        chosen = read_options(found.Options, with_player_count(found.Options, options or {}, count), partial=True)
        seats = found.seats(chosen)
        seated = _players_by_seat(players, seats)
        chairs = tuple(
            Chair(f"{_player_name(one).rpartition(':')[2]} {seat}", _player_name(one)) for seat, one in enumerate(seated)
        )
        dealt = format_code(new_code() if code is None else read_code(str(code)))
        header = Header(found.id, write_options(chosen), dealt, chairs)
        return Playthrough([header], seated, seed)


def resume(record: str | bytes, players: Sequence[SeatPlayer] | type | str | None = None, seed: str = "") -> Playthrough:
    """Resumes the last game of a record, after checking every line. Raises Refused, which names the first wrong line.

    players: by seat; a single name or class is used for every seat. None takes the levels that the record names and leaves
    all other seats to persons, because external players named by a record are never run.
    """
    with _errors_as_refused():
        content = record.encode() if isinstance(record, str) else record
        lines: list[Line] = []
        for _, line, session in replay(content, find_game):
            if isinstance(line, Header):
                game = session
                lines.clear()
            _append_line(lines, line)
        if players is None:
            players = [chair.player if _is_level(chair.player) else None for chair in game.chairs]
        return Playthrough(lines, _players_by_seat(players, game.seats), seed)


class Playthrough:
    """A game from its first deal to its end. It deals, scores and ends by itself.

    At a person's turn the caller acts, with any action of `legal`. Undone actions leave no trace in the record.
    """

    def __init__(self, lines: Sequence[Line], players: Sequence[SeatPlayer], seed: str) -> None:
        """lines: the lines of one game, without undone actions. Raises ValueError or RecordError."""
        self._seed = seed
        self._chance = [Random(f"goosetable play v1:{seed}:{seat}") for seat in range(len(players))]
        self._players = [_make_player(one, chance) for one, chance in zip(players, self._chance, strict=True)]
        self._replay_lines(lines)
        for sentence in missing_weights(self._session.game, self._players):
            warnings.warn(sentence, RuntimeWarning, stacklevel=3)
        if len(players) != self._session.seats:
            raise ValueError(f"there are {self._session.seats} seats, not {len(players)}")

    def _replay_lines(self, lines: Sequence[Line]) -> None:
        content = "".join(f"{format.line_as_text(line)}\n" for line in lines).encode()
        for _, _, session in replay(content, find_game):
            self._session = session
        self._lines = list(lines)
        self._session.journal = lambda line: _append_line(self._lines, line)
        self._advance_to_decision()

    def _advance_to_decision(self) -> None:
        session = self._session
        while session.due_step not in ("act", "none"):
            if session.due_step == "score":
                session.score_deal()
            elif session.due_step == "end":
                session.end_game()
            elif session.code is None:
                return  # a set-up deal is given, not drawn
            else:
                session.begin_deal()

    def __repr__(self) -> str:
        now = f"deal {self._session.standing.deals + 1}, seat {self.turn} to act" if self.turn is not None else "over"
        return f"<{self._session.game.title}, {now}>"

    # ------------------------------------------------------------------ state

    @property
    def turn(self) -> int | None:
        """Seat to act, or None when the game is over."""
        return self._session.turn

    @property
    def legal(self) -> tuple[str, ...]:
        """Legal actions of the seat to act, as sorted texts for `act`. Equal cards appear once."""
        if self.turn is None:
            return ()
        return tuple(sorted({self._session.game.action_text(action) for action in self._session.legal()}))

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that have won; empty before the game is over."""
        return self._session.winners

    @property
    def totals(self) -> tuple[Points, ...]:
        """Points by seat from all finished deals."""
        return self._session.standing.totals

    @property
    def record(self) -> str:
        """Record of the game so far, in the format that `goosetable check` reads, with a final line end."""
        return "".join(f"{format.line_as_text(line)}\n" for line in self._lines)

    def view(self, seat: int) -> View:
        """Returns a seat's view, as passed to computer players. Raises Refused."""
        with _errors_as_refused():
            if not 0 <= seat < self._session.seats:
                raise ValueError(f"there is no seat {seat}")
            return self._session.view(seat)

    def describe(self, seat: int) -> dict[str, object]:
        """Returns a seat's view as plain values, with the keys of `goosetable trace --view`. Raises Refused."""
        return view_as_json(self.view(seat))

    # ------------------------------------------------------------------ steps

    def act(self, text: str, seat: int | None = None) -> None:
        """Takes an action, given as a text such as `play 7H`. Raises Refused.

        seat: by default the seat to act; in a round of sealed bids, any seat that has yet to bid.
        """
        with _errors_as_refused():
            turn = self._seat_to_act() if seat is None else seat
            if not isinstance(text, str):
                raise ValueError(f"an action is a text, such as {self.legal[0]!r}, and not {text!r}")
            self._session.apply_legal_action(turn, self._session.parse_action(turn, text), with_events=False)
            self._advance_to_decision()

    def undo(self) -> str:
        """Takes back the last action and its effects; returns its text. Raises Refused if there is no action."""
        place = next((at for at in reversed(range(len(self._lines))) if isinstance(self._lines[at], ActionLine)), None)
        if place is None:
            raise Refused("there is no action to take back")
        last = self._lines[place]
        assert isinstance(last, ActionLine)
        if self._session.undoable_count:
            self._session.undo(1)
        else:  # the action ended its deal, which is replayed without it
            self._replay_lines([*self._lines[:place], *(line for line in self._lines[place:] if isinstance(line, ChairLine))])
        return last.do

    def step(self) -> str:
        """Takes the action of the computer player whose turn it is; returns the text of the action.

        Raises Refused if a person or no seat is to act, or if the player fails. The choice of a built-in player depends on the
        seed, its seat and the length of the record, so an undo does not change it.
        """
        with _errors_as_refused():
            seat = self._seat_to_act()
            player = self._players[seat]
            if player is None:
                raise ValueError(f"it is the turn of seat {seat}, where a person plays")
            self._chance[seat].seed(f"goosetable play v1:{self._seed}:{seat}:{len(self._lines)}")
            text = self._session.game.action_text(decide(player, self._session.view(seat)))
            self.act(text)
            return text

    def run(self, most_deals: int = MOST_DEALS) -> None:
        """Lets computer players act until a person is to act, the game ends, or `most_deals` deals end. Raises Refused."""
        last = self._session.standing.deals + most_deals
        while self.turn is not None and self._players[self.turn] is not None and self._session.standing.deals < last:
            self.step()

    def _seat_to_act(self) -> int:
        if self.turn is None:
            raise ValueError("the game is over" if self._session.due_step == "none" else "the next deal has not been given")
        return self.turn


def _append_line(lines: list[Line], line: Line) -> None:
    """Appends a line to a game's lines. For an undo line, instead removes the actions that it takes back."""
    if not isinstance(line, UndoLine):
        lines.append(line)
        return
    actions = [at for at, one in enumerate(lines) if isinstance(one, ActionLine)]
    for at in reversed(actions[-line.count :]):
        del lines[at]


def _players_by_seat(players: Sequence[SeatPlayer] | type | str, seats: int) -> list[SeatPlayer]:
    if isinstance(players, str | type):
        return [players] * seats
    return [*players, *[None] * (seats - len(players))]


def _make_player(seated: SeatPlayer, chance: Random) -> Player | None:
    if seated is None or seated == PERSON:
        return None
    if isinstance(seated, str):
        return make_player_with_effort(seated, chance)
    if isinstance(seated, type):
        return make_player_of_class(class_title(seated), seated, chance)
    check_player(player_title(seated), seated)
    return seated


def _is_level(name: str) -> bool:
    try:
        return ":" not in name and bool(make_player_with_effort(name, Random(0)))
    except ValueError:
        return False


def _player_name(seated: SeatPlayer) -> str:
    if isinstance(seated, type):
        return class_title(seated)
    return PERSON if seated is None else seated if isinstance(seated, str) else player_title(seated)


@contextmanager
def _errors_as_refused() -> Iterator[None]:
    try:
        yield
    except RecordError as wrong:
        raise Refused(f"line {wrong.line}: {wrong.reason}") from None
    except (ValueError, IllegalAction, BadPlayer) as wrong:
        raise Refused(str(wrong)) from wrong
