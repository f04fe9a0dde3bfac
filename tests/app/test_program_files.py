"""A copy of the program that is not whole says so in one sentence: at the self-test by sums, at a start by sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable import integrity
from goosetable.app import start
from goosetable.app.context import Context
from goosetable.integrity import LIST_END, PROGRAM_LIST, first_program_fault, program_checksums


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a program, a file with a blank in its name, a link, and their list."""
    (tmp_path / "_internal" / "art").mkdir(parents=True)
    (tmp_path / "goosetable").write_bytes(b"runs" * 1000)
    (tmp_path / "_internal" / "art" / "a goose é.svg").write_bytes(b"<svg/>")
    (tmp_path / "_internal" / "lib.so").symlink_to("art/a goose é.svg")
    (tmp_path / PROGRAM_LIST).write_text(program_checksums(tmp_path), encoding="utf-8")
    return tmp_path


def test_a_whole_copy_is_not_spoken_of(copy: Path) -> None:
    assert first_program_fault(copy) is None and first_program_fault(copy, compares_sums=True) is None
    assert program_checksums(copy) == (copy / PROGRAM_LIST).read_text(encoding="utf-8"), "the list does not name itself"
    assert program_checksums(copy).endswith("files: 3\n")


def test_without_a_list_nothing_is_said(tmp_path: Path) -> None:
    assert integrity.program_folder() is None, "a checkout is not frozen"
    for root in (tmp_path, None):
        assert first_program_fault(root) is None and first_program_fault(root, compares_sums=True) is None


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def turn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"!")


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(("harm", "said", "at_once"), [
    (Path.unlink, "goosetable is missing", True),
    (cut, "goosetable has 3999 bytes instead of 4000", True),
    (turn, "goosetable has another content than it had", False),
    (as_folder, "goosetable has ", True),
])  # fmt: skip
def test_a_file_that_is_missing_shortened_or_changed_is_named(
    copy: Path, harm: Callable[[Path], None], said: str, at_once: bool
) -> None:
    harm(copy / "goosetable")
    full = f"This copy of goosetable is not whole: {said}"
    found = first_program_fault(copy, compares_sums=True)
    assert found is not None and found.startswith(full) and found.endswith(". Download it again.")
    assert first_program_fault(copy) == (found if at_once else None)


@pytest.mark.parametrize("text", ["", "\x00", "abc\n", f"one line\n{LIST_END} 1\n", f"{LIST_END} 1\n"])
def test_a_list_that_is_damaged_itself_is_named(copy: Path, text: str) -> None:
    (copy / PROGRAM_LIST).write_text(text)
    assert (
        first_program_fault(copy) == f"This copy of goosetable is not whole: {PROGRAM_LIST} cannot be read. Download it again."
    )
    lines = program_checksums(copy).splitlines(keepends=True)
    (copy / PROGRAM_LIST).write_text("".join(lines[:2]), encoding="utf-8")
    assert "cannot be read" in str(first_program_fault(copy, compares_sums=True)), "a list that was cut short names too little"


def test_the_self_test_of_a_damaged_copy_fails_in_one_sentence(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    turn(copy / "_internal" / "art" / "a goose é.svg")
    monkeypatch.setattr(integrity, "program_folder", lambda: copy)
    assert start.run(None, copy, selftest=True) == 1
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and "a goose é.svg has another content than it had" in err


def test_a_start_of_a_damaged_copy_says_so_in_the_window(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy / "goosetable").unlink()
    monkeypatch.setattr(integrity, "program_folder", lambda: copy)
    monkeypatch.setenv(start.FRAMES, "3")
    said: list[str] = []
    monkeypatch.setattr(Context, "show_notice", lambda self, s: said.append(s))
    assert start.run(None, copy, selftest=False) == 0
    assert said == ["This copy of goosetable is not whole: goosetable is missing. Download it again."]
