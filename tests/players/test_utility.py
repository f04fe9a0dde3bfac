"""Players go after the game: what wins it is done, even where it costs the deal; the suffix `-deal` is for the deal alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import comb, exp
from random import Random

import pytest

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.heuristics import ALL
from goosetable.engine.strength.tricks_to_come import STEP
from goosetable.games import find
from goosetable.games.gooseberry_fool.ai import SPREAD, tricks_to_come
from goosetable.players import decide, make, search_agent
from goosetable.players.agent import Agent, Trace
from goosetable.players.ismcts import Tree
from goosetable.players.levels import SKILLS
from goosetable.players.search import Problem, Ucb, WinUtility
from goosetable.players.search_agent import Searcher
from tests.games.playing import Variant, defaults
from tests.players.positions import ending, turns
from tests.players.test_levels import FOOL


def to_give(taken: tuple[int, int, int], totals: tuple[int, int, int]) -> View:
    """The Joker took the last trick, and seat 0 has it to give."""
    seen = ending(("", "", ""), taken, "AS X KS", 2, 0)
    known = seen.known.copy()
    known.totals = totals
    return replace(seen, known=known)


def given(seen: View) -> dict[int, tuple[int, ...]]:
    """Who has won the game after each gift, if anybody."""
    found = {}
    for action in seen.legal:
        state: State = seen.known.copy()
        seen.game.apply(state, action)
        found[action] = seen.game.winners(state.options, seen.game.score(Standing(0, state.totals), state))
    return found


def test_a_gift_that_wins_the_game_is_given_even_where_it_loses_the_deal() -> None:
    rng, met = Random(2), 0
    for _ in range(300):
        one = rng.randint(1, 6)
        two = rng.randint(0, 10 - one)
        seen = to_give((one, two, 10 - one - two), (rng.randint(70, 99), rng.randint(70, 99), rng.randint(70, 99)))
        winners = given(seen)
        winning = [action for action in seen.legal if winners[action] == (0,)]
        for_deal = decide(make("expert-deal", Random(1), 30), seen)
        if winning and for_deal not in winning:
            met += 1
            assert decide(make("expert", Random(1), 30), seen) in winning
    assert met >= 10


def test_where_nothing_changes_the_chances_the_deal_is_still_played_for() -> None:
    """Seat 2 wins this game whoever is given the trick; the middle of the deal is seat 0's for the asking."""
    rng, met = Random(5), 0
    for _ in range(400):
        totals = (rng.randint(40, 99), rng.randint(40, 99), rng.randint(40, 99))
        seen = to_give((3, 4, 3), totals)
        if len(set(given(seen).values())) == 1 and given(seen)[seen.legal[0]]:
            met += 1
            assert seen.game.write(decide(make("expert", Random(1), 30), seen)) == "give 2"
    assert met >= 10


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_utilities_are_the_chances_that_a_result_leads_to(variant: object) -> None:
    for turn in turns(variant, "leaf", 4, 0.05):  # type: ignore[arg-type]
        game, state, rng = turn.view.game, turn.truth, Random(3)
        while not state.over:
            state.turn = state.awaited[0]
            game.apply(state, rng.choice(game.legal(state)))
        win = WinUtility(game.heuristics, turn.view.known)
        found = win.utility(state)
        chances = game.heuristics.win_chances(state.options, game.score(Standing(state.number - 1, state.totals), state))
        part = game.heuristics.for_points
        mixed = [(1 - part) * chance + part * own for chance, own in zip(chances, game.heuristics.payoff(state), strict=True)]
        assert found == pytest.approx(mixed)
        if part < 0.1:
            assert found == pytest.approx(chances, abs=0.05)
            assert sum(found) == pytest.approx(1, abs=0.1)
        assert all(0 <= own <= 1 for own in found)
        assert win.utility(state) is found, "each result is judged once"


@pytest.mark.parametrize("name", ["gooseberry-fool", "goose", "fools-gold"])
def test_what_a_deal_is_played_for_is_worked_out_once_and_changes_no_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []

    def counted(*given: object) -> WinUtility:
        made.append(given)
        return WinUtility(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(search_agent, "WinUtility", counted)
    deal = [turn.view for turn in turns(Variant(find(name), find(name).Options()), "aims", 12)]
    first = [seen for seen in deal if seen.seat == deal[0].seat and seen.known.number == deal[0].known.number]
    later = [replace(seen, known=changed_totals(seen.known, 17)) for seen in first]
    assert len(first) > 2
    stays = thinking("stays")
    for seen in first + later:
        anew = thinking("stays")
        anew.rng.setstate(stays.rng.getstate())
        before = len(made)
        chosen = decide(anew, seen)
        assert len(made) == before + 1
        assert (decide(stays, seen), stays.values) == (chosen, anew.values)
    assert len(made) == len(first + later) + 2, "once in the deal, and once in that with other totals"


def changed_totals(known: State, more: int) -> State:
    found = known.copy()
    found.totals = tuple(total + more * seat for seat, total in enumerate(known.totals))
    return found


def thinking(seed: str) -> Searcher:
    """An expert that thinks as much as a test has time for."""
    return Searcher("expert", Random(seed), replace(SKILLS["expert"], iterations=20, work=None, exact=5, weighted=20))


def test_a_level_that_plays_for_the_deal_is_told_by_its_name() -> None:
    for_deal, for_game = make("hard-deal", Random(1)), make("hard", Random(1))
    assert isinstance(for_deal, Searcher)
    assert isinstance(for_game, Searcher)
    assert for_deal.for_deal
    assert not for_game.for_deal
    assert for_deal.skill == for_game.skill
    for name in ("random-deal", "greedy-deal", "expert-deal-deal"):
        with pytest.raises(ValueError, match=f"there is no level '{name}'"):
            make(name, Random(1))


def test_exploration_is_measured_by_the_deviation_of_each_seat() -> None:
    """A seat whose utilities are all alike does not explore; one whose utilities differ does."""
    (turn,) = turns(FOOL, "curious", 1)
    rng = Random(3)

    class Certain:
        def sample(self, rng: Random) -> State:
            return turn.truth.copy()

    problem = Problem(turn.view, Certain(), lambda state: (rng.random(), 0.5, rng.random() / 10), rng, 64)  # type: ignore[arg-type]
    tree = Tree(problem, Ucb())
    assert len(list(tree.run())) == 64
    wide, none, small = tree.exploration.constants
    assert wide > 5 * small > 5 * none > 0


def test_values_are_chances() -> None:
    (turn,) = turns(FOOL, "values", 1)
    player = make("hard", Random(1), 200)
    decide(player, turn.view)
    assert isinstance(player, Agent)
    assert all(0.15 < value < 0.55 for value in player.values.values()), "in the first deal nobody is far from a third"


@pytest.mark.parametrize("taken", [(2, 2, 1), (4, 1, 2), (3, 5, 1)])
@pytest.mark.parametrize("forecast", [False, True])
def test_a_running_deal_is_worth_the_mean_of_all_ways_in_which_its_tricks_may_fall(
    forecast: bool, taken: tuple[int, int, int]
) -> None:
    """All in which they fall one by one as likely; or those likelier that are near to what the hands let expect."""
    game, left = FOOL.game, 11 - sum(taken)
    pack = game.pack(FOOL.options)
    state = turns(FOOL, 1, 1)[0].truth
    assert isinstance(state, TrickState)
    hand = [BIT[card] for card in pack[: 3 * left]]
    state.hands = [sum(hand[left * seat : left * (seat + 1)]) for seat in range(3)]
    state.won = [2 ** (3 * tricks) - 1 for tricks in taken]
    state.trick, state.turn, state.totals = [], 1, (60, 75, 71)
    win = WinUtility(game.heuristics, state, forecast)
    expected = [round(STEP * more) / STEP for more in tricks_to_come(state.hands)]
    total, whole = 0.0, [0.0] * 3
    for more in product(range(left + 1), repeat=3):
        if sum(more) == left:
            ended = game.heuristics.ended(state, tuple(taken[seat] + more[seat] for seat in range(3)))
            far = sum((tricks - likely) ** 2 for tricks, likely in zip(more, expected, strict=True))
            chance = exp(-far / (2 * SPREAD * left)) if forecast else comb(left, more[0]) * comb(left - more[0], more[1])
            total += chance
            whole = [sofar + own * chance for sofar, own in zip(whole, win.utility(ended), strict=True)]
    assert win.utility(state) == pytest.approx([one / total for one in whole])


def test_a_trace_changes_nothing_of_a_search_that_does_not_play_deals_out() -> None:
    assert FOOL.game.heuristics.horizon < ALL
    for seen in [turn.view for turn in turns(FOOL, "traced", 6)]:
        plain, traced = (Searcher("expert", Random(9), SKILLS["expert"]) for _ in range(2))
        plain.skill = traced.skill = replace(plain.skill, iterations=60)
        traced.trace = Trace()
        assert decide(plain, seen) == decide(traced, seen)
        assert plain.values == traced.values
        assert all(end.over for ends in traced.trace.ends.values() for end in ends)
