"""Why a bid is good in Gops: how likely it takes what is on offer, and what it leaves for later."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.text.explain import Case, Ends, Reasons, Sign, likely
from goosetable.engine.words import phrases
from goosetable.games.gops.state import VALUE, GopsState

WINS = 0.6


class GopsReasons(Reasons[GopsState]):
    """The reasons of Gops."""

    def ends(self, state: GopsState, known: GopsState, points: Sequence[Points]) -> Ends:
        """Besides: who won what was on offer."""
        prize = BIT[known.turned]
        return super().ends(state, known, points) | {
            f"wins {who}": float(bool(won & prize)) for who, won in enumerate(state.won)
        }

    def why(self, case: Case) -> str:
        """Of a solved ending, whether the bid is sure to take what is on offer where the other is not."""
        known = case.known
        highest = max([VALUE[card] for card in cards.members(known.shown & ~known.held(case.seat))])
        sure, other = (VALUE[action - BID] > highest for action in (case.action, case.other))
        if case.mine.deals or sure == other or sure != case.better:
            return super().why(case)
        stake = f"the {phrases.count(known.stake, 'point')} on offer"
        return f"it is sure to take {stake}" if sure else f"it is not sure to take {stake}"

    def signs(self, case: Case) -> list[Sign]:
        """How likely the bid wins; a card saved where it does not."""
        known, seat = case.known, case.seat
        stake, wins = f"the {phrases.count(known.stake, 'point')} on offer", case.mine.mean(f"wins {seat}")
        dearer = VALUE[case.action - BID] > VALUE[case.other - BID]
        more = f"it is {likely(wins)} to take {stake}" if wins >= WINS else f"it takes {stake} more often than @"
        found = [Sign(f"wins {seat}", 1.0, more, f"it takes {stake} less often than @")]
        saved, spent = "it saves a higher card for later", "it spends a card better kept for later"
        found.append(Sign(f"wins {seat}", 1.2, spent if dearer else "", "" if dearer else saved, -1))
        for who in range(len(known.hands)):
            if who != seat:
                keeps = f"it keeps {stake} from [{who}] more often than @"
                found.append(Sign(f"wins {who}", 1.1, f"it lets [{who}] have {stake} more often than @", keeps, -1))
        return found
