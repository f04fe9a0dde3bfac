"""Hostile headers and games: what no honest program writes, and what the rules of the game or of the record do not allow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from tests.attacks.ground import REFUSED, STARTED, TAKEN, Ground, Json, Kind, changed, kind, text

BIDI: Final = "\u202egnp.exe\u2066\u200f"
MORE_THAN_A_NAME: Final = 1_001

STARTED_WRONG: Final[dict[str, Json]] = {
    "a path with dots": "../../elsewhere/x", "two dots": "..", "a dot": ".", "empty": "", "blank": " ", "NUL": "a\0b",
    "a line feed": "a\nb", "a carriage return": "2026-11-21T10:00:00Z\r", "a line feed at its end": f"{STARTED}\n",
    "bidi": f"{BIDI}{STARTED}", "CON": "CON", "NUL of DOS": "nul", "LPT1": "LPT1.txt", "a drive": "C:\\x",
    "a share": "\\\\host\\share\\x",
    "a folder": "a/b", "a home": "~/x", "percent": "%2e%2e%2fx", "no Z": STARTED[:-1], "a blank for T": STARTED.replace("T",
    " "),
    "lower case": STARTED.lower(), "an offset": f"{STARTED[:-1]}+00:00", "parts of a second": f"{STARTED[:-1]}.5Z",
    "month 13": "2026-13-01T10:00:00Z", "month 0": "2026-00-01T10:00:00Z", "30 February": "2026-02-30T10:00:00Z",
    "29 February 2023": "2023-02-29T10:00:00Z", "hour 24": "2026-11-21T24:00:00Z", "hour 99": "2026-11-21T99:00:00Z",
    "a leap second": "2026-12-31T23:59:60Z", "year 10000": "10000-01-01T00:00:00Z", "a sign": f"+{STARTED}",
    "a minus": f"-{STARTED[1:]}",
    "fullwidth figures": "２０２６-11-21T10:00:00Z", "arabic figures": "٢٠٢٦-11-21T10:00:00Z", "a blank before": f" {STARTED}",
    "a blank after": f"{STARTED} ", "60,000 letters": "x" * 60_000, "1,000 figures": "1" * 1_000, "emoji": "🦢" * 40,
    "a combining mark": f"{STARTED}\u0301", "half a pair": "\ud800", "the other half": f"{STARTED}\udfff", "a number": 20261121,
    "null": None, "true": True, "a list": [STARTED], "an object": {"year": 2026}, "a date alone": "2026-11-21",
    "a week": "2026-W47-6T10:00:00Z",
    "a semicolon": "x; rm -rf .", "a star": "*?<>|\"", "a dash": "-rf", "a surrogate escape": "\udc80.goose",
}  # fmt: skip
STARTED_RIGHT: Final = {
    "year 9999": "9999-12-31T23:59:59Z", "year 1": "0001-01-01T00:00:00Z", "29 February 2024": "2024-02-29T00:00:00Z",
    "midnight": "2026-11-21T00:00:00Z",
}  # fmt: skip
TEXTS: Final[dict[str, str]] = {
    "empty": "", "blank": " \t ", "combining marks": "Z" + "\u0301" * 900, "bidi": BIDI, "an override": "\u202eannA",
    "isolates": "\u2066" * 300, "control characters": "".join(map(chr, range(1, 32))), "NUL": "A\0nn",
    "escape codes": "\x1b[2J\x1b]0;x\x07",
    "C1 controls": "\x9b2J\x85", "line separators": "A\u2028B\u2029C", "line feeds": "A\n" * 400, "delete": "A\x7f",
    "tabs": "\t" * 500,
    "emoji": "👩\u200d👩\u200d👧\u200d👦" * 40, "flags": "🇩🇪" * 200, "joiners": "\u200d" * 900, "a skin": "👋🏿" * 100,
    "no letters": "\u200b" * 900, "a noncharacter": "\uffff\ufffe", "private letters": "\ue000" * 100,
    "tags": "\U000e0041" * 100,
    "hangul": "\u1100" * 500, "arabic": "\ufdfa" * 200, "wide": "﷽" * 900, "signs of ours": "{~[0](1)~}" * 30,
    "braces": "{0.__class__}%s%n",
    "markup": "<b>&amp;\\u0041", "quotes": "\"'`\\" * 100, "1,000 letters": "x" * 1_000, "999 words": "x " * 499,
    "a path": "../../elsewhere/x",
    "zalgo": "".join(f"{letter}\u0300\u0489\u0336" for letter in "goosetable" * 25), "BOM": "\ufeffAnn", "case": "ﬃßŉİ" * 100,
}  # fmt: skip
TEXTS_WRONG: Final[dict[str, Json]] = {
    "60,000 letters": "x" * 60_000, "1,001 letters": "x" * MORE_THAN_A_NAME, "1,001 blanks": " " * MORE_THAN_A_NAME,
    "1,001 marks": "\u0301" * MORE_THAN_A_NAME, "half a pair": "A\ud83e", "the other half": "\udda2A",
    "a pair exchanged": "\udda2\ud83e",
    "null": None, "a number": 3, "true": True, "a list": ["Ann"], "an object": {"name": "Ann"},
}  # fmt: skip
PLAYERS: Final = (
    "antigravity:x", "os:system", "multiprocessing:Pool", "goosetable_trap:Player", "goosetable_trap:Player.within",
    "a.b.c:D.e.f",
    "goosetable.cli:main", "builtins:exec", "this:s", "subprocess:Popen", "tests.sandbox.bad_players:Hangs",
    ":", "x:", ":x", "x:y:z",
    "..:x",
    "/elsewhere/x:Player", "../goosetable_trap:Player", "goosetable_trap:", "goosetable_trap;antigravity:x",
    " goosetable_trap:Player",
    "goosetable_trap\0:Player", "GOOSETABLE_TRAP:Player", "__main__:x", "sys:exit", "pty:spawn", "no such level",
    "expert+nothing", "expert@-1",
    "expert@1e9%", "easy+bold+bold+bold", "Human", "human ", "human:human", "random" * 150,
)  # fmt: skip
"""`goosetable_trap` lies beside the record and in the current folder, and leaves a file where it was imported."""
CODES: Final[dict[str, Json]] = {
    "empty": "", "short": "7Q4K", "long": "7Q4K-M2XD-9TBR-7Q4K", "a U": "7Q4K-M2XD-9TBU", "fullwidth": "７Q4KM2XD9TBR",
    "60,000 hyphens": "-" * 60_000,
    "half a pair": "\ud8007Q4KM2XD9TB", "NUL": "7Q4K\0M2XD9TB", "a number": 743, "true": True, "a list": [],
    "bidi": "\u202e7Q4K-M2XD-9TBR",
    "a sharp s": "7Q4K-M2XD-9TBß", "a dotless i": "7Q4K-M2XD-9TBı",
}  # fmt: skip
OPTION_VALUES: Final[dict[str, Json]] = {
    "true": True, "false": False, "null": None, "huge": 10**40, "negative": -1, "a fraction": 100.0, "text": "100", "empty": "",
    "a list": [100],
    "an object": {}, "half a pair": "\ud800", "60,000 letters": "x" * 60_000, "bidi": BIDI, "a control character": "\x1b[2J",
}  # fmt: skip
GAMES: Final[dict[str, Json]] = {
    "unknown": "whist", "a path": "../games/goose", "a module": "goose:Goose", "a title": "Gooseberry Fool",
    "upper case": "GOOSE",
    "60,000 letters": "x" * 60_000, "NUL": "goose\0", "bidi": BIDI, "a control character": "\x1b]0;x\x07",
    "half a pair": "\ud800", "empty": "",
    "null": None, "a number": 3, "a list": ["goose"], "an object": {}, "a dunder": "__init__",
}  # fmt: skip
VERSIONS: Final[dict[str, Json]] = {
    "0": 0, "2": 2, "true": True, "1.0": 1.0, "text": "1", "null": None, "huge": 10**900, "negative": -1, "a list": [1],
    "60,000 letters": "x" * 60_000,
}  # fmt: skip
APPS: Final[dict[str, str]] = {
    "a later one": "99.0.0", "a later one of development": "99.0.dev3+x", "of development": "0.1.0.dev3+x",
    "before it": "0.0.1rc1",
    "with a v": "v0.2.0", "no numbers": "soon", "a dot": ".", "dots": "." * 60_000, "dots between": "0..2",
    "a dot at the end": "0.2.",
    "a minus": "-1.0", "an exponent": "1e9", "hexadecimal": "0x2", "zeros": "0." * 30_000 + "0", "five numbers": "1.2.3.4.5",
    "60,000 figures": "9" * 60_000, "7 figures": "9999999.0", "6 figures": "999999.999999.999999.999999",
    "leading zeros": "000.002.000", "fullwidth figures": "\uff10.\uff12.\uff10", "arabic figures": "\u0660.\u0662.\u0660",
    "a superscript": "0.\u00b2", "a blank": "0.2 .0", "a line feed at its end": "0.2.0\n", "NUL": "0.2.0\0",
    "a path": "../../0.2.0",
    "a plus": "0.2.0+" + "x" * 60_000, "a suffix of line feeds": "0.2.0.dev\n\n", "nines and a letter": "9" * 30_000 + "a",
}  # fmt: skip
UNKNOWN: Final[dict[str, Json]] = {
    "null": None, "a long text": "y" * 50_000, "bidi": BIDI, "a wide list": list(range(9_000)), "an object": {"a": {"b": [1, 2,
    {"c": None}]}},
    "a path": "/elsewhere/x", "a class": "goosetable_trap:Player", "huge": 10**900, "emoji": "🦢" * 1_000,
    "a control character": "\x1b[2J",
}  # fmt: skip
KEYS: Final = (
    "", "__class__", "seed", "players", "record", "file", "import", "\x1b[2J", BIDI, "a" * 30_000, "\0", "../x", "self",
)  # fmt: skip


def kinds() -> Iterator[Kind]:
    """Every kind of hostile header and of hostile game."""
    yield from _started()
    yield from _chairs()
    yield from _rest()
    yield from _seats()
    yield from _acts()
    yield from _deals()
    yield from _ends()
    yield from _sat()


def _put(group: str, key: str, values: dict[str, Json], code: int | None) -> Iterator[Kind]:
    for name, value in values.items():
        yield kind(group, name, lambda ground, value=value: ground.headed({key: value}), code)


def _started() -> Iterator[Kind]:
    yield kind("started", "a path", lambda ground: ground.headed({"started": str(ground.elsewhere / "x")}), REFUSED)
    yield kind("started", "absent", lambda ground: ground.headed(without="started"), TAKEN)
    yield from _put("started", "started", STARTED_WRONG, REFUSED)
    yield from _put("started", "started", dict(STARTED_RIGHT), TAKEN)


def _chairs() -> Iterator[Kind]:
    for name, value in TEXTS.items():
        yield kind("name", name, lambda ground, value=value: ground.seated({"name": value, "player": "human"}), TAKEN)
        yield kind("player", name, lambda ground, value=value: ground.seated({"name": "Ann", "player": value}), TAKEN)
    for name, wrong in TEXTS_WRONG.items():
        yield kind("name", name, lambda ground, wrong=wrong: ground.seated({"name": wrong, "player": "human"}), REFUSED)
        yield kind("player", name, lambda ground, wrong=wrong: ground.seated({"name": "Ann", "player": wrong}), REFUSED)
    for player in PLAYERS:
        yield kind("player", ascii(player[:40]), lambda ground, player=player: _all(ground, player), TAKEN)


def _all(ground: Ground, player: str) -> str:
    """Everybody is of that player, so that it is asked for something at once."""
    return ground.seated(*({"name": f"Ann {seat}", "player": player} for seat in range(ground.seats)))


def _rest() -> Iterator[Kind]:
    yield from _put("app", "app", dict(TEXTS), None)
    yield from _put("app", "app", dict(APPS), TAKEN)
    for name, app in APPS.items():  # no house rule was added since any version, so that none may be missing
        yield kind("app", f"{name}, an option missing", lambda ground, app=app: _one_missing(ground, app), REFUSED)
    yield kind("app", "absent, an option missing", lambda ground: _one_missing(ground, None), REFUSED)
    yield from _put("app", "app", {"a list": ["0.1.0"], "an object": {"0.1.0": 1}, "true": True, "0.2": 0.2}, REFUSED)
    yield from _put("app", "app", {"a number": 3, "null": None, "half a pair": "\ud800"}, REFUSED)
    yield from _put("code", "code", CODES, REFUSED)
    yield kind("code", "absent", lambda ground: ground.headed(without="code"), REFUSED)
    yield kind("code", "null", lambda ground: text(*ground.given), TAKEN)
    yield from _put("game", "game", GAMES, REFUSED)
    yield from _put("version", "goosetable", VERSIONS, REFUSED)
    for name, value in OPTION_VALUES.items():
        yield kind("options", name, lambda ground, value=value: _option(ground, value), REFUSED)
        yield kind("options", f"{name} instead", lambda ground, value=value: ground.headed({"options": value}), REFUSED)
    yield kind("options", "one too many", lambda ground: _options(ground, {"goosetable_trap": 1}), REFUSED)
    yield kind("options", "5,000 too many", lambda ground: _options(ground, {str(i): 1 for i in range(5_000)}), REFUSED)
    yield kind("options", "one missing", _one_missing, REFUSED)
    yield kind("options", "absent", lambda ground: ground.headed(without="options"), REFUSED)
    for name, value in UNKNOWN.items():
        yield kind("unknown", name, lambda ground, value=value: ground.headed({"x": value}), TAKEN)
    for key in KEYS:
        yield kind("unknown", f"key {key[:12]!a}", lambda ground, key=key: ground.headed({key: 1}), TAKEN)
    yield kind("unknown", "half a pair", lambda ground: ground.headed({"x": "\ud800"}), REFUSED)
    yield kind("unknown", "half a pair in a key", lambda ground: ground.headed({"\udfff": 1}), REFUSED)
    yield kind("unknown", "half a pair deep within", lambda ground: ground.headed({"x": [{"y": ["\ud800"]}]}), REFUSED)
    for other in ("deal", "do", "undo", "chair", "score", "end"):
        yield kind("two kinds", other, lambda ground, other=other: ground.headed({other: 1}), REFUSED)


def _option(ground: Ground, value: Json) -> str:
    options = ground.head["options"]
    assert isinstance(options, dict)
    return _options(ground, {ground.chance.choice(sorted(options)): value})


def _options(ground: Ground, more: dict[str, Json]) -> str:
    options = ground.head["options"]
    assert isinstance(options, dict)
    return ground.headed({"options": {**options, **more}})


def _one_missing(ground: Ground, app: str | None = "0.1.0") -> str:
    options = ground.head["options"]
    assert isinstance(options, dict)
    gone = ground.chance.choice(sorted(options))
    left = {key: value for key, value in options.items() if key != gone}
    return ground.headed({"options": left, "app": app or ""}, without="" if app else "app")


def _seats() -> Iterator[Kind]:
    wrongs: dict[str, Json] = {
        "none": [], "null": None, "an object": {}, "text": "Ann", "a number": 3, "true": True, "names": ["Ann"] * 3,
        "nulls": [None] * 3,
        "empty objects": [{}] * 3, "one": [{"name": "Ann", "player": "human"}], "600": [{"name": "Ann",
        "player": "human"}] * 600,
        "lists": [["Ann", "human"]] * 3,
    }  # fmt: skip
    yield from _put("seats", "seats", wrongs, REFUSED)
    yield kind("seats", "absent", lambda ground: ground.headed(without="seats"), REFUSED)
    yield kind(
        "seats",
        "one too many",
        lambda ground: ground.headed({"seats": [{"name": "A", "player": "human"}] * (ground.seats + 1)}),
        REFUSED,
    )
    yield kind(
        "seats",
        "one too few",
        lambda ground: ground.headed({"seats": [{"name": "A", "player": "human"}] * (ground.seats - 1)}),
        REFUSED,
    )
    yield kind("seats", "no name", lambda ground: ground.seated({"player": "human"}), REFUSED)
    yield kind("seats", "no player", lambda ground: ground.seated({"name": "Ann"}), REFUSED)
    yield kind("seats", "unknown keys", lambda ground: ground.seated({"name": "A", "player": "easy", "x": "y" * 9_000}), TAKEN)
    yield kind(
        "seats", "half a pair in a key", lambda ground: ground.seated({"name": "A", "player": "easy", "\ud800": 1}), REFUSED
    )
    yield kind("seats", "people alone", lambda ground: _all(ground, "human"), TAKEN)
    yield kind(
        "seats", "one name for all", lambda ground: ground.seated(*[{"name": "A", "player": "human"}] * ground.seats), TAKEN
    )
    yield kind("header", "alone", lambda ground: text(ground.lines[0]), TAKEN)
    yield kind("header", "twice", lambda ground: text(ground.lines[0], *ground.lines), TAKEN)
    yield kind(
        "header",
        "keys in another order",
        lambda ground: text(json.dumps(dict(reversed(ground.head.items()))), *ground.lines[1:]),
        TAKEN,
    )
    yield kind("header", "in the middle of a deal", lambda ground: text(*ground.lines, *ground.lines), TAKEN)
    yield kind(
        "header",
        "another time in each",
        lambda ground: text(ground.lines[0], changed(ground.lines[0], started="../x")),
        REFUSED,
    )


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


def _put_in(raw: str, key: str, after: int = 0) -> Callable[[Ground], str]:
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
    yield kind("act", "after the score", _put_in('{"seat": 0, "do": "play AS"}', "score", 1), REFUSED)
    yield kind("act", "9,000 aids", _with("do", lambda _, line: line | {"aids": ["hint"] * 6_000}), TAKEN)
    yield kind("act", "aids of another kind", _with("do", lambda _, line: line | {"aids": {"x": [1]}}), TAKEN)
    yield kind("act", "all backwards", lambda ground: text(ground.whole[0], *reversed(ground.whole[1:])), REFUSED)
    yield kind("act", "shuffled", _shuffled, REFUSED)
    for count in (0, -1, 2, 99, 2**70):
        yield kind("undo", f"{count} after one act", _put_in(f'{{"undo": {count}}}', "do", 1), REFUSED)
    yield kind("undo", "before any act", _put_in('{"undo": 1}', "do"), REFUSED)
    yield kind("undo", "before the deal", _put_in('{"undo": 1}', "deal"), REFUSED)
    yield kind("undo", "across a score", _put_in('{"undo": 1}', "score", 1), REFUSED)
    yield kind("undo", "across a deal", lambda ground: text(*ground.whole[: _at(ground, "score") + 2], '{"undo": 1}'), REFUSED)
    yield kind("undo", "after the end", lambda ground: text(*ground.whole, '{"undo": 1}'), REFUSED)
    yield kind("undo", "of a whole deal", _put_in('{"undo": 1}', "score"), None)


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
    yield kind("score", "in the middle", _put_in('{"score": [0, 0, 0], "total": [0, 0, 0]}', "do"), REFUSED)
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
        yield kind("chair", name, _put_in(json.dumps(CHAIR | change), "do"), REFUSED)
    for name, change in CHAIRS_RIGHT.items():
        assert isinstance(change, dict)
        yield kind("chair", name, _put_in(json.dumps(CHAIR | change), "do"), TAKEN)
    yield kind("chair", "no player", _put_in('{"chair": 1, "name": "Ann"}', "do"), REFUSED)
    yield kind("chair", "before the header", lambda ground: text(good, *ground.whole), REFUSED)
    yield kind("chair", "after the end", lambda ground: text(*ground.whole, good), REFUSED)
    yield kind("chair", "before the deal", _put_in(good, "deal"), TAKEN)
    yield kind("chair", "before the score", _put_in(good, "score"), TAKEN)
    yield kind("chair", "before the end", _put_in(good, "end"), TAKEN)
    yield kind("chair", "before an undo", lambda ground: text(*ground.whole[:3], good, '{"undo": 1}'), TAKEN)
    yield kind("chair", "5,000 times", lambda ground: text(*ground.lines[:2], *[good] * 5_000), TAKEN)
    yield kind("chair", "for everybody a class", _every_class, TAKEN)


def _every_class(ground: Ground) -> str:
    """In the middle of a deal everybody becomes a player from outside."""
    player = "goosetable_trap:Player"
    return text(
        *ground.lines, *(json.dumps({"chair": seat, "name": f"Ann {seat}", "player": player}) for seat in range(ground.seats))
    )
