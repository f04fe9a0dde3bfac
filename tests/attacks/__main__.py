"""Runs an attack by its name: `uv run python -m tests.attacks kill --times 500 --seed anything`. Its seed is printed first."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import cast

from tests.attacks.counting import Outcome, of_the_day

Attack = Callable[[int, str], Outcome]
"""An attack: how many times, and the seed of all its choices."""

ATTACKS = {
    "kill": ("tests.attacks.kills:kill", 500), "injected": ("tests.attacks.kills:injected", 300),
    "together": ("tests.attacks.together:run", 300), "readonly": ("tests.attacks.refused:readonly", 60),
    "full": ("tests.attacks.refused:full", 60), "vanishing": ("tests.attacks.refused:vanishing", 200),
    "bin_and_back": ("tests.attacks.bin_and_back:run", 100), "clock": ("tests.attacks.clock:run", 60),
    "links": ("tests.attacks.links:run", 187), "soak": ("tests.attacks.soak:run", 2000),
    "records": ("tests.attacks.records:run", 920), "indexes": ("tests.attacks.indexes:run", 1000),
    "settings": ("tests.attacks.settings_files:run", 467), "calls": ("tests.attacks.calls:run", 1200),
    "coverage": ("tests.attacks.coverage:run", 20_000), "players": ("tests.attacks.players:run", 88),
    "events": ("tests.attacks.events:run", 500_000), "resizes": ("tests.attacks.resizes:run", 40),
    "evening": ("tests.attacks.evening:run", 1),
}  # fmt: skip
"""Where each attack is, and how many times its long form runs."""


def attack(name: str) -> Attack:
    """The attack of a name in ATTACKS."""
    module, function = ATTACKS[name][0].split(":")
    return cast(Attack, getattr(import_module(module), function))


def main(arguments: list[str] | None = None) -> int:
    """Runs one attack and prints its count; exit code 1 where it found anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description="Runs an attack, and counts what it finds.")
    parser.add_argument("name", choices=sorted(ATTACKS), metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--times", type=int, help="how often; without it as often as the long form asks for")
    parser.add_argument("--seed", default=of_the_day(), help="where every choice of the attack comes from; without it, the day")
    asked = parser.parse_args(arguments)
    times = asked.times or ATTACKS[asked.name][1]
    print(f"{asked.name}, {times:,} times, seed {asked.seed}", flush=True)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    outcome = attack(asked.name)(times, asked.seed)
    print(outcome)
    if not outcome.clean:
        print(f"again: uv run python -m tests.attacks {asked.name} --times {times} --seed {asked.seed}")
    return 0 if outcome.clean else 1


if __name__ == "__main__":
    sys.exit(main())
