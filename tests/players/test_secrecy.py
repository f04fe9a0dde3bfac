"""Nobody looks into hands: with the hidden cards dealt anew every player does the same, thinks the same, and for as long.

Many positions of every game, at several tables, at every level; and cheats that must be caught. The long run is `-m slow`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View, sample_determinization, view
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, State
from goosetable.games import SHELF
from goosetable.players import LEVELS, Player, make_player, think_in_slices
from goosetable.players.levels import FOR_DEAL, SKILLS
from goosetable.players.search_agent import Searcher
from tests.games.doubles import side_by_side, two_packs
from tests.games.pass_card import PassCard
from tests.games.playing import Variant
from tests.games.whist import Whist
from tests.players.positions import Turn, turns

EVERYBODY = (*LEVELS, *(f"{level}{FOR_DEAL}" for level in SKILLS))
TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "goose": ({}, {"players": 2, "max_hand": 5}, {"players": 6}, {"players": 12, "decks": 2}, {"jokers": "wizard"}),
    "cross-purposes": ({}, {"players": 4}),
    "goosed": ({}, {"players": 3}),
    "fools-gold": ({}, {"players": 5}, {"players": 6}),
    "gops": ({}, {"players": 3}),
}
"""Tables of each game besides the only one that others have."""
FEW = {"random": None, "greedy": 2}
"""Determinizations for a decision; 6 for those that search."""
EXACT = 3
POSITIONS, SOME = 1000, 6


def positions(game: Any, most: int, seed: str) -> Iterator[Turn]:
    """So many turns, from all tables of a game in equal parts, of several games played at random each."""
    matches = [Variant(game, replace(game.Options(), **rules)) for rules in TABLES.get(game.id, ({},))]
    left, each = most, min(40, -(-most // len(matches)))
    number = 0
    while left > 0:
        found = turns(matches[number % len(matches)], f"{seed}:{number}", min(each, left), 0.4)
        assert found
        yield from found
        left -= len(found)
        number += 1


class Thought(NamedTuple):
    """What can be told of a decision: what is done, what each action seemed worth, and how many pieces of work it took."""

    action: Action
    values: dict[Action, float]
    pieces: int


def thought(player: Player, seen: View) -> Thought:
    work, pieces = think_in_slices(player, seen), 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return Thought(done.value, dict(getattr(player, "values", {})), pieces)
        pieces += 1


def changed(seat: Callable[[State, int], Player], met: Iterable[Turn], enough: int | None = None) -> tuple[int, int]:
    """How many thoughts change when the hidden cards are dealt anew, and how many there were in positions that hide any.

    enough: no more are looked for than so many that change.
    """
    count = hiding = 0
    for number, turn in enumerate(met):
        other = sample_determinization(turn.view, Random(number))
        again = view(turn.view.game, other, turn.view.seat)
        assert again == turn.view, "the seat cannot tell one deal from the other"
        hiding += other != turn.truth
        count += all(
            # Whatever is worked out once and kept takes longer the first time; what somebody knows stays different.
            thought(seat(turn.truth, number), turn.view) != thought(seat(other, number), again)
            for _ in range(2)
        )
        if count == enough:
            break
    return count, hiding


def quick(level: str, seed: int) -> Player:
    """A level with little time, but with all that it does."""
    player = make_player(level, Random(seed), FEW.get(level, 6))
    if isinstance(player, Searcher):
        player.skill = replace(player.skill, solver_slices=min(player.skill.solver_slices, EXACT))
    return player


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("level", "game"), [
    pytest.param(level, game, id=f"{level}-{game.id}", marks=() if (at + nth) % 3 == 0 else pytest.mark.slow)
    for at, level in enumerate((*LEVELS, f"expert{FOR_DEAL}")) for nth, game in enumerate((*SHELF, PassCard(), Whist()))
])  # fmt: skip
def test_hidden_cards_change_nothing(level: str, game: Any) -> None:
    count, hiding = changed(lambda truth, seed: quick(level, seed), positions(game, SOME, "some"))
    assert count == 0
    assert hiding > SOME / 3, "there was something to hide"


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize("level", EVERYBODY)
def test_hidden_cards_change_nothing_in_a_thousand_positions(level: str, game: Any) -> None:
    count, hiding = changed(lambda truth, seed: quick(level, seed), positions(game, POSITIONS, "many"))
    assert count == 0
    assert hiding > POSITIONS / 3


DECIDING = ("random", "greedy", "easy", "expert")


def decisions(variant: Variant, seed: str, chance: float) -> Iterator[tuple[View, View]]:
    """What a seat with a choice sees of deals that differ in which of two equal cards lies where."""
    some = Random(f"{variant}:{seed}")
    for one, other in side_by_side(variant, seed):
        seat = one.turn
        if seat is not None and len(one.legal(seat)) > 1 and some.random() < chance:
            yield one.view(seat), other.view(seat)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("variant", two_packs(), ids=str)
@pytest.mark.parametrize("level", DECIDING)
def test_which_of_two_equal_cards_lies_where_changes_nothing(level: str, variant: Variant) -> None:
    met = 0
    for number, (seen, again) in enumerate(decisions(variant, "copies", 0.15)):
        assert thought(quick(level, number), seen) == thought(quick(level, number), again)
        met += 1
        if met == 2:
            break
    assert met


class Seer:
    """Plays the true deal out in its head after every action, and takes the best."""

    def __init__(self, truth: State) -> None:
        self.truth = truth

    def think(self, seen: View) -> Generator[None, None, Action]:
        yield
        return max(seen.legal, key=lambda action: self._after(seen, action))

    def _after(self, seen: View, action: Action) -> float:
        game, state = seen.game, self.truth.copy()
        state.turn = seen.seat
        game.apply(state, action)
        while state.turn != OVER:
            game.apply(state, game.heuristics.choose_playout_action(state, game.legal(state), 0.5))
        return game.heuristics.payoff(state)[seen.seat]


class HorizonSearch:
    """A level as it should be, that knows one bit of its neighbour's hand: whether its digits add up to an odd number."""

    def __init__(self, truth: State, seed: int) -> None:
        self.truth, self.honest = truth, quick("easy", seed)

    def think(self, seen: View) -> Generator[None, None, Action]:
        action = yield from self.honest.think(seen)
        hand = self.truth.hands[(seen.seat + 1) % len(seen.sizes)]
        return seen.legal[0] if sum(map(int, str(hand))) % 2 else action


class Dawdler:
    """Does what it should, but thinks longer by every other card of the hand on its left: that tells as much."""

    def __init__(self, truth: State, seed: int) -> None:
        self.truth, self.honest = truth, quick("easy", seed)

    def think(self, seen: View) -> Generator[None, None, Action]:
        for card in range(0, 52, 2):
            if self.truth.hands[(seen.seat + 1) % len(seen.sizes)] & BIT[card]:
                yield
        return (yield from self.honest.think(seen))


CHEATS: dict[str, Callable[[State, int], Player]] = {
    "seer": lambda truth, seed: Seer(truth),
    "glimpse": HorizonSearch,
    "dawdler": Dawdler,
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_is_caught(cheat: str, game: Any) -> None:
    count, _ = changed(CHEATS[cheat], positions(game, 60, "cheats"), enough=3)
    assert count == 3
