"""What a mistake of the program leaves: a log with the record beside it, a window that says so, a word at the next start."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from goosetable import __version__, files
from goosetable.app.skins import assets
from goosetable.app.storage import atomic_files
from goosetable.app.storage.paths import Folders
from goosetable.app.ui.window import close_windows

NOTE: Final = "mistake.txt"
RECORD: Final = "mistake.goose"
SIZE: Final = (640, 250)
MARGIN: Final = 36
CLOTH, CREAM, PAPER, INK = (32, 78, 70), (245, 236, 216), (232, 216, 180), (44, 36, 28)
UNSEEN: Final = ("dummy", "offscreen")
"""Drivers whose windows nobody can see, and nobody can close."""
REST: Final = 1 / 30
LONGEST: Final = 600.0
"""Seconds after which the window closes by itself: a program that has stopped should not stay for good."""


class Left(NamedTuple):
    """What could be written down after a mistake."""

    log: bool
    game: bool | None = None
    """Whether the table is kept; None where there was none."""


def keep(folders: Folders, fault: BaseException, game: bool | None = None, record: bytes = b"") -> Left:
    """Writes the log and, beside it, the record of the running game; what cannot be written is left out, and that is told.

    game: whether the table is kept, or None where there was none. record: of that table; without it, what the folder has.
    """
    head = f"{time.strftime('%Y-%m-%d %H:%M:%S')} goosetable {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n"
    logged = False
    with contextlib.suppress(OSError):
        folders.data.mkdir(parents=True, exist_ok=True)
        logged = _append(folders.log, head + "".join(traceback.format_exception(fault)) + "\n")
        atomic_files.put(folders.data / NOTE, head.encode("utf-8"))
    with contextlib.suppress(OSError):
        atomic_files.put(folders.data / RECORD, record or files.content(folders.running, files.LARGEST))
    return Left(logged, game)


def _append(path: Path, text: str) -> bool:
    """Adds a text to a file; whether all of it is there. What was written in part is taken back."""
    content = text.encode("utf-8", "backslashreplace")
    with open(path, "ab", buffering=0, opener=files.without_waiting) as file:
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


def sentence(folders: Folders, fault: BaseException, left: Left) -> str:
    """What a person is told: what happened, whether the game is kept, and where it is written down."""
    kept = {True: " The game is kept.", False: " The game could not be kept.", None: ""}[left.game]
    told = "What happened is written" if left.log else "It could not be written"
    return f"The program made a mistake ({type(fault).__name__}) and had to close.{kept} {told} in {folders.log}."


def remembered(folders: Folders, running: Callable[[], object]) -> str | None:
    """What to say at the start after a mistake, once; running(): the game that can be gone on with, or None."""
    note = folders.data / NOTE
    try:
        note.unlink()
    except OSError:
        return None
    on = "Your game is as you left it; Go on takes it up." if running() is not None else "Nothing that was finished is lost."
    return f"The last time the program made a mistake and had to close. {on} {folders.log.name} tells what happened."


def show(said: str) -> bool:
    """Opens one window with the sentence, and waits until it is closed, for ten minutes at most. False where nobody can see it.

    Uses nothing of the program but a font, for something in it has just failed; whatever fails here is passed over.
    """
    try:
        close_windows()
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN:
            return False
        pygame.font.init()
        _wait(said)
        return True
    except Exception:
        return False
    finally:
        with contextlib.suppress(Exception):
            close_windows()


def _wait(said: str) -> None:
    window = pygame.Window("goosetable", SIZE)
    try:
        _until_closed(window, draw(window.get_surface(), said))
    finally:
        window.destroy()


def _until_closed(window: pygame.Window, button: pygame.Rect) -> None:
    window.flip()
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        for event in pygame.event.get():
            if event.type in (pygame.QUIT, pygame.WINDOWCLOSE, pygame.KEYDOWN):
                return
            if event.type == pygame.MOUSEBUTTONDOWN and button.collidepoint(event.pos):
                return
            if event.type in (pygame.WINDOWEXPOSED, pygame.VIDEOEXPOSE):
                window.flip()
        time.sleep(REST)


def draw(surface: pygame.Surface, said: str) -> pygame.Rect:
    """Draws the whole window; gives the box of its button."""
    surface.fill(CLOTH)
    words = _font(20).render(said, True, CREAM, None, SIZE[0] - 2 * MARGIN)
    surface.blit(words, (MARGIN, MARGIN))
    label = _font(20).render("Close", True, INK)
    button = pygame.Rect(0, 0, 132, 44)
    button.bottomright = (SIZE[0] - MARGIN, SIZE[1] - MARGIN // 2)
    pygame.draw.rect(surface, PAPER, button, border_radius=8)
    surface.blit(label, label.get_rect(center=button.center))
    return button


def _font(px: int) -> pygame.font.Font:
    try:
        return pygame.font.Font(assets.font_file("SourceSansPro-Semibold"), px)
    except Exception:
        return pygame.font.Font(None, px)  # the one that comes with pygame
