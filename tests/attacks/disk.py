"""The file operations of this process under one folder: counted, and refused, torn or ended as a rule says."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

CHANGING = ("create", "open to write", "write", "truncate", "rename", "unlink", "mkdir", "rmdir", "link")
"""Operations that need a place that can be written."""


class Operation(NamedTuple):
    """One file operation."""

    number: int
    """Counted from 1, over all operations under the folder."""
    kind: str
    """One of CHANGING, "read" (a file opened to be read) or "fsync"."""
    path: Path
    target: Path | None = None
    """Where a file is renamed to."""


class Rule:
    """Lets everything happen; a rule of an attack overrides what it needs."""

    def before(self, operation: Operation) -> None:
        """Comes before an operation; what it raises is raised in its place."""

    def after(self, operation: Operation) -> None:
        """Comes after an operation, whether or not it could be done."""

    def length(self, operation: Operation, wanted: int) -> int:
        """How many of the bytes are written."""
        return wanted


class _File(io.FileIO):
    """An open file under the folder."""

    disk: Disk
    at: Path

    def write(self, content: Any, /) -> int:
        return self.disk.write(self.at, super().write, content)

    def truncate(self, size: int | None = None, /) -> int:
        return int(self.disk.do("truncate", self.at, lambda: super(_File, self).truncate(size)))

    def close(self) -> None:
        if not self.closed:
            self.disk.forget(self)
        super().close()


class Disk:
    """Stands between this process and the files under a folder; `attached` puts it there."""

    def __init__(self, folder: Path, rule: Rule | None = None, windows: bool = False) -> None:
        """windows: a file that is open cannot be renamed, replaced or deleted, and a folder cannot be opened."""
        self.folder = folder.absolute()
        self.rule = rule or Rule()
        self.windows = windows
        self.operations: list[Operation] = []
        self.opened: dict[object, int] = {}
        """The open files under the folder, with their inodes; a file opened by number stands under that number."""
        self._paths: dict[int, Path] = {}
        self._real = {name: getattr(os, name) for name in _CALLS}
        self._builtin: Callable[..., Any] = io.open

    @contextmanager
    def attached(self) -> Iterator[Disk]:
        """While this lasts, every file operation under the folder asks the rule first."""
        calls = {name: getattr(self, f"_{name}") for name in _CALLS}
        with (
            patch.object(io, "open", self._file), patch.object(builtins, "open", self._file), patch.multiple(os, **calls),
            patch("shutil._USE_CP_SENDFILE", False, create=True), patch("shutil._USE_CP_COPY_FILE_RANGE", False, create=True),
        ):  # fmt: skip
            yield self

    def do(self, kind: str, path: Path, call: Callable[[], Any], target: Path | None = None) -> Any:
        """One operation, as the rule lets it happen."""
        operation = self._begin(kind, path, target)
        try:
            return call()
        finally:
            self.rule.after(operation)

    def write(self, path: Path, call: Callable[[Any], int | None], content: Any) -> int:
        """Bytes are written, or some of them."""
        operation = self._begin("write", path)
        piece = memoryview(content).cast("B")
        written = call(piece[: self.rule.length(operation, len(piece))])
        self.rule.after(operation)
        return written or 0

    def forget(self, file: _File) -> None:
        """An open file is about to be closed."""
        number = file.fileno()
        self._paths.pop(number, None)
        self.opened.pop(number, None)
        self.opened.pop(file, None)

    def _begin(self, kind: str, path: Path, target: Path | None = None) -> Operation:
        operation = Operation(len(self.operations) + 1, kind, path, target)
        self.operations.append(operation)
        self.rule.before(operation)
        return operation

    def _inside(self, path: Any) -> Path | None:
        """The path, if it lies in the folder or is the folder."""
        if isinstance(path, int):
            return self._paths.get(path)
        found = Path(os.fsdecode(path)).absolute()
        return found if found == self.folder or self.folder in found.parents else None

    def _refuse_open(self, *paths: Path) -> None:
        """As on Windows: what is open, or has something open in it, stays where it is."""
        for path in paths:
            for beneath in [path, *path.rglob("*")] if path.is_dir() else [path]:
                if beneath.exists() and beneath.stat().st_ino in self.opened.values():
                    raise PermissionError(errno.EACCES, "The file is open in another program", str(path))

    def _file(
        self, file: Any, mode: str = "r", buffering: int = -1, encoding: str | None = None, errors: str | None = None,
        newline: str | None = None, closefd: bool = True, opener: Any = None,
    ) -> Any:  # fmt: skip
        path = self._inside(file)
        if path is None:
            return self._builtin(file, mode, buffering, encoding, errors, newline, closefd, opener)
        binary = "".join(letter for letter in mode if letter not in "bt")
        raw = _File(file, binary, closefd, opener) if isinstance(file, int) else self._opened(path, binary, opener)
        raw.disk, raw.at = self, path
        self.opened[raw] = os.fstat(raw.fileno()).st_ino
        self._paths[raw.fileno()] = path
        if buffering == 0:
            return raw
        if "+" in mode:
            buffered: Any = io.BufferedRandom(raw)
        else:
            buffered = io.BufferedReader(raw) if "r" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)

    def _opened(self, path: Path, mode: str, opener: Any) -> _File:
        kind = "read" if mode == "r" else "open to write" if path.exists() else "create"
        if "w" in mode and kind == "open to write":
            kind = "truncate"
        found: _File = self.do(kind, path, lambda: _File(path, mode, True, opener))
        return found

    def _open_number(self, path: Any, flags: int, mode: int, dir_fd: int | None) -> int:
        return int(self._real["open"](path, flags, mode, dir_fd=dir_fd))

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        found = self._inside(path) if dir_fd is None else None
        if found is None:
            return self._open_number(path, flags, mode, dir_fd)
        if self.windows and found.is_dir():
            raise PermissionError(errno.EACCES, "A folder cannot be opened", str(found))
        changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        kind = "read" if not changes else "open to write" if found.exists() else "create"
        number = int(self.do(kind, found, lambda: self._open_number(path, flags, mode, dir_fd)))
        self._paths[number] = found
        self.opened[number] = os.fstat(number).st_ino
        return number

    def _close(self, number: int) -> None:
        self._paths.pop(number, None)
        self.opened.pop(number, None)
        self._real["close"](number)

    def _write(self, number: int, content: Any) -> int:
        path = self._paths.get(number)
        if path is None:
            return int(self._real["write"](number, content))
        return self.write(path, lambda piece: int(self._real["write"](number, piece)), content)

    def _fsync(self, number: Any) -> None:
        path = self._paths.get(number if isinstance(number, int) else number.fileno())
        if path is None:
            self._real["fsync"](number)
        else:
            self.do("fsync", path, lambda: self._real["fsync"](number))

    def _moves(self, name: str, source: Any, target: Any, **more: Any) -> None:
        left, right = self._inside(source), self._inside(target)
        if left is None and right is None:
            self._real[name](source, target, **more)
            return
        at = left or right or self.folder

        def move() -> None:
            if self.windows and name == "rename" and Path(target).exists():
                raise FileExistsError(errno.EEXIST, "The file exists", str(target))
            if self.windows:
                self._refuse_open(*(path for path in (left, right) if path is not None))
            self._real[name](source, target, **more)

        self.do("rename", at, move, right)

    def _rename(self, source: Any, target: Any, **more: Any) -> None:
        self._moves("rename", source, target, **more)

    def _replace(self, source: Any, target: Any, **more: Any) -> None:
        self._moves("replace", source, target, **more)

    def _link(self, source: Any, target: Any, **more: Any) -> None:
        path = self._inside(target)
        if path is None:
            self._real["link"](source, target, **more)
        else:
            self.do("link", path, lambda: self._real["link"](source, target, **more))

    def _plain(self, name: str, kind: str, path: Any, *more: Any, **most: Any) -> None:
        found = self._inside(path) if most.get("dir_fd") is None else None
        if found is None:
            self._real[name](path, *more, **most)
            return

        def call() -> None:
            if self.windows and kind == "unlink":
                self._refuse_open(found)
            self._real[name](path, *more, **most)

        self.do(kind, found, call)

    def _unlink(self, path: Any, **more: Any) -> None:
        self._plain("unlink", "unlink", path, **more)

    def _remove(self, path: Any, **more: Any) -> None:
        self._plain("remove", "unlink", path, **more)

    def _mkdir(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        self._plain("mkdir", "mkdir", path, mode, **more)

    def _rmdir(self, path: Any, **more: Any) -> None:
        self._plain("rmdir", "rmdir", path, **more)

    def _truncate(self, path: Any, length: int) -> None:
        self._plain("truncate", "truncate", path, length)

    def _ftruncate(self, number: int, length: int) -> None:
        self._plain("ftruncate", "truncate", number, length)


_CALLS = (
    "open", "close", "write", "fsync", "rename", "replace", "link", "unlink", "remove", "mkdir", "rmdir", "truncate",
    "ftruncate",
)  # fmt: skip
