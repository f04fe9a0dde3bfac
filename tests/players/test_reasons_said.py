"""What the reasons of each game say in cases put together by hand: true of the case, and never against the advice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import sample
from goosetable.engine.rules.action import Action, Verb, make, value_of, verb_of
from goosetable.engine.text.explain import GAME, Case, Ends, prospect
from goosetable.engine.words import phrases
from goosetable.games.cross_purposes.rules import CrossPurposes
from goosetable.games.fools_gold.rules import FoolsGold
from goosetable.games.goose.rules import Goose, GooseOptions, Roles
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.games.goosed.rules import Goosed
from goosetable.games.gops.rules import Gops
from goosetable.games.throps.rules import Throps
from goosetable.players.agent import Agent, Trace
from goosetable.players.analysis import Analysis
from tests.games.playing import NAMES, Variant
from tests.players.positions import Turn, turns


def some(game: AnyGame, verb: Verb, options: Any = None, most: int = 60) -> Turn:
    """A turn of a game at which something of this kind is to be done, nothing lying on the table yet."""
    found = turns(Variant(game, options or game.Options()), "said", most)
    return next(turn for turn in found if verb_of(turn.view.legal[0]) is verb and not getattr(turn.view.known, "trick", ()))


def known_of(game: AnyGame, verb: Verb, options: Any = None) -> Any:
    """What the seat to act knows there, to be changed."""
    return some(game, verb, options).view.known.copy()


def why(game: AnyGame, known: Any, pair: tuple[Action, Action], mine: Ends, theirs: Ends, gain: float = 1.0) -> str:
    """What is said of the first of two actions, each with a hundred deals that all ended alike, to the seat that acts.

    Anybody else who reads it, as in a review of all seats, is told the name of that seat.
    """
    made = prospect([mine] * 100), prospect([theirs] * 100)
    text = ":" + game.heuristics.reasons.why(Case(known, *pair, *made, gain, game.text.face, game.points))
    assert not re.search(r"\byour?\b", phrases.speak(text, NAMES)), "spoken to one who is not that seat"
    return phrases.speak(text, NAMES, known.turn)[1:]


# ---------------------------------------------------------------------- Goose


def goose(hand: str, need: int, **more: Any) -> Any:
    """What a seat of Goose knows that holds this hand and needs so many tricks."""
    known = known_of(Goose(), Verb.PLAY, GooseOptions(max_hand=5))
    known.hands[known.turn] = cards.cards(hand)
    known.bids[known.turn] = known.tricks(known.turn) + need
    for key, value in more.items():
        setattr(known, key, value)
    return known


def ends(known: Any, made: float, takes: float, over: float = 0.0, under: float = 0.0, off: float | None = None) -> Ends:
    seat = known.turn
    found = {f"made {seat}": made, "takes": takes, "over": over, "under": under, "added": takes}
    return found | {"off": over + under if off is None else off, f"points {seat}": 0.0}


def cases(known: Any, one: str, two: str, mine: Ends, theirs: Ends) -> tuple[str, str]:
    """What is said of the better card and of the worse."""
    pair = cards.card(one), cards.card(two)
    return why(Goose(), known, pair, mine, theirs), why(Goose(), known, pair[::-1], theirs, mine, -1.0)


@pytest.mark.parametrize(("takes", "both"), [(0.0, "like @ it does not win"), (1.0, "like @ it wins")])
def test_of_two_cards_that_do_the_same_it_tells_which_one_stays(takes: float, both: str) -> None:
    known = goose("KH 4H 2C", 1)
    better, worse = cases(known, "KH", "4H", ends(known, 0.8, takes, 0.2), ends(known, 0.3, takes, 0.7))
    assert (better, worse) == (f"{both}, and gets rid of the higher card", f"{both}, and keeps the higher card")


def test_a_card_that_others_need_is_spent_and_not_got_rid_of() -> None:
    known = goose("KH 4H 2C", 2)
    better, worse = cases(known, "4H", "KH", ends(known, 0.8, 1.0, under=0.2), ends(known, 0.3, 1.0, under=0.7))
    assert (better, worse) == ("like @ it wins, and keeps the higher card", "like @ it wins, and spends the higher card")
    worse = cases(known, "4H", "KH", ends(known, 0.8, 0.0, under=0.2), ends(known, 0.3, 0.0, under=0.7))[1]
    assert worse == "like @ it does not win, and throws away the higher card"


def test_tricks_that_hardly_come_anyway_are_not_at_risk() -> None:
    known = goose("AC 3H", 2)
    better, worse = cases(known, "3H", "AC", ends(known, 0.4, 0.0, under=0.6), ends(known, 0.1, 0.0, under=0.9))
    assert better == "it makes your bid 40 times in 100, 10 after @"
    assert worse == "it makes your bid 10 times in 100, 40 after @"


@pytest.mark.parametrize("need", [-1, -2])
def test_more_tricks_too_many_are_counted(need: int) -> None:
    known = goose("AC 3H", need)
    said = cases(known, "3H", "AC", ends(known, 0.0, 0.0, over=1.0), ends(known, 0.0, 0.6, over=1.0))
    assert said == ("you take none more on average, 0.6 after @", "you take 0.6 more on average, 0 after @")


def test_where_all_others_miss_more_often_none_is_named() -> None:
    known = goose("AC 3H", 0)
    known.turn = 0
    mine = {"made 1": 0.4, "made 2": 0.5, "made 3": 0.3, "others made": 1.2}
    theirs = {"made 1": 0.9, "made 2": 0.8, "made 3": 0.7, "others made": 2.4}
    pair = cards.card("3H"), cards.card("AC")
    assert why(Goose(), known, pair, mine, theirs) == "the others miss their bids more often than after @"
    assert why(Goose(), known, pair, mine | {"made 3": 0.8}, theirs) == "Ben is more likely to miss the bid than after @"


def test_a_trick_that_is_needed_is_not_at_risk_where_it_is_won() -> None:
    """A card that wins the one trick needed, and would be bad because another trick comes of it."""
    known = goose("AC 3H", 1)
    better, worse = cases(known, "3H", "AC", ends(known, 0.7, 0.0, under=0.3), ends(known, 0.1, 1.0, over=0.9))
    assert (better, worse) == ("it is safer than @ against a trick too many", "it risks a trick too many")


@pytest.mark.parametrize(
    ("need", "takes", "said"),
    [
        (1, 1.0, "it wins the trick you need"),
        (2, 0.7, "it is likely to win one of the two tricks you need"),
        (1, 0.4, "it is more likely than 3H to win the trick you need"),
        (1, 0.1, "the trick you need is likely to come"),
    ],
)
def test_a_needed_trick_is_called_won_only_where_it_is_sure(need: int, takes: float, said: str) -> None:
    known = goose("AC 3H", need)
    better, worse = cases(known, "AC", "3H", ends(known, 0.9, takes, under=0.1), ends(known, 0.2, 0.05, under=0.8))
    assert better == said.replace("3H", "@")
    assert worse == f"it risks the {'two tricks' if need == 2 else 'trick'} you need"


def test_who_needs_no_more_is_told_what_wins() -> None:
    known = goose("AC 3H", 0)
    better, worse = cases(known, "3H", "AC", ends(known, 0.9, 0.0, 0.1), ends(known, 0.0, 1.0, 1.0))
    assert (better, worse) == ("you need no more, and it wins nothing", "you need no more, and it wins")


def test_who_needs_no_more_and_wins_as_often_is_told_how_often_the_bid_is_made() -> None:
    known = goose("9C 3H", 0)
    better, worse = cases(known, "3H", "9C", ends(known, 0.62, 0.1, 0.38), ends(known, 0.38, 0.15, 0.62))
    assert better == "it makes your bid 62 times in 100, 38 after @"
    assert worse == "it risks a trick too many"


def test_a_bid_out_of_reach_is_called_so() -> None:
    known = goose("AC 3H", 3)
    better, worse = cases(known, "AC", "3H", ends(known, 0, 1, under=1, off=1.0), ends(known, 0, 0, under=1, off=1.9))
    assert better == "your bid is out of reach, by 1 trick, 1.9 after @"
    assert worse == "your bid is out of reach, by 1.9 tricks, 1 after @"


def test_by_how_many_tricks_a_bid_is_missed_is_told_of_both_cards() -> None:
    known = goose("AC 3H", 1)
    better, worse = cases(known, "AC", "3H", ends(known, 0.2, 0.4, off=1.3), ends(known, 0.2, 0.4, off=1.7))
    assert better == "you miss the bid by 1.3 tricks, 1.7 after @"
    assert worse == "you miss the bid by 1.7 tricks, 1.3 after @"
    # A difference that would be written alike is not told.
    assert "the bid by" not in cases(known, "AC", "3H", ends(known, 0.2, 0.4, off=1.72), ends(known, 0.2, 0.4, off=1.74))[1]


@pytest.mark.parametrize(
    ("made", "often"),
    [(0.02, "hardly ever made"), (0.1, "made one time in ten"), (0.6, "made six times in ten"), (1, "nearly always made")],
)
def test_how_often_a_bid_is_made_is_english(made: float, often: str) -> None:
    known = known_of(Goose(), Verb.BID, GooseOptions(max_hand=5))
    pair, seat = (make(Verb.BID, 2), make(Verb.BID, 1)), known.turn
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


# ---------------------------------------------------------------------- the others


def test_a_card_left_to_others_in_throps_is_not_said_to_cost_anything() -> None:
    game = Throps()
    known = known_of(game, Verb.OFFER)
    known.won = [0, cards.cards("AS"), 0]
    known.turned, known.turn = cards.card("KH"), 1
    pair = make(Verb.OFFER, cards.card("2C")), make(Verb.OFFER, cards.card("AC"))
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
    two, ace, other = (make(Verb.OFFER, cards.card(text)) for text in ("2C", "AC", "AD"))
    mine, theirs = {"wins 1": 0.4}, {"wins 1": 0.9}
    assert why(game, known, (two, ace), mine, theirs) == "5♠ brings you only 5, and it saves @"
    assert "saves" not in why(game, known, (other, ace), mine, theirs)


def test_a_bid_in_gops_takes_what_is_on_offer_or_saves_a_card() -> None:
    known = known_of(Gops(), Verb.OFFER)
    known.offer, known.turned, known.turn = cards.hand("AD KD"), cards.card("KD"), 0
    high, low = make(Verb.OFFER, cards.card("KS")), make(Verb.OFFER, cards.card("2S"))
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
    seven, six = (make(Verb.KEEP, cards.card(text)) for text in ("7H", "6H"))
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
    known.turn, pair = 0, (make(Verb.TRUMP, 0), make(Verb.TRUMP, 1))
    assert (
        why(game, known, pair, {"side": 8.0}, {"side": 6.0}) == "you and your partner make about two tricks more than after @"
    )
    known.partners = (3, 2, 1, 0)
    less = why(game, known, pair, {"side": 6.0}, {"side": 6.3}, -1.0)
    assert less == "you and Dot make a trick less in three deals than after @"
    # After "lets it go" there is room for no names, and it is plain who is meant.
    known.trick, pair = list(cards.hand("4H")), (cards.card("2H"), cards.card("AH"))
    mine, theirs = {"side": 6.0, "takes": 0.0}, {"side": 6.3, "takes": 1.0}
    assert why(game, known, pair, mine, theirs, -1.0) == "lets it go: together a trick less in three deals than after @"


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


# ---------------------------------------------------------------------- the advice


class Known(Agent):
    """A player whose values are given."""

    def __init__(self, values: Mapping[Action, float]) -> None:
        super().__init__("known", Random(1))
        self.values = dict(values)

    def choose(self, view: Any) -> Any:
        raise NotImplementedError


def test_nothing_is_said_for_another_action_that_speaks_against_the_advice() -> None:
    """What was tried a little may seem better than what was tried much; the advice is what was tried much."""
    seen = some(Throps(), Verb.OFFER).view
    best, rare, bad = seen.legal[:3]
    mind = Known({best: 0.5, rare: 0.9, bad: 0.1})
    mind.trace = Trace()
    state = sample(seen, Random(1))
    for action, visits in ((best, 400), (rare, 60), (bad, 60)):
        for _ in range(visits):
            mind.trace.saw(action, state, mind.values[action])
    mind.trace.ends.clear()
    found = Analysis(seen, mind, best)
    assert found.best == best
    assert found.why(rare) == f"about as good as {seen.game.text.face(value_of(best))}"
    assert found.why(bad) == f"it is worse than {seen.game.text.face(value_of(best))}"
