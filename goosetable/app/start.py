"""Opens the window on what was asked for: the title, a record, or a test of every game; the way in for the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from goosetable.app import loop
from goosetable.app.context import Desk, shown
from goosetable.app.scenes.splash import DoorScene
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import paths
from goosetable.app.ui.scene import Scene
from goosetable.app.ui.window import NoScreen

if TYPE_CHECKING:
    from goosetable.app.match.matches import Tables

FRAMES: Final = "GOOSETABLE_FRAMES"
"""Names the variable that makes the program leave after that number of pictures; `goosetable bench` measures with it."""

UNKEPT: Final = "what was played last could not be written into {folder}, and is lost"


def run(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str] = ()) -> int:
    """Opens the window and plays until it is closed; gives the exit code. What cannot be done is said in a sentence.

    allow: external players, `module:Class`, that may be run if a record names them.
    """
    opened: list[Tables] = []
    try:
        if selftest:
            from goosetable.app import selftest as test

            return test.run(portable)
        wrong = None if file is None else _look_into(file)
        if wrong is not None:
            _say(wrong.full, 1)
        frames = os.environ.get(FRAMES, "")[:9]
        first = _first(file, allow, opened=opened) if wrong is None else _first(None, allow, wrong.short, opened)
        code = loop.run(first, portable, frames=int(frames) if frames.isdecimal() else None)
        return code if wrong is None else 1
    except (NoScreen, paths.NoFolder) as missing:
        return _say(str(missing), 2)
    except AssetError as missing:
        if sys.stderr is None or not sys.stderr.isatty():
            _show(str(missing), selftest)  # a person who has double-clicked sees no terminal
        return _say(str(missing), 1)
    except Exception as fault:
        from goosetable.app import crash

        folders = paths.find(portable)
        said = crash.sentence(folders, fault, crash.keep(folders, fault, _kept(opened), _played(opened)))
        _say(said, 1)
        _show(said, selftest)
        return 1
    finally:
        for tables in opened:
            if not tables.saves.finish():
                _say(UNKEPT.format(folder=shown(str(tables.saves.running.parent))), 1)


def _kept(opened: Sequence[Tables]) -> bool | None:
    """Whether the table that was open is kept, after a last attempt; None where there was none."""
    try:
        return opened[-1].saves.kept if opened else None
    except Exception:
        return False  # a second mistake, of which nothing is known


def _played(opened: Sequence[Tables]) -> bytes:
    """The record of the table that was open, as it is in memory; nothing where there was none."""
    try:
        return opened[-1].saves.record() if opened else b""
    except Exception:
        return b""


class _Wrong(NamedTuple):
    """What is wrong with a record: as the command line says it, and as the window does."""

    full: str
    short: str


def _look_into(file: Path) -> _Wrong | None:
    """What is wrong with a record, before there is a window; a person who opens it from a desktop sees no command line.

    Whatever `Tables.open` refuses is refused here, unless the file changes in between.
    """
    from goosetable import files, games
    from goosetable.app.storage.saves import MOST_GAMES
    from goosetable.engine.record import replay
    from goosetable.engine.record.format import RecordError

    try:
        replay.sessions(files.content(file, files.LARGEST), games.find, MOST_GAMES)
    except (RecordError, OSError, ValueError) as wrong:
        return _wrong(file, wrong)
    return None


def _wrong(file: Path, trouble: Exception) -> _Wrong:
    """Why a record cannot be opened, in sentences that no name or word of it can break."""
    from goosetable.engine.record.format import RecordError
    from goosetable.engine.text.escape import escaped, named, shortened

    name = shown(file.name)
    if isinstance(trouble, RecordError):
        reason = shortened(escaped(trouble.reason))
        said = f"{name} cannot be opened, and stays as it is. Line {trouble.line}: {reason}."
        return _Wrong(f"{named(str(file))}:{trouble.line}: {reason}", said)
    reason = getattr(trouble, "strerror", None) or str(trouble)
    return _Wrong(f"{named(str(file))} cannot be opened: {reason}", f"{name} cannot be opened: {reason}.")


def _show(sentence: str, selftest: bool) -> None:
    """Shows the sentence in a window of its own, unless nobody is there to close it."""
    if not selftest and FRAMES not in os.environ:
        from goosetable.app import crash

        crash.show(sentence)


def _say(sentence: str, code: int) -> int:
    from goosetable.commands.saying import complain

    complain(f"goosetable: {sentence}")
    return code


def tables_of(desk: Desk, allow: Sequence[str] = ()) -> Tables:
    """The tables of this user's folder. Loads the rules, which is why it is not done before the first frame.

    allow: as for `run`.
    """
    from goosetable.app.match.guests import Guests
    from goosetable.app.match.matches import Tables
    from goosetable.app.storage.saves import Saves

    saves = Saves(desk.folders.running, desk.folders.games, desk.notice, desk.unkept)
    return Tables(saves, desk.notice, guests=Guests(allow))


def _remember(desk: Desk, tables: Tables) -> None:
    """Says, once, that the program made a mistake the last time, and that the game can be gone on with."""
    from goosetable.app import crash

    said = crash.remembered(desk.folders, tables.running)
    if said is not None:
        desk.notice(said)


def _first(
    file: Path | None, allow: Sequence[str] = (), said: str = "", opened: list[Tables] | None = None
) -> Callable[[Desk], Scene]:
    """What makes the first scene: a record's table, or the title. said: a sentence that stands over it.

    opened: gets the tables of this user's folder once they are loaded.
    """

    def title(desk: Desk, tables: Tables) -> Scene:
        from goosetable.app.scenes.title import TitleScene

        if said:
            desk.notice(said)
        _remember(desk, tables)
        return TitleScene(desk, tables)

    def beyond(desk: Desk) -> Scene:
        tables = tables_of(desk, allow)
        if opened is not None:
            opened.append(tables)
        return title(desk, tables) if file is None else _record(desk, tables, file) or title(desk, tables)

    return lambda desk: DoorScene(desk, lambda: beyond(desk))


def _record(desk: Desk, tables: Tables, file: Path) -> Scene | None:
    """The table of a record; None, and a sentence, where it has gone or changed since it was looked into."""
    from goosetable.app.scenes.new_game.external_player import opening
    from goosetable.engine.record.format import RecordError

    try:
        return opening(desk, tables, tables.open(file))
    except (RecordError, OSError, ValueError) as wrong:
        desk.notice(_wrong(file, wrong).short)
    return None
