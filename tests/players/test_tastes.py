"""Styles: a taste shows in what is done, costs next to nothing, and looks at nothing that a plain player would not see."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from goosetable.engine.hidden.view import view
from goosetable.engine.record.seed import ALPHABET, LENGTH
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Verb, value_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State
from goosetable.players import decide, make
from goosetable.players.levels import SKILLS
from goosetable.players.search import Determinizer
from goosetable.players.search_agent import PLAIN, STYLES, Searcher, Style, Tasted, tasted
from tests.games.playing import Variant, defaults, find, header
from tests.players.positions import turns
from tests.players.test_levels import FOOL, changed
from tests.players.test_utility import given, to_give

GOOSE = Variant(find("goose"), find("goose").Options(max_hand=7))


def first_bids(style: str, deals: int) -> float:
    """What eldest bids on average in the first deal of some games."""
    total = 0
    for number in range(deals):
        session = Session(GOOSE.game, header(GOOSE, "".join(Random(number).choices(ALPHABET, k=LENGTH))))
        session.begin()
        assert session.state is not None
        action = decide(make(f"hard+{style}", Random(number), 60), view(session.game, session.state, session.state.turn))
        assert verb_of(action) is Verb.BID
        total += value_of(action)
    return total / deals


def test_the_bold_bid_higher_than_the_cautious() -> None:
    bold, cautious = first_bids("bold", 30), first_bids("cautious", 30)
    assert bold >= cautious + 0.3


def left_to_leader(style: str) -> float:
    """After gifts of a last trick, the chance of winning of whoever else has the best, together."""
    rng, total = Random(4), 0.0
    for number in range(80):
        one = rng.randint(1, 6)
        two = rng.randint(0, 10 - one)
        seen = to_give((one, two, 10 - one - two), (rng.randint(0, 60), rng.randint(30, 90), rng.randint(30, 90)))
        state: State = seen.known.copy()
        seen.game.apply(state, decide(make(f"hard{style}", Random(number), 40), seen))
        chances = seen.game.heuristics.win_chances(state.options, seen.game.score(Standing(0, state.totals), state))
        total += max(chances[1:])
    return total


def test_a_spoiler_leaves_less_to_whoever_else_is_best_off() -> None:
    assert left_to_leader("+spoiler") < left_to_leader("") - 0.5


def test_a_hoarder_takes_points_that_change_nothing_else() -> None:
    """Of two ends with the same chance of winning, the one with more points of its own is worth more to it."""
    (turn,) = turns(FOOL, "hoard", 1)
    found = Tasted(turn.view.game.heuristics, lambda state: (0.4, 0.3, 0.3), 0, STYLES["hoarder"])
    own = [found._tasted((0.4, 0.3, 0.3), points, 0) for points in (3.0, 8.0, 20.0)]
    assert own == sorted(own)
    assert own[0] < own[2]


@pytest.mark.parametrize("name", STYLES)
def test_more_is_never_worth_less(name: str) -> None:
    """Whoever likes safety or risk still likes a better end better."""
    style = STYLES[name]
    assert abs(style.boldness) * style.bend <= 1
    (turn,) = turns(FOOL, "more", 1)
    found = Tasted(turn.view.game.heuristics, lambda state: (0.4, 0.3, 0.3), 0, style)
    found._means, found._deviations = (0.5, 5.0), (0.1, 3.0)
    liked = [found._tasted((own / 50, 0.2, 0.2), 5.0, 3) for own in range(51)]
    assert all(low < high + 1e-12 for low, high in pairwise(liked))
    assert liked[0] < liked[25] < liked[50]


def test_boldness_bends_what_ends_are_worth() -> None:
    """Half a chance of a very good end and of a very bad one: the bold like it better than what is usual, the cautious less."""
    (turn,) = turns(FOOL, "bend", 1)

    def even(style: Style) -> float:
        found = Tasted(turn.view.game.heuristics, lambda state: (0.5,) * 3, 0, style)
        found._means, found._deviations = (0.5, 0.0), (0.2, 1.0)
        low, mid, high = (found._tasted((own, 0.0, 0.0), 0.0, 0) for own in (0.2, 0.5, 0.8))
        return (low + high) / 2 - mid

    assert even(Style(boldness=0.5)) > 0.01
    assert even(Style(boldness=-0.5)) < -0.01
    assert even(PLAIN) == pytest.approx(0)


def test_others_are_taken_to_want_to_win() -> None:
    """Only the utilities of the seat that has the taste are changed."""
    (turn,) = turns(FOOL, "others", 1)
    game, rng = turn.view.game, Random(2)
    determinizer = Determinizer(turn.view, SKILLS["hard"].memory, 1)
    found = Tasted(game.heuristics, game.heuristics.payoff, turn.view.seat, STYLES["reckless"])
    assert len(list(found.estimate(determinizer, rng))) > 2, "it estimates in slices"
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
    work = tasted(turn.view, payoff, PLAIN, determinizer, rng)
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
                assert decide(make(f"hard+{style}", Random(1), 30), seen) not in losing
    assert met >= 8


def plays_and_looks_at_nothing_hidden(variant: Variant, style: str, most: int) -> None:
    met = turns(variant, f"style {[*STYLES].index(style)}", most, 0.3)
    for turn in met:
        assert decide(make(f"medium+{style}", Random(3), 8), turn.view) in turn.view.legal
    assert changed(lambda truth, seed: make(f"medium+{style}", Random(seed), 8), met) == 0


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize(("number", "variant"), [*enumerate(defaults())], ids=str)
def test_a_style_plays_any_game_and_hidden_cards_change_nothing(number: int, variant: Variant, part: int) -> None:
    """Two styles a game, in turn: a taste judges ends by their figures and knows no game. All pairs are `-m slow`."""
    plays_and_looks_at_nothing_hidden(variant, [*STYLES][(2 * number + part) % len(STYLES)], 6)


@pytest.mark.slow
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_every_style_plays_every_game_and_hidden_cards_change_nothing(style: str, variant: Variant) -> None:
    plays_and_looks_at_nothing_hidden(variant, style, 12)


def test_a_style_stands_behind_the_name_of_a_level() -> None:
    player = make("hard-deal+bold", Random(1))
    assert isinstance(player, Searcher)
    assert player.for_deal
    assert player.style == STYLES["bold"]
    assert player.skill == SKILLS["hard"]
    plain = make("hard", Random(1))
    assert isinstance(plain, Searcher)
    assert plain.style == PLAIN
    for name in ("greedy+bold", "random+bold", "nobody+bold"):
        with pytest.raises(ValueError, match="there is no level"):
            make(name, Random(1))
    for name in ("hard+wise", "hard+", "hard+bold+bold"):
        with pytest.raises(ValueError, match=r"there is no style .*; there are bold, cautious"):
            make(name, Random(1))


def test_the_same_seed_does_the_same_with_a_style() -> None:
    seen = [turn.view for turn in turns(GOOSE, "same style", 6, 0.3)]
    one, two = make("hard+bold", Random("a"), 20), make("hard+bold", Random("a"), 20)
    assert [decide(one, each) for each in seen] == [decide(two, each) for each in seen]
