"""The attack of players from outside: evil ones of every kind, asked directly, at a table in the window, and in `simulate`."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.scenes.table.scene import TableScene
from goosetable.engine.record.format import Chair
from goosetable.players import BadPlayer, think_in_slices
from goosetable.sandbox import external
from tests.app.conftest import Program
from tests.attacks import evil_answers, evil_system, leftovers
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome
from tests.attacks.evil_system import PROGRAM, RAN, First
from tests.games.playing import Variant
from tests.players.positions import turns
from tests.sandbox.bad_players import FAILING, SILENT

LEFT: Final = "processes left"
MEMORY: Final = "memory above 150 MB"
UNSAID: Final = "failures without a sentence"
RAN_HERE: Final = "code run in the program"
FAULTS: Final = (EXCEPTIONS, HANGS, LEFT, MEMORY, UNSAID, RAN_HERE)
MOST_MEMORY: Final = 150
PATIENCE: Final = 2.0
"""Seconds that a player has for a decision."""
LONGEST: Final = 600
"""Seconds of the clock after which a call is taken never to come back."""
MOST_SAID: Final = 1000
"""Characters of a sentence."""
DECISIONS: Final = 3
"""How many actions one is asked for directly."""
ACTS: Final = 12
"""How many actions are seen at a table: four of each seat."""
GAME: Final = Variant(games.find_game("gooseberry-fool"), games.find_game("gooseberry-fool").Options())
ROOT: Final = Path(__file__).parents[2]
NAMES: Final = (
    "os:system", "antigravity:x", "__main__:x", "goosetable.sandbox.external:SandboxedPlayer",
    "tests.attacks.evil_system:First.think",
    "a\nb:C", "\ud800:X", ":::", ":", "x:", ":x", f"{'x' * 100_000}:Y", "../evil:X", "\x1b[2J:X", "con:X", "json:JSONDecoder",
)  # fmt: skip
"""Names that are no player's."""


FAMILIES: Final = (First, evil_answers.NoThink, evil_answers.MadeOfNothing)


def classes() -> list[str]:
    """Every evil player by its name, module:Class."""
    found = [f"tests.sandbox.bad_players:{name}" for name in (*FAILING, *SILENT, "CannotBeMade")]
    for module in (evil_system, evil_answers):
        found += [
            f"{module.__name__}:{name}" for name, kind in sorted(vars(module).items()) if _plays(name, kind, module.__name__)
        ]
    return found + [f"goose_{name}:Player" for name in sorted(evil_answers.MODULES)]


def _plays(name: str, kind: object, module: str) -> bool:
    """Whether it is a class of a player of that module, and not only what such classes are made of."""
    if type(kind) is evil_answers.Meta:
        return kind is not evil_answers.Meta
    plain = type(kind) is type and not name.startswith("_") and kind.__module__ == module
    return plain and kind is not First and issubclass(kind, FAMILIES)  # type: ignore[arg-type]


class Stuck(BaseException):
    """Something did not come back."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises Stuck in the middle of whatever takes longer."""

    def stop(*_: object) -> None:
        raise Stuck

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(times: int, seed: str, each: int = 3) -> Outcome:
    """times: classes, chosen anew when all had their turn. each: in how many of the three ways each is tried."""
    count = Count("players", FAULTS)
    if not leftovers.KNOWN:
        count.skipped = "processes and memory are watched as Linux tells of them; nothing was tried."
        return count.outcome()
    chance = Random(f"players {seed}")
    wanted: list[str] = []
    while len(wanted) < times:
        wanted += chance.sample(classes(), len(classes()))
    with _prepared() as folder:
        for name in NAMES[: 1 + times // 4]:
            _attempt(count, "names", name, folder, _ask)
        for number, name in enumerate(wanted[:times]):
            for way in range(number, number + each):
                kind, does = WAYS[way % len(WAYS)]
                _attempt(count, kind, name, folder, does)
    count.figure(f"{min(times, len(classes()))} of {len(classes())} classes")
    return count.outcome()


@contextlib.contextmanager
def _prepared() -> Iterator[Path]:
    """Orphans come here, what players print goes nowhere, and none of them leaves an image of its memory."""
    cores = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, cores[1]))
    with tempfile.TemporaryDirectory() as folder, leftovers.adopting(), contextlib.chdir(ROOT), _quiet():
        for name, text in evil_answers.MODULES.items():
            Path(folder, f"goose_{name}.py").write_text(text, encoding="utf-8")
        around = {RAN: str(Path(folder, "ran")), PROGRAM: str(os.getpid()), "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
        with mock.patch.dict(os.environ, around), mock.patch.object(sys, "path", [str(ROOT), folder, *sys.path]):
            try:
                yield Path(folder)
            finally:
                external.end_idle_processes()
                resource.setrlimit(resource.RLIMIT_CORE, cores)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The standard files of this process, which those of players are, lead nowhere for a while."""
    kept = [os.dup(number) for number in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)
    try:
        yield
    finally:
        for number, before in zip((1, 2), kept, strict=True):
            os.dup2(before, number)
            os.close(before)
        os.close(nowhere)


Way = Callable[[Count, str, Path], None]


def _attempt(count: Count, kind: str, name: str, folder: Path, does: Way) -> None:
    """Tries a player in one way, and looks at what is left of it."""
    count.attempt(kind)
    before, memory = leftovers.descendants(), leftovers.Memory()
    called = f"{name[:80]!a} {kind}"
    memory.begin()
    try:
        with limited(LONGEST):
            does(count, name, folder)
    except Stuck:
        count.fault(HANGS, f"{called}: it did not come back within {LONGEST} seconds")
    except Exception as fault:
        count.fault(EXCEPTIONS, f"{called}: {''.join(traceback.format_exception(fault)[-4:])}")
    try:
        with limited(LONGEST):
            external.end_idle_processes()
    except Stuck:
        count.fault(HANGS, f"{called}: its process could not be sent away")
    except Exception as fault:
        count.fault(EXCEPTIONS, f"{called}: sending it away: {fault!r}")
    if memory.growth > MOST_MEMORY:
        count.fault(MEMORY, f"{called}: {memory.growth:.0f} MB")
    for process in leftovers.living(before):
        count.fault(LEFT, f"{called}: {process}")
    ran = folder / "ran"
    if ran.exists():
        if str(os.getpid()) in ran.read_text().split():
            count.fault(RAN_HERE, called)
        ran.unlink()


def _timed(count: Count, called: str, does: Callable[[], Any]) -> Any:
    """A step that must not take long."""
    then = leftovers.now()
    try:
        return does()
    finally:
        own = leftovers.since(then)
        if leftovers.slow(own):
            count.fault(HANGS, f"{called}: a step took {own:.1f} s")


def _ask(count: Count, name: str, folder: Path) -> None:
    """Asked directly, as whoever has a player asks it; a game that may go on is one action that is allowed, or a sentence."""
    views = [turn.view for turn in turns(GAME, "evil", DECISIONS) if len(turn.view.legal) > 1]
    player: Any = None
    try:
        player = external.make_player_in_process(name, "seed", PATIENCE)
        for view in views:
            work, action = think_in_slices(player, view), None
            while action is None:
                action = _timed(count, f"{name} asked", partial(_piece, work))
            if action not in view.legal:
                count.fault(EXCEPTIONS, f"{name} asked: {action!r} is not allowed")
    except (BadPlayer, ValueError) as wrong:
        _judge(count, f"{name[:80]!a} asked", str(wrong))
    finally:
        _timed(count, f"{name} dismissed", lambda: external.end_players(player))


def _piece(work: Any) -> Any:
    try:
        next(work)
    except StopIteration as done:
        return done.value
    return None


def _judge(count: Count, called: str, said: str) -> None:
    """Whether what is said is one sentence that can be shown anywhere."""
    if not said.strip() or len(said) > MOST_SAID or not said.isprintable():
        count.fault(UNSAID, f"{called}: {said[:300]!a}")


def _acts(match: Match) -> int:
    state = match.session.state
    return 0 if state is None else len(state.actions)


def _seat(count: Count, name: str, folder: Path) -> None:
    """At a table in the window: the game goes on, whoever plays it, and a failure is told once."""
    said: list[str] = []

    def notice(context: Context, sentence: str) -> None:
        said.append(sentence)

    with (
        tempfile.TemporaryDirectory(dir=folder) as home,
        mock.patch.object(Context, "show_notice", notice),
        mock.patch.object(Match, "patience", PATIENCE),
        mock.patch("goosetable.app.match.agents.STAND_IN", "random"),
    ):
        program = Program(Path(home), (640, 400))
        try:
            program.matches.allow = (name,)  # as if the call of the program had named it
            chairs = [Chair("Vesper", name), Chair("Dorothea", "random"), Chair("Minim", "random")]
            match = program.matches.begin_table(GAME.game, GAME.options, chairs)
            _timed(count, f"{name} at the table", lambda: program.show(lambda context, _: TableScene(context, match)))
            while _acts(match) < ACTS:
                _timed(count, f"{name} at the table", lambda: program.step(0.1))
                for _ in range(40):
                    if not _timed(count, f"{name} at the table", program.loop.scenes.run_slice):
                        break
            if not isinstance(match._minds.players[0], external.SandboxedPlayer) and not said:
                count.fault(UNSAID, f"{name} at the table: another plays, and nobody is told")
            told = [sentence for sentence in said if "Vesper" in sentence]
            if len(told) > 1:
                count.fault(UNSAID, f"{name} at the table: told {len(told)} times")
            for sentence in said:
                _judge(count, f"{name} at the table", sentence)
        finally:
            _timed(count, f"{name} leaves the table", program.close)


def _simulate(count: Count, name: str, folder: Path) -> None:
    """In `goosetable simulate`: it ends by itself with an exit code of the command's own, and without a traceback."""
    called = [sys.executable, "-m", "goosetable", "simulate", GAME.game.id, "--games", "1", "--max-deals", "1"]
    called += ["--patience", "2", "--seed", "evil", "--seats", f"{name},random,random"]
    ran = subprocess.Popen(called, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        out, _ = ran.communicate(timeout=LONGEST)
    except (subprocess.TimeoutExpired, Stuck):
        ran.kill()
        ran.wait()
        count.fault(HANGS, f"{name} in simulate: the command did not end")
        return
    if ran.returncode not in (0, 1, 2):
        count.fault(EXCEPTIONS, f"{name} in simulate: exit code {ran.returncode}, {out[-200:]!r}")


WAYS: Final[tuple[tuple[str, Way], ...]] = (("asked", _ask), ("at the table", _seat), ("in simulate", _simulate))
