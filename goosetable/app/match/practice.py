"""Matches that count nowhere: a deal played again or on from one of its cards, and the guided deal of a lesson."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goosetable.app.match.match import Agents, Match
from goosetable.app.skins import assets
from goosetable.app.storage.saves import Journal, Notice
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import check, lesson
from goosetable.engine.lesson.lesson import Aim, Lesson, LessonError, Step
from goosetable.engine.record.format import Header, Line
from goosetable.engine.record.history import Counted
from goosetable.engine.record.replay import read_deal
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Event


def load(game: AnyGame, play: bool = False) -> Lesson:
    """The lesson of a game. Raises AssetError naming its file where there is none, or it is damaged.

    play: it is to be played, and so every step of it is tried first.
    """
    try:
        found = lesson.read(assets.read("lessons", f"{game.id}.json"))
        if play:
            check.check(found, game)
        return found
    except LessonError as wrong:
        raise assets.AssetError(f"The lesson of {game.title} cannot be read: {wrong}.") from wrong


class Unkept(Journal):
    """Writes nothing down."""

    _over = True

    def __init__(self) -> None:
        """Opens nothing."""


class Tutorial(Match):
    """The table of a lesson. `number` is the step that is due or spoken of, from 0."""

    def __init__(self, script: Lesson, game: AnyGame, notice: Notice) -> None:
        self.lesson, self.number = script, 0
        self.doer: int | None = None
        """The seat that acts as the lesson says, while it does."""
        self._asked = False
        super().__init__([lesson.begin(script, game)], Unkept(), "lesson", notice)

    def _seat_players(self) -> None:
        self._minds = Agents(self.session, "", self._notice, 0, alone=True)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def last(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    @property
    def answers(self) -> tuple[Action, ...]:
        """The actions with which the lesson goes on; none where it only waits."""
        return lesson.answers(self.session, self.step, self.lesson.learner)

    @property
    def aim(self) -> Aim | None:
        return lesson.aim(self.session, self.step, self.lesson.learner)

    def objection(self, action: Action) -> str:
        """Returns the objection to an action that leads away from the lesson."""
        return lesson.objection(self.step, self.game.write(action))

    def go_to(self, number: int) -> None:
        """Moves the game to the moment before a step, each question having had its first answer."""
        self.number = number
        self.session = lesson.at_step(self.lesson, self.game, number)
        self._told, self._asked = None, False

    def _made_up(self) -> Deal:
        """The deal that the step has."""
        assert self.step.deal is not None, "this step deals nothing"
        return read_deal(self.session, self.step.deal)

    @property
    def hint(self) -> Action | None:
        return self.answers[0] if self._asked and self.answers else None

    def ask_hint(self) -> None:
        self._asked = True

    def act(self, action: Action) -> list[Event]:
        """The learner acts, or the seat `doer`."""
        self._asked = False
        seat = self.lesson.learner if self.doer is None else self.doer
        return self._told_to_me(self.session.act(seat, action))


class Practice(Match):
    """The table of a deal that has been counted in another match; it ends with that deal, and nothing of it is kept."""

    practice = True

    def __init__(
        self, match: Match, counted: Counted, notice: Notice, session: Session | None = None, journal: Journal | None = None
    ) -> None:
        """session, journal: of the table, where the deal is not to begin from its first card."""
        self.first = counted
        """The deal as it was played before."""
        seed = f"again {counted.deal.number}"
        if session is None:
            session = Session(match.game, match.session.header)
            session.chairs, session.standing = match.session.chairs, counted.standing
            session.previous = match.session.previous
        else:
            seed = f"on from {session.undoable} of {counted.deal.number}"
        super().__init__([session], journal or Unkept(), seed, notice, match.allow)

    def _made_up(self) -> Deal:
        """The deal that was set up by hand."""
        return self.first.deal

    @property
    def title(self) -> str:
        """Title of the score sheet."""
        return f"Deal {self.first.deal.number}, played again"

    @property
    def sentence(self) -> str:
        """Sentence on the meaning of leaving."""
        return "This deal is played again for its own sake: neither the game nor the statistics change."


class PlayedOn(Practice):
    """The table of a deal that goes on from one of its cards; its record is kept, and says from where."""

    def __init__(self, match: Match, counted: Counted, notice: Notice, session: Session, journal: Journal) -> None:
        super().__init__(match, counted, notice, session, journal)
        assert session.state is not None
        self.start = match.game.text.place(session.state)
        """Place at which practice leaves the deal, such as "trick 5 of 11"."""
        self._fence = session.undoable

    @property
    def title(self) -> str:
        return f"Deal {self.first.deal.number}, from {self.start}"

    @property
    def sentence(self) -> str:
        return (
            f"You play on from deal {self.first.deal.number}, {self.start}, for practice: "
            "neither the game nor the statistics change."
        )


class LookedAt(Match):
    """A match that is over and only looked at."""

    def __init__(self, sessions: Sequence[Session], record: bytes, notice: Notice, allow: Collection[str]) -> None:
        """allow: the external players that may be run where a deal of it is played on."""
        super().__init__(sessions, Unkept(), "looked at", notice, allow)
        self.archived = record


def played_until(source: Session, header: Header) -> tuple[Session, list[Line]]:
    """A session that stands where the origin of its header says that it leaves another one, and its lines so far."""
    lines: list[Line] = []
    session, origin = Session(source.game, header, lines.append), header.origin
    assert origin is not None
    for counted in source.counted[: origin.deal]:
        session.begin(counted.deal)
        whole = counted.deal.number < origin.deal
        session.repeat(counted.actions if whole else counted.actions[: origin.step])
        if whole:
            session.score()
    return session, lines
