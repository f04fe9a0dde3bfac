"""Double-dummy solver for two hands: the number of tricks that each side can be sure of.

A suit is encoded as a number: first a one, then a bit for the owner of each card still held, the highest card first. Positions
that differ only in cards already played have the same code. The key of a position joins four suits, trumps first. Of adjacent
cards in one hand, the solver tries only the highest. Each search asks "at least n tricks?" and caches bounds, which hold for
any trumps and top rank.

`action_values` uses the solver to evaluate the actions of a deal between two players. In a playout a seat names trumps or the
top rank by the worth of its hand. That worth is a sum over the cards, fitted to the best play of 6,000 random deals with both
hands known. Half the number of tricks, plus the difference of both worths, estimates the number of tricks of the leader with an
error of about one trick.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, ONE_PACK, SUIT_SIZE, Cards, members, suit_in_both_packs
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength.sums import sum_in_order
from goosetable.games.cross_purposes.rules import (
    FIRST_TOPS_CALL,
    FIRST_TRUMPS_CALL,
    MAX_LEAD,
    NOT_NAMED,
    TOPS_CALLS,
    TRICKS_PER_HALF,
    TRUMPS_CALLS,
    CrossState,
)

Worths = tuple[tuple[float, ...], ...]
"""Worth of a hand in tricks: a row for each trump suit, with a number for each top rank."""
_CARD_WORTHS: Final = (0.77, 0.65, 0.57, 0.42, 0.35, 0.25, 0.16, 0.11, 0.08, 0.05, 0.02, 0.0, 0.0)
"""Worth of a card in tricks, by its distance from the highest rank. `_TRUMP_WORTHS` has the additional worth of a trump."""
_TRUMP_WORTHS: Final = (0.48, 0.49, 0.46, 0.48, 0.45, 0.49, 0.52, 0.53, 0.52, 0.54, 0.55, 0.53, 0.53)
_CARD_WORTHS_BY_TOPS: Final = tuple(
    tuple(_CARD_WORTHS[(rank - tops) % SUIT_SIZE] for tops in range(SUIT_SIZE)) for rank in range(SUIT_SIZE)
)
_TRUMP_WORTHS_BY_TOPS: Final = tuple(
    tuple(_TRUMP_WORTHS[(rank - tops) % SUIT_SIZE] for tops in range(SUIT_SIZE)) for rank in range(SUIT_SIZE)
)
_SUIT_WORTHS_CACHE: Final[dict[int, tuple[tuple[float, ...], tuple[float, ...]]]] = {}


def _suit_worths(ranks: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Returns the worth of one suit's cards in tricks, and their additional worth as trumps, each by top rank.

    ranks: the cards of the suit in a hand, as bits by rank.
    """
    found = _SUIT_WORTHS_CACHE.get(ranks)
    if found is None:
        held = cards.members(ranks)
        found = _SUIT_WORTHS_CACHE[ranks] = (
            tuple([sum_in_order([_CARD_WORTHS_BY_TOPS[rank][tops] for rank in held]) for tops in range(SUIT_SIZE)]),
            tuple([sum_in_order([_TRUMP_WORTHS_BY_TOPS[rank][tops] for rank in held]) for tops in range(SUIT_SIZE)]),
        )
    return found


def hand_worths(hand: Cards) -> Worths:
    """Returns the worth of a hand in tricks, for each choice of trumps and top rank."""
    suits = [_suit_worths((hand & group) >> (SUIT_SIZE * suit)) for suit, group in enumerate(ONE_PACK[:4])]
    sides = [0.0] * SUIT_SIZE
    for side, _ in suits:
        for tops in range(SUIT_SIZE):
            sides[tops] += side[tops]
    return tuple([tuple([sides[tops] + more[tops] for tops in range(SUIT_SIZE)]) for _, more in suits])


def trumps_and_tops_after(trumps: int, tops: int, call: Action) -> tuple[int, int]:
    """Returns the trumps and the top rank after a call."""
    return (trumps, call - FIRST_TOPS_CALL) if call >= FIRST_TOPS_CALL else (call - FIRST_TRUMPS_CALL, tops)


def hand_worth_after(hand: Worths, trumps: int, tops: int, call: Action) -> float:
    """Returns a hand's worth in tricks after a call. If trumps or top rank are not named yet, averages over all choices."""
    trumps, tops = trumps_and_tops_after(trumps, tops, call)
    if trumps < 0:
        return sum_in_order([suit[tops] for suit in hand]) / 4
    return sum_in_order(hand[trumps]) / SUIT_SIZE if tops < 0 else hand[trumps][tops]


def choose_call(hand: Cards, trumps: int, tops: int, legal: Sequence[Action], chance: float) -> Action:
    """Returns the call with the highest worth, or one nearly as good. trumps, tops: negative if not yet named."""
    found = hand_worths(hand)
    order = sorted(legal, key=lambda action: -hand_worth_after(found, trumps, tops, action))
    return order[int(chance * chance * min(3, len(order)))]


BITS_PER_SUIT: Final = 15
"""Number of bits for a suit in the key of a position: thirteen cards and the first one."""
_MASK: Final = 2**BITS_PER_SUIT - 1
POSITIONS_PER_SLICE: Final = 250
"""Number of positions searched in one slice, in one millisecond, or in up to five if all suits are new to the cache."""
_BOUND_FACTOR: Final = 16
"""Factor that joins two bounds in one number: lower x 16 + upper."""


class SliceEnded(Exception):
    """A slice of the search has ended without a result. Another call continues from the cached bounds."""


class SolverLead(NamedTuple):
    """A card that may be led from a suit."""

    place: int
    """Place of the card, from 0 for the lowest of the suit."""
    alone: int
    """The suit without this card."""
    replies: tuple[tuple[int, bool], ...]
    """For each card with which the other seat may follow: the suit without both cards, and whether the lead wins.

    The lowest card that beats the lead comes first, then the lowest that does not.
    """


class SuitView(NamedTuple):
    """A suit from the view of one seat."""

    leads: tuple[SolverLead, ...]
    """Cards that may be led, the highest first."""
    after_discards: tuple[int, ...]
    """For each possible discard, from the lowest, the suit without it."""
    top_cards: int
    """Number of cards of this hand from the highest of the suit down, without a gap."""
    tricks_without_trumps: int
    """Number of tricks that this hand takes in the suit once no trumps are left."""
    quick_tricks: int
    """Number of tricks that this hand can take in the suit at once, while the other hand must follow."""
    other_cards: int
    """Number of cards of the suit in the other hand."""


_SUIT_VIEWS_CACHE: Final[dict[int, tuple[SuitView, SuitView]]] = {}
_MAX_CACHED_SUITS: Final = 20_000
"""Size of the cache of suits. There are fewer suits with up to twelve cards, so it is rarely full."""


def remove_card(suit: int, place: int) -> int:
    """Removes the card at an index from a suit."""
    return suit >> place + 1 << place | suit & BIT[place] - 1


def suit_views(suit: int) -> tuple[SuitView, SuitView]:
    """Returns the views of a suit by seats 0 and 1, cached."""
    found = _SUIT_VIEWS_CACHE.get(suit)
    if found is None:
        if len(_SUIT_VIEWS_CACHE) >= _MAX_CACHED_SUITS:
            _SUIT_VIEWS_CACHE.clear()
        owners = [suit >> place & 1 for place in range(suit.bit_length() - 1)]
        runs = [place for place, owner in enumerate(owners) if owners[place + 1 : place + 2] != [owner]]
        # A set bit is a card of seat 0, whose half comes first.
        found = _SUIT_VIEWS_CACHE[suit] = (_suit_view(suit, owners, runs, 1), _suit_view(suit, owners, runs, 0))
    return found


def _suit_view(suit: int, owners: list[int], runs: list[int], mark: int) -> SuitView:
    mine = [place for place in runs if owners[place] == mark]
    theirs = [place for place in runs if owners[place] != mark]
    top = next((count for count, owner in enumerate(reversed(owners)) if owner != mark), len(owners))
    held = owners.count(mark)
    others = len(owners) - held
    leads = []
    for lead in reversed(mine):
        order = [place for place in theirs if place > lead] + [place for place in theirs if place < lead]
        replies = tuple((remove_card(remove_card(suit, max(lead, place)), min(lead, place)), lead > place) for place in order)
        leads.append(SolverLead(lead, remove_card(suit, lead), replies))
    after_discards = tuple(remove_card(suit, place) for place in mine)
    return SuitView(tuple(leads), after_discards, top, held if top >= others else top, min(top, others), others)


class Solver:
    """A search for one choice of trumps and top rank. bounds: a cache that solvers with other choices may share."""

    def __init__(self, trumps: int, tops: int, bounds: dict[int, int] | None = None) -> None:
        self._suits = (trumps, *(suit for suit in range(4) if suit != trumps))
        self._tops = tops
        self._bounds: dict[int, int] = {} if bounds is None else bounds
        self.looked = 0
        self._limit = POSITIONS_PER_SLICE

    def cache_key(self, hands: Sequence[Cards]) -> int:
        """Returns the cache key of a position with these hands."""
        key = 0
        for field, suit in enumerate(self._suits):
            written = 1
            for card in self._members_by_rank((hands[0] | hands[1]) & suit_in_both_packs(suit)):
                written = 2 * written + (hands[0] >> card & 1)
            key |= written << BITS_PER_SUIT * field
        return key

    def _members_by_rank(self, group: Cards) -> list[int]:
        return sorted(members(group), key=lambda card: (card - self._tops) % SUIT_SIZE)

    def can_make(self, leader: int, key: int, wanted: int, remaining: int) -> bool:
        """Whether the leader can force `wanted` of the `remaining` tricks. Raises SliceEnded."""
        if wanted <= 0 or wanted > remaining:
            return wanted <= 0
        name = 2 * key + leader
        trumps = key & _MASK
        one = key >> BITS_PER_SUIT & _MASK
        two = key >> 2 * BITS_PER_SUIT & _MASK
        three = key >> 3 * BITS_PER_SUIT
        known = _SUIT_VIEWS_CACHE.get
        suits = (
            known(trumps) or suit_views(trumps), known(one) or suit_views(one),
            known(two) or suit_views(two), known(three) or suit_views(three),
        )  # fmt: skip
        bounds = self._bounds.get(name)
        if bounds is None:
            bounds = self._bounds[name] = self._quick_bounds(suits, leader, remaining)
        if bounds // _BOUND_FACTOR >= wanted:
            return True
        if bounds % _BOUND_FACTOR < wanted:
            return False
        if self.looked >= self._limit:
            raise SliceEnded
        self.looked += 1
        for field, suit in enumerate(suits):
            for lead in suit[leader].leads:
                if self._can_make_with_lead(leader, key, suits, field, lead, wanted, remaining):
                    self._bounds[name] = wanted * _BOUND_FACTOR + bounds % _BOUND_FACTOR
                    return True
        self._bounds[name] = bounds // _BOUND_FACTOR * _BOUND_FACTOR + wanted - 1
        return False

    def _quick_bounds(self, suits: tuple[tuple[SuitView, SuitView], ...], leader: int, remaining: int) -> int:
        trumps, one, two, three = suits[0][leader], suits[1][leader], suits[2][leader], suits[3][leader]
        if trumps.top_cards >= trumps.other_cards:
            later = one.tricks_without_trumps + two.tricks_without_trumps + three.tricks_without_trumps
            sure = trumps.tricks_without_trumps + later
        else:
            sure = trumps.top_cards + one.quick_tricks + two.quick_tricks + three.quick_tricks
        return sure * _BOUND_FACTOR + remaining - suits[0][1 - leader].top_cards

    def _can_make_with_lead(
        self,
        leader: int,
        key: int,
        suits: tuple[tuple[SuitView, SuitView], ...],
        field: int,
        lead: SolverLead,
        wanted: int,
        remaining: int,
    ) -> bool:
        reach, other, rest, place = self.can_make, 1 - leader, remaining - 1, BITS_PER_SUIT * field
        bare = key & ~(_MASK << place)
        if lead.replies:
            for suit, wins in lead.replies:
                if wins:
                    if not reach(leader, bare | suit << place, wanted - 1, rest):
                        return False
                elif reach(other, bare | suit << place, remaining - wanted, rest):
                    return False
            return True
        key = bare | lead.alone << place
        for thrown in range(4):
            after_discards = suits[thrown][other].after_discards
            if thrown == field or not after_discards:
                continue
            place = BITS_PER_SUIT * thrown
            bare = key & ~(_MASK << place)
            for suit in after_discards:
                if thrown:
                    if not reach(leader, bare | suit << place, wanted - 1, rest):
                        return False
                elif reach(other, bare | suit, remaining - wanted, rest):
                    return False
        return True

    # ------------------------------------------------------------------ questions, a piece at a time

    def count_tricks(self, leader: int, hands: Sequence[Cards], first: int = -1) -> Generator[None, None, int]:
        """Returns, in slices of `POSITIONS_PER_SLICE` positions, the number of tricks that the leader takes if both sides play
        their best.

        first: a guess at the result, with which the search begins.
        """
        key, left = self.cache_key(hands), hands[leader].bit_count()
        guess = first if first >= 0 else (left + 1) // 2
        return (yield from self._largest_number_passing(lambda wanted: self.can_make(leader, key, wanted, left), guess, left))

    def count_tricks_up_to(self, leader: int, hands: Sequence[Cards], known: int) -> Generator[None, None, int]:
        """Returns, in slices, the number of tricks that the leader takes, or `known` if it takes more."""
        key, left = self.cache_key(hands), hands[leader].bit_count()
        return (yield from self._largest_number_passing(lambda wanted: self.can_make(leader, key, wanted, left), known, known))

    def tricks_by_lead(self, leader: int, hands: Sequence[Cards]) -> Generator[None, None, dict[int, int]]:
        """Returns, in slices, the number of tricks that the leader takes with each card it may lead."""
        key, left = self.cache_key(hands), hands[leader].bit_count()
        suits = tuple(suit_views(key >> BITS_PER_SUIT * field & _MASK) for field in range(4))
        best = yield from self.count_tricks(leader, hands)
        found: dict[int, int] = {}
        for field, suit in enumerate(self._suits):
            order = self._members_by_rank((hands[0] | hands[1]) & suit_in_both_packs(suit))[::-1]
            for lead in suits[field][leader].leads:

                def makes(wanted: int, field: int = field, lead: SolverLead = lead) -> bool:
                    return self._can_make_with_lead(leader, key, suits, field, lead, wanted, left)

                made = yield from self._largest_number_passing(makes, best, best)
                # The card itself and those that touch it from below.
                place = lead.place
                while place >= 0 and hands[leader] >> order[place] & 1:
                    found[order[place]] = made
                    place -= 1
        return found

    def tricks_by_reply(
        self, seat: int, hands: Sequence[Cards], led: int, legal: Sequence[int]
    ) -> Generator[None, None, dict[int, int]]:
        """Returns, in slices, the number of further tricks that a seat takes with each possible reply to a lead."""
        found: dict[int, int] = {}
        same: dict[tuple[int, bool], int] = {}
        for card in legal:
            after = [held & ~BIT[card] for held in hands]
            wins = self._beats(card, led)
            kind = self.cache_key(after), wins
            if kind not in same:
                leader = seat if wins else 1 - seat
                made = yield from self.count_tricks(leader, after)
                same[kind] = wins + (made if wins else after[seat].bit_count() - made)
            found[card] = same[kind]
        return found

    def _beats(self, card: int, led: int) -> bool:
        if SUIT[card] != SUIT[led]:
            return SUIT[card] == self._suits[0]
        return (card - self._tops) % SUIT_SIZE < (led - self._tops) % SUIT_SIZE

    def _largest_number_passing(self, test: Callable[[int], bool], first: int, maximum: int) -> Generator[None, None, int]:
        number = min(first, maximum)
        if (yield from self._test_in_slices(test, number)):
            while number < maximum and (yield from self._test_in_slices(test, number + 1)):
                number += 1
            return number
        while not (yield from self._test_in_slices(test, number - 1)):
            number -= 1
        return number - 1

    def _test_in_slices(self, test: Callable[[int], bool], number: int) -> Generator[None, None, bool]:
        while True:
            try:
                return test(number)
            except SliceEnded:
                self._limit = self.looked + POSITIONS_PER_SLICE
                yield


OPENER_TRICKS: Final = {Verb.TOPS: 7.4, Verb.TRUMP: 5.7}
"""Expected tricks of the seat that opens the second half, by kind of call, against the best answer: means of 380 deals."""
LEAD_WORTH: Final = 0.1
"""Worth of leading to the first trick, in tricks."""
_CALLS: Final = (TRUMPS_CALLS, TOPS_CALLS)


def action_values(
    state: CrossState, legal: tuple[Action, ...], cache: dict[int, int]
) -> Generator[None, None, dict[Action, float]]:
    """Returns, in slices, the value of each action to the seat to act, 0..1; 0.5 means equal points.

    Only the lead in points counts. With a and b tricks in the two halves, the lead is (a + 1) b - (14 - a)(13 - b) = 13 a + 15
    b - 182. So each half can be evaluated alone. The naming of trumps or top rank in the first half also affects the second
    half, because both halves begin with the same kind of call.
    """
    seat = state.turn
    if state.first:
        own, other = state.first[seat] + 1, state.first[1 - seat] + 1
        before = state.taken()[seat]
        made = yield from (
            _tricks_by_call(state, legal, cache) if state.is_naming_pending else _tricks_by_card(state, legal, cache)
        )
        leads = {action: own * (before + count) - other * (TRICKS_PER_HALF - before - count) for action, count in made.items()}
        return {action: 0.5 + lead / (2 * MAX_LEAD) for action, lead in leads.items()}
    if state.is_naming_pending:
        tricks = _estimated_tricks(state, legal)
    else:
        before = state.taken()[seat]
        made = yield from _tricks_by_card(state, legal, cache)
        tricks = {action: float(before + count) for action, count in made.items()}
    later = {action: _second_half_tricks(state, action) for action in legal}
    return {
        action: 0.5 + (TRICKS_PER_HALF * tricks[action] + (TRICKS_PER_HALF + 2) * later[action] - MAX_LEAD) / (2 * MAX_LEAD)
        for action in legal
    }


def expected_lead(state: CrossState) -> float:
    """Returns the expected lead of seat 0 in points, if the sides share the remaining tricks of this half equally. For a later
    second half, each side is expected to take its average number of tricks.
    """
    left = TRICKS_PER_HALF - sum(state.taken())
    made = state.taken()[0] + left / 2
    if state.first:
        return (state.first[0] + 1) * made - (state.first[1] + 1) * (TRICKS_PER_HALF - made)
    opening = TRICKS_PER_HALF / 2 if state.opening == NOT_NAMED else OPENER_TRICKS[Verb(state.opening)]
    later = opening if state.dealer == 0 else TRICKS_PER_HALF - opening
    return TRICKS_PER_HALF * made + (TRICKS_PER_HALF + 2) * later - MAX_LEAD


def _second_half_tricks(state: CrossState, action: Action) -> float:
    """Returns the expected tricks of the seat to act in the second half. action: the seat's call.

    The dealer opens the second half with the kind of call (trumps or top rank) that opened the first half.
    """
    opening = OPENER_TRICKS[Verb(action // VERB_SPAN if state.opening == NOT_NAMED else state.opening)]
    return opening if state.turn == state.dealer else TRICKS_PER_HALF - opening


# ---------------------------------------------------------------------- cards


def _tricks_by_card(
    state: CrossState, legal: tuple[Action, ...], cache: dict[int, int]
) -> Generator[None, None, dict[Action, int]]:
    solver = Solver(state.trumps, state.tops, cache)
    if state.trick:
        return (yield from solver.tricks_by_reply(state.turn, state.hands, state.trick[0], legal))
    return (yield from solver.tricks_by_lead(state.turn, state.hands))


# ---------------------------------------------------------------------- trumps and tops


def _tricks_by_call(
    state: CrossState, legal: tuple[Action, ...], cache: dict[int, int]
) -> Generator[None, None, dict[Action, int]]:
    made: dict[Action, int] = {}
    opens = state.trumps == state.tops
    mine, other = hand_worths(state.hands[state.turn]), hand_worths(state.hands[1 - state.turn])
    for action in legal:
        trumps, tops = trumps_and_tops_after(state.trumps, state.tops, action)
        if opens:
            answers = [trumps_and_tops_after(trumps, tops, answer) for answer in _CALLS[int(action < FIRST_TOPS_CALL)]]
            # The other's most promising answer comes first, so that most of the rest need no exact count.
            answers.sort(key=lambda named: mine[named[0]][named[1]] - other[named[0]][named[1]])
            made[action] = yield from _fewest_tricks(state, answers, cache)
        else:
            made[action] = TRICKS_PER_HALF - (yield from Solver(trumps, tops, cache).count_tricks(state.leader, state.hands))
    return made


def _fewest_tricks(state: CrossState, named: list[tuple[int, int]], cache: dict[int, int]) -> Generator[None, None, int]:
    fewest = yield from Solver(*named[0], cache).count_tricks(state.leader, state.hands)
    for trumps, tops in named[1:]:
        fewest = yield from Solver(trumps, tops, cache).count_tricks_up_to(state.leader, state.hands, fewest)
    return fewest


def _estimated_tricks(state: CrossState, legal: tuple[Action, ...]) -> dict[Action, float]:
    seat, opens = state.turn, state.trumps == state.tops
    mine, other = hand_worths(state.hands[seat]), hand_worths(state.hands[1 - seat])
    found: dict[Action, float] = {}
    for action in legal:
        trumps, tops = trumps_and_tops_after(state.trumps, state.tops, action)
        if opens:
            answers = [trumps_and_tops_after(trumps, tops, answer) for answer in _CALLS[int(action < FIRST_TOPS_CALL)]]
            trumps, tops = max(answers, key=lambda named: other[named[0]][named[1]])
        found[action] = TRICKS_PER_HALF / 2 + mine[trumps][tops] - other[trumps][tops] + (LEAD_WORTH if opens else -LEAD_WORTH)
    return found
