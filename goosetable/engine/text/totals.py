"""What is said of points and totals: who did best in a deal, and where the game stands."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.engine.rules import scores
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Race, together
from goosetable.engine.words import phrases


def most(points: Sequence[Points], lowest: bool = False) -> str:
    """Who did best in a deal that is over: "{[1 scores] most}: 56.", or fewest where these are the best."""
    best = scores.leaders(points, lowest)
    said = f"[{best[0]} scores]" if len(best) == 1 else f"{together(best)} score"
    return f"{{{said} {'fewest' if lowest else 'most'}}}: {phrases.amount(points[best[0]])}."


def race(
    totals: tuple[Points, ...],
    target: int,
    winners: tuple[int, ...],
    aim: str = "",
    teams: tuple[tuple[int, ...], ...] = (),
    lowest: bool = False,
) -> Race:
    """Where a game stands that the highest total wins, or the lowest; `winners` is nobody while it goes on.

    A game that ends otherwise than at the target says so in its `aim`. The total of a team is that of each of its seats.
    """
    first = scores.leaders(totals, lowest)
    top = phrases.amount(totals[first[0]])
    names = together(first)
    if len(first) == 1:
        sentence = f"[{first[0]} {'wins' if winners else 'leads'}] with {top}."
    elif first in teams:
        sentence = f"{names} {'win' if winners else 'lead'} with {top}."
    elif winners:
        sentence = f"{names} share the win with {top} each."
    elif len(first) == len(totals):
        sentence, first = "All are level.", ()
    else:
        sentence = f"{names} lead with {top} each."
    return Race(totals, target, first, aim or f"to {target}, {whose_win(lowest)}", sentence, teams=teams)


def whose_win(lowest: bool) -> str:
    """Which total wins, in words."""
    return f"the {'lowest' if lowest else 'highest'} total wins"
