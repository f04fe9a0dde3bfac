"""Learns habits, the manner in which those who search play: `python build/build.py train GAME --habits`.

Experts that think less than usual play deals, and the chances of their actions are raised until they are as likely as they can
be (softmax regression). The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from learning import LAST_STEP, Adam, Learner, Unlearnable, dealt, trainable

if TYPE_CHECKING:
    from goosetable.engine.game import AnyGame
    from goosetable.engine.rules.action import Action
    from goosetable.engine.rules.state import State
    from goosetable.players.search_agent import Searcher

DEALS: Final = 3_000
"""Deals from which habits are learned: of Gooseberry Fool 72,000 choices."""
THOUGHT: Final = 1_000
"""Iterations of a choice to be learned from."""
STRAYS: Final = 0.04
"""How often a card is played at random meanwhile, so that rarer positions are seen too."""
ROUNDS: Final = 12
"""How often each choice is gone through."""
TOGETHER: Final = 500
"""Choices between two steps."""
QUICKEST: Final = 0.03
"""How far a weight moves at first, beyond `LAST_STEP`."""


class Choice(NamedTuple):
    """What a player did where it could have done something else."""

    state: State
    legal: Sequence[Action]
    action: Action


def imitated(name: str, seed: str, deals: int, thought: int = THOUGHT) -> str:
    """The text of a weights' file that makes the choices of experts as likely as can be; says on the way how it goes.

    name: the game's id. thought: iterations of each choice. Raises Unlearnable where there is nothing to learn from.
    """
    from goosetable.engine.strength.policy import write_weights

    game, shape = trainable(name)
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
    for turn in range(ROUNDS):
        rng.shuffle(choices)
        for first in range(0, len(choices), TOGETHER):
            some = choices[first : first + TOGETHER]
            for choice in some:
                learner.follow(*choice)
            part = 1 - (turn + first / len(choices)) / ROUNDS
            adam.climb([[slope / len(some) for slope in row] for row in learner.slopes()], LAST_STEP + QUICKEST * part)
            policy.set_weights(adam.rows)
    loss = -sum(log(policy.chances(state, legal)[legal.index(action)]) for state, legal, action in choices) / len(choices)
    print(f"{len(choices)} choices, logarithmic loss {loss:.4f}", flush=True)
    return write_weights(shape, adam.rows)


def choices_of(game: AnyGame, rng: Random, thought: int) -> Iterator[Choice]:
    """What experts who follow nothing that was learned do in a deal that counts alone, now and then led astray."""
    from goosetable.engine.hidden.view import view
    from goosetable.players import decide

    state = dealt(game, rng)
    # A view of a deal tells by its actions what was played.
    state.noted = True
    seats = [_expert(rng, thought) for _ in state.hands]
    while not state.over:
        legal = game.legal(state)
        if len(legal) == 1:
            action = legal[0]
        elif rng.random() < STRAYS:
            action = rng.choice(legal)
        else:
            action = decide(seats[state.turn], view(game, state, state.turn))
            known = state.copy()
            known.actions, known.noted = [], False
            yield Choice(known, legal, action)
        game.apply(state, action)


def _expert(rng: Random, thought: int) -> Searcher:
    """An expert that plays for the deal and follows nothing that was learned."""
    from dataclasses import replace

    from goosetable.engine.strength.heuristics import UNGUIDED
    from goosetable.players.levels import EXACT, SKILLS
    from goosetable.players.search_agent import Searcher

    skill = replace(SKILLS["expert"], iterations=thought, work=None, exact=min(EXACT, thought), guidance=UNGUIDED)
    return Searcher("imitated", Random(rng.getrandbits(64)), skill, True)
