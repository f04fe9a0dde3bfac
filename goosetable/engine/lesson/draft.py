"""A first draft of a lesson: one deal, played by the players of a session, a step for every trick or round and every decision.

The words come from the log, and the learner is asked for the actions of that seat. The author then leaves out dull
parts, asks for less, and gives reasons.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import ceil
from typing import Final

from goosetable.engine.lesson.lesson import Fields
from goosetable.engine.record import format
from goosetable.engine.record.session import Session, deal_line
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.rules.event import Scored
from goosetable.engine.words import phrases

Decide = Callable[[Session], Action]
"""Chooses the action of the seat to act; leaves the session as it is."""
TITLE: Final = "First draft"
WORDS_A_MINUTE: Final = 130
MINUTES_A_STEP: Final = 0.15


def draft(session: Session, learner: int, decide: Decide) -> Fields:
    """Plays the next deal of a coded game to its score; returns the lesson as its file has it."""
    game = session.game
    session.begin()
    assert session.deal is not None
    told = _Steps(session, learner)
    while session.due == "act":
        told.add(decide(session))
    steps = told.finish()
    words = sum(len(step["say"].split()) for step in steps)
    usual = options.write(game.Options())
    chosen = {key: value for key, value in options.write(session.options).items() if value != usual[key]}
    return {
        "game": game.id,
        "title": TITLE,
        "minutes": ceil(words / WORDS_A_MINUTE + MINUTES_A_STEP * len(steps)),
        **({"options": chosen} if chosen else {}),
        "seats": ["" if seat == learner else name for seat, name in enumerate(session.names)],
        "steps": steps,
    }


class _Steps:
    """The steps of a deal while it is played."""

    def __init__(self, session: Session, learner: int) -> None:
        self.session, self.learner = session, learner
        deal = session.deal
        assert deal is not None
        opening = session.chronicle(learner).log
        said = f"[{deal.dealer} deals]. {' '.join(opening)}".strip()
        line = json.loads(format.write(deal_line(session.game, deal)))
        self.steps: list[Fields] = [{"title": "The deal", "deal": line, "say": said}]
        self._told = len(opening)
        self._title = ""
        """Title of the next step."""
        self._play: list[str] = []
        """Actions of the others since the last step."""
        self._said: list[str] = []
        """Log lines of these actions."""
        self._rounds = 0

    def add(self, action: Action) -> None:
        """Takes an action, and adds the steps that follow from it."""
        session, seat = self.session, self.session.turn
        assert seat is not None and session.state is not None, "a seat is to act"
        if not self._play:
            self._entitle(action)
        text = session.game.write(action)
        if seat == self.learner:
            self._step(
                f"Your turn: {session.game.text.log(session.state, seat, action)}", at=self._aim(seat, action), ask=[text]
            )
        else:
            self._play.append(f"{seat} {text}")
        session.act(seat, action, listening=False)
        told = session.chronicle(self.learner)
        new, self._told = told.log[self._told :], len(told.log)
        # The learner's own action is in the question; the log has secret bids together, once the last is made.
        self._said += new[1:] if seat == self.learner and len(new) and not self._sealed(action) else new
        if len(told.tricks) > self._rounds:
            self._rounds = len(told.tricks)
            if self._said:
                self._step("", lies=True)

    def _sealed(self, action: Action) -> bool:
        """Whether an action is a bid in secret; in a game of tricks, a card laid face down is passed before the first trick."""
        return verb_of(action) is Verb.OFFER and Verb.PLAY not in self.session.game.verbs

    def _entitle(self, action: Action) -> None:
        """Sets the title of a step that begins a trick or a round, or that comes before them."""
        begins = verb_of(action) is Verb.PLAY or self._sealed(action)
        kind = self.session.game.text.trick_name.capitalize() if begins else ""
        title = f"{kind} {self._rounds + 1}" if kind else "Before the first trick" if not self._rounds else ""
        if title and not any(step.get("title") == title for step in self.steps):
            self._title = title

    def _aim(self, seat: int, action: Action) -> str:
        """Returns the aim of the learner's step: the card in the hand, or the choice on the panel."""
        session, card = self.session, card_of(action)
        assert session.state is not None
        held = card is not None and session.view(seat).hand >> card & 1
        return f"hand {session.game.card_name(card)}" if held and card is not None else f"choice {session.game.write(action)}"

    def _step(self, more: str, **rest: object) -> None:
        """Adds a step with the actions and log lines since the last one."""
        said = " ".join([*self._said, *([more] if more else [])])
        title, play = {"title": self._title} if self._title else {}, {"play": self._play} if self._play else {}
        self.steps.append({**title, **play, "say": said, **rest})
        self._title, self._play, self._said = "", [], []

    def finish(self) -> list[Fields]:
        """Scores the deal; returns all steps."""
        if self._said:
            self._step("")
        (scored,) = self.session.score()
        assert isinstance(scored, Scored)
        points = [f"[{seat} scores] {phrases.amount(number)}." for seat, number in enumerate(scored.points)]
        # The score sheet of a finished game would leave the lesson, so there the last trick stays on the table.
        shown = {"lies": True} if self.session.winners else {"score": True, "at": "ledger"}
        return [*self.steps, {"title": "What it is worth", "say": " ".join(points), **shown}]
