"""Deals hidden cards where counting every distribution would take too long: a fill that fits what is known, then many swaps.

This is the approximate sister of `ExactSampler`. Two cards that lie in different places change places wherever both may lie in
the other's; as every such swap is as likely as its reverse, no distribution is preferred in the long run. How even a run of
finite length is depends on what is known; each deal goes on from the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import Cards
from goosetable.engine.rules.knowledge import ANY, Knowledge, Limits

FIRST: Final = 12
"""Swaps tried before the first deal, for each card."""
MOST_FIRST: Final = 200
"""Factor of the tries at most until what no limits can say is true as well."""


class McmcSampler:
    """Deals `unseen` to hands of the given sizes, where `lacks[seat]` are cards a seat is known not to hold.

    Raises ValueError where there is no way. Used again, the same object gives other deals: it remembers its last.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], known: Knowledge | None = None) -> None:
        self._known = known
        self._kind = 0 if known is None else known.counted & unseen
        bits = [cards.BIT[card] for card in cards.members(unseen)]
        for limits in ((),) if known is None else known.cases:
            places = _Fill(bits, voids, sizes, self._kind, limits).places
            if places is not None:
                break
        else:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        assert places is not None
        self._bits, self._places = bits, places
        self._lacks = list(voids)
        self._hands = [0] * len(sizes)
        for bit, place in zip(bits, places, strict=True):
            self._hands[place] |= bit
        self._fits = known is None or known.fits is None or known.fits(self._hands)
        self._mixed = False

    def deal(self, rng: Random) -> list[Cards]:
        """One distribution: a set of cards for each seat."""
        many = len(self._bits)
        if not self._mixed:
            self._mixed = True
            self._swap(FIRST * many, rng)
            for _ in range(MOST_FIRST):
                if self._fits:
                    break
                self._swap(many, rng)
            if not self._fits:
                raise ValueError("no hidden hands were found that fit what is known")
        self._swap(many, rng)
        return self._hands[:]

    def _swap(self, times: int, rng: Random) -> None:
        """Tries that many swaps of two cards at random."""
        bits, places, voids, hands, kind, random = self._bits, self._places, self._lacks, self._hands, self._kind, rng.random
        many = len(bits)
        for _ in range(times):
            one, two = int(random() * many), int(random() * many)
            here, there = places[one], places[two]
            if here == there:
                continue
            a, b = bits[one], bits[two]
            if voids[there] & a or voids[here] & b:
                continue
            both = a | b
            hands[here] ^= both
            hands[there] ^= both
            if both & kind and not self._allowed():
                hands[here] ^= both
                hands[there] ^= both
                continue
            places[one], places[two] = there, here

    def _allowed(self) -> bool:
        """Whether the hands, in which counted cards have moved, are still within the limits."""
        known, hands, kind = self._known, self._hands, self._kind
        assert known is not None
        counts = [held & kind for held in hands]
        counts = [held.bit_count() for held in counts]
        for limits in known.cases:
            for count, (low, high) in zip(counts, limits, strict=False):
                if not low <= count <= high:
                    break
            else:
                break
        else:
            return False
        if known.fits is not None:
            fits = known.fits(hands)
            if self._fits and not fits:
                return False
            self._fits = fits
        return True


class _Fill:
    """One distribution within limits: card after card where it may lie, moving others on where there is no room."""

    def __init__(
        self, bits: Sequence[Cards], voids: Sequence[Cards], sizes: Sequence[int], kind: Cards, limits: Limits
    ) -> None:
        self._bits, self._kind = bits, kind
        limits = (*limits, *(ANY for _ in range(len(sizes) - len(limits))))
        self._room = list(sizes)
        self._rooms = (
            [size - low for size, (low, _) in zip(sizes, limits, strict=True)],
            [high for _, high in limits],
        )
        """The room of each place for cards that are not counted, and for those that are."""
        self._may = [tuple(seat for seat, lacking in enumerate(voids) if sizes[seat] and not lacking & bit) for bit in bits]
        self._at = [-1] * len(bits)
        self.places: list[int] | None = None
        """Where each card lies, or None where there is no way."""
        if min(self._rooms[0]) < 0:
            return
        for card in sorted(range(len(bits)), key=lambda card: len(self._may[card])):
            if not self._place(card):
                return
        self.places = self._at

    def _place(self, card: int) -> bool:
        """Finds a card a place, by the shortest chain of cards that each make room for the one before."""
        before: dict[int, tuple[int, int]] = {}
        queue, met = [card], {card}
        for mover in queue:
            counted = bool(self._bits[mover] & self._kind)
            for place in sorted(self._may[mover], key=lambda place: -self._room[place]):
                if place == self._at[mover]:
                    continue
                kind_full = self._rooms[counted][place] <= 0
                if not kind_full and self._room[place] > 0:
                    self._move(mover, place, before)
                    return True
                for other, at in enumerate(self._at):
                    if at == place and other not in met and (not kind_full or bool(self._bits[other] & self._kind) == counted):
                        met.add(other)
                        before[other] = (mover, place)
                        queue.append(other)
        return False

    def _move(self, mover: int, place: int, before: dict[int, tuple[int, int]]) -> None:
        """Moves the last card of a chain to a place with room, the one before it to where that lay, and so on."""
        while True:
            left = self._at[mover]
            counted = bool(self._bits[mover] & self._kind)
            if left >= 0:
                self._room[left] += 1
                self._rooms[counted][left] += 1
            self._at[mover] = place
            self._room[place] -= 1
            self._rooms[counted][place] -= 1
            if mover not in before:
                return
            mover, place = before[mover]
