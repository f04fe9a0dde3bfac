"""Hints of Goose: the hook, the tricks that are still needed, and the card to lose."""

from __future__ import annotations

from typing import Any

from goosetable import cards
from goosetable.engine.hidden.view import view
from goosetable.engine.text.advice import Decision
from goosetable.games.goose.rules import BID
from tests.games.geese import GAME, bidding, do
from tests.players.test_right import Position, geese


def decision(position: Position) -> Decision[Any]:
    seen = position.view
    return Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, GAME.text.card_name)


def test_a_bid_beside_the_one_that_the_hook_forbids_says_so_without_a_principle() -> None:
    state = bidding("2S 3S 4S", "AH KH QH", "AD KD QD", "AC KC QC", dealer=0)
    do(state, "bid 1", "bid 1", "bid 1")
    position = Position(view(GAME, state, 0), "")
    assert BID not in position.view.legal, "the bids would add up to the tricks"
    assert GAME.advice.plain_sentence(decision(position), BID + 1, None) == "Bid 1, as you may not bid 0"


def test_a_lost_trick_takes_the_most_dangerous_of_close_cards_if_no_more_are_needed() -> None:
    at = decision(geese(("KS TS 2S", "7H 8H", "9H 7D"), 0, "KS", "9S AS"))
    king, ten, two = (cards.card(name) for name in ("KS", "TS", "2S"))
    assert GAME.advice.preferred_action(at, [two, ten, king]) == king
    needed = decision(geese(("KS TS 2S", "7H 8H", "9H 7D"), 2, "2S", "9S AS"))
    assert GAME.advice.preferred_action(needed, [ten, two]) == two


def test_near_the_end_a_fact_says_how_many_tricks_the_bid_needs() -> None:
    at = decision(geese(("9H TD 7D", "KS QS JS", "7H 8H AH"), 2, "9H"))
    assert GAME.advice.plain_sentence(at, cards.card("TD"), None).endswith("; you need two of the last three tricks")


def test_the_card_for_the_last_trick_is_named_if_one_of_two_is_needed() -> None:
    at = decision(geese(("QS 2S", "KS", "7H"), 1, "2S", "9S JS"))
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("2S"))]
    assert "Let it go with 2♠: Q♠ is likelier to win the last trick" in said
