"""Bad players in `simulate` and `suggest`: named, counted, stood in for, and never the end of anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable.commands.series import MAX_GAMES_WITHOUT_ANSWER, Series, play_task
from goosetable.sandbox import external
from tests.commands.test_simulate import rows
from tests.sandbox.bad_players import FAILING, SILENT

Call = Callable[..., tuple[int, str, str]]
FOOL = ("simulate", "gooseberry-fool")
BAD = "tests.sandbox.bad_players"
LONG = ("--patience", 300)
"""A busy machine is no failure."""


USUAL = ("Raises", "Exits", "Illegal", "CannotBeMade")
"""One of each kind; the others are `-m slow`, since `tests/sandbox/test_external.py` has them all."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.slow) for kind in (*FAILING, "CannotBeMade")]
)
def test_it_is_a_failure_and_the_game_goes_on(call: Call, kind: str, tmp_path: Path) -> None:
    out = tmp_path / "out.goose"
    seats = f"random,{BAD}:{kind},{BAD}:First"
    code, said, err = call(*FOOL, "--seats", seats, "--games", 1, "--seed", 3, "--max-deals", 2, "--out", out, *LONG)
    external.end_idle_processes()
    assert code == 1
    table = rows(said)
    assert [row[-1] for row in table] == ["failed", "0", "1", "0"]
    assert [row[1] for row in table[1:]] == ["0"] * 3, "such a game says nothing of anybody"
    assert err.count(f"{kind} 1, game ") == 1
    assert FAILING.get(kind, "out of feathers") in err
    checked = call("check", out)
    assert (checked[0], checked[1].count("2 deals, unfinished before deal 3")) == (0, 1), "both deals are played out"


@pytest.mark.parametrize(
    ("kind", "jobs"),
    [("Sleeps", 2), *(pytest.param(kind, 1, marks=pytest.mark.slow) for kind in SILENT)],
)
def test_one_that_never_returns_fails_and_the_series_ends_early(call: Call, kind: str, jobs: int) -> None:
    """One that spins is ended in the same way (`tests/sandbox/test_external.py`), but takes all the time it is given."""
    seats = f"{BAD}:{kind},random,random"
    code, said, err = call(
        *FOOL, "--seats", seats, "--games", 50, "--seed", 3, "--max-deals", 1, "--patience", 1, "--jobs", jobs
    )
    assert code == 1
    assert rows(said)[1][-1] == str(MAX_GAMES_WITHOUT_ANSWER)
    assert said.endswith(f"Ended early: a player did not answer in {MAX_GAMES_WITHOUT_ANSWER} games.\n")
    assert err.count("did not answer within 1 seconds") == MAX_GAMES_WITHOUT_ANSWER


def test_a_stand_in_sits_there_for_the_rest_of_the_game() -> None:
    """It is asked from then on, and the player that failed never again."""
    seats = (f"{BAD}:Raises", "random", "random")
    options: dict[str, object] = {"end_rule": "middle", "target": 50, "geese": 1}
    series = Series("gooseberry-fool", options, seats, 1, None, "1", False, 40, "", None, inside=True)
    played = play_task(next(series.tasks()))
    assert [failure.entry for failure in played.failures] == [0]
    assert played.deals >= 2
    assert played.record.count('"seat": 0') >= 10 * played.deals


def test_suggest_names_it(call: Call, good: list[str], legal: dict[int, set[str]], tmp_path: Path) -> None:
    stop = next(number for number in sorted(legal)[2:] if len(legal[number]) > 3)
    path = tmp_path / "begun.goose"
    path.write_text("\n".join([*good[: stop - 1], ""]))
    code, out, err = call("suggest", path, "--level", f"{BAD}:Ends")
    assert (code, out) == (1, "")
    assert err == f"goosetable suggest: {BAD}:Ends failed: {BAD}:Ends ended the process it was in\n"
    code, out, err = call("suggest", path, "--level", f"{BAD}:First")
    assert (code, err) == (0, "")
    assert json.loads(out)["do"] in legal[stop]
