"""The stage: cards, dealer's egg, badges and plates on the screen, which move to the places that a snapshot gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from goosetable import cards
from goosetable.app.render.geometry import RATIO, Point, SeatPlace
from goosetable.app.table import piles, seats
from goosetable.app.table.metrics import caption_size
from goosetable.app.table.panels import choice_panel
from goosetable.app.table.piles import Label, PileSprites, opponent_index
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.sprites import DraggedCard, Hand, Pose, Sprite, drawing_order
from goosetable.app.table.table_layout import Layout, bid_place
from goosetable.app.ui.tween import CLOSE_FAN, PLAY, TIME_TOLERANCE, Timeline
from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.event import TURNED


class PlacedBadge(NamedTuple):
    """A badge on the table: its kind, its seat (negative if it is in the middle of the table), and its centre."""

    kind: str
    seat: int
    at: Point


def placed_badges(layout: Layout, snapshot: Snapshot) -> list[PlacedBadge]:
    """Returns all badges with their places.

    The badges of a seat are at the upper left of its medallion, one below the other. Other badges are in the middle of the
    table.
    """
    found: list[PlacedBadge] = []
    for badge in snapshot.facts.badges:
        if badge.seat is None:
            continue
        before = sum(other.seat == badge.seat for other in found)
        found.append(PlacedBadge(badge.kind, badge.seat, badge_place(layout, opponent_index(snapshot, badge.seat), before)))
    unassigned = zip(snapshot.facts.unassigned_badges, layout.unassigned_badge_places, strict=False)
    return found + [PlacedBadge(badge.kind, -1 - i, at) for i, (badge, at) in enumerate(unassigned)]


def badge_place(layout: Layout, opponent: int | None, earlier_count: int = 0) -> Point:
    """Returns the centre of a badge at a seat. earlier_count: the number of badges already there.

    opponent: index of an opponent; None for the person. In compact mode the person's badges are beside the hand.
    """
    seat = layout.own_seat if opponent is None else layout.seat(opponent)
    d = layout.badge_size
    if seat is None:
        return layout.own_sign_place(2 + earlier_count)
    return Point(seat.x - seat.d * 0.40, seat.y - seat.d * 0.28 + earlier_count * d * 0.8)


def badge_moves(before: list[PlacedBadge], after: list[PlacedBadge]) -> list[tuple[PlacedBadge | None, PlacedBadge]]:
    """Returns the badges that move, as pairs: the badge before the move (None for a new badge), and the badge after it."""
    left = [badge for badge in before if badge not in after]
    found: list[tuple[PlacedBadge | None, PlacedBadge]] = []
    for badge in after:
        if badge in before:
            continue
        old = next((other for other in left if other.kind == badge.kind), None)
        if old is not None:
            left.remove(old)
        found.append((old, badge))
    return found


WALKS: Final = 0.27
"""Part of a honk's duration in which the goose walks into the picture. Then it opens its beak."""
BRIEFLY, LONG = 0.6, 0.9
"""Duration of a honk in seconds, at a fast and at a slow pace. Without motion the second one is used."""


class Honk:
    """A honk of the goose.

    seat: its victim. pace: factor on the speed; at 0 nothing moves, and the goose is not drawn. stamp: the word that is stamped
    on the table during the honk; "" for none.
    """

    def __init__(self, seat: int, pace: float, stamp: str = "") -> None:
        self.seat, self.still, self.stamp = seat, pace <= 0, stamp
        self._length = LONG if self.still else BRIEFLY + (LONG - BRIEFLY) * min(1.0, max(0.0, 2 * pace - 1))
        self._time = 0.0

    @property
    def progress(self) -> float:
        """Progress of the honk, 0..1."""
        return min(1.0, self._time / self._length)

    @property
    def is_beak_open(self) -> bool:
        """True while the beak is open."""
        return self.still or self.progress >= WALKS

    @property
    def is_over(self) -> bool:
        return self._time >= self._length - TIME_TOLERANCE

    def update(self, dt: float) -> None:
        """Advances the honk by dt seconds."""
        self._time += dt


class Stage:
    """The cards and signs on the screen.

    shown: the snapshot from which plates, sidebar and message are drawn; it changes when cards arrive. `animations.Animations`
    moves the parts of the stage. If all animations are skipped, the stage is as after `show`.
    """

    def __init__(self, game: AnyGame, hand: Hand, timeline: Timeline, layout: Layout, sound: Callable[[str], object]):
        self.game, self.hand, self.timeline, self.layout, self.sound = game, hand, timeline, layout, sound
        self.shown: Snapshot | None = None
        self.backs: dict[int, list[Sprite]] = {}
        self.shown_piles: PileSprites = {}
        self.trick: list[Sprite] = []
        self.badges: list[PlacedBadge] = []
        """Badges on the table."""
        self.vanishing_sprites: list[Sprite] = []
        """Sprites that fly to places at which they disappear."""
        self.egg: Point | None = None
        self.bumps: dict[int, float] = {}
        """Current enlargement of plates, 0..1, by seat."""
        self.event_text = ""
        """Text about the latest event, while it is displayed."""
        self.coming_texts: tuple[str, ...] = ()
        """Texts that the animation to the next snapshot will display, as far as known, so that they can be drawn in advance."""
        self.goosed: int | None = None
        """The seat at which the goose will honk during the animation to the next snapshot, or None."""
        self.stamp = ""
        """The word that is stamped on the table at that honk."""
        self.offered = 0
        """Number of cards on offer that determines the size of the mat."""
        self.level: tuple[int, ...] = ()
        """Seats whose bids tie, while the tie is displayed."""
        self.held: DraggedCard | None = None
        """The card that the pointer drags, if any."""
        self.honk: Honk | None = None
        """The current honk, if any. The timeline does not wait for its end."""
        self._players: dict[str, int] = {}

    @property
    def snapshot(self) -> Snapshot:
        """The displayed snapshot. It must not be read before the first `show`."""
        assert self.shown is not None
        return self.shown

    def image_code(self, card: Card) -> str:
        return cards.name(card, self.game.jokers)

    def opponent_index(self, seat: int) -> int | None:
        """Returns a seat's index among the opponents, counted from the left; None for the seat at the bottom."""
        return piles.opponent_index(self.snapshot, seat)

    def seat_place(self, seat: int) -> SeatPlace | None:
        """Returns the place of a seat on the screen; None for a person who has no plate."""
        opponent = self.opponent_index(seat)
        return self.layout.own_seat if opponent is None else self.layout.seat(opponent)

    def trick_pose(self, seat: int, order: int) -> Pose:
        """Returns the pose of a card in the trick. While a decision is open, the trick is higher, above the panel."""
        if self.layout.needs.market:
            return Pose.of_place(bid_place(self.layout, self.opponent_index(seat)))
        lay = choice_panel.trick_place_above if self._is_hand_lowered else Layout.trick_card_place
        return Pose.of_place(lay(self.layout, self.opponent_index(seat), order))

    def plate_point(self, seat: int) -> Point:
        """Returns the point to which the tricks that a seat wins fly, and from which its cards come."""
        return self.layout.won_trick_target(self.opponent_index(seat))

    def egg_place(self, dealer: int | None) -> Point | None:
        return None if dealer is None else seats.egg_place(self.layout, self.opponent_index(dealer))

    def show(self, snapshot: Snapshot, layout: Layout | None = None) -> None:
        """Displays a snapshot at once; nothing moves any more. layout: a new layout; None for the present one."""
        self.timeline.drop_beats()
        self.layout = layout or self.layout
        self.shown = snapshot
        self.held = self.honk = self.goosed = None
        self.vanishing_sprites.clear()
        self.bumps.clear()
        self.event_text, self.level = "", ()
        self.offered = _offer_size(snapshot)
        self.lay_hand(snapshot)
        self.lay_card_backs(snapshot)
        self.shown_piles = piles.lay_piles(self.layout, snapshot, self.image_code)
        self.badges = placed_badges(self.layout, snapshot)
        self.trick, self._players = [], {}
        for order, (seat, card) in enumerate(snapshot.trick):
            self.add_to_trick(seat, Sprite(f"card {card}", self.image_code(card), self.trick_pose(seat, order)))
        self.ring_card(snapshot.taking)
        self.egg = self.egg_place(snapshot.dealer)

    def lay_hand(self, snapshot: Snapshot) -> None:
        """Replaces the hand by the hand in a snapshot, without motion."""
        self.held = None
        self.hand.replace_cards([(card, self.image_code(card)) for card in snapshot.own], self.layout)
        self._update_legal_cards()
        self.hand.settle()

    @property
    def has_next_hand_to_come(self) -> bool:
        """True while a trick lies on the table and the hand consists of new cards that are not visible yet."""
        return bool(self.trick) and bool(self.hand.sprites) and all(sprite.hidden for sprite in self.hand.sprites)

    def turn_hand_down(self, played: Card | None, is_played_face_up: bool) -> None:
        """Turns the hand at the bottom face down.

        played: the card that leaves the hand; None for none. is_played_face_up: True if that card is played face up.
        """
        me = self.snapshot.me
        last = next((sprite for sprite in self.hand.sprites if sprite.key == f"card {played}"), None)
        held = [*(sprite for sprite in self.hand.sprites if sprite is not last), *([] if last is None else [last])]
        backs = []
        for i, sprite in enumerate(held):  # new sprites, because an old one would still show its face until the back is drawn
            up = sprite is last and is_played_face_up
            pose = sprite.pose._replace(face=float(up), lift=False, dim=False, glow="")
            backs.append(Sprite(f"back {me} {i}", sprite.code if up else "", pose))
        self.shown = replace(self.snapshot, own=())
        self.lay_hand(self.snapshot)
        self.backs[me] = backs

    def lay_card_backs(self, snapshot: Snapshot) -> None:
        """Places the card backs of the opponents under their plates, without motion; also the person's hand, if it is face
        down.
        """
        seats = [seat for seat in range(len(snapshot.counts)) if seat != snapshot.me or snapshot.face_down_count]
        self.backs = {seat: self.make_hand_sprites(snapshot, seat) for seat in seats}

    def make_hand_sprites(self, snapshot: Snapshot, seat: int) -> list[Sprite]:
        """Returns the sprites of a seat's hand, at rest; for the seat at the bottom, those of its face-down hand.

        Exposed cards of an opponent are at the right of the card backs, or beside the seat.
        """
        if seat == snapshot.me:
            places = self.layout.hand_places(snapshot.face_down_count) if snapshot.face_down_count else ()
            return [Sprite(f"back {seat} {i}", "", Pose.of_place(place, 0.0)) for i, place in enumerate(places)]
        if snapshot.opened:
            return self._sprites_of_open_hand(snapshot, seat)
        if self.layout.needs.rows:
            return self._sprites_of_open_row(snapshot, seat)
        place = self.opponent_index(seat)
        poses = [] if place is None else seats.card_back_poses(self.layout, place, snapshot.counts[seat])
        known = snapshot.open[seat] if snapshot.open else ()
        if known and not poses:
            pose = self._pose_beside_seat(seat)
            return [Sprite(f"back {seat} 0", self.image_code(known[0]), pose)] if pose is not None else []
        found = [Sprite(f"back {seat} {i}", "", pose) for i, pose in enumerate(poses)]
        for sprite, card in zip(reversed(found), known, strict=False):
            sprite.code = self.image_code(card)
            sprite.rest = sprite.pose = self._pose_right_of_backs(seat, sprite.rest)
        return found

    def _sprites_of_open_hand(self, snapshot: Snapshot, seat: int) -> list[Sprite]:
        at, held = self.opponent_index(seat), snapshot.open[seat]
        if at is None:
            return []
        heaps = piles.lay_piles(self.layout, snapshot, self.image_code).values()
        lying = [sprite.rest.area() for heap in heaps for sprite in heap]
        lying += [self.trick_pose(player, order).area() for order, (player, _) in enumerate(snapshot.trick)]
        lying += [area for _, area in piles.badge_lines(self.layout, snapshot)]
        lying += [label.area for label in piles.pile_labels(self.layout, snapshot)]
        where = zip(held, seats.open_hand_poses(self.layout, at, len(held), lying), strict=True)
        return [Sprite(f"back {seat} {i}", self.image_code(card), pose) for i, (card, pose) in enumerate(where)]

    def _sprites_of_open_row(self, snapshot: Snapshot, seat: int) -> list[Sprite]:
        at, strips = self.opponent_index(seat), snapshot.facts.strips
        if at is None or not snapshot.open:
            return []
        places = strips.hands[seat].cards if strips is not None else snapshot.open[seat]
        where = zip(places, self.layout.rows.places(at, len(places)), strict=True)
        return [
            Sprite(f"card {card}", self.image_code(card), Pose.of_place(place))
            for card, place in where
            if card in snapshot.open[seat]
        ]

    def _pose_beside_seat(self, seat: int) -> Pose | None:
        """Returns the pose of an exposed card beside the medallion of a seat that has no space below.

        The card is at the right of the medallion, or at the left if there is no space. Returns None for the seat at the bottom,
        and for seats that are drawn as chips.
        """
        at = self.opponent_index(seat)
        if at is None or self.layout.has_chips:
            return None
        place = self.layout.seat(at)
        height = piles.SEEN * place.d
        aside = 0.62 * place.d + height * RATIO / 2
        outer, rim = aside + height * RATIO / 2, self.layout.rim
        right = place.x + outer < self.layout.cloth_width - rim and (not self.layout.needs.windows or place.x - outer < rim)
        return Pose(place.x + (aside if right else -aside), place.y - 0.05 * place.d, round(height), 0.0, 1.0)

    def _pose_right_of_backs(self, seat: int, pose: Pose) -> Pose:
        at = self.opponent_index(seat)
        if at is not None and self.layout.is_over_trick(at):
            return self._pose_beside_seat(seat) or pose
        wide = pose.height * RATIO
        x = min(pose.x + 0.62 * wide, self.layout.cloth_width - self.layout.rim - wide / 2)
        return pose._replace(x=x, y=pose.y + 0.3 * pose.height, angle=0.0, face=1.0)

    @property
    def exposed_cards(self) -> list[tuple[Card, Sprite]]:
        """The exposed cards at the seats, each with its sprite; empty if all hands are public."""
        known = () if self.layout.needs.rows or self.snapshot.opened else self.snapshot.open
        lying = [(self.image_code(card), card, self.backs.get(seat, ())) for seat, held in enumerate(known) for card in held]
        return [(card, sprite) for code, card, backs in lying for sprite in backs if sprite.code == code]

    def add_to_trick(self, seat: int, sprite: Sprite) -> None:
        self._players[sprite.key] = seat
        self.trick.append(sprite)

    def poses_in_trick(self) -> list[tuple[str, Pose]]:
        """Returns the cards of the trick with their present poses; a flying card has the pose at the end of its flight."""
        return [(card.code, self.trick_pose(self._players[card.key], order)) for order, card in enumerate(self.trick)]

    def attach_to_pointer(self, sprite: Sprite, pos: tuple[int, int]) -> None:
        """Attaches a card of the hand or the trick to the pointer. pos: the point at which the pointer has grabbed the card."""
        self.held = DraggedCard(sprite, pos)

    def remove_from_hand(self, card: Card) -> Sprite | None:
        """Removes a card from the hand. Returns its sprite; None if the hand does not have the card.

        If the hand has two equal cards, removes the one that is dragged.
        """
        taken, held = self.hand.remove_card(card), self.held
        if taken is not None and held is not None and held.sprite.code == taken.code:
            taken.pose, held.sprite.pose = held.sprite.pose, taken.pose
        return taken

    def release_dragged_card(self) -> None:
        """Releases the dragged card. It moves back to its place, unless it has been played."""
        held, self.held = self.held, None
        if held is not None and held.sprite in (*self.hand.sprites, *self.trick):
            held.sprite.return_to_rest(PLAY * self.hand.pace)

    def cards_of_seat(self, seat: int) -> list[Sprite]:
        """Returns the sprites of a seat's hand, face up or face down."""
        return self.hand.sprites if seat == self.snapshot.me and not self.snapshot.face_down_count else self.backs[seat]

    def has_card_in_trick(self, seat: int) -> bool:
        """Returns True if a card of a seat is in the trick, or is flying there."""
        return any(self._players[sprite.key] == seat for sprite in self.trick)

    def ring_card(self, card: Card | None) -> None:
        """Draws the brass ring round the card that takes the trick. None removes the ring."""
        for sprite in self.trick:
            ringed = card is not None and sprite.key == f"card {card}"
            self._set_glow(sprite, ringed)

    def ring_tied_cards(self, seats: tuple[int, ...]) -> None:
        """Draws the brass ring round the tied cards of these seats. An empty tuple removes the rings."""
        self.level = seats
        for sprite in self.trick:
            self._set_glow(sprite, self._players[sprite.key] in seats)

    def _set_glow(self, sprite: Sprite, ringed: bool) -> None:
        sprite.rest = sprite.rest._replace(glow=self.hand.brass if ringed else "")
        if not sprite.flying and not sprite.is_gliding:
            sprite.settle()

    def _update_legal_cards(self) -> None:
        snapshot = self.snapshot
        playing = snapshot.mine and snapshot.decision is None and snapshot.forced is None
        self.hand.set_legal_cards(frozenset(snapshot.legal) if playing else None, is_lowered=self._is_hand_lowered)

    @property
    def _is_hand_lowered(self) -> bool:
        return self.snapshot.decision is not None and self.snapshot.decision.lowers_hand

    def show_without_prompt(self, **changes: Any) -> None:
        """Displays the snapshot without prompt and decision, while cards move. changes: further new fields of the snapshot."""
        self.shown = replace(self.snapshot, turn=None, mine=False, playable=(), decision=None, prompt="", **changes)
        self._update_legal_cards()

    def finish_animation(self, after: Snapshot) -> None:
        """Displays the snapshot after an animation. If cards on the stage differ from it, places all cards anew."""
        self.shown = after
        self.event_text, self.level = "", ()
        self.offered = _offer_size(after)
        if not self._matches_snapshot(after):
            self.show(after)
            return
        self._update_legal_cards()
        for sprites, fresh in self._present_and_new_sprites(after):
            for sprite, other in zip(sprites, fresh, strict=True):
                sprite.glide(other.rest, CLOSE_FAN * self.hand.pace)
        self.badges = placed_badges(self.layout, after)
        for order, sprite in enumerate(self.trick):
            pose = self.trick_pose(self._players[sprite.key], order)._replace(glow=sprite.rest.glow)
            sprite.glide(pose, CLOSE_FAN * self.hand.pace)

    def _present_and_new_sprites(self, snapshot: Snapshot) -> Iterator[tuple[list[Sprite], list[Sprite]]]:
        """Yields two lists of sprites for each seat and pile: those on the stage, and new ones made from the snapshot."""
        fresh = piles.lay_piles(self.layout, snapshot, self.image_code)
        for pile in {**self.shown_piles, **fresh}:
            yield self.shown_piles.get(pile, []), fresh.get(pile, [])
        for seat, held in self.backs.items():
            yield held, self.make_hand_sprites(snapshot, seat)

    def _matches_snapshot(self, snapshot: Snapshot) -> bool:
        return (
            tuple(self.hand.cards) == snapshot.own
            and [sprite.key for sprite in self.trick] == [f"card {card}" for _, card in snapshot.trick]
            and all(_keys_and_codes(one) == _keys_and_codes(two) for one, two in self._present_and_new_sprites(snapshot))
            and not self.vanishing_sprites
            and self.egg == self.egg_place(snapshot.dealer)
        )

    def sprites_in_order(self) -> Iterator[Sprite]:
        """Yields every sprite on the screen in drawing order, the lowest first."""
        yield from (sprite for sprites in self.backs.values() for sprite in sprites)
        yield from self.pile_sprites()
        yield from drawing_order(self.trick)
        yield from self.hand.sprites
        yield from self.vanishing_sprites

    def pile_sprites(self) -> Iterator[Sprite]:
        """Yields the sprites of the piles, the lowest first."""
        for pile in sorted(self.shown_piles, key=piles.drawing_order_key):
            yield from self.shown_piles[pile]

    @property
    def is_moving(self) -> bool:
        swings = self.held is not None and self.held.is_swinging
        if swings or self.honk is not None or self.timeline.has_running_tween or self.hand.is_moving:
            return True
        return any(sprite.is_gliding for sprite in self.sprites_in_order())

    def update(self, dt: float) -> bool:
        """Advances the stage by dt seconds; returns True if its picture has changed."""
        honk = self.honk
        changed = self.timeline.update(dt)
        lying = (*self.backs.values(), *self.shown_piles.values(), self.trick)
        moved = [sprite.update(dt) for sprites in lying for sprite in sprites]
        swung = self.held is not None and self.held.update(dt, self.hand.pace)
        return self.hand.update(dt) or any(moved) or swung or self._update_honk(dt, honk) or changed

    def _update_honk(self, dt: float, honk: Honk | None) -> bool:
        """Advances a honk by dt seconds, and removes it once it is over. Returns True if its picture has changed."""
        if honk is not None:
            honk.update(dt)
        if self.honk is not None and self.honk.is_over:
            self.honk = None
        return honk is not None and (self.honk is None or not honk.still)

    def skip_animation(self) -> None:
        self.timeline.finish_all()
        self.honk = None
        self.hand.settle()
        for sprite in self.sprites_in_order():
            if not sprite.flying:
                sprite.settle()

    def picture_state(self) -> tuple[object, ...]:
        """Returns everything visible as a value. If two values are equal, the pictures are equal."""
        found = tuple((sprite.key, sprite.code, sprite.pose, sprite.hidden) for sprite in self.sprites_in_order())
        seen = (self.egg, self.badges, self.shown, dict(self.bumps), self.event_text, self.offered, self.level, self.honk)
        return (found, *seen)


def _offer_size(snapshot: Snapshot) -> int:
    return next((heap.size for heap in snapshot.shown_piles if heap.pile == TURNED), 0)


def _keys_and_codes(sprites: list[Sprite]) -> list[tuple[str, str]]:
    return [(sprite.key, sprite.code) for sprite in sprites]


def face_up_cards(stage: Stage) -> Iterator[tuple[Card, Sprite]]:
    """Yields every face-up card of the hand, the trick, the piles and the seats; in each group, the lowest card first."""
    shown = stage.snapshot
    held = (*shown.own, *(card for _, card in shown.trick), *(card for held in shown.open for card in held))
    known = (*held, *(card for heap in shown.shown_piles for card in heap.cards))
    by_key = {f"card {card}": card for card in known}
    by_code = {stage.image_code(card): card for card in known}  # two packs have two cards of each code
    backs = [sprite for sprites in stage.backs.values() for sprite in sprites]
    for sprite in (*stage.hand.sprites, *drawing_order(stage.trick), *stage.pile_sprites(), *backs):
        if sprite.code in by_code and sprite.rest.face > 0:
            yield by_key.get(sprite.key, by_code[sprite.code]), sprite


def card_at(stage: Stage, pos: tuple[int, int]) -> Card | None:
    """Returns the uppermost face-up card at a point of the window; None if there is none. The hand is above all others."""
    hand = stage.hand.card_at(*pos)
    if hand is not None:
        return hand
    held = set(map(id, stage.hand.sprites))
    found = [card for card, sprite in face_up_cards(stage) if id(sprite) not in held and sprite.rest.contains_point(*pos)]
    return found[-1] if found else None


def cloth_labels(stage: Stage) -> list[Label]:
    """Returns the labels on the cloth for which there is space: under piles, beside chips, and at exposed cards."""
    layout, px = stage.layout, caption_size(stage.layout)
    found = piles.pile_labels(layout, stage.snapshot)
    taken = [layout.seat(i).area() for i in range(layout.opponent_count)] + [label.area for label in found]
    taken += [sprite.rest.area() for sprite in stage.pile_sprites()]
    for _, sprite in stage.exposed_cards:
        at = sprite.rest.area()
        place = min((layout.seat(i) for i in range(layout.opponent_count)), key=lambda seat: abs(seat.x - at.centre.x))
        beside = piles.label_beside(at, layout.u, "turned up", px, at.centre.x < place.x)
        under = Label("turned up", at.centre.x, at.bottom + 2, px)
        room = (label for label in (beside, under) if not any(area.overlaps(label.area) for area in taken))
        found += [label for label in room if label.area.x > layout.rim and label.area.right < layout.cloth_width - layout.rim][
            :1
        ]
    return found
