"""`check`: good records, and those with lines removed, doubled, exchanged or torn, refused at that line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., tuple[int, str, str]]


def test_a_good_record_is_ok_and_summed_up(call: Call, goose: Path) -> None:
    code, out, err = call("check", goose)
    assert (code, err) == (0, "")
    assert out.startswith(f"ok {goose}, game 1: Gooseberry Fool, 3 deals, finished: ")
    assert out.count("\n") == 1
    assert " wins (Ann " in out


def test_several_games_follow_each_other(call: Call, good: list[str], set_up: list[str]) -> None:
    code, out, err = call("check", "-", given="\n".join([*good[:5], *set_up, *good, ""]).encode())
    assert (code, err) == (0, "")
    first, second, third = out.splitlines()
    assert first.startswith("ok -, game 1: Gooseberry Fool, 0 deals, unfinished in deal 1, trick ")
    assert second.startswith("ok -, game 2: Gooseberry Fool, 3 deals, finished: ")
    assert third.startswith("ok -, game 3: ")


def test_games_before_an_error_are_ok(call: Call, good: list[str]) -> None:
    code, out, err = call("check", "-", given="\n".join([*good, *good[:4], "{}", ""]).encode())
    assert code == 1
    assert out.count("\n") == 1
    assert err.startswith(f"-:{len(good) + 5}: ")


def test_a_record_may_stop_after_any_line(call: Call, good: list[str], tmp_path: Path) -> None:
    files = []
    for stop in range(1, len(good) + 1):
        files.append(tmp_path / f"{stop}.goose")
        files[-1].write_text("\n".join(good[:stop]) + "\n")
    code, out, err = call("check", *files)
    assert (code, err) == (0, "")
    assert out.count("unfinished before deal 1 (Ann 0, Ben 0, Cy 0)") == 1
    assert out.count("unfinished in deal 1, played but not scored") == 1
    assert out.count("won, but without its end line: ") == 1
    assert out.count(", finished: ") == 1


def test_what_editors_add_before_and_after_a_record_is_read_over(call: Call, good: list[str], tmp_path: Path) -> None:
    said = call("check", "-", given="\n".join([*good, ""]).encode())
    given = "\r\n".join([*good, "", "", ""]).encode("utf-8-sig")
    assert call("check", "-", given=given) == said and said[0] == 0
    path = tmp_path / "edited.goose"
    path.write_bytes(given)
    assert call("check", path)[0] == 0


@pytest.mark.parametrize("coded", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["check", "trace", "review", "suggest", "statistics"])
def test_a_record_in_utf_16_is_told_in_a_sentence(call: Call, good: list[str], command: str, coded: str) -> None:
    code, out, err = call(command, "-", given="\r\n".join([*good, ""]).encode(coded))
    assert (code, out, err) == (1, "", "-:1: the file is UTF-16 text; save it as UTF-8\n")


@pytest.mark.parametrize("content", [b"", b'{"goosetable": 1, "ga', b"   "])
def test_a_file_without_a_game_is_wrong(call: Call, content: bytes) -> None:
    assert call("check", "-", given=content) == (1, "", "-:1: there is no game in this file\n")


SEAL = "bfa4dbe6 9cfd1259 5dc193e6 d3d7a258 edc11caa 4e80184e 74e655c2 0088d9a7"


def test_the_whole_seal_of_a_coded_game_is_said(call: Call, good: list[str], set_up: list[str]) -> None:
    """It is what anybody compares with the seal that was shown before the first card: all 64 digits of a SHA-256."""
    _, out, _ = call("check", "-", given="\n".join([*good, *set_up, good[0], ""]).encode())
    coded, given, begun = out.splitlines()
    assert coded.endswith(f"); sealed as {SEAL}") and begun.endswith(f"; sealed as {SEAL}")
    assert given.endswith(")") and "sealed" not in given
    assert SEAL.replace(" ", "") == hashlib.sha256(b"goosetable deals v1:7Q4KM2XD9TBR").hexdigest()


def test_other_files_are_still_checked(call: Call, goose: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.goose"
    bad.write_text("no\n")
    code, out, err = call("check", bad, tmp_path / "none.goose", goose)
    assert code == 2
    assert out.startswith(f"ok {goose}, game 1")
    assert err.splitlines() == [
        f"{bad}:1: the line is not JSON",
        f"goosetable check: there is no file {str(tmp_path / 'none.goose')!r}",
    ]
    assert call("check", bad, goose)[0] == 1


def test_names_cannot_break_the_line_or_the_terminal(call: Call, make_record: Callable[..., str]) -> None:
    text = make_record(1, names=("A\nok fake", "\x1b[2Jé", "\U000e0001\u202e"))
    for encoding in ("utf-8", "ascii", "cp1252"):
        code, out, err = call("check", "-", given=text.encode(), encoding=encoding)
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
        assert r"A\nok fake" in out
        assert r"\x1b[2J" in out
        assert r"\U000e0001\u202e" in out


def test_reasons_stay_sentences_however_long_what_they_quote(call: Call, good: list[str]) -> None:
    header = good[0].replace("gooseberry-fool", "x" * 50_000)
    code, _, err = call("check", "-", given=header.encode() + b"\n")
    assert code == 1
    assert len(err) < 400
    assert err.endswith("there are gooseberry-fool\n") or "..." in err


def test_reasons_are_words_a_player_understands(call: Call, good: list[str]) -> None:
    code, _, err = call("check", "-", given="\n".join([*good[:2], '{"seat": 1, "do": "play X"}', ""]).encode())
    assert code == 1
    assert err in (
        "-:3: seat 1 may not play X: it does not hold that card\n",
        "-:3: seat 1 may not play X: the Joker may be led only as the last card\n",
    )


Refused = Callable[[bytes], int]


def test_a_line_removed_is_missed(good: list[str], refused: Refused, legal: dict[int, set[str]]) -> None:
    for number, line in enumerate(good, 1):
        content = "\n".join([*good[: number - 1], *good[number:], ""]).encode()
        found = refused(content)
        if number == len(good):
            assert found == 0
        elif '"do"' in line and '"do"' in good[number]:
            left, right = json.loads(line), json.loads(good[number])
            if left["seat"] == right["seat"] and right["do"] in legal[number]:
                assert found == 0 or found > number, number
            else:
                assert found == number, number
        elif '"undo"' in line or '"undo"' in good[number]:
            assert found == 0 or found >= number, number
        else:
            assert found == number, number


def test_a_line_doubled_is_refused(good: list[str], refused: Refused) -> None:
    for number, line in enumerate(good, 1):
        found = refused("\n".join([*good[:number], line, *good[number:], ""]).encode())
        if number == 1:
            assert found == 0  # the first game stops after its header
        elif '"undo"' in line:
            assert found == 0 or found > number, number
        else:
            assert found == number + 1, number


def test_lines_exchanged_are_refused(good: list[str], refused: Refused) -> None:
    for number in range(1, len(good)):
        one, two = good[number - 1], good[number]
        if "undo" in one + two or one == two:
            continue
        same = '"do"' in one and '"do"' in two and json.loads(one)["seat"] == json.loads(two)["seat"]
        found = refused("\n".join([*good[: number - 1], two, one, *good[number + 1 :], ""]).encode())
        assert found == number or (same and (found > number or not found)), number


def test_after_the_end_only_a_header_may_come(good: list[str], refused: Refused) -> None:
    for line in [*good[1:], '{"undo": 1}']:
        assert refused("\n".join([*good, line, ""]).encode()) == len(good) + 1
    assert refused("\n".join([*good, good[0], ""]).encode()) == 0


def test_nothing_may_come_before_the_header(good: list[str], refused: Refused) -> None:
    for line in good[1:]:
        assert refused("\n".join([line, *good, ""]).encode()) == 1


def test_undo_never_goes_across_a_deal_or_a_score(good: list[str], refused: Refused) -> None:
    for number, line in enumerate(good, 1):
        if '"deal"' in line or '"score"' in line or number == 1:
            assert refused("\n".join([*good[:number], '{"undo": 1}', ""]).encode()) == number + 1
    last = next(number for number, line in enumerate(good, 1) if '"score"' in line) - 1
    assert refused("\n".join([*good[:last], '{"undo": 1}', ""]).encode()) == 0


def test_a_torn_last_line_is_dropped(good: list[str], sample: list[int], refused: Refused) -> None:
    for number in sample:
        before, last = "".join(line + "\n" for line in good[: number - 1]).encode(), good[number - 1].encode()
        for cut in (*range(0, len(last), 4), len(last) - 1, len(last)):
            alone = number == 1 and cut < len(last)
            assert refused(before + last[:cut]) == (1 if alone else 0), (number, cut)
        assert refused(before + last + b"\r") == 0


def test_a_last_line_that_is_json_is_not_torn(good: list[str], refused: Refused) -> None:
    before = "".join(line + "\n" for line in good[:5]).encode()
    for last in (b"{}", b"3", b"null", b'{"x": NaN}', b'{"a": 1, "a": 1}', b"[" * 50 + b"]" * 50, b"[" * 9000 + b"]" * 9000):
        assert refused(before + last) == 6, last[:20]
    assert refused(before + b'{"x": ' + b"9" * 6000 + b"}") == 6
    for last in (b"[" * 9000, b"\xef\xbb\xbf", b"{}}", b"  ", b"9" * 6000 + b"}"):
        assert refused(before + last) == 0, last[:20]


Damages = Iterator[tuple[str, bytes]]


def put(line: str, **keys: Any) -> bytes:
    """The line with these keys changed or added."""
    return json.dumps(json.loads(line) | keys).encode()


def extended(line: str, text: str) -> bytes:
    """The line with raw text before its closing bracket."""
    return f"{line[:-1]}, {text}}}".encode()


def right_anywhere(line: str) -> Damages:
    """What changes nothing."""
    yield "unknown keys", put(line, x=1, comment="é", deep=[[[[{}]]]])
    yield "both halves of a pair in an unknown key", extended(line, r'"x": "\ud83e\udda2"')
    yield "blanks", b" " + line.replace(": ", " :\t").encode() + b" \r"
    yield "escapes", line.replace('"do"', '"\\u0064o"').encode()
    yield "keys in another order", json.dumps(dict(reversed(json.loads(line).items()))).encode()


def right_header(line: str) -> Damages:
    """What leaves a header as good as it was."""
    found = json.loads(line)
    yield "a code in small letters", put(line, code="7q4k-m2xd-9tbr")
    yield "a code without hyphens", put(line, code="7Q4KM2XD9TBR")
    yield "hyphens anywhere", put(line, code="-7-Q4KM2XD9TBR--")
    yield "app and started", put(line, app="9.9.9", started="0001-01-01T00:00:00Z")
    yield "names", put(line, seats=[{"name": "", "player": "no such level", "x": 1}] * 3)
    yield "options in another order", put(line, options=dict(reversed(found["options"].items())))
    yield "byte order mark", b"\xef\xbb\xbf" + line.encode()


def joined(good: list[str], number: int, piece: bytes, after: int | None = None) -> bytes:
    """The record with one line replaced; with no more than `after` lines after it."""
    lines = [line.encode() for line in good[: None if after is None else number + after]]
    lines[number - 1] = piece
    return b"\n".join([*lines, b""])


def test_what_changes_nothing_is_accepted(good: list[str], sample: list[int], refused: Refused) -> None:
    for number in sample:
        line = good[number - 1]
        for what, piece in [*right_anywhere(line), *(right_header(line) if number == 1 else ())]:
            assert refused(joined(good, number, piece, after=3)) == 0, (number, what)


def test_another_code_gives_other_deals(good: list[str], refused: Refused) -> None:
    assert refused(joined(good, 1, put(good[0], code="7Q4K-M2XD-9TBS"))) == 2
    assert refused(joined(good, 1, put(good[0], options=json.loads(good[0])["options"] | {"target": 150}))) == len(good)
