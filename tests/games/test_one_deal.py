"""Games of one deal: every game can end after a single deal, and its record then names the winners."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import games
from goosetable.engine.game import AnyGame
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.session import Session
from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Standing
from tests.games import playing
from tests.games.playing import Variant

each_game = pytest.mark.parametrize("game", games.SHELF, ids=lambda game: str(game.id))
FOOL = games.find_game("gooseberry-fool")


def table_of(game: AnyGame) -> Variant:
    return Variant(game, game.one_deal_options(game.Options()))


@each_game
def test_it_ends_after_the_first_deal_and_is_told_as_any_end_is(game: AnyGame) -> None:
    variant = table_of(game)
    session, text = playing.play(variant, "one deal")
    assert session.ended and session.standing.deals == 1
    assert [again.winners for again in replayed_games(text.encode(), games.find_game)] == [session.winners]
    assert game.text.deal_count(variant.options) == 1 and game.text.deal_sizes(variant.options, Standing(0, (0,))) is None
    race = game.text.race_at(variant.options, session.standing, 0)
    assert race.deals == 1 and race.target == 0 and set(session.winners) <= set(race.good)
    assert game.text.end_of_game(variant.options).startswith("1 deal, the ")
    assert game.text.estimated_minutes(variant.options) < 10


@each_game
def test_there_is_always_a_winner_also_of_level_players(game: AnyGame) -> None:
    options = table_of(game).options
    seats = game.seats(options)
    assert game.winners(options, Standing(0, (0,) * seats)) == ()
    if game is not FOOL:
        assert game.winners(options, Standing(1, (3,) * seats)) == tuple(range(seats))


@each_game
def test_a_search_knows_that_the_game_ends_with_the_deal(game: AnyGame) -> None:
    options = table_of(game).options
    seats = game.seats(options)
    before = Standing(0, (0,) * seats)
    assert game.heuristics.win_chances(options, before) == pytest.approx((1 / seats,) * seats)
    assert not list(game.heuristics.prepare_win_chances(options))
    totals = tuple(range(10, 10 + seats))
    won = game.winners(options, Standing(1, totals))
    assert game.heuristics.win_chances(options, Standing(1, totals)) == scores.win_shares(won, seats)


def test_the_middle_score_of_gooseberry_fool_wins_without_ten_more() -> None:
    variant = table_of(FOOL)
    for seed in range(20):
        session = Session(FOOL, playing.header(variant))
        rng = Random(seed)
        session.begin_deal()
        while session.due == "act":
            session.act(session.seats_to_act[0], rng.choice(session.legal()))
        state = session.state
        assert state is not None
        tally = FOOL.text.tally(state, 0)
        session.score_deal()
        points = session.standing.totals
        assert sum(points) == 33
        (winner,) = session.winners
        assert points[winner] == sorted(points)[1]
        assert f"{{[{winner} is] in the middle}} with {points[winner]}, which wins the game." == tally.sentence
        assert not tally.extra_head and all(not row.extra for row in tally.rows)
