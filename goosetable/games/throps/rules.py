"""Throps, by David Parlett: sealed bids for turned cards, of which one suit counts for you and the rest against."""

from __future__ import annotations

from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Standing
from goosetable.engine.sealed_round import SealedRound
from goosetable.games.throps.scoring import score, why_won, winning
from goosetable.games.throps.state import SEATS, ThropsOptions, ThropsState


class Throps(SealedRound[ThropsState, ThropsOptions]):
    """The rules of Throps."""

    id = "throps"
    title = "Throps"
    author = "David Parlett"
    line = "Sealed bids for cards you may not want."
    people = "3 players"
    Options = ThropsOptions
    State = ThropsState
    heuristics_class: ClassVar[str] = "goosetable.games.throps.heuristics:ThropsHeuristics"
    text_class: ClassVar[str] = "goosetable.games.throps.text:ThropsText"

    def seats(self, options: ThropsOptions) -> int:
        return SEATS

    def pack(self, options: ThropsOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ play

    def best(self, state: ThropsState) -> tuple[int, ...]:
        return (winning(state.bids, state.turned),)

    def why_best(self, state: ThropsState, best: tuple[int, ...]) -> str:
        return why_won(state.bids, state.turned)

    # ------------------------------------------------------------------ scores

    def points(self, state: ThropsState) -> tuple[int, ...]:
        return tuple([score(won) for won in state.won])

    def winners(self, options: ThropsOptions, standing: Standing) -> tuple[int, ...]:
        return scores.at_target(standing.totals, options.target, options.tie == "shared")
