"""The game code: how it is written and read, its commitment, and the codes of a series."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.engine.record.seed import ALPHABET, commitment, fresh, grouped, nth, read, show

CODE = "7Q4KM2XD9TBR"
any_code = st.text(ALPHABET, min_size=12, max_size=12)


def test_the_vector_of_the_format() -> None:
    code = read("7Q4K-M2XD-9TBR")
    assert code == CODE
    assert commitment(code) == "bfa4dbe69cfd12595dc193e6d3d7a258edc11caa4e80184e74e655c20088d9a7"
    assert commitment(code) == hashlib.sha256(b"goosetable deals v1:7Q4KM2XD9TBR").hexdigest()


def test_a_commitment_is_shown_whole_in_eight_groups_of_eight_digits() -> None:
    shown = grouped(commitment("7Q4KM2XD9TBR"))
    assert shown == "bfa4dbe6 9cfd1259 5dc193e6 d3d7a258 edc11caa 4e80184e 74e655c2 0088d9a7"
    assert shown.replace(" ", "") == commitment("7Q4KM2XD9TBR")


@pytest.mark.parametrize(
    "text", ["7q4k-m2xd-9tbr", "7Q4KM2XD9TBR", "7q4KM2xd9TBR", "7-Q-4-K-M-2-X-D-9-T-B-R", "-7Q4KM2XD9TBR--"]
)
def test_case_and_hyphens_are_ignored(text: str) -> None:
    assert read(text) == CODE


def test_o_is_read_as_0_and_i_and_l_as_1() -> None:
    assert read("oOiI-lL01-ABCD") == "001111" + "01ABCD"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7U4K-M2XD-9TBR", "'U' cannot be part of a game code"),
        ("7u4k-m2xd-9tbr", "'U' cannot be part"),
        ("7Q4K M2XD 9TBR", "has 12 symbols, and .* has 14"),
        ("7Q4K-M2XD-9TB", "has 12 symbols, and '7Q4K-M2XD-9TB' has 11"),
        ("7Q4K-M2XD-9TBRR", "has 13"),
        ("", "has 0"),
        ("7Q4KM2XD9TB!", "'!' cannot be part"),
        ("ß" * 6, "has 6"),
        ("ı" + CODE[1:], "'ı' cannot be part"),
        ("７" + CODE[1:], "cannot be part"),
    ],
)
def test_other_symbols_and_lengths_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read(text)


@given(any_code)
def test_a_code_is_shown_in_groups_of_four_and_read_back(code: str) -> None:
    shown = show(code)
    assert [len(group) for group in shown.split("-")] == [4, 4, 4]
    assert read(shown) == read(shown.lower()) == code


def test_fresh_codes_are_codes_and_differ() -> None:
    found = {fresh() for _ in range(50)}
    assert len(found) == 50
    assert all(read(code) == code for code in found)


@given(st.text(st.characters(codec="ascii"), max_size=12), st.integers(1, 10**6))
def test_the_codes_of_a_series_are_the_first_60_bits(seed: str, game: int) -> None:
    bits = bin(int(hashlib.sha256(f"goosetable simulate v1:{seed}:{game}".encode("ascii")).hexdigest(), 16) + 2**256)[3:63]
    symbols = "".join(ALPHABET[int(bits[i : i + 5], 2)] for i in range(0, 60, 5))
    assert nth(seed, game) == symbols
    assert read(symbols) == symbols
