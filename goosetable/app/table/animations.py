"""Animation of events: each becomes beats of the timeline; after the last the table shows the new state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from goosetable import cards
from goosetable.app.render.geometry import Point
from goosetable.app.table import piles
from goosetable.app.table.company.honk import Honk
from goosetable.app.table.hand.hand import Pose, Sprite
from goosetable.app.table.pile_animations import AT_PLATE, PileAnimations, moved
from goosetable.app.table.snapshot import Snapshot, capital, is_shown_pile
from goosetable.app.table.stage import Stage
from goosetable.app.table.turned_card import turned_words
from goosetable.app.ui.tween import (
    AFTER_REVEAL,
    BADGE,
    DEAL,
    DEAL_STEP,
    DEAL_STEP_MANY,
    GATHER,
    GATHER_STEP,
    PLAY,
    REVEAL,
    RING,
    SORT,
    TRICK_RESTS,
    Tween,
    in_out_cubic,
    in_out_quad,
)  # fmt: skip
from goosetable.cards import Card
from goosetable.engine.rules.event import HAND_KIND, NEXT_KIND, PACK, TRICK, Event, Marked, Moved, Pile, Said, Taken, Tied
from goosetable.engine.text.table_facts import victim

BUMP = 0.24  # seconds for which a plate is a little larger when a trick arrives
MANY = 60  # number of dealt cards from which they fly closer together
SWAY = 5.0  # degrees by which a card that is played tilts on its way


class Animations:
    """Animates events on a stage.

    say: puts names into the texts of the rules. waits: whether the next rests that are for reading last until the person goes
    on. pace: the factor on all rests.
    """

    def __init__(self, stage: Stage, say: Callable[[str], str], waits: bool = False) -> None:
        self.stage, self.say, self.waits = stage, say, waits
        self.pace = 1.0
        self.heard: Callable[[], object] = lambda: None
        """Callback for the moments that the company may remark upon."""
        self.honks = True
        """Whether the goose may appear; not while a lesson speaks of the very trick."""
        self.pile_animations = PileAnimations(stage)

    def tell(self, events: Sequence[Event], after: Snapshot, mine: bool = False) -> None:
        """Animates events; at the end the table shows `after`. mine: the person caused them and needs no time to read."""
        stage = self.stage
        stage.skip()
        stage.coming, stage.goosed = (), None
        dealt = any(isinstance(event, Moved) and event.source == PACK for event in events)
        if dealt:
            self._deal(after)
        gathered = any(isinstance(event, Moved) and event.source == TRICK for event in events)
        if not dealt:
            self._tell_each(events, after, mine, gathered)
            self._move_egg(after)
            self._resort(after)
            self._stow(after)
        marked = not dealt and not gathered and any(isinstance(event, Marked) for event in events)
        if marked and after.log:
            stage.timeline.call(lambda: setattr(stage, "saying", after.log[-1]))
        why = self.pile_animations.reasons(after) if dealt else ""
        if why:
            stage.timeline.call(lambda: setattr(stage, "saying", why))
        self.pile_animations.badges(after)
        if marked or why:
            self._rest(2 * TRICK_RESTS if why else TRICK_RESTS / 2, bool(why))
        stage.timeline.call(lambda: stage.arrive(after))
        if dealt:
            stage.timeline.call(self.heard)
        self.waits = False

    def _tell_each(self, events: Sequence[Event], after: Snapshot, mine: bool, gathered: bool) -> None:
        """Animates one event after the other, each with its rest. gathered: whether a trick is taken from the table among
        them."""
        stage = self.stage
        goosed = victim(events, stage.game.text.geese)
        for event in _together(events):
            match event:
                case [Moved(_, source, _), *_] if source.kind == NEXT_KIND:
                    self._deal_again(event, after)
                case [Moved(_, source, target), *_]:
                    if source == TRICK:
                        stage.timeline.call(partial(setattr, stage, "level", ()))
                    self.pile_animations.go(event, after, REVEAL if target == TRICK else GATHER)
                    if target == TRICK:
                        self._rest(AFTER_REVEAL, False)
                case Moved((card,), Pile(kind, seat), target) if kind == HAND_KIND and target == TRICK:
                    self._play(seat, card, after)
                case Moved(group, source, Pile(_, seat)) if source == TRICK:
                    self._gather(group, seat)
                case Taken(seat, card, why):
                    self._take(seat, card, why)
                    self._react(goosed, silent=cards.suit(card) == cards.JOKER_SUIT)
                    self._rest(TRICK_RESTS if gathered else 0.0 if mine else TRICK_RESTS / 2, gathered)
                case Tied(seats):
                    self._tie(seats, after)
                    self._rest(TRICK_RESTS if gathered else TRICK_RESTS / 2, gathered)
                case Said():
                    self._say(after)
                    self._react(goosed)
                    self._rest(TRICK_RESTS / 4 if mine else TRICK_RESTS, not mine)

    def _rest(self, seconds: float, waits: bool) -> None:
        if waits and self.waits:
            self.stage.timeline.wait()
        elif seconds:
            self.stage.timeline.rest(seconds * self.pace)

    def _deal(self, after: Snapshot) -> None:
        """Moves the egg to the dealer and lets the cards fly from there, beginning at the dealer's left."""
        stage = self.stage
        before, dealer, marked = stage.egg, after.dealer, stage.marks
        stage.shown = after
        stage.quiet()
        stage.trick.clear()
        stage.lay_hand(stage.snapshot)
        stage.lay_backs(after)
        stage.shown_piles = piles.lay(stage.layout, after, stage.code)
        stage.egg, stage.marks = before, marked
        for sprite in stage.all():
            sprite.hidden = True
        self._move_egg(after)
        stage.timeline.add(*self._flights(after, dealer))

    def _move_egg(self, after: Snapshot) -> None:
        stage, before = self.stage, self.stage.egg
        goal = stage.egg_place(after.dealer)
        if before is not None and goal is not None and before != goal:
            stage.timeline.add(Tween(BADGE, lambda part: self._hop(before, goal, part), ease=in_out_cubic))
        else:
            stage.egg = goal

    def _resort(self, after: Snapshot) -> None:
        """Gives the hand another order, as when ranks have been named, and shows its cards changing places."""
        stage, own = self.stage, after.own
        if own != tuple(stage.hand.cards) and sorted(own) == sorted(stage.hand.cards):
            began = partial(stage.hand.resort, own)
            stage.timeline.add(Tween(SORT, began=began))

    def _stow(self, after: Snapshot) -> None:
        """Moves the cards that lay large in the middle to their small places, because play begins."""
        stage = self.stage
        if stage.layout.ground.market or not turned_words(stage.snapshot) or turned_words(after):
            return

        def began() -> None:
            stage.quiet(tally=after.tally, shown_piles=after.shown_piles)
            for pile, fresh in piles.lay(stage.layout, stage.snapshot, stage.code).items():
                for sprite, other in zip(stage.shown_piles.get(pile, []), fresh, strict=False):
                    sprite.glide(other.rest, SORT * stage.hand.pace)

        stage.timeline.add(Tween(SORT, began=began))

    def _deal_again(self, moves: Sequence[Moved], after: Snapshot) -> None:
        """Deals the cards that lay on the table for later into the hands."""
        stage, starts = self.stage, {}
        for move in moves:
            lying = stage.shown_piles.pop(move.source, [])
            starts[move.source.seat] = lying[-1].pose if lying else None
            stage.loose += lying
        gone = list(stage.loose)
        stage.quiet(own=after.own, counts=after.counts, open=after.open, shown_piles=moved(stage.snapshot.shown_piles, moves))
        stage.lay_hand(stage.snapshot)
        stage.lay_backs(after)
        held = {seat: stage.held_by(seat) for seat in starts}
        tweens = []
        for seat, sprites in held.items():
            for i, sprite in enumerate(sprites):
                at = starts[seat] or Pose(*stage.plate(seat), sprite.rest.height * AT_PLATE)
                sprite.pose, sprite.hidden = at._replace(face=0.0 if sprite.code else 1.0), True
                tweens.append(sprite.fly(sprite.rest, DEAL, i * DEAL_STEP, rise=40 * stage.layout.u,
                                         began=lambda: stage.sound("deal")))  # fmt: skip
        stage.timeline.call(lambda: self._clear(gone))
        stage.timeline.add(*tweens)

    def _clear(self, gone: Sequence[Sprite]) -> None:
        for sprite in gone:
            self._vanish(sprite)

    def _hop(self, a: Point, b: Point, part: float) -> None:
        jump = 60 * self.stage.layout.u * 4 * part * (1 - part)
        here = Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part - jump)
        self.stage.egg = b if part >= 1 else here

    def _flights(self, after: Snapshot, dealer: int | None) -> Iterator[Tween]:
        """Yields one flight a card, in dealing order; from the middle if there is no dealer."""
        stage, n = self.stage, len(after.names)
        step = DEAL_STEP_MANY if sum(after.counts) > MANY else DEAL_STEP
        rounds = range(max(after.counts, default=0))
        seats = [(turn, ((dealer or 0) + 1 + i) % n) for turn in rounds for i in range(n)]
        held = [self._dealt(seat, turn, after) for turn, seat in seats if turn < after.counts[seat]]
        apart = [sprite for sprites in stage.shown_piles.values() for sprite in sprites]
        start = stage.layout.trick_middle if dealer is None else stage.plate(dealer)
        for at, sprite in enumerate([*held, *apart]):
            face = 0.0 if sprite.code or at >= len(held) else 1.0
            sprite.pose = Pose(start.x, start.y, sprite.rest.height * AT_PLATE, 0.0, face)
            done = partial(self._vanish, sprite)
            yield sprite.fly(
                sprite.rest, DEAL, at * step, rise=40 * stage.layout.u, began=lambda: stage.sound("deal"), done=done
            )

    def _dealt(self, seat: int, turn: int, after: Snapshot) -> Sprite:
        """Returns the card dealt to a seat in a turn; if no backs are shown, one that vanishes at the plate."""
        stage = self.stage
        held = stage.held_by(seat)
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

    def _play(self, seat: int, card: Card, after: Snapshot) -> None:
        stage = self.stage
        order = len(stage.trick)
        sprite = self.pile_animations.from_hand(seat, card)
        stage.add_to_trick(seat, sprite)
        own = tuple(held for held in stage.snapshot.own if held != card)
        counts = tuple(count - (other == seat) for other, count in enumerate(stage.snapshot.counts))
        stage.quiet(own=own, counts=counts, open=tuple(tuple(c for c in held if c != card) for held in stage.snapshot.open))
        self.pile_animations.close(seat)
        goal = stage.trick_pose(seat, order)
        sway = SWAY if goal.x >= sprite.pose.x else -SWAY
        stage.timeline.add(sprite.fly(goal, PLAY, sway=sway, began=lambda: stage.sound("slide")))
        stage.timeline.call(lambda: stage.quiet(log=after.log))

    def _take(self, seat: int, card: Card, why: str) -> None:
        """Puts the ring round the card that takes the trick, and announces the seat and the reason."""
        stage = self.stage
        words = capital(self.say(f"~{stage.game.text.face(card)}~ takes it for [{seat}]: {why}."))

        stage.coming = (*stage.coming, words)

        def begin() -> None:
            stage.ring(card)
            stage.saying = words
            if cards.suit(card) == cards.JOKER_SUIT:
                stage.sound("honk")

        stage.timeline.add(Tween(RING, began=begin, ease=in_out_quad))

    def _tie(self, seats: tuple[int, ...], after: Snapshot) -> None:
        """Puts the same ring round level cards, and announces the consequence."""
        stage = self.stage

        def begin() -> None:
            stage.tie(seats)
            stage.saying = after.log[-1] if after.log else ""

        stage.timeline.add(Tween(RING, began=begin, ease=in_out_quad))

    def _react(self, goosed: int | None, silent: bool = False) -> None:
        """Lets the goose honk and the company react. silent: the honk has sounded already."""
        stage = self.stage
        stage.goosed = goosed if self.honks else None

        def begin() -> None:
            if stage.goosed is not None:
                stage.honk = Honk(stage.goosed, stage.hand.pace)
                stage.goosed = None
                if not silent:
                    stage.sound("honk")
            self.heard()

        stage.timeline.call(begin)

    def _say(self, after: Snapshot) -> None:
        """Shows the words of a decision that moves no card."""
        stage = self.stage
        stage.quiet(log=after.log)
        stage.saying = after.log[-1] if after.log else ""
        stage.sound("chip")

    def _gather(self, group: Sequence[Card], seat: int) -> None:
        """Lets the cards of the trick fly to a plate, which gives a little when they arrive."""
        stage = self.stage
        goal = stage.plate(seat)
        keys = [f"card {card}" for card in group]
        flown = [sprite for sprite in stage.trick if sprite.key in keys]

        def gone(sprite: Sprite) -> None:
            stage.trick.remove(sprite)

        tweens = []
        for i, sprite in enumerate(flown):
            tween = sprite.fly(
                Pose(goal.x, goal.y, sprite.rest.height * AT_PLATE), GATHER, i * GATHER_STEP, in_out_cubic,
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


def _together(events: Sequence[Event]) -> Iterator[Event | list[Moved]]:
    """Yields events, with simultaneous moves between piles grouped in lists."""
    group: list[Moved] = []
    for event in events:
        if isinstance(event, Moved) and _apart(event):
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


def _apart(event: Moved) -> bool:
    """Whether cards come from or go to a pile that the table shows."""
    return is_shown_pile(event.source) or is_shown_pile(event.target)
