"""Hints of Goosed: the fourth Goose, a Goose on the table, and one that waits."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from goosetable import cards
from goosetable.engine.text.advice import Decision
from goosetable.engine.text.explain import statistics_of
from goosetable.games.goosed.rules import Goosed
from tests.games.playing import Variant
from tests.players.positions import turns

GAME: Final[Any] = Goosed()


def fox(
    hand: str, reds: tuple[int, int], caught: dict[int, str], trick: str = "", unseen: str = "7C 6C 5C 4C"
) -> Decision[Any]:
    """Seat 2 is to act with spades as trumps; seat 2, or another before it, has led."""
    (turn, *_) = turns(Variant(GAME, GAME.Options()), "level", 1)
    known: Any = turn.view.known.copy()
    known.turn, known.turned, known.voids = 2, cards.card("AS"), [0] * 4
    known.first, known.catcher = reds
    known.won = [cards.cards(caught.get(seat, "")) for seat in range(4)]
    known.trick = [cards.card(name) for name in trick.split()]
    known.leader = (2 - len(known.trick)) % 4
    known.hands[2] = cards.cards(hand)
    size = len(hand.split())
    return Decision(known, cards.cards(unseen), (size,) * 4, (), tuple(cards.members(cards.cards(hand))), GAME.text.card_name)


def hints(at: Decision[Any], card: str) -> dict[str, str]:
    return {tip.name: tip.hint for tip in GAME.advice.tips(at, cards.card(card))}


def never_winning(at: Decision[Any], *names: str) -> Decision[Any]:
    ends = [{"takes": 0.0}] * 30
    return dataclasses.replace(at, prospects={cards.card(name): statistics_of(ends) for name in names})


def test_a_red_fox_with_three_geese_and_the_fourth_in_hand_loses_the_lead() -> None:
    at = never_winning(fox("6H 2H 4D", (2, 1), {1: "4C 4H 5C 6D", 2: "4S 7S AS 2S"}), "6H", "2H", "4D")
    assert hints(at, "2H")["lose lead"] == "Lead 2♥ to lose the lead: 4♦ must go to a White, or you are goosed"
    assert GAME.advice.plain_sentence(at, cards.card("2H"), None) == hints(at, "2H")["lose lead"]
    free = fox("6H 2H 4D", (2, 1), {1: "4C 5C 6D 7D", 2: "7S AS 2S 3S", 0: "4H AH 2C 3C"})
    assert "lose lead" not in hints(never_winning(free, "6H", "2H", "4D"), "2H"), "the Whites have a Goose"


def test_a_red_fox_wins_with_another_card_than_the_goose() -> None:
    at = fox("5C 3C 4C", (2, 1), {2: "4S 7S AS 2S", 1: "4D 5D 6D 7D"}, "2C AC AD", "5H 6H 7H")
    said = "Take it with 3♣, not 4♣: the Whites must have one Goose, or you are goosed"
    assert hints(at, "3C")["not goose"] == said
    assert "not goose" not in hints(at, "4C")


def test_a_goose_on_the_table_may_be_caught() -> None:
    """Two seats play later, so that a trump is only the highest so far."""
    at = fox("6S 3H", (2, 3), {0: "4H 7H AH 2H", 2: "4C 7C AC 2C"}, "4D", "7S 5S 2D 3D")
    ends = [{"takes": float(number % 2)} for number in range(30)]
    at = dataclasses.replace(at, prospects={cards.card("6S"): statistics_of(ends)})
    assert hints(at, "6S")["try catch"] == "Try to catch 4♦, worth 4, with 6♠, and only 7♠ can beat it"


def test_a_goose_waits_for_a_trick_of_its_side() -> None:
    at = fox("5D 2H 4C", (0, 3), {1: "4S 7S AS 2S", 0: "4H 7H AH 3H"})
    assert hints(at, "5D")["hold for side"] == "Lead 5♦ and keep 4♣ until your side is winning a trick"
    assert "hold for side" not in hints(at, "4C")


def test_the_first_goose_may_choose_a_partner_among_close_cards() -> None:
    """Before the Foxes are known no opponent is an enemy, so the Goose is no card to spare."""
    at = fox("4D AD", (-1, -1), {}, "7D AS")
    assert not at.known.decided
    assert GAME.advice.preferred_action(at, [cards.card("4D"), cards.card("AD")]) == cards.card("4D")


def test_one_goose_is_named_with_its_points_and_several_by_their_sum() -> None:
    at = fox("6S 3H", (2, 3), {0: "7H AH 2H 6H", 2: "7C AC 2C 5C"}, "2D 4D 3D", "7S 5S 5D 6D")
    assert hints(at, "6S")["catch"] == "4♦ is worth four: take it with 6♠"
    other = fox("6S 3H", (2, 3), {0: "7H AH 2H 6H", 2: "7C AC 2C 5C"}, "2C 4C 3C", "7S 5S 5D 6D")
    assert hints(other, "6S")["catch"] == "4♣ is worth two: take it with 6♠"
    both = fox("6S 3H", (2, 3), {0: "7H AH 2H 6H", 2: "7C AC 2C 5C"}, "2C 4C 4D", "7S 5S 5D 6D")
    assert hints(both, "6S")["catch"] == "Geese worth 6 lie there: take it with 6♠"


def test_the_cheapest_winner_is_said_to_catch_the_goose() -> None:
    at = fox("6S 2S 5H", (1, -1), {}, "4D 7D AD", "3S 5C")
    assert hints(at, "2S")["cheap"] == "2♠ is enough to catch 4♦ and be Red: keep 6♠"


def test_a_goose_is_kept_from_a_partner_only_if_an_opponent_may_still_win() -> None:
    """Seat 0, a partner, has led the highest diamond; seat 3 plays after seat 2."""

    def led(unseen: str) -> Decision[Any]:
        return fox("AD 4D", (1, 3), {0: "4S 7S AS 2S", 1: "6C 5C 3C 2C"}, "7D 2D", unseen)

    assert hints(led("6S 5D 6H 7H"), "AD")["save goose"] == "Play A♦ and keep 4♦, worth four: [3 may] ruff after you"
    assert "save goose" not in hints(led("5D 6H 7H 5H"), "AD"), "no card left beats the seven"


def test_a_card_that_overtakes_a_partner_is_not_said_to_be_thrown() -> None:
    at = fox("6S AH", (2, 1), {1: "4S 7S AS 2S", 2: "4H 5H 6H 7H"}, "5C 3C 2C", "4D 6D 7D")
    said = GAME.advice.plain_sentence(at, cards.card("6S"), cards.card("AH"))
    assert "throw 6♠" not in said


def test_a_white_fox_throws_a_master_while_the_reds_may_catch_all_geese() -> None:
    at = fox("7C 6D", (1, 3), {1: "4D 5S 5D 2D"}, "4H 6H", "6C 5C 4C 7D")
    assert hints(at, "7C")["unload"] == "Throw 7♣, which might catch a Goose later: with all four the Reds score nothing"
    assert "unload" not in hints(at, "6D")
    assert "unload" not in hints(fox("7C 6D", (1, 3), {1: "4D 5S 5D 2D", 0: "4S"}, "4H 6H", "6C 5C 4C 7D"), "7C")


def test_a_high_card_is_not_led_to_lose_the_lead_where_a_low_one_does() -> None:
    at = never_winning(fox("7H 2H", (2, 1), {1: "4C 4H 5C 6D", 2: "4S 7S AS 2S"}), "7H", "2H")
    seven, two = cards.card("7H"), cards.card("2H")
    assert "lose the lead: with all four" not in GAME.advice.plain_sentence(at, seven, two)


def test_a_lead_is_not_said_to_take_a_trick_from_a_goose_in_the_hand() -> None:
    at = fox("7C 4D", (2, 1), {2: "4S 4H 7S AS"})
    assert "not goose" not in hints(at, "7C")


def test_no_lower_card_is_kept_where_a_higher_one_should_be_beaten() -> None:
    at = never_winning(fox("5D 3D", (2, 0), {0: "4S 7S AS 2S"}, "4D AD", "7D 6D 7H 6H"), "5D", "3D")
    said = GAME.advice.plain_sentence(at, cards.card("5D"), cards.card("3D"))
    assert "keep 3♦" not in said


def test_no_goose_is_kept_for_the_own_side_from_a_trick_that_is_the_own_sides() -> None:
    """Seat 3 has won the trick: a partner in the first position, an opponent in the second."""
    caught = {0: "4S 7S AS 2S", 1: "5C"}
    ours, theirs = (fox("3D 4D", reds, caught, "7H 2H 3H", "6H 5H") for reds in ((0, 1), (1, 2)))
    three, goose = cards.card("3D"), cards.card("4D")
    assert "for a trick of your side" not in GAME.advice.contrast_sentence(ours, three, goose)
    assert "keep 4♦" not in " ".join(hints(ours, "3D").values())
    said = "Throw 3♦ and keep 4♦: this trick is the Whites', and 4♦ would give both Whites 4 points"
    assert hints(theirs, "3D")["save goose"] == said


def test_a_lead_is_said_to_be_a_partners_only_if_the_playouts_say_so() -> None:
    at = fox("6H 3H", (0, 3), {0: "4S 7S AS 2S"})
    assert at.known.decided and 1 in GAME.advice.own_side(at)
    ends = {"6H": 0.8, "3H": 0.4}
    prospects = {cards.card(name): statistics_of([{"takes": 0.0, "to 1": share}] * 30) for name, share in ends.items()}
    at = dataclasses.replace(at, prospects=prospects)
    assert hints(at, "6H")["to mate"] == "Lead 6♥: [1], on your side, should win it"
    assert "to mate" not in hints(at, "3H")


def test_a_red_fox_whose_side_lacks_one_goose_has_no_reason_to_win_a_trick() -> None:
    last = fox("6H 3H", (2, 1), {1: "4C 4H 5C 6D", 2: "4S 7S AS 2S"}, "2H", "4D 7D 5D")
    assert not {"take", "cheap", "try"} & set(hints(last, "6H"))
    more = fox("6H 3H", (2, 1), {1: "4C 7C 5C 6D", 2: "4S 7S AS 2S"}, "2H", "4D 4H 7D")
    assert {"take", "cheap", "try"} & set(hints(more, "6H"))


def test_a_goose_on_the_table_may_be_left_to_the_reds() -> None:
    at = fox("5D 7D", (0, 3), {0: "4S 7S AS 2S"}, "4D 6D 2D", "4H 4C 7H")
    said = "Leave 4♦ with 5♦ to [0]: the Reds then have two Geese, and with 4♥ and 4♣ too score nothing"
    assert at.known.seat_at(1) == 0 and hints(at, "5D")["leave on"] == said
    unlikely = dataclasses.replace(at, prospects={cards.card("5D"): statistics_of([{"they": 0.0, "takes": 0.0}] * 30)})
    assert "leave on" not in hints(unlikely, "5D")


def test_no_trick_is_said_to_count_that_gooses_the_reds() -> None:
    at = fox("7H 3H", (2, 3), {0: "5C", 3: "4S 7S AS 2S"}, "6H 2H 5H", "4D 4C 7D")
    assert at.known.seat_at(0) == 3, "the partner has led"
    for goosed in (0.9, 0.1):
        ends = {cards.card("7H"): statistics_of([{"takes": 1.0, "goosed": goosed}] * 30)}
        names = {tip.name for tip in GAME.advice.sound_tips(dataclasses.replace(at, prospects=ends), cards.card("7H"))}
        assert ("own trick" in names) == (goosed < 0.5)


def test_a_suit_that_the_partner_has_not_is_led_for_a_ruff() -> None:
    """Seat 1, a partner, has no hearts; spades are trumps."""
    at = fox("AH 3D", (0, 3), {0: "4S 7S AS 2S"}, unseen="6S 5S 6H 5H 6D 5D")
    hearts, spades = cards.suit_in_one_pack(1), cards.suit_in_one_pack(0)
    assert "mate ruffs" not in hints(at, "AH")
    at.known.voids = [0, hearts, 0, 0]
    assert hints(at, "AH")["mate ruffs"] == "Lead A♥: [1], on your side, has no hearts and may ruff"
    assert GAME.advice.preferred_action(at, [cards.card("3D"), cards.card("AH")]) == cards.card("AH")
    held = dataclasses.replace(at, known_hand_cards=(0, cards.cards("6S"), 0, 0))
    assert hints(held, "AH")["mate ruffs"].endswith("and can ruff")
    at.known.voids = [0, hearts | spades, 0, 0]
    assert "mate ruffs" not in hints(at, "AH"), "the partner has no trump either"


def test_with_the_reds_goosed_a_lost_trick_gets_the_card_that_wins_no_later_one() -> None:
    at = fox("7H 6H AH AC", (0, 1), {0: "4D 4S 4H 4C"}, "AS 6S", "5H 3H 2H 7C 6C 5C 3C 2C")
    assert at.known.seat_at(0) == 0
    said = GAME.advice.thrift_sentence(at, cards.card("AH"))
    assert said == "The Reds are goosed, so only tricks count: throw A♥ or A♣ (low here) and keep 7♥, the highest heart left"


def test_a_goose_is_left_to_the_whites_only_if_the_reds_are_in_danger() -> None:
    at = fox("4D 6H", (2, 1), {1: "4C 7C 5C 6D"}, unseen="7D 6D 5D 5H")
    for goosed, warned in ((0.3, True), (0.1, False)):
        ends = {cards.card(name): statistics_of([{"takes": 0.0, "goosed": goosed}] * 30) for name in ("4D", "6H")}
        assert ("leave one" in hints(dataclasses.replace(at, prospects=ends), "4D")) == warned
    ends = {cards.card("4D"): statistics_of([{"takes": 0.0, "to 1": 0.5, "goosed": 0.3}] * 30)}
    said = hints(dataclasses.replace(at, prospects=ends), "4D")["leave one"]
    assert said == "Lead 4♦: if a White takes it, you cannot be goosed"


def test_a_goose_played_to_the_whites_is_said_to_be_for_a_partner_who_plays_later() -> None:
    at = fox("6S 4S 3S 4D", (2, 3), {2: "7C 4C 2C 3C", 0: "6D 2D 7D 6C"}, "7S 2S", "5S 7H 6H 5H 4H 3H")
    at.known.turned = cards.card("AH")
    goose, six = cards.card("4S"), cards.card("6S")
    ends = {goose: statistics_of([{"takes": 0.0, f"own {goose}": 0.6}] * 30)}
    likely = dataclasses.replace(at, prospects=ends)
    said = "Play 4♠, worth two: [3], on your side, plays after you and may well win it"
    assert hints(likely, "4S")["feed later"] == said
    assert "feed later" not in hints(at, "4S")
    assert GAME.advice.contrast_sentence(likely, goose, six) == "", "the six is not the reason"


def test_a_goose_that_the_reds_need_is_held_even_if_another_card_wins() -> None:
    at = fox("5H 4H", (0, 3), {0: "4S 7S AS 2S", 3: "4D 5D 4C 6D"}, "AH 2D 3H", "7H 6H")
    said = "Take it with 5♥ and hold 4♥: the Reds have three Geese, and with all four they score nothing"
    assert hints(at, "5H")["hold back"] == said
    assert "hold back" not in hints(at, "4H")
    assert "hold back" not in hints(fox("5H 4H", (2, 3), {2: "4S 7S AS 2S"}, "AH 2D 3H", "7H 6H"), "5H"), "a Red Fox"


def test_a_goose_that_is_level_with_another_card_is_called_a_goose() -> None:
    at = fox("4C 2C", (0, 3), {0: "7H AH 2H 6H"}, "6D 3D AD", "6C 5C")
    level = "You cannot win this one: 2♣ keeps 4♣, a Goose, 4♣ gives it to [3]; hardly a difference"
    assert GAME.advice.thrift_sentence(at, cards.card("4C")) == GAME.advice.thrift_sentence(at, cards.card("2C")) == level


def test_no_purpose_is_told_of_a_lower_card_of_the_same_suit() -> None:
    at = fox("4C 2C", (0, 3), {}, "6D 3D AD", "6C 5C")
    assert GAME.advice.purpose_clause(at, cards.card("2C"), cards.card("4C")) == ""
    assert GAME.advice.purpose_clause(at, cards.card("4C"), cards.card("2C")) == ", with only 6♣ and 5♣ above it"


def test_of_two_leads_that_only_a_trump_can_beat_the_longer_suit_is_safer() -> None:
    at = fox("7H 7D", (2, 3), {}, unseen="6H 5H 6D 5D 3D 2D 6S")
    heart, diamond = cards.card("7H"), cards.card("7D")
    assert GAME.advice.preferred_action(at, [heart, diamond]) == diamond
    assert hints(at, "7D")["master"].endswith("only a trump can beat it, less likely than in hearts")
    assert hints(at, "7H")["master"].endswith("only a trump can beat it")


def test_level_cards_that_are_kept_are_all_named() -> None:
    at = fox("3D 7C 6C", (0, 3), {0: "4S 4H"}, "6H 5H AH", "5C 6D 7D")
    said = GAME.advice.thrift_sentence(at, cards.card("3D"))
    assert said in [
        f"You cannot win this one: throw 3♦ and keep {kept}, the highest clubs left" for kept in ("7♣ and 6♣", "6♣ and 7♣")
    ]


def with_means(at: Decision[Any], means: dict[str, dict[str, float]]) -> Decision[Any]:
    return dataclasses.replace(at, prospects={cards.card(name): statistics_of([one] * 100) for name, one in means.items()})


def test_a_red_fox_in_danger_leads_its_goose_before_a_sure_winner() -> None:
    """The Whites have no Goose. Sure winners would draw the other Geese, and leave the seat with the last one."""
    at = fox("6S 6H 4H", (1, 2), {1: "4C", 0: "AS 2S 3S"}, unseen="4S 4D 5D 6D 3H 7C 6C 5C 3C")
    means = {"6S": (1.0, 0.5), "6H": (0.4, 0.6), "4H": (0.1, 0.3)}
    at = with_means(at, {name: {"takes": takes, "goosed": goosed} for name, (takes, goosed) in means.items()})
    six, goose = cards.card("6S"), cards.card("4H")
    assert GAME.advice.preferred_action(at, [six, goose]) == goose
    assert not {"sure", "master", "draw"} & set(hints(at, "6S"))
    assert "leave one" in hints(at, "4H")


def test_no_goose_is_saved_that_the_own_side_catches_no_more_often() -> None:
    at = fox("3D 4D", (1, 2), {0: "4S 7S AS 2S", 1: "5C"}, "7H 2H 3H", "6H 5H")
    for kept, saved in ((0.5, True), (0.1, False)):
        means = {name: {f"own {cards.card('4D')}": share} for name, share in (("3D", kept), ("4D", 0.0))}
        assert ("save goose" in hints(with_means(at, means), "3D")) == saved


def test_a_result_that_no_card_changes_is_told() -> None:
    at = fox("3D 2H", (1, 2), {0: "4S 4H 4D 4C"}, unseen="5D 6H")
    for tricks, said in ((0, "You win no more trick in any case"), (2, "You win both tricks left in any case")):
        means = {name: {"tricks 2": float(at.known.tricks(2) + tricks), "worth": 0.5} for name in ("3D", "2H")}
        assert GAME.advice.fixed_result_sentence(with_means(at, means)) == said
    assert not GAME.advice.fixed_result_sentence(with_means(at, {"3D": {"tricks 2": 1.0}, "2H": {"tricks 2": 2.0}}))


def test_a_goose_may_fall_to_a_card_of_the_second_seat() -> None:
    at = fox("7D 3H", (2, 3), {0: "4S 7S AS 2S"}, "5D", "4D 6D 5H 6H")
    means = {
        name: {"takes": takes, f"own {cards.card('4D')}": share} for name, takes, share in (("7D", 0.9, 0.8), ("3H", 0, 0.3))
    }
    assert hints(with_means(at, means), "7D")["hunt"] == "Play 7♦: 4♦, worth four, may fall to it, and nothing beats it"


def test_before_any_goose_a_winning_lead_is_said_to_make_its_seat_red() -> None:
    """With spades as trumps, clubs can be ruffed."""
    at = fox("7S 7C 2D", (-1, -1), {}, unseen="4S 4D 4C 6S 5S 6C 5D 3H 2H 5H")
    means = {
        "7S": {"takes": 1.0, "red": 0.7, "points 2": 5.0},
        "7C": {"takes": 0.8, "red": 0.8, "points 2": 6.0},
        "2D": {"takes": 0.0, "red": 0.1, "points 2": 3.0},
    }
    at = with_means(at, means)
    goose = "4♠ or another Goose in this trick makes you Red"
    assert hints(at, "7S") == {"red master": f"Lead 7♠, which nothing can beat: {goose}"}
    said = f"Lead 7♣, which only a trump can beat: {goose.replace('♠', '♣')}; 7♠ stays to win again"
    assert hints(at, "7C")["red lead"] == said and "master" not in hints(at, "7C")
    assert "red lead" not in hints(at, "2D")
    at.known.first = 1
    assert not {"red lead", "red master"} & {*hints(at, "7S"), *hints(at, "7C")}


def test_of_close_leads_before_any_goose_the_one_that_is_red_and_earns_more_is_advised() -> None:
    at, first, goose = fox("6D 4D", (-1, -1), {}), cards.card("6D"), cards.card("4D")
    for red, earned, best in ((1.0, 6.0, goose), (0.4, 6.0, first), (1.0, 5.0, first)):
        means = {"6D": {"takes": 0.1, "red": 0.3, "points 2": 5.0}, "4D": {"takes": 0.1, "red": red, "points 2": earned}}
        assert GAME.advice.preferred_action(with_means(at, means), [first, goose]) == best


def test_the_first_goose_led_is_said_to_make_its_seat_red_even_if_another_goose_does() -> None:
    at = never_winning(fox("4D 4H 2C", (-1, -1), {}, unseen="7D 6H"), "4D", "4H", "2C")
    for name in ("4D", "4H"):
        assert GAME.advice.plain_sentence(at, cards.card(name), cards.card("4H")) == hints(at, name)["ally"]
