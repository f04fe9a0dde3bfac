"""Problems at a table: their loading, the match of a problem, and the problem of the day.

The problem of the day is a game and one of its problems. It depends only on the date, so it is the same for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Final

from goosetable.app.match.agents import Agents
from goosetable.app.match.match import Match
from goosetable.app.match.matches import daily_sort_key
from goosetable.app.match.practice import NoJournal
from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage.saves import Notice
from goosetable.engine.game import AnyGame
from goosetable.engine.problem import problem, words
from goosetable.engine.problem.problem import Problem, ProblemError

SERIES: Final = "problem of the day"
"""Name of the series of daily problems, from which each day's choice is computed."""


def _problem_file(game: AnyGame) -> tuple[str, str]:
    return "problems", f"{game.id}.json"


@cache
def has_problems(game: AnyGame) -> bool:
    """Returns True if the program comes with problems for a game. A problem is a position with a task to solve."""
    return assets.exists(*_problem_file(game))


@cache
def read_problems(game: AnyGame) -> tuple[tuple[Problem, ...], str]:
    """Returns the problems of a game, and an error text, which is empty.

    If the file with the problems is missing or damaged, returns no problems, and an error text with the name of the file.
    """
    try:
        return problem.parse_problems(assets.read_text(*_problem_file(game)), game), ""
    except ProblemError as wrong:
        return (), str(assets.damaged_error(*_problem_file(game), why=str(wrong)))
    except AssetError as wrong:
        return (), str(wrong)


def load_problems(game: AnyGame) -> tuple[Problem, ...]:
    """Returns the problems of a game, the easiest first; an empty tuple if their file is missing or damaged."""
    return read_problems(game)[0]


def problem_of_day(day: date, games: Sequence[AnyGame], notice: Notice | None = None) -> tuple[AnyGame, Problem] | None:
    """Returns the game and the problem of a day; None if no game has problems, or if the file of the day's game is damaged.

    notice: a function that shows a sentence; called if the file is damaged.
    """
    text = f"{SERIES} {day.isoformat()}"
    game = min((game for game in games if has_problems(game)), key=lambda game: daily_sort_key(text, game.id), default=None)
    if game is None:
        return None
    found, fault = read_problems(game)
    if fault and notice is not None:
        notice(fault)
    return min(((game, one) for one in found), key=lambda pair: daily_sort_key(text, pair[1].id), default=None)


def days_of_week(day: date) -> list[date]:
    """Returns the seven days of the week that contains a day, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=after) for after in range(7)]


class ProblemMatch(Match):
    """The match of a problem, which starts at the problem's position. All hands are public, and nothing is stored."""

    open_hands = True

    def __init__(self, asked_problem: Problem, game: AnyGame, notice: Notice) -> None:
        """Raises AssetError if the rules do not allow the actions to the problem's position, or those after one of its
        answers."""
        self.problem = asked_problem
        try:
            problem.check_problem(asked_problem, game)
            session = problem.begin_session(asked_problem, game)
        except ProblemError as wrong:
            raise assets.damaged_error(*_problem_file(game), why=str(wrong)) from wrong
        super().__init__([session], NoJournal(), "problem", notice)
        self.task = f"{self.question} {self.stock_sentence}".strip()

    def _seat_players(self) -> None:
        self._minds = Agents(self.session, "", self._notice, 0, no_players=True)

    @property
    def question(self) -> str:
        """The task in words."""
        return self.with_names(words.task_in_words(self.problem, self.session))

    @property
    def stock_sentence(self) -> str:
        """The sentence about the cards in the stock; "" if there are none."""
        assert self.session.state is not None, "a problem has a deal on the table"
        return self.with_names(words.stock_sentence(self.game, self.session.state))

    @property
    def rules_in_brief(self) -> str:
        """Two rules in brief, as a reminder: the card that takes a trick, and the aim of a deal."""
        text, session = self.game.text, self.session
        return self.with_names(f"{text.winning_rule(self.view_at_screen().known)}. {text.goal_of_deal(session.options)}")

    def outcome(self, answer: str) -> list[str]:
        """Returns a sentence on each trick or round after an answer, and one that says whether the task was solved."""
        told = words.play_after_answer(self.problem, self.game, answer)
        return [self.with_names(sentence) for sentence in (*told.sentences, told.verdict)]
