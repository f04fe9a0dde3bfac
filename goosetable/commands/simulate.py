"""`goosetable simulate`: computer players play a series of games, and the figures say who is how much better."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import Any, BinaryIO

from goosetable import __version__
from goosetable.commands import choice, streams
from goosetable.commands.calling import WRONG_CONTENT, CallError, Parser, seed, shown, whole
from goosetable.commands.figures import Figures, table
from goosetable.commands.progress import Progress
from goosetable.commands.series import Played, Series, play
from goosetable.engine import code as codes
from goosetable.engine import option
from goosetable.engine.game import Game
from goosetable.engine.session import Session
from goosetable.engine.words import count
from goosetable.games import find

MOST_GAMES = 1_000_000
MOST_DEALS = 1000
"""Unless a call says otherwise: a game of some house rules between some players never ends."""
MOST_JOBS = 60
"""Windows can wait for 63 processes at once."""
REASONS_TOLD = 10


def run(argv: list[str]) -> int:
    """Plays the series; exit code 1 where a player failed."""
    called = _parser().parse_args(argv)
    series = _series(called)
    task = next(series.tasks())
    try:
        Session(find(series.game), task.header).begin()
    except ValueError as wrong:
        raise CallError(str(wrong)) from None
    out: BinaryIO | None = None if called.out is None else streams.target(called.out)
    figures, failures = _count(series, called.jobs, out, called.out)
    _report(series, figures, to_error=called.out == streams.STANDARD)
    for sentence in failures[:REASONS_TOLD]:
        print(sentence, file=sys.stderr)
    if len(failures) > REASONS_TOLD:
        print(f"... and in {count(len(failures) - REASONS_TOLD, 'more game')}", file=sys.stderr)
    return WRONG_CONTENT if failures else 0


def _count(series: Series, jobs: int, out: BinaryIO | None, name: str) -> tuple[Figures, list[str]]:
    """Plays the series, writes its records, and gives its figures and who failed where."""
    figures, failures = Figures(len(series.players)), []
    try:
        with closing(_shown(series, jobs)) as games:
            for played in games:
                figures.add(played)
                if played.failed is not None:
                    failures.append(f"{series.names[played.failed]}, game {played.number}: {shown(played.reason)}")
                if out:
                    out.write(played.record.encode("utf-8"))
                    out.flush()
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise CallError(streams.trouble(name, wrong, streams.OUTPUT)) from None
    finally:
        if out and name != streams.STANDARD:
            # Every game was flushed, so that what cannot be written has been said already.
            with suppress(OSError):
                out.close()
    figures.close()
    return figures, failures


def _parser() -> Parser:
    parser = Parser(
        "simulate",
        "Lets computer players play a series of games, and prints who did how well, with 95 % confidence intervals.",
        f"Players: {choice.LISTED}. An honour that several share is divided among them.",
    )
    parser.add_argument("game", metavar="GAME", help="such as gooseberry-fool")
    parser.add_argument("--games", type=whole(1, MOST_GAMES), metavar="N", help="how many (100, or 1 with --code)")
    parser.add_argument("--seats", metavar="A,B,...", help="the players, by seat (random at every seat)")
    about = "a house rule, such as target=50; once for each"
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=about)
    parser.add_argument("--code", help="play the deals of this game code")
    parser.add_argument("--seed", type=seed, help="make everything repeatable")
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), default=1, metavar="N", help="how many processes (1)")
    parser.add_argument("--rotate", action="store_true", help="play the same deals from every seat")
    about = f"leave a game unfinished after so many deals ({MOST_DEALS})"
    parser.add_argument("--max-deals", type=whole(1, MOST_GAMES), default=MOST_DEALS, metavar="N", help=about)
    parser.add_argument("--out", metavar="FILE", help="write the records there; - for standard output")
    return parser


# ---------------------------------------------------------------------- the call


def _series(called: argparse.Namespace) -> Series:
    try:
        game = find(called.game)
        code = None if called.code is None else codes.read(called.code)
        given = [] if called.seats is None else [name.strip() for name in called.seats.split(",")]
        options, seats = _options(game, called.option, len(given))
    except ValueError as wrong:
        raise CallError(str(wrong)) from None
    players = tuple(given) or ("random",) * seats
    choice.check(players)
    return Series(
        game=game.id,
        options=options,
        players=players,
        games=called.games or (100 if code is None else 1),
        code=code,
        seed=called.seed,
        rotate=called.rotate,
        most_deals=called.max_deals,
        app=__version__,
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if called.seed is None else None,
    )


def _options(game: Game[Any], given: list[str], seats: int) -> tuple[dict[str, object], int]:
    """Every option explicitly, and the number of seats, which is `seats` unless that is 0. Raises ValueError."""
    found: dict[str, object] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"an option is written KEY=VALUE, not {pair!r}")
        if key in found:
            raise ValueError(f"the option {key!r} is there twice")
        found[key] = _value(value)
    if seats and "players" not in found and any(known.key == "players" for known in option.options(game.Options)):
        found["players"] = seats
    chosen = option.read(game.Options, found, partial=True)
    game.check_options(chosen)
    needed = game.seats(chosen)
    if seats not in (0, needed):
        raise ValueError(f"{game.title} needs {count(needed, 'seat')} here, not {seats}")
    return dict(option.write(chosen)), needed


def _value(text: str) -> object:
    """A value as JSON where it is JSON, else as a word."""

    def word(constant: str) -> object:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(text, parse_constant=word)
    except (ValueError, RecursionError):
        return text


# ---------------------------------------------------------------------- the course


def _shown(series: Series, jobs: int) -> Generator[Played, None, None]:
    """The games in order, with a bar on the terminal."""
    progress = Progress(series.games * series.turns, sys.stderr)
    try:
        with closing(_played(series, jobs)) as games:
            for done, played in enumerate(games, 1):
                yield played
                progress.show(done)
    finally:
        progress.clear()


def _played(series: Series, jobs: int) -> Generator[Played, None, None]:
    jobs = min(jobs, series.games * series.turns)
    if jobs > 1:
        from goosetable.commands.jobs import in_order

        yield from in_order(series.tasks(), jobs)
        return
    for task in series.tasks():
        yield play(task)


# ---------------------------------------------------------------------- the report


def _report(series: Series, figures: Figures, to_error: bool) -> None:
    game = find(series.game)
    how = f" from every seat, {count(series.games, 'code')}" if series.rotate else ""
    seeded = "" if series.seed is None else f", seed {shown(series.seed)}"
    title = f"{game.title}: {count(figures.games, 'game')}{how}, {count(figures.deals, 'deal')}{seeded}"
    said = [title, "", *table(figures, [shown(name) for name in series.names], game.best)]
    if figures.unfinished:
        said += ["", f"Not finished within {count(series.most_deals, 'deal')}: {count(figures.unfinished, 'game')}."]
    print("\n".join(said), file=sys.stderr if to_error else sys.stdout)
