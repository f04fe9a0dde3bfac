"""Values of tests whose type is wider than what they must be: checked, and returned in the narrower type."""

from __future__ import annotations

from typing import TypeVar

from goosetable.players.agent import BuiltInPlayer

T = TypeVar("T")


def present(value: T | None) -> T:
    """Returns a value that must not be None."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """Returns a value that must be an instance of a class."""
    assert isinstance(value, kind), type(value)
    return value


def built_in(player: object) -> BuiltInPlayer:
    """Returns a player that must be one of the program's own."""
    assert isinstance(player, BuiltInPlayer)
    return player
