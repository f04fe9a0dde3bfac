"""Reading records, codes and values strictly, and writing what is read back the same."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from fractions import Fraction
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.engine.record import format, jsonl, values
from goosetable.engine.record.format import (
    ActionLine,
    Chair,
    ChairLine,
    DealLine,
    EndLine,
    Header,
    Line,
    Origin,
    RecordError,
    ScoreLine,
    UndoLine,
)
from goosetable.engine.record.jsonl import Source
from goosetable.engine.record.seed import (
    ALPHABET,
    code_in_series,
    commitment_to_code,
    format_code,
    format_commitment,
    new_code,
    parse_code,
)
from goosetable.engine.record.values import InvalidValue
from goosetable.engine.rules.event import Points

HEADER = (
    b'{"goosetable": 1, "game": "goose", "options": {"players": 2}, "code": null, '
    b'"seats": [{"name": "Ann", "player": "human"}, {"name": "Ben", "player": "easy"}]}'
)


def _header(**changes: object) -> bytes:
    found = {**json.loads(HEADER), **changes}
    return json.dumps({key: value for key, value in found.items() if value != "GONE"}).encode()


def _all(content: Source) -> list[tuple[int, Line]]:
    return list(format.read_lines(content))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'{"seat": 3, "do": "bid 2"}', ActionLine(3, "bid 2")),
        (b'{"undo": 2}', UndoLine(2)),
        (b'{"score": [50, -10], "total": [50, -10]}', ScoreLine((50, -10), (50, -10))),
        (b'{"score": ["7/2", 1], "total": ["-1/3", 2]}', ScoreLine((Fraction(7, 2), 1), (Fraction(-1, 3), 2))),
        (b'{"end": {"winners": [0], "total": [3, 1]}}', EndLine((0,), (3, 1), {})),
        (b'{"end": {"winners": [], "total": [], "geese": [1, 0]}}', EndLine((), (), {"geese": [1, 0]})),
        (b'{"deal": 1, "dealer": 2, "hands": ["AS", "KD"], "turned": "9D"}',
         DealLine(1, 2, {"hands": ["AS", "KD"], "turned": "9D"})),
        (b'{"deal": 1, "dealer": 2, "hands": [], "weather": "fine"}', DealLine(1, 2, {"hands": []})),
        (b'{"seat": 3, "do": "bid 2", "thought": {"deep": [1.5, null, true]}}', ActionLine(3, "bid 2")),
        (b'  {"undo" : 2}  ', UndoLine(2)),
        (HEADER, Header("goose", {"players": 2}, None, (Chair("Ann", "human"), Chair("Ben", "easy")))),
        (_header(app="1", started="2024-02-29T23:59:59Z", code="7Q"),
         Header("goose", {"players": 2}, "7Q", (Chair("Ann", "human"), Chair("Ben", "easy")), "1", "2024-02-29T23:59:59Z")),
        (_header(**{"from": {"deal": 3, "step": 0}}),
         Header("goose", {"players": 2}, None, (Chair("Ann", "human"), Chair("Ben", "easy")), origin=Origin(3, 0))),
        (b'{"chair": 1, "name": "Vesper", "player": "hard"}', ChairLine(1, Chair("Vesper", "hard"))),
    ],
)  # fmt: skip
def test_lines_are_read(text: bytes, line: Line) -> None:
    assert format.read_line(text) == line


MALFORMED: list[tuple[bytes, str]] = [
    (b"", "the line is blank"),
    (b"  \t", "the line is blank"),
    (b"{", "the line is not JSON"),
    (b"undo 1", "the line is not JSON"),
    (b'{"undo": 1} {"undo": 1}', "the line is not JSON"),
    (b'{"undo": 01}', "the line is not JSON"),
    (b'{"und\xff": 1}', "the line is not UTF-8 text"),
    (b'{"seat": 1, "do": "\xc3"}', "the line is not UTF-8 text"),
    (b"[1]", "the line is not a JSON object"),
    (b"3", "the line is not a JSON object"),
    (b"null", "the line is not a JSON object"),
    (b"{}", "the line is of no kind that is known"),
    (b'{"seat": 1}', "the line is of no kind that is known"),
    (b'{"undo": 1, "score": [], "total": []}', "the line is of two kinds at once, 'undo' and 'score'"),
    (b'{"undo": 1, "undo": 1}', "the key 'undo' is there twice"),
    (b'{"seat": 1, "do": "x", "extra": {"a": 1, "a": 2}}', "the key 'a' is there twice"),
    (b'{"undo": NaN}', "NaN is not a number"),
    (b'{"undo": 1, "x": [Infinity]}', "Infinity is not a number"),
    (b'{"undo": 1, "x": -Infinity}', "-Infinity is not a number"),
    (b'{"undo": ' + b"9" * 5000 + b"}", "a number is absurdly large"),
    (b'{"undo": 1, "x": ' + b"[" * 40 + b"]" * 40 + b"}", "the line is absurdly deep"),
    (b'{"undo": 1, "x": ' + b"[" * 20000 + b"]" * 20000 + b"}", "the line is absurdly deep"),
    (b'{"undo": 1, "x": "' + b"a" * 70000 + b'"}', "the line is absurdly long"),
    (b'{"undo": 0}', "at least one action must be undone, not 0"),
    (b'{"undo": -1}', "at least one action must be undone, not -1"),
    (b'{"undo": 1.0}', "'undo' must be a whole number"),
    (b'{"undo": "1"}', "'undo' must be a whole number"),
    (b'{"undo": true}', "'undo' must be a whole number"),
    (b'{"do": "bid 1"}', "'seat' is missing"),
    (b'{"seat": "1", "do": "bid 1"}', "'seat' must be a whole number"),
    (b'{"seat": 1, "do": 2}', "'do' must be text"),
    (b'{"deal": 1, "hands": []}', "'dealer' is missing"),
    (b'{"deal": "1", "dealer": 0, "hands": []}', "'deal' must be a whole number"),
    (b'{"score": [1]}', "'total' is missing"),
    (b'{"score": 1, "total": [1]}', "'score' must be a list"),
    (b'{"score": [3.0], "total": [3]}', "3.0 in 'score' is not a whole number"),
    (b'{"score": [3], "total": ["3"]}', "\"3\" in 'total' is not a whole number"),
    (b'{"score": [true], "total": [1]}', "true in 'score' is not a whole number"),
    (b'{"score": [null], "total": [1]}', "null in 'score' is not a whole number"),
    (b'{"score": ["14/4"], "total": [1]}', "\"14/4\" in 'score' is not a whole number"),
    (b'{"score": ["7/1"], "total": [1]}', "\"7/1\" in 'score'"),
    (b'{"score": ["1/0"], "total": [1]}', "\"1/0\" in 'score'"),
    (b'{"score": [" 7/2"], "total": [1]}', "\" 7/2\" in 'score'"),
    (b'{"score": ["a/b"], "total": [1]}', "\"a/b\" in 'score'"),
    (b'{"end": []}', "'end' must be an object"),
    (b'{"end": {"total": [1]}}', "'winners' is missing"),
    (b'{"end": {"winners": [0]}}', "'total' is missing"),
    (b'{"end": {"winners": [true], "total": [1]}}', "the winners must be seats"),
    (b'{"end": {"winners": 0, "total": [1]}}', "'winners' must be a list"),
    (_header(goosetable=2), "this record is of version 2, and only 1 is known"),
    (_header(goosetable=True), "this record is of version True"),
    (_header(goosetable="1"), "this record is of version '1'"),
    (_header(game="GONE"), "'game' is missing"),
    (_header(**{"from": {"deal": 0, "step": 0}}), "'from' names a deal, from 1, and a step of it, from 0"),
    (_header(**{"from": {"deal": 1}}), "'step' is missing"),
    (_header(**{"from": "3"}), "'from' must be an object"),
    (_header(game=7), "'game' must be text"),
    (_header(options="GONE"), "'options' is missing"),
    (_header(options=[]), "'options' must be an object"),
    (_header(code="GONE"), "the code is missing"),
    (_header(code=12), "the code must be text or null"),
    (_header(seats="GONE"), "'seats' is missing"),
    (_header(seats={}), "'seats' must be a list"),
    (_header(seats=[{"name": "Ann"}]), "seat 0 needs a name and a player, both text"),
    (_header(seats=[{"name": "Ann", "player": "x"}, {"name": 1, "player": "x"}]), "seat 1 needs a name"),
    (_header(seats=["Ann"]), "seat 0 needs a name"),
    (_header(app=1), "'app' must be text"),
    (_header(started=None), "'started' must be text"),
    (b'{"chair": 1, "name": "Ann"}', "seat 1 needs a name and a player, both text"),
    (b'{"chair": "1", "name": "Ann", "player": "easy"}', "'chair' must be a whole number"),
    (b'{"chair": 0, "do": "bid 1", "seat": 0}', "the line is of two kinds at once, 'do' and 'chair'"),
    (b'{"chair": 0, "name": "' + b"a" * 1001 + b'", "player": "easy"}', "the name of seat 0 has 1001 characters"),
    (_header(seats=[{"name": "Ann", "player": "p" * 1001}]), "the player of seat 0 has 1001 characters"),
    (b'{"undo": 1, "x": ["\\ud800"]}', "a text of the line holds half of a surrogate pair"),
    (b'{"undo": 1, "\\udfff": 0}', "a text of the line holds half of a surrogate pair"),
    (_header(seats=[{"name": "a\ud800b", "player": "easy"}]), "a text of the line holds half of a surrogate pair"),
    (_header(started="2026-11-21T10:00:00"), "'started' must be a time in UTC"),
]
NO_TIMES = (
    "", "now", "2026-11-21", "2026-11-21t10:00:00z", "2026-11-21 10:00:00Z", "2026-11-21T10:00:00+00:00",
    "2026-11-21T10:00:00.0Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:00:60Z",
    "0000-01-01T00:00:00Z", "12026-11-21T10:00:00Z", "2026-11-21T10:00:00Z\n", "\u0662026-11-21T10:00:00Z",
    "/elsewhere/x", "../x", "a\0b", "CON", "\u202e2026-11-21T10:00:00Z",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_TIMES, ids=ascii)
def test_a_start_that_is_no_time_of_the_calendar_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="'started' must be a time in UTC"):
        format.read_line(_header(started=text))


@pytest.mark.parametrize(
    "text", ["2024-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2000-02-29T12:30:01Z"]
)
def test_a_start_that_is_a_time_is_kept(text: str) -> None:
    found = format.read_line(_header(started=text))
    assert isinstance(found, Header) and found.started == text


def test_a_name_may_have_a_thousand_characters_and_both_halves_of_a_pair() -> None:
    found = format.read_line(_header(seats=[{"name": "\U0001f9a2" * 1000, "player": "p" * 1000}]))
    assert isinstance(found, Header) and found.chairs[0] == Chair("\U0001f9a2" * 1000, "p" * 1000)


class Endless:
    """A stream of one piece again and again, that tells how many bytes were asked of it."""

    def __init__(self, first: bytes, piece: bytes) -> None:
        self.first, self.piece, self.given = first, piece, 0

    def readline(self, most: int) -> bytes:
        piece, self.first = self.first or self.piece, b""
        self.given += len(piece[:most])
        return piece[:most]


@pytest.mark.parametrize(("piece", "line"), [(b"\n", 2), (b"x" * 100_000, 2), (b"7\n", 2), (b'{"undo": 1}\n', 100_001)])
def test_a_stream_without_end_is_refused_at_its_first_wrong_line(piece: bytes, line: int) -> None:
    endless = Endless(HEADER + b"\n", piece)
    with pytest.raises(RecordError) as wrong:
        for _ in format.read_lines(endless):  # type: ignore[arg-type]
            pass
    assert wrong.value.line == line
    assert endless.given <= len(HEADER) + 1 + 100_000 * len(b'{"undo": 1}\n')


def test_a_line_of_64_kib_is_read_and_a_longer_one_is_not() -> None:
    fits = b'{"undo": 1, "x": "' + b"a" * (jsonl.MAX_LINE_BYTES - 20) + b'"}'
    assert len(fits) == jsonl.MAX_LINE_BYTES
    for end in (b"", b"\n", b"\r\n"):
        assert _all(fits + end) == [(1, UndoLine(1))]
        with pytest.raises(RecordError, match="absurdly long"):
            _all(fits.replace(b"aa", b"aaa", 1) + end)


def test_a_game_has_at_most_so_many_lines_and_the_next_one_as_many_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert format.MOST_LINES == 100_000
    monkeypatch.setattr(format, "MOST_LINES", 1000)
    game = HEADER + b"\n" + b'{"undo": 1}\n' * (format.MOST_LINES - 1)
    assert sum(1 for _ in format.read_lines(game + game)) == 2 * format.MOST_LINES
    with pytest.raises(RecordError, match="2001: the game has more than 1,000 lines"):
        for _ in format.read_lines(game + game + b'{"undo": 1}\n'):
            pass


@pytest.mark.parametrize(("text", "says"), MALFORMED, ids=[says for _, says in MALFORMED])
def test_malformed_lines_are_errors_that_name_the_line(text: bytes, says: str) -> None:
    content = HEADER + b'\n{"undo": 1}\n' + text + b'\n{"undo": 1}\n'
    found = format.read_lines(content)
    assert [next(found)[0], next(found)[0]] == [1, 2], "lines before it are read"
    with pytest.raises(RecordError) as wrong:
        next(found)
    assert wrong.value.line == 3
    assert wrong.value.reason.startswith(says)
    assert str(wrong.value) == f"3: {wrong.value.reason}"


MARK = b"\xef\xbb\xbf"
WHOLE = HEADER + b'\n{"undo": 1}\n'


TORN = (b'{"undo', b'{"undo": 1', b"{", b"  ", b'{"seat": 1, "do": "\xc3', b"[" * 5000, b'{"x": Na')
BLANK = (b"\n", b"\r\n", b" \n", b"\t \n", b"\n" * 100, b"\n\r\n  ", b'\n{"undo": ', b"\n" * 100 + b"  ")


@pytest.mark.parametrize(
    ("content", "like", "whole"),
    [
        (b"", b"", 0), (MARK, b"", 0), (MARK + b"\n", b"", 0), (MARK + HEADER[:20], b"", 0), (MARK + HEADER, HEADER, -1),
        (MARK + HEADER + b"\r\n", HEADER, -1),
        (WHOLE.replace(b"\n", b"\r\n"), WHOLE, -1), (WHOLE[:-1], WHOLE, -1), (HEADER, HEADER + b"\n", -1),
        *((WHOLE + torn, WHOLE, len(WHOLE)) for torn in TORN),
        *((lines + blank, lines, len(lines)) for blank in BLANK
          for lines in (b"", WHOLE, WHOLE.replace(b"\n", b"\r\n"), MARK + HEADER + b"\n")),
    ],
)  # fmt: skip
def test_what_is_read_like_a_file_without_it(content: bytes, like: bytes, whole: int) -> None:
    """A byte order mark, CR and LF, a torn last line, and blank lines after the last. whole: bytes of lines; -1 for all."""
    assert _all(content) == _all(io.BytesIO(content)) == _all(like)
    size = len(content) if whole < 0 else whole
    assert jsonl.size_of_complete_lines(content) == size
    assert jsonl.complete_lines(content) == content[:size] + b"\n" * (content[:size][-1:] not in (b"", b"\n"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (HEADER + b"\n" + MARK + HEADER + b"\n", "2: .*only the first line of a file may"),
        (MARK + MARK + HEADER + b"\n", "1: .*only the first line of a file may"),
        (MARK + HEADER + b"\n" + MARK + b"{}\n", "2: .*only the first line of a file may"),
        (HEADER + b'\n{"undo\n{"undo": 1}\n', "2: the line is not JSON"),
        *((HEADER + b"\n" + lines + WHOLE[-12:end], "2: the line is blank") for lines in BLANK[:3] for end in (None, -1)),
        *((MARK + lines + HEADER + b"\n", "1: the line is blank") for lines in (*BLANK[:3], b"\n\n")),
        *((WHOLE + last, "3: ") for last in (b"12", b'{"undo": 0}', b"[]", b'{"undo": NaN}', b"1" * 5000)),
    ],
)  # fmt: skip
def test_what_is_wrong_is_an_error_where_it_stands(content: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=f"^{said}"):
        _all(content)


@pytest.mark.parametrize("coded", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("lines", [HEADER, HEADER + b"\n", HEADER + b"\n" + b'{"undo": 1}\n', HEADER + b"\r\n"])
def test_utf_16_is_refused_in_a_sentence_that_says_what_to_do(coded: str, lines: bytes) -> None:
    content = lines.decode().encode(coded)
    assert jsonl.size_of_complete_lines(content) == len(content)
    for source in (content, io.BytesIO(content)):
        with pytest.raises(RecordError, match=r"^1: the file is UTF-16 text; save it as UTF-8$"):
            _all(source)


def test_blank_lines_without_end_are_an_error() -> None:
    many = HEADER + b"\n" + b"\n" * 101
    assert jsonl.complete_lines(many) == many
    for source in (many, io.BytesIO(many), iter_of_blanks()):
        with pytest.raises(RecordError, match="2: the line is blank"):
            _all(source)


def iter_of_blanks() -> BinaryIO:
    """A record, and then blank lines for ever."""

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            return super().readline(size) or b"\n"

    return Endless(HEADER + b"\n")


def test_a_record_may_be_cut_anywhere() -> None:
    for size in range(len(WHOLE) + 1):
        found = _all(WHOLE[:size])
        kept = jsonl.size_of_complete_lines(WHOLE[:size])
        assert found == _all(WHOLE)[: len(found)], size
        assert _all(WHOLE[:kept]) == found, f"what is left after cutting the torn line off reads the same, at {size}"


text = st.text(st.characters(codec="utf-8"), max_size=12)
times = st.datetimes().map(lambda time: time.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20))
whole = st.integers(-(10**9), 10**9)
points: st.SearchStrategy[Points] = whole | st.fractions(max_denominator=60).filter(lambda number: number.denominator > 1)
totals = st.lists(points, max_size=4).map(tuple)
known = text | whole
header = st.builds(
    Header, text, st.dictionaries(text, known, max_size=3), st.none() | text,
    st.lists(st.builds(Chair, text, text), max_size=3).map(tuple), st.none() | text, st.none() | times,
)  # fmt: skip
deal = st.builds(
    DealLine, whole, whole,
    st.fixed_dictionaries({"hands": st.lists(text, max_size=3)}, optional={"turned": text, "stock": text, "trump": text}),
)  # fmt: skip
extras = st.dictionaries(text.filter(lambda key: key not in ("winners", "total")), st.lists(whole, max_size=3), max_size=2)
any_line: st.SearchStrategy[Line] = (
    header
    | deal
    | st.builds(ActionLine, whole, text)
    | st.builds(UndoLine, st.integers(1, 99))
    | st.builds(ChairLine, st.integers(0, 11), st.builds(Chair, text, text))
    | st.builds(ScoreLine, totals, totals)
    | st.builds(EndLine, st.lists(whole, max_size=3).map(tuple), totals, extras)
)


@given(st.lists(any_line, max_size=4))
def test_what_is_written_is_read_back(written: list[Line]) -> None:
    content = "".join(format.line_as_text(line) + "\n" for line in written).encode()
    assert _all(content) == list(enumerate(written, 1))
    assert content.count(b"\n") == len(written)


def test_names_are_written_as_they_are_read_but_for_half_a_character() -> None:
    assert '"Zoë ♠"' in format.line_as_text(Header("goose", {}, None, (Chair("Zoë ♠", "human"),)))
    line = Header("goose", {}, None, (Chair("a\ud800", "human"),))
    found = format.read_line(format.line_as_text(line).encode())
    assert isinstance(found, Header) and found.chairs == (Chair("a\ufffd", "human"),)


def test_points_as_json_has_them() -> None:
    assert format.points_as_json((3, Fraction(4, 2), Fraction(-7, 2))) == [3, 2, "-7/2"]


@pytest.mark.parametrize("number", ["1e999", "-1e999", f"1{'0' * 400}.5"])
def test_a_number_that_would_be_written_as_infinity_is_refused(number: str) -> None:
    with pytest.raises(RecordError, match="absurdly large"):
        format.read_line(f'{{"end": {{"winners": [0], "total": [1], "x": {number}}}}}'.encode())


CODE = "7Q4KM2XD9TBR"
any_code = st.text(ALPHABET, min_size=12, max_size=12)


def test_the_vector_of_the_format_and_a_commitment_in_eight_groups_of_eight_digits() -> None:
    code = parse_code("7Q4K-M2XD-9TBR")
    assert code == CODE
    commitment = commitment_to_code(code)
    assert commitment == "bfa4dbe69cfd12595dc193e6d3d7a258edc11caa4e80184e74e655c20088d9a7"
    assert commitment == hashlib.sha256(b"goosetable deals v1:7Q4KM2XD9TBR").hexdigest()
    assert format_commitment(commitment) == "bfa4dbe6 9cfd1259 5dc193e6 d3d7a258 edc11caa 4e80184e 74e655c2 0088d9a7"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7q4k-m2xd-9tbr", CODE), (CODE, CODE), ("7q4KM2xd9TBR", CODE), ("7-Q-4-K-M-2-X-D-9-T-B-R", CODE),
        ("-7Q4KM2XD9TBR--", CODE), ("oOiI-lL01-ABCD", "00111101ABCD"),
    ],
)  # fmt: skip
def test_case_and_hyphens_are_ignored_and_o_is_read_as_0_and_i_and_l_as_1(text: str, code: str) -> None:
    assert parse_code(text) == code


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7U4K-M2XD-9TBR", "'U' cannot be part of a game code"), ("7u4k-m2xd-9tbr", "'U' cannot be part"),
        ("7Q4K M2XD 9TBR", "has 12 symbols, and .* has 14"), ("7Q4K-M2XD-9TB", "has 12 symbols, and '7Q4K-M2XD-9TB' has 11"),
        ("7Q4K-M2XD-9TBRR", "has 13"), ("", "has 0"), ("7Q4KM2XD9TB!", "'!' cannot be part"), ("ß" * 6, "has 6"),
        ("ı" + CODE[1:], "'ı' cannot be part"), ("７" + CODE[1:], "cannot be part"),
    ],
)  # fmt: skip
def test_other_symbols_and_lengths_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_code(text)


@given(any_code)
def test_a_code_is_shown_in_groups_of_four_and_read_back(code: str) -> None:
    shown = format_code(code)
    assert [len(group) for group in shown.split("-")] == [4, 4, 4]
    assert parse_code(shown) == parse_code(shown.lower()) == code


def test_fresh_codes_are_codes_and_differ() -> None:
    found = {new_code() for _ in range(50)}
    assert len(found) == 50
    assert all(parse_code(code) == code for code in found)


@given(st.text(st.characters(codec="ascii"), max_size=12), st.integers(1, 10**6))
def test_the_codes_of_a_series_are_the_first_60_bits(seed: str, game: int) -> None:
    bits = bin(int(hashlib.sha256(f"goosetable simulate v1:{seed}:{game}".encode("ascii")).hexdigest(), 16) + 2**256)[3:63]
    symbols = "".join(ALPHABET[int(bits[i : i + 5], 2)] for i in range(0, 60, 5))
    assert code_in_series(seed, game) == symbols
    assert parse_code(symbols) == symbols


STRANGE: list[object] = [
    None, True, "1", [], {}, [1], 2**70, -(2**70), 1e200, -1e200, float("nan"), float("inf"), 10**400, -(10**400), b"1", 1.5,
]  # fmt: skip


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:20])
def test_what_cannot_be_right_raises_nothing_else(value: object) -> None:
    readers: list[Callable[[object], object]] = [
        values.parse_whole_number, lambda one: values.parse_real_number(one, values.MAX_POINTS), values.parse_text,
        values.parse_list, values.parse_object,
    ]  # fmt: skip
    taken = 0
    for reader in readers:
        try:
            assert reader(value) == value
            taken += 1
        except InvalidValue:
            pass
    assert taken <= 1


def test_bounds_belong_to_what_can_be_right() -> None:
    assert values.parse_whole_number(values.MAX_SEATS - 1, values.MAX_SEATS - 1) == 31
    assert values.parse_real_number(-values.MAX_FRACTION, values.MAX_FRACTION) == -2.0
    assert values.parse_real_number(3, 3) == 3.0
    assert values.parse_list([1, 2], 2) == [1, 2]
    for refused in (
        lambda: values.parse_whole_number(32, 31), lambda: values.parse_whole_number(-1),
        lambda: values.parse_real_number(-0.1, 1.0, 0.0),
        lambda: values.parse_list([1], 2), lambda: values.parse_text("x" * 5, 4),
    ):  # fmt: skip
        with pytest.raises(InvalidValue):
            refused()
