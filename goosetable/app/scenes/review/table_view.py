"""The table of a review. It looks as in play, but with all hands open. The played card is in the trick, and the better card is
marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.review_session import ReviewedMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import GOOSE, SMALL_UNDER
from goosetable.app.render.geometry import RATIO, Area, Place, Point
from goosetable.app.scenes.routes import ToLargeCard
from goosetable.app.scenes.table.accessible_table import cloth_lines, seat_texts, trick_part
from goosetable.app.scenes.table.drawing import draw_auction, draw_badges, draw_parts_under_cards
from goosetable.app.table import captions, piles, seats
from goosetable.app.table.metrics import SpaceNeeds, space_needs
from goosetable.app.table.seats import SeatImages, SeatLook
from goosetable.app.table.snapshot import FROM_HAND, Snapshot, take_snapshot
from goosetable.app.table.sprites import CardImageQueue, Hand, WantedImage, drawing_order
from goosetable.app.table.stage import Stage, face_up_cards
from goosetable.app.table.table_layout import Layout, largest_layout, own_open_cards_area
from goosetable.app.ui.accessible import Box, TreePart, as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import STRETCH, Element, LayoutPass, Painter, Semantics, Size
from goosetable.app.ui.scene import Change, Push
from goosetable.app.ui.tween import Timeline
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, card_of, verb_of
from goosetable.engine.text.table_facts import seats_clockwise
from goosetable.engine.words.phrases import count_text

BAR: Final = 84
"""Height of the bar of the deal at 1280 x 720."""
SIDEBAR: Final = 306
"""Width of the paper at 1280 x 720, with text of the usual size."""
OPEN: Final = 80
"""Height of the open cards of opponents at 1280 x 720."""
STEP: Final = 0.63
"""Largest step between the cards of an open hand, in card widths."""
SPACE: Final = 3.4
"""Least space between plates, in card widths, if hands are beside them."""
LAP: Final = 0.34
"""Least step between the cards of an open hand in one row, in card widths; a hand without room for it has two rows."""
GROWN: Final = 1.35
"""Largest scale of text, as a multiple of the scale of the paper."""


def bar_height(w: int, h: int) -> int:
    """Returns the height of the bar with its margin, in pixels, for a window of w x h pixels."""
    return round(max(46.0, (BAR + 12) * min(w / 1280, h / 720)))


def foot_height(w: int, h: int, text_scale: float) -> int:
    """Returns the height in pixels of the row of buttons under the bar; 0 in a large window, where the buttons are on the
    paper.
    """
    return round(40 * min(1.5, max(1.0, text_scale))) + 6 if w < 900 or h < 500 else 0


def review_layout(
    w: int, h: int, seats: int, text_scale: float, needs: SpaceNeeds, held: int, card_scale: float = 1.0
) -> ReviewLayout:
    """Returns the layout for a window of w x h pixels. held: largest number of cards in a hand."""
    free = max(120, h - bar_height(w, h) - foot_height(w, h, text_scale))
    return largest_layout(lambda size: ReviewLayout(w, free, seats, text_scale, needs, size, window=h, held=held), card_scale)


@dataclass(frozen=True)
class ReviewLayout(Layout):
    """The layout of the table above the bar.

    window: height of the window in pixels, which determines sidebar and strip, as in play. held: largest number of cards in a
    hand, for which there must be space under a plate.
    """

    window: int = 0
    held: int = 13

    sunk_height = 0.0
    """Height of the part of the hand that is below the window: 0, because the bar is below the hand."""

    @cached_property
    def compact(self) -> bool:
        return self.w < 900 or self.window < 500

    @cached_property
    def sidebar(self) -> int:
        u = min(self.w / 1280, self.window / 720)
        return 0 if self.compact else round(SIDEBAR * u * min(1.25, max(1.0, self.text_scale**0.5)))

    @property
    def unit(self) -> float:
        """Pixels of a unit on the paper. They grow with window and text size up to a limit."""
        written = max(0.8, min(self.w / 1280, self.window / 720)) * self.text_scale
        return written if self.compact else min(written, GROWN * self.sidebar / SIDEBAR)

    @cached_property
    def message_height(self) -> float:
        """Height of the message: 0. A review has no messages, so the trick uses their space."""
        return 0.0

    @cached_property
    def message_y(self) -> float:
        return self.h - 1.24 * self.hand_height

    def card_backs_length(self, opponent: int) -> float:
        """Returns the length in pixels of the part of an opponent's open hand that is below the plate."""
        places = () if self.compact or self.needs.rows else self.open_hand_places(opponent, self.held)
        return places[-1].y + places[-1].height / 2 - self.seat(opponent).plate.bottom if places else 0.0

    def open_hand_places(self, opponent: int, count: int) -> list[Place]:
        """Returns the places of an opponent's open cards. opponent: index of the opponent. count: number of cards.

        They are in a row under or beside the plate; in two rows, if one would be too long.
        """
        seat, u = self.seat(opponent), self.u
        height = max(30.0, (OPEN if self.opponent_count <= 3 else 58 if self.opponent_count <= 5 else 44) * u)
        wide = height * RATIO
        left, right = self._room_for_hand(opponent)
        top = self.side_seat_count <= opponent < self.opponent_count - self.side_seat_count
        under = top and self.side_seat_count > 0 and (self.has_chips or self._has_top_hands_under_plates)  # in one row
        rows = 1 if count < 2 or under or (right - left - wide) / (count - 1) >= LAP * wide else 2
        first = -(-count // rows)
        step = min(STEP * wide, (right - left - wide) / max(1, first - 1))
        found = []
        for j in range(count):
            row, at = divmod(j, first)
            across = ((first if row == 0 else count - first) - 1) * step + wide
            x = min(max(seat.plate.centre.x - across / 2, left), right - across)
            y = seat.plate.bottom + 5 * u + height / 2 + row * 0.5 * height
            if under:
                y = seat.plate.bottom + 2 + height / 2
            elif self._has_hands_beside_medallions:
                x = left if opponent == 0 else right - across
                y = seat.plate.y - 2 - height / 2 - (rows - 1 - row) * 0.5 * height
            elif self.compact and (
                self.side_seat_count or self.opponent_count == 1
            ):  # beside the seat, because hand or trick is right under it
                x = left if opponent < self.side_seat_count else right - across
                level = min(seat.plate.centre.y, seat.plate.y + height / 2) if self._is_left_of_plate(opponent) else seat.y
                y = level + (row - (rows - 1) / 2) * 0.5 * height
                if self._is_hand_under_plate(opponent):
                    x = (
                        self.rim + 10 + self.badge_size
                        if opponent < self.side_seat_count
                        else self.cloth_width - self.pile_margin - 2 - across
                    )
                    y = seat.plate.bottom + 3 + height / 2 + row * 0.5 * height
            found.append(Place(x + wide / 2 + at * step, y, height))
        return found

    def own_sign_place(self, number: int) -> Point:
        """Returns the centre of a sign (portrait, egg or badge) of the person at this screen. number: the number of
        the sign.
        """
        size = self.badge_size
        column, row = (0, number) if number < 2 else (1 + (number - 2) // 2, number % 2)
        return Point(self.rim + 4 + size * (0.5 + 0.96 * column), self.h - 3 - size * (0.5 + 0.96 * row))

    @cached_property
    def _has_hands_beside_medallions(self) -> bool:
        """True if the hands of two opponents are beside their medallions, because other cards are under their plates."""
        return self.compact and self.opponent_count == 2 and bool(self.needs.windows or self.needs.later)

    def _is_hand_under_plate(self, opponent: int) -> bool:
        """Returns True if the hand of an opponent at a side is under the plate, because other cards are beside the plate."""
        beside = self.needs.windows or self.needs.later or self._has_top_hands_under_plates
        return bool(beside) and (opponent < self.side_seat_count or opponent >= self.opponent_count - self.side_seat_count)

    @cached_property
    def _has_top_hands_under_plates(self) -> bool:
        """True if hands at the top are under their plates, because there is no room between the plates."""
        return (
            self.compact
            and not self.has_chips
            and not all(
                self._is_left_of_plate(one) for one in range(self.side_seat_count, self.opponent_count - self.side_seat_count)
            )
        )

    def _is_left_of_plate(self, opponent: int) -> bool:
        if not self.compact or self.has_chips or not (self.is_over_trick(opponent) or self.opponent_count == 1):
            return False
        before = self.seat(opponent - 1).plate.right if opponent > self.side_seat_count else self.pile_margin
        return self.seat(opponent).plate.x - before >= SPACE * 30 * RATIO

    def _room_for_hand(self, opponent: int) -> tuple[float, float]:
        """Returns the left and right ends of the space for an opponent's open hand, as x in pixels."""
        seat, edge, box = self.seat(opponent), self.pile_margin + 2, self.trick_box if self.compact else None
        plate, beside = seat.plate, seat.d / 2 + 4
        if self._has_hands_beside_medallions:
            return (edge, seat.x - beside) if opponent == 0 else (seat.x + beside, self.cloth_width - edge)
        if opponent < self.side_seat_count:
            if box is not None:
                left = plate.right + 4 if self.has_chips else seat.x + beside
                return left, max(left + 40, box.x - 4)
            return edge, max(plate.right, 0.29 * self.cloth_width)
        if opponent >= self.opponent_count - self.side_seat_count:
            if box is not None:
                return min(seat.x - beside - 40, box.right + 4), seat.x - beside
            return min(plate.x, 0.71 * self.cloth_width), self.cloth_width - edge
        middle = plate.centre.x
        others = [
            self.seat(j).plate.centre.x
            for j in range(self.side_seat_count, self.opponent_count - self.side_seat_count)
            if j != opponent
        ]
        lefts = [(x + middle) / 2 + 4 * self.u for x in others if x < middle]
        rights = [(x + middle) / 2 - 4 * self.u for x in others if x > middle]
        reach = 0.43 * self.cloth_width if self.opponent_count == 2 else self.cloth_width
        if self.opponent_count == 2 and not self.needs.rows:  # as far as the trick between the two
            (rights if opponent == 0 else lefts).append(self.trick_box.x - 4 if opponent == 0 else self.trick_box.right + 4)
        end = (
            plate.x - 6
            if self._is_left_of_plate(opponent) and not self._has_top_hands_under_plates
            else min([self.cloth_width - edge, middle + reach / 2, *rights])
        )
        return max([edge, middle - reach / 2, *lefts]), end


SMALLEST: Final = 10.5
"""Smallest text size of a tag in pixels. A tag becomes smaller before it covers anything."""
GAP: Final = 3.0
"""Pixels between a tag and its card."""


class Tag(NamedTuple):
    """A text beside a card. card: the area of the card. tone: colour of the edge.

    over: True to prefer the place above the card to the one below it.
    """

    words: str
    card: Area
    tone: str
    over: bool


def index_area(card: Area) -> Area:
    """Returns the approximate area of the index (rank and suit) of a card; on a small card most of its left side."""
    wide, high = (0.55, 0.62) if card.h < SMALL_UNDER else (0.26, 0.3)
    return Area(card.x, card.y, wide * card.w, high * card.h)


def draw_tags(canvas: Canvas, tags: Sequence[Tag], cloth: Area, cloth_lines: Sequence[Area], px: float) -> None:
    """Draws tags in free places of the cloth. A tag without a free place is left out; its card still has a ring.

    cloth_lines: areas that no tag may cover. px: largest text size.
    """
    covered = list(cloth_lines)
    for tag in tags:
        area, small = _place_tag(canvas, tag, cloth, covered, px)
        if area is not None:
            captions.draw_tag(canvas, tag.words, area.centre.x, area.y + 0.875 * small, small, cloth.x, cloth.right, tag.tone)
            covered.append(area)


def _place_tag(canvas: Canvas, tag: Tag, cloth: Area, cloth_lines: Sequence[Area], px: float) -> tuple[Area | None, float]:
    """Returns the first free place for a tag, and its text size. The place is None if none is free."""
    for small in (px, *[px - step for step in range(1, int(px - SMALLEST) + 1)], SMALLEST):
        for area in _tag_places(tag, canvas.width(tag.words, small) + 1.4 * small, 1.75 * small, cloth):
            if not any(area.overlaps(other) for other in (*cloth_lines, index_area(tag.card))):
                return area, small
    return None, SMALLEST


def _tag_places(tag: Tag, w: float, h: float, cloth: Area) -> Iterator[Area]:
    """Yields possible places for a tag, the best first: above and below its card, then at its right and left."""
    card = tag.card
    over, under = card.y - GAP - h, card.bottom + GAP
    places = [(x, y) for y in ((over, under) if tag.over else (under, over))
              for x in (card.centre.x - w / 2, card.right - w, card.x)]  # fmt: skip
    levels = (card.centre.y - h / 2, card.bottom - h, card.y, card.y - h / 2, card.bottom - h / 2)
    places += [(x, y) for y in levels for x in (card.right + GAP, card.x - GAP - w)]
    for x, y in places:
        yield Area(max(cloth.x, min(x, cloth.right - w)), max(cloth.y, min(y, cloth.bottom - h)), w, h)


class Verdict(NamedTuple):
    """The opinion that the table shows. is_worse: True if the played card was worse than another card."""

    is_worse: bool = False
    better: Action | None = None
    """The better action of the seat to act; None if there is none."""


class TableView:
    """The table at a step of the deal. It has no animations."""

    def __init__(self, context: Context, match: ReviewedMatch) -> None:
        self.context, self.match = context, match
        self.portraits: tuple[str, ...] = ()
        """Portraits of the players at this step, by seat."""
        self._ground = space_needs(match.game.kinds, match.game.open_hands, match.session.seats)
        self.layout = self._make_layout(1280, 720)
        self._make_new_stage()

    def _make_layout(self, w: int, h: int) -> ReviewLayout:
        held = max(len(hand) for hand in self.match.scored_deal.deal.hands)
        chosen = self.context.settings
        return review_layout(w, h, self.match.session.seats, chosen.text_size, self._ground, held, chosen.card_size)

    def _make_new_stage(self) -> None:
        theme, game = self.context.theme, self.match.game
        hand = Hand(theme.focus, theme.brass)
        self.stage = Stage(game, hand, Timeline(), self.layout, lambda name: None)
        geese = frozenset(cards.name(card, game.jokers) for card in cards.members(game.text.geese))
        self._better = ""
        """The name of the better card of another seat."""
        self._tags: list[Tag] = []
        self._mark_words: dict[Card, str] = {}
        """Words about the marks on cards, by card, for screen readers."""
        self.images = CardImageQueue(self.context.faces, f"back {self.context.settings.back}", geese)
        self._seatings = SeatImages()

    def on_resize(self, w: int, h: int) -> None:
        self.layout = self._make_layout(w, h)
        self._make_new_stage()

    def show(self, verdict: Verdict) -> None:
        """Shows the present step of the match. The card of the step is already in the trick."""
        match, theme = self.match, self.context.theme
        seat, action = match.current_action
        played = card_of(action) if verb_of(action) in FROM_HAND else None
        self._tags, self._better, self._mark_words = [], "", {}
        seen = self._open_snapshot(seat, played)
        stage = self.stage
        stage.show(seen, self.layout)
        if played is not None and stage.trick:
            sprite = stage.trick[-1]
            glow = theme.over if verdict.is_worse else theme.brass
            self._mark_words[played] = "Played, not the best." if verdict.is_worse else "Played now."
            sprite.rest = sprite.pose = sprite.rest._replace(glow=glow)
            if verdict.is_worse:
                who = match.with_names(f"[{seat}]")
                who = who.lower() if seat == match.me and not match.is_shared else who
                words = f"{who} played {match.game.text.card_name(played)}"
                self._tags.append(Tag(words, sprite.rest.area(), theme.over, False))
        better = None if verdict.better is None or verb_of(verdict.better) not in FROM_HAND else card_of(verdict.better)
        if better is not None:
            self._mark_words[better] = "Better."
            self._mark_better_card(seat, better)

    def _mark_better_card(self, seat: int, better: Card) -> None:
        stage, tone = self.stage, self.context.theme.berry
        if seat == self.match.me and better in stage.hand.cards:
            stage.hand.set_legal_cards(frozenset([better]))
            stage.hand.settle()
        name = self.match.game.card_name(better)
        on_table = stage.hand.sprites if seat == self.match.me else stage.backs.get(seat, []) if self.layout.needs.rows else []
        area = None
        for sprite in on_table:
            if sprite.code == stage.image_code(better) and area is None:
                sprite.rest = sprite.pose = sprite.rest._replace(glow=tone)
                area = sprite.rest.area()
        if seat != self.match.me and not on_table:
            self._better = self.images.face_code(name)
            area = next((place.area() for _, place, ring in self._open_hands() if ring), None)
        if area is not None:
            self._tags.append(Tag("better", area, tone, True))

    def _open_snapshot(self, seat: int, played: Card | None) -> Snapshot:
        match = self.match
        found = take_snapshot(match, self.context.settings.sort)
        no_cards = (0,) * len(found.counts)
        rows = self.layout.needs.rows
        held = tuple(() if other == match.me or not rows else self._sorted_hand(other) for other in range(len(found.names)))
        own = found.own
        trick = found.trick
        if played is not None:
            trick = (*trick, (seat, played))
            own = tuple(card for card in own if seat != match.me or card != played)
        return replace(
            found, own=own, trick=trick, counts=no_cards, open=held if rows else (), mine=False, playable=(), decision=None,
            prompt="", forced=None, awaited=(seat,), turn=seat,
        )  # fmt: skip

    def _sorted_hand(self, seat: int) -> tuple[Card, ...]:
        match = self.match
        state = match.session.state
        assert state is not None
        held = cards.members(match.cards_of_seat(seat, without_current_action=True))
        return tuple(sorted(held, key=lambda card: (match.game.text.sort_key(state, card), card)))

    def draw(self, canvas: Canvas) -> None:
        """Draws everything on the cloth, without the cloth itself."""
        stage, layout = self.stage, self.layout
        self.images.begin_frame(1000)
        draw_parts_under_cards(canvas, stage)
        if layout.needs.rows:
            draw_auction(canvas, stage)
        backs = [sprite for held in stage.backs.values() for sprite in held]
        self.images.draw(canvas.dst, [*backs, *stage.pile_sprites()])
        for name, place, ring in sorted(self._open_hands(), key=lambda one: one[1].y):  # no index lies under a card
            self.context.faces.draw_card(canvas.dst, name, place.x, place.y, place.height, glow=ring)
        self.images.draw(canvas.dst, drawing_order(stage.trick))
        self.draw_seats(canvas)
        self.images.draw(canvas.dst, stage.hand.sprites)
        draw_badges(canvas, stage)
        self._draw_tags(canvas)
        if stage.egg is not None:
            canvas.draw_egg(stage.egg.x, stage.egg.y, seats.egg_height(layout))

    def enlarge(self, pos: tuple[int, int] | None) -> Change:
        """Opens the page of a large card. pos: a point on the card to show first; None for the card that was played last.

        Does nothing and returns None if there is no card at the point.
        """
        found = [(card, sprite.rest.area()) for card, sprite in face_up_cards(self.stage)]
        names = {self.match.game.card_name(card): card for hand in self.match.scored_deal.deal.hands for card in hand}
        found += [(names[code.removesuffix(GOOSE)], place.area()) for code, place, _ in self._open_hands()]
        over = [i for i, (_, area) in enumerate(found) if pos is not None and area.contains_point(pos)]
        trick = [i for i, (card, _) in enumerate(found) if self.stage.trick and self.stage.trick[-1].key == f"card {card}"]
        at = over[-1:] if pos is not None else trick[:1] or ([0] if found else [])
        return Push(ToLargeCard(self.match, tuple(card for card, _ in found), at[0])) if at else None

    @property
    def areas_to_keep_free(self) -> list[Area]:
        """Areas that no tag may cover: the indices (rank and suit) of all cards, medallions and plates."""
        sprites = [sprite for sprite in self.stage.sprites_in_order() if sprite.code]
        found = [index_area(sprite.rest.area()) for sprite in sprites]
        found += [index_area(place.area()) for _, place, _ in self._open_hands()]
        shown = self.stage.snapshot
        found += [area for _, area in piles.badge_lines(self.layout, shown)]
        if piles.open_cards_caption(shown, shown.me) is not None:
            found.append(own_open_cards_area(self.layout))
        for seat in range(len(self.portraits)):
            place = self.stage.seat_place(seat)
            if place is not None:
                found += [place.plate, Area(place.x - place.d / 2, place.y - place.d / 2, place.d, place.d)]
        return found

    def _draw_tags(self, canvas: Canvas) -> None:
        """Draws the tags of cards. The tag of the better card is placed first, because it must be beside its card."""
        layout, edge = self.layout, self.layout.rim + 4
        cloth = Area(edge, edge, layout.cloth_width - 2 * edge, layout.h - edge)
        draw_tags(canvas, self._tags[::-1], cloth, self.areas_to_keep_free, max(SMALLEST, layout.tag_size))

    def wanted_images(self) -> Iterator[WantedImage]:
        """Yields the images of the visible cards."""
        for sprite in self.stage.sprites_in_order():
            yield WantedImage.for_pose(self.images.visible_side_code(sprite), sprite.rest)
        for name, place, ring in self._open_hands():
            yield WantedImage(name, place.height, glow=ring)

    def _open_hands(self) -> Iterator[tuple[str, Place, str]]:
        """Yields the open cards of opponents: for each card its image code, its place, and the colour of its ring.

        Yields nothing if the table of the game has rows for open cards.
        """
        for seat in range(0 if self.layout.needs.rows else len(self.portraits)):
            at = self.stage.opponent_index(seat)
            if at is None:
                continue
            held = self._sorted_hand(seat)
            for card, place in zip(held, self.layout.open_hand_places(at, len(held)), strict=True):
                name = self.images.face_code(self.match.game.card_name(card))
                better = name == self._better and seat == self.match.current_action[0]
                yield name, place, self.context.theme.berry if better else ""

    def draw_seats(self, canvas: Canvas) -> None:
        """Draws the seats without their cards: medallions and plates."""
        shown = self.stage.snapshot
        for seat, name in enumerate(shown.names):
            place = self.stage.seat_place(seat)
            if place is None:
                at, d = self.layout.own_sign_place(0), self.layout.badge_size
                canvas.draw_portrait(self.portraits[seat], at.x, at.y, d, lamplight=float(seat == shown.turn))
            else:
                quota = shown.facts.quotas[seat] if shown.facts.quotas else None
                look = SeatLook(self.portraits[seat], name, shown.plates[seat], float(seat == shown.turn), quota)
                self._seatings.draw(canvas, self.layout, place, look)

    # ------------------------------------------------------------------ screen readers

    def accessible_parts(self) -> Iterator[TreePart]:
        """Yields the accessible parts of the table: the hands from the seat at the bottom on, the trick, and other cards."""
        trick, lines = trick_part(self), cloth_lines(self)
        for seat in seats_clockwise(self.match.me, len(self.portraits)):
            yield self._hand_height_part(seat)
        shown = self.stage.snapshot.trick
        yield trick._replace(parts=tuple(
            part._replace(description=" ".join(one for one in (self._mark_words.get(card, ""), part.description) if one))
            for part, (_, card) in zip(trick.parts, shown, strict=True)
        ))  # fmt: skip
        if lines:
            found = tuple(TreePart(f"lying/{at}", "label", line) for at, line in enumerate(lines))
            yield TreePart("lying", "list", "On the table", parts=found)

    def _hand_height_part(self, seat: int) -> TreePart:
        match, held = self.match, self._card_boxes(seat)
        whose = "Your" if seat == match.me and not match.is_shared else f"{self.stage.snapshot.names[seat]}'s"
        found = tuple(
            TreePart(
                f"hand/{seat}/{card}", "cell", spoken_text(match.game.text.card_name(card)),
                description=self._mark_words.get(card, ""), box=box,
                place=(at, len(held)),
            )
            for at, (card, box) in enumerate(held, 1)
        )  # fmt: skip
        name = f"{whose} hand, {count_text(len(held), 'card') if held else 'empty'}"
        return TreePart(f"hand/{seat}", "list", name, description=as_spoken_sentences(seat_texts(self, seat)), parts=found)

    def _card_boxes(self, seat: int) -> list[tuple[Card, Box]]:
        stage, rows = self.stage, self.layout.needs.rows
        if seat == self.match.me:
            places = [(card, sprite.rest.area()) for card, sprite in zip(stage.hand.cards, stage.hand.sprites, strict=True)]
        elif rows:
            by_key = {f"card {card}": card for card in stage.snapshot.open[seat]}
            places = [(by_key[sprite.key], sprite.rest.area()) for sprite in stage.backs[seat]]
        else:
            held, at = self._sorted_hand(seat), stage.opponent_index(seat)
            laid = [] if at is None else self.layout.open_hand_places(at, len(held))
            places = [(card, place.area()) for card, place in zip(held, laid, strict=True)]
        return [(card, (round(at.x), round(at.y), round(at.w), round(at.h))) for card, at in places]


class TablePicture(Element):
    """The element of the table. It draws over the whole cloth. In the accessible tree it is a group with hands and trick."""

    __slots__ = ("view",)

    def __init__(self, view: TableView) -> None:
        super().__init__(grow=1, align=STRETCH)
        self.view = view

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return w, 0

    def paint(self, painter: Painter) -> None:
        self.view.draw(painter.canvas)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        yield tree.make_part(self, "group", "Table", self.view.accessible_parts)
