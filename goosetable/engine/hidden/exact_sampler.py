"""Deals hidden cards to hidden hands, exactly uniformly among all distributions that fit what is known.

Cards that the same seats may hold are exchangeable, and so are seats that may hold the same cards. Therefore ways are counted
for groups of cards and groups of seats: a small table of how many distributions complete each choice makes every one of them
equally likely. Filling hands greedily instead is wrong by as much as 0.29 in a card's probability.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import comb
from random import Random
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import Cards

Rooms = tuple[int, ...]
"""How many cards each group of seats still takes."""

MOST_SPLITS: Final = 800
"""Ways to split groups that are counted in a few milliseconds; many seats of many kinds have millions."""


class TooManyWays(Exception):
    """Counting every distribution would take too long."""


class _Company(NamedTuple):
    """Seats that may hold the same cards: dealt to as if they were one, then apart."""

    voids: Cards
    seats: tuple[int, ...]
    sizes: tuple[int, ...]


class Splits(NamedTuple):
    """Every way to split a group of cards over companies, given the room they have."""

    totals: list[int]
    """Running totals of the distributions that each split, and those before it, lead to."""
    rooms: list[Rooms]
    """The room left after each split."""
    counts: list[tuple[int, ...]]
    """How many cards of the group each company gets."""


class ExactSampler:
    """All ways to deal `unseen` to hands of the given sizes, where `lacks[seat]` are cards a seat is known not to hold.

    Raises ValueError where there is no way, and TooManyWays where more splits than there are to `spare` would have to be
    counted; `McmcSampler` deals then. Dealing is quick.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], spare: list[int] | None = None) -> None:
        if unseen.bit_count() != sum(sizes):
            raise ValueError(f"{unseen.bit_count()} cards cannot fill hands of {list(sizes)}")
        self._seats = len(sizes)
        self._spare = spare or [MOST_SPLITS]
        """How many more splits may be counted; a list, because the cases of a bounded dealing draw on the same."""
        self._companies = self._alike(unseen, voids, sizes)
        self._tables = [(company.seats, company.sizes) for company in self._companies]
        self._fixed: list[list[Cards]] = [[] for _ in self._companies]
        """Single cards that only this company can hold."""
        self._groups: list[tuple[list[Cards], tuple[int, ...]]] = []
        """Single cards that the same companies may hold, and which these are; those that are counted come first."""
        self._first = 0
        """How many of the groups are of counted cards."""
        self._group(unseen)
        self._later = self._room_later()
        self._splits = self._memory()
        self._rooms = tuple(sum(c.sizes) - len(f) for c, f in zip(self._companies, self._fixed, strict=True))
        self.ways = self._count(0, self._rooms)
        """How many distributions there are."""
        if not self.ways:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        for company in self._companies:
            for first, total in zip(company.sizes, accumulate(company.sizes), strict=True):
                self.ways *= comb(total, first)

    def _alike(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int]) -> tuple[_Company, ...]:
        found: dict[object, list[int]] = {}
        for seat, size in enumerate(sizes):
            if size:
                found.setdefault((voids[seat] & unseen, self._alone(seat)), []).append(seat)
        return tuple(
            _Company(voids[seats[0]] & unseen, tuple(seats), tuple(sizes[seat] for seat in seats)) for seats in found.values()
        )

    def _alone(self, seat: int) -> bool | int:
        """Something of its own for a seat that differs from others in more than what it lacks."""
        del seat
        return False

    def _memory(self) -> list[dict[Rooms, Splits]]:
        """For each group, where its splits are remembered by the room they had."""
        return [{} for _ in self._groups]

    def _counted(self, bit: Cards) -> bool:
        """Whether a card is of the kind that is dealt first, because hands are known to hold a number of it."""
        del bit
        return False

    def _allowed(self, rooms: Rooms) -> bool:
        """Whether the cards that are dealt first may lie so, by the room that they leave."""
        del rooms
        return True

    def _group(self, unseen: Cards) -> None:
        found: dict[tuple[bool, tuple[int, ...]], list[Cards]] = {}
        for card in cards.members(unseen):
            bit = cards.BIT[card]
            may = tuple(number for number, company in enumerate(self._companies) if not company.voids & bit)
            if len(may) == 1:
                self._fixed[may[0]].append(bit)
            else:
                found.setdefault((not self._counted(bit), may), []).append(bit)
        order = sorted(found, key=lambda kind: (kind[0], len(kind[1]), kind[1]))
        self._groups = [(found[kind], kind[1]) for kind in order]
        self._first = sum(1 for later, _ in order if not later)

    def _room_later(self) -> list[Rooms]:
        """For each group, how many cards of later groups each company may hold: room beyond that must be filled at once."""
        after = [0] * len(self._companies)
        found = []
        for bits, may in reversed(self._groups):
            found.append(tuple(after))
            for number in may:
                after[number] += len(bits)
        return found[::-1]

    def _count(self, group: int, rooms: Rooms) -> int:
        """The ways to deal all groups from `group` on into this room; remembers the running totals for drawing."""
        if group == self._first and not self._allowed(rooms):
            return 0
        if group == len(self._groups):
            return int(not any(rooms))
        if not self._groups[group][1]:
            return 0
        found = self._splits[group].get(rooms)
        if found is None:
            found = self._splits[group][rooms] = Splits([], [], [])
            bits, may = self._groups[group]
            total = 0
            splits = _divide(len(bits), may, rooms, self._later[group], self._spare[0])
            self._spare[0] -= len(splits) + 2
            if self._spare[0] < 0:
                raise TooManyWays
            for left, counts, ways in splits:
                all_ways = ways * self._count(group + 1, left)
                if all_ways:
                    total += all_ways
                    found.totals.append(total)
                    found.rooms.append(left)
                    found.counts.append(counts)
        return found.totals[-1] if found.totals else 0

    def deal(self, rng: Random) -> list[Cards]:
        """One distribution: a set of cards for each seat."""
        pools = [fixed[:] for fixed in self._fixed]
        rooms = self._rooms
        random = rng.random
        for number, (bits, may) in enumerate(self._groups):
            splits = self._splits[number][rooms]
            ways, last = splits.totals[-1], len(splits.totals) - 1
            # A product may round up to all ways.
            place = min(bisect_right(splits.totals, random() * ways), last) if last else 0
            rooms = splits.rooms[place]
            _share(bits, splits.counts[place], [pools[number] for number in may], random)
        hands = [0] * self._seats
        for number, (seats, sizes) in enumerate(self._tables):
            _apart(pools[number], seats, sizes, hands, random)
        return hands


def _share(bits: list[Cards], counts: tuple[int, ...], pools: list[list[Cards]], random: Callable[[], float]) -> None:
    """Adds that many of the cards to each pool, at random."""
    left, room = bits[:], len(bits)
    for number, count in enumerate(counts):
        pool = pools[number]
        for _ in range(count):
            place = int(random() * room)
            room -= 1
            pool.append(left[place])
            left[place] = left[room]


def _apart(
    pool: list[Cards], seats: tuple[int, ...], sizes: tuple[int, ...], hands: list[Cards], random: Callable[[], float]
) -> None:
    """Deals a pool to the hands of a company at random, which uses it up; the last takes what is left."""
    room, last = len(pool), len(seats) - 1
    for number in range(last):
        hand = 0
        for _ in range(sizes[number]):
            place = int(random() * room)
            room -= 1
            hand |= pool[place]
            pool[place] = pool[room]
        hands[seats[number]] = hand
    hand = 0
    for place in range(room):
        hand |= pool[place]
    hands[seats[last]] = hand


def _divide(
    count: int, may: tuple[int, ...], rooms: Rooms, later: Rooms, limit: int
) -> list[tuple[Rooms, tuple[int, ...], int]]:
    """Every way to split `count` equal cards over the companies of `may`: the room left, the counts, and in how many ways.

    Raises TooManyWays where there are more than `limit`.
    """
    one = may[0]
    least, most = max(0, rooms[one] - later[one]), min(count, rooms[one])
    if len(may) == 1:
        least = max(least, count)
    found: list[tuple[Rooms, tuple[int, ...], int]] = []
    for mine in range(least, most + 1):
        left = (*rooms[:one], rooms[one] - mine, *rooms[one + 1 :])
        if len(may) == 1:
            found.append((left, (mine,), 1))
            continue
        for final, counts, ways in _divide(count - mine, may[1:], left, later, limit):
            found.append((final, (mine, *counts), comb(count, mine) * ways))
        if len(found) > limit:
            raise TooManyWays
    return found
