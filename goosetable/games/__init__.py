"""The games of the program. Each game is a package, and none imports another.

A game that fails to load is left out of `SHELF`; `DAMAGED` has its id and the reason. All other games can be played.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Final

from goosetable.engine.game import AnyGame, Game
from goosetable.engine.rules.options import options_of
from goosetable.engine.sheet.form import AnyForm

CLASSES: Final = (
    "goosetable.games.gooseberry_fool.rules:GooseberryFool",
    "goosetable.games.goose.rules:Goose",
    "goosetable.games.throps.rules:Throps",
    "goosetable.games.cross_purposes.rules:CrossPurposes",
    "goosetable.games.goosed.rules:Goosed",
    "goosetable.games.fools_gold.rules:FoolsGold",
    "goosetable.games.gops.rules:Gops",
)
"""Class of every game, as `module:Class`, in the order of the title screen. They are listed because a frozen program cannot
search for them.

`build/goosetable.spec` freezes these modules, which no import statement names.
"""
_DECLARED: Final = ("title", "author", "line", "people", "Options", "State")


def load_games(classes: Iterable[str]) -> tuple[tuple[AnyGame, ...], dict[str, str]]:
    """Loads games. Returns the games, and a dictionary from the id of each game that cannot be loaded to the reason.

    classes: the class of each game, as `module:Class`.
    """
    shelf: list[AnyGame] = []
    damaged: dict[str, str] = {}
    for name in classes:
        module, _, kind = name.partition(":")
        package = module.removesuffix(".rules")
        wanted = package.rpartition(".")[2].replace("_", "-")
        found: object = None
        try:
            found = getattr(import_module(module), kind)
            shelf.append(_make_game(found, wanted))
        except Exception as wrong:  # whatever is wrong with one game is no reason to do without the others
            said = str(wrong.msg if isinstance(wrong, SyntaxError) else wrong).splitlines() or [""]
            reason = f"{type(wrong).__name__}: {said[0]}" if said[0] else type(wrong).__name__
            damaged[wanted] = f"the game {wanted!r} is damaged, {_place_of_fault(wrong, found, package)}: {reason}"
    return tuple(shelf), damaged


def _make_game(kind: object, wanted: str) -> AnyGame:
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{getattr(kind, '__name__', kind)!r} is not derived from Game")
    if getattr(kind, "id", None) != wanted:
        raise TypeError(f"its id must be {wanted!r}, as its folder is called")
    absent = [name for name in _DECLARED if not hasattr(kind, name)]
    if absent:
        raise TypeError(f"{kind.__name__} does not say its {absent[0]}")
    game: AnyGame = kind()
    options_of(game.Options)
    game.pack(game.Options())
    if game.seats(game.Options()) < 1:
        raise ValueError("nobody can play it")
    return game


def _place_of_fault(error: Exception, kind: object, package: str) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return _source_place(error.filename, error.lineno)
    inside = f"/{package.replace('.', '/')}/"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    own = [frame for frame in frames if inside in f"/{frame.filename}".replace("\\", "/")]
    if own:
        return _source_place(own[-1].filename, own[-1].lineno)
    if isinstance(kind, type):
        try:
            return _source_place(inspect.getfile(kind), inspect.getsourcelines(kind)[1])
        except (OSError, TypeError):  # a frozen program has no sources
            return f"class {kind.__name__}"
    return _source_place(f"{package.replace('.', '/')}/rules.py", None)


def _source_place(file: str, line: int | None) -> str:
    """Returns a source file's name relative to the source folder, wherever the program is installed."""
    path = file.replace("\\", "/")
    _, inside, below = path.rpartition("/goosetable/games/")
    name = f"goosetable/games/{below}" if inside else path
    return name if line is None else f"{name}, line {line}"


_found = load_games(CLASSES)
SHELF: Final[tuple[AnyGame, ...]] = _found[0]
"""Every game that can be played."""
DAMAGED: Final[dict[str, str]] = _found[1]
"""By id of a game that cannot be loaded, a sentence with the reason."""
if not SHELF:
    raise ImportError("; ".join(DAMAGED.values()))


def find_game(name: str) -> AnyGame:
    """Returns the game with this id. Raises ValueError with a sentence for people if there is none."""
    for game in SHELF:
        if game.id == name:
            return game
    if name in DAMAGED:
        raise ValueError(DAMAGED[name])
    raise ValueError(f"there is no game {name!r}; there are {', '.join(game.id for game in SHELF)}")


@cache
def form_of(game: AnyGame) -> AnyForm | None:
    """Returns a game's score sheet form, from the module `sheet` in the game's package; None if there is none.

    The module is loaded on demand. If it is damaged, the result is None too, since the game can be played without it.
    """
    package = type(game).__module__.rpartition(".")[0]
    try:
        form: AnyForm = import_module(f"{package}.sheet").FORM
    except (ImportError, SyntaxError, AttributeError):
        return None
    return form
