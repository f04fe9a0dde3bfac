"""Facts of a position of Goosed for advice: both sides, the Geese that each has caught, and those that are still out."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import Decision, suit_name
from goosetable.engine.text.deciding_advice import DecidingAdvice
from goosetable.engine.words import phrases
from goosetable.games.goosed.rules import GEESE, GoosedState, geese_worth

HOPE = 0.2
"""Least share of the playouts, 0..1, in which the Reds are goosed for a sentence to play for it."""
NEARLY_ALWAYS = 0.9
"""Least share of the playouts, 0..1, in which a Goose is caught for its catch to need no card in particular."""


class GoosedFacts(DecidingAdvice[GoosedState]):
    """Facts about sides and Geese, from the view of the seat to act."""

    def top_rank(self, state: GoosedState) -> int:
        return state.tops

    def are_level(self, decision: Decision[GoosedState], one: Action, two: Action) -> bool:
        return one == two or (not (BIT[one] | BIT[two]) & GEESE and super().are_level(decision, one, two))

    def own_side(self, decision: Decision[GoosedState]) -> list[int]:
        """Returns the seats of the own side, once all Foxes are known; before that, only the seat to act."""
        known, red = decision.known, decision.seat in decision.known.reds
        return [who for who in range(len(known.hands)) if known.decided and (who in known.reds) == red] or [decision.seat]

    def _adds_nothing(self, decision: Decision[GoosedState], card: Card) -> bool:
        """Whether overtaking a partner's winning card with `card` gains nothing, because the same cards could beat either."""
        trick = [*decision.known.trick]
        if not self.partner_ahead_sentence(decision) or not self.is_ahead(decision, card):
            return False
        may = [self._possible_plays(decision, seat, SUIT[trick[0]]) for seat in self.later_seats(decision)]
        return all(self.winning_index(decision.known, [*trick, one]) < len(trick) or self.beaters(decision, card) & BIT[one]
                   for held in may for one in cards.members(held))  # fmt: skip

    def _is_trick_safe_with_partner(self, decision: Decision[GoosedState]) -> bool:
        """Whether a partner is winning the trick and the seat to act plays last."""
        leader = self.winning_seat_and_card(decision)
        return leader is not None and leader[0] in self.own_side(decision) and not self.later_seats(decision)

    def _is_caught_anyway(self, decision: Decision[GoosedState], lying: Cards) -> bool:
        """Whether the own side nearly always catches the Geese in the trick, whichever card is played."""
        return all(decision.is_likely(one, f"own {goose}", NEARLY_ALWAYS)
                   for one in self.legal_cards(decision) for goose in cards.members(lying))  # fmt: skip

    def _may_happen(self, decision: Decision[GoosedState], card: Card, key: str, least: float) -> bool:
        """Whether a yes-or-no figure is yes in at least `least` (0..1) of the playouts after a card; True without playouts."""
        found = decision.mean(card, key)
        return found is None or found >= least

    def _may_reds_be_goosed(self, decision: Decision[GoosedState]) -> bool:
        """Whether the Reds are goosed in at least the part `HOPE` of the playouts after some legal card; True without
        playouts.
        """
        shares = [decision.mean(one, "goosed") for one in self.legal_cards(decision)]
        counted = [share for share in shares if share is not None]
        return not counted or max(counted) >= HOPE

    def _goose_to_catch(self, decision: Decision[GoosedState], card: Card) -> Card | None:
        """Returns a Goose in another hand that a card of its suit could catch; None if there is none."""
        own = self.rank_from_top(decision.known, card)
        return next((one for one in cards.members(self._cards_elsewhere(decision) & GEESE & OF_SUIT[SUIT[card]])
                     if self.rank_from_top(decision.known, one) > own), None)  # fmt: skip

    def _caught_geese(self, decision: Decision[GoosedState], red: bool) -> Cards:
        """Returns the Geese that one side has caught. red: True for the Red Foxes, False for the White Foxes."""
        known = decision.known
        return sum([won for who, won in enumerate(known.won) if (who in known.reds) == red]) & GEESE

    def _is_last_goose_out(self, decision: Decision[GoosedState]) -> bool:
        """Whether the Red Foxes have caught all Geese but one, and would be goosed by catching the last one."""
        left = GEESE & ~(self._caught_geese(decision, True) | decision.known.out)
        return left.bit_count() == 1 and self._reds_may_catch_all(decision)

    def _reds_may_catch_all(self, decision: Decision[GoosedState]) -> bool:
        """Whether the Red Foxes may still catch all four Geese: they have caught one, the Whites none, and none was left out of
        the deal.
        """
        return bool(self._caught_geese(decision, True)) and not (
            self._caught_geese(decision, False) | decision.known.out & GEESE
        )

    def _red_count_words(self, decision: Decision[GoosedState], verb: str, more: Cards = 0) -> str:
        """Returns a clause on the number of Geese that the Reds have caught, such as "the Reds had two Geese".

        verb: "had" in this example. more: further Geese to count.
        """
        count = (self._caught_geese(decision, True) | more).bit_count()
        return f"the Reds {verb} {phrases.number_word(count)} {'Goose' if count == 1 else 'Geese'}"

    def _goosed_clause(self, decision: Decision[GoosedState], more: Cards) -> str:
        """Returns a clause on the Geese that the Reds must still catch to be goosed. more: Geese that count as caught."""
        rest = cards.members(GEESE & ~(self._caught_geese(decision, True) | more))
        if not rest:
            return "it is the fourth Goose, and the Reds score nothing"
        return f"{self._red_count_words(decision, 'then have', more)}, and with {self.names(decision, rest)} too score nothing"

    def _worth_clause(self, decision: Decision[GoosedState], lying: Cards) -> str:
        """Returns a clause on the worth of the Geese in the trick, as in "4♣ is worth two"."""
        if lying.bit_count() > 1:
            return f"Geese worth {geese_worth(lying)} lie there"
        return f"{self.names(decision, cards.members(lying))} is worth {phrases.number_word(geese_worth(lying))}"

    def _lone_cards_beside_geese(self, decision: Decision[GoosedState]) -> dict[Card, Card]:
        """Returns the cards that alone accompany a Goose of the hand in its suit, each with that Goose. Without its guard, the
        Goose must be played as soon as the suit is led. Leaves out the suit led and trumps; empty for a lead.
        """
        known, found = decision.known, dict[Card, Card]()
        if not known.decided or not known.trick or self._reds_may_catch_all(decision):
            return found
        for goose in cards.members(decision.hand & GEESE & ~OF_SUIT[SUIT[known.trick[0]]] & ~OF_SUIT[SUIT[known.turned]]):
            beside = cards.members(decision.hand & OF_SUIT[SUIT[goose]] & ~BIT[goose])
            if len(beside) == 1 and self._cards_elsewhere(decision) & OF_SUIT[SUIT[goose]]:
                found[beside[0]] = goose
        return found

    def _danger_clause(self, decision: Decision[GoosedState], foes: Sequence[int]) -> str:
        """Returns a clause on the opponent who may still take the trick, such as "[1 plays]"; "" if none can.

        If the partner's card is winning and only a trump can beat it, the clause is "[1 may] ruff". foes: the opponents who
        play after the seat.
        """
        leader = self.winning_seat_and_card(decision)
        if leader is None or leader[0] not in self.own_side(decision):
            return f"[{foes[0]} plays]"
        over = cards.members(self.beaters_of_winning_card(decision, foes))
        if not over:
            return ""
        ruffed = not self.is_trump(decision, decision.known.trick[0]) and all(self.is_trump(decision, one) for one in over)
        return f"[{foes[0]} may] ruff" if ruffed else f"[{foes[0]} plays]"

    def _later_use(self, decision: Decision[GoosedState], card: Card, beside: Card) -> tuple[int, str]:
        """Returns two values on the use of a card in later tricks: a number, 0 for no use, and a clause. beside: another card,
        which is played now.
        """
        if BIT[card] & GEESE:
            held = self._reds_may_catch_all(decision) or self._is_trick_safe_with_partner(decision)
            return (0, "") if held else (3, "a Goose, for a trick of your side")
        goose = self._goose_to_catch(decision, card)
        if goose is not None:
            return 3, f"which can catch {decision.face(goose)}"
        if (guarded := self._lone_cards_beside_geese(decision).get(card)) is not None:
            return 2, f"or {decision.face(guarded)} must fall on the next {suit_name(card, 1)}"
        if self.is_trump(decision, card) and not self.is_trump(decision, beside):
            return 2, "a trump"
        if self.is_master(decision, card) and self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]:
            return 1, f"the highest {suit_name(card, 1)} left"
        return 0, ""
