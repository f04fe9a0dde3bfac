"""The game sheet: a table with a line for each deal, in which each seat has bid, points and total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToDealSheet, ToLuck
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import (
    ButtonRow,
    CellTable,
    Column,
    Control,
    Element,
    ElementControl,
    Heading,
    PaperSheet,
    Row,
    Scroll,
    Spacer,
    TableRow,
    Text,
    make_badge,
    make_egg,
    make_portrait,
)  # fmt: skip
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Push
from goosetable.engine.record.session import ScoredDeal, final_state
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Badge, seats_clockwise
from goosetable.engine.words import phrases

LEAST, LINE, HIGHEST = 26.0, 30.0, 52.0
"""Height of a deal's line in units: the least, the usual in a small window, and the largest."""
STACKED: Final = 41.0
"""Least height of a line in units, if the points of a deal are under the total."""
HEAD, FOOT = 112.0, 68.0
"""Units above the first deal, and under the last."""
LOW: Final = 300.0
"""Height of the window in units, under which head and foot are lower, and points are left out."""
DEALT: Final = "dealt"
"""The key of the dealer's egg among the kinds of badges."""
END: Final = 62.0
"""Height in units of the sentences at the end of the game."""
SPACIOUS: Final = 430.0
"""Height of the window in units; in a lower window these sentences are only on the score sheet."""
FIRST: Final = 116
"""Width in units of the columns for the deal and its number of cards."""
ALL: Final = 158
"""Width in units that bid, points and total of a seat need."""
FEWER: Final = 92
"""Width in units that bid and total of a seat need."""


class DealFacts(NamedTuple):
    """The facts about a deal on the sheet. bids, points, totals: by seat; None if not known yet. cards: number of cards in a
    hand.
    """

    number: int
    dealer: int
    cards: int
    bids: tuple[int | None, ...]
    points: tuple[Points, ...] | None
    totals: tuple[Points, ...] | None
    badges: tuple[Badge, ...]


class SheetLine(ElementControl):
    """The line of a deal. For a finished deal, a press opens its score sheet."""

    def __init__(self, scene: GameSheetScene, facts: DealFacts, scored_deal: ScoredDeal | None) -> None:
        super().__init__(f"Deal {facts.number}", role="button")
        self.scene, self.facts, self.scored_deal = scene, facts, scored_deal
        self.enabled = scored_deal is not None

    def press(self) -> None:
        if self.scored_deal is not None:
            self.requested_change = Push(ToDealSheet(self.scene.match, self.scored_deal))

    @property
    def accessible_value(self) -> str:
        names, totals = self.scene.match.session.names, self.facts.totals
        if totals is None:
            return "being played"
        return ", ".join(f"{name} {phrases.format_points(total)}" for name, total in zip(names, totals, strict=True))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.facts.points is None else "", 7)
        canvas.draw_line(self.rect.x, self.rect.bottom + 1, self.rect.w)
        self.draw_content(canvas)


class SeatColumns(NamedTuple):
    """Widths of the columns of a seat in units; 0 for a column that is left out. rest: width of the column for a badge."""

    bid: float
    points: float
    total: float
    rest: float


class GameSheetScene(ElementPage):
    """The page "The whole game": the bids and points of every seat in every deal so far, a line a deal, and the totals."""

    screen = keymap.SHEET

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "The whole game")
        self.match, session = match, match.session
        self.title = f"{match.game.title}: the whole game"
        self.portraits = portraits_at_table(session, context.settings)
        self.order = seats_clockwise(match.me, session.seats)
        self.seat_width, self.pitch = 100.0, LINE
        self.under_total = False
        """Whether the points of a deal are under the total, because there is no room for their column."""
        self.lines = [SheetLine(self, self._facts_of_scored_deal(counted), counted) for counted in session.scored_deals]
        if session.deal is not None and session.state is not None:
            self.lines.append(SheetLine(self, self._deal_facts(session.deal, session.view(-1).known), None))
        self.bids = any(bid is not None for line in self.lines for bid in line.facts.bids)
        self.key_actions |= {
            name: lambda: context.show_answer(self.standing_in_words) for name in keymap.commands_only_on(self.screen)
        }
        self.key_actions["sheet"] = self.go_back
        self.close = Button("Back", self.go_back, "prime", "left", on_paper=True)
        self.luck = Button("Luck and play", lambda: Push(ToLuck(match)), "plain", "stats")
        self.luck.shown = bool(session.scored_deals) and not match.game.equal_hands
        self.first = self.close

    def _facts_of_scored_deal(self, scored_deal: ScoredDeal) -> DealFacts:
        game, session, deal = self.match.game, self.match.session, scored_deal.deal
        return self._deal_facts(deal, final_state(game, session.options, scored_deal))._replace(
            points=scored_deal.points, totals=scored_deal.totals
        )

    def _deal_facts(self, deal: Deal, state: object) -> DealFacts:
        text = self.match.game.text
        quotas = [text.quota(state, seat) for seat in range(self.match.session.seats)]
        bids = tuple(quota.bid if quota else None for quota in quotas)
        return DealFacts(deal.number, deal.dealer, len(deal.hands[0]), bids, None, None, text.badges(state))

    @property
    def standing_in_words(self) -> str:
        """Sentences with all totals and the state of the race to the target, for screen readers."""
        session = self.match.session
        race = self.match.game.text.race_between_deals(session.options, session.standing, self.match.me)
        totals = next((line.accessible_value for line in reversed(self.lines) if line.facts.totals is not None), "")
        after = f"After {phrases.count_text(len(session.scored_deals), 'deal')}" if totals else ""
        return as_spoken_sentences((f"{after}: {totals}" if totals else "", self.match.with_names(race.sentence), race.aim))

    @property
    def outcome(self) -> tuple[str, ...]:
        """Two sentences, on the winners and on the number of deals. Empty before the end of the game, and in a low window."""
        session, text = self.match.session, self.match.game.text
        if not session.ended or self.high < SPACIOUS:
            return ()
        race = text.race_between_deals(session.options, session.standing, self.match.me)
        return self.match.with_names(race.sentence), f"After {phrases.count_text(len(session.scored_deals), 'deal')}."

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """The kinds of badges on the sheet, with their meanings in words."""
        dealt = [(DEALT, "dealt")] if self.match.game.text.dealer_matters and self.seat_width >= FEWER else []
        if self.seat_width < ALL:
            return dealt
        found = {badge.kind: badge.label for line in self.lines for badge in line.facts.badges if badge.seat is not None}
        return [*dealt, *((kind, label) for kind, label in found.items() if label)]

    @property
    def opening_announcement(self) -> str:
        return as_spoken_sentences((self.title, self.standing_in_words))

    def lay_out(self) -> None:
        super().lay_out()
        self.scroll.scroll_to(self.scroll.inner)  # the latest deals

    def make_page(self) -> Element:
        w = min(1184.0, self.wide - 2 * self.sheet_margin)
        self.seat_width = (w - 36 - FIRST) / len(self.order)
        low, n = self.high < LOW, len(self.lines)
        self.under_total = self.seat_width < ALL and not low
        head, foot = (HEAD - 20, FOOT - 4) if low else (HEAD, FOOT + (END if self.outcome else 0))
        room = self.high - 2 * self.sheet_margin - head - foot - 6
        least = STACKED if self.under_total else LINE if self.t < 1 else LEAST
        self.pitch = max(least, min(HIGHEST, room / n))
        ends = self.match.game.text.end_of_game(self.match.session.options)
        aim = Text(ends, 15, "ink2", max_lines=1, shrink=0.7, text_align=1, grow=42)
        title = Row([Heading(self.title, 21 if low else 27, shrink=0.5, grow=58), aim], padding=(8, 0, 0, 0 if low else 4))
        scroll = Scroll(self._make_table(), self.scroll, (8, 16), step=self.pitch)
        sheet = Column([self._make_heads(), scroll], 5, grow=1, background=self._draw_stripes)
        parts = [title, sheet, *self._make_ending(), self._make_foot(w)]
        return PaperSheet(Column(parts, 0), self.sheet_margin, 1184, padding=(12, 8, 24, 10))

    @property
    def _columns(self) -> SeatColumns:
        seat_width = self.seat_width
        if seat_width >= ALL:
            return SeatColumns(36, seat_width * 0.5 - 28, seat_width * 0.5 - 42, 34)
        return SeatColumns(36, 0, seat_width - 46, 10) if seat_width >= FEWER else SeatColumns(0, 0, seat_width - 10, 10)

    def _make_table(self) -> Element:
        columns, names = self._columns, self.match.session.names
        headers, widths = ["deal", "cards", ""], [44.0, 54.0, FIRST - 98.0]
        for seat in self.order:
            heads = (("bid", columns.bid), ("deal", columns.points), ("total", columns.total), ("badge", columns.rest))
            headers += [f"{names[seat]}, {head}" for head, wide in heads if wide]
            widths += [wide for _, wide in heads if wide]
        rows = [TableRow(self._make_cells(line.facts), widget=line) for line in self.lines]
        return CellTable(
            [Text(head) for head in headers], rows, name=self.title, headed=False, row_gap=4, row_height=self.pitch - 4,
            padding=0, widths=widths,
        )  # fmt: skip

    def _make_cells(self, facts: DealFacts) -> list[Element]:
        size = 16 + 0.14 * (self.pitch - LINE)
        number = Text(str(facts.number), size, face="semi", line_height=1.2)
        cells: list[Element] = [number, Text(str(facts.cards), size, "ink2", line_height=1.2), Spacer()]
        for seat in self.order:
            cells += self._make_figures(facts, seat, size)
        return cells

    def _make_figures(self, facts: DealFacts, seat: int, size: float) -> list[Element]:
        columns, found = self._columns, list[Element]()
        if columns.bid:
            found.append(self._make_bid_text(facts, seat, size))
        points, total = self._make_amounts(facts, seat, size)
        points.align = total.align = 1.0
        if columns.points:
            found.append(points)
        stacked = self.under_total and not columns.points
        found.append(Column([total, points]) if stacked and points.words else total)
        worn = next((one for one in facts.badges if one.seat == seat), None) if self.seat_width >= ALL else None
        if worn is None:
            return [*found, Spacer()]
        return [*found, Row([make_badge(worn.kind, min(23.0, self.pitch - 6), worn.label)], 0, (0, 0, 6, 0))]

    def _make_bid_text(self, facts: DealFacts, seat: int, size: float) -> Element:
        bid = facts.bids[seat] if self.bids else None
        said = Text("" if bid is None else str(bid), size, face="semi", line_height=1.2)
        if facts.dealer != seat or not self.match.game.text.dealer_matters:
            return said
        return Row([make_egg(17, "dealt"), Spacer(grow=1), said], 0, width=36)

    def _make_amounts(self, facts: DealFacts, seat: int, size: float) -> tuple[Text, Text]:
        if facts.points is None or facts.totals is None:
            return Text(""), Text("")
        won = facts.points[seat]
        colour = "leaf" if won > 0 else "russet" if won < 0 else "ink2"
        said = f"+{phrases.format_points(won)}" if won > 0 else phrases.format_points(won)
        points = Text(said, size * (0.8 if self.seat_width < ALL else 1), colour, line_height=1.05)
        return points, Text(phrases.format_points(facts.totals[seat]), size * 1.06, face="serifb", line_height=1.05)

    def _make_heads(self) -> Element:
        columns = self._columns
        cells = [_make_figure_heading("deal", 44), _make_figure_heading("cards", 54), Spacer(width=FIRST - 98, height=1)]
        for seat in self.order:
            name = Text(self.match.session.names[seat], 16, face="serif", max_lines=1, shrink=0.75, grow=1, spoken="")
            who = Row([make_portrait(self.portraits[seat], 27), *([name] if self.seat_width >= FEWER else [])], 6, (2, 0, 6, 0))
            heads = (("bid" if self.bids else "", columns.bid), ("deal", columns.points), ("total", columns.total))
            shown = [_make_figure_heading(words, wide) for words, wide in heads if wide]
            cells.append(Column([who, Row([*shown, Spacer(width=columns.rest, height=1)], 0)], 2, width=self.seat_width))
        for cell in cells:
            cell.align = 1.0
        return Row(cells, 0)

    def _draw_stripes(self, canvas: Canvas, area: pygame.Rect) -> None:
        u = self.t
        for place in range(0, len(self.order), 2):
            left, high = area.x + (FIRST + place * self.seat_width - 4) * u, self.scroll.rect.bottom - area.y
            canvas.draw_box(left, area.y, self.seat_width * u, high, 8, fill=canvas.theme.paper_edge, alpha=0.28)

    def _make_ending(self) -> list[Element]:
        if not self.outcome:
            return []
        said, after = self.outcome
        words = [Text(said, 21, face="serif", max_lines=1, shrink=0.6), Text(after, 15, "ink2", max_lines=1)]
        goose = make_badge("goose", 48)
        return [Row([goose, Column(words, grow=1)], 14, (12, 8, 12, 0))]

    def _make_foot(self, w: float) -> Element:
        room = w - 60 - 150 - (self.text_width(self.luck.label, 17) + 82)
        shown: list[Element] = []
        for kind, label in self.legend:
            room -= self.text_width(label, 14.5, "sans") + 52
            if room < 0:
                break
            shown.append(Row([make_egg(19) if kind == DEALT else make_badge(kind, 23), Text(label, 14.5, "ink2")], 7))
        close = Control(self.close, 19, width=150, height=48, worded=True)
        return ButtonRow([Row(shown, 22, grow=1), Control(self.luck, height=44), close], 12, (12, 8, 0, 0))


def _make_figure_heading(words: str, width: float) -> Element:
    return Row([Spacer(grow=1), Text(words, 13.5, "ink2", spoken="")], 0, width=width)
