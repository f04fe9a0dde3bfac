"""Values of files that the program keeps for itself: within their bounds, or refused by one exception."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goosetable.engine.record import values
from goosetable.engine.record.values import CannotBe

STRANGE: list[object] = [
    None,
    True,
    "1",
    [],
    {},
    [1],
    2**70,
    -(2**70),
    1e200,
    -1e200,
    float("nan"),
    float("inf"),
    10**400,
    -(10**400),
    b"1",
    1.5,
]


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:20])
def test_what_cannot_be_right_raises_nothing_else(value: object) -> None:
    readers: list[Callable[[object], object]] = [
        values.whole, lambda one: values.real(one, values.POINTS), values.text, values.true, values.array, values.mapping
    ]  # fmt: skip
    taken = 0
    for read in readers:
        try:
            assert read(value) == value
            taken += 1
        except CannotBe:
            pass
    assert taken <= 1


def test_bounds_belong_to_what_can_be_right() -> None:
    assert values.whole(values.SEATS - 1, values.SEATS - 1) == 31
    assert values.real(-values.PARTS, values.PARTS) == -2.0
    assert values.real(3, 3) == 3.0
    assert values.array([1, 2], 2) == [1, 2]
    for refused in (
        lambda: values.whole(32, 31), lambda: values.whole(-1), lambda: values.real(-0.1, 1.0, 0.0),
        lambda: values.array([1], 2), lambda: values.text("x" * 5, 4),
    ):  # fmt: skip
        with pytest.raises(CannotBe):
            refused()
