"""The attacks of the window, of the players and of a whole evening, in short; and that each finds what it looks for."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.scene import Pop
from goosetable.players import BadPlayer
from tests.attacks import evening, events, leftovers, players, resizes
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome, of_the_day
from tests.attacks.evening import Ear
from tests.attacks.window import EMPTY, FAULTS, UNREADABLE, Window, quick_company

linux = pytest.mark.skipif(not leftovers.KNOWN, reason="processes are watched as Linux tells of them")


def said(outcome: Outcome) -> str:
    """An outcome with the seed by which it comes again."""
    return f"seed {of_the_day()}\n{outcome}"


def test_random_events_harm_nothing() -> None:
    outcome = events.run(500, of_the_day())
    assert outcome.clean, said(outcome)
    assert outcome.tried["events"] >= 500


def test_the_walk_goes_deep() -> None:
    outcome = events.run(1000, "short")
    assert outcome.clean, str(outcome)
    assert sum("Scene: " in figure for figure in outcome.figures) >= 8


def test_no_size_of_window_or_text_harms_any_scene() -> None:
    outcome = resizes.run(2, of_the_day(), ways=3)
    assert outcome.clean, said(outcome)
    assert sum(outcome.tried.values()) >= 2 * 3 / 2, "most scenes stay what they are"


@linux
def test_evil_players_are_named_and_leave_nothing_behind() -> None:
    outcome = players.run(2, of_the_day(), each=1)
    assert outcome.clean, said(outcome)


def test_an_evening_opens_no_socket_and_writes_nothing_elsewhere() -> None:
    outcome = evening.run(1, of_the_day(), 1)
    assert outcome.clean, said(outcome)
    assert outcome.tried["deals"] == 1 and outcome.tried["requests heard"] > 1000


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """At the title."""
    with quick_company("planted"):
        found = Window(tmp_path, "planted", Count("planted", FAULTS))
        found.step()
        found.step()
        assert isinstance(found.top, TitleScene)
        yield found
        found.close()


def test_settings_over_a_table_are_drawn_in_the_smallest_window_with_the_largest_text(window: Window) -> None:
    """A line beside a control had less room there than its margins: a negative width, which the library refuses."""
    assert resizes.reach(window, ("Goosed", "Deal", "Menu", "Settings"), Random("found")) == "SettingsScene"
    window.program.context.change_settings(text_size=2.0)
    window.resize((320, 200))
    window.step(0.1)
    assert not window.count.found, window.count.notes


def test_what_a_scene_raises_is_found_once_and_the_program_starts_again(window: Window, monkeypatch: Any) -> None:
    before = window.program

    def fails(scene: TitleScene, dt: float) -> None:
        raise ZeroDivisionError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(TitleScene, "update", fails)
        window.step()
    assert window.count.found == {EXCEPTIONS: 1} and "ZeroDivisionError" in window.count.notes[0]
    assert window.program is not before and not window.loop.is_over
    window.step()


def test_a_slow_frame_is_found(window: Window, monkeypatch: Any) -> None:
    monkeypatch.setattr("tests.attacks.leftovers.SLOW", 1e-9)
    monkeypatch.setattr(TitleScene, "update", lambda scene, dt: time.sleep(0.01))
    window.step()
    assert window.count.found[HANGS] >= 1 and "TitleScene" in window.count.notes[0]


def test_a_program_that_ends_by_itself_is_found_and_one_that_is_left_is_not(window: Window, monkeypatch: Any) -> None:
    window.loop.scenes.quit()
    window.step()
    assert not window.count.found
    window.step()
    window.step()
    with monkeypatch.context() as planted:
        planted.setattr(TitleScene, "update", lambda scene, dt: Pop())
        window.step()
    assert window.count.found == {EMPTY: 1}


def test_a_record_that_does_not_replay_is_found(window: Window) -> None:
    window.program.folders.running.write_text("{}\n")
    window.restart()
    window.program.folders.running.unlink(missing_ok=True)
    assert window.count.found[UNREADABLE] == 1


@linux
def test_what_players_do_wrong_is_found(tmp_path: Path) -> None:
    count = Count("planted", players.FAULTS)

    def leaves_a_process(count: Count, name: str, folder: Path) -> None:
        subprocess.run(["sh", "-c", "sleep 100000 &"], check=True, stdout=subprocess.DEVNULL)  # no fork here, which has threads

    def grows(count: Count, name: str, folder: Path) -> None:
        bytearray(b"\x01") * (400 << 20)

    def raises(count: Count, name: str, folder: Path) -> None:
        raise BadPlayer("nobody caught it")

    def runs_code(count: Count, name: str, folder: Path) -> None:
        (folder / "ran").write_text(f"{os.getpid()} ")

    with leftovers.adopting(), pytest.MonkeyPatch.context() as quick:
        quick.setattr(leftovers, "GRACE", 0.5)
        gc.collect()  # what tests before have left would go in between, and hide that something grows
        for does in (leaves_a_process, grows, raises, runs_code):
            players._attempt(count, "planted", "a:B", tmp_path, does)
    assert count.found == {players.LEFT: 1, players.MEMORY: 1, EXCEPTIONS: 1, players.RAN_HERE: 1}, count.notes
    players._judge(count, "a:B", "two\nlines")
    assert count.found[players.UNSAID] == 1


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("socket.__new__", (None, 2, 1, 0)), ("socket.getaddrinfo", ("example.org", 80, 0, 0, 0)),
        ("subprocess.Popen", ("sh", ["sh"], None, None)), ("open", ("/elsewhere/x", "w", os.O_WRONLY)),
        ("open", ("/elsewhere/x", None, os.O_RDWR)), ("open", ("OWNED/../x", "a", os.O_WRONLY)),
        ("os.rename", ("OWNED/x", "/elsewhere/x", -1, -1)), ("os.mkdir", ("OWNED2", 511, -1)),
        ("os.remove", (b"/elsewhere/x", -1)),
    ],
)  # fmt: skip
def test_what_is_asked_of_the_system_elsewhere_is_heard(tmp_path: Path, event: str, arguments: tuple[object, ...]) -> None:
    ear = Ear(tmp_path)
    given = [part.replace("OWNED", str(tmp_path)) if isinstance(part, str) else part for part in arguments]
    assert ear.judge(event, given)[1]


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("open", ("/elsewhere/x", "r", os.O_RDONLY)), ("open", ("OWNED/x", "w", os.O_WRONLY | os.O_CREAT)),
        ("open", (os.devnull, "w", os.O_WRONLY)), ("open", (7, "w", os.O_WRONLY)),
        ("os.rename", ("OWNED/x", "OWNED/y", -1, -1)), ("os.listdir", ("/elsewhere",)),
    ],
)  # fmt: skip
def test_what_is_asked_at_home_is_not(tmp_path: Path, event: str, arguments: tuple[object, ...]) -> None:
    ear = Ear(tmp_path)
    given = [part.replace("OWNED", str(tmp_path)) if isinstance(part, str) else part for part in arguments]
    assert ear.judge(event, given) == ("", "")


HEARD = """
import pathlib, sys
from tests.attacks.evening import Ear

folder = pathlib.Path(sys.argv[1])
ear = Ear(folder / "owned")
ear.listen()
import socket
socket.socket().close()
(folder / "x").write_text("x")
ear.stop()
print(len(ear.sockets), len(ear.writes), ear.writes)
"""


def test_an_ear_hears_what_really_happens(tmp_path: Path) -> None:
    """In a process of its own, because nobody can stop listening for good; in one that keeps no compiled modules (-B), for the
    interpreter writes those itself where it imports them for the first time.
    """
    called = [sys.executable, "-B", "-c", HEARD, str(tmp_path)]
    ran = subprocess.run(called, cwd=evening.ROOT, text=True, capture_output=True, timeout=600, check=True)
    assert ran.stdout.startswith("1 1 "), ran.stdout
