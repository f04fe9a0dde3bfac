"""Last tricks of a deal of Gooseberry Fool, counted out: every split of the unseen cards, and every way to play it.

A module of its own: the hints, which use it, are nearly as long as a module may be.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, Card, Cards
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import Advice, Decision
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.rules import LEFT_NEIGHBOUR, SEATS, SUIT, taking_place

COUNTED: Final = 3
"""Greatest number of tricks, with the one in progress, that are counted out."""


@lru_cache(maxsize=10_000)
def ends_of(hands: tuple[Cards, ...], trick: tuple[Card, ...], leader: int) -> frozenset[tuple[int, ...]]:
    """Returns the ends of a deal over all ways to play it. No hand and no trick may have the Joker.

    hands: by seat, the cards not yet played. leader: the seat that leads or has led to the trick.
    """
    if len(trick) == SEATS:
        taker = (leader + taking_place(*trick)) % SEATS
        later = ends_of(hands, (), taker) if any(hands) else frozenset({(0,) * SEATS})
        return frozenset({tuple([count + (seat == taker) for seat, count in enumerate(end)]) for end in later})
    seat, found = (leader + len(trick)) % SEATS, set[tuple[int, ...]]()
    follow = hands[seat] & cards.ONE_PACK[SUIT[trick[0]]] if trick else 0
    for card in cards.members(follow or hands[seat]):
        found |= ends_of((*hands[:seat], hands[seat] & ~BIT[card], *hands[seat + 1 :]), (*trick, card), leader)
    return frozenset(found)


class FoolEndings(Advice[TrickState]):
    """Sentences on the last tricks of a deal that no card of the seat to act changes."""

    def settled_ends(self, decision: Decision[TrickState]) -> list[tuple[tuple[Cards, ...], tuple[int, ...]]]:
        """Returns the hands of all seats in every split of the unseen cards, each with the later tricks by seat. Empty
        if somebody can change them, if the Joker is still to be played, or if more than `COUNTED` tricks are left.
        """
        known, left = decision.known, LEFT_NEIGHBOUR[decision.seat]
        right, out = LEFT_NEIGHBOUR[left], cards.members(decision.unseen)
        found: list[tuple[tuple[Cards, ...], tuple[int, ...]]] = []
        to_come = cards.members(decision.unseen | decision.hand)
        if decision.hand.bit_count() > COUNTED or JOKER in to_come or JOKER in known.trick:
            return []
        for group in itertools.combinations(out, decision.hand_sizes[left]):
            held = {left: sum([BIT[card] for card in group]), decision.seat: decision.hand}
            held[right] = decision.unseen & ~held[left]
            if held[left] & ~decision.possible_cards(left) or held[right] & ~decision.possible_cards(right):
                continue
            hands = tuple([held[seat] for seat in range(SEATS)])
            ends = ends_of(hands, tuple(known.trick), known.leader)
            if len(ends) > 1:
                return []
            found.append((hands, next(iter(ends))))
        return found

    def fixed_result_sentence(self, decision: Decision[TrickState]) -> str:
        """Returns a sentence on the last tricks that no card of the seat to act changes; empty if there is none."""
        found, number = self.settled_ends(decision), decision.hand.bit_count()
        if not found or number == 1:
            return ""
        lie = f"how {self.names(decision, cards.members(decision.unseen))} lie" if number == 2 else "how the rest lie"
        last, seat, mine = (
            f"the last {phrases.number_word(number)} tricks",
            decision.seat,
            [end[decision.seat] for _, end in found],
        )
        if len({end for _, end in found}) == 1:
            end, names = found[0][1], {who: "you" if who == seat else f"[{who}]" for who in range(SEATS)}
            takers = sorted([who for who in range(SEATS) if end[who]], key=lambda who: (-end[who], who != seat))
            does = f"{'you take' if takers[0] == seat else f'[{takers[0]} takes]'}"
            if len(takers) == 1 or end[takers[0]] > 1:
                rest = f", {names[takers[1]]} one" if len(takers) > 1 else ""
                result = f"{does} {self._count_words(end[takers[0]], number)} of {last}{rest}"
            else:
                result = f"{phrases.listed([names[who] for who in takers])} take one each of {last}"
            return f"{phrases.with_capital(lie.replace('how', 'However', 1))}, {result}"
        most, least = max(mine), min(mine)
        if most == least:
            return f"You take {self._count_words(most, number)} of {last}, and {lie} decides who takes the rest"
        best = [hands for hands, end in found if end[seat] == most]
        for who, card in itertools.product(range(SEATS), cards.members(decision.unseen)):
            if set(mine) == {most, least} and best == [hands for hands, _ in found if hands[who] & BIT[card]]:
                either = f"{self._count_words(most, number)} of {last} if [{who} has] {decision.face(card)}, else"
                return f"You take {either} {self._count_words(least, number)}"
        return f"Whether you take {self._count_words(most, number)} of {last} or fewer, only {lie} decides"

    def _count_words(self, count: int, number: int) -> str:
        """Returns a number of the last tricks in words: "none", "one", "both". number: the number of the last tricks."""
        return ("both" if count == 2 else "all") if count == number else phrases.number_word(count) if count else "none"
