"""Every figure of the table explains itself to the pointer and to the keys, and its note never lies over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.messages import REST
from goosetable.app.table import captions
from goosetable.app.table.sidebar import FigureSpot
from goosetable.app.ui.widget import Widget
from goosetable.engine.text.table_facts import FigureKind
from tests.app.table_window import US, Window, still

Opens = Callable[..., Window]
WINDOWS = (((1280, 720), 1.0), ((640, 400), 1.0), ((1280, 720), 2.0), ((900, 500), 1.25))


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Opens]:
    yield from still(tmp_path, US)


def table(window: Opens, game: Any, **more: Any) -> Window:
    """A table at the person's first turn, drawn."""
    names = (("Gooseberry", "human"), *((f"P{seat}", "random") for seat in range(1, game.seats(game.Options()))))
    one = window(names, game=game, **more)
    one.until(lambda: one.mine)
    one.draw()
    return one


def spot(one: Window, kind: FigureKind, word: str = "") -> FigureSpot:
    return next(s for s in one.spots if s.figure.kind is kind and s.figure.word == word)


def middle(place: FigureSpot) -> tuple[float, float]:
    return place.area.centre.x, place.area.centre.y


def focus(one: Window) -> Widget | None:
    """The control that has the focus."""
    return one.focus


def test_a_note_comes_when_the_pointer_has_rested_and_goes_with_it(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"))
    notes = one.scene.controls.notes
    one.point(middle(spot(one, FigureKind.HEAD, "right × 2")))
    one.tick(REST - 0.1)
    assert notes.open_spot is None
    one.tick(0.2)
    assert notes.text == "The tricks of each seat's right-hand neighbour, counted twice."
    one.point((one.scene.w / 2, one.scene.h / 2))
    assert notes.open_spot is None


def test_a_row_tells_the_present_figures(window: Opens) -> None:
    one = table(window, games.find_game("gooseberry-fool"))
    one.point(middle(spot(one, FigureKind.ROW)))
    one.tick(REST + 0.1)
    assert one.note == "Your own tricks, 0, and twice the 0 of Dorothea, your right neighbour: 0.".replace(
        "Dorothea", one.match.session.names[2]
    )


def test_the_order_in_which_ties_go_is_explained_at_the_message(window: Opens) -> None:
    one = table(window, games.find_game("throps"))
    assert "between equal bids the suit decides" in one.message
    one.point(middle(spot(one, FigureKind.TERMS)))
    one.tick(REST + 0.1)
    assert one.note.startswith("Of equal bids")


def test_the_keys_come_to_every_figure_and_esc_leads_back_to_the_hand(window: Opens) -> None:
    one = table(window, games.find_game("goosed"))
    controls = one.scene.controls
    assert focus(one) is controls.fan
    one.key(pygame.K_F6)
    assert focus(one) is controls.figures
    seen = []
    for _ in controls.notes.visible_spots:
        seen.append(controls.notes.open_spot)
        assert controls.figures.accessible_value, "it is read to those who cannot see it"
        one.key(pygame.K_RIGHT)
    assert seen == list(controls.notes.visible_spots)
    one.key(pygame.K_ESCAPE)
    assert focus(one) is controls.fan and controls.notes.open_spot is None
    assert one.scenes.top is one.scene, "Esc closed the note, and opened no menu"


def test_a_note_plays_no_card_and_hides_no_click(window: Opens) -> None:
    one = table(window, games.find_game("goosed"))
    one.point(middle(spot(one, FigureKind.ROW)))
    one.tick(REST + 0.1)
    before = len(one.actions)
    one.click(one.on(min(one.legal)))
    assert not one.note and len(one.actions) > before


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize(("size", "text"), WINDOWS)
def test_no_note_covers_its_figure_or_repeats_the_message(window: Opens, game: Any, size: tuple[int, int], text: float) -> None:
    one = table(window, game, size=size, text_size=text)
    scene = one.scene
    if scene.layout.compact:
        scene.controls.open_sidebar(True)
        one.draw()
    found = scene.controls.notes.visible_spots
    kinds = {place.figure.kind for place in found}
    assert FigureKind.ROW in kinds or scene.sidebar.scroll.max_offset, "the rows may be scrolled away"
    if scene.layout.compact:
        scene.controls.open_sidebar(False)
        one.draw()
        found += scene.controls.notes.visible_spots
    screen = pygame.Rect(0, 0, *size)
    for place in found:
        said = scene.controls.notes.explanation(place.figure)
        assert said and said != scene.messages.message[0]
        box = captions.draw_note(one.context.canvas, said, place.area, *size, scene.layout.t)
        if place.area.h < 0.8 * size[1]:
            assert not place.area.overlaps(Area(*box)), place
        assert screen.contains(box), (place, box)
        assert box.w <= captions.NOTE * scene.layout.t + 1


def test_a_note_that_is_open_when_the_deal_ends_has_nothing_more_to_say(window: Opens) -> None:
    """A deal is scored before its last cards have arrived, and from then on nothing can be asked of it."""
    one = table(window, games.find_game("goosed"))
    one.key(pygame.K_F6)
    assert one.note
    match = one.scene.match
    while match.session.due == "act":
        match.act(min(match.session.legal()))
    match.score_deal()
    one.scene.controls.notes._text = (None, "")  # the picture goes on, and the note with it
    assert one.scene.controls.notes.open_spot is not None and one.note == ""
    one.draw()
