"""Faces and backs as files: all there, all drawn, and a damaged one is named and does without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.render.card_images import CardImages
from goosetable.app.skins import assets, theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.skins.theme import Theme, contrast


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An assets folder of its own, with nothing remembered of the true one."""
    for name in ("faces", "backs"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    theme.face.cache_clear()
    theme.back.cache_clear()
    yield tmp_path
    theme.face.cache_clear()
    theme.back.cache_clear()


def test_every_file_has_its_name_and_every_name_its_file() -> None:
    for folder, names in (("faces", theme.FACES), ("backs", theme.BACKS)):
        assert sorted(path.stem for path in (assets.ROOT / folder).glob("*.json")) == sorted(names)
    assert len({theme.back(name).label for name in theme.BACKS}) == len(theme.BACKS)


@pytest.mark.parametrize("name", theme.BACKS)
def test_geese_can_be_seen_on_every_back(name: str) -> None:
    found = theme.back(name)
    assert contrast(found.ground, found.cream) > 4.5
    assert contrast(found.ground, found.pattern) > 1.2


@pytest.mark.parametrize("name", theme.FACES)
def test_suits_can_be_read_on_every_face(name: str) -> None:
    found = theme.face(name)
    assert all(contrast(colour, "#fffdf8") > 4.5 for colour in found.suits.values())
    assert len(set(found.suits.values())) == (2 if name == "two" else 4)


def test_backs_differ_and_a_face_does_not_depend_on_them() -> None:
    faces = CardImages(Theme())
    drawn = {name: faces.body(f"back {name}", 200) for name in theme.BACKS}
    assert len(set(drawn.values())) == len(theme.BACKS)
    assert theme.back("green").ground in drawn["green"]
    assert faces.body("back red", 60) != drawn["red"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "valid JSON"),
        ("[]", "one JSON object"),
        ('{"label": "X", "ground": "red", "pattern": "#000000", "cream": "#000000"}', "ground"),
        ('{"ground": "#000000", "pattern": "#000000", "cream": "#000000"}', "label"),
    ],
)
def test_a_damaged_back_is_named(folder: Path, text: str, said: str) -> None:
    (folder / "backs" / "blue.json").write_text(text)
    with pytest.raises(AssetError, match=r"backs/blue\.json") as wrong:
        theme.back("blue")
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "said"), [('{"label": "X", "print": "tiny", "suits": {}}', "suits"), ("3", "one JSON object")]
)
def test_damaged_faces_are_named(folder: Path, text: str, said: str) -> None:
    (folder / "faces" / "two.json").write_text(text)
    with pytest.raises(AssetError, match=r"faces/two\.json") as wrong:
        theme.face("two")
    assert said in str(wrong.value)


def test_without_any_file_cards_are_drawn_all_the_same(folder: Path) -> None:
    faces = CardImages(Theme(), "four")
    assert faces.body("7D", 200) and faces.body("back plum", 200) == faces.body("back blue", 200)


def test_the_back_is_chosen_in_the_settings_and_seen_at_once(program: Callable[..., Any]) -> None:
    from goosetable.app.scenes.settings.scene import SettingsScene

    one = program()
    scene = one.show(lambda context, _: SettingsScene(context))
    one.click(next(tab for tab in scene.tabs if tab.label == "Cards"))
    before = pygame.image.tobytes(one.screen.surface, "RGB")
    one.click((scene.rows["Card backs"].rect.right - 8, scene.rows["Card backs"].rect.centery))
    one.finish()
    assert one.context.settings.back == "red"
    assert pygame.image.tobytes(one.screen.surface, "RGB") != before
