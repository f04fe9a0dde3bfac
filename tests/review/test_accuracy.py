"""What accuracy counts: decisions with a choice, and of them those whose cost does not count."""

from __future__ import annotations

from dataclasses import replace

from goosetable.review.opinion import Cost, Estimate, Opinion, accuracy, by_seat

GOOD = Opinion(1, 0, "play 2C", "play 3C", "likely")
DEAR = replace(GOOD, cost=Cost(Estimate(0.2, 0.01), Estimate(1.0)))
MAYBE = replace(GOOD, cost=Cost(Estimate(0.2, 0.15), Estimate(1.0)))
FORCED = replace(GOOD, sure="only")


def test_a_cost_that_may_be_chance_is_none_and_a_forced_card_no_decision() -> None:
    assert accuracy([GOOD, DEAR, MAYBE, FORCED]) == (2, 3)
    assert accuracy([FORCED]) == (0, 0)


def test_each_seat_has_its_own() -> None:
    found = by_seat([replace(DEAR, seat=2), GOOD, replace(GOOD, seat=2), replace(FORCED, seat=1)])
    assert list(found.items()) == [(0, (1, 1)), (2, (1, 2))]
