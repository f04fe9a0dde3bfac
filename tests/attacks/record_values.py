"""Hostile numbers, JSON and sizes, and hostile files: what a record may be made of, and must not."""

from __future__ import annotations

import codecs
import json
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from goosetable.app.storage.saves import MOST_GAMES
from tests.attacks.ground import NO_CALL, REFUSED, TAKEN, Content, Ground, Kind, changed, kind, text

NUMBERS: Final = {
    "a float": "3.0", "text": '"3"', "an exponent": "1e999", "a small exponent": "1e-999", "1e3": "1e3", "NaN": "NaN",
    "Infinity": "Infinity", "-Infinity": "-Infinity", "-0.0": "-0.0", "true": "true", "null": "null", "a list": "[3]",
    "an object": "{}", "negative": "-7", "huge": "9" * 40, "2 to the 63": str(2**63), "-2 to the 63": str(-(2**63)),
    "1,000 digits": "9" * 1_000, "5,000 digits": "9" * 5_000, "60,000 digits": "9" * 60_000,
    "a million zeros": "1" + "0" * 1_000_000, "a sign": "+3", "a leading zero": "03", "hexadecimal": "0x3",
    "an underscore": "1_0", "a comma": "1,5", "an empty fraction": '"/"', "a fraction by zero": '"1/0"',
    "a fraction not in lowest terms": '"6/4"', "a fraction of 9,000 digits": f'"{"9" * 9_000}/2"', "fullwidth": "３",
    "nothing": "",
}  # fmt: skip
"""Raw texts where a line has a number; none of them is right there."""
PLACES: Final = ("seat", "undo", "deal", "dealer", "score", "total", "winner", "chair")


def kinds() -> Iterator[Kind]:
    """Every kind of hostile number, of hostile JSON, of hostile size and of hostile file."""
    for place in PLACES:
        for name, number in NUMBERS.items():
            yield kind(
                f"number of {place}", name, lambda ground, place=place, number=number: _number(ground, place, number), REFUSED
            )
    yield kind("number of nothing", "60,000 digits", lambda ground: _extended(ground, f'"x": {"9" * 60_000}'), REFUSED)
    yield kind("number of nothing", "60,000 places", lambda ground: _extended(ground, f'"x": 0.{"9" * 60_000}'), TAKEN)
    yield kind("number of nothing", "1e999", lambda ground: _extended(ground, '"x": 1e999'), REFUSED)
    yield kind(
        "number of nothing", "an exponent of 9,000 digits", lambda ground: _extended(ground, f'"x": 1e{"9" * 9_000}'), None
    )
    yield from _json()
    yield from _ends()
    yield from _bytes()
    yield from _sizes()


def _number(ground: Ground, place: str, number: str) -> str:
    """A whole game, and a line that has this number in that place, at the first moment at which such a line may come."""
    lines = list(ground.whole)
    at = {key: next(n for n, line in enumerate(lines) if f'"{key}"' in line) for key in ("deal", "do", "score", "end")}
    match place:
        case "seat":
            lines[at["do"]] = f'{{"seat": {number}, "do": "play AS"}}'
        case "undo":
            lines.insert(at["do"] + 1, f'{{"undo": {number}}}')
        case "chair":
            lines.insert(at["do"], f'{{"chair": {number}, "name": "Vesper", "player": "hard"}}')
        case "deal" | "dealer":
            found = json.loads(lines[at["deal"]])
            lines[at["deal"]] = json.dumps(found | {place: "HERE"}).replace('"HERE"', number, 1)
        case "winner":
            end = json.loads(lines[at["end"]])["end"]
            lines[at["end"]] = json.dumps({"end": end | {"winners": ["HERE"]}}).replace('"HERE"', number, 1)
        case _:
            found = json.loads(lines[at["score"]])
            lines[at["score"]] = json.dumps(found | {place: ["HERE", *found[place][1:]]}).replace('"HERE"', number, 1)
    return text(*lines)


def _extended(ground: Ground, raw: str, at: int = 0) -> str:
    """The good record with raw text before the closing bracket of a line."""
    lines = list(ground.lines)
    lines[at] = f"{lines[at][:-1]}, {raw}}}"
    return text(*lines)


def _inserted(raw: str | bytes, at: int = 3) -> Callable[[Ground], Content]:
    """The good record with a line of its own put in."""

    def make(ground: Ground) -> Content:
        piece = raw.encode() if isinstance(raw, str) else raw
        before, after = text(*ground.lines[:at]).encode(), text(*ground.lines[at:]).encode()
        return before + piece + b"\n" + after

    return make


def _json() -> Iterator[Kind]:
    for depth in (16, 17, 100, 990, 9_000, 30_000):
        nested = "[" * depth + "]" * depth
        code = None if depth == 16 else REFUSED
        yield kind("depth", f"{depth} lists", lambda ground, nested=nested: _extended(ground, f'"x": {nested}'), code)
        objects = '{"a":' * (depth // 2) + "1" + "}" * (depth // 2)
        yield kind(
            "depth",
            f"{depth} lists' worth of objects",
            lambda ground, o=objects: _extended(ground, f'"x": {o}'),
            None if depth < 40 else REFUSED,
        )
        yield kind("depth", f"{depth} lists not closed", lambda ground, d=depth: text(*ground.lines) + "[" * d, None)
    yield kind("depth", "a million lists not closed", lambda ground: text(*ground.lines) + "[" * 1_000_000, None)
    doubled = {"of the kind": '"goosetable": 1', "of the options": '"options": {}', "unknown": '"x": 1, "x": 1',
    "within": '"x": {"y": 1, "y": 1}',
               "escaped": '"x": 1, "\\u0078": 1', "3,000 times": ", ".join(['"x": 1'] * 3_000),
               "bidi": '"\u202e": 1, "\u202e": 1',
               "a control character": '"\\u001b[2J": 1, "\\u001b[2J": 1',
               "long": f'"{"k" * 9_000}": 1, "{"k" * 9_000}": 1'}  # fmt: skip
    for name, raw in doubled.items():
        yield kind("key twice", name, lambda ground, raw=raw: _extended(ground, raw), REFUSED)
    pieces: dict[str, str | bytes] = {
        "a comment": '{"undo": 1} // so', "a comment before": "# a record", "a trailing comma": '{"undo": 1,}',
        "a comma": '{"undo": 1},',
        "single quotes": "{'undo': 1}", "no quotes": "{undo: 1}", "a list": '[{"undo": 1}]', "text": '"undo"', "null": "null",
        "true": "true", "a number": "3",
        "two objects": '{"undo": 1}{"undo": 1}', "an empty object": "{}", "an unknown kind": '{"x": 1}', "NaN": '{"undo": NaN}',
        "half a line": '{"undo',
        "a blank line": "", "blanks": " \t ", "a form feed": "\f", "vertical": "\v", "a blank of another kind": "\u00a0",
        "a line separator": "\u2028",
        "NULs": b"\0" * 100, "a NUL at the end": b'{"undo": 1}\0', "invalid UTF-8": b'{"x": "\xff"}',
        "half a character": b'{"x": "\xc3"}',
        "overlong": b'{"x": "\xc0\xaf"}', "above Unicode": b'{"x": "\xf4\x90\x80\x80"}',
        "an encoded half": b'{"x": "\xed\xa0\x80"}',
        "an encoded pair": b'{"x": "\xed\xa0\xbd\xed\xb8\x80"}', "a raw control character": b'{"x": "\x01"}',
        "a raw tab": b'{"x": "\t"}',
        "a bad escape": r'{"x": "\x41"}', "half an escape": r'{"x": "\u12"}', "half a pair": r'{"undo": 1, "x": "\ud800"}',
        "BOM": b"\xef\xbb\xbf{}",
        "half a pair in a key": r'{"undo": 1, "\ud800": 1}', "escape codes": b"\x1b]0;x\x07\x1b[2J",
        "bidi": '{"\u202eundo": 1}', "random bytes": bytes(range(256)),
    }  # fmt: skip
    for name, piece in pieces.items():
        yield kind("line", name, _inserted(piece), REFUSED)
    yield kind("line", "half a pair in a kind", lambda ground: text(*ground.lines, r'{"undo": 1, "\udc00undo": 1}'), REFUSED)
    yield kind("line", "a whole pair escaped", lambda ground: _extended(ground, r'"x": "\ud83e\uddA2"'), TAKEN)
    yield kind(
        "line", "escaped keys", lambda ground: text(ground.lines[0].replace('"game"', '"\\u0067ame"'), *ground.lines[1:]), TAKEN
    )
    yield kind("line", "blanks in it", lambda ground: text(ground.lines[0].replace(": ", "  :\t"), *ground.lines[1:]), TAKEN)


def _ends() -> Iterator[Kind]:
    whole: Callable[[Ground], str] = lambda ground: text(*ground.lines)  # noqa: E731
    yield kind("end of a line", "none at the last", lambda ground: whole(ground)[:-1], TAKEN)
    yield kind("end of a line", "torn", lambda ground: whole(ground) + '{"seat": 1, "d', TAKEN)
    yield kind(
        "end of a line", "torn in a character", lambda ground: whole(ground).encode() + b'{"seat": 1, "do": "\xe2\x80', TAKEN
    )
    yield kind("end of a line", "torn in the header", lambda ground: ground.lines[0][:-9], REFUSED)
    yield kind("end of a line", "torn with NULs", lambda ground: whole(ground).encode() + b"\0" * 4_096, None)
    yield kind("end of a line", "torn at 64 KiB", lambda ground: whole(ground) + '{"x": "' + "y" * 65_600, None)
    yield kind("end of a line", "CR LF", lambda ground: whole(ground).replace("\n", "\r\n"), TAKEN)
    yield kind("end of a line", "CR alone", lambda ground: whole(ground).replace("\n", "\r"), REFUSED)
    yield kind("end of a line", "CR CR LF", lambda ground: whole(ground).replace("\n", "\r\r\n"), None)
    yield kind("end of a line", "two", lambda ground: whole(ground).replace("\n", "\n\n"), REFUSED)
    yield kind("end of a line", "a blank one more", lambda ground: whole(ground) + "\n", TAKEN)
    yield kind("end of a line", "blank ones to the end", lambda ground: whole(ground) + "\r\n \n\t" + "\n" * 90, TAKEN)
    yield kind("end of a line", "too many blank ones", lambda ground: whole(ground) + "\n" * 101, REFUSED)
    yield kind("end of a line", "blank ones and a torn one", lambda ground: whole(ground) + '\n\n{"seat": 1, "d', TAKEN)
    yield kind("end of a line", "blank ones and a good one", lambda ground: whole(ground) + f"\n\n{ground.lines[0]}", REFUSED)
    yield kind("end of a line", "NEL", lambda ground: whole(ground).replace("\n", "\u0085"), REFUSED)
    yield kind("end of a line", "line separators", lambda ground: whole(ground).replace("\n", "\u2028"), REFUSED)


def _bytes() -> Iterator[Kind]:
    whole: Callable[[Ground], str] = lambda ground: text(*ground.lines)  # noqa: E731
    yield kind("bytes", "BOM", lambda ground: codecs.BOM_UTF8 + whole(ground).encode(), TAKEN)
    yield kind("bytes", "BOM twice", lambda ground: codecs.BOM_UTF8 * 2 + whole(ground).encode(), REFUSED)
    yield kind("bytes", "BOM and a blank line", lambda ground: codecs.BOM_UTF8 + b"\n" + whole(ground).encode(), REFUSED)
    yield kind("bytes", "BOM and a torn line", lambda ground: codecs.BOM_UTF8 + ground.lines[0].encode()[:-9], REFUSED)
    yield kind("bytes", "BOM before each line", _marked_lines, REFUSED)
    yield kind("bytes", "BOM of a second record", lambda ground: _marked(ground) + _marked(ground), REFUSED)
    yield kind("bytes", "BOM and blank lines", lambda ground: _marked(ground) + b"\r\n\r\n", TAKEN)
    yield kind("bytes", "BOM alone", lambda ground: codecs.BOM_UTF8, REFUSED)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp037"):
        yield kind("bytes", encoding, lambda ground, encoding=encoding: whole(ground).encode(encoding), REFUSED)
    yield kind("bytes", "empty", lambda ground: b"", REFUSED)
    yield kind("bytes", "a line end", lambda ground: b"\n", REFUSED)
    yield kind("bytes", "a letter", lambda ground: b"x", REFUSED)
    yield kind("bytes", "NULs", lambda ground: b"\0" * 10_000, REFUSED)
    yield kind("bytes", "random", lambda ground: ground.chance.randbytes(20_000), REFUSED)
    yield kind(
        "bytes", "random with line ends", lambda ground: b"\n".join(ground.chance.randbytes(40) for _ in range(500)), REFUSED
    )
    yield kind(
        "bytes",
        "latin 1",
        lambda ground: changed(ground.lines[0], app="HERE").replace("HERE", "\u00e9").encode("latin-1") + b"\n",
        REFUSED,
    )
    yield kind("bytes", "a bit flipped", _flipped, None)
    yield kind("bytes", "cut", lambda ground: whole(ground).encode()[: ground.chance.randrange(1, 400)], None)
    yield kind("bytes", "a zip", lambda ground: b"PK\x03\x04" + ground.chance.randbytes(4_000), REFUSED)
    yield kind("bytes", "a pickle", lambda ground: b"cos\nsystem\n(S'true'\ntR.", REFUSED)


def _marked(ground: Ground) -> bytes:
    return text(*ground.lines).encode("utf-8-sig")


def _marked_lines(ground: Ground) -> bytes:
    return b"".join(f"{line}\n".encode("utf-8-sig") for line in ground.lines)


def _flipped(ground: Ground) -> bytes:
    found = bytearray(text(*ground.lines).encode())
    found[ground.chance.randrange(len(found))] ^= 1 << ground.chance.randrange(8)
    return bytes(found)


LONGEST_LINE: Final = 65_536
LONGEST_GAME: Final = 100_000
PIECE: Final = 1 << 20
LARGE: Final = "large"
"""The group of what is above 10 MB; a few seconds are needed to write one."""


def _sizes() -> Iterator[Kind]:
    yield kind("length", "a line of 64 KiB", lambda ground: _padded(ground, LONGEST_LINE), TAKEN)
    yield kind("length", "a line of 64 KiB and 1", lambda ground: _padded(ground, LONGEST_LINE + 1), REFUSED)
    yield kind("length", "a line of 64 KiB and CR LF", lambda ground: _padded(ground, LONGEST_LINE).replace("\n", "\r\n"), None)
    yield kind("length", "a line of 1 MB", lambda ground: _padded(ground, 1_000_000), REFUSED)
    yield kind("length", "a last line of 64 KiB without end", lambda ground: text(*ground.lines) + "x" * LONGEST_LINE, None)
    yield kind("length", "a last line of 1 MB without end", lambda ground: text(*ground.lines) + "x" * 1_000_000, None)
    yield kind("length", "64 KiB of letters in two-byte characters", lambda ground: ground.headed({"app": "é" * 30_000}), None)
    yield kind("length", "100,000 lines", lambda ground: _undone(ground, LONGEST_GAME), TAKEN)
    yield kind("length", "100,001 lines", lambda ground: _undone(ground, LONGEST_GAME + 1), REFUSED)
    yield kind(
        "length", "100,001 lines, then another game", lambda ground: _undone(ground, LONGEST_GAME + 1, *ground.lines), REFUSED
    )
    yield kind("length", "300 games", lambda ground: text(*ground.lines) * 300, TAKEN)
    yield kind("length", f"{MOST_GAMES:,} headers", lambda ground: text(ground.lines[0]) * MOST_GAMES, TAKEN)
    for many in (MOST_GAMES + 1, 5_000):  # more games than the window opens
        headers = kind("length", f"{many:,} headers", lambda ground, many=many: text(ground.lines[0]) * many, TAKEN)
        yield headers._replace(opens=False)
    yield kind("length", "60,000 wrong lines", lambda ground: text(ground.lines[0]) + "{}\n" * 60_000, REFUSED)
    yield kind(LARGE, "100 MB of blank lines", lambda ground: _filled(b"\n", 100), REFUSED)
    yield kind(LARGE, "100 MB of blank lines after a game", lambda ground: _filled(b"\n", 100, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "100 MB in one line without end", lambda ground: _filled(b"x", 100), REFUSED)
    yield kind(LARGE, "100 MB of a list without end", lambda ground: _filled(b"[", 100), REFUSED)
    yield kind(LARGE, "100 MB in a last line without end", lambda ground: _filled(b"x", 100, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "100 MB of NULs", lambda ground: _filled(b"\0", 100), REFUSED)
    yield kind(LARGE, "8 million undo lines", lambda ground: _filled(b'{"undo": 1}\n', 96, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "3 million undone acts", lambda ground: _endless(ground, 3_000_000), REFUSED)
    yield kind(LARGE, "60 MB of unknown keys", _wide, REFUSED)
    yield from _files()


def _padded(ground: Ground, size: int) -> str:
    """The good record, its header made this many bytes long."""
    bare = ground.headed({"x": ""}).split("\n", 1)[0]
    return ground.headed({"x": "y" * (size - len(bare))})


def _undone(ground: Ground, lines: int, *more: str) -> str:
    """A game of that many lines: an act, taken back again and again."""
    act = next(line for line in ground.lines if '"do"' in line)
    head = text(*ground.lines[: ground.lines.index(act)])
    left = lines - head.count("\n")
    pairs, odd = divmod(left, 2)
    return head + text(act, '{"undo": 1}') * pairs + (text(act) if odd else "") + text(*more)


def _filled(piece: bytes, megabytes: int, before: str = "") -> Iterator[bytes]:
    yield before.encode()
    block = piece * (PIECE // len(piece))
    for _ in range(megabytes):
        yield block


def _endless(ground: Ground, lines: int) -> Iterator[str]:
    act = next(line for line in ground.lines if '"do"' in line)
    yield text(*ground.lines[: ground.lines.index(act)])
    for _ in range(lines // 20_000):
        yield text(act, '{"undo": 1}') * 10_000


def _wide(ground: Ground) -> Iterator[str]:
    """A good game whose lines are all as long as a line may be, until it is too long by its lines."""
    act = json.loads(next(line for line in ground.lines if '"do"' in line))
    yield text(*ground.lines[: next(n for n, line in enumerate(ground.lines) if '"do"' in line)])
    pair = text(json.dumps(act | {"x": "y" * 60_000}), json.dumps({"undo": 1, "x": "y" * 60_000}))
    for _ in range(500):
        yield pair
    yield text("{}")


def _files() -> Iterator[Kind]:
    yield Kind("file", "a folder", lambda path, _: path.mkdir(), NO_CALL)
    yield Kind("file", "missing", lambda path, _: None, NO_CALL)
    yield Kind(
        "file", "in a folder that is missing", lambda path, _: path.symlink_to(path.parent / "gone" / path.name), NO_CALL
    )
    yield Kind("file", "a link in a circle", lambda path, _: path.symlink_to(path), NO_CALL)
    yield Kind("file", "a link to a good one", _linked, TAKEN)
    yield Kind("file", "a link to a folder", lambda path, _: path.symlink_to(path.parent), NO_CALL)
    yield Kind("file", "empty", lambda path, _: path.touch(), REFUSED)
    yield Kind("file", "no permission", _locked, None)
    yield Kind("file", "a file for a folder", lambda path, _: path.symlink_to(Path(__file__) / "x.goose"), NO_CALL)
    if hasattr(os, "mkfifo"):
        yield Kind("file", "a pipe that nobody writes to", lambda path, _: os.mkfifo(path), NO_CALL)
        yield Kind("file", "a socket", _socket, NO_CALL)
    for device in ("zero", "random", "full", "tty", "null"):
        if Path("/dev", device).exists():
            yield Kind(
                "file", f"the device {device}", lambda path, _, device=device: path.symlink_to(f"/dev/{device}"), NO_CALL
            )
    if Path("/proc/self/mem").exists():
        yield Kind("file", "the memory of the process", lambda path, _: path.symlink_to("/proc/self/mem"), None)
        yield Kind("file", "a file without a size", lambda path, _: path.symlink_to("/proc/self/maps"), REFUSED)


def _linked(path: Path, ground: Ground) -> None:
    path.with_name("good.txt").write_text(text(*ground.lines), encoding="utf-8")
    path.symlink_to(path.with_name("good.txt"))


def _locked(path: Path, ground: Ground) -> None:
    path.write_text(text(*ground.lines), encoding="utf-8")
    path.chmod(0)


def _socket(path: Path, ground: Ground) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.close()
