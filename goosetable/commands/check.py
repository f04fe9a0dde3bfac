"""`goosetable check`: replays every game of some records and reports for each whether it is valid."""

from __future__ import annotations

from typing import BinaryIO

from goosetable.commands import files
from goosetable.commands.arguments import WRONG_CALL, WRONG_CONTENT, CallError, Parser
from goosetable.commands.saying import complain, say, settle
from goosetable.engine.record import seed
from goosetable.engine.record.format import Header, RecordError, numbers
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import escaped, named, shortened
from goosetable.engine.words.phrases import count, listed
from goosetable.games import find


def run(argv: list[str]) -> int:
    """Checks every file, also after a faulty one."""
    parser = Parser("check", "Replays every game of the files, and says of each whether it can be right.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
    names: list[str] = parser.parse_args(argv).files
    files.once(names)
    worst = 0
    try:
        for name in names:
            worst = max(worst, _check(name))
    except BrokenPipeError:
        pass  # the reader wants no more; what was wrong until then counts
    return worst


def _check(name: str) -> int:
    try:
        with files.reading(name) as stream:
            _follow(named(name), stream)
    except CallError as wrong:
        complain(f"goosetable check: {wrong}")
        return WRONG_CALL
    except RecordError as wrong:
        complain(f"{named(name)}:{wrong.line}: {shortened(escaped(wrong.reason))}")
        return WRONG_CONTENT
    return 0


def _follow(name: str, stream: BinaryIO) -> None:
    """Reports each game as valid once it is over; the next may still be faulty. Raises RecordError."""
    games, at = 0, None
    for _, line, session in replay(stream, find):
        if isinstance(line, Header):
            if at is not None:
                _tell(name, games, at)
            games, at = games + 1, session
    if at is not None:
        _tell(name, games, at)


def _tell(name: str, number: int, session: Session) -> None:
    """Prints that a game is valid, and its seal, to be compared with the one shown before the first card."""
    seal = session.commitment
    sealed = "" if seal is None else f"; sealed as {seed.grouped(seal)}"
    say(f"ok {name}, game {number}: {escaped(summary(session))}{sealed}")
    settle()


def summary(session: Session) -> str:
    """Summarises a game in a sentence: its title, its length, its winner."""
    deals = count(session.standing.deals, "deal")
    totals = [f"{name} {total}" for name, total in zip(session.names, numbers(session.standing.totals), strict=True)]
    if session.winners:
        won = listed([session.names[seat] for seat in session.winners])
        state = "finished" if session.ended else "won, but without its end line"
        verb = "wins" if len(session.winners) == 1 else "win"
        return f"{session.game.title}, {deals}, {state}: {won} {verb} ({', '.join(totals)})"
    return f"{session.game.title}, {deals}, unfinished {_where(session)} ({', '.join(totals)})"


def _where(session: Session) -> str:
    number = session.standing.deals + 1
    if session.due == "deal":
        return f"before deal {number}"
    state = session.state
    assert state is not None, "an unfinished game is between two deals or in one"
    return f"in deal {number}, {'played but not scored' if state.over else session.game.text.place(state)}"
