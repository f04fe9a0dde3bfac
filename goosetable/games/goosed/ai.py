"""Heuristics of Goosed: a playout policy and chances of winning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

from goosetable.cards import BIT, Card, Cards, members, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.card_sense import RANDOM_CARD_CHANCE, CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.win_chances import lead_chances
from goosetable.games.goosed.rules import GEESE, GoosedOptions, GoosedState
from goosetable.games.goosed.text import GoosedReasons


class GoosedHeuristics(Heuristics[GoosedState, GoosedOptions]):
    """Estimates for Goosed."""

    reasons_class = GoosedReasons
    spread = 20
    cost = 2.2
    swings: Mapping[int, float] = {3: 3.9, 4: 3.8}
    """By seats, the standard deviation of the difference of two seats' points in a deal (`build/lab/chances.py`)."""
    never_forgotten = GEESE

    def win_chances(self, options: GoosedOptions, standing: Standing) -> tuple[float, ...]:
        seats = len(standing.totals)
        if self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        left = max(options.length - standing.deals, 1)
        return lead_chances([float(total) for total in standing.totals], [self.swings[seats] * sqrt(left)] * seats, 1.0)

    def rank_from_top(self, state: GoosedState, card: Card) -> int:
        return card_sense.rank_from_top(card, state.tops)

    def certain_choice(self, state: GoosedState, unseen: Cards) -> CertainChoice | None:
        """Returns a choice that is surely right once the sides are known: the last seat takes the trick, unless a partner wins
        it. Returns None if no choice is sure.

        A Red Fox does not take a trick by which the Red Foxes would be goosed. If one Goose is left and the Red Foxes have all
        others, no trick is surely worth taking.
        """
        sense = self.trick_analysis(state, unseen)
        if not state.decided or sense.leads:
            return None
        if self._would_catch_last_goose(state) and [card for card in state.trick if BIT[card] & GEESE]:
            return sense.certain_choice(0)
        lacking = GEESE & ~state.out & ~sum([state.won[fox] for fox in state.reds])
        if not lacking & (lacking - 1) and not lacking & sum(state.won):
            return None
        return sense.certain_choice_for_all(self._is_partner_winning(state))

    def temptations(self, state: GoosedState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        sense = self.trick_analysis(state, unseen)
        geese = sense.losers & GEESE
        if geese and not state.decided:
            yield Temptation("goose_now", members(geese))
        if sense.leads:
            yield Temptation("hoards", (card_sense.lowest_card(sense.legal, state.tops),))
        if not self._would_catch_last_goose(state):
            yield from sense.temptations(
                -1 if state.decided and self._is_partner_winning(state) else state.hands[state.turn].bit_count()
            )

    def _is_partner_winning(self, state: GoosedState) -> bool:
        if not state.trick:
            return False
        first = state.seat_at(tricks.index_of_strongest(state.trick, SUIT[state.turned], state.tops))
        return (first in state.reds) == (state.turn in state.reds)

    def _would_catch_last_goose(self, state: GoosedState) -> bool:
        """Whether the seat to act is a Red Fox and would catch the last Goose by taking this trick."""
        if state.turn not in state.reds:
            return False
        caught = 0
        for fox in state.reds:
            caught |= state.won[fox]
        for card in state.trick:
            caught |= BIT[card]
        return caught & GEESE == GEESE & ~state.out

    def trick_analysis(self, state: GoosedState, unseen: Cards) -> TrickAnalysis:
        beats = card_sense.beating_cards(SUIT[state.turned], state.tops)
        return TrickAnalysis(state, self.rules.playable(state), unseen, beats, state.tops, GEESE)

    def cards_between(self, state: GoosedState, first: Card, second: Card) -> Cards | None:
        return None if (BIT[first] | BIT[second]) & GEESE else tricks.cards_between(first, second, state.tops)

    def pick_card(self, state: GoosedState, group: Cards, chance: float) -> Card:
        """Plays to win the trick; plays to lose it if a partner is winning it, or if the Red Foxes would be goosed by it."""
        if chance < RANDOM_CARD_CHANCE:
            return pick(group, chance / RANDOM_CARD_CHANCE)
        trick, tops, last, wants = state.trick, state.tops, len(state.trick) == len(state.hands) - 1, True
        if trick and state.decided:
            wants = not self._would_catch_last_goose(state) and not (last and self._is_partner_winning(state))
        go = card_sense.choose_card_to_win if wants else card_sense.choose_card_to_duck
        return go(group, trick, last, card_sense.beating_cards(SUIT[state.turned], tops), tops)
