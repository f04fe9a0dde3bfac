"""`goosetable suggest` and players by their names: one action, the same for the same seed, or a sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable import players
from goosetable.commands import setup
from goosetable.commands.console import CallError
from goosetable.engine.record import format, replay
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.rules.options import options_as_json
from goosetable.games import SHELF, find_game
from goosetable.players.levels import FOR_DEAL, SKILLS
from goosetable.players.search_agent import STYLES
from goosetable.review.evaluate import Adviser

Call = Callable[..., tuple[int, str, str]]

PLAYER = """
class Odd:
    values = {"x": 1, 3: float("nan")}

    def __init__(self, rng):
        pass

    def think(self, view):
        return max(view.legal)

class Bad(Odd):
    def think(self, view):
        raise KeyError("no\\nidea")
"""


@pytest.fixture
def begun(tmp_path: Path, good: list[str], legal: dict[int, set[str]]) -> Path:
    """A record that stops where a seat has to choose among several actions."""
    stop = next(number for number in sorted(legal)[2:] if len(legal[number]) > 3)
    path = tmp_path / "begun.goose"
    path.write_text("\n".join([*good[: stop - 1], ""]))
    return path


@pytest.mark.parametrize("level", ["random", "greedy", "easy"])
def test_it_is_legal_and_the_same_for_the_same_seed(call: Call, begun: Path, level: str) -> None:
    said = {call("suggest", begun, "--level", level, "--seed", "5", "--iterations", "20") for _ in range(3)}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err, out.count("\n")) == (0, "", 1)
    found = json.loads(out)
    # Who compares nothing has no reason, and only those who imagine deals to their ends count them.
    more = {"random": [], "greedy": ["sure", "why", "hint"], "easy": ["visits", "sure", "why", "hint"]}
    measured = found.pop("chances", {})  # of what was played out often enough
    assert all(0 <= chance <= 1 for chance in measured.values()) and measured.keys() <= found["values"].keys()
    assert list(found) == ["seat", "do", "values", *more[level]]
    assert more[level] == [] or (
        found["why"].endswith(".")
        and (found["sure"].startswith(("clear", "likely", "about as good as ")) or found["sure"].endswith(" is as good"))
    )
    # A beginner tries each of eleven cards in every deal that it imagines.
    assert sum(found.get("visits", {}).values()) == (11 * 20 if level == "easy" else 0)
    action = json.dumps({"seat": found["seat"], "do": found["do"]})
    assert call("check", "-", given=begun.read_bytes() + action.encode() + b"\n")[0] == 0
    assert all(isinstance(value, int | float) for value in found["values"].values())


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize("level", ["greedy", *SKILLS, f"expert{FOR_DEAL}"])
def test_every_legal_action_has_its_value(call: Call, tmp_path: Path, game: Any, level: str) -> None:
    """At the first decision of a deal and at some in the middle: calls, sealed bids and cards."""
    out = call("simulate", game.id, "--games", 1, "--seed", 5, "--max-deals", 1, "--out", "-")[1]
    text = [f"{line}\n" for line in out.splitlines()]
    for number in (3, len(text) // 3, len(text) // 2, len(text) * 3 // 4):
        begun = "".join(text[: number - 1]).encode()
        (session,) = replay.replayed_games(begun, find_game)
        legal = {game.action_text(action) for action in session.legal()}
        code, said, err = call("suggest", "-", "--level", level, "--seed", 1, "--iterations", 6, given=begun)
        assert (code, err) == (0, "")
        found = json.loads(said)
        assert found["do"] in legal
        assert len(legal) > 1 or number > 3
        assert set(found["values"]) == (legal if len(legal) > 1 else set())
        assert all(0 <= value <= 1 for value in found["values"].values())


def test_it_asks_the_level_of_review_and_hint_where_none_is_named(
    call: Call, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def made(name: str, source: str, iterations: int | None) -> players.Player:
        asked.append(name)
        return players.make_player("random", Random(source), iterations)

    monkeypatch.setattr(setup, "make_player", made)
    assert call("suggest", begun)[0] == call("suggest", begun, "--level", "easy")[0] == 0
    assert asked == [players.ADVICE, "easy"]
    assert Adviser().level == players.ADVICE
    for command in ("suggest", "review"):
        assert f"({players.ADVICE})" in " ".join(call(command, "--help")[1].split())


def test_the_last_game_counts(call: Call, begun: Path, good: list[str]) -> None:
    alone = call("suggest", begun, "--level", "random", "--seed", "1")
    after = "\n".join([*good, ""]).encode() + begun.read_bytes()
    assert call("suggest", "-", "--level", "random", "--seed", "1", given=after) == alone


def test_nothing_to_do_is_a_sentence(call: Call, good: list[str]) -> None:
    score = next(number for number, line in enumerate(good) if "score" in line)
    for stop, words in (
        (1, "the next deal has not begun"),
        (score, "waits for its score line"),
        (len(good) - 1, "waits for its end line"),
        (len(good), "the game has ended"),
    ):
        code, out, err = call("suggest", "-", "--level", "random", given="\n".join([*good[:stop], ""]).encode())
        assert (code, out) == (1, "")
        assert err.startswith("goosetable suggest: -: ")
        assert words in err


def test_a_record_that_is_wrong(call: Call, good: list[str]) -> None:
    code, out, err = call("suggest", "-", "--level", "random", given="\n".join([*good[:5], "?", ""]).encode())
    assert (code, out, err) == (1, "", "-:6: the line is not JSON\n")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--level", "genius"], "there is no level 'genius'"),
        (["--level", "human"], "'human' is no computer player"),
        (["--level", "no_such_module:Class"], "no_such_module"),
        (["--level", ":"], "module:Class"),
        (["--iterations", "0"], "argument --iterations: it must be from 1 to "),
        (["--iterations", "-5"], "argument --iterations: it must be from 1 to "),
        (["--iterations", "1" + "0" * 40], "argument --iterations: it must be from 1 to "),
        (["--iterations", "many"], "'many' is not a whole number"),
        (["--seed", "ü"], "'ü' is not ASCII text"),
        (["--lev", "easy"], "unrecognized arguments: --lev easy"),
    ],
)
def test_wrong_calls(call: Call, begun: Path, argv: list[str], words: str) -> None:
    code, out, err = call("suggest", begun, *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_players_of_ones_own(call: Call, begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (begun.parent / "mine_to_suggest.py").write_text(PLAYER)
    monkeypatch.chdir(begun.parent)
    monkeypatch.setattr(sys, "path", list(sys.path))
    code, out, _ = call("suggest", begun, "--level", "mine_to_suggest:Odd")
    assert code == 0
    assert json.loads(out)["values"] == {}
    code, out, err = call("suggest", begun, "--level", "mine_to_suggest:Bad")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("goosetable suggest: mine_to_suggest:Bad failed: ")


FOOL = ("simulate", "gooseberry-fool")


def test_a_style_is_played_and_written_into_the_record(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "out.goose"
    seats = "easy+bold@5,easy-deal+spoiler@5,easy@5"
    code, said, err = call(*FOOL, "--seats", seats, "--games", 1, "--seed", 1, "--max-deals", 1, "--out", out)
    assert (code, err) == (0, "")
    assert "easy+bold@5" in said
    header = next(line for _, line in format.read_lines(out.read_bytes()))
    assert isinstance(header, Header)
    assert [chair.player for chair in header.chairs] == seats.split(",")
    assert call("check", out)[0] == 0


def test_a_style_that_there_is_not_is_said_with_those_there_are(call: Call) -> None:
    code, said, err = call(*FOOL, "--seats", "easy+wise,easy,easy", "--games", 1)
    assert (code, said) == (2, "")
    assert "there is no style 'wise'; there are bold, cautious" in err


def test_the_help_lists_them(call: Call) -> None:
    with_breaks = call(*FOOL, "--help")[1]
    told = " ".join(with_breaks.split())
    for style in STYLES:
        assert style in told


GOOSE = find_game("goose")
DEALS = (("AS 2H 3H", "AS 5H 6H", "4D KS 9C"), ("KS 2H 3H", "AS 5H 6H", "4D AS 9C"), ("KS 2H 4D", "AS 5H 6H", "3H 7C 9C"))
"""Seat 1 holds the same each time; the other ace of spades lies at its right, at its left, and in the stock."""


def record(hands: tuple[str, ...]) -> bytes:
    """A deal in which seat 0 has bid, and seat 1 is to bid."""
    options = GOOSE.Options(players=3, decks=2, max_hand=3)
    chairs = tuple(Chair(name, "human") for name in ("Ann", "Ben", "Cyd"))
    header = format.line_as_text(Header(GOOSE.id, dict(options_as_json(options)), None, chairs))
    dealt = ", ".join(f'"{hand}"' for hand in hands)
    deal = f'{{"deal": 1, "dealer": 2, "hands": [{dealt}], "turned": "2C"}}'
    return f'{header}\n{deal}\n{{"seat": 0, "do": "bid 1"}}\n'.encode()


def same(call: Call, *argv: object, more: bytes = b"") -> str:
    """What is printed of each deal."""
    said = {call(*argv, given=record(hands) + more) for hands in DEALS}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize("style", STYLES)
def test_every_style_suggests(call: Call, style: str) -> None:
    code, said, err = call("suggest", "-", "--level", f"easy+{style}", "--seed", 1, "--iterations", 10, given=record(DEALS[0]))
    assert (code, err) == (0, "")
    assert '"do": "bid' in said


def test_trace_shows_a_seat_the_same(call: Call) -> None:
    more = b'{"seat": 1, "do": "bid 1"}\n{"seat": 2, "do": "bid 0"}\n'
    out = same(call, "trace", "-", "--view", "1", more=more)
    assert out.count('"hand": ["AS", "6H", "5H"]') == 3


@pytest.mark.parametrize("level", ["random", "greedy", "easy", "expert"])
def test_a_player_suggests_the_same(call: Call, level: str) -> None:
    assert '"seat": 1' in same(call, "suggest", "-", "--level", level, "--seed", "5", "--iterations", "30")


def test_effort_is_a_share_of_the_usual_work() -> None:
    def made(name: str) -> Any:
        return setup.make_player(name, "x")

    usual, tenth, few = (made(f"expert{effort}").skill for effort in ("", "@10%", "@70"))
    assert (tenth.iterations, tenth.work) == (usual.iterations // 10, usual.work // 10)
    assert (few.iterations, few.work) == (70, None)
    assert made("greedy@50%").determinizations == made("greedy").determinizations // 2
    assert made("random@50%").name == "random"
    with pytest.raises(CallError, match="LEVEL@PERCENT"):
        setup.make_player("expert@1.5%", "x")
