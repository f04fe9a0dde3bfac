"""Habits of people: counts from a finished deal, and a playout policy that expects known habits.

The counts use only information that is open after the deal: bids, and the cards that the person played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goosetable.cards import BIT, Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.card_sense import rank_from_top
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.engine.strength.person_memory import USUAL_RATES, Counts
from goosetable.engine.strength.policy import PlayoutPolicy


def count_habits(
    game: AnyGame, options: object, standing: Standing, deal: Deal, actions: Sequence[tuple[int, Action]], seat: int
) -> list[Counts]:
    """Counts, for each habit of `USUAL_RATES`, a seat's occasions in a finished deal, and the occasions on which it showed the
    habit.

    In the replay a hand has only the cards that the seat has played in the end, because all players have seen these.
    """
    found = dict.fromkeys(USUAL_RATES, (0, 0))
    state = game.begin_deal(options, standing, deal)
    later = sum([BIT[action] for player, action in actions if player == seat and action < VERB_SPAN])
    for player, action in actions:
        state.turn = player
        if player == seat and action < VERB_SPAN:
            if isinstance(state, TrickState):
                for habit, did in habits_shown(game.heuristics, state, game.playable(state) & later, action).items():
                    of, before = found[habit]
                    found[habit] = of + 1, before + did
            later &= ~BIT[action]
        game.apply(state, action)
    quota = game.text.quota(state, seat)
    if quota is not None:
        found["bids_high"] = 1, int(quota.won < quota.bid)
        found["bids_low"] = 1, int(quota.won > quota.bid)
    return [*found.values()]


def habits_shown(heuristics: AnyHeuristics, state: TrickState, group: Cards, card: Card) -> dict[str, bool]:
    """Returns the habits that the seat could have shown with this card, each with True if the card shows it.

    group: cards that the seat could choose from.
    """
    if not state.trick:
        trumps = 0 if state.trump_suit is None else state.suits[state.trump_suit]
        return {"leads_trumps": bool(BIT[card] & trumps)} if group & trumps and group & ~trumps else {}
    sense = heuristics.trick_analysis(state, 0)
    if sense is None or not sense.takers & group or not sense.losers & group:
        return {}
    return {"takes": bool(BIT[card] & sense.takers)}


class HabitPlayoutPolicy(PlayoutPolicy[State]):
    """A game's playout policy in which some seats follow known habits, each with its probability."""

    def __init__(self, heuristics: AnyHeuristics, habits_by_seat: Mapping[int, Mapping[str, float]]) -> None:
        """habits_by_seat: by seat, the habits that it follows, each with its probability."""
        self._heuristics, self._habits_by_seat = heuristics, habits_by_seat

    def pick_card(self, state: State, group: Cards, chance: float) -> Card:
        found = self._habits_by_seat.get(state.turn)
        if found is None or not isinstance(state, TrickState):
            return self._heuristics.pick_card(state, group, chance)
        share = found.get("takes" if state.trick else "leads_trumps", 0.0)
        if chance < share:
            liked = self._cards_preferred_by_habit(state) & group
            if liked:
                return min([card for card in range(liked.bit_length()) if BIT[card] & liked], key=rank_from_top)
        return self._heuristics.pick_card(state, group, max(chance - share, 0.0) / (1.0 - share))

    def _cards_preferred_by_habit(self, state: TrickState) -> Cards:
        """Returns the cards that the habit prefers: cards that take the trick or, for a lead, trumps."""
        if not state.trick:
            return 0 if state.trump_suit is None else state.suits[state.trump_suit]
        sense = self._heuristics.trick_analysis(state, 0)
        return 0 if sense is None else sense.takers

    def pick_call(self, state: State, legal: Sequence[Action], chance: float) -> Action:
        found = self._habits_by_seat.get(state.turn, {})
        high, low = found.get("bids_high", 0.0), found.get("bids_low", 0.0)
        share = max(high, low)
        usual = self._heuristics.pick_call(state, legal, max(chance - share, 0.0) / (1.0 - share))
        if chance >= share:
            return usual
        order = [*self._heuristics.bids_from_lowest(state)]
        if usual not in order:
            return usual
        return order[min(max(order.index(usual) + (1 if high >= low else -1), 0), len(order) - 1)]
