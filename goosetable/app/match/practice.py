"""Matches that do not count in the statistics: replayed and continued deals, lessons, and finished matches for viewing. Also
the counts of each person's deals, and the memory of people's habits.

A newcomer is a person who has finished only a few deals of a game. The settings store the number of these deals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import integrity
from goosetable.app.match.agents import Agents
from goosetable.app.match.match import Match
from goosetable.app.skins import assets
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import profiles
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.profiles import Profile
from goosetable.app.storage.saves import Journal, Notice
from goosetable.app.storage.settings import FIRST_DEALS, MOST_MET, Settings
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson import lesson
from goosetable.engine.lesson.lesson import Lesson, LessonError, PointerTarget, Step
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.format import Header, Line, RecordError
from goosetable.engine.record.replay import read_deal
from goosetable.engine.record.session import ScoredDeal, Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Event
from goosetable.players.levels import SKILLS
from goosetable.players.people import count_habits


def load_lesson(game: AnyGame, for_play: bool = False) -> Lesson:
    """Returns the lesson of a game. for_play: True if the lesson will be played; then all its steps are checked first.

    Raises AssetError, which names the lesson's file, if the file is missing or damaged.
    """
    file = "lessons", f"{game.id}.json"
    try:
        found = lesson.parse_lesson(assets.read_text(*file))
        if for_play:
            lesson.check_lesson(found, game)
        return found
    except LessonError as wrong:
        raise assets.damaged_error(*file, why=str(wrong)) from wrong


def interrupted_step(settings: Settings, lesson: Lesson) -> int:
    """Returns the index of the step at which the person interrupted a lesson.

    Returns 0 if the person has not begun the lesson, or if the lesson no longer has that step.
    """
    number = settings.begun.get(lesson.game, 0)
    return number if number < len(lesson.steps) else 0


class NoJournal(Journal):
    """A journal that writes no file."""

    _over = True

    def __init__(self) -> None: ...


class LessonMatch(Match):
    """The match of a lesson. number: index of the current step."""

    kind = "lesson"

    def __init__(self, script: Lesson, game: AnyGame, notice: Notice) -> None:
        self.lesson, self.number = script, 0
        self.doer: int | None = None
        """The seat for which a scripted action is being performed; None if the learner acts."""
        self._asked = False
        super().__init__([lesson.begin_session(script, game)], NoJournal(), "lesson", notice)

    def _seat_players(self) -> None:
        self._minds = Agents(self.session, "", self._notice, 0, no_players=True)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def is_on_last_step(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    @property
    def answers(self) -> tuple[Action, ...]:
        """The right actions at the current step; empty if the step asks for no action."""
        return lesson.accepted_actions(self.session, self.step, self.lesson.learner)

    @property
    def pointer_target(self) -> PointerTarget | None:
        return lesson.find_pointer_target(self.session, self.step, self.lesson.learner)

    def action_objection(self, action: Action) -> str:
        """Returns a sentence on the reason why an action is not a right answer of the lesson."""
        return lesson.objection_to_action(self.step, self.game.action_text(action))

    def go_to_step(self, number: int) -> None:
        """Goes to a step: replays the lesson up to it, with the first right answer to each question. number: its index."""
        self.number = number
        self.session = lesson.session_at_step(self.lesson, self.game, number)
        self._asked = False

    def _deal_without_code(self) -> Deal:
        assert self.step.deal is not None, "this step deals nothing"
        return read_deal(self.session, self.step.deal)

    @property
    def hint(self) -> Action | None:
        return self.answers[0] if self._asked and self.answers else None

    def ask_hint(self) -> None:
        self._asked = True

    def act(self, action: Action) -> list[Event]:
        """Performs an action of the learner, or a scripted action of another seat."""
        self._asked = False
        seat = self.lesson.learner if self.doer is None else self.doer
        return self._events_known_to_viewer(self.session.act(seat, action))


class PracticeMatch(Match):
    """The match that replays a scored deal of another match. The practice ends after that deal and has no record."""

    kind = "practice"

    def __init__(
        self,
        match: Match,
        scored_deal: ScoredDeal,
        notice: Notice,
        session: Session | None = None,
        journal: Journal | None = None,
    ) -> None:
        """session, journal: given if the practice begins at one of the deal's cards; None to replay the deal from its start."""
        self.first = scored_deal
        """The scored deal that is replayed."""
        seed = f"again {scored_deal.deal.number}"
        if session is None:
            session = Session(match.game, match.session.header)
            session.chairs, session.standing = match.session.chairs, scored_deal.standing
            session.previous = match.session.previous
        else:
            seed = f"on from {session.undoable_count} of {scored_deal.deal.number}"
        super().__init__([session], journal or NoJournal(), seed, notice, match.allow)

    def _deal_without_code(self) -> Deal:
        return self.first.deal

    @property
    def title(self) -> str:
        return f"Deal {self.first.deal.number}, played again"

    @property
    def practice_note(self) -> str:
        """A sentence for the person: this practice changes neither the game nor the statistics."""
        return "This deal is played again for its own sake: neither the game nor the statistics change."


class ContinuedDealMatch(PracticeMatch):
    """The match that continues a deal from one of its cards. Its record is stored, with the deal and the card as its origin."""

    def __init__(self, match: Match, scored_deal: ScoredDeal, notice: Notice, session: Session, journal: Journal) -> None:
        super().__init__(match, scored_deal, notice, session, journal)
        assert session.state is not None
        self.start = match.game.text.progress(session.state)
        """Position of the first new action, such as "trick 5 of 11"."""
        self._fence = session.undoable_count

    @property
    def title(self) -> str:
        return f"Deal {self.first.deal.number}, from {self.start}"

    @property
    def practice_note(self) -> str:
        return (
            f"You play on from deal {self.first.deal.number}, {self.start}, for practice: "
            "neither the game nor the statistics change."
        )


class FinishedMatch(Match):
    """A finished match, opened for viewing. Its deals can be continued as other matches."""

    def __init__(self, sessions: Sequence[Session], record: bytes, notice: Notice, allow: Collection[str]) -> None:
        """allow: the external players that may run if one of the match's deals is continued."""
        super().__init__(sessions, NoJournal(), "looked at", notice, allow)
        self.archived = record


def session_until_continuation(original: Session, header: Header) -> tuple[Session, list[Line]]:
    """Returns a session that replays the session `original` up to the card from which a deal is continued; and the lines of its
    record.

    header: the header of the new record, with that deal and card as its origin.
    """
    lines: list[Line] = []
    session, origin = Session(original.game, header, lines.append), header.origin
    assert origin is not None
    for counted in original.scored_deals[: origin.deal]:
        session.begin_deal(counted.deal)
        whole = counted.deal.number < origin.deal
        session.repeat_actions(counted.actions if whole else counted.actions[: origin.step])
        if whole:
            session.score_deal()
    return session, lines


FIRST_LINE: Final = 1 << 14
"""Number of bytes at the start of a record that are read to find its first line."""


class LessonOffer(NamedTuple):
    """An offer to a person for whom no finished deals of the game are stored. lesson: the offered lesson; None for no lesson.

    has_played: True if this person knows the game all the same: an old record has a game of this person, or the present game
    has begun.
    """

    has_played: bool
    lesson: Lesson | None


class NewcomerTracker:
    """Counts the finished deals of each person at a table, and offers newcomers the lesson of the game.

    helps_newcomers: True to offer the lesson.
    """

    def __init__(
        self,
        match: Match,
        settings: Callable[[], Settings],
        change: Callable[..., None],
        records: Path,
        helps_newcomers: bool = True,
    ) -> None:
        """settings: returns the current settings. change: changes the settings in its keyword arguments. records: the folder of
        earlier records."""
        self.match = match
        self._settings = settings
        self._change = change
        self._records = records
        self._offers = helps_newcomers
        self.offering = False
        """True if the lesson has been offered and the person has not answered yet."""
        self._offer: tuple[Settings, tuple[object, ...], LessonOffer | None] | None = None
        """The settings and the situation for which the offer was last determined, and that offer."""

    def _finished_deal_count(self, seat: int) -> int | None:
        """Returns the number of deals that a person finished, at most `FIRST_DEALS`; None if this game is new to the person."""
        game, met = self.match.game.id, self._settings().met
        seen = [met[f"{game} {name}"] for name in self._names_of_person(seat) if f"{game} {name}" in met]
        found = max(seen, default=None)
        return found if self._offers or found is not None else FIRST_DEALS

    def _names_of_person(self, seat: int) -> set[str]:
        return profiles.names_in_normal_form(self._settings(), self.match.session.names[seat])

    @property
    def is_newcomer(self) -> bool:
        """True if the person at the screen has finished fewer than `FIRST_DEALS` deals of this kind of game, and no whole
        game of it.
        """
        return self.match.is_viewer_known and (self._finished_deal_count(self.match.me) or 0) < FIRST_DEALS

    def lesson_to_offer_now(self) -> Lesson | None:
        """Returns the lesson to offer now, or None.

        The lesson is offered once, to a person who has neither played the game nor begun its lesson.
        """
        offer = self._current_offer()
        if offer is not None:
            for seat in self.match.people_seats:
                if self._finished_deal_count(seat) is None:  # every person at this screen has seen the offer
                    self._store_count(seat, FIRST_DEALS if offer.has_played else 0)
        found = None if offer is None else offer.lesson
        self.offering = found is not None
        return found

    def _current_offer(self) -> LessonOffer | None:
        """Returns the offer to the person at the screen. None if this person is unknown, or if the game is not new to the
        person.

        The offer is determined anew only if the situation has changed, because the search through the records takes long.
        """
        match, session, settings = self.match, self.match.session, self._settings()
        begun = bool(session.standing.deals or session.undoable_count)
        situation = match.is_viewer_known, match.me, tuple(session.names), begun
        if self._offer is None or self._offer[0] is not settings or self._offer[1] != situation:
            is_new = match.is_viewer_known and self._finished_deal_count(match.me) is None
            self._offer = settings, situation, self._make_offer(begun) if is_new else None
        return self._offer[2]

    def _make_offer(self, begun: bool) -> LessonOffer:
        game = self.match.game
        played = begun or has_record_of_people(self._records, game.id, self._names_of_person(self.match.me))
        if played or game.id in self._settings().learned or game.id in self._settings().begun:
            return LessonOffer(played, None)
        try:
            return LessonOffer(played, load_lesson(game))
        except AssetError:
            return LessonOffer(played, None)

    def count_deal(self) -> None:
        """Counts a scored deal for each person at the table."""
        for seat in self.match.people_seats:
            self._store_count(seat, FIRST_DEALS if self.match.session.ended else (self._finished_deal_count(seat) or 0) + 1)

    def _store_count(self, seat: int, number: int) -> None:
        key, number = f"{self.match.game.id} {profiles.normal_form(self.match.session.names[seat])}", min(number, FIRST_DEALS)
        before = self._settings().met
        if before.get(key) != number:
            kept = {other: seen for other, seen in before.items() if other != key} | {key: number}
            self._change(met=dict(list(kept.items())[-MOST_MET:]))  # if the list is too long, the first people are removed


HABITS: Final = {
    "bids_high": "[{0} bids] high",
    "bids_low": "[{0} bids] low",
    "takes": "[{0} takes] every trick within reach",
    "leads_trumps": "[{0} likes] to lead trumps",
}
"""Clauses that describe a person's habit, by key of `person_memory.USUAL_RATES`; {0} is the person's seat."""
REMEMBERS: Final = tuple(level for level, skill in SKILLS.items() if skill.mind is not None)
"""Levels of the computer players that take habits of people into account."""


class HabitMemory:
    """The memory of the habits of people at a table, for the computer players. It is based on public cards and bids only."""

    def __init__(
        self, match: Match, settings: Callable[[], Settings], change: Callable[..., None], notice: Callable[[str], None]
    ) -> None:
        """settings: returns the current settings. change: changes the settings in its keyword arguments. notice: shows a
        sentence."""
        self.match, self._settings, self._change, self._notice = match, settings, change, notice
        self._pass_on_habits()

    def _seated_profiles(self) -> list[tuple[int, Profile]]:
        session, settings = self.match.session, self._settings()
        found = ((seat, profiles.find_person(settings, session.names[seat])) for seat in self.match.people_seats)
        return [(seat, person) for seat, person in found if person is not None]

    def _pass_on_habits(self) -> None:
        self.match.habits_by_name.clear()
        for seat, person in self._seated_profiles():
            self.match.habits_by_name[self.match.session.names[seat]] = person.memory.known_habits()

    def remember_deal(self) -> None:
        """Updates the stored habits of the people after a deal was scored. Shows a notice when a habit is first recognised."""
        match, session = self.match, self.match.session
        if match.is_practice or not session.scored_deals:
            return
        counted = session.scored_deals[-1]
        for seat, person in self._seated_profiles():
            counts = count_habits(match.game, session.options, counted.standing, counted.deal, counted.actions, seat)
            seen = person.memory.with_deal(counts)
            fresh = next((habit for habit in seen.known_habits() if habit not in seen.habits_mentioned), None)
            watcher = next((at for at, chair in enumerate(session.chairs) if chair.player in REMEMBERS), None)
            if fresh is not None and watcher is not None:
                seen = seen._replace(habits_mentioned=(*seen.habits_mentioned, fresh))
                self._notice(match.with_names(f"[{watcher}] has noticed that {HABITS[fresh].format(seat)}."))
            self._change(**profiles.changes_to_store_person(self._settings(), person._replace(memory=seen)))
        self._pass_on_habits()


def has_record_of_people(folder: Path, game: str, names: Collection[str]) -> bool:
    """Returns True if a folder has a record of a game with one of these people; skips unreadable records.

    game: the game's id. names: the names of the people in normal form, see `profiles.normal_form`.
    """
    try:
        records = [path for path in folder.iterdir() if path.suffix == ".goose"]
    except OSError:
        return False
    return any(_contains_game(path, game, names) for path in records)


def _contains_game(path: Path, game: str, names: Collection[str]) -> bool:
    try:
        with integrity.open_file(path) as file:
            header = format.read_line(jsonl.without_byte_order_mark(file.readline(FIRST_LINE)))
    except (OSError, ValueError, RecordError):
        return False
    if not isinstance(header, Header) or header.game != game:
        return False
    return any(chair.player == HUMAN and profiles.normal_form(chair.name) in names for chair in header.chairs)
