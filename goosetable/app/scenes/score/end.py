"""The end of a game on the score sheet: headline, winner, shelf of prizes, and buttons to continue."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Mapping, Sequence
from datetime import date
from typing import Final

import pygame

from goosetable.app.art import svg
from goosetable.app.context import Context
from goosetable.app.match import days
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.routes import ToDayResult, ToFairPlay, ToLuck, ToTitle
from goosetable.app.scenes.score.scene import ScoreScene, ScoreSheet
from goosetable.app.storage import clean_names, profiles
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.history.figures import Figures, uncounted_games
from goosetable.app.storage.history.records import History, open_history
from goosetable.app.storage.history.sources import RecordedPlayer, game_mark
from goosetable.app.storage.settings import MOST_DAYS
from goosetable.app.table.seats import draw_medallions, medallions_width
from goosetable.app.ui.accessible import spoken_text
from goosetable.app.ui.elements import (
    ButtonRow,
    Column,
    Control,
    Either,
    Element,
    FirstFit,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Wrap,
    make_horizontal_line,
    make_icon,
    make_portrait,
)
from goosetable.app.ui.elements.components import draw_cloth
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Restart
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Tally, seat_names, seats_clockwise
from goosetable.engine.words import phrases
from goosetable.games import SHELF
from goosetable.review.turning import TurningPoint

WALK_LATE, STEP_TIME, STEPS = 0.7, 0.18, 5
"""Seconds until the golden goose comes, seconds of each of its steps, and their number."""
WALK: Final = WALK_LATE + STEP_TIME * STEPS
"""Seconds after which the goose has taken its place."""
LUCK_WAIT: Final = 3.0
"""Seconds until the worth of the hands is computed after a game, because the person may leave at once."""
ON_SHELF: Final = 8
"""Largest number of geese on the shelf; others are counted in words."""
FACES: Final = 3
"""Largest number of losers who have a portrait; if there are more, the others are listed in chips."""
PEOPLE: Final = 800.0
"""Width of the window in units, from which the players have a panel of cloth."""
ROOMY: Final = (1040.0, 600.0)
"""Width and height of the window in units from which the panel is large."""
LATE_ROOM: Final = (190.0, 60.0)
"""Height in units that is reserved for facts that need a search: with the costliest decisions, and without them."""
SHADOW: Final = (5, 2, 120)
ORDINALS: Final = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class EndFacts:
    """Facts about a finished game that need a search in saved games: medals earned, the next medal, and the turning point.

    Call `run_slice` while `searching` is True.
    """

    medals_earned = medal_coming = medal_sign = turning_point = ""
    """Sentences; "" for none, or while they are not known."""
    news = ""
    """The sentences that were found last, for screen readers."""
    history: History | None = None
    """The records that are read for medals; None before."""

    def __init__(self, context: Context, match: Match) -> None:
        self._context, self._match = context, match
        self.searching = True
        self._run = self._find_facts()

    def run_slice(self) -> bool:
        """Searches for a short time. Returns True if a new fact was found."""
        found = next(self._run, self)
        self.searching = found is not self
        return found is True

    def close(self) -> None:
        """Ends the search, and closes the saved games."""
        self.searching = False
        self._run.close()

    def _find_facts(self) -> Generator[bool | None, None, None]:
        match, session = self._match, self._match.session
        if match.people_seats:
            with contextlib.closing(open_history(self._context.folders, self._context.settings)) as self.history:
                while self.history.run_slice():
                    yield None
                figures, names = Figures(self.history.tables, uncounted_games(self._context.settings)), self.history.names
                self.medals_earned, self.medal_coming = (
                    self._earned_medal_sentences(figures, names),
                    self._next_medal_sentences(figures, names),
                )
            self.news = self.medals_earned
            yield bool(self.medals_earned or self.medal_coming)
        words = yield from TurningPoint(match.game, session.options, session.scored_deals, session.winners).run()
        self.turning_point = match.with_names(words)
        self.news = spoken_text(self.turning_point)
        yield bool(words)

    def _recorded_player(self, names: Mapping[str, str], seat: int) -> RecordedPlayer:
        name = clean_names.clean_chairs(self._match.session.chairs)[seat].name
        return RecordedPlayer(profiles.present_name_of(name, names), HUMAN)

    def _earned_medal_sentences(self, figures: Figures, names: Mapping[str, str]) -> str:
        """Returns a sentence for each person who earned a medal in this game; "" if there is none."""
        match = self._match
        own = game_mark(match.session.header, "")
        found = []
        for seat in match.people_seats:
            places = figures.medals(self._recorded_player(names, seat), match.game)
            medals = [place.medal.name for place in places if place.mark == own]
            if medals:
                self.medal_sign = self.medal_sign or next(place.medal.sign for place in places if place.mark == own)
                many = "Medals" if len(medals) > 1 else "A medal"
                found.append(match.with_names(f"{many} of {match.game.title} for [{seat}]: {phrases.listed(medals)}."))
        return " ".join(found)

    def _next_medal_sentences(self, figures: Figures, names: Mapping[str, str]) -> str:
        """Returns sentences on the next medal that the person can earn in this game, and on the wins that are still needed.

        Returns "" if there is no such medal, or if several people or none play.
        """
        match = self._match
        if match.is_shared or not match.people_seats:
            return ""
        found = figures.next_medal(self._recorded_player(names, match.me), match.game)
        if found is None:
            return ""
        medal, missing = found
        left = phrases.with_capital(f"{phrases.count_in_words(missing, 'win')} to go.") if missing else ""
        return f"Next medal of {match.game.title}: {{{medal.name}}}. {medal.meaning} {left}".strip()


class GameEndScene(ScoreScene):
    """The score sheet after the last deal of a game.

    The result of the scene is "again" or "moved" if another game was set up.
    """

    def __init__(
        self, context: Context, matches: Matches, match: Match, tally: Tally, points: Sequence[Points], dealt: Deal
    ) -> None:
        super().__init__(context, matches, match, tally, points, dealt)
        self.winners, self.prizes = match.session.winners, match.prizes()
        self.facts = EndFacts(context, match)
        self._valued: GameLuck | None = None

    def _make_buttons(self) -> None:
        super()._make_buttons()
        match = self.match
        self.luck = Button("Luck and play", lambda: Push(ToLuck(match)), "plain", "stats")
        self.luck.shown = not match.game.equal_hands
        self.leave = Button("Leave the table", lambda: Restart(ToTitle()), "plain", "door")
        self.round = Button("Again, seats moved", self._move_seats_and_go_on, "plain", "redo")
        self.fair = Button("Fair play", lambda: Push(ToFairPlay(match)), "plain", "check")
        self.menu.shown = False
        self.on.label = "Again"
        if (day := self._store_day_result()) is not None:
            self.on = Button("Result of the day", lambda: Push(ToDayResult(day)), "prime", "check", on_paper=True)

    def _store_day_result(self) -> date | None:
        """Stores the result of a deal of the day, unless the settings have a result of its date. Returns the date; None for any
        other game.
        """
        found = days.day_deal_of(self.match.session, self.matches.today, SHELF)
        if found is None:
            return None
        stored = self.context.settings.days
        if days.stored_result(stored, found.day) is None:
            result = days.person_result(self.match.session)
            self.context.change_settings(days=days.with_result(stored, found.day, result, MOST_DAYS))
        return found.day

    @property
    def last_deal_sentence(self) -> str:
        """A sentence on the last deal: the striking fact about it; if there is none, the sentence of its tally. In a game of
        one deal, "" without a striking fact.
        """
        return self.striking or ("" if self.single else self.tally.sentence)

    @property
    def turning_point(self) -> str:
        return self.facts.turning_point

    @property
    def status_line(self) -> str:
        return self.facts.news

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return super().is_moving or self.goose_progress < 1

    @property
    def goose_progress(self) -> float:
        """Position of the golden goose on its way to the shelf, 0..1; 1 without animation, and if no person has won."""
        if self.context.animation_factor <= 0 or not set(self.winners) & set(self.match.people_seats):
            return 1.0
        return min(1.0, max(0.0, (self._age - WALK_LATE) / (WALK - WALK_LATE)))

    # ------------------------------------------------------------------ events and work in the background

    def update(self, dt: float) -> None:
        moved = self.is_moving
        super().update(dt)
        if moved and self.goose_progress >= 1 and self._age >= WALK:
            self.context.sound.play("honk")

    @property
    def _press_delay(self) -> float:
        return 2 * super()._press_delay

    def run_slice(self) -> bool:
        """Searches for facts on the end of the game, then evaluates decisions, then values the hands.

        Returns True if work remains.
        """
        if self.facts.searching:
            if self.facts.run_slice():
                self.rebuild()
            return True
        return super().run_slice() or self._value_next_hand()

    def _value_next_hand(self) -> bool:
        """Values one more hand for the page *Luck and play*, once all decisions are evaluated. Returns True if hands remain."""
        evaluated = self.dearest is not None and self.dearest.opinions.over
        if not evaluated or not self.luck.shown or self._shown_for < LUCK_WAIT:
            return False
        if self._valued is None:
            self._valued = GameLuck(self.match, self.context.folders.reviews)
        return self._valued.run_slice()

    def on_close(self) -> None:
        self.facts.close()
        super().on_close()

    def _go_on(self) -> Change:
        self.matches.begin_next_game(self.match)
        return Pop("again")

    def _move_seats_and_go_on(self) -> Change:
        """Sets up another game in which every player moves one seat on. Closes the sheet with the result "moved"."""
        self.matches.begin_next_game(self.match, shift_seats=True)
        self.context.show_notice("A new game: everybody has moved one seat on.")
        return Pop("moved")

    # ------------------------------------------------------------------ the sheet

    @property
    def roomy(self) -> bool:
        """True if the panel of players is large."""
        return self.wide >= ROOMY[0] and self.high >= ROOMY[1]

    @property
    def end_margin(self) -> float:
        """Margin between the window's edge and the sheet, in units."""
        return self.rim_width + (4 if self.high < 520 else 18)

    def make_page(self) -> Element:
        w = min(1180.0, self.wide - 2 * self.end_margin) - 32
        ways, more = self._fitting_buttons(w)
        panel = self.wide >= PEOPLE
        words = self._make_words(more, panel)
        people = [self._make_player_panel(300 if self.roomy else 168)] if panel else []
        page = Column([Row([*people, words], 22 if self.roomy else 14, grow=1), Spacer(height=8), ButtonRow(ways, 10)], 0)
        return PaperSheet(page, self.end_margin, 1180, padding=(16, 14, 16, 12), corners=(16, 24, 10))

    def _make_scores(self, tight: bool, has_panel: bool) -> list[Element]:
        """Returns the elements of the last deal and of the race to the target.

        tight: True for lower rows. has_panel: True if the panel of players beside them shows the totals.
        """
        wide, narrow = (ScoreSheet(self, way, True, tight) for way in (True, False))
        found: list[Element] = [] if self.single or tight else [Text("The last deal", 16, "ink2", "semi", role="heading")]
        found.append(Either(wide.make_scores, narrow.make_scores, min_width=640))
        if not has_panel or not (self.ranked or tight):
            found += [make_horizontal_line(), wide.make_race()]
        return found

    # ------------------------------------------------------------------ people on cloth

    def _make_player_panel(self, w: float) -> Element:
        totals = self.totals
        large, plate = (0.56 * w, 22.0) if self.roomy else (0.5 * w, 15.5)
        rest = [seat for seat in seats_clockwise(self.match.me, len(totals)) if seat not in self.winners]
        wreathed = Picture(
            lambda canvas, at: self._draw_winner(canvas, at, large), width=large * 1.6, height=large * 1.26, align=0.5
        )
        winner = self._make_name_plate(self.winners, plate, "brass", 0.72 * w)
        winner.align = 0.5
        losers: Element = Wrap([self._make_chip(seat, w) for seat in rest], 6)
        if len(rest) <= FACES:
            each = min(0.36 * w, (w - (28 if self.roomy else 14)) / max(1, len(rest)))
            losers = Row(
                [Spacer(grow=1), *(self._make_loser_plate(seat, each) for seat in rest), Spacer(grow=1)], 4 if self.roomy else 1
            )
        inside, edge = [wreathed, winner, Spacer(grow=1), losers], 10 if self.roomy else 4
        return Column(inside, 2, (edge, 12, edge, 12), width=w, background=draw_cloth, align=0, height=self._panel_height)

    @property
    def _panel_height(self) -> float:
        """Height of the panel of cloth, in units. It is as high as the sheet without its buttons."""
        return max(200.0, self.high - 2 * self.end_margin - 26 - 60)

    def _draw_winner(self, canvas: Canvas, area: pygame.Rect, large: float) -> None:
        u, who = self.t, [self.portraits[seat] for seat in self.winners]
        d = large * u / (medallions_width(1, min(2, len(who))))
        cx, cy = area.centerx, area.y + d / 2 + 6 * u
        canvas.draw_lamplight(cx, cy, 0.62 * d, 0.2 * d, 0.6)
        side = 1.5 * d
        canvas.draw_svg(svg.wreath_svg(), cx - side / 2, cy + 0.02 * d - side / 2, side, side)
        draw_medallions(canvas, who, cx, cy, d, canvas.theme.brass, "glad")

    def _make_name_plate(self, seats: Sequence[int], size: float, edge: str, maximum: float) -> Element:
        name, hot = self.match.with_names(seat_names(seats)), edge == "brass"
        words = [
            Text(phrases.with_capital(name), size, "cream", "serif", max_lines=1, shrink=0.55, text_align=0.5),
            Text(phrases.format_points(self.totals[seats[0]]), size * 1.2, "brass_hi" if hot else "cream", "serifb",
                 text_align=0.5, line_height=1.15),
        ]  # fmt: skip

        def draw_wood(canvas: Canvas, area: pygame.Rect) -> None:
            tone = getattr(canvas.theme, edge)
            canvas.draw_panel(
                area, 8 * self.t, fill=canvas.theme.walnut_lo, edge=tone, line_width=2 if hot else 1.2, shadow=SHADOW
            )

        side = min(8.0, maximum / 16)
        return Column(words, 0, (side, 3, side, 5), width=maximum, background=draw_wood)

    def _make_loser_plate(self, seat: int, column_width: float) -> Element:
        face = make_portrait(self.portraits[seat], column_width * (0.86 if self.roomy else 0.7), rueful=True, align=0.5)
        plate = self._make_name_plate((seat,), 15.5 if self.roomy else 13, "walnut_hi", column_width - 4)
        return Column([face, plate], width=column_width)

    def _make_chip(self, seat: int, w: float) -> Element:
        name, face = self.match.with_names(f"[{seat}]"), make_portrait(self.portraits[seat], 26, rueful=True)
        total = Text(phrases.format_points(self.totals[seat]), 15, "cream", "semi", max_lines=1, spoken="")
        words = Text(name, 14, "cream", "serif", max_lines=1, shrink=0.6, grow=1, spoken="")
        return Row([face, words, total], 5, width=(w - 26) / 2 if self.roomy else w - 20, role="row",
                   name=f"{name}: {phrases.format_points(self.totals[seat])}")  # fmt: skip

    # ------------------------------------------------------------------ words on paper

    def _make_words(self, more: list[Button], has_panel: bool) -> Element:
        """Returns the headline, the facts and the scores. has_panel: True if the panel of players is beside them.

        Facts that need a search come last. Space for them is reserved, so that no button moves when they appear.
        """
        title = Heading(self.title, 38 if self.roomy else 26, line_height=1.25, max_lines=2, shrink=0.7)
        head: list[Element] = [title, Text(self.subtitle, 16, "ink2")]
        if self.origin_note:
            head.append(Row([make_icon("lock", 16), Text(self.origin_note, 15, "ink2")], 6))

        def make_facts(tight: bool, kept: float | None) -> Element:
            parts = [*self._make_sentence(self.match.with_names(self.last_deal_sentence), tight), *self._make_shelf(tight)]
            parts += self._make_scores(tight, has_panel)
            if more:
                buttons = [Control(button, 15, height=40) for button in more]
                parts.append(Wrap(buttons, 10, (0, 8, 0, 2), region="more"))
            late = [*self._make_medal(), *self._make_sentence(self.facts.turning_point, tight), *self.make_mistake_list()]
            parts.append(Column(late, 2, height=kept))
            return Scroll(Column(parts, 4, (4, 6, 4, 6)), self.scroll, (12, 12))

        kept = LATE_ROOM[not self.awaits_mistakes]
        roomy = [] if more else [lambda: make_facts(False, kept), lambda: make_facts(True, kept)]
        fits = FirstFit([*roomy, lambda: make_facts(True, None)], grow=1)
        return Column([*head, Spacer(height=4), make_horizontal_line(), fits], 2, grow=1, height=self._panel_height, align=0)

    def _make_sentence(self, words: str, tight: bool) -> list[Element]:
        return [Text(words, 16 if tight or not self.roomy else 19, line_height=1.35)] if words else []

    def _make_medal(self) -> list[Element]:
        facts = self.facts
        words = facts.medals_earned or facts.medal_coming
        if not words:
            return []
        earned = bool(facts.medals_earned)
        sign = facts.medal_sign
        medal = Picture(lambda canvas, at: canvas.draw_medal(sign, earned, *at.center, at.h), width=28, height=28)
        text = Text(words, 17, face="semi", grow=1) if earned else Text(words, 15.5, "ink2", grow=1)
        return [Row([medal, text], 10, (0, 2, 0, 0))]

    def _make_shelf(self, tight: bool) -> list[Element]:
        prizes = self.prizes
        one, many = self.match.game.text.win_names
        own = [seat for seat in self.winners if seat in self.match.people_seats]
        counts = [
            f"{self.match.with_names(f'[{seat}]')} {prizes[seat]}"
            for seat in seats_clockwise(self.match.me, len(prizes))
            if prizes[seat]
        ]
        found: list[Element] = []
        if own:
            count = prizes[own[0]]
            found.append(Picture(lambda canvas, at: self._draw_shelf(canvas, at, count), height=50 if tight else 74))
            nth = ORDINALS[count] if count < len(ORDINALS) else f"{count}th"
            caption = phrases.with_capital(self.match.with_names(f":[{own[0]}'s] {nth} {one} at this table")[1:])
            found.append(Text(caption, 16 if tight else 17, face="serif", text_align=0.5))
        said = f"{phrases.with_capital(many)} at this table: {', '.join(counts)}." if counts else ""
        return [*found, Text(said, 15, "ink2")] if said and (not own or len(counts) > 1) else found

    def _draw_shelf(self, canvas: Canvas, area: pygame.Rect, count: int) -> None:
        u, shown = self.t, min(count, ON_SHELF)
        top, thick = area.bottom - 12 * u, 9 * u
        d = area.h - 14 * u
        plank = pygame.FRect(area.x, top, area.w, thick)
        canvas.draw_panel(plank, 3 * u, fill=canvas.theme.walnut, edge=canvas.theme.walnut_lo, shadow=(4, 2, 90))
        each = min(d * 1.05, (area.w - d) / max(1, shown))
        body = svg.golden_goose_svg()
        wide = d * svg.GOOSE_WIDE / svg.GOOSE_TALL
        for place in range(shown):
            x, y = area.x + 12 * u + place * each, top - d + 0.03 * d
            if place == shown - 1:
                steps = self.goose_progress * STEPS
                x += (1 - self.goose_progress) * (area.right - wide - x)
                canvas.draw_lamplight(x + wide / 2, y + d / 2, 0.5 * d, 0.16 * d, 0.5)
                y -= 0.07 * d * (1 - abs(2 * (steps % 1) - 1))
            canvas.draw_svg(body, x, y, wide, d)
        if count > shown:
            words = f"and {count - shown} more"
            canvas.draw_plain_text(words, area.right - 8 * u, top - d / 2, 15 * u, canvas.theme.ink2, "sans", "midright")

    # ------------------------------------------------------------------ ways on

    def _fitting_buttons(self, w: float) -> tuple[list[Element], list[Button]]:
        first = [button for button in (self.review, self.luck, self.deals, self.leave) if button.shown]
        later = [self.again, self.round, self.fair]
        size, prime = (16.5, 20.0) if self.roomy else (15.0, 17.0)
        on = self._button_width(self.on, prime)
        left, fitting = w - on, list[Button]()
        for button in (*first, *later):
            left -= self._button_width(button, size) + 10
            if left < 0:
                break
            fitting.append(button)
        ways: list[Element] = [Control(self.on, prime, worded=True, height=52, width=on)]
        ways += [Control(button, size, worded=True, height=50, width=self._button_width(button, size)) for button in fitting]
        return [*ways, Spacer(grow=1)], [button for button in (*first, *later) if button not in fitting]

    def _button_width(self, button: Button, size: float) -> float:
        return self.text_width(button.label, size) + (56 if self.roomy else 44)
