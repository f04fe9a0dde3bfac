"""The course of a sheet: answers, what follows from them, what cannot be, taking back, and its file."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from goosetable import games
from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import Correction, GivenAnswer, SheetGame, sheet_view
from goosetable.engine.sheet.file import SheetFile
from goosetable.engine.sheet.form import Question, SheetView
from tests.games import playing
from tests.narrowing import present


def course(name: str, dealer: int = 0, **chosen: Any) -> SheetGame:
    game = games.find_game(name)
    options = game.Options(**chosen)
    form = present(games.form_of(game))
    return SheetGame(game, form, options, playing.NAMES[: game.seats(options)], dealer)


def give(one: SheetGame, *texts: object) -> SheetGame:
    for text in texts:
        one.enter_answer(str(text))
    return one


def allowed(one: SheetGame) -> list[str]:
    assert one.question is not None
    return [answer.text for answer in one.question.answers if not answer.refused]


def test_every_game_on_the_shelf_is_kept_by_hand_and_no_other() -> None:
    assert all(games.form_of(game) is not None for game in games.SHELF)
    assert games.form_of(playing.find("high-card")) is None


def test_the_last_figure_is_not_asked_and_the_next_deal_begins() -> None:
    one = give(course("gooseberry-fool"), 5, 3)
    deal = one.deals[0]
    assert deal.cells == (("3",), ("5",), ("3",)) and deal.reasons_not_asked == ("the rest", "", "")
    assert deal.points == (9, 21, 13)  # as design/30b: 3 + 3 x 2, 5 + 3 x 2 and the middle's ten, 3 + 5 x 2
    assert one.dealer == 1 and one.question is not None and one.question.seat == 2


def test_where_all_tricks_are_named_nobody_else_is_asked() -> None:
    one = give(course("gooseberry-fool"), 11)
    assert one.deals[0].cells == (("0",), ("11",), ("0",)) and len(one.deals) == 1


def test_the_hook_is_refused_with_its_reason_as_at_the_table() -> None:
    one = give(course("goose", players=3, max_hand=4), 1, 2)
    asked = one.question
    assert asked is not None and asked.seat == 0
    hooked = next(answer for answer in asked.answers if answer.text == "1")
    assert "may not make all bids add up to 4" in hooked.refused
    with pytest.raises(ValueError, match="add up to 4"):
        one.enter_answer("1")
    assert one.answers == ["1", "2"]
    give(one, 2)
    off = give(course("goose", players=3, max_hand=4, hook="off"), 1, 2)
    assert off.question is not None and not any(answer.refused for answer in off.question.answers)


def test_the_goose_pays_double_and_the_ass_earns_double() -> None:
    one = give(course("goose", players=3, max_hand=2, sequence="down"), 1, 1, 1, 1, 1)  # 1 1 1 bid; 1 1 0 taken
    assert one.deals[0].points == (-10, 30, 30) and one.standing.carry.asses == (0,)
    assert one.standing.carry.geese == (1, 2)
    give(one, 1, 0, 1, 1)  # seats 2, 0, 1 of one card: 2 takes it
    assert one.deals[1].points[1] == -20, "a Goose pays double"
    assert [deal.arithmetic for deal in sheet_view(one).deals[:2]] == [("", "", ""), ("doubled: Ass", "doubled: Goose", "")]
    assert one.over


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_undo_leads_back_through_every_moment_also_over_the_end(game: Any) -> None:
    one, rng = course(game.id, dealer=1), random.Random(game.id)
    seen: list[tuple[Question, SheetView]] = []
    while not one.over and len(seen) < 400:
        assert one.question is not None
        seen.append((one.question, sheet_view(one)))
        one.enter_answer(rng.choice(allowed(one)))
    for asked, view in reversed(seen):
        one.undo()
        assert one.question == asked and sheet_view(one) == view
    with pytest.raises(ValueError, match="nothing has been written"):
        one.undo()


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_what_cannot_be_is_refused_and_changes_nothing(game: Any) -> None:
    one, rng = course(game.id), random.Random(1)
    for _ in range(60):
        if one.question is None:
            break
        before, refused = list(one.answers), [answer for answer in one.question.answers if answer.refused]
        for answer in refused:
            with pytest.raises(ValueError, match=r"\w"):
                one.enter_answer(answer.text)
        for nonsense in ("", "-1", "99", "AS AS", "nobody else"):
            with pytest.raises(ValueError, match="no answer"):
                one.enter_answer(nonsense)
        assert one.answers == before
        assert len({answer.text for answer in one.question.answers}) == len(one.question.answers)
        one.enter_answer(rng.choice(allowed(one)))


def test_a_goose_needs_a_trick_and_the_first_one_its_catcher() -> None:
    one = give(course("goosed"), 1, 2, 3, 3, 3)
    assert allowed(one) == ["2"]
    give(one, 2)
    while one.question is not None and one.question.seat not in (2, 3):
        give(one, 0)
    asked = one.question
    assert asked is not None and asked.answers[0].refused == "at least one"


def test_those_who_must_have_taken_tricks_are_left_some() -> None:
    one = give(course("goosed"), 1, 2, 0, 1, 2, 3)
    asked = one.question
    assert asked is not None and asked.seat == 1
    said = {answer.text: answer.refused for answer in asked.answers if answer.refused}
    assert said == {"0": "at least one"} | dict.fromkeys("567", "the others took at least three")


@pytest.mark.parametrize(
    ("name", "answers", "sums"),
    [
        ("throps", "TS TH TC TD done 2C 3C AD KD QD JD done AS KS 5S", ("26 + 30", "10 − 30", "41 − 5 + 20")),
        ("fools-gold", "9H 9C 9S 9D done AS AH AD AC done 3C 4C 5C 6C 7C 8C TC JC", ("", "1 − 3 + 8", "1 − 3 + 5")),
        ("goosed", "0 2 2 3 2 2 1 0 3", ("1 × 2 + 8", "0 × 1 + 2", "3 × 2 + 8", "3 × 1 + 2")),
        ("gops", f"0{12 * ' 1'}", ("", "")),
    ],
)
def test_how_points_come_about_is_written_out(name: str, answers: str, sums: tuple[str, ...]) -> None:
    seats = len(sums)
    one = give(course(name, dealer=seats - 1 if name == "goosed" else 0), *answers.split())
    assert sheet_view(one).deals[0].arithmetic == sums


EARLY = {
    "goose": "1 2 2 1", "throps": "TS done", "fools-gold": "9H done", "fools-gold pure": "1 1 1 0",
    "cross-purposes four": "1 3 2",
}  # fmt: skip
"""Answers after which the points of the first seat are known, and those of the last one are not."""
CHOSEN: dict[str, dict[str, Any]] = {
    "goose": {"players": 3, "max_hand": 4}, "fools-gold pure": {"bonuses": "off"}, "cross-purposes four": {"players": 4},
}  # fmt: skip


def any_answer(one: SheetGame, rng: random.Random) -> None:
    """An answer that can be; often that there are no more."""
    texts = allowed(one)
    one.enter_answer("done" if "done" in texts and rng.random() < 0.2 else rng.choice(texts))


@pytest.mark.parametrize("name", [*EARLY, "gooseberry-fool", "goosed", "gops", "cross-purposes"])
def test_points_are_told_as_soon_as_they_follow_and_stay(name: str) -> None:
    seats = course(name.split()[0], **CHOSEN.get(name, {})).seats
    seen = 0
    for seed in range(4):
        one, rng = course(name.split()[0], dealer=seats - 1, **CHOSEN.get(name, {})), random.Random(seed)
        if name in EARLY and not seed:
            give(one, *EARLY[name].split())
            assert sheet_view(one).deal.points[0] and not sheet_view(one).deal.points[-1]
        told: list[tuple[int, int, Any]] = []
        while len(one.deals) < 2 and not one.over:
            line = sheet_view(one).deal
            told += [
                (len(one.deals), seat, (points, line.arithmetic[seat], line.notes[seat], line.tones[seat] < 0))
                for seat, points in enumerate(line.points)
                if points
            ]
            any_answer(one, rng)
        for deal, seat, words in told:
            line = sheet_view(one).deals[deal]
            assert (line.points[seat], line.arithmetic[seat], line.notes[seat], line.tones[seat] < 0) == words
        seen += len(told)
    assert bool(seen) == (name in EARLY)


@pytest.mark.parametrize(("names", "dealer", "said"), [(2, 0, "needs 3 names"), (3, 3, "no seat 3"), (3, -1, "no seat -1")])
def test_names_and_dealer_must_fit(names: int, dealer: int, said: str) -> None:
    game = games.find_game("throps")
    form = present(games.form_of(game))
    with pytest.raises(ValueError, match=said):
        SheetGame(game, form, game.Options(), playing.NAMES[:names], dealer)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_who_gave_no_name_is_spoken_to_in_plain_english(game: Any) -> None:
    form, options, rng = games.form_of(game), game.Options(), random.Random(game.id)
    assert form is not None
    one = SheetGame(game, form, options, ("You", *playing.NAMES[1 : game.seats(options)]), 1)
    said: set[str] = set()
    for _ in range(300):
        view = sheet_view(one)
        said |= {view.remarks, *(note for line in view.deals for note in line.notes)}
        if view.asked is None or one.question is None:
            break
        said |= {view.asked.words, view.asked.remark, *(answer.refused for answer in view.asked.answers)}
        one.enter_answer(rng.choice(allowed(one)))
    for words in said:
        wrong = ("You's", "you's", "does you", "You is", "you is", "You has", "You wins", "You leads", "did You")
        assert not any(part in words for part in wrong), words


STARTED = "2026-11-22T10:00:00Z"
HEAD: dict[str, Any] = {
    "goosetable sheet": 1, "game": "throps", "options": {"target": 100, "tie": "shared"}, "dealer": 0,
    "seats": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cyd"}],
}  # fmt: skip


def read(text: str) -> SheetFile:
    return file.read_sheet(text.encode(), games.find_game, games.form_of)


def lines(*plain: object) -> str:
    return "".join([json.dumps(one) + "\n" for one in plain])


@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_what_is_written_is_read_again(game: Any) -> None:
    one, rng = course(game.id, dealer=1), random.Random(game.id)
    told = file.header_line(SheetFile(one, STARTED)) + "\n"
    for _ in range(90):
        if one.question is None:
            break
        text = rng.choice(allowed(one))
        one.enter_answer(text)
        told += file.answer_line(text) + "\n"
        if rng.random() < 0.2:
            one.undo()
            told += file.undo_line() + "\n"
    for text in (told, file.file_content(SheetFile(one, STARTED))):
        again = read(text)
        assert again.started == STARTED and again.game is game
        assert (again.course.names, again.course.options, again.course.first) == (one.names, one.options, 1)
        assert (again.course.deals, again.course.answers, again.course.question) == (one.deals, one.answers, one.question)


def test_a_byte_order_mark_and_blank_lines_at_the_end_are_read_over() -> None:
    content = lines(HEAD, {"answer": "AS"}).encode("utf-8-sig") + b"\r\n\n"
    assert file.is_sheet(content)
    assert file.read_sheet(content, games.find_game, games.form_of).course.answers == ["AS"]
    with pytest.raises(RecordError, match="2: the line is blank"):
        read(lines(HEAD) + "\n" + lines({"answer": "AS"}))
    with pytest.raises(RecordError, match="1: the file is UTF-16 text; save it as UTF-8"):
        file.read_sheet(lines(HEAD).encode("utf-16"), games.find_game, games.form_of)


def test_what_was_taken_back_costs_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte of answers and of taking them back took a minute."""
    given: list[str] = []
    monkeypatch.setattr(SheetGame, "enter_answer", lambda course, text: given.append(text))
    assert read(lines(HEAD, *[{"answer": "AS"}, {"answer": "KS"}, {"undo": 1}, {"undo": 1}] * 2000, {"answer": "QS"}))
    assert given == ["QS"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_sheet_has_an_end(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(SheetGame, "enter_answer", lambda course, text: None)
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
        (lines(HEAD, {"name": "Mia", "seat": 0, "deal": 0}), 2, "'deal' must be the number of a deal"),
        (lines(HEAD, {"name": "Mia", "seat": 0, "deal": True}), 2, "'deal' must be the number of a deal"),
        (lines(HEAD, {"name": "Mia", "seat": 9, "deal": 2}), 2, "'seat' must be"),
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


# ---------------------------------------------------------------------- corrections


def finished(game: Any, rng: random.Random) -> SheetGame:
    """A sheet with random answers, to the end of the game or at most 300 of them."""
    one = course(game.id, dealer=rng.randrange(2))
    while not one.over and len(one.all_answers) < 300:
        one.enter_answer(rng.choice(allowed(one)))
    return one


def from_the_start(one: SheetGame, answers: list[str]) -> SheetGame:
    return give(SheetGame(one.game, one.form, one.options, one.names, one.first), *answers)


@pytest.mark.one_in(9)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_a_sheet_mended_anywhere_is_the_sheet_answered_so_from_the_start(game: Any, seed: int) -> None:
    """Only what had no answer, or one that no longer can be, is asked; and the sheet itself stays as it is."""
    rng = random.Random(f"{game.id} {seed}")
    one = finished(game, rng)
    given, before = one.given_answers, sheet_view(one)
    for place in rng.sample(range(len(given)), min(25, len(given))):
        mend = Correction(one)
        assert mend.is_complete and sheet_view(mend.course) == before
        mend.ask_again(place)
        assert mend.course.question == given[place].asked
        mend.enter_answer(rng.choice(allowed(mend.course)))
        while not mend.is_complete and mend.course.question is not None:
            now = GivenAnswer(len(mend.course.deals), mend.course.question, "")
            old = {one.text for one in given[place + 1 :] if one.answers_same_question(now)}
            assert not old or old - set(allowed(mend.course))
            mend.enter_answer(rng.choice(allowed(mend.course)))
        assert sheet_view(mend.course) == sheet_view(from_the_start(one, mend.course.all_answers))
        assert len(mend.course.deals) >= len(one.deals) or mend.course.over
        assert one.given_answers == given and sheet_view(one) == before


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
def test_the_same_answer_given_again_changes_nothing(game: Any) -> None:
    one = finished(game, random.Random(game.id))
    for place in range(0, len(one.given_answers), 3):
        mend = Correction(one)
        mend.ask_again(place)
        mend.enter_answer(one.given_answers[place].text)
        assert mend.is_complete and mend.course.given_answers == one.given_answers and not mend.consequence_in_words


def mended(one: SheetGame, place: int, text: str) -> Correction:
    mend = Correction(one)
    mend.ask_again(place)
    mend.enter_answer(text)
    return mend


def test_a_correction_by_which_the_game_ended_earlier_or_has_not_ended_says_so() -> None:
    one = course("gooseberry-fool")
    while not one.over:
        give(one, 5, 3)
    assert len(one.deals) == 7
    shorter = mended(one, 0, "0")
    assert shorter.is_complete and shorter.course.over
    assert shorter.consequence_in_words == "Now the game ends after deal 6; deal 7 no longer counts."
    longer = mended(shorter.course, 0, "5")
    assert longer.is_complete and not longer.course.over and not longer.course.answers
    assert longer.consequence_in_words == "Now the game is not over: deal 7 is still to be played."


def test_a_card_is_put_in_place_of_another() -> None:
    one = give(course("throps", dealer=2), "AS", "done", "KS", "done", "QS", "JS")
    mend = Correction(one)
    mend.ask_again(1, insert_before=True)
    assert mend.withdraw_answer("AS") and not mend.withdraw_answer("KS")
    mend.enter_answer("KS")
    assert mend.course.question is not None and mend.course.question.seat == 1, "the King was that seat's"
    mend.enter_answer("AS")
    assert mend.course.answers == ["KS", "done", "AS", "done", "QS", "JS"] and mend.is_complete
