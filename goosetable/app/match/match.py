"""A match: people and computer players at one table, for one game or several; scenes of the table talk to it.

It holds the session, which is the truth, and hands out views, events as the person may know them, and finished thoughts. Its
agents get views and nothing else: they think in slices, wait as their character does, and one that fails is named and
replaced.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Sequence
from random import Random
from typing import Final, Generic, TypeVar

from goosetable import players
from goosetable.app.storage import cast, clean_names
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.saves import Journal, Notice, OpenGames
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, certain
from goosetable.engine.record.deal_log import Chronicle
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.seed import grouped, nth
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Stream
from goosetable.engine.rules.event import Event
from goosetable.engine.rules.options import write
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean, isolated
from goosetable.engine.words.phrases import speak
from goosetable.players.agent import Agent, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import LEVELS
from goosetable.sandbox import external, module_search

USUAL_LEVEL = "medium"
"""The level of the character who takes a chair at a table without computer players."""


def seats_away(session: Session) -> tuple[int, ...]:
    """The seats where people began this game and computer players go on for them."""
    pairs = zip(session.header.chairs, session.chairs, strict=True)
    return tuple(seat for seat, (first, now) in enumerate(pairs) if first.player == HUMAN and now.player != HUMAN)


def next_chair(session: Session, seat: int) -> Chair:
    """Returns the next chair: for a person a character not at the table, and for that character the person again."""
    if seat in seats_away(session):
        return clean_names.seated(session.header.chairs)[seat]
    taken = [*session.names, *(chair.name for chair in session.header.chairs)]
    level = next((chair.player for chair in session.chairs if chair.player in LEVELS), USUAL_LEVEL)
    return Chair(cast.after("", taken).name, level)


STAND_IN = players.ADVICE
"""Gives hints, and plays for a computer player that fails, or that a record names and the call of the program does not."""
NOT_ALLOWED: Final = "{name} is played by {level}, because {player} is a program from outside that --allow does not name."
LINGERS: Final = 0.8
"""Factor by which the closest choice takes longer than an easy one."""
LONGEST: Final = 48
"""Letters of a name from a record in a sentence."""
PLAIN: Final = str.maketrans("{}~", "()-")
"""Replacements of the signs that mark bold and bright words in texts."""


def plain(text: str, most: int = LONGEST) -> str:
    """A text from a record in its clean form (see `clean`), without the signs that mark bold and bright words in texts.

    >>> plain("a\\u202eb\\n{c}"), plain("goose" * 9, 13)
    ('ab (c)', 'goosegoosego…')
    """
    return clean(text, most).translate(PLAIN)


def in_sentence(name: str) -> str:
    """A name for a sentence that is drawn: without marks of its own, and isolated where it runs from the right."""
    return isolated(name.translate(PLAIN))


R = TypeVar("R")


class Work(Generic[R]):
    """Work in short pieces. result: of all of them, once there is one."""

    def __init__(self, pieces: Generator[None, None, R], result: R | None = None) -> None:
        """result: one that is known without work."""
        self.result, self._pieces, self._more = result, pieces, True

    def work(self) -> bool:
        """Does one piece; returns whether there is more. Raises what the piece raises, such as BadPlayer."""
        if self._more:
            try:
                next(self._pieces)
            except StopIteration as done:
                self.result, self._more = done.value, False
        return self._more


class Thought(Work[Action]):
    """A computer player making up its mind; its action is the result."""

    def __init__(self, player: players.Player, seen: View) -> None:
        super().__init__(players.steps(player, seen), seen.game.text.automatic(seen.known))
        self.player, self.seen = player, seen


class Agents:
    def __init__(
        self, session: Session, seed: str, notice: Notice, patience: float, alone: bool = False,
        allow: Collection[str] = (), shown_once: set[str] | None = None,
    ) -> None:  # fmt: skip
        """seed: where every choice of theirs comes from. alone: no computer player thinks, whatever the seats say.

        allow: the external players that may be run; `STAND_IN` plays for any other. shown_once: the notices of this table that
        are not repeated; those on learned weights that cannot be used are added.
        """
        self._session, self._seed, self._notice, self._patience = session, seed, notice, patience
        self._thought: Thought | None = None
        self._hint: Thought | None = None
        self._opinion: Analysis | None = None
        self._rest: Work[object] | None = None
        """The question whether the rest of the deal is certain for the seat to act; its certain end is the result."""
        self._allow = frozenset(allow)
        self._paces: dict[int, float] = {}
        """By seat, the seconds that its player takes over an easy choice, at the leisurely pace."""
        self.failed: dict[int, Chair] = {}
        """By seat, the chair of a player that failed in this game."""
        self._unnoted: set[int] = set()
        """The seats of external players for whom another is to play, until its first act, before which the record notes it."""
        self._unsaid: dict[int, str] = {}
        """By seat, a sentence on an external player that does not play there, until it is said."""
        if not alone:
            self._remember()
        chairs = () if alone else enumerate(session.chairs)
        self.players = {seat: self._make(seat, chair.player) for seat, chair in chairs if chair.player != HUMAN}
        self._shown_once = set() if shown_once is None else shown_once
        self.say_untrained(*self.players.values())

    def say_untrained(self, *thinking: players.Player) -> None:
        """Says, each once, which learned weights of the game cannot be used, where one of these players would follow them."""
        for sentence in players.untrained(self._session.game, thinking):
            if sentence not in self._shown_once:
                self._shown_once.add(sentence)
                self._notice(phrases.sentence(f"{sentence}."))

    def _make(self, seat: int, level: str) -> players.Player:
        source, self._paces[seat] = f"{self._seed}:{seat}", cast.pace(self._session.names[seat])
        if ":" in level:
            return self._external(seat, level, source)
        try:
            styled = players.styled(level, cast.style(self._session.names[seat]))
            made: players.Player = external.seated(styled, source, self._patience)
            return made
        except ValueError as wrong:
            self._notice(f"{plain(self._session.names[seat])}: {plain(str(wrong), 200)}; {STAND_IN} plays instead.")
            return players.make(STAND_IN, Random(source))

    def seat(self, seat: int) -> None:
        """Seats the player of the session's chair in place of the one before; a computer player is made anew."""
        self.forget()
        external.dismiss(self.players.pop(seat, None))
        self.failed.pop(seat, None)
        self._unsaid.pop(seat, None)
        self._unnoted.discard(seat)
        player = self._session.chairs[seat].player
        if player != HUMAN:
            self.players[seat] = self._make(seat, player)
            self.say_untrained(self.players[seat])

    def _external(self, seat: int, player: str, source: str) -> players.Player:
        """An external player, if the call of the program allows it; else `STAND_IN`, and nothing of the other is looked for."""
        name = plain(self._session.names[seat])
        try:
            module_search.check(player)
            if player in self._allow:
                return external.SandboxedPlayer(player, source, self._patience, module_search.find(player))
            self._unsaid[seat] = NOT_ALLOWED.format(name=name, level=STAND_IN, player=plain(player))
        except ValueError as wrong:
            self._unsaid[seat] = f"{name}: {plain(str(wrong), 150)}; {STAND_IN} plays instead."
        self._unnoted.add(seat)
        return players.make(STAND_IN, Random(source))

    def _remember(self) -> None:
        """Finds the external players for whom another has played since an earlier sitting, as the record notes."""
        for seat, (before, chair) in enumerate(zip(self._session.previous, self._session.chairs, strict=True)):
            player = clean_names.player(before.player)
            if ":" in player and player not in self._allow and chair.player != HUMAN and ":" not in chair.player:
                name, level = plain(chair.name), plain(chair.player)
                self._unsaid[seat] = NOT_ALLOWED.format(name=name, level=level, player=plain(player))

    def say_who_plays(self) -> None:
        """Says, a sentence each, which external players do not play here."""
        for sentence in self._unsaid.values():
            self._notice(sentence)
        self._unsaid = {}

    def note_who_plays(self, seat: int) -> None:
        """Notes in the record, before the first act of a player of ours in the chair of an external one, that it plays there.

        Until then the record stays as it was, for a call with --allow.
        """
        if seat in self._unnoted:
            self._unnoted.remove(seat)
            self._stand_in(seat)

    def _stand_in(self, seat: int) -> None:
        if self._session.due != "none":
            self._session.sit(seat, Chair(self._session.names[seat], STAND_IN))

    def forget(self) -> None:
        """Drops all thoughts, because the position has changed."""
        self._thought = self._hint = self._rest = self._opinion = None

    def dismiss(self) -> None:
        """Dismisses the players; external ones end with their processes at once, whatever they are doing."""
        self.forget()
        external.dismiss(*self.players.values())

    @property
    def thinking(self) -> int | None:
        """The seat of the one to act."""
        turn = self._session.turn
        return turn if turn in self.players else None

    @property
    def decision(self) -> Action | None:
        """Action that the player to act has chosen; None until then."""
        return self._thought.result if self._thought else None

    @property
    def doubt(self) -> float:
        """Doubt in the decision, 0..1: 1 if the second best seemed as good, 0 if it seemed as bad as the worst."""
        if self._thought is None or self._thought.result is None:
            return 0.0
        worths = sorted(getattr(self._thought.player, "values", {}).values())
        if len(worths) < 3 or worths[0] == worths[-1]:
            return 0.0
        return float((worths[-2] - worths[0]) / (worths[-1] - worths[0]))

    @property
    def pause(self) -> float:
        """Seconds from the beginning of its turn after which the player to act does so, at the leisurely pace."""
        return 0.0 if self.thinking is None else self._paces[self.thinking] * (1 + LINGERS * self.doubt)

    @property
    def hint(self) -> Action | None:
        """The best action for the person to act, once it is found."""
        return self.opinion.best if self.opinion else None

    @property
    def opinion(self) -> Analysis | None:
        """The hint's analysis of every action that the person may choose, once it is found."""
        hint = self._hint
        if self._opinion is None and hint is not None and hint.result is not None:
            assert isinstance(hint.player, Agent)
            self._opinion = Analysis(hint.seen, hint.player, hint.result)
        return self._opinion

    @property
    def settled(self) -> bool:
        """Whether it is known that nothing can change the points of the deal any more."""
        return self._rest is not None and self._rest.result is not None

    def ask_hint(self) -> None:
        """Begins to look for the best action of the seat to act."""
        turn = self._session.turn
        if turn is not None and self._hint is None:
            rng = Random(f"{self._seed}:hint:{self._session.undoable}")
            adviser = players.make(STAND_IN, rng)
            assert isinstance(adviser, Agent)
            adviser.trace = Trace()
            self.say_untrained(adviser)
            self._hint = Thought(adviser, self._session.view(turn))

    def work(self, mine: bool) -> bool:
        """One short piece of thinking, if a computer player is to act; returns whether there is more to do.

        mine: a person is to act and looks, for whom the end of the deal is looked at.
        """
        seat = self.thinking
        if seat is not None:
            if self._thought is None:
                self._thought = Thought(self.players[seat], self._session.view(seat))
            return self._step(seat, self._thought)
        if self._hint is not None and self._hint.result is None:
            return self._hint.work()
        turn = self._session.turn
        if not mine or turn is None:
            return False
        if self._rest is None:
            seen = self._session.view(turn)
            if seen.sizes[turn] < 2:
                return False  # with one card left there is nothing to play out
            self._rest = Work(certain(seen))
        return self._rest.work()

    def _step(self, seat: int, thought: Thought) -> bool:
        if thought.result is not None:
            return False
        try:
            return thought.work()
        except players.BadPlayer as failed:
            self._notice(f"{plain(self._session.names[seat])} cannot go on: {plain(str(failed), 300)}. Another plays instead.")
            external.dismiss(self.players[seat])
            self.failed.setdefault(seat, self._session.chairs[seat])
            self._stand_in(seat)
            self.players[seat] = players.make(STAND_IN, Random(f"{self._seed}:stand-in:{seat}"))
            self.say_untrained(self.players[seat])
            self._thought = None
            return True


def prizes(sessions: Sequence[Session]) -> tuple[int, ...]:
    """By seat of the last game; people are known by their names, as long as no two have the same."""
    last = sessions[-1]
    won = [0] * last.seats
    where = {name: seat for seat, name in enumerate(last.names)}
    for session in sessions:
        if session.ended:
            for seat, (name, prize) in enumerate(zip(session.names, session.prizes, strict=True)):
                won[where.get(name, seat) if len(where) == len(won) else seat] += prize
    return tuple(won)


NOBODY = -1
"""A seat that sees no hand: what it may know is what everybody may."""
_DOER = re.compile(r"[{~]*\[(\d+)")
"""Whom a line of the log begins with."""
NAMELESS = "Gooseberry"
"""The name of a person who gave none, among several people: after the portrait."""


class Match:
    """The table from the first game on."""

    patience = external.PATIENCE
    """About how many seconds a player from outside may take for a decision."""
    archived = b""  # the record of a match that is only looked at; that of the running table is kept by the saves
    practice = False  # whether it is one deal played again, of which nothing is kept; see `Practice`

    def __init__(
        self, sessions: Sequence[Session], journal: Journal, seed: str, notice: Notice, allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> None:  # fmt: skip
        """sessions: the last one goes on. seed: for all choices of the players. allow: external players that may be run.

        opened: the open games of this computer; the game of this table is added.
        """
        *self._before, self.session = sessions
        self._journal, self._seed, self._notice = journal, seed, notice
        self.allow = allow
        self.shown_once = set[str]()
        """Notices that are not repeated at this table: which learned weights cannot be used, and why."""
        self.session.journal = journal
        self._said: tuple[object, dict[str, str]] = None, {}
        """Lines of the log as they were said, for as long as the same sit here and play the same deal."""
        self._opened = OpenGames() if opened is None else opened
        self.playing_out = False
        """Whether the rest of the deal is certain and goes by itself, also for people who do not look."""
        self._guarded = False
        """Whether one person is left of several, who has still to say that they are alone with the screen."""
        self._eyes: int | None = None
        self.last_looker: int | None = None
        """While the curtain hangs, the seat that looked before; None if no person has looked since the deal."""
        self._fence = 0  # of the actions of this deal, how many can no longer be taken back
        self._unseen: list[Event] = []
        self._seat_players()

    @classmethod
    def new(
        cls, game: AnyGame, options: object, chairs: Sequence[Chair], code: str, journal: Journal, seed: str,
        notice: Notice, started: str | None = None, app: str | None = None, allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> Match:  # fmt: skip
        """Lays a new table. started: the time in UTC as the record has it."""
        header = Header(game.id, dict(write(options)), code, tuple(chairs), app, started)
        return cls([Session(game, header, journal)], journal, seed, notice, allow, opened)

    def _seat_players(self) -> None:
        seed = f"{self._seed}:{len(self._before)}"
        self._minds = Agents(self.session, seed, self._notice, self.patience, allow=self.allow, shown_once=self.shown_once)

    def say_who_plays(self) -> None:
        """Says which external players that the record names do not play here, because the call does not allow them."""
        self._minds.say_who_plays()

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def revealed(self) -> bool:
        """Whether a person asked for the code before the end, which makes the game an open one."""
        return self.session.header in self._opened

    def reveal(self) -> None:
        """Reveals the code: a person asked for it, or took out the record that holds it."""
        self._opened.add(self.session.header)

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.session.chairs) if chair.player == HUMAN)

    @property
    def shared(self) -> bool:
        """Whether several people share the screen, so that each has to be alone with it before any card is shown."""
        return len(self.persons) > 1

    @property
    def covered(self) -> bool:
        """Whether it is unknown which of several people looks: then nothing that is hidden from any of them is told."""
        return (self.shared or self._guarded) and self._eyes is None

    @property
    def looker(self) -> int | None:
        """The person whose cards are given out now, and are hidden from others at this screen; None where there is no such."""
        return self._eyes if self.shared and self.session.due == "act" else None

    @property
    def looked_at(self) -> bool:
        """Whether a person sits before the screen, alone with it."""
        return bool(self.persons) and not self.covered

    @property
    def me(self) -> int:
        """Seat at the bottom of the screen: of the person who looks, else of the one who looked last, else of the one
        who is to look next; the first where one person plays, or none."""
        if not self.shared:
            return self.persons[0] if self.persons else 0
        looker = self.last_looker if self._eyes is None else self._eyes
        return self.next_person if looker is None else looker

    @property
    def next_person(self) -> int:
        """The person to act, or the first to act after the seat whose turn it is."""
        seats, turn = self.session.seats, self.session.turn
        if turn is None:
            dealer = self.session.deal.dealer if self.session.deal else self.session.next_dealer()
            turn = (dealer if dealer is not None else -1) + 1
        return min(self.persons, key=lambda seat: (seat - turn) % seats)

    @property
    def hands_over(self) -> bool:
        """Whether the screen has to be handed to a person before the game can go on."""
        if self.session.due != "act":
            return False
        return self.covered or (self.shared and self.session.turn in self.persons and self.session.turn != self._eyes)

    @property
    def goes_by_itself(self) -> bool:
        """Whether another person than the one who looks has one last card to play: the screen need not go round for it."""
        state = self.session.state
        if state is None or not self.looked_at or self.session.turn not in self.persons:
            return False
        legal = self.session.legal()
        return len(legal) == 1 and verb_of(legal[0]) is Verb.PLAY and state.hands[state.turn].bit_count() == 1

    @property
    def my_turn(self) -> bool:
        """Whether the person who looks is to act."""
        looks = self.session.turn == self._eyes if self.shared else not self.covered
        return looks and self.session.turn in self.persons

    @property
    def _knower(self) -> int:
        """Seat of the person at the screen, or `NOBODY` while the curtain hangs."""
        return NOBODY if self.covered else self.me

    def view(self) -> View:
        """The view of the person who looks; while none does, what all may know."""
        return self.session.view(self._knower)

    def cover(self) -> None:
        """Covers the hand of the person who looked; events since their last action are shown when they look again."""
        if self._eyes is not None:
            self.last_looker = self._eyes
        self._eyes = None
        self._minds.forget()

    def uncover(self, seat: int) -> list[Event]:
        """Uncovers a hand for a person alone with the screen; returns the deal's events that are still to be shown."""
        assert seat in self.persons, "only a person looks at the screen"
        if seat != self.last_looker:
            self._fence = self.session.undoable
        self._eyes, self.last_looker, self._guarded = seat, None, False
        dealt, self._unseen = self._unseen, []
        return self._as_known(dealt)

    def since(self, seat: int) -> tuple[tuple[int | None, str], ...]:
        """Returns the log since that person's last action, oldest first: the seat that acted, and the words."""
        told = self.chronicle().since(seat)
        return tuple((int(found[1]) if (found := _DOER.match(line)) else None, self.say(line)) for line in told)

    def say(self, text: str) -> str:
        """A text of the rules with the names of those who sit here; the one person at the table is "you"."""
        names = [in_sentence(name) for name in self.session.names] if "[" in text else []  # most texts name nobody
        if names and self.shared:  # nobody can be told from another by "You", and "You takes it" is no sentence
            names = [NAMELESS if name.casefold() == "you" and NAMELESS not in names else name for name in names]
        return speak(text, names, None if not names or self.shared or not self.persons else self.me)

    def called(self, person: int) -> str:
        """The name of a person, also of one who plays alone."""
        return self.say(f"[{person}]") if self.shared else in_sentence(self.session.names[person])

    @property
    def saved(self) -> bool:
        """Whether all of the game was seen to be on the disk; what is not there is tried once more."""
        return self._journal.settle()

    @property
    def seal(self) -> str:
        """The commitment to every deal of this game, all of it, in groups; nothing for set-up deals."""
        whole = self.session.commitment
        return "" if whole is None else grouped(whole)

    def log(self) -> tuple[str, ...]:
        """Log of this deal, oldest first."""
        said_for = self.session.deal, self.session.names, self.persons
        if self._said[0] != said_for:
            self._said = said_for, {}
        said = self._said[1]
        return tuple(said.get(line) or said.setdefault(line, self.say(line)) for line in self.chronicle().log)

    def chronicle(self) -> Chronicle:
        session = self.session
        return Chronicle((), ()) if session.deal is None or session.state is None else session.chronicle(self._knower)

    @property
    def place(self) -> str:
        """Place in the game, in words that all may read: "Goose, deal 4, trick 3 of 6"."""
        session = self.session
        if session.state is None:
            return self.game.title
        return f"{self.game.title}, deal {session.state.number}, {self.game.text.place(session.state)}"

    def prizes(self) -> tuple[int, ...]:
        """Prizes of each seat's player over the games of this match, such as Golden Geese, in any seat."""
        return prizes((*self._before, self.session))

    def deal(self) -> list[Event]:
        """Deals the next deal; returns what the person may know of it: nothing, while several share the screen."""
        self.say_who_plays()
        events = self.session.begin(None if self.session.code else self._made_up())
        self._fence = 0
        if self.shared:
            self.cover()
            self.last_looker = None
            self._unseen = events
            return []
        return self._as_known(events)

    def _made_up(self) -> Deal:
        """A deal by chance for a game that began with deals set up by hand and so has no code."""
        session, game = self.session, self.game
        code, dealer = nth(self._seed, session.standing.deals + 1), session.next_dealer()
        if dealer is None:
            dealer = game.first_dealer(session.options, Stream(code, 0))
        return game.deal(session.options, session.standing, dealer, Stream(code, 1))

    def act(self, action: Action) -> list[Event]:
        """Does a legal action of the seat to act; returns what the person may know of it.

        As soon as the next act belongs to another person no hand is given out: what is told then is what all may know.
        """
        seat = self.session.turn
        assert seat is not None, "nobody is to act"
        self.say_who_plays()
        self._minds.note_who_plays(seat)
        self._minds.forget()
        events = self.session.act(seat, action)
        self.playing_out &= self.session.due == "act"
        if self.hands_over and not self.playing_out and not self.goes_by_itself:
            self.cover()
        return self._as_known(events)

    def score(self) -> list[Event]:
        """Counts the deal; a game that is won by it ends."""
        events = self.session.score()
        if self.session.due == "end":
            self.session.end()
        return events

    @property
    def takes_back(self) -> int:
        """Number of actions back to the last decision of the person who looks, or who looked before the curtain fell.

        One person alone may go back to where others last left their chairs. Where several share the screen, each may until the
        curtain has opened for the next, but not once the decision has turned up hidden cards.
        """
        looker = self.last_looker if self._eyes is None else self._eyes
        if self.shared and looker is None:
            return 0
        count = self.session.undo_to(self.persons if looker is None else (looker,))
        if count > self.session.undoable - self._fence:
            return 0
        if not self.shared or not count or looker is None:
            return count
        return 0 if self.session.turned_up(looker, count) or self.session.bids_shown(count) else count

    def undo(self) -> bool:
        """Takes back everything since a person's last decision, and that too; returns whether there was one."""
        count = self.takes_back
        if not count:
            return False
        self._minds.forget()
        self.session.undo(count)
        self.playing_out = False
        return True

    def next_game(
        self, code: str, started: str | None = None, moved: bool = False, journal: Journal | None = None, app: str | None = None
    ) -> None:
        """Begins another game, also for players that failed. moved: all sit one chair further on. journal: a new record's.

        started, app: as for `new`; the version is this program's, also where an older one wrote the game before.
        """
        self._journal = journal or self._journal
        chairs = tuple(self._minds.failed.get(seat, chair) for seat, chair in enumerate(self.session.chairs))
        chairs = (*chairs[-1:], *chairs[:-1]) if moved else chairs
        again = Header(self.game.id, dict(write(self.session.options)), code, chairs, app, started)
        self._before.append(self.session)
        self.session = Session(self.game, again, self._journal)
        self._minds.dismiss()
        self._minds.forget()
        self._eyes, self.last_looker, self._fence, self._unseen = None, None, 0, []
        self.playing_out = self._guarded = False
        self._seat_players()

    def sit(self, seat: int, chair: Chair) -> None:
        """Another player takes a seat, which the record notes; see `chairs`. Raises IllegalAction after the end of the game.

        Where several share the screen, or shared it until now, the curtain hangs before any card is seen; nothing done before
        can be taken back.
        """
        self._guarded |= self.shared
        self.session.sit(seat, chair)
        self._guarded &= len(self.persons) == 1
        self._minds.seat(seat)
        self._eyes, self.last_looker, self._fence = None, None, self.session.undoable

    def close(self) -> None:
        """Leaves the table; the record stays, after a last attempt to keep what is not kept."""
        self._minds.dismiss()
        self._journal.close()

    def _as_known(self, events: list[Event]) -> list[Event]:
        return self.session.events_for(self._knower, events)

    @property
    def thinking(self) -> int | None:
        return self._minds.thinking

    @property
    def decision(self) -> Action | None:
        return self._minds.decision

    @property
    def pause(self) -> float:
        """Seconds from the beginning of its turn after which a computer player acts, at the leisurely pace."""
        return self._minds.pause

    @property
    def hint(self) -> Action | None:
        return self._minds.hint

    def reason(self, action: Action) -> str:
        """Returns the reason for or against an action, once the hint is found: part of a sentence, or ""."""
        return self._clause(self._minds.opinion.advice(action)) if self._minds.opinion else ""

    @property
    def sureness(self) -> tuple[str, str, Action | None]:
        """Sureness that the hint is the best, as a word of `Sureness` and in words, and its closest rival."""
        opinion = self._minds.opinion
        return (opinion.sureness.word, self._clause(opinion.sure()), opinion.sureness.rival) if opinion else ("", "", None)

    def _clause(self, text: str) -> str:
        """A text as `say` has it, as it follows a colon."""
        return self.say(f":{text}")[1:]

    @property
    def settled(self) -> bool:
        """Whether the person to act may know that nothing can change the points of the deal any more."""
        return self.my_turn and self._minds.settled

    def ask_hint(self) -> None:
        """Begins to look for the best action of the person to act; the record notes that they asked."""
        if self.my_turn:
            self._minds.ask_hint()
            self.session.aid("hint")

    def aid(self, what: str) -> None:
        """Notes in the record that the person to act has had help."""
        if self.my_turn:
            self.session.aid(what)

    def work(self) -> bool:
        """One short piece of thinking, if a computer player is to act; returns whether there is more to do."""
        return self._journal.look_after() or self._minds.work(self.my_turn)
