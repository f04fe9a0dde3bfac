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
"""Requirement of the compiled modules at run time."""


def plain(out: Path, sources: Path = release.ROOT) -> Path:
    """Builds the wheel in Python alone; returns its path. sources: the tree, or a source distribution."""
    return _build(out, "--wheel", sources)


def source(out: Path) -> Path:
    """Builds the source distribution, from which the wheel can be built; returns its path."""
    return _build(out, "--sdist", release.ROOT)


def _build(out: Path, kind: str, sources: Path, more: Mapping[str, str] | None = None) -> Path:
    """Runs `uv build` and moves the result into `out`; returns its path. Raises SystemExit if the build fails.

    kind: `--wheel` or `--sdist`. more: environment variables for the build.
    """
    made = out / "wheels"
    shutil.rmtree(made, ignore_errors=True)
    tool = [found] if (found := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    call = [*tool, "build", kind, "--quiet", "--no-create-gitignore", "--python", sys.executable, "--out-dir", str(made)]
    ours = {"SOURCE_DATE_EPOCH": str(release.release_time()), "PYTHONDONTWRITEBYTECODE": "1", facts.NATIVE: ""}
    env = {**os.environ, **ours, **(more or {})}
    try:
        ran = subprocess.run([*call, str(sources)], cwd=release.ROOT, env=env, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise SystemExit(f"build.py: {_reason(kind, ran.stdout + ran.stderr)}")
        (content,) = made.iterdir()
        target = out / content.name
        content.replace(target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return archives.check_size(target)


def _reason(kind: str, said: str) -> str:
    """Returns the reason why `uv build` failed: one sentence without hatchling, else the end of what uv printed."""
    if "build-system.requires" not in said:
        return f"uv build {kind} failed: {said.strip()[-600:]}"
    return f"wheels need hatchling, and uv cannot get it: {said.strip().splitlines()[-1].strip().removeprefix('cause: ')}"


def native(out: Path) -> Path:
    """Builds the wheel for this system and Python, with the core compiled below `out` by hatch_hooks.py; returns its path."""
    return _build(out, "--wheel", release.ROOT, {facts.NATIVE: str(out)})


def wheel_tag(folder: Path) -> str:
    """Returns the tag of a wheel with the core compiled in `folder`: Python, system, and on Linux the oldest usable glibc."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if system.startswith("linux_"):
        oldest = archives.glibc(folder / core.PACKAGE / machine_code.FOLDER).replace(".", "_")
        system = system.replace("linux", f"manylinux_{oldest}", 1)
    return f"{python}-{python}-{system}"


def contents(wheel: Path) -> dict[str, bytes]:
    """Returns the contents of all files in a wheel, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def is_native(wheel: Path) -> bool:
    """Returns whether a wheel contains the compiled core."""
    with zipfile.ZipFile(wheel) as archive:
        return f"{core.PACKAGE}/{machine_code.FOLDER}/{machine_code.VERSION}" in archive.namelist()


def strip_symbols(path: Path) -> bytes:
    """Returns the content of a file of the core, on Linux without debugging symbols if the tool `strip` is installed."""
    tool = shutil.which("strip")
    if path.suffix != ".so" or tool is None or not sys.platform.startswith("linux"):
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as scrap:
        lean = Path(scrap) / path.name
        subprocess.run([tool, "--strip-unneeded", "-o", str(lean), str(path)], check=True)
        return lean.read_bytes()
