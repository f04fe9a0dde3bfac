"""Heuristics of Fools Gold: playout policy, static evaluation and chances of winning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.strength import playout
from goosetable.engine.strength.heuristics import Guidance
from goosetable.engine.strength.playout import SLIP
from goosetable.engine.strength.policy import Shape
from goosetable.engine.strength.win_chances import DealSpread, TargetRace
from goosetable.games.fools_gold.policy import SHAPE, GoldPolicy
from goosetable.games.fools_gold.rules import KEEP, OF_SUIT, FoolsGoldOptions, FoolsGoldState, best_suit, score
from goosetable.games.fools_gold.text import GoldReasons


class GoldHeuristics(TargetRace[FoolsGoldState, FoolsGoldOptions]):
    """Estimates for Fools Gold."""

    reasons_class = GoldReasons
    cost = 5.6
    spread = 8
    shape: Shape | None = SHAPE
    guidance = Guidance(playouts=True, prior=3.0, share=0.45)
    deal_spreads: Mapping[int, DealSpread] = {
        3: DealSpread((-4, -1, 0, 0, 1, 1, 2, 2, 3, 4, 10), 0.02),
        4: DealSpread((-2, 0, 0, 0, 1, 1, 1, 2, 2, 3, 9), 0.02),
        5: DealSpread((-2, 0, 0, 0, 1, 1, 1, 1, 1, 2, 8), -0.03),
        6: DealSpread((-2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 4), -0.03),
    }
    """By number of players. House rules change the points of a deal but hardly the winner, so all share these spreads."""

    def policy_with(self, rows: Sequence[Sequence[float]]) -> GoldPolicy:
        return GoldPolicy(rows)

    def cards_between(self, known: FoolsGoldState, one: Card, two: Card) -> Cards | None:
        return tricks.cards_between(one, two) if known.options.bonuses == "off" else None

    def call(self, state: FoolsGoldState, legal: Sequence[Action], chance: float) -> Action:
        """Returns the action of keeping the card that scores most."""
        kept, best, most = state.kept[state.turn], legal[0], -1000
        for keep in legal:
            points = score(kept | BIT[keep - KEEP], state.rows)
            if points > most:
                best, most = keep, points
        return best

    def play(self, state: FoolsGoldState, group: Cards, chance: float) -> Card:
        """Returns a card that goes for the trick if the suit led is the one that the seat has kept most of; else avoids it."""
        if chance < SLIP:
            return pick(group, chance / SLIP)
        trick, trump, kept = state.trick, state.trump, state.kept[state.turn]
        best = best_suit(kept) if kept else OF_SUIT[trump]
        wants = bool((BIT[trick[0]] if trick else group) & best)
        if wants and not trick:
            group &= best
        go = playout.choose_to_win if wants else playout.choose_to_duck
        return go(group, trick, len(trick) == len(state.hands) - 1, playout.beating_cards(trump, 0))
