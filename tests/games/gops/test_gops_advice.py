"""Hints of Gops: the plan of a bid and its ground, or the two plans of bids that vary."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any, Final

from goosetable import cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import WORTH, ActionStatistics
from goosetable.engine.words import phrases
from goosetable.games.gops.rules import PRIZES, SUIT_OF_SEAT, VALUE, Gops
from goosetable.players.levels import make_player
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import turns

GAME: Final[Any] = Gops()


def round_of(hands: tuple[tuple[int, ...], ...], offer: str, to_come: str) -> Decision[Any]:
    """Seat 0 bids for a card. hands: by seat, the values of the cards left."""
    (turn, *_) = turns(Variant(GAME, GAME.Options(players=len(hands))), f"round {len(hands)}", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.won, known.offer = 0, [0] * len(hands), (cards.card(offer),)
    known.turned_up = cards.members(PRIZES & ~cards.cards(to_come))
    known.hands = [
        sum([cards.BIT[card] for card in cards.members(SUIT_OF_SEAT[seat]) if VALUE[card] in held])
        for seat, held in enumerate(hands)
    ]
    known.gone = sum(SUIT_OF_SEAT) & ~sum(known.hands)
    legal = tuple(BID + card for card in cards.members(known.hands[0]))
    return Decision(known, 0, tuple(map(len, hands)), (), legal, GAME.text.card_name)


def bid(at: Decision[Any], value: int) -> Action:
    return next(one for one in at.legal if VALUE[one - BID] == value)


def mixed(at: Decision[Any], shares: dict[int, float], takes: dict[int, float]) -> Decision[Any]:
    """The decision after a search. shares: by value of a bid, its share of the mixed strategy; takes: its chance to take the
    offer.
    """
    found = {bid(at, value): ActionStatistics(100, {"wins 0": chance}) for value, chance in takes.items()}
    return replace(at, prospects=found, shares={bid(at, value): share for value, share in shares.items()})


def hint(at: Decision[Any], best: int, loss: dict[int, float] | None = None, value: float = 0.5) -> str:
    losses = {one: (loss or {}).get(VALUE[one - BID], 0.5) for one in at.legal} | {bid(at, best): 0.0}
    others = [one for one in at.legal if one != bid(at, best)]
    return str(GAME.advice.whole_hint(at, Ranking(bid(at, best), [], [], others, losses, value=value)))


def plan(at: Decision[Any], value: int) -> str:
    (tip,) = GAME.advice.tips(at, bid(at, value))
    return str(tip.hint)


def preferred(at: Decision[Any], *values: int) -> int:
    return int(VALUE[GAME.advice.preferred_action(at, [bid(at, value) for value in values]) - BID])


TEN: Final = ((13, 12, 11, 10, 9, 8, 6, 5, 3, 2), (12, 11, 10, 9, 8, 7, 6, 5, 4, 1))
"""The hands of two players in the fourth round."""


def test_of_bids_that_vary_both_plans_are_named_with_their_grounds() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    at = mixed(at, {10: 0.4, 9: 0.2, 3: 0.4}, {10: 0.7, 9: 0.6, 3: 0.15})
    start = "7 points: vary between 10♠, which only Q♣ and J♣ beat and 10♣ ties, and 3♠, "
    assert hint(at, 10, {3: 0.0}) == hint(at, 3) == start + "which beats only A♣ and saves 10♠ for better prizes"
    assert preferred(at, 10, 9, 3) == 10


def test_neighbouring_bids_that_are_as_good_are_a_range_with_the_reasons_for_its_ends() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    theirs = {BID + card: 0.1 for card in cards.members(at.known.open_hand(1))}
    at = replace(mixed(at, {12: 0.5, 5: 0.5}, {}), strategies=[({}, theirs)] * 2)
    level = dict.fromkeys((12, 11, 10, 9, 8, 6, 5), 0.005)
    said = "7 points: vary from 5♠ to Q♠, all about as good; K♠ stays for five better prizes"
    assert hint(at, 12, level) == f"{said}, and 3♠ beats only A♣"
    assert hint(at, 12, level | {13: 0.0, 3: 0.0}).endswith("vary from 3♠ to K♠, all about as good; 2♠ beats only A♣")
    assert "vary between" in hint(at, 12, level | {9: 0.3})
    assert "about as good" not in hint(at, 12, level, 0.02), "a quarter of the chances is no small loss"


def test_of_level_bids_against_several_players_the_highest_are_spared_for_better_prizes() -> None:
    hands = tuple([tuple(range(1, 14))] * 3)
    at = round_of(hands, "8D", "KD QD JD TD 9D 7D 6D 5D 4D 3D 2D AD")
    theirs = [{BID + card: 1 / 13 for card in cards.members(at.known.open_hand(seat))} for seat in (1, 2)]
    at = replace(mixed(at, {13: 0.5, 9: 0.2, 1: 0.3}, {}), strategies=[({}, *theirs)] * 2)
    best, level = preferred(at, *range(13, 0, -1)), dict.fromkeys(range(1, 14), 0.015)
    assert best <= 10
    assert (
        hint(at, best, level) == "8 points: vary from A♠ to 10♠, all about as good; J♠ and higher stay for five better prizes"
    )
    assert preferred(at, 13, 12) == 13, "the search found these better than all lower ones"


def test_bids_that_beat_no_card_are_not_among_those_to_vary() -> None:
    at = round_of(
        ((12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1), (13, 12, 11, 10, 9, 8, 7, 6, 5, 3, 2)), "JD", "KD QD TD 9D 8D 7D 5D 4D 3D 2D"
    )
    theirs = {BID + card: 1 / 11 for card in cards.members(at.known.open_hand(1))}
    at = replace(mixed(at, {12: 0.5, 5: 0.5}, {}), strategies=[({}, theirs)] * 2)
    said = hint(at, 12, dict.fromkeys(range(2, 13), 0.005))
    assert said == "11 points: vary from 3♠ to Q♠, all about as good; 2♠ beats no card but ties 2♣"


def test_a_game_that_is_won_with_any_bid_leaves_the_choice() -> None:
    at = round_of(((13, 11, 9, 2, 1), (12, 10, 4, 3, 1), (12, 8, 7, 5, 4)), "7D", "QD TD 4D 3D")
    at = replace(at, strategies=[({}, {}, {})] * 2)
    sure = Ranking(bid(at, 13), [], [], list(at.legal)[1:], dict.fromkeys(at.legal, 0.0), value=0.999)
    assert GAME.advice.whole_hint(at, sure) == "the game is all but won with any card: bid what you like"


def test_in_a_game_lost_against_best_play_the_hint_says_that_it_needs_a_mistake() -> None:
    at = round_of(((10, 8, 2), (13, 10, 3)), "5D", "QD 9D")
    at = replace(
        mixed(at, {2: 1.0}, {}),
        strategies=[({}, {BID + card: 0.3 for card in cards.members(at.known.open_hand(1))})],
        value=0.0,
    )
    assert preferred(at, 2, 8, 10) == 10, "the bid that beats most cards"
    assert hint(at, 10, value=0.0) == (
        "5 points, and only a mistake of [1] can save you: bid 10♠, your highest, which only K♣ beats; 8♠ loses to 10♣ too"
    )


def test_the_cheapest_bid_that_does_as_well_lets_the_offer_go() -> None:
    at = round_of(((12, 10, 4, 3, 2, 1), (13, 11, 9, 7, 5, 3)), "JD", "KD QD TD 9D 7D")
    at = mixed(at, {12: 0.5, 4: 0.5}, {12: 0.7, 4: 0.05})
    said = "11 points: vary between Q♠, which only K♣ beats, and {}, which {}saves Q♠ for K♦ and Q♦"
    assert hint(at, 12, {4: 0.0}) == said.format("4♠", "beats only 3♣ and ")
    assert hint(at, 12, {4: 0.0, 3: 0.0, 2: 0.0, 1: 0.001}) == said.format("A♠", "beats no card but ")


def test_a_plan_that_is_nearly_always_followed_is_named_alone() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    high = mixed(at, {13: 0.9, 3: 0.1}, {13: 1.0, 3: 0.1})
    assert hint(high, 13) == "7 points: bid K♠, which nothing beats; Q♣ could tie with Q♠"
    low = mixed(at, {2: 0.95}, {2: 0.03, 3: 0.05})
    assert hint(low, 2) == "7 points: let them go with 2♠ or 3♠, and keep your four high cards for five better prizes"


def test_a_single_point_is_let_go_with_the_cheapest_bid_of_a_mixture() -> None:
    at = round_of(TEN, "AD", "KD QD JD TD 9D 6D 5D 4D 2D")
    at = mixed(at, {5: 0.4, 3: 0.3, 2: 0.3}, {5: 0.4, 3: 0.1, 2: 0.08})
    assert preferred(at, 5, 3, 2) == 2
    assert hint(at, 2).startswith("1 point: let it go with 2♠ or 3♠, and keep ")


def test_a_bid_that_others_beat_is_kept_until_they_are_gone_if_the_offer_decides() -> None:
    at = round_of(((9, 5, 3, 1), (13, 9, 7, 4)), "KD", "QD 9D 3D")
    at.known.won = [cards.cards("JD TD 8D 5D"), cards.cards("7D 6D 4D 2D AD")]
    at = mixed(at, {9: 0.3, 1: 0.7}, {9: 0.6, 1: 0.0})
    assert hint(at, 1) == (
        "13 points, which win you the game: vary between 9♠, which only K♣ beats, and A♠, which keeps 9♠ until K♣ is gone"
    )


def test_the_points_that_a_rival_has_are_named_if_the_offer_is_needed_to_pass_them() -> None:
    at = round_of(((13, 5), (9, 6), (10, 1)), "3D", "KD")
    at.known.won = [cards.cards("QD 4D"), cards.cards("9D 8D 7D"), cards.cards("JD TD 6D 5D 2D AD")]
    assert plan(at, 5) == (
        "3 points, without which you cannot pass [2's] 35: let them go with 5♠, for K♠, which nothing beats, then takes K♦"
    )


def test_an_offer_that_would_win_the_game_is_let_go_only_because_it_cannot_be_won() -> None:
    at = round_of(((8, 7, 6, 5), (12, 10, 9, 1), (10, 6, 4, 2)), "7D", "KD QD 6D")
    at.known.won = [cards.cards("JD TD 9D 8D 5D"), cards.cards("3D"), cards.cards("4D 2D AD")]
    said = "7 points would win you the game, but even 8♠ loses to four cards: bid 5♠"
    assert plan(mixed(at, {}, {5: 0.04, 8: 0.07}), 5) == said


def test_a_middle_bid_that_varies_with_a_high_one_comes_with_the_number_of_cards_that_it_beats() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    at = mixed(at, {10: 0.5, 6: 0.5}, {10: 0.7, 6: 0.3})
    said = "7 points: vary between 10♠, which only Q♣ and J♣ beat, and 6♠, which beats three of ten cards and saves 10♠ for"
    assert hint(at, 10, {6: 0.0}).startswith(said)


def test_a_bid_that_beats_no_card_waits_for_the_others_to_tie() -> None:
    at = mixed(round_of(((4, 1), (4, 1), (4, 1)), "KD", "QD"), {}, {1: 0.7})
    assert plan(at, 1).endswith("bid A♠; if the others tie, all of it stays for 4♠")


def test_the_cheapest_of_equal_bids_is_advised_where_the_offer_is_seldom_taken() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    at = mixed(at, {5: 1.0}, {5: 0.25, 2: 0.05, 13: 1.0, 12: 0.95})
    for one in at.prospects.values():
        one.means[WORTH] = 0.5  # type: ignore[index]
    assert preferred(at, 5, 2) == 2
    assert hint(at, 2).startswith("7 points: let them go with 2♠ or 3♠, ")
    at = replace(at, shares={bid(at, 13): 1.0})
    assert preferred(at, 13, 12) == 12


def test_an_offer_that_would_win_the_only_rival_the_game_is_not_let_go() -> None:
    at = round_of(((13, 12, 9, 1), (11, 8, 7, 1)), "KD", "QD 4D")
    at.known.won = [cards.cards("TD"), cards.cards("8D 7D 5D 3D 2D")]
    said = plan(mixed(at, {}, {1: 0.0, 13: 1.0}), 1)
    assert said.startswith("13 points, which would win [1] the game: bid A♠, which beats no card but ties A♣"), said


def test_a_rival_who_needs_both_prizes_left_is_named_where_the_offer_is_let_go() -> None:
    at = round_of(((9, 4), (9, 7), (9, 8)), "8D", "JD")
    at.known.won = [cards.cards("KD QD 6D 5D 2D AD"), cards.cards("9D 7D 4D 3D"), cards.cards("TD")]
    assert plan(mixed(at, {}, {4: 0.0, 9: 0.9}), 4) == "[1] needs both prizes to pass your 39: bid 4♠ and keep 9♠ for J♦"


def test_no_card_is_kept_from_an_offer_that_would_win_another_the_game() -> None:
    at = round_of(((13, 10, 7, 2), (13, 11, 4, 1), (12, 9, 8, 1)), "KD", "8D 4D 2D")
    at.known.won = [cards.cards("9D"), cards.cards("JD TD"), cards.cards("QD 7D 6D 5D 3D AD")]
    theirs = [{BID + card: 0.25 for card in cards.members(at.known.open_hand(seat))} for seat in (1, 2)]
    at = replace(mixed(at, {13: 0.5, 7: 0.5}, {}), strategies=[({}, *theirs)] * 2)
    said = hint(at, 13, {7: 0.0})
    assert said == "13 points, which would win [2] the game: bid K♠, which only K♣ can tie; 10♠ loses to three cards", said


def test_a_lost_game_is_tried_with_a_high_bid() -> None:
    at = round_of(((11, 7, 2), (13, 10, 3), (12, 6, 1)), "5D", "QD 9D")
    theirs = [{BID + card: 0.3 for card in cards.members(at.known.open_hand(seat))} for seat in (1, 2)]
    at = replace(mixed(at, {2: 0.5, 7: 0.5}, {}), strategies=[({}, *theirs)] * 2)
    said = hint(at, 2, {7: 0.001, 11: 0.006}, 0.008)
    assert said == "the game is all but lost with any card: try 7♠, which beats one of [1's] three cards and two of [2's] three"


def test_a_card_that_is_named_as_equal_is_not_kept() -> None:
    at = round_of(((9, 8, 7, 6, 2), (13, 10, 5, 4, 3)), "TD", "KD QD 9D 4D")
    said = plan(mixed(at, {}, {6: 0.6, 7: 0.6, 8: 0.6}), 6)
    assert "8♠ for" not in said and "9♠ for" not in said, said


def test_the_largest_prize_is_let_go_only_because_the_highest_card_loses_too() -> None:
    at = round_of(((11, 8, 2), (13, 10, 3)), "QD", "JD 4D")
    said = "let them go with 2♠, for even J♠ loses to K♣; keep it for J♦"
    assert plan(mixed(at, {}, {2: 0.0, 11: 0.6}), 2).endswith(said)


def test_two_low_bids_are_one_plan() -> None:
    at = round_of(TEN, "7D", "KD QD JD TD 9D 6D 5D 4D 2D")
    at = mixed(at, {5: 0.5, 3: 0.5}, {5: 0.4, 3: 0.1})
    said = "7 points: bid 5♠, which beats only A♣ and 4♣ and ties 5♣, and keep K♠ and Q♠ for five better prizes"
    assert hint(at, 5, {3: 0.0, 2: 0.1}) == said


def test_bids_that_beat_and_tie_the_same_cards_are_named_together_or_the_lowest_is_advised() -> None:
    at = round_of(((11, 10, 3, 2), (9, 7, 5, 4), (9, 8, 6, 4)), "6D", "KD QD 5D")
    assert preferred(mixed(at, {11: 1.0}, {11: 1.0, 10: 1.0}), 11, 10) == 10
    assert plan(mixed(at, {}, {2: 0.0}), 2).startswith("6 points: let them go with 2♠ or 3♠, ")


GROUND: Final = r"(\w+[♠♥♣])(?:, your highest)?, which (beats no card|nothing beats|only [^,;]* (?:beats?|can tie))"
"""A bid with the cards of others that beat it or tie with it."""


def test_numbers_and_names_of_hints_are_true_of_the_open_hands() -> None:
    checked = 0
    for players in (2, 3):
        for turn in turns(Variant(GAME, GAME.Options(players=players)), "counts", 16):
            found = analysis_by(make_player("expert", Random(3), 80), turn.view)
            at, said = found.decision, found.hint()
            known: Any = turn.truth
            held = [card for hand in GAME.advice.other_hands(at).values() for card in hand]
            for name, words in re.findall(GROUND, said):
                own = VALUE[next(one for one in at.legal if at.face(one - BID) == name) - BID]
                over = {at.face(card) for card in held if VALUE[card] > own}
                same = {at.face(card) for card in held if VALUE[card] == own}
                named = set(re.findall(r"\w+[♠♥♣]", words))
                match words.split()[-1]:
                    case "card":
                        assert all(VALUE[card] >= own for card in held), said
                    case "tie":
                        assert not over and named == same, said
                    case _:
                        assert named == over, said
                checked += 1
            if better := re.search(r"for (\w+) better prizes", said):
                come = [card for card in cards.members(known.prizes_to_come) if VALUE[card] > known.stake]
                assert better[1] == phrases.number_word(len(come)), said
                if players == 3 and (row := re.search(r"vary from \S+ to (\S+), all about as good", said)) and len(come) > 1:
                    kept = GAME.advice.own_cards(at)[-((2 * len(come) + 1) // 3) :]
                    assert row[1] not in map(at.face, kept), said
            assert at.face(found.best - BID) in said or "what you like" in said or "nything" in said, said
            assert not re.search(r"will do|fight|that can be read", said)
    assert checked > 9
