"""A deal that has been counted, as it stood before each of its actions; nothing of it is kept, and nobody plays."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from goosetable.app.match.agents import Agents
from goosetable.app.match.deal_opinions import ADVISER
from goosetable.app.match.match import Match
from goosetable.app.match.tutorial import Unkept
from goosetable.app.storage.saves import Notice
from goosetable.cards import BIT, Cards
from goosetable.engine.record.history import Counted, Trick, retell
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action, Verb, card_of, swapped_action, verb_of
from goosetable.engine.rules.state import State


class Group(NamedTuple):
    """Actions that belong together, such as those of a trick or the bids."""

    place: str
    """As the game tells it: "trick 5 of 11", "bidding"."""
    first: int
    """The first of its actions, from 0."""
    size: int

    @property
    def last(self) -> int:
        return self.first + self.size - 1


class LookingBack(Match):
    """The table of that deal, seen from the seat of the person who looks; `at` is the action that comes next."""

    practice = True

    def __init__(self, match: Match, counted: Counted, notice: Notice) -> None:
        session = Session(match.game, match.session.header)
        session.chairs, session.standing = match.session.chairs, counted.standing
        self._told_there = match.told
        super().__init__([session], Unkept(), "looking back", notice)
        self.counted, self._eyes = counted, match.me
        session.begin(counted.deal)
        self.groups = self._grouped()
        self.tricks: tuple[Trick, ...] = retell(
            match.game, session.options, counted.standing, counted.deal, counted.actions
        ).tricks  # fmt: skip

    def _seat_players(self) -> None:
        """Nobody; but whose opinions are shown may follow learned weights that cannot be used."""
        self._minds = Agents(self.session, self._seed, self._notice, self.patience, alone=True, told=self._told_there)
        self._minds.say_untrained(ADVISER.player(""))

    def _grouped(self) -> tuple[Group, ...]:
        game, counted = self.game, self.counted
        state: State = game.begin(self.session.options, counted.standing, counted.deal)
        told: list[str] = []
        for seat, action in counted.actions:
            state.turn = seat
            told.append(game.text.place(state))
            game.apply(state, action, None)
        found = [(place, len(list(same))) for place, same in groupby(told)]
        starts = [sum([size for _, size in found[:i]]) for i in range(len(found))]
        return tuple([Group(place, first, size) for (place, size), first in zip(found, starts, strict=True)])

    @property
    def at(self) -> int:
        """The action that comes next, from 0."""
        return self.session.undoable

    @property
    def last(self) -> int:
        return len(self.counted.actions) - 1

    @property
    def group(self) -> int:
        """The group of that action."""
        return next(i for i, group in enumerate(self.groups) if self.at <= group.last)

    def trick(self, group: int) -> Trick | None:
        """The trick of a group, where it is one."""
        return next((trick for trick in self.tricks if trick.place == self.groups[group].place), None)

    def go(self, at: int) -> None:
        """To the moment before an action, 0..last."""
        session = self.session
        if at < session.undoable:
            session.undo(session.undoable - at)
        session.repeat(self.counted.actions[session.undoable : at])

    @property
    def doing(self) -> tuple[int, Action]:
        """Who acts then and how, numbered as the seat that looks has its cards."""
        seat, action = self.counted.actions[self.at]
        return seat, swapped_action(action, self.session.swaps(self.me))

    @property
    def said(self) -> str:
        """What the log says of it."""
        seat, action = self.counted.actions[self.at]
        state = self.session.state
        assert state is not None
        state = state.copy()
        state.turn = seat
        return self.say(self.game.text.log(state, seat, action))

    def hand(self, seat: int, less: bool) -> Cards:
        """The cards of a seat. less: without the one that is played now."""
        state = self.session.state
        assert state is not None
        held = state.hands[seat]
        doer, action = self.counted.actions[self.at]
        if less and doer == seat and (played := _of_hand(action)) is not None:
            held &= ~BIT[played]
        return held


def _of_hand(action: Action) -> int | None:
    return card_of(action) if verb_of(action) in (Verb.PLAY, Verb.OFFER) else None
