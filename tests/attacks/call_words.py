"""What hostile command lines are put together from: names of files, numbers, players, options, flags and their values."""

from __future__ import annotations

from typing import Final

CONTROL: Final = "a\x1b]0;b\x07c.goose"
BIDI: Final = "a\u202eesoog.goose"
LINE: Final = "a\nb: it is all right.goose"
BYTES: Final = "a\udcff\udc80.goose"
LONG: Final = "a" * 240 + ".goose"
THERE: Final = (
    "good.goose",
    CONTROL,
    BIDI,
    LINE,
    BYTES,
    LONG,
    "-good.goose",
    "good",
    "{0} %s.goose",
    "'\"$(x)`.goose",
    "é🦢.goose",
)
"""Good records of these names are there."""
WRONG: Final = ("bad.goose", f"bad {CONTROL}", f"bad {LINE}", f"bad {BYTES}", "empty.goose")
"""And wrong ones of these."""
NAMES: Final = (
    *THERE, *THERE, *WRONG, *WRONG, "folder", "locked.goose", "circle.goose", "none.goose", f"none {CONTROL}", f"none {BIDI}",
    f"none {BYTES}", f"none {LONG}",
    "", " ", ".", "..", "/", "-", "--", "\0", "a\0b.goose", "x" * 5_000, "x" * 70_000, "../" * 900 + "x.goose", "~nosuchuser/x",
    "~/x", "~", "/dev/null", "pipe.goose",
    "file:///x", "good.goose/x", "none/none.goose", "NUL", "\\\\?\\x", "good.goose\n", " good.goose", "\u200b", "\ufeff",
    "\u2028",
)  # fmt: skip
NUMBERS: Final = (
    "1", "2", "0", "-1", "", " ", "1e9", "９", "٣", "1_0",
    "0x3", "+1", "1.0", "nan", "inf", "99999999999999999999", "9" * 9_000,
    "true", "null", "x", "\x1b[2J", "\u202e1",
    "--", "-", "²", "1\n",
)  # fmt: skip
PLAYERS: Final = (
    "random", "greedy", "random", "human", "", ":", "nosuch:Class", "x:", ":x", "os:system", "superb", "random+bold",
    "random+x", "random@", "random@0", "random@1e9",
    "greedy@9%", "greedy@-1%", "\x1b[2J", "a\nb:C", "\u202e:x", "x" * 9_000, "RANDOM", "random ", ",", "random,,random",
    "../x:Y", "/x/y:Z", "..:x", "sys:exit",
)  # fmt: skip
OPTIONS: Final = (
    "players=4", "target=50", "", "=", "x", "x=", "=x", "players=", "players=99", "players=4.0", "players=true", "players=null",
    "players=[4]", "decks={}", "x=1", "target=-1",
    "target=" + "9" * 6_000, "players=\x1b[2J", "\u202e=1", "a\nb=1", "players=4=4", "players =4", "target=NaN",
    "target=" + "[" * 9_000, "players=\udcff",
)  # fmt: skip
CODES: Final = (
    "7Q4K-M2XD-9TBR",
    "",
    "-",
    "7Q4K",
    "７Q4KM2XD9TBR",
    "7Q4K-M2XD-9TBU",
    "\x1b[2J7Q4KM2XD9",
    "\u202e",
    "a\nb",
    "x" * 9_000,
    "\udcff",
)
GAMES: Final = (
    "goose", "throps", "gooseberry-fool", "fools-gold", "whist", "", "GOOSE", "-", "goose\0", "\x1b[2J", "\u202egoose", "a\nb",
    "../goose", "x" * 9_000, "good.goose",
)  # fmt: skip
STRANGE: Final = (
    "--nosuch", "-x", "-", "--", "---", "--nosuch=1", "--\x1b[2J", "--\u202ex", "-\n", "--" + "x" * 9_000, "--\udcff",
    "--help=1", "--portabl", "-h1", "@good.goose", "--=",
    "--level", "--seed", "--out", "--view", "extra", "\0",
)  # fmt: skip
VALUES: Final = {
    "--view": NUMBERS, "--level": PLAYERS, "--seed": (*NUMBERS, "é", "goose"), "--iterations": NUMBERS, "--games": NUMBERS,
    "--seats": PLAYERS, "--option": OPTIONS,
    "--code": CODES, "--max-deals": NUMBERS, "--patience": NUMBERS, "--effort": NUMBERS, "--measure": ("deals", "games",
    *STRANGE), "--gain": NUMBERS,
    "--levels": PLAYERS, "--out": NAMES, "--part": (*STRANGE, "x"), "--probe": ("x", "1", "x1", "1x", "-1x-1", "axb", "1x1x1",
    "9" * 900 + "x1"), "--portable": tuple(name for name in NAMES if name != "/"),
    "--jobs": ("1", *(number for number in NUMBERS if number != "2")),
}  # fmt: skip
FLAGS: Final = {
    "check": (), "trace": ("--view",), "suggest": ("--level", "--seed", "--iterations"),
    "review": ("--level", "--seats", "--seed", "--iterations"), "bench": ("--part", "--probe"),
    "": ("--portable", "--portable"),
    "simulate": ("--games", "--seats", "--option", "--code", "--seed", "--jobs", "--max-deals", "--patience", "--effort",
    "--measure", "--gain", "--levels", "--out"),
}  # fmt: skip
BARE: Final = {
    "simulate": ("--rotate", "--inside", "--until-significant", "--table"),
    "": ("--selftest", "--version"),
    "bench": ("--quick",),
}
