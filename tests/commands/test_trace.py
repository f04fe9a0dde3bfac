"""`goosetable trace`: a line for each action, also for those taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., tuple[int, str, str]]


def traced(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_every_action_has_a_line_also_those_undone(call: Call, goose: Path, good: list[str]) -> None:
    code, out, err = call("trace", goose)
    assert (code, err) == (0, "")
    found = traced(out)
    actions = [(number, json.loads(line)) for number, line in enumerate(good, 1) if '"do"' in line]
    assert [entry["line"] for entry in found] == [number for number, _ in actions]
    for entry, (_, action) in zip(found, actions, strict=True):
        assert list(entry) == ["line", "seat", "legal"]
        assert entry["seat"] == action["seat"]
        assert action["do"] in entry["legal"]
        assert entry["legal"] == sorted(set(entry["legal"]))


def test_a_view_is_what_that_seat_may_know(call: Call, goose: Path) -> None:
    code, out, _ = call("trace", goose, "--view", "1")
    assert code == 0
    for entry in traced(out):
        view = entry["view"]
        assert view["seat"] == 1
        assert view["legal"] == (entry["legal"] if entry["seat"] == 1 else [])
        assert len(view["hand"]) == view["sizes"][1]
        assert len(view["unseen"]) == view["sizes"][0] + view["sizes"][2]


def test_lines_are_counted_through_the_file(call: Call, good: list[str]) -> None:
    once = traced(call("trace", "-", given="\n".join([*good, ""]).encode())[1])
    twice = traced(call("trace", "-", given="\n".join([*good, *good, ""]).encode())[1])
    assert [entry["line"] for entry in twice] == [
        *(entry["line"] for entry in once),
        *(entry["line"] + len(good) for entry in once),
    ]


def test_lines_before_an_error_are_printed(call: Call, good: list[str]) -> None:
    code, out, err = call("trace", "-", given="\n".join([*good[:5], "{", ""]).encode())
    assert code == 1
    assert [entry["line"] for entry in traced(out)] == [n for n in (3, 4, 5) if '"do"' in good[n - 1]]
    assert err == "-:6: the line is not JSON\n"


def test_an_illegal_action_has_no_line(call: Call, good: list[str]) -> None:
    code, out, err = call("trace", "-", given="\n".join([*good[:2], '{"seat": 0, "do": "play XL"}', ""]).encode())
    assert (code, out) == (1, "")
    assert err.startswith("-:3: ")


def test_where_no_game_has_an_action_one_sentence_says_so(call: Call, good: list[str]) -> None:
    for lines in (good[:1], good[:2], [*good[:2], good[0]]):
        code, out, err = call("trace", "-", given="\n".join([*lines, ""]).encode())
        assert (code, out, err) == (0, "", "goosetable trace: -: no game has an action yet\n")


@pytest.mark.parametrize("seat", ["3", "99"])
def test_a_seat_that_is_not_there_cannot_be_viewed(call: Call, goose: Path, seat: str) -> None:
    code, out, err = call("trace", goose, "--view", seat)
    assert (code, out) == (2, "")
    assert "its seats are 0 to 2" in err


@pytest.mark.parametrize("seat", ["-1", "100", "1.0", "one", "", "²", "9" * 5000])
def test_a_seat_is_a_small_number(call: Call, goose: Path, seat: str) -> None:
    code, out, err = call("trace", goose, f"--view={seat}")
    assert (code, out) == (2, "")
    assert err.startswith("goosetable trace: argument --view: ")
    assert len(err) < 500
