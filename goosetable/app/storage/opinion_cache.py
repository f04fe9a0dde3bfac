"""A cache of opinions on decisions, and of the worth of hands: one file for each deal, whose name is the digest of the deal.

A file that is damaged, foreign or of another version counts as missing, and is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goosetable import integrity
from goosetable.review import luck
from goosetable.review.deal_review import cache_header, opinion_line
from goosetable.review.deal_review import read_opinions as opinions_in
from goosetable.review.evaluate import Adviser
from goosetable.review.luck import HandWorths
from goosetable.review.opinion import Opinion

LARGEST: Final = 4 << 20
"""Size of the largest file that is read, in bytes."""


LOOKED_AT: Final = 40
"""Number of files, of all games, that are searched for the last reviewed deals of one game."""


def read_opinions(folder: Path, digest: str, adviser: Adviser) -> dict[int, Opinion]:
    """Returns the cached opinions on the decisions of a deal, by index of the action; empty if there is no usable file."""
    try:
        content = integrity.read_file(folder / f"{digest}.review", LARGEST)
    except (OSError, ValueError):
        return {}
    return {place: opinion for (deal, place), opinion in opinions_in(content, adviser).items() if deal == digest}


def latest_opinions(folder: Path, exclude: str, adviser: Adviser) -> Iterator[list[Opinion]]:
    """Yields the cached opinions on each of the last reviewed deals, the latest first.

    exclude: the digest of a deal to leave out. For a file that cannot be read, yields an empty list.
    """
    try:
        files = [(path.stat().st_mtime, path.name, path) for path in folder.glob("*.review") if path.stem != exclude]
    except OSError:
        return
    for *_, path in sorted(files, reverse=True)[:LOOKED_AT]:
        yield list(read_opinions(folder, path.stem, adviser).values())


def write_opinions(folder: Path, digest: str, adviser: Adviser, opinions: Mapping[int, Opinion]) -> None:
    """Adds opinions on a deal to those in its file, because two pages may evaluate the same deal.

    If that fails, leaves the file unchanged, and raises OSError.
    """
    known = read_opinions(folder, digest, adviser) | dict(opinions)
    lines = [cache_header(adviser), *(opinion_line(digest, place, known[place]) for place in sorted(known))]
    integrity.replace_file(folder / f"{digest}.review", "".join([f"{line}\n" for line in lines]).encode())


def read_worth(folder: Path, digest: str, seats: int) -> HandWorths | None:
    """Returns the cached worth of the hands of a deal; None if there is no usable file. digest: from `luck.worth_digest`."""
    try:
        return luck.parse_worth(integrity.read_file(folder / f"{digest}.luck", LARGEST), seats)
    except (OSError, ValueError):
        return None


def write_worth(folder: Path, digest: str, worth: HandWorths) -> None:
    """Writes the worth of a deal's hands. Raises OSError."""
    integrity.replace_file(folder / f"{digest}.luck", f"{luck.worth_as_json(worth)}\n".encode())
