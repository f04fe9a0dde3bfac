"""A window under attack: the program on the dummy driver with a data folder of its own, and whatever goes wrong in it noted."""

from __future__ import annotations

import contextlib
import gc
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

import pygame

from goosetable import games, players
from goosetable.app.loop import Loop
from goosetable.app.scenes.routes import ToTitle
from goosetable.app.start import SplashScene
from goosetable.app.ui.focus import SceneWidgets, Widget
from goosetable.app.ui.scene import Change, Quit
from goosetable.app.ui.window import close_windows
from goosetable.engine.record import replay
from goosetable.engine.record.format import RecordError
from goosetable.engine.record.seed import code_in_series
from goosetable.sandbox import external
from tests.app.conftest import Program
from tests.attacks import leftovers
from tests.attacks.counting import EXCEPTIONS, HANGS, Count

EMPTY: Final = "empty stacks"
UNREADABLE: Final = "records that do not replay"
FAULTS: Final = (EXCEPTIONS, HANGS, EMPTY, UNREADABLE)
LEVELS: Final = ("random", "random", "greedy", "easy")
PEOPLE: Final = ("Anna", "Ben", "Chloë", "Dov")
NEW: Final = 0.2
"""Of the starts with company, the part at which people are taken for new to every game, and so are offered lessons."""
REPEATED: Final = 3
"""Notes kept of faults that come from one line of the program; the others are counted."""


@contextlib.contextmanager
def quick_company(seed: str) -> Iterator[None]:
    """Computer players of the weaker levels at every chair, so that games end."""
    seated = external.make_player_in_process

    def sit(name: str, source: str, *rest: Any) -> Any:
        chance = Random(f"{seed} {source}")
        return seated(name, source, *rest) if ":" in name else players.make_player(chance.choice(LEVELS), chance)

    with (
        mock.patch.object(external, "make_player_in_process", sit),
        mock.patch("goosetable.app.match.agents.STAND_IN", "easy"),
        mock.patch.object(gc, "freeze", lambda: None),  # after which what is left could not be thrown away
    ):
        try:
            yield
        finally:
            sweep()


def sweep() -> None:
    """What programs before have left is thrown away: a loop switches the collector off and chooses its own moments."""
    gc.enable()
    gc.collect()


class Window:
    """The program, started again in the same folder as often as it ends. What it does wrong is counted, never raised."""

    def __init__(
        self, folder: Path, seed: str, count: Count, drawn: int = 1, company: bool = False, offers: bool = False
    ) -> None:
        """drawn: of so many pictures one is really drawn. company: other people sit at the table after every start.
        offers: people are taken for new to every game, after every start."""
        self.folder, self.seed, self.count, self.drawn, self.company, self.offers = folder, seed, count, drawn, company, offers
        self.chance = Random(f"window {seed}")
        self.trail: deque[str] = deque(maxlen=12)
        """What was done last, to be told where something went wrong."""
        self.done = 0
        """Events so far."""
        self.scenes: Counter[str] = Counter()
        """How many events each kind of scene was sent."""
        self.slowest = 0.0
        """Seconds of its own that the slowest step took."""
        self.starts = self.codes = 0
        self._places: Counter[str] = Counter()
        self._read: set[tuple[str, int]] = set()
        self._quit = self._broken = False
        self.program = self._open((1280, 720))

    def _open(self, size: tuple[int, int]) -> Program:
        self.starts += 1
        pace = self.chance.choice(("at once", "at once", "brisk", "leisurely"))
        more: dict[str, Any] = {"pace": pace, "still": pace == "brisk"}
        if self.starts == 1:
            more |= {"name": PEOPLE[0], "people": tuple({"name": name} for name in PEOPLE), "level": 1}
        if self.company and self.chance.random() < 0.5:
            seats = [{"name": name, "player": "human"} for name in PEOPLE[: self.chance.choice((0, 1, 2, 2, 3, 4))]]
            more["last_table"] = {"game": self.chance.choice(games.SHELF).id, "seats": seats, "alone": not seats}
        new = self.offers or (self.company and self.chance.random() < NEW)
        program = Program(self.folder, size, offers=new, **more)
        program.screen._window.minimum_size = (1, 1)  # a system that arranges windows by itself asks for no leave
        program.matches._code = self._code
        program.loop = Loop(program.context, SplashScene(program.context, ToTitle), program.scene)
        self._watch(program.loop)
        return program

    def _code(self) -> str:
        self.codes += 1
        return code_in_series(self.seed, self.codes)

    def _watch(self, loop: Loop) -> None:
        """Notes whether the program was left, and draws one picture of many."""
        apply, leave, draw = loop.scenes._apply_change, loop.scenes.quit, loop._draw
        self._quit = False

        def applies(change: Change) -> None:
            self._quit |= isinstance(change, Quit)
            apply(change)

        def leaves() -> None:
            self._quit = True
            leave()

        def draws() -> None:
            if self.chance.random() * self.drawn < 1 or not loop.frames:
                draw()

        loop.scenes._apply_change = applies  # type: ignore[method-assign]
        loop.scenes.quit = leaves  # type: ignore[method-assign]
        loop._draw = draws  # type: ignore[method-assign]

    def restart(self) -> None:
        """The program ends, its record is looked at, and it begins again in the same folder."""
        size = self.program.screen.size
        self.close()
        sweep()
        self._broken = False
        self.program = self._open(size)

    def close(self) -> None:
        """The program ends, as when its window is closed; its record is looked at."""
        with self._noting("closing"):
            self.program.close()
        close_windows()
        self.read_back()

    def read_back(self) -> None:
        """Every record of the folder that is new is read again, as the next start and `check` do."""
        records = [self.program.folders.running, *sorted(self.program.folders.games.glob("*.goose"))]
        for path in (path for path in records if path.is_file()):
            content = path.read_bytes()
            if (path.name, len(content)) in self._read and path != self.program.folders.running:
                continue
            self._read.add((path.name, len(content)))
            self.count.attempt("records replayed")
            try:
                replay.replayed_games(content, games.find_game)
            except RecordError as wrong:
                self.count.fault(UNREADABLE, f"{self.where}: {path.name}, line {wrong.line}: {wrong.reason}")

    @property
    def where(self) -> str:
        """Seed and place of the run, and what was done last."""
        return f"seed {self.seed}, event {self.done}, after {' | '.join(self.trail)}"

    @property
    def loop(self) -> Loop:
        return self.program.loop

    @property
    def top(self) -> Any:
        """The scene a person looks at; None once the program is over."""
        return self.loop.scenes.top

    def controls(self) -> list[Widget]:
        """What can be pressed in the uppermost scene."""
        found = getattr(self.top, "widgets", None) or getattr(getattr(self.top, "controls", None), "widgets", None)
        return [one for one in found.all if one.is_focusable] if isinstance(found, SceneWidgets) else []

    def post(self, kind: int, **fields: Any) -> None:
        """One event for the next step."""
        self.done += 1
        self.scenes[type(self.top).__name__] += 1
        try:
            pygame.event.post(pygame.event.Event(kind, fields))
        except (pygame.error, ValueError, OverflowError, TypeError):
            return  # the library cannot carry it, so that no system can send it

    def step(self, seconds: float = 0.02, pieces: int = 0, aside: bool = False) -> None:
        """A turn of the loop. pieces: of thinking, after it; aside: what can wait for a quiet moment is done as well."""
        self._timed("a step", lambda: self.loop.step(seconds))
        for _ in range(pieces):
            if self._broken or self.loop.is_over or not self._timed("a piece of work", self.loop.scenes.run_slice):
                break
        if aside and not (self._broken or self.loop.is_over):
            self._timed("a quiet moment", self._quietly)
        if self.loop.is_over and not self._quit and not self._broken:
            self.count.fault(EMPTY, f"{self.where}: no scene is left, and nobody left the program")
        if self._broken or self.loop.is_over:
            self.restart()

    def _quietly(self) -> bool:
        next(self.loop._later, None)
        self.loop._collect_garbage()
        cloth = self.program.context.cloth
        return cloth.is_unfinished and cloth.draw_slice()

    def _timed(self, what: str, does: Callable[[], bool]) -> bool:
        """Does something that must not take long; what it gives, or False where it raised."""
        then, given = leftovers.now(), False
        with self._noting(what):
            given = does()
        own = leftovers.since(then)
        self.slowest = max(self.slowest, own)
        if leftovers.slow(own):
            size = "x".join(map(str, self.program.screen.size))
            self._note(HANGS, f"{type(self.top).__name__} at {size}", f"{what} took {own:.1f} s")
        return given

    def resize(self, size: tuple[int, int]) -> None:
        """The window gets a size, as the system says it."""
        self.trail.append(f"size {size[0]}x{size[1]}")
        with self._noting("a new size"):
            self.program.screen._window.size = size
        self.post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    @contextlib.contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """What is raised is written down; nothing of the program can be relied on from then on."""
        try:
            yield
        except Exception as fault:
            last = traceback.extract_tb(fault.__traceback__)[-1]
            trace = "".join(traceback.format_exception(fault)[-6:])
            self._note(EXCEPTIONS, f"{type(fault).__name__} at {last.filename}:{last.lineno}", f"{what}: {trace}")
            self._broken = True

    def _note(self, kind: str, place: str, said: str) -> None:
        self._places[place] += 1
        if self._places[place] <= REPEATED:
            self.count.fault(kind, f"{place}, {self.where}: {said}")
        else:
            self.count.found[kind] += 1
