"""Players that are asked for advice: what they search is recorded, so that an analysis can say why."""

from __future__ import annotations

from goosetable import players
from goosetable.engine.hidden.view import View
from goosetable.players.agent import BuiltInPlayer, Player, Trace
from goosetable.players.analysis import Analysis
from tests.narrowing import built_in


def traced(player: Player) -> BuiltInPlayer:
    """Returns a built-in player that records its searches from now on."""
    mind = built_in(player)
    mind.trace = Trace()
    return mind


def analysis_by(player: Player, seen: View) -> Analysis:
    """Returns what a built-in player thinks of a turn, with the choice that it makes there."""
    mind = traced(player)
    return Analysis(seen, mind, players.decide(mind, seen))
