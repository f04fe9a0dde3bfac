"""Lines left out, doubled, exchanged, torn or out of place: `check` refuses them where the game can no longer be right."""

from __future__ import annotations

import json
from collections.abc import Callable

Refused = Callable[[bytes], int]


def test_a_line_removed_is_missed(good: list[str], refused: Refused, legal: dict[int, set[str]]) -> None:
    for number, line in enumerate(good, 1):
        content = "\n".join([*good[: number - 1], *good[number:], ""]).encode()
        found = refused(content)
        if number == len(good):
            assert found == 0
        elif '"do"' in line and '"do"' in good[number]:
            left, right = json.loads(line), json.loads(good[number])
            if left["seat"] == right["seat"] and right["do"] in legal[number]:
                assert found == 0 or found > number, number
            else:
                assert found == number, number
        elif '"undo"' in line or '"undo"' in good[number]:
            assert found == 0 or found >= number, number
        else:
            assert found == number, number


def test_a_line_doubled_is_refused(good: list[str], refused: Refused) -> None:
    for number, line in enumerate(good, 1):
        found = refused("\n".join([*good[:number], line, *good[number:], ""]).encode())
        if number == 1:
            assert found == 0  # the first game stops after its header
        elif '"undo"' in line:
            assert found == 0 or found > number, number
        else:
            assert found == number + 1, number


def test_lines_exchanged_are_refused(good: list[str], refused: Refused) -> None:
    for number in range(1, len(good)):
        one, two = good[number - 1], good[number]
        if "undo" in one + two or one == two:
            continue
        same = '"do"' in one and '"do"' in two and json.loads(one)["seat"] == json.loads(two)["seat"]
        found = refused("\n".join([*good[: number - 1], two, one, *good[number + 1 :], ""]).encode())
        assert found == number or (same and (found > number or not found)), number


def test_after_the_end_only_a_header_may_come(good: list[str], refused: Refused) -> None:
    for line in [*good[1:], '{"undo": 1}']:
        assert refused("\n".join([*good, line, ""]).encode()) == len(good) + 1
    assert refused("\n".join([*good, good[0], ""]).encode()) == 0


def test_nothing_may_come_before_the_header(good: list[str], refused: Refused) -> None:
    for line in good[1:]:
        assert refused("\n".join([line, *good, ""]).encode()) == 1


def test_undo_never_goes_across_a_deal_or_a_score(good: list[str], refused: Refused) -> None:
    for number, line in enumerate(good, 1):
        if '"deal"' in line or '"score"' in line or number == 1:
            assert refused("\n".join([*good[:number], '{"undo": 1}', ""]).encode()) == number + 1
    last = next(number for number, line in enumerate(good, 1) if '"score"' in line) - 1
    assert refused("\n".join([*good[:last], '{"undo": 1}', ""]).encode()) == 0


def test_a_torn_last_line_is_dropped(good: list[str], sample: list[int], refused: Refused) -> None:
    for number in sample:
        before, last = "".join(line + "\n" for line in good[: number - 1]).encode(), good[number - 1].encode()
        for cut in range(len(last) + 1):
            alone = number == 1 and cut < len(last)
            assert refused(before + last[:cut]) == (1 if alone else 0), (number, cut)
        assert refused(before + last + b"\r") == 0


def test_a_last_line_that_is_json_is_not_torn(good: list[str], refused: Refused) -> None:
    before = "".join(line + "\n" for line in good[:5]).encode()
    for last in (b"{}", b"3", b"null", b'{"x": NaN}', b'{"a": 1, "a": 1}', b"[" * 50 + b"]" * 50, b"[" * 9000 + b"]" * 9000):
        assert refused(before + last) == 6, last[:20]
    assert refused(before + b'{"x": ' + b"9" * 6000 + b"}") == 6
    for last in (b"[" * 9000, b"\xef\xbb\xbf", b"{}}", b"  ", b"9" * 6000 + b"}"):
        assert refused(before + last) == 0, last[:20]
