"""The scene of the card table. It makes its parts, passes time and input to them, and animates actions.

An action changes the match at once. Then the stage shows the change by animations, which any input ends. `GuidedScene` is the
base of lessons and problems, which guide the person at their table.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match, seats_of_absent_people
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.scenes.routes import LAST_TRICK, LEAVE, ToHandover
from goosetable.app.scenes.table.accessible_table import AccessibleTable
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.drawing import ImageForecast, ScenePicture
from goosetable.app.scenes.table.input import Input
from goosetable.app.scenes.table.messages import Messages
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table.animations import Animations
from goosetable.app.table.panels.bid_panel import BidPanel
from goosetable.app.table.panels.choice_panel import KeepPanel, Panel
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.table.snapshot import FROM_HAND, Decision, Snapshot, take_snapshot
from goosetable.app.table.table_layout import find_layout, notice_place
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import AccessibleTree, TreePart, as_spoken_sentence
from goosetable.app.ui.focus import SceneWidgets
from goosetable.app.ui.scene import Change, Measure, Pop, Push
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.rules.event import Event, Moved


def make_panel(
    decision: Decision,
    portraits: tuple[str, ...],
    on_choose: Callable[[Action], None],
    code: Callable[[Card], str],
    faces: CardImages,
) -> Panel:
    """Returns the panel for a decision. on_choose: called with the chosen action. code: returns the image code of a card."""
    match decision.verb:
        case Verb.BID:
            return BidPanel(decision, portraits, on_choose)
        case Verb.TRUMP | Verb.TOPS:
            return NamingPanel(decision, portraits, on_choose)
        case Verb.KEEP:
            return KeepPanel(decision, portraits, on_choose, code, faces)
        case _:
            return Panel(decision, portraits, on_choose)


class TableScene(Table):
    """The scene of a table."""

    screen, pauses_without_controller = keymap.TABLE, True

    def __init__(self, context: Context, match: Match, offers: bool = False) -> None:
        super().__init__(context, match, offers)
        self.animations = Animations(self.stage, match.with_names)
        widgets = SceneWidgets()
        self.messages = Messages(self, widgets)
        self.turn = Turn(self, self.messages)
        self.controls = Controls(self, widgets, self.messages, self.turn)
        self.input = Input(self, self.messages, self.turn, self.controls)
        self.picture = ScenePicture(self, self.messages, self.turn, self.controls)
        self.forecast = ImageForecast(self, self.picture)
        self.accessible = AccessibleTable(self, self.messages, self.controls)
        self.animations.heard, self.animations.honks = self.picture.remarks.look_for_remark, not self.is_guided
        self._dealt: list[Event] = []
        """Events of a deal that have not been displayed yet to the person at the screen."""
        self._bare = False
        """True if no part of the deal has been displayed yet."""
        self._left = False  # True if the person chose in the menu to close the table
        self._under = False  # True if another scene lies over this one, so that nothing continues automatically

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        """True if the scene must be updated in every frame, for example for an animation."""
        return self.stage.shown is not None and (
            self.stage.is_moving or self.forecast.delays_deal or self.picture.seats.is_fading
        )

    @property
    def prepared(self) -> bool:  # type: ignore[override]
        return not self.forecast.delays_deal

    def current_snapshot(self) -> Snapshot:
        """Returns a snapshot of the match. Between two deals, returns the snapshot that was displayed last."""
        if self.match.session.state is None and self.stage.shown is not None:
            return self.stage.shown
        return self._take_snapshot()

    def _take_snapshot(self) -> Snapshot:
        return take_snapshot(self.match, self.context.settings.sort, self.context.settings.play_forced)

    def on_resize(self, w: int, h: int) -> None:
        super().on_resize(w, h)
        chosen = self.context.settings
        self.layout = find_layout(w, h, self.match.session.seats, chosen.text_size, self._ground, chosen.card_size)
        self._bare, self.bar = False, round(self.layout.strip)
        now, before = self.current_snapshot(), self.hand
        self.stage.hand = self._new_hand()
        self.stage.hand.focus, self.stage.hand.last = before.focus, before.last
        self.picture.clear_layers()
        self.sidebar_open = self.sidebar_open and self.layout.compact
        self.stage.show(now, self.layout)
        self.on_snapshot_change()

    def notice_place(self, measure: Measure) -> pygame.Rect:
        """Returns the place of a notice, where it covers no seat, no decision and no text of a guide."""
        panel = None if self.panel is None else self.panel.area
        areas = [area for area in (panel, self.speech_area) if area is not None]
        return notice_place(self.layout, measure, self.sidebar.body, areas)

    def update(self, dt: float) -> Change:
        self.timeline.pace = self.hand.pace = self.context.animation_factor
        self.animations.pace = 1.0 if self.is_guided else self.context.pause_factor  # those of a lesson are always visible
        self.turn.pass_time(dt)
        self.input.presses.pass_time(dt)
        self.controls.notes.pass_time(dt)
        self.messages.allow_judgement()
        if self.forecast.pass_time(dt):
            return None
        before = self.stage.shown
        self.forecast.record_motion()
        if not self.turn.pop_acted_ahead():
            self.dirty |= self.stage.update(dt) | self.picture.update(dt)
        if self.last_trick is not None:
            self.last_trick.shown_for += dt
        if self.stage.shown is not before:
            self.on_snapshot_change()
        if self._left:
            return Pop()
        large = self.input.mouse.pass_time(dt)
        if large is None and (self.timeline.has_beats or self.last_trick is not None or self._under):
            return None
        return self._record_covering_scene(large or self.advance(dt))

    def advance(self, dt: float) -> Change:
        """Continues the game, once all animations have ended. dt: seconds since the last call."""
        return self.turn.step(dt)

    def _record_covering_scene(self, change: Change) -> Change:
        """Returns a change of scenes unchanged. If the change opens a scene over this one, stores that fact first."""
        if isinstance(change, Push):
            self._under = True
            self.input.mouse.cancel()
        return change

    def draw(self, canvas: Canvas) -> None:
        self.picture.draw(canvas)
        self.dirty |= self.picture.image_queue.late

    def run_slice(self) -> bool:
        return self.forecast.run_slice() or self.match.run_slice() or self.turn.perform_action_ahead()

    def handle(self, event: pygame.event.Event) -> Change:
        return self._record_covering_scene(self.input.handle(event))

    @property
    def private_viewer(self) -> int | None:  # type: ignore[override]
        return self.match.visible_seat

    def cover_private_view(self) -> None:
        """Turns the hand face down, and drops events that the person has not seen yet."""
        if self.private_viewer is None:
            return
        self.match.cover_hand()
        self._dealt, self._bare = [], False
        self._clear_traces_of_person()
        self.show_at_rest()

    def _clear_traces_of_person(self) -> None:
        self.messages.clear()
        self.input.mouse.cancel()
        self.controls.notes.close()
        self.hand.focus, self.last_trick, self.sidebar_open, self.controls.threshold.standing = None, None, False, True

    def hand_over(self) -> Change:
        """Covers the table, and hands the screen to the next person."""
        self.cover_private_view()
        self._clear_traces_of_person()
        self.context.sound.play("curtain")
        return Push(ToHandover(self.match, self.match.next_person, self.portraits, self.turn_table_to))

    def open_menu(self) -> Change:
        """Opens the menu. If a person who has left the table could return, first hides the cards of the only person."""
        match = self.match
        if not match.is_shared and seats_of_absent_people(match.session) and match.session.state is not None:
            match.hand_aside = True
            self._clear_traces_of_person()
            self.show_at_rest()
        return super().open_menu()

    def hide_cards(self) -> Change:
        """Hides the cards, for example because the window has lost the focus. If several people share the screen, draws the
        curtain.
        """
        self.cover_private_view()
        return self._record_covering_scene(self.hand_over()) if self.match.is_covered and self.match.needs_handover else None

    def turn_table_to(self, person: int) -> None:
        """Turns the table to the seat of a person who is alone at the screen."""
        self._dealt = self.match.uncover_hand(person)
        if not (self._dealt and self._bare):
            self.show_at_rest()

    def on_resume(self, result: object) -> None:
        self._under, self.dirty = False, True
        self.portraits = self.sidebar.portraits = portraits_at_table(
            self.match.session, self.context.settings
        )  # others may sit there
        self.picture.clear_layers()
        self.match.hand_aside = False
        dealt, self._dealt = self._dealt, []
        if dealt and self._bare:
            self._animate_deal(dealt)
            return
        if self.match.session.state is not None:
            self.show_at_rest()
        if result == LAST_TRICK:
            self.show_last_trick()
        self._left = result == LEAVE

    def on_close(self) -> None:
        self.timeline.drop_beats()
        self.match.close()

    def deal(self) -> Change:
        events = self.match.deal()
        self._bare = True
        if self.match.needs_handover:
            return self.hand_over()
        self._animate_deal(events)
        return None

    def _animate_deal(self, events: list[Event]) -> None:
        after = self._take_snapshot()
        self.hand.focus = self.hand.last = None
        self.animations.animate(events, after)
        self.on_snapshot_change()
        self.forecast.predraw(self.stage.snapshot, None)
        self.forecast.start_waiting()

    def perform(self, action: Action, by_person: bool) -> None:
        """Performs an action of the seat to act: first in the match, then on the screen.

        If another person acts next, the hand is turned face down at once, before the curtain falls.
        """
        looked = not self.match.is_covered
        events = self.match.act(action)
        self.messages.clear()
        self.turn.begin_turn(by_person)
        if by_person:
            self.controls.threshold.standing = False
        self.forecast.forget_expected_action()
        if looked and self.match.is_covered:
            self._clear_traces_of_person()
            self.stage.skip_animation()
            played = card_of(action) if by_person and verb_of(action) in FROM_HAND else None
            moved = {card for event in events if isinstance(event, Moved) for card in event.cards}
            self.stage.turn_hand_down(played, is_played_face_up=played in moved)
        after = self._take_snapshot()
        self.animations.animate(events, after, by_person)
        self.stage.release_dragged_card()
        soon = None if after.decision is None else self._make_panel(after.decision)
        if soon is not None:
            soon.lay_out(self.layout, self.context.canvas)
        self.forecast.predraw(after, soon)
        self.on_snapshot_change()

    def _make_panel(self, decision: Decision) -> Panel:
        return make_panel(decision, self.portraits, self.turn.perform_or_refuse, self.stage.image_code, self.context.faces)

    @property
    def awaits_second_click(self) -> bool:  # type: ignore[override]
        return self.turn.may_be_double_click

    def finish(self) -> None:
        if self.timeline.has_beats or self.stage.is_moving:
            self.forecast.stop_waiting()
            self.stage.skip_animation()
            self.on_snapshot_change()

    def undo(self) -> None:
        if self.match.session.due_step in ("act", "score"):
            known = self.messages.undone_bids_notice
            if self.match.undo():
                self.messages.clear(known)
                self.turn.reset_times()
                self.show_at_rest()

    def show_at_rest(self) -> None:
        """Displays the present state of the match at once, without animations."""
        self.forecast.stop_waiting()
        self.hand.lifts = self.context.settings.lift_legal
        self.stage.show(self.current_snapshot(), self.layout)
        self.on_snapshot_change()

    def prepare_for_person(self, begins_turn: bool) -> None:
        if self.controls.is_hint_label_outdated:
            self.on_snapshot_change()
        if begins_turn or self.context.reader_listens:
            self.controls.begin_turn()
        if self.messages.show_found_hint():
            self.controls.focus_hint()
            self.redraw()

    def announce_topic(self, topic: str) -> None:
        self.accessible.announce_topic(topic)

    def accessible_tree(self) -> AccessibleTree:
        return self.accessible.accessible_tree()

    def edge_sentence(self, key: int) -> str:
        return self.controls.widgets.edge_sentence(key)

    def with_log(self, tree: AccessibleTree) -> AccessibleTree | None:
        return self.accessible.with_announcements(tree)

    def on_snapshot_change(self) -> None:
        """Updates panel, controls and image forecast, because another snapshot is displayed now."""
        decision = self.stage.snapshot.decision
        if decision is None:
            self.panel = None
        elif self.panel is None or self.panel.decision != decision:
            self.panel = self._make_panel(decision)
        if self.panel is not None:
            self.panel.lay_out(self.layout, self.context.canvas)
        self.controls.lay_out()
        self.controls.focus_legal_card()
        self.forecast.look_ahead()
        self.dirty = True


class GuidedScene(TableScene):
    """Base of a scene in which a lesson or a problem guides the table. Esc leaves the scene."""

    is_guided, prepared = True, True
    speaker = ""
    """Key of the part of the accessible tree with the `guide_text`."""

    @property
    def guide_text(self) -> str:
        """The words of the guide, for screen readers, or ""."""
        raise NotImplementedError

    @property
    def widgets(self) -> SceneWidgets:
        return self.controls.widgets

    def handle(self, event: pygame.event.Event) -> Change:
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if escape and not self.sidebar_open and not self.stage.held and self.last_trick is None:
            return self.leave()
        return super().handle(event)

    def leave(self) -> Change:
        """Handles Esc: leaves the scene by default."""
        return Pop()

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree of the table, with the words of the guide first."""
        found, words = super().accessible_tree()._replace(deal="", facts=()), as_spoken_sentence(self.guide_text)
        if not words:
            return found
        return found._replace(parts=(TreePart(self.speaker, "status", words), *found.parts), line=words, short_line="")

    def with_log(self, tree: AccessibleTree) -> None:
        """Returns None, so that a scene over a guided table gets no log of the table to announce."""
