"""Packs the frozen program for each system: .tar.xz, .deb, .zip and installer, .dmg; .rpm and AppImage are in packages.py.

Every file in a package has the time of the last commit and the owner root, and files are sorted by name, so that the same
commit gives the same package.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap
from collections.abc import Iterable
from email.utils import formatdate
from pathlib import Path
from typing import Final

import bundle
import components
import facts
import installer
import release
from frozen import program

HERE: Final = Path(__file__).resolve().parent
NAME: Final = facts.NAME
MAINTAINER: Final = f"{NAME} <{NAME}@localhost>"
COMMON: Final = {
    "GPL-3.txt": "GPL-3", "LGPL-2.1.txt": "LGPL-2.1", "LICENSE-APACHE": "Apache-2.0", "COPYING.txt": "GPL-2",
}  # fmt: skip
"""Licence texts that every Debian system has, by our files and their names below /usr/share/common-licenses."""
APACHE: Final = re.compile(
    rb"[ \t]*Apache License\s+Version 2\.0, January 2004\b.*?END OF TERMS AND CONDITIONS[ \t]*", re.DOTALL
)
"""Pattern of the text of the Apache License inside a text with several licences."""
MACHINE: Final = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
LARGEST: Final = 18_000_000
"""Greatest size of a download with the compiled core, in bytes.

A .tar.xz, a .deb or an .rpm has 12.9 million bytes; an AppImage has about 16 million, because its runtime reads only zlib and
zstd, which compress less than xz.
"""
SIZES: Final = (16, 32, 64, 128, 256)

Entry = tuple[str, Path | bytes | str]
"""An entry of an archive: its path, and its content as a file to copy, as bytes, or, if it is a text, as the target of a
symbolic link.
"""


def base() -> str:
    """Returns the beginning of the names of most downloads: program and version."""
    return f"{NAME}-{release.version()}"


def check_size(path: Path, largest: int | None = LARGEST) -> Path:
    """Prints the size of a finished download, and returns its path. Raises SystemExit above `largest` bytes; None: no limit."""
    weight = path.stat().st_size
    print(f"{path}: {weight / 1e6:.2f} MB")
    if largest is not None and weight > largest:
        raise SystemExit(f"build.py: {path.name} is larger than {largest / 1e6:.0f} MB")
    return path


# ---------------------------------------------------------------------- Linux


def tar(entries: Iterable[Entry], root: str = "") -> bytes:
    """Returns a tar archive of the entries and their folders. root: text before each path."""
    found = dict(entries)
    folders = {folder for name in found for folder in _parents(name)}
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted([*found, *folders]):
            info = tarfile.TarInfo(f"{root}{name}")
            info.mtime, info.uname, info.gname = release.release_time(), "root", "root"
            what = found.get(name)
            if what is None:
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(info)
            elif isinstance(what, str):
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, what, 0o777
                archive.addfile(info)
            else:
                body = what if isinstance(what, bytes) else what.read_bytes()
                info.size, info.mode = len(body), 0o755 if is_program(what) else 0o644
                archive.addfile(info, io.BytesIO(body))
    return content.getvalue()


def is_program(what: Path | bytes) -> bool:
    """Returns whether the content of an entry is a program, which needs the mode of an executable file."""
    return isinstance(what, Path) and os.access(what, os.X_OK) and what.suffix == ""


def _parents(name: str) -> list[str]:
    parts = name.split("/")[:-1]
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def tree(folder: Path, below: str) -> list[Entry]:
    """Returns the entries of all files and links of a folder, below a path of the archive."""
    found: list[Entry] = []
    for path in sorted(folder.rglob("*")):
        name = f"{below}/{path.relative_to(folder).as_posix()}"
        if path.is_symlink():
            found.append((name, str(path.readlink())))
        elif path.is_file():
            found.append((name, path))
    return found


def linux(out: Path) -> Path:
    """Packs the frozen program as .tar.xz, with README, changes, licence and the files for desktops; returns its path."""
    target = out / f"{base()}-linux-{platform.machine()}.tar.xz"
    entries = [
        *tree(program(out).parent, NAME),
        *((f"{NAME}/share/{name}", what) for name, what in desktop()),
        (f"{NAME}/README.txt", facts.template("README.txt").encode()),
        (f"{NAME}/CHANGELOG.md", release.CHANGES.read_bytes()),
        *((f"{NAME}/{name}", (release.ROOT / "assets" / name).read_bytes()) for name in ("LICENSE.txt", "CREDITS.md")),
    ]
    target.write_bytes(lzma.compress(tar(entries), preset=9 | lzma.PRESET_EXTREME))
    return check_size(target)


def desktop() -> list[Entry]:
    """Returns the entries below share/ for desktops: menu entry, file type, description, and icons."""
    found: list[Entry] = [
        (f"applications/{facts.ID}.desktop", facts.template("goosetable.desktop").encode()),
        (f"mime/packages/{facts.ID}.xml", facts.template("goosetable.xml").encode()),
        (f"metainfo/{facts.ID}.metainfo.xml", facts.metainfo().encode()),
        (f"man/man6/{NAME}.6.gz", gzip_bytes(facts.template("goosetable.6.in").encode())),
    ]
    for size in SIZES:
        picture = (release.ROOT / "assets" / "icons" / f"goosetable-{size}.png").read_bytes()
        found.append((f"icons/hicolor/{size}x{size}/apps/{facts.ID}.png", picture))
    return found


def copyright_text(folder: Path) -> bytes:
    """Returns the copyright file of Debian: licence and credits of goosetable, then the licence texts in the frozen folder."""
    texts = [release.ROOT / "assets" / name for name in ("LICENSE.txt", "CREDITS.md")]
    for row in components.components_in(folder):
        texts += [folder / components.INSIDE / text for text in row.text_files()]
    shared = [f"The text of {one} is /usr/share/common-licenses/{one}.".encode() for one in COMMON.values()]
    found = [path for path in dict.fromkeys(texts) if path.is_file()]
    own = [path.read_bytes().rstrip() for path in found if path.name not in COMMON]
    own += [path.read_bytes().partition(b"#---")[0].rstrip() for path in found if COMMON.get(path.name) == "GPL-2"]
    own = [APACHE.sub(b"The text of the Apache License is named at the end of this file.", text) for text in own]
    return b"\n\n".join([*own, *shared]) + b"\n"


def deb(out: Path) -> Path:
    """Makes the package for Debian and its derivatives, and returns its path.

    It has no scripts, because the triggers of other packages register menu entry, file type and icons.
    """
    folder = program(out).parent
    machine = MACHINE.get(platform.machine(), platform.machine())
    doc = f"usr/share/doc/{NAME}"
    entries: list[Entry] = [
        *tree(folder, f"usr/lib/{NAME}"),
        *((f"usr/share/{name}", what) for name, what in desktop()),
        *((f"usr/{place}/{NAME}", f"../lib/{NAME}/{NAME}") for place in ("games", "bin")),
        (f"{doc}/changelog.gz", gzip_bytes(_changelog().encode())),
        (f"{doc}/CHANGELOG.md.gz", gzip_bytes(release.CHANGES.read_bytes())),
        (f"usr/share/lintian/overrides/{NAME}", (HERE / "linux" / "lintian-overrides").read_bytes()),
        (f"{doc}/copyright", copyright_text(folder)),
    ]
    installed = -(-sum(len(what) if isinstance(what, bytes) else what.stat().st_size
                       for _, what in entries if not isinstance(what, str)) // 1024)  # fmt: skip
    control = (
        f"Package: {NAME}\nVersion: {release.version()}\nArchitecture: {machine}\nSection: games\nPriority: optional\n"
        f"Maintainer: {MAINTAINER}\nInstalled-Size: {installed}\n"
        f"Depends: libc6 (>= {glibc(folder)})\n"
        "Recommends: libx11-6, libxext6, libxcursor1, libxi6, libxrandr2, libxfixes3, libxss1, libxkbcommon0\n"
        f"Description: {facts.SUMMARY[:1].lower()}{facts.SUMMARY[1:]}\n"
        f"{textwrap.indent(textwrap.fill(facts.DESCRIPTION, 78), ' ')}\n"
    )
    sums = "".join(
        f"{hashlib.md5(what if isinstance(what, bytes) else what.read_bytes(), usedforsecurity=False).hexdigest()}  {name}\n"
        for name, what in sorted(entries, key=lambda entry: entry[0])
        if not isinstance(what, str)
    )
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", lzma.compress(tar([("control", control.encode()), ("md5sums", sums.encode())], "./"))),
        ("data.tar.xz", lzma.compress(tar(entries, "./"), preset=9 | lzma.PRESET_EXTREME)),
    ]
    target = out / f"{NAME}_{release.version()}_{machine}.deb"
    target.write_bytes(ar(members))
    return check_size(target)


def gzip_bytes(content: bytes) -> bytes:
    """Returns the content compressed by gzip, without a time, so that the same content gives the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def _changelog() -> str:
    """Returns the changelog of the package in Debian's form, which only refers to CHANGELOG.md.gz for the changes."""
    when = formatdate(release.release_time(), usegmt=False)
    head = f"{NAME} ({release.version()}) unstable; urgency=medium"
    return f"{head}\n\n  * Release {release.version()}; CHANGELOG.md.gz lists its changes.\n\n -- {MAINTAINER}  {when}\n"


def ar(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Returns an archive in the format of `ar`, which a .deb has. members: names and contents."""
    parts = [b"!<arch>\n"]
    for name, content in members:
        parts.append(f"{name:<16}{release.release_time():<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def glibc(folder: Path) -> str:
    """Returns the oldest glibc with which all programs and libraries of a folder run, at least "2.17"."""
    asked = {(2, 17)}
    for path in folder.rglob("*"):
        if path.is_file() and (".so" in path.name or path.suffix == ""):
            asked |= {(2, int(minor)) for minor in re.findall(rb"GLIBC_2\.(\d+)\b", path.read_bytes())}
    major, minor = max(asked)
    return f"{major}.{minor}"


# ---------------------------------------------------------------------- the other systems


def windows(out: Path) -> list[Path]:
    """Packs the frozen program as .zip and, if NSIS is installed, as an installer; returns their paths."""
    folder = out / "dist" / NAME
    target = out / f"{base()}-windows-{platform.machine().lower()}.zip"
    installer.portable(folder, target)
    made = [check_size(target)]
    if installer.compiler() is None:
        print("build.py: makensis of NSIS is not here, so there is no installer")
        return made
    return [*made, check_size(installer.make_installer(folder, out, release.version()))]


def macos(out: Path) -> Path:
    """Makes the .dmg, from which people drag the program into Applications; returns its path.

    Raises SystemExit on other systems, or if part of the bundle does not run on the oldest supported macOS.
    """
    if sys.platform != "darwin":
        raise SystemExit("build.py: a .dmg is made on macOS only")
    app, stage = out / "dist" / f"{NAME}.app", out / "dmg"
    wrong = bundle.faults_on_oldest_system(app, platform.machine())
    if wrong:
        raise SystemExit(f"build.py: {'; '.join(wrong[:5])}")
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    target = out / f"{base()}-macos-{platform.machine()}.dmg"
    for step in bundle.steps(app, stage, target):
        subprocess.run(step, check=True)
    return check_size(target, None)


KINDS: Final = (".xz", ".gz", ".deb", ".rpm", ".whl", ".AppImage", ".zip", ".exe", ".dmg", ".json")
"""Suffixes of downloads."""


def checksums_by_name(folder: Path) -> dict[str, str]:
    """Returns the SHA-256 of every download in a folder by its name."""
    found = [path for path in sorted(folder.iterdir()) if path.is_file() and path.suffix in KINDS]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def differences(one: Path, other: Path) -> list[str]:
    """Compares two builds of a commit; returns a sentence for each download that is missing from one or differs in any byte."""
    first, second = checksums_by_name(one), checksums_by_name(other)
    if not first:
        return [f"there is no download in {one}"]
    lacking = [f"only one of the two builds has {name}" for name in sorted(first.keys() ^ second.keys())]
    return lacking + [f"two builds differ: {name}" for name in first if name in second and first[name] != second[name]]


def sums(out: Path) -> Path:
    """Writes and prints SHA256SUMS of all downloads in the folder, in the format of sha256sum; returns its path."""
    target = out / "SHA256SUMS"
    lines = [f"{digest}  {name}\n" for name, digest in checksums_by_name(out).items()]
    target.write_text("".join(lines), encoding="utf-8", newline="\n")  # sha256sum takes no other ends of lines
    print(target.read_text(), end="")
    return target
