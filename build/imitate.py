"""Learns habits, which is how those who search play: `python build/build.py train GAME --habits`, or `--calls`.

Experts that think less than usual play deals, and the chances of what they do are raised until they are as likely as they can
be (softmax regression). With `--calls` only what they say before the first card is imitated, and the rest is taken from the
policy. The same seed gives the same weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from learning import LAST_STEP, Adam, Unlearnable, dealt, trainable

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
FEWER_TOGETHER: Final = 20
"""The same where only calls are imitated, of which a deal has few."""
CALL_THOUGHT: Final = 100
"""Iterations of a call to be learned from."""
QUICKEST: Final = 0.03
"""How far a weight moves at first, beyond `LAST_STEP`."""


class Choice(NamedTuple):
    """What a player did where it could have done something else."""

    state: State
    legal: Sequence[Action]
    action: Action


def imitated(name: str, seed: str, deals: int, thought: int = THOUGHT, calls: bool = False) -> str:
    """The text of a weights' file that makes the choices of experts as likely as can be; says on the way how it goes.

    name: the game's id. thought: iterations of each choice. calls: whether only what is said before the first card is imitated;
    the rest is then taken from the policy. Raises Unlearnable where there is nothing to learn from.
    """
    from goosetable.engine.strength.policy import write

    game, shape = trainable(name)
    begun = begin(game, calls)
    rng, choices = Random(seed), list[Choice]()
    for number in range(deals):
        choices += calls_of(game, rng, thought) if calls else choices_of(game, rng, thought)
        if number % max(1, deals // 20) == 0:
            print(f"{number} of {deals} deals", flush=True)
    if not choices:
        raise Unlearnable(f"nobody had a choice in {deals} deals of {name}")
    adam = Adam(begun)
    policy = game.heuristics.trained(adam.rows)
    together = FEWER_TOGETHER if calls else TOGETHER
    for turn in range(ROUNDS):
        rng.shuffle(choices)
        for first in range(0, len(choices), together):
            some = choices[first : first + together]
            for choice in some:
                policy.follow(*choice)
            part = 1 - (turn + first / len(choices)) / ROUNDS
            adam.climb([[slope / len(some) for slope in row] for row in policy.slopes()], LAST_STEP + QUICKEST * part)
            policy.teach(adam.rows)
    loss = -sum(log(policy.chances(state, legal)[legal.index(action)]) for state, legal, action in choices) / len(choices)
    print(f"{len(choices)} choices, logarithmic loss {loss:.4f}", flush=True)
    return write(shape, adam.rows)


def begin(game: AnyGame, calls: bool) -> list[list[float]]:
    """The weights from which habits are learned: none at first, or where only calls are learned, those of the policy.

    Raises Unlearnable where a game has no calls, or where its policy cannot be used.
    """
    from goosetable.engine.strength.policy import FILE, Untrained, load

    shape = game.heuristics.shape
    assert shape is not None
    if not calls:
        return [[0.0] * len(shape.features) for _ in shape.situations]
    if game.playable(dealt(game, Random(0))):
        raise Unlearnable(f"in {game.id} nothing is said before the first card")
    try:
        return load(type(game.heuristics).__module__.rpartition(".")[0], shape, FILE)
    except Untrained as wrong:
        raise Unlearnable(f"calls are learned on top of the policy, and {wrong}") from None


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

    from goosetable.engine.strength.guidance import UNGUIDED
    from goosetable.players.levels import EXACT, SKILLS
    from goosetable.players.search_agent import Searcher

    skill = replace(SKILLS["expert"], iterations=thought, work=None, exact=min(EXACT, thought), guidance=UNGUIDED)
    return Searcher("imitated", Random(rng.getrandbits(64)), skill, True)


def calls_of(game: AnyGame, rng: Random, thought: int) -> Iterator[Choice]:
    """What experts who follow nothing that was learned say before the first card of a deal, now and then led astray."""
    from goosetable.engine.hidden.view import view
    from goosetable.players import decide

    state = dealt(game, rng)
    state.noted = True
    while not state.over and not game.playable(state):
        legal = game.legal(state)
        action = rng.choice(legal)
        if len(legal) > 1 and rng.random() >= STRAYS:
            action = decide(_expert(rng, thought), view(game, state, state.turn))
            known = state.copy()
            known.actions, known.noted = [], False
            yield Choice(known, legal, action)
        game.apply(state, action)
