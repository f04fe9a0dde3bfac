"""Replaying: what a record says twice must agree, and where it does not the line and both values are named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine, Header, RecordError
from goosetable.engine.record.replay import content_before_last_score, replay, replay_last_game, replayed_games
from tests.games import playing
from tests.games.playing import find

VARIANT = playing.defaults()[0]
RECORD = [json.loads(line) for line in playing.play(VARIANT, "replay")[1].splitlines()]
"""A whole game of Gooseberry Fool: line n of the record is RECORD[n - 1]."""
FIRST_SCORE = next(i for i, line in enumerate(RECORD) if "score" in line)
HANDS = RECORD[1]["hands"]


def _text(record: list[Any]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in record).encode()


def _changed(index: int, **changes: Any) -> list[Any]:
    """The record with some values of one line changed; GONE takes a key out."""
    line = {key: value for key, value in {**RECORD[index], **changes}.items() if value != "GONE"}
    return [*RECORD[:index], line, *RECORD[index + 1 :]]


def _refused(record: list[Any], line: int, says: str) -> None:
    followed = []
    with pytest.raises(RecordError) as wrong:
        for number, _, _ in replay(_text(record), find):
            followed.append(number)
    assert (wrong.value.line, wrong.value.reason) == (line, says)
    assert followed == list(range(1, line)), "everything before the wrong line is followed, and nothing of it"


def test_a_right_record_replays() -> None:
    (session,) = replayed_games(_text(RECORD), find)
    assert session.due_step == "none"


@pytest.mark.parametrize("size", range(1, len(RECORD), 7))
def test_a_record_may_stop_after_any_line_and_another_game_may_follow(size: int) -> None:
    first, second = replayed_games(_text(RECORD[:size]) + _text(RECORD), find)
    assert second.due_step == "none"
    assert first.undoable_count <= size


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": "bridge"}, "there is no game 'bridge'"),
        ({"options": {}}, "the option 'end_rule' is missing"),
        ({"options": {"end_rule": "middle", "target": 100, "geese": True}},
         "the option 'geese' cannot be True; it may be 1 to 10"),
        ({"options": {"end_rule": "middle", "target": 100.0, "geese": 1}},
         "the option 'target' cannot be 100.0; it may be 100, 50, 150"),
        ({"seats": RECORD[0]["seats"][:2]}, "Gooseberry Fool needs 3 seats here, not 2"),
        ({"code": "7Q4K-M2XD-9TBU"}, "'U' cannot be part of a game code"),
    ],
)  # fmt: skip
def test_a_header_that_does_not_fit(changes: dict[str, Any], says: str) -> None:
    _refused(_changed(0, **changes), 1, says)


def test_a_record_begins_with_a_header() -> None:
    for first in ({"undo": 1}, {"seat": 0, "do": "play AS"}, RECORD[1], RECORD[FIRST_SCORE], RECORD[-1]):
        _refused([first], 1, "a record begins with the header of a game")


def _swap(seat: int, place: int) -> list[str]:
    hand = HANDS[seat].split()
    hand[0], hand[place] = hand[place], hand[0]
    return [*HANDS[:seat], " ".join(hand), *HANDS[seat + 1 :]]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"deal": 2}, "this is deal 1, not 2"),
        ({"dealer": (RECORD[1]["dealer"] + 1) % 3},
         f"the dealer is seat {RECORD[1]['dealer']}, not {(RECORD[1]['dealer'] + 1) % 3}"),
        ({"dealer": 3}, "there is no seat 3"),
        ({"dealer": -1}, "there is no seat -1"),
        ({"hands": _swap(1, 4)}, f"the code deals seat 1 {HANDS[1]!r}, not {_swap(1, 4)[1]!r}"),
        ({"hands": HANDS[:2]}, "the hands must be a list of 3"),
        ({"hands": "GONE"}, "'hands' is missing"),
        ({"hands": [HANDS[0].lower(), *HANDS[1:]]}, f"{HANDS[0].lower().split()[0]!r} is not a card"),
        ({"hands": [HANDS[0] + " ", *HANDS[1:]]}, f"the cards {HANDS[0] + ' '!r} should be written {HANDS[0]!r}"),
        ({"hands": [7, *HANDS[1:]]}, "the cards of a deal must be text"),
        ({"turned": "9D"}, "the code gives turned as None, not '9D'"),
        ({"turned": "9D 8D"}, "'turned' must be one card"),
        ({"stock": "9D"}, "the code gives stock as None, not '9D'"),
        ({"stock": ""}, "'stock' has no cards"),
        ({"trump": "H"}, "the code gives trump as None, not 'H'"),
        ({"trump": "X"}, "'X' is not a suit"),
        ({"hands2": HANDS}, f"the code gives hands2 as None, not {HANDS!r}"),
    ],
)  # fmt: skip
def test_a_deal_that_the_code_does_not_give(changes: dict[str, Any], says: str) -> None:
    _refused(_changed(1, **changes), 2, says)


def test_a_set_up_deal_needs_no_code() -> None:
    record = [{**RECORD[0], "code": None}, *RECORD[1:]]
    assert replayed_games(_text(record), find)[0].standing == replayed_games(_text(RECORD), find)[0].standing


def test_actions_that_cannot_be_right() -> None:
    turn = RECORD[2]["seat"]
    held = set(HANDS[turn].split())
    strange = next(card for card in HANDS[(turn + 1) % 3].split() if card != "X")
    assert strange not in held
    other = (turn + 1) % 3
    for changes, says in [
        ({"seat": other}, f"it is the turn of seat {turn}, not of seat {other}"),
        ({"seat": 3}, "there is no seat 3"),
        ({"seat": -1}, "there is no seat -1"),
        ({"do": f"play {strange}"}, f"seat {turn} may not play {strange}: it does not hold that card"),
        ({"do": "give 0"}, f"seat {turn} may not give 0: there is no trick to give"),
        ({"do": "bid 1"}, f"seat {turn} may not bid 1: nobody does that in Gooseberry Fool"),
        ({"do": "play 10H"}, "'10H' is not a card"),
        ({"do": "play XH"}, "'play XH' is not an action"),
        ({"do": "sing"}, "'sing' is not an action"),
        ({"do": " play AS"}, "' play AS' is not an action"),
        ({"do": "give 01"}, "'give 01' is not an action"),
    ]:
        _refused(_changed(2, **changes), 3, says)


def test_an_action_at_the_wrong_time() -> None:
    action = RECORD[2]
    _refused([RECORD[0], action], 2, "an action needs a deal, and none has begun")
    _refused([*RECORD[:FIRST_SCORE], action], FIRST_SCORE + 1, "the deal is over, and its score line comes next")
    _refused([*RECORD[:-1], action], len(RECORD), "the game is over, and its end line comes next")
    _refused([*RECORD, action], len(RECORD) + 1, "the game has ended; only another game may follow")


def test_an_action_is_shown_before_it_is_done_and_any_other_line_after() -> None:
    for number, line, session in replay(_text(RECORD[:30]), find):
        if isinstance(line, ActionLine):
            assert session.turn == line.seat
            assert session.game.parse_action(line.do, session.legal()) in session.legal()
        elif isinstance(line, Header):
            assert (number, session.due_step) == (1, "deal")


def test_undo_lines() -> None:
    assert replayed_games(_text([*RECORD[:5], {"undo": 3}, *RECORD[2:]]), find)[0].due_step == "none"
    assert replayed_games(_text([*RECORD[:FIRST_SCORE], {"undo": 1}, *RECORD[FIRST_SCORE - 1 :]]), find)[0].due_step == "none"
    _refused([*RECORD[:5], {"undo": 4}], 6, "4 actions cannot be undone, because only 3 of this deal can be")
    _refused([*RECORD[:2], {"undo": 1}], 3, "1 action cannot be undone, because none of this deal can be")
    for before in (1, FIRST_SCORE + 1):
        _refused([*RECORD[:before], {"undo": 1}], before + 1, "there is no action of this deal to undo")
    _refused([*RECORD, {"undo": 1}], len(RECORD) + 1, "the game has ended; only another game may follow")


def test_scores_that_differ() -> None:
    right = RECORD[FIRST_SCORE]["score"]
    wrong = [right[0] + 1, *right[1:]]
    line = FIRST_SCORE + 1
    _refused(_changed(FIRST_SCORE, score=wrong), line, f"the deal scores {right}, not {wrong}")
    _refused(_changed(FIRST_SCORE, total=wrong), line, f"the totals are {right}, not {wrong}")
    _refused(_changed(FIRST_SCORE, score=right[:2]), line, f"the deal scores {right}, not {right[:2]}")


def test_a_score_line_is_required_and_in_its_place() -> None:
    without = [*RECORD[:FIRST_SCORE], *RECORD[FIRST_SCORE + 1 :]]
    _refused(without, FIRST_SCORE + 1, "the last deal has no score line")
    _refused([*RECORD[:5], RECORD[FIRST_SCORE]], 6, "this deal is not finished")
    _refused([RECORD[0], RECORD[FIRST_SCORE]], 2, "there is no deal to score")
    _refused([*RECORD[:5], RECORD[1]], 6, "this deal is not finished")
    _refused([*RECORD[:-1], RECORD[1]], len(RECORD), "the game is over, and its end line comes next")


def test_ends_that_differ() -> None:
    end = RECORD[-1]["end"]
    winner, total, last = end["winners"][0], end["total"], len(RECORD)
    other = (winner + 1) % 3
    cases: list[tuple[dict[str, Any], str]] = [
        ({"winners": [other]}, f"the winners are [{winner}], not [{other}]"),
        ({"winners": []}, f"the winners are [{winner}], not []"),
        ({"winners": [winner, winner]}, f"the winners are [{winner}], not [{winner}, {winner}]"),
        ({"total": [0, 0, 0]}, f"the totals are {total}, not [0, 0, 0]"),
        ({"geese": [9, 9, 9]}, f"'geese' are {end['geese']}, not [9, 9, 9]"),
        ({"geese": [float(n) for n in end["geese"]]}, f"'geese' are {end['geese']}, not {[float(n) for n in end['geese']]}"),
        ({"geese": None}, f"'geese' are {end['geese']}, not None"),
    ]
    for changes, says in cases:
        _refused([*RECORD[:-1], {"end": {**end, **changes}}], last, says)
    without = {key: value for key, value in end.items() if key != "geese"}
    _refused([*RECORD[:-1], {"end": without}], last, "'geese' is missing in the end line")
    assert replayed_games(_text([*RECORD[:-1], {"end": {**end, "weather": "fine"}}]), find)[0].ended


def test_an_end_in_the_wrong_place() -> None:
    _refused([RECORD[0], RECORD[-1]], 2, "the game has not been won yet")
    _refused([*RECORD[:5], RECORD[-1]], 6, "this deal is not finished")
    _refused([*RECORD, RECORD[-1]], len(RECORD) + 1, "the game has ended; only another game may follow")
    assert len(replayed_games(_text([*RECORD, *RECORD]), find)) == 2


def test_a_malformed_line_is_named_as_well() -> None:
    with pytest.raises(RecordError, match=r"^4: the line is not JSON$"):
        list(replay(_text(RECORD[:3]) + b"what?\n" + _text(RECORD[3:]), find))


def test_lines_are_followed_lazily() -> None:
    found = replay(_text(RECORD[:2]) + b"what?\n", find)
    assert [next(found)[0], next(found)[0]] == [1, 2]
    assert format.read_line(b'{"undo": 1}')


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_game_that_is_over_can_be_had_as_it_was_before_its_last_deal_was_counted(end: bytes) -> None:
    content = end.join(json.dumps(line).encode() for line in RECORD)
    before = content_before_last_score(content)
    assert content.startswith(before)
    (session,) = replayed_games(before, find)
    assert session.due_step == "score"
    session.score_deal()
    session.end_game()
    assert session.winners == replayed_games(content, find)[0].winners
    two = content_before_last_score(content + end + content)
    assert [session.due_step for session in replayed_games(two, find)] == ["none", "score"]
    assert content_before_last_score(_text(RECORD[:FIRST_SCORE])) == b""


CHAIR = {"chair": 1, "name": "Vesper", "player": "hard"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("place", range(1, len(RECORD), 5))
def test_a_seat_changes_hands_between_any_two_lines_and_nothing_else_changes(place: int) -> None:
    (session,) = replayed_games(_text([*RECORD[:place], CHAIR, *RECORD[place:]]), find)
    (same,) = replayed_games(_text(RECORD), find)
    assert session.chairs[1] == format.Chair("Vesper", "hard")
    assert session.names[1] == "Vesper"
    assert session.header == same.header and session.header.chairs[1] != session.chairs[1]
    assert (session.due_step, session.standing, session.winners) == (same.due_step, same.standing, same.winners)


def test_a_seat_changes_hands_again_and_an_undo_does_not_bring_anybody_back() -> None:
    record = [*RECORD[:5], CHAIR, {"undo": 3}, {**CHAIR, "name": "Pip"}, {**CHAIR, "chair": 0}]
    (session,) = replayed_games(_text(record), find)
    assert [chair.name for chair in session.chairs] == ["Vesper", "Pip", RECORD[0]["seats"][2]["name"]]
    assert session.undoable_count == 0


def test_a_chair_line_in_the_wrong_place_or_for_no_seat() -> None:
    _refused([CHAIR], 1, "a record begins with the header of a game")
    _refused([RECORD[0], {**CHAIR, "chair": 3}], 2, "there is no seat 3")
    _refused([RECORD[0], {**CHAIR, "chair": -1}], 2, "there is no seat -1")
    _refused([*RECORD, CHAIR], len(RECORD) + 1, "the game has ended; only another game may follow")


def test_a_session_writes_who_takes_a_seat() -> None:
    written: list[format.Line] = []
    (session,) = replayed_games(_text(RECORD[:4]), find)
    session.journal = written.append
    session.change_player(2, format.Chair("Pip", "easy"))
    assert written == [format.ChairLine(2, format.Chair("Pip", "easy"))]
    assert replayed_games(_text([*RECORD[:4], json.loads(format.line_as_text(written[0]))]), find)[0].chairs == session.chairs


def test_the_last_game_of_many_is_found_and_more_than_wanted_are_refused() -> None:
    content = _text(RECORD) * 3 + _text(RECORD[:4])
    assert replay_last_game(content, find).undoable_count == 2
    assert len(replayed_games(content, find, 4)) == 4
    with pytest.raises(RecordError, match=f"^{3 * len(RECORD) + 1}: there are more than 3 games in this file$"):
        replayed_games(content, find, 3)
