"""Elements share out their room, keep together what belongs together, and say of a text all of its words."""

from __future__ import annotations

from functools import partial
from math import inf

import pygame
import pytest

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins import theme
from goosetable.app.ui.accessible import TreePart, all_parts
from goosetable.app.ui.elements import (
    CellTable,
    Column,
    Either,
    Element,
    ElementControl,
    FirstFit,
    Grid,
    LayoutPass,
    LazyList,
    ListArea,
    Row,
    Scroll,
    Semantics,
    Spacer,
    TableRow,
    Text,
    Wrap,
    to_pixels,
)  # fmt: skip
from goosetable.app.ui.elements.components import control_row, list_of_rows, titled_sheet
from goosetable.app.ui.focus import Button, Scroller, Slider, Switch, Widget

LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss"
NAMES = ("", "Ann", LONG, "אברהם בן שלמה", "Ann and a name that goes on for as long as sixty characters, or more")


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def placed(root: Element, w: float = 400, h: float = 300, t: float = 1.0) -> Element:
    """The element in a room of w x h units."""
    run = LayoutPass(Canvas(pygame.Surface((64, 64)), theme.preview_theme("lamplight")), t)
    root.measure(run, w, h)
    root.lay_out(run, 0, 0, w, h)
    return root


def heard(root: Element, t: float = 1.0) -> list[TreePart]:
    controls: dict[Widget, str] = {widget: f"{i}" for i, widget in enumerate(root.controls())}
    return list(root.accessible_parts(Semantics(t, controls, lambda command: command.upper())))


def block(w: float, h: float = 10, **options: float) -> Spacer:
    return Spacer(width=w, height=h, **options)  # type: ignore[arg-type]


def test_what_grows_shares_the_room_and_stops_at_its_own_width() -> None:
    fixed, half, small = block(100), Spacer(height=10, grow=1), Spacer(height=10, grow=1, width=40)
    placed(Row([fixed, half, small], 10))
    assert [one.box[0] for one in (fixed, half, small)] == [0, 110, 360]
    assert half.box[2] == 240 and small.box[2] == 40


def test_a_column_gives_the_rest_of_its_height_to_what_grows() -> None:
    top, middle, foot = block(10, 20), Spacer(grow=1), block(10, 30)
    placed(Column([top, middle, foot], 5), h=200)
    assert middle.box[3] == pytest.approx(140, abs=0.1) and foot.box[1] == pytest.approx(170, abs=0.1)


def test_what_is_empty_takes_no_room_and_no_gap() -> None:
    column = Column([Text(""), block(10, 20), Column([Text("")], padding=(5, 5, 5, 5)), block(10, 20)], 8)
    run = LayoutPass(Canvas(pygame.Surface((64, 64)), theme.preview_theme("lamplight")), 1.0)
    assert column.measure(run, 200)[1] == 48


@pytest.mark.parametrize("padding", [0.0, 12.0])
def test_padding_lies_inside_a_given_width(padding: float) -> None:
    inner = Spacer(height=10, grow=1)
    row = Row([inner], padding=(padding, 0, padding, 0), width=200, align=0)
    placed(Column([row]))
    assert row.box[2] == 200 and inner.box[2] == 200 - 2 * padding


@pytest.mark.parametrize(("w", "columns"), [(100, 1), (450, 2), (1000, 3)])
def test_a_grid_has_as_many_columns_as_fit(w: float, columns: int) -> None:
    cells = [block(10, 20 + i) for i in range(6)]
    placed(Grid(cells, 10, min_width=200, max_columns=3), w)
    assert len({round(cell.box[0]) for cell in cells}) == columns
    assert cells[-1].box[1] == (6 // columns - 1) * 10 + sum(20 + i for i in range(columns - 1, 5, columns))


def test_wrapped_elements_begin_a_new_line_where_the_old_one_is_full() -> None:
    cells = [block(90) for _ in range(5)]
    placed(Wrap(cells, 10), 200)
    assert [cell.box[:2] for cell in cells] == [(0, 0), (100, 0), (0, 10), (100, 10), (0, 20)]


def test_either_goes_by_the_room_of_the_element_and_makes_only_what_it_shows() -> None:
    made: list[str] = []

    def version(name: str) -> Element:
        made.append(name)
        return Text(name)

    choice = Either(lambda: version("roomy"), lambda: version("narrow"), min_width=300)
    assert [part.name for part in heard(placed(choice, 299))] == ["narrow"] and made == ["narrow"]
    assert [part.name for part in heard(placed(choice, 300))] == ["roomy"]
    placed(choice, 299)
    assert made == ["narrow", "roomy"], "each is made once"


def test_the_first_version_that_is_low_enough_is_shown_or_else_the_last() -> None:
    versions = [block(10, high) for high in (100, 50, 20)]
    for room, shown in ((200, 0), (60, 1), (10, 2)):
        assert list(placed(FirstFit(versions), h=room).visible_children()) == [versions[shown]]


@pytest.mark.parametrize("begin", range(6))
@pytest.mark.parametrize("last", [30.0, 90.0])
def test_the_first_version_that_fits_is_shown_whichever_is_measured_first(begin: int, last: float) -> None:
    versions = [Spacer(width=50, height=high) for high in (100.0, 80.0, 80.0, 60.0, 40.0, last)]
    for room in (120.0, 100.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 35.0, 10.0):
        first = next((one for one in versions[:-1] if (one.height or 0) <= room), versions[-1])
        assert list(placed(FirstFit(versions, begin=begin), h=room).visible_children()) == [first]


def test_the_version_that_fitted_before_is_found_with_one_more_than_it_measured() -> None:
    made: list[int] = []
    sizes = (100.0, 90.0, 80.0, 70.0, 60.0, 50.0)

    def version(at: int) -> Spacer:
        made.append(at)
        return Spacer(width=50, height=sizes[at])

    fits = FirstFit([partial(version, at) for at in range(6)], begin=3)
    placed(fits, h=75)
    assert fits.at == 3 and made == [3, 2]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("w", [30.0, 120.0, 900.0])
def test_a_text_without_room_is_cut_and_read_whole(name: str, w: float) -> None:
    text = Text(name, max_lines=1, shrink=0.7)
    placed(Row([text]), w)
    assert text.box[2] <= w + 1
    assert [part.name for part in heard(text)] == [name] * bool(name)


def table(rows: int = 3, name: str = "Ann") -> CellTable:
    headers = [Text(head) for head in ("Player", "own", "total")]
    lines = [
        TableRow([Text(f"{name}{i}"), Text(f"{i}"), Text(f"1{i}")], note=Text("Because."), key=f"row:{i}") for i in range(rows)
    ]
    return CellTable(headers, lines, name="Scores")


def test_each_cell_of_a_table_is_read_with_its_header_and_in_its_row() -> None:
    (found,) = heard(placed(table()))
    assert (found.kind, found.name, found.grid) == ("table", "Scores", (4, 3))
    headers, *rows = found.parts
    assert [part.name for part in headers.parts] == ["Player", "own", "total"]
    assert [[part.name for part in row.parts] for row in rows][1] == ["Ann1", "own: 1", "total: 11", "Because."]
    assert [part.grid for part in rows[1].parts[:3]] == [(2, 0), (2, 1), (2, 2)]
    assert [part.kind for part in rows[1].parts[:3]] == ["rowheader", "tablecell", "tablecell"]


def test_a_row_that_is_a_control_is_reached_by_tab_and_read_as_a_row() -> None:
    plates = [ElementControl(f"Deal {i}", f"total 1{i}", "button") for i in range(3)]
    rows = [TableRow([Text(f"{i}"), Text(f"1{i}")], widget=plate) for i, plate in enumerate(plates)]
    root = CellTable([Text("deal"), Text("total")], rows, name="Game", widths=[50, 60], headed=False, row_height=30, padding=0)
    placed(root, 200)
    assert list(root.controls()) == plates and [plate.rect.y for plate in plates] == [0, 34, 68]
    (found,) = heard(root)
    assert [(part.kind, part.name, "use" in part.actions) for part in found.parts[1:]] == [
        ("tablerow", f"Deal {i}", True) for i in range(3)
    ]
    assert [part.name for part in found.parts[2].parts] == ["1", "total: 11"]


def test_only_whole_lines_are_seen_where_an_area_scrolls_by_lines() -> None:
    scroller = Scroller("Lines")
    placed(Scroll(Column([block(10, 30) for _ in range(9)]), scroller, step=30), h=100)
    assert scroller.rect.h == 90


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("w", [120.0, 300.0, 900.0])
def test_no_cell_of_a_table_lies_on_another(name: str, w: float) -> None:
    found = table(name=name)
    placed(found, w)
    for row in found.rows:
        boxes = [to_pixels(cell.box, 1.0) for cell in row.cells]
        assert not any(box.colliderect(other) for at, box in enumerate(boxes) for other in boxes[at + 1 :])


def test_a_part_keeps_its_key_while_others_come_and_go() -> None:
    before = {part.key: part.name for part in all_parts(heard(placed(table(3))))}
    after = [(part.key, part.name) for part in all_parts(heard(placed(table(9))))]
    assert before.items() <= dict(after).items()
    assert len(dict(after)) == len(after), "no two parts have one key"


def test_a_list_says_which_of_how_many() -> None:
    (found,) = heard(placed(list_of_rows("Figures", [Text("Deals: 10"), Text("Games: 3")])))
    assert (found.kind, found.name) == ("list", "Figures")
    assert [(part.name, part.place) for part in found.parts] == [("Deals: 10", (1, 2)), ("Games: 3", (2, 2))]


@pytest.mark.parametrize(("w", "beside"), [(279.0, False), (281.0, True)])
def test_words_stand_beside_their_control_or_over_it_and_are_read_once(w: float, beside: bool) -> None:
    slider = Slider("Text size", 0.8, 2.0, 1.0, lambda number: None)
    row = control_row(slider, note="A note.")
    placed(row, w)
    (part,) = heard(row)
    assert (part.name, part.value, part.description) == ("Text size", "100 %", "A note.")
    words = next(one for one in row.walk() if isinstance(one, Text))
    assert (words.box[1] < slider.rect.bottom and words.box[0] < slider.rect.left) is beside


def sheet(scroller: Scroller, rows: int = 20) -> tuple[Element, list[Switch]]:
    switches = [Switch(f"Switch {i}", lambda on: None) for i in range(rows)]
    buttons = [Button("Back", None), Button("Start the count again", None, icon="undo"), Button("Done", None)]
    body = Column([control_row(switch) for switch in switches], region="switches")
    return titled_sheet("A title that is long for its sheet", body, scroller, buttons, 10, right_count=1), switches


@pytest.mark.parametrize("size", [(200, 150), (640, 400), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("t", [0.8, 1.0, 2.0, 4.0])
def test_a_sheet_keeps_its_buttons_apart_and_inside_in_every_window(size: tuple[int, int], t: float) -> None:
    scroller = Scroller("Sheet")
    root, switches = sheet(scroller)
    placed(root, size[0] / t, size[1] / t, t)
    controls = list(root.controls())
    assert [one for one in controls if isinstance(one, Switch)] == switches, "Tab goes in reading order"
    if min(size) / t > 150:
        boxes = [one.rect for one in controls if isinstance(one, Button)]
        assert not any(box.colliderect(other) for at, box in enumerate(boxes) for other in boxes[at + 1 :])
        paper = to_pixels(root.box, t)
        assert all(paper.contains(box) for box in boxes)
    assert {one.region for one in controls if isinstance(one, Button)} == {"foot"}
    assert {one.region for one in switches} == {"switches"}


def test_what_has_scrolled_away_is_read_without_a_place() -> None:
    scroller = Scroller("Sheet")
    root, _ = sheet(scroller)
    placed(root)
    parts = [part for part in all_parts(heard(root)) if part.kind == "switch"]
    assert parts[0].box is not None and parts[-1].box is None
    scroller.scroll_to(inf)
    parts = [part for part in all_parts(heard(root)) if part.kind == "switch"]
    assert parts[0].box is None and parts[-1].box is not None


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError):
        Text("words", wide=3)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Text("words").wide = 3  # type: ignore[attr-defined]


class Area(ListArea):
    """A list of sentences."""

    def select_row(self, index: int) -> None:
        self.cursor = index


def test_of_a_list_of_thousands_only_the_rows_in_sight_are_made_and_each_is_counted() -> None:
    made: list[int] = []

    def make(place: int) -> Element:
        made.append(place)
        return Text(f"row {place}", name=f"row {place}", key=f"{place}")

    area = Area("Rows")
    rows = LazyList(area, 2000, make, 20, groups=[(0, "First"), (3, "Second")], grow=1)
    placed(Column([rows]), h=100)
    (part,) = heard(Column([rows]))
    assert [(one.kind, one.name) for one in part.parts[:2]] == [("heading", "First"), ("option", "row 0")]
    assert [one.place for one in part.parts if one.place] == [(1, 2000), (2, 2000), (3, 2000), (4, 2000)]
    assert part.parts[1].chosen and made == [0, 1, 2, 3]
    area.scroll_to(area.inner)
    area.cursor = 5
    (part,) = heard(Column([rows]))
    places = [one.place[0] for one in part.parts if one.place]
    assert places[0] == 6 and places[-1] == 2000 and len(places) < 9, "the row with the focus is there, also out of sight"
    assert rows.row_at(rows.row_rect(1999).center) == 1999 and rows.row_at((-1, 5)) == -1


def test_a_list_keeps_its_rows_until_its_place_changes() -> None:
    made: list[int] = []

    def make(place: int) -> Element:
        made.append(place)
        return Text("row")

    rows = LazyList(Area("Rows"), 2000, make, 20, grow=1)
    for _ in range(2):
        heard(placed(Column([rows]), h=100))
    assert made == [0, 1, 2, 3, 4]
    heard(placed(Column([rows]), h=60))
    assert made[5:] == [0, 1, 2]
