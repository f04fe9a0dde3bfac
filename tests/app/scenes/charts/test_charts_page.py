"""The charts of a player through the window: the way in, the filters, and that every figure explains itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.charts import ChartsScene, FigureChart
from goosetable.app.scenes.statistics import PlayerStatisticsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.figures import Share
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.ui.widget import Widget
from tests.app.archives import played, put
from tests.app.conftest import Opens, history_of
from tests.games.playing import Variant, find

GOOSE = Variant(find("goose"), find("goose").Options())
SIZES = {"wide": ((1280, 720), 1.0), "small": ((640, 400), 1.0), "large text": ((1280, 720), 2.0), "least": ((640, 400), 2.0)}


def archive(folder: Path) -> None:
    """Three games of Gooseberry Fool, and some deals of Goose."""
    for seed, other in enumerate(("Vesper", "Vesper", "Saffron")):
        company = (("Gooseberry", "human"), (other, "hard"), ("Dorothea", "easy"))
        put(folder, str(seed), played(company, seed, f"2026-11-1{seed}T10:00:00Z")[1])
    people = [("Gooseberry", "human"), ("Vesper", "hard"), ("Dorothea", "easy"), ("Pip", "easy")]
    seats = GOOSE.game.seats(GOOSE.options)
    put(folder, "goose", played(people[:seats], 7, "2026-11-21T10:00:00Z", variant=GOOSE)[1])


def use(one: Any, widget: Widget) -> None:
    """By its key: with large text it may have to be scrolled to."""
    one.top.widgets.focus_on(widget)
    one.key(pygame.K_RETURN)


def reached(one: Any) -> ChartsScene:
    """The charts of the person, by the buttons that lead there."""
    archive(one.folders.data)
    one.show(TitleScene)
    use(one, one.find("Statistics"))
    one.finish()
    use(one, one.top.persons[0])
    assert isinstance(one.top, PlayerStatisticsScene)
    use(one, one.find("Charts"))
    one.finish()
    scene = one.top
    assert isinstance(scene, ChartsScene)
    return scene


def point(one: Any, pos: tuple[int, int]) -> None:
    one.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def test_the_way_in_the_figures_that_explain_themselves_and_back(program: Opens) -> None:
    one, scene = program.into(reached)
    assert scene.chart_data is not None
    assert scene.progress_text.startswith("4 games, ")
    assert all(chart.shown for chart in scene.charts)
    assert scene.bids.label == "Bids in Goose"
    for chart in scene.charts:
        assert chart.figures, chart.label
        for figure in list(chart.figures):
            point(one, figure.area.center)
            one.wait(0.5)
            assert scene.open_note == figure
            assert figure.words.endswith("."), figure.words
    point(one, (2, 2))
    assert scene.open_note is None
    while scene.widgets.focus is not scene.bids:
        one.key(pygame.K_TAB)
    assert scene.open_note is not None and scene.open_note.words == scene.bids.heading_note
    seen = {scene.bids.accessible_value}
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RIGHT):
        one.key(key)
        seen.add(scene.bids.accessible_value)
    assert scene.widgets.focus is scene.bids
    assert len(seen) > 2 and scene.open_note.words == scene.bids.accessible_value, "arrow keys walk among the figures"
    one.key(pygame.K_ESCAPE)
    assert one.top is scene and scene.open_note is None, "the note goes first"
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, PlayerStatisticsScene)


def test_by_ear_each_chart_is_an_image_with_a_sentence_of_its_figures(program: Opens) -> None:
    _, scene = program.into(reached)
    images = {part.name: part for part in scene.accessible_parts() if part.kind == "image"}
    assert list(images) == ["Places", "Accuracy", "By game", "Bids in Goose", "Against"]
    assert scene.chart_data is not None
    assert images["Places"].description.startswith(f"Won {scene.chart_data.places[0]}, second ")
    assert images["Accuracy"].description.startswith("Nothing is reviewed yet.")
    assert "Gooseberry Fool" in images["By game"].description and images["Bids in Goose"].description.endswith(" exact.")
    assert "Saffron, hard" in images["Against"].description
    assert [part.name for part in scene.accessible_parts() if part.kind == "combo"] == [
        "Game",
        "Against",
        "House rules",
        "When",
    ]
    assert scene.chart_data is not None and scene.progress_text in {
        part.name for part in scene.accessible_parts() if part.kind == "status"
    }


def test_a_filter_counts_for_all_charts(program: Opens) -> None:
    one, scene = program.into(reached)
    one.click(scene.filter_bar.choosers["game"])
    one.click(one.find("Gooseberry Fool"))
    assert one.top is scene
    assert scene.chart_data is not None
    assert scene.chart_data.games.total == sum(scene.chart_data.places) == 3
    assert [row.game for row in scene.chart_data.by_game] == ["gooseberry-fool"]
    assert not scene.bids.shown, "that game has no bids of tricks"
    one.key(pygame.K_TAB)
    one.click(scene.filter_bar.choosers["who"])
    one.click(one.find("with Vesper, hard"))
    assert scene.chart_data.games == Share(scene.chart_data.games.part, 2)
    assert [row.name for row in scene.chart_data.against] == ["Vesper"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_what_is_drawn_stays_within_its_chart(program: Opens, size: str) -> None:
    one, scene = program.into(reached, size=SIZES[size][0], text_size=SIZES[size][1])
    for _ in scene.available_charts:
        shown = [chart for chart in scene.charts if chart.shown]
        assert len(shown) == (len(scene.available_charts) if scene.wide_enough else 1)
        for chart in shown:
            assert scene.sheet_rect.contains(chart.rect)
            assert all(chart.rect.inflate(8, 8).contains(figure.area) for figure in chart.figures), chart.label
            if not scene.wide_enough:
                rest = [scene.close.rect, scene.after.rect, scene.filter_bar.narrow.rect]
                assert chart.rect.collidelist(rest) < 0
        one.key(pygame.K_PAGEDOWN)


def test_one_chart_a_page_where_there_is_little_room(program: Opens) -> None:
    one, scene = program.into(reached, size=(640, 400))

    def there() -> list[FigureChart]:
        return [chart for chart in scene.charts if chart.shown]

    assert there() == [scene.places]
    one.click(scene.after)
    assert there() == [scene.accuracy]
    scene.widgets.focus_on(scene.close)
    one.key(pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert there() == [scene.against]


def test_nothing_played(program: Opens) -> None:
    one, scene = program.at(
        lambda context, matches: ChartsScene(context, matches, RecordedPlayer("Gooseberry", "human"), history_of(context))
    )
    one.finish()
    assert scene.progress_text == "No finished games"
    assert all(chart.summary == chart.nothing for chart in scene.charts)
