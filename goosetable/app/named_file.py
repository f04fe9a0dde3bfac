"""The file on the command line. A record opens its table; a score sheet opens the score keeper.

A module of its own: its imports would delay the first frame of a start without a file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games, integrity
from goosetable.app.context import Context, shortened_path
from goosetable.app.match import sheet_session
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import SheetFolder, SheetSession
from goosetable.app.scenes.routes import ToKeeper, ToTable
from goosetable.app.storage import archive
from goosetable.app.storage.saves import MOST_GAMES
from goosetable.app.ui.scene import Route
from goosetable.commands.console import record_fault
from goosetable.engine.record import replay
from goosetable.engine.record.format import RecordError
from goosetable.engine.sheet.file import is_sheet
from goosetable.engine.words.clean import escaped_file_name

OPEN: Final = "{name} is open in another window; Go on takes a copy of it."


class FileFault(NamedTuple):
    """A fault of a file in two sentences: one for the command line, one for the window."""

    full: str
    short: str


def find_fault(file: Path) -> FileFault | None:
    """Returns the reason why `Matches.open_copy_of_record` or `read_sheet` would refuse a file; None if they would open it."""
    try:
        content = integrity.read_file(file)
        if is_sheet(content):
            sheet_session.read_sheet(file)
        else:
            replay.replayed_games(content, games.find_game, MOST_GAMES)
    except (RecordError, OSError, ValueError) as trouble:
        return _file_fault(file, trouble)
    return None


def route_to_file(context: Context, matches: Matches, file: Path) -> Route | None:
    """Returns the route that opens a file. If the file cannot be opened, shows a notice and returns None.

    This happens if the file has changed since `find_fault`, or if it is the running table and another program has it open. The
    title page then offers a copy.
    """
    try:
        if matches.saves.is_open_elsewhere and _is_same_file(file, context.folders.running):
            context.show_notice(OPEN.format(name=shortened_path(file.name)))
            return None
        if is_sheet(integrity.read_file(file)):
            sheets = SheetFolder(context.folders.sheets, context.show_notice, context.report_unsaved_tables)
            return ToKeeper(SheetSession.resume_sheet(sheets, file))
        return ToTable(matches.open_copy_of_record(file))
    except (RecordError, OSError, ValueError) as trouble:
        context.show_notice(_file_fault(file, trouble).short)
        return None


def _is_same_file(file: Path, other: Path) -> bool:
    return other.exists() and file.samefile(other)


def _file_fault(file: Path, error: Exception) -> FileFault:
    said = f"{shortened_path(file.name)} cannot be opened: {archive.unreadable_reason(error)}."
    if isinstance(error, RecordError):
        return FileFault(record_fault(str(file), error), said)
    return FileFault(f"{escaped_file_name(str(file))} cannot be opened: {archive.unreadable_reason(error)}", said)
