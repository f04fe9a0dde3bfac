"""Low Card: what is best where the fewest points win, from a single declaration, in each place that asks it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from goosetable import cards
from goosetable.commands.tournament import series
from goosetable.commands.tournament.series import Series
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.text.explain import Case, prospect
from goosetable.players import decide, make
from goosetable.players.search_agent import STYLES, Tasted
from tests.games.high_card import HighCardOptions
from tests.games.low_card import LowCard

GAME, OPTIONS = LowCard(), HighCardOptions(players=4)
TOTALS = (9, 3, 10, 4)


def ended(*tricks: int) -> TrickState:
    """A deal that is over, in which the seats have taken so many tricks."""
    deal = Deal(
        1, 3, tuple(cards.hand(hand) for hand in ("AS KS QS JS TS", "AH KH QH JH TH", "AD KD QD JD TD", "AC KC QC JC TC"))
    )
    state = GAME.begin(OPTIONS, Standing(0, (0,) * 4), deal)
    order, first = cards.members(sum(state.hands)), 0
    for seat, count in enumerate(tricks):
        state.won[seat] = sum(cards.BIT[card] for card in order[first : first + 4 * count])
        first += 4 * count
    state.hands, state.turn = [0] * 4, OVER
    return state


def test_the_fewest_points_are_the_best_of_a_deal() -> None:
    state = ended(3, 0, 2, 0)
    assert GAME.points(state) == (3, 0, 2, 0)
    assert GAME.laurels(state) == (1, 3)
    tally = GAME.text.tally(state, 0)
    assert [row.seat for row in tally.rows if row.good] == [1, 3]


def test_the_lowest_total_wins_once_somebody_has_the_target() -> None:
    assert GAME.winners(OPTIONS, Standing(3, TOTALS)) == (1,)
    assert GAME.winners(OPTIONS, Standing(3, (9, 3, 9, 4))) == ()


def test_payoff_and_worth_rise_with_fewer_points() -> None:
    state = ended(3, 0, 2, 0)
    for found in (GAME.heuristics.payoff(state), GAME.heuristics.worth(state)):
        assert found[1] == found[3] > found[2] > found[0]


def test_the_table_says_who_leads_and_which_total_wins() -> None:
    race = GAME.text.race(OPTIONS, (5, 3, 5, 4), 0)
    assert (race.good, race.sentence, race.aim) == ((1,), "[1 leads] with 3.", "to 10, the lowest total wins")
    assert GAME.text.race(OPTIONS, TOTALS, 0).sentence == "[1 wins] with 3."


def test_whoever_is_behind_with_points_is_ahead_in_chances() -> None:
    chances = GAME.heuristics.win_chances(OPTIONS, Standing(3, (9, 1, 8, 4)))
    assert chances[1] > 0.7 and chances[1] > chances[3] > chances[2] > chances[0]


def test_a_reason_calls_fewer_points_good() -> None:
    known = view(GAME, begun(), 0).known
    mine, theirs = [
        prospect([{f"points {who}": float(points if who == 0 else 1) for who in range(4)}] * 100) for points in (0, 2)
    ]
    case = Case(known, 0, 1, mine, theirs, 0.5, GAME.text.face, GAME.points, lowest=True)
    assert GAME.heuristics.reasons.why(case) == "it brings about two points less than @"


def begun() -> TrickState:
    deal = Deal(1, 3, tuple(cards.hand(hand) for hand in ("AS TH", "KS TD", "QS JH", "QD TS")))
    return GAME.begin(OPTIONS, Standing(0, (0,) * 4), deal)


def test_a_player_keeps_out_of_tricks() -> None:
    state = begun()
    for face in ("TH", "TD", "JH"):
        GAME.apply(state, cards.card(face))
    assert decide(make("hard", Random(1)), view(GAME, state, 3)) == cards.card("TS")


def test_a_hoarder_hoards_none() -> None:
    found = Tasted(GAME.heuristics, lambda state: (0.25,) * 4, 0, STYLES["hoarder"])
    liked = [found.utility(ended(own, 5 - own, 0, 0))[0] for own in range(4)]
    assert liked == sorted(liked, reverse=True) and liked[0] > liked[3]


def test_a_series_of_games_calls_the_better_player_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "find", lambda _: GAME)
    seats = ("greedy", "random", "random", "random")
    games = Series("low-card", {"players": 4, "target": 10}, seats, 2, None, "seed", True, 4, "", None)
    played = [series.play(task) for task in games.tasks()]
    assert sum(one.lead(0) for one in played) > 0 > sum(one.lead(1) for one in played)
    assert played[0].lead(0) == Fraction(sum(played[0].points[1:]), 3) - played[0].points[0]
