"""The router: builds the scene that a route leads to, the one place that knows every scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goosetable.app.context import Desk
from goosetable.app.skins.assets import AssetError
from goosetable.app.ui.scene import Route, Scene

if TYPE_CHECKING:
    from goosetable.app.match.matches import Tables


class Router:
    """`scene` is what the stack of scenes builds with.

    Scenes and tables are imported where they are first wanted, within its functions: the first frame loads no rules, the
    title no players and no table (measured: `tests/app/test_start.py`).
    """

    def __init__(self, desk: Desk, allow: Sequence[str] = (), tables: Tables | None = None) -> None:
        """allow: external players, `module:Class`, that may be run if a record names them."""
        self.desk, self._allow, self._tables = desk, allow, tables

    @property
    def tables(self) -> Tables:
        """The tables of this user's folder; the rules are loaded with them."""
        if self._tables is None:
            from goosetable.app.match.guests import Guests
            from goosetable.app.match.matches import Tables
            from goosetable.app.storage.saves import Saves

            desk = self.desk
            saves = Saves(desk.folders.running, desk.folders.games, desk.notice, desk.unkept)
            self._tables = Tables(saves, desk.notice, guests=Guests(self._allow))
        return self._tables

    def scene(self, route: Route) -> Scene | None:
        """The scene of a route; None, after a notice, for a lesson that is missing or damaged."""
        from goosetable.app.scenes import routes

        desk = self.desk
        match route:
            case routes.ToTitle():
                from goosetable.app.scenes.title import TitleScene

                return TitleScene(desk, self.tables)
            case routes.ToSettings():
                from goosetable.app.scenes.settings.scene import SettingsScene

                return SettingsScene(desk)
            case routes.ToCredits():
                from goosetable.app.scenes.credits import CreditsScene

                return CreditsScene(desk)
            case routes.ToRules():
                from goosetable.app.scenes.rules.scene import RulesScene

                return RulesScene(desk, *route)
            case routes.ToLessons():
                from goosetable.app.scenes.lessons import LearnScene

                return LearnScene(desk)
            case routes.ToNewGame(game):
                from goosetable.app.scenes.new_game.scene import SetupScene

                return SetupScene(desk, self.tables, game)
            case routes.ToSeat():
                from goosetable.app.scenes.new_game.seat_picker import ChairScene

                return ChairScene(desk, *route)
            case routes.ToProfile(person):
                from goosetable.app.scenes.new_game.profile_editor import PersonScene

                return PersonScene(desk, person)
            case routes.ToStatistics(games):
                from goosetable.app.scenes.statistics import StatisticsScene

                return StatisticsScene(desk, games)
            case routes.ToPlayerStatistics():
                from goosetable.app.scenes.player_statistics import FiguresScene

                return FiguresScene(desk, *route)
            case routes.ToSavedGames(annals):
                from goosetable.app.scenes.saved_games import GamesScene

                return GamesScene(desk, self.tables, annals)
            case routes.ToHandover():
                from goosetable.app.scenes.handover import CurtainScene

                return CurtainScene(desk, *route)
            case routes.ToCardsPlayed(sitting):
                from goosetable.app.scenes.cards_played import PlayedScene

                return PlayedScene(desk, sitting)
            case routes.ToFairPlay(sitting):
                from goosetable.app.scenes.fair_play import FairScene

                return FairScene(desk, self.tables, sitting)
            case routes.ToAllHands():
                from goosetable.app.scenes.all_hands import HandsScene

                return HandsScene(desk, *route)
            case routes.ToTable(sitting) if questions := sitting.questions():
                from goosetable.app.scenes.new_game.external_player import GuestScene

                return GuestScene(desk, self.tables.guests, sitting, questions[0])
            case routes.ToTable(sitting):
                from goosetable.app.scenes.table.scene import TableScene

                return TableScene(desk, sitting)
            case routes.ToMenu(sitting, lesson=True):
                from goosetable.app.scenes.lesson.parts import LessonMenu

                return LessonMenu(desk, sitting)
            case routes.ToMenu(sitting, trick):
                from goosetable.app.scenes.pause_menu import MenuScene

                return MenuScene(desk, sitting, trick)
            case routes.ToScore(sitting, tally, points, dealt, lesson=True):
                from goosetable.app.scenes.lesson.parts import LessonScore

                return LessonScore(desk, self.tables, sitting, tally, points, dealt)
            case routes.ToScore(sitting, tally, points, dealt):
                from goosetable.app.scenes.score.scene import ScoreScene

                return ScoreScene(desk, self.tables, sitting, tally, points, dealt)
            case routes.ToLesson(game):
                from goosetable.app.scenes.lesson.scene import LessonScene

                try:
                    return LessonScene(desk, game)
                except AssetError as missing:
                    desk.notice(str(missing))
                    return None
            case _:
                raise TypeError(f"no scene is known for {type(route).__name__}")
