"""`goosetable statistics`: the same figures for files and for the games that are kept, and a sentence for what is wrong."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable.engine.record.replay import replayed_games
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile
from goosetable.games import find_game
from tests.engine.sheet.test_course import course, give

Call = Callable[..., tuple[int, str, str]]


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


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--when", "May"], "'May' is not week, month or a year"),
        (["--game", "whist"], "invalid choice: 'whist'"),
        (["-", "-"], "standard input can be read only once"),
        (["-", "--portable", "x"], "so no file can be named with it"),
    ],
)
def test_wrong_calls(call: Call, argv: list[str], words: str) -> None:
    code, out, err = call("statistics", *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_no_game_at_all(call: Call, tmp_path: Path) -> None:
    said = f"goosetable statistics: there is no game in {str(tmp_path)!r}\n"
    assert call("statistics", "--portable", tmp_path) == (0, "", said)
    assert not list(tmp_path.iterdir()), "nothing is written where nothing is kept"


def test_where_there_is_nothing_to_say_one_sentence_says_why(call: Call, good: list[str], tmp_path: Path) -> None:
    head = json.loads(good[0])
    practice = json.dumps(head | {"from": {"deal": 1, "step": 0}}).encode()
    assert call("statistics", "-", given=practice) == (0, "", "goosetable statistics: there is no game in these files\n")
    computers = json.dumps(head | {"seats": [{"name": name, "player": "easy"} for name in "ABC"]}).encode()
    why = "no person sat in these games; --who NAME asks for a computer player"
    assert call("statistics", "-", given=computers) == (0, "", f"goosetable statistics: {why}\n")
    assert call("statistics", "-", "--who", "A", given=computers)[2] == ""
    code, out, err = call("statistics", "-", tmp_path / "none.goose", given=b"")
    assert (code, out) == (2, "") and err.count("\n") == 2, "what is wrong has been said"


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


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET results = 'bridge'", "UPDATE games SET seats = CAST(x'ff' AS TEXT)", "DELETE FROM games",
        "DROP INDEX games_mark", "UPDATE totals SET rows = 7",
    ],
)  # fmt: skip
def test_a_damaged_index_changes_no_figure(call: Call, kept: Path, statement: str) -> None:
    right = call("statistics", "--portable", kept)
    with contextlib.closing(sqlite3.connect(kept / "history.sqlite", isolation_level=None)) as db:
        db.execute(statement)
    assert call("statistics", "--portable", kept) == right
