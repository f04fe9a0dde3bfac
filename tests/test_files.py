"""Files are opened with care: what is no ordinary file is refused at once, and too many bytes are not read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from goosetable import integrity


def test_an_ordinary_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one\ntwo")
    with integrity.open_file(path) as file:
        assert file.readline() == b"one\n"
    assert integrity.read_file(str(path), 7) == b"one\ntwo"


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # it takes no room on the disk, and would take a terabyte of memory
    with pytest.raises(integrity.TooLarge) as wrong:
        integrity.read_file(path, 8 << 20)
    assert wrong.value.strerror == "it is larger than 8 MB"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as wrong:
        integrity.open_file(tmp_path)
    assert wrong.value.strerror == "it is a folder"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes and devices")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to("/dev/zero")
    for path in (pipe, link, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(OSError, match="no ordinary file"):
            integrity.open_file(path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_that_takes_the_place_of_a_file_meanwhile_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    os.mkfifo(path)
    ordinary = Path(__file__).stat()
    monkeypatch.setattr(Path, "stat", lambda self, **_: ordinary)
    with pytest.raises(OSError, match="no ordinary file"):
        integrity.open_file(path)


def test_a_missing_file_and_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        integrity.read_file(tmp_path / "none", 10)
    with pytest.raises(ValueError, match="null"):
        integrity.open_file("a\0b")
