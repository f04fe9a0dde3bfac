"""The result of a deal or a whole game in words and figures, for a score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.table.seats import faces_at
from goosetable.app.table.sidebar.blocks import SEATED
from goosetable.app.ui.accessible import sentences
from goosetable.app.ui.keymap import COMMANDS, SHEET
from goosetable.app.ui.scene import Change
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.scores import leaders
from goosetable.engine.text.table_facts import Row, Tally
from goosetable.engine.words import phrases

TICK: Final = 0.4
"""Seconds in which figures run from old to new."""


FIGURES: Final = ("tell points", "tell bids")
"""Commands that announce the whole sheet; others announce the end of the deal, and the next step."""
OVER: Final = "Nobody holds a card any more."
TRICKS: Final = "Look it over shows the tricks."


class ScoreSummary(ElementPage):
    """tally: the arithmetic of the deal; points: by seat, already in the totals; dealt: the deal."""

    screen = SHEET

    def __init__(self, context: Context, match: Match, tally: Tally, points: Sequence[Points], dealt: Deal) -> None:
        super().__init__(context, "Score sheet")
        self.match, self.tally, self.dealt = match, tally, dealt
        self.points = tuple(points)
        session = match.session
        self.counted = next(one for one in reversed(session.counted) if one.deal == dealt)
        after = Standing(dealt.number, self.counted.totals, session.standing.carry)
        self.totals = after.totals
        self.ended = session.ended and self.counted is session.counted[-1]
        if self.ended:
            # The result of the game is more important than that of its last deal.
            rows = tuple(row._replace(good=row.seat in session.winners) for row in tally.rows)
            self.tally = tally._replace(rows=rows)
        self.race = match.game.text.course(session.options, after, match.me)
        self.single = self.race.deals == dealt.number == 1
        """Whether the game has one deal, so that its points are the totals."""
        self.ranked = not self.race.target or len(self.totals) > SEATED
        self.portraits = faces_at(session, context.settings)
        self.prizes = match.prizes()
        self._age = 0.0

    @property
    def title(self) -> str:
        if not self.ended:
            return f"Deal {self.dealt.number} is done"
        winners = self.match.session.winners
        if len(winners) == 1:
            return self.match.say(f"[{winners[0]} wins] the game")
        verb = "win the game" if winners in self.race.teams else "share the win"
        return self.match.say(f"{self._listed(winners)} {verb}")

    def _listed(self, seats: Sequence[int]) -> str:
        """Lists several seats by name, the person last."""
        return phrases.listed([f"[{seat}]" for seat in sorted(seats, key=lambda seat: (seat == self.match.me, seat))])

    @property
    def longer(self) -> str:
        """The reason why the game goes on after its end was reached, or nothing."""
        session, game = self.match.session, self.match.game
        top = leaders(self.totals, game.lowest_wins)
        listed = game.text.ladder(session.options, Standing(0, (0,) * len(self.totals)))
        reached = self.race.target and max(self.totals) >= self.race.target
        if self.ended or not (reached or (listed is not None and session.standing.deals >= len(listed.sizes))):
            return ""
        if len(top) == 1 or top in self.race.teams:
            return "Nobody has won yet, so another deal is played."
        return self.match.say(f"{self._listed(top)} are level at the top, so another deal is played.")

    @property
    def about_code(self) -> bool:
        """Whether `aside` is about the code."""
        return bool(self.match.seal) and self.match.revealed

    @property
    def aside(self) -> str:
        """The unusual facts about this deal; Fair play shows seal and code themselves."""
        if not self.match.seal:
            return "This deal was set up by hand."
        return "The code was seen before the end: an open game." if self.match.revealed else ""

    @property
    def subtitle(self) -> str:
        """The name of the game; after its end, the player who came last."""
        if not self.ended:
            between = " " if self.race.aim.startswith("to ") else ": "
            return f"{self.match.game.title}{between}{self.race.aim}. {self.longer}".strip()
        rest = [seat for seat in range(len(self.totals)) if seat not in self.match.session.winners]
        one, many = self.match.game.text.rest
        if not rest or not one:
            return f"{self.match.game.title}, after {phrases.count(self.dealt.number, 'deal')}."
        if len(rest) == 1:
            return self.match.say(f"[{rest[0]} is] the {one}.")
        return self.match.say(f"{self._listed(rest)} are the {many}.")

    @property
    def part(self) -> float:
        """Progress of the running figures, 0..1, fast at first."""
        whole = TICK * self.context.motion
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
        """The points and the total of a seat as shown at this moment."""
        new, won = self.totals[seat], self.points[seat]
        if self.part >= 1:
            return phrases.amount(won), phrases.amount(new)
        return phrases.signed(round(won * self.part)), phrases.signed(round(new - won + won * self.part))

    @property
    def intro(self) -> str | None:
        return result(self)


def row_figures(sheet: ScoreSummary, row: Row) -> str:
    """The figures of a row, each with its heading."""
    tally, race = sheet.tally, sheet.race
    total = {seat: race.totals[at] for at, party in enumerate(race.parties) for seat in party}
    figures = [
        f"{head.replace('× 2', 'twice')} {figure}" for head, figure in zip(tally.heads, row.figures, strict=False) if figure
    ]
    figures += [
        f"{head} {said}" for head, said in ((tally.base_head, row.base), (tally.extra_head, row.extra)) if head and said
    ]
    figures.append(f"deal {row.points}")
    if not sheet.single:
        figures.append(f"total {total[row.seat]}")
    return ", ".join(figures)


def result(sheet: ScoreSummary) -> str:
    """The words of a score sheet, each figure with its heading."""
    tally, race, say = sheet.tally, sheet.race, sheet.match.say
    names = [say(f"[{seat}]") for seat in range(len(sheet.points))]
    found = [sheet.title]
    for row in tally.rows:
        found += [f"{names[row.seat]}: {row_figures(sheet, row)}", say(row.why)]
    return sentences([*found, say(tally.sentence), say(race.sentence), race.aim])


def told(sheet: ScoreSummary, command: str, goes_on: str) -> str:
    """The announcement of a command on a score sheet. goes_on: label of its button to go on."""
    if command in FIGURES:
        return result(sheet)
    race = sheet.match.say(sheet.race.sentence)
    if command == "tell turn":
        return sentences((sheet.title, race, "" if sheet.ended else sheet.race.aim, f"{goes_on} is the way on"))
    return sentences((sheet.title, TRICKS if command == "tell last trick" else OVER))


def tellers(context: Context, tells: Callable[[str], str]) -> Mapping[str, Callable[[], Change]]:
    """Actions of the keys of a score sheet. tells: gives the words of a command."""
    found = [one.id for one in COMMANDS if SHEET in one.screens]
    return {name: partial(_tell, context, tells, name) for name in found}


def _tell(context: Context, tells: Callable[[str], str], name: str) -> None:
    context.answer(tells(name))
