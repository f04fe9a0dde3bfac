"""Measures the program on this machine: start-up, frames, memory, and hands and searches a second, each beside its limit.

Hands and searches are also compared with references of the same run (a shuffled pack, OpenSpiel if it is installed, and the
last release), and start-up with a bare pygame window.

`python build/build.py bench`; with `--core FOLDER` for the compiled core. No test uses these figures, because a busy machine
may be slow.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

import arguments
import yardsticks

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = arguments.core_of_arguments(sys.argv[1:]) or ROOT
sys.path.insert(0, str(FOLDER))

from goosetable import __version__, games, machine_code, players  # noqa: E402 - the source tree, or the core, comes first
from goosetable.cards import pick  # noqa: E402
from goosetable.commands.console import (  # noqa: E402
    OUTPUT,
    ContentError,
    Parser,
    file_fault,
    flush_output,
    print_errors,
    print_line,
    whole_number_parser,
)
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for, view  # noqa: E402
from goosetable.engine.record import seed  # noqa: E402
from goosetable.engine.rules import options  # noqa: E402
from goosetable.engine.rules.deal import Standing, Stream  # noqa: E402
from goosetable.engine.rules.event import NEXT_KIND  # noqa: E402
from goosetable.engine.rules.state import OVER, State  # noqa: E402
from goosetable.engine.strength.heuristics import UNGUIDED  # noqa: E402
from goosetable.players.search_agent import Searcher  # noqa: E402

PROGRAM: Final = "build.py bench"
MAX_PLAYERS: Final = 6
"""Largest number of players measured. With more players, decisions may take longer."""
REPETITIONS: Final = 4
"""Number of times that the deal is played to measure its frames."""
MAX_PIXELS: Final = 16_384
SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
CODE: Final = seed.code_in_series("bench", 1)
BARE: Final = (
    "import os; os.environ.setdefault('SDL_FRAMEBUFFER_ACCELERATION', '0'); import pygame; pygame.display.init(); "
    "w = pygame.Window('bare', (1280, 720)); w.get_surface().fill((31, 90, 80)); w.flip()"
)


def main(argv: Sequence[str]) -> int:
    """Runs the measurements and prints a line for each; returns 0. Raises CommandError and ContentError."""
    parser = Parser("bench", " ".join(str(__doc__).split()), program="build.py")
    told = "measure the compiled core in this folder"
    parser.add_argument(arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help=told)
    parser.add_argument("--quick", action="store_true", help="shorter and less exact")
    parser.add_argument("--part", choices=list(MEASUREMENTS), action="append", help="only this part (may be repeated)")
    parser.add_argument("--keep", metavar="FILE", help="add the cards a second, beside a shuffle, to this history of releases")
    parser.add_argument("--probe", type=_parse_size, metavar="WIDTHxHEIGHT", help=argparse.SUPPRESS)
    parser.add_argument("--deal", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--game", choices=[game.id for game in games.SHELF], help=argparse.SUPPRESS)
    called = parser.parse_args(argv)
    if called.probe:
        return _measure_in_process(called.probe, called.game, called.quick, called.deal)
    print_errors(list(games.DAMAGED.values()))
    try:
        for name in called.part or MEASUREMENTS:
            MEASUREMENTS[name](called.quick)
    except subprocess.CalledProcessError as wrong:
        raise ContentError(f"{PROGRAM}: what was to be measured ended with exit code {wrong.returncode}") from None
    if called.keep:
        _append_to_history(Path(called.keep), _references(called.quick))
    return 0


def _append_to_history(path: Path, measured: _References) -> None:
    """Appends the measured figures to the history of releases. Raises ContentError."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(yardsticks.release_line(yardsticks.Release(__version__, measured.runs, measured.figures)) + "\n")
    except (OSError, ValueError) as wrong:
        raise ContentError(f"{PROGRAM}: {file_fault(str(path), wrong, OUTPUT)}") from None


def _parse_size(text: str) -> tuple[int, int]:
    """Parses the size of a window, such as 1280x720."""
    w, _, h = text.partition("x")
    return whole_number_parser(1, MAX_PIXELS)(w), whole_number_parser(1, MAX_PIXELS)(h)


def _print_line(what: str, figure: str, wanted: str = "") -> None:
    print_line(f"{what:<50}{figure:<44}{wanted}".rstrip())
    flush_output()


def _probe_command(*words: str) -> list[str]:
    """Returns the command that starts this program again, to measure in a separate process."""
    return [sys.executable, __file__, arguments.CORE_OPTION, str(FOLDER), *words]


def _window_environment() -> dict[str, str]:
    """Returns the environment for a window: the real display, or SDL's dummy if there is none."""
    found = dict(os.environ)
    if sys.platform.startswith("linux") and not (found.get("DISPLAY") or found.get("WAYLAND_DISPLAY")):
        found.setdefault("SDL_VIDEODRIVER", "dummy")
    return found | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}


def measure_start_up(quick: bool) -> None:
    """Measures the time of a process that ends right after its first frame, in turn with a bare pygame window."""
    with tempfile.TemporaryDirectory() as folder:
        home = _window_environment() | {"XDG_DATA_HOME": folder, "APPDATA": folder, "HOME": folder, "GOOSETABLE_FRAMES": "1"}
        home["PYTHONPATH"] = str(FOLDER)
        # With cached bytecode, as at every start but the first, even if this process may not write any.
        home |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(folder, "compiled"))}
        ours, bare = [], []
        program = [sys.executable, "-m", "goosetable"]
        _time_command(program, home)
        for _ in range(3 if quick else 9):
            ours.append(_time_command(program, home))
            bare.append(_time_command([sys.executable, "-c", BARE], home))
    figure = f"{min(ours) * 1000:.0f} ms at best, {statistics.median(ours) * 1000:.0f} ms median"
    _print_line("start to first frame and out", figure)
    figure = f"{min(bare) * 1000:.0f} ms at best, {statistics.median(bare) * 1000:.0f} ms median"
    _print_line("  a bare pygame window, measured in turn", figure)
    _print_line("  ratio of the medians", f"{statistics.median(ours) / statistics.median(bare):.2f}", "<= 1.5")


def _time_command(command: list[str], env: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure_frames(quick: bool) -> None:
    """Measures a whole deal between computer players at the real table, each size of the window in processes of its own."""
    for w, h in SIZES[:2] if quick else SIZES:
        subprocess.run(_probe_command("--probe", f"{w}x{h}", *["--quick"] * quick), env=_window_environment(), check=True)


def measure_reviews(quick: bool) -> None:
    """Measures the frames of a review and, for comparison, those of the table, each game in its own process."""
    for game in games.SHELF:
        probe = _probe_command("--probe", "1920x1080", "--game", game.id, *["--quick"] * quick)
        subprocess.run(probe, env=_window_environment(), check=True)


def _output_of_call(call: list[str]) -> bytes:
    return subprocess.run(call, env=_window_environment(), check=True, stdout=subprocess.PIPE).stdout


def _measure_in_process(size: tuple[int, int], game: str | None, quick: bool, deal: bool) -> int:
    """Measures at one size of the window. deal: True measures only the frames of one deal, and prints them for the calling
    process.
    """
    import frame_bench

    from goosetable.app.ui.window import NoScreen

    try:
        if deal:
            print_line(json.dumps(vars(frame_bench.measure_deal(*size, CODE))))
            return 0
        if game:
            found = frame_bench.measure_review(*size, CODE, games.find_game(game), 1 if quick else 3)
        else:
            # Each deal runs in its own process, so that work done once a process shows in all of them.
            call = _probe_command("--deal", "--probe", "x".join(map(str, size)))
            deals = (_output_of_call(call) for _ in range(1 if quick else REPETITIONS))
            found = frame_bench.measure_table(*size, CODE, (frame_bench.DealTimes(**json.loads(said)) for said in deals))
    except NoScreen as missing:
        raise ContentError(f"{PROGRAM}: {missing}") from None
    except subprocess.CalledProcessError as wrong:
        raise ContentError(f"{PROGRAM}: what was to be measured ended with exit code {wrong.returncode}") from None
    for what, figure, wanted in found:
        _print_line(what, figure, wanted)
    return 0


def _first_deal(game: AnyGame, chosen: object = None, code: str = CODE) -> State:
    table = game.Options() if chosen is None else chosen
    standing = Standing(0, (0,) * game.seats(table))
    dealt = game.deal(table, standing, 0, Stream(code, 1))
    found: State = game.begin_deal(table, standing, dealt)
    return found


def measure_hands(quick: bool) -> None:
    """Measures complete random deals. Each is played by one call without a list of its actions, as in a search's playouts."""
    beside = _references(quick)
    for game in games.SHELF:
        first, rng = _first_deal(game), Random(1)
        first.keeps_actions = False

        def play(game: AnyGame = game, first: State = first, chance: Callable[[], float] = rng.random) -> int:
            for _ in range(50):
                play_at_random(game, first.copy(), chance)
            return 50

        found = yardsticks.work_per_second(play, 0.3 if quick else 1.5)
        _print_line(f"{game.id}: random hands", f"{found:,.0f} a second", ">= 10,000")
        beside.say(f"hands {game.id}", found * _cards_left(view(game, first, first.turn)), beside.peer and beside.peer.hands)


def play_at_random(game: AnyGame, state: State, random: Callable[[], float]) -> None:
    """Plays a deal to its end by uniformly random legal actions. random: returns the next random number, 0..1."""
    while state.turn != OVER:
        group = game.playable(state)
        if group:
            game.apply(state, pick(group, random()))
        else:
            legal = game.legal(state)
            game.apply(state, legal[int(random() * len(legal))])


def measure_searches(quick: bool) -> None:
    """Measures searches from the first decision of a deal: determinizations and iterations a second."""
    beside = _references(quick)
    for game in games.SHELF:
        first = _first_deal(game)
        seen = view(game, first, first.turn)
        draw = partial(sample_determinization, seen, Random(1), sampler_for(seen))
        sampled = yardsticks.work_per_second(lambda draw=draw: bool(draw()), 0.2)  # type: ignore[misc]
        _print_line(f"{game.id}: imagined deals", f"{sampled:,.0f} a second")
        # Where experts solve the deal they do not search it.
        level = "expert" if game.heuristics.double_dummy_solver(first, {}) is None else "hard"
        players.decide(players.make_player(level, Random(1), 1), seen)  # work done once a game is no part of the search
        found = max(_iterations_per_second(level, seen, 1000 if quick else 4000) for _ in range(1 if quick else 3))
        what, wanted = f"{game.id}: search of {level}", f">= {6000 / game.heuristics.cost:,.0f}"
        _print_line(what, f"{found:,.0f} iterations a second", wanted if level == "expert" else "")
        beside.say(f"search {game.id}", found * _cards_left(seen), beside.peer and beside.peer.search)


def _cards_left(seen: View) -> int:
    """Returns the number of cards to be played until the deal is over, including a second half."""
    return sum(seen.sizes) + sum(size for pile, size in seen.hidden if pile.kind == NEXT_KIND)


def _iterations_per_second(level: str, seen: View, count: int) -> float:
    """Returns the number of iterations per second in a decision, without learned policies, which take extra time. A search that
    is settled early makes fewer iterations than `count`.
    """
    agent = players.make_player(level, Random(1), count)
    assert isinstance(agent, Searcher)
    agent.skill = replace(agent.skill, guidance=UNGUIDED)
    gc.collect()
    began = time.process_time()
    players.decide(agent, seen)
    return agent.iterations / (time.process_time() - began)


class _References:
    """Reference speeds in cards per second, measured on first use."""

    def __init__(self, quick: bool) -> None:
        seconds = 0.3 if quick else 1.0
        self.runs = machine_code.execution_mode_text(machine_code.is_machine_code_in_use())
        self.shuffles = yardsticks.shuffles_per_second(seconds)
        self.peer = yardsticks.measure_open_spiel(seconds)
        self._last = yardsticks.newest_release(self.runs)
        self.figures: dict[str, float] = {}
        """By name, cards a second divided by packs shuffled a second."""
        _print_line("a pack of 52, shuffled by Python", f"{self.shuffles:,.0f} a second; rules and players run {self.runs}")
        if self.peer:
            _print_line("OpenSpiel, Oh Hell 3x10: search", f"{self.peer.search:,.0f} cards a second")
            _print_line("OpenSpiel, Oh Hell 3x10: random hands from Python", f"{self.peer.hands:,.0f} cards a second")

    def say(self, name: str, cards: float, peer: float | None) -> None:
        """Prints a figure in cards per second, and its ratio to every reference. peer: speed of OpenSpiel, or None."""
        self.figures[name] = ratio = cards / self.shuffles
        said = [f"{cards / peer:.2f} of OpenSpiel's"] if peer else []
        said.append(f"{ratio:.2f} for a shuffle")
        if self._last and self._last.figures.get(name):
            said.append(f"{ratio / self._last.figures[name]:.2f} of {self._last.version}'s")
        _print_line("  in cards", f"{cards:,.0f} a second: {', '.join(said)}")


@cache
def _references(quick: bool) -> _References:
    return _References(quick)


def measure_decisions(quick: bool) -> None:
    """Measures the expert's decisions and work slices, at every number of players up to six."""
    for game in games.SHELF:
        for chosen in _options_by_players(game):
            times, pieces = list[float](), list[float]()
            for number in range(1 if quick else 6):
                gc.collect()  # as at the table, which sweeps when no player thinks
                gc.disable()
                _time_decisions(game, chosen, seed.code_in_series("bench", number + 1), times, pieces)
                gc.enable()
            name = f"{game.id}, {game.seats(chosen)} players: a decision of expert"
            within = f"{statistics.median(times):.2f} s median, {_percentile_99(times):.2f} s p99, {max(times):.2f} s at most"
            _print_line(name, within, "<= 0.3 s median, 0.8 s p99")
            _print_line(
                "  a piece of one",
                f"{_percentile_99(pieces) * 1000:.1f} ms p99, {max(pieces) * 1000:.1f} ms at most",
                "<= 6 ms",
            )


def _options_by_players(game: AnyGame) -> list[object]:
    """Returns the default options with each number of players that can be chosen."""
    counts = [found for found in options.options_of(game.Options) if found.key == options.PLAYERS]
    given = [{options.PLAYERS: choice.value} for found in counts for choice in found.choices] or [{}]
    matches = [options.make_options(game.Options, one, partial=True) for one in given]
    return [chosen for chosen in matches if game.seats(chosen) <= MAX_PLAYERS]


def _time_decisions(game: AnyGame, chosen: object, code: str, times: list[float], pieces: list[float]) -> None:
    """Plays a deal between experts; adds the processor seconds of each decision to `times`, of each work slice to `pieces`."""
    state = _first_deal(game, chosen, code)
    agents = [players.make_player("expert", Random(seat)) for seat in range(game.seats(chosen))]
    while state.turn >= 0:
        work, took = players.think_in_slices(agents[state.turn], view(game, state, state.turn)), list[float]()
        action = None
        while action is None:
            began = time.process_time()
            try:
                next(work)
            except StopIteration as done:
                action = done.value
            took.append(time.process_time() - began)
        times.append(sum(took))
        pieces += took
        game.apply(state, action)


def _percentile_99(seconds: list[float]) -> float:
    """Returns the 99th percentile."""
    return sorted(seconds)[math.ceil(len(seconds) * 0.99) - 1]


MEASUREMENTS: Final[dict[str, Callable[[bool], None]]] = {
    "start-up": measure_start_up,
    "frames": measure_frames,
    "reviews": measure_reviews,
    "hands": measure_hands,
    "search": measure_searches,
    "moves": measure_decisions,
}


if __name__ == "__main__":
    sys.exit(arguments.run_reporting_errors(PROGRAM, lambda: main(sys.argv[1:])))
