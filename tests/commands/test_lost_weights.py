"""Learned weights that cannot be used: each command says it once, of its own game, and where a player would follow them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable.commands import setup
from goosetable.engine.strength.policy import HABITS_FILE, POLICY_FILE, Shape, UnusableWeights
from goosetable.games import SHELF

Call = Callable[..., tuple[int, str, str]]
FOOL = "gooseberry-fool"


@pytest.fixture(autouse=True)
def lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game finds its weights, and nothing has been said of it yet."""

    def missing(package: str, shape: Shape, file: str) -> list[list[float]]:
        raise UnusableWeights(f"{file} of {shape.game} is missing")

    monkeypatch.setattr("goosetable.engine.strength.heuristics.load_weights", missing)
    for game in SHELF:
        monkeypatch.setattr(game.heuristics, "_learned", {})
        monkeypatch.setattr(game.heuristics, "faults", {})
    setup._report_once.cache_clear()


def said(game: str, *files: str) -> str:
    return "".join(f"goosetable: {file} of {game} is missing\n" for file in files)


def test_a_review_says_it(call: Call, one_deal: Path) -> None:
    code, _, err = call("review", one_deal, "--seats", "0", "--iterations", "4")
    assert (code, err) == (0, said(FOOL, POLICY_FILE, HABITS_FILE))


def test_a_review_says_nothing_where_nobody_follows_them_or_is_reviewed(call: Call, one_deal: Path) -> None:
    assert call("review", one_deal, "--seats", "0", "--iterations", "4", "--level", "easy")[::2] == (0, "")
    one_deal.write_text(one_deal.read_text().replace('"human"', '"random"'))
    code, out, said = call("review", one_deal)
    why = "no person sat in the deals that are over; --seats 0,1 names the seats to review\n"
    assert (code, out) == (0, "") and said.endswith(why)


def test_a_suggestion_says_it(call: Call, tmp_path: Path, good: list[str]) -> None:
    path = tmp_path / "begun.goose"
    path.write_text("\n".join([*good[:3], ""]))
    assert call("suggest", path, "--iterations", "4")[::2] == (0, said(FOOL, POLICY_FILE, HABITS_FILE))
    assert call("suggest", path, "--iterations", "4")[::2] == (0, ""), "once"


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("game", "seats", "files"),
    [
        ("goose", "expert@2,master@2", (POLICY_FILE,)), ("goose", "hard@2,greedy@2", ()), ("gops", "easy@2,easy@2", ()),
        (FOOL, "random,expert-deal@2,random", (POLICY_FILE, HABITS_FILE)),
    ],
)  # fmt: skip
def test_a_series_says_it_of_its_own_game(call: Call, game: str, seats: str, files: tuple[str, ...]) -> None:
    code, _, err = call("simulate", game, "--seats", seats, "--games", 1, "--max-deals", 1, "--seed", 1)
    assert (code, err) == (0, said(game, *files))
