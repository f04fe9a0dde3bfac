"""Heuristics of Cross Purposes: a playout policy, and the utility of a deal and of its first half."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from goosetable.cards import Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.card_sense import RANDOM_CARD_CHANCE, CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.heuristics import SolverRun
from goosetable.engine.strength.win_chances import DealSpread, TargetRace
from goosetable.games.cross_purposes.rules import FIRST_TOPS_CALL, FIRST_TRUMPS_CALL, NOT_NAMED, CrossOptions, CrossState
from goosetable.games.cross_purposes.solver import action_values, choose_call, expected_lead
from goosetable.games.cross_purposes.text import CrossReasons


class CrossHeuristics(TargetRace[CrossState, CrossOptions]):
    """Estimates for Cross Purposes."""

    reasons_class = CrossReasons
    cost = 4.0
    deal_spreads: Mapping[int, DealSpread] = {
        2: DealSpread((10, 30, 35, 40, 42, 48, 50, 56, 63, 70, 104), 0.0),
        4: DealSpread((2, 7, 10, 12, 15, 16, 18, 20, 24, 30, 48), -0.25),
    }
    """By number of players. With two players, the points are nearly opposite (correlation -0.95). The table has 0 instead,
    because the wider spreads for that correlation predict winners worse: seats reach the target too early.
    """

    def pick_call(self, state: CrossState, legal: Sequence[Action], chance: float) -> Action:
        return choose_call(state.hands[state.turn], state.trumps, state.tops, legal, chance)

    def rank_from_top(self, state: CrossState, card: Card) -> int:
        return card_sense.rank_from_top(card, state.tops) if state.tops != NOT_NAMED else super().rank_from_top(state, card)

    def certain_choice(self, state: CrossState, unseen: Cards) -> CertainChoice | None:
        if state.is_naming_pending:
            return None
        return self.trick_analysis(state, unseen).certain_choice_for_all(self._is_partner_winning(state))

    def temptations(self, state: CrossState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        if not state.is_naming_pending:
            yield from self.trick_analysis(state, unseen).temptations(
                -1 if self._is_partner_winning(state) else state.hands[state.turn].bit_count()
            )
            return
        hand, legal = state.hands[state.turn], self.rules.legal(state)
        lengths = [(hand & group).bit_count() for group in state.suits[:4]]
        longest = tuple([FIRST_TRUMPS_CALL + suit for suit in range(4) if lengths[suit] == max(lengths)])
        yield Temptation(
            "longest", longest if FIRST_TRUMPS_CALL in legal or FIRST_TRUMPS_CALL + 1 in legal else (FIRST_TOPS_CALL,)
        )

    def _is_partner_winning(self, state: CrossState) -> bool:
        trick, partners = state.trick, state.partners
        if not trick or not partners:
            return False
        return state.seat_at(tricks.index_of_strongest(trick, state.trumps, state.tops)) == partners[state.turn]

    def trick_analysis(self, state: CrossState, unseen: Cards) -> TrickAnalysis:
        beats = card_sense.beating_cards(state.trumps, state.tops)
        return TrickAnalysis(state, self.rules.playable(state), unseen, beats, state.tops)

    def cards_between(self, state: CrossState, first: Card, second: Card) -> Cards | None:
        return tricks.cards_between(first, second, state.tops)

    def pick_card(self, state: CrossState, group: Cards, chance: float) -> Card:
        """Plays the lowest card if a partner is winning the trick, else by `choose_card_to_win`; sometimes a random card."""
        if chance < RANDOM_CARD_CHANCE:
            return pick(group, chance / RANDOM_CARD_CHANCE)
        trumps, tops, trick, last = state.trumps, state.tops, state.trick, len(state.trick) == len(state.hands) - 1
        if self._is_partner_winning(state):
            return card_sense.lowest_card(group, tops)
        return card_sense.choose_card_to_win(group, trick, last, card_sense.beating_cards(trumps, tops), tops)

    def double_dummy_solver(self, state: CrossState, cache: dict[int, int]) -> SolverRun | None:
        return None if state.over or len(state.hands) != 2 else action_values(state, tuple(self.rules.legal(state)), cache)

    def static_values(self, state: CrossState) -> tuple[float, ...]:
        """Returns the evaluation of a deal by seat, 0..1. With two players it follows from `expected_lead`."""
        if len(state.hands) != 2:
            return super().static_values(state)
        ahead = expected_lead(state) / (2 * self.spread)
        return min(max(0.5 + ahead, 0.0), 1.0), min(max(0.5 - ahead, 0.0), 1.0)

    def payoff(self, state: CrossState) -> tuple[float, ...]:
        """Returns the payoff by seat. For a deal cut to its first half, this is the payoff after an average second half."""
        return self.static_values(state) if state.alone else super().payoff(state)

    def try_cut_to_current_part(self, state: CrossState) -> bool:
        state.alone = len(state.hands) == 2 and state.half == 1
        return state.alone
