"""Styles in a call: named behind a level, written so into the record, and listed where one asks for help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable.engine.record import format
from goosetable.engine.record.format import Header
from goosetable.players.search_agent import STYLES

Call = Callable[..., tuple[int, str, str]]
FOOL = ("simulate", "gooseberry-fool")


def test_a_style_is_played_and_written_into_the_record(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "out.goose"
    seats = "easy+bold@5,easy-deal+spoiler@5,easy@5"
    code, said, err = call(*FOOL, "--seats", seats, "--games", 1, "--seed", 1, "--max-deals", 1, "--out", out)
    assert (code, err) == (0, "")
    assert "easy+bold@5" in said
    header = next(line for _, line in format.read(out.read_bytes()))
    assert isinstance(header, Header)
    assert [chair.player for chair in header.chairs] == seats.split(",")
    assert call("check", out)[0] == 0


def test_a_style_that_there_is_not_is_said_with_those_there_are(call: Call) -> None:
    code, said, err = call(*FOOL, "--seats", "easy+wise,easy,easy", "--games", 1)
    assert (code, said) == (2, "")
    assert "there is no style 'wise'; there are bold, cautious" in err


def test_the_help_lists_them(call: Call) -> None:
    with_breaks = call(*FOOL, "--help")[1]
    told = " ".join(with_breaks.split())
    for style in STYLES:
        assert style in told


@pytest.mark.parametrize("style", STYLES)
def test_every_style_suggests(call: Call, style: str, tmp_path: Path) -> None:
    out = tmp_path / "out.goose"
    assert (
        call("simulate", "goose", "--seats", "random,random", "--games", 1, "--seed", 1, "--max-deals", 1, "--out", out)[0] == 0
    )
    whole = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(whole[:2]))
    code, said, err = call("suggest", out, "--level", f"easy+{style}", "--seed", 1, "--iterations", 10)
    assert (code, err) == (0, "")
    assert '"do": "bid' in said
