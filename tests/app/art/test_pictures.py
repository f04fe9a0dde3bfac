"""The pictures that are files: as a drawing program opens them, in the theme's colours, and named where one is damaged."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from goosetable.app import crash, start
from goosetable.app.art import deck, pictures
from goosetable.app.render.svg import rasterize
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets, theme

ART = assets.ROOT / "art"
NAMES = sorted(path.relative_to(ART).with_suffix("").as_posix() for path in ART.rglob("*.svg"))
PACKAGE = Path(pictures.__file__).parents[2]
WHOLE = '<!DOCTYPE svg [<!ENTITY ring "#c00000">]><svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="&ring;"/></svg>'


def pixels(text: str, side: int = 80) -> bytes:
    return pygame.image.tobytes(rasterize(text, side, side), "RGBA")


def files(folder: str) -> set[str]:
    return {name.removeprefix(f"{folder}/") for name in NAMES if name.startswith(f"{folder}/")}


def test_the_folder_holds_pictures_and_nothing_else() -> None:
    assert len(NAMES) > 70
    assert {path.suffix for path in ART.rglob("*") if path.is_file()} == {".svg"}


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_program_opens_what_the_game_shows(name: str) -> None:
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    opened = ElementTree.tostring(ElementTree.parse(ART / f"{name}.svg").getroot(), encoding="unicode")
    assert "&" not in opened and pixels(opened) == pixels(pictures.picture(name))


def test_each_file_is_of_some_use() -> None:
    assert files("portraits") == {*pictures.WHO, *pictures.TOKENS, "ring"}
    sources = [*PACKAGE.rglob("*.py"), PACKAGE.parent / "build" / "icons.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    assert not [name for name in files("icons") if f'"{name}"' not in source]
    known = {f"geese/joker-{which}{head}" for which in ("goose", "high", "low") for head in ("", "-head")}
    known |= {f"courts/{court}{gear}" for court in deck.COURTS.values() for gear in ("", "-headgear")}
    known |= {f"marks/{kind}" for kind in pictures.ENAMELS}
    others = {name for name in NAMES if not name.startswith(("icons/", "portraits/"))}
    assert known <= others and not [name for name in others - known if f'"{name}"' not in source]


@pytest.mark.parametrize("name", theme.NAMES)
def test_a_medallion_and_an_icon_have_the_colours_of_the_theme(name: str) -> None:
    colours = theme.load(name)
    for tone in (colours.ring, colours.brass):
        ringed = rasterize(pictures.medallion("owl", tone), 200, 200)
        assert ringed.get_at((100, 194)) == pygame.Color(tone)
        assert rasterize(pictures.icon("play", tone), 48, 48).get_at((22, 24)) == pygame.Color(tone)


def test_layers_are_seen_only_when_they_are_meant() -> None:
    for who in (*pictures.WHO, *pictures.TOKENS):
        assert pixels(pictures.medallion(who)) != pixels(pictures.medallion(who, taken_aback=True)), who
    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 118 118" width="118" height="118">'
    geese = [pictures.goose(), pictures.goose(feet=False), pictures.goose(awake=False), pictures.goose(feet=False, awake=False)]
    assert len({pixels(f"{box}{goose}</svg>") for goose in geese}) == 4


class TestDamage:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "art").mkdir()
        monkeypatch.setattr(assets, "ROOT", tmp_path)

    def test_a_whole_file_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "art" / "sound.svg").write_text(f'<?xml version="1.0"?>\n<!-- a ring -->\n{WHOLE}\n', encoding="utf-8")
        for tone in ("#c00000", "#00c000"):
            assert rasterize(pictures.picture("sound", ring=tone), 16, 16).get_at((8, 8)) == pygame.Color(tone)

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "is no whole drawing"),
            (WHOLE[:-1], "is no whole drawing"),
            (WHOLE + "<svg", "is no whole drawing"),
            (WHOLE.replace('viewBox="0 0 8 8"', ""), "is no whole drawing"),
            (WHOLE.replace("circle", "\0" * 6), "is no whole drawing"),
            (WHOLE.replace("/></svg>", "</svg>"), "is no whole drawing"),
            (WHOLE.replace("&ring;", "&rim;"), "uses the name 'rim'"),
            (WHOLE.replace("ENTITY ring", "ENTITY rim").replace("&ring;", "&rim;"), "does not set the name 'ring'"),
        ],
    )  # fmt: skip
    def test_a_damaged_file_is_named_in_one_sentence(self, tmp_path: Path, text: str, why: str) -> None:
        name = tmp_path.name  # another each time, as what was read is kept
        (tmp_path / "art" / f"{name}.svg").write_text(text, encoding="utf-8")
        with pytest.raises(assets.AssetError, match=rf"{re.escape(name)}\.svg is damaged: it {why}"):
            pictures.picture(name, ring="#ffffff")

    def test_what_is_no_text_and_what_is_missing_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "art" / "noise.svg").write_bytes(b"\xff\xfe\x80" * 9)
        with pytest.raises(assets.AssetError, match=r"noise\.svg cannot be read"):
            pictures.picture("noise")
        with pytest.raises(assets.AssetError, match=r"nothing\.svg is missing"):
            pictures.part("nothing")
        with pytest.raises(assets.AssetError, match=r"icons.walrus\.svg is missing"):
            pictures.icon("walrus", "#ffffff")


def test_a_person_is_told_which_picture_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "gone.svg").write_text("<svg", encoding="utf-8")

    def under(*_: object) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(assets, "ROOT", tmp_path)
            return pictures.picture("gone")

    monkeypatch.setattr(TitleScene, "under", under)
    monkeypatch.setattr(crash, "show", said.append)
    assert start.run(None, tmp_path, False) == 1
    assert len(said) == 1 and "gone.svg is damaged" in said[0] and "Traceback" not in said[0]
    assert not (tmp_path / "goosetable.log").exists()
