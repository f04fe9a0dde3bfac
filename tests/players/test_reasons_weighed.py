"""What reasons say where more of something good is a fault: points too many, cards too dear, a trick that costs others."""

from __future__ import annotations

from typing import Final

import pytest

from goosetable import cards
from goosetable.engine.rules.action import Action, Verb, make
from goosetable.engine.rules.state import TrickState
from goosetable.engine.text.explain import GAME, WORTH, Case, Prospect, prospect
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.gooseberry_fool.text import FoolReasons
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops
from tests.games.playing import NAMES
from tests.players.test_reasons_said import known_of, some, why


def test_a_bid_in_gops_that_takes_nothing_more_is_too_dear() -> None:
    known = known_of(Gops(), Verb.OFFER)
    known.offer, known.turned, known.turn = cards.hand("AD KD"), cards.card("KD"), 0
    high, low = make(Verb.OFFER, cards.card("9S")), make(Verb.OFFER, cards.card("2S"))
    for often, dear, cheap in (
        (0.0, "it hardly ever takes the 14 points, and 2♠ saves a higher card",
         "it saves @, which would hardly ever take the 14 points"),
        (0.4, "2♠ saves a higher card, and takes the 14 points nearly as often",
         "it saves @, and takes the 14 points nearly as often"),
    ):  # fmt: skip
        mine, theirs = ({"wins 0": often, GAME: won, "points 0": 40.0 * won} for won in (0.1, 0.9))
        assert why(Gops(), known, (high, low), mine, theirs, -1.0).replace("@", "2♠") == dear
        assert why(Gops(), known, (low, high), theirs, mine) == cheap


def test_a_solved_ending_of_gops_is_explained_by_what_the_bids_beat() -> None:
    known = known_of(Gops(), Verb.OFFER)
    known.offer, known.turned, known.turn = cards.hand("9D"), cards.card("9D"), 0
    known.hands = [cards.cards("AS 6S QS"), cards.cards("KC 5C")]
    known.gone = ~(known.hands[0] | known.hands[1])
    queen, six, ace = (make(Verb.OFFER, cards.card(text)) for text in ("QS", "6S", "AS"))

    def said(one: Action, two: Action, gain: float) -> str:
        found = Case(known, one, two, Prospect(), Prospect(), gain, Gops().text.face, Gops().points)
        return phrases.speak(":" + Gops().heuristics.reasons.why(found), NAMES, 0)[1:]

    assert (said(queen, ace, 1.0), said(ace, queen, -1.0)) == (
        "it beats one of Ben's two cards, @ none", "it beats none of Ben's two cards, @ one",
    )  # fmt: skip
    assert said(six, queen, 1.0) == said(ace, queen, 1.0) == "it saves @ for later"
    assert said(queen, six, -1.0) == "it spends a card better kept for later"
    known.hands[1] = cards.cards("TC 5C")
    known.gone = ~(known.hands[0] | known.hands[1])
    assert (said(queen, six, 1.0), said(six, queen, -1.0)) == (
        "it is sure to take the 9 points on offer", "it is not sure to take the 9 points on offer",
    )  # fmt: skip
    known.hands[1] = cards.cards("KC TC 5C")
    known.gone = ~(known.hands[0] | known.hands[1])
    assert (said(queen, six, 1.0), said(six, queen, -1.0)) == (
        "it beats two of Ben's three cards, @ only one", "it beats only one of Ben's three cards, @ two",
    )  # fmt: skip
    # A bid that lies face down is one of the cards that may be beaten.
    known.hands[1], known.bids[1] = cards.cards("TC 5C"), cards.card("KC")
    assert said(queen, six, 1.0) == "it beats two of Ben's three cards, @ only one"


def test_what_the_bids_beat_is_no_reason_where_they_beat_as_many() -> None:
    """A queen and a ten both beat the eight and the six: what one of them is worth more is told in games."""
    known = known_of(Gops(), Verb.OFFER)
    known.hands = [cards.cards("QS TS 2S"), cards.cards("KC 8C 6C")]
    known.gone, known.turn = ~(known.hands[0] | known.hands[1]), 0
    queen, ten = (make(Verb.OFFER, cards.card(text)) for text in ("QS", "TS"))
    for pair, gain, text in (
        ((queen, ten), 0.072, "with best play it wins about 7 games more in 100 than @"),
        ((ten, queen), -0.011, "with best play it wins about one game less in 100 than @"),
        ((ten, queen), 0.072, "it saves @ for later"),
    ):
        found = Case(known, *pair, Prospect(), Prospect(), gain, Gops().text.face, Gops().points)
        assert Gops().heuristics.reasons.why(found) == text


def test_the_middle_total_wins_so_a_total_may_be_too_high_or_too_low() -> None:
    game, reasons = GooseberryFool(), FoolReasons()
    seen = some(game, Verb.PLAY).view
    assert isinstance(seen.known, TrickState)
    much, little = {"above": 0.7, "below": 0.1}, {"above": 0.2, "below": 0.1}
    assert why(game, seen.known, (0, 1), much, little, -1.0) == "your total is more often the highest than after @"
    assert why(game, seen.known, (1, 0), little, much) == "your total is less often the highest than after @"
    known, state = seen.known.copy(), seen.known.copy()
    game.apply(state, seen.legal[0])
    known.turn, known.totals = 0, (50, 37, 42)
    for earned, above, below in (((9, 4, 30), False, False), ((20, 3, 20), True, False), ((0, 23, 20), False, True)):
        ends = reasons.ends(state, known, earned)
        assert (ends["above"], ends["below"]) == (above, below)


def test_where_the_deals_with_the_points_of_the_middle_were_worth_less_they_are_too_many() -> None:
    game, reasons = GooseberryFool(), FoolReasons()
    known = known_of(game, Verb.PLAY)
    seat = known.turn
    ends = [{f"middle {seat}": float(i % 2), "above": 0.0, "below": 0.0, WORTH: 0.5 - i % 2 * 0.2} for i in range(100)]
    never = prospect([{f"middle {seat}": 0.0, "above": 0.0, "below": 0.0, WORTH: 0.5}] * 100)
    found = Case(known, 0, 1, prospect(ends), never, -0.1, game.text.face, game.points)
    assert reasons.why(found) == "the middle's ten points are more likely, and too many here"
    found = found._replace(mine=never, theirs=prospect(ends), gain=0.1)
    assert reasons.why(found) == "the middle's ten points would be too many, and are less likely"


def test_a_card_of_goosed_that_wins_a_trick_brings_fewer_in_the_end() -> None:
    known = known_of(Goosed(), Verb.PLAY)
    pair, seat = (cards.card("6H"), cards.card("4C")), known.turn
    wins, leaves = {"takes": 1.0, f"tricks {seat}": 2.2}, {"takes": 0.0, f"tricks {seat}": 2.8}
    assert why(Goosed(), known, pair, wins, leaves, -1.0) == "it brings a trick less in two deals than @"
    known.trick = cards.hand("AD 2C")
    assert why(Goosed(), known, pair, wins, leaves, -1.0) == "wins the trick: in all a trick less in two deals than @"


LOSE: Final = "like @ it does not win, and keeps the higher card", "like @ it does not win, and throws away the higher card"
WIN: Final = "like @ it wins, and keeps the higher card", "like @ it wins, and spends the higher card"
COUNTED: Final = "it brings about one trick more than @", "it brings about one trick less than @"


@pytest.mark.parametrize(
    ("takes", "trick", "pair", "said"),
    [
        (0.0, "7H", ("2H", "6H"), LOSE),
        (0.0, "7H", ("AC", "6C"), LOSE),
        (1.0, "AH", ("3H", "6H"), WIN),
        (0.0, "7H", ("2H", "4H"), COUNTED),
        (0.0, "7H", ("6H", "2H"), COUNTED),
        (0.5, "7H", ("2H", "6H"), COUNTED),
        (0.0, "", ("2H", "6H"), COUNTED),
    ],
)
def test_of_two_cards_of_goosed_that_take_as_little_the_higher_is_kept(
    takes: float, trick: str, pair: tuple[str, str], said: tuple[str, str]
) -> None:
    """The low ace is the lowest, a Goose is worth more than its rank, and who leads has no trick to win yet."""
    game = Goosed()
    known = known_of(game, Verb.PLAY)
    known.trick = list(cards.hand(trick))
    one, two = (cards.card(text) for text in pair)
    mine, theirs = ({f"tricks {known.turn}": tricks, "takes": takes} for tricks in (4.0, 3.0))
    assert (why(game, known, (one, two), mine, theirs), why(game, known, (two, one), theirs, mine, -1.0)) == said


def test_of_two_cards_of_partners_that_take_as_little_the_higher_is_kept() -> None:
    """With tops 9 an 8 is higher than a king."""
    game = CrossPurposes()
    known = known_of(game, Verb.PLAY, game.Options(players=4))
    known.trumps, known.tops, known.trick = 0, cards.RANKS.index("9"), [cards.card("9H")]
    king, eight = cards.card("KH"), cards.card("8H")
    mine, theirs = ({"side": tricks, "takes": 0.0} for tricks in (6.0, 5.0))
    assert why(game, known, (king, eight), mine, theirs) == "like @ it does not win, and keeps the higher card"
    assert why(game, known, (eight, king), mine, theirs).endswith(" make about one trick more than after @")
