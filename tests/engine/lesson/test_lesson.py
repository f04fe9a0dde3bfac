"""Lessons as texts: what is read, what is refused, and at which step."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from goosetable import games
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import (
    OTHERWISE,
    LessonError,
    PointerTarget,
    Step,
    accepted_actions,
    begin_session,
    find_pointer_target,
    objection_to_action,
    parse_lesson,
    play_actions_before_words,
    session_at_step,
    take_actions_silently,
    walk_steps,
)

GAME = games.find_game("gooseberry-fool")
DEAL = {
    "deal": 1, "dealer": 0,
    "hands": ["AS KS AH KH QH JH TH 8H 7H AD TD", "QS 9H QD AC KC QC JC TC 9C 8C X", "JS TS 9S 8S 7S KD JD 9D 8D 7D 7C"],
}  # fmt: skip


def made(*steps: dict[str, Any], **more: Any) -> str:
    whole = {"game": GAME.id, "title": "A lesson", "minutes": 3, "seats": ["", "Ann", "Ben"], "steps": list(steps)}
    return json.dumps(whole | more)


GOOD: tuple[dict[str, Any], ...] = (
    {"title": "One", "deal": DEAL, "play": ["1 play 9H", "2 play 7C"], "say": "Follow.", "ask": ["play [78]H", "play AH"],
     "at": "trick 9H", "instead": {"play K?": "The king?", "*": "No."}},
    {"lies": True, "say": "It lies there.", "at": "trick 7C"},
    {"title": "Two", "skip": ["rest"], "score": True, "say": "Counted.", "at": "ledger"},
)  # fmt: skip


def checked(*steps: dict[str, Any], **more: Any) -> None:
    lesson.check_lesson(parse_lesson(made(*steps, **more)), GAME)


def changed(number: int, **change: Any) -> tuple[dict[str, Any], ...]:
    return tuple(step | change if place == number else step for place, step in enumerate(GOOD))


def test_a_good_lesson_is_read_and_can_be_played() -> None:
    checked(*GOOD)
    lesson = parse_lesson(made(*GOOD))
    assert lesson.learner == 0
    assert lesson.chapters == (("One", 0), ("Two", 2))
    assert [lesson.chapter_of_step(number) for number in range(3)] == [0, 0, 1]
    assert [chair.player for chair in lesson.chairs] == ["human", "lesson", "lesson"]


def test_options_that_are_not_named_are_as_printed() -> None:
    assert begin_session(parse_lesson(made(*GOOD)), GAME).options.target == 100
    assert begin_session(parse_lesson(made(*GOOD, options={"target": 50})), GAME).options.target == 50
    with pytest.raises(LessonError, match="no option 'colour'"):
        begin_session(parse_lesson(made(*GOOD, options={"colour": "red"})), GAME)


def test_answers_may_be_written_with_stars() -> None:
    lesson = parse_lesson(made(*GOOD))
    _, step, session = next(walk_steps(lesson, GAME))
    found = [GAME.action_text(action) for action in accepted_actions(session, step, 0)]
    assert sorted(found) == ["play 7H", "play 8H", "play AH"]
    assert objection_to_action(step, "play KH") == "The king?"
    assert objection_to_action(step, "play QH") == "No."
    assert objection_to_action(Step("Words."), "play QH") == OTHERWISE


def test_what_is_pointed_at_is_found() -> None:
    _, _, session = next(walk_steps(parse_lesson(made(*GOOD)), GAME))

    def aimed(at: str) -> PointerTarget | None:
        return find_pointer_target(session, Step("Words.", at=at), 0)

    assert aimed("") is None
    assert aimed("seat 2") == PointerTarget("seat", seat=2)
    assert aimed("ledger") == PointerTarget("ledger")
    held = aimed("hand TD")
    assert held is not None and GAME.card_name(held.card) == "TD"
    pile = aimed("pile hand 1")
    assert pile is not None and pile.pile is not None and pile.pile.seat == 1
    for wrong in ("seat 3", "hand 7C", "trick TD", "pile kept 1", "choice give 1", "moon", "ledger 2", "hand"):
        with pytest.raises(ValueError, match="point at"):
            aimed(wrong)


def test_the_rest_is_played_by_the_first_card_that_each_may_play() -> None:
    session = session_at_step(parse_lesson(made(*GOOD)), GAME, 2)
    take_actions_silently(session, parse_lesson(made({"say": "", "skip": ["rest 4"]})).steps[0].skip)
    assert session.state is not None
    assert len(session.state.actions) == 7
    take_actions_silently(session, parse_lesson(made({"say": "", "skip": ["rest"]})).steps[0].skip)
    assert session.due_step == "score"


def test_a_step_can_be_gone_to_at_once() -> None:
    lesson = parse_lesson(made(*GOOD))
    for number, step, session in walk_steps(lesson, GAME):
        there = session_at_step(lesson, GAME, number)
        play_actions_before_words(there, step)
        assert there.state == session.state
        assert there.standing == session.standing


BAD: dict[str, Callable[[], Any]] = {
    "step 1: seat 1 may not play KH: it does not hold that card": lambda: checked(*changed(0, play=["1 play KH"])),
    "step 1: it is the turn of seat 1, not of seat 2": lambda: checked(*changed(0, play=["2 play 7C"])),
    "step 1: the learner cannot 'play 9*'": lambda: checked(*changed(0, ask=["play AH", "play 9*"])),
    "step 1: 'play AH' is spoken of": lambda: checked(*changed(0, instead={"play AH": "No."})),
    "step 1: 'play TD' is spoken of": lambda: checked(*changed(0, instead={"play TD": "No."})),
    "step 1: there is no 'trick QS' to point at": lambda: checked(*changed(0, at="trick QS")),
    "step 2: while a full trick lies there": lambda: checked(*changed(1, ask=["*"])),
    "step 3: the deal is over": lambda: checked(GOOD[0], {"skip": ["rest"], "say": "Over."}, {"say": "And on."}),
    "step 1: there is no 'colour' in a step": lambda: checked(*changed(0, colour="red")),
    "step 1: .*hands": lambda: checked(*changed(0, deal={"deal": 1, "dealer": 0})),
    "the last step asks": lambda: checked(GOOD[0]),
    "step 1: it is the turn of seat 1, not of seat 0": lambda: checked(*changed(0, play=[])),
    "one seat, and only one": lambda: checked(*GOOD, seats=["", "Ann", ""]),
    "needs 3 seats": lambda: checked(*GOOD, seats=["", "Ann"]),
    "not JSON": lambda: parse_lesson("{"),
    "as a lesson should be": lambda: parse_lesson("[]"),
}


@pytest.mark.parametrize("reason", BAD)
def test_what_cannot_be_played_is_refused_with_the_step(reason: str) -> None:
    with pytest.raises(LessonError, match=reason.replace("*", ".*") if "'play 9*'" in reason else reason):
        BAD[reason]()


def test_an_answer_that_leads_where_the_lesson_cannot_follow_is_found() -> None:
    later = ["2 play 8S", "0 play AS", "1 play QS", "1 play 9C", "2 play KD", "0 play 7H"]
    then = ({"play": later, "say": "On."}, {"skip": ["rest"], "score": True, "say": "Counted."})
    checked({**GOOD[0], "ask": ["play AH", "play KH"], "instead": "No."}, *then)
    with pytest.raises(LessonError, match="step 2: seat 0 may not play 7H"):
        checked({**GOOD[0], "ask": ["play AH", "play 7H"]}, *then)
