"""Animations of events. Each event adds steps to the timeline; after the last step the table shows the new state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from goosetable import cards
from goosetable.app.render.geometry import Point
from goosetable.app.table import auction, piles
from goosetable.app.table.piles import turned_card_text
from goosetable.app.table.snapshot import ShownPile, Snapshot, capitalize_first, is_shown_pile
from goosetable.app.table.sprites import Pose, Sprite
from goosetable.app.table.stage import Honk, PlacedBadge, Stage, badge_moves, placed_badges
from goosetable.app.ui import tween
from goosetable.app.ui.tween import Tween, in_out_cubic, in_out_quad, interpolate
from goosetable.cards import Card
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    HAND_KIND,
    HIDDEN,
    NEXT_KIND,
    PACK,
    TRICK,
    TURNED,
    ActionTaken,
    BadgeTaken,
    Event,
    Moved,
    Pile,
    Taken,
    Tied,
)
from goosetable.engine.text.table_facts import honk_seat

MOST = 6
"""Largest number of flying cards that are drawn when an entire pile moves."""
AT_PLATE = 0.4
"""Scale of a card at a plate, at the beginning or the end of its flight."""


def piles_after(before: tuple[ShownPile, ...], moves: Sequence[Moved]) -> tuple[ShownPile, ...]:
    """Returns the piles after these moves of cards."""
    there = {heap.pile: heap for heap in before}
    for move in moves:
        if move.source in there:
            old = there.pop(move.source)
            left = old.size - len(move.cards)
            if left:
                there[move.source] = ShownPile(old.pile, tuple(card for card in old.cards if card not in move.cards), left)
        if is_shown_pile(move.target):
            old = there.get(move.target, ShownPile(move.target, (), 0))
            known = tuple(card for card in move.cards if card != HIDDEN)
            there[move.target] = ShownPile(move.target, old.cards + known, old.size + len(move.cards))
    return tuple(there.values())


NOTES: Final = {"goose": "up", "ass": "down"}
"""Sound of a badge that a seat gains or loses when a deal is scored, by badge. Other badges sound like chips."""


class Animations:
    """Animates events on a stage.

    name_seats: replaces seat numbers by names in texts of the game. waits: True if pauses for reading last until the person
    continues. pace: the factor on the length of all pauses.
    """

    def __init__(self, stage: Stage, name_seats: Callable[[str], str], waits: bool = False) -> None:
        self.stage, self.name_seats, self.waits = stage, name_seats, waits
        self.pace = 1.0
        self.heard: Callable[[], object] = lambda: None
        """Callback for moments at which a character may make a remark."""
        self.honks = True
        """True if the goose may appear. A lesson that explains the trick sets it to False."""

    def animate(self, events: Sequence[Event], after: Snapshot, by_person: bool = False) -> None:
        """Animates events. At the end the table shows `after`. by_person: True if the person's action caused the events; pauses
        are then short.
        """
        stage = self.stage
        stage.skip_animation()
        stage.coming_texts, stage.goosed = (), None
        dealt = any(isinstance(event, Moved) and event.source == PACK for event in events)
        if dealt:
            self._animate_deal(after)
        gathered = any(isinstance(event, Moved) and event.source == TRICK for event in events)
        if not dealt:
            self._animate_each(events, after, by_person, gathered)
            self._move_egg(after)
            self._sort_hand(after)
            self._move_offer_to_usual_place(after)
        marked = not dealt and not gathered and any(isinstance(event, BadgeTaken) for event in events)
        if marked and after.log:
            stage.timeline.add_call(lambda: setattr(stage, "event_text", after.log[-1]))
        why = self.badge_reasons(after) if dealt else ""
        if why:
            stage.timeline.add_call(lambda: setattr(stage, "event_text", why))
        self.move_badges(after)
        if marked or why:
            self._add_pause(2 * tween.TRICK_PAUSE if why else tween.TRICK_PAUSE / 2, bool(why))
        stage.timeline.add_call(lambda: stage.finish_animation(after))
        if dealt:
            stage.timeline.add_call(self.heard)
        self.waits = False

    def _animate_each(self, events: Sequence[Event], after: Snapshot, by_person: bool, gathered: bool) -> None:
        stage = self.stage
        goosed = honk_seat(events, stage.game.text.geese)
        for event in _group_moves(events):
            match event:
                case [Moved(_, source, _), *_] if source.kind == NEXT_KIND:
                    self._animate_new_deal(event, after)
                case [Moved(_, source, target), *_]:
                    if source == TRICK:
                        stage.timeline.add_call(partial(setattr, stage, "level", ()))
                    self.move_cards(event, after, tween.REVEAL if target == TRICK else tween.GATHER)
                    if target == TRICK:
                        self._add_pause(tween.AFTER_REVEAL, False)
                case Moved((card,), Pile(kind, seat), target) if kind == HAND_KIND and target == TRICK:
                    self._animate_play(seat, card, after)
                case Moved(group, source, Pile(_, seat)) if source == TRICK:
                    self._animate_gathering(group, seat)
                case Taken(seat, card, why):
                    self._ring_winning_card(seat, card, why)
                    self._start_reactions(goosed, after, silent=cards.suit(card) == cards.JOKER_SUIT)
                    self._add_pause(tween.TRICK_PAUSE if gathered else 0.0 if by_person else tween.TRICK_PAUSE / 2, gathered)
                case Tied(seats):
                    self._ring_tied_cards(seats, after)
                    self._add_pause(tween.TRICK_PAUSE if gathered else tween.TRICK_PAUSE / 2, gathered)
                case ActionTaken():
                    self._show_log_line(after)
                    self._start_reactions(goosed, after)
                    self._add_pause(tween.TRICK_PAUSE / 4 if by_person else tween.TRICK_PAUSE, not by_person)

    def _add_pause(self, seconds: float, waits: bool) -> None:
        if waits and self.waits:
            self.stage.timeline.add_stop()
        elif seconds:
            self.stage.timeline.add_pause(seconds * self.pace)

    def _animate_deal(self, after: Snapshot) -> None:
        stage = self.stage
        before, dealer, marked = stage.egg, after.dealer, stage.badges
        stage.shown = after
        stage.show_without_prompt()
        stage.trick.clear()
        stage.lay_hand(stage.snapshot)
        stage.lay_card_backs(after)
        stage.shown_piles = piles.lay_piles(stage.layout, after, stage.image_code)
        stage.egg, stage.badges = before, marked
        for sprite in stage.sprites_in_order():
            sprite.hidden = True
        self._move_egg(after)
        stage.timeline.add_beat(*self._deal_flights(after, dealer))

    def _move_egg(self, after: Snapshot) -> None:
        stage, before = self.stage, self.stage.egg
        goal = stage.egg_place(after.dealer)
        if before is not None and goal is not None and before != goal:
            hop = lambda part: setattr(stage, "egg", _point_in_hop(before, goal, part, stage.layout.u))  # noqa: E731
            stage.timeline.add_beat(Tween(tween.BADGE, hop, ease=in_out_cubic))
        else:
            stage.egg = goal

    def _sort_hand(self, after: Snapshot) -> None:
        stage, own = self.stage, after.own
        if own != tuple(stage.hand.cards) and sorted(own) == sorted(stage.hand.cards):
            began = partial(stage.hand.reorder, own)
            stage.timeline.add_beat(Tween(tween.SORT, on_begin=began))

    def _move_offer_to_usual_place(self, after: Snapshot) -> None:
        stage = self.stage
        if stage.layout.needs.market or not turned_card_text(stage.snapshot) or turned_card_text(after):
            return

        def move_offer() -> None:
            stage.show_without_prompt(tally=after.tally, shown_piles=after.shown_piles)
            for pile, fresh in piles.lay_piles(stage.layout, stage.snapshot, stage.image_code).items():
                for sprite, other in zip(stage.shown_piles.get(pile, []), fresh, strict=False):
                    sprite.glide(other.rest, tween.SORT * stage.hand.pace)

        stage.timeline.add_beat(Tween(tween.SORT, on_begin=move_offer))

    def _animate_new_deal(self, moves: Sequence[Moved], after: Snapshot) -> None:
        stage, starts = self.stage, {}
        for move in moves:
            lying = stage.shown_piles.pop(move.source, [])
            starts[move.source.seat] = lying[-1].pose if lying else None
            stage.vanishing_sprites += lying
        gone = list(stage.vanishing_sprites)
        stage.show_without_prompt(
            own=after.own, counts=after.counts, open=after.open, shown_piles=piles_after(stage.snapshot.shown_piles, moves)
        )
        stage.lay_hand(stage.snapshot)
        stage.lay_card_backs(after)
        held = {seat: stage.cards_of_seat(seat) for seat in starts}
        tweens = []
        for seat, sprites in held.items():
            for i, sprite in enumerate(sprites):
                at = starts[seat] or Pose(*stage.plate_point(seat), sprite.rest.height * AT_PLATE)
                sprite.pose, sprite.hidden = at._replace(face=0.0 if sprite.code else 1.0), True
                tweens.append(sprite.fly(sprite.rest, tween.DEAL, i * tween.DEAL_STEP, rise=40 * stage.layout.u,
                                         on_begin=lambda: stage.sound("deal")))  # fmt: skip
        stage.timeline.add_call(lambda: self._remove_vanishing_sprites(*gone))
        stage.timeline.add_beat(*tweens)

    def _deal_flights(self, after: Snapshot, dealer: int | None) -> Iterator[Tween]:
        stage, n = self.stage, len(after.names)
        step = tween.DEAL_STEP_MANY if sum(after.counts) > MANY else tween.DEAL_STEP
        rounds = range(max(after.counts, default=0))
        seats = [(turn, ((dealer or 0) + 1 + i) % n) for turn in rounds for i in range(n)]
        held = [self._sprite_of_dealt_card(seat, turn) for turn, seat in seats if turn < after.counts[seat]]
        apart = [sprite for sprites in stage.shown_piles.values() for sprite in sprites]
        start = stage.layout.trick_middle if dealer is None else stage.plate_point(dealer)
        for at, sprite in enumerate([*held, *apart]):
            face = 0.0 if sprite.code or at >= len(held) else 1.0
            sprite.pose = Pose(start.x, start.y, sprite.rest.height * AT_PLATE, 0.0, face)
            done = partial(self._remove_vanishing_sprites, sprite)
            yield sprite.fly(
                sprite.rest, tween.DEAL, at * step, rise=40 * stage.layout.u, on_begin=lambda: stage.sound("deal"), on_end=done
            )

    def _sprite_of_dealt_card(self, seat: int, turn: int) -> Sprite:
        """Returns the sprite of the card that a seat gets in one turn of the deal. If the seat's cards are not drawn, the
        sprite disappears at the plate.
        """
        stage = self.stage
        held = stage.cards_of_seat(seat)
        if turn < len(held):
            return held[turn]
        end = stage.plate_point(seat)
        sprite = Sprite(f"loose {seat} {turn}", "", Pose(end.x, end.y, stage.layout.medallion * 0.5))
        sprite.hidden = True
        stage.vanishing_sprites.append(sprite)
        return sprite

    def _remove_vanishing_sprites(self, *sprites: Sprite) -> None:
        self.stage.vanishing_sprites[:] = [sprite for sprite in self.stage.vanishing_sprites if sprite not in sprites]

    def _animate_play(self, seat: int, card: Card, after: Snapshot) -> None:
        stage = self.stage
        order = len(stage.trick)
        sprite = self.take_from_hand(seat, card)
        stage.add_to_trick(seat, sprite)
        own = tuple(held for held in stage.snapshot.own if held != card)
        counts = tuple(count - (other == seat) for other, count in enumerate(stage.snapshot.counts))
        stage.show_without_prompt(
            own=own, counts=counts, open=tuple(tuple(c for c in held if c != card) for held in stage.snapshot.open)
        )
        self.close_fan(seat)
        goal = stage.trick_pose(seat, order)
        sway = SWAY if goal.x >= sprite.pose.x else -SWAY
        stage.timeline.add_beat(sprite.fly(goal, tween.PLAY, sway=sway, on_begin=lambda: stage.sound("slide")))
        stage.timeline.add_call(lambda: stage.show_without_prompt(log=after.log, extra_facts=after.extra_facts))

    def _ring_winning_card(self, seat: int, card: Card, reason: str) -> None:
        stage = self.stage
        words = capitalize_first(self.name_seats(f"~{stage.game.text.card_name(card)}~ takes it for [{seat}]: {reason}."))

        stage.coming_texts = (*stage.coming_texts, words)

        def draw_ring() -> None:
            stage.ring_card(card)
            stage.event_text = words
            if cards.suit(card) == cards.JOKER_SUIT:
                stage.sound("honk")

        stage.timeline.add_beat(Tween(tween.RING, on_begin=draw_ring, ease=in_out_quad))

    def _ring_tied_cards(self, seats: tuple[int, ...], after: Snapshot) -> None:
        stage = self.stage

        def draw_rings() -> None:
            stage.ring_tied_cards(seats)
            stage.event_text = after.log[-1] if after.log else ""

        stage.timeline.add_beat(Tween(tween.RING, on_begin=draw_rings, ease=in_out_quad))

    def _start_reactions(self, goosed: int | None, after: Snapshot, silent: bool = False) -> None:
        """Starts the honk of the goose and the remarks of characters. Also shows the stamp (a word stamped on the table, with a
        sentence in the message), if there is one in `after` but none now.

        goosed: the seat at which the goose honks, or None. after: the snapshot at the end of the animation. silent: True to
        play no sound.
        """
        stage = self.stage
        stage.goosed = goosed if self.honks else None
        new = None if stage.snapshot.stamp else after.stamp
        stage.stamp = new.word if new else ""
        sentence = new.sentence if new else ""
        stage.coming_texts = (*stage.coming_texts, *([sentence] if sentence else []))

        def start() -> None:
            if sentence:
                stage.event_text = sentence
            if stage.goosed is not None:
                stage.honk = Honk(stage.goosed, stage.hand.pace, stage.stamp)
                stage.goosed = None
                if not silent:
                    stage.sound("honk")
            self.heard()

        stage.timeline.add_call(start)

    def _show_log_line(self, after: Snapshot) -> None:
        stage = self.stage
        stage.show_without_prompt(log=after.log)
        stage.event_text = after.log[-1] if after.log else ""
        stage.sound("chip")

    def _animate_gathering(self, group: Sequence[Card], seat: int) -> None:
        stage = self.stage
        goal = stage.plate_point(seat)
        keys = [f"card {card}" for card in group]
        flown = [sprite for sprite in stage.trick if sprite.key in keys]

        def remove_sprite(sprite: Sprite) -> None:
            stage.trick.remove(sprite)

        tweens = []
        for i, sprite in enumerate(flown):
            flight = sprite.fly(
                Pose(goal.x, goal.y, sprite.rest.height * AT_PLATE), tween.GATHER, i * tween.GATHER_STEP, in_out_cubic,
                on_begin=(lambda: stage.sound("gather")) if i == 0 else None, on_end=partial(remove_sprite, sprite),
            )  # fmt: skip
            tweens.append(flight)
        stage.timeline.add_beat(*tweens)
        stage.timeline.add_beat(Tween(BUMP, lambda part: self._enlarge_plate_briefly(seat, part)))

    def _enlarge_plate_briefly(self, seat: int, fraction: float) -> None:
        if fraction >= 1:
            self.stage.bumps.pop(seat, None)
        else:
            self.stage.bumps[seat] = 4 * fraction * (1 - fraction)

    def move_cards(self, moves: Sequence[Moved], after: Snapshot, seconds: float = tween.GATHER) -> None:
        """Moves cards from pile to pile, all at the same time. seconds: duration of the flights."""
        stage = self.stage
        then = tuple(_pile_in_final_order(heap, after) for heap in piles_after(stage.snapshot.shown_piles, moves))
        starts = [(move, card, self._sprite_at_source(move, card)) for move in moves for card in move.cards[:MOST]]
        old, old_trick = stage.shown_piles, list(stage.trick)
        stage.show_without_prompt(shown_piles=then, counts=after.counts, open=after.open)
        fresh = piles.lay_piles(stage.layout, stage.snapshot, stage.image_code)
        stage.shown_piles = self._reuse_sprites(old, fresh)
        tweens = [self._make_flight(move, card, start, seconds, i, old_trick) for i, (move, card, start) in enumerate(starts)]
        if tweens:
            stage.timeline.add_call(partial(stage.sound, "slide"))
        if any(move.target == TURNED for move in moves):
            stage.timeline.add_call(partial(setattr, stage, "offered", len(stage.shown_piles[TURNED])))
        stage.timeline.add_beat(*tweens)

    def _sprite_at_source(self, move: Moved, card: Card) -> Sprite:
        stage, source = self.stage, move.source
        if source.kind == HAND_KIND:
            return self.take_from_hand(source.seat, card)
        lying = stage.trick if source == TRICK else stage.shown_piles.get(source, [])
        found = next((sprite for sprite in lying if sprite.key == f"card {card}"), None)
        if found is None and lying and source != TRICK:
            found = lying[-1]
        if found is not None:
            return found
        at = stage.plate_point(source.seat) if source.seat >= 0 else stage.layout.trick_middle
        return Sprite("nowhere", "", Pose(at.x, at.y, stage.layout.trick_h * AT_PLATE, 0.0, 0.0))

    def take_from_hand(self, seat: int, card: Card) -> Sprite:
        """Removes a card from the person's hand, or from an opponent's face-down cards. Returns its sprite, still in place."""
        stage = self.stage
        code = stage.image_code(card) if card != HIDDEN else ""
        if seat == stage.snapshot.me:
            taken = stage.remove_from_hand(card)
            if taken is not None:
                return taken
        held = stage.backs.get(seat, [])
        opponent = stage.opponent_index(seat)
        if stage.layout.needs.rows and opponent is not None and held:
            row = stage.layout.rows.places(opponent, len(held))  # a face-down hand in a row: the middle card
            return Sprite("nowhere", "", Pose((row[0].x + row[-1].x) / 2, row[0].y, row[0].height, 0.0, 0.0))
        if held:
            found = next((sprite for sprite in held if code and sprite.code == code), None)
            found = found or next((sprite for sprite in reversed(held) if not sprite.code), held[-1])
            held.remove(found)
            pose = found.pose._replace(face=1.0 if found.code == code and code else 0.0)
        else:
            start = stage.plate_point(seat)
            pose = Pose(start.x, start.y, stage.layout.trick_h * AT_PLATE, 0.0, 0.0)
        return Sprite(f"card {card}", code, pose)

    def close_fan(self, seat: int) -> None:
        """Closes the gap in an opponent's face-down cards after a card has left."""
        stage = self.stage
        if seat not in stage.backs or (stage.layout.needs.rows and seat != stage.snapshot.me):
            return
        held, fresh = stage.backs[seat], stage.make_hand_sprites(stage.snapshot, seat)
        del held[len(fresh) :]
        for sprite, other in zip(held, fresh, strict=False):
            sprite.key, sprite.code = other.key, other.code
            sprite.glide(other.rest, tween.CLOSE_FAN * stage.hand.pace)
        held += fresh[len(held) :]

    def _reuse_sprites(self, old: piles.PileSprites, fresh: piles.PileSprites) -> piles.PileSprites:
        found: piles.PileSprites = {}
        for pile, sprites in fresh.items():
            there = {sprite.key: sprite for sprite in old.get(pile, [])}
            found[pile] = [there.get(sprite.key, sprite) for sprite in sprites]
            for sprite, other in zip(found[pile], sprites, strict=True):
                glide = partial(sprite.glide, other.rest, tween.CLOSE_FAN * self.stage.hand.pace)
                if sprite is other:
                    sprite.hidden = True
                elif self.stage.layout.needs.rows:
                    self.stage.timeline.add_call(glide)  # the row must not show the card before its flight
                else:
                    glide()
        return found

    def _make_flight(self, move: Moved, card: Card, start: Sprite, seconds: float, index: int, trick: list[Sprite]) -> Tween:
        stage, source, target = self.stage, move.source, move.target
        sprite, goal = self._arriving_sprite(move, card, start)
        leaves = start in trick or any(start in lying for lying in stage.shown_piles.values())
        waits = source.kind != HAND_KIND and not leaves and start.key != "nowhere"
        if waits:
            stage.vanishing_sprites.append(start)  # the card stays visible until its flight starts
        if source.kind == HAND_KIND:
            sprite.hidden, sprite.pose, sprite.rest = False, start.pose, start.pose
            self.close_fan(source.seat)

        def begin() -> None:
            sprite.pose = start.pose._replace(glow="", dim=False)
            for lying in (stage.vanishing_sprites, stage.trick):
                if start in lying and start is not sprite:
                    lying.remove(start)
            if source.kind is BID_KIND and source.seat in stage.backs and stage.layout.needs.rows:
                row = stage.backs[source.seat]  # a card bid face down is revealed only now
                row[:] = [lying for lying in row if lying.key != f"card {card}"]

        def end() -> None:
            self._remove_vanishing_sprites(sprite)
            for other in stage.shown_piles.get(target, []):
                other.hidden = False

        return sprite.fly(
            goal, seconds, index * tween.GATHER_STEP, in_out_cubic, 12 * stage.layout.u, on_begin=begin, on_end=end
        )

    def _arriving_sprite(self, move: Moved, card: Card, start: Sprite) -> tuple[Sprite, Pose]:
        stage, target = self.stage, move.target
        code = stage.image_code(card) if card != HIDDEN else start.code
        if target == TRICK:
            sprite = Sprite(f"card {card}", code, start.pose)
            sprite.hidden = True
            goal = stage.trick_pose(move.source.seat, len(stage.trick))
            stage.add_to_trick(move.source.seat, sprite)
            return sprite, goal
        there = stage.shown_piles.get(target, [])
        found = next((sprite for sprite in there if sprite.key == f"card {card}"), None)
        if found is None and len(there) == 1 and not there[0].code:
            found = there[0]
            if start.code:
                # The person's own card stays face up until it is turned over on the way.
                stage.vanishing_sprites.append(mover := Sprite("mover", start.code, start.pose))
                mover.hidden = True
                return mover, found.rest
        if found is not None:
            return found, found.rest
        sprite = Sprite(f"mover {card}", code, start.pose)
        sprite.hidden = True
        stage.vanishing_sprites.append(sprite)
        if there:
            return sprite, there[-1].rest
        if stage.layout.needs.rows and target == GONE:
            return sprite, Pose(*auction.discard_point(stage.layout), start.pose.height * AT_PLATE, 0.0, start.pose.face)
        at = stage.plate_point(target.seat) if target.seat >= 0 else stage.layout.trick_middle
        return sprite, Pose(at.x, at.y, start.pose.height * AT_PLATE, 0.0, 0.0 if not target.kind.face_up else start.pose.face)

    def move_badges(self, after: Snapshot) -> None:
        """Moves badges to their new seats, all at the same time. New badges come from the middle of the table."""
        stage, now = self.stage, self._placed_badges_after(after)
        if stage.badges == now:
            return
        before = list(stage.badges)
        paths = [(old.at if old else stage.layout.trick_middle, new) for old, new in badge_moves(before, now)]
        stays = [badge for badge in now if badge in before]

        def show_part(fraction: float) -> None:
            flown = [badge._replace(at=_point_in_hop(a, badge.at, fraction, stage.layout.u)) for a, badge in paths]
            stage.badges = now if fraction >= 1 else stays + flown

        heard = next((NOTES[badge.kind] for _, badge in paths if badge.kind in NOTES), "chip")
        stage.timeline.add_beat(Tween(tween.BADGE, show_part, on_begin=partial(stage.sound, heard), ease=in_out_cubic))

    def badge_reasons(self, after: Snapshot) -> str:
        """Returns sentences on the reasons why badges move in `after`."""
        moved = {(badge.kind, badge.seat) for badge in self._placed_badges_after(after) if badge not in self.stage.badges}
        told = (badge.why for badge in after.facts.badges if (badge.kind, badge.seat) in moved and badge.why)
        return " ".join(dict.fromkeys(told))

    def _placed_badges_after(self, after: Snapshot) -> list[PlacedBadge]:
        return placed_badges(self.stage.layout, replace(self.stage.snapshot, facts=after.facts))


def _group_moves(events: Sequence[Event]) -> Iterator[Event | list[Moved]]:
    """Yields the events in order. Successive moves between piles are yielded as one list, because they happen together."""
    group: list[Moved] = []
    for event in events:
        if isinstance(event, Moved) and _touches_shown_pile(event):
            if group and (group[-1].source.kind, group[-1].target.kind) != (event.source.kind, event.target.kind):
                yield group
                group = []
            group.append(event)
            continue
        if group:
            yield group
            group = []
        yield event
    if group:
        yield group


def _touches_shown_pile(event: Moved) -> bool:
    return is_shown_pile(event.source) or is_shown_pile(event.target)


def _point_in_hop(a: Point, b: Point, fraction: float, u: float) -> Point:
    """Returns the point at `fraction` (0..1) of a jump from a to b. The jump is 60 units high; u: pixels of a unit."""
    if fraction < 1:
        return Point(interpolate(a.x, b.x, fraction), interpolate(a.y, b.y, fraction) - 60 * u * 4 * fraction * (1 - fraction))
    return b


def _pile_in_final_order(heap: ShownPile, after: Snapshot) -> ShownPile:
    return next((other for other in after.shown_piles if other.pile == heap.pile and set(other.cards) == set(heap.cards)), heap)


BUMP = 0.24  # seconds for which a plate is enlarged when a trick arrives
MANY = 60  # number of dealt cards from which the flights follow each other faster
SWAY = 5.0  # degrees by which a played card tilts on its way
