"""The window, the loop and the context under SDL's dummy driver."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from goosetable import APP_ID
from goosetable.app.context import SETTLED, Context
from goosetable.app.loop import Loop, run, run_until_closed
from goosetable.app.render.canvas import Canvas
from goosetable.app.router import Router
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import paths, settings
from goosetable.app.storage.settings import UNPLACED, LoadedSettings, Settings, WindowPlace
from goosetable.app.ui import sound, x11
from goosetable.app.ui.scene import Change, Quit, Route, Scene
from goosetable.app.ui.window import AppWindow, NoScreen, close_windows, set_sdl_variables, starting_place, visible_place


def nowhere(route: Route) -> None:
    """For scenes that lead nowhere."""


class Bare(Scene):
    """Counts its drawings; Q quits."""

    drawn = 0

    def handle(self, event: pygame.event.Event) -> Change:
        return Quit() if event.type == pygame.KEYDOWN and event.key == pygame.K_q else None

    def draw(self, canvas: Canvas) -> None:
        self.drawn += 1
        canvas.dst.fill("#336699")


@pytest.fixture
def window() -> Iterator[AppWindow]:
    opened = AppWindow(WindowPlace(10, 20, 800, 500))
    yield opened
    opened.close()


@pytest.fixture
def context(window: AppWindow, tmp_path: Path) -> Context:
    pygame.event.clear()
    return Context(paths.find_paths(tmp_path), window, LoadedSettings(Settings(pace="at once")))


@pytest.fixture
def loop(context: Context) -> Loop:
    """After its first frame, with a bare scene."""
    found = Loop(context, Bare(), nowhere)
    found.step(0)
    return found


def press(key: int, mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def test_opens_at_the_remembered_size(window: AppWindow) -> None:
    assert window.size == (800, 500)
    assert window.place_to_save[2:5] == (800, 500, False)


@pytest.mark.parametrize(
    ("place", "desktops", "wanted"),
    [
        (WindowPlace(10, 20, 800, 500), [(1920, 1080)], WindowPlace(10, 20, 800, 500)),
        (WindowPlace(2000, 20, 800, 500), [(1920, 1080)], WindowPlace(None, None, 800, 500)),
        (WindowPlace(2000, 20, 800, 500), [(1920, 1080), (1280, 720)], WindowPlace(2000, 20, 800, 500)),
        (WindowPlace(-50, 20, 800, 500), [(1920, 1080)], WindowPlace(None, None, 800, 500)),
        (WindowPlace(0, 0, 4000, 3000), [(1280, 720)], WindowPlace(0, 0, 1280, 720)),
        (WindowPlace(0, 0, 100, 100), [(1280, 720)], WindowPlace(0, 0, 640, 400)),
        (WindowPlace(), [], WindowPlace(None, None, 1280, 720)),
        (WindowPlace(-500, 900, 800, 500, beyond=True), [(1920, 1080)], WindowPlace(-500, 900, 800, 500, beyond=True)),
        (WindowPlace(-750, 20, 800, 500, beyond=True), [(1920, 1080)], WindowPlace(None, None, 800, 500, beyond=True)),
        (WindowPlace(1000, 20, 1600, 900, beyond=True), [(1280, 720)], WindowPlace(None, None, 1280, 720, beyond=True)),
        (WindowPlace(9, 9, 800, 500, maximized=True), [(1920, 1080)], WindowPlace(9, 9, 800, 500, maximized=True)),
    ],
)
def test_the_window_is_placed_where_it_can_be_seen(
    place: WindowPlace, desktops: list[tuple[int, int]], wanted: WindowPlace
) -> None:
    assert visible_place(place, desktops) == wanted


def test_full_screen_by_f11_and_alt_enter_and_esc_leaves_it_first(context: Context, loop: Loop) -> None:
    before = context.screen.size
    for key, mod, full in (
        (pygame.K_F11, 0, True), (pygame.K_ESCAPE, 0, False), (pygame.K_RETURN, pygame.KMOD_LALT, True),
        (pygame.K_F11, 0, False),
    ):  # fmt: skip
        press(key, mod)
        loop.step(0.01)
        assert context.screen.fullscreen is full
        assert loop.size == context.screen.size == context.screen.surface.get_size()
    assert context.screen.size == before
    assert context.screen.place_to_save[2:5] == (*before, False)


class Server:
    """Stands for a server of X11: says where the window lies and how it is framed."""

    def __init__(self, window: AppWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window, self.lies, self.managed, self.spread = window, x11.Box(105, 129, 900, 600), True, False
        window._x11, window._place_unverified = True, False
        monkeypatch.setattr(x11, "window_box", lambda number: self.lies)
        monkeypatch.setattr(x11, "frame_offset", lambda number: (5, 29))
        monkeypatch.setattr(x11, "has_window_manager", lambda: self.managed)
        monkeypatch.setattr(x11, "is_maximized", lambda number: self.spread)

    def stirs(self) -> None:
        self.window.handle(pygame.event.Event(pygame.WINDOWMOVED, x=0, y=0))
        assert self.window.pass_time(1.0) == ""


@pytest.fixture
def server(window: AppWindow, monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(window, monkeypatch)


def test_the_corner_of_the_frame_is_remembered_which_places_a_new_window(window: AppWindow, server: Server) -> None:
    server.stirs()
    assert window.place_to_save == WindowPlace(100, 100, 900, 600)
    server.spread, server.lies = True, x11.Box(0, 29, 1920, 1051)
    server.stirs()
    assert window.place_to_save == WindowPlace(100, 100, 900, 600, maximized=True), "the place behind it is kept"


def test_a_full_screen_that_does_not_come_is_given_up_with_a_sentence(context: Context, server: Server) -> None:
    window, loop = context.screen, Loop(context, Bare(), nowhere)
    loop.step(0.01)
    press(pygame.K_F11)
    loop.step(0.1)
    assert window.fullscreen
    for _ in range(11):
        loop.step(0.1)
    assert not window.fullscreen and not window.place_to_save.fullscreen
    assert loop._notice == "The window cannot fill the screen here, so it is a window again."


def test_a_full_screen_that_has_not_come_is_not_kept(window: AppWindow, server: Server) -> None:
    window.toggle_fullscreen()
    window.close()
    assert not window.place_to_save.fullscreen


def test_where_nobody_manages_windows_it_takes_the_size_of_the_screen_itself(window: AppWindow, server: Server) -> None:
    server.managed = False
    window.toggle_fullscreen()
    server.lies = x11.Box(0, 0, *pygame.display.get_desktop_sizes()[0])
    assert window.pass_time(5.0) == "" and window.size == server.lies[2:] and window.place_to_save.fullscreen
    window.toggle_fullscreen()
    assert window.size == (900, 600) and not window.place_to_save.fullscreen


def test_it_cannot_become_smaller_than_640_by_400(window: AppWindow) -> None:
    window._window.size = (100, 100)
    pygame.event.get()
    assert window._window.get_surface().get_size() == (640, 400)


def test_a_resize_reaches_the_scenes_and_paint(context: Context) -> None:
    scene = Bare()
    loop = Loop(context, scene, nowhere)
    loop.step(0)
    context.screen._window.size = (900, 600)
    loop.step(0.01)
    assert (scene.w, scene.h) == (900, 600) == context.canvas.dst.get_size()


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (640, 1)])
def test_a_window_made_smaller_than_was_asked_for_is_laid_out_as_a_small_one(context: Context, size: tuple[int, int]) -> None:
    """A system that arranges windows by itself asks nobody; the title with its cloth was drawn for one pixel, and failed."""
    loop = Loop(context, TitleScene(context, Router(context).matches), nowhere)
    loop.step(0)
    context.screen._window.minimum_size = (1, 1)
    context.screen._window.size = size
    loop.step(0.01)
    context.cloth.finish()
    loop.step(0.01)
    assert loop.size == (max(320, size[0]), max(200, size[1])) and context.screen.surface.get_size() == size


def test_nothing_is_drawn_while_nothing_changes(context: Context) -> None:
    scene = Bare()
    loop = Loop(context, scene, nowhere)
    for _ in range(3):
        loop.step(0.01)
    drawn = scene.drawn
    for _ in range(50):
        assert not loop.step(0.03)
    assert scene.drawn == drawn
    scene.dirty = True
    assert loop.step(0.03)


def test_time_is_clamped(context: Context) -> None:
    seen: list[float] = []

    class Timed(Bare):
        def update(self, dt: float) -> Change:
            seen.append(dt)
            return None

    loop = Loop(context, Timed(), nowhere)
    for dt in (5.0, -1.0, 0.02):
        loop.step(dt)
    assert seen == [0.1, 0.0, 0.02]


def test_closing_the_window_ends_it(loop: Loop) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    loop.step(0.01)
    assert loop.is_over


@pytest.mark.usefixtures("painted")
def test_a_notice_stands_until_something_is_done_and_uses_nothing_up(context: Context) -> None:
    context.show_notice("The settings could not be read. They are kept as settings.old-1.json, and these are fresh.")
    loop = Loop(context, Bare(), nowhere)
    loop.step(0.01)
    bare = pygame.Color("#336699")
    assert context.screen.surface.get_at((400, 14)) != bare
    for _ in range(30):
        loop.step(0.1)
    press(pygame.K_x)
    loop.step(0.01)
    assert context.screen.surface.get_at((400, 14)) == bare


def test_changed_settings_are_kept_and_restyle_what_they_concern(context: Context, loop: Loop) -> None:
    canvas = context.canvas
    context.change_settings(level=3)
    assert context.canvas is canvas
    context.change_settings(theme="mulberry", cards="four", text_size=1.5)
    assert (
        context.canvas is not canvas and context.canvas.four and context.canvas.size == 1.5 and context.theme.name == "mulberry"
    )
    assert loop.step(0.01) and context.canvas.dst is context.screen.surface
    loop.step(SETTLED)
    assert settings.load(context.folders.settings).settings == context.settings


def test_a_folder_that_cannot_be_written_is_said_once_and_tried_once_more_at_the_end(context: Context, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    context.folders = paths.find_paths(tmp_path / "file")
    for level in (3, 4):
        context.change_settings(level=level)
        context.save_if_changed()
    assert context.settings.level == 4 and len(context.notices) == 1 and "play goes on" in context.notices[0]
    (tmp_path / "file").unlink()
    context.save_if_changed()
    assert settings.load(context.folders.settings).settings.level == 4


def test_after_the_first_frame_the_cloth_is_finished(context: Context) -> None:
    from goosetable.app.render.felt import felt_measures

    class Clothed(Bare):
        def draw(self, canvas: Canvas) -> None:
            canvas.dst.blit(context.cloth.best_picture(felt_measures(self.w, self.h)), (0, 0))

    loop = Loop(context, Clothed(), nowhere)
    loop.do_idle_work()
    loop.step(0)
    assert loop.has_idle_work
    for _ in range(5000):  # on a busy machine each does a single piece
        loop.do_idle_work()
        if not loop.has_idle_work:
            break
    assert not loop.has_idle_work and loop.step(0.01)


def test_run_remembers_and_ends(tmp_path: Path) -> None:
    assert run(lambda context: Loop(context, Bare(), nowhere), portable=tmp_path, frames=1) == 0
    assert run(lambda context: Loop(context, Bare(), nowhere), portable=tmp_path, frames=1, size=(700, 450)) == 0
    assert settings.load(tmp_path / "settings.json").notice is None


class Changing(Bare):
    """Changes a setting with its first picture, and then the program is left."""

    def __init__(self, context: Context, how: str) -> None:
        self.context, self.how = context, how

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.drawn == 1:
            self.context.change_settings(name="Anna")

    def update(self, dt: float) -> None:
        if not self.drawn:
            return
        match self.how:
            case "closed":
                pygame.event.post(pygame.event.Event(pygame.QUIT))
            case "left":
                press(pygame.K_q, pygame.KMOD_CTRL)
            case "mistake":
                raise ZeroDivisionError
            case "interrupted":
                raise KeyboardInterrupt


@pytest.mark.parametrize("how", ["closed", "left", "mistake", "interrupted", "measured"])
def test_settings_are_kept_however_the_program_is_left(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Context, "pass_time", lambda context, seconds: None)  # it is left before they rest
    written = list[str]()
    write = settings.write

    def noted(now: Settings, path: Path) -> None:
        written.append(now.name)
        write(now, path)

    monkeypatch.setattr(settings, "write", noted)
    frames = 1 if how == "measured" else None
    with contextlib.suppress(ZeroDivisionError, KeyboardInterrupt):
        run(lambda context: Loop(context, Changing(context, how), nowhere), portable=tmp_path, frames=frames)
    assert settings.load(tmp_path / "settings.json").settings.name == "Anna"
    assert written == ["Anna"]


def test_settings_are_kept_where_the_window_cannot_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def close(window: AppWindow) -> None:
        raise OSError

    with monkeypatch.context() as broken, contextlib.suppress(OSError):
        broken.setattr(AppWindow, "close", close)
        run(lambda context: Loop(context, Changing(context, "mistake"), nowhere), portable=tmp_path)
    close_windows()
    assert settings.load(tmp_path / "settings.json").settings.name == "Anna"


def test_settings_are_written_after_half_a_second_of_rest(context: Context, loop: Loop) -> None:
    for name in ("A", "An", "Ann"):
        context.change_settings(name=name)
        loop.step(0.4)
    assert not context.folders.settings.exists()
    loop.step(0.2)
    assert settings.load(context.folders.settings).settings.name == "Ann"


@pytest.mark.parametrize("event", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
def test_settings_are_written_when_another_program_is_turned_to(context: Context, loop: Loop, event: int) -> None:
    context.change_settings(name="Anna")
    pygame.event.post(pygame.event.Event(event))
    loop.step(0.01)
    assert settings.load(context.folders.settings).settings.name == "Anna"


def test_after_the_last_frame_nothing_more_is_done(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(context, Bare(), nowhere)
    monkeypatch.setattr(Loop, "do_idle_work", lambda loop, left: pytest.fail("a measurement of the first frame waits for this"))
    run_until_closed(loop, frames=1)
    assert loop.frames == 1


def test_a_table_at_rest_asks_for_events_alone(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of its own: one look at everything, then ten at the events, until one comes."""
    now, slept, looked = [0.0], list[float](), [0]

    def sleep(seconds: float) -> None:
        now[0] += seconds
        slept.append(seconds)

    def peek() -> bool:
        looked[0] += 1
        return False

    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(pygame.event, "peek", peek)
    loop = Loop(context, Bare(), nowhere, clock=lambda: now[0])
    steps, step = [0], loop.step
    monkeypatch.setattr(loop, "step", lambda dt: steps.__setitem__(0, steps[0] + 1) or step(dt))
    run_until_closed(loop, seconds=4)
    steps[0], before = 0, len(slept)
    run_until_closed(loop, seconds=20, starts_idle=True)
    assert steps[0] <= 21 and len(slept) - before <= 20 * 11 + 20
    assert max(slept) <= 0.1, "whoever comes back waits no longer"


def test_each_window_is_closed_before_the_display_ends() -> None:
    one, two = AppWindow(WindowPlace()), AppWindow(WindowPlace())
    one.close()
    two.surface.fill("red")  # the display is still there
    two.present_picture()
    two.close()
    assert not pygame.display.get_init()
    three = AppWindow(WindowPlace())
    close_windows()
    assert not pygame.display.get_init(), "the end closes windows that are open"
    for opened in (one, two, three):  # destroyed, and not left to free a later window
        opened.close()  # once more does no harm
        with pytest.raises(pygame.error):
            opened.surface.fill("red")


def test_the_invisible_screen_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(NoScreen, match="no screen to open a window on"):
        AppWindow(WindowPlace())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have neither X nor Wayland")
@pytest.mark.parametrize(
    ("display", "lacks", "named"),
    [
        ("DISPLAY", {"libX11.so.6": "libX11.so.6: cannot open shared object file: No such file or directory"}, "libX11.so.6"),
        ("DISPLAY", {"libX11.so.6": "libxcb.so.1: cannot open shared object file: No such file or directory"}, "libxcb.so.1"),
        ("DISPLAY", {"libXext.so.6": "/usr/lib/libXext.so.6: file too short"}, "libXext.so.6"),
        ("DISPLAY", {"libX11.so.6": "there is no reason", "libXext.so.6": "none"}, "libX11.so.6"),
        (
            "WAYLAND_DISPLAY",
            {"libX11.so.6": "libX11.so.6: no", "libxkbcommon.so.0": "libxkbcommon.so.0: no"},
            "libxkbcommon.so.0",
        ),
        ("XDG_RUNTIME_DIR", {"libwayland-client.so.0": "libwayland-client.so.0: no"}, "libwayland-client.so.0"),
    ],
)
@pytest.mark.parametrize("asked", [False, True])
def test_the_first_library_that_a_display_needs_and_that_cannot_be_opened_is_named(
    monkeypatch: pytest.MonkeyPatch, display: str, lacks: dict[str, str], named: str, asked: bool
) -> None:
    """asked: whether SDL is told which kind of display to take, and so gives an error of its own."""

    def opens(name: str) -> object:
        if name in lacks:
            raise OSError(lacks[name])
        return object()

    def refuses() -> None:
        raise pygame.error("x11 not available")

    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(display, "one")
    monkeypatch.setattr(ctypes, "CDLL", opens)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    if asked:
        monkeypatch.setattr(pygame.display, "init", refuses)
    with pytest.raises(NoScreen) as said:
        AppWindow(WindowPlace())
    assert str(said.value) == f"There is no screen to open a window on: the library {named} cannot be opened."


def test_a_display_that_is_not_there_is_said_to_be_unreached_where_no_library_is_lacking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(NoScreen, match="no display could be reached"):
        AppWindow(WindowPlace())


def test_a_wayland_without_opengl_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for, it is refused before the window is opened; else its get_surface() would end the program."""

    def refuses(*_: object, **options: object) -> None:
        assert options["opengl"] is True
        raise pygame.error("Could not load EGL library")

    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    monkeypatch.setattr(pygame, "Window", refuses)
    with pytest.raises(NoScreen, match=r"could not be opened: Could not load EGL library \(Wayland wants libegl1"):
        AppWindow(WindowPlace())


def test_what_sdl_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_FRAMEBUFFER_ACCELERATION", "SDL_VIDEO_X11_WMCLASS", "SDL_WINDOWS_DPI_AWARENESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("SDL_VIDEODRIVER", "wayland")
    set_sdl_variables()
    assert "SDL_FRAMEBUFFER_ACCELERATION" not in os.environ
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    set_sdl_variables()
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "0"
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == APP_ID
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", Path(sys.argv[0]).name)
    set_sdl_variables()
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == APP_ID, "what pygame names when it is imported is no choice of a person"
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "mine")
    set_sdl_variables()
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == "mine"


def test_sound_plays_with_a_device_and_is_silent_without(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = sound.Sound()
    silent.play("deal")
    monkeypatch.setattr(pygame.mixer, "init", _no_device)
    assert not silent.open()
    silent.play("honk")
    monkeypatch.undo()
    loud = sound.Sound()
    assert loud.open() and loud.open()
    list(loud.preload())
    loud.play("deal")
    loud.close()
    with pytest.raises(KeyError):
        loud.play("bark")


def _no_device(**_: object) -> None:
    raise pygame.error("ALSA: Couldn't open audio device")


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = paths.find_paths(tmp_path)
    assert here.settings == tmp_path / "settings.json" and here.running.name == "running.goose"
    assert here.games == tmp_path / "games" and here.log.parent == tmp_path
    if sys.platform.startswith("linux"):
        import platformdirs

        for value in (str(tmp_path), ""):
            monkeypatch.setenv("XDG_DATA_HOME", value)
            assert str(paths.find_paths().data) == platformdirs.user_data_dir("goosetable", appauthor=False)


# ---------------------------------------------------------------------- how large the window of a first start is where the d


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("", None), ("Xft.dpi:\t192\n", 2.0), ("Xft.hinting: 1\nXft.dpi: 120", 1.25), ("*Xft.dpi: 192", None),
        ("Xft.dpi:\t0\n", None), ("Xft.dpi:\tnan\n", None), ("Xft.dpi:\t-192", None), ("Xft.dpi: 1e9\n", None),
    ],
)  # fmt: skip
def test_what_the_display_says(text: str, scale: float | None) -> None:
    assert x11.scale_in_resources(text) == scale


@pytest.mark.parametrize(
    ("said", "environ", "scale"),
    [
        ("Xft.dpi:\t192\n", {"GDK_SCALE": "3"}, 2.0), ("", {"GDK_SCALE": "2"}, 2.0), ("", {"QT_SCALE_FACTOR": "1.5"}, 1.5),
        ("", {}, 1.0), ("", {"GDK_SCALE": "two"}, 1.0), ("Xft.dpi: 48\n", {}, 1.0), ("Xft.dpi: 9999\n", {}, 4.0),
    ],
)  # fmt: skip
def test_the_display_counts_before_the_variables(
    said: str, environ: dict[str, str], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(x11, "resources", lambda: said)
    assert x11.display_scale(environ) == scale


@pytest.mark.parametrize(
    ("desktops", "scale", "size"),
    [
        ([(3840, 2160)], 2.0, (2560, 1440)), ([(3840, 2160)], 1.0, (1280, 720)), ([(1600, 1000)], 2.0, (1440, 810)),
        ([(1024, 600)], 2.0, (1280, 720)), ([(3840, 2160), (1920, 1080)], 2.0, (1728, 972)), ([], 2.0, (1280, 720)),
    ],
)  # fmt: skip
def test_the_first_window_grows_as_far_as_there_is_room(
    desktops: list[tuple[int, int]], scale: float, size: tuple[int, int]
) -> None:
    place = starting_place(UNPLACED, desktops, scale)
    assert (place.w, place.h) == size and place.x is None and not place.fullscreen


@pytest.mark.slow
def test_a_server_of_x11_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the library, from what xrdb keeps there; a server that is not there says nothing."""
    monkeypatch.setenv("DISPLAY", ":8765")
    assert x11.display_scale({}) == 1.0
    for tool in ("Xvfb", "xrdb"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} to ask a server of X11 with")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        monkeypatch.setenv("DISPLAY", f":{server.stdout.readline().strip()}")
        assert x11.display_scale({}) == 1.0
        subprocess.run(["xrdb", "-nocpp", "-merge"], input="Xft.dpi: 192\n", text=True, check=True, timeout=600)
        assert x11.display_scale({}) == 2.0
    finally:
        server.terminate()
        server.communicate(timeout=600)
