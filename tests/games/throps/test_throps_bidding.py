"""How high a manner bids: by counting, one after another, the cards that might still be turned up."""

from __future__ import annotations

from random import Random

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.games.throps import ai
from goosetable.games.throps.rules import score, suit_values


def gain(won: Cards, card: int) -> int:
    return score(won | BIT[card]) - score(won)


def counted(won: list[Cards], seat: int, turned: int, left: list[int], together: bool) -> float:
    """The part of the cards left that gain more than the card turned up, of two that gain as much one."""

    def worth(card: int) -> int:
        return gain(won[seat], card) + (sum(gain(own, card) for own in won) if together else 0)

    more = sum(worth(card) > worth(turned) for card in left)
    as_much = sum(worth(card) == worth(turned) for card in left)
    return (more + as_much / 2) / len(left)


def test_cards_are_counted_by_what_they_would_do_to_the_scores() -> None:
    rng = Random("manners")
    places = set()
    for _ in range(300):
        pack = list(range(cards.JOKER))
        rng.shuffle(pack)
        won = [0, 0, 0]
        for card in pack[: rng.randrange(14)]:
            won[rng.randrange(3)] |= BIT[card]
        turned, left, seat = pack[14], pack[15 : 15 + rng.randint(1, 36)], rng.randrange(3)
        stood = [ai.stands(suit_values(own)) for own in won]
        hidden = sum(BIT[card] for card in left)
        for manner, together in ((1, False), (2, True)):
            place = ai.aim(seat, stood, turned, hidden, len(left), manner)
            assert abs(place - counted(won, seat, turned, left, together)) < 1e-12, (won, seat, turned, left, manner)
            places.add(place)
        lead = 0.5 - gain(won[seat], turned) / ai.GREAT
        assert ai.aim(seat, stood, turned, hidden, len(left), 0) == max(lead, 0.0)
    assert len(places) > 100


def test_with_nothing_left_to_turn_up_the_highest_card_is_bid() -> None:
    stood = [ai.stands((0, 0, 0, 0))] * 3
    assert [ai.aim(0, stood, 5, 0, 0, manner) for manner in (1, 2)] == [0.0, 0.0]
