"""The six games of the shelf to come, laid on every shelf that a scene looks at."""

from __future__ import annotations

from typing import Any, Final

import pytest

from goosetable import games
from goosetable.app.scenes import title
from goosetable.app.scenes.new_game import scene
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.games.goose.rules import Goose
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.goosed.rules import Goosed
from goosetable.games.throps.rules import Throps

SIX: Final[tuple[Any, ...]] = (GooseberryFool(), Goose(), Throps(), CrossPurposes(), Goosed(), FoolsGold())


def shelve(monkeypatch: pytest.MonkeyPatch) -> None:
    """All six games on the shelf."""
    for module in (games, scene, title):
        monkeypatch.setattr(module, "SHELF", SIX)
