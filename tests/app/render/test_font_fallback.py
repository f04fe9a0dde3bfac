"""Names in any script: what a font has, which font helps out, and that what is measured is what is drawn."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.font_fallback import NOTHING, Coverage, FontError, FontFallback, Run, coverage, files, opened
from goosetable.app.render.text import FACES, bare
from goosetable.app.skins import assets, theme
from goosetable.app.storage.profiles import LONGEST

NAMES = (
    "李小龍", "محمد علي", "עדה לב", "ไทย ที่", "हिन्दी", "🦆 Duck 👩‍👩‍👧", "Ann 李小龍, محمد!", "한국어 이름", "Ελένη Жанна",
    "\U0001fa01\u1c50", "e\u0301\u0301\u0301\u0301", "\u202eright", "W" * LONGEST, "龍" * LONGEST,
)  # fmt: skip
"""Whatever fonts this system has: some of them it will not know."""
SANS, SERIF = (Path(assets.font_file(FACES[face])) for face in ("sans", "serif"))
ASCII = Coverage((0,), (127,))


@pytest.fixture
def canvas(display: pygame.Surface) -> Canvas:
    return Canvas(display, theme.Theme())


@pytest.fixture
def helped(tmp_path: Path) -> FontFallback:
    """A system that has one font, and three files that are none."""
    (tmp_path / "Serif.ttf").write_bytes(SERIF.read_bytes())
    (tmp_path / "Empty.ttf").write_bytes(b"")
    (tmp_path / "Torn.ttf").write_bytes(SERIF.read_bytes()[:3000])
    (tmp_path / "Noise.otf").write_bytes(bytes(range(256)) * 40)
    return FontFallback(lambda: [tmp_path])


class TestCoverage:
    def test_tells_what_the_font_draws(self) -> None:
        held = coverage(SANS)
        assert all(char in held for char in "Azé’…—ЖΩ")
        assert not any(char in held for char in "李נهไह🦆")

    def test_a_file_that_is_no_font_has_nothing(self, tmp_path: Path) -> None:
        whole = SANS.read_bytes()
        for content in (b"", b"OTTO", whole[:200], b"ttcf" + b"\xff" * 60, bytes(1000), whole[:12] + b"\xff" * 500):
            file = tmp_path / "font.ttf"
            file.write_bytes(content)
            assert coverage(file) == NOTHING
        assert coverage(tmp_path / "missing.ttf") == NOTHING
        assert coverage(tmp_path) == NOTHING

    def test_a_file_that_is_no_font_is_not_opened(self, tmp_path: Path, display: pygame.Surface) -> None:
        """The library gives a font for it that ends the program."""
        file = tmp_path / "font.ttf"
        for content in (b"gone", b"", SANS.read_bytes()[:3000]):
            file.write_bytes(content)
            with pytest.raises(FontError):
                opened(file, 20)
        assert opened(SANS, 20).get_height() > 20

    def test_bounds_belong_to_it(self) -> None:
        held = Coverage((65, 100), (70, 100))
        assert [char in held for char in "@AFGd"] == [False, True, True, False, True] and "e" not in held


class TestRuns:
    def test_another_font_is_taken_for_what_the_own_one_lacks(self, helped: FontFallback) -> None:
        runs = helped.runs("Ann Ωλ!", ASCII)
        assert [(run.text, run.path is None) for run in runs] == [("Ann ", True), ("Ωλ", False), ("!", True)]

    def test_what_no_font_has_stays_with_the_own_one(self, helped: FontFallback) -> None:
        assert helped.runs("A李B", ASCII) == [Run("A李B", None)]

    def test_words_of_one_script_stay_together(self, helped: FontFallback) -> None:
        """Else the first word of two would stand on the left although they run from right to left."""
        assert [run.text for run in helped.runs("Ωλ λΩ x", ASCII)] == ["Ωλ λΩ", " x"]

    def test_marks_stay_with_their_letter(self, helped: FontFallback) -> None:
        assert [run.text for run in helped.runs("xΩ\u0301\u200dx", ASCII)] == ["x", "Ω\u0301\u200d", "x"]

    def test_plain_fonts_come_first_in_one_order(self, tmp_path: Path) -> None:
        for name in ("B-Bold.ttf", "Another.ttf", "NotoSans-Regular.ttf", "read.me"):
            (tmp_path / name).touch()
        assert [file.name for file in files([tmp_path])] == ["NotoSans-Regular.ttf", "Another.ttf", "B-Bold.ttf"]

    def test_a_line_is_as_wide_as_it_is_measured(self, helped: FontFallback, display: pygame.Surface) -> None:
        font = pygame.font.Font(SANS, 20)
        runs = helped.runs("Ann Ωλ!", ASCII)
        drawn = helped.line(runs, font, 20, "#000000")
        assert drawn.get_size() == (helped.width(runs, font, 20), font.get_height())
        assert drawn.get_bounding_rect().w > 0.8 * drawn.get_width()
        assert helped.width(runs, font, 20) > font.size("Ann !")[0]

    def test_a_font_that_cannot_be_opened_leaves_boxes(self, tmp_path: Path, display: pygame.Surface) -> None:
        """Its list of characters can be read, and nothing else."""
        whole = SERIF.read_bytes()
        torn = tmp_path / "torn.ttf"
        torn.write_bytes(whole)
        scripts, font = FontFallback(lambda: [tmp_path]), pygame.font.Font(SANS, 20)
        runs = scripts.runs("Ω", ASCII)
        assert runs[0].path == torn
        torn.write_bytes(b"gone")
        assert scripts.letters(runs[0], 20, 25) is None
        assert scripts.width(runs, font, 20) == font.size("Ω")[0] == scripts.line(runs, font, 20, "#000000").get_width()


class TestLettering:
    def test_no_folder_is_looked_into_for_what_the_faces_have(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
        def walk(*given: object) -> Any:
            raise AssertionError("the system's fonts were looked for")

        monkeypatch.setattr(os, "walk", walk)
        for text in ("Anna", "Chloë Žižka", "Łukasz…", "Ελένη Жанна", "Not K♠: {hearts} were ~led~."):
            canvas.rich(text, 0, 0, 17, "#ffffff", "sans")
            canvas.put(bare(text).replace("♠", ""), 0, 0, 17, "#ffffff", "serif")

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("face", ["sans", "bold", "serif"])
    def test_measured_and_drawn_alike(self, canvas: Canvas, name: str, face: str) -> None:
        for px in (10.5, 17, 33.4):
            wide = canvas.width(name, px, face)
            assert canvas.text(name, px, "#000000", face).get_size() == (wide, canvas.font(face, px).get_height())
            assert canvas.rich(f"{name}", 0, 0, px, "#000000", face) == round(wide)
            assert canvas.across(canvas.fit(name, px, face, 60), px, face) <= 60
            small = canvas.snug(name, px, face, 200)
            assert canvas.width(canvas.fit(name, small, face, 200), small, face) <= 200

    @pytest.mark.parametrize("name", ["a\ud800b", "龍\ud83d", "a\0b", "\U000e0041", "\u200b", "a\nb", "\u2028", ""])
    def test_whatever_a_record_calls_somebody_can_be_drawn(self, canvas: Canvas, name: str) -> None:
        for wrap in (0, 100):
            canvas.put(name, 0, 0, 17, "#ffffff", "sans", wrap=wrap)
        canvas.rich(name, 0, 0, 17, "#ffffff", "sans")
        assert canvas.wrap(name * 3, 30, 17) and len(canvas.fit(name * 3, 17, "sans", 30)) <= len(name * 3) + 1

    @pytest.mark.parametrize("name", NAMES)
    def test_wrapped_within_its_room(self, canvas: Canvas, name: str) -> None:
        said = f"{name} takes it, and then {name} leads again."
        widest = max(canvas.width(word, 17, "sans") for word in said.split(" "))
        assert all(canvas.width(line, 17, "sans") <= max(widest, 220) for line in canvas.wrap(said, 220, 17))
        picture = canvas.text(said, 17, "#000000", "sans", 220, 1)
        assert picture.get_width() <= max(widest, 220) + 1
