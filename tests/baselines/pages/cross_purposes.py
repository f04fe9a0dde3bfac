"""Cross Purposes by one page of principles."""

from __future__ import annotations

from random import Random
from typing import Final

from goosetable.cards import Card, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.games.cross_purposes.rules import FIRST_TOPS_CALL, FIRST_TRUMPS_CALL, NOT_NAMED, CrossState
from tests.baselines.pages import basics

SURE: Final = 0.75
"""From what chance on a lead counts as a winner."""


def think(view: View, _: Random) -> Action:
    """Returns the trumps or tops that make the hand strongest, or the card by the rules of thumb of any game of trumps."""
    state = view.known
    assert isinstance(state, CrossState), "this player plays Cross Purposes only"
    if view.legal[0] >= VERB_SPAN:
        return max(view.legal, key=lambda call: worth(view, state, call))
    return follow(view, state) if state.trick else max(view.legal, key=lambda card: lead(view, state, card))


def worth(view: View, state: CrossState, call: Action) -> float:
    """Returns how many tricks a call promises; rule 4: the first of the two is answered by the other player."""
    trumps, tops = (state.trumps, call - FIRST_TOPS_CALL) if call >= FIRST_TOPS_CALL else (call - FIRST_TRUMPS_CALL, state.tops)
    if NOT_NAMED not in (trumps, tops):
        return strength(view, trumps, tops)
    answers = range(13) if tops == NOT_NAMED else range(4)
    found = [strength(view, trumps, other) if tops == NOT_NAMED else strength(view, other, tops) for other in answers]
    return 0.8 * min(found) + 0.2 * sum(found) / len(found)  # card sense: the answer is the one that hurts, or nearly


def strength(view: View, trumps: int, tops: int) -> float:
    """Returns the tricks that a hand promises under some trumps and tops."""
    # Tip: in phase 2 the cards not seen are just those that the opponent holds; before, they are so in part.
    share = basics.others_share(view)
    found = 0.0
    for suit in range(4):
        own = sorted(members(view.hand & OF_SUIT[suit]), key=lambda card: basics.height(card, tops))
        out = (view.unseen & OF_SUIT[suit]).bit_count()
        for place, card in enumerate(own):
            # Tip: a top that heads a run is best, which makes high cards of it and middling ones of their Aces.
            likely = 1 / (1 + 0.7 * (share * basics.higher(card, view.unseen, tops)))
            longer = place >= share * out
            if longer:
                likely = max(likely, 0.9)  # card sense: in a suit that is longer than theirs the last cards take as well
            if suit == trumps:
                found += 0.3 + 0.7 * likely  # card sense: even a low trump ruffs
            else:
                found += likely * (0.6 if longer else 1.0)
        if suit == trumps:
            found += 0.4 * (len(own) - share * out)  # card sense: with more trumps than they hold one may draw theirs
    return found


def follow(view: View, state: CrossState) -> Action:
    """Returns a card to a trick that another led."""
    above = basics.beats(state.trumps, state.tops)
    has = basics.best(state.trick, above)
    assert has is not None

    def dear(card: Card) -> tuple[bool, float, int]:
        higher = sum(1 for other in members(view.unseen & OF_SUIT[SUIT[card]]) if above(card, other))
        return SUIT[card] == state.trumps, 1 / (1 + higher), -basics.height(card, state.tops)

    wins = [card for card in view.legal if above(has, card)]
    mate = state.partners[view.seat] if state.partners else None
    if not wins or state.seat_at(state.trick.index(has)) == mate:
        return min(view.legal, key=dear)  # card sense: throw the card that is worth least, and leave the partner's trick alone
    if basics.to_come(view):
        # Card sense, with four: third hand high, and of cards that do as well the lowest.
        return max(wins, key=lambda card: (basics.chance(view, card, above), -dear(card)[0], basics.height(card, state.tops)))
    return min(wins, key=dear)  # card sense: last hand wins cheaply, by following rather than by a trump


def lead(view: View, state: CrossState, card: Card) -> tuple[float, ...]:
    """Returns how good a card is to lead: the greatest is best."""
    likely = basics.chance(view, card, basics.beats(state.trumps, state.tops))
    trumps, length = SUIT[card] == state.trumps, (view.hand & OF_SUIT[SUIT[card]]).bit_count()
    if likely > SURE:
        return 2, trumps, length, likely  # card sense: cash winners, the trumps first, which draws theirs, then the long suits
    # Card sense: else force them to spend high cards: the highest of the longest suit, and save the trumps for ruffs.
    return 1, not trumps, length, -basics.height(card, state.tops)
