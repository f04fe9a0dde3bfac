"""Remarks are rare, never the same twice on end, the same for the same game, and fit to be said."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from goosetable.app.art.pictures import WHO
from goosetable.app.skins import assets
from goosetable.app.table import remarks
from goosetable.app.table.remarks import OFTEN, Company, Overheard, Result, Spoken, sayings
from goosetable.engine.rules.action import GIVE
from goosetable.engine.rules.event import Said, Taken
from tests.app.stage_play import lay

FACES = ("gooseberry", "fox", "hen", "owl")


def evening(seed: str, deals: int = 40) -> list[Spoken | None]:
    """What is said in each of some deals, in all of which the same happens."""
    company, found = Company(seed, FACES), []
    for deal in range(deals):
        company.dealt(deal, Result((1, 2), (3,)) if deal else Result())
        for trick in range(10):
            company.saw(Taken(trick // 4 % 4, 1, "why"), 3 if trick == 6 else None)
            company.saw(Said(2, GIVE + 1), 1 if trick % 5 == 4 else None)
        found.append(company.said)
    return found


def test_they_are_rare_and_never_the_same_twice_on_end() -> None:
    words = [remark.words for remark in evening("a game") if remark is not None]
    assert len(words) > 10 and all(one != two for one, two in pairwise(words))


def test_the_same_game_hears_the_same() -> None:
    assert evening("a game") == evening("a game") != evening("another")


def test_the_same_game_hears_the_same_however_it_is_told() -> None:
    """Told as it goes, with all that is taken back on the way, or at once from its beginning when it is opened again."""
    match = lay("gooseberry-fool", {})
    session, chance = match.session, random.Random(3)
    as_it_goes, found = Overheard(session, Company("a game", FACES)), []
    for _ in range(3):
        match.deal()
        while session.due == "act":
            for _ in range(2 if session.undoable else 1):
                match.act(chance.choice(list(session.legal())))
                as_it_goes.remark()
                if session.due != "act":
                    break
            if chance.random() < 0.2 and session.undoable > 1:
                session.undo(2)
            assert as_it_goes.remark() == Overheard(session, Company("a game", FACES)).remark()
        match.score()
        found.append(as_it_goes.remark())
        assert found[-1] == Overheard(session, Company("a game", FACES)).remark()
    assert any(found)


def test_people_say_nothing_by_themselves() -> None:
    assert all(remark is None or remark.seat != 0 for remark in evening("a game"))
    company = Company("a game", ("gooseberry", "acorn#4f9bd0"))
    for _ in range(50):
        company.saw(Said(0, GIVE + 1), 1)
    assert company.said is None


def test_characters_are_silent_where_their_file_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "read", lambda *path: "{")
    remarks.sayings.cache_clear()
    assert not any(evening("a game"))
    monkeypatch.undo()
    remarks.sayings.cache_clear()
    assert any(evening("a game"))


def test_everybody_has_a_voice_that_is_fit_to_be_heard() -> None:
    assert set(sayings()) == set(WHO)
    told = [words for voice in sayings().values() for occasion in OFTEN for words in voice[occasion]]
    assert len(told) == len(set(told)), "no two say the same"
    for voice in sayings().values():
        assert all(2 <= len(voice[occasion]) <= 5 for occasion in OFTEN)
    for words in told:
        assert "!" not in words and "{" not in words and words[-1] in ".?" and len(words) <= 40
        assert not {"clever", "stupid", "skill", "mistake", "badly", "well played", "oops"} & set(words.lower().split())
