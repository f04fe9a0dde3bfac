"""The seats on the screen: medallion, plate, face-down cards and the dealer's egg. Also the choice of portraits."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import CHARACTERS, TOKENS, Mood
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import PREMUL, PictureCache, transparent_surface
from goosetable.app.render.geometry import RATIO, Area, Point, SeatPlace
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.settings import Settings
from goosetable.app.table.metrics import focused_card_top
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import Pose
from goosetable.app.table.table_layout import Layout
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.engine.text.table_facts import Quota

READ: Final = 10.5
"""Text size in pixels below which the text of a plate is shortened."""
UNIT: Final = re.compile(r"^([^ ,]+) [a-z ]+, ")
"""Matches a number and its unit, if further words follow."""

MOST_BACKS = 13
LAP, LEAST_OPEN = 0.62, 30
"""For an open hand: the least step of its cards, in card widths, that shows every index; their least height in pixels."""
GROUPED, LAPPED = 1.3, 0.6
"""For the medallions of partners: their common width, in widths of the medallion of one player; and the distance of their
centres, in widths of one of the partners' medallions.
"""
MOST_RINGS = 6
"""Number of tricks from which a quota is shown as numbers instead of rings."""

KEPT, LEAST_KEPT = 5, 2 << 20
"""Size of the cache of seat images: bytes for each pixel of the window; and its least size in bytes."""


def choose_portraits(
    chairs: tuple[tuple[str, bool], ...], chosen_portraits: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Returns a portrait for each chair. They are all different, if possible.

    chairs: the name of each player, and True for a person. chosen_portraits: portraits that people have chosen, by name.
    """
    chosen_portraits = chosen_portraits or {}
    known = [None if person else cast.find_character(name) for name, person in chairs]
    taken = {character.portrait for character in known if character}
    taken |= {chosen_portraits[name].partition("#")[0] for name, person in chairs if person and name in chosen_portraits}
    found = []
    for character, (name, person) in zip(known, chairs, strict=True):
        if person and name in chosen_portraits:
            found.append(chosen_portraits[name])
        elif character:
            found.append(character.portrait)
        else:
            usual, all_of_kind = (
                (profiles.token_of_stranger(name), TOKENS) if person else (cast.portrait_of_name(name), CHARACTERS)
            )
            first = all_of_kind.index(usual)
            order = (*all_of_kind[first:], *all_of_kind[:first])
            found.append(next((who for who in order if who not in taken), usual))
            taken.add(found[-1])
    return tuple(found)


def portraits_of_chairs(chairs: Sequence[Chair], settings: Settings) -> tuple[str, ...]:
    """Returns the portraits of these chairs. Uses the portraits that people have chosen in the settings."""
    seated = tuple((chair.name, chair.player == cast.HUMAN) for chair in chairs)
    return choose_portraits(seated, profiles.portraits_of_people(settings, [chair.name for chair in chairs]))


def draw_medallions(
    canvas: Canvas, portraits: Sequence[str], cx: float, cy: float, diameter: float, ring: str = "", mood: Mood = ""
) -> None:
    """Draws the medallion of a seat; for partners, smaller medallions that overlap.

    cx, cy: the centre. diameter: of a single medallion, see `medallions_width`. mood: expression of the portraits.
    """
    wide = medallions_width(diameter, len(portraits))
    small = wide / (1 + LAPPED * (len(portraits) - 1))
    for i in reversed(range(len(portraits))):
        canvas.draw_portrait(portraits[i], cx - wide / 2 + small * (0.5 + LAPPED * i), cy, small, ring, mood=mood)


def medallions_width(diameter: float, number: int) -> float:
    """Returns the width of `number` medallions together. diameter: the width of a single medallion."""
    return diameter if number == 1 else GROUPED * diameter


def portraits_at_table(session: Session, settings: Settings, chairs: Sequence[Chair] = ()) -> tuple[str, ...]:
    """Returns the portraits at a table. A person who takes over another person's seat also gets that person's portrait.

    chairs: the players by seat, of the present or an earlier moment; by default the present ones.
    """
    now = chairs or session.chairs
    pictures = portraits_of_chairs(session.header.chairs, settings), portraits_of_chairs(now, settings)
    both = zip(session.header.chairs, now, *pictures, strict=True)
    return tuple(was if before.player == chair.player == cast.HUMAN else new for before, chair, was, new in both)


class SeatLook(NamedTuple):
    """The appearance of a seat.

    caption: the line under the name. lamp: strength of the lamplight, 0..1. mood: expression of the portrait.
    """

    portrait: str
    name: str
    caption: str
    lamp: float = 0.0
    quota: Quota | None = None
    mood: Mood = ""


def bid_mood(snapshot: Snapshot, seat: int) -> Mood:
    """Returns the expression of a seat's portrait: "rueful" once its bid can no longer be made; "glad" at the end of the deal,
    if the bid was made; else "".
    """
    quota = snapshot.facts.quotas[seat] if snapshot.facts.quotas else None
    if quota is None:
        return ""
    left = snapshot.counts[seat] + (snapshot.taking is None and any(player == seat for player, _ in snapshot.trick))
    if quota.won > quota.bid or quota.won + left < quota.bid:
        return "rueful"
    return "" if left else "glad"


def card_back_poses(layout: Layout, opponent: int, count: int) -> list[Pose]:
    """Returns the poses of an opponent's face-down cards, in a fan below the plate; an empty list if they do not fit."""
    place = layout.seat(opponent)
    if not place.backs:
        return []
    n, h, hang = min(count, MOST_BACKS), round(place.d * 0.78), layout.card_backs_length(opponent)
    wide = min(place.plate.w, 2 * (min(place.plate.centre.x, layout.cloth_width - place.plate.centre.x) - layout.pile_margin))
    step = min(11 * layout.u, (wide - 1.3 * RATIO * h) / max(1, n - 1))
    found = []
    for i in range(n):
        a = i - (n - 1) / 2
        y = place.plate.bottom + hang - 0.06 * place.d - h / 2 + a * a * 0.22 * layout.u
        found.append(Pose(place.plate.centre.x + a * step, y, h, float(round(-2 * a)), 0.0))
    return found


def open_hand_poses(layout: Layout, opponent: int, count: int, taken_areas: Sequence[Area]) -> list[Pose]:
    """Returns the poses of an opponent's open hand, in a row apart from all other cards.

    taken_areas: areas of the cards and words on the table. The row is under the plate if it fits there, else beside the plate
    or the medallion. If it fits nowhere, it is in the widest of these places, and its cards overlap (up to `LAP`) and then
    become smaller.
    """
    place, u = layout.seat(opponent), layout.u
    height = round(max(0.92 * place.d, 40 * u))
    full = height * RATIO + 3 * u
    plate, low = place.plate, layout.rim + height / 2
    reach, side = 0.55 * place.d + 5 * u, 1 if place.x < layout.middle_x else -1
    levels = [
        (plate.centre.x, plate.bottom + 5 * u + height / 2, 0.0),
        (plate.centre.x, max(plate.centre.y, low), plate.w / 2 + 4 * u),
        (place.x, max(place.y - 0.1 * place.d, low), reach),
    ]
    levels = levels if place.backs else [*levels[1:], levels[0]]
    rooms = []
    for middle, y, aside in levels:
        left, right = _room_for_hand(layout, opponent, Area(middle, y - height / 2, 0, height), taken_areas)
        if not aside:  # centred
            half = min(middle - left, right - middle)
            rooms.append((Area(middle - half, y, 2 * half, 0), 0.5))
        elif side > 0:
            rooms.append((Area(middle + aside, y, right - middle - aside, 0), 0.0))
        else:
            rooms.append((Area(left, y, middle - aside - left, 0), 1.0))
    wide = full * count
    room, align = next((one for one in rooms if one[0].w >= wide), max(rooms, key=lambda one: one[0].w))
    height = min(height, max(LEAST_OPEN, int(room.w / (1 + LAP * (count - 1)) / RATIO)))
    step = min(full, (room.w - height * RATIO) / max(1, count - 1))
    left = room.x + align * (room.w - step * (count - 1) - height * RATIO)
    return [Pose(left + height * RATIO / 2 + i * step, room.y, height, 0.0, 1.0) for i in range(count)]


def _room_for_hand(layout: Layout, opponent: int, level: Area, taken_areas: Sequence[Area]) -> tuple[float, float]:
    gap, seat, edge = 4 * layout.u, layout.seat(opponent), layout.rim + 4 * layout.u

    def meets_cards(box: Area) -> bool:
        return bool(box.h) and box.y < level.bottom and level.y < box.bottom

    others = [layout.seat(i) for i in range(layout.opponent_count) if i != opponent]
    ends = [(seat.x + one.x) / 2 for one in others if one.y == seat.y or meets_cards(one.area())]
    hand = Area(0, focused_card_top(layout), layout.cloth_width, layout.h)
    met = [box for box in (layout.trick_box, hand, *taken_areas, *(one.area() for one in others)) if meets_cards(box)]
    lefts = [edge, *(x + gap for x in ends if x < seat.x), *(one.right + gap for one in met if one.centre.x < level.x)]
    rights = [x - gap for x in ends if x > seat.x] + [one.x - gap for one in met if one.centre.x >= level.x]
    return max(lefts), min([layout.cloth_width - edge, *rights])


def egg_place(layout: Layout, opponent: int | None) -> Point:
    """Returns the centre of the dealer's egg at a seat. opponent: index of the opponent; None for the seat at the bottom."""
    place = layout.own_seat if opponent is None else layout.seat(opponent)
    if place is None:
        return layout.own_sign_place(1)
    beside = layout.needs.rows and opponent is not None and place.plate.x >= place.x  # the plate, or else cards
    return Point(place.x + place.d * (0.28 if beside else 0.47), place.y + place.d * 0.30)


def egg_height(layout: Layout) -> float:
    return 0.95 * layout.badge_size


class SeatImages:
    """Draws the seats. Caches an image for each appearance."""

    def __init__(self) -> None:
        self._kept: PictureCache[tuple[object, ...]] = PictureCache(LEAST_KEPT)

    def draw(self, canvas: Canvas, layout: Layout, place: SeatPlace, look: SeatLook, bump: float = 0.0) -> None:
        """Draws a seat. bump: how much the plate is enlarged at this moment, 0..1."""
        box = _image_box(place)
        key = (id(canvas), layout.w, layout.h, canvas.size, place, look)
        picture = self._kept.get(key)
        if picture is None:
            picture = transparent_surface(box.w, box.h)
            with canvas.drawing_on(picture):
                _draw_seat(canvas, layout, _shifted_place(place, -box.x, -box.y), look)
            self._kept.limit = max(LEAST_KEPT, KEPT * layout.w * layout.h)
            self._kept.add_picture(key, picture)
        if bump <= 0:
            canvas.dst.blit(picture, box, special_flags=PREMUL)
            return
        grown = pygame.transform.smoothscale_by(picture, 1 + 0.04 * bump)
        canvas.dst.blit(grown, grown.get_rect(center=box.center), special_flags=PREMUL)


def _image_box(place: SeatPlace) -> pygame.Rect:
    area, pad = place.area(), math.ceil(place.d * 0.42) + 4
    return pygame.Rect(
        math.floor(area.x) - pad, math.floor(area.y) - pad, math.ceil(area.w) + 2 * pad, math.ceil(area.h) + 2 * pad
    )


def _shifted_place(place: SeatPlace, dx: float, dy: float) -> SeatPlace:
    plate = place.plate
    moved = Area(plate.x + dx, plate.y + dy, plate.w, plate.h)
    return place._replace(x=place.x + dx, y=place.y + dy, plate=moved)


def _draw_seat(canvas: Canvas, layout: Layout, place: SeatPlace, look: SeatLook) -> None:
    if place.chip:
        _draw_chip(canvas, layout, place, look)
        return
    t, u, plate = canvas.theme, layout.u, place.plate
    if not plate.w:
        canvas.draw_portrait(
            look.portrait, place.x, place.y, place.d, t.brass if look.lamp > 0.5 else "", look.lamp, False, look.mood
        )
        return
    canvas.draw_portrait(look.portrait, place.x, place.y, place.d, lamplight=look.lamp, mood=look.mood)
    lit = look.lamp > 0.5
    canvas.draw_shadow(plate.x, plate.y, plate.w, plate.h, 8 * u, max(2, 5 * u), 2 * u, 120)
    edge, sw = (t.brass, 2.0) if lit else (t.walnut_hi, 1.2)
    canvas.draw_box(plate.x, plate.y, plate.w, plate.h, 8 * u, t.walnut_lo, edge, sw, 0.95)
    small = layout.compact or layout.seats > 8
    scale, room, middle = layout.plate.t, plate.w - 12 * u, plate.centre.x
    face = "semi" if small else "serif"
    px = canvas.fitting_size(look.name, (13.5 if small else 16) * scale, face, room, 9)
    name = canvas.cut_to_fit(look.name, px, face, room)
    if not look.caption:
        canvas.draw_plain_text(name, middle, plate.centre.y, px, t.cream, face, "center")
        return
    canvas.draw_plain_text(name, middle, plate.y + plate.h * 0.32, px, t.cream, face, "center")
    said = look.caption
    if canvas.fitting_size(said, 13 * scale, "sans", room, 9) < min(
        READ, 13 * scale
    ):  # "0, with Dorothea" for "0 tricks, with Dorothea"
        said = UNIT.sub(r"\1, ", said)
    sub = canvas.fitting_size(said, 13 * scale, "sans", room, 9)
    rings = _quota_rings(look.quota)
    step, wide = sub * 0.86, canvas.width(said, sub, "sans")
    if not rings or wide + (len(rings) + 0.5) * step > room:
        canvas.draw_rich_line_centred(said, middle, plate.y + plate.h * 0.74, sub, t.cream2, "sans", "mid", dark=True)
        return
    left = middle - (wide + (len(rings) + 0.5) * step) / 2
    canvas.draw_rich_line_centred(said, left, plate.y + plate.h * 0.74, sub, t.cream2, "sans", dark=True)
    for i, kind in enumerate(rings):
        _draw_ring(canvas, kind, left + wide + (i + 1) * step, plate.y + plate.h * 0.74, sub * 0.62)


def _quota_rings(quota: Quota | None) -> str:
    """Returns a letter for each trick of a bid (quota): taken, still needed, or above the bid; "" for too many rings."""
    if quota is None or max(quota.won, quota.bid) >= MOST_RINGS:
        return ""
    won, bid = quota
    return "t" * min(won, bid) + "o" * (bid - won) + "x" * (won - bid)


def _draw_ring(canvas: Canvas, kind: str, cx: float, cy: float, diameter: float) -> None:
    t = canvas.theme
    fill = {"t": t.brass, "o": "none", "x": t.russet}[kind]
    edge = {"t": t.brass_hi, "o": t.cream2, "x": t.cream}[kind]
    canvas.draw_box(cx - diameter / 2, cy - diameter / 2, diameter, diameter, diameter / 2, fill, edge, 1.2)
    if kind == "x":
        canvas.draw_icon("cross", cx, cy, diameter * 0.7, t.cream)


def _draw_chip(canvas: Canvas, layout: Layout, place: SeatPlace, look: SeatLook) -> None:
    t, plate = canvas.theme, place.plate
    left = plate.x + place.d * 0.4
    edge = t.brass if look.lamp > 0.5 else t.walnut_hi
    canvas.draw_box(left, plate.y, plate.right - left, plate.h, 8, t.walnut_lo, edge, alpha=0.95)
    canvas.draw_portrait(look.portrait, place.x, place.y, place.d, lamplight=look.lamp, mood=look.mood)
    words = look.caption or look.name
    room = plate.right - place.x - place.d / 2 - 6
    px = canvas.fitting_size(words, 13 * layout.plate.t, "bold", room, 9)
    middle = (place.x + place.d / 2 + plate.right) / 2
    canvas.draw_rich_line_centred(
        canvas.cut_to_fit(words, px, "bold", room), middle, plate.centre.y, px, t.cream, "bold", "mid", dark=True
    )
