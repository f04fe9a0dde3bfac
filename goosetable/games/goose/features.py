"""The features of an action of Goose, by name: what a policy looks at, and just as well what it makes of each."""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "take", "take_lack", "take_tight", "doubt", "promise", "promise_lack", "promise_tight", "shift", "rank", "rank_lack",
    "trump", "trump_lack", "length", "length_lack", "void_made", "void_trumps", "void_lack", "above", "above_lack", "theirs",
    "top", "top_lack", "joker", "joker_lack", "voids", "leaves", "step", "square", "bold", "step_plain", "step_trump",
    "step_trumps", "step_tops", "step_seconds", "step_jokers", "step_short", "step_size", "step_bids", "step_after",
    "step_first", "zero", "zero_promise", "under",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `GooseFeatures`: those of cards, and then those of bids."""


class GooseFeatures(FeatureRow):
    """The features of one action, each about -2..2 or 0..1; and just as well the weights of all."""

    __slots__ = (*NAMES, "calls")

    calls: bool
    """Whether the action is a bid, which has the features of bids alone, as a card has those of cards."""
    take: float
    """How likely this seat takes the trick."""
    take_lack: float
    """`take`, times `lack`: how many tricks fewer the hand promises than the seat needs, in twos, -1.5..1.5; so the others
    with `lack`."""
    take_tight: float
    """`take`, times how many tricks fewer there are than all seats together need, in twos, -1.5..1.5."""
    doubt: float
    """`take`, times how likely it does not: 1 at most."""
    promise: float
    """How likely the card would take a later trick."""
    promise_lack: float
    promise_tight: float
    shift: float
    """The square of `promise` less `take`: what the card changes of the tricks to be expected."""
    rank: float
    """1 for an ace down to -1 for a two; 0 for a joker."""
    rank_lack: float
    trump: float
    """1 for a trump."""
    trump_lack: float
    length: float
    """Cards of its suit that stay in the hand, in fives."""
    length_lack: float
    void_made: float
    """1 where none stays."""
    void_trumps: float
    """The same where trumps stay."""
    void_lack: float
    above: float
    """Part of the unseen cards of its suit that are higher; one half where there are none."""
    above_lack: float
    theirs: float
    """Unseen cards of its suit, in eights."""
    top: float
    """1 where none is higher."""
    top_lack: float
    joker: float
    """1 for a joker."""
    joker_lack: float
    voids: float
    """Part of the others who are known to have none of its suit."""
    leaves: float
    """1 where the trick stays for now with a seat that needs it, -1 where with one that does not; 0 where the card takes it
    over."""
    step: float
    """How far a bid is from what the hand promises, in twos, -2..2."""
    square: float
    """Its square."""
    bold: float
    """That of bids above alone."""
    step_plain: float
    """`step`, times the tricks that plain cards promise, in fours; so the others with `step`."""
    step_trump: float
    """That trumps promise, in fours."""
    step_trumps: float
    """Trumps held, in fours, less a fair share."""
    step_tops: float
    """Plain cards that none beats, in twos; and that one beats."""
    step_seconds: float
    step_jokers: float
    step_short: float
    """Suits of which the hand has one card or none, where it has trumps."""
    step_size: float
    """A fair share of the tricks, in fours."""
    step_bids: float
    """By how many tricks the bids so far are above a fair share, in twos."""
    step_after: float
    """Part of the others who have yet to bid."""
    step_first: float
    """1 where this seat leads to the first trick."""
    zero: float
    """1 for a bid of nothing."""
    zero_promise: float
    """The same, times what the hand promises, 0..1."""
    under: float
    """1 where the bids are made and leave a trick that nobody wants."""

    def __init__(self) -> None:
        self.calls = False
        self.clear()

    def clear(self) -> None:
        self.take = self.take_lack = self.take_tight = self.doubt = self.promise = self.promise_lack = 0.0
        self.promise_tight = self.shift = self.rank = self.rank_lack = self.trump = self.trump_lack = 0.0
        self.length = self.length_lack = self.void_made = self.void_trumps = self.void_lack = self.above = 0.0
        self.above_lack = self.theirs = self.top = self.top_lack = self.joker = self.joker_lack = 0.0
        self.voids = self.leaves = 0.0
        self.step = self.square = self.bold = self.step_plain = self.step_trump = self.step_trumps = 0.0
        self.step_tops = self.step_seconds = self.step_jokers = self.step_short = self.step_size = self.step_bids = 0.0
        self.step_after = self.step_first = self.zero = self.zero_promise = self.under = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, GooseFeatures)
        if self.calls:
            return (
                self.step * by.step + self.square * by.square + self.bold * by.bold + self.step_plain * by.step_plain
                + self.step_trump * by.step_trump + self.step_trumps * by.step_trumps + self.step_tops * by.step_tops
                + self.step_seconds * by.step_seconds + self.step_jokers * by.step_jokers + self.step_short * by.step_short
                + self.step_size * by.step_size + self.step_bids * by.step_bids + self.step_after * by.step_after
                + self.step_first * by.step_first + self.zero * by.zero + self.zero_promise * by.zero_promise
                + self.under * by.under
            )  # fmt: skip
        return (
            self.take * by.take + self.take_lack * by.take_lack + self.take_tight * by.take_tight + self.doubt * by.doubt
            + self.promise * by.promise + self.promise_lack * by.promise_lack + self.promise_tight * by.promise_tight
            + self.shift * by.shift + self.rank * by.rank + self.rank_lack * by.rank_lack + self.trump * by.trump
            + self.trump_lack * by.trump_lack + self.length * by.length + self.length_lack * by.length_lack
            + self.void_made * by.void_made + self.void_trumps * by.void_trumps + self.void_lack * by.void_lack
            + self.above * by.above + self.above_lack * by.above_lack + self.theirs * by.theirs + self.top * by.top
            + self.top_lack * by.top_lack + self.joker * by.joker + self.joker_lack * by.joker_lack
            + self.voids * by.voids + self.leaves * by.leaves
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, GooseFeatures)
        self.calls = other.calls
        if other.calls:
            self.step += part * other.step
            self.square += part * other.square
            self.bold += part * other.bold
            self.step_plain += part * other.step_plain
            self.step_trump += part * other.step_trump
            self.step_trumps += part * other.step_trumps
            self.step_tops += part * other.step_tops
            self.step_seconds += part * other.step_seconds
            self.step_jokers += part * other.step_jokers
            self.step_short += part * other.step_short
            self.step_size += part * other.step_size
            self.step_bids += part * other.step_bids
            self.step_after += part * other.step_after
            self.step_first += part * other.step_first
            self.zero += part * other.zero
            self.zero_promise += part * other.zero_promise
            self.under += part * other.under
            return
        self.take += part * other.take
        self.take_lack += part * other.take_lack
        self.take_tight += part * other.take_tight
        self.doubt += part * other.doubt
        self.promise += part * other.promise
        self.promise_lack += part * other.promise_lack
        self.promise_tight += part * other.promise_tight
        self.shift += part * other.shift
        self.rank += part * other.rank
        self.rank_lack += part * other.rank_lack
        self.trump += part * other.trump
        self.trump_lack += part * other.trump_lack
        self.length += part * other.length
        self.length_lack += part * other.length_lack
        self.void_made += part * other.void_made
        self.void_trumps += part * other.void_trumps
        self.void_lack += part * other.void_lack
        self.above += part * other.above
        self.above_lack += part * other.above_lack
        self.theirs += part * other.theirs
        self.top += part * other.top
        self.top_lack += part * other.top_lack
        self.joker += part * other.joker
        self.joker_lack += part * other.joker_lack
        self.voids += part * other.voids
        self.leaves += part * other.leaves

    def listed(self) -> list[float]:
        return [
            self.take, self.take_lack, self.take_tight, self.doubt, self.promise, self.promise_lack, self.promise_tight,
            self.shift, self.rank, self.rank_lack, self.trump, self.trump_lack, self.length, self.length_lack, self.void_made,
            self.void_trumps, self.void_lack, self.above, self.above_lack, self.theirs, self.top, self.top_lack, self.joker,
            self.joker_lack, self.voids, self.leaves, self.step, self.square, self.bold, self.step_plain, self.step_trump,
            self.step_trumps, self.step_tops, self.step_seconds, self.step_jokers, self.step_short, self.step_size,
            self.step_bids, self.step_after, self.step_first, self.zero, self.zero_promise, self.under,
        ]  # fmt: skip
