"""Packs the frozen program for Linux as .rpm, by rpmbuild, and as AppImage, by mksquashfs and a given runtime.

Both tools use the time of the last commit and no data of this machine, so that the same commit gives the same package.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import struct
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import archives
import components
import facts
import release
from frozen import program

WANTED: Final = ("X11.so.6", "Xext.so.6", "Xcursor.so.1", "Xi.so.6", "Xrandr.so.2", "Xfixes.so.3", "Xss.so.1", "xkbcommon.so.0")
"""Libraries that a window needs. The package recommends them by file name, because package names differ between systems."""
RUNTIMES: Final = {
    "x86_64": "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d",
    "aarch64": "00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444",
}
"""SHA-256 of the runtimes of AppImage/type2-runtime, release 20251108."""
MAGIC: Final = b"AI\x02"
"""Bytes 8 to 10 of the runtime of an AppImage of the second type, and so of every such AppImage."""


def write_entries(entries: Iterable[archives.Entry], root: Path) -> Path:
    """Writes the entries of an archive as files below `root`, with the same modes and the time of the release; returns `root`.

    An older folder `root` is deleted first.
    """
    shutil.rmtree(root, ignore_errors=True)
    for name, what in entries:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(what, str):
            path.symlink_to(what)
        else:
            path.write_bytes(what if isinstance(what, bytes) else what.read_bytes())
            path.chmod(0o755 if archives.is_program(what) else 0o644)
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        os.utime(path, (release.release_time(), release.release_time()), follow_symlinks=False)
    return root


# ---------------------------------------------------------------------- .rpm


def rpm(out: Path) -> Path:
    """Makes the package for Fedora, openSUSE and others; returns its path.

    Raises SystemExit if rpmbuild is missing or fails.
    """
    if shutil.which("rpmbuild") is None:
        raise SystemExit("build.py: rpmbuild is not here (package rpm), so there is no .rpm")
    with tempfile.TemporaryDirectory(prefix="goosetable-rpm-") as work:  # rpmbuild takes no folder with a space in its name
        made = _rpm_in(Path(work), program(out).parent)
        target = out / made.name
        shutil.move(made, target)
    return archives.check_size(target)


def _rpm_in(work: Path, folder: Path) -> Path:
    """Makes the package of a frozen folder below `work`; returns its path. Raises SystemExit if rpmbuild fails."""
    machine, name = platform.machine(), facts.NAME
    doc = f"usr/share/doc/{name}"
    entries: list[archives.Entry] = [
        *archives.tree(folder, f"usr/lib/{name}"),
        *((f"usr/share/{path}", what) for path, what in archives.desktop()),
        (f"usr/bin/{name}", f"../lib/{name}/{name}"),
        (f"{doc}/CHANGELOG.md", release.CHANGES.read_bytes()),
        (f"{doc}/CREDITS.md", (release.ROOT / "assets" / "CREDITS.md").read_bytes()),
    ]
    root = write_entries(entries, work / "root")
    listed = [f"/usr/lib/{name}", f"%doc /{doc}", *(f"/{path}" for path, _ in entries
                                                    if not path.startswith((f"usr/lib/{name}/", doc)))]  # fmt: skip
    needs = [
        f"Requires: libc.so.6(GLIBC_{archives.glibc(folder)})(64bit)",
        *(f"Recommends: lib{one}()(64bit)" for one in WANTED),
    ]
    version = release.version().replace("-", "~")
    spec = work / f"{name}.spec"
    lists = {"REQUIRES": "\n".join(needs), "FILES": "\n".join(listed), "TREE": str(root)}
    text = facts.template("goosetable.spec.in", VERSION=version, LICENCES=components.expression(folder), **lists)
    spec.write_text(text, encoding="utf-8")
    said = {
        "_topdir": work,
        "_rpmdir": work,
        "_dbpath": work / "db",
        "_tmppath": work,
        "_rpmfilename": "%{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm",
    }
    words = [word for key, value in said.items() for word in ("--define", f"{key} {value}")]
    ran = subprocess.run(
        ["rpmbuild", "-bb", "--quiet", "--target", f"{machine}-linux", *words, str(spec)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(release.release_time()), "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode != 0:
        raise SystemExit(f"build.py: rpmbuild refuses the package: {ran.stderr.strip()[-400:]}")
    return work / f"{name}-{version}-1.{machine}.rpm"


def rpm_faults(path: Path) -> list[str]:
    """Checks the requirements, the scripts and the files of an .rpm; returns a sentence for each fault."""

    def lines(*words: str) -> list[str]:
        told = subprocess.run(["rpm", "-qp", *words, str(path)], check=True, capture_output=True, text=True)
        return told.stdout.splitlines()

    needs = [one for one in lines("--requires") if not one.startswith(("rpmlib(", "libc.so.6(GLIBC_2."))]
    wrong = [f"it asks for {one}" for one in needs] + [f"it runs a script: {one}" for one in lines("--scripts")[:1]]
    listed = set(lines("-l"))
    share = (f"applications/{facts.ID}.desktop", f"mime/packages/{facts.ID}.xml", f"metainfo/{facts.ID}.metainfo.xml",
             *(f"icons/hicolor/{size}x{size}/apps/{facts.ID}.png" for size in archives.SIZES))  # fmt: skip
    wanted = ["/usr/bin/goosetable", "/usr/lib/goosetable", *(f"/usr/share/{name}" for name in share)]
    wrong += [f"it lacks {name}" for name in wanted if name not in listed]
    strange = [name for name in listed if not name.startswith(("/usr/bin/", "/usr/share/", "/usr/lib/goosetable"))]
    return wrong + [f"it writes {name}" for name in strange]


# ---------------------------------------------------------------------- AppImage


def make_squashfs(out: Path) -> Path:
    """Makes the content of an AppImage, a squashfs file, and returns its path. Raises SystemExit if mksquashfs is missing."""
    if shutil.which("mksquashfs") is None:
        raise SystemExit("build.py: mksquashfs is not here (package squashfs-tools), so there is no AppImage")
    name = facts.NAME
    icon = (release.ROOT / "assets" / "icons" / "goosetable-256.png").read_bytes()
    entries: list[archives.Entry] = [
        *archives.tree(program(out).parent, f"usr/lib/{name}"),
        *((f"usr/share/{path}", what) for path, what in archives.desktop()),
        ("AppRun", f"usr/lib/{name}/{name}"),
        (f"{facts.ID}.desktop", facts.template("goosetable.desktop").encode()),
        (f"{facts.ID}.png", icon),
        (".DirIcon", icon),
    ]
    folder = write_entries(entries, out / "goosetable.AppDir")
    target = out / f"{archives.base()}-{platform.machine()}.AppDir.squashfs"
    target.unlink(missing_ok=True)
    moment = str(release.release_time())
    env = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}  # mksquashfs takes one of the two
    subprocess.run(
        [
            "mksquashfs", str(folder), str(target), "-quiet", "-no-progress", "-noappend", "-root-owned", "-no-xattrs",
            "-mkfs-time", moment, "-all-time", moment, "-comp", "zstd", "-Xcompression-level", "22", "-b", "1M",
        ],
        check=True, env=env, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    shutil.rmtree(folder)
    return archives.check_size(target)


ADDRESS: Final = "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-"


def download_runtime(out: Path) -> Path:
    """Downloads the runtime for this machine into the folder, and returns its path. Raises SystemExit if that fails."""
    target = out / f"runtime-{platform.machine()}"
    try:
        with urllib.request.urlopen(f"{ADDRESS}{platform.machine()}", timeout=60) as answer:
            target.write_bytes(answer.read())
    except OSError as wrong:
        raise SystemExit(f"build.py: the runtime of the AppImage cannot be fetched: {wrong}") from wrong
    return target


def appimage(out: Path, runtime: Path | None = None) -> Path:
    """Makes the AppImage, a runtime followed by the content that it mounts; without a runtime, the content alone.

    Returns its path. Raises SystemExit if the file is not the expected runtime, or does not end where its ELF headers say,
    because the runtime looks for its content there.
    """
    if runtime is None:
        return make_squashfs(out)
    head = runtime.read_bytes() if runtime.is_file() else b""
    if head[8:11] != MAGIC:
        raise SystemExit(f"build.py: {runtime} is not the runtime of an AppImage of the second type")
    if hashlib.sha256(head).hexdigest() != RUNTIMES.get(platform.machine()):
        raise SystemExit(f"build.py: {runtime} is not the runtime that was chosen: its SHA-256 is another")
    if offset(head) != len(head):
        raise SystemExit(f"build.py: {runtime} has {len(head)} bytes, and looks for its content after {offset(head)}")
    content = make_squashfs(out)
    target = out / f"{archives.base()}-{platform.machine()}.AppImage"
    target.write_bytes(head + content.read_bytes())
    target.chmod(0o755)
    content.unlink()
    return archives.check_size(target)


def offset(image: bytes) -> int:
    """Returns the size of the 64-bit ELF file with which an AppImage begins, by its headers; 0 if there is none."""
    if image[:6] != b"\x7fELF\x02\x01" or len(image) < 64:
        return 0
    (table,) = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    end = table + size * count
    for at in range(table, end, size or 1):
        if size < 0x40 or at + size > len(image):
            return 0
        kind, begins, length = struct.unpack_from("<I16xQQ", image, at + 4)
        end = end if kind == 8 else max(end, begins + length)  # a section of zeros takes no room in the file
    return int(end)
