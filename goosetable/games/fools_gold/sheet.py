"""Score sheet of Fools Gold. The writer chooses to enter the kept cards of each seat, their numbers and bonuses, or the points.

Under rules without bonuses, it asks for the number of kept cards in each suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.sheet.form import (
    Answer,
    DealPage,
    Form,
    Question,
    Questions,
    answers_with_numbers,
    ask_for_cards,
    best_suit_row,
    remaining_text,
)
from goosetable.engine.text.table_facts import Row
from goosetable.engine.words import phrases
from goosetable.games.fools_gold.rules import (
    OF_RANK,
    OF_SUIT,
    RANKS_IN_PLAY,
    Bonuses,
    FoolsGoldOptions,
    FoolsGoldState,
    bonus_chart,
    lacks_set_bonuses,
)

FIGURES: Final = "figures"
POINTS: Final = "points"
ENTRY_ANSWERS: Final = (Answer(FIGURES, "Figures", sets_entry_mode=True), Answer(POINTS, "Points", sets_entry_mode=True))
KeptFigures = tuple[int, int, int]
"""Figures about the kept cards of a seat: the number in its best suit, the number of others, and the bonus for sets."""
KeptRanks = tuple[tuple[int, int], ...]
"""By rank from the Ace down, the number of kept cards of the best suit (0 or 1) and of all other suits (0 to 3)."""


@cache
def _examples_by_figures(bonuses: Bonuses, size: int, single_threes: bool) -> dict[KeptFigures, KeptRanks]:
    """Returns all possible figures about kept cards, each with an example of kept cards.

    size: largest number of kept cards. single_threes: True if only one Three is in play.
    """
    found: dict[KeptFigures, KeptRanks] = {(0, 0, 0): ()}
    for rank, (three, four) in enumerate(bonuses):
        grown: dict[KeptFigures, KeptRanks] = {}
        most = 1 if single_threes and rank == RANKS_IN_PLAY - 1 else 4
        for (best, others, bonus), shape in found.items():
            for own, more in product((0, 1), range(4)):
                count = own + more
                if count <= most and best + others + count <= size:
                    earned = three if count == 3 else four if count == 4 else 0
                    grown.setdefault((best + own, others + more, bonus + earned), (*shape, (own, more)))
        found = grown
    return {kept: shape for kept, shape in found.items() if kept[1] <= 3 * kept[0]}


def _example_cards(shape: KeptRanks) -> Cards:
    kept, load = 0, [0, 0, 0]
    for rank, (own, more) in enumerate(shape):
        kept |= BIT[rank] * own
        for suit in sorted(range(3), key=load.__getitem__)[:more]:
            load[suit] += 1
            kept |= BIT[13 * (suit + 1) + rank]
    return kept


class GoldForm(Form[FoolsGoldState, FoolsGoldOptions]):
    """Score sheet of Fools Gold. The winner of each trick keeps one card."""

    points_only_modes = (POINTS,)

    def columns_of(self, options: FoolsGoldOptions) -> tuple[str, ...]:
        return tuple(phrases.SYMBOLS) if lacks_set_bonuses(options) else ("kept",)

    def sheet_row(self, row: Row, state: FoolsGoldState) -> Row:
        return best_suit_row(row)

    def state_and_certain_seats(self, page: DealPage[FoolsGoldState]) -> tuple[FoolsGoldState, Sequence[int]]:
        state = page.state_after_play()
        state.kept = [page.collected.get(seat, 0) for seat in range(page.seats)]
        return state, list(page.collected)

    def ask_about_deal(self, page: DealPage[FoolsGoldState]) -> Questions[FoolsGoldState]:
        if lacks_set_bonuses(page.options):
            yield from self._ask_for_suits(page)
        else:
            threes = OF_RANK[-1] if page.seats == 5 else 0  # all but that of trumps are left out then
            pack = page.game.pack(page.options)
            yield from ask_for_cards(page, 0, page.size, pack, "keep", RANKS_IN_PLAY, threes, ENTRY_ANSWERS)
        if page.entry_mode == FIGURES:
            yield from self._ask_for_figures(page)
        elif page.entry_mode == POINTS:
            yield from self._ask_for_points(page)
        return self.state_and_certain_seats(page)[0]

    def _possible_figures(self, page: DealPage[FoolsGoldState]) -> dict[KeptFigures, KeptRanks]:
        return _examples_by_figures(bonus_chart(page.options), page.size, page.seats == 5)

    def _ask_for_figures(self, page: DealPage[FoolsGoldState]) -> Questions[None]:
        possible, left = self._possible_figures(page), page.size
        for seat in page.order:
            last = seat == page.order[-1]
            counts = {
                (best, others) for best, others, _ in possible if (best + others == left if last else best + others <= left)
            }
            largest = {best for best, _ in counts}
            best = min(largest)
            if len(largest) > 1:
                answers = _numbers(largest, "no suit can have more cards than the best")
                words = f"How many cards of the best suit did [{seat}] keep?"
                best = int((yield Question(words, seat, 0, answers, remaining_text(left, page.size), unit="card")))
            page.cells[seat][0] = f"{best} {phrases.MINUS} ?"
            others = left - best
            most = max(more for one, more in counts if one == best)
            if not last and most:
                words, remark = f"How many other cards did [{seat}] keep?", f"{phrases.number_word(most)} at most"
                others = int((yield Question(words, seat, 0, answers_with_numbers(0, most, most), remark, unit="card")))
            elif not last:
                others = 0
            page.cells[seat][0] = f"{best} {phrases.MINUS} {others} + ?"
            earned = {bonus for one, more, bonus in possible if (one, more) == (best, others)}
            bonus = 0
            if len(earned) > 1:
                answers = tuple([Answer(str(n), str(n)) for n in sorted(earned)])
                words = f"What do [{seat}'s] sets earn?"
                bonus = int((yield Question(words, seat, 0, answers, "three or four of one rank", unit="point")))
            left -= best + others
            page.cells[seat][0] = str(best + others)
            page.collected[seat] = _example_cards(possible[best, others, bonus])

    def _ask_for_points(self, page: DealPage[FoolsGoldState]) -> Questions[None]:
        examples = {best - others + bonus: shape for (best, others, bonus), shape in self._possible_figures(page).items()}
        for seat in page.order:
            answers = _numbers(set(examples), "no cards make that")
            words, column = f"How many points did [{seat}] make?", len(self.columns_of(page.options))
            points = int((yield Question(words, seat, column, answers, unit="point")))
            page.collected[seat] = _example_cards(examples[points])

    def _ask_for_suits(self, page: DealPage[FoolsGoldState]) -> Questions[None]:
        left, suit_in_both_packs = page.size, [RANKS_IN_PLAY] * 4
        for place, seat in enumerate(page.order):
            kept = 0
            for suit in range(4):
                least = max(0, left - sum(suit_in_both_packs[suit + 1 :])) if place == page.seats - 1 else 0
                most = min(left, suit_in_both_packs[suit])
                number = least
                if least < most:
                    words = f"How many {cards.SUIT_NAMES[suit]} did [{seat}] keep?"
                    answers = answers_with_numbers(least, most, min(page.size, RANKS_IN_PLAY))
                    if not place and not suit:
                        answers = (*answers, ENTRY_ANSWERS[1])
                    text = yield Question(words, seat, suit, answers, remaining_text(left, page.size))
                    if text == POINTS:
                        page.entry_mode = text
                        return
                    number = int(text)
                else:
                    page.reasons_not_asked[seat] = "the rest"
                suit_in_both_packs[suit] -= number
                left -= number
                kept |= sum([BIT[card] for card in cards.members(OF_SUIT[suit])[suit_in_both_packs[suit] :][:number]])
                page.cells[seat][suit] = str(number)
            page.collected[seat] = kept


def _numbers(allowed: set[int], why: str) -> tuple[Answer, ...]:
    span = range(min(allowed), max(allowed) + 1)
    return tuple([Answer(str(n), phrases.format_points(n), "" if n in allowed else why) for n in span])


FORM: Final = GoldForm()
