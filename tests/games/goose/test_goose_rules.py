"""Goose: a test for each sentence of its rules, named after it, the worked examples, scores, roles and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import ActionTaken, BadgeTaken, Moved, Taken
from goosetable.games.goose.rules import (
    GooseOptions,
    Roles,
    hand_sizes,
    largest_hand,
    points_for_bid,
    roles_after,
    taking_place,
)
from tests.games import playing
from tests.games.geese import GAME, bidding, dealt, do, may, position, table

ONE_PACK = {2: (27, 0), 3: (18, 0), 4: (13, 2), 5: (10, 4), 6: (9, 0), 7: (7, 5), 8: (6, 6), 9: (6, 0)}
TWO_PACKS = {
    3: (36, 0), 4: (27, 0), 5: (21, 3), 6: (18, 0), 7: (15, 3), 8: (13, 4), 9: (12, 0), 10: (10, 8), 11: (9, 9), 12: (9, 0),
}  # fmt: skip
TABLES = [(1, *row) for row in ONE_PACK.items()] + [(2, *row) for row in TWO_PACKS.items()]


def test_rule_1_fifty_four_cards_with_a_high_and_a_low_joker_and_a_double_deck_of_two_such_packs() -> None:
    pack, two = (cards.write(GAME.pack(GooseOptions(players=7, decks=decks)), jokers=2).split() for decks in (1, 2))
    assert len(pack) == len(set(pack)) == 54 and two == pack * 2
    assert (pack[:2], pack[-3:]) == (["AS", "KS"], ["2C", "XH", "XL"])


@pytest.mark.parametrize(("decks", "least", "most"), [(1, 2, 9), (2, 3, 12)])
def test_rule_1_how_many_can_play(decks: int, least: int, most: int) -> None:
    for players in range(2, 13):
        if least <= players <= most:
            assert table(players=players, decks=decks).seats == players
        else:
            with pytest.raises(ValueError, match=rf"^with {decks} packs? {least} to {most} can play, not {players}$"):
                table(players=players, decks=decks)


@pytest.mark.parametrize(("decks", "players", "row"), TABLES)
def test_rule_2_the_table_of_largest_deals(decks: int, players: int, row: tuple[int, int]) -> None:
    options = GooseOptions(players=players, decks=decks)
    assert (largest_hand(options), 54 * decks - largest_hand(options) * players) == row
    assert len(hand_sizes(options)) == 2 * row[0] - 1
    state, deal, _ = dealt(players=players, decks=decks)
    assert {len(hand) for hand in deal.hands} == {row[0]}
    assert (deal.turned is not None) + state.stock.bit_count() == row[1]


@pytest.mark.parametrize(
    ("rules", "listed"),
    [
        ({"max_hand": 3}, (3, 2, 1, 2, 3)), ({"max_hand": 3, "sequence": "down"}, (3, 2, 1)),
        ({"max_hand": 3, "sequence": "up-down"}, (1, 2, 3, 2, 1)), ({"players": 6}, (*range(9, 1, -1), *range(1, 10))),
    ],
)  # fmt: skip
def test_rule_2_and_options_sequence_and_max_hand(rules: dict[str, Any], listed: tuple[int, ...]) -> None:
    assert hand_sizes(GooseOptions(**rules)) == listed
    assert hand_sizes(GooseOptions(**{**rules, "max_hand": 1})) == (1,)


def test_rule_2_every_deal_has_the_size_that_the_sequence_says() -> None:
    session = table(players=9)
    seen: dict[int, int] = {}
    for _ in playing.steps(session, Random(2)):
        if session.deal:
            seen[session.deal.number] = len(session.deal.hands[0])
    assert tuple(seen.values()) == (6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)


def test_rule_3_the_top_card_left_is_turned_up_and_its_suit_is_trump() -> None:
    state, deal, order = dealt(players=5)
    assert deal.turned == state.turned == order[50]
    assert state.trumps == cards.suit(order[50])
    assert state.stock == sum(cards.BIT[card] for card in order[51:])


@pytest.mark.parametrize("joker", ["XH", "XL"])
def test_rule_3_no_card_left_or_a_joker_turned_no_trump(joker: str) -> None:
    state, deal, _ = dealt(players=6)
    assert deal.turned is state.trumps is bidding("AS", "KS", turned=joker).trumps is None


def test_rule_3_what_else_is_left_over_stays_hidden() -> None:
    session = table(players=5)
    session.begin_deal()
    state: Any = session.state
    seen: Any = session.view(0)
    assert seen.known.stock == 0
    assert seen.known.turned == state.turned
    assert seen.unseen == state.stock | sum(state.hands[1:])
    assert [(pile.kind.name, size) for pile, size in seen.hidden] == [("stock", 3)]


def test_rule_4_once_each_aloud_from_eldest_to_dealer() -> None:
    state = bidding("AS KS", "AH KH", "AD KD", dealer=0, hook="off")
    assert do(state, "bid 1", "bid 0", "bid 2") == [ActionTaken(1, 128 + 1), ActionTaken(2, 128), ActionTaken(0, 128 + 2)]
    assert state.bids == [2, 1, 0]
    assert state.turn == 1, "eldest leads"


@pytest.mark.parametrize("size", [1, 2, 13])
def test_rule_4_from_nothing_to_the_deal_size(size: int) -> None:
    hand = " ".join(f"{rank}S" for rank in cards.RANKS[:size])
    state = bidding(hand, hand.replace("S", "H"))
    assert may(state) == " ".join(str(number) for number in range(size + 1))
    with pytest.raises(AssertionError):
        do(state, f"bid {size + 1}")


def test_rule_4_nobody_plays_before_all_have_bid() -> None:
    state = bidding("AS", "KS")
    do(state, "bid 0")
    assert GAME.why_not(state, cards.card("KS")).record == "it must bid first"


@pytest.mark.parametrize(
    ("bids", "size", "barred", "hook"),
    [
        ("3 4 2", 13, {4}, "on"), ("5 5 5", 13, set(), "on"), ("0 0 0", 1, {1}, "on"), ("1 0 0", 1, {0}, "on"),
        ("3 4", 13, set(), "on"), ("13 0 0", 13, {0}, "on"), ("3 4 2", 13, set(), "off"),
    ],
)  # fmt: skip
def test_rule_4_worked_examples_of_the_hook_which_bars_the_dealer_alone(
    bids: str, size: int, barred: set[int], hook: str
) -> None:
    hands = [" ".join(f"{rank}{suit}" for rank in cards.RANKS[:size]) for suit in cards.SUITS]
    state = bidding(*hands, hook=hook)
    do(state, *(f"bid {bid}" for bid in bids.split()))
    assert may(state) == " ".join(str(bid) for bid in range(size + 1) if bid not in barred)


@pytest.mark.parametrize("dealer", range(3))
def test_rule_5_eldest_leads_to_the_first_trick(dealer: int) -> None:
    state = bidding("AS", "KS", "QS", dealer=dealer, hook="off")
    do(state, "bid 0", "bid 0", "bid 0")
    assert state.turn == state.leader == (dealer + 1) % 3


@pytest.mark.parametrize(("trick", "winner"), [("AS KS QS", 0), ("KS AS QS", 1), ("QS KS AS", 2)])
def test_rule_5_the_winner_of_a_trick_leads_to_the_next(trick: str, winner: int) -> None:
    state = position("2H", "3H", "4H", trick=trick)
    assert (state.turn, state.leader) == (winner, winner)


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("5D 9D", "9D 5D"), ("5D 9D XH", "9D 5D XH"), ("5D 2C XL", "2C XL"), ("5D 2C", "2C"), ("XH XL", "XH XL"),
        ("5D XL", "5D XL"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("jokers", ["suitless", "top", "wizard"])
def test_rule_6_worked_examples_of_leading_before_trumps_are_broken(hand: str, allowed: str, jokers: str) -> None:
    other = " ".join(["AS KS QS"[: 3 * len(hand.split()) - 1]])
    assert may(position(hand, other, turned="TD", jokers=jokers)) == allowed


@pytest.mark.parametrize(("trick", "turned"), [("AC 3D", "TD"), ("3D 2D", "TD")])
def test_rule_6_a_trump_played_in_any_way_breaks_trumps(trick: str, turned: str) -> None:
    lead = "3D 4D" if trick.startswith("3D") else ""
    state = position("5D 2C" if not lead else "5D", "6S 2S" if not lead else "6S", trick=trick, turned=turned)
    assert state.broken
    if state.turn == 0:
        assert "5D" in may(state).split()


WIZARD = {"jokers": "wizard"}
LEGAL: list[tuple[str, str, dict[str, Any], str]] = [
    ("rule 3: the turned card does not break trump", "5D 2C, 3C 4C", {"turned": "9D"}, "2C"),
    ("rule 6: without trumps everything may be led", "5D 2C XL, AS KS QS", {}, "5D 2C XL"),
    ("rule 6: playing a joker does not break trumps", "5D 2C, 6S 2S", {"trick": "AC XH", "turned": "TD"}, "2C"),
    ("rule 7: follow the suit led if able", "2S, KC 3C AH XH", {"trick": "5C"}, "KC 3C"),
    *[
        (f"{rule}, {jokers}", hands, {"trick": "XH", "jokers": jokers, **more}, legal)
        for jokers in ("suitless", "top")
        for rule, hands, more, legal in (
            ("rule 8: a joker led draws the jokers", "2S, XL AH 3D", {}, "XL"),
            ("in a double deck free choice among several", "2S 2C 2H, XL XH AH, 3S 3C 3H", {"decks": 2}, "XH XL"),
        )
    ],
    ("wizard: rule 8 does not apply", "2S, XL AH 3D", {"trick": "XH", **WIZARD}, "AH 3D XL"),
    *[
        ("wizard: a low joker leaves the suit to a later card", ", ".join(["2S"] * len(trick.split()) + ["AH 3D 9C XL", "2S"]),
         {"trick": trick, "turned": "TD", "decks": 2, **WIZARD}, legal)
        for trick, legal in (
            ("XL", "AH 3D 9C XL"), ("XL 5C", "9C XL"), ("XL 5D", "3D XL"), ("XL XH 5C", "9C XL"), ("XH 5C", "AH 3D 9C XL"),
            ("XL XH", "AH 3D 9C XL"), ("XL KS", "AH 3D 9C XL"),
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize(("hands", "more", "legal"), [pytest.param(*case, id=name) for name, *case in LEGAL])
def test_the_legal_list_is_that_of_the_rules(hands: str, more: dict[str, Any], legal: str) -> None:
    state = position(*hands.split(", "), **more)
    trick = more.get("trick", "").split()
    assert state.turn == len(trick) % len(state.hands)
    assert state.broken == any(face[1] == more.get("turned", " ")[-1] for face in trick)
    assert may(state) == legal


SHOWN: list[tuple[str, str, dict[str, Any], str, str, str]] = [
    ("rule 6: the first trump led", "5D 9D XH, AS KS QS", {"turned": "TD"}, "9D 5D XH", "5D", "SHC"),
    ("rule 7: otherwise play anything", "2S, AH 3D XH", {"trick": "5C", "turned": "9D"}, "AH 3D XH", "AH", "C"),
    ("rule 8: no joker, suitless", "2S, AH 3D", {"trick": "XH", "turned": "9D"}, "AH 3D", "3D", "X"),
    ("rule 8: no joker, top", "2S, AH 3D", {"trick": "XH", "turned": "9D", "jokers": "top"}, "AH 3D", "3D", "X"),
    ("wizard: a joker tells nothing", "2S, KC 3C AH XH", {"trick": "5C", **WIZARD}, "KC 3C XH", "XH", ""),
    ("wizard: nor what is played to it", "2S 2C, AH 3D, 4S 4C", {"trick": "XH", "turned": "TD", **WIZARD}, "AH 3D", "3D", ""),
    ("wizard: a suit that was set", "2S, 3S, AH 3D", {"trick": "XL 5C", **WIZARD}, "AH 3D", "3D", "C"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "more", "legal", "card", "void"), [pytest.param(*case, id=name) for name, *case in SHOWN])
def test_a_card_shows_what_its_seat_does_not_hold_and_a_trump_breaks_trumps(
    hands: str, more: dict[str, Any], legal: str, card: str, void: str
) -> None:
    state = position(*hands.split(", "), **more)
    seat = state.turn
    assert may(state) == legal
    do(state, f"play {card}")
    lacking = [cards.cards("XH XL") if sign == "X" else cards.suit_in_one_pack(cards.SUITS.index(sign)) for sign in void]
    assert state.voids[seat] == sum(lacking)
    assert state.broken == (card[1] == more.get("turned", " ")[-1])


MODES = ("suitless", "top", "wizard")


@pytest.mark.parametrize(
    ("trick", "trump", "places"),
    [
        ("TC 3C KH 5D", "D", "3/3/3"), ("TC XH 3C 9C", "D", "0/1/1"), ("XH KS XL 2D", "D", "3/0/0"),
        ("XL AS AH AC", "D", "0/0/1"), ("XL XH AH AC", "D", "1/1/1"), ("XL AS 2H XH", "", "3/3/3"),
        ("AS XL XH KS", "H", "0/2/2"), ("XL 5C 9C 2D", "D", "3/0/3"), ("XH AS KS XH", "", "0/0/0"),
        ("9C 9C XH 3C", "", "0/2/2"), ("5D 9D 2C AD", "D", "3/3/3"), ("XL XL 3C 4C", "", "0/0/3"),
        ("9C XL AC XL", "", "2/1/2"), ("9C 9C AC AC", "", "2/2/2"), ("2S 5D 5D KS", "D", "1/1/1"),
        ("3C XL XH XH", "D", "0/2/2"),
    ],
)  # fmt: skip
def test_rules_9_and_10_worked_examples(trick: str, trump: str, places: str) -> None:
    suit = cards.SUITS.index(trump) if trump else None
    assert "/".join(str(taking_place(list(cards.hand(trick)), suit, mode)) for mode in MODES) == places


@given(
    trick=st.lists(st.sampled_from(range(108)), min_size=3, max_size=12, unique=True), trump=st.sampled_from([None, 0, 1, 2, 3])
)
def test_rules_9_and_10_hold_for_any_trick(trick: list[int], trump: int | None) -> None:
    suits = [cards.suit(card) for card in trick]
    for mode in MODES:
        place = taking_place(trick, trump, mode)
        beaten = [other for other in range(len(trick)) if suits[other] == suits[place] and other != place]
        if mode != "wizard" or suits[place] != cards.JOKER_SUIT:
            assert all((trick[place] % 54, place) < (trick[other] % 54, other) for other in beaten)
        if mode == "suitless":
            assert suits[place] == (trump if trump in suits else suits[0])
        elif cards.JOKER in [card % 54 for card in trick]:
            assert trick[place] % 54 == cards.JOKER


def test_rule_11_the_last_trick_is_told_as_it_fell() -> None:
    events = do(position("2H", "3H", "QS 4H", trick="KS AS"), "play QS")
    assert [type(event) for event in events] == [Moved, Taken, Moved]
    moved = events[-1]
    assert isinstance(moved, Moved)
    assert cards.write(moved.cards) == "KS AS QS"


@pytest.mark.parametrize(
    ("bid", "won", "who", "points"),
    [
        (0, 0, "", 20), (3, 3, "", 50), (2, 3, "", -10), (2, 0, "", -20), (0, 0, "Ass", 40), (3, 3, "Ass", 100),
        (2, 3, "Ass", -10), (2, 2, "Goose", 40), (2, 4, "Goose", -40), (1, 1, "Ass Goose", 60), (1, 2, "Ass Goose", -20),
    ],
)  # fmt: skip
def test_rules_12_and_14_worked_examples(bid: int, won: int, who: str, points: int) -> None:
    assert points_for_bid(bid, won, "Ass" in who, "Goose" in who) == points


def test_rule_13_nobody_has_a_role_in_the_first_deal() -> None:
    assert dealt()[0].roles == Roles((), ())


@pytest.mark.parametrize(
    ("totals", "before", "after"),
    [
        ((10, 10, 10, 10), ((), ()), ((0, 1, 2, 3), (0, 1, 2, 3))), ((50, 20, 20, -10), ((1,), (2,)), ((3,), (0,))),
        ((50, 50, 20, 20), ((2,), (1,)), ((2,), (1,))), ((60, 60, 20, 20), ((0,), (3,)), ((2, 3), (0, 1))),
    ],
)  # fmt: skip
def test_rule_13_worked_examples(totals: tuple[int, ...], before: Any, after: Any) -> None:
    assert roles_after(totals, Roles(*before)) == Roles(*after)


def test_rules_13_and_14_a_session_of_four() -> None:
    """Bids and tricks of four deals, their totals and the roles after them."""
    standing = Standing(0, (0, 0, 0, 0))
    actions = [
        ("3/3 4/4 2/4 1/2", (50, 60, -20, -10), (2,), (1,)), ("2/2 5/4 3/5 1/1", (90, 40, -40, 20), (2,), (0,)),
        ("1/1 4/4 0/2 5/4", (120, 100, -60, 10), (2,), (0,)), ("3/3 2/3 1/1 3/3", (170, 90, 0, 60), (2,), (0,)),
    ]  # fmt: skip
    for text, totals, asses, geese in actions:
        state = bidding("", "", "", "", roles=standing.carry)
        pairs = [tuple(map(int, pair.split("/"))) for pair in text.split()]
        state.bids = [bid for bid, _ in pairs]
        state.won = [2 ** (4 * won) - 1 for _, won in pairs]
        standing = GAME.standing_after(standing, state)
        assert standing.totals == totals
        assert standing.carry == Roles(asses, geese)


def test_rule_13_roles_reach_the_next_deal() -> None:
    state = bidding("AS", "KS", roles=Roles((0,), (1,)))
    events: list[Any] = []
    GAME.report_dealing(state, events.append)
    assert [event for event in events if isinstance(event, BadgeTaken)] == [BadgeTaken(1, "goose"), BadgeTaken(0, "ass")]


@pytest.mark.parametrize(
    ("totals", "tie", "winners"),
    [
        ((30, 20, 10), "shared", (0,)), ((30, 30, 10), "shared", (0, 1)), ((30, 30, 10), "extra", ()),
        ((-30, -20, -25), "extra", (1,)),
    ],
)  # fmt: skip
def test_rule_15_the_highest_total_wins_after_the_last_deal(
    totals: tuple[int, ...], tie: str, winners: tuple[int, ...]
) -> None:
    options = GooseOptions(players=3, max_hand=2, final_tie=tie)
    assert GAME.winners(options, Standing(2, totals)) == ()
    assert GAME.winners(options, Standing(3, totals)) == winners


def test_option_final_tie_extra_deals_have_one_card() -> None:
    options = GooseOptions(players=3, max_hand=2, final_tie="extra")
    assert [GAME.hand_size(options, Standing(deals, (0, 0, 0))) for deals in range(6)] == [2, 1, 2, 1, 1, 1]
    assert dealt(3, players=3, max_hand=2, final_tie="extra")[1].turned is not None


def test_option_final_tie_extra_is_played_until_somebody_leads_alone() -> None:
    longest = 0
    for seed in range(40):
        session, _ = playing.play(
            playing.Variant(GAME, GooseOptions(players=5, max_hand=1, final_tie="extra")), seed, code=code_in_series("x", seed)
        )
        assert len(session.winners) == 1
        longest = max(longest, session.standing.deals)
    assert longest > 2


def test_option_max_hand_above_the_largest_deal_is_refused() -> None:
    GAME.check_options(GooseOptions(players=6, max_hand=9))
    with pytest.raises(ValueError, match="6 players and 1 pack make hands of at most 9 cards, not 10"):
        table(players=6, max_hand=10)


@pytest.mark.parametrize("most", range(1, 14))
def test_option_max_hand_plays_to_the_end(most: int) -> None:
    session, _ = playing.play(playing.Variant(GAME, GooseOptions(max_hand=most)), "max")
    assert (session.due_step, session.standing.deals) == ("none", 2 * most - 1)


def _set_up(hands: tuple[str, ...], turned: str = "", **rules: Any) -> None:
    variant = playing.Variant(GAME, GooseOptions(players=len(hands), max_hand=1, **rules))
    session = Session(GAME, playing.header(variant, None))
    up = cards.card(turned) if turned else None
    session.begin_deal(Deal(1, 0, tuple(cards.hand(hand) for hand in hands), turned=up))


@pytest.mark.parametrize(
    ("hands", "turned", "why"),
    [
        (("AS", "KS"), "", "a card must be turned up"), (("AS", "AS"), "KS", "AS is dealt twice"),
        (("AS", "KS"), "KS", "KS is dealt twice"), (("AS KS", "QS"), "JS", "seat 0 has 2 cards, not 1"),
    ],
)  # fmt: skip
def test_set_up_deals_are_complete(hands: tuple[str, ...], turned: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _set_up(hands, turned)
    _set_up(("AS", "KS"), "QS")


def test_equal_cards_in_one_hand_are_one_choice_in_a_record() -> None:
    state = position("AS AS 2C", "KS QS JS", "TS 9S 8S", decks=2)
    first, second = cards.hand("AS AS")
    twin = state.copy()
    GAME.apply(state, first)
    GAME.apply(twin, second)
    assert state == twin
    assert state.hands[0] == cards.BIT[second] | cards.cards("2C")
