"""A sheet that is being kept."""

from __future__ import annotations

from typing import Any


class Keeping:
    """Stub."""

    names: tuple[str, ...]
    chairs: Any
    game: Any
    options: Any
    over: bool
    undoable: bool
    kept: bool
    outcome: str
    follows: str

    def answered(self, seat: int) -> bool:
        raise NotImplementedError

    def answer(self, text: str) -> bool:
        """Whether the deal is over with it."""
        raise NotImplementedError

    def undo(self) -> None:
        raise NotImplementedError

    def ask_again(self, seat: int) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError
