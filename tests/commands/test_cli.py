"""The command line as a whole: what opens the window, what ends how, and that nothing ever ends in a traceback."""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pygame
import pytest

from goosetable import __version__, cli
from goosetable.engine.record import seed

Call = Callable[..., tuple[int, str, str]]
Opened = list[tuple[Path | None, Path | None, bool]]


def process(*argv: object, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own."""
    words = [sys.executable, "-m", "goosetable", *map(str, argv)]
    return subprocess.run(words, capture_output=True, env=os.environ | more, timeout=60, check=False)


def python(text: str) -> str:
    """What a piece of Python prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=60, check=True).stdout.decode().strip()


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
                "check, trace, suggest, review, statistics, simulate, lesson and bench",
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
    monkeypatch.setattr(cli, "_command", interrupted)
    assert call() == (130, "", "")
    assert call("check", "x") == (130, "", "")


def test_a_mistake_of_the_program_is_a_sentence_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*what: object) -> int:
        raise TypeError("such\na thing")

    monkeypatch.setattr(cli, "_command", mistaken)
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
    assert seed.commitment(seed.read("7Q4K-M2XD-9TBR")) == commitment
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
            done = subprocess.run(["sh", "-c", words], capture_output=True, timeout=60, check=False)
            assert done.stdout.count(b"\n") == 1
            assert done.stderr == b""

    @pytest.mark.skipif(os.name != "posix", reason="pipes as these systems have them")
    def test_what_was_wrong_before_the_reader_went_is_not_forgotten(self, tmp_path: Path, goose: Path) -> None:
        read, write = os.pipe()
        os.close(read)
        words = [sys.executable, "-m", "goosetable", "check", str(tmp_path / "none.goose"), str(goose)]
        done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(write)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
    def test_an_output_that_is_full(self, goose: Path) -> None:
        with Path("/dev/full").open("wb") as full:
            words = [sys.executable, "-m", "goosetable", "trace", str(goose)]
            done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
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
                said = running.communicate(timeout=60)
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
