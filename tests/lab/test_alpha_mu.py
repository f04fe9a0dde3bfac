"""Alpha-mu: it plays the exact solution of a single determinization, and no hidden card changes its choice."""

from __future__ import annotations

from random import Random

from alpha_mu import GAME, alpha_mu, ending, play_on, shortened, solved

from goosetable.engine.hidden.view import View, sample_determinization, view
from goosetable.engine.rules.action import Action

CODE = "7Q4K-M2XD-9TBR"


def first(seen: View, rng: Random) -> Action:
    return seen.legal[0]


def mu(seen: View, rng: Random) -> Action:
    return alpha_mu(2, 6, seen, rng)


def test_a_half_is_played_to_its_end() -> None:
    start = ending(first, CODE, 0, 3)
    assert [hand.bit_count() for hand in start.hands] == [3, 3]
    assert sum(play_on(start, (mu, first), CODE)) == 13


def test_hidden_cards_do_not_change_what_it_plays() -> None:
    start = ending(first, CODE, 1, 4)
    seen = view(GAME, start, start.turn)
    other = sample_determinization(seen, Random(1))
    assert other.hands != start.hands
    assert mu(view(GAME, other, start.turn), Random(2)) == mu(seen, Random(2))


def test_with_one_determinization_it_is_the_solution() -> None:
    start = ending(first, CODE, 0, 4)
    seen = view(GAME, start, start.turn)
    rng = Random(3)
    world = shortened(sample_determinization(seen, Random(3)))
    best = solved(world, start.turn)
    GAME.apply(world, alpha_mu(2, 1, seen, rng))
    assert solved(world, start.turn) == best
