"""Opinions of every game: repeatable, blind to what was hidden, legal, and with an honest cost."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from goosetable.engine.hidden.view import sample, view
from goosetable.games import SHELF
from goosetable.games.gops.rules import Gops
from goosetable.games.throps.rules import Throps
from goosetable.review.deal_review import DealReview, dearest
from goosetable.review.evaluate import Adviser, hidden, opine
from goosetable.review.opinion import Cost, Estimate, Opinion, accuracy
from goosetable.review.steps import PlayedDeal, deals
from tests.games.playing import GAMES, Variant, find, play
from tests.players.positions import turns

QUICK = Adviser("expert", "7", 8)


def reached(work: Generator[None, None, Opinion]) -> tuple[Opinion, int]:
    """An opinion, and how many pieces of work it took."""
    pieces = 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value, pieces
        pieces += 1


def played(game: Any) -> PlayedDeal:
    _, text = play(Variant(game, game.Options()), "review", 1)
    return next(deals(text.encode(), find))


def look_hidden_away(game: Any, most: int) -> None:
    hiding = 0
    for number, turn in enumerate(turns(Variant(game, game.Options()), "opinions", most, 0.3)):
        action = Random(number).choice(turn.view.legal)
        other = sample(turn.view, Random(number))
        hiding += other != turn.truth
        again = view(game, other, turn.view.seat)
        # Whatever is worked out once and kept takes longer the first time.
        reached(opine(turn.view, action, number, QUICK))
        assert reached(opine(turn.view, action, number, QUICK)) == reached(opine(again, action, number, QUICK))
    assert hiding


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_hidden_cards_change_no_opinion(game: Any) -> None:
    look_hidden_away(game, 5)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_hidden_cards_change_no_opinion_in_many_positions(game: Any) -> None:
    look_hidden_away(game, 200)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_review_of_a_deal(game: Any) -> None:
    deal = played(game)
    review = DealReview(deal, QUICK, [1])
    assert [deal.steps[place].seat for place in review.places] == [1] * len(review.places)
    came = [opinion for opinion in review.run() if opinion is not None]
    assert [opinion.line for opinion in came] == [deal.steps[place].line for place in review.places]
    for place, opinion in review.opinions.items():
        step = deal.steps[place]
        legal = {game.write(action) for action in step.view(game).legal}
        assert (opinion.played, opinion.choice) == (step.text, len(legal) > 1)
        assert opinion.best in legal
        assert not opinion.cost.counts or opinion.best != opinion.played
        if opinion.choice and opinion.best != opinion.played:
            even = opinion.why.startswith(("about as good as ", "just as good as ", "the game is as good as "))
            assert opinion.cost.counts != even, "words and figures agree"
            assert opinion.cost.counts or opinion.sure in ("close", "equal"), "lamps and figures agree"
            assert not opinion.cost.none or not opinion.why.startswith("about"), "what is the same is just as good"
        if opinion.choice:
            assert {opinion.best, opinion.played} <= dict(opinion.outlooks).keys()
            assert all(0 <= outlook.chance.mean <= 1 for _, outlook in opinion.outlooks)
        else:
            assert (opinion.best, opinion.cost, opinion.deals) == (opinion.played, Cost(), 0)
    assert accuracy(came)[1] == sum(opinion.choice for opinion in came)


def test_the_order_changes_no_opinion_and_what_is_known_is_not_worked_out_again() -> None:
    deal = played(find("gooseberry-fool"))
    one, other = DealReview(deal, QUICK, [0]), DealReview(deal, QUICK, [0])
    last = [place for place in other.places if len(deal.steps[place].view(deal.game).legal) > 1][-1]
    other.put_first(last)
    assert next(opinion for opinion in other.run() if opinion is not None).line == deal.steps[last].line
    assert list(one.run())
    assert list(other.run())
    assert one.opinions == other.opinions
    kept = DealReview(deal, QUICK, [0], one.opinions)
    assert not list(kept.run())
    assert not DealReview(deal, QUICK).places, "nobody was a person"


def test_another_seed_imagines_other_deals() -> None:
    deal = played(find("goose"))
    one, other = (DealReview(deal, QUICK._replace(seed=seed), [0]) for seed in "12")
    assert list(one.run())
    assert list(other.run())
    assert one.opinions != other.opinions


def test_a_choice_that_a_search_hardly_makes_is_measured() -> None:
    """A search that mixes its choices leaves some odds to all that it has tried: many are compared with the best."""
    (turn,) = turns(Variant(Throps(), Throps().Options()), "mixed", 1)
    advisers = [Adviser("expert", seed, 100) for seed in "789"]
    found = [reached(opine(turn.view, action, 1, adviser))[0] for adviser in advisers for action in turn.view.legal]
    compared = [opinion for opinion in found if opinion.best != opinion.played]
    assert len(found) > len(compared) > len(found) / 3


@pytest.mark.parametrize(("totals", "said"), [((0, 900), "lost"), ((900, 0), "won")])
def test_of_a_game_that_is_over_in_all_but_name_it_is_said(totals: tuple[int, int], said: str) -> None:
    game = Gops()
    (turn,) = turns(Variant(game, game.Options()), "over", 1)
    state = turn.truth.copy()
    state.totals = totals if state.turn == 0 else totals[::-1]
    seen = view(game, state, state.turn)
    for action in seen.legal[:2]:
        opinion, _ = reached(opine(seen, action, 1, QUICK))
        assert opinion.why == f"the game is as good as {said}"
        assert not opinion.cost.counts


def test_a_cost_counts_by_a_figure_that_is_no_chance() -> None:
    sure, maybe, small = Estimate(0.01, 0.001), Estimate(0.06, 0.2), Estimate(0.004, 0.001)
    assert not Cost(sure, maybe, small).counts
    assert Cost(sure, Estimate(0.06, 0.02), small).counts
    assert Cost(sure, maybe, Estimate(0.006, 0.001)).counts
    assert Cost().none
    assert not Cost(points=Estimate(0.0, 0.1)).none


def test_what_was_hidden_comes_from_the_true_deal() -> None:
    deal = played(find("gooseberry-fool"))
    step = deal.steps[0]
    others = [seat for seat in range(3) if seat != step.seat]
    said = hidden(deal, 0, step.action)
    assert all(f"[{seat}] had " in said for seat in others)
    assert f"[{step.seat}]" not in said
    bids = played(find("throps"))
    said = hidden(bids, 4, bids.steps[4].action)
    for at in (3, 5):
        assert f"[{bids.steps[at].seat}] bid {bids.game.text.face(bids.steps[at].action % 128)}" in said


def test_the_three_dearest() -> None:
    free = Opinion(1, 0, "play 2C", "play 3C", "likely")
    costs = {2: (0.01, 0.02), 3: (0.05, 0.01), 4: (0.2, 0.01), 5: (0.06, 0.04), 6: (-0.3, 0.01)}
    opinions = [free, *[replace(free, line=line, cost=Cost(Estimate(*cost), Estimate(1.0))) for line, cost in costs.items()]]
    assert [opinion.line for opinion in dearest(opinions)] == [4, 3, 5]
    assert [opinion.cost.counts for opinion in dearest(opinions)] == [True, True, False]
    unseen = replace(free, cost=Cost(Estimate(0.004, 0.001), Estimate(0.04), Estimate(0.004)))
    assert not unseen.cost.counts, "it would be shown as nothing"


def test_a_player_without_a_search_has_no_opinions() -> None:
    with pytest.raises(ValueError, match="compares no actions by a search"):
        Adviser("greedy").player("")
