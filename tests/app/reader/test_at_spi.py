"""A whole deal of every game by a screen reader alone: the program on a screen and a bus of its own, played through AT-SPI."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from goosetable.app import start
from goosetable.games import SHELF

DRIVER = Path(__file__).with_name("by_at_spi.py")
ROOT = DRIVER.parents[3]
SYSTEM = "/usr/bin/python3"
"""The Python that has the system's bindings of AT-SPI."""
READERS = "IsEnabled", "ScreenReaderEnabled"
LISTENS = (
    "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.freedesktop.DBus.Properties.Set "
    "org.a11y.Status $one '<true>' >/dev/null"
)
PLAY = f"""for one in {" ".join(READERS)}; do {LISTENS}; done
"$PYTHON" -m goosetable --portable "$FOLDER" & child=$!
{SYSTEM} "$DRIVER" "$@"; code=$?
kill $child; exit $code"""
SETTINGS = {
    "pace": "at once", "still": True, "muted": True, "level": 1, "name": "Anna", "people": [{"name": "Anna"}, {"name": "Ben"}],
}  # fmt: skip
SHARED = {"goose": ("Seat 2", "Ben")}
"""By game, what else is pressed before its deal: two people share the screen."""


def _bindings() -> bool:
    """Whether AT-SPI can be driven here."""
    tools = all(which(tool) for tool in ("xvfb-run", "dbus-run-session", "gdbus", SYSTEM))
    return tools and not subprocess.run([SYSTEM, "-c", "import pyatspi"], capture_output=True, check=False).returncode


def play(folder: Path, labels: tuple[str, ...]) -> str:
    """What was announced while a deal was played, and at the end what was done."""
    (folder / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "DISPLAY", start.FRAMES)}
    env |= {"PYTHON": sys.executable, "FOLDER": str(folder), "DRIVER": str(DRIVER), "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        ["timeout", "-k", "1", "100", "dbus-run-session", "--", "xvfb-run", "-a", "bash", "-c", PLAY, "play", *labels],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("game", [game.id for game in SHELF])
def test_a_deal_is_played_through_at_spi_alone(game: str, tmp_path: Path) -> None:
    if not _bindings():
        pytest.skip("there is no AT-SPI to play through")
    title = next(one.title for one in SHELF if one.id == game)
    said = play(tmp_path, (title, *SHARED.get(game, ()), "Deal"))
    assert any(done in said for done in ("Deal 1 is done.", "the game.", "share the win."))  # games of one deal end with it
    acts, curtains = said.splitlines()[-1].removeprefix("done: ").split(", ")
    assert int(acts.split()[0]) > 5
    assert (int(curtains.split()[0]) > 2) == (game in SHARED)
