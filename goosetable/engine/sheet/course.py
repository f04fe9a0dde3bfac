"""The course of a game with real cards: the answers so far, their consequences by the rules, and the sheet in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.sheet.form import Answer, AnyForm, AnyPage, Asked, DealPage, KeptDeal, Shown
from goosetable.engine.text.table_facts import Row, seat_names
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolated
from goosetable.engine.words.phrases import speak


class Written(NamedTuple):
    """A deal whose questions are all answered."""

    dealer: int
    answers: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """By seat, the figures in the columns of the form."""
    follows: tuple[str, ...]
    """By seat, the reason why its last figure was not asked; empty if it was asked."""
    state: State
    """State at the end of the deal, with the facts that the rules need to score it."""
    before: Standing
    points: tuple[Points, ...]
    after: Standing


class Course:
    """One game on a sheet. A caller gives an `answer` to the question `asked`, or calls `undo`; all else follows.

    page: the deal being written down, or None after the end of the game. asked: the current question about it.
    """

    def __init__(self, game: AnyGame, form: AnyForm, options: object, names: Sequence[str], dealer: int) -> None:
        """dealer: the seat that deals first. Raises ValueError, in words, if names or dealer do not fit the game."""
        game.check_options(options)
        seats = game.seats(options)
        if len(names) != seats:
            raise ValueError(f"{game.title} needs {seats} names here, not {len(names)}")
        if not 0 <= dealer < seats:
            raise ValueError(f"there is no seat {dealer}")
        self.game, self.form, self.options = game, form, options
        self.names, self.first = tuple(names), dealer
        self.deals: list[Written] = []
        """Finished deals."""
        self.winners: tuple[int, ...] = ()
        self.answers: list[str] = []
        """Answers about the deal being written down."""
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
        """Seat that deals, or that dealt last if the game is over."""
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
        """Renames a seat in the whole sheet."""
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])

    def answer(self, text: str) -> None:
        """Answers the question. Raises ValueError, with the reason in a clause, for an answer that is not allowed."""
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
        """Takes the last answer back, even if it ended a deal or the game. Raises ValueError if there is no answer."""
        if not self.undoable:
            raise ValueError("nothing has been written down yet")
        if not self.answers:
            self.answers, self.winners = list(self.deals.pop().answers), ()
        self.answers.pop()
        self._ask()

    def _ask(self) -> None:
        """Repeats the questions of the deal with the answers so far, and stops at the next question."""
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


OPERATORS: Final = ("+", "×", phrases.MINUS)


def shown(course: Course) -> Shown:
    """Returns the whole sheet as it is now."""
    game, standing, names = course.game, course.standing, course.names
    race = game.text.race_at(course.options, standing, None)
    ladder = game.text.ladder(course.options, standing)
    sizes = ladder.sizes if ladder is not None else ()
    vary = len(set(sizes)) > 1
    lines = [_line(course, number, deal, vary) for number, deal in enumerate(course.deals, 1)]
    page = course.page
    if page is not None:
        number = len(lines) + 1
        cells = tuple([tuple([_clause(cell, names) for cell in row]) for row in page.cells])
        line = _empty(course, page.dealer, cells, str(page.size if vary else number), tuple(page.follows))
        known = course.form.settled(page)
        lines.append(line if known is None else _scored(course, line, *known))
    now = len(lines) - 1
    for at in range(len(lines), len(sizes) if page is not None else 0):
        dealer, columns = (course.first + at) % course.seats, len(course.form.columns_of(course.options))
        lines.append(_empty(course, dealer, (("",) * columns,) * course.seats, str(sizes[at] if vary else at + 1)))
    played = standing.deals > 0 and len(set(standing.totals)) > 1
    roles = game.text.badges(page.over()) if page is not None else ()
    badges = [badge for badge in roles if badge.seat is not None]  # no question was about the middle of the table
    return Shown(
        title=_title(course, page, len(sizes), vary),
        line=f"{game.title}, {race.aim}. {game.line}",
        columns=course.form.columns_of(course.options),
        label="cards" if vary else "deal",
        deals=tuple(lines),
        now=now,
        asked=None if course.asked is None else _spoken(course.asked, names),
        totals=tuple([phrases.amount(total) for total in standing.totals]),
        ahead=course.winners or (race.good if played else ()),
        badges=tuple([badge._replace(label=spoken(badge.label, names), why=spoken(badge.why, names)) for badge in badges]),
        foot=_foot(course, list(dict.fromkeys([badge.why for badge in badges])), race.sentence if played else ""),
        over=course.over,
    )


def _title(course: Course, page: AnyPage | None, deals: int, vary: bool) -> str:
    if page is None:
        return f"The game is over after {phrases.count(len(course.deals), 'deal')}"
    number = len(course.deals) + 1
    of = f" of {deals}" if number <= deals > 1 else ""
    return f"Deal {number}{of}" + (f": {phrases.several(page.size, 'card')}" if vary else "")


def _foot(course: Course, roles: list[str], stands: str) -> str:
    if course.over:
        if len(course.winners) == 1:
            return spoken(f"[{course.winners[0]} wins] the game.", course.names)
        return spoken(f"{seat_names(course.winners)} win the game.", course.names)
    return spoken(" ".join([*roles, stands]).strip(), course.names)


def _spoken(asked: Asked, names: tuple[str, ...]) -> Asked:
    answers = [Answer(one.text, spoken(one.label, names), _clause(one.refused, names)) for one in asked.answers]
    return asked._replace(words=spoken(asked.words, names), answers=tuple(answers), remark=_clause(asked.remark, names))


def spoken(text: str, names: tuple[str, ...]) -> str:
    """Returns the text with names in place of seats; a player whose name is "You" is addressed as the reader."""
    me = next((seat for seat, name in enumerate(names) if name.casefold() == "you"), None)
    return speak(text, [isolated(name) for name in names], me)


def _clause(words: str, names: tuple[str, ...]) -> str:
    """Returns a clause with names in place of seats; its first letter stays small unless it is that of a name."""
    said = spoken(words, names)
    return words[:1] + said[1:] if words and words[0] != "[" else said


def _empty(
    course: Course, dealer: int, cells: tuple[tuple[str, ...], ...], label: str, follows: tuple[str, ...] = ()
) -> KeptDeal:
    """Returns the line of an unfinished deal."""
    nothing = ("",) * course.seats
    return KeptDeal(label, dealer, cells, nothing, (0,) * course.seats, nothing, nothing, follows or nothing)


def _line(course: Course, number: int, deal: Written, vary: bool) -> KeptDeal:
    """Returns the line of a finished deal."""
    cells = tuple([tuple([_clause(cell, course.names) for cell in row]) for row in deal.cells])
    label = str(course.game.hand_size(course.options, deal.before) if vary else number)
    return _scored(course, _empty(course, deal.dealer, cells, label, deal.follows), deal.state, range(course.seats))


def _scored(course: Course, line: KeptDeal, state: State, known: Collection[int]) -> KeptDeal:
    """Returns a line with the points of the seats `known` filled in, from the score of the state by the rules."""
    points, tally = course.game.points(state), course.game.text.tally(state, None)
    rows: dict[int, Row] = {seat: course.form.row(row, state) for row in tally.rows for seat in row.seats}
    found = [rows[seat] if seat in known else None for seat in range(course.seats)]
    told = course.form.by_itself or None not in found
    tones = [
        0 if row is None else 1 if row.good and told else -1 if own < 0 else 0 for row, own in zip(found, points, strict=True)
    ]
    return line._replace(
        points=tuple([row.points if row else "" for row in found]),
        tones=tuple(tones),
        sums=tuple([_sum(row) if row else "" for row in found]),
        notes=tuple([spoken(row.why, course.names) if row else "" for row in found]),
    )


def _sum(row: Row) -> str:
    """Returns the arithmetic of the points; empty if it is a single figure.

    >>> _sum(Row(0, ("6", "+ 4 × 2"), "= 14", "+10", "24", True, "")), _sum(Row(0, ("6", "2"), "= −4", "+8", "4", True, ""))
    ('6 + 4 × 2 + 10', '−4 + 8')
    """
    if row.sum:
        words = " ".join([part.text for part in row.sum]).replace("( ", "(")
    elif any(figure[:1] in OPERATORS for figure in row.figures if figure):
        words = " ".join([*row.figures, row.base if not row.extra else ""])
    else:
        words = row.base.removeprefix("= ") if row.extra else ""
    extra = f" + {row.extra.removeprefix('+')}" if row.extra else ""
    return f"{words.strip().removesuffix(f'= {row.points}').strip()}{extra}"
