"""Score sheet of Throps: the cards that each player has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.sheet.form import Asking, DealPage, Form, best_suit, collected
from goosetable.engine.text.table_facts import Row
from goosetable.games.throps.rules import ThropsOptions, ThropsState


class ThropsForm(Form[ThropsState, ThropsOptions]):
    """Score sheet of Throps. Any card of the pack may have been in the stock."""

    columns = ("cards",)

    def row(self, row: Row, state: ThropsState) -> Row:
        return best_suit(row)

    def settled(self, page: DealPage[ThropsState]) -> tuple[ThropsState, Sequence[int]]:
        state = page.over()
        state.won = [page.collected.get(seat, 0) for seat in range(page.seats)]
        state.play_out()
        return state, list(page.collected)

    def write(self, page: DealPage[ThropsState]) -> Asking[ThropsState]:
        yield from collected(page, 0, page.size, page.game.pack(page.options), "win")
        return self.settled(page)[0]


FORM: Final = ThropsForm()
