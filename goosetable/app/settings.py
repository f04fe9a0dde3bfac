"""What the person chose, as one value; and its file, which is written whole and survives any damage."""

from __future__ import annotations

import contextlib
import json
import os
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from goosetable.app import packs, theme

VERSION = 1
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
    remarks: bool = True
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
    "cards": lambda v: v in packs.FACES,
    "back": lambda v: v in packs.BACKS,
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
    "remarks": lambda v: isinstance(v, bool),
    "name": lambda v: isinstance(v, str) and 0 < len(v.strip()) <= 24 and v.isprintable(),
    "people": lambda v: isinstance(v, list | tuple) and all(isinstance(person, dict) for person in v),
    "level": lambda v: isinstance(v, int) and not isinstance(v, bool) and 1 <= v <= 4,
    "learned": lambda v: isinstance(v, list | tuple) and all(isinstance(game, str) for game in v),
    "counted_from": lambda v: isinstance(v, dict) and all(isinstance(since, str) for since in v.values()),
    "last_table": lambda v: v is None or isinstance(v, dict),
}


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def parse(text: str) -> Settings:
    """Settings from the text of their file. Raises ValueError if it is not a JSON object."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    known = {f.name for f in fields(Settings)} - {"version", "window", "extra"}
    good: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in found.items()
        if key in known and _fits(key, value)
    }
    extra = {key: value for key, value in found.items() if key not in known and key not in ("version", "window")}
    return Settings(**good, window=_place(found.get("window")), extra=types.MappingProxyType(extra))


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
    """The text of the settings' file."""
    plain: dict[str, object] = dict(settings.extra)
    for f in fields(Settings):
        if f.name != "extra":
            plain[f.name] = getattr(settings, f.name)
    plain["version"] = VERSION
    plain["window"] = settings.window._asdict()
    plain["last_table"] = None if settings.last_table is None else dict(settings.last_table)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


class Loaded(NamedTuple):
    """Settings and, if something was wrong with the file, one sentence about it."""

    settings: Settings
    notice: str | None = None


def load(path: Path) -> Loaded:
    """The settings in a file; defaults if there is none. Never raises: an unreadable file is set aside."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), f"The settings could not be read ({error.strerror}); these are fresh.")
    except UnicodeDecodeError:
        return _from_backup(path)
    try:
        return Loaded(parse(text))
    except (ValueError, RecursionError):
        return _from_backup(path)


def _from_backup(path: Path) -> Loaded:
    aside = set_aside(path)
    where = f"They are kept as {aside.name}" if aside is not None else "They stay where they are"
    with contextlib.suppress(OSError, ValueError, RecursionError):
        older = parse(_backup(path).read_text(encoding="utf-8"))
        return Loaded(older, f"The settings could not be read. {where}, and these are the ones before.")
    return Loaded(Settings(), f"The settings could not be read. {where}, and these are fresh.")


def set_aside(path: Path) -> Path | None:
    """Rename a file to settings.old-N.json, N being free; None if that is not possible."""
    for n in range(1, 1000):
        aside = path.with_name(f"{path.stem}.old-{n}{path.suffix}")
        if not aside.exists():
            try:
                path.rename(aside)
            except OSError:
                return None
            return aside
    return None


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def write(settings: Settings, path: Path) -> None:
    """Write the file whole, or not at all, and keep the one before as .bak. Raises OSError if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text_of(settings))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            path.replace(_backup(path))
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def changed(settings: Settings, **changes: Any) -> Settings:
    """The settings with other values. Raises ValueError for a value that a field cannot have."""
    for key, value in changes.items():
        if key in _FITS and not _fits(key, value):
            raise ValueError(f"the setting {key} cannot be {value!r}")
    return replace(settings, **changes)
