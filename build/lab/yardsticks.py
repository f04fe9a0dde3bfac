"""Reference speeds: of work that every machine can do, of OpenSpiel if it is installed, and of the last release.

A speed alone describes the machine more than the program; a ratio to other work in the same run can be compared.
"""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

PACK: Final = 52
HISTORY: Final = Path(__file__).resolve().parents[1] / "figures.jsonl"
"""File with one line for each release: `{"version": ..., "runs": ..., "figures": {name: ratio}}`."""
OPEN_SPIEL: Final = "pyspiel"
OH_HELL: Final = "oh_hell(players=3,num_tricks_fixed=10)"
OH_HELL_CARDS: Final = 30
ITERATIONS: Final = 2000


def work_per_second(work: Callable[[], int], seconds: float) -> float:
    """Returns the amount of work per second of processor time, the best of a few runs. work: returns the amount that it has
    done.
    """
    best = 0.0
    for _ in range(3):
        began, done, took = time.process_time(), 0, 0.0
        while not done or took < seconds:
            done += work()
            took = time.process_time() - began
        best = max(best, done / (took or 1e-9))
    return best


def shuffles_per_second(seconds: float) -> float:
    """Returns the number of packs of 52 that Python's own library shuffles per second. This reference is always available."""
    pack, shuffle = list(range(PACK)), Random(1).shuffle

    def work() -> int:
        for _ in range(200):
            shuffle(pack)
        return 200

    return work_per_second(work, seconds)


class OpenSpielSpeeds(NamedTuple):
    """Speeds of OpenSpiel in Oh Hell for three players with ten cards each, in cards per second."""

    search: float
    """Speed of a search in one determinization, from the first lead: its ISMCTS with random playouts."""
    hands: float
    """Speed of random deals that are played from Python."""


def measure_open_spiel(seconds: float) -> OpenSpielSpeeds | None:
    """Measures OpenSpiel (`pip install open_spiel`); returns None if it is not installed."""
    try:
        spiel = importlib.import_module(OPEN_SPIEL)
    except ImportError:
        return None
    rng = Random(1)
    game = spiel.load_game(OH_HELL)
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(rng.choice([action for action, _ in dealt.chance_outcomes()]))
    first_lead = dealt.clone()
    for _ in range(game.num_players()):
        first_lead.apply_action(rng.choice(first_lead.legal_actions()))

    def search() -> int:
        rollouts = spiel.RandomRolloutEvaluator(1, 1)
        visits = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        spiel.ISMCTSBot(1, rollouts, 1.2, ITERATIONS, -1, visits, False, False).step(first_lead)
        return ITERATIONS * OH_HELL_CARDS

    def play() -> int:
        for _ in range(20):
            state = dealt.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return 20 * OH_HELL_CARDS

    return OpenSpielSpeeds(work_per_second(search, seconds), work_per_second(play, seconds))


class Release(NamedTuple):
    """The figures of a release, as ratios to `shuffles_per_second` in the same run."""

    version: str
    runs: str
    """Kind of code of its rules and players, in the words of `--version`."""
    figures: Mapping[str, float]


def newest_release(runs: str, history: Path = HISTORY) -> Release | None:
    """Returns the newest release in the history with the same `runs`, or None; skips unreadable lines."""
    try:
        lines = history.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    for line in reversed(lines):
        try:
            found = json.loads(line)
            kept = Release(str(found["version"]), str(found["runs"]), {str(k): float(v) for k, v in found["figures"].items()})
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
        if kept.runs == runs:
            return kept
    return None


def release_line(release: Release) -> str:
    """Returns a release as one line of JSON without its end."""
    figures = {name: float(f"{value:.4g}") for name, value in sorted(release.figures.items())}
    return json.dumps({"version": release.version, "runs": release.runs, "figures": figures})
