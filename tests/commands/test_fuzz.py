"""Whatever bytes a file holds: an exit code, and a sentence, never a traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Call = Callable[..., tuple[int, str, str]]

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
MANY = settings(FEW, max_examples=3000)

KEYS = [
    "goosetable", "game", "options", "code", "seats", "name", "player", "app", "started", "deal", "dealer",
    "hands", "hands2", "turned", "stock", "trump", "seat", "do", "undo", "score", "total", "end", "winners",
    "geese", "end_rule", "target",
]  # fmt: skip
WORDS = [
    "gooseberry-fool",
    "middle",
    "7Q4K-M2XD-9TBR",
    "AS KS",
    "play AS",
    "play X",
    "give 1",
    "human",
    "7/2",
    "S",
    "\ud800",
    "",
]

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 120), st.integers(), st.floats(), st.sampled_from(WORDS), st.text(max_size=9)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)
objects = st.dictionaries(st.sampled_from(KEYS), values, max_size=6).map(lambda found: json.dumps(found).encode())


def harmless(call: Call, content: bytes) -> None:
    """What every command makes of a file is an exit code, and its errors are sentences that name the line."""
    for command in (["check"], ["trace"], ["trace", "--view", "2"], ["suggest", "--level", "random"]):
        code, _, err = call(*command, "-", given=content)
        assert code in (0, 1) or (code == 2 and "there is no seat 2 to view" in err), (command, content)
        assert err.count("\n") == (code > 0), (command, err)
        assert "mistake of the program" not in err, err
        if code and command[0] != "suggest":
            assert re.match(r"-:\d+: |goosetable trace: there is no seat", err), err


def changed(good: list[str], data: st.DataObject) -> bytes:
    """A good record in which one value somewhere is another."""
    number = data.draw(st.integers(0, min(len(good) - 1, 40)))
    line: Any = json.loads(good[number])
    key = data.draw(st.sampled_from(sorted(line)))
    inner = line[key]
    if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
        place = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        inner[place] = data.draw(values)
    else:
        line[key] = data.draw(values)
    return "\n".join([*good[:number], json.dumps(line), *good[number + 1 :], ""]).encode()


def scratched(good: list[str], data: st.DataObject) -> bytes:
    """A good record in which some bytes are others."""
    content = "\n".join([*good[:30], ""]).encode()
    first = data.draw(st.integers(0, len(content)))
    last = data.draw(st.integers(first, min(len(content), first + 40)))
    return content[:first] + data.draw(st.binary(max_size=20)) + content[last:]


@FEW
@given(st.binary(max_size=300))
def test_any_bytes(call: Call, content: bytes) -> None:
    harmless(call, content)


@FEW
@given(st.lists(objects, max_size=5))
def test_any_objects(call: Call, good: list[str], found: list[bytes]) -> None:
    harmless(call, b"\n".join([*found, b""]))
    harmless(call, b"\n".join([*(line.encode() for line in good[:3]), *found, b""]))


@FEW
@given(st.data())
def test_other_values(call: Call, good: list[str], set_up: list[str], data: st.DataObject) -> None:
    harmless(call, changed(data.draw(st.sampled_from([good, set_up])), data))


@FEW
@given(st.data())
def test_other_bytes(call: Call, good: list[str], data: st.DataObject) -> None:
    harmless(call, scratched(good, data))


@pytest.mark.slow
@MANY
@given(st.data())
def test_much_of_all(call: Call, good: list[str], set_up: list[str], data: st.DataObject) -> None:
    harmless(call, changed(data.draw(st.sampled_from([good, set_up])), data))
    harmless(call, scratched(good, data))
    harmless(call, data.draw(st.binary()))
