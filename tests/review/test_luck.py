"""What hands are worth: repeatable, kept and read again, the same for all seats on average, and no play among equals."""

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
from goosetable.review.luck import DealWorth, Worth
from goosetable.review.opinion import Estimate
from tests.games.playing import GAMES, Variant, header

Dealt = tuple[Standing, Deal]


def dealt(game: Any, code: str | None = None) -> Dealt:
    """The first deal of a game with some code."""
    session = Session(game, header(Variant(game, game.Options()), *([code] if code else [])))
    session.begin()
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_worth_follows_from_the_deal_and_the_seed(game: Any) -> None:
    one = dealt(game)
    first = worth(game, one, 2, level="hard-deal@2")
    assert first == worth(game, one, 2, level="hard-deal@2")
    assert len(first.seats) == game.seats(game.Options()) and first.plays == 2


def test_what_was_kept_is_read_again_and_what_is_wrong_is_not() -> None:
    whole = Worth((Estimate(1.25, 0.5), Estimate(-3.0, 0.0)), luck.PLAYS)
    line = luck.write(whole).encode()
    assert luck.read(line + b"\n", 2) == whole
    other = (
        line.replace(b'"luck": 2', b'"luck": 1'),
        line.replace(b": 24", b": 200"),
        line.replace(b"0.5", b"-0.5"),
        line.replace(b"1.25", b"true"),
        line[:-3],
    )
    for wrong in (b"", b"[]", b"{}", *other):
        assert luck.read(wrong, 2) is None
    assert luck.read(line, 3) is None


@pytest.mark.parametrize("mean", ["1e200", "-1e200", "9" * 400, "1e7", "null", "true"])
def test_luck_that_cannot_be_right_is_worked_out_anew(mean: str) -> None:
    line = luck.write(Worth((Estimate(1.5, 0.25),) * 3, luck.PLAYS)).encode()
    assert luck.read(line, 3) is not None
    assert luck.read(line.replace(b"1.5", mean.encode(), 1), 3) is None
    assert luck.read(line.replace(b"0.25", mean.encode(), 1), 3) is None


def test_other_cards_another_standing_and_other_rules_are_another_deal() -> None:
    game: Any = SHELF[0]
    standing, deal = dealt(game)
    _, other = dealt(game, "2222-2222-2222")
    ahead = standing._replace(totals=(10, *standing.totals[1:]))
    rules = game.Options(target=50)
    found = [(game.Options(), standing, deal), (game.Options(), standing, other), (game.Options(), ahead, deal)]
    assert len({luck.digest(game, *one) for one in [*found, (rules, standing, deal)]}) == 4


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
