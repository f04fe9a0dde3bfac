"""The review of a deal, and the lines in which opinions and worths are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import determinization_from, sample_determinization, view
from goosetable.engine.record.format import ActionLine
from goosetable.engine.record.replay import replay
from goosetable.engine.record.seed import ALPHABET, LENGTH
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.state import BID, TrickState
from goosetable.games import SHELF
from goosetable.games.gops.rules import Gops
from goosetable.games.throps.rules import Throps
from goosetable.players import rated, sealed_bids
from goosetable.players.agent import Trace
from goosetable.players.search import play_out
from goosetable.review import evaluate, luck
from goosetable.review.deal_review import DealReview, cache_header, costliest_decisions, opinion_line, read_opinions
from goosetable.review.evaluate import Adviser, Playouts, describe_hidden_cards, form_opinion, likely_next_cards
from goosetable.review.luck import DealWorth, HandWorths
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook, accuracy, accuracy_by_seat, costliest_repeated_mistake
from goosetable.review.steps import PlayedDeal, finished_deals
from tests.games.playing import GAMES, Variant, find, header, play
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
    return next(finished_deals(text.encode(), find))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("most", [5, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_hidden_cards_change_no_opinion(game: Any, most: int) -> None:
    hiding = 0
    for number, turn in enumerate(turns(Variant(game, game.Options()), "opinions", most, 0.3)):
        action = Random(number).choice(turn.view.legal)
        other = sample_determinization(turn.view, Random(number))
        hiding += other != turn.truth
        again = view(game, other, turn.view.seat)
        # Whatever is worked out once and kept takes longer the first time.
        reached(form_opinion(turn.view, action, number, QUICK))
        assert reached(form_opinion(turn.view, action, number, QUICK)) == reached(form_opinion(again, action, number, QUICK))
    assert hiding


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_review_of_a_deal(game: Any) -> None:
    deal = played(game)
    review = DealReview(deal, QUICK, [1])
    assert [deal.steps[place].seat for place in review.step_numbers] == [1] * len(review.step_numbers)
    came = [opinion for opinion in review.run() if opinion is not None]
    assert [opinion.line for opinion in came] == [deal.steps[place].line for place in review.step_numbers]
    for place, opinion in review.opinions.items():
        step = deal.steps[place]
        legal = {game.action_text(action) for action in step.view(game).legal}
        assert (opinion.played, opinion.had_choice) == (step.text, len(legal) > 1)
        assert opinion.best in legal
        assert not opinion.cost.is_significant or opinion.best != opinion.played
        if opinion.had_choice and opinion.best != opinion.played:
            even = opinion.why.startswith(("about as good as ", "just as good as ", "the game is as good as "))
            assert not opinion.cost_grade if even else opinion.cost.is_significant, "words and figures agree"
            assert opinion.cost.is_significant or opinion.confidence in ("close", "equal"), "lamps and figures agree"
            assert not opinion.cost.is_zero or not opinion.why.startswith("about"), "what is the same is just as good"
        if opinion.had_choice:
            assert {opinion.best, opinion.played} <= dict(opinion.outlooks).keys()
            assert all(0 <= outlook.chance.mean <= 1 for _, outlook in opinion.outlooks)
        else:
            assert (opinion.best, opinion.cost, opinion.deals) == (opinion.played, Cost(), 0)
    assert accuracy(came)[1] == sum(opinion.had_choice for opinion in came)


def test_a_bid_that_others_may_follow_or_not_costs_as_much_as_it_does_against_both() -> None:
    """Three equal hands without kings, and 21 points on offer: two queens of others tie, and one alone takes them."""
    game, high = Gops(), cards.cards("KD 8D")
    options = game.Options(players=3)
    dealt = game.deal(options, Standing(0, (0,) * 3), 2, Stream("0" * 12, 1))
    stock = (*cards.members(high), *[card for card in dealt.stock if not high & cards.BIT[card]])
    state = game.begin_deal(options, Standing(0, (0,) * 3), replace(dealt, stock=stock))
    for _ in range(3):
        game.apply(state, next(one for one in game.legal(state) if cards.rank(one - BID) == cards.RANKS.index("K")))
    state.turn = 0
    queen = BID + cards.card("QS")
    for line in range(4, 12):
        found, _ = reached(form_opinion(view(game, state, 0), queen, line, Adviser(iterations=200)))
        assert found.cost.chance.mean < 0.02 and not found.cost_grade, found


def test_the_order_changes_no_opinion_and_what_is_known_is_not_worked_out_again() -> None:
    deal = played(find("gooseberry-fool"))
    one, other = DealReview(deal, QUICK, [0]), DealReview(deal, QUICK, [0])
    last = [place for place in other.step_numbers if len(deal.steps[place].view(deal.game).legal) > 1][-1]
    other.move_to_front(last)
    assert next(opinion for opinion in other.run() if opinion is not None).line == deal.steps[last].line
    assert list(one.run())
    assert list(other.run())
    assert one.opinions == other.opinions
    kept = DealReview(deal, QUICK, [0], one.opinions)
    assert not list(kept.run())
    assert not DealReview(deal, QUICK).step_numbers, "nobody was a person"


def test_another_seed_imagines_other_deals() -> None:
    deal = played(find("goose"))
    one, other = (DealReview(deal, QUICK._replace(seed=seed), [0]) for seed in "12")
    assert list(one.run())
    assert list(other.run())
    assert one.opinions != other.opinions


def test_a_choice_that_a_search_hardly_makes_is_measured() -> None:
    """A search that mixes its choices leaves some odds to all that it has tried: many are compared with the best."""
    (turn,) = turns(Variant(Throps(), Throps().Options()), "mixed", 1)
    advisers = [Adviser("expert", seed, 100) for seed in "78"]
    found = [reached(form_opinion(turn.view, action, 1, adviser))[0] for adviser in advisers for action in turn.view.legal]
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
        opinion, _ = reached(form_opinion(seen, action, 1, QUICK))
        assert opinion.why == f"the game is as good as {said}"
        assert not opinion.cost.is_significant


def test_a_cost_counts_by_a_figure_that_is_no_chance() -> None:
    sure, maybe, small = Estimate(0.01, 0.001), Estimate(0.06, 0.2), Estimate(0.004, 0.001)
    assert not Cost(sure, maybe, small).is_significant
    assert Cost(sure, Estimate(0.06, 0.02), small).is_significant
    assert Cost(sure, maybe, Estimate(0.006, 0.001)).is_significant
    assert Cost().is_zero
    assert not Cost(points=Estimate(0.0, 0.1)).is_zero


@pytest.mark.parametrize(
    "game", [game for game in SHELF if game.id in ("goose", "gooseberry-fool", "goosed")], ids=lambda game: game.id
)
def test_what_follows_the_best_action_is_possible_with_the_true_hands(game: Any) -> None:
    deal = played(game)
    place = next(
        place
        for place, step in enumerate(deal.steps[:-9])
        if isinstance(step.state, TrickState) and step.state.trick and len(step.view(game).legal) > 1
    )
    state = deal.steps[place].state.copy()
    best = game.legal(state)[-1]
    work: Any = likely_next_cards(deal, place, best)
    follows: Any = ()
    while True:
        try:
            next(work)
        except StopIteration as done:
            follows = done.value
            break
    assert follows
    game.apply(state, best)
    for seat, written in follows:
        assert state.turn == seat
        game.apply(state, next(action for action in game.legal(state) if game.action_text(action) == written))


def test_what_was_hidden_comes_from_the_true_deal() -> None:
    deal = played(find("gooseberry-fool"))
    step = deal.steps[0]
    others = [seat for seat in range(3) if seat != step.seat]
    said = describe_hidden_cards(deal, 0, step.action)
    assert all(f"[{seat}] had " in said for seat in others)
    assert f"[{step.seat}]" not in said
    bids = played(find("throps"))
    said = describe_hidden_cards(bids, 4, bids.steps[4].action)
    for at in (3, 5):
        assert f"[{bids.steps[at].seat}] bid {bids.game.text.card_name(bids.steps[at].action % 128)}" in said


OUTLOOKS = (("play 3C", Outlook(Estimate(3.0, 0.1), Estimate(0.5, 0.01))),)
GOOD = Opinion(1, 0, "play 2C", "play 3C", "likely", why="it keeps @", deals=400, outlooks=OUTLOOKS)
DEAR = replace(GOOD, cost=Cost(Estimate(0.2, 0.01), Estimate(1.0)))
MAYBE = replace(GOOD, cost=Cost(Estimate(0.2, 0.15), Estimate(1.0)))
FORCED = replace(GOOD, confidence="only")


def of_size(chance: float, points: float = 0.0, error: float = 0.001) -> Opinion:
    """An opinion that measured this cost; a deal's points have a standard deviation of two."""
    cost = Cost(Estimate(chance, error / 10), Estimate(points, 10 * error), Estimate(chance, error))
    return replace(GOOD, cost=cost)


@pytest.mark.parametrize(("chance", "size"), [(0.019, 0), (0.021, 1), (0.049, 1), (0.051, 2), (0.099, 2), (0.101, 3)])
def test_what_a_decision_cost_has_three_sizes_and_below_two_in_a_hundred_none(chance: float, size: int) -> None:
    assert of_size(chance).mistake_grade == size


@pytest.mark.parametrize(("points", "size"), [(0.25, 0), (0.35, 1), (0.75, 2), (1.9, 3)])
def test_points_stand_in_where_one_deal_hardly_moves_the_game(points: float, size: int) -> None:
    assert of_size(0.001, points).mistake_grade == size
    assert of_size(0.01, points).mistake_grade == min(size, 1), "a visible chance below the least size"
    assert (
        replace(of_size(0.001, points), cost=Cost(Estimate(0.01, 0.001), Estimate(points, 0.01), Estimate(-0.01))).mistake_grade
        == 0
    )


def test_a_hint_that_was_taken_and_a_cost_without_a_reason_are_no_mistakes() -> None:
    dear = of_size(0.2)
    assert (
        dear.mistake_grade,
        replace(dear, followed_hint=True).mistake_grade,
        replace(dear, followed_hint=True).mistake_grade_ignoring_hint,
    ) == (
        3,
        0,
        3,
    )
    assert replace(dear, why="").mistake_grade == 0
    assert accuracy([replace(dear, followed_hint=True), dear]) == (1, 2)


def test_a_habit_needs_three_cases_and_is_the_one_that_cost_most() -> None:
    some = [replace(of_size(0.03), principle=name) for name in ("cheap", "cheap", "cheap", "duck", "duck", "")]
    words = {"cheap": "paid too much", "duck": "took a trick", "low": "took a trick"}
    assert costliest_repeated_mistake(some[:2], words) is None
    assert costliest_repeated_mistake(some, words) == ("paid too much", 3, 6)
    dearer = [replace(of_size(0.2), principle="low")] * 3
    assert costliest_repeated_mistake([*some, *dearer], words) == ("took a trick", 5, 9)
    assert costliest_repeated_mistake([replace(one, followed_hint=True) for one in some], words) is None


def test_the_three_dearest() -> None:
    free = GOOD
    costs = {2: (0.01, 0.02), 3: (0.05, 0.01), 4: (0.2, 0.01), 5: (0.06, 0.04), 6: (-0.3, 0.01)}
    opinions = [free, *[replace(free, line=line, cost=Cost(Estimate(*cost), Estimate(1.0))) for line, cost in costs.items()]]
    assert [opinion.line for opinion in costliest_decisions(opinions)] == [4, 3, 5]
    assert [opinion.cost.is_significant for opinion in costliest_decisions(opinions)] == [True, True, False]
    assert [bool(opinion.mistake_grade) for opinion in costliest_decisions(opinions)] == [True, True, False]
    unseen = replace(free, cost=Cost(Estimate(0.004, 0.001), Estimate(0.04), Estimate(0.004)))
    assert not unseen.cost.is_significant, "it would be shown as nothing"


def test_a_player_without_a_search_has_no_opinions() -> None:
    with pytest.raises(ValueError, match="compares no actions by a search"):
        Adviser("greedy").make_player("")


def test_a_cost_that_may_be_chance_is_none_and_a_forced_card_no_decision() -> None:
    assert accuracy([GOOD, DEAR, MAYBE, FORCED]) == (2, 3)
    assert accuracy([FORCED]) == (0, 0)


def test_each_seat_has_its_own() -> None:
    found = accuracy_by_seat([replace(DEAR, seat=2), GOOD, replace(GOOD, seat=2), replace(FORCED, seat=1)])
    assert list(found.items()) == [(0, (1, 1)), (2, (1, 2))]


ADVISER = evaluate.Adviser(iterations=400)


@pytest.mark.parametrize(("game", "guided"), [("fools-gold", True), ("goosed", False)])
def test_a_cost_is_measured_by_the_playouts_of_the_search(game: str, guided: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that the search does not follow would measure the mistakes of its own later play."""
    rules, followed = find(game), list[object]()
    seen = turns(Variant(rules, rules.Options()), "guided", 1)[0].view

    def noted(heuristics: Any, state: Any, next_random: Any, policy: object = None) -> None:
        followed.append(policy)
        play_out(heuristics, state, next_random)

    monkeypatch.setattr("goosetable.review.evaluate.play_out", noted)
    assert not any(evaluate.Playouts(seen, seen.legal[:2], Random(1)).run(2))
    assert len(followed) == 4 and len(set(followed)) == 1
    assert type(followed[0]) is type(rules.heuristics.policy()) and (followed[0] is not None) == guided


@pytest.mark.parametrize(("game", "many"), [("gooseberry-fool", 3), pytest.param("goose", 3, marks=pytest.mark.slow)])
def test_no_piece_of_an_opinion_is_large(game: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find(game)
    piece, largest, traces = Counter[str](), Counter[str](), list[Trace]()

    def counted(name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def does_it(*given: Any, **named: Any) -> Any:
            piece[name] += 1
            return does(*given, **named)

        return does_it

    def traced(restarts: int) -> Trace:
        traces.append(Trace(restarts))
        return traces[-1]

    monkeypatch.setattr("goosetable.review.evaluate.determinization_from", counted("laid", determinization_from))
    monkeypatch.setattr("goosetable.review.evaluate.play_out", counted("played out", play_out))
    reasons = type(rules.heuristics.reasons)
    monkeypatch.setattr(reasons, "deal_figures", counted("studied", reasons.deal_figures))
    monkeypatch.setattr(evaluate, "Trace", traced)
    for turn in turns(Variant(rules, rules.Options()), "work", many, 0.4):
        work, before = evaluate.form_opinion(turn.view, turn.view.legal[0], 1, ADVISER), 0
        while next(work, work) is not work:
            held = sum(map(len, traces[-1].ends.values())) if traces else 0
            piece["dropped"] = before - held
            largest |= piece
            piece, before = Counter(), held
        assert not any(traces[-1].ends.values())
    most = {
        "laid": evaluate.SAMPLES_PER_SLICE,
        "played out": 1,
        "studied": rated.STATES_PER_SLICE,
        "dropped": evaluate.STATES_DELETED_PER_SLICE,
    }
    assert set(largest) == set(most)
    assert all(count <= most[name] for name, count in largest.items()), largest


class Given:
    """Playouts that brought what is given: by action, its worth; each with the same error."""

    def __init__(self, error: float, **worths: float) -> None:
        self._error, self._worths = error, list(worths.values())

    def cost(self, action: int, other: int) -> Cost:
        return Cost(Estimate(self._worths[action] - self._worths[other], self._error))


@pytest.mark.parametrize(("error", "best"), [(0.01, 2), (0.03, 0)])
def test_of_all_choices_the_search_is_overruled_only_where_that_is_clear(error: float, best: int) -> None:
    work: Any = evaluate._recheck_best_action(Given(error, searched=0.5, less=0.4, most=0.58, more=0.55), range(4), 0)  # type: ignore[arg-type]
    found = None
    while found is None:
        try:
            next(work)
        except StopIteration as done:
            found = done.value
    assert found == best


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_an_action_costs_nothing_against_itself_and_as_much_one_way_as_the_other(game: Any) -> None:
    turn = turns(Variant(game, game.Options()), "playouts", 1, 0.2)[0]
    one, other = turn.view.legal[:2]
    playouts = Playouts(turn.view, [one, other], Random(3))
    assert list(playouts.run(12))
    assert playouts.cost(one, one).worth == (0.0, 0.0)
    there, back = playouts.cost(one, other), playouts.cost(other, one)
    assert there.points.mean == pytest.approx(-back.points.mean)
    assert there.worth.error == pytest.approx(back.worth.error)
    sign = -1 if game.lowest_wins else 1
    apart = playouts.outlook(one).points.mean - playouts.outlook(other).points.mean
    assert there.points.mean == pytest.approx(sign * apart)


def test_a_standard_error_is_what_means_differ_by() -> None:
    game = SHELF[0]
    turn = turns(Variant(game, game.Options()), "errors", 4, 0.3)[-1]
    found = []
    for seed in range(40):
        playouts = Playouts(turn.view, turn.view.legal[:2], Random(seed))
        assert list(playouts.run(25))
        found.append(playouts.outlook(turn.view.legal[0]).points)
    mean = sum(one.mean for one in found) / len(found)
    true = (sum((one.mean - mean) ** 2 for one in found) / (len(found) - 1)) ** 0.5
    assert sum(one.error for one in found) / len(found) == pytest.approx(true, rel=0.4)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_step_has_the_view_of_that_moment(game: Any) -> None:
    _, text = play(Variant(game, game.Options()), "steps", 1)
    (deal,) = list(finished_deals(text.encode(), find))[:1]
    told = iter(deal.steps)
    for number, line, session in replay(text.encode(), find):
        if isinstance(line, ActionLine):
            step = next(told)
            assert (step.line, step.seat, step.text) == (number, line.seat, line.do)
            assert step.view(game) == session.view(line.seat)
            assert step.action in step.view(game).legal
    assert next(told, None) is None


def test_what_was_taken_back_is_no_step_and_a_running_deal_is_none() -> None:
    game = find("gooseberry-fool")
    _, text = play(Variant(game, game.Options()), "undo", 1)
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if '"do"' in line) + 3
    again = [*lines[:at], '{"undo": 2}', *lines[at - 2 :]]
    (one,), (other,) = (list(finished_deals("\n".join([*kept, ""]).encode(), find)) for kept in (lines, again))
    assert [(step.seat, step.text) for step in one.steps] == [(step.seat, step.text) for step in other.steps]
    assert one.digest == other.digest
    assert [step.line for step in other.steps][at - 4] > at
    assert not list(finished_deals("\n".join([*lines[:at], ""]).encode(), find)), "its cards are still secret"


def test_of_many_hidden_cards_the_highest_are_named_and_the_rest_counted() -> None:
    """A spade is played where a club would be better: neither suit hides the other."""
    deal = played(find("goose"))
    place = next(place for place, step in enumerate(deal.steps) if step.text.startswith("play"))
    state = deal.steps[place].state.copy()
    assert isinstance(state, TrickState)
    state.hands = [cards.cards("AD")] * len(state.hands)
    state.trick, state.leader = [], deal.steps[place].seat
    other = (deal.steps[place].seat + 1) % len(state.hands)
    state.hands[other] = cards.cards("JS 6S 4S 3S 2S 9C 5C AH")
    step = replace(deal.steps[place], state=state, action=cards.card("8S"))
    said = describe_hidden_cards(replace(deal, steps=(*deal.steps[:place], step)), place, cards.card("2C"))
    assert said == f"[{other}] had J♠, 6♠, 9♣, 5♣ and three more."


def test_where_nothing_is_hidden_no_action_is_its_own_rival() -> None:
    """At the end of Cross Purposes all cards are known, and many are as good as each other."""
    deal = played(find("cross-purposes"))
    said = list[Opinion]()
    for step in deal.steps[-14:]:
        work = form_opinion(step.view(deal.game), step.action, step.line, Adviser("expert", "7", 8))
        while True:
            try:
                next(work)
            except StopIteration as done:
                said.append(done.value)
                break
    assert any(opinion.had_choice and opinion.best == opinion.played for opinion in said)
    assert all(opinion.rival != opinion.best for opinion in said)


# ---------------------------------------------------------------------- opinions and worths that are kept

KEPT_ADVISER = Adviser("expert", "s")
KEPT_OUTLOOKS = (("play KH", Outlook(Estimate(13.9, 0.2), Estimate(0.27, 0.01))),)
COST = Cost(Estimate(0.04, 0.01))
OPINION = Opinion(
    9, 1, "play 9H", "play KH", "clear", "play 9H", "[0 gets] more than @ ♥", 1000, COST, KEPT_OUTLOOKS, "[0] had K♥.",
    "gooseberry-fool", "middle", ((2, "play 8C"), (0, "play 9C")), True, True,
)  # fmt: skip
FORCED_LINE = Opinion(10, 1, "play 9D", "play 9D", "only")
TEXT = "\n".join([cache_header(KEPT_ADVISER), opinion_line("ab", 4, OPINION), opinion_line("ab", 5, FORCED_LINE), ""])


def test_what_is_kept_is_read_again() -> None:
    assert read_opinions(TEXT.encode(), KEPT_ADVISER) == {("ab", 4): OPINION, ("ab", 5): FORCED_LINE}


def test_a_torn_last_line_costs_one_opinion() -> None:
    assert read_opinions(TEXT.encode()[:-9], KEPT_ADVISER) == {("ab", 4): OPINION}


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ('"review": 9', '"review": 4'),
        ('"level": "expert"', '"level": "hard"'),
        ('"seed": "s"', '"seed": "t"'),
        ('"step": 4', '"step": -4'),
        ('"step": 4', '"step": true'),
        ('"clear"', "7"),
        ("[0.04, 0.01]", "[0.04]"),
        ("[0.04, 0.01]", '["0.04", 0.01]'),
        ('"outlooks": {"play', '"outlooks": [], "other": {"play'),
        ("{", "", ),
        ('"hidden"', '"hideen"'), ('"follows": [[2', '"follows": [[99'), ('"follows": [[2, "play 8C"]', '"follows": [[2]'),
        ('"principle": "middle"', '"principle": 7'),
        ("1000", "NaN"), ('"seat": 1', f'"seat": {2**70}'), ('"seat": 1', '"seat": 32'), ('"step": 4', f'"step": {2**70}'),
        ("[0.04, 0.01]", "[" + "9" * 400 + ", 0.01]"), ("[0.04, 0.01]", "[0.04, 1e200]"), ("[0.04, 0.01]", "[0.04, -0.01]"),
        ("[13.9, 0.2]", "[1e7, 0.2]"), ('"clear"', '"' + "x" * 5000 + '"'),
    ],
)  # fmt: skip
def test_what_is_damaged_or_of_another_kind_is_worked_out_anew(part: str, instead: str) -> None:
    assert part in TEXT
    assert read_opinions(TEXT.replace(part, instead, 1).encode(), KEPT_ADVISER) == {}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\n", b"{}\n", b"\n\n", b"[]\n", b'{"goosetable": 1}\n'])
def test_what_is_no_review_has_no_opinions(content: bytes) -> None:
    assert read_opinions(content, KEPT_ADVISER) == {}


def test_the_line_of_an_opinion_that_is_cut_anywhere_is_never_wrong() -> None:
    for end in range(len(TEXT.encode())):
        found = read_opinions(TEXT.encode()[:end], KEPT_ADVISER)
        assert all(opinion in (OPINION, FORCED_LINE) for opinion in found.values())


Dealt = tuple[Standing, Deal]


def dealt(game: Any, code: str | None = None) -> Dealt:
    """The first deal of a game with some code."""
    session = Session(game, header(Variant(game, game.Options()), *([code] if code else [])))
    session.begin_deal()
    assert session.deal is not None
    return session.standing, session.deal


def some_deals(game: Any, count: int) -> list[Dealt]:
    return [dealt(game, "".join(Random(f"luck:{number}").choices(ALPHABET, k=LENGTH))) for number in range(count)]


def worth(game: Any, one: Dealt, plays: int, seed: str = "", level: str = luck.PLAYER_LEVEL) -> HandWorths:
    work = DealWorth(game, game.Options(), *one, plays, seed, level).run()
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: HandWorths = done.value
            return found


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_worth_follows_from_the_deal_and_the_seed(game: Any) -> None:
    one = dealt(game)
    first = worth(game, one, 2, level="medium-deal@2")
    assert first == worth(game, one, 2, level="medium-deal@2")
    other = worth(game, one, 2, "another", level="medium-deal@2")
    assert other != first or not any(seat.error for seat in first.seats), "only cards that leave no choice come to the same"
    assert len(first.seats) == game.seats(game.Options()) and first.repetitions == 2


def test_what_was_kept_is_read_again_and_what_is_wrong_is_not() -> None:
    whole = HandWorths((Estimate(1.25, 0.5), Estimate(-3.0, 0.0)), luck.REPETITIONS)
    line = luck.worth_as_json(whole).encode()
    assert luck.parse_worth(line + b"\n", 2) == whole
    other = (
        line.replace(b'"luck": 2', b'"luck": 1'), line.replace(b": 24", b": 200"), line.replace(b"0.5", b"-0.5"),
        line.replace(b"1.25", b"true"), line[:-3],
    )  # fmt: skip
    for wrong in (b"", b"[]", b"{}", *other):
        assert luck.parse_worth(wrong, 2) is None
    assert luck.parse_worth(line, 3) is None


@pytest.mark.parametrize("mean", ["1e200", "-1e200", "9" * 400, "1e7", "null", "true"])
def test_luck_that_cannot_be_right_is_worked_out_anew(mean: str) -> None:
    line = luck.worth_as_json(HandWorths((Estimate(1.5, 0.25),) * 3, luck.REPETITIONS)).encode()
    assert luck.parse_worth(line, 3) is not None
    assert luck.parse_worth(line.replace(b"1.5", mean.encode(), 1), 3) is None
    assert luck.parse_worth(line.replace(b"0.25", mean.encode(), 1), 3) is None


def test_other_cards_another_standing_and_other_rules_are_another_deal() -> None:
    game: Any = SHELF[0]
    standing, deal = dealt(game)
    _, other = dealt(game, "2222-2222-2222")
    ahead = standing._replace(totals=(10, *standing.totals[1:]))
    rules = game.Options(target=50)
    found = [(game.Options(), standing, deal), (game.Options(), standing, other), (game.Options(), ahead, deal)]
    assert len({luck.worth_digest(game, *one) for one in [*found, (rules, standing, deal)]}) == 4


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("count", "plays", "level"), [(30, 4, "random"), pytest.param(24, 3, luck.PLAYER_LEVEL, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_among_equal_players_there_is_no_play(game: Any, count: int, plays: int, level: str) -> None:
    """Of each deal one seat is taken, and play is measured by two fresh plays of equal players."""
    gains: list[float] = []
    for number, one in enumerate(some_deals(game, count)):
        made = worth(game, one, 2, "made", level).seats
        seat = number % len(made)
        gains.append(made[seat].mean - worth(game, one, plays, level=level).seats[seat].mean)
    mean = sum(gains) / count
    error = sqrt(sum([(one - mean) ** 2 for one in gains]) / (count - 1) / count)
    assert abs(mean) <= 3 * error


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_on_average_no_seat_is_worth_more(game: Any) -> None:
    """With the dealer anywhere, which number a seat has is worth nothing: turned round, seats have the same mean."""
    count = 150
    sums: list[list[float]] = [[] for _ in range(game.seats(game.Options()))]
    for number, (standing, deal) in enumerate(some_deals(game, count)):
        found = worth(game, (standing, deal), 6, str(number), "random")
        for seat, own in enumerate(found.seats):
            sums[seat].append(own.mean)
    means = [sum(own) / count for own in sums]
    every = sum(means) / len(means)
    for points, mean in zip(sums, means, strict=True):
        error = sqrt(sum([(one - mean) ** 2 for one in points]) / (count - 1) / count)
        assert abs(mean - every) <= 3.5 * error


def test_the_cost_of_a_sealed_bid_expects_stray_bids_as_the_search_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all bids of the others go astray, a middle bid takes the card on sale more or less often."""
    (turn, *_) = turns(Variant(Throps(), Throps().Options()), "stray", 1)
    known: Any = turn.view.known
    seat, sale, middle = turn.view.seat, cards.BIT[known.turned], turn.view.legal[3:10]
    won = []
    for chance in (0.0, 1.0):
        monkeypatch.setattr(sealed_bids, "RANDOM_BID_CHANCE", chance)
        playouts = Playouts(turn.view, middle, Random(5))
        assert all(piece is None for piece in playouts.run(40))
        ends: list[Any] = [end for action in middle for end in playouts.ends[action]]
        won.append(sum([bool(end.won[seat] & sale) for end in ends]))
    assert won[0] != won[1]
