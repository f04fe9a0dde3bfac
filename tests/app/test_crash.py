"""A mistake of the program: one sentence in a window, a log with the record beside it, and a word at the next start."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from shutil import which
from typing import Any

import pygame
import pytest

from goosetable.app import start
from goosetable.app.loop import Loop
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets
from goosetable.app.storage import paths
from goosetable.engine.record.format import EndLine
from tests.app.conftest import Opens
from tests.app.own_screen import run_in_group

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests" / "records" / "fool-undo.goose"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What windows of their own would have said."""
    said: list[str] = []

    def show(sentence: str) -> bool:
        said.append(sentence)
        return True

    monkeypatch.setattr(start, "show_message_box", show)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.delenv(start.FRAMES, raising=False)
    return said


def break_title(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("out of feathers")

    monkeypatch.setattr(TitleScene, "draw_elements", fail)


def test_a_mistake_in_a_scene_leaves_a_log_the_record_and_one_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "running.goose").write_bytes(RECORD.read_bytes())
    break_title(monkeypatch)
    assert start.run(None, tmp_path, False) == 1
    assert len(shown) == 1 and "ZeroDivisionError" in shown[0] and str(tmp_path / "goosetable.log") in shown[0]
    assert capsys.readouterr().err == f"goosetable: {shown[0]}\n"
    log = (tmp_path / "goosetable.log").read_text()
    assert "out of feathers" in log and "goosetable " in log.splitlines()[0] and "page.py" in log
    assert (tmp_path / start.CRASH_RECORD).read_bytes() == RECORD.read_bytes()
    assert (tmp_path / "running.goose").read_bytes() == RECORD.read_bytes()


def test_the_next_start_offers_to_go_on_and_the_one_after_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Opens
) -> None:
    (tmp_path / "running.goose").write_bytes(RECORD.read_bytes())
    start.log_crash(paths.find_paths(tmp_path), ZeroDivisionError("out of feathers"))
    for said_something in (True, False):
        window = program()
        window.loop = start._loop_maker(None, (), "", [])(window.context)
        window.step()
        window.step()
        window.step()
        assert isinstance(window.top, TitleScene)
        assert window.top.prime.label.startswith("Go on")
        said = window.loop._notice
        assert (said is not None and "mistake" in said and "Go on" in said) if said_something else said is None


def test_without_a_running_game_nothing_is_offered(tmp_path: Path) -> None:
    folders = paths.find_paths(tmp_path)
    start.log_crash(folders, ZeroDivisionError("out of feathers"))
    assert not (tmp_path / start.CRASH_RECORD).exists()
    said = start.last_crash_notice(folders, lambda: None)
    assert said is not None and "Go on" not in said
    assert start.last_crash_notice(folders, lambda: None) is None


def test_a_folder_that_cannot_be_written_is_no_second_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    break_title(monkeypatch)
    assert start.run(None, blocked / "below", False) == 1
    assert len(shown) == 1 and "could not be written" in shown[0]


def test_the_self_test_and_measurements_open_no_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str]
) -> None:
    break_title(monkeypatch)
    monkeypatch.setenv(start.FRAMES, "5")
    assert start.run(None, tmp_path, False) == 1
    assert shown == []


def test_a_missing_asset_is_named_in_a_window_and_leaves_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str]
) -> None:
    def missing(*_: object) -> str:
        return assets.read_text("rules", "feathers.md")

    monkeypatch.setattr(TitleScene, "draw_elements", missing)
    assert start.run(None, tmp_path, False) == 1
    assert len(shown) == 1 and "feathers.md" in shown[0] and "missing" in shown[0]
    assert not (tmp_path / "goosetable.log").exists()


def test_nobody_waits_for_a_window_that_cannot_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert start.show_message_box("Nobody reads this.") is False


def test_the_box_is_the_systems_and_its_lines_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(start, "UNSEEN_DRIVERS", ())
    monkeypatch.setattr(pygame.display, "message_box", lambda title, said, **more: boxes.append((said, more)))
    folder = "/home/" + "somebody/" * 10
    assert (
        start.show_message_box(
            start.crash_sentence(paths.find_paths(folder), ZeroDivisionError(), start.CrashOutcome(False, False))
        )
        is True
    )
    ((said, more),) = boxes
    assert more == {"message_type": "error", "buttons": ("Close",)}
    assert all(len(line) <= start.BOX_WIDTH or folder in line for line in said.splitlines()) and "mistake" in said
    assert not pygame.display.get_init()


def test_a_box_that_cannot_be_opened_is_no_second_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise pygame.error("there are no fonts")

    monkeypatch.setattr(start, "UNSEEN_DRIVERS", ())
    monkeypatch.setattr(pygame.display, "message_box", refused)
    assert start.show_message_box("The program made a mistake.") is False


def test_the_window_is_really_seen_and_closed(tmp_path: Path) -> None:
    """In a process of its own, as a person meets it: the box stands there until its button is clicked."""
    if not all(which(tool) for tool in ("Xvfb", "xvfb-run", "xdotool")):
        pytest.skip("there is no screen to try it on")
    script = f"""
        from pathlib import Path
        from goosetable.app import start
        from goosetable.app.scenes.title.scene import TitleScene
        start.BOX_SECONDS = 3600.0
        TitleScene.draw_elements = lambda *_: 1 / 0
        raise SystemExit(start.run(None, Path({str(tmp_path)!r}), False))
    """
    # The button is in the middle; how far down depends on the system's font.
    click = "for y in $(seq 300 12 620); do xdotool mousemove 800 $y click 1; done"
    run = f'"$PYTHON" -c "$SCRIPT" & child=$!; while sleep .3; kill -0 $child; do {click}; done; wait $child'
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", "bash", "-c", run]
    ran = run_in_group(screen, ROOT, tmp_path, {"SCRIPT": textwrap.dedent(script), "PYTHON": sys.executable})
    assert ran.code == 1, ran.err
    assert "ZeroDivisionError" in ran.err
    assert (tmp_path / "goosetable.log").is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_nobody_waits_for_pipes_where_the_log_and_the_note_should_lie(tmp_path: Path) -> None:
    for name in ("goosetable.log", start.CRASH_NOTE, start.CRASH_RECORD):
        os.mkfifo(tmp_path / name)
    left = start.log_crash(paths.find_paths(tmp_path), ZeroDivisionError("out of feathers"), True, b"the table\n")
    assert not left.is_logged and (tmp_path / start.CRASH_RECORD).read_bytes() == b"the table\n"


def test_the_record_beside_the_log_is_that_of_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str]
) -> None:
    """The running file may be another program's."""
    (tmp_path / "running.goose").write_bytes(RECORD.read_bytes())
    monkeypatch.setattr("goosetable.app.storage.saves.Saves.running_record", lambda _: b"the table in memory\n")
    break_title(monkeypatch)
    assert start.run(None, tmp_path, False) == 1 and len(shown) == 1
    assert (tmp_path / start.CRASH_RECORD).read_bytes() == b"the table in memory\n"


def test_what_cannot_be_written_at_the_end_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    def lay(loop: Loop, frames: int | None = None) -> None:
        for _ in range(3):
            loop.step(0.02)
        (tmp_path / "running.goose").mkdir()
        (tmp_path / "games").write_bytes(b"a file where a folder should be")
        title: Any = loop.scenes.top
        title.matches.saves.begin_table()(EndLine((0,), (), {}))
        title.matches.saves.close()

    monkeypatch.setattr("goosetable.app.loop.run_until_closed", lay)
    assert start.run(None, tmp_path, False) == 0
    said = capsys.readouterr().err
    assert said.startswith("goosetable: what was played last could not be written into ") and said.count("\n") == 1
