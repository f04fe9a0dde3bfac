"""The person's choices as one value; and its file, which is written whole and survives any damage."""

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
from goosetable.engine.record.jsonl import LONE_SURROGATE
from goosetable.engine.words.clean import clean

VERSION = 1
LARGEST: Final = 4 << 20
"""Bytes of the file; all that is kept in it, at four bytes a character, takes fewer."""
MOST_PEOPLE: Final = 24
"""People who are remembered."""
MOST_LEARNED: Final = 100
MOST_OPENED: Final = 200
"""Open games that are remembered, the latest."""
MOST_MET: Final = 400
"""Games that people have sat down to, each for each person."""
FIRST_DEALS: Final = 3
"""Deals of a game in which a person is new to it."""
MOST_COUNTED: Final = 200
"""People whose statistics begin later than the records."""
LONGEST_COUNTED: Final = 400_000
"""Characters that say, for all of them together, which games do not count."""
MOST_KEYS: Final = 100
"""Commands that have a key of a person's own."""
LONGEST_KEY: Final = 400
_ROOM: Final = 60_000
"""Characters of the last tables, and of what this version does not know, in the file."""
PACE: Final = {"leisurely": 1.0, "brisk": 0.5, "at once": 0.0}
"""By pace, the factor on all durations: of motion, of a full trick's rest, and of a computer player's pause."""
HURRIED: Final = 0.6
"""Seconds of a trick, in a file of before, under which a table where nothing moved was meant to be quick."""

Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
Cards: TypeAlias = Literal["two", "four", "large"]
Pace: TypeAlias = Literal["leisurely", "brisk", "at once"]
Sort: TypeAlias = Literal["suits", "ranks"]


class WindowPlace(NamedTuple):
    """Place of the window when it was last a window, and whether it filled the screen. x, y None: let it be placed.

    x, y: of the corner that places a new window, under X11 the frame's corner. beyond: whether a part of it was left beyond
    the edge of the screen.
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
    """The least and the greatest number that a setting can be."""

    low: float
    high: float


class _Rule(NamedTuple):
    """The values that a field accepts."""

    fits: Callable[[Any], bool]
    """Whether a value is one. A value that does not fit is dropped, and the default stands; the rest of the file counts."""
    read: Callable[[Any], Any] = lambda value: value
    """Converts a value that fits, or a list or object in which some parts do."""
    shape: type | None = None
    """Of a list or an object only that is asked before `read` takes the parts that fit."""
    bounds: Bounds | None = None


def _setting(default: object, rule: _Rule) -> Any:
    return field(default=default, metadata={"rule": rule})


def _flag(default: bool) -> Any:
    return _setting(default, _Rule(lambda v: isinstance(v, bool)))


def _one_of(default: str, values: Sequence[str]) -> Any:
    return _setting(default, _Rule(lambda v: v in values))


def _between(default: float, low: float, high: float, whole: bool = False) -> Any:
    kinds = int if whole else int | float
    fits = lambda v: isinstance(v, kinds) and not isinstance(v, bool) and low <= v <= high  # noqa: E731
    return _setting(default, _Rule(fits, bounds=Bounds(low, high)))


_NAME: Final = _Rule(
    lambda v: isinstance(v, str) and len(v) < 99 and 0 < len(v.strip()) <= 24 and v.isprintable(),
    lambda v: clean(v) or Settings.name,
)
_PEOPLE: Final = _Rule(
    lambda v: isinstance(v, list | tuple) and all(isinstance(person, dict) for person in v),
    lambda v: integrity.first_entries(v, MOST_PEOPLE, lambda one: isinstance(one, dict) and integrity.small(one, LONGEST_KEY)),
    list,
)


def _words(most: int) -> _Rule:
    return _Rule(
        lambda v: isinstance(v, list | tuple) and all(isinstance(one, str) for one in v),
        lambda v: integrity.first_entries(v, most, lambda one: isinstance(one, str) and integrity.small(one, 60)),
        list,
    )


def _items(kind: type, most: int, room: int, fits: Callable[[str, Any], bool]) -> Any:
    """An object of values of a kind, of which the first `most` that fit count, in `room` characters of the file."""
    rule = _Rule(
        lambda v: isinstance(v, dict) and all(isinstance(one, kind) for one in v.values()),
        lambda v: integrity.first_items(v, most, room, lambda key, one: isinstance(one, kind) and fits(key, one)),
        dict,
    )
    return field(default_factory=dict, metadata={"rule": rule})


def _counts(key: str, since: str) -> bool:
    return len(key) <= LONGEST_KEY and integrity.sound(since, LONGEST_COUNTED)


_TABLE: Final = _Rule(
    lambda v: v is None or isinstance(v, dict), lambda v: v if v is None or integrity.small(v, _ROOM) else None
)


@dataclass(frozen=True)
class Settings:
    """Change with `changed` or Context.change. Fields and values that this version does not know are kept in `extra`."""

    version: int = VERSION
    theme: str = _one_of("lamplight", NAMES)
    own_theme: bool = _flag(False)  # whether the theme stays, though the system asks for strong contrast
    cards: Cards = _one_of("two", FACES)
    back: str = _one_of("blue", BACKS)
    text_size: float = _between(1.0, 0.8, 2.0)
    card_size: float = _between(1.0, 0.8, 2.0)  # of hand and trick, as far as there is room
    pace: Pace = _one_of("leisurely", get_args(Pace))
    still: bool = _flag(False)  # whether nothing moves, at any pace: cards are simply where they belong
    moving: bool = _flag(False)  # whether all moves, whatever the system asks for; without both it goes by the system
    play_forced: bool = _flag(False)  # whether the only card one may play goes by itself
    memory_aid: bool = _flag(False)  # whether what has been played can be looked up
    volume_cards: float = _between(0.7, 0, 1)
    volume_signals: float = _between(0.7, 0, 1)
    volume_honks: float = _between(0.7, 0, 1)
    speak: bool = _flag(False)  # whether what happens is said aloud, where no screen reader does
    muted: bool = _flag(False)  # whether there is no sound at all, whatever the volumes are
    sort: Sort = _one_of("suits", get_args(Sort))
    lift_legal: bool = _flag(True)
    say_what_card_does: bool = _flag(True)
    remarks: bool = _flag(True)  # whether opponents remark upon the game in bubbles at their seats
    name: str = _setting("You", _NAME)
    people: Sequence[Mapping[str, Json]] = _setting((), _PEOPLE)  # those who have played here; see `profiles`
    level: int = _between(2, 1, 5, whole=True)  # of new opponents: 1 easy to 5 master
    window: WindowPlace = UNPLACED
    learned: Sequence[str] = _setting((), _words(MOST_LEARNED))  # the ids of the games whose lesson was played to its end
    opened: Sequence[str] = _setting((), _words(MOST_OPENED))  # marks of open games, the latest last; see `saves.OpenGames`
    met: Mapping[str, int] = _items(  # deals of a game seen; see `Newcomers`
        int, MOST_MET, LONGEST_KEY * MOST_MET, lambda _, seen: type(seen) is int and 0 <= seen <= FIRST_DEALS
    )
    keys: Mapping[str, str] = _items(str, MOST_KEYS, 60 * MOST_KEYS, lambda _, key: integrity.small(key, 40))  # see `keymap`
    counted_from: Mapping[str, Json] = _items(str, MOST_COUNTED, LONGEST_COUNTED + 100_000, _counts)  # see `figures`
    last_table: Mapping[str, Json] | None = _setting(None, _TABLE)  # game id, options and seats as they were last laid
    extra: Mapping[str, Json] = field(default_factory=lambda: types.MappingProxyType({}))


_RULES: Final[Mapping[str, _Rule]] = {f.name: f.metadata["rule"] for f in fields(Settings) if f.metadata}


def bounds(key: str) -> Bounds:
    """The least and the greatest value of a setting that is a number. Raises KeyError for any other."""
    found = _RULES[key].bounds
    if found is None:
        raise KeyError(key)
    return found


def parse(text: str) -> Settings:
    """Settings from the text of their file. Raises ValueError or RecursionError if it is not a JSON object."""
    found = integrity.parsed(text)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    found = _paced(found)
    good = {key: _RULES[key].read(value) for key, value in found.items() if key in _RULES and _shaped(_RULES[key], value)}
    number = max(VERSION, found["version"] if type(found.get("version")) is int else VERSION)
    ours = {"version", "window", "extra", *(_RULES if number == VERSION else good)}  # a later one has other values, too
    strange = {key: value for key, value in found.items() if key not in ours}
    extra = integrity.first_items(strange, integrity.MOST_VALUES, _ROOM, lambda _, value: integrity.sound(value))
    return Settings(**good, version=number, window=_place(found.get("window")), extra=types.MappingProxyType(extra))


def _paced(found: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a file of before, which had motion and a full trick's rest one by one, with a pace in their place."""
    kept = {key: value for key, value in found.items() if key not in ("motion", "trick_wait", "trick_seconds")}
    if "pace" in found:
        return kept
    motion, seconds = found.get("motion"), found.get("trick_seconds")
    quick = isinstance(seconds, int | float) and seconds <= HURRIED and found.get("trick_wait") != "click"
    if motion == "still" and not quick:
        return {"still": True} | kept
    return {"pace": "at once" if motion == "still" else "brisk" if motion == "brisk" else "leisurely"} | kept


def _shaped(rule: _Rule, value: object) -> bool:
    return isinstance(value, rule.shape) if rule.shape is not None else _fits(rule, value)


def _fits(rule: _Rule, value: object) -> bool:
    try:
        return rule.fits(value)
    except TypeError:  # a list where a word belongs cannot even be looked up
        return False


def _place(found: object) -> WindowPlace:
    if not isinstance(found, dict):
        return WindowPlace()
    good: dict[str, Any] = {}
    for key in ("x", "y", "w", "h"):
        if isinstance(value := found.get(key), int) and not isinstance(value, bool) and -30000 < value < 30000:
            good[key] = value
    good |= {key: found[key] for key in ("fullscreen", "maximized", "beyond") if isinstance(found.get(key), bool)}
    place = WindowPlace(**good)
    return place._replace(w=max(640, place.w), h=max(400, place.h))


def text_of(settings: Settings) -> str:
    """The text of the settings' file. Half of a surrogate pair, which no file may hold, becomes U+FFFD."""
    plain: dict[str, object] = dict(settings.extra)
    for f in fields(Settings):
        if f.name != "extra" and not (f.name in plain and getattr(settings, f.name) == f.default):
            plain[f.name] = getattr(settings, f.name)
    plain |= {"window": settings.window._asdict(), "last_table": settings.last_table and dict(settings.last_table)}
    return LONE_SURROGATE.sub("\ufffd", json.dumps(plain, indent=2, ensure_ascii=False)) + "\n"


class Loaded(NamedTuple):
    """Settings and, if something was wrong with the file, one sentence about it."""

    settings: Settings
    notice: str | None = None


def load(path: Path) -> Loaded:
    """The settings in a file; where it is absent or unreadable those before, and defaults if there are none either.

    Never raises and never waits: what cannot be read, such as a folder or a pipe, is set aside.
    """
    integrity.sweep(path)
    try:
        return Loaded(read(path))
    except FileNotFoundError:
        return _missing(path)
    except (OSError, ValueError, RecursionError):
        return _unreadable(path)


def read(path: Path) -> Settings:
    """The settings in a file, whatever form of Unicode it has. Raises OSError, ValueError or RecursionError."""
    return parse(integrity.decoded(integrity.content(path, LARGEST)))


def _before(path: Path) -> Settings | None:
    """The settings before the present ones; None where they cannot be read."""
    try:
        return read(_backup(path))
    except (OSError, ValueError, RecursionError):
        return None


def _missing(path: Path) -> Loaded:
    """Loads without a file: it was removed, or an older program was ended between its two steps of writing."""
    older = _before(path)
    return Loaded(Settings()) if older is None else Loaded(older, "The settings were missing; these are the ones before.")


def _unreadable(path: Path) -> Loaded:
    aside, older = integrity.set_aside(path), _before(path)
    where = f"They are kept as {aside.name}" if aside is not None else "They stay where they are"
    if older is not None:
        return Loaded(older, f"The settings could not be read. {where}, and these are the ones before.")
    return Loaded(Settings(), f"The settings could not be read. {where}, and these are fresh.")


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def write(settings: Settings, path: Path) -> None:
    """Writes the file whole, or not at all, and keeps the one before as .bak. Raises OSError if it cannot be written.

    There is a whole file of that name at every moment: the one before is copied, not moved.
    """
    integrity.sweep(path)
    fresh = integrity.written_beside(path, text_of(settings).encode("utf-8"))
    with integrity.or_gone(fresh):
        _keep_before(path)
    integrity.put_in_place(fresh, path)


def _keep_before(path: Path) -> None:
    """Copies the present file to .bak if it is one; nothing unreadable takes the place of what can be read. Raises OSError."""
    try:
        content = integrity.content(path, LARGEST)
        parse(integrity.decoded(content))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError):
        integrity.clear(path, "the settings")
        return
    with contextlib.suppress(OSError):  # a backup that cannot be had is no reason not to keep the settings
        integrity.write_whole(_backup(path), content)


def changed(settings: Settings, **changes: Any) -> Settings:
    """The settings with other values. Raises ValueError for a value that a field cannot have."""
    for key, value in changes.items():
        if key in _RULES and not _fits(_RULES[key], value):
            raise ValueError(f"the setting {key} cannot be {value!r}")
    return replace(settings, **changes)
