"""The program as macOS knows it: what its Info.plist says, the steps from bundle to image, and what the bundle asks for.

Two builds and no universal one: the wheels of pygame-ce and AccessKit hold both kinds of code, but uv's Python holds one, and
it makes the compiled core for the machine it runs on. Half the download is worth a second line on the page of a release.

The signature is ad hoc, without a certificate: macOS runs no arm64 code without any, and an image cannot be notarized with it.
So there is no hardened runtime, which only notarizing asks for, and there are no entitlements, which only that runtime reads.
The compiled core would need none: it is code like any library's, and nothing makes code while it runs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import facts

OLDEST: Final = (11, 0)
"""The oldest macOS: the arm64 halves of the wheels and of uv's Python ask for 11.0; their x86_64 halves for 10.15 at most."""
RECORD: Final = "local.goosetable.record"
"""The system's name for the files of the program."""
ICON: Final = "goosetable.icns"
MACHINES: Final = {0x0100_0007: "x86_64", 0x0100_000C: "arm64"}
FAT, THIN, BUILT, BUILT_BEFORE = 0xCAFE_BABE, 0xFEED_FACF, 0x32, 0x24
"""Of Mach-O files: several kinds of code in one, one kind, and the two commands that say which system the code asks for."""


def info_plist() -> dict[str, Any]:
    """What goosetable.spec gives to the bundle, besides name and version."""
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
    """The commands from the bundle to the image. Signed last of all changes, checked, copied with all that belongs to it."""
    return [
        ["codesign", "--force", "--deep", "--sign", "-", str(app)],
        ["codesign", "--verify", "--deep", "--strict", str(app)],
        ["ditto", str(app), str(stage / app.name)],
        ["ln", "-s", "/Applications", str(stage / "Applications")],
        ["hdiutil", "create", "-volname", facts.NAME, "-srcfolder", str(stage), "-ov", "-format", "UDZO", str(target)],
        ["hdiutil", "verify", str(target)],
    ]


def unfit(app: Path, machine: str) -> list[str]:
    """What in a bundle does not run on the oldest macOS on a machine such as "arm64", a sentence each."""
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
    """The kinds of machine that a Mach-O file has code for, and the macOS each asks for; nothing for any other file."""
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
