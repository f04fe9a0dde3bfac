"""Everything on the table lies in the window and off what must be seen, in every game, window and size of text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pygame
import pytest

from goosetable.app.art.svg import CHARACTERS
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.scenes.table.scene import make_panel
from goosetable.app.skins.theme import Theme
from goosetable.app.table.metrics import caption_size, space_needs
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.app.table.seats import egg_height
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.sprites import Hand, Sprite, drawing_order
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout, heading_text_size, message_room_at, own_open_cards_area
from goosetable.app.ui.tween import Timeline
from goosetable.engine.rules.event import KEPT_KIND
from tests.app.stage_play import SOME, TABLES, lay
from tests.games import playing

SIZES: Final = ((640, 400), (700, 1000), (900, 500), (1280, 720), (1920, 1080), (2560, 1440))
TEXTS: Final = (1.0, 2.0)
SMALL: Final = 110  # pixels: lower cards have a large index
FACES: Final = CardImages(Theme(), "four", 1 << 20)


class Shown(NamedTuple):
    """A table at one moment in one window."""

    layout: Layout
    stage: Stage
    panel: Panel | None

    @property
    def seats(self) -> list[Area]:
        """Medallions with their plates."""
        places = [self.layout.seat(i) for i in range(self.layout.opponent_count)]
        return [place.area() for place in (*places, self.layout.own_seat) if place is not None]

    @property
    def faces_and_plates(self) -> list[Area]:
        """The same one by one: a pile may lie in the corner that they leave."""
        places = [
            place
            for place in (*map(self.layout.seat, range(self.layout.opponent_count)), self.layout.own_seat)
            if place is not None
        ]
        faces = [Area(place.x - place.d / 2, place.y - place.d / 2, place.d, place.d) for place in places]
        return faces + [place.plate for place in places if place.plate.w]

    @property
    def pill(self) -> Area | None:
        """The widest message that may stand there."""
        layout, panel = self.layout, self.panel
        if panel is not None and panel.message_y is None:
            return None
        x, y, w, h = layout.message_x, layout.message_y, layout.message_w, layout.message_height
        if panel is not None:
            assert panel.message_y is not None
            y = panel.message_y
            x, w = message_room_at(layout, y, panel.area.centre.x)
        return Area(x - w / 2, y - h / 2, w, h)

    @property
    def lying(self) -> list[Area]:
        """The cards of piles."""
        return [flat(sprite) for sprite in self.stage.pile_sprites()]

    @property
    def marks(self) -> list[Area]:
        """The egg and the badges."""
        d, egg = self.layout.badge_size, egg_height(self.layout)
        found = [Area(mark.at.x - d / 2, mark.at.y - d / 2, d, d) for mark in self.stage.badges]
        at = self.stage.egg
        return found + ([Area(at.x - egg * 0.4, at.y - egg / 2, egg * 0.8, egg)] if at is not None else [])


def flat(sprite: Sprite) -> Area:
    """The box of a card, without its small tilt."""
    h = sprite.rest.height
    return Area(sprite.rest.x - h * RATIO / 2, sprite.rest.y - h / 2, h * RATIO, h)


def corner(sprite: Sprite, small: float = 0.42) -> Area:
    """Where rank and suit stand."""
    box = flat(sprite)
    wide, high = (small, 0.4) if box.h < SMALL else (0.24, 0.27)
    return Area(box.x, box.y, box.w * wide, box.h * high)


def shrunk(area: Area, by: float = 1.0) -> Area:
    return Area(area.x + by, area.y + by, area.w - 2 * by, area.h - 2 * by)


def meet(a: Area, b: Area, by: float = 1.0) -> bool:
    return shrunk(a, by).overlaps(shrunk(b, by))


def inside(area: Area, bounds: Area, slack: float = 1.0) -> bool:
    across = bounds.x - slack <= area.x and area.right <= bounds.right + slack
    return across and bounds.y - slack <= area.y and area.bottom <= bounds.bottom + slack


def moments(name: str, chosen: dict[str, Any], seed: int, each: int) -> Iterator[tuple[Match, Snapshot]]:
    """A deal at random: the person's decisions, every so many of them."""
    match, chance, found = lay(name, chosen), Random(seed), 0
    match.deal()
    while match.session.due_step == "act":
        if match.is_my_turn:
            now = take_snapshot(match)
            if now.decision is not None or found % each == 0:
                yield match, now
            found += 1
        match.act(chance.choice(list(match.session.legal())))
    yield match, take_snapshot(match)


def show(match: Match, now: Snapshot, size: tuple[int, int], text: float) -> Shown:
    layout = Layout(*size, match.session.seats, text, space_needs(match.game.kinds, match.game.open_hands, match.session.seats))
    stage = Stage(match.game, Hand("#ffe08a", "#e8b64c"), Timeline(), layout, lambda name: None)
    stage.show(now)
    if now.decision is None:
        return Shown(layout, stage, None)
    panel = make_panel(now.decision, CHARACTERS, lambda action: None, stage.image_code, FACES)
    pygame.font.init()
    panel.lay_out(layout, Canvas(pygame.Surface((layout.w, layout.h)), Theme()))
    return Shown(layout, stage, panel)


def faults(shown: Shown) -> Iterator[str]:
    """What is wrong with it, in words."""
    layout, stage, panel = shown.layout, shown.stage, shown.panel
    window, cloth = Area(0, 0, layout.w, layout.h), Area(0, layout.top, layout.cloth_width, layout.table_height)
    trick = drawing_order(stage.trick)
    yield from (f"a seat outside the cloth {area}" for area in shown.seats if not inside(area, cloth))
    yield from (f"a mark outside the cloth {area}" for area in shown.marks if not inside(area, cloth))
    yield from (f"a pile outside the cloth {area}" for area in shown.lying if not inside(area, cloth))
    for sprite in trick:
        box = flat(sprite)
        if not inside(box, cloth):
            yield f"a card of the trick outside the cloth {box}"
        yield from (f"a card of the trick {box} over a seat {area}" for area in shown.seats if meet(box, area))
        yield from (f"a card of the trick {box} over a pile {area}" for area in shown.lying if meet(box, area))
        if panel is not None and meet(box, panel.area):
            yield f"a card of the trick {box} under the panel {panel.area}"
    for i, sprite in enumerate(trick):
        if any(meet(corner(sprite), flat(other)) for other in trick[i + 1 :]):
            yield f"a corner of the trick is covered: {sprite.code}"
    yield from hand_faults(shown, cloth)
    for area in shown.lying:
        yield from (f"a pile {area} over a seat {seat}" for seat in shown.faces_and_plates if meet(area, seat))
        yield from (f"a pile {area} under a mark {mark}" for mark in shown.marks if meet(area, mark))
    pill = shown.pill
    if pill is not None:
        if not inside(pill, cloth):
            yield f"the message outside the cloth {pill}"
        for what, areas in (("seat", shown.seats), ("pile", shown.lying), ("trick", [flat(card) for card in trick])):
            yield from (f"the message {pill} over a {what} {area}" for area in areas if meet(pill, area))
    if panel is not None:
        if not inside(panel.area, window) or not inside(panel.area, cloth):
            yield f"the panel outside the cloth {panel.area}"
        yield from (f"a choice outside its panel {t.rect}" for t in panel.tiles if not inside(Area(*t.rect), panel.area))
        yield from (f"the panel {panel.area} over a seat {seat}" for seat in shown.seats if meet(panel.area, seat, 2))
        kept = [flat(s) for pile, held in stage.shown_piles.items() if pile.kind is KEPT_KIND for s in held]
        yield from (f"the panel {panel.area} over kept cards {area}" for area in kept if meet(panel.area, area))


def hand_faults(shown: Shown, cloth: Area) -> Iterator[str]:
    """The hand may sink under the lower edge, nothing else."""
    layout, hand = shown.layout, shown.stage.hand
    for i, sprite in enumerate(hand.sprites):
        box = flat(sprite)
        if not inside(box._replace(h=1), cloth):
            yield f"a card of the hand outside the cloth {box}"
        if not hand.sunk and box.bottom > layout.h + 1:
            yield f"a card of the hand under the window {box}"
        yield from (f"a card of the hand {box} over a seat {seat}" for seat in shown.seats if meet(box, seat))
        yield from (f"a mark {mark} on a corner of the hand" for mark in shown.marks if meet(corner(sprite), mark))
        if any(inside(meant, box) for meant in shown.marks):
            yield "a mark on the hand"
        yield from (f"a pile {area} over the hand {box}" for area in shown.lying if meet(area, box, 2))
        if any(meet(corner(sprite, 0.38), flat(other)) for other in hand.sprites[i + 1 :]):
            yield f"a corner of the hand is covered: {sprite.code}"


def look(name: str, chosen: dict[str, Any], seed: int, each: int) -> list[str]:
    found: dict[str, str] = {}
    for match, now in moments(name, chosen, seed, each):
        for size in SIZES:
            for text in TEXTS:
                for fault in faults(show(match, now, size, text)):
                    found.setdefault(f"{size} {text} {fault.split('Area')[0]}", fault)
    return [f"{key}: {fault}" for key, fault in found.items()]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_nothing_lies_outside_or_on_what_must_be_seen(name: str, chosen: dict[str, Any]) -> None:
    assert look(name, chosen, 3, 5) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_nothing_lies_outside_or_on_what_must_be_seen_over_many_deals(name: str, chosen: dict[str, Any], seed: int) -> None:
    assert look(name, chosen, seed, 1) == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_small_words_follow_the_size_of_text(name: str, chosen: dict[str, Any], size: tuple[int, int]) -> None:
    match = lay(name, chosen)
    ground = space_needs(match.game.kinds, match.game.open_hands, match.session.seats)
    usual, large = (Layout(*size, match.session.seats, text, ground) for text in TEXTS)
    assert large.message_size > 1.4 * usual.message_size
    assert large.tag_size > 1.4 * usual.tag_size
    assert large.plate.t > 1.35 * usual.plate.t
    assert caption_size(large) > 1.4 * caption_size(usual)
    if own_open_cards_area(usual).h:
        assert heading_text_size(large) > heading_text_size(usual)


def test_the_words_over_the_own_cards_are_large_in_a_small_window() -> None:
    ground = space_needs(playing.find("fools-gold").kinds)
    usual, large = (Layout(640, 400, 3, text, ground) for text in (1.0, 2.0))
    assert heading_text_size(large) >= 1.2 * heading_text_size(usual) and heading_text_size(large) > 14


def sizes_of_words(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The size of everything that is written on a panel when its first choice has the focus."""
    pygame.font.init()
    canvas, found = Canvas(pygame.Surface((shown.layout.w, shown.layout.h)), Theme()), []

    def text(s: str, px: float, *rest: Any, **more: Any) -> pygame.Surface:
        if s.strip():
            found.append(px)
        return written(s, px, *rest, **more)

    written, panel = canvas.plain_text_picture, shown.panel
    assert panel is not None
    monkeypatch.setattr(canvas, "plain_text_picture", text)
    if isinstance(panel, BidPanel):
        panel.tiles[0].focus_changed(True)
    panel.draw_without_tiles(canvas, panel.tiles[0])
    for tile in panel.tiles:
        tile.draw(canvas, tile is panel.tiles[0])
    for button in panel.buttons:
        button.draw(canvas, False)
    return found


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("gooseberry-fool", {}),
        ("goose", {"players": 4}),
        ("cross-purposes", {}),
        ("cross-purposes", {"players": 4}),
        ("fools-gold", {"players": 4}),
        ("fools-gold", {"players": 6}),
    ],
)
def test_what_is_asked_can_be_read_and_grows_with_the_text(
    name: str, chosen: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest words of a decision, in pixels: in a window of the usual size and in the smallest."""
    match, now = next(moment for moment in moments(name, chosen, 3, 1000) if moment[1].decision is not None)
    usual, large, small, both = (
        min(sizes_of_words(show(match, now, size, text), monkeypatch)) for size in ((1280, 720), (640, 400)) for text in TEXTS
    )
    assert usual >= 12
    assert large >= 14
    assert large >= usual
    assert small >= 9
    assert both >= 8.5


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", range(2))
def test_the_order_the_sheet_and_the_message_of_a_naming_have_one_axis_and_clear_air(seed: int) -> None:
    found = 0
    for match, now in moments("cross-purposes", {"players": 4}, seed, 50):
        for size in SIZES:
            for text in TEXTS:
                shown = show(match, now, size, text)
                layout, panel = shown.layout, shown.panel
                if not isinstance(panel, NamingPanel):
                    continue
                found += 1
                parts = [panel.area, *([panel.plate] if panel.plate.h else [])]
                pill = shown.pill
                middles = [part.centre.x for part in (*parts, *([pill] if pill is not None else []))]
                assert max(middles) - min(middles) < 1, (size, text, middles)
                for i in range(layout.opponent_count):
                    seat = layout.seat(i).area()
                    hung = Area(seat.x, seat.y, seat.w, seat.h + layout.card_backs_length(i))
                    assert not any(meet(part, hung, -2 * layout.u) for part in parts), (size, text, i)
    assert found
