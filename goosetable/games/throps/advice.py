"""Principles of Throps: the points that the card on sale wins or costs, and the highest card that is worth bidding for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action
from goosetable.engine.text.advice import Advice, Decision, Tip
from goosetable.games.throps.rules import BID, KEY, ROUNDS, VALUE, ThropsState, score, suit_values

HIGH, LOW = 1 / 3, 2 / 3
"""Parts of the hand, from its strongest card, above and below which a bid is high or low."""
MUCH = 6
"""Points from which on a card is worth a high bid."""


class ThropsAdvice(Advice[ThropsState]):
    """The advice of Throps."""

    habits: ClassVar[Mapping[str, str]] = {
        "own suit": "bid too little for your own suit",
        "spare": "paid too much for a small gain",
        "new suit": "let a bad suit in",
        "costs": "bid too much for a card that cost you",
        "keep low": "spent your lowest cards too early",
        "dear now": "passed over a suit to come",
        "sure": "missed a card that was surely yours",
        "middle": "were bids too high or too low for a middling card",
    }

    def tips(self, decision: Decision[ThropsState], action: Action) -> Iterator[Tip]:
        known, seat, card = decision.known, decision.seat, action - BID
        sale, name, place = known.turned, decision.face(card), self.place(decision, card)
        gain = self.gain(decision, seat)
        suit = cards.SUIT_NAMES[cards.suit(sale)]
        sold = decision.face(sale)
        if gain > 0:
            if not self.stronger(decision, card):
                yield Tip("sure", f"{name} is sure to win {sold}, which brings you {gain}", f"{name} was sure to win {sold}")
            elif decision.mostly(action, f"wins {seat}"):
                yield Tip(
                    "wins", f"Bid {name}: it should win {sold}, which brings you {gain}", f"{name} should have won {sold}"
                )
            if place <= HIGH and gain >= MUCH and suit_values(known.won[seat])[cards.suit(sale)]:
                yield Tip("own suit", f"{suit.capitalize()} are your suit: bid high, {name}, for {gain} more",
                          f"{sold} was worth {gain} in your suit")  # fmt: skip
            elif place <= HIGH and gain >= MUCH:
                yield Tip("own suit", f"{sold} brings you {gain}: bid high, {name}", f"{sold} was worth a high bid")
            if place >= LOW:
                yield Tip("spare", f"{sold} brings you only {gain}: bid low, {name}, and keep the high cards",
                          f"{sold} was not worth a high card")  # fmt: skip
            elif place > HIGH:
                yield Tip("middle", f"{sold} brings you {gain}: a middle bid, {name}", f"{sold} was worth a middle bid")
        else:
            yield from self._unwanted(decision, card, gain)

    def _unwanted(self, decision: Decision[ThropsState], card: Card, gain: int) -> Iterator[Tip]:
        """Yields the principles for a card on sale that costs points now, or changes nothing."""
        known, seat, sale = decision.known, decision.seat, decision.known.turned
        name, place, sold = decision.face(card), self.place(decision, card), decision.face(sale)
        suit, left = cards.suit(sale), ROUNDS - known.round
        own = suit_values(known.won[seat])
        lowest = max(decision.legal, key=lambda action: KEY[suit][action - BID]) - BID
        costs = f"costs you {-gain}" if gain else "changes nothing for you now"
        if place >= LOW:
            if card != lowest and gain:
                yield Tip("keep low", f"{sold} {costs}: {name} is low enough, and {decision.face(lowest)} stays for worse",
                          f"{decision.face(lowest)} was better kept for worse")  # fmt: skip
            if gain and not own[suit]:
                yield Tip("new suit", f"Stay low with {name}: a first {cards.SUIT_NAMES[suit][:-1]} costs you {-gain}",
                          f"a first {cards.SUIT_NAMES[suit][:-1]} cost {-gain}")  # fmt: skip
            elif gain:
                yield Tip("costs", f"Stay low with {name}: {sold} costs you {-gain}", f"{sold} cost {-gain}")
        elif place <= HIGH:
            best = max(own)
            if own[suit] + VALUE[cards.rank(sale)] >= best and left >= 2:
                yield Tip("dear now", f"Bid high, {name}: {sold} {costs}, but may make {cards.SUIT_NAMES[suit]} your suit",
                          f"{sold} could make {cards.SUIT_NAMES[suit]} your suit")  # fmt: skip
            else:
                yield from self._for_others(decision, card)
        else:
            yield from self._for_others(decision, card)
            if gain:
                high = min(decision.legal, key=lambda action: KEY[suit][action - BID]) - BID
                yield Tip("shed", f"{sold} {costs}: throw {name}, and keep {decision.face(high)} for what you want",
                          "high and low cards were better kept")  # fmt: skip

    def _for_others(self, decision: Decision[ThropsState], card: Card) -> Iterator[Tip]:
        known, sale = decision.known, decision.known.turned
        gains = {who: self.gain(decision, who) for who in range(len(known.won)) if who != decision.seat}
        who = max(gains, key=gains.__getitem__)
        if gains[who] >= MUCH:
            seller, price = f"[{who}]", f"{gains[who]} by {decision.face(sale)}"
            dearer = f"make it dear with {decision.face(card)}"
            yield Tip("deny", f"{seller} would gain {price}: {dearer}", f"{seller} gained {price}")

    def gain(self, decision: Decision[ThropsState], seat: int) -> int:
        """Returns the change in a seat's points of the deal so far if it wins the card on sale."""
        won = decision.known.won[seat]
        return score(won | BIT[decision.known.turned]) - score(won)

    def place(self, decision: Decision[ThropsState], card: Card) -> float:
        """Returns the place of a bid in the hand, 0 for the strongest, 1 for the weakest."""
        key = KEY[cards.suit(decision.known.turned)]
        order = sorted([key[action - BID] for action in decision.legal])
        return order.index(key[card]) / (len(order) - 1) if len(order) > 1 else 0.0

    def stronger(self, decision: Decision[ThropsState], card: Card) -> bool:
        """Whether an unseen card could win against a bid."""
        key = KEY[cards.suit(decision.known.turned)]
        return any(key[other] < key[card] for other in cards.members(decision.unseen))

    def plain(self, decision: Decision[ThropsState], action: Action, other: Action | None) -> str:
        sold, gain = decision.face(decision.known.turned), self.gain(decision, decision.seat)
        brings = f"brings you {gain}" if gain > 0 else f"costs you {-gain}" if gain else "changes nothing for you now"
        text = f"Bid {decision.face(action - BID)}: {sold} {brings}"
        if other is None:
            return text
        key = KEY[cards.suit(decision.known.turned)]
        if key[action - BID] > key[other - BID]:
            return f"{text}, and {decision.face(other - BID)} is better kept"
        return f"{text}, worth a little more than {decision.face(other - BID)}"
