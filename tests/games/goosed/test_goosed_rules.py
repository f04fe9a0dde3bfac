"""Goosed: a test for each sentence of its rules up to what is captured, named after it."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import dealing, sample
from goosetable.engine.record.seed import nth
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Stream
from goosetable.engine.rules.event import HIDDEN, KEPT_KIND, TURNED, WON_KIND, Marked, Moved, Pile
from goosetable.games.goosed.rules import GoosedOptions
from tests.games import playing
from tests.games.foxes import DEAL_A, GAME, HANDS, dealt, do, may, position, table

PACK = "AS 7S 6S 5S 4S 3S 2S AH 7H 6H 5H 4H 3H 2H AD 7D 6D 5D 4D 3D 2D AC 7C 6C 5C 4C 3C 2C"

# ---------------------------------------------------------------------- rule 1: players and cards


def test_rule_1_exactly_four_players() -> None:
    assert GAME.seats(GoosedOptions()) == 4
    header = playing.header(playing.Variant(GAME, GoosedOptions()))
    with pytest.raises(ValueError, match="needs 4 seats here, not 3"):
        Session(GAME, type(header)(header.game, header.options, header.code, header.chairs[:3]))


@pytest.mark.parametrize("ace", ["low", "high"])
def test_rule_1_twenty_eight_cards(ace: str) -> None:
    assert cards.write(GAME.pack(GoosedOptions(ace=ace))) == PACK


def _takes(trick: str, **rules: Any) -> int:
    state = position(*(["2C"] * 4), trick=" ".join(trick.split()[:3]), **rules)
    state.hands[3] = cards.cards(trick.split()[3])
    do(state, trick.split()[3])
    return state.leader


@pytest.mark.parametrize(("ace", "order"), [("low", "765432A"), ("high", "A765432")])
def test_rule_1_and_option_ace_the_rank_of_the_ace(ace: str, order: str) -> None:
    for better, worse in pairwise(order):
        assert _takes(f"{worse}S {better}S 5D 6D", ace=ace) == 1
        assert _takes(f"{better}S {worse}S 5D 6D", ace=ace) == 0


# ---------------------------------------------------------------------- rule 2: the cut


def _cut(order: list[int], ace: str, players: int = 4) -> int:
    """The first dealer by the words of the record format, in the plainest way."""
    ranks = "A765432" if ace == "high" else "765432A"
    seats, place = list(range(players)), 0
    while len(seats) > 1:
        cut = {}
        for seat in seats:
            cut[seat] = ranks.index(cards.name(order[place])[0])
            place += 1
        seats = [seat for seat in seats if cut[seat] == max(cut.values())]
    return seats[0]


@pytest.mark.parametrize(("ace", "players"), [*product(("low", "high"), (4, 3))])
def test_rule_2_the_lowest_of_the_cards_cut_deals_first(ace: str, players: int) -> None:
    options = GoosedOptions(ace=ace, players=players)
    again = 0
    for game in range(400):
        code = nth("cut", game)
        order = Stream(code, 0).shuffle(GAME.pack(options))
        assert GAME.first_dealer(options, Stream(code, 0)) == _cut(order, ace, players)
        worst = max("765432A".index(cards.name(card)[0]) for card in order[:players])
        again += sum("765432A".index(cards.name(card)[0]) == worst for card in order[:players]) > 1
    assert again > 30, "equal lowest cut again"


def test_rule_2_the_deal_passes_left() -> None:
    session = table(length=8)
    dealers: list[int] = []
    for _ in playing.steps(session, Random(2)):
        if session.deal and len(dealers) < session.deal.number:
            dealers.append(session.deal.dealer)
    assert len(dealers) >= 8
    assert all(right == (left + 1) % 4 for left, right in pairwise(dealers))


# ---------------------------------------------------------------------- rule 3: the deal


def test_rule_3_seven_cards_each_one_at_a_time_beginning_with_eldest() -> None:
    deal = table().next_deal()
    order = Stream(playing.CODE.replace("-", ""), 1).shuffle(GAME.pack(GoosedOptions()))
    assert [deal.hands[(deal.dealer + 1 + place) % 4][place // 4] for place in range(28)] == order


def test_rule_3_the_dealers_last_card_is_dealt_face_up_and_joins_its_hand() -> None:
    session = table()
    events = session.begin()
    deal: Any = session.deal
    assert deal.turned == deal.hands[deal.dealer][-1]
    for seat in range(4):
        told = [event for event in session.events_for(seat, events) if isinstance(event, Moved)]
        assert Moved((deal.turned,), TURNED, Pile(GAME.kinds[0], deal.dealer)) in told
        hidden = [event for event in told if event.cards[0] == HIDDEN]
        assert sum(len(event.cards) for event in hidden) == (21 if seat == deal.dealer else 20)


def test_rule_3_its_suit_is_trump() -> None:
    assert _takes("7S 6S AH 2D", turned="2H") == 2


def test_rule_3_everybody_knows_that_card_until_it_is_played() -> None:
    state = dealt()
    assert state.shown == cards.cards("7H")
    session = table()
    session.begin()
    deal: Any = session.deal
    for seat in range(4):
        seen = session.view(seat)
        known: Any = seen.known
        assert known.shown == cards.BIT[deal.turned]
        hidden, rng = dealing(seen), Random(seat)
        assert all(sample(seen, rng, hidden).hands[deal.dealer] >> deal.turned & 1 for _ in range(50))
    for trick in DEAL_A[:5]:
        do(state, *trick.split())
    assert state.shown == 0


# ---------------------------------------------------------------------- rule 4: play


def test_rule_4_eldest_leads_anything() -> None:
    state = dealt()
    assert state.turn == 0
    assert may(state) == cards.write(sorted(cards.hand(HANDS[0])))


def test_rule_4_follow_suit_if_able() -> None:
    state = position("2C", "6S 4D AS", "3C", "5C", trick="7S")
    assert may(state) == "AS 6S"
    assert GAME.why_not(state, cards.card("4D")).record == "it must follow spades"


def test_rule_4_otherwise_play_anything() -> None:
    state = position("2C", "7H 4D", "3C", "5C", trick="7S")
    assert may(state) == "7H 4D"
    do(state, "4D")
    assert state.voids[1] == cards.whole_suit(0) | cards.cards("7H"), "all know that the dealer had the card turned up"


@pytest.mark.parametrize(
    ("trick", "seat"), [("5S 7S 6S AS", 1), ("5S 7S AH 2H", 3), ("5S 7D 7C 6D", 0), ("2H 3H AS 7S", 1), ("AS 7D 7C AH", 3)]
)
def test_rule_4_highest_trump_else_highest_of_the_suit_led_wins_and_leads(trick: str, seat: int) -> None:
    assert _takes(trick) == seat


# ---------------------------------------------------------------------- rule 5: the Foxes


def test_rule_5_the_player_of_the_first_goose_is_a_red_fox_at_once() -> None:
    state = position("4S 2S", "AS 2H", "3H 3C", "3S 5C")
    events = do(state, "4S")
    assert events[-1] == Marked(0, "redfox")
    assert (state.reds, state.decided) == ((0,), False)


def test_rule_5_the_winner_of_that_trick_is_the_other() -> None:
    state = position("2S", "2H", "3H 3C", "3S 5C", trick="4S AS")
    events = do(state, "3H", "3S")
    assert [event for event in events if isinstance(event, Marked)] == [
        Marked(2, "redfox"), Marked(1, "whitefox"), Marked(3, "whitefox"),
    ]  # fmt: skip


def test_rule_5_one_player_alone_is_the_lone_red_fox_with_both_chips() -> None:
    state = position("4S 2S", "AS 2H", "2C 3C", "3S 5C")
    events = do(state, "4S", "AS", "2C", "3S")
    assert state.reds == (0,)
    assert [event for event in events if isinstance(event, Marked)][:2] == [Marked(0, "redfox"), Marked(0, "redfox")]


def test_rule_5_only_the_first_goose_in_playing_order_counts() -> None:
    state = position("6S", "4H", "4D", "4C", turned="7C")
    do(state, "6S", "4H", "4D", "4C")
    assert (state.first, state.catcher) == (1, 3)
    assert state.reds == (1, 3)


def test_rule_5_later_geese_change_nothing() -> None:
    state = dealt()
    for trick in DEAL_A:
        do(state, *trick.split())
    assert state.reds == (0, 2)


# ---------------------------------------------------------------------- rule 6: captured cards


def test_rule_6_captured_geese_lie_face_up_and_other_cards_face_down() -> None:
    state = position("2S", "2H", "3H 3C", "3S 5C", trick="4S AS")
    events = do(state, "3H", "3S")
    moved = [event for event in events if isinstance(event, Moved)][-2:]
    assert [(cards.write(event.cards), event.target) for event in moved] == [
        ("AS 3H 3S", Pile(WON_KIND, 2)), ("4S", Pile(KEPT_KIND, 2)),
    ]  # fmt: skip
    assert (KEPT_KIND.face_up, WON_KIND.face_up) == (True, False)
    piles = state.piles()
    assert piles[Pile(KEPT_KIND, 2)] == cards.cards("4S")


def test_rule_6_the_number_of_tricks_is_visible() -> None:
    state = dealt()
    for trick in DEAL_A:
        do(state, *trick.split())
    assert [GAME.text.plate(state, seat) for seat in range(4)] == ["1 trick", "0 tricks", "3 tricks", "3 tricks"]
