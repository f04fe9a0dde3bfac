"""Strict reader of JSON Lines: a stream of bytes cut into lines of at most 64 KiB, each a JSON object.

At most one line is in memory at a time, however long the stream is. `format` gives a line its meaning.

Two additions by editors of other systems are ignored: a byte order mark of UTF-8 before the first line, and blank lines after
the last one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final

MAX_LINE_BYTES: Final = 65_536
"""Greatest number of bytes of a line, without its end; no line of a game is nearly as long."""
MAX_NESTING: Final = 16
"""Greatest number of levels of objects and lists inside each other."""
MAX_DIGITS: Final = 1000
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Byte order mark of UTF-8, ignored at the beginning of a file."""
MAX_BLANK_LINES: Final = 100
"""Greatest number of blank lines after the last line."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{")
"""First bytes of JSON Lines in UTF-16, in either byte order, with a byte order mark and without."""

Source = bytes | BinaryIO
"""The bytes of a record, or a stream that is read to its end."""


class RecordError(Exception):
    """A fault of a record: a sentence, and the number of the line, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"{line}: {reason}")
        self.line, self.reason = line, reason


# ---------------------------------------------------------------------- bytes to lines


def numbered_lines(source: Source) -> Iterator[tuple[int, bytes]]:
    """Yields the number and the content of each line. Leaves out an incomplete last line, and blank lines at the end.

    Raises RecordError for a line that is too long (without reading it to its end), for an earlier blank line, and for text that
    is not UTF-8.
    """
    cut = _split_lines(source) if isinstance(source, bytes) else iter(partial(source.readline, MAX_LINE_BYTES + 3), b"")
    blank = 0  # number of the first blank line after the last line with text
    for number, piece in enumerate(cut, 1):
        if number == 1:
            refuse_utf16(piece)
            piece = piece.removeprefix(BYTE_ORDER_MARK)
        ended = piece[-1:] == b"\n"
        line = piece[: -2 if piece[-2:-1] == b"\r" else -1] if ended else piece.removesuffix(b"\r")
        if len(line) > MAX_LINE_BYTES:
            raise RecordError(number, "the line is absurdly long: it has more than 64 KiB")
        if not ended and _is_incomplete(piece):
            continue
        if not line.strip():
            blank = blank or number
            if number - blank < MAX_BLANK_LINES:
                continue
        if blank:
            raise RecordError(blank, "the line is blank")
        yield number, line


def refuse_utf16(beginning: bytes) -> None:
    """Raises RecordError for a file that begins like UTF-16, the encoding in which some Windows programs save text."""
    if _is_utf16(beginning):
        raise RecordError(1, "the file is UTF-16 text; save it as UTF-8")


def _is_utf16(beginning: bytes) -> bool:
    return beginning.startswith(_UTF16)


def without_byte_order_mark(content: bytes) -> bytes:
    """Returns the content of a file without its byte order mark."""
    return content.removeprefix(BYTE_ORDER_MARK)


def _split_lines(content: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(content):
        end = content.find(b"\n", start, start + MAX_LINE_BYTES + 3) + 1 or start + MAX_LINE_BYTES + 3
        yield content[start:end]
        start = end


def size_of_complete_lines(content: bytes) -> int:
    """Returns the number of bytes of a file without an incomplete last line and without blank lines at the end."""
    if _is_utf16(content):
        return len(content)  # not torn: the whole file is wrong
    end = content.rfind(b"\n") + 1
    if not _is_incomplete(content[end:] if end else without_byte_order_mark(content)):
        end = len(content)
    filled = len(content[:end].rstrip())
    if filled == len(BYTE_ORDER_MARK) and content.startswith(BYTE_ORDER_MARK):
        filled = 0
    last = 0 if not filled else content.find(b"\n", filled, end) + 1 or end
    return last if content.count(b"\n", last, end) <= MAX_BLANK_LINES else end


def complete_lines(content: bytes) -> bytes:
    """Returns the complete lines of a file, so that another line can be appended. Keeps a byte order mark."""
    lines = content[: size_of_complete_lines(content)]
    return lines if not lines or lines.endswith(b"\n") else lines + b"\n"


def _is_incomplete(last_line: bytes) -> bool:
    """Returns True if a last line without a line break is only a part of a JSON value, as after a power cut. Returns False for
    a line of more than `MAX_LINE_BYTES` bytes, which is an error in any case.
    """
    if len(last_line) > MAX_LINE_BYTES:
        return False
    try:
        _ANY_JSON.decode(last_line.decode("utf-8"))
    except ValueError:
        return True
    except RecursionError:
        # Too deep to be decoded; torn if its brackets are not closed.
        return last_line.count(b"[") + last_line.count(b"{") != last_line.count(b"]") + last_line.count(b"}")
    return False


# ---------------------------------------------------------------------- lines to objects


def read_object(line_bytes: bytes, number: int = 1) -> dict[str, object]:
    """Parses the JSON object of a line. Raises RecordError for anything else, and for JSON that is not allowed in a record."""
    if len(line_bytes) > MAX_LINE_BYTES:
        raise RecordError(number, "the line is absurdly long: it has more than 64 KiB")
    if not line_bytes.strip():
        raise RecordError(number, "the line is blank")
    try:
        text = line_bytes.decode("utf-8")
        found, end = _DECODER.raw_decode(text) if text[0] == "{" else (None, 0)
        if end < len(text):  # blanks around it, or something wrong
            found = _DECODER.decode(text)
    except UnicodeDecodeError:
        raise RecordError(number, "the line is not UTF-8 text") from None
    except RecursionError:
        raise RecordError(number, "the line is absurdly deep") from None
    except _ForbiddenJson as refused:
        raise RecordError(number, str(refused)) from None
    except ValueError:
        marked = "the line begins with a byte order mark, and only the first line of a file may"
        raise RecordError(number, marked if line_bytes.startswith(BYTE_ORDER_MARK) else "the line is not JSON") from None
    if not isinstance(found, dict):
        raise RecordError(number, "the line is not a JSON object")
    if (
        len(line_bytes) > 2 * MAX_NESTING
        and line_bytes.count(b"[") + line_bytes.count(b"{") > MAX_NESTING
        and _nesting_depth(found) > MAX_NESTING
    ):
        raise RecordError(number, "the line is absurdly deep")
    if b"\\u" in line_bytes and LONE_SURROGATE.search(json.dumps(found, ensure_ascii=False)):
        raise RecordError(number, "a text of the line holds half of a surrogate pair")
    return found


class _ForbiddenJson(ValueError):
    """Error: a line has JSON that Python accepts but records do not allow."""


def _object_from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _ForbiddenJson(f"the key {key!r} is there twice")
            seen.add(key)
    return found


def _refuse_constant(name: str) -> object:
    raise _ForbiddenJson(f"{name} is not a number")


def _parse_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _ForbiddenJson(f"a number is absurdly large: it has {len(digits)} digits")
    return int(digits)


def _parse_real(digits: str) -> float:
    found = float(digits)
    if abs(found) == float("inf"):
        raise _ForbiddenJson("a number is absurdly large: it is beyond what a computer counts with")
    return found


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object_from_pairs, parse_constant=_refuse_constant, parse_int=_parse_integer, parse_float=_parse_real
)
_ANY_JSON: Final = json.JSONDecoder(parse_int=len)
"""Decoder of any JSON, including numbers with more digits than Python converts."""


def _nesting_depth(value: object) -> int:
    deepest, level = 0, [value]
    while level:
        deepest += 1
        groups = [one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)]
        level = [inner for group in groups for inner in group]
    return deepest


def split_games(content: bytes) -> list[bytes]:
    """Returns the lines of each game of a record, without an incomplete last line and without a byte order mark.

    >>> split_games(b'{"goosetable": 1}\\n{"deal": 1}\\n{"goosetable": 1}\\n{"de')
    [b'{"goosetable": 1}\\n{"deal": 1}\\n', b'{"goosetable": 1}\\n']
    """
    found: list[list[bytes]] = []
    for line in without_byte_order_mark(complete_lines(content)).splitlines(keepends=True):
        if line.startswith(b'{"goosetable":') or not found:
            found.append([])
        found[-1].append(line)
    return [b"".join(lines) for lines in found]
