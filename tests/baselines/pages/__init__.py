"""One-page rule players, one a game: the principles that a decent club player is taught, with numbers where a person weighs.

Each principle has a comment with its source: *rule N* of the game's rules, *tip* for advice that books on the game give to its
players, *card sense* for what every game of tricks or bids teaches. The players see only a `View`, imagine no deals, and use
nothing of `goosetable.players`. `tests.baselines.pages:Page` plays every game, each deal the same way in all but Gops:

python build/build.py table GAME --levels easy,medium,hard --against tests.baselines.pages:Page --measure points --max-deals 1
"""

from __future__ import annotations

from importlib import import_module
from random import Random

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action


class Page:
    """The one-page player of whatever game it is asked to play."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Action:
        """Answers by the page of the view's game. Raises ModuleNotFoundError where that game has none."""
        page = import_module(f"{__name__}.{view.game.id.replace('-', '_')}")
        action: Action = page.think(view, self.rng)
        return action
