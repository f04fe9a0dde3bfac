"""Writes a first draft of a lesson: one deal, played by computer players, with a step for every trick or round and every
decision.

`python build/build.py lesson GAME --code CODE`. The words come from the log, and the learner is asked for the actions of the
learner's seat. The author then leaves out dull parts, asks for less, and gives reasons. The finished file in assets/lessons/ is
the lesson of its game.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from math import ceil
from pathlib import Path
from typing import Final

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from goosetable import players  # noqa: E402 - the source tree comes first
from goosetable.commands import console, setup  # noqa: E402
from goosetable.commands.console import (  # noqa: E402
    CommandError,
    ContentError,
    Parser,
    parse_ascii_text,
    print_line,
    whole_number_parser,
)
from goosetable.engine.lesson import lesson  # noqa: E402
from goosetable.engine.lesson.lesson import Fields  # noqa: E402
from goosetable.engine.record import format, seed  # noqa: E402
from goosetable.engine.record.format import Chair, Header  # noqa: E402
from goosetable.engine.record.session import Session, make_deal_line  # noqa: E402
from goosetable.engine.rules import options  # noqa: E402
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of  # noqa: E402
from goosetable.engine.rules.event import Scored  # noqa: E402
from goosetable.engine.words import phrases  # noqa: E402
from goosetable.engine.words.clean import escape, shorten  # noqa: E402
from goosetable.games import find_game  # noqa: E402
from goosetable.sandbox import external  # noqa: E402

PROGRAM: Final = "build.py lesson"
NAMES: Final = (
    "Vesper", "Dorothea", "Minim", "Pip", "Mumble", "Saffron", "Barnaby", "Humphrey", "Griselda", "Quill", "Tunnel",
)  # fmt: skip
"""Names of the computer players at the other seats."""
LEVEL: Final = "medium"
DecideAction = Callable[[Session], Action]
"""A function that chooses the action of the seat to act; it does not change the session."""
TITLE: Final = "First draft"
WORDS_PER_MINUTE: Final = 130
MINUTES_PER_STEP: Final = 0.15


def draft(session: Session, learner: int, decide: DecideAction) -> Fields:
    """Plays the next deal of a game with a code to its score; returns the lesson in the form of its file."""
    game = session.game
    session.begin_deal()
    assert session.deal is not None
    told = _Steps(session, learner)
    while session.due_step == "act":
        told.add(decide(session))
    steps = told.finish()
    words = sum(len(step["say"].split()) for step in steps)
    usual = options.options_as_json(game.Options())
    chosen = {key: value for key, value in options.options_as_json(session.options).items() if value != usual[key]}
    return {
        "game": game.id,
        "title": TITLE,
        "minutes": ceil(words / WORDS_PER_MINUTE + MINUTES_PER_STEP * len(steps)),
        **({"options": chosen} if chosen else {}),
        "seats": ["" if seat == learner else name for seat, name in enumerate(session.names)],
        "steps": steps,
    }


class _Steps:
    """The steps of a deal, collected during the play."""

    def __init__(self, session: Session, learner: int) -> None:
        self.session, self.learner = session, learner
        deal = session.deal
        assert deal is not None
        opening = session.deal_log(learner).log
        said = f"[{deal.dealer} deals]. {' '.join(opening)}".strip()
        line = json.loads(format.line_as_text(make_deal_line(session.game, deal)))
        self.steps: list[Fields] = [{"title": "The deal", "deal": line, "say": said}]
        self._told = len(opening)
        self._title = ""
        """Title of the next step."""
        self._play: list[str] = []
        """Actions of the others since the last step."""
        self._said: list[str] = []
        """Log lines of these actions."""
        self._rounds = 0

    def add(self, action: Action) -> None:
        """Takes an action, and adds the steps that follow from it."""
        session, seat = self.session, self.session.turn
        assert seat is not None and session.state is not None, "a seat is to act"
        if not self._play:
            self._entitle(action)
        text = session.game.action_text(action)
        if seat == self.learner:
            self._step(
                f"Your turn: {session.game.text.log_line_of_action(session.state, seat, action)}",
                at=self._aim(seat, action),
                ask=[text],
            )
        else:
            self._play.append(f"{seat} {text}")
        session.act(seat, action, with_events=False)
        told = session.deal_log(self.learner)
        new, self._told = told.log[self._told :], len(told.log)
        # The learner's own action is in the question; the log has secret bids together, once the last is made.
        self._said += new[1:] if seat == self.learner and len(new) and not self._sealed(action) else new
        if len(told.tricks) > self._rounds:
            self._rounds = len(told.tricks)
            if self._said:
                self._step("", lies=True)

    def _sealed(self, action: Action) -> bool:
        """Whether an action is a secret bid or, in a game of tricks, a card passed face down before the first trick."""
        return verb_of(action) is Verb.OFFER and Verb.PLAY not in self.session.game.verbs

    def _entitle(self, action: Action) -> None:
        """Sets the title of a step at the beginning of a trick or a round, or before the first one."""
        begins = verb_of(action) is Verb.PLAY or self._sealed(action)
        kind = self.session.game.text.trick_name.capitalize() if begins else ""
        title = f"{kind} {self._rounds + 1}" if kind else "Before the first trick" if not self._rounds else ""
        if title and not any(step.get("title") == title for step in self.steps):
            self._title = title

    def _aim(self, seat: int, action: Action) -> str:
        """Returns the target of the pointer in the learner's step: the card in the hand, or the choice on the panel."""
        session, card = self.session, card_of(action)
        assert session.state is not None
        held = card is not None and session.view(seat).hand >> card & 1
        return (
            f"hand {session.game.card_name(card)}"
            if held and card is not None
            else f"choice {session.game.action_text(action)}"
        )

    def _step(self, more: str, **rest: object) -> None:
        """Adds a step with all actions and log lines since the previous step."""
        said = " ".join([*self._said, *([more] if more else [])])
        title, play = {"title": self._title} if self._title else {}, {"play": self._play} if self._play else {}
        self.steps.append({**title, **play, "say": said, **rest})
        self._title, self._play, self._said = "", [], []

    def finish(self) -> list[Fields]:
        """Scores the deal; returns all steps."""
        if self._said:
            self._step("")
        (scored,) = self.session.score_deal()
        assert isinstance(scored, Scored)
        points = [f"[{seat} scores] {phrases.format_points(number)}." for seat, number in enumerate(scored.points)]
        # The score sheet of a finished game would leave the lesson, so there the last trick stays on the table.
        shown = {"lies": True} if self.session.winners else {"score": True, "at": "ledger"}
        return [*self.steps, {"title": "What it is worth", "say": " ".join(points), **shown}]


def main(argv: list[str]) -> int:
    """Writes the lesson. Raises ContentError if a player fails."""
    parser = Parser(
        "lesson",
        "Lets computer players play a deal, and writes a first draft of a lesson from it: every trick or round with what the "
        "log says of it, and a question wherever the learner acts. In assets/lessons/ it is the lesson of its game.",
        program="build.py",
    )
    parser.list = setup.rules_help(argv)
    parser.add_argument("game", metavar="GAME", help="such as gooseberry-fool")
    parser.add_argument("--code", required=True, help="the game code, of which the first deal is played")
    parser.add_argument("--seats", metavar="A,B,...", help=f"the players, by seat ({LEVEL} at every seat)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=setup.OPTION_HELP)
    parser.add_argument(
        "--seat", type=whole_number_parser(0, len(NAMES)), default=0, metavar="N", help="the learner's seat (0)"
    )
    parser.add_argument("--seed", type=parse_ascii_text, default="", help="what the players do follows from it")
    parser.add_argument("--out", metavar="FILE", help="write the lesson there (standard output)")
    try:
        return _write_draft(parser.parse_args(argv))
    finally:
        external.end_idle_processes()


def _write_draft(arguments: argparse.Namespace) -> int:
    session, seated = _session(arguments)
    with ExitStack() as rooms:
        at_table = []
        for seat, name in enumerate(seated):
            player = setup.make_player(name, f"goosetable lesson v1:{arguments.seed}:{seat}")
            rooms.callback(setup.release_player, player)
            at_table.append(player)
        setup.report_missing_weights(session.game, at_table)

        def decide(session: Session) -> Action:
            seat = session.turn
            assert seat is not None, "a seat is to act"
            try:
                return players.decide(at_table[seat], session.view(seat))
            except players.BadPlayer as wrong:
                raise ContentError(f"{PROGRAM}: {seated[seat]} failed: {shorten(escape(str(wrong)))}") from None

        found = draft(session, arguments.seat, decide)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    try:
        lesson.check_lesson(lesson.parse_lesson(text), session.game)
    except lesson.LessonError as wrong:
        raise ContentError(f"{PROGRAM}: no lesson can be made of this deal: {wrong}") from None
    _write_text(text, arguments.out)
    return 0


def _session(arguments: argparse.Namespace) -> tuple[Session, tuple[str, ...]]:
    """Returns the game before its deal, and the player of each seat. Raises CommandError."""
    try:
        game = find_game(arguments.game)
        code = seed.format_code(seed.parse_code(arguments.code))
        given = [] if arguments.seats is None else [name.strip() for name in arguments.seats.split(",")]
        chosen, seats = setup.options_and_seat_count(game, arguments.option, len(given))
        if arguments.seat >= seats:
            raise ValueError(f"there is no seat {arguments.seat}; the last of {seats} is {seats - 1}")
        others = iter(NAMES)
        chairs = [lesson.LEARNER if seat == arguments.seat else Chair(next(others), lesson.SCRIPTED) for seat in range(seats)]
        return Session(game, Header(game.id, chosen, code, tuple(chairs))), tuple(given or [LEVEL] * seats)
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None


def _write_text(text: str, name: str | None) -> None:
    if name in (None, console.STANDARD_STREAM):
        print_line(text)
        return
    assert name is not None
    try:
        with console.open_for_writing(name) as out:
            out.write(f"{text}\n".encode())
    except OSError as wrong:
        raise CommandError(console.file_fault(name, wrong, console.OUTPUT)) from None


if __name__ == "__main__":
    sys.exit(arguments.run_reporting_errors(PROGRAM, lambda: main(sys.argv[1:])))
