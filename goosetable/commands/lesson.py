"""`goosetable lesson new`: a first draft of a lesson, from a deal that computer players play."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack
from typing import Final

from goosetable import players
from goosetable.commands import console, setup
from goosetable.commands.console import CallError, ContentError, Parser, ascii_text, say, whole_number
from goosetable.engine.lesson import draft, lesson
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.words.clean import escaped, shortened
from goosetable.games import find
from goosetable.sandbox import external

NAMES: Final = (
    "Vesper", "Dorothea", "Minim", "Pip", "Mumble", "Saffron", "Barnaby", "Humphrey", "Griselda", "Quill", "Tunnel",
)  # fmt: skip
"""The computer players beside the learner."""
LEVEL: Final = "medium"


def run(argv: list[str]) -> int:
    """Writes the lesson; returns exit code 1 if a player failed."""
    parser = Parser(
        "lesson",
        "Lets computer players play a deal, and writes a first draft of a lesson from it: every trick or round with what the "
        "log says of it, and a question wherever the learner acts. In assets/lessons/ it is the lesson of its game.",
    )
    parser.list = setup.rules_help(argv)
    parser.add_argument("what", choices=["new"], help="write a new lesson")
    parser.add_argument("game", metavar="GAME", help="such as gooseberry-fool")
    parser.add_argument("--code", required=True, help="the game code, of which the first deal is played")
    parser.add_argument("--seats", metavar="A,B,...", help=f"the players, by seat ({LEVEL} at every seat)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=setup.OPTION_HELP)
    parser.add_argument("--seat", type=whole_number(0, len(NAMES)), default=0, metavar="N", help="the learner's seat (0)")
    parser.add_argument("--seed", type=ascii_text, default="", help="what the players do follows from it")
    parser.add_argument("--out", metavar="FILE", help="write the lesson there (standard output)")
    try:
        return _new(parser.parse_args(argv))
    finally:
        external.send_away()


def _new(arguments: argparse.Namespace) -> int:
    session, seated = _session(arguments)
    with ExitStack() as rooms:
        at_table = []
        for seat, name in enumerate(seated):
            player = setup.make_player(name, f"goosetable lesson v1:{arguments.seed}:{seat}")
            rooms.callback(setup.leave, player)
            at_table.append(player)
        setup.say_untrained(session.game, at_table)

        def decide(session: Session) -> Action:
            seat = session.turn
            assert seat is not None, "a seat is to act"
            try:
                return players.decide(at_table[seat], session.view(seat))
            except players.BadPlayer as wrong:
                raise ContentError(f"goosetable lesson: {seated[seat]} failed: {shortened(escaped(str(wrong)))}") from None

        found = draft.draft(session, arguments.seat, decide)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    try:
        lesson.check(lesson.read(text), session.game)
    except lesson.LessonError as wrong:
        raise ContentError(f"goosetable lesson: no lesson can be made of this deal: {wrong}") from None
    _write(text, arguments.out)
    return 0


def _session(arguments: argparse.Namespace) -> tuple[Session, tuple[str, ...]]:
    """Returns the game before its deal, and the player of each seat. Raises CallError."""
    try:
        game = find(arguments.game)
        code = seed.show(seed.read(arguments.code))
        given = [] if arguments.seats is None else [name.strip() for name in arguments.seats.split(",")]
        chosen, seats = setup.chosen_rules(game, arguments.option, len(given))
        if arguments.seat >= seats:
            raise ValueError(f"there is no seat {arguments.seat}; the last of {seats} is {seats - 1}")
        others = iter(NAMES)
        chairs = [lesson.LEARNER if seat == arguments.seat else Chair(next(others), lesson.SCRIPTED) for seat in range(seats)]
        return Session(game, Header(game.id, chosen, code, tuple(chairs))), tuple(given or [LEVEL] * seats)
    except ValueError as wrong:
        raise CallError(str(wrong)) from None


def _write(text: str, name: str | None) -> None:
    if name in (None, console.STANDARD):
        say(text)
        return
    assert name is not None
    try:
        with console.target(name) as out:
            out.write(f"{text}\n".encode())
    except OSError as wrong:
        raise CallError(console.file_fault(name, wrong, console.OUTPUT)) from None
