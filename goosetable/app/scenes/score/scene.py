"""The score sheet after a deal, with the sentence behind every number; and after the last one, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from goosetable.app.match.match import Sitting
from goosetable.app.render.canvas import Paint
from goosetable.app.scenes.page import Board
from goosetable.app.table.seats import faces
from goosetable.app.table.sidebar.score_rows import SEATED
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change, Pop, Push, Restart
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.game import Deal, Standing
from goosetable.engine.rules.scores import leaders
from goosetable.engine.text import phrases
from goosetable.engine.text.table_facts import Tally

if TYPE_CHECKING:
    from goosetable.app.context import Desk
    from goosetable.app.match.matches import Tables

TICK: Final = 0.4
"""Seconds in which figures run from old to new."""
NARROW: Final = 780  # a sheet narrower than this many units puts the arithmetic on a line of its own


class ScoreScene(Board):
    """tally: the arithmetic of the deal; points: by seat, already counted into the totals; dealt: how it was dealt."""

    def __init__(
        self, desk: Desk, tables: Tables, sitting: Sitting, tally: Tally, points: Sequence[Points], dealt: Deal
    ) -> None:
        super().__init__(desk)
        self.tables, self.sitting, self.tally, self.dealt = tables, sitting, tally, dealt
        self.points = tuple(points)
        session = sitting.session
        self.totals = session.standing.totals
        self.ended = session.ended
        if self.ended:
            # What the game came to counts more now than who did well in its last deal.
            rows = tuple(row._replace(good=row.seat in session.winners) for row in tally.rows)
            self.tally = tally._replace(rows=rows)
        self.race = sitting.game.course(session.options, session.standing, sitting.me)
        self.ranked = not self.race.target or len(self.totals) > SEATED
        self.portraits = faces(session.chairs, desk.settings)
        self.prizes = sitting.prizes()
        self._age = 0.0
        self.scroll = Scroller("Score sheet")
        self.hands = Button("All hands", self._hands, "plain", "cards")
        self.menu = Button("Menu", self.back, "plain", "menu")
        self.on = Button("Next deal", self._next, "prime", "play", on_paper=True)
        self.leave = Button("Leave the table", self._leave, "plain", "door")
        self.round = Button("Move round", self._round, "plain", "redo")
        self.fair = Button("Fair play", self._fair, "plain", "check")
        self.leave.shown = self.round.shown = self.fair.shown = self.ended
        self.menu.shown = not self.ended
        if self.ended:
            self.on.label = "Another game"
            desk.sound.play("win" if sitting.me in session.winners and sitting.persons else "down")
        self.widgets.set([self.scroll, self.on, *self._others], first=self.on)

    # ---------------------------------------------------------------- what the buttons do

    def _next(self) -> Change:
        if not self.ended:
            return Pop("next")
        self.tables.again(self.sitting)
        return Pop("again")

    @property
    def _others(self) -> tuple[Button, ...]:
        """The buttons besides the way on, from the left."""
        return self.hands, self.round, self.fair, self.leave, self.menu

    def _round(self) -> Change:
        """Another game with everybody one chair further on."""
        self.tables.again(self.sitting, moved=True)
        return Pop("moved")

    def _fair(self) -> Change:
        from goosetable.app.scenes.fair_play import FairScene

        return Push(FairScene(self.desk, self.tables, self.sitting))

    def _hands(self) -> Change:
        from goosetable.app.scenes.all_hands import HandsScene

        return Push(HandsScene(self.desk, self.sitting, self.dealt, self.portraits))

    def _leave(self) -> Change:
        from goosetable.app.scenes.title import TitleScene

        return Restart(TitleScene(self.desk, self.tables))

    def back(self) -> Change:
        """There is no way back from a deal that has been counted, so Esc opens the menu."""
        from goosetable.app.scenes.pause_menu import MenuScene

        return Push(MenuScene(self.desk, self.tables, self.sitting))

    def resumed(self, result: object) -> None:
        self.dirty = True

    # ---------------------------------------------------------------- words

    @property
    def title(self) -> str:
        """What has happened, in a few words."""
        if not self.ended:
            return f"Deal {self.dealt.number} is done"
        winners = self.sitting.session.winners
        if len(winners) == 1:
            return self.sitting.say(f"[{winners[0]} wins] the game")
        return self.sitting.say(f"{self._listed(winners)} share the win")

    def _listed(self, seats: Sequence[int]) -> str:
        """Several seats by name, the person last."""
        return phrases.listed([f"[{seat}]" for seat in sorted(seats, key=lambda seat: (seat == self.sitting.me, seat))])

    @property
    def longer(self) -> str:
        """Why the game goes on although it has come to its end, or nothing."""
        session, game, top = self.sitting.session, self.sitting.game, leaders(self.totals)
        listed = game.ladder(session.options, Standing(0, (0,) * len(self.totals)))
        reached = self.race.target and self.totals[top[0]] >= self.race.target
        if self.ended or not (reached or (listed is not None and session.standing.deals >= len(listed.sizes))):
            return ""
        if len(top) == 1:
            return "Nobody has won yet, so another deal is played."
        return self.sitting.say(f"{self._listed(top)} are level at the top, so another deal is played.")

    @property
    def sealed(self) -> str:
        """What is shown of the code: its seal while the game runs, and afterwards the code."""
        session = self.sitting.session
        seal, code = self.sitting.seal, session.header.code
        if not seal:
            return "This deal was set up by hand, so there is no code to check."
        if self.ended:
            return f"The deals were sealed as {seal}, and the code was {code}: with it every deal can be checked."
        if self.sitting.revealed:
            return f"Code {code}, shown before the end: an open game."
        return f"Deals sealed as {seal}; the code follows the game."

    @property
    def subtitle(self) -> str:
        """Which game this is; and after the end, who came off worse."""
        if not self.ended:
            between = " " if self.race.aim.startswith("to ") else ": "
            return f"{self.sitting.game.title}{between}{self.race.aim}. {self.longer}".strip()
        rest = [seat for seat in range(len(self.totals)) if seat not in self.sitting.session.winners]
        one, many = self.sitting.game.rest
        if not rest or not one:
            return f"{self.sitting.game.title}, after {phrases.count(self.dealt.number, 'deal')}."
        if len(rest) == 1:
            return self.sitting.say(f"[{rest[0]} is] the {one}.")
        return self.sitting.say(f"{self._listed(rest)} are the {many}.")

    # ---------------------------------------------------------------- time

    @property
    def part(self) -> float:
        """How far the figures have run, 0..1, fast at first."""
        whole = TICK * self.desk.pace
        done = 1.0 if whole <= 0 else min(1.0, self._age / whole)
        return 1 - (1 - done) ** 2

    @property
    def busy(self) -> bool:  # type: ignore[override]
        return self.part < 1

    def update(self, dt: float) -> Change:
        if self.busy:
            self._age += dt
            self.dirty = True
        return None

    def running(self, seat: int) -> tuple[str, str]:
        """The points and the total of a seat as they are to be seen now."""
        new, won = self.totals[seat], self.points[seat]
        if self.part >= 1:
            return phrases.amount(won), phrases.amount(new)
        return phrases.signed(round(won * self.part)), phrases.signed(round(new - won + won * self.part))

    # ---------------------------------------------------------------- layout

    def lay(self) -> None:
        assert self.scroll is not None
        edge = self.rim + (5 if min(self.wide, self.high) < 520 else 14)
        w = min(1140.0, self.wide - 2 * edge)
        self.narrow = w < NARROW
        self.inset = inset = 14.0 if self.narrow else 36.0
        most, below = self.high - 2 * edge, 72.0
        self.tight = False
        content = self._measure(w - 2 * inset - 8)
        if content > most - below - 10:
            self.tight = True
            content = self._measure(w - 2 * inset - 8)
        h = min(most, max(content + 20, 540.0 if most > 600 else 0.0) + below + 10)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        self.scroll.rect = self.box(x + 4, y + 8, w - 8, h - below - 10)
        self.scroll.release()
        self.scroll.inner = (content + 12) * self.t if content > h - below - 10 else 0
        self.scroll.scroll_to(self.scroll.offset)
        self._place_foot(x + inset, y + h - below + 6, w - 2 * inset)

    def _place_foot(self, x: float, y: float, w: float) -> None:
        """Buttons: the way on at the right, the others at the left, as icons where room is short."""
        others = [button for button in self._others if button.shown]
        wide = {self.hands: 148.0, self.round: 162.0, self.fair: 140.0, self.leave: 184.0, self.menu: 120.0}
        bare = w < sum(wide[button] + 12 for button in others) + 200
        on = w - 62 * len(others) if bare else 200.0
        self.put(self.on, x + w - on, y, on, 52, 21)
        for button in others:
            button.bare = bare
            self.put(button, x, y + 2, 50 if bare else wide[button], 48)
            x += (50 if bare else wide[button]) + 12

    def _measure(self, w: float) -> float:
        """The units that all that scrolls needs."""
        from goosetable.app.scenes.score.drawing import ScoreSheet

        return ScoreSheet(self, None, w).draw(0, 0)

    def draw(self, paint: Paint) -> None:
        from goosetable.app.scenes.score.drawing import ScoreSheet

        paint.dst.blit(self.desk.table(self.bed), (0, 0))
        sheet = self.sheet
        paint.paper(sheet.x, sheet.y, sheet.w, sheet.h, 18 * min(1.0, self.t), 22, 9)
        assert self.scroll is not None
        with self.scroll.window(paint) as top:
            left = sheet.x / self.t + self.inset + 4
            ScoreSheet(self, paint, sheet.w / self.t - 2 * self.inset - 8).draw(left, top / self.t)
        if self.scroll.most:
            paint.line(sheet.x + 12, self.scroll.rect.bottom, sheet.w - 24)
        self.widgets.draw(paint)
