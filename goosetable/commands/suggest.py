"""`goosetable suggest`: the action that a computer player would take at the end of an unfinished record, with reasons."""

from __future__ import annotations

import argparse
import secrets
from math import isfinite
from typing import Final

from goosetable import players
from goosetable.commands import console, setup
from goosetable.commands.console import ContentError, Parser, parse_ascii_text, print_json, whole_number_parser
from goosetable.engine.record.replay import replay_last_game
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.words.clean import escape, escaped_file_name, shorten
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games import find_game
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import MAX_ITERATIONS
from goosetable.sandbox import external

DIGITS: Final = 3

_NO_DECISION_REASONS = {
    "deal": "the next deal has not begun, so there is nothing to do yet",
    "score": "the deal has been played out and waits for its score line",
    "end": "the game has been won and waits for its end line",
    "none": "the game has ended",
}


def run(argv: list[str]) -> int:
    """Prints the chosen action, the values of all compared actions, the reason, and chances to win. Returns the exit code."""
    parser = Parser("suggest", "Says what a computer player would do at the end of an unfinished record.")
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input; its last game counts")
    parser.add_argument("--level", default=players.ADVICE, help=f"{setup.PLAYER_NAMES_HELP} ({players.ADVICE})")
    parser.add_argument("--seed", type=parse_ascii_text, help="make the answer repeatable")
    about = "how much the player thinks"
    parser.add_argument("--iterations", type=whole_number_parser(1, MAX_ITERATIONS), metavar="N", help=about)
    arguments = parser.parse_args(argv)
    try:
        return _print_suggestion(arguments)
    finally:
        external.end_idle_processes()


def _print_suggestion(arguments: argparse.Namespace) -> int:
    seed = secrets.token_hex(16) if arguments.seed is None else arguments.seed
    player = setup.make_player(arguments.level, f"goosetable suggest v1:{seed}", arguments.iterations)
    if isinstance(player, BuiltInPlayer):
        player.trace = Trace()
    with console.open_record(arguments.file) as stream:
        session = replay_last_game(stream, find_game)
    seat = session.turn
    if seat is None:
        raise ContentError(f"goosetable suggest: {escaped_file_name(arguments.file)}: {_NO_DECISION_REASONS[session.due_step]}")
    setup.report_missing_weights(session.game, [player])
    try:
        action = players.decide(player, session.view(seat))
    except players.BadPlayer as wrong:
        raise ContentError(f"goosetable suggest: {arguments.level} failed: {shorten(escape(str(wrong)))}") from None
    finally:
        setup.release_player(player)
    game, legal = session.game, session.legal()
    values = {game.action_text(option): value for option, value in _finite_values(player).items() if option in legal}
    told = {"seat": seat, "do": game.action_text(action), "values": values, **_reasons_as_json(player, session, action)}
    print_json(told)
    return 0


def _reasons_as_json(player: object, session: Session, action: Action) -> dict[str, object]:
    if not isinstance(player, BuiltInPlayer) or not player.values:
        return {}
    seat, game = session.turn, session.game
    assert seat is not None
    found = Analysis(session.view(seat), player, action)
    visits = {game.action_text(option): found.visits[option] for option in session.legal() if option in found.visits}
    sure, why = (
        with_seats_named(text, session.names, seat) for text in (f":{found.confidence_text()}", found.reason_for(action))
    )
    hint = with_seats_named(found.hint(), session.names, seat)
    chances = {game.action_text(option): round(chance, DIGITS) for option, chance in found.chances().items()}
    told: dict[str, object] = {"visits": visits} if visits else {}
    return told | {"sure": sure[1:], "why": f"{why}.", "hint": f"{hint}.", **({"chances": chances} if chances else {})}


def _finite_values(player: object) -> dict[int, float]:
    found = getattr(player, "values", None)
    if not isinstance(found, dict):
        return {}
    return {option: value for option, value in found.items() if isinstance(value, int | float) and isfinite(value)}
