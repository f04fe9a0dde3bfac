"""What games of tricks share."""

from __future__ import annotations

import pytest

from goosetable import cards
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import NOT_HELD
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import TRICK, WON_KIND, Event, Moved, Pile
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.text.game_text import TrickText
from tests.games.high_card import HighCard, HighCardOptions

GAME = HighCard()


def _state(*hands: str, dealer: int = 0) -> TrickState:
    deal = Deal(1, dealer, tuple(cards.hand(hand) for hand in hands))
    return GAME.begin(HighCardOptions(), Standing(0, (0,) * len(hands)), deal)


def test_what_ranks_between_two_cards_of_a_suit() -> None:
    """In the pack's order, in one that begins elsewhere, and of two packs; jokers and two suits have no such order."""

    def told(one: str, two: str, tops: str = "A") -> str:
        group = tricks.between(cards.card(one), cards.card(two), cards.RANKS.index(tops))
        assert group is not None
        return cards.write(cards.members(group & cards.whole_suit(cards.suit(cards.card(one)))))

    assert told("9H", "JH") == told("JH", "9H") == "JH TH 9H"
    assert told("AS", "2S") == cards.write(cards.members(cards.whole_suit(0)))
    assert told("AS", "2S", "8") == "AS 2S", "after the Two comes the Ace"
    assert told("KC", "3C", "K") == cards.write(cards.members(cards.whole_suit(3) & ~cards.cards("AC 2C")))
    two_packs = tricks.between(cards.card("9H"), cards.card("9H") + cards.PACK_SIZE)
    assert two_packs == cards.cards("9H 9H"), "a copy is as high as the other"
    assert tricks.between(cards.card("9H"), cards.card("9D")) is None
    assert tricks.between(cards.card("X"), cards.card("XL")) is None


def test_following_suit() -> None:
    hand = cards.cards("AS 7H 9H X")
    assert cards.write(cards.members(tricks.follow(hand, 1))) == "9H 7H"
    assert tricks.follow(hand, 2) == 0
    assert tricks.follow(cards.cards("AS AS"), 0).bit_count() == 2, "both copies of a card follow"


def test_the_suit_led() -> None:
    state = _state("AS KH", "KS QS", dealer=1)
    assert tricks.led_suit(state) is None
    GAME.apply(state, cards.card("KH"))
    assert tricks.led_suit(state) == 1
    assert TrickText(GAME).led(state) == "[0] led ♥"


@pytest.mark.parametrize(
    ("hand", "table"), [("7H KS", "hearts were led and you hold one"), ("7H 8H KS", "hearts were led and you hold some")]
)
def test_why_one_must_follow(hand: str, table: str) -> None:
    assert tricks.must_follow(1, cards.cards(hand)) == ("it must follow hearts", table)


@pytest.mark.parametrize(("hand", "held"), [("XH KS", "one"), ("XH XL KS", "some")])
def test_jokers_are_a_suit_of_their_own(hand: str, held: str) -> None:
    why = tricks.must_follow(cards.JOKER_SUIT, cards.cards(hand))
    assert why == ("it must play a joker", f"a joker was led and you hold {held}")
    assert tricks.why_strongest(cards.hand("XL AS XH"), None) == "the highest joker"
    assert tricks.why_strongest(cards.hand("XL AS 2S"), 1) == "the only joker"


def test_collecting_a_trick() -> None:
    state = _state("AS KH", "KS QS", dealer=1)
    state.trick = [cards.card("7D"), cards.card("7C")]
    events: list[Event] = []
    tricks.collect(state, 1, events.append)
    assert events == [Moved(cards.hand("7D 7C"), TRICK, Pile(WON_KIND, 1))]
    assert (state.won, state.trick) == ([0, cards.cards("7D 7C")], [])
    assert (state.leader, state.turn, state.taken()) == (1, 1, (0, 1))


def test_a_deal_is_over_when_the_hand_that_should_lead_is_empty() -> None:
    state = _state("", "")
    state.trick = [cards.card("7D"), cards.card("7C")]
    tricks.collect(state, 0, None)
    assert state.turn == OVER
    assert state.over


def test_a_new_deal() -> None:
    state = _state("AS KH", "KS QS", dealer=0)
    assert (state.turn, state.leader, state.trick, state.won, state.voids, state.actions) == (1, 1, [], [0, 0], [0, 0], [])
    assert state.seat_of(0) == 1
    assert state.seat_of(1) == 0
    assert [state.tricks(seat) for seat in range(2)] == [0, 0]


@pytest.mark.parametrize("seen_by", [None, 0, 1])
def test_the_place_is_told_alike_from_every_seat(seen_by: int | None) -> None:
    state = _state("AS KH", "KS QS", dealer=1)
    places = []
    while True:
        known = state.copy()
        if seen_by is not None:
            known.hands[1 - seen_by] = 0
        places.append(GAME.text.place(known))
        if state.over:
            break
        GAME.apply(state, GAME.legal(state)[0])
    assert places == ["trick 1 of 2"] * 2 + ["trick 2 of 2"] * 3


def test_a_game_answers_plainly_what_it_does_not_say_itself() -> None:
    state = _state("AS KH", "KS QH", dealer=1)
    assert GAME.why_not(state, cards.card("KS")) == NOT_HELD
    assert GAME.why_not(state, 130).record == "nobody does that in High Card"
    assert GAME.text.prompt(state) == "Your lead: play any card"
    assert GAME.text.log(state, 0, cards.card("AS")) == "[0 leads] A♠."
    GAME.apply(state, cards.card("AS"))
    assert GAME.text.log(state, 1, cards.card("KS")) == "[1 plays] K♠."
    assert GAME.text.prompt(state) == "[0] led ♠: play any card"
    assert GAME.text.choices(state) == ("", "", ())
    assert GAME.text.foretell(state, cards.card("KS")) == ""
    assert GAME.text.tally(state, 0).rows == ()
    while not state.over:
        GAME.apply(state, GAME.legal(state)[0])
    assert GAME.text.prompt(state) == ""
    assert GAME.points(state) == (2, 0)
    assert GAME.laurels(state) == (0,)
    assert GAME.heuristics.payoff(state) == (1, 0)
    assert [(row.seat, row.points, row.why) for row in GAME.text.tally(state, 1).rows] == [
        (1, "0", "[1 scores] 0."), (0, "2", "[0 scores] 2."),
    ]  # fmt: skip
    assert GAME.text.aim(HighCardOptions()) == "to 10, the highest total wins"
