"""The last sheet of a game says which medals it has earned its people; the sheets before it say nothing of medals."""

from __future__ import annotations

import pytest

from goosetable.app.scenes.score.scene import EarlierScore
from tests.app.scenes.score.test_score_scene import Opens, seated, sheet


def told(one: object) -> list[str]:
    """What the sheet says of medals; no notice does, since it would lie over the headline."""
    assert not any("medal" in words.lower() for words in [*one.context.notices, one.loop._notice or ""])  # type: ignore[attr-defined]
    return [part.name for part in one.top.accessible_parts() if "medal" in part.name.lower()]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seed", "won"), [(0, False), (1, False), (5, True), (9, True), (17, True)])
def test_the_first_win_is_announced_once_and_only_to_who_won(program: Opens, seed: int, won: bool) -> None:
    one = program()
    match = seated(one, target=50)
    sheet(one, match, until_end=True, seed=seed)
    one.finish()
    assert (0 in match.session.winners) == won
    (words,) = told(one)
    assert (
        words.startswith(f"A medal of {match.game.title} for you: ")
        or words == f"Next medal of {match.game.title}: First win. A game won. One win to go."
    )
    assert ("you: First win" in words) == won


def test_a_sheet_of_a_running_game_says_nothing_of_medals(program: Opens) -> None:
    one = program()
    sheet(one, seated(one))
    one.finish()
    assert not told(one)


def test_the_sheet_of_the_last_deal_looked_at_again_does_not_say_it_again(program: Opens) -> None:
    one = program()
    sheet(one, seated(one, target=50), until_end=True, seed=5)
    one.finish()
    assert len(told(one)) == 1
    one.click(one.find("All deals"))
    one.click(one.top.lines[-1])
    one.finish()
    assert isinstance(one.top, EarlierScore)
    assert not told(one)


def test_who_leaves_before_the_records_are_read_leaves_no_index_open(program: Opens) -> None:
    one = program()
    scene = sheet(one, seated(one, target=50), until_end=True)
    while (history := scene.facts.history) is None or history.index is None:
        one.loop.scenes.run_slice()
    one.click(one.find("Leave the table"))
    assert history.index is None
