"""A series of games between computer players: its tasks, in one process or several, with progress and figures.

A task has only plain values, so that another process can play it. Processes are spawned, and results come in the order of the
tasks. Deals of one game are dependent, and so are games with the same deals; each such cluster counts as one observation. A
figure is a ratio (points to deals, games won to games), with the variance of a ratio over clusters.

>>> ratio = Ratio()
>>> for points, deals in ((4, 2), (9, 3), (4, 2)): ratio.add_cluster(points, deals)
>>> float(ratio.sum_per_unit), ratio.clusters
(2.4285714285714284, 3)
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final, NamedTuple, TextIO

from goosetable import players
from goosetable.commands import setup
from goosetable.commands.console import ContentError
from goosetable.engine.record import format, seed
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Points, Scored
from goosetable.engine.words.clean import escape, shorten
from goosetable.games import find_game
from goosetable.players.agent import Player
from goosetable.sandbox.external import PATIENCE, NoAnswer, ignore_interrupts, kill_all_processes

BAR_WIDTH = 30
SECONDS_BETWEEN_UPDATES = 0.1
"""Seconds between two updates of the bar."""
SECONDS_BETWEEN_LINES = 2.0
"""Seconds between two lines of progress, if the output is no terminal."""


class Progress:
    """The progress bar of a series of `total` games."""

    def __init__(self, total: int, stream: TextIO | None, title: str = "", always: bool = False) -> None:
        """always: True to show progress even without a terminal, as lines instead of a bar."""
        self._total = total
        self._title = f"{title} " if title else ""
        self._lines = stream is not None and not stream.isatty()
        self._stream = None if self._lines and not always else stream
        self._began = time.monotonic()
        self._next = self._began
        self._length = 0

    def show(self, done: int) -> None:
        """Shows the number of finished games. Does nothing within `SECONDS_BETWEEN_UPDATES` of the last update."""
        if self._stream is None:
            return
        now = time.monotonic()
        if now < self._next and done < self._total:
            return
        self._next = now + (SECONDS_BETWEEN_LINES if self._lines else SECONDS_BETWEEN_UPDATES)
        left = (now - self._began) / done * (self._total - done)
        self._draw(f"{self._title}[{bar_text(done, self._total)}] {done} of {self._total} games, {duration_text(left)} left")

    def clear(self) -> None:
        if self._stream is not None and self._length and not self._lines:
            self._draw("")
            self._write("\r")

    def _draw(self, text: str) -> None:
        self._write(f"{text}\n" if self._lines else "\r" + text.ljust(self._length))
        self._length = len(text)

    def _write(self, text: str) -> None:
        """Writes to the stream. If the terminal is closed, the series continues."""
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._stream = None


def bar_text(done: int, total: int) -> str:
    """Returns the bar as text.

    >>> bar_text(1, 3)
    '##########....................'
    """
    return ("#" * (BAR_WIDTH * done // total)).ljust(BAR_WIDTH, ".")


def duration_text(seconds: float) -> str:
    """Returns a remaining time in words, rounded.

    >>> duration_text(4.2), duration_text(150), duration_text(9000)
    ('4 s', '2 min', '2 h 30 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = int(seconds // 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


STAND_IN_LEVEL = "easy"
"""Level that replaces a player that fails, so that the game can end. The result of such a game does not count."""


@dataclass(frozen=True)
class GameTask:
    """One game of a series, with everything that a process needs to play it."""

    number: int
    """Number of the game's code in the series, from 1; games with the same number have the same deals."""
    turn: int
    """Number of seats by which the players are rotated to the left."""
    header: Header
    entries: tuple[int, ...]
    """By seat, the index of its player in the series."""
    players_seed: str
    """Seed of the players' random numbers. It is never the code, because the code determines the hidden cards."""
    most_deals: int
    patience: float = PATIENCE
    """Seconds that an external player may take for a decision."""
    inside: bool = False
    """Whether external players run in this process. That is faster, and at the caller's own risk."""


class PlayerFailure(NamedTuple):
    """The failure of a player in one game. entry: index of the player in the series. reason: a sentence."""

    entry: int
    reason: str
    silent: bool = False
    """True if the player failed because it did not answer in time."""


@dataclass(frozen=True)
class GameResult:
    """The result of a game. Players are named by their index in the series, not by seat."""

    number: int
    deals: int
    points: tuple[Points, ...]
    best_entries: tuple[tuple[int, ...], ...]
    """For each deal, the players with the best result in it."""
    winners: tuple[int, ...]
    """The players that won; empty for an unfinished game."""
    record: str
    failures: tuple[PlayerFailure, ...] = ()
    """The players that failed, each once. If there are any, stand-ins replaced them, and the game counts for no player."""
    lowest: bool = False
    """True if the fewest points are the best."""

    def lead_over_others(self, entry: int) -> Fraction:
        """Returns a player's lead over the mean of the others. It is positive if the player is better, even in a game in
        which the fewest points win.
        """
        own = Fraction(self.points[entry])
        over = own - (Fraction(sum(self.points)) - own) / max(len(self.points) - 1, 1)
        return -over if self.lowest else over


@dataclass(frozen=True)
class Series:
    """The settings of a series of games, played and reported in the order of `tasks`."""

    game: str
    options: dict[str, object]
    players: tuple[str, ...]
    """Players of the series, each a level or `module:Class`."""
    games: int
    """Number of different game codes; ignored if `code` is given."""
    code: str | None
    seed: str | None
    rotate: bool
    most_deals: int
    app: str
    started: str | None
    patience: float = PATIENCE
    inside: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players of the series. Equal names are numbered, as in "expert 2"."""
        words = [player.rpartition(":")[2] for player in self.players]
        return tuple(f"{word} {words[: place + 1].count(word)}" for place, word in enumerate(words))

    @property
    def games_per_code(self) -> int:
        """Number of games played with each game code."""
        return len(self.players) if self.rotate else 1

    def tasks(self) -> Iterator[GameTask]:
        """Yields the games to play. Each is made only when it is requested."""
        players_seed = f"seed {self.seed}" if self.seed is not None else secrets.token_hex(16)
        for number in range(1, self.games + 1):
            code = self.code or (seed.new_code() if self.seed is None else seed.code_in_series(self.seed, number))
            for turn in range(self.games_per_code):
                yield self.make_task(number, turn, code, players_seed)

    def failure_texts(self, result: GameResult) -> list[str]:
        return [f"{self.names[one.entry]}, game {result.number}: {shorten(escape(one.reason))}" for one in result.failures]

    def make_task(self, number: int, turn: int, code: str, players_seed: str) -> GameTask:
        names, seats = self.names, len(self.players)
        entries = tuple((seat - turn) % seats for seat in range(seats))
        chairs = tuple(Chair(names[entry], self.players[entry]) for entry in entries)
        header = Header(self.game, self.options, seed.format_code(code), chairs, self.app, self.started)
        return GameTask(number, turn, header, entries, players_seed, self.most_deals, self.patience, self.inside)


def play_task(task: GameTask) -> GameResult:
    """Plays a game to its end, or up to the task's greatest number of deals. If a player fails, a stand-in plays on."""
    written: list[str] = []
    session = Session(find_game(task.header.game), task.header, lambda line: written.append(format.line_as_text(line) + "\n"))
    tally, seated = _Tally(session.seats), _SeatedPlayers(task)
    try:
        _play_session(session, seated, task, tally)
    finally:
        seated.release()
    points, record, failures = _points_by_entry(task, tally.points), "".join(written), tuple(seated.failures)
    best = tuple(tuple(task.entries[seat] for seat in seats) for seats in tally.best_seats)
    winners = tuple(task.entries[seat] for seat in session.winners)
    return GameResult(task.number, tally.deals, points, best, winners, record, failures, session.game.lowest_wins)


class _SeatedPlayers:
    """The players by seat. The random numbers of each player depend only on the series, the game and the seat."""

    def __init__(self, task: GameTask) -> None:
        self._task = task
        self.failures: list[PlayerFailure] = []
        self._seated = [self._make_player(seat) for seat in range(len(task.entries))]

    def _seed_of_seat(self, kind: str, seat: int) -> str:
        task = self._task
        return f"goosetable {kind} v1:{task.players_seed}:{task.number}:{task.turn}:{seat}"

    def _make_player(self, seat: int) -> Player:
        task = self._task
        try:
            return setup.make_player_for_seat(
                task.header.chairs[seat].player, self._seed_of_seat("player", seat), task.patience, task.inside
            )
        except (ValueError, players.BadPlayer) as wrong:
            return self._make_stand_in(seat, PlayerFailure(task.entries[seat], str(wrong)))

    def _make_stand_in(self, seat: int, failure: PlayerFailure) -> Player:
        self.failures.append(failure)
        return setup.make_player_for_seat(STAND_IN_LEVEL, self._seed_of_seat("stand-in", seat))

    def decide(self, session: Session, seat: int) -> Action:
        """Returns the action of a seat's player. If the player fails, a stand-in takes its seat."""
        try:
            return players.decide(self._seated[seat], session.view(seat))
        except players.BadPlayer as wrong:
            setup.release_player(self._seated[seat])
            failure = PlayerFailure(self._task.entries[seat], str(wrong), isinstance(wrong, NoAnswer))
            self._seated[seat] = self._make_stand_in(seat, failure)
            return players.decide(self._seated[seat], session.view(seat))

    def release(self) -> None:
        for player in self._seated:
            setup.release_player(player)


class _Tally:
    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.points: list[Points] = [0] * seats
        self.best_seats: list[tuple[int, ...]] = []


def _points_by_entry(task: GameTask, by_seat: list[Points]) -> tuple[Points, ...]:
    return tuple(by_seat[task.entries.index(entry)] for entry in range(len(task.entries)))


def _play_session(session: Session, seated: _SeatedPlayers, task: GameTask, tally: _Tally) -> None:
    while True:
        match session.due_step:
            case "deal":
                if session.standing.deals >= task.most_deals:
                    return
                session.begin_deal()
            case "act":
                seat = session.turn
                assert seat is not None, "a seat is to act"
                session.act(seat, seated.decide(session, seat), with_events=False)
            case "score":
                tally.best_seats.append(session.game.best_seats(session.state))
                (scored,) = session.score_deal()
                assert isinstance(scored, Scored)
                tally.deals += 1
                tally.points = [sum(pair) for pair in zip(tally.points, scored.points, strict=True)]
            case "end":
                session.end_game()
            case _:
                return


NORMAL_QUANTILE = 1.959964
"""Quantile of the normal distribution with 2.5 % above it."""
_STUDENT_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)


def student_quantile(freedom: int) -> float:
    """Returns the upper 2.5 % quantile of Student's t distribution, correct to three digits. freedom: degrees of freedom."""
    if freedom <= len(_STUDENT_QUANTILES):
        return _STUDENT_QUANTILES[freedom - 1]
    z = NORMAL_QUANTILE
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2 + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


class Ratio:
    """The quotient of two sums over clusters: amounts, such as points, and units, such as deals. Sums are exact fractions, so
    that the order of additions does not matter.
    """

    def __init__(self) -> None:
        self.clusters = 0
        self.units = 0
        self._sum = self._squares = self._products = Fraction(0)
        self._unit_squares = 0

    def add_cluster(self, amount: Fraction | int, units: int) -> None:
        """Adds a cluster. A cluster with 0 units is ignored."""
        if not units:
            return
        self.clusters += 1
        self.units += units
        self._sum += amount
        self._squares += amount * amount
        self._products += amount * units
        self._unit_squares += units * units

    @property
    def sum_per_unit(self) -> Fraction | None:
        """Sum of the amounts for each unit; None without units."""
        return self._sum / self.units if self.units else None

    @property
    def variance(self) -> float | None:
        """The variance of `sum_per_unit`, or None for fewer than two clusters."""
        mean = self.sum_per_unit
        if mean is None or self.clusters < 2:
            return None
        squares = self._squares - 2 * mean * self._products + mean * mean * self._unit_squares
        return float(squares * self.clusters / (self.clusters - 1)) / self.units**2

    def interval(self) -> Interval | None:
        mean, variance = self.sum_per_unit, self.variance
        if mean is None or variance is None:
            return None
        reach = student_quantile(self.clusters - 1) * sqrt(variance)
        return Interval(float(mean) - reach, float(mean) + reach)

    def share_interval(self) -> Interval | None:
        """Returns Wilson's confidence interval for a share, 0..1; None for fewer than two clusters.

        Its sample size is the number of independent observations that would give the same variance.
        """
        mean, variance = self.sum_per_unit, self.variance
        if mean is None or variance is None:
            return None
        share = float(mean)
        number = share * (1 - share) / variance if variance > 1e-12 else float(self.clusters)
        z2 = student_quantile(self.clusters - 1) ** 2
        middle = (share + z2 / (2 * number)) / (1 + z2 / number)
        reach = sqrt(z2 * (share * (1 - share) + z2 / (4 * number)) / number) / (1 + z2 / number)
        return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


class EntryFigures:
    """The sums and ratios of one player of a series."""

    def __init__(self) -> None:
        self.games = 0
        self.failures = self.silent = 0
        self.won, self.points, self.best = Ratio(), Ratio(), Ratio()
        self.ahead = Ratio()
        """Points above the mean of the others, signed so that more is better."""


class Figures:
    """The statistics of a series. `add` takes its games in order."""

    def __init__(self, entries: int) -> None:
        self.entries = [EntryFigures() for _ in range(entries)]
        self.games = self.deals = self.unfinished = self.codes = self.failed = 0
        self._same: list[GameResult] = []

    def add(self, result: GameResult) -> None:
        """Counts a game. If a player failed in it, counts only the failure."""
        for failure in result.failures:
            self.entries[failure.entry].failures += 1
            self.entries[failure.entry].silent += failure.silent
        if result.failures:
            self.failed += 1
            return
        self.games += 1
        self.deals += result.deals
        self.unfinished += not result.winners
        if self._same and self._same[0].number != result.number:
            self.count_last_cluster()
        self._same.append(result)

    def count_last_cluster(self) -> None:
        """Counts the last cluster of games with the same deals; must be called after the last `add`."""
        same, self._same = self._same, []
        self.codes += bool(same)
        deals = sum(played.deals for played in same)
        finished = [played for played in same if played.winners]
        best = [seats for played in same for seats in played.best_entries]
        for number, entry in enumerate(self.entries):
            entry.games += len(same)
            entry.points.add_cluster(sum((Fraction(played.points[number]) for played in same), Fraction(0)), deals)
            entry.ahead.add_cluster(sum((played.lead_over_others(number) for played in same), Fraction(0)), deals)
            entry.won.add_cluster(shared_win_count([played.winners for played in finished], number), len(finished))
            entry.best.add_cluster(shared_win_count(best, number), deals)


def shared_win_count(winners_of_each: Sequence[tuple[int, ...]], entry: int) -> Fraction:
    """Returns the number of wins of a player. A win that n players share counts 1/n for each of them.

    winners_of_each: for each game or deal, the players who have won it. entry: index of the player in the series.
    """
    return sum((Fraction(1, len(those)) for those in winners_of_each if entry in those), Fraction(0))


def table_lines(figures: Figures, names: Sequence[str], best: str, lowest: bool = False) -> list[str]:
    """Returns the lines of a table with a row for each player, in plain ASCII.

    best: heading of the column with the share of deals in which a player did best. lowest: True if the fewest points are the
    best.
    """
    failures = any(entry.failures for entry in figures.entries)
    ahead = "under the others" if lowest else "over the others"
    heads = ["player", "games", "won", "95 %", "points a deal", "95 %", ahead, "95 %", best, "95 %"]
    heads += ["failed"] if failures else []
    rows = [heads]
    for name, entry in zip(names, figures.entries, strict=True):
        row = [name, str(entry.games), *_share_and_interval(entry.won), *_mean_and_interval(entry.points)]
        row += [*_mean_and_interval(entry.ahead), *_share_and_interval(entry.best)]
        rows.append([*row, str(entry.failures)] if failures else row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  ".join(_align_row(row, widths)).rstrip() for row in rows]


def _align_row(row: list[str], widths: list[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]


def _share_and_interval(ratio: Ratio) -> tuple[str, str]:
    if ratio.sum_per_unit is None:
        return "-", "-"
    found = ratio.share_interval()
    return f"{float(ratio.sum_per_unit):.1%}", f"{found.low * 100:.1f} to {found.high * 100:.1f}" if found else "-"


def _mean_and_interval(ratio: Ratio) -> tuple[str, str]:
    if ratio.sum_per_unit is None:
        return "-", "-"
    found = ratio.interval()
    return f"{float(ratio.sum_per_unit):.2f}", f"{found.low:.2f} to {found.high:.2f}" if found else "-"


MAX_GAMES_WITHOUT_ANSWER: Final = 3
"""Number of games without an answer from one player at which a series ends, because each costs the whole patience."""


def play_with_progress(series: Series, jobs: int, title: str = "", always: bool = False) -> Generator[GameResult, None, None]:
    """Yields the games in order. Stops when all are played, when the caller stops, or when a player has too often not answered.

    always: True to show the progress even without a terminal.
    """
    total = series.games * series.games_per_code
    progress, silent, jobs = Progress(total, sys.stderr, title, always), [0] * len(series.players), min(jobs, total)
    try:
        with closing(
            play_in_processes(series.tasks(), jobs) if jobs > 1 else (play_task(task) for task in series.tasks())
        ) as games:
            for done, played in enumerate(games, 1):
                yield played
                progress.show(done)
                for failure in played.failures:
                    silent[failure.entry] += failure.silent
                if max(silent) >= MAX_GAMES_WITHOUT_ANSWER:
                    return
    finally:
        progress.clear()


SECONDS_TO_END = 3.0
"""Seconds that a process gets to end."""
SAFE_PATH = "PYTHONSAFEPATH"
"""Environment variable that keeps the current folder out of a new Python process's search path."""
MAX_GAMES_AHEAD = 16
"""Greatest number of games per process, on average, that may be finished before the next result in order."""
_PROCESS_ENDED = "goosetable simulate: a process ended in the middle of a game"


def play_in_processes(tasks: Iterable[GameTask], jobs: int) -> Generator[GameResult, None, None]:
    """Plays the tasks in `jobs` processes; yields their results in order. Raises ContentError if a process ends early."""
    left = enumerate(tasks)
    done: dict[int, GameResult] = {}
    wanted = 0
    workers = _Workers(jobs)
    try:
        while True:
            for number, task in _next_tasks(left, workers.idle_count, wanted + MAX_GAMES_AHEAD * jobs - workers.sent):
                workers.send_task(number, task)
            if not workers.busy_count:
                return
            done.update(workers.wait_for_results())
            while wanted in done:
                yield done.pop(wanted)
                wanted += 1
    finally:
        workers.stop()


def _next_tasks(left: Iterator[tuple[int, GameTask]], idle_count: int, maximum: int) -> Iterator[tuple[int, GameTask]]:
    for _ in range(min(idle_count, maximum)):
        try:
            yield next(left)
        except StopIteration:
            return


class _Workers:
    """The processes of a series; each plays at most one game at a time."""

    def __init__(self, jobs: int) -> None:
        self._idle: list[Connection] = []
        self._at: dict[Connection, int] = {}
        self._processes: list[SpawnProcess] = []
        self.sent = 0
        with ignore_interrupts(), _without_current_folder():
            for _ in range(jobs):
                self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        near, far = context.Pipe()
        # Not a daemon, because those may not have players in processes of their own.
        process = context.Process(target=serve_tasks, args=(far,), daemon=False)
        process.start()
        far.close()
        self._idle.append(near)
        self._processes.append(process)

    @property
    def idle_count(self) -> int:
        return len(self._idle)

    @property
    def busy_count(self) -> int:
        return len(self._at)

    def send_task(self, number: int, task: GameTask) -> None:
        near = self._idle.pop()
        self._at[near] = number
        try:
            near.send(task)
        except OSError:
            raise ContentError(_PROCESS_ENDED) from None
        self.sent += 1

    def wait_for_results(self) -> dict[int, GameResult]:
        """Waits for at least one finished game; returns the results by task number."""
        found: dict[int, GameResult] = {}
        for near in connection.wait(list(self._at)):
            assert isinstance(near, Connection)
            number = self._at.pop(near)
            try:
                result = near.recv()
            except (EOFError, OSError):
                raise ContentError(_PROCESS_ENDED) from None
            if isinstance(result, str):
                raise ContentError(f"goosetable simulate: {result}")
            found[number] = result
            self._idle.append(near)
        return found

    def stop(self) -> None:
        for near in (*self._idle, *self._at):
            near.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(SECONDS_TO_END)
            if process.is_alive():
                # An external player inside this process hangs.
                process.kill()
                process.join()


@contextmanager
def _without_current_folder() -> Iterator[None]:
    """Context manager: processes started inside it do not import from the current folder, even while Python starts."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def serve_tasks(connection: Connection) -> None:
    """Plays the tasks that arrive through a pipe until the pipe is closed. Runs in each process of the series."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_process)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        result: GameResult | str
        try:
            result = play_task(task)
        except Exception as wrong:
            result = f"a mistake of the program itself, please report it ({type(wrong).__name__}: {wrong})"
        try:
            connection.send(result)
        except OSError:
            return


def _end_process(*_: object) -> None:
    """Handles SIGTERM: ends the processes of external players, which may hang, and then this process."""
    kill_all_processes()
    os._exit(1)
