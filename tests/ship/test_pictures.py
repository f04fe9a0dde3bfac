"""The pictures of the documents equal those of the present program, and the README's table has the minutes of the title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / ".github"
FAR = 24
"""Difference of brightness (0..255) of a square of two by two pixels that the losses of WebP never reach."""
FEW = 3
"""Number of squares that may differ by more, since other versions of the drawing libraries are possible."""
RENEW = "draw all anew by `uv run --with pillow python build/build.py picture --out FOLDER`, and copy FOLDER into .github"


def squares(picture: pygame.Surface, size: tuple[int, int]) -> bytes:
    """Scales a picture to a size, and returns the brightness 0..255 of each square of two by two pixels."""
    copy = pygame.image.frombytes(pygame.image.tobytes(picture, "RGB"), picture.get_size(), "RGB")
    if copy.get_size() != size:
        copy = pygame.transform.smoothscale(copy, size)
    small = pygame.transform.smoothscale(pygame.transform.grayscale(copy), (size[0] // 2, size[1] // 2))
    return pygame.image.tobytes(small, "RGB")[::3]


def far(one: pygame.Surface, other: pygame.Surface, size: tuple[int, int]) -> int:
    """Returns the number of squares in which two pictures differ by more than FAR."""
    pairs = zip(squares(one, size), squares(other, size), strict=True)
    return sum(abs(a - b) > FAR for a, b in pairs)


@pytest.fixture(scope="module")
def minute(parts: dict[str, ModuleType]) -> dict[str, pygame.Surface]:
    """The pictures of the page on the first minute as the present program draws them, by name."""
    return dict(parts["pictures"].first_minute())


def test_the_page_of_the_first_minute_shows_what_the_program_shows(
    parts: dict[str, ModuleType], minute: dict[str, pygame.Surface]
) -> None:
    page = (PAGES / "FIRST-MINUTE.md").read_text(encoding="utf-8")
    shown = {path.stem: path for path in (PAGES / "first-minute").glob("*.webp")}
    assert shown.keys() == minute.keys() and all(f"(first-minute/{name}.webp)" in page for name in shown)
    for name, now in minute.items():
        assert shown[name].stat().st_size < 100_000
        assert far(pygame.image.load(shown[name]), now, parts["pictures"].SHOWN) <= FEW, f"{name} is old: {RENEW}"


def test_a_figure_of_small_text_is_a_difference(parts: dict[str, ModuleType], minute: dict[str, pygame.Surface]) -> None:
    from goosetable.app.scenes.title import scene

    before = scene.PROMISE
    try:
        scene.PROMISE = before.replace("Version ", "Version 9")  # type: ignore[misc]
        title = next(parts["pictures"].first_minute())[1]
    finally:
        scene.PROMISE = before  # type: ignore[misc]
    assert far(title, minute["title"], parts["pictures"].SHOWN) > FEW


def test_the_picture_of_the_shops_is_what_the_program_shows(parts: dict[str, ModuleType]) -> None:
    pictures = parts["pictures"]
    stored = pygame.image.load(PAGES / "table.png")
    assert stored.get_size() == pictures.SIZE
    assert far(stored, pictures.still(), pictures.SIZE) <= FEW, f"table.png is old: {RENEW}"


def filmed(pictures: ModuleType, stored: Sequence[tuple[pygame.Surface, float]], seconds: float) -> None:
    """Asserts that the first seconds of the stored film equal the frames of the present program."""
    lasting = round(1000 * pictures.EVERY / pictures.FPS)
    film = [picture for picture, duration in stored for _ in range(round(duration / lasting))]
    found = list(pictures.frames(seconds))
    old = [number for number, (one, now) in enumerate(zip(film, found, strict=False)) if far(one, now, pictures.FILM) > FEW]
    assert not old, f"deal.webp is old from picture {old[0]} on: {RENEW}"
    assert len({pictures.content(picture) for picture in found}) > len(found) / 3, "cards move"
    assert seconds < pictures.SECONDS or len(film) == len(found)


@pytest.fixture(scope="module")
def stored() -> Any:
    """The pictures of the README's film, each with the milliseconds for which it is shown."""
    return pygame.image.load_animation(PAGES / "deal.webp")


def test_the_film_of_the_readme_begins_as_the_program_does(parts: dict[str, ModuleType], stored: Any) -> None:
    assert (PAGES / "deal.webp").stat().st_size <= parts["pictures"].LARGEST
    assert ".github/deal.webp" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(one.get_size() == parts["pictures"].FILM for one, _ in stored)
    assert any(far(one, two, parts["pictures"].FILM) > FEW for (one, _), (two, _) in pairwise(stored[:9]))
    filmed(parts["pictures"], stored, 1.5)


@pytest.mark.slow
def test_the_film_of_the_readme_is_what_the_program_shows(parts: dict[str, ModuleType], stored: Any) -> None:
    filmed(parts["pictures"], stored, parts["pictures"].SECONDS)


def test_the_table_of_the_readme_has_the_minutes_of_the_title(parts: dict[str, ModuleType]) -> None:
    from goosetable.app.scenes.routes import ToTitle
    from goosetable.games import SHELF

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([^|\]]+)\]\(\S+\.md\), [^|]+ \| [^|]* \| (\d+) \| [^|]*[a-z] \|$", text, re.MULTILINE)
    with parts["pictures"].opened((1280, 720), lambda context, matches, build: build(ToTitle())) as program:
        program.step(0.1)
        tiles = [(tile.label, tile.accessible_value) for tile in program.loop.scenes.top.widgets.all]
    titles = {game.title for game in SHELF}
    told = [(label, re.search(r", about (\d+) minutes?\.", value)) for label, value in tiles if label in titles]
    assert rows == [(label, found[1]) for label, found in told if found] and len(rows) == len(titles)
    printed = {game.title: str(game.text.estimated_minutes(game.Options())) for game in SHELF}
    assert [title for title, minutes in rows if printed[title] != minutes] == ["Goose"]
    assert f"as printed it takes four players about {printed['Goose']}" in " ".join(text.split())
