"""The random numbers by which a game is dealt, as the record format defines them: nothing here may change."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """The random numbers that a code gives one deal (n = 1, 2 ...) or the game (n = 0)."""

    def __init__(self, code: str, number: int) -> None:
        self._base = code.encode("ascii") + number.to_bytes(4, "big")
        self._block = 0
        self._bytes = b""

    def draw(self, m: int) -> int:
        """A number uniform in 0..m-1: no remainder is favoured, because the last incomplete run of numbers is refused."""
        limit = 2**32 // m * m
        while True:
            if not self._bytes:
                self._bytes = hashlib.sha256(self._base + self._block.to_bytes(4, "big")).digest()
                self._block += 1
            x = int.from_bytes(self._bytes[:4], "big")
            self._bytes = self._bytes[4:]
            if x < limit:
                return x % m

    def shuffle(self, pack: Sequence[T]) -> list[T]:
        """The pack shuffled; the pack itself is left as it was."""
        order = list(pack)
        for i in range(len(order) - 1, 0, -1):
            j = self.draw(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
