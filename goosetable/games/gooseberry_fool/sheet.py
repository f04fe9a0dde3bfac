"""Score sheet of Gooseberry Fool: the tricks of each player."""

from __future__ import annotations

from typing import Final

from goosetable.engine.rules.state import TrickState
from goosetable.engine.sheet.form import DealPage, Form, Questions, ask_for_tricks
from goosetable.games.gooseberry_fool.rules import FoolOptions


class FoolForm(Form[TrickState, FoolOptions]):
    """Score sheet of Gooseberry Fool. It does not ask for the Goose (the Joker), because only the numbers of tricks score."""

    def ask_about_deal(self, page: DealPage[TrickState]) -> Questions[TrickState]:
        state = page.state_after_play()
        state.won = page.dummy_tricks((yield from ask_for_tricks(page, 0, page.size)))
        return state


FORM: Final = FoolForm()
