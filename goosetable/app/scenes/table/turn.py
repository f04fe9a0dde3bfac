"""The course of the game: actions of the person, turns of computer players, dealing and scoring."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from goosetable.app.render.geometry import Area
from goosetable.app.scenes.routes import ToLessonOffer
from goosetable.app.scenes.table.messages import Messages
from goosetable.app.scenes.table.table import Table
from goosetable.app.table import auction, piles
from goosetable.app.table.stage import Stage, cloth_labels
from goosetable.app.table.table_layout import open_cards_area, own_open_cards_area
from goosetable.app.ui import double_click
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.cards import Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Scored

THINKS: Final = 0.6  # seconds after which a computer player's plate shows that it is thinking
LONG_WAIT: Final = 4.0  # seconds after the person's last action from which a sound announces their next turn
TWICE: Final = 0.3  # seconds for which a press of Enter still belongs to the action before
FORCED: Final = 1.1  # seconds at the slowest pace after which the only legal action is performed
BRIEFLY: Final = 0.3  # least value of the same pause at any pace, in seconds
LAST_WORDS: Final = 0.3  # seconds between the last announcement and the curtain, if a screen reader listens


class Turn:
    """Performs or refuses the actions that the person chooses, and continues the game once all animations have ended.

    waited: seconds since the beginning of the turn.
    """

    def __init__(self, table: Table, messages: Messages) -> None:
        self.table, self.messages = table, messages
        self.waited = 0.0
        self._since_own = 0.0
        self._since_press = math.inf
        self._step = 0.0
        """Length of the last frame in seconds, if the game waited for a seat during it."""
        self._ahead = False
        """True if `perform_action_ahead` has acted before the next frame."""

    # ------------------------------------------------------------------ acts of the person

    def play_card(self, card: Card) -> None:
        """Plays or refuses a card of the hand that was chosen by a click or Enter."""
        stage = self.table.stage
        if not stage.snapshot.mine:
            return
        if card in stage.snapshot.legal and self.table.panel is None:
            self.table.act(stage.snapshot.legal[card])
            return
        stage.hand.shake(card)
        self._refuse(self.messages.action_of_card_click(card))

    def handle_click_on_trick_card(self, card: Card) -> None:
        """Handles a click on a card of the trick: keeps the card, if the person has to keep one; else refuses it."""
        panel = self.table.panel
        tile = panel.tile_of_card(card) if panel is not None else None
        if tile is not None:
            tile.press()
        elif self.table.stage.snapshot.mine:
            self._refuse(self.messages.action_of_card_click(card))

    def perform_or_refuse(self, action: Action) -> None:
        """Performs an action chosen on the panel; refuses it if it is illegal."""
        shown = self.table.stage.snapshot
        if not shown.mine or shown.decision is None:
            return
        if any(choice.action == action for choice in shown.decision.choices):
            self.table.act(action)
        else:
            self._refuse(action)

    def _refuse(self, action: Action) -> None:
        self.messages.show_refusal(action)
        self.table.context.sound.play("refuse")
        self.table.redraw()

    def do_forced_action(self) -> bool:
        """Performs the only possible action. Returns False if the person has a choice."""
        shown = self.table.stage.snapshot
        if shown.forced is None or not shown.mine:
            return False
        self.table.act(shown.forced)
        return True

    def ask_hint(self) -> None:
        """Asks for a hint. If the points of the deal can no longer change, plays the deal to its end automatically instead."""
        table = self.table
        if not table.allows_hint:
            return
        if table.match.are_points_decided and table.stage.snapshot.mine:
            table.match.playing_out = True
            self.messages.clear()
        else:
            self.messages.ask_hint()

    # ------------------------------------------------------------------ time

    def pass_time(self, dt: float) -> None:
        """Adds dt seconds to the times since the last action and the last press. Called in every frame."""
        self._step = 0.0
        self._since_own += dt
        self._since_press += dt

    def begin_turn(self, by_person: bool) -> None:
        """Resets the time waited at the beginning of a turn.

        by_person: True if the person at the screen performed the last action. Then two more times are reset: those since the
        last action and since the last press.
        """
        self.waited = 0.0
        if by_person:
            self._since_own = self._since_press = 0.0

    def reset_times(self) -> None:
        self.waited, self._since_press = 0.0, math.inf

    @property
    def slow_thinking_seat(self) -> int | None:
        """Seat of a computer player that has been thinking for at least `THINKS` seconds; None if there is none."""
        return self.table.match.thinking_seat if self.waited >= THINKS and not self.table.timeline.has_beats else None

    @property
    def may_be_double_click(self) -> bool:
        """True if a press now may be the second half of a double click, whose first half performed an action."""
        return self._since_press < double_click.system_double_click_seconds()

    @property
    def has_just_acted(self) -> bool:
        """True if a press of Enter still belongs to the press that performed the last action."""
        return self._since_press < TWICE

    # ------------------------------------------------------------------ automatic continuation

    def perform_action_ahead(self) -> bool:
        """Performs the decision of a computer player shortly before the frame in which its pause ends. Returns True if there
        was one.
        """
        match = self.table.match
        if not self._step or match.thinking_seat is None or match.needs_handover or match.playing_out:
            return False
        decision = match.chosen_action
        if decision is None or self.waited + self._step < match.pause_seconds * self.table.context.pause_factor:
            return False
        self._step, self._ahead = 0.0, True
        self.table.perform(decision, by_person=False)
        return True

    def pop_acted_ahead(self) -> bool:
        """Returns True once after `perform_action_ahead` has acted. The caller then lets no time pass in this frame, so that
        animations start at their beginning.
        """
        ahead, self._ahead = self._ahead, False
        return ahead

    def step(self, dt: float) -> Change:
        """Continues the game at a table that is not guided. Returns the resulting change of scenes. dt: seconds since the last
        frame.
        """
        table, match = self.table, self.table.match
        if match.needs_handover and not match.playing_out:
            if match.plays_last_card_automatically:
                self._await_computer_player(dt)
                return None
            if table.context.reader_listens and self.waited < LAST_WORDS:
                self.waited += dt
                return None
            return table.hand_over()
        match match.session.due_step:
            case "deal" if not (match.is_practice and match.session.scored_deals):
                return table.deal() or (self._offer_lesson() if table.context.reader_listens else None)
            case "act":
                if (offer := self._offer_lesson()) is not None:
                    return offer
                self._await_computer_player(dt)
            case "score":
                return self.score_deal()
            case _:
                return Pop() if match.people_seats or match.is_practice else None
        return None

    def _offer_lesson(self) -> Change:
        """Opens the note that offers the lesson, at most once; returns None if there is no lesson to offer.

        If a screen reader listens, the note opens as soon as the cards are dealt, so that the hand is read only after it.
        """
        table, match = self.table, self.table.match
        lesson = table.newcomers.lesson_to_offer_now()
        if lesson is None:
            return None
        table.finish()
        layout, free = table.stage.layout, tuple(_areas_to_leave_free(table.stage))
        bottom = table.stage.hand.top - 8 * layout.u
        return Push(ToLessonOffer(match.game, match.session.options, lesson.minutes, layout.middle_x, bottom, free))

    def _await_computer_player(self, dt: float) -> None:
        before, self.waited, self._step = self.waited, self.waited + dt, dt
        table, match = self.table, self.table.match
        if match.playing_out:
            table.perform(match.session.legal()[0], by_person=False)
        elif match.needs_handover:
            if self._is_forced_pause_over:
                table.perform(match.session.legal()[0], by_person=False)
        elif match.thinking_seat is not None:
            decision = match.chosen_action
            if decision is not None and self.waited >= match.pause_seconds * table.context.pause_factor:
                table.perform(decision, by_person=False)
            elif before < THINKS <= self.waited:
                table.redraw()
        elif table.stage.snapshot.mine:
            if before == 0 and self._since_own > LONG_WAIT:
                table.context.sound.play("turn")
            table.prepare_for_person(begins_turn=before == 0)
            if self._is_forced_pause_over:
                self.do_forced_action()

    @property
    def _is_forced_pause_over(self) -> bool:
        return self.waited >= max(BRIEFLY, FORCED * self.table.context.pause_factor)

    def score_deal(self) -> Change:
        """Scores the deal and opens its score sheet."""
        table, match, session = self.table, self.table.match, self.table.match.session
        known, dealt = match.view_at_screen().known, session.deal
        tally = match.game.text.tally(known, match.me)
        scored = next(event for event in match.score_deal() if isinstance(event, Scored))
        table.newcomers.count_deal()
        if not table.is_guided:
            table.habit_memory.remember_deal()
        table.context.sound.play("pencil")
        self.waited = 0.0
        assert dealt is not None
        if not match.people_seats and session.due_step != "none":
            return None
        return table.open_score_sheet(tally, scored.points, dealt)


def _areas_to_leave_free(stage: Stage) -> Iterator[Area]:
    layout, shown = stage.layout, stage.snapshot
    yield Area(0, stage.hand.top, layout.cloth_width, layout.h - stage.hand.top)
    for seat in range(len(shown.names)):
        place, at = stage.seat_place(seat), piles.opponent_index(shown, seat)
        if place is not None:
            yield place.area()
        if piles.open_cards_caption(shown, seat) is not None:
            yield own_open_cards_area(layout) if at is None else open_cards_area(layout, at)
    if layout.needs.rows:
        yield auction.offer_mat_area(layout, max(1, stage.offered))
    for framed in piles.places_of_framed_cards(layout, shown):
        yield framed.area()
    half = layout.badge_size / 2
    yield from (Area(badge.at.x - half, badge.at.y - half, 2 * half, 2 * half) for badge in stage.badges)
    yield from (area for _, area in piles.badge_lines(layout, shown))
    yield from (label.area for label in cloth_labels(stage))
