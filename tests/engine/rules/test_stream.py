"""The random numbers of a deal, against an independent reading of the record format."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.engine.record.seed import ALPHABET
from goosetable.engine.rules.deal import Stream

CODE = "7Q4KM2XD9TBR"
any_code = st.text(ALPHABET, min_size=12, max_size=12)


def _fours(code: str, n: int) -> Iterator[int]:
    """The four-byte integers of stream n, as the format defines them."""
    k = 0
    while True:
        block = hashlib.sha256(code.encode("ascii") + n.to_bytes(4, "big") + k.to_bytes(4, "big")).hexdigest()
        yield from (int(block[i : i + 8], 16) for i in range(0, 64, 8))
        k += 1


def _draw(fours: Iterator[int], m: int) -> int:
    while True:
        x = next(fours)
        if x < (2**32 // m) * m:
            return x % m


@given(any_code, st.integers(0, 70_000), st.lists(st.integers(1, 2**32), max_size=40))
def test_draws_agree_with_the_format(code: str, number: int, bounds: list[int]) -> None:
    stream, fours = Stream(code, number), _fours(code, number)
    assert [stream.draw(m) for m in bounds] == [_draw(fours, m) for m in bounds]


@given(any_code, st.integers(0, 200), st.integers(0, 108))
def test_shuffles_agree_with_the_format(code: str, number: int, size: int) -> None:
    fours, order = _fours(code, number), list(range(size))
    for i in range(size - 1, 0, -1):
        j = _draw(fours, i + 1)
        order[i], order[j] = order[j], order[i]
    assert Stream(code, number).shuffle(range(size)) == order


def test_a_shuffle_leaves_its_pack_alone() -> None:
    pack = [3, 2, 1]
    assert sorted(Stream(CODE, 1).shuffle(pack)) == [1, 2, 3]
    assert pack == [3, 2, 1]


def test_a_number_that_would_favour_a_remainder_is_refused() -> None:
    m = 2**31 + 1
    refused = sum(next(_fours(CODE, n)) >= m for n in range(200))
    assert 60 < refused < 140, "about half of all numbers are refused"
    for n in range(200):
        assert Stream(CODE, n).draw(m) == _draw(_fours(CODE, n), m)


def test_the_first_number_that_would_favour_a_remainder_is_refused_and_the_last_before_it_is_not() -> None:
    limit = 2**32 // 7 * 7
    stream = Stream(CODE, 0)
    stream._bytes = b"".join(x.to_bytes(4, "big") for x in (limit - 1, limit, 2**32 - 1, 5))
    assert [stream.draw(7), stream.draw(7)] == [6, 5]


@pytest.mark.parametrize("m", [2, 3, 7, 33])
def test_draws_are_uniform(m: int) -> None:
    stream = Stream(CODE, 0)
    counts = Counter(stream.draw(m) for _ in range(400 * m))
    assert set(counts) == set(range(m))
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi < 2.5 * m + 12


def test_one_of_one_is_drawn_like_any_other() -> None:
    one, other = Stream(CODE, 5), Stream(CODE, 5)
    assert one.draw(1) == 0
    other.draw(2)
    assert one.draw(1000) == other.draw(1000), "a draw of one takes its four bytes as well"


def test_every_deal_has_a_stream_of_its_own() -> None:
    firsts = {Stream(CODE, n).draw(2**32) for n in range(100)}
    assert len(firsts) == 100
