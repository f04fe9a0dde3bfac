"""The command line as a whole: what opens the window, what ends how, and one sentence for whatever is wrong."""

from __future__ import annotations

import errno
import importlib.util
import io
import os
import platform
import re
import signal
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import __version__, cli
from goosetable.commands import console
from goosetable.commands.console import CommandError, open_for_reading
from goosetable.engine.record import seed
from goosetable.engine.words.clean import escape, escaped_file_name, quoted_file_name

Call = Callable[..., tuple[int, str, str]]
Opened = list[tuple[Path | None, Path | None, bool]]


def process(*argv: object, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own."""
    words = [sys.executable, "-m", "goosetable", *map(str, argv)]
    return subprocess.run(words, capture_output=True, env=os.environ | more, timeout=600, check=False)


def python(text: str) -> str:
    """What a piece of Python prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=600, check=True).stdout.decode().strip()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """How the window is opened, instead of opening it; the content of the file is read while it is there."""
    found: Opened = []

    def note(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str] = ()) -> int:
        assert file is None or file.read_bytes()
        found.append((file, portable, selftest))
        return 7

    monkeypatch.setattr(cli, "_open_table", note)
    return found


class TestWindow:
    """What opens the table."""

    def test_alone(self, call: Call, opened: Opened) -> None:
        assert call() == (7, "", "")
        assert opened == [(None, None, False)]

    def test_with_a_game(self, call: Call, opened: Opened, goose: Path) -> None:
        assert call(goose)[0] == 7
        assert opened == [(goose, None, False)]

    def test_with_a_game_from_standard_input(self, call: Call, opened: Opened, goose: Path) -> None:
        assert call("-", given=goose.read_bytes())[0] == 7
        (file, _, _) = opened[0]
        assert file is not None
        assert file.suffix == ".goose"
        assert not file.exists()

    def test_with_players_that_may_be_run(self, call: Call, monkeypatch: pytest.MonkeyPatch, goose: Path) -> None:
        allowed: list[tuple[str, ...]] = []

        def note(file: Path | None, portable: Path | None, selftest: bool, allow: tuple[str, ...]) -> int:
            allowed.append(allow)
            return 7

        monkeypatch.setattr(cli, "_open_table", note)
        assert call(goose, "--allow", "gander:Gander", "--allow", "a.b:C")[0] == 7
        assert call()[0] == 7
        assert allowed == [("gander:Gander", "a.b:C"), ()]

    def test_with_a_folder_and_a_selftest(self, call: Call, opened: Opened, tmp_path: Path) -> None:
        assert call("--portable", tmp_path / "new", "--selftest")[0] == 7
        assert call(f"--portable={tmp_path}")[0] == 7
        assert opened == [(None, tmp_path / "new", True), (None, tmp_path, False)]

    @pytest.mark.parametrize(
        ("argv", "sentence"),
        [
            (
                ["chek"],
                "'chek' is neither a file nor a command; the commands are "
                "check, trace, suggest, review, statistics and simulate",
            ),
            (["Check", "x.goose"], "'Check' is neither a file nor a command"),
            (["none.goose"], "there is no file 'none.goose'"),
            (["--allow", "gander"], "argument --allow: 'gander' is not module:Class"),
            (["--allow", "antigravity:x"], "argument --allow: the module 'antigravity' belongs to Python and has no players"),
            (["."], "'.' is a folder, not a file"),
            (["\0"], "no file can be called '\\x00'"),
            (["--portabl", "x"], "unrecognized arguments: --portabl"),
            (["--self"], "unrecognized arguments: --self"),
            (["--portable"], "argument --portable: expected one argument"),
            (["--portable", __file__], "is not a folder"),
            ([__file__, __file__], "unrecognized arguments: "),
            (["--selftest", "check", "x.goose"], "the command 'check' must come first"),
            ([""], ""),
        ],
    )
    def test_is_not_opened_by_a_wrong_call(self, call: Call, opened: Opened, argv: Sequence[str], sentence: str) -> None:
        exit_code, out, err = call(*argv)
        assert (exit_code, out) == (2, "")
        assert sentence in err
        assert err.startswith("goosetable: ")
        assert err.count("\n") == 1
        assert not opened

    def test_version_and_help(self, call: Call, opened: Opened) -> None:
        exit_code, out, err = call("--version")
        first, second = out.splitlines()
        assert (exit_code, first, err) == (0, f"goosetable {__version__} (rules and players in Python)", "")
        assert second.startswith(f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL 2.")
        assert ("no AccessKit" in second) == (importlib.util.find_spec("accesskit") is None)
        exit_code, out, _ = call("--help")
        assert exit_code == 0
        assert all(f"  {name}" in out for name in cli.COMMANDS)
        assert not opened

    def test_nothing_else_is_imported_for_it(self) -> None:
        said = python(
            "import sys, types\n"
            "start = types.ModuleType('goosetable.app.start'); start.run = lambda *what: 0\n"
            "sys.modules['goosetable.app.start'] = start\n"
            "before = set(sys.modules)\n"
            "from goosetable.cli import main\n"
            "assert main([]) == 0\n"
            "new = set(sys.modules) - before - {'goosetable.app'}\n"
            "print([name for name in new if name == 'argparse' or name.startswith('goosetable.commands')])"
        )
        assert said == "[]"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_helps(call: Call, name: str) -> None:
    exit_code, out, err = call(name, "--help")
    assert (exit_code, err) == (0, "")
    assert out.startswith(f"usage: goosetable {name} ")


@pytest.mark.parametrize("name", ["check", "trace", "suggest", "review", "simulate"])
@pytest.mark.parametrize("argv", [[], ["--nonsense"], ["x.goose", "--nonsense"], ["/"], ["\0"], ["\udcff.goose"]])
def test_a_wrong_call_is_a_sentence(call: Call, name: str, argv: Sequence[str]) -> None:
    exit_code, out, err = call(name, *argv)
    assert (exit_code, out) == (2, "")
    assert err.startswith(f"goosetable {name}: ")
    assert err.count("\n") == 1
    assert "mistake" not in err


@pytest.mark.parametrize("name", ["check", "trace", "suggest", "review"])
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="there is always permission here")
def test_a_file_without_permission(call: Call, goose: Path, name: str) -> None:
    goose.chmod(0)
    assert call(name, goose) == (2, "", f"goosetable {name}: there is no permission to use {str(goose)!r}\n")


def test_standard_input_is_read_once(call: Call) -> None:
    assert call("check", "-", "-") == (2, "", "goosetable check: standard input can be read only once\n")


def test_what_is_missing_is_said(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "goosetable.app.start", None)
    exit_code, out, err = call()
    assert (exit_code, out) == (1, "")
    assert err.startswith("goosetable: a part of the program is missing: ")
    assert err.count("\n") == 1


def test_ctrl_c_is_quiet(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*what: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_open_table", interrupted)
    monkeypatch.setattr(cli, "_run_command", interrupted)
    assert call() == (130, "", "")
    assert call("check", "x") == (130, "", "")


def test_a_mistake_of_the_program_is_a_sentence_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*what: object) -> int:
        raise TypeError("such\na thing")

    monkeypatch.setattr(cli, "_run_command", mistaken)
    exit_code, _, err = call("check", "x")
    assert exit_code == 1
    assert err.count("\n") == 1
    assert "TypeError: such; " in err


def test_commands_need_no_window(goose: Path) -> None:
    said = python(
        "import sys\n"
        "from goosetable.cli import main\n"
        f"assert main(['check', {str(goose)!r}]) == 0\n"
        f"assert main(['trace', {str(goose)!r}]) == 0\n"
        f"assert main(['suggest', {str(goose)!r}]) == 1\n"
        "assert main(['simulate', 'gooseberry-fool', '--games', '1', '--seed', '1']) == 0\n"
        "print([name for name in sys.modules if name.startswith(('pygame', 'goosetable.app'))])"
    )
    assert said.endswith("\n[]")


def test_the_commitment_can_be_checked_by_anyone(call: Call) -> None:
    commitment = "bfa4dbe69cfd12595dc193e6d3d7a258edc11caa4e80184e74e655c20088d9a7"
    assert seed.commitment_to_code(seed.parse_code("7Q4K-M2XD-9TBR")) == commitment
    _, out, _ = call("simulate", "gooseberry-fool", "--code", "7q4k m2xd 9tbr".replace(" ", "-"), "--out", "-")
    assert '"code": "7Q4K-M2XD-9TBR"' in out.splitlines()[0]


class TestProcess:
    """What only a process of its own can show."""

    def test_check_and_trace(self, goose: Path) -> None:
        assert process("check", goose).returncode == 0
        done = process("trace", goose)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b'{"line": 3, "seat": ')

    def test_a_wrong_record(self, tmp_path: Path) -> None:
        (tmp_path / "x.goose").write_bytes(b"\xff\n")
        done = process("check", tmp_path / "x.goose")
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == f"{tmp_path / 'x.goose'}:1: the line is not UTF-8 text{os.linesep}"

    def test_names_on_an_output_that_cannot_show_them(self, tmp_path: Path, make_record: Callable[..., str]) -> None:
        path = tmp_path / "names.goose"
        path.write_text(make_record(1, names=("Zoë", "鵝", "\U0001f9a2")), encoding="utf-8")
        for encoding in ("ascii", "utf-8:strict", "latin-1"):
            done = process("check", path, PYTHONIOENCODING=encoding)
            assert (done.returncode, done.stderr) == (0, b""), encoding

    @pytest.mark.skipif(os.name != "posix", reason="a shell with pipes")
    def test_a_reader_that_wants_no_more_is_no_error(self, tmp_path: Path, good: list[str]) -> None:
        path = tmp_path / "long.goose"
        path.write_text("\n".join([*good * 30, ""]))
        for command in ("trace", "check"):
            words = f"{sys.executable} -m goosetable {command} {path} | head -n 1"
            done = subprocess.run(["sh", "-c", words], capture_output=True, timeout=600, check=False)
            assert done.stdout.count(b"\n") == 1
            assert done.stderr == b""

    @pytest.mark.skipif(os.name != "posix", reason="pipes as these systems have them")
    def test_what_was_wrong_before_the_reader_went_is_not_forgotten(self, tmp_path: Path, goose: Path) -> None:
        read, write = os.pipe()
        os.close(read)
        words = [sys.executable, "-m", "goosetable", "check", str(tmp_path / "none.goose"), str(goose)]
        done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, timeout=600, check=False)
        os.close(write)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
    def test_an_output_that_is_full(self, goose: Path) -> None:
        with Path("/dev/full").open("wb") as full:
            words = [sys.executable, "-m", "goosetable", "trace", str(goose)]
            done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=600, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(b"goosetable trace: the output cannot be written: ")
        assert done.stderr.count(b"\n") == 1

    @pytest.mark.skipif(os.name != "posix", reason="signals")
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c_leaves_no_process_and_what_has_been_played_counts(self, jobs: str, tmp_path: Path) -> None:
        out = tmp_path / "out.goose"
        words = ["simulate", "gooseberry-fool", "--games", "100000", "--jobs", jobs, "--out", str(out)]
        with subprocess.Popen(
            [sys.executable, "-m", "goosetable", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as running:
            until = time.monotonic() + 30
            while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
                time.sleep(0.02)
            os.killpg(running.pid, signal.SIGINT)
            try:
                said = running.communicate(timeout=600)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(running.pid, signal.SIGKILL)  # where the interrupt is not heard, nobody may wait for ever
            assert (running.returncode, said[1]) == (130, b"")
        checked = process("check", out)
        assert checked.returncode == 0
        told = re.fullmatch(
            rb"Gooseberry Fool: (\d+) games?, .*\nInterrupted after (\d+) of 100000 games\.\n", said[0], re.DOTALL
        )
        assert told and told[1] == told[2] and b"\nrandom 3 " in said[0]
        assert int(told[1]) <= checked.stdout.count(b", finished: ") <= int(told[1]) + 1


POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such files and streams")
READING = (["check"], ["trace"], ["suggest", "--level", "random"])


def sentence(done: tuple[int, str, str], code: int, begins: str) -> str:
    """What was said, which must be one sentence with this exit code."""
    assert (done[0], done[1]) == (code, "")
    assert done[2].startswith(begins) and done[2].count("\n") == 1
    assert "mistake" not in done[2] and "Traceback" not in done[2]
    return done[2]


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
    monkeypatch.setattr("goosetable.commands.console.open_file", lambda path: Failing("\n".join([*good, ""]).encode() * 9))
    code, _, err = call(*command, "x.goose")
    assert (code, err) == (2, f"goosetable {command[0]}: 'x.goose' cannot be used: Input/output error\n")


def test_a_record_that_is_cut_off_while_it_is_read(good: list[str], tmp_path: Path) -> None:
    path = tmp_path / "x.goose"
    path.write_bytes("\n".join([*good, ""]).encode() * 2000)
    with open_for_reading(str(path)) as stream:
        assert stream.readline()
        path.write_bytes(b"")
        assert len(stream.read()) < 2000 * len(good[0])  # no more than is read at once, which is 128 KiB from Python 3.14 on


@POSIX
def test_an_input_that_does_not_wait_is_waited_for(good: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out, into = os.pipe()
    os.set_blocking(out, False)
    child = f"import os, time; time.sleep(0.2); os.write({into}, b'a line\\n')"
    with subprocess.Popen([sys.executable, "-c", child], pass_fds=[into]):
        os.close(into)
        with os.fdopen(out, "r") as given:
            monkeypatch.setattr(sys, "stdin", given)
            with open_for_reading("-") as stream:
                assert (stream.readline(), stream.readline()) == (b"a line\n", b"")


UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def test_every_letter_that_could_break_a_line_is_escaped() -> None:
    letters = [chr(number) for number in (*range(0x10000), *range(0xE0000, 0xE0200))]
    unseen = {letter for letter in letters if unicodedata.category(letter) in UNSEEN}
    assert not [letter for letter in unseen if letter.isprintable()]
    for letter in "\0\n\x1b\x7f\x85\xad\u061c\u200b\u202e\u2028\u2066\ud800\ue000\uffff\U000e0001":
        assert letter in unseen
        assert escape(letter).isascii() and escape(letter).startswith("\\")


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
        assert (
            out.startswith(f"ok {escaped_file_name(name)}, game 1: ") and out.isprintable() is False and out[:-1].isprintable()
        )
        Path(name).write_text(text + "{}\n")
    for command in READING:
        code, _, err = call(*command, name)
        assert code == (1 if there else 2)
        assert err.startswith(escaped_file_name(name) if there else f"goosetable {command[0]}: ")
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
    assert escaped_file_name("plain.goose") == "plain.goose"
    assert quoted_file_name("it's") == '"it\'s"'
    long = "first" + "x" * 5000 + "last.goose"
    assert (
        escaped_file_name(long).startswith("first")
        and escaped_file_name(long).endswith("last.goose")
        and len(escaped_file_name(long)) < 200
    )


@pytest.mark.parametrize("argv", [["\x1b[2J", "--x\n"], ["check", "--\x1b[2J"], ["simulate", "\udcff"], ["suggest", "\n"]])
def test_words_of_a_call_are_escaped(call: Call, argv: list[str]) -> None:
    assert sentence(call(*argv), 2, "goosetable")[:-1].isprintable()


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
    done = subprocess.run([sys.executable, "-c", go, *argv], capture_output=True, timeout=600, check=False)
    assert done.returncode == 2
    assert b"the current folder is gone" in done.stderr and done.stderr.count(b"\n") == 1


SIMULATE = ["simulate", "gooseberry-fool", "--games", "1"]
FULL = ": the output cannot be written: "


@pytest.mark.one_in(6)
@POSIX
@pytest.mark.parametrize(
    ("redirect", "argv", "code", "said"),
    [
        ("<&-", ["check", "-"], 2, "goosetable check: there is no standard input"), (">&-", ["check", "{good}"], 0, ""),
        (">&-", ["suggest", "{begun}", "--level", "random"], 0, ""), (">&-", ["--help"], 0, ""),
        (">&-", [*SIMULATE, "--out", "-"], 2, "goosetable simulate: there is no standard output"),
        ("2>&-", ["check", "{bad}"], 1, ""), ("2>&-", ["nope"], 2, ""), ("<&- >&- 2>&-", ["check", "-"], 2, ""),
        ("<&- >&- 2>&-", SIMULATE, 0, ""), (">/dev/full", ["check", "{good}"], 2, FULL),
        (">/dev/full", ["trace", "{good}"], 2, FULL), (">/dev/full", ["check", "--help"], 2, FULL),
        ("2>/dev/full", ["check", "{bad}"], 1, ""), (">/dev/full 2>/dev/full", ["trace", "{good}"], 2, ""),
    ],
)  # fmt: skip
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
    done = subprocess.run(shell, env=env, capture_output=True, stdin=subprocess.DEVNULL, timeout=600, check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.count(b"\n") == bool(said)
    assert said in done.stderr.decode()


def test_nothing_is_said_where_there_is_nobody_to_hear(call: Call, goose: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdout", None)
    console.print_error("x")
    console.print_line("x")
    console.flush_output()


@contextmanager
def interrupted(*what: object) -> Iterator[None]:
    raise KeyboardInterrupt
    yield


@pytest.mark.parametrize("command", READING, ids=lambda words: str(words[0]))
def test_ctrl_c_while_a_record_is_read_is_quiet(
    call: Call, goose: Path, command: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goosetable.commands.console.open_for_reading", interrupted)
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
        "cli._run_command, cli._flush_ignoring_errors = work, again\n"
        "sys.argv[1:] = ['check', 'x']\n"
        "sys.exit(cli.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", go], capture_output=True, timeout=600, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_no_input_is_a_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CommandError, match="there is no standard input"), open_for_reading("-"):
        pass
