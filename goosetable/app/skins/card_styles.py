"""Card styles as files: the faces in assets/faces and the backs in assets/backs, each one JSON object of colours."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final, NamedTuple

from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError
from goosetable.app.skins.theme import is_colour

FACES: Final = ("two", "four", "large")
BACKS: Final = ("blue", "red", "green", "plum")


class Face(NamedTuple):
    """A kind of faces. large: with the large print; suits: the colour of each, by its letter."""

    label: str
    large: bool
    suits: dict[str, str]


class Back(NamedTuple):
    """A kind of backs: the ground, its lighter pattern, and the colour of frame and geese."""

    label: str
    ground: str
    pattern: str
    cream: str


@cache
def face(name: str) -> Face:
    """The faces of that name. Raises AssetError, a sentence naming the file, if it is missing or wrong."""
    found = _read("faces", name)
    suits = found.get("suits")
    if not isinstance(suits, dict) or set(suits) != set("SHDC") or not all(map(is_colour, suits.values())):
        raise _wrong("faces", name, "suits must be four colours, by S, H, D and C")
    if found.get("print") not in ("usual", "large"):
        raise _wrong("faces", name, 'print must be "usual" or "large"')
    return Face(_label("faces", name, found), found["print"] == "large", dict(suits))


@cache
def back(name: str) -> Back:
    """The back of that name. Raises AssetError, a sentence naming the file, if it is missing or wrong."""
    found = _read("backs", name)
    for key in ("ground", "pattern", "cream"):
        if not is_colour(found.get(key)):
            raise _wrong("backs", name, f"{key} must be a colour, # and six hex digits")
    return Back(_label("backs", name, found), found["ground"], found["pattern"], found["cream"])


def _read(folder: str, name: str) -> dict[str, Any]:
    try:
        found = json.loads(assets.read(folder, f"{name}.json"))
    except ValueError as error:
        raise _wrong(folder, name, f"it is not valid JSON ({error})") from error
    if not isinstance(found, dict):
        raise _wrong(folder, name, "it must be one JSON object")
    return found


def _label(folder: str, name: str, found: dict[str, Any]) -> str:
    label = found.get("label")
    if not isinstance(label, str) or not label:
        raise _wrong(folder, name, "label must be a word")
    return label


def _wrong(folder: str, name: str, why: str) -> AssetError:
    return AssetError(f"The file {folder}/{name}.json is damaged: {why}.")
