"""Freezes goosetable for this system, outside the source tree, and lets the frozen program play every game once.

python build/build.py [--out FOLDER]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LARGEST = 40_000_000
"""The frozen folder may not be larger, in bytes."""


def freeze(out: Path) -> Path:
    """Makes the folder `goosetable` below `out`; returns its program."""
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--workpath", str(out / "work"), "--distpath", str(out / "dist"), str(HERE / "goosetable.spec"),
        ],
        check=True,
        cwd=out,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )  # fmt: skip
    return out / "dist" / "goosetable" / ("goosetable.exe" if sys.platform == "win32" else "goosetable")


def size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def selftest(program: Path) -> None:
    """Runs the frozen program as it would run anywhere: in another folder, with a bare environment, without a screen."""
    bare = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    if sys.platform == "win32":
        bare["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    with tempfile.TemporaryDirectory(prefix="goose table \u00e9 ") as away:
        home = bare | {"HOME": away}
        subprocess.run([str(program), "--version"], check=True, cwd=away, env=home)
        subprocess.run([str(program), "--portable", away, "--selftest"], check=True, cwd=away, env=home, timeout=300)


def main() -> int:
    """Builds, weighs and tries; 1 where the result is not good."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build")
    out = options.parse_args().out.resolve()
    if out.is_relative_to(HERE.parent):
        print("build.py: the build goes outside the source tree; choose another --out", file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    program = freeze(out)
    weight = size(program.parent)
    print(f"{program.parent}: {weight / 1e6:.1f} MB")
    if weight > LARGEST:
        print(f"build.py: the frozen folder is larger than {LARGEST / 1e6:.0f} MB", file=sys.stderr)
        return 1
    selftest(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
