"""An evening at one screen: people who know only keys and clicks lay tables, play, and do other things besides."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pygame

from goosetable.app.art.svg import TOKENS
from goosetable.app.loop import Loop
from goosetable.app.scenes.handover import HOLD, HandoverScene
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.score import scene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.cast import CAST
from goosetable.app.ui import double_click
from goosetable.app.ui.focus import SceneWidgets, Widget
from goosetable.engine.record.seed import code_in_series
from tests.app.conftest import Program
from tests.app.watching import Watch

PEOPLE: Final = ("Anna", "Ben", "Chloë", "Dov")
SIZES: Final = ((640, 400), (800, 500), (700, 900), (1280, 720))
ENTER: Final = pygame.K_RETURN
ODD: Final = ("F8", "undo", "minimise", "size", "menu", "hint", "restart", "last", "wrong", "rules", "point")
"""What people do besides playing."""
TIMID: Final = ("press", "double", "menu", "size", "minimise", "restart", "keys")
"""What they do before a curtain that opens nothing."""


class Plan(NamedTuple):
    """A table: which game, how many sit there, how many of them are people, and how many deals they stay for."""

    game: Any
    seats: int
    people: int
    deals: int


class Evening:
    """Plays tables one after the other, by posted events alone. chance decides everything that people may do."""

    def __init__(self, folder: Path, seed: str, watch: Watch, odd: float = 0.03) -> None:
        """odd: how likely it is, whenever somebody is asked for something, that they do something else first."""
        self.folder, self.seed, self.watch, self.odd = folder, seed, watch, odd
        self.chance = Random(seed)
        self.codes = 0
        self.count: Counter[str] = Counter()
        """How often everything was done."""
        self.trail: deque[str] = deque(maxlen=16)
        """What was done last, for whoever wants to know how something came about."""
        self._left: dict[tuple[str, ...], list[str]] = {}
        self._clicked: object = None
        """The scene of the last click."""
        self.pressed: HandoverScene | None = None
        """A curtain whose button has been pressed for a moment."""
        self.program = self._open(SIZES[0])

    def _open(self, size: tuple[int, int]) -> Program:
        people = tuple({"name": name, "token": token, "tone": "brass"} for name, token in zip(PEOPLE, TOKENS, strict=False))
        program = Program(self.folder, size, name=PEOPLE[0], people=people, pace="brisk")
        program.matches._code = self._code
        program.loop = Loop(program.context, TitleScene(program.context, program.matches), program.scene)
        self.watch.attend(program)
        program.step()
        return program

    def _code(self) -> str:
        self.codes += 1
        return code_in_series(self.seed, self.codes)

    # ------------------------------------------------------------------ hands

    @property
    def top(self) -> Any:
        return self.program.top

    def step(self, seconds: float = 0.1, think: int = 0) -> None:
        """A turn of the loop, and the watch looks at what came of it. think: pieces of thinking before it."""
        self.watch.before()
        for _ in range(think):
            if not self.program.loop.scenes.run_slice():
                break
        self.program.step(seconds)
        self.watch.look(self.program)

    def post(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))

    def key(self, key: int, mod: int = 0) -> None:
        self.trail.append(f"{pygame.key.name(key)} at {type(self.top).__name__}")
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.post(pygame.KEYUP, key=key, mod=mod)
        self.step()

    def click(self, x: float, y: float) -> None:
        pos, self._clicked = (round(x), round(y)), self.top
        self.trail.append(f"click {pos} at {type(self.top).__name__}")
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        self.step()

    def use(self, label: str) -> None:
        """A control of the uppermost scene, by its name: clicked where it can be seen, or reached by Tab."""
        if self._clicked is not self.top and not isinstance(self.top, TableScene):
            self.step(double_click.system_double_click_seconds() + 0.1)  # sooner, a click would belong to the last one
        widgets = self.top.widgets
        self.trail.append(f"use {label}")
        found = next(w for w in widgets.all if w.label == label and w.shown)
        area = found.rect if found.scroller is None else found.rect.clip(found.scroller.rect)
        if area.h > 8 and widgets.control_at(area.center) is found and self.chance.random() < 0.7:
            self.click(*area.center)
            return
        self.reach(widgets, found)
        self.key(ENTER)

    def reach(self, widgets: SceneWidgets, wanted: Widget) -> None:
        """The focus goes to a control by as many Tabs as it takes."""
        if widgets.focus is None or not widgets.focus.is_focusable:
            self.key(pygame.K_TAB)  # what had the focus cannot have it any more
        stops = [w for w in widgets.all if w.is_focusable]
        assert widgets.focus is not None
        for _ in range((stops.index(wanted) - stops.index(widgets.focus)) % len(stops)):
            self.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")

    def has(self, label: str) -> bool:
        return any(w.label == label and w.shown and w.enabled for w in self.top.widgets.all)

    # ------------------------------------------------------------------ the table is laid

    def lay(self, plan: Plan) -> None:
        """From the title to the table."""
        if self.top.running is not None and self.chance.random() < 0.5:
            self.use(self.top.prime.label)  # one look at what was left, curtain first
            self.step()
            self.leave()
        self.use(plan.game.title)
        scene = self.top
        assert isinstance(scene, NewGameScene)
        while len(scene.setup.chairs) != plan.seats:
            self.use("One player more" if len(scene.setup.chairs) < plan.seats else "One player fewer")
        seats = self.chance.sample(range(plan.seats), plan.people)
        for seat, name in zip(seats, PEOPLE, strict=False):
            self._sit(seat, name)
        for seat in range(plan.seats):
            while seat not in seats and seat in scene.setup.seats_of_people:
                self._sit(seat, self.chance.choice(CAST).name)
        self.use("Deal")
        assert isinstance(self.top, (TableScene, HandoverScene))
        self.count["tables"] += 1

    def _sit(self, seat: int, name: str) -> None:
        scene = self.top
        if scene.setup.chairs[seat].name == name:
            return
        self.use(f"Seat {seat + 1}")
        self.use(name)
        assert self.top is scene, [(w.label, w.accessible_value) for w in self.top.widgets.all]

    def leave(self) -> None:
        """Away from the table, whatever lies over it; the title stands there afterwards."""
        for _ in range(6):
            if self.has("Leave the table") if hasattr(self.top, "widgets") else False:
                break
            self.key(pygame.K_ESCAPE)
        self.use("Leave the table")
        self.step()
        assert isinstance(self.top, TitleScene)

    # ------------------------------------------------------------------ an evening

    def play(self, plans: Iterable[Plan]) -> None:
        for plan in plans:
            self.lay(plan)
            self.stay(plan.deals)
            if isinstance(self.top, ScoreScene) or self.chance.random() < 0.8:
                self.leave()
            else:
                self.restart()

    def stay(self, deals: int) -> None:
        """Until so many deals are done."""
        wanted = self.count["deals"] + deals
        for _ in range(4000 * deals):
            top = self.top
            if isinstance(top, ScoreScene):
                self.count["deals"] += 1
                if self.count["deals"] >= wanted:
                    return
                self.on()
            elif isinstance(top, HandoverScene):
                self.open()
            elif isinstance(top, TitleScene):
                self.use(top.prime.label)  # after a restart
            else:
                assert isinstance(top, TableScene), (top, self.trail)
                self.turn(top)
        raise AssertionError(f"the evening has no end: {self.trail}")

    def on(self) -> None:
        """From a score sheet to the next deal or game, once a press counts that cannot have been meant for the table."""
        came = self.top
        while came._quiet_for < 2 * scene.PRESS_DELAY:
            self.step()
        if self.chance.random() < 0.2:
            self.use("Review")
            self.use("Back")
            while came._quiet_for < 2 * scene.PRESS_DELAY:
                self.step()
        if self.has("Next deal"):
            self.use("Next deal")
            return
        self.count["games"] += 1
        self.use("Again, seats moved" if self.chance.random() < 0.5 else "Again")

    def open(self) -> None:
        """Somebody is alone with the screen and says so; or does something else first, and stays without cards."""
        curtain = self.top
        if self.chance.random() < self.odd:
            self.before_the_curtain()
            return
        self.count["curtains"] += 1
        if self.chance.random() < 0.5:
            self.reach(curtain.widgets, curtain.show)
            self.post(pygame.KEYDOWN, key=ENTER, mod=0, unicode="")
            up = (pygame.KEYUP, {"key": ENTER, "mod": 0})
        else:
            pos = curtain.show.rect.center
            self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
            up = (pygame.MOUSEBUTTONUP, {"pos": pos, "button": 1})
        held = 0.0
        while held < HOLD + 0.2 and self.top is curtain:
            held += 0.1
            if held >= HOLD - 1e-6 or self.pressed is curtain:
                self.watch.looker = curtain.person
            self.step()
        self.post(up[0], **up[1])
        self.step()

    def next_of(self, things: tuple[str, ...]) -> str:
        """One of some things by chance, each once before any comes again."""
        left = self._left.get(things) or self.chance.sample(things, len(things))
        self._left[things] = left[1:]
        return left[0]

    def before_the_curtain(self) -> None:
        """What does not count as a deliberate act: a short press, a menu, another size, another look at the window."""
        curtain = self.top
        what = "size" if self.pressed is curtain else self.next_of(TIMID)
        self.count[f"{what} before a curtain"] += 1
        match what:
            case "press" | "double":
                for _ in range(2 if what == "double" else 1):
                    self.post(pygame.KEYDOWN, key=ENTER, mod=0, unicode="")
                    self.step(0.05)
                    self.post(pygame.KEYUP, key=ENTER, mod=0)
                    self.step(0.05)
                assert self.top is curtain, "a short press opened the curtain"
                self.pressed = curtain  # from now on the next press opens it
            case "menu":
                self.key(pygame.K_ESCAPE)
                self.key(pygame.K_ESCAPE)
            case "size":
                self.size()
            case "minimise":
                self.minimise()
            case "restart":
                self.restart()
            case _:
                for key in (pygame.K_h, pygame.K_l, pygame.K_F8, pygame.K_1, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_ESCAPE):
                    self.key(key)
                self.key(pygame.K_z, pygame.KMOD_CTRL)

    # ------------------------------------------------------------------ a turn

    def turn(self, table: TableScene) -> None:
        """Whoever is to act does something; or time goes on."""
        match, shown = table.match, table.stage.snapshot
        if table.is_moving or table.timeline.has_beats or not (match.is_my_turn and shown.mine) or table.last_trick is not None:
            if table.last_trick is not None:
                self.key(pygame.K_ESCAPE)
            self.step(0.1, think=200)
            return
        if self.chance.random() < self.odd:
            self.oddly(table)
            return
        self.count["acts"] += 1
        actions = len(match.session.state.actions)  # type: ignore[union-attr]
        if table.panel is not None:
            tile = self.chance.choice([tile for tile in table.panel.tiles if not tile.barred])
            self.click(*tile.rect.center)
        elif not shown.legal:
            self.key(ENTER)  # there is no choice
        else:
            self.card(table, self.chance.choice(list(shown.legal)))
        for _ in range(4):  # a second press so soon would belong to the first
            if self.top is table:
                self.step()
        state = match.session.state
        if self.top is table and state is not None and len(state.actions) == actions and shown.legal and table.panel is None:
            self.reach(table.controls.widgets, table.controls.fan)
            self.key(pygame.K_HOME)
            for _ in range(len(shown.own)):
                if table.hand.focus in shown.legal:
                    break
                self.key(pygame.K_RIGHT)
            self.key(ENTER)

    def card(self, table: TableScene, card: int) -> None:
        """A click on a card of the hand, where no other covers it."""
        place = next(s.rest for s in table.hand.sprites if s.key == f"card {card}")
        self.click(place.x - place.height * 0.25, place.y - place.height * 0.2)

    def oddly(self, table: TableScene) -> None:
        """What people do besides playing a card."""
        what = self.next_of(ODD)
        self.count[what] += 1
        match what:
            case "F8":
                self.key(pygame.K_F8)
            case "undo":
                self.key(pygame.K_z, pygame.KMOD_CTRL)
            case "minimise":
                self.minimise()
            case "size":
                self.size()
            case "menu":
                self.key(pygame.K_ESCAPE)
                self.key(pygame.K_ESCAPE)
            case "hint":
                self.key(pygame.K_h)
                self.step(think=400)
                self.step()
            case "restart":
                self.restart()
            case "last":
                self.key(pygame.K_l)
            case "rules":
                self.key(pygame.K_F1, pygame.KMOD_LSHIFT)
                self.key(pygame.K_ESCAPE)
            case "wrong":
                own = [card for card in table.stage.snapshot.own if card not in table.stage.snapshot.legal]
                if own and table.panel is None:
                    self.card(table, self.chance.choice(own))
            case _:
                for _ in range(4):
                    pos = (self.chance.randrange(table.w), self.chance.randrange(table.h))
                    self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
                    self.step()

    def minimise(self) -> None:
        self.post(pygame.WINDOWMINIMIZED)
        self.step()
        self.post(pygame.WINDOWRESTORED)
        self.step()

    def size(self) -> None:
        self.program.screen._window.size = self.chance.choice(SIZES)
        self.post(pygame.WINDOWSIZECHANGED)
        self.step()
        self.step()

    def restart(self) -> None:
        """The program is left and started again: whoever sat there may have gone."""
        size = self.program.screen.size
        self.trail.append("restart")
        self.program.close()
        self.watch.looker = None
        self.program = self._open(size)
