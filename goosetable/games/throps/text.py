"""Texts of Throps: scores, bids, and the reasons behind hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.rules import rules
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.event import HIDDEN, Points
from goosetable.engine.text import table_facts
from goosetable.engine.text.explain import LATER, Comparison, DealFigures, Difference, Reasons, likely_word
from goosetable.engine.text.game_text import SealedText, best_result_sentence
from goosetable.engine.text.table_facts import EmblemPart, FigureKind, Glossary, Row, TableFigure, Tally
from goosetable.engine.words import phrases
from goosetable.games.throps.rules import (
    BID,
    BID_KEY,
    EMPTY_SUIT_POINTS,
    PRECEDENCE,
    ROUNDS,
    SEATS,
    VALUE,
    ThropsOptions,
    ThropsState,
    points_of_cards,
    suit_values,
)

WINS: Final = 0.55
FEW: Final = 0.3


class ThropsReasons(Reasons[ThropsState]):
    """The reasons of Throps."""

    def deal_figures(self, state: ThropsState, known: ThropsState, points: Sequence[Points]) -> DealFigures:
        """Returns the base figures and these: whether each seat wins the card on sale, and the
        points that the seat to act gains later.
        """
        found, sale, seat = super().deal_figures(state, known, points), BIT[known.turned], known.turn
        found[LATER] = float(points[seat] - points_of_cards(known.won[seat] | state.won[seat] & sale))
        return found | {f"wins {who}": float(bool(won & sale)) for who, won in enumerate(state.won)}

    def differences(self, comparison: Comparison) -> list[Difference]:
        """Returns the possible reasons: the worth of the card on sale to this seat and to others, a saved card, and points."""
        known, seat = comparison.known, comparison.seat
        sale, wins = known.turned, comparison.mine.mean(f"wins {seat}")
        gains = [points_of_cards(won | BIT[sale]) - points_of_cards(won) for won in known.won]
        gain, name = gains[seat], comparison.face(sale)
        verb, worth = ("bring", f"[{seat}] {gain}") if gain > 0 else ("cost", f"[{seat}] {-gain}")
        more, less = (f"it wins {name}, which {verb}s {worth}, {how} often than @" for how in ("more", "less"))
        if wins >= WINS:
            more = f"it is {likely_word(wins)} to win {name}, which {verb}s {worth}"
        if wins <= FEW:
            less = f"{name} would {verb} {worth}, and is {likely_word(1 - wins)} to go to another"
        found = [Difference(f"wins {seat}", 1.0, more, less, 1 if gain > 0 else -1)] if gain else []
        return [*found, self._saved_card_difference(comparison, gain), *self._others_differences(comparison, gains)]

    def _saved_card_difference(self, comparison: Comparison, gain: int) -> Difference:
        name, key = comparison.face(comparison.known.turned), f"wins {comparison.seat}"
        ranks = [cards.rank(value_of(action)) for action in (comparison.action, comparison.other)]
        if gain > 0:
            saves = f"{name} brings [{comparison.seat}] only {gain}, and it saves @" if ranks[0] > ranks[1] else ""
            return Difference(key, 1.2, "", saves, -1, acts_later=True)
        now = f"{name} costs [{comparison.seat}] {-gain} now" if gain else f"{name} changes nothing now"
        saves = f"{now}, and it saves @" if ranks[0] > ranks[1] else ""
        spends = f"{now}, and it takes a better card than @" if ranks[0] < ranks[1] else ""
        if comparison.is_better:
            return Difference(key, 1.2, f"{now}, but is worth winning for later", saves, 1 if gain else 0, acts_later=True)
        return Difference(key, 1.2, spends, f"{now}, but would be worth winning for later", 1 if gain else 0, acts_later=True)

    def _others_differences(self, comparison: Comparison, gains: Sequence[int]) -> list[Difference]:
        name, found = comparison.face(comparison.known.turned), []
        for who, theirs in enumerate(gains):
            if who != comparison.seat and theirs:
                worth = f"to gain {theirs} by {name}" if theirs > 0 else f"to lose {-theirs} by {name}"
                lets, keeps = (f"[{who} is] {how} likely {worth}" for how in ("more", "less"))
                found.append(Difference(f"wins {who}", 16 / abs(theirs), lets, keeps, -1 if theirs > 0 else 1))
        return found


class ThropsText(SealedText[ThropsState, ThropsOptions]):
    """The texts of Throps."""

    emblem = (
        EmblemPart("back red", -34, 24, 62, 14), EmblemPart("back red", 34, 24, 62, -14), EmblemPart("back red", 0, 24, 62),
        EmblemPart("QH", 0, -7, 94, ringed=True),
    )  # fmt: skip
    glossary: ClassVar[Glossary] = {"empty suits": f"Each suit of which a seat has won nothing earns {EMPTY_SUIT_POINTS}."}

    def goal_of_deal(self, options: ThropsOptions) -> str:
        return "You want ~much of one suit~ and little of the others."

    def winning_rule(self, state: ThropsState) -> str:
        return f"{super().winning_rule(state)}, wanted or not"

    def explain_figure(self, state: ThropsState, figure: TableFigure, seat: int | None) -> str:
        if state.turned == HIDDEN or figure.kind not in (FigureKind.OFFER, FigureKind.TERMS):
            return super().explain_figure(state, figure, seat)
        if figure.kind is FigureKind.TERMS:
            order = PRECEDENCE[cards.suit(state.turned)]
            first = cards.SUIT_NAMES[order[0]]
            return f"Of equal bids the one whose suit stands first here wins: {first}, as the card for sale, before all others."
        worth = VALUE[cards.rank(state.turned)]
        return f"The highest bid wins {self.card_name(state.turned)}, wanted or not: it counts {worth} in its suit."

    def progress(self, state: ThropsState) -> str:
        return f"card {state.round} of {ROUNDS}"

    def offer_worth_clause(self, state: ThropsState) -> str:
        first, *others = (phrases.SYMBOLS[suit] for suit in PRECEDENCE[cards.suit(state.turned)])
        return f"; between equal bids the suit decides: {first}, then {' '.join(others)}"

    def preview_effect(self, state: ThropsState, action: Action) -> str:
        seat, key = state.turn, BID_KEY[cards.suit(state.turned)]
        seen = state.gone | state.hands[seat] | BIT[state.turned] | sum(state.won)
        card = action - BID
        stronger = [other for other in self.rules.pack(state.options) if key[other] < key[card] and not seen & BIT[other]]
        now, then = points_of_cards(state.won[seat]), points_of_cards(state.won[seat] | BIT[state.turned])
        gain = f"stays {phrases.with_minus_sign(now)}"
        if now != then:
            gain = f"goes from {phrases.with_minus_sign(now)} to {phrases.with_minus_sign(then)}"
        sure = "wins for certain, and then the score" if not stronger else "if it wins, the score"
        return f"{sure} {gain}"

    def points_per_deal(self, options: ThropsOptions) -> float:
        return 37.5

    def task_sentence(self, state: ThropsState, kind: str, number: int) -> str:
        return "Make sure of the best score of the deal, without a tie." if kind == "best" else ""

    def tally(self, state: ThropsState, seat: int | None) -> Tally:
        points = self.rules.points(state)
        best = rules.leaders(points)
        rows = tuple(_tally_row(who, state.won[who], who in best) for who in table_facts.seats_clockwise(seat, SEATS))
        rule = "The best suit counts for its owner, the rest against; a suit not won at all earns ten."
        sale = "" if state.turned == HIDDEN else f"for sale: {VALUE[cards.rank(state.turned)]}"
        said = best_result_sentence(points) if state.over else rule
        return Tally(tuple(phrases.SYMBOLS), "suit less rest", "empty suits", rows, said, sale)


def _tally_row(seat: int, won: Cards, is_best: bool) -> Row:
    values = suit_values(won)
    empty = values.count(0)
    suits = "suit earns" if empty == 1 else "suits earn"
    more = f"{phrases.number_word(empty).capitalize()} empty {suits} {EMPTY_SUIT_POINTS * empty}."
    if not won:
        more = f"[{seat} has] won nothing, and four empty suits earn {EMPTY_SUIT_POINTS * empty}."
    return table_facts.suits_row(
        seat, values, EMPTY_SUIT_POINTS * empty, is_best, more if empty else "", f"+{EMPTY_SUIT_POINTS}"
    )
