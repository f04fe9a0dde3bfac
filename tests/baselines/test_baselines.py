"""The frozen players: legal at every table, better than chance, and free of whatever may be made better later."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.engine.hidden.view import copies_to_swap, view
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.rules.action import swap_copy_in_action, value_of
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.games import SHELF
from goosetable.players import decide, make_player
from tests.baselines.goose import Beginner, HandEvaluator
from tests.baselines.greedy import Hasty
from tests.baselines.pages import Page
from tests.baselines.plain import Brief
from tests.baselines.throps import MarginalGain, PlainGain
from tests.games import geese
from tests.games.playing import Variant, defaults, find, variants
from tests.players.positions import turns

HERE = Path(__file__).parent
OWN: dict[str, Any] = {"goose": (HandEvaluator, Beginner), "throps": (MarginalGain, PlainGain)}


def at_tables(*games: str) -> pytest.MarkDecorator:
    """All tables as printed, and every third of those with one other rule. games: all if none is named."""
    some = [*defaults(), *variants()[len(defaults()) :: 3]]
    return pytest.mark.parametrize("variant", [one for one in some if not games or one.game.id in games], ids=str)


ON_THE_SHELF = at_tables(*(game.id for game in SHELF))


@pytest.mark.one_in(3)
@at_tables()
def test_players_of_any_game_play_legally(variant: Variant) -> None:
    for kind, most in ((Hasty, 6), (Brief, 3)):
        player: Any = kind(Random(1))
        for turn in turns(variant, "baseline", most, 0.3):
            assert decide(player, turn.view) in turn.view.legal
            assert set(player.values) == set(turn.view.legal)


@pytest.mark.one_in(2)
@at_tables(*OWN)
def test_players_of_one_game_play_legally(variant: Variant) -> None:
    for kind in OWN[variant.game.id]:
        player = kind(Random(1))
        for turn in turns(variant, "baseline", 60, 0.5):
            assert decide(player, turn.view) in turn.view.legal


@pytest.mark.one_in(3)
@ON_THE_SHELF
def test_the_page_plays_whole_deals_legally(variant: Variant) -> None:
    game, seats = variant.game, variant.game.seats(variant.options)
    fresh = Standing(0, (0,) * seats)
    state = game.begin_deal(variant.options, fresh, game.deal(variant.options, fresh, 1, Stream(code_in_series("page", 1), 1)))
    players: list[Any] = [Page(Random(seat)) for seat in range(seats)]
    while not state.over:
        seat = state.turn
        seen = view(game, state, seat)
        action = decide(players[seat], seen)
        assert action in seen.legal
        game.apply(state, swap_copy_in_action(action, copies_to_swap(game, state, seat)))


@ON_THE_SHELF
def test_the_page_answers_odd_positions_legally(variant: Variant) -> None:
    """Players at random leave the Page in places to which its own play never leads."""
    player: Any = Page(Random(1))
    for turn in turns(variant, "page", 12, 0.4):
        assert decide(player, turn.view) in turn.view.legal


def test_a_page_is_a_page() -> None:
    for path in HERE.glob("pages/*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 120, path.name


@pytest.mark.parametrize("path", sorted([*HERE.glob("[a-z]*.py"), *HERE.glob("pages/*.py")]), ids=lambda path: path.stem)
def test_they_use_nothing_that_may_be_made_better(path: Path) -> None:
    """Neither the living players nor what the rules tell a search: those may change, and these players may not."""
    if path == Path(__file__):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith(("goosetable.players", "goosetable.engine.strength.card_sense")), (
                node.module
            )
            assert not (node.module or "").endswith("_habit"), node.module
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "game":
            assert node.attr not in ("worth", "payoff", "habit", "chances", "solve"), ast.unparse(node)


# How strong they are is `-m slow`: they are frozen, and change with the rules alone.


def ahead(variant: Variant, one: Any, deals: int) -> float:
    """How many points a deal a player is ahead of the mean of others who play at random; each deal from every seat."""
    game, seats = variant.game, variant.game.seats(variant.options)
    fresh, lead = Standing(0, (0,) * seats), Fraction(0)
    for number in range(1, deals + 1):
        deal = game.deal(variant.options, fresh, number % seats, Stream(code_in_series("baselines", number), 1))
        for mine in range(seats):
            state = game.begin_deal(variant.options, fresh, deal)
            seated: list[Any] = [make_player("random", Random(f"{number}:{mine}:{seat}")) for seat in range(seats)]
            seated[mine] = one(Random(number))
            while not state.over:
                game.apply(state, decide(seated[state.turn], view(game, state, state.turn)))
            points = game.points(state)
            lead += points[mine] - Fraction(sum(points) - points[mine], seats - 1)
    return float(lead / (seats * deals))


AHEAD = {"gooseberry-fool": 0.7, "cross-purposes": 20, "goosed": 0.5, "fools-gold": 0.8, "throps": 4, "goose": 12}
"""Points a deal over chance that four determinizations are worth at least."""


@pytest.mark.slow
@pytest.mark.parametrize("variant", [one for one in defaults() if one.game.id in AHEAD], ids=str)
def test_the_greedy_beats_chance(variant: Variant) -> None:
    few = variant._replace(options=type(variant.options)(max_hand=6)) if variant.game.id == "goose" else variant
    assert ahead(few, Hasty, 15) > AHEAD[variant.game.id]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [one for one in defaults() if one.game.id in (*AHEAD, "gops")], ids=str)
def test_the_plain_search_beats_chance(variant: Variant) -> None:
    few = variant._replace(options=type(variant.options)(max_hand=4)) if variant.game.id == "goose" else variant
    assert ahead(few, Brief, 6) > {**AHEAD, "gops": 20}[variant.game.id] / 4


PAGE_AHEAD = {
    "gooseberry-fool": 0.7, "cross-purposes": 50, "goosed": 1, "fools-gold": 2, "throps": 6, "goose": 25, "gops": 8,
}  # fmt: skip
"""Points a deal over chance that one page of principles is worth at least."""


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_page_beats_chance(game: Any) -> None:
    options = game.Options(max_hand=8) if game.id == "goose" else game.Options()
    assert ahead(Variant(game, options), Page, 12) > PAGE_AHEAD[game.id]


@pytest.mark.slow
def test_the_hand_evaluator_beats_chance() -> None:
    goose = find("goose")
    assert ahead(Variant(goose, goose.Options(max_hand=8)), HandEvaluator, 15) > 30


@pytest.mark.slow
def test_a_beginner_beats_chance_and_is_no_hand_evaluator() -> None:
    goose = find("goose")
    table = Variant(goose, goose.Options(max_hand=8))
    assert 10 < ahead(table, Beginner, 25) < ahead(table, HandEvaluator, 25) - 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", OWN["throps"])
def test_bidding_by_gain_beats_chance(kind: Any) -> None:
    assert ahead(Variant(find("throps"), find("throps").Options()), kind, 30) > 5


def test_the_hand_evaluator_bids_sure_tricks_and_honours_the_hook() -> None:
    player: Any = HandEvaluator(Random(1))
    strong = geese.bidding("AS KS QS AH", "2H 3H 4H 5H", "2D 3D 4D 5D", "2C 3C 4C 5C", turned="JS", dealer=3)
    assert value_of(decide(player, view(geese.GAME, strong, 0))) >= 3
    hooked = geese.bidding("AS", "2H", turned="KS", dealer=0)
    geese.do(hooked, "bid 0")
    assert decide(player, view(geese.GAME, hooked, 0)) == geese.GAME.legal(hooked)[0]


@pytest.mark.parametrize("kind", OWN["throps"])
def test_bidding_by_gain_is_high_for_what_it_wants(kind: Any) -> None:
    """A card that adds to its best suit is worth a better bid than one that takes from it."""
    player = kind(Random(1))
    bids: dict[bool, list[float]] = {True: [], False: []}
    for turn in turns(Variant(find("throps"), find("throps").Options()), "wanted", 60):
        state: Any = turn.view.known
        game = turn.view.game
        won = list(state.won)
        before = game.points(state)[turn.view.seat]
        state.won[turn.view.seat] |= 1 << state.turned
        gains = game.points(state)[turn.view.seat] > before
        state.won = won
        rank = value_of(decide(player, turn.view)) % 13
        held = sorted(value_of(action) % 13 for action in turn.view.legal)
        bids[gains].append(held.index(rank) / len(held))
    assert len(bids[True]) > 5 and len(bids[False]) > 5
    assert sum(bids[True]) / len(bids[True]) < sum(bids[False]) / len(bids[False]) - 0.2
