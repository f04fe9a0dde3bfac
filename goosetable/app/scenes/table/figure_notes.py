"""The figures of the table explain themselves: where they stand, which is pointed at, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.table import piles, seats
from goosetable.app.table.sidebar.sidebar_layout import Spot
from goosetable.app.table.stage import Stage, badge_marks
from goosetable.app.table.table_layout import open_area, own_area
from goosetable.engine.rules.event import NEXT_KIND, TURNED_KIND
from goosetable.engine.text.table_facts import FigureKind, TableFigure

REST: Final = 0.4
"""Seconds for which the pointer rests on a figure before the note comes."""


class FigureNotes:
    """spot: the figure whose note is shown. chosen: by the focus, and not by the pointer."""

    def __init__(self, table: TableState, commands: TableCommands, words: Words) -> None:
        self.table, self.commands, self.words = table, commands, words
        self.spot: Spot | None = None
        self.chosen = False
        self._over: Spot | None = None
        self._rested = 0.0
        self._told: tuple[object, str] = (None, "")

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every figure that can be seen now and has something to say, the sidebar's first."""
        return tuple(spot for spot in self._places() if self.note(spot.figure))

    def _places(self) -> list[Spot]:
        table = self.table
        if table.guide is not None or table.last_trick is not None or table.match.session.state is None:
            return []
        layout, panel = table.stage.layout, table.panel
        found = list(table.sidebar.spots) if table.sidebar_open or not layout.compact else []
        if not table.sidebar_open:
            places = (*on_cloth(table.stage), *on_cards(table.stage, self.of_hand))
            found += [spot for spot in places if panel is None or not panel.area.meets(spot.area)]
            found += self._terms()
        return found

    @property
    def of_hand(self) -> bool:
        """Whether cards of the hand have notes: while none of them is to be played, as then a tag says what they would do."""
        return self.table.panel is not None or not self.table.stage.snapshot.mine

    def _terms(self) -> Iterator[Spot]:
        shown, box = self.table.stage.snapshot, self.words.place
        if shown.mine and shown.prompt in self.words.message[0].split("\n") and box.w:
            yield Spot(TableFigure(FigureKind.TERMS), Area(*box))

    def note(self, figure: TableFigure) -> str:
        """What a figure means, as the person who looks may know it; never what the message says as well."""
        match = self.table.match
        if match.session.state is None:
            return ""  # the deal is scored, while its last cards are still on their way
        said = match.say(match.game.text.note(match.view().known, figure, match.me))
        return "" if said in self.words.message[0].split("\n") else said

    @property
    def told(self) -> str:
        """The note that is shown, or nothing."""
        if self.spot is None:
            return ""
        key = (self.spot.figure, self.table.stage.snapshot)
        if self._told[0] != key:
            self._told = key, self.note(self.spot.figure)
        return self._told[1]

    def point(self, pos: tuple[int, int] | None) -> None:
        """The pointer is there now; None: on something else, or nowhere."""
        if self.chosen:
            return
        if pos is None or (self._over is not None and not self._over.area.holds(pos)):
            self.close()
            self._over = None
        if pos is None:
            return
        there = sorted((spot for spot in self._places() if spot.area.holds(pos)), key=lambda spot: spot.area.w * spot.area.h)
        found = next((spot for spot in there if spot == self._over or self.note(spot.figure)), None)
        if found != self._over:
            self.close()
            self._over, self._rested = found, 0.0

    def pass_time(self, dt: float) -> None:
        """dt seconds have passed; the note comes once the pointer has rested."""
        if self.chosen or self._over is None or self._rested >= REST:
            return
        self._rested += dt
        if self._rested >= REST:
            self.spot = self._over
            self.commands.redraw()

    def choose(self, now: bool) -> None:
        """The focus comes to the figures, or leaves them."""
        self.close()
        self._over, self.chosen = None, now
        if now:
            self.step(0)

    def step(self, by: int) -> None:
        """On to another figure by the keys, round at the ends."""
        spots = self.spots
        at = spots.index(self.spot) if self.spot in spots else 0
        self.spot = spots[(at + by) % len(spots)] if spots else None
        self.commands.redraw()

    def close(self) -> None:
        """Take the note away; it comes again when the pointer comes back."""
        if self.spot is not None:
            self.spot = None
            self.commands.redraw()
        self._rested = REST


def on_cards(stage: Stage, own: bool) -> Iterator[Spot]:
    """Cards that lie face up at the seats or in the trick, and what lies face down for later; own: those of the hand too."""
    shown = stage.snapshot
    for heap in shown.shown_piles:
        if heap.pile.kind is NEXT_KIND:
            lying = (place.area() for place in piles.places_of(stage.layout, shown, heap.pile, (0,)))
            yield from (Spot(TableFigure(FigureKind.LATER, heap.pile.seat), area) for area in lying)
    for card, sprite in stage.faced:
        yield Spot(TableFigure(FigureKind.SHOWN, card), sprite.rest.area())
    named = {f"card {card}": card for card in (*shown.own, *(card for _, card in shown.trick))}
    hand = stage.hand.sprites if own else []
    for sprite, upper in (*zip_longest(stage.trick, ()), *zip_longest(hand, hand[1:])):
        if sprite.key in named:
            area = sprite.rest.area()
            wide = area.w if upper is None else upper.rest.area().x - area.x
            yield Spot(TableFigure(FigureKind.CARD, named[sprite.key]), area._replace(w=wide) if 0 < wide < area.w else area)


def on_cloth(stage: Stage) -> Iterator[Spot]:
    """The figures besides those of the sidebar: marks and eggs, plates, what lies in the middle."""
    layout, shown = stage.layout, stage.snapshot
    half = layout.mark_size / 2
    for mark in badge_marks(layout, shown):
        there = (badge for badge in shown.facts.badges if badge.seat == mark.seat)
        label = next(badge.label for badge in (shown.facts.chips if mark.seat < 0 else there) if badge.kind == mark.kind)
        area = Area(mark.at.x - half, mark.at.y - half, 2 * half, 2 * half)
        yield Spot(TableFigure(FigureKind.BADGE, mark.seat, label), area)
    for badge, area in piles.lines(layout, shown):
        yield Spot(TableFigure(FigureKind.BADGE, -1, badge.label), area)
    for seat in range(len(shown.names)):
        place = stage.seat_place(seat)
        if place is not None:
            yield Spot(TableFigure(FigureKind.PLATE, seat), place.plate if place.plate.w else place.area())
    if shown.dealer is not None:
        egg, high = seats.egg_place(layout, piles.opponent(shown, shown.dealer)), seats.egg_height(layout)
        yield Spot(TableFigure(FigureKind.DEALER, shown.dealer), Area(egg.x - high / 2, egg.y - high / 2, high, high))
    for seat in range(len(shown.names)):
        said, at = piles.shelf(shown, seat), piles.opponent(shown, seat)
        area = own_area(layout) if at is None else open_area(layout, at)
        if said is not None and area.h:  # what a seat's open cards come to
            yield Spot(TableFigure(FigureKind.ROW, seat), area)
    if any(heap.pile.kind is TURNED_KIND for heap in shown.shown_piles):
        for framed in piles.framed(layout, shown):
            yield Spot(TableFigure(FigureKind.OFFER), framed.area())
