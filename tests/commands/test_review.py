"""`goosetable review`: a line for each decision, the same for the same seed; and a sentence where a call is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Call = Callable[..., tuple[int, str, str]]


def test_lines_of_json_the_same_for_the_same_seed(call: Call, one_deal: Path) -> None:
    said = {call("review", one_deal, "--seats", "0,2", "--seed", "5", "--iterations", "6") for _ in range(2)}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err) == (0, "")
    *opinions, first, last = [json.loads(line) for line in out.splitlines()]
    assert {opinion["seat"] for opinion in opinions} == {0, 2}
    assert list(opinions[0]) == [
        "line", "seat", "do", "best", "sure", "rival", "why", "deals", "cost", "outlooks", "hidden", "counts",
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
        (["--level", "genius"], "there is no level 'genius'"),
        (["--level", "random"], "compares no actions by a search"),
        (["--level", "module:Class"], "module"),
        (["--seats", "x"], "'x' is not a list of seats"),
        (["--seats", ""], "'' is not a list of seats"),
        (["--seats", "9"], "there is no seat 9 in deal 1"),
        (["--iterations", "0"], "argument --iterations: it must be from 1 to "),
        (["--seed", "ü"], "'ü' is not ASCII text"),
    ],
)
def test_wrong_calls(call: Call, one_deal: Path, argv: list[str], words: str) -> None:
    code, out, err = call("review", one_deal, *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_record_that_is_wrong(call: Call, good: list[str]) -> None:
    given = "\n".join([*good[:5], "?", ""]).encode()
    assert call("review", "-", given=given) == (1, "", "-:6: the line is not JSON\n")
