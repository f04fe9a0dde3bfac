"""Players from outside that are bad, or attack the process beside them, for the tests of whoever has to live with them."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from goosetable.engine.hidden.view import View


class First:
    """Nothing is wrong with it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Any:
        return view.legal[0]


class Raises(First):
    def think(self, view: View) -> Any:
        raise ValueError("no\nidea")


class RaisesLate(First):
    """After some work, and in a way that is no ordinary error."""

    def think(self, view: View) -> Any:
        yield
        raise KeyboardInterrupt


class Illegal(First):
    def think(self, view: View) -> Any:
        return "play XL"


class Nonsense(First):
    def think(self, view: View) -> Any:
        return [object()]


class YieldsForEver(First):
    def think(self, view: View) -> Any:
        while True:
            yield


class Spins(First):
    """Never comes back, and swallows whatever is thrown at it."""

    def think(self, view: View) -> Any:
        while True:
            with suppress(BaseException):
                sum(range(1000))


class Sleeps(First):
    def think(self, view: View) -> Any:
        time.sleep(1_000_000)


class Counts(First):
    """Never comes back from a call that is not written in Python, which no exception and no signal interrupts."""

    def think(self, view: View) -> Any:
        return sum(count())


class Ends(First):
    """Ends the process that it is in."""

    def think(self, view: View) -> Any:
        os._exit(3)


class Exits(First):
    def think(self, view: View) -> Any:
        sys.exit(3)


class CannotBeMade(First):
    """Can be made to be looked at, and not to play."""

    made = 0

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        CannotBeMade.made += 1
        if CannotBeMade.made > 1:
            raise RuntimeError("out of feathers")


class Recurses(First):
    def think(self, view: View) -> Any:
        return self.think(view)


FAILING = {
    "Raises": "failed with ValueError: no idea", "RaisesLate": "failed with KeyboardInterrupt",
    "Illegal": "chose play XL, which it may not do now", "Nonsense": "which is no action",
    "YieldsForEver": "did not come to an end in 1000000 pieces of work", "Ends": "ended the process it was in",
    "Exits": "failed with SystemExit: 3", "Recurses": "failed with RecursionError",
}  # fmt: skip
"""What is said of those that fail at once."""
SILENT = ("Spins", "Sleeps", "Counts")
"""Those that never answer."""
