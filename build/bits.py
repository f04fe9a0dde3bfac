"""Bits of a number as machine arithmetic, for the compiled core: methods of `int` are called as slowly as any method.

The counting of bits in parallel is by Wilkes, Wheeler and Gill (1951).
"""

from __future__ import annotations

from mypy_extensions import i64

_count, _length = int.bit_count, int.bit_length


def bit_count(number: int) -> int:
    """As `number.bit_count()`, 0 or more."""
    if not 0 <= number < 0x2000000000000000:
        return int(_count(number))
    found: i64 = number
    found = found - ((found >> 1) & 0x1555555555555555)
    found = (found & 0x3333333333333333) + ((found >> 2) & 0x3333333333333333)
    found = (found + (found >> 4)) & 0x0F0F0F0F0F0F0F0F
    found = found + (found >> 8)
    found = found + (found >> 16)
    return (found + (found >> 32)) & 0x7F


def bit_length(number: int) -> int:
    """As `number.bit_length()`, 0 or more."""
    if not 0 <= number < 0x2000000000000000:
        return int(_length(number))
    found: i64 = number
    found = found | (found >> 1)
    found = found | (found >> 2)
    found = found | (found >> 4)
    found = found | (found >> 8)
    found = found | (found >> 16)
    found = found | (found >> 32)
    return bit_count(found)
