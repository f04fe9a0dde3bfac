"""The ledger, its strip and the score sheet of every game: figures are those of the tally, and no words lie on others."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.match.match import Sitting
from goosetable.app.render.canvas import Paint
from goosetable.app.scenes.all_hands import HandsScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.title import TitleScene
from goosetable.app.table.seats import portraits
from goosetable.app.table.sidebar.compact_bar import figure, strip
from goosetable.app.table.sidebar.race_track import rail
from goosetable.app.table.sidebar.score_rows import Rows
from goosetable.app.table.sidebar.sidebar import Ledger
from goosetable.app.table.snapshot import Glance, glance
from goosetable.app.table.table_layout import Layout
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.event import Scored
from goosetable.engine.text import phrases
from goosetable.engine.text.table_facts import Race
from goosetable.games import SHELF

Opens = Callable[..., Any]
NAMES = ("You", "Vesper", "Lord Mumble", "Dorothea", "Minim", "Pip", "Saffron", "Barnaby", "Humphrey", "Quill", "Jet", "Tunnel")
GAMES = {game.id: game for game in SHELF}
CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gooseberry-fool", {}), ("goose", {"players": 6}), ("goose", {"players": 12, "decks": 2}), ("throps", {}),
    ("cross-purposes", {}), ("cross-purposes", {"players": 4}), ("goosed", {}), ("fools-gold", {}),
    ("fools-gold", {"players": 6}),
)  # fmt: skip
WINDOWS = (((640, 400), 1.0), ((640, 400), 2.0), ((900, 500), 1.0), ((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 1.0))
each_window = pytest.mark.parametrize(("size", "text"), WINDOWS)
each_case = pytest.mark.parametrize(("name", "options"), CASES, ids=str)


class Written:
    """Keeps every text that is drawn with its box, cut to what the clip lets through."""

    def __init__(self, paint: Paint, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paint = paint
        self.all: list[tuple[str, pygame.Rect]] = []
        self._put, self._rich = paint.put, paint.rich
        monkeypatch.setattr(paint, "put", self.put)
        monkeypatch.setattr(paint, "rich", self.rich)

    def _keep(self, s: str, box: pygame.Rect) -> None:
        seen = box.clip(self.paint.dst.get_clip())
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
        self._keep(s, pygame.Rect(round(left), round(y), round(w), self.paint.font(face, px).get_height()))
        return w

    @property
    def texts(self) -> list[str]:
        return [s for s, _ in self.all]

    def clashes(self) -> list[tuple[str, str]]:
        """Texts that lie on one another; the air over and under the letters of a line may be shared."""
        boxes = [(s, box.inflate(-2, -round(box.h * 0.36))) for s, box in self.all]
        return [(a, b) for (a, one), (b, two) in itertools.combinations(boxes, 2) if one.colliderect(two)]


def seated(one: Any, name: str, options: dict[str, Any]) -> Sitting:
    if not hasattr(one, "loop"):
        one.show(TitleScene)
    game = GAMES[name]
    chosen = game.Options(**options)
    chairs = [Chair(NAMES[seat], "random" if seat else "human") for seat in range(game.seats(chosen))]
    found: Sitting = one.tables.lay(game, chosen, chairs)
    return found


def play(sitting: Sitting, rng: Random, acts: int = 9999) -> None:
    """Plays so much of a deal anyhow."""
    session = sitting.session
    if session.due == "deal":
        sitting.deal()
    while session.due == "act" and acts:
        sitting.act(rng.choice(list(session.legal())))
        acts -= 1


def count(sitting: Sitting) -> tuple[Any, Any, Any]:
    dealt, tally = sitting.session.deal, sitting.game.text.tally(sitting.view().known, sitting.me)
    points = next(event for event in sitting.score() if isinstance(event, Scored)).points
    return tally, points, dealt


def moments(sitting: Sitting) -> list[Glance]:
    """The first deal at its beginning, at two moments in its middle, and at its end; then the second."""
    rng, found = Random(5), []
    for acts in (7, 9999):
        play(sitting, rng, acts)
        found.append(glance(sitting))
    count(sitting)
    if not sitting.session.ended:
        found.append(glance(sitting))
        play(sitting, rng, 30)
        found.append(glance(sitting))
    return found


def book(sitting: Sitting) -> Ledger:
    chairs = tuple((chair.name, chair.player == "human") for chair in sitting.session.chairs)
    return Ledger(sitting.game.title, sitting.game.text.prize, portraits(chairs))


@each_window
@each_case
def test_no_words_of_the_ledger_lie_on_others(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], size: tuple[int, int], text: float
) -> None:
    one = program(size, text_size=text)
    sitting = seated(one, name, options)
    layout, paint = Layout(*size, sitting.session.seats, text), one.desk.paint
    ledger, written = book(sitting), Written(paint, monkeypatch)
    for now in moments(sitting):
        for looking_up in (False, True):
            ledger.looking_up = looking_up
            written.all.clear()
            ledger.draw(paint, layout, now, 1 if layout.compact else 2)
            assert written.clashes() == []
            area = layout.ledger_area
            inside = pygame.Rect(round(area.x) - 2, round(area.y), round(area.w) + 4, round(area.h))
            assert all(inside.contains(box) for _, box in written.all)


@each_case
def test_figures_are_those_of_the_tally(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any]
) -> None:
    one = program((1920, 1080))
    sitting = seated(one, name, options)
    layout, paint = Layout(1920, 1080, sitting.session.seats), one.desk.paint
    ledger, written = book(sitting), Written(paint, monkeypatch)
    for now in moments(sitting):
        written.all.clear()
        ledger.draw(paint, layout, now)
        assert not ledger.scroll.most
        rows = Rows(now, ledger.portraits)
        for row in now.tally.rows if now.tally is not None else ():
            assert now.names[row.seat] in written.texts
            if rows.folded:
                assert row.points in written.texts
                for head, drawn in zip(now.tally.heads, row.figures, strict=True):  # type: ignore[union-attr]
                    assert f"{head} {drawn or '–'}" in written.texts
            elif rows.written:
                assert {part.text for part in row.sum} <= set(written.texts)
            else:
                assert {drawn for drawn in (*row.figures, row.base, row.extra) if drawn} <= set(written.texts)
        if rows.ranked:
            assert {phrases.amount(total) for total in now.race.totals} <= set(written.texts)
        meter, ladder = now.facts.meter, now.facts.ladder
        assert meter is None or meter.caption in written.texts
        assert ladder is None or ladder.caption in written.texts
        assert all(camp.points in written.texts and camp.label in written.texts for camp in now.facts.camps)


@pytest.mark.parametrize("text", [1.0, 2.0])
@each_case
def test_the_strip_keeps_within_its_bounds(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], text: float
) -> None:
    one = program((640, 400), text_size=text)
    sitting = seated(one, name, options)
    layout, paint = Layout(640, 400, sitting.session.seats, text), one.desk.paint
    written = Written(paint, monkeypatch)
    for now in moments(sitting):
        written.all.clear()
        strip(paint, layout, now, book(sitting).portraits, 540)
        assert written.clashes() == []
        assert all(box.right <= 545 for _, box in written.all)
        own = next((row for row in now.tally.rows if row.seat == 0), None) if now.tally is not None else None
        assert own is None or figure(now, own) in written.texts


def test_what_is_too_long_scrolls_with_the_rows_first(program: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program((640, 400))
    sitting = seated(one, "goose", {"players": 12, "decks": 2})
    sitting.deal()
    ledger, layout = book(sitting), Layout(640, 400, 12)
    now, written = glance(sitting), Written(one.desk.paint, monkeypatch)
    ledger.draw(one.desk.paint, layout, now, 1)
    assert ledger.scroll.most > 0 and "You" in written.texts and "Totals" in written.texts
    ledger.scroll.scroll_to(ledger.scroll.most)
    written.all.clear()
    ledger.draw(one.desk.paint, layout, now, 1)
    assert now.tally is not None and now.tally.sentence in " ".join(written.texts)


@pytest.mark.parametrize("totals", [(-40, -7, -3), (-20, 130, 80), (0, 0, 0), (100, 250, 100)])
def test_the_rail_bears_totals_under_nothing_and_beyond_the_target(program: Opens, totals: tuple[int, ...]) -> None:
    one = program()
    one.show(TitleScene)
    race = Race(totals, 100, (), "", "")
    assert rail(one.desk.paint, race, ("fox", "hen", "owl"), 10, 10, 254, 1.0) > 10


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
@pytest.mark.parametrize("text", [1.0, 2.0])
@each_case
def test_no_words_of_the_score_sheet_lie_on_others(
    program: Opens, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], size: tuple[int, int], text: float
) -> None:
    one = program(size, text_size=text)
    sitting, rng = seated(one, name, options), Random(2)
    for end in (False, True):
        last: tuple[Any, Any, Any] = (None, None, None)
        while not sitting.session.ended and (end or last[0] is None) and sitting.session.standing.deals < 5:
            play(sitting, rng)
            last = count(sitting)
        if last[0] is None:
            return
        scene = one.show(lambda desk, tables, last=last: ScoreScene(desk, tables, sitting, *last))
        with monkeypatch.context() as patched:
            written = Written(one.desk.paint, patched)
            scene.draw(one.desk.paint)
            assert written.clashes() == []
        for row in scene.tally.rows:
            assert scene.running(row.seat)[0] == row.points, "the points of the tally are those that count"
            assert "[" not in sitting.say(row.why)
        hands = HandsScene(one.desk, sitting, last[2], scene.portraits)
        hands.resized(*size)
        hands.draw(one.desk.paint)
        assert sum(len(laid.cards) for laid in hands.rows) >= sum(len(hand) for hand in last[2].hands)


def test_a_shared_win_is_said_with_the_person_last(program: Opens) -> None:
    one = program()
    sitting = seated(one, "cross-purposes", {})
    play(sitting, Random(1))
    last = count(sitting)
    scene = one.show(lambda desk, tables: ScoreScene(desk, tables, sitting, *last))
    scene.ended = True
    sitting.session.winners = (0, 1)
    assert scene.title == "Vesper and you share the win"


def test_a_tie_at_the_target_is_why_a_game_goes_on(program: Opens) -> None:
    one = program()
    sitting = seated(one, "throps", {})
    play(sitting, Random(1))
    last = count(sitting)
    scene = one.show(lambda desk, tables: ScoreScene(desk, tables, sitting, *last))
    assert not scene.longer
    scene.totals = (110, 110, 3)
    assert scene.longer == "Vesper and you are level at the top, so another deal is played."
