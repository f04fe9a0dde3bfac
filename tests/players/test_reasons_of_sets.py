"""What the reasons of Fools Gold say of sets: whose card it is, which one, and never a duck that gives somebody a set."""

from __future__ import annotations

from typing import Any

import pytest

from goosetable import cards
from goosetable.engine.rules.action import Verb
from goosetable.engine.text.explain import Ends
from goosetable.games.fools_gold.rules import FoolsGold
from tests.players.test_reasons_said import known_of, why

GAME = FoolsGold()
KING, QUEEN, TEN = (cards.RANKS.index(rank) for rank in "KQT")


def gold(kept: tuple[str, str, str], trick: str = "", turn: int = 0) -> Any:
    """What a seat knows that is to play to this trick, where clubs are trumps."""
    known = known_of(GAME, Verb.PLAY)
    known.kept, known.trick, known.turn = [cards.cards(text) for text in kept], list(cards.hand(trick)), turn
    known.trump, known.leader = 3, (turn - len(known.trick)) % 3
    return known


def said(known: Any, one: str, two: str, mine: Ends, theirs: Ends) -> tuple[str, str]:
    """Of the better card and of the worse."""
    pair = cards.card(one), cards.card(two)
    return why(GAME, known, pair, mine, theirs), why(GAME, known, pair[::-1], theirs, mine, -1.0)


def own(share: float, rank: int, takes: float = 0.0) -> Ends:
    """One's own set of a rank, and what it earns."""
    return {f"set 0 {rank}": share, "points 0": 4 * share, "takes": takes}


def other(share: float, rank: int, who: int = 1, takes: float = 0.0) -> Ends:
    return {f"set {who} {rank}": share, f"points {who}": 4 * share, "takes": takes}


def test_a_set_is_called_by_its_rank_with_how_often_it_comes() -> None:
    better, worse = said(gold(("TS TH", "", "")), "9H", "3D", own(0.62, TEN), own(0.41, TEN))
    assert (better, worse) == (
        "you get a third ten 62 times in 100, 41 after @",
        "you get a third ten 41 times in 100, 62 after @",
    )
    better, worse = said(gold(("TS", "", "")), "9H", "3D", own(0.3, TEN), own(0.0, TEN))
    assert (better, worse) == ("you get three tens 30 times in 100, 0 after @", "you get three tens 0 times in 100, 30 after @")
    worse = said(gold(("TS TH TD", "", "")), "9H", "3D", own(0.3, TEN), own(0.0, TEN))[1]
    assert worse == "you get no fourth ten, but 30 times in 100 after @"


def test_a_set_that_comes_about_as_often_is_not_told() -> None:
    mine, theirs = (own(share, TEN) | {"points 0": points} for share, points in ((0.05, 2.0), (0.02, 1.0)))
    assert said(gold(("TS", "", "")), "9H", "3D", mine, theirs)[0] == "it brings about one point more than @"


def test_where_no_set_was_begun_what_sets_earn_is_told() -> None:
    mine, theirs = {"sets 0": 1.5, "points 0": 1.5}, {"sets 0": 0.9, "points 0": 0.9}
    better, worse = said(gold(("TS", "", "")), "9H", "3D", mine, theirs)
    assert (better, worse) == (
        "your sets earn 1.5 points on average, 0.9 after @",
        "your sets earn 0.9 points on average, 1.5 after @",
    )


@pytest.mark.parametrize(
    ("kept", "takes", "text"),
    [
        ("TS TD", 1.0, "take it: it wins you a third ten, which makes a set"),
        ("TS TD", 0.7, "it is likely to win you a third ten, which makes a set"),
        ("TS TD TC", 1.0, "take it: it wins you a fourth ten, and the set earns more"),
    ],
)
def test_a_trick_with_a_card_of_ones_set_is_won_for_it(kept: str, takes: float, text: str) -> None:
    known = gold((kept, "", ""), "TH 9H")
    assert said(known, "AH", "3H", own(0.9, TEN, takes), own(0.2, TEN))[0] == text
    # A card that is not of the suit led cannot be kept.
    known = gold((kept, "", ""), "8H TC")
    assert "times in 100" in said(known, "AH", "3H", own(0.9, TEN, takes), own(0.2, TEN))[0]


def test_a_card_that_gives_a_set_is_said_to_do_so() -> None:
    """Seat 2 led the king, so that it holds the trick; seat 1 is yet to play where seat 0 follows at once."""
    last = gold(("", "", "QS QD"), "AH 4H")
    last.leader = 1
    worse = said(last, "3H", "QH", other(0.1, QUEEN, 1), other(1.0, QUEEN, 1))[1]
    assert "queen" not in worse, "seat 1 takes it, and has kept no queen"
    last.kept = [0, cards.cards("QS QD"), 0]
    better, worse = said(last, "3H", "QH", other(0.1, QUEEN), other(1.0, QUEEN))
    assert (better, worse) == (
        "Ben gets a third queen 10 times in 100, 100 after @",
        "it gives Ben a third queen, which makes a set",
    )
    first = gold(("", "QS QD", ""), "AH")
    assert (
        said(first, "3H", "QH", other(0.1, QUEEN), other(0.6, QUEEN))[1] == "it may give Ben a third queen, which makes a set"
    )


def test_what_others_collect_is_thrown_away_or_taken_from_them() -> None:
    known = gold(("", "KS KD", ""), "4H 8H")
    known.leader = 1
    assert said(known, "KC", "3D", other(0.0, KING), other(0.8, KING))[0] == "it throws away the king that Ben wants"
    known = gold(("", "KS KD", ""), "4H KH")
    known.leader = 1
    taken = said(known, "AH", "3H", other(0.0, KING, takes=1.0), other(0.8, KING))[0]
    assert taken == "take it: it wins the king that Ben wants"


@pytest.mark.parametrize(
    ("kept", "trick", "card", "manner"),
    [
        ("", "AH 4H", "3H", "duck: "),
        ("3S 3D", "AH 4H", "3H", "despite Ben's third three: "),
        ("3S 3D 3C", "AH 4H", "3H", "despite Ben's fourth three: "),
        ("3S", "AH 4H", "3H", "duck: "),
        ("3S 3D", "4H AH", "3H", "duck: "),
        ("3S 3D", "AH", "3H", ""),
        ("3S 3D", "AH 4H", "3D", "discard: "),
    ],
)
def test_a_card_that_may_give_a_set_is_no_duck(kept: str, trick: str, card: str, manner: str) -> None:
    """Ben led, or is yet to play; what he may not keep, or takes no trick with, gives him nothing."""
    known = gold(("AC", kept, ""), trick)
    mine, theirs = {"takes": 0.0, "points 0": 2.0}, {"takes": 1.0, "points 0": 0.0}
    known.leader = 1 if len(known.trick) == 2 else 2
    assert said(known, card, "KH", mine, theirs)[0] == f"{manner}♥ counts against you, and @ wins"


def test_sets_that_earn_nothing_are_not_told() -> None:
    known = gold(("TS TH", "3S 3D", ""), "AH 4H")
    known.leader, known.rows = 1, ((0, 0),) * 12
    assert "ten" not in said(known, "9H", "3H", own(0.6, TEN), own(0.1, TEN))[0]
    mine, theirs = {"takes": 0.0, "points 0": 2.0}, {"takes": 1.0, "points 0": 0.0}
    assert said(known, "3H", "KH", mine, theirs)[0].startswith("duck: ")
