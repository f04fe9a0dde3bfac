"""Facts of a trick for advice: the cards above a card, the cards that can beat it, and what happens to it in the playouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import VERB_SPAN, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT, cards_between, index_of_strongest
from goosetable.engine.text.advice import MOSTLY, NEARLY_NEVER, UNLIKELY, Advice, Decision

T = TypeVar("T", bound=TrickState)

HALF: Final = 0.5
LOWEST_HONOUR: Final = 4
"""The lowest rank, that of the Ten, that counts as high where aces are the highest cards."""


class TrickFacts(Advice[T], Generic[T]):
    """Facts of a trick in which the highest trump or, without trumps, the highest card of the suit led wins."""

    def top_rank(self, state: T) -> int:
        """Returns the rank that is the highest of every suit; 0, the Ace, unless a game changes it."""
        return 0

    def winning_index(self, state: T, trick: Sequence[Card]) -> int:
        """Returns the index in a trick of its winning card. The trick may be incomplete."""
        return index_of_strongest(list(trick), state.trump_suit, self.top_rank(state))

    def verb_for_fate(self, decision: Decision[T], card: Card) -> str:
        """Returns the verb for the fate of a card in this trick, from the rules and the playouts: "wins", "should win", "may
        win", "should lose" or "loses".
        """
        if self.surely_takes(decision, card):
            return "wins"
        share = decision.mean(card, "takes")
        if (decision.known.trick and not self.is_ahead(decision, card)) or (share is not None and share < NEARLY_NEVER):
            return "loses"
        if share is None or UNLIKELY < share < MOSTLY:
            return "may win"
        return "should win" if share >= MOSTLY else "should lose"

    def rank_from_top(self, state: T, card: Card) -> int:
        """Returns the position of a card's rank in the order of ranks, 0 for the highest."""
        return (cards.rank(card) - self.top_rank(state)) % cards.SUIT_SIZE

    def higher_cards(self, decision: Decision[T], card: Card) -> Cards:
        """Returns the cards of a card's suit that rank above it and may be in other hands."""
        out, own = self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]], self.rank_from_top(decision.known, card)
        return sum([BIT[other] for other in cards.members(out) if self.rank_from_top(decision.known, other) < own])

    def are_level(self, decision: Decision[T], one: Action, two: Action) -> bool:
        if one == two or max(one, two) >= VERB_SPAN:
            return one == two
        between = cards_between(one, two, self.top_rank(decision.known))
        if between is None or between & self._cards_elsewhere(decision):
            return False
        return self.is_ahead(decision, one) == self.is_ahead(decision, two)

    def equal_cards_sentence(self, decision: Decision[T]) -> str:
        """Returns a sentence on legal cards that are all identical; empty if they are not. If other ranks lie between them, it
        says that no such card is out.
        """
        first, *others = cards_of_hand = sorted(decision.legal, key=lambda one: self.rank_from_top(decision.known, one))
        if not others or first >= VERB_SPAN or not all(self.are_identical(decision, first, one) for one in others):
            return ""
        gaps = self.rank_from_top(decision.known, others[-1]) - self.rank_from_top(decision.known, first) > len(others)
        does = f"{'play' if decision.known.trick else 'lead'} {'either' if len(others) == 1 else 'any of them'}"
        why = ", for no card between them is out" if gaps else ""
        return f"{self.names(decision, cards_of_hand)} are equal{why}: {does}"

    def is_cheapest(self, decision: Decision[T], card: Card, group: Sequence[Card]) -> bool:
        """Whether no card of a group is worth less than `card`. Level cards count as equal."""
        own = self._worth_key(decision, card)
        return all(own <= self._worth_key(decision, other) or self.are_level(decision, card, other) for other in group)

    def is_lowest_of_suit(self, decision: Decision[T], card: Card) -> bool:
        """Whether the hand has no card of a card's suit that ranks below it, except level ones."""
        return self.is_cheapest(decision, card, cards.members(decision.hand & OF_SUIT[SUIT[card]]))

    def is_high(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card ranks high in its suit: of the suit's cards in other hands, at most a third rank above it. False if
        other hands have no card of the suit.
        """
        out = self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]
        return bool(out) and 3 * self.higher_cards(decision, card).bit_count() <= out.bit_count()

    def _cards_elsewhere(self, decision: Decision[T]) -> Cards:
        """Returns the cards that other hands may hold."""
        out = 0
        for seat in range(len(decision.hand_sizes)):
            if seat != decision.seat:
                out |= decision.possible_cards(seat)
        return out

    def later_seats(self, decision: Decision[T]) -> list[int]:
        """Returns the seats that play to this trick after the seat to act."""
        seats = len(decision.hand_sizes)
        return [decision.known.seat_at(place) for place in range(len(decision.known.trick) + 1, seats)]

    def is_ahead(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card, if it is played now, is winning the trick so far."""
        trick = [*decision.known.trick, card]
        return self.winning_index(decision.known, trick) == len(trick) - 1

    def beaters(self, decision: Decision[T], card: Card) -> Cards:
        """Returns the cards by which later seats could beat a card. Trumps count if their seat may be void in the suit led."""
        found, trick = 0, [*decision.known.trick, card]
        for seat in self.later_seats(decision):
            for other in cards.members(self._possible_plays(decision, seat, SUIT[trick[0]]) & ~found):
                if self.winning_index(decision.known, [*trick, other]) == len(trick):
                    found |= BIT[other]
        return found

    def _possible_plays(self, decision: Decision[T], seat: int, led: int) -> Cards:
        """Returns the cards that a later seat may play. A seat that surely holds the suit led plays that suit or a joker."""
        may, suit = decision.possible_cards(seat), OF_SUIT[led]
        surely = (decision.known_hand_cards[seat] if decision.known_hand_cards else 0) & suit or (
            may & ~suit
        ).bit_count() < decision.hand_sizes[seat]
        return may & (suit | OF_SUIT[cards.JOKER_SUIT]) if surely and led != cards.JOKER_SUIT else may

    def surely_takes(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card is certain to take the trick."""
        return self.is_ahead(decision, card) and not self.beaters(decision, card)

    def should_take(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card is certain to take the trick, or takes it in most playouts."""
        return self.surely_takes(decision, card) or (self.is_ahead(decision, card) and decision.is_figure_likely(card, "takes"))

    def verb_phrase_for_taking(self, decision: Decision[T]) -> str:
        """Returns the verb phrase for taking this trick, to follow "is enough to", such as "take it"."""
        return "take it"

    def enough_clause(self, decision: Decision[T], card: Card) -> str:
        """Returns a clause that a card is high enough, or should be: "9♥ is enough", or "9♥ should be enough" if it may be
        beaten.
        """
        return f"{decision.face(card)} {'is' if self.surely_takes(decision, card) else 'should be'} enough"

    def enough_to_take_clause(self, decision: Decision[T], card: Card) -> str:
        """Returns a clause on a card that is high enough to take the trick, as in "9♥ is enough to take it"."""
        return f"{self.enough_clause(decision, card)} to {self.verb_phrase_for_taking(decision)}"

    def should_lose(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card cannot take the trick, or seldom takes it in playouts."""
        return bool(decision.known.trick and not self.is_ahead(decision, card)) or decision.is_figure_rare(card, "takes")

    def is_master(self, decision: Decision[T], card: Card) -> bool:
        """Whether no other hand can hold a higher card of a card's suit. False for jokers."""
        return SUIT[card] != cards.JOKER_SUIT and not self.higher_cards(decision, card)

    def is_highest_left(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card is the highest of its suit in all hands, and no later opponent can ruff it."""
        suit, trumps, own = OF_SUIT[SUIT[card]], decision.known.trump_suit, self.rank_from_top(decision.known, card)
        if any(self.rank_from_top(decision.known, other) < own for other in cards.members(decision.hand & suit)):
            return False
        if trumps is None or SUIT[card] == trumps:
            return self.is_master(decision, card)
        foes = [who for who in self.later_seats(decision) if who not in self.own_side(decision)]
        if (self._cards_elsewhere(decision) & suit).bit_count() < len(foes) and not decision.is_figure_likely(card, "takes"):
            return False
        void = [decision.possible_cards(who) for who in foes]
        return self.is_master(decision, card) and all(held & suit or not held & OF_SUIT[trumps] for held in void)

    def own_side(self, decision: Decision[T]) -> Sequence[int]:
        """Returns the seat to act and all seats known to score together with it."""
        return (decision.seat,)

    def trump_owner_words(self, decision: Decision[T]) -> str:
        """Returns the possessive for the opponents' trumps: "their", or "[1's]" if only one opponent can hold trumps."""
        trumps = decision.known.trump_suit
        seats = [who for who in range(len(decision.hand_sizes)) if who not in self.own_side(decision)
                 and trumps is not None and decision.possible_cards(who) & OF_SUIT[trumps]]  # fmt: skip
        return f"[{seats[0]}'s]" if len(seats) == 1 else "their"

    def low_rank_note(self, decision: Decision[T], card: Card) -> str:
        """Returns " (low here)" for a card, such as an ace, that is high in most games but low in this deal; else empty."""
        tops = self.top_rank(decision.known)
        above, out = self.higher_cards(decision, card), self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]
        low = 2 * self.rank_from_top(decision.known, card) >= cards.SUIT_SIZE - 1 and 2 * above.bit_count() > out.bit_count()
        return " (low here)" if cards.rank(card) < tops and cards.rank(card) <= LOWEST_HONOUR and low else ""

    def least_wasteful_action(self, decision: Decision[T], group: Sequence[Action]) -> Action:
        """Returns the action that wastes least among equally rated ones.

        For a lead, this is the first action. For a losing card, and for the winning card of the seat that plays last, it is
        the cheapest card of its suit. If a partner surely takes the trick, it is a losing card. A discard spares trumps and
        the highest cards of suits.
        """
        best = group[0]
        if best >= VERB_SPAN or not decision.known.trick:
            return best
        ahead = [card for card in group if self.is_ahead(decision, card)]
        losers = [card for card in group if card not in ahead]
        if losers and best in ahead and self.partner_takes(decision):
            best = self.cheapest(decision, losers)
        if best in ahead:
            alike = [card for card in ahead if SUIT[card] == SUIT[best]]
            return best if self.later_seats(decision) else self.cheapest(decision, alike)
        spare = [card for card in losers if not self.is_master(decision, card) and not self.is_trump(decision, card)]
        if not self.follows_suit(decision, best) and best not in spare and spare:
            return self.cheapest(decision, spare)
        return self.cheapest(decision, [card for card in losers if SUIT[card] == SUIT[best]])

    def surest_lead(self, decision: Decision[T], group: Sequence[Card]) -> Card:
        """Returns the first lead of a group. If only a trump can beat it, returns the one least likely to be ruffed among all
        leads of the group that only a trump can beat.
        """
        if not self._suit_length_elsewhere_if_only_ruffs_beat(decision, group[0]):
            return group[0]
        return max(group, key=lambda card: self._suit_length_elsewhere_if_only_ruffs_beat(decision, card))

    def _suit_length_elsewhere_if_only_ruffs_beat(self, decision: Decision[T], card: Card) -> int:
        """Returns the number of cards of a lead's suit in other hands, if only a trump can beat the lead; else 0. The more
        cards are out, the less likely is a ruff.
        """
        if card >= VERB_SPAN or self.is_trump(decision, card) or not self.is_master(decision, card):
            return 0
        return (self._cards_elsewhere(decision) & OF_SUIT[SUIT[card]]).bit_count() if self.beaters(decision, card) else 0

    def partner_takes(self, decision: Decision[T]) -> bool:
        """Whether a partner is winning the trick and no opponent who plays later can beat the partner's card."""
        leader, side = self.winning_seat_and_card(decision), self.own_side(decision)
        if leader is None or leader[0] == decision.seat or leader[0] not in side:
            return False
        return not self.beaters_of_winning_card(decision, [who for who in self.later_seats(decision) if who not in side])

    def beaters_of_winning_card(self, decision: Decision[T], seats: Sequence[int]) -> Cards:
        """Returns the cards with which some seats could beat the card that is winning the trick so far."""
        known, found = decision.known, 0
        for seat in seats:
            for card in cards.members(self._possible_plays(decision, seat, SUIT[known.trick[0]])):
                if self.winning_index(known, [*known.trick, card]) == len(known.trick):
                    found |= BIT[card]
        return found

    def cheapest_if_lost(self, decision: Decision[T], group: Sequence[Action]) -> Action:
        """Returns the cheapest card of the first action's suit if the hand cannot win the trick; else the first action."""
        best = group[0]
        if best >= VERB_SPAN or not decision.known.trick or self.winning_cards(decision):
            return best
        return self.cheapest(decision, [card for card in group if card < VERB_SPAN and SUIT[card] == SUIT[best]])

    def shared_fact(self, decision: Decision[T]) -> str:
        """Returns a sentence if a partner has won the trick, if no card can win it, or if every card does; else empty."""
        leader = self.winning_seat_and_card(decision)
        if leader is None or any(action >= VERB_SPAN for action in decision.legal):
            return ""
        if leader[0] in self.own_side(decision) and not self.later_seats(decision):
            return f"The trick is [{leader[0]}'s], your partner's"
        if not self.winning_cards(decision):
            return self.lost_trick_words(decision)
        if all(self.surely_takes(decision, card) for card in self.legal_cards(decision)):
            return "Every card of yours takes it"
        return ""

    def partner_ahead_sentence(self, decision: Decision[T]) -> str:
        """Returns a sentence on the partner who is winning the trick so far; empty if there is none."""
        leader = self.winning_seat_and_card(decision)
        return f"[{leader[0]}], on your side, is ahead" if leader and leader[0] in self.own_side(decision) else ""

    def lost_trick_words(self, decision: Decision[T]) -> str:
        """Returns a sentence on a trick that the hand cannot win: "You cannot win this one", or a sentence that a partner is
        ahead.
        """
        return self.partner_ahead_sentence(decision) or "You cannot win this one"

    def losing_verb(self, decision: Decision[T], card: Card) -> str:
        """Returns the verb for a card that does not win: "play" if it follows suit, else "throw"."""
        return "play" if self.follows_suit(decision, card) else "throw"

    def is_trump(self, decision: Decision[T], card: Card) -> bool:
        return decision.known.trump_suit is not None and SUIT[card] == decision.known.trump_suit

    def follows_suit(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card is of the suit led."""
        return bool(decision.known.trick) and SUIT[card] == SUIT[decision.known.trick[0]]

    def may_win_later(self, decision: Decision[T], card: Card) -> bool:
        """Whether a card may win a later trick: it is a trump or a high card, or it takes this trick in half of the
        playouts.
        """
        return self.is_trump(decision, card) or self.is_high(decision, card) or self.trick_chance(decision, card) >= HALF

    def legal_cards(self, decision: Decision[T]) -> list[Card]:
        """Returns the legal actions that play a card."""
        return [action for action in decision.legal if action < VERB_SPAN]

    def winning_cards(self, decision: Decision[T]) -> list[Card]:
        """Returns the legal cards that would be winning the trick so far."""
        return [card for card in self.legal_cards(decision) if self.is_ahead(decision, card)]

    def trick_chance(self, decision: Decision[T], card: Card) -> float:
        """Returns the share of the playouts, 0..1, in which a card takes the trick. Without playouts: 1 if it surely takes it,
        else 0.
        """
        return decision.mean(card, "takes") or float(self.surely_takes(decision, card))

    def dearest(self, decision: Decision[T], group: Sequence[Card]) -> Card:
        """Returns the most valuable card of a group."""
        return max(group, key=lambda card: self._worth_key(decision, card))

    def cheapest(self, decision: Decision[T], group: Sequence[Card]) -> Card:
        """Returns the least valuable card of a group."""
        return min(group, key=lambda card: self._worth_key(decision, card))

    def suit_lengths(self, decision: Decision[T]) -> list[int]:
        """Returns the number of cards of each suit in the hand, without jokers."""
        return [(decision.hand & OF_SUIT[suit]).bit_count() for suit in range(4)]

    def winning_seat_and_card(self, decision: Decision[T]) -> tuple[int, Card] | None:
        """Returns the seat that is winning the trick so far, and its card; None before the lead."""
        trick = decision.known.trick
        if not trick:
            return None
        place = self.winning_index(decision.known, trick)
        return decision.known.seat_at(place), trick[place]

    def _worth_key(self, decision: Decision[T], card: Card) -> tuple[int, int, int]:
        """Returns a sort key for cards: more valuable cards have larger keys."""
        return (
            int(self.is_trump(decision, card)),
            int(self.is_master(decision, card)),
            -self.rank_from_top(decision.known, card),
        )
