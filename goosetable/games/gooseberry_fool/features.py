"""The features of a card of Gooseberry Fool, by name: what a policy looks at, and just as well what it makes of each."""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "gain", "left_gain", "take", "left_takes", "below", "above", "middling", "edge", "dead", "length", "void_made", "singleton",
    "rank", "extreme", "left_void", "right_void", "joker_length", "joker_feared", "own_below", "own_above",
    "want_middling", "want_edge", "want_void", "want_extreme", "want_length", "aim_left_void", "aim_right_void",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `CardFeatures`."""


class CardFeatures(FeatureRow):
    """The features of one card, each about -1..1 or 0..1; and just as well the weights of all."""

    __slots__ = NAMES

    gain: float
    """How much better the outlook of the deal is than on average, by who is likely to take the trick; for this seat."""
    left_gain: float
    """The same for the seat on the left. (For the seat on the right it is nearly what remains.)"""
    take: float
    """How likely this seat takes the trick."""
    left_takes: float
    """How likely the seat on the left takes it."""
    below: float
    """Unseen cards of its suit that are lower."""
    above: float
    """Unseen cards of its suit that are higher."""
    middling: float
    """The fewer of both: what makes it a likely middle of three."""
    edge: float
    """1 where all unseen cards of its suit are on one side."""
    dead: float
    """1 where no card of its suit is unseen."""
    length: float
    """Cards of its suit that stay in the hand."""
    void_made: float
    """1 where none stays."""
    singleton: float
    """1 where one stays."""
    rank: float
    """1 for an ace down to -1 for a seven."""
    extreme: float
    """How far from the middle that is."""
    left_void: float
    """1 where the seat on the left is known to have none of its suit."""
    right_void: float
    joker_length: float
    """The same as `length` in a hand that holds the Joker: a void would force it out."""
    joker_feared: float
    """The same as `length` where the Joker is unseen."""
    own_below: float
    """Lower cards of its suit in the hand."""
    own_above: float
    want_middling: float
    """`middling`, times how much this seat wants the trick; so the next four."""
    want_edge: float
    want_void: float
    want_extreme: float
    want_length: float
    aim_left_void: float
    """`left_void`, times how much rather the seat on the right should take it than that on the left; so the next."""
    aim_right_void: float

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.gain = self.left_gain = self.take = self.left_takes = self.below = self.above = self.middling = 0.0
        self.edge = self.dead = self.length = self.void_made = self.singleton = self.rank = self.extreme = 0.0
        self.left_void = self.right_void = self.joker_length = self.joker_feared = self.own_below = self.own_above = 0.0
        self.want_middling = self.want_edge = self.want_void = self.want_extreme = self.want_length = 0.0
        self.aim_left_void = self.aim_right_void = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, CardFeatures)
        return (
            self.gain * by.gain + self.left_gain * by.left_gain + self.take * by.take + self.left_takes * by.left_takes
            + self.below * by.below + self.above * by.above + self.middling * by.middling + self.edge * by.edge
            + self.dead * by.dead + self.length * by.length + self.void_made * by.void_made + self.singleton * by.singleton
            + self.rank * by.rank + self.extreme * by.extreme + self.left_void * by.left_void
            + self.right_void * by.right_void + self.joker_length * by.joker_length + self.joker_feared * by.joker_feared
            + self.own_below * by.own_below + self.own_above * by.own_above + self.want_middling * by.want_middling
            + self.want_edge * by.want_edge + self.want_void * by.want_void + self.want_extreme * by.want_extreme
            + self.want_length * by.want_length + self.aim_left_void * by.aim_left_void
            + self.aim_right_void * by.aim_right_void
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, CardFeatures)
        self.gain += part * other.gain
        self.left_gain += part * other.left_gain
        self.take += part * other.take
        self.left_takes += part * other.left_takes
        self.below += part * other.below
        self.above += part * other.above
        self.middling += part * other.middling
        self.edge += part * other.edge
        self.dead += part * other.dead
        self.length += part * other.length
        self.void_made += part * other.void_made
        self.singleton += part * other.singleton
        self.rank += part * other.rank
        self.extreme += part * other.extreme
        self.left_void += part * other.left_void
        self.right_void += part * other.right_void
        self.joker_length += part * other.joker_length
        self.joker_feared += part * other.joker_feared
        self.own_below += part * other.own_below
        self.own_above += part * other.own_above
        self.want_middling += part * other.want_middling
        self.want_edge += part * other.want_edge
        self.want_void += part * other.want_void
        self.want_extreme += part * other.want_extreme
        self.want_length += part * other.want_length
        self.aim_left_void += part * other.aim_left_void
        self.aim_right_void += part * other.aim_right_void

    def listed(self) -> list[float]:
        return [
            self.gain, self.left_gain, self.take, self.left_takes, self.below, self.above, self.middling, self.edge, self.dead,
            self.length, self.void_made, self.singleton, self.rank, self.extreme, self.left_void, self.right_void,
            self.joker_length, self.joker_feared, self.own_below, self.own_above, self.want_middling, self.want_edge,
            self.want_void, self.want_extreme, self.want_length, self.aim_left_void, self.aim_right_void,
        ]  # fmt: skip
