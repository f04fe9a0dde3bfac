"""The form of a deal with real cards: one question after another, until the rules can score the deal.

A form asks only for facts that do not follow from other answers. A `SheetView` has the content of the sheet in words: the deals
so far, the deal that is being written down, and the current question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame, Game
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.state import OVER, State
from goosetable.engine.text.table_facts import Badge, Row, SumTerm, seats_clockwise
from goosetable.engine.words import phrases


class Answer(NamedTuple):
    """One possible answer to a question about a deal."""

    text: str
    """The answer in the sheet's file."""
    label: str
    refused: str = ""
    """The reason why the answer is not allowed, in a clause; empty if it is allowed."""
    sets_entry_mode: bool = False
    """Whether this answer chooses another form in which this deal and the next ones are written down, such as points alone."""


class Question(NamedTuple):
    """The current question."""

    words: str
    seat: int | None
    """The seat in question; None if the question is about all seats."""
    column: int
    """Index of the column for the answer."""
    answers: tuple[Answer, ...]
    remark: str = ""
    """Facts that help to answer, in a clause."""
    across: int = 0
    """Number of answers in each row of the screen's table of answers, such as the ranks of a suit; 0 for a single row."""
    unit: str = ""
    """Singular noun for the things to count, such as "trick"; empty if the heading of the column names them."""


class SheetLine(NamedTuple):
    """One line of the sheet, for one deal. Most fields have an entry for each seat; an unknown fact is empty."""

    label: str
    """Label of the line: the number of cards in a hand, or the number of the deal."""
    dealer: int | None
    cells: tuple[tuple[str, ...], ...]
    """By seat, the figures under the headings."""
    points: tuple[str, ...]
    tones: tuple[int, ...]
    """By seat: 1 for good points, -1 for bad ones, 0 for others."""
    arithmetic: tuple[str, ...]
    """By seat, the arithmetic of the points, such as "2 × 30"; empty if the points are a single number."""
    notes: tuple[str, ...]
    """By seat, the arithmetic in a sentence."""
    reasons_not_asked: tuple[str, ...]
    """By seat, the reason why its last figure was computed and not asked, such as "the rest"; empty if it was asked."""


class SheetView(NamedTuple):
    """The content of a sheet at one moment, in words."""

    title: str
    line: str
    columns: tuple[str, ...]
    """The headings of a deal's figures."""
    label: str
    """Heading of the labels of the lines."""
    deals: tuple[SheetLine, ...]
    """The finished deals, the deal being written down, and later deals as far as they are known."""
    deal_index: int
    """Index in `deals` of the deal being written down, or of the last deal."""
    asked: Question | None
    """The current question; None if the game is over."""
    totals: tuple[str, ...]
    leaders: tuple[int, ...]
    """The seats that would win if the game ended now."""
    badges: tuple[Badge, ...]
    remarks: str
    """Remarks on the game so far."""
    over: bool
    summary_columns: tuple[int, ...] = (0,)
    """Indices of the columns whose figures the sheet shows beside the points of each earlier deal."""

    @property
    def deal(self) -> SheetLine:
        """The deal being written down."""
        return self.deals[self.deal_index]


S = TypeVar("S", bound=State)
T = TypeVar("T")
Questions = Generator[Question, str, T]
"""A generator that yields questions, receives each answer by `send`, and returns the result of all answers."""

DUMMY_CODE: Final = "000000000000"
"""Game code for dealing dummy cards. They replace the real cards, which the program does not know."""
DONE_ANSWER: Final = "done"


class DealPage(Generic[S]):
    """A deal that is being written down. The form fills in `cells` and `reasons_not_asked`.

    order: the seats from eldest to the dealer. cells: figures by seat and column. reasons_not_asked: by seat, the reason why
    its last figure was computed and not asked.
    """

    def __init__(self, game: Game[S, Any], columns: int, options: Any, standing: Standing, dealer: int) -> None:
        self.game, self.options, self.standing, self.dealer = game, options, standing, dealer
        self.seats = game.seats(options)
        self.order = seats_clockwise(dealer + 1, self.seats)
        self.size = game.hand_size(options, standing)
        """Number of cards of a hand."""
        self.cells = [[""] * columns for _ in range(self.seats)]
        self.reasons_not_asked = [""] * self.seats
        self.collected: dict[int, Cards] = {}
        """By seat, its cards, once `ask_for_cards` has asked for all of them."""
        self.entry_mode = ""
        """The other way to write the deal down that was chosen; empty if none was."""

    def state_after_play(self) -> S:
        """Returns a state in which all cards have been played, and no tricks are credited yet."""
        state = self.game.begin_deal(self.options, self.standing, self.dummy_deal())
        state.hands, state.turn = [0] * self.seats, OVER
        return state

    def dummy_tricks(self, taken: Sequence[int]) -> list[Cards]:
        """Returns dummy cards for the tricks of each seat; the real cards are not known. taken: number of tricks by seat."""
        return divide_pack(self.game.pack(self.options), [self.seats * number for number in taken])

    def dummy_deal(self) -> Deal:
        """Returns a deal with hands of the right size and dummy cards."""
        stream = Stream(DUMMY_CODE, self.standing.deals + 1)
        return self.game.deal(self.options, self.standing, self.dealer, stream)


class Form(ABC, Generic[S, O]):
    """The form of a game. columns: headings of the figures that the sheet has for each seat.

    points_are_absolute: True if a seat's points alone are good or bad; False if they are so only in comparison with other
    seats.
    """

    columns: ClassVar[tuple[str, ...]] = ("tricks",)
    points_are_absolute: ClassVar[bool] = False
    summary_columns: ClassVar[tuple[int, ...]] = (0,)
    """As `SheetView.summary_columns`."""
    points_only_modes: ClassVar[tuple[str, ...]] = ()
    """The values of `DealPage.entry_mode` in which a deal is written down by its points alone."""

    def columns_of(self, options: O) -> tuple[str, ...]:
        """Returns the headings of the columns under these options."""
        return self.columns

    def sheet_row(self, row: Row, state: S) -> Row:
        """Returns a row of a finished deal for the sheet; by default, the row as the table shows it."""
        return row

    def state_and_certain_seats(self, page: DealPage[S]) -> tuple[S, Sequence[int]] | None:
        """Returns a state from which the rules compute points, and the seats whose points are already certain.

        Returns None if all points become certain only at the end of the deal. The base class returns None.
        """
        return None

    @abstractmethod
    def ask_about_deal(self, page: DealPage[S]) -> Questions[S]:
        """Asks the questions about a deal; returns its final state, which the rules score."""


AnyPage = DealPage[Any]
AnyForm = Form[Any, Any]
"""A form of any game; `AnyPage` is a page of one."""


# ---------------------------------------------------------------------- questions of several games


def answers_with_numbers(low: int, high: int, maximum: int, reason_above: str = "") -> tuple[Answer, ...]:
    """Returns an answer for each number from 0 to `maximum`. Numbers outside low..high are refused.

    reason_above: the reason against numbers over `high`; "" for the usual reason.
    """
    few, many = f"at least {phrases.number_word(low)}", reason_above or f"only {_left_text(high)}"
    return tuple([Answer(str(n), str(n), few if n < low else many if n > high else "") for n in range(maximum + 1)])


def remaining_text(remaining: int, total: int) -> str:
    """Returns the remark that `remaining` things, such as tricks, are left of `total`.

    >>> remaining_text(11, 11), remaining_text(2, 11), remaining_text(2, 2), remaining_text(1, 1)
    ('all eleven are left', 'two of eleven are left', 'both are left', 'only one is left')
    """
    if remaining == total:
        return "both are left" if total == 2 else f"{'all' if total > 1 else 'only'} {_left_text(remaining)}"
    return f"{phrases.number_word(remaining)} of {_left_text(total, remaining)}"


def _left_text(number: int, total: int = 0) -> str:
    return f"{phrases.number_word(number)} {_is_or_are(total or number)} left"


def best_suit_row(row: Row) -> Row:
    """Returns a row with its arithmetic written out, for a game that scores the best suit minus the other suits."""
    values = [int(figure or 0) for figure in row.figures]
    best, rest = max(values), sum(values) - max(values)
    words = f"{best} {phrases.MINUS} {rest}" if rest else str(best)
    extra = f" + {row.extra.removeprefix('+')}" if row.extra else ""
    return row._replace(sum=(SumTerm(words + extra),) if best and (rest or extra) else (), base="", extra="", figures=())


def ask_for_tricks(
    page: AnyPage, column: int, total: int, minimum: Sequence[int] = (), part_of_deal: str = ""
) -> Questions[list[int]]:
    """Asks for the number of tricks of each seat, beginning with eldest; returns the numbers by seat.

    A number that follows from earlier answers is not asked. total: number of tricks of all seats together. minimum: by seat,
    the fewest tricks that fit earlier answers. part_of_deal: part of the deal, in words.
    """
    fewest = list(minimum) or [0] * page.seats
    found = [0] * page.seats
    left = total
    for place, seat in enumerate(page.order):
        rest = sum([fewest[other] for other in page.order[place + 1 :]])
        if place == page.seats - 1 or left == rest + fewest[seat]:
            number = left if place == page.seats - 1 else fewest[seat]
            page.reasons_not_asked[seat] = "the rest"
        else:
            others = f"the others took at least {phrases.number_word(rest)}" if rest else ""
            answers = answers_with_numbers(fewest[seat], left - rest, total, others)
            words, remark = f"How many tricks did [{seat}] take{part_of_deal}?", remaining_text(left, total)
            asked = Question(words, seat, column, answers, remark, unit="trick")
            number = int((yield asked))
        found[seat] = number
        left -= number
        page.cells[seat][column] = str(number)
    return found


def _is_or_are(number: int) -> str:
    return "is" if number == 1 else "are"


def ask_for_seat(
    words: str, seats: Sequence[int], column: int, about_seat: int | None = None, refused: dict[int, str] | None = None
) -> Questions[int]:
    """Asks a question whose answers are seats; returns the chosen seat.

    words: the question. about_seat: the seat in question; None if the question is about all seats. refused: by seat that is
    not allowed, the reason.
    """
    barred = refused or {}
    answers = tuple([Answer(str(seat), f"[{seat}]", barred.get(seat, "")) for seat in seats])
    return int((yield Question(words, about_seat, column, answers)))


def card_names(game: AnyGame, pack: Sequence[Card]) -> list[tuple[Card, str, str]]:
    """Returns each card with its name in records and its name on the screen."""
    return [(card, game.card_name(card), game.text.card_name(card)) for card in pack]


def ask_for_cards(
    page: AnyPage,
    column: int,
    total: int,
    pack: Sequence[Card],
    verb: str,
    across: int = 13,
    single: Cards = 0,
    mode_answers: Sequence[Answer] = (),
) -> Questions[list[Cards]]:
    """Asks for the cards of each seat, one by one, beginning with eldest; returns the cards by seat.

    total: number of cards of all seats. pack: cards to choose from. verb: the word for getting cards, such as "win". across:
    number of answers in a row on the screen. single: cards that exclude each other in play. mode_answers: further answers to
    the first question; if one is chosen, it is stored in `page.entry_mode`, and no card is asked.
    """
    names = card_names(page.game, pack)
    held: list[Cards] = [0] * page.seats
    owner: dict[Card, int] = {}
    for place, seat in enumerate(page.order):
        while len(owner) < total:
            left = total - len(owner)
            offered = _card_answers(names, owner, left if place == page.seats - 1 else 0, single)
            offered += () if owner or place else tuple(mode_answers)
            words = f"Which cards did [{seat}] {verb}?"
            text = yield Question(words, seat, column, offered, remaining_text(left, total), across)
            if any(answer.text == text for answer in mode_answers):
                page.entry_mode = text
                return held
            if text == DONE_ANSWER:
                break
            card = next(card for card, name, _ in names if name == text)
            owner[card] = seat
            held[seat] |= cards.BIT[card]
            page.cells[seat][column] = str(held[seat].bit_count())
        if len(owner) == total and not held[seat]:
            page.reasons_not_asked[seat] = "nothing is left"
        page.cells[seat][column] = str(held[seat].bit_count())
        page.collected[seat] = held[seat]
    return held


def _card_answers(
    names: Sequence[tuple[Card, str, str]], owner: Mapping[Card, int], missing: int, single: Cards
) -> tuple[Answer, ...]:
    barred = "only one of these is in play" if any(single >> card & 1 for card in owner) else ""
    why = {card: barred for card, _, _ in names if single >> card & 1}
    why |= {card: f"[{who} has] it" for card, who in owner.items()}
    end = Answer(
        DONE_ANSWER, "No more", f"{phrases.count_text(missing, 'card')} {_is_or_are(missing)} missing" if missing else ""
    )
    return (*[Answer(name, face, why.get(card, "")) for card, name, face in names], end)


def divide_pack(pack: Sequence[Card], sizes: Sequence[int], required: Sequence[Cards] = ()) -> list[Cards]:
    """Divides a pack into sets of the given sizes. required: by set, cards that it must contain."""
    taken = list(required) or [0] * len(sizes)
    free = [card for card in pack if not sum(taken) >> card & 1]
    found = []
    for held, size in zip(taken, sizes, strict=True):
        more = size - held.bit_count()
        found.append(held | sum([cards.BIT[card] for card in free[:more]]))
        free = free[more:]
    return found
