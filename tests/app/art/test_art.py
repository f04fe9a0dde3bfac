"""The drawings, sounds and icons: all there, all readable by SDL_image, and exactly what their makers make."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import subprocess
import sys
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import get_args
from xml.etree import ElementTree

import pygame
import pytest

from goosetable.app import start
from goosetable.app.art import deck, svg
from goosetable.app.render import geometry
from goosetable.app.render.card_images import rasterize
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.skins import assets, theme

pytestmark = pytest.mark.usefixtures("pixels")

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"
DRAWABLE = {"svg", "defs", "g", "path", "rect", "circle", "ellipse", "linearGradient", "radialGradient", "stop"}
GRADIENTS = {"linearGradient", "radialGradient"}
FACES = (deck.face_svg, deck.small_face_svg, deck.large_face_svg)


def every_drawing() -> dict[str, str]:
    """Everything art can draw, by a name that a failing test may print."""
    cards = {
        f"{make.__name__} {code} {four}": make(code, four) for make in FACES for code in deck.CODES for four in (False, True)
    }
    backs = {f"back {small}": deck.back_svg(deck.BLUE, small) for small in (False, True)}
    people = {
        f"{who} {mood}": svg.medallion_svg(who, mood=mood)
        for who in (*svg.CHARACTERS, *svg.TOKENS)
        for mood in get_args(svg.Mood)
    }
    marks = {f"badge {kind}": svg.badge_svg(kind) for kind in (*svg.ENAMELS, *svg.SUITS, *svg.RANKS)}
    things = {
        "egg": svg.egg_svg(),
        "medal": svg.medal_svg(True),
        "no medal": svg.medal_svg(False),
        "sprig": svg.sprig_svg(),
        "wreath": svg.wreath_svg(),
        "golden goose": svg.golden_goose_svg(),
    }
    loud = {f"honking {right}": svg.honking_goose_svg(right) for right in (False, True)}
    calm = {f"walking {right}": svg.walking_goose_svg(right) for right in (False, True)}
    voices = {f"voice {right}": svg.honk_arcs_svg("#123456", right) for right in (False, True)}
    geese = loud | calm | voices | {"feather": svg.feather_svg(30)}
    icons = (path.stem for path in (assets.ROOT / "art" / "icons").iterdir())
    signs = {f"icon {name}": svg.icon_svg(name, "#123456") for name in icons}
    pips = {f"pip {which}": svg.suit_picture(which, "#123456") for which in svg.SUITS}
    program = {name: svg.drawing_svg(name) for name in ("program", "program-small")}
    return cards | backs | people | marks | things | geese | signs | pips | program


DRAWINGS = every_drawing()


def raster(text: str, width: int, height: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(io.BytesIO(text.encode()), (width, height))


def build_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"build_{name}", ROOT / "build" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_card_has_its_own_face() -> None:
    assert len(deck.CODES) == len(set(deck.CODES)) == 55
    for make in FACES:
        for four in (False, True):
            assert len({make(code, four) for code in deck.CODES}) == 55, make.__name__
    assert pytest.approx(250 / 350) == deck.WIDTH / deck.HEIGHT == geometry.RATIO


@pytest.mark.parametrize("make", FACES)
@pytest.mark.parametrize("code", ["", "1S", "10S", "SA", "AX", "ZZ", "XX", "AS ", "back", "back green"])
def test_a_card_that_does_not_exist_is_refused(make: Callable[[str], str], code: str) -> None:
    with pytest.raises(ValueError, match="code"):
        make(code)
    with pytest.raises(ValueError, match="badge"):
        svg.badge_svg("walrus")


def test_four_colours_change_diamonds_and_clubs_alone() -> None:
    for make in FACES:
        for code in deck.CODES:
            changed = make(code) != make(code, True)
            assert changed == (code[-1] in "DC" and code not in deck.JOKERS), code


def test_everything_keeps_to_what_nanosvg_understands() -> None:
    for name, text in DRAWINGS.items():
        root = ElementTree.fromstring(text)
        tags = {node.tag.removeprefix(SVG) for node in root.iter()}
        assert tags <= DRAWABLE, (name, tags - DRAWABLE)
        gradients = [node for node in root.iter() if node.tag.removeprefix(SVG) in GRADIENTS]
        assert all(node.get("gradientUnits") == "userSpaceOnUse" for node in gradients), name
        defined = {node.get("id") for node in gradients}
        assert set(re.findall(r"url\(#(\w+)\)", text)) == defined, name
        assert not re.search(r"clip-path|filter|style=|class=|nan|inf|e-\d", text), name


def test_everything_can_be_rastered_at_any_size_and_is_not_blank() -> None:
    for name, text in DRAWINGS.items():
        for height in (17, 64):
            image = raster(text, 64, height)
            colours = {tuple(image.get_at((x, y))) for x in range(0, image.get_width(), 2) for y in range(image.get_height())}
            assert len(colours) > 3, (name, height)


@pytest.mark.parametrize("code", ["KS", "QH", "JD", "KC", "QD", "JC", "JH", "back"])
def test_courts_and_backs_look_the_same_upside_down(code: str) -> None:
    image = raster(deck.back_svg(deck.BLUE) if code == "back" else deck.face_svg(code), 250, 350)
    turned = pygame.transform.rotate(image, 180)
    apart = worst = 0
    for x in range(0, 250, 2):
        for y in range(0, 175, 2):
            here, there = image.get_at((x, y)), turned.get_at((x, y))
            gap = max(abs(here[i] - there[i]) for i in range(3))
            apart, worst = apart + (gap > 24), max(worst, gap)
    # Outlines fall on the pixel grid a little differently; whole areas must not.
    assert apart < 125 * 88 * 0.005, (apart, worst)


def test_large_print_keeps_pips_and_headgear_off_the_index() -> None:
    for code in (rank + which for which in svg.SUITS for rank in svg.RANKS):
        image = raster(deck.large_face_svg(code), 250, 350)
        ground = image.get_at((240, 20))
        # A ten is wider than its suit, and the pip lies below it: the clear line may bend between the two.
        above = [all(image.get_at((x, y)) == ground for y in range(8, 160)) for x in range(115, 150)]
        below = [all(image.get_at((x, y)) == ground for y in range(160, 342)) for x in range(110, 140)]
        assert any(above) and any(below), code


@pytest.mark.parametrize("face", [deck.small_face_svg, deck.large_face_svg])
def test_large_print_keeps_the_jokers_beside_their_index(face: Callable[[str], str]) -> None:
    for code in deck.JOKERS:
        image = raster(face(code), 250, 350)
        clear = [all(image.get_at((x, y)) == image.get_at((240, 20)) for y in range(8, 342)) for x in range(78, 100)]
        assert any(clear), code


def test_full_faces_keep_pips_off_the_index() -> None:
    for code in (rank + which for rank in "23456789T" for which in svg.SUITS):
        image = raster(deck.face_svg(code), 250, 350)
        assert all(image.get_at((50, y)) == image.get_at((125, 25)) for y in range(8, 342)), code


def test_art_is_cheap_and_knows_no_pygame() -> None:
    imports = "from goosetable.app.art import deck, svg"
    program = f"import sys; {imports}; deck.face_svg('AS'); sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0
    for code in deck.CODES:
        assert len(deck.face_svg(code)) < 64_000, code


def test_sounds_are_what_their_maker_makes() -> None:
    sounds = build_script("sounds")
    folder = ROOT / "assets" / "sounds"
    assert {path.stem for path in folder.iterdir()} == set(sounds.SOUNDS)
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 350 * 1024
    for name in sounds.SOUNDS:
        assert (folder / f"{name}.wav").read_bytes() == sounds.file_bytes(name), name


def test_sounds_are_short_soft_and_not_silent() -> None:
    for path in sorted((ROOT / "assets" / "sounds").glob("*.wav")):
        with wave.open(str(path)) as file:
            assert (file.getnchannels(), file.getsampwidth()) == (1, 2), path.name
            assert file.getframerate() in (22050, 44100), path.name
            samples = array("h", file.readframes(file.getnframes()))
            seconds = file.getnframes() / file.getframerate()
        if sys.byteorder == "big":
            samples.byteswap()
        peak = max(map(abs, samples)) / 32767
        rms = (sum(v * v for v in samples) / len(samples)) ** 0.5 / 32767
        assert 0.1 < peak < 0.6 and 0.01 < rms < 0.2, (path.name, peak, rms)
        assert 0.05 < seconds < 1.2, path.name
        assert abs(samples[0]) < 400 and samples[-1] == 0, f"{path.name} clicks"


def test_icons_are_what_their_maker_draws() -> None:
    maker = build_script("icons")
    for size in maker.SIZES:
        image = pygame.image.load(ROOT / "assets" / "icons" / f"goosetable-{size}.png")
        fresh = maker.picture(size)
        assert image.get_size() == fresh.get_size() == (size, size)
        shown, drawn = (pygame.image.tobytes(surface, "RGBA") for surface in (image, fresh))
        # Another processor may round a blended pixel differently.
        assert max(abs(a - b) for a, b in zip(shown, drawn, strict=True)) <= 3, size


def test_credits_name_every_folder() -> None:
    text = (ROOT / "assets" / "CREDITS.md").read_text(encoding="utf-8")
    for folder in (ROOT / "assets").iterdir():
        assert not folder.is_dir() or f"{folder.name}/" in text, folder.name


# ---------------------------------------------------------------------- the pictures that are files


ART = assets.ROOT / "art"
NAMES = sorted(path.relative_to(ART).with_suffix("").as_posix() for path in ART.rglob("*.svg"))
PACKAGE = Path(svg.__file__).parents[2]
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
    assert "&" not in opened and pixels(opened) == pixels(svg.drawing_svg(name))


def test_each_file_is_of_some_use() -> None:
    assert files("portraits") == {*svg.CHARACTERS, *svg.TOKENS, "ring"}
    sources = [*PACKAGE.rglob("*.py"), PACKAGE.parent / "build" / "icons.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    assert not [name for name in files("icons") if f'"{name}"' not in source]
    known = {f"geese/joker-{which}{head}" for which in ("goose", "high", "low") for head in ("", "-head")}
    known |= {f"marks/{kind}" for kind in svg.ENAMELS}
    known |= {f"courts/{court}{gear}" for court in deck.COURTS.values() for gear in ("", "-headgear")}
    others = {name for name in NAMES if not name.startswith(("icons/", "portraits/"))}
    assert known <= others and not [name for name in others - known if f'"{name}"' not in source]


@pytest.mark.parametrize("name", theme.NAMES)
def test_a_medallion_and_an_icon_have_the_colours_of_the_theme(name: str) -> None:
    colours = theme.load(name)
    for tone in (colours.ring, colours.brass):
        ringed = rasterize(svg.medallion_svg("owl", tone), 200, 200)
        assert ringed.get_at((100, 194)) == pygame.Color(tone)
        assert rasterize(svg.icon_svg("play", tone), 48, 48).get_at((22, 24)) == pygame.Color(tone)


def test_layers_are_seen_only_when_they_are_meant() -> None:
    for who in (*svg.CHARACTERS, *svg.TOKENS):
        faces = {pixels(svg.medallion_svg(who, mood=mood)) for mood in get_args(svg.Mood)}
        assert len(faces) == len(get_args(svg.Mood)), who
    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 118 118" width="118" height="118">'
    geese = [
        svg.goose_svg(),
        svg.goose_svg(feet=False),
        svg.goose_svg(awake=False),
        svg.goose_svg(feet=False, awake=False),
    ]
    assert len({pixels(f"{box}{goose}</svg>") for goose in geese}) == 4


class TestDamage:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "art").mkdir()
        monkeypatch.setattr(assets, "ROOT", tmp_path)

    def test_a_whole_file_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "art" / "sound.svg").write_text(f'<?xml version="1.0"?>\n<!-- a ring -->\n{WHOLE}\n', encoding="utf-8")
        for tone in ("#c00000", "#00c000"):
            assert rasterize(svg.drawing_svg("sound", ring=tone), 16, 16).get_at((8, 8)) == pygame.Color(tone)

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
            svg.drawing_svg(name, ring="#ffffff")

    def test_what_is_no_text_and_what_is_missing_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "art" / "noise.svg").write_bytes(b"\xff\xfe\x80" * 9)
        with pytest.raises(assets.AssetError, match=r"noise\.svg cannot be read"):
            svg.drawing_svg("noise")
        with pytest.raises(assets.AssetError, match=r"nothing\.svg is missing"):
            svg.drawing_part("nothing")
        with pytest.raises(assets.AssetError, match=r"icons.walrus\.svg is missing"):
            svg.icon_svg("walrus", "#ffffff")


def test_a_person_is_told_which_picture_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "gone.svg").write_text("<svg", encoding="utf-8")

    def under(*_: object) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(assets, "ROOT", tmp_path)
            return svg.drawing_svg("gone")

    monkeypatch.setattr(TitleScene, "draw_elements", under)
    monkeypatch.setattr(start, "show_message_box", said.append)
    assert start.run(None, tmp_path, False) == 1
    assert len(said) == 1 and "gone.svg is damaged" in said[0] and "Traceback" not in said[0]
    assert not (tmp_path / "goosetable.log").exists()
