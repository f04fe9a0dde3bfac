"""Bit operations as machine arithmetic, for the compiled core, in which calls of the methods of `int` are slow.

The parallel count of bits is by Wilkes, Wheeler and Gill (1951).
"""

from __future__ import annotations

from mypy_extensions import i64

_count, _length = int.bit_count, int.bit_length


def bit_count(number: int) -> int:
    """Returns `number.bit_count()`."""
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
    """Returns `number.bit_length()`."""
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
