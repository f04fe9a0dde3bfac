"""A page of elements: by keys and pointer, read by screen readers, laid out anew when it changes, whole after an error."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable.app.context import Context
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.accessible import AccessibleTree, all_parts
from goosetable.app.ui.elements import Column, Control, Element, Text
from goosetable.app.ui.elements.components import control_row, list_of_rows, titled_sheet
from goosetable.app.ui.focus import Button, Slider, Switch
from goosetable.app.ui.scene import Pop
from tests.app.conftest import Opens


class Larder(ElementPage):
    """A list that can be shortened, a switch, a slider and two buttons."""

    screen = "settings"

    def __init__(self, context: Any) -> None:
        super().__init__(context, "Larder")
        self.things = [f"Jar {i}" for i in range(30)]
        self.broken = False
        self.mute = Switch("Mute", lambda on: None)
        self.size = Slider("Size", 0.0, 1.0, 0.5, lambda number: self.rebuild())
        self.eat = Button("Eat the first", self._eat)
        self.eat.command = "rules"
        self.jars = {thing: Button(thing, None) for thing in self.things}
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)

    def _eat(self) -> None:
        del self.things[0]
        self.rebuild()

    def make_page(self) -> Element:
        if self.broken:
            raise RuntimeError("no larder")
        jars = [Control(self.jars[thing]) for thing in self.things]
        body = Column([control_row(self.mute), control_row(self.size), list_of_rows("Jars", jars)], region="things")
        return titled_sheet("Larder", body, self.scroll, [self.eat, self.close], self.sheet_margin, right_count=1)


def tree(page: Larder) -> AccessibleTree:
    return page.accessible_tree()


def keys(page: Larder) -> dict[str, str]:
    return {part.name: part.key for part in all_parts(tree(page).parts)}


@pytest.fixture
def larder(program: Opens) -> Any:
    one = program((640, 400))
    one.page = one.show(lambda context, _: Larder(context))
    return one


def test_tab_goes_in_reading_order_and_brings_what_it_reaches_into_sight(larder: Any) -> None:
    page = larder.page
    page.widgets.focus_on(page.mute)
    for thing in [page.size, *page.jars.values()]:
        larder.key(pygame.K_TAB)
        assert page.widgets.focus is thing
        assert page.scroll.rect.contains(thing.rect)
    larder.key(pygame.K_F6)
    assert page.widgets.focus is page.close, "F6 goes to the next region, and there to the control that the page begins with"


def test_the_tree_has_a_title_a_counted_list_values_and_keys(larder: Any) -> None:
    found = tree(larder.page)
    parts = {part.name: part for part in all_parts(found.parts)}
    assert found.title == "Larder" and parts["Larder"].kind == "heading"
    assert parts["Jar 3"].place == (4, 30) and parts["Size"].value == "50 %"
    assert parts["Eat the first"].shortcut == larder.context.keymap.name_of_key("rules")
    assert found.focus == parts["Close"].key


def test_a_part_keeps_its_key_and_no_other_ever_gets_it(larder: Any) -> None:
    page = larder.page
    before = keys(page)
    page._eat()
    after = keys(page)
    assert "Jar 0" not in after and all(before[name] == key for name, key in after.items())
    page.things.insert(0, "Jar 0")
    page.rebuild()
    assert keys(page)["Jar 0"] not in before.values(), "what comes back is a new part"


def test_a_reader_that_asks_for_a_part_gets_the_focus_there_in_sight(larder: Any) -> None:
    page = larder.page
    key = keys(page)["Jar 29"]
    assert tree(page).focus_actions[key].focus()
    assert page.widgets.focus is page.jars["Jar 29"] and page.scroll.rect.contains(page.jars["Jar 29"].rect)
    page.things.pop()
    page.rebuild()
    assert page.widgets.focus is page.close, "the focus goes home from what is gone"


def test_after_an_error_the_last_tree_stays_and_the_error_is_logged(larder: Any, caplog: pytest.LogCaptureFixture) -> None:
    page = larder.page
    before = keys(page)
    page.broken = True
    page.rebuild()
    larder.resize((900, 600)) if hasattr(larder, "resize") else page.on_resize(900, 600)
    assert keys(page) == before
    assert any("Larder" in record.getMessage() for record in caplog.records)
    page.broken = False
    page.widgets.focus_on(page.close)
    larder.key(pygame.K_RETURN)
    assert larder.top is not page


def test_an_element_is_reused_while_its_inputs_are_equal_and_fits_any_text_size(larder: Any) -> None:
    page, words = larder.page, "A"
    page.make_page = lambda: Column([page.reuse("words", words, lambda: Text(words)), Text("all of a line")], align=0)
    page.rebuild()
    first, wide = page.root.children[0], page.root.children[0].box
    page.rebuild()
    assert page.root.children[0] is first and first.box == wide
    larder.context.change_settings(text_size=2.0)
    page.on_resize(640, 400)
    assert page.root.children[0] is first and first.pixel_size == page.text_px(17)
    words = "A and B"
    page.rebuild()
    assert page.visible_texts()[0].words == "A and B"


@pytest.mark.parametrize("size", [(200, 150), (640, 400), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("text", [0.8, 2.0])
def test_it_is_laid_out_and_drawn_in_every_window(program: Opens, size: tuple[int, int], text: float) -> None:
    one, page = program.at(lambda context, _: Larder(context), (640, 400), text_size=text)
    page.on_resize(*size)
    canvas = one.context.canvas
    with canvas.drawing_on(pygame.Surface(size)):
        page.draw(canvas)
    assert {part.name for part in all_parts(page.accessible_tree().parts)} >= {"Larder", "Mute", "Jar 29", "Close"}


def test_the_page_that_contributors_are_shown_is_one(program: Any) -> None:
    page = (Path(__file__).resolve().parents[3] / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(class LeaveScene.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {**globals(), "Context": Context, "Text": Text, "Pop": Pop}
    exec(compile(f"from __future__ import annotations\n{shown}", "CONTRIBUTING.md", "exec"), names)
    one, scene = program.at(lambda context, _: names["LeaveScene"](context, 3))
    assert "3 deals were played. The table waits until you come back." in [text.words for text in scene.visible_texts()]
    assert {"Mute", "Stay", "Leave the table"} <= {widget.label for widget in scene.widgets.all}
    one.key(pygame.K_RETURN)
    assert one.top is None, "Stay has the focus, and leaves the page"
