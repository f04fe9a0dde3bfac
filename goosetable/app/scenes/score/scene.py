"""The score sheet after a deal, with a sentence on each number. After the last deal it also shows the end of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.art import svg
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import DealOpinions, ReviewedMatch
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import SUIT_SIGNS, without_marks
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.review.opinion import cost_words, possible_action_name
from goosetable.app.scenes.routes import (
    ToAllHands,
    ToGameSheet,
    ToMenu,
    ToPractice,
    ToReview,
)
from goosetable.app.table.seats import draw_medallions, medallions_width, portraits_at_table
from goosetable.app.table.sidebar_blocks import SEATED, make_medallions, spread_out
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import (
    BASELINE,
    ButtonRow,
    CellTable,
    Column,
    Control,
    Either,
    Element,
    ElementControl,
    FirstFit,
    FittingWording,
    Grid,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Spacer,
    TableRow,
    Text,
    Wrap,
    make_horizontal_line,
    make_icon,
)
from goosetable.app.ui.elements.components import make_subheading
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push
from goosetable.app.ui.widget import PRESS_KEYS, draw_ground
from goosetable.engine.hidden.view import view
from goosetable.engine.record.session import ScoredDeal, final_state
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.rules import leaders
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import Ending, Tally, seat_names
from goosetable.engine.words import phrases
from goosetable.review.deal_review import costliest_decisions

FIGURES_RUN: Final = 0.4
"""Seconds in which figures run from old to new."""
PRESS_DELAY: Final = 0.4
"""Seconds after the sheet became visible, or after a press that was too early, from which a press counts."""
OPINIONS_WAIT: Final = 1.0
"""Seconds until opinions on the deal are computed, because figures are still running, or the person may leave at once."""
MISTAKES_ROOM: Final = (92.0, 200.0)
"""Units of height of the costliest decisions of a deal, in one row and in a column."""
SMALL: Final = 14.5
"""Units of letters on many buttons, where larger ones would not fit into a row."""
FEW: Final = 4
"""Largest number of buttons that may show only icons. If more than these do not fit with words, they are placed at the end of
the sheet.
"""
ALL_FIGURES: Final = ("tell points", "tell bids")
"""Commands that announce the entire sheet. Other commands announce the end of the deal, and the next step."""
NO_CARDS: Final = "All cards have been played."
SEE_TRICKS: Final = "Review shows the tricks."
SUM: Final = "sum"
"""The spoken header of a column without words."""
MANY: Final = 4
"""Largest number of table rows that are high; more rows are lower."""
GIVE_OR_TAKE: Final = re.compile(r", give or take [^ ,]*[0-9]")


class ScoreSheet:
    """Makes the elements of a score sheet.

    wide: True for a column for each figure, False for a line of text in each row. tight: True for lower rows. low: True for the
    lowest rows; a sheet of more than `MANY` rows has these anyway.
    """

    def __init__(self, scene: ScoreScene, wide: bool, tight: bool, low: bool = False) -> None:
        self.scene, self.say = scene, scene.match.with_names
        self.wide, self.tight, self.low = wide, tight, low or len(scene.tally.rows) > MANY

    def make_element(self) -> Element:
        """Returns the entire sheet without the buttons."""
        above, below = (0, 3) if self.tight else (5, 8)
        scores = Column([self.make_scores()], padding=(0, above, 0, below))
        return Column([self._make_head(), scores, make_horizontal_line(), self.make_race()])

    def make_scores(self) -> Element:
        """Returns the arithmetic of the deal, with a row for each seat or pair of partners."""
        if self.wide:
            return self._make_table()
        return Column([self._make_narrow_row(row) for row in self.scene.tally.rows], 6, role="list", name="Scores")

    def _make_head(self) -> Element:
        scene = self.scene
        under: list[Element] = [Text(scene.subtitle, 16.5, "ink2")]
        if scene.origin_note:
            aside = Text(scene.origin_note, 16.5, "ink2")
            of_code = bool(scene.match.grouped_commitment) and scene.match.is_code_revealed
            under.append(Row([make_icon("lock", 16), aside], 6) if of_code else aside)

        def make_words(size: float) -> Element:
            return Column([Heading(scene.title, size, line_height=1.36), Wrap(under, 24)], grow=1)

        sprig = Picture(lambda canvas, at: canvas.draw_svg(svg.sprig_svg(), *at), width=100, height=93)
        return Either(
            Row([make_words(38), sprig]), Either(lambda: make_words(38), lambda: make_words(27), min_width=600), min_width=900
        )

    # ------------------------------------------------------------------ the arithmetic

    def _make_table(self) -> Element:
        tally, low = self.scene.tally, self.low
        headers = [Text(head, 15, "ink2") for head in ("", *self._column_headings())]
        for header in headers:
            header.spoken = spoken_text(header.words.replace("× 2", "twice")) or SUM
        headers[0].spoken = "Player"
        sizes = (42, 19, 14.5, 16.7) if low else (54, 24, 16, 22) if self.tight else (66, 24, 16, 22)
        rows = [self._make_row(row, *sizes) for row in tally.rows]
        height, gap = (48, 1) if low else (62, 1) if self.tight else (88, 5)
        return CellTable(
            headers, rows, name="Scores", lead=sizes[0] + 26, row_gap=gap, row_height=height,
            padding=3 if self.tight or low else 6,
        )  # fmt: skip

    def _column_headings(self) -> list[str]:
        tally = self.scene.tally
        heads = list(tally.heads)
        if self._has_sum_column:
            heads.append(tally.base_head)
        if tally.extra_head:
            heads.append(tally.extra_head)
        return [*heads, *(["points"] if self.scene.single else ["deal", "total"])]

    @property
    def _has_sum_column(self) -> bool:
        """True if there is a column for the sum of the figures before bonus or penalty."""
        return bool(self.scene.tally.base_head) or any(row.base for row in self.scene.tally.rows)

    def _make_row(self, row: table_facts.Row, diameter: float, name_size: float, why_size: float, size: float) -> TableRow:
        called = Text(self.say(seat_names(row.seats)), name_size, face="serif", max_lines=1, shrink=0.8)
        cells, medals = [called, *self._make_figures(row, size)], self._make_medallions(row.seats, diameter)
        note, ground = (
            Text(self.say(row.why), why_size, "ink" if row.is_best else "ink2"),
            self._draw_ground if row.is_best else None,
        )
        return TableRow(cells, medals, note, ground, key=f"row:{row.seat}")

    def _make_figures(self, row: table_facts.Row, size: float) -> list[Element]:
        scene, tally = self.scene, self.scene.tally
        figures: list[Element] = [Text(phrases.with_minus_sign(figure), size) for figure in row.figures]
        if self._has_sum_column:
            figures.append(Text(phrases.with_minus_sign(row.base), size, spoken=spoken_text(row.base.removeprefix("= "))))
        if tally.extra_head:
            colour, face = ("leaf", "bold") if row.extra.startswith("+") else ("ink2", "sans")
            said = spoken_text(row.extra) if row.extra else "none"
            figures.append(Text(row.extra or "–", size, colour, face, spoken=said))
        total = self._make_running_figure(row.seat, 1, size * 1.36)
        return [*figures, total] if scene.single else [*figures, self._make_running_figure(row.seat, 0, size * 1.36), total]

    def _make_running_figure(self, seat: int, index: int, size: float, plus: str = "") -> Text:
        """Returns a number that runs from its old to its new value. index: 0 for the points of the seat, 1 for its total.

        plus: the sign before a positive number; "" for none.
        """
        scene = self.scene
        words = phrases.format_points((scene.points, scene.totals)[index][seat])
        mark = plus if words[:1].isdigit() else ""

        def live() -> str:
            return mark + scene.displayed_points(seat)[index]

        return Text(mark + words, size, face="serifb", max_lines=1, text_align=1, live=live)

    def _make_narrow_row(self, row: table_facts.Row) -> Element:
        scene = self.scene
        colour, face = ("leaf", "semi") if row.is_best else ("ink", "sans")
        ends = [Text("points" if scene.single else "total", 13.5, "ink2"), self._make_running_figure(row.seat, 1, 25)]
        won = [] if scene.single else [self._make_running_figure(row.seat, 0, 21, "+")]
        name = Text(self.say(seat_names(row.seats)), 20, face="serif", max_lines=1, shrink=0.8, grow=1)
        line: list[Text] = [name, *won, *ends]
        for text in line:
            text.align, text.spoken = BASELINE, ""
        words: list[Element] = [
            Row(line, 10),
            Text(self._arithmetic(row), 16, colour, face, line_height=1.35, spoken=""),
            Text(self.say(row.why), 15, "ink" if row.is_best else "ink2", spoken=""),
        ]
        portrait = Column([self._make_medallions(row.seats, 44)], padding=(0, 4, 0, 0), align=0)
        said = f"{self.say(seat_names(row.seats))}: {scene.row_figures(row)}"
        return Row(
            [portrait, Column(words, grow=1)], 12, (0, 4, 0, 6), background=self._draw_ground if row.is_best else None,
            role="row", name=as_spoken_sentences((said, self.say(row.why))), key=f"row:{row.seat}",
        )  # fmt: skip

    def _draw_ground(self, canvas: Canvas, area: pygame.Rect) -> None:
        draw_ground(canvas, "good", area.inflate(24 * self.scene.t, 0), 12 * self.scene.t)

    def _make_medallions(self, seats: Sequence[int], diameter: float, ring: str = "") -> Picture:
        return make_medallions([self.scene.portraits[seat] for seat in seats], diameter, ring)

    def _arithmetic(self, row: table_facts.Row) -> str:
        heads = self.scene.tally.heads
        figures = [figure for figure in row.figures if figure]
        if not row.base or any(head in SUIT_SIGNS for head in heads):
            figures = [f"{head} {figure or '–'}" for head, figure in zip(heads, row.figures, strict=True)]
        return "  ".join(figures) if not row.base else " ".join([*figures, *(part for part in (row.base, row.extra) if part)])

    # ------------------------------------------------------------------ the game so far

    def make_race(self) -> Element:
        """Returns the totals of the game on a line to the target; in some games, a ranking instead."""
        scene = self.scene
        sentence = Text(self.say(scene.race.sentence), 17, face="semi")
        if scene.single:
            return Column([sentence], padding=(0, 10, 0, 12))
        named = Text("The totals" if scene.ranked else "The race", 17, "ink2", "semi", role="heading")
        wide = scene.text_width(sentence.words, 17) + 110
        head = Either(Row([named, Spacer(grow=1), sentence]), Column([named, sentence], 2), min_width=wide)
        places = (
            self._make_ranking()
            if scene.ranked
            else Either(self._make_race_line(46), lambda: self._make_race_line(36), min_width=600)
        )
        return Column([Column([head], padding=(0, 8, 0, 4)), places])

    def _make_ranking(self) -> Element:
        scene, totals = self.scene, self.scene.race.totals
        order, cells = sorted(scene.race.parties, key=lambda party: -totals[party[0]]), []
        for party in order:
            good, total, name = party[0] in scene.race.winners_now, totals[party[0]], self.say(seat_names(party))
            place = 1 + sum(totals[other[0]] > total for other in order)
            cells.append(Row([
                Text(f"{place}.", 16, "ink2", width=20, text_align=1, spoken=""),
                self._make_medallions(party, 32, "brass" if good else ""),
                Text(name, 17, face="serif", max_lines=1, shrink=0.6, grow=1, spoken=""),
                Text(phrases.format_points(total), 18, "leaf" if good else "ink", "bold", spoken=""),
            ], 6, (0, 4, 14, 4), role="row", name=f"{place}. {name}: {phrases.format_points(total)}"))  # fmt: skip
        return Grid(cells, 0, min_width=200, even=True, role="list", name="The totals")

    def _make_race_line(self, diameter: float) -> Picture:
        race = self.scene.race
        places = sorted(race.parties, key=lambda party: race.totals[party[0]])
        named = phrases.listed(
            [f"{self.say(seat_names(party))} {phrases.format_points(race.totals[party[0]])}" for party in places]
        )
        aim = f"The race to {race.target}" if race.target else "The race"
        return Picture(partial(self._draw_race_line, diameter), height=diameter + 30, name=f"{aim}: {named}")

    def _draw_race_line(self, d: float, canvas: Canvas, area: pygame.Rect) -> None:
        t, u, race = canvas.theme, self.scene.t, self.scene.race
        d *= u
        low, high = float(min(0, *race.totals)), float(max(race.target, 1, *race.totals))
        left, room, cy = area.x + 26 * u, area.w - 96 * u, area.y + d / 2 + 2 * u
        canvas.draw_box(left, cy - 4 * u, room, 8 * u, 4 * u, fill=t.rule)
        for quarter in range(5 if race.target else 0):
            x = left + room * (race.target * quarter / 4 - low) / (high - low)
            canvas.draw_box(x - 1.5, cy - 5 * u, 3, 10 * u, 1, fill=t.ink2, alpha=0.6)
        if race.target == high:
            canvas.draw_plain_text(
                str(race.target), left + room + 32 * u, cy, self.scene.text_px(17), t.ink2, "semi", "midleft"
            )
        for party, cx in places_on_race_line(race, left, room, low, high, d):
            good = party[0] in race.winners_now
            draw_medallions(canvas, [self.scene.portraits[seat] for seat in party], cx, cy, d, t.brass if good else "")
            total = phrases.format_points(race.totals[party[0]])
            canvas.draw_plain_text(
                total, cx, cy + d * 0.54, self.scene.text_px(17), t.leaf if good else t.ink, "bold", "midtop"
            )


def places_on_race_line(
    race: table_facts.Race, left: float, room: float, low: float, high: float, d: float
) -> list[tuple[tuple[int, ...], float]]:
    """Returns the groups of seats with a common total, each with the x of its medallions on the line to the target. Groups that
    would overlap are moved apart.

    left, room: x and length of the line in pixels. low, high: points at its ends. d: diameter of a medallion in pixels.
    """
    order = sorted(race.parties, key=lambda party: (race.totals[party[0]], party))
    gap = min(medallions_width(d, max(map(len, order))) + d * 0.04, room / max(1, len(order)))
    places = [left + room * (float(race.totals[party[0]]) - low) / (high - low) for party in order]
    return list(zip(order, spread_out(places, gap, left, left + room), strict=True))


class DecisionTile(ElementControl):
    """The tile of a decision that cost points: trick, action, better action and cost. A press opens the review at this
    decision.
    """

    def __init__(self, label: str, cost: str, route: ToReview) -> None:
        super().__init__(label, without_marks(cost), "button", lambda: Push(route))
        self.cost, self.route = cost, route

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "framed" if self.hover else "edged", 8)
        self.draw_content(canvas)

    def make_element(self, place: tuple[int, int]) -> Control:
        """Returns the tile as an element. If there is no space, the margin of error of the cost is left out.

        place: the number of the tile, from 1, and the number of all tiles.
        """
        shorter = GIVE_OR_TAKE.sub("", self.cost).replace("}, and", "} and")
        label = Text(self.label, 15.5, face="semi", max_lines=1, shrink=0.7)
        words = Column([label, FittingWording([self.cost, shorter], 13.2)], 1, grow=1)
        return Control(self, content=Row([words, make_icon("right", 14)], 8, (10, 3, 8, 3), height=46), place=place)


class CostliestDecisions:
    """The costliest decisions of a deal. Call `run_slice` until it returns False; then `tiles` has a tile for each."""

    def __init__(self, match: ReviewedMatch, opinions: DealOpinions, route: ToReview) -> None:
        self.match, self.opinions, self.route = match, opinions, route
        self.tiles: list[DecisionTile] = []

    @property
    def title(self) -> str:
        """The heading of the tiles; "" while decisions are being evaluated, and if no person had a choice."""
        if not self.opinions.over or not self.opinions.steps_with_choice:
            return ""
        whose = "The" if self.match.is_shared else "Your"
        if self.tiles:
            return f"{whose} costliest mistake{'s' if len(self.tiles) > 1 else ''}"
        return "No decision cost anything." if self.match.is_shared else "Nothing you did cost anything."

    def run_slice(self) -> bool:
        """Evaluates decisions for a short time. Returns True if more remain."""
        more = self.opinions.run_slice()
        if not more and not self.tiles:
            self._make_tiles()
        return more

    def _make_tiles(self) -> None:
        found = self.opinions.opinions
        for opinion in costliest_decisions(found.values()):
            if opinion.mistake_grade:
                at = next(place for place, one in found.items() if one is opinion)
                self.tiles.append(self._make_tile(at))

    def _make_tile(self, index: int) -> DecisionTile:
        looked, opinion = self.match, self.opinions.opinions[index]
        looked.go_to_action(index)
        place = phrases.with_capital(looked.groups[looked.group_index].place.partition(" of ")[0])
        who = f"{looked.with_names(f'[{opinion.seat}]')}, {place.lower()}" if looked.is_shared else place
        done, best = (possible_action_name(looked, opinion, written) for written in (opinion.played, opinion.best))
        label = f"{who}: {done}, better {best}"
        return DecisionTile(label, cost_words(opinion), self.route._replace(first_action=index))

    def make_element(self) -> Element:
        """Returns the tiles under their heading."""
        tiles = [tile.make_element((at, len(self.tiles))) for at, tile in enumerate(self.tiles, 1)]
        return Column([make_subheading(self.title), Grid(tiles, 6, min_width=230, max_columns=3)], 4, (0, 4, 0, 4))


class ScoreScene(ElementPage):
    """The score sheet of a deal, with buttons at its foot.

    The result of the scene is "next" for the next deal.
    """

    screen = keymap.SHEET
    effect_of_esc = "The menu"
    _age = 0.0
    """Seconds for which figures have run."""
    _shown_for = 0.0
    """Seconds since the sheet opened."""
    _quiet_for = 0.0
    """Seconds since the sheet came into sight, or since the last press that was ignored as too early."""

    def __init__(
        self, context: Context, matches: Matches, match: Match, tally: Tally, points: Sequence[Points], dealt: Deal
    ) -> None:
        """tally: the calculation of the scores. points: points of this deal by seat, which are included in the totals. dealt:
        the deal.
        """
        super().__init__(context, "Score sheet")
        self.matches, self.match, self.tally, self.dealt = matches, match, tally, dealt
        self.points = tuple(points)
        session = match.session
        self.counted = next(one for one in reversed(session.scored_deals) if one.deal == dealt)
        after = Standing(dealt.number, self.counted.totals, session.standing.carry)
        self.totals = after.totals
        self.ended = session.ended and self.counted is session.scored_deals[-1]
        if self.ended:
            # The result of the game is more important than that of its last deal.
            rows = tuple(row._replace(is_best=row.seat in session.winners) for row in tally.rows)
            self.tally = tally._replace(rows=rows)
        self.last_state = final_state(match.game, session.options, self.counted)
        self.striking = match.with_names(match.game.text.deal_headline(self.last_state))
        """A striking event of the deal, for its headline; empty for most deals."""
        self.race = match.game.text.race_between_deals(session.options, after, match.me)
        self.single = self.race.deals == dealt.number == 1
        """Whether the game has one deal, so that its points are the totals."""
        self.ranked = not self.race.target or len(self.totals) > SEATED
        self.portraits = portraits_at_table(session, context.settings)
        self._make_buttons()
        if self.ended:
            context.sound.play("win" if match.me in session.winners and match.people_seats else "down")
        self.key_actions |= {name: partial(self._announce_figures, name) for name in keymap.commands_only_on(self.screen)}
        self.key_actions["sheet"] = self._open_game_sheet
        self.dearest: CostliestDecisions | None = None
        self.first = self.on

    def _make_buttons(self) -> None:
        match = self.match
        self.reviewed = not match.is_practice
        """Whether the deal has a review; if not, the button Review opens the page of its hands and tricks."""
        self.review = Button("Review", self._open_review, "plain", "eye")
        again = "The last deal again" if self.ended else "Play it again"
        self.again = Button(again, lambda: Push(ToPractice(match, self.counted)), "plain", "undo")
        self.deals = Button("All deals", self._open_game_sheet, "plain", "cards")
        self.deals.shown = len(match.session.scored_deals) > 1
        self.menu = Button("Menu", self.go_back, "plain", "menu")
        self.on = Button("Next deal", self._go_on, "prime", "play", on_paper=True)

    # ------------------------------------------------------------------ the result

    @property
    def title(self) -> str:
        if not self.ended:
            return self.striking or f"Deal {self.dealt.number} is done"
        match, session = self.match, self.match.session
        alone = match.me if match.people_seats and not match.is_shared else None
        totals = tuple(counted.totals for counted in session.scored_deals)
        ending = Ending(totals, session.winners, alone, self.race.teams)
        return match.with_names(match.game.text.headline(self.last_state, ending))

    def _names_in_words(self, seats: Sequence[int]) -> str:
        """Returns the names of seats as a list in a sentence. The person at this screen is named last."""
        return phrases.listed([f"[{seat}]" for seat in sorted(seats, key=lambda seat: (seat == self.match.me, seat))])

    @property
    def turning_point(self) -> str:
        """A sentence on the turning point of the game; "" for none, and while it is not known."""
        return ""

    @property
    def reason_game_continues(self) -> str:
        """A sentence on the reason why another deal follows although the target, or the last deal, has been
        reached; else "".
        """
        session, game = self.match.session, self.match.game
        top = leaders(self.totals, game.lowest_wins)
        listed = game.text.deal_sizes(session.options, Standing(0, (0,) * len(self.totals)))
        reached = self.race.target and max(self.totals) >= self.race.target
        if self.ended or not (reached or (listed is not None and session.standing.deals >= len(listed.sizes))):
            return ""
        if len(top) == 1 or top in self.race.teams:
            return "Nobody has won yet, so another deal is played."
        return "A tie does not end the game, so another deal is played."  # the sentence of the race names the seats

    @property
    def origin_note(self) -> str:
        """A sentence on cards that were set up by hand, or on a game code seen before the end; "" in other games."""
        if not self.match.grouped_commitment:
            return "This deal was set up by hand."
        return "The code was seen before the end: an open game." if self.match.is_code_revealed else ""

    @property
    def subtitle(self) -> str:
        """Sentences with the name and aim of the game; after its end with its result, and the game's word for the losers."""
        if not self.ended:
            between = " " if self.race.aim.startswith("to ") else ": "
            deal = f" Deal {self.dealt.number}." if self.striking else ""
            return f"{self.match.game.title}{between}{self.race.aim}.{deal} {self.reason_game_continues}".strip()
        rest = [seat for seat in range(len(self.totals)) if seat not in self.match.session.winners]
        one, many = self.match.game.text.loser_names
        facts = f"{self.match.game.title}, {phrases.count_text(self.dealt.number, 'deal')}. {self.race.sentence}"
        if not rest or not one:
            return self.match.with_names(facts)
        fools = f"[{rest[0]} is] the {one}." if len(rest) == 1 else f"{self._names_in_words(rest)} are the {many}."
        return self.match.with_names(f"{facts} {phrases.with_capital(fools)}")

    @property
    def running_numbers_progress(self) -> float:
        """Progress of the running numbers from old to new values, 0..1; it grows fast at first."""
        seconds = FIGURES_RUN * self.context.animation_factor
        done = 1.0 if seconds <= 0 else min(1.0, self._age / seconds)
        return 1 - (1 - done) ** 2

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return self.running_numbers_progress < 1

    def displayed_points(self, seat: int) -> tuple[str, str]:
        """Returns points and total of a seat as texts, at this moment of their animation."""
        new, won = self.totals[seat], self.points[seat]
        if self.running_numbers_progress >= 1:
            return phrases.format_points(won), phrases.format_points(new)
        return phrases.with_minus_sign(round(won * self.running_numbers_progress)), phrases.with_minus_sign(
            round(new - won + won * self.running_numbers_progress)
        )

    # ------------------------------------------------------------------ screen readers

    @property
    def opening_announcement(self) -> str:
        ranks, sign = self.totals if self.ended else self.points, 1 if self.match.game.lowest_wins else -1
        rows = sorted(self.tally.rows, key=lambda row: sign * ranks[row.seat])
        said = [one for row in rows for one in (self._row_result(row), self.match.with_names(row.why))]
        return as_spoken_sentences((self.title, self._standing_text, self.reason_game_continues, *said, self.turning_point))

    @property
    def _standing_text(self) -> str:
        """A sentence on the standing of the game; "" if the title or the points of the only deal so far say the same."""
        first = leaders(self.points, self.match.game.lowest_wins)
        known = self.ended or (self.dealt.number == 1 and {*self.race.winners_now} == {*first})
        return "" if known else self.match.with_names(self.race.sentence)

    def _row_result(self, row: table_facts.Row) -> str:
        """Returns the points of a row in words, and its total if it is another number."""
        said = f"{self.match.with_names(seat_names(row.seats))}: {phrases.points_in_words(self.points[row.seat])}"
        return said if self.dealt.number == 1 else f"{said}, total {phrases.format_points(self.totals[row.seat])}"

    @property
    def sheet_in_words(self) -> str:
        """All figures and sentences of the sheet, for screen readers."""
        say = self.match.with_names
        rows = [(f"{say(seat_names(row.seats))}: {self.row_figures(row)}", say(row.why)) for row in self.tally.rows]
        standing = "" if self.ended else say(self.race.sentence)
        said = [one for row in rows for one in row]
        return as_spoken_sentences((self.title, *said, self.turning_point, standing, self.race.aim))

    def row_figures(self, row: table_facts.Row) -> str:
        """Returns the figures of a row, each after its heading, as a clause for screen readers."""
        tally = self.tally
        pairs = [(head.replace("× 2", "twice"), figure) for head, figure in zip(tally.heads, row.figures, strict=False)]
        pairs += [(head, figure) for head, figure in ((tally.base_head, row.base), (tally.extra_head, row.extra)) if head]
        found = [f"{head} {figure}" for head, figure in (*pairs, ("deal", row.points)) if figure]
        if not self.single:
            found.append(f"total {phrases.format_points(self.race.totals[row.seat])}")
        return ", ".join(found)

    def _announce_figures(self, command: str) -> None:
        answer = [self.title, SEE_TRICKS if command == "tell last trick" else NO_CARDS]
        if command == "tell turn":
            race = self.match.with_names(self.race.sentence)
            answer = [self.title, race, "" if self.ended else self.race.aim, f"{self.on.label} is the way on"]
        self.context.show_answer(self.sheet_in_words if command in ALL_FIGURES else as_spoken_sentences(answer))

    # ------------------------------------------------------------------ events and work in the background

    def update(self, dt: float) -> None:
        self._shown_for += dt
        self._quiet_for += dt
        if self.is_moving:
            self._age += dt
            self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        """Handles an event. Ignores a press just after the sheet became visible, because it was meant for the page before.

        Each ignored press starts the wait anew.
        """
        press = event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key in PRESS_KEYS)
        if press and self._quiet_for < self._press_delay:
            self._quiet_for = 0.0
            return None
        return super().handle(event)

    @property
    def _press_delay(self) -> float:
        return PRESS_DELAY

    def on_resume(self, result: object) -> None:
        self._quiet_for = 0.0

    def run_slice(self) -> bool:
        """Evaluates decisions, once the sheet has been open for `OPINIONS_WAIT` seconds. Returns True if more remain."""
        if self._shown_for < OPINIONS_WAIT or not self.awaits_mistakes:
            return False
        if self.dearest is None:
            context, counted = self.context, self.counted
            record, number = self.matches.record_of_match(self.match), counted.deal.number
            opinions = DealOpinions(record, number, counted.actions, context.folders.reviews)
            looked = ReviewedMatch(self.match, counted, context.show_notice)
            self.dearest = CostliestDecisions(looked, opinions, ToReview(self.match, counted))
        if self.dearest.opinions.over:
            return False
        more = self.dearest.run_slice()
        if not more and self.dearest.title:
            self.rebuild()
        return more

    def on_close(self) -> None:
        if self.dearest is not None:
            self.dearest.opinions.write_cache()

    def _go_on(self) -> Change:
        return Pop("next")

    def _open_game_sheet(self) -> Change:
        return Push(ToGameSheet(self.match))

    def _open_review(self) -> Change:
        if not self.reviewed:
            return Push(ToAllHands(self.match, self.counted, self.portraits))
        return Push(ToReview(self.match, self.counted))

    @property
    def awaits_mistakes(self) -> bool:
        """True if the sheet lists, or will list, the costliest decisions of people."""
        return self.reviewed and bool(self.match.people_seats)

    def make_mistake_list(self) -> list[Element]:
        """Returns the list of the costliest decisions, under a hairline. The list is empty until they are known."""
        return [make_horizontal_line(), self.dearest.make_element()] if self.dearest is not None and self.dearest.title else []

    def go_back(self) -> Change:
        """Opens the menu, because a scored deal cannot be taken back."""
        return Push(ToMenu(self.match))

    def make_page(self) -> Element:
        margin = self.rim_width + (5 if self.awaits_mistakes or min(self.wide, self.high) < 520 else 14)
        child = Either(lambda: self._make_page(True), lambda: self._make_page(False), min_width=752)
        corners = (18 * min(1.0, self.t), 22.0, 9.0)
        return PaperSheet(
            child, margin, 1140, min_height=540 if self.high > 600 else 0, padding=(14, 8, 14, 12), corners=corners
        )

    def _make_page(self, wide: bool) -> Element:
        inset = 22 if wide else 0
        room = min(1140.0, self.wide - 2 * self.rim_width - 10) - 28 - 2 * inset
        small = self._row_width(17, 12) > room
        below = small and len(self._visible_buttons) > FEW and self._row_width(SMALL, 8) > room
        size, gap = (SMALL, 8) if small and len(self._visible_buttons) > FEW and not below else (17, 12)
        others = [self._make_button(button, size) for button in self._visible_buttons]

        def make_scores(tight: bool, kept: float) -> Element:
            """Returns the sheet. kept: height in units that is reserved for the list of mistakes; 0 to fill the window."""
            parts = [ScoreSheet(self, wide, tight).make_element()]
            if below:
                parts += [make_horizontal_line(), Wrap(others, 12, (0, 10, 0, 4), region="more")]
            parts.append(Column(self.make_mistake_list(), 0, height=kept or None))
            high = self.high if self.awaits_mistakes and not kept else None
            return Scroll(Column(parts, padding=(4, 4, 4, 8)), self.scroll, (32, 32) if wide else (10, 10), height=high)

        way_on = Control(self.on, 21, worded=True, height=52)
        foot = ButtonRow([*([] if below else others), Spacer(grow=1), way_on], gap)
        kept = MISTAKES_ROOM[not wide] if self.awaits_mistakes else 0  # from the start, so that they move no button
        fits = FirstFit(
            [lambda: make_scores(False, kept), lambda: make_scores(True, kept), lambda: make_scores(True, 0)], grow=1
        )
        return Column([fits, Spacer(height=8), foot], 0, (inset, 0, inset, 0))

    @property
    def _visible_buttons(self) -> list[Button]:
        return [button for button in (self.review, self.again, self.deals, self.menu) if button.shown]

    def _make_button(self, button: Button, size: float) -> Control:
        small = size < 17  # then it has less room round its words, and keeps them
        width = self._button_width(button, size) if small else None
        return Control(button, size, worded=small, height=48, width=width)

    def _button_width(self, button: Button, size: float) -> float:
        return self.text_width(button.label, size) + (41 if size < 17 else 58)

    def _row_width(self, size: float, gap: float) -> float:
        return self._button_width(self.on, 21) + sum(self._button_width(button, size) + gap for button in self._visible_buttons)


class ScoreSceneOverPage(ScoreScene):
    """A score sheet whose only way on leads back to the page below it."""

    def _make_buttons(self) -> None:
        super()._make_buttons()
        self.on.label, self.on.icon = "Back", "left"
        self.menu.shown = False

    def _go_on(self) -> Change:
        return Pop()

    def go_back(self) -> Change:
        return Pop()

    def _open_game_sheet(self) -> Change:
        """Returns to the page below: the sheet of the game, or a game that does not count the deal."""
        return Pop()


class EarlierDealScoreScene(ScoreSceneOverPage):
    """The score sheet of an earlier deal, over the sheet of the entire game."""

    def __init__(self, context: Context, matches: Matches, match: Match, scored_deal: ScoredDeal) -> None:
        state = final_state(match.game, match.session.options, scored_deal)
        tally = match.game.text.tally(view(match.game, state, match.me).known, match.me)
        super().__init__(context, matches, match, tally, scored_deal.points, scored_deal.deal)
        self._age = 60.0  # the figures have run long ago
        self.deals.shown = False
