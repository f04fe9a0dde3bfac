"""Entry point of the window for the command line. It shows the title or the table of a record, or runs the self-test."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from goosetable import __version__, integrity
from goosetable.app import loop
from goosetable.app.context import Context, shortened_path
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import felt_measures
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import paths
from goosetable.app.storage.paths import Paths
from goosetable.app.ui.scene import Change, Replace, Route, Scene
from goosetable.app.ui.window import NoScreen, close_windows

if TYPE_CHECKING:
    from goosetable.app.match.matches import Matches
    from goosetable.app.router import Router
    from goosetable.app.ui.accessible import AccessibleTree

FRAMES: Final = "GOOSETABLE_FRAMES"
"""Environment variable with the number of frames after which the program ends; `build.py bench` sets it for measurements."""

CRASH_NOTE: Final = "mistake.txt"
CRASH_RECORD: Final = "mistake.goose"
UNSEEN_DRIVERS: Final = ("dummy", "offscreen")
"""Video drivers whose windows cannot be seen or closed."""
BOX_SECONDS: Final = 600.0
"""Seconds after which the message box closes automatically, so that the process does not run for ever."""
BOX_WIDTH: Final = 76
"""Length of a line in the message box, in characters."""
UNKEPT: Final = "what was played last could not be written into {folder}, and is lost"


class SplashScene(Scene):
    """The first frame: the cloth with the name of the program. The rules and the first pictures are loaded after it.

    next_route: returns the route to the scene that replaces this one after one frame.
    """

    def __init__(self, context: Context, next_route: Callable[[], Route]) -> None:
        self.context, self.beyond = context, next_route
        self._seen = False

    def update(self, dt: float) -> Change:
        return Replace(self.beyond()) if self._seen else None

    def draw(self, canvas: Canvas) -> None:
        self._seen = True
        u = min(self.w / 1280, self.h / 720)
        canvas.dst.blit(self.context.cloth.best_picture(felt_measures(self.w, self.h)), (0, 0))
        canvas.draw_wordmark(self.w / 2, 50 * u, 92 * u)

    def accessible_tree(self) -> AccessibleTree:
        from goosetable.app.ui.accessible import AccessibleTree, TreePart  # not needed for the first frame

        name = TreePart("name", "heading", "goosetable", box=(0, 0, self.w, self.h))
        return AccessibleTree(name.name, (name,), intro=f"{name.name}.")


def run(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str] = ()) -> int:
    """Opens the window, and runs the program until the window is closed. Reports errors in one sentence. Returns the exit code.

    allow: external players, `module:Class`, that may run if a record names them.
    """
    opened: list[Matches] = []
    try:
        if selftest:
            return _selftest(portable)
        wrong = None
        if file is not None:
            from goosetable.app import named_file

            wrong = named_file.find_fault(file)  # before there is a window: who opens it from a desktop sees no command line
        if wrong is not None:
            _print_error(wrong.full, 1)
        frames = os.environ.get(FRAMES, "")[:9]
        begin = _loop_maker(file, allow, "", opened) if wrong is None else _loop_maker(None, allow, wrong.short, opened)
        code = loop.run(begin, portable, frames=int(frames) if frames.isdecimal() else None)
        return code if wrong is None else 1
    except (NoScreen, paths.NoFolder) as missing:
        return _print_error(str(missing), 2)
    except AssetError as missing:
        lacking = integrity.first_program_fault(integrity.program_folder()) or str(missing)
        if sys.stderr is None or not sys.stderr.isatty():
            _show_crash(lacking, selftest)  # a person who has double-clicked sees no terminal
        return _print_error(lacking, 1)
    except Exception as fault:
        folders = paths.find_paths(portable)
        said = crash_sentence(folders, fault, log_crash(folders, fault, *_save_open_table(opened)))
        _print_error(said, 1)
        _show_crash(said, selftest)
        return 1
    finally:
        for matches in opened:
            if not matches.saves.close_at_exit():
                _print_error(UNKEPT.format(folder=shortened_path(str(matches.saves.running.parent))), 1)


def _selftest(portable: Path | None) -> int:
    lacking = integrity.first_program_fault(integrity.program_folder(), compares_sums=True)
    if lacking is not None:
        return _print_error(lacking, 1)
    from goosetable.app.selftest import run

    return max(run(portable), int(bool(_faults_of_games())))


def _save_open_table(loaded_matches: Sequence[Matches]) -> tuple[bool | None, bytes]:
    """Tries once more, after a crash, to write the open table. Returns two values: True if the table is on the disk, False if
    this attempt has failed as well; and the record of the table.

    Returns None and b"" if no table is open.
    """
    kept, record = False if loaded_matches else None, b""
    with contextlib.suppress(Exception):
        kept = loaded_matches[-1].saves.is_saved if loaded_matches else None
    with contextlib.suppress(Exception):
        record = loaded_matches[-1].saves.running_record() if loaded_matches else b""
    return kept, record


def _show_crash(sentence: str, selftest: bool) -> None:
    """Shows the sentence in a message box, except in a self-test or measurement, which could not close the box."""
    if not selftest and FRAMES not in os.environ:
        show_message_box(sentence)


def _print_error(sentence: str, code: int) -> int:
    from goosetable.commands.console import print_error

    print_error(f"goosetable: {sentence}")
    return code


def _faults_of_games() -> list[str]:
    from goosetable.games import DAMAGED

    found = list(DAMAGED.values())
    for sentence in found:
        _print_error(sentence, 1)
    return found


def _loop_maker(
    file: Path | None, allow: Sequence[str], message: str, loaded_matches: list[Matches]
) -> Callable[[Context], loop.Loop]:
    """Returns a function that makes the main loop. After its splash screen the loop shows the table of a record, or the title.

    message: a sentence to show over the title. loaded_matches: a list to which the user's tables are added once they are
    loaded.
    """

    def make_loop(context: Context) -> loop.Loop:
        @cache
        def router() -> Router:
            from goosetable.app.router import Router

            return Router(context, allow)

        def route_after_splash() -> Route:
            matches = router().matches
            loaded_matches.append(matches)
            lacking = integrity.first_program_fault(integrity.program_folder())
            if lacking is not None:
                context.show_notice(lacking)
            for sentence in _faults_of_games():
                context.show_notice(f"{sentence[:1].upper()}{sentence[1:]}.")
            if file is not None:
                from goosetable.app import named_file

                if (route := named_file.route_to_file(context, matches, file)) is not None:
                    return route
            return _title_route(context, matches, message)

        return loop.Loop(context, SplashScene(context, route_after_splash), lambda route: router().build_scene(route))

    return make_loop


def _title_route(context: Context, matches: Matches, message: str) -> Route:
    from goosetable.app.scenes.routes import ToTitle

    for sentence in (message, last_crash_notice(context.folders, matches.running_game)):
        if sentence:
            context.show_notice(sentence)
    return ToTitle()


# ---------------------------------------------------------------------- after a crash


class CrashOutcome(NamedTuple):
    """Result of `log_crash`. is_logged: True if the log was written."""

    is_logged: bool
    is_table_saved: bool | None = None
    """True if the table is on the disk; None if no table was open."""


def log_crash(folders: Paths, error: BaseException, is_table_saved: bool | None = None, record: bytes = b"") -> CrashOutcome:
    """Writes the log of a crash, and the record of the running table beside the log.

    is_table_saved: True if the table is on the disk, False if it is not, None if no table was open. record: the record of the
    table; b"" to read it from the folder.
    """
    head = f"{time.strftime('%Y-%m-%d %H:%M:%S')} goosetable {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n"
    logged = False
    with contextlib.suppress(OSError):
        folders.data.mkdir(parents=True, exist_ok=True)
        logged = _append_text(folders.log, head + "".join(traceback.format_exception(error)) + "\n")
        integrity.replace_file(folders.data / CRASH_NOTE, head.encode("utf-8"))
    with contextlib.suppress(OSError):
        integrity.replace_file(folders.data / CRASH_RECORD, record or integrity.read_file(folders.running))
    return CrashOutcome(logged, is_table_saved)


def _append_text(path: Path, text: str) -> bool:
    """Appends a text to a file. Returns False if that fails; then the file is unchanged."""
    content = text.encode("utf-8", "backslashreplace")
    with open(path, "ab", buffering=0, opener=integrity.open_without_waiting) as file:
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


def crash_sentence(folders: Paths, error: BaseException, outcome: CrashOutcome) -> str:
    """Returns the sentence to show after a crash: the error, whether the table is on the disk, and the path of the log.

    outcome: the result of `log_crash`.
    """
    kept = {True: " The game is kept.", False: " The game could not be kept.", None: ""}[outcome.is_table_saved]
    told = "What happened is written" if outcome.is_logged else "It could not be written"
    return f"The program made a mistake ({type(error).__name__}) and had to close.{kept} {told} in {folders.log}."


def last_crash_notice(folders: Paths, running_game: Callable[[], object]) -> str | None:
    """Returns the notice for the first start after a crash; None if the last run did not crash. running_game: returns the game
    to continue, or None.
    """
    note = folders.data / CRASH_NOTE
    try:
        note.unlink()
    except OSError:
        return None
    on = "Nothing that was finished is lost."
    if running_game() is not None:
        on = "Your game is as you left it; Go on takes it up."
    return f"The last time the program made a mistake and had to close. {on} {folders.log.name} tells what happened."


def show_message_box(message: str) -> bool:
    """Shows a message box of the operating system until a person closes it. Returns False if the box cannot be shown.

    A scene cannot show the message, because a part of the program has just failed. Errors of this function are ignored. After
    `BOX_SECONDS` seconds the process ends with code 1, as after any crash.
    """
    end = threading.Timer(BOX_SECONDS, os._exit, (1,))
    end.daemon = True
    try:
        close_windows()
        pygame.display.init()
        if pygame.display.get_driver() in UNSEEN_DRIVERS:
            return False
        end.start()
        # X11 breaks no lines by itself.
        lines = textwrap.fill(message, BOX_WIDTH, break_long_words=False, break_on_hyphens=False)
        pygame.display.message_box("goosetable", lines, message_type="error", buttons=("Close",))
        return True
    except Exception:
        return False
    finally:
        end.cancel()
        with contextlib.suppress(Exception):
            close_windows()
