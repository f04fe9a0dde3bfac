"""The wheels: one in Python alone, for every system, and one for this system and this Python with the compiled core in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import archives
import core
import facts
import release

from goosetable import machine_code

NEEDED: Final = "mypy-extensions>=1"
"""What compiled modules import."""


def plain(out: Path, sources: Path = release.ROOT) -> Path:
    """Makes the wheel in Python alone. sources: the tree, or a source distribution."""
    return _built(out, "--wheel", sources)


def source(out: Path) -> Path:
    """Makes the source distribution, from which the wheel can be made again."""
    return _built(out, "--sdist", release.ROOT)


def _built(out: Path, kind: str, sources: Path, more: Mapping[str, str] | None = None) -> Path:
    """Has hatchling build, by uv and with the pinned versions; returns what was made. Raises SystemExit where that fails.

    more: environment variables for the build.
    """
    made = out / "wheels"
    shutil.rmtree(made, ignore_errors=True)
    tool = [found] if (found := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    call = [*tool, "build", kind, "--quiet", "--no-create-gitignore", "--python", sys.executable, "--out-dir", str(made)]
    ours = {"SOURCE_DATE_EPOCH": str(release.moment()), "PYTHONDONTWRITEBYTECODE": "1", facts.NATIVE: ""}
    env = {**os.environ, **ours, **(more or {})}
    ran = subprocess.run([*call, str(sources)], cwd=release.ROOT, env=env, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"build.py: uv build {kind} failed: {(ran.stdout + ran.stderr).strip()[-600:]}")
    (content,) = made.iterdir()
    target = out / content.name
    content.replace(target)
    return archives.checked(target)


def native(out: Path) -> Path:
    """Makes the wheel for this system and this Python, with the core compiled below `out`, by the hook in hatch_hooks.py."""
    return _built(out, "--wheel", release.ROOT, {facts.NATIVE: str(out)})


def tagged(folder: Path) -> str:
    """Returns the tag of a wheel with the finished core in `folder`: this Python and system, on Linux with the oldest glibc."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if system.startswith("linux_"):
        oldest = archives.glibc(folder / core.PACKAGE / machine_code.FOLDER).replace(".", "_")
        system = system.replace("linux", f"manylinux_{oldest}", 1)
    return f"{python}-{python}-{system}"


def contents(wheel: Path) -> dict[str, bytes]:
    """Returns the files of a wheel by their names."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def is_native(wheel: Path) -> bool:
    """Whether there is compiled code in it."""
    with zipfile.ZipFile(wheel) as archive:
        return f"{core.PACKAGE}/{machine_code.FOLDER}/{machine_code.VERSION}" in archive.namelist()


def stripped(path: Path) -> bytes:
    """A file of the core without the names that only a debugger wants, where there is `strip`."""
    tool = shutil.which("strip")
    if path.suffix != ".so" or tool is None or not sys.platform.startswith("linux"):
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as scrap:
        lean = Path(scrap) / path.name
        subprocess.run([tool, "--strip-unneeded", "-o", str(lean), str(path)], check=True)
        return lean.read_bytes()
