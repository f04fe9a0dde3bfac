"""What the reasons of Cross Purposes and Fools Gold say of tricks, halves and partners, in cases put together by hand."""

from __future__ import annotations

import pytest

from goosetable import cards
from goosetable.engine.rules.action import Verb, make
from goosetable.engine.text.explain import GAME, Ends
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from tests.players.test_reasons_said import known_of, why


def test_cards_of_fools_gold_are_no_reason_where_the_points_are_the_same() -> None:
    game = FoolsGold()
    known = known_of(game, Verb.PLAY)
    known.turn = 0
    mine, theirs = ({"points 0": 2.0, "points 1": 1.0, "best": 4.0, "other": 2.0}, {"points 0": 2.0, "best": 3.0, "other": 1.0})
    theirs |= {"points 1": 3.0}
    pair = cards.card("9H"), cards.card("8H")
    assert why(game, known, pair, mine, theirs) == "Ben gets about two points less than after @"
    assert why(game, known, pair, mine | {"points 0": 2.1}, theirs) == "Ben gets about two points less than after @"
    assert why(game, known, pair, mine | {"points 0": 3.0}, theirs) == "you end with more cards of your best suit"


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("QS", "it is your second queen, and three make a set"),
        ("QS QH", "it is your third queen, and makes a set"),
        ("QS QH QD", "it is your fourth queen, and the set earns more"),
    ],
)
def test_a_set_is_made_by_the_third_card(kept: str, said: str) -> None:
    game = FoolsGold()
    known = known_of(game, Verb.PLAY)
    seat, known.kept[known.turn] = known.turn, cards.cards(kept)
    mine, theirs = ({f"points {seat}": sets, f"sets {seat}": sets} for sets in (3.0, 0.0))
    pair = make(Verb.KEEP, cards.card("QC")), make(Verb.KEEP, cards.card("9C"))
    assert why(game, known, pair, mine, theirs) == said


def test_whom_a_card_of_fools_gold_helps_is_said_before_that_the_game_is_lost() -> None:
    game = FoolsGold()
    known = known_of(game, Verb.PLAY)
    known.turn, pair = 0, (cards.card("AS"), cards.card("JH"))
    mine, theirs = {"points 0": 4.0, "points 1": 3.0, GAME: 0.1}, {"points 0": 3.0, "points 1": 0.9, GAME: 0.3}
    assert why(game, known, pair, mine, theirs, -1.0) == "Ben gets about two points more than after @"


@pytest.mark.parametrize(
    ("kept", "card", "other", "takes", "said"),
    [
        ("AC", "3S", "9S", (0.0, 1.0), "duck: ♠ counts against you, and @ wins"),
        ("AC", "4H", "9S", (0.0, 0.7), "discard: ♠ counts against you, and @ is likely to win"),
        ("AC", "3S", "9S", (0.0, 0.4), "♠ counts against you, and @ may win"),
        ("AS", "9S", "3S", (1.0, 0.0), "take it: ♠ counts for you, and it wins"),
    ],
)
def test_a_trick_is_won_for_sure_only_where_it_is(
    kept: str, card: str, other: str, takes: tuple[float, float], said: str
) -> None:
    game = FoolsGold()
    known = known_of(game, Verb.PLAY)
    known.kept[known.turn], known.trick = cards.cards(kept), [cards.card("5S")]
    mine, theirs = ({"takes": chance, f"points {known.turn}": points} for chance, points in zip(takes, (2.0, 0.0), strict=True))
    assert why(game, known, (cards.card(card), cards.card(other)), mine, theirs) == said


def test_who_becomes_the_partner_is_said_with_the_totals() -> None:
    """The ten is what Dot has called, the nine what Cyd has."""
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP, game.Options(players=4))
    ten, nine, eight = (make(Verb.TOPS, cards.RANKS.index(rank)) for rank in "T98")
    known.turn, known.callers, known.totals = 0, (0, 1, 2, 3), (71, 65, 75, 61)
    known.calls = [eight, make(Verb.TRUMP, 0), nine, ten]
    seven = make(Verb.TOPS, cards.RANKS.index("7"))
    mine, theirs = {"with 3": 1.0, "with 2": 0.0}, {"with 3": 0.3, "with 2": 0.3}
    assert why(game, known, (ten, seven), mine, theirs) == "it makes Dot your partner, who is behind you"
    assert why(game, known, (seven, ten), theirs, mine, -1.0) == "@ makes Dot your partner, who is behind you"
    mine = {"with 3": 0.0, "with 2": 1.0}
    assert why(game, known, (nine, seven), mine, theirs, -1.0) == "it makes Cyd your partner, who is ahead of you"
    # No other call makes a partner at once.
    assert why(game, known, (seven, make(Verb.TRUMP, 1)), mine, theirs) == OVER


def test_points_that_partners_share_are_no_reason_for_one_of_them() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP, game.Options(players=4))
    known.turn, known.partners, pair = 0, (2, 3, 0, 1), (cards.card("9H"), cards.card("8H"))
    mine, theirs = {"points 2": 18.0, "over": 0.2}, {"points 2": 20.0, "over": 0.6}
    assert why(game, known, pair, mine, theirs) == "the game goes on more often than after @"
    assert why(game, known, pair, {"points 2": 18.0}, {"points 2": 20.0}) == OVER


OVER = "over 200 imagined deals it did better than @"


def halves(first: float, second: float) -> Ends:
    return {"first half": first, "second half": second}


def test_between_two_the_tricks_are_those_of_the_half_that_is_played() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP)
    known.trumps, known.tops, pair = 0, 4, (cards.card("AH"), cards.card("2C"))
    assert why(game, known, pair, halves(8.0, 6.0), halves(6.9, 6.0)) == "it makes about one trick more than @"
    assert why(game, known, pair, halves(6.5, 6.0), halves(7.0, 6.0), -0.9) == "it makes a trick less in two deals than @"
    known.first = (7, 6)
    assert why(game, known, pair, halves(7.0, 8.0), halves(7.0, 6.0)) == "it makes about two tricks more than @"


def test_what_is_promised_by_trumps_is_said_half_by_half() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP)
    known.hands[known.turn] = cards.cards("AS KS 2H 3H 4H")
    pair = make(Verb.TRUMP, 0), make(Verb.TRUMP, 2)
    for mine, theirs, said in (
        (halves(8.0, 7.0), halves(6.0, 6.0), "both halves promise more tricks than with @"),
        (halves(8.0, 6.0), halves(6.0, 6.0), "the first half promises more tricks than with @"),
        (halves(6.0, 7.0), halves(6.0, 6.0), "the second half promises more tricks than with @"),
    ):
        assert why(game, known, pair, mine, theirs) == f"you hold two spades; {said}"


def test_of_two_cards_that_both_win_the_second_to_play_spends_the_higher() -> None:
    """With 9 as tops a 2 is lower than an 8, and both are above a king."""
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP)
    known.trumps, known.tops, known.trick = 2, cards.RANKS.index("9"), [cards.card("KH")]
    high, low = cards.card("8H"), cards.card("2H")
    assert (
        why(game, known, (high, low), halves(6.0, 6.0), halves(7.0, 6.0), -1.0) == "like @ it wins, and spends the higher card"
    )
    assert why(game, known, (low, high), halves(7.0, 6.0), halves(6.0, 6.0)) == "like @ it wins, and keeps the higher card"
    known.trick = [cards.card("9H")]
    assert why(game, known, (high, low), halves(6.0, 6.0), halves(7.0, 6.0), -1.0).startswith(
        "like @ it does not win, and throws away"
    )
