"""Score sheet of Goose: bids before the play, tricks after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.sheet.form import Answer, DealPage, Form, Question, Questions, ask_for_tricks
from goosetable.engine.text.table_facts import Row, SumTerm
from goosetable.engine.words import phrases
from goosetable.games.goose.rules import BID, GooseOptions, GooseState, points_for_bid
from goosetable.games.goose.text import has_any_bid


class GooseForm(Form[GooseState, GooseOptions]):
    """Score sheet of Goose. It asks for bids in the order of bidding, and refuses bids that the rules forbid."""

    columns = ("bid", "tricks")
    points_are_absolute = True
    summary_columns = (0, 1)

    def sheet_row(self, row: Row, state: GooseState) -> Row:
        """Returns the row, with the seat's role (Ass or Goose) added if that role doubled the points."""
        seat, (asses, geese) = row.seat, state.roles
        bid, won = state.bids[seat], state.tricks(seat)
        doubled = points_for_bid(bid, won, seat in asses, seat in geese) != points_for_bid(bid, won)
        return row._replace(sum=(SumTerm(f"doubled: {'Ass' if bid == won else 'Goose'}"),) if doubled else ())

    def state_and_certain_seats(self, page: DealPage[GooseState]) -> tuple[GooseState, Sequence[int]]:
        bids, tricks = zip(*[[int(figure or 0) for figure in row] for row in page.cells], strict=True)
        state = page.state_after_play()
        state.bids = list(bids)
        state.won = page.dummy_tricks(tricks)
        return state, [seat for seat in range(page.seats) if page.cells[seat][1]]

    def ask_about_deal(self, page: DealPage[GooseState]) -> Questions[GooseState]:
        state, game = page.state_after_play(), page.game
        for seat in page.order:
            state.turn = seat
            legal = game.legal(state)
            answers = []
            for number in range(state.size + 1):
                why = "" if BID + number in legal else game.why_not(state, BID + number).table
                answers.append(Answer(str(number), str(number), why))
            bid = f"{phrases.number_word(state.bid)} {'is' if state.bid == 1 else 'are'} bid"
            said = (
                f"{bid} for {phrases.count_in_words(state.size, 'trick')} so far" if has_any_bid(state) else "the first to bid"
            )
            text = yield Question(f"What [does {seat}] bid?", seat, 0, tuple(answers), said)
            game.apply(state, BID + int(text))
            page.cells[seat][0] = text
        yield from ask_for_tricks(page, 1, state.size)
        return self.state_and_certain_seats(page)[0]


FORM: Final = GooseForm()
