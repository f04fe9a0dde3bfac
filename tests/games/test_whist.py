"""Whist, in which nothing but its few rules is written: what the defaults make of them, in play and in words."""

from __future__ import annotations

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Event, Moved, Taken
from goosetable.engine.rules.state import OVER, TurnedState
from goosetable.engine.text.table_facts import Badge, Camp
from tests.games.whist import Whist, WhistOptions

GAME, OPTIONS = Whist(), WhistOptions()
FRESH = Standing(0, (0,) * 4)
HANDS = ("AS 3H", "KS 2D", "QS 2C", "4H 2S")


def _state(*hands: str, dealer: int = 3, totals: tuple[int, ...] = (0,) * 4) -> TurnedState:
    deal = Deal(1, dealer, tuple(cards.hand(hand) for hand in hands))
    return GAME.begin(OPTIONS, Standing(0, totals), deal)


def _play(state: TurnedState, *played: str) -> list[Event]:
    events: list[Event] = []
    for card in played:
        GAME.apply(state, cards.card(card), events.append)
    return events


def test_four_players_get_thirteen_cards_each() -> None:
    assert GAME.seats(OPTIONS) == 4
    assert GAME.hand_size(OPTIONS, FRESH) == 13


def test_the_last_card_dealt_makes_trumps_and_all_have_seen_it() -> None:
    state = _state(*HANDS)
    assert state.trump_suit == cards.suit(cards.card("2S"))
    assert state.voids == [cards.cards("2S")] * 3 + [0]
    assert cards.write(cards.members(state.shown)) == "2S"
    assert view(GAME, state, 0).known.shown == state.shown
    _play(state, "3H", "2D", "2C", "2S")
    assert state.shown == 0


def test_one_follows_suit_if_one_can() -> None:
    state = _state(*HANDS)
    assert cards.write(GAME.legal(state)) == "AS 3H"
    _play(state, "AS")
    assert cards.write(GAME.legal(state)) == "KS"
    assert GAME.why_not(state, cards.card("2D")) == ("it must follow spades", "spades were led and you hold one")
    state = _state(*HANDS)
    _play(state, "3H")
    assert cards.write(GAME.legal(state)) == "KS 2D", "who has none plays anything"


@pytest.mark.parametrize(
    ("played", "taker", "card", "why"),
    [
        (("AS", "KS", "QS", "2S"), 0, "AS", "the highest trump"),
        (("3H", "2D", "2C", "4H"), 3, "4H", "the highest heart"),
        (("3H", "2D", "QS", "4H"), 2, "QS", "the only trump"),
    ],
)
def test_the_highest_trump_takes_a_trick_or_else_the_highest_of_the_suit_led(
    played: tuple[str, ...], taker: int, card: str, why: str
) -> None:
    state = _state(*HANDS)
    events = _play(state, *played)
    assert Taken(taker, cards.card(card), why) in events
    assert isinstance(events[-1], Moved)
    assert (state.turn, state.leader, state.tricks(taker)) == (taker, taker, 1)


@pytest.mark.parametrize(
    ("taken", "points"),
    [((4, 2, 3, 4), (1, 0, 1, 0)), ((3, 4, 3, 3), (0, 1, 0, 1)), ((13, 0, 0, 0), (7, 0, 7, 0)), ((6, 7, 0, 0), (0, 1, 0, 1))],
)
def test_partners_score_a_point_for_each_trick_above_six(taken: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = _state(*HANDS)
    state.won = [2 ** (4 * number) - 1 for number in taken]
    assert state.taken() == taken
    assert GAME.points(state) == points


def test_the_side_with_the_target_wins_and_both_partners_do() -> None:
    assert GAME.winners(OPTIONS, Standing(3, (4, 3, 4, 3))) == ()
    assert GAME.winners(OPTIONS, Standing(4, (4, 6, 4, 6))) == (1, 3)
    assert GAME.winners(WhistOptions(target=7), Standing(4, (4, 6, 4, 6))) == ()


def test_a_deal_has_hands_and_nothing_else() -> None:
    pack = GAME.pack(OPTIONS)
    deal = Deal(1, 0, tuple(tuple(pack[seat::4]) for seat in range(4)))
    GAME.check_deal(OPTIONS, FRESH, deal)
    with pytest.raises(ValueError, match="a deal of Whist has hands and nothing else"):
        GAME.check_deal(OPTIONS, FRESH, Deal(1, 0, deal.hands, trump=1))


# ---------------------------------------------------------------------- what the table says


def test_everybody_is_told_who_is_whose_partner() -> None:
    state = _state(*HANDS)
    assert GAME.sides(state) == ((0, 2), (1, 3))
    assert [GAME.text.plate(state, seat) for seat in range(2)] == ["0 tricks, with [2]", "0 tricks, with [3]"]


def test_the_tricks_of_a_team_are_told_as_one() -> None:
    state = _state(*HANDS)
    _play(state, "AS", "KS", "QS", "2S")
    assert GAME.text.camps(state) == (
        Camp("", "[0] and [2]", (0, 2), "1 trick", (), 0), Camp("", "[1] and [3]", (1, 3), "0 tricks", (), 0),
    )  # fmt: skip


def test_a_team_has_one_line_and_one_total() -> None:
    state = _state(*HANDS)
    state.won, state.turn = [2**28 - 1, 0, 0, 2**24 - 1], OVER
    tally = GAME.text.tally(state, 1)
    assert [(row.seats, row.points, row.good, row.why) for row in tally.rows] == [
        ((1, 3), "0", False, "[1] and [3] score 0."), ((2, 0), "1", True, "[2] and [0] score 1."),
    ]  # fmt: skip
    assert GAME.text.race(OPTIONS, (1, 0, 1, 0), 1).parties == ((0, 2), (1, 3))


def test_the_trumps_are_told() -> None:
    state = _state(*HANDS)
    assert GAME.text.badges(state) == (Badge("S", "trumps"),)
    assert GAME.text.opening(state) == ("2♠ is dealt face up to [3], so spades are trumps.",)


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((0, 0, 0, 0), "All are level."), ((3, 1, 3, 1), "[0] and [2] lead with 3."), ((3, 5, 3, 5), "[1] and [3] win with 5."),
    ],
)  # fmt: skip
def test_a_team_leads_and_wins_as_one(totals: tuple[int, ...], said: str) -> None:
    assert GAME.text.race(OPTIONS, totals, None).sentence == said
