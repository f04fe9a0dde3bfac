"""Goose: the figures, cards and names in what its table says, and what its policy and its bids know of a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from goosetable import cards
from goosetable.cards import Cards, card
from goosetable.engine.hidden.view import View, view
from goosetable.engine.record.session import log_of_deal
from goosetable.engine.rules.action import parse_action
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.text.table_facts import Badge, DealSizes, Quota
from goosetable.engine.words.phrases import with_seats_named
from goosetable.games.goose.policy import SHAPE, CardFeatures, GoosePolicy
from goosetable.games.goose.rules import GooseOptions, GooseState, Roles
from tests.games.geese import GAME, bidding, do, position
from tests.narrowing import of_kind, present

PEOPLE = ("Ann", "Ben", "Cyd", "Dot")


def _said(text: str, me: int | None = 0) -> str:
    return with_seats_named(text, PEOPLE, me) if text else ""


def _dealer_to_bid(*bids: int, **more: Any) -> GooseState:
    """Three cards each, four seats; seat 0 deals and bids last."""
    state = bidding("AS KS QS", "AH KH QH", "AD KD QD", "AC KC QC", dealer=0, **more)
    do(state, *(f"bid {bid}" for bid in bids))
    return state


@pytest.mark.parametrize(
    ("hand", "trick", "action", "record", "table"),
    [
        ("", "", "bid 1", "the bids may not add up to 3", "the last bid may not make all bids add up to 3"),
        ("", "", "bid 4", "there are only 3 tricks", "there are only 3 tricks"),
        ("", "", "play AS", "it must bid first", "first comes your bid"),
        ("", "", "play AH", "it does not hold that card", "it is not in your hand"),
        ("", "", "give 1", "nobody does that in Goose", "nobody does that in Goose"),
        ("5D 2C 3S", "", "play 5D", "trumps are not broken yet", "trumps are not broken yet; lead ♠ or ♣"),
        ("5D 2C XL", "", "play 5D", "trumps are not broken yet", "trumps are not broken yet; lead ♣"),
        ("5C AH", "2C", "play AH", "it must follow clubs", "clubs were led and you hold one"),
        ("5C 6C AH", "2C", "play AH", "it must follow clubs", "clubs were led and you hold some"),
        ("XL AH", "XH", "play AH", "it must play a joker", "a joker was led and you hold one"),
        ("5C AH", "", "bid 1", "the bidding is over", "the bidding is over"),
    ],
)
def test_why_not(hand: str, trick: str, action: str, record: str, table: str) -> None:
    """While the dealer bids, and in play."""
    state = _dealer_to_bid(1, 0, 1)
    if hand:
        state = position(*((hand, "AS KS QS") if not trick else ("3S", hand)), trick=trick, turned="9D")
    assert GAME.why_not(state, parse_action(action)) == (record, table)


def test_prompts_for_a_bid() -> None:
    assert "3 tricks" in GAME.text.prompt(_dealer_to_bid())
    assert "~any but 1~" in GAME.text.prompt(_dealer_to_bid(1, 0, 1))
    assert "~" not in GAME.text.prompt(_dealer_to_bid(3, 3, 3))
    state = bidding("AS", "KS")
    do(state, "bid 0")
    assert "~only 0~" in GAME.text.prompt(state)


def test_choices_of_a_bid() -> None:
    _, remark, choices = GAME.text.title_remark_and_choices(_dealer_to_bid(1, 0, 1))
    assert remark.startswith("2 bid")
    figures = [(choice.label, choice.result.split()[1][:-1], choice.verdict.split()[0]) for choice in choices]
    assert figures == [("0", "20", "2"), ("2", "40", "4"), ("3", "50", "5")], "the bid, its points, and all bids with it"
    assert [GAME.action_text(action) for action in GAME.text.refused_choices(_dealer_to_bid(1, 0, 1))] == ["bid 1"]
    assert GAME.text.refused_choices(_dealer_to_bid(1, 0)) == ()


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        (Roles((0,), (1,)), "made: 80 as the Ass, missed: −10 a trick"),
        (Roles((1,), (0,)), "made: 40, missed: −20 a trick as the Goose"),
    ],
)
def test_ass_and_goose_are_told_what_a_bid_is_worth_and_what_failing_costs(roles: Roles, said: str) -> None:
    assert GAME.text.preview_effect(_dealer_to_bid(1, 0, 1, roles=roles), parse_action("bid 2")) == said


@pytest.mark.parametrize(
    ("bids", "filled", "told"),
    [((1, 0), 1, ""), ((1, 0, 1), 2, "1 under"), ((1, 0, 1, 2), 4, "1 over"), ((1, 0, 1, 0), 2, "1 under")],
)
def test_the_meter_shows_all_bids_against_the_tricks(bids: tuple[int, ...], filled: int, told: str) -> None:
    meter = GAME.text.meter(_dealer_to_bid(*bids), 0)
    assert meter is not None and meter[1:3] == (filled, 3)
    assert f"{filled} bid for 3" in meter.caption and told in f"{meter.caption} {meter.remark}"


def test_a_table_without_the_hook_may_bid_exactly() -> None:
    state = _dealer_to_bid(1, 0, 1, 1, hook="off")
    meter = GAME.text.meter(state, 0)
    assert meter is not None and meter.caption.startswith("3 bid for 3")
    assert not {"over", "under"} & {*meter.caption.split(), *GAME.text.tally(state, 0).sentence.split()}


@pytest.mark.parametrize(
    ("hands", "more", "won", "facts"),
    [
        *((("3S 4S", "5C AH", "2H 3H"), {"trick": "2C", "bids": (0, bid, 0)}, "", ("Ann led ♣", "~5♣~", wanted))
          for bid, wanted in enumerate(("no more", "~one trick~", "~two tricks~"))),
        (("2S", "3S", "4S"), {"bids": (0, 0, 0)}, "AH KH QH", ("~2♠~", "too many")),
        (("2S", "3S", "9C AH"), {"trick": "XL 5C", "jokers": "wizard"}, "", ("Ben set ♣: you must play ~9♣~",)),
    ],
)  # fmt: skip
def test_prompts_say_who_led_and_what_is_needed(hands: Any, more: dict[str, Any], won: str, facts: tuple[str, ...]) -> None:
    state = position(*hands, **more)
    state.won[0] |= cards.cards(won)
    said = _said(GAME.text.prompt(state), state.turn)
    assert all(fact in said for fact in facts), said


@pytest.mark.parametrize(
    ("trick", "action", "rules", "says"),
    [
        ("", "play AC", {}, ""), ("5C", "play 9C", {}, "Would be"), ("9C", "play 5C", {}, "Stays below 9♣"),
        ("5C 9C", "play AC", {}, "Takes"), ("5C 9C", "play 2D", {}, "Takes"),
        ("5C 9C", "play 2C", {}, "Leaves it to Cyd: 9♣"), ("5C 9C", "play XH", {}, "Leaves it to Cyd: 9♣"),
        ("XL 9C", "play XH", {}, "Takes"), ("XL 9C", "play 2S", {}, "Leaves it to Ben: the Low Joker"),
        ("5C 2D", "play XL", {"jokers": "top"}, "Takes"), ("5C 2D", "play XH", {"jokers": "wizard"}, "Takes"),
        ("5C 2D", "play XL", {"jokers": "wizard"}, "Never takes"), ("", "play XL", {"jokers": "wizard"}, "Never takes"),
    ],
)  # fmt: skip
def test_foretell(trick: str, action: str, rules: dict[str, Any], says: str) -> None:
    state = position(action.split()[1], "", "", trick=trick, leader=-len(trick.split()) % 3, turned="TD", **rules)
    assert state.turn == 0
    said = _said(GAME.text.preview_effect(state, parse_action(action)))
    assert said.startswith(says) and bool(said) == bool(says)


def _log(
    me: int | None, turned: str = "9D", roles: Roles | None = None, totals: tuple[int, ...] = (0, 0, 0)
) -> list[str]:  # fmt: skip
    hands = ("AC", "5C", "2D")
    deal = Deal(1, 2, tuple(cards.hand(hand) for hand in hands), turned=cards.card(turned))
    actions = [(0, "bid 1"), (1, "bid 0"), (2, "bid 1"), (0, "play AC"), (1, "play 5C"), (2, "play 2D")]
    done = [(seat, parse_action(text)) for seat, text in actions]
    told = log_of_deal(GAME, GooseOptions(players=3, max_hand=1), Standing(0, totals, roles), deal, done).log
    return [with_seats_named(text, PEOPLE, me) for text in told]


def test_log_with_names_and_with_you() -> None:
    assert _log(None) == [
        "9♦ is turned up, so diamonds are trumps.", "Ann bids 1.", "Ben bids 0.",
        "Cyd bids 1, so the bids come to 2 for 1 trick: 1 over.",
        "Ann leads A♣.", "Ben plays 5♣.", "Cyd plays 2♦.", "Cyd takes trick 1: 2♦, the only trump.",
    ]  # fmt: skip
    assert _log(2)[3] == "You bid 1, so the bids come to 2 for 1 trick: 1 over."
    assert _log(2)[-1] == "You take trick 1: 2♦, the only trump."


@pytest.mark.parametrize(
    ("turned", "roles", "totals", "lines"),
    [
        ("XH", Roles((0,), (1,)), (10, 40, 20),
         ["Ben is the Goose: the highest total, 40.",
          "You are the Ass: the lowest total, 10.", "The High Joker is turned up, so there are no trumps."]),
        ("9D", Roles((1, 2), (0,)), (30, -10, -10),
         ["You are the Goose: the highest total, 30.", "Ben and Cyd are Asses: the lowest total, −10."]),
        ("9D", Roles((1,), (2,)), (20, 20, 20),
         ["Cyd is still the Goose: nobody is above 20.", "Ben is still the Ass: nobody is below 20."]),
        ("9D", Roles((1, 2), (0, 2)), (10, 10, 10),
         ["You and Cyd are still Geese: nobody is above 10.",
          "Ben and Cyd are still Asses: nobody is below 10."]),
        ("9D", Roles((0, 1, 2), (0, 1, 2)), (20, 20, 20), ["All are level, so all are Goose and Ass at once."]),
    ],
)  # fmt: skip
def test_the_log_opens_with_roles_and_trumps(
    turned: str, roles: Roles, totals: tuple[int, ...], lines: list[str]
) -> None:  # fmt: skip
    assert _log(0, turned, roles, totals)[: len(lines)] == lines


def test_the_log_says_that_no_card_is_left() -> None:
    assert GAME.text.opening_log(bidding("AS", "KS")) == ("No card is left to turn up, so there are no trumps.",)


@pytest.mark.parametrize(
    ("trick", "why"),
    [
        ("9C 9C 3C", "the highest club, and played first"), ("XH AS XH", "the highest joker, and played first"),
        ("2S 3C 4H", "the only spade"),
    ],
)  # fmt: skip
def test_verdicts(trick: str, why: str) -> None:
    state = position("", "", "", trick=" ".join(trick.split()[:2]), decks=2)
    state.hands[2] = cards.BIT[cards.hand(trick)[2]]
    done = do(state, f"play {trick.split()[2]}")
    assert getattr(done[1], "why", None) == why


def _after(
    bids: tuple[int, ...], taken: tuple[int, ...], size: int, roles: Roles | None = None, over: bool = True
) -> GooseState:
    state = bidding(*("" for _ in bids), roles=roles)
    state.bids, state.size = list(bids), size
    state.won = [2 ** (len(bids) * won) - 1 for won in taken]
    state.turn = -1 if over else 0
    return state


def _rows(state: GooseState, me: int = 0) -> list[str]:
    tally = GAME.text.tally(state, me)
    return [_said(row.why, me) for row in tally.rows] + [_said(tally.sentence, me)]


def test_tally_of_a_finished_deal() -> None:
    state = _after((3, 0, 2, 1), (3, 0, 4, 0), 7, Roles((1,), (2,)))
    assert [row[1:6] for row in GAME.text.tally(state, 0).rows] == [
        (("3", "3"), "", "", "50", True), (("0", "0"), "", "", "40", True), (("2", "4"), "", "", "−40", False),
        (("1", "0"), "", "", "−10", False),
    ]  # fmt: skip
    assert _rows(state) == [
        "Three bid and three taken: 20 + 30 = 50.", "Nothing bid and nothing taken, doubled for the Ass: 40.",
        "Two tricks too many, and the Goose pays double: −40.", "One trick too few: −10.", "You and Ben made their bids.",
    ]  # fmt: skip
    own, _, together = _rows(_after((0, 1), (0, 2), 2), me=1)
    assert "−10" in own and together.startswith("Only Ann ")
    assert _rows(_after((1, 0), (0, 1), 1))[-1].startswith("No one ")
    assert _rows(_after((1, 0), (1, 0), 1))[-1].startswith("All ")


def test_tally_on_the_way() -> None:
    facts = ("no more", "One trick too many", "Cyd needs four tricks, and only three", "Dot needs one trick", "7 for 6")
    rows = _rows(_after((1, 0, 4, 2), (1, 1, 0, 1), 6, over=False))
    assert all(fact in row for fact, row in zip(facts, rows, strict=True)), rows


def test_tally_while_bidding() -> None:
    state = _dealer_to_bid(1, 0)
    assert _rows(state)[-1].startswith("Each player bids once, ")
    assert [row.figures for row in GAME.text.tally(state, 0).rows] == [("?", "0"), ("1", "0"), ("0", "0"), ("?", "0")]


def test_place_plate_and_quota() -> None:
    state = _dealer_to_bid(1, 0)
    assert GAME.text.progress(state) == "bidding"
    assert [GAME.text.seat_status(state, seat) for seat in range(4)] == ["yet to bid", "bids 1", "bids 0", "yet to bid"]
    assert [GAME.text.quota(state, seat) for seat in range(2)] == [None, Quota(0, 1)]
    do(state, "bid 1", "bid 2")
    assert GAME.text.progress(state) == "trick 1 of 3"
    assert GAME.text.seat_status(state, 0) == "0 of 2"


def test_badges() -> None:
    state = bidding("AS", "KS", turned="9D", roles=Roles((0,), (0, 1)))
    geese, ass = "[0] and [1] are Geese: the highest total, 0.", "[0 is] still the Ass: nobody is below 0."
    assert GAME.text.badges(state) == (
        Badge("goose", "Goose", 0, geese), Badge("goose", "Goose", 1, geese), Badge("ass", "Ass", 0, ass),
        Badge("D", "trumps"),
    )  # fmt: skip
    assert GAME.text.badges(bidding("AS", "KS", turned="XL")) == ()


def test_the_ladder_of_deals() -> None:
    sizes = (9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert GAME.text.deal_sizes(GooseOptions(players=6), Standing(3, (0,) * 6)) == DealSizes(sizes, 3, "deal 4 of 17")
    assert GAME.text.deal_sizes(GooseOptions(max_hand=1), Standing(2, (0,) * 4)) == DealSizes((1, 1, 1), 2, "deal 3 of 3")


@pytest.mark.parametrize(
    ("deals", "totals", "good", "says"),
    [
        (0, (0, 0, 0, 0), (), "All "), (4, (10, 50, -20, 0), (1,), "Ben leads with 50"),
        (4, (50, 50, -20, 0), (0, 1), "You and Ben lead with 50"), (25, (10, 50, -20, 0), (1,), "Ben wins with 50"),
        (25, (-10, -50, -20, -30), (0,), "You win with −10"), (25, (50, 50, 0, 0), (0, 1), "You and Ben share the win with 50"),
    ],
)  # fmt: skip
def test_course_of_the_game(deals: int, totals: tuple[int, ...], good: tuple[int, ...], says: str) -> None:
    race = GAME.text.race_between_deals(GooseOptions(), Standing(deals, totals), 0)
    assert (race.totals, race.target, race.winners_now, race.aim) == (totals, 0, good, "25 deals, the highest total wins")
    assert _said(race.sentence).startswith(says)


def test_a_double_pack_is_sorted_with_equal_cards_together() -> None:
    state = bidding("", "", "", decks=2)
    hand = sorted(cards.hand("XL 7C AD AD XL 9S AS 8H 7C"), key=lambda card: GAME.text.sort_key(state, card))
    assert cards.write(hand, 2) == "AS 9S 8H 7C 7C AD AD XL XL"


def test_what_a_running_deal_is_worth() -> None:
    made, failed = GAME.heuristics.static_values(_after((2, 2), (2, 3), 5))
    assert made > 0.5 > failed
    on_the_way = GAME.heuristics.static_values(_after((1, 4), (1, 0), 4, over=False))
    assert on_the_way[0] > on_the_way[1]
    assert GAME.heuristics.static_values(_dealer_to_bid(1)) == (0.5,) * 4


SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def policy() -> GoosePolicy:
    return of_kind(GoosePolicy, GAME.heuristics.policy())


def known(seen: View) -> GooseState:
    assert isinstance(seen.known, GooseState)
    return seen.known


def chances(state: GooseState) -> dict[str, float]:
    seen = view(GAME, state, state.turn)
    shares = policy().probabilities(known(seen), seen.legal)
    return dict(zip([GAME.action_text(action).split()[1] for action in seen.legal], shares, strict=True))


def features(state: GooseState, face: str) -> CardFeatures:
    """Of the card that is played."""
    sight, found = GoosePolicy([]), CardFeatures()
    sight.read_position(known(view(GAME, state, state.turn)))
    sight.fill_card_features(card(face), found)
    return found


MUST_WIN = {
    "KS": position("KS 3S", "QS 6C", "5S 7C", bids=(2, 0, 0), leader=1, trick="QS 5S", turned="2D"),
    "2D": position("2D 9C", "QS 6C", "5S 7C", bids=(2, 0, 0), leader=1, trick="QS 5S", turned="AD"),
    "AH": position("AH 8D 2C", "QH KC 6C", "5H 7C 9C", bids=(1, 1, 1), leader=1, trick="QH 5H", turned="2S"),
}
"""By the card that is right, positions in which that card alone takes a trick that the bid needs."""
FORCED_DUCK = {
    "3S": position("KS 3S", "QS 6C", "5S 7C", bids=(0, 1, 1), leader=1, trick="QS 5S", turned="2D"),
    "TC": position("2D TC", "QS 6C", "5S 7C", bids=(0, 1, 1), leader=1, trick="QS 5S", turned="AD"),
    "JS": position("KS JS 2S", "QS 6C 4H", "5S 7C 3H", bids=(0, 2, 1), leader=1, trick="QS 5S", turned="2D"),
}
"""The same, where the trick would be one too many; of cards that leave it the highest goes."""


@pytest.mark.parametrize("right", [*MUST_WIN, *FORCED_DUCK])
def test_a_trick_that_the_bid_needs_is_taken_and_one_too_many_is_left(right: str) -> None:
    state = {**MUST_WIN, **FORCED_DUCK}[right]
    assert features(state, right).take == (right in MUST_WIN)
    assert chances(state)[right] > SURE


def test_a_sure_loser_is_seen_as_one() -> None:
    """A card below the one that has the trick, and one of another suit that is no trump, cannot take it."""
    below = position("JS 3S", "QS 6C", "5S 7C", leader=1, trick="QS", turned="2D")
    assert features(below, "5S").take == 0
    other = position("9C 9D", "QS 6C", "5S 7C", leader=1, trick="QS 5S", turned="2D")
    assert features(other, "9C").take == 0 and features(other, "9D").take == 1
    # With trumps and higher cards to come it is likely and no more.
    lead = position("KS QH", "QS 6C", "5S 7C", turned="2D")
    assert 0 < features(lead, "QH").take < features(lead, "KS").take < 1


def test_who_needs_tricks_is_expected_to_go_for_them() -> None:
    """A king is less safe before those who still need tricks than before those who have enough."""
    hungry = position("KS 4C", "QS 6C", "5S 7C", bids=(1, 1, 1), turned="2D")
    fed = position("KS 4C", "QS 6C", "5S 7C", bids=(1, 0, 0), turned="2D")
    assert features(hungry, "KS").take < features(fed, "KS").take


def test_a_suitless_joker_takes_nothing_but_what_it_leads() -> None:
    thrown = position("XH 9C", "QS 6C", "5S 7C", leader=1, trick="QS 5S", turned="2D")
    assert features(thrown, "XH").take == 0 and features(thrown, "XH").joker == 1
    led = position("XH 9C", "QS 6C", "5S 7C", turned="XL")
    assert features(led, "XH").take > SURE


@pytest.mark.parametrize(("hand", "least", "most"), [
    ("AD KD QD AS AC", 4, 5),
    ("AD KD 9S 4H 3C", 2, 3),
    ("7S 5S 4H 3C 2C", 0, 0),
    ("KD", 1, 1),
    ("4S", 0, 0),
])  # fmt: skip
def test_a_bid_is_what_the_hand_takes(hand: str, least: int, most: int) -> None:
    others = ["8S 8H 7H 7C 6C", "6S 9H TH TC JC", "3S 2S 2H 5C 4C"]
    size = len(hand.split())
    shares = chances(bidding(hand, *(" ".join(other.split()[:size]) for other in others), turned="2D"))
    assert sum([share for bid, share in shares.items() if least <= int(bid) <= most]) > SURE
    assert max(shares, key=lambda bid: shares[bid]) in map(str, range(least, most + 1))


def test_it_bids_less_after_high_bids() -> None:
    """What others have claimed is not there any more."""
    hands = ("KD 9D AS QH 4H 3C", "8S 8H 7H 7C 6C 5H", "6S 9H TH TC JC 2H", "QD TD KS 5C 4C 2C")

    def mean(*bids: int) -> float:
        state = bidding(*hands, turned="2S", dealer=3)
        do(state, *(f"bid {bid}" for bid in bids))
        return sum([int(bid) * share for bid, share in chances(state).items()])

    assert mean(0, 0, 0) > mean(3, 3, 3) + 0.1


def test_each_situation_has_weights_of_its_own() -> None:
    chooses = policy()
    assert len(chooses.weights) == len(SHAPE.situations) and len(SHAPE.features) == len(set(SHAPE.features))
    state = MUST_WIN["KS"]
    chooses.read_position(state)
    assert SHAPE.situations[chooses.situation_of(card("KS"))] == "last follows, all, end"
    state = FORCED_DUCK["TC"]
    chooses.read_position(state)
    assert SHAPE.situations[chooses.situation_of(card("TC"))] == "last discards, none, end"
    state = bidding("AD KD 9S", "2S 3S 4S", turned="2D")
    chooses.read_position(state)
    assert SHAPE.situations[chooses.situation_of(GAME.legal(state)[0])] == "bid, few cards"


STRONG: Final = "AS KS AH"
WEAK: Final = "2C 3C 2D"


def strong_and_weak(*said: int) -> GooseState:
    """Three cards each and trumps spades; seat 0 deals, seat 1 has the strong hand and seat 2 the weak one."""
    hands = tuple(cards.hand(text) for text in ("5C 6C 7C", STRONG, WEAK))
    state = GAME.begin_deal(GooseOptions(players=3, max_hand=3), Standing(0, (0, 0, 0)), Deal(1, 0, hands, cards.card("QS")))
    for number in said:
        GAME.apply(state, GAME.parse_action(f"bid {number}", GAME.legal(state)))
    return state


def likelihood(state: GooseState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
    """By what this seat can see."""
    known = of_kind(GooseState, view(GAME, state, seat).known)
    return GAME.heuristics.likelihood(known, seat)


def hands(one: str, two: str) -> list[Cards]:
    """As a dealer gives them: one's own is not among them."""
    return [0, cards.cards(one), cards.cards(two)]


def test_nothing_is_told_before_somebody_else_has_bid() -> None:
    assert likelihood(strong_and_weak(), 1) is None
    assert likelihood(strong_and_weak(3), 1) is None
    assert likelihood(strong_and_weak(3), 2) is not None


def test_a_bid_is_made_likely_by_a_hand_that_promises_it() -> None:
    likely = present(likelihood(strong_and_weak(3, 0), 0))
    right, half, wrong = likely(hands(STRONG, WEAK)), likely(hands(STRONG, STRONG)), likely(hands(WEAK, STRONG))
    assert wrong < half < right <= 0


def test_what_has_been_played_belongs_to_the_hand_that_was_bid_on() -> None:
    before, state = likelihood(strong_and_weak(3, 0, 1), 0), strong_and_weak(3, 0, 1)
    for face in ("AH", "2C", "5C"):
        GAME.apply(state, GAME.parse_action(f"play {face}", GAME.legal(state)))
    after = likelihood(state, 0)
    assert before is not None
    assert after is not None
    assert after(hands("AS KS", "3C 2D")) == before(hands(STRONG, WEAK)) > after(hands("4C 4D", "3C 2D"))
