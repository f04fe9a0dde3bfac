"""`goosetable check`: replays every game of some records, and says of each whether it can be right."""

from __future__ import annotations

import sys

from goosetable.commands import streams
from goosetable.commands.calling import WRONG_CALL, WRONG_CONTENT, CallError, Parser, shortened, shown
from goosetable.engine.lines import Header, RecordError, numbers
from goosetable.engine.replay import replay
from goosetable.engine.session import Session
from goosetable.engine.words import count, listed
from goosetable.games import find


def run(argv: list[str]) -> int:
    """Checks every file, also after one that is wrong."""
    parser = Parser("check", "Replays every game of the files, and says of each whether it can be right.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
    names: list[str] = parser.parse_args(argv).files
    streams.once(names)
    return max([_check(name) for name in names])


def _check(name: str) -> int:
    try:
        content = streams.content(name)
    except CallError as wrong:
        print(f"goosetable check: {wrong}", file=sys.stderr)
        return WRONG_CALL
    sessions: list[Session] = []
    try:
        for _, line, session in replay(content, find):
            if isinstance(line, Header):
                _tell(name, sessions)
                sessions.append(session)
    except RecordError as wrong:
        print(f"{name}:{wrong.line}: {shortened(shown(wrong.reason))}", file=sys.stderr)
        return WRONG_CONTENT
    _tell(name, sessions)
    return 0


def _tell(name: str, sessions: list[Session]) -> None:
    """Says that the last game so far is right; the next one may still not be."""
    if sessions:
        print(f"ok {name}, game {len(sessions)}: {shown(summary(sessions[-1]))}", flush=True)


def summary(session: Session) -> str:
    """A game in a sentence: what was played, how far, and who won."""
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
    return f"in deal {number}, {'played but not scored' if state.over else session.game.place(state)}"
