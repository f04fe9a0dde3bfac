"""Gooseberry Fool by one page of principles, which are those for the middle of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from goosetable.cards import BIT, JOKER, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import GIVE, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.games.gooseberry_fool.rules import SEATS, TRICKS, taking_place

HAS: Final = 0.5
"""How likely a seat has the best of the cards that it may have; if not, as likely the next best."""


@cache
def level(mine: int, one: int, two: int) -> float:
    """Returns the chance of a middle score, from tricks so far, if the rest falls at random: 1, 0 or between.

    Tip: what you want is the opponents level, both on 4 or more, or both on 3 or fewer.
    """
    if mine + one + two == TRICKS:
        return float((one <= 3) == (two <= 3))
    return (level(mine + 1, one, two) + level(mine, one + 1, two) + level(mine, one, two + 1)) / SEATS


def think(view: View, _: Random) -> Action:
    """Returns the card, or the receiver of the Joker's trick, that leaves the opponents most level."""
    state = view.known
    assert isinstance(state, TrickState), "this player plays Gooseberry Fool only"
    seat = view.seat
    if view.legal[0] >= GIVE:
        # Rule 7: the Joker's trick goes to whoever needs it for the two to be level. Tip: those on the right count
        # double, those on the left nothing, which the chance of the middle has in it.
        return max(view.legal, key=lambda gift: after(state, gift - GIVE)[seat])
    # Card sense: of cards that do as well the lower one, in its suit, which takes less often when others follow.
    return max(view.legal, key=lambda card: (hopes(view, state, [*state.trick, card])[seat], card))


def after(state: TrickState, receiver: int) -> list[float]:
    """Returns each seat's chance of the middle once a seat is credited with the trick."""
    taken = list(state.taken())
    taken[receiver] += 1
    return [level(taken[seat], taken[(seat + 1) % SEATS], taken[(seat + 2) % SEATS]) for seat in range(SEATS)]


def hopes(view: View, state: TrickState, trick: Sequence[Card]) -> list[float]:
    """Returns each seat's chance of the middle once these cards of the trick lie."""
    if len(trick) == SEATS:
        if JOKER in trick:
            # Rule 7: whoever plays the Joker gives the trick where they like it best.
            holder = state.seat_at(trick.index(JOKER))
            return max((after(state, receiver) for receiver in range(SEATS)), key=lambda found: found[holder])
        return after(state, state.seat_at(taking_place(*trick)))  # rule 6: the middle one, the odd suit, the odd colour
    seat, found, whole = state.seat_at(len(trick)), [0.0] * SEATS, 0.0
    for weight, group, has in groups(view, seat, trick):
        # Card sense: the next player plays what suits them best, as far as they are likely to have it.
        answers = sorted((hopes(view, state, [*trick, card]) for card in members(group)), key=lambda found: -found[seat])
        left = weight
        for place, answer in enumerate(answers):
            part = left if place == len(answers) - 1 else left * has
            left -= part
            found = [sum_ + part * hope for sum_, hope in zip(found, answer, strict=True)]
        whole += weight
    return [hope / whole for hope in found]


def groups(view: View, seat: int, trick: Sequence[Card]) -> list[tuple[float, Cards, float]]:
    """Returns what a seat may have to play from, by rule 5: how likely, the cards, and how likely it has the best of them."""
    out = view.unseen & ~view.known.voids[seat] & ~sum(BIT[card] for card in trick)
    # Card sense: count the suit. A seat that has shown a void is free (tip: being void is power), and does not hold the Joker.
    share = view.sizes[seat] / max(view.unseen.bit_count(), 1)
    suited, joker = out & OF_SUIT[SUIT[trick[0]]], out & BIT[JOKER]
    void = (1.0 - share) ** suited.bit_count()
    free = out & ~suited & ~joker
    goose = void * share if joker else 0.0
    found = [(1.0 - void, suited, HAS), (goose, joker, 1.0), (void - goose, free, HAS)]
    return [(weight, group, has) for weight, group, has in found if group and weight > 0] or [(1.0, out or view.unseen, HAS)]
