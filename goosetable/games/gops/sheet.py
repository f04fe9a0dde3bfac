"""What is written down of a deal of Gops: who has won each prize."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.sheet.form import Asking, DealPage, Form
from goosetable.engine.sheet.shown import Answer, Asked
from goosetable.engine.words import phrases
from goosetable.games.gops.state import PRIZES, VALUE, GopsOptions, GopsState, points_of

NOBODY: Final = "nobody"


class GopsForm(Form[GopsState, GopsOptions]):
    """The prizes from the highest; who shares one, and which nobody has won, as the house rule for ties has it."""

    columns = ("prizes",)

    def write(self, page: DealPage[GopsState]) -> Asking[GopsState]:
        state = page.over()
        state.play_out()
        won, seats = [0] * page.seats, range(page.seats)
        for prize in sorted(cards.members(PRIZES), key=VALUE.__getitem__, reverse=True):
            face = page.game.text.face(prize)
            answers = [Answer(str(seat), f"[{seat}]") for seat in seats]
            if page.options.ties == "split":
                shared = [group for size in range(2, page.seats + 1) for group in combinations(seats, size)]
                answers += [
                    Answer("+".join(map(str, group)), phrases.listed([f"[{seat}]" for seat in group])) for group in shared
                ]
            else:
                answers.append(Answer(NOBODY, "nobody"))
            text = yield Asked(f"Who won {face}?", None, 0, tuple(answers), f"worth {VALUE[prize]}")
            takers = [] if text == NOBODY else [int(seat) for seat in text.split("+")]
            if len(takers) == 1:
                won[takers[0]] |= BIT[prize]
            for seat in takers if len(takers) > 1 else ():
                state.shares[seat] += Fraction(VALUE[prize], len(takers))
            for seat in seats:
                page.cells[seat][0] = phrases.amount(state.shares[seat] + points_of(cards.members(won[seat])))
        state.won = won
        return state


FORM: Final = GopsForm()
