"""Where scenes lead, as values: what the next scene is to show. The router builds scenes from them; no scene knows another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:  # types alone: start-up and title make routes before players and tables are loaded
    from goosetable.app.match.deal_of_day import DayDeal
    from goosetable.app.match.keeping import Keeping
    from goosetable.app.match.match import Match
    from goosetable.app.render.geometry import Area
    from goosetable.app.scenes.new_game.model import Laying
    from goosetable.app.storage.history.listing import ListedGame
    from goosetable.app.storage.history.records import History
    from goosetable.app.storage.history.roll import Who
    from goosetable.app.storage.profiles import Profile
    from goosetable.app.table.open_cards import LargeCard
    from goosetable.app.ui.scene import Change, Route
    from goosetable.app.ui.text_field import TextField
    from goosetable.engine.game import AnyGame
    from goosetable.engine.record.history import Counted
    from goosetable.engine.rules.deal import Deal
    from goosetable.engine.rules.event import Points
    from goosetable.engine.text.table_facts import Tally

WHY_GOOSE: Final = "Why goose?"
"""What leads to the page on the names of the games, and its heading."""
LAST_TRICK: Final = "last trick"
"""What the menu leaves to the table when the last trick is to be shown."""
LEAVE: Final = "leave"
"""What the menu leaves to a table or a lesson that closes and gives back what lay under it."""


class ToTitle(NamedTuple):
    """The title."""


class ToSettings(NamedTuple):
    """The settings."""


class ToKeys(NamedTuple):
    """The keys of a screen, over it. screen: as `keymap` has it. fixed: keys that stay, parted by blanks, and what they do.

    commands: those of the screen that count there. rules: where its rules are, if it has some.
    """

    screen: str
    fixed: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    rules: Route | None = None


class ToKeyChoice(NamedTuple):
    """The page on which keys are changed."""


class ToLetters(NamedTuple):
    """The board of letters with which a controller writes into a field."""

    field: TextField


class ToCredits(NamedTuple):
    """The credits."""


class ToWhyGoose(NamedTuple):
    """What the geese in the names of the games mean."""


class ToRules(NamedTuple):
    """The rules of a game with these options. lesson: whether its lesson can be begun from there."""

    game: AnyGame
    options: Any
    lesson: bool = True


class ToLargeCard(NamedTuple):
    """Cards that lie open, of which one, from 0, is shown large over what is there."""

    cards: tuple[LargeCard, ...]
    at: int


class ToLessons(NamedTuple):
    """The lessons of all games."""


class ToLesson(NamedTuple):
    """The lesson of a game; no scene where it cannot be read."""

    game: AnyGame


class ToNewGame(NamedTuple):
    """A new table; game: the one to begin with, or None for the one that was played last. day: the deal of the day instead."""

    game: AnyGame | None = None
    day: DayDeal | None = None


class ToKeeperSetup(NamedTuple):
    """The set-up of a game with real cards, whose sheet is kept. game: as in `ToNewGame`, of the sheet that was kept last."""

    game: AnyGame | None = None


class ToKeeper(NamedTuple):
    """The sheet of a game with real cards."""

    keeping: Keeping


class ToKeeperMenu(NamedTuple):
    """The menu over a sheet."""

    keeping: Keeping


class ToKeeperNames(NamedTuple):
    """The names of those whose sheet is kept."""

    keeping: Keeping


class ToSeat(NamedTuple):
    """Who is to sit in a seat of a new table."""

    laying: Laying
    seat: int


class ToProfile(NamedTuple):
    """A person's name and picture."""

    person: Profile


class ToStatistics(NamedTuple):
    """Statistics of everybody. games: whether saved games can be opened from there."""

    games: bool


class ToPlayerStatistics(NamedTuple):
    """Statistics of one player. history: the one that is being read already, or None to read it anew."""

    who: Who
    history: History | None = None


class ToCharts(NamedTuple):
    """The charts of one player."""

    who: Who
    history: History


class ToSavedGames(NamedTuple):
    """All saved games."""

    history: History


class ToChoices(NamedTuple):
    """A list over the page of which one thing is chosen. choices: values with their words. on: told the value."""

    title: str
    choices: Sequence[tuple[str, str]]
    chosen: str
    on: Callable[[str], Change]


class ToImport(NamedTuple):
    """Games taken in from files. path: of the first file or folder, if there is one already.

    history: what tells which are here already, where it is read for something else as well.
    """

    history: History | None = None
    path: str = ""


class ToExport(NamedTuple):
    """These games written into a folder."""

    games: Sequence[ListedGame]


class ToTable(NamedTuple):
    """A table."""

    match: Match


class ToFirstNote(NamedTuple):
    """The offer of a lesson over a table. minutes: how long it takes. middle, bottom: where the note stands, in pixels.

    clear: what it covers as little of as can be, in pixels.
    """

    game: AnyGame
    minutes: int
    middle: float
    bottom: float
    clear: tuple[Area, ...] = ()


class ToMenu(NamedTuple):
    """The menu over a table. trick: whether there is a last trick to show. lesson: over a lesson."""

    match: Match
    trick: bool = False
    lesson: bool = False


class ToHandover(NamedTuple):
    """The curtain over a table. person: the seat that it opens for. handed: told that seat as it begins to open."""

    match: Match
    person: int
    portraits: tuple[str, ...]
    handed: Callable[[int], None]


class ToChairs(NamedTuple):
    """Who plays at this table, and who goes on for whom."""

    match: Match


class ToCardsPlayed(NamedTuple):
    """The memory aid."""

    match: Match


class ToFairPlay(NamedTuple):
    """Fair play, with the game at this table to be checked."""

    match: Match


class ToScore(NamedTuple):
    """The score sheet of a deal; the fields as in `ScoreScene`. lesson: of a deal in a lesson."""

    match: Match
    tally: Tally
    points: Sequence[Points]
    dealt: Deal
    lesson: bool = False


class ToLookOver(NamedTuple):
    """A deal that has been counted: all hands and every trick; portraits by seat."""

    match: Match
    counted: Counted
    portraits: tuple[str, ...]


class ToReview(NamedTuple):
    """The review of a deal that has been counted. at: the action that is shown first, from 0."""

    match: Match
    counted: Counted
    at: int = 0


class ToGameSheet(NamedTuple):
    """The sheet of the whole game so far, deal by deal."""

    match: Match


class ToLuck(NamedTuple):
    """Luck and play of the deals of a game that have been counted, of which there is one or more."""

    match: Match


class ToDealSheet(NamedTuple):
    """The score sheet of an earlier deal of this game."""

    match: Match
    counted: Counted


class ToPlayOn(NamedTuple):
    """A table at which a deal goes on from its action `at`, from 0."""

    match: Match
    counted: Counted
    at: int


class ToPractice(NamedTuple):
    """A table at which a deal is played again."""

    match: Match
    counted: Counted
