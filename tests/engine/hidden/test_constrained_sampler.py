"""Dealing within bounds is exactly uniform: every distribution that fits is counted once and drawn as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from goosetable import cards
from goosetable.cards import Cards
from goosetable.engine.hidden.samplers import ConstrainedSampler, ExactSampler
from goosetable.engine.rules.state import ANY, Knowledge, Limits

HEARTS = cards.of_suit(1)
SIX = cards.cards("AS KS AH KH QH AD")


def everything(unseen: Cards, sizes: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    """Every distribution of the cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for mine in combinations(cards.members(unseen), sizes[0]):
        held = sum(cards.BIT[card] for card in mine)
        for others in everything(unseen & ~held, sizes[1:]):
            yield (held, *others)


def fitting(
    unseen: Cards, voids: Sequence[Cards], sizes: Sequence[int], known: Knowledge | None = None
) -> set[tuple[Cards, ...]]:
    """The distributions that fit, found by trying all."""
    found = set()
    for hands in everything(unseen, sizes):
        if any(held & lacking for held, lacking in zip(hands, voids, strict=True)):
            continue
        if known is not None:
            counts = [(held & known.counted).bit_count() for held in hands]
            if not any(_within(counts, limits) for limits in known.cases):
                continue
            if known.fits is not None and not known.fits(hands):
                continue
        found.add(hands)
    return found


def _within(counts: Sequence[int], limits: Limits) -> bool:
    return all(low <= count <= high for count, (low, high) in zip(counts, limits, strict=False))


def evenly(deal: Callable[[Random], list[Cards]], fits: set[tuple[Cards, ...]], each: int = 400) -> None:
    """Draws so often that each distribution comes about `each` times, and tests their frequencies (chi squared)."""
    rng = Random(11)
    seen = Counter(tuple(deal(rng)) for _ in range(each * len(fits)))
    assert set(seen) == fits
    chi = sum((count - each) ** 2 / each for count in seen.values())
    freedom = len(fits) - 1
    assert chi < freedom + 5 * (2 * freedom + 1) ** 0.5, (chi, freedom)


CASES: dict[str, tuple[list[Cards], list[int], Knowledge]] = {
    "an exact count": ([0, 0, 0], [0, 3, 3], Knowledge(HEARTS, ((ANY, (2, 2), (1, 1)),))),
    "a bound": ([0, 0, 0], [2, 2, 2], Knowledge(HEARTS, ((ANY, (0, 1), ANY),))),
    "bounds and a void": ([0, cards.of_suit(0), 0], [1, 3, 2], Knowledge(HEARTS, (((0, 1), (1, 2), (0, 9)),))),
    "two cases": ([0, 0, 0], [0, 2, 4], Knowledge(HEARTS, (((0, 0), (2, 2), (0, 1)), ((0, 0), (0, 0), (3, 3))))),
    "a stock beyond the limits": ([0, 0, 0], [2, 1, 3], Knowledge(HEARTS, (((2, 2), (0, 0)),))),
    "more than limits can say": (
        [0, 0, 0],
        [2, 2, 2],
        Knowledge(HEARTS, ((ANY, ANY, ANY),), lambda hands: bool(hands[1] & cards.cards("AH"))),
    ),
    "a known card": ([cards.cards("AH"), 0, cards.cards("AH")], [2, 2, 2], Knowledge(HEARTS, (((0, 1), (0, 2), ANY),))),
}


@pytest.mark.parametrize("name", CASES)
def test_bounded_dealing_is_uniform(name: str) -> None:
    voids, sizes, known = CASES[name]
    fits = fitting(SIX, voids, sizes, known)
    dealing = ConstrainedSampler(SIX, voids, sizes, known)
    if known.fits is None:
        assert dealing.ways == len(fits)
    evenly(dealing.deal, fits)


def test_every_bound_is_counted_rightly() -> None:
    rng = Random(4)
    for _ in range(150):
        sizes = rng.choice([[0, 3, 3], [2, 2, 2], [1, 2, 3], [1, 1, 2, 2]])
        voids = [rng.choice([0, 0, cards.of_suit(rng.randrange(3)), cards.BIT[rng.choice(cards.members(SIX))]]) for _ in sizes]
        limits = tuple((low := rng.randrange(3), low + rng.randrange(3)) for _ in sizes)
        known = Knowledge(HEARTS, (limits,))
        fits = fitting(SIX, voids, sizes, known)
        if fits:
            assert ConstrainedSampler(SIX, voids, sizes, known).ways == len(fits)
        else:
            with pytest.raises(ValueError, match="nobody can hold"):
                ConstrainedSampler(SIX, voids, sizes, known)


def test_no_bounds_are_no_bounds() -> None:
    sizes, voids = [1, 2, 3], [0, 0, 0]
    known = Knowledge(HEARTS, ((ANY,) * 3,))
    assert ConstrainedSampler(SIX, voids, sizes, known).ways == ExactSampler(SIX, voids, sizes).ways == 60
