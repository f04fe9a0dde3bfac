"""The credits inside the program: reached from the settings, and the same as the page beside the files."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from goosetable.app.scenes.credits import CreditsScene, markdown_as_page
from tests.app.conftest import Opens

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")


def test_every_word_of_the_page_is_there(program: Opens) -> None:
    window, _ = program.at(lambda context, _: CreditsScene(context))
    shown = set(re.findall(r"\w+", window.top.text.accessible_value))
    heads = {"what", "it", "is", "where", "comes", "from", "folder", "family", "package", "part", "does", "designer"}
    assert set(re.findall(r"\w+", TEXT.partition("\n")[2])) - shown <= heads
    assert {"LGPL", "Parlett", "lessons"} <= shown


@pytest.mark.parametrize(("size", "text_size"), [((1280, 720), 1.0), ((640, 400), 1.0), ((640, 400), 2.0), ((900, 500), 2.0)])
def test_the_page_can_be_read_to_its_end(program: Opens, size: tuple[int, int], text_size: float) -> None:
    window, _ = program.at(lambda context, _: CreditsScene(context), size=size, text_size=text_size)
    scene = window.top
    frame = pygame.Rect((0, 0), size)
    assert frame.contains(scene.text.rect) and frame.contains(scene.close.rect)
    assert not scene.text.rect.colliderect(scene.close.rect)
    window.key(pygame.K_END)
    assert scene.text.offset == pytest.approx(max(0, scene.text.inner - scene.text.rect.h), abs=2)


def test_markdown_becomes_a_page() -> None:
    assert (
        markdown_as_page("## A\n\nTwo\nlines of `code`.\n\n| x | y |\n|---|---|\n| a/ | b |\n")
        == "## A\n\nTwo lines of code.\n\n- a/: b"
    )
