"""Handling of a crash: a log with the record beside it, a window with a sentence, a notice at the next start.

Apart: it is imported after a crash or during the splash, so that it delays no start.
"""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from goosetable import __version__, integrity
from goosetable.app.storage.paths import Paths
from goosetable.app.ui.window import close_windows

NOTE: Final = "mistake.txt"
RECORD: Final = "mistake.goose"
UNSEEN: Final = ("dummy", "offscreen")
"""Video drivers whose windows cannot be seen or closed."""
LONGEST: Final = 600.0
"""Seconds after which the box closes by itself, so that the process does not stay for ever."""
WIDEST: Final = 76
"""Length of a line in the box, in characters."""


class Outcome(NamedTuple):
    """Result of `record_crash`: whether the log was written, and whether the game is on the disk."""

    log: bool
    game: bool | None = None
    """Whether the table is on the disk; None if there was none."""


def record_crash(folders: Paths, fault: BaseException, game: bool | None = None, record: bytes = b"") -> Outcome:
    """Writes the log and, beside it, the record of the running game, as far as possible.

    game: whether the table is on the disk, None if there was none. record: of that table; if empty, it is read from the folder.
    """
    head = f"{time.strftime('%Y-%m-%d %H:%M:%S')} goosetable {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n"
    logged = False
    with contextlib.suppress(OSError):
        folders.data.mkdir(parents=True, exist_ok=True)
        logged = _append(folders.log, head + "".join(traceback.format_exception(fault)) + "\n")
        integrity.write_whole(folders.data / NOTE, head.encode("utf-8"))
    with contextlib.suppress(OSError):
        integrity.write_whole(folders.data / RECORD, record or integrity.content(folders.running))
    return Outcome(logged, game)


def _append(path: Path, text: str) -> bool:
    """Appends a text to a file; returns False if that fails, and then the file is unchanged."""
    content = text.encode("utf-8", "backslashreplace")
    with open(path, "ab", buffering=0, opener=integrity.without_waiting) as file:
        before = file.seek(0, os.SEEK_END)
        try:
            while content:
                content = content[file.write(content) :]
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(before)
            return False
    return True


def sentence(folders: Paths, fault: BaseException, left: Outcome) -> str:
    """Returns the sentence for the person: the error, whether the game is on the disk, and the path of the log."""
    kept = {True: " The game is kept.", False: " The game could not be kept.", None: ""}[left.game]
    told = "What happened is written" if left.log else "It could not be written"
    return f"The program made a mistake ({type(fault).__name__}) and had to close.{kept} {told} in {folders.log}."


def last_crash(folders: Paths, running: Callable[[], object]) -> str | None:
    """Returns the notice for the first start after a crash, or None. running: returns the game that can be continued, or
    None."""
    note = folders.data / NOTE
    try:
        note.unlink()
    except OSError:
        return None
    on = "Your game is as you left it; Go on takes it up." if running() is not None else "Nothing that was finished is lost."
    return f"The last time the program made a mistake and had to close. {on} {folders.log.name} tells what happened."


def show(said: str) -> bool:
    """Shows the sentence in a message box until it is closed; returns False if the box cannot be seen.

    The box is the system's, since a part of the program has just failed. Errors here are ignored. After `LONGEST` seconds
    the process ends with code 1, as after any crash.
    """
    end = threading.Timer(LONGEST, os._exit, (1,))
    end.daemon = True
    try:
        close_windows()
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN:
            return False
        end.start()
        # X11 breaks no lines by itself.
        lines = textwrap.fill(said, WIDEST, break_long_words=False, break_on_hyphens=False)
        pygame.display.message_box("goosetable", lines, message_type="error", buttons=("Close",))
        return True
    except Exception:
        return False
    finally:
        end.cancel()
        with contextlib.suppress(Exception):
            close_windows()
