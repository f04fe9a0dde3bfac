"""The wheels: one in Python alone, for every system, and one for this system and this Python with the compiled core in it."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import archives
import core
import release

from goosetable import machine_code

NEEDED: Final = "Requires-Dist: mypy-extensions>=1"
"""What compiled modules import."""
MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""What a file of a wheel bears where the tree has no history."""


def plain(out: Path) -> Path:
    """The wheel in Python, made from a copy so that nothing is written into the source tree."""
    copy, made = out / "source", out / "wheels"
    for folder in (copy, made):
        shutil.rmtree(folder, ignore_errors=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("goosetable", "assets"):
        shutil.copytree(release.ROOT / name, copy / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(release.ROOT / name, copy / name)
    tool = [sys.executable, "-m", "pip"] if importlib.util.find_spec("pip") else [shutil.which("uv") or "uv"]
    call = [*tool, "wheel", "--no-deps", "--quiet", "-w", str(made), "."] if tool[-1] == "pip" else [
        *tool, "build", "--quiet", "--wheel", "--out-dir", str(made), "."]  # fmt: skip
    subprocess.run(call, check=True, cwd=copy, env={**os.environ, "SOURCE_DATE_EPOCH": str(release.moment())})
    shutil.rmtree(copy)
    target = out / next(made.glob("*.whl")).name
    shutil.move(str(next(made.glob("*.whl"))), target)
    return archives.checked(target)


def native(whole: Path, folder: Path) -> Path:
    """A wheel like `whole`, with the compiled core of a finished build in it, beside it."""
    tag = tagged()
    target = whole.with_name(whole.name.replace("py3-none-any", tag))
    package = folder / core.PACKAGE
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        info = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD")).rpartition("/")[0]
        moment = old.getinfo(f"{info}/METADATA").date_time
        rows = []
        contents = [(name, old.read(name)) for name in old.namelist() if name != f"{info}/RECORD"]
        contents += [(f"{core.PACKAGE}/{path.as_posix()}", stripped(package / path)) for path in core.compiled(folder)]
        for name, content in contents:
            if name == f"{info}/WHEEL":
                content = content.replace(b"py3-none-any", tag.encode()).replace(b"Purelib: true", b"Purelib: false")
            elif name == f"{info}/METADATA":
                head, line, rest = content.partition(b"Requires-Dist:")
                content = head + NEEDED.encode() + b"\n" + line + rest
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append((name, f"sha256={digest}", len(content)))
            _add(new, name, content, moment)
        listed = io.StringIO()
        csv.writer(listed, lineterminator="\n").writerows([*rows, (f"{info}/RECORD", "", "")])
        _add(new, f"{info}/RECORD", listed.getvalue().encode(), moment)
    return archives.checked(target)


def tagged() -> str:
    """For which Python and system a compiled wheel of this machine is, as wheels name it."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


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


def _add(archive: zipfile.ZipFile, name: str, content: bytes, moment: tuple[int, int, int, int, int, int]) -> None:
    entry = zipfile.ZipInfo(name, max(moment, MOMENT))
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(entry, content)
