"""Players whose answers, names and classes are not what they seem."""

from __future__ import annotations

import time
from random import Random
from typing import Any, ClassVar, Final

from goosetable.engine.hidden.view import View
from tests.attacks.evil_system import First, Runs, each


class Unheard(BaseException):
    """No exception that anybody expects, and one that cannot be told."""

    def __str__(self) -> str:
        raise Unheard

    __repr__ = __str__


class RaisesWhenDeleted(First):
    def __del__(self) -> None:
        raise Unheard


class Prickly:
    def __repr__(self) -> str:
        raise Unheard

    __str__ = __hash__ = __eq__ = __bool__ = __int__ = __index__ = __reduce__ = __repr__  # type: ignore[assignment]


class RaisesAtValues(First):
    @property
    def values(self) -> Any:
        raise Unheard


class LyingInt(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 7

    def __int__(self) -> int:
        raise Unheard

    def __repr__(self) -> str:
        return "0, 1"

    __str__ = __repr__

    def bit_length(self) -> int:
        raise Unheard


class LyingText(str):
    def __eq__(self, other: object) -> bool:
        raise Unheard

    def __hash__(self) -> int:
        raise Unheard

    def __len__(self) -> int:
        raise Unheard

    def split(self, *args: Any, **more: Any) -> Any:
        return [self] * 3

    def partition(self, *args: Any) -> Any:
        raise Unheard


class ValuesOfNothing(First):
    values: ClassVar[Any] = {
        0: float("nan"), 1: float("inf"), 2: -float("inf"), 3: 10**400, 4: True, 5: "9", 6: 1e308, 7: -1e308,
    }  # fmt: skip


class ValuesOfAnything(First):
    values: ClassVar[Any] = {"a": 1.0, None: 2.0, (): 3.0, 2.5: 4.0, True: 5.0, 10**300: 6.0, -1: 7.0}


class LyingDict(dict[Any, Any]):
    def items(self) -> Any:
        while True:
            yield 1, 1.0

    def __iter__(self) -> Any:
        raise Unheard


class ValuesWithoutEnd(First):
    values: ClassVar[Any] = LyingDict()


class NoThink:
    def __init__(self, rng: Random) -> None:
        self.rng = rng


class ThinkIsNumber(NoThink):
    think = 7


class ThinkIsProperty(NoThink):
    @property
    def think(self) -> Any:
        raise Unheard


class MadeOfNothing:
    def __init__(self) -> None:
        self.think = None


class NeverMade(First):
    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        while True:
            time.sleep(1)


class MadeOfSomethingElse(First):
    def __new__(cls, rng: Random) -> Any:
        return 7


class Meta(type):
    """A class of classes that answers nothing truly."""

    def __call__(cls, *args: Any, **more: Any) -> Any:
        raise Unheard

    def __getattribute__(cls, name: str) -> Any:
        if name in ("__module__", "__qualname__", "__name__"):
            return "\n" * 5000
        return super().__getattribute__(name)

    def __instancecheck__(cls, instance: object) -> bool:
        raise Unheard


class MadeByMeta(metaclass=Meta):
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Any:
        return view.legal[0]


class Pretends(First):
    """Says that it is something else."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            raise Unheard
        return super().__getattribute__(name)


class _Thoughts(First):
    """What a player answers; each is a class of players of its name."""

    values: Any

    def raises_unheard(self, view: View) -> Any:
        raise Unheard

    def raises_at_length(self, view: View) -> Any:
        raise ValueError("\ud800\x1b[31m\n\u202e" + "x" * 3_000_000)

    def raises_groups(self, view: View) -> Any:
        raise BaseExceptionGroup("all\nat once", [ValueError("\x00"), KeyboardInterrupt()])

    def raises_when_told(self, view: View) -> Any:
        """What it returns cannot be looked at."""
        return Prickly()

    def returns_lying_int(self, view: View) -> Any:
        return LyingInt(10**30)

    def returns_lying_text(self, view: View) -> Any:
        return LyingText("play 7H")

    def returns_long_text(self, view: View) -> Any:
        return "play " + "7H" * 50_000_000

    def returns_half_signs(self, view: View) -> Any:
        return "play \ud800\x00\x1b]0;title\x07\n\u202e"

    def returns_huge_number(self, view: View) -> Any:
        return 10**200_000

    def returns_true(self, view: View) -> Any:
        return True

    def returns_deep_list(self, view: View) -> Any:
        found: list[Any] = []
        for _ in range(200_000):
            found = [found]
        return found

    def returns_runs(self, view: View) -> Any:
        """What it returns, and what it says its choices are worth, runs code where it is unpickled."""
        self.values = {0: Runs()}
        return Runs()

    def returns_generators(self, view: View) -> Any:
        def inner() -> Any:
            yield from self.think(view)

        yield
        return inner()

    def values_in_heaps(self, view: View) -> Any:
        """About a hundred megabytes of what its choices are worth."""
        self.values = {number: number / 3 for number in range(1_500_000)}
        return view.legal[0]

    def late(self, view: View) -> Any:
        """Answers, but only when nobody waits any more."""
        time.sleep(6)
        return view.legal[0]

    def dawdles(self, view: View) -> Any:
        while True:
            time.sleep(0.01)
            yield

    def changes_the_view(self, view: View) -> Any:
        for name in ("legal", "hand", "seat", "game"):
            object.__setattr__(view, name, None)
        return 0


globals().update(each(_Thoughts, "think"))

MODULES: Final = {
    "broken": r'exec("def \x00 this is none")',
    "ends": "import os\nos._exit(0)",
    "exits": "import sys\nsys.exit(0)",
    "fails": r'raise RuntimeError("no\nsuch \x1b[31mluck")',
    "hangs": "import time\nwhile True: time.sleep(1000)",
    "interrupts": "class Unheard(BaseException):\n    def __str__(self): raise Unheard\nraise Unheard",
    "lies": (
        "import sys\nclass Lies:\n    def __getattr__(self, name): return self\n"
        "    def __call__(self, *args, **more): return self\nsys.modules[__name__] = Lies()"
    ),
    "prints": (
        "import sys\nfor _ in range(2000):\n"
        '    print(\'{"action": 0, "do": "play XH", "made": true, "wrong": "", "ok": true}\')\n'
        "print('half a line', end='')\nsys.stdout.flush()\n"
        "class Player:\n    def __init__(self, rng): self.rng = rng\n    def think(self, view): return view.legal[0]"
    ),
    "recurses": "import importlib, sys\ndel sys.modules[__name__]\nimportlib.import_module(__name__)",
}
"""Texts of modules that do harm where they are imported, by what they do."""
