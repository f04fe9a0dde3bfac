"""The program in a real Wayland session: Sway without a screen, a keyboard and a pointer that are driven by its protocols.

Skipped where sway, grim or Xvfb is missing. What Sway of today lacks, protocols for fractional scales among it, is not tried.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import APP_ID
from tests.narrowing import present
from tests.ship.wayland_hands import Hands

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = (1600, 1000)
PATIENCE = 60.0
"""Seconds after which what does not happen is taken for not happening."""
RECORD = "".join((ROOT / "tests" / "records" / "fool-set-up.goose").read_text().splitlines(keepends=True)[:6])
"""A deal in which the person at the screen comes next."""
NOBODY = 65534
CONF = """output HEADLESS-1 resolution 1600x1000 scale {scale} bg #336699 solid_color
default_border none
for_window [app_id=".*"] floating enable
xwayland disable
"""
pytestmark = pytest.mark.slow


class Desk:
    """A session of Sway; as root it runs as nobody, for it refuses to be root."""

    def __init__(self, folder: Path, scale: float) -> None:
        for tool in ("sway", "swaymsg", "grim", "swaybg"):
            if shutil.which(tool) is None:
                pytest.skip(f"there is no {tool} to run the program under Wayland with")
        self.runtime, self.extent = folder, (round(OUTPUT[0] / scale), round(OUTPUT[1] / scale))
        (folder / "conf").write_text(CONF.format(scale=scale))
        left = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK")}
        self.env = left | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
        for name in ("SDL_VIDEODRIVER", "SDL_FRAMEBUFFER_ACCELERATION"):
            self.env.pop(name, None)
        around = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        rights: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": ()} if os.getuid() == 0 else {}
        if rights:
            os.chown(folder, NOBODY, NOBODY)
        with (folder / "log").open("wb") as log:
            self.sway = subprocess.Popen(
                ["sway", "-c", str(folder / "conf")], env=self.env | around, stderr=log, stdout=log, cwd="/", **rights
            )
        until(lambda: any(folder.glob("wayland-?")) and any(folder.glob("sway-ipc.*")), "sway does not start")
        self.socket = next(path for path in folder.glob("wayland-?") if path.is_socket())
        self.env |= {
            "WAYLAND_DISPLAY": self.socket.name,
            "SWAYSOCK": str(next(folder.glob("sway-ipc.*"))),
            "SDL_AUDIODRIVER": "dummy",
        }
        self.hands = Hands(self.socket, self.extent)

    def tell(self, words: str) -> Any:
        """Give Sway a command; its answer."""
        said = subprocess.run(["swaymsg", "-r", words], env=self.env, capture_output=True, check=True)
        return json.loads(said.stdout)

    def window(self, name: str = APP_ID) -> dict[str, Any] | None:
        """The window with that app id as Sway knows it."""
        found = subprocess.run(["swaymsg", "-r", "-t", "get_tree"], env=self.env, capture_output=True, check=True)
        left = [json.loads(found.stdout)]
        while left:
            one = left.pop()
            if one.get("app_id") == name:
                return dict(one)
            left += one["nodes"] + one["floating_nodes"]
        return None

    def picture(self) -> pygame.Surface:
        """What is on the output, in its pixels."""
        subprocess.run(["grim", "-t", "ppm", str(self.runtime / "now.ppm")], env=self.env, check=True, timeout=PATIENCE)
        return pygame.image.load(str(self.runtime / "now.ppm"))

    def close(self) -> None:
        self.hands.close()
        self.sway.terminate()
        self.sway.wait(20)


def until(true: Callable[[], object], otherwise: str) -> None:
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.05)


def resting(look: Callable[[], pygame.Surface]) -> pygame.Surface:
    """A picture that stays the same twice in a row, and shows something."""
    same, before = 0, b""
    ends = time.monotonic() + PATIENCE
    while True:
        picture = look()
        now = pygame.image.tobytes(picture, "RGB")
        same = same + 1 if now == before and len(set(now[::997])) > 20 else 0
        if same == 2:
            return picture
        assert time.monotonic() < ends, "the picture never rests"
        before = now
        time.sleep(0.2)


def strange(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels that differ by more than 8."""
    assert one.get_size() == other.get_size()
    a, b = pygame.image.tobytes(one, "RGB"), pygame.image.tobytes(other, "RGB")
    far = {i // 3 for i, (x, y) in enumerate(zip(a, b, strict=True)) if abs(x - y) > 8}
    return len(far) * 3 / len(a)


@pytest.fixture(params=[1, 2, 1.5], ids=str)
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    folder = Path(tempfile.mkdtemp(prefix="desk-", dir="/tmp"))  # sockets have short paths, and nobody is let into most folders
    opened = Desk(folder, request.param)
    yield opened
    opened.close()
    shutil.rmtree(folder)


def started(folder: Path, env: dict[str, str], *words: str, **window: int) -> subprocess.Popen[bytes]:
    folder.mkdir(exist_ok=True)
    chosen = {"version": 1, "still": True, "pace": "at once", "window": window}
    (folder / "settings.json").write_text(json.dumps(chosen))
    call = [sys.executable, "-m", "goosetable", "--portable", str(folder), *words]
    return subprocess.Popen(call, cwd=ROOT, env=env | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE)


def ended(program: subprocess.Popen[bytes]) -> None:
    program.terminate()
    _, said = program.communicate(timeout=30)
    assert b"Traceback" not in said, said.decode()


def shown(desk: Desk, scale: float) -> pygame.Surface:
    """The window's own picture as it rests."""
    desk.hands.move(2, 2)
    picture = resting(desk.picture)
    window = present(desk.window())
    place = window["rect"]
    cut = pygame.Rect(*(round(place[key] * scale) for key in ("x", "y", "width", "height")))
    return picture.subsurface(cut.clip(picture.get_rect())).copy()


@contextlib.contextmanager
def on_x11(folder: Path, record: Path, w: int, h: int) -> Iterator[Callable[[], pygame.Surface]]:
    """A way to look at the same window under X11, in the memory of a server with nothing else on its screen."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb to compare with")
    folder.mkdir()
    read, write = os.pipe()
    call = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{w}x{h}x24", "-fbdir", str(folder)]
    server = subprocess.Popen(call, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        env = {name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
        env |= {"DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy"}
        program = started(folder / "home", env, str(record), x=0, y=0, w=w, h=h)
        try:
            yield lambda: resting(lambda: of_xwd((folder / "Xvfb_screen0").read_bytes()))
        finally:
            ended(program)
    finally:
        server.terminate()
        server.wait(20)


def of_xwd(data: bytes) -> pygame.Surface:
    """The picture in a dump of a screen of 32 bits a pixel."""
    head = struct.unpack_from(">25I", data)
    w, h, line = head[4], head[5], head[12]
    begin = head[0] + head[19] * 12
    rows = b"".join(data[begin + y * line : begin + y * line + w * 4] for y in range(h))
    return pygame.image.frombuffer(rows, (w, h), "BGRA").convert(24) if pygame.display.get_init() else _plain(rows, w, h)


def _plain(rows: bytes, w: int, h: int) -> pygame.Surface:
    whole = pygame.image.frombuffer(rows, (w, h), "BGRA")
    bare = pygame.Surface((w, h), 0, 24)
    bare.blit(whole, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    return bare


def test_a_deal_is_played_by_keys_resized_and_filled_and_looks_as_under_x11(
    desk: Desk, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    scale = OUTPUT[0] / desk.extent[0]
    record = tmp_path / "open.goose"
    record.write_text(RECORD)
    w, h = (1280, 720) if scale == 1 else (700, 450)
    home = tmp_path / "home"
    stack = contextlib.ExitStack()
    program = started(home, desk.env, str(record), w=w, h=h)
    try:
        until(desk.window, "no window opens that has the name of the installed desktop file")
        first = shown(desk, scale)
        assert first.get_size() == (round(w * scale), round(h * scale))
        if scale in (1, 2):  # between them Sway makes the picture smaller, as it does for all that know whole scales alone
            beside = stack.enter_context(on_x11(tmp_path / "x11", record, *first.get_size()))
            until(lambda: strange(shown(desk, scale), beside()) <= 0.001, "it does not look as under X11")
        for size in ((900, 600), (640, 400), (777, 531), (w, h)) if scale == 1 else ((680, 420), (w, h)):
            desk.tell(f"[app_id={APP_ID}] resize set {size[0]} {size[1]}")
            until(partial(_sized, desk, size), "the window does not take its size")
            shown(desk, scale)
        if scale in (1, 2):
            until(lambda: strange(shown(desk, scale), beside()) <= 0.001, "after several sizes it is not as it was")
        desk.hands.press("f11")
        until(lambda: _filled(desk), "F11 does not fill the screen")
        until(lambda: _colours(desk.picture()) > 3, "the full screen is not drawn to its edge")
        desk.hands.press("esc")
        until(lambda: _size(desk) == (w, h), "Esc does not make it a window again")
        kept = home / "running.goose"
        desk.hands.press("right")
        desk.hands.press("enter")
        until(lambda: kept.is_file() and '{"seat": 0, "do": "play X"}' in kept.read_text(), "Enter plays no card")
    finally:
        stack.close()
        ended(program)


def _sized(desk: Desk, size: tuple[int, int]) -> bool:
    return _size(desk) == size


def _colours(picture: pygame.Surface) -> int:
    """How many colours there are near the upper edge, where the grain of the wood is."""
    return len({tuple(picture.get_at((x, 4))) for x in range(0, OUTPUT[0], 5)})


def _filled(desk: Desk) -> bool:
    """Whether the window is as large as the output, but for a fraction of a point."""
    return all(abs(side - whole) <= 1 for side, whole in zip(_size(desk), desk.extent, strict=True))


def _size(desk: Desk) -> tuple[int, int]:
    window = desk.window()
    return (window["rect"]["width"], window["rect"]["height"]) if window else (0, 0)


@pytest.mark.parametrize("desk", [1], indirect=True, ids=str)
def test_a_record_is_dropped_on_the_window(desk: Desk, tmp_path: Path) -> None:
    """With the pointer, from the window of another program, through Statistics and All games."""
    home = tmp_path / "home"
    program = started(home, desk.env, x=0, y=0, w=1280, h=720)
    try:
        until(desk.window, "no window opens")
        for place in ((838, 573), (1001, 643)):
            shown(desk, 1)
            window = present(desk.window())
            desk.hands.click(window["rect"]["x"] + place[0], window["rect"]["y"] + place[1])
        shown(desk, 1)
        desk.hands.source(150, 150)
        until(lambda: desk.window("source"), "the other window does not open")
        desk.tell("[app_id=source] move position 0 0")
        assert desk.hands.drag((60, 60), (800, 500), ROOT / "tests" / "records" / "fool-coded.goose")
        until(lambda: any((home / "games").glob("*.goose")), "the record is not taken")
    finally:
        ended(program)


def _said(call: list[str], env: dict[str, str]) -> str:
    return subprocess.run(call, env=env, capture_output=True, text=True, check=False, timeout=30).stdout


BOARD = """
import pygame
from goosetable.app.storage.settings import WindowPlace
from goosetable.app.ui.text_field import copy_to_clipboard
from goosetable.app.ui.window import AppWindow
import os
window = AppWindow(WindowPlace(w=800, h=500))
window.present_picture()
print(pygame.display.get_driver(), os.environ.get("SDL_FRAMEBUFFER_ACCELERATION"), flush=True)
while True:
    for event in pygame.event.get():
        if event.type == pygame.KEYDOWN and event.key == pygame.K_c and event.mod & pygame.KMOD_CTRL:
            print("copied", copy_to_clipboard("7Q4K-M2XD-9TBR"), flush=True)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_v and event.mod & pygame.KMOD_CTRL:
            print("pasted", pygame.scrap.get_text(), flush=True)
    pygame.time.wait(5)
"""


@pytest.mark.parametrize("desk", [1], indirect=True, ids=str)
def test_a_code_is_copied_and_pasted(desk: Desk, tmp_path: Path) -> None:
    if shutil.which("wl-copy") is None:
        pytest.skip("there is no wl-clipboard to copy and paste with")
    env = desk.env | {"PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    program = subprocess.Popen([sys.executable, "-c", BOARD], env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None
        assert program.stdout.readline().split() == ["wayland", "None"], "SDL's own way of drawing is left alone"
        until(lambda: (desk.window() or {}).get("focused"), "the window is not in front")
        desk.hands.press("c", ctrl=True)
        assert program.stdout.readline() == "copied True\n"
        paste = ["wl-paste", "-n"]
        until(lambda: _said(paste, desk.env) == "7Q4K-M2XD-9TBR", "what was copied is not on the clipboard")
        subprocess.run(["wl-copy", "TTVN-GA3S-83YK"], env=desk.env, check=True, timeout=30)
        desk.hands.press("v", ctrl=True)
        assert program.stdout.readline() == "pasted TTVN-GA3S-83YK\n"
    finally:
        program.kill()  # SDL makes of the milder signal an event
        program.communicate(timeout=20)
