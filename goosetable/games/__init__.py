"""The games: a package each, which do not know each other."""

from __future__ import annotations

from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.games.goose.rules import Goose
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops
from goosetable.games.throps.rules import Throps

SHELF: Final[tuple[AnyGame, ...]] = (
    GooseberryFool(), Goose(), Throps(), CrossPurposes(), Goosed(), FoolsGold(), Gops(),
)  # fmt: skip
"""Every game, in the order of the title screen; named here, not discovered, because a frozen program follows imports."""


def find(name: str) -> AnyGame:
    """The game of that id; raises ValueError in words."""
    for game in SHELF:
        if game.id == name:
            return game
    raise ValueError(f"there is no game {name!r}; there are {', '.join(game.id for game in SHELF)}")
