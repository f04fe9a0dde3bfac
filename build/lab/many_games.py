"""Makes a history of many games, and measures the page of all games: `python build/lab/many_games.py DIR [--games 10000]`.

DIR is the folder of a portable program (`goosetable --portable DIR`). If it has no games, the program writes records of whole
random games, each with its own time and people. The records have no game code, so that many records can have the same actions.
The program then makes the index as the window does, and opens, scrolls and searches the page in a window without a screen. The
records depend only on the seed. The times of the window are processor times of this process.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame  # noqa: E402

from goosetable import play  # noqa: E402 - the source tree comes first
from goosetable.app.context import Context  # noqa: E402
from goosetable.app.loop import FRAME, Loop  # noqa: E402
from goosetable.app.router import Router  # noqa: E402
from goosetable.app.scenes.history.scene import AllGamesScene  # noqa: E402
from goosetable.app.scenes.statistics import StatisticsScene  # noqa: E402
from goosetable.app.storage import cast, paths, settings  # noqa: E402
from goosetable.app.storage.history.records import History  # noqa: E402
from goosetable.app.ui.window import AppWindow  # noqa: E402
from goosetable.engine.record import format  # noqa: E402
from goosetable.engine.record.format import Chair, Header, ScoreLine  # noqa: E402
from goosetable.engine.record.seed import ALPHABET, LENGTH  # noqa: E402

KINDS: Final[tuple[tuple[str, int, dict[str, object]], ...]] = (
    ("goose", 4, {"max_hand": 3, "sequence": "up-down"}), ("goose", 6, {"max_hand": 2}), ("gooseberry-fool", 3, {"target": 50}),
    ("throps", 3, {"target": 50}), ("cross-purposes", 2, {"target": 50}), ("goosed", 4, {}), ("fools-gold", 4, {}),
    ("gops", 2, {}), ("gops", 3, {"ties": "split"}),
)  # fmt: skip
GAMES_PER_KIND: Final = 12
"""Number of different games played for each entry of `KINDS`."""
PEOPLE: Final = ("Anna", "Ben", "Mia", "Otto", "Ida")
LATEST_START: Final = datetime(2026, 11, 22, 12)
"""Latest time at which a game starts. All games start within the five years before it."""


def play_random_game(game: str, seats: int, options: dict[str, object], seed: str) -> list[format.Line]:
    """Plays a random game to its end; returns the lines of its record."""
    chance = Random(seed)
    code = "".join(chance.choice(ALPHABET) for _ in range(LENGTH))
    playing = play(game, code, ["random"] * seats, seed, options)
    playing.run()
    return [line for _, line in format.read_lines(playing.record.encode())]


def make_record(course: list[format.Line], chance: Random, number: int, games: int) -> bytes:
    """Returns a record with these actions and with random people; one record in a hundred is unfinished.

    number: number of the game, from 0, which determines its time. games: number of all games.
    """
    header = course[0]
    assert isinstance(header, Header)
    company = [*chance.sample(PEOPLE, 2), *(each.name for each in chance.sample(cast.CAST, len(header.chairs)))]
    others = [Chair(name, "human" if name in PEOPLE else "easy") for name in company[chance.choice((0, 1, 2)) :]]
    chairs = (Chair("You", "human"), *others[: len(header.chairs) - 1])
    began = LATEST_START - timedelta(days=1826) * ((games - number) / games) - timedelta(minutes=chance.randrange(600))
    lines = course
    if chance.random() < 0.01:
        scored = [at for at, line in enumerate(course) if isinstance(line, ScoreLine)]
        lines = course[: chance.choice(scored) + 1] if len(scored) > 1 else course[:-2]
    first = replace(header, code=None, chairs=chairs, started=began.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return "".join(format.line_as_text(line) + "\n" for line in (first, *lines[1:])).encode()


def write_records(folder: Path, games: int, seed: str) -> Iterator[int]:
    """Writes the records; after every thousand, yields the number written so far."""
    courses = [play_random_game(*kind, f"{seed} {kind[0]} {number}") for kind in KINDS for number in range(GAMES_PER_KIND)]
    folder.mkdir(parents=True)
    for number in range(games):
        chance = Random(f"{seed} {number}")
        (folder / f"{number:05}.goose").write_bytes(make_record(chance.choice(courses), chance, number, games))
        if number % 1000 == 999:
            yield number + 1


def measure_page(folders: paths.Paths) -> None:
    """Opens the page by a click, reads all games, scrolls through the list and searches it; prints the times of each."""
    loaded = settings.load(folders.settings)
    screen = AppWindow(loaded.settings.window, size=(1280, 720))
    context = Context(folders, screen, loaded._replace(settings=replace(loaded.settings, pace="at once")))
    router = Router(context)
    before = StatisticsScene(context, has_games_button=True)
    loop = Loop(context, before, router.build_scene)
    loop.step(FRAME)
    for _ in range(20):
        loop.do_idle_work()  # with the first one the collector rests, as in the program
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=before.games.rect.center, button=1))
    began = process_time()
    loop.step(FRAME)
    page = loop.scenes.top
    assert isinstance(page, AllGamesScene)
    print(f"opens in {process_time() - began:.3f} s (0.3 at most), with {len(page.list.games):,} games")
    pieces = []
    while True:
        began = process_time()
        more = loop.scenes.run_slice()
        pieces.append(process_time() - began)
        if not more:
            break
    print(f"knows all after {sum(pieces):.2f} s; a piece takes {_spread_text(pieces)}")
    frames = []
    for key in (*[pygame.K_DOWN] * 200, *[pygame.K_PAGEDOWN] * 400, *[pygame.K_UP] * 100):
        frames.append(_time_key_press(key, loop))
    for _ in range(300):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0))
        began = process_time()
        loop.step(FRAME)
        frames.append(process_time() - began)
    print(f"scrolls: a frame takes {_spread_text(frames)} (p99 16 ms at most)")
    searches = []
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/"))
    loop.step(FRAME)
    for word in ("anna goose november", "won: 50", "2024 gops mia", "nobody knows"):
        for place in range(len(word)):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=word[place]))
            began = process_time()
            loop.step(FRAME)
            searches.append(process_time() - began)
        page.filter_bar.search.set_text("")
        loop.step(FRAME)
    print(f"searches: a letter takes {_spread_text(searches)} (50 ms at most)")
    loop.scenes.quit()
    screen.close()


def _time_key_press(key: int, loop: Loop) -> float:
    """Presses a key; returns the processor time of the next frame, in seconds."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    began = process_time()
    loop.step(FRAME)
    return process_time() - began


def _spread_text(times: list[float]) -> str:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{1000 * ordered[len(ordered) // 2]:.1f} ms in the middle, p99 {1000 * p99:.1f}, at most {1000 * ordered[-1]:.1f}"


def main() -> int:
    """Writes the records if there are none, measures the index and the page, and prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the program keeps its files")
    parser.add_argument("--games", type=int, default=10_000, help="games that are made (10,000)")
    parser.add_argument("--seed", default="many", help="what they follow from")
    called = parser.parse_args()
    folders = paths.find_paths(called.folder)
    if not folders.games.exists():
        began = perf_counter()
        for done in write_records(folders.games, called.games, called.seed):
            print(f"{done:,} games written", flush=True)
        print(f"written in {perf_counter() - began:.1f} s")
    began = perf_counter()
    history, longest, pieces = History(folders), 0.0, 0
    before = began
    while history.run_slice():
        now = perf_counter()
        longest, before, pieces = max(longest, now - before), now, pieces + 1
    ((count,),) = history.tables.db.execute("SELECT count(*) FROM games")
    print(
        f"{count:,} games, {history.damaged} damaged, {history.replayed:,} records replayed in "
        f"{perf_counter() - began:.1f} s; the longest of {pieces:,} pieces {longest * 1000:.1f} ms"
    )
    history.close()
    measure_page(folders)
    return 0


if __name__ == "__main__":
    sys.exit(main())
