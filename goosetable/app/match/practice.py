"""Practice: matches that count nowhere (a deal replayed from its beginning or from one of its cards, a lesson, a finished
match on view), and newcomers, to whom a lesson is offered.

A newcomer is a person who has finished few deals of a game; the settings count those deals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from goosetable import integrity
from goosetable.app.match.match import Agents, Match
from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import profiles
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.saves import Journal, Notice
from goosetable.app.storage.settings import FIRST_DEALS, MOST_MET, Settings
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import Lesson, LessonError, PointerTarget, Step
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.deal_log import ScoredDeal
from goosetable.engine.record.format import Header, Line, RecordError
from goosetable.engine.record.replay import read_deal
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Event


def load(game: AnyGame, play: bool = False) -> Lesson:
    """Returns the lesson of a game. Raises AssetError naming its file if it is missing or damaged.

    play: the lesson will be played, so all its steps are checked first.
    """
    file = "lessons", f"{game.id}.json"
    try:
        found = lesson.read(assets.read(*file))
        if play:
            lesson.check(found, game)
        return found
    except LessonError as wrong:
        raise assets.damaged(*file, why=str(wrong)) from wrong


class NoJournal(Journal):
    _over = True

    def __init__(self) -> None:
        """Opens nothing."""


class Tutorial(Match):
    """The match of a lesson. number: index of the present step."""

    def __init__(self, script: Lesson, game: AnyGame, notice: Notice) -> None:
        self.lesson, self.number = script, 0
        self.doer: int | None = None
        """The seat whose scripted action is being done; None if the learner acts."""
        self._asked = False
        super().__init__([lesson.begin(script, game)], NoJournal(), "lesson", notice)

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
        """The right actions at the present step; none if it asks for no action."""
        return lesson.accepted_actions(self.session, self.step, self.lesson.learner)

    @property
    def aim(self) -> PointerTarget | None:
        return lesson.find_target(self.session, self.step, self.lesson.learner)

    def objection(self, action: Action) -> str:
        """Returns the objection to an action that leads away from the lesson."""
        return lesson.objection(self.step, self.game.write(action))

    def go_to(self, number: int) -> None:
        """Replays the lesson up to a step, with the first right answer to each question."""
        self.number = number
        self.session = lesson.session_at_step(self.lesson, self.game, number)
        self._asked = False

    def _made_up(self) -> Deal:
        """Returns the deal in the step's script."""
        assert self.step.deal is not None, "this step deals nothing"
        return read_deal(self.session, self.step.deal)

    @property
    def hint(self) -> Action | None:
        return self.answers[0] if self._asked and self.answers else None

    def ask_hint(self) -> None:
        self._asked = True

    def act(self, action: Action) -> list[Event]:
        """Does an action of the learner, or of the seat `doer`."""
        self._asked = False
        seat = self.lesson.learner if self.doer is None else self.doer
        return self._as_known(self.session.act(seat, action))


class Practice(Match):
    """The match that replays a scored deal of another one. It ends with that deal, and has no record."""

    practice = True

    def __init__(
        self, match: Match, counted: ScoredDeal, notice: Notice, session: Session | None = None, journal: Journal | None = None
    ) -> None:
        """session, journal: given if the deal continues from a later card."""
        self.first = counted
        """The scored deal that is replayed."""
        seed = f"again {counted.deal.number}"
        if session is None:
            session = Session(match.game, match.session.header)
            session.chairs, session.standing = match.session.chairs, counted.standing
            session.previous = match.session.previous
        else:
            seed = f"on from {session.undoable} of {counted.deal.number}"
        super().__init__([session], journal or NoJournal(), seed, notice, match.allow)

    def _made_up(self) -> Deal:
        """Returns the replayed deal."""
        return self.first.deal

    @property
    def title(self) -> str:
        return f"Deal {self.first.deal.number}, played again"

    @property
    def sentence(self) -> str:
        """Sentence which says that neither game nor statistics change."""
        return "This deal is played again for its own sake: neither the game nor the statistics change."


class PlayedOn(Practice):
    """The match that continues a deal from one of its cards. Its record is stored, with that origin."""

    def __init__(self, match: Match, counted: ScoredDeal, notice: Notice, session: Session, journal: Journal) -> None:
        super().__init__(match, counted, notice, session, journal)
        assert session.state is not None
        self.start = match.game.text.progress(session.state)
        """Place of the first new action, such as "trick 5 of 11"."""
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
    """A finished match that is only viewed."""

    def __init__(self, sessions: Sequence[Session], record: bytes, notice: Notice, allow: Collection[str]) -> None:
        """allow: the external players that may be run if one of its deals is continued."""
        super().__init__(sessions, NoJournal(), "looked at", notice, allow)
        self.archived = record


def played_until(source: Session, header: Header) -> tuple[Session, list[Line]]:
    """Returns a session that repeats another one up to the origin in `header`, and its record's lines so far."""
    lines: list[Line] = []
    session, origin = Session(source.game, header, lines.append), header.origin
    assert origin is not None
    for counted in source.scored_deals[: origin.deal]:
        session.begin(counted.deal)
        whole = counted.deal.number < origin.deal
        session.repeat_actions(counted.actions if whole else counted.actions[: origin.step])
        if whole:
            session.score()
    return session, lines


FIRST_LINE: Final = 1 << 14
"""Number of bytes of a record that are read for its first line."""


def _key(game: str, name: str) -> str:
    return f"{game} {profiles.key(name)}"


class Newcomers:
    """Keeps count of the deals of each person at a table. offers: whether newcomers are offered the game's lesson."""

    def __init__(
        self, match: Match, settings: Callable[[], Settings], change: Callable[..., None], records: Path, offers: bool = True
    ) -> None:
        """settings: returns the present settings; change: changes some. records: the folder of earlier records."""
        self.match, self._settings, self._change, self._records, self._offers = match, settings, change, records, offers
        self.offering = False
        """Whether the lesson has been offered and not answered yet."""

    def _seen(self, seat: int) -> int | None:
        """Returns the number of deals that a person has finished, at most `FIRST_DEALS`; None if they have never played this
        game."""
        found = self._settings().met.get(_key(self.match.game.id, self.match.session.names[seat]))
        return found if self._offers or found is not None else FIRST_DEALS

    @property
    def new(self) -> bool:
        """Whether the person at the screen has finished fewer than `FIRST_DEALS` deals of this game, and no whole game."""
        return self.match.looked_at and (self._seen(self.match.me) or 0) < FIRST_DEALS

    def offer(self) -> Lesson | None:
        """Returns the lesson to offer now, or None. It is offered once, to a person who has neither played nor learned the
        game."""
        found = self._unmet()
        self.offering = found is not None
        return found

    def _unmet(self) -> Lesson | None:
        match, known = self.match, self._seen(self.match.me)
        if not match.looked_at or known is not None:
            return None
        game, begun = match.game, bool(match.session.standing.deals or match.session.undoable)
        played = begun or has_record(self._records, game.id, match.session.names[match.me])
        for seat in match.persons:
            if self._seen(seat) is None:  # all who share a screen have seen the offer
                self._keep(seat, FIRST_DEALS if played else 0)
        if played or game.id in self._settings().learned:
            return None
        try:
            return load(game)
        except AssetError:
            return None

    def scored(self) -> None:
        """Counts a scored deal for each person at the table."""
        for seat in self.match.persons:
            self._keep(seat, FIRST_DEALS if self.match.session.ended else (self._seen(seat) or 0) + 1)

    def _keep(self, seat: int, number: int) -> None:
        key, number = _key(self.match.game.id, self.match.session.names[seat]), min(number, FIRST_DEALS)
        before = self._settings().met
        if before.get(key) != number:
            kept = {other: seen for other, seen in before.items() if other != key} | {key: number}
            self._change(met=dict(list(kept.items())[-MOST_MET:]))  # of too many people the first are forgotten


def has_record(folder: Path, game: str, name: str) -> bool:
    """Whether a readable record in a folder has a game of this kind with this person."""
    try:
        records = [path for path in folder.iterdir() if path.suffix == ".goose"]
    except OSError:
        return False
    return any(_is_of(path, game, name) for path in records)


def _is_of(path: Path, game: str, name: str) -> bool:
    try:
        with integrity.opened(path) as file:
            header = format.read_line(jsonl.without_byte_order_mark(file.readline(FIRST_LINE)))
    except (OSError, ValueError, RecordError):
        return False
    if not isinstance(header, Header) or header.game != game:
        return False
    return any(chair.player == HUMAN and profiles.key(chair.name) == profiles.key(name) for chair in header.chairs)
