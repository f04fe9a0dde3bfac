"""Hints of Throps: cards that begin a suit, cards that cost much, and high cards to be rid of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Decision
from goosetable.engine.text.explain import ActionStatistics
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
    said = "8♠ costs [0] 8, [1] 18 and [2] 18: be rid of A♠ before it wins worse"
    assert hints(at, "AS")["rid"] == said
    assert "rid" not in hints(at, "6D")
    assert "rid" not in hints(sale("8S", "AS TS 7C 6D", ("6S AC JC 7D", "TH KC", "KH 6C 8D"), LATE, 3), "AS"), "too early"


def test_of_close_bids_a_low_one_is_advised_for_a_card_that_costs_much() -> None:
    at = sale("TD", "KS 9D 6D", ("AH QH 2C", "TC 3C", "AS"), LATE, 7)
    assert preferred(at, "KS", "9D", "6D") == "6♦"


def test_a_small_prize_of_ones_suit_is_said_to_be_of_it() -> None:
    at = sale("3S", "AS AD TC", ("5S", "", ""), "AH KS QS JS 9H 8H 5C 4C 3D 2D", 2)
    assert hints(at, "AD")["near"] == "3♠ brings you 3, and spades are your suit: only A♥ beats A♦, so keep A♠"


def named(at: Decision[Any], card: str, name: str) -> str:
    return hints(at, card).get(name, "")


def with_wins(at: Decision[Any], shares: dict[str, float]) -> Decision[Any]:
    """The decision after playouts. shares: by card, the share of them in which the bid wins."""
    found = {BID + cards.card(card): ActionStatistics(100, {"wins 0": share}) for card, share in shares.items()}
    return replace(at, prospects=found)


def test_a_lower_rank_that_loses_to_the_same_cards_is_advised() -> None:
    at = sale("QC", "AH KS JS 3C", ("TC KD", "6H", ""), "AS AC KD QS 9H 8H 5C 4C 3D 2D", 4)
    assert preferred(at, "AH", "KS") == "K♠"
    said = "Q♣ brings you 10: only A♠ and A♣ can beat K♠, and they beat A♥ too"
    assert named(at, "KS", "least") == said
    assert not named(at, "AH", "least")


def test_only_a_card_between_others_is_called_a_middling_one() -> None:
    out = "AS KD QS JH TH 9H 8H 5C 4C 3D 2D"
    at = sale("AH", "9C 8S 3S", ("", "", "4D"), out, 2)
    assert named(at, "9C", "rid") == "A♥ brings you only 1: be rid of 9♣ before it wins worse"
    assert named(at, "8S", "middle") == "A♥ brings you only 1: a middling card, 8♠, is all it is worth"
    assert not named(at, "9C", "middle")


def test_the_lower_of_two_cards_is_called_so_though_it_may_win() -> None:
    at = with_wins(sale("AC", "6H 4S", ("7S", "AS", "KD"), "2S 2C 4H 4C 8C", 12), {"4S": 0.6, "6H": 0.9})
    assert named(at, "4S", "lowest") == "A♣ costs [0] 13, [1] 21 and [2] 19: bid 4♠, your lower card"


def test_a_costly_card_that_all_stay_low_for_is_left_with_the_lowest() -> None:
    at = sale("8S", "QS 9H 2S", ("4C", "AC QC", "2H QD"), "AH KS QD JS 9D 8H 5C 4C 3D 2D", 5)
    stays = with_wins(at, {"QS": 1.0, "9H": 0.8, "2S": 0.1})
    said = "8♠ costs [0] 10, [1] 18 and [2] 18: all stay low, and only 2♠ leaves it to them"
    assert named(stays, "2S", "leave") == said
    assert not named(with_wins(at, {"QS": 1.0, "9H": 0.2, "2S": 0.1}), "2S", "leave"), "9♥ is low enough too"


def test_no_card_that_may_well_win_is_thrown_on_a_costly_one() -> None:
    at = sale("TD", "KS 7H 2H", ("AH QH 2C", "TC 3C", "AS"), LATE, 7)
    risky, safe = with_wins(at, {"KS": 1.0, "7H": 0.45, "2H": 0.2}), with_wins(at, {"KS": 1.0, "7H": 0.1, "2H": 0.0})
    assert named(safe, "7H", "shed") and not named(risky, "7H", "shed")
    assert preferred(risky, "7H", "2H") == "2♥"


def test_a_card_that_ends_the_game_is_taken_away() -> None:
    at = sale("QC", "KD 8H", ("QS 6S 3H", "QH 7H 5H 4H", "AC"), "TS 3C 4C 9C 8D", 12)
    at.known.totals = (20, 6, 58)
    said = "With Q♣ [2] would stand at 109, and the game is to 100: take it away with K♦"
    assert named(with_wins(at, {"KD": 1.0}), "KD", "goal") == said
    at.known.totals = (20, 6, 8)
    assert not named(with_wins(at, {"KD": 1.0}), "KD", "goal"), "far from the target"


def test_a_high_card_is_spent_where_it_wins_something_harmless() -> None:
    at = with_wins(sale("2S", "QC JD 5H", ("6S 3S", "TC", "8D"), "AS KD 9H 8H 5C 4C 3D", 9), {"JD": 0.8, "5H": 0.1})
    said = "2♠ brings you 2: better spend J♦ here than on a card that costs you"
    assert named(at, "JD", "harmless") == said
    assert not named(at, "5H", "harmless")


def test_a_costly_card_that_is_taken_is_said_to_be_taken_from_an_opponent() -> None:
    at = with_wins(sale("9D", "AC 6D", ("5S 5C", "8D 5D", "AH AD"), "KS 8H 5H 4C", 12), {"AC": 1.0, "6D": 0.1})
    said = "9♦ brings [1] 9 and [2] 9, but costs [0] 11: A♣ takes it from [1], and 6♦ stays for worse"
    assert GAME.advice.plain_sentence(at, BID + cards.card("AC"), BID + cards.card("6D")) == said
