"""The pinned versions of every tool and library of a build: `build.py pins` writes the newest of each.

They are in pyproject.toml, and that of uv itself is in the workflows and in BUILDING.md. Python is not among them: a release
stays with a version that has an installer for every system.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

import release

PROJECT: Final = release.ROOT / "pyproject.toml"
OLDEST: Final = "3.11"
"""The oldest Python that the versions must fit."""
PLACES: Final = (*sorted((release.ROOT / ".github" / "workflows").glob("*.yml")), release.ROOT / "build" / "BUILDING.md")
"""Files with the version of uv."""
UV: Final = re.compile(r'( uv | version: ")(\d+\.\d+\.\d+)')
LISTS: Final = ("constraint-dependencies", "build-constraint-dependencies")
"""The lists of pins: of the dependencies, and of the build system."""


class NoPins(Exception):
    """Error: the versions cannot be found or written; the message is one sentence."""


def renew(write: bool = True) -> list[str]:
    """Resolves all dependencies anew, without the present pins, and writes them; returns the lines that differ.

    write: whether files are changed.
    Raises NoPins, and leaves all files unchanged, if uv is missing or finds no versions, as without a network.
    """
    text = PROJECT.read_text(encoding="utf-8")
    before = pins_in_text(text)
    for key in LISTS:
        text = _replace_list(text, key, [])
    project = tomllib.loads(text)
    builders = [*project["build-system"]["requires"], *project["dependency-groups"]["core"]]
    found = _resolve("pyproject.toml", text, "--group", "dev", "--group", "ship"), _resolve("build.in", "\n".join(builders))
    after = dict(zip(LISTS, found, strict=True))
    for key, versions in after.items():
        text = _replace_list(text, key, versions)
    (tool,) = _resolve("uv.in", "uv")
    if write:
        PROJECT.write_text(text, encoding="utf-8")
    changed = [one for key in LISTS for one in sorted(set(before[key]) ^ set(after[key]))]
    return changed + sorted({one for place in PLACES for one in _uv_changed(place, tool.partition("==")[2], write)})


def _uv_changed(place: Path, newest: str, write: bool) -> list[str]:
    """Replaces the version of uv in a file, if `write` is True. Returns `uv==` with the version before and after, if they
    differ.
    """
    text = place.read_text(encoding="utf-8")
    old = {found[2] for found in UV.finditer(text)} - {newest}
    if write and old:
        place.write_text(UV.sub(rf"\g<1>{newest}", text), encoding="utf-8")
    return [f"uv=={one}" for one in (*old, newest)] if old else []


def pins_in_text(text: str) -> dict[str, list[str]]:
    """Returns the two lists of pins in the text of pyproject.toml."""
    found = tomllib.loads(text)["tool"]["uv"]
    return {key: found.get(key, []) for key in LISTS}


def _replace_list(text: str, key: str, versions: list[str]) -> str:
    lines = "".join(f'    "{one}",\n' for one in versions)
    changed, count = re.subn(rf"^{key} = \[\n.*?^\]$", f"{key} = [\n{lines}]", text, flags=re.MULTILINE | re.DOTALL)
    if count != 1:
        raise NoPins(f"pyproject.toml must have one list {key}")
    return changed


def _resolve(name: str, text: str, *more: str) -> list[str]:
    """Returns `name==version` of every package that any supported system and Python needs.

    name, text: the file with the requirements, in a form that uv knows by its name. more: options.
    """
    with tempfile.TemporaryDirectory() as scrap:
        (Path(scrap) / name).write_text(text, encoding="utf-8")
        call = ["pip", "compile", "--quiet", "--universal", "--python-version", OLDEST, "--no-header", "--no-annotate"]
        return _uv([*call, "--no-emit-index-url", *more, name], Path(scrap))


def _uv(call: list[str], folder: Path) -> list[str]:
    tool = shutil.which("uv")
    command = [tool] if tool else [sys.executable, "-m", "uv"]
    ran = subprocess.run([*command, *call], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.split(" ;")[0].strip() for line in ran.stdout.splitlines() if "==" in line]
    if ran.returncode != 0 or not lines:
        raise NoPins(f"uv finds no versions: {(ran.stderr.strip() or 'no answer').splitlines()[-1]}")
    return sorted(set(lines))
