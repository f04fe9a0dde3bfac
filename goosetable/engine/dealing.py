"""Deals hidden cards to hidden hands, exactly uniformly among all distributions that fit what is known.

Cards that the same seats may hold are exchangeable, so ways are counted for groups of cards, not for cards: a small table of
how many distributions complete each choice makes every one of them equally likely. Filling hands greedily instead is wrong
by as much as 0.29 in a card's probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

from goosetable import cards
from goosetable.cards import Cards


class Dealing:
    """All ways to deal `unseen` to hands of the given sizes, where `lacks[seat]` are cards a seat is known not to hold.

    Raises ValueError where there is no way. Building costs a millisecond at most where hands are few; dealing is quick.
    """

    def __init__(self, unseen: Cards, lacks: Sequence[Cards], sizes: Sequence[int]) -> None:
        if unseen.bit_count() != sum(sizes):
            raise ValueError(f"{unseen.bit_count()} cards cannot fill hands of {list(sizes)}")
        self._seats = len(sizes)
        self._holders = tuple(seat for seat, size in enumerate(sizes) if size)
        self._fixed = [0] * self._seats
        self._rooms: tuple[int, ...] = ()
        self._groups: list[tuple[list[Cards], tuple[int, ...]]] = []
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}
        self._splits: dict[tuple[int, tuple[int, ...]], list[tuple[int, tuple[int, ...], tuple[int, ...]]]] = {}
        self._group(unseen, lacks, sizes)
        self.ways = self._count(0, self._rooms)
        """How many distributions there are."""
        if not self.ways:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        self._pair = len(self._holders) == 2 and len(self._groups) == 1

    def _group(self, unseen: Cards, lacks: Sequence[Cards], sizes: Sequence[int]) -> None:
        found: dict[tuple[int, ...], list[Cards]] = {}
        rooms = list(sizes)
        for card in cards.members(unseen):
            bit = cards.BIT[card]
            may = tuple(seat for seat in self._holders if not lacks[seat] & bit)
            if len(may) == 1:
                self._fixed[may[0]] |= bit
                rooms[may[0]] -= 1
            else:
                found.setdefault(may, []).append(bit)
        self._rooms = tuple(rooms)
        self._groups = sorted(((group, may) for may, group in found.items()), key=lambda entry: (len(entry[1]), entry[1]))

    def _count(self, group: int, rooms: tuple[int, ...]) -> int:
        """The ways to deal all groups from `group` on into this room; remembers the running totals for drawing."""
        if min(rooms, default=0) < 0:
            return 0
        if group == len(self._groups):
            return 1
        key = (group, rooms)
        if key not in self._ways:
            total = 0
            splits = []
            bits, may = self._groups[group]
            for left, counts, ways in _divide(len(bits), may, rooms):
                all_ways = ways * self._count(group + 1, left)
                if all_ways:
                    total += all_ways
                    splits.append((total, left, counts))
            self._ways[key], self._splits[key] = total, splits
        return self._ways[key]

    def deal(self, rng: Random) -> list[Cards]:
        """One distribution: a set of cards for each seat."""
        hands = self._fixed[:]
        if self._pair:
            self._deal_pair(hands, rng)
            return hands
        rooms = self._rooms
        for number, (bits, may) in enumerate(self._groups):
            splits = self._splits[number, rooms]
            drawn = rng.randrange(splits[-1][0])
            _, rooms, counts = next(split for split in splits if drawn < split[0])
            order = rng.sample(bits, len(bits))
            first = 0
            for seat, count in zip(may, counts, strict=True):
                hands[seat] += sum(order[first : first + count])
                first += count
        return hands

    def _deal_pair(self, hands: list[Cards], rng: Random) -> None:
        """Two hands and one group of free cards: a plain sample is already uniform, and much quicker."""
        bits = self._groups[0][0]
        one, two = self._holders
        if self._rooms[one] > self._rooms[two]:
            one, two = two, one
        drawn = sum(rng.sample(bits, self._rooms[one]))
        hands[one] |= drawn
        hands[two] |= sum(bits) ^ drawn


def _divide(count: int, may: tuple[int, ...], rooms: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Every way to split `count` equal cards over the seats of `may`: the room left, the counts, and in how many ways."""
    seat = may[0]
    if len(may) == 1:
        if rooms[seat] < count:
            return []
        return [((*rooms[:seat], rooms[seat] - count, *rooms[seat + 1 :]), (count,), 1)]
    found = []
    for mine in range(min(count, rooms[seat]) + 1):
        left = (*rooms[:seat], rooms[seat] - mine, *rooms[seat + 1 :])
        for final, counts, ways in _divide(count - mine, may[1:], left):
            found.append((final, (mine, *counts), comb(count, mine) * ways))
    return found
