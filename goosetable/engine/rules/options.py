"""House rules as data: each game declares its options as a frozen dataclass whose fields carry labels and choices.

The set-up screen draws the options, the record stores them, and the tests play every choice. The options of a record are read
with the defaults of the program version that wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, cast

Value = str | int | tuple[tuple[int, ...], ...]
"""The value of an option: a word, a whole number, or a table of whole numbers."""

PLAYERS: Final = "players"
"""Key of the option for the number of players. Every game that people can play in different numbers has this option."""
LENGTH: Final = "length"
"""Key of the option for the length of a game. Every game that can also end after one deal has this option."""
WHOLE, ONE_DEAL = "whole", "one-deal"
"""Values of this option: a game up to its usual end, and a game of one deal."""

PRINTED: Final = "printed"
VARIANT: Final = "printed variant"
RULING: Final = "our ruling"
"""Origins of a value: the printed rules, a variation in them, or a ruling of this program where they say nothing."""

_VERSION: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})([.-]?[A-Za-z].*|\+.*)?", re.DOTALL)
_AFTER: Final = ("+", ".post", "-post")


class Version(NamedTuple):
    """A version of the program. A later version compares as greater."""

    numbers: tuple[int, ...]
    """Numbers of the version without zeros at the end, so that 0.2 equals 0.2.0."""
    released: bool
    """False for versions before a release, such as 0.2.0.dev3 or 0.2.0rc1."""


FIRST_VERSION: Final = Version((0, 1), True)
"""The first version whose records and sheets are read."""


def version_of(text: str) -> Version | None:
    """Parses a version, without the part after a +; returns None if the text is no version.

    >>> version_of("0.10.1") > version_of("0.9") > version_of("0.9.0.dev3+x") > version_of("0.8.99")
    True
    >>> version_of("0.9+x") == version_of("0.9.0"), version_of("soon"), version_of("1.2.3.4.5"), version_of("9999999")
    (True, None, None, None)
    """
    found = _VERSION.fullmatch(text)
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return Version(tuple(numbers), not found[2] or found[2].startswith(_AFTER))


def version_that_wrote(app: str | None) -> Version:
    """Returns the version of the program that wrote a file. app: that version, as the file's header names it; None or an
    invalid name means the first version.
    """
    return (version_of(app) if app else None) or FIRST_VERSION


O = TypeVar("O")  # noqa: E741


class OptionValue(NamedTuple):
    """One value of an option and its label."""

    value: Value
    label: str
    origin: str = PRINTED
    """`PRINTED`, `VARIANT` or `RULING`."""
    note: str = ""
    """Sentence about this value, shown in place of the option's note."""


class OtherValues(NamedTuple):
    """Allowed values of an option that are not listed as choices."""

    words: str
    """Description of these values, to end a sentence such as "it may be `on`, `off` or ..."."""
    read: Callable[[object], Value | None]
    """Function from an entry of a record to a value; returns None if the entry is none of these values."""
    origin: str = VARIANT
    typed: Callable[[str], Value | None] | None = None
    """Function from a text that a person types to a value, or to None. Without it, people type the notation of a record."""


class Condition(NamedTuple):
    """The condition under which an option has an effect: another option must have one of certain values."""

    key: str
    values: tuple[Value, ...]
    words: str
    """Text shown if the option has no effect, as in "Only with three players."."""


class Option(NamedTuple):
    """One house rule: its key in records, its label, its choices (the default first) and a note."""

    key: str
    label: str
    choices: tuple[OptionValue, ...]
    note: str
    other_values: OtherValues | None = None
    """Further allowed values, too many to list."""
    condition: Condition | None = None
    since: str = ""
    """The version that brought the option to the game, such as "0.2.0"; empty if the game always had it."""

    def reason_without_effect(self, values: Mapping[str, object]) -> str:
        """Returns the reason why this option has no effect under the options `values`; empty if it has an effect."""
        return "" if self.condition is None or values.get(self.condition.key) in self.condition.values else self.condition.words

    @property
    def default(self) -> Value:
        """Default value: the printed rule, or this program's ruling if the printed rules say nothing."""
        return self.choices[0].value

    def origin_of_value(self, value: object) -> str:
        """Returns the origin of a value: `PRINTED`, `VARIANT` or `RULING`."""
        listed = (choice.origin for choice in self.choices if choice.value == value and type(choice.value) is type(value))
        return next(listed, self.other_values.origin if self.other_values else PRINTED)

    def explanation_of(self, value: object) -> str:
        """Returns the note of a value, or else the note of the option."""
        own = (choice.note for choice in self.choices if choice.value == value and type(choice.value) is type(value))
        return next(own, "") or self.note

    def label_of(self, value: object) -> str:
        """Returns the label of a value. A number without a label of its own gets one like those of the listed numbers."""
        for choice in self.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice.label
        if isinstance(value, tuple):
            return _table_text(value)
        alike = next((choice for choice in self.choices if type(choice.value) is int), None)
        return alike.label.replace(str(alike.value), str(value)) if alike else str(value)


def _table_text(value: tuple[tuple[int, ...], ...]) -> str:
    """Returns a table of numbers as one line. Equal rows at its end appear once.

    >>> _table_text(((2, 5), (4, 8), (4, 8)))
    '2/5 4/8'
    """
    last = next((i for i in range(len(value), 1, -1) if value[i - 1] != value[i - 2]), 1)
    return " ".join("/".join(str(number) for number in row) for row in value[:last])


def whole_numbers_between(low: int, high: int) -> OtherValues:
    """Returns a value for `Option.other_values` that allows all whole numbers from `low` to `high`."""
    return OtherValues(f"{low} to {high}", lambda value: value if type(value) is int and low <= value <= high else None)


def option(
    label: str, choices: Mapping[Any, str] | Iterable[Value], note: str = "", other_values: OtherValues | None = None,
    condition: Condition | None = None, *, variants: Iterable[Value] = (), rulings: Iterable[Value] = (), since: str = "",
    notes: Mapping[Value, str] | None = None,
) -> Any:  # fmt: skip
    """Returns a field of an options dataclass. The first choice is the default. A mapping gives each choice its label.

    variants: choices that are printed variations. rulings: choices that are rulings of this program. All other choices are
    printed rules. notes: sentences about single choices, shown in place of the note.

    since: the version that added the option to a released game; "" if the first release had it. Records of older versions are
    read with the first choice, so this must be the rule by which they were played. Raises ValueError for a `since` that is no
    version.
    """
    if since and version_of(since) is None:
        raise ValueError(f"an option cannot be there since {since!r}, which is no version")
    labels = choices if isinstance(choices, Mapping) else {value: str(value) for value in choices}
    origins = dict.fromkeys(variants, VARIANT) | dict.fromkeys(rulings, RULING)
    own = notes or {}
    listed = tuple(OptionValue(value, text, origins.get(value, PRINTED), own.get(value, "")) for value, text in labels.items())
    return field(default=listed[0].value, metadata={"option": Option("", label, listed, note, other_values, condition, since)})


WHOLE_GAME: Final = Condition(LENGTH, (WHOLE,), "Only in a whole game.")
"""The condition of options that have no effect in a game of one deal."""


def length_option(note: str = "The best of one deal wins; all who are level share the win.") -> Any:
    """Returns the option for the length of a game. note: sentence on the winner of a game of one deal."""
    choices = {WHOLE: "A whole game", ONE_DEAL: "One deal"}
    return option("Length", choices, "To its end, deal after deal.", rulings=(ONE_DEAL,), since="1.0.0", notes={ONE_DEAL: note})


def is_one_deal(options: object) -> bool:
    """Returns True if the options end the game after one deal; False for a game without a `length_option`."""
    return getattr(options, LENGTH, None) == ONE_DEAL


def target_option(
    values: Sequence[int], low: int, high: int, since: str = "", printed: int | None = None, condition: Condition | None = None
) -> Any:
    """Returns the option for the target of a game in points: a listed value, or any whole number from low to high.

    values: listed targets, the default first. printed: the printed target; None if it is the default. since: the version that
    added the option. condition: the condition under which it has an effect.
    """
    labels = {value: f"{value} points" for value in values}
    variants = [value for value in values if value != (printed or values[0])]
    note = "The game ends after the deal in which a player gets there."
    return option("Play to", labels, note, whole_numbers_between(low, high), condition, variants=variants, since=since)


def tie_option(label: str = "A tie at the top", since: str = "", condition: Condition | None = None) -> Any:
    """Returns the option for a tie of the best players at the target: another deal, or a shared win.

    label: caption of the option, for games in which the highest total does not win. since: the version that added the option.
    condition: the condition under which it has an effect.
    """
    choices = {"extra-deal": "Another deal", "shared": "A shared win"}
    notes: dict[Value, str] = {
        "extra-deal": "All play the extra deal, and any of them may win it.",
        "shared": "All who are level win.",
    }
    return option(label, choices, condition=condition, rulings=("shared",), since=since, notes=notes)


def options_of(kind: type[Any]) -> tuple[Option, ...]:
    """Returns the options that a dataclass declares, in order."""
    return _collect_options(cast(Hashable, kind))


@cache
def _collect_options(kind: Hashable) -> tuple[Option, ...]:
    declared = fields(kind)  # type: ignore[arg-type]  # a dataclass
    return tuple(found.metadata["option"]._replace(key=found.name) for found in declared)


def make_options(kind: type[O], given: Mapping[str, object], partial: bool = False) -> O:
    """Makes options from a mapping. Raises ValueError, in words for players.

    partial: True if missing keys get the default; otherwise they are an error.
    """
    known = {found.key: found for found in options_of(kind)}
    for key in given:
        if key not in known:
            raise ValueError(f"there is no option {key!r}" + (f"; there are {', '.join(known)}" if known else ""))
    values: dict[str, Value] = {}
    for key, found in known.items():
        if key in given:
            values[key] = _check_value(found, given[key])
        elif not partial:
            raise ValueError(f"the option {key!r} is missing")
    return kind(**values)


def with_newer_defaults(kind: type[object], values: Mapping[str, object], app: str | None) -> dict[str, object]:
    """Returns the options of a header. Options that a later version added to the game get their defaults. So a record of an
    older version keeps its meaning.

    app: the version that wrote the header, as the header names it; None means the first version.
    """
    written = version_that_wrote(app)
    later = [found for found in options_of(kind) if found.since and version_that_wrote(found.since) > written]
    return {**{found.key: found.default for found in later}, **values}


def with_player_count(kind: type[Any], values: Mapping[str, object], count: int) -> dict[str, object]:
    """Returns options with the number of players added, if the game has that option, `values` lacks it, and `count` is not 0;
    else a copy of `values`.
    """
    is_open = count and PLAYERS not in values and any(known.key == PLAYERS for known in options_of(kind))
    return {**values, PLAYERS: count} if is_open else dict(values)


def _check_value(option: Option, value: object) -> Value:
    for choice in option.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    other = option.other_values.read(value) if option.other_values else None
    if other is not None:
        return other
    raise ValueError(f"the option {option.key!r} cannot be {value!r}; it may be {_allowed_values_text(option)}")


def _allowed_values_text(option: Option) -> str:
    values = [choice.value for choice in option.choices]
    if option.other_values:
        return ", ".join([*(value for value in values if isinstance(value, str)), option.other_values.words])
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > 6:
        return ", ".join([*(value for value in values if isinstance(value, str)), f"{min(numbers)} to {max(numbers)}"])
    return ", ".join(str(value) for value in values)


def options_as_json(options: object) -> dict[str, object]:
    """Returns all options by key, as a record's header has them; tables are lists."""
    return {found.key: _value_as_json(getattr(options, found.key)) for found in options_of(type(options))}


def _value_as_json(value: Value) -> object:
    return [list(row) for row in value] if isinstance(value, tuple) else value


def without_newer_defaults(options: object) -> dict[str, object]:
    """Returns the options as `options_as_json` does, except options that were added after the first release and have their
    default value.

    So a file named after these options keeps its name when a new version of the game adds another option.
    """
    late = {found.key: found.default for found in options_of(type(options)) if found.since}
    return {
        key: value for key, value in options_as_json(options).items() if key not in late or getattr(options, key) != late[key]
    }
