"""The features of an action of Cross Purposes, by name: what a policy looks at, and just as well what it makes of each."""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "take", "take_rank", "take_high", "take_trump", "rank", "high", "trump", "length", "length_high", "theirs",
    "void_made", "ruffs_after", "void", "draws", "touch", "bared", "top", "partner", "partner_rank", "worth", "others",
    "answered", "long", "heads", "seconds", "tops", "agrees", "agrees_worth",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `CrossFeatures`."""


class CrossFeatures(FeatureRow):
    """The features of one action, each about -1..1 or 0..1 but for worths in tricks; and just as well the weights of all."""

    __slots__ = NAMES

    take: float
    """How likely this card takes the trick."""
    take_rank: float
    """`take`, times `rank`; so the next two with what they are named after."""
    take_high: float
    take_trump: float
    rank: float
    """1 for the card that is highest of its suit by tops down to -1 for the lowest."""
    high: float
    """How likely no other holds a higher card of its suit."""
    trump: float
    """1 for a trump."""
    length: float
    """Cards of its suit that stay in the hand, in fives; and that times `high`."""
    length_high: float
    theirs: float
    """Cards of its suit that the others may be expected to hold, in fives."""
    void_made: float
    """1 where no card of its suit stays."""
    ruffs_after: float
    """The same where trumps stay."""
    void: float
    """How likely one of the others has none of its suit."""
    draws: float
    """Of a trump, how many the others may be expected to hold, in fives."""
    touch: float
    """1 where the next lower card that is left is in the same hand."""
    bared: float
    """1 where it takes the last guard from a card that is not the highest left."""
    top: float
    """1 where no unseen card of its suit is higher."""
    partner: float
    """1 - `take` where a partner has the trick so far; and that times `rank`."""
    partner_rank: float
    worth: float
    """What the hand is worth in tricks if this is named, or what may yet be named with it taken on average."""
    others: float
    """The same of a hand of the others, as it may be expected."""
    answered: float
    """How far the other is ahead after its best answer, as far as this seat can tell; 0 where it has none."""
    long: float
    """Cards of the suit that is named, in fives."""
    heads: float
    """Of tops, how many cards of the rank the hand holds, in fours; and of the rank below."""
    seconds: float
    tops: float
    """1 for tops."""
    agrees: float
    """1 where another calls the same already."""
    agrees_worth: float
    """The same, times `worth`."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.take = self.take_rank = self.take_high = self.take_trump = self.rank = self.high = self.trump = 0.0
        self.length = self.length_high = self.theirs = self.void_made = self.ruffs_after = self.void = self.draws = 0.0
        self.touch = self.bared = self.top = self.partner = self.partner_rank = self.worth = self.others = 0.0
        self.answered = self.long = self.heads = self.seconds = self.tops = self.agrees = self.agrees_worth = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, CrossFeatures)
        return (
            self.take * by.take + self.take_rank * by.take_rank + self.take_high * by.take_high
            + self.take_trump * by.take_trump + self.rank * by.rank + self.high * by.high
            + self.trump * by.trump + self.length * by.length + self.length_high * by.length_high
            + self.theirs * by.theirs + self.void_made * by.void_made + self.ruffs_after * by.ruffs_after
            + self.void * by.void + self.draws * by.draws + self.touch * by.touch
            + self.bared * by.bared + self.top * by.top + self.partner * by.partner
            + self.partner_rank * by.partner_rank + self.worth * by.worth + self.others * by.others
            + self.answered * by.answered + self.long * by.long + self.heads * by.heads
            + self.seconds * by.seconds + self.tops * by.tops + self.agrees * by.agrees
            + self.agrees_worth * by.agrees_worth
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, CrossFeatures)
        self.take += part * other.take
        self.take_rank += part * other.take_rank
        self.take_high += part * other.take_high
        self.take_trump += part * other.take_trump
        self.rank += part * other.rank
        self.high += part * other.high
        self.trump += part * other.trump
        self.length += part * other.length
        self.length_high += part * other.length_high
        self.theirs += part * other.theirs
        self.void_made += part * other.void_made
        self.ruffs_after += part * other.ruffs_after
        self.void += part * other.void
        self.draws += part * other.draws
        self.touch += part * other.touch
        self.bared += part * other.bared
        self.top += part * other.top
        self.partner += part * other.partner
        self.partner_rank += part * other.partner_rank
        self.worth += part * other.worth
        self.others += part * other.others
        self.answered += part * other.answered
        self.long += part * other.long
        self.heads += part * other.heads
        self.seconds += part * other.seconds
        self.tops += part * other.tops
        self.agrees += part * other.agrees
        self.agrees_worth += part * other.agrees_worth

    def listed(self) -> list[float]:
        return [
            self.take, self.take_rank, self.take_high, self.take_trump, self.rank, self.high, self.trump, self.length,
            self.length_high, self.theirs, self.void_made, self.ruffs_after, self.void, self.draws, self.touch, self.bared,
            self.top, self.partner, self.partner_rank, self.worth, self.others, self.answered, self.long, self.heads,
            self.seconds, self.tops, self.agrees, self.agrees_worth,
        ]  # fmt: skip
