"""The least contrast of each pair of colours, on every theme; and theme files that are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from goosetable.app.art import svg
from goosetable.app.render.card_images import CardImages
from goosetable.app.skins import assets, theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.skins.theme import Theme, contrast
from tests.app.conftest import Opens

TEXT = [
    ("cream", "walnut_lo"), ("cream", "night"), ("cream", "walnut"), ("cream", "cloth"), ("cream", "cloth_hi"),
    ("cream", "cloth_lo"), ("cream2", "cloth_hi"), ("cream2", "cloth"), ("cream2", "walnut_lo"), ("brass", "night"),
    ("brass_hi", "cloth_hi"), ("ink", "paper"), ("ink", "paper_lo"), ("ink2", "paper"), ("ink2", "paper_lo"),
    ("ink", "brass"), ("ink", "prime"), ("ink", "plain"), ("ink", "plain_lo"), ("ink", "chosen"), ("ink", "good"),
    ("brass_lo", "paper_lo"), ("berry", "cloth_hi"), ("leaf", "paper_lo"), ("leaf", "good"), ("russet", "paper_lo"),
    ("rose", "paper_lo"), ("off_ink", "off"), ("ink", "cream"), ("off_ink", "plain_lo"),
]  # fmt: skip
RINGS = [
    ("focus", "cloth_hi"), ("focus", "walnut_lo"), ("brass", "cloth_hi"), ("brass_lo", "paper_lo"), ("focus", "night"),
]  # fmt: skip


@pytest.mark.parametrize("name", theme.NAMES)
def test_text_can_be_read_on_its_ground(name: str) -> None:
    colours = theme.load(name)
    # Berry on the lamplight and roses on paper are the lowest figures of the first theme: 4.6 and 4.7.
    poor = {
        (a, b): round(theme.contrast(getattr(colours, a), getattr(colours, b)), 2)
        for a, b in TEXT
        if theme.contrast(getattr(colours, a), getattr(colours, b)) < 4.5
    }
    assert not poor


def test_a_theme_may_be_saved_with_a_byte_order_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = theme.load("lamplight")
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "lamplight.json").write_text(assets.read_text("themes", "lamplight.json"), encoding="utf-8-sig")
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    assert theme.load("lamplight") == before


@pytest.mark.parametrize("name", theme.NAMES)
def test_rings_stand_out(name: str) -> None:
    colours = theme.load(name)
    for a, b in RINGS:
        assert theme.contrast(getattr(colours, a), getattr(colours, b)) >= 3, (a, b)


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.parametrize("four", [False, True])
def test_suits_can_be_read_on_cards_and_on_dark_ground(name: str, four: bool) -> None:
    colours = theme.load(name)
    for colour in svg.suit_colours(four).values():
        assert theme.contrast(colour, "#fdfbf5") >= 4.5
    for colour in svg.suit_colours_in_text(four, dark=False).values():
        assert theme.contrast(colour, colours.paper_lo) >= 4.5 and theme.contrast(colour, colours.good) >= 4.5
    for colour in svg.suit_colours(four, dark=True).values():
        assert theme.contrast(colour, colours.night) >= 4.5
        assert theme.contrast(colour, colours.walnut_lo) >= 4.5


def test_a_theme_overrides_only_what_it_names() -> None:
    mulberry = theme.load("mulberry")
    assert mulberry.cloth == "#5a2440" and mulberry.paper == theme.Theme().paper
    assert mulberry.name == "mulberry" and mulberry.label == "Mulberry"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "it is not valid JSON"),
        ("[]", "it must be one JSON object"),
        ('{"cloth": "green"}', "cloth is 'green'"),
        ('{"cloth": "#12345g"}', "cloth is"),
        ('{"grain": 1}', "grain is"),
        ('{"clot": "#123456"}', "no theme knows its field 'clot'"),
    ],
)
def test_a_bad_file_names_itself_in_one_sentence(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "inkwell.json").write_text(text)
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    with pytest.raises(assets.AssetError, match=r"inkwell\.json is damaged: ") as caught:
        theme.load("inkwell")
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_theme_there_is_not_is_named() -> None:
    with pytest.raises(assets.AssetError, match=r"velvet\.json is missing"):
        theme.load("velvet")


def test_a_choice_between_themes_stands_where_a_file_is_missing() -> None:
    found = theme.preview_theme("velvet")
    assert (found.label, found.cloth) == ("velvet", theme.Theme().cloth)
    assert theme.preview_theme("inkwell") == theme.load("inkwell")


def test_mixing_and_contrast() -> None:
    assert theme.mix("#000000", "#ffffff", 0.5) == "#808080"
    assert round(theme.contrast("#ffffff", "#000000")) == 21
    assert theme.contrast("#123456", "#123456") == 1


# ---------------------------------------------------------------------- faces and backs as files


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
    drawn = {name: faces.card_svg(f"back {name}", 200) for name in theme.BACKS}
    assert len(set(drawn.values())) == len(theme.BACKS)
    assert theme.back("green").ground in drawn["green"]
    assert faces.card_svg("back red", 60) != drawn["red"]


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
    assert faces.card_svg("7D", 200) and faces.card_svg("back plum", 200) == faces.card_svg("back blue", 200)


@pytest.mark.usefixtures("painted")
def test_the_back_is_chosen_in_the_settings_and_seen_at_once(program: Opens) -> None:
    from goosetable.app.scenes.settings.scene import SettingsScene

    one, scene = program.at(lambda context, _: SettingsScene(context))
    one.click(next(tab for tab in scene.tabs if tab.label == "Cards"))
    before = pygame.image.tobytes(one.screen.surface, "RGB")
    one.click((scene.rows["Card backs"].rect.right - 8, scene.rows["Card backs"].rect.centery), finish=True)
    assert one.context.settings.back == "red"
    assert pygame.image.tobytes(one.screen.surface, "RGB") != before
