"""Handling of a crash: a log with the record beside it, a window with a sentence, a notice at the next start.

Apart: it is loaded after a mistake or behind the splash, so that no start waits for it.
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
"""Seconds after which the box closes by itself: a program that has stopped should not stay for good."""
WIDEST: Final = 76
"""Characters of a line in the box."""


class Outcome(NamedTuple):
    """Result of `record_crash`: whether the log was written, and the game is kept."""

    log: bool
    game: bool | None = None
    """Whether the table is kept; None where there was none."""


def record_crash(folders: Paths, fault: BaseException, game: bool | None = None, record: bytes = b"") -> Outcome:
    """Writes the log and, beside it, the record of the running game, as far as that can be done.

    game: whether the table is kept, or None where there was none. record: of that table; without it, what the folder has.
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
    """Appends a text to a file; False if that fails, and then the file is as it was."""
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
    """Returns the sentence for a person: the error, whether the game is kept, and the path of the log."""
    kept = {True: " The game is kept.", False: " The game could not be kept.", None: ""}[left.game]
    told = "What happened is written" if left.log else "It could not be written"
    return f"The program made a mistake ({type(fault).__name__}) and had to close.{kept} {told} in {folders.log}."


def last_crash(folders: Paths, running: Callable[[], object]) -> str | None:
    """Returns the notice for the first start after a crash; running(): the game that can be gone on with, or None."""
    note = folders.data / NOTE
    try:
        note.unlink()
    except OSError:
        return None
    on = "Your game is as you left it; Go on takes it up." if running() is not None else "Nothing that was finished is lost."
    return f"The last time the program made a mistake and had to close. {on} {folders.log.name} tells what happened."


def show(said: str) -> bool:
    """Shows the sentence in a message box of the system until it is closed. False where the box cannot be seen.

    The box is the system's own, for something of the program has just failed; whatever fails here is passed over. After
    `LONGEST` seconds the process ends with code 1, which is the code of a mistake.
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
