"""The settings as one value, and their file, which is written atomically. If parts are damaged, only their values are lost."""

from __future__ import annotations

import contextlib
import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from goosetable import integrity
from goosetable.app.skins.theme import BACKS, FACES, NAMES
from goosetable.app.storage.cast import NAMELESS, YOU
from goosetable.engine.record.jsonl import LONE_SURROGATE
from goosetable.engine.words.clean import clean_text

VERSION = 1
LARGEST: Final = 4 << 20
"""Largest size of the settings file that is read, in bytes. The limits of its parts keep it smaller."""
MOST_PEOPLE: Final = 24
"""Largest number of people in the settings."""
LONGEST_PERSON: Final = 800
"""Largest length of one person's entry in the file, in characters, including former names and habits."""
MOST_LEARNED: Final = 100
MOST_STEPS: Final = 1_000
"""The index of the step at which a lesson was left must be smaller than this."""
MOST_PROBLEMS: Final = 2_000
"""Largest number of problems that are stored as solved, and as missed."""
MOST_DAYS: Final = 60
"""Number of days whose results in the deal of the day are stored, the latest."""
MOST_OPENED: Final = 200
"""Number of open games that are stored, the latest."""
MOST_MET: Final = 400
"""Largest number of stored counts of finished deals. Each count is for one game and one person."""
FIRST_DEALS: Final = 3
"""Number of deals of a game after which a person is no longer new to it."""
MOST_COUNTED: Final = 200
"""Largest number of people in the settings whose statistics were begun anew."""
LONGEST_COUNTED: Final = 400_000
"""Largest number of characters of all the lists of games that do not count in figures, of all people together."""
MOST_KEYS: Final = 100
"""Largest number of commands with a changed key in the settings."""
LONGEST_KEY: Final = 400
_ROOM: Final = 60_000
"""Largest length in the file, in characters: for the settings of the table that was last begun, and for unknown fields."""
PACE: Final = {"leisurely": 1.0, "brisk": 0.5, "at once": 0.0}
"""Factor on durations, by pace: of motion, of the pause after a full trick, and of the pauses of computer players."""
HURRIED: Final = 0.6
"""For settings of an earlier version without motion: the longest pause after a full trick, in seconds, that becomes the pace
"at once".
"""

Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
FaceDesign: TypeAlias = Literal["two", "four", "large"]
Pace: TypeAlias = Literal["leisurely", "brisk", "at once"]
Sort: TypeAlias = Literal["suits", "ranks"]


class WindowPlace(NamedTuple):
    """The last place of the window while it did not fill the screen, in pixels.

    x, y: upper left corner of the window; under X11, of the frame around it. Both are None if the system chooses the place.
    fullscreen: True if the window is in full screen mode now. maximized: True if it is maximised now. beyond: True if a part of
    the window was outside the screen.
    """

    x: int | None = None
    y: int | None = None
    w: int = 1280
    h: int = 720
    fullscreen: bool = False
    maximized: bool = False
    beyond: bool = False


UNPLACED = WindowPlace()


class Bounds(NamedTuple):
    """The lowest and the highest value of a setting."""

    low: float
    high: float


class _Rule(NamedTuple):
    """The rule of a setting: the values that it accepts, and the conversion of values from the file."""

    fits: Callable[[Any], bool]
    """Returns True if a value is valid. An invalid value is replaced by the default; the other values in the file are used."""
    read: Callable[[Any], Any] = lambda value: value
    """Converts a valid value. From a list or object, takes the valid parts."""
    shape: type | None = None
    """The type of a list or object, which is checked instead of `fits`; `read` then takes the valid parts."""
    bounds: Bounds | None = None


def _setting(default: object, rule: _Rule) -> Any:
    return field(default=default, metadata={"rule": rule})


def _bool_setting(default: bool) -> Any:
    return _setting(default, _Rule(lambda v: isinstance(v, bool)))


def _choice_setting(default: str, values: Sequence[str]) -> Any:
    return _setting(default, _Rule(lambda v: v in values))


def _number_setting(default: float, low: float, high: float, whole: bool = False) -> Any:
    kinds = int if whole else int | float
    fits = lambda v: isinstance(v, kinds) and not isinstance(v, bool) and low <= v <= high  # noqa: E731
    return _setting(default, _Rule(fits, bounds=Bounds(low, high)))


_NAME: Final = _Rule(
    lambda v: isinstance(v, str) and len(v) < 99 and 0 < len(v.strip()) <= 24 and v.isprintable(),
    lambda v: Settings.name if v.strip().casefold() == YOU else clean_text(v) or Settings.name,
)
_PEOPLE: Final = _Rule(
    lambda v: isinstance(v, list | tuple) and all(isinstance(person, dict) for person in v),
    lambda v: integrity.first_entries(
        v, MOST_PEOPLE, lambda one: isinstance(one, dict) and integrity.is_small_enough(one, LONGEST_PERSON)
    ),
    list,
)


def _text_list_rule(maximum: int) -> _Rule:
    return _Rule(
        lambda v: isinstance(v, list | tuple) and all(isinstance(one, str) for one in v),
        lambda v: integrity.first_entries(v, maximum, lambda one: isinstance(one, str) and integrity.is_small_enough(one, 60)),
        list,
    )


def _mapping_setting(kind: type, maximum: int, room: int, fits: Callable[[str, Any], bool]) -> Any:
    """Returns the field of a setting that is a mapping. The setting gets the first `maximum` valid entries of the mapping in
    the file, up to a length of `room` characters. fits: returns True if a key and its value are valid.
    """
    rule = _Rule(
        lambda v: isinstance(v, dict) and all(isinstance(one, kind) for one in v.values()),
        lambda v: integrity.first_items(v, maximum, room, lambda key, one: isinstance(one, kind) and fits(key, one)),
        dict,
    )
    return field(default_factory=dict, metadata={"rule": rule})


def _is_valid_list_of_uncounted_games(key: str, since: str) -> bool:
    return len(key) <= LONGEST_KEY and integrity.is_within_limits(since, LONGEST_COUNTED)


_TABLE: Final = _Rule(
    lambda v: v is None or isinstance(v, dict), lambda v: v if v is None or integrity.is_small_enough(v, _ROOM) else None
)


@dataclass(frozen=True)
class Settings:
    """All settings. Change them by `with_changes` or `Context.change_settings`. `extra` has fields and values of the file that
    only later versions understand.
    """

    version: int = VERSION
    theme: str = _choice_setting("lamplight", NAMES)
    own_theme: bool = _bool_setting(False)  # True if the theme stays, even if the system asks for strong contrast
    cards: FaceDesign = _choice_setting("two", FACES)
    back: str = _choice_setting("blue", BACKS)
    text_size: float = _number_setting(1.0, 0.8, 2.0)
    card_size: float = _number_setting(1.0, 0.8, 2.0)  # of hand and trick, as far as there is room
    pace: Pace = _choice_setting("leisurely", get_args(Pace))
    still: bool = _bool_setting(False)  # True if nothing moves, at any pace: cards are at once in their places
    moving: bool = _bool_setting(False)  # True if all moves, even if the system asks for less; else it decides
    play_forced: bool = _bool_setting(False)  # True if the only playable card is played automatically
    memory_aid: bool = _bool_setting(False)  # True if the person can look up the played cards
    volume_cards: float = _number_setting(0.7, 0, 1)
    volume_signals: float = _number_setting(0.7, 0, 1)
    volume_honks: float = _number_setting(0.7, 0, 1)
    speak: bool = _bool_setting(False)  # True if the built-in voice reads events while no screen reader does
    muted: bool = _bool_setting(False)  # True if there is no sound, whatever the volumes are
    sort: Sort = _choice_setting("suits", get_args(Sort))
    lift_legal: bool = _bool_setting(True)
    say_what_card_does: bool = _bool_setting(True)
    remarks: bool = _bool_setting(True)  # True if opponents remark on the game in bubbles at their seats
    name: str = _setting(NAMELESS, _NAME)
    people: Sequence[Mapping[str, Json]] = _setting((), _PEOPLE)  # those who have played here; see `profiles`
    asked: Sequence[str] = _setting((), _text_list_rule(MOST_PEOPLE))  # names such as "player 2" of people who gave none
    level: int = _number_setting(2, 1, 5, whole=True)  # of new opponents: 1 easy to 5 master
    window: WindowPlace = UNPLACED
    learned: Sequence[str] = _setting(
        (), _text_list_rule(MOST_LEARNED)
    )  # the ids of the games whose lesson was played to its end
    begun: Mapping[str, int] = _mapping_setting(  # by game id: the step at which its lesson was left
        int, MOST_LEARNED, 100 * MOST_LEARNED, lambda _, step: type(step) is int and 0 < step < MOST_STEPS
    )
    solved: Sequence[str] = _setting((), _text_list_rule(MOST_PROBLEMS))  # the ids of the problems solved at the first try
    missed: Sequence[str] = _setting((), _text_list_rule(MOST_PROBLEMS))  # the ids of the problems with a wrong first answer
    days: Mapping[str, str] = _mapping_setting(  # by date: the result of the deal of the day; see `days`
        str, MOST_DAYS, 100 * MOST_DAYS, lambda _, result: integrity.is_small_enough(result, 60)
    )
    opened: Sequence[str] = _setting(
        (), _text_list_rule(MOST_OPENED)
    )  # marks of open games, the latest last; see `saves.OpenGames`
    met: Mapping[str, int] = _mapping_setting(  # by game id and name: deals finished; see `NewcomerTracker`
        int, MOST_MET, LONGEST_KEY * MOST_MET, lambda _, seen: type(seen) is int and 0 <= seen <= FIRST_DEALS
    )
    keys: Mapping[str, str] = _mapping_setting(
        str, MOST_KEYS, 60 * MOST_KEYS, lambda _, key: integrity.is_small_enough(key, 40)
    )  # see `keymap`
    counted_from: Mapping[str, Json] = _mapping_setting(
        str, MOST_COUNTED, LONGEST_COUNTED + 100_000, _is_valid_list_of_uncounted_games
    )  # see `figures`
    last_table: Mapping[str, Json] | None = _setting(None, _TABLE)  # game id, options and seats as they were last laid
    extra: Mapping[str, Json] = field(default_factory=lambda: types.MappingProxyType({}))


_RULES: Final[Mapping[str, _Rule]] = {f.name: f.metadata["rule"] for f in fields(Settings) if f.metadata}


def bounds_of_setting(key: str) -> Bounds:
    """Returns the lowest and the highest value of a numeric setting. Raises KeyError for any other setting."""
    found = _RULES[key].bounds
    if found is None:
        raise KeyError(key)
    return found


def parse(text: str) -> Settings:
    """Parses the text of the settings' file. Raises ValueError or RecursionError if the text is not a JSON object."""
    found = integrity.parse_json(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    found = _convert_pace(found)
    good = {key: _RULES[key].read(value) for key, value in found.items() if key in _RULES and _has_shape(_RULES[key], value)}
    number = max(VERSION, found["version"] if type(found.get("version")) is int else VERSION)
    ours = {"version", "window", "extra", *(_RULES if number == VERSION else good)}  # a later one has other values, too
    strange = {key: value for key, value in found.items() if key not in ours}
    extra = integrity.first_items(strange, integrity.MAX_VALUES, _ROOM, lambda _, value: integrity.is_within_limits(value))
    return Settings(
        **good, version=number, window=_parse_window_place(found.get("window")), extra=types.MappingProxyType(extra)
    )


def _convert_pace(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Converts settings of an earlier version: its fields for motion and for the pause after a full trick become a pace."""
    kept = {key: value for key, value in fields.items() if key not in ("motion", "trick_wait", "trick_seconds")}
    if "pace" in fields:
        return kept
    motion, seconds = fields.get("motion"), fields.get("trick_seconds")
    quick = isinstance(seconds, int | float) and seconds <= HURRIED and fields.get("trick_wait") != "click"
    if motion == "still" and not quick:
        return {"still": True} | kept
    return {"pace": "at once" if motion == "still" else "brisk" if motion == "brisk" else "leisurely"} | kept


def _has_shape(rule: _Rule, value: object) -> bool:
    return isinstance(value, rule.shape) if rule.shape is not None else _accepts(rule, value)


def _accepts(rule: _Rule, value: object) -> bool:
    try:
        return rule.fits(value)
    except TypeError:  # a list where a word belongs cannot even be looked up
        return False


def _parse_window_place(found: object) -> WindowPlace:
    if not isinstance(found, dict):
        return WindowPlace()
    good: dict[str, Any] = {}
    for key in ("x", "y", "w", "h"):
        if isinstance(value := found.get(key), int) and not isinstance(value, bool) and -30000 < value < 30000:
            good[key] = value
    good |= {key: found[key] for key in ("fullscreen", "maximized", "beyond") if isinstance(found.get(key), bool)}
    place = WindowPlace(**good)
    return place._replace(w=max(640, place.w), h=max(400, place.h))


def file_text(settings: Settings) -> str:
    """Returns the text for the settings' file. Lone surrogates, which UTF-8 cannot encode, are replaced by U+FFFD."""
    plain: dict[str, object] = dict(settings.extra)
    for f in fields(Settings):
        if f.name != "extra" and not (f.name in plain and getattr(settings, f.name) == f.default):
            plain[f.name] = getattr(settings, f.name)
    plain |= {"window": settings.window._asdict(), "last_table": settings.last_table and dict(settings.last_table)}
    return LONE_SURROGATE.sub("\ufffd", json.dumps(plain, indent=2, ensure_ascii=False)) + "\n"


class LoadedSettings(NamedTuple):
    """The loaded settings, and a sentence on a fault of their file, if there was one."""

    settings: Settings
    notice: str | None = None


def load(path: Path) -> LoadedSettings:
    """Loads the settings from their file; if it is missing or unreadable, from the .bak file, or else the defaults.

    Never raises and never waits. Anything unreadable at the path, such as a folder or a pipe, is renamed.
    """
    integrity.delete_temporary_files(path)
    try:
        return LoadedSettings(read(path))
    except FileNotFoundError:
        return _load_instead_of_missing(path)
    except (OSError, ValueError, RecursionError):
        return _load_instead_of_unreadable(path)


def read(path: Path) -> Settings:
    """Reads the settings from a file in UTF-8 or another Unicode encoding. Raises OSError, ValueError or RecursionError."""
    return parse(integrity.decode_json(integrity.read_file(path, LARGEST)))


def _read_backup(path: Path) -> Settings | None:
    try:
        return read(_backup_path(path))
    except (OSError, ValueError, RecursionError):
        return None


def _load_instead_of_missing(path: Path) -> LoadedSettings:
    """Loads the settings if their file is missing, because it was removed or its writing was interrupted: from the .bak file,
    or else the defaults.
    """
    older = _read_backup(path)
    if older is None:
        return LoadedSettings(Settings())
    return LoadedSettings(older, "The settings were missing; these are the ones before.")


def _load_instead_of_unreadable(path: Path) -> LoadedSettings:
    aside, older = integrity.rename_damaged_file(path), _read_backup(path)
    where = f"They are kept as {aside.name}" if aside is not None else "They stay where they are"
    if older is not None:
        return LoadedSettings(older, f"The settings could not be read. {where}, and these are the ones before.")
    return LoadedSettings(Settings(), f"The settings could not be read. {where}, and these are fresh.")


def _backup_path(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def write(settings: Settings, path: Path) -> None:
    """Writes the file atomically; its previous version becomes the .bak file. Raises OSError if it cannot be written.

    The previous version is copied, not moved, so that a complete file exists at every moment.
    """
    integrity.delete_temporary_files(path)
    fresh = integrity.write_temporary_file(path, file_text(settings).encode("utf-8"))
    with integrity.delete_on_error(fresh):
        _back_up(path)
    integrity.move_into_place(fresh, path)


def _back_up(path: Path) -> None:
    """Copies the present file to the .bak file, unless it is unreadable. Raises OSError."""
    try:
        content = integrity.read_file(path, LARGEST)
        parse(integrity.decode_json(content))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError):
        integrity.rename_existing_file(path, "the settings")
        return
    with contextlib.suppress(OSError):  # a backup that cannot be had is no reason not to keep the settings
        integrity.replace_file(_backup_path(path), content)


def with_changes(settings: Settings, **changes: Any) -> Settings:
    """Returns a copy of the settings with these changes. Raises ValueError for an invalid value."""
    for key, value in changes.items():
        if key in _RULES and not _accepts(_RULES[key], value):
            raise ValueError(f"the setting {key} cannot be {value!r}")
    return replace(settings, **changes)
