"""`goosetable check`: what it says of good records, and of files that cannot be read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

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


def test_another_game_may_follow_after_any_line(call: Call, good: list[str]) -> None:
    content = [line for stop in range(1, len(good)) for line in good[:stop]]
    code, out, _ = call("check", "-", given="\n".join([*content, ""]).encode())
    assert code == 0
    assert out.count("\n") == len(good) - 1


def test_carriage_returns_are_accepted(call: Call, good: list[str]) -> None:
    assert call("check", "-", given="\r\n".join([*good, ""]).encode())[0] == 0
    code, _, err = call("check", "-", given="\r\n".join([*good[:3], "", *good[3:], ""]).encode())
    assert (code, err) == (1, "-:4: the line is blank\n")


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
