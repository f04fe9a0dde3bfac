"""Hints of Goose: the hook, the tricks that are still needed, and the card to lose."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from random import Random
from typing import Any, cast

from goosetable import cards
from goosetable.engine.hidden.view import view
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import ActionStatistics, statistics_of
from goosetable.engine.words import phrases
from goosetable.games.goose.rules import BID, GooseOptions
from goosetable.players.levels import make_player_with_effort
from tests.games.geese import GAME, bidding, do
from tests.games.playing import Variant
from tests.players.asked import analysis_by
from tests.players.positions import turns
from tests.players.test_right import Position, geese


def decision(position: Position) -> Decision[Any]:
    seen = position.view
    return Decision(seen.known, seen.unseen, seen.sizes, seen.known_hand_cards, seen.legal, GAME.text.card_name)


def test_a_bid_beside_the_one_that_the_hook_forbids_says_so_without_a_principle() -> None:
    state = bidding("2S 3S 4S", "AH KH QH", "AD KD QD", "AC KC QC", dealer=0)
    do(state, "bid 1", "bid 1", "bid 1")
    position = Position(view(GAME, state, 0), "")
    assert BID not in position.view.legal, "the bids would add up to the tricks"
    assert GAME.advice.plain_sentence(decision(position), BID + 1, None) == "Bid 1, as you may not bid 0"


def test_a_lost_trick_takes_the_most_dangerous_of_close_cards_if_no_more_are_needed() -> None:
    at = decision(geese(("KS TS 2S", "7H 8H", "9H 7D"), 0, "KS", "9S AS"))
    king, ten, two = (cards.card(name) for name in ("KS", "TS", "2S"))
    assert GAME.advice.preferred_action(at, [two, ten, king]) == king
    needed = decision(geese(("KS TS 2S", "7H 8H", "9H 7D"), 2, "2S", "9S AS"))
    assert GAME.advice.preferred_action(needed, [ten, two]) == two


def test_the_card_for_the_last_trick_is_named_if_one_of_two_is_needed() -> None:
    at = decision(geese(("QS 2S", "KS", "7H"), 1, "2S", "9S JS"))
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("2S"))]
    assert "Let it go with 2♠: Q♠ is likelier to win the last trick" in said


def test_a_bid_names_the_cards_that_it_hopes_for() -> None:
    state = bidding("JS 9S 6D", "AH KH QH", "AD KD QD", "AC KC QC", dealer=3)
    state.trumps = cards.suit(cards.card("AC"))
    at = decision(Position(view(GAME, state, 0), ""))
    said = {action - BID: [tip.hint for tip in GAME.advice.tips(at, action)] for action in at.legal}
    assert said[1] == ["Bid 1: J♠ may bring one, though you have no trump"]
    assert said[2] == ["Bid 2: J♠ and 9♠ may bring two, though you have no trump"]


def test_a_sure_winner_is_led_in_place_of_a_close_card_that_may_lose() -> None:
    hands = ("AS KS 8C QD", "7S 8S 9C TC", "7D AD 9D TD")
    ace, queen, eight = (cards.card(name) for name in ("AS", "QD", "8C"))
    at = dataclasses.replace(decision(geese(hands, 2, "AS")), prospects={
        card: ActionStatistics(100, {"takes": share}) for card, share in ((ace, 0.9), (queen, 0.5), (eight, 0.1))
    })  # fmt: skip
    assert GAME.advice.preferred_action(at, [queen, ace]) == ace
    assert GAME.advice.preferred_action(at, [eight, ace]) == eight, "a lead to lose the lead"
    few = dataclasses.replace(at, known=decision(geese(hands, 1, "AS")).known)
    assert GAME.advice.preferred_action(few, [queen, ace]) == queen, "two winners are one too many"


def test_a_joker_that_could_not_win_the_last_trick_is_thrown_for_that_reason() -> None:
    at = decision(geese(("5S XL", "KC", "AC"), 1, "XL", "8C 9C"))
    said = [tip.hint for tip in GAME.advice.tips(at, cards.card("XL"))]
    assert "You cannot win this one: throw the Low Joker, for only 5♠ can win the last" in said
    assert "last" not in {tip.name for tip in GAME.advice.tips(at, cards.card("5S"))}


def test_a_bid_of_none_names_the_trumps_that_may_win() -> None:
    state = bidding("JC 9S 6D", "AH KH QH", "AD KD QD", "AC KC QC", dealer=3)
    state.trumps = cards.suit(cards.card("AC"))
    at = decision(Position(view(GAME, state, 0), ""))
    assert [tip.hint for tip in GAME.advice.tips(at, BID)] == ["Bid 0: you hold no ace, and only J♣ may win"]


def test_the_only_trump_is_kept_for_the_only_trick_needed() -> None:
    at = decision(geese(("4H 9C 5C", "KC 7S 8S", "TC 9S TS"), 1, "9C"))
    at.known.trumps = cards.suit(cards.card("4H"))
    said = {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card("9C"))}
    assert said["keep trump"] == "Lead 9♣ and keep 4♥, a trump, for the trick that you need"
    assert "keep trump" not in {tip.name for tip in GAME.advice.tips(at, cards.card("4H"))}


def test_the_lead_is_lost_if_trumps_may_win_all_that_is_needed() -> None:
    at = decision(geese(("KD QD 8S 2S", "KC 9S 7S AD", "TC JS TS 9C"), 2, "2S"))
    at.known.trumps, low = cards.suit(cards.card("KD")), cards.card("2S")
    at = dataclasses.replace(at, prospects={low: ActionStatistics(100, {"takes": 0.1})})
    said = [tip.hint for tip in GAME.advice.tips(at, low)]
    assert "Lead 2♠ to lose the lead: K♦ and Q♦ may win those you need" in said


def test_the_mark_of_a_bid_names_the_natural_one_that_the_hook_barred() -> None:
    state = bidding("2S 3S 4S", "AH KH QH", "AD KD QD", "AC KC QC", dealer=0)
    do(state, "bid 1", "bid 1", "bid 1")
    at = decision(Position(view(GAME, state, 0), ""))
    assert GAME.advice.missed_principle(at, BID + 1, BID + 3).missed.endswith(": 3 was too many, and the hook barred 0")
    assert "hook" not in GAME.advice.missed_principle(at, BID + 2, BID + 3).missed, "1 was free"


def test_a_lead_of_a_needed_card_is_marked_with_the_cards_that_could_beat_it() -> None:
    at = decision(geese(("KD QD 8S 2S", "KC 9S 7S AD", "TC JS TS 9C"), 2, "2S"))
    at.known.trumps, low, high = cards.suit(cards.card("KD")), cards.card("2S"), cards.card("KD")
    at = dataclasses.replace(at, prospects={low: ActionStatistics(100, {"takes": 0.1, "under": 0.2}),
                                            high: ActionStatistics(100, {"takes": 0.9, "under": 0.6})})  # fmt: skip
    said = {tip.name: tip.missed for tip in GAME.advice.tips_for_review(at, low, high)}
    assert said["wait"] == "A♦ could beat K♦: 2♠, a loser, goes first"


def ranking(at: Decision[Any], best: str, *level: str, worse: str = "") -> Ranking:
    """The ranking of a decision with cards as good as the best, and clearly worse ones."""
    equal, apart = (tuple([cards.card(name) for name in names]) for names in (level, worse.split()))
    good, loss = (cards.card(best), *equal), {one: 0.1 * (one in apart) for one in at.legal}
    return Ranking(
        good[0], equal, (), apart, loss, tried=good, listed=lambda group: phrases.listed(list(map(at.face, group)), "or")
    )


def test_a_bid_is_called_close_only_if_it_earns_about_the_points_of_the_best() -> None:
    state = bidding("2S 3S 4S 5H", "AH KH QH 9C", "AD KD QD 9D", "AC KC QC 8C", dealer=3)
    at, zero = decision(Position(view(GAME, state, 0), "")), BID
    earned = f"points {at.seat}"
    at = dataclasses.replace(at, prospects={
        BID + bid: ActionStatistics(100, {earned: points}) for bid, points in enumerate((5.0, 4.0, -9.0))
    })  # fmt: skip
    close = Ranking(zero, (), (BID + 1, BID + 2), (), dict.fromkeys(at.legal, 0.0), tried=at.legal)
    assert GAME.advice.whole_hint(at, close).endswith("; 1 is close")


def test_a_lead_that_loses_says_which_kept_cards_win_what_is_needed() -> None:
    at = decision(geese(("AH 2S 9C", "KC 9S 7S", "TC JS TS"), 1, "2S"))
    at = dataclasses.replace(at, prospects={
        cards.card("2S"): ActionStatistics(100, {"takes": 0.0}), cards.card("AH"): ActionStatistics(100, {"takes": 0.8}),
        cards.card("9C"): ActionStatistics(100, {"takes": 0.5}),
    })  # fmt: skip
    said = GAME.advice.whole_hint(at, ranking(at, "2S", worse="AH 9C"))
    assert said == "Lead 2♠ to lose the lead: A♥ should win the trick you need"


def test_a_kept_card_is_named_with_the_few_cards_that_beat_it() -> None:
    at = decision(geese(("KH 2S 9C", "AH 9S 7S", "TC JS TS"), 1, "2S"))
    at = dataclasses.replace(at, prospects={
        cards.card("2S"): ActionStatistics(100, {"takes": 0.0}), cards.card("KH"): ActionStatistics(100, {"takes": 0.5}),
        cards.card("9C"): ActionStatistics(100, {"takes": 0.5}),
    })  # fmt: skip
    said = GAME.advice.whole_hint(at, ranking(at, "2S", worse="KH 9C"))
    assert said == "Lead 2♠ to lose the lead: K♥, with only A♥ above it, may win the trick you need"


def test_a_second_clause_makes_no_hint_too_long() -> None:
    brief = "Lead 9♠ to lose the lead: it is your only spade, and you can then ruff spades"
    advice: Any = GAME.advice
    assert advice.with_clause_if_brief(brief, "you need one more") == f"{brief}; you need one more"
    assert advice.with_clause_if_brief(brief, "10♦, with only A♦, Q♦ and J♦ above it, may win the trick you need") == brief


def test_a_single_card_was_good_for_a_bid() -> None:
    state = bidding("4C 9H 8D", "AH KH QH", "AD KD QD", "AC KC QC", dealer=3)
    state.trumps = cards.suit(cards.card("AC"))
    at = decision(Position(view(GAME, state, 0), ""))
    assert [tip.missed for tip in GAME.advice.tips(at, BID + 1)] == ["4♣ was good for 1"]


def test_of_two_cards_under_a_lost_trick_the_kept_one_has_few_above_it() -> None:
    at = decision(geese(("KH 4H 9C", "QH 7S", "JH TS"), 1, "4H", "AH 9H"))
    said = GAME.advice.whole_hint(at, ranking(at, "4H", worse="KH"))
    assert said == "You cannot win this one: play 4♥ and keep K♥, the highest heart left; you need one of the last three"


def test_a_winner_too_many_is_left_for_the_loser() -> None:
    at = decision(geese(("KH 4H AC", "9S 7S", "JS TS"), 1, "4H", "9H TH"))
    at = dataclasses.replace(at, prospects={
        cards.card("4H"): ActionStatistics(100, {"takes": 0.0, "over": 0.0, "under": 0.1}),
        cards.card("KH"): ActionStatistics(100, {"takes": 1.0, "over": 0.6, "under": 0.0}),
    })  # fmt: skip
    said = GAME.advice.whole_hint(at, ranking(at, "4H", worse="KH"))
    assert said == "Let it go with 4♥: beside A♣, K♥ could win one too many"


def test_hints_say_of_tricks_what_the_playouts_show() -> None:
    """A card that "should be enough" wins in most playouts, one that is led to lose the lead seldom does, and no card is both
    advised and kept.
    """
    checked = 0
    for turn in turns(Variant(GAME, GooseOptions(players=4, max_hand=6)), "shares", 40, 0.5):
        if turn.view.legal[0] >= BID:
            continue
        found = analysis_by(make_player_with_effort("expert@10%", Random("shares")), turn.view)
        hint, share = found.hint(), found.statistics(found.best).mean("takes")
        if "to lose the lead" in hint:
            checked += 1
            assert share <= 0.3, hint
        if "should be enough" in hint or "it should win" in hint:
            checked += 1
            assert share >= 0.75, hint
        faces = {GAME.text.card_name(card): card for card in turn.view.legal}
        if taker := re.search(r"(\S+[♠♥♦♣])(?:, a trump,)? would take it", hint):
            checked += 1
            assert found.statistics(faces[taker[1]]).mean("takes") >= 0.75, hint
        if kept := re.search(r"keep (\S+?)[,;:]", hint):
            checked += 1
            assert GAME.text.card_name(found.best) != kept[1] and hint.count(kept[1]) == 1, hint
        assert len(hint.split()) <= 30, hint
    assert checked


def test_a_lost_trick_keeps_the_winners_if_too_few_tricks_are_the_danger() -> None:
    """J♣ is thrown beside A♦ if one trick too many is likelier than one too few, else 6♣."""
    at, (jack, six) = decision(geese(("JC 6C AD", "9C 8H", "QC 7D"), 1, "6C", "4S 9S")), map(cards.card, ("JC", "6C"))
    few, many = (dataclasses.replace(at, prospects={
        jack: ActionStatistics(100, {"takes": 0.0, "over": over, "under": under}),
        six: ActionStatistics(100, {"takes": 0.0, "over": over + 0.05, "under": under - 0.05}),
    }) for over, under in ((0.05, 0.6), (0.5, 0.1)))  # fmt: skip
    assert GAME.advice.preferred_action(few, [jack, six]) == six
    assert GAME.advice.preferred_action(many, [six, jack]) == jack
    said = [GAME.advice.whole_hint(one, ranking(one, "JC", worse="6C")) for one in (few, many)]
    assert "one more would" not in said[0] and said[1].endswith("and one more would be too many")


def test_the_trumps_that_outnumber_the_tricks_needed_are_told_before_a_plain_card() -> None:
    at = decision(geese(("JS TH 9H 6H 4D", "KS QS AH KH 3D", "2S 3S 2H 5D 7D"), 1, "4D"))
    at = dataclasses.replace(at, known=at.known.copy())
    at.known.trumps, advice = 1, cast(Any, GAME.advice)
    assert advice.keep_clause(at, [cards.card("4D")], 1) == "your three trumps may win the trick you need"
    assert advice.keep_clause(at, [cards.card(name) for name in ("4D", "TH", "9H", "6H")], 1) == (
        "J♠, with only K♠ and Q♠ above it, may win the trick you need"
    )


def test_a_lead_that_many_cards_beat_is_no_likeliest_winner() -> None:
    at = decision(geese(("3H 5D 4D", "AH KH QH", "AD KD JH"), 1, "3H"))
    shares = {"3H": 0.2, "5D": 0.1, "4D": 0.1}
    at = dataclasses.replace(
        at, prospects={cards.card(name): ActionStatistics(100, {"takes": one}) for name, one in shares.items()}
    )
    said = GAME.advice.whole_hint(at, ranking(at, "3H", worse="5D 4D"))
    assert said.startswith("Lead 3♥") and "likeliest winner" not in said


def test_a_high_card_waits_until_the_one_above_it_is_gone() -> None:
    at = decision(geese(("KS 3C 2H", "AS QS KH", "9H 7D 4D"), 1, "2H"))
    king, two = cards.card("KS"), cards.card("2H")
    beaten = {king: ActionStatistics(30, {"takes": 0.2}, {}, {}), two: ActionStatistics(30, {"takes": 0.0}, {}, {})}
    assert GAME.advice.preferred_action(dataclasses.replace(at, prospects=beaten), [king, two]) == two
    holds = {king: ActionStatistics(30, {"takes": 0.6}, {}, {}), two: ActionStatistics(30, {"takes": 0.0}, {}, {})}
    assert GAME.advice.preferred_action(dataclasses.replace(at, prospects=holds), [king, two]) == king


def with_means(at: Decision[Any], means: dict[str, dict[str, float]]) -> Decision[Any]:
    found = {cards.card(name): statistics_of([one, one] * 50) for name, one in means.items()}
    return dataclasses.replace(at, prospects=found)


def test_a_card_that_is_needed_later_is_kept_on_a_lost_trick() -> None:
    at = decision(geese(("TS 5C 9D", "7S 8S", "9S TC"), 2, "5C", "AH QH"))
    tricks = {"TS": 0.5, "5C": 0.7, "9D": 0.71}
    means = {name: {"tricks 0": won, "takes": 0.0, "over": 0.0, "under": 0.9, "made 0": 0.1} for name, won in tricks.items()}
    level, (ten, five, nine) = with_means(at, means), [cards.card(name) for name in tricks]
    assert GAME.advice.preferred_action(level, [ten, five, nine]) == five
    said = GAME.advice.thrift_sentence(level, five)
    assert said.startswith("You cannot win this one: throw") and said.endswith("keep 10♠, for you need both later tricks")
    assert "hardly" not in said and GAME.advice.thrift_sentence(at, five) == ""


def test_no_card_is_as_good_that_loses_more_than_a_little() -> None:
    at = decision(geese(("TS 5C 9D", "7S 8S", "9S TC"), 0, "5C", "AH QH"))
    ten, five, nine = (cards.card(name) for name in ("TS", "5C", "9D"))
    loss = {ten: 0.0, five: 0.002, nine: 0.0049}
    level = with_means(at, {name: {"takes": 0.0} for name in ("TS", "5C", "9D")})

    def listed(group: Sequence[int]) -> str:
        return " or ".join(map(GAME.text.card_name, group))

    ranking = Ranking(ten, [], [five, nine], [], loss, tried=[ten, five, nine], listed=listed)
    said = GAME.advice.whole_hint(level, ranking)
    assert nine in ranking.good and said.startswith("Throw 10♠") and "9♦" not in said.partition(":")[0]


def test_a_lead_is_lost_rather_than_won_if_too_many_tricks_are_the_danger() -> None:
    at = decision(geese(("AH TD 6C", "KC 7S 8S", "8C 9S TS"), 1, "6C"))
    ten, six = cards.card("TD"), cards.card("6C")
    means = {"TD": {"takes": 0.5}, "6C": {"takes": 0.2}}
    for over, made, best in ((0.7, 0.3, six), (0.7, 0.2, ten), (0.3, 0.3, ten)):
        shares = {"over": over, "under": 0.1, "made 0": 0.3}
        figures = {"TD": means["TD"] | shares, "6C": means["6C"] | shares | {"made 0": made}}
        assert GAME.advice.preferred_action(with_means(at, figures), [ten, six]) == best


def test_a_bid_that_no_card_can_change_is_called_so() -> None:
    for need, won, made, said in (
        (0, 0.0, 1.0, "No card of yours should win another trick, and you have your tricks"),
        (0, 1.0, 0.0, "Whatever you play, you should win a trick too many"),
        (1, 0.0, 0.02, "Your bid is as good as lost"),
        (1, 0.0, 0.5, ""),
    ):
        at = decision(geese(("TS 5C 9D", "KC 7S 8S", "8C 9S TC"), need, "5C"))
        one = {"tricks 0": at.known.tricks(0) + won, "made 0": made, "takes": 0.3, "over": 0.0, "under": 0.0}
        told = GAME.advice.thrift_sentence(with_means(at, dict.fromkeys(("TS", "5C", "9D"), one)), cards.card("5C"))
        assert told == (f"{said}: play what you like" if said else "")


def test_a_winner_and_a_loser_are_not_called_level() -> None:
    at = decision(geese(("AH 5C 9D", "7S 8S", "9S TC"), 0, "5C", "KH QH"))
    means = {
        "AH": {"takes": 1.0, "tricks 0": 9.5},
        "5C": {"takes": 0.0, "tricks 0": 9.3},
        "9D": {"takes": 0.0, "tricks 0": 9.3},
    }
    at = dataclasses.replace(with_means(at, means), legal=tuple(cards.card(name) for name in means))
    said = GAME.advice.thrift_sentence(at, cards.card("5C"))
    assert said == "Throw 5♣ or 9♦: A♥ would take the trick, and you have your tricks"
