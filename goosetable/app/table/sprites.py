"""Sprites: the cards on the screen, which lie on the table, fly, or follow the pointer. Also the fan of the person's hand, and
the queue that draws images of cards in advance.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.card_images import FLIPS, GOOSE, STEP, CardImages
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.tween import CLOSE_FAN, RAISE, SORT, Ease, Tween, interpolate, out_cubic, out_quad
from goosetable.cards import Card, suit

LEAN: Final = 11.0  # degrees, the largest lean of a dragged card
PULL: Final = 0.009  # degrees of lean for each pixel a second
LAG: Final = (2, 9)  # largest lag of a flying card's image behind its pose: steps of turning over, and degrees
SWING: Final = 0.09  # time constant of the swing, in seconds


class Pose(NamedTuple):
    """Position and appearance of a card on the screen: centre and height in pixels, angle in degrees.

    face: 1 face up, 0 face down, a value between them while the card turns over.
    """

    x: float
    y: float
    height: float
    angle: float = 0.0
    face: float = 1.0
    lift: bool = False
    dim: bool = False
    glow: str = ""

    @classmethod
    def of_place(cls, place: Place, face: float = 1.0) -> Pose:
        return cls(place.x, place.y, place.height, place.angle, face)

    def area(self) -> Area:
        return Place(self.x, self.y, self.height, self.angle).area()

    def contains_point(self, x: float, y: float, below: float = 0.0) -> bool:
        """Returns True if a point is on the card, or at most `below` pixels below its lower edge."""
        a = math.radians(self.angle)
        dx, dy = x - self.x, y - self.y
        across, down = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        half = self.height / 2
        return abs(across) <= half * RATIO and -half <= down <= half + below


class FlightImage(NamedTuple):
    """The appearance of a flying card.

    code: image code of the visible side. height: of the image, in pixels. flip: visible part of the card's width while it turns
    over, from 0 to the full width at `FLIPS`. angle: in degrees.
    """

    code: str
    height: float
    glow: str
    flip: int
    angle: int

    def resembles(self, other: FlightImage) -> bool:
        """Returns True if another image looks nearly the same: `flip` and `angle` differ by at most the numbers in `LAG`."""
        return self[:3] == other[:3] and abs(self.flip - other.flip) <= LAG[0] and abs(self.angle - other.angle) <= LAG[1]


class Sprite:
    """A card on the screen.

    rest: the pose in which the card comes to rest. pose: its present pose. code: image code; "" for an unknown card.
    """

    def __init__(self, key: str, code: str, rest: Pose) -> None:
        self.key = key
        self.code = code
        self.rest = rest
        self.pose = rest
        self.flying = False
        self.hidden = False
        """True if the card is not drawn yet, as before it is dealt."""
        self.last: pygame.Surface | None = None
        """The image with which the card was last drawn."""
        self.drawn: object = None
        """Key of `last`: the card images and the wanted image from which it was made; None if `last` is out of date."""
        self.turned: tuple[FlightImage, pygame.Surface] | None = None
        """The last image of the flying card at full size, with the appearance that it shows."""
        self.scaled: tuple[FlightImage, pygame.Surface] | None = None
        """An image of the flying card that is already scaled for the next frame, with its appearance."""
        self.soon: tuple[Pose, float] | None = None
        """The pose expected in the next frame, and the height of the image from which the card will be drawn."""
        self._from = rest
        self._time = self._length = 0.0

    @property
    def size(self) -> float:
        """Height in pixels of the image that is scaled down while the card flies."""
        return max(self.rest.height, self._from.height)

    @property
    def is_gliding(self) -> bool:
        return self._time < self._length

    def glide(self, target: Pose, seconds: float) -> None:
        """Sets a new rest pose. Moves the card there within `seconds`, unless it is flying."""
        if target == self.rest:
            return
        self.rest = target
        if not self.flying:
            self._start_glide(seconds)

    def give_to_pointer(self) -> None:
        """Stops the motion of the card, because it follows the pointer from now on."""
        self.flying, self.pose = True, self.pose._replace(lift=True, dim=False)
        self._time = self._length = 0.0

    def return_to_rest(self, seconds: float) -> None:
        self.flying = False
        self._start_glide(seconds)

    def _start_glide(self, seconds: float) -> None:
        self._from, self._time, self._length = self.pose, 0.0, seconds
        self._update_pose()
        if seconds <= 0:
            self.settle()

    def update(self, dt: float) -> bool:
        """Advances the motion by dt seconds. Returns True if the card has moved."""
        if not self.is_gliding or self.flying:
            return False
        self._time += dt
        if not self.is_gliding:
            self.settle()
        else:
            self._update_pose()
        return True

    def settle(self) -> None:
        self._time = self._length = 0.0
        self.pose = self.rest

    def _update_pose(self) -> None:
        part = out_quad(self._time / self._length) if self._length > 0 else 1.0
        self.pose = mix_poses(self._from, self.rest, part)

    def fly(
        self, target: Pose, seconds: float, delay: float = 0.0, ease: Ease = out_cubic, rise: float = 0.0,
        sway: float = 0.0, on_begin: Callable[[], object] | None = None, on_end: Callable[[], object] | None = None,
    ) -> Tween:  # fmt: skip
        """Returns the tween of a flight to a new rest pose.

        rise: height of the arc of the flight in pixels. sway: largest tilt on the way in degrees. on_begin, on_end: called at
        the beginning and the end.
        """

        def pose_along(start: Pose, fraction: float) -> Pose:
            bow = math.sin(math.pi * fraction)
            pose = mix_poses(start, target, fraction)
            return pose._replace(y=pose.y - rise * bow, angle=pose.angle + sway * bow, lift=True, dim=False)

        def begin() -> None:
            if on_begin is not None:
                on_begin()
            self.rest = target
            self.flying, self.hidden = True, False
            self._time = self._length = 0.0
            self._from = self.pose

        def show(fraction: float) -> None:
            self.pose = pose_along(self._from, fraction)
            if fraction >= 1:
                self.land()

        def foretell(fraction: float) -> None:
            start = self._from if self.flying else self.pose
            self.soon = pose_along(start, fraction), max(start.height, target.height)

        return Tween(seconds, show, delay, ease, begin, on_end, foretell)

    def land(self) -> None:
        """Ends a flight: puts the card exactly into its rest pose."""
        self.flying = False
        self.settle()


class DraggedCard:
    """A card that hangs from the pointer, at the point at which it was grabbed. It swings a little when the pointer moves."""

    def __init__(self, sprite: Sprite, pos: tuple[int, int]) -> None:
        self.sprite = sprite
        self._aside = sprite.pose.x - pos[0], sprite.pose.y - pos[1]
        self._before = sprite.pose.x
        sprite.give_to_pointer()

    @property
    def y(self) -> float:
        """Vertical centre of the card in pixels."""
        return self.sprite.pose.y

    def move(self, pos: tuple[int, int]) -> None:
        x, y = pos[0] + self._aside[0], pos[1] + self._aside[1]
        self.sprite.pose = self.sprite.pose._replace(x=x, y=y)

    @property
    def is_swinging(self) -> bool:
        return self.sprite.pose.x != self._before or self.sprite.pose.angle != 0

    def update(self, dt: float, pace: float) -> bool:
        """Advances the swing by dt seconds. Returns True if the card has swung.

        The card leans away from the direction of motion. pace: factor on motion; at 0 the card hangs straight.
        """
        if not self.is_swinging or dt <= 0:
            return False
        pose = self.sprite.pose
        lean = max(-LEAN, min(LEAN, (self._before - pose.x) / dt * PULL)) if pace > 0 else 0.0
        self._before = pose.x
        angle = interpolate(lean, pose.angle, math.exp(-dt / SWING)) if pace > 0 else 0.0
        self.sprite.pose = pose._replace(angle=0.0 if abs(angle) < 0.1 else angle)
        return True


def drawing_order(trick: Iterable[Sprite]) -> list[Sprite]:
    """Returns the cards of a trick in drawing order, in which the index of every card stays visible.

    A card that is lower on the screen covers a higher one. Of two cards at the same height, the right one covers the left one.
    """
    return sorted(trick, key=lambda sprite: (round(sprite.rest.y), sprite.rest.x))


def mix_poses(a: Pose, b: Pose, fraction: float) -> Pose:
    """Returns the pose at `fraction` (0..1) of the way from a to b. Values that cannot be mixed are those of b."""
    if fraction >= 1:
        return b
    return b._replace(
        x=interpolate(a.x, b.x, fraction), y=interpolate(a.y, b.y, fraction), height=interpolate(a.height, b.height, fraction),
        angle=interpolate(a.angle, b.angle, fraction), face=interpolate(a.face, b.face, fraction),
    )  # fmt: skip


SAME_SIZE: Final = 0.02  # relative difference in size up to which an image is drawn unscaled
A_FRAME: Final = 1  # largest number of card images that a frame draws or rotates


class WantedImage(NamedTuple):
    """An image that will be needed soon: the arguments for `CardImages.get`."""

    code: str
    height: float
    lift: bool = False
    dim: bool = False
    glow: str = ""
    angle: float = 0.0

    @classmethod
    def for_pose(cls, code: str, pose: Pose) -> WantedImage:
        return cls(code, pose.height, pose.lift, pose.dim, pose.glow, round(pose.angle, 1))


class CardImageQueue:
    """Draws the images of sprites within the time of a frame.

    An image for which the frame has no time is drawn in the next frame; until then the sprite shows its last image. late: True
    if an image was postponed since `begin_frame`.
    """

    def __init__(self, faces: CardImages, back: str, geese: frozenset[str] = frozenset()) -> None:
        """geese: codes of the cards that are Geese in the game. Their faces are drawn with a small goose."""
        self.faces, self.back, self.geese = faces, back, geese
        self.late = False
        self._left = float(A_FRAME)
        self._wanted: deque[WantedImage] = deque()
        self._missed: deque[WantedImage] = deque()
        """Images that the last frame had no time to draw."""
        self._coming: deque[tuple[Sprite, FlightImage, float]] = deque()
        """Expected flights: the sprite, its appearance in the next frame, and the scale of its image."""

    def begin_frame(self, allowed: float = A_FRAME) -> None:
        self.late, self._left = False, allowed
        self._missed.clear()

    def set_wanted_images(self, wanted: Iterable[WantedImage]) -> None:
        """Replaces the list of images that will be needed soon."""
        self._wanted = deque(one._replace(code=self.face_code(one.code)) for one in wanted)

    @property
    def has_undrawn_images(self) -> bool:
        """True if an image that will be needed soon has not been drawn yet."""
        for those in (self._missed, self._wanted):
            while those and not self.faces.drawing_cost(*those[0]):
                those.popleft()
        return bool(self._missed or self._wanted)

    def run_slice(self) -> bool:
        """Draws one image that will be needed soon. Returns False if there is none left."""
        if self.has_undrawn_images:
            self.faces.get(*(self._missed or self._wanted).popleft())
            return True
        return False

    def draw(self, dst: pygame.Surface, sprites: Iterable[Sprite], aside: dict[str, float] | None = None) -> None:
        """Draws sprites in the given order. aside: sideways offset in pixels, by sprite key."""
        shift = aside or {}
        laid = [
            CardImages.placed_image(self.picture_of_sprite(sprite), sprite.pose.x + shift.get(sprite.key, 0.0), sprite.pose.y)
            for sprite in sprites
            if not sprite.hidden
        ]
        CardImages.blit(dst, laid)

    def picture_of_sprite(self, sprite: Sprite) -> pygame.Surface:
        if sprite.flying:
            sprite.last, sprite.drawn = self._picture_in_flight(sprite), None
            return sprite.last
        # A card that moves within the fan is drawn at its final angle at once; the difference is about a degree.
        pose, rest = sprite.pose, sprite.rest
        height = pose.height if abs(pose.height - rest.height) > 1 else rest.height
        wanted = WantedImage(self.visible_side_code(sprite), height, pose.lift, pose.dim, pose.glow, round(rest.angle, 1))
        drawn = self.faces, wanted
        if sprite.drawn == drawn and sprite.last is not None:
            return sprite.last
        lacking = self.faces.drawing_cost(*wanted)
        if lacking and self._left <= 0 and sprite.last is not None:
            self.late = True
            self._missed.append(wanted)
            sprite.drawn = None
            return sprite.last
        self._left -= lacking > 0
        sprite.last, sprite.drawn = self.faces.get(*wanted), drawn
        return sprite.last

    def store_next_images(self, sprites: Iterable[Sprite]) -> None:
        """Stores, for each flying card, the image that it will need in the next frame, if its next pose is known."""
        self._coming.clear()
        for sprite in sprites:
            soon, sprite.soon = sprite.soon, None
            if soon is not None:
                pose, height = soon
                coming, scale = self._flight_image_of(sprite.code, pose, height), pose.height / height
                if abs(scale - 1) >= SAME_SIZE or not self.faces.is_cached(*coming):
                    self._coming.append((sprite, coming, scale))

    def draw_next_flight_image(self) -> bool:
        """Draws the image that one flying card needs in the next frame. Returns False if no image is missing."""
        if not self._coming:
            return False
        sprite, coming, scale = self._coming.popleft()
        picture = self._flight_image(coming)
        if abs(scale - 1) >= SAME_SIZE:
            sprite.scaled = coming, pygame.transform.smoothscale(picture, _scaled_size(picture, scale))
        return True

    def _flight_image(self, seen: FlightImage) -> pygame.Surface:
        return self.faces.get(seen.code, seen.height, 1, False, seen.glow or None, seen.angle, seen.flip / FLIPS)

    def _flight_image_of(self, code: str, pose: Pose, height: float) -> FlightImage:
        side = self.face_code(code) if code and pose.face >= 0.5 else self.back
        flip, angle = max(1, round(abs(2 * pose.face - 1) * FLIPS)), round(pose.angle / STEP) * STEP
        return FlightImage(side, height, pose.glow, flip, angle)

    def visible_side_code(self, sprite: Sprite) -> str:
        """Returns the image code of the visible side of a card. An unknown card shows its back."""
        return self.face_code(sprite.code) if sprite.code and sprite.pose.face >= 0.5 else self.back

    def face_code(self, code: str) -> str:
        """Returns the image code of a card's face. A Goose has a separate code."""
        return code + GOOSE if code in self.geese else code

    def _picture_in_flight(self, sprite: Sprite) -> pygame.Surface:
        """Returns the image of a flying card, scaled down from the largest size in its flight.

        If the frame has no time left, returns the image of a slightly earlier moment. The difference is not visible in flight.
        """
        pose, scale = sprite.pose, sprite.pose.height / sprite.size
        now = self._flight_image_of(sprite.code, pose, sprite.size)
        before = sprite.turned
        ready = self.faces.is_cached(*now)
        if before is None or (before[0] != now and (ready or self._left > 0 or not now.resembles(before[0]))):
            self._left -= 0 if ready else now.flip / FLIPS
            before = sprite.turned = now, self._flight_image(now)
        turned, picture = before
        if abs(scale - 1) < SAME_SIZE:
            return picture
        size = _scaled_size(picture, scale)
        if sprite.scaled is not None and sprite.scaled[0] == turned:
            ahead = sprite.scaled[1]
            if abs(ahead.height - size[1]) < SAME_SIZE * size[1]:
                return ahead
        return pygame.transform.smoothscale(picture, size)


def _scaled_size(picture: pygame.Surface, scale: float) -> tuple[int, int]:
    return max(2, round(picture.width * scale)), max(2, round(picture.height * scale))


LEGAL, FOCUSED = 0.10, 0.20  # distances by which a legal and the focused card are raised, as parts of the card's height
SHAKE = 0.24  # seconds for which a refused card shakes


class Hand:
    """The person's cards. Even during an animation, the pointer finds a card at the card's place at rest.

    pace: the factor on the speed of all motion. lifts: True if playable cards are raised and the others darkened.
    """

    def __init__(self, focus_colour: str, brass: str, lifts: bool = True) -> None:
        self.focus_colour, self.brass, self.lifts = focus_colour, brass, lifts
        self.pace = 1.0
        self.cards: list[Card] = []
        self.sprites: list[Sprite] = []
        self.focus: Card | None = None
        self.legal: frozenset[Card] | None = None
        """Cards that may be played; None while it is not the person's turn to play a card."""
        self.keyed = False
        """True if the focus was moved with a key. Such a focus is drawn even when it is not the person's turn."""
        self.hint: Card | None = None
        self.last: float | None = None
        """Index in the fan of the card that last had the focus. If that card has left, halfway between its two former
        neighbours. None if no card of this hand has had the focus."""
        self.sunk = False
        self._layout: Layout | None = None
        self._shaking: Card | None = None
        self._shook = 0.0

    def replace_cards(self, cards: Sequence[tuple[Card, str]], layout: Layout) -> None:
        """Replaces the hand, without animation. cards: the new cards from left to right, each with its image code."""
        self.cards = [card for card, _ in cards]
        self._layout = layout
        self._shaking = None
        if self.focus not in self.cards:
            self.focus = None
        places = self._rest_poses()
        self.sprites = [
            Sprite(f"card {card}", code, self._pose_at(card, place)) for (card, code), place in zip(cards, places, strict=True)
        ]

    def _rest_poses(self) -> list[Pose]:
        assert self._layout is not None
        return [Pose.of_place(place) for place in self._layout.hand_places(len(self.cards), float(self.sunk))]

    def _pose_at(self, card: Card, place: Pose) -> Pose:
        if self.legal is None:
            return place._replace(dim=self.sunk, glow=self.focus_colour if card == self.focus and self.keyed else "")
        may = card in self.legal
        rise = LEGAL if may and self.lifts else 0.0
        if card == self.hint or (card == self.focus and may):
            rise = FOCUSED
        glow = self.focus_colour if card == self.focus else self.brass if card == self.hint else ""
        return place._replace(
            y=place.y - rise * place.height, lift=rise > 0, dim=self.lifts and not may, glow=glow,
        )  # fmt: skip

    def glide_to_places(self, seconds: float = RAISE) -> None:
        """Moves every card to its present place within `seconds`."""
        for sprite, card, place in zip(self.sprites, self.cards, self._rest_poses(), strict=True):
            sprite.glide(self._pose_at(card, place), seconds * self.pace)

    def set_legal_cards(self, legal: frozenset[Card] | None, is_lowered: bool = False) -> None:
        """Sets the cards that may be played. legal: None if it is not the person's turn to play a card.

        is_lowered: True if the hand is lowered, because another decision comes first.
        """
        changed = is_lowered != self.sunk
        self.legal, self.sunk = legal, is_lowered
        if legal is None:
            self.hint = None
        self.glide_to_places(CLOSE_FAN if changed else RAISE)

    def focus_card(self, card: Card | None, by_key: bool = False) -> bool:
        """Moves the focus to a card; None removes it. Returns True if the focus has changed. by_key: True if a key moved it."""
        if card == self.focus:
            return False
        self.focus, self.keyed = card, by_key
        if card in self.cards:
            self.last = self.cards.index(card)
        self.glide_to_places()
        return True

    def set_hint(self, card: Card | None) -> None:
        self.hint = card
        self.glide_to_places()

    def step_focus(self, by: int) -> None:
        """Moves the focus by `by` cards. If no card has the focus, moves it to the hinted card, or else to a playable card."""
        if self.focus in self.cards:
            self.focus_card(self.cards[(self.cards.index(self.focus) + by) % len(self.cards)], True)
        elif self.hint in self.cards:
            self.focus_card(self.hint, True)
        else:
            self.focus_card(self.nearest_legal_card(by), True)

    def step_focus_by_suit(self, by: int) -> None:
        """Moves the focus to the leftmost card of the next suit; of the previous suit if `by` is -1. After the last suit comes
        the first.
        """
        suits = list(dict.fromkeys(suit(card) for card in self.cards))
        if self.focus not in self.cards:
            self.step_focus(by)
        elif suits:
            wanted = suits[(suits.index(suit(self.focus)) + by) % len(suits)]
            self.focus_card(next(card for card in self.cards if suit(card) == wanted), True)

    def nearest_legal_card(self, by: int = 1, playable: frozenset[Card] | None = None) -> Card | None:
        """Returns the playable card that is nearest to the card that last had the focus.

        If no card has had the focus, returns the leftmost playable card; the rightmost if `by` is negative. playable: the cards
        that count as playable while the person is not to play; None for all. If no card is playable, all cards count. Returns
        None for an empty hand.
        """
        legal = playable if self.legal is None else self.legal
        may_play = [i for i, card in enumerate(self.cards) if legal is None or card in legal] or [*range(len(self.cards))]
        if not may_play:
            return None
        last = self.last
        if last is None:
            return self.cards[may_play[0 if by > 0 else -1]]
        return self.cards[min(may_play, key=lambda at: abs(at - last))]

    def reorder(self, cards: Sequence[Card]) -> None:
        """Moves the cards of the hand into another order. cards: the same cards, in the new order."""
        if list(cards) == self.cards or sorted(cards) != sorted(self.cards):
            return
        at = dict(zip(self.cards, self.sprites, strict=True))
        self.cards, self.sprites = list(cards), [at[card] for card in cards]
        self.glide_to_places(SORT)

    def remove_card(self, card: Card) -> Sprite | None:
        """Removes a card from the hand, and closes the gap. Returns the card's sprite; None if the card is not in the hand."""
        if card not in self.cards:
            return None
        at = self.cards.index(card)
        self.cards.pop(at)
        sprite = self.sprites.pop(at)
        self.last = at - 0.5 if self.cards else None
        if self.focus == card:
            self.focus = None
        self.glide_to_places(CLOSE_FAN)
        return sprite

    @property
    def top(self) -> float:
        """Upper edge of the cards that are not raised, as y in pixels."""
        return min((place.y - place.height / 2 for place in self._rest_poses()), default=0.0)

    def card_at(self, x: float, y: float) -> Card | None:
        """Returns the card at a point of the window; None if there is none. A raised card counts also for the points that it
        covers at rest.
        """
        below = self._layout.rim * 2.0 if self._layout is not None else 0.0
        for card, sprite, place in reversed(list(zip(self.cards, self.sprites, self._rest_poses(), strict=True))):
            if sprite.rest.contains_point(x, y) or place.contains_point(x, y, below):
                return card
        return None

    def shake(self, card: Card) -> None:
        self._shaking, self._shook = (card, 0.0) if self.pace > 0 else (None, 0.0)

    @property
    def is_moving(self) -> bool:
        return self._shaking is not None or any(sprite.is_gliding for sprite in self.sprites)

    def update(self, dt: float) -> bool:
        """Advances the animation by dt seconds. Returns True if a card has moved."""
        moved = [sprite.update(dt) for sprite in self.sprites]
        if self._shaking is None:
            return any(moved)
        self._shook += dt
        if self._shook >= SHAKE or self._shaking not in self.cards:
            self._shaking = None
        return True

    def shake_offsets(self) -> dict[str, float]:
        """Returns the sideways offset of each shaking card in pixels, by sprite key."""
        if self._shaking is None or self._layout is None:
            return {}
        swing = 3 * max(1.0, self._layout.u) * math.sin(4 * math.pi * self._shook / SHAKE)
        return {f"card {self._shaking}": swing}

    def settle(self) -> None:
        self._shaking = None
        for sprite in self.sprites:
            if not sprite.flying:
                sprite.settle()
