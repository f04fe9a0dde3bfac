"""The clock of the computer jumps between the starts of the program: every start works, games bear its time, nothing is lost.

What was deleted must not go at once because the clock was wrong when it was deleted, or is wrong now.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Final

import pygame

from goosetable.app.scenes.table.scene import TableScene
from tests.attacks.counting import Count, Outcome
from tests.attacks.house import NOON, UNREACHED, WRONGLY, House, each_folder, kept, lost, mark, record, records

DAY: Final = 86_400
TIMES: Final = {
    "the first second of 1970": 0.0, "the second day of 1970": float(DAY), "the end of 1979": 315_532_799.0,
    "a year ago": NOON - 365 * DAY, "forty days ago": NOON - 40 * DAY, "yesterday": NOON - DAY, "the second before": NOON - 1,
    "now": NOON, "the same second": NOON, "in half a second": NOON + 0.5, "the second before midnight": NOON + DAY / 2 - 1,
    "midnight": NOON + DAY / 2, "tomorrow": NOON + DAY, "in forty days": NOON + 40 * DAY, "a leap day": 1_835_400_000.0,
    "the last second of 31 bits": 2.0**31 - 1, "the first one beyond": 2.0**31, "the end of 32 bits": 2.0**32 - 1,
    "2223": 7_983_792_000.0, "the last day but one of 9999": 253_402_300_799.0 - DAY,
}  # fmt: skip
"""Seconds since 1970 that a start may have for its time. Systems keep no time before 1970, and no zone of the world may have a
year of five digits."""
STARTS: Final = 6


def run(times: int, seed: str) -> Outcome:
    """times: data folders, each of which sees STARTS starts of the program."""
    return each_folder("clock", "folders", times, seed, _folder)


def _folder(count: Count, folder: Path, name: str) -> None:
    chance = Random(name)
    (folder / "games").mkdir(parents=True)
    for number in chance.sample(range(40), 2):
        (folder / "games" / f"{number}.goose").write_bytes(record(number, chance.choice((1, 60))))
    had = {content for _, content in records(folder / "games")}
    moments = chance.choices(list(TIMES), k=STARTS)
    house = House(folder, name, count, TIMES[moments[0]])
    try:
        for moment in moments:
            house.again(TIMES[moment])
            house.trail.append(moment)
            count.sums["starts"] += 1
            _use(house, chance, moment)
            house.leave()
            had |= {content for _, content in records(folder / "games", folder / "running.goose")}
            house.compare(f"at {moment}", kept(folder))
            lost(count, f"{house.where}: at {moment}", folder, had)
    finally:
        house.close()


def _use(house: House, chance: Random, moment: str) -> None:
    """One of the things that ask what time it is."""
    match chance.choice(("a game", "the deal of the day", "delete", "bring back", "go on")):
        case "a game":
            _deal(house, chance, moment, "Goose")
        case "the deal of the day":
            _deal(house, chance, moment, "Deal of the day")
        case "delete":
            page = house.all_games()
            if page is not None and page.list.games:
                house.choose(chance)
                house.press(pygame.K_DELETE)
        case "bring back":
            page = house.all_games()
            if page is not None and house.use("End", "Deleted") and page.list.games:
                chosen = set(house.choose(None))
                house.use("Bring back")
                if not chosen <= kept(house.folder):
                    house.count.fault(WRONGLY, f"{house.where}: not brought back: {sorted(chosen - kept(house.folder))}")
        case _:
            page = house.all_games()
            if page is not None and any(one.label == "Go on" for one in house.controls()):
                house.use("Go on")
                house.play(5, chance)


def _deal(house: House, chance: Random, moment: str, what: str) -> None:
    """A table is laid and played at; its record bears the second of the clock."""
    if not house.use(what):
        return
    if not isinstance(house.top, TableScene) and not house.use("Deal"):
        return
    house.play(8, chance)
    running = house.folder / "running.goose"
    wanted = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(house.now))
    if not isinstance(house.top, TableScene):
        house.count.fault(UNREACHED, f"{house.where}: a table; it is {type(house.top).__name__}")
    elif not running.is_file() or wanted not in mark(running.read_bytes()):
        said = mark(running.read_bytes()) if running.is_file() else "no record"
        house.count.fault(WRONGLY, f"{house.where}: at {moment} a game began at {wanted}; its record says {said}")
