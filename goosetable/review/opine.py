"""Working out an opinion in short pieces of work: a search chooses the best action, then fresh playouts say what it cost.

The best is what the player of the level would do; where it mixes its choices, as of sealed bids, whatever it might do; and
where playouts compare all choices, as of a bid, what is clearly better in them. The opinion follows from the view, the action
and the seed alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, MutableSequence, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.state import State
from goosetable.players import ADVICE, steps
from goosetable.players.analysis import Analysis
from goosetable.players.effort import with_effort
from goosetable.players.search_agent import Searcher
from goosetable.players.selection import LEVEL
from goosetable.players.trace import Trace
from goosetable.review.opinion import FREE, Opinion
from goosetable.review.playouts import Playouts

PLAYOUTS: Final = 1000
"""Imagined deals at most in which a cost is measured."""
WORK: Final = 300_000
"""Actions of these playouts: a second or less."""
FEWEST: Final = 40
"""Imagined deals at least, where playouts take long."""
FORESEEN: Final = 2
"""Factor by which less is searched, and played out, where a search needs no playouts but for its reasons: with a trace it takes
five times as long as without (measured), and the first opinion would not be there within two seconds.
"""
FAIR: Final = 0.1
"""Part of the odds of what a player most often does, above which another choice of its mixture is as good without a measure:
a search leaves some odds to all that it has tried.
"""
NEVER: Final = 0.0005
"""The chance below which a game is as good as lost."""


OVERRULED: Final = 3.0
"""Standard errors from which an action that does better in the playouts than the best of the search is the best: among many
actions some do better by two of them by chance.
"""
DROPPED: Final = 300
"""Final states dropped in a work slice."""


class Adviser(NamedTuple):
    """Who has the opinion; the same gives the same opinions."""

    level: str = ADVICE
    """A level that searches, with a style or an effort if wanted."""
    seed: str = ""
    iterations: int | None = None
    """Of a search, and half of them as imagined deals; None for what is usual."""

    def player(self, source: str) -> Searcher:
        """The player of the level. Raises ValueError."""
        player = with_effort(self.level, Random(source), self.iterations)
        if not isinstance(player, Searcher):
            raise ValueError(f"{self.level!r} compares no actions by a search, so it has no opinions")
        return player


def opine(view: View, played: Action, line: int, adviser: Adviser) -> Generator[None, None, Opinion]:
    """The opinion of one decision, without what was hidden; raises ValueError for a player that has none."""
    game, seat = view.game, view.seat
    done = game.write(played)
    if len({game.write(action) for action in view.legal}) == 1:
        return Opinion(line, seat, done, done, "only", why="there is no choice")
    source = f"goosetable review v1:{adviser.seed}:{view.known.number}:{line}"
    player = adviser.player(source)
    if game.heuristics.foresees and adviser.iterations is None:
        player.skill = replace(player.skill, iterations=max(1, player.skill.iterations // FORESEEN))
    trace = player.trace = Trace()
    chosen = yield from steps(player, view)
    analysis = Analysis(view, player, chosen)
    best = analysis.best
    same = trace.certain and analysis.values[best] - analysis.values[played] <= LEVEL
    mixed = trace.mixture.get(played, 0.0) > FAIR * max(trace.mixture.values(), default=0.0)
    if same or mixed or game.write(best) == done:
        best = played
    yield
    word, rival = analysis.sureness
    level = best == played != analysis.best and analysis.values[played] < analysis.values[analysis.best]
    # One of several that the player mixes, or that differ by nothing: no reason is given that speaks against it.
    if level or rival == best:
        word, rival = "close", analysis.best
    compared = [best] if best == played else [best, played]
    if card_of(best) is None:
        compared = list(view.legal)
    elif trace.mixture and not trace.mixture.get(best):
        best = max(trace.mixture, key=trace.mixture.__getitem__)
        compared = [best, played]
    playouts = Playouts(view, compared, Random(f"{source}:playouts"))
    count = 0
    if trace.certain:
        yield from playouts.solve()
    else:
        count = _count(view, len(compared), adviser)
        yield from playouts.run(count)
    yield
    if count and len(compared) > 2:
        clear = yield from _above(playouts, compared, best)
        if clear == played != best:
            level, word, rival = True, "close", analysis.best
        elif clear != best:
            word, rival = "likely", None
        best = clear
    cost = FREE if best == played else playouts.cost(best, played)
    if cost.counts and count:
        # The same deals tell why: a figure of points then agrees with the cost.
        analysis.see(playouts.ends)
        yield from analysis.study(played, best)
        why = analysis.told(played, best, -cost.worth.mean)
    elif level or (best != played and not cost.counts):
        why = _over(playouts, played) or analysis.as_good(analysis.best if level else best, best != played and cost.none)
    else:
        if len(analysis.values) > 1 and played in analysis.values:
            yield from analysis.study(played)
        why = analysis.why(played)
        if analysis.indifferent:
            why = _over(playouts, played) or why
    if best != played and rival is not None:  # what the search was sure of, or not, is measured now
        if not cost.counts:
            word, rival = "equal" if cost.none else "close", played
        elif word in ("close", "equal") and rival == played:
            word = "likely"
    yield
    outlooks = []
    for action in compared:
        outlooks.append((game.write(action), playouts.outlook(action)))
        yield
    yield from _let_go([*trace.ends.values(), *playouts.ends.values()])
    return Opinion(
        line, seat, done, game.write(best), word, "" if rival is None else game.write(rival), why, count, cost, tuple(outlooks)
    )


def _above(playouts: Playouts, actions: Sequence[Action], best: Action) -> Generator[None, None, Action]:
    """What the playouts call the best, where all actions are compared: another than the search only if that is clear."""
    found, most = best, 0.0
    for action in actions:
        worth = playouts.cost(action, best).worth
        if worth.mean > max(OVERRULED * worth.error, most):
            found, most = action, worth.mean
        yield
    return found


def _let_go(ends: Iterable[MutableSequence[State]]) -> Generator[None, None, None]:
    """Thousands of final states are no longer needed: to drop them all at once takes ten milliseconds."""
    for states in ends:
        while states:
            for _ in range(min(DROPPED, len(states))):
                states.pop()
            yield


def _over(playouts: Playouts, played: Action) -> str:
    """That the game is lost or won in all imagined deals: what is played then decides nothing; else nothing."""
    chance = playouts.outlook(played).chance.mean
    return "the game is as good as lost" if chance < NEVER else "the game is as good as won" if chance > 1 - NEVER else ""


def _count(view: View, actions: int, adviser: Adviser) -> int:
    """Imagined deals for the playouts of so many actions, by the work that they are."""
    if adviser.iterations is not None:
        return min(max(adviser.iterations // 2, 2), PLAYOUTS)
    each = actions * max(sum(view.sizes), 1) * view.game.heuristics.cost
    return min(max(int(WORK / each), FEWEST), PLAYOUTS // FORESEEN if view.game.heuristics.foresees else PLAYOUTS)
