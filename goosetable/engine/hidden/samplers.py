"""Samplers of hidden cards.

`ExactSampler` samples uniformly among all deals that agree with the known voids. Cards that the same seats may hold are
exchangeable, and so are seats that may hold the same cards. So the sampler counts the ways to deal each group of cards to each
group of seats, and draws in proportion. Filling one hand after another instead would make a card's probability wrong by up to
0.29.

`ConstrainedSampler` also limits the number of cards of one kind in each hand, by alternative sets of limits. Each deal
satisfies one set. The sampler counts the deals of each set and draws a set in proportion. A deal that fails a further
condition is rejected; the accepted deals are equally likely.

`McmcSampler` is for deals that would take too long to count. It fills hands within the limits, then exchanges pairs of cards if
each may lie in the other's place. An exchange is as likely as its reverse, so in the long run all deals are equally likely.
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
from goosetable.engine.rules.state import ANY_NUMBER, Knowledge, Limits

GroupCounts = tuple[int, ...]
"""Number of cards still to be dealt to each seat group."""

MAX_SPLITS: Final = 800
"""Greatest number of splits that a sampler counts, which takes a few milliseconds. Many different voids would have millions."""


class TooManyWays(Exception):
    """Error: counting all deals would take too long."""


class _SeatGroup(NamedTuple):
    """Seats with the same voids. Cards are dealt to the group first, then to its seats."""

    voids: Cards
    seats: tuple[int, ...]
    sizes: tuple[int, ...]


class Splits(NamedTuple):
    """All ways to divide the cards of one card group among seat groups, as numbers of cards."""

    totals: list[int]
    """Running totals: for each split, the number of deals of this split and all earlier ones."""
    needed: list[GroupCounts]
    """For each split, the number of cards that each seat group still needs."""
    counts: list[tuple[int, ...]]
    """For each split, the number of cards that each seat group gets."""


class ExactSampler:
    """A uniform sampler of deals. The constructor counts the deals, which takes long; `deal` is quick."""

    def __init__(
        self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], splits_left: list[int] | None = None
    ) -> None:
        """unseen: the cards to deal. voids: by seat, cards that it cannot hold. sizes: by seat, the number of cards it needs.

        splits_left: a list with the number of splits that may still be counted. Samplers share the list, and each reduces the
        number. Raises ValueError if no deal agrees with the voids, and TooManyWays if the number reaches 0.
        """
        if unseen.bit_count() != sum(sizes):
            raise ValueError(f"{unseen.bit_count()} cards cannot fill hands of {list(sizes)}")
        self._seats = len(sizes)
        self._spare = splits_left or [MAX_SPLITS]
        self._seat_groups = self._make_seat_groups(unseen, voids, sizes)
        self._tables = [(group.seats, group.sizes) for group in self._seat_groups]
        self._fixed: list[list[Cards]] = [[] for _ in self._seat_groups]
        """By seat group, the bits of the cards that no other group may hold."""
        self._groups: list[tuple[list[Cards], tuple[int, ...]]] = []
        """Card groups: bits of the cards, and numbers of the seat groups that may hold them. Counted cards come first."""
        self._first = 0
        """Number of card groups with counted cards."""
        self._make_card_groups(unseen)
        self._later = self._capacities_in_later_groups()
        self._splits = self._make_caches()
        self._needed = tuple(sum(c.sizes) - len(f) for c, f in zip(self._seat_groups, self._fixed, strict=True))
        self.ways = self._count_deals(0, self._needed)
        """Number of deals."""
        if not self.ways:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        for seat_group in self._seat_groups:
            for first, total in zip(seat_group.sizes, accumulate(seat_group.sizes), strict=True):
                self.ways *= comb(total, first)

    def _make_seat_groups(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int]) -> tuple[_SeatGroup, ...]:
        found: dict[object, list[int]] = {}
        for seat, size in enumerate(sizes):
            if size:
                found.setdefault((voids[seat] & unseen, self._separate_key(seat)), []).append(seat)
        return tuple(
            _SeatGroup(voids[seats[0]] & unseen, tuple(seats), tuple(sizes[seat] for seat in seats)) for seats in found.values()
        )

    def _separate_key(self, seat: int) -> bool | int:
        """Returns a unique key for a seat that must not share a group with other seats; else False."""
        del seat
        return False

    def _make_caches(self) -> list[dict[GroupCounts, Splits]]:
        return [{} for _ in self._groups]

    def _is_number_limited(self, card_bit: Cards) -> bool:
        """Returns True if the number of cards of this kind in a hand is limited. Cards of such a kind are dealt first."""
        del card_bit
        return False

    def _is_within_limits(self, needed: GroupCounts) -> bool:
        """Whether each seat has been dealt as many cards of the limited kind as its limits allow; True without limits.

        needed: by group of seats that the sampler treats alike, the number of cards that are still to be dealt to it.
        """
        del needed
        return True

    def _make_card_groups(self, unseen: Cards) -> None:
        found: dict[tuple[bool, tuple[int, ...]], list[Cards]] = {}
        for card in cards.members(unseen):
            bit = cards.BIT[card]
            may = tuple(number for number, seat_group in enumerate(self._seat_groups) if not seat_group.voids & bit)
            if len(may) == 1:
                self._fixed[may[0]].append(bit)
            else:
                found.setdefault((not self._is_number_limited(bit), may), []).append(bit)
        order = sorted(found, key=lambda kind: (kind[0], len(kind[1]), kind[1]))
        self._groups = [(found[kind], kind[1]) for kind in order]
        self._first = sum(1 for later, _ in order if not later)

    def _capacities_in_later_groups(self) -> list[GroupCounts]:
        """Returns, by card group, the number of cards in later card groups that each seat group may hold."""
        after = [0] * len(self._seat_groups)
        found = []
        for bits, may in reversed(self._groups):
            found.append(tuple(after))
            for number in may:
                after[number] += len(bits)
        return found[::-1]

    def _count_deals(self, group: int, needed: GroupCounts) -> int:
        """Returns the number of ways to deal the card groups from number `group` to the last. Stores their splits for `deal`.

        needed: by seat group, the number of cards still needed.
        """
        if group == self._first and not self._is_within_limits(needed):
            return 0
        if group == len(self._groups):
            return int(not any(needed))
        if not self._groups[group][1]:
            return 0
        found = self._splits[group].get(needed)
        if found is None:
            found = self._splits[group][needed] = Splits([], [], [])
            bits, may = self._groups[group]
            total = 0
            splits = _list_splits(len(bits), may, needed, self._later[group], self._spare[0])
            self._spare[0] -= len(splits) + 2
            if self._spare[0] < 0:
                raise TooManyWays
            for left, counts, ways in splits:
                all_ways = ways * self._count_deals(group + 1, left)
                if all_ways:
                    total += all_ways
                    found.totals.append(total)
                    found.needed.append(left)
                    found.counts.append(counts)
        return found.totals[-1] if found.totals else 0

    def deal(self, rng: Random) -> list[Cards]:
        """Samples one distribution: a set of cards for each seat."""
        pools = [fixed[:] for fixed in self._fixed]
        needed = self._needed
        random = rng.random
        for number, (bits, may) in enumerate(self._groups):
            splits = self._splits[number][needed]
            ways, last = splits.totals[-1], len(splits.totals) - 1
            # A product may round up to all ways.
            place = min(bisect_right(splits.totals, random() * ways), last) if last else 0
            needed = splits.needed[place]
            _deal_to_pools(bits, splits.counts[place], [pools[number] for number in may], random)
        hands = [0] * self._seats
        for number, (seats, sizes) in enumerate(self._tables):
            _deal_pool(pools[number], seats, sizes, hands, random)
        return hands


def _deal_to_pools(
    card_bits: list[Cards], counts: tuple[int, ...], pools: list[list[Cards]], random: Callable[[], float]
) -> None:
    left, room = card_bits[:], len(card_bits)
    for number, count in enumerate(counts):
        pool = pools[number]
        for _ in range(count):
            place = int(random() * room)
            room -= 1
            pool.append(left[place])
            left[place] = left[room]


def _deal_pool(
    pool: list[Cards], seats: tuple[int, ...], sizes: tuple[int, ...], hands: list[Cards], random: Callable[[], float]
) -> None:
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


def _list_splits(
    count: int, seat_groups: tuple[int, ...], needed: GroupCounts, later_capacities: GroupCounts, limit: int
) -> list[tuple[GroupCounts, tuple[int, ...], int]]:
    """Returns all ways to divide `count` exchangeable cards among some seat groups.

    Each way consists of the number of cards that each seat group still needs, the number dealt to each, and the number of
    deals. seat_groups: numbers of the seat groups that may get cards. needed: by seat group, the number of cards needed before
    this division. later_capacities: by seat group, the number of cards that it may get from later card groups. Raises
    TooManyWays if there are more than `limit` ways.
    """
    one = seat_groups[0]
    least, most = max(0, needed[one] - later_capacities[one]), min(count, needed[one])
    if len(seat_groups) == 1:
        least = max(least, count)
    found: list[tuple[GroupCounts, tuple[int, ...], int]] = []
    for mine in range(least, most + 1):
        left = (*needed[:one], needed[one] - mine, *needed[one + 1 :])
        if len(seat_groups) == 1:
            found.append((left, (mine,), 1))
            continue
        for final, counts, ways in _list_splits(count - mine, seat_groups[1:], left, later_capacities, limit):
            found.append((final, (mine, *counts), comb(count, mine) * ways))
        if len(found) > limit:
            raise TooManyWays
    return found


SharedSplits = list[dict[GroupCounts, Splits]]


class _CaseSampler(ExactSampler):
    """A uniform sampler of deals that keep the limits of one case of the `Knowledge`. The cards with limited numbers are
    dealt first.
    """

    def __init__(
        self,
        unseen: Cards,
        voids: Sequence[Cards],
        sizes: Sequence[int],
        knowledge: Knowledge,
        case: int,
        shared: SharedSplits,
        splits_left: list[int],
    ) -> None:
        self._kind, self._limits, self._shared = knowledge.counted & unseen, knowledge.cases[case], shared
        # The same seats form groups of one in every case, so that the cases share the counts of later card groups.
        many = self._kind.bit_count()
        self._limited = {
            seat for limits in knowledge.cases for seat, (low, high) in enumerate(limits) if low > 0 or high < many
        }
        if any(low > size for size, (low, _) in zip(sizes, self._limits, strict=False)):
            raise ValueError("a hand cannot hold more counted cards than cards")
        super().__init__(unseen, voids, sizes, splits_left)

    def _separate_key(self, seat: int) -> bool | int:
        return seat + 1 if seat in self._limited else False

    def _make_caches(self) -> SharedSplits:
        own = super()._make_caches()
        if not self._shared:
            self._shared.extend(own[self._first :])
        return own[: self._first] + self._shared

    def _is_number_limited(self, card_bit: Cards) -> bool:
        return bool(card_bit & self._kind)

    def _is_within_limits(self, needed: GroupCounts) -> bool:
        for number, seat_group in enumerate(self._seat_groups):
            seat = seat_group.seats[0]
            if seat not in self._limited:
                continue
            low, high = self._limits[seat]
            fixed = sum(1 for bit in self._fixed[number] if bit & self._kind)
            if not low <= self._needed[number] - needed[number] + fixed <= high:
                return False
        return True


class ConstrainedSampler(ExactSampler):
    """A uniform sampler of deals that agree with a `Knowledge`. Its constructor raises the same errors as `ExactSampler`.

    `ways` counts the deals that agree with `Knowledge.cases`. Some of these deals may be rejected by `Knowledge.fits`; they
    are counted, but never sampled.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], knowledge: Knowledge) -> None:
        self._cases: list[ExactSampler] = []
        shared: SharedSplits = []
        spare = [MAX_SPLITS]
        for case in range(len(knowledge.cases)):
            try:
                self._cases.append(_CaseSampler(unseen, voids, sizes, knowledge, case, shared, spare))
            except ValueError:
                continue
        if not self._cases:
            raise ValueError("nobody can hold the hidden cards as they are known to lie")
        self._totals = list(accumulate(case.ways for case in self._cases))
        self.ways = self._totals[-1]
        self._fits = knowledge.fits

    def deal(self, rng: Random) -> list[Cards]:
        """Samples one distribution: a set of cards for each seat."""
        while True:
            case = self._cases[bisect_right(self._totals, rng.randrange(self.ways)) if len(self._cases) > 1 else 0]
            hands = case.deal(rng)
            if self._fits is None or self._fits(hands):
                return hands


BURN_IN_PER_CARD: Final = 12
"""Number of exchanges tried per card before the first deal."""
MAX_BURN_IN_ROUNDS: Final = 200
"""Greatest number of further rounds of exchanges until `Knowledge.fits` is true."""


class McmcSampler:
    """A Markov chain of deals: exchanges of cards turn each deal into the next.

    The constructor takes the arguments of `ExactSampler`. It raises ValueError if no deal agrees with them.
    """

    def __init__(self, unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], knowledge: Knowledge | None = None) -> None:
        self._knowledge = knowledge
        self._kind = 0 if knowledge is None else knowledge.counted & unseen
        bits = [cards.BIT[card] for card in cards.members(unseen)]
        for limits in ((),) if knowledge is None else knowledge.cases:
            places = _FirstDeal(bits, voids, sizes, self._kind, limits).places
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
        self._fits = knowledge is None or knowledge.fits is None or knowledge.fits(self._hands)
        self._mixed = False

    def deal(self, rng: Random) -> list[Cards]:
        """Samples one distribution: a set of cards for each seat."""
        many = len(self._bits)
        if not self._mixed:
            self._mixed = True
            self._try_swaps(BURN_IN_PER_CARD * many, rng)
            for _ in range(MAX_BURN_IN_ROUNDS):
                if self._fits:
                    break
                self._try_swaps(many, rng)
            if not self._fits:
                raise ValueError("no hidden hands were found that fit what is known")
        self._try_swaps(many, rng)
        return self._hands[:]

    def _try_swaps(self, attempts: int, rng: Random) -> None:
        bits, places, voids, hands, kind, random = self._bits, self._places, self._lacks, self._hands, self._kind, rng.random
        many = len(bits)
        for _ in range(attempts):
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
            if both & kind and not self._is_within_limits():
                hands[here] ^= both
                hands[there] ^= both
                continue
            places[one], places[two] = there, here

    def _is_within_limits(self) -> bool:
        known, hands, kind = self._knowledge, self._hands, self._kind
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


class _FirstDeal:
    """A single deal within limits, as the start of a Markov chain.

    Cards are placed one by one; if a hand is full, one of its cards moves to another hand.
    """

    def __init__(
        self, bits: Sequence[Cards], voids: Sequence[Cards], sizes: Sequence[int], kind: Cards, limits: Limits
    ) -> None:
        self._bits, self._kind = bits, kind
        limits = (*limits, *(ANY_NUMBER for _ in range(len(sizes) - len(limits))))
        self._room = list(sizes)
        self._needed = ([size - low for size, (low, _) in zip(sizes, limits, strict=True)], [high for _, high in limits])
        """By place, the number of cards it has room for: first uncounted cards, then counted ones."""
        self._may = [tuple(seat for seat, lacking in enumerate(voids) if sizes[seat] and not lacking & bit) for bit in bits]
        self._at = [-1] * len(bits)
        self.places: list[int] | None = None
        """Place of each card; None if there is no deal within the limits."""
        if min(self._needed[0]) < 0:
            return
        for card in sorted(range(len(bits)), key=lambda card: len(self._may[card])):
            if not self._place_card(card):
                return
        self.places = self._at

    def _place_card(self, card: int) -> bool:
        """Places a card; returns False if that is impossible.

        If all hands that may hold the card are full, the card replaces another card, which moves to another hand. This hand may
        be full too, and so on; the shortest chain of such moves is used.
        """
        before: dict[int, tuple[int, int]] = {}
        queue, met = [card], {card}
        for mover in queue:
            counted = bool(self._bits[mover] & self._kind)
            for place in sorted(self._may[mover], key=lambda place: -self._room[place]):
                if place == self._at[mover]:
                    continue
                kind_full = self._needed[counted][place] <= 0
                if not kind_full and self._room[place] > 0:
                    self._move_chain(mover, place, before)
                    return True
                for other, at in enumerate(self._at):
                    if at == place and other not in met and (not kind_full or bool(self._bits[other] & self._kind) == counted):
                        met.add(other)
                        before[other] = (mover, place)
                        queue.append(other)
        return False

    def _move_chain(self, mover: int, place: int, before: dict[int, tuple[int, int]]) -> None:
        """Moves the last card of a chain to a free place, and every other card to the place left by the card after it."""
        while True:
            left = self._at[mover]
            counted = bool(self._bits[mover] & self._kind)
            if left >= 0:
                self._room[left] += 1
                self._needed[counted][left] += 1
            self._at[mover] = place
            self._room[place] -= 1
            self._needed[counted][place] -= 1
            if mover not in before:
                return
            mover, place = before[mover]
