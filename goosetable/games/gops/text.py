"""What the table says of Gops."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from goosetable.cards import Card
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Tied
from goosetable.engine.rules.sealed_state import BID
from goosetable.engine.text import medals
from goosetable.engine.text.sealed_text import SealedText
from goosetable.engine.text.table_facts import Emblem
from goosetable.engine.words import phrases
from goosetable.games.gops.state import VALUE, GopsOptions, GopsState

TIES: Final = {"carry": "the prize stays", "discard": "nobody has the prize", "split": "the prize is shared"}


class GopsText(SealedText[GopsState, GopsOptions]):
    """The words of Gops."""

    medals = medals.SINGLE
    dealer_matters = False
    emblem = (Emblem("KS", -40, 14, 74, 10), Emblem("KC", 40, 14, 74, -10), Emblem("AD", 0, -8, 88, ringed=True))

    def wants(self, options: GopsOptions) -> str:
        return "You want ~the most points~ in prizes, with bids no higher than needed."

    def value(self, card: Card) -> int:
        return VALUE[card]

    def rule(self, state: GopsState) -> str:
        return f"The highest bid wins; after a tie {TIES[state.options.ties]}. Kings are high, aces low."

    def besides(self, state: GopsState, seat: int) -> list[str]:
        return [f"{phrases.amount(state.shares[seat])} in shares"] if state.shares[seat] else []

    def plate(self, state: GopsState, seat: int) -> str:
        return phrases.points(self.rules.points(state)[seat])

    def foretell(self, state: GopsState, action: Action) -> str:
        rank, others = VALUE[action - BID], [seat for seat in range(len(state.hands)) if seat != state.turn]
        best = {f"[{seat}]": VALUE[self.high_to_low(state.held(seat))[0]] for seat in others}
        beat, tie = [who for who, top in best.items() if top > rank], [who for who, top in best.items() if top == rank]
        if not beat and not tie:
            return f"wins {phrases.points(state.stake)} for certain"
        return f"{phrases.listed(beat or tie, 'or')} can {'beat it' if beat else 'tie it, not beat it'}"

    def tied(self, state: GopsState, tied: Tied) -> str:
        said, ties = super().tied(state, tied).removesuffix("."), state.options.ties
        if ties == "split":
            return said.replace("nobody takes", f"{phrases.amount(Fraction(state.stake, len(tied.seats)))} each for") + "."
        stays = "" if not state.hidden else "; it stays" if len(state.offer) == 1 else "; they stay"
        return f"{said}{stays if ties == 'carry' else ', which is put away'}."

    def length(self, options: GopsOptions) -> int:
        return options.deals
