"""The controls of the table: the hand, choices, figures and buttons; and their layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.table.messages import FigureNotes, Messages
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import SHORTCUT_MODIFIERS, Button, SceneWidgets
from goosetable.app.ui.widget import PRESS_KEYS, PressControl, Widget
from goosetable.engine.words.phrases import count_text

CLOSED: Final = "What happened is closed."
STEPS: Final = {pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_LEFT: -1, pygame.K_UP: -1}


class HandControl(Widget):
    """The hand as a single control, in which arrow keys move the focus from card to card."""

    role = "listbox"

    def __init__(self, table: Table, turn: Turn) -> None:
        super().__init__("Your hand")
        self.table, self.turn = table, turn
        self.region = "hand"

    @property
    def accessible_value(self) -> str:
        focus = self.table.stage.hand.focus
        return "" if focus is None else self.table.match.game.text.card_name(focus)

    def handle_key(self, event: pygame.event.Event) -> bool:
        hand = self.table.stage.hand
        if keymap.is_command(event, "suit on") or keymap.is_command(event, "suit back"):
            hand.step_focus_by_suit(1 if keymap.is_command(event, "suit on") else -1)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            hand.step_focus(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key in (pygame.K_HOME, pygame.K_END) and hand.cards:
            hand.focus_card(hand.cards[0 if event.key == pygame.K_HOME else -1], True)
        elif event.key in PRESS_KEYS:
            if hand.focus is None:
                hand.step_focus(1)
            elif self.table.context.reader_listens and not self.table.stage.snapshot.mine:
                self.table.announce_topic("turn")
            elif not self.turn.has_just_acted:
                self.turn.play_card(hand.focus)
        else:
            return False
        self.table.redraw()
        return True

    def focus_changed(self, focused: bool) -> None:
        if not focused:
            self.table.stage.hand.focus_card(None)

    def handle_click(self, pos: tuple[int, int]) -> None:
        """Does nothing. Clicks on cards are handled elsewhere, and a click beside the cards has no effect."""


class ChoicesThreshold(Widget):
    """A control before the choices of a question. It has the focus when the curtain opens, so that the first key chooses
    nothing.

    standing: True from the fall of the curtain until the person acts or the focus leaves this control.
    """

    role = "listbox"

    def __init__(self, on_leave: Callable[[], None]) -> None:
        """on_leave: called to move the focus to a choice."""
        super().__init__("")
        self.goes = on_leave
        self.standing = self.shown = False
        self.region = "decision"

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key not in (*STEPS, *PRESS_KEYS) or getattr(event, "mod", 0) & SHORTCUT_MODIFIERS:
            return False
        self.goes()
        return True

    def focus_changed(self, focused: bool) -> None:
        if not focused:
            self.standing = self.shown = False

    def handle_click(self, pos: tuple[int, int]) -> None:
        """Does nothing, because a click beside the choices has no effect."""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ring(canvas, focused, 10)


class FigureNotesControl(Widget):
    """A control for all figures (numbers and signs) that have a note. Arrow keys move from figure to figure."""

    role = "listbox"

    def __init__(self, notes: FigureNotes) -> None:
        super().__init__("What the figures mean")
        self.notes = notes
        self.region = "figures"

    @property
    def accessible_value(self) -> str:
        return without_marks(self.notes.text)

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key not in STEPS:
            return False
        self.notes.open_neighbour_note(STEPS[event.key])
        return True

    def focus_changed(self, focused: bool) -> None:
        self.notes.set_keyboard_choice(focused)


class SidebarStrip(PressControl):
    """The folded sidebar. A click opens the sidebar over the table."""

    def __init__(self, toggle: Callable[[], None]) -> None:
        super().__init__("Sidebar", toggle, on_paper=True)
        self.region = "ledger"

    def draw(self, canvas: Canvas, focused: bool) -> None:
        if focused:
            x, y, w, h = self.rect
            canvas.draw_box(x + 2, y + 2, w - 4, h - 4, 6, edge=canvas.theme.brass_lo, line_width=3)


class ChartButton(Button):
    """The button that shows or hides the game's chart in the sidebar; only for games with a chart."""

    def __init__(self, table: Table) -> None:
        super().__init__("What counts", self._toggle_chart, icon="cards", bare=True)
        self.table = table

    def update_visibility(self, opened: bool) -> bool:
        """Shows or hides the button. Returns True if it is visible then. opened: True if a folded sidebar is open."""
        stage = self.table.stage
        chart = stage.snapshot.facts.chart
        self.shown = chart is not None and (opened or not stage.layout.compact)
        if chart is not None:
            self.label = chart.title
        return self.shown

    def _toggle_chart(self) -> None:
        sidebar = self.table.sidebar
        sidebar.shows_chart, sidebar.shows_log = not sidebar.shows_chart, False
        self.table.redraw()


class LogButton(Button):
    """The button that switches the sidebar between the log and the figures."""

    def __init__(self, table: Table, open_sidebar: Callable[[bool], None]) -> None:
        super().__init__("What happened", self.toggle_log, icon="list", bare=True)
        self.table, self.open_sidebar = table, open_sidebar

    def toggle_log(self) -> None:
        """Shows the log, or hides it if it is shown. In a compact window this also unfolds or folds the sidebar. Does nothing
        in a lesson or a problem.
        """
        sidebar, folds = self.table.sidebar, self.table.stage.layout.compact
        if self.table.is_guided:
            return
        sidebar.shows_log, sidebar.shows_chart = not sidebar.shows_log, False
        sidebar.scroll.scroll_to(0)
        if self.table.context.reader_listens:
            if sidebar.shows_log:
                self.table.announce_topic("story")
            else:
                self.table.context.show_answer(CLOSED)
        if folds and sidebar.shows_log != self.table.sidebar_open:
            self.open_sidebar(sidebar.shows_log)
        self.table.redraw()


class Controls:
    """The controls of the table, their layout, and their order for Tab."""

    def __init__(self, table: Table, widgets: SceneWidgets, messages: Messages, turn: Turn) -> None:
        self.table, self.widgets, self.messages = table, widgets, messages
        self.fan = HandControl(table, turn)
        self.notes = FigureNotes(table, messages)
        self.figures = FigureNotesControl(self.notes)
        self.threshold = ChoicesThreshold(lambda: widgets.focus_on(self._choice_to_focus()))
        self.strip = SidebarStrip(lambda: self.open_sidebar(not table.sidebar_open))
        self.menu = Button("Menu", table.open_menu, icon="menu", bare=True)
        self.hint = Button("Hint", turn.ask_hint, icon="hint")
        self.undo = Button("Undo", table.undo, icon="undo")
        self.last = Button(f"Last {table.match.game.text.trick_name}", table.show_last_trick, icon="eye")
        self.rules = Button("Rules", table.open_rules, icon="book")
        self.chart, self.story = ChartButton(table), LogButton(table, self.open_sidebar)
        self.sheet = Button("Score sheet", table.open_game_sheet, icon="pencil", bare=True)
        self.hint.command, self.undo.command, self.last.command = "hint", "undo", "last"
        self.rules.command, self.story.command, self.sheet.command, self.menu.command = "rules", "story", "sheet", "pause"
        self.foot: tuple[Button, ...] = (self.hint, self.undo, self.last, self.rules)
        self.folded: tuple[Button, ...] = (self.last, self.rules)
        """The buttons at the foot of a folded sidebar that was opened."""
        self.icons: tuple[Button, ...] = (self.hint, self.undo, self.menu)
        """The buttons in the strip of a folded sidebar."""
        for button in (*self.foot, *self.head_buttons, self.menu):
            button.region = "foot"
        widgets.replace_controls([self.fan, self.figures, self.strip, *self.foot, self.menu], first=self.fan)
        widgets.ring = False
        self._asked_of: Panel | None = None
        self._turn: Snapshot | None = None
        """The snapshot for which `focus_legal_card` last checked the focus."""

    @property
    def head_buttons(self) -> tuple[Button, ...]:
        """The buttons in the head of the sidebar, except for the menu button."""
        return self.sheet, self.chart, self.story

    def replace_foot_buttons(self, *buttons: Button) -> None:
        """Replaces the buttons at the foot of the sidebar by a guide's buttons, which the guide enables and disables."""
        for button in self.foot:
            button.shown = False
        for button in buttons:
            button.region = "foot"
        self.foot = self.folded = buttons
        self.icons = (self.menu,)

    def open_sidebar(self, opened: bool) -> None:
        """Opens or folds the sidebar of a small window."""
        self.table.sidebar_open = opened
        self.lay_out()
        self.table.redraw()

    def lay_out(self) -> None:
        """Lays out all controls, and enables those that can be used now."""
        self._enable_buttons()
        self._place_sidebar_controls()
        self._place_hand_control()
        self._set_focus_order()

    def _place_sidebar_controls(self) -> None:
        table, layout, canvas = self.table, self.table.stage.layout, self.table.context.canvas
        sidebar, compact, opened = table.sidebar, layout.compact, table.sidebar_open or not layout.compact
        self.sheet.shown = bool(table.match.session.scored_deals) and not table.is_guided and opened
        self.chart.update_visibility(table.sidebar_open)
        self.story.shown = not table.is_guided and opened
        sidebar.shows_log &= self.story.shown
        wanted = table.guide_buttons
        for button in (wanted and self.foot) or (self.last, self.rules):
            button.shown = opened and (not wanted or button in wanted)
        menu, sidebar.icons = ((), self.icons) if compact else ((self.menu,), ())
        sidebar.heads = (self.story, self.chart, self.sheet, *menu)
        sidebar.foot = self.folded if compact else self.foot
        sidebar.tree_beside_cloth(canvas, layout, table.stage.snapshot)
        if compact and opened:
            sidebar.paper_tree(canvas, layout, table.stage.snapshot)
        self.strip.shown = compact
        self.strip.rect = pygame.Rect(0, 0, self.icons[0].rect.x - 6, layout.strip)

    def _place_hand_control(self) -> None:
        table, layout = self.table, self.table.stage.layout
        places = layout.hand_places(max(1, len(table.stage.hand.cards)))
        first, last, high = places[0], places[-1], places[0].height
        top = round(min(place.y for place in places) - high * 0.5)
        left = round(first.x - high * 0.36)
        self.fan.rect = pygame.Rect(left, top, round(last.x + high * 0.36) - left, layout.h - top)
        self.fan.shown = table.panel is None

    def _enable_buttons(self) -> None:
        table, session = self.table, self.table.match.session
        self.undo.enabled = session.state is not None and table.match.undo_action_count > 0
        self.hint.enabled = bool(table.match.people_seats) and not table.match.playing_out
        self.hint.label, self.hint.icon = self._hint_label_and_icon
        self.last.enabled = table.has_last_trick

    def _set_focus_order(self) -> None:
        table, before = self.table, self.widgets.focus
        tiles: list[Widget] = list(table.panel.tiles) if table.panel is not None else []
        book = table.sidebar.scroll
        book.shown = table.sidebar_open or not table.stage.layout.compact
        self.figures.shown = not table.is_guided
        lower = [self.figures, self.strip, book, *self.foot, self.chart, self.sheet, self.story, self.menu]
        self._place_threshold()
        focus = self.default_focus
        extra = table.panel.buttons if table.panel is not None else ()
        self.widgets.replace_controls([self.threshold, *tiles, *extra, self.fan, *lower], focus)
        if tiles and (self.threshold.shown or (table.panel is not self._asked_of and before not in tiles)):
            self.widgets.focus_on(focus)  # the person looks at a new question first
        elif not tiles and self.widgets.focus is None:
            self.widgets.focus_on(self.fan)
        self._asked_of = table.panel
        if table.is_guided:
            self._add_guide_widgets()

    def _place_threshold(self) -> None:
        """Shows the threshold around the choices if a question is open and the threshold is standing; else hides it."""
        panel, stands = self.table.panel, self.threshold.standing
        self.threshold.shown = panel is not None and stands
        if panel is not None:
            self.threshold.rect = _to_rect(panel.area)
            self.threshold.label = count_text(sum(not tile.barred for tile in panel.tiles), "choice")

    def _add_guide_widgets(self) -> None:
        table = self.table
        self.undo.enabled, self.hint.enabled = table.allows_undo, table.allows_hint
        self.widgets.replace_controls(
            [*self.widgets.all, *table.top_widgets], self.widgets.focus
        )  # the last widget is the topmost
        if self.guide_has_focus:
            self.widgets.focus_on(table.top_widgets[-1])

    @property
    def guide_has_focus(self) -> bool:
        """True if the topmost control of a guide must have the focus."""
        top = self.table.top_widgets
        return bool(top) and top[-1].shown

    def begin_turn(self) -> None:
        """Moves the focus to the hinted card, or else to the nearest legal one, if the person plays by keys. Does nothing if
        the curtain has just opened.
        """
        hand, widgets = self.table.stage.hand, self.widgets
        if self.threshold.standing:
            return
        by_keys = widgets.ring or self.table.context.reader_listens
        if by_keys and widgets.focus is self.fan and self.fan.shown and hand.focus is None and hand.legal is not None:
            hand.focus_card(hand.hint if hand.hint in hand.cards else hand.nearest_legal_card())
            self.table.redraw()

    def focus_legal_card(self) -> None:
        """At the beginning of a turn, moves the focus from an illegal card to the nearest legal one.

        If the pointer has set the focus, removes the focus instead. Later in the turn an illegal card may have it.
        """
        hand, shown = self.table.stage.hand, self.table.stage.snapshot
        began, self._turn = shown is not self._turn, shown
        if began and hand.legal is not None and hand.focus is not None and hand.focus not in hand.legal:
            hand.focus_card(hand.nearest_legal_card() if hand.keyed else None, hand.keyed)

    def focus_hint(self) -> None:
        """Moves the focus to the hinted card or choice, so that Enter plays it."""
        table, widgets = self.table, self.widgets
        if self.guide_has_focus:
            return
        tiles = table.panel.tiles if table.panel is not None else ()
        if (tile := next((tile for tile in tiles if tile.hinted), None)) is not None:
            widgets.focus_on(tile)
        elif not tiles and table.stage.hand.hint is not None:
            widgets.focus_on(self.fan)
            table.stage.hand.focus_card(table.stage.hand.hint, by_key=True)
        else:
            return
        widgets.ring = True

    @property
    def default_focus(self) -> Widget:
        """The control that has the focus by default: the hand; or a choice, if a question is open."""
        panel = self.table.panel
        if panel is None:
            return self.fan
        if self.threshold.shown:
            return self.threshold
        meant = next((tile for tile in panel.tiles if tile is self.widgets.focus), None)
        return meant or self._choice_to_focus()

    def _choice_to_focus(self) -> Widget:
        """Returns the choice that names the person's own seat, such as "keep the trick"; else the first legal choice."""
        tiles = self.table.panel.tiles if self.table.panel is not None else []
        me = self.table.match.me
        own = next((tile for tile in tiles if tile.choice.seat == me and not tile.barred), None)
        return own or next((tile for tile in tiles if not tile.barred), tiles[0] if tiles else self.fan)

    @property
    def _hint_label_and_icon(self) -> tuple[str, str]:
        """Label and icon of the hint button. While a hint is displayed, the button shows the figures on which it is based."""
        if self.table.match.are_points_decided:
            return "Play it out", "play"
        return self.messages.figures_button_label or "Hint", "hint"

    @property
    def is_hint_label_outdated(self) -> bool:
        """True if the hint button does not show the label and the icon that it should have now."""
        return (self.hint.label, self.hint.icon) != self._hint_label_and_icon


def _to_rect(area: Area) -> pygame.Rect:
    return pygame.Rect(round(area.x), round(area.y), round(area.w), round(area.h))
