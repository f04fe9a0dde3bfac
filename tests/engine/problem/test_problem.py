"""The problems in assets/problems: each is replayed by the rules, has one right answer, and says what every other one loses."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from goosetable.engine.game import AnyGame
from goosetable.engine.problem import problem, words
from goosetable.engine.problem.problem import Problem, ProblemError, Task
from goosetable.engine.rules.state import SealedState, State
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games import SHELF, find_game
from tests.narrowing import present

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "assets" / "problems"
FILES = sorted(FOLDER.glob("*.json"))
GAMES = [path.stem for path in FILES]


def problems(game: str) -> tuple[Problem, ...]:
    return problem.parse_problems((FOLDER / f"{game}.json").read_text(encoding="utf-8"), find_game(game))


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("problems")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return find_game(request.param)


def test_there_are_thirty_of_a_game_and_none_twice(game: AnyGame) -> None:
    found = problems(game.id)
    assert len(found) >= 30
    positions = Counter(json.dumps([one.deal.cards, one.play], default=str) for one in found)
    assert max(positions.values()) == 1
    assert [one.stars for one in found] == sorted(one.stars for one in found)


@pytest.mark.one_in(2)
def test_every_problem_and_all_its_lines_are_played_by_the_rules(game: AnyGame) -> None:
    for one in problems(game.id):
        problem.check_problem(one, game)


@pytest.mark.one_in(2)
def test_one_answer_does_the_task_and_the_lines_show_it(lab: ModuleType, game: AnyGame) -> None:
    """What the line of an answer comes to is the value of the answer."""
    for one in problems(game.id):
        assert [answer for answer, worth in one.values.items() if worth >= one.goal.number] == [one.right]
        assert len(one.values) > 1
        for answer, worth in one.values.items():
            session = problem.begin_session(one, game)
            assert session.state is not None
            before = lab.tricks_or_cards_won(session.state)[one.solver]
            problem.apply_line(session, [f"{one.solver} {answer}", *one.lines[answer]])
            assert session.state is not None
            assert session.state.over
            assert lab.value_of_deal(game, one.goal, one.solver, before, session.state) == worth


@pytest.mark.one_in(2)
def test_every_answer_is_explained_in_whole_sentences(game: AnyGame) -> None:
    for one in problems(game.id):
        session = problem.begin_session(one, game)
        told = [words.task_in_words(one, session)]
        for answer in one.values:
            told_of = words.play_after_answer(one, game, answer)
            assert told_of.rounds and len(told_of.rounds) == len(told_of.sentences)
            told += [*told_of.sentences, told_of.verdict]
        for sentence in told:
            said = with_seats_named(sentence, session.names, one.solver)
            assert said[0].isupper() or said[0] in "{0123456789", said
            assert said.endswith((".", ":", "?")) and "[" not in said and "  " not in said, said


# ---------------------------------------------------------------------- by brute force


def worst(game: AnyGame, one: Problem, before: int, state: State, know: int) -> int:
    """The value of a position by plain search, without the lab's solver: the others know everything."""
    if state.over:
        return _worth(game, one, before, state)
    if isinstance(state, SealedState) and one.solver in state.seats_to_act:
        state.turn = one.solver
    mine = state.turn == one.solver
    found = None
    for action in game.legal(state):
        value = worst(game, one, before, _after(game, state, action), know)
        if found is None or (value > found if mine else value < found):
            found = value
        if (value >= know) if mine else (value < know):
            break  # only whether the task can be done is asked
    assert found is not None
    return found


def _after(game: AnyGame, state: State, action: int) -> State:
    after = state.copy()
    game.apply(after, action)
    return after


def _worth(game: AnyGame, one: Problem, before: int, state: Any) -> int:
    seat, points = one.solver, game.points(state)
    trick_cards = len(state.hands)
    has = state.won[seat].bit_count() if isinstance(state, SealedState) else state.won[seat].bit_count() // trick_cards
    if hasattr(state, "kept"):
        has = state.kept[seat].bit_count()
    match one.goal.kind:
        case Task.TRICKS:
            return int(has - before)
        case Task.NONE:
            return int(before - has)
        case Task.EXACT:
            return int(state.bids[seat] == has)
        case Task.POINTS:
            return int(points[seat])
        case Task.BEST:
            return int(list(game.best_seats(state)) == [seat])
        case Task.RUIN:
            return int(sum(points[other] for other in one.goal.seats) == 0)


def solved(lab: ModuleType, game: AnyGame, one: Problem) -> list[str]:
    """The answers that do the task, by brute force."""
    state = present(problem.begin_session(one, game).state)
    before = lab.tricks_or_cards_won(state)[one.solver]
    found = []
    for action in game.legal(state):
        value = worst(game, one, before, _after(game, state, action), one.goal.number)
        if value >= one.goal.number:
            found.append(game.action_text(action))
    return found


def test_some_are_right_by_brute_force(lab: ModuleType, game: AnyGame) -> None:
    for one in problems(game.id)[:2]:
        assert solved(lab, game, one) == [one.right]


@pytest.mark.slow
def test_all_are_right_by_brute_force(lab: ModuleType, game: AnyGame) -> None:
    for one in problems(game.id):
        assert solved(lab, game, one) == [one.right], one.id


# ---------------------------------------------------------------------- the lab, and damage


def test_the_lab_solves_a_problem_as_its_file_has_it(lab: ModuleType, game: AnyGame) -> None:
    one = problems(game.id)[0]
    session = problem.begin_session(one, game)
    state = present(session.state)
    solver = lab.Solver(game, one.goal, one.solver, lab.tricks_or_cards_won(state)[one.solver])
    for answer, worth in one.values.items():
        action = game.parse_action(answer, game.legal(state))
        assert solver.of(state, action)[0] == worth
        assert solver.line(state, action) == list(one.lines[answer])


def damaged(**changes: object) -> str:
    """A file with its first problem changed."""
    found = json.loads(FILES[0].read_text(encoding="utf-8"))
    found["problems"][0] |= changes
    return json.dumps(found)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"right": "play KS"}, "only answer"),
        ({"stars": 6}, "1 to 5"),
        ({"stars": True}, "no number"),
        ({"seats": ["", ""]}, "one seat, and only one"),
        ({"goal": ["luck", 1, 0, []]}, "luck"),
        ({"deal": {"undo": 1}}, "must be a deal"),
        ({"answers": {}}, "only answer"),
        ({"play": 3}, "no text"),
    ],
)
def test_damage_is_named_in_a_clause(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ProblemError, match=said) as wrong:
        problem.parse_problems(damaged(**changes), find_game(FILES[0].stem))
    assert str(wrong.value).startswith("problem 1: ") and "\n" not in str(wrong.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"game": "goose"}', "[" * 100_000])
def test_what_is_no_file_of_problems_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        problem.parse_problems(text, find_game(FILES[0].stem))


def test_a_position_that_the_rules_do_not_reach_is_refused() -> None:
    one = problem.parse_problems(damaged(play=""), find_game(FILES[0].stem))[0]
    with pytest.raises(ProblemError, match=one.id):
        problem.begin_session(one, find_game(FILES[0].stem))


def test_all_games_have_problems() -> None:
    assert set(GAMES) == {game.id for game in SHELF}
