"""Trains the policy of a game by having it play itself, and writes its weights: `python build/build.py train GAME`.

REINFORCE (Williams, 1992): chances of actions after which the deal ended better than it looked are raised, of others lowered;
changes of the outlook some tricks later count less (Schulman and others, 2016), a bonus for entropy keeps choices open, and
Adam (Kingma and Ba, 2015) sets the steps. The same seed gives the same weights.
Some minutes with the compiled core, which is made first where it is not there.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from math import cos, pi, sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.state import State
    from goosetable.engine.strength.policy import Attempt, Policy

ROOT: Final = Path(__file__).resolve().parents[1]
HANDS: Final = 800_000
BATCH: Final = 100
"""Hands between two steps. Measured by the policy alone in 1,000 deals: 200,000 hands in batches of 100 play as well as a
million in batches of 2,000 (34.2 % +-1.6).
"""
FIRST_STEP: Final = 0.02
LAST_STEP: Final = 0.001
"""How far a weight moves in a batch, at the beginning and at the end."""
ENTROPY: Final = 0.01
FADE: Final = 0.8
"""How much less a change of the outlook counts for a choice with each trick that lies between: 0 only the next, 1 all alike."""
DECAY: Final = (0.9, 0.99)
"""Of Adam's mean and of its mean square."""
TINY: Final = 1e-8
SEED: Final = "train"


class Plan(NamedTuple):
    """What is asked of a training."""

    game: str
    hands: int = HANDS
    seed: str = SEED
    entropy: float = ENTROPY
    fade: float = FADE
    first: float = FIRST_STEP
    batch: int = BATCH


class Adam:
    """Steps uphill."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows
        self._mean = [[0.0] * len(row) for row in rows]
        self._square = [[0.0] * len(row) for row in rows]
        self._count = 0

    def climb(self, slopes: Sequence[Sequence[float]], step: float) -> None:
        """One step along these slopes."""
        self._count += 1
        slow, slower = DECAY
        mend, mend_square = 1 - slow**self._count, 1 - slower**self._count
        for row, means, squares, found in zip(self.rows, self._mean, self._square, slopes, strict=True):
            for place, slope in enumerate(found):
                mean = means[place] = slow * means[place] + (1 - slow) * slope
                square = squares[place] = slower * squares[place] + (1 - slower) * slope * slope
                row[place] += step * (mean / mend) / (sqrt(square / mend_square) + TINY)


def main(argv: Sequence[str]) -> int:
    """Trains with the compiled core, or with what `--core` names."""
    called = _parser().parse_args(argv)
    if called.core is None:
        import core

        folder = core.made(called.out.resolve())
        return subprocess.run([sys.executable, __file__, *argv, "--core", str(folder)], check=False).returncode
    sys.path.insert(0, str(called.core))
    gc.set_threshold(100_000)  # as in the compiled core: many objects, and no circles of them
    plan = Plan(called.game, called.hands, called.seed, called.entropy, called.fade)
    text = trained(plan)
    target = called.to or ROOT / "goosetable" / "games" / called.game.replace("-", "_") / "policy.json"
    target.write_text(text, encoding="utf-8")
    print(f"{target.name}: {called.hands} hands, seed {called.seed!r}")
    return 0


def trained(plan: Plan) -> str:
    """The text of a weights' file; says on the way how it goes."""
    from goosetable.engine.strength.policy import write
    from goosetable.games import find

    game, rng = find(plan.game), Random(plan.seed)
    shape = game.heuristics.shape
    if shape is None:
        raise SystemExit(f"train: {plan.game} has no policy to train")
    adam = Adam([[0.0] * len(shape.features) for _ in shape.situations])
    policy = game.heuristics.trained(adam.rows)
    batches = max(1, plan.hands // plan.batch)
    for number in range(batches):
        for _ in range(plan.batch):
            play_hand(game, policy, rng, plan)
        part = 0.5 * (1 + cos(pi * number / batches))
        step = LAST_STEP + (plan.first - LAST_STEP) * part
        adam.climb([[slope / plan.batch for slope in row] for row in policy.slopes()], step)
        policy.teach(adam.rows)
        if number % max(1, batches // 20) == 0:
            print(f"{number * plan.batch} of {plan.hands} hands", flush=True)
    return write(shape, adam.rows)


def play_hand(game: AnyGame, policy: Policy[State], rng: Random, plan: Plan) -> None:
    """Plays one deal, all seats by the policy, which learns from it."""
    heuristics, state = game.heuristics, dealt(game, rng)
    attempts: list[tuple[int, Attempt]] = []
    looks, first = [heuristics.worth(state)], [0]
    while not state.over:
        legal = game.legal(state)
        if len(legal) == 1:
            game.apply(state, legal[0])
        else:
            attempt = policy.attempt(state, legal, rng.random(), plan.entropy)
            attempts.append((state.turn, attempt))
            game.apply(state, attempt.action)
        if not getattr(state, "trick", None):
            looks.append(heuristics.worth(state))
            first.append(len(attempts))
    gains = [0.0] * len(state.hands)
    for trick in range(len(looks) - 2, -1, -1):
        gains = [
            after - before + plan.fade * gain for after, before, gain in zip(looks[trick + 1], looks[trick], gains, strict=True)
        ]
        for seat, attempt in attempts[first[trick] : first[trick + 1]]:
            policy.learn(attempt, gains[seat])


def dealt(game: AnyGame, rng: Random) -> State:
    """A first deal of the game as printed, with any dealer, in which all cards are dealt into hands."""
    from goosetable.engine.rules.deal import Deal, Standing

    options = game.Options()
    seats, pack = game.seats(options), list(game.pack(options))
    rng.shuffle(pack)
    size = len(pack) // seats
    hands = tuple(tuple(pack[seat * size : seat * size + size]) for seat in range(seats))
    state: State = game.begin(options, Standing(0, (0,) * seats), Deal(1, rng.randrange(seats), hands))
    state.noted = False
    return state


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="build.py train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("game", help="the game's id")
    options.add_argument("--hands", type=int, default=HANDS, help=f"deals played ({HANDS})")
    options.add_argument("--seed", default=SEED, help=f"where all chance comes from ({SEED})")
    options.add_argument("--entropy", type=float, default=ENTROPY, help=f"bonus for choices that stay open ({ENTROPY})")
    options.add_argument("--fade", type=float, default=FADE, help=f"of gains with each trick between, 0..1 ({FADE})")
    options.add_argument("--to", type=Path, help="the file to write (that in the game's package)")
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build", help="where to build")
    options.add_argument("--core", type=Path, help="the compiled core, or the source tree, to run; made in --out if not given")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
