"""The features of an action of Fools Gold, by name: what a policy looks at, and just as well what it makes of each."""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "take", "base", "set", "pair", "start", "others_base", "others_set", "feeds", "rank", "trump", "plan", "length",
    "void_made", "ruffs_after", "above", "below", "top", "voids", "take_plan", "rank_plan", "top_plan", "length_plan",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `GoldFeatures`."""


class GoldFeatures(FeatureRow):
    """The features of one action, each about -1..1 or 0..1; and just as well the weights of all."""

    __slots__ = NAMES

    take: float
    """How likely this seat takes the trick."""
    base: float
    """`take`, times what a card of the suit led counts for this seat: 1 in its best suit, -1 in another."""
    set: float
    """`take`, or 1 where a card is kept, times what a set that is made earns, in fours."""
    pair: float
    """The same, where a rank becomes two of which more can be had."""
    start: float
    """Of a card that is kept, how much more of its rank can be had, if it is the first of it."""
    others_base: float
    """What the trick counts for whom it goes to, by how likely it goes to others."""
    others_set: float
    """The same of sets."""
    feeds: float
    """1 where the card itself, in the suit led, would make a set for another."""
    rank: float
    """1 for an ace down to -1 for a three."""
    trump: float
    """1 for a trump."""
    plan: float
    """How far its suit is ahead of the others among what this seat has kept, about -1..1."""
    length: float
    """Cards of its suit that stay in the hand."""
    void_made: float
    """1 where none stays."""
    ruffs_after: float
    """The same where trumps stay."""
    above: float
    """Unseen cards of its suit that are higher."""
    below: float
    """Unseen cards of its suit that are lower."""
    top: float
    """1 where none is higher."""
    voids: float
    """Part of the others who are known to have none of its suit."""
    take_plan: float
    """`take`, times `plan` of the suit led; so the next with that of its own suit."""
    rank_plan: float
    top_plan: float
    length_plan: float

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.take = self.base = self.set = self.pair = self.start = self.others_base = 0.0
        self.others_set = self.feeds = self.rank = self.trump = self.plan = self.length = 0.0
        self.void_made = self.ruffs_after = self.above = self.below = self.top = self.voids = 0.0
        self.take_plan = self.rank_plan = self.top_plan = self.length_plan = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, GoldFeatures)
        return (
            self.take * by.take + self.base * by.base + self.set * by.set + self.pair * by.pair + self.start * by.start
            + self.others_base * by.others_base + self.others_set * by.others_set + self.feeds * by.feeds
            + self.rank * by.rank + self.trump * by.trump + self.plan * by.plan + self.length * by.length
            + self.void_made * by.void_made + self.ruffs_after * by.ruffs_after + self.above * by.above
            + self.below * by.below + self.top * by.top + self.voids * by.voids + self.take_plan * by.take_plan
            + self.rank_plan * by.rank_plan + self.top_plan * by.top_plan + self.length_plan * by.length_plan
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, GoldFeatures)
        self.take += part * other.take
        self.base += part * other.base
        self.set += part * other.set
        self.pair += part * other.pair
        self.start += part * other.start
        self.others_base += part * other.others_base
        self.others_set += part * other.others_set
        self.feeds += part * other.feeds
        self.rank += part * other.rank
        self.trump += part * other.trump
        self.plan += part * other.plan
        self.length += part * other.length
        self.void_made += part * other.void_made
        self.ruffs_after += part * other.ruffs_after
        self.above += part * other.above
        self.below += part * other.below
        self.top += part * other.top
        self.voids += part * other.voids
        self.take_plan += part * other.take_plan
        self.rank_plan += part * other.rank_plan
        self.top_plan += part * other.top_plan
        self.length_plan += part * other.length_plan

    def listed(self) -> list[float]:
        return [
            self.take, self.base, self.set, self.pair, self.start, self.others_base, self.others_set, self.feeds, self.rank,
            self.trump, self.plan, self.length, self.void_made, self.ruffs_after, self.above, self.below, self.top,
            self.voids, self.take_plan, self.rank_plan, self.top_plan, self.length_plan,
        ]  # fmt: skip
