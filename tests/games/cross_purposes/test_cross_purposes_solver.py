"""The solver of two open hands against trying everything, with the table's own rule of who takes a trick."""

from __future__ import annotations

from random import Random

import pytest

from goosetable.cards import BIT, cards, members, pack, suit_in_both_packs
from goosetable.engine.rules.tricks import SUIT, index_of_strongest
from goosetable.games.cross_purposes.solver import POSITIONS_PER_SLICE, Solver
from goosetable.players.agent import run_all_slices

Hands = tuple[int, int]


def dealt(rng: Random, each: int) -> Hands:
    order = rng.sample(pack(), 2 * each)
    return sum(BIT[card] for card in order[:each]), sum(BIT[card] for card in order[each:])


class Everything:
    """Tries every card, and remembers nothing but whole positions."""

    def __init__(self, trumps: int, tops: int) -> None:
        self.trumps, self.tops = trumps, tops
        self.known: dict[tuple[int, Hands], int] = {}

    def made(self, leader: int, hands: Hands) -> int:
        """The tricks of the leader."""
        if not hands[leader]:
            return 0
        if (leader, hands) not in self.known:
            self.known[leader, hands] = max(self.lead(leader, hands, card) for card in members(hands[leader]))
        return self.known[leader, hands]

    def lead(self, leader: int, hands: Hands, card: int) -> int:
        held = hands[1 - leader]
        left = hands[leader].bit_count()
        return min(
            left - self.reply(1 - leader, hands, card, other)
            for other in members(held & suit_in_both_packs(SUIT[card]) or held)
        )

    def reply(self, seat: int, hands: Hands, led: int, card: int) -> int:
        """The tricks of the seat that plays `card`; `hands` are those before the lead."""
        one, two = hands
        after = (one & ~BIT[led] & ~BIT[card], two & ~BIT[led] & ~BIT[card])
        if index_of_strongest([led, card], self.trumps, self.tops):
            return 1 + self.made(seat, after)
        return after[seat].bit_count() - self.made(1 - seat, after)


@pytest.mark.parametrize("each", [1, 2, 3, 4, 5])
def test_every_lead_is_worth_what_trying_everything_says(each: int) -> None:
    rng = Random(each)
    for _ in range(80 if each < 5 else 40):
        trumps, tops, hands = rng.randrange(4), rng.randrange(13), dealt(rng, each)
        solver, everything = Solver(trumps, tops), Everything(trumps, tops)
        for leader in (0, 1):
            right = {card: everything.lead(leader, hands, card) for card in members(hands[leader])}
            assert run_all_slices(solver.tricks_by_lead(leader, hands)) == right
            assert run_all_slices(Solver(trumps, tops).count_tricks(leader, hands)) == max(right.values())


@pytest.mark.parametrize("each", [1, 2, 3, 4, 5])
def test_every_reply_is_worth_what_trying_everything_says(each: int) -> None:
    rng = Random(10 + each)
    for _ in range(60 if each < 5 else 30):
        trumps, tops, hands = rng.randrange(4), rng.randrange(13), dealt(rng, each)
        solver, everything = Solver(trumps, tops), Everything(trumps, tops)
        for leader in (0, 1):
            led = rng.choice(members(hands[leader]))
            held = hands[1 - leader]
            legal = members(held & suit_in_both_packs(SUIT[led]) or held)
            right = {card: everything.reply(1 - leader, hands, led, card) for card in legal}
            without = tuple(hand & ~BIT[led] for hand in hands)
            assert run_all_slices(solver.tricks_by_reply(1 - leader, without, led, legal)) == right


def test_two_suits_alone_are_long_enough_to_count_by_trying_everything() -> None:
    """Long suits, in which the cards that touch matter most."""
    rng = Random(3)
    for _ in range(25):
        order = rng.sample(pack()[:26], 12)
        hands = sum(BIT[card] for card in order[:6]), sum(BIT[card] for card in order[6:])
        trumps, tops, leader = rng.randrange(3), rng.randrange(13), rng.randrange(2)
        assert run_all_slices(Solver(trumps, tops).count_tricks(leader, hands)) == Everything(trumps, tops).made(leader, hands)


def test_the_tops_turn_the_order_of_every_suit() -> None:
    hands = cards("AH KH"), cards("8H 7H")
    assert run_all_slices(Solver(0, 0).count_tricks(0, hands)) == 2
    assert run_all_slices(Solver(0, 6).count_tricks(0, hands)) == 0
    assert run_all_slices(Solver(1, 6).count_tricks(1, hands)) == 2


def test_neither_a_guess_nor_the_side_of_the_table_changes_anything() -> None:
    rng = Random(8)
    for _ in range(4):
        trumps, tops, hands = rng.randrange(4), rng.randrange(13), dealt(rng, 13)
        right = run_all_slices(Solver(trumps, tops).count_tricks(0, hands))
        for guess in (0, 6, 13):
            assert run_all_slices(Solver(trumps, tops).count_tricks(0, hands, guess)) == right
        solver = Solver(trumps, tops)
        assert run_all_slices(solver.count_tricks_up_to(0, hands, right)) == right
        assert run_all_slices(solver.count_tricks_up_to(0, hands, right - 1)) == right - 1
        assert run_all_slices(solver.count_tricks_up_to(0, hands, 13)) == right
        swapped = hands[1], hands[0]
        assert run_all_slices(Solver(trumps, tops).count_tricks(1, swapped)) == right


def test_no_piece_is_longer_than_it_may_be() -> None:
    """A piece looks at so many positions and no more; the next one goes on from there."""
    rng = Random(9)
    pieces = 0
    for _ in range(3):
        hands = dealt(rng, 13)
        solver = Solver(rng.randrange(4), rng.randrange(13))
        before = 0
        for _ in solver.tricks_by_lead(0, hands):
            assert 0 < solver.looked - before <= POSITIONS_PER_SLICE
            before = solver.looked
            pieces += 1
    assert pieces > 3
