"""The code in an external player's process. It creates the player, passes views to it, and answers in lines of JSON.

A request is a length and a pickled value, which is safe because the program itself sends it. An answer is one line: `{"to": 3,
"do": 17, "values": {"17": 0.5}}`, or `{"to": 3, "wrong": "..."}` for a failure. `to` is the number of the request.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from random import Random
from typing import Any, Final, NamedTuple

from goosetable import players
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.sandbox import module_search
from goosetable.sandbox.module_search import FoundPlayer

MAX_REASON_LENGTH: Final = 1000
MAX_VALUE: Final = 1e300
"""Largest absolute value of an action. Without a limit, a whole number could have any length."""


class Setup(NamedTuple):
    """The first request: the player to create, and its environment."""

    found: FoundPlayer
    seed: str
    """Seed of the player's random numbers."""
    folders: tuple[str, ...]
    """Folders added to the import path after those of Python itself. The player's own folder follows them."""


def answer_requests(requests: int, answers: int) -> None:
    """Answers requests until their pipe is closed. A `Setup` creates the player; a view asks it for an action.

    requests, answers: file descriptors.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player: Any = None
    name, number = "", 0
    with open(requests, "rb") as asks:
        while length := asks.readline():
            asked = pickle.loads(asks.read(int(length)))
            number += 1
            try:
                if isinstance(asked, View):
                    told = {"do": players.decide(player, asked), "values": _values_of_legal(player, asked.legal)}
                else:
                    name = asked.found.name
                    player, told = _make_player(asked), {}
            except (players.BadPlayer, ValueError) as wrong:
                told = {"wrong": str(wrong) or f"{name} failed"}
            except BaseException as wrong:
                told = {"wrong": f"{name} failed with {type(wrong).__name__}"}
            _write_answer(answers, {"to": number, **told})


def _make_player(setup: Setup) -> players.Player:
    sys.path += [folder for folder in setup.folders if folder not in sys.path]
    module_search.allow_import(setup.found)
    return players.make_player(setup.found.name, Random(setup.seed))


def _values_of_legal(player: object, legal: tuple[Action, ...]) -> dict[str, float]:
    found = getattr(player, "values", None)
    if not isinstance(found, dict):
        return {}
    said = {action: found.get(action) for action in legal}
    return {
        str(action): float(value)
        for action, value in said.items()
        if isinstance(value, int | float) and abs(value) <= MAX_VALUE  # False for NaN
    }


def _write_answer(descriptor: int, fields: dict[str, Any]) -> None:
    if "wrong" in fields:
        fields["wrong"] = fields["wrong"][:MAX_REASON_LENGTH].encode("utf-8", "replace").decode()
    line = json.dumps(fields).encode() + b"\n"
    while line:
        line = line[os.write(descriptor, line) :]
