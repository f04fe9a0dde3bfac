"""Hints of Gooseberry Fool: the reason is what a trick does for the total, and no reason speaks against its own card."""

from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any

from goosetable import cards
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.action import GIVE, VERB_SPAN
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import ActionStatistics, statistics_of
from goosetable.engine.words import phrases
from goosetable.games.gooseberry_fool.advice import FoolAdvice
from goosetable.games.gooseberry_fool.rules import TRICKS, FoolOptions, GooseberryFool
from goosetable.games.gooseberry_fool.stakes import outlook
from goosetable.players.levels import make_player_with_effort
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import ending, turns

ADVICE = FoolAdvice()


def decision(seen: View) -> Decision[Any]:
    return Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, seen.game.text.card_name)


def ranking(at: Decision[Any], best: str, *others: str, worse: str = "") -> Ranking:
    """The ranking of a decision with cards as good as the best, and clearly worse ones."""
    equal, apart = (tuple([cards.card(name) for name in names]) for names in (others, worse.split()))
    good, loss = (cards.card(best), *equal), {one: 0.1 * (one in apart) for one in at.legal}
    return Ranking(
        good[0], equal, (), apart, loss, tried=good, listed=lambda group: phrases.listed(list(map(at.face, group)), "or")
    )


def test_the_middle_of_a_first_deal_is_worth_less_than_the_second_place() -> None:
    """With the ten the seat has the highest total, 21 to 13 and 9, and the middle total wins."""
    found = outlook(FoolOptions(), (0, 0, 0), (5, 3, 3), 0)
    assert found.ten == 1.0 and found.worth < outlook(FoolOptions(), (0, 0, 0), (5, 3, 3), 1).worth
    alone = FoolOptions(length="one-deal")
    assert outlook(alone, (0, 0, 0), (5, 3, 3), 0).worth == 1.0, "the middle score of the only deal"
    start = outlook(FoolOptions(), (0, 0, 0), (0, 0, 0), 0)
    assert abs(start.ten - 1 / 3) < 0.01 and abs(start.worth - 1 / 3) < 0.01


def test_the_last_trick_goes_where_the_totals_say() -> None:
    """The tricks 4, 3, 3 become 4 3 4: 12 points, 21 with the ten, and 10."""
    at = decision(ending(("", "", ""), (4, 3, 3), "AS X KS", 2, 0))
    assert sum(at.known.taken()) == TRICKS - 1
    assert ADVICE.most_helpful_taker(at) == 2
    assert ADVICE.preferred_action(at, at.legal) == GIVE + 2


def test_the_stake_is_the_count_for_the_middle_or_the_points() -> None:
    four = decision(ending(("AH", "KH", "QH"), (2, 4, 3), "AS X KS", 2, 0))
    assert ADVICE.stake_clause(four, 2, 0) == "both others then have four, so the middle is yours"
    gone = decision(ending(("AH", "KH", "QH"), (2, 3, 4), "AS X KS", 2, 0))
    assert ADVICE.stake_clause(gone, 1, 2) in ("", "both others then have four, so the middle is yours")
    early = decision(ending(("AH KH QH JH TH 9H 8H 7H", "AD KD QD JD TD 9D 8D 7D", "AC KC QC JC TC 9C 8C 7C"),
                            (1, 1, 0), "AS X KS", 2, 0))  # fmt: skip
    assert ADVICE.stake_clause(early, 2, 1) == "[2's] tricks count two for you, [1's] none"
    assert ADVICE.stake_clause(early, 1, 2) == ""


def test_no_stake_is_named_for_a_taker_that_is_not_better() -> None:
    """A clause prefers one taker of the trick to another only where it helps the seat more, and never both ways."""
    game, said = GooseberryFool(), 0
    for turn in turns(Variant(game, game.Options()), "stakes", 80, 0.5):
        at = decision(turn.view)
        if not isinstance(at.known, TrickState) or at.known.over:
            continue
        for good in range(3):
            for bad in range(3):
                clause = ADVICE.stake_clause(at, good, bad)
                said += bool(clause)
                assert not clause or ADVICE.worth_of_taker(at, good) > ADVICE.worth_of_taker(at, bad)
    assert said


def test_a_last_card_names_the_taker_and_the_stake_of_both() -> None:
    """Seat 0 plays last: the ace leaves the trick to its right neighbour, the jack to its left one."""
    at = decision(ending(("AS JS 7H 8H 9H TH JH QH KH", "AD KD QD JD TD 9D 8D 7D", "AC KC QC JC TC 9C 8C 7C"),
                         (1, 0, 1), "TS KS", 1, 0))  # fmt: skip
    ace, jack = ADVICE.whole_hint(at, ranking(at, "AS", worse="JS")), ADVICE.whole_hint(at, ranking(at, "JS"))
    assert ace == "Leave it to [2] with A♠: [2's] tricks count two for you, your own only one"
    assert jack.startswith("Take it with J♠")


def test_likely_middle_cards_with_the_same_chance_are_named_together() -> None:
    at = decision(ending(("QH TH 9H AS KS QS JS TS 9S", "KH JH AD KD QD JD TD 9D 8D", "8H AC KC QC JC TC 9C 8C 7C"),
                         (1, 1, 0), "", 0, 0))  # fmt: skip
    said = ADVICE.whole_hint(at, ranking(at, "QH", "TH", "9H", worse="AS"))
    assert said.startswith("Lead Q♥, 10♥ or 9♥, likely the middle card if both follow: K♥, J♥ and 8♥ are out"), said


def test_the_goose_is_not_said_to_stay_at_home_if_a_suit_is_missing_already() -> None:
    at = decision(ending(("X 8S AD KD", "9S TS QS QD", "7H 8H 9H TH"), (3, 2, 2), "", 0, 0))
    diamond = cards.card("AD")
    assert "home" not in {tip.name for tip in ADVICE.tips(at, diamond)}
    held = dataclasses.replace(at, unseen=cards.cards("9S TS QS QD"))
    assert "home" in {tip.name for tip in ADVICE.tips(held, diamond)}


def test_a_second_card_says_with_which_cards_of_the_last_seat_it_gives_the_trick_to_whom() -> None:
    """Seat 2 led Q♣, and the ace, the jack and the nine of clubs are out. The tricks of seat 2 help seat 0 least or most."""
    at = decision(ending(("TC KC 7S 8S", "AC JC 9C 7H", "9H TH JH"), (3, 1, 3), "QC", 2, 0))
    ten = cards.card("TC")
    said = (
        ADVICE.whole_hint(at, ranking(at, "TC", worse="KC")),
        ADVICE.whole_hint(at, ranking(at, "KC", worse="TC")),
    )
    assert any("plays]" in one or "follows]" in one for one in said), said
    groups = ADVICE.cards_by_taker(at, ten)
    assert [{cards.name(card) for card in group} for group in groups] == [{"9C"}, {"JC"}, {"AC"}]


def test_one_of_two_lone_cards_is_led_with_the_number_of_cards_out() -> None:
    at = decision(ending(("AS KH TH 8H 9C", "KS 9S AC 7H 9H", "7S JH QH 8D 7D"), (2, 2, 2), "", 0, 0))
    spade = next(tip.hint for tip in ADVICE.tips(at, cards.card("AS")) if tip.name == "short")
    assert spade == "Lead A♠, your only spade: three more are out, and then you can play anything when spades are led"
    assert "short" not in {tip.name for tip in ADVICE.tips(at, cards.card("9C"))}, "a single club is out"


def test_a_hint_names_the_taker_that_the_playouts_show() -> None:
    """A hint that a seat should take the trick, or that a card is likely the middle one, agrees with the playouts."""
    game, checked = GooseberryFool(), 0
    for turn in turns(Variant(game, game.Options()), "takers", 16, 0.1):
        if turn.view.legal[0] >= VERB_SPAN or len(turn.view.legal) < 2:
            continue
        found = analysis_by(make_player_with_effort("expert@10%", Random("takers")), turn.view)
        hint = found.hint()
        if to := re.search(r"\[(\d)\] should take the trick", hint):
            checked += 1
            assert found.statistics(found.best).mean(f"to {to[1]}") >= 0.6, hint
        if " to stay out" in hint:
            checked += 1
            assert found.statistics(found.best).mean(f"to {turn.view.seat}") <= 0.3, hint
        if "what you like, it makes hardly a difference" in hint:
            checked += 1
            assert max(found.ranking.loss.values()) - min(found.ranking.loss.values()) <= 0.01 or (
                len(found.ranking.good) == len(turn.view.legal)
            ), hint
        assert hint != "" and not hint.endswith(":")
    assert checked


def test_a_discard_keeps_the_last_card_of_a_suit_or_a_middle_card() -> None:
    """All cards of seat 0 take the trick as the odd suit; it leads next."""
    hands = ("QC TC 8S", "9C 8C", "7C KH")
    at = decision(ending(hands, (4, 2, 2), "9D QD", 1, 0))
    said = ADVICE.whole_hint(at, ranking(at, "QC", "TC", worse="8S"))
    assert said.endswith("throw Q♣ or 10♣ and keep 8♠, the last spade"), said


def test_the_discard_before_the_last_trick_says_who_takes_it_then() -> None:
    """Two cards are unseen: a lone card takes the last trick from them, or of three in a suit the middle one takes it."""
    said = {}
    for mine, one, two in (("9S 7D", "7H", "JD"), ("AC 7C", "JC", "8C")):
        at = decision(ending((mine, one, two), (4, 3, 2), "9C KC" if "D" in mine else "7H KS", 1, 0))
        best, other = mine.split()[::-1]
        said[mine] = ADVICE.whole_hint(at, ranking(at, best, worse=other))
    assert said["9S 7D"].endswith("and keep 9♠, which takes the last trick, with only 7♥ and J♦ out"), said
    assert said["AC 7C"].endswith("throw 7♣ and keep A♣, which leaves the last trick to J♣, not 8♣"), said


def test_a_lone_good_card_without_worse_ones_makes_hardly_a_difference() -> None:
    """The other cards lose so little that they are neither good nor bad."""
    hands = ("KS QS 8S AH", "9S 8C 7C", "TS KH QH JH")
    at = decision(ending(hands, (3, 2, 2), "JS", 2, 0))
    said = ADVICE.whole_hint(at, ranking(at, "8S")._replace(indifferent="Hardly a difference"))
    assert said == "Hardly a difference" or said.startswith("Play 8♠: "), said


def with_figures(at: Decision[Any], **figures: dict[str, float]) -> Decision[Any]:
    """A decision with the means of playouts after its cards. figures: by card, the means by key."""
    found = {cards.card(name): ActionStatistics(100, dict(means)) for name, means in figures.items()}
    return dataclasses.replace(at, prospects=found)


def test_a_lead_is_no_middle_card_if_a_worse_one_is_likelier_in_the_middle() -> None:
    """Above J♦ are A♦ and Q♦, below it 10♦ and 7♦: of six pairs it is in the middle of four, K♦ of three."""
    at = decision(ending(("KD JD 9S 9C", "AD TD 9H 8H", "QD 7D KC QC"), (2, 2, 3), "", 0, 0))
    king, jack = (
        ADVICE.whole_hint(at, ranking(at, "KD", worse="JD 9S")),
        ADVICE.whole_hint(at, ranking(at, "JD", worse="KD 9S")),
    )
    assert "middle card" not in king
    assert jack.startswith("Lead J♦, likely the middle card if both follow")


def test_a_discard_useless_in_the_middle_is_praised_only_if_all_worse_cards_could_be_there() -> None:
    """8♥ is as low as 7♦, but a worse card: the diamonds are thrown because they are few."""
    at = decision(ending(("AH TH 8H 7H 7D QD", "9S KD JD 9H QH", "AD TD KH JH TC"), (2, 2, 1), "QS X", 1, 0))
    said = ADVICE.whole_hint(at, ranking(at, "7D", worse="8H AH"))
    assert (
        said
        == "The Goose has this trick: throw 7♦, from your short diamonds: out of them, you choose freely when diamonds are led"
    )
    assert ADVICE.whole_hint(at, ranking(at, "7D", worse="TH")).startswith("The Goose has this trick: throw 7♦, useless as a")


def test_leads_after_which_every_playout_ends_alike_make_no_difference() -> None:
    at = decision(ending(("9H 8H 7H QD", "TC 9C 8C 7C", "TD 9D KC QC"), (4, 2, 1), "", 0, 0))
    same = {f"points {who}": points for who, points in enumerate((14.0, 18.0, 1.0))}
    level = with_figures(at, **dict.fromkeys(("9H", "8H", "7H", "QD"), same))
    order = ranking(level, "QD", worse="9H")._replace(indifferent="no difference")
    assert ADVICE.whole_hint(level, order) == "no difference"


def test_a_total_less_often_the_lowest_is_told_by_the_points_of_the_trick() -> None:
    """Seat 2 sits on the right of seat 0, so that a trick given to it is worth two."""
    at = decision(ending(("AH", "KH", "QH"), (3, 3, 3), "AS X KS", 2, 0))
    ends = {action: [{"below": float(k < low), "worth": float(k >= low)} for k in range(40)] for action, low in
            ((GIVE + 2, 4), (GIVE, 12), (GIVE + 1, 20))}  # fmt: skip
    found = dataclasses.replace(at, prospects={action: statistics_of(deals) for action, deals in ends.items()})
    order = Ranking(GIVE + 2, (), (), (), {})
    assert ADVICE.playouts_clause(found, order, GIVE + 1, (2, 1)) == "[2 sits] on your right, so the trick is worth two to you"
    keep = ADVICE.playouts_clause(found, Ranking(GIVE, (), (), (), {}), GIVE + 1, (0, 1))
    assert keep == "it is one for you; [1's] trick would bring you nothing and [2] two"


def test_where_the_game_does_not_differ_the_points_of_the_deal_decide() -> None:
    """All leads win the game equally often; the queen earns two points more, which are a trick of seat 2."""
    at = decision(ending(("QD 9H 8H", "TC 9C 8C", "JD AD 9S"), (3, 3, 2), "", 0, 0))
    means = {"QD": (15.0, 0.9), "9H": (13.0, 0.1), "8H": (13.0, 0.1)}
    figures = {name: {"worth": 0.33, "points 0": points, "to 2": share, "to 1": 1 - share}
               for name, (points, share) in means.items()}  # fmt: skip
    level = with_figures(at, **figures)
    assert ADVICE.do_points_decide(level)
    order = ranking(level, "9H", "QD", "8H")._replace(indifferent="no difference")
    assert ADVICE.whole_hint(level, order) == "no difference", "the queen earns more than the nine"
    said = ADVICE.whole_hint(level, order._replace(best=cards.card("QD"), level=(cards.card("9H"), cards.card("8H"))))
    assert said.startswith("Lead Q♦") and "[2]" in said


def test_a_lead_over_the_middle_total_is_told_by_its_points() -> None:
    at = decision(ending(("QD 9H", "TC 9C", "JD AD"), (5, 2, 2), "", 0, 0))
    at.known.totals = [30, 20, 10]
    ends = {name: {f"points {who}": points for who, points in enumerate(earned)} for name, earned in
            (("QD", (10.0, 15.0, 5.0)), ("9H", (15.0, 14.0, 5.0)))}  # fmt: skip
    found = with_figures(at, **ends)
    said = ADVICE._margin_clause(found, cards.card("QD"), cards.card("9H"))
    assert said == "you then lead [1] by about 5, not 11, and the middle total wins"
    assert ADVICE._margin_clause(found, cards.card("9H"), cards.card("QD")) == "", "that lead is larger"


def test_the_last_tricks_are_told_only_if_no_play_changes_them() -> None:
    """Over positions of random deals: whatever the seats play from the true hands, the sentence on the last tricks holds."""
    game, said = GooseberryFool(), 0

    def ends(state: Any) -> set[tuple[int, ...]]:
        if state.over:
            return {state.taken()}
        found = set()
        for action in view(game, state, state.turn).legal:
            after = state.copy()
            game.apply(after, action)
            found |= ends(after)
        return found

    for turn in turns(Variant(game, game.Options()), "last", 500):
        cards_left, hint = turn.view.hand.bit_count(), ADVICE.fixed_result_sentence(decision(turn.view))
        if not hint:
            continue
        truth: Any = turn.truth
        said, (end,) = said + 1, ends(truth)
        mine = end[turn.view.seat] - truth.taken()[turn.view.seat]
        words = ("both" if mine == 2 else "all") if mine == cards_left else ("none", "one", "two")[mine]
        one_each = mine == 1 and re.search(r"you and .* take one each|, you one", hint)
        none = mine == 0 and not re.search(r"\byou\b", hint)
        assert one_each or none or "decide" in hint or re.search(rf"[Yy]ou take {words}\b|else {words}\b", hint), hint
    assert said >= 10
