"""Whatever is wrong with a call, a file, a folder or the streams of the process: one sentence and an exit code."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from goosetable.commands import console
from goosetable.commands.console import CallError, reading
from goosetable.engine.words.clean import escaped, named, quoted

Call = Callable[..., tuple[int, str, str]]
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such files and streams")
READING = (["check"], ["trace"], ["suggest", "--level", "random"])


def sentence(done: tuple[int, str, str], code: int, begins: str) -> str:
    """What was said, which must be one sentence with this exit code."""
    assert (done[0], done[1]) == (code, "")
    assert done[2].startswith(begins) and done[2].count("\n") == 1
    assert "mistake" not in done[2] and "Traceback" not in done[2]
    return done[2]


# ---------------------------------------------------------------------- files


@POSIX
@pytest.mark.parametrize("command", READING, ids=lambda words: str(words[0]))
def test_what_is_no_ordinary_file_is_refused(call: Call, tmp_path: Path, command: Sequence[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        said = sentence(call(*command, path), 2, f"goosetable {command[0]}: ")
        assert said.endswith(f"{str(path)!r} is no ordinary file\n")
    assert sentence(call(*command, tmp_path), 2, f"goosetable {command[0]}: ").endswith(" is a folder, not a file\n")
    assert sentence(call(pipe), 2, "goosetable: ").endswith(" is no ordinary file\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that is there and cannot be read")
@pytest.mark.parametrize("command", READING, ids=lambda words: str(words[0]))
def test_a_file_that_cannot_be_read_after_all(call: Call, command: Sequence[str]) -> None:
    said = sentence(call(*command, "/proc/self/mem"), 2, f"goosetable {command[0]}: '/proc/self/mem' cannot be used: ")
    assert os.strerror(errno.EIO) in said


class Failing(io.BytesIO):
    """A disk that fails in the middle of a file."""

    def readinto1(self, room: Any) -> int:
        if self.tell():
            raise OSError(errno.EIO, "Input/output error")
        return super().readinto1(room)


@pytest.mark.parametrize("command", READING, ids=lambda words: str(words[0]))
def test_trouble_in_the_middle_of_a_file_is_no_trouble_with_the_output(
    call: Call, command: Sequence[str], good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goosetable.commands.console.opened", lambda path: Failing("\n".join([*good, ""]).encode() * 9))
    code, _, err = call(*command, "x.goose")
    assert (code, err) == (2, f"goosetable {command[0]}: 'x.goose' cannot be used: Input/output error\n")


def test_a_record_that_is_cut_off_while_it_is_read(good: list[str], tmp_path: Path) -> None:
    path = tmp_path / "x.goose"
    path.write_bytes("\n".join([*good, ""]).encode() * 400)
    with reading(str(path)) as stream:
        assert stream.readline()
        path.write_bytes(b"")
        assert len(stream.read()) < 400 * len(good[0])


@POSIX
def test_an_input_that_does_not_wait_is_waited_for(good: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out, into = os.pipe()
    os.set_blocking(out, False)
    child = f"import os, time; time.sleep(0.2); os.write({into}, b'a line\\n')"
    with subprocess.Popen([sys.executable, "-c", child], pass_fds=[into]):
        os.close(into)
        with os.fdopen(out, "r") as given:
            monkeypatch.setattr(sys, "stdin", given)
            with reading("-") as stream:
                assert (stream.readline(), stream.readline()) == (b"a line\n", b"")


# ---------------------------------------------------------------------- names


UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def test_every_letter_that_could_break_a_line_is_escaped() -> None:
    letters = [chr(number) for number in range(sys.maxunicode + 1)]
    unseen = {letter for letter in letters if unicodedata.category(letter) in UNSEEN}
    assert not [letter for letter in unseen if letter.isprintable()]
    for letter in "\0\n\x1b\x7f\x85\xad\u061c\u200b\u202e\u2028\u2066\ud800\ue000\uffff\U000e0001":
        assert letter in unseen
        assert escaped(letter).isascii() and escaped(letter).startswith("\\")


NAMES = ["a\nok fake", "\x1b[2J", "\u202egoose.x", "\u2066\u200b", "\udcff", "\x85\u2028\u2029", "n" * 250, "d/" * 1900 + "x"]


@POSIX
@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_names_of_files_are_escaped_and_shortened_wherever_they_are_said(
    call: Call, tmp_path: Path, good: list[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n".join([*good, ""])
    there = len(os.fsencode(name)) < 256
    if there:
        Path(name).write_text(text)
        code, out, err = call("check", name)
        assert (code, err, out.count("\n")) == (0, "", 1)
        assert out.startswith(f"ok {named(name)}, game 1: ") and out.isprintable() is False and out[:-1].isprintable()
        Path(name).write_text(text + "{}\n")
    for command in READING:
        code, _, err = call(*command, name)
        assert code == (1 if there else 2)
        assert err.startswith(named(name) if there else f"goosetable {command[0]}: ")
        assert err[:-1].isprintable() and len(err) < 420 and err.count("\n") == 1
    for argv in (
        ["simulate", "gooseberry-fool", "--out", f"{name}/none/x"],
        [f"{name}.none"],
        ["--portable", f"{name}\0"],
        ["--portable", f"x\0{name}"],
    ):
        err = call(*argv)[2]
        assert err.startswith("goosetable") and err[:-1].isprintable() and len(err) < 420 and err.count("\n") == 1


def test_a_name_is_kept_at_both_ends() -> None:
    assert named("plain.goose") == "plain.goose"
    assert quoted("it's") == '"it\'s"'
    long = "first" + "x" * 5000 + "last.goose"
    assert named(long).startswith("first") and named(long).endswith("last.goose") and len(named(long)) < 200


@pytest.mark.parametrize(
    "argv", [["\x1b[2J", "--x\n"], ["check", "--\x1b[2J"], ["simulate", "\udcff"], ["bench", "--part", "\n"]]
)
def test_words_of_a_call_are_escaped(call: Call, argv: list[str]) -> None:
    assert sentence(call(*argv), 2, "goosetable")[:-1].isprintable()


# ---------------------------------------------------------------------- folders


@POSIX
def test_a_home_that_is_unknown(call: Call) -> None:
    said = sentence(call("--portable", "~nosuchuser/x"), 2, "goosetable: ")
    assert said == "goosetable: there is no home folder for '~nosuchuser/x'\n"


@POSIX
@pytest.mark.parametrize("argv", [["--portable", "x"], ["simulate", "gooseberry-fool", "--games", "2", "--jobs", "2"]])
def test_a_current_folder_that_is_gone(tmp_path: Path, argv: list[str]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    go = f"import os, sys; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); from goosetable.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", go, *argv], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert b"the current folder is gone" in done.stderr and done.stderr.count(b"\n") == 1


# ---------------------------------------------------------------------- bench


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--nope"], "unrecognized arguments: --nope (see goosetable bench --help)"),
        (["--part", "x"], "argument --part: invalid choice: 'x'"),
        (["--probe", "nonsense"], "argument --probe: 'nonsense' is not a whole number"),
        (["--probe", "0x720"], "argument --probe: it must be from 1 to "),
        (["--probe", "1280x" + "9" * 5000], "argument --probe: it must be from 1 to "),
        (["extra"], "unrecognized arguments: extra"),
    ],
)
def test_bench_speaks_like_the_others(call: Call, argv: list[str], words: str) -> None:
    assert words in sentence(call("bench", *argv), 2, "goosetable bench: ")


# ---------------------------------------------------------------------- standard input, output and error


SIMULATE = ["simulate", "gooseberry-fool", "--games", "1"]
FULL = ": the output cannot be written: "


@POSIX
@pytest.mark.parametrize(
    ("redirect", "argv", "code", "said"),
    [
        ("<&-", ["check", "-"], 2, "goosetable check: there is no standard input"),
        (">&-", ["check", "{good}"], 0, ""),
        (">&-", ["suggest", "{begun}", "--level", "random"], 0, ""),
        (">&-", ["--help"], 0, ""),
        (">&-", [*SIMULATE, "--out", "-"], 2, "goosetable simulate: there is no standard output"),
        ("2>&-", ["check", "{bad}"], 1, ""),
        ("2>&-", ["nope"], 2, ""),
        ("<&- >&- 2>&-", ["check", "-"], 2, ""),
        ("<&- >&- 2>&-", SIMULATE, 0, ""),
        (">/dev/full", ["check", "{good}"], 2, FULL),
        (">/dev/full", ["trace", "{good}"], 2, FULL),
        (">/dev/full", ["check", "--help"], 2, FULL),
        ("2>/dev/full", ["check", "{bad}"], 1, ""),
        (">/dev/full 2>/dev/full", ["trace", "{good}"], 2, ""),
    ],
)
@pytest.mark.parametrize("buffered", ["", "1"])
def test_streams_may_be_closed_or_full(
    redirect: str, argv: list[str], code: int, said: str, buffered: str, good: list[str], tmp_path: Path
) -> None:
    if "full" in redirect and not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    if buffered and ">/dev/full" not in redirect:
        pytest.skip("what is not written is the same")
    texts = {"good": good, "bad": [*good, "{}"], "begun": good[:2]}
    for kind, lines in texts.items():
        (tmp_path / kind).write_text("\n".join([*lines, ""]))
    words = [word.format(**{kind: tmp_path / kind for kind in texts}) for word in argv]
    shell = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "goosetable", *words]
    env = os.environ | {"PYTHONUNBUFFERED": buffered}
    done = subprocess.run(shell, env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.count(b"\n") == bool(said)
    assert said in done.stderr.decode()


def test_nothing_is_said_where_there_is_nobody_to_hear(call: Call, goose: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdout", None)
    console.complain("x")
    console.say("x")
    console.settle()


@contextmanager
def interrupted(*what: object) -> Iterator[None]:
    raise KeyboardInterrupt
    yield


@pytest.mark.parametrize("command", READING, ids=lambda words: str(words[0]))
def test_ctrl_c_while_a_record_is_read_is_quiet(
    call: Call, goose: Path, command: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goosetable.commands.console.reading", interrupted)
    assert call(*command, goose) == (130, "", "")


@POSIX
def test_the_second_ctrl_c_is_as_quiet_as_the_first(goose: Path) -> None:
    go = (
        "import os, signal, sys\n"
        "from goosetable import cli\n"
        "def again(*what): os.kill(os.getpid(), signal.SIGINT)\n"
        "def work(*what):\n"
        "    try: again()\n"
        "    finally: again()\n"
        "cli._command, cli._settle = work, again\n"
        "sys.argv[1:] = ['check', 'x']\n"
        "sys.exit(cli.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", go], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_no_input_is_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CallError, match="there is no standard input"), reading("-"):
        pass
