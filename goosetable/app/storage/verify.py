"""Proof of fair play: the running record replayed line by line, and the report that says everything about a game."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from dataclasses import fields
from typing import NamedTuple

import pygame

from goosetable import __version__, games
from goosetable.app.storage import characters
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.app.storage.settings import Settings, text_of
from goosetable.engine.record import jsonl, seed
from goosetable.engine.record.format import ActionLine, DealLine, Header, RecordError
from goosetable.engine.record.replay import replay
from goosetable.engine.words.clean import clean
from goosetable.engine.words.phrases import count

LINES_A_PIECE = 20
PRIVATE = ("name", "people", "counted_from", "last_table", "extra")
TOLD = frozenset(field.name for field in fields(Settings)) - frozenset(PRIVATE)
"""The settings that a report tells: no names, and nothing that this version does not know."""


class Finding(NamedTuple):
    """The result of a check. sentence: for the person. part: how much of the record has been followed, 0..1."""

    sentence: str
    right: bool
    part: float = 1.0
    done: bool = True


def check(content: bytes, shown: str = "") -> Iterator[Finding]:
    """Follows a record as `goosetable check` does, a few lines at a time; the last finding is the answer.

    shown: the seal that stands over the answer, in groups; the code of the last game has to fit it. Empty where there is none.
    """
    whole = max(1, content.count(b"\n"))
    deals = actions = number = 0
    coded, seal = True, ""
    try:
        for number, line, session in replay(content, games.find):
            deals += isinstance(line, DealLine)
            actions += isinstance(line, ActionLine)
            if isinstance(line, Header):
                coded &= session.code is not None
                seal = "" if session.code is None else seed.grouped(seed.commitment(session.code))
            if number % LINES_A_PIECE == 0:
                yield Finding("Checking …", True, min(1.0, number / whole), done=False)
    except RecordError as wrong:
        yield Finding(f"Line {wrong.line} cannot be right: {clean(wrong.reason, SENTENCE)}.", False)
        return
    if not number:
        yield Finding("Nothing has been written down yet.", False)
        return
    if shown and seal != shown:
        yield Finding("The cards are those of another code: it does not fit the seal above.", False)
        return
    sealed = ""
    if coded and deals:
        sealed = " Every card fits the seal above." if shown else " Every card came from the code of the game."
    yield Finding(f"All is right: {count(deals, 'deal')} and {count(actions, 'action')} by the rules.{sealed}", True)


def report(content: bytes, settings: Settings) -> str:
    """Everything needed to look into a fault: versions, settings, and the record as it stands."""
    versions = {
        "goosetable": __version__,
        "python": platform.python_version(),
        "pygame-ce": pygame.version.ver,
        "sdl": ".".join(str(part) for part in pygame.get_sdl_version()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "video": pygame.display.get_driver() if pygame.display.get_init() else "none",
    }
    told = {key: value for key, value in json.loads(text_of(settings)).items() if key in TOLD}
    written = [line.decode("utf-8", "replace") for line in jsonl.unmarked(content).splitlines() if line.strip()]
    return "\n".join(
        ["goosetable report", json.dumps(versions), json.dumps(told, ensure_ascii=False), *map(_nameless, written), ""]
    )


def _nameless(line: str) -> str:
    """A line of a record with the number of the seat instead of each name that is no character's.

    >>> _nameless('{"chair": 1, "name": "Anna", "player": "human"}'), _nameless('{"seat": 0, "do": "play 7D"}')
    ('{"chair": 1, "name": "Seat 2", "player": "human"}', '{"seat": 0, "do": "play 7D"}')
    """
    try:
        found = json.loads(line)
        chairs = found.get("seats", [found] if "chair" in found else [])
        for seat, chair in enumerate(chairs):
            if not characters.find(chair["name"]):
                chair["name"] = f"Seat {found.get('chair', seat) + 1}"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "(a line that cannot be read)"
    return json.dumps(found, ensure_ascii=False) if chairs else line
