"""House rules as data: each game declares its options as a frozen dataclass whose fields carry labels and choices.

The set-up screen draws them, the record stores them, and the tests play every choice of every one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, field, fields
from typing import Any, Final, NamedTuple, TypeVar

Value = str | int | tuple[tuple[int, ...], ...]
"""What an option can be: a word, a whole number, or a table of whole numbers."""

PLAYERS: Final = "players"
"""The key of how many play, in every game where people choose that."""

O = TypeVar("O")  # noqa: E741


class OptionValue(NamedTuple):
    """One value of an option and what people call it."""

    value: Value
    label: str


class Besides(NamedTuple):
    """What an option can be besides the choices that are listed."""

    words: str
    """What that is, as in "it may be `on`, `off` or ..."."""
    read: Callable[[object], Value | None]
    """The value that is meant, from what a record has, or None."""


class Only(NamedTuple):
    """When an option matters at all: with certain values of another one."""

    key: str
    values: tuple[Value, ...]
    words: str
    """Said where it does not, as in "Only with three players."."""


class Option(NamedTuple):
    """One house rule: its key in records, what it is called, what can be chosen (default first) and a remark."""

    key: str
    label: str
    choices: tuple[OptionValue, ...]
    note: str
    besides: Besides | None = None
    """Values that are right and too many to list."""
    only: Only | None = None

    def idle(self, chosen: Mapping[str, object]) -> str:
        """Why this option makes no difference where the others are as chosen, or nothing if it does."""
        return "" if self.only is None or chosen.get(self.only.key) in self.only.values else self.only.words

    @property
    def default(self) -> Value:
        """The value as printed in the rules."""
        return self.choices[0].value

    def called(self, value: object) -> str:
        """What people call a value; a number that is not listed is called as the listed ones are."""
        for choice in self.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice.label
        if isinstance(value, tuple):
            return "as this table has it"
        alike = next((choice for choice in self.choices if type(choice.value) is int), None)
        return alike.label.replace(str(alike.value), str(value)) if alike else str(value)


def between(low: int, high: int) -> Besides:
    """A whole number from `low` to `high`."""

    def read_number(value: object) -> Value | None:
        return value if type(value) is int and low <= value <= high else None

    return Besides(f"{low} to {high}", read_number)


def option(
    label: str, choices: Mapping[Any, str] | Iterable[Value], note: str = "", besides: Besides | None = None,
    only: Only | None = None,
) -> Any:  # fmt: skip
    """A field of an options dataclass; the first choice is the default. A mapping gives each choice its label."""
    if isinstance(choices, Mapping):
        listed = tuple(OptionValue(value, text) for value, text in choices.items())
    else:
        listed = tuple(OptionValue(value, str(value)) for value in dict.fromkeys(choices))
    about = {"label": label, "choices": listed, "note": note, "besides": besides, "only": only}
    return field(default=listed[0].value, metadata=about)


def target(values: Sequence[int], low: int, high: int) -> Any:
    """The option of a target: some values to choose from, the first as printed, and any from `low` to `high`."""
    labels = {value: f"{value} points" for value in values}
    return option("Play to", labels, "The game ends after the deal in which somebody gets there.", between(low, high))


def tie(label: str = "A tie at the top") -> Any:
    """The option of what follows a tie at the top once the target is reached; `label` where the top does not win."""
    choices = {"extra-deal": "Another deal", "shared": "A shared win"}
    return option(label, choices, "Everybody plays the extra deal, and anybody may win it.")


def options_of(kind: type[Any]) -> tuple[Option, ...]:
    """The options that a dataclass declares, in order."""
    return tuple(_option(found) for found in fields(kind))


def _option(found: Field[object]) -> Option:
    about = found.metadata
    return Option(found.name, about["label"], about["choices"], about["note"], about["besides"], about["only"])


def read(kind: type[O], given: Mapping[str, object], partial: bool = False) -> O:
    """The options from a mapping, every one explicit unless `partial`; raises ValueError in words a player understands."""
    known = {found.key: found for found in options_of(kind)}
    for key in given:
        if key not in known:
            raise ValueError(f"there is no option {key!r}" + (f"; there are {', '.join(known)}" if known else ""))
    values: dict[str, Value] = {}
    for key, found in known.items():
        if key in given:
            values[key] = _allowed(found, given[key])
        elif not partial:
            raise ValueError(f"the option {key!r} is missing")
    return kind(**values)


def for_players(kind: type[Any], given: Mapping[str, object], count: int) -> dict[str, object]:
    """The same, with `count` players where the game leaves their number open and `given` does not say it; 0: as by default."""
    is_open = count and PLAYERS not in given and any(known.key == PLAYERS for known in options_of(kind))
    return {**given, PLAYERS: count} if is_open else dict(given)


def _allowed(found: Option, value: object) -> Value:
    for choice in found.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    other = found.besides.read(value) if found.besides else None
    if other is not None:
        return other
    raise ValueError(f"the option {found.key!r} cannot be {value!r}; it may be {_listed(found)}")


def _listed(found: Option) -> str:
    values = [choice.value for choice in found.choices]
    if found.besides:
        return ", ".join([*(value for value in values if isinstance(value, str)), found.besides.words])
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > 6:
        return ", ".join([*(value for value in values if isinstance(value, str)), f"{min(numbers)} to {max(numbers)}"])
    return ", ".join(str(value) for value in values)


def write(chosen: object) -> dict[str, object]:
    """Every option explicitly, as the header of a record has it; tables are lists there."""
    return {found.key: _plain(getattr(chosen, found.key)) for found in options_of(type(chosen))}


def _plain(value: Value) -> object:
    return [list(row) for row in value] if isinstance(value, tuple) else value
