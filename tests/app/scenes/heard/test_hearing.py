"""Three laws of what is heard: all that is shown is there, nothing that is hidden is, and no two parts have one name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.render.display_list import Word
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.heard.hearing import heard
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui.heard import Heard, spoken, walk
from tests.app.scenes.test_every_scene import held
from tests.attacks.counting import Count
from tests.attacks.resizes import OFFERED, WAYS, reach
from tests.attacks.window import FAULTS, Window, quick_company

TABLES = ("TableScene", "LessonScene")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """The program, before its first frame."""
    with quick_company("heard"):
        found = Window(tmp_path, "heard", Count("heard", FAULTS))
        yield found
        found.close()
        assert not found.count.found, found.count.notes


def hear(window: Window) -> Heard:
    """What is heard of the scene that is shown."""
    return heard(window.loop.scenes.stack, written(window))


def written(window: Window) -> list[Word]:
    """What is written on the scene that is shown."""
    window.loop.context.canvas.listening = True
    return window.loop._recorded().words


def go(window: Window, scene: str, way: tuple[str, ...]) -> None:
    window.program.router._offers = scene == OFFERED
    window.step()
    window.step()
    assert reach(window, way, Random(f"heard {scene}")) == scene
    window.step(0.5)


def told(tree: Heard) -> str:
    """All that can be heard, in small letters."""
    return " ".join(f"{part.name} {part.value} {part.more}" for part in walk(tree.parts)).casefold()


@pytest.mark.parametrize(("scene", "way"), WAYS)
def test_every_control_and_every_text_of_a_scene_is_heard(window: Window, scene: str, way: tuple[str, ...]) -> None:
    go(window, scene, way)
    tree = hear(window)
    parts = list(walk(tree.parts))
    keys = [part.key for part in parts]
    assert len(set(keys)) == len(keys)
    assert tree.title
    names = {part.name for part in parts}
    for widget in held(window.top):
        if widget.shown and widget.focusable and widget.enabled and widget.label and widget.reachable:
            label = spoken(widget.label)
            assert label in names or any(name.startswith(label) for name in names), label
    if not tree.focus:
        assert not any(widget.reachable for widget in held(window.top))
    else:
        assert tree.focus in keys
    if scene not in TABLES:
        said = told(tree)
        images = [pygame.Rect(part.box) for part in walk(tree.parts) if part.kind == "image" and part.name and part.box]
        lost = [
            word.text for word in written(window)
            if _unsaid(word.text, said) and not any(box.contains(word.box) for box in images)
        ]  # fmt: skip
        assert not lost


def _unsaid(text: str, said: str) -> bool:
    """Whether a word of a text is not said. A control may be said in other words; the figures of a picture are its value."""
    words = [word.strip(".,:;+()") for word in spoken(text).casefold().split()]
    return "…" not in text and not all(word in said for word in words if word.isalpha())


def test_nothing_behind_the_curtain_is_heard(window: Window) -> None:
    go(window, "HandoverScene", ("Goose", "Seat 2", "Ben", "Deal"))
    assert isinstance(window.top, HandoverScene)
    tree = hear(window)
    assert not tree.log and not tree.teller
    said = told(tree)
    table = next(scene for scene in window.loop.scenes.stack if isinstance(scene, TableScene))
    faces = [spoken(table.match.game.text.face(card)).casefold() for hand in _hands(table) for card in hand]
    assert faces
    assert not [face for face in faces if face in said]


def _hands(table: Any) -> list[list[int]]:
    from goosetable.cards import members

    return [list(members(hand)) for hand in table.match.session.state.hands]


@pytest.mark.parametrize("way", [way for scene, way in WAYS if scene == "TableScene"], ids=lambda way: way[0])
def test_no_card_is_heard_that_the_person_does_not_see(window: Window, way: tuple[str, ...]) -> None:
    go(window, "TableScene", way)
    table = window.top
    tree = hear(window)
    seen = table.match.view()
    known = {spoken(table.match.game.text.face(card)) for card in table.stage.snapshot.own}
    names = [part.name for part in next(part for part in tree.parts if part.key == "hand").parts]
    assert set(names) <= known | {"the Goose", "a joker"}
    hidden = [seat for seat in range(len(seen.sizes)) if seat != table.match.me and not table.match.game.open_hands]
    said = told(tree)
    held_by_others = {spoken(table.match.game.text.face(card)) for seat in hidden for card in _hands(table)[seat]} - known
    shown = " ".join(spoken(line) for line in table.stage.snapshot.log).casefold() + told_of_piles(table)
    assert not [face for face in held_by_others if face.casefold() in said and face.casefold() not in shown]


def told_of_piles(table: Any) -> str:
    """The cards that lie open on the table, in words."""
    cards = [card for heap in table.stage.snapshot.shown_piles for card in heap.cards]
    cards += [card for _, card in table.stage.snapshot.trick]
    cards += [card for hand in table.stage.snapshot.open for card in hand]
    return " ".join(spoken(table.match.game.text.face(card)) for card in cards).casefold()


def test_a_score_sheet_names_what_each_figure_is(window: Window) -> None:
    way = next(way for scene, way in WAYS if scene == "ScoreScene")
    go(window, "ScoreScene", way)
    tree, scene = hear(window), window.top
    assert tree.intro.startswith("Deal 1 is done. ")
    for row in scene.tally.rows:
        name = scene.match.say(f"[{row.seat}]")
        told_row = tree.intro.partition(f"{name}: ")[2]
        for head, figure in zip(scene.tally.heads, row.figures, strict=True):
            assert not figure or f"{spoken(head)} {spoken(figure)}" in told_row
        assert f"total {spoken(str(scene.totals[row.seat]))}" in told_row
    assert "[" not in tree.intro


def test_the_list_of_keys_is_read(window: Window) -> None:
    go(window, "TableScene", ("Goosed", "Deal"))
    window.post(pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")
    window.step(0.1)
    tree = hear(window)
    assert tree.intro.startswith("Keys at the table. ")
    for line in ("H, Ctrl+H: A hint", "C, Alt+C: Tell my cards", "F10"):
        assert line in tree.intro


def test_the_curtain_says_that_it_was_pressed(window: Window) -> None:
    go(window, "HandoverScene", ("Goose", "Seat 2", "Ben", "Deal"))
    assert not hear(window).line
    assert hear(window).intro.endswith("hold Enter, or press it twice, slowly.")
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        window.post(kind, key=pygame.K_RETURN, mod=0, unicode="")
    window.step(0.02)
    assert isinstance(window.top, HandoverScene)
    assert hear(window).line == "Press once more."
