"""What the table says of Throps."""

from __future__ import annotations

from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.text import table_facts
from goosetable.engine.text.figures import FigureKind, Glossary, TableFigure
from goosetable.engine.text.sealed_text import SealedText
from goosetable.engine.text.table_facts import Emblem, Row, Tally
from goosetable.engine.text.totals import most
from goosetable.engine.words import phrases
from goosetable.games.throps.scoring import KEY, PRECEDENCE, VALUE, VOID, score, suit_values
from goosetable.games.throps.state import BID, ROUNDS, SEATS, ThropsOptions, ThropsState


class ThropsText(SealedText[ThropsState, ThropsOptions]):
    """The words of Throps."""

    emblem = (
        Emblem("back red", -34, 24, 62, 14), Emblem("back red", 34, 24, 62, -14), Emblem("back red", 0, 24, 62),
        Emblem("QH", 0, -7, 94, ringed=True),
    )  # fmt: skip
    glossary: ClassVar[Glossary] = {"empty suits": f"Each suit of which a seat has won nothing earns {VOID}."}

    def wants(self, options: ThropsOptions) -> str:
        return "You want ~much of one suit~ and little of the others."

    def takes(self, state: ThropsState) -> str:
        return f"{super().takes(state)}, wanted or not"

    def note(self, state: ThropsState, figure: TableFigure, seat: int | None) -> str:
        if state.turned == HIDDEN or figure.kind not in (FigureKind.OFFER, FigureKind.TERMS):
            return super().note(state, figure, seat)
        if figure.kind is FigureKind.TERMS:
            order = PRECEDENCE[cards.suit(state.turned)]
            first = cards.SUIT_NAMES[order[0]]
            return f"Of equal bids the one whose suit stands first here wins: {first}, as the card for sale, before all others."
        worth = VALUE[cards.rank(state.turned)]
        return f"The highest bid wins {self.face(state.turned)}, wanted or not: it counts {worth} in its suit."

    def place(self, state: ThropsState) -> str:
        return f"card {state.round} of {ROUNDS}"

    def terms(self, state: ThropsState) -> str:
        first, *others = (phrases.SYMBOLS[suit] for suit in PRECEDENCE[cards.suit(state.turned)])
        return f"; equal bids go to {first}, then {' '.join(others)}"

    def foretell(self, state: ThropsState, action: Action) -> str:
        seat, key = state.turn, KEY[cards.suit(state.turned)]
        seen = state.gone | state.hands[seat] | BIT[state.turned] | sum(state.won)
        card = action - BID
        stronger = [other for other in self.rules.pack(state.options) if key[other] < key[card] and not seen & BIT[other]]
        now, then = score(state.won[seat]), score(state.won[seat] | BIT[state.turned])
        gain = f"goes from {phrases.signed(now)} to {phrases.signed(then)}" if now != then else f"stays {phrases.signed(now)}"
        sure = "wins for certain, and then the score" if not stronger else "if it wins, the score"
        return f"{sure} {gain}"

    def gain(self, options: ThropsOptions) -> float:
        return 37.5

    def tally(self, state: ThropsState, seat: int | None) -> Tally:
        points = self.rules.points(state)
        best = scores.leaders(points)
        rows = tuple(_row(who, state.won[who], who in best) for who in table_facts.clockwise(seat, SEATS))
        rule = "The best suit counts for its owner, the rest against; a suit not won at all earns ten."
        sale = "" if state.turned == HIDDEN else f"for sale: {VALUE[cards.rank(state.turned)]}"
        said = most(points) if state.over else rule
        return Tally(tuple(phrases.SYMBOLS), "suit less rest", "empty suits", rows, said, sale)


def _row(seat: int, won: Cards, good: bool) -> Row:
    values = suit_values(won)
    empty = values.count(0)
    more = f"{phrases.spelled(empty).capitalize()} empty {'suit earns' if empty == 1 else 'suits earn'} {VOID * empty}."
    if not won:
        more = f"[{seat} has] won nothing, and four empty suits earn {VOID * empty}."
    return table_facts.suits_row(seat, values, VOID * empty, good, more if empty else "", f"+{VOID}")
