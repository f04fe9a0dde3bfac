"""The way into the window: the first frame loads no rules, records are opened or refused in a sentence, the self-test plays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pygame
import pytest

from goosetable import games
from goosetable.app import named_file, selftest, start
from goosetable.app.loop import Loop
from goosetable.app.storage import paths, settings
from goosetable.app.ui.window import AppWindow
from goosetable.engine.record import replay

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests" / "records"


def program(*arguments: str, frames: int | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **env}
    if frames is not None:
        around[start.FRAMES] = str(frames)
    for name in [name for name, value in around.items() if value == "-"]:
        del around[name]
    command = [sys.executable, "-m", "goosetable", *arguments]
    return subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, timeout=600, check=False)


NEVER = ("numpy", "argparse", "pygame.surfarray", "platformdirs", "tomllib")


@pytest.mark.parametrize(
    ("frames", "late"),
    [
        # The title reads the deck between two frames, as soon as a frame has time to spare.
        (
            1,
            ("goosetable.engine.game", "goosetable.app.scenes.routes", "goosetable.players", "goosetable.app.art.deck", *NEVER),
        ),
        (3, ("goosetable.players", "goosetable.app.match.match", "goosetable.app.scenes.table", *NEVER)),
    ],
    ids=["the splash", "the title"],
)
def test_no_frame_waits_for_what_it_does_not_show(tmp_path: Path, frames: int, late: tuple[str, ...]) -> None:
    code = (
        "import sys; from goosetable.app import start; from pathlib import Path; "
        f"code = start.run(None, Path({str(tmp_path)!r}), False); "
        f"print(code, [module for module in {late} if module in sys.modules])"
    )
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", start.FRAMES: str(frames)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0 []"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_the_end_of_the_terminal_closes_the_window_and_loses_no_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turn(loop: Loop, frames: int | None = None) -> None:
        loop.step(0.02)
        loop.context.change_settings(level=4)
        os.kill(os.getpid(), signal.SIGHUP)
        loop.step(0.02)
        assert loop.is_over

    monkeypatch.setattr("goosetable.app.loop.run_until_closed", turn)
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # or else it may be ignored, as below nohup
    try:
        assert start.run(None, tmp_path, False) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert settings.load(tmp_path / "settings.json").settings.level == 4


@pytest.mark.one_in(3)
@pytest.mark.parametrize("record", sorted(RECORD.glob("*.goose")), ids=lambda path: str(path.stem))
def test_a_record_is_opened_as_a_copy(tmp_path: Path, record: Path) -> None:
    before = record.read_bytes()
    done = program("--portable", str(tmp_path), str(record), frames=3)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert record.read_bytes() == before
    kept = replay.replayed_games((tmp_path / "running.goose").read_bytes(), games.find_game)
    assert len(kept) == len(replay.replayed_games(before, games.find_game))


def test_a_damaged_record_is_refused_and_the_running_game_is_kept(tmp_path: Path) -> None:
    running = tmp_path / "running.goose"
    running.write_bytes(min(RECORD.glob("*.goose")).read_bytes())
    before = running.read_bytes()
    bad = tmp_path / "bad.goose"
    bad.write_text('{"goosetable": 2}\n')
    done = program("--portable", str(tmp_path), str(bad), frames=3)
    assert done.returncode == 1
    assert done.stderr.startswith(f"goosetable: {bad}:1: ") and done.stderr.count("\n") == 1
    assert running.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"goosetable": 2}\n', ("line 1", "version 2")),
        (b"not a record\n", ("line 1",)),
        (None, ("cannot be opened",)),
        (b"\n" * (9 << 20), ("larger than 8 MB",)),
        (b'{"goosetable sheet": 2}\n', ("line 1", "this sheet is of version 2")),
        (b'{"goosetable sheet": 1, ' + b" " * (1 << 20), ("larger than 1 MB",)),
    ],
)
def test_a_record_that_cannot_be_opened_is_named_in_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, words: tuple[str, ...]
) -> None:
    """From a desktop nobody sees what a program writes to its errors."""
    seen: list[tuple[str, list[str]]] = []

    def turn(loop: Loop, frames: int | None = None) -> None:
        for _ in range(4):
            loop.step(0.02)
        seen.append((loop._notice or "", [type(scene).__name__ for scene in loop.scenes.visible_scenes]))

    monkeypatch.setattr("goosetable.app.loop.run_until_closed", turn)
    bad = tmp_path / "from a friend.goose"
    if content is not None:
        bad.write_bytes(content)
    assert start.run(bad, tmp_path / "home", False) == 1
    (said, scenes) = seen[0]
    assert scenes == ["TitleScene"] and said.startswith(bad.name) and all(word in said for word in words)
    assert not bad.exists() if content is None else bad.read_bytes() == content


SHEET = b"""{"goosetable sheet": 1, "game": "throps", "options": {"target": 100, "tie": "shared"}, """ + (
    b""""seats": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cyd"}], "dealer": 0}\n{"answer": "AS"}\n"""
)


def test_a_sheet_is_opened_as_a_copy_and_gone_on_with_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def turn(loop: Loop, frames: int | None = None) -> None:
        for _ in range(4):
            loop.step(0.02)
        seen.append(type(loop.scenes.top).__name__)
        for key in "ks":
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=ord(key), mod=0, unicode=""))
            loop.step(0.02)
        loop.scenes.quit()

    monkeypatch.setattr("goosetable.app.loop.run_until_closed", turn)
    theirs, home = tmp_path / "from a friend.goosesheet", tmp_path / "home"
    theirs.write_bytes(SHEET)
    assert start.run(theirs, home, False) == 0
    assert seen == ["KeeperScene"] and theirs.read_bytes() == SHEET
    (copy,) = (home / "sheets").iterdir()
    assert copy.read_bytes() == SHEET + b'{"answer": "KS"}\n'
    assert start.run(copy, home, False) == 0
    assert copy.read_bytes() == SHEET + b'{"answer": "KS"}\n', "its king has been told, and it is no copy"
    copy.write_bytes(SHEET)
    assert start.run(theirs, home, False) == 0
    assert [path.name for path in (home / "sheets").iterdir()] == [copy.name], "it is here already"


def test_a_game_that_cannot_be_played_is_named_over_the_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[str, list[str]]] = []

    def turn(loop: Loop, frames: int | None = None) -> None:
        for _ in range(4):
            loop.step(0.02)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        said = loop._notice or ""
        loop.step(0.02)
        seen.append((said, [type(scene).__name__ for scene in loop.scenes.visible_scenes]))

    monkeypatch.setattr("goosetable.app.loop.run_until_closed", turn)
    monkeypatch.setitem(games.DAMAGED, "hen", "the game 'hen' is damaged, goosetable/games/hen/rules.py, line 3: SyntaxError")
    assert start.run(None, tmp_path, False) == 0
    (said, scenes) = seen[0]
    assert said == "The game 'hen' is damaged, goosetable/games/hen/rules.py, line 3: SyntaxError."
    assert scenes[-1] == "NewGameScene", "all others can be played"
    assert capsys.readouterr().err.count("'hen'") == 1


def test_a_name_from_outside_cannot_break_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / ("\u202e" * 60)
    bad.write_bytes(b"no\n")
    wrong = named_file.find_fault(bad)
    assert wrong is not None
    assert wrong.full.isprintable() and wrong.full.endswith(":1: the line is not JSON")
    assert wrong.short.isprintable() and len(wrong.short) < 160


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such folder")
def test_without_a_home_the_one_of_the_user_is_taken_or_a_sentence_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import pwd

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for home in ("", "not/whole"):
        monkeypatch.setenv("HOME", home)
        assert paths.find_paths().data.is_absolute()

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert start.run(None, None, False) == 2
    said = capsys.readouterr().err
    assert said == "goosetable: there is no home folder to keep games in; --portable DIR names another\n"


def test_no_display_is_one_sentence(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a display")
    done = program(
        "--portable", str(tmp_path), SDL_VIDEODRIVER="-", DISPLAY="-", WAYLAND_DISPLAY="-", XDG_RUNTIME_DIR="-", frames=1
    )
    assert done.returncode == 2
    assert "no display" in done.stderr and done.stderr.count("\n") == 1


def test_the_self_test_plays_a_deal_of_each_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "SHELF", games.SHELF[-1:])
    assert selftest.run(tmp_path) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [game.id for game in games.SHELF]


@pytest.mark.slow
def test_the_program_plays_a_deal_of_every_game_by_itself(tmp_path: Path) -> None:
    """Also shown by the trial of each package."""
    done = program("--portable", str(tmp_path), "--selftest")
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [game.id for game in games.SHELF]


def test_a_self_test_ends_where_its_window_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flip, shown = AppWindow.present_picture, count(1)

    def closing(window: AppWindow) -> None:
        flip(window)
        if next(shown) == 3:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(AppWindow, "present_picture", closing)
    assert selftest.run(tmp_path) == 1
    assert capsys.readouterr().out == "the window was closed before every game was tried\n"


def test_a_deal_that_does_not_go_on_ends_a_self_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "SHELF", games.SHELF[:2])
    monkeypatch.setattr(selftest, "MOST_STEPS", 5)
    assert selftest.run(tmp_path) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [f"{game.id}: the deal did not come to its end in 5 steps" for game in games.SHELF]


def test_what_the_table_would_refuse_is_refused_before_there_is_a_window(tmp_path: Path) -> None:
    header = min(RECORD.glob("*.goose")).read_bytes().partition(b"\n")[0] + b"\n"
    many = tmp_path / "many.goose"
    many.write_bytes(header * 1001)
    wrong = named_file.find_fault(many)
    assert wrong is not None and wrong.full == f"{many}:1001: there are more than 1,000 games in this file"
    many.write_bytes(header * 1000)
    assert named_file.find_fault(many) is None
