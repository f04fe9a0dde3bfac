"""Names written from the right: where their parts stand, alone and in a sentence, and how they are drawn."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.font_fallback import Coverage, FontFallback, Run, visual
from goosetable.app.render.text import others
from goosetable.app.scenes.history.game_row import came_of
from goosetable.app.scenes.title.go_on import company
from goosetable.app.skins import theme
from goosetable.app.storage.paths import find
from goosetable.app.storage.saves import Saves
from goosetable.app.ui.heard import spoken
from goosetable.engine.record.format import Chair
from goosetable.engine.words.clean import isolated
from goosetable.games import SHELF

ALEF, BET, GIMEL, DALET = "\u05d0", "\u05d1", "\u05d2", "\u05d3"
ADA, LEV = ALEF + BET, GIMEL + DALET
MEEM, HAH = "\u0645", "\u062d"


def stands(text: str) -> list[str]:
    return [piece.text for piece in visual(text)]


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
    assert OneFont().runs(f"{ADA}-{LEV} x", own) == [Run(f"{ADA}-{LEV}", hebrew, "Hebr", True), Run(" x", None)]
    assert OneFont().runs(f"{ADA}({LEV})", own) == [
        Run("(", None), Run(LEV, hebrew, "Hebr", True), Run(")", None), Run(ADA, hebrew, "Hebr", True),
    ]  # fmt: skip


def ink(picture: pygame.Surface) -> list[list[bool]]:
    """Which pixels of a picture are inked, without its empty edges."""
    box = picture.get_bounding_rect(min_alpha=60)
    return [[picture.get_at((x, y)).a >= 60 for x in range(box.x, box.right)] for y in range(box.y, box.bottom)]


@pytest.fixture
def canvas(display: pygame.Surface) -> Canvas:
    if others().find(ALEF) is None:
        pytest.skip("no font of this system has Hebrew letters")
    return Canvas(display, theme.Theme())


def half(canvas: Canvas, text: str, first: str) -> tuple[pygame.Surface, pygame.Surface]:
    """A drawn text, cut at the right of so much as its leftmost part is wide."""
    drawn, at = canvas.text(text, 40, "#000000", "sans"), canvas.across(first, 40, "sans")
    h = drawn.get_height()
    return drawn.subsurface((0, 0, at, h)), drawn.subsurface((at, 0, drawn.get_width() - at, h))


def test_the_first_letter_is_drawn_rightmost(canvas: Canvas) -> None:
    left, right = half(canvas, ADA, BET)
    assert ink(left) == ink(canvas.text(BET, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas.text(ALEF, 40, "#000000", "sans"))


def test_a_name_in_a_sentence_looks_as_it_does_alone(canvas: Canvas) -> None:
    name = f"{ADA}-{LEV}"
    left, right = half(canvas, f"{name} takes 12", name)
    assert ink(left) == ink(canvas.text(name, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas.text(" takes 12", 40, "#000000", "sans"))


def test_figures_of_a_name_stand_at_its_left(canvas: Canvas) -> None:
    left, right = half(canvas, f"{ADA} 12", "12")
    assert ink(left) == ink(canvas.text("12", 40, "#000000", "sans"))
    assert ink(right) == ink(canvas.text(ADA, 40, "#000000", "sans"))


NAMES = [
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


@pytest.mark.parametrize("name", NAMES)
def test_an_isolated_name_stands_in_a_sentence_as_it_does_alone(name: str) -> None:
    """Also where it ends with a figure or a bracket, and whatever the sentence goes on with."""
    for before, after in (("You owe ", " 4."), ("", " takes 12."), ("(", ")"), ("12 ", ": 5, 6")):
        found = [piece.text for piece in visual(f"{before}{isolated(name)}{after}")]
        assert found == [*filter(None, [before]), *stands(name), after]
    line = f"{isolated(name)}, {isolated(LEV + ' 2')} and Ann"
    assert stands(line) == [*stands(name), ", ", "2", f"{LEV} ", " and Ann"]


def test_a_name_broken_over_two_lines_is_isolated_in_both() -> None:
    first, second = f"Ann, {isolated(f'{ADA} 7 {LEV} 8')} won.".split(" 7 ")
    assert stands(first) == ["Ann, ", ADA]
    assert stands(f"7 {second}") == ["8", f" {LEV} ", "7", " won."]


def test_marks_take_no_room_and_are_not_heard(display: pygame.Surface) -> None:
    canvas = Canvas(display, theme.Theme())
    for name in NAMES[:3]:
        assert canvas.across(isolated(name), 20, "sans") == canvas.across(name, 20, "sans")
        assert spoken(f"{isolated(name)} takes it") == spoken(f"{name} takes it")
    line = "\u2068x\u2069 took 5"
    assert canvas.across(line, 20, "sans") == canvas.across("x took 5", 20, "sans")
    assert ink(canvas.text(line, 20, "#000000", "sans")) == ink(canvas.text("x took 5", 20, "#000000", "sans"))


@pytest.mark.parametrize("name", NAMES[:5])
def test_an_isolated_name_is_drawn_in_a_sentence_as_it_is_alone(canvas: Canvas, name: str) -> None:
    left, right = half(canvas, f"{isolated(name)} 12", name)
    assert ink(left) == ink(canvas.text(name, 40, "#000000", "sans"))
    assert ink(right) == ink(canvas.text(" 12", 40, "#000000", "sans"))


def test_sentences_of_a_match_isolate_names_and_records_keep_them(tmp_path: Path) -> None:
    name = f"{ADA} 7"
    folders = find(tmp_path)
    saves = Saves(folders.running, folders.games, lambda said: None, lambda *_: None)
    matches = Matches(saves, lambda said: None)
    game = SHELF[0]
    match = matches.lay(
        game, game.Options(), [Chair("You", "human"), Chair(name, "easy"), Chair("Ben", "easy")], "7Q4KM2XD9TBR"
    )
    said = match.say("[1 takes] 5 with [2's] help.")
    assert said == f"{isolated(name)} takes 5 with Ben's help."
    assert stands(said) == ["7", f"{ADA} ", " takes 5 with Ben's help."]
    match.deal()
    assert not any(mark in line for line in matches.record(match).decode().splitlines() for mark in "\u2068\u2069")
    assert name in matches.record(match).decode()
    match.close()
    saves.close()


def test_names_in_lists_of_the_title_and_of_the_records_are_isolated() -> None:
    name = f"{ADA} 7"
    seated = SimpleNamespace(name=name, won=True, points=41, player="human")
    other = SimpleNamespace(name="Ben", won=True, points=41, player="easy")
    game = SimpleNamespace(ended=True, seats=(seated, other))
    assert came_of(game, "You").startswith(f"{isolated(name)} and Ben won")  # type: ignore[arg-type]
    session = SimpleNamespace(chairs=(Chair("You", "human"), Chair(name, "easy"), Chair("Ben", "easy")))
    assert company(session) == f"with {isolated(name)} and Ben"  # type: ignore[arg-type]
    assert stands(company(session))[:3] == ["with ", "7", f"{ADA} "]  # type: ignore[arg-type]
