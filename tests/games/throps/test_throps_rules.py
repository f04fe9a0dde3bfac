"""Throps: a test for each sentence of its rules, named after it, the worked examples, and what stays secret."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.hidden.view import sample_determinization
from goosetable.engine.record.format import Header, Line
from goosetable.engine.record.session import IllegalAction, Session, log_of_deal
from goosetable.engine.rules import options
from goosetable.engine.rules.action import Verb, make_action, parse_action, value_of
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    HAND_KIND,
    KEPT_KIND,
    STOCK,
    TRICK,
    TURNED,
    Event,
    Moved,
    Pile,
    Taken,
)
from goosetable.games.throps import ai
from goosetable.games.throps.rules import (
    PRECEDENCE,
    Throps,
    ThropsOptions,
    ThropsState,
    index_of_winning_bid,
    points_of_cards,
    suit_values,
    why_won,
)
from tests.games import playing
from tests.narrowing import of_kind, present

GAME = Throps()


def table(**rules: Any) -> Session:
    """A coded game with these options in its first deal."""
    session = Session(GAME, playing.header(playing.Variant(GAME, ThropsOptions(**rules))))
    session.begin_deal()
    return session


def dealt(*hands: str, stock: str) -> ThropsState:
    """A deal with these hands and this stock, top first; seat 2 deals."""
    deal = Deal(1, 2, tuple(cards.hand(hand) for hand in hands), stock=cards.hand(stock))
    return GAME.begin_deal(ThropsOptions(), Standing(0, (0, 0, 0)), deal)


def bid(face: str) -> int:
    return parse_action(f"bid {face}")


def commit(session: Session, *seats: int) -> list[list[Event]]:
    """Each of these seats bids its lowest card."""
    return [session.act(seat, session.legal(seat)[-1]) for seat in seats]


def state_of(session: Session) -> ThropsState:
    assert isinstance(session.state, ThropsState)
    return session.state


def test_rule_1_exactly_three_players_and_52_cards_in_four_hands_of_13_of_which_one_is_the_stock() -> None:
    assert cards.write(GAME.pack(ThropsOptions())) == " ".join(rank + suit for suit in "SHDC" for rank in "AKQJT98765432")
    deal = present(table().deal)
    assert [len(hand) for hand in (*deal.hands, deal.stock)] == [13] * 4
    assert len({card for hand in (*deal.hands, deal.stock) for card in hand}) == 52


def test_rule_2_in_thirteen_rounds_the_top_stock_card_is_turned_up_and_any_card_of_the_hand_may_be_bid() -> None:
    session = table()
    assert session.deal is not None
    for number, card in enumerate(session.deal.stock, 1):
        state = state_of(session)
        assert (state.round, state.turned) == (number, card)
        assert GAME.text.progress(state) == f"card {number} of 13"
        for seat in range(3):
            assert [value_of(action) for action in session.legal(seat)] == list(cards.members(state.hands[seat]))
        commit(session, *session.seats_to_act)
    assert session.due_step == "score"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_rule_2b_bids_may_be_committed_in_any_order(order: tuple[int, ...]) -> None:
    session = table()
    bids = [session.legal(seat)[3] for seat in range(3)]
    for place, seat in enumerate(order):
        assert seat in session.seats_to_act
        session.act(seat, bids[seat])
        if place < 2:
            assert set(session.seats_to_act) == set(order[place + 1 :])
            with pytest.raises(IllegalAction, match=rf"it is the turn of seat .*, not of seat {seat}"):
                session.act(seat, state_of(session).hands[seat].bit_length() - 1 + make_action(Verb.OFFER, 0))
    state = state_of(session)
    assert state.actions == [(seat, bids[seat]) for seat in order]
    assert state.round == 2
    other = table()
    for seat in range(3):
        other.act(seat, bids[seat])
    assert state_of(other).won == state.won, "the order of bids decides nothing"


EXAMPLES = [
    ("KS KH KD", "5C", "KS"), ("KS KH KD", "5H", "KH"), ("9H 9D 8S", "AS", "9H"), ("QC QD JS", "3H", "QD"),
    ("QC QH JS", "3D", "QH"), ("AD AC AH", "2S", "AC"), ("7S AD KS", "TS", "AD"),
]  # fmt: skip


@pytest.mark.parametrize(("bids", "turned", "winner"), EXAMPLES)
def test_rules_2c_and_2d_worked_examples(bids: str, turned: str, winner: str) -> None:
    for order in permutations(cards.hand(bids)):
        assert cards.name(order[index_of_winning_bid(order, cards.card(turned))]) == winner


def test_rule_2c_the_highest_rank_wins_suits_ignored() -> None:
    rng = Random(2)
    for _ in range(3000):
        *bids, turned = rng.sample(range(52), 4)
        ranks = [cards.RANKS.index(cards.name(card)[0]) for card in bids]
        if len(set(ranks)) == 3:
            assert index_of_winning_bid(bids, turned) == ranks.index(min(ranks))


@pytest.mark.parametrize(("stock", "order"), [("S", "SCHD"), ("C", "CSDH"), ("H", "HDSC"), ("D", "DHCS")])
def test_rule_2d_the_table_of_precedence(stock: str, order: str) -> None:
    assert "".join(cards.SUITS[suit] for suit in PRECEDENCE[cards.SUITS.index(stock)]) == order
    red, major = "HD", "SH"
    assert order[0] == stock
    assert (order[1] in red) == (stock in red)
    assert (order[2] in major) == (stock in major)
    for one, two in product(order, repeat=2):
        if order.index(one) < order.index(two):
            bids = [cards.card("9" + two), cards.card("9" + one), cards.card("2" + one)]
            assert index_of_winning_bid(bids, cards.card("5" + stock)) == 1


def test_rule_2d_every_tie_is_broken() -> None:
    for turned in range(52):
        for rank in range(13):
            level = [card for card in range(52) if card % 13 == rank and card != turned]
            assert len({index_of_winning_bid([*rest, card], turned) for card in level[:1] for rest in [level[1:]]}) == 1
            for order in permutations(level, 3):
                first = order[index_of_winning_bid(order, turned)]
                assert all(order[index_of_winning_bid(order, turned)] == first for order in permutations(order))


def test_rule_2d_the_reason_is_said() -> None:
    def why(bids: str, turned: str) -> str:
        return why_won(cards.hand(bids), cards.card(turned))

    assert why("KS QH JD", "5C") == "the highest bid"
    assert why("KS KH JD", "5S") == "of two kings the one of the same suit"
    assert why("KS KH KD", "5C") == "of three kings the one of the same colour"
    assert why("6H 6D 2S", "5S") == "of two sixes the heart, as hearts and spades are both major"
    assert why("6H 6D 2S", "5C") == "of two sixes the diamond, as diamonds and clubs are both minor"


def test_rule_2e_the_winner_puts_the_card_face_up_and_the_bids_are_thrown_away() -> None:
    session = table()
    turned = state_of(session).turned
    next_one = state_of(session).stock[-1]
    held = [state_of(session).hands[seat] for seat in range(3)]
    commit(session, 0, 2)
    bids = {0: state_of(session).bids[0], 2: state_of(session).bids[2]}
    last = session.legal()[0]
    bids[1] = value_of(last)
    events = session.act(1, last)
    taken = next(event for event in events if isinstance(event, Taken))
    assert events[0] == Moved((bids[1],), Pile(HAND_KIND, 1), Pile(BID_KIND, 1))
    assert events[1:4] == [Moved((bids[seat],), Pile(BID_KIND, seat), TRICK) for seat in (0, 2, 1)]
    assert taken.seat == index_of_winning_bid([bids[seat] for seat in range(3)], turned)
    assert events[5:] == [
        Moved((turned,), TURNED, Pile(KEPT_KIND, taken.seat)),
        Moved((bids[0], bids[1], bids[2]), TRICK, GONE),
        Moved((next_one,), STOCK, TURNED),
    ]
    assert KEPT_KIND.face_up and not GONE.kind.face_up
    assert state_of(session).gone == sum(cards.BIT[card] for card in bids.values())
    assert [state_of(session).hands[seat] for seat in range(3)] == [held[seat] ^ cards.BIT[bids[seat]] for seat in range(3)]


def test_rule_3_card_values() -> None:
    ace_high = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, **{str(n): n for n in range(2, 10)}}
    for card in range(52):
        assert sum(suit_values(cards.BIT[card])) == ace_high[cards.name(card)[0]]
    everything = sum(cards.BIT[card] for card in range(52))
    assert suit_values(everything) == (95, 95, 95, 95)


SCORES = {
    "": 40, "AS": 41, "AS KS 5S": 56, "AS KH": 21, "TS TH TC TD": -20, "9H 8H QD": 27, "2C 3C AD KD QD JD": 56,
    "7S 7H": 20, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S": 125, "AS KS QS AH KH QH AD KD QD AC KC 8C 2C": -62,
}  # fmt: skip


@pytest.mark.parametrize("won", SCORES, ids=lambda won: won or "nothing")
def test_rule_4_worked_examples(won: str) -> None:
    assert points_of_cards(cards.cards(won)) == SCORES[won]


@given(st.sets(st.integers(0, 51), max_size=13))
def test_rule_4_one_suit_less_all_others_and_ten_for_each_suit_of_nothing(won: set[int]) -> None:
    values = [sum(max(11 - card % 13, 10) if card % 13 == 0 else 10 if card % 13 < 5 else 14 - card % 13
                  for card in won if card // 13 == suit) for suit in range(4)]  # fmt: skip
    best = max(value - (sum(values) - value) for value in values)
    assert points_of_cards(sum(cards.BIT[card] for card in won)) == best + 10 * values.count(0)
    assert -62 <= points_of_cards(sum(cards.BIT[card] for card in won)) <= 125


def test_rule_5_the_highest_total_wins_once_somebody_has_the_target() -> None:
    for tie, totals, winners in (
        ("extra-deal", (100, 104, -3), (1,)),
        ("extra-deal", (100, 3, 100), ()),
        ("shared", (100, 3, 100), (0, 2)),
    ):
        assert GAME.winners(ThropsOptions(tie=tie), Standing(9, totals)) == winners
    assert GAME.winners(ThropsOptions(), Standing(9, (99, 98, 3))) == ()


@pytest.mark.parametrize(("target", "right"), [(50, True), (73, True), (500, True), (49, False), (501, False), ("100", False)])
def test_option_target_is_any_number_from_50_to_500(target: object, right: bool) -> None:
    if right:
        assert options.make_options(ThropsOptions, {"target": target}, partial=True).target == target
    else:
        with pytest.raises(ValueError, match=r"'target' cannot be .*; it may be 50 to 500"):
            options.make_options(ThropsOptions, {"target": target}, partial=True)


def test_imagining_is_exactly_uniform_over_hands_bids_and_the_order_of_the_stock() -> None:
    session = table()
    while state_of(session).round < 12:
        commit(session, *session.seats_to_act)
    commit(session, 1)
    seen = session.view(0)
    # Five cards are unseen: two of seat 2's, a bid and a card of seat 1's, and the last of the stock.
    assert seen.unseen.bit_count() == 5
    rng, found = Random(3), Counter[tuple[Any, ...]]()
    for _ in range(60 * 120):
        state = of_kind(ThropsState, sample_determinization(seen, rng))
        found[state.hands[1], state.hands[2], state.bids[1], tuple(state.stock)] += 1
    assert len(found) == 60
    chi = sum((count - 120) ** 2 / 120 for count in found.values())
    assert chi < 59 + 5 * 118**0.5
    session = table()
    while state_of(session).round < 11:
        commit(session, *session.seats_to_act)
    orders = Counter(tuple(sample_determinization(session.view(0), rng).stock) for _ in range(1500))  # type: ignore[attr-defined]
    assert len(orders) == 8 * 7, "two of eight unseen cards, in any order"


def _session(written: list[Line], code: str | None = playing.CODE) -> Session:
    header: Header = playing.header(playing.Variant(GAME, ThropsOptions()), code)
    return Session(GAME, header, written.append)


def test_a_single_sealed_bid_can_be_undone() -> None:
    session = table()
    before = state_of(session).copy()
    commit(session, 2)
    assert session.count_actions_to_undo((2,)) == 1
    assert session.count_actions_to_undo((0,)) == 0
    session.undo(1)
    assert session.state == before


def test_what_is_said_of_a_round() -> None:
    clubs = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"
    state = dealt(clubs.replace("C", "S"), clubs.replace("C", "H"), clubs.replace("C", "D"), stock=clubs)
    assert "A♣" in "".join(GAME.text.opening_log(state))
    assert "A♣" in GAME.text.prompt(state) and "♣, then ♠ ♦ ♥" in GAME.text.prompt(state), "the card, and the order of ties"
    for card, sure in (("AS", True), ("KS", False)):
        said = GAME.text.preview_effect(state, bid(card))
        assert ("for certain" in said) == sure and "from 40 to 41" in said
    deal = Deal(1, 2, tuple(cards.hand(clubs.replace("C", suit)) for suit in "SHD"), stock=cards.hand(clubs))
    told = log_of_deal(GAME, ThropsOptions(), Standing(0, (0, 0, 0)), deal, [(1, bid("KH")), (0, bid("KS")), (2, bid("QD"))])
    assert told.log[1:] == (
        "[1 bids] K♥ for A♣.", "[0 bids] K♠ for A♣.", "[2 bids] Q♦ for A♣.",
        "[0 wins] A♣ with K♠, of two kings the one of the same colour.",
    )  # fmt: skip
    assert told.tricks[0].plays == ((1, cards.card("KH")), (0, cards.card("KS")), (2, cards.card("QD")))


def test_the_arithmetic_is_shown() -> None:
    state = of_kind(ThropsState, table().state)
    state.won = [cards.cards("AS KS 5S"), cards.cards("AS KH"), 0]
    rows = GAME.text.tally(state, 0).rows
    assert [row.points for row in rows] == ["56", "21", "40"]
    assert rows[0].why == "♠ counts 26 for [0] and nothing against. Three empty suits earn 30."
    assert rows[1].why == "♠ counts 11 for [1] and the rest 10 against. Two empty suits earn 20."
    assert rows[2].why == "[2 has] won nothing, and four empty suits earn 40."


def gain(won: Cards, card: int) -> int:
    return points_of_cards(won | BIT[card]) - points_of_cards(won)


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
        stood = [ai.suit_deficits(suit_values(own)) for own in won]
        hidden = sum(BIT[card] for card in left)
        for manner, together in ((1, False), (2, True)):
            place = ai.bid_place(seat, stood, turned, hidden, len(left), manner)
            assert abs(place - counted(won, seat, turned, left, together)) < 1e-12, (won, seat, turned, left, manner)
            places.add(place)
        lead = 0.5 - gain(won[seat], turned) / ai.GAIN_SCALE
        assert ai.bid_place(seat, stood, turned, hidden, len(left), 0) == max(lead, 0.0)
    assert len(places) > 100


def test_with_nothing_left_to_turn_up_the_highest_card_is_bid() -> None:
    stood = [ai.suit_deficits((0, 0, 0, 0))] * 3
    assert [ai.bid_place(0, stood, 5, 0, 0, manner) for manner in (1, 2)] == [0.0, 0.0]
