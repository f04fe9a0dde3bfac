"""Hints of Gops: bids that vary, and cards kept for prizes to come."""

from __future__ import annotations

from typing import Any, Final

from goosetable import cards
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Decision
from goosetable.games.gops.rules import PRIZES, SUIT_OF_SEAT, VALUE, Gops
from tests.games.playing import Variant
from tests.players.positions import turns

GAME: Final[Any] = Gops()


def round_of(hands: tuple[tuple[int, ...], ...], offer: str, to_come: str) -> Decision[Any]:
    """Seat 0 bids for a card. hands: by seat, the values of the cards left."""
    (turn, *_) = turns(Variant(GAME, GAME.Options(players=len(hands))), f"round {len(hands)}", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.won, known.offer = 0, [0] * len(hands), (cards.card(offer),)
    known.raised = cards.members(PRIZES & ~cards.cards(to_come))
    known.hands = [
        sum([cards.BIT[card] for card in cards.members(SUIT_OF_SEAT[seat]) if VALUE[card] in held])
        for seat, held in enumerate(hands)
    ]
    known.gone = sum(SUIT_OF_SEAT) & ~sum(known.hands)
    legal = tuple(BID + card for card in cards.members(known.hands[0]))
    return Decision(known, 0, tuple(map(len, hands)), (), legal, GAME.text.card_name)


def many(at: Decision[Any], *values: int) -> str:
    group = [next(one for one in at.legal if VALUE[one - BID] == value) for value in values]
    said: str = GAME.advice.many_bids_sentence(at, group)
    return said


def names(at: Decision[Any], value: int) -> set[str]:
    action = next(one for one in at.legal if VALUE[one - BID] == value)
    return {tip.name for tip in GAME.advice.tips(at, action)}


def test_bids_that_vary_come_with_the_cards_that_they_beat() -> None:
    at = round_of(((13, 12, 11, 10, 9, 8, 6, 5, 3, 2), (12, 11, 10, 9, 8, 7, 6, 5, 4, 1)), "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    said = "7 points are on offer: vary between 10♠, 9♠ and 8♠, which beat five to seven of [1's] ten cards"
    assert many(at, 10, 9, 8) == said
    assert many(at, 3, 2).endswith(": let it go with 3♠ or 2♠"), "they beat only the ace"
    dear = round_of(((13, 12, 11, 10, 9, 7, 5, 4, 2), (12, 11, 10, 9, 8, 7, 6, 5, 4)), "KD", "QD JD 8D 7D 5D 4D 3D AD")
    assert many(dear, 7, 5) == "Let [1] bid high: vary between 7♠ and 5♠, which beat one to three of [1's] nine cards"


def test_only_the_lowest_card_lets_a_prize_go() -> None:
    at = round_of(((12, 10, 4, 3, 2, 1), (13, 11, 9, 7, 5, 3)), "JD", "KD QD TD 9D 7D")
    assert many(at, 12, 10, 4) == "For 11 points, bid Q♠ or 10♠ to win them, or 4♠ against a low bid"
    assert many(at, 12, 10, 1) == "For 11 points, bid Q♠ or 10♠ to win them, or A♠ to let them go"


def test_a_card_is_kept_for_a_prize_only_if_no_card_left_beats_it() -> None:
    beaten, highest = (round_of(((9, 8), (11, 7), (top, 4)), "4D", "TD") for top in (9, 10))
    assert "throw" not in names(beaten, 8) and "throw" not in names(highest, 8)
    assert "throw" in names(round_of(((11, 8), (10, 7), (9, 4)), "4D", "TD"), 8)


def test_high_cards_are_saved_only_while_there_are_prizes_for_them() -> None:
    held, theirs = (12, 11, 10, 8, 6, 5, 4, 3, 1), (12, 10, 9, 8, 7, 6, 5, 4, 1)
    assert "save" not in names(round_of((held, theirs), "9D", "JD TD 8D 7D 6D 5D 3D AD"), 8), "three high cards for two prizes"
    assert "save" in names(round_of((held, theirs), "9D", "KD QD JD TD 7D 6D 5D AD"), 8)
