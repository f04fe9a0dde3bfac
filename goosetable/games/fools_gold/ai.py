"""Heuristics of Fools Gold: a playout policy, static evaluation and chances of winning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from goosetable.cards import BIT, Card, Cards, members, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.card_sense import RANDOM_CARD_CHANCE, CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.heuristics import Guidance
from goosetable.engine.strength.policy import Shape
from goosetable.engine.strength.win_chances import DealSpread, TargetRace
from goosetable.games.fools_gold.policy import SHAPE, GoldPolicy
from goosetable.games.fools_gold.rules import (
    KEEP,
    OF_RANK,
    OF_SUIT,
    FoolsGoldOptions,
    FoolsGoldState,
    best_suit,
    points_of_kept_cards,
)
from goosetable.games.fools_gold.text import GoldReasons

SET_GAIN: Final = 3
"""Least gain in points at which a kept card surely completes a set."""


class GoldHeuristics(TargetRace[FoolsGoldState, FoolsGoldOptions]):
    """Estimates for Fools Gold."""

    reasons_class = GoldReasons
    cost = 5.6
    spread = 8
    shape: Shape | None = SHAPE
    guidance = Guidance(playouts=True, prior=3.0, iteration_factor=0.45)
    deal_spreads: Mapping[int, DealSpread] = {
        3: DealSpread((-4, -1, 0, 0, 1, 1, 2, 2, 3, 4, 10), 0.02),
        4: DealSpread((-2, 0, 0, 0, 1, 1, 1, 2, 2, 3, 9), 0.02),
        5: DealSpread((-2, 0, 0, 0, 1, 1, 1, 1, 1, 2, 8), -0.03),
        6: DealSpread((-2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 4), -0.03),
    }
    """By number of players, for all house rules: they change the points of a deal, but hardly the chances of winning."""

    def policy_with(self, rows: Sequence[Sequence[float]]) -> GoldPolicy:
        return GoldPolicy(rows)

    def certain_choice(self, state: FoolsGoldState, unseen: Cards) -> CertainChoice | None:
        """Returns a choice that is surely right: to keep a card that makes a set, or to avoid a trick in which every card costs
        points. Returns None if no choice is sure.
        """
        seat, legal = state.turn, self.rules.legal(state)
        if legal[0] >= KEEP:
            gains = {keep: self._best_gain(state, BIT[keep - KEEP]) for keep in legal}
            most = max(gains.values())
            best = tuple([keep for keep in legal if gains[keep] == most])
            over = not state.hands[seat]
            return (
                CertainChoice(best, "it is the last trick" if over else "it makes a set") if over or most >= SET_GAIN else None
            )
        sense = self.trick_analysis(state, unseen)
        if not sense.is_last_to_play or not sense.takers:
            return None
        led = sum([BIT[card] for card in state.trick]) & sense.led
        gains = {card: self._best_gain(state, (led | BIT[card]) & sense.led) for card in members(sense.takers)}
        most = max(gains.values())
        if most >= SET_GAIN and not sense.is_void_in_suit_led:
            return CertainChoice(tuple([card for card in gains if gains[card] == most]), "it makes a set")
        return (
            CertainChoice(members(sense.losers), "every card of the trick costs points") if most < 0 and sense.losers else None
        )

    def temptations(self, state: FoolsGoldState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        legal, kept = self.rules.legal(state), state.kept[state.turn]
        if legal[0] < KEEP:
            sense = self.trick_analysis(state, unseen)
            wants = bool(sense.led & best_suit(kept)) if kept else bool(sense.led & OF_SUIT[state.trump])
            yield from sense.temptations(state.hands[state.turn].bit_count() if sense.leads or wants else 0)
            return
        ranks = {keep: card_sense.rank_from_top(keep - KEEP) for keep in legal}
        hopes = tuple([keep for keep in legal if ranks[keep] == 0 or kept & OF_RANK[ranks[keep]]])
        if hopes:
            yield Temptation("set_hope", hopes)

    def _best_gain(self, state: FoolsGoldState, group: Cards) -> int:
        kept = state.kept[state.turn]
        before = points_of_kept_cards(kept, state.rows)
        return max([points_of_kept_cards(kept | BIT[card], state.rows) - before for card in members(group)])

    def trick_analysis(self, state: FoolsGoldState, unseen: Cards) -> TrickAnalysis:
        return TrickAnalysis(state, self.rules.playable(state), unseen, card_sense.beating_cards(state.trump, 0))

    def cards_between(self, state: FoolsGoldState, first: Card, second: Card) -> Cards | None:
        return tricks.cards_between(first, second) if state.options.bonuses == "off" else None

    def pick_call(self, state: FoolsGoldState, legal: Sequence[Action], chance: float) -> Action:
        """Returns the action of keeping the card that scores most."""
        kept, best, most = state.kept[state.turn], legal[0], -1000
        for keep in legal:
            points = points_of_kept_cards(kept | BIT[keep - KEEP], state.rows)
            if points > most:
                best, most = keep, points
        return best

    def pick_card(self, state: FoolsGoldState, group: Cards, chance: float) -> Card:
        """Plays to win the trick if the seat's best suit is led, otherwise to lose it; sometimes plays a random card."""
        if chance < RANDOM_CARD_CHANCE:
            return pick(group, chance / RANDOM_CARD_CHANCE)
        trick, trump, kept = state.trick, state.trump, state.kept[state.turn]
        best = best_suit(kept) if kept else OF_SUIT[trump]
        wants = bool((BIT[trick[0]] if trick else group) & best)
        if wants and not trick:
            group &= best
        go = card_sense.choose_card_to_win if wants else card_sense.choose_card_to_duck
        return go(group, trick, len(trick) == len(state.hands) - 1, card_sense.beating_cards(trump, 0))
