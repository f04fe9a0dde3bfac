"""Score sheet of Cross Purposes. With two players it has the tricks of both halves, with four the partners and the tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.engine.sheet.form import DealPage, Form, Questions, ask_for_seat, ask_for_tricks
from goosetable.games.cross_purposes.rules import TRICKS_PER_HALF, CrossOptions, CrossState


class CrossForm(Form[CrossState, CrossOptions]):
    """Score sheet of Cross Purposes. It asks for tricks alone, because trumps and top rank do not affect the score."""

    def columns_of(self, options: CrossOptions) -> tuple[str, ...]:
        return ("1st half", "2nd half") if options.players == 2 else ("partner", "tricks")

    def state_and_certain_seats(self, page: DealPage[CrossState]) -> tuple[CrossState, Sequence[int]] | None:
        """Returns a state for the rules, and the partners whose points are certain, because the tricks of both are known. In a
        game of two players, returns None.
        """
        if page.seats == 2 or not page.cells[0][0]:
            return None
        state = page.state_after_play()
        state.partners = tuple([int(partner.strip("[]")) for partner, _ in page.cells])
        state.won = page.dummy_tricks([int(tricks or 0) for _, tricks in page.cells])
        known = [bool(tricks) for _, tricks in page.cells]
        return state, [seat for seat, other in enumerate(state.partners) if known[seat] and known[other]]

    def ask_about_deal(self, page: DealPage[CrossState]) -> Questions[CrossState]:
        state = page.state_after_play()
        state.trumps = state.tops = 0
        if page.seats == 2:
            first = yield from ask_for_tricks(page, 0, TRICKS_PER_HALF, part_of_deal=" in the first half")
            taken = yield from ask_for_tricks(page, 1, TRICKS_PER_HALF, part_of_deal=" in the second half")
            state.first, state.half, state.hands2 = tuple(first), 2, [0, 0]
        else:
            one = page.order[0]
            partner = yield from ask_for_seat(f"Who is [{one}'s] partner?", page.order[1:], 0, one)
            two, three = (seat for seat in page.order if seat not in (one, partner))
            pairs = {one: partner, partner: one, two: three, three: two}
            state.partners = tuple([pairs[seat] for seat in range(4)])
            for seat, other in pairs.items():
                page.cells[seat][0] = f"[{other}]"
            taken = yield from ask_for_tricks(page, 1, TRICKS_PER_HALF)
        state.won = page.dummy_tricks(taken)
        return state


FORM: Final = CrossForm()
