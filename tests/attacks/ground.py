"""What a hostile record is made of: a good one, a folder it must not reach, a chance; and what a kind of hostile record is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from goosetable.engine.record.format import Chair, Line
from goosetable.engine.record.session import Session
from goosetable.games import SHELF
from tests.games.playing import CODE, Variant, find, header, record, steps
from tests.narrowing import of_kind

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
Content: TypeAlias = str | bytes | Iterable[str] | Iterable[bytes]
STARTED: Final = "2026-11-21T10:00:00Z"
PEOPLE: Final = (Chair("Ann", "human"), Chair("Vesper", "random"), Chair("Greta", "greedy"), Chair("Pip", "random"))
TAKEN, REFUSED, NO_CALL = 0, 1, 2
"""Exit codes of `check`."""


@dataclass(frozen=True)
class Ground:
    """Everything that a kind may use."""

    seed: str
    elsewhere: Path
    """A folder in which nothing may be written."""

    @cached_property
    def chance(self) -> Random:
        """Where every choice of a kind comes from."""
        return Random(self.seed)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """A good record in the middle of its first deal, of any game."""
        game = Random(f"{self.seed} game").choice(SHELF)
        found = _played(Variant(game, game.Options()), f"{self.seed} lines", 1)
        first = next((number for number, line in enumerate(found) if line.startswith('{"score"')), len(found))
        return tuple(found[: max(4, (2 + first) // 2)])

    @cached_property
    def whole(self) -> tuple[str, ...]:
        """A good record of a short game of Gooseberry Fool, from its header to its end."""
        game = find("gooseberry-fool")
        return _played(Variant(game, game.Options(target=50)), f"{self.seed} whole", 60)

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The same for a set-up deal: the code is null."""
        return (changed(self.whole[0], code=None), *self.whole[1:])

    @property
    def head(self) -> dict[str, Json]:
        """The header of `lines`."""
        found: dict[str, Json] = json.loads(self.lines[0])
        return found

    def headed(self, *more: Mapping[str, Json], without: str = "") -> str:
        """The good record with keys of its header changed, added or left out."""
        head = self.head
        for changes in more:
            head |= changes
        head.pop(without, None)
        return text(json.dumps(head), *self.lines[1:])

    def seated(self, *chairs: Json) -> str:
        """The good record with others on its first seats."""
        seats = of_kind(list, self.head["seats"])
        return self.headed({"seats": [*chairs, *seats[len(chairs) :]]})

    @property
    def seats(self) -> int:
        """How many sit at the table of `lines`."""
        seats = of_kind(list, self.head["seats"])
        return len(seats)


def _played(variant: Variant, seed: str, deals: int) -> tuple[str, ...]:
    """The lines of a game played at random by one person and computer players."""
    written: list[Line] = []
    head = header(variant, CODE)
    chairs = tuple(
        PEOPLE[seat] if seat < len(PEOPLE) else Chair(f"Computer {seat}", "random") for seat in range(len(head.chairs))
    )
    session = Session(variant.game, replace(head, chairs=chairs, app="0.1.0", started=STARTED), written.append)
    for _ in steps(session, Random(seed), deals):
        pass
    return tuple(record(written).splitlines())


def changed(line: str, **keys: Json) -> str:
    """A line with keys changed or added."""
    return json.dumps(json.loads(line) | keys)


def text(*lines: str) -> str:
    """Lines as a record."""
    return "".join(f"{line}\n" for line in lines)


Make: TypeAlias = Callable[..., Content]
"""Of a `Ground`; whatever else it takes has a default."""
Lay: TypeAlias = Callable[..., object]
"""Of a path and a `Ground`."""


class Kind(NamedTuple):
    """One way to make a record hostile."""

    group: str
    name: str
    lay: Lay
    """Puts the record at a path."""
    code: int | None = None
    """The exit code that `check` must give; None where the format leaves it open."""
    opens: bool | None = None
    """Whether the window must open it; None: if `check` takes it."""

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


def kind(group: str, name: str, make: Make, code: int | None = None) -> Kind:
    """A kind that is an ordinary file with this content."""

    def lay(path: Path, ground: Ground) -> None:
        content = make(ground)
        pieces = [content] if isinstance(content, str | bytes) else content
        with path.open("wb") as file:
            for piece in pieces:
                file.write(piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece)

    return Kind(group, name, lay, code)
