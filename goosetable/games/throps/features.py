"""The features of a bid of Throps, by name: what a policy looks at, and just as well what it makes of each.

Each is something of the card that is bid times something of the round, which stands behind the underscore; so a round is looked
at once, and a card then is a sum of few products (`Leaning`).
"""

from __future__ import annotations

from typing import Final

from goosetable.engine.strength.linear_policy import FeatureRow

NAMES: Final = (
    "place", "place_aim", "place_share", "place_gain", "place_rival", "place_deny", "place_quality", "square", "square_aim",
    "square_share", "level", "level_aim", "level_share", "level_gain", "level_rival", "level_deny", "spread", "win",
    "win_aim", "win_share", "win_gain", "win_rival", "win_deny", "top", "top_share", "top_gain", "bottom", "bottom_gain",
)  # fmt: skip
"""The features in the order of the weights' file, as attributes of `BidFeatures`."""


class BidFeatures(FeatureRow):
    """The features of one bid; and just as well the weights of all.

    Of the card bid: `place` in the own hand, -1 for the highest to 1 for the lowest, and its `square`; `level`, the same among
    the cards unseen, and its `spread`, a square; `win`, how likely it wins, 0..1, if the others bid as they seem to want; 1 in
    `top` where no unseen card beats it, and in `bottom` where each does.
    Of the round, -1..1 or about that: `aim` and `share`, where the bid of the second and of the third manner of `bidding` lies,
    -1 for high; `gain`, in twelves; `rival`, as `aim` and `share`, of whoever of the others wants the card most; `deny`, what
    the others would gain, in twenty-fours; `quality`, the mean level of the hand.
    """

    __slots__ = NAMES

    place: float
    place_aim: float
    place_share: float
    place_gain: float
    place_rival: float
    place_deny: float
    place_quality: float
    square: float
    square_aim: float
    square_share: float
    level: float
    level_aim: float
    level_share: float
    level_gain: float
    level_rival: float
    level_deny: float
    spread: float
    win: float
    win_aim: float
    win_share: float
    win_gain: float
    win_rival: float
    win_deny: float
    top: float
    top_share: float
    top_gain: float
    bottom: float
    bottom_gain: float

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.place = self.place_aim = self.place_share = self.place_gain = self.place_rival = 0.0
        self.place_deny = self.place_quality = self.square = self.square_aim = self.square_share = 0.0
        self.level = self.level_aim = self.level_share = self.level_gain = self.level_rival = 0.0
        self.level_deny = self.spread = self.win = self.win_aim = self.win_share = 0.0
        self.win_gain = self.win_rival = self.win_deny = self.top = self.top_share = 0.0
        self.top_gain = self.bottom = self.bottom_gain = 0.0

    def score(self, by: FeatureRow) -> float:
        assert isinstance(by, BidFeatures)
        return (
            self.place * by.place + self.place_aim * by.place_aim + self.place_share * by.place_share
            + self.place_gain * by.place_gain + self.place_rival * by.place_rival + self.place_deny * by.place_deny
            + self.place_quality * by.place_quality + self.square * by.square + self.square_aim * by.square_aim
            + self.square_share * by.square_share + self.level * by.level + self.level_aim * by.level_aim
            + self.level_share * by.level_share + self.level_gain * by.level_gain + self.level_rival * by.level_rival
            + self.level_deny * by.level_deny + self.spread * by.spread + self.win * by.win + self.win_aim * by.win_aim
            + self.win_share * by.win_share + self.win_gain * by.win_gain + self.win_rival * by.win_rival
            + self.win_deny * by.win_deny + self.top * by.top + self.top_share * by.top_share + self.top_gain * by.top_gain
            + self.bottom * by.bottom + self.bottom_gain * by.bottom_gain
        )  # fmt: skip

    def add(self, other: FeatureRow, part: float) -> None:
        assert isinstance(other, BidFeatures)
        self.place += part * other.place
        self.place_aim += part * other.place_aim
        self.place_share += part * other.place_share
        self.place_gain += part * other.place_gain
        self.place_rival += part * other.place_rival
        self.place_deny += part * other.place_deny
        self.place_quality += part * other.place_quality
        self.square += part * other.square
        self.square_aim += part * other.square_aim
        self.square_share += part * other.square_share
        self.level += part * other.level
        self.level_aim += part * other.level_aim
        self.level_share += part * other.level_share
        self.level_gain += part * other.level_gain
        self.level_rival += part * other.level_rival
        self.level_deny += part * other.level_deny
        self.spread += part * other.spread
        self.win += part * other.win
        self.win_aim += part * other.win_aim
        self.win_share += part * other.win_share
        self.win_gain += part * other.win_gain
        self.win_rival += part * other.win_rival
        self.win_deny += part * other.win_deny
        self.top += part * other.top
        self.top_share += part * other.top_share
        self.top_gain += part * other.top_gain
        self.bottom += part * other.bottom
        self.bottom_gain += part * other.bottom_gain

    def listed(self) -> list[float]:
        return [
            self.place, self.place_aim, self.place_share, self.place_gain, self.place_rival, self.place_deny,
            self.place_quality, self.square, self.square_aim, self.square_share, self.level, self.level_aim, self.level_share,
            self.level_gain, self.level_rival, self.level_deny, self.spread, self.win, self.win_aim, self.win_share,
            self.win_gain, self.win_rival, self.win_deny, self.top, self.top_share, self.top_gain, self.bottom,
            self.bottom_gain,
        ]  # fmt: skip


class Round:
    """A round as one seat sees it: the second halves of the features."""

    __slots__ = ("aim", "deny", "gain", "quality", "rival", "share")

    def __init__(self, aim: float, share: float, gain: float, rival: float, deny: float, quality: float) -> None:
        self.aim, self.share, self.gain, self.rival, self.deny, self.quality = aim, share, gain, rival, deny, quality


class Leaning:
    """What each first half of the features counts in a round."""

    __slots__ = ("bottom", "level", "place", "spread", "square", "top", "win")

    def __init__(self, by: BidFeatures, seen: Round) -> None:
        aim, share, gain, rival, deny = seen.aim, seen.share, seen.gain, seen.rival, seen.deny
        self.place = (
            by.place + by.place_aim * aim + by.place_share * share + by.place_gain * gain
            + by.place_rival * rival + by.place_deny * deny + by.place_quality * seen.quality
        )  # fmt: skip
        self.square = by.square + by.square_aim * aim + by.square_share * share
        self.level = (
            by.level + by.level_aim * aim + by.level_share * share
            + by.level_gain * gain + by.level_rival * rival + by.level_deny * deny
        )  # fmt: skip
        self.spread = by.spread
        self.win = (
            by.win + by.win_aim * aim + by.win_share * share
            + by.win_gain * gain + by.win_rival * rival + by.win_deny * deny
        )  # fmt: skip
        self.top = by.top + by.top_share * share + by.top_gain * gain
        self.bottom = by.bottom + by.bottom_gain * gain
