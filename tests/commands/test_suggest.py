"""The commands that look at games: `suggest`, `review` and `statistics`."""

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
from goosetable.commands.console import CommandError
from goosetable.engine.record import format, replay
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.rules.options import options_as_json
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile
from goosetable.games import SHELF, find_game
from goosetable.players.levels import FOR_DEAL, SKILLS
from goosetable.players.search_agent import STYLES
from goosetable.review.evaluate import Adviser
from tests.engine.sheet.test_course import course, give

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


@pytest.mark.one_in(5)
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


SUGGEST = ["suggest", "--level", "random"]
NOTHING_OVER = "no deal is over, so there is nothing to review"


def deal_of_computers(good: list[str]) -> list[str]:
    score = next(number for number, line in enumerate(good) if "score" in line)
    return [line.replace('"human"', '"random"') for line in good[: score + 1]]


@pytest.mark.parametrize(
    ("command", "lines", "code", "said"),
    [
        (SUGGEST, lambda good: good[:1], 1, "the next deal has not begun"),
        (SUGGEST, lambda good: deal_of_computers(good)[:-1], 1, "waits for its score line"),
        (SUGGEST, lambda good: good[:-1], 1, "waits for its end line"), (SUGGEST, lambda good: good, 1, "the game has ended"),
        (["review"], lambda good: good[:1], 0, NOTHING_OVER),
        (["review", "--seats", "0"], lambda good: good[:6], 0, NOTHING_OVER),
        (["review"], deal_of_computers, 0, "no person sat in the deals that are over; --seats 0,1 names the seats to review"),
        (["trace"], lambda good: good[:1], 0, "no game has an action yet"),
        (["trace"], lambda good: good[:2], 0, "no game has an action yet"),
        (["trace"], lambda good: [*good[:2], good[0]], 0, "no game has an action yet"),
        (["statistics"], lambda good: [json.dumps(json.loads(good[0]) | {"from": {"deal": 1, "step": 0}})], 0,
         "there is no game in these files"),
        (["statistics"], lambda good: deal_of_computers(good)[:1], 0,
         "no person sat in these games; --who NAME asks for a computer player"),
    ],
)  # fmt: skip
def test_where_there_is_nothing_to_say_one_sentence_says_why(
    call: Call, good: list[str], command: list[str], lines: Callable[[list[str]], list[str]], code: int, said: str
) -> None:
    done = call(*command, "-", given="\n".join([*lines(good), ""]).encode())
    assert done[:2] == (code, "") and done[2].count("\n") == 1
    where = "" if command == ["statistics"] else "-: "
    assert done[2].startswith(f"goosetable {command[0]}: {where}") and said in done[2]


def test_a_computer_player_is_asked_for_by_name_and_what_is_wrong_is_said_alone(
    call: Call, good: list[str], tmp_path: Path
) -> None:
    given = "\n".join(deal_of_computers(good)).encode()
    assert call("statistics", "-", "--who", json.loads(good[0])["seats"][0]["name"], given=given)[2] == ""
    code, out, err = call("statistics", "-", tmp_path / "none.goose", given=b"")
    assert (code, out) == (2, "") and err.count("\n") == 2


@pytest.mark.parametrize("command", [["suggest", "--level", "random"], ["review"]], ids=lambda words: str(words[0]))
def test_a_record_that_is_wrong(call: Call, good: list[str], command: list[str]) -> None:
    given = "\n".join([*good[:5], "?", ""]).encode()
    assert call(*command, "-", given=given) == (1, "", "-:6: the line is not JSON\n")


@pytest.mark.parametrize(
    ("command", "file", "argv", "words"),
    [
        ("suggest", "begun", ["--level", "genius"], "there is no level 'genius'"),
        ("suggest", "begun", ["--level", "human"], "'human' is no computer player"),
        ("suggest", "begun", ["--level", "no_such_module:Class"], "no_such_module"),
        ("suggest", "begun", ["--level", ":"], "module:Class"),
        ("suggest", "begun", ["--iterations", "0"], "argument --iterations: it must be from 1 to "),
        ("suggest", "begun", ["--iterations", "-5"], "argument --iterations: it must be from 1 to "),
        ("suggest", "begun", ["--iterations", "1" + "0" * 40], "argument --iterations: it must be from 1 to "),
        ("suggest", "begun", ["--iterations", "many"], "'many' is not a whole number"),
        ("suggest", "begun", ["--seed", "ü"], "'ü' is not ASCII text"),
        ("suggest", "begun", ["--lev", "easy"], "unrecognized arguments: --lev easy"),
        ("review", "one_deal", ["--level", "genius"], "there is no level 'genius'"),
        ("review", "one_deal", ["--level", "random"], "compares no actions by a search"),
        ("review", "one_deal", ["--level", "module:Class"], "module"),
        ("review", "one_deal", ["--seats", "x"], "'x' is not a list of seats"),
        ("review", "one_deal", ["--seats", ""], "'' is not a list of seats"),
        ("review", "one_deal", ["--seats", "9"], "there is no seat 9 in deal 1"),
        ("review", "one_deal", ["--iterations", "0"], "argument --iterations: it must be from 1 to "),
        ("review", "one_deal", ["--seed", "ü"], "'ü' is not ASCII text"),
        *(("trace", "goose", ["--view", seat], "its seats are 0 to 2") for seat in ("3", "99")),
        *(("trace", "goose", [f"--view={seat}"], "goosetable trace: argument --view: ")
          for seat in ("-1", "100", "1.0", "one", "", "²", "9" * 5000)),
        ("statistics", "", ["--when", "May"], "'May' is not week, month or a year"),
        ("statistics", "", ["--game", "whist"], "invalid choice: 'whist'"),
        ("statistics", "", ["-", "-"], "standard input can be read only once"),
        ("statistics", "", ["-", "--portable", "x"], "so no file can be named with it"),
    ],
)  # fmt: skip
def test_wrong_calls(call: Call, request: pytest.FixtureRequest, command: str, file: str, argv: list[str], words: str) -> None:
    code, out, err = call(command, *([request.getfixturevalue(file)] if file else []), *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1 and len(err) < 500


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
    assert (tenth.iterations, tenth.max_actions) == (usual.iterations // 10, usual.max_actions // 10)
    assert (few.iterations, few.max_actions) == (70, None)
    assert made("greedy@50%").determinizations == made("greedy").determinizations // 2
    assert made("random@50%").name == "random"
    with pytest.raises(CommandError, match="LEVEL@PERCENT"):
        setup.make_player("expert@1.5%", "x")


# ---------------------------------------------------------------------- review


def test_lines_of_json_the_same_for_the_same_seed(call: Call, one_deal: Path) -> None:
    said = {call("review", one_deal, "--seats", "0,2", "--seed", "5", "--iterations", "3") for _ in range(2)}
    assert len(said) == 1
    code, out, err = said.pop()
    assert (code, err) == (0, "")
    *opinions, first, last = [json.loads(line) for line in out.splitlines()]
    assert {opinion["seat"] for opinion in opinions} == {0, 2}
    assert list(opinions[0]) == [
        "line", "seat", "do", "best", "sure", "rival", "why", "deals", "cost", "outlooks", "hidden", "game", "principle",
        "follows", "person", "hint", "counts", "size",
    ]  # fmt: skip
    text = one_deal.read_text().splitlines()
    for opinion in opinions:
        assert json.loads(text[opinion["line"] - 1])["do"] == opinion["do"]
        assert opinion["why"] == "" or opinion["why"].endswith(".")
        assert "[" not in opinion["why"] + opinion["hidden"]
    for seat, summed in ((0, first), (2, last)):
        own = [opinion for opinion in opinions if opinion["seat"] == seat]
        assert (summed["deal"], summed["seat"], summed["decisions"]) == (1, seat, len(own))
        assert summed["as good as any"] == sum(not opinion["counts"] for opinion in own)
        assert len(summed["dearest"]) <= 3


def traced(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_every_action_has_a_line_also_those_undone(call: Call, goose: Path, good: list[str]) -> None:
    code, out, err = call("trace", goose)
    assert (code, err) == (0, "")
    found = traced(out)
    actions = [(number, json.loads(line)) for number, line in enumerate(good, 1) if '"do"' in line]
    assert [entry["line"] for entry in found] == [number for number, _ in actions]
    for entry, (_, action) in zip(found, actions, strict=True):
        assert list(entry) == ["line", "seat", "legal"]
        assert entry["seat"] == action["seat"]
        assert action["do"] in entry["legal"]
        assert entry["legal"] == sorted(set(entry["legal"]))


def test_a_view_is_what_that_seat_may_know(call: Call, goose: Path) -> None:
    code, out, _ = call("trace", goose, "--view", "1")
    assert code == 0
    for entry in traced(out):
        view = entry["view"]
        assert view["seat"] == 1
        assert view["legal"] == (entry["legal"] if entry["seat"] == 1 else [])
        assert len(view["hand"]) == view["sizes"][1]
        assert len(view["unseen"]) == view["sizes"][0] + view["sizes"][2]


def test_lines_are_counted_through_the_file(call: Call, good: list[str]) -> None:
    once = traced(call("trace", "-", given="\n".join([*good, ""]).encode())[1])
    twice = traced(call("trace", "-", given="\n".join([*good, *good, ""]).encode())[1])
    assert [entry["line"] for entry in twice] == [
        *(entry["line"] for entry in once),
        *(entry["line"] + len(good) for entry in once),
    ]


def test_lines_before_an_error_are_printed(call: Call, good: list[str]) -> None:
    code, out, err = call("trace", "-", given="\n".join([*good[:5], "{", ""]).encode())
    assert code == 1
    assert [entry["line"] for entry in traced(out)] == [n for n in (3, 4, 5) if '"do"' in good[n - 1]]
    assert err == "-:6: the line is not JSON\n"


def test_an_illegal_action_has_no_line(call: Call, good: list[str]) -> None:
    code, out, err = call("trace", "-", given="\n".join([*good[:2], '{"seat": 0, "do": "play XL"}', ""]).encode())
    assert (code, out) == (1, "")
    assert err.startswith("-:3: ")


# ---------------------------------------------------------------------- statistics


@pytest.fixture
def kept(tmp_path: Path, goose: Path, make_record: Callable[..., str]) -> Path:
    """A data folder with two games."""
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    (games / "one.goose").write_bytes(goose.read_bytes())
    (games / "two.goose").write_text(make_record(3, code="7Q4K-M2XD-9TBS"))
    return tmp_path / "data"


def told(out: str, who: str) -> list[dict[str, object]]:
    found = [json.loads(line) for line in out.splitlines()]
    return [line for line in found if line["who"] == who]


def test_a_file(call: Call, goose: Path) -> None:
    code, out, err = call("statistics", goose)
    assert (code, err) == (0, "")
    (session,) = replayed_games(goose.read_bytes(), find_game)
    assert [json.loads(line)["who"] for line in out.splitlines() if "places" in line] == list(session.names)[::-1]
    places, accuracy, game, *against = told(out, "Ann")
    won = 0 in session.winners
    assert (places["games"], places["won"]) == (1, won)
    assert accuracy["accuracy"] == {"good": 0, "decisions": 0}
    assert game["game"] == "gooseberry-fool"
    totals = [float(total) for total in session.standing.totals]
    lead = {line["against"]: line["lead"] for line in against}
    assert lead == {"Ben": pytest.approx((totals[0] - totals[1]) / 3), "Cy": pytest.approx((totals[0] - totals[2]) / 3)}


def test_a_sheet_counts_like_a_record(call: Call, tmp_path: Path) -> None:
    kept = give(course("goose", players=3, max_hand=2, sequence="down"), 1, 1, 1, 1, 1, 1, 0, 1, 1)
    path = tmp_path / "a.goosesheet"
    path.write_text(file.file_content(SheetFile(kept, None)), encoding="utf-8")
    code, out, err = call("statistics", path)
    assert (code, err) == (0, "")
    bids = next(line for line in told(out, kept.names[2]) if "bids" in line)
    assert (bids["bids"], bids["exact"], bids["deals"]) == ("goose", 2, 2)


def test_the_games_that_are_kept_and_the_same_files(call: Call, kept: Path) -> None:
    code, out, err = call("statistics", "--portable", kept)
    assert (code, err) == (0, "")
    assert told(out, "Ann")[0]["games"] == 2
    names = sorted((kept / "games").iterdir())
    assert sorted(call("statistics", *names)[1].splitlines()) == sorted(out.splitlines())


def test_filters(call: Call, kept: Path) -> None:
    here = ("statistics", "--portable", kept)
    assert {json.loads(line)["who"] for line in call(*here, "--who", "ben")[1].splitlines()} == {"Ben"}
    for more, games in (
        (("--game", "goose"), 0), (("--rules", "standard"), 0), (("--rules", "otherwise"), 2), (("--when", "2026"), 0),
        (("--against", "Cy"), 2),
    ):  # fmt: skip
        assert told(call(*here, "--who", "Ann", *more)[1], "Ann")[0]["games"] == games
    code, out, err = call(*here, "--who", "Dot")
    assert (code, out, err) == (2, "", "goosetable statistics: no player called 'Dot' sat in a game\n")


def test_what_is_wrong_is_named_and_the_rest_counted(call: Call, goose: Path, tmp_path: Path, good: list[str]) -> None:
    bad = tmp_path / "bad.goose"
    bad.write_text("\n".join([*good[:5], "?", ""]))
    code, out, err = call("statistics", bad, goose)
    assert (code, err) == (1, f"{bad}:6: the line is not JSON\n")
    assert told(out, "Ann")[0]["games"] == 1
    code, out, err = call("statistics", tmp_path / "none.goose", goose)
    assert code == 2
    assert "there is no file" in err
    assert told(out, "Ann")


def test_a_kept_record_that_is_damaged(call: Call, kept: Path) -> None:
    (kept / "games" / "bad.goose").write_text("{}\n")
    code, out, err = call("statistics", "--portable", kept)
    assert code == 1
    assert err.startswith(f"{kept / 'games' / 'bad.goose'}: the record cannot be read")
    assert told(out, "Ann")[0]["games"] == 2


def test_no_game_at_all(call: Call, tmp_path: Path) -> None:
    said = f"goosetable statistics: there is no game in {str(tmp_path)!r}\n"
    assert call("statistics", "--portable", tmp_path) == (0, "", said)
    assert not list(tmp_path.iterdir()), "nothing is written where nothing is kept"


def test_another_programs_file_in_the_place_of_the_index_stays_and_is_said(call: Call, kept: Path, tmp_path: Path) -> None:
    right = call("statistics", "--portable", kept)
    target = tmp_path / "elsewhere.sqlite"
    (kept / "history.sqlite").replace(target)
    (kept / "history.sqlite").symlink_to(target)
    content = target.read_bytes()
    code, out, err = call("statistics", "--portable", kept)
    assert (code, out) == right[:2]
    assert err == "goosetable statistics: history.sqlite is a link and stays as it is.\n"
    assert (kept / "history-2.sqlite").is_file()
    assert target.read_bytes() == content
