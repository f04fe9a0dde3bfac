"""Paths of the user's files: in the folder that the operating system provides, or in a portable folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "goosetable"


class NoFolder(Exception):
    """Error: there is no folder for the user's files. Its message is a sentence."""


class Paths:
    """Paths of the user's files. All are in the folder `data`; deleting it deletes everything that the program stores."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.settings = data / "settings.json"
        self.log = data / "goosetable.log"
        self.running = data / "running.goose"
        """The record of the game that is being played, written at every action."""
        self.games = data / "games"
        """The folder of finished games."""
        self.sheets = data / "sheets"
        """The folder of sheets of games with real cards."""
        self.deleted = data / "deleted"
        """The folder of games that were deleted, and can be brought back for a while."""
        self.history = data / "history.sqlite"
        """The index of the records, which saves reading them all again; may be deleted at any time."""
        self.reviews = data / "reviews"
        """The folder of opinions on finished deals; may be deleted at any time."""


def find_paths(portable: Path | str | None = None) -> Paths:
    """Returns the paths of the user's files. Creates nothing. portable: a folder to use instead of the usual one.

    Raises NoFolder if the home folder or the current folder is needed and does not exist.
    """
    try:
        return Paths(Path(portable).expanduser().absolute() if portable is not None else _user_data_folder())
    except (RuntimeError, OSError):
        raise NoFolder("there is no home folder to keep games in; --portable DIR names another") from None


def runtime_folder() -> Path:
    """Returns the folder for sockets of this user's session, which exists only on Linux."""
    return Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")


def _user_data_folder() -> Path:
    if sys.platform in ("win32", "darwin"):
        import platformdirs  # not wanted elsewhere: 28 ms of start-up

        return Path(platformdirs.user_data_dir(NAME, appauthor=False))
    # Exactly what platformdirs gives here, without the ten milliseconds its import takes before the first frame.
    base = os.environ.get("XDG_DATA_HOME", "").strip()
    return (Path(base) if base and Path(base).is_absolute() else _home_folder() / ".local/share") / NAME


def _home_folder() -> Path:
    """Returns the user's home folder. Ignores a missing or relative path in the environment."""
    said = Path(os.environ.get("HOME", ""))
    if said.is_absolute():
        return said
    import pwd  # not on Windows

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir).absolute()
    except KeyError:
        raise RuntimeError("nothing is known of this user") from None
