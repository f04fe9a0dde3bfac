"""What the reasons of each game say in cases put together by hand: true of the case, and never against the advice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from goosetable import cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import sample_determinization
from goosetable.engine.rules.action import Action, Verb, make_action, value_of, verb_of
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.text.explain import (
    CHANCE,
    GAME,
    WORTH,
    ActionStatistics,
    Comparison,
    DealFigures,
    Reasons,
    distinct_texts,
    statistics_of,
)
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.games.goose.rules import Goose, GooseOptions, Roles
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.gooseberry_fool.text import FoolReasons
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops
from goosetable.games.throps.rules import Throps
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.search import WinUtility
from tests.games.low_card import LowCard
from tests.games.playing import NAMES, Variant
from tests.players.positions import Turn, turns


def some(game: AnyGame, verb: Verb, options: Any = None, most: int = 60) -> Turn:
    """A turn of a game at which something of this kind is to be done, nothing lying on the table yet."""
    found = turns(Variant(game, options or game.Options()), "said", most)
    return next(turn for turn in found if verb_of(turn.view.legal[0]) is verb and not getattr(turn.view.known, "trick", ()))


def known_of(game: AnyGame, verb: Verb, options: Any = None) -> Any:
    """What the seat to act knows there, to be changed."""
    return some(game, verb, options).view.known.copy()


def why(
    game: AnyGame, known: Any, pair: tuple[Action, Action], mine: DealFigures, theirs: DealFigures, gain: float = 1.0
) -> str:
    """What is said of the first of two actions, each with a hundred deals that all ended alike, to the seat that acts.

    Anybody else who reads it, as in a review of all seats, is told the name of that seat.
    """
    made = statistics_of([mine] * 100), statistics_of([theirs] * 100)
    text = ":" + game.heuristics.reasons.reason(Comparison(known, *pair, *made, gain, game.text.card_name, game.points))
    assert not re.search(r"\byour?\b", phrases.with_seats_named(text, NAMES)), "spoken to one who is not that seat"
    return phrases.with_seats_named(text, NAMES, known.turn)[1:]


def goose(hand: str, need: int, **more: Any) -> Any:
    """What a seat of Goose knows that holds this hand and needs so many tricks."""
    known = known_of(Goose(), Verb.PLAY, GooseOptions(max_hand=5))
    known.hands[known.turn] = cards.cards(hand)
    known.bids[known.turn] = known.tricks(known.turn) + need
    for key, value in more.items():
        setattr(known, key, value)
    return known


def ends(known: Any, made: float, takes: float, over: float = 0.0, under: float = 0.0, off: float | None = None) -> DealFigures:
    seat = known.turn
    found = {f"made {seat}": made, "takes": takes, "over": over, "under": under, "added": takes}
    return found | {"off": over + under if off is None else off, f"points {seat}": 0.0}


OVER: Final = "over 200 imagined deals it did better than @"
SAME: Final = "like @ it does not win, and", "like @ it wins, and"
RISKS: Final = "it risks the trick you need"
TOO_MANY: Final = "it risks a trick too many"


@pytest.mark.parametrize(
    ("hand", "need", "mine", "theirs", "better", "worse"),
    [
        # Of two cards that do the same it tells which one stays; a card that others need is spent, and not got rid of.
        *(("KH 4H 2C", 1, (0.8, takes, 0.2), (0.3, takes, 0.7),
           f"{both} gets rid of the higher card", f"{both} keeps the higher card") for takes, both in enumerate(SAME)),
        ("4H KH 2C", 2, (0.8, 1.0, 0, 0.2), (0.3, 1.0, 0, 0.7),
         f"{SAME[1]} keeps the higher card", f"{SAME[1]} spends the higher card"),
        ("4H KH 2C", 2, (0.8, 0.0, 0, 0.2), (0.3, 0.0, 0, 0.7),
         f"{SAME[0]} keeps the higher card", f"{SAME[0]} throws away the higher card"),
        # Tricks that hardly come anyway are not at risk; more tricks too many are counted.
        ("3H AC", 2, (0.4, 0.0, 0, 0.6), (0.1, 0.0, 0, 0.9),
         "it makes your bid 40 times in 100, 10 after @", "it makes your bid 10 times in 100, 40 after @"),
        *(("3H AC", need, (0.0, 0.0, 1.0), (0.0, 0.6, 1.0), "you take none more on average, 0.6 after @",
           "you take 0.6 more on average, 0 after @") for need in (-1, -2)),
        # A card that wins the one trick needed, and would be bad because another trick comes of it.
        ("3H AC", 1, (0.7, 0.0, 0, 0.3), (0.1, 1.0, 0.9), "it is safer than @ against a trick too many", TOO_MANY),
        # A needed trick is called won only where it is sure.
        ("AC 3H", 1, (0.9, 1.0, 0, 0.1), (0.2, 0.05, 0, 0.8), "it wins the trick you need", RISKS),
        ("AC 3H", 2, (0.9, 0.7, 0, 0.1), (0.2, 0.05, 0, 0.8),
         "it is likely to win one of the two tricks you need", "it risks the two tricks you need"),
        ("AC 3H", 1, (0.9, 0.4, 0, 0.1), (0.2, 0.05, 0, 0.8), "it is more likely than @ to win the trick you need", RISKS),
        ("AC 3H", 1, (0.9, 0.1, 0, 0.1), (0.2, 0.05, 0, 0.8), "the trick you need is likely to come", RISKS),
        # Who needs no more is told what wins or, if both win as often, how often the bid is made.
        ("3H AC", 0, (0.9, 0, 0.1), (0.0, 1, 1.0), "you need no more, and it wins nothing", "you need no more, and it wins"),
        ("3H 9C", 0, (0.62, 0.1, 0.38), (0.38, 0.15, 0.62), "it makes your bid 62 times in 100, 38 after @", TOO_MANY),
        # A missed bid is told with its tricks after both cards, unless both numbers would be written alike.
        ("AC 3H", 3, (0, 1, 0, 1, 1.0), (0, 0, 0, 1, 1.9),
         "your bid is out of reach, by 1 trick, 1.9 after @", "your bid is out of reach, by 1.9 tricks, 1 after @"),
        ("AC 3H", 1, (0.2, 0.4, 0, 0, 1.3), (0.2, 0.4, 0, 0, 1.7),
         "you miss the bid by 1.3 tricks, 1.7 after @", "you miss the bid by 1.7 tricks, 1.3 after @"),
        ("AC 3H", 1, (0.2, 0.4, 0, 0, 1.72), (0.2, 0.4, 0, 0, 1.74), OVER, OVER.replace("better", "worse")),
    ],
)  # fmt: skip
def test_a_card_of_goose(
    hand: str, need: int, mine: tuple[float, ...], theirs: tuple[float, ...], better: str, worse: str
) -> None:
    """hand: the better card first, and then the worse."""
    known = goose(hand, need)
    pair = cards.card(hand.split()[0]), cards.card(hand.split()[1])
    one, two = ends(known, *mine), ends(known, *theirs)
    assert (why(Goose(), known, pair, one, two), why(Goose(), known, pair[::-1], two, one, -1.0)) == (better, worse)


def test_where_all_others_miss_more_often_none_is_named() -> None:
    known = goose("AC 3H", 0)
    known.turn = 0
    mine = {"made 1": 0.4, "made 2": 0.5, "made 3": 0.3, "others made": 1.2}
    theirs = {"made 1": 0.9, "made 2": 0.8, "made 3": 0.7, "others made": 2.4}
    pair = cards.card("3H"), cards.card("AC")
    assert why(Goose(), known, pair, mine, theirs) == "the others miss their bids more often than after @"
    assert why(Goose(), known, pair, mine | {"made 3": 0.8}, theirs) == "Ben is more likely to miss the bid than after @"


@pytest.mark.parametrize(
    ("made", "often"),
    [(0.02, "hardly ever made"), (0.1, "made one time in ten"), (0.6, "made six times in ten"), (1, "nearly always made")],
)
def test_how_often_a_bid_is_made_is_english(made: float, often: str) -> None:
    known = known_of(Goose(), Verb.BID, GooseOptions(max_hand=5))
    pair, seat = (make_action(Verb.BID, 2), make_action(Verb.BID, 1)), known.turn
    mine = {f"made {seat}": made, f"points {seat}": 40.0, "off": 0.0}
    theirs = mine | {f"points {seat}": 10.0}
    assert why(Goose(), known, pair, mine, theirs) == f"{often}, it earns 40 on average, 10 after @"
    known.roles = Roles(asses=(seat,))
    assert why(Goose(), known, pair, mine, theirs) == f"it is {often}, and for the Ass it counts double"
    # A bid of none counts for less than any other: what it does is to earn more.
    assert why(Goose(), known, pair, theirs, mine, -1.0) == f"{often}, it earns 10 on average, 40 after @"
    known.roles = Roles(geese=(seat,))
    theirs, mine = mine | {"off": 0.4}, mine | {"off": 1.2}
    assert why(Goose(), known, pair, mine, theirs, -1.0) == "the Goose pays double, and it misses by 1.2 tricks, 0.4 after @"


def test_a_card_left_to_others_in_throps_is_not_said_to_cost_anything() -> None:
    game = Throps()
    known = known_of(game, Verb.OFFER)
    known.won = [0, cards.cards("AS"), 0]
    known.turned, known.turn = cards.card("KH"), 1
    pair = make_action(Verb.OFFER, cards.card("2C")), make_action(Verb.OFFER, cards.card("AC"))
    mine, theirs = {"wins 1": 0.0, "wins 0": 1.0}, {"wins 1": 1.0, "wins 0": 0.0}
    assert why(game, known, pair, mine, theirs) == "K♥ would cost you 20, and is almost sure to go to another"
    assert why(game, known, pair[::-1], theirs, mine, -1.0) == "it is almost sure to win K♥, which costs you 20"
    # Said of others, it says whom it costs.
    known.won = [cards.cards("AS"), cards.cards("AH QH"), 0]
    mine, theirs = {"wins 1": 0.5, "wins 0": 0.4}, {"wins 1": 0.5, "wins 0": 0.0}
    assert why(game, known, pair, mine, theirs) == "Ann is more likely to lose 20 by K♥"
    assert why(game, known, pair[::-1], theirs, mine, -1.0) == "Ann is less likely to lose 20 by K♥"


def test_a_lower_bid_saves_a_better_card_and_no_other_does() -> None:
    game = Throps()
    known = known_of(game, Verb.OFFER)
    known.won = [0, cards.cards("AS"), 0]
    known.turned, known.turn = cards.card("5S"), 1
    two, ace, other = (make_action(Verb.OFFER, cards.card(text)) for text in ("2C", "AC", "AD"))
    mine, theirs = {"wins 1": 0.4}, {"wins 1": 0.9}
    assert why(game, known, (two, ace), mine, theirs) == "5♠ brings you only 5, and it saves @"
    assert "saves" not in why(game, known, (other, ace), mine, theirs)


def test_a_bid_in_gops_takes_what_is_on_offer_or_saves_a_card() -> None:
    known = known_of(Gops(), Verb.OFFER)
    known.offer, known.turned, known.turn = cards.hand("AD KD"), cards.card("KD"), 0
    high, low = make_action(Verb.OFFER, cards.card("KS")), make_action(Verb.OFFER, cards.card("2S"))
    often, seldom = {"wins 0": 0.9, "wins 1": 0.1}, {"wins 0": 0.2, "wins 1": 0.8}
    assert why(Gops(), known, (high, low), often, seldom) == "it is likely to take the 14 points on offer"
    assert why(Gops(), known, (high, low), often, seldom, -1.0) == "it spends a card better kept for later"
    assert why(Gops(), known, (low, high), seldom, often) == "it saves @ for later"
    assert why(Gops(), known, (low, high), seldom, often, -1.0) == "it takes the 14 points on offer less often than @"
    often, seldom = {"wins 0": 0.1, "wins 1": 0.8}, {"wins 0": 0.1, "wins 1": 0.2}
    assert why(Gops(), known, (high, low), seldom, often) == "it keeps the 14 points on offer from Ben more often than @"
    assert why(Gops(), known, (low, high), often, seldom, -1.0) == "it lets Ben have the 14 points on offer more often than @"


@pytest.mark.parametrize(
    ("first", "catcher", "seat", "key", "said"),
    [
        (0, 0, 0, "goosed", "you are more likely to be goosed"),
        (0, 2, 0, "goosed", "you are more likely to be goosed with Cyd"),
        (0, 2, 1, "they", "Ann and Cyd are less likely to be goosed"),
        (0, 0, 1, "they", "Ann is less likely to be goosed"),
        (0, 0, 0, "geese", "you catch fewer Geese than after @"),
        (0, 2, 0, "geese", "your own side catches fewer Geese than after @"),
        (-1, -1, 0, "geese", "the side you end on catches fewer Geese than after @"),
    ],
)
def test_the_red_foxes_are_called_by_their_names(first: int, catcher: int, seat: int, key: str, said: str) -> None:
    game = Goosed()
    known = known_of(game, Verb.PLAY)
    known.first, known.catcher, known.turn = first, catcher, seat
    much, little = ({key: 1.0}, {key: 0.0}) if key == "goosed" else ({key: 0.0}, {key: 4.0})
    assert why(game, known, (cards.card("2H"), cards.card("3H")), much, little, -1.0) == said


def test_the_first_goose_makes_a_red_fox_and_not_only_perhaps() -> None:
    game = Goosed()
    known = known_of(game, Verb.PLAY)
    known.first = known.catcher = -1
    pair = cards.card("4H"), cards.card("3H")
    assert why(game, known, pair, {"red": 1.0}, {"red": 0.0}) == "it makes you a Red Fox"
    assert why(game, known, pair, {"red": 0.7}, {"red": 0.0}) == "it is likely to make you a Red Fox"
    assert why(game, known, pair[::-1], {"red": 0.0}, {"red": 1.0}) == "you are almost sure to be a White Fox"


def test_a_card_to_keep_is_compared_by_its_rank_alone() -> None:
    game = FoolsGold()
    known = known_of(game, Verb.PLAY)
    seat, other = known.turn, (known.turn + 1) % 3
    known.kept[seat] = cards.cards("7S")
    seven, six = (make_action(Verb.KEEP, cards.card(text)) for text in ("7H", "6H"))
    much = {f"points {seat}": 3.0, f"sets {seat}": 3.0, f"sets {other}": 0.0, "best": 0.0}
    little = {f"points {seat}": 1.0, f"sets {seat}": 1.0, f"sets {other}": 0.0, "best": 9.0}
    assert why(game, known, (seven, six), much, little) == "it is your second seven, and three make a set"
    assert why(game, known, (six, seven), much, little) == "a set of sixes promises more than one of sevens"
    assert why(game, known, (six, seven), little, much, -1.0) == "a set of sixes promises less than one of sevens"
    known.kept[other] = cards.cards("6S 6D")
    assert "promises" not in why(game, known, (six, seven), much, little), "two are left, and three make a set"
    assert why(game, known, (six, seven), little, much, -1.0) == "a set of sixes promises less than one of sevens"
    # What is not kept leaves the play, so that it makes nothing of another seat's.
    kept, left = ({f"points {other}": sets, f"sets {other}": sets} for sets in (0.0, 3.0))
    assert why(game, known, (six, seven), kept, left) == "over 200 imagined deals it did better than @"


def test_partners_are_called_by_their_names() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP, game.Options(players=4))
    known.turn, pair = 0, (make_action(Verb.TRUMP, 0), make_action(Verb.TRUMP, 1))
    assert (
        why(game, known, pair, {"side": 8.0}, {"side": 6.0}) == "you and your partner make about two tricks more than after @"
    )
    known.partners = (3, 2, 1, 0)
    less = why(game, known, pair, {"side": 6.0}, {"side": 6.3}, -1.0)
    assert less == "you and Dot make about a third of a trick less than after @"
    # After "lets it go" there is room for no names, and it is plain who is meant.
    known.trick, pair = list(cards.hand("4H")), (cards.card("2H"), cards.card("AH"))
    mine, theirs = {"side": 6.0, "takes": 0.0}, {"side": 6.3, "takes": 1.0}
    assert why(game, known, pair, mine, theirs, -1.0) == "lets it go: together about a third of a trick less than after @"


def test_that_a_card_wins_the_game_is_said_before_points_are() -> None:
    game = GooseberryFool()
    known = some(game, Verb.PLAY).view.known
    mine, theirs = {GAME: 0.9, f"points {known.turn}": 4.0}, {GAME: 0.2, f"points {known.turn}": 9.0}
    assert why(game, known, (0, 1), mine, theirs) == "it wins the game 90 times in 100, 20 after @"
    assert why(game, known, (1, 0), theirs, mine, -1.0) == "it wins the game 20 times in 100, 90 after @"
    # But how it comes about is said before that.
    assert (
        why(game, known, (0, 1), mine | {"high": 0.8}, theirs | {"high": 0.1})
        == "both opponents are likely to take four tricks or more"
    )
    assert why(game, known, (0, 1), mine | {"high": 1.0}, theirs | {"high": 0.1}).startswith("both opponents are almost sure")


class Known(BuiltInPlayer):
    """A player whose values are given."""

    def __init__(self, values: Mapping[Action, float]) -> None:
        super().__init__("known", Random(1))
        self.values = dict(values)

    def choose_action(self, view: Any) -> Any:
        raise NotImplementedError


def test_nothing_is_said_for_another_action_that_speaks_against_the_advice() -> None:
    """What was tried a little may seem better than what was tried much; the advice is what was tried much."""
    seen = some(Throps(), Verb.OFFER).view
    best, rare, bad = seen.legal[:3]
    mind = Known({best: 0.5, rare: 0.9, bad: 0.1})
    mind.trace = Trace()
    state = sample_determinization(seen, Random(1))
    for action, visits in ((best, 400), (rare, 60), (bad, 60)):
        for _ in range(visits):
            mind.trace.record_simulation(action, state, mind.values[action])
    mind.trace.ends.clear()
    found = Analysis(seen, mind, best)
    assert found.best == best
    assert found.reason_for(rare) == f"about as good as {seen.game.text.card_name(value_of(best))}"
    assert found.reason_for(bad) == f"it is worse than {seen.game.text.card_name(value_of(best))}"


def test_a_bid_in_gops_that_takes_nothing_more_is_too_dear() -> None:
    known = known_of(Gops(), Verb.OFFER)
    known.offer, known.turned, known.turn = cards.hand("AD KD"), cards.card("KD"), 0
    high, low = make_action(Verb.OFFER, cards.card("9S")), make_action(Verb.OFFER, cards.card("2S"))
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
    queen, six, ace = (make_action(Verb.OFFER, cards.card(text)) for text in ("QS", "6S", "AS"))

    def said(one: Action, two: Action, gain: float) -> str:
        found = Comparison(known, one, two, ActionStatistics(), ActionStatistics(), gain, Gops().text.card_name, Gops().points)
        return phrases.with_seats_named(":" + Gops().heuristics.reasons.reason(found), NAMES, 0)[1:]

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
    queen, ten = (make_action(Verb.OFFER, cards.card(text)) for text in ("QS", "TS"))
    for pair, gain, text in (
        ((queen, ten), 0.072, "with best play it wins about 7 games more in 100 than @"),
        ((ten, queen), -0.011, "with best play it wins about one game less in 100 than @"),
        ((ten, queen), 0.072, "it saves @ for later"),
    ):
        found = Comparison(known, *pair, ActionStatistics(), ActionStatistics(), gain, Gops().text.card_name, Gops().points)
        assert Gops().heuristics.reasons.reason(found) == text


def test_the_middle_total_wins_so_a_total_may_be_too_high_or_too_low() -> None:
    game, reasons = GooseberryFool(), FoolReasons()
    seen = some(game, Verb.PLAY).view
    assert isinstance(seen.known, TrickState)
    much, little = {"above": 1.0, "below": 0.1}, {"above": 0.0, "below": 0.1}
    assert why(game, seen.known, (0, 1), much, little, -1.0) == "it makes your total the highest"
    assert why(game, seen.known, (1, 0), little, much) == "it keeps your total from being the highest"
    assert "total" not in why(game, seen.known, (1, 0), {"above": 0.2}, {"above": 0.7}), (
        "what is only more often so is no reason"
    )
    known, state = seen.known.copy(), seen.known.copy()
    game.apply(state, seen.legal[0])
    known.turn, known.totals = 0, (50, 37, 42)
    for earned, above, below in (((9, 4, 30), False, False), ((20, 3, 20), True, False), ((0, 23, 20), False, True)):
        ends = reasons.deal_figures(state, known, earned)
        assert (ends["above"], ends["below"]) == (above, below)


def test_where_the_deals_with_the_points_of_the_middle_were_worth_less_they_are_too_many() -> None:
    game, reasons = GooseberryFool(), FoolReasons()
    known = known_of(game, Verb.PLAY)
    seat = known.turn
    ends = [{f"middle {seat}": float(i % 2), "above": 0.0, "below": 0.0, WORTH: 0.5 - i % 2 * 0.2} for i in range(100)]
    never = statistics_of([{f"middle {seat}": 0.0, "above": 0.0, "below": 0.0, WORTH: 0.5}] * 100)
    found = Comparison(known, 0, 1, statistics_of(ends), never, -0.1, game.text.card_name, game.points)
    assert reasons.reason(found) == "the middle's ten points are more likely, and too many here"
    found = found._replace(mine=never, theirs=statistics_of(ends), gain=0.1)
    assert reasons.reason(found) == "the middle's ten points would be too many, and are less likely"


def test_a_card_of_goosed_that_wins_a_trick_brings_fewer_in_the_end() -> None:
    known = known_of(Goosed(), Verb.PLAY)
    pair, seat = (cards.card("6H"), cards.card("4C")), known.turn
    wins, leaves = {"takes": 1.0, f"tricks {seat}": 2.2}, {"takes": 0.0, f"tricks {seat}": 2.8}
    assert why(Goosed(), known, pair, wins, leaves, -1.0) == "it brings about half a trick less than @"
    known.trick = cards.hand("AD 2C")
    assert why(Goosed(), known, pair, wins, leaves, -1.0) == "wins the trick: in all about half a trick less than @"


LOSE: Final = "like @ it does not win, and keeps the higher card", "like @ it does not win, and throws away the higher card"
WIN: Final = "like @ it wins, and keeps the higher card", "like @ it wins, and spends the higher card"
COUNTED: Final = "it brings about one trick more than @", "it brings about one trick less than @"


@pytest.mark.parametrize(
    ("takes", "trick", "pair", "said"),
    [
        (0.0, "7H", ("2H", "6H"), LOSE), (0.0, "7H", ("AC", "6C"), LOSE), (1.0, "AH", ("3H", "6H"), WIN),
        (0.0, "7H", ("2H", "4H"), COUNTED), (0.0, "7H", ("6H", "2H"), COUNTED), (0.5, "7H", ("2H", "6H"), COUNTED),
        (0.0, "", ("2H", "6H"), COUNTED),
    ],
)  # fmt: skip
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


GOLD = FoolsGold()
KING, QUEEN, TEN = (cards.RANKS.index(rank) for rank in "KQT")


def gold(kept: tuple[str, str, str], trick: str = "", turn: int = 0) -> Any:
    """What a seat knows that is to play to this trick, where clubs are trumps."""
    known = known_of(GOLD, Verb.PLAY)
    known.kept, known.trick, known.turn = [cards.cards(text) for text in kept], list(cards.hand(trick)), turn
    known.trump, known.leader = 3, (turn - len(known.trick)) % 3
    return known


def said(known: Any, one: str, two: str, mine: DealFigures, theirs: DealFigures) -> tuple[str, str]:
    """Of the better card and of the worse."""
    pair = cards.card(one), cards.card(two)
    return why(GOLD, known, pair, mine, theirs), why(GOLD, known, pair[::-1], theirs, mine, -1.0)


def own(share: float, rank: int, takes: float = 0.0) -> DealFigures:
    """One's own set of a rank, and what it earns."""
    return {f"set 0 {rank}": share, "points 0": 4 * share, "takes": takes}


def other(share: float, rank: int, who: int = 1, takes: float = 0.0) -> DealFigures:
    return {f"set {who} {rank}": share, f"points {who}": 4 * share, "takes": takes}


DUCK: Final = "♥ counts against you, and @ wins"


@pytest.mark.parametrize(
    ("kept", "trick", "pair", "mine", "theirs", "better", "worse"),
    [
        # A set is called by its rank with how often it comes, if it comes more often.
        ("TS TH//", "", "9H 3D", own(0.62, TEN), own(0.41, TEN),
         "you get a third ten 62 times in 100, 41 after @", "you get a third ten 41 times in 100, 62 after @"),
        ("TS//", "", "9H 3D", own(0.3, TEN), own(0.0, TEN),
         "you get three tens 30 times in 100, 0 after @", "you get three tens 0 times in 100, 30 after @"),
        ("TS TH TD//", "", "9H 3D", own(0.3, TEN), own(0.0, TEN), None, "you get no fourth ten, but 30 times in 100 after @"),
        ("TS//", "", "9H 3D", own(0.05, TEN) | {"points 0": 2.0}, own(0.02, TEN) | {"points 0": 1.0},
         "it brings about one point more than @", None),
        # Where no set was begun, what sets earn is told.
        ("TS//", "", "9H 3D", {"sets 0": 1.5, "points 0": 1.5}, {"sets 0": 0.9, "points 0": 0.9},
         "your sets earn 1.5 points on average, 0.9 after @", "your sets earn 0.9 points on average, 1.5 after @"),
        # A trick with a card of one's set is won for it; a card that is not of the suit led cannot be kept.
        ("TS TD//", "1 TH 9H", "AH 3H", own(0.9, TEN, 1.0), own(0.2, TEN),
         "take it: it wins you a third ten, which makes a set", None),
        ("TS TD//", "1 TH 9H", "AH 3H", own(0.9, TEN, 0.7), own(0.2, TEN),
         "it is likely to win you a third ten, which makes a set", None),
        ("TS TD TC//", "1 TH 9H", "AH 3H", own(0.9, TEN, 1.0), own(0.2, TEN),
         "take it: it wins you a fourth ten, and the set earns more", None),
        ("TS TD//", "1 8H TC", "AH 3H", own(0.9, TEN, 1.0), own(0.2, TEN),
         "take it: you get a third ten 90 times in 100, 20 after @", None),
        # A card that gives a set is said to do so: of the seats that hold the trick, or are yet to play.
        ("/QS QD/", "1 AH 4H", "3H QH", other(0.1, QUEEN), other(1.0, QUEEN),
         "Ben gets a third queen 10 times in 100, 100 after @", "it gives Ben a third queen, which makes a set"),
        ("/QS QD/", "2 AH", "3H QH", other(0.1, QUEEN), other(0.6, QUEEN),
         None, "it may give Ben a third queen, which makes a set"),
        # What others collect is thrown away or taken from them.
        ("/KS KD/", "1 4H 8H", "KC 3D", other(0.0, KING), other(0.8, KING), "it throws away the king that Ben wants", None),
        ("/KS KD/", "1 4H KH", "AH 3H", other(0.0, KING, takes=1.0), other(0.8, KING),
         "take it: it wins the king that Ben wants", None),
    ],
)  # fmt: skip
def test_a_card_of_fools_gold_for_a_set(
    kept: str, trick: str, pair: str, mine: DealFigures, theirs: DealFigures, better: str | None, worse: str | None
) -> None:
    """kept: by seat. trick: its leader and cards; clubs are trumps, and seat 0 is to play."""
    one, two, three = kept.split("/")
    known = gold((one, two, three), trick[2:])
    known.leader = int(trick[:1] or 0)
    better_card, worse_card = pair.split()
    found = said(known, better_card, worse_card, mine, theirs)
    assert found == (found[0] if better is None else better, found[1] if worse is None else worse)


def test_a_set_that_is_given_to_nobody_or_earns_nothing_is_not_told() -> None:
    """Seat 1 leads and holds the trick, and has kept no queen."""
    known = gold(("", "", "QS QD"), "AH 4H")
    known.leader = 1
    assert "queen" not in said(known, "3H", "QH", other(0.1, QUEEN, 1), other(1.0, QUEEN, 1))[1]
    known = gold(("TS TH", "3S 3D", ""), "AH 4H")
    known.leader, known.rows = 1, ((0, 0),) * 12
    assert "ten" not in said(known, "9H", "3H", own(0.6, TEN), own(0.1, TEN))[0]
    mine, theirs = {"takes": 0.0, "points 0": 2.0}, {"takes": 1.0, "points 0": 0.0}
    assert said(known, "3H", "KH", mine, theirs)[0].startswith("duck: ")


@pytest.mark.parametrize(
    ("kept", "trick", "card", "manner"),
    [
        ("", "AH 4H", "3H", "duck: "), ("3S 3D", "AH 4H", "3H", "despite Ben's third three: "),
        ("3S 3D 3C", "AH 4H", "3H", "despite Ben's fourth three: "), ("3S", "AH 4H", "3H", "duck: "),
        ("3S 3D", "4H AH", "3H", "duck: "), ("3S 3D", "AH", "3H", ""), ("3S 3D", "AH 4H", "3D", "discard: "),
    ],
)  # fmt: skip
def test_a_card_that_may_give_a_set_is_no_duck(kept: str, trick: str, card: str, manner: str) -> None:
    """Ben led, or is yet to play; what he may not keep, or takes no trick with, gives him nothing."""
    known = gold(("AC", kept, ""), trick)
    mine, theirs = {"takes": 0.0, "points 0": 2.0}, {"takes": 1.0, "points 0": 0.0}
    known.leader = 1 if len(known.trick) == 2 else 2
    assert said(known, card, "KH", mine, theirs)[0] == f"{manner}{DUCK}"


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
    pair = make_action(Verb.KEEP, cards.card("QC")), make_action(Verb.KEEP, cards.card("9C"))
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
    ten, nine, eight = (make_action(Verb.TOPS, cards.RANKS.index(rank)) for rank in "T98")
    known.turn, known.callers, known.totals = 0, (0, 1, 2, 3), (71, 65, 75, 61)
    known.calls = [eight, make_action(Verb.TRUMP, 0), nine, ten]
    seven = make_action(Verb.TOPS, cards.RANKS.index("7"))
    mine, theirs = {"with 3": 1.0, "with 2": 0.0}, {"with 3": 0.3, "with 2": 0.3}
    assert why(game, known, (ten, seven), mine, theirs) == "it makes Dot your partner, who is behind you"
    assert why(game, known, (seven, ten), theirs, mine, -1.0) == "@ makes Dot your partner, who is behind you"
    mine = {"with 3": 0.0, "with 2": 1.0}
    assert why(game, known, (nine, seven), mine, theirs, -1.0) == "it makes Cyd your partner, who is ahead of you"
    # No other call makes a partner at once.
    assert why(game, known, (seven, make_action(Verb.TRUMP, 1)), mine, theirs) == OVER


def test_points_that_partners_share_are_no_reason_for_one_of_them() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP, game.Options(players=4))
    known.turn, known.partners, pair = 0, (2, 3, 0, 1), (cards.card("9H"), cards.card("8H"))
    mine, theirs = {"points 2": 18.0, "over": 0.2}, {"points 2": 20.0, "over": 0.6}
    assert why(game, known, pair, mine, theirs) == "the game goes on more often than after @"
    assert why(game, known, pair, {"points 2": 18.0}, {"points 2": 20.0}) == OVER


def halves(first: float, second: float) -> DealFigures:
    return {"first half": first, "second half": second}


def test_between_two_the_tricks_are_those_of_the_half_that_is_played() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP)
    known.trumps, known.tops, pair = 0, 4, (cards.card("AH"), cards.card("2C"))
    assert why(game, known, pair, halves(8.0, 6.0), halves(6.9, 6.0)) == "it makes about one trick more than @"
    assert why(game, known, pair, halves(6.5, 6.0), halves(7.0, 6.0), -0.9) == "it makes about half a trick less than @"
    known.first = (7, 6)
    assert why(game, known, pair, halves(7.0, 8.0), halves(7.0, 6.0)) == "it makes about two tricks more than @"


def test_what_is_promised_by_trumps_is_said_half_by_half() -> None:
    game = CrossPurposes()
    known = known_of(game, Verb.TRUMP)
    known.hands[known.turn] = cards.cards("AS KS 2H 3H 4H")
    pair = make_action(Verb.TRUMP, 0), make_action(Verb.TRUMP, 2)
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


FOOL = GooseberryFool()


def deals(*ends: tuple[int, DealFigures]) -> ActionStatistics:
    """So many imagined deals that ended like this."""
    return statistics_of([end for count, end in ends for _ in range(count)])


def figure(
    known: Any, mine: ActionStatistics, theirs: ActionStatistics, gain: float = 0.1, tried: int = 0, game: Any = FOOL
) -> str:
    case = Comparison(
        known, 0, 1, mine, theirs, gain, game.text.card_name, game.points, lowest_wins=game.lowest_wins, simulations=tried
    )
    return Reasons[Any]().reason(case)


@pytest.fixture
def known() -> Any:
    found = known_of(FOOL, Verb.PLAY)
    found.turn = 0
    return found


def test_points_that_chance_might_have_made_are_told_as_they_are(known: Any) -> None:
    """Twenty deals of six points among two hundred of three are no reason to be sure of, and a figure all the same."""
    mine, theirs = (deals((count, {"points 0": 60.0}), (200, {"points 0": 3.0})) for count in (12, 10))
    assert figure(known, mine, theirs) == "it brings 6.2 points on average, 5.7 after @"
    assert figure(known, theirs, mine, -0.1) == "it brings 5.7 points on average, 6.2 after @"
    assert figure(known, theirs, mine).startswith("over 422 imagined deals"), "it speaks against the advice"
    assert figure(known, theirs, mine, game=LowCard()) == "it brings 5.7 points on average, 6.2 after @"


def test_what_goes_with_deals_of_less_worth_is_no_figure_for_them(known: Any) -> None:
    """More points, which made the chance of the game smaller: what is told is the chance, of which there is more."""
    few, many = ({"points 0": points, WORTH: worth, CHANCE: worth} for points, worth in ((3.0, 0.6), (60.0, 0.2)))
    lucky = few | {WORTH: 0.9, CHANCE: 0.9}
    mine, theirs = deals((12, many), (180, few), (8, lucky)), deals((10, many), (190, few))
    assert figure(known, mine, theirs) == "[0 wins] 59 games in 100, 58 after @"


def test_numbers_are_told_only_where_they_are_written_apart() -> None:
    assert distinct_texts(12.4, 8.0) == ("12", "8")
    assert distinct_texts(12.4, 12.3) == ("12.4", "12.3")
    assert distinct_texts(-0.04, 0.3) == ("0", "0.3")
    assert distinct_texts(3.0, 3.0) is None


def test_a_lead_on_the_others_is_told_but_in_a_partnership(known: Any) -> None:
    one, two = (deals((100, {"ahead": ahead})) for ahead in (0.2, -0.9))
    assert figure(known, one, two) == "against the others it brings about one point more than @"
    assert figure(known, two, one, -0.1) == "against the others it brings about one point less than @"
    game = CrossPurposes()
    partners = known_of(game, Verb.TRUMP, game.Options(players=4))
    assert why(game, partners, (0, 1), {"ahead": 2.0}, {"ahead": 0.0}).startswith("against the others")
    partners.partners = (2, 3, 0, 1)
    assert why(game, partners, (0, 1), {"ahead": 2.0}, {"ahead": 0.0}).startswith("over 200 imagined deals")


def test_where_no_figure_tells_it_is_said_how_much_was_tried(known: Any) -> None:
    same = deals((40, {"points 0": 3.0}))
    assert figure(known, same, same) == "over 80 imagined deals it did better than @"
    assert figure(known, same, same, -0.1, tried=6000) == "over 6,000 imagined deals it did worse than @"


def test_the_figures_of_an_analysis_are_those_of_its_own_deals() -> None:
    """The chance of the game is that of the standing after a deal, without the points that a search adds to it."""
    seen = some(Throps(), Verb.OFFER).view
    mind = Known({action: 0.5 - number / 100 for number, action in enumerate(seen.legal[:2])})
    mind.trace = Trace()
    rng, utility = Random(3), WinUtility(seen.game.heuristics, seen.known)
    ends: dict[Action, list[State]] = {}
    for action in seen.legal[:2]:
        ends[action] = []
        for _ in range(30):
            state = sample_determinization(seen, rng)
            seen.game.apply(state, action)
            while not state.over:
                seen.game.apply(state, rng.choice(seen.game.legal(state)))
            mind.trace.record_simulation(action, state, 0.5)
            ends[action].append(state)
    chances = [sum(utility.win_chances(state)[seen.seat] for state in states) / 30 for states in ends.values()]
    found = Analysis(seen, mind, seen.legal[0])
    assert [found.statistics(action).mean(CHANCE) for action in ends] == pytest.approx(chances)
    assert utility.utility(ends[seen.legal[0]][0]) != utility.win_chances(ends[seen.legal[0]][0])
    assert sum(utility.win_chances(ends[seen.legal[0]][0])) == pytest.approx(1)
