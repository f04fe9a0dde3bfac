"""The course of a game with real cards: the answers so far, and all that follows from them by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.sheet.form import AnyForm, AnyPage, Asked, DealPage


class Written(NamedTuple):
    """A deal whose questions are all answered."""

    dealer: int
    answers: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """By seat, the figures under the headings of the form."""
    follows: tuple[str, ...]
    """By seat, why its last figure was not asked; nothing where it was."""
    state: State
    """The deal when it is over, as far as the rules score it."""
    before: Standing
    points: tuple[Points, ...]
    after: Standing


class Course:
    """One game on a sheet: `answer` the question `asked`, or `undo`; all else follows, without chance or clock.

    page: the deal being written down, or None after the end of the game. asked: the question about it now.
    """

    def __init__(self, game: AnyGame, form: AnyForm, options: object, names: Sequence[str], dealer: int) -> None:
        """dealer: the seat that deals first. Raises ValueError in words where names or dealer do not fit the game."""
        game.check_options(options)
        seats = game.seats(options)
        if len(names) != seats:
            raise ValueError(f"{game.title} needs {seats} names here, not {len(names)}")
        if not 0 <= dealer < seats:
            raise ValueError(f"there is no seat {dealer}")
        self.game, self.form, self.options = game, form, options
        self.names, self.first = tuple(names), dealer
        self.deals: list[Written] = []
        """The deals that have been written down."""
        self.winners: tuple[int, ...] = ()
        self.answers: list[str] = []
        """The answers about the deal that is being written down."""
        self.page: AnyPage | None = None
        self.asked: Asked | None = None
        self._ask()

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def given(self) -> list[str]:
        """All answers that are in force, in order."""
        return [text for deal in self.deals for text in deal.answers] + self.answers

    @property
    def standing(self) -> Standing:
        """Standing after the finished deals."""
        return self.deals[-1].after if self.deals else Standing(0, (0,) * self.seats)

    @property
    def dealer(self) -> int:
        """Seat that deals, or that dealt last where the game is over."""
        number = len(self.deals) - (self.page is None)
        return (self.first + number) % self.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.page is None

    @property
    def undoable(self) -> bool:
        return bool(self.answers or self.deals)

    def rename(self, seat: int, name: str) -> None:
        """Renames a seat, in all its deals."""
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])

    def answer(self, text: str) -> None:
        """Answers the question; raises ValueError with a clause that says why it is refused, and then nothing has changed."""
        if self.asked is None:
            raise ValueError("the game is over")
        found = next((answer for answer in self.asked.answers if answer.text == text), None)
        if found is None:
            raise ValueError(f"{text!r} is no answer to that")
        if found.refused:
            raise ValueError(found.refused)
        self.answers.append(text)
        try:
            self.asked = self._asking.send(text)
        except StopIteration as ended:
            self._count(ended.value)

    def undo(self) -> None:
        """Takes the last answer back, also where a deal or the game ended with it; raises ValueError where there is none."""
        if not self.undoable:
            raise ValueError("nothing has been written down yet")
        if not self.answers:
            self.answers, self.winners = list(self.deals.pop().answers), ()
        self.answers.pop()
        self._ask()

    def _ask(self) -> None:
        """Asks about the deal from its beginning, with the answers that are known; more are needed to complete it."""
        columns = len(self.form.columns_of(self.options))
        self.page = DealPage(self.game, columns, self.options, self.standing, (self.first + len(self.deals)) % self.seats)
        self._asking = self.form.write(self.page)
        self.asked = next(self._asking)
        for text in self.answers:
            self.asked = self._asking.send(text)

    def _count(self, state: State) -> None:
        """Scores the finished deal, and asks about the next one."""
        page, before = self.page, self.standing
        assert page is not None, "answers are about a deal"
        points, after = self.game.points(state), self.game.score(before, state)
        cells, follows = tuple([tuple(row) for row in page.cells]), tuple(page.follows)
        self.deals.append(Written(page.dealer, tuple(self.answers), cells, follows, state, before, points, after))
        self.answers = []
        self.winners = self.game.winners(self.options, after)
        if self.winners:
            self.page = self.asked = None
        else:
            self._ask()
