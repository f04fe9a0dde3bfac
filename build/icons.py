"""Makes the program's icons, assets/icons/goosetable-*.png, from assets/art/program*.svg: `python build/icons.py`.

The two smallest come from a plainer drawing, because the card behind the goose cannot be recognised at 16 pixels. The build
makes the .ico and .icns files for Windows and macOS.
"""

from __future__ import annotations

import os
import struct
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame

from goosetable.app.art.svg import drawing_svg as drawing

FOLDER: Final = Path(__file__).parents[1] / "assets" / "icons"
SIZES: Final = (16, 32, 64, 128, 256)
PLAIN_UP_TO: Final = 32
WINDOWS: Final = (16, 24, 32, 48, 64, 128, 256)
MACOS: Final = {
    b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
    b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512,
}  # fmt: skip
"""Types of the pictures in an .icns file, with their sizes in pixels; the last four are for high-resolution screens."""


def picture(size: int) -> pygame.Surface:
    """Returns the icon as a surface of `size` x `size` pixels."""
    text = drawing("program-small" if size <= PLAIN_UP_TO else "program")
    return pygame.image.load_sized_svg(BytesIO(text.encode()), (size, size))


def png(size: int) -> bytes:
    """Returns the icon, `size` x `size` pixels, as the bytes of a PNG file."""
    file = BytesIO()
    pygame.image.save(picture(size), file, "icon.png")
    return file.getvalue()


def ico() -> bytes:
    """Returns the icon in all sizes for Windows, as the bytes of an .ico file."""
    pictures = [png(size) for size in WINDOWS]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    for size, content in zip(WINDOWS, pictures, strict=True):
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return head + b"".join(pictures)


def icns() -> bytes:
    """Returns the icon in all sizes for macOS, as the bytes of an .icns file."""
    parts = []
    for name, size in MACOS.items():
        content = png(size)
        parts.append(name + struct.pack(">I", len(content) + 8) + content)
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    """Writes the icon in all sizes of the package, and prints the size of each file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        path = FOLDER / f"goosetable-{size}.png"
        pygame.image.save(picture(size), path)
        print(f"{path.name:20} {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
