"""The wheels: one in Python alone, for every system, and one for this system and this Python with the compiled core in it."""

from __future__ import annotations

import base64
import csv
import hashlib
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


def plain(out: Path, sources: Path = release.ROOT) -> Path:
    """Makes the wheel in Python alone. sources: the tree, or a source distribution."""
    return _built(out, "--wheel", sources)


def source(out: Path) -> Path:
    """Makes the source distribution, from which the wheel can be made again."""
    return _built(out, "--sdist", release.ROOT)


def _built(out: Path, kind: str, sources: Path) -> Path:
    """Has hatchling build, by uv and with the pinned versions; returns what was made. Raises SystemExit where that fails."""
    made = out / "wheels"
    shutil.rmtree(made, ignore_errors=True)
    tool = [found] if (found := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    call = [*tool, "build", kind, "--quiet", "--no-create-gitignore", "--python", sys.executable, "--out-dir", str(made)]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(release.moment()), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run([*call, str(sources)], cwd=release.ROOT, env=env, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise SystemExit(f"build.py: uv build {kind} failed: {(ran.stdout + ran.stderr).strip()[-600:]}")
    (content,) = made.iterdir()
    target = out / content.name
    content.replace(target)
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


def _add(archive: zipfile.ZipFile, name: str, content: bytes, moment: tuple[int, int, int, int, int, int]) -> None:
    entry = zipfile.ZipInfo(name, max(moment, MOMENT))
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(entry, content)
