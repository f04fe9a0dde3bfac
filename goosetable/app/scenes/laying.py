"""A table that is being laid: the game, its house rules, who plays and the game code; what the set-up screen shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from goosetable import games
from goosetable.app import cast
from goosetable.engine import code as codes
from goosetable.engine import option, words
from goosetable.engine.deal import Standing
from goosetable.engine.game import Game
from goosetable.engine.lines import Chair
from goosetable.engine.option import Option, Value

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""What an opponent can be, from one goose to four."""
BEFORE: Final = "before"
"""Where the last tables of other games are remembered."""


class Laying:
    """What has been chosen so far. Every choice can be made at any moment; `objection` says what does not go together."""

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
    def count(self) -> Option | None:
        """The house rule of how many play, where there is a choice."""
        return next((rule for rule in self.rules if rule.key == "players"), None)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many can play, ascending, whatever else is chosen."""
        if self.count is None:
            return (self.game.seats(self.options),)
        return tuple(sorted(choice.value for choice in self.count.choices if isinstance(choice.value, int)))

    @property
    def fitting(self) -> tuple[int, ...]:
        """How many can play with everything else as it is chosen."""
        return tuple(number for number in self.counts if self.count is None or self.fits("players", number))

    def fits(self, key: str, value: Value) -> bool:
        """Whether a house rule may be that value with everything else as it is chosen."""
        return not self.objection({key: value})

    def objection(self, instead: Mapping[str, Value] | None = None) -> str:
        """Why the house rules do not go together, in a sentence, or nothing. instead: some of them chosen otherwise."""
        try:
            self.game.check_options(option.read(self.game.Options, self.chosen | dict(instead or {})))
        except ValueError as wrong:
            return words.sentence(f"{wrong}.")
        return ""

    def length(self) -> str:
        """How long the game is, in words, where its deals are numbered; else nothing."""
        if self.objection():
            return ""
        seats = self.game.seats(self.options)
        found = self.game.ladder(self.options, Standing(0, (0,) * seats))
        return words.sentence(f"{self.game.aim(self.options)}.") if found else ""

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
        """Lays what was remembered, as far as it still makes sense; anything else stays as it is.

        For a game that was not laid yet, that is the company of the last table.
        """
        if last.get("game") != self.game.id:
            before = last.get(BEFORE)
            own = before.get(self.game.id) if isinstance(before, Mapping) else None
            last = {**own, "game": self.game.id} if isinstance(own, Mapping) else last
        chosen = last.get("options")
        for rule in self.rules:
            if last.get("game") == self.game.id and isinstance(chosen, Mapping) and rule.key in chosen:
                value = _choosable(rule, chosen[rule.key])
                self.chosen[rule.key] = self.chosen[rule.key] if value is None else value
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


def _choosable(rule: Option, value: object) -> Value | None:
    """The value that is meant if it can be chosen on the screen, or None."""
    for choice in rule.choices:
        if value == choice.value and type(value) is type(choice.value):
            return choice.value
    return rule.besides.read(value) if rule.besides and type(value) is int else None


def with_table(last: Mapping[str, Any] | None, laying: Laying) -> dict[str, Any]:
    """What is remembered once this table is laid: it, and of every other game the table before."""
    table, before = laying.remembered(), {}
    if last is not None:
        earlier = last.get(BEFORE)
        before = dict(earlier) if isinstance(earlier, Mapping) else {}
        if isinstance(last.get("game"), str):
            before[last["game"]] = {key: last[key] for key in ("options", "seats") if key in last}
    before.pop(laying.game.id, None)
    return table | ({BEFORE: before} if before else {})


def remembered_game(last: Mapping[str, Any] | None) -> Game[Any]:
    """The game that was laid last, or the first on the shelf."""
    wanted = last.get("game") if last else None
    return next((game for game in games.SHELF if game.id == wanted), games.SHELF[0])
