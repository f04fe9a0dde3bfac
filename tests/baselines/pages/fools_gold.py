"""Fools Gold by one page of principles."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from goosetable.cards import BIT, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.games.fools_gold.rules import KEEP, OF_RANK, FoolsGoldState
from tests.baselines.pages import basics


def think(view: View, _: Random) -> Action:
    """Returns the card to keep that brings most, or the card to play that takes what is wanted and no more."""
    state = view.known
    assert isinstance(state, FoolsGoldState), "this player plays Fools Gold only"
    table = Table(view, state)
    if view.legal[0] >= KEEP:
        return max(view.legal, key=lambda keep: table.gain(view.seat, keep - KEEP))
    return max(view.legal, key=table.worth)


class Table:
    """A position as one seat weighs it."""

    def __init__(self, view: View, state: FoolsGoldState) -> None:
        self.view, self.state, self.seats = view, state, range(len(view.sizes))
        self.above = basics.beats(state.trump)
        self.plans = [self.plan(seat) for seat in self.seats]

    def plan(self, seat: int) -> list[float]:
        """Returns how likely each suit is to end as a seat's best.

        Tip: do not commit to a suit too early; the cards kept decide, and in one's own hand the winners to come.
        """
        kept = self.state.kept[seat]
        promise = [float((kept & OF_SUIT[suit]).bit_count()) for suit in range(4)]
        if seat == self.view.seat:
            for card in members(self.view.hand):
                promise[SUIT[card]] += 0.8 * self.top(card)
        weights = [exp(found) for found in promise]
        return [weight / sum(weights) for weight in weights]

    def top(self, card: Card) -> float:
        """Returns how likely a card takes a trick later. Tip: long trumps late force tricks on you, so a trump counts."""
        higher = sum(1 for other in members(self.view.unseen & OF_SUIT[SUIT[card]]) if other < card)
        return max(1 / (1 + higher), 0.4 if SUIT[card] == self.state.trump else 0.0)

    def gain(self, seat: int, card: Card) -> float:
        """Returns what a kept card brings: rule 7, one point more or less, and rule 8, a part of a set."""
        kept = self.state.kept[seat]
        return 2 * self.plans[seat][SUIT[card]] - 1 + self.sets(kept | BIT[card], card) - self.sets(kept, card)

    def sets(self, kept: Cards, card: Card) -> float:
        """Returns what a seat's cards of one rank are worth, as far as more of them can come (card sense: count them)."""
        rank = OF_RANK[card % 13]
        lying = sum(BIT[other] for other in self.state.trick)
        more = ((self.view.unseen | self.view.hand | lying) & rank & ~kept).bit_count()
        three, four = self.state.rows[card % 13]
        match (kept & rank).bit_count():
            case 4:
                return four
            case 3:
                return three + (0.15 * (four - three) if more else 0.0)
            case 2:
                return three * more / 4
            case 1 if more >= 2:
                return 0.15 * three * more / 3
        return 0.0

    def takes(self, seat: int, trick: Sequence[Card]) -> float:
        """Returns what a trick is worth to a seat: rule 6, one card of the suit led, so what is thrown in counts for nobody."""
        led = SUIT[trick[0]]
        return max(self.gain(seat, card) for card in trick if SUIT[card] == led)

    def worth(self, card: Action) -> float:
        """Returns how good a card is to play."""
        view, state = self.view, self.state
        trick = [*state.trick, card]
        has = basics.best(trick, self.above)
        assert has is not None
        # Card sense: go for a trick that is wanted with a card that takes it, duck one that is not with one that does not; tip:
        # a small trump takes a card that you want, and where you follow nobody can.
        chance = basics.chance(view, card, self.above)
        holder = state.seat_at(trick.index(has))
        takers = [holder] if has != card else [seat for seat in self.seats if seat != view.seat]
        # Tip: throw away, off suit, the card an opponent collects, and do not let them have the trick that they want.
        theirs = sum(self.takes(seat, trick) for seat in takers) / len(takers)
        # Card sense: keep winners of suits that are wanted, unload the dangerous cards of others.
        plan = self.plans[view.seat]
        left = sum(self.top(other) * (2 * plan[SUIT[other]] - 1) for other in members(view.hand & ~BIT[card]))
        return chance * self.takes(view.seat, trick) - 0.4 * (1.0 - chance) * theirs + 0.1 * left
