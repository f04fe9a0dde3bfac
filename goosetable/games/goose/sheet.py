"""Score sheet of Goose: bids before the play, tricks after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.sheet.form import Answer, Asked, Asking, DealPage, Form, counted
from goosetable.engine.text.table_facts import Part, Row
from goosetable.engine.words import phrases
from goosetable.games.goose.rules import BID, GooseOptions, GooseState, score
from goosetable.games.goose.text import began


class GooseForm(Form[GooseState, GooseOptions]):
    """Score sheet of Goose. Bids are asked in their order; an illegal bid is refused as at the table."""

    columns = ("bid", "tricks")
    by_itself = True

    def row(self, row: Row, state: GooseState) -> Row:
        """Shows points that are doubled for a role."""
        seat, (asses, geese) = row.seat, state.roles
        bid, won = state.bids[seat], state.tricks(seat)
        plain = score(bid, won)
        doubled = score(bid, won, seat in asses, seat in geese) != plain
        return row._replace(sum=(Part(f"2 × {phrases.signed(plain)}"),) if doubled else ())

    def settled(self, page: DealPage[GooseState]) -> tuple[GooseState, Sequence[int]]:
        bids, tricks = zip(*[[int(figure or 0) for figure in row] for row in page.cells], strict=True)
        state = page.over()
        state.bids = list(bids)
        state.won = page.tricks(tricks)
        return state, [seat for seat in range(page.seats) if page.cells[seat][1]]

    def write(self, page: DealPage[GooseState]) -> Asking[GooseState]:
        state, game = page.over(), page.game
        for seat in page.order:
            state.turn = seat
            legal = game.legal(state)
            answers = []
            for number in range(state.size + 1):
                why = "" if BID + number in legal else game.why_not(state, BID + number).table
                answers.append(Answer(str(number), str(number), why))
            bid = f"{phrases.spelled(state.bid)} {'is' if state.bid == 1 else 'are'} bid"
            said = f"{bid} for {phrases.several(state.size, 'trick')} so far" if began(state) else "the first to bid"
            text = yield Asked(f"What [does {seat}] bid?", seat, 0, tuple(answers), said)
            game.apply(state, BID + int(text))
            page.cells[seat][0] = text
        yield from counted(page, 1, state.size)
        return self.settled(page)[0]


FORM: Final = GooseForm()
