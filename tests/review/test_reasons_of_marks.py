"""Laws of the marks of reviews in all games: the playouts bear out the reason that is given for a cost."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.text.advice import EXPLAINED, PART_OF_BEST_REASON, Tip
from goosetable.engine.text.explain import REAL_ERRORS, WORTH, means_differ
from goosetable.games import SHELF, find_game
from goosetable.players.analysis import TELLING_ERRORS, Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.review.evaluate import Adviser, form_opinion
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import turns
from tests.review.test_deal_review import reached

ADVISER = Adviser("expert", "7", 100)
each = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if at % 3 else ()) for at, game in enumerate(SHELF)],
    ids=lambda game: game.id,
)
"""Every third game; the other games are `-m slow`."""


def analysis_of(seen: View, seed: str) -> Analysis:
    return analysis_by(make_player_with_effort("expert@10%", Random(seed)), seen)


@cache
def costs(game: Any) -> list[tuple[Analysis, Action, Action]]:
    """Analyses of decisions of seeded deals with their playouts, each with the best action and one that did worse in them."""
    options, pairs = game.Options(players=4) if game.id == "cross-purposes" else game.Options(), []
    for number, turn in enumerate(turns(Variant(game, options), "costs", 10, 0.25)):
        found = analysis_of(turn.view, f"costs {number}")
        at = found.decision
        for action in turn.view.legal:
            if at.is_counted(action) and at.mean_or_zero(action, WORTH) < at.mean_or_zero(found.best, WORTH):
                pairs.append((found, found.best, action))
    return pairs


@each
def test_the_figure_of_a_reason_differs_and_carries_the_cost(game: Any) -> None:
    told = 0
    for found, better, played in costs(game):
        at = found.decision
        advice, tip = game.advice, game.advice.missed_principle(at, better, played)
        if not tip.missed:
            continue
        told += 1
        key = advice.figure_of(at, tip)
        mine, theirs = at.prospects[better], at.prospects[played]
        error = (mine.errors[key] ** 2 + theirs.errors[key] ** 2) ** 0.5
        assert abs(mine.means[key] - theirs.means[key]) > REAL_ERRORS * error, tip
        others: list[Tip] = [one for one in advice.tips_for_review(at, better, played) if one.name != tip.name]
        least = max(
            [EXPLAINED, *[PART_OF_BEST_REASON * advice.explained_part_of_cost(at, one, better, played) for one in others]]
        )
        assert advice.explained_part_of_cost(at, tip, better, played) >= least, tip
        assert not any(at.refutes(better, claim) for claim in tip.claims), tip
    assert told


@each
def test_every_reason_for_a_review_has_a_figure_of_the_playouts(game: Any) -> None:
    asked = 0
    for found, better, played in costs(game):
        at = found.decision
        for one, other in ((better, played), (played, better)):
            for tip in game.advice.tips_for_review(at, one, other):
                assert game.advice.figure_of(at, tip) in at.prospects[one].means, tip
                asked += 1
    assert asked


def test_no_reason_is_given_against_the_playouts() -> None:
    asked = 0
    for found, better, played in costs(find_game("gops")):
        at = found.decision
        if not found.rows and means_differ(at.prospects[better], at.prospects[played], WORTH, TELLING_ERRORS):
            assert not found.missed_principle(played, better).missed
            asked += 1
    assert asked


@each
def test_an_action_that_a_mark_calls_better_is_no_mistake(game: Any) -> None:
    for line, turn in enumerate(turns(Variant(game, game.Options()), "marks", 4, 0.2)):
        seen = turn.view
        said, _ = reached(form_opinion(seen, Random(line).choice(seen.legal), line, ADVISER))
        if said.mistake_grade:
            again, _ = reached(form_opinion(seen, game.parse_action(said.best, seen.legal), line, ADVISER))
            assert not again.mistake_grade, f"{said.played}, {said.best}, {again.best}"
