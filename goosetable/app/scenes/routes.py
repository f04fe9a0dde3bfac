"""Routes: the targets of changes between scenes, as values. The router builds scenes from them; no scene imports another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:  # types alone: start-up and title make routes before players and tables are loaded
    from datetime import date

    from goosetable.app.match.match import Match
    from goosetable.app.match.matches import DayDeal
    from goosetable.app.match.sheet_session import SheetSession
    from goosetable.app.render.geometry import Area
    from goosetable.app.scenes.new_game.model import TableSetup
    from goosetable.app.storage.history.game_list import ListedGame
    from goosetable.app.storage.history.records import History
    from goosetable.app.storage.history.sources import PlayerKey
    from goosetable.app.storage.profiles import Profile
    from goosetable.app.ui.scene import Change, Route
    from goosetable.app.ui.text_field import TextField
    from goosetable.cards import Card
    from goosetable.engine.game import AnyGame
    from goosetable.engine.problem.problem import Problem
    from goosetable.engine.record.deal_log import ScoredDeal
    from goosetable.engine.rules.deal import Deal
    from goosetable.engine.rules.event import Points
    from goosetable.engine.text.table_facts import Tally

WHY_GOOSE: Final = "Why goose?"
"""Heading of the page on the names of the games, and label of the button that leads to it."""
LAST_TRICK: Final = "last trick"
"""Result of the menu that makes the table show the last trick."""
LEAVE: Final = "leave"
"""Result of the menu on which a table or a lesson closes and returns to the scene below."""


class ToTitle(NamedTuple):
    """The way to the title screen."""


class ToSettings(NamedTuple):
    """The way to the settings."""


class ToKeys(NamedTuple):
    """The list of keys of a screen, drawn over that screen.

    screen: its name in `keymap`, empty if it has none. fixed: keys that cannot be changed, parted by blanks, each with the
    words for its action. commands: ids in `keymap` of those that count there. rules: the route to its rules, or None.
    """

    screen: str
    fixed: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    rules: Route | None = None


class ToKeyChoice(NamedTuple):
    """The page on which keys are changed."""


class ToLetters(NamedTuple):
    """The board of letters for a controller. field: the text field that it edits."""

    field: TextField


class ToCredits(NamedTuple):
    """The credits, with the licence of the program."""


class ToWhyGoose(NamedTuple):
    """The page on fools, gooseberries and geese in the names of the games."""


class ToRules(NamedTuple):
    """The rules page of a game.

    options: those of the table, by which chapters are shown. lesson: whether the page has a button that begins the lesson.
    """

    game: AnyGame
    options: Any
    lesson: bool = True


class ToLargeCard(NamedTuple):
    """One of several open cards, drawn large over the table.

    cards: all that the arrows lead through. at: the one that is shown first, from 0.
    """

    match: Match
    cards: tuple[Card, ...]
    at: int


class ToLessons(NamedTuple):
    """The lessons of all games."""


class ToLesson(NamedTuple):
    """The lesson of this game; a notice instead if it cannot be read."""

    game: AnyGame


class ToLessonMenu(NamedTuple):
    """The menu over a lesson. match: the one at its table."""

    match: Match


class ToLessonScore(NamedTuple):
    """The score sheet of a deal in a lesson; the fields as in `ToScore`."""

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal


class ToProblems(NamedTuple):
    """The list of all problems. game: the one whose problems are shown first; None for any."""

    game: AnyGame | None = None


class ToProblem(NamedTuple):
    """A problem at a table.

    asked: the problem. game: its game. day: the day whose problem it is; None if it was chosen from the list.
    """

    game: AnyGame
    asked: Problem
    day: date | None = None


class ToDay(NamedTuple):
    """The result of the deal of a day."""

    day: date


class ToProblemMenu(NamedTuple):
    """The menu over a problem. match: the one at its table."""

    match: Match


class ToNewGame(NamedTuple):
    """The page that sets up a new table.

    game: the game that is chosen at first; None for the game played last. day: a deal of the day to set up instead.
    """

    game: AnyGame | None = None
    day: DayDeal | None = None


class ToKeeperSetup(NamedTuple):
    """The page that begins or resumes the sheet of a game with real cards.

    game: the game that is chosen at first; None for the game of the last sheet.
    """

    game: AnyGame | None = None


class ToKeeper(NamedTuple):
    """The sheet of a game with real cards. session: its answers, and their file."""

    session: SheetSession


class ToKeeperMenu(NamedTuple):
    """The menu over the sheet of a game with real cards. session: as in `ToKeeper`."""

    session: SheetSession


class ToKeeperNames(NamedTuple):
    """The page that changes the names on the sheet of a game with real cards. session: as in `ToKeeper`."""

    session: SheetSession


class ToSeat(NamedTuple):
    """The page that chooses the player of a seat. setup: the choices for the new table. seat: from 0."""

    setup: TableSetup
    seat: int


class ToNames(NamedTuple):
    """The page that asks people without a name for one. setup: the choices for the new table."""

    setup: TableSetup


class ToProfile(NamedTuple):
    """The editor of a person's name and picture. person: the present data; an empty name makes a new person."""

    person: Profile


class ToStatistics(NamedTuple):
    """The statistics of all players. games: whether the page has a button to the saved games."""

    games: bool


class ToPlayerStatistics(NamedTuple):
    """The statistics of one player.

    who: the player. history: the saved games; None if the page has to read them, and to close the history again.
    """

    who: PlayerKey
    history: History | None = None


class ToCharts(NamedTuple):
    """The charts of one player. who: the player. history: the saved games that they are drawn from."""

    who: PlayerKey
    history: History


class ToSavedGames(NamedTuple):
    """The list of all saved games. history: reads them."""

    history: History


class ToChoices(NamedTuple):
    """A list over the page, for one choice.

    title: its heading. choices: values, each with its words. chosen: the present value. on: called with the value that is
    pressed; returns the change that follows.
    """

    title: str
    choices: Sequence[tuple[str, str]]
    chosen: str
    on: Callable[[str], Change]


class ToImport(NamedTuple):
    """The page that takes in games from files.

    history: the games on this computer; None if the page has to read them. path: the file or folder that is examined
    first, or empty.
    """

    history: History | None = None
    path: str = ""


class ToExport(NamedTuple):
    """The page that writes games into a folder. games: those to write, a file each."""

    games: Sequence[ListedGame]


class ToTable(NamedTuple):
    """A table. match: the one to play."""

    match: Match


class ToFirstNote(NamedTuple):
    """The offer of a lesson, over a table.

    game: the one that it teaches. minutes: its length. middle, bottom: of the note, in pixels of the window.
    clear: areas, in pixels, that the note covers as little as it can.
    """

    game: AnyGame
    minutes: int
    middle: float
    bottom: float
    clear: tuple[Area, ...] = ()


class ToMenu(NamedTuple):
    """The menu over a table, also of practice. match: the one at the table. trick: whether there is a last trick to show."""

    match: Match
    trick: bool = False


class ToHandover(NamedTuple):
    """The curtain over a table that several people share.

    match: the one at the table. person: the seat that the curtain opens for. portraits: names of pictures, by seat.
    handed: called with that seat as the curtain begins to open.
    """

    match: Match
    person: int
    portraits: tuple[str, ...]
    handed: Callable[[int], None]


class ToChairs(NamedTuple):
    """The page for leaving a seat to another player, or coming back. match: the one at the table."""

    match: Match


class ToCardsPlayed(NamedTuple):
    """The memory aid: the cards that have been played and those that are out. match: the one at the table."""

    match: Match


class ToFairPlay(NamedTuple):
    """The page on fair play. match: the one that can be checked there."""

    match: Match


class ToScore(NamedTuple):
    """The score sheet of a deal that has just been scored, also at a table of practice.

    match: the one at the table. tally: the arithmetic. points: of this deal, by seat, already in the totals. dealt: the deal.
    """

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal


class ToLookOver(NamedTuple):
    """All hands and every trick of a deal.

    match: the one at the table. counted: the deal. portraits: names of pictures, by seat.
    """

    match: Match
    counted: ScoredDeal
    portraits: tuple[str, ...]


class ToReview(NamedTuple):
    """The review of a deal. match: the one at the table. counted: the deal. at: the action that is shown first, from 0."""

    match: Match
    counted: ScoredDeal
    at: int = 0


class ToGameSheet(NamedTuple):
    """The sheet of the whole game, a line for each scored deal. match: the one at the table."""

    match: Match


class ToLuck(NamedTuple):
    """Luck and play in the deals of a match. match: the one at the table, with a counted deal or more."""

    match: Match


class ToDealSheet(NamedTuple):
    """The score sheet of an earlier deal. match: the one at the table. counted: the deal."""

    match: Match
    counted: ScoredDeal


class ToPlayOn(NamedTuple):
    """A table of practice that continues a deal from one of its actions.

    match: the original one. counted: the deal. at: the first action that is chosen anew, from 0.
    """

    match: Match
    counted: ScoredDeal
    at: int


class ToPractice(NamedTuple):
    """A table of practice that plays a deal again. match: the original one. counted: the deal."""

    match: Match
    counted: ScoredDeal
