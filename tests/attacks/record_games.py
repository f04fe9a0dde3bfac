"""Hostile games: acts, undos, deals, scores, ends and chairs that the rules of the game or of the record do not allow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from tests.attacks.ground import REFUSED, TAKEN, Ground, Json, Kind, changed, kind, text

Change = Callable[..., dict[str, Json]]
"""Of a `Ground` and a line."""

ACTS: Final = (
    "", "play", "play ", "play XX", "play 1S", "play AS KS", "PLAY AS", " play AS", "play AS\n", "bid 99", "bid -1", "bid ９",
    "give 9", "give x", "trump X",
    "tops 1", "keep AS", "pass", "undo", "play \u202eAS", "play \x1b[2J", "play " + "9" * 50_000, "x" * 60_000, "play \ud800",
    "play AS;", "import antigravity",
)  # fmt: skip
CHAIR: Final[dict[str, Json]] = {"chair": 1, "name": "Vesper", "player": "hard"}
CHAIRS_WRONG: Final[dict[str, Json]] = {
    "seat -1": {"chair": -1}, "seat 99": {"chair": 99}, "seat 2 to the 64": {"chair": 2**64}, "1.0": {"chair": 1.0},
    "text": {"chair": "1"}, "true": {"chair": True},
    "null": {"chair": None}, "no name": {"name": None}, "a name of 1,001": {"name": "x" * 1_001},
    "a name of 60,000": {"name": "x" * 60_000},
    "a player of 1,001": {"player": "x" * 1_001}, "half a pair": {"name": "\ud800"},
    "half a pair in the player": {"player": "\udfff"}, "a list": {"name": ["Ann"]},
    "a number": {"player": 3}, "two kinds": {"undo": 1}, "of an act": {"do": "play AS"}, "of a header": {"goosetable": 1},
}  # fmt: skip
CHAIRS_RIGHT: Final[dict[str, Json]] = {
    "a class": {"player": "goosetable_trap:Player"}, "a class of ours": {"player": "antigravity:x"},
    "a person": {"player": "human"}, "nobody": {"name": "", "player": ""},
    "bidi": {"name": "\u202eannA"}, "control characters": {"name": "\x1b[2J\0\n"}, "1,000 letters": {"name": "x" * 1_000},
    "unknown level": {"player": "superb"},
    "unknown keys": {"x": {"goosetable": 1}},
}  # fmt: skip


def kinds() -> Iterator[Kind]:
    """Every kind of hostile game."""
    yield from _acts()
    yield from _deals()
    yield from _ends()
    yield from _sat()


def _at(ground: Ground, key: str) -> int:
    """Where the first line of that kind is in the whole game."""
    return next(number for number, line in enumerate(ground.whole) if f'"{key}"' in line)


def _with(key: str, change: Change, set_up: bool = False) -> Callable[[Ground], str]:
    """The whole game, its first line of that kind changed."""

    def make(ground: Ground) -> str:
        lines = list(ground.given if set_up else ground.whole)
        at = _at(ground, key)
        lines[at] = json.dumps(change(ground, json.loads(lines[at])))
        return text(*lines)

    return make


def _put(raw: str, key: str, after: int = 0) -> Callable[[Ground], str]:
    """The whole game with a line put in before, or some lines after, the first of that kind."""

    def make(ground: Ground) -> str:
        at = _at(ground, key) + after
        return text(*ground.whole[:at], raw, *ground.whole[at:])

    return make


def _acts() -> Iterator[Kind]:
    for do in ACTS:
        yield kind("act", ascii(do[:30]), _with("do", lambda _, line, do=do: line | {"do": do}), REFUSED)
    yield kind("act", "out of turn", _with("do", lambda _, line: line | {"seat": (int(str(line["seat"])) + 1) % 3}), REFUSED)
    yield kind("act", "of somebody else's card", _foreign, REFUSED)
    yield kind("act", "the same twice", lambda ground: text(*_doubled(ground, "do")), REFUSED)
    yield kind("act", "before the deal", lambda ground: text(ground.whole[0], ground.whole[_at(ground, "do")]), REFUSED)
    yield kind("act", "before the header", lambda ground: text(ground.whole[_at(ground, "do")], *ground.whole), REFUSED)
    yield kind("act", "after the end", lambda ground: text(*ground.whole, ground.whole[_at(ground, "do")]), REFUSED)
    yield kind("act", "after the score", _put('{"seat": 0, "do": "play AS"}', "score", 1), REFUSED)
    yield kind("act", "9,000 aids", _with("do", lambda _, line: line | {"aids": ["hint"] * 6_000}), TAKEN)
    yield kind("act", "aids of another kind", _with("do", lambda _, line: line | {"aids": {"x": [1]}}), TAKEN)
    yield kind("act", "all backwards", lambda ground: text(ground.whole[0], *reversed(ground.whole[1:])), REFUSED)
    yield kind("act", "shuffled", _shuffled, REFUSED)
    for count in (0, -1, 2, 99, 2**70):
        yield kind("undo", f"{count} after one act", _put(f'{{"undo": {count}}}', "do", 1), REFUSED)
    yield kind("undo", "before any act", _put('{"undo": 1}', "do"), REFUSED)
    yield kind("undo", "before the deal", _put('{"undo": 1}', "deal"), REFUSED)
    yield kind("undo", "across a score", _put('{"undo": 1}', "score", 1), REFUSED)
    yield kind("undo", "across a deal", lambda ground: text(*ground.whole[: _at(ground, "score") + 2], '{"undo": 1}'), REFUSED)
    yield kind("undo", "after the end", lambda ground: text(*ground.whole, '{"undo": 1}'), REFUSED)
    yield kind("undo", "of a whole deal", _put('{"undo": 1}', "score"), None)


def _foreign(ground: Ground) -> str:
    """The first card is played by the right seat, but out of another hand."""
    hands = json.loads(ground.whole[_at(ground, "deal")])["hands"]
    at = _at(ground, "do")
    line = json.loads(ground.whole[at])
    other = hands[(line["seat"] + 1) % 3].split()[0]
    return text(*ground.whole[:at], json.dumps(line | {"do": f"play {other}"}), *ground.whole[at + 1 :])


def _doubled(ground: Ground, key: str) -> tuple[str, ...]:
    at = _at(ground, key)
    return (*ground.whole[: at + 1], *ground.whole[at:])


def _shuffled(ground: Ground) -> str:
    rest = list(ground.whole[1:])
    ground.chance.shuffle(rest)
    return text(ground.whole[0], *rest)


def _hands(line: dict[str, Json]) -> list[str]:
    hands = line["hands"]
    assert isinstance(hands, list)
    return [str(hand) for hand in hands]


def _deals() -> Iterator[Kind]:
    changes: dict[str, Change] = {
        "a card twice": lambda _, line: line | {"hands": [h[1][:2] + h[0][2:], *h[1:]] if (h := _hands(line)) else []},
        "a card missing": lambda _, line: line | {"hands": [_hands(line)[0][3:], *_hands(line)[1:]]},
        "a foreign card": lambda _, line: line | {"hands": ["2S" + _hands(line)[0][2:], *_hands(line)[1:]]},
        "a card of no pack": lambda _, line: line | {"hands": ["ZZ" + _hands(line)[0][2:], *_hands(line)[1:]]},
        "9,000 cards": lambda _, line: line | {"hands": ["AS " * 9_000, *_hands(line)[1:]]},
        "600 hands": lambda _, line: line | {"hands": ["AS"] * 600},
        "no hands": lambda _, line: {key: value for key, value in line.items() if key != "hands"},
        "hands of nothing": lambda _, line: line | {"hands": ["", "", ""]},
        "hands as numbers": lambda _, line: line | {"hands": [1, 2, 3]},
        "hands as an object": lambda _, line: line | {"hands": {"0": "AS"}},
        "cards in bidi": lambda _, line: line | {"hands": ["\u202e" + hand for hand in _hands(line)]},
        "cards with control characters": lambda _, line: line | {"hands": ["\x1b[2J" + hand for hand in _hands(line)]},
        "half a pair": lambda _, line: line | {"hands": ["\ud800", "", ""]},
        "a turned card": lambda _, line: line | {"turned": "AS"},
        "a stock": lambda _, line: line | {"stock": "AS KS"},
        "a trump": lambda _, line: line | {"trump": "S"},
        "a trump of nothing": lambda _, line: line | {"trump": None},
        "second hands": lambda _, line: line | {"hands2": _hands(line)},
        "number 2": lambda _, line: line | {"deal": 2},
        "number 2 to the 64": lambda _, line: line | {"deal": 2**64},
        "dealer -1": lambda _, line: line | {"dealer": -1},
        "dealer 3": lambda _, line: line | {"dealer": 3},
        "no dealer": lambda _, line: {key: value for key, value in line.items() if key != "dealer"},
    }  # fmt: skip
    for name, change in changes.items():
        yield kind("deal", name, _with("deal", change), REFUSED)
        yield kind("set-up deal", name, _with("deal", change, set_up=True), REFUSED)
    yield kind(
        "deal", "another dealer", _with("deal", lambda _, line: line | {"dealer": (int(str(line["dealer"])) + 1) % 3}), REFUSED
    )
    yield kind("deal", "twice", lambda ground: text(*_doubled(ground, "deal")), REFUSED)
    yield kind(
        "deal",
        "of another code",
        lambda ground: text(changed(ground.whole[0], code="7Q4K-M2XD-9TBS"), *ground.whole[1:]),
        REFUSED,
    )
    yield kind("deal", "before the header", lambda ground: text(*ground.whole[1:]), REFUSED)


def _ends() -> Iterator[Kind]:
    def more(_: Ground, line: dict[str, Json]) -> dict[str, Json]:
        score = line["score"]
        assert isinstance(score, list)
        return line | {"score": [int(str(score[0])) + 1, *score[1:]]}

    yield kind("score", "one point more", _with("score", more), REFUSED)
    yield kind("score", "other totals", _with("score", lambda _, line: line | {"total": [0, 0, 10**30]}), REFUSED)
    yield kind("score", "of two seats", _with("score", lambda _, line: line | {"score": [0, 0]}), REFUSED)
    yield kind("score", "of 9,000 seats", _with("score", lambda _, line: line | {"score": [0] * 9_000}), REFUSED)
    yield kind("score", "no totals", _with("score", lambda _, line: {"score": line["score"]}), REFUSED)
    yield kind("score", "twice", lambda ground: text(*_doubled(ground, "score")), REFUSED)
    yield kind("score", "in the middle", _put('{"score": [0, 0, 0], "total": [0, 0, 0]}', "do"), REFUSED)
    yield kind("score", "missing", lambda ground: text(*(line for line in ground.whole if '"score"' not in line)), REFUSED)
    ends: dict[str, Json] = {
        "other winners": {"winners": [0, 1, 2]}, "no winners": {"winners": []}, "winner 99": {"winners": [99]},
        "9,000 winners": {"winners": [0] * 9_000},
        "other totals": {"total": [0, 0, 0]}, "no totals": {"total": None}, "other geese": {"geese": [9, 9, 9]},
        "geese of text": {"geese": ["1", "2", "3"]},
        "geese of nothing": {"geese": None}, "true geese": {"geese": [True, True, True]},
        "an object of geese": {"geese": {"0": 1}}, "deep geese": {"geese": [[[]]]},
    }  # fmt: skip
    for name, change in ends.items():
        yield kind("end", name, lambda ground, change=change: _ended(ground, change), REFUSED)
    yield kind("end", "too soon", lambda ground: text(*ground.whole[:2], ground.whole[-1]), REFUSED)
    yield kind("end", "twice", lambda ground: text(*ground.whole, ground.whole[-1]), REFUSED)
    yield kind("end", "with more keys", lambda ground: _ended(ground, {"x": "y" * 9_000, "\x1b": 1}), TAKEN)
    yield kind("end", "of another kind", lambda ground: text(*ground.whole[:-1], '{"end": []}'), REFUSED)
    yield kind("end", "another game after it", lambda ground: text(*ground.whole, *ground.lines), TAKEN)


def _ended(ground: Ground, change: Json) -> str:
    end = json.loads(ground.whole[-1])["end"]
    assert isinstance(change, dict)
    return text(*ground.whole[:-1], json.dumps({"end": end | change}))


def _sat() -> Iterator[Kind]:
    """Chair lines."""
    good = json.dumps(CHAIR)
    for name, change in CHAIRS_WRONG.items():
        assert isinstance(change, dict)
        yield kind("chair", name, _put(json.dumps(CHAIR | change), "do"), REFUSED)
    for name, change in CHAIRS_RIGHT.items():
        assert isinstance(change, dict)
        yield kind("chair", name, _put(json.dumps(CHAIR | change), "do"), TAKEN)
    yield kind("chair", "no player", _put('{"chair": 1, "name": "Ann"}', "do"), REFUSED)
    yield kind("chair", "before the header", lambda ground: text(good, *ground.whole), REFUSED)
    yield kind("chair", "after the end", lambda ground: text(*ground.whole, good), REFUSED)
    yield kind("chair", "before the deal", _put(good, "deal"), TAKEN)
    yield kind("chair", "before the score", _put(good, "score"), TAKEN)
    yield kind("chair", "before the end", _put(good, "end"), TAKEN)
    yield kind("chair", "before an undo", lambda ground: text(*ground.whole[:3], good, '{"undo": 1}'), TAKEN)
    yield kind("chair", "5,000 times", lambda ground: text(*ground.lines[:2], *[good] * 5_000), TAKEN)
    yield kind("chair", "for everybody a class", _every_class, TAKEN)


def _every_class(ground: Ground) -> str:
    """In the middle of a deal everybody becomes a player from outside."""
    player = "goosetable_trap:Player"
    return text(
        *ground.lines, *(json.dumps({"chair": seat, "name": f"Ann {seat}", "player": player}) for seat in range(ground.seats))
    )
