"""Players of the laboratory: alpha-mu, the oracle, and the count of blunders."""

from __future__ import annotations

from itertools import islice
from random import Random

import blunders
import pytest
from alpha_mu import GAME, alpha_mu, cut_to_first_half, play_on, play_to_ending, solved_tricks
from oracle import SearchPlayer, Softening, Step, WeighingPlayer, fit_softening, lead_of_seat, play_deal

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, sample_determinization, view
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.state import State
from goosetable.games import find_game
from goosetable.players import decide, make_player
from goosetable.players.search_agent import Skill
from tests.players.test_right import geese

CODE = "7Q4K-M2XD-9TBR"


def first(seen: View, rng: Random) -> Action:
    return seen.legal[0]


def mu(seen: View, rng: Random) -> Action:
    return alpha_mu(2, 6, seen, rng)


def test_a_half_is_played_to_its_end() -> None:
    start = play_to_ending(first, CODE, 0, 3)
    assert [hand.bit_count() for hand in start.hands] == [3, 3]
    assert sum(play_on(start, (mu, first), CODE)) == 13


def test_hidden_cards_do_not_change_what_it_plays() -> None:
    start = play_to_ending(first, CODE, 1, 4)
    seen = view(GAME, start, start.turn)
    other = sample_determinization(seen, Random(1))
    assert other.hands != start.hands
    assert mu(view(GAME, other, start.turn), Random(2)) == mu(seen, Random(2))


def test_with_one_determinization_it_is_the_solution() -> None:
    start = play_to_ending(first, CODE, 0, 4)
    seen = view(GAME, start, start.turn)
    rng = Random(3)
    world = cut_to_first_half(sample_determinization(seen, Random(3)))
    best = solved_tricks(world, start.turn)
    GAME.apply(world, alpha_mu(2, 1, seen, rng))
    assert solved_tricks(world, start.turn) == best


# ---------------------------------------------------------------------- the oracle

QUICK = SearchPlayer(Skill(iterations=5, solver_slices=1, weighted_determinizations=3, guidance=None))
SOFTENING = Softening(1.0, 10.0, 0.1)
GAMES = ["gooseberry-fool", "goosed", "cross-purposes"]


def weigher(game: AnyGame, how: str) -> WeighingPlayer:
    found = WeighingPlayer(game, QUICK, SOFTENING, how, candidates=3, last=3)
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_what_the_oracle_plays(name: str) -> None:
    game = find_game(name)
    _, steps = play_deal(game, CODE, 0, "seed", QUICK)
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
    alone, steps = play_deal(game, CODE, 1, "seed", QUICK)
    end, again = play_deal(game, CODE, 1, "seed", QUICK, (1, weigher(game, "own")))
    assert [step.action for step in again] == [step.action for step in steps]
    assert game.points(end) == game.points(alone)


def test_the_true_weights_are_of_the_true_hands() -> None:
    game = find_game("cross-purposes")
    _, steps = play_deal(game, CODE, 0, "seed", QUICK)
    state = steps[4].before
    found = weigher(game, "true").determinizer(view(game, state, state.turn), steps[:4], state, Random(1))
    assert found is not None
    assert found.sample(Random(2)).hands == state.hands


def test_p_is_foretold_better_than_by_chance() -> None:
    softening, nats, decisions = fit_softening(find_game("goosed"), SearchPlayer(Skill(iterations=60)), 1, "fit")
    assert softening.visits or softening.values
    assert nats > 0.1
    assert decisions > 15


@pytest.mark.parametrize("name", GAMES)
def test_the_leads_of_a_deal_are_even(name: str) -> None:
    game = find_game(name)
    end, _ = play_deal(game, CODE, 0, "seed", QUICK)
    assert sum(lead_of_seat(game, end, seat) for seat in range(len(end.hands))) == 0


# ---------------------------------------------------------------------- blunders


@pytest.mark.parametrize(
    ("hands", "need", "trick", "lost"),
    [
        (("KS 2S", "AS", "7H"), 0, "9S JS", ["play KS"]),  # the two loses here; the king takes here, and might not later
        (("AS 2S", "KC", "7H"), 2, "9S JS", ["play 2S"]),  # both are needed
        (("AS KS", "QS", "7H"), 2, "9S JS", []),  # whichever is first, both take
    ],
)
def test_a_blunder_loses_in_every_deal_what_another_card_keeps(
    hands: tuple[str, str, str], need: int, trick: str, lost: list[str]
) -> None:
    position = geese(hands, need, "", trick)
    seen = position.view
    assert [seen.game.action_text(action) for action in blunders.find_blunders(seen.game, seen)] == lost


def test_what_is_counted_is_printed_with_its_interval() -> None:
    assert blunders.BlunderCount(5, 500).line() == "5 of 500 positions, 1.0% (0.4% to 2.3%)"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["goose", "cross-purposes", "goosed", "fools-gold", "gooseberry-fool"])
@pytest.mark.parametrize("level", ["medium-deal", "hard-deal"])
def test_a_casual_player_makes_no_blunder_a_child_would_not_make(game: str, level: str) -> None:
    met = list(islice(blunders.positions_with_blunders(find_game(game), "casual"), 60))
    made = sum(decide(make_player(level, Random(number)), seen) in found for number, (seen, found) in enumerate(met))
    assert made <= 2
