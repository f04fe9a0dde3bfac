"""`goosetable simulate`: computer players play a series of games, with figures of their strength."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import groupby
from typing import BinaryIO

from goosetable import __version__
from goosetable.commands import console, setup
from goosetable.commands.console import WRONG_CONTENT, CallError, Parser, ascii_text, report, say, settle, whole_number
from goosetable.commands.tournament import cross_table, sprt
from goosetable.commands.tournament.run import MOST_SILENT, with_progress
from goosetable.commands.tournament.series import STAND_IN, Figures, GameResult, Series, table
from goosetable.commands.tournament.sprt import Sprt
from goosetable.engine.record import seed
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import escaped
from goosetable.engine.words.phrases import count, listed
from goosetable.games import find
from goosetable.players import LEVELS
from goosetable.players.levels import MOST_PERCENT
from goosetable.players.search_agent import STYLES
from goosetable.sandbox import external
from goosetable.sandbox.external import MOST_PATIENCE, PATIENCE

MOST_GAMES = 1_000_000
MOST_DEALS = 1000
"""Default number of deals of a game, at most: under some house rules a game between some players never ends."""
MOST_JOBS = 60
"""Maximum number of processes: Windows can wait for 63 at once."""
REASONS_TOLD = 10
GAMES = 100
GAMES_OF_A_TABLE = 20
GAMES_OF_A_TEST = 10_000
MOST_GAIN = 1000


def run(argv: list[str]) -> int:
    """Plays the series; returns exit code 1 if a player failed."""
    parser = _parser()
    parser.list = setup.rules_help(argv)
    arguments = parser.parse_args(argv)
    try:
        return _table(arguments) if arguments.table else _one(arguments)
    finally:
        external.send_away()


def _one(arguments: argparse.Namespace) -> int:
    series = _series(arguments)
    _begins(series)
    decides = Sprt(_gain(arguments, series)) if arguments.until_significant else None
    measure = arguments.measure or sprt.usual(find(series.game))
    out: BinaryIO | None = None if arguments.out is None else console.target(arguments.out)
    with closing(with_progress(series, arguments.jobs, always=arguments.progress)) as games:
        figures, failures, interrupted = _count(series, games, out, arguments.out, decides, measure)
    _report(series, figures, decides, measure, interrupted, to_error=arguments.out == console.STANDARD)
    return _tell(failures, interrupted)


def _begins(series: Series) -> None:
    """Refuses a series whose first game cannot begin."""
    task = next(series.tasks())
    try:
        Session(find(series.game), task.header).begin()
    except ValueError as wrong:
        raise CallError(str(wrong)) from None


def _interrupted(done: int, of: int) -> str:
    return f"Interrupted after {done} of {count(of, 'game')}."


def _tell(failures: list[str], interrupted: int | None) -> int:
    """Prints the failures and returns the exit code; an interrupted series ends as any interrupted command."""
    more = len(failures) - REASONS_TOLD
    report([*failures[:REASONS_TOLD], *([f"... and in {count(more, 'more game')}"] if more > 0 else [])])
    if interrupted is not None:
        settle()
        raise KeyboardInterrupt
    return WRONG_CONTENT if failures else 0


def _count(
    series: Series, games: Iterable[GameResult], out: BinaryIO | None, name: str, decides: Sprt | None, measure: str
) -> tuple[Figures, list[str], int | None]:
    """Counts games as they are played, and writes their records.

    Returns the figures, the failures, and the number of games played before Ctrl-C, or None without Ctrl-C.
    """
    figures, failures, interrupted = Figures(len(series.players)), [], None
    try:
        for _, same in groupby(games, lambda played: played.number):
            of_one: list[GameResult] = []
            for played in same:
                if out:
                    _write(out, name, played.record)
                of_one.append(played)
                figures.add(played)
                failures += cross_table.failed(series, played)
            if decides:
                decides.add(sprt.unit(of_one, 0, measure))
                if decides.verdict:
                    break
    except KeyboardInterrupt:
        interrupted = figures.games + figures.failed  # the same count as in the figures, wherever it came
    finally:
        if out and name != console.STANDARD:
            # Every game was flushed, so that an error was reported already.
            with suppress(OSError):
                out.close()
    figures.close()
    return figures, failures, interrupted


def _write(out: BinaryIO, name: str, record: str) -> None:
    try:
        out.write(record.encode("utf-8"))
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise CallError(console.file_fault(name, wrong, console.OUTPUT)) from None


def _table(arguments: argparse.Namespace) -> int:
    """Plays every level against every other."""
    if arguments.seats is not None or arguments.until_significant or arguments.out is not None:
        raise CallError("a table takes --levels, and neither --seats nor --until-significant nor --out")
    levels = [name.strip() for name in arguments.levels.split(",")]
    arguments.seats, arguments.rotate = None, True
    series = _series(arguments, GAMES_OF_A_TABLE)
    given = tuple(_with_effort(name, arguments.effort) for name in levels)
    setup.check_players(find(series.game), given, arguments.patience, arguments.inside)
    if len(set(given)) < 2 or len(set(given)) < len(given):
        raise CallError("a table is of two levels or more, each once")
    _begins(series)
    measure = arguments.measure or sprt.usual(find(series.game))
    found = cross_table.table(series, given, arguments.jobs, measure, arguments.progress)
    said = found.said
    if found.interrupted is not None:
        said += ["", _interrupted(found.interrupted, series.games * series.turns * len(given) * (len(given) - 1))]
    say("\n".join(said))
    return _tell(found.failures, found.interrupted)


def _parser() -> Parser:
    parser = Parser(
        "simulate",
        "Lets computer players play a series of games, and prints who did how well, with 95 % confidence intervals.",
        f"Players: {setup.LISTED}; expert@500 takes 500 imagined deals a decision, expert@10% a tenth of its "
        "usual work; "
        f"expert+bold has a style, of which there are {listed(list(STYLES))}. "
        "An honour that several share is divided among them. A player that raises, does what is not allowed, ends its "
        f"process or does not answer within --patience is named and counted as a failure; {STAND_IN} plays on for it, and "
        "the game counts for nobody. --until-significant tests the first player: H0, it is no better than the others (a "
        "lead of 0), against H1, it is better by --gain; the unit is a code, played from every seat, and the series ends "
        "when the log-likelihood ratio of the means leaves -2.94 to +2.94 (either error 5 %).",
    )
    parser.add_argument("game", metavar="GAME", help="such as gooseberry-fool")
    parser.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        metavar="N",
        help=f"how many codes ({GAMES}; {GAMES_OF_A_TABLE} for a table; at most {GAMES_OF_A_TEST} until significant)",
    )
    parser.add_argument("--seats", metavar="A,B,...", help="the players, by seat (random at every seat)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=setup.OPTION_HELP)
    parser.add_argument("--code", help="play the deals of this game code")
    parser.add_argument("--seed", type=ascii_text, help="make everything repeatable")
    parser.add_argument("--jobs", type=whole_number(1, MOST_JOBS), default=1, metavar="N", help="how many processes (1)")
    parser.add_argument("--rotate", action="store_true", help="play the same deals from every seat")
    about = f"leave a game unfinished after this many deals ({MOST_DEALS})"
    parser.add_argument("--max-deals", type=whole_number(1, MOST_GAMES), default=MOST_DEALS, metavar="N", help=about)
    about = f"seconds that a player of your own may take for a decision ({PATIENCE:g})"
    parser.add_argument("--patience", type=whole_number(1, MOST_PATIENCE), default=PATIENCE, metavar="S", help=about)
    about = "ask players of your own in this process: quicker, but one that hangs hangs everything"
    parser.add_argument("--inside", action="store_true", help=about)
    about = "let every level do this part of its usual work, in percent"
    parser.add_argument("--effort", type=whole_number(1, MOST_PERCENT), metavar="P", help=about)
    _add_comparison(parser)
    about = "say how far the series has come, on standard error, where that is no terminal, too"
    parser.add_argument("--progress", action="store_true", help=about)
    parser.add_argument("--out", metavar="FILE", help="write the records there; - for standard output")
    return parser


def _add_comparison(parser: Parser) -> None:
    """The arguments of a test and of a table, which compare players."""
    about = "rotate, and end once it is decided whether the first player is better than the others"
    parser.add_argument("--until-significant", action="store_true", help=about)
    about = "what is compared: points over the others (under, where the fewest win), laurels (best of the deal) or games won"
    parser.add_argument("--measure", choices=sprt.MEASURES, help=about)
    about = "by how much the first is better if it is: points a deal (1) or percentage points above an equal part (2)"
    parser.add_argument("--gain", type=_real, metavar="X", help=about)
    about = "a table of all levels: each alone among players of each other, from every seat, and ratings (Bradley-Terry)"
    parser.add_argument("--table", action="store_true", help=about)
    about = f"the players of the table, from the weakest ({','.join(LEVELS)})"
    parser.add_argument("--levels", default=",".join(LEVELS), metavar="A,B,...", help=about)


def _real(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < number <= MOST_GAIN:
        raise argparse.ArgumentTypeError(f"it must be above 0 and at most {MOST_GAIN}, not {text}")
    return number


def _gain(arguments: argparse.Namespace, series: Series) -> float:
    measure = arguments.measure or sprt.usual(find(series.game))
    gain: float = arguments.gain or sprt.GAINS[measure]
    return gain


def _with_effort(name: str, percent: int | None) -> str:
    return name if percent is None or ":" in name or "@" in name else f"{name}@{percent}%"


def _series(arguments: argparse.Namespace, games: int = GAMES) -> Series:
    try:
        game = find(arguments.game)
        code = None if arguments.code is None else seed.read(arguments.code)
        given = [] if arguments.seats is None else [name.strip() for name in arguments.seats.split(",")]
        chosen, seats = setup.chosen_rules(game, arguments.option, len(given))
    except ValueError as wrong:
        raise CallError(str(wrong)) from None
    players = tuple(_with_effort(name, arguments.effort) for name in given) or ("random",) * seats
    setup.check_players(game, players, arguments.patience, arguments.inside)
    games = GAMES_OF_A_TEST if arguments.until_significant else games
    return Series(
        game=game.id,
        options=chosen,
        players=players,
        games=arguments.games or (games if code is None else 1),
        code=code,
        seed=arguments.seed,
        rotate=arguments.rotate or arguments.until_significant,
        most_deals=arguments.max_deals,
        app=__version__,
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if arguments.seed is None else None,
        patience=arguments.patience,
        inside=arguments.inside,
    )


def _report(
    series: Series, figures: Figures, decides: Sprt | None, measure: str, interrupted: int | None, to_error: bool
) -> None:
    game = find(series.game)
    codes_played = figures.codes if decides else series.games
    how = f" from every seat, {count(codes_played, 'code')}" if series.rotate else ""
    seeded = "" if series.seed is None else f", seed {escaped(series.seed)}"
    title = f"{game.title}: {count(figures.games, 'game')}{how}, {count(figures.deals, 'deal')}{seeded}"
    said = [title, "", *table(figures, [escaped(name) for name in series.names], game.text.best, game.lowest_wins)]
    if figures.unfinished:
        said += ["", f"Not finished within {count(series.most_deals, 'deal')}: {count(figures.unfinished, 'game')}."]
    if max(entry.silent for entry in figures.entries) >= MOST_SILENT:
        said += ["", f"Ended early: a player did not answer in {count(MOST_SILENT, 'game')}."]
    if decides:
        said += ["", sprt.told(decides, escaped(series.names[0]), measure, game.lowest_wins)]
    if interrupted is not None:
        said += ["", _interrupted(interrupted, series.games * series.turns)]
    if to_error:
        report(said)
    else:
        say("\n".join(said))
