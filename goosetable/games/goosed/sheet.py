"""Score sheet of Goosed: the Red Foxes, the captor of each Goose, and the tricks of each player."""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.rules.event import NO_SEAT
from goosetable.engine.sheet.form import Answer, DealPage, Form, Question, Questions, ask_for_seat, ask_for_tricks, divide_pack
from goosetable.engine.text.table_facts import Row, SumTerm
from goosetable.games.goosed.rules import (
    GEESE,
    PACK_OF_28,
    GoosedOptions,
    GoosedState,
    geese_worth,
    is_catcher_only,
    reds_are_goosed,
)

OTHER: Final = "other"


class GoosedForm(Form[GoosedState, GoosedOptions]):
    """Score sheet of Goosed. With three players it also asks whether a Goose was turned up, because that card is in no hand."""

    columns = ("foxes", "Geese", "tricks")

    def sheet_row(self, row: Row, state: GoosedState) -> Row:
        tricks, geese = row.figures
        words = geese if reds_are_goosed(state) and row.seat in state.reds else f"{tricks.replace('×', ' × ')} + {geese}"
        return row._replace(sum=(SumTerm(words),))

    def ask_about_deal(self, page: DealPage[GoosedState]) -> Questions[GoosedState]:
        state = page.state_after_play()
        state.out = 0
        if page.seats == 3:
            state.turned = yield from self._ask_for_turned_card(page)
            state.out = BIT[state.turned]
        geese = cards.members(GEESE & ~state.out)
        if is_catcher_only(page.options):
            state.first = NO_SEAT
        else:
            state.first = yield from ask_for_seat("Who played the first Goose?", page.order, 0)
        state.catcher = yield from ask_for_seat("Who caught the first Goose?", page.order, 0)
        if is_catcher_only(page.options):
            state.first = state.catcher
        for seat in range(page.seats):
            page.cells[seat][0] = "red" if seat in state.reds else "white"
        caught = [0] * page.seats
        for number, goose in enumerate(geese):
            last = number == len(geese) - 1 and not caught[state.catcher]
            why = {seat: f"[{state.catcher}] caught the first Goose" for seat in page.order if seat != state.catcher}
            face = page.game.text.card_name(goose)
            taker = yield from ask_for_seat(f"Who caught {face}?", page.order, 1, None, why if last else {})
            caught[taker] |= BIT[goose]
            for seat in range(page.seats):
                page.cells[seat][1] = str(geese_worth(caught[seat]))
        least = [int(bool(held)) for held in caught]
        taken = yield from ask_for_tricks(page, 2, page.size, least)
        pack = [card for card in PACK_OF_28 if not (GEESE | state.out) >> card & 1]
        state.won = divide_pack(pack, [page.seats * tricks for tricks in taken], caught)
        return state

    def _ask_for_turned_card(self, page: DealPage[GoosedState]) -> Questions[Card]:
        """Asks for the Goose that was turned up, and returns it. If no Goose was turned up, returns any other card."""
        named = [(page.game.card_name(goose), page.game.text.card_name(goose)) for goose in cards.members(GEESE)]
        answers = (Answer(OTHER, "none"), *(Answer(name, face) for name, face in named))
        text = yield Question("Was a Goose turned up?", None, 1, answers)
        return next(card for card in PACK_OF_28 if not GEESE >> card & 1) if text == OTHER else cards.card(text)


FORM: Final = GoosedForm()
