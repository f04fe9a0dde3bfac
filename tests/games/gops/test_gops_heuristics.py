"""What Gops foresees of a deal that runs: of the deal alone, and of a game of several deals."""

from __future__ import annotations

from random import Random

import pytest

from goosetable.engine.hidden.view import view
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.games.gops.rules import Gops, GopsOptions, GopsState
from goosetable.players.sealed_bids import Decoupled, Regret
from goosetable.players.search import PERFECT, Determinizer, Problem, WinUtility

GAME = Gops()


def running(deal: int, totals: tuple[int, ...], rounds: int = 6) -> GopsState:
    """A deal of a game of three, some rounds after its beginning, the same cards and bids whatever came before."""
    options, rng = GopsOptions(deals=3, players=len(totals)), Random("rounds")
    standing = Standing(deal - 1, totals)
    dealt = GAME.deal(options, standing, 0, Stream("0" * 12, 1))
    state = GAME.begin(options, standing, dealt)
    while state.round <= rounds:
        GAME.apply(state, rng.choice(GAME.legal(state)))
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_what_the_deal_is_worth_asks_nothing_of_other_deals(seats: int) -> None:
    first, last = running(1, (0,) * seats), running(3, (40, *[0] * (seats - 1)))
    assert GAME.heuristics.worth(first) == GAME.heuristics.worth(last)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lead_of_the_game_counts(seats: int) -> None:
    level, ahead = running(3, (0,) * seats), running(3, (40, *[0] * (seats - 1)))
    assert GAME.heuristics.foreseen(ahead)[0] > GAME.heuristics.foreseen(level)[0] == GAME.heuristics.worth(level)[0]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lead_counts_the_less_the_more_deals_there_are_to_come(seats: int) -> None:
    chances = [GAME.heuristics.foreseen(running(deal, (30, *[0] * (seats - 1))))[0] for deal in (1, 2, 3)]
    assert 1 / seats < chances[0] < chances[1] < chances[2]
    assert all(sum(GAME.heuristics.foreseen(running(deal, (30, *[0] * (seats - 1))))) == pytest.approx(1) for deal in (1, 2, 3))


@pytest.mark.parametrize("ties", ["carry", "discard", "split"])
def test_which_prize_comes_next_changes_nothing_of_what_is_foreseen(ties: str) -> None:
    """It is imagined, and what is on offer is still to be won whatever becomes of ties."""
    options, fresh, rng = GopsOptions(ties=ties), Standing(0, (0, 0)), Random("offered")
    begun = GAME.begin(options, fresh, GAME.deal(options, fresh, 0, Stream("0" * 12, 1)))
    while begun.round <= 4:
        GAME.apply(begun, rng.choice(GAME.legal(begun)))
    found = [GAME.heuristics.foreseen(begun)[0]]
    for place, prize in enumerate(begun.stock):
        state = begun.copy()
        state.stock[place], state.turned = state.turned, prize
        state.offer, state.raised = (*state.offer[:-1], prize), (*state.raised[:-1], prize)
        found.append(GAME.heuristics.foreseen(state)[0])
    assert len(found) == 9 and found == pytest.approx([found[0]] * 9) and found[0] != pytest.approx(0.5, abs=0.01)


def mixed(state: GopsState, for_deal: bool) -> dict[Action, float]:
    """How much a search makes of each bid."""
    seen = view(GAME, state, state.turn)
    heuristics: AnyHeuristics = seen.game.heuristics
    utility = heuristics.payoff if for_deal else WinUtility(heuristics, seen.known).utility
    problem = Problem(seen, Determinizer(seen, PERFECT, 1), utility, Random(3), 200)
    search = Decoupled(problem, Regret(reads=False), for_deal)
    for _ in search.run():
        pass
    return search.values()


def test_who_plays_for_the_deal_does_the_same_whatever_the_totals() -> None:
    level, behind = running(3, (0, 0, 0)), running(3, (0, 40, 0))
    assert mixed(level, for_deal=True) == mixed(behind, for_deal=True)
    assert mixed(level, for_deal=False) != mixed(behind, for_deal=False)


def test_the_last_bid_of_a_deal_is_judged_by_the_game() -> None:
    """With 100 points more than the others nobody loses the game by the last card, whoever wins the deal."""
    seat = running(3, (0, 0, 0), rounds=12).turn
    state = running(3, tuple([100 * (other == seat) for other in range(3)]), rounds=12)
    assert state.turn == seat and len(GAME.legal(state)) == 1
    assert min(mixed(state, for_deal=False).values()) > 0.95
