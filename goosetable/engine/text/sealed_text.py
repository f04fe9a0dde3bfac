"""How games of sealed rounds word rounds, bids, ties, and prizes whose worth is the points of a deal."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points, Taken, Tied
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.engine.text.figures import FigureKind, TableFigure
from goosetable.engine.text.game_text import GameText
from goosetable.engine.text.table_facts import RankStrip, RankStrips, Row, Tally, clockwise
from goosetable.engine.text.totals import most
from goosetable.engine.words import phrases

B = TypeVar("B", bound=SealedState)
MOST_NAMED: Final = 3
"""Prizes on offer that a sentence names one by one."""
MOST_ADDED: Final = 5
"""Prizes on offer whose sum is written out."""


class SealedText(GameText[B, O], Generic[B, O]):
    """The words of a game of sealed rounds."""

    trick_name = "round"
    own = 12.0  # a bid is weighed against the whole hand, and against those of others

    def value(self, card: Card) -> int:
        """What a prize is worth, or how high a bid ranks, where the points of a deal are the sum of its prizes; else 0."""
        return 0

    def sort_key(self, state: B, card: Card) -> tuple[int, ...]:
        """The dearest first within a suit, where cards have a worth."""
        suit, *rest = super().sort_key(state, card)
        return suit, -self.value(card), *rest

    def rule(self, state: B) -> str:
        """The rules in a sentence or two, for the tally."""
        return ""

    def besides(self, state: B, seat: int) -> list[str]:
        """What a seat has had besides the prizes it won, such as "6½ in shares"."""
        return []

    def high_to_low(self, held: Cards) -> tuple[Card, ...]:
        """Cards from the dearest."""
        return tuple(sorted(cards.members(held), key=self.value, reverse=True))

    def offered(self, state: B) -> str:
        """What is on offer, as in "9♦ and 4♦" or "five prizes worth 31"."""
        if len(state.offer) > MOST_NAMED and state.stake:
            return f"{phrases.spelled(len(state.offer))} prizes worth {state.stake}"
        return phrases.listed([self.face(card) for card in state.offer])

    def terms(self, state: B) -> str:
        """What the prompt says besides of what is on offer, such as ", worth 12"."""
        return f", worth {state.stake}" if state.stake and len(state.offer) <= MOST_NAMED else ""

    def takes(self, state: B) -> str:
        """What wins a round."""
        return "the highest bid wins it"

    def place(self, state: B) -> str:
        """Such as "round 4 of 13"; the stock is hidden, but what is turned up and the hands are not."""
        left = max(held.bit_count() + (seat in state.committed) for seat, held in enumerate(state.hands))
        return f"round {state.round} of {state.round + max(left, 1) - 1}"

    def plate(self, state: B, seat: int) -> str:
        """The points so far, and whether the seat has bid."""
        points = phrases.amount(self.rules.points(state)[seat])
        return f"{points} so far, has bid" if seat in state.committed else f"{points} so far"

    def note(self, state: B, figure: TableFigure, seat: int | None) -> str:
        """A plate tells the prizes, and the middle what is bid for."""
        match figure.kind:
            case FigureKind.PLATE:
                number = state.won[figure.at].bit_count()
                won = f"{phrases.spelled(number) if number else 'no'} {'prize' if number == 1 else 'prizes'}"
                bid = " and has bid for this one" if figure.at in state.committed else ""
                return f"[{figure.at} has] won {won} in this deal{bid}: {phrases.points(self.rules.points(state)[figure.at])}."
            case FigureKind.OFFER:
                return "" if state.over else f"The best bid of this round wins {self.offered(state)}."
            case FigureKind.STOCK:
                return "The prizes that are still to be turned up; those in brass are on offer now."
            case _:
                return super().note(state, figure, seat)

    def prompt(self, state: B) -> str:
        """What is bid for; a last card is no choice."""
        if state.over:
            return ""
        hand = cards.members(state.hands[state.turn])
        if len(hand) == 1:
            verb = "is" if len(state.offer) == 1 else "are"
            return f"{self.offered(state)} {verb} up, and ~{self.face(hand[0])}~ is your last card"
        return f"Your bid for {self.offered(state)}{self.terms(state)}"

    def opening(self, state: B) -> tuple[str, ...]:
        """The first card turned up."""
        return (f"The first card turned up is {self.face(state.turned)}.",)

    def log(self, state: B, seat: int, action: Action) -> str:
        """A bid, once all are shown."""
        return f"[{seat} bids] {self.face(value_of(action))} for {self.offered(state)}."

    def verdict(self, state: B, taken: Taken, number: int) -> str:
        """Who takes what is on offer, and with what."""
        return f"[{taken.seat} wins] {self.offered(state)} with {self.face(taken.card)}, {taken.why}."

    def tied(self, state: B, tied: Tied) -> str:
        """Who tie for what is on offer."""
        names = phrases.listed([f"[{seat}]" for seat in tied.seats])
        return f"{names} tie: nobody takes {self.offered(state)}."

    def strips(self, state: B) -> RankStrips | None:
        """Where prizes have a worth and all hands are known: what each seat took and holds, and the prizes still to come."""
        if not self.rules.open_hands:
            return None
        seats = range(len(state.hands))
        spent = [sum([BIT[value_of(action)] for who, action in state.actions if who == seat]) for seat in seats]
        held = [state.held(seat) for seat in seats]
        hands = tuple(RankStrip(self.high_to_low(own | gone), own) for own, gone in zip(held, spent, strict=True))
        raised, prizes = sum([BIT[card] for card in state.raised]), self._prizes(state, sum(held) | sum(spent))
        left = cards.members(prizes & ~raised)
        note = f"{len(left)}, worth {sum([self.value(card) for card in left])}" if left else "none"
        stock = RankStrip(self.high_to_low(prizes), prizes & ~raised | self._offer(state), self._offer(state), note)
        taken = tuple(
            ", ".join([*([" ".join(self._faces(won))] if won else []), *self.besides(state, seat)]) or "nothing yet"
            for seat, won in enumerate(state.won)
        )
        return RankStrips("Taken, and still held", hands, taken, "Prizes still to come", stock)

    def _prizes(self, state: B, bids: Cards) -> Cards:
        return sum([BIT[card] for card in self.rules.pack(state.options)]) & ~bids

    def _offer(self, state: B) -> Cards:
        return sum([BIT[card] for card in state.offer])

    def _faces(self, held: Cards) -> list[str]:
        return [self.face(card) for card in self.high_to_low(held)]

    def tally(self, state: B, seat: int | None) -> Tally:
        """The prizes of each seat and their points; the worth of what is on offer, and the cards to come."""
        points = self.rules.points(state)
        best = scores.leaders(points, self.rules.lowest_wins) if any(points) else ()
        rows = tuple(self._row(state, who, points[who], who in best) for who in clockwise(seat, len(points)))
        values = [str(self.value(card)) for card in state.offer]
        added = f"{' + '.join(values)} = {state.stake}" if 1 < len(values) <= MOST_ADDED else str(state.stake)
        offer = f"on offer: {added}" if state.stake else "on offer"
        left = self.rules.hand_size(state.options, Standing(0, state.totals)) - len(state.raised)
        stock = f"{phrases.count(left, 'prize')} to come" if left else "no more to come"
        said = most(points, self.rules.lowest_wins) if state.over else self.rule(state)
        return Tally(("prizes",), "", "", rows, said, offer if state.offer else "", stock)

    def _row(self, state: B, seat: int, points: Points, good: bool) -> Row:
        won = state.won[seat]
        taken = phrases.listed([*self._faces(won), *self.besides(state, seat)]) or "nothing"
        return Row(seat, (str(won.bit_count()),), "", "", phrases.amount(points), good, f"[{seat} has] taken {taken}.")
