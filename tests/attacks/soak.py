"""A person at the window: evenings of posted events, and thousands of deals in one program, which must not grow."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import pygame

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.cast import HUMAN
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.options import options_of
from tests.app.evening import Evening, Plan
from tests.app.watching import Watch
from tests.attacks import crowd
from tests.attacks.counting import FAULTS, Count, Outcome
from tests.attacks.crowd import Job
from tests.attacks.programs import Teller
from tests.attacks.trying import fresh_folder

PLAYERS = ("random", "random", "random", "greedy")
"""Who sits in the empty chairs: those who hardly think."""
PIECES = 6
"""Pieces of thinking in a turn of the loop, at most."""
WINDOW = 5
"""Of so many tables of a soak one is played at the window; at the others the acts are the same, and nobody looks."""
PLANS = 40
"""Deals of an evening that nobody ends."""


class Blind(Watch):
    """A watch that sees nothing: these evenings are not about secrets."""

    def __init__(self) -> None:
        super().__init__()

    def attend(self, program: Any) -> None:
        """Whoever attends is alone."""

    def before(self) -> None:
        """Nothing is looked at."""

    def look(self, program: Any) -> None:
        """Nothing is looked at."""


class OneProgram(Evening):
    """An evening in which the program is never left: who would start it again leaves the table and comes back."""

    def __init__(self, folder: Path, seed: str, odd: float) -> None:
        self.slowest = 0.0
        """Seconds of work that a turn of the loop has taken at most."""
        super().__init__(folder, seed, Blind(), odd)
        lay = self.program.matches.begin_table

        def lay_lightly(game: Any, options: Any, chairs: Sequence[Chair], code: str | None = None) -> Match:
            who = [chair if chair.player == HUMAN else replace(chair, player=self.chance.choice(PLAYERS)) for chair in chairs]
            return lay(game, options, who, code)

        self.program.matches.begin_table = lay_lightly  # type: ignore[method-assign]

    def step(self, seconds: float = 0.1, think: int = 0) -> None:
        began = time.process_time()
        super().step(seconds, min(think, PIECES))
        self.slowest = max(self.slowest, time.process_time() - began)

    def restart(self) -> None:
        """Leaves the table."""
        if not isinstance(self.top, TitleScene):
            self.leave()

    def size(self) -> None:
        """The window stays as large as it is: what the program holds depends on that."""

    def play_unseen(self, plan: Plan) -> None:
        """A table of the same program, without its pictures."""
        options = plan.game.Options()
        if plan.seats != plan.game.seats(options):
            options = replace(options, players=plan.seats)
        names = ("You", "Vesper", "Dorothea", "Minim", "Pip", "Saffron", "Quill", "Jet")
        chairs = [Chair(name, "random" if seat else HUMAN) for seat, name in enumerate(names[: plan.seats])]
        match = self.program.matches.begin_table(plan.game, options, chairs)
        deals = 0
        while deals < plan.deals:
            match match.session.due_step:
                case "deal":
                    match.deal()
                case "act":
                    match.act(self.chance.choice(list(match.session.legal())))
                case "score":
                    match.score_deal()
                    deals += 1
                case _:
                    self.program.matches.begin_next_game(match)
        match.close()
        self.top.on_resume(None)  # the title looks again at what there is
        self.count["deals"] += deals
        self.count["tables nobody looked at"] += 1

    def look_at_statistics(self) -> None:
        """From the title to the statistics, until everything is read, and back."""
        self.use("Statistics")
        self.program.finish()
        self.key(pygame.K_ESCAPE)
        self.step()

    def change_settings(self) -> None:
        """Black and white and large print, by one key, and back again."""
        self.key(pygame.K_c)
        self.key(pygame.K_c)


def seats(game: Any) -> tuple[int, ...]:
    """With how many a game can be played."""
    found = next((rule for rule in options_of(game.Options) if rule.key == "players"), None)
    counts = tuple(choice.value for choice in found.choices) if found else (game.seats(game.Options()),)
    return tuple(count for count in counts if isinstance(count, int))


def plans(chance: Random, deals: int) -> Iterator[Plan]:
    """Tables for that many deals, of every game in turn, with one person at each."""
    while deals > 0:
        for game in games.SHELF:
            stays = min(deals, chance.randint(1, 6))
            if stays:
                deals -= stays
                yield Plan(game, chance.choice(seats(game)[:3]), 1, stays)


def evening(folder: Path, seed: str, tell: Teller) -> None:
    """A program with its window: goes on where there is a game, and lays tables until it is killed."""
    chance = Random(seed)
    change = Context.change_settings

    def changed(context: Context, **changes: Any) -> None:
        change(context, **changes)
        if not context.unwritable:
            tell(table=None if context.settings.last_table is None else dict(context.settings.last_table))

    with patch.object(Context, "change_settings", changed):
        spend(folder, seed, tell, chance)


def spend(folder: Path, seed: str, tell: Teller, chance: Random) -> None:
    """The evening."""
    found = OneProgram(folder, seed, 0.05)
    running = found.top.running
    tell(going_on=running is not None, running=None if running is None else str(running.header.code))
    if running is not None:
        found.use(found.top.prime.label)
        found.stay(1)
        found.leave()
    for plan in plans(chance, PLANS):
        tell(doing=f"a table of {plan.game.title}")
        found.lay(plan)
        found.stay(plan.deals)
        found.leave()
        if chance.random() < 0.3:
            tell(doing="statistics and settings")
            found.look_at_statistics()
            found.change_settings()
    found.program.close()


class Size(NamedTuple):
    """What the program holds."""

    memory: int
    """Bytes that are resident."""
    files: int
    """Open file descriptors that are no fonts."""
    fonts: int
    """Open fonts: one for each size that has been drawn, as long as it is kept."""


def size() -> Size:
    """What this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    held = []
    for number in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the one by which they are listed is closed by now
            held.append(number.readlink().name)
    fonts = sum(path.endswith((".ttf", ".otf")) for path in held)
    return Size(pages * os.sysconf("SC_PAGE_SIZE"), len(held) - fonts, fonts)


def soak(folder: Path, job: Mapping[str, Any], tell: Teller) -> None:
    """So many deals in one program; tells after every tenth part of them what the program holds."""
    deals = int(job["times"])
    found = OneProgram(folder, job["seed"], 0.01)
    for _ in found.program.loop._later:
        pass  # what opens after the first frame, such as the watch for controllers, would be counted later on a busy machine
    each, told = max(1, deals // 10), 0
    for number, plan in enumerate(plans(found.chance, deals)):
        tell(doing=f"deal {found.count['deals']}, {plan.game.title}, after {list(found.trail)[-6:]}")
        if number % WINDOW:
            found.play_unseen(plan)
        else:
            found.lay(plan)
            found.stay(plan.deals)
            found.leave()
        for _ in range(8):
            found.program.loop.do_idle_work()
        if number % 6 == 0:
            found.look_at_statistics()
        if number % 17 == 0:
            found.change_settings()
        if found.count["deals"] >= (told + 1) * each:
            told = found.count["deals"] // each
            found.program.finish()  # while the records are read, their index is open
            tell(**{f"deal {told * each}": size()})
        tell(slowest=round(found.slowest, 3))
    tell(done=dict(found.count))
    found.program.close()


GROWN = "times grown"
LONG = 1000
"""Deals from which on memory is compared: before, pictures are still being drawn for the first time."""
WARM = 200
"""Deals after which every picture has been drawn once."""
MORE = 1.10
"""Factor by which resident memory may have grown since then."""
FONTS = 200
"""Fonts that may be open at any time."""
LIMIT = 7200.0
"""Seconds after which the program is taken for hanging."""


def run(times: int, seed: str) -> Outcome:
    """So many deals."""
    count = Count("soak", (*FAULTS, GROWN))
    if sys.platform != "linux":
        count.skipped = "what a program holds is read from /proc, which this system does not have"
        return count.outcome()
    with fresh_folder() as folder:
        result = crowd.one(Job("soak", folder, seed, times=times, limit=LIMIT))
        crowd.look_at(count, seed, result)
        count.attempt("deals", int(result.told.get("done", {}).get("deals", 0)))
        for what, often in sorted(result.told.get("done", {}).items()):
            if what != "deals":
                count.figure(f"{what}: {often:,}")
        compare(count, seed, {int(key[5:]): told for key, told in result.told.items() if key.startswith("deal ")}, folder)
    return count.outcome()


def compare(count: Count, seed: str, sizes: dict[int, list[int]], folder: Path) -> None:
    """What the program held after each tenth of the deals."""
    for deal, (memory, files, fonts) in sizes.items():
        count.figure(f"after deal {deal:,}: {memory / 1e6:.1f} MB resident, {files} open files and {fonts} open fonts")
    count.figure(f"{len(list(folder.rglob('*.goose')))} records")
    if not sizes:
        return
    base = min((deal for deal in sizes if deal >= WARM), default=min(sizes))
    (first, files, _), (last, files_last, _) = sizes[base], sizes[max(sizes)]
    count.figure(f"memory grew by {last / first - 1:+.1%} since deal {base:,}")
    if max(sizes) >= LONG and last > first * MORE:
        count.fault(GROWN, f"{seed}: resident memory grew by {last / first - 1:.1%}")
    if files_last > files:
        count.fault(GROWN, f"{seed}: {files_last} files are open besides fonts, and {files} were")
    if max(fonts for _, _, fonts in sizes.values()) > FONTS:
        count.fault(GROWN, f"{seed}: more than {FONTS} fonts are open")
