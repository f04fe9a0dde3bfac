"""The base of the table scene: the state that its parts share, with the last trick on its sheet of paper, and the operations
that they call.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.practice import HabitMemory, NewcomerTracker
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.scenes.routes import ToGameSheet, ToMenu, ToRules, ToScore
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.table.sidebar import Sidebar
from goosetable.app.table.sprites import Hand
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.scene import Change, Push, Scene
from goosetable.app.ui.tween import Timeline
from goosetable.app.ui.widget import Button, Widget
from goosetable.cards import Card
from goosetable.engine.record.session import Trick
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import NO_SEAT, Points
from goosetable.engine.text.table_facts import Tally
from goosetable.engine.words import phrases

HELD: Final = 0.35  # seconds after which a pressed key counts as held down, so that its release closes the sheet


class LastTrick:
    """The last trick on a sheet of paper over the table.

    opened_by_key: True if a key opened it; the release of this key after a long press closes it.
    """

    def __init__(self, trick: Trick, opened_by_key: bool) -> None:
        self.trick, self.opened_by_key = trick, opened_by_key
        self.shown_for = 0.0
        self._lying: list[tuple[Card, Area]] = []

    @property
    def was_key_held_long(self) -> bool:
        return self.opened_by_key and self.shown_for >= HELD

    def card_at(self, pos: tuple[int, int]) -> Card | None:
        """Returns the card of the trick at a point of the window; None if there is none."""
        return next((card for card, area in self._lying if area.contains_point(pos)), None)

    def draw(
        self, canvas: Canvas, stage: Stage, faces: CardImages, portraits: tuple[str, ...], name_seats: Callable[[str], str]
    ) -> None:
        """Draws the sheet in the middle of the cloth, with the cards in playing order and their players below.

        name_seats: replaces seat numbers by names in texts of the game.
        """
        layout, t, trick = stage.layout, canvas.theme, self.trick
        s = min(layout.t, layout.cloth_width / 620, layout.table_height / 420)
        n = len(trick.plays)
        card = min(layout.hand_height, 150 * s, (layout.cloth_width - 90 * s) / n / RATIO / 1.25)
        step = max(card * RATIO * 1.25, min(150 * s, (layout.cloth_width - 90 * s) / n))
        names = stage.snapshot.names
        words = name_seats(trick.log_line)
        if stage.game.text.trick_name == "trick":
            words = name_seats(f"[{trick.taker} takes] it with {stage.game.text.card_name(trick.card)}, {trick.why}.")
        if trick.owner not in (NO_SEAT, trick.taker):
            words += " " + name_seats(f"The trick goes to [{trick.owner}].")
        w = min(layout.cloth_width - 2 * layout.rim, max(n * step + 40 * s, 380 * s))
        lines = canvas.wrap_rich_text(words, w - 40 * s, 16 * s, "semi")
        h = 58 * s + card + 54 * s + len(lines) * 16 * s * 1.35 + 14 * s
        x, y = layout.middle_x - w / 2, layout.top + (layout.table_height - h) * 0.42
        canvas.draw_paper(pygame.FRect(x, y, w, h), 14, 22 * s, 10 * s)
        title = phrases.with_capital(trick.place)
        px = canvas.fitting_size(title, 22 * s, "serifb", w - 40 * s)
        canvas.draw_plain_text(title, layout.middle_x, y + 12 * s, px, t.ink, "serifb", "midtop")
        cy = y + 54 * s + card / 2
        self._lying = []
        for i, (seat, played) in enumerate(trick.plays):
            cx = layout.middle_x + (i - (n - 1) / 2) * step
            ring = t.brass if played == trick.card or seat in trick.tied_seats else None
            faces.draw_card(canvas.dst, stage.image_code(played), cx, cy, card, glow=ring)
            self._lying.append((played, Area(cx - card * RATIO / 2, cy - card / 2, card * RATIO, card)))
            self._draw_player(canvas, portraits[seat], names[seat], cx, cy + card / 2 + 10 * s, step, s)
        canvas.draw_lines(lines, layout.middle_x, cy + card / 2 + 54 * s, 16 * s, t.ink, "semi", 1.35, "mid")

    @staticmethod
    def _draw_player(canvas: Canvas, portrait: str, name: str, cx: float, y: float, room: float, s: float) -> None:
        d, px = 30 * s, 15 * s
        name = canvas.cut_to_fit(name, px, "semi", room - d - 12 * s)
        w = d + 6 * s + canvas.width(name, px)
        canvas.draw_portrait(portrait, cx - w / 2 + d / 2, y + d / 2 + 2 * s, d)
        canvas.draw_plain_text(name, cx - w / 2 + d + 6 * s, y + d / 2 + 2 * s, px, canvas.theme.ink, "semi", "midleft")


class Table(Scene, ABC):
    """A match on the screen, without the parts that draw it and handle input.

    Context, match and stage always stay the same objects; other parts may be replaced.

    panel: the panel of the open decision, or None. last_trick: the last trick while it is displayed, or None. sidebar_open:
    True if the sidebar of a small window is open over the table.
    """

    is_guided = False
    """True for a lesson or a problem, which continues by itself, and says what the person may do."""
    top_widgets: Sequence[Widget] = ()
    """Controls above the others, the topmost last. The topmost one has the focus while it is visible."""

    def __init__(self, context: Context, match: Match, offers: bool) -> None:
        """offers: True to offer the lesson of the game to newcomers, and to show them its aim."""
        self.context, self.match = context, match
        match.show_replacements()
        self.newcomers = NewcomerTracker(
            match, lambda: context.settings, context.change_settings, context.folders.games, offers
        )
        self.habit_memory = HabitMemory(match, lambda: context.settings, context.change_settings, context.show_notice)
        self.portraits = portraits_at_table(match.session, context.settings)
        self.timeline = Timeline(context.animation_factor)
        self._ground = space_needs(match.game.kinds, match.game.open_hands, match.session.seats)
        self.layout = Layout(1280, 720, match.session.seats, needs=self._ground)
        self.stage = Stage(match.game, self._new_hand(), self.timeline, self.layout, context.sound.play)
        self.panel: Panel | None = None
        self.last_trick: LastTrick | None = None
        self.sidebar_open = False
        self.sidebar = Sidebar(match.game.title, match.game.text.win_names[1], self.portraits)

    def _new_hand(self) -> Hand:
        return Hand(self.context.theme.focus, self.context.theme.brass, self.context.settings.lift_legal)

    @property
    def hand(self) -> Hand:
        return self.stage.hand

    @property
    def is_newcomer(self) -> bool:
        """True if the person at the screen has finished only a few deals of this game."""
        return not self.is_guided and self.newcomers.is_newcomer

    @property
    def has_last_trick(self) -> bool:
        return self.match.session.state is not None and bool(self.match.deal_log().tricks)

    def redraw(self) -> None:
        self.dirty = True

    def show_last_trick(self, opened_by_key: bool = False) -> None:
        """Displays the last complete trick over the table. opened_by_key: True if a key opened it; the release of this key
        after a long press closes it.
        """
        tricks = self.match.deal_log().tricks
        if tricks:
            self.last_trick = LastTrick(tricks[-1], opened_by_key)
            self.redraw()

    def close_last_trick(self) -> None:
        self.last_trick = None
        self.redraw()

    def open_menu(self) -> Change:
        self.cover_private_view()
        return Push(ToMenu(self.match, self.has_last_trick))

    def open_rules(self) -> Change:
        """Opens the rules. A guided table opens them without a button to the lesson, because no lesson may start over it."""
        return Push(ToRules(self.match.game, self.match.session.options, offers_lesson=not self.is_guided))

    def open_game_sheet(self) -> Change:
        """Opens the score sheet of the whole game, if a deal has been scored. A lesson has no such sheet."""
        if self.is_guided:
            return None
        if self.match.session.scored_deals:
            return Push(ToGameSheet(self.match))
        self.context.show_answer("The score sheet is empty until the first deal is done.")
        return None

    def act(self, action: Action) -> None:
        """Performs an action that the person has chosen."""
        self.perform(action, by_person=True)

    def open_score_sheet(self, tally: Tally, points: Sequence[Points], dealt: Deal) -> Change:
        """Opens the score sheet of a deal."""
        return Push(ToScore(self.match, tally, points, dealt))

    @property
    def hides_messages(self) -> bool:
        """True if the table displays no message, because a guide speaks."""
        return False

    @property
    def allows_hint(self) -> bool:
        """True if the person may ask for a hint now."""
        return True

    @property
    def allows_undo(self) -> bool:
        """True if Undo can go back a step of a guided table."""
        return False

    @property
    def guide_buttons(self) -> Sequence[Button]:
        """Buttons of a guide, at the foot of the sidebar, that can be used now; empty to keep the buttons of the table."""
        return ()

    @property
    def speech_area(self) -> Area | None:
        """Area of a guide's controls, which get all clicks in this area. No text of the table covers the area. None if there
        is no such area.
        """
        return None

    @abstractmethod
    def on_snapshot_change(self) -> None:
        """Updates panel and controls, because another snapshot is displayed now."""

    @abstractmethod
    def finish(self) -> None:
        """Ends all animations at once."""

    @abstractmethod
    def perform(self, action: Action, by_person: bool) -> None:
        """Performs an action of the seat to act. by_person: True if the person at the screen has chosen it."""

    @abstractmethod
    def undo(self) -> None:
        """Takes back the person's last decision and all later actions."""

    @abstractmethod
    def prepare_for_person(self, begins_turn: bool) -> None:
        """Prepares the controls for an action of the person, and displays a hint that has been found. begins_turn: True at
        the beginning of the turn.
        """

    @abstractmethod
    def deal(self) -> Change:
        """Deals. If the cards belong to another person, first hands over the screen."""

    @abstractmethod
    def hand_over(self) -> Change:
        """Covers the table, and hands over the screen to the next person."""

    @abstractmethod
    def hide_cards(self) -> Change:
        """Hides the cards at once. If several people share the screen, draws the curtain."""

    @abstractmethod
    def announce_topic(self, topic: str) -> None:
        """Announces sentences on a topic. topic: a key of `accessible_table.TOPICS`."""
