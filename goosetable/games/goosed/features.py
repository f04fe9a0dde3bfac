"""The features of a card of Goosed, by name: what a policy looks at, and just as well what it makes of each."""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "take", "side", "ours", "theirs", "goosed", "saved", "goose", "best", "goose_take", "goose_tricks", "take_tricks",
    "more", "catches", "take_caught", "take_risk", "rank_risk", "take_safe", "rank", "trump", "take_rank", "take_trump",
    "length", "void_made", "ruffs_after", "above", "below", "top", "voids", "draws", "take_draws", "guards",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `GoosedFeatures`."""


class GoosedFeatures(FeatureRow):
    """The features of one card, each about -1..1 or 0..1; and just as well the weights of all."""

    __slots__ = NAMES

    take: float
    """How likely this seat takes the trick."""
    side: float
    """How likely its side does: with the first Goose it is on the side that takes it, before that on its own."""
    ours: float
    """`side`, times what the Geese in the trick are worth with this card, in fours."""
    theirs: float
    """The same, by how likely the other side takes it."""
    goosed: float
    """How likely the Red Foxes take the last Goose that they have not yet."""
    saved: float
    """How likely the White Foxes take it."""
    goose: float
    """1 for a Goose."""
    best: float
    """1 for the Goose of diamonds."""
    goose_take: float
    """`take`, of a Goose."""
    goose_tricks: float
    """Tricks that this seat has taken, in threes, if the card is a Goose; the next, times `take`."""
    take_tricks: float
    more: float
    """Of a Goose, the others in the same hand."""
    catches: float
    """`take`, times unseen Geese that may yet come to the trick."""
    take_caught: float
    """`take`, times Geese that the Red Foxes have."""
    take_risk: float
    """`take`, where they have all but one and may still be goosed."""
    rank_risk: float
    """`rank`, there; a high card may take the last Goose later on."""
    take_safe: float
    """`take`, where the White Foxes have a Goose."""
    rank: float
    """1 for the highest card of a suit down to -1 for the lowest."""
    trump: float
    """1 for a trump."""
    take_rank: float
    """`take`, times `rank`."""
    take_trump: float
    """`take`, of a trump."""
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
    draws: float
    """1 where the Goose of its suit is unseen; the next, times `take`."""
    take_draws: float
    guards: float
    """1 where the Goose of its suit stays in the hand."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.take = self.side = self.ours = self.theirs = self.goosed = self.saved = 0.0
        self.goose = self.best = self.goose_take = self.goose_tricks = self.take_tricks = self.more = 0.0
        self.catches = self.take_caught = self.take_risk = self.rank_risk = self.take_safe = self.rank = 0.0
        self.trump = self.take_rank = self.take_trump = self.length = self.void_made = self.ruffs_after = 0.0
        self.above = self.below = self.top = self.voids = self.draws = self.take_draws = 0.0
        self.guards = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, GoosedFeatures)
        return (
            self.take * by.take + self.side * by.side + self.ours * by.ours + self.theirs * by.theirs
            + self.goosed * by.goosed + self.saved * by.saved + self.goose * by.goose + self.best * by.best
            + self.goose_take * by.goose_take + self.goose_tricks * by.goose_tricks + self.take_tricks * by.take_tricks
            + self.more * by.more + self.catches * by.catches + self.take_caught * by.take_caught
            + self.take_risk * by.take_risk + self.rank_risk * by.rank_risk + self.take_safe * by.take_safe
            + self.rank * by.rank + self.trump * by.trump + self.take_rank * by.take_rank
            + self.take_trump * by.take_trump + self.length * by.length + self.void_made * by.void_made
            + self.ruffs_after * by.ruffs_after + self.above * by.above + self.below * by.below + self.top * by.top
            + self.voids * by.voids + self.draws * by.draws + self.take_draws * by.take_draws + self.guards * by.guards
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, GoosedFeatures)
        self.take += part * other.take
        self.side += part * other.side
        self.ours += part * other.ours
        self.theirs += part * other.theirs
        self.goosed += part * other.goosed
        self.saved += part * other.saved
        self.goose += part * other.goose
        self.best += part * other.best
        self.goose_take += part * other.goose_take
        self.goose_tricks += part * other.goose_tricks
        self.take_tricks += part * other.take_tricks
        self.more += part * other.more
        self.catches += part * other.catches
        self.take_caught += part * other.take_caught
        self.take_risk += part * other.take_risk
        self.rank_risk += part * other.rank_risk
        self.take_safe += part * other.take_safe
        self.rank += part * other.rank
        self.trump += part * other.trump
        self.take_rank += part * other.take_rank
        self.take_trump += part * other.take_trump
        self.length += part * other.length
        self.void_made += part * other.void_made
        self.ruffs_after += part * other.ruffs_after
        self.above += part * other.above
        self.below += part * other.below
        self.top += part * other.top
        self.voids += part * other.voids
        self.draws += part * other.draws
        self.take_draws += part * other.take_draws
        self.guards += part * other.guards

    def listed(self) -> list[float]:
        return [
            self.take, self.side, self.ours, self.theirs, self.goosed, self.saved, self.goose, self.best,
            self.goose_take, self.goose_tricks, self.take_tricks, self.more, self.catches, self.take_caught,
            self.take_risk, self.rank_risk, self.take_safe, self.rank, self.trump, self.take_rank, self.take_trump,
            self.length, self.void_made, self.ruffs_after, self.above, self.below, self.top, self.voids, self.draws,
            self.take_draws, self.guards,
        ]  # fmt: skip
