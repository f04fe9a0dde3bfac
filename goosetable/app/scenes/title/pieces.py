"""Controls and ornaments of the title: the large button, the deal of the day, and the shelf with a goose for each game won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from goosetable.app.art import svg
from goosetable.app.context import Context
from goosetable.app.match.matches import DayDeal
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.storage.history.game_list import format_day_and_month
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change
from goosetable.engine.record.session import Session
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import MAX_NAME_LENGTH, isolate_name, with_ellipsis

NAMES: Final = 0.75
LEAST: Final = 0.68
"""Size of the names, as a part of the size of the words above them; below it they are broken into two lines."""
COPIED: Final = "Open in another window: here you go on with a copy"
"""Text in place of the players' names while another program has the game open."""
EDGES: Final = 28
"""Width in pixels that is left free beside the players' names in the large button."""
GOLDEN: Final = ("#f2b93b", "#d99a24")
"""Body and wing of a Golden Goose."""
TEN: Final = 1.45
"""Size of the Golden Goose that stands for ten games, as a multiple of the one for a single game."""
MOTHER: Final = 2.1
"""Size of the white goose, which is always drawn, as a multiple of a Golden Goose for a single game."""
FEWEST: Final = 6
"""Number of small geese for which the shelf always has space, so that the size of the white goose does not change when they are
added.
"""
STEP: Final = 0.86
"""Distance between two geese, as a part of their width."""
MOST: Final = 12
"""Largest number of large geese on the shelf; the line under it has the full number."""
AWAKE: Final = (3.7, 5.2, 0.22, 4.6, 6.1)
"""Seconds between two blinks of the goose, one number after the other."""
SHUT: Final = 0.13
"""Seconds of a blink."""


def game_and_progress(session: Session) -> str:
    """Returns the title of a game and its progress, such as "Goose, deal 4 of 9"."""
    standing, under_way = session.standing, session.due_step in ("deal", "act", "score")
    ladder = session.game.text.deal_sizes(session.options, standing) if under_way else None
    return f"{session.game.title}, {ladder.caption if ladder else f'deal {max(1, standing.deals + under_way)}'}"


def other_players(session: Session) -> str:
    """Returns the names of all seats but the person's, as in "with Anna, Vesper and Pip"; with several people, of all seats."""
    names = [isolate_name(with_ellipsis(chair.name, MAX_NAME_LENGTH)) for chair in session.chairs]
    people = [seat for seat, chair in enumerate(session.chairs) if chair.player == "human"]
    if len(people) == 1:
        del names[people[0]]
    return f"with {phrases.listed(names)}" if names else ""


class LargeButton(Button):
    """The large button. It opens the set-up page, or continues the running game. Its second line names the players of that
    game.
    """

    def __init__(self, on_press: Callable[[], Change]) -> None:
        super().__init__("", on_press, "prime", "play", on_paper=False)
        self.player_names = ""
        self.copied = False

    @property
    def accessible_value(self) -> str:
        return self.player_names

    def set_session(self, session: Session | None, copied: bool = False) -> None:
        """Sets the label. session: the running game, or None. copied: True if another program has the game open; the button
        then continues a copy.
        """
        self.copied = copied
        self.label = "Lay a table" if session is None else f"Go on: {game_and_progress(session)}"
        self.player_names = "" if session is None else COPIED if copied else other_players(session)

    def needs_two_lines(self, canvas: Canvas, w: float, px: float) -> bool:
        """Returns True if the players' names need two lines. w: width of the button in pixels. px: text size in pixels."""
        return canvas.width(self.player_names, px * LEAST, "sans") > w - EDGES

    def _fit_names(self, canvas: Canvas, room: float, many: bool) -> tuple[list[str], float]:
        if not many:
            small = canvas.fitting_size(self.player_names, self.px * NAMES, "sans", room)
            return [canvas.cut_to_fit(self.player_names, small, "sans", room)], small
        small = self.px * NAMES
        whole = canvas.width(self.player_names, small, "sans")
        found = canvas.wrap_rich_text(self.player_names, min(room, whole * 0.56), small, "sans")
        return [found[0], canvas.cut_to_fit(" ".join(found[1:]), small, "sans", room)], small

    def _draw_label(self, canvas: Canvas, area: pygame.Rect, colour: str) -> None:
        if not self.player_names:
            super()._draw_label(canvas, area, colour)
            return
        lead = self.px * 1.5
        room = area.w - 2 * lead
        px = canvas.fitting_size(self.label, self.px, "semi", room)
        names, small = self._fit_names(
            canvas, area.w - EDGES, area.h > 3.5 * self.px and self.needs_two_lines(canvas, area.w, self.px)
        )
        wide, high, low = min(room, canvas.width(self.label, px)), px * 1.25, small * 1.22
        left, top = area.x + (area.w - wide - lead) / 2, area.y + (area.h - high - len(names) * low) / 2
        canvas.draw_centred_icon(self.icon, pygame.FRect(left, top, self.px * 0.9, high), self.px * 1.05, colour)
        canvas.draw_rich_in_area(self.label, pygame.FRect(left + lead, top, wide, high), px, colour, align=0)
        for i, line in enumerate(names):
            canvas.draw_rich_in_area(line, pygame.FRect(area.x, top + high + i * low, area.w, low), small, colour, "sans")


def winners_in_words(winners: Sequence[RecordedPlayer] | None, you: RecordedPlayer) -> str:
    """Returns a clause on the winners of the first game with the deal of the day on this computer; "" if `winners` is None.

    you: this computer's person, whom the clause calls "you".
    """
    if winners is None:
        return ""
    names = ["you" if who.key == you.key else isolate_name(with_ellipsis(who.name, MAX_NAME_LENGTH)) for who in winners]
    return f"{phrases.listed(names) or 'nobody'} won"


class DayTile(parts.GameTile):
    """The tile of the deal of the day. result: the result in words; "begun" while the deal is being played; else ""."""

    def __init__(self, context: Context, deal: DayDeal, on_press: Callable[[], Change]) -> None:
        super().__init__(context, deal.game, on_press)
        self.label = "Deal of the day"
        self.show_deal(deal)

    def show_deal(self, deal: DayDeal) -> None:
        """Shows the deal of another day."""
        self.deal, self.game, self.result = deal, deal.game, ""
        self.minutes = self.game.text.estimated_minutes(deal.options)

    @property
    def facts(self) -> list[str]:
        return self._fact_lines(small=self.rect.w <= 12 * self.px or self.rect.h < 5 * self.px)

    def _fact_lines(self, small: bool) -> list[str]:
        day, weekday = self.deal.day, phrases.WEEKDAYS[self.deal.day.weekday()]
        so_far = f": {self.result}" if self.result else "" if small else f", {parts.duration_in_words(self.minutes)}"
        short = f"{weekday[:3]} {day.day} {phrases.MONTHS[day.month - 1][:3]}"
        return [f"{self.game.title}{so_far}", short if small else f"{weekday} {format_day_and_month(day)}"]

    @property
    def descriptions(self) -> list[str]:
        same = "the same for everybody today."
        return [f"With {phrases.listed(self.deal.opponent_names)}, {same}", phrases.with_capital(same)]

    @property
    def accessible_value(self) -> str:
        table = f"{self.game.title} with {phrases.listed(self.deal.opponent_names)}"
        so_far = f": {self.result}" if self.result else f", about {phrases.count_text(self.minutes, 'minute')}"
        return f"{self._fact_lines(small=False)[1]}, {table}{so_far}. The same for everybody today."

    def _draw_picture(self, canvas: Canvas, area: pygame.Rect, framed: bool = True) -> None:
        if framed:
            super()._draw_picture(canvas, area, framed)
        parts.draw_calendar_leaf(canvas, area, self.deal.day, min(area.h * 0.72, area.w * 0.92))


class BlinkingEye:
    """The eye of the goose, which blinks now and then."""

    def __init__(self) -> None:
        self.awake = True
        self._times, self._left = 0, AWAKE[0]

    def update(self, dt: float) -> bool:
        """Lets dt seconds pass. Returns True if the eye has opened or shut."""
        self._left -= dt
        if self._left > 0:
            return False
        self.awake = not self.awake
        self._times += self.awake
        self._left = AWAKE[self._times % len(AWAKE)] if self.awake else SHUT
        return True


def draw_sprig(canvas: Canvas, area: pygame.Rect, u: float) -> None:
    """Draws the sprig in the upper left corner of an area. u: pixels of a unit."""
    w = min(area.w, 218 * u, area.h + 20 * u)
    canvas.draw_svg(svg.sprig_svg(), area.x + 26 * u, area.y - 2 * u, w, w * 224 / 240)


def games_won_wordings(won: int, name: str) -> list[str]:
    """Returns wordings of the text under the shelf, the longest first. won: the number of games won by the person `name`."""
    count = f"{phrases.number_word(won)} {'game' if won == 1 else 'games'} won"
    return [f"{count} by {name}", count] if won else ["a Golden Goose for each game won", "no game won yet"]


def draw_shelf(
    canvas: Canvas, area: pygame.Rect, u: float, wordings: Sequence[str], games_won: int, is_goose_awake: bool
) -> None:
    """Draws the shelf at the lower end of an area, with a goose for each game won.

    u: pixels of a unit. wordings: versions of the text under the shelf; the first that fits is drawn.
    is_goose_awake: True if the white goose has its eye open.
    """
    t, below, above = canvas.theme, *((40 * u, 16 * u) if wordings else (19 * u, 8 * u))
    board = pygame.FRect(area.x + 8 * u, area.bottom - below, area.w - 28 * u, 11 * u)
    large, small = min(MOST, games_won // 10), games_won % 10
    per = svg.GOOSE_WIDE / svg.GOOSE_TALL * STEP
    places = max(FEWEST, small + TEN * large) + MOTHER
    s = min((area.h - above - below) / MOTHER, (board.w - 20 * u) / (per * places + 0.2), 58 * u)
    for part in (0.12, 0.88) if u > 0.9 else ():
        bracket = pygame.FRect(board.x + board.w * part - 4 * u, board.y + 6 * u, 8 * u, 16 * u)
        canvas.draw_panel(bracket, 3 * u, fill=t.walnut_lo, edge=t.walnut_hi, line_width=1)
    canvas.draw_panel(board, 3 * u, edge=t.walnut_hi, gradient=(t.walnut_hi, t.walnut_lo), shadow=(6 * u, 5 * u, 130))
    golden = svg.document(svg.GOOSE_WIDE, svg.GOOSE_TALL, svg.goose_svg(*GOLDEN, width=2.6))
    mother = svg.document(svg.GOOSE_WIDE, svg.GOOSE_TALL, svg.goose_svg(width=1.8, awake=is_goose_awake))
    row = [(golden, s)] * small + [(golden, s * TEN)] * large + [(mother, s * MOTHER)]
    left = board.x + (board.w - per * sum(h for _, h in row)) / 2
    for body, h in row:
        canvas.draw_svg(body, left, board.y - h * 0.97, h * svg.GOOSE_WIDE / svg.GOOSE_TALL, h)
        left += h * per
    px = max(10.5, 14 * u)
    fitting = next((words for words in wordings if canvas.width(words, px, "sans") <= board.w), "")
    if fitting:
        canvas.draw_rich_in_area(fitting, pygame.FRect(board.x, board.y + 12 * u, board.w, 1.25 * px), px, t.cream2, "sans")
