"""Learns habits, a policy that imitates players that search: `python build/build.py train GAME --habits`.

Experts with fewer iterations than usual play deals. Softmax regression then fits the weights that give their actions the
greatest likelihood. The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from learning import LAST_STEP, Adam, Learner, Unlearnable, find_trainable_game, random_deal, write_weights

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.action import Action
    from goosetable.engine.rules.state import State
    from goosetable.players.search_agent import Searcher

DEFAULT_DEALS: Final = 3_000
"""Default number of deals. In Gooseberry Fool they contain 72,000 choices."""
ITERATIONS: Final = 1_000
"""Number of iterations of an expert for each choice."""
RANDOM_ACTION_CHANCE: Final = 0.04
"""Probability of a random action in these deals, so that rare positions occur too."""
PASSES: Final = 12
"""Number of passes of the fit over all choices."""
BATCH_SIZE: Final = 500
"""Number of choices in a batch."""
FIRST_STEP_EXCESS: Final = 0.03
"""Amount by which the learning rate of the first batch exceeds `LAST_STEP`."""


class Choice(NamedTuple):
    """A choice of a player between two or more legal actions."""

    state: State
    legal: Sequence[Action]
    action: Action


def fit_habits(name: str, seed: str, deals: int, thought: int = ITERATIONS) -> str:
    """Fits the weights to choices of experts, and prints its progress; returns the text of the file of weights.

    name: the game's id. thought: number of iterations for each choice. Raises Unlearnable for a game without a learned policy,
    or if these deals contain no choice.
    """
    game, shape = find_trainable_game(name)
    rng, choices = Random(seed), list[Choice]()
    for number in range(deals):
        choices += choices_of(game, rng, thought)
        if number % max(1, deals // 20) == 0:
            print(f"{number} of {deals} deals", flush=True)
    if not choices:
        raise Unlearnable(f"nobody had a choice in {deals} deals of {name}")
    adam = Adam([[0.0] * len(shape.features) for _ in shape.situations])
    policy = game.heuristics.policy_with(adam.rows)
    learner = Learner(policy)
    for turn in range(PASSES):
        rng.shuffle(choices)
        for first in range(0, len(choices), BATCH_SIZE):
            some = choices[first : first + BATCH_SIZE]
            for choice in some:
                learner.follow(*choice)
            part = 1 - (turn + first / len(choices)) / PASSES
            adam.climb([[slope / len(some) for slope in row] for row in learner.slopes()], LAST_STEP + FIRST_STEP_EXCESS * part)
            policy.set_weights(adam.rows)
    loss = -sum(log(policy.probabilities(state, legal)[legal.index(action)]) for state, legal, action in choices) / len(choices)
    print(f"{len(choices)} choices, logarithmic loss {loss:.4f}", flush=True)
    return write_weights(shape, adam.rows)


def choices_of(game: AnyGame, rng: Random, thought: int) -> Iterator[Choice]:
    """Plays a deal between experts, with some random actions; yields the choices of the experts."""
    from goosetable.engine.hidden.view import view
    from goosetable.players import decide

    state = random_deal(game, rng)
    # The view of a seat needs the actions so far.
    state.keeps_actions = True
    seats = [_expert(rng, thought) for _ in state.hands]
    while not state.over:
        legal = game.legal(state)
        if len(legal) == 1:
            action = legal[0]
        elif rng.random() < RANDOM_ACTION_CHANCE:
            action = rng.choice(legal)
        else:
            action = decide(seats[state.turn], view(game, state, state.turn))
            known = state.copy()
            known.actions, known.keeps_actions = [], False
            yield Choice(known, legal, action)
        game.apply(state, action)


def _expert(rng: Random, thought: int) -> Searcher:
    """Returns an expert that plays for the deal's payoff and uses no learned policy."""
    from dataclasses import replace

    from goosetable.engine.strength.heuristics import UNGUIDED
    from goosetable.players.levels import SKILLS, SOLVER_SLICES
    from goosetable.players.search_agent import Searcher

    skill = replace(
        SKILLS["expert"], iterations=thought, max_actions=None, solver_slices=min(SOLVER_SLICES, thought), guidance=UNGUIDED
    )
    return Searcher("imitated", Random(rng.getrandbits(64)), skill, True)
