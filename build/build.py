"""Freezes goosetable for this system, outside the source tree, and lets the frozen program play every game once.

python build/build.py [--out FOLDER] [--measure]
python build/build.py core ...                     # compiles rules and players for tournaments instead: see core.py
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LARGEST = 40_000_000
"""The frozen folder may not be larger, in bytes."""


def freeze(out: Path, name: str = "goosetable") -> Path:
    """Makes the folder `name`, goosetable or bare, below `out`; returns its program."""
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--workpath", str(out / "work"), "--distpath", str(out / "dist"), str(HERE / "goosetable.spec"),
        ],
        check=True,
        cwd=out,
        env={**os.environ, "GOOSETABLE_FREEZE": name, "PYTHONDONTWRITEBYTECODE": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )  # fmt: skip
    return out / "dist" / name / (f"{name}.exe" if sys.platform == "win32" else name)


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


def measure(program: Path, bare: Path) -> None:
    """Prints how long the frozen program takes to its first frame and out, against the frozen bare window, in turn."""
    with tempfile.TemporaryDirectory() as away:
        home = {**os.environ, "XDG_DATA_HOME": away, "APPDATA": away, "HOME": away, "GOOSETABLE_FRAMES": "1"}
        if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            home.setdefault("SDL_VIDEODRIVER", "dummy")
        times: dict[Path, list[float]] = {program: [], bare: []}
        for _ in range(10):
            for one, found in times.items():
                began = time.perf_counter()
                subprocess.run([str(one)], check=True, env=home, stdout=subprocess.DEVNULL)
                found.append(time.perf_counter() - began)
    ours, theirs = (statistics.median(found[1:]) for found in times.values())
    print(f"frozen, to the first frame and out: {ours * 1e3:.0f} ms")
    print(f"  a bare window: {theirs * 1e3:.0f} ms; ratio {ours / theirs:.2f}")


def main() -> int:
    """Builds, weighs and tries; 1 where the result is not good."""
    if sys.argv[1:2] == ["core"]:
        return subprocess.run([sys.executable, str(HERE / "core.py"), *sys.argv[2:]], check=False).returncode
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "goosetable-build")
    options.add_argument("--measure", action="store_true", help="freeze a bare window too, and compare their start-up")
    called = options.parse_args()
    out = called.out.resolve()
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
    if called.measure:
        measure(program, freeze(out, "bare"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
