"""Commands that replay records. `goosetable check` reports whether each game is valid. `goosetable trace` prints, for programs,
the legal actions before each action, and a seat's view, as JSON Lines.
"""

from __future__ import annotations

import json
from typing import BinaryIO

from goosetable.commands import console
from goosetable.commands.console import (
    WRONG_CALL,
    WRONG_CONTENT,
    CommandError,
    Parser,
    flush_output,
    print_error,
    print_line,
    record_fault,
    whole_number_parser,
)
from goosetable.engine.hidden.view import view_as_json
from goosetable.engine.record import seed
from goosetable.engine.record.format import ActionLine, Header, RecordError, points_as_json
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import escape, escaped_file_name
from goosetable.engine.words.phrases import count_text, listed
from goosetable.games import find_game

MOST_SEATS = 99


def check(argv: list[str]) -> int:
    """Checks all files, including those after a faulty one; returns the exit code."""
    parser = Parser("check", "Replays every game of the files, and says of each whether it can be right.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
    names: list[str] = parser.parse_args(argv).files
    console.refuse_repeated_input(names)
    worst = 0
    try:
        for name in names:
            worst = max(worst, _check_file(name))
    except BrokenPipeError:
        pass  # the reader wants no more; what was wrong until then counts
    return worst


def _check_file(name: str) -> int:
    try:
        with console.open_for_reading(name) as stream:
            _report_games(escaped_file_name(name), stream)
    except CommandError as wrong:
        print_error(f"goosetable check: {wrong}")
        return WRONG_CALL
    except RecordError as wrong:
        print_error(record_fault(name, wrong))
        return WRONG_CONTENT
    return 0


def _report_games(name: str, stream: BinaryIO) -> None:
    games, at = 0, None
    for _, line, session in replay(stream, find_game):
        if isinstance(line, Header):
            if at is not None:
                _report_game(name, games, at)
            games, at = games + 1, session
    if at is not None:
        _report_game(name, games, at)


def _report_game(name: str, number: int, session: Session) -> None:
    """Prints that a game is valid, with its commitment. People compare this with the commitment shown before the first deal."""
    seal = session.commitment
    sealed = "" if seal is None else f"; sealed as {seed.format_commitment(seal)}"
    print_line(f"ok {name}, game {number}: {escape(summary_of_game(session))}{sealed}")
    flush_output()


def summary_of_game(session: Session) -> str:
    """Returns a summary of a game: its title, number of deals, winners and totals."""
    deals = count_text(session.standing.deals, "deal")
    totals = [f"{name} {total}" for name, total in zip(session.names, points_as_json(session.standing.totals), strict=True)]
    if session.winners:
        won = listed([session.names[seat] for seat in session.winners])
        state = "finished" if session.ended else "won, but without its end line"
        verb = "wins" if len(session.winners) == 1 else "win"
        return f"{session.game.title}, {deals}, {state}: {won} {verb} ({', '.join(totals)})"
    return f"{session.game.title}, {deals}, unfinished {_progress_of_game(session)} ({', '.join(totals)})"


def _progress_of_game(session: Session) -> str:
    number = session.standing.deals + 1
    if session.due_step == "deal":
        return f"before deal {number}"
    state = session.state
    assert state is not None, "an unfinished game is between two deals or in one"
    return f"in deal {number}, {'played but not scored' if state.over else session.game.text.progress(state)}"


def trace(argv: list[str]) -> int:
    """Prints a line for each action, up to the first error. Reports a record without actions. Returns the exit code."""
    parser = Parser("trace", "Prints, for each action of a record, every action that was allowed.")
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    about = "add what this seat may know at that moment"
    parser.add_argument("--view", type=whole_number_parser(0, MOST_SEATS), metavar="SEAT", help=about)
    arguments = parser.parse_args(argv)
    traced = 0
    with console.open_record(arguments.file) as stream:
        for number, line, session in replay(stream, find_game):
            if isinstance(line, Header):
                _check_seat(arguments.view, session, number)
            elif isinstance(line, ActionLine):
                traced += 1
                print_line(json.dumps(_trace_line(number, line, session, arguments.view)))
    if not traced:
        print_error(f"goosetable trace: {escaped_file_name(arguments.file)}: no game has an action yet")
    return 0


def _check_seat(seat: int | None, session: Session, number: int) -> None:
    if seat is not None and seat >= session.seats:
        raise CommandError(
            f"there is no seat {seat} to view in the game of line {number}: its seats are 0 to {session.seats - 1}"
        )


def _trace_line(number: int, line: ActionLine, session: Session, seat: int | None) -> dict[str, object]:
    legal = sorted({session.game.action_text(action) for action in session.legal(line.seat)})
    found: dict[str, object] = {"line": number, "seat": line.seat, "legal": legal}
    return found if seat is None else found | {"view": view_as_json(session.view(seat))}
