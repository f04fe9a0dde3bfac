"""The deal of the day: its stored results, the recognition of its games, and the game of an expert with the same cards.

The settings store one result for each day: that of the first finished game with the deal of that day.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from goosetable.app.match.matches import DayDeal, day_deal
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.seed import format_code
from goosetable.engine.record.session import Session
from goosetable.engine.rules.options import options_as_json
from goosetable.engine.rules.rules import leaders
from goosetable.engine.words import phrases

EXPERT: Final = "expert"
"""Level of the computer player that plays the person's cards for comparison, after the person has finished."""
OUTCOMES: Final = ("won", "shared", "lost")
DAYS: Final = 7
"""Number of days in the list of results; the last of them is today."""
_RESULT: Final = re.compile(rf"([a-z-]{{1,30}}) (-?[0-9]{{1,4}}) (-?[0-9]{{1,4}}) ({'|'.join(OUTCOMES)})(?: (-?[0-9]{{1,4}}))?")


class DayResult(NamedTuple):
    """The result of a day's deal. game: the game's id. own: points of the person. house: points of the best computer player."""

    game: str
    own: int
    house: int
    outcome: str
    """The person's result, one of `OUTCOMES`."""
    expert: int | None = None
    """Points of the expert with the person's cards; None until the expert's game is over."""

    def __str__(self) -> str:
        """Returns the result as text for the settings, which `parse_result` reads."""
        expert = "" if self.expert is None else f" {self.expert}"
        return f"{self.game} {self.own} {self.house} {self.outcome}{expert}"

    @property
    def points_clause(self) -> str:
        """A clause with the points of the person and of the best computer player."""
        own, house = phrases.format_points(self.own), phrases.format_points(self.house)
        return f"you {own}, the house {house}"

    @property
    def headline(self) -> str:
        """The result in a few words: "Three better than the house"."""
        ahead = self.own - self.house
        many = phrases.number_word(abs(ahead))
        if self.outcome == "shared":
            return "Level with the house"
        if self.outcome == "won":
            return phrases.with_capital(f"{many} better than the house") if ahead > 0 else "You beat the house"
        return f"The house was {many} better" if ahead < 0 else "The house won"


def parse_result(text: str) -> DayResult | None:
    """Returns the result in a text from the settings; None if the text is not a valid result."""
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    game, own, house, outcome, expert = found.groups()
    return DayResult(game, int(own), int(house), outcome, None if expert is None else int(expert))


def stored_result(stored: Mapping[str, str], day: date) -> DayResult | None:
    """Returns the stored result of a day; None if there is none. stored: texts of results by ISO date, as in the settings."""
    return parse_result(stored.get(day.isoformat(), ""))


def with_result(stored: Mapping[str, str], day: date, result: DayResult, maximum: int) -> dict[str, str]:
    """Returns the stored results with the result of `day` added. Only the latest `maximum` days are kept."""
    kept = sorted((dict(stored) | {day.isoformat(): str(result)}).items())
    return dict(kept[-maximum:])


def streak_length(stored: Mapping[str, str], day: date) -> int:
    """Returns the number of days in a row with a result, up to `day`; or to the day before, if `day` has no result yet. stored:
    texts of results by ISO date.
    """
    last = day if stored_result(stored, day) else day - timedelta(days=1)
    count = 0
    while stored_result(stored, last - timedelta(days=count)):
        count += 1
    return count


def day_deal_of(session: Session, today: date, games: Sequence[AnyGame]) -> DayDeal | None:
    """Returns the deal of the day that a session plays; None if it plays another deal.

    The deal may be yesterday's, because a game can last beyond midnight. games: all games.
    """
    deals = (day_deal(day, games) for day in (today, today - timedelta(days=1)))
    return next((deal for deal in deals if deal.is_played_in(session)), None)


def person_result(session: Session) -> DayResult:
    """Returns the person's result in a finished deal of the day. The person must be at seat 0."""
    own, *others = [int(total) for total in session.standing.totals]
    best = leaders(others, session.game.lowest_wins)[0]
    winners = session.winners
    outcome = "lost" if 0 not in winners else "won" if len(winners) == 1 else "shared"
    won = [others[seat - 1] for seat in winners if seat]
    return DayResult(session.game.id, own, won[0] if won else others[best], outcome)


class ExpertGame:
    """A game with the day's deal in which an expert has the person's cards. Call `run_slice` until it returns False; then read
    `points`.

    The seeds depend only on the day, so the expert gets the same points on every computer.
    """

    def __init__(self, deal: DayDeal) -> None:
        from goosetable.app.match.agents import Agents  # imports the players, which the title does not need

        chairs = (Chair("Expert", EXPERT), *deal.opponents)
        self._session = Session(
            deal.game, Header(deal.game.id, dict(options_as_json(deal.options)), format_code(deal.code), chairs)
        )
        self._session.begin_deal()
        self._agents = Agents(self._session, f"expert {deal.day.isoformat()}", lambda _: None, 0)
        self.points: int | None = None

    @property
    def progress(self) -> str:
        """The progress of the game in words, such as "trick 3 of 13"."""
        state = self._session.state
        return "" if state is None else self._session.game.text.progress(state)

    def run_slice(self) -> bool:
        """Plays on for a few milliseconds; returns True if the game is not over yet."""
        session = self._session
        if self.points is not None:
            return False
        if session.due_step == "score":
            session.score_deal()
            self.points = int(session.standing.totals[0])
            return False
        if not self._agents.run_slice(False):
            action, turn = self._agents.chosen_action, session.turn
            assert action is not None and turn is not None, "computer players alone are at this table"
            session.act(turn, action)
            self._agents.drop_searches()
        return True
