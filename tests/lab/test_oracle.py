"""Oracle inference: P' depends on no hidden card, equals P with P's own weights, and finds the true hands by true weights."""

from __future__ import annotations

from random import Random

import pytest
from oracle import SearchPlayer, Softening, Step, Weigher, fit, lead, play

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import sample_determinization, view
from goosetable.engine.rules.action import card_of
from goosetable.engine.rules.state import State
from goosetable.games import find_game
from goosetable.players.search_agent import Skill

CODE = "7Q4K-M2XD-9TBR"
QUICK = SearchPlayer(Skill(iterations=5, exact=1, weighted=3, guidance=None))
SOFTENING = Softening(1.0, 10.0, 0.1)
GAMES = ["gooseberry-fool", "goosed", "cross-purposes"]


def weigher(game: AnyGame, how: str) -> Weigher:
    found = Weigher(game, QUICK, SOFTENING, how, candidates=3, last=3)
    found.begin(CODE)
    return found


def dealt_anew(game: AnyGame, steps: list[Step], state: State, seat: int) -> tuple[list[Step], State]:
    """Returns steps and state with other hidden cards, which a seat cannot distinguish from the given ones."""
    other = sample_determinization(view(game, state, seat), Random(5))
    past, hands = [], list(other.hands)
    for before, action in reversed(steps):
        card = card_of(action)
        if card is not None:
            hands[before.turn] |= 1 << card
        then = before.copy()
        then.hands = list(hands)
        past.append(Step(then, action))
    return past[::-1], other


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_what_the_oracle_plays(name: str) -> None:
    game = find_game(name)
    _, steps = play(game, CODE, 0, "seed", QUICK)
    choices = [number for number, step in enumerate(steps) if len(game.legal(step.before)) > 1]
    moved = 0
    for number in choices[3:9:5]:
        state = steps[number].before
        seen = view(game, state, state.turn)
        past, other = dealt_anew(game, steps[:number], state, state.turn)
        moved += other.hands != state.hands
        one = weigher(game, "oracle").decide(seen, steps[:number], state, Random(1))
        assert weigher(game, "oracle").decide(seen, past, other, Random(1)) == one
    assert moved


@pytest.mark.parametrize("name", GAMES[:2])
def test_with_its_usual_weights_it_is_p(name: str) -> None:
    game = find_game(name)
    alone, steps = play(game, CODE, 1, "seed", QUICK)
    end, again = play(game, CODE, 1, "seed", QUICK, (1, weigher(game, "own")))
    assert [step.action for step in again] == [step.action for step in steps]
    assert game.points(end) == game.points(alone)


def test_the_true_weights_are_of_the_true_hands() -> None:
    game = find_game("cross-purposes")
    _, steps = play(game, CODE, 0, "seed", QUICK)
    state = steps[4].before
    found = weigher(game, "true").determinizer(view(game, state, state.turn), steps[:4], state, Random(1))
    assert found is not None
    assert found.sample(Random(2)).hands == state.hands


def test_p_is_foretold_better_than_by_chance() -> None:
    softening, nats, decisions = fit(find_game("goosed"), SearchPlayer(Skill(iterations=60)), 1, "fit")
    assert softening.visits or softening.values
    assert nats > 0.1
    assert decisions > 15


@pytest.mark.parametrize("name", GAMES)
def test_the_leads_of_a_deal_are_even(name: str) -> None:
    game = find_game(name)
    end, _ = play(game, CODE, 0, "seed", QUICK)
    assert sum(lead(game, end, seat) for seat in range(len(end.hands))) == 0
