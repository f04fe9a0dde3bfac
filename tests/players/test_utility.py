"""What is played for: the game, the deal with the suffix `-deal`, or a taste beside it, which costs next to nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from math import comb, exp
from random import Random

import pytest

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.heuristics import ALL_ACTIONS
from goosetable.engine.strength.tricks_to_come import FORECAST_STEPS
from goosetable.games.gooseberry_fool.ai import VARIANCE_PER_TRICK, tricks_to_come
from goosetable.players import decide, make_player, search_agent
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.ismcts import TreeSearch
from goosetable.players.levels import SKILLS
from goosetable.players.search import Determinizer, SearchProblem, Ucb, WinUtility
from goosetable.players.search_agent import NO_STYLE, STYLES, Searcher, Style, StyledUtility, styled_utility
from tests.games.playing import Variant, defaults, find
from tests.narrowing import of_kind
from tests.players.positions import ending, turns
from tests.players.test_levels import FOOL
from tests.players.test_secrecy import changed


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
        found[action] = seen.game.winners(state.options, seen.game.standing_after(Standing(0, state.totals), state))
    return found


def test_a_gift_that_wins_the_game_is_given_even_where_it_loses_the_deal() -> None:
    rng, met = Random(2), 0
    for _ in range(300):
        one = rng.randint(1, 6)
        two = rng.randint(0, 10 - one)
        seen = to_give((one, two, 10 - one - two), (rng.randint(70, 99), rng.randint(70, 99), rng.randint(70, 99)))
        winners = given(seen)
        winning = [action for action in seen.legal if winners[action] == (0,)]
        for_deal = decide(make_player("expert-deal", Random(1), 30), seen)
        if winning and for_deal not in winning:
            met += 1
            assert decide(make_player("expert", Random(1), 30), seen) in winning
    assert met >= 10


def test_where_nothing_changes_the_chances_the_deal_is_still_played_for() -> None:
    """Seat 2 wins this game whoever is given the trick; the middle of the deal is seat 0's for the asking."""
    rng, met = Random(5), 0
    for _ in range(400):
        totals = (rng.randint(40, 99), rng.randint(40, 99), rng.randint(40, 99))
        seen = to_give((3, 4, 3), totals)
        if len(set(given(seen).values())) == 1 and given(seen)[seen.legal[0]]:
            met += 1
            assert seen.game.action_text(decide(make_player("expert", Random(1), 30), seen)) == "give 2"
    assert met >= 10


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_utilities_are_the_chances_that_a_result_leads_to(variant: object) -> None:
    for turn in turns(variant, "leaf", 4, 0.05):  # type: ignore[arg-type]
        game, state, rng = turn.view.game, turn.truth, Random(3)
        while not state.over:
            state.turn = state.seats_to_act[0]
            game.apply(state, rng.choice(game.legal(state)))
        win = WinUtility(game.heuristics, turn.view.known)
        found = win.utility(state)
        chances = game.heuristics.win_chances(
            state.options, game.standing_after(Standing(state.number - 1, state.totals), state)
        )
        part = game.heuristics.payoff_weight
        mixed = [(1 - part) * chance + part * own for chance, own in zip(chances, game.heuristics.payoff(state), strict=True)]
        assert found == pytest.approx(mixed)
        if part < 0.1:
            assert found == pytest.approx(chances, abs=0.05)
            assert sum(found) == pytest.approx(1, abs=0.1)
        assert all(0 <= own <= 1 for own in found)
        assert win.utility(state) is found, "each result is judged once"


@pytest.mark.one_in(3)
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
    return Searcher(
        "expert",
        Random(seed),
        replace(SKILLS["expert"], iterations=20, max_actions=None, solver_slices=5, weighted_determinizations=20),
    )


def test_a_level_that_plays_for_the_deal_is_told_by_its_name() -> None:
    for_deal, for_game = make_player("hard-deal", Random(1)), make_player("hard", Random(1))
    assert isinstance(for_deal, Searcher)
    assert isinstance(for_game, Searcher)
    assert for_deal.for_deal
    assert not for_game.for_deal
    assert for_deal.skill == for_game.skill
    for name in ("random-deal", "greedy-deal", "expert-deal-deal"):
        with pytest.raises(ValueError, match=f"there is no level '{name}'"):
            make_player(name, Random(1))


def test_exploration_is_measured_by_the_deviation_of_each_seat() -> None:
    """A seat whose utilities are all alike does not explore; one whose utilities differ does."""
    (turn,) = turns(FOOL, "curious", 1)
    rng = Random(3)

    class Certain:
        def sample(self, rng: Random) -> State:
            return turn.truth.copy()

    problem = SearchProblem(turn.view, Certain(), lambda state: (rng.random(), 0.5, rng.random() / 10), rng, 64)  # type: ignore[arg-type]
    tree = TreeSearch(problem, Ucb())
    assert len(list(tree.run())) == 64
    wide, none, small = tree.exploration.constants
    assert wide > 5 * small > 5 * none > 0


def test_values_are_chances() -> None:
    (turn,) = turns(FOOL, "values", 1)
    player = make_player("hard", Random(1), 200)
    decide(player, turn.view)
    assert isinstance(player, BuiltInPlayer)
    assert all(0.15 < value < 0.55 for value in player.values.values()), "in the first deal nobody is far from a third"


@pytest.mark.parametrize("taken", [(2, 2, 1), (4, 1, 2), (3, 5, 1)])
@pytest.mark.parametrize("forecast", [False, True])
def test_a_running_deal_is_worth_the_mean_of_all_ways_in_which_its_tricks_may_fall(
    forecast: bool, taken: tuple[int, int, int]
) -> None:
    """All in which they fall one by one as likely; or those likelier that are near to what the hands let expect."""
    game, left = FOOL.game, 11 - sum(taken)
    pack = game.pack(FOOL.options)
    state = of_kind(TrickState, turns(FOOL, 1, 1)[0].truth)
    hand = [BIT[card] for card in pack[: 3 * left]]
    state.hands = [sum(hand[left * seat : left * (seat + 1)]) for seat in range(3)]
    state.won = [2 ** (3 * tricks) - 1 for tricks in taken]
    state.trick, state.turn, state.totals = [], 1, (60, 75, 71)
    win = WinUtility(game.heuristics, state, forecast)
    expected = [round(FORECAST_STEPS * more) / FORECAST_STEPS for more in tricks_to_come(state.hands)]
    total, whole = 0.0, [0.0] * 3
    for more in product(range(left + 1), repeat=3):
        if sum(more) == left:
            ended = game.heuristics.finished_with_tricks(state, tuple(taken[seat] + more[seat] for seat in range(3)))
            far = sum((tricks - likely) ** 2 for tricks, likely in zip(more, expected, strict=True))
            chance = (
                exp(-far / (2 * VARIANCE_PER_TRICK * left)) if forecast else comb(left, more[0]) * comb(left - more[0], more[1])
            )
            total += chance
            whole = [sofar + own * chance for sofar, own in zip(whole, win.utility(ended), strict=True)]
    assert win.utility(state) == pytest.approx([one / total for one in whole])


def test_a_trace_changes_nothing_of_a_search_that_does_not_play_deals_out() -> None:
    assert FOOL.game.heuristics.horizon < ALL_ACTIONS
    for seen in [turn.view for turn in turns(FOOL, "traced", 6)]:
        plain, traced = (Searcher("expert", Random(9), SKILLS["expert"]) for _ in range(2))
        plain.skill = traced.skill = replace(plain.skill, iterations=60)
        traced.trace = Trace()
        assert decide(plain, seen) == decide(traced, seen)
        assert plain.values == traced.values
        assert all(end.over for ends in traced.trace.ends.values() for end in ends)


GOOSE = Variant(find("goose"), find("goose").Options(max_hand=7))


def left_to_leader(style: str) -> float:
    """After gifts of a last trick, the chance of winning of whoever else has the best, together."""
    rng, total = Random(4), 0.0
    for number in range(80):
        one = rng.randint(1, 6)
        two = rng.randint(0, 10 - one)
        seen = to_give((one, two, 10 - one - two), (rng.randint(0, 60), rng.randint(30, 90), rng.randint(30, 90)))
        state: State = seen.known.copy()
        seen.game.apply(state, decide(make_player(f"hard{style}", Random(number), 40), seen))
        chances = seen.game.heuristics.win_chances(state.options, seen.game.standing_after(Standing(0, state.totals), state))
        total += max(chances[1:])
    return total


def test_a_spoiler_leaves_less_to_whoever_else_is_best_off() -> None:
    assert left_to_leader("+spoiler") < left_to_leader("") - 0.5


def test_a_hoarder_takes_points_that_change_nothing_else() -> None:
    """Of two ends with the same chance of winning, the one with more points of its own is worth more to it."""
    (turn,) = turns(FOOL, "hoard", 1)
    found = StyledUtility(turn.view.game.heuristics, lambda state: (0.4, 0.3, 0.3), 0, STYLES["hoarder"])
    own = [found._styled_value((0.4, 0.3, 0.3), points, 0) for points in (3.0, 8.0, 20.0)]
    assert own == sorted(own)
    assert own[0] < own[2]


@pytest.mark.parametrize("name", STYLES)
def test_more_is_never_worth_less(name: str) -> None:
    """Whoever likes safety or risk still likes a better end better."""
    style = STYLES[name]
    assert abs(style.boldness) * style.max_bold_deviation <= 1
    (turn,) = turns(FOOL, "more", 1)
    found = StyledUtility(turn.view.game.heuristics, lambda state: (0.4, 0.3, 0.3), 0, style)
    found._means, found._deviations = (0.5, 5.0), (0.1, 3.0)
    liked = [found._styled_value((own / 50, 0.2, 0.2), 5.0, 3) for own in range(51)]
    assert all(low < high + 1e-12 for low, high in pairwise(liked))
    assert liked[0] < liked[25] < liked[50]


def test_boldness_bends_what_ends_are_worth() -> None:
    """Half a chance of a very good end and of a very bad one: the bold like it better than what is usual, the cautious less."""
    (turn,) = turns(FOOL, "bend", 1)

    def even(style: Style) -> float:
        found = StyledUtility(turn.view.game.heuristics, lambda state: (0.5,) * 3, 0, style)
        found._means, found._deviations = (0.5, 0.0), (0.2, 1.0)
        low, mid, high = (found._styled_value((own, 0.0, 0.0), 0.0, 0) for own in (0.2, 0.5, 0.8))
        return (low + high) / 2 - mid

    assert even(Style(boldness=0.5)) > 0.01
    assert even(Style(boldness=-0.5)) < -0.01
    assert even(NO_STYLE) == pytest.approx(0)


def test_others_are_taken_to_want_to_win() -> None:
    """Only the utilities of the seat that has the taste are changed."""
    (turn,) = turns(FOOL, "others", 1)
    game, rng = turn.view.game, Random(2)
    determinizer = Determinizer(turn.view, SKILLS["hard"].memory, 1)
    found = StyledUtility(game.heuristics, game.heuristics.payoff, turn.view.seat, STYLES["reckless"])
    assert len(list(found.estimate_scale(determinizer, rng))) > 2, "it estimates in slices"
    state = turn.truth
    while not state.over:
        game.apply(state, rng.choice(game.legal(state)))
    plain, liked = game.heuristics.payoff(state), found.utility(state)
    assert found.utility(state) is liked, "each result is judged once"
    for seat, worth in enumerate(plain):
        assert (liked[seat] == worth) == (seat != turn.view.seat)


def test_without_a_taste_nothing_is_changed_and_no_chance_used() -> None:
    (turn,) = turns(FOOL, "none", 1)
    determinizer, rng = Determinizer(turn.view, SKILLS["hard"].memory, 1), Random(2)
    before, payoff = rng.getstate(), turn.view.game.heuristics.payoff
    work = styled_utility(turn.view, payoff, NO_STYLE, determinizer, rng)
    with pytest.raises(StopIteration) as done:
        next(work)
    assert done.value.value == payoff
    assert rng.getstate() == before


def test_what_wins_the_game_is_done_whatever_the_taste() -> None:
    rng, met = Random(2), 0
    for _ in range(60):
        one = rng.randint(1, 6)
        two = rng.randint(0, 10 - one)
        seen = to_give((one, two, 10 - one - two), (rng.randint(70, 99), rng.randint(70, 99), rng.randint(70, 99)))
        winners = given(seen)
        winning = [action for action in seen.legal if winners[action] == (0,)]
        losing = [action for action in seen.legal if winners[action] not in ((0,), ())]
        if winning and losing:
            met += 1
            for style in STYLES:
                assert decide(make_player(f"hard+{style}", Random(1), 30), seen) not in losing
    assert met >= 8


def plays_and_looks_at_nothing_hidden(variant: Variant, style: str, most: int) -> None:
    met = turns(variant, f"style {[*STYLES].index(style)}", most, 0.3)
    for turn in met:
        assert decide(make_player(f"medium+{style}", Random(3), 8), turn.view) in turn.view.legal
    assert changed(lambda truth, seed: make_player(f"medium+{style}", Random(seed), 8), met)[0] == 0


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("number", "variant"), [*enumerate(defaults())], ids=str)
def test_a_style_plays_any_game_and_hidden_cards_change_nothing(number: int, variant: Variant) -> None:
    """One style a game, in turn: a taste judges ends by their figures and knows no game. All pairs are `-m slow`."""
    plays_and_looks_at_nothing_hidden(variant, [*STYLES][number % len(STYLES)], 6)


@pytest.mark.slow
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_every_style_plays_every_game_and_hidden_cards_change_nothing(style: str, variant: Variant) -> None:
    plays_and_looks_at_nothing_hidden(variant, style, 12)


def test_a_style_stands_behind_the_name_of_a_level() -> None:
    player = of_kind(Searcher, make_player("hard-deal+bold", Random(1)))
    assert player.for_deal
    assert player.style == STYLES["bold"]
    assert player.skill == SKILLS["hard"]
    plain = of_kind(Searcher, make_player("hard", Random(1)))
    assert plain.style == NO_STYLE
    for name in ("greedy+bold", "random+bold", "nobody+bold"):
        with pytest.raises(ValueError, match="there is no level"):
            make_player(name, Random(1))
    for name in ("hard+wise", "hard+", "hard+bold+bold"):
        with pytest.raises(ValueError, match=r"there is no style .*; there are bold, cautious"):
            make_player(name, Random(1))


def test_the_same_seed_does_the_same_with_a_style() -> None:
    seen = [turn.view for turn in turns(GOOSE, "same style", 6, 0.3)]
    one, two = make_player("hard+bold", Random("a"), 20), make_player("hard+bold", Random("a"), 20)
    assert [decide(one, each) for each in seen] == [decide(two, each) for each in seen]
