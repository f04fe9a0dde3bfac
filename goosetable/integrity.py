"""Integrity of files: safe opening, reading within limits, atomic writing, and a check of the program's own files.

The path in a call may lead to a folder, a device or a pipe that never ends. A file in the user's folder may be damaged, or
written by any program. A frozen program compares its files with a list. A wheel and a checkout have no list, because the
installer knows their files.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import math
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from goosetable.engine.record.jsonl import LONE_SURROGATE

NOT_ORDINARY: Final = "it is no ordinary file"
MAX_FILE_SIZE: Final = 8 << 20
"""Greatest size in bytes of a record that the window opens. The commands also read larger records."""


class TooLarge(OSError):
    """A file is larger than the caller allows; none of its bytes are returned."""

    def __init__(self, size: int, maximum: int) -> None:
        super().__init__(errno.EFBIG, f"it is larger than {maximum >> 20} MB" if maximum >= 1 << 20 else f"it has {size} bytes")


def open_file(path: Path | str) -> BinaryIO:
    """Opens an ordinary file for reading, without waiting.

    Raises OSError for a folder, a device, a pipe or a file that cannot be opened. Raises ValueError for a name with a NUL.
    """
    _check_ordinary(Path(path).stat().st_mode)  # a device is not even opened, as that alone affects some
    file = open(path, "rb", opener=open_without_waiting)  # noqa: SIM115 - the caller closes it; Path knows no opener
    try:
        _check_ordinary(os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def read_file(path: Path | str, maximum: int = MAX_FILE_SIZE) -> bytes:
    """Returns all bytes of an ordinary file. Raises TooLarge above `maximum` bytes, and the errors of `open_file`."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        found = b"" if size > maximum else file.read(maximum + 1)
    if max(size, len(found)) > maximum:
        raise TooLarge(max(size, len(found)), maximum)
    return found


def open_without_waiting(path: Path | str, flags: int) -> int:
    """Opens a path and returns a descriptor. If the path is a pipe, does not wait for a program at the pipe's other end. For
    use as the `opener` of `open`.
    """
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _check_ordinary(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, NOT_ORDINARY)


PROGRAM_LIST: Final = "_internal/FILES"
"""Path of the list below the program's folder. A line has SHA-256, size in bytes and path; the list does not name itself."""
ANY_CONTENT: Final = "any"
"""Word in a line of the list instead of the SHA-256: the file must exist, but may have any content."""
LIST_END: Final = "end of the list, files:"
"""Beginning of the last line, before the number of files. A list without this line is incomplete."""
CHUNK_SIZE: Final = 1 << 20
"""Number of bytes read at a time."""


def program_folder() -> Path | None:
    """Returns the folder of the frozen program; None if it is not frozen."""
    return Path(sys.executable).parent if getattr(sys, "frozen", False) else None


def program_checksums(root: Path, replaceable: Collection[str] = ()) -> str:
    """Returns the list of checksums of all files below a folder, sorted by name, as text.

    replaceable: paths of files that people may replace, such as libraries under the LGPL; the check demands only that they
    exist.
    """
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    sums = {name: ANY_CONTENT if name in replaceable else _sha256(root / name) for name in names if name != PROGRAM_LIST}
    lines = [f"{found} {(root / name).stat().st_size} {name}" for name, found in sums.items()]
    return "\n".join([*lines, f"{LIST_END} {len(lines)}", ""])


def first_program_fault(root: Path | None, compares_sums: bool = False) -> str | None:
    """Returns a sentence on the first file that is missing or has another size than the list says. None if there is no fault,
    or no list.

    compares_sums: whether to read every file and compare its SHA-256 with the list as well.
    """
    if root is None or not (root / PROGRAM_LIST).is_file():
        return None
    try:
        for wanted, size, name in _listed_files(root):
            fault = _file_fault(root / name, size, wanted if compares_sums or wanted == ANY_CONTENT else "")
            if fault:
                return _damage_sentence(f"{name} {fault}")
    except (ValueError, OSError):
        return _damage_sentence(f"{PROGRAM_LIST} cannot be read")
    return None


def _damage_sentence(fault: str) -> str:
    return f"This copy of goosetable is not whole: {fault}. Download it again."


def _listed_files(root: Path) -> Iterator[tuple[str, int, str]]:
    *lines, last = (root / PROGRAM_LIST).read_text(encoding="utf-8").splitlines() or [""]
    if last != f"{LIST_END} {len(lines)}":
        raise ValueError(last)
    for line in lines:
        wanted, size, name = line.split(" ", 2)
        yield wanted, int(size), name


def _file_fault(path: Path, size: int, wanted: str) -> str:
    """Describes the fault of a file, to follow its name in a sentence; "" for none.

    wanted: its SHA-256; "" to compare the size alone; ANY if the file only has to exist.
    """
    try:
        found = path.stat().st_size
        if wanted == ANY_CONTENT:
            return ""
        if found != size:
            return f"has {found} bytes instead of {size}"
        return "has another content than it had" if wanted and _sha256(path) != wanted else ""
    except FileNotFoundError:
        return "is missing"
    except OSError as wrong:
        return f"cannot be read ({wrong.strerror})"


def _sha256(path: Path) -> str:
    from hashlib import sha256  # wanted by the self-test alone

    found = sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK_SIZE):
            found.update(piece)
    return found.hexdigest()


MAX_VALUES: Final = 2000
"""Greatest number of values inside a value."""
MAX_NESTING: Final = 12
"""Greatest number of levels of lists and objects inside each other."""
MAX_TEXT_LENGTH: Final = 1000
"""Greatest number of characters of a text."""
_MAX_INTEGER: Final = 2**63


def decode_json(content: bytes) -> str:
    """Decodes a JSON file in UTF-8, UTF-16 or UTF-32, with a byte order mark or without. Raises ValueError.

    The program writes UTF-8 without a mark, but the editors of some systems save it in another encoding.
    """
    return content.decode(json.detect_encoding(content)).removeprefix("\ufeff")


def parse_json(text: str) -> object:
    """Parses a text as JSON; a whole number of 100 digits or more becomes None. Raises ValueError or RecursionError."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 100 else None)


def is_within_limits(value: object, max_length: int = MAX_TEXT_LENGTH) -> bool:
    """Returns True if a JSON value is within this module's limits and can be written.

    max_length: the greatest number of characters of a text in the value.
    """
    found = [(value, 0)]
    for count, (one, depth) in enumerate(found):  # which grows on the way
        if count > MAX_VALUES or depth > MAX_NESTING or not _is_writable_json(one, max_length):
            return False
        if isinstance(one, list | tuple | Mapping):
            if len(one) > MAX_VALUES:
                return False
            found += [(inner, depth + 1) for inner in one]
            found += [(inner, depth + 1) for inner in one.values()] if isinstance(one, Mapping) else []
    return True


def _is_writable_json(value: object, max_length: int) -> bool:
    match value:
        case str():
            return len(value) <= max_length and not LONE_SURROGATE.search(value)
        case float():
            return math.isfinite(value)
        case int():
            return abs(value) < _MAX_INTEGER
        case _:
            return True


def is_small_enough(value: object, maximum: int) -> bool:
    """Returns True if a value is within the limits of this module and takes at most `maximum` characters as JSON."""
    return is_within_limits(value) and len(json.dumps(value, indent=2, ensure_ascii=False)) <= maximum


def first_entries(values: object, maximum: int, accepts: Callable[[Any], bool]) -> tuple[Any, ...]:
    """Returns the first `maximum` entries of a list that `accepts` allows; an empty tuple if the value is no list."""
    return tuple(islice(filter(accepts, values if isinstance(values, list | tuple) else ()), maximum))


def first_items(values: object, maximum: int, room: int, accepts: Callable[[str, Any], bool]) -> dict[str, Any]:
    """Returns the first `maximum` items of a JSON object that `accepts` allows; {} if the value is no object.

    room: greatest size of all items together as JSON, in characters. An item larger than the room left is skipped.
    """
    found: dict[str, Any] = {}
    for key, value in values.items() if isinstance(values, Mapping) else ():
        if len(found) == maximum:
            break
        if isinstance(key, str) and len(key) <= MAX_TEXT_LENGTH and is_within_limits(key) and accepts(key, value):
            taken = len(key) + len(json.dumps(value, indent=2, ensure_ascii=False)) + 10
            if taken <= room:
                found[key] = value
                room -= taken
    return found


LEFTOVER_AGE: Final = 3600.0
"""Age in seconds from which on a temporary file is deleted, because its program must have ended."""
_MAX_ENTRIES: Final = 10_000
"""Greatest number of entries of a folder that are searched for such files."""


def replace_file(path: Path, content: bytes) -> None:
    """Replaces the content of a file. Raises OSError, and then leaves the file unchanged."""
    move_into_place(write_temporary_file(path, content), path)


@contextlib.contextmanager
def delete_on_error(path: Path) -> Iterator[None]:
    """Context manager: if the body of the `with` statement raises OSError, deletes the file and lets the error pass."""
    try:
        yield
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def move_into_place(temporary_path: Path, path: Path) -> None:
    """Moves a file written by `write_temporary_file` to its path. Raises OSError, after deleting the temporary file."""
    with delete_on_error(temporary_path):
        temporary_path.replace(path)
    sync_folder(path.parent)


def write_temporary_file(path: Path, content: bytes) -> Path:
    """Writes a temporary file in the folder of `path`, waits until it is on the disk, and returns its path.

    Raises OSError, after deleting the temporary file.
    """
    make_folder(path.parent)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(FileNotFoundError):
        beside.unlink()  # left by an ended program with the same process number; and a link there must not be followed
    with delete_on_error(beside), beside.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return beside


def rename_damaged_file(path: Path) -> Path | None:
    """Renames a damaged file and returns its new path; None if it cannot be renamed.

    The new name has the first free number: settings.json becomes settings.old-1.json.
    """
    for n in range(1, 1000):
        aside = path.with_name(f"{path.stem}.old-{n}{path.suffix}")
        if not os.path.lexists(aside):
            try:
                path.rename(aside)
            except (OSError, ValueError):
                return None
            return aside
    return None


def rename_existing_file(path: Path, file_description: str) -> None:
    """Renames a file or folder, if there is one. Raises OSError if that fails. file_description: its name in the message."""
    if os.path.lexists(path) and rename_damaged_file(path) is None:
        raise OSError(errno.EBUSY, f"what lies in the place of {file_description} cannot be set aside") from None


def make_folder(folder: Path) -> None:
    """Makes a folder and the folders above it if they are missing, and waits for the disk. Raises OSError."""
    missing = list(itertools.takewhile(lambda at: not os.path.lexists(at), (folder, *folder.parents)))
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Waits until the entries of a folder are on the disk. Does nothing on a system without such a call."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):  # some file systems have no such call, and the file is already in its place
        at = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(at)
        finally:
            os.close(at)


def delete_temporary_files(path: Path) -> None:
    """Deletes the temporary files of `path` that earlier runs of the program left in its folder. Never raises.

    Files less than an hour old remain, because a running program may be writing them.
    """
    left_over = re.compile(rf"{re.escape(path.name)}(\.bak)?\.[0-9]{{1,10}}\.tmp")
    with contextlib.suppress(OSError, ValueError), os.scandir(path.parent) as entries:
        for entry in itertools.islice(entries, _MAX_ENTRIES):
            if left_over.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    found = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(found.st_mode) and abs(time.time() - found.st_mtime) > LEFTOVER_AGE:
                        Path(entry.path).unlink()
