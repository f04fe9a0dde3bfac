"""Players from outside are loaded, asked, and believed only as far as the rules go."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.players import LEVELS, BadPlayer, decide, make_player, think_in_slices
from tests.games.playing import Variant, find
from tests.players.positions import turns

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
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
