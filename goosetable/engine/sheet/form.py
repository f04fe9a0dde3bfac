"""The form of a deal with real cards: one question after another, until the rules can score the deal.

A form asks only for facts that do not follow from others; the rules alone score the answers. A sheet in words shows the
deal being written down, the current question and the deals so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame, Game
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.state import OVER, State
from goosetable.engine.text.table_facts import Badge, Part, Row, clockwise
from goosetable.engine.words import phrases


class Answer(NamedTuple):
    """One possible answer."""

    text: str
    """Text of it in the sheet's file."""
    label: str
    refused: str = ""
    """Reason against it, in a clause; empty where it is allowed."""


class Asked(NamedTuple):
    """The current question."""

    words: str
    seat: int | None
    """The seat in question, or None where all are."""
    column: int
    """The column of the deal for the answer."""
    answers: tuple[Answer, ...]
    remark: str = ""
    """Facts that the answer needs, in a clause."""
    across: int = 0
    """Answers in one row of a table, such as the ranks of a suit; 0 where they are a single row."""
    unit: str = ""
    """Noun of one of the things that a number counts, such as "trick"; empty where the heading of the column says it."""


class KeptDeal(NamedTuple):
    """A deal in a line; everything by seat, and empty where it is not known yet."""

    label: str
    """Label of the line: the number of its cards, or its own number."""
    dealer: int | None
    cells: tuple[tuple[str, ...], ...]
    """By seat, the figures under the headings."""
    points: tuple[str, ...]
    tones: tuple[int, ...]
    """By seat: 1 for points that are good to have, -1 for such as are not, 0 for others."""
    sums: tuple[str, ...]
    """Arithmetic of the points where that is more than a figure, such as "2 × 30"."""
    notes: tuple[str, ...]
    """The same in a sentence each."""
    follows: tuple[str, ...]
    """Why the last figure was not asked, such as "the rest"; nothing where it was."""


class Shown(NamedTuple):
    """The whole sheet at a moment."""

    title: str
    line: str
    columns: tuple[str, ...]
    """The headings of a deal's figures."""
    label: str
    """Heading of the labels of the lines."""
    deals: tuple[KeptDeal, ...]
    """Finished deals, the one being written down, and those to come as far as they are known."""
    now: int
    """Index of the one being written down, or of the last."""
    asked: Asked | None
    """None where the deal, or the game, is over."""
    totals: tuple[str, ...]
    ahead: tuple[int, ...]
    """The seats that would win if it ended now."""
    badges: tuple[Badge, ...]
    foot: str
    """Remarks on the game so far."""
    over: bool

    @property
    def deal(self) -> KeptDeal:
        """The deal being written down."""
        return self.deals[self.now]


S = TypeVar("S", bound=State)
T = TypeVar("T")
Asking = Generator[Asked, str, T]
"""A generator of questions that is sent the answers and returns their result. Words hold seats as `phrases` has them."""

ANYHOW: Final = "000000000000"
"""Code for dummy cards: of a deal with real cards only the answers are known."""
DONE: Final = "done"


class DealPage(Generic[S]):
    """A deal that is being written down; the form fills in `cells` as it learns them.

    order: the seats from eldest to the dealer. cells: by seat and column. follows: by seat, why its last figure was not asked.
    """

    def __init__(self, game: Game[S, Any], columns: int, options: Any, standing: Standing, dealer: int) -> None:
        self.game, self.options, self.standing, self.dealer = game, options, standing, dealer
        self.seats = game.seats(options)
        self.order = clockwise(dealer + 1, self.seats)
        self.size = game.hand_size(options, standing)
        """Cards of a hand."""
        self.cells = [[""] * columns for _ in range(self.seats)]
        self.follows = [""] * self.seats
        self.collected: dict[int, Cards] = {}
        """By seat, its cards, where they are asked for and all of them have been named."""

    def over(self) -> S:
        """Returns the state after all cards have been played, before any are credited to a seat."""
        state = self.game.begin(self.options, self.standing, self.dealt())
        state.hands, state.turn = [0] * self.seats, OVER
        return state

    def tricks(self, taken: Sequence[int]) -> list[Cards]:
        """Returns cards for the tricks of each seat."""
        return heaps(self.game.pack(self.options), [self.seats * number for number in taken])

    def dealt(self) -> Deal:
        """Returns a deal of the right size, with dummy cards."""
        stream = Stream(ANYHOW, self.standing.deals + 1)
        return self.game.deal(self.options, self.standing, self.dealer, stream)


class Form(ABC, Generic[S, O]):
    """The form of a game. columns: headings of the figures of each seat.

    by_itself: whether a line is good by itself, and not only in comparison with others.
    """

    columns: ClassVar[tuple[str, ...]] = ("tricks",)
    by_itself: ClassVar[bool] = False

    def columns_of(self, options: O) -> tuple[str, ...]:
        """Returns the headings under these options."""
        return self.columns

    def row(self, row: Row, state: S) -> Row:
        """Returns a line of a finished deal's tally for the sheet; by default as at the table."""
        return row

    def settled(self, page: DealPage[S]) -> tuple[S, Sequence[int]] | None:
        """Returns the seats whose points follow from the answers so far, and a state for which the rules give them.

        None where all points come together in the end.
        """
        return None

    @abstractmethod
    def write(self, page: DealPage[S]) -> Asking[S]:
        """Asks about a deal; returns its final state, for the rules to score."""


AnyPage = DealPage[Any]
AnyForm = Form[Any, Any]
"""A page and a form of any game."""


# ---------------------------------------------------------------------- questions of several games


def numbers(low: int, high: int, most: int, above: str = "") -> tuple[Answer, ...]:
    """Returns an answer for each number up to `most`; those outside low..high are refused. above: why the larger ones are."""
    few, many = f"at least {phrases.spelled(low)}", above or f"only {_left(high)}"
    return tuple([Answer(str(n), str(n), few if n < low else many if n > high else "") for n in range(most + 1)])


def remain(left: int, total: int) -> str:
    """Returns the remark on the number that is left of a total.

    >>> remain(11, 11), remain(2, 11), remain(2, 2), remain(1, 1)
    ('all eleven are left', 'two of eleven are left', 'both are left', 'only one is left')
    """
    if left == total:
        return "both are left" if total == 2 else f"{'all' if total > 1 else 'only'} {_left(left)}"
    return f"{phrases.spelled(left)} of {_left(total, left)}"


def _left(number: int, of: int = 0) -> str:
    return f"{phrases.spelled(number)} {_are(of or number)} left"


def best_suit(row: Row) -> Row:
    """Returns the line of a game in which the best suit counts and the rest against, with its arithmetic written out."""
    values = [int(figure or 0) for figure in row.figures]
    best, rest = max(values), sum(values) - max(values)
    words = f"{best} {phrases.MINUS} {rest}" if rest else str(best)
    extra = f" + {row.extra.removeprefix('+')}" if row.extra else ""
    return row._replace(sum=(Part(words + extra),) if best and (rest or extra) else (), base="", extra="", figures=())


def counted(page: AnyPage, column: int, total: int, least: Sequence[int] = (), when: str = "") -> Asking[list[int]]:
    """Asks for each seat's tricks out of `total`, from eldest on, but for numbers that follow; returns them by seat.

    least: by seat, the tricks that it must have taken by earlier answers. when: part of the deal, in words.
    """
    fewest = list(least) or [0] * page.seats
    found = [0] * page.seats
    left = total
    for place, seat in enumerate(page.order):
        rest = sum([fewest[other] for other in page.order[place + 1 :]])
        if place == page.seats - 1 or left == rest + fewest[seat]:
            number = left if place == page.seats - 1 else fewest[seat]
            page.follows[seat] = "the rest"
        else:
            others = f"the others took at least {phrases.spelled(rest)}" if rest else ""
            answers = numbers(fewest[seat], left - rest, total, others)
            asked = Asked(f"How many tricks did [{seat}] take{when}?", seat, column, answers, remain(left, total), unit="trick")
            number = int((yield asked))
        found[seat] = number
        left -= number
        page.cells[seat][column] = str(number)
    return found


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def chosen(
    words: str, seats: Sequence[int], column: int, about: int | None = None, refused: dict[int, str] | None = None
) -> Asking[int]:
    """Asks for one of some seats."""
    barred = refused or {}
    answers = tuple([Answer(str(seat), f"[{seat}]", barred.get(seat, "")) for seat in seats])
    return int((yield Asked(words, about, column, answers)))


def card_names(game: AnyGame, pack: Sequence[Card]) -> list[tuple[Card, str, str]]:
    """Returns cards with their names in records and on the screen."""
    return [(card, game.card_name(card), game.text.face(card)) for card in pack]


def collected(
    page: AnyPage, column: int, total: int, pack: Sequence[Card], verb: str, across: int = 13, single: Cards = 0
) -> Asking[list[Cards]]:
    """Asks for each seat's cards, one after the other, from eldest on; `total` together, without the cards that are left.

    single: alternatives, only one of them in play.
    """
    names = card_names(page.game, pack)
    held: list[Cards] = [0] * page.seats
    owner: dict[Card, int] = {}
    for place, seat in enumerate(page.order):
        while len(owner) < total:
            last, left = place == page.seats - 1, total - len(owner)
            barred = "only one of these is in play" if any(single >> card & 1 for card in owner) else ""
            why = {card: barred for card, _, _ in names if single >> card & 1} | {
                card: f"[{who} has] it" for card, who in owner.items()
            }
            answers = [Answer(name, face, why.get(card, "")) for card, name, face in names]
            missing = f"{phrases.count(left, 'card')} {_are(left)} missing" if last else ""
            end = Answer(DONE, "No more", missing)
            words = f"Which cards did [{seat}] {verb}?"
            text = yield Asked(words, seat, column, (*answers, end), remain(left, total), across)
            if text == DONE:
                break
            card = next(card for card, name, _ in names if name == text)
            owner[card] = seat
            held[seat] |= cards.BIT[card]
            page.cells[seat][column] = str(held[seat].bit_count())
        if len(owner) == total and not held[seat]:
            page.follows[seat] = "nothing is left"
        page.cells[seat][column] = str(held[seat].bit_count())
        page.collected[seat] = held[seat]
    return held


def heaps(pack: Sequence[Card], sizes: Sequence[int], first: Sequence[Cards] = ()) -> list[Cards]:
    """Divides cards of a pack into heaps of these sizes. `first`: cards that each heap must hold."""
    taken = list(first) or [0] * len(sizes)
    free = [card for card in pack if not sum(taken) >> card & 1]
    found = []
    for held, size in zip(taken, sizes, strict=True):
        more = size - held.bit_count()
        found.append(held | sum([cards.BIT[card] for card in free[:more]]))
        free = free[more:]
    return found
