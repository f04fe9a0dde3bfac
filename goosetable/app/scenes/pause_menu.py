"""The menu over a table: back, the last trick, rules, settings, the sound, full screen, the code, and how to leave."""

from __future__ import annotations

import pygame

from goosetable.app.context import Context
from goosetable.app.match.chairs import away
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import LAST_TRICK, ToCardsPlayed, ToChairs, ToFairPlay, ToGameSheet, ToRules, ToTitle
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change, Pop, Push, Quit, Restart

HEAD, EACH, LEAST, WIDE = 66, 56, 54, 400


class PauseMenuScene(Page):
    """Lies over the table. Leaving keeps the game: the title offers to go on with it.

    trick: whether there is a last trick to be seen again.
    """

    covers = False
    shade = 0.5

    def __init__(self, context: Context, match: Match, trick: bool = False) -> None:
        super().__init__(context, Scroller("Menu"))
        self.match = match
        self._asked = False  # whether the code was asked for once, and has to be asked for once more
        self.first = Button("Back to the game", self.back, "prime", "play", on_paper=True)
        self.first.shortcut = (pygame.K_p, 0)  # the key that opened it, where it was a pause
        self.last = Button(f"Last {match.game.text.trick_name}", lambda: Pop(LAST_TRICK), "plain", "eye", hint="L")
        self.last.shown = trick
        self.rules = Button("Rules", self._rules, "plain", "book", hint="F1")
        self.rules.shortcut = (pygame.K_F1, 0)
        self.settings = Button("Settings", self.to_settings, "plain", "gear", hint="F10")
        self.mute = Button("Mute", self._mute, "plain", "quiet", hint="M")
        self.full = Button("Full screen", self._full_screen, "plain", "full", hint="F11")
        self.code = Button("Show the game code", self._show_code, "plain", "lock")
        self.played = Button("Cards played", self._played, "plain", "cards")
        self.played.shown = context.settings.memory_aid and match.session.state is not None and match.looked_at
        self.score = Button("Score sheet", lambda: Push(ToGameSheet(match)), "plain", "pencil", hint="S")
        self.score.shown = bool(match.session.counted) and not match.practice
        self.chairs = Button("Who plays", lambda: Push(ToChairs(match)), "plain", "people")
        self.chairs.shown = (match.shared or bool(away(match.session))) and not self._over
        self.fair = Button("Fair play", lambda: Push(ToFairPlay(match)), "plain", "check")
        self.leave = Button("Leave the table", lambda: Restart(ToTitle()), "plain", "door")
        self.quit = Button("Leave goosetable", Quit, "plain", "cross")
        self.buttons = [
            self.first,
            self.score,
            self.last,
            self.played,
            self.rules,
            self.settings,
            self.mute,
            self.full,
            self.chairs,
        ]
        self.buttons += [self.fair, self.code, self.leave, self.quit]
        self.widgets.set([self.scroll, *self.buttons], first=self.first)

    def _rules(self) -> Change:
        return Push(ToRules(self.match.game, self.match.session.options))

    def _played(self) -> Change:
        """Not over a curtain: it would tell what is in a hand."""
        return None if self.match.covered else Push(ToCardsPlayed(self.match))

    def _mute(self) -> None:
        self.context.change(muted=not self.context.settings.muted)

    def _full_screen(self) -> Change:
        self.context.screen.toggle_fullscreen()
        self.resized(self.w, self.h)
        return None

    def _show_code(self) -> Change:
        """Asks once more before the first look, because afterwards every card can be known."""
        if not self.match.revealed and not self._over and not self._asked:
            self._asked = True
        elif not self._over:
            self.match.revealed, self._asked = True, False
            self.widgets.to(self.first)
        self.resized(self.w, self.h)
        return None

    @property
    def _over(self) -> bool:
        return self.match.session.ended

    @property
    def sentence(self) -> str:
        """What there is to say about the code, or what leaving means."""
        session = self.match.session
        if session.header.code is not None and (self.match.revealed or self._over):
            opened = "" if self._over else " This is an open game now."
            return f"The code is {{{session.header.code}}}.{opened}"
        if self._asked:
            return (
                "Anyone who has the code can work out every card of this game. "
                "Press once more to see it; this is an open game then."
            )
        kept = "Leaving keeps the game: the title offers to go on with it."
        if not self.match.kept:
            kept = "This game cannot be kept: it lasts only until the program is closed."
        return kept

    def lay(self) -> None:
        self.full.label = "Leave full screen" if self.context.screen.fullscreen else "Full screen"
        self.code.shown = self.match.session.header.code is not None and not (self.match.revealed or self._over)
        self.code.label = "Show it" if self._asked else "Show the game code"
        shown = [button for button in self.buttons if button.shown]
        edge = self.rim + 5
        w = min(float(WIDE), self.wide - 2 * edge)
        self.lines = self.context.canvas.wrap(self.sentence, (w - 48) * self.t, self.px(15.5), "sans")
        says = len(self.lines) * self.px(15.5) * 1.3 / self.t + 20
        room = self.high - 2 * edge
        # Buttons stand a little closer where that saves a bar with hardly anything to scroll.
        each = max(LEAST, min(EACH, (room - HEAD - 12 - says) / len(shown)))
        content = len(shown) * each + says
        h = min(room, HEAD + content + 12)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        self.scroll.rect = self.box(x + 2, y + HEAD - 6, w - 4, h - HEAD)
        self.scroll.release()
        # What is said stands at the foot, but about the code it stands where it was just asked for.
        place = shown.index(self.leave) - self.code.shown if self._asked or not self.code.shown else len(shown)
        for i, button in enumerate(shown):
            self.hold(button, 20, 6 + i * each + (says if i >= place else 0), w - 44, each - 10, 18)
        self.says_at = 6 + place * each + 2
        self.scroll.inner = (content + 6) * self.t if content + 6 > h - HEAD else 0
        self.scroll.scroll_to(self.scroll.offset)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        self.mute.label = "Sound on" if self.context.settings.muted else "Mute"  # here, as M changes it too
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        canvas.put("Menu", sheet.x + 24 * u, sheet.y + 13 * u, self.px(27), t.ink, "serifb")
        title = self.match.game.title
        room = sheet.w - 60 * u - canvas.width("Menu", self.px(27), "serifb")
        px = canvas.snug(title, self.px(15), "sans", room)
        canvas.put(title, sheet.right - 24 * u, sheet.y + 24 * u, px, t.ink2, "sans", "topright")
        with self.scroll.window(canvas) as top:
            canvas.lines(self.lines, sheet.x + 24 * u, top + self.says_at * u, self.px(15.5), t.ink2, "sans", 1.3)
