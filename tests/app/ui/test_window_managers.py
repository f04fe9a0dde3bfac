"""The window under the window managers of this machine, and under none: it is where it was, at every start."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.slow

MANAGERS = ("openbox", "metacity", "xfwm4")
STARTS = 10
SCREEN = (1600, 1000)
PROGRAM = """
import json, sys
import pygame
from pathlib import Path
from goosetable.app.loop import Loop, run
from goosetable.app.ui import x11
from goosetable.app.ui.scene import Quit, Scene

acts = sys.argv[2:]

class Visit(Scene):
    changes_with_time, waited = True, 0.0
    def __init__(self, screen):
        self.screen = screen
    def update(self, dt):
        self.waited += dt
        if self.waited < 0.7:
            return None
        self.waited = 0.0
        if not acts:
            window = self.screen._window
            found.update(lies=x11.window_box(window.handle), full=self.screen.fullscreen, drawn=self.screen.surface.get_size())
            return Quit()
        act = acts.pop(0)
        window = self.screen._window
        if act == "f11":
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode=""))
        elif act == "max":
            window.maximize()
        elif act == "restore":
            window.restore()
        elif act == "wait":
            pass
        else:
            x, y, w, h = map(int, act.split(","))
            window.size, window.position = (w, h), (x, y)
        return None

found = {}
def begin(context):
    loop = Loop(context, Visit(context.screen), lambda route: None)
    notice = context.show_notice
    context.show_notice = lambda words: (found.setdefault("said", []).append(words), notice(words))
    return loop

run(begin, portable=Path(sys.argv[1]))
print(json.dumps(found))
"""


class Seen(NamedTuple):
    """Of the end of a run: the place of the window, whether it filled the screen, the size of its picture, what was said."""

    lies: tuple[int, ...]
    full: bool
    drawn: tuple[int, ...]
    said: tuple[str, ...]


class Desk:
    """A screen with a window manager, and one data folder of the program."""

    def __init__(self, folder: Path, display: str) -> None:
        self.folder, self.env = folder, {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self.env.pop("WAYLAND_DISPLAY", None)

    def start(self, *acts: str) -> Seen:
        """Start the program, do these acts with its window one after the other, and leave it."""
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(self.folder), *acts], env=self.env, capture_output=True, text=True, timeout=600,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout.splitlines()[-1])
        return Seen(tuple(found["lies"]), found["full"], tuple(found["drawn"]), tuple(found.get("said", ())))

    @property
    def kept(self) -> dict[str, Any]:
        """What the settings say of the window."""
        found: dict[str, Any] = json.loads((self.folder / "settings.json").read_text("utf-8"))["window"]
        return found


@contextmanager
def desk(folder: Path, manager: str, screen: tuple[int, int] = SCREEN) -> Iterator[Desk]:
    """A server of X11 with a window manager; empty for none."""
    for tool in ("Xvfb", *filter(None, (manager,)), *(("dbus-run-session",) if manager == "xfwm4" else ())):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} on this machine")
    size = f"{screen[0]}x{screen[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    managing: subprocess.Popen[Any] | None = None
    try:
        assert server.stdout is not None
        found = Desk(folder, f":{server.stdout.readline().strip()}")
        if manager:
            call = ["dbus-run-session", "--", manager] if manager == "xfwm4" else [manager]
            managing = subprocess.Popen(call, env=found.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _until_managed(found.env)
        yield found
    finally:
        for process in [one for one in (managing, server) if one is not None]:
            process.terminate()
            process.communicate(timeout=600)


def _until_managed(env: dict[str, str]) -> None:
    ask = "import sys; from goosetable.app.ui import x11; sys.exit(not x11.has_window_manager())"
    for _ in range(40):
        if subprocess.run([sys.executable, "-c", ask], env=env, check=False).returncode == 0:
            return
    raise AssertionError("no window manager came up")


@pytest.mark.parametrize("manager", ["", *MANAGERS])
def test_the_window_is_where_it_was_at_every_start(tmp_path: Path, manager: str) -> None:
    with desk(tmp_path, manager) as one:
        first = one.start("300,200,800,500")
        assert first.lies[2:] == (800, 500)
        assert [one.start().lies for _ in range(STARTS)] == [first.lies] * STARTS


@pytest.mark.parametrize("manager", MANAGERS)
def test_the_first_place_is_that_of_all_later_starts(tmp_path: Path, manager: str) -> None:
    with desk(tmp_path, manager) as one:
        first = one.start()
        assert [one.start().lies for _ in range(3)] == [first.lies] * 3


@pytest.mark.parametrize("manager", ["", *MANAGERS])
@pytest.mark.parametrize("place", ["-150,300,800,500", "1200,400,800,500", "500,700,800,500"])
def test_a_window_left_partly_beyond_the_edge_is_there_again(tmp_path: Path, manager: str, place: str) -> None:
    with desk(tmp_path, manager) as one:
        first = one.start(place)
        assert [one.start().lies for _ in range(3)] == [first.lies] * 3


@pytest.mark.parametrize("manager", MANAGERS)
def test_a_maximised_window_is_maximised_again_and_has_its_place_behind_it(tmp_path: Path, manager: str) -> None:
    with desk(tmp_path, manager) as one:
        place = one.start("300,200,800,500").lies
        large = one.start("max")
        assert large.lies[2] == SCREEN[0] and one.kept["maximized"]
        assert [one.start().lies for _ in range(3)] == [large.lies] * 3
        assert one.start("restore").lies == place and not one.kept["maximized"]
        assert one.start().lies == place
        assert one.start("max", "f11").lies == (0, 0, *SCREEN)
        assert one.start("f11").lies == large.lies
        assert one.start("restore").lies == place == one.start().lies


@pytest.mark.parametrize("manager", ["", *MANAGERS])
def test_full_screen_fills_the_display_and_goes_back_to_the_place(tmp_path: Path, manager: str) -> None:
    with desk(tmp_path, manager) as one:
        place = one.start("300,200,800,500").lies
        for acts in (("f11",), (), ("f11", "f11"), ()):
            seen = one.start(*acts)
            assert seen == Seen((0, 0, *SCREEN), True, SCREEN, ()), acts
        assert one.start("f11") == Seen(place, False, place[2:], ())
        assert one.start().lies == place


def test_a_full_screen_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    """A window manager that has ended leaves its promises behind."""
    with desk(tmp_path, "openbox") as one:
        place = one.start("300,200,800,500").lies
    with desk(tmp_path, "") as one:
        if shutil.which("xprop") is None:
            pytest.skip("there is no xprop to leave a promise with")
        promise = ["xprop", "-root", "-f", "_NET_SUPPORTED", "32a", "-set", "_NET_SUPPORTED", "_NET_WM_STATE_FULLSCREEN"]
        subprocess.run(promise, env=one.env, check=True, timeout=600)
        seen = one.start("f11", "wait", "wait")
        assert seen.said == ("The window cannot fill the screen here, so it is a window again.",)
        assert not seen.full and seen.drawn == seen.lies[2:] == place[2:] and not one.kept["fullscreen"]
        assert not one.start("f11").full or not one.kept["fullscreen"]
        assert not one.start().full


@pytest.mark.parametrize("manager", MANAGERS)
def test_on_a_smaller_screen_all_of_it_can_be_seen(tmp_path: Path, manager: str) -> None:
    with desk(tmp_path, manager) as one:
        one.start("700,400,800,500")
    with desk(tmp_path, manager, (1280, 720)) as one:
        x, y, w, h = one.start().lies
        assert (w, h) == (800, 500) and x >= 0 and y >= 0 and x + w <= 1280 and y + h <= 720
        assert one.start().lies == (x, y, w, h)
