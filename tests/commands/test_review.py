"""`goosetable review` and `goosetable trace`: a line for each decision and action; and a sentence where a call is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., tuple[int, str, str]]


def test_lines_of_json_the_same_for_the_same_seed(call: Call, one_deal: Path) -> None:
    said = {call("review", one_deal, "--seats", "0,2", "--seed", "5", "--iterations", "3") for _ in range(2)}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err) == (0, "")
    *opinions, first, last = [json.loads(line) for line in out.splitlines()]
    assert {opinion["seat"] for opinion in opinions} == {0, 2}
    assert list(opinions[0]) == [
        "line", "seat", "do", "best", "sure", "rival", "why", "deals", "cost", "outlooks", "hidden", "game", "principle",
        "follows", "person", "hint", "counts", "size",
    ]  # fmt: skip
    text = one_deal.read_text().splitlines()
    for opinion in opinions:
        assert json.loads(text[opinion["line"] - 1])["do"] == opinion["do"]
        assert opinion["why"] == "" or opinion["why"].endswith(".")
        assert "[" not in opinion["why"] + opinion["hidden"]
    for seat, summed in ((0, first), (2, last)):
        own = [opinion for opinion in opinions if opinion["seat"] == seat]
        assert (summed["deal"], summed["seat"], summed["decisions"]) == (1, seat, len(own))
        assert summed["as good as any"] == sum(not opinion["counts"] for opinion in own)
        assert len(summed["dearest"]) <= 3


def test_where_there_is_nothing_to_review_one_sentence_says_why(call: Call, one_deal: Path, good: list[str]) -> None:
    def said(path: Path | str, *argv: str, given: bytes = b"") -> str:
        code, out, err = call("review", path, *argv, given=given)
        assert (code, out, err.count("\n")) == (0, "", 1)
        return str(err)

    one_deal.write_text(one_deal.read_text().replace('"human"', '"random"'))
    why = "no person sat in the deals that are over; --seats 0,1 names the seats to review"
    assert said(one_deal) == f"goosetable review: {one_deal}: {why}\n"
    nothing = "goosetable review: -: no deal is over, so there is nothing to review\n"
    assert said("-", given="\n".join(good[:1]).encode()) == nothing
    assert said("-", "--seats", "0", given="\n".join(good[:6]).encode()) == nothing


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--level", "genius"], "there is no level 'genius'"), (["--level", "random"], "compares no actions by a search"),
        (["--level", "module:Class"], "module"), (["--seats", "x"], "'x' is not a list of seats"),
        (["--seats", ""], "'' is not a list of seats"), (["--seats", "9"], "there is no seat 9 in deal 1"),
        (["--iterations", "0"], "argument --iterations: it must be from 1 to "), (["--seed", "ü"], "'ü' is not ASCII text"),
    ],
)  # fmt: skip
def test_wrong_calls(call: Call, one_deal: Path, argv: list[str], words: str) -> None:
    code, out, err = call("review", one_deal, *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_record_that_is_wrong(call: Call, good: list[str]) -> None:
    given = "\n".join([*good[:5], "?", ""]).encode()
    assert call("review", "-", given=given) == (1, "", "-:6: the line is not JSON\n")


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
