"""The pinned versions of every tool and library of a build: `build.py pins` writes the newest of each into pyproject.toml."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import release

PROJECT: Final = release.ROOT / "pyproject.toml"
OLDEST: Final = "3.11"
"""The oldest Python that the versions must fit."""


class NoPins(Exception):
    """The versions cannot be found or written; the message says why in one sentence."""


def renew() -> list[str]:
    """Resolves all dependencies anew, without the present pins, and writes them; returns the lines that differ.

    Raises NoPins where uv is missing or finds no versions, as without a network; pyproject.toml is unchanged then.
    """
    text = PROJECT.read_text(encoding="utf-8")
    before = pinned(text)
    after = {"constraint-dependencies": _resolved(_without(text)), "build-constraint-dependencies": _built_with(text)}
    for key, versions in after.items():
        text = _with(text, key, versions)
    PROJECT.write_text(text, encoding="utf-8")
    return [one for key in after for one in sorted(set(before[key]) ^ set(after[key]))]


def pinned(text: str) -> dict[str, list[str]]:
    """Returns the two lists of pins in the text of pyproject.toml: of the dependencies, and of the build system."""
    found = {}
    for key in ("constraint-dependencies", "build-constraint-dependencies"):
        block = re.search(rf"^{key} = \[\n(.*?)^\]$", text, re.MULTILINE | re.DOTALL)
        found[key] = re.findall(r'"([^"]+)"', block[1]) if block else []
    return found


def _with(text: str, key: str, versions: list[str]) -> str:
    lines = "".join(f'    "{one}",\n' for one in versions)
    changed, count = re.subn(rf"^{key} = \[\n.*?^\]$", f"{key} = [\n{lines}]", text, flags=re.MULTILINE | re.DOTALL)
    if count != 1:
        raise NoPins(f"pyproject.toml must have one list {key}")
    return changed


def _without(text: str) -> str:
    for key in ("constraint-dependencies", "build-constraint-dependencies"):
        text = _with(text, key, [])
    return text


def _resolved(text: str) -> list[str]:
    """Returns `name==version` of every package that any supported system and Python needs, the test tools included."""
    with tempfile.TemporaryDirectory() as scrap:
        (Path(scrap) / "pyproject.toml").write_text(text, encoding="utf-8")
        call = ["pip", "compile", "--quiet", "--universal", "--python-version", OLDEST, "--group", "dev", "--no-header"]
        return _uv([*call, "--no-annotate", "--no-emit-index-url", "pyproject.toml"], Path(scrap))


def _built_with(text: str) -> list[str]:
    """Returns the pins of the build system."""
    found = re.search(r"^requires = \[(.*)\]$", text, re.MULTILINE)
    names = re.findall(r'"([\w-]+)', found[1]) if found else []
    with tempfile.TemporaryDirectory() as scrap:
        (Path(scrap) / "build.in").write_text("\n".join(names), encoding="utf-8")
        call = ["pip", "compile", "--quiet", "--universal", "--python-version", OLDEST, "--no-header", "--no-annotate"]
        return _uv([*call, "--no-emit-index-url", "build.in"], Path(scrap))


def _uv(call: list[str], folder: Path) -> list[str]:
    tool = shutil.which("uv")
    command = [tool] if tool else [sys.executable, "-m", "uv"]
    ran = subprocess.run([*command, *call], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.split(" ;")[0].strip() for line in ran.stdout.splitlines() if "==" in line]
    if ran.returncode != 0 or not lines:
        raise NoPins(f"uv finds no versions: {(ran.stderr.strip() or 'no answer').splitlines()[-1]}")
    return sorted(set(lines))
