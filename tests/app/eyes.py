"""Whose eyes are on the screen: each frame of a program compared with the cards that the person before it may know.

The truth comes from the record alone. A person looks from the moment in which they open the curtain; as soon as the next act
belongs to another person, or a test says that they have turned away, nobody is known to look, and what may be seen is what
all have seen. A frame is read from the list of what is painted: the pictures of cards, and the words that name them.
"""

from __future__ import annotations

import contextlib
import re
import weakref
from collections.abc import Callable, Iterator
from functools import partial, reduce
from operator import and_
from typing import Any, Final, NamedTuple
from unittest import mock

import pygame

from goosetable import cards
from goosetable.app.match.match import Match
from goosetable.app.reader.reader import Reader
from goosetable.app.render import canvas
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import GOOSE, CardImages
from goosetable.app.render.display_list import Blit, DisplayList, DrawnShape, Repainter
from goosetable.app.scenes.card_pages import CardsPlayedScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.table.sprites import CardImageQueue
from goosetable.app.ui.accessible import AccessibleTree, all_parts
from goosetable.app.ui.scene import Scene, Scenes
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.engine.rules.event import NO_SEAT
from tests.app.conftest import Program
from tests.app.drawn_words import written

OTHERS: Final = frozenset(
    {
        "AllGamesScene", "EarlierDealScoreScene", "GameSheetScene", "LessonScene", "LessonsScene", "AllHandsScene", "LuckScene",
        "NewGameScene", "ProblemScene", "ProblemsScene", "ReviewScene", "RulesScene", "SettingsScene",
    }
)  # fmt: skip
"""Scenes whose cards are not those of the deal that is played: examples, emblems, and deals that have been counted."""
NAMED: Final = re.compile(r"(?<![A-Za-z0-9])(10|[2-9AKQJ])([♠♥♦♣])")
SPOKEN: Final = re.compile(r"\b(10|[2-9]|ace|king|queen|jack) of (spades|hearts|diamonds|clubs)")
SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
RANKS: Final = {"10": "T", "ace": "A", "king": "K", "queen": "Q", "jack": "J"}


def named(text: str) -> set[str]:
    """The cards that a text names, by their codes."""
    found = [*NAMED.findall(text), *SPOKEN.findall(text.lower())]
    return {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in found}


class Truth:
    """What is known of the deal of one match, by the codes of cards. looker: who is known to sit alone before the screen."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.looker: int | None = None
        self._deal: object = None
        self._moment: object = None
        self._known: dict[int, set[str]] = {}
        self._counted: set[str] = set()

    def look(self) -> None:
        """Note what each seat, and everybody, knows now: what was once known stays so for the deal."""
        session = self.match.session
        if session.state is None:
            return
        deal, moment = (id(session), session.standing.deals), (id(session.state), len(session.state.actions))
        if deal != self._deal:
            self._deal, self._known, self._counted = deal, {}, set()
        if moment == self._moment and self._known:
            return
        self._moment = moment
        for seat in (NO_SEAT, *self.match.people_seats):
            seen = session.view(seat)
            held = seen.hand | seen.known.exposed_cards
            for group in seen.known.piles().values():
                held |= group
            self._known[seat] = self._known.get(seat, set()) | self._codes(held)
        seen = session.view(NO_SEAT)
        self._counted |= self._codes(reduce(and_, seen.known.voids, seen.unseen))

    def _codes(self, group: cards.Cards) -> set[str]:
        return {cards.name(card, self.match.game.jokers) for card in cards.members(group)}

    def acted(self) -> None:
        """An act was done: the looker looks no more where the next one is another person's, but for a last card."""
        session, state = self.match.session, self.match.session.state
        self.look()
        if not self.shared or self.looker is None or session.due_step != "act" or getattr(self.match, "playing_out", False):
            return
        turn, legal = session.turn, session.legal()
        assert state is not None
        last = len(legal) == 1 and verb_of(legal[0]) is Verb.PLAY and state.hands[state.turn].bit_count() == 1
        if turn in self.match.people_seats and turn != self.looker and not last:
            self.looker = None

    @property
    def shared(self) -> bool:
        return len(self.match.people_seats) > 1

    @property
    def secret(self) -> bool:
        """Whether anything may not be seen."""
        return self.shared and self.match.session.due_step == "act"

    def may_name(self) -> set[str]:
        """The cards that words may name: those known, and those that all know to be in no hand, such as prizes to come."""
        return self.may() | self._counted

    def may(self) -> set[str]:
        """The cards that the person at the screen may know."""
        self.look()
        public = self._known.get(NO_SEAT, set())
        return public if self.looker is None else public | self._known.get(self.looker, set())


class Standing(NamedTuple):
    """Cards that stand on the screen. codes: those that are drawn. names: those that words name. where: the scene."""

    match: Match
    codes: set[str]
    names: set[str]
    where: str

    def wrong(self, truth: Truth) -> set[str]:
        """Cards that the person at the screen may not know."""
        return (self.codes - truth.may()) | (self.names - truth.may_name()) if truth.secret else set()


class Ear:
    """In place of the bridge to a screen reader: takes what is told."""

    is_tree_wanted, fresh, announces_by_title, fault = True, False, False, ""

    def __init__(self, told: Callable[[AccessibleTree, str], None]) -> None:
        self.told = told

    def take_requests(self) -> list[Any]:
        return []

    def send(
        self, screen: AccessibleTree, announcement: str = "", scene_changed: bool = False, private: bool = True
    ) -> None:  # fmt: skip
        self.told(screen, announcement)

    def set_focus(self, here: bool) -> None:
        pass


class Eyes:
    """Looks at every frame of a program. Once a scene hides the table, the person at the screen is unknown.

    frames: how many were compared. wrong: those that show too much, in words.
    """

    def __init__(self, program: Program) -> None:
        self.program, self.frames, self.trees = program, 0, 0
        self.wrong: list[str] = []
        self.doing = ""
        """What the test does, to be told where something is wrong."""
        self.curtains = 0
        self._truths: dict[int, Truth] = {}
        self._left: dict[int, object] = {}
        """By table, what it showed when its last deal began."""
        self._starts: list[int] = []
        self._end = 0
        self._pictures: dict[int, tuple[weakref.ref[pygame.Surface], str, bool]] = {}
        self._standing: list[Standing] = []
        self._faded: dict[int, tuple[weakref.ref[pygame.Surface], list[Standing]]] = {}

    def listen(self) -> None:
        """Look at what is told to a screen reader as well."""
        self.program.loop.reader = Reader(Ear(self._told))  # type: ignore[arg-type]

    def truth(self, match: Match) -> Truth:
        return self._truths.setdefault(id(match), Truth(match))

    def turn_away(self) -> None:
        """Forgets which person looks at each open table."""
        for truth in self._truths.values():
            if truth.secret:
                truth.looker = None

    # ------------------------------------------------------------------ a frame

    def note(self, picture: pygame.Surface, code: str, ringed: bool) -> None:
        if not code.startswith("back "):
            self._pictures[id(picture)] = weakref.ref(picture), code.removesuffix(GOOSE), ringed

    def _code(self, picture: pygame.Surface, ringed: bool) -> str:
        found = self._pictures.get(id(picture))
        return found[1] if found is not None and found[0]() is picture and (found[2] or not ringed) else ""

    def _owner(self, scene: Scene) -> Match | None:
        """The match whose cards a scene shows; None where they are other cards."""
        stack = self.program.loop.scenes.stack
        if type(scene).__name__ in OTHERS or self._is_of_before(scene):
            return None
        under = [one for one in stack[: stack.index(scene) + 1] if isinstance(one, TableScene)]
        return under[-1].match if under else None

    def dealt(self, match: Match) -> None:
        """A deal begins; the tables lie as the deal before has left them, of which every card has been counted."""
        self.truth(match).looker = None
        loop = getattr(self.program, "loop", None)  # none before the first frame
        for table in () if loop is None else loop.scenes.stack:
            if isinstance(table, TableScene) and table.match is match:
                self._left[id(table)] = table.stage.shown

    def _is_of_before(self, scene: Scene) -> bool:
        shown = scene.stage.shown if isinstance(scene, TableScene) else None
        return shown is not None and self._left.get(id(scene)) is shown

    def painted(self, picture: DisplayList, made: dict[int, Any]) -> None:
        """A frame is shown."""
        self.frames += 1
        shown = self.program.loop.scenes.visible_scenes
        bounds = [*self._starts, self._end]
        now: list[Standing] = []
        for scene, first, last in zip(shown, bounds, bounds[1:], strict=False):
            match = self._owner(scene)
            codes, names = self._shown(picture, first, last, made, isinstance(scene, CardsPlayedScene))
            if match is not None and codes | names:
                now.append(Standing(match, codes, names, type(scene).__name__))
        under = [one.match for one in self.program.loop.scenes.stack if isinstance(one, TableScene)]
        if under:
            now.append(Standing(under[-1], *self._shown(picture, self._end, len(picture.steps), made), "a notice"))
        for step in picture.steps:
            if isinstance(step, DrawnShape) and step.draw_function is canvas._draw_faded_picture:
                found = self._faded.get(id(step.arguments[0]))
                if found is not None and found[0]() is step.arguments[0]:
                    now += [one._replace(where=f"{one.where}, fading") for one in found[1]]
        self._standing = now
        self.stands()

    def _shown(
        self, picture: DisplayList, first: int, last: int, made: dict[int, Any], ringed: bool = False
    ) -> tuple[set[str], set[str]]:
        """The cards that some steps of a picture show, and those that they name. ringed: only cards with a ring are shown, as
        all of the pack lie there.
        """
        codes, names = set[str](), set[str]()
        for step in picture.steps[first:last]:
            if isinstance(step, Blit):
                code = self._code(step.picture, ringed)
                if code:
                    codes.add(code)
                words = made.get(id(step.picture))
                if words is not None and words[0] is step.picture:
                    names |= named(words[1])
        return codes, names

    def stands(self) -> None:
        """Compare what stands on the screen with what may be known now."""
        for one in self._standing:
            truth = self.truth(one.match)
            if wrong := one.wrong(truth):
                who = "nobody" if truth.looker is None else f"seat {truth.looker}"
                where = f"{self.doing}, {self._stack}: {one.where}"
                self.wrong.append(f"frame {self.frames}, {where} shows {sorted(wrong)} to {who}")

    @property
    def _stack(self) -> str:
        return " under ".join(type(scene).__name__ for scene in self.program.loop.scenes.stack)

    def kept(self, picture: pygame.Surface) -> None:
        """A copy of what stands on the screen is kept, to fade away."""
        self._faded[id(picture)] = weakref.ref(picture), list(self._standing)

    def _told(self, heard: AccessibleTree, news: str) -> None:
        """What is told to those who hear."""
        self.trees += 1
        top = self.program.loop.scenes.top
        match = None if top is None else self._owner(top)
        if match is None:
            return
        parts = [f"{part.name} {part.value} {part.description}" for part in all_parts(heard.parts)]
        codes = named("\n".join([heard.title, heard.intro, heard.line, news, *heard.log, *heard.facts, *heard.rules, *parts]))
        truth = self.truth(match)
        if wrong := Standing(match, set(), codes, "").wrong(truth):
            who = "nobody" if truth.looker is None else f"seat {truth.looker}"
            self.wrong.append(f"tree {self.trees}, {self.doing}: {type(top).__name__} tells {sorted(wrong)} to {who}")

    # ------------------------------------------------------------------ what happens

    def step(self, seconds: float = 0.05, turns: int = 1) -> None:
        for _ in range(turns):
            self.program.step(seconds)
            self.stands()


@contextlib.contextmanager
def watched(program: Program) -> Iterator[Eyes]:
    """Within it each frame of a program is compared; nothing is painted, as lists tell what would be."""
    eyes = Eyes(program)
    get, flying = CardImages.get, CardImageQueue._picture_in_flight
    standing, draw, push = Canvas.copy_of_screen, Scenes.draw, Scenes._push_scene
    act, uncover, deal = Match.act, Match.uncover_hand, Match.deal

    def gets(self: Any, code: str, height: float, lift: float = 0, dim: bool = False, glow: Any = None, *rest: Any,
             **more: Any) -> pygame.Surface:  # fmt: skip
        picture = get(self, code, height, lift, dim, glow, *rest, **more)
        eyes.note(picture, code, bool(glow))
        return picture

    def flies(self: Any, sprite: Any) -> pygame.Surface:
        picture = flying(self, sprite)
        eyes.note(picture, sprite.turned[0].code, False)
        return picture

    def draws(self: Any, on: Any) -> None:
        eyes._starts = []

        def starts(paint: Any, canvas: Any) -> None:
            if isinstance(canvas.dst, DisplayList):
                eyes._starts.append(len(canvas.dst.steps))
            paint(canvas)

        with contextlib.ExitStack() as patches:
            for scene in self.visible_scenes:
                patches.enter_context(mock.patch.object(scene, "draw", partial(starts, scene.draw)))
            draw(self, on)
        eyes._end = len(on.dst.steps) if isinstance(on.dst, DisplayList) else 0

    def pushes(self: Any, scene: Scene) -> None:
        if scene.covers:
            eyes.turn_away()
        push(self, scene)

    def stands(self: Any) -> pygame.Surface:
        picture = standing(self)
        eyes.kept(picture)
        return picture

    def acts(self: Match, action: Any) -> Any:
        told = act(self, action)
        eyes.truth(self).acted()
        return told

    def uncovers(self: Match, seat: int) -> Any:
        eyes.truth(self).looker = seat
        eyes.curtains += 1
        return uncover(self, seat)

    def deals(self: Match) -> Any:
        eyes.dealt(self)
        told = deal(self)
        eyes.truth(self).look()
        return told

    with (
        written() as made,
        mock.patch.object(CardImages, "get", gets),
        mock.patch.object(CardImageQueue, "_picture_in_flight", flies),
        mock.patch.object(Canvas, "copy_of_screen", stands),
        mock.patch.object(Scenes, "draw", draws),
        mock.patch.object(Scenes, "_push_scene", pushes),
        mock.patch.object(Repainter, "paint", lambda self, picture: eyes.painted(picture, made)),
        mock.patch.object(Match, "act", acts),
        mock.patch.object(Match, "uncover_hand", uncovers),
        mock.patch.object(Match, "deal", deals),
    ):
        program.context._renew_style()  # no picture is kept from before
        yield eyes
