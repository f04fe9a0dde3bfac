"""A game as the index keeps it: one line of JSON, read again only as it was written here."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, Final

from goosetable import games
from goosetable.app.storage import clean_names
from goosetable.app.storage.history.roll import Played, Stint
from goosetable.engine.record.format import Chair
from goosetable.engine.text.medals import FEATS

_FRACTION: Final = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def read(text: str | bytes) -> Played:
    """The game that was written. Raises ValueError for what nobody of us has written."""
    try:
        return _read(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError, ZeroDivisionError):
        raise ValueError("that is no game as it is written here") from None


def write(played: Played) -> str:
    """As JSON; a fraction as text."""
    told = (played.winners, played.prizes, played.feats, played.code)
    left = [[*stint[:4], str(stint.points), str(stint.laurels)] for stint in played.left]
    return json.dumps([*played[:6], list(map(str, played.points)), list(map(str, played.laurels)), *told, left])


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
