"""Remarks are rare, never the same twice on end, the same for the same game, and fit to be said."""

from __future__ import annotations

from itertools import pairwise

from goosetable.app.art.portraits import WHO
from goosetable.app.table.company.remarks import Company, Result, Spoken
from goosetable.app.table.company.sayings import OCCASIONS, SAYINGS
from goosetable.engine.rules.action import GIVE
from goosetable.engine.rules.event import Said, Taken

FACES = ("gooseberry", "fox", "hen", "owl")


def evening(seed: str, deals: int = 40) -> list[list[Spoken]]:
    """What is said in each of some deals, in all of which the same happens."""
    company, found = Company(seed, FACES), []
    for deal in range(deals):
        said = [company.dealt(deal, Result((1, 2), (3,)) if deal else Result())]
        for trick in range(10):
            said.append(company.saw(Taken(trick // 4 % 4, 1, "why"), 3 if trick == 6 else None))
            said.append(company.saw(Said(2, GIVE + 1), 1 if trick % 5 == 4 else None))
        found.append([remark for remark in said if remark is not None])
    return found


def test_they_are_rare_and_never_the_same_twice_on_end() -> None:
    deals = evening("a game")
    assert all(len(said) <= 1 for said in deals)
    words = [remark.words for said in deals for remark in said]
    assert len(words) > 10 and all(one != two for one, two in pairwise(words))


def test_the_same_game_hears_the_same() -> None:
    assert evening("a game") == evening("a game") != evening("another")


def test_people_say_nothing_by_themselves() -> None:
    assert all(remark.seat != 0 for said in evening("a game") for remark in said)
    company = Company("a game", ("gooseberry", "acorn#4f9bd0"))
    assert all(company.saw(Said(0, GIVE + 1), 1) is None for _ in range(50))


def test_everybody_has_a_voice_that_is_fit_to_be_heard() -> None:
    assert set(SAYINGS) == set(WHO)
    told = [words for voice in SAYINGS.values() for occasion in OCCASIONS for words in voice[occasion]]
    assert len(told) == len(set(told)), "no two say the same"
    for voice in SAYINGS.values():
        assert all(2 <= len(voice[occasion]) <= 5 for occasion in OCCASIONS)
    for words in told:
        assert "!" not in words and "{" not in words and words[-1] in ".?" and len(words) <= 40
        assert not {"clever", "stupid", "skill", "mistake", "badly", "well played", "oops"} & set(words.lower().split())
