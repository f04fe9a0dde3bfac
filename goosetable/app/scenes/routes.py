"""Routes: values that name the scene to open. The router builds the scene, so no scene imports another one."""

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
    from goosetable.engine.record.session import ScoredDeal
    from goosetable.engine.rules.deal import Deal
    from goosetable.engine.rules.event import Points
    from goosetable.engine.text.table_facts import Tally

WHY_GOOSE: Final = "Why goose?"
"""Title of the page on the names of the games, and label of the button that opens it."""
LAST_TRICK: Final = "last trick"
"""Result of the menu after which the table shows the last trick."""
MEND: Final = "mend"
"""Result of the menu over a sheet after which the sheet shows how to correct an earlier figure."""
LEAVE: Final = "leave"
"""Result of the menu after which a table or a lesson closes."""


class ToTitle(NamedTuple):
    """The title screen."""


class ToSettings(NamedTuple):
    """The page of settings."""


class ToKeys(NamedTuple):
    """The list of keys of a screen, over that screen.

    screen: name of the screen in `keymap`, or "". fixed: keys that cannot be changed, each with its effect; alternative keys
    are separated by blanks. commands: ids in `keymap` of the commands on the screen. rules: the route to the rules, or None.
    """

    screen: str
    fixed: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    rules: Route | None = None


class ToKeyChoice(NamedTuple):
    """The page on which a person changes keys."""


class ToOnScreenKeyboard(NamedTuple):
    """The on-screen keyboard for a game controller. field: the text field to write into."""

    field: TextField


class ToCredits(NamedTuple):
    """The credits, with the licence of the program."""


class ToWhyGoose(NamedTuple):
    """The page about the fools, gooseberries and geese in the names of the games."""


class ToRules(NamedTuple):
    """The rules of a game.

    options: the house rules, on which the visible chapters depend. offers_lesson: True if the page has a button to the lesson.
    """

    game: AnyGame
    options: Any
    offers_lesson: bool = True


class ToLargeCard(NamedTuple):
    """A card that is shown large over the table.

    cards: the cards among which the arrow keys step. first_card: index of the card to show first.
    """

    match: Match
    cards: tuple[Card, ...]
    first_card: int


class ToLessons(NamedTuple):
    """The lessons of all games."""


class ToLesson(NamedTuple):
    """The lesson of a game. If the lesson cannot be read, the router shows a notice instead."""

    game: AnyGame


class ToLessonMenu(NamedTuple):
    """The menu over a lesson. match: the match of the lesson."""

    match: Match


class ToProblems(NamedTuple):
    """The list of all problems. game: the game whose problems are shown first; None for the usual order."""

    game: AnyGame | None = None


class ToProblem(NamedTuple):
    """A problem at a table.

    day: the date, for a problem of the day; None for any other problem. listed: True if the list of problems is open below the
    table.
    """

    game: AnyGame
    problem: Problem
    day: date | None = None
    listed: bool = True


class ToDayResult(NamedTuple):
    """The page with the result of a deal of the day."""

    day: date


class ToProblemMenu(NamedTuple):
    """The menu over a problem. match: the match of the problem."""

    match: Match


class ToNewGame(NamedTuple):
    """The page that sets up a new table.

    game: the game chosen at first; None for the game played last. day: the deal of the day to set up, or None. has_unfinished:
    True if the page below offers to go on with a game.
    """

    game: AnyGame | None = None
    day: DayDeal | None = None
    has_unfinished: bool = False


class ToKeeperSetup(NamedTuple):
    """The page that begins or continues the score sheet of a game with real cards.

    game: the game chosen at first; None for the game of the last score sheet.
    """

    game: AnyGame | None = None


class ToKeeper(NamedTuple):
    """The score sheet of a game with real cards. session: the score sheet in progress."""

    session: SheetSession


class ToKeeperMenu(NamedTuple):
    """The menu over the score sheet of a game with real cards. session: the score sheet in progress."""

    session: SheetSession


class ToKeeperNames(NamedTuple):
    """The page that changes players' names in a game with real cards. session: the score sheet in progress."""

    session: SheetSession


class ToSeatPicker(NamedTuple):
    """The page that chooses the player of a seat. setup: the choices for the new table. seat: index of the seat, from 0."""

    setup: TableSetup
    seat: int


class ToNames(NamedTuple):
    """The page on which people without a name type one. setup: the choices for the new table."""

    setup: TableSetup


class ToProfile(NamedTuple):
    """The page with a person's name and portrait.

    person: the present profile; a new person has the name "". shown_name: the name under which the person sits at the table, if
    it is another one, such as "Player 1" for a person without a name.
    """

    person: Profile
    shown_name: str = ""


class ToStatistics(NamedTuple):
    """The statistics of all players. has_games_button: True if the page has a button to the saved games."""

    has_games_button: bool


class ToPlayerStatistics(NamedTuple):
    """The statistics of one player.

    history: the saved games; None if the page opens, reads and closes them itself.
    """

    player: RecordedPlayer
    history: History | None = None


class ToCharts(NamedTuple):
    """The charts of one player. history: the saved games from which the charts are made."""

    player: RecordedPlayer
    history: History


class ToSavedGames(NamedTuple):
    """The list of all saved games. history: finds and reads these games."""

    history: History


class ToChoices(NamedTuple):
    """A list of choices over the page.

    choices: values, each with its label. chosen: the present value. on_change: called with the chosen value; returns a change
    of scenes.
    """

    title: str
    choices: Sequence[tuple[str, str]]
    chosen: str
    on_change: Callable[[str], Change]


class ToImport(NamedTuple):
    """The page that imports games from files.

    history: the games on this computer; None if the page reads them itself. path: the file or folder to import at once, or "".
    """

    history: History | None = None
    path: str = ""


class ToExport(NamedTuple):
    """The page that writes games into a folder, one file for each game."""

    games: Sequence[ListedGame]


class ToTable(NamedTuple):
    """A table, at which the match is played."""

    match: Match


class ToLessonOffer(NamedTuple):
    """A note over a table that offers a newcomer the lesson of the game.

    options: the house rules of the table. minutes: length of the lesson. middle: x of the note's centre. bottom: y of its
    lower edge. areas_to_keep_clear: areas that the note should not cover. All positions and areas are in pixels.
    """

    game: AnyGame
    options: object
    minutes: int
    middle: float
    bottom: float
    areas_to_keep_clear: tuple[Area, ...] = ()


class ToMenu(NamedTuple):
    """The menu over a table, or over a table of practice. has_last_trick: True if there is a last trick to show."""

    match: Match
    has_last_trick: bool = False


class ToHandover(NamedTuple):
    """The curtain, which hides a table between the turns of two people who share the screen.

    person: seat of the person who opens the curtain. portraits: by seat. on_handover: called with that seat when the curtain
    begins to open.
    """

    match: Match
    person: int
    portraits: tuple[str, ...]
    on_handover: Callable[[int], None]


class ToChairs(NamedTuple):
    """The page on which people give their seats to computer players, or take them back."""

    match: Match


class ToCardsPlayed(NamedTuple):
    """The memory aid: the cards that have been played, and those that are still hidden."""

    match: Match


class ToFairPlay(NamedTuple):
    """The page on fair play, which can check the dealing of a match."""

    match: Match


class ToScore(NamedTuple):
    """The score sheet of a deal that has just been scored; its scene depends on the kind of match.

    tally: the calculation of the scores. points: points of this deal by seat, which are included in the totals. dealt: the
    deal.
    """

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal


class ToAllHands(NamedTuple):
    """All hands and all tricks of a deal. portraits: by seat."""

    match: Match
    scored_deal: ScoredDeal
    portraits: tuple[str, ...]


class ToReview(NamedTuple):
    """The review of a deal. first_action: index of the action to show first."""

    match: Match
    scored_deal: ScoredDeal
    first_action: int = 0


class ToGameSheet(NamedTuple):
    """The game sheet: a table of the whole game, with a line for each scored deal."""

    match: Match


class ToLuck(NamedTuple):
    """The page on luck and play in a match, which must have at least one scored deal."""

    match: Match


class ToDealSheet(NamedTuple):
    """The score sheet of an earlier deal."""

    match: Match
    scored_deal: ScoredDeal


class ToContinuedDeal(NamedTuple):
    """A table of practice that continues a deal from one of its actions.

    match: the original match. first_action: index of the first action that is played again.
    """

    match: Match
    scored_deal: ScoredDeal
    first_action: int


class ToPractice(NamedTuple):
    """A table of practice that plays a deal again. match: the original match."""

    match: Match
    scored_deal: ScoredDeal
