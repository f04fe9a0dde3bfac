"""Players by their names: the levels, and how any player is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.event import Tell
from goosetable.engine.rules.state import TrickState
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.players import LEVELS, BadPlayer, Player, decide, make_player, think_in_slices
from goosetable.players.ismcts import TreeSearch
from tests.games.playing import Variant, defaults, find
from tests.players.positions import turns

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
EVERYBODY = (*LEVELS, "greedy")
FEW = {"greedy": 3, "easy": 8, "medium": 8, "hard": 8, "expert": 12, "master": 12}
"""Fewer iterations than usual, where it is not strength that is tested."""


def quick(level: str, seed: object) -> Player:
    return make_player(level, Random(f"{seed}"), FEW.get(level))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("level", EVERYBODY)
def test_every_choice_is_legal(level: str, variant: Variant) -> None:
    player = quick(level, 1)
    for turn in turns(variant, "legal", 8, 0.4):
        assert decide(player, turn.view) in turn.view.legal


@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", LEVELS)
def test_randomness_comes_from_the_generator_that_is_given(level: str) -> None:
    seen = [turn.view for turn in turns(FOOL, "other", 12)]
    first = [decide(quick(level, 0), each) for each in seen]
    assert any(decide(quick(level, seed), each) != did for seed in range(1, 5) for each, did in zip(seen, first, strict=True))


DECIDING = """
from random import Random
from goosetable.players import LEVELS, decide, make_player
from tests.players.positions import turns
from tests.players.test_levels import FOOL, quick
print([[decide(quick(level, "hash"), turn.view) for turn in turns(FOOL, "hash", 6, 0.3)] for level in LEVELS])
"""


def test_no_choice_depends_on_the_hash_seed() -> None:
    root = Path(__file__).parents[2]
    where = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(root)}
    ran = subprocess.run([sys.executable, "-c", DECIDING], cwd=root, env=where, capture_output=True, text=True, check=True)
    here = [[decide(quick(level, "hash"), turn.view) for turn in turns(FOOL, "hash", 6, 0.3)] for level in LEVELS]
    assert ran.stdout == f"{here}\n", "this process has another seed, which nobody chose"


class Counted(GooseberryFool):
    """Gooseberry Fool, counting what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.played = 0

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        self.played += 1
        super().apply(state, action, tell)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("level", EVERYBODY)
def test_a_piece_of_work_is_small(level: str) -> None:
    most = 0
    for turn in turns(FOOL, "slices", 3, 0.1):
        game = Counted()
        work = make_player(level, Random(1), 300).think(replace(turn.view, game=game))
        for _ in work:
            most, game.played = max(most, game.played), 0
        most = max(most, game.played)
    assert most <= 700


def test_the_budget_is_a_number_of_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"done": 0}
    iterate = TreeSearch.run_iteration

    def counted(tree: TreeSearch) -> None:
        counts["done"] += 1
        iterate(tree)

    monkeypatch.setattr(TreeSearch, "run_iteration", counted)
    monkeypatch.setattr(TreeSearch, "is_choice_settled", lambda tree: False)
    (turn,) = turns(FOOL, "budget", 1)
    decide(make_player("expert", Random(1), 77), turn.view)
    assert counts["done"] == 77
    counts["done"] = 0
    decide(make_player("expert", Random(1), 1), turn.view)
    assert counts["done"] == len(turn.view.legal), "every action is tried once at least"


@pytest.mark.parametrize("level", EVERYBODY)
def test_where_there_is_one_action_it_is_played_at_once(level: str) -> None:
    (turn,) = turns(FOOL, "forced", 1)
    only = turn.view.legal[1]
    work = make_player(level, Random(1)).think(replace(turn.view, legal=(only,)))
    with pytest.raises(StopIteration) as done:
        next(work)
    assert done.value.value == only


@pytest.mark.parametrize("level", ["greedy", "easy", "medium", "hard", "expert", "master"])
def test_who_compares_says_what_each_action_is_worth(level: str) -> None:
    (turn,) = turns(FOOL, "values", 1)
    player: Any = quick(level, 1)
    decide(player, turn.view)
    assert tuple(player.values) == turn.view.legal
    assert all(0 <= value <= 1 for value in player.values.values())
    decide(player, replace(turn.view, legal=turn.view.legal[:1]))
    assert player.values == {}


def middles(one: str, others: str, deals: int, iterations: tuple[int | None, int | None]) -> float:
    """The share of deals of Gooseberry Fool in which `one` among two `others` is in the middle; each deal from every seat.

    A game is one deal: over a whole game an expert plays for the totals, and often leaves the middle to others.
    """
    game: AnyGame = FOOL.game
    options = FOOL.game.Options(length="one-deal")
    won, fresh = 0.0, Standing(0, (0, 0, 0))
    for number in range(deals):
        deal = game.deal(options, fresh, number % 3, Stream(f"{number:012d}", 1))
        for mine in range(3):
            state = game.begin_deal(options, fresh, deal)
            seated = [
                make_player(one if seat == mine else others, Random(f"{number}:{mine}:{seat}"), iterations[seat != mine])
                for seat in range(3)
            ]
            while not state.over:
                game.apply(state, decide(seated[state.turn], view(game, state, state.turn)))
            won += game.heuristics.payoff(state)[mine]
    return won / (3 * deals)


def test_greedy_is_better_than_random() -> None:
    assert middles("greedy", "random", 30, (10, None)) > 0.38


@pytest.mark.slow
def test_expert_is_better_than_greedy() -> None:
    assert middles("expert", "greedy", 60, (1000, 40)) > 0.36


# ---------------------------------------------------------------------- asking

VIEW = turns(FOOL, "asking", 1)[0].view
FIRST = VIEW.legal[0]
MODULE = '''
class First:
    """Takes the first legal action."""
    def __init__(self, rng):
        self.rng = rng
    def think(self, view):
        yield
        return view.legal[0]

class Plain:
    def __init__(self, rng):
        pass
    def think(self, view):
        return view.game.action_text(view.legal[0])

class Mute:
    def __init__(self, rng):
        pass

class Broken:
    def __init__(self, rng):
        raise RuntimeError("out of feathers")
    def think(self, view):
        return 0

class Needy:
    def __init__(self):
        pass
    def think(self, view):
        return 0

number = 7
'''


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gander_plugin.py").write_text(MODULE)
    (tmp_path / "bad_plugin.py").write_text("1 / 0\n")
    (tmp_path / "torn_plugin.py").write_text("def\n")
    (tmp_path / "leaving_plugin.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "poor_plugin.py").write_text("import no_such_goose\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_can_be_made(name: str) -> None:
    assert decide(make_player(name, Random(1), 12), VIEW) in VIEW.legal


@pytest.mark.parametrize("kind", ["First", "Plain"])
def test_a_player_from_outside_plays(plugins: Path, kind: str) -> None:
    assert decide(make_player(f"gander_plugin:{kind}", Random(1)), VIEW) == FIRST


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gander", "no level 'gander'; there are random, greedy, easy, medium, hard, expert, master, and module:Class"),
        ("", "there is no level ''"),
        ("Expert", "there is no level 'Expert'"),
        (":", "':' is not module:Class"),
        ("gander_plugin:", "'gander_plugin:' is not module:Class"),
        (":First", "':First' is not module:Class"),
        (".gander_plugin:First", "'.gander_plugin:First' is not module:Class"),
        ("gander..plugin:First", "'gander..plugin:First' is not module:Class"),
        ("gan der:First", "'gan der:First' is not module:Class"),
        ("gander_plugin:First:Second", "'gander_plugin:First:Second' is not module:Class"),
        ("no_such_goose:First", "there is no module 'no_such_goose'"),
        ("no_such_goose.players:First", "there is no module 'no_such_goose.players'"),
        ("gander_plugin.players:First", "there is no module 'gander_plugin.players'"),
        ("poor_plugin:First", "the module of the player 'poor_plugin:First' needs 'no_such_goose', which is not there"),
        ("bad_plugin:First", "the module of the player 'bad_plugin:First' fails with ZeroDivisionError: division by zero"),
        ("torn_plugin:First", "the module of the player 'torn_plugin:First' fails with SyntaxError"),
        ("leaving_plugin:First", "the module of the player 'leaving_plugin:First' fails with SystemExit: 3"),
        ("gander_plugin:Second", "there is no class 'Second' in the module 'gander_plugin'"),
        ("gander_plugin:number", "'number' in the module 'gander_plugin' is not a class"),
        ("gander_plugin:Mute", "the player 'gander_plugin:Mute' has no method think"),
        ("gander_plugin:Broken", "'gander_plugin:Broken' cannot be made with Broken(rng): RuntimeError: out of feathers"),
        ("gander_plugin:Needy", "the player 'gander_plugin:Needy' cannot be made with Needy(rng): TypeError"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(plugins: Path, name: str, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        make_player(name, Random(1))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("iterations", [0, -3])
def test_a_budget_is_one_at_least(iterations: int) -> None:
    with pytest.raises(ValueError, match="1 iteration or more"):
        make_player("expert", Random(1), iterations)


class Gander:
    """Answers what it is told to, or raises it."""

    def __init__(self, answer: Any, pause: bool = True) -> None:
        self.answer, self.pause = answer, pause

    def think(self, view: View) -> Generator[None, None, Action]:
        return self.slowly() if self.pause else self.now()

    def slowly(self) -> Generator[None, None, Any]:
        yield
        return self.now()

    def now(self) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


WHO = f"{Gander.__module__}:Gander"
FAILURES = [
    (RuntimeError("lost"), "failed with RuntimeError: lost"), (StopIteration(3), "failed with "),
    (RuntimeError("one\ntwo"), "failed with RuntimeError: one two"), (ValueError(), "failed with ValueError"),
    (ValueError("x" * 5000), "..."), (SystemExit("enough"), "failed with SystemExit: enough"),
    (RecursionError("deep"), "failed with RecursionError: deep"), (None, "returned None, which is no action"),
    (True, "returned True, which is no action"), (1.0, "returned 1.0, which is no action"),
    ([FIRST], f"returned [{FIRST}], which is no action"), ("play 1Z", "returned 'play 1Z', which is no action"),
    ("", "returned '', which is no action"), ("y" * 5000, "..."), ("give 2", "chose give 2, which it may not do now"),
    (384, "chose give 0, which it may not do now"), (-1, "chose -1, the number of no action, which it may not do now"),
    (2**70, "chose a huge number, which it may not do now"),
]  # fmt: skip


@pytest.mark.parametrize("pause", [True, False])
@pytest.mark.parametrize(("answer", "said"), FAILURES)
def test_a_bad_player_is_named(answer: Any, said: str, pause: bool) -> None:
    with pytest.raises(BadPlayer) as failed:
        decide(Gander(answer, pause), VIEW)
    told = str(failed.value)
    assert told.startswith(WHO)
    assert said in told
    assert "\n" not in told
    assert len(told) < 400


def test_a_card_that_is_not_held_is_refused() -> None:
    hand = VIEW.hand
    missing = next(card for card in FOOL.game.pack(FOOL.options) if not hand >> card & 1)
    with pytest.raises(BadPlayer, match="which it may not do now"):
        decide(Gander(FOOL.game.action_text(missing)), VIEW)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Wordless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize("answer", [Unspeakable(), Wordless()])
def test_even_a_player_without_words_is_named(answer: Any) -> None:
    with pytest.raises(BadPlayer, match="Gander"):
        decide(Gander(answer), VIEW)


@pytest.mark.parametrize("pause", [True, False])
def test_a_text_is_an_action(pause: bool) -> None:
    text = FOOL.game.action_text(VIEW.legal[-1])
    assert decide(Gander(text, pause), VIEW) == VIEW.legal[-1]


def test_a_forced_action_is_taken_without_asking() -> None:
    forced = replace(VIEW, legal=(FIRST,))
    assert decide(Gander(RuntimeError("asked")), forced) == FIRST


def test_who_is_not_to_act_decides_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        decide(make_player("random", Random(1)), replace(VIEW, legal=()))


def test_steps_pass_on_every_piece_and_can_be_given_up() -> None:
    work = think_in_slices(make_player("expert", Random(1), 100), VIEW)
    next(work)
    next(work)
    work.close()
    assert len(list(think_in_slices(Gander(FIRST), VIEW))) == 1
