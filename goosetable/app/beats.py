"""How events are shown: each becomes beats of the timeline, at the end of which the table is as the state has long been."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from goosetable import cards
from goosetable.app.glance import Glance, capital
from goosetable.app.places import Point
from goosetable.app.sprites import Pose, Sprite
from goosetable.app.stage import Stage
from goosetable.app.timeline import (
    BADGE,
    CLOSE_FAN,
    DEAL,
    DEAL_STEP,
    DEAL_STEP_MANY,
    GATHER,
    GATHER_STEP,
    PLAY,
    RING,
    TRICK_RESTS,
    Tween,
    in_out_cubic,
    in_out_quad,
)  # fmt: skip
from goosetable.cards import Card
from goosetable.engine.event import HAND_KIND, PACK, TRICK, Event, Moved, Pile, Said, Taken

GATHERED = 0.4  # the size of a card where it leaves or reaches a plate
BUMP = 0.24  # seconds for which a plate is a little larger when a trick arrives
MANY = 60  # cards to a deal from which they fly closer together
SWAY = 5.0  # degrees by which a card that is played tilts on its way


class Beats:
    """Tells a stage what happened.

    say: puts names into the texts of the rules. waits: whether a full trick lies until somebody goes on. hurried:
    nothing rests, for tables that nobody watches.
    """

    def __init__(self, stage: Stage, say: Callable[[str], str], waits: bool = False, hurried: bool = False) -> None:
        self.stage, self.say, self.waits, self.hurried = stage, say, waits, hurried

    def tell(self, events: Sequence[Event], after: Glance, mine: bool = False) -> None:
        """Show what happened; at the end the table shows `after`. mine: the person did it and knows what was done."""
        stage = self.stage
        stage.skip()
        if any(isinstance(event, Moved) and event.source == PACK for event in events):
            self._deal(after)
        gathered = any(isinstance(event, Moved) and event.source == TRICK for event in events)
        for event in events:
            match event:
                case Moved((card,), Pile(kind, seat), target) if kind == HAND_KIND and target == TRICK:
                    self._play(seat, card, after)
                case Moved(group, source, Pile(_, seat)) if source == TRICK:
                    self._gather(group, seat)
                case Taken(_, card, why):
                    self._take(card, why)
                    self._rest(TRICK_RESTS if gathered else 0.0 if mine else TRICK_RESTS / 2, gathered)
                case Said():
                    self._say(after)
                    self._rest(TRICK_RESTS / 4 if mine else TRICK_RESTS, not mine)
        stage.timeline.call(lambda: stage.arrive(after))

    def _rest(self, seconds: float, waits: bool) -> None:
        if self.hurried:
            return
        if waits and self.waits:
            self.stage.timeline.wait()
        elif seconds:
            self.stage.timeline.rest(seconds)

    # ------------------------------------------------------------------ dealing

    def _deal(self, after: Glance) -> None:
        """The egg goes to the dealer, and the cards fly from there, beginning at the dealer's left."""
        stage = self.stage
        before, dealer = stage.egg, after.dealer or 0
        stage.shown = after
        stage.quiet()
        stage.trick.clear()
        stage.lay_hand(stage.glance)
        stage.lay_backs(after)
        stage.egg = before
        for sprite in stage.all():
            sprite.hidden = True
        goal = stage.egg_place(dealer)
        if before is not None and goal is not None and before != goal:
            stage.timeline.add(Tween(BADGE, lambda part: self._hop(before, goal, part), ease=in_out_cubic))
        else:
            stage.egg = goal
        stage.timeline.add(*self._flights(after, dealer))

    def _hop(self, a: Point, b: Point, part: float) -> None:
        jump = 60 * self.stage.layout.u * 4 * part * (1 - part)
        here = Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part - jump)
        self.stage.egg = b if part >= 1 else here

    def _flights(self, after: Glance, dealer: int) -> Iterator[Tween]:
        """One flight a card, in dealing order."""
        stage, n = self.stage, len(after.names)
        step = DEAL_STEP_MANY if sum(after.counts) > MANY else DEAL_STEP
        start, at = stage.plate(dealer), 0
        for turn in range(max(after.counts, default=0)):
            for seat in ((dealer + 1 + i) % n for i in range(n)):
                if turn < after.counts[seat]:
                    sprite = self._dealt(seat, turn, after)
                    goal = sprite.rest
                    sprite.pose = Pose(start.x, start.y, goal.height * GATHERED, 0.0, 0.0 if sprite.code else 1.0)
                    yield sprite.fly(
                        goal, DEAL, at * step, rise=40 * stage.layout.u, began=lambda: stage.sound("deal"),
                        done=partial(self._vanish, sprite),
                    )  # fmt: skip
                    at += 1

    def _dealt(self, seat: int, turn: int, after: Glance) -> Sprite:
        """The card of a seat that is dealt in a turn; where no backs are shown it will vanish at the plate."""
        stage = self.stage
        held = stage.hand.sprites if seat == after.me else stage.backs[seat]
        if turn < len(held):
            return held[turn]
        end = stage.plate(seat)
        sprite = Sprite(f"loose {seat} {turn}", "", Pose(end.x, end.y, stage.layout.d * 0.5))
        sprite.hidden = True
        stage.loose.append(sprite)
        return sprite

    def _vanish(self, sprite: Sprite) -> None:
        if sprite in self.stage.loose:
            self.stage.loose.remove(sprite)

    # ------------------------------------------------------------------ playing

    def _play(self, seat: int, card: Card, after: Glance) -> None:
        stage = self.stage
        order = len(stage.trick)
        sprite = self._from_hand(seat, card)
        stage.add_to_trick(seat, sprite)
        stage.quiet(own=after.own, counts=after.counts)
        goal = stage.trick_pose(seat, order)
        sway = SWAY if goal.x >= sprite.pose.x else -SWAY
        stage.timeline.add(sprite.fly(goal, PLAY, sway=sway, began=lambda: stage.sound("slide")))
        stage.timeline.call(lambda: stage.quiet(log=after.log))

    def _from_hand(self, seat: int, card: Card) -> Sprite:
        """The card as it lay in a hand: the person's own, or one of the backs of somebody else."""
        stage = self.stage
        key, code = f"card {card}", stage.code(card)
        if seat == stage.glance.me:
            taken = stage.hand.take(card)
            if taken is not None:
                return taken
        held = stage.backs.get(seat, [])
        if held:
            pose = held.pop().pose._replace(face=0.0)
            for sprite, rest in zip(held, stage.back_poses(seat, len(held)), strict=False):
                sprite.glide(rest, CLOSE_FAN * stage.hand.pace)
        else:
            start = stage.plate(seat)
            pose = Pose(start.x, start.y, stage.layout.T * GATHERED, 0.0, 0.0)
        return Sprite(key, code, pose)

    def _take(self, card: Card, why: str) -> None:
        """The ring goes to the card that takes the trick, and it is said why."""
        stage = self.stage
        words = capital(self.say(f"~{stage.game.face(card)}~ takes it: {why}."))

        def begin() -> None:
            stage.ring(card)
            stage.saying = words
            if cards.suit(card) == cards.JOKER_SUIT:
                stage.sound("honk")

        stage.timeline.add(Tween(RING, began=begin, ease=in_out_quad))

    def _say(self, after: Glance) -> None:
        """A decision that moves no card: its words."""
        stage = self.stage
        stage.quiet(log=after.log)
        stage.saying = after.log[-1] if after.log else ""
        stage.sound("chip")

    def _gather(self, group: Sequence[Card], seat: int) -> None:
        """The cards of the trick fly to a plate, which gives a little when they arrive."""
        stage = self.stage
        goal = stage.plate(seat)
        keys = [f"card {card}" for card in group]
        flown = [sprite for sprite in stage.trick if sprite.key in keys]

        def gone(sprite: Sprite) -> None:
            stage.trick.remove(sprite)

        tweens = []
        for i, sprite in enumerate(flown):
            tween = sprite.fly(
                Pose(goal.x, goal.y, sprite.rest.height * GATHERED), GATHER, i * GATHER_STEP, in_out_cubic,
                began=(lambda: stage.sound("gather")) if i == 0 else None, done=partial(gone, sprite),
            )  # fmt: skip
            tweens.append(tween)
        stage.timeline.add(*tweens)
        stage.timeline.add(Tween(BUMP, lambda part: self._bump(seat, part)))

    def _bump(self, seat: int, part: float) -> None:
        if part >= 1:
            self.stage.bumps.pop(seat, None)
        else:
            self.stage.bumps[seat] = 4 * part * (1 - part)
