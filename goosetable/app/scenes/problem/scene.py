"""The scene of a problem: a table at its position. The person has one try; then the scene explains all answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from goosetable.app.context import Context
from goosetable.app.match import problems
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.problems import ProblemMatch
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.problem.stars import make_difficulty_row, make_week_row, result_of_first_try
from goosetable.app.scenes.routes import LEAVE, ToProblem, ToProblemMenu, ToProblems
from goosetable.app.scenes.table.accessible_table import position_lines
from goosetable.app.scenes.table.scene import GuidedScene
from goosetable.app.storage.history.game_list import format_day_and_month
from goosetable.app.table.sidebar import Sidebar
from goosetable.app.table.sidebar_blocks import BlockCache, FigureInput
from goosetable.app.table.snapshot import action_object_name
from goosetable.app.ui.accessible import AccessibleTree, TreePart, as_spoken_sentences
from goosetable.app.ui.elements import Column, Element, Scroll, Semantics, Spacer, Text, make_horizontal_line
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Replace
from goosetable.engine.game import AnyGame
from goosetable.engine.problem.problem import STARS, Problem
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of

FIRST_TRY = "All hands are open. Only the first try counts."


class Attempt:
    """A person's attempt at a problem.

    answer: the person's answer; None before it, or if the person asked for the right answer. is_over: True once the attempt is
    over, and the right answer is visible.
    """

    def __init__(self, context: Context, match: ProblemMatch, number: int, day: date | None, today: date) -> None:
        """number: the number of the problem in its game, from 1. day: the date, for a problem of the day; None for any other
        problem.
        """
        self.context, self.match, self.number, self.day, self.today = context, match, number, day, today
        self.answer: str | None = None
        self.is_over = False

    @property
    def problem(self) -> Problem:
        return self.match.problem

    @property
    def title(self) -> str:
        """The name of the problem, with its number in its game."""
        return f"Problem {self.number}" if self.day is None else "Problem of the day"

    @property
    def is_solved(self) -> bool:
        """True if the person gave the right answer."""
        return self.is_over and self.answer == self.problem.right

    def take_answer(self, answer: str | None) -> None:
        """Ends the attempt. If it was the first try, stores its result. answer: None if the person asked for the
        right answer.
        """
        self.answer, self.is_over = answer, True
        settings, name = self.context.settings, self.problem.id
        if not result_of_first_try(settings, name):
            if self.is_solved:
                self.context.change_settings(solved=(*settings.solved, name))
            else:
                self.context.change_settings(missed=(*settings.missed, name))
        self.match.task = self.headline

    def answer_words(self, answer: str) -> str:
        """Returns an answer in one or two words, such as the name of a card."""
        match = self.match
        action = match.game.parse_action(answer, match.session.legal())
        return (
            match.with_names(f"[{value_of(action)}]")
            if verb_of(action) is Verb.GIVE
            else action_object_name(match.game, action)
        )

    @property
    def headline(self) -> str:
        """A sentence that says whether the person's answer is right."""
        right = self.answer_words(self.problem.right)
        if self.is_solved:
            return f"Right: {right}."
        return f"It was {right}." if self.answer is None else f"Not {self.answer_words(self.answer)}: it was {right}."

    @property
    def play_after_right_answer(self) -> str:
        """Sentences on the play after the right answer."""
        return " ".join(self.match.outcome(self.problem.right))

    @property
    def wrong_answers(self) -> list[tuple[str, str]]:
        """All wrong answers, each with sentences on the play after it."""
        wrong = [answer for answer in self.problem.values if answer != self.problem.right]
        return [(self.answer_words(answer), " ".join(self.match.outcome(answer))) for answer in wrong]


class ProblemPaper(Sidebar):
    """The sidebar of a problem: the task and its difficulty; after the attempt, the result of every answer."""

    def __init__(self, course: Attempt, portraits: tuple[str, ...]) -> None:
        game = course.match.game
        super().__init__(game.title, game.text.win_names[1], portraits)
        self.course = course
        self.strip_title = course.title

    @property
    def content_key(self) -> tuple[object, ...]:
        return *super().content_key, self.course.is_over, self.course.answer

    def make_upper_part(self, data: FigureInput) -> Element:
        course = self.course
        if course.day is None:
            total = len(problems.load_problems(course.match.game))
            return self.make_head(data, self.strip_title, f"{self.title}, {course.number} of {total}")
        return self.make_head(data, self.strip_title, f"{self.title}, {format_day_and_month(course.day)}")

    def make_body(self, blocks: BlockCache) -> Element:
        return Scroll(self._make_page(blocks), self.scroll, (10, 14), key="body")

    def _make_page(self, blocks: BlockCache | None = None) -> Column:
        if not self.course.is_over:
            return Column(self._make_question_parts(blocks), 7)
        return Column(
            [*self._make_answer_parts(), Spacer(height=6), *(blocks.deal_elements(1) if blocks is not None else ())], 7
        )

    def _make_question_parts(self, blocks: BlockCache | None) -> list[Element]:
        course, match = self.course, self.course.match
        said = [Text(match.question, 21, face="serifb", line_height=1.2)]
        if match.stock_sentence:
            said.append(Text(match.stock_sentence, 16))
        said += [Text(match.rules_in_brief, 15, line_height=1.25), Text(FIRST_TRY, 14.5, "ink2")]
        known = result_of_first_try(course.context.settings, course.problem.id)
        tried = [Text(f"You have {'solved' if known == 'solved' else 'tried'} it before.", 14.5, "ink2")] if known else []
        rows: list[Element] = [*said, *tried, make_horizontal_line(), make_difficulty_row(course.problem.stars)]
        if course.day is not None:
            rows.append(make_week_row(course.context.settings, course.today))
        return [*rows, *(blocks.deal_elements(1) if blocks is not None else ())]

    def _make_answer_parts(self) -> list[Element]:
        course = self.course
        head = Text(course.headline, 21, "leaf" if course.is_solved else "russet", "serifb", line_height=1.2)
        rows = [
            Column([Text(face, 16, face="semi"), Text(told, 15, line_height=1.25)], 0, (0, 4, 0, 0))
            for face, told in course.wrong_answers
        ]
        wrong_answers = Column(rows, 2, role="list", name="What the other cards lose")
        title = Text("What the other cards lose", 14.5, "ink2", "semi", spoken="")
        return [head, Text(course.play_after_right_answer, 16, line_height=1.3), make_horizontal_line(), title, wrong_answers]

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        """Yields the accessible parts of the task (after the attempt, of all answers), and then of the usual sidebar."""
        yield from self._make_page().accessible_parts(tree)
        yield from super().accessible_parts(tree)


class ProblemScene(GuidedScene):
    """The scene of a problem. Esc returns to the list."""

    speaker = "problem"
    match: ProblemMatch
    allows_hint = False

    def __init__(
        self, context: Context, matches: Matches, game: AnyGame, problem: Problem, day: date | None = None, listed: bool = True
    ) -> None:
        """day: the date, for a problem of the day; None for any other problem. listed: True if the list of problems is open
        below this scene.

        Raises AssetError if the position of the problem is impossible.
        """
        super().__init__(context, ProblemMatch(problem, game, context.show_notice))
        self.game, self._listed = game, listed
        self._all = problems.load_problems(game)
        number = next(place for place, one in enumerate(self._all, 1) if one.id == problem.id)
        self.course = Attempt(context, self.match, number, day, matches.today)
        self.sidebar = ProblemPaper(self.course, self.portraits)
        self.show = Button("Answer", lambda: self._end_attempt(None), "plain", "eye", on_paper=True)
        self.next = Button("Next problem", self._go_on, "prime", "play", on_paper=True)
        self.all = Button("All problems", self.leave, "plain", "list", on_paper=True)
        self.controls.replace_foot_buttons(self.show, self.next, self.all)
        self._begun = False
        self._intro = ""
        """The position in sentences, as it was when the problem opened."""

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree of the table. Its introduction describes the position with all hands open."""
        stars = f"difficulty {self.course.problem.stars} of {STARS}"
        lines = (f"{self.course.title}, {stars}", *position_lines(self))
        self._intro = self._intro or as_spoken_sentences(lines)
        return super().accessible_tree()._replace(intro=self._intro)

    @property
    def guide_buttons(self) -> tuple[Button, ...]:
        return (self.next, self.all) if self.course.is_over else (self.show, self.all)

    def run_slice(self) -> bool:
        return self.forecast.run_slice()

    @property
    def guide_text(self) -> str:
        """The task; after the attempt, the right answer with the reason."""
        course, match = self.course, self.match
        if course.is_over:
            return without_marks(f"{course.headline} {course.play_after_right_answer}")
        return without_marks(" ".join(one for one in (self.messages.reason, match.question, match.stock_sentence) if one))

    # ------------------------------------------------------------------ leading the table

    def advance(self, dt: float) -> None:
        if not self._begun:
            self._begun = True
            self.prepare_for_person(begins_turn=True)

    def act(self, action: Action) -> None:
        """Takes an action as the person's answer. Ignores it after the attempt."""
        if not self.course.is_over:
            self._end_attempt(action)

    def _end_attempt(self, action: Action | None) -> None:
        game = self.game
        self.course.take_answer(None if action is None else game.action_text(action))
        self.messages.clear()
        self.turn.begin_turn(by_person=True)  # a second press of Enter belongs to the answer
        right = card_of(game.parse_action(self.course.problem.right, self.match.session.legal()))
        self.hand.focus = None
        self.show_at_rest()
        if right is not None:
            self.hand.set_hint(right)
        self.sidebar.scroll.scroll_to(0)
        self.controls.open_sidebar(self.stage.layout.compact)
        self.context.sound.play("win" if self.course.is_solved else "refuse")
        self.widgets.focus_on(self.next)
        self.redraw()

    def _go_on(self) -> Change:
        settings, number = self.context.settings, self.course.number
        order = [*self._all[number:], *self._all[: number - 1]]
        after = next((one for one in order if not result_of_first_try(settings, one.id)), order[0])
        return Replace(ToProblem(self.game, after, listed=self._listed))

    def leave(self) -> Change:
        """Returns to the list of problems. Opens the list if the problem was opened from another page."""
        return Pop() if self._listed else Replace(ToProblems(self.game))

    def undo(self) -> None:
        """Does nothing, since only the first try counts."""

    def open_menu(self) -> Change:
        return Push(ToProblemMenu(self.match))


class ProblemMenuScene(PauseMenuScene):
    """The menu over a problem."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, match)
        self.way_back.label = "Back to the problem"
        self.leave.label = "All problems"
        self.leave.on_press = lambda: Pop(LEAVE)
        self.fair.shown = False  # the deal was chosen from many, and is open

    @property
    def sentence_among_buttons(self) -> str:
        return f"Problems have {STARS} degrees of difficulty. There is no clock."
