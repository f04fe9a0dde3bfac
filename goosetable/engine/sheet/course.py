"""A game with real cards on a score sheet: the answers so far, the deals that follow from them, and the sheet in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.state import State
from goosetable.engine.sheet.form import Answer, AnyForm, AnyPage, DealPage, Question, SheetLine, SheetView
from goosetable.engine.text.table_facts import Badge, Ending, Race, Row
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolate_name
from goosetable.engine.words.phrases import with_seats_named


class FinishedDeal(NamedTuple):
    """A deal with all its questions answered."""

    dealer: int
    answers: tuple[str, ...]
    asked: tuple[Question, ...]
    """The question of each answer."""
    entry_mode: str
    """The form in which the deal was written down, as `DealPage.entry_mode`."""
    cells: tuple[tuple[str, ...], ...]
    """By seat, its figures in the columns of the form."""
    reasons_not_asked: tuple[str, ...]
    """By seat, the reason why its last figure was computed and not asked; empty if it was asked."""
    state: State
    """State at the end of the deal, as far as the rules need it to score the deal."""
    before: Standing
    points: tuple[Points, ...]
    after: Standing


class GivenAnswer(NamedTuple):
    """An answer together with its question. deal: number of the deal, from 0."""

    deal: int
    asked: Question
    text: str

    def answers_same_question(self, other: GivenAnswer) -> bool:
        """Returns True if both answer the same question about the same deal. A question for cards has one answer
        for each card.
        """
        return self.deal == other.deal and self.asked.words == other.asked.words


class SheetGame:
    """A game on a score sheet, as a sequence of questions about its deals. The caller answers each `question`, or calls `undo`.

    page: the deal that is being written down; None after the end of the game. question: the current question about that deal;
    None after the end of the game.
    """

    def __init__(self, game: AnyGame, form: AnyForm, options: object, names: Sequence[str], dealer: int) -> None:
        """dealer: the seat that deals first. Raises ValueError, in words, if names or dealer are impossible in the game."""
        game.check_options(options)
        seats = game.seats(options)
        if len(names) != seats:
            raise ValueError(f"{game.title} needs {seats} names here, not {len(names)}")
        if not 0 <= dealer < seats:
            raise ValueError(f"there is no seat {dealer}")
        self.game, self.form, self.options = game, form, options
        self.names, self.first = tuple(names), dealer
        self.left: list[tuple[int, int, str]] = []
        """People who left, in the order of deals: number, from 0, of the first deal without them, seat, and name."""
        self.deals: list[FinishedDeal] = []
        """Finished deals."""
        self.winners: tuple[int, ...] = ()
        self.answers: list[str] = []
        """Answers about the deal being written down."""
        self.asked: list[Question] = []
        """The question of each of these answers."""
        self.page: AnyPage | None = None
        self.question: Question | None = None
        self._next_question()

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def all_answers(self) -> list[str]:
        """All answers that have not been taken back, in order."""
        return [text for deal in self.deals for text in deal.answers] + self.answers

    @property
    def given_answers(self) -> list[GivenAnswer]:
        """All answers that have not been taken back, in order, with their questions."""
        found = []
        for number, deal in enumerate(self.deals):
            found += [GivenAnswer(number, asked, text) for asked, text in zip(deal.asked, deal.answers, strict=True)]
        number = len(self.deals)
        return found + [GivenAnswer(number, asked, text) for asked, text in zip(self.asked, self.answers, strict=True)]

    @property
    def standing(self) -> Standing:
        """Standing after the finished deals."""
        return self.deals[-1].after if self.deals else Standing(0, (0,) * self.seats)

    @property
    def dealer(self) -> int:
        """Seat that deals the current deal; after the end of the game, the last dealer."""
        number = len(self.deals) - (self.page is None)
        return (self.first + number) % self.seats

    @property
    def over(self) -> bool:
        """True if the game has ended by its rules."""
        return self.page is None

    @property
    def can_undo(self) -> bool:
        return bool(self.answers or self.deals)

    def rename_player(self, seat: int, name: str) -> None:
        """Changes the name of the person at a seat, in all deals that this person has played."""
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])

    def replace_player(self, seat: int, name: str, deal: int) -> None:
        """Gives a seat, with its points, to another person. deal: number, from 0, of the first deal of the new person."""
        stays = [one for one in self.left if one[1] != seat or one[0] < deal]
        gone = [(deal, seat, self.names_at(deal - 1)[seat])] if deal else []
        self.left = sorted([*stays, *gone], key=lambda one: one[0])
        self.rename_player(seat, name)

    def names_at(self, deal: int) -> tuple[str, ...]:
        """Returns the names of the people who played a deal, by seat. deal: number of the deal, from 0."""
        gone = {seat: name for until, seat, name in reversed(self.left) if deal < until}
        return tuple([gone.get(seat, name) for seat, name in enumerate(self.names)])

    def enter_answer(self, text: str) -> None:
        """Answers the current question. Raises ValueError for a forbidden answer; the message is the reason, in a clause."""
        if self.question is None:
            raise ValueError("the game is over")
        found = next((answer for answer in self.question.answers if answer.text == text), None)
        if found is None:
            raise ValueError(f"{text!r} is no answer to that")
        if found.refused:
            raise ValueError(found.refused)
        self.answers.append(text)
        self.asked.append(self.question)
        try:
            self.question = self._asking.send(text)
        except StopIteration as ended:
            self._score_deal(ended.value)

    def accepts_answer(self, text: str) -> bool:
        """Returns True if the text is an allowed answer to the current question."""
        asked = self.question
        return asked is not None and any(answer.text == text and not answer.refused for answer in asked.answers)

    def copy_with_first_answers(self, count: int) -> SheetGame:
        """Returns a copy of the sheet with only its first `count` answers."""
        copied = SheetGame(self.game, self.form, self.options, self.names, self.first)
        copied.left = list(self.left)
        for deal in self.deals:
            if count < len(deal.answers):
                break
            copied.deals.append(deal)
            count -= len(deal.answers)
        rest = self.deals[len(copied.deals)].answers if len(copied.deals) < len(self.deals) else self.answers
        copied.answers = list(rest[:count])
        copied.winners = self.game.winners(self.options, copied.standing) if copied.deals else ()
        if copied.winners:
            copied.page = copied.question = None
        else:
            copied._next_question()
        return copied

    def undo(self) -> None:
        """Takes back the last answer, even if it ended a deal or the game. Raises ValueError if there is no answer."""
        if not self.can_undo:
            raise ValueError("nothing has been written down yet")
        if not self.answers:
            self.answers, self.winners = list(self.deals.pop().answers), ()
        self.answers.pop()
        self._next_question()

    def _next_question(self) -> None:
        columns = len(self.form.columns_of(self.options))
        self.page = DealPage(self.game, columns, self.options, self.standing, (self.first + len(self.deals)) % self.seats)
        self._asking = self.form.ask_about_deal(self.page)
        self.question = next(self._asking)
        self.asked = []
        for text in self.answers:
            self.asked.append(self.question)
            self.question = self._asking.send(text)

    def _score_deal(self, state: State) -> None:
        page, before = self.page, self.standing
        assert page is not None, "answers are about a deal"
        points, after = self.game.points(state), self.game.standing_after(before, state)
        cells, reasons = tuple([tuple(row) for row in page.cells]), tuple(page.reasons_not_asked)
        answers, asked = tuple(self.answers), tuple(self.asked)
        self.deals.append(
            FinishedDeal(page.dealer, answers, asked, page.entry_mode, cells, reasons, state, before, points, after)
        )
        self.answers, self.asked = [], []
        self.winners = self.game.winners(self.options, after)
        if self.winners:
            self.page = self.question = None
        else:
            self._next_question()


class Correction:
    """A change of earlier answers, made on a copy of the sheet. Later answers are entered again if they are still allowed.

    course: the copy. The caller answers its current question until `is_complete` is true. The sheet itself never changes.
    """

    def __init__(self, sheet: SheetGame) -> None:
        self.sheet = sheet
        self.course = sheet.copy_with_first_answers(len(sheet.all_answers))
        self._later: dict[int, list[GivenAnswer]] = {}
        """By deal, answers of the sheet to questions that have not been asked again yet, in order."""

    @property
    def is_complete(self) -> bool:
        """True if the copy has caught up with the sheet, or its game is over.

        It has then as many finished deals as the sheet, and all answers about the current deal.
        """
        deals, now = len(self.sheet.deals), len(self.course.deals)
        if self.course.over or now > deals:
            return True
        return now == deals and not self._later.get(deals)

    @property
    def consequence_in_words(self) -> str:
        """A sentence for people if the corrected game ends earlier than the sheet, or no longer ends; otherwise ""."""
        deals, now = len(self.sheet.deals), len(self.course.deals)
        lost = deals - now + bool(self.sheet.answers)
        if self.course.over and lost:
            later = f"the {phrases.number_word(lost)} later deals no longer count"
            if lost == 1:
                later = f"deal {now + 1} no longer counts"
            return f"Now the game ends after deal {now}; {later}."
        if self.sheet.over and self.is_complete and not self.course.over:
            return f"Now the game is not over: deal {now + 1} is still to be played."
        return ""

    def ask_again(self, answer_index: int, insert_before: bool = False) -> None:
        """Makes an earlier question the current question of `course`. answer_index: index of its answer among all answers.

        insert_before: True keeps that answer and asks for an additional answer before it, such as one more card.
        """
        given = self.course.given_answers
        again: dict[int, list[GivenAnswer]] = {}
        for one in given[answer_index + (not insert_before) :]:
            again.setdefault(one.deal, []).append(one)
        self._later |= {deal: [*answers, *self._later.get(deal, ())] for deal, answers in again.items()}
        self.course = self.course.copy_with_first_answers(answer_index)

    def withdraw_answer(self, text: str) -> bool:
        """Takes back one of several answers to the question, such as a card. Returns False if there is no answer `text`."""
        course = self.course
        if course.question is None:
            return False
        now = GivenAnswer(len(course.deals), course.question, text)
        given = course.given_answers
        place = next((at for at, one in enumerate(given) if one.text == text and one.answers_same_question(now)), None)
        if place is None:
            return False
        self.course = course.copy_with_first_answers(place)
        for one in given[place + 1 :]:
            self.course.enter_answer(one.text)
        return True

    def enter_answer(self, text: str) -> None:
        """Answers the current question of the copy, then enters later answers again. Raises ValueError for a forbidden one."""
        self.course.enter_answer(text)
        course = self.course
        while course.question is not None and not self.is_complete:
            now = GivenAnswer(len(course.deals), course.question, "")
            deal = self._later.get(now.deal, [])
            same = [later for later in deal if later.answers_same_question(now)]
            refused = [later for later in same if not course.accepts_answer(later.text)]
            fitting = next((later for later in same if later not in refused), None)
            if fitting is None or (refused and fitting is same[-1]):  # the last of several ends them, and one is missing
                self._later[now.deal] = [later for later in deal if later not in refused]
                break
            deal.remove(fitting)
            course.enter_answer(fitting.text)


OPERATORS: Final = ("+", "×", phrases.MINUS)


def sheet_view(course: SheetGame) -> SheetView:
    """Returns the present content of the sheet, in words."""
    game, standing, names = course.game, course.standing, course.names_at(len(course.deals))
    race = game.text.race_between_deals(course.options, standing, None)
    ladder = game.text.deal_sizes(course.options, standing)
    sizes = ladder.sizes if ladder is not None else ()
    vary = len(set(sizes)) > 1
    lines = [_finished_line(course, number, deal, vary) for number, deal in enumerate(course.deals, 1)]
    page = course.page
    if page is not None:
        cells = tuple([tuple([_clause_with_names(cell, names) for cell in row]) for row in page.cells])
        line = _unfinished_line(
            course, page.dealer, cells, str(page.size if vary else len(lines) + 1), tuple(page.reasons_not_asked)
        )
        known = course.form.state_and_certain_seats(page)
        lines.append(line if known is None else _line_with_points(course, line, *known, page.entry_mode, names))
    now = len(lines) - 1
    for at in range(len(lines), len(sizes) if page is not None else 0):
        dealer, columns = (course.first + at) % course.seats, len(course.form.columns_of(course.options))
        lines.append(_unfinished_line(course, dealer, (("",) * columns,) * course.seats, str(sizes[at] if vary else at + 1)))
    badges = _role_badges(course, page, names)
    return SheetView(
        title=_title(course, page, len(sizes), vary),
        line=f"{game.title}, {race.aim}. {_explanation(course, race)}".strip(),
        columns=course.form.columns_of(course.options),
        label="cards" if vary else "deal",
        deals=tuple(lines),
        deal_index=now,
        asked=None if course.question is None else _question_with_names(course.question, names),
        totals=tuple([phrases.format_points(total) for total in standing.totals]),
        leaders=course.winners or (race.winners_now if _has_leader(course) else ()),
        badges=badges,
        remarks=" ".join(dict.fromkeys([badge.why for badge in badges if badge.why])) or _race_sentence(course, race),
        over=course.over,
        summary_columns=course.form.summary_columns,
    )


def view_after_deal(course: SheetGame, title: str) -> SheetView:
    """Returns the sheet directly after a deal, with the roles (such as Goose and Ass) that applied in that deal.

    title: title of the view. The sheet does not show yet that the game is over.
    """
    view = sheet_view(course)
    last = course.deals[-1]
    race = course.game.text.race_between_deals(course.options, course.standing, None)
    page = DealPage(course.game, len(view.columns), course.options, last.before, last.dealer)
    roles = _role_badges(course, page, course.names_at(len(course.deals) - 1))
    return view._replace(
        title=title,
        deal_index=len(course.deals) - 1,
        asked=None,
        leaders=() if course.over else view.leaders,
        badges=tuple([badge._replace(why="") for badge in roles]),  # the reasons are totals that have changed
        remarks="" if course.over else _race_sentence(course, race),
        over=False,
    )


def _role_badges(course: SheetGame, page: AnyPage | None, names: tuple[str, ...]) -> tuple[Badge, ...]:
    roles = course.game.text.badges(page.state_after_play()) if page is not None else ()
    return tuple([
        badge._replace(label=with_names(badge.label, names), why=with_names(badge.why, names))
        for badge in roles
        if badge.seat is not None  # no question was about the middle of the table
    ])  # fmt: skip


def _has_leader(course: SheetGame) -> bool:
    return course.standing.deals > 0 and len(set(course.standing.totals)) > 1


def _race_sentence(course: SheetGame, race: Race) -> str:
    return with_names(race.sentence, course.names) if _has_leader(course) or course.over else ""


def _title(course: SheetGame, page: AnyPage | None, deals: int, sizes_vary: bool) -> str:
    if page is None:
        return with_names(_headline(course), course.names)
    number = len(course.deals) + 1
    of = f" of {deals}" if number <= deals > 1 else ""
    return f"Deal {number}{of}" + (f": {phrases.count_in_words(page.size, 'card')}" if sizes_vary else "")


def _headline(course: SheetGame) -> str:
    totals, teams = tuple([deal.after.totals for deal in course.deals]), course.game.teams(course.options)
    return course.game.text.headline(course.deals[-1].state, Ending(totals, course.winners, None, teams))


def _explanation(course: SheetGame, race: Race) -> str:
    if not course.over:
        return course.game.line
    return "" if race.deals else f"It took {phrases.count_text(len(course.deals), 'deal')}."


def _question_with_names(question: Question, names: tuple[str, ...]) -> Question:
    answers = [
        Answer(one.text, with_names(one.label, names), _clause_with_names(one.refused, names)) for one in question.answers
    ]
    return question._replace(
        words=with_names(question.words, names), answers=tuple(answers), remark=_clause_with_names(question.remark, names)
    )


def with_names(text: str, names: tuple[str, ...]) -> str:
    """Returns a text with names in place of seats. A player named "You" is addressed as the reader."""
    me = next((seat for seat, name in enumerate(names) if name.casefold() == "you"), None)
    return with_seats_named(text, [isolate_name(name) for name in names], me)


def _clause_with_names(words: str, names: tuple[str, ...]) -> str:
    said = with_names(words, names)
    return words[:1] + said[1:] if words and words[0] != "[" else said


def _unfinished_line(
    course: SheetGame, dealer: int, cells: tuple[tuple[str, ...], ...], label: str, reasons_not_asked: tuple[str, ...] = ()
) -> SheetLine:
    nothing = ("",) * course.seats
    return SheetLine(label, dealer, cells, nothing, (0,) * course.seats, nothing, nothing, reasons_not_asked or nothing)


def _finished_line(course: SheetGame, number: int, deal: FinishedDeal, sizes_vary: bool) -> SheetLine:
    names = course.names_at(number - 1)
    cells = tuple([tuple([_clause_with_names(cell, names) for cell in row]) for row in deal.cells])
    label = str(course.game.hand_size(course.options, deal.before) if sizes_vary else number)
    line = _unfinished_line(course, deal.dealer, cells, label, deal.reasons_not_asked)
    return _line_with_points(course, line, deal.state, range(course.seats), deal.entry_mode, names)


def _line_with_points(
    course: SheetGame, line: SheetLine, state: State, known: Collection[int], entry_mode: str, names: tuple[str, ...]
) -> SheetLine:
    """Returns a copy of a line of the sheet, with the points that the rules compute for some seats from a state.

    known: seats whose points are certain. entry_mode: the chosen way of writing the deal down; "" for the usual one. names: by
    seat, the people who played the deal.
    """
    points, tally = course.game.points(state), course.game.text.tally(state, None)
    rows: dict[int, Row] = {seat: course.form.sheet_row(row, state) for row in tally.rows for seat in row.seats}
    found = [rows[seat] if seat in known else None for seat in range(course.seats)]
    told = course.form.points_are_absolute or None not in found
    tones = [
        0 if row is None else -1 if own < 0 else 1 if row.is_best and told else 0
        for row, own in zip(found, points, strict=True)
    ]
    line = line._replace(points=tuple([row.points if row else "" for row in found]), tones=tuple(tones))
    if entry_mode in course.form.points_only_modes:
        return line
    return line._replace(
        arithmetic=tuple([_arithmetic_text(row) if row else "" for row in found]),
        notes=tuple([with_names(row.why, names) if row else "" for row in found]),
    )


def _arithmetic_text(row: Row) -> str:
    """Returns the arithmetic of the points, as in "2 × 30 + 10"; empty if the points are a single number.

    It consists of the figures if one of them begins with an operator, else of their sum; then of the extra.

    >>> _arithmetic_text(Row(0, ("6", "+ 4 × 2"), "= 14", "+10", "24", True, ""))
    '6 + 4 × 2 + 10'
    >>> _arithmetic_text(Row(0, ("6", "2"), "= −4", "+8", "4", True, ""))
    '−4 + 8'
    """
    if row.sum:
        words = " ".join([part.text for part in row.sum]).replace("( ", "(")
    elif any(figure[:1] in OPERATORS for figure in row.figures if figure):
        words = " ".join([*row.figures, row.base if not row.extra else ""])
    else:
        words = row.base.removeprefix("= ") if row.extra else ""
    extra = f" + {row.extra.removeprefix('+')}" if row.extra else ""
    return f"{words.strip().removesuffix(f'= {row.points}').strip()}{extra}"
