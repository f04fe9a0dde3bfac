"""How large the window of a first start is where the display is scaled."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from goosetable.app.storage.settings import UNPLACED
from goosetable.app.ui import display_scale, x11
from goosetable.app.ui.window import scaled_first


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("", None), ("Xft.dpi:\t192\n", 2.0), ("Xft.hinting: 1\nXft.dpi: 120", 1.25), ("*Xft.dpi: 192", None),
        ("Xft.dpi:\t0\n", None), ("Xft.dpi:\tnan\n", None), ("Xft.dpi:\t-192", None), ("Xft.dpi: 1e9\n", None),
    ],
)  # fmt: skip
def test_what_the_display_says(text: str, scale: float | None) -> None:
    assert display_scale.in_resources(text) == scale


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
    assert display_scale.of_x11(environ) == scale


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
    place = scaled_first(UNPLACED, desktops, scale)
    assert (place.w, place.h) == size and place.x is None and not place.fullscreen


@pytest.mark.slow
def test_a_server_of_x11_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the library, from what xrdb keeps there; a server that is not there says nothing."""
    monkeypatch.setenv("DISPLAY", ":8765")
    assert display_scale.of_x11({}) == 1.0
    for tool in ("Xvfb", "xrdb"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} to ask a server of X11 with")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        monkeypatch.setenv("DISPLAY", f":{server.stdout.readline().strip()}")
        assert display_scale.of_x11({}) == 1.0
        subprocess.run(["xrdb", "-nocpp", "-merge"], input="Xft.dpi: 192\n", text=True, check=True, timeout=20)
        assert display_scale.of_x11({}) == 2.0
    finally:
        server.terminate()
        server.communicate(timeout=20)
