"""Score sheet of Gops: the winners of each prize."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.sheet.form import Answer, DealPage, Form, Question, Questions
from goosetable.engine.text.table_facts import Row
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import PRIZES, VALUE, GopsOptions, GopsState, points_of_prizes, prizes_in_order

NOBODY: Final = "nobody"
Takers = tuple[int, ...]
"""The seats that won a prize: one seat, several that share it, or none."""


class GopsForm(Form[GopsState, GopsOptions]):
    """Score sheet of Gops. It asks for the winners of each prize, from the highest prize down. The house rule for ties may
    allow several winners, or none.
    """

    columns = ("prizes",)

    def sheet_row(self, row: Row, state: GopsState) -> Row:
        """Returns a row with nothing but the points of a seat."""
        return row._replace(figures=())

    def ask_about_deal(self, page: DealPage[GopsState]) -> Questions[GopsState]:
        state, found, won = page.state_after_play(), list[Takers](), [0] * page.seats
        state.end_bidding()
        groups = _possible_winners(page)
        for prize in prizes_in_order(PRIZES, "falling"):
            refused = [_why_not(page, [*found, takers]) for takers in groups]
            if refused.count("") == 1:
                takers = groups[refused.index("")]
            else:
                answers = [_make_answer(takers, why) for takers, why in zip(groups, refused, strict=True)]
                words = f"Who won {page.game.text.card_name(prize)}?"
                text = yield Question(words, None, 0, tuple(answers), f"worth {VALUE[prize]}")
                takers = next(takers for takers in groups if _answer_text(takers) == text)
            found.append(takers)
            for seat in takers:
                if len(takers) == 1:
                    won[seat] |= BIT[prize]
                else:
                    state.shares[seat] += Fraction(VALUE[prize], len(takers))
            for seat in range(page.seats):
                page.cells[seat][0] = phrases.format_points(state.shares[seat] + points_of_prizes(cards.members(won[seat])))
        state.won = won
        return state


def _possible_winners(page: DealPage[GopsState]) -> list[Takers]:
    sizes = range(1, page.seats + 1) if page.options.ties == "split" else (1, 0)
    return [takers for size in sizes for takers in combinations(range(page.seats), size)]


def _answer_text(takers: Takers) -> str:
    return "+".join(map(str, takers)) or NOBODY


def _make_answer(takers: Takers, why: str) -> Answer:
    return Answer(_answer_text(takers), phrases.listed([f"[{seat}]" for seat in takers]) or NOBODY, why)


def _why_not(page: DealPage[GopsState], winners: Sequence[Takers]) -> str:
    """Returns the reason why these seats cannot have won the prizes, which are in order from the highest; empty if they can.

    A prize without a winner is added to the next one (rule 5), so only the last prizes can stay unwon. All hands are equal, so
    a seat that won one round must have been beaten in another.
    """
    carry, order = page.options.ties == "carry", page.options.order
    if carry and order != "shuffled":
        turned = winners if order == "falling" else winners[::-1]
        if any(two and not one for one, two in pairwise(turned)):
            return "a prize that stays goes with the next one"
        if order == "falling" and not winners[-1]:  # and so are all that come after it
            winners = [*winners, *[()] * (PRIZES.bit_count() - len(winners))]
    if len(winners) < PRIZES.bit_count():
        return ""
    for seat in range(page.seats):
        if (seat,) not in winners:
            continue
        if page.seats == 2 and (1 - seat,) not in winners:
            return f"hands are equal, so [{1 - seat}] has won one too"
        if not carry and all(seat in takers for takers in winners):
            return f"hands are equal, so [{seat}] has lost one"
    return ""


FORM: Final = GopsForm()
