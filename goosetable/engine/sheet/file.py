"""The file of a score sheet. It is JSON Lines, like a record, but with other lines; FORMAT.md of the records specifies it.

A header line is followed by a line for each answer, in order, and for each undo. Reading is strict and repeats the answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import LONGEST_NAME, MOST_LINES, check_time_format
from goosetable.engine.record.jsonl import RecordError, Source
from goosetable.engine.rules import options
from goosetable.engine.sheet.course import SheetGame
from goosetable.engine.sheet.form import AnyForm

VERSION: Final = 1
SUFFIX: Final = ".goosesheet"
KEY: Final = "goosetable sheet"
_HEAD: Final = b'{"' + KEY.encode() + b'":'
LONGEST_ANSWER: Final = 100
"""Greatest number of characters of an answer."""
MOST_ANSWERS: Final = 10_000
"""Greatest number of answers in a sheet. It suffices for 300 deals with most questions, which take a second to read."""


class SheetFile(NamedTuple):
    """A score sheet together with the facts of its file."""

    course: SheetGame
    started: str | None
    """Time at which the sheet was begun, in UTC, as in a record."""
    app: str | None = None
    """Version of the program that began the sheet."""
    header: str = ""
    """First line of a file that was read; its names and house rules, those at the beginning, identify the game."""

    @property
    def game(self) -> AnyGame:
        return self.course.game


# ---------------------------------------------------------------------- writing


def header_line(sheet: SheetFile) -> str:
    """Returns the header line, without its line break. It has every house rule and the present names."""
    course = sheet.course
    plain: dict[str, object] = {KEY: VERSION, "game": course.game.id, "options": options.options_as_json(course.options)}
    plain |= {"seats": [{"name": name} for name in course.names_at(0)], "dealer": course.first}
    return _json_line(plain | {key: text for key in ("app", "started") if (text := getattr(sheet, key)) is not None})


def file_name(sheet: SheetFile) -> str:
    """Returns the name of a sheet's file, without its suffix."""
    return f"{(sheet.started or 'undated').replace(':', '-')} {sheet.game.id}"


def answer_line(text: str) -> str:
    """Returns the line of an answer, without its line break."""
    return _json_line({"answer": text})


def undo_line(count: int = 1) -> str:
    """Returns the line that takes back the last `count` answers, without its line break."""
    return _json_line({"undo": count})


def name_line(seat: int, new_name: str, deal: int | None = None) -> str:
    """Returns the line, without its line break, that gives a seat another name.

    deal: number, from 0, of the first deal of a new person at the seat; None for a new name of the same person.
    """
    return _json_line({"name": new_name, "seat": seat} | ({} if deal is None else {"deal": deal + 1}))


def file_content(sheet: SheetFile) -> str:
    """Returns the content of a new file, without answers that were taken back."""
    course = sheet.course
    comers = [name_line(seat, course.names_at(deal)[seat], deal) for deal, seat, _ in course.left]
    return "".join([f"{line}\n" for line in (header_line(sheet), *map(answer_line, course.all_answers), *comers)])


def _json_line(plain: Mapping[str, object]) -> str:
    return jsonl.LONE_SURROGATE.sub("\ufffd", json.dumps(plain, ensure_ascii=False))


# ---------------------------------------------------------------------- reading


def is_sheet(content: bytes) -> bool:
    """Returns True if the content is that of a sheet, not of a record."""
    return jsonl.without_byte_order_mark(content).startswith(_HEAD)


def read_sheet(source: Source, find: Callable[[str], AnyGame], form_of: Callable[[AnyGame], AnyForm | None]) -> SheetFile:
    """Reads a sheet from its file; leaves out an incomplete last line. Raises RecordError, with the line number, for any fault.

    All answers are checked against the rules, except answers that were taken back. find: returns the game with an id, or raises
    ValueError. form_of: returns the form of a game.
    """
    sheet: SheetFile | None = None
    given: list[tuple[int, str]] = []  # the line of each answer, and its text
    for number, piece in jsonl.numbered_lines(source):
        if number > MOST_LINES:
            raise RecordError(number, f"the sheet has more than {MOST_LINES:,} lines")
        found = jsonl.read_object(piece, number)
        try:
            if sheet is None:
                sheet = _parse_header(found, find, form_of)._replace(header=piece.decode())
            else:
                _apply_line(sheet.course, found, number, given)
        except ValueError as wrong:
            raise RecordError(number, str(wrong)) from None
    if sheet is None:
        raise RecordError(1, "the file is empty")
    if len(given) > MOST_ANSWERS:
        raise RecordError(given[MOST_ANSWERS][0], f"the sheet has more than {MOST_ANSWERS:,} answers")
    for number, text in given:
        try:
            sheet.course.enter_answer(text)
        except ValueError as refused:
            raise RecordError(number, f"the answer {text!r} cannot be: {refused}") from None
    return sheet


def _apply_line(course: SheetGame, fields: Mapping[str, object], number: int, answers: list[tuple[int, str]]) -> None:
    kinds = [key for key in ("answer", "undo", "name", KEY) if key in fields]
    if kinds == ["answer"]:
        text = fields["answer"]
        if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
            raise ValueError(f"an answer must be text of at most {LONGEST_ANSWER} characters")
        answers.append((number, text))
    elif kinds == ["undo"]:
        count = fields["undo"]
        if type(count) is not int or count < 1:
            raise ValueError("'undo' must be a number from 1")
        if count > len(answers):
            raise ValueError("nothing has been written down yet that could be taken back")
        del answers[-count:]
    elif kinds == ["name"]:
        seat = fields.get("seat")
        if type(seat) is not int or not 0 <= seat < course.seats:
            raise ValueError("'seat' must be the number of a seat")
        name, deal = _parse_name(fields["name"], seat), fields.get("deal")
        if deal is None:
            course.rename_player(seat, name)
        elif type(deal) is int and 1 <= deal <= MOST_ANSWERS:
            course.replace_player(seat, name, deal - 1)
        else:
            raise ValueError("'deal' must be the number of a deal, from 1")
    elif kinds == [KEY]:
        raise ValueError("another sheet begins here, and a file holds one")
    else:
        raise ValueError("the line is of no known kind" if not kinds else "the line is of two kinds")


def _parse_header(
    fields: Mapping[str, object], find: Callable[[str], AnyGame], form_of: Callable[[AnyGame], AnyForm | None]
) -> SheetFile:
    if "goosetable" in fields:
        raise ValueError("this is the record of a game, and no sheet")
    if KEY not in fields:
        raise ValueError("the file does not begin with the header of a sheet")
    if type(fields[KEY]) is not int or fields[KEY] != VERSION:
        raise ValueError(f"this sheet is of version {fields[KEY]!r}, and only {VERSION} is known")
    name = fields.get("game")
    chosen = fields.get("options")
    app = _parse_text(fields, "app")
    started = _parse_text(fields, "started")
    if not isinstance(name, str):
        raise ValueError("'game' must be text")
    if not isinstance(chosen, dict):
        raise ValueError("'options' must be an object")
    if started is not None:
        check_time_format(started)
    game = find(name)
    form = form_of(game)
    if form is None:
        raise ValueError(f"no score of {game.title} is kept by hand")
    dealer = fields.get("dealer")
    if type(dealer) is not int:
        raise ValueError("'dealer' must be the number of a seat")
    rules = options.make_options(game.Options, options.with_newer_defaults(game.Options, chosen, app))
    return SheetFile(SheetGame(game, form, rules, _parse_names(fields.get("seats")), dealer), started, app)


def _parse_text(fields: Mapping[str, object], key: str) -> str | None:
    text = fields.get(key)
    if text is not None and not isinstance(text, str):
        raise ValueError(f"{key!r} must be text")
    return text


def _parse_names(seats: object) -> Sequence[str]:
    if not isinstance(seats, list):
        raise ValueError("'seats' must be a list")
    return [_parse_name(seat.get("name") if isinstance(seat, dict) else None, number) for number, seat in enumerate(seats)]


def _parse_name(value: object, seat: int) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise ValueError(f"seat {seat} needs a name, which is text of at most {LONGEST_NAME:,} characters")
    return value
