"""The operating system's settings for less motion and strong contrast, read after the first frame. Without an answer they count
as off.
"""

from __future__ import annotations

import configparser
import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

WAIT: Final = 1.0
"""Seconds to wait for another program's answer."""
LARGEST: Final = 1 << 20
"""Size of the largest settings file that is read, in bytes."""
ANIMATIONS: Final = 0x1042
"""SPI_GETCLIENTAREAANIMATION of the Windows API."""
GNOME: Final = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
MAC: Final = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")
CONTRAST: Final = 0x0042
"""SPI_GETHIGHCONTRAST of the Windows API."""
CONTRAST_ON: Final = 1
"""HCF_HIGHCONTRASTON of the Windows API."""
GNOME_CONTRAST: Final = ("gsettings", "get", "org.gnome.desktop.a11y.interface", "high-contrast")
MAC_CONTRAST: Final = ("defaults", "read", "com.apple.universalaccess", "increaseContrast")
NAMED: Final = "highcontrast"
"""Part of the names of colour schemes and themes of strong contrast, without blanks and hyphens."""


def poll_less_motion() -> Iterator[bool | None]:
    """Generator: yields None until the answer is known, then True if the system is set to less motion."""
    if sys.platform == "win32":
        import ctypes  # only there

        shown = ctypes.c_int(1)
        yield _ask_windows(ANIMATIONS, 0, shown) and not shown.value
    elif sys.platform == "darwin":
        yield from _ask_command(MAC, "1")
    else:
        found = less_motion_in_files(os.environ, Path.home())
        if found is not None:
            yield found
        else:
            yield from _ask_command(GNOME, "false")


def poll_more_contrast() -> Iterator[bool | None]:
    """Generator: yields None until the answer is known, then True if the system is set to strong contrast."""
    if sys.platform == "win32":
        import ctypes  # only there

        class HighContrast(ctypes.Structure):
            """The structure HIGHCONTRASTW of the Windows API."""

            _fields_ = (("size", ctypes.c_uint), ("flags", ctypes.c_uint), ("scheme", ctypes.c_wchar_p))

        found = HighContrast(ctypes.sizeof(HighContrast), 0, None)
        yield _ask_windows(CONTRAST, found.size, found) and bool(found.flags & CONTRAST_ON)
    elif sys.platform == "darwin":
        yield from _ask_command(MAC_CONTRAST, "1")
    elif has_contrast_in_files(os.environ, Path.home()):
        yield True
    else:
        yield from _ask_command(GNOME_CONTRAST, "true")


def _ask_windows(setting: int, size: int, result: Any) -> bool:
    """Asks Windows for a setting, and stores its value in `result`. Returns False if that fails."""
    import ctypes  # only there

    try:
        user: object = getattr(ctypes, "windll").user32  # noqa: B009  # the checker knows it on Windows alone
        return bool(getattr(user, "SystemParametersInfoW")(setting, size, ctypes.byref(result), 0))  # noqa: B009
    except (AttributeError, OSError):
        return False


def _desktop_values(environ: Mapping[str, str], home: Path, kde: tuple[str, str], gtk: str) -> tuple[bool, list[str]]:
    """Returns True if the desktop is KDE, and the values of a setting: from KDE's file if the desktop is KDE, else from GTK's
    files.

    kde: section and key in KDE's file. gtk: key in GTK's files.
    """
    folder = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    if at_kde := "KDE" in environ.get("XDG_CURRENT_DESKTOP", "").upper().split(":"):
        found = [ini_value(folder / "kdeglobals", *kde)]
    else:
        found = [ini_value(folder / version / "settings.ini", "Settings", gtk) for version in ("gtk-4.0", "gtk-3.0")]
    return at_kde, [value for value in found if value is not None]


def has_contrast_in_files(environ: Mapping[str, str], home: Path) -> bool:
    """Returns True if the name of KDE's colour scheme, or of GTK's theme, indicates strong contrast."""
    _, names = _desktop_values(environ, home, ("General", "ColorScheme"), "gtk-theme-name")
    return any(NAMED in name.lower().replace(" ", "").replace("-", "") for name in names)


def less_motion_in_files(environ: Mapping[str, str], home: Path) -> bool | None:
    """Returns the setting for less motion: from KDE's files if the desktop is KDE, else from GTK's. Returns None if there is
    none.
    """
    at_kde, found = _desktop_values(environ, home, ("KDE", "AnimationDurationFactor"), "gtk-enable-animations")
    if at_kde:
        with contextlib.suppress(ValueError):
            return float(found[0]) <= 0 if found else None
        return None
    return next((word.lower() in ("0", "false") for word in found if word.lower() in ("0", "1", "true", "false")), None)


def ini_value(path: Path, section: str, key: str) -> str | None:
    """Returns a value from an INI file; None if the value is missing or the file cannot be read."""
    found = configparser.ConfigParser(interpolation=None, strict=False, delimiters=("=",))
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        found.read_string(path.read_text(encoding="utf-8-sig"))
        return found.get(section, key, fallback=None)
    except (OSError, ValueError, configparser.Error):
        return None


def _ask_command(command: Sequence[str], expected_output: str) -> Iterator[bool | None]:
    """Runs a command in the background. Yields None until it has ended, then True if its output equals `expected_output`."""
    program = shutil.which(command[0])
    if program is None:
        yield False
        return
    try:
        # A packed program must not lend its own libraries to those of the system.
        environ = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
        asked = subprocess.Popen(
            [program, *command[1:]], env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except (OSError, ValueError):
        yield False
        return
    with asked:
        until = time.monotonic() + WAIT
        while asked.poll() is None and time.monotonic() < until:
            yield None
        if asked.poll() is None:
            asked.kill()
        said = asked.stdout.read(100) if asked.stdout is not None else b""
    yield asked.returncode == 0 and said.decode("utf-8", "replace").strip() == expected_output
