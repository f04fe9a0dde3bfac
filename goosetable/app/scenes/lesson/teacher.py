"""The teacher of a lesson: a goose in a medallion, her words in a bubble, an arrow to the thing she speaks about, and the list
of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.match.practice import LessonMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Point, bounding_box
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.table.messages import Messages
from goosetable.app.scenes.table.table import Table
from goosetable.app.table.captions import Obstacle, SpeechPlace, arrow_svg, find_arrow, find_speech_place
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.sidebar import Sidebar
from goosetable.app.table.sidebar_blocks import BlockCache, FigureInput
from goosetable.app.table.sprites import Sprite
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import bid_place
from goosetable.app.ui.accessible import TreePart
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    FirstFit,
    LayoutPass,
    PlacedTree,
    Row,
    Semantics,
    Text,
    Version,
    make_icon,
)
from goosetable.app.ui.focus import ARROWS, Button, SceneWidgets, Widget
from goosetable.app.ui.scene import Change
from goosetable.app.ui.tween import out_cubic
from goosetable.engine.lesson.lesson import PointerTarget
from goosetable.engine.rules.action import Action
from goosetable.engine.words import phrases

ARROW: Final = 0.45
"""Seconds in which the arrow grows to its full length, at the leisurely pace."""
STEPS: Final = 8
"""Number of images of the growing arrow."""
LEAD: Final = 1.34
SIZE: Final = 18.5
"""Units of the letters in the bubble."""
SMALLER: Final = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
"""Factors on `SIZE` that are tried until the text fits, the largest first."""
GOOSE: Final = 6.2  # width of the medallion and the bubble's tip, in sizes of the text
LOWEST: Final = 4.6
"""Least height of goose and bubble, in sizes of the text."""
WIDTHS: Final = (430, 540, 350, 640, 290)
"""Widths of the bubble that are tried, in units of text."""
ROW: Final = 39.0
"""Height of a line in the list of steps, in units."""
LEAST: Final = 29.0
"""Least height of a line in the list, in units."""


class LessonProgress:
    """The state of the present step.

    talking: True while the teacher's text is on the screen. Only then do the learner's actions have an effect.
    """

    def __init__(self, match: LessonMatch) -> None:
        self.match, self.lesson = match, match.lesson
        self.begin_step()

    def begin_step(self) -> None:
        """Resets the state for a new step."""
        self.talking = False
        self.wrong_action: Action | None = None
        """A wrong action of the learner's, until it is taken back."""
        self.aim: PointerTarget | None = None
        self.asking: tuple[Action, ...] = ()
        """The right actions, if the step asks for one."""

    def next_speech(self) -> str:
        """Begins the teacher's next speech, and returns its text: the objection to a wrong action, or else the text of the
        step.
        """
        self.talking = True
        if self.wrong_action is not None:
            self.aim = None
            return self.match.with_names(self.match.action_objection(self.wrong_action))
        self.aim, self.asking = self.match.pointer_target, self.match.answers
        return self.match.with_names(self.match.step.say)

    @property
    def awaits_action(self) -> bool:
        """True if the step asks the learner for an action, and no wrong action must be taken back first."""
        return bool(self.asking) and self.wrong_action is None

    @property
    def waits_for_button(self) -> bool:
        """True if the learner only has to read the text, and then press the teacher's button."""
        return self.talking and (self.wrong_action is not None or not self.asking)

    @property
    def button_label(self) -> str:
        """Label of the button that continues the lesson."""
        if self.wrong_action is not None:
            return "Take it back"
        return "Done" if self.match.is_on_last_step else "Go on"

    @property
    def shows_sidebar(self) -> bool:
        """True if the arrow points at the sidebar, which then has its usual content instead of the list of steps."""
        return self.aim is not None and self.aim.kind == "ledger"


class TargetBox(NamedTuple):
    """The area at which the teacher's arrow points. ringed: True if the area gets a ring; a card of the hand gets none, because
    it is rotated.
    """

    area: Area
    ringed: bool


def find_target_box(pointer_target: PointerTarget | None, stage: Stage, panel: Panel | None) -> TargetBox | None:
    """Returns the area of a target in the lesson's script; None if the target is not on the screen. panel: the open panel, or
    None.
    """
    layout = stage.layout
    if pointer_target is None:
        return None
    match pointer_target.kind:
        case "ledger":
            return TargetBox(layout.strip_area if layout.compact else layout.ledger_area, True)
        case "seat":
            place = stage.seat_place(pointer_target.seat)
            return TargetBox(place.area(), True) if place is not None else None
        case "hand" | "trick":
            lying = stage.hand.sprites if pointer_target.kind == "hand" else stage.trick
            found = next((sprite for sprite in lying if sprite.key == f"card {pointer_target.card}"), None)
            return TargetBox(_uncovered_area(stage.hand.sprites, found), False) if found is not None else None
        case "pile":
            lying = stage.shown_piles.get(pointer_target.pile, []) if pointer_target.pile is not None else []
            return TargetBox(bounding_box([sprite.rest.area() for sprite in lying]), True) if lying else None
    if panel is None or pointer_target.kind == "choices":
        return TargetBox(panel.area, True) if panel is not None else None
    tile = next((tile for tile in panel.tiles if tile.choice.action == pointer_target.action), None)
    return TargetBox(Area(*tile.rect), True) if tile is not None else None


def _uncovered_area(held: Sequence[Sprite], sprite: Sprite) -> Area:
    area = sprite.rest.area()
    if sprite in held[:-1]:
        after = held[held.index(sprite) + 1].rest.area()
        return Area(area.x, area.y, max(8.0, min(area.w, after.x - area.x + 0.1 * area.w)), area.h)
    return area


def areas_to_avoid(stage: Stage, panel: Panel | None, target: TargetBox | None, awaits_action: bool) -> list[Obstacle]:
    """Returns the areas that the bubble should not cover, with their weights. awaits_action: True if the learner has to act."""
    layout = stage.layout
    found = [Obstacle(sprite.rest.area(), 6.0) for sprite in stage.trick]
    held = [sprite.rest.area() for sprite in stage.hand.sprites]
    if held:
        fan = bounding_box(held)
        rise = 0.26 * layout.hand_height if awaits_action and panel is None else 0.0
        if rise and not layout.compact:  # over the right card is a tag with its effect
            rise = max(rise, 2.6 * layout.tag_size)
        weight = 9.0 if awaits_action and panel is None else 5.0 if awaits_action else 1.4
        found.append(Obstacle(Area(fan.x, fan.y - rise, fan.w, fan.h + rise), weight))
    for lying in stage.shown_piles.values():
        if lying:
            found.append(Obstacle(bounding_box([sprite.rest.area() for sprite in lying]), 3.0))
    for seat in range(len(stage.snapshot.names)):
        place = stage.seat_place(seat)
        if place is not None:
            told_twice = layout.compact and panel is not None  # the strip shows the same figures
            found.append(Obstacle(place.area(), 5.0 if stage.opponent_index(seat) is not None and not told_twice else 2.0))
        backs = [sprite.rest.area() for sprite in stage.backs.get(seat, [])]
        if backs:
            found.append(Obstacle(bounding_box(backs), 0.8))
    if panel is not None:
        area, over = panel.area, 40 * layout.u  # the words over a panel belong to it
        found += [Obstacle(area, 14.0), Obstacle(Area(area.x, area.y - over, area.w, over), 8.0)]
        found += [Obstacle(said, 8.0) for said in panel.text_areas if not area.overlaps(said)]
    if target is not None:
        found.append(Obstacle(target.area, 40.0))
        found.append(Obstacle(_enlarge_area(target.area, 34 * layout.u), 1.2))  # room for the arrow
    if awaits_action and panel is None and not layout.compact:
        slot = bid_place(layout, None) if layout.needs.rows else layout.trick_card_place(None, len(stage.trick))
        found.append(Obstacle(slot.area(), 1.0))
    return found


def blocked_areas(stage: Stage, panel: Panel | None, target: TargetBox) -> list[Area]:
    """Returns the areas that the arrow must not cross: seats, and the texts and tiles of a panel."""
    found = [place.area() for seat in range(len(stage.snapshot.names)) if (place := stage.seat_place(seat)) is not None]
    if panel is not None:
        found += [*panel.text_areas, *(Area(*tile.rect) for tile in panel.tiles)]
    return [area for area in found if not target.area.contains_point(area.centre)]


def _enlarge_area(area: Area, margin: float) -> Area:
    return Area(area.x - margin, area.y - margin, area.w + 2 * margin, area.h + 2 * margin)


class GoOnButton(Button):
    """The teacher's button. Arrow keys do not move the focus away from it, because they choose a card."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        return event.key in ARROWS or super().handle_key(event)


class Teacher:
    """Places and draws the teacher: a goose, her words in a bubble with a button, and an arrow to the thing she speaks about.

    reasons: the messages of the table. The reason for a refused action replaces the text of the step.
    """

    def __init__(self, table: Table, progress: LessonProgress, reasons: Messages, on_continue: Callable[[], Change]) -> None:
        self.table, self.progress, self.reasons = table, progress, reasons
        self.go = GoOnButton("Go on", on_continue, "prime", hint="", on_paper=True)
        self.go.region, self.go.shown = "decision", False
        self.fit: SpeechPlace | None = None
        self._tree: PlacedTree | None = None
        self._words = ""
        self._enlarged = 1.0

    @property
    def bubble_text(self) -> str:
        """The text in the bubble: the reason for a refused action, or else the text of the step; "" if the teacher
        is silent.
        """
        return (self.reasons.reason or self._words) if self.progress.talking else ""

    def begin_speech(self, words: str) -> None:
        self._words, self._enlarged = words, 0.0
        self.place_bubble()

    def end_speech(self) -> None:
        self._words, self.fit, self._tree, self.go.shown = "", None, None, False

    def place_bubble(self) -> None:
        """Finds the best place for goose and bubble on the table."""
        table, layout = self.table, self.table.stage.layout
        if not self._words:
            self.end_speech()
            return
        self.go.shown, self.go.label = self.progress.waits_for_button, self.progress.button_label
        px = 18.5 * layout.t if not layout.compact else 17.5 * layout.t
        cloth = layout.cloth
        inner = Area(cloth.x + 4, cloth.y + 4, cloth.w - 8, cloth.h - 8)
        near = Point(layout.middle_x - 0.12 * layout.cloth_width, layout.message_y)
        least = min(px, max(11.5, 0.019 * min(layout.w, 1.6 * layout.h)))
        avoided = areas_to_avoid(table.stage, table.panel, self._target, bool(self.progress.asking))
        self.fit = find_speech_place(inner, avoided, near, px, least, self._bubble_sizes)
        self._placed_tree()

    def _bubble_sizes(self, px: float) -> Iterator[tuple[float, float]]:
        for wide in WIDTHS:
            run = LayoutPass(self.table.context.canvas, px / SIZE)
            yield (
                wide * run.t + GOOSE * px,
                max(LOWEST * px, (self._make_elements(self._words).measure(run, wide)[1] + 0.5) * run.t),
            )

    def _make_elements(self, words: str) -> Element:
        progress, colour = self.progress, "russet" if self.reasons.reason else "ink"
        said = FirstFit([Text(words, SIZE * part, colour, line_height=LEAD) for part in SMALLER], grow=1)
        step = f"step {progress.match.number + 1} of {len(progress.lesson.steps)}"
        alone = not self.go.shown
        foot = Row([Text(step, 14, "ink2", text_align=float(alone), grow=1), Control(self.go, 17.5, height=36)])
        if self.table.stage.layout.compact:  # a line of words less high, so that it leaves those over a panel
            return Column([said, foot], 2, (18, 7, 18, 4 if alone else 9), background=_draw_bubble)
        return Column([said, foot], 5, (20, 13, 20, 7 if alone else 11), background=_draw_bubble)

    def _placed_tree(self) -> PlacedTree | None:
        if self.fit is None:
            return None
        key = (self.bubble_text, self.go.shown, self.go.label, self.fit, self.table.context.canvas)
        if self._tree is None or self._tree.key != key:
            canvas, area = self.table.context.canvas, self.bubble_area()
            self._tree = PlacedTree(
                self._make_elements(self.bubble_text), canvas, self.fit.px / SIZE, (area.x, area.y, area.w, area.h), key
            )
            self._tree.lay_out()
        return self._tree

    @property
    def _target(self) -> TargetBox | None:
        return find_target_box(self.progress.aim, self.table.stage, self.table.panel)

    def bubble_area(self) -> Area:
        assert self.fit is not None
        area, left = self.fit.area, GOOSE * self.fit.px
        return Area(area.x + left, area.y, area.w - left, area.h)

    @property
    def is_arrow_growing(self) -> bool:
        """True if the arrow is still growing."""
        return self.progress.talking and self._enlarged < 1

    def update(self, dt: float) -> bool:
        """Lets dt seconds pass. Returns True if the arrow has grown."""
        if not self.is_arrow_growing:
            return False
        pace = self.table.context.animation_factor
        self._enlarged = 1.0 if pace <= 0 else min(1.0, self._enlarged + dt / (ARROW * pace))
        return True

    def draw(self, canvas: Canvas, widgets: SceneWidgets) -> None:
        """Draws bubble, goose and arrow above everything on the cloth. widgets: the controls of the table, among which is the
        teacher's button.
        """
        if self.fit is None or not self.bubble_text or (tree := self._placed_tree()) is None:
            return
        t, px, box, whole = canvas.theme, self.fit.px, self.bubble_area(), self.fit.area
        self._draw_arrow(canvas)
        d = min(5.4 * px, whole.h)
        middle = Point(whole.x + d / 2 + 0.1 * px, whole.bottom - d / 2)
        tree.paint(canvas)
        self._draw_bubble_tail(canvas, box, middle, px)
        canvas.draw_portrait("goose", middle.x, middle.y, d, ring=t.brass)
        if self.go.shown:
            self.go.draw(canvas, widgets.ring and widgets.focus is self.go)

    def _draw_bubble_tail(self, canvas: Canvas, box: Area, goose: Point, px: float) -> None:
        t, w, h = canvas.theme, 1.5 * px, 1.2 * px
        y = min(max(goose.y - 0.6 * px, box.y + px), box.bottom - h - px)
        body = (
            f'<path d="M{w},0 L0,{h * 0.75:.1f} L{w},{h:.1f} Z" fill="{t.cream}"/>'
            f'<path d="M{w - 1:.1f},0 L1,{h * 0.75:.1f} L{w - 1:.1f},{h:.1f}" fill="none" stroke="{t.brass}" stroke-width="2"/>'
        )
        canvas.draw_svg(document(w, h, body), box.x - w + 2.5, y, w, h)

    def _draw_arrow(self, canvas: Canvas) -> None:
        found = self._target
        if found is None or self.fit is None or self.reasons.reason:
            return
        t, u = canvas.theme, max(0.7, self.table.stage.layout.u)
        part = out_cubic(self._enlarged)
        area = found.area
        if found.ringed:
            canvas.draw_panel(pygame.FRect(area).inflate(8, 8), 10 * u, edge=t.brass_hi, line_width=3, alpha=0)
        above, tag = self.fit.area.bottom < area.y, self.reasons.tag
        if (
            above and tag.w and area.contains_point((area.centre.x, tag.bottom + 30 * u))
        ):  # over the card is a tag with its effect
            area = Area(area.x, tag.y, area.w, area.bottom - tag.y)
        curve = find_arrow(self.fit.area, area, 9 * u, blocked_areas(self.table.stage, self.table.panel, found))
        if curve is None or part <= 0:
            return
        if part < 1:
            curve = curve.first_part(max(0.15, round(part * STEPS) / STEPS))
        body, place = arrow_svg(curve, t.brass_hi, u)
        canvas.draw_svg(body, place.x, place.y, place.w, place.h)


def _draw_bubble(canvas: Canvas, area: pygame.Rect) -> None:
    t = canvas.theme
    canvas.draw_panel(area, 16, fill=t.cream, edge=t.brass, line_width=2, shadow=(14, 5, 150))


class SpeechPart(Widget):
    """The teacher's words as a part of the accessible tree."""

    role = "note"
    focusable = False

    def __init__(self, teacher: Teacher) -> None:
        super().__init__("Teacher", on_paper=True)
        self.teacher = teacher
        self.region = "decision"

    @property
    def accessible_value(self) -> str:
        return without_marks(self.teacher.bubble_text)


class StepsSidebar(Sidebar):
    """The sidebar of a lesson, which lists the steps. During a step that explains the sidebar, it has the content of the usual
    sidebar instead.
    """

    def __init__(self, progress: LessonProgress, portraits: tuple[str, ...]) -> None:
        game = progress.match.game
        super().__init__(game.title, game.text.win_names[1], portraits)
        self.progress = progress

    @property
    def content_key(self) -> tuple[object, ...]:
        progress = self.progress
        return *super().content_key, progress.match.number, progress.talking, progress.shows_sidebar

    def make_upper_part(self, data: FigureInput) -> Element:
        if self.progress.shows_sidebar:
            return super().make_upper_part(data)
        lesson = self.progress.lesson
        return self.make_head(data, lesson.title, f"{self.title}, about {phrases.count_text(lesson.minutes, 'minute')}")

    def make_body(self, blocks: BlockCache) -> Element:
        if self.progress.shows_sidebar:
            return super().make_body(blocks)
        lesson = self.progress.lesson
        count, now = len(lesson.chapters), lesson.chapter_of_step(self.progress.match.number)

        def steps(fit: int, height: float) -> Version:
            first = min(max(0, now - fit // 2), count - fit)  # with large text, only those around the present one
            return lambda: self._make_list(range(first, first + fit), height)

        return FirstFit([steps(count, ROW), *(steps(fit, LEAST) for fit in range(count, 0, -1))], grow=1, key="body")

    def _make_list(self, numbers: range, height: float = 0) -> Column:
        lesson = self.progress.lesson
        now = lesson.chapter_of_step(self.progress.match.number)
        rows = [_make_step_line(i, now, lesson.chapters[i][0], height) for i in numbers]
        return Column(rows, role="list", name="Steps of the lesson")

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        """Yields the accessible parts of all steps, even those without space on the paper, and then of the usual sidebar."""
        yield from self._make_list(range(len(self.progress.lesson.chapters))).accessible_parts(tree)
        yield from super().accessible_parts(tree)


def _make_step_line(step_index: int, present_index: int, title: str, height: float) -> Element:
    def draw_ground(canvas: Canvas, area: pygame.Rect) -> None:
        canvas.draw_panel(area.inflate(0.4 * area.h, -2), 0.2 * area.h, fill=canvas.theme.chosen, edge=canvas.theme.brass_lo)

    colour = "ink" if step_index <= present_index else "ink2"
    number = Text(str(step_index + 1), 15, colour, "semi", text_align=0.5, width=18, spoken="")
    sign = make_icon("check", 16, "leaf") if step_index < present_index else number
    words = Text(
        title, 16.5, colour, "semi" if step_index == present_index else "sans", max_lines=1, shrink=0.7, grow=1, spoken=""
    )
    state = ", done" if step_index < present_index else ", now" if step_index == present_index else ""
    return Row(
        [Row([sign], 0, width=18), words], 9, background=draw_ground if step_index == present_index else None, height=height,
        role="row", name=f"{title}{state}", key=f"step:{step_index}",
    )  # fmt: skip
