"""The review of a deal: the table with all hands open at one step, the opinion on a decision, and a bar with all cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import DealOpinions, ReviewedMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import felt_measures
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes import key_list
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.review.opinion import (
    action_name,
    better_action_name,
    cost_words,
    habit_words,
    make_opinion_elements,
    review_summary,
    step_narration,
)
from goosetable.app.scenes.review.table_view import ReviewLayout, TablePicture, TableView, Verdict, bar_height, foot_height
from goosetable.app.scenes.routes import ToAllHands, ToContinuedDeal, ToGameSheet, ToReview
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.table.snapshot import action_object_name
from goosetable.app.table.sprites import CardImageQueue, WantedImage
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import AccessibleTree, TreePart, as_spoken_sentence, as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Element,
    Heading,
    Picture,
    Row,
    Scroll,
    Semantics,
    Text,
    Wrap,
    make_horizontal_line,
)  # fmt: skip
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Replace
from goosetable.app.ui.widget import Widget
from goosetable.cards import Card
from goosetable.engine.record.session import ScoredDeal, Trick
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.words import phrases

REST: Final = 0.9
"""Seconds for each card during autoplay."""
LONG_REST: Final = 2.4
"""Seconds for a card that had a cost."""
LONGEST: Final = 30
"""Largest number of frames for which a step waits for its pictures. After that, missing pictures are drawn at once."""
LARGE, TALL = 1.4, 680.0
"""Scale of text above which the buttons of the paper are in two rows instead of three; and the height of the paper in units,
from which three rows fit at any scale.
"""
CARD: Final = 30.0
"""Height of a card on the bar at 1280 x 720."""
GAP: Final = 9.0
"""Gap between groups on the bar, at 1280 x 720."""
LEGEND: Final = {"much": "much", "some": "some", "little": "little", "hint": "hint", "good": "close"}
"""The marks on the bar, which show the cost of a decision, and their labels. The strongest mark comes first."""
BY_SIZE: Final = ("good", "little", "some", "much")
"""Marks by the size of the mistake."""


class ReviewScene(ElementPage):
    """The page of the review, over the score sheet.

    Left and Right step by a card, Up and Down by a trick. Home and End go to the first and the last card, N to the next
    mistake. Space starts and stops autoplay.
    """

    screen = keymap.REVIEW

    def __init__(
        self, context: Context, matches: Matches, match: Match, scored_deal: ScoredDeal, first_action: int = 0
    ) -> None:
        """first_action: index of the action to show first."""
        super().__init__(context, match.game.title)
        self.scroll.label = "Opinion"
        self.match, self.scored_deal = match, scored_deal
        self.replayed = ReviewedMatch(match, scored_deal, context.show_notice)
        self._record = matches.record_of_match(match)
        self.seat: int | None = None
        """The seat whose decisions have opinions; None for the seats of all people."""
        self.opinions = self._make_opinions()
        self.table = TableView(context, self.replayed)
        self.ahead = PicturesAhead(context.canvas)
        self.deal_bar = DealBar(context, self.replayed, self.opinions, self.go_to_action)
        self.playing = False
        self.paper_open = False
        """Whether the paper with the opinion is open over the table, in a small window."""
        self._shown_for = 0.0
        self._opinions_counted = -1
        self._steps_made = 0
        self._new_group = False
        """Whether the last step went to another trick."""
        self._make_buttons()
        self.replayed.go_to_action(min(max(0, first_action), self.replayed.last_action_index))

    def _make_opinions(self) -> DealOpinions:
        counted = self.scored_deal
        return DealOpinions(self._record, counted.deal.number, counted.actions, self.context.folders.reviews, self.seat)

    def choose_next_seat(self) -> None:
        """Shows opinions on the decisions of the next seat, in this order: all people, each person, each computer player."""
        seats, people = range(self.match.session.seats), self.match.people_seats
        order: list[int | None] = [None, *(people if len(people) > 1 else ()), *(seat for seat in seats if seat not in people)]
        self.seat = order[(order.index(self.seat) + 1) % len(order)]
        self.opinions.write_cache()
        self.opinions = self.deal_bar.opinions = self._make_opinions()
        self._update_seat_label()
        self._show_current_action()

    def _update_seat_label(self) -> None:
        people = self.match.people_seats
        one = people[0] if self.seat is None and len(people) == 1 else self.seat
        self.seat_button.label = "All people" if one is None else self.match.with_names(f"[{one}]")

    def _open_all_hands(self) -> Change:
        return Push(ToAllHands(self.match, self.scored_deal, portraits_at_table(self.match.session, self.context.settings)))

    def _make_buttons(self) -> None:
        self.end = self.replayed.last_action_index
        self.to_start = Button("First card", lambda: self.go_to_action(0), "plain", "first")
        self.before = Button("Back one card", lambda: self.step(-1), "plain", "left")
        self.play = Button("Play", self.toggle_autoplay, "plain", "play")
        self.after = Button("On one card", lambda: self.step(1), "plain", "right")
        self.mistake = MistakeButton("Next mistake", lambda: self.go_to_mistake(1), "plain", "right")
        self.on = Button("Play on from here", self.open_continued_deal, "prime", "hand")
        self.seat_button = Button("You", self.choose_next_seat, "plain", "people")
        self._update_seat_label()
        self.deals = Button("All deals", lambda: Push(ToGameSheet(self.match)), "plain", "pencil")
        self.deals.shown = len(self.match.session.scored_deals) > 1
        self.all = Button("All hands", self._open_all_hands, "plain", "cards")
        self.out = Button("Back", self.go_back)
        self.words = Button("Opinion", self._toggle_paper, "wood", "book")
        numbers = [one.deal.number for one in self.match.session.scored_deals]
        self._here = numbers.index(self.scored_deal.deal.number) if self.scored_deal.deal.number in numbers else 0
        self.earlier = Button("", lambda: self.open_neighbour_deal(-1), "plain")
        self.later = Button("", lambda: self.open_neighbour_deal(1), "plain")
        for side, at in ((self.earlier, self._here - 1), (self.later, self._here + 1)):
            side.shown = 0 <= at < len(numbers)
            side.label = f"Deal {numbers[at]}" if side.shown else "Deal"
        self.mistake.command, self.on.command = "mistake", "play on"
        self.key_actions = {
            "large": lambda: self.table.enlarge(None), "mistake": lambda: self.go_to_mistake(1),
            "mistake back": lambda: self.go_to_mistake(-1), "play on": self.open_continued_deal,
        }  # fmt: skip
        self._steps = (self.to_start, self.before, self.play, self.after, self.mistake)
        self._ways = (self.earlier, self.deals, self.all, self.out, self.later)
        self.first = self.play

    @property
    def changes_with_time(self) -> bool:  # type: ignore[override]
        """True while autoplay is on."""
        return self.playing

    @property
    def prepared(self) -> bool:  # type: ignore[override]
        return self.ahead.is_ready

    @property
    def layout(self) -> ReviewLayout:
        return self.table.layout

    # ------------------------------------------------------------------ steps

    def go_to_action(self, index: int) -> None:
        """Goes to an action of the deal. index: the index of the action."""
        index = min(max(0, index), self.end)
        if index != self.replayed.action_index:
            group = self.replayed.group_index
            self.replayed.go_to_action(index)
            self._new_group = self.replayed.group_index != group
            self._steps_made += 1
            self._shown_for = 0.0
            self.scroll.scroll_to(0)
            self._show_current_action()

    def step(self, by: int) -> None:
        self.go_to_action(self.replayed.action_index + by)

    def step_by_trick(self, by: int) -> None:
        """Goes to the first card of the next trick (by = 1).

        If by = -1, goes back to the first card of the present trick; from there to the first card of the previous trick.
        """
        groups, here = self.replayed.groups, self.replayed.group_index
        if by < 0 and self.replayed.action_index > groups[here].first:
            self.go_to_action(groups[here].first)
        elif 0 <= here + by < len(groups):
            self.go_to_action(groups[here + by].first)
        elif by > 0:
            self.go_to_action(self.end)

    def go_to_mistake(self, by: int) -> None:
        """Goes to the next mistake (by = 1), or to the previous one (by = -1)."""
        here, costly = self.replayed.action_index, self.opinions.costly_steps
        found = [at for at in costly if (at > here if by > 0 else at < here)]
        if found:
            self.go_to_action(found[0] if by > 0 else found[-1])
            return
        none = "No mistake after this step" if by > 0 else "No mistake before this step"
        none = none if costly else "No mistake in this deal"
        so_far = "" if self.opinions.over else " so far: opinions are still being worked out"
        self.context.show_answer(f"{none}{so_far}.")

    def toggle_autoplay(self) -> None:
        """Starts or stops autoplay. If the last action is shown, autoplay begins with the first one."""
        self._set_autoplay(not self.playing)
        if self.playing and self.replayed.action_index == self.end:
            self.go_to_action(0)
        self._shown_for = 0.0
        self.dirty = True

    def _set_autoplay(self, playing: bool) -> None:
        self.playing = playing
        self.play.label, self.play.icon = ("Pause", "pause") if playing else ("Play", "play")

    def open_neighbour_deal(self, by: int) -> Change:
        """Opens the review of the next deal (by = 1), or of the previous one (by = -1). Says so if there is none."""
        counted = self.match.session.scored_deals
        if 0 <= self._here + by < len(counted):
            return Replace(ToReview(self.match, counted[self._here + by]))
        self.context.show_answer("No later deal." if by > 0 else "No earlier deal.")
        return None

    def open_continued_deal(self) -> Change:
        """Opens a table that continues the deal from the present action."""
        self._set_autoplay(False)
        return Push(ToContinuedDeal(self.match, self.scored_deal, self.replayed.action_index))

    def go_back(self) -> Change:
        """Handles Esc: closes a paper that covers the table; else leaves the review."""
        if self.paper_open:
            self._toggle_paper()
            return None
        return Pop()

    def open_keys(self) -> Change:
        return Push(key_list.route_to_keys_of_review(self.match))

    def _toggle_paper(self) -> None:
        self.paper_open = not self.paper_open
        self._show_current_action()

    def _show_current_action(self) -> None:
        here, opinions = self.replayed, self.opinions
        self.table.portraits = portraits_at_table(here.session, self.context.settings)
        opinions.move_to_front(here.action_index)
        opinion = opinions.opinions.get(here.action_index)
        costs = opinion is not None and bool(opinion.mistake_grade)
        best = None
        if opinion is not None and costs:
            best = here.game.parse_action(opinion.best, here.session.view(opinion.seat).legal)
        self.table.show(Verdict(costs, best))
        self.before.enabled = self.to_start.enabled = here.action_index > 0
        self.after.enabled = here.action_index < self.end
        self.mistake.enabled = any(at > here.action_index for at in opinions.costly_steps)
        words = better_action_name(here, opinions)
        self.words.label = f"Better: {words}." if words else here.current_log_line
        self._opinions_counted = len(opinions.opinions)
        self.rebuild()
        self.deal_bar.place_actions()
        self.table.images.set_wanted_images(self.table.wanted_images())
        self.deal_bar.images.set_wanted_images(self.deal_bar.wanted_images())
        self.ahead.queue_images(self.table.images, self.deal_bar.images)

    # ------------------------------------------------------------------ elements

    def on_resize(self, w: int, h: int) -> None:
        self.table.on_resize(w, h)
        self.paper_open = self.paper_open and self.layout.compact
        self.bar = round(self.layout.strip)
        self.deal_bar.lay_out(max(0.6, min(w / 1280, h / 720)))
        super().on_resize(w, h)
        self._show_current_action()
        buttons = [partial(one.draw, focused=False) for one in self.widgets.all if one.shown]
        self.ahead.queue_parts([self.table.draw_seats, *buttons])

    def lay_out(self) -> None:
        layout = self.layout
        self.t = layout.unit
        self.wide, self.high = self.w / self.t, self.h / self.t
        self.bed = felt_measures(layout.w, layout.window, layout.cloth_width)
        super().lay_out()

    def make_page(self) -> Element:
        compact = self.words.shown = self.layout.compact
        self.scroll.shown = self.paper_open or not compact
        return self._make_small_page() if compact else self._make_large_page()

    def _make_large_page(self) -> Element:
        layout, s = self.layout, min(self.w / 1280, self.h / 720) / self.t
        edge, rim = (layout.rim + 18 * layout.u) / self.t, layout.rim / self.t
        bar = BarControl(self.deal_bar, height=bar_height(self.w, self.h) / self.t - 12 * s)
        sides, wide = (edge, 0, edge, 12 * s + 0.6 * rim), layout.cloth_width / self.t
        table = Column([TablePicture(self.table), bar], 0, sides, width=wide, align=STRETCH)
        return Row([table, Column([self._make_paper()], 0, (2 * s, 14 * s, 14 * s, 14 * s), grow=1, align=STRETCH)], 0)

    def _make_small_page(self) -> Element:
        layout, t = self.layout, self.t
        strip = Control(self.words, 15, height=max(20.0, layout.strip - 6) / t)
        middle: list[Element] = [TablePicture(self.table)]
        if self.paper_open:
            wide = min(self.w - 16, max(306 * t, 0.56 * self.w)) / t
            middle.append(Column([self._make_opened_paper()], 0, (0, 4 / t, 8 / t, 4 / t), width=wide, align=STRETCH))
        bar = BarControl(self.deal_bar, height=(bar_height(self.w, self.h) - 4) / t)
        high = foot_height(self.w, self.h, self.context.settings.text_size)
        buttons = [*self._steps, self.on, self.seat_button, *self._ways]
        controls = [Control(one, 15, bare=bool(one.icon), grow=1, height=(high - 6) / t) for one in buttons if one.shown]
        foot = Row(controls, 6 / t, (6 / t, 6 / t, 6 / t, 4 / t))
        over, under = Column([strip], 0, (6 / t, 3 / t, 6 / t, 3 / t)), Column([bar], 0, (4 / t, 0, 4 / t, 0))
        return Column([over, Row(middle, 0, grow=1), under, foot])

    def _make_paper(self) -> Element:
        s = min(self.w / 1280, self.h / 720)
        large = self.layout.text_scale * max(0.8, s) > LARGE * s and self.high - 28 < TALL
        high = max(28.0, 44 * s) / self.t
        who = Control(self.seat_button, 14, height=30 * s / self.t, width=110)
        title = Row([Heading(self.match.game.title, 24 * s / self.t, grow=1), who], 6)
        marks = Wrap([Text("Cost", 12.5, "ink2", spoken=""), *map(_make_legend, LEGEND)], 7, role="list", name="What it cost")
        steps = Row([Control(one, bare=True, grow=1, height=high) for one in self._steps], 8)
        on = Control(self.on, bare=large, height=high, grow=1)
        bare = (self.deals, self.all) if self.deals.shown else ()
        ways = [Control(one, bare=one in bare, height=high, grow=1) for one in self._ways if one.shown]
        rows = [steps, Row([on, *ways], 8)] if large else [steps, Row([on]), Row(ways, 8)]
        place = Text(self._place_in_deal_text, 14, "ink2", max_lines=1, shrink=0.7)
        found = [title, place, *self._make_summary(), make_horizontal_line(), self._make_opinion(), self._make_progress_line()]
        # The buttons are outside of the group: a screen reader tells all texts of a group with its first control.
        words = Column([*found, *([marks] if self.t < 1.2 * s else [])], 6, name="Review", grow=1, align=STRETCH)
        return Column([words, *rows], 6, (18, 8, 16, 12), background=_draw_sheet, region="paper", grow=1)

    def _make_opened_paper(self) -> Element:
        head, opinion = Heading(self._place_in_deal_text, 16, face="semi"), self._make_opinion(self._make_progress_line())
        found = [head, *self._make_summary(), make_horizontal_line(), opinion]
        return Column(found, 4, (16, 8, 14, 8), background=_draw_sheet, region="paper", name="Review", grow=1)

    def _make_opinion(self, *more: Element) -> Element:
        found = [*make_opinion_elements(self.replayed, self.opinions), *more]
        return Scroll(Column(found, 6, (0, 0, 6, 6)), self.scroll, (8, 8))

    def _make_summary(self) -> list[Element]:
        said = [review_summary(self.replayed, self.opinions), self.habit_sentence]
        return [Text(" ".join(one for one in said if one), 14, line_height=1.3, key="summary")] if any(said) else []

    @property
    def habit_sentence(self) -> str:
        """A sentence on the mistake that the person makes often; "" if there is none, or if several people play."""
        if not self.opinions.over or self.match.is_shared:
            return ""
        return habit_words(self.match.game, self.opinions.recent_opinions)

    @property
    def _place_in_deal_text(self) -> str:
        here = self.replayed
        return f"Looking back: deal {self.scored_deal.deal.number}, {here.groups[here.group_index].place}"

    def _make_progress_line(self) -> Element:
        opinions, decisions = self.opinions, self.opinions.steps_with_choice
        here, coming = self.replayed.action_index, len([at for at in decisions if at not in opinions.opinions])
        good, choices = opinions.accuracy
        left = f"; {coming} not judged yet" if coming else ""
        words = f"{good} of {choices} decisions as good as the best{left}" if choices else ""
        if here in decisions:
            words = f"Decision {decisions.index(here) + 1} of {len(decisions)}{left or f'; {good} as good as the best'}"
        return Text(words, 13, "ink2", "semi", max_lines=1, shrink=0.8, key="standing")

    # ------------------------------------------------------------------ screen readers

    @property
    def opening_announcement(self) -> str:
        return as_spoken_sentences((self.match.game.title, self._place_in_deal_text))

    @property
    def status_line(self) -> str:
        return as_spoken_sentence(step_narration(self.replayed, self.opinions, self._new_group))

    def accessible_tree(self) -> AccessibleTree:
        return super().accessible_tree()._replace(turn=self._steps_made)

    # ------------------------------------------------------------------ frames

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.ahead.drop_pictures_of_drawn_step()

    def update(self, dt: float) -> None:
        self.ahead.count_waiting_frame()
        if self._opinions_counted != len(self.opinions.opinions):
            self._show_current_action()
        if self.playing:
            self._shown_for += dt
            if self._shown_for >= (LONG_REST if self.replayed.action_index in self.opinions.costly_steps else REST):
                self.step(1)
                if self.replayed.action_index == self.end:
                    self._set_autoplay(False)

    def run_slice(self) -> bool:
        if self.ahead.run_slice():
            return True
        before = self.opinions.over
        more = self.opinions.run_slice()
        if self.opinions.over != before:
            self._opinions_counted = -1
        return more

    def on_close(self) -> None:
        self.opinions.write_cache()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and not keymap.command_of(event, keymap.REVIEW):
            if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
                return self.open_neighbour_deal(-1 if event.key == pygame.K_PAGEUP else 1)
            if self._handle_step_key(event.key, bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT)):
                return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self.table.enlarge(event.pos)
        return super().handle(event)

    def _handle_step_key(self, key: int, shift: bool) -> bool:
        """Handles a key that steps. Returns False for other keys, and for keys that scroll the paper, if the paper has the
        focus.
        """
        scrolls = self.widgets.focus is self.scroll and self.scroll.max_offset > 0
        match key:
            case pygame.K_LEFT | pygame.K_RIGHT:
                by = -1 if key == pygame.K_LEFT else 1
                (self.step_by_trick if shift else self.step)(by)
            case pygame.K_UP | pygame.K_DOWN if not scrolls:
                self.step_by_trick(-1 if key == pygame.K_UP else 1)
            case pygame.K_HOME | pygame.K_END:
                self.go_to_action(0 if key == pygame.K_HOME else self.end)
            case pygame.K_SPACE:
                self.toggle_autoplay()
            case _:
                return False
        return True


def _draw_sheet(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.draw_paper(area, 0.04 * area.w)


def _make_legend(kind: str) -> Element:
    mark = Picture(
        lambda canvas, at: draw_decision_mark(canvas, kind, *at.center, at.h, canvas.theme.ink2), width=11, height=11
    )
    return Row([mark, Text(LEGEND[kind], 12.5, "ink2")], 4)


# ------------------------------------------------------------------ pictures drawn ahead

Part = Callable[[Canvas], object]
"""A function that draws a part of the page."""


class PicturesAhead:
    """Draws the pictures of the next step one by one, while the present step is still shown.

    Call `queue_images` and `queue_parts` for a new step, then `run_slice` until `is_ready` is True. Call `count_waiting_frame`
    in each frame, because `is_ready` also becomes True after `LONGEST` frames. Call `drop_pictures_of_drawn_step` when the step
    is on the screen.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._images: tuple[CardImageQueue, ...] = ()
        self._parts: deque[Part] = deque()
        self._waited = 0

    def queue_images(self, *images: CardImageQueue) -> None:
        """Replaces the queues of card images by those of the next step."""
        self._images = images

    def queue_parts(self, parts: Iterable[Part]) -> None:
        """Sets parts of the page that `run_slice` draws off the screen, so that the canvas caches their pictures."""
        self._parts = deque(parts)

    @property
    def is_ready(self) -> bool:
        made = not self._parts and not any(images.has_undrawn_images for images in self._images)
        return made or self._waited >= LONGEST

    def run_slice(self) -> bool:
        """Draws one picture. Returns False if there is none left."""
        if any(images.run_slice() for images in self._images):
            return True
        if self._parts:
            with self._canvas.drawing_on(pygame.Surface((1, 1))):
                self._parts.popleft()(self._canvas)
            return True
        return False

    def count_waiting_frame(self) -> None:
        """Adds a frame to the waiting time, if pictures are still missing."""
        self._waited += not self.is_ready

    def drop_pictures_of_drawn_step(self) -> None:
        """Drops the pictures that are still in the queues, because the step has been drawn."""
        self._images, self._waited = (), 0
        self._parts.clear()


# ------------------------------------------------------------------ the bar of the deal


class BarSlot(NamedTuple):
    """A place on the bar for one or several actions. first: index of the first action, which a press shows. last: index of the
    last action.
    """

    first: int
    rect: pygame.Rect
    last: int

    def contains_action(self, index: int) -> bool:
        return self.first <= index <= self.last


class DealBar(Widget):
    """The bar with all cards of a deal. A press or drag goes to a card; the mouse wheel steps by a card."""

    role = "slider"

    def __init__(self, context: Context, match: ReviewedMatch, opinions: DealOpinions, go: Callable[[int], None]) -> None:
        super().__init__("The deal, card by card")
        self.context, self.match, self.opinions, self.go = context, match, opinions, go
        self.region = "bar"
        self.u = 1.0
        self.slots: list[BarSlot] = []
        self.images = CardImageQueue(context.faces, "")

    @property
    def accessible_value(self) -> str:
        step = f"{self.match.action_index + 1} of {self.match.last_action_index + 1}"
        return f"{self.match.groups[self.match.group_index].place}, {step}"

    def lay_out(self, u: float) -> None:
        """Adapts the bar to the size of the window. u: pixels of a unit, 1 in a window of 1280 x 720."""
        self.u, self.images = u, CardImageQueue(self.context.faces, "")

    @property
    def is_low(self) -> bool:
        """True if the bar is too low for the numbers of tricks."""
        return self.rect.h < 60

    @property
    def card_height(self) -> float:
        """The height of a card on the bar, in pixels."""
        return min(24.0, 0.55 * self.rect.h) if self.is_low else min(CARD * self.u, 0.6 * (self.rect.h - 20 * self.u))

    def place_actions(self) -> None:
        """Assigns places on the bar to the actions. If there is no space for all, each trick far from the present one has a
        single place.
        """
        match, u = self.match, self.u
        card, gap = self.card_height * RATIO + 0.5, GAP * u
        room = self.rect.w - 2 * gap
        here = match.group_index
        opened = {here}
        order = sorted(range(len(match.groups)), key=lambda i: (abs(i - here), i))
        folded = card * len(match.groups) + gap * (len(match.groups) - 1)
        free = room - folded - (match.groups[here].size - 1) * card
        first, last = 0, len(match.groups) - 1
        for i in order[1:]:
            more = (match.groups[i].size - 1) * card
            if more > free:
                break
            opened.add(i)
            free -= more
        if free < 0:  # if not even every group has a place, those round the present one get one
            most = max(1, int((room - match.groups[here].size * card) / (card + gap)) + 1)
            first = max(0, min(here - most // 2, len(match.groups) - most))
            last = min(len(match.groups) - 1, first + most - 1)
            opened = {here}
        self.slots = []
        wide = sum([card * (match.groups[i].size if i in opened else 1) + gap for i in range(first, last + 1)]) - gap
        x = self.rect.x + (self.rect.w - wide) / 2
        for i in range(first, last + 1):
            group = match.groups[i]
            spans = [(at, at) for at in range(group.first, group.last + 1)] if i in opened else [(group.first, group.last)]
            for at, end in spans:
                left = round(x)
                self.slots.append(BarSlot(at, pygame.Rect(left, self.rect.y, round(x + card) - left, self.rect.h), end))
                x += card
            x += gap

    def pointer_down(self, pos: tuple[int, int]) -> None:
        near = min(self.slots, key=lambda slot: abs(slot.rect.centerx - pos[0]), default=None)
        if near is not None and not near.contains_action(self.match.action_index):
            self.go(near.first)

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        self.pointer_down(pos)

    def handle_wheel(self, steps: float) -> bool:
        at = self.match.action_index + (-1 if steps > 0 else 1)
        if steps and 0 <= at <= self.match.last_action_index:
            self.go(at)
            return True
        return False

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u, rect = canvas.theme, self.u, self.rect
        canvas.draw_wood(rect.x, rect.y, rect.w, rect.h, 10 * u)
        self.draw_ring(canvas, focused, 10 * u)
        match = self.match
        is_low, card_height = self.is_low, self.card_height
        middle = rect.y + (rect.h * 0.38 if is_low else 26 * u + card_height / 2)
        for i, group in enumerate(match.groups):
            own = [slot for slot in self.slots if group.first <= slot.first <= group.last]
            if not own:
                continue
            left, right = own[0].rect.left, own[-1].rect.right
            if i == match.group_index:
                pad = 3 * u
                box = (left - pad, rect.y + 3, right - left + 2 * pad, rect.h - 6)
                canvas.draw_box(*box, 6 * u, fill=t.walnut_hi, edge=t.focus, line_width=1.6, alpha=0.55)
            if not is_low:
                name = _trick_number_text(group.place)
                if canvas.width(name, max(10.5, 12.5 * u), "semi") <= right - left + GAP * u:
                    tone = t.cream if i == match.group_index else t.cream2
                    face = "bold" if i == match.group_index else "semi"
                    canvas.draw_plain_text(name, (left + right) / 2, rect.y + 13 * u, max(10.5, 12.5 * u), tone, face, "center")
            for slot in own:
                self._draw_card(canvas, i, slot, middle, card_height)
                self._draw_mark(canvas, slot, rect.bottom - (rect.h * 0.15 if is_low else 13 * u))

    def wanted_images(self) -> Iterator[WantedImage]:
        """Yields the images of the cards on the bar."""
        for slot in self.slots:
            card = card_of(self._main_action(slot)[1])
            if card is not None:
                yield WantedImage(self.match.game.card_name(card), self.card_height)

    def _main_action(self, slot: BarSlot) -> tuple[int, Action]:
        """Returns the action that a place shows, with its seat. If the place stands for a whole trick, it is the action that
        won the trick.
        """
        acts = self.match.scored_deal.actions[slot.first : slot.last + 1]
        if len(acts) == 1:
            return acts[0]
        group = next(i for i, group in enumerate(self.match.groups) if slot.first <= group.last)
        trick = self.match.trick_of_group(group)
        return next((act for act in acts if has_taken_trick(trick, card_of(act[1]), act[0])), acts[0])

    def _draw_card(self, canvas: Canvas, group: int, slot: BarSlot, middle: float, card_height: float) -> None:
        t, match, trick = canvas.theme, self.match, self.match.trick_of_group(group)
        seat, action = self._main_action(slot)
        card = card_of(action)
        x, wide = slot.rect.centerx, card_height * RATIO
        now = slot.first == match.action_index
        ring = now or (verb_of(action) is Verb.PLAY and has_taken_trick(trick, card, seat))
        if card is None:
            canvas.draw_box(x - wide / 2, middle - card_height / 2, wide, card_height, 3, fill=t.paper_lo, edge=t.paper_edge)
            canvas.draw_rich_line_centred(
                action_object_name(match.game, action), x, middle, max(10.5, 0.46 * card_height), t.ink, "bold", "mid"
            )
        else:
            self.context.faces.draw_card(canvas.dst, match.game.card_name(card), x, middle, card_height)
        if ring:
            tone = t.focus if now else t.brass
            canvas.draw_box(
                x - wide / 2 - 1,
                middle - card_height / 2 - 1,
                wide + 2,
                card_height + 2,
                3,
                edge=tone,
                line_width=2.4 if now else 1.6,
            )

    def _draw_mark(self, canvas: Canvas, slot: BarSlot, y: float) -> None:
        kinds = {self.mark_of_action(at) for at in range(slot.first, slot.last + 1)}
        kind = next((kind for kind in LEGEND if kind in kinds), "")
        if kind:
            draw_decision_mark(canvas, kind, slot.rect.centerx, y, max(7.0, 12 * self.u), canvas.theme.cream2)

    def mark_of_action(self, index: int) -> str:
        """Returns the mark of an action, a key of `LEGEND`; "" if there was no choice, or if there is no opinion yet."""
        found = self.opinions.opinions.get(index)
        if found is None or not found.had_choice:
            return ""
        return "hint" if found.followed_hint else BY_SIZE[found.mistake_grade]

    def marked_parts(self) -> Iterator[TreePart]:
        """Yields the accessible parts of the marked decisions in order, each with its label and cost."""
        match = self.match
        places = [at for at in self.opinions.steps_with_choice if self.mark_of_action(at)]
        for nth, at in enumerate(places, 1):
            seat, action = match.scored_deal.actions[at]
            slot = next((slot for slot in self.slots if slot.contains_action(at)), None)
            group = next(group for group in match.groups if at <= group.last)
            place = phrases.with_capital(group.place.partition(" of ")[0])
            box = None if slot is None else (slot.rect.x, slot.rect.y, slot.rect.w, slot.rect.h)
            name = spoken_text(f"{place}: {action_name(match, seat, action)}, {LEGEND[self.mark_of_action(at)]}")
            cost = spoken_text(cost_words(self.opinions.opinions[at])) if self.opinions.opinions[at].mistake_grade else ""
            yield TreePart(f"decision/{at}", "cell", name, description=cost, box=box, place=(nth, len(places)))


class BarControl(Control):
    """The element of the bar. In the accessible tree the bar is followed by a list of the marked decisions."""

    __slots__ = ()

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        yield from super().accessible_parts(tree)
        assert isinstance(self.widget, DealBar)
        yield tree.make_part(self, "list", "Decisions", self.widget.marked_parts, key="decisions")


def draw_decision_mark(canvas: Canvas, kind: str, cx: float, cy: float, d: float, tone: str) -> None:
    """Draws the mark of a decision. kind: a key of `LEGEND`. d: its size in pixels. tone: its colour; the mark "much" has its
    own.
    """
    match kind:
        case "good":
            canvas.draw_box(cx - d / 4, cy - d / 4, d / 2, d / 2, d / 4, fill=tone, alpha=0.8)
        case "hint":
            canvas.draw_icon("hint", cx, cy, 1.2 * d, tone)
        case "much":
            draw_triangle(canvas, cx, cy, 1.25 * d, canvas.theme.over, canvas.theme.cream)
        case _:
            draw_triangle(canvas, cx, cy, 0.7 * d if kind == "little" else d, tone, tone)


class MistakeButton(Button):
    """A button that shows the mark of a mistake instead of words."""

    def _draw_label(self, canvas: Canvas, area: pygame.Rect, colour: str) -> None:
        side = min(self.px, 0.5 * area.h)
        draw_triangle(
            canvas, area.centerx - 0.35 * side, area.centery, side, canvas.theme.over if self.enabled else colour, colour
        )
        canvas.draw_centred_icon("right", area.move(round(0.65 * side), 0), 0.9 * side, colour)


def draw_triangle(canvas: Canvas, cx: float, cy: float, d: float, fill: str, edge: str) -> None:
    """Draws a triangle that points upwards."""
    side = max(5, round(d))
    line = f"M{side / 2},1 L{side - 1},{side - 1} L1,{side - 1} Z"
    path = f'<path d="{line}" fill="{fill}" stroke="{edge}" stroke-linejoin="round"/>'
    canvas.draw_svg(document(side, side, path), cx - side / 2, cy - side / 2, side, side)


def has_taken_trick(trick: Trick | None, card: Card | None, seat: int) -> bool:
    """Returns True if a card won its trick, or if its seat tied for the trick."""
    return trick is not None and (card == trick.card or seat in trick.tied_seats)


def _trick_number_text(place: str) -> str:
    last = place.rpartition(", ")[2].partition(" of ")[0]
    return last.split()[-1]
