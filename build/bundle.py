"""The bundle for macOS: entries of Info.plist, the commands from the bundle to the image, and a check of its requirements.

There is a build for each processor and no universal one. The wheels of pygame-ce and AccessKit contain code for both, but uv's
Python contains code for one, and compiles the core for the machine on which it runs. A separate build has half the size.

The signature is ad hoc, without a certificate, because macOS runs no arm64 code without a signature. With it an image cannot be
notarized. So the bundle has no hardened runtime, which only notarization requires, and no entitlements, which only that runtime
reads. The compiled core would need none, because it is an ordinary library that generates no code at run time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import facts

OLDEST: Final = (11, 0)
"""The oldest supported macOS. The arm64 code of the wheels and of uv's Python requires 11.0, the x86_64 code at most 10.15."""
RECORD: Final = "local.goosetable.record"
"""Uniform type identifier of the program's files."""
ICON: Final = "goosetable.icns"
MACHINES: Final = {0x0100_0007: "x86_64", 0x0100_000C: "arm64"}
FAT, THIN, BUILT, BUILT_BEFORE = 0xCAFE_BABE, 0xFEED_FACF, 0x32, 0x24
"""Constants of Mach-O files: magic numbers of a universal and of a single file; the two commands with the oldest system."""


def info_plist() -> dict[str, Any]:
    """Returns the entries of Info.plist that goosetable.spec adds to name and version."""
    return {
        "NSHighResolutionCapable": True,
        "NSPrincipalClass": "NSApplication",
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSMinimumSystemVersion": ".".join(map(str, OLDEST)),
        "NSHumanReadableCopyright": f"{facts.LICENCE} licence",
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en"],
        "CFBundleDocumentTypes": [{
            "CFBundleTypeName": "goosetable record", "CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner",
            "LSItemContentTypes": [RECORD], "CFBundleTypeIconFile": ICON,
        }],
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": RECORD, "UTTypeDescription": "goosetable record", "UTTypeIconFile": ICON,
            "UTTypeConformsTo": ["public.utf8-plain-text"],
            "UTTypeTagSpecification": {"public.filename-extension": list(facts.ENDINGS), "public.mime-type": [facts.MIME]},
        }],
    }  # fmt: skip


def steps(app: Path, stage: Path, target: Path) -> list[list[str]]:
    """Returns the commands that sign and verify the bundle, copy it into `stage`, and make and verify the image `target`."""
    return [
        ["codesign", "--force", "--deep", "--sign", "-", str(app)],
        ["codesign", "--verify", "--deep", "--strict", str(app)],
        ["ditto", str(app), str(stage / app.name)],
        ["ln", "-s", "/Applications", str(stage / "Applications")],
        ["hdiutil", "create", "-volname", facts.NAME, "-srcfolder", str(stage), "-ov", "-format", "UDZO", str(target)],
        ["hdiutil", "verify", str(target)],
    ]


def faults_on_oldest_system(app: Path, machine: str) -> list[str]:
    """Returns a sentence for each file of a bundle that does not run on the oldest macOS. machine: processor, as "arm64"."""
    wrong = []
    for path in sorted(app.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        asked = dict(systems(path.read_bytes()))
        if asked and machine not in asked:
            wrong.append(f"{path.relative_to(app)} has no code for {machine}")
        elif asked and asked[machine] > OLDEST:
            wrong.append(f"{path.relative_to(app)} asks for macOS {'.'.join(map(str, asked[machine]))}")
    return wrong


def systems(content: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yields each processor of a Mach-O file's code with the macOS that the code requires; nothing for other files."""
    if len(content) < 32:
        return
    kind, count = struct.unpack_from(">II", content)
    if kind == FAT and count <= len(MACHINES):
        for at in range(8, 8 + 20 * count, 20):
            begins, length = struct.unpack_from(">8xII", content, at)
            yield from systems(content[begins : begins + length])
    elif struct.unpack_from("<I", content) == (THIN,):
        cpu, commands = struct.unpack_from("<4xI8xI", content)
        at, asked = 32, (0, 0)
        for _ in range(commands):
            command, size = struct.unpack_from("<II", content, at)
            if command in (BUILT, BUILT_BEFORE):
                (packed,) = struct.unpack_from("<I", content, at + (12 if command == BUILT else 8))
                asked = (packed >> 16, packed >> 8 & 0xFF)
            at += size
        yield MACHINES.get(cpu, hex(cpu)), asked
