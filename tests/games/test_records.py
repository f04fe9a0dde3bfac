"""Short golden records: once written they must replay to the same scores for ever."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from goosetable import games
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.storage import paths
from goosetable.app.storage.history.records import History
from goosetable.app.storage.settings import load
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format, replay
from goosetable.engine.record.format import Header, Line
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.rules import options
from goosetable.engine.rules.event import Points
from goosetable.engine.sheet import file
from goosetable.games import SHELF, find_game
from tests.app.archives import found_games
from tests.commands.conftest import shell

RECORDS = Path(__file__).parent.parent / "records"
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"] + ["X"]


@pytest.mark.parametrize(
    ("name", "deals", "totals", "winners", "due"),
    [
        ("fool-set-up.goose", 1, (5, 23, 15), (), "deal"),
        ("fool-coded.goose", 4, (54, 69, 49), (0,), "none"),
        ("fool-undo.goose", 1, (10, 12, 21), (), "act"),
    ],
)
def test_golden_records_replay(name: str, deals: int, totals: tuple[int, ...], winners: tuple[int, ...], due: str) -> None:
    (session,) = replayed_games((RECORDS / name).read_bytes(), find_game)
    assert session.standing.deals == deals
    assert session.standing.totals == totals
    assert session.winners == winners
    assert session.due_step == due


@pytest.mark.parametrize("name", [path.name for path in sorted(RECORDS.glob("*.goose"))])
def test_golden_records_are_written_as_they_were(name: str) -> None:
    content = (RECORDS / name).read_bytes()
    assert "".join(format.line_as_text(line) + "\n" for _, line in format.read_lines(content)).encode() == content


@pytest.mark.parametrize("name", [path.name for path in sorted(RECORDS.glob("*.goose"))])
def test_playing_a_golden_record_again_writes_it_again(name: str) -> None:
    """What a session writes while it follows a record is that record."""
    content = (RECORDS / name).read_bytes()
    journal: list[Line] = []
    for _, line, session in replay.replay(content, find_game):
        if session.journal is None:
            session.journal = journal.append
            journal.append(line)
    assert "".join(format.line_as_text(line) + "\n" for line in journal).encode() == content


def test_the_set_up_deal_by_hand() -> None:
    """Takers: 7♣ is the only club, the Joker is given to seat 1, A♥ is the only heart, Q♦ the only red card, and so on."""
    (session,) = replayed_games((RECORDS / "fool-set-up.goose").read_bytes(), find_game)
    taken = [2, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0]
    counts = [taken.count(seat) for seat in range(3)]
    assert counts == [3, 7, 1]
    base = [counts[0] + 2 * counts[2], counts[1] + 2 * counts[0], counts[2] + 2 * counts[1]]
    assert base == [5, 13, 15]
    assert session.standing.totals == (5, 13 + 10, 15)


@pytest.mark.parametrize("name", ["fool-coded.goose", "fool-undo.goose"])
def test_coded_deals_verified_without_the_program(name: str) -> None:
    found = [json.loads(line) for line in (RECORDS / name).read_text(encoding="utf-8").splitlines()]
    code = found[0]["code"].replace("-", "")
    first = _numbers(code, 0)
    dealer = next(x for x in first if x < 2**32 // 3 * 3) % 3
    deals = [line for line in found if "deal" in line]
    assert deals
    for deal in deals:
        number = deal["deal"]
        assert deal["dealer"] == (dealer + number - 1) % 3
        order, numbers = PACK[:], iter(_numbers(code, number))
        for i in range(32, 0, -1):
            j = next(x for x in numbers if x < 2**32 // (i + 1) * (i + 1)) % (i + 1)
            order[i], order[j] = order[j], order[i]
        for place, card in enumerate(order):
            seat = (deal["dealer"] + 1 + place) % 3
            assert deal["hands"][seat].split()[place // 3] == card


def _numbers(code: str, n: int) -> list[int]:
    blocks = [hashlib.sha256(code.encode() + n.to_bytes(4, "big") + k.to_bytes(4, "big")).digest() for k in range(9)]
    return [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]


FOLDER: Final = Path(__file__).parent.parent / "records" / "0.1.0"
HASHES: Final = {
    "cross-purposes.goose": "c54009b0e939019ca32a540561c4f25ae9a799fb05e06a51ed957e7675779d03",
    "cross-purposes.goosesheet": "c7930358193ed0fd819254c26747c01b60af2203264986994247d5a9f8e302b8",
    "fools-gold-won.goose": "f3caed727e884ed66ee468416fae7a6ecef13d0555e3a072ad2cc28c2122e87b",
    "fools-gold.goose": "16adfcaa8840264edd70414e26ec8e3ce922e54ee36ed81c9e923b3ff09e8e25",
    "fools-gold.goosesheet": "860b77bbdc9f8dc53b3c8c760ab8af688ce58875b5a85b0793616413741fb74f",
    "from-python.goose": "04b1592afb35a2af784e1eb25850a134651a73387a619cf491607aa78df1e9ec",
    "goose-as-printed.goose": "d09e302024ad5820a39814ca5e4b13c7e506f028990d6f31fabdb0c40a828303",
    "goose-one-pack.goose": "e64cce9f8f4fbc10d27f538893ad69c22b3645c7c1d12c7ac41cbc054747fe09",
    "goose-two-packs.goose": "e685e30c73c96868765f8ed58ed9f741ab896160648e5300a57022484509bfc9",
    "goose.goosesheet": "93cf948fbd01e4e16b13ab02d92f95edf91c1fb7c1c721e0f6e257aa62f455b5",
    "gooseberry-fool.goose": "2322a058dd748d5aadc75a09c8a6b238f0eba78840792693a071809455c2b944",
    "gooseberry-fool.goosesheet": "da56f7f9bb0dcf9c74f362b8951f3857b9d1b5fe45db3110ce86eb4de4839e03",
    "goosed.goose": "b7b9e80aee4fac557c4b7cbb31b1c95b8438a6991f456fb43ed909da66c0f6b5",
    "goosed.goosesheet": "7b340578a116d7961c484ef7556ff6a68451e3a2e615e1f5e231c90368c22b46",
    "gops.goose": "09731d17e95769ccc2ee25b975bd7d00f1863dcce6c7950cb679240c445ad76c",
    "gops.goosesheet": "79e263407afd74d3015d72e9c56f9d3380055ec4c79b1b2ec7184b29f848eb0b",
    "practice.goose": "e81996a77cbe89f37354bfbf2209f432bc97e0133765f24a5b16a53f67817de4",
    "settings.json": "827de1563b6c2771c8931c0f48998ab9c8049c859e42f2d8759db5ec31b11887",
    "simulated.goose": "7fd69187bebc55fd56478f42b39ea67fd810ecbdbc2654584edeaddd50b500b0",
    "throps.goose": "899a5a80026d69069b6118e55fd9e9a12b5934ea5d31b895c9d4846f2f6f3379",
    "throps.goosesheet": "c75c2ec7d8ab08e09c9add75022f3ee26e68b85ea92cd971711b7e6ba671662d",
}

"""Of every file, the SHA-256 of its bytes."""
GAMES: Final[dict[str, tuple[str, ...]]] = {
    "cross-purposes.goose": (
        "cross-purposes 2 none 73 118 won 1", "cross-purposes 4 none 50 47 69 66 won 2", "cross-purposes 1 none 36 63 won 1",
        "cross-purposes 3 none 105 175 won 1", "cross-purposes 0 act 0 0 0 0",
    ),
    "fools-gold-won.goose": ("fools-gold 3 none -5 5 0 won 1",),
    "fools-gold.goose": (
        "fools-gold 8 deal 0 -6 -4", "fools-gold 5 deal 0 3 0 -1", "fools-gold 3 deal 1 1 4 1 2",
        "fools-gold 2 deal 0 1 1 1 2 1", "fools-gold 1 deal 0 -1 1 1 0",
    ),
    "from-python.goose": ("gops 1 none 39 52 won 1", "throps 0 act 0 0 0"),
    "goose-as-printed.goose": ("goose 3 act -240 -70 -250 -150",),
    "goose-one-pack.goose": (
        "goose 3 none 40 40 won 0 1", "goose 5 none -10 -20 0 won 2", "goose 5 none -40 -100 -30 -70 won 2",
        "goose 5 none -30 -40 -20 0 -20 won 3", "goose 5 none -110 0 -50 -60 -30 -60 won 1",
        "goose 3 none 10 -10 -10 70 30 0 0 won 3", "goose 3 none -40 60 70 0 -10 10 0 30 won 2",
        "goose 3 none 10 -40 80 30 -30 -10 0 10 30 won 2", "goose 6 none 20 -100 -20 -100 won 0",
    ),
    "goose-two-packs.goose": (
        "goose 3 none -10 70 -40 won 1", "goose 3 none 30 -50 0 -10 won 0", "goose 3 none 0 60 -50 60 0 won 1 3",
        "goose 3 none 60 20 0 0 10 40 won 0", "goose 2 none -30 10 -30 -20 10 10 40 won 6",
        "goose 3 none 20 20 -30 20 30 20 20 20 won 4", "goose 4 none -10 -10 0 30 80 30 20 40 -10 won 4",
        "goose 3 none -50 -30 40 30 30 -40 0 0 10 30 won 2", "goose 3 none -10 60 60 -40 60 20 30 -30 30 60 -40 won 1 2 4 9",
        "goose 2 none 10 20 20 10 10 10 40 -30 10 -20 10 50 won 11", "goose 0 act 0 0 0",
    ),
    "gooseberry-fool.goose": (
        "gooseberry-fool 7 none 121 81 99 won 2", "gooseberry-fool 3 none 31 61 37 won 1", "gooseberry-fool 2 deal 27 16 43",
        "gooseberry-fool 3 none 47 54 28 won 0",
    ),
    "goosed.goose": (
        "goosed 4 none 15 24 25 35 won 3", "goosed 4 none 32/3 29/3 29/3 12 won 3", "goosed 4 none 43 21 25 won 0",
        "goosed 3 deal 16 15 26", "goosed 5 none 21 20 18 won 0", "goosed 0 act 0 0 0 0",
    ),
    "gops.goose": (
        "gops 1 none 40 51 won 1", "gops 2 none 247/6 451/6 197/3 won 1", "gops 2 none 84 85 won 1", "gops 3 deal 97 80 95",
        "gops 1 none 49 42 won 0", "gops 0 act 0 0",
    ),
    "practice.goose": ("gooseberry-fool 1 act 15 8 20",),
    "simulated.goose": ("goosed 4 none 22 14 27 won 2", "goosed 4 none 20 20 26 won 2"),
    "throps.goose": (
        "throps 5 none 49 5 119 won 2", "throps 4 none -2 60 120 won 2", "throps 6 none 83 59 63 won 0",
        "throps 1 deal 40 -12 -6", "throps 0 act 0 0 0",
    ),
}  # fmt: skip

"""By record, of each game: its id, deals that are over, the step that comes next, the totals, and the seats that won."""
SHEETS: Final = {
    "cross-purposes.goosesheet": "1 over 80 21 won 0", "fools-gold.goosesheet": "6 asks -2 -3 2 -1 0",
    "goose.goosesheet": "5 over 10 -20 -20 10 -40 won 0 3", "gooseberry-fool.goosesheet": "3 over 49 27 53 won 0",
    "goosed.goosesheet": "4 over 26/3 18 44/3 59/3 won 3", "gops.goosesheet": "2 over 114 68 won 0",
    "throps.goosesheet": "2 over 29 80 29 won 1",
}  # fmt: skip
"""By sheet: deals that are over, whether more is asked, the totals, and the seats that won."""
PLAYERS: Final = {
    "gooseberry-fool": {3}, "goose": {*range(2, 13)}, "throps": {3}, "cross-purposes": {2, 4}, "goosed": {3, 4},
    "fools-gold": {3, 4, 5, 6}, "gops": {2, 3},
}  # fmt: skip
"""How many play in the records, by game: every number that 0.1.0 knew."""

each_record = pytest.mark.parametrize("name", list(GAMES))
each_sheet = pytest.mark.parametrize("name", list(SHEETS))


def _row(first: Sequence[object], totals: Sequence[Points], winners: Sequence[int]) -> str:
    won = ("won", *winners) if winners else ()
    return " ".join(str(word) for word in (*first, *totals, *won))


def record_rows(content: bytes) -> tuple[str, ...]:
    """The rows of a record as `GAMES` has them, from a full replay."""
    found = replay.replayed_games(content, games.find_game)
    return tuple(_row((one.game.id, one.standing.deals, one.due_step), one.standing.totals, one.winners) for one in found)


def sheet_row(content: bytes) -> str:
    """The row of a sheet as `SHEETS` has it."""
    course = file.read_sheet(content, games.find_game, games.form_of).course
    return _row((len(course.deals), "over" if course.over else "asks"), course.standing.totals, course.winners)


def test_no_byte_of_the_folder_has_changed() -> None:
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.iterdir()} == HASHES
    assert {*HASHES} == {*GAMES, *SHEETS, "settings.json"}


@each_record
def test_a_record_replays_to_the_same_scores(name: str) -> None:
    assert record_rows((FOLDER / name).read_bytes()) == GAMES[name]


def test_check_finds_them_right() -> None:
    code, out, err = shell("check", *(FOLDER / name for name in GAMES))
    assert (code, err) == (0, "")
    assert out.count("\n") == sum(len(rows) for rows in GAMES.values()) == out.count("ok ")


@each_sheet
def test_a_sheet_comes_to_the_same_scores(name: str) -> None:
    assert sheet_row((FOLDER / name).read_bytes()) == SHEETS[name]


@each_sheet
def test_the_header_of_a_sheet_stays_what_it_was(name: str) -> None:
    """By it the game is known: those that do not count are remembered by a digest of their header."""
    content = (FOLDER / name).read_bytes()
    assert file.read_sheet(content, games.find_game, games.form_of).header.encode() == content.splitlines()[0]


def test_every_number_of_players_is_there() -> None:
    found: dict[str, set[int]] = {}
    for name in GAMES:
        for _, line in format.read_lines((FOLDER / name).read_bytes()):
            if isinstance(line, Header):
                found.setdefault(line.game, set()).add(len(line.chairs))
    assert found == PLAYERS


def test_every_kind_of_line_and_of_game_is_there() -> None:
    whole = b"".join((FOLDER / name).read_bytes() for name in GAMES)
    for word in (
        '"undo"',
        '"chair"',
        '"aids"',
        '"from"',
        '"code": null',
        '"geese"',
        '"score": ["',
        '"hands2"',
        "Zoë ♠",
        "my.players:Slow",
    ):
        assert word.encode() in whole, word
    due = {row.split()[2] for rows in GAMES.values() for row in rows}
    assert due == {"act", "deal", "none"}


def test_the_settings_are_read_as_they_were_chosen() -> None:
    path = FOLDER / "settings.json"
    found, notice = load(path)
    assert notice is None and not found.extra
    for key, value in json.loads(path.read_text(encoding="utf-8")).items():
        if key not in ("window", "people", "learned"):
            assert getattr(found, key) == value, key
    assert found.window[:5] == (40, 30, 1400, 900, False) and not found.window.maximized and found.learned == ("goose", "gops")
    assert [person["name"] for person in found.people] == ["Zoë", "Ben"]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: str(game.id))
def test_the_table_before_is_laid_again(game: AnyGame) -> None:
    found = load(FOLDER / "settings.json").settings
    table: Any = found.last_table
    last = table if table["game"] == game.id else table["before"][game.id]
    setup = TableSetup(game, found.name)
    setup.restore_choices(table)
    now = options.options_as_json(setup.options)
    assert {key: now[key] for key in last["options"]} == last["options"]
    assert [(chair.name, chair.player) for chair in setup.chairs] == [(seat["name"], seat["player"]) for seat in last["seats"]]


def test_all_of_it_is_found_in_the_history(tmp_path: Path) -> None:
    folders = paths.find_paths(tmp_path)
    for folder, names in ((folders.games, GAMES), (folders.sheets, SHEETS)):
        folder.mkdir(parents=True)
        for name in names:
            (folder / name).write_bytes((FOLDER / name).read_bytes())
    found = History(folders)
    while found.run_slice():
        pass
    assert not found.damaged
    rows = [row for name, rows in GAMES.items() for row in rows if name != "practice.goose"]  # practice counts nowhere
    assert len(found_games(found)) == len(rows) + len(SHEETS)
    won = [row for row in (*rows, *SHEETS.values()) if " won " in row]
    assert sum(played.ended for played in found_games(found)) == len(won)
