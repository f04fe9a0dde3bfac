"""External players in this process, named `module:Class` and called as Class(rng)."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

from goosetable.engine.hidden.view import View
from goosetable.players.agent import External, Player, told


class Plugin(External):
    """An external player in this process."""

    def __init__(self, name: str, player: Player) -> None:
        super().__init__(name)
        self._player = player

    @property
    def values(self) -> object:
        """The values of the player, if it has any; of any type."""
        return getattr(self._player, "values", None)

    def think(self, view: View) -> Any:
        """The answer of the player; of any type."""
        return self._player.think(view)


def load(name: str, rng: Random) -> Player:
    """The player `module:Class`; raises ValueError in one sentence where it cannot be made."""
    module, _, kind = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), kind)):
        raise ValueError(f"{name!r} is not module:Class")
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is not None and (module == missing.name or module.startswith(f"{missing.name}.")):
            raise ValueError(f"there is no module {module!r} for the player {name!r}") from None
        raise ValueError(f"the module of the player {name!r} needs {missing.name!r}, which is not there") from missing
    except (Exception, SystemExit) as failure:
        raise ValueError(f"the module of the player {name!r} fails with {told(failure)}") from failure
    made = getattr(found, kind, None)
    if made is None:
        raise ValueError(f"there is no class {kind!r} in the module {module!r}")
    if not isinstance(made, type):
        raise ValueError(f"{kind!r} in the module {module!r} is not a class")
    if not callable(getattr(made, "think", None)):
        raise ValueError(f"the player {name!r} has no method think(view)")
    try:
        player: Player = made(rng)
    except (Exception, SystemExit) as failure:
        raise ValueError(f"the player {name!r} cannot be made with {kind}(rng): {told(failure)}") from failure
    return Plugin(name, player)
