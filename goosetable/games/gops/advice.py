"""Principles of Gops: bid no more than a prize needs, leave costly prizes to others, and bid unpredictably."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Advice, Decision, Tip
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import VALUE, GopsState, points_of

NEAR = 1
"""Difference of ranks up to which a bid is about the prize."""
HABIT = 2
"""Number of rounds from which on bids at the prize's rank are a habit."""
SAVES = frozenset({"enough", "let go", "two fight", "small", "throw", "below"})
"""Principles for a lower bid than another one."""
SPENDS = frozenset({"sure", "pile", "largest", "above", "high"})
"""Principles for a higher bid than another one."""


class GopsAdvice(Advice[GopsState]):
    """The advice of Gops."""

    habits: ClassVar[Mapping[str, str]] = {
        "sure": "missed prizes that were surely yours",
        "enough": "paid more than was needed",
        "let go": "fought for a prize better let go",
        "small": "paid too much for small prizes",
        "largest": "bid too little for the largest prizes",
        "pile": "bid too little for a pile",
        "two fight": "joined a fight of the two others",
        "above": "bid too little for what lay there",
        "below": "bid too much for what lay there",
        "worth": "were far from what the prize was worth",
    }

    def missed(self, decision: Decision[GopsState], action: Action, other: Action) -> Tip:
        """Leaves out principles for a low bid if the other bid is lower, and those for a high one if it is higher."""
        wrong = SAVES if VALUE[other - BID] < VALUE[action - BID] else SPENDS
        besides = {tip.name for tip in self.tips(decision, other)} | wrong
        return next((tip for tip in self.tips(decision, action) if tip.name not in besides), Tip("", ""))

    def tips(self, decision: Decision[GopsState], action: Action) -> Iterator[Tip]:
        known, card = decision.known, action - BID
        rank, name, stake = VALUE[card], decision.face(card), known.stake
        hand = sorted([VALUE[other - BID] for other in decision.legal])
        tops = {who: max([VALUE[one] for one in cards.members(known.open_hand(who))]) for who in self.others(decision)}
        best = max(tops.values())
        mean = self.mean_left(decision)
        if rank > best and (stake >= mean or not known.hidden):
            cheapest = min(own for own in hand if own > best)
            if rank == cheapest and rank < hand[-1]:
                yield Tip("enough", f"{name} is enough: the best they hold is a {self.rank_name(best)}",
                          f"{name} could not be beaten")  # fmt: skip
            yield Tip(
                "sure", f"{name} cannot be beaten, and {stake} lie there", f"{name} could not be beaten, and {stake} lay there"
            )
        yield from self._habits(decision, card)
        if rank == hand[0] and rank + NEAR < stake and len(tops) == 1:
            yield Tip("let go", f"Let it go with {name}: {stake} draws their high cards, and yours stay",
                      "their high cards were drawn for nothing")  # fmt: skip
        elif rank == hand[0] and len(tops) > 1:
            yield Tip("two fight", f"Let the others fight for it: throw {name}", f"{name} would have let the others fight")
        if len(known.offer) > 1 and rank >= hand[2 * len(hand) // 3]:
            prizes = phrases.number_word(len(known.offer)).capitalize()
            yield Tip("pile", f"{prizes} prizes, {stake} together: bid high, {name}",
                      f"the pile was worth {stake}")  # fmt: skip
        if stake >= self.most_left(decision) and rank >= hand[2 * len(hand) // 3] and rank <= best:
            yield Tip("largest", f"Bid high, {name}: no larger prize than {stake} is to come", "no larger prize was to come")
        if len(known.offer) == 1 and stake <= mean and rank <= hand[len(hand) // 2] and rank > hand[0]:
            yield Tip("small", f"{name} will do for {phrases.points(stake)}: better prizes come",
                      "better prizes were to come")  # fmt: skip
        yield from self._by_worth(decision, card, hand)

    def _by_worth(self, decision: Decision[GopsState], card: Card, hand: list[int]) -> Iterator[Tip]:
        """Yields the last principle: a bid equal to, above or below the points of the prizes on offer."""
        name, stake, rank = decision.face(card), decision.known.stake, VALUE[card]
        if abs(rank - stake) <= NEAR and rank != hand[0]:
            yield Tip("worth", f"Bid {name}: about what {stake} is worth", f"{name} was about what {stake} is worth")
        elif rank == hand[0]:
            yield Tip("throw", f"Throw {name}: a prize of {stake} is not worth more", "a low card was enough to throw away")
        elif rank > stake:
            yield Tip("above", f"Bid {name}, above the {stake} that lie there: they may bid as much",
                      f"the others would bid the {stake} too")  # fmt: skip
        elif rank >= hand[len(hand) // 2]:
            yield Tip("high", f"Bid {name}, a high card: {stake} lie there", f"{stake} was worth a high card")
        else:
            yield Tip("below", f"Bid {name}, below the {stake} that lie there, and keep the higher cards",
                      "the higher cards were better kept")  # fmt: skip

    def _habits(self, decision: Decision[GopsState], card: Card) -> Iterator[Tip]:
        """Yields the principles about bids that follow the prize."""
        known, seat, stake, rank = decision.known, decision.seat, decision.known.stake, VALUE[card]
        follows = {who: self.follows(decision, who) for who in range(len(known.hands))}
        for who in self.others(decision):
            if len(self.others(decision)) == 1 and follows[who] and rank == stake + 1:
                yield Tip("one more", f"{decision.face(card)}: one more than the prize, for [{who} bids] just its rank",
                          f"[{who} bid] just the prize's rank")  # fmt: skip
        if follows[seat] and abs(rank - stake) > NEAR:
            yield Tip(
                "unread",
                f"{decision.face(card)}: not the {stake} again, they can read that",
                "bids at the prize's rank are easy to read",
            )

    def follows(self, decision: Decision[GopsState], who: int) -> bool:
        """Whether each of a seat's last bids had the rank of the prize, in rounds with a single prize on offer."""
        known, seats = decision.known, len(decision.known.hands)
        rounds = len(known.actions) // seats
        bids = [value_of(action) for seat, action in known.actions[: rounds * seats] if seat == who]
        if len(bids) < HABIT:
            return False
        return all(VALUE[bid] == VALUE[prize] for bid, prize in list(zip(bids, known.raised, strict=False))[-HABIT:])

    def others(self, decision: Decision[GopsState]) -> list[int]:
        return [who for who in range(len(decision.known.hands)) if who != decision.seat]

    def mean_left(self, decision: Decision[GopsState]) -> float:
        """Returns the mean of the prizes to come; 0 if none is."""
        left = cards.members(decision.known.hidden)
        return points_of(left) / len(left) if left else 0.0

    def most_left(self, decision: Decision[GopsState]) -> int:
        """Returns the largest prize to come; 0 if none is."""
        return max([VALUE[card] for card in cards.members(decision.known.hidden)], default=0)

    def rank_name(self, value: int) -> str:
        """Returns the name of the rank with this value, such as "queen"."""
        return phrases.rank_name(0 if value == 1 else 14 - value)
