"""Makes the program's icons, assets/icons/goosetable-*.png, from the drawings in art: `python build/icons.py`.

The two smallest come from a plainer drawing, because a card behind the goose is only noise at 16 pixels.
"""

from __future__ import annotations

import os
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame

from goosetable.app.art.icons import icon_app, icon_app_small

FOLDER: Final = Path(__file__).parents[1] / "assets" / "icons"
SIZES: Final = (16, 32, 64, 128, 256)
PLAIN_UP_TO: Final = 32


def picture(size: int) -> pygame.Surface:
    """The icon as a surface of `size` x `size` pixels."""
    text = icon_app_small() if size <= PLAIN_UP_TO else icon_app()
    return pygame.image.load_sized_svg(BytesIO(text.encode()), (size, size))


def main() -> None:
    """Write every size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        path = FOLDER / f"goosetable-{size}.png"
        pygame.image.save(picture(size), path)
        print(f"{path.name:20} {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
