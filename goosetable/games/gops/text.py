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
from goosetable.engine.text import table_facts
from goosetable.engine.text.sealed_text import SealedText
from goosetable.engine.text.table_facts import Emblem, Ladder, Race, RankStrip, RankStrips, Row, Tally, most
from goosetable.engine.words import phrases
from goosetable.games.gops.state import HELD, PRIZES, VALUE, GopsOptions, GopsState

ROUNDS: Final = len(cards.members(PRIZES))
MOST_NAMED: Final = 3
"""Prizes on offer that a sentence names one by one."""
TIES: Final = {"carry": "the prize stays", "discard": "nobody has the prize", "split": "the prize is shared"}


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
            return f"{phrases.spelled(len(state.offer))} prizes worth {state.stake}"
        return super().offered(state)

    def terms(self, state: GopsState) -> str:
        return "" if len(state.offer) > MOST_NAMED else f", worth {state.stake}"

    def foretell(self, state: GopsState, action: Action) -> str:
        rank, others = VALUE[action - BID], [seat for seat in range(len(state.hands)) if seat != state.turn]
        best = {f"[{seat}]": VALUE[high_to_low(state.held(seat))[0]] for seat in others}
        beat, tie = [who for who, top in best.items() if top > rank], [who for who, top in best.items() if top == rank]
        if not beat and not tie:
            return f"wins {worth(state.stake)} for certain"
        return f"{phrases.listed(beat or tie, 'or')} can {'beat it' if beat else 'tie it, not beat it'}"

    def tied(self, state: GopsState, tied: Tied) -> str:
        names, offered = phrases.listed([f"[{seat}]" for seat in tied.seats]), self.offered(state)
        one, ties = len(state.offer) == 1, state.options.ties
        if ties == "split":
            return f"{names} tie: {phrases.amount(Fraction(state.stake, len(tied.seats)))} each for {offered}."
        if ties == "discard":
            return f"{names} tie: nobody takes {offered}, which is put away."
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
        rule = f"The highest bid wins; after a tie {TIES[state.options.ties]}. Kings are high, aces low."
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

    def length(self, options: GopsOptions) -> int:
        return options.deals

    def ladder(self, options: GopsOptions, standing: Standing) -> Ladder | None:
        return None if options.deals == 1 and options.tie == "shared" else super().ladder(options, standing)

    def course(self, options: GopsOptions, standing: Standing, seat: int | None) -> Race:
        return super().course(options, standing, seat)._replace(deals=options.deals)


def high_to_low(held: Cards) -> tuple[Card, ...]:
    """Cards from the king to the ace."""
    return tuple(sorted(cards.members(held), key=VALUE.__getitem__, reverse=True))


def worth(points: Points) -> str:
    """Points in words.

    >>> worth(1), worth(Fraction(13, 2))
    ('1 point', '6½ points')
    """
    return f"{phrases.amount(points)} {'point' if points == 1 else 'points'}"
