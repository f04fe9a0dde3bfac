"""Hands that know one device: they come from the title to a table and play there, by posted events of that device alone."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pygame

from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.new_game.scene import NewGameScene, SeatPickerScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.cards import JOKER
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Verb, verb_of

PATIENCE: Final = 3000
"""Acts and frames after which a deal ought to be over."""


class Hands:
    """What any device can do; a subclass says with which events. chance decides what is played."""

    def __init__(self, program: Any, seed: str) -> None:
        self.program, self.chance = program, Random(seed)
        self.verbs: set[Verb] = set()
        """The kinds of decisions that were made."""
        self.curtains = 0
        draw, loop = program.loop._draw, program.loop

        def draws() -> None:
            """A tenth of the pictures: what one looks at here is what comes of the events."""
            if loop.frames % 10:
                loop.frames += 1
            else:
                draw()

        loop._draw = draws

    @property
    def top(self) -> Any:
        return self.program.top

    # ------------------------------------------------------------------ what a device does

    def use(self) -> None:
        """What has the focus is used."""
        raise NotImplementedError

    def hold(self, down: bool) -> None:
        """The button that uses goes down, or up."""
        raise NotImplementedError

    def on(self) -> None:
        """The focus to the next control."""
        raise NotImplementedError

    def aside(self, by: int) -> None:
        """To the card or the choice at the right, or at the left."""
        raise NotImplementedError

    def suit(self) -> None:
        """To the next suit of the hand."""
        raise NotImplementedError

    def bid(self, digit: str) -> bool:
        """A bid by its figure; whether the device has figures."""
        return False

    # ------------------------------------------------------------------ to a table

    def reach(self, label: str) -> None:
        """The focus to a control of that name."""
        found = self.top.widgets
        for _ in range(120):
            if found.focus is not None and found.focus.label == label and found.focus.is_focusable:
                assert found.ring, "the focus is seen"
                return
            self.on()
        raise AssertionError(f"{label} is not reached at {type(self.top).__name__}")

    def press(self, label: str) -> None:
        self.reach(label)
        self.use()

    def sit_down(self, title: str, other: str | None) -> TableScene:
        """From the title to a table. other: who shares the screen, from the second seat."""
        assert isinstance(self.top, TitleScene)
        self.press(title)
        assert isinstance(self.top, NewGameScene)
        if other is not None:
            self.press("Seat 2")
            assert isinstance(self.top, SeatPickerScene)
            self.press(other)
        self.press("Deal")
        return next(scene for scene in self.program.loop.scenes._stack if isinstance(scene, TableScene))

    # ------------------------------------------------------------------ a deal

    def play(self) -> ScoreScene:
        """Until the score sheet of the deal is there."""
        for _ in range(PATIENCE):
            match self.top:
                case ScoreScene() as sheet:
                    return sheet
                case HandoverScene():
                    self.open()
                case TableScene() as table:
                    self.turn(table)
                case other:
                    raise AssertionError(f"nobody wanted {type(other).__name__}")
        raise AssertionError("the deal has no end")

    def open(self) -> None:
        """The button of the curtain is held until it opens."""
        curtain = self.top
        assert curtain.widgets.focus is curtain.show
        self.hold(True)
        for _ in range(12):
            self.program.step(0.1)
            if self.top is not curtain:
                break
        self.hold(False)
        assert self.top is not curtain
        self.curtains += 1

    def turn(self, table: TableScene) -> None:
        """One decision of the person who looks; or time goes on."""
        match, shown = table.match, table.stage.snapshot
        if table.is_moving or table.timeline.has_beats or table.awaits_second_click or not (match.is_my_turn and shown.mine):
            self.program.finish()
            self.program.step(0.1)
            return
        before = match.session.undoable_count
        if table.panel is not None:
            self.choose(table)
        elif shown.forced is not None:
            self.use()
        else:
            self.card(table)
        assert match.session.undoable_count > before or match.session.due_step != "act", "it was done"

    def choose(self, table: TableScene) -> None:
        panel = table.panel
        assert panel is not None
        tiles = [tile for tile in panel.tiles if not tile.barred]
        fresh = [tile for tile in tiles if verb_of(tile.choice.action) not in self.verbs]
        wanted = self.chance.choice(fresh or tiles)
        self.verbs.add(verb_of(wanted.choice.action))
        if isinstance(panel, BidPanel) and self.bid(str(action.value_of(wanted.choice.action))):
            return
        widgets, threshold = table.controls.widgets, table.controls.threshold
        assert widgets.focus in [*panel.tiles, *[threshold] * table.match.is_shared]
        if widgets.focus is threshold:
            self.use()
        for _ in range(60):
            if widgets.focus is wanted:
                assert widgets.ring
                self.use()
                return
            self.on()
        raise AssertionError(f"{wanted.label} is not reached")

    def card(self, table: TableScene) -> None:
        """A legal card of the hand, and a joker rather than another, for what may come of it."""
        hand, widgets = table.hand, table.controls.widgets
        legal = list(table.stage.snapshot.legal)
        self.verbs |= {verb_of(does) for does in table.stage.snapshot.legal.values()}
        wanted = JOKER if JOKER in legal else self.chance.choice(legal)
        for _ in range(60):
            if widgets.focus is table.controls.fan:
                break
            self.on()
        if hand.focus is None:
            self.aside(1)
        if self.chance.random() < 0.5:
            self.suit()
        for _ in range(len(hand.cards)):
            if hand.focus == wanted:
                break
            self.aside(1)
        assert hand.focus == wanted and widgets.ring
        self.use()


class KeyHands(Hands):
    """Keys and nothing else."""

    def key(self, key: int, mod: int = 0) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=mod, unicode=""))
        self.program.step()

    def use(self) -> None:
        self.key(self.chance.choice((pygame.K_RETURN, pygame.K_SPACE)))

    def hold(self, down: bool) -> None:
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0, unicode=""))

    def on(self) -> None:
        self.key(pygame.K_TAB)

    def aside(self, by: int) -> None:
        self.key(pygame.K_RIGHT if by > 0 else pygame.K_LEFT)

    def suit(self) -> None:
        self.key(pygame.K_RIGHT, pygame.KMOD_LCTRL)

    def bid(self, digit: str) -> bool:
        for sign in digit:
            self.key(pygame.K_0 + int(sign))
        table = self.top
        if isinstance(table, TableScene) and table.panel is not None:
            self.key(pygame.K_RETURN)
        return True


class PadHands(Hands):
    """A controller and nothing else."""

    def button(self, button: int, *kinds: int) -> None:
        for kind in kinds or (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, instance_id=0, button=button))
        self.program.step()

    def use(self) -> None:
        self.button(pygame.CONTROLLER_BUTTON_A)

    def hold(self, down: bool) -> None:
        self.button(pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP)

    def on(self) -> None:
        self.button(pygame.CONTROLLER_BUTTON_RIGHTSTICK)

    def aside(self, by: int) -> None:
        """By the cross or by the stick."""
        if self.chance.random() < 0.5:
            self.button(pygame.CONTROLLER_BUTTON_DPAD_RIGHT if by > 0 else pygame.CONTROLLER_BUTTON_DPAD_LEFT)
            return
        for far in (32767 * by, 0):
            axis = pygame.CONTROLLER_AXIS_LEFTX
            pygame.event.post(pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=axis, value=far))
            self.program.step()

    def suit(self) -> None:
        self.button(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
