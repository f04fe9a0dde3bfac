"""Animation of cards that go to and from piles other than hand and trick, and of badges between seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from goosetable.app.render.geometry import Point
from goosetable.app.table import piles
from goosetable.app.table.badges import Mark, badge_marks, badge_moves
from goosetable.app.table.bidding import auction
from goosetable.app.table.bidding.open_hands import row_start
from goosetable.app.table.hand.hand import Pose, Sprite
from goosetable.app.table.snapshot import ShownPile, Snapshot, is_shown_pile
from goosetable.app.table.stage import Stage
from goosetable.app.ui.tween import BADGE, CLOSE_FAN, GATHER, GATHER_STEP, Tween, in_out_cubic
from goosetable.cards import Card
from goosetable.engine.rules.event import BID_KIND, GONE, HAND_KIND, HIDDEN, TRICK, TURNED, Moved

MOST = 6
"""Number of cards that fly when a whole pile goes."""
AT_PLATE = 0.4
"""Scale of a card that leaves or reaches a plate."""


def moved(before: tuple[ShownPile, ...], moves: Sequence[Moved]) -> tuple[ShownPile, ...]:
    """Returns the piles after some cards have gone from pile to pile."""
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
"""Sounds of badges won and lost by a score; others click as chips do."""


class PileAnimations:
    """Moves the cards of a stage between its piles. Each rests until its turn on the timeline comes."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def go(self, moves: Sequence[Moved], after: Snapshot, seconds: float = GATHER) -> None:
        """Lets cards go together from pile to pile."""
        stage = self.stage
        then = tuple(_sorted(heap, after) for heap in moved(stage.snapshot.shown_piles, moves))
        starts = [(move, card, self._take(move, card)) for move in moves for card in move.cards[:MOST]]
        old, old_trick = stage.shown_piles, list(stage.trick)
        stage.quiet(shown_piles=then, counts=after.counts, open=after.open)
        fresh = piles.lay(stage.layout, stage.snapshot, stage.code)
        stage.shown_piles = self._kept(old, fresh)
        tweens = []
        for i, (move, card, start) in enumerate(starts):
            tweens.append(self._flight(move, card, start, seconds, i, old_trick))
        if tweens:
            stage.timeline.call(partial(stage.sound, "slide"))
        if any(move.target == TURNED for move in moves):
            stage.timeline.call(partial(setattr, stage, "offered", len(stage.shown_piles[TURNED])))
        stage.timeline.add(*tweens)

    def _take(self, move: Moved, card: Card) -> Sprite:
        """Returns the card as it lies at the source of a move; a card of a hand is taken out at once."""
        stage, source = self.stage, move.source
        if source.kind == HAND_KIND:
            return self.from_hand(source.seat, card)
        lying = stage.trick if source == TRICK else stage.shown_piles.get(source, [])
        found = next((sprite for sprite in lying if sprite.key == f"card {card}"), None)
        if found is None and lying and source != TRICK:
            found = lying[-1]
        if found is not None:
            return found
        at = stage.plate(source.seat) if source.seat >= 0 else stage.layout.trick_middle
        return Sprite("nowhere", "", Pose(at.x, at.y, stage.layout.trick_h * AT_PLATE, 0.0, 0.0))

    def from_hand(self, seat: int, card: Card) -> Sprite:
        """Takes a card out of a hand, the person's own or one of the backs, and returns it in its pose there."""
        stage = self.stage
        code = stage.code(card) if card != HIDDEN else ""
        if seat == stage.snapshot.me:
            taken = stage.take(card)
            if taken is not None:
                return taken
        held = stage.backs.get(seat, [])
        opponent = stage.opponent(seat)
        if stage.layout.ground.rows and opponent is not None and held:
            return Sprite("nowhere", "", row_start(stage.layout.rows, opponent, len(held)))
        if held:
            found = next((sprite for sprite in held if code and sprite.code == code), None)
            found = found or next((sprite for sprite in reversed(held) if not sprite.code), held[-1])
            held.remove(found)
            pose = found.pose._replace(face=1.0 if found.code == code and code else 0.0)
        else:
            start = stage.plate(seat)
            pose = Pose(start.x, start.y, stage.layout.trick_h * AT_PLATE, 0.0, 0.0)
        return Sprite(f"card {card}", code, pose)

    def close(self, seat: int) -> None:
        """Closes the fan of an opponent's backs to the poses of the shown snapshot."""
        stage = self.stage
        if seat not in stage.backs or (stage.layout.ground.rows and seat != stage.snapshot.me):
            return
        held, fresh = stage.backs[seat], stage.fresh_backs(stage.snapshot, seat)
        del held[len(fresh) :]
        for sprite, other in zip(held, fresh, strict=False):
            sprite.key, sprite.code = other.key, other.code
            sprite.glide(other.rest, CLOSE_FAN * stage.hand.pace)
        held += fresh[len(held) :]

    def _kept(self, old: piles.Heaps, fresh: piles.Heaps) -> piles.Heaps:
        """Returns the new piles, with the same sprites for the cards that lie there already."""
        found: piles.Heaps = {}
        for pile, sprites in fresh.items():
            there = {sprite.key: sprite for sprite in old.get(pile, [])}
            found[pile] = [there.get(sprite.key, sprite) for sprite in sprites]
            for sprite, other in zip(found[pile], sprites, strict=True):
                glide = partial(sprite.glide, other.rest, CLOSE_FAN * self.stage.hand.pace)
                if sprite is other:
                    sprite.hidden = True
                elif self.stage.layout.ground.rows:
                    self.stage.timeline.call(glide)  # a row must not reveal a card before its flight
                else:
                    glide()
        return found

    def _flight(self, move: Moved, card: Card, start: Sprite, seconds: float, i: int, trick: list[Sprite]) -> Tween:
        stage, source, target = self.stage, move.source, move.target
        sprite, goal = self._arriving(move, card, start)
        leaves = start in trick or any(start in lying for lying in stage.shown_piles.values())
        waits = source.kind != HAND_KIND and not leaves and start.key != "nowhere"
        if waits:
            stage.loose.append(start)  # it lies there until its turn comes
        if source.kind == HAND_KIND:
            sprite.hidden, sprite.pose, sprite.rest = False, start.pose, start.pose
        if source.kind == HAND_KIND:
            self.close(source.seat)

        def begin() -> None:
            sprite.pose = start.pose._replace(glow="", dim=False)
            for lying in (stage.loose, stage.trick):
                if start in lying and start is not sprite:
                    lying.remove(start)
            if source.kind is BID_KIND and source.seat in stage.backs and stage.layout.ground.rows:
                row = stage.backs[source.seat]  # the card that was bid is public only now
                row[:] = [lying for lying in row if lying.key != f"card {card}"]

        def end() -> None:
            if sprite in stage.loose:
                stage.loose.remove(sprite)
            for other in stage.shown_piles.get(target, []):
                other.hidden = False

        return sprite.fly(goal, seconds, i * GATHER_STEP, in_out_cubic, 12 * stage.layout.u, began=begin, done=end)

    def _arriving(self, move: Moved, card: Card, start: Sprite) -> tuple[Sprite, Pose]:
        """Returns the card as it arrives, and its goal; if it cannot be seen there, it vanishes."""
        stage, target = self.stage, move.target
        code = stage.code(card) if card != HIDDEN else start.code
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
                # The person's own card keeps its face until it is turned over on the way.
                stage.loose.append(mover := Sprite("mover", start.code, start.pose))
                mover.hidden = True
                return mover, found.rest
        if found is not None:
            return found, found.rest
        sprite = Sprite(f"mover {card}", code, start.pose)
        sprite.hidden = True
        stage.loose.append(sprite)
        if there:
            return sprite, there[-1].rest
        if stage.layout.ground.rows and target == GONE:
            return sprite, Pose(*auction.away(stage.layout), start.pose.height * AT_PLATE, 0.0, start.pose.face)
        at = stage.plate(target.seat) if target.seat >= 0 else stage.layout.trick_middle
        return sprite, Pose(at.x, at.y, start.pose.height * AT_PLATE, 0.0, 0.0 if not target.kind.face_up else start.pose.face)

    def badges(self, after: Snapshot) -> None:
        """Lets badges that change seats hop there together; new ones come from the middle."""
        stage = self.stage
        now = badge_marks(stage.layout, replace(stage.snapshot, facts=after.facts))
        if stage.marks == now:
            return
        before = list(stage.marks)
        paths = [(old.at if old else stage.layout.trick_middle, new) for old, new in badge_moves(before, now)]
        stays = [mark for mark in now if mark in before]

        def show(part: float) -> None:
            jump = 60 * stage.layout.u * 4 * part * (1 - part)
            stage.marks = now if part >= 1 else stays + [_on_the_way(a, mark, part, jump) for a, mark in paths]

        heard = next((NOTES[mark.kind] for _, mark in paths if mark.kind in NOTES), "chip")
        stage.timeline.add(Tween(BADGE, show, began=partial(stage.sound, heard), ease=in_out_cubic))

    def reasons(self, after: Snapshot) -> str:
        """Returns the reasons for the badges that lie at new places afterwards, in sentences."""
        stage = self.stage
        now = badge_marks(stage.layout, replace(stage.snapshot, facts=after.facts))
        moved = {(mark.kind, mark.seat) for mark in now if mark not in stage.marks}
        told = (badge.why for badge in after.facts.badges if (badge.kind, badge.seat) in moved and badge.why)
        return " ".join(dict.fromkeys(told))


def _on_the_way(a: Point, mark: Mark, part: float, jump: float) -> Mark:
    b = mark.at
    return mark._replace(at=Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part - jump))


def _sorted(heap: ShownPile, after: Snapshot) -> ShownPile:
    """Returns a pile in its final order, if it has all its cards by then."""
    return next((other for other in after.shown_piles if other.pile == heap.pile and set(other.cards) == set(heap.cards)), heap)
