"""The table of a review: as in play, with the hands of all open, the card that is played in the trick, and the better one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.review_session import LookingBack
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import GOOSE
from goosetable.app.render.felt import bed_for
from goosetable.app.render.geometry import Area, Place
from goosetable.app.scenes.review import card_tags
from goosetable.app.scenes.review.card_tags import Tag, index
from goosetable.app.scenes.review.review_layout import ReviewLayout, review_layout
from goosetable.app.scenes.routes import ToLargeCard
from goosetable.app.scenes.table.cloth import draw_auction, draw_grounds, draw_marks
from goosetable.app.table import piles, seats
from goosetable.app.table.hand import Hand
from goosetable.app.table.metrics import ground_for
from goosetable.app.table.seats import Look, Seatings
from goosetable.app.table.snapshot import FROM_HAND, Snapshot, snapshot
from goosetable.app.table.sprites import CardImageQueue, WantedImage, overlapping
from goosetable.app.table.stage import Stage, large_card, lying_cards
from goosetable.app.table.table_layout import own_area
from goosetable.app.ui.scene import Change, Push
from goosetable.app.ui.tween import Timeline
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, card_of, verb_of


class Verdict(NamedTuple):
    """What is marked on the table. judged: whether the card that is played is a person's that was not the best."""

    judged: bool = False
    better: Action | None = None
    """What the seat that acts would better have done."""


class TableView:
    """Shows where a deal stands. Nothing moves: each step is there at once."""

    def __init__(self, context: Context, match: LookingBack, portraits: tuple[str, ...]) -> None:
        self.context, self.match, self.portraits = context, match, portraits
        self._ground = ground_for(match.game.kinds, match.game.open_hands, match.session.seats)
        self.layout = self._laid(1280, 720)
        self._fresh()

    def _laid(self, w: int, h: int) -> ReviewLayout:
        held = max(len(hand) for hand in self.match.counted.deal.hands)
        chosen = self.context.settings
        return review_layout(w, h, self.match.session.seats, chosen.text_size, self._ground, held, chosen.card_size)

    def _fresh(self) -> None:
        theme, game = self.context.theme, self.match.game
        hand = Hand(theme.focus, theme.brass)
        self.stage = Stage(game, hand, Timeline(), self.layout, lambda name: None)
        geese = frozenset(cards.name(card, game.jokers) for card in cards.members(game.text.geese))
        self._better = ""
        """The name of the card that another seat would better have played."""
        self._tags: list[Tag] = []
        self.images = CardImageQueue(self.context.faces, f"back {self.context.settings.back}", geese)
        self._seatings = Seatings()

    def resized(self, w: int, h: int) -> None:
        self.layout = self._laid(w, h)
        self._fresh()

    def show(self, marked: Verdict) -> None:
        """The table at the step of the match, with the card that is played then."""
        match, theme = self.match, self.context.theme
        seat, action = match.doing
        played = card_of(action) if verb_of(action) in FROM_HAND else None
        self._tags, self._better = [], ""
        seen = self._seen(seat, played)
        stage = self.stage
        stage.show(seen, self.layout)
        if played is not None and stage.trick:
            sprite = stage.trick[-1]
            glow = theme.over if marked.judged else theme.brass
            sprite.rest = sprite.pose = sprite.rest._replace(glow=glow)
            if marked.judged:
                who = match.say(f"[{seat}]")
                words = f"{who.lower() if seat == match.me and not match.shared else who} played {match.game.text.face(played)}"
                self._tags.append(Tag(words, sprite.rest.area(), theme.over, False))
        better = None if marked.better is None or verb_of(marked.better) not in FROM_HAND else card_of(marked.better)
        if better is not None:
            self._mark(seat, better)

    def _mark(self, seat: int, better: Card) -> None:
        """The card that a seat would better have played has a ring and a tag, wherever it lies."""
        stage, tone = self.stage, self.context.theme.berry
        if seat == self.match.me and better in stage.hand.cards:
            stage.hand.allow(frozenset([better]))
            stage.hand.settle()
        name = self.match.game.card_name(better)
        lying = stage.hand.sprites if seat == self.match.me else stage.backs.get(seat, []) if self.layout.ground.rows else []
        area = None
        for sprite in lying:
            if sprite.code == stage.code(better) and area is None:
                sprite.rest = sprite.pose = sprite.rest._replace(glow=tone)
                area = sprite.rest.area()
        if seat != self.match.me and not lying:
            self._better = self.images.marked(name)
            area = next((place.area() for _, place, ring in self._open_hands() if ring), None)
        if area is not None:
            self._tags.append(Tag("better", area, tone, True))

    def _seen(self, seat: int, played: Card | None) -> Snapshot:
        """What is shown: the hands of all, and the card that is played already in the trick."""
        match = self.match
        found = snapshot(match, self.context.settings.sort)
        nobody = (0,) * len(found.counts)
        rows = self.layout.ground.rows
        held = tuple(() if other == match.me or not rows else self._sorted(other) for other in range(len(found.names)))
        own = found.own
        trick = found.trick
        if played is not None:
            trick = (*trick, (seat, played))
            own = tuple(card for card in own if seat != match.me or card != played)
        return replace(
            found, own=own, trick=trick, counts=nobody, open=held if rows else (), mine=False, playable=(), decision=None,
            prompt="", forced=None, awaited=(seat,), turn=seat,
        )  # fmt: skip

    def _sorted(self, seat: int) -> tuple[Card, ...]:
        """The cards of a seat without the one that is played, as the game sorts them."""
        match = self.match
        state = match.session.state
        assert state is not None
        held = cards.members(match.hand(seat, less=True))
        return tuple(sorted(held, key=lambda card: (match.game.text.sort_key(state, card), card)))

    def draw(self, canvas: Canvas) -> None:
        stage, layout = self.stage, self.layout
        canvas.dst.blit(self.context.cloth.get(bed_for(layout.w, layout.window, layout.cw)), (0, 0))
        self.images.begin(1000)
        draw_grounds(canvas, stage)
        if layout.ground.rows:
            draw_auction(canvas, stage)
        backs = [sprite for held in stage.backs.values() for sprite in held]
        self.images.draw(canvas.dst, [*backs, *stage.heap_sprites()])
        for name, place, ring in sorted(self._open_hands(), key=lambda one: one[1].y):  # no index lies under a card
            self.context.faces.put(canvas.dst, name, place.x, place.y, place.height, glow=ring)
        self.images.draw(canvas.dst, overlapping(stage.trick))
        self.draw_seats(canvas)
        self.images.draw(canvas.dst, stage.hand.sprites)
        draw_marks(canvas, stage)
        self._draw_tags(canvas)
        if stage.egg is not None:
            canvas.egg(stage.egg.x, stage.egg.y, seats.egg_height(layout))

    def large(self, pos: tuple[int, int] | None) -> Change:
        """The card at a place, or the one that is played (None), among all that lie open, to be shown large."""
        found = [(card, sprite.rest.area()) for card, sprite in lying_cards(self.stage)]
        names = {self.match.game.card_name(card): card for hand in self.match.counted.deal.hands for card in hand}
        found += [(names[code.removesuffix(GOOSE)], place.area()) for code, place, _ in self._open_hands()]
        over = [i for i, (_, area) in enumerate(found) if pos is not None and area.holds(pos)]
        trick = [i for i, (card, _) in enumerate(found) if self.stage.trick and self.stage.trick[-1].key == f"card {card}"]
        at = over[-1:] if pos is not None else trick[:1] or ([0] if found else [])
        return Push(ToLargeCard(tuple(large_card(self.match, card) for card, _ in found), at[0])) if at else None

    @property
    def lying(self) -> list[Area]:
        """What no tag may cover: the indices of all cards, medallions and plates."""
        sprites = [sprite for sprite in self.stage.all() if sprite.code]
        found = [index(sprite.rest.area()) for sprite in sprites]
        found += [index(place.area()) for _, place, _ in self._open_hands()]
        shown = self.stage.snapshot
        found += [area for _, area in piles.lines(self.layout, shown)]
        if piles.shelf(shown, shown.me) is not None:
            found.append(own_area(self.layout))
        for seat in range(len(self.portraits)):
            place = self.stage.seat_place(seat)
            if place is not None:
                found += [place.plate, Area(place.x - place.d / 2, place.y - place.d / 2, place.d, place.d)]
        return found

    def _draw_tags(self, canvas: Canvas) -> None:
        """What is said of cards; the shorter words first, which have to stand by their card."""
        layout, edge = self.layout, self.layout.rim + 4
        cloth = Area(edge, edge, layout.cw - 2 * edge, layout.h - edge)
        card_tags.draw(canvas, self._tags[::-1], cloth, self.lying, max(card_tags.SMALLEST, layout.tag_px))

    def wanted(self) -> Iterator[WantedImage]:
        """The pictures of cards that are seen now."""
        for sprite in self.stage.all():
            yield WantedImage.of(self.images.code(sprite), sprite.rest)
        for name, place, ring in self._open_hands():
            yield WantedImage(name, place.height, glow=ring)

    def _open_hands(self) -> Iterator[tuple[str, Place, str]]:
        """The cards of the others, where no row of the table shows them: each with its place and the colour of its ring."""
        for seat in range(0 if self.layout.ground.rows else len(self.portraits)):
            at = self.stage.opponent(seat)
            if at is None:
                continue
            held = self._sorted(seat)
            for card, place in zip(held, self.layout.open_hand(at, len(held)), strict=True):
                name = self.images.marked(self.match.game.card_name(card))
                better = name == self._better and seat == self.match.doing[0]
                yield name, place, self.context.theme.berry if better else ""

    def draw_seats(self, canvas: Canvas) -> None:
        """The seats alone."""
        shown = self.stage.snapshot
        for seat, name in enumerate(shown.names):
            place = self.stage.seat_place(seat)
            if place is None:
                at, d = self.layout.own_mark(0), self.layout.mark_size
                canvas.portrait(self.portraits[seat], at.x, at.y, d, turn=float(seat == shown.turn))
            else:
                quota = shown.facts.quotas[seat] if shown.facts.quotas else None
                look = Look(self.portraits[seat], name, shown.plates[seat], float(seat == shown.turn), quota)
                self._seatings.draw(canvas, self.layout, place, look)
