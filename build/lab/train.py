"""Trains the policy of a game by self-play, and writes its weights: `python build/build.py train GAME`.

With `--habits` it learns to imitate players that search (`imitate.py`).

REINFORCE (Williams, 1992) raises the probability of actions after which the deal ended better than the static evaluation
predicted, and lowers that of others. Changes of the evaluation some tricks later count less (Schulman and others, 2016). A
bonus for entropy prevents early certainty, and Adam (Kingma and Ba, 2015) determines the steps. For bids before the first card
only the end of the deal counts. The same seed gives the same weights. A training takes some minutes with the compiled core,
which is built first if it is missing.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from math import cos, pi
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import arguments
from arguments import Parser, writable_file
from imitate import DEFAULT_DEALS, fit_habits
from learning import (
    LAST_STEP,
    PLANS,
    Adam,
    Attempt,
    Learner,
    TrainingPlan,
    Unlearnable,
    find_trainable_game,
    random_deal,
    write_weights,
)

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame

ROOT: Final = Path(__file__).resolve().parents[2]
HANDS_PER_BATCH: Final = 100
"""Number of hands in a batch. A policy alone plays as well after 200,000 hands in batches of 100 as after a million in batches
of 2,000 (34.2 % +-1.6 in 1,000 deals).
"""
SEED: Final = "train"
MAX_HANDS: Final = 1_000_000_000
"""Greatest number of hands, or of deals, in a call."""
PROGRAM: Final = "build.py train"


class TrainingArguments(NamedTuple):
    """Parameters of a training. A parameter that is None has the value of the game's plan."""

    game: str
    hands: int | None = None
    """Number of deals played."""
    seed: str = SEED
    entropy: float | None = None
    fade: float | None = None
    step: float | None = None
    batch: int = HANDS_PER_BATCH


def main(argv: Sequence[str]) -> int:
    """Trains with the compiled core, or with the core of `--core`; returns 2 for a wrong call, 1 if the training fails."""
    sys.path.insert(0, str(arguments.core_of_arguments(argv, PROGRAM) or ROOT))
    parser = _parser()
    called = parser.parse_args(argv)
    try:
        name, target = _target_file(called)
    except Unlearnable as wrong:
        parser.error(str(wrong))
    if called.core is None:
        sys.path.insert(0, str(ROOT / "build"))
        import core

        folder = core.current_folder(called.out.resolve())
        return subprocess.run([sys.executable, __file__, *argv, "--core", str(folder)], check=False).returncode
    gc.set_threshold(100_000)  # as in the compiled core: many objects, and no circles of them
    from goosetable.engine.strength.policy import HABITS_FILE

    plan, deals = (
        TrainingArguments(called.game, called.hands, called.seed, called.entropy, called.fade, called.step),
        called.deals or DEFAULT_DEALS,
    )
    try:
        text = fit_habits(plan.game, plan.seed, deals) if called.habits else train_by_self_play(plan, called.curve)
    except Unlearnable as wrong:
        print(f"{PROGRAM}: {wrong}", file=sys.stderr)
        return 1
    target.write_text(text, encoding="utf-8")
    much = f"{deals} deals" if name == HABITS_FILE else f"{_training_plan(find_trainable_game(plan.game)[0], plan).hands} hands"
    print(f"{target.name}: {much}, seed {called.seed!r}")
    return 0


def _target_file(called: argparse.Namespace) -> tuple[str, Path]:
    """Returns the name of the file that the training makes in the game's package, and the path to write.

    Raises Unlearnable for a call that cannot succeed.
    """
    from goosetable.engine.strength.policy import HABITS_FILE, POLICY_FILE

    game, imitates = find_trainable_game(called.game)[0], called.habits
    name = HABITS_FILE if imitates else POLICY_FILE
    goes = "not together with --habits" if imitates else "only with --habits"
    for option in ("hands", "entropy", "fade", "step", "curve") if imitates else ("deals",):
        if getattr(called, option) is not None:
            raise Unlearnable(f"--{option} goes {goes}")
    if called.to is None and name not in game.heuristics.files:
        raise Unlearnable(f"nothing reads a {name} of {called.game}; name another file with --to")
    if called.core is None and called.out.resolve().is_relative_to(ROOT):
        raise Unlearnable("the build goes outside the source tree; choose another --out")
    package = ROOT / "goosetable" / "games" / called.game.replace("-", "_")
    try:
        return name, called.to or writable_file(str(package / name))
    except argparse.ArgumentTypeError as wrong:
        raise Unlearnable(str(wrong)) from None


def train_by_self_play(plan: TrainingArguments, curve: Path | None = None) -> str:
    """Trains by self-play, and prints its progress; returns the text of the file of weights.

    curve: file that gets a line for each point of the learning curve; None for no measurements.
    """
    import curve as curves

    game, shape = find_trainable_game(plan.game)
    rng, lessons = Random(plan.seed), _training_plan(game, plan)
    adam = Adam([[0.0] * len(shape.features) for _ in shape.situations])
    learner = Learner(game.heuristics.policy_with(adam.rows))
    batches = max(1, lessons.hands // plan.batch)
    due = {hands // plan.batch for hands in curves.hands_at_measurements(lessons.hands)} if curve is not None else set()

    def measure(number: int) -> None:
        if curve is not None and number in due:
            with curve.open("a", encoding="utf-8") as told:
                told.write(
                    curves.point_line(
                        curves.measure_policy(game, learner.policy, number * plan.batch, curves.DEALS_PER_POINT, plan.seed)
                    )
                )

    for number in range(batches):
        measure(number)
        for _ in range(plan.batch):
            play_hand(game, learner, rng, lessons)
        part = 0.5 * (1 + cos(pi * number / batches))
        step = LAST_STEP + (lessons.step - LAST_STEP) * part
        adam.climb([[slope / plan.batch for slope in row] for row in learner.slopes()], step)
        learner.policy.set_weights(adam.rows)
        if number % max(1, batches // 20) == 0:
            print(f"{number * plan.batch} of {lessons.hands} hands", flush=True)
    measure(batches)
    return write_weights(shape, adam.rows)


def _training_plan(game: AnyGame, plan: TrainingArguments) -> TrainingPlan:
    """Returns the hyperparameters of a training: those of the arguments and, where these are None, those of the game's plan."""
    fields = ("hands", "entropy", "fade", "step")
    asked = {name: value for name, value in plan._asdict().items() if name in fields and value is not None}
    return PLANS.get(game.id, TrainingPlan())._replace(**asked)


def play_hand(game: AnyGame, learner: Learner, rng: Random, lessons: TrainingPlan) -> None:
    """Plays one deal with the learner's policy at all seats, and adds the gradients of its choices."""
    from goosetable.engine.rules.action import VERB_SPAN

    heuristics, state = game.heuristics, random_deal(game, rng)
    attempts: list[tuple[int, Attempt]] = []
    calls: list[tuple[int, Attempt]] = []
    dealt_worth = heuristics.static_values(state)
    # In a game with bids before the first card, the bids are no part of a trick.
    looks, first, begun = [dealt_worth], [0], not getattr(state, "is_bidding", False)
    while not state.over:
        legal = game.legal(state)
        if not begun and legal[0] < VERB_SPAN:
            looks, begun = [heuristics.static_values(state)], True
        if len(legal) == 1:
            game.apply(state, legal[0])
        else:
            attempt = learner.attempt(state, legal, rng.random(), lessons.entropy)
            (attempts if begun else calls).append((state.turn, attempt))
            game.apply(state, attempt.action)
        if begun and not getattr(state, "trick", None):
            looks.append(heuristics.static_values(state))
            first.append(len(attempts))
    gains = [0.0] * len(state.hands)
    for trick in range(len(looks) - 2, -1, -1):
        gains = [
            after - before + lessons.fade * gain
            for after, before, gain in zip(looks[trick + 1], looks[trick], gains, strict=True)
        ]
        for seat, attempt in attempts[first[trick] : first[trick + 1]]:
            learner.learn(attempt, gains[seat])
    for seat, attempt in calls:
        learner.learn(attempt, looks[-1][seat] - dealt_worth[seat])


def _parser() -> Parser:
    from goosetable.commands.console import whole_number_parser

    options = Parser(__doc__, PROGRAM)
    options.add_argument("game", help="the game's id")
    options.add_argument("--hands", type=whole_number_parser(1, MAX_HANDS), help="deals played (as many as the game asks for)")
    options.add_argument("--seed", default=SEED, help=f"where all chance comes from ({SEED})")
    options.add_argument(
        "--entropy", type=arguments.number_parser(0, 10), help="bonus for choices that stay open (the game's own)"
    )
    options.add_argument(
        "--fade", type=arguments.number_parser(0, 1), help="of gains with each trick between, 0..1 (the game's own)"
    )
    options.add_argument("--step", type=arguments.number_parser(0, 1), help="of a weight in a batch, at first (the game's own)")
    options.add_argument("--habits", action="store_true", help="learn how those who search play, instead")
    options.add_argument(
        "--deals", type=whole_number_parser(1, MAX_HANDS), help=f"deals from which habits are learned ({DEFAULT_DEALS})"
    )
    options.add_argument("--to", type=writable_file, help="the file to write (that in the game's package)")
    told = "a file to which is added how well the policy alone plays meanwhile"
    options.add_argument("--curve", type=writable_file, help=told)
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build", help="where to build")
    told = "the compiled core, or the source tree, to run; made in --out if not given"
    options.add_argument(arguments.CORE_OPTION, type=arguments.core_folder, help=told)
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
