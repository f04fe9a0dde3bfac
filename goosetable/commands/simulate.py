"""`goosetable simulate`: computer players play a series of games, with figures of their strength."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import groupby
from typing import BinaryIO

from goosetable import __version__
from goosetable.commands import console, setup
from goosetable.commands.console import (
    WRONG_CONTENT,
    CommandError,
    Parser,
    flush_output,
    parse_ascii_text,
    print_errors,
    print_line,
    whole_number_parser,
)
from goosetable.commands.series import (
    MAX_GAMES_WITHOUT_ANSWER,
    STAND_IN_LEVEL,
    Figures,
    GameResult,
    Series,
    play_with_progress,
    table_lines,
)
from goosetable.engine.record import seed
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import escape
from goosetable.engine.words.phrases import count_text, listed
from goosetable.games import find_game
from goosetable.players.levels import MAX_PERCENT
from goosetable.players.search_agent import STYLES
from goosetable.sandbox import external
from goosetable.sandbox.external import MAX_PATIENCE, PATIENCE

MOST_GAMES = 1_000_000
MOST_DEALS = 1000
"""Default limit of deals in a game. Under some house rules, a game between some players never ends."""
MOST_JOBS = 60
"""Greatest number of processes. Windows can wait for 63 at once."""
MAX_REASONS_PRINTED = 10
GAMES = 100
PLAYERS = (
    f"Players: {setup.PLAYER_NAMES_HELP}; greedy looks ahead to the end of the trick; expert@500 takes 500 imagined deals a "
    f"decision, expert@10% a tenth of its usual work; expert+bold has a style, of which there are {listed(list(STYLES))}. "
    "An honour that several share is divided among them. A player that raises, does what is not allowed, ends its process or "
    f"does not answer within --patience is named and counted as a failure; {STAND_IN_LEVEL} plays on for it, and the game "
    "counts for nobody."
)


def run(argv: list[str]) -> int:
    """Plays the series; returns exit code 1 if a player failed."""
    summary = "Lets computer players play a series of games, and prints who did how well, with 95 % confidence intervals."
    parser = add_series_arguments(Parser("simulate", summary, PLAYERS), f"how many codes ({GAMES})")
    add_seats_argument(parser)
    parser.add_argument("--rotate", action="store_true", help="play the same deals from every seat")
    parser.add_argument("--out", metavar="FILE", help="write the records there; - for standard output")
    parser.list = setup.rules_help(argv)
    arguments = parser.parse_args(argv)
    try:
        return play_and_report(arguments, series_from_arguments(arguments, GAMES, arguments.rotate))
    finally:
        external.end_idle_processes()


def play_and_report(
    arguments: argparse.Namespace,
    series: Series,
    ends: Callable[[Sequence[GameResult]], bool] | None = None,
    verdict: Callable[[], str] | None = None,
) -> int:
    """Plays a series and prints its figures; returns the exit code.

    ends: takes the games of one game code, and returns True to end the series. verdict: returns the last line to print.
    """
    check_first_game(series)
    out: BinaryIO | None = None if arguments.out is None else console.open_for_writing(arguments.out)
    with closing(play_with_progress(series, arguments.jobs, always=arguments.progress)) as games:
        figures, failures, interrupted = _count_games(series, games, out, arguments.out, ends)
    codes = figures.codes if ends else series.games
    _print_figures(
        series, figures, codes, verdict() if verdict else "", interrupted, to_error=arguments.out == console.STANDARD_STREAM
    )
    return report_failures(failures, interrupted)


def check_first_game(series: Series) -> None:
    """Raises CommandError if the first game of a series cannot begin."""
    task = next(series.tasks())
    try:
        Session(find_game(series.game), task.header).begin_deal()
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None


def interruption_text(done: int, total: int) -> str:
    return f"Interrupted after {done} of {count_text(total, 'game')}."


def report_failures(failures: list[str], interrupted: int | None) -> int:
    """Prints the failures; returns the exit code.

    interrupted: number of games played before Ctrl-C, which makes the function raise KeyboardInterrupt; None without Ctrl-C.
    """
    more = len(failures) - MAX_REASONS_PRINTED
    print_errors([*failures[:MAX_REASONS_PRINTED], *([f"... and in {count_text(more, 'more game')}"] if more > 0 else [])])
    if interrupted is not None:
        flush_output()
        raise KeyboardInterrupt
    return WRONG_CONTENT if failures else 0


def _count_games(
    series: Series,
    games: Iterable[GameResult],
    out: BinaryIO | None,
    name: str,
    ends: Callable[[Sequence[GameResult]], bool] | None,
) -> tuple[Figures, list[str], int | None]:
    """Counts the games that are played, and writes their records.

    Returns the figures, the failures and, after Ctrl-C, the number of games played before it; without Ctrl-C None.
    """
    figures, failures, interrupted = Figures(len(series.players)), [], None
    try:
        for _, same in groupby(games, lambda played: played.number):
            of_one: list[GameResult] = []
            for played in same:
                if out:
                    _write_record(out, name, played.record)
                of_one.append(played)
                figures.add(played)
                failures += series.failure_texts(played)
            if ends and ends(of_one):
                break
    except KeyboardInterrupt:
        interrupted = figures.games + figures.failed  # the same count as in the figures, wherever it came
    finally:
        if out and name != console.STANDARD_STREAM:
            # Every game was flushed, so that an error was reported already.
            with suppress(OSError):
                out.close()
    figures.count_last_cluster()
    return figures, failures, interrupted


def _write_record(out: BinaryIO, name: str, record: str) -> None:
    try:
        out.write(record.encode("utf-8"))
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise CommandError(console.file_fault(name, wrong, console.OUTPUT)) from None


def add_series_arguments(parser: Parser, codes: str) -> Parser:
    """Adds the arguments that all commands for series share. codes: help text for the number of game codes."""
    parser.add_argument("game", metavar="GAME", help="such as gooseberry-fool")
    parser.add_argument("--games", type=whole_number_parser(1, MOST_GAMES), metavar="N", help=codes)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=setup.OPTION_HELP)
    parser.add_argument("--code", help="play the deals of this game code")
    parser.add_argument("--seed", type=parse_ascii_text, help="make everything repeatable")
    parser.add_argument("--jobs", type=whole_number_parser(1, MOST_JOBS), default=1, metavar="N", help="how many processes (1)")
    about = f"leave a game unfinished after this many deals ({MOST_DEALS})"
    parser.add_argument("--max-deals", type=whole_number_parser(1, MOST_GAMES), default=MOST_DEALS, metavar="N", help=about)
    about = f"seconds that a player of your own may take for a decision ({PATIENCE:g})"
    parser.add_argument("--patience", type=whole_number_parser(1, MAX_PATIENCE), default=PATIENCE, metavar="S", help=about)
    about = "ask players of your own in this process: quicker, but one that hangs hangs everything"
    parser.add_argument("--inside", action="store_true", help=about)
    about = "let every level do this part of its usual work, in percent"
    parser.add_argument("--effort", type=whole_number_parser(1, MAX_PERCENT), metavar="P", help=about)
    about = "say how far the series has come, on standard error, where that is no terminal, too"
    parser.add_argument("--progress", action="store_true", help=about)
    return parser


def add_seats_argument(parser: Parser) -> None:
    parser.add_argument("--seats", metavar="A,B,...", help="the players, by seat (random at every seat)")


def name_with_effort(name: str, percent: int | None) -> str:
    return name if percent is None or ":" in name or "@" in name else f"{name}@{percent}%"


def series_from_arguments(arguments: argparse.Namespace, games: int, rotate: bool) -> Series:
    """Returns the series that a command line describes. Raises CommandError.

    games: default number of game codes. rotate: True to play the same deals once for each rotation of the players.
    """
    try:
        game = find_game(arguments.game)
        code = None if arguments.code is None else seed.parse_code(arguments.code)
        given = [] if arguments.seats is None else [name.strip() for name in arguments.seats.split(",")]
        chosen, seats = setup.options_and_seat_count(game, arguments.option, len(given))
    except ValueError as wrong:
        raise CommandError(str(wrong)) from None
    players = tuple(name_with_effort(name, arguments.effort) for name in given) or ("random",) * seats
    setup.check_players(game, players, arguments.patience, arguments.inside)
    return Series(
        game=game.id,
        options=chosen,
        players=players,
        games=arguments.games or (games if code is None else 1),
        code=code,
        seed=arguments.seed,
        rotate=rotate,
        most_deals=arguments.max_deals,
        app=__version__,
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if arguments.seed is None else None,
        patience=arguments.patience,
        inside=arguments.inside,
    )


def _print_figures(series: Series, figures: Figures, codes: int, verdict: str, interrupted: int | None, to_error: bool) -> None:
    game = find_game(series.game)
    how = f" ({count_text(codes, 'code')} from every seat)" if series.rotate else ""
    seeded = "" if series.seed is None else f", seed {escape(series.seed)}"
    title = f"{game.title}: {count_text(figures.games, 'game')}{how}, {count_text(figures.deals, 'deal')}{seeded}"
    names = [escape(name) for name in series.names]
    said = [title, "", *table_lines(figures, names, game.text.best_result_name, game.lowest_wins)]
    if figures.unfinished:
        said += ["", f"Not finished within {count_text(series.most_deals, 'deal')}: {count_text(figures.unfinished, 'game')}."]
    if max(entry.silent for entry in figures.entries) >= MAX_GAMES_WITHOUT_ANSWER:
        said += ["", f"Ended early: a player did not answer in {count_text(MAX_GAMES_WITHOUT_ANSWER, 'game')}."]
    if verdict:
        said += ["", verdict]
    if interrupted is not None:
        said += ["", interruption_text(interrupted, series.games * series.games_per_code)]
    if to_error:
        print_errors(said)
    else:
        print_line("\n".join(said))
