"""Where the rest of a deal can be worked out, nothing is lost; before that, what is worked out is weighed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import view
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.state import OVER
from goosetable.games.cross_purposes import solver
from goosetable.games.cross_purposes.rules import CrossOptions, CrossPurposes, CrossState
from goosetable.games.cross_purposes.solver import Solver
from goosetable.players import decide, make_player
from goosetable.players.agent import run_all_slices
from goosetable.players.levels import SOLVER_SLICES
from goosetable.players.search import PERFECT, Determinizer, SearchProblem, best_valued_action
from goosetable.players.search_agent import ExactSearch
from tests.games.cross_purposes.test_cross_purposes_solver import Everything, dealt

GAME = CrossPurposes()
OPTIONS = CrossOptions()


def opened(seed: int) -> CrossState:
    """A deal before its first action."""
    standing = Standing(0, (0, 0))
    return GAME.begin_deal(
        OPTIONS, standing, GAME.deal(OPTIONS, standing, seed % 2, Stream(code_in_series("exact", seed + 1), 1))
    )


def second(seed: int) -> CrossState:
    """A deal when the second half begins; the first half was played at random."""
    state, rng = opened(seed), Random(seed)
    while state.half == 1:
        GAME.apply(state, rng.choice(GAME.legal(state)))
    return state


def turns(seeds: range, skip: float) -> Iterator[CrossState]:
    """Decisions of the second half with a choice, among random actions; `skip` is how many of them are left out."""
    for seed in seeds:
        state, rng = second(seed), Random(seed)
        while state.turn != OVER:
            if len(GAME.legal(state)) > 1 and rng.random() >= skip:
                yield state.copy()
            GAME.apply(state, rng.choice(GAME.legal(state)))


def coming(state: CrossState, seat: int) -> int:
    """The tricks of the second half that a seat ends with when both play their best from here; trumps and tops are named."""
    taken = state.taken()[seat]
    if state.turn == OVER:
        return taken
    solving = Solver(state.trumps, state.tops)
    if state.trick:
        replies = solving.tricks_by_reply(state.turn, state.hands, state.trick[0], GAME.legal(state))
        made = max(run_all_slices(replies).values())
        left = state.hands[state.turn].bit_count()
    else:
        made = run_all_slices(solving.count_tricks(state.turn, state.hands))
        left = state.hands[state.turn].bit_count()
    return taken + (made if state.turn == seat else left - made)


def lost(seeds: range, skip: float) -> list[int]:
    """What the expert's card costs against the best play, in tricks, at each decision about a card."""
    found: list[int] = []
    for state in turns(seeds, skip):
        if not state.is_naming_pending:
            seat, before = state.turn, coming(state, state.turn)
            GAME.apply(state, decide(make_player("expert", Random(len(found))), view(GAME, state, seat)))
            found.append(before - coming(state, seat))
    return found


def test_no_card_of_the_second_half_ever_loses_a_trick() -> None:
    found = lost(range(8), 0.3)
    assert len(found) > 70
    assert not any(found)


@pytest.mark.slow
def test_no_card_of_a_hundred_deals_ever_loses_a_trick() -> None:
    found = lost(range(100, 200), 0.0)
    assert len(found) > 1500
    assert not any(found)


def test_whoever_loses_tricks_is_found_out() -> None:
    """The measure of the tests above: somebody who plays anything loses some."""
    costs = []
    for state in turns(range(4), 0.0):
        if not state.is_naming_pending:
            seat, before = state.turn, coming(state, state.turn)
            GAME.apply(state, GAME.legal(state)[0])
            costs.append(before - coming(state, seat))
    assert min(costs) == 0
    assert sum(costs) > 5


def test_near_the_end_trying_everything_says_the_same() -> None:
    met = 0
    for state in turns(range(20, 44), 0.0):
        if state.hands[0].bit_count() > 4 or state.is_naming_pending or state.trick:
            continue
        seat, (one, two) = state.turn, state.hands
        everything = Everything(state.trumps, state.tops)
        card = decide(make_player("expert", Random(met)), view(GAME, state, seat))
        assert everything.lead(seat, (one, two), card) == everything.made(seat, (one, two))
        met += 1
    assert met > 40


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_named_in_the_second_half_loses_no_trick(seed: int) -> None:
    """Every pair of trumps and tops is counted, for the first to name and for the second."""
    state = second(seed)
    seat = state.turn
    calls = GAME.legal(state)

    def answers(call: int) -> dict[int, int]:
        after = state.copy()
        GAME.apply(after, call)
        found = {}
        for answer in GAME.legal(after):
            named = after.copy()
            GAME.apply(named, answer)
            found[answer] = coming(named, seat)
        return found

    fewest = {call: min(answers(call).values()) for call in calls}
    chosen = decide(make_player("expert", Random(seed)), view(GAME, state, seat))
    assert fewest[chosen] == max(fewest.values())
    assert min(fewest.values()) < max(fewest.values())
    reply = answers(chosen)
    GAME.apply(state, chosen)
    assert reply[decide(make_player("expert", Random(seed)), view(GAME, state, 1 - seat))] == fewest[chosen]


def test_against_anybody_the_second_half_brings_no_less_than_was_sure() -> None:
    for seed in range(4):
        state = second(seed)
        players = [make_player("expert", Random(1)), make_player("random", Random(seed))]
        sure = 0
        while state.turn != OVER:
            if not state.is_naming_pending:
                assert coming(state, 0) >= sure
                sure = coming(state, 0)
            GAME.apply(state, decide(players[state.turn], view(GAME, state, state.turn)))
        assert state.taken()[0] >= sure


def test_working_out_leaves_the_deal_as_it_is_and_says_nothing_of_one_that_is_over() -> None:
    state = second(5)
    while state.turn != OVER:
        before, legal = state.copy(), GAME.legal(state)
        work = GAME.heuristics.double_dummy_solver(state, {})
        assert work is not None
        values = run_all_slices(work)
        assert state == before
        assert sorted(values) == sorted(legal)
        assert all(0 <= value <= 1 for value in values.values())
        GAME.apply(state, max(values, key=lambda action: values[action]))
    assert GAME.heuristics.double_dummy_solver(state, {}) is None


def test_what_is_worked_out_is_the_lead_in_points() -> None:
    """The last action of a deal: one half for a level deal, and the lead of 182 points at its best is 1."""
    state = second(6)
    while state.is_naming_pending or max(held.bit_count() for held in state.hands) > 1:
        GAME.apply(state, GAME.legal(state)[0])
    seat, work = state.turn, GAME.heuristics.double_dummy_solver(state, {})
    assert work is not None
    (value,) = run_all_slices(work).values()
    while state.turn != OVER:
        GAME.apply(state, GAME.legal(state)[0])
    points = GAME.points(state)
    assert value == pytest.approx(0.5 + (points[seat] - points[1 - seat]) / 364)


def test_of_equal_cards_the_one_is_played_that_people_would() -> None:
    """The last to a trick that cannot be had throws its lowest card; one that can is taken as cheaply as possible."""
    state = second(7)
    state.trumps, state.tops, state.leader, state.turn = 0, 0, 1, 0
    state.trick, state.hands = [cards.card("AH")], [cards.cards("KH 5H 2H"), cards.cards("AC KC")]
    seen = view(GAME, state, 0)
    assert best_valued_action(seen, dict.fromkeys(seen.legal, 0.5)) == cards.card("2H")
    state.trick = [cards.card("4H")]
    assert best_valued_action(view(GAME, state, 0), dict.fromkeys(seen.legal, 0.5)) == cards.card("5H")
    assert best_valued_action(view(GAME, state, 0), {**dict.fromkeys(seen.legal, 0.5), cards.card("KH"): 0.6}) == cards.card(
        "KH"
    )


def test_only_a_hidden_hand_that_could_be_another_makes_a_deal_uncertain() -> None:
    state = opened(1)
    assert not Determinizer(view(GAME, state, 0), PERFECT, 1).is_certain
    assert Determinizer(view(GAME, second(1), 0), PERFECT, 1).is_certain


def test_the_worth_of_two_hands_foretells_their_tricks() -> None:
    rng, missed, spread, deals = Random(4), 0.0, 0.0, 60
    for _ in range(deals):
        trumps, tops, hands = rng.randrange(4), rng.randrange(13), dealt(rng, 13)
        made = run_all_slices(Solver(trumps, tops).count_tricks(0, hands))
        mine, other = solver.hand_worths(hands[0]), solver.hand_worths(hands[1])
        missed += abs(made - 6.5 - mine[trumps][tops] + other[trumps][tops]) / deals
        spread += abs(made - 6.5) / deals
    assert missed < 1
    assert spread > 1.4


def test_naming_in_the_first_half_counts_what_both_halves_bring() -> None:
    """Whoever opens with tops does well in that half, but so will the other, who opens the next with tops as well."""
    opened_with = []
    for seed in range(16):
        state = opened(seed)
        opened_with.append(verb_of(decide(make_player("expert", Random(seed)), view(GAME, state, state.turn))))
    assert opened_with.count(Verb.TRUMP) > 8
    assert Verb.TOPS in opened_with


def test_thinking_ends_when_its_pieces_are_used_up_and_the_same_seed_does_the_same() -> None:
    for seed in range(2):
        state = opened(seed)
        for _ in range(3):
            seen = view(GAME, state, state.turn)
            runs = []
            for _ in range(2):
                solver._SUIT_VIEWS_CACHE.clear()
                search = ExactSearch(
                    SearchProblem(seen, Determinizer(seen, PERFECT, 1), seen.game.heuristics.payoff, Random(seed), 40)
                )
                runs.append((len(list(search.run())), search.values()))
                decide(make_player("expert", Random(seed), 10), seen)
            assert runs[0] == runs[1]
            assert runs[0][0] <= 40 + 100, "the last deal is worked out to its end"
            GAME.apply(state, best_valued_action(seen, runs[0][1]))
    assert SOLVER_SLICES > 0
