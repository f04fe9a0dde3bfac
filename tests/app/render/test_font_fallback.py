"""Names in any script: what a font has, which font helps out, and that what is measured is what is drawn."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import FontError, open_font
from goosetable.app.render.font_fallback import (
    NOTHING,
    STAND_IN,
    Coverage,
    FontFallback,
    FontRun,
    font_files,
    read_coverage,
    visual_order,
)
from goosetable.app.render.text import FACES, fallback_fonts, without_marks
from goosetable.app.scenes.history.game_list import full_result_text
from goosetable.app.scenes.title.pieces import other_players
from goosetable.app.skins import assets, theme
from goosetable.app.storage.paths import find_paths
from goosetable.app.storage.profiles import LONGEST
from goosetable.app.storage.saves import Saves
from goosetable.app.ui.accessible import spoken_text
from goosetable.engine.record.format import Chair
from goosetable.engine.words.clean import isolate_name
from goosetable.games import SHELF

pytestmark = pytest.mark.usefixtures("pixels")

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
        held = read_coverage(SANS)
        assert all(char in held for char in "Azé’…—ЖΩ")
        assert not any(char in held for char in "李נهไह🦆")

    def test_a_file_that_is_no_font_has_nothing(self, tmp_path: Path) -> None:
        whole = SANS.read_bytes()
        for content in (b"", b"OTTO", whole[:200], b"ttcf" + b"\xff" * 60, bytes(1000), whole[:12] + b"\xff" * 500):
            file = tmp_path / "font.ttf"
            file.write_bytes(content)
            assert read_coverage(file) == NOTHING
        assert read_coverage(tmp_path / "missing.ttf") == NOTHING
        assert read_coverage(tmp_path) == NOTHING

    def test_a_file_that_is_no_font_is_not_opened(self, tmp_path: Path, display: pygame.Surface) -> None:
        """The library gives a font for it that ends the program."""
        file = tmp_path / "font.ttf"
        for content in (b"gone", b"", SANS.read_bytes()[:3000]):
            file.write_bytes(content)
            with pytest.raises(FontError):
                open_font(file, 20)
        assert open_font(SANS, 20).get_height() > 20

    def test_bounds_belong_to_it(self) -> None:
        held = Coverage((65, 100), (70, 100))
        assert [char in held for char in "@AFGd"] == [False, True, True, False, True] and "e" not in held


class TestRuns:
    def test_another_font_is_taken_for_what_the_own_one_lacks(self, helped: FontFallback) -> None:
        runs = helped.divide_into_runs("Ann Ωλ!", ASCII)
        assert [(run.text, run.path is None) for run in runs] == [("Ann ", True), ("Ωλ", False), ("!", True)]

    def test_what_no_font_has_stays_with_the_own_one(self, helped: FontFallback) -> None:
        assert helped.divide_into_runs("A李B", ASCII) == [FontRun("A李B", None)]

    @pytest.mark.parametrize("emoji", ["🦆", "👩\u200d👩\u200d👧", "👋🏽", "❄\ufe0f", "\ufffd"])
    def test_an_emoji_that_no_font_has_is_one_sign_and_no_boxes(self, helped: FontFallback, emoji: str) -> None:
        assert helped.divide_into_runs(f"A{emoji} B", read_coverage(SANS)) == [FontRun(f"A{STAND_IN} B", None)]
        assert STAND_IN in read_coverage(SANS) and STAND_IN in read_coverage(SERIF)

    def test_words_of_one_script_stay_together(self, helped: FontFallback) -> None:
        """Else the first word of two would stand on the left although they run from right to left."""
        assert [run.text for run in helped.divide_into_runs("Ωλ λΩ x", ASCII)] == ["Ωλ λΩ", " x"]

    def test_marks_stay_with_their_letter(self, helped: FontFallback) -> None:
        assert [run.text for run in helped.divide_into_runs("xΩ\u0301\u200dx", ASCII)] == ["x", "Ω\u0301\u200d", "x"]

    def test_plain_fonts_come_first_in_one_order(self, tmp_path: Path) -> None:
        for name in ("B-Bold.ttf", "Another.ttf", "NotoSans-Regular.ttf", "read.me"):
            (tmp_path / name).touch()
        assert [file.name for file in font_files([tmp_path])] == ["NotoSans-Regular.ttf", "Another.ttf", "B-Bold.ttf"]

    def test_a_line_is_as_wide_as_it_is_measured(self, helped: FontFallback, display: pygame.Surface) -> None:
        font = pygame.font.Font(SANS, 20)
        runs = helped.divide_into_runs("Ann Ωλ!", ASCII)
        drawn = helped.line_picture(runs, font, 20, "#000000")
        assert drawn.get_size() == (helped.width_of_runs(runs, font, 20), font.get_height())
        assert drawn.get_bounding_rect().w > 0.8 * drawn.get_width()
        assert helped.width_of_runs(runs, font, 20) > font.size("Ann !")[0]

    def test_a_font_that_cannot_be_opened_leaves_boxes(self, tmp_path: Path, display: pygame.Surface) -> None:
        """Its list of characters can be read, and nothing else."""
        whole = SERIF.read_bytes()
        torn = tmp_path / "torn.ttf"
        torn.write_bytes(whole)
        scripts, font = FontFallback(lambda: [tmp_path]), pygame.font.Font(SANS, 20)
        runs = scripts.divide_into_runs("Ω", ASCII)
        assert runs[0].path == torn
        torn.write_bytes(b"gone")
        assert scripts.font_of_run(runs[0], 20, 25) is None
        assert (
            scripts.width_of_runs(runs, font, 20)
            == font.size("Ω")[0]
            == scripts.line_picture(runs, font, 20, "#000000").get_width()
        )


class TestLettering:
    def test_no_folder_is_looked_into_for_what_the_faces_have(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
        def walk(*given: object) -> Any:
            raise AssertionError("the system's fonts were looked for")

        monkeypatch.setattr(os, "walk", walk)
        for text in ("Anna", "Chloë Žižka", "Łukasz…", "Ελένη Жанна", "Not K♠: {hearts} were ~led~."):
            canvas.draw_rich_line(text, 0, 0, 17, "#ffffff", "sans")
            canvas.draw_plain_text(without_marks(text).replace("♠", ""), 0, 0, 17, "#ffffff", "serif")

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("face", ["sans", "bold", "serif"])
    def test_measured_and_drawn_alike(self, canvas: Canvas, name: str, face: str) -> None:
        for px in (10.5, 17, 33.4):
            wide = canvas.width(name, px, face)
            assert canvas.plain_text_picture(name, px, "#000000", face).get_size() == (wide, canvas.font(face, px).get_height())
            assert canvas.draw_rich_line(f"{name}", 0, 0, px, "#000000", face) == round(wide)
            assert canvas.plain_width(canvas.cut_to_fit(name, px, face, 60), px, face) <= 60
            small = canvas.fitting_size(name, px, face, 200)
            assert canvas.width(canvas.cut_to_fit(name, small, face, 200), small, face) <= 200

    @pytest.mark.parametrize("name", ["a\ud800b", "龍\ud83d", "a\0b", "\U000e0041", "\u200b", "a\nb", "\u2028", ""])
    def test_whatever_a_record_calls_somebody_can_be_drawn(self, canvas: Canvas, name: str) -> None:
        for wrap in (0, 100):
            canvas.draw_plain_text(name, 0, 0, 17, "#ffffff", "sans", wrap=wrap)
        canvas.draw_rich_line(name, 0, 0, 17, "#ffffff", "sans")
        assert canvas.wrap_rich_text(name * 3, 30, 17) and len(canvas.cut_to_fit(name * 3, 17, "sans", 30)) <= len(name * 3) + 1

    @pytest.mark.parametrize("name", NAMES)
    def test_wrapped_within_its_room(self, canvas: Canvas, name: str) -> None:
        said = f"{name} takes it, and then {name} leads again."
        widest = max(canvas.width(word, 17, "sans") for word in said.split(" "))
        assert all(canvas.width(line, 17, "sans") <= max(widest, 220) for line in canvas.wrap_rich_text(said, 220, 17))
        picture = canvas.plain_text_picture(said, 17, "#000000", "sans", 220, 1)
        assert picture.get_width() <= max(widest, 220) + 1


# ---------------------------------------------------------------------- names written from the right


ALEF, BET, GIMEL, DALET = "\u05d0", "\u05d1", "\u05d2", "\u05d3"
ADA, LEV = ALEF + BET, GIMEL + DALET
MEEM, HAH = "\u0645", "\u062d"


def stands(text: str) -> list[str]:
    return [piece.text for piece in visual_order(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Ann takes it.", ["Ann takes it."]),
        (f"{ADA} takes it.", [ADA, " takes it."]),
        (f"{ADA} {LEV} takes it.", [f"{ADA} {LEV}", " takes it."]),
        (f"{ADA}-{LEV} takes it.", [f"{ADA}-{LEV}", " takes it."]),
        (f"{ADA} 12 tricks", [ADA, " 12 tricks"]),
        (f"{ADA}, {LEV} and Ann", [ADA, ", ", LEV, " and Ann"]),
        (f"{ADA}, {LEV}", [ADA, ", ", LEV]),
        (f"Ann, {ADA}: 12", ["Ann, ", ADA, ": 12"]),
        (f"You owe {ADA} (4).", ["You owe ", ADA, " (4)."]),
        (f"{ADA} 7", ["7", f"{ADA} "]),
        (f"{ADA} 1.5 {LEV}", [f" {LEV}", "1.5", f"{ADA} "]),
        (f"The hand of {ADA} 7 {LEV} is over", ["The hand of ", f" {LEV}", "7", f"{ADA} ", " is over"]),
        (f"{MEEM}{HAH}\u064e takes it", [f"{MEEM}{HAH}\u064e", " takes it"]),
        ("", [""]),
    ],
)
def test_pieces_stand_in_the_order_in_which_they_are_seen(text: str, pieces: list[str]) -> None:
    assert stands(text) == pieces
    assert sorted("".join(pieces)) == sorted(text)


class OneFont(FontFallback):
    """A system with a font of Hebrew letters and the hyphen."""

    def __init__(self) -> None:
        super().__init__(list)
        self._read = [(Path("hebrew.ttf"), Coverage((0x20, 0x2D, 0x5D0), (0x20, 0x2D, 0x5EA)))]
        self._unread = iter(())


def test_signs_within_a_name_are_of_the_font_of_its_letters_and_others_are_turned() -> None:
    hebrew, own = Path("hebrew.ttf"), Coverage((0x20,), (0x7E,))
    assert OneFont().divide_into_runs(f"{ADA}-{LEV} x", own) == [
        FontRun(f"{ADA}-{LEV}", hebrew, "Hebr", True),
        FontRun(" x", None),
    ]
    assert OneFont().divide_into_runs(f"{ADA}({LEV})", own) == [
        FontRun("(", None), FontRun(LEV, hebrew, "Hebr", True), FontRun(")", None), FontRun(ADA, hebrew, "Hebr", True),
    ]  # fmt: skip


def ink(picture: pygame.Surface) -> list[list[bool]]:
    """Which pixels of a picture are inked, without its empty edges."""
    box = picture.get_bounding_rect(min_alpha=60)
    return [[picture.get_at((x, y)).a >= 60 for x in range(box.x, box.right)] for y in range(box.y, box.bottom)]


@pytest.fixture
def canvas_bidi(display: pygame.Surface) -> Canvas:
    if fallback_fonts().find(ALEF) is None:
        pytest.skip("no font of this system has Hebrew letters")
    return Canvas(display, theme.Theme())


def half(canvas_bidi: Canvas, text: str, first: str) -> tuple[pygame.Surface, pygame.Surface]:
    """A drawn text, cut at the right of so much as its leftmost part is wide."""
    drawn, at = canvas_bidi.plain_text_picture(text, 40, "#000000", "sans"), canvas_bidi.plain_width(first, 40, "sans")
    h = drawn.get_height()
    return drawn.subsurface((0, 0, at, h)), drawn.subsurface((at, 0, drawn.get_width() - at, h))


def test_the_first_letter_is_drawn_rightmost(canvas_bidi: Canvas) -> None:
    left, right = half(canvas_bidi, ADA, BET)
    assert ink(left) == ink(canvas_bidi.plain_text_picture(BET, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas_bidi.plain_text_picture(ALEF, 40, "#000000", "sans"))


def test_a_name_in_a_sentence_looks_as_it_does_alone(canvas_bidi: Canvas) -> None:
    name = f"{ADA}-{LEV}"
    left, right = half(canvas_bidi, f"{name} takes 12", name)
    assert ink(left) == ink(canvas_bidi.plain_text_picture(name, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas_bidi.plain_text_picture(" takes 12", 40, "#000000", "sans"))


def test_figures_of_a_name_stand_at_its_left(canvas_bidi: Canvas) -> None:
    left, right = half(canvas_bidi, f"{ADA} 12", "12")
    assert ink(left) == ink(canvas_bidi.plain_text_picture("12", 40, "#000000", "sans"))
    assert ink(right) == ink(canvas_bidi.plain_text_picture(ADA, 40, "#000000", "sans"))


NAMES_BIDI = [
    f"{ADA} 7",
    f"{ADA} (7)",
    f"({ADA})",
    f"{ADA}!",
    f"7 {ADA}",
    f"{MEEM}{HAH} 12",
    f"{MEEM}{HAH} (b)",
    f"{ADA}, {LEV}",
    f"Ann {ADA} 7",
]


@pytest.mark.parametrize("name", NAMES_BIDI)
def test_an_isolated_name_stands_in_a_sentence_as_it_does_alone(name: str) -> None:
    """Also where it ends with a figure or a bracket, and whatever the sentence goes on with."""
    for before, after in (("You owe ", " 4."), ("", " takes 12."), ("(", ")"), ("12 ", ": 5, 6")):
        found = [piece.text for piece in visual_order(f"{before}{isolate_name(name)}{after}")]
        assert found == [*filter(None, [before]), *stands(name), after]
    line = f"{isolate_name(name)}, {isolate_name(LEV + ' 2')} and Ann"
    assert stands(line) == [*stands(name), ", ", "2", f"{LEV} ", " and Ann"]


def test_a_name_broken_over_two_lines_is_isolated_in_both() -> None:
    first, second = f"Ann, {isolate_name(f'{ADA} 7 {LEV} 8')} won.".split(" 7 ")
    assert stands(first) == ["Ann, ", ADA]
    assert stands(f"7 {second}") == ["8", f" {LEV} ", "7", " won."]


def test_marks_take_no_room_and_are_not_heard(display: pygame.Surface) -> None:
    canvas_bidi = Canvas(display, theme.Theme())
    for name in NAMES_BIDI[:3]:
        assert canvas_bidi.plain_width(isolate_name(name), 20, "sans") == canvas_bidi.plain_width(name, 20, "sans")
        assert spoken_text(f"{isolate_name(name)} takes it") == spoken_text(f"{name} takes it")
    line = "\u2068x\u2069 took 5"
    assert canvas_bidi.plain_width(line, 20, "sans") == canvas_bidi.plain_width("x took 5", 20, "sans")
    assert ink(canvas_bidi.plain_text_picture(line, 20, "#000000", "sans")) == ink(
        canvas_bidi.plain_text_picture("x took 5", 20, "#000000", "sans")
    )


@pytest.mark.parametrize("name", NAMES_BIDI[:5])
def test_an_isolated_name_is_drawn_in_a_sentence_as_it_is_alone(canvas_bidi: Canvas, name: str) -> None:
    left, right = half(canvas_bidi, f"{isolate_name(name)} 12", name)
    assert ink(left) == ink(canvas_bidi.plain_text_picture(name, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas_bidi.plain_text_picture(" 12", 40, "#000000", "sans"))


def test_sentences_of_a_match_isolate_names_and_records_keep_them(tmp_path: Path) -> None:
    name = f"{ADA} 7"
    folders = find_paths(tmp_path)
    saves = Saves(folders.running, folders.games, lambda said: None, lambda *_: None)
    matches = Matches(saves, lambda said: None)
    game = SHELF[0]
    match = matches.begin_table(
        game, game.Options(), [Chair("Gooseberry", "human"), Chair(name, "easy"), Chair("Ben", "easy")], "7Q4KM2XD9TBR"
    )
    said = match.with_names("[1 takes] 5 with [2's] help.")
    assert said == f"{isolate_name(name)} takes 5 with Ben's help."
    assert stands(said) == ["7", f"{ADA} ", " takes 5 with Ben's help."]
    match.deal()
    assert not any(mark in line for line in matches.record_of_match(match).decode().splitlines() for mark in "\u2068\u2069")
    assert name in matches.record_of_match(match).decode()
    match.close()
    saves.close()


def test_names_in_lists_of_the_title_and_of_the_records_are_isolated() -> None:
    name = f"{ADA} 7"
    seated = SimpleNamespace(name=name, won=True, points=41, player="human")
    other = SimpleNamespace(name="Ben", won=True, points=41, player="easy")
    game = SimpleNamespace(ended=True, seats=(seated, other))
    assert full_result_text(game, "You").startswith(f"{isolate_name(name)} and Ben won")  # type: ignore[arg-type]
    session = SimpleNamespace(chairs=(Chair("Gooseberry", "human"), Chair(name, "easy"), Chair("Ben", "easy")))
    assert other_players(session) == f"with {isolate_name(name)} and Ben"  # type: ignore[arg-type]
    assert stands(other_players(session))[:3] == ["with ", "7", f"{ADA} "]  # type: ignore[arg-type]
