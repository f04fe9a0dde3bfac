"""Score sheet of Fools Gold: the cards kept or, if sets earn nothing, the number of each suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.sheet.form import (
    DealPage,
    Form,
    Question,
    Questions,
    ask_for_cards,
    best_suit_row,
    number_answers,
    remaining_text,
)
from goosetable.engine.text.table_facts import Row
from goosetable.engine.words import phrases
from goosetable.games.fools_gold.rules import OF_RANK, OF_SUIT, RANKS_IN_PLAY, FoolsGoldOptions, FoolsGoldState, is_pure


class GoldForm(Form[FoolsGoldState, FoolsGoldOptions]):
    """Score sheet of Fools Gold. One card of each trick is kept."""

    def columns_of(self, options: FoolsGoldOptions) -> tuple[str, ...]:
        return tuple(phrases.SYMBOLS) if is_pure(options) else ("kept",)

    def sheet_row(self, row: Row, state: FoolsGoldState) -> Row:
        return best_suit_row(row)

    def settled_points(self, page: DealPage[FoolsGoldState]) -> tuple[FoolsGoldState, Sequence[int]]:
        state = page.played_state()
        state.kept = [page.collected.get(seat, 0) for seat in range(page.seats)]
        return state, list(page.collected)

    def ask_about(self, page: DealPage[FoolsGoldState]) -> Questions[FoolsGoldState]:
        if is_pure(page.options):
            yield from self._ask_for_suits(page)
        else:
            threes = OF_RANK[-1] if page.seats == 5 else 0  # all but that of trumps are left out then
            pack = page.game.pack(page.options)
            yield from ask_for_cards(page, 0, page.size, pack, "keep", RANKS_IN_PLAY, threes)
        return self.settled_points(page)[0]

    def _ask_for_suits(self, page: DealPage[FoolsGoldState]) -> Questions[None]:
        """Asks how many cards of each suit each seat has kept, but not for numbers that follow from the others."""
        left, of_suit = page.size, [RANKS_IN_PLAY] * 4
        for place, seat in enumerate(page.order):
            kept = 0
            for suit in range(4):
                least = max(0, left - sum(of_suit[suit + 1 :])) if place == page.seats - 1 else 0
                most = min(left, of_suit[suit])
                number = least
                if least < most:
                    words = f"How many {cards.SUIT_NAMES[suit]} did [{seat}] keep?"
                    answers = number_answers(least, most, min(page.size, RANKS_IN_PLAY))
                    number = int((yield Question(words, seat, suit, answers, remaining_text(left, page.size))))
                else:
                    page.follows[seat] = "the rest"
                of_suit[suit] -= number
                left -= number
                kept |= sum([BIT[card] for card in cards.members(OF_SUIT[suit])[of_suit[suit] :][:number]])
                page.cells[seat][suit] = str(number)
            page.collected[seat] = kept


FORM: Final = GoldForm()
