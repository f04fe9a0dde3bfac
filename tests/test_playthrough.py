"""A game played from Python: it is the record's game, what is pushed can be popped, and what is refused changes nothing."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import goosetable
from goosetable import Playthrough, Refused, play, resume
from goosetable.commands import records
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.strength.policy import HABITS_FILE, POLICY_FILE
from goosetable.games import SHELF, find_game

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / ".github" / "COMMANDS.md"
CODE = "7Q4K-M2XD-9TBR"
Capture = pytest.CaptureFixture[str]
Play = Callable[..., Playthrough]


def test_the_page_of_commands_plays_its_examples() -> None:
    blocks = re.findall(r"```python\n(>>> .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        examples = doctest.DocTestParser().get_doctest(block, {}, PAGE.name, str(PAGE), 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_package_alone_imports_nothing() -> None:
    script = (
        "import sys; before = set(sys.modules); import goosetable; found = set(sys.modules) - before; "
        "from goosetable import play; print(sorted(found), 'pygame' in sys.modules, callable(play))"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    assert ran.stdout.strip() == "['goosetable'] False True"


def test_the_package_has_nothing_else() -> None:
    with pytest.raises(AttributeError, match="'goosetable' has no attribute 'plya'"):
        _ = goosetable.plya
    assert all(hasattr(goosetable, name) for name in goosetable.__all__)


@settings(max_examples=40)
@given(some.sampled_from(SHELF), some.integers(1, 50), some.randoms(use_true_random=False), some.integers(1, 120))
def test_any_legal_actions_pushed_and_popped_leave_the_same_record(game: AnyGame, number: int, rng: Random, count: int) -> None:
    at = play(game.id, code_in_series("pushed", number))
    records, done = [at.record], list[str]()
    while at.turn is not None and len(done) < count:
        done.append(rng.choice(at.legal))
        at.act(done[-1])
        records.append(at.record)
    assert resume(at.record).record == at.record
    while done:
        assert at.record == records.pop()
        assert at.undo() == done.pop()
    assert [at.record] == records
    with pytest.raises(Refused, match="no action to take back"):
        at.undo()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_game_between_players_is_a_record_that_is_right(game: AnyGame, tmp_path: Path, capsys: Capture) -> None:
    seats = len(play(game.id).totals)
    at = play(game.id, CODE, ["greedy@10%", *["random"] * (seats - 1)], seed="whole")
    at.run()
    assert at.turn is None and at.winners and at.legal == ()
    assert json.loads(at.record.splitlines()[-1])["end"]["winners"] == list(at.winners)
    file = tmp_path / "whole.goose"
    file.write_text(at.record, encoding="utf-8")
    assert records.check([str(file)]) == 0
    assert "finished" in capsys.readouterr().out


def test_players_do_the_same_after_what_was_taken_back() -> None:
    at = play("gooseberry-fool", CODE, ["greedy", "easy@5%", "random"], seed="again")
    at.run(most_deals=2)
    played = at.record
    for _ in range(20):
        at.undo()
    assert len(at.record) < len(played)
    at.run(most_deals=1)
    assert at.record == played
    other = play("gooseberry-fool", CODE, ["greedy", "easy@5%", "random"], seed="other")
    other.run(most_deals=2)
    assert other.record != played


def test_a_game_goes_on_from_a_record_as_it_would_have_gone_on() -> None:
    at = play("throps", CODE, ["random", "greedy", "random"], seed="s")
    at.run(most_deals=1)
    other = resume(at.record, seed="s")
    at.run(most_deals=1)
    other.run(most_deals=1)
    assert other.record == at.record


def test_a_record_read_in_is_without_what_was_taken_back() -> None:
    text = (ROOT / "tests" / "records" / "fool-undo.goose").read_bytes()
    at = resume(text)
    assert b'"undo"' in text
    assert '"undo"' not in at.record
    assert resume(at.record).record == at.record


def test_sealed_bids_may_come_in_any_order() -> None:
    at = play("throps", CODE)
    assert at.turn is not None
    last = (at.turn + 1) % 3
    view = at.view(last)
    at.act(view.game.action_text(view.legal[0]), seat=last)
    assert f'{{"seat": {last}, "do": "bid' in at.record
    with pytest.raises(Refused, match="it is the turn of seat"):
        at.act(view.game.action_text(view.legal[0]), seat=last)


class First:
    """Plays the first legal action."""

    def think(self, view: View) -> Generator[None, None, int]:
        """The first."""
        yield
        return view.legal[0]


class Wrong:
    """Plays no action at all."""

    def think(self, view: View) -> Generator[None, None, object]:
        """Nothing."""
        yield
        return None


def test_seats_without_a_player_are_people() -> None:
    at = play("gooseberry-fool", CODE, ["random"])
    at.run()
    assert at.turn == 1
    with pytest.raises(Refused, match="seat 1, where a person plays"):
        at.step()
    names = [seat["player"] for seat in json.loads(at.record.splitlines()[0])["seats"]]
    assert names == ["random", "human", "human"]


def test_a_player_may_be_an_object() -> None:
    at = play("gooseberry-fool", CODE, [First(), "greedy", First()])
    at.run(most_deals=1)
    assert json.loads(at.record.splitlines()[0])["seats"][0]["player"].endswith(":First")


class Drawing:
    """Plays any card, by a randomness of its own."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> int:
        """Draws one of the legal actions."""
        return self.rng.choice(view.legal)


def test_a_player_may_be_a_class_which_is_made_with_the_randomness_of_its_seat() -> None:
    first, again, other = (play("gops", CODE, Drawing, seed) for seed in ("one", "one", "two"))
    for at in (first, again, other):
        at.run()
    assert first.record == again.record != other.record
    assert [seat["player"] for seat in json.loads(first.record.splitlines()[0])["seats"]] == [f"{__name__}:Drawing"] * 2
    begun = play("gops", CODE)
    assert resume(begun.record, Drawing).step() == resume(begun.record, [None, Drawing]).step() in begun.legal
    assert resume(begun.record, "easy@1").step() in begun.legal


def test_learned_weights_that_cannot_be_used_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = find_game("gooseberry-fool").heuristics
    monkeypatch.setattr(heuristics, "_learned", {HABITS_FILE: heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {POLICY_FILE: "the weights are damaged"})
    with pytest.warns(RuntimeWarning, match="^the weights are damaged$") as warned:
        game = play("gooseberry-fool", CODE, ["expert@1%", "expert@1%", None])
    assert [one.filename for one in warned] == [__file__], "it points at who called"
    with pytest.warns(RuntimeWarning, match="^the weights are damaged$") as warned:
        resume(game.record)
    assert [one.filename for one in warned] == [__file__]
    play("gooseberry-fool", CODE, ["hard", "random", None])
    play("goose", CODE, "expert")


def test_as_many_play_as_are_named_where_the_game_leaves_it_open() -> None:
    assert len(play("goose", CODE, ["random"] * 5).totals) == 5
    assert len(play("goose", CODE, options={"players": 3}).totals) == 3
    assert len(play("fools-gold", CODE, "random").totals) == 3


def test_what_a_record_names_from_outside_is_not_run() -> None:
    text = play("gooseberry-fool", CODE, "random").record.replace('"random"', '"nowhere:Evil"', 1)
    at = resume(text)
    while at.turn != 0:
        at.step()
    with pytest.raises(Refused, match="a person plays"):
        at.step()
    assert at.record.count("nowhere:Evil") == 1


def _misplaced() -> Playthrough:
    at = play("gooseberry-fool", CODE, "random")
    at.run()
    at.act("play 7H")
    return at


def _failing() -> Playthrough:
    at = play("gooseberry-fool", CODE, [None, Wrong()])  # type: ignore[list-item]
    at.step()
    return at


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: play("bridge"), "there is no game 'bridge'"),
        (lambda: play("goose", "GOOSE-1"), "a game code has 12 symbols"),
        (lambda: play("goose", CODE, ["wizard"] * 4), "there is no level 'wizard'"),
        (lambda: play("goose", CODE, ["easy@no"] * 4), "LEVEL@ITERATIONS"),
        (lambda: play("goose", CODE, ["nowhere:Evil"] * 4), "there is no module 'nowhere'"),
        (lambda: play("throps", CODE, ["easy"] * 4), "needs 3 seats here, not 4"),
        (lambda: play("goose", CODE, options={"target": 7}), "there is no option 'target'"),
        (lambda: play("goose", CODE).act("play 7"), "'7' is not a card"),
        (lambda: play("goose", CODE).act("play 7H"), "may not play 7H"),
        (lambda: play("goose", CODE).view(4), "there is no seat 4"),
        (lambda: play("goose", CODE).view(-1), "there is no seat -1"),
        (lambda: resume(""), "line 1: there is no game in this file"),
        (lambda: resume(play("goose", CODE).record.replace('"dealer": ', '"dealer": 1')), "line 2: there is no seat"),
        (lambda: resume(play("goose", CODE).record, ["random"] * 5), "there are 4 seats, not 5"),
        (lambda: play("gops", CODE).act(3), "an action is a text, such as 'bid 2C', and not 3"),  # type: ignore[arg-type]
        (lambda: play("gops", 3), "a game code has 12 symbols"),  # type: ignore[arg-type]
        (lambda: play("gops", CODE, [Random, None]), "the player 'random:Random' has no method think(view)"),
        (lambda: play("gops", CODE, [3, None]), "the player 'builtins:int' has no method think(view)"),  # type: ignore[list-item]
        (lambda: play("gops", CODE, First), "cannot be made with First(rng): TypeError: First() takes no arguments"),
        (_misplaced, "the game is over"),
        (_failing, "returned None, which is no action"),
    ],
)
def test_what_is_refused_is_said_in_one_way(call: Play, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        call()


def test_what_is_refused_changes_nothing() -> None:
    at = play("gooseberry-fool", CODE)
    before, legal, theirs = at.record, at.legal, at.describe(0 if at.turn else 1)["hand"]
    assert isinstance(theirs, list)
    for text in ("play XX", "bid 3", "", *(f"play {card}" for card in theirs)):
        with pytest.raises(Refused):
            at.act(text)
    assert (at.record, at.legal) == (before, legal)
