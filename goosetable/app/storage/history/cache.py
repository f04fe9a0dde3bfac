"""What was found in records, kept beside them by the digest of each record's content, so that it need not be found again.

A line for each record; whatever is wrong with the file, all is found anew.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from goosetable import __version__, files, games
from goosetable.app.storage import atomic_files, clean_names
from goosetable.app.storage.history.roll import Played, Stint
from goosetable.engine.record.format import Chair
from goosetable.engine.text.medals import FEATS

EDITION: Final = f"3 {__version__}"
"""What is kept was found by this program; another one looks for itself."""
LARGEST: Final = 32 << 20
"""Bytes of the file."""
PIECE: Final = 20
"""Records that make one piece of work of keeping."""
_DIGEST: Final = 64
_FRACTION: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def kept(path: Path) -> dict[str, bytes]:
    """The lines of what was found before, by the digest of the record; nothing where the file is not as it was written."""
    atomic_files.sweep(path, [path.with_suffix(".tmp").name])
    try:
        first, _, rest = files.content(path, LARGEST).partition(b"\n")
    except (OSError, ValueError):
        return {}
    if first != _seal(rest):
        return {}
    return {line[:_DIGEST].decode("ascii", "replace"): line[_DIGEST + 1 :] for line in rest.splitlines()}


def read(line: bytes) -> list[Played] | None:
    """The games of a record as they were found; None for what nobody of us has written."""
    try:
        return [_read(game) for game in json.loads(line)] or None
    except (ValueError, TypeError, KeyError, RecursionError, ZeroDivisionError):
        return None


def keep(path: Path, found: Mapping[str, Sequence[Played]]) -> Iterator[None]:
    """Keeps what was found, a piece at a time; where that cannot be done, all is read again another time."""
    lines = []
    for number, (digest, played) in enumerate(found.items()):
        lines.append(f"{digest} {json.dumps([_written(game) for game in played])}\n".encode())
        if number % PIECE == 0:
            yield
    rest = b"".join(lines)
    if len(rest) < LARGEST - 1000:
        with contextlib.suppress(OSError, ValueError):
            atomic_files.put(path, _seal(rest) + b"\n" + rest)


def _seal(rest: bytes) -> bytes:
    return json.dumps({"edition": EDITION, "seal": sha256(rest).hexdigest()}).encode()


def _written(played: Played) -> list[Any]:
    """As JSON; a fraction as text."""
    told = (played.winners, played.prizes, played.feats, played.code)
    left = [[*stint[:4], str(stint.points), str(stint.laurels)] for stint in played.left]
    return [*played[:6], list(map(str, played.points)), list(map(str, played.laurels)), *told, left]


def _fraction(text: str) -> Fraction:
    """Raises ValueError, and TypeError where that is no text."""
    if not _FRACTION.fullmatch(text):
        raise ValueError("that is no fraction")
    return Fraction(text)


def _read(game: list[Any]) -> Played:
    """Raises ValueError, TypeError and others where that is no game as it is written here."""
    mark, name, started, chairs, ended, deals, points, laurels, winners, prizes, feats, code, left = game
    found = Played(
        mark, name, started, tuple((who, player) for who, player in chairs), ended, deals,
        tuple(map(_fraction, points)), tuple(map(_fraction, laurels)), tuple(winners), tuple(prizes),
        tuple(map(tuple, feats)), code,
        tuple(Stint(seat, who, player, count, _fraction(own), _fraction(best)) for seat, who, player, count, own, best in left),
    )  # fmt: skip
    games.find(name)
    seats = range(len(found.chairs))
    texts = [mark, name, started, code, *(text for chair in found.chairs for text in chair), *(one.name for one in found.left)]
    numbers = [deals, *winners, *prizes, *(number for one in found.left for number in (one.seat, one.deals))]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a text is none")
    if not all(type(number) is int and abs(number) < 2**31 for number in numbers):
        raise ValueError("a number is none")
    if not all(feat in FEATS for own in found.feats for feat in own) or len(feats) not in (0, len(seats)):
        raise ValueError("a feat is none")
    told = {*winners, *(one.seat for one in found.left)}
    if {len(points), len(laurels), len(prizes)} != {len(seats)} or not told <= set(seats):
        raise ValueError("there are more or fewer seats than that")
    chairs = tuple(Chair(*chair) for chair in found.chairs)
    if clean_names.seated(chairs) != chairs or any(clean_names.person(one.name) != one.name for one in found.left):
        raise ValueError("a name is not in its clean form")
    if any(clean_names.player(one.player) != one.player for one in found.left) or not isinstance(ended, bool):
        raise ValueError("a player is not in its clean form")
    return found
