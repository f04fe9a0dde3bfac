"""The program on a screen and a bus of its own, told through AT-SPI: a whole deal of every game by a screen reader alone, and
what a reader still hears after it came to a page and back.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from goosetable.games import SHELF
from tests.app.own_screen import run_in_group
from tests.app.reader.orca_desk import SYSTEM, missing

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
READERS = "IsEnabled", "ScreenReaderEnabled"
LISTENS = (
    "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.freedesktop.DBus.Properties.Set "
    "org.a11y.Status $one '<true>' >/dev/null"
)
LISTEN = f"""for one in {" ".join(READERS)}; do {LISTENS}; done
"""
PLAY = f"""{LISTEN}"$PYTHON" -m goosetable --portable "$FOLDER" & child=$!
{SYSTEM} by_at_spi.py "$@"; code=$?
kill $child; exit $code"""
HOLD = f"""{LISTEN}{SYSTEM} by_held_nodes.py "$@" """
SETTINGS = {
    "pace": "at once", "still": True, "muted": True, "level": 1, "name": "Anna", "people": [{"name": "Anna"}, {"name": "Ben"}],
}  # fmt: skip
SHARED = {"goose": ("Seat 2", "Ben")}
"""By game, what else is pressed before its deal: two people share the screen."""


def _bindings(*tools: str) -> bool:
    """Whether AT-SPI can be driven here. tools: programs that are needed besides."""
    return not missing("xvfb-run", "dbus-run-session", "gdbus", *tools)


def drive(folder: Path, run: str, labels: tuple[str, ...]) -> str:
    """Returns the output of a driver; a failed run is repeated once. run: starts the program and the driver."""
    call = ["dbus-run-session", "--", "xvfb-run", "-a", "bash", "-c", run, "run", *labels]
    failed = []
    for place in (folder / "first", folder / "again"):
        place.mkdir()
        (place / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
        env = {"PYTHON": sys.executable, "FOLDER": str(place), "PYTHONPATH": str(ROOT)}
        # The socket of AT-SPI has the same name for each bus, and lies in the folder for what runs.
        ran = run_in_group(call, FOLDER, place, env | {"XDG_RUNTIME_DIR": str(place)})
        if ran.code == 0:
            return ran.out
        failed.append(f"{ran.out}\n{ran.err}")
    raise AssertionError("\n".join(failed))


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_a_deal_is_played_through_at_spi_alone(game: str, tmp_path: Path) -> None:
    if not _bindings():
        pytest.skip("there is no AT-SPI to play through")
    title = next(one.title for one in SHELF if one.id == game)
    said = drive(tmp_path, PLAY, (title, *SHARED.get(game, ()), "Deal"))
    assert re.search("Deal 1 is done|wins? (with|by)|share the win", said)  # games of one deal end with it
    acts, curtains = said.splitlines()[-1].removeprefix("done: ").split(", ")
    assert int(acts.split()[0]) > 5
    assert (int(curtains.split()[0]) > 2) == (game in SHARED)


def test_a_field_is_read_sign_by_sign_and_its_caret_moves(tmp_path: Path) -> None:
    if not _bindings():
        pytest.skip("there is no AT-SPI to read through")
    said = json.loads(drive(tmp_path, PLAY.replace("by_at_spi.py", "-m tests.app.reader.by_caret"), ()).splitlines()[-1])
    assert (said["text"], said["signs"], said["before"], said["after"], said["word"]) == ("Anna", 4, 4, 1, "Anna")
    assert said["box"][2] > 2 and said["box"][3] > 10


def left(folder: Path, *labels: str) -> list[dict[str, Any]]:
    """What stands after each page was left; see `Left` of the driver."""
    if not _bindings("xdotool"):
        pytest.skip("there is no AT-SPI to hold nodes by, or no keys to press")
    return [json.loads(line) for line in drive(folder, HOLD, labels).splitlines() if line.startswith("{")]


@pytest.mark.slow
def test_a_reader_hears_the_title_after_each_of_its_pages(tmp_path: Path) -> None:
    pages = left(tmp_path)
    others = {"Lay a table", "Learn a game", "Problems", "Rules", "Settings", "Statistics", "score keeper for real cards"}
    assert {page["page"] for page in pages} == others | {game.title for game in SHELF}
    assert [page for page in pages if page["defunct"] or not page["back"] or not page["moved"]] == []
    assert all(page["nodes"] > len(pages) for page in pages)


@pytest.mark.slow
def test_a_reader_hears_the_table_after_what_lay_over_it(tmp_path: Path) -> None:
    pages = left(tmp_path, "Gooseberry Fool", "Deal", "Just play")
    over = ["the menu", "the rules", "the keys", "the settings", "the score sheet", "the last trick"]
    assert [page["page"] for page in pages] == over
    assert [page for page in pages if page["defunct"] or not page["back"] or not page["moved"]] == []
