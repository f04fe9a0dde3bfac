"""`check`: good records, and those damaged in any known way, refused at that line; the fuzzer of the attacks has any bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., tuple[int, str, str]]


def test_a_good_record_is_ok_and_summed_up(call: Call, goose: Path) -> None:
    code, out, err = call("check", goose)
    assert (code, err) == (0, "")
    assert out.startswith(f"ok {goose}, game 1: Gooseberry Fool, 3 deals, finished: ")
    assert out.count("\n") == 1
    assert " wins (Ann " in out


def test_several_games_follow_each_other(call: Call, good: list[str], set_up: list[str]) -> None:
    code, out, err = call("check", "-", given="\n".join([*good[:5], *set_up, *good, ""]).encode())
    assert (code, err) == (0, "")
    first, second, third = out.splitlines()
    assert first.startswith("ok -, game 1: Gooseberry Fool, 0 deals, unfinished in deal 1, trick ")
    assert second.startswith("ok -, game 2: Gooseberry Fool, 3 deals, finished: ")
    assert third.startswith("ok -, game 3: ")


def test_games_before_an_error_are_ok(call: Call, good: list[str]) -> None:
    code, out, err = call("check", "-", given="\n".join([*good, *good[:4], "{}", ""]).encode())
    assert code == 1
    assert out.count("\n") == 1
    assert err.startswith(f"-:{len(good) + 5}: ")


def test_a_record_may_stop_after_any_line(call: Call, good: list[str], tmp_path: Path) -> None:
    files = []
    for stop in range(1, len(good) + 1):
        files.append(tmp_path / f"{stop}.goose")
        files[-1].write_text("\n".join(good[:stop]) + "\n")
    code, out, err = call("check", *files)
    assert (code, err) == (0, "")
    assert out.count("unfinished before deal 1 (Ann 0, Ben 0, Cy 0)") == 1
    assert out.count("unfinished in deal 1, played but not scored") == 1
    assert out.count("won, but without its end line: ") == 1
    assert out.count(", finished: ") == 1


def test_what_editors_add_before_and_after_a_record_is_read_over(call: Call, good: list[str], tmp_path: Path) -> None:
    said = call("check", "-", given="\n".join([*good, ""]).encode())
    given = "\r\n".join([*good, "", "", ""]).encode("utf-8-sig")
    assert call("check", "-", given=given) == said and said[0] == 0
    path = tmp_path / "edited.goose"
    path.write_bytes(given)
    assert call("check", path)[0] == 0


@pytest.mark.parametrize("coded", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["check", "trace", "review", "suggest", "statistics"])
def test_a_record_in_utf_16_is_told_in_a_sentence(call: Call, good: list[str], command: str, coded: str) -> None:
    code, out, err = call(command, "-", given="\r\n".join([*good, ""]).encode(coded))
    assert (code, out, err) == (1, "", "-:1: the file is UTF-16 text; save it as UTF-8\n")


@pytest.mark.parametrize("content", [b"", b'{"goosetable": 1, "ga', b"   "])
def test_a_file_without_a_game_is_wrong(call: Call, content: bytes) -> None:
    assert call("check", "-", given=content) == (1, "", "-:1: there is no game in this file\n")


SEAL = "bfa4dbe6 9cfd1259 5dc193e6 d3d7a258 edc11caa 4e80184e 74e655c2 0088d9a7"


def test_the_whole_seal_of_a_coded_game_is_said(call: Call, good: list[str], set_up: list[str]) -> None:
    """It is what anybody compares with the seal that was shown before the first card: all 64 digits of a SHA-256."""
    _, out, _ = call("check", "-", given="\n".join([*good, *set_up, good[0], ""]).encode())
    coded, given, begun = out.splitlines()
    assert coded.endswith(f"); sealed as {SEAL}") and begun.endswith(f"; sealed as {SEAL}")
    assert given.endswith(")") and "sealed" not in given
    assert SEAL.replace(" ", "") == hashlib.sha256(b"goosetable deals v1:7Q4KM2XD9TBR").hexdigest()


def test_other_files_are_still_checked(call: Call, goose: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.goose"
    bad.write_text("no\n")
    code, out, err = call("check", bad, tmp_path / "none.goose", goose)
    assert code == 2
    assert out.startswith(f"ok {goose}, game 1")
    assert err.splitlines() == [
        f"{bad}:1: the line is not JSON",
        f"goosetable check: there is no file {str(tmp_path / 'none.goose')!r}",
    ]
    assert call("check", bad, goose)[0] == 1


def test_names_cannot_break_the_line_or_the_terminal(call: Call, make_record: Callable[..., str]) -> None:
    text = make_record(1, names=("A\nok fake", "\x1b[2Jé", "\U000e0001\u202e"))
    for encoding in ("utf-8", "ascii", "cp1252"):
        code, out, err = call("check", "-", given=text.encode(), encoding=encoding)
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
        assert r"A\nok fake" in out
        assert r"\x1b[2J" in out
        assert r"\U000e0001\u202e" in out


def test_reasons_stay_sentences_however_long_what_they_quote(call: Call, good: list[str]) -> None:
    header = good[0].replace("gooseberry-fool", "x" * 50_000)
    code, _, err = call("check", "-", given=header.encode() + b"\n")
    assert code == 1
    assert len(err) < 400
    assert err.endswith("there are gooseberry-fool\n") or "..." in err


def test_reasons_are_words_a_player_understands(call: Call, good: list[str]) -> None:
    code, _, err = call("check", "-", given="\n".join([*good[:2], '{"seat": 1, "do": "play X"}', ""]).encode())
    assert code == 1
    assert err in (
        "-:3: seat 1 may not play X: it does not hold that card\n",
        "-:3: seat 1 may not play X: the Joker may be led only as the last card\n",
    )


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
        for cut in (*range(0, len(last), 4), len(last) - 1, len(last)):
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


Legal = dict[int, set[str]]
Damages = Iterator[tuple[str, bytes]]

Values = tuple[Any, ...]
"""Values of any kind, right or wrong."""

NO_NUMBERS: Values = (3.0, "3", "", True, False, None, [], [3], {})
NO_TEXTS: Values = (3, True, None, [], {}, ["play AS"])


def values(*given: Any) -> Values:
    """Values of any kind."""
    return given


def put(line: str, **keys: Any) -> bytes:
    """The line with these keys changed or added."""
    return json.dumps(json.loads(line) | keys).encode()


def without(line: str, key: str) -> bytes:
    """The line with a key removed."""
    found = json.loads(line)
    del found[key]
    return json.dumps(found).encode()


def extended(line: str, text: str) -> bytes:
    """The line with raw text before its closing bracket."""
    return f"{line[:-1]}, {text}}}".encode()


def wrong_anywhere(line: str) -> Damages:
    """What makes any line wrong, whatever it says."""
    key = next(iter(json.loads(line)))
    yield "doubled key", extended(line, f'"{key}": 1')
    yield "doubled unknown key", extended(line, '"x": 1, "x": 1')
    yield "doubled key within", extended(line, '"x": {"y": 1, "y": 2}')
    yield "NaN", extended(line, '"x": NaN')
    yield "Infinity", extended(line, '"x": [-Infinity]')
    yield "deep", extended(line, '"x": ' + "[" * 40 + "]" * 40)
    yield "deeper", extended(line, '"x": ' + "[" * 9000 + "]" * 9000)
    yield "long", extended(line, f'"x": "{"y" * 70_000}"')
    yield "large", extended(line, f'"x": {"9" * 6000}')
    yield "bad bytes", line.encode()[:-1] + b', "x": "\xff"}'
    yield "half a character", line.encode()[:-1] + b', "x": "\xc3"}'
    yield "an encoded surrogate", line.encode()[:-1] + b', "x": "\xed\xa0\x80"}'
    yield "half of a pair in a text", extended(line, r'"x": "\ud800"')
    yield "half of a pair in a key", extended(line, r'"\udfff": 0')
    yield "half of a pair, the wrong way round", extended(line, r'"x": ["\udda2\ud83e"]')
    yield "a control character", line.encode()[:-1] + b', "x": "\x01"}'
    yield "two byte order marks", b"\xef\xbb\xbf" * 2 + line.encode()
    yield "cut", line.encode()[:-1]
    yield "more than an object", line.encode() + b"{}"
    yield "a comma", line.encode() + b","
    yield "a comment", line.encode() + b" // so"
    yield "single quotes", line.replace('"', "'").encode()
    yield "in a list", b"[" + line.encode() + b"]"
    yield "as a string", json.dumps(line).encode()
    yield "null", b"null"
    yield "a number", b"3"
    yield "no kind", b"{}"
    yield "an unknown kind", b'{"x": 1}'
    for kind in ("goosetable", "deal", "do", "undo", "chair", "score", "end"):
        if kind not in json.loads(line):
            yield f"two kinds, {kind}", put(line, **{kind: 1})


def right_anywhere(line: str) -> Damages:
    """What changes nothing."""
    yield "unknown keys", put(line, x=1, comment="é", deep=[[[[{}]]]])
    yield "both halves of a pair in an unknown key", extended(line, r'"x": "\ud83e\udda2"')
    yield "blanks", b" " + line.replace(": ", " :\t").encode() + b" \r"
    yield "escapes", line.replace('"do"', '"\\u0064o"').encode()
    yield "keys in another order", json.dumps(dict(reversed(json.loads(line).items()))).encode()


def wrong_action(line: str, legal: set[str]) -> Damages:
    """What makes an action wrong."""
    said = json.loads(line)
    yield "no seat", without(line, "seat")
    yield "no do", without(line, "do")
    for seat in (-1, 3, 99, (said["seat"] + 1) % 3, (said["seat"] + 2) % 3, 10**30, *NO_NUMBERS):
        yield f"seat {seat!r}", put(line, seat=seat)
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"] + ["X", "XH", "XL"]
    actions = [f"{verb} {what}" for verb in ("play", "bid", "keep") for what in cards]
    actions += [f"{verb} {number}" for verb in ("give", "bid", "play") for number in (-1, 0, 1, 2, 3, 10**9)]
    actions += ["trump S", "tops 8", "", "play", "play ", "give", "pass", "x" * 60_000, "play AS KS", f"play {'9' * 50_000}"]
    actions += [
        "trump X",
        "tops 1",
        "play XX",
        "play 1S",
        "play AS;",
        "give x",
        "bid ９",
        "undo",
        "play \u202eAS",
        "play \x1b[2J",
    ]
    actions += [said["do"] + " ", " " + said["do"], said["do"].upper(), said["do"].replace(" ", "  "), said["do"] + "\n"]
    for do in (*actions, *NO_TEXTS):
        if not isinstance(do, str) or do not in legal:
            yield f"do {do!r}"[:60], put(line, do=do)


def wrong_deal(line: str) -> Damages:
    """What makes a deal wrong that the code gives."""
    found = json.loads(line)
    hands = found["hands"]
    for key in ("deal", "dealer"):
        for value in (-1, 0, 1, 2, 3, 4, 99, 10**30, *NO_NUMBERS):
            if type(value) is not int or value != found[key]:
                yield f"{key} {value!r}", put(line, **{key: value})
    for key in ("deal", "dealer", "hands"):
        yield f"no {key}", without(line, key)
    yield "hands exchanged", put(line, hands=[hands[1], hands[0], hands[2]])
    yield "cards exchanged", put(line, hands=[hands[1][:2] + hands[0][2:], hands[0][:2] + hands[1][2:], hands[2]])
    yield "another order", put(line, hands=[" ".join(reversed(hands[0].split())), *hands[1:]])
    yield "a card twice in a hand", put(line, hands=[hands[0][:-2] + hands[0][:2], *hands[1:]])
    yield "a card thrice in a hand", put(line, hands=[" ".join([hands[0][:2]] * 3) + hands[0][8:], *hands[1:]])
    yield "a card twice in the deal", put(line, hands=[hands[1][:2] + hands[0][2:], *hands[1:]])
    yield "a card of another pack", put(line, hands=["2S" + hands[0][2:], *hands[1:]])
    yield "a card missing", put(line, hands=[hands[0][3:], *hands[1:]])
    yield "a card too many", put(line, hands=[hands[0] + " 2S", *hands[1:]])
    yield "two blanks", put(line, hands=[hands[0].replace(" ", "  "), *hands[1:]])
    yield "a blank more", put(line, hands=[hands[0] + " ", *hands[1:]])
    yield "small letters", put(line, hands=[hands[0].lower(), *hands[1:]])
    yield "another joker", put(line, hands=[hand.replace("X", "XH") for hand in hands])
    yield "four hands", put(line, hands=[*hands, ""])
    yield "two hands", put(line, hands=hands[:2])
    yield "hands as lists", put(line, hands=[hand.split() for hand in hands])
    yield "a card of no pack", put(line, hands=["ZZ" + hands[0][2:], *hands[1:]])
    yield "9,000 cards", put(line, hands=["AS " * 9_000, *hands[1:]])
    yield "half of a pair", put(line, hands=["\ud800", *hands[1:]])
    for sign in ("\u202e", "\x1b[2J"):
        yield f"cards with {sign!a}", put(line, hands=[sign + hand for hand in hands])
    for wrong in values(3, None, "", "AS", True, {}, {"0": "AS"}, [], [None] * 3, [3] * 3, [""] * 3, ["AS"] * 600):
        yield f"hands {wrong!r}"[:60], put(line, hands=wrong)
    for key in ("hands2", "turned", "stock", "trump"):
        for wrong in values("", "AS", "S", None, 3, [], hands):
            yield f"{key} {wrong!r}"[:40], put(line, **{key: wrong})


def wrong_numbers(line: str, keys: tuple[str, ...], within: str | None = None) -> Damages:
    """What makes lists of points or seats wrong."""
    whole = json.loads(line)
    found = whole[within] if within else whole
    for key in keys:
        numbers = found[key]
        for place, number in enumerate(numbers):
            nearly = values(number + 1, number - 1, -1 - number, float(number), str(number), f"{number}/1")
            for wrong in (*nearly, True, None, [number]):
                changed = found | {key: [*numbers[:place], wrong, *numbers[place + 1 :]]}
                yield f"{key} {place} {wrong!r}", json.dumps({within: changed} if within else changed).encode()
        rest = {name: value for name, value in found.items() if name != key}
        fractions = [[text] * 3 for text in ("7/2", "6/4", "1/0", "/")]
        for wrong in values(None, 3, {}, {"0": 1}, "", True, [], numbers[:-1], [*numbers, 0], [0] * 9_000, [[[]]], *fractions):
            yield f"{key} {wrong!r}"[:60], json.dumps({within: rest | {key: wrong}} if within else rest | {key: wrong}).encode()
        if within or len(rest) == len(found) - 1:
            yield f"no {key}", json.dumps({within: rest} if within else rest).encode()


def wrong_header(line: str) -> Damages:
    """What makes a header wrong."""
    found = json.loads(line)
    for key in ("goosetable", "game", "options", "code", "seats"):
        yield f"no {key}", without(line, key)
    for version in values(0, 2, -1, 10**30, 1.0, "1", True, None, [1]):
        yield f"version {version!r}", put(line, goosetable=version)
    for game in ("", "Goose", "Gooseberry Fool", "gooseberry_fool", "GOOSEBERRY-FOOL", "x" * 900, *NO_TEXTS):
        yield f"game {game!r}"[:40], put(line, game=game)
    for code in values("", "7Q4K", "7Q4K-M2XD-9TBU", "7Q4K-M2XD-9TBRR", "7Q4K M2XD 9TBR", "７Q4KM2XD9TBR", 3, True, [], {}):
        yield f"code {code!r}", put(line, code=code)
    for app in values(3, None, True, [], {}):
        yield f"app {app!r}", put(line, app=app)
    for started in values(
        3, None, True, [], {}, "", "whenever", "2026-11-21", "2026-02-30T10:00:00Z", "../x", "/x", "CON", "a\0b"
    ):
        yield f"started {started!r}", put(line, started=started)
    options = found["options"]
    for key in options:
        if key != "length":  # which records of the first version lack
            yield f"no option {key}", put(line, options={name: value for name, value in options.items() if name != key})
        for value in values(0, -1, 11, 100.0, "100", "", "on", True, False, None, [], {}, [50], 10**40):
            yield f"option {key} {value!r}", put(line, options=options | {key: value})
    yield "an unknown option", put(line, options=options | {"x": 1})
    for wrong in values(None, [], "", 3, {}):
        yield f"options {wrong!r}", put(line, options=wrong)
    seats = found["seats"]
    none: Values = ([None] * 3, [{}] * 3, [["Ann", "human"]] * 3, seats[:1], seats * 200, [*seats[:2], {"name": "Ann"}])
    one_wrong = (
        [*seats[:2], {}],
        [*seats[:2], None],
        [*seats[:2], {"player": "human"}],
        [*seats[:2], seats[2] | {"\ud800": 1}],
    )
    for wrong in values(None, {}, "", 3, True, [], seats[:2], [*seats, seats[0]], ["Ann"] * 3, *none, *one_wrong):
        yield f"seats {wrong!r}"[:40], put(line, seats=wrong)
    for key in ("name", "player"):
        for value in (*NO_TEXTS, "x" * 1001):
            yield f"{key} {value!r}"[:40], put(line, seats=[*seats[:2], seats[2] | {key: value}])


def right_header(line: str) -> Damages:
    """What leaves a header as good as it was."""
    found = json.loads(line)
    yield "a code in small letters", put(line, code="7q4k-m2xd-9tbr")
    yield "a code without hyphens", put(line, code="7Q4KM2XD9TBR")
    yield "hyphens anywhere", put(line, code="-7-Q4KM2XD9TBR--")
    yield "app and started", put(line, app="9.9.9", started="0001-01-01T00:00:00Z")
    yield "names", put(line, seats=[{"name": "", "player": "no such level", "x": 1}] * 3)
    yield "options in another order", put(line, options=dict(reversed(found["options"].items())))
    yield "byte order mark", b"\xef\xbb\xbf" + line.encode()


def wrong_line(good: list[str], number: int, legal: Legal) -> Damages:
    """Every way to make this line wrong by itself."""
    line = good[number - 1]
    yield from wrong_anywhere(line)
    if number > 1:
        yield "byte order mark", b"\xef\xbb\xbf" + line.encode()
    if number < len(good):
        yield "empty", b""
        yield "blank", b" \t "
    match next(iter(json.loads(line))):
        case "goosetable":
            yield from wrong_header(line)
        case "deal":
            yield from wrong_deal(line)
        case "seat":
            yield from wrong_action(line, legal[number])
        case "undo":
            for count in values(0, -1, 40, 10**30, *NO_NUMBERS):
                yield f"undo {count!r}", put(line, undo=count)
        case "score":
            yield from wrong_numbers(line, ("score", "total"))
        case "end":
            yield from wrong_numbers(line, ("winners", "total", "geese"), "end")
            for wrong in values(None, [], 3, "", True, {}):
                yield f"end {wrong!r}", put(line, end=wrong)


def joined(good: list[str], number: int, piece: bytes, after: int | None = None) -> bytes:
    """The record with one line replaced; with no more than `after` lines after it."""
    lines = [line.encode() for line in good[: None if after is None else number + after]]
    lines[number - 1] = piece
    return b"\n".join([*lines, b""])


def test_every_damage_of_a_line_is_refused_at_that_line(
    good: list[str], sample: list[int], refused: Refused, legal: Legal
) -> None:
    for number in sample:
        for what, piece in wrong_line(good, number, legal):
            assert refused(joined(good, number, piece, after=1)) == number, (number, what)


@pytest.mark.slow
def test_every_damage_of_every_line_is_refused_at_that_line(good: list[str], refused: Refused, legal: Legal) -> None:
    for number in range(1, len(good) + 1):
        for what, piece in wrong_line(good, number, legal):
            assert refused(joined(good, number, piece, after=1)) == number, (number, what)


def test_what_changes_nothing_is_accepted(good: list[str], sample: list[int], refused: Refused) -> None:
    for number in sample:
        line = good[number - 1]
        for what, piece in [*right_anywhere(line), *(right_header(line) if number == 1 else ())]:
            assert refused(joined(good, number, piece, after=3)) == 0, (number, what)


def test_check_says_the_same_and_names_the_line(call: Call, good: list[str], legal: Legal) -> None:
    for number in (1, 2, 3, next(n for n, line in enumerate(good, 1) if "undo" in line), len(good) - 1, len(good)):
        for what, piece in list(wrong_line(good, number, legal))[::4]:
            code, out, err = call("check", "-", given=joined(good, number, piece))
            assert (code, out) == (1, ""), what
            assert err.startswith(f"-:{number}: "), what
            assert err[:-1].isprintable() and err.endswith("\n") and len(err) < 400, what


def test_another_code_gives_other_deals(good: list[str], refused: Refused) -> None:
    assert refused(joined(good, 1, put(good[0], code="7Q4K-M2XD-9TBS"))) == 2
    assert refused(joined(good, 1, put(good[0], options=json.loads(good[0])["options"] | {"target": 150}))) == len(good)


class TestSetUp:
    """Deals that are given, not drawn from a code."""

    def test_must_be_complete(self, set_up: list[str], refused: Refused) -> None:
        harmless = {"hands exchanged", "cards exchanged", "another order"} | {f"dealer {n}" for n in range(3)}
        for what, piece in wrong_deal(set_up[1]):
            found = refused(b"\n".join([set_up[0].encode(), piece, b""]))
            assert found == (0 if what in harmless else 2), what
