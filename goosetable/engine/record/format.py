"""The lines of a record as values. Each line is a JSON object of a known kind, and reading is strict.

Reading does not depend on the game. Only `replay` checks that a deal or an action is possible.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Final, TypeVar

from goosetable.engine.record import jsonl
from goosetable.engine.record.jsonl import RecordError as RecordError
from goosetable.engine.record.jsonl import Source
from goosetable.engine.rules.event import Points

VERSION: Final = 1
MOST_LINES: Final = 100_000
"""Greatest number of lines of one game, its header included."""
LONGEST_NAME: Final = 1000
"""Greatest number of characters of a name, and of a player's level or class."""


@dataclass(frozen=True)
class Chair:
    """The player of a seat: a name, and a kind, which is `human`, a level or `module:Class`."""

    name: str
    player: str


@dataclass(frozen=True)
class Origin:
    """The position in another game from which a practice game starts. Both games are the same up to this position."""

    deal: int
    """Number of the deal, from 1."""
    step: int
    """Number of actions of that deal that both games have in common."""


@dataclass(frozen=True)
class Header:
    """The first line of a game."""

    game: str
    options: dict[str, object]
    code: str | None
    chairs: tuple[Chair, ...]
    app: str | None = None
    started: str | None = None
    origin: Origin | None = None
    """The source of a practice game, which counts in no statistics; None in all other games."""


@dataclass(frozen=True)
class DealLine:
    """The line of a new deal. `cards`: its hands and further fields, as the record writes them."""

    number: int
    dealer: int
    cards: dict[str, object]


@dataclass(frozen=True)
class ActionLine:
    """The line of an action of a seat."""

    seat: int
    do: str
    aids: tuple[str, ...] = ()
    """Kinds of help, such as "hint", that the person used before this action. They have no effect on the game."""


@dataclass(frozen=True)
class UndoLine:
    """The line of an undo. count: number of actions that are taken back."""

    count: int


@dataclass(frozen=True)
class ScoreLine:
    """The line of a deal's score: its points, and the running totals."""

    points: tuple[Points, ...]
    totals: tuple[Points, ...]


@dataclass(frozen=True)
class EndLine:
    """The line of a game's end. `extras`: further entries, such as the geese by seat."""

    winners: tuple[int, ...]
    totals: tuple[Points, ...]
    extras: dict[str, object]


@dataclass(frozen=True)
class ChairLine:
    """The line of a change of players: a new player of a seat, from this line on."""

    seat: int
    chair: Chair


T = TypeVar("T")
Line = Header | DealLine | ActionLine | UndoLine | ChairLine | ScoreLine | EndLine

_DEAL_KEYS: Final = ("hands", "hands2", "turned", "stock", "trump")
_TIME: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")


def read_lines(source: Source) -> Iterator[tuple[int, Line]]:
    """Yields the lines of a record with their numbers. Raises RecordError at the first malformed line."""
    first = 1
    for number, piece in jsonl.numbered_lines(source):
        line = read_line(piece, number)
        if isinstance(line, Header):
            first = number
        elif number - first >= MOST_LINES:
            raise RecordError(number, f"the game has more than {MOST_LINES:,} lines")
        yield number, line


def read_line(line_bytes: bytes, number: int = 1) -> Line:
    """Parses one line of a record. Raises RecordError, with the line's number."""
    found = jsonl.read_object(line_bytes, number)
    action = len(found) == 2 and "do" in found and "seat" in found  # as nearly every line is
    kinds = ["do"] if action else [key for key in _READERS if key in found]
    if len(kinds) != 1:
        said = f"two kinds at once, {kinds[0]!r} and {kinds[1]!r}" if kinds else "no kind that is known"
        raise RecordError(number, f"the line is of {said}")
    try:
        return _READERS[kinds[0]](found)
    except ValueError as wrong:
        raise RecordError(number, str(wrong)) from None


# ---------------------------------------------------------------------- objects to lines


def _parse_header(fields: Mapping[str, object]) -> Header:
    if type(fields["goosetable"]) is not int or fields["goosetable"] != VERSION:
        raise ValueError(f"this record is of version {fields['goosetable']!r}, and only {VERSION} is known")
    options = _require_field(fields, "options", dict, "an object")
    seats = _require_field(fields, "seats", list, "a list")
    chairs = tuple(_parse_chair(number, seat) for number, seat in enumerate(seats))
    if "code" not in fields:
        raise ValueError("the code is missing")
    code = fields["code"]
    if code is not None and not isinstance(code, str):
        raise ValueError("the code must be text or null")
    app, started = (_require_field(fields, key, str, "text") if key in fields else None for key in ("app", "started"))
    if started is not None:
        check_time_format(started)
    origin = _parse_origin(_require_field(fields, "from", dict, "an object")) if "from" in fields else None
    return Header(_require_field(fields, "game", str, "text"), options, code, chairs, app, started, origin)


def _parse_origin(fields: Mapping[str, object]) -> Origin:
    deal, step = (_require_field(fields, key, int, "a whole number") for key in ("deal", "step"))
    if deal < 1 or step < 0:
        raise ValueError("'from' names a deal, from 1, and a step of it, from 0")
    return Origin(deal, step)


def _parse_chair(number: int, seat: object) -> Chair:
    if not isinstance(seat, dict) or not all(isinstance(seat.get(key), str) for key in ("name", "player")):
        raise ValueError(f"seat {number} needs a name and a player, both text")
    for key in ("name", "player"):
        if len(seat[key]) > LONGEST_NAME:
            raise ValueError(
                f"the {key} of seat {number} has {len(seat[key])} characters, and at most {LONGEST_NAME:,} are read"
            )
    return Chair(seat["name"], seat["player"])


def check_time_format(text: str) -> None:
    """Raises ValueError unless the text is an existing time in the form `2026-11-21T10:00:00Z`."""
    found = _TIME.fullmatch(text)
    if found is None or not _is_time(*(int(part) for part in found.groups())):
        raise ValueError("'started' must be a time in UTC, written like 2026-11-21T10:00:00Z")


def _is_time(year: int, month: int, day: int, hour: int, minute: int, second: int) -> bool:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60 and second < 60


def _parse_chair_line(fields: Mapping[str, object]) -> ChairLine:
    seat = _require_integer_field(fields, "chair")
    return ChairLine(seat, _parse_chair(seat, fields))


def _parse_deal(fields: Mapping[str, object]) -> DealLine:
    cards: dict[str, object] = {key: fields[key] for key in _DEAL_KEYS if key in fields}
    return DealLine(_require_integer_field(fields, "deal"), _require_integer_field(fields, "dealer"), cards)


def _parse_action(fields: Mapping[str, object]) -> ActionLine:
    aids = fields.get("aids")
    kept = aids if isinstance(aids, list) and all(isinstance(aid, str) for aid in aids) else []
    return ActionLine(_require_integer_field(fields, "seat"), _require_field(fields, "do", str, "text"), tuple(kept))


def _parse_undo(fields: Mapping[str, object]) -> UndoLine:
    count = _require_integer_field(fields, "undo")
    if count < 1:
        raise ValueError(f"at least one action must be undone, not {count}")
    return UndoLine(count)


def _parse_score(fields: Mapping[str, object]) -> ScoreLine:
    return ScoreLine(_parse_points_of_seats(fields, "score"), _parse_points_of_seats(fields, "total"))


def _parse_end(fields: Mapping[str, object]) -> EndLine:
    end = _require_field(fields, "end", dict, "an object")
    winners = _require_field(end, "winners", list, "a list")
    if not all(type(seat) is int for seat in winners):
        raise ValueError("the winners must be seats")
    extras = {key: value for key, value in end.items() if key not in ("winners", "total")}
    return EndLine(tuple(winners), _parse_points_of_seats(end, "total"), extras)


_READERS: Final[dict[str, Callable[[Mapping[str, object]], Line]]] = {
    "goosetable": _parse_header, "deal": _parse_deal, "do": _parse_action, "undo": _parse_undo,
    "chair": _parse_chair_line, "score": _parse_score, "end": _parse_end,
}  # fmt: skip


def _require_field(fields: Mapping[str, object], key: str, kind: type[T], kind_name: str) -> T:
    if key not in fields:
        raise ValueError(f"{key!r} is missing")
    value = fields[key]
    if not isinstance(value, kind) or type(value) is not kind:
        raise ValueError(f"{key!r} must be {kind_name}")
    return value


def _require_integer_field(fields: Mapping[str, object], key: str) -> int:
    return _require_field(fields, key, int, "a whole number")


def _parse_points_of_seats(fields: Mapping[str, object], key: str) -> tuple[Points, ...]:
    return tuple(_parse_points(value, key) for value in _require_field(fields, key, list, "a list"))


def _parse_points(value: object, key: str) -> Points:
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


def line_as_text(line: Line) -> str:
    """Returns a line of a record as text, without its line break. Lone surrogates, not allowed in a record, become U+FFFD."""
    return jsonl.LONE_SURROGATE.sub("\ufffd", json.dumps(_line_as_json(line), ensure_ascii=False))


def _line_as_json(line: Line) -> dict[str, object]:
    match line:
        case Header():
            plain: dict[str, object] = {"goosetable": VERSION, "game": line.game, "options": line.options}
            plain["code"] = line.code
            plain["seats"] = [{"name": chair.name, "player": chair.player} for chair in line.chairs]
            plain |= {key: text for key in ("app", "started") if (text := getattr(line, key)) is not None}
            return plain | ({} if line.origin is None else {"from": asdict(line.origin)})
        case DealLine():
            return {"deal": line.number, "dealer": line.dealer, **line.cards}
        case ActionLine():
            return {"seat": line.seat, "do": line.do} | ({"aids": list(line.aids)} if line.aids else {})
        case UndoLine():
            return {"undo": line.count}
        case ChairLine():
            return {"chair": line.seat, "name": line.chair.name, "player": line.chair.player}
        case ScoreLine():
            return {"score": points_as_json(line.points), "total": points_as_json(line.totals)}
        case EndLine():
            return {"end": {"winners": list(line.winners), "total": points_as_json(line.totals), **line.extras}}


def points_as_json(points: tuple[Points, ...]) -> list[int | str]:
    """Returns points as JSON values: whole numbers, or an exact fraction as text in lowest terms."""
    return [int(number) if number == int(number) else str(number) for number in points]
