"""House rules as data: each game declares its options as a frozen dataclass whose fields carry labels and choices.

The set-up screen draws them, the record stores them, and the tests play every choice of every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, field, fields
from typing import Any, NamedTuple, TypeVar

Value = str | int
"""What an option can be: a word, or a whole number."""

O = TypeVar("O")  # noqa: E741


class Choice(NamedTuple):
    """One value of an option and what people call it."""

    value: Value
    label: str


class Option(NamedTuple):
    """One house rule: its key in records, what it is called, what can be chosen (default first) and a remark."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    note: str

    @property
    def default(self) -> Value:
        """The value as printed in the rules."""
        return self.choices[0].value


def option(label: str, choices: Mapping[Any, str] | Iterable[Value], note: str = "") -> Any:
    """A field of an options dataclass; the first choice is the default. A mapping gives each choice its label."""
    if isinstance(choices, Mapping):
        listed = tuple(Choice(value, text) for value, text in choices.items())
    else:
        listed = tuple(Choice(value, str(value)) for value in dict.fromkeys(choices))
    return field(default=listed[0].value, metadata={"label": label, "choices": listed, "note": note})


def options(kind: type[Any]) -> tuple[Option, ...]:
    """The options that a dataclass declares, in order."""
    return tuple(_option(found) for found in fields(kind))


def _option(found: Field[Any]) -> Option:
    return Option(found.name, found.metadata["label"], found.metadata["choices"], found.metadata["note"])


def read(kind: type[O], given: Mapping[str, object], partial: bool = False) -> O:
    """The options from a mapping, every one explicit unless `partial`; raises ValueError in words a player understands."""
    known = {found.key: found for found in options(kind)}
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


def _allowed(found: Option, value: object) -> Value:
    for choice in found.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    raise ValueError(f"the option {found.key!r} cannot be {value!r}; it may be {_listed(found)}")


def _listed(found: Option) -> str:
    values = [choice.value for choice in found.choices]
    if len(values) > 6 and all(isinstance(value, int) for value in values):
        return f"{min(values)} to {max(values)}"
    return ", ".join(str(value) for value in values)


def write(chosen: object) -> dict[str, Value]:
    """Every option explicitly, as the header of a record has it."""
    return {found.key: getattr(chosen, found.key) for found in options(type(chosen))}
