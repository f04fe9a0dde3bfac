"""The end of a game of Gops between two, solved: with all hands public each round is a zero-sum game in a matrix.

The value of a position is worked out backwards from the last round, over the prizes that may be turned up next (Rhoads and
Bartholdi, "Computer solution to the game of pure strategy", Games 3, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.strength import matrix_game
from goosetable.games.gops.state import VALUE, GopsState, in_order, points_of

CARDS: Final = 5
"""Cards of a hand from which a deal is solved: about 0.15 seconds for five, ten times that for six."""
TREMBLE: Final = 1e-4
"""Probability that the other bids at random (Selten's trembling hand): of bids that are as good against perfect play it
prefers the one that punishes faults. It changes a value by less than 0.0005."""
AT_ONCE: Final = 3
"""Cards of a hand up to which the value of a round is worked out in one piece: less than a millisecond."""
Mixture = dict[Action, float]
Round = tuple[Cards, Cards, Cards, int, int]
"""A round at its beginning: the hands, the prizes still to come, the stake on offer, and the lead."""


class Endgame:
    """The rest of one deal of two, for the seat to act; `utility` is what the deal is worth to it, by its lead at the end."""

    def __init__(self, state: GopsState, utility: Callable[[int], float], tremble: float = TREMBLE) -> None:
        self._tremble = tremble
        self._carries, self._order = state.options.ties == "carry", state.options.order
        self._utility = utility
        self._values: dict[Round, float] = {}

    def value(self, mine: Cards, theirs: Cards, left: Cards, stake: int, lead: int) -> float:
        """What a round is worth at its beginning."""
        key = mine, theirs, left, stake, lead
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = matrix_game.value(
                [self.trembled([self.after(key, bid, other) for other in cards.members(theirs)]) for bid in cards.members(mine)]
            )
        return found

    def after(self, key: Round, bid: Card, other: Card) -> float:
        """What a round is worth once both have bid."""
        rounds = self.rounds(key, bid, other)
        if not rounds:
            return self._utility(_lead(key, bid, other))
        return sum([self.value(*found) for found in rounds]) / len(rounds)

    def rounds(self, key: Round, bid: Card, other: Card) -> list[Round]:
        """Those of which each may come next, equally likely."""
        mine, theirs, left, stake, _ = key
        mine, theirs, lead = mine ^ BIT[bid], theirs ^ BIT[other], _lead(key, bid, other)
        stays = stake if VALUE[bid] == VALUE[other] and self._carries else 0
        drawn = tuple(in_order(left, self._order)[:1]) or cards.members(left)
        return [(mine, theirs, left ^ BIT[prize], stays + VALUE[prize], lead) for prize in drawn]

    def study(self, key: Round) -> Generator[None, None, None]:
        """Works out what the rounds after one are worth, in short pieces."""
        for bid in cards.members(key[0]):
            for other in cards.members(key[1]):
                for found in self.rounds(key, bid, other):
                    if found not in self._values:
                        if found[0].bit_count() > AT_ONCE:
                            yield from self.study(found)
                        self.value(*found)
                        yield

    def trembled(self, row: Sequence[float]) -> list[float]:
        """What a bid is worth against each bid of the other, who now and then bids at random instead."""
        part = self._tremble * sum(row) / len(row)
        return [(1 - self._tremble) * worth + part for worth in row]


def _lead(key: Round, bid: Card, other: Card) -> int:
    """The lead after a round."""
    stake, lead, gain = key[3], key[4], VALUE[bid] - VALUE[other]
    return lead + stake if gain > 0 else lead - stake if gain < 0 else lead


def solve(
    state: GopsState, utility: Callable[[int], float], tremble: float = TREMBLE
) -> Generator[None, None, tuple[Mixture, Mixture]]:
    """The best mixture of bids of the seat to act, and what each bid is worth against the other's best, in short pieces.

    state: what that seat knows of a deal of two. utility: what the deal is worth to it, by its lead at the end. tremble: the
    probability that the other bids at random.
    """
    seat, end = state.turn, Endgame(state, utility, tremble)
    ahead, behind = (points_of(cards.members(won)) for won in (state.won[seat], state.won[1 - seat]))
    key = state.held(seat), state.held(1 - seat), state.hidden, state.stake, ahead - behind
    yield from end.study(key)
    matrix = [end.trembled([end.after(key, bid, other) for other in cards.members(key[1])]) for bid in cards.members(key[0])]
    yield
    _, mixture = matrix_game.solve(matrix)
    _, theirs = matrix_game.solve([[-worth for worth in column] for column in zip(*matrix, strict=True)])
    bids = [BID + bid for bid in cards.members(key[0])]
    worths = [sum([worth * often for worth, often in zip(row, theirs, strict=True)]) for row in matrix]
    return dict(zip(bids, mixture, strict=True)), dict(zip(bids, worths, strict=True))
