"""Games that the highest total wins, once somebody has the target: their options, their end, and what a search goes after."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, ClassVar, TypeVar

from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.game import Game
from goosetable.engine.rules.options import between, option
from goosetable.engine.rules.state import State
from goosetable.engine.strength.win_chances import Pace, leading, race
from goosetable.engine.text import phrases
from goosetable.engine.text.table_facts import Race

S = TypeVar("S", bound=State)


def target(values: Sequence[int], low: int, high: int) -> Any:
    """The option of a target: some values to choose from, the first as printed, and any from `low` to `high`."""
    labels = {value: f"{value} points" for value in values}
    return option("Play to", labels, "The game ends after the deal in which somebody gets there.", between(low, high))


def tie() -> Any:
    """The option of what follows a tie at the top once the target is reached."""
    choices = {"extra-deal": "Another deal", "shared": "A shared win"}
    return option("A tie at the top", choices, "Everybody plays the extra deal, and anybody may win it.")


def most(points: Sequence[Points]) -> str:
    """Who did best in a deal that is over: "{[1 scores] most}: 56."."""
    best = scores.leaders(points)
    names = phrases.listed([f"[{seat}]" for seat in best])
    said = f"[{best[0]} scores]" if len(best) == 1 else f"{names} score"
    return f"{{{said} most}}: {phrases.signed(points[best[0]])}."


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean, 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class DealsEnd(Game[S]):
    """A game that a number of deals ends, with the highest total as the winner: there is no target to race to."""

    swings: ClassVar[Mapping[int, float]] = {}
    """By number of seats, how far a deal carries one from the others: spread x sqrt(1 - correlation), by `build/spreads.py`."""

    @abstractmethod
    def length(self, options: Any) -> int:
        """How many deals a game has, extra deals not counted."""

    def target(self, options: Any) -> int:
        """None: the number that stands for that is 0."""
        return 0

    def chances(self, options: Any, standing: Standing) -> tuple[float, ...]:
        """By the totals and the deals to come; where deals are not known, all have the same chances."""
        swing = self.swings.get(len(standing.totals))
        if swing is None or self.winners(options, standing):
            return super().chances(options, standing)
        left = max(self.length(options) - standing.deals, 1)
        return leading([float(total) for total in standing.totals], [swing * sqrt(left)] * len(standing.totals), 1.0)

    def race(self, options: Any, totals: tuple[Points, ...], seat: int | None) -> Race:
        """As before the first deal, since the totals alone do not say how many have been played."""
        return self.course(options, Standing(0, totals), seat)

    def course(self, options: Any, standing: Standing, seat: int | None) -> Race:
        """The totals, and after how many deals they count."""
        aim = f"{phrases.count(self.length(options), 'deal')}, the highest total wins"
        return scores.race(standing.totals, 0, self.winners(options, standing), aim)


class HighestWins(Game[S]):
    """A game with the options `target` and `tie`."""

    margins: ClassVar[bool] = True
    spread: ClassVar[int] = 100
    """A lead, in points of a deal, that is as good as any greater one."""
    paces: ClassVar[Mapping[int, Pace]] = {}
    """By number of seats, what a deal brings each; where it is not known, all have the same chances."""

    def winners(self, options: Any, standing: Standing) -> tuple[int, ...]:
        """Somebody has the target, and one leads alone or a tie is shared; after an extra deal both are asked anew."""
        return scores.at_target(standing.totals, options.target, options.tie == "shared")

    def chances(self, options: Any, standing: Standing) -> tuple[float, ...]:
        """By the totals alone: everybody is taken to play as well as everybody else."""
        pace = self.paces.get(len(standing.totals))
        if pace is None or self.winners(options, standing):
            return super().chances(options, standing)
        return race(options.target, pace).chances(standing.totals)

    def study(self, options: Any) -> Iterator[None]:
        """Follows the race from every total, once for each target."""
        pace = self.paces.get(self.seats(options))
        if pace is not None:
            yield from race(options.target, pace).study()

    def payoff(self, state: S) -> tuple[float, ...]:
        """How far each seat is ahead: points count towards a total, and a narrow deal won is little."""
        return margin(self.points(state), self.spread)

    def worth(self, state: S) -> tuple[float, ...]:
        """As `payoff`, with the points so far."""
        return margin(self.points(state), self.spread)
