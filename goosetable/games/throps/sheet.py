"""Score sheet of Throps: the cards that each player has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.sheet.form import DealPage, Form, Questions, ask_for_cards, best_suit_row
from goosetable.engine.text.table_facts import Row
from goosetable.games.throps.rules import ThropsOptions, ThropsState


class ThropsForm(Form[ThropsState, ThropsOptions]):
    """Score sheet of Throps. It accepts any card of the pack, because each card may have been in the stock."""

    columns = ("cards",)

    def sheet_row(self, row: Row, state: ThropsState) -> Row:
        return best_suit_row(row)

    def state_and_certain_seats(self, page: DealPage[ThropsState]) -> tuple[ThropsState, Sequence[int]]:
        state = page.state_after_play()
        state.won = [page.collected.get(seat, 0) for seat in range(page.seats)]
        state.end_bidding()
        return state, list(page.collected)

    def ask_about_deal(self, page: DealPage[ThropsState]) -> Questions[ThropsState]:
        yield from ask_for_cards(page, 0, page.size, page.game.pack(page.options), "win")
        return self.state_and_certain_seats(page)[0]


FORM: Final = ThropsForm()
