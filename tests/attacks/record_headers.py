"""Hostile headers and games: what no honest program writes, and what the rules of the game or of the record do not allow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from goosetable.engine.rules.options import options_of
from goosetable.games import find_game
from tests.attacks.ground import REFUSED, STARTED, TAKEN, Ground, Json, Kind, changed, kind, text
from tests.narrowing import of_kind

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
    "escape codes": "\x1b[2J\x1b]0;x\x07", "C1 controls": "\x9b2J\x85", "line separators": "A\u2028B\u2029C",
    "line feeds": "A\n" * 400, "delete": "A\x7f", "tabs": "\t" * 500, "emoji": "👩\u200d👩\u200d👧\u200d👦" * 40,
    "flags": "🇩🇪" * 200, "joiners": "\u200d" * 900, "a skin": "👋🏿" * 100, "no letters": "\u200b" * 900,
    "a noncharacter": "\uffff\ufffe", "private letters": "\ue000" * 100, "tags": "\U000e0041" * 100, "hangul": "\u1100" * 500,
    "arabic": "\ufdfa" * 200, "wide": "﷽" * 900, "signs of ours": "{~[0](1)~}" * 30, "braces": "{0.__class__}%s%n",
    "markup": "<b>&amp;\\u0041", "quotes": "\"'`\\" * 100, "1,000 letters": "x" * 1_000, "999 words": "x " * 499,
    "a path": "../../elsewhere/x", "zalgo": "".join(f"{letter}\u0300\u0489\u0336" for letter in "goosetable" * 25),
    "BOM": "\ufeffAnn", "case": "ﬃßŉİ" * 100,
}  # fmt: skip
TEXTS_WRONG: Final[dict[str, Json]] = {
    "60,000 letters": "x" * 60_000, "1,001 letters": "x" * MORE_THAN_A_NAME, "1,001 blanks": " " * MORE_THAN_A_NAME,
    "1,001 marks": "\u0301" * MORE_THAN_A_NAME, "half a pair": "A\ud83e", "the other half": "\udda2A",
    "a pair exchanged": "\udda2\ud83e",
    "null": None, "a number": 3, "true": True, "a list": ["Ann"], "an object": {"name": "Ann"},
}  # fmt: skip
PLAYERS: Final = (
    "antigravity:x", "os:system", "multiprocessing:Pool", "goosetable_trap:Player", "goosetable_trap:Player.within",
    "a.b.c:D.e.f", "goosetable.cli:main", "builtins:exec", "this:s", "subprocess:Popen", "tests.sandbox.bad_players:Hangs", ":",
    "x:", ":x", "x:y:z", "..:x", "/elsewhere/x:Player", "../goosetable_trap:Player", "goosetable_trap:",
    "goosetable_trap;antigravity:x", " goosetable_trap:Player", "goosetable_trap\0:Player", "GOOSETABLE_TRAP:Player",
    "__main__:x", "sys:exit", "pty:spawn", "no such level", "expert+nothing", "expert@-1", "expert@1e9%", "easy+bold+bold+bold",
    "Human", "human ", "human:human", "random" * 150,
)  # fmt: skip
"""`goosetable_trap` lies beside the record and in the current folder, and leaves a file where it was imported."""
CODES: Final[dict[str, Json]] = {
    "empty": "", "short": "7Q4K", "long": "7Q4K-M2XD-9TBR-7Q4K", "a U": "7Q4K-M2XD-9TBU", "fullwidth": "７Q4KM2XD9TBR",
    "60,000 hyphens": "-" * 60_000, "half a pair": "\ud8007Q4KM2XD9TB", "NUL": "7Q4K\0M2XD9TB", "a number": 743, "true": True,
    "a list": [], "bidi": "\u202e7Q4K-M2XD-9TBR", "a sharp s": "7Q4K-M2XD-9TBß", "a dotless i": "7Q4K-M2XD-9TBı",
}  # fmt: skip
OPTION_VALUES: Final[dict[str, Json]] = {
    "true": True, "false": False, "null": None, "huge": 10**40, "negative": -1, "a fraction": 100.0, "text": "100", "empty": "",
    "a list": [100],
    "an object": {}, "half a pair": "\ud800", "60,000 letters": "x" * 60_000, "bidi": BIDI, "a control character": "\x1b[2J",
}  # fmt: skip
GAMES: Final[dict[str, Json]] = {
    "unknown": "whist", "a path": "../games/goose", "a module": "goose:Goose", "a title": "Gooseberry Fool",
    "upper case": "GOOSE", "60,000 letters": "x" * 60_000, "NUL": "goose\0", "bidi": BIDI,
    "a control character": "\x1b]0;x\x07", "half a pair": "\ud800", "empty": "", "null": None, "a number": 3,
    "a list": ["goose"], "an object": {}, "a dunder": "__init__",
}  # fmt: skip
VERSIONS: Final[dict[str, Json]] = {
    "0": 0, "2": 2, "true": True, "1.0": 1.0, "text": "1", "null": None, "huge": 10**900, "negative": -1, "a list": [1],
    "60,000 letters": "x" * 60_000,
}  # fmt: skip
APPS: Final[dict[str, str]] = {
    "a later one": "99.0.0", "a later one of development": "99.0.dev3+x", "of development": "0.1.0.dev3+x",
    "before it": "0.0.1rc1", "with a v": "v0.2.0", "no numbers": "soon", "a dot": ".", "dots": "." * 60_000,
    "dots between": "0..2", "a dot at the end": "0.2.", "a minus": "-1.0", "an exponent": "1e9", "hexadecimal": "0x2",
    "zeros": "0." * 30_000 + "0", "five numbers": "1.2.3.4.5", "60,000 figures": "9" * 60_000, "7 figures": "9999999.0",
    "6 figures": "999999.999999.999999.999999", "leading zeros": "000.002.000", "fullwidth figures": "\uff10.\uff12.\uff10",
    "arabic figures": "\u0660.\u0662.\u0660", "a superscript": "0.\u00b2", "a blank": "0.2 .0",
    "a line feed at its end": "0.2.0\n", "NUL": "0.2.0\0", "a path": "../../0.2.0", "a plus": "0.2.0+" + "x" * 60_000,
    "a suffix of line feeds": "0.2.0.dev\n\n", "nines and a letter": "9" * 30_000 + "a",
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
    yield from _taken()
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
    for name, app in APPS.items():
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
    options = of_kind(dict, ground.head["options"])
    return _options(ground, {ground.chance.choice(sorted(options)): value})


def _options(ground: Ground, more: dict[str, Json]) -> str:
    options = of_kind(dict, ground.head["options"])
    return ground.headed({"options": {**options, **more}})


def _one_missing(ground: Ground, app: str | None = "0.1.0") -> str:
    """A house rule is missing that the game has had since the first version. A later one may be missing in older records."""
    options = of_kind(dict, ground.head["options"])
    late = {option.key for option in options_of(find_game(str(ground.head["game"])).Options) if option.since}
    gone = ground.chance.choice(sorted(options.keys() - late))
    left = {key: value for key, value in options.items() if key != gone}
    return ground.headed({"options": left, "app": app or ""}, without="" if app else "app")


def _seats() -> Iterator[Kind]:
    yield kind("seats", "unknown keys", lambda ground: ground.seated({"name": "A", "player": "easy", "x": "y" * 9_000}), TAKEN)
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


CHAIR: Final[dict[str, Json]] = {"chair": 1, "name": "Vesper", "player": "hard"}
CHAIRS_WRONG: Final[dict[str, Json]] = {
    "seat -1": {"chair": -1}, "seat 99": {"chair": 99}, "seat 2 to the 64": {"chair": 2**64}, "1.0": {"chair": 1.0},
    "text": {"chair": "1"}, "true": {"chair": True}, "null": {"chair": None}, "no name": {"name": None},
    "a name of 1,001": {"name": "x" * 1_001}, "a name of 60,000": {"name": "x" * 60_000},
    "a player of 1,001": {"player": "x" * 1_001}, "half a pair": {"name": "\ud800"},
    "half a pair in the player": {"player": "\udfff"}, "a list": {"name": ["Ann"]}, "a number": {"player": 3},
    "two kinds": {"undo": 1}, "of an act": {"do": "play AS"}, "of a header": {"goosetable": 1},
}  # fmt: skip
CHAIRS_RIGHT: Final[dict[str, Json]] = {
    "a class": {"player": "goosetable_trap:Player"}, "a class of ours": {"player": "antigravity:x"},
    "a person": {"player": "human"}, "nobody": {"name": "", "player": ""}, "bidi": {"name": "\u202eannA"},
    "control characters": {"name": "\x1b[2J\0\n"}, "1,000 letters": {"name": "x" * 1_000},
    "unknown level": {"player": "superb"}, "unknown keys": {"x": {"goosetable": 1}},
}  # fmt: skip


def _at(ground: Ground, key: str) -> int:
    """Where the first line of that kind is in the whole game."""
    return next(number for number, line in enumerate(ground.whole) if f'"{key}"' in line)


def _put_in(raw: str, key: str, after: int = 0) -> Callable[[Ground], str]:
    """The whole game with a line put in before, or some lines after, the first of that kind."""

    def make(ground: Ground) -> str:
        at = _at(ground, key) + after
        return text(*ground.whole[:at], raw, *ground.whole[at:])

    return make


def _taken() -> Iterator[Kind]:
    """Acts and ends with more than they need; `tests/commands/test_check.py` has the wrong acts, deals, scores and ends."""
    for name, aids in (("9,000 aids", ["hint"] * 6_000), ("aids of another kind", {"x": [1]})):
        yield kind("act", name, lambda ground, aids=aids: _more(ground, "do", {"aids": aids}), TAKEN)
    yield kind("end", "with more keys", lambda ground: _more(ground, "end", {"x": "y" * 9_000, "\x1b": 1}), TAKEN)
    yield kind("end", "another game after it", lambda ground: text(*ground.whole, *ground.lines), TAKEN)
    yield kind("undo", "of a whole deal", _put_in('{"undo": 1}', "score"), None)


def _more(ground: Ground, key: str, more: dict[str, Json]) -> str:
    """The whole game with more in its first line of that kind."""
    lines, at = list(ground.whole), _at(ground, key)
    line = json.loads(lines[at])
    lines[at] = json.dumps({key: line[key] | more} if key == "end" else line | more)
    return text(*lines)


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
