"""Analysis of a trick without search, as card players do it: the cards that win or duck it, with lookup tables for playouts.

It finds cards that surely take or lose the trick, masters (the highest cards left in a suit), and mistakes of beginners. It
uses only the player's own hand, the trick, voids, and the cards that the player believes to be in other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from goosetable.cards import BIT, ONE_PACK, PACK_SIZE, SUIT_SIZE, Card, Cards, members
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import SealedState, TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT, index_of_strongest

Beats = tuple[Cards, ...]
"""For each card as the best of a trick so far, the cards that would beat it."""
FIRST_SECOND_COPY: Final = BIT[PACK_SIZE]
"""Bit of the second copy with the lowest number. A set of cards that is below it, as an int, has no second copies."""
RANDOM_CARD_CHANCE: Final = 0.08
"""Probability with which a playout policy plays a random card (epsilon)."""


def rank_from_top(card: Card, tops: int = 0) -> int:
    """Returns the number of ranks above a card in its suit, 0..12. tops: the highest rank."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


_SUITS: Final = (ONE_PACK, OF_SUIT)
"""The cards of each suit: the first index is the number of packs minus one, the second the suit."""


def _cards_by_height(copies: int, tops: int) -> tuple[Cards, ...]:
    every = range(copies * PACK_SIZE)
    return tuple(sum(BIT[card] for card in every if rank_from_top(card, tops) == height) for height in range(SUIT_SIZE))


_HEIGHTS: Final = tuple(tuple(_cards_by_height(copies, tops) for tops in range(SUIT_SIZE)) for copies in (1, 2))
"""All cards, the highest of each suit first: the first index is the number of packs minus one, the second the top rank."""


_BEATING: Final[dict[int, Beats]] = {}
"""Cache of `beating_cards`, by a number that combines trumps and top rank; a dictionary is quicker than a decorator."""


def beating_cards(trumps: int | None, tops: int) -> Beats:
    """Returns, for each card of one pack, the cards that beat it if it is the best card of a trick so far."""
    key = tops if trumps is None else SUIT_SIZE * (trumps + 1) + tops
    found = _BEATING.get(key)
    if found is None:
        every = range(PACK_SIZE)
        beaten = [sum(BIT[other] for other in every if index_of_strongest([card, other], trumps, tops) == 1) for card in every]
        found = _BEATING[key] = tuple(beaten)
    return found


def unseen_cards(state: TrickState, group: Cards) -> Cards:
    """Returns the cards of a group that the seat to act has not seen: not in its hand, in the trick, or played."""
    group &= ~state.hands[state.turn]
    for taken in state.won:
        group &= ~taken
    for card in state.trick:
        group &= ~BIT[card]
    return group


def winning_index(trick: list[Card], beats: Beats) -> int:
    """Returns the index of the best card of the trick so far. beats: result of `beating_cards`."""
    best = 0
    wins = beats[trick[0]]
    for place in range(1, len(trick)):
        card = trick[place]
        if BIT[card] & wins:
            best, wins = place, beats[card]
    return best


def highest_card(cards: Cards, tops: int = 0) -> Card:
    """Returns the card with the highest rank within its suit; the first of several."""
    for height in _HEIGHTS[cards >= FIRST_SECOND_COPY][tops]:
        found = cards & height
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card is the highest of none")


def lowest_card(cards: Cards, tops: int = 0) -> Card:
    """Returns the card with the lowest rank within its suit; the first of several."""
    heights = _HEIGHTS[cards >= FIRST_SECOND_COPY][tops]
    for place in range(SUIT_SIZE - 1, -1, -1):
        found = cards & heights[place]
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card is the lowest of none")


def choose_card_to_win(cards: Cards, trick: list[Card], is_last: bool, beats: Beats, tops: int = 0) -> Card:
    """Returns a card for a seat that wants the trick. cards: the seat's legal cards.

    A seat that leads plays its highest card. Any other seat plays its highest card that takes the trick or, if it `is_last`,
    the lowest such card. If no card takes the trick, it plays its lowest card.
    """
    if not trick:
        return highest_card(cards, tops)
    takers = cards & beats[trick[winning_index(trick, beats)]]
    if not takers:
        return lowest_card(cards, tops)
    # Among cards that take the trick, the suit led comes before trumps, which are dear.
    following = takers & _SUITS[cards >= FIRST_SECOND_COPY][SUIT[trick[0]]]
    return highest_card(following, tops) if following and not is_last else lowest_card(following or takers, tops)


def choose_card_to_duck(cards: Cards, trick: list[Card], is_last: bool, beats: Beats, tops: int = 0) -> Card:
    """Returns a card for a seat that does not want the trick. cards: the seat's legal cards.

    A seat that leads plays its lowest card. Any other seat plays its highest card that loses the trick. If every card takes the
    trick, it plays its lowest card or, if it `is_last`, its highest.
    """
    if not trick:
        return lowest_card(cards, tops)
    losers = cards & ~beats[trick[winning_index(trick, beats)]]
    if losers:
        return highest_card(losers, tops)
    return highest_card(cards, tops) if is_last else lowest_card(cards, tops)


class CertainChoice(NamedTuple):
    """The only sensible actions in a position; all others give away a certain advantage."""

    actions: tuple[Action, ...]
    why: str
    """The reason, in a few words."""


class Temptation(NamedTuple):
    """Actions that a beginner with a certain failing prefers, whatever their value."""

    failing: str
    """The name of the failing, a field of `Failings`."""
    actions: tuple[Action, ...]


EARLY_TRICKS: Final = 3
"""Number of tricks at the beginning of a deal in which a beginner likes to cash aces."""
MIN_BIDS_TO_TEMPT: Final = 4
"""Least number of legal bids at which the failings of `tempting_bids` show; with fewer bids, even beginners calculate."""
SECOND_HIGH_RANKS: Final[tuple[int, ...]] = (1, 2)
"""Ranks, from the top of the suit, of the cards that a beginner likes to play as the second card of a trick: king and queen."""


class TrickAnalysis:
    """Analysis of a trick for the seat to act. The highest trump takes the trick, or else the highest card of the suit led."""

    def __init__(self, state: TrickState, legal: Cards, unseen: Cards, beats: Beats, tops: int = 0, special: Cards = 0) -> None:
        """state: what a view shows. legal: cards that may be played. unseen: cards that may be in other hands.

        beats: for each card that may be the best of the trick so far, the cards that beat it. tops: highest rank, 0..12.
        special: cards with points of their own, which are not saved for their strength.
        """
        self._special = special
        trick, seats, seat = state.trick, len(state.hands), state.turn
        self.legal, self.tops = legal, tops
        self.hand = state.hands[seat]
        self.leads = not trick
        self.seats, self.place = seats, len(trick)
        self.number = sum(state.taken()) + 1
        """Number of the trick in the deal, from 1."""
        self._beats = beats
        self._trumps: Cards = 0 if state.trump_suit is None else state.suits[state.trump_suit]
        self._suits = state.suits
        self.led: Cards = state.suits[SUIT[trick[0]]] if trick else 0
        """Cards of the suit led; none before the lead."""
        place = winning_index(trick, beats) if trick else 0
        self.winner = state.seat_at(place) if trick else seat
        """The seat that is winning the trick so far; before the lead, the seat to act."""
        self.takers = legal & beats[trick[place]] if trick else legal
        """Legal cards that beat all cards of the trick so far."""
        self.losers = legal & ~self.takers
        self._later: Cards = 0
        """Unseen cards that seats which play later to this trick may hold."""
        self._out: Cards = 0
        """Unseen cards that any other seat may hold."""
        for step in range(1, seats):
            other = unseen & ~state.voids[(seat + step) % seats]
            self._out |= other
            if step < seats - len(trick):
                self._later |= other

    @property
    def is_last_to_play(self) -> bool:
        """True if the next card completes the trick."""
        return self.place == self.seats - 1

    @property
    def is_void_in_suit_led(self) -> bool:
        """True if the seat cannot follow suit."""
        return not self.leads and not self.legal & self.led

    def sure_takers(self) -> Cards:
        """Returns the playable cards that take the trick for certain."""
        return sum([BIT[card] for card in members(self.takers) if not self._beats[card] & self._later])

    def strong_cards(self) -> Cards:
        """Returns the trumps of the hand, and the cards that no unseen card of their suits beats.

        A card of a suit that no other seat can hold is included only if another strong card can take the lead first.
        """
        found, alone = self.hand & self._trumps & ~self._special, 0
        for card in members(self.hand & ~self._trumps & ~self._special):
            others = self._out & self._suits[SUIT[card]]
            if not others:
                alone |= BIT[card]
            elif not self._beats[card] & others:
                found |= BIT[card]
        return found | alone if found else 0

    def unbeatable_trumps(self) -> Cards:
        """Returns the trumps of the hand that no other hand can beat."""
        return sum([BIT[card] for card in members(self.hand & self._trumps) if not self._beats[card] & self._out])

    def certain_choice(self, need: int) -> CertainChoice | None:
        """Returns the only sensible actions for a seat that wants exactly `need` more tricks; None if the choice is open.

        The choice is also open if the seat cannot take exactly `need` tricks: if `need` is below 0, if its highest trumps take
        more tricks, or if fewer tricks are left.
        """
        left, certain = self.hand.bit_count(), self.unbeatable_trumps()
        least = certain.bit_count() - bool(certain & self.losers)
        if not least <= need <= left - (not self.takers):
            return None
        if need == 0:
            free = bool(self.losers) and self.losers != self.legal
            return CertainChoice(members(self.losers), "the bid is made, and this trick can be left") if free else None
        return self._choice_if_trick_needed(need, left) or self._choice_to_keep_strong_cards(need)

    def certain_choice_for_all(self, friend: bool) -> CertainChoice | None:
        """Returns the only sensible actions of a seat that wants every trick and follows a lead; None if the choice is open.

        friend: True if a partner is winning the trick so far.
        """
        if self.leads or friend:
            return None
        if self.is_last_to_play and self.takers & self.led:
            return CertainChoice(members(self.takers), "the trick can be had") if self.losers else None
        return self._choice_to_keep_strong_cards(self.hand.bit_count())

    def _choice_if_trick_needed(self, need: int, remaining: int) -> CertainChoice | None:
        """Returns the choice of the cards that surely take the trick, if the seat needs it; else None.

        need: number of tricks that the seat wants. remaining: number of tricks to come.
        """
        sure = self.sure_takers()
        if sure and need >= remaining:
            trumps = sure & self._trumps
            if self.leads:
                return CertainChoice((highest_card(trumps or sure, self.tops),), "all tricks are needed, from the top down")
            return CertainChoice(members(sure), "all tricks are needed")
        certain = self.unbeatable_trumps()
        if self.leads:
            # A master of a plain suit takes a trick only while its owner has the lead.
            sure, chances = sure & ~certain, certain.bit_count()
        else:
            strong = self.strong_cards()
            chances = strong.bit_count() - bool(sure & strong and not sure & (certain | ~strong))
        if not sure or sure == self.legal or chances >= need:
            return None
        return CertainChoice(members(sure), "a sure trick that is needed")

    def _choice_to_keep_strong_cards(self, need: int) -> CertainChoice | None:
        """Returns the choice of the weak cards, if the trick is lost and the strong cards are needed later; else None."""
        if self.leads or self.takers:
            return None
        strong = self.strong_cards()
        weak = self.legal & ~strong
        if not weak & ~self._special or weak == self.legal or strong.bit_count() > need:
            return None
        return CertainChoice(members(weak), "the trick is lost, and masters and trumps are needed")

    def temptations(self, need: int) -> Iterator[Temptation]:
        """Yields the actions that beginners prefer here, one entry for each failing. need: number of further tricks that the
        seat wants.
        """
        low, tops = rank_from_top, self.tops
        if self.leads:
            aces = [card for card in members(self.legal & ~self._trumps) if low(card, tops) == 0]
            if aces and need > 0 and self.number <= EARLY_TRICKS:
                yield Temptation("cashes", tuple(aces))
            elif self._trumps & self.legal and need > 0 and not self._trumps & self._out:
                yield Temptation("counts_trumps", (highest_card(self.legal & self._trumps, tops),))
            return
        following = self.legal & self.led
        if following and need > 0 and self.takers & following:
            if self.is_last_to_play and self.takers.bit_count() > 1:
                yield Temptation("overkill", (highest_card(self.takers, tops),))
            elif self.place == 1 and self.seats > 2:
                high = [
                    card
                    for card in members(self.takers)
                    if low(card, tops) in SECOND_HIGH_RANKS and self._beats[card] & self._later
                ]
                if high and following.bit_count() > len(high):
                    yield Temptation("second_high", (high[0],))
        ruffs = self.takers & self._trumps if self.is_void_in_suit_led else 0
        if ruffs and need > 0 and self.legal & ~self._trumps:
            yield Temptation("ruffs_all", (lowest_card(ruffs, tops),))
        if self.is_void_in_suit_led and need <= 0 and self.losers:
            yield Temptation("keeps_high", (lowest_card(self.losers, tops),))


def tempting_bids(state: SealedState, ascending_bids: Sequence[Action], best: Action) -> Iterator[Temptation]:
    """Yields the bids of beginners with the failings `all_or_nothing` and `sway`.

    With `all_or_nothing` they bid the highest or the lowest card. With `sway` they bid lower after a won round, and higher
    after a lost round. state: what a view shows. ascending_bids: legal bids, the lowest first. best: the bid of the highest
    value.
    """
    if len(ascending_bids) < MIN_BIDS_TO_TEMPT:
        return
    place = ascending_bids.index(best)
    yield Temptation("all_or_nothing", (ascending_bids[-1] if 2 * place >= len(ascending_bids) else ascending_bids[0],))
    if len(state.turned_up) > 1:
        won = state.won[state.turn] & BIT[state.turned_up[-2]]
        yield Temptation("sway", (ascending_bids[max(place - 1, 0) if won else min(place + 1, len(ascending_bids) - 1)],))
