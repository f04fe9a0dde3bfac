"""Routes: values that name the next scene. The router builds the scene, so no scene imports another."""

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
    from goosetable.app.storage.history.sources import RecordedPlayer
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
MEND: Final = "mend"
"""Result of the menu over a sheet that makes the sheet show how an earlier figure is mended."""
LEAVE: Final = "leave"
"""Result of the menu on which a table or a lesson closes and returns to the scene below."""


class ToTitle(NamedTuple):
    """The title screen."""


class ToSettings(NamedTuple):
    """The page of settings."""


class ToKeys(NamedTuple):
    """The list of the keyboard shortcuts of a screen, shown over that screen.

    screen: name of the screen in `keymap`, or "". fixed: keys that cannot be changed, each with its action; alternative keys
    are separated by blanks. commands: ids in `keymap` of the commands of the screen. rules: the route to the rules.
    """

    screen: str
    fixed: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    rules: Route | None = None


class ToKeyChoice(NamedTuple):
    """The page on which keys are changed."""


class ToLetters(NamedTuple):
    """The on-screen keyboard for a game controller. field: the text field that the keyboard fills."""

    field: TextField


class ToCredits(NamedTuple):
    """The credits, with the licence of the program."""


class ToWhyGoose(NamedTuple):
    """The page that explains the fools, gooseberries and geese in the names of the games."""


class ToRules(NamedTuple):
    """The rules page of a game.

    options: the house rules, which determine the visible chapters. lesson: True if the page has a button to the lesson.
    """

    game: AnyGame
    options: Any
    lesson: bool = True


class ToLargeCard(NamedTuple):
    """One of several open cards, drawn large over the table.

    cards: the cards that the arrow keys show in turn. first_card: index of the card to show first.
    """

    match: Match
    cards: tuple[Card, ...]
    first_card: int


class ToLessons(NamedTuple):
    """The lessons of all games."""


class ToLesson(NamedTuple):
    """The lesson of a game. The router shows a notice instead if the lesson cannot be read."""

    game: AnyGame


class ToLessonMenu(NamedTuple):
    """The menu over a lesson. match: the match of the lesson."""

    match: Match


class ToLessonScore(NamedTuple):
    """The score sheet of a deal in a lesson. Its fields have the same meaning as in `ToScore`."""

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal


class ToProblems(NamedTuple):
    """The list of all problems. game: the game whose problems are listed first; None for the usual order."""

    game: AnyGame | None = None


class ToProblem(NamedTuple):
    """A problem at a table.

    game: the game. problem: the problem. day: the date, for a problem of the day; None for a problem chosen from the list.
    listed: True if the list of all problems is open below the table.
    """

    game: AnyGame
    problem: Problem
    day: date | None = None
    listed: bool = True


class ToDay(NamedTuple):
    """The page with the result of a deal of the day."""

    day: date


class ToProblemMenu(NamedTuple):
    """The menu over a problem. match: the match of the problem."""

    match: Match


class ToNewGame(NamedTuple):
    """The page that sets up a new table.

    game: the game that is chosen at first; None for the game played last. day: the deal of the day to set up, or None.
    """

    game: AnyGame | None = None
    day: DayDeal | None = None


class ToKeeperSetup(NamedTuple):
    """The page that begins or resumes the score sheet of a game played with real cards.

    game: the game that is chosen at first; None for the game of the last score sheet.
    """

    game: AnyGame | None = None


class ToKeeper(NamedTuple):
    """The score sheet of a game played with real cards. session: the entries of the sheet, with their file."""

    session: SheetSession


class ToKeeperMenu(NamedTuple):
    """The menu over the score sheet of a game played with real cards. session: as in `ToKeeper`."""

    session: SheetSession


class ToKeeperNames(NamedTuple):
    """The page that changes the players' names in a game played with real cards. session: as in `ToKeeper`."""

    session: SheetSession


class ToSeat(NamedTuple):
    """The page that chooses the player of a seat. setup: the choices for the new table. seat: index of the seat, from 0."""

    setup: TableSetup
    seat: int


class ToNames(NamedTuple):
    """The page on which players without a name type one. setup: the choices for the new table."""

    setup: TableSetup


class ToProfile(NamedTuple):
    """The editor of a person's name and picture. person: the present profile; for a new person its name is ""."""

    person: Profile


class ToStatistics(NamedTuple):
    """The statistics of all players. games: True if the page has a button to the saved games."""

    games: bool


class ToPlayerStatistics(NamedTuple):
    """The statistics of one player.

    player: the player. history: the saved games; None if the page opens, reads and closes them itself.
    """

    player: RecordedPlayer
    history: History | None = None


class ToCharts(NamedTuple):
    """The charts of one player. player: the player. history: the saved games with the data of the charts."""

    player: RecordedPlayer
    history: History


class ToSavedGames(NamedTuple):
    """The list of all saved games. history: the reader of these games."""

    history: History


class ToChoices(NamedTuple):
    """A list of choices over the page.

    title: the heading. choices: values, each with its label. chosen: the present value. on_change: called with the chosen
    value; returns the change of scenes that follows.
    """

    title: str
    choices: Sequence[tuple[str, str]]
    chosen: str
    on_change: Callable[[str], Change]


class ToImport(NamedTuple):
    """The page that imports games from files.

    history: the games on this computer; None if the page has to read them. path: the file or folder to import at once, or "".
    """

    history: History | None = None
    path: str = ""


class ToExport(NamedTuple):
    """The page that writes games into a folder, one file for each game. games: the games to write."""

    games: Sequence[ListedGame]


class ToTable(NamedTuple):
    """A table. match: the match to play."""

    match: Match


class ToFirstNote(NamedTuple):
    """A note over a table that offers a newcomer the game's lesson.

    game: the game of the lesson. minutes: length of the lesson. middle: x of the note's centre, in pixels. bottom: y of its
    lower edge. areas_to_keep_clear: areas that the note should not cover.
    """

    game: AnyGame
    minutes: int
    middle: float
    bottom: float
    areas_to_keep_clear: tuple[Area, ...] = ()


class ToMenu(NamedTuple):
    """The menu over a table, also over a table of practice. match: the match at the table. trick: True if there is a last trick
    to show.
    """

    match: Match
    trick: bool = False


class ToHandover(NamedTuple):
    """The curtain that hides a table between two people who share the screen.

    match: the match at the table. person: seat of the person who opens the curtain. portraits: names of pictures, by seat.
    on_handover: called with that seat when the curtain begins to open.
    """

    match: Match
    person: int
    portraits: tuple[str, ...]
    on_handover: Callable[[int], None]


class ToChairs(NamedTuple):
    """The page on which people give their seats to computer players, or take them back. match: the match at the table."""

    match: Match


class ToCardsPlayed(NamedTuple):
    """The memory aid: the cards that have been played, and the cards that are still hidden. match: the match at the table."""

    match: Match


class ToFairPlay(NamedTuple):
    """The page on fair play. It can check that the cards of a match were dealt fairly. match: the match to check."""

    match: Match


class ToScore(NamedTuple):
    """The score sheet of a deal that has just been scored, also at a table of practice.

    match: the match at the table. tally: the calculation of the scores. points: points of this deal by seat; the totals include
    them. dealt: the deal.
    """

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal


class ToLookOver(NamedTuple):
    """All hands and every trick of a deal.

    match: the match at the table. scored_deal: the deal. portraits: names of pictures, by seat.
    """

    match: Match
    scored_deal: ScoredDeal
    portraits: tuple[str, ...]


class ToReview(NamedTuple):
    """The review of a deal. match: the match at the table. scored_deal: the deal. first_action: index of the first action to
    show."""

    match: Match
    scored_deal: ScoredDeal
    first_action: int = 0


class ToGameSheet(NamedTuple):
    """The game sheet: a table of the whole game with a line for each scored deal. match: the match at the table."""

    match: Match


class ToLuck(NamedTuple):
    """The page of luck and play in the deals of a match. match: the match, with at least one scored deal."""

    match: Match


class ToDealSheet(NamedTuple):
    """The score sheet of an earlier deal. match: the match at the table. scored_deal: the deal."""

    match: Match
    scored_deal: ScoredDeal


class ToPlayOn(NamedTuple):
    """A table of practice that continues a deal from one of its actions.

    match: the original match. scored_deal: the deal. first_action: index of the first action that is played again.
    """

    match: Match
    scored_deal: ScoredDeal
    first_action: int


class ToPractice(NamedTuple):
    """A table of practice that plays a deal again. match: the original match. scored_deal: the deal."""

    match: Match
    scored_deal: ScoredDeal
