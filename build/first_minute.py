"""Starts the program as a new person does, with nothing kept yet, and writes what is seen on the way to the first trick.

python build/build.py picture --out FOLDER      # needs Pillow, Xvfb and xdotool
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import release
import screens

SIZE: Final = (1280, 720)
SHOWN: Final = (800, 450)
"""What is written, of the same shape."""
STEPS: Final = (("title", ""), ("lay-a-table", "Return"), ("first-deal", "Return"))
"""What is seen, and the key that leads there from what was seen before."""
QUALITY: Final = 80


def make(out: Path) -> list[Path]:
    """Writes a picture of each step. Raises SystemExit where a tool is missing, NoPicture where nothing comes."""
    try:
        image: Any = importlib.import_module("PIL.Image")
    except ImportError:
        raise SystemExit("build.py: Pillow is not here; uv run --with pillow python build/build.py picture") from None
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            raise SystemExit(f"build.py: {tool} is not here, so the first minute cannot be seen")
    made = []
    with tempfile.TemporaryDirectory(prefix="goosetable-minute-") as home, screens.Screen(*SIZE) as screen:
        folder = Path(home)
        (folder / "settings.json").write_text('{"window": {"w": 1280, "h": 720, "x": 0, "y": 0}, "moving": false}')
        env = {**os.environ, "PYTHONPATH": str(release.ROOT), "HOME": home, "SDL_AUDIODRIVER": "dummy", "DISPLAY": screen.name}
        env.pop("SDL_VIDEODRIVER", None)
        program = subprocess.Popen([sys.executable, "-m", "goosetable", "--portable", home], env=env, cwd=home)
        try:
            for name, key in STEPS:
                if key:
                    subprocess.run(["xdotool", "key", key], env=env, check=True)
                seen = screen.settled(program)
                target = out / f"{name}.webp"
                picture = image.frombytes("RGB", SIZE, seen, "raw", "BGRX")
                picture.resize(SHOWN, image.Resampling.LANCZOS).save(target, quality=QUALITY, method=6)
                print(f"{target}: {target.stat().st_size / 1e3:.0f} kB")
                made.append(target)
        finally:
            program.terminate()
            program.wait(20)
    return made
