"""The router: builds the scene that a route leads to, the one place that knows every scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goosetable.app.context import Context
from goosetable.app.skins.assets import AssetError
from goosetable.app.ui.scene import Route, Scene

if TYPE_CHECKING:
    from goosetable.app.match.matches import Matches


class Router:
    """`scene` is what the stack of scenes builds with.

    Scenes and tables are imported where they are first wanted, within its functions: the first frame loads no rules, the
    title no players and no table (measured: `tests/app/test_start.py`).
    """

    def __init__(
        self, context: Context, allow: Sequence[str] = (), matches: Matches | None = None, offers: bool = True
    ) -> None:
        """allow: external players, `module:Class`, that may be run if a record names them. offers: whether people who are
        new to a game are offered its lesson, and told what one wants."""
        self.context, self._allow, self._matches, self._offers = context, allow, matches, offers

    @property
    def matches(self) -> Matches:
        """The tables of this user's folder; the rules are loaded with them."""
        if self._matches is None:
            from goosetable.app.match.matches import Matches
            from goosetable.app.storage.saves import Saves

            context = self.context
            saves = Saves(context.folders.running, context.folders.games, context.notice, context.unkept, aside=True)
            self._matches = Matches(saves, context.notice, allow=self._allow)
        return self._matches

    def scene(self, route: Route) -> Scene | None:
        """The scene of a route; None, after a notice, for a lesson that is missing or damaged."""
        from goosetable.app.scenes import routes

        context = self.context
        match route:
            case routes.ToTitle():
                from goosetable.app.scenes.title.scene import TitleScene

                return TitleScene(context, self.matches)
            case routes.ToSettings():
                from goosetable.app.scenes.settings.scene import SettingsScene

                return SettingsScene(context)
            case routes.ToKeys():
                from goosetable.app.scenes.keys.scene import KeysScene

                return KeysScene(context, route)
            case routes.ToKeyChoice():
                from goosetable.app.scenes.keys.choice import KeyChoiceScene

                return KeyChoiceScene(context)
            case routes.ToLetters(field):
                from goosetable.app.scenes.letters.scene import LettersScene

                return LettersScene(context, field)
            case routes.ToCredits() | routes.ToWhyGoose():
                from goosetable.app.scenes.credits import CreditsScene, WhyGooseScene

                return CreditsScene(context) if isinstance(route, routes.ToCredits) else WhyGooseScene(context)
            case routes.ToLargeCard():
                from goosetable.app.scenes.large_card import LargeCardScene

                return LargeCardScene(context, *route)
            case routes.ToRules():
                from goosetable.app.scenes.rules.scene import RulesScene

                return RulesScene(context, *route)
            case routes.ToLessons():
                from goosetable.app.scenes.lessons import LessonsScene

                return LessonsScene(context)
            case routes.ToNewGame(game, day):
                from goosetable.app.scenes.new_game.scene import NewGameScene

                return NewGameScene(context, self.matches, game, day)
            case routes.ToKeeperSetup(game):
                from goosetable.app.scenes.keeper.setup import KeeperSetupScene

                return KeeperSetupScene(context, self.matches, game)
            case routes.ToKeeper(keeping):
                from goosetable.app.scenes.keeper.scene import KeeperScene

                return KeeperScene(context, keeping)
            case routes.ToKeeperMenu(keeping):
                from goosetable.app.scenes.keeper.menu import KeeperMenuScene

                return KeeperMenuScene(context, keeping)
            case routes.ToKeeperNames(keeping):
                from goosetable.app.scenes.keeper.names import KeeperNamesScene

                return KeeperNamesScene(context, keeping)
            case routes.ToSeat():
                from goosetable.app.scenes.new_game.seat_picker import SeatPickerScene

                return SeatPickerScene(context, *route)
            case routes.ToProfile(person):
                from goosetable.app.scenes.new_game.profile_editor import ProfileScene

                return ProfileScene(context, person)
            case routes.ToStatistics(games):
                from goosetable.app.scenes.statistics import StatisticsScene

                return StatisticsScene(context, games)
            case routes.ToPlayerStatistics():
                from goosetable.app.scenes.player_statistics import PlayerStatisticsScene

                return PlayerStatisticsScene(context, *route)
            case routes.ToCharts():
                from goosetable.app.scenes.charts.scene import ChartsScene

                return ChartsScene(context, *route, lambda: self.matches.today)
            case routes.ToSavedGames(history):
                from goosetable.app.scenes.history.scene import AllGamesScene

                return AllGamesScene(context, self.matches, history)
            case routes.ToChoices():
                from goosetable.app.scenes.history.choices import ChoicesScene

                return ChoicesScene(context, *route)
            case routes.ToImport() | routes.ToExport():
                from goosetable.app.scenes.history.moving import ExportScene, ImportScene

                if isinstance(route, routes.ToImport):
                    return ImportScene(context, *route)
                return ExportScene(context, self.matches, *route)
            case routes.ToHandover():
                from goosetable.app.scenes.handover import HandoverScene

                return HandoverScene(context, *route)
            case routes.ToCardsPlayed(match):
                from goosetable.app.scenes.cards_played import CardsPlayedScene

                return CardsPlayedScene(context, match)
            case routes.ToChairs(match):
                from goosetable.app.scenes.chairs import ChairsScene

                return ChairsScene(context, match)
            case routes.ToFairPlay(match):
                from goosetable.app.scenes.fair_play import FairPlayScene

                return FairPlayScene(context, self.matches, match)
            case routes.ToLookOver():
                from goosetable.app.scenes.look_over import LookOverScene

                return LookOverScene(context, *route)
            case routes.ToReview():
                from goosetable.app.scenes.review.scene import ReviewScene

                return ReviewScene(context, self.matches, *route)
            case routes.ToGameSheet(match):
                from goosetable.app.scenes.score.game_sheet import GameSheetScene

                return GameSheetScene(context, match)
            case routes.ToLuck(match):
                from goosetable.app.scenes.score.luck_page import LuckScene

                return LuckScene(context, match)
            case routes.ToDealSheet(match, counted):
                from goosetable.app.scenes.score.earlier import EarlierScore

                return EarlierScore(context, self.matches, match, counted)
            case routes.ToPractice() | routes.ToPlayOn():
                from goosetable.app.match.practice import Practice
                from goosetable.app.scenes.table.scene import TableScene

                if isinstance(route, routes.ToPlayOn):
                    return TableScene(context, self.matches.play_on(*route))
                return TableScene(context, Practice(route.match, route.counted, context.notice))
            case routes.ToTable(match):
                from goosetable.app.scenes.table.scene import TableScene

                return TableScene(context, match, offers=self._offers)
            case routes.ToFirstNote():
                from goosetable.app.scenes.first_note import FirstNoteScene

                return FirstNoteScene(context, *route)
            case routes.ToMenu(match, lesson=True):
                from goosetable.app.scenes.lesson.parts import LessonMenu

                return LessonMenu(context, match)
            case routes.ToMenu(match, trick) if match.practice:
                from goosetable.app.scenes.practice import PracticeMenu

                return PracticeMenu(context, match, trick)
            case routes.ToMenu(match, trick):
                from goosetable.app.scenes.pause_menu import PauseMenuScene

                return PauseMenuScene(context, match, trick)
            case routes.ToScore(match, tally, points, dealt, lesson=True):
                from goosetable.app.scenes.lesson.parts import LessonScore

                return LessonScore(context, self.matches, match, tally, points, dealt)
            case routes.ToScore(match, tally, points, dealt) if match.practice:
                from goosetable.app.scenes.practice import PracticeScore

                return PracticeScore(context, self.matches, match, tally, points, dealt)
            case routes.ToScore(match, tally, points, dealt):
                from goosetable.app.scenes.score.scene import ScoreScene

                return ScoreScene(context, self.matches, match, tally, points, dealt)
            case routes.ToLesson(game):
                from goosetable.app.scenes.lesson.scene import LessonScene

                try:
                    return LessonScene(context, game)
                except AssetError as missing:
                    context.notice(str(missing))
                    return None
            case _:
                raise TypeError(f"no scene is known for {type(route).__name__}")
