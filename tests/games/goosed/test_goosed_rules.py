"""Goosed: a test for each sentence of its rules, named after it, the worked example, the facts, and what its table says."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards
from goosetable.engine.hidden.view import sample_determinization, sampler_for
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.record.session import Session, log_of_deal
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import HIDDEN, KEPT_KIND, TURNED, WON_KIND, BadgeTaken, Moved, Pile
from goosetable.engine.text.table_facts import Badge, DealSizes, Side
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games.goosed.rules import GEESE, GoosedOptions, GoosedState, geese_worth, points_of_deal
from goosetable.games.goosed.text import foxes_summary
from tests.games import playing
from tests.games.foxes import DEAL_A, DEAL_B, GAME, HANDS, dealt, do, may, position, table

PACK = "AS 7S 6S 5S 4S 3S 2S AH 7H 6H 5H 4H 3H 2H AD 7D 6D 5D 4D 3D 2D AC 7C 6C 5C 4C 3C 2C"


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
        code = code_in_series("cut", game)
        order = Stream(code, 0).shuffle(GAME.pack(options))
        assert GAME.first_dealer(options, Stream(code, 0)) == _cut(order, ace, players)
        worst = max("765432A".index(cards.name(card)[0]) for card in order[:players])
        again += sum("765432A".index(cards.name(card)[0]) == worst for card in order[:players]) > 1
    assert again > 30, "equal lowest cut again"


def test_rule_3_the_dealers_last_card_is_dealt_face_up_and_joins_its_hand() -> None:
    session = table()
    events = session.begin_deal()
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
    assert state.exposed_cards == cards.cards("7H")
    session = table()
    session.begin_deal()
    deal: Any = session.deal
    for seat in range(4):
        seen = session.view(seat)
        known: Any = seen.known
        assert known.exposed_cards == cards.BIT[deal.turned]
        hidden, rng = sampler_for(seen), Random(seat)
        assert all(sample_determinization(seen, rng, hidden).hands[deal.dealer] >> deal.turned & 1 for _ in range(50))
    for trick in DEAL_A[:5]:
        do(state, *trick.split())
    assert state.exposed_cards == 0


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
    assert state.voids[1] == cards.suit_in_one_pack(0) | cards.cards("7H"), "all know that the dealer had the card turned up"


@pytest.mark.parametrize(
    ("trick", "seat"), [("5S 7S 6S AS", 1), ("5S 7S AH 2H", 3), ("5S 7D 7C 6D", 0), ("2H 3H AS 7S", 1), ("AS 7D 7C AH", 3)]
)
def test_rule_4_highest_trump_else_highest_of_the_suit_led_wins_and_leads(trick: str, seat: int) -> None:
    assert _takes(trick) == seat


@pytest.mark.parametrize(
    ("hands", "plays", "rules", "reds", "marked"),
    [
        pytest.param("4S 2S, AS 2H, 3H 3C, 3S 5C", "4S", {}, (0,), "r0", id="the player of the first Goose at once"),
        pytest.param("4S 2S, AS 2H, 3H 3C, 3S 5C", "4S AS 3H 3S", {}, (0, 2), "r0 r2 w1 w3", id="the winner of that trick"),
        pytest.param("4S 2S, AS 2H, 2C 3C, 3S 5C", "4S AS 2C 3S", {}, (0,), "r0 r0 w1 w2 w3", id="one player alone"),
        pytest.param("6S, 4H, 4D, 4C", "6S 4H 4D 4C", {"turned": "7C"}, (1, 3), "r1 r3 w0 w2", id="the first Goose counts"),
        pytest.param("4S 2S, AS 2H, 7S 3C", "4S AS 7S", {}, (0, 2), "r0 r2 w1", id="three"),
        pytest.param("4S 2S, AS 2H, 7S 3C", "4S AS 7S", {"three_rule": "catch-only"}, (2,), "r2 w0 w1", id="three, catch-only"),
        pytest.param("4S 2S, AS 2H, 2C 3C", "4S AS 2C", {}, (0,), "r0 r0 w1 w2", id="three, a lone Red Fox"),
    ],
)
def test_rule_5_who_is_a_red_fox(hands: str, plays: str, rules: dict[str, Any], reds: tuple[int, ...], marked: str) -> None:
    state = position(*hands.split(", "), **rules)
    events = do(state, *plays.split())
    assert (state.reds, state.decided) == (reds, len(marked) > 2)
    chips = [event for event in events if isinstance(event, BadgeTaken)]
    assert " ".join(f"{event.badge[0]}{event.seat}" for event in chips) == marked


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


TWO_THIRDS = Fraction(2, 3)


@pytest.mark.parametrize(
    ("taken", "geese", "reds", "more", "points"),
    [
        pytest.param((1, 2, 3, 1), ",,,4S 4H 4D 4C", (0, 1), {}, (2, 4, 13, 11), id="two for each trick of a Red Fox"),
        pytest.param((7, 0, 0, 0), "4S 4D,,4H 4C,", (0, 1), {}, (20, 6, 4, 4), id="every member scores the full amount"),
        pytest.param((3, 2, 1, 1), "4S 4D,4H 4C,,", (0, 1), {}, (0, 0, 1, 1), id="goosed Red Foxes score nothing"),
        pytest.param((6, 1, 0, 0), "4S 4D 4H 4C,,,", (0,), {}, (0, 1, 0, 0), id="a goosed Lone Red Fox"),
        pytest.param((6, 1, 0, 0), "4S 4H 4D,4C,,", (0,), {}, (20, 3, 2, 2), id="a Red Fox can have 20"),
        pytest.param((1, 6, 0, 0), "4S,4H 4D 4C,,", (0,), {}, (4, 14, 8, 8), id="a White Fox can have 14"),
        pytest.param((7, 0, 0, 0), "4S,,4H 4D 4C,", (0, 1), {"split": True}, (15, 1, 4, 4), id="split"),
        pytest.param((1, 2, 3, 1), "4S 4H,4C,4D,", (0,), {"split": True}, (6, 4, 5, 3), id="split, a Lone Red Fox"),
        pytest.param((1, 2, 3, 1), "4S 4H 4D,4C,,", (0,), {"split": True},
                     (10, 2 + TWO_THIRDS, 3 + TWO_THIRDS, 1 + TWO_THIRDS), id="split into thirds"),
        pytest.param((3, 2, 1, 1), "4S 4D,4H 4C,,", (0, 1), {"split": True}, (0, 0, 1, 1), id="split, goosed"),
        pytest.param((3, 3, 3), "4S 4H,4C,", (0, 1), {"out": "4D"}, (0, 0, 3), id="three, the other three are goosed"),
        pytest.param((3, 3, 3), "4S 4H,,4C", (0, 1), {"out": "4D"}, (10, 10, 5), id="three, a turned Goose counts for nobody"),
        pytest.param((3, 3, 3), "4S 4H 4C,,", (0,), {"out": "7H"}, (12, 3, 3), id="three, no Goose is turned"),
    ],
)  # fmt: skip
def test_rule_7_points_of_a_deal(taken: Any, geese: str, reds: tuple[int, ...], more: dict[str, Any], points: Any) -> None:
    out = cards.cards(more.get("out", ""))
    held = tuple(cards.cards(text) for text in geese.split(","))
    assert points_of_deal(taken, held, reds, split=more.get("split", False), out=out) == points


def test_rule_7_the_goose_of_diamonds_is_worth_4_and_each_other_2() -> None:
    assert [geese_worth(cards.cards(goose)) for goose in ("4S", "4H", "4D", "4C")] == [2, 2, 4, 2]
    assert geese_worth(GEESE) == 10


def test_option_team_points_split_is_recorded_exactly() -> None:
    written: list[str] = []
    for seed in range(20):
        session, text = playing.play(
            playing.Variant(GAME, GoosedOptions(team_points="split")), seed, code=code_in_series("split", seed)
        )
        written += text.splitlines()
        assert sum(session.standing.totals) == int(sum(session.standing.totals))
    assert any('/3"' in line for line in written if line.startswith('{"score"'))


@pytest.mark.parametrize(
    ("tricks", "taken", "reds", "points"),
    [(DEAL_A, (1, 0, 3, 3), (0, 2), (10, 2, 14, 5)), (DEAL_B, (2, 0, 3, 2), (0, 2), (0, 0, 0, 2))],
)
def test_worked_example(
    tricks: tuple[str, ...], taken: tuple[int, ...], reds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    state = dealt()
    leaders = [0, 0, 2, 2, 2, 3 if tricks is DEAL_A else 0, 3]
    for leader, trick in zip(leaders, tricks, strict=True):
        assert state.turn == leader
        do(state, *trick.split())
    assert state.over
    assert (state.taken(), state.reds, GAME.points(state)) == (taken, reds, points), "later Geese change nothing"
    said = [f"{count} trick{'s' * (count != 1)}" for count in taken]
    assert [GAME.text.seat_status(state, seat) for seat in range(4)] == said


@pytest.mark.parametrize("length", [4, 8])
@pytest.mark.parametrize(("totals", "winners"), [((9, 5, 5, 8), (0,)), ((5, 9, 5, 9), ()), ((Fraction(19, 2), 9, 5, 9), (0,))])
def test_rule_8_most_points_win_unless_first_place_is_tied(length: int, totals: Any, winners: tuple[int, ...]) -> None:
    options = GoosedOptions(length=length)
    assert GAME.winners(options, Standing(length - 1, totals)) == ()
    assert GAME.winners(options, Standing(length, totals)) == winners
    assert GAME.winners(options, Standing(length + 1, totals)) == winners


def test_rule_8_extra_deals_are_played_with_the_deal_rotating() -> None:
    lengths = set()
    for seed in range(60):
        session, _ = playing.play(playing.Variant(GAME, GoosedOptions()), seed, code=code_in_series("tie", seed))
        assert len(session.winners) == 1
        lengths.add(session.standing.deals)
    assert {4, 5} <= lengths


THREE = ("7S 4S 5H 2D 6C AC 3D 5D AH", "6S 4D 7D 2H 5C 3C AS 2S 3S", "5S 4H 6D 7C 3H 2C AD 6H 4C")


def test_three_nine_cards_each_and_the_last_is_turned_up_and_stays_out() -> None:
    deal = table(players=3).next_deal()
    order = Stream(playing.CODE.replace("-", ""), 1).shuffle(GAME.pack(GoosedOptions()))
    assert [len(hand) for hand in deal.hands] == [9, 9, 9]
    assert deal.turned == order[-1]
    state = dealt(THREE)
    assert state.piles()[TURNED] == cards.cards("7H")
    assert not sum(state.hands) & cards.cards("7H")


@pytest.mark.parametrize(
    ("hands", "turned", "why"),
    [
        (HANDS, None, "a card must be turned up"), (HANDS, "AS", "the turned card must be the dealer's, and AS is not"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H 7H"), "7H", "is not in the pack|is dealt twice"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H"), "7H", "seat 3 has 6 cards, not 7"),
        ((*HANDS[:3], "3S 2S 4C AH 6H 7H KD"), "7H", "KD is not in the pack"),
    ],
)  # fmt: skip
def test_set_up_deals_are_complete(hands: tuple[str, ...], turned: str | None, why: str) -> None:
    up = None if turned is None else cards.card(turned)
    with pytest.raises(ValueError, match=why):
        table(None).begin_deal(Deal(1, 3, tuple(cards.hand(hand) for hand in hands), turned=up))


def test_in_a_set_up_deal_any_card_of_the_dealer_may_be_turned() -> None:
    table(None).begin_deal(Deal(1, 3, tuple(cards.hand(hand) for hand in HANDS), turned=cards.card("2S")))


@given(
    owners=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    tricks=st.lists(st.integers(0, 3), min_size=7, max_size=7),
    reds=st.sampled_from([(0,), (0, 1), (0, 2)]),
)
def test_fact_most_points_of_a_deal(owners: list[int], tricks: list[int], reds: tuple[int, ...]) -> None:
    """A seat has Geese only if it has a trick, and the first Goose is a Red Fox's."""
    if owners[0] not in reds or any(owner not in tricks for owner in owners):
        return
    geese = tuple(
        sum(cards.cards(f"4{suit}") for suit, owner in zip("SHDC", owners, strict=True) if owner == seat) for seat in range(4)
    )
    points = points_of_deal(tuple(tricks.count(seat) for seat in range(4)), geese, reds)
    for seat in range(4):
        assert points[seat] <= (20 if seat in reds else 14)
    shared = points_of_deal(tuple(tricks.count(seat) for seat in range(4)), geese, reds, split=True)
    assert all(part <= full for part, full in zip(shared, points, strict=True))


NAMES = ("Ann", "Ben", "Cyd", "Dot")


def _said(text: str, me: int | None = 0) -> str:
    return with_seats_named(text, NAMES, me) if text else ""


def _after(tricks: tuple[str, ...], **rules: Any) -> GoosedState:
    state = dealt(**rules)
    for trick in tricks:
        do(state, *trick.split())
    return state


@pytest.mark.parametrize(
    ("trick", "card", "says"),
    [
        ("", "7S", ()), ("", "4S", ("first Goose", "you are a Red Fox")), ("5S", "6S", ("Would be",)),
        ("5S", "4S", ("Stays below 5♠", "first Goose", "you are a Red Fox")), ("5S AS 6S", "7S", ("Takes",)),
        ("5S AS 6S", "2S", ("Leaves it to Dot: 6♠",)), ("4S AS 6S", "4D", ("Leaves it to Dot: 6♠", "a Goose worth 4")),
        ("4S AS 6S", "4H", ("Takes", "a Goose worth 2")),
    ],
)  # fmt: skip
def test_foretell(trick: str, card: str, says: tuple[str, ...]) -> None:
    state = position(card, "2C", "3C", "5C", trick=trick, leader=-len(trick.split()) % 4)
    assert state.turn == 0
    said = _said(GAME.text.preview_effect(state, cards.card(card)))
    assert all(fact in said for fact in says) and bool(said) == bool(says)
    assert ("Goose" in said) == (card[0] == "4")


@pytest.mark.parametrize(
    ("trick", "card", "says"),
    [
        ("5S", "7H", "Wins: no trump is higher"), ("5S", "6H", "Would be the highest so far"),
        ("5S 7H", "6H", "Stays below 7"), ("5S", "7S", "Would be the highest so far"), ("5H", "7H", "Wins: no trump is higher"),
    ],
)  # fmt: skip
def test_a_card_that_no_later_seat_can_beat_wins(trick: str, card: str, says: str) -> None:
    state = position(f"{card} 2C", "3C 5C", "5D 6D", "7C 7D", trick=trick, leader=-len(trick.split()) % 4)
    assert _said(GAME.text.preview_effect(state, cards.card(card))).startswith(says)


def test_a_card_wins_if_no_later_seat_may_hold_a_better_one() -> None:
    state = position("6S 2C", "3C 5C", "5D 6D", "7C 7D", trick="5S 4S", leader=2)
    assert _said(GAME.text.preview_effect(state, cards.card("6S"))).startswith("Would be")
    spades_and_trumps = cards.cards("AS 7S 4S 3S 2S AH 7H 6H 5H 4H 3H 2H")
    state.voids[1] |= spades_and_trumps
    assert _said(GAME.text.preview_effect(state, cards.card("6S"))).startswith("Wins: no card can beat it")


def test_foretell_where_only_the_captor_is_red() -> None:
    state = position("4S", "2C", "3C", three_rule="catch-only")
    said = GAME.text.preview_effect(state, cards.card("4S"))
    assert "first Goose" in said and "[0" not in said, "who plays it does not become red by it"


def test_a_prompt_names_the_cards_that_may_be_played() -> None:
    said = _said(GAME.text.prompt(position("2C 3C", "6S 4D AS", "3C 2S", "5C 2D", trick="7S")), 1)
    assert said.startswith("Ann led ♠") and "~6♠~ or ~A♠~" in said


def _log(tricks: tuple[str, ...], me: int | None = None, hands: tuple[str, ...] = HANDS, **rules: Any) -> list[str]:
    options = GoosedOptions(players=len(hands), **rules)
    deal = Deal(1, len(hands) - 1, tuple(cards.hand(hand) for hand in hands), turned=cards.card("7H"))
    standing = Standing(0, (0,) * len(hands))
    state = GAME.begin_deal(options, standing, deal)
    actions = []
    for face in " ".join(tricks).split():
        actions.append((state.turn, cards.card(face)))
        GAME.apply(state, cards.card(face))
    return [with_seats_named(text, NAMES, me) for text in log_of_deal(GAME, options, standing, deal, actions).log]


def test_log_with_names_and_with_you() -> None:
    assert _log(DEAL_A[:2]) == [
        "7♥ is dealt face up to Dot, so hearts are trumps.",
        "Ann leads 7♠.", "Ben plays 6♠.", "Cyd plays 5♠.", "Dot plays 2♠.", "Ann takes trick 1: 7♠, the highest spade.",
        "Ann leads 4♠, the first Goose: Ann is a Red Fox.", "Ben plays A♠.", "Cyd plays 3♥.", "Dot plays 3♠.",
        "Cyd takes trick 2: 3♥, the only trump; Cyd catches 4♠, a Goose worth 2: Ann and Cyd are the Red Foxes. Honk.",
    ]  # fmt: skip
    assert _log(DEAL_A[:2], 2)[-1].endswith("you catch 4♠, a Goose worth 2: Ann and you are the Red Foxes. Honk.")
    assert _log(DEAL_A[:2], 0)[6] == "You lead 4♠, the first Goose: you are a Red Fox."


def test_the_log_names_every_goose_that_is_caught_and_its_worth() -> None:
    later = [line.partition(" catches ")[2] for line in _log(DEAL_A)[11:]]
    assert [*filter(None, later)] == [
        f"{goose}. Honk." for goose in ("4♣, a Goose worth 2", "4♦, a Goose worth 4", "4♥, a Goose worth 2")
    ]


def test_log_of_a_lone_red_fox() -> None:
    state = position("4S", "AS", "2C", "3S")
    do(state, "4S", "AS", "2C")
    events = do(state, "3S")
    assert getattr(events[1], "why", None) == "the highest spade; [0 catches] 4♠, a Goose worth 2: [0 is] the Lone Red Fox"


def test_log_with_three() -> None:
    hands = ("4S 2D", "AS 3D", "7S 5D")
    assert _log(("4S AS 7S",), hands=hands, three_rule="catch-only") == [
        "7♥ is turned up and stays out, and hearts are trumps.", "Ann leads 4♠, the first Goose.", "Ben plays A♠.",
        "Cyd plays 7♠.",
        "Cyd takes trick 1: 7♠, the highest spade; Cyd catches 4♠, a Goose worth 2: Cyd is the Red Fox. Honk.",
    ]  # fmt: skip


def test_log_of_a_goose_turned_up_with_three() -> None:
    assert GAME.text.opening_log(dealt(("7S", "AS", "2C"), "4D")) == (
        "4♦ is turned up and stays out, and diamonds are trumps.", "It is a Goose, and counts for nobody.",
    )  # fmt: skip


def _rows(state: GoosedState, me: int = 0) -> list[str]:
    tally = GAME.text.tally(state, me)
    return [_said(row.why, me) for row in tally.rows] + [_said(tally.sentence, me)]


def test_tally_of_a_finished_deal() -> None:
    state = _after(DEAL_A)
    assert [row[1:6] for row in GAME.text.tally(state, 0).rows] == [
        (("1×2", "8"), "", "", "10", False), (("0×1", "2"), "", "", "2", False), (("3×2", "8"), "", "", "14", True),
        (("3×1", "2"), "", "", "5", False),
    ]  # fmt: skip
    assert _rows(state) == [
        "Red Fox: one trick at 2 points, and 8 for the Reds' Geese: 10.",
        "White Fox: no tricks, and 2 for the Whites' Geese: 2.",
        "Red Fox: three tricks at 2 points, and 8 for the Reds' Geese: 14.",
        "White Fox: three tricks at 1 point, and 2 for the Whites' Geese: 5.", "{Cyd scores most}: 14.",
    ]  # fmt: skip
    assert _rows(state, 2)[-1] == "{You score most}: 14."


def test_tally_of_goosed_foxes() -> None:
    state = _after(DEAL_B)
    assert GAME.text.tally(state, 0).rows[0].figures == ("2×2", "goosed")
    facts = ("you score nothing", "0.", "Cyd scores nothing", "2.", "You and Cyd are the Red Foxes, and goosed")
    rows = _rows(state)
    assert all(fact in row for fact, row in zip(facts, rows, strict=True)), rows


def test_tally_of_shared_points() -> None:
    state = _after(DEAL_A, team_points="split")
    assert "4 as a share" in _rows(state)[0] and _rows(state)[0].endswith(": 6.")
    state.catcher = 0  # as if the others had caught everything
    assert GAME.text.tally(state, 2).rows[0].figures == ("3×1", "3⅓")
    assert "3⅓ as a share" in _rows(state)[2] and _rows(state)[2].endswith(": 6⅓.")


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ("", "The first Goose makes its player and its taker Red Foxes"),
        ("4S", "You have played the first Goose"),
        ("4S AS 7H 3S", "You and Cyd are the Red Foxes"),
        ("4S AS 2C 3S", "You are the Lone Red Fox"),
    ],
)  # fmt: skip
def test_tally_on_the_way(faces: str, says: str) -> None:
    state = position("4S 5H", "AS 5C", f"{faces.split()[2] if len(faces) > 3 else '2C'} 5D", "3S 6D")
    do(state, *faces.split())
    assert _rows(state)[-1].startswith(says)


def test_badges_come_as_the_foxes_are_known() -> None:
    trumps = Badge("H", "trumps")
    state = position("4S 5H", "AS 5C", "7H 5D", "3S 6D")
    assert GAME.text.badges(state) == (trumps,)
    do(state, "4S")
    assert GAME.text.badges(state) == (Badge("redfox", "Red Fox", 0), trumps)
    do(state, "AS", "7H", "3S")
    red, white = ("redfox", "Red Fox"), ("whitefox", "White Fox")
    assert GAME.text.badges(state) == (Badge(*red, 0), Badge(*red, 2), Badge(*white, 1), Badge(*white, 3), trumps)


def test_badges_of_a_lone_red_fox() -> None:
    state = position("4S 5H", "AS 5C", "2C 5D", "3S 6D")
    do(state, "4S", "AS", "2C", "3S")
    assert GAME.text.badges(state)[0] == Badge("redfox", "Lone Red Fox", 0)


def test_camps() -> None:
    assert GAME.text.sides(dealt()) == (
        Side("redfox", "Red Foxes", (), "0 points", (), 4),
        Side("whitefox", "White Foxes", (), "0 points", (), 4),
    )
    geese = cards.hand("4S 4D 4C")
    assert GAME.text.sides(_after(DEAL_A)) == (
        Side("redfox", "Red Foxes", (0, 2), "8 points", geese, 4),
        Side("whitefox", "White Foxes", (1, 3), "2 points", cards.hand("4H"), 4),
    )
    assert GAME.text.sides(dealt(("7S", "AS", "2C"), "4D"))[0].places == 3


@pytest.mark.parametrize(("ace", "order"), [("low", "7S 2S AS 7H AH 6C AC 3D"), ("high", "AS 7S 2S AH 7H AC 6C 3D")])
def test_a_hand_is_sorted_with_the_ace_where_it_ranks(ace: str, order: str) -> None:
    state = dealt(ace=ace)
    hand = sorted(cards.hand("AC 3D AS 7H 2S 6C AH 7S"), key=lambda card: GAME.text.sort_key(state, card))
    assert cards.write(hand) == order


def test_the_ladder_of_deals() -> None:
    assert GAME.text.deal_sizes(GoosedOptions(), Standing(1, (0,) * 4)) == DealSizes((7, 7, 7, 7), 1, "deal 2 of 4")
    assert GAME.text.deal_sizes(GoosedOptions(players=3), Standing(4, (0,) * 3)) == DealSizes((9,) * 5, 4, "deal 5 of 5")


@pytest.mark.parametrize(
    ("deals", "totals", "good", "says"),
    [
        (1, (5, 14, 3, 2), (1,), "Ben leads with 14."), (4, (5, 14, 3, 2), (1,), "Ben wins with 14."),
        (4, (14, 14, 3, 2), (0, 1), "You and Ben lead with 14 each."),
        (5, (Fraction(29, 2), 14, 3, 2), (0,), "You win with 14½."),
    ],
)  # fmt: skip
def test_course_of_the_game(deals: int, totals: Any, good: tuple[int, ...], says: str) -> None:
    race = GAME.text.race_between_deals(GoosedOptions(), Standing(deals, totals), 0)
    assert (race.totals, race.target, race.winners_now, race.aim) == (totals, 0, good, "4 deals, the highest total wins")
    assert _said(race.sentence) == says


def test_what_red_scores_for_every_goose_is_said_while_that_can_be() -> None:
    state = position("4S", "AS", "2C", "3S")
    state.first, state.catcher, state.won = 0, 1, [0, 0, 0, 0]
    said = foxes_summary(state, (0,) * 4)
    assert state.decided and said.endswith("Red scores nothing if it catches every Goose.")
    state.won[2] = cards.cards("4H")
    assert "Red scores nothing" not in foxes_summary(state, (0,) * 4)
