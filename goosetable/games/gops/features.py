"""The features of a bid of Gops, by name: what a policy looks at, and just as well what it makes of each.

Each is something of the card that is bid times something of the round, which stands behind the underscore.
"""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "place", "place_aim", "place_share", "place_lead", "place_edge", "place_decides", "place_saves", "square", "square_aim",
    "square_share", "square_edge", "win", "win_aim", "win_share", "win_lead", "win_edge", "win_decides", "win_saves", "even",
    "spread", "spread_aim", "top", "top_aim", "top_share", "top_place", "bottom", "bottom_aim", "spare", "spare_aim",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `GopsFeatures`."""


class GopsFeatures(FeatureRow):
    """The features of one bid; and just as well the weights of all.

    Of the card bid: `place` in the own hand, -1 for the lowest to 1 for the highest, and its `square`; `win`, how often it
    would take what is on offer if the others bid any card, -1 for never to 1 for always, and its `spread`, a square; `even`,
    how often it would tie with another then, 0..1; 1 in `top` where no card of the others is as high, in `bottom` where all of
    theirs are higher, and in `spare` where a lower card of the hand beats just as many.
    Of the round: `aim`, where what is on offer stands among the prizes to come, -1 for the lowest to 1 for the highest;
    `share`, how much it is of all that can still be won, -1..1; `lead` over the best of the others, as a part of all that,
    -1..1; `edge`, how much better the hand is than those of the others, -1..1; 1 in `decides` where who wins this has won the
    deal, and in `saves` where another who wins it has. `top_place` is of the card alone: how high in the hand a sure winner is.
    """

    __slots__ = NAMES

    place: float
    place_aim: float
    place_share: float
    place_lead: float
    place_edge: float
    place_decides: float
    place_saves: float
    square: float
    square_aim: float
    square_share: float
    square_edge: float
    win: float
    win_aim: float
    win_share: float
    win_lead: float
    win_edge: float
    win_decides: float
    win_saves: float
    even: float
    spread: float
    spread_aim: float
    top: float
    top_aim: float
    top_share: float
    top_place: float
    bottom: float
    bottom_aim: float
    spare: float
    spare_aim: float

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.place = self.place_aim = self.place_share = self.place_lead = self.place_edge = 0.0
        self.place_decides = self.place_saves = self.square = self.square_aim = self.square_share = 0.0
        self.square_edge = self.win = self.win_aim = self.win_share = self.win_lead = 0.0
        self.win_edge = self.win_decides = self.win_saves = self.even = self.spread = 0.0
        self.spread_aim = self.top = self.top_aim = self.top_share = self.top_place = 0.0
        self.bottom = self.bottom_aim = self.spare = self.spare_aim = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, GopsFeatures)
        return (
            self.place * by.place + self.place_aim * by.place_aim + self.place_share * by.place_share
            + self.place_lead * by.place_lead + self.place_edge * by.place_edge + self.place_decides * by.place_decides
            + self.place_saves * by.place_saves + self.square * by.square + self.square_aim * by.square_aim
            + self.square_share * by.square_share + self.square_edge * by.square_edge + self.win * by.win
            + self.win_aim * by.win_aim + self.win_share * by.win_share + self.win_lead * by.win_lead
            + self.win_edge * by.win_edge + self.win_decides * by.win_decides + self.win_saves * by.win_saves
            + self.even * by.even + self.spread * by.spread + self.spread_aim * by.spread_aim + self.top * by.top
            + self.top_aim * by.top_aim + self.top_share * by.top_share + self.top_place * by.top_place
            + self.bottom * by.bottom + self.bottom_aim * by.bottom_aim + self.spare * by.spare + self.spare_aim * by.spare_aim
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, GopsFeatures)
        self.place += part * other.place
        self.place_aim += part * other.place_aim
        self.place_share += part * other.place_share
        self.place_lead += part * other.place_lead
        self.place_edge += part * other.place_edge
        self.place_decides += part * other.place_decides
        self.place_saves += part * other.place_saves
        self.square += part * other.square
        self.square_aim += part * other.square_aim
        self.square_share += part * other.square_share
        self.square_edge += part * other.square_edge
        self.win += part * other.win
        self.win_aim += part * other.win_aim
        self.win_share += part * other.win_share
        self.win_lead += part * other.win_lead
        self.win_edge += part * other.win_edge
        self.win_decides += part * other.win_decides
        self.win_saves += part * other.win_saves
        self.even += part * other.even
        self.spread += part * other.spread
        self.spread_aim += part * other.spread_aim
        self.top += part * other.top
        self.top_aim += part * other.top_aim
        self.top_share += part * other.top_share
        self.top_place += part * other.top_place
        self.bottom += part * other.bottom
        self.bottom_aim += part * other.bottom_aim
        self.spare += part * other.spare
        self.spare_aim += part * other.spare_aim

    def listed(self) -> list[float]:
        return [
            self.place, self.place_aim, self.place_share, self.place_lead, self.place_edge, self.place_decides,
            self.place_saves, self.square, self.square_aim, self.square_share, self.square_edge, self.win, self.win_aim,
            self.win_share, self.win_lead, self.win_edge, self.win_decides, self.win_saves, self.even, self.spread,
            self.spread_aim, self.top, self.top_aim, self.top_share, self.top_place, self.bottom, self.bottom_aim, self.spare,
            self.spare_aim,
        ]  # fmt: skip
