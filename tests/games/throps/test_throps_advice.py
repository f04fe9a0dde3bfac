"""Hints of Throps: cards that begin a suit, cards that cost much, and high cards to be rid of."""

from __future__ import annotations

from typing import Any, Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Decision
from goosetable.games.throps.rules import Throps
from tests.games.playing import Variant
from tests.players.positions import turns

GAME: Final[Any] = Throps()


def sale(card: str, hand: str, won: tuple[str, str, str], unseen: str, number: int) -> Decision[Any]:
    """Seat 0 bids for a card in a round, numbered from 1."""
    (turn, *_) = turns(Variant(GAME, GAME.Options()), "sale", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.turned = 0, cards.card(card)
    known.won = [cards.cards(text) for text in won]
    known.hands[0] = cards.cards(hand)
    known.raised = (*range(number - 1), known.turned)
    legal = tuple(BID + one for one in cards.members(cards.cards(hand)))
    out = cards.cards(unseen) & ~known.hands[0] & ~BIT[known.turned]
    at = Decision(known, out, (len(legal),) * 3, (), legal, GAME.text.card_name)
    assert known.round == number
    return at


def hints(at: Decision[Any], card: str) -> dict[str, str]:
    return {tip.name: tip.hint for tip in GAME.advice.tips(at, BID + cards.card(card))}


def preferred(at: Decision[Any], *group: str) -> str:
    return at.face(GAME.advice.preferred_action(at, [BID + cards.card(card) for card in group]) - BID)


LATE: Final = "KS QS JS 9H 8H 5C 4C 3D 2D"


def test_a_high_card_is_spent_before_it_wins_something_worse() -> None:
    at = sale("8S", "AS TS 7C 6D", ("6S AC JC 7D", "TH KC", "KH 6C 8D"), LATE, 10)
    said = "8♠ costs [0] 8, [1] 18 and [2] 18: be rid of A♠, before it wins you worse"
    assert hints(at, "AS")["rid"] == said
    assert "rid" not in hints(at, "6D")
    assert "rid" not in hints(sale("8S", "AS TS 7C 6D", ("6S AC JC 7D", "TH KC", "KH 6C 8D"), LATE, 3), "AS"), "too early"


def test_of_close_bids_a_low_one_is_advised_for_a_card_that_costs_much() -> None:
    at = sale("TD", "KS 9D 6D", ("AH QH 2C", "TC 3C", "AS"), LATE, 7)
    assert preferred(at, "KS", "9D", "6D") == "6♦"


def test_a_small_prize_of_ones_suit_is_said_to_be_of_it() -> None:
    at = sale("3S", "AS AD TC", ("5S", "", ""), "AH KS QS JS 9H 8H 5C 4C 3D 2D", 2)
    assert hints(at, "AD")["near"] == "3♠ brings you 3, and spades are your suit: only A♥ beats A♦, so keep A♠"
