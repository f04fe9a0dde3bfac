"""What is kept beside a record: opinions, read as written or not at all, and what hands are worth."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from goosetable.engine.record.seed import ALPHABET, LENGTH
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.games import SHELF
from goosetable.review import luck
from goosetable.review.deal_review import cache_header, opinion_line, read_opinions
from goosetable.review.evaluate import Adviser
from goosetable.review.luck import DealWorth, Worth
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook
from tests.games.playing import GAMES, Variant, header

ADVISER = Adviser("expert", "s")
OUTLOOKS = (("play KH", Outlook(Estimate(13.9, 0.2), Estimate(0.27, 0.01))),)
COST = Cost(Estimate(0.04, 0.01))
OPINION = Opinion(
    9, 1, "play 9H", "play KH", "clear", "play 9H", "[0 gets] more than @ ♥", 1000, COST, OUTLOOKS, "[0] had K♥.",
    "gooseberry-fool", "middle", ((2, "play 8C"), (0, "play 9C")), True, True,
)  # fmt: skip
FORCED = Opinion(10, 1, "play 9D", "play 9D", "only")
TEXT = "\n".join([cache_header(ADVISER), opinion_line("ab", 4, OPINION), opinion_line("ab", 5, FORCED), ""])


def test_what_is_kept_is_read_again() -> None:
    assert read_opinions(TEXT.encode(), ADVISER) == {("ab", 4): OPINION, ("ab", 5): FORCED}


def test_a_torn_last_line_costs_one_opinion() -> None:
    assert read_opinions(TEXT.encode()[:-9], ADVISER) == {("ab", 4): OPINION}


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ('"review": 8', '"review": 4'),
        ('"level": "expert"', '"level": "hard"'),
        ('"seed": "s"', '"seed": "t"'),
        ('"step": 4', '"step": -4'),
        ('"step": 4', '"step": true'),
        ('"clear"', "7"),
        ("[0.04, 0.01]", "[0.04]"),
        ("[0.04, 0.01]", '["0.04", 0.01]'),
        ('"outlooks": {"play', '"outlooks": [], "other": {"play'),
        ("{", "", ),
        ('"hidden"', '"hideen"'), ('"follows": [[2', '"follows": [[99'), ('"follows": [[2, "play 8C"]', '"follows": [[2]'),
        ('"principle": "middle"', '"principle": 7'),
        ("1000", "NaN"), ('"seat": 1', f'"seat": {2**70}'), ('"seat": 1', '"seat": 32'), ('"step": 4', f'"step": {2**70}'),
        ("[0.04, 0.01]", "[" + "9" * 400 + ", 0.01]"), ("[0.04, 0.01]", "[0.04, 1e200]"), ("[0.04, 0.01]", "[0.04, -0.01]"),
        ("[13.9, 0.2]", "[1e7, 0.2]"), ('"clear"', '"' + "x" * 5000 + '"'),
    ],
)  # fmt: skip
def test_what_is_damaged_or_of_another_kind_is_worked_out_anew(part: str, instead: str) -> None:
    assert part in TEXT
    assert read_opinions(TEXT.replace(part, instead, 1).encode(), ADVISER) == {}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\n", b"{}\n", b"\n\n", b"[]\n", b'{"goosetable": 1}\n'])
def test_what_is_no_review_has_no_opinions(content: bytes) -> None:
    assert read_opinions(content, ADVISER) == {}


def test_the_line_of_an_opinion_that_is_cut_anywhere_is_never_wrong() -> None:
    for end in range(len(TEXT.encode())):
        found = read_opinions(TEXT.encode()[:end], ADVISER)
        assert all(opinion in (OPINION, FORCED) for opinion in found.values())


Dealt = tuple[Standing, Deal]


def dealt(game: Any, code: str | None = None) -> Dealt:
    """The first deal of a game with some code."""
    session = Session(game, header(Variant(game, game.Options()), *([code] if code else [])))
    session.begin_deal()
    assert session.deal is not None
    return session.standing, session.deal


def some_deals(game: Any, count: int) -> list[Dealt]:
    return [dealt(game, "".join(Random(f"luck:{number}").choices(ALPHABET, k=LENGTH))) for number in range(count)]


def worth(game: Any, one: Dealt, plays: int, seed: str = "", level: str = luck.LEVEL) -> Worth:
    work = DealWorth(game, game.Options(), *one, plays, seed, level).run()
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Worth = done.value
            return found


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_worth_follows_from_the_deal_and_the_seed(game: Any) -> None:
    one = dealt(game)
    first = worth(game, one, 2, level="medium-deal@2")
    assert first == worth(game, one, 2, level="medium-deal@2")
    assert len(first.seats) == game.seats(game.Options()) and first.plays == 2


def test_what_was_kept_is_read_again_and_what_is_wrong_is_not() -> None:
    whole = Worth((Estimate(1.25, 0.5), Estimate(-3.0, 0.0)), luck.PLAYS)
    line = luck.worth_as_json(whole).encode()
    assert luck.parse_worth(line + b"\n", 2) == whole
    other = (
        line.replace(b'"luck": 2', b'"luck": 1'), line.replace(b": 24", b": 200"), line.replace(b"0.5", b"-0.5"),
        line.replace(b"1.25", b"true"), line[:-3],
    )  # fmt: skip
    for wrong in (b"", b"[]", b"{}", *other):
        assert luck.parse_worth(wrong, 2) is None
    assert luck.parse_worth(line, 3) is None


@pytest.mark.parametrize("mean", ["1e200", "-1e200", "9" * 400, "1e7", "null", "true"])
def test_luck_that_cannot_be_right_is_worked_out_anew(mean: str) -> None:
    line = luck.worth_as_json(Worth((Estimate(1.5, 0.25),) * 3, luck.PLAYS)).encode()
    assert luck.parse_worth(line, 3) is not None
    assert luck.parse_worth(line.replace(b"1.5", mean.encode(), 1), 3) is None
    assert luck.parse_worth(line.replace(b"0.25", mean.encode(), 1), 3) is None


def test_other_cards_another_standing_and_other_rules_are_another_deal() -> None:
    game: Any = SHELF[0]
    standing, deal = dealt(game)
    _, other = dealt(game, "2222-2222-2222")
    ahead = standing._replace(totals=(10, *standing.totals[1:]))
    rules = game.Options(target=50)
    found = [(game.Options(), standing, deal), (game.Options(), standing, other), (game.Options(), ahead, deal)]
    assert len({luck.worth_digest(game, *one) for one in [*found, (rules, standing, deal)]}) == 4


def equal_seats(game: Any, count: int, plays: int, level: str) -> None:
    """Of each deal one seat is taken, and play is measured by two fresh plays of equal players."""
    gains: list[float] = []
    for number, one in enumerate(some_deals(game, count)):
        made = worth(game, one, 2, "made", level).seats
        seat = number % len(made)
        gains.append(made[seat].mean - worth(game, one, plays, level=level).seats[seat].mean)
    mean = sum(gains) / count
    error = sqrt(sum([(one - mean) ** 2 for one in gains]) / (count - 1) / count)
    assert abs(mean) <= 3 * error


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_among_equal_players_there_is_no_play(game: Any) -> None:
    equal_seats(game, 30, 4, "random")


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_among_equal_players_there_is_no_play_over_many_deals(game: Any) -> None:
    equal_seats(game, 24, 3, luck.LEVEL)


def seats_apart(game: Any, count: int, plays: int) -> None:
    """With the dealer anywhere, which number a seat has is worth nothing: turned round, seats have the same mean."""
    sums: list[list[float]] = [[] for _ in range(game.seats(game.Options()))]
    for number, (standing, deal) in enumerate(some_deals(game, count)):
        found = worth(game, (standing, deal), plays, str(number), "random")
        for seat, own in enumerate(found.seats):
            sums[seat].append(own.mean)
    means = [sum(own) / count for own in sums]
    every = sum(means) / len(means)
    for points, mean in zip(sums, means, strict=True):
        error = sqrt(sum([(one - mean) ** 2 for one in points]) / (count - 1) / count)
        assert abs(mean - every) <= 3.5 * error


@pytest.mark.slow
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_on_average_no_seat_is_worth_more(game: Any) -> None:
    seats_apart(game, 150, 6)
