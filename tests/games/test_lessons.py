"""The lessons of the games that have one: each can be played, is short, and teaches what is strange in its game."""

from __future__ import annotations

import re

import pytest

from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import OTHERWISE, Lesson, accepted_actions, objection_to_action, parse_lesson, walk_steps
from goosetable.games import SHELF
from tests.games.playing import LESSONS, TAUGHT

WORDS = 45
"""More than these nobody reads before acting."""
STRANGE = {
    "gooseberry-fool": ("odd suit", "odd colour", "the middle", "the Goose", "goosed", "right", "middle total"),
    "goose": ("hook", "trumps", "Joker", "the Goose", "the Ass", "exactly", "double"),
    "throps": ("bid", "best suit", "against", "ten", "same colour", "thrown away"),
    "cross-purposes": ("trumps", "tops", "After the two come ace", "not", "second", "plus one", "times"),
    "goosed": ("Red Fox", "White", "fours", "first", "captured", "face up", "goosed", "Lone Red Fox"),
    "fools-gold": ("four or fewer", "not be led", "keeps one card", "set", "against", "broken"),
    "gops": (
        "prizes", "lowest", "face down", "one more", "Nothing is hidden", "matching", "tie", "stays on offer", "for certain",
    ),
}  # fmt: skip

every = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)


def of(game: AnyGame) -> Lesson:
    return parse_lesson((LESSONS / f"{game.id}.json").read_text(encoding="utf-8"))


def texts(lesson: Lesson) -> list[str]:
    """Everything that is said."""
    return [said for step in lesson.steps for said in (step.say, *step.instead.values())]


@every
def test_a_lesson_can_be_played_with_every_answer_that_it_accepts(game: AnyGame) -> None:
    lesson.check_lesson(of(game), game)


@every
def test_a_lesson_is_of_its_game_and_takes_less_than_ten_minutes(game: AnyGame) -> None:
    lesson = of(game)
    assert lesson.game == game.id
    assert 3 <= lesson.minutes < 10
    assert 8 <= len(lesson.steps) <= 18
    read = sum(len(step.say.split()) for step in lesson.steps)
    assert read / 130 + 0.15 * len(lesson.steps) < lesson.minutes + 1  # words a minute, and a while for every step


@every
def test_texts_are_short_and_their_marks_are_closed(game: AnyGame) -> None:
    for said in texts(of(game)):
        assert 1 <= len(said.split()) <= WORDS, said
        assert said.count("{") == said.count("}") and said.count("~") % 2 == 0, said
        assert said[0].isupper() or said[0].isdigit(), said
        assert said[-1] in ".?:", said
        assert "!" not in said, said


@every
def test_the_learner_acts_at_least_as_often_as_the_teacher_only_talks(game: AnyGame) -> None:
    lesson = of(game)
    asked = sum(bool(step.ask) for step in lesson.steps)
    assert asked >= 4
    assert asked >= len(lesson.steps) / 3
    assert not lesson.steps[-1].ask


@every
def test_a_question_that_has_other_legal_answers_says_something_of_its_own_about_them(game: AnyGame) -> None:
    lesson = of(game)
    for number, step, session in walk_steps(lesson, game):
        if not step.ask:
            continue
        right = accepted_actions(session, step, lesson.learner)
        for action in session.legal(lesson.learner):
            if action not in right:
                said = objection_to_action(step, game.action_text(action))
                assert said != OTHERWISE, (number + 1, game.action_text(action))


@every
def test_titles_are_there_from_the_first_step_and_short_enough_for_the_list(game: AnyGame) -> None:
    lesson = of(game)
    titles = [title for title, _ in lesson.chapters]
    assert lesson.steps[0].title
    assert len(set(titles)) == len(titles)
    assert 5 <= len(titles) <= 12
    assert all(len(title) <= 32 for title in titles)
    assert [lesson.chapter_of_step(first) for _, first in lesson.chapters] == list(range(len(titles)))


@every
def test_what_is_strange_is_taught(game: AnyGame) -> None:
    taught = " ".join(step.say.replace("{", "").replace("}", "") for step in of(game).steps)
    assert not [word for word in STRANGE[game.id] if word not in taught]


@every
def test_only_who_sits_there_is_spoken_of(game: AnyGame) -> None:
    lesson = of(game)
    cast = [
        "Vesper", "Dorothea", "Minim", "Pip", "Mumble", "Saffron", "Barnaby", "Humphrey", "Griselda", "Quill", "Tunnel", "Jet",
    ]  # fmt: skip
    here = {chair.name for chair in lesson.chairs}
    for said in texts(lesson):
        assert {name for name in cast if re.search(rf"\b{name}\b", said)} <= here, said


@every
def test_every_deal_that_is_begun_comes_to_its_score_sheet(game: AnyGame) -> None:
    lesson = of(game)
    assert sum(step.deal is not None for step in lesson.steps) == sum(step.score for step in lesson.steps) >= 1


@every
def test_no_lesson_ends_the_game(game: AnyGame) -> None:
    lesson = of(game)
    for _, _, session in walk_steps(lesson, game):
        assert session.due_step in ("act", "score", "deal")


def test_there_is_no_lesson_without_a_game() -> None:
    assert set(STRANGE) == {path.stem for path in LESSONS.glob("*.json")} <= {game.id for game in SHELF}


TOLD = {
    "gooseberry-fool": [(6, 14, 23), (27, 24, 35)], "goose": [(40, -10, -20), (60, -20, 40)], "cross-purposes": [(88, 20)],
    "goosed": [(10, 2, 14, 5)], "gops": [(66, 25)],
}  # fmt: skip
"""The totals after each deal, where the words tell figures."""


@pytest.mark.parametrize("id_", TOLD)
def test_the_figures_that_are_told_are_those_of_the_deals(id_: str) -> None:
    game = next(game for game in SHELF if game.id == id_)
    found = [session.standing.totals for _, step, session in walk_steps(of(game), game) if step.score]
    assert found == TOLD[id_]


def test_the_hand_that_is_called_four_points_is_worth_four() -> None:
    game = next(game for game in SHELF if game.id == "fools-gold")
    told = [
        game.points(session.state)[0]
        for _, step, session in walk_steps(of(game), game) if "four points" in step.say and session.state
    ]  # fmt: skip
    assert told == [4]
