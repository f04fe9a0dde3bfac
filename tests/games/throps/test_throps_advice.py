"""Hints of Throps: bids that win, that leave a card to others, and that rid the hand of a card."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.state import BID
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import LATER, WORTH, ActionStatistics
from goosetable.engine.words import phrases
from goosetable.games.throps.rules import Throps
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import turns

GAME: Final[Any] = Throps()


def sale(card: str, hand: str, won: tuple[str, str, str], unseen: str, number: int) -> Decision[Any]:
    """Seat 0 bids for a card in a round, numbered from 1."""
    (turn, *_) = turns(Variant(GAME, GAME.Options()), "sale", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.turned = 0, cards.card(card)
    known.won = [cards.cards(text) for text in won]
    known.hands[0] = cards.cards(hand)
    known.turned_up = (*range(number - 1), known.turned)
    legal = tuple(BID + one for one in cards.members(cards.cards(hand)))
    out = cards.cards(unseen) & ~known.hands[0] & ~BIT[known.turned]
    at = Decision(known, out, (len(legal),) * 3, (), legal, GAME.text.card_name)
    assert known.round == number
    return at


def told(at: Decision[Any], card: str) -> str:
    (tip,) = GAME.advice.tips(at, BID + cards.card(card))
    return str(tip.hint)


def preferred(at: Decision[Any], *group: str) -> str:
    return at.face(GAME.advice.preferred_action(at, [BID + cards.card(card) for card in group]) - BID)


def whole(at: Decision[Any], best: str, *near: str) -> str:
    group = [BID + cards.card(card) for card in (best, *near)]
    worse = [one for one in at.legal if one not in group]
    loss = dict.fromkeys(group, 0.0) | dict.fromkeys(worse, 0.1)
    return str(GAME.advice.whole_hint(at, Ranking(group[0], [], group[1:], worse, loss)))


def with_wins(
    at: Decision[Any], shares: dict[str, float], later: dict[str, float] | None = None, rival: int = 1
) -> Decision[Any]:
    """The decision after playouts. shares: by card, the share of them in which the bid wins; the rival wins all others.

    later: by card, the points of the later rounds.
    """
    found = {
        BID + cards.card(card): ActionStatistics(
            100, {"wins 0": share, f"wins {rival}": 1 - share, LATER: (later or {}).get(card, 0.0)}
        )
        for card, share in shares.items()
    }
    return replace(at, prospects=found)


LATE: Final = "KS QS JS 9H 8H 5C 4C 3D 2D"


def test_the_worth_of_the_card_on_sale_is_said_for_every_player() -> None:
    def stake(card: str, *won: str) -> str:
        (first, second, third) = won
        return str(GAME.advice.stake_sentence(sale(card, "QS 9H 2S", (first, second, third), LATE, 5)))

    assert stake("8S", "4C", "AC QC", "2H QD") == "8♠ costs [0] 10, [1] 18 and [2] 18"
    assert stake("JS", "9H", "", "") == "J♠ costs [0] 18 and the others nothing"
    assert stake("JS", "TS", "2S", "") == "J♠ brings [0] 10, [1] 10 and [2] nothing"
    assert stake("6H", "", "", "") == "6♥ costs each of you 4"


def test_of_cards_that_lose_to_the_same_ones_the_cheapest_is_to_win_and_the_highest_to_lose() -> None:
    gains = sale("QC", "AH KS JS 3C", ("TC KD", "6H", ""), "AS AC KD QS 9H 8H 5C 4C 3D 2D", 4)
    gains = with_wins(gains, {"AH": 0.9, "KS": 0.9, "JS": 0.4, "3C": 0.0})
    assert preferred(gains, "AH", "KS") == "K♠"
    assert told(gains, "KS").endswith("only A♠ and A♣ beat it, as they do A♥")
    costs = sale("QC", "6H 5S 3C", ("KD", "6C", ""), "AS AC KD QS 9H 8H 4D 3D 2D", 10)
    assert preferred(with_wins(costs, {"6H": 0.1, "5S": 0.1, "3C": 0.0}), "5S", "6H") == "6♥"


def test_a_bid_to_win_is_explained_by_the_cards_that_beat_it_and_its_neighbour() -> None:
    at = sale("QC", "KS JS 3C", ("TC KD", "6H", ""), "AS AC KD QS TS 9H 8H 5C 4C 3D 2D", 9)
    at = with_wins(at, {"KS": 0.9, "JS": 0.5, "3C": 0.0})
    assert told(at, "KS").endswith(": K♠ should win it, for only A♠ and A♣ beat it, but four beat J♠")


def test_equal_cards_are_named_together() -> None:
    at = with_wins(sale("6H", "2S 2C 9D", ("", "", ""), LATE, 2), {"2S": 0.0, "2C": 0.0, "9D": 0.8})
    assert whole(at, "2S", "2C") == "6♥ costs each of you 4: 2♠ or 2♣, your lowest, cannot win it, while 9♦ should win it"


def test_bids_of_one_value_make_no_difference_unless_they_earn_different_points() -> None:
    at = with_wins(sale("6H", "2S 9D", ("", "", ""), LATE, 2), {"2S": 0.0, "9D": 0.8})
    group = list(at.legal)
    equal = Ranking(group[0], group[1:], [], [], dict.fromkeys(group, 0.0))
    assert not GAME.advice.whole_hint(at, equal)
    for number, one in enumerate(group):
        at.prospects[one].means["points 0"] = 9.0 * number  # type: ignore[index]
    assert GAME.advice.whole_hint(at, equal)


def test_a_sure_loser_is_advised_though_the_search_dropped_it_early() -> None:
    at = sale("TD", "KS 9D 6D", ("AH QH 2C", "TC 3C", "AS"), LATE, 7)
    at = with_wins(at, {"KS": 0.9, "9D": 0.5, "6D": 0.0})
    assert preferred(at, "9D", "KS") == "6♦"


def test_only_the_lowest_card_is_called_so() -> None:
    at = with_wins(sale("8H", "5C 4S 9D", ("QD", "3H", "2S"), "KS QS JS 9H 3D 2D", 10), {"5C": 0.1, "4S": 0.1, "9D": 0.8})
    assert ", your lowest," not in told(at, "5C")


def test_all_cards_that_lose_to_the_same_ones_are_named_and_none_of_them_is_kept() -> None:
    at = with_wins(sale("3D", "7H AC 6D 5D", ("TC 2D", "4C", "2S"), "KS QS JS 9H 9C 4D", 8), {"7H": 0.1, "5D": 0.1, "AC": 0.9})
    said = told(at, "7H")
    assert said.endswith(": 7♥, 6♦ and 5♦ lose to the same cards, and only one card out is lower"), said


def test_a_cheap_card_is_a_place_for_the_highest_bid_below_those_that_should_win_it() -> None:
    at = with_wins(
        sale("2D", "JS 9H JD 6D", ("TC 3D", "4S", "7H"), "QS KH TH 8S 7C 6C 5H 4C", 9),
        {"JS": 0.8, "JD": 0.8, "9H": 0.2, "6D": 0.1},
    )
    assert told(at, "9H").endswith("be rid of 9♥, which costs only 2 if it wins; J♠ should win it")


def test_a_card_that_a_likely_winner_wants_is_the_one_for_which_a_high_card_is_spent() -> None:
    at = sale("JD", "9C 8H 2S", ("AS", "QD", "AC"), LATE, 6)
    shares = {"9C": 0.1, "8H": 0.0, "2S": 0.0}
    assert preferred(with_wins(at, shares), "8H", "9C", "2S") == "9♣"
    assert "[1] should outbid you, so be rid of 9♣; 8♥ and 2♠ stay for later" in told(with_wins(at, shares), "9C")
    assert "outbid" not in told(with_wins(at, shares, rival=2), "9C"), "[2] loses by it as well"


def test_a_high_card_is_spent_where_a_lower_one_wins_too_only_if_it_would_win_worse_later() -> None:
    at, shares = sale("JD", "QC TD 2S", ("KD", "6H", "AS"), LATE, 6), {"QC": 0.9, "TD": 0.9, "2S": 0.0}
    assert told(with_wins(at, shares, {"QC": -1.0, "TD": -9.0}), "QC").endswith(
        "even 10♦ should win it, so spend Q♣ before it wins a card that costs 20"
    )
    assert "spend" not in told(with_wins(at, shares), "QC")


def test_of_close_bids_a_low_one_is_advised_for_a_card_that_costs_much() -> None:
    at = with_wins(sale("TD", "KS 9D 6D", ("AH QH 2C", "TC 3C", "AS"), LATE, 7), {"KS": 0.9, "9D": 0.4, "6D": 0.0})
    assert preferred(at, "KS", "9D", "6D") == "6♦"
    said = "10♦ costs each of you 20: bid 6♦, your lowest; you may get it all the same, for four cards out are lower"
    assert told(at, "6D") == said


def test_the_lowest_card_should_lose_what_costs_all_only_if_few_cards_out_are_lower() -> None:
    at = with_wins(sale("TD", "KS 9D 3H", ("AH QH 2C", "TC 3C", "AS"), LATE, 7), {"KS": 0.9, "9D": 0.4, "3H": 0.1})
    assert told(at, "3H") == "10♦ costs each of you 20: 3♥, your lowest, should lose it, while 9♦ might win it"
    assert "should lose" not in told(with_wins(at, {"KS": 0.9, "9D": 0.4, "3H": 0.25}), "3H")


def test_a_high_hand_wins_a_card_at_a_cost_to_keep_its_few_low_ones() -> None:
    at = sale("4C", "AS QS AH 9H KD QD TD 3C", ("6S", "", ""), "KH KC QC JC TC 8C 7C 5S 4D 2H 2D", 2)
    at = with_wins(at, {"KD": 0.95, "9H": 0.8, "3C": 0.1})
    said = "4♣ costs [0] 14, [1] 6 and [2] 6: 9♥ should win it, and with only one low card you must win some; 3♣ stays"
    assert told(at, "9H") == said


def test_the_cards_that_should_still_be_on_sale_are_counted() -> None:
    at = with_wins(sale("AS", "QS 9S 2H", ("", "4C", ""), "KS JS TS 8S 7S 5S KH QH JH 9H 8H 7H", 2), {"QS": 0.7, "9S": 0.2})
    assert told(at, "QS").endswith("Q♠ may well win it, and then about six later spades pay you")


def test_of_bids_that_should_lose_the_highest_is_spent_though_the_search_dropped_it() -> None:
    at = sale("KS", "8S 6S 5H 3C 2C", ("KH 6H", "9S", "4C"), "QS JS TS 9H 8H 7C 9C 8D 7D AD KD QD", 6)
    shares, worth = {"8S": 0.5, "6S": 0.3, "5H": 0.05, "3C": 0.0, "2C": 0.0}, {"5H": 0.49, "3C": 0.5}
    found = {BID + cards.card(card): ActionStatistics(100, {"wins 0": share, "wins 1": 1 - share, WORTH: worth.get(card, 0.4)},
             {WORTH: 0.02}) for card, share in shares.items()}  # fmt: skip
    assert preferred(replace(at, prospects=found), "3C") == "5♥"


def test_of_sure_losers_the_dearer_is_spent_first_if_cards_as_dear_may_come() -> None:
    at = sale("2H", "TC 3H 3C 2C", ("3S", "KS QS", "JD"), "4S 5S 6S 9S TS QH 8D 7D 6D 2S 2D 4H", 5)
    at = with_wins(at, {"TC": 0.4, "3H": 0.05, "3C": 0.05, "2C": 0.0})
    assert preferred(at, "2C", "3C", "3H", "TC") == "3♥"


def test_a_hand_of_aces_wins_a_card_that_costs_before_one_that_costs_more() -> None:
    """Its lowest card loses this one, but the playouts of an ace earn more in the deal."""
    at = sale("4S", "AH AD QH 8C 5D", ("TH 3H", "JH 8D", "QD"), "KH KC QC JC TC 9C 7C 6C 4C 3C 2D 3D 4D", 6)
    shares = {"AH": 1.0, "AD": 1.0, "QH": 0.9, "8C": 0.9, "5D": 0.1}
    for points, said in ((20.0, True), (6.0, False)):
        found = {
            BID + cards.card(card): ActionStatistics(
                100, {"wins 0": share, WORTH: 0.5, "points 0": points if share == 1 else 6.0}
            )
            for card, share in shares.items()
        }
        assert (preferred(replace(at, prospects=found), "5D", "AD", "AH") in ("A♥", "A♦")) == said


def test_the_next_stronger_card_is_named_that_may_win_a_card_nobody_should_want() -> None:
    at = sale("6S", "JS 8H 6D 4D", ("6C 3C", "TS QH 9H", "5S 3H QD"), "KS KH TC 9C 9D 7C 7D 7H 5C 5H 3D 2C", 8)
    said = told(with_wins(at, {"JS": 0.9, "8H": 0.2, "6D": 0.0, "4D": 0.0}), "6D")
    assert said.endswith("; 8♥ might win it")


def test_a_low_card_is_not_spent_on_a_card_that_costs_little() -> None:
    at = sale("4C", "9H 6H 3D 2C", ("KD 8D 5C", "TC", "4D AD"), "KH KS QC JC TS 9C 7C 6C 3C 2D 3S 4H", 6)
    at = with_wins(at, {"9H": 0.4, "6H": 0.1, "3D": 0.0, "2C": 0.0})
    assert preferred(at, "3D", "2C", "6H") == "6♥"


def test_the_highest_card_tries_to_win_what_a_rival_wants_as_well() -> None:
    at = sale("AS", "KC 8C 5C 7D", ("TS 4C", "8S 7S 8H", "3H 8D"), LATE, 10)
    said = "K♣, your highest, has the best chance, but [1] should outbid you; lower ones stay"
    assert said in told(with_wins(at, {"KC": 0.2, "8C": 0.0, "5C": 0.0, "7D": 0.0}), "KC")


def test_a_card_that_costs_most_of_all_is_won_with_the_lowest_card_if_at_all() -> None:
    at = with_wins(sale("TD", "KS 9D 8C", ("AH QH 2C", "TC 3C", "AS"), LATE, 7), {"KS": 0.9, "9D": 0.8, "8C": 0.5})
    assert preferred(at, "9D", "8C") == "8♣"


def test_all_lower_cards_stay_not_the_lowest_alone() -> None:
    at = with_wins(sale("JD", "9C 8S 4H 2S", ("AS", "QD", "AC"), "KS QS JS 7H 5C 4C 3D 2D", 6), {"9C": 0.1, "2S": 0.0})
    assert told(at, "9C").endswith("so be rid of 9♣; lower ones stay for later")


def test_a_card_that_ends_the_game_is_taken_away() -> None:
    at = sale("QC", "KD 8H", ("QS 6S 3H", "QH 7H 5H 4H", "AC"), "TS 3C 4C 9C 8D", 12)
    at.known.totals = (20, 6, 58)
    assert told(with_wins(at, {"KD": 1.0}), "KD").endswith(", and [2] would stand at 109 of 100 with it: take it away with K♦")
    at.known.totals = (20, 6, 8)
    assert "stand" not in told(with_wins(at, {"KD": 1.0}), "KD"), "far from the target"


@cache
def quick_searches() -> list[tuple[Decision[Any], Analysis]]:
    done = []
    for turn in turns(Variant(GAME, GAME.Options()), "words", 40):
        found = analysis_by(make_player("expert", Random(7), 120), turn.view)
        done.append((found.decision, found))
    return done


def test_words_for_a_bid_agree_with_its_share_of_the_playouts_and_with_the_cards_out() -> None:
    said = 0
    for at, found in quick_searches():
        chances, hint = GAME.advice.win_chances(at), found.hint()
        for card in at.legal:
            name, chance = re.escape(at.face(card - BID)), chances[card - BID]
            above = len(GAME.advice.stronger_cards(at, card - BID))
            for words, fits in (
                ("should lose", chance < 0.3), ("should win", chance >= 0.75), ("may well", 0.5 <= chance <= 0.8),
                ("cannot win", above == at.unseen.bit_count()), ("is sure to", not above),
            ):  # fmt: skip
                if re.search(rf"{name}(?:, your \w+,)? {words}", hint):
                    assert fits, f"{hint}: {chance}"
                    said += 1
        if count := re.search(r"(?:for|with) (?:only )?(\w+) (?:of \d+ )?cards (?:out beat|above) it", hint):
            best = GAME.advice.stronger_cards(at, found.best - BID)
            assert count[1] == phrases.number_word(len(best)), hint
            said += 1
        assert not re.search(r"low enough|will do|middling", hint)
        assert at.face(found.best - BID) in hint.partition(":")[2] or "what you like" in hint, hint
    assert said > 10


def test_no_card_is_kept_for_worse_where_nothing_worse_can_come() -> None:
    kept = 0
    for at, found in quick_searches():
        if "for worse" in found.hint():
            now = min(GAME.advice.gain(at, at.seat), 0)
            assert sum([GAME.advice.gain(at, at.seat, card) < now for card in cards.members(at.unseen)]) > 1, found.hint()
            kept += 1
        if "for one as dear" in found.hint():
            worst = min([GAME.advice.gain(at, at.seat, card) for card in cards.members(at.unseen)])
            assert worst <= GAME.advice.gain(at, at.seat), found.hint()
    assert kept


def test_a_lower_card_stays_for_one_as_dear_only_if_such_a_card_is_out() -> None:
    hand, won = "5S QH JC 6D", ("TS AC 5C KD", "AS 8S", "7C 5D 4D")
    for out, use in (("6S 4S 4C 2C 9S 3S", "the cards to come"), ("TH KH 4C 2C 9S 3S", "one as dear")):
        at = with_wins(sale("9H", hand, won, out, 10), {"JC": 0.9, "5S": 0.6, "QH": 0.9, "6D": 0.6})
        assert whole(at, "JC").endswith(f"5♠ stays for {use}")


def missed(at: Decision[Any], better: str, played: str) -> list[str]:
    return [tip.missed for tip in GAME.advice.tips_for_review(at, BID + cards.card(better), BID + cards.card(played))]


def test_a_mark_says_what_beats_each_of_the_two_bids() -> None:
    out = "AS QS JS TS 9S AH QH JH TH 9H"
    at = sale("8D", "KS 2S 5H", ("", "", ""), out, 3)
    assert missed(at, "2S", "KS")[0] == "a first diamond costs you 2: only A♠ and A♥ could beat K♠, ten cards out could beat 2♠"
    won = sale("8D", "KS 2S 5H", ("9D 4D", "", ""), out, 3)
    assert missed(won, "KS", "2S")[0] == "8♦ was worth 8 to you: ten cards out could beat 2♠, only A♠ and A♥ could beat K♠"
    top = sale("8D", "KS 2S 5H", ("", "", ""), "QS JS TS", 3)
    assert missed(top, "2S", "KS")[0] == "a first diamond costs you 2: no card out could beat K♠, three could beat 2♠"


def test_a_card_too_good_for_a_cheap_one_is_kept_for_cards_that_are_out() -> None:
    at = sale("TS", "AD 2H 6S", ("2S KD 9D", "", ""), "QD 8D 3D 4C 5C", 9)
    assert any(
        said.endswith("A♦ was better kept: Q♦ and 8♦ are out and would bring you 8 or more") for said in missed(at, "2H", "AD")
    )
    none = sale("TS", "AD 2H 6S", ("2S KD 9D", "", ""), "4C 5C", 9)
    assert not any("better kept" in said for said in missed(none, "2H", "AD"))
    first = sale("AD", "KD 7S 8H", ("", "", ""), "QS JS TS", 3)
    assert not any("is out" in said or "are out" in said for said in missed(first, "7S", "KD")), "no first card brings more"
