"""Texts that the table displays: message, hint, tag over a card, notes on figures, and remarks of opponents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.table.table import Table
from goosetable.app.table import piles, seats
from goosetable.app.table.reactions import Bubble, draw_bubble, fit_bubble
from goosetable.app.table.remarks import LASTS, Remark, RemarkChooser, RemarkReplay
from goosetable.app.table.sidebar import FigureSpot
from goosetable.app.table.snapshot import FROM_HAND, action_object_name, capitalize_first, card_verb
from goosetable.app.table.stage import Stage, placed_badges
from goosetable.app.table.table_layout import open_cards_area, own_open_cards_area
from goosetable.app.ui.focus import SceneWidgets
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, Verb, card_of, make_action, verb_of
from goosetable.engine.rules.event import NEXT_KIND, TURNED_KIND
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.table_facts import FigureKind, TableFigure
from goosetable.engine.words.phrases import listed
from goosetable.players.analysis import ALIKE, NO_DIFFERENCE

SAID: Final = {"only": "Only", "clear": "Clearly", "likely": "Probably", "equal": "Either"}
"""First word of a hint, by certainty. `only`: there is no other action. `equal`: another action is equally good."""
FOLLOWED: Final = 2
"""Number of cards that a newcomer has played in a deal, from which the rule on taking tricks is no longer shown, unless the
newcomer leads.
"""
SETTLED: Final = "However the rest is played, this deal ends with the same points"


class Messages:
    """The message under the trick, and the tag over a card.

    reason: a text, such as a refusal, that is displayed until the next input. hinted: the action of the displayed hint, or
    None. A hint has two layers: a sentence in a card player's words; and, after a second press, the figures on which it is
    based.
    """

    def __init__(self, table: Table, widgets: SceneWidgets) -> None:
        self.table, self.widgets = table, widgets
        self.reason = ""
        self.refused = 0
        """Number of refused actions so far."""
        self.place = pygame.Rect(0, 0, 0, 0)
        """Box of the message when it was last drawn."""
        self.tag = pygame.Rect(0, 0, 0, 0)
        """Box of the tag when it was last drawn; empty if there was none."""
        self.hinted: Action | None = None
        self.figures = False
        """True if the hint is displayed with its figures."""
        self.rethought = False
        """True if a longer search has changed the hint to another action, in another sentence."""
        self.is_hint_new = False
        """True from a change of the displayed hint until the next press, which must not perform an action unread."""
        self._advice = ""
        """The sentence of the displayed hint."""
        self._told = ""
        """The sentence of the displayed hint as screen readers read it."""
        self._thorough = False
        self._effect: tuple[object, dict[Card, str]] = (None, {})
        """A snapshot, and a cache of card effects that are valid for it."""
        self._pointed_at_hint: tuple[Action | None, bool] = (None, False)
        """The pointed action when the hint appeared, until focus or pointer move; it is not judged, as no one chose it."""

    def clear(self, reason: str = "") -> None:
        """Removes message and hint. reason: a text to display instead."""
        self.table.context.drop_answer()
        self.reason, self.hinted = reason, None
        self.figures = self.rethought = self.is_hint_new = self._thorough = False

    @property
    def undone_bids_notice(self) -> str:
        """A sentence with the bids that others had revealed when the person took back a bid; "" if there are none."""
        match = self.table.match
        if not match.undo_action_count or not match.session.has_revealed_bids_in_last(match.undo_action_count):
            return ""
        plays = match.deal_log().tricks[-1].plays
        bids = [f"[{seat}'s] {match.game.text.card_name(card)}" for seat, card in plays if seat not in match.people_seats]
        return match.with_names(f"Taken back, though the bids were shown and are known now: {listed(bids)}.")

    def action_of_card_click(self, card: Card) -> Action:
        """Returns the action that a click on a card chooses. The action may be illegal."""
        seen = self.table.match.view_at_screen()
        verb = card_verb(seen.legal)
        if seen.hand >> card & 1 and verb not in FROM_HAND:
            verb = next((verb for verb in self.table.match.game.verbs if verb in FROM_HAND), verb)
        return make_action(verb, card)

    def show_refusal(self, action: Action) -> None:
        match = self.table.match
        why = match.game.why_not(match.view_at_screen().known, action)
        self.reason = match.with_names(f"Not {action_object_name(match.game, action)}: {why.table}.")
        self.refused += 1

    def ask_hint(self) -> None:
        """Starts the search for a hint, if the person is to act. If a hint is displayed already, displays or hides the figures
        of the hint instead.
        """
        match = self.table.match
        if not self.table.stage.snapshot.mine:
            return
        if self.hinted is None:
            match.ask_hint()
            self.reason = "" if match.hint is not None else "Thinking"
        elif self.figures or self.figures_button_label:
            self.figures, self.reason = not self.figures, ""
            self.table.redraw()

    @property
    def figures_button_label(self) -> str:
        """Label of the button for the second layer of the displayed hint; "" if the hint has no second layer."""
        match = self.table.match
        if self.hinted is None or self.figures or not match.advice or len(match.view_at_screen().legal) == 1:
            return ""
        return "Figures" if match.hint_figures else "More" if ": " in self._detailed_hint(self.hinted) else ""

    def show_found_hint(self) -> bool:
        """Displays the hint if the search has found a new one. Returns True if it is the first hint for this decision."""
        match = self.table.match
        if match.hint is None:
            return False
        if self.hinted is None:
            self.show_hint(match.hint)
            return True
        if self._thorough != match.is_hint_final:
            self._thorough = match.is_hint_final
            same = match.advice == self._advice
            if self.hinted != match.hint and not (same and match.is_named_by_hint(self.hinted)):
                self.rethought, self.is_hint_new = not same, True
                self.show_hint(match.hint)
            self._advice = match.advice
            if self._advice.partition("; ")[0] != self._told.partition("; ")[0]:
                self._told = self._advice
            self.table.redraw()
        return False

    def show_hint(self, action: Action) -> None:
        """Displays an action as the hint, with a ring round its card or a lamp at its choice."""
        table = self.table
        table.stage.hand.focus_card(None)  # also for a changed hint: else Enter would play the card that it no longer names
        self.hinted, self.reason = action, ""
        self._advice = self._told = table.match.advice
        if table.panel is None:
            table.stage.hand.set_hint(card_of(action))
        for tile in table.panel.tiles if table.panel is not None else ():
            tile.hinted = tile.choice.action == action
        self._pointed_at_hint = self.pointed_action_and_if_choice

    def show_new_hint(self) -> None:
        """Answers a press of Enter after a change of the hint: names the new action, which the next Enter performs."""
        assert self.hinted is not None, "only a displayed hint changes"
        does = "plays" if self.table.panel is None else "chooses"
        self.table.context.show_answer(
            f"The hint is {action_object_name(self.table.match.game, self.hinted)} now: Enter {does} it."
        )

    def allow_judgement(self) -> None:
        """Allows the judgement of the action that was pointed at when the hint appeared, once focus or pointer have moved."""
        if self.hinted is not None and self.pointed_action_and_if_choice != self._pointed_at_hint:
            self._pointed_at_hint = (None, False)

    @property
    def pointed_action_and_if_choice(self) -> tuple[Action | None, bool]:
        """Two values: the legal action that has the focus or is under the pointer, or None; and True if the pointer is on a
        choice.
        """
        table = self.table
        if table.panel is None:
            card = table.stage.hand.focus
            return (None if card is None else table.stage.snapshot.legal.get(card)), False
        may = [tile for tile in table.panel.tiles if not tile.barred]
        focus = self.widgets.focus
        tile = next((tile for tile in may if tile is focus), None)
        return (None if tile is None else tile.choice.action), tile is not None and tile.hover

    @property
    def other_action_judgement(self) -> str:
        """A judgement of the action with focus or pointer, if it is not the displayed hint; else ""."""
        now = self.pointed_action_and_if_choice
        pointed = now[0]
        if pointed is None or self.hinted is None or not self.table.stage.snapshot.mine:
            return ""
        if pointed == self.hinted or now == self._pointed_at_hint:
            return ""
        match = self.table.match
        why = match.reason(pointed) if self.figures or not match.advice else match.judgement(pointed)
        return f"{capitalize_first(self._action_name(pointed))}: {why}" if why else ""

    def _action_name(self, action: Action) -> str:
        table = self.table
        tiles = table.panel.tiles if table.panel is not None else []
        choice = next((tile.choice for tile in tiles if tile.choice.action == action), None)
        if choice is not None and card_of(action) is None and verb_of(action) not in (Verb.BID, Verb.TRUMP, Verb.TOPS):
            return f"{{{choice.label}}}"
        return f"~{action_object_name(table.match.game, action)}~"

    @property
    def message(self) -> tuple[str, bool]:
        """Two values: the message as rich text, and True if it asks the person for an action."""
        table, hand, shown = self.table, self.table.stage.hand, self.table.stage.snapshot
        if table.newcomers.offering or table.hides_messages:
            return "", False
        if self.reason and not self.panel_text:
            return self.reason, False
        if table.stage.event_text:
            return table.stage.event_text, False
        if table.panel is not None:
            asked = shown.prompt if table.panel.question_in_message else ""
            if table.panel.message_y is None:
                return asked, True
            return self.hint_text or _join_lines(self.deal_aim, asked), True
        meant = self.focused_card
        if (
            table.stage.layout.compact
            and meant is not None
            and self.card_effect
            and meant != hand.hint
            and not self.other_action_judgement
        ):
            return _join_lines(
                capitalize_first(f"~{table.match.game.text.card_name(meant)}~ {self.card_effect}"), self.trick_rule
            ), True
        if table.match.are_points_decided and shown.mine and not self.hint_text:
            return SETTLED, True
        aim = self.deal_aim if meant is None else ""  # for a pointed card the trick rule is more useful
        return self.hint_text or (
            _join_lines(aim, shown.prompt) if aim else _join_lines(shown.prompt, self.trick_rule)
        ), shown.mine

    @property
    def deal_aim(self) -> str:
        """The aim of a deal, for a newcomer who has not played a card in this deal; else ""."""
        match, me = self.table.match, self.table.match.me
        state = match.session.state
        if state is None or state.over:
            return ""
        played = any(seat == me and verb_of(action) in FROM_HAND for seat, action in state.actions)
        if played or not self.table.is_newcomer:  # this reads all stored people, so it comes last
            return ""
        return match.with_names(match.game.text.goal_of_deal(match.session.options))

    @property
    def trick_rule(self) -> str:
        """A rule on taking a trick, for newcomers; else "". The leader always gets the rule, other players only in the first
        tricks of a deal.

        In a game of rounds, it is a rule on winning a round, which is shown in the first rounds.
        """
        table, state, me = self.table, self.table.match.session.state, self.table.match.me
        if not table.stage.snapshot.mine or state is None:
            return ""
        played = sum(seat == me and verb_of(action) in FROM_HAND for seat, action in state.actions)
        leads = isinstance(state, TrickState) and not table.stage.snapshot.trick
        if (played >= FOLLOWED and not leads) or not table.is_newcomer:
            return ""
        return capitalize_first(table.match.with_names(table.match.game.text.winning_rule(table.match.view_at_screen().known)))

    @property
    def hint_text(self) -> str:
        """The hint with its certainty and reason; or a judgement of another action with focus or pointer; "" if there is
        neither.
        """
        return self._hint_words(self._advice)

    @property
    def spoken_hint(self) -> str:
        """The hint for screen readers. It stays the same if a longer search only adds or drops a remark on another action."""
        return self._hint_words(self._told)

    def _hint_words(self, advice: str) -> str:
        """Returns the words of the displayed hint; "" if none is displayed. If the focused action is judged, returns that
        judgement instead.

        advice: the hint's sentence. If it is "", because the search found no reason, the words have the figures instead.
        """
        if self.hinted is None or not self.table.stage.snapshot.mine:
            return ""
        if judgement := self.other_action_judgement:
            return judgement
        return self._short_hint(advice) if advice and not self.figures else self._detailed_hint(self.hinted)

    def _detailed_hint(self, hint: Action) -> str:
        table = self.table
        word, sure, rival = table.match.hint_certainty
        if rival == hint:  # a longer search prefers the other of two equal actions
            rival = table.match.hint
        why = table.match.hint_figures or table.match.reason(hint)
        if why == NO_DIFFERENCE and len(table.match.view_at_screen().legal) > 2:
            return f"{capitalize_first(self._action_name(hint))} or any other: {why}"
        if why.endswith(ALIKE):
            word = ""  # the reason already compares the action with all others
        legal = table.match.view_at_screen().legal
        third = any(action_object_name(table.match.game, one) in why for one in legal if one not in (hint, rival))
        named = rival is not None and action_object_name(table.match.game, rival) in table.match.advice
        beside = rival is not None and not third and (named or not why or word == "equal")
        said = f"{SAID.get(word if beside or word != 'equal' else '', 'Perhaps')} {self._action_name(hint)}"
        if word == "equal" and beside and rival is not None:
            said += f" or {self._action_name(rival)}"
        elif word == "close" and beside and rival is not None and action_object_name(table.match.game, rival) in sure:
            said += f", {sure}"
        if why or word == "equal":
            # A second colon would make the sentence hard to read.
            return f"{said}. {capitalize_first(why)}" if ": " in why else f"{said}: {why}" if why else said
        if table.panel is None:
            follows = self.card_effect if table.stage.layout.compact and self.focused_card == table.stage.hand.hint else ""
            return f"{said}: {follows}" if follows else said
        choice = next((tile.choice for tile in table.panel.tiles if tile.choice.action == hint), None)
        return f"{said}: {choice.result}" if choice is not None and choice.result else said

    def _short_hint(self, advice: str) -> str:
        head, colon, why = advice.partition(": ")
        said = f"{{{head}:}} {why}" if colon else f"{{{head}}}"
        return f"On more thought: {said}" if self.rethought else said

    @property
    def panel_text(self) -> str:
        """The refusal or hint, if a panel has to display it because the panel covers the message; else ""."""
        panel = self.table.panel
        return "" if panel is None or panel.message_y is not None else self.reason or self.hint_text

    @property
    def card_effect(self) -> str:
        """The effect of the focused card in words; "" if there is none."""
        return "" if self.focused_card is None else self.effect_of_card(self.focused_card)

    def effect_of_card(self, card: Card) -> str:
        """Returns the effect of a card of the hand in words; "" if the card may not be played, or if its effect is obvious."""
        match, shown = self.table.match, self.table.stage.snapshot
        if not self.table.context.settings.say_what_card_does or not shown.mine or card not in shown.legal:
            return ""
        if self._effect[0] != shown:
            self._effect = (shown, {})
        told = self._effect[1]
        if card not in told:
            words = match.game.text
            text = words.preview_effect(match.view_at_screen().known, shown.legal[card]) or words.card_fact(
                match.session.options, card
            )
            said = match.with_names(text)
            told[card] = text[:1] + said[1:] if text[:1].islower() else said
        return told[card]

    @property
    def focused_card(self) -> Card | None:
        """The card with the focus. If no card has it, or if the hint is displayed, the hinted card; None if there is no such
        card.
        """
        hand = self.table.stage.hand
        return hand.hint if hand.focus is None or (hand.hint is not None and not self.other_action_judgement) else hand.focus


def _join_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


class Remarks:
    """Remarks of opponents in bubbles. Any other text hides them. remark: the displayed remark, or None."""

    def __init__(self, table: Table, messages: Messages) -> None:
        self.table, self.messages = table, messages
        self.remark: Remark | None = None
        self.area: Area | None = None
        """Box of the bubble when it was last drawn; None if there was none."""
        self._left = 0.0
        self._place: Bubble | None = None
        self._sought: object = None  # the layout for which a place was last searched
        self._overheard: RemarkReplay | None = None
        session = table.match.session
        self._first, self._reached = session, (session.standing.deals, len(session.state.actions) if session.state else -1)
        """A game and a moment in it, as in `RemarkOfDeal`; remarks from before that moment are not displayed."""

    def look_for_remark(self) -> None:
        """Replays the game so far. If the replay gives a new remark, displays it."""
        match = self.table.match
        session = match.session
        if self._overheard is None or self._overheard.session is not session:
            header = session.header
            names = " ".join(chair.name for chair in header.chairs)  # a public seed, so a remark reveals nothing
            company = RemarkChooser(f"{header.game} {header.started} {names}", self.table.portraits)
            self._overheard = RemarkReplay(session, company)
        if self._first is not session:
            self._first, self._reached = session, (0, -1)
        self._overheard.chooser.portraits = self.table.portraits  # the players at the seats may have changed
        found = self._overheard.current_remark()
        if found is None or (found.deal, found.actions) <= self._reached:
            return
        self._reached = (found.deal + 1, -1)  # at most one remark in a deal, even if actions are taken back
        if self._is_allowed and found.spoken.seat != match.me:
            self.remark, self._left, self._sought = found.spoken, LASTS, None

    @property
    def _is_allowed(self) -> bool:
        return not self.table.is_guided and self.table.context.settings.remarks and not self.table.match.is_covered

    def update(self, dt: float) -> bool:
        """Lets dt seconds pass. Returns True if the bubble appears or disappears.

        A remark waits until the goose has gone.
        """
        if self.remark is None or self.table.stage.honk is not None:
            return False
        begins, self._left = self._left == LASTS, self._left - dt
        if self._left > 0 and self._is_allowed:
            return begins
        self.remark = None
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draws the bubble, except while the goose honks, or if a decision or message covers the place of the bubble."""
        stage, panel, self.area = self.table.stage, self.table.panel, None
        if self.remark is None or not self._is_allowed or stage.honk is not None:
            return
        if self._sought != (stage.layout, canvas.size, stage.offered):
            self._sought = (stage.layout, canvas.size, stage.offered)
            self._place = fit_bubble(canvas, stage, *self.remark)
        if self._place is None:
            return
        area = self._place.place.area
        if (panel is not None and area.overlaps(panel.area)) or area.overlaps(Area(*self.messages.place)):
            return
        self.area = area
        draw_bubble(canvas, stage, self.remark.seat, self.table.portraits[self.remark.seat], self._place)


REST: Final = 0.4
"""Seconds for which the pointer must rest on a figure before its note opens."""


class FigureNotes:
    """The notes on the figures (numbers and signs) of the table.

    open_spot: the figure whose note is displayed, or None. chosen: True if the keyboard, not the pointer, chose the figure.
    """

    def __init__(self, table: Table, messages: Messages) -> None:
        self.table, self.messages = table, messages
        self.open_spot: FigureSpot | None = None
        self.chosen = False
        self._over: FigureSpot | None = None
        self._rested = 0.0
        self._text: tuple[object, str] = (None, "")

    @property
    def visible_spots(self) -> tuple[FigureSpot, ...]:
        """The visible figures that have a note, each with its area; first those of the sidebar."""
        return tuple(spot for spot in self._all_spots() if self.explanation(spot.figure))

    def _all_spots(self) -> list[FigureSpot]:
        table = self.table
        if table.is_guided or table.last_trick is not None or table.match.session.state is None:
            return []
        layout, panel = table.stage.layout, table.panel
        found = list(table.sidebar.figure_spots) if table.sidebar_open or not layout.compact else []
        if not table.sidebar_open:
            places = (*cloth_spots(table.stage), *card_spots(table.stage, self.hand_has_notes))
            found += [spot for spot in places if panel is None or not panel.area.overlaps(spot.area)]
            found += self._spot_of_prompt()
        return found

    @property
    def hand_has_notes(self) -> bool:
        """True if the cards of the hand have notes. While a card has to be played they have none, because a tag shows the
        effect.
        """
        return self.table.panel is not None or not self.table.stage.snapshot.mine

    def _spot_of_prompt(self) -> Iterator[FigureSpot]:
        shown, box = self.table.stage.snapshot, self.messages.place
        if shown.mine and shown.prompt in self.messages.message[0].split("\n") and box.w:
            yield FigureSpot(TableFigure(FigureKind.TERMS), Area(*box))

    def explanation(self, figure: TableFigure) -> str:
        """Returns the note on a figure, from the knowledge of the person at the screen; "" if the message has the same text."""
        match = self.table.match
        if match.session.state is None:
            return ""  # the deal has been scored, but its last cards are still flying
        said = match.with_names(match.game.text.explain_figure(match.view_at_screen().known, figure, match.me))
        return "" if said in self.messages.message[0].split("\n") else said

    @property
    def text(self) -> str:
        """The text of the displayed note, or ""."""
        if self.open_spot is None:
            return ""
        key = (self.open_spot.figure, self.table.stage.snapshot)
        if self._text[0] != key:
            self._text = key, self.explanation(self.open_spot.figure)
        return self._text[1]

    def set_pointer(self, pos: tuple[int, int] | None) -> None:
        """Stores the position of the pointer. pos: None if the pointer is over a control or outside the window."""
        if self.chosen:
            return
        if pos is None or (self._over is not None and not self._over.area.contains_point(pos)):
            self.close()
            self._over = None
        if pos is None:
            return
        there = sorted(
            (spot for spot in self._all_spots() if spot.area.contains_point(pos)), key=lambda spot: spot.area.w * spot.area.h
        )
        found = next((spot for spot in there if spot == self._over or self.explanation(spot.figure)), None)
        if found != self._over:
            self.close()
            self._over, self._rested = found, 0.0

    def pass_time(self, dt: float) -> None:
        """Lets dt seconds pass. The note opens once the pointer has rested on a figure long enough."""
        if self.chosen or self._over is None or self._rested >= REST:
            return
        self._rested += dt
        if self._rested >= REST:
            self.open_spot = self._over
            self.table.redraw()

    def set_keyboard_choice(self, focused: bool) -> None:
        """Starts or ends the choice of figures by keyboard. focused: True if the control of the figures has the focus."""
        self.close()
        self._over, self.chosen = None, focused
        if focused:
            self.open_neighbour_note(0)

    def open_neighbour_note(self, by: int) -> None:
        """Opens the note on the figure `by` places after the one with an open note. After the last figure comes the first."""
        spots = self.visible_spots
        at = spots.index(self.open_spot) if self.open_spot in spots else 0
        self.open_spot = spots[(at + by) % len(spots)] if spots else None
        self.table.redraw()

    def close(self) -> None:
        """Closes the note. It does not open again until the pointer has left the figure."""
        if self.open_spot is not None:
            self.open_spot = None
            self.table.redraw()
        self._rested = REST


def card_spots(stage: Stage, own: bool) -> Iterator[FigureSpot]:
    """Yields the cards that have notes, with their areas: face-up cards at the seats and in the trick, and face-down cards that
    are out of play.

    own: True to include the cards of the hand.
    """
    shown = stage.snapshot
    for heap in shown.shown_piles:
        if heap.pile.kind is NEXT_KIND:
            lying = (place.area() for place in piles.pile_places(stage.layout, shown, heap.pile, (0,)))
            yield from (FigureSpot(TableFigure(FigureKind.LATER, heap.pile.seat), area) for area in lying)
    for card, sprite in stage.exposed_cards:
        yield FigureSpot(TableFigure(FigureKind.SHOWN, card), sprite.rest.area())
    named = {f"card {card}": card for card in (*shown.own, *(card for _, card in shown.trick))}
    hand = stage.hand.sprites if own else []
    for sprite, upper in (*zip_longest(stage.trick, ()), *zip_longest(hand, hand[1:])):
        if sprite.key in named:
            area = sprite.rest.area()
            wide = area.w if upper is None else upper.rest.area().x - area.x
            yield FigureSpot(
                TableFigure(FigureKind.CARD, named[sprite.key]), area._replace(w=wide) if 0 < wide < area.w else area
            )


def cloth_spots(stage: Stage) -> Iterator[FigureSpot]:
    """Yields the figures outside the sidebar, with their areas: badges, plates, the dealer's egg, open cards, and cards on
    offer.
    """
    layout, shown = stage.layout, stage.snapshot
    half = layout.badge_size / 2
    for placed in placed_badges(layout, shown):
        there = (badge for badge in shown.facts.badges if badge.seat == placed.seat)
        label = next(
            badge.label for badge in (shown.facts.unassigned_badges if placed.seat < 0 else there) if badge.kind == placed.kind
        )
        area = Area(placed.at.x - half, placed.at.y - half, 2 * half, 2 * half)
        yield FigureSpot(TableFigure(FigureKind.BADGE, placed.seat, label), area)
    for badge, area in piles.badge_lines(layout, shown):
        yield FigureSpot(TableFigure(FigureKind.BADGE, -1, badge.label), area)
    for seat in range(len(shown.names)):
        place = stage.seat_place(seat)
        if place is not None:
            yield FigureSpot(TableFigure(FigureKind.PLATE, seat), place.plate if place.plate.w else place.area())
    if shown.dealer is not None:
        egg, high = seats.egg_place(layout, piles.opponent_index(shown, shown.dealer)), seats.egg_height(layout)
        yield FigureSpot(TableFigure(FigureKind.DEALER, shown.dealer), Area(egg.x - high / 2, egg.y - high / 2, high, high))
    for seat in range(len(shown.names)):
        said, at = piles.open_cards_caption(shown, seat), piles.opponent_index(shown, seat)
        area = own_open_cards_area(layout) if at is None else open_cards_area(layout, at)
        if said is not None and area.h:  # the value of a seat's open cards
            yield FigureSpot(TableFigure(FigureKind.ROW, seat), area)
    if any(heap.pile.kind is TURNED_KIND for heap in shown.shown_piles):
        for framed in piles.places_of_framed_cards(layout, shown):
            yield FigureSpot(TableFigure(FigureKind.OFFER), framed.area())
