"""Facts of a position of Goosed for advice: both sides, the Geese that each has caught, and those that are still out."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text.advice import FIRM, Decision, suit_name
from goosetable.engine.text.deciding_advice import DecidingAdvice
from goosetable.engine.text.explain import means_differ
from goosetable.engine.text.trick_advice import FEW
from goosetable.engine.words import phrases
from goosetable.games.goosed.rules import GEESE, GoosedState, geese_worth

HOPE = 0.2
"""Least share of the playouts, 0..1, in which the Reds are goosed for a sentence to play for it."""
SAFER = 0.1
"""Least difference of the Reds' chance to be goosed, 0..1, for which one lead is safer than another."""
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

    def _gains_nothing_by_overtaking(self, decision: Decision[GoosedState], card: Card) -> bool:
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

    def _are_trumps(self, decision: Decision[GoosedState], group: Sequence[Card]) -> bool:
        return all(self.is_trump(decision, one) for one in group)

    def _is_caught_anyway(self, decision: Decision[GoosedState], lying: Cards) -> bool:
        """Whether the own side nearly always catches the Geese in the trick, whichever card is played."""
        return all(decision.is_figure_likely(one, f"own {goose}", NEARLY_ALWAYS)
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

    def _is_in_danger(self, decision: Decision[GoosedState]) -> bool:
        """Whether the seat to act is a Red Fox who may well be goosed, because the Whites have no Goose."""
        red, counted = decision.seat in decision.known.reds, any(decision.is_counted(one) for one in self.legal_cards(decision))
        return red and counted and self._reds_may_catch_all(decision) and self._may_reds_be_goosed(decision)

    def _safer_goose(self, decision: Decision[GoosedState], card: Card) -> Card | None:
        """Returns a Goose of a Red Fox's hand to lead before another card, because the Reds are then goosed clearly less often;
        None if there is none.
        """
        if decision.known.trick or not self._is_in_danger(decision):
            return None
        limit = decision.mean_or_zero(card, "goosed") - SAFER
        geese = [one for one in self.legal_cards(decision) if BIT[one] & GEESE and decision.is_counted(one)]
        return next((one for one in geese if decision.mean_or_zero(one, "goosed") <= limit), None)

    def _redder_lead(self, decision: Decision[GoosedState], group: Sequence[Card]) -> Card:
        """Returns the lead of a group of close ones that earns most points, if it earns clearly more than the first and makes
        the seat a Red Fox more often; else the first.
        """
        key, best = f"points {decision.seat}", group[0]
        more = [
            one
            for one in group
            if decision.is_counted(one)
            and decision.mean_or_zero(one, "red") >= decision.mean_or_zero(best, "red") + FIRM
            and decision.mean_or_zero(one, key) > decision.mean_or_zero(best, key)
            and means_differ(decision.prospects[one], decision.prospects[best], key)
        ]
        return max(more, key=lambda one: decision.mean_or_zero(one, key), default=best)

    def _goose_to_catch(self, decision: Decision[GoosedState], card: Card) -> Card | None:
        """Returns a Goose in another hand that a card of its suit could catch; None if there is none, or if the seat must fear
        to be goosed.
        """
        own = self.rank_from_top(decision.known, card)
        if self._is_in_danger(decision):
            return None
        return next((one for one in cards.members(self._cards_elsewhere(decision) & GEESE & OF_SUIT[SUIT[card]])
                     if self.rank_from_top(decision.known, one) > own), None)  # fmt: skip

    def _caught_geese(self, decision: Decision[GoosedState], red: bool) -> Cards:
        """Returns the Geese that one side has caught. red: True for the Red Foxes, False for the White Foxes."""
        known = decision.known
        return sum([won for who, won in enumerate(known.won) if (who in known.reds) == red]) & GEESE

    def _geese_to_come(self, decision: Decision[GoosedState]) -> Cards:
        """Returns the Geese that no side has caught yet, those of the trick included."""
        return GEESE & ~decision.known.out & ~sum(decision.known.won)

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

    def _saves_goose(self, decision: Decision[GoosedState], card: Card, goose: Card) -> bool:
        """Whether the own side catches a Goose of the hand clearly more often if `card` is played in place of it; True without
        playouts.
        """
        mine, theirs = (decision.mean(one, f"own {goose}") for one in (card, goose))
        return mine is None or theirs is None or mine >= theirs + FIRM

    def _goose_kept_words(self, decision: Decision[GoosedState], card: Card, geese: Sequence[Card], verb: str) -> str:
        """Returns a sentence on a card that saves Geese of the hand from a trick of the other side, with the points that the
        first of them would give away. verb: "is" or "should be", for the trick.
        """
        foes = [who for who in range(len(decision.hand_sizes)) if who not in self.own_side(decision)]
        team = "Whites" if decision.seat in decision.known.reds else "Reds"
        whom = f"[{foes[0]}]" if len(foes) == 1 else f"{'both ' if len(foes) == FEW else 'the '}{team}"
        does = f"{phrases.with_capital(self.losing_verb(decision, card))} {decision.face(card)}"
        gives = f"{decision.face(geese[0])} would give {whom} {phrases.points_in_words(geese_worth(BIT[geese[0]]))}"
        return f"{does} and keep {self.names(decision, geese)}: this trick {verb} the {team}', and {gives}"

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
        if self.is_trump(decision, card) and not self.is_trump(decision, beside):
            return 2, "a trump"
        if self.is_master(decision, card) and self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]:
            return 1, f"the highest {suit_name(card, 1)} left"
        return 0, ""
