"""Hints of Goosed: the fourth Goose, a Goose on the table, and one that waits."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from goosetable import cards
from goosetable.engine.text.advice import Decision
from goosetable.engine.text.explain import statistics_of
from goosetable.games.goosed.rules import Goosed
from tests.games.playing import Variant
from tests.players.positions import turns

GAME: Final[Any] = Goosed()


def fox(
    hand: str, reds: tuple[int, int], caught: dict[int, str], trick: str = "", unseen: str = "7C 6C 5C 4C"
) -> Decision[Any]:
    """Seat 2 is to act with spades as trumps; seat 2, or another before it, has led."""
    (turn, *_) = turns(Variant(GAME, GAME.Options()), "level", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.turned, known.voids = 2, cards.card("AS"), [0] * 4
    known.first, known.catcher = reds
    known.won = [cards.cards(caught.get(seat, "")) for seat in range(4)]
    known.trick = [cards.card(name) for name in trick.split()]
    known.leader = (2 - len(known.trick)) % 4
    known.hands[2] = cards.cards(hand)
    size = len(hand.split())
    return Decision(known, cards.cards(unseen), (size,) * 4, (), tuple(cards.members(cards.cards(hand))), GAME.text.card_name)


def hints(at: Decision[Any], card: str) -> dict[str, str]:
    return {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card(card))}


def never_winning(at: Decision[Any], *names: str) -> Decision[Any]:
    ends = [{"takes": 0.0}] * 30
    return dataclasses.replace(at, prospects={cards.card(name): statistics_of(ends) for name in names})


def test_a_red_fox_with_three_geese_and_the_fourth_in_hand_loses_the_lead() -> None:
    at = never_winning(fox("6H 2H 4D", (2, 1), {1: "4C 4H 5C 6D", 2: "4S 7S AS 2S"}), "6H", "2H", "4D")
    assert hints(at, "2H")["lose lead"] == "Lead 2♥ to lose the lead: 4♦ must go to a White, or you are goosed"
    assert GAME.advice.plain_sentence(at, cards.card("2H"), None) == hints(at, "2H")["lose lead"]
    free = fox("6H 2H 4D", (2, 1), {1: "4C 5C 6D 7D", 2: "7S AS 2S 3S", 0: "4H AH 2C 3C"})
    assert "lose lead" not in hints(never_winning(free, "6H", "2H", "4D"), "2H"), "the Whites have a Goose"


def test_a_red_fox_wins_with_another_card_than_the_goose() -> None:
    at = fox("5C 3C 4C", (2, 1), {2: "4S 7S AS 2S", 1: "4D 5D 6D 7D"}, "2C AC AD", "5H 6H 7H")
    said = "Take it with 3♣, not 4♣: the Whites must have one Goose, or you are goosed"
    assert hints(at, "3C")["not goose"] == said
    assert "not goose" not in hints(at, "4C")


def test_a_goose_on_the_table_may_be_caught() -> None:
    """Two seats play later, so that a trump is only the highest so far."""
    at = fox("6S 3H", (2, 3), {0: "4H 7H AH 2H", 2: "4C 7C AC 2C"}, "4D", "7S 5S 2D 3D")
    ends = [{"takes": float(number % 2)} for number in range(30)]
    at = dataclasses.replace(at, prospects={cards.card("6S"): statistics_of(ends)})
    assert hints(at, "6S")["try catch"] == "Try to catch 4♦, worth 4, with 6♠, and only 7♠ can beat it"


def test_a_goose_waits_for_a_trick_of_its_side() -> None:
    at = fox("5D 2H 4C", (0, 3), {1: "4S 7S AS 2S", 0: "4H 7H AH 3H"})
    assert hints(at, "5D")["hold for side"] == "Lead 5♦ and keep 4♣ until your side has a trick"
    assert "hold for side" not in hints(at, "4C")


def test_the_first_goose_may_choose_a_partner_among_close_cards() -> None:
    """Before the Foxes are known no opponent is an enemy, so the Goose is no card to spare."""
    at = fox("4D AD", (-1, -1), {}, "7D AS")
    assert not at.known.decided
    assert GAME.advice.preferred_action(at, [cards.card("4D"), cards.card("AD")]) == cards.card("4D")


def test_the_cheapest_winner_is_said_to_catch_the_goose() -> None:
    at = fox("6S 2S 5H", (1, -1), {}, "4D 7D AD", "3S 5C")
    assert hints(at, "2S")["cheap"] == "2♠ is enough to catch 4♦ and be Red: keep 6♠"
