"""Medals and memories are found in the records, each by what it says, and nothing is kept of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from goosetable import games
from goosetable.app.storage import medals, paths
from goosetable.app.storage.accounts import Book, Meeting
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import HistoryIndex, Played, Stint, Who
from goosetable.app.storage.statistics import memory
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format
from goosetable.engine.record.replay import sessions
from goosetable.engine.text.medals import BEHIND, BEST, FEATS, RUNNING, WON
from tests.app.archives import QUICK, played, put
from tests.games.low_card import LowCard
from tests.games.playing import Variant, find

ANNA, FOX, HEN = ("Anna", "human"), ("Vesper", "hard"), ("Dorothea", "easy")
YOU, VESPER = Who(*ANNA), Who(*FOX)


def game(number: int, won: bool, feats: tuple[str, ...] = (), left: tuple[Stint, ...] = (), ended: bool = True) -> Played:
    none = (Fraction(0),) * 3
    winners = (0 if won else 1,) if ended else ()
    all_feats = (feats, (), ()) if ended else ()
    day, chairs = f"2026-11-{number:02}", (ANNA, FOX, HEN)
    return Played(f"{number:024}", QUICK.game.id, day, chairs, ended, 3, none, none, winners, (0, 0, 0), all_feats, "", left)


def given(*played: Played) -> dict[str, str]:
    """The day of the game for which each medal was given, by its name."""
    roll = HistoryIndex()
    for one in played:
        roll.add(one)
    found = medals.places(Book(roll), YOU, QUICK.game)
    return {place.medal.name: place.given.started for place in found if place.given is not None}


def test_the_first_win_and_three_in_a_row_are_given_for_the_game_that_made_them() -> None:
    assert given() == {}
    assert given(game(1, False)) == {}
    assert given(game(1, False), game(2, True), game(3, True)) == {"First win": "2026-11-02"}
    broken = [game(1, True), game(2, True), game(3, False), game(4, True), game(5, True)]
    assert "Three in a row" not in given(*broken)
    assert given(*broken, game(6, True))["Three in a row"] == "2026-11-06"
    assert given(game(1, True), game(2, True, ended=False), game(3, True), game(4, True))["Three in a row"] == "2026-11-04"


def test_a_feat_counts_for_those_who_sat_there_all_game() -> None:
    assert given(game(1, True, (BEHIND,)))["From behind"] == "2026-11-01"
    assert "From behind" not in given(game(1, True, (BEHIND,), (Stint(0, "Ben", "human", 1, Fraction(0), Fraction(0)),)))


@pytest.mark.parametrize("shelf", games.SHELF, ids=lambda game: str(game.id))
def test_every_game_has_a_few_medals_of_known_kinds(shelf: AnyGame) -> None:
    kinds = [(medal.kind, medal.number) for medal in shelf.text.medals]
    assert 2 <= len(kinds) <= 4 and len(set(kinds)) == len(kinds)
    assert {kind for kind, _ in kinds} <= {WON, RUNNING, *FEATS}
    length = shelf.text.length(shelf.short(shelf.Options()))
    assert length != 1 or not {kind for kind, _ in kinds} & {*FEATS}, "a game of one deal has no deal to catch up in"


@pytest.mark.parametrize(("name", "seats"), [("goose", 3), ("low-card", 2)])
def test_feats_are_what_the_deals_of_the_record_say(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held against the lines of points; in last place are those with the most points, where the fewest win."""
    monkeypatch.setattr(games, "find", find)
    monkeypatch.setattr(games, "SHELF", (*games.SHELF, LowCard()))
    game = find(name)
    short = {} if game.lowest_wins else {"max_hand": 2}
    variant = Variant(game, replace(game.Options(), players=seats, **short))
    least, most = (max, min) if game.lowest_wins else (min, max)
    texts = [
        played((ANNA, FOX, HEN)[:seats], seed, f"2026-10-{seed % 28 + 1:02}T{seed // 28:02}:00:00Z", variant=variant)[1]
        for seed in range(60)
    ]
    put(tmp_path, "all", *texts)
    history = History(paths.find(tmp_path))
    while history.work():
        pass
    seen: set[str] = set()
    for text in texts:
        (session,) = sessions(text.encode(), find)
        one = next(one for one in history.games if one.started == session.header.started)
        assert session.code == one.code
        points = [line.points for _, line in format.read(text.encode()) if isinstance(line, format.ScoreLine)]
        for seat in range(seats):
            before = [sum(deal[other] for deal in points[:-1]) for other in range(seats)]
            behind = seat in session.winners and before[seat] == least(before) != most(before)
            best = all(deal[seat] == most(deal) for deal in points)
            assert (BEHIND in one.feats[seat], BEST in one.feats[seat]) == (behind, best)
            seen |= set(one.feats[seat])
    assert BEHIND in seen


@pytest.mark.parametrize(
    ("won", "lost", "said"),
    [
        (3, 1, "Vesper owes you two."),
        (1, 2, "You owe Vesper one."),
        (2, 2, "You and Vesper are level."),
        (0, 0, "You and Vesper are level."),
        (4, 0, "Vesper has not beaten you yet."),
        (0, 3, "You have not beaten Vesper yet."),
        (2, 0, "Vesper owes you two."),
    ],
)
def test_an_opponent_remembers(won: int, lost: int, said: str) -> None:
    assert memory(YOU, VESPER, Meeting(won + lost, won, lost)) == said
    assert "you" not in memory(VESPER, Who(*HEN), Meeting(won + lost, won, lost)).lower()


def test_an_opponent_at_two_levels_remembers_at_each() -> None:
    assert memory(YOU, VESPER, Meeting(3, 2, 1), twice=True) == "Vesper (hard) owes you one."


@pytest.mark.parametrize(
    ("who", "won", "lost", "said"),
    [
        (YOU, 5, 2, "You owe Anna three."), (YOU, 2, 5, "Anna owes you three."), (YOU, 2, 2, "Anna and you are level."),
        (YOU, 4, 0, "You have not beaten Anna yet."), (VESPER, 0, 4, "Vesper has not beaten you yet."),
        (VESPER, 2, 1, "You owe Vesper one."),
    ],
)  # fmt: skip
def test_on_the_page_of_somebody_else_who_is_called_you_is_spoken_to(who: Who, won: int, lost: int, said: str) -> None:
    assert memory(who, Who("You", "human"), Meeting(won + lost, won, lost)) == said
