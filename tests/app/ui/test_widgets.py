"""Controls answer to keys, pointer and wheel, by the fields of events alone."""

from collections.abc import Callable

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins import theme
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import Caret
from goosetable.app.ui.focus import (
    Button,
    SceneWidgets,
    Scroller,
    ScrollText,
    Slider,
    Stepper,
    Switch,
    TextField,
    Tile,
    Widget,
    form_arrow_group,
)
from goosetable.app.ui.number_field import NumberField
from goosetable.app.ui.scene import Change, Pop

pytestmark = pytest.mark.usefixtures("pixels")


def key(k: int, mod: int = 0, text: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=k, mod=mod, unicode=text)


def mouse(kind: int, pos: tuple[int, int]) -> pygame.event.Event:
    if kind == pygame.MOUSEMOTION:
        return pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    return pygame.event.Event(kind, pos=pos, button=1)


def click(widgets: SceneWidgets, pos: tuple[int, int]) -> None:
    widgets.handle(mouse(pygame.MOUSEBUTTONDOWN, pos))
    widgets.handle(mouse(pygame.MOUSEBUTTONUP, pos))


def grid(n: int, across: int, told: list[str]) -> SceneWidgets:
    def tell(name: str) -> Callable[[], Change]:
        def act() -> Change:
            told.append(name)
            return Pop(name)

        return act

    buttons = [Button(str(i), tell(str(i))) for i in range(n)]
    for i, button in enumerate(buttons):
        button.rect = pygame.Rect(100 * (i % across), 60 * (i // across), 90, 50)
    return SceneWidgets(buttons)


@pytest.fixture(autouse=True)
def started(display: pygame.Surface) -> None:
    """A display, for key repeat and fonts."""


def test_tab_goes_round_and_enter_presses() -> None:
    told: list[str] = []
    widgets = grid(3, 3, told)
    for _ in range(2):
        assert widgets.handle(key(pygame.K_TAB))
    widgets.handle(key(pygame.K_RETURN))
    widgets.handle(key(pygame.K_TAB))
    widgets.handle(key(pygame.K_SPACE))
    widgets.handle(key(pygame.K_TAB, pygame.KMOD_LSHIFT))
    widgets.handle(key(pygame.K_KP_ENTER))
    assert told == ["2", "0", "2"]
    assert widgets.take_change() == Pop("2") and widgets.take_change() is None


def test_arrows_move_by_place() -> None:
    widgets = grid(6, 3, [])
    for k, label in ((pygame.K_RIGHT, "1"), (pygame.K_DOWN, "4"), (pygame.K_LEFT, "3"), (pygame.K_UP, "0")):
        assert widgets.handle(key(k))
        assert widgets.focus is not None and widgets.focus.label == label
    assert not widgets.handle(key(pygame.K_UP))


def test_a_click_counts_only_where_it_began() -> None:
    told: list[str] = []
    widgets = grid(2, 2, told)
    widgets.handle(mouse(pygame.MOUSEBUTTONDOWN, (10, 10)))
    assert widgets.all[0].pressed and told == []
    widgets.handle(mouse(pygame.MOUSEBUTTONUP, (110, 10)))
    assert told == [] and not widgets.all[0].pressed
    click(widgets, (110, 10))
    assert told == ["1"] and widgets.focus is widgets.all[1]


def test_hover_comes_and_goes_and_is_dirty_and_the_ring_shows_for_keys_alone() -> None:
    widgets = grid(2, 2, [])
    assert widgets.ring
    widgets.dirty = False
    widgets.handle(mouse(pygame.MOUSEMOTION, (10, 10)))
    assert widgets.all[0].hover and widgets.dirty
    widgets.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert not widgets.all[0].hover
    click(widgets, (10, 10))
    assert not widgets.ring
    widgets.handle(key(pygame.K_TAB))
    assert widgets.ring


def test_what_is_off_or_hidden_is_passed_over() -> None:
    told: list[str] = []
    widgets = grid(3, 3, told)
    widgets.all[1].enabled = False
    widgets.handle(key(pygame.K_TAB))
    assert widgets.focus is widgets.all[2]
    click(widgets, (110, 10))
    assert told == []
    widgets.all[0].shown = False
    click(widgets, (10, 10))
    widgets.handle(key(pygame.K_TAB))
    assert told == [] and widgets.focus is widgets.all[2]


def test_shortcuts_and_regions() -> None:
    told: list[str] = []
    widgets = grid(4, 4, told)
    widgets.all[3].command = "undo"
    for widget in widgets.all[2:]:
        widget.region = "foot"
    assert not widgets.handle(key(pygame.K_z))
    assert widgets.handle(key(pygame.K_z, pygame.KMOD_LCTRL)) and told == ["3"]
    widgets.handle(key(pygame.K_F6))
    assert widgets.focus is widgets.all[2]
    widgets.handle(key(pygame.K_F6))
    assert widgets.focus is widgets.all[0]


def test_a_key_that_finds_no_control_says_so_and_where_tab_leads() -> None:
    widgets = grid(4, 4, [])
    for at, (pressed, sentence) in enumerate((
        (pygame.K_LEFT, "Nothing to the left; Tab: 1."),
        (pygame.K_UP, "Nothing above; Tab: 1."),
        (pygame.K_END, "End leads nowhere here; Tab: 1."),
        (pygame.K_F6, "No other part; Tab: 1."),
        (pygame.K_RIGHT, ""),
        (pygame.K_TAB, ""),
    )):  # fmt: skip
        widgets.handle(key(pressed))
        assert widgets.edge_sentence(pressed) == sentence, at
        assert not widgets.edge_sentence(pygame.K_HOME), "of another key"
    form_arrow_group(widgets.all, closed=True)
    for pressed, at, sentence in (
        (pygame.K_END, 3, ""),
        (pygame.K_END, 3, "Nothing after it; Tab: 0."),
        (pygame.K_RIGHT, 3, "Nothing to the right; Tab: 0."),
        (pygame.K_HOME, 0, ""),
    ):
        widgets.handle(key(pressed))
        assert widgets.focus is widgets.all[at] and widgets.edge_sentence(pressed) == sentence
    alone = grid(1, 1, [])
    alone.handle(key(pygame.K_TAB))
    assert alone.edge_sentence(pygame.K_TAB) == "No other control here."


def test_a_key_that_the_control_itself_uses_leads_nowhere_else() -> None:
    slider = Slider("Music", 0.0, 1.0, 1.0, lambda value: None)
    slider.rect = pygame.Rect(0, 0, 200, 40)
    widgets = SceneWidgets([slider, Button("Done")])
    widgets.handle(key(pygame.K_RIGHT))
    assert widgets.focus is slider and not widgets.edge_sentence(pygame.K_RIGHT)


def test_the_ends_of_a_ring_meet() -> None:
    widgets = grid(3, 1, [])
    form_arrow_group(widgets.all, closed=True, ring=True)
    for pressed, at in ((pygame.K_END, 2), (pygame.K_DOWN, 0), (pygame.K_UP, 2), (pygame.K_HOME, 0), (pygame.K_RIGHT, 0)):
        widgets.handle(key(pressed))
        assert widgets.focus is widgets.all[at]
    assert widgets.edge_sentence(pygame.K_RIGHT) == "Nothing to the right; Tab: 1."


def test_the_next_region_begins_with_the_chosen_one_of_its_first_choices() -> None:
    tabs = [Tile("Table", lambda: None), Tile("Cards", lambda: None, chosen=True)]
    switch, late = Switch("Lift", lambda on: None), Tile("Slow", lambda: None, chosen=True)
    for widget in (*tabs, switch, late):
        widget.rect = pygame.Rect(0, 0, 200, 40)
    for widget in (switch, late):
        widget.region = "settings"
    widgets = SceneWidgets([*tabs, switch, late], first=tabs[0])
    reached: list[str] = []

    def next_region() -> None:
        widgets.handle(key(pygame.K_F6))
        assert widgets.focus is not None
        reached.append(widgets.focus.label)

    next_region()
    next_region()
    widgets.replace_controls(widgets.all)
    next_region()
    next_region()
    assert reached == ["Lift", "Table", "Lift", "Cards"], (
        "none in the middle of a region; that the page begins with; the chosen"
    )


def test_switch_stepper_and_slider_say_their_value() -> None:
    told: list[object] = []
    switch = Switch("Lift", told.append)
    stepper = Stepper("Sort", ["suits", "ranks"], told.append)
    slider = Slider("Size", 0.8, 2.0, 1.0, told.append)
    for i, widget in enumerate((switch, stepper, slider)):
        widget.rect = pygame.Rect(0, 60 * i, 200, 40)
    widgets = SceneWidgets([switch, stepper, slider])
    click(widgets, (20, 20))
    assert switch.accessible_value == "on" and told == [True]
    click(widgets, (190, 80))
    click(widgets, (190, 80))
    click(widgets, (10, 80))
    assert stepper.accessible_value == "ranks" and told[1:] == [1, 0, 1]
    widgets.focus_on(slider)
    widgets.handle(key(pygame.K_RIGHT))
    assert slider.accessible_value == "110 %" and told[-1] == pytest.approx(1.1)
    widgets.handle(key(pygame.K_END))
    widgets.handle(key(pygame.K_RIGHT))
    assert slider.number == 2.0
    widgets.handle(mouse(pygame.MOUSEBUTTONDOWN, (5, 140)))
    assert slider.number == pytest.approx(0.8)
    widgets.handle(mouse(pygame.MOUSEMOTION, (400, 140)))
    assert slider.number == 2.0
    assert [w.role for w in widgets.all] == ["switch", "spinbutton", "slider"]


def test_a_size_takes_effect_where_its_drag_ends() -> None:
    told: list[float] = []
    slider = Slider("Size", 0.8, 2.0, 1.0, told.append, apply_on_release=True)
    slider.rect = pygame.Rect(0, 0, 200, 40)
    widgets = SceneWidgets([slider])
    widgets.handle(mouse(pygame.MOUSEBUTTONDOWN, (5, 20)))
    widgets.handle(mouse(pygame.MOUSEMOTION, (400, 90)))
    assert slider.accessible_value == "200 %" and not told
    widgets.handle(mouse(pygame.MOUSEBUTTONUP, (400, 90)))
    assert told == [2.0]


def test_a_field_takes_text_and_moves_its_cursor() -> None:
    told: list[str] = []
    field = TextField("Name", "Ana", on_change=told.append, on_enter=Pop, limit=6)
    widgets = SceneWidgets([field, Button("Done")])
    field.rect = pygame.Rect(0, 0, 200, 40)
    widgets.handle(key(pygame.K_LEFT))
    widgets.handle(pygame.event.Event(pygame.TEXTINPUT, text="n"))
    assert field.text == "Anna" and told == ["Anna"]
    widgets.handle(key(pygame.K_END))
    widgets.handle(pygame.event.Event(pygame.TEXTINPUT, text="é♠xyz\n"))
    assert field.accessible_value == "Annaé♠"
    for k in (pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_DELETE, pygame.K_RIGHT, pygame.K_BACKSPACE):
        widgets.handle(key(k))
    assert field.text == "naé"
    assert widgets.handle(key(pygame.K_h, 0, "h"))  # a letter must not become a shortcut
    widgets.handle(key(pygame.K_RETURN))
    assert widgets.take_change() == Pop("naé")


def test_a_field_selects_copies_cuts_and_pastes(monkeypatch: pytest.MonkeyPatch) -> None:
    board: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", board.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board[-1])
    field = TextField("Name", "Anna Banana", limit=12)
    widgets = SceneWidgets([field, Button("Done")])
    ctrl, shift = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
    widgets.handle(key(pygame.K_c, ctrl))
    assert board == [], "nothing is selected"
    for _ in range(6):
        widgets.handle(key(pygame.K_LEFT, shift))
    assert field.selection == (5, 11)
    widgets.handle(key(pygame.K_x, ctrl))
    assert (field.text, board, field.selection) == ("Anna ", ["Banana"], (5, 5))
    widgets.handle(key(pygame.K_a, ctrl))
    assert field.selection == (0, 5)
    widgets.handle(key(pygame.K_v, ctrl))
    assert field.text == "Banana", "what is selected gives way"
    widgets.handle(key(pygame.K_HOME, shift))
    widgets.handle(key(pygame.K_RIGHT))
    assert field.selection == (6, 6), "an arrow leaves what was selected at its end"
    widgets.handle(key(pygame.K_a, pygame.KMOD_LMETA))
    widgets.handle(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    assert field.text == "x"
    widgets.handle(key(pygame.K_a, ctrl))
    widgets.handle(key(pygame.K_BACKSPACE))
    assert field.text == ""


def test_a_reader_reads_a_field_as_it_is_and_moves_its_caret() -> None:
    field, beside = TextField("Name", "Q♠ -5"), Button("Keep", None)
    widgets = SceneWidgets([beside, field])
    part = accessible_controls.control_part("field", field)
    assert (part.value, part.caret) == ("Q♠ -5", Caret(5, 5)), "in words it would have other places"
    doing = accessible_controls.focus_actions(widgets, {field: "field"})["field"]
    assert doing.select is not None
    doing.select(1, 99)
    assert widgets.focus is field and field.selection == (1, 5)
    field.type_text("x")
    assert accessible_controls.control_part("field", field).caret == Caret(2, 2) and field.text == "Qx"


def test_the_caret_of_a_number_stands_behind_what_is_typed() -> None:
    field = NumberField("Target", [50, 100], str, 100, lambda _: None, lambda _: True, lambda _: None)
    assert field.caret.place == 3
    field.handle_text(pygame.event.Event(pygame.TEXTINPUT, text="7"))
    assert (field.accessible_value, field.caret.place) == ("7…", 1)


def test_a_field_does_without_a_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    field = TextField("Name", "Anna")
    for k in (pygame.K_a, pygame.K_x, pygame.K_c, pygame.K_v):
        assert field.handle_key(key(k, pygame.KMOD_LCTRL))
    assert field.text == "Anna", "what cannot be copied is not cut"


def test_what_is_composed_stays_in_its_box(display: pygame.Surface) -> None:
    field = TextField("Name", "Anna")
    field.rect = pygame.Rect(100, 100, 120, 40)
    field.focus_changed(True)
    field.handle_text(pygame.event.Event(pygame.TEXTEDITING, text="ni hao " * 12, start=0, length=0))
    display.fill("#123456")
    field.draw(Canvas(display, theme.Theme()), True)
    outside = [
        (x, y) for x in range(60, 800, 3) for y in range(80, 170, 3) if not field.rect.inflate(12, 12).collidepoint(x, y)
    ]
    assert {display.get_at(place)[:3] for place in outside} == {(0x12, 0x34, 0x56)}
    assert field.text == "Anna"
    field.handle_text(pygame.event.Event(pygame.TEXTINPUT, text="é"))
    assert field.text == "Annaé" and field._composing == ""


def test_a_scroller_shows_what_the_focus_comes_to() -> None:
    scroller = Scroller("Rules")
    scroller.rect = pygame.Rect(0, 0, 200, 100)
    scroller.inner = 400
    buttons = [Button(str(i)) for i in range(8)]
    for i, button in enumerate(buttons):
        scroller.place_inside(button, pygame.Rect(0, 50 * i, 100, 40))
    widgets = SceneWidgets([scroller, *buttons])
    assert widgets.focus is buttons[0]
    for _ in range(7):
        widgets.handle(key(pygame.K_TAB))
    assert widgets.focus is buttons[7] and scroller.rect.contains(buttons[7].rect)
    assert widgets.control_at((10, 150)) is None
    widgets.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=40, precise_y=40.0))
    assert scroller.offset == 0


def test_a_click_on_what_is_half_in_sight_counts() -> None:
    """It is not scrolled from under the pointer between pressing and letting go."""
    told: list[str] = []
    scroller = Scroller("Rules")
    scroller.rect = pygame.Rect(0, 0, 200, 100)
    scroller.inner = 400
    buttons = [Button(str(i), lambda i=i: told.append(str(i))) for i in range(8)]  # type: ignore[misc]
    for i, button in enumerate(buttons):
        scroller.place_inside(button, pygame.Rect(0, 65 * i, 100, 60))
    widgets = SceneWidgets([scroller, *buttons])
    click(widgets, (10, 70))
    assert told == ["1"] and widgets.focus is buttons[1]


def test_every_control_draws_in_every_state(display: pygame.Surface) -> None:
    text = ScrollText("Rules", "# Title\nA {bold} word and ♠.\n\n- item one\n" + "long words " * 200)
    kinds = ("prime", "plain", "wood")
    controls: list[Widget] = [Button("Go ♠", kind=k, icon="play", hint="G") for k in kinds]  # type: ignore[arg-type]
    controls += [
        Button("Menu", icon="menu", bare=True), Switch("a", lambda _: None, True), Stepper("b", ["x", "y"], lambda _: None),
        Slider("c", 0, 1, 0.5, lambda _: None), TextField("d", "text"), TextField("e", on_paper=False, placeholder="by chance"),
        Tile("f", chosen=True), Tile("g", label_below=True, picture=lambda p, r: p.draw_panel(r, 3, fill="#ff0000")), text,
    ]  # fmt: skip
    for i, widget in enumerate(controls):
        widget.rect = pygame.Rect(10 + 210 * (i % 6), 10 + 120 * (i // 6), 180, 46)
    text.rect.h = 300
    for name in theme.NAMES:
        canvas = Canvas(display, theme.load(name))
        for widget in controls:
            for state in range(8):
                widget.hover, widget.pressed, widget.enabled = bool(state & 1), bool(state & 2), not state & 4
                display.fill("#808080")
                widget.draw(canvas, state % 2 == 0)
                assert display.get_bounding_rect() and display.subsurface(widget.rect).get_at((20, 23))
            widget.enabled = True
    assert text.max_offset > 0 and text.handle_key(key(pygame.K_PAGEDOWN)) and text.offset > 0
    assert "♠" in text.accessible_value and "{" not in text.accessible_value
