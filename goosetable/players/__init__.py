"""Computer players. They see only views, think in work slices, and know no game by name."""

from goosetable.players.agent import BadPlayer, Player, decide, think_in_slices
from goosetable.players.levels import ADVICE, LEVELS, make_player, missing_weights, with_style

__all__ = [
    "ADVICE",
    "LEVELS",
    "BadPlayer",
    "Player",
    "decide",
    "make_player",
    "missing_weights",
    "think_in_slices",
    "with_style",
]
