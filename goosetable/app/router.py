"""The router: builds the scene of a route. Only this module knows every scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from goosetable.app.context import Context
from goosetable.app.scenes import routes
from goosetable.app.skins.assets import AssetError
from goosetable.app.ui.scene import Route, Scene

if TYPE_CHECKING:
    from goosetable.app.match.match import MatchKind
    from goosetable.app.match.matches import Matches


class SceneClass(NamedTuple):
    """The class of a scene, as `module:Class`. The class is called with the context, then the fields of the route in their
    order.

    matches: True if `Router.matches` is the second argument.
    """

    name: str
    matches: bool = False

    @property
    def imported_class(self) -> Callable[..., Scene]:
        """The class, imported at first use."""
        module, _, name = self.name.partition(":")
        found: Callable[..., Scene] = getattr(import_module(module), name)
        return found


SCENES: Final[Mapping[type[Route], SceneClass]] = {
    routes.ToTitle: SceneClass("goosetable.app.scenes.title.scene:TitleScene", matches=True),
    routes.ToSettings: SceneClass("goosetable.app.scenes.settings.scene:SettingsScene"),
    routes.ToKeys: SceneClass("goosetable.app.scenes.keys:KeysScene"),
    routes.ToKeyChoice: SceneClass("goosetable.app.scenes.keys:KeyChoiceScene"),
    routes.ToOnScreenKeyboard: SceneClass("goosetable.app.scenes.letters:OnScreenKeyboardScene"),
    routes.ToCredits: SceneClass("goosetable.app.scenes.credits:CreditsScene"),
    routes.ToWhyGoose: SceneClass("goosetable.app.scenes.credits:WhyGooseScene"),
    routes.ToRules: SceneClass("goosetable.app.scenes.rules.scene:RulesScene"),
    routes.ToLargeCard: SceneClass("goosetable.app.scenes.large_card:LargeCardScene"),
    routes.ToLessons: SceneClass("goosetable.app.scenes.lesson.lessons:LessonsScene"),
    routes.ToLesson: SceneClass("goosetable.app.scenes.lesson.scene:LessonScene"),
    routes.ToLessonMenu: SceneClass("goosetable.app.scenes.lesson.scene:LessonMenuScene"),
    routes.ToProblems: SceneClass("goosetable.app.scenes.problem.problems:ProblemsScene", matches=True),
    routes.ToProblem: SceneClass("goosetable.app.scenes.problem.scene:ProblemScene", matches=True),
    routes.ToDayResult: SceneClass("goosetable.app.scenes.day:DayScene", matches=True),
    routes.ToProblemMenu: SceneClass("goosetable.app.scenes.problem.scene:ProblemMenuScene"),
    routes.ToNewGame: SceneClass("goosetable.app.scenes.new_game.scene:NewGameScene", matches=True),
    routes.ToSeatPicker: SceneClass("goosetable.app.scenes.new_game.scene:SeatPickerScene"),
    routes.ToNames: SceneClass("goosetable.app.scenes.new_game.scene:NamesScene"),
    routes.ToProfile: SceneClass("goosetable.app.scenes.new_game.scene:ProfileScene"),
    routes.ToKeeperSetup: SceneClass("goosetable.app.scenes.keeper.setup:KeeperSetupScene", matches=True),
    routes.ToKeeper: SceneClass("goosetable.app.scenes.keeper.scene:KeeperScene"),
    routes.ToKeeperMenu: SceneClass("goosetable.app.scenes.keeper.setup:KeeperMenuScene"),
    routes.ToKeeperNames: SceneClass("goosetable.app.scenes.keeper.setup:KeeperNamesScene"),
    routes.ToStatistics: SceneClass("goosetable.app.scenes.statistics:StatisticsScene"),
    routes.ToPlayerStatistics: SceneClass("goosetable.app.scenes.statistics:PlayerStatisticsScene"),
    routes.ToCharts: SceneClass("goosetable.app.scenes.charts:ChartsScene", matches=True),
    routes.ToSavedGames: SceneClass("goosetable.app.scenes.history.scene:AllGamesScene", matches=True),
    routes.ToChoices: SceneClass("goosetable.app.scenes.history.dialogs:ChoicesScene"),
    routes.ToImport: SceneClass("goosetable.app.scenes.history.dialogs:ImportScene"),
    routes.ToExport: SceneClass("goosetable.app.scenes.history.dialogs:ExportScene", matches=True),
    routes.ToTable: SceneClass("goosetable.app.scenes.table.scene:TableScene"),
    routes.ToPractice: SceneClass("goosetable.app.scenes.table.scene:TableScene"),
    routes.ToContinuedDeal: SceneClass("goosetable.app.scenes.table.scene:TableScene"),
    routes.ToLessonOffer: SceneClass("goosetable.app.scenes.first_note:LessonOfferScene"),
    routes.ToMenu: SceneClass("goosetable.app.scenes.pause_menu:PauseMenuScene"),
    routes.ToHandover: SceneClass("goosetable.app.scenes.handover:HandoverScene"),
    routes.ToChairs: SceneClass("goosetable.app.scenes.chairs:ChairsScene"),
    routes.ToCardsPlayed: SceneClass("goosetable.app.scenes.card_pages:CardsPlayedScene"),
    routes.ToFairPlay: SceneClass("goosetable.app.scenes.fair_play:FairPlayScene", matches=True),
    routes.ToScore: SceneClass("goosetable.app.scenes.score.scene:ScoreScene", matches=True),
    routes.ToAllHands: SceneClass("goosetable.app.scenes.card_pages:AllHandsScene"),
    routes.ToReview: SceneClass("goosetable.app.scenes.review.scene:ReviewScene", matches=True),
    routes.ToGameSheet: SceneClass("goosetable.app.scenes.score.game_sheet:GameSheetScene"),
    routes.ToLuck: SceneClass("goosetable.app.scenes.score.luck:LuckScene"),
    routes.ToDealSheet: SceneClass("goosetable.app.scenes.score.scene:EarlierDealScoreScene", matches=True),
}
"""The scene class of each route; a new scene needs an entry here. `build/goosetable.spec` adds these modules to the frozen
program, because the router imports them by name.
"""
SCENES_OF_KIND: Final[Mapping[tuple[type[Route], MatchKind], SceneClass]] = {
    (routes.ToMenu, "practice"): SceneClass("goosetable.app.scenes.practice:PracticeMenuScene"),
    (routes.ToScore, "practice"): SceneClass("goosetable.app.scenes.practice:PracticeScoreScene", matches=True),
    (routes.ToScore, "lesson"): SceneClass("goosetable.app.scenes.lesson.scene:LessonScoreScene", matches=True),
    (routes.ToScore, "finished"): SceneClass("goosetable.app.scenes.score.end:GameEndScene", matches=True),
}
"""The scene classes of routes that have another scene for a kind of match (`Match.kind`)."""


class Router:
    """Builds the scene of a route for the stack of scenes.

    Scenes and tables are imported at first use, so that the title loads no players and no table (checked by
    `tests/app/test_start.py`).
    """

    def __init__(
        self, context: Context, allow: Sequence[str] = (), matches: Matches | None = None, helps_newcomers: bool = True
    ) -> None:
        """allow: external players, `module:Class`, that may run if a record names them. helps_newcomers: True to offer the
        lesson of a game to people who are new to it, and to show them its aim.
        """
        self.context, self._allow, self._matches, self._offers = context, allow, matches, helps_newcomers

    @property
    def matches(self) -> Matches:
        """The factory of this user's matches. Its first use imports the rules of the games."""
        if self._matches is None:
            from goosetable.app.match.matches import Matches
            from goosetable.app.storage.saves import OpenGames, Saves

            context = self.context
            saves = Saves(
                context.folders.running,
                context.folders.games,
                context.show_notice,
                context.report_unsaved_tables,
                in_background=True,
            )
            opened = OpenGames(context.settings.opened, lambda marks: context.change_settings(opened=marks))
            self._matches = Matches(saves, context.show_notice, allow=self._allow, opened=opened)
        return self._matches

    def build_scene(self, route: Route) -> Scene | None:
        """Builds the scene of a route. If a file for it is missing or damaged, shows a notice and returns None."""
        made = SCENES[type(route)]
        if isinstance(route, routes.ToMenu | routes.ToScore):
            made = SCENES_OF_KIND.get((type(route), route.match.kind), made)
        try:
            return made.imported_class(self.context, *((self.matches,) if made.matches else ()), *self._scene_arguments(route))
        except AssetError as missing:
            self.context.show_notice(str(missing))
            return None

    def _scene_arguments(self, route: Route) -> Route:
        match route:
            case routes.ToTable(match):
                return match, self._offers
            case routes.ToContinuedDeal():
                return (self.matches.continue_from_action(*route),)
            case routes.ToPractice(match, counted):
                from goosetable.app.match.practice import PracticeMatch

                return (PracticeMatch(match, counted, self.context.show_notice),)
            case _:
                return route
