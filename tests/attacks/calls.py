"""Hostile command lines: commands, flags, values and names of files put together by chance; and streams closed or full."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from goosetable.cli import COMMANDS
from tests.attacks import rooms
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome
from tests.attacks.ground import STARTED, Ground, text
from tests.attacks.judging import Said, Watch, call, complaints
from tests.attacks.rooms import PATIENCE, tour

CONTROL: Final = "a\x1b]0;b\x07c.goose"
BIDI: Final = "a\u202eesoog.goose"
LINE: Final = "a\nb: it is all right.goose"
BYTES: Final = "a\udcff\udc80.goose"
LONG: Final = "a" * 240 + ".goose"
THERE: Final = (
    "good.goose", CONTROL, BIDI, LINE, BYTES, LONG, "-good.goose", "good", "{0} %s.goose", "'\"$(x)`.goose", "é🦢.goose",
)  # fmt: skip
"""Good records of these names are there."""
WRONG: Final = ("bad.goose", f"bad {CONTROL}", f"bad {LINE}", f"bad {BYTES}", "empty.goose")
"""And wrong ones of these."""
OUTSIDE: Final = ("/", "../" * 900 + "x.goose")
"""No folders for `--portable`, which would write at the root of the file system."""
NAMES: Final = (
    *THERE, *THERE, *WRONG, *WRONG, "folder", "locked.goose", "circle.goose", "none.goose", f"none {CONTROL}", f"none {BIDI}",
    f"none {BYTES}", f"none {LONG}", "", " ", ".", "..", "-", "--", "\0", "a\0b.goose", "x" * 5_000, "x" * 70_000,
    *OUTSIDE, "~nosuchuser/x", "~/x", "~", "/dev/null", "pipe.goose", "file:///x", "good.goose/x",
    "none/none.goose", "NUL", "\\\\?\\x", "good.goose\n", " good.goose", "\u200b", "\ufeff", "\u2028",
)  # fmt: skip
NUMBERS: Final = (
    "1", "2", "0", "-1", "", " ", "1e9", "９", "٣", "1_0", "0x3", "+1", "1.0", "nan", "inf", "99999999999999999999",
    "9" * 9_000, "true", "null", "x", "\x1b[2J", "\u202e1", "--", "-", "²", "1\n",
)  # fmt: skip
PLAYERS: Final = (
    "random", "greedy", "random", "human", "", ":", "nosuch:Class", "x:", ":x", "os:system", "superb", "random+bold",
    "random+x", "random@", "random@0", "random@1e9", "greedy@9%", "greedy@-1%", "\x1b[2J", "a\nb:C", "\u202e:x", "x" * 9_000,
    "RANDOM", "random ", ",", "random,,random", "../x:Y", "/x/y:Z", "..:x", "sys:exit",
)  # fmt: skip
OPTIONS: Final = (
    "players=4", "target=50", "", "=", "x", "x=", "=x", "players=", "players=99", "players=4.0", "players=true", "players=null",
    "players=[4]", "decks={}", "x=1", "target=-1", "target=" + "9" * 6_000, "players=\x1b[2J", "\u202e=1", "a\nb=1",
    "players=4=4", "players =4", "target=NaN", "target=" + "[" * 9_000, "players=\udcff",
)  # fmt: skip
CODES: Final = (
    "7Q4K-M2XD-9TBR", "", "-", "7Q4K", "７Q4KM2XD9TBR", "7Q4K-M2XD-9TBU", "\x1b[2J7Q4KM2XD9", "\u202e", "a\nb", "x" * 9_000,
    "\udcff",
)  # fmt: skip
GAMES: Final = (
    "goose", "throps", "gooseberry-fool", "fools-gold", "whist", "", "GOOSE", "-", "goose\0", "\x1b[2J", "\u202egoose", "a\nb",
    "../goose", "x" * 9_000, "good.goose",
)  # fmt: skip
STRANGE: Final = (
    "--nosuch", "-x", "-", "--", "---", "--nosuch=1", "--\x1b[2J", "--\u202ex", "-\n", "--" + "x" * 9_000, "--\udcff",
    "--help=1", "--portabl", "-h1", "@good.goose", "--=", "--level", "--seed", "--out", "--view", "extra", "\0",
)  # fmt: skip
VALUES: Final = {
    "--view": NUMBERS, "--level": PLAYERS, "--seed": (*NUMBERS, "é", "goose"), "--iterations": NUMBERS, "--games": NUMBERS,
    "--seats": PLAYERS, "--option": OPTIONS, "--code": CODES, "--max-deals": NUMBERS, "--patience": NUMBERS,
    "--effort": NUMBERS, "--out": NAMES, "--portable": tuple(name for name in NAMES if name not in OUTSIDE),
    "--jobs": ("1", *(number for number in NUMBERS if number != "2")),
}  # fmt: skip
FLAGS: Final = {
    "check": (), "trace": ("--view",), "suggest": ("--level", "--seed", "--iterations"),
    "review": ("--level", "--seats", "--seed", "--iterations"),
    "": ("--portable", "--portable"),
    "simulate": ("--games", "--seats", "--option", "--code", "--seed", "--jobs", "--max-deals", "--patience", "--effort",
    "--out"),
}  # fmt: skip
BARE: Final = {"simulate": ("--rotate", "--inside"), "": ("--selftest", "--version")}


SECONDS: Final = 5.0
"""Processor time of a call; the longest that are right play a deal between computer players."""
BATCH: Final = 20
"""Calls that are made in one process, one after the other."""
REAL_EVERY: Final = 60
"""Of so many calls one is also made in a process of its own."""

AROUND: Final = (
    *["plain"] * 8, "no input", "closed input", "no output", "closed output", "full output", "ASCII output",
    "no current folder", "input that is no text", "no errors",
)  # fmt: skip
NOT_SEEN: Final = ("no output", "closed output", "full output", "no errors")
"""Where what is said cannot be read."""


class Call(NamedTuple):
    """A command line, and what is odd around it."""

    argv: tuple[str, ...]
    around: str

    def __str__(self) -> str:
        words = [ascii(word if len(word) < 60 else f"{word[:20]}...{len(word)} letters") for word in self.argv]
        return f"{' '.join(words)} ({self.around})"


def calls(times: int, seed: str) -> list[Call]:
    """So many calls."""
    chance = Random(f"calls {seed}")
    return [_call(chance) for _ in range(times)]


def _call(chance: Random) -> Call:
    command = chance.choice(("check", "check", "trace", "suggest", "simulate", "simulate", "", "", "other"))
    around = chance.choice(AROUND)
    if command == "other":
        words = [chance.choice((*COMMANDS, *NAMES, *STRANGE)) for _ in range(chance.randint(0, 3))]
        return Call((chance.choice((*STRANGE, *NAMES, "chek", "CHECK", "--check")), *words), around)
    words = []
    if command == "simulate":
        words.append(chance.choice(GAMES))
    else:
        words += chance.choices(NAMES, k=chance.choice((0, 1, 1, 1, 1, 2, 3)))
    for flag in chance.sample(FLAGS[command], k=min(len(FLAGS[command]), chance.choice((0, 1, 1, 2, 3)))):
        value = chance.choice(VALUES[flag])
        words += [f"{flag}={value}"] if chance.random() < 0.3 else [flag, value]
    words += chance.choices(BARE.get(command, ("--help",)), k=chance.choice((0, 0, 0, 1)))
    if chance.random() < 0.2:
        words.insert(chance.randint(0, len(words)), chance.choice(STRANGE))
    return Call(tuple(_bounded(command, words, chance)), around)


def _bounded(command: str, words: list[str], chance: Random) -> list[str]:
    """The call, so that it does not play for hours where it happens to be right."""
    match command:
        case "simulate":
            more = ["--games=1", "--max-deals=1"]
            more += ["--patience=3"] if not any(word.startswith("--patience") for word in words) else []
            return [command, *words, *(more if chance.random() < 0.9 or words[0] in GAMES[:4] else [])]
        case "suggest":
            return [command, *words, *([] if any(word.startswith("--level") for word in words) else ["--level=random"])]
        case "":
            return words
        case _:
            return [command, *words]


def warm() -> None:
    """Everything that the commands load is loaded."""
    with tempfile.TemporaryDirectory() as scrap:
        folder = _laid(Path(scrap))
        for argv in (
            ["check", "good.goose"],
            ["trace", "good.goose"],
            ["suggest", "good.goose", "--level=random"],
            ["good.goose"],
        ):
            _made(Call(tuple(argv), "plain"), folder)
        _made(Call(("simulate", "goose", "--games=1", "--max-deals=1", "--option=players=3"), "plain"), folder)
    os.chdir("/")


def steps(attempt: str, seed: str, box: Path) -> Iterator[tuple[str, list[str]]]:
    """Makes a batch of calls; the attempt is `how many:which batch`."""
    times, number = map(int, attempt.split(":"))
    folder = _laid(box)
    watch = Watch(box / "here", box / "home", Path(tempfile.gettempdir()))
    for one in calls(times, seed)[number * BATCH : (number + 1) * BATCH]:
        said = _made(one, folder)
        yield str(one), [*judged(one, said), *(note for note in watch.take() if "imported" not in note and "Popen" not in note)]


def judged(one: Call, said: Said) -> Iterator[str]:
    """What is wrong with how a call ended."""
    command = one.argv[0] if one.argv else ""
    files = max(1, len(one.argv) - 1) if command == "check" else 12 if command == "simulate" and said.code == 1 else 1
    for complaint in complaints(said, files):
        reported = command == "simulate" and any(word.startswith("--out") for word in one.argv)
        if complaint.startswith("something was said") and (reported or one.around == "no output"):
            continue  # the table of figures, where the records go to standard output; help, where there is none
        if one.around in NOT_SEEN and " sentences stand" in complaint:
            continue
        yield complaint


def _laid(box: Path) -> Path:
    """A folder with good records, wrong ones and what is no record at all."""
    folder = box / "here"
    for place in (folder, box / "home"):
        place.mkdir()
    good = text(*Ground("calls", box).lines)
    for name in THERE:
        (folder / name).write_text(good, encoding="utf-8")
    for name in WRONG:
        (folder / name).write_text(
            "" if name == "empty.goose" else good.replace(STARTED, "\x1b[2J").replace('"deal"', '"\u202edeal"'),
            encoding="utf-8",
        )
    (folder / "folder").mkdir()
    (folder / "locked.goose").write_text(good, encoding="utf-8")
    (folder / "locked.goose").chmod(0)
    (folder / "circle.goose").symlink_to("circle.goose")
    os.mkfifo(folder / "pipe.goose")
    return folder


def _made(one: Call, folder: Path) -> Said:
    """Makes a call in this process, with what is odd around it."""
    from goosetable import cli
    from goosetable.app import selftest

    os.chdir(folder)
    given = b"\xff\x00" if one.around == "input that is no text" else (folder / "good.goose").read_bytes()
    home = str(folder.parent / "home")
    env = {"HOME": home, "XDG_DATA_HOME": home}

    def turn(loop: Any, *_: object, **__: object) -> None:
        loop.step(0.1)

    def main_within(argv: Sequence[str]) -> int:
        with _around(one.around, folder):
            return cli.main(argv)

    with (
        patch("goosetable.app.loop.run_until_closed", turn),
        patch.object(selftest, "run", lambda _: 0),
        patch.dict(os.environ, env),
    ):
        try:
            return call(one.argv, given, main_within)
        finally:
            os.chdir(folder)


def _around(around: str, folder: Path) -> ExitStack:
    """What is odd, for as long as the call lasts."""
    stack = ExitStack()
    match around:
        case "no input":
            stack.enter_context(patch.object(sys, "stdin", None))
        case "closed input":
            closed = io.TextIOWrapper(io.BytesIO())
            closed.close()
            stack.enter_context(patch.object(sys, "stdin", closed))
        case "no output":
            stack.enter_context(patch.object(sys, "stdout", None))
        case "no errors":
            stack.enter_context(patch.object(sys, "stderr", None))
        case "closed output":
            reading, writing = os.pipe()
            os.close(reading)
            stack.enter_context(patch.object(sys, "stdout", os.fdopen(writing, "w", encoding="utf-8")))
        case "full output" if Path("/dev/full").exists():
            stack.enter_context(patch.object(sys, "stdout", open("/dev/full", "w", encoding="utf-8")))  # noqa: PTH123, SIM115
        case "ASCII output":
            sys.stdout.reconfigure(encoding="ascii")  # type: ignore[union-attr]
        case "no current folder":
            gone = folder / "gone"
            with suppress(FileExistsError):
                gone.mkdir()
            os.chdir(gone)
            gone.rmdir()
        case _:
            pass
    return stack


def run(times: int, seed: str, real: bool = True, patience: float = PATIENCE) -> Outcome:
    """So many calls. real: whether some are made in processes of their own as well."""
    count = Count("calls", (EXCEPTIONS, HANGS))
    if rooms.NONE:
        count.skipped = rooms.NONE
        return count.outcome()
    made = calls(times, seed)
    for one in made:
        count.attempt(one.argv[0] if one.argv and one.argv[0] in COMMANDS else "the window")
    slowest = (0.0, "")
    done: dict[str, int] = {}
    batches = [f"{times}:{number}" for number in range((times + BATCH - 1) // BATCH)]
    for step in tour(__name__, batches, seed, patience):
        done[step.attempt] = done.get(step.attempt, 0) + 1
        told = step.step
        if step.step == "the last step":
            told = str(made[int(step.attempt.split(":")[1]) * BATCH + done[step.attempt] - 1])
        for complaint in step.complaints:
            count.fault(HANGS if "hangs" in complaint or "was ended by" in complaint else EXCEPTIONS, f"{told}: {complaint}")
        slowest = max(slowest, (step.seconds, told))
        if step.seconds > SECONDS:
            count.fault(HANGS, f"{told}: {step.seconds:.1f} s of processor time")
    count.figure(f"most processor time of a call: {slowest[0]:.2f} s ({slowest[1]})")
    if real:
        _processes(count, made[::REAL_EVERY], patience)
    return count.outcome()


def _processes(count: Count, made: Sequence[Call], patience: float) -> None:
    """Some calls in processes of their own, their streams closed or full by the shell."""
    streams = {
        "no input": "<&-", "closed input": "<&-", "no output": ">&-", "closed output": "| true", "full output": "> /dev/full",
        "no errors": "2>&-",
    }  # fmt: skip
    for one in made:
        if any("\0" in word or len(word) > 60_000 for word in one.argv) or "--selftest" in one.argv:
            continue
        count.attempt("real processes")
        with tempfile.TemporaryDirectory(prefix="goose-", ignore_cleanup_errors=True) as scrap:
            folder = _laid(Path(scrap))
            gone = 'mkdir gone; cd gone; rmdir "$PWD"; ' if one.around == "no current folder" else ""
            env = {
                **os.environ,
                "HOME": scrap,
                "XDG_DATA_HOME": scrap,
                "GOOSETABLE_FRAMES": "2",
                "SDL_VIDEODRIVER": "dummy",
                "SDL_AUDIODRIVER": "dummy",
            }
            command = [
                "bash", "-c", f'set -o pipefail; {gone}"$0" -m goosetable "$@" {streams.get(one.around, "")}', sys.executable,
                *one.argv,
            ]  # fmt: skip
            try:
                with (folder / "good.goose").open("rb") as given:
                    ran = subprocess.run(
                        command, cwd=folder, env=env, stdin=given, capture_output=True, timeout=patience, check=False
                    )
            except subprocess.TimeoutExpired:
                count.fault(HANGS, f"{one}: a real process did not come back in {patience:g} seconds")
                continue
            said = Said(ran.returncode, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"))
            for complaint in judged(one, said):
                count.fault(EXCEPTIONS, f"{one}: a real process: {complaint}")
