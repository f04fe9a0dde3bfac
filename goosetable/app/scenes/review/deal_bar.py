"""The bar of a deal: a place for each action, in groups, with marks where a decision cost something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.review.told import taker
from goosetable.app.table.snapshot import named
from goosetable.app.table.sprites import CardImageQueue, WantedImage
from goosetable.app.ui.focus import Button
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of

CARD: Final = 30.0
"""Height of a card at 1280 x 720."""
GAP: Final = 9.0
"""Between groups there."""


class Slot(NamedTuple):
    """A place on the bar. at: the action that a press leads to. last: the last of those that it shows in one."""

    at: int
    rect: pygame.Rect
    last: int

    def holds(self, at: int) -> bool:
        return self.at <= at <= self.last


class DealBar(Widget):
    """Pressed or dragged over it leads to an action; the wheel goes on by one."""

    role = "slider"

    def __init__(self, context: Context, match: LookingBack, opinions: DealOpinions, go: Callable[[int], None]) -> None:
        super().__init__("The deal, card by card")
        self.context, self.match, self.opinions, self.go = context, match, opinions, go
        self.region = "bar"
        self.u = 1.0
        self.slots: list[Slot] = []
        self.images = CardImageQueue(context.faces, "")

    @property
    def value(self) -> str:
        return f"{self.match.groups[self.match.group].place}, {self.match.at + 1} of {self.match.last + 1}"

    def lay(self, rect: pygame.Rect, u: float) -> None:
        self.rect, self.u = rect, u
        self.images = CardImageQueue(self.context.faces, "")
        self.follow()

    @property
    def small(self) -> bool:
        """Whether there is no room for the numbers of the groups."""
        return self.rect.h < 60

    @property
    def tall(self) -> float:
        """The height of a card."""
        return min(24.0, 0.55 * self.rect.h) if self.small else min(CARD * self.u, 0.6 * (self.rect.h - 20 * self.u))

    def follow(self) -> None:
        """Lays the places anew: all, or where they are too many, groups as the card that took them, open round the present."""
        match, u = self.match, self.u
        card, gap = self.tall * RATIO + 0.5, GAP * u
        room = self.rect.w - 2 * gap
        here = match.group
        opened = {here}
        order = sorted(range(len(match.groups)), key=lambda i: (abs(i - here), i))
        folded = card * len(match.groups) + gap * (len(match.groups) - 1)
        free = room - folded - (match.groups[here].size - 1) * card
        first, last = 0, len(match.groups) - 1
        for i in order[1:]:
            more = (match.groups[i].size - 1) * card
            if more > free:
                break
            opened.add(i)
            free -= more
        if free < 0:  # not even every group has a place: those round the present one
            most = max(1, int((room - match.groups[here].size * card) / (card + gap)) + 1)
            first = max(0, min(here - most // 2, len(match.groups) - most))
            last = min(len(match.groups) - 1, first + most - 1)
            opened = {here}
        self.slots = []
        wide = sum([card * (match.groups[i].size if i in opened else 1) + gap for i in range(first, last + 1)]) - gap
        x = self.rect.x + (self.rect.w - wide) / 2
        for i in range(first, last + 1):
            group = match.groups[i]
            if i in opened:
                for at in range(group.first, group.last + 1):
                    self.slots.append(self._slot(at, at, x, card))
                    x += card
            else:
                self.slots.append(self._slot(group.first, group.last, x, card))
                x += card
            x += gap

    def _slot(self, first: int, last: int, x: float, wide: float) -> Slot:
        left = round(x)
        return Slot(first, pygame.Rect(left, self.rect.y, round(x + wide) - left, self.rect.h), last)

    def at_pos(self, x: int) -> int | None:
        """The action whose place is nearest to that x."""
        near = min(self.slots, key=lambda slot: abs(slot.rect.centerx - x), default=None)
        return None if near is None else near.at

    def down(self, pos: tuple[int, int]) -> None:
        self._to(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        self._to(pos)

    def _to(self, pos: tuple[int, int]) -> None:
        slot = next((slot for slot in self.slots if slot.rect.left <= pos[0] < slot.rect.right), None)
        at = self.at_pos(pos[0]) if slot is None else slot.at
        if at is not None and not (slot is not None and slot.holds(self.match.at)):
            self.go(at)

    def press(self) -> None:
        pass

    def wheel(self, steps: float) -> bool:
        at = self.match.at + (-1 if steps > 0 else 1)
        if steps and 0 <= at <= self.match.last:
            self.go(at)
            return True
        return False

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u, rect = canvas.theme, self.u, self.rect
        canvas.wood(rect.x, rect.y, rect.w, rect.h, 10 * u)
        self.draw_ring(canvas, focused, 10 * u)
        match = self.match
        small, tall = self.small, self.tall
        middle = rect.y + (rect.h * 0.38 if small else 26 * u + tall / 2)
        for i, group in enumerate(match.groups):
            own = [slot for slot in self.slots if group.first <= slot.at <= group.last]
            if not own:
                continue
            left, right = own[0].rect.left, own[-1].rect.right
            if i == match.group:
                pad = 3 * u
                box = (left - pad, rect.y + 3, right - left + 2 * pad, rect.h - 6)
                canvas.box(*box, 6 * u, fill=t.walnut_hi, edge=t.focus, sw=1.6, alpha=0.55)
            if not small:
                name = _short(group.place)
                if canvas.width(name, max(10.5, 12.5 * u), "semi") <= right - left + GAP * u:
                    tone = t.cream if i == match.group else t.cream2
                    face = "bold" if i == match.group else "semi"
                    canvas.put(name, (left + right) / 2, rect.y + 13 * u, max(10.5, 12.5 * u), tone, face, "center")
            for slot in own:
                self._card(canvas, i, slot, middle, tall)
                self._mark(canvas, slot, rect.bottom - (rect.h * 0.15 if small else 13 * u))

    def wanted(self) -> Iterator[WantedImage]:
        """The pictures of its cards."""
        for slot in self.slots:
            card = card_of(self._stands_for(slot)[1])
            if card is not None:
                yield WantedImage(self.match.game.card_name(card), self.tall)

    def _stands_for(self, slot: Slot) -> tuple[int, Action]:
        """Who did what there; of several actions, what took the trick."""
        acts = self.match.counted.actions[slot.at : slot.last + 1]
        if len(acts) == 1:
            return acts[0]
        group = next(i for i, group in enumerate(self.match.groups) if slot.at <= group.last)
        trick = self.match.trick(group)
        return next((act for act in acts if taker(trick, _lying(act[1]), act[0])), acts[0])

    def _card(self, canvas: Canvas, group: int, slot: Slot, middle: float, tall: float) -> None:
        t, match, trick = canvas.theme, self.match, self.match.trick(group)
        seat, action = self._stands_for(slot)
        card = card_of(action)
        x, wide = slot.rect.centerx, tall * RATIO
        now = slot.at == match.at
        ring = now or (card is not None and verb_of(action) is Verb.PLAY and taker(trick, card, seat))
        if card is None:
            canvas.box(x - wide / 2, middle - tall / 2, wide, tall, 3, fill=t.paper_lo, edge=t.paper_edge)
            canvas.rich_level(named(match.game, action), x, middle, max(10.5, 0.46 * tall), t.ink, "bold", "mid")
        else:
            self.context.faces.put(canvas.dst, match.game.card_name(card), x, middle, tall)
        if ring:
            tone = t.focus if now else t.brass
            canvas.box(x - wide / 2 - 1, middle - tall / 2 - 1, wide + 2, tall + 2, 3, edge=tone, sw=2.4 if now else 1.6)

    def _mark(self, canvas: Canvas, slot: Slot, y: float) -> None:
        """A triangle where it cost something, a dot where it was as good as any; of several actions what cost most."""
        found = self.opinions
        places = [at for at in range(slot.at, slot.last + 1) if at in found.opinions and found.opinions[at].choice]
        if not places:
            return
        costly = [at for at in places if found.opinions[at].cost.counts]
        kind = "dearest" if found.dearest in costly else "cost" if costly else "good"
        draw_mark(canvas, kind, slot.rect.centerx, y, max(7.0, 12 * self.u), canvas.theme.cream2)


def draw_mark(canvas: Canvas, kind: str, cx: float, cy: float, d: float, tone: str) -> None:
    """The mark of a decision: "dearest", "cost" or "good"; tone: of the two that are not the dearest."""
    if kind == "good":
        canvas.box(cx - d / 4, cy - d / 4, d / 2, d / 2, d / 4, fill=tone, alpha=0.8)
    elif kind == "cost":
        triangle(canvas, cx, cy, d, tone, tone)
    else:
        triangle(canvas, cx, cy, 1.25 * d, canvas.theme.over, canvas.theme.cream)


class MistakeButton(Button):
    """Leads to the next mark."""

    def _inscribe(self, canvas: Canvas, x: int, y: int, w: int, h: int, colour: str) -> None:
        side = min(self.px, 0.5 * h)
        triangle(canvas, x + w / 2 - 0.35 * side, y + h / 2, side, canvas.theme.over if self.enabled else colour, colour)
        canvas.icon("right", x + w / 2 + 0.65 * side, y + h / 2, 0.9 * side, colour)


def triangle(canvas: Canvas, cx: float, cy: float, d: float, fill: str, edge: str) -> None:
    """A triangle that points upwards."""
    side = max(5, round(d))
    line = f"M{side / 2},1 L{side - 1},{side - 1} L1,{side - 1} Z"
    path = f'<path d="{line}" fill="{fill}" stroke="{edge}" stroke-linejoin="round"/>'
    canvas.svg(document(side, side, path), cx - side / 2, cy - side / 2, side, side)


def _lying(action: int) -> int:
    card = card_of(action)
    return -1 if card is None else card


def _short(place: str) -> str:
    """The number of a trick, or what else it is called: "5", "bidding"."""
    last = place.rpartition(", ")[2].partition(" of ")[0]
    return last.split()[-1]
