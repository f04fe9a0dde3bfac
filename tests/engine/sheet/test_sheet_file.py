"""The file of a sheet: what is written is read again, and whatever is wrong with one is named with its line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from goosetable import games
from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import Course
from goosetable.engine.sheet.file import SheetFile
from tests.engine.sheet.test_course import course

STARTED = "2026-11-22T10:00:00Z"
HEAD: dict[str, Any] = {
    "goosetable sheet": 1, "game": "throps", "options": {"target": 100, "tie": "shared"}, "dealer": 0,
    "seats": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cyd"}],
}  # fmt: skip


def read(text: str) -> SheetFile:
    return file.read(text.encode(), games.find, games.form_of)


def lines(*plain: object) -> str:
    return "".join([json.dumps(one) + "\n" for one in plain])


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_what_is_written_is_read_again(game: Any) -> None:
    one, rng = course(game.id, dealer=1), random.Random(game.id)
    told = file.head(SheetFile(one, STARTED)) + "\n"
    for _ in range(90):
        if one.asked is None:
            break
        text = rng.choice([answer.text for answer in one.asked.answers if not answer.refused])
        one.answer(text)
        told += file.answer(text) + "\n"
        if rng.random() < 0.2:
            one.undo()
            told += file.undo() + "\n"
    for text in (told, file.whole(SheetFile(one, STARTED))):
        again = read(text)
        assert again.started == STARTED and again.game is game
        assert (again.course.names, again.course.options, again.course.first) == (one.names, one.options, 1)
        assert (again.course.deals, again.course.answers, again.course.asked) == (one.deals, one.answers, one.asked)


def test_a_byte_order_mark_and_blank_lines_at_the_end_are_read_over() -> None:
    content = lines(HEAD, {"answer": "AS"}).encode("utf-8-sig") + b"\r\n\n"
    assert file.is_sheet(content)
    assert file.read(content, games.find, games.form_of).course.answers == ["AS"]
    with pytest.raises(RecordError, match="2: the line is blank"):
        read(lines(HEAD) + "\n" + lines({"answer": "AS"}))
    with pytest.raises(RecordError, match="1: the file is UTF-16 text; save it as UTF-8"):
        file.read(lines(HEAD).encode("utf-16"), games.find, games.form_of)


def test_what_was_taken_back_costs_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte of answers and of taking them back took a minute."""
    given: list[str] = []
    monkeypatch.setattr(Course, "answer", lambda course, text: given.append(text))
    assert read(lines(HEAD, *[{"answer": "AS"}, {"answer": "KS"}, {"undo": 1}, {"undo": 1}] * 2000, {"answer": "QS"}))
    assert given == ["QS"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(Course, "answer", lambda course, text: None)
    text = lines(HEAD, *[{"answer": "AS"}] * (file.MOST_ANSWERS + more))
    if not more:
        assert read(text)
        return
    with pytest.raises(RecordError) as wrong:
        read(text)
    assert (wrong.value.line, wrong.value.reason) == (file.MOST_ANSWERS + 2, "the sheet has more than 10,000 answers")


def test_a_torn_last_line_is_left_out() -> None:
    assert read(lines(HEAD, {"answer": "AS"}) + '{"answ').course.answers == ["AS"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "the file is empty"),
        (lines({"goosetable": 1, "game": "throps"}), 1, "record of a game"),
        (lines({"answer": "AS"}), 1, "does not begin with the header"),
        (lines(HEAD | {"goosetable sheet": 2}), 1, "of version 2"),
        (lines(HEAD | {"goosetable sheet": True}), 1, "of version True"),
        (lines(HEAD | {"game": "bridge"}), 1, "there is no game 'bridge'"),
        (lines(HEAD | {"game": 7}), 1, "'game' must be text"),
        (lines(HEAD | {"options": {"target": 100}}), 1, "tie"),
        (lines(HEAD | {"options": []}), 1, "'options' must be an object"),
        (lines(HEAD | {"dealer": 3}), 1, "there is no seat 3"),
        (lines(HEAD | {"dealer": True}), 1, "'dealer' must be"),
        (lines(HEAD | {"seats": "Ann"}), 1, "'seats' must be a list"),
        (lines(HEAD | {"seats": [{"name": "Ann"}, {"name": 2}, {}]}), 1, "seat 1 needs a name"),
        (lines(HEAD | {"seats": [{"name": "Ann"}]}), 1, "needs 3 names"),
        (lines(HEAD | {"started": "yesterday"}), 1, "'started' must be a time"),
        (lines(HEAD | {"started": 5}), 1, "'started' must be text"),
        (lines(HEAD, {"answer": "AS"}, {"answer": "AS"}), 3, "the answer 'AS' cannot be"),
        (lines(HEAD, {"answer": 1}), 2, "must be text"),
        (lines(HEAD, {"answer": "A" * 200}), 2, "at most 100 characters"),
        (lines(HEAD, {"undo": 1}), 2, "nothing has been written"),
        (lines(HEAD, {"undo": 0}), 2, "a number from 1"),
        (lines(HEAD, {"undo": 10**12}), 2, "nothing has been written"),
        (lines(HEAD, HEAD), 2, "another sheet begins here"),
        (lines(HEAD, {"what": 1}), 2, "no known kind"),
        (lines(HEAD, {"answer": "AS", "undo": 1}), 2, "two kinds"),
        (lines(HEAD) + "\n" + lines({"answer": "AS"}), 2, "blank"),
        (lines(HEAD) + "no json\n" + lines({"answer": "AS"}), 2, "not JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(RecordError) as wrong:
        read(text)
    assert wrong.value.line == line and said in wrong.value.reason
