"""Opinions beside a record: read as they were written, or not at all."""

from __future__ import annotations

import pytest

from goosetable.review.deal_review import cache_header, opinion_line, read_opinions
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook

ADVISER = Adviser("expert", "s")
OUTLOOKS = (("play KH", Outlook(Estimate(13.9, 0.2), Estimate(0.27, 0.01))),)
COST = Cost(Estimate(0.04, 0.01))
OPINION = Opinion(
    9, 1, "play 9H", "play KH", "clear", "play 9H", "[0 gets] more than @ ♥", 1000, COST, OUTLOOKS, "[0] had K♥."
)  # fmt: skip
FORCED = Opinion(10, 1, "play 9D", "play 9D", "only")
TEXT = "\n".join(
    [
        cache_header(ADVISER),
        opinion_line("ab", 4, OPINION),
        opinion_line("ab", 5, FORCED),
        "",
    ]
)


def test_what_is_kept_is_read_again() -> None:
    assert read_opinions(TEXT.encode(), ADVISER) == {("ab", 4): OPINION, ("ab", 5): FORCED}


def test_a_torn_last_line_costs_one_opinion() -> None:
    assert read_opinions(TEXT.encode()[:-9], ADVISER) == {("ab", 4): OPINION}


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ('"review": 3', '"review": 1'),
        ('"level": "expert"', '"level": "hard"'),
        ('"seed": "s"', '"seed": "t"'),
        ('"step": 4', '"step": -4'),
        ('"step": 4', '"step": true'),
        ('"clear"', "7"),
        ("[0.04, 0.01]", "[0.04]"),
        ("[0.04, 0.01]", '["0.04", 0.01]'),
        ('"outlooks": {"play', '"outlooks": [], "other": {"play'),
        ("{", "", ),
        ('"hidden"', '"hideen"'),
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
