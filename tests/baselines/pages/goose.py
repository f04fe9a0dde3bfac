"""Goose by one page of principles."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.games.goose.rules import NO_BID, GooseState, points_for_bid, taking_place
from tests.baselines.pages import basics

_BID: Final = Verb.BID * VERB_SPAN
JOKERS: Final = {"suitless": (0.3, 0.3), "top": (1.0, 0.9), "wizard": (1.0, 0.0)}
"""By house rule, how likely the High Joker and the Low Joker take a trick."""


def think(view: View, _: Random) -> Action:
    """Returns the bid that the hand promises, or the card after which the rest of the hand promises what is needed."""
    state = view.known
    assert isinstance(state, GooseState), "this player plays Goose only"
    return bid(view, state) if state.bids[view.seat] == NO_BID else play(view, state)


def bid(view: View, state: GooseState) -> Action:
    """Returns the call that is worth most by what the hand promises."""
    seat, seats = view.seat, len(state.bids)
    promised = spread(promise(view, state, card, view.hand) for card in members(view.hand))
    # Card sense: where the others bid much they fight for tricks, where they bid little they give them away.
    over = sum(call - state.size / seats for call in state.bids if call != NO_BID)
    shift = -0.15 * over / (seats - 1)
    # Tips: the Ass bids bravely, whose gain is doubled and loss is not, the Goose safely; zero is cheap, long bids pay most.
    roles = seat in state.roles.asses, seat in state.roles.geese

    def worth(call: Action) -> float:
        found = 0.0
        for tricks, likely in enumerate(promised):
            off = abs(tricks + shift - (call - _BID))
            made = max(0.0, 1.0 - off)
            found += likely * (
                made * points_for_bid(call - _BID, call - _BID, *roles) - (1.0 - made) * off * (20 if roles[1] else 10)
            )
        return found

    return max(view.legal, key=worth)


def play(view: View, state: GooseState) -> Action:
    """Returns the card by which trick and rest of the hand come nearest to the bid."""
    need = state.bids[view.seat] - state.won[view.seat].bit_count() // len(state.bids)

    def worth(card: Action) -> float:
        rest = view.hand & ~BIT[card]
        left = spread(promise(view, state, other, rest) for other in members(rest))

        # Rule 12: the exact number first, else as near as can be. So one who needs all plays from the top down, one who needs
        # none ducks with the highest card that loses, and one with a winner too many unloads it (card sense).
        def nearness(need: int) -> float:
            exact = left[need] if 0 <= need < len(left) else 0.0
            return 3 * exact - sum(likely * abs(tricks - need) for tricks, likely in enumerate(left))

        takes = basics.chance(view, card, lambda one, two: taking_place([one, two], state.trumps, state.jokers) == 1)
        return takes * nearness(need - 1) + (1.0 - takes) * nearness(need)

    return max(view.legal, key=worth)


def promise(view: View, state: GooseState, card: Card, hand: Cards) -> float:
    """Returns how likely a card takes a trick later, in a hand."""
    suit, out, others = SUIT[card], view.unseen, len(view.sizes) - 1
    if suit == JOKER_SUIT:
        # Tip: a suitless joker discarded is a sure loser, led late a likely winner: something between.
        return JOKERS[state.jokers][card % PACK_SIZE != JOKER]
    # Card sense: count who is out. Only a part of the cards not seen is in play.
    share = basics.others_share(view)
    higher = share * basics.higher(card, out)
    round_each = share * (out & OF_SUIT[suit]).bit_count() / others
    before = basics.higher(card, hand)
    if suit == state.trumps:
        # Card sense: high trumps are sure, low ones ruff now and then, and those left when theirs are drawn are tricks.
        top = 0.15 + 0.85 / (1 + 0.8 * higher)
        return max(top, 0.5) if before >= round_each + 1 else top
    trumps = 0.0 if state.trumps is None else share * (out & OF_SUIT[state.trumps]).bit_count()
    if round_each * others <= 0.01:
        return 0.6 if trumps < 1 else 0.15  # a last card of its suit takes a trick only if it can be led
    # Card sense: an Ace takes the first round of its suit, a card behind others a later one, which is the likelier ruffed.
    ruffed = min(max(0.5 * (before + 1.5 - round_each), 0.0), 1.0) if trumps >= 0.5 else 0.0
    return 0.75 / (1 + 1.5 * higher) * (1.0 - ruffed)


def spread(chances: Iterable[float]) -> list[float]:
    """Returns how likely each number of tricks is, if every card takes one by its own chance."""
    found = [1.0]
    for likely in chances:
        found = [stay * (1 - likely) + more * likely for stay, more in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found
