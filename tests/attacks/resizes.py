"""The attack of a window with sizes: every scene in windows of any shape, with texts of any size."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

import pygame

from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.games import SHELF
from tests.attacks import walking
from tests.attacks.counting import Count, Outcome
from tests.attacks.window import FAULTS, Window, quick_company

TEXTS: Final = (0.8, 1.0, 1.25, 1.5, 1.75, 2.0)
"""Sizes of text, as the settings have them."""
UNREACHED: Final = "scenes not reached"
PLAYED: Final = "play to the score sheet"
"""Stands in a way for a deal that is played to its end."""
OFFERED: Final = "LessonOfferScene"
"""The scene that only people see who are new to a game."""
WAYS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("TitleScene", ()),
    ("NewGameScene", ("Goose",)),
    ("KeeperSetupScene", ("score keeper for real cards",)),
    ("KeeperScene", ("score keeper for real cards", "Begin", "Go on")),
    ("KeeperMenuScene", ("score keeper for real cards", "Begin", "Go on", "Menu")),
    ("KeeperNamesScene", ("score keeper for real cards", "Begin", "Go on", "Menu", "Players")),
    ("SeatPickerScene", ("Goose", "Seat 2")),
    ("ProfileScene", ("Goose", "Seat 2", "A new player")),
    ("RulesScene", ("Rules",)),
    ("SettingsScene", ("Settings",)),
    ("KeyChoiceScene", ("Settings", "Program", "Keys")),
    ("KeysScene", ("Goosed", "Deal", "Menu", "Keys")),
    ("CreditsScene", ("Settings", "Program", "Credits")),
    ("WhyGooseScene", ("Settings", "Program", "Credits", "Why goose?")),
    ("LessonsScene", ("Learn a game",)),
    ("LessonScene", ("Learn a game", "Goose")),
    ("ProblemsScene", ("Problems",)),
    ("ProblemScene", ("Problems", "Problem of the day")),
    ("ProblemMenuScene", ("Problems", "Problem of the day", "Menu")),
    ("LessonMenuScene", ("Learn a game", "Goose", "Menu")),
    ("HandoverScene", ("Goose", "Seat 2", "Ben", "Deal", "Go on")),
    (OFFERED, ("Goosed", "Deal")),
    *(("TableScene", (game.title, "Deal")) for game in SHELF),
    ("PauseMenuScene", ("Goosed", "Deal", "Menu")),
    ("SettingsScene", ("Goosed", "Deal", "Menu", "Settings")),
    ("FairPlayScene", ("Goosed", "Deal", "Menu", "Fair play")),
    ("ScoreScene", ("Goosed", "Deal", PLAYED)),
    ("AllHandsScene", ("Goosed", "Deal", PLAYED, "Review", "All hands")),
    ("ReviewScene", ("Goosed", "Deal", PLAYED, "Review")),
    ("PracticeScoreScene", ("Goosed", "Deal", PLAYED, "Play it again", PLAYED)),
    ("PracticeMenuScene", ("Goosed", "Deal", PLAYED, "Play it again", "Menu")),
    ("GameSheetScene", ("Goosed", "Deal", PLAYED, "Next deal", "Score sheet")),
    ("LuckScene", ("Goosed", "Deal", PLAYED, "Next deal", "Score sheet", "Luck and play")),
    ("EarlierDealScoreScene", ("Goosed", "Deal", PLAYED, "Next deal", "Score sheet", "Deal 1")),
    ("ChairsScene", ("Goose", "Seat 2", "Ben", "Deal", "Go on", "Menu", "Who plays")),
    ("StatisticsScene", ("Statistics",)),
    ("AllGamesScene", ("Statistics", "All games")),
    ("ChoicesScene", ("Statistics", "All games", "Who")),
    ("ImportScene", ("Statistics", "All games", "Import")),
    ("PlayerStatisticsScene", ("Statistics", "Anna")),
    ("CardsPlayedScene", ("Settings", "Play", "Let me look up cards played", "Done", "Goosed", "Deal", "Menu", "Cards played")),
    ("LessonScoreScene", ("Learn a game", "Throps", PLAYED)),
    ("GameEndScene", ("Deal of the day", "Deal", PLAYED)),
    ("DayScene", ("Deal of the day", "Deal", PLAYED, "Result of the day")),
)
"""Scenes, and how each is reached from the title by the labels of what is pressed; more than one way for some."""


def run(times: int, seed: str, ways: int = len(WAYS)) -> Outcome:
    """times: sizes for each scene, in turn with each size of text; awkward ones come first. ways: how many are gone."""
    count = Count("resizes", (*FAULTS, UNREACHED))
    chance = Random(f"resizes {seed}")
    sizes = [
        *walking.AWKWARD,
        *walking.EVERYDAY,
        *((chance.randrange(1, 2600), chance.randrange(1, 1700)) for _ in range(times)),
    ]
    for scene, way in chance.sample(WAYS, ways):
        with tempfile.TemporaryDirectory() as folder, quick_company(seed):
            window = Window(Path(folder), f"{seed} {scene}", count, offers=scene == OFFERED)
            window.step()
            window.step()
            try:
                if reach(window, way, chance) == scene:
                    chosen = sizes[:times] if times >= len(walking.AWKWARD) else chance.sample(sizes, times)
                    _through(window, chosen, chance)
                else:
                    count.fault(UNREACHED, f"seed {seed}: {scene} by {', '.join(way)}; it is {type(window.top).__name__}")
            finally:
                window.close()
            count.figure(f"{scene}: slowest step {window.slowest:.2f} s")
    return count.outcome()


def reach(window: Window, way: tuple[str, ...], chance: Random) -> str:
    """Presses what stands in a way; the scene that is there then."""
    for label in way:
        if label == PLAYED:
            for _ in range(2000):
                if not isinstance(window.top, TableScene | LessonScene):
                    break
                if isinstance(window.top, LessonScene):
                    walking.learn(window, window.top)
                else:
                    walking.play(window, window.top, chance, oddly=False)
            for _ in range(6):
                window.step(0.1)  # a press just after a score sheet has come was meant for the table
            continue
        found = next((one for one in window.controls() if one.label == label), None)
        if found is not None:
            walking.use(window, found, pygame.K_RETURN)
        window.step(0.1)
        window.step(0.1)
    if way[-1:] == (PLAYED,) and not isinstance(window.top, ScoreScene):
        window.step(0.1)
    return type(window.top).__name__


def _through(window: Window, sizes: list[tuple[int, int]], chance: Random) -> None:
    """The scene in every size; in the end it has its first size again."""
    scene = window.top
    for size in [*sizes, (1280, 720)]:
        text = TEXTS[window.done % len(TEXTS)]
        window.count.attempt(type(scene).__name__)
        window.trail.append(f"text {text}")
        window.program.context.change_settings(text_size=text)
        window.resize(size)
        window.step(0.1, 3, aside=True)
        scene_now = window.top
        if scene_now is not None:
            scene_now.dirty = True
        window.step(0.1)
        if window.top is not scene:
            return  # it went on by itself, or fell
