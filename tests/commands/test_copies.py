"""Two packs: what a command tells of a seat is the same, wherever the other copy of its card was dealt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goosetable.engine.record import format
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.rules.options import write
from goosetable.games import find

Call = Callable[..., tuple[int, str, str]]
GOOSE = find("goose")
DEALS = (
    ("AS 2H 3H", "AS 5H 6H", "4D KS 9C"),
    ("KS 2H 3H", "AS 5H 6H", "4D AS 9C"),
    ("KS 2H 4D", "AS 5H 6H", "3H 7C 9C"),
)
"""Seat 1 holds the same each time; the other ace of spades lies at its right, at its left, and in the stock."""


def record(hands: tuple[str, ...]) -> bytes:
    """A deal in which seat 0 has bid, and seat 1 is to bid."""
    options = GOOSE.Options(players=3, decks=2, max_hand=3)
    chairs = tuple(Chair(name, "human") for name in ("Ann", "Ben", "Cyd"))
    header = format.write(Header(GOOSE.id, dict(write(options)), None, chairs))
    dealt = ", ".join(f'"{hand}"' for hand in hands)
    deal = f'{{"deal": 1, "dealer": 2, "hands": [{dealt}], "turned": "2C"}}'
    return f'{header}\n{deal}\n{{"seat": 0, "do": "bid 1"}}\n'.encode()


def same(call: Call, *argv: object, more: bytes = b"") -> str:
    """What is printed of each deal."""
    said = {call(*argv, given=record(hands) + more) for hands in DEALS}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err) == (0, "")
    return out


def test_trace_shows_a_seat_the_same(call: Call) -> None:
    more = b'{"seat": 1, "do": "bid 1"}\n{"seat": 2, "do": "bid 0"}\n'
    out = same(call, "trace", "-", "--view", "1", more=more)
    assert out.count('"hand": ["AS", "6H", "5H"]') == 3


@pytest.mark.parametrize("level", ["random", "greedy", "easy", "expert"])
def test_a_player_suggests_the_same(call: Call, level: str) -> None:
    assert '"seat": 1' in same(call, "suggest", "-", "--level", level, "--seed", "5", "--iterations", "30")
