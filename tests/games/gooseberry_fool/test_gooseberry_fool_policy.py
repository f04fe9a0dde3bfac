"""What searches ask Gooseberry Fool: its policy, what it sees of a card, what played cards tell, and tricks to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import exp, log
from random import Random
from statistics import mean
from typing import cast

import pytest

from goosetable import cards
from goosetable.cards import BIT, Cards, card, members, name, pick
from goosetable.engine.hidden.view import View, sample_determinization, sampler_for, view
from goosetable.engine.record import seed
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.strength.policy import RANDOM_CARD_CHANCE, HabitLikelihood, state_before_first_action
from goosetable.games.gooseberry_fool.ai import ODD_CARD_TRICKS, TrickLikelihood, take_preferences, tricks_to_come
from goosetable.games.gooseberry_fool.policy import CardFeatures, FoolPolicy, cached_third_cards, deal_outlook, rescale_utility
from goosetable.games.gooseberry_fool.rules import (
    JOKER_BIT,
    SUIT,
    SUITED,
    FoolOptions,
    middle_score_chances,
    taking_place,
    third_cards_by_taker,
)
from goosetable.players import decide, make_player
from goosetable.players.search import PERFECT, Determinizer, WinUtility
from tests.games.fools import GAME, do, position
from tests.games.playing import Variant, header
from tests.narrowing import of_kind
from tests.players.positions import ending, turns
from tests.players.test_right import FOOL as POSITIONS

FOOL = Variant(GAME, GAME.Options())
SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def learned() -> FoolPolicy:
    return of_kind(FoolPolicy, GAME.heuristics.policy())


def chances(seen: View) -> dict[str, float]:
    known = of_kind(TrickState, seen.known)
    return dict(
        zip([GAME.action_text(action) for action in seen.legal], learned().probabilities(known, seen.legal), strict=True)
    )


GIFTS = [title for title in POSITIONS if title.startswith("neighbours")]


@pytest.mark.parametrize("title", GIFTS)
def test_the_last_trick_is_given_where_it_must_go(title: str) -> None:
    found = chances(POSITIONS[title].view)
    assert found[POSITIONS[title].right] == max(found.values()) > SURE


Third = tuple[tuple[str, str, str], tuple[int, int, int], str, int, str]
"""Hands before the last card of the last trick but one, the tricks of each seat, the trick, its leader, and what wins.

The right card makes its player the middle one however the cards lie and are played; no other does.
"""
MUST_WIN: tuple[Third, ...] = (
    (("QS QH", "QD", "7D"), (3, 3, 3), "KC 7S", 1, "QH"),
    (("7D KC", "8C", "AS"), (3, 3, 3), "JH KH", 1, "KC"),
    (("AH", "JS KD", "QD"), (2, 4, 3), "AC KS", 2, "KD"),
    (("QC", "QS QH", "7S"), (2, 4, 3), "QD AH", 2, "QS"),
)
FORCED_DUCK: tuple[Third, ...] = (
    (("KS KD", "KH", "TD"), (2, 3, 4), "9H 9S", 1, "KS"),
    (("AD", "KS 9H", "9D"), (3, 4, 2), "QC TD", 2, "9H"),
    (("QS 7H", "TS", "7S"), (2, 3, 4), "QD JH", 1, "7H"),
    (("KD", "7H", "7D JC"), (4, 3, 2), "TS 8H", 0, "JC"),
    (("8H", "8S JD", "JH"), (4, 2, 3), "JC 8D", 2, "JD"),
    (("QH", "JD", "JS 8H"), (4, 3, 2), "KC QD", 0, "JS"),
    (("8S", "AH 7H", "JC"), (3, 2, 4), "KH QH", 2, "7H"),
    (("QS TS", "KD", "TH"), (1, 5, 3), "KS JS", 1, "TS"),
)


@pytest.mark.parametrize("third", [*MUST_WIN, *FORCED_DUCK], ids=lambda third: f"{third[2]}: {third[4]}")
def test_a_trick_is_taken_or_left_as_it_must_be(third: Third) -> None:
    hands, taken, trick, leader, right = third
    seen = ending(hands, taken, trick, leader, (leader + 2) % 3)
    results = {GAME.action_text(action): results_of(seen, action) for action in seen.legal}
    assert [action for action, found in results.items() if found == {1.0}] == [f"play {right}"]
    assert 1.0 not in set().union(*(found for action, found in results.items() if action != f"play {right}"))
    takes = results_of(seen, GAME.parse_action(f"play {right}", seen.legal), 0) == {1.0}
    assert takes == (third in MUST_WIN)
    assert chances(seen)[f"play {right}"] > SURE


def results_of(seen: View, action: Action, after: int = 9) -> set[float]:
    """All that can come of an action: the share of the middle in the end; or with `after` 0 whether it takes the trick."""
    found: set[float] = set()
    unseen = members(seen.unseen)
    others = [(seen.seat + 1) % 3, (seen.seat + 2) % 3]
    for lying in (unseen, unseen[::-1]):
        state = seen.known.copy()
        for other, held in zip(others, lying, strict=True):
            state.hands[other] = BIT[held]
        GAME.apply(cast(TrickState, state), action)
        left = [state]
        while left:
            state = left.pop()
            if not after:
                found.add(float(state.turn == seen.seat))
            elif state.over:
                found.add(GAME.heuristics.payoff(cast(TrickState, state))[seen.seat])
            else:
                for other_action in GAME.legal(cast(TrickState, state)):
                    left.append(state.copy())
                    GAME.apply(cast(TrickState, left[-1]), other_action)
    return found


def test_a_sure_loser_is_seen_as_one() -> None:
    """Second to a nine, an ace and a king cannot be the middle one; with no spade left to come, the third card takes it."""
    state = position("9S 8C", "AS KS", "7H 8H")
    do(state, "play 9S")
    known = of_kind(TrickState, view(GAME, state, 1).known)
    sight, found = FoolPolicy([]), CardFeatures()
    sight.read_position(known)
    for spade in members(known.hands[1]):
        sight.fill_card_features(spade, found)
        assert found.take < 0.5 < found.left_takes
    # All other spades are gone.
    known.won[0] = sum(BIT[other] for other in SUITED if SUIT[other] == 0) & ~(BIT[card("9S")] | known.hands[1])
    sight.read_position(known)
    for spade in members(known.hands[1]):
        sight.fill_card_features(spade, found)
        assert found.take == 0 and found.left_takes == pytest.approx(1)


def test_playouts_are_softer_and_stray() -> None:
    seen = POSITIONS["taking both tricks"].view
    state = of_kind(TrickState, seen.known)
    group = sum(BIT[card] for card in seen.legal)
    sharp = chances(seen)["play TS"]
    played = Counter(name(learned().pick_card(state, group, (number + 0.5) / 2000)) for number in range(2000))
    soft = played["TS"] / 2000
    odds = (sharp / (1 - sharp)) ** (1 / 1.5)
    assert soft == pytest.approx(RANDOM_CARD_CHANCE / 2 + (1 - RANDOM_CARD_CHANCE) * odds / (1 + odds), abs=0.01)


def test_who_plays_for_the_game_may_want_another_result() -> None:
    """At 96 60 20 it would lose the game by its points; whom to give the last trick follows from the chances of winning."""
    seen = ending(("", "", ""), (3, 4, 3), "AS X KS", 2, 0)
    known = of_kind(TrickState, seen.known)
    known.totals = (96, 60, 20)
    win = WinUtility(GAME.heuristics, known)
    aimed = learned().with_utility(known, win.utility)
    told = {}
    for action in seen.legal:
        state = known.copy()
        GAME.apply(state, action)
        told[action] = win.utility(state)[0]
    shares = aimed.probabilities(known, seen.legal)
    assert seen.legal[shares.index(max(shares))] == max(told, key=told.__getitem__)
    assert learned().probabilities(known, seen.legal) != shares
    assert aimed.weights is learned().weights


def test_gifts_are_called_as_often_as_is_likely() -> None:
    seen = ending(("TS", "7H", "8H"), (3, 3, 3), "AS X KS", 2, 0)
    state = of_kind(TrickState, seen.known)
    shares = learned().probabilities(state, seen.legal)
    played = Counter(learned().pick_call(state, seen.legal, (number + 0.5) / 1000) for number in range(1000))
    assert [played[action] / 1000 for action in seen.legal] == pytest.approx(shares, abs=0.002)
    assert learned().pick_call(state, seen.legal, 1.0) == seen.legal[-1]


def seen(state: TrickState, name: str) -> CardFeatures:
    """The features of a card to the seat to act."""
    sight, found = FoolPolicy([]), CardFeatures()
    sight.read_position(state)
    sight.fill_card_features(cards.card(name), found)
    return found


def values(row: CardFeatures) -> list[float]:
    return [getattr(row, name) for name in row.feature_names()]


def test_a_score_is_the_sum_of_all_features_times_their_weights() -> None:
    one, two, rng = CardFeatures(), CardFeatures(), Random(1)
    for feature in one.feature_names():
        setattr(one, feature, rng.uniform(-1, 1))
        setattr(two, feature, rng.uniform(-1, 1))
    assert one.dot_product(two) == pytest.approx(sum(a * b for a, b in zip(values(one), values(two), strict=True)))
    one.set_to_zero()
    assert values(one) == [0.0] * len(one.feature_names())


def test_the_third_knows_who_takes_the_trick() -> None:
    state = position("9S 7H", "QS 8H", "TS KS 7S", trick="")
    do(state, "play 9S", "play QS")
    assert [(seen(state, name).take, seen(state, name).left_takes) for name in ("TS", "KS", "7S")] == [(1, 0), (0, 0), (0, 1)]


def test_what_a_trick_is_worth_is_the_outlook_of_the_deal() -> None:
    state = of_kind(TrickState, ending(("TS KS", "7H", "8H"), (3, 3, 3), "9S QS", 1, 0).known)
    looks = [middle_score_chances((4, 3, 3))[0], middle_score_chances((3, 4, 3))[0], middle_score_chances((3, 3, 4))[0]]
    assert seen(state, "TS").gain == pytest.approx(5 * (looks[0] - sum(looks) / 3))
    assert seen(state, "KS").gain == pytest.approx(5 * (looks[2] - sum(looks) / 3))


def test_masks_are_those_of_the_rule() -> None:
    one, two = cards.hand("9S KH")
    assert cached_third_cards(one, two) == third_cards_by_taker(one, two) == cached_third_cards(one, two)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_chances_are_those_of_deals_played_on_at_random(place: int) -> None:
    """The others may hold anything that fits, and play any card that they may."""
    rng, far, met = Random(5), 0.0, 0
    for turn in (turn for number in range(3) for turn in turns(FOOL, f"chances {place} {number}", 400)):
        known = of_kind(TrickState, turn.view.known)
        if len(known.trick) != place or cards.JOKER in known.trick or sum(turn.view.sizes) < 9 or rng.random() < 0.5:
            continue
        card = rng.choice(turn.view.legal)
        found, hidden, own, left, count = seen(known, cards.name(card)), sampler_for(turn.view), 0, 0, 300
        for _ in range(count):
            state = of_kind(TrickState, sample_determinization(turn.view, rng, hidden))
            GAME.apply(state, card)
            while len(state.trick) not in (0, 3):
                GAME.apply(state, pick(GAME.playable(state), rng.random()))
            # The Joker's player has yet to say who gets the trick; it counts as its own.
            own += state.turn == turn.view.seat
            left += state.turn == (turn.view.seat + 1) % 3
        far += abs(found.take - own / count) + abs(found.left_takes - left / count)
        met += 1
        if met == 25:
            break
    assert met == 25
    assert far / met <= (0.0 if place == 2 else 0.07)


def test_a_deal_alone_is_worth_its_outlook() -> None:
    for row, seat in zip(deal_outlook(), range(3), strict=True):
        for one, two, three in ((0, 0, 0), (3, 2, 4), (4, 4, 3), (11, 0, 0)):
            assert row[(one * 12 + two) * 12 + three] == pytest.approx(middle_score_chances((one, two, three))[seat])


def test_other_aims_keep_their_order_and_get_the_spread_of_a_deal() -> None:
    small = rescale_utility(lambda taken: tuple([0.2 + 0.01 * value for value in middle_score_chances(taken)]))
    for row, other in zip(small, rescale_utility(middle_score_chances), strict=True):
        assert row == pytest.approx(other)
    ends = (4 * 12 + 4) * 12 + 3
    for row, other in zip(small, deal_outlook(), strict=True):
        assert row[ends] - row[0] == pytest.approx(other[ends] - other[0], abs=0.01)
    assert rescale_utility(lambda taken: (0.5, 0.5, 0.5))[1][(2 * 12 + 1) * 12 + 4] == pytest.approx(1 / 3)


def second_trick(last: str) -> TrickState:
    """Seat 0 has the first trick and leads 9S, seat 1 plays QS, and seat 2, which wants seat 1 to have it, plays `last`."""
    state = position("TH 9S AC", "9H QS KD", f"JH {last} KC")
    do(state, "play TH", "play 9H", "play JH", "play 9S", "play QS", f"play {last}")
    return state


def seen_by(state: TrickState, seat: int) -> TrickLikelihood:
    """What a seat takes to be credible."""
    known = of_kind(TrickState, view(GAME, state, seat).known)
    return TrickLikelihood(known, seat)


def hands(state: TrickState, seat: int, held: str, other: str) -> list[Cards]:
    """What seat 1 imagines: `held` in the hand of a seat, `other` in the third hand."""
    found = list(state.hands)
    found[seat], found[2 - seat] = cards.cards(held), cards.cards(other)
    return found


def test_after_one_trick_the_seat_on_its_left_wants_the_next_to_go_to_its_own_left() -> None:
    to_first, to_second, to_third = take_preferences(1, 0, 0, 2)
    assert to_second > max(to_first, to_third)


def test_who_gave_a_trick_away_had_no_card_to_do_better() -> None:
    state = second_trick("8S")
    credence = seen_by(state, 1)
    # With the king the queen would have been the middle of three spades; with the seven nothing would have been different.
    able, unable = (credence.log_likelihood(hands(state, 2, own, "AC")) for own in ("KS", "7S"))
    assert unable > able + log(2)


def test_who_did_what_it_wanted_may_hold_anything() -> None:
    state = second_trick("KS")
    credence = seen_by(state, 1)
    assert credence.log_likelihood(hands(state, 2, "8S", "AC")) > credence.log_likelihood(hands(state, 2, "AS", "8S"))


def test_the_one_who_imagines_asks_nothing_of_its_own_cards() -> None:
    state = second_trick("8S")
    assert all(step.seat != 2 for step in seen_by(state, 2).steps)


def test_deals_are_thought_of_as_often_as_they_are_credible() -> None:
    state = second_trick("8S")
    seen = view(GAME, state, 1)
    determinizer = Determinizer(seen, PERFECT, 0)
    for _ in determinizer.draw_weighted_determinizations(Random(1), 400, 25):
        pass
    credence = seen_by(state, 1)
    one, two = (exp(credence.log_likelihood(hands(state, 2, own, other))) for own, other in (("KC", "AC"), ("AC", "KC")))
    rng, number = Random(2), 4000
    share = sum(determinizer.sample(rng).hands == state.hands for _ in range(number)) / number
    assert share == pytest.approx(one / (one + two), abs=0.06)


def test_the_truth_is_more_credible_than_what_else_fits() -> None:
    found = [gain for number in range(1, 4) for gain in gains(seed.format_code(seed.code_in_series("credence", number)))]
    assert mean(found) > 0.15, "nats; if cards told nothing, this would be below 0"


def gains(code: str) -> Iterator[float]:
    """How much more credible the true hands are, in the middle of the deals of a game between greedy players."""
    session = Session(GAME, header(Variant(GAME, GAME.Options()), code))
    players = [make_player("greedy", Random(seat)) for seat in range(3)]
    while session.due_step == "deal":
        session.begin_deal()
        while session.due_step == "act":
            state, seat = session.state, session.turn
            assert isinstance(state, TrickState)
            assert seat is not None
            if not state.trick and 3 <= sum(state.taken()) <= 9:
                yield gained(state, seat)
            session.act(seat, decide(players[seat], session.view(seat)))
        session.score_deal()


def gained(state: TrickState, seat: int) -> float:
    """How much more likely the true hands are than the mean of those that fit, as a logarithm."""
    seen = view(GAME, state, seat)
    credence, determinizer, rng = seen_by(state, seat), Determinizer(seen, PERFECT, 0), Random(seat)
    return credence.log_likelihood(state.hands) - log(
        mean(exp(credence.log_likelihood(determinizer.sample(rng).hands)) for _ in range(40))
    )


def test_takers_are_those_of_the_rule() -> None:
    for one, two, three in [SUITED[place : place + 3] for place in range(len(SUITED) - 2)]:
        masks = third_cards_by_taker(one, two)
        assert masks[taking_place(one, two, three)] >> three & 1
        assert sum(masks).bit_count() == len(SUITED) - 2


def by_habits(known: TrickState, seat: int, policy: FoolPolicy) -> HabitLikelihood[TrickState, FoolOptions]:
    return HabitLikelihood(known, state_before_first_action(known), seat, GAME, policy, JOKER_BIT)


def test_what_others_played_is_as_likely_as_the_policy_says() -> None:
    state = second_trick("8S")
    policy = of_kind(FoolPolicy, GAME.heuristics.policy())
    known = of_kind(TrickState, view(GAME, state, 1).known)
    read = by_habits(known, 1, policy)
    assert read.is_informative
    # Of the others: seat 0 led the ten and the nine, seat 2 played the jack to hearts and the eight to spades.
    before = position("TH 9S AC", "9H QS KD", "JH 8S KC")
    expected = 0.0
    for text in ("play TH", "play 9H", "play JH", "play 9S", "play QS", "play 8S"):
        legal = GAME.legal(before)
        action = GAME.parse_action(text, legal)
        if before.turn != 1 and len(legal) > 1:
            expected += log(policy.probabilities(before, legal)[legal.index(action)])
        GAME.apply(before, action)
    assert expected < 0 and read.log_likelihood(state.hands) == pytest.approx(expected)
    assert read.log_likelihood(state.hands) == pytest.approx(expected), "asked twice, it says the same"


def test_nothing_is_told_before_the_others_have_played() -> None:
    known = view(GAME, position("TH 9S AC", "9H QS KD", "JH 8S KC"), 0).known
    policy = GAME.heuristics.policy()
    assert isinstance(known, TrickState) and policy is not None
    assert GAME.heuristics.likelihood_by(policy, known, 0) is None


def test_hands_of_those_who_play_by_the_policy_are_credible() -> None:
    policy = of_kind(FoolPolicy, GAME.heuristics.policy())
    rng, found = Random(6), []
    for number in range(12):
        state = dealt(number)
        while sum(state.taken()) < 6 or state.trick:
            legal = GAME.legal(state)
            GAME.apply(state, policy.pick_call(state, legal, rng.random()) if len(legal) > 1 else legal[0])
        seen = view(GAME, state, state.turn)
        known, determinizer = seen.known, Determinizer(seen, PERFECT, 0)
        assert isinstance(known, TrickState)
        read = by_habits(known, state.turn, policy)
        others = [exp(read.log_likelihood(determinizer.sample(rng).hands)) for _ in range(40)]
        found.append(read.log_likelihood(state.hands) - log(mean(others)))
    assert mean(found) > 0.15, "nats; if cards told nothing, this would be below 0"


def dealt(number: int) -> TrickState:
    fresh = Standing(0, (0, 0, 0))
    options = GAME.Options()
    return GAME.begin_deal(options, fresh, GAME.deal(options, fresh, number % 3, Stream(f"{number:012d}", 1)))


def likely(*hands: str) -> tuple[float, float, float]:
    return tricks_to_come([cards.cards(hand) for hand in hands])


@pytest.mark.parametrize(
    ("hands", "tricks"),
    [
        (("AS", "KS", "QS"), (0, 1, 0)), (("AS", "QS", "KS"), (0, 0, 1)), (("AS AH", "KS KH", "QS QH"), (0, 2, 0)),
        (("AS QH", "KS KH", "QS AH"), (0, 2, 0)), (("AS KH", "KS AH", "QS QH"), (1, 1, 0)),
    ],
)  # fmt: skip
def test_where_all_follow_the_middle_card_takes_the_trick(hands: tuple[str, ...], tricks: tuple[float, ...]) -> None:
    assert likely(*hands) == pytest.approx(tricks)


def test_a_suit_in_which_all_are_alike_goes_to_each_as_often() -> None:
    """Of two cards each, ace and seven meet a middle card of every other pair."""
    first, second, third = likely("AS 7S", "KS 8S", "QS 9S")
    assert first == 0 < second == pytest.approx(1.0) == third


def test_cards_that_nobody_can_follow_are_likely_to_take() -> None:
    """Two spades are left over, and what is not expected of them is shared by all."""
    first, second, third = likely("AS KS QS", "JS AH KH", "TS AC KC")
    assert first == pytest.approx(2 * ODD_CARD_TRICKS + (3 - 6 * ODD_CARD_TRICKS - 1) / 3)
    assert second == pytest.approx(first + 1) and third == pytest.approx(first)


@pytest.mark.parametrize("number", range(20))
def test_all_that_are_left_are_expected_whoever_sits_where(number: int) -> None:
    state = turns(FOOL, f"forecast {number}", 1, 1.0)[0].truth
    hands = list(state.hands)
    found = tricks_to_come(hands)
    left = max(hand.bit_count() for hand in hands)
    if len({hand.bit_count() for hand in hands}) == 1:
        assert sum(found) == pytest.approx(left)
    assert tricks_to_come([hands[1], hands[2], hands[0]]) == pytest.approx([found[1], found[2], found[0]])
    assert tricks_to_come([hands[1], hands[0], hands[2]]) == pytest.approx([found[1], found[0], found[2]])


def test_it_foretells_better_than_chance_who_will_be_in_the_middle() -> None:
    """In deals that quick players play on: the squared error of what is told, against that of tricks that fall at random."""
    game, rng = FOOL.game, Random("foretold")
    errors = [0.0, 0.0]
    for turn in turns(FOOL, "foretold", 60, 0.4):
        state = of_kind(TrickState, turn.truth)
        if state.trick or state.hands[state.turn].bit_count() > 8:
            continue
        taken, told = state.taken(), game.heuristics.forecast_payoff(state)
        while state.turn != OVER:
            legal = game.legal(state)
            game.apply(state, game.heuristics.choose_playout_action(state, legal, rng.random()))
        for seat, end in enumerate(game.heuristics.payoff(state)):
            errors[0] += (end - middle_score_chances(taken)[seat]) ** 2
            errors[1] += (end - told[seat]) ** 2
    assert 3 < errors[1] < 0.95 * errors[0]
