"""Cache of opinions, and of the worth of hands: a file a deal beside the records, called by its digest, so that it is found
wherever its record lies.

A file that is damaged, foreign or of another program counts as none: it is computed anew and written in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from goosetable import integrity
from goosetable.review import luck
from goosetable.review.deal_review import cache_header, opinion_line
from goosetable.review.deal_review import read_opinions as opinions_in
from goosetable.review.evaluate import Adviser
from goosetable.review.luck import Worth
from goosetable.review.opinion import Opinion

LARGEST: Final = 4 << 20
"""Bytes of a file that is read."""


def read_opinions(folder: Path, digest: str, adviser: Adviser) -> dict[int, Opinion]:
    """The opinions of a deal that were kept, by step; none where there are none that can be used."""
    try:
        content = integrity.content(folder / f"{digest}.review", LARGEST)
    except (OSError, ValueError):
        return {}
    return {place: opinion for (deal, place), opinion in opinions_in(content, adviser).items() if deal == digest}


def write_opinions(folder: Path, digest: str, adviser: Adviser, opinions: Mapping[int, Opinion]) -> None:
    """Keeps the opinions of a deal so far, in place of those before. Raises OSError, and then the file is as it was."""
    lines = [cache_header(adviser), *(opinion_line(digest, place, opinions[place]) for place in sorted(opinions))]
    integrity.write_whole(folder / f"{digest}.review", "".join([f"{line}\n" for line in lines]).encode())


def read_worth(folder: Path, digest: str, seats: int) -> Worth | None:
    """Reads the worth of a deal's hands by `luck.digest`; None where nothing usable was kept."""
    try:
        return luck.read(integrity.content(folder / f"{digest}.luck", LARGEST), seats)
    except (OSError, ValueError):
        return None


def write_worth(folder: Path, digest: str, worth: Worth) -> None:
    """Keeps what the hands of a deal were worth. Raises OSError."""
    integrity.write_whole(folder / f"{digest}.luck", f"{luck.write(worth)}\n".encode())
