"""The credits inside the program: reached from the settings, and the same as the page beside the files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.credits import CreditsScene, page
from goosetable.app.scenes.settings.scene import SettingsScene

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")


def test_the_settings_lead_to_the_credits_and_back(program: Callable[..., Any]) -> None:
    window = program()
    window.show(lambda context, _: SettingsScene(context))
    window.click(window.find("Program"))
    window.click(window.find("Credits"))
    assert isinstance(window.top, CreditsScene)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.top, SettingsScene)


def test_every_word_of_the_page_is_there(program: Callable[..., Any]) -> None:
    window = program()
    window.show(lambda context, _: CreditsScene(context))
    shown = set(re.findall(r"\w+", window.top.text.value))
    heads = {"what", "it", "is", "where", "comes", "from", "folder", "family", "package", "part", "does", "designer"}
    assert set(re.findall(r"\w+", TEXT.partition("\n")[2])) - shown <= heads
    assert {"LGPL", "Parlett", "lessons"} <= shown


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (900, 500), (1920, 1080)])
@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_the_page_can_be_read_to_its_end(program: Callable[..., Any], size: tuple[int, int], text_size: float) -> None:
    window = program(size=size, text_size=text_size)
    window.show(lambda context, _: CreditsScene(context))
    scene = window.top
    frame = pygame.Rect((0, 0), size)
    assert frame.contains(scene.text.rect) and frame.contains(scene.close.rect)
    assert not scene.text.rect.colliderect(scene.close.rect)
    window.key(pygame.K_END)
    assert scene.text.offset == pytest.approx(max(0, scene.text.inner - scene.text.rect.h), abs=2)


@pytest.mark.parametrize("size", [(640, 400), (900, 500), (1280, 720)])
@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_the_buttons_of_the_settings_stand_side_by_side(
    program: Callable[..., Any], size: tuple[int, int], text_size: float
) -> None:
    window = program(size=size, text_size=text_size)
    scene = window.show(lambda context, _: SettingsScene(context))
    boxes = [scene.reset.rect, scene.credits.rect, scene.done.rect]
    assert not any(one.colliderect(two) for i, one in enumerate(boxes) for two in boxes[i + 1 :])
    assert all(pygame.Rect((0, 0), size).contains(box) for box in boxes)


def test_markdown_becomes_a_page() -> None:
    assert (
        page("## A\n\nTwo\nlines of `code`.\n\n| x | y |\n|---|---|\n| a/ | b |\n") == "## A\n\nTwo lines of code.\n\n- a/: b"
    )
