"""Gops: ends between two against the rules and against play, games in a matrix, and what is foreseen of a deal that runs."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards, players
from goosetable.cards import BIT, Cards
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.state import BID, OVER
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.games.gops import solver
from goosetable.games.gops.ai import MIN_RANDOM_CHANCE
from goosetable.games.gops.rules import PRIZES, SUIT_OF_SEAT, VALUE, Gops, GopsOptions, GopsState
from goosetable.players.agent import Trace
from goosetable.players.analysis import Analysis
from goosetable.players.sealed_bids import RegretMatching, RegretParameters
from goosetable.players.search import PERFECT, Determinizer, SearchProblem, WinUtility
from tests.narrowing import built_in, present
from tests.players.asked import analysis_by, traced

GAME = Gops()
FRESH = Standing(0, (0, 0))
numbers = st.floats(0.0, 1.0).map(lambda number: round(number, 3))
matrices = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.lists(st.lists(numbers, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)
"""What bids are worth in games worth 1."""
MANY = [pytest.param(count, size, marks=pytest.mark.slow) for count, size in ((1000, 5), (40, 6))]
"""Positions, and cards in each hand."""


def position(rng: Random, size: int, options: GopsOptions) -> GopsState:
    """A position that play can lead to, with `size` cards in each hand, at the beginning of a round."""
    code = GAME.deal(options, FRESH, 0, Stream("0" * 12, rng.randrange(1, 10**6)))
    state = GAME.begin_deal(options, FRESH, code)
    while state.hands[0].bit_count() > size or state.committed:
        GAME.apply(state, rng.choice(GAME.legal(state)))
    return state


def won(state: GopsState, seat: int) -> float:
    """1 for a win of the deal, one half for a tie."""
    own, other = GAME.points(state)[seat], GAME.points(state)[1 - seat]
    return 1.0 if own > other else 0.5 if own == other else 0.0


def by_the_rules(state: GopsState, seat: int) -> float:
    """The value of a position, by the rules alone: every pair of bids, every prize that may be the next."""
    if state.turn == OVER:
        return won(state, seat)
    return solver.matrix_value(matrix(state, seat))


def matrix(state: GopsState, seat: int) -> list[list[float]]:
    """What every pair of bids leads to, for `seat`."""
    found = []
    for bid in cards.members(state.hands[seat]):
        row = []
        for other in cards.members(state.hands[1 - seat]):
            drawn = range(len(state.stock)) if state.options.order == "shuffled" else (len(state.stock) - 1,)
            row.append(sum(by_the_rules(_after(state, seat, bid, other, at), seat) for at in drawn) / max(1, len(drawn))
                       if state.stock else by_the_rules(_after(state, seat, bid, other, None), seat))  # fmt: skip
        found.append(row)
    return found


def _after(state: GopsState, seat: int, bid: int, other: int, top: int | None) -> GopsState:
    twin = state.copy()
    if top is not None:
        twin.stock.append(twin.stock.pop(top))
    for who, card in ((seat, bid), (1 - seat, other)):
        twin.turn = who
        GAME.apply(twin, BID + card)
    return twin


def solved(state: GopsState, seat: int, faulty: bool = False) -> tuple[dict[int, float], dict[int, float]]:
    """The mixture of the solver, and its values, for a seat that wants to win the deal; faulty: the other seems to be so."""
    state = state.copy()
    state.turn = seat

    def worth(lead: int) -> float:
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    work = solver.solve_round(state, worth, faulty)
    try:
        while True:
            next(work)
    except StopIteration as done:
        return done.value.mixture, done.value.values


@pytest.mark.parametrize("ties", ["carry", "discard", "split"])
@pytest.mark.parametrize("order", ["shuffled", "rising", "falling"])
def test_the_solution_is_that_of_the_rules(ties: str, order: str) -> None:
    rng = Random(f"{ties} {order}")
    for _ in range(12):
        state = position(rng, 3, GopsOptions(ties=ties, order=order))
        for seat in (0, 1):
            mixture, values = solved(state, seat)
            truth = matrix(state, seat)
            value = solver.matrix_value(truth)
            held = [sum(mixture[BID + bid] * row[column] for bid, row in zip(_hand(state, seat), truth, strict=True))
                    for column in range(len(truth[0]))]  # fmt: skip
            assert min(held) >= value - 0.001, "no bid of the other makes it worse"
            assert max(values.values()) == pytest.approx(value, abs=0.001)
            assert sum(mixture.values()) == pytest.approx(1.0)


def test_it_is_solved_in_short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    solved, value, largest = 0, solver.matrix_value, 0

    def counted(matrix: list[list[float]]) -> float:
        nonlocal solved
        solved += 1
        return value(matrix)

    monkeypatch.setattr(solver, "matrix_value", counted)
    for _ in solver.solve_round(position(Random("pieces"), solver.MAX_HAND, GopsOptions()), float):
        largest, solved = max(largest, solved), 0
    assert 0 < largest <= 100, "a hand of three has nine pairs of bids, and two prizes after each"


def test_bids_to_mix_are_advised_as_such_and_no_equals() -> None:
    """All bids of the solution have one value against the best answers, though one that can be foreseen loses."""
    mixed = 0
    for number in range(12):
        state = position(Random(f"mixed {number}"), 3, GopsOptions())
        state.turn = 0
        player = traced(players.make_player("expert", Random(1)))
        players.decide(player, view(GAME, state, 0))
        trace = present(player.trace)
        odds, rows = trace.mixture, trace.rows
        found = Analysis(view(GAME, state, 0), player, max(odds, key=odds.__getitem__))
        likely = [bid for bid, often in odds.items() if often > 0.3]
        if len({rows[bid] for bid in likely}) < 2:
            continue
        mixed += 1
        assert "no difference" not in found.hint() and " in 100, " in found.figures()
        assert set(likely) <= set(found.named_actions)
        assert all(found.reason_for(bid).startswith("right ") for bid in likely)
    assert mixed, "some endings are mixed"


def test_a_bid_that_surely_wins_the_game_is_said_to() -> None:
    """Few cards each, exactly solved: some bids win whatever comes, and others may not."""
    said = 0
    for number in range(60):
        state = position(Random(f"wins {number}"), 3, GopsOptions())
        state.turn = 0
        player = traced(players.make_player("expert", Random(1)))
        found = Analysis(view(GAME, state, 0), player, players.decide(player, view(GAME, state, 0)))
        wins = {bid: min(row) >= 1 for bid, row in present(player.trace).rows.items()}
        if any(wins.values()) and not all(wins.values()):
            assert wins[found.best] == ("the game" in found.hint()), found.hint()
            but = found.hint().removeprefix("Anything but ").split(" wins")[0]
            assert found.hint()[:3] != "Any" or not any(wins[bid] for bid in wins if GAME.text.card_name(bid - BID) in but)
            said += wins[found.best]
    assert said


def test_of_level_bids_the_lowest_is_advised() -> None:
    """Two bids that beat and tie the same cards are equal now, and the higher one is worth no less later."""
    checked = 0
    for number in range(60):
        state = position(Random(f"level {number}"), 4, GopsOptions())
        state.turn = 0
        seen = view(GAME, state, 0)
        found = analysis_by(players.make_player("expert", Random(1)), seen)
        advice: Any = GAME.advice
        at: Any = found.decision
        if advice.seat_that_beats_every_bid(at) is None and len(seen.legal) > 1 and found.mixture:
            lower = [bid for bid in seen.legal if VALUE[bid - BID] < VALUE[found.best - BID]]
            assert not any(advice.are_level(at, found.best, bid) and abs(found.values[bid] - found.values[found.best]) < 1e-6
                           for bid in lower), found.hint()  # fmt: skip
            checked += 1
    assert checked


def test_no_offer_is_let_go_with_a_card_that_beats_most_of_a_hand() -> None:
    let_go = 0
    for number in range(60):
        options = GopsOptions(players=3)
        fresh = Standing(0, (0, 0, 0))
        state = GAME.begin_deal(options, fresh, GAME.deal(options, fresh, 0, Stream("0" * 12, 1 + number)))
        rng = Random(number)
        while state.hands[0].bit_count() > 6 or state.committed:
            GAME.apply(state, rng.choice(GAME.legal(state)))
        state.turn = 0
        seen = view(GAME, state, 0)
        player = built_in(players.make_player("expert", Random(1), 60))
        found = Analysis(seen, player, players.decide(player, seen))
        if ": let " in found.hint():
            let_go += 1
            for seat in (1, 2):
                beaten = [card for card in _hand(state, seat) if VALUE[card] < VALUE[value_of(found.best)]]
                assert 2 * len(beaten) <= len(_hand(state, seat)), found.hint()
    assert let_go > 2


def _hand(state: GopsState, seat: int) -> tuple[int, ...]:
    return cards.members(state.hands[seat])


def exploited(seed: str, count: int, size: int, faulty: bool = False) -> float:
    """The most that a perfect answer wins against the solver beyond the value, over `count` positions of `size` cards."""
    rng, most = Random(seed), 0.0
    for number in range(count):
        state = position(rng, size, GopsOptions(ties=("carry", "discard", "split")[number % 3]))
        seat = number % 2
        state.turn = seat
        work = solver.Endgame(state, lambda lead: 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0, tremble=0.0)
        left = PRIZES & ~sum(BIT[card] for card in state.turned_up)
        lead = sum(VALUE[c] for c in cards.members(state.won[seat])) - sum(VALUE[c] for c in cards.members(state.won[1 - seat]))
        key = state.open_hand(seat), state.open_hand(1 - seat), left, state.stake, lead
        exact = [[work.value_after(key, bid, other) for other in cards.members(key[1])] for bid in cards.members(key[0])]
        mixture, _ = solved(state, seat, faulty)
        chances = [mixture[BID + bid] for bid in cards.members(key[0])]
        worst = min(sum(often * row[column] for often, row in zip(chances, exact, strict=True)) for column in range(size))
        most = max(most, solver.matrix_value(exact) - worst)
    return most


@pytest.mark.parametrize(("count", "size"), [(60, 4), *MANY])
def test_nobody_gains_against_the_solution(count: int, size: int) -> None:
    assert exploited(f"{size} cards", count, size) <= 0.001


pairs_of_hands = st.integers(1, 5).flatmap(
    lambda size: st.tuples(*[st.permutations(range(13)).map(lambda order: tuple(order[:size]))] * 2)
)
"""Places, 0 to 12, of cards in two hands of one size."""


def of_places(seat: int, places: tuple[int, ...]) -> Cards:
    from_the_lowest = sorted(cards.members(SUIT_OF_SEAT[seat]), key=VALUE.__getitem__)
    return sum(BIT[from_the_lowest[place]] for place in places)


@given(pairs_of_hands)
def test_alike_are_cards_that_every_card_of_the_other_meets_alike(places: tuple[tuple[int, ...], ...]) -> None:
    mine, theirs = (of_places(seat, some) for seat, some in enumerate(places))
    kinds = solver.card_classes(mine, theirs)

    def met(card: int) -> list[int]:
        return [(VALUE[card] > VALUE[other]) - (VALUE[card] < VALUE[other]) for other in cards.members(theirs)]

    assert sum(count for _, count in kinds) == mine.bit_count()
    told = [met(card) for card, _ in kinds]
    assert len({tuple(one) for one in told}) == len(told), "each kind is another"
    for card, count in kinds:
        assert sum(met(own) == met(card) for own in cards.members(mine)) == count


@given(pairs_of_hands, pairs_of_hands)
def test_hands_of_one_order_meet_alike(one: tuple[tuple[int, ...], ...], two: tuple[tuple[int, ...], ...]) -> None:
    """The order says of each two cards of different hands which is higher, from the lowest to the highest."""

    def told(places: tuple[tuple[int, ...], ...]) -> tuple[int, list[list[int]]]:
        mine, theirs = (of_places(seat, some) for seat, some in enumerate(places))
        own, others = (sorted(VALUE[card] for card in cards.members(hand)) for hand in (mine, theirs))
        return solver.rank_order_code(mine, theirs), [[(high > low) - (high < low) for low in others] for high in own]

    (order, meets), (other_order, other_meets) = told(one), told(two)
    assert (order == other_order) == (meets == other_meets)


def test_a_round_is_worth_the_same_with_any_cards_of_the_same_order() -> None:
    """Asked with either hands first, so that one is counted and the other found."""
    low = of_places(0, (0, 3, 5)), of_places(1, (1, 2, 6))
    high = of_places(0, (4, 8, 11)), of_places(1, (5, 7, 12))
    left = cards.cards("7D 9D")
    for first, second in ((low, high), (high, low)):
        work = solver.Endgame(position(Random("alike"), 3, GopsOptions()), float, tremble=0.0)
        assert work.value_of_round(*first, left, 8, 0) == work.value_of_round(*second, left, 8, 0)
        assert work.value_of_round(*first, left, 8, 0) != work.value_of_round(
            of_places(0, (0, 1, 5)), of_places(1, (2, 3, 6)), left, 8, 0
        )


@pytest.mark.parametrize(("count", "size"), [(12, 5), *MANY])
def test_faults_are_played_for_as_far_as_is_safe(count: int, size: int) -> None:
    """A game is worth 1, and what is played between experts may cost a hundredth of it."""
    assert 0.001 < exploited("faulty", count, size, faulty=True) <= 0.01


@given(matrices)
def test_the_bold_mixture_is_safe_and_gains_from_chance(payoffs: list[list[float]]) -> None:
    value, perfect = solver.solve_matrix(payoffs)
    bold, means = solver.exploiting_mixture(payoffs), [sum(row) / len(row) for row in payoffs]
    assert sum(bold) == pytest.approx(1.0) and min(bold) >= 0.0
    assert solver.worst_case_value(payoffs, bold) >= value - solver.MAX_RISK - 1e-6
    against_chance = [sum(often * mean for often, mean in zip(mixture, means, strict=True)) for mixture in (bold, perfect)]
    assert against_chance[0] >= against_chance[1] - 1e-6


def test_who_bids_at_random_is_played_for_by_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what a seat did, and only where that is sure."""
    state, told = position(Random("careless"), 5, GopsOptions()), []
    monkeypatch.setattr(solver, "solve_round", lambda known, worth, faulty: told.append(faulty))
    for careless in (MIN_RANDOM_CHANCE - 0.01, MIN_RANDOM_CHANCE):
        monkeypatch.setattr(type(GAME.heuristics), "random_bid_chance", lambda self, known, seat, careless=careless: careless)
        GAME.heuristics.solve_mixed_strategy(state, GAME.heuristics.payoff)
    assert told == [False, True]


def test_a_lost_position_is_played_for_the_faults_of_the_other() -> None:
    """One point behind, with 5 on offer and 4 to come: a king for the 5 wins whatever one does, a 3 lets one tie."""
    state = position(Random(1), 2, GopsOptions())
    state.hands = [cards.cards("QS 2S"), cards.cards("KC 3C")]
    state.offer, state.turned, state.stock = cards.hand("5D"), cards.card("5D"), [cards.card("4D")]
    state.won = [cards.cards("2D"), cards.cards("3D")]
    state.turned_up = cards.members(PRIZES & ~cards.cards("4D"))
    state.gone = (PRIZES | SUIT_OF_SEAT[0] | SUIT_OF_SEAT[1]) & ~(sum(state.hands) | sum(state.won) | cards.cards("5D 4D"))
    mixture, values = solved(state, 0)
    assert max(values.values()) == pytest.approx(0.0, abs=0.001)
    assert mixture == {BID + cards.card("QS"): 1.0, BID + cards.card("2S"): 0.0}


def running(deal: int, totals: tuple[int, ...], rounds: int = 6) -> GopsState:
    """A deal of a game of three, some rounds after its beginning, the same cards and bids whatever came before."""
    options, rng = GopsOptions(deals=3, players=len(totals)), Random("rounds")
    standing = Standing(deal - 1, totals)
    dealt = GAME.deal(options, standing, 0, Stream("0" * 12, 1))
    state = GAME.begin_deal(options, standing, dealt)
    while state.round <= rounds:
        GAME.apply(state, rng.choice(GAME.legal(state)))
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_what_the_deal_is_worth_asks_nothing_of_other_deals(seats: int) -> None:
    first, last = running(1, (0,) * seats), running(3, (40, *[0] * (seats - 1)))
    assert GAME.heuristics.static_values(first) == GAME.heuristics.static_values(last)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_points_that_are_expected_are_those_of_all_prizes(seats: int) -> None:
    assert sum(GAME.heuristics.static_points(running(1, (0,) * seats))) == pytest.approx(91)


@pytest.mark.parametrize("seats", [2, 3])
def test_strategies_of_all_seats_are_found_without_another_choice(seats: int) -> None:
    state = running(1, (0,) * seats)
    told, traces = [], (Trace(), Trace(3))
    for trace in traces:
        player = built_in(players.make_player("expert", Random(1), 60))
        player.trace = trace
        told.append((players.decide(player, view(GAME, state, state.turn)), player.values, trace.mixture))
    assert told[0] == told[1] and [len(trace.strategies) for trace in traces] == [0, 4]
    for bids, values in traces[1].strategies:
        assert set(values) == set(GAME.legal(state))
        assert [sum(own.values()) for own in bids] == pytest.approx([1.0] * seats)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lead_of_the_game_counts(seats: int) -> None:
    level, ahead = running(3, (0,) * seats), running(3, (40, *[0] * (seats - 1)))
    assert (
        GAME.heuristics.static_win_chances(ahead)[0]
        > GAME.heuristics.static_win_chances(level)[0]
        == GAME.heuristics.static_values(level)[0]
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lead_counts_the_less_the_more_deals_there_are_to_come(seats: int) -> None:
    chances = [GAME.heuristics.static_win_chances(running(deal, (30, *[0] * (seats - 1))))[0] for deal in (1, 2, 3)]
    assert 1 / seats < chances[0] < chances[1] < chances[2]
    assert all(
        sum(GAME.heuristics.static_win_chances(running(deal, (30, *[0] * (seats - 1))))) == pytest.approx(1)
        for deal in (1, 2, 3)
    )


@pytest.mark.parametrize("ties", ["carry", "discard", "split"])
def test_which_prize_comes_next_changes_nothing_of_what_is_foreseen(ties: str) -> None:
    """It is imagined, and what is on offer is still to be won whatever becomes of ties."""
    options, fresh, rng = GopsOptions(ties=ties), Standing(0, (0, 0)), Random("offered")
    begun = GAME.begin_deal(options, fresh, GAME.deal(options, fresh, 0, Stream("0" * 12, 1)))
    while begun.round <= 4:
        GAME.apply(begun, rng.choice(GAME.legal(begun)))
    found = [GAME.heuristics.static_win_chances(begun)[0]]
    for place, prize in enumerate(begun.stock):
        state = begun.copy()
        state.stock[place], state.turned = state.turned, prize
        state.offer, state.turned_up = (*state.offer[:-1], prize), (*state.turned_up[:-1], prize)
        found.append(GAME.heuristics.static_win_chances(state)[0])
    assert len(found) == 9 and found == pytest.approx([found[0]] * 9) and found[0] != pytest.approx(0.5, abs=0.01)


def mixed(state: GopsState, for_deal: bool) -> dict[Action, float]:
    """How much a search makes of each bid."""
    seen = view(GAME, state, state.turn)
    heuristics: AnyHeuristics = seen.game.heuristics
    utility = heuristics.payoff if for_deal else WinUtility(heuristics, seen.known).utility
    problem = SearchProblem(seen, Determinizer(seen, PERFECT, 1), utility, Random(3), 200)
    search = RegretMatching(problem, RegretParameters(adapts_to_random_bids=False), for_deal)
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


ROCK = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))


def test_rock_paper_scissors_is_even_and_all_are_alike() -> None:
    value, mixture = solver.solve_matrix(ROCK)
    assert value == pytest.approx(0.0, abs=1e-9)
    assert mixture == pytest.approx([1 / 3] * 3)


def test_a_game_with_a_saddle_point_is_played_plainly() -> None:
    assert solver.solve_matrix(((3, 5), (2, 9))) == (3, [1.0, 0.0])


def test_a_game_of_two_by_two_without_a_saddle_point() -> None:
    value, mixture = solver.solve_matrix(((1, -1), (-2, 4)))
    assert value == pytest.approx(2 / 8)
    assert mixture == pytest.approx([6 / 8, 2 / 8])


gains = st.integers(-40, 40).map(float)
games = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(st.lists(gains, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


@given(games)
def test_nobody_does_better_against_the_mixtures(payoffs: list[list[float]]) -> None:
    value, mixture = solver.solve_matrix(payoffs)
    turned = [[-gain for gain in column] for column in zip(*payoffs, strict=True)]
    theirs, other = solver.solve_matrix(turned)
    assert theirs == pytest.approx(-value, abs=1e-6)
    assert sum(mixture) == pytest.approx(1.0)
    assert min(mixture) >= 0.0
    for column in zip(*payoffs, strict=True):
        assert sum(part * gain for part, gain in zip(mixture, column, strict=True)) >= value - 1e-6
    for row in payoffs:
        assert sum(part * gain for part, gain in zip(other, row, strict=True)) <= value + 1e-6
    assert solver.matrix_value(payoffs) == pytest.approx(value, abs=1e-6)


@given(games, st.integers(-20, 20))
def test_what_is_added_everywhere_is_added_to_the_value(payoffs: list[list[float]], more: int) -> None:
    added = [[gain + more for gain in row] for row in payoffs]
    assert solver.matrix_value(added) == pytest.approx(solver.matrix_value(payoffs) + more, abs=1e-6)


def test_a_larger_bid_for_the_same_prize_is_never_worse() -> None:
    """Bids for one prize: who bids more has it, equal bids divide it; the highest card is best at the end."""
    prize = [[float((mine > theirs) - (mine < theirs)) for theirs in range(5)] for mine in range(5)]
    gains = [min(row) for row in prize]
    assert all(low <= high for low, high in pairwise(gains))
    assert solver.solve_matrix(prize) == (0.0, [0.0, 0.0, 0.0, 0.0, 1.0])


@given(games)
def test_the_value_alone_is_that_of_the_solution(payoffs: list[list[float]]) -> None:
    assert solver.matrix_value(payoffs) == pytest.approx(solver.solve_matrix(payoffs)[0], abs=1e-7)
