"""What the person chose, as one value; and its file, which is written whole and survives any damage."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from goosetable import files
from goosetable.app.skins import card_styles, theme
from goosetable.app.storage import atomic_files, json_limits
from goosetable.engine.record.jsonl import LONE_SURROGATE
from goosetable.engine.text.clean import clean

VERSION = 1
LARGEST: Final = 4 << 20
"""Bytes of the file; all that is kept in it, at four bytes a character, takes fewer."""
MOST_PEOPLE: Final = 24
"""People who are remembered."""
MOST_LEARNED: Final = 100
MOST_COUNTED: Final = 200
"""People whose statistics begin later than the records."""
LONGEST_COUNTED: Final = 400_000
"""Characters that say, for all of them together, which games do not count."""
LONGEST_KEY: Final = 400
_ROOM: Final = 60_000
"""Characters of the last tables, and of what this version does not know, in the file."""
PACE = {"full": 1.0, "brisk": 0.5, "still": 0.0}  # by motion: the factor on all durations

Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
Cards: TypeAlias = Literal["two", "four", "large"]
Motion: TypeAlias = Literal["full", "brisk", "still"]


class WindowPlace(NamedTuple):
    """Where the window was when it was last a window, and whether it filled the screen. x, y None: let it be placed."""

    x: int | None = None
    y: int | None = None
    w: int = 1280
    h: int = 720
    fullscreen: bool = False


UNPLACED = WindowPlace()


@dataclass(frozen=True)
class Settings:
    """Change with dataclasses.replace or Desk.change. Fields that this version does not know are kept in `extra`."""

    version: int = VERSION
    theme: str = "lamplight"
    cards: Cards = "two"
    back: str = "blue"  # one of packs.BACKS
    text_size: float = 1.0  # 0.8..2.0
    motion: Motion = "full"
    trick_wait: Literal["time", "click"] = "time"
    trick_seconds: float = 1.2  # for which a full trick lies, 0.4..4
    play_forced: bool = False  # the only card one may play goes by itself
    memory_aid: bool = False  # what has been played can be looked up
    volume_cards: float = 0.7  # each 0..1
    volume_signals: float = 0.7
    volume_honks: float = 0.7
    sort: Literal["suits", "ranks"] = "suits"
    lift_legal: bool = True
    say_what_card_does: bool = True
    name: str = "You"
    people: Sequence[Mapping[str, Json]] = ()  # those who have played here; see people.py
    level: int = 2  # of new opponents: 1 easy .. 4 expert
    window: WindowPlace = UNPLACED
    learned: Sequence[str] = ()  # the ids of the games whose lesson was played to its end
    counted_from: Mapping[str, Json] = field(default_factory=dict)  # whose statistics count from when; see statistics.py
    last_table: Mapping[str, Json] | None = None  # game id, options and seats as they were last laid
    extra: Mapping[str, Json] = field(default_factory=lambda: types.MappingProxyType({}))


# What each field may be. A value that does not fit is dropped, and the default stands; the rest of the file counts.
_FITS: dict[str, Callable[[Any], bool]] = {
    "theme": lambda v: v in theme.NAMES,
    "cards": lambda v: v in card_styles.FACES,
    "back": lambda v: v in card_styles.BACKS,
    "text_size": lambda v: _number(v) and 0.8 <= v <= 2.0,
    "motion": lambda v: v in ("full", "brisk", "still"),
    "trick_wait": lambda v: v in ("time", "click"),
    "trick_seconds": lambda v: _number(v) and 0.4 <= v <= 4.0,
    "play_forced": lambda v: isinstance(v, bool),
    "memory_aid": lambda v: isinstance(v, bool),
    "volume_cards": lambda v: _number(v) and 0 <= v <= 1,
    "volume_signals": lambda v: _number(v) and 0 <= v <= 1,
    "volume_honks": lambda v: _number(v) and 0 <= v <= 1,
    "sort": lambda v: v in ("suits", "ranks"),
    "lift_legal": lambda v: isinstance(v, bool),
    "say_what_card_does": lambda v: isinstance(v, bool),
    "name": lambda v: isinstance(v, str) and len(v) < 99 and 0 < len(v.strip()) <= 24 and v.isprintable(),
    "people": lambda v: isinstance(v, list | tuple) and all(isinstance(person, dict) for person in v),
    "level": lambda v: isinstance(v, int) and not isinstance(v, bool) and 1 <= v <= 4,
    "learned": lambda v: isinstance(v, list | tuple) and all(isinstance(game, str) for game in v),
    "counted_from": lambda v: isinstance(v, dict) and all(isinstance(since, str) for since in v.values()),
    "last_table": lambda v: v is None or isinstance(v, dict),
}


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# What is read of the fields that hold many things: what is unsound or too much is left out, and the rest counts.
_READ: dict[str, Callable[[Any], Any]] = {
    "name": lambda v: clean(v) or Settings.name,
    "people": lambda v: json_limits.entries(
        v, MOST_PEOPLE, lambda one: isinstance(one, dict) and json_limits.small(one, LONGEST_KEY)
    ),
    "learned": lambda v: json_limits.entries(v, MOST_LEARNED, lambda one: isinstance(one, str) and json_limits.small(one, 60)),
    "counted_from": lambda v: json_limits.items(v, MOST_COUNTED, LONGEST_COUNTED + 100_000, _counts),
    "last_table": lambda v: v if v is None or json_limits.small(v, _ROOM) else None,
}


def _counts(key: str, value: object) -> bool:
    return len(key) <= LONGEST_KEY and isinstance(value, str) and json_limits.sound(value, LONGEST_COUNTED)


def parse(text: str) -> Settings:
    """Settings from the text of their file. Raises ValueError or RecursionError if it is not a JSON object."""
    found = json_limits.read(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    known = {f.name for f in fields(Settings)} - {"version", "window", "extra"}
    good: dict[str, Any] = {
        key: _READ[key](value) if key in _READ else value
        for key, value in found.items()
        if key in known and _shaped(key, value)
    }
    strange = {key: value for key, value in found.items() if key not in known and key not in ("version", "window", "extra")}
    extra = json_limits.items(strange, json_limits.MOST, _ROOM, lambda _, value: json_limits.sound(value))
    return Settings(**good, window=_place(found.get("window")), extra=types.MappingProxyType(extra))


def _shaped(key: str, value: object) -> bool:
    """Whether a value fits, or is a list or an object of which the parts that fit are taken."""
    return isinstance(value, _SHAPES[key]) if key in _SHAPES else _fits(key, value)


_SHAPES: dict[str, type] = {"people": list, "learned": list, "counted_from": dict}


def _fits(key: str, value: object) -> bool:
    try:
        return _FITS[key](value)
    except TypeError:  # a list where a word belongs cannot even be looked up
        return False


def _place(found: object) -> WindowPlace:
    if not isinstance(found, dict):
        return WindowPlace()
    good: dict[str, Any] = {}
    for key in ("x", "y", "w", "h"):
        value = found.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and -30000 < value < 30000:
            good[key] = value
    if isinstance(found.get("fullscreen"), bool):
        good["fullscreen"] = found["fullscreen"]
    place = WindowPlace(**good)
    return place._replace(w=max(640, place.w), h=max(400, place.h))


def text_of(settings: Settings) -> str:
    """The text of the settings' file. Half of a surrogate pair, which no file may hold, becomes U+FFFD."""
    plain: dict[str, object] = dict(settings.extra)
    for f in fields(Settings):
        if f.name != "extra":
            plain[f.name] = getattr(settings, f.name)
    plain["version"] = VERSION
    plain["window"] = settings.window._asdict()
    plain["last_table"] = None if settings.last_table is None else dict(settings.last_table)
    return LONE_SURROGATE.sub("\ufffd", json.dumps(plain, indent=2, ensure_ascii=False)) + "\n"


class Loaded(NamedTuple):
    """Settings and, if something was wrong with the file, one sentence about it."""

    settings: Settings
    notice: str | None = None


def load(path: Path) -> Loaded:
    """The settings in a file; where it is absent or unreadable those before, and defaults if there are none either.

    Never raises and never waits: what cannot be read, such as a folder or a pipe, is set aside.
    """
    atomic_files.sweep(path)
    try:
        return Loaded(_read(path))
    except FileNotFoundError:
        return _missing(path)
    except (OSError, ValueError, RecursionError):
        return _unreadable(path)


def _read(path: Path) -> Settings:
    """Raises OSError, ValueError or RecursionError."""
    return parse(files.content(path, LARGEST).decode("utf-8"))


def _before(path: Path) -> Settings | None:
    """The settings before the present ones; None where they cannot be read."""
    try:
        return _read(_backup(path))
    except (OSError, ValueError, RecursionError):
        return None


def _missing(path: Path) -> Loaded:
    """There is no file: it was removed, or a program of before was ended between its two steps of writing."""
    older = _before(path)
    return Loaded(Settings()) if older is None else Loaded(older, "The settings were missing; these are the ones before.")


def _unreadable(path: Path) -> Loaded:
    aside, older = set_aside(path), _before(path)
    where = f"They are kept as {aside.name}" if aside is not None else "They stay where they are"
    if older is not None:
        return Loaded(older, f"The settings could not be read. {where}, and these are the ones before.")
    return Loaded(Settings(), f"The settings could not be read. {where}, and these are fresh.")


def set_aside(path: Path) -> Path | None:
    """Rename a file to settings.old-N.json, N being free; None if that is not possible. Never raises."""
    for n in range(1, 1000):
        aside = path.with_name(f"{path.stem}.old-{n}{path.suffix}")
        if not os.path.lexists(aside):
            try:
                path.rename(aside)
            except (OSError, ValueError):
                return None
            return aside
    return None


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def write(settings: Settings, path: Path) -> None:
    """Write the file whole, or not at all, and keep the one before as .bak. Raises OSError if it cannot be written.

    There is a whole file of that name at every moment: the one before is copied, not moved.
    """
    atomic_files.sweep(path)
    fresh = atomic_files.fresh(path, text_of(settings).encode("utf-8"))
    try:
        _keep_before(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    atomic_files.place(fresh, path)


def _keep_before(path: Path) -> None:
    """Copies the present file to .bak if it is one; nothing unreadable takes the place of what can be read. Raises OSError."""
    try:
        content = files.content(path, LARGEST)
        parse(content.decode("utf-8"))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError):
        if set_aside(path) is None:
            raise OSError(errno.EBUSY, "what lies in the place of the settings cannot be set aside") from None
        return
    with contextlib.suppress(OSError):  # a backup that cannot be had is no reason not to keep the settings
        atomic_files.put(_backup(path), content)


def changed(settings: Settings, **changes: Any) -> Settings:
    """The settings with other values. Raises ValueError for a value that a field cannot have."""
    for key, value in changes.items():
        if key in _FITS and not _fits(key, value):
            raise ValueError(f"the setting {key} cannot be {value!r}")
    return replace(settings, **changes)
