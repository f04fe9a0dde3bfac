"""Samplers of hidden cards.

`ExactSampler` samples uniformly among all deals that fit. Cards that the same seats may hold are exchangeable, and so are
seats that may hold the same cards. So it counts the ways to deal each group of cards to each group of seats, and draws by
these counts. Filling hands greedily instead is wrong by as much as 0.29 in a card's probability.

`ConstrainedSampler` is for rules that also limit the number of cards of one kind in a hand, in several cases, exactly one of
them true. It counts the deals of each case and draws a case in proportion. Conditions beyond such limits are met by rejection,
which leaves deals equally likely.

`McmcSampler` is for deals that would take too long to count. It fills hands within the limits, then swaps pairs of cards that
may each lie in the other's place. Every swap is as likely as its reverse, so no deal is preferred in the long run. Each deal
continues from the last.
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
from goosetable.engine.rules.state import ANY, Knowledge, Limits

Rooms = tuple[int, ...]
"""Number of cards still to be dealt to each company of seats."""

MOST_SPLITS: Final = 800
"""Greatest number of splits to count, in a few milliseconds; many seats with different voids have millions."""


class TooManyWays(Exception):
    """There are too many splits: counting all deals would take too long."""


class _Company(NamedTuple):
    """Seats that may hold the same cards. Cards are dealt to the company as a whole, then to its seats."""

    voids: Cards
    seats: tuple[int, ...]
    sizes: tuple[int, ...]


class Splits(NamedTuple):
    """All splits of one group of cards over the companies, given the room in them."""

    totals: list[int]
    """For each split, the number of deals of all splits up to it."""
    rooms: list[Rooms]
    """The room left after each split."""
    counts: list[tuple[int, ...]]
    """Number of cards of the group that each company gets."""


class ExactSampler:
    """A uniform sampler of deals of `unseen` to hands of these sizes. `voids`: by seat, cards it is known not to hold.

    Making one counts; dealing is quick. Raises ValueError if no deal fits, and TooManyWays if more splits than `spare` would
    have to be counted; `McmcSampler` is for these.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], spare: list[int] | None = None) -> None:
        if unseen.bit_count() != sum(sizes):
            raise ValueError(f"{unseen.bit_count()} cards cannot fill hands of {list(sizes)}")
        self._seats = len(sizes)
        self._spare = spare or [MOST_SPLITS]
        """Splits that may still be counted; a list, because the cases of a `ConstrainedSampler` share it."""
        self._companies = self._alike(unseen, voids, sizes)
        self._tables = [(company.seats, company.sizes) for company in self._companies]
        self._fixed: list[list[Cards]] = [[] for _ in self._companies]
        """By company, the bits of the cards that it alone may hold."""
        self._groups: list[tuple[list[Cards], tuple[int, ...]]] = []
        """Groups of cards that the same companies may hold: bits of the cards, and companies. Counted cards come first."""
        self._first = 0
        """Number of groups of counted cards."""
        self._group(unseen)
        self._later = self._room_later()
        self._splits = self._memory()
        self._rooms = tuple(sum(c.sizes) - len(f) for c, f in zip(self._companies, self._fixed, strict=True))
        self.ways = self._count(0, self._rooms)
        """Number of deals."""
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
        """Returns a unique key for a seat that differs from others in more than its voids; else False."""
        del seat
        return False

    def _memory(self) -> list[dict[Rooms, Splits]]:
        """Returns the caches of splits by room, one for each group."""
        return [{} for _ in self._groups]

    def _counted(self, bit: Cards) -> bool:
        """Whether a card is of the kind whose number in a hand is limited; such cards are dealt first."""
        del bit
        return False

    def _allowed(self, rooms: Rooms) -> bool:
        """Whether the cards dealt first are within the limits. `rooms`: the room that they leave."""
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
        """Returns, for each group and company, how many cards of later groups it may hold; more room must be filled now."""
        after = [0] * len(self._companies)
        found = []
        for bits, may in reversed(self._groups):
            found.append(tuple(after))
            for number in may:
                after[number] += len(bits)
        return found[::-1]

    def _count(self, group: int, rooms: Rooms) -> int:
        """Returns the number of ways to deal all groups from `group` on into this room; stores the splits for sampling."""
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
        """Samples one distribution: a set of cards for each seat."""
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
    """Adds random cards to the pools, `counts` of them to each."""
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
    """Deals a pool at random to the hands of a company and empties it; the last hand takes the rest."""
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
    """Returns all splits of `count` equal cards over the companies of `may`: the room left, the counts, and the number of ways.

    Raises TooManyWays if there are more than `limit`.
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


Shared = list[dict[Rooms, Splits]]


class _Limited(ExactSampler):
    """A uniform sampler of one case: counted cards are dealt first, and their numbers must be within the limits."""

    def __init__(
        self,
        unseen: Cards,
        voids: Sequence[Cards],
        sizes: Sequence[int],
        known: Knowledge,
        case: int,
        shared: Shared,
        spare: list[int],
    ) -> None:
        self._kind, self._limits, self._shared = known.counted & unseen, known.cases[case], shared
        # The same seats are companies of their own in every case, so that the cases share the counts of later groups.
        many = self._kind.bit_count()
        self._limited = {seat for limits in known.cases for seat, (low, high) in enumerate(limits) if low > 0 or high < many}
        if any(low > size for size, (low, _) in zip(sizes, self._limits, strict=False)):
            raise ValueError("a hand cannot hold more counted cards than cards")
        super().__init__(unseen, voids, sizes, spare)

    def _alone(self, seat: int) -> bool | int:
        return seat + 1 if seat in self._limited else False

    def _memory(self) -> Shared:
        own = super()._memory()
        if not self._shared:
            self._shared.extend(own[self._first :])
        return own[: self._first] + self._shared

    def _counted(self, bit: Cards) -> bool:
        return bool(bit & self._kind)

    def _allowed(self, rooms: Rooms) -> bool:
        for number, company in enumerate(self._companies):
            seat = company.seats[0]
            if seat not in self._limited:
                continue
            low, high = self._limits[seat]
            fixed = sum(1 for bit in self._fixed[number] if bit & self._kind)
            if not low <= self._rooms[number] - rooms[number] + fixed <= high:
                return False
        return True


class ConstrainedSampler(ExactSampler):
    """A uniform sampler of all cases of a `Knowledge`. Raises as `ExactSampler` does.

    `ways` counts the deals of the cases, before `fits`. Places beyond the limits, such as a stock, are not limited.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], known: Knowledge) -> None:
        self._cases: list[ExactSampler] = []
        shared: Shared = []
        spare = [MOST_SPLITS]
        for case in range(len(known.cases)):
            try:
                self._cases.append(_Limited(unseen, voids, sizes, known, case, shared, spare))
            except ValueError:
                continue
        if not self._cases:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        self._totals = list(accumulate(case.ways for case in self._cases))
        self.ways = self._totals[-1]
        self._fits = known.fits

    def deal(self, rng: Random) -> list[Cards]:
        """Samples one distribution: a set of cards for each seat."""
        while True:
            case = self._cases[bisect_right(self._totals, rng.randrange(self.ways)) if len(self._cases) > 1 else 0]
            hands = case.deal(rng)
            if self._fits is None or self._fits(hands):
                return hands


FIRST: Final = 12
"""Number of swaps tried per card before the first deal."""
MOST_FIRST: Final = 200
"""Greatest number of further rounds of swaps until `fits` is true."""


class McmcSampler:
    """A Markov chain of deals of `unseen` to hands of these sizes. `voids`: by seat, cards it is known not to hold.

    Raises ValueError if no deal fits. Each deal continues from the last.
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
        """Samples one distribution: a set of cards for each seat."""
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
        """Tries `times` swaps of two random cards."""
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
        """Whether the hands are within the limits after a swap of counted cards."""
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
    """One deal within limits, found by placing cards one by one; if a place is full, a card there moves to another."""

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
        """Room of each place: first for cards that are not counted, then for counted ones."""
        self._may = [tuple(seat for seat, lacking in enumerate(voids) if sizes[seat] and not lacking & bit) for bit in bits]
        self._at = [-1] * len(bits)
        self.places: list[int] | None = None
        """Place of each card; None if there is no deal within the limits."""
        if min(self._rooms[0]) < 0:
            return
        for card in sorted(range(len(bits)), key=lambda card: len(self._may[card])):
            if not self._place(card):
                return
        self.places = self._at

    def _place(self, card: int) -> bool:
        """Places a card by the shortest chain of moves, each making room for the one before; returns False if there is none."""
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
        """Moves the last card of a chain to a place with room, then each card before it to the place just left."""
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
