"""Several people at one screen: whatever lies over the table, no frame shows a card that its viewer may not know.

A law over every scene that can lie over a table, every moment in which a person looks no more, and every way back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.reader.reader import Reader
from goosetable.app.scenes import key_list, routes
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.new_game.model import TableSetup
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.storage.profiles import Profile
from goosetable.app.table.stage import face_up_cards
from goosetable.app.ui import keymap
from goosetable.app.ui.scene import Pop, Push, Route
from goosetable.app.ui.text_field import TextField
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens, Program
from tests.app.eyes import Ear, Eyes, named, watched
from tests.games import playing

SIZES: Final = ((640, 400), (1280, 720))
GAME: Final = games.find_game("gooseberry-fool")
PAD: Final = 7
"""The number of a controller."""
TURN: Final = "another's turn"


def _nameless(one: Program) -> Route:
    """The page that asks for a name. Its Enter notes that the person was asked, so all are asked anew each time."""
    one.context.change_settings(asked=())
    setup = TableSetup(GAME, "Gooseberry")
    setup.give_seat_to_player(1, "Ben", "human")
    return routes.ToNames(setup)


def _counted(table: TableScene) -> Any:
    return table.match.session.scored_deals[-1]


OVER: Final[dict[type[Route], Callable[[Program, TableScene], Route]]] = {
    routes.ToSettings: lambda one, table: routes.ToSettings(),
    routes.ToKeys: lambda one, table: key_list.route_to_keys_of_table(table.match),
    routes.ToKeyChoice: lambda one, table: routes.ToKeyChoice(),
    routes.ToOnScreenKeyboard: lambda one, table: routes.ToOnScreenKeyboard(TextField("A name", "Anna")),
    routes.ToCredits: lambda one, table: routes.ToCredits(),
    routes.ToWhyGoose: lambda one, table: routes.ToWhyGoose(),
    routes.ToRules: lambda one, table: routes.ToRules(table.match.game, table.match.session.options),
    routes.ToLargeCard: lambda one, table: routes.ToLargeCard(
        table.match, tuple(card for card, _ in face_up_cards(table.stage)), 0
    ),
    routes.ToLessons: lambda one, table: routes.ToLessons(),
    routes.ToLesson: lambda one, table: routes.ToLesson(games.find_game("throps")),
    routes.ToNewGame: lambda one, table: routes.ToNewGame(),
    routes.ToSeatPicker: lambda one, table: routes.ToSeatPicker(TableSetup(table.match.game, "Ann"), 1),
    routes.ToNames: lambda one, table: _nameless(one),
    routes.ToProfile: lambda one, table: routes.ToProfile(Profile("Ann", "acorn", "sky")),
    routes.ToStatistics: lambda one, table: routes.ToStatistics(False),
    routes.ToPlayerStatistics: lambda one, table: routes.ToPlayerStatistics(RecordedPlayer("Ann", "human")),
    routes.ToCharts: lambda one, table: routes.ToCharts(RecordedPlayer("Ann", "human"), History(one.folders)),
    routes.ToSavedGames: lambda one, table: routes.ToSavedGames(History(one.folders)),
    routes.ToChoices: lambda one, table: routes.ToChoices("When", [("a", "b")], "a", lambda found: None),
    routes.ToImport: lambda one, table: routes.ToImport(),
    routes.ToExport: lambda one, table: routes.ToExport(()),
    routes.ToLessonOffer: lambda one, table: routes.ToLessonOffer(table.match.game, table.match.session.options, 5, 320, 200),
    routes.ToMenu: lambda one, table: routes.ToMenu(table.match, True),
    routes.ToHandover: lambda one, table: routes.ToHandover(
        table.match, table.match.next_person, table.portraits, table.turn_table_to
    ),
    routes.ToChairs: lambda one, table: routes.ToChairs(table.match),
    routes.ToCardsPlayed: lambda one, table: routes.ToCardsPlayed(table.match),
    routes.ToFairPlay: lambda one, table: routes.ToFairPlay(table.match),
    routes.ToAllHands: lambda one, table: routes.ToAllHands(table.match, _counted(table), table.portraits),
    routes.ToReview: lambda one, table: routes.ToReview(table.match, _counted(table)),
    routes.ToGameSheet: lambda one, table: routes.ToGameSheet(table.match),
    routes.ToLuck: lambda one, table: routes.ToLuck(table.match),
    routes.ToDealSheet: lambda one, table: routes.ToDealSheet(table.match, _counted(table)),
    routes.ToPractice: lambda one, table: routes.ToPractice(table.match, _counted(table)),
    routes.ToContinuedDeal: lambda one, table: routes.ToContinuedDeal(table.match, _counted(table), 1),
}  # fmt: skip
"""Scenes that lie over a table, or can be come to from one that does, by their routes."""
COUNTED: Final = (
    routes.ToAllHands, routes.ToReview, routes.ToLuck, routes.ToDealSheet, routes.ToPractice, routes.ToContinuedDeal,
)  # fmt: skip
"""Those that want a deal that has been counted."""
LONGER: Final = {"gops": {"deals": 3}}
"""Options by which a game has more than one deal."""
ELSEWHERE: Final[dict[type[Route], str]] = {
    routes.ToTitle: "every scene is left for it",
    routes.ToTable: "the table itself",
    routes.ToScore: "a deal is over, and every card of it may be known",
    routes.ToLessonMenu: "over a lesson alone, whose cards are those of no person",
    routes.ToProblems: "from the title alone",
    routes.ToDayResult: "from the title, and from the last sheet of a game",
    routes.ToProblem: "from there alone: all of its hands are open",
    routes.ToProblemMenu: "from there alone",
    routes.ToKeeperSetup: "from the title alone: another record is begun",
    routes.ToKeeper: "from there alone",
    routes.ToKeeperMenu: "from there alone",
    routes.ToKeeperNames: "from there alone",
}


def test_every_route_is_known_to_the_law() -> None:
    """A scene that is new is told here whether it can lie over a table."""
    every = {kind for kind in vars(routes).values() if isinstance(kind, type) and kind.__module__ == routes.__name__}
    assert every == OVER.keys() | ELSEWHERE.keys() and not OVER.keys() & ELSEWHERE.keys()


class Key(NamedTuple):
    key: int
    mod: int = 0


def press(one: Program, key: int, mod: int = 0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=mod, unicode=""))


def point(kind: int, pos: tuple[float, float], button: int = 1) -> None:
    pos = round(pos[0]), round(pos[1])
    more: dict[str, Any] = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    pygame.event.post(pygame.event.Event(kind, pos=pos, **more))


def click(pos: tuple[float, float], button: int = 1) -> None:
    point(pygame.MOUSEBUTTONDOWN, pos, button)
    point(pygame.MOUSEBUTTONUP, pos, button)


def _on_a_card(table: TableScene) -> tuple[float, float]:
    """A place on a card of the hand, or where the trick lies if none is open."""
    if not table.hand.sprites:
        middle = table.layout.trick_middle
        return middle.x, middle.y
    rest = table.hand.sprites[0].rest
    return rest.x - rest.height * 0.25, rest.y - rest.height * 0.2


def _large(one: Program, table: TableScene) -> None:
    press(one, pygame.K_RIGHT)
    press(one, pygame.K_z)


def _dragged(one: Program, table: TableScene) -> None:
    x, y = _on_a_card(table)
    point(pygame.MOUSEBUTTONDOWN, (x, y))
    for part in (0.3, 1.0):
        point(pygame.MOUSEMOTION, (x, y - part * 0.4 * table.h))


WAYS: Final[dict[str, Callable[[Program, TableScene], object]]] = {
    "nothing": lambda one, table: None,
    "the last trick": lambda one, table: press(one, pygame.K_l),
    "a card, large": _large,
    "a card, large, by the mouse": lambda one, table: click(_on_a_card(table), 3),
    "the score sheet": lambda one, table: press(one, pygame.K_s),
    "the rules": lambda one, table: press(one, pygame.K_F1, pygame.KMOD_LSHIFT),
    "the keys": lambda one, table: press(one, pygame.K_F1),
    "the settings": lambda one, table: press(one, pygame.K_F10),
    "the menu": lambda one, table: press(one, pygame.K_ESCAPE),
    "the hand, told": lambda one, table: press(one, pygame.K_c),
    "a hint": lambda one, table: press(one, pygame.K_h),
    "the story": lambda one, table: press(one, pygame.K_w),
    "the strip": lambda one, table: click(table.controls.strip.rect.center),
    "the figures": lambda one, table: press(one, pygame.K_F6),
    "a drag": _dragged,
    "a file": lambda one, table: pygame.event.post(pygame.event.Event(pygame.DROPFILE, file="game.goose")),
}
"""What a person does at the table, besides acting."""
KEYS: Final = {
    "the last trick": Key(pygame.K_l), "the score sheet": Key(pygame.K_s), "the keys": Key(pygame.K_F1),
    "the rules": Key(pygame.K_F1, pygame.KMOD_LSHIFT), "the settings": Key(pygame.K_F10), "the menu": Key(pygame.K_p),
    "a card, large": Key(pygame.K_z),
}  # fmt: skip


def _pull(one: Program) -> None:
    one.loop.devices.controllers.names[PAD] = "Pad"
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=PAD))


MOMENTS: Final[dict[str, Callable[[Program], object]]] = {
    TURN: lambda one: None,
    "focus lost": lambda one: pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST)),
    "minimized": lambda one: pygame.event.post(pygame.event.Event(pygame.WINDOWMINIMIZED)),
    "hidden": lambda one: pygame.event.post(pygame.event.Event(pygame.WINDOWHIDDEN)),
    "F8": lambda one: press(one, pygame.K_F8),
    "P": lambda one: press(one, pygame.K_p),
    "pulled out": _pull,
}
BACK: Final = ("Esc", "Enter", "its button", "its key", "focus gained", "resize", "nothing")


def company(game: AnyGame, people: int | None = None) -> list[Chair]:
    seats = game.seats(game.Options())
    return [Chair(playing.NAMES[seat], "human" if people is None or seat < people else "random") for seat in range(seats)]


class Evening:
    """People at one screen. persons: how many of the seats are theirs; all where it is not said."""

    def __init__(self, program: Opens, game: AnyGame, seed: str, persons: int | None = None, **settings: Any) -> None:
        self.chance = Random(seed)
        self.one = program(self.chance.choice(SIZES), **{"pace": "brisk", "memory_aid": True, **settings})
        self._game, self._persons = game, persons

    def _lay(self, context: Context, matches: Matches) -> TableScene:
        options = self._game.Options(**LONGER.get(self._game.id, {}))
        match = matches.begin_table(self._game, options, company(self._game, self._persons))
        match.deal()
        while match.session.due_step == "act":
            match.act(self.chance.choice(list(match.session.legal())))
        match.score_deal()
        self.table = TableScene(context, match)
        return self.table

    def begin(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.one.show(self._lay)
        self.one.loop.scenes.ahead = True

    def by_title(self, eyes: Eyes) -> None:
        """From the title by what can be pressed there: the game, the second seat for another person, and the deal."""
        self.eyes = eyes
        self.one.show(TitleScene)
        self.one.loop.scenes.ahead = True
        for label in (self._game.title, "Seat 2", "Ben", "Deal"):
            self.one.click(self.one.find(label))
            self.step(8)
        self.table = next(scene for scene in self.one.loop.scenes.stack if isinstance(scene, TableScene))

    @property
    def match(self) -> Match:
        return self.table.match

    def step(self, turns: int = 1, seconds: float = 0.05) -> None:
        for _ in range(turns):
            self.eyes.step(seconds)
            for _ in range(12):
                if not self.one.loop.scenes.run_slice():
                    break

    def open_curtain(self) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        for _ in range(40):
            self.step()
            if not isinstance(self.one.top, HandoverScene):
                break
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode=""))
        self.step()

    def to_turn(self) -> bool:
        """The table lies open before the person who is to act; False where the game has no deal any more."""
        for _ in range(800):
            if self.table not in self.one.loop.scenes.stack:  # it was left for good
                self.begin(self.eyes)
            top = self.one.top
            while top is not self.table and not isinstance(top, HandoverScene | ScoreScene):
                self.one.loop.scenes._apply_change(Pop())
                top = self.one.top
            if isinstance(top, HandoverScene):
                top.widgets.focus_on(top.show)
                self.open_curtain()
            elif isinstance(top, ScoreScene):
                press(self.one, pygame.K_RETURN)
                self.step()
            elif self.table.last_trick is not None:
                press(self.one, pygame.K_SPACE)
                self.step()
            elif self.match.is_my_turn and not self.table.timeline.has_beats and self.table.stage.snapshot.mine:
                return True
            else:
                self.step()
        raise AssertionError(f"it is nobody's turn after {self.eyes.doing}: {type(self.one.top).__name__}")

    def act(self) -> None:
        """The person who looks does something by the mouse; posted for the next step."""
        table = self.table
        if table.panel is not None:
            tiles = [tile for tile in table.panel.tiles if not tile.barred]
            click(self.chance.choice(tiles).rect.center)
            return
        if not table.stage.snapshot.legal:  # what allows no choice goes by itself
            return
        card = self.chance.choice(list(table.stage.snapshot.legal))
        rest = next(sprite.rest for sprite in table.hand.sprites if sprite.key == f"card {card}")
        click((rest.x - rest.height * 0.25, rest.y - rest.height * 0.2))

    def pass_on(self, then: Callable[[], object]) -> None:
        """Act until the next act belongs to another person, and do something in that moment."""
        at_once = self.chance.random() < 0.4 and self._persons is None
        for turn in range(60):
            self.to_turn()
            self.act()
            if at_once and not turn:
                then()
            for _ in range(12):
                self.step()
                if self.eyes.truth(self.match).looker is None or self.match.is_my_turn:
                    break
            if self.eyes.truth(self.match).looker is None:
                break
        if not at_once and self.one.top is self.table:
            then()

    def case(self, way: str | type[Route], moment: str, back: str) -> None:
        self.eyes.doing = f"{getattr(way, '__name__', way)}, {moment}, {back}"
        self.to_turn()
        if moment == TURN:
            self.pass_on(lambda: self.open(way))
            self.step(2)
        else:
            self.open(way)
            self.step(2)
            if self._hides(moment):
                self.eyes.turn_away()
            MOMENTS[moment](self.one)
            self.step(2)
        self.go_back(way, back)
        self.step(6)

    def open(self, way: str | type[Route]) -> None:
        if isinstance(way, str):
            WAYS[way](self.one, self.table)
        elif self.one.top is self.table and not self._lacks(way):
            self.one.loop.scenes._apply_change(self.table._record_covering_scene(Push(OVER[way](self.one, self.table))))

    def _lacks(self, way: type[Route]) -> bool:
        """Whether there is nothing yet to be shown there."""
        counted, lies = self.match.session.scored_deals, any(True for _ in face_up_cards(self.table.stage))
        return (way in COUNTED and not counted) or (way is routes.ToLargeCard and not lies)

    def _hides(self, moment: str) -> bool:
        """Whether people may rely on it here: a key hides where it means nothing else and is not written."""
        top = self.one.top
        if moment not in ("F8", "P"):
            return True
        if top.gets_all_keys or top.typing:
            return False
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F8 if moment == "F8" else pygame.K_p, mod=0, unicode="")
        return keymap.command_of(event, top.screen) in ("", "hide", "pause")

    def go_back(self, way: str | type[Route], back: str) -> None:
        one, top = self.one, self.one.top
        match back:
            case "Esc":
                press(one, pygame.K_ESCAPE)
            case "Enter":
                press(one, pygame.K_RETURN)
            case "its button":
                widgets = getattr(top, "widgets", None)
                click(widgets.focus.rect.center if widgets is not None and widgets.focus is not None else (9, 9))
            case "its key" if isinstance(way, str) and way in KEYS:
                press(one, *KEYS[way])
            case "focus gained":
                for kind in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED):
                    pygame.event.post(pygame.event.Event(kind))
            case "resize":
                size = next(other for other in SIZES if other != one.screen.size)
                one.screen._window.size = size
                pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        if back != "focus gained":  # a window that is not seen is not drawn
            pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))


CASES: Final = tuple(product((*WAYS, *OVER), MOMENTS, BACK))
FEW: Final = 16
"""Cases of each game in the usual tests; all of them are `-m slow`."""


def hold(evening: Evening, cases: list[tuple[Any, str, str]], heard: bool = False) -> Eyes:
    with watched(evening.one) as eyes:
        evening.begin(eyes)
        if heard:
            eyes.listen()
        for case in cases:
            evening.case(*case)
    pygame.event.clear()
    return eyes


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_no_frame_shows_a_card_that_its_viewer_may_not_know(program: Opens, game: AnyGame) -> None:
    cases = Random(game.id).sample(CASES, FEW)
    eyes = hold(Evening(program, game, game.id), cases)
    assert not eyes.wrong, "\n".join(eyes.wrong[:12])
    assert eyes.frames > 20 * FEW // 2 and eyes.curtains > FEW // 2


@pytest.mark.slow
@pytest.mark.parametrize("people", [None, 2])
@pytest.mark.parametrize("number", range(len(games.SHELF)), ids=[game.id for game in games.SHELF])
def test_no_frame_of_any_case_shows_a_card_that_its_viewer_may_not_know(
    program: Opens, number: int, people: int | None
) -> None:
    """Every scene, every moment, every way back, each at a table of people alone and at one that two share with computers."""
    game, every = games.SHELF[number], len(games.SHELF)
    first = (number + (0 if people is None else every // 2)) % every
    evening = Evening(program, game, f"{game.id} {people}", people)
    eyes = hold(evening, list(CASES[first::every]))
    print(f"{game.id}, {people}: {eyes.frames} frames, {eyes.curtains} curtains, {len(eyes.wrong)} wrong")
    assert not eyes.wrong, "\n".join(eyes.wrong[:12])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", games.SHELF[:3], ids=lambda game: game.id)
def test_nothing_is_told_that_its_hearer_may_not_know(program: Opens, game: AnyGame) -> None:
    """What a screen reader is given, and what is announced."""
    cases = [case for case in CASES if case[2] in ("Esc", "nothing")]
    eyes = hold(Evening(program, game, f"{game.id} heard"), Random(game.id).sample(cases, FEW // 2), heard=True)
    assert not eyes.wrong, "\n".join(eyes.wrong[:12])
    assert eyes.trees > FEW


@pytest.fixture
def evening(program: Opens) -> Iterator[Evening]:
    """Anna and Ben sit down from the title, with a computer player; every frame is looked at, and none may show too much."""
    found = Evening(program, GAME, "evening", 2, pace="leisurely", name="Anna", people=({"name": "Anna"}, {"name": "Ben"}))
    with watched(found.one) as eyes:
        found.by_title(eyes)
        found.to_turn()
        yield found
        assert not eyes.wrong, "\n".join(eyes.wrong[:12])
    pygame.event.clear()


class TestTheMomentBeforeTheCurtain:
    """Anna has played, and the curtain for Ben has not fallen yet."""

    @pytest.mark.one_in(2)
    @pytest.mark.parametrize("way", ["the score sheet", "the rules", "the keys", "the settings", "the menu"])
    def test_whatever_is_opened_in_it_the_hand_lies_face_down_when_that_is_closed(self, evening: Evening, way: str) -> None:
        while way == "the score sheet" and not evening.match.session.scored_deals:  # there is none before
            evening.pass_on(lambda: None)
        evening.pass_on(lambda: evening.open(way))
        evening.step(4)
        assert evening.match.is_covered and evening.one.top is not evening.table
        press(evening.one, pygame.K_ESCAPE)
        evening.step(1, 0.02)
        assert not evening.table.hand.cards
        evening.step(30)
        assert isinstance(evening.one.top, HandoverScene)

    def test_the_last_trick_keeps_no_hand_open(self, evening: Evening) -> None:
        while not evening.match.deal_log().tricks:
            evening.pass_on(lambda: None)
        evening.pass_on(lambda: evening.open("the last trick"))
        evening.step(200)
        assert evening.table.last_trick is not None or isinstance(evening.one.top, HandoverScene)
        assert evening.match.is_covered and not evening.table.hand.cards
        press(evening.one, pygame.K_SPACE)
        evening.step(30)
        assert isinstance(evening.one.top, HandoverScene)

    def test_a_button_that_is_held_down_holds_no_hand_open(self, evening: Evening) -> None:
        """A trick lies as long as the button is held; the cards of the one who played lie face down meanwhile."""
        evening.pass_on(lambda: point(pygame.MOUSEBUTTONDOWN, (9, 9)))
        evening.step(60)
        assert evening.match.is_covered and not evening.table.hand.cards

    def test_what_fades_away_is_no_picture_of_the_hand(self, evening: Evening) -> None:
        """The act and the key come in one turn of the loop: what stood on the screen then does not fade over the page."""
        evening.act()
        evening.open("the score sheet")
        before = evening.eyes.frames
        evening.step(4, 0.02)
        assert evening.eyes.frames > before


class TestTurningAway:
    """It is Anna's turn, and something lies over her cards."""

    @pytest.mark.one_in(9)
    @pytest.mark.parametrize("moment", ["focus lost", "minimized", "hidden", "F8", "P", "pulled out"])
    @pytest.mark.parametrize(
        "way", ["the last trick", "a card, large", "the settings", "the rules", "a drag", "the hand, told"]
    )
    def test_whatever_lies_over_it_the_hand_is_covered(self, evening: Evening, way: str, moment: str) -> None:
        while way == "the last trick" and not evening.match.deal_log().tricks:
            evening.pass_on(lambda: None)
        evening.to_turn()
        evening.open(way)
        evening.step(2)
        assert evening.match.is_covered == (way in ("the settings", "the rules")), "a page that hides the table covers the hand"
        evening.eyes.turn_away()
        MOMENTS[moment](evening.one)
        evening.step(1)
        assert evening.match.is_covered and not evening.table.hand.cards
        pygame.event.post(pygame.event.Event(pygame.WINDOWRESTORED))
        press(evening.one, pygame.K_ESCAPE)
        evening.step(30)
        assert isinstance(evening.one.top, HandoverScene | PauseMenuScene)
        assert evening.one.context.answered is None, "nothing of it is said any more"

    def test_what_stands_in_a_window_that_is_minimized_is_no_hand(self, evening: Evening) -> None:
        """The system may show its last picture, so one more is drawn."""
        before = evening.eyes.frames
        evening.eyes.turn_away()
        MOMENTS["minimized"](evening.one)
        evening.step(1)
        assert evening.eyes.frames == before + 1

    def test_a_curtain_that_is_opening_hangs_again(self, evening: Evening) -> None:
        evening.pass_on(lambda: None)
        evening.step(30)
        curtain = evening.one.top
        assert isinstance(curtain, HandoverScene)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        while evening.match.is_covered:
            evening.step()
        evening.eyes.turn_away()
        MOMENTS["focus lost"](evening.one)
        evening.step(20)
        assert evening.match.is_covered and curtain.covers
        assert evening.one.loop.scenes.stack[-1] is curtain


class Spoken:
    """In place of a voice: what it was given, with a dash where it was to end."""

    fault = ""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, words: str, interrupt: bool = False) -> None:
        self.said += [words] if words else []

    def hush(self) -> None:
        self.said.append("-")

    def close(self) -> None:
        pass


@pytest.mark.parametrize("moment", ["focus lost", "F8", TURN])
def test_a_voice_ends_where_its_hearer_turns_away(program: Opens, moment: str) -> None:
    """The hand that was being read aloud is not read to its end before the next person; what all may know is told after it."""
    evening, voice = Evening(program, GAME, "voice", 2, speak=True), Spoken()
    with watched(evening.one) as eyes:
        evening.begin(eyes)
        ear = Ear(lambda heard, news: None)
        ear.is_tree_wanted = False
        evening.one.loop.reader = Reader(ear, lambda: voice)  # type: ignore[arg-type, return-value]
        evening.to_turn()
        evening.step(20)
        press(evening.one, pygame.K_c)
        evening.step(2)
        held = len(evening.table.hand.cards)
        assert any(f"{held} card" in said for said in voice.said), "the hand is told"
        del voice.said[:]
        if moment == TURN:
            evening.pass_on(lambda: None)
            evening.step(4)
        else:
            MOMENTS[moment](evening.one)
            evening.step(2)
        assert "-" in voice.said
        after = " ".join(voice.said[voice.said.index("-") :])
        assert named(after) <= eyes.truth(evening.match).may()
        assert moment != TURN or "Ann" in after or "Ben" in after or "Cyd" in after, "what was done last is told"
    pygame.event.clear()


@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment not in (TURN, "P", "pulled out")])
def test_for_one_person_alone_nothing_is_covered(program: Opens, moment: str) -> None:
    evening = Evening(program, GAME, "alone", 1)
    with watched(evening.one) as eyes:
        evening.begin(eyes)
        evening.to_turn()
        held = list(evening.table.hand.cards)
        MOMENTS[moment](evening.one)
        evening.step(10)
        assert evening.one.top is evening.table and evening.table.hand.cards == held and not evening.match.is_covered
    pygame.event.clear()


def test_who_is_left_of_two_opens_a_last_curtain_and_the_page_of_players_shows_no_card(program: Opens) -> None:
    """After one of two people has left, the other's cards stay covered until their owner opens a last curtain."""
    evening = Evening(program, GAME, "left", 2)
    with watched(evening.one) as eyes:
        evening.begin(eyes)
        evening.to_turn()
        looker = evening.match.me
        press(evening.one, pygame.K_p)
        evening.step(4)
        evening.one.click(evening.one.find("Who plays"))
        evening.step(8)
        evening.one.click(next(row for row in evening.one.top.rows if row.seat == looker))
        evening.step(8)
        press(evening.one, pygame.K_ESCAPE)
        evening.step(2)
        assert len(evening.match.people_seats) == 1 and evening.match.is_covered and not evening.table.hand.cards
        press(evening.one, pygame.K_ESCAPE)
        evening.step(30)
        assert evening.match.is_covered and not evening.table.hand.cards
        evening.open_curtain()
        evening.step(30)
        assert evening.one.top is evening.table and evening.table.hand.cards and not evening.match.is_covered
        MOMENTS["focus lost"](evening.one)
        evening.step(4)
        assert evening.one.top is evening.table, "one person alone needs no curtain"
    pygame.event.clear()
