"""The curtain: it hides the table until the next person, who should be alone with the screen, presses a button.

Until then no scene can show the hand, because the match reveals it only after `Match.uncover_hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match, seats_of_absent_people
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import make_curtain
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToMenu
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui import controller, keymap
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    Heading,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    make_horizontal_line,
    make_portrait,
)
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import AWAY_EVENTS, Change, Pop, Push
from goosetable.app.ui.tween import CURTAIN_DROPS, CURTAIN_OPENS, out_cubic
from goosetable.app.ui.widget import PRESS_KEYS
from goosetable.engine.words.phrases import listed

FORGOTTEN: Final = 4.0  # seconds after which a first press no longer counts, unless a screen reader listens
HOLD: Final = 0.6  # seconds that the button is held down
AGAIN: Final = 0.35  # seconds from the first press after which a second one is no double click
LET_GO: Final = (pygame.MOUSEBUTTONUP, pygame.WINDOWLEAVE, *AWAY_EVENTS)
LEAST: Final = 390  # height in units that the curtain needs at least
SINCE: Final = "Since your last turn"
BEFORE_FIRST_TURN: Final = "In this deal so far"
BACK_AGAIN: Final = "Who comes back opens the menu, then Who plays."
LINE: Final = 26  # height in units of a log line
ROOM: Final = (6, 12)  # least and largest number of log lines for which the sheet has room in a high window
SMALL: Final = 560  # height of the window in units below which the gaps are smaller


class OpenCurtainButton(Button):
    """The button that opens the curtain, by a long press or by two presses. During the press a progress bar grows in the
    button.
    """

    def __init__(self) -> None:
        super().__init__("", None, "prime", "eye", on_paper=True)
        self.full = 0.0
        """Duration of the present press as a part 0..1 of `HOLD`."""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        super().draw(canvas, focused)
        if self.full > 0:
            x, bottom, wide = self.rect.x + 6, self.rect.bottom - 9, self.rect.w - 12
            canvas.draw_panel(pygame.FRect(x, bottom, wide * self.full, 5), 2.5, fill=canvas.theme.brass_lo)


class HandoverScene(ElementPage):
    """The curtain, a page that hides a table. person: seat of the person who may open it. on_handover: called with that seat
    when the curtain opens.
    """

    fades = False
    announces_log = True
    screen, effect_of_esc = keymap.CURTAIN, "The menu"

    def __init__(
        self, context: Context, match: Match, person: int, portraits: tuple[str, ...], on_handover: Callable[[int], None]
    ) -> None:
        super().__init__(context, SINCE)
        self.match, self.portraits, self._on_handover = match, portraits, on_handover
        self.show = OpenCurtainButton()
        self.undo = Button("Take it back", self._take_back_decision, "wood", "undo", on_paper=False)
        self.undo.command = "undo"
        self.menu = Button("Menu", lambda: Push(ToMenu(match)), "wood", "menu", bare=True, on_paper=False)
        self.menu.command = "pause"
        self.first = self.show
        self._set_next_person(person)
        self._dropped = 0.0 if context.animation_factor else 1.0  # how far it has come down, 0..1
        self._opened = 0.0  # how far it has parted, 0..1
        self._held = False
        self._since_press: float | None = None  # seconds since it was pressed for the first time
        self._hint_state = (
            False,
            context.pad,
        )  # what the hint of the present elements follows from: pressed once, device in hand
        self.covers = self._dropped >= 1
        self._cloth: pygame.Surface | None = None

    def _set_next_person(self, person: int) -> None:
        self.person = person
        name = self.match.name_of(person)
        self.title = f"{name}, it is your turn" if self.match.session.turn == person else f"{name}, look at your cards"
        self.show.label = f"I am {name}: show my cards"
        self.recent_log, self.centre_cards_sentence = self.match.log_since_action_of(person), self.match.centre_cards_sentence
        last = self.match.last_visible_seat
        self.undo.shown = last is not None and self.match.undo_action_count > 0
        if last is not None:
            self.undo.label = f"{self.match.with_names(f'[{last}]')} takes it back"

    def _take_back_decision(self) -> None:
        """Takes back the last decision of the person before. The curtain then waits for that person."""
        if self.match.undo():
            self.on_resume(None)

    def on_resume(self, result: object) -> None:
        """Updates the page after a page over it was closed. The curtain may now have to open for another person."""
        self.portraits = portraits_at_table(self.match.session, self.context.settings)
        self._set_next_person(self.match.next_person)
        self.widgets.focus_on(self.show)
        self.on_resize(self.w, self.h)

    def lay_out(self) -> None:
        """Lays out the page. In the smallest windows large text is reduced, so that the button and a log line have space."""
        self._cloth = None
        self.t = min(self.t, self.h / LEAST)
        self.wide, self.high = self.w / self.t, self.h / self.t
        super().lay_out()
        self.scroll.scroll_to(self.scroll.inner)  # the newest lines lie at the end

    def make_page(self) -> Element:
        """Makes the elements. The position of the button does not depend on the number of log lines."""
        small = self.undo.bare = self.high < SMALL
        face, foot, bottom = (78.0, 96.0, self.high - 8) if small else (96.0, 102.0, self.high - 64)
        head = face / 2 + (124 if small else 136)
        lines = min(max(ROOM[0], len(self.recent_log) + bool(self.centre_cards_sentence)), ROOM[1])
        y = max(face / 2 + 8 if small else 50.0, bottom - foot - head - lines * LINE)
        menu, undo = Control(self.menu, bare=True, width=40, height=40), Control(self.undo, bare=small, height=40)
        undo.width, undo.align = (40, None) if small else (280, 0.5)
        corner = Row([*([undo] if small else []), Spacer(grow=1), menu], 0, (8, 4, 8, 0), height=44)
        parts = [self._make_head(face, head - 38), self._make_log_lines(bottom - y - head - foot), self._make_foot(foot, small)]
        paper = Column(parts, width=min(620.0, self.wide - 32), height=bottom - y, align=0.5, background=self._draw_paper)
        tip = f"{self.context.keymap.name_of_key('hide')} hides your cards at any time" if self._other_names else ""
        below = undo if self.undo.shown else Text(tip, 15, "cream2", text_align=0.5, align=0.5)
        under = [] if small else [Spacer(height=11), Column([below])]
        return Column([corner, Spacer(height=y - 44), paper, *under])

    def _draw_paper(self, canvas: Canvas, area: pygame.Rect) -> None:
        canvas.draw_paper(area, 18 * self.t, 30, 14)

    @property
    def _other_names(self) -> str:
        return listed([self.match.with_names(f"[{seat}]") for seat in self.match.people_seats if seat != self.person])

    def _make_head(self, face_diameter: float, height: float) -> Element:
        alone = BACK_AGAIN if seats_of_absent_people(self.match.session) else "Only you play here from now on."
        note = f"{self._other_names}: the ceiling is worth a look." if self._other_names else alone

        def draw_portrait(canvas: Canvas, area: pygame.Rect) -> None:
            who, t = self.portraits[self.person], canvas.theme
            canvas.draw_portrait(who, area.centerx, area.y + 6 * self.t, face_diameter * self.t, t.brass)

        size = 30 if self.high < SMALL else 36
        return Column([
            Picture(draw_portrait, height=face_diameter / 2 + 22),
            Heading(self.title, size, line_height=1.28, shrink=0.35, text_align=0.5),
            Text(note, 18, "ink2", max_lines=1, shrink=0.6, text_align=0.5),
        ], padding=(20, 0, 20, 0), height=height)  # fmt: skip

    def _make_log_lines(self, height: float) -> Element:
        place = Text(self.match.words_for_moment_of_game, 16, "ink2", max_lines=1, shrink=0.6, text_align=1, grow=1)
        since = _log_heading(self.match, self.recent_log)
        head = Row([Text(since, 16, "ink2", "semi", role="heading"), place], 16, (40, 6, 40, 0), height=38)
        rows: list[Element] = [Row([Text("The deal begins.", 17, "ink2", "it")], 0, (16, 0, 16, 0), height=LINE)]
        if self.recent_log:
            rows = [self._make_line(seat, line) for seat, line in self.recent_log]
        if self.centre_cards_sentence:
            rows.append(self._make_line(None, self.centre_cards_sentence, "semi"))
        listing = Column(rows, padding=(24, 0, 24, 0), role="list", name=since)
        lines = Scroll(listing, self.scroll, (-24, -24), height=max(20.0, height))
        return Column([Column([make_horizontal_line()], padding=(40, 0, 40, 0)), head, lines], height=height + 38)

    def _make_line(self, seat: int | None, line: str, face: str = "sans") -> Element:
        who: Element = Spacer(width=23) if seat is None else make_portrait(self.portraits[seat], 23)
        said = Text(line, 17, face=face, max_lines=1, shrink=0.6, grow=1)
        return Row([who, said], 10, (17, 0, 10, 0), height=LINE)

    def _make_foot(self, height: float, small: bool) -> Element:
        hint = f"hold {_name_of_opening_key(self.context.pad)}, or press and hold; or press twice, slowly"
        button = Control(self.show, 20, width=360, height=50 if small else 58, align=0.5)
        said = Text(
            "press once more" if self.was_pressed_once else hint, 14.5, "ink2", text_align=0.5, role="status", key="hint"
        )
        return Column([button, said], 8, (30, 12, 30, 0), height=height)

    @property
    def opening_announcement(self) -> str:
        return curtain_announcement(
            self.match, self.person, self.title, [line for _, line in self.recent_log], self.context.pad
        )

    @property
    def status_line(self) -> str:
        return "Press once more." if self.was_pressed_once else ""

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return self._dropped < 1 or 0 < self._opened < 1 or self._held or self._since_press is not None

    def update(self, dt: float) -> Change:
        pace = self.context.animation_factor
        if self.match.computer_acts_while_covered:
            return Pop(self)
        if self._dropped < 1:
            self._dropped = min(1.0, self._dropped + dt / (CURTAIN_DROPS * pace)) if pace else 1.0
            self.covers, self.dirty = self._dropped >= 1, True
        if self._opened:
            self._opened = min(1.0, self._opened + dt / (CURTAIN_OPENS * pace)) if pace else 1.0
            self.dirty = True
            return Pop(self) if self._opened >= 1 else None
        if self._since_press is not None:
            # A screen reader needs longer than FORGOTTEN for the announcement of the first press.
            stays = self._held or self.context.reader_listens or self._since_press < FORGOTTEN
            self._since_press = self._since_press + dt if stays else None
            self.dirty |= self._since_press is None
        if self._held:
            self.show.full = min(1.0, self.show.full + dt / HOLD)
            self.dirty = True
            if self.show.full >= 1:
                self._open_curtain()
        elif self.show.full:
            self.show.full, self.dirty = 0.0, True
        hinted = self.was_pressed_once, self.context.pad
        if hinted != self._hint_state:
            self._hint_state = hinted
            self.rebuild()
        return None

    def cover_private_view(self) -> None:
        """Closes a curtain that is opening. The table below hides the private view itself."""
        if self._opened:
            self._opened, self.covers = 0.0, True
            self._since_press, self.show.full = None, 0.0
            self.on_resume(None)

    def _open_curtain(self) -> None:
        self._held, self._opened = False, 1e-6
        self.covers = False
        self.context.sound.play("curtain")
        self._on_handover(self.person)

    def handle(self, event: pygame.event.Event) -> Change:
        if self._opened:
            return None
        kind, key = event.type, getattr(event, "key", None)
        if kind == pygame.KEYDOWN and key == pygame.K_ESCAPE:
            return Push(ToMenu(self.match))
        if kind == pygame.KEYDOWN and key in PRESS_KEYS and self.widgets.focus is self.show:
            self._begin_press()
            return None
        if kind == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.show.rect.collidepoint(event.pos):
            self._begin_press()
        elif kind in LET_GO or (kind == pygame.KEYUP and key in PRESS_KEYS):
            self._held, self.dirty = False, True
        return super().handle(event)

    @property
    def was_pressed_once(self) -> bool:
        """True if the button was pressed and released once, so that a second press opens the curtain."""
        return self._since_press is not None and not self._held

    def _begin_press(self) -> None:
        """Begins a press, which opens the curtain after `HOLD` seconds. A second press opens the curtain at once.

        The second half of a double click does not count as a press.
        """
        if self._dropped < 1 or self._held:
            return
        if self._since_press is not None and self._since_press >= AGAIN:
            self._open_curtain()
            return
        self._held, self._since_press, self.dirty = True, 0.0, True

    def draw(self, canvas: Canvas) -> None:
        w, h = self.w, self.h
        if self._cloth is None or self._cloth.get_size() != (w, h):
            self._cloth = make_curtain(self.context.theme, w, h)
        if self._opened:
            half, away = w // 2, round(w / 2 * out_cubic(self._opened))
            canvas.dst.blit(self._cloth, (-away, 0), (0, 0, half, h))
            canvas.dst.blit(self._cloth, (half + away, 0), (half, 0, w - half, h))
            return
        canvas.dst.blit(self._cloth, (0, -round(h * (1 - out_cubic(self._dropped)))))
        if self._dropped >= 1:
            self.draw_elements(canvas)


def _name_of_opening_key(pad_signs: str) -> str:
    return f"the {controller.spoken_button_names(('A',), pad_signs)} button" if pad_signs else "Enter"


def _log_heading(match: Match, log: Sequence[object]) -> str:
    """Returns the heading over the log since a person's last turn. log: its lines; before the first turn, all of the deal."""
    return BEFORE_FIRST_TURN if len(log) == len(match.log_lines()) else SINCE


def curtain_announcement(match: Match, person: int, title: str, log_lines: Sequence[str], pad_signs: str) -> str:
    """Returns the announcement of the curtain. person: the seat that may open it. log_lines: the log since this seat's last
    turn.

    pad_signs: kind of labels on the controller in use; "" for the keyboard.
    """
    name = match.name_of(person)
    others = [match.with_names(f"[{seat}]") for seat in match.people_seats if seat != person]
    both = f"{listed([name, *others])} play at this screen; now only {name} may hear the cards" if others else ""
    news = (f"{_log_heading(match, log_lines)}:", *log_lines) if log_lines else ("The deal begins",)
    happened = (*news, match.centre_cards_sentence)
    opens = f"To hear the cards of {name} hold {_name_of_opening_key(pad_signs)}, or press it twice, slowly"
    return as_spoken_sentences((f"The curtain. {title}", both, match.words_for_moment_of_game, *happened, opens))
