"""What is said where no reason is found: means of the imagined deals, those that speak for the advice and for nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable.engine.hidden.view import sample
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.rules.state import State
from goosetable.engine.text.explain import CHANCE, WORTH, Case, Ends, Prospect, Reasons, prospect, written_apart
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.throps.rules import Throps
from goosetable.players.agent import Trace
from goosetable.players.analysis import Analysis
from goosetable.players.search import WinUtility
from tests.games.low_card import LowCard
from tests.players.test_reasons_said import Known, known_of, some, why

FOOL = GooseberryFool()


def deals(*ends: tuple[int, Ends]) -> Prospect:
    """So many imagined deals that ended like this."""
    return prospect([end for count, end in ends for _ in range(count)])


def figure(known: Any, mine: Prospect, theirs: Prospect, gain: float = 0.1, tried: int = 0, game: Any = FOOL) -> str:
    case = Case(known, 0, 1, mine, theirs, gain, game.text.face, game.points, lowest=game.lowest_wins, tried=tried)
    return Reasons[Any]().why(case)


@pytest.fixture
def known() -> Any:
    found = known_of(FOOL, Verb.PLAY)
    found.turn = 0
    return found


def test_points_that_chance_might_have_made_are_told_as_they_are(known: Any) -> None:
    """Twenty deals of six points among two hundred of three are no reason to be sure of, and a figure all the same."""
    mine, theirs = (deals((count, {"points 0": 60.0}), (200, {"points 0": 3.0})) for count in (12, 10))
    assert figure(known, mine, theirs) == "it brings 6.2 points on average, 5.7 after @"
    assert figure(known, theirs, mine, -0.1) == "it brings 5.7 points on average, 6.2 after @"
    assert figure(known, theirs, mine).startswith("over 422 imagined deals"), "it speaks against the advice"
    assert figure(known, theirs, mine, game=LowCard()) == "it brings 5.7 points on average, 6.2 after @"


def test_what_goes_with_deals_of_less_worth_is_no_figure_for_them(known: Any) -> None:
    """More points, which made the chance of the game smaller: what is told is the chance, of which there is more."""
    few, many = ({"points 0": points, WORTH: worth, CHANCE: worth} for points, worth in ((3.0, 0.6), (60.0, 0.2)))
    lucky = few | {WORTH: 0.9, CHANCE: 0.9}
    mine, theirs = deals((12, many), (180, few), (8, lucky)), deals((10, many), (190, few))
    assert figure(known, mine, theirs) == "[0 wins] 59 games in 100, 58 after @"


def test_numbers_are_told_only_where_they_are_written_apart() -> None:
    assert written_apart(12.4, 8.0) == ("12", "8")
    assert written_apart(12.4, 12.3) == ("12.4", "12.3")
    assert written_apart(-0.04, 0.3) == ("0", "0.3")
    assert written_apart(3.0, 3.0) is None


def test_a_lead_on_the_others_is_told_but_in_a_partnership(known: Any) -> None:
    one, two = (deals((100, {"ahead": ahead})) for ahead in (0.2, -0.9))
    assert figure(known, one, two) == "against the others it brings about one point more than @"
    assert figure(known, two, one, -0.1) == "against the others it brings about one point less than @"
    game = CrossPurposes()
    partners = known_of(game, Verb.TRUMP, game.Options(players=4))
    assert why(game, partners, (0, 1), {"ahead": 2.0}, {"ahead": 0.0}).startswith("against the others")
    partners.partners = (2, 3, 0, 1)
    assert why(game, partners, (0, 1), {"ahead": 2.0}, {"ahead": 0.0}).startswith("over 200 imagined deals")


def test_where_no_figure_tells_it_is_said_how_much_was_tried(known: Any) -> None:
    same = deals((40, {"points 0": 3.0}))
    assert figure(known, same, same) == "over 80 imagined deals it did better than @"
    assert figure(known, same, same, -0.1, tried=6000) == "over 6,000 imagined deals it did worse than @"


def test_the_figures_of_an_analysis_are_those_of_its_own_deals() -> None:
    """The chance of the game is that of the standing after a deal, without the points that a search adds to it."""
    seen = some(Throps(), Verb.OFFER).view
    mind = Known({action: 0.5 - number / 100 for number, action in enumerate(seen.legal[:2])})
    mind.trace = Trace()
    rng, utility = Random(3), WinUtility(seen.game.heuristics, seen.known)
    ends: dict[Action, list[State]] = {}
    for action in seen.legal[:2]:
        ends[action] = []
        for _ in range(30):
            state = sample(seen, rng)
            seen.game.apply(state, action)
            while not state.over:
                seen.game.apply(state, rng.choice(seen.game.legal(state)))
            mind.trace.saw(action, state, 0.5)
            ends[action].append(state)
    chances = [sum(utility.chances(state)[seen.seat] for state in states) / 30 for states in ends.values()]
    found = Analysis(seen, mind, seen.legal[0])
    assert [found._prospect(action).mean(CHANCE) for action in ends] == pytest.approx(chances)
    assert utility.utility(ends[seen.legal[0]][0]) != utility.chances(ends[seen.legal[0]][0])
    assert sum(utility.chances(ends[seen.legal[0]][0])) == pytest.approx(1)
