"""Score sheet of Gooseberry Fool: the tricks of each player."""

from __future__ import annotations

from typing import Final

from goosetable.engine.rules.state import TrickState
from goosetable.engine.sheet.form import Asking, DealPage, Form, counted
from goosetable.games.gooseberry_fool.rules import FoolOptions


class FoolForm(Form[TrickState, FoolOptions]):
    """Score sheet of Gooseberry Fool. The Goose is not asked: its trick counts for its receiver."""

    def write(self, page: DealPage[TrickState]) -> Asking[TrickState]:
        state = page.over()
        state.won = page.tricks((yield from counted(page, 0, page.size)))
        return state


FORM: Final = FoolForm()
