"""The computer players: they see views and nothing else, think in short pieces, and know no game by name."""

from goosetable.players.asking import decide, steps
from goosetable.players.levels import LEVELS, make, styled
from goosetable.players.player import BadPlayer, Player

__all__ = ["LEVELS", "BadPlayer", "Player", "decide", "make", "steps", "styled"]
