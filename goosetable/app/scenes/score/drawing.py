"""What stands on a score sheet, from top to bottom: drawn, or only measured where there is nothing to draw on."""

from __future__ import annotations

from typing import Final

from goosetable.app.art import pictures
from goosetable.app.render.text import SUIT_SIGNS
from goosetable.app.scenes.score.page import ScorePage
from goosetable.app.table.seats import group_width
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Row, clockwise, together
from goosetable.engine.words import phrases

RIGHTS: Final = (0.0, 136.0, 292.0, 384.0)
"""How far from the right edge total, points, extra and base end, in units; figures stand left of them."""
NAME: Final = 0.29
"""Part of the width that a name beside figures takes at the most."""
MOST_GEESE: Final = 12
BESIDE: Final = 215.0  # units for what one has won, where all stand beside their heading
MANY: Final = 4  # more rows than this are low ones


class ScoreSheet(ScorePage):
    """One drawing of a score sheet, w units wide. Without `canvas` nothing is drawn, and the height is the same."""

    def draw(self, x: float, y: float) -> float:
        """Everything, with its upper left corner at x, y in units; gives the y below it."""
        self.x = x
        y = self._head(y + 6)
        if self.scene.narrow:
            for row in self.scene.tally.rows:
                y = self._small_row(row, y)
        else:
            y = self._headings(y)
            for row in self.scene.tally.rows:
                y = self._row(row, y)
        y = self._race(y + (3 if self.scene.tight else 8))
        return self._geese(y) if self.scene.ended else y

    def _head(self, y: float) -> float:
        scene = self.scene
        t = scene.context.theme
        sprig = 100.0 if self.w >= 900 else 0.0
        px = 38.0 if self.w >= 600 else 27.0
        while px > 20 and self._width(scene.title, px, "serifb") > self.w - sprig:
            px -= 1
        self._put(self._fit(scene.title, px, "serifb", self.w - sprig), self.x, y, px, t.ink, "serifb")
        if self.canvas is not None and sprig:
            u = self.u
            self.canvas.svg(pictures.sprig(), (self.x + self.w - sprig) * u, (y - 6) * u, sprig * u, sprig * u * 224 / 240)
        y += px * 1.36
        if not scene.aside:
            return self._para(scene.subtitle, self.x, y, self.w - sprig, 16.5, t.ink2) + 6
        both = f"{scene.subtitle}   {scene.aside}"
        if self._width(both, 16.5, "sans") < self.w - sprig - 70:
            y0 = self._para(scene.subtitle, self.x, y, self.w, 16.5, t.ink2)
            left = self.x + self._width(scene.subtitle, 16.5, "sans") + (56 if scene.about_code else 24)
            if self.canvas is not None and scene.about_code:
                self.canvas.icon("lock", (left - 14) * self.u, (y + 10) * self.u, 16 * self.u, t.ink2)
            self._para(scene.aside, left, y, self.w, 16.5, t.ink2)
            return y0 + 6
        y = self._para(scene.subtitle, self.x, y, self.w - sprig, 16.5, t.ink2)
        return self._para(scene.aside, self.x, y + 2, self.w - sprig, 15, t.ink2) + 6

    def _columns(self) -> tuple[list[float], tuple[float, ...]]:
        """Where the figures' columns end, and those of base, extra, points and total."""
        right = self.x + self.w - 20
        total, points, extra, base = (right - at * min(1.0, self.w / 1060) for at in RIGHTS)
        n = len(self.scene.tally.heads)
        left = self.x + 110 + max(self._width(name, 24, "serif") for name in self._names())
        last = base - 92 if self.summed else base
        step = min(130.0, (last + 16 - left) / max(1, n))
        return [last - (n - 1 - i) * step for i in range(n)], (base, extra, points, total)

    @property
    def summed(self) -> bool:
        """Whether the figures are summed up before something is added."""
        return any(row.base for row in self.scene.tally.rows)

    def _names(self) -> list[str]:
        return [self._called(row.seats, 24, self.w * NAME) for row in self.scene.tally.rows]

    def _headings(self, y: float) -> float:
        tally, t = self.scene.tally, self.scene.context.theme
        figures, (base, extra, points, total) = self._columns()
        heads = [*zip(tally.heads, figures, strict=True), (tally.base_head, base), (tally.extra_head, extra)]
        ends = (("points", total),) if self.scene.single else (("deal", points), ("total", total))
        for head, right in (*heads, *ends):
            if any(sign in head for sign in SUIT_SIGNS):
                self._word(head, right, y + 15, 17, t.ink2, "sans")
            else:
                self._put(head, right, y + 6, 15, t.ink2, "sans", "topright")
        return y + 30

    def _ground(self, row: Row, y: float, h: float) -> None:
        """The green panel of the place to be."""
        if self.canvas is not None and row.good:
            t, u = self.canvas.theme, self.u
            x = (self.x - 12) * u
            self.canvas.box(x, y * u, (self.w + 24) * u, h * u, 12 * u, fill=t.good, edge=t.good_edge, sw=1.4)

    def _row(self, row: Row, y: float) -> float:
        scene, t = self.scene, self.scene.context.theme
        if len(scene.tally.rows) > MANY:
            return self._low_row(row, y)
        room, down, name = self.w - 130, *((34, 0) if scene.tight else (50, 12))
        why = scene.match.say(row.why)
        lines = (self.canvas or scene.context.canvas).wrap(why, room * self.u, scene.px(16), "sans")
        high = max(62.0 if scene.tight else 88.0, down + (6 if scene.tight else 10) + len(lines) * scene.px(16) * 1.3 / self.u)
        self._ground(row, y, high)
        self._portraits(row.seats, self.x + 42, y + high / 2, 54 if scene.tight else 66)
        self._put(self._called(row.seats, 24, self.w * NAME), self.x + 94, y + name, 24, t.ink, "serif")
        self._para(why, self.x + 94, y + down, room, 16, t.ink if row.good else t.ink2)
        self._figures(row, y + down - (16 if scene.tight else 20))
        return y + high + (1 if scene.tight else 5)

    def _low_row(self, row: Row, y: float) -> float:
        """A row of a large table, as low as can be."""
        scene, t = self.scene, self.scene.context.theme
        why = scene.match.say(row.why)
        lines = (self.canvas or scene.context.canvas).wrap(why, (self.w - 90) * self.u, scene.px(14.5), "sans")
        high = max(48.0, 31 + len(lines) * scene.px(14.5) * 1.3 / self.u)
        self._ground(row, y, high)
        self._portraits(row.seats, self.x + 24, y + high / 2, 42)
        self._put(self._called(row.seats, 19, self.w * NAME), self.x + 60, y + 16, 19, t.ink, "serif", "midleft")
        self._para(why, self.x + 60, y + 29, self.w - 90, 14.5, t.ink if row.good else t.ink2)
        self._figures(row, y + 16, 0.76)
        return y + high + 1

    def _figures(self, row: Row, mid: float, part: float = 1.0) -> None:
        """The arithmetic of a row in its columns, with the middle of the figures at `mid`; part: of their size."""
        scene, t = self.scene, self.scene.context.theme
        figures, (base, extra, points, total) = self._columns()
        for figure, right in (*zip(row.figures, figures, strict=True), (row.base, base)):
            self._word(phrases.signed(figure), right, mid, 22 * part, t.ink, "sans")
        more = row.extra or ("–" if scene.tally.extra_head else "")
        tone, face = (t.leaf, "bold") if row.extra.startswith("+") else (t.ink2, "sans")
        self._put(more, extra, mid, 22 * part, tone, face, "midright")
        won, now = scene.running(row.seat)
        if not scene.single:
            self._put(won, points, mid, 30 * part, t.ink, "serifb", "midright")
        self._put(now, total, mid, 30 * part, t.ink, "serifb", "midright")

    def _small_row(self, row: Row, y: float) -> float:
        """Name, points and total in one line, the arithmetic in the next, and why under it."""
        scene, t = self.scene, self.scene.context.theme
        why, left = scene.match.say(row.why), self.x + 56
        sum_ = self._sum(row)
        bottom = y + 56 if sum_ else y + 34
        lines = (self.canvas or scene.context.canvas).wrap(why, (self.w - 60) * self.u, scene.px(15), "sans")
        end = bottom + len(lines) * scene.px(15) * 1.3 / self.u + 8
        self._ground(row, y, end - y)
        self._portraits(row.seats, self.x + 24, y + 29, 44)
        won, now = scene.running(row.seat)
        right = self.x + self.w - 2
        self._put(now, right, y + 20, 25, t.ink, "serifb", "midright")
        head = "points" if scene.single else "total"
        before = self._width(head, 13.5, "sans") + self._width(phrases.amount(scene.totals[row.seat]), 25, "serifb") + 20
        self._put(head, right - before + 14, y + 23, 13.5, t.ink2, "sans", "midleft")
        won = "" if scene.single else f"+{won}" if won[:1].isdigit() else won
        self._put(won, right - before, y + 20, 21, t.ink, "serifb", "midright")
        room = right - before - self._width(won, 21, "serifb") - 12 - left
        self._put(self._called(row.seats, 20, room), left, y + 6, 20, t.ink, "serif")
        if sum_:
            tone, face = (t.leaf, "semi") if row.good else (t.ink, "sans")
            if self.canvas is not None:
                self.canvas.rich(sum_, left * self.u, (y + 34) * self.u, self.scene.px(16), tone, face)
        self._para(why, left, bottom, self.w - 60, 15, t.ink if row.good else t.ink2)
        return end + 6

    def _sum(self, row: Row) -> str:
        """The arithmetic of a row in one line; figures that make no sum have their headings with them."""
        heads = self.scene.tally.heads
        figures = [figure for figure in row.figures if figure]
        if not row.base or any(head in SUIT_SIGNS for head in heads):
            figures = [f"{head} {figure or '–'}" for head, figure in zip(heads, row.figures, strict=True)]
        return "  ".join(figures) if not row.base else " ".join([*figures, *(part for part in (row.base, row.extra) if part)])

    def _race(self, y: float) -> float:
        scene, t = self.scene, self.scene.context.theme
        race, sentence = scene.race, scene.match.say(scene.race.sentence)
        if self.canvas is not None:
            self.canvas.line(self.x * self.u, y * self.u, self.w * self.u)
        if scene.single:
            return self._para(sentence, self.x, y + 10, self.w, 17, t.ink, "semi") + 12
        wide = self._width(sentence, 17, "semi")
        self._put("The totals" if scene.ranked else "The race", self.x, y + 8, 17, t.ink2, "semi")
        if wide < self.w - 110:
            self._put(sentence, self.x + self.w, y + 8, 17, t.ink, "semi", "topright")
            y += 36
        else:
            y = self._para(sentence, self.x, y + 32, self.w, 16, t.ink, "semi") + 4
        if scene.ranked:
            return self._ranking(y)
        low, high = min(0, *race.totals), max(race.target, 1, *race.totals)
        left, room, cy = self.x + 26, self.w - 96, y + 26
        self._rail(left, room, cy, float(low), float(high))
        d = 46.0 if self.w >= 600 else 36.0
        for party, cx in self._spread(left, room, float(low), float(high), d):
            good = party[0] in race.good
            self._portraits(party, cx, cy, d, t.brass if good else "")
            total = phrases.amount(race.totals[party[0]])
            self._put(total, cx, cy + d * 0.54, 17, t.leaf if good else t.ink, "bold", "midtop")
        return cy + d / 2 + 28

    def _ranking(self, y: float) -> float:
        """Everybody by total, the first at the upper left; level totals share their place."""
        scene, t, totals = self.scene, self.scene.context.theme, self.scene.race.totals
        order = sorted(scene.race.parties, key=lambda party: -totals[party[0]])
        rows = -(-len(order) // max(1, int(self.w // 200)))
        columns = -(-len(order) // rows)  # rows as even as can be: nobody stands alone in the last one
        each = self.w / columns
        for i, party in enumerate(order):
            x, mid = self.x + i % columns * each, y + 20 + i // columns * 40
            good = party[0] in scene.race.good
            place = 1 + sum(totals[other[0]] > totals[party[0]] for other in order)
            self._put(f"{place}.", x + 20, mid, 16, t.ink2, "sans", "midright")
            self._portraits(party, x + 42, mid, 32, t.brass if good else "")
            total = phrases.amount(totals[party[0]])
            room = each - 86 - self._width(total, 18, "bold")
            name = scene.match.say(together(party))
            ruler = self.canvas or scene.context.canvas
            px = ruler.snug(name, scene.px(17), "serif", room * self.u)
            name = ruler.fit(name, px, "serif", room * self.u)
            if self.canvas is not None:
                self.canvas.put(name, (x + 64) * self.u, mid * self.u, px, t.ink, "serif", "midleft")
            self._put(total, x + each - 14, mid, 18, t.leaf if good else t.ink, "bold", "midright")
        return y + -(-len(order) // columns) * 40 + 8

    def _rail(self, left: float, room: float, cy: float, low: float, high: float) -> None:
        """The line to the target, with a mark at every quarter."""
        if self.canvas is None:
            return
        t, u, race = self.canvas.theme, self.u, self.scene.race
        self.canvas.box(left * u, (cy - 4) * u, room * u, 8 * u, 4 * u, fill=t.rule)
        for quarter in range(5 if race.target else 0):
            at = left + room * (race.target * quarter / 4 - low) / (high - low)
            self.canvas.box(at * u - 1.5, (cy - 5) * u, 3, 10 * u, 1, fill=t.ink2, alpha=0.6)
        if race.target == high:
            self._put(str(race.target), left + room + 32, cy, 17, t.ink2, "semi", "midleft")

    def _spread(self, left: float, room: float, low: float, high: float, d: float) -> list[tuple[tuple[int, ...], float]]:
        """Where each seat, or each team, stands on the rail, those too near to one another moved apart."""
        totals = self.scene.race.totals
        order = sorted(self.scene.race.parties, key=lambda party: (totals[party[0]], party))
        gap = min(group_width(d, max(map(len, order))) + d * 0.04, room / max(1, len(order)))
        places = [left + room * (_plain(totals[party[0]]) - low) / (high - low) for party in order]
        for _ in range(24):
            for i in range(len(places) - 1):
                lack = gap - (places[i + 1] - places[i])
                if lack > 0:
                    places[i] -= lack / 2
                    places[i + 1] += lack / 2
            over, under = places[-1] - (left + room), left - places[0]
            if over > 0:
                places[-1] -= over
            if under > 0:
                places[0] += under
        return list(zip(order, places, strict=True))

    def _geese(self, y: float) -> float:
        """What everybody has won over the games at this table."""
        scene, t, u = self.scene, self.scene.context.theme, self.u
        many = scene.match.game.text.prize[1]
        if self.canvas is not None:
            self.canvas.line(self.x * u, y * u, self.w * u)
        heading, seats = f"{phrases.sentence(many)} at this table", len(scene.prizes)
        aside = self._width(heading, 17, "semi") + 16 if scene.tight else 0.0
        if (self.w - aside) / seats < BESIDE:  # there is no room for all of them beside it
            aside = 0.0
        self._put(heading, self.x, y + (14 if aside else 8), 17, t.ink2, "semi")
        y += 6 if aside else 38
        columns = seats if aside or self.w / seats >= 250 else 1 if seats < 4 else max(1, int(self.w // 250))
        each = (self.w - aside) / columns
        for place, seat in enumerate(clockwise(scene.match.me, seats)):
            x = self.x + aside + place % columns * each
            top = y + place // columns * 46
            self._portraits((seat,), x + 20, top + 18, 36)
            size, rest = (16, 70) if aside else (18, 90)
            name = self._called((seat,), size, each - 56 - rest)
            self._put(name, x + 46, top + 18, size, t.ink, "serif", "midleft")
            self._flock(x + 56 + self._width(name, size, "serif"), top + 18, scene.prizes[seat], x + each - 10)
        return y + -(-seats // columns) * 46 + 4

    def _flock(self, x: float, cy: float, count: int, right: float) -> None:
        t, u = self.scene.context.theme, self.u
        if not count:
            self._put("none yet", x, cy, 15, t.ink2, "sans", "midleft")
        fits = int((right - x - 30) // 30)
        drawn = count if count <= min(fits, MOST_GEESE) else 1
        for i in range(drawn):
            if self.canvas is not None:
                self.canvas.badge("goose", (x + 14 + i * 30) * u, cy * u, 28 * u)
        if drawn < count:
            self._put(f"× {count}", x + 36, cy, 18, t.ink, "bold", "midleft")


def _plain(points: Points) -> float:
    return float(points)
