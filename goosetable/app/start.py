"""Entry point of the window for the command line: it opens the title, a record's table, or the self-test."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from goosetable import integrity
from goosetable.app import loop
from goosetable.app.context import Context, shown
from goosetable.app.scenes.splash import SplashScene
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import paths
from goosetable.app.ui.scene import Route
from goosetable.app.ui.window import NoScreen

if TYPE_CHECKING:
    from goosetable.app.match.matches import Matches
    from goosetable.app.router import Router

FRAMES: Final = "GOOSETABLE_FRAMES"
"""Environment variable: the number of pictures after which the program ends; `build.py bench` measures with it."""

UNKEPT: Final = "what was played last could not be written into {folder}, and is lost"


def run(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str] = ()) -> int:
    """Opens the window and runs until it is closed; returns the exit code. Errors are reported as a sentence.

    allow: external players, `module:Class`, that may be run if a record names them.
    """
    opened: list[Matches] = []
    try:
        if selftest:
            return _selftest(portable)
        wrong = None
        if file is not None:
            from goosetable.app import named_file

            wrong = named_file.look_into(file)  # before there is a window: who opens it from a desktop sees no command line
        if wrong is not None:
            _say(wrong.full, 1)
        frames = os.environ.get(FRAMES, "")[:9]
        begin = _beginning(file, allow, "", opened) if wrong is None else _beginning(None, allow, wrong.short, opened)
        code = loop.run(begin, portable, frames=int(frames) if frames.isdecimal() else None)
        return code if wrong is None else 1
    except (NoScreen, paths.NoFolder) as missing:
        return _say(str(missing), 2)
    except AssetError as missing:
        lacking = integrity.program_fault(integrity.program_folder()) or str(missing)
        if sys.stderr is None or not sys.stderr.isatty():
            _show(lacking, selftest)  # a person who has double-clicked sees no terminal
        return _say(lacking, 1)
    except Exception as fault:
        from goosetable.app import crash

        folders = paths.find(portable)
        said = crash.sentence(folders, fault, crash.record_crash(folders, fault, *_open_table(opened)))
        _say(said, 1)
        _show(said, selftest)
        return 1
    finally:
        for matches in opened:
            if not matches.saves.finish():
                _say(UNKEPT.format(folder=shown(str(matches.saves.running.parent))), 1)


def _selftest(portable: Path | None) -> int:
    lacking = integrity.program_fault(integrity.program_folder(), sums=True)
    if lacking is not None:
        return _say(lacking, 1)
    from goosetable.app.selftest import run

    return max(run(portable), int(bool(_damaged())))


def _open_table(opened: Sequence[Matches]) -> tuple[bool | None, bytes]:
    """Returns whether the open table is on the disk, after a last attempt, and its record; None and empty if there is no table.

    Called after a crash: if this fails too, the table counts as not stored.
    """
    kept, record = False if opened else None, b""
    with contextlib.suppress(Exception):
        kept = opened[-1].saves.saved if opened else None
    with contextlib.suppress(Exception):
        record = opened[-1].saves.record() if opened else b""
    return kept, record


def _show(sentence: str, selftest: bool) -> None:
    """Shows the sentence in a window of its own, unless a test or measurement is running, which could not close it."""
    if not selftest and FRAMES not in os.environ:
        from goosetable.app import crash

        crash.show(sentence)


def _say(sentence: str, code: int) -> int:
    from goosetable.commands.console import complain

    complain(f"goosetable: {sentence}")
    return code


def _damaged() -> list[str]:
    """Returns a sentence for each game that cannot be played, for standard error."""
    from goosetable.games import DAMAGED

    found = list(DAMAGED.values())
    for sentence in found:
        _say(sentence, 1)
    return found


def _beginning(file: Path | None, allow: Sequence[str], said: str, opened: list[Matches]) -> Callable[[Context], loop.Loop]:
    """Returns the maker of the loop, with a splash that leads to a record's table or to the title.

    said: a sentence to show over the title. opened: a list to which the tables of this user's folder are added once loaded.
    """

    def begin(context: Context) -> loop.Loop:
        @cache
        def router() -> Router:
            from goosetable.app.router import Router

            return Router(context, allow)

        def beyond() -> Route:
            matches = router().matches
            opened.append(matches)
            lacking = integrity.program_fault(integrity.program_folder())
            if lacking is not None:
                context.notice(lacking)
            for sentence in _damaged():
                context.notice(f"{sentence[:1].upper()}{sentence[1:]}.")
            if file is not None:
                from goosetable.app import named_file

                if (route := named_file.route(context, matches, file)) is not None:
                    return route
            return _title(context, matches, said)

        return loop.Loop(context, SplashScene(context, beyond), lambda route: router().scene(route))

    return begin


def _title(context: Context, matches: Matches, said: str) -> Route:
    from goosetable.app import crash
    from goosetable.app.scenes.routes import ToTitle

    for sentence in (said, crash.last_crash(context.folders, matches.running)):
        if sentence:
            context.notice(sentence)
    return ToTitle()
