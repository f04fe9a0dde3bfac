"""The sidebar, its strip and the score sheet of every game: figures are those of the tally, and no words lie on others."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.card_pages import AllHandsScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table.seats import choose_portraits
from goosetable.app.table.sidebar import Sidebar, make_strip, short_figure_text
from goosetable.app.table.sidebar_blocks import FigureInput, draw_race, row_name
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.accessible import all_parts
from goosetable.app.ui.elements import Semantics
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from goosetable.engine.text.table_facts import Race
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from tests.app.conftest import Opens, count_deal
from tests.games.lots import Lots
from tests.games.whist import Whist

NAMES = ("You", "Vesper", "Lord Mumble", "Dorothea", "Minim", "Pip", "Saffron", "Barnaby", "Humphrey", "Quill", "Jet", "Tunnel")
GAMES: dict[str, AnyGame] = {game.id: game for game in (*SHELF, Lots(), Whist())}
CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gooseberry-fool", {}), ("goose", {"players": 6}), ("goose", {"players": 12, "decks": 2}), ("throps", {}),
    ("cross-purposes", {}), ("cross-purposes", {"players": 4}), ("goosed", {}), ("fools-gold", {}),
    ("fools-gold", {"players": 6}), ("gops", {}), ("gops", {"players": 3, "deals": 3, "ties": "split"}),
    ("lots", {"players": 2}), ("lots", {"players": 5, "suits": "alike"}), ("whist", {}),
)  # fmt: skip
WINDOWS = (((640, 400), 1.0), ((640, 400), 2.0), ((900, 500), 1.0), ((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 1.0))
each_case = pytest.mark.parametrize(("name", "options"), CASES, ids=str)


class Written:
    """Keeps every text that is drawn with its box, cut to what the clip lets through."""

    def __init__(self, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
        self.canvas = canvas
        self.all: list[tuple[str, pygame.Rect]] = []
        self._put, self._rich = canvas.draw_plain_text, canvas.draw_rich_line
        monkeypatch.setattr(canvas, "draw_plain_text", self.put)
        monkeypatch.setattr(canvas, "draw_rich_line", self.rich)

    def _keep(self, s: str, box: pygame.Rect) -> None:
        seen = box.clip(self.canvas.dst.get_clip())
        if s and seen.w and seen.h:
            self.all.append((s, seen))

    def put(self, s: str, *given: Any, **more: Any) -> pygame.Rect:
        box = self._put(s, *given, **more)
        self._keep(s, box)
        return box

    def rich(self, s: str, x: float, y: float, px: float, colour: str, face: str = "semi", anchor: str = "left",
             dark: bool = False) -> float:  # fmt: skip
        w = self._rich(s, x, y, px, colour, face, anchor, dark)  # type: ignore[arg-type]
        left = x if anchor == "left" else x - w / 2 if anchor == "mid" else x - w
        self._keep(s, pygame.Rect(round(left), round(y), round(w), self.canvas.font(face, px).get_height()))
        return w

    @property
    def texts(self) -> list[str]:
        return [s for s, _ in self.all]

    def clashes(self) -> list[tuple[str, str]]:
        """Texts that lie on one another; the air over and under the letters of a line may be shared."""
        boxes = [(s, box.inflate(-2, -round(box.h * 0.36))) for s, box in self.all]
        return [(a, b) for (a, one), (b, two) in itertools.combinations(boxes, 2) if one.colliderect(two)]


def seated(one: Any, name: str, options: dict[str, Any]) -> Match:
    if not hasattr(one, "loop"):
        one.show(TitleScene)
    game = GAMES[name]
    chosen = game.Options(**options)
    chairs = [Chair(NAMES[seat], "random" if seat else "human") for seat in range(game.seats(chosen))]
    found: Match = one.matches.begin_table(game, chosen, chairs)
    return found


def play(match: Match, rng: Random, acts: int = 9999) -> None:
    """Plays so much of a deal anyhow."""
    session = match.session
    if session.due_step == "deal":
        match.deal()
    while session.due_step == "act" and acts:
        match.act(rng.choice(list(session.legal())))
        acts -= 1


SEEN: dict[object, list[Snapshot]] = {}
"""The moments of the tables that were laid so far, which are the same in every window."""


def moments(match: Match) -> list[Snapshot]:
    """The first deal at its beginning, at two moments in its middle, and at its end; then the second."""
    key = (match.game.id, match.session.options)
    if key not in SEEN:
        SEEN[key] = _moments(match)
    return SEEN[key]


def _moments(match: Match) -> list[Snapshot]:
    rng, found = Random(5), []
    for acts in (7, 9999):
        play(match, rng, acts)
        found.append(take_snapshot(match))
    count_deal(match)
    if not match.session.ended:
        found.append(take_snapshot(match))
        play(match, rng, 30)
        found.append(take_snapshot(match))
    return found


def book(match: Match) -> Sidebar:
    chairs = tuple((chair.name, chair.player == "human") for chair in match.session.chairs)
    return Sidebar(match.game.title, match.game.text.win_names[1], choose_portraits(chairs))


def draw(sidebar: Sidebar, canvas: Canvas, layout: Layout, now: Snapshot) -> None:
    sidebar.draw(canvas, sidebar.paper_tree(canvas, layout, now))


def draw_strip(canvas: Canvas, layout: Layout, now: Snapshot, match: Match) -> None:
    """Draws a strip that ends before its buttons."""
    view = make_strip(canvas, layout, now, book(match).portraits)
    view.area = (0, 0, 540, layout.strip)
    view.lay_out()
    view.paint(canvas)


def told(now: Snapshot) -> FigureInput:
    return FigureInput(now, (), "", False, 270, lambda words, size, face: 0.5 * size * len(words))


@pytest.mark.one_in(15)
@pytest.mark.parametrize(("size", "text"), WINDOWS, ids=str)
@each_case
def test_no_words_of_the_ledger_lie_on_others(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], size: tuple[int, int], text: float
) -> None:
    one, match = program.into(seated, name, options, size=size, text_size=text)
    layout, canvas = Layout(*size, match.session.seats, text), one.context.canvas
    sidebar, written = book(match), Written(canvas, monkeypatch)
    for now in moments(match):
        for looking_up in (False, True):
            sidebar.shows_chart = looking_up
            written.all.clear()
            draw(sidebar, canvas, layout, now)
            assert written.clashes() == []
            area = layout.ledger_area
            inside = pygame.Rect(round(area.x) - 2, round(area.y), round(area.w) + 4, round(area.h))
            assert all(inside.contains(box) for _, box in written.all)


@pytest.mark.one_in(3)
@each_case
def test_figures_are_those_of_the_tally(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any]
) -> None:
    one, match = program.into(seated, name, options, size=(1920, 1080))
    layout, canvas = Layout(1920, 1080, match.session.seats), one.context.canvas
    sidebar, written = book(match), Written(canvas, monkeypatch)
    for now in moments(match):
        written.all.clear()
        draw(sidebar, canvas, layout, now)
        assert not sidebar.scroll.max_offset
        for row in now.tally.rows if now.tally is not None else ():
            assert row_name(now.names, row) in written.texts
            if now.facts.strips is not None:
                assert {row.points, now.facts.strips.stock.note} <= set(written.texts)
                assert now.facts.strips.taken[row.seat] in " ".join(written.texts)
                still = now.facts.strips.hands[row.seat].left
                assert still == 0 or len(written.texts) > still.bit_count()
            elif len(now.tally.heads) > 2:  # type: ignore[union-attr]
                assert row.points in written.texts
                for head, drawn in zip(now.tally.heads, row.figures, strict=True):  # type: ignore[union-attr]
                    assert f"{head} {drawn or '–'}" in written.texts
            elif row.sum and not told(now).shows_totals:
                assert {part.text for part in row.sum} <= set(written.texts)
            else:
                assert {drawn for drawn in (*row.figures, row.base, row.extra) if drawn} <= set(written.texts)
        if told(now).has_totals_column and now.race.deals != 1:
            assert {phrases.format_points(total) for total in now.race.totals} <= set(written.texts)
        meter, ladder = now.facts.meter, now.facts.ladder
        assert meter is None or meter.caption in written.texts
        assert ladder is None or ladder.caption in written.texts
        assert all(camp.points in written.texts and camp.label in written.texts for camp in now.facts.sides)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("text", [1.0, 2.0])
@each_case
def test_the_strip_keeps_within_its_bounds(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], text: float
) -> None:
    one, match = program.into(seated, name, options, size=(640, 400), text_size=text)
    layout, canvas = Layout(640, 400, match.session.seats, text), one.context.canvas
    written = Written(canvas, monkeypatch)
    for now in moments(match):
        written.all.clear()
        draw_strip(canvas, layout, now, match)
        assert written.clashes() == []
        assert all(box.right <= 545 for _, box in written.all)
        own = next((row for row in now.tally.rows if row.seat == 0), None) if now.tally is not None else None
        assert own is None or short_figure_text(now, own) in written.texts


def test_what_is_too_long_scrolls_with_the_rows_first(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, match = program.into(seated, "goose", {"players": 12, "decks": 2}, size=(640, 400))
    match.deal()
    sidebar, layout = book(match), Layout(640, 400, 12)
    now, written = take_snapshot(match), Written(one.context.canvas, monkeypatch)
    draw(sidebar, one.context.canvas, layout, now)
    assert sidebar.scroll.max_offset > 0 and "You" in written.texts and "Totals" in written.texts
    sidebar.scroll.scroll_to(sidebar.scroll.max_offset)
    written.all.clear()
    draw(sidebar, one.context.canvas, layout, now)
    assert now.tally is not None and now.tally.sentence in " ".join(written.texts)


@pytest.mark.one_in(9)
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (900, 560), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["goose", "cross-purposes", "goosed", "fools-gold"])
def test_two_lines_of_the_log_are_in_sight_with_four_players(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int], text: float
) -> None:
    one, match = program.into(seated, name, {"players": 4} if name != "goosed" else {}, size=size, text_size=text)
    play(match, Random(5), 12)
    sidebar, now, written = book(match), take_snapshot(match), Written(one.context.canvas, monkeypatch)
    draw(sidebar, one.context.canvas, Layout(*size, match.session.seats, text), now)
    drawn = " ".join(written.texts)
    assert all(line in drawn for line in now.log[-2:])


def test_the_sidebar_is_laid_out_only_when_something_of_it_changes(program: Opens) -> None:
    one, match = program.into(seated, "throps", {})
    match.deal()
    sidebar, layout, canvas, now = book(match), Layout(1280, 720, 3), one.context.canvas, take_snapshot(match)
    view = sidebar.paper_tree(canvas, layout, now)
    assert sidebar.paper_tree(canvas, layout, take_snapshot(match)) is view
    assert sidebar.paper_tree(canvas, layout, replace(now, log=(*now.log, "More."))) is not view


@pytest.mark.one_in(3)
@each_case
def test_all_of_the_sidebar_is_read_once(program: Opens, name: str, options: dict[str, Any]) -> None:
    """Also where it is folded, or a part of it has no room."""
    found = []
    for size in ((1920, 1080), (640, 400)):
        one, match = program.into(seated, name, options, size=size)
        play(match, Random(5), 9)
        sidebar, now = book(match), take_snapshot(match)
        sidebar.paper_tree(one.context.canvas, Layout(*size, match.session.seats), now)
        parts = list(all_parts(tuple(sidebar.accessible_parts(Semantics(1.0, {}, str)))))
        found.append({part.name for part in parts})
        assert len({part.key for part in parts}) == len(parts)
        rows = [part for part in parts if part.kind == "row"]
        assert len(rows) == len(told(now).rows)
        assert all(row_name(now.names, row) in part.name for row, part in zip(told(now).rows, rows, strict=True))
    assert found[0] == found[1]


def test_a_strip_made_ready_is_not_taken_for_the_paper_that_opens(program: Opens) -> None:
    one, match = program.into(seated, "throps", {}, size=(640, 400))
    match.deal()
    sidebar, layout, canvas, now = book(match), Layout(640, 400, 3), one.context.canvas, take_snapshot(match)
    sidebar.predraw(canvas, layout, now, lambda view: None)
    strip_, paper = sidebar.tree_beside_cloth(canvas, layout, now), sidebar.paper_tree(canvas, layout, now)
    assert strip_.area == layout.strip_area
    assert paper.area == layout.ledger_area


@pytest.mark.parametrize("totals", [(-40, -7, -3), (-20, 130, 80), (0, 0, 0), (100, 250, 100)])
def test_the_rail_bears_totals_under_nothing_and_beyond_the_target(program: Opens, totals: tuple[int, ...]) -> None:
    one, _ = program.at(TitleScene)
    race = Race(totals, 100, (), "", "")
    draw_race(one.context.canvas, race, ("fox", "hen", "owl"), Area(10, 10, 254, 62))


def test_the_rail_has_one_total_for_a_team(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = program.at(TitleScene)
    written = Written(one.context.canvas, monkeypatch)
    race = Race((31, 42, 31, 42), 100, (), "", "", teams=((0, 2), (1, 3)))
    draw_race(one.context.canvas, race, ("fox", "hen", "owl", "mole"), Area(10, 10, 254, 62))
    assert written.texts == ["100", "31", "42"]


def test_the_strip_has_one_total_for_a_team(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, match = program.into(seated, "whist", {}, size=(640, 400))
    match.deal()
    written = Written(one.context.canvas, monkeypatch)
    draw_strip(one.context.canvas, Layout(640, 400, 4), take_snapshot(match), match)
    assert written.texts.count("0") == 2


def test_the_points_of_the_only_deal_are_the_large_figures(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one, match = program.into(seated, "lots", {"players": 2, "suits": "alike"})
    play(match, Random(1), 8)
    now, written = take_snapshot(match), Written(one.context.canvas, monkeypatch)
    draw(book(match), one.context.canvas, Layout(1280, 720, 2), now)
    assert now.tally is not None and not {"Totals", "total"} & set(written.texts)
    assert {f"= {row.points}" for row in now.tally.rows} <= set(written.texts)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
@each_case
def test_no_words_of_the_score_sheet_lie_on_others(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], size: tuple[int, int], text: float
) -> None:
    one, match = program.into(seated, name, options, size=size, text_size=text)
    rng = Random(2)
    for end in (False, True):
        last: tuple[Any, Any, Any] = (None, None, None)
        while not match.session.ended and (end or last[0] is None) and match.session.standing.deals < 3:
            play(match, rng)
            last = count_deal(match)
        if last[0] is None:
            return
        scene = one.show(lambda context, matches, last=last: ScoreScene(context, matches, match, *last))
        with monkeypatch.context() as patched:
            written = Written(one.context.canvas, patched)
            scene.draw(one.context.canvas)
            assert written.clashes() == []
        for row in scene.tally.rows:
            assert scene.displayed_points(row.seat)[0] == row.points, "the points of the tally are those that count"
            assert "[" not in match.with_names(row.why)
        hands = AllHandsScene(one.context, match, match.session.scored_deals[-1], scene.portraits)
        hands.on_resize(*size)
        hands.draw(one.context.canvas)
        assert sum(len(laid.cards) for laid in hands.hands) >= sum(len(hand) for hand in last[2].hands)


def test_a_shared_win_is_announced_with_both_winners(program: Opens) -> None:
    one, match = program.into(seated, "cross-purposes", {})
    play(match, Random(1))
    last = count_deal(match)
    scene = one.show(lambda context, matches: ScoreScene(context, matches, match, *last))
    scene.ended = True
    match.session.winners = (0, 1)
    assert scene.title.startswith("You and Vesper share the win")


def test_a_tie_at_the_target_is_why_a_game_goes_on(program: Opens) -> None:
    one, match = program.into(seated, "throps", {})
    play(match, Random(1))
    last = count_deal(match)
    scene = one.show(lambda context, matches: ScoreScene(context, matches, match, *last))
    assert not scene.reason_game_continues
    scene.totals = (110, 110, 3)
    scene.race = scene.race._replace(sentence="[1] and [0] lead with 110 each.", winners_now=(0, 1))
    assert scene.reason_game_continues == "A tie does not end the game, so another deal is played."
    scene.dealt = replace(scene.dealt, number=2)
    assert scene.opening_announcement.startswith(
        f"Deal 2 is done. Vesper and you lead with 110 each. {scene.reason_game_continues} "
    )


@pytest.mark.parametrize(("name", "options"), (("throps", {}), ("fools-gold", {"players": 4}), ("gooseberry-fool", {})))
def test_no_row_stands_out_while_all_are_level(program: Opens, name: str, options: dict[str, Any]) -> None:
    match = seated(program(), name, options)
    match.deal()
    level = take_snapshot(match)
    assert level.tally is not None
    assert not any(row.is_best for row in told(level).rows)
    ahead = [row._replace(is_best=row.seat == 1) for row in level.tally.rows]
    assert [row.seat for row in told(replace(level, tally=level.tally._replace(rows=tuple(ahead)))).rows if row.is_best] == [1]
