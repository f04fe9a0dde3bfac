"""What a bid of Throps looks like to the seat that may make it: its features, by the own hand and what lies open."""

from __future__ import annotations

from math import exp, log
from typing import Final

from goosetable.cards import Card, Cards
from goosetable.games.throps.bidding import ABOVE, ONE, RANK, SUIT, aim, ranked
from goosetable.games.throps.features import BidFeatures, Leaning, Round

STEEP: Final = 3.0
"""How fast the chance of outbidding another falls about where that one is likely to bid, by parts of the cards unseen."""
FARTHEST: Final = 60.0
"""Scores are cut off there on either side."""


class Table:
    """What a round is to everybody."""

    __slots__ = ("above", "aims", "gains", "left", "shares", "wants")

    def __init__(self, stood: list[list[int]], turned: Card, left: Cards) -> None:
        """stood: by seat, the stands of its suits; left: the cards that lie open nowhere."""
        count = left.bit_count()
        self.left, self.above = left, ABOVE[SUIT[turned]]
        self.aims: list[float] = []
        """By seat, where the second manner bids in the hand, from 0, the highest, to 1; and the third manner."""
        self.shares: list[float] = []
        self.wants: list[float] = []
        """The mean of the two."""
        self.gains: list[float] = []
        """By seat, the points that the card turned up would bring."""
        for seat in (0, 1, 2):
            one = aim(seat, stood, turned, left, count, 1)
            two = aim(seat, stood, turned, left, count, 2)
            self.aims.append(one)
            self.shares.append(two)
            self.wants.append((one + two) / 2.0)
            self.gains.append(float(ONE[stood[seat][SUIT[turned]]].gains[RANK[turned]]))

    def place(self, seat: int, manner: int) -> float:
        """As `bidding.aim`, of the second manner or the third."""
        return self.aims[seat] if manner == 1 else self.shares[seat]

    def round(self, seat: int, quality: float) -> Round:
        """As a seat sees it."""
        one, two = (seat + 1) % 3, (seat + 2) % 3
        rival = min(self.wants[one], self.wants[two])
        gain = min(max(self.gains[seat] / 12.0, -1.5), 1.5)
        deny = min(max((self.gains[one] + self.gains[two]) / 24.0, -1.5), 1.5)
        return Round(2.0 * self.aims[seat] - 1.0, 2.0 * self.shares[seat] - 1.0, gain, 2.0 * rival - 1.0, deny, quality)

    def wins(self, seat: int, beaten: float) -> float:
        """How likely a bid of a seat wins which so great a part of the cards unseen beats."""
        one, two = self.wants[(seat + 1) % 3], self.wants[(seat + 2) % 3]
        first = min(max(0.5 + STEEP * (one - beaten), 0.0), 1.0)
        second = min(max(0.5 + STEEP * (two - beaten), 0.0), 1.0)
        return first * second


class BidSight:
    """What a seat sees before it bids; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.hand: list[Card] = []
        """Its cards, from the strongest bid."""
        self.parts: list[float] = []
        """By place in `hand`, the part of the cards unseen that beats a card."""
        self.round = Round(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._table: Table | None = None
        self._seat = 0

    def look(self, table: Table, seat: int, hand: Cards) -> None:
        """Takes in a round before it is bid in."""
        self.take(table, seat, hand, ranked(hand))

    def take(self, table: Table, seat: int, held: Cards, hand: list[Card]) -> None:
        """The same, where the hand has been put in order already."""
        unseen, above = table.left & ~held, table.above
        many = max(1, unseen.bit_count())
        parts: list[float] = []
        total = 0.0
        for card in hand:
            part = (unseen & above[card]).bit_count() / many
            parts.append(part)
            total += part
        self._table, self._seat, self.hand, self.parts = table, seat, hand, parts
        self.round = table.round(seat, 2.0 * total / len(hand) - 1.0)

    def bid(self, card: Card, found: BidFeatures) -> None:
        """The features of a bid."""
        table, seen = self._table, self.round
        assert table is not None
        at = self.hand.index(card)
        aim, share, gain, rival, deny = seen.aim, seen.share, seen.gain, seen.rival, seen.deny
        part, place = self.parts[at], (2.0 * at + 1.0) / len(self.hand) - 1.0
        level, square, win = 2.0 * part - 1.0, place * place, table.wins(self._seat, part)
        top, bottom = (1.0 if part == 0.0 else 0.0), (1.0 if part == 1.0 else 0.0)
        found.place, found.place_aim, found.place_share, found.place_gain = place, place * aim, place * share, place * gain
        found.place_rival, found.place_deny, found.place_quality = place * rival, place * deny, place * seen.quality
        found.square, found.square_aim, found.square_share = square, square * aim, square * share
        found.level, found.level_aim, found.level_share, found.level_gain = level, level * aim, level * share, level * gain
        found.level_rival, found.level_deny, found.spread = level * rival, level * deny, level * level
        found.win, found.win_aim, found.win_share, found.win_gain = win, win * aim, win * share, win * gain
        found.win_rival, found.win_deny = win * rival, win * deny
        found.top, found.top_share, found.top_gain = top, top * share, top * gain
        found.bottom, found.bottom_gain = bottom, bottom * gain

    def liking(self, at: int, by: Leaning) -> float:
        """How much a card is liked, by its place: the score of its features, and of all the same in one sum."""
        table = self._table
        assert table is not None
        part, place = self.parts[at], (2.0 * at + 1.0) / len(self.hand) - 1.0
        level = 2.0 * part - 1.0
        found = place * (by.place + place * by.square) + level * (by.level + level * by.spread)
        found += table.wins(self._seat, part) * by.win
        if part == 0.0:
            found += by.top
        elif part == 1.0:
            found += by.bottom
        return min(max(found, -FARTHEST), FARTHEST)

    def pick(self, by: BidFeatures, cool: float, chance: float) -> int:
        """The place of a card in the hand, drawn by how much each is liked. cool: what likings are multiplied by."""
        leaning = Leaning(by, self.round)
        taken, total = 0, 0.0
        for at in range(len(self.hand)):
            liking = exp(cool * self.liking(at, leaning))
            total += liking
            share = liking / total
            if chance < share:
                taken = at
                chance = chance / share
            else:
                chance = (chance - share) / (1.0 - share)
        return taken

    def log_chance(self, by: BidFeatures, card: Card) -> float:
        """The logarithm of how likely a card of the hand is bid."""
        leaning = Leaning(by, self.round)
        total = own = 0.0
        for at, other in enumerate(self.hand):
            liking = self.liking(at, leaning)
            total += exp(liking)
            if other == card:
                own = liking
        return own - log(total)
