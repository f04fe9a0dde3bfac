"""The bids of Throps as a search asks for them: by the manners of `bidding`, and by what the game learned.

No level follows what was learned, because no search was seen to gain by it. Measured compiled with a fifth of expert's work,
against two experts with as much time, points a deal over theirs, the same deals from every seat: playouts by the policy, with
0.7 of the iterations, -0.7 (+-2.9) in 60 deals; playouts, and bids read by it, with 0.6, -1.7 (+-2.1) in 120; a prior of 2 and
the bids of the others now, with 0.85, -0.2 (+-2.0) in 100. By habits instead, learned from 20,000 bids of experts: bids read by
them, with 0.6, -0.5 (+-1.8) in 150; the bids of the others now, with 0.8, -0.3 (+-2.0) in 120; playouts as well, with 0.6, -2.1
(+-2.0). Alone the policy is ahead of two that bid in the best manner by 3.6 (+-1.3) in 300.

What gains is less noise. Bids tried in the same deals, of which the worse half is dropped after each round (`PairedBids`), are
ahead by 2.3 (+-1.8) in 150 deals, and by 1.4 (+-2.2) in 80 with all of expert's work; with playouts by the policy as well, in
four fifths of the time, by 2.0 (+-1.9). Bids mixed by visits to the power of 16 instead of 4 are ahead by 2.6 (+-1.7), to that
of 100 by 1.0 (+-1.7). Master, which tries all bids so and does twice the work, is 4.1 ahead of two experts (+-1.7) in 150.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.strength.guidance import Guidance
from goosetable.engine.strength.policy import Policy
from goosetable.engine.strength.sealed_bids import BidLikelihood, SealedBids
from goosetable.games.throps import bidding
from goosetable.games.throps.bidding import MANNERS, STRANGEST, SUIT, WORTH, stands
from goosetable.games.throps.bidding_out import bid_out
from goosetable.games.throps.policy import ThropsPolicy
from goosetable.games.throps.scoring import suit_values
from goosetable.games.throps.sight import Table
from goosetable.games.throps.state import BID, SEATS, ThropsState

Told = tuple[Card, int, tuple[Card, ...]]
"""A round that was played: the card turned up, who won it, and the bids by seat."""
_EVERY: Final = BIT[52] - 1


def rounds(known: ThropsState) -> list[Told]:
    """Those that everybody has seen."""
    actions, found = known.actions, []
    for number, turned in enumerate(known.raised[: len(actions) // SEATS]):
        bids = sorted((who, value_of(bid)) for who, bid in actions[number * SEATS : (number + 1) * SEATS])
        winner = next(who for who, won in enumerate(known.won) if won & BIT[turned])
        found.append((turned, winner, tuple([card for _, card in bids])))
    return found


class ThropsBids(SealedBids[ThropsState]):
    """Bids by the manners of `bidding`."""

    manners = MANNERS

    def by(self, policy: Policy[ThropsState], guidance: Guidance) -> SealedBids[ThropsState]:
        assert isinstance(policy, ThropsPolicy)
        return LearnedBids(policy, guidance)

    def unbid(self, state: ThropsState) -> None:
        state.unbid()

    def likelihood(self, known: ThropsState, seat: int) -> BidLikelihood:
        return bidding.likelihood(rounds(known), seat)

    def bid(self, state: ThropsState, seat: int, manner: int, chance: float) -> Action:
        return BID + bidding.bid(state, [suit_values(won) for won in state.won], seat, manner, chance)

    def bid_out(self, state: ThropsState, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        bid_out(state, [suit_values(won) for won in state.won], manners, noisy, rng)


class LearnedBids(ThropsBids):
    """Besides these, by the policy, which is the last and best manner."""

    manners = MANNERS + 1

    def __init__(self, policy: ThropsPolicy, guidance: Guidance) -> None:
        self._policy, self._guidance = policy, guidance
        self._table: Table | None = None
        self._of: tuple[Card, Cards] = (0, 0)

    def likelihood(self, known: ThropsState, seat: int) -> BidLikelihood:
        told, power = rounds(known), self._guidance.likelihood
        by_manner = bidding.likelihood(told, seat)
        if not power:
            return lambda hand, manner: by_manner(hand, min(manner, MANNERS - 1))
        return LearnedLikelihood(told, seat, self._policy, power, by_manner).of

    def bid(self, state: ThropsState, seat: int, manner: int, chance: float) -> Action:
        if manner < MANNERS:
            return super().bid(state, seat, manner, chance)
        hand = bidding.ranked(state.hands[seat])
        table = self._round(state)
        return BID + hand[self._policy.place(table, seat, state.hands[seat], hand, chance)]

    def _round(self, state: ThropsState) -> Table:
        """What this round is to everybody."""
        of = state.turned, state.gone
        found = self._table
        if found is None or of != self._of:
            stood = [stands(suit_values(won)) for won in state.won]
            found = self._table = Table(stood, state.turned, bidding.unseen(state))
            self._of = of
        return found

    def bid_out(self, state: ThropsState, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        values = [suit_values(won) for won in state.won]
        if self._guidance.playouts:
            bid_out(state, values, manners, noisy, rng, self._policy)
        else:
            bid_out(state, values, [min(manner, MANNERS - 1) for manner in manners], noisy, rng)


class LearnedLikelihood:
    """The likelihood of a seat's bids by its manner, or by the policy."""

    def __init__(self, told: Sequence[Told], seat: int, policy: ThropsPolicy, power: float, by_manner: BidLikelihood) -> None:
        """power: to which the policy's chance of a bid is raised."""
        self._seat, self._policy, self._power, self._by_manner = seat, policy, power, by_manner
        self._bids: list[Card] = []
        """From the last."""
        self._tables: list[Table] = []
        worth, left = [[0] * 4 for _ in range(SEATS)], _EVERY
        for turned, winner, bids in told:
            left ^= BIT[turned]
            self._bids.insert(0, bids[seat])
            self._tables.insert(0, Table([stands(own) for own in worth], turned, left))
            worth[winner][SUIT[turned]] += WORTH[turned]
            for card in bids:
                left ^= BIT[card]

    def of(self, hand: Cards, manner: int) -> float:
        """As `BidLikelihood`."""
        if manner < MANNERS:
            return self._by_manner(hand, manner)
        seat, policy, power, total = self._seat, self._policy, self._power, 0.0
        for place, card in enumerate(self._bids):
            hand |= BIT[card]
            total += max(power * policy.fits(self._tables[place], seat, hand, card), -STRANGEST)
        return total
