"""Small archives of records for the tests of statistics: games played at random, with whoever is wanted at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from goosetable.engine.record.format import Chair, Line
from goosetable.engine.record.session import Session
from tests.games.playing import CODE, Variant, find, header, record, steps

QUICK = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options(target=50))
"""A game of few deals."""
Company = Sequence[tuple[str, str]]


def played(
    chairs: Company, seed: int, started: str = "", deals: int = 60, variant: Variant = QUICK, code: str | None = CODE
) -> tuple[Session, str]:
    """A game played at random and its record; broken off after so many deals."""
    written: list[Line] = []
    head = replace(header(variant, code), chairs=tuple(Chair(*chair) for chair in chairs), started=started or None)
    session = Session(variant.game, head, written.append)
    for _ in steps(session, Random(seed), deals):
        pass
    return session, record(written)


def put(folder: Path, name: str, *texts: str) -> Path:
    """Writes a file of one table into the archive of a data folder."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    path = folder / "games" / f"{name}.goose"
    path.write_text("".join(texts), encoding="utf-8")
    return path
