"""What the table says of Gops."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Tied
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.rules.target_games import most
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.sealed_text import SealedText
from goosetable.engine.text.table_facts import Emblem, Race, RankStrip, RankStrips, Row, Tally
from goosetable.games.gops.state import HELD, PRIZES, VALUE, GopsOptions, GopsState

ROUNDS: Final = len(cards.members(PRIZES))
MOST_NAMED: Final = 3
"""Prizes on offer that a sentence names one by one."""


class GopsText(SealedText[GopsState, GopsOptions]):
    """The words of Gops."""

    dealer_matters = False
    emblem = (
        Emblem("KS", -40, 14, 74, 10), Emblem("KC", 40, 14, 74, -10), Emblem("AD", 0, -8, 88, ringed=True),
    )  # fmt: skip

    def sort_key(self, state: GopsState, card: Card) -> tuple[int, ...]:
        return table_facts.SUIT_ORDER[cards.suit(card)], -VALUE[card]

    def plate(self, state: GopsState, seat: int) -> str:
        return worth(self.rules.points(state)[seat])

    def offered(self, state: GopsState) -> str:
        if len(state.offer) > MOST_NAMED:
            return f"{phrases.spelled(len(state.offer))} prizes, worth {state.stake}"
        return super().offered(state)

    def foretell(self, state: GopsState, action: Action) -> str:
        seat, bid, names = state.turn, VALUE[action - BID], []
        for other in range(len(state.hands)):
            if other != seat and any(VALUE[card] >= bid for card in cards.members(state.held(other))):
                names.append(f"[{other}]")
        return f"{phrases.listed(names, 'or')} can stop it" if names else f"wins {worth(state.stake)} for certain"

    def tied(self, state: GopsState, tied: Tied) -> str:
        names, offered = phrases.listed([f"[{seat}]" for seat in tied.seats]), self.offered(state)
        one, ties = len(state.offer) == 1, state.options.ties
        if ties == "split":
            return f"{names} tie: {phrases.amount(Fraction(state.stake, len(tied.seats)))} each for {offered}."
        if ties == "discard":
            return f"{names} tie: nobody takes {offered}, which {'is' if one else 'are'} put away."
        stays = ("; it stays" if one else "; they stay") if len(state.raised) < ROUNDS else ""
        return f"{names} tie: nobody takes {offered}{stays}."

    def strips(self, state: GopsState) -> RankStrips:
        hands = tuple(RankStrip(high_to_low(held), state.held(seat)) for seat, held in enumerate(HELD[: len(state.hands)]))
        taken = tuple(
            ", ".join([*([" ".join([self.face(card) for card in high_to_low(won)])] if won else []), *self._share(state, seat)])
            for seat, won in enumerate(state.won)
        )
        offer, hidden = sum([BIT[card] for card in state.offer]), PRIZES & ~sum([BIT[card] for card in state.raised])
        left = cards.members(hidden)
        note = f"{len(left)}, worth {sum([VALUE[card] for card in left])}" if left else "none"
        stock = RankStrip(high_to_low(PRIZES), hidden | offer, offer, note)
        said = tuple(words or "nothing yet" for words in taken)
        return RankStrips("Taken, and still held", hands, said, "Prizes still to come", stock)

    def _share(self, state: GopsState, seat: int) -> list[str]:
        """What a seat has had of prizes that were divided, if anything."""
        return [f"{phrases.amount(state.shares[seat])} in shares"] if state.shares[seat] else []

    def tally(self, state: GopsState, seat: int | None) -> Tally:
        points = self.rules.points(state)
        best = scores.leaders(points) if any(points) else ()
        rows = tuple(self._row(state, who, points[who], who in best) for who in table_facts.clockwise(seat, len(points)))
        rule = "The highest bid takes all that is on offer. Kings are high, aces low."
        values = [str(VALUE[card]) for card in state.offer]
        added = f"{' + '.join(values)} = {state.stake}" if 1 < len(values) <= MOST_NAMED + 2 else str(state.stake)
        left = ROUNDS - len(state.raised)
        stock = f"{phrases.count(left, 'prize')} to come" if left else "no more to come"
        said = most(points) if state.over else rule
        return Tally(("prizes",), "", "", rows, said, f"on offer: {added}" if state.offer else "", stock)

    def _row(self, state: GopsState, seat: int, points: Points, good: bool) -> Row:
        won = [self.face(card) for card in high_to_low(state.won[seat])]
        taken = phrases.listed([*won, *self._share(state, seat)]) or "nothing"
        return Row(seat, (str(len(won)),), "", "", phrases.amount(points), good, f"[{seat} has] taken {taken}.")

    def race(self, options: GopsOptions, totals: tuple[Points, ...], seat: int | None) -> Race:
        return self.course(options, Standing(0, totals), seat)

    def course(self, options: GopsOptions, standing: Standing, seat: int | None) -> Race:
        deals = f"{phrases.count(options.deals, 'deal')}, " if options.deals > 1 else ""
        winners = self.rules.winners(options, standing)
        found = scores.race(standing.totals, 0, winners, f"{deals}the highest total wins")
        return found._replace(deals=options.deals)


def high_to_low(held: Cards) -> tuple[Card, ...]:
    """Cards from the king to the ace."""
    return tuple(sorted(cards.members(held), key=VALUE.__getitem__, reverse=True))


def worth(points: Points) -> str:
    """Points in words.

    >>> worth(1), worth(Fraction(13, 2))
    ('1 point', '6½ points')
    """
    return f"{phrases.amount(points)} {'point' if points == 1 else 'points'}"
