"""A table that is being laid: the game, its house rules, who plays and the game code; what the set-up screen shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from goosetable import games
from goosetable.app import cast
from goosetable.engine import code as codes
from goosetable.engine import option
from goosetable.engine.game import Game
from goosetable.engine.lines import Chair
from goosetable.engine.option import Option, Value

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""What an opponent can be, from one goose to four."""


class Laying:
    """What has been chosen so far. Every choice is possible at any moment; only the code can be wrong."""

    def __init__(self, game: Game[Any], person: str, level: str = "medium") -> None:
        """person: the name of whoever plays. level: of opponents who sit down."""
        self.game, self.person, self.level = game, person, level
        self.chosen: dict[str, Value] = {rule.key: rule.default for rule in self.rules}
        self.others: list[Chair] = []
        self.code = ""
        self._fill()

    # ---------------------------------------------------------------- house rules

    @property
    def rules(self) -> tuple[Option, ...]:
        """The house rules there are."""
        return option.options(self.game.Options)

    @property
    def options(self) -> Any:
        """The house rules as they are chosen."""
        return option.read(self.game.Options, self.chosen)

    @property
    def printed(self) -> bool:
        """Whether every rule is as printed."""
        return all(self.chosen[rule.key] == rule.default for rule in self.rules)

    def choose(self, key: str, value: Value) -> None:
        """Changes a house rule; how many play may change with it."""
        self.chosen[key] = value
        self._fill()

    def as_printed(self) -> None:
        """Every rule as printed."""
        self.chosen = {rule.key: rule.default for rule in self.rules}
        self._fill()

    # ---------------------------------------------------------------- who plays

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who plays, by seat; the person sits at seat 0."""
        return (Chair(self.person, cast.HUMAN), *self.others)

    def _names(self) -> list[str]:
        return [self.person, *(chair.name for chair in self.others)]

    def _fill(self) -> None:
        """As many opponents as the game wants, the ones who sit already first."""
        wanted = self.game.seats(self.options) - 1
        del self.others[wanted:]
        while len(self.others) < wanted:
            self.others.append(Chair(cast.after("", self._names()).name, self.level))

    def exchange(self, place: int) -> None:
        """Another character instead of an opponent, with the same level."""
        old = self.others[place]
        taken = [name for name in self._names() if name != old.name]
        self.others[place] = Chair(cast.after(old.name, taken).name, old.player)

    def set_level(self, place: int, level: str) -> None:
        """How well an opponent plays; whoever sits down later plays as well."""
        self.others[place] = Chair(self.others[place].name, level)
        self.level = level

    # ---------------------------------------------------------------- the code

    def wrong_code(self) -> str:
        """Why the code cannot be used, in a sentence, or nothing. An empty one means chance, which is fine."""
        if not self.code.strip():
            return ""
        try:
            codes.read(self.code.strip())
        except ValueError as wrong:
            return f"That will not do: {wrong}."
        return ""

    def canonical(self) -> str | None:
        """The code as the table wants it, or None for chance. Raises ValueError."""
        return codes.read(self.code.strip()) if self.code.strip() else None

    # ---------------------------------------------------------------- remembering

    def remembered(self) -> dict[str, Any]:
        """Game, house rules and company, to be laid again another time."""
        seats = [{"name": chair.name, "player": chair.player} for chair in self.others]
        return {"game": self.game.id, "options": dict(self.chosen), "seats": seats}

    def recall(self, last: Mapping[str, Any]) -> None:
        """Lays what was remembered, as far as it still makes sense; anything else stays as it is."""
        chosen = last.get("options")
        for rule in self.rules:
            if last.get("game") == self.game.id and isinstance(chosen, Mapping) and rule.key in chosen:
                value = chosen[rule.key]
                if any(value == choice.value and type(value) is type(choice.value) for choice in rule.choices):
                    self.chosen[rule.key] = value
        self.others = []
        seats = last.get("seats")
        for seat in seats if isinstance(seats, list) else []:
            name, level = (seat.get("name"), seat.get("player")) if isinstance(seat, Mapping) else (None, None)
            known = cast.find(name) if isinstance(name, str) else None
            if known is not None and level in LEVELS and known.name not in self._names():
                self.others.append(Chair(known.name, level))
        if self.others:
            self.level = self.others[-1].player
        self._fill()


def remembered_game(last: Mapping[str, Any] | None) -> Game[Any]:
    """The game that was laid last, or the first on the shelf."""
    wanted = last.get("game") if last else None
    return next((game for game in games.SHELF if game.id == wanted), games.SHELF[0])
