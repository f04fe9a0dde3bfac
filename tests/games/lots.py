"""Lots, a little game of sealed rounds with closed hands for 2 to 6: the highest rank takes what is on offer, ties leave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import SealedRound
from goosetable.engine.rules import rules
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import SealedState
from goosetable.engine.text import table_facts
from goosetable.engine.text.game_text import SealedText
from goosetable.engine.text.table_facts import Tally
from goosetable.engine.words import phrases

ROUNDS: Final = 8


@dataclass(frozen=True)
class LotsOptions:
    """The house rules of Lots."""

    players: int = option("Players", (3, 2, 4, 5, 6))
    suits: str = option("Suits", {"apart": "The best suit counts, the rest against", "alike": "All cards count alike"})


def by_suit(held: Cards) -> tuple[int, ...]:
    """How many cards there are of each suit."""
    return tuple((held & cards.suit_in_both_packs(suit)).bit_count() for suit in range(4))


class LotsText(SealedText[SealedState, LotsOptions]):
    """The words of Lots: where suits count apart, what each of them comes to."""

    def deal_count(self, options: LotsOptions) -> int:
        return 1

    def tally(self, state: SealedState, seat: int | None) -> Tally:
        plain, points = super().tally(state, seat), rules.as_integers(self.rules.points(state))
        if state.options.suits == "alike":
            return plain
        counts = [by_suit(held) for held in state.won]
        best = rules.leaders(points)
        rows = tuple(table_facts.suits_row(row.seat, counts[row.seat], 0, row.seat in best, "") for row in plain.rows)
        return plain._replace(heads=tuple(phrases.SYMBOLS), rows=rows)


class Lots(SealedRound[SealedState, LotsOptions]):
    """The rules of Lots."""

    id, title, author = "lots", "Lots", "nobody"
    line, people = "The highest rank takes the lot.", "2 to 6 players"
    Options, State, rounds = LotsOptions, SealedState, ROUNDS
    text_class = "tests.games.lots:LotsText"

    def seats(self, options: LotsOptions) -> int:
        return options.players

    def pack(self, options: LotsOptions) -> tuple[Card, ...]:
        return cards.pack(copies=2)[: ROUNDS * (options.players + 1)]

    def best_bidders(self, state: SealedState) -> tuple[int, ...]:
        highest = min(cards.rank(bid) for bid in state.bids)
        return tuple(seat for seat, bid in enumerate(state.bids) if cards.rank(bid) == highest)

    def why_best(self, state: SealedState, best_seats: tuple[int, ...]) -> str:
        return "the highest bid" if len(best_seats) == 1 else "the highest bids are level"

    def points(self, state: SealedState) -> tuple[int, ...]:
        if state.options.suits == "alike":
            return tuple(won.bit_count() for won in state.won)
        return tuple(2 * max(counts) - sum(counts) for counts in map(by_suit, state.won))

    def winners(self, options: LotsOptions, standing: Standing) -> tuple[int, ...]:
        return rules.leaders(standing.totals) if standing.deals else ()
