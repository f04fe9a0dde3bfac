"""Goose: scores, roles, the end, the options about them, and set-up deals; a test for each sentence, named after it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import dealing, sample, view
from goosetable.engine.record.seed import nth
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import Marked
from goosetable.games.goose.rules import GooseOptions, Roles, roles, score, sizes
from tests.games import playing
from tests.games.geese import GAME, bidding, dealt, position, table

# ---------------------------------------------------------------------- rule 12 and 14: scores


@pytest.mark.parametrize(
    ("bid", "won", "who", "points"),
    [
        (0, 0, "", 20), (3, 3, "", 50), (2, 3, "", -10), (2, 0, "", -20), (0, 0, "Ass", 40), (3, 3, "Ass", 100),
        (2, 3, "Ass", -10), (2, 2, "Goose", 40), (2, 4, "Goose", -40), (1, 1, "Ass Goose", 60), (1, 2, "Ass Goose", -20),
    ],
)  # fmt: skip
def test_rules_12_and_14_worked_examples(bid: int, won: int, who: str, points: int) -> None:
    assert score(bid, won, "Ass" in who, "Goose" in who) == points


# ---------------------------------------------------------------------- rule 13: Goose and Ass


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
    assert roles(totals, Roles(*before)) == Roles(*after)


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
        standing = GAME.score(standing, state)
        assert standing.totals == totals
        assert standing.carry == Roles(asses, geese)


def test_rule_13_roles_reach_the_next_deal() -> None:
    state = bidding("AS", "KS", roles=Roles((0,), (1,)))
    events: list[Any] = []
    GAME.dealt(state, events.append)
    assert [event for event in events if isinstance(event, Marked)] == [Marked(1, "goose"), Marked(0, "ass")]


# ---------------------------------------------------------------------- rule 15 and the options about the end


@pytest.mark.parametrize(
    ("totals", "tie", "winners"),
    [
        ((30, 20, 10), "shared", (0,)),
        ((30, 30, 10), "shared", (0, 1)),
        ((30, 30, 10), "extra", ()),
        ((-30, -20, -25), "extra", (1,)),
    ],
)
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
            playing.Variant(GAME, GooseOptions(players=5, max_hand=1, final_tie="extra")), seed, code=nth("x", seed)
        )
        assert len(session.winners) == 1
        longest = max(longest, session.standing.deals)
    assert longest > 2


@pytest.mark.parametrize(
    ("sequence", "listed"), [("down-up", (3, 2, 1, 2, 3)), ("down", (3, 2, 1)), ("up-down", (1, 2, 3, 2, 1))]
)
def test_options_sequence_and_max_hand(sequence: str, listed: tuple[int, ...]) -> None:
    assert sizes(GooseOptions(max_hand=3, sequence=sequence)) == listed
    assert sizes(GooseOptions(max_hand=1, sequence=sequence)) == (1,)


def test_option_max_hand_above_the_largest_deal_is_refused() -> None:
    GAME.check_options(GooseOptions(players=6, max_hand=9))
    with pytest.raises(ValueError, match="6 players and 1 pack make hands of at most 9 cards, not 10"):
        table(players=6, max_hand=10)


@pytest.mark.parametrize("most", range(1, 14))
def test_option_max_hand_plays_to_the_end(most: int) -> None:
    session, _ = playing.play(playing.Variant(GAME, GooseOptions(max_hand=most)), "max")
    assert (session.due, session.standing.deals) == ("none", 2 * most - 1)


# ---------------------------------------------------------------------- set-up deals and equal cards


def _set_up(hands: tuple[str, ...], turned: str = "", **rules: Any) -> None:
    variant = playing.Variant(GAME, GooseOptions(players=len(hands), max_hand=1, **rules))
    session = Session(GAME, playing.header(variant, None))
    up = cards.card(turned) if turned else None
    session.begin(Deal(1, 0, tuple(cards.hand(hand) for hand in hands), turned=up))


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


# ---------------------------------------------------------------------- random games

OPTION_SETS = [
    dict(players=players, decks=decks, max_hand=hand, **more)
    for decks, players, hand in ((1, 2, 9), (1, 3, 6), (1, 4, 4), (1, 9, 3), (2, 3, 6), (2, 7, 3), (2, 12, 2))
    for more in (
        {},
        {"jokers": "top", "hook": "off", "sequence": "down"},
        {"jokers": "wizard", "sequence": "up-down", "final_tie": "extra"},
    )
]  # fmt: skip
"""Every choice of every option but the players, with few and many of them."""


def _random_game(rules: dict[str, Any], seed: int) -> None:
    """Plays without a session; every deal is complete, its tricks add up, and the totals follow."""
    options = GooseOptions(**rules)
    GAME.check_options(options)
    rng = Random(f"{rules}:{seed}")
    standing = Standing(0, (0,) * options.players)
    while not GAME.winners(options, standing):
        dealer, code = standing.deals % options.players, nth(str(rules), seed)
        state = GAME.begin(options, standing, GAME.deal(options, standing, dealer, Stream(code, standing.deals + 1)))
        size = GAME.hand_size(options, standing)
        while not state.over:
            legal = GAME.legal(state)
            assert legal
            assert state.bidding or not state.hands[state.turn] & state.voids[state.turn]
            GAME.apply(state, rng.choice(legal))
        assert sum(state.taken()) == size
        assert not any(state.hands)
        assert options.hook == "off" or state.bid != size
        points = GAME.points(state)
        after = GAME.score(standing, state)
        assert after.totals == tuple(sum(pair) for pair in zip(standing.totals, points, strict=True))
        assert any(after.totals[seat] == min(after.totals) for seat in after.carry.asses)
        assert any(after.totals[seat] == max(after.totals) for seat in after.carry.geese)
        standing = after
    assert standing.deals >= len(sizes(options))


@pytest.mark.parametrize("rules", OPTION_SETS, ids=str)
def test_random_games(rules: dict[str, Any]) -> None:
    for seed in range(40):
        _random_game(rules, seed)


@pytest.mark.slow
@pytest.mark.parametrize("rules", OPTION_SETS, ids=str)
def test_very_many_random_games(rules: dict[str, Any]) -> None:
    for seed in range(10_000):
        _random_game(rules, seed)


# ---------------------------------------------------------------------- what a seat may imagine


@pytest.mark.parametrize("rules", OPTION_SETS[:6], ids=str)
def test_imagined_deals_spread_the_hidden_cards_evenly(rules: dict[str, Any]) -> None:
    """With nothing known, each hidden card lies in each hidden place as often as places there are."""
    state = dealt(**rules)[0]
    seen, rng, rounds = view(GAME, state, 0), Random(5), 2000
    hidden, card = dealing(seen), cards.members(seen.unseen)[0]
    places = [0] * (len(state.hands) + 1)
    for _ in range(rounds):
        world: Any = sample(seen, rng, hidden)
        for place, group in enumerate((*world.hands, world.stock)):
            places[place] += bool(group & cards.BIT[card])
    total = seen.unseen.bit_count()
    for place, group in enumerate((*state.hands, state.stock)):
        expected = 0 if place == 0 else rounds * group.bit_count() / total
        assert abs(places[place] - expected) < 5 * (expected**0.5) + 1
