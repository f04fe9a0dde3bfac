"""Why a bid is good in Throps: what the card on sale adds or costs, to oneself and to others, and whether the bid wins it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import value_of
from goosetable.engine.rules.event import Points
from goosetable.engine.text.explain import Reasons, Sign, likely
from goosetable.engine.text.prospects import Case, Ends
from goosetable.games.throps.scoring import score
from goosetable.games.throps.state import ThropsState

WINS: Final = 0.55
FEW: Final = 0.3


class ThropsReasons(Reasons[ThropsState]):
    """The reasons of Throps."""

    def ends(self, state: ThropsState, known: ThropsState, points: Sequence[Points]) -> Ends:
        """Besides: who won the card on sale."""
        found, sale = super().ends(state, known, points), BIT[known.turned]
        return found | {f"wins {who}": float(bool(won & sale)) for who, won in enumerate(state.won)}

    def signs(self, case: Case) -> list[Sign]:
        """The card on sale to oneself, then to the others; a card saved; the points."""
        known, seat = case.known, case.seat
        sale, wins = known.turned, case.mine.mean(f"wins {seat}")
        gains = [score(won | BIT[sale]) - score(won) for won in known.won]
        gain, name = gains[seat], case.face(sale)
        verb, worth = ("bring", f"[{seat}] {gain}") if gain > 0 else ("cost", f"[{seat}] {-gain}")
        more, less = (f"it wins {name}, which {verb}s {worth}, {how} often than @" for how in ("more", "less"))
        if wins >= WINS:
            more = f"it is {likely(wins)} to win {name}, which {verb}s {worth}"
        if wins <= FEW:
            less = f"{name} would {verb} {worth}, and is {likely(1 - wins)} to go to another"
        found = [Sign(f"wins {seat}", 1.0, more, less, 1 if gain > 0 else -1)] if gain else []
        return [*found, self._sparing(case, gain), *self._others(case, gains)]

    def _sparing(self, case: Case, gain: int) -> Sign:
        """A card that is worth more, or less, than it seems now; and what the cards bid are worth themselves."""
        name, key = case.face(case.known.turned), f"wins {case.seat}"
        ranks = [cards.rank(value_of(action)) for action in (case.action, case.other)]
        if gain > 0:
            return Sign(
                key,
                1.2,
                "",
                f"{name} brings [{case.seat}] only {gain}, and it saves @" if ranks[0] > ranks[1] else "",
                -1,
                despite=True,
            )
        now = f"{name} costs [{case.seat}] {-gain} now" if gain else f"{name} changes nothing now"
        saves = f"{now}, and it saves @" if ranks[0] > ranks[1] else ""
        spends = f"{now}, and it takes a better card than @" if ranks[0] < ranks[1] else ""
        if case.better:
            return Sign(key, 1.2, f"{now}, but is worth winning for later", saves, 1 if gain else 0, despite=True)
        return Sign(key, 1.2, spends, f"{now}, but would be worth winning for later", 1 if gain else 0, despite=True)

    def _others(self, case: Case, gains: Sequence[int]) -> list[Sign]:
        """Who else may win the card, and what that would be worth."""
        name, found = case.face(case.known.turned), []
        for who, theirs in enumerate(gains):
            if who != case.seat and theirs:
                worth = f"to gain {theirs} by {name}" if theirs > 0 else f"to lose {-theirs} by {name}"
                lets, keeps = (f"[{who} is] {how} likely {worth}" for how in ("more", "less"))
                found.append(Sign(f"wins {who}", 16 / abs(theirs), lets, keeps, -1 if theirs > 0 else 1))
        return found
