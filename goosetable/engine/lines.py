"""The lines of a record as values, read strictly and written plainly: one JSON object a line, each of one known kind.

Reading knows nothing of any game: whether a deal or an action is right is for `replay` to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from goosetable.engine.event import Points

VERSION: Final = 1
LONGEST: Final = 65_536
"""No line of a game is nearly this long, in bytes; a longer one is refused before it is read."""
DEEPEST: Final = 16
MOST_DIGITS: Final = 1000


class RecordError(Exception):
    """What is wrong with a record, in a sentence, and at which line, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"{line}: {reason}")
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a name, and `human`, a level, or `module:Class`."""

    name: str
    player: str


@dataclass(frozen=True)
class Header:
    """The first line of a game."""

    game: str
    options: dict[str, object]
    code: str | None
    chairs: tuple[Chair, ...]
    app: str | None = None
    started: str | None = None


@dataclass(frozen=True)
class DealLine:
    """A deal begins; `cards` holds the hands and whatever else a deal of the game has, as the record writes it."""

    number: int
    dealer: int
    cards: dict[str, object]


@dataclass(frozen=True)
class ActionLine:
    """A seat does something."""

    seat: int
    do: str
    aids: tuple[str, ...] = ()
    """What the person had help from before, such as "hint"; nothing follows from it."""


@dataclass(frozen=True)
class UndoLine:
    """The last `count` actions still in force are taken back."""

    count: int


@dataclass(frozen=True)
class ScoreLine:
    """Points of a deal, and the running totals."""

    points: tuple[Points, ...]
    totals: tuple[Points, ...]


@dataclass(frozen=True)
class EndLine:
    """The end of a game; `extras` is what else a game says, such as the geese by seat."""

    winners: tuple[int, ...]
    totals: tuple[Points, ...]
    extras: dict[str, object]


Line = Header | DealLine | ActionLine | UndoLine | ScoreLine | EndLine

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_DEAL_KEYS: Final = ("hands", "hands2", "turned", "stock", "trump")


# ---------------------------------------------------------------------- bytes to lines


def split(content: bytes) -> tuple[list[tuple[int, bytes]], int]:
    """The numbered lines of a file, and how many bytes of it are whole: less where a torn last line is dropped."""
    pieces = content.split(b"\n")
    last = pieces.pop()
    lines = [(number, piece.removesuffix(b"\r")) for number, piece in enumerate(pieces, 1)]
    whole = len(content) - len(last)
    if last and not _torn(last):
        lines.append((len(pieces) + 1, last))
        whole = len(content)
    return lines, whole


def _torn(last: bytes) -> bool:
    try:
        _ANY_JSON.decode(last.decode("utf-8"))
    except ValueError:
        return True
    except RecursionError:
        # Too deep to be read, and torn if it was never closed.
        return last.count(b"[") + last.count(b"{") != last.count(b"]") + last.count(b"}")
    return False


def read(content: bytes) -> Iterator[tuple[int, Line]]:
    """The lines of a record with their numbers, lazily; raises RecordError at the first that is malformed."""
    if content.startswith(b"\xef\xbb\xbf"):
        raise RecordError(1, "the file begins with a byte order mark")
    for number, piece in split(content)[0]:
        yield number, read_line(piece, number)


def read_line(piece: bytes, number: int = 1) -> Line:
    """One line; raises RecordError."""
    if len(piece) > LONGEST:
        raise RecordError(number, f"the line is absurdly long: {len(piece)} bytes")
    if not piece.strip():
        raise RecordError(number, "the line is blank")
    try:
        found = _DECODER.decode(piece.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(number, "the line is not UTF-8 text") from None
    except RecursionError:
        raise RecordError(number, "the line is absurdly deep") from None
    except _NotAllowed as refused:
        raise RecordError(number, str(refused)) from None
    except ValueError:
        raise RecordError(number, "the line is not JSON") from None
    if not isinstance(found, dict):
        raise RecordError(number, "the line is not a JSON object")
    if piece.count(b"[") + piece.count(b"{") > DEEPEST and _depth(found) > DEEPEST:
        raise RecordError(number, "the line is absurdly deep")
    kinds = [key for key in _READERS if key in found]
    if len(kinds) != 1:
        said = f"two kinds at once, {kinds[0]!r} and {kinds[1]!r}" if kinds else "no kind that is known"
        raise RecordError(number, f"the line is of {said}")
    try:
        return _READERS[kinds[0]](found)
    except ValueError as wrong:
        raise RecordError(number, str(wrong)) from None


class _NotAllowed(ValueError):
    """JSON that Python would take, and a record does not."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _NotAllowed(f"the key {key!r} is there twice")
            seen.add(key)
    return found


def _constant(name: str) -> object:
    raise _NotAllowed(f"{name} is not a number")


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise _NotAllowed(f"a number is absurdly large: it has {len(digits)} digits")
    return int(digits)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_integer)
_ANY_JSON: Final = json.JSONDecoder(parse_int=len)
"""Reads what is JSON at all: also a number of so many digits that Python refuses to convert it."""


def _depth(value: object) -> int:
    deepest, level = 0, [value]
    while level:
        deepest += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return deepest


# ---------------------------------------------------------------------- objects to lines


def _header(found: dict[str, Any]) -> Header:
    if type(found["goosetable"]) is not int or found["goosetable"] != VERSION:
        raise ValueError(f"this record is of version {found['goosetable']!r}, and only {VERSION} is known")
    options = _need(found, "options", dict, "an object")
    seats = _need(found, "seats", list, "a list")
    chairs = tuple(_chair(number, seat) for number, seat in enumerate(seats))
    if "code" not in found:
        raise ValueError("the code is missing")
    code = found["code"]
    if code is not None and not isinstance(code, str):
        raise ValueError("the code must be text or null")
    for key in ("app", "started"):
        if key in found and not isinstance(found[key], str):
            raise ValueError(f"{key!r} must be text")
    return Header(_need(found, "game", str, "text"), options, code, chairs, found.get("app"), found.get("started"))


def _chair(number: int, seat: object) -> Chair:
    if not isinstance(seat, dict) or not all(isinstance(seat.get(key), str) for key in ("name", "player")):
        raise ValueError(f"seat {number} needs a name and a player, both text")
    return Chair(seat["name"], seat["player"])


def _deal(found: dict[str, Any]) -> DealLine:
    cards: dict[str, object] = {key: found[key] for key in _DEAL_KEYS if key in found}
    return DealLine(_whole(found, "deal"), _whole(found, "dealer"), cards)


def _action(found: dict[str, Any]) -> ActionLine:
    aids = found.get("aids")
    kept = aids if isinstance(aids, list) and all(isinstance(aid, str) for aid in aids) else []
    return ActionLine(_whole(found, "seat"), _need(found, "do", str, "text"), tuple(kept))


def _undo(found: dict[str, Any]) -> UndoLine:
    count = _whole(found, "undo")
    if count < 1:
        raise ValueError(f"at least one action must be undone, not {count}")
    return UndoLine(count)


def _score(found: dict[str, Any]) -> ScoreLine:
    return ScoreLine(_points(found, "score"), _points(found, "total"))


def _end(found: dict[str, Any]) -> EndLine:
    end = _need(found, "end", dict, "an object")
    winners = _need(end, "winners", list, "a list")
    if not all(type(seat) is int for seat in winners):
        raise ValueError("the winners must be seats")
    extras = {key: value for key, value in end.items() if key not in ("winners", "total")}
    return EndLine(tuple(winners), _points(end, "total"), extras)


_READERS: Final[dict[str, Callable[[dict[str, Any]], Line]]] = {
    "goosetable": _header, "deal": _deal, "do": _action, "undo": _undo, "score": _score, "end": _end,
}  # fmt: skip


def _need(found: dict[str, Any], key: str, kind: type[Any], called: str) -> Any:
    if key not in found:
        raise ValueError(f"{key!r} is missing")
    if type(found[key]) is not kind:
        raise ValueError(f"{key!r} must be {called}")
    return found[key]


def _whole(found: dict[str, Any], key: str) -> int:
    return int(_need(found, key, int, "a whole number"))


def _points(found: dict[str, Any], key: str) -> tuple[Points, ...]:
    return tuple(_number(value, key) for value in _need(found, key, list, "a list"))


def _number(value: object, key: str) -> Points:
    if type(value) is int:
        return value
    if isinstance(value, str) and "/" in value:
        try:
            fraction = Fraction(value)
        except (ValueError, ZeroDivisionError):
            fraction = Fraction(0)
        if str(fraction) == value:
            return fraction
    raise ValueError(f"{json.dumps(value)} in {key!r} is not a whole number")


# ---------------------------------------------------------------------- lines to text


def write(line: Line) -> str:
    """A line as a record has it, without its line end; it can be encoded whatever the names are made of."""
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(_plain(line), ensure_ascii=False))


def _plain(line: Line) -> dict[str, Any]:
    match line:
        case Header():
            plain: dict[str, Any] = {"goosetable": VERSION, "game": line.game, "options": line.options}
            plain["code"] = line.code
            plain["seats"] = [{"name": chair.name, "player": chair.player} for chair in line.chairs]
            return plain | {key: text for key in ("app", "started") if (text := getattr(line, key)) is not None}
        case DealLine():
            return {"deal": line.number, "dealer": line.dealer, **line.cards}
        case ActionLine():
            return {"seat": line.seat, "do": line.do} | ({"aids": list(line.aids)} if line.aids else {})
        case UndoLine():
            return {"undo": line.count}
        case ScoreLine():
            return {"score": numbers(line.points), "total": numbers(line.totals)}
        case EndLine():
            return {"end": {"winners": list(line.winners), "total": numbers(line.totals), **line.extras}}


def numbers(points: tuple[Points, ...]) -> list[int | str]:
    """Points as JSON has them: whole numbers, and an exact fraction as text in lowest terms."""
    return [int(number) if number == int(number) else str(number) for number in points]
