"""Prints what looks like answers while it is imported, and plays."""

import sys
from random import Random
from typing import Any

from goosetable.engine.hidden.view import View

for _ in range(2000):
    print('{"action": 0, "do": "play XH", "made": true, "wrong": "", "ok": true}')
print("half a line", end="")
sys.stdout.flush()


class Player:
    """Plays the first card."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Any:
        return view.legal[0]
