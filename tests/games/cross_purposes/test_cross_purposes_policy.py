"""What the policy of Cross Purposes knows: tricks that must be won or left, what to name, and what a name tells of a hand."""

from __future__ import annotations

from math import log
from random import Random
from typing import Any

import pytest

from goosetable.cards import BIT, RANKS, card, cards, members
from goosetable.engine.hidden.view import View, sample, view
from goosetable.engine.rules.action import SPAN, Verb, make, read
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.strength.heuristics import Likelihood
from goosetable.games.cross_purposes.features import CrossFeatures
from goosetable.games.cross_purposes.policy import SHAPE, CrossPolicy
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.cross_purposes.sight import CrossSight
from goosetable.games.cross_purposes.state import CrossOptions, CrossState

GAME = CrossPurposes()
SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def begun(players: int = 2, seed: int = 1, dealer: int = 0) -> CrossState:
    """A deal with nothing named."""
    pack = list(range(52))
    Random(seed).shuffle(pack)
    hands = tuple(tuple(pack[13 * place : 13 * place + 13]) for place in range(4))
    deal = Deal(1, dealer, hands[:players], hands2=hands[players:])
    state = GAME.begin(CrossOptions(players=players), Standing(0, (0,) * players), deal)
    state.noted = True
    return state


def swapped(state: CrossState, seat: int, wanted: str) -> CrossState:
    """The same deal, but this seat holds these cards, 13 or fewer, and others have what it had instead."""
    held = cards(wanted)
    spare = members(state.hands[seat] & ~held)
    for given, taken in zip(spare, members(held & ~state.hands[seat]), strict=False):
        for piles in (state.hands, state.hands2):
            for place, pile in enumerate(piles):
                if pile & BIT[taken]:
                    piles[place] = pile ^ BIT[taken] ^ BIT[given]
                    break
        state.hands[seat] = state.hands[seat] & ~BIT[given] | BIT[taken]
    return state


def named(hand: str, trumps: str, tops: str, trick: str = "", other: str = "") -> View:
    """Seat 1 to play from a hand in the first half, to what seat 0 has led; the cards besides are out of play for it."""
    state = begun()
    state.trumps, state.tops, state.opening = "SHDC".index(trumps), RANKS.index(tops), Verb.TRUMP
    state.hands = [cards(other), cards(hand)]
    state.trick = [card(trick)] if trick else []
    state.leader, state.turn = (0, 1) if trick else (1, 1)
    return view(GAME, state, 1)


def chances(seen: View) -> dict[str, float]:
    known, policy = seen.known, GAME.heuristics.policy()
    assert isinstance(known, CrossState) and isinstance(policy, CrossPolicy)
    return dict(zip([GAME.write(action) for action in seen.legal], policy.chances(known, seen.legal), strict=True))


def features(seen: View, what: str) -> CrossFeatures:
    """Of a card, or of a call as it is written."""
    sight, found = CrossSight(), CrossFeatures()
    assert isinstance(seen.known, CrossState)
    sight.look(seen.known)
    if " " in what:
        sight.call(read(what), found)
    else:
        sight.card(card(what), found)
    return found


def likelihood(seen: View) -> Likelihood:
    """Of hidden hands, by the habits."""
    habits = GAME.heuristics.habits()
    assert habits is not None and isinstance(seen.known, CrossState)
    found = GAME.heuristics.likelihood_by(habits, seen.known, seen.seat)
    assert found is not None
    return found


MUST_WIN = {
    "QS": named("QS 3S", "H", "A", "JS"),
    # With eight as tops an eight is above an ace.
    "8D": named("AD 8D", "H", "8", "2D"),
    # The only trump takes the last trick but one for sure.
    "2H": named("2H 3C", "H", "A", "KS"),
}
"""By the card that is right, positions in which that card alone takes the trick, near the end of a half."""
FORCED_DUCK = {
    "3S": named("QS 3S KD 5D AC 8C 4C", "H", "A", "KS"),
    "9D": named("7D 9D KS 3S 7C 5C QS", "H", "8", "8D"),
    "2C": named("KC 2C", "H", "A", "4S"),
}
"""The same where no card takes it: the lowest goes."""


@pytest.mark.parametrize("right", MUST_WIN)
def test_a_trick_that_one_card_wins_is_won(right: str) -> None:
    assert features(MUST_WIN[right], right).take == 1
    assert chances(MUST_WIN[right])[f"play {right}"] > SURE


@pytest.mark.parametrize("right", FORCED_DUCK)
def test_where_no_card_wins_the_worse_goes(right: str) -> None:
    assert all(features(FORCED_DUCK[right], GAME.write(action)[-2:]).take == 0 for action in FORCED_DUCK[right].legal)
    assert chances(FORCED_DUCK[right])[f"play {right}"] > SURE


def test_the_cheapest_card_that_wins_is_enough() -> None:
    found = chances(named("AS JS 9S 2D", "H", "A", "TS"))
    assert max(found, key=lambda action: found[action]) == "play JS"


def test_a_sure_winner_and_a_sure_loser_are_seen_as_such() -> None:
    """The highest trump takes any trick, and the lowest card of a suit that the other leads none."""
    lead = named("AH KS 2S", "H", "A", other="QS JS TS")
    assert features(lead, "AH").take == features(lead, "AH").high == 1
    assert 0 < features(lead, "2S").take < features(lead, "KS").take < 1
    # Tops turn the order: below a nine as tops the king is one of the lowest.
    turned = named("AH KS 2S", "H", "9", other="QS JS TS")
    assert features(turned, "KS").take < features(turned, "2S").take
    assert features(named("2S KD", "H", "A", "3S"), "2S").take == features(named("KD 2D", "H", "A", "3S"), "KD").take == 0


def test_who_is_known_to_be_void_can_ruff_and_cannot_follow() -> None:
    seen = named("AS KS 3D", "H", "A", other="2C 3C 4C")
    assert isinstance(seen.known, CrossState)
    before = features(seen, "AS")
    seen.known.voids[0] |= cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    after = features(seen, "AS")
    assert before.void < after.void == 1 and after.take < before.take
    seen.known.voids[0] |= cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H")
    assert features(seen, "AS").take == 1


STRONG = "AS KS QS JS TS 9S 8S AH KH 3D 4D 2C 5C"
LOW = "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 6D 5C"


def test_the_long_suit_is_named() -> None:
    state = begun()
    state.tops = RANKS.index("A")
    state.opening, state.turn = Verb.TOPS, 0
    found = chances(view(GAME, swapped(state, 0, STRONG), 0))
    assert max(found, key=lambda action: found[action]) == "trump S" and found["trump S"] > SURE


def test_the_top_of_a_run_is_named() -> None:
    state = begun()
    state.trumps, state.opening, state.turn = 3, Verb.TRUMP, 0
    seen = view(GAME, swapped(state, 0, LOW), 0)
    assert features(seen, "tops 9").heads == features(seen, "tops 9").seconds == 1
    found = chances(seen)
    assert max(found, key=lambda action: found[action]) == "tops 9" and found["tops 9"] > SURE


def test_what_a_seat_names_tells_of_its_hand() -> None:
    """Who is short of the trumps that it named would have named others: silence on these tells as much as the name does."""
    state = begun(seed=3)
    for text in ("trump S", "tops A"):
        GAME.apply(state, read(text))
    opened, seat = 1, 0
    seen = view(GAME, state, seat)
    likely = likelihood(seen)
    found = {}
    for suit in "SC":
        hidden = cards(" ".join(rank + suit for rank in "AKQJT98765432")) & ~seen.hand
        hands = [0, 0]
        rest = members(seen.unseen & ~hidden)
        hands[opened] = hidden | sum(BIT[other] for other in rest[-(13 - hidden.bit_count()) :])
        found[suit] = likely(hands)
    assert found["C"] + 5 < found["S"] < 0


def test_all_that_the_other_named_and_played_is_in_the_likelihood() -> None:
    state, rng, habits = begun(seed=5), Random(1), GAME.heuristics.habits()
    assert habits is not None
    expected = [0.0, 0.0]
    for step in range(11):
        seat, legal = state.turn, GAME.legal(state)
        action = (read("tops 9"), read("trump D"))[step] if step < 2 else rng.choice(legal)
        if len(legal) > 1:
            expected[seat] += log(habits.chances(state, legal)[legal.index(action)])
        GAME.apply(state, action)
    for seat in range(2):
        assert likelihood(view(GAME, state, seat))(state.hands) == pytest.approx(expected[1 - seat])


def test_of_four_players_nothing_is_told_by_habits() -> None:
    state = begun(4, seed=5)
    for text in ("trump S", "tops 8", "trump D"):
        GAME.apply(state, read(text))
    habits = GAME.heuristics.habits()
    assert habits is not None and GAME.heuristics.likelihood_by(habits, state, state.turn) is None


def test_an_open_second_half_tells_nothing_new() -> None:
    state, rng = begun(), Random(1)
    while state.half == 1:
        GAME.apply(state, rng.choice(GAME.legal(state)))
    seen = view(GAME, state, state.turn)
    habits = GAME.heuristics.habits()
    assert habits is not None and isinstance(seen.known, CrossState)
    assert GAME.heuristics.likelihood_by(habits, seen.known, seen.seat) is None


@pytest.mark.parametrize("players", [2, 4])
def test_it_looks_at_its_own_hand_and_at_what_lies_open(players: int) -> None:
    """Hidden cards dealt anew change no chance; and every position of a deal has one."""
    policy, state, rng = GAME.heuristics.policy(), begun(players, seed=9), Random(2)
    assert policy is not None
    while not state.over:
        legal = GAME.legal(state)
        if len(legal) > 1:
            seen = view(GAME, state, state.turn)
            found: Any = policy.chances(state, legal)
            assert sum(found) == pytest.approx(1)
            for other in (sample(seen, rng), seen.known):
                assert isinstance(other, CrossState) and policy.chances(other, legal) == found
        GAME.apply(state, rng.choice(legal))


def test_a_first_half_may_stand_alone() -> None:
    """In a search it ends with its last trick, and is worth what it brings and what is to be expected of the second half."""
    state, rng, heuristics = begun(), Random(4), GAME.heuristics
    GAME.apply(state, read("tops 8"))
    alone = state.copy()
    assert heuristics.shorten(alone) and alone.alone and not state.alone
    while not alone.over:
        GAME.apply(alone, rng.choice(GAME.legal(alone)))
    assert alone.half == 1 and sum(alone.taken()) == 13
    one, other = heuristics.payoff(alone)
    assert one + other == pytest.approx(1)
    more = alone.copy()
    moved = members(more.won[1] if more.won[1] else more.won[0])[:2]
    giver = 1 if more.won[1] else 0
    more.won[giver] ^= BIT[moved[0]] | BIT[moved[1]]
    more.won[1 - giver] |= BIT[moved[0]] | BIT[moved[1]]
    # A trick more for one and less for the other is thirteen points, as the second half is shared.
    assert heuristics.payoff(more)[1 - giver] - heuristics.payoff(alone)[1 - giver] == pytest.approx(13 / 200)
    four = begun(4)
    assert not heuristics.shorten(four) and not four.alone


def test_each_place_at_the_table_has_weights_of_its_own() -> None:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, CrossPolicy) and len(policy.weights) == len(SHAPE.situations)
    for name, seen in (("two follows, end", MUST_WIN["QS"]), ("two discards, end", FORCED_DUCK["2C"])):
        assert isinstance(seen.known, CrossState)
        policy.look(seen.known)
        assert SHAPE.situations[policy.situation(seen.legal[0])] == name
    opening, calling = begun(), begun(4)
    for state, name in ((opening, "two open"), (calling, "four call")):
        policy.look(state)
        assert SHAPE.situations[policy.situation(GAME.legal(state)[0])] == name
    assert make(Verb.TRUMP, 0) >= SPAN
