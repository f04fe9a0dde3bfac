"""`goosetable trace`: the legal actions before each action of a record, and a seat's view, as JSON Lines for programs."""

from __future__ import annotations

import json

from goosetable.commands import files
from goosetable.commands.arguments import CallError, ContentError, Parser, whole
from goosetable.commands.saying import complain, say
from goosetable.engine.hidden.view import describe
from goosetable.engine.record.format import ActionLine, Header, RecordError
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import escaped, named, shortened
from goosetable.games import find

MOST_SEATS = 99


def run(argv: list[str]) -> int:
    """Prints a line for each action, also before an error; reports it if there is no action."""
    parser = Parser("trace", "Prints, for each action of a record, every action that was allowed.")
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    about = "add what this seat may know at that moment"
    parser.add_argument("--view", type=whole(0, MOST_SEATS), metavar="SEAT", help=about)
    arguments = parser.parse_args(argv)
    traced = 0
    try:
        with files.reading(arguments.file) as stream:
            for number, line, session in replay(stream, find):
                if isinstance(line, Header):
                    _fits(arguments.view, session, number)
                elif isinstance(line, ActionLine):
                    traced += 1
                    say(json.dumps(_traced(number, line, session, arguments.view)))
    except RecordError as wrong:
        raise ContentError(f"{named(arguments.file)}:{wrong.line}: {shortened(escaped(wrong.reason))}") from None
    if not traced:
        complain(f"goosetable trace: {named(arguments.file)}: no game has an action yet")
    return 0


def _fits(seat: int | None, session: Session, number: int) -> None:
    if seat is not None and seat >= session.seats:
        raise CallError(f"there is no seat {seat} to view in the game of line {number}: its seats are 0 to {session.seats - 1}")


def _traced(number: int, line: ActionLine, session: Session, seat: int | None) -> dict[str, object]:
    legal = sorted({session.game.write(action) for action in session.legal(line.seat)})
    found: dict[str, object] = {"line": number, "seat": line.seat, "legal": legal}
    return found if seat is None else found | {"view": describe(session.view(seat))}
