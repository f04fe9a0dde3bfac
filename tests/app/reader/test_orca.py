"""What Orca says, the real one, while a person plays by keys: the sentences that must come, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.reader import orca_desk
from tests.app.reader.orca_desk import Desk

pytestmark = pytest.mark.slow
SETTINGS = {
    "pace": "at once", "still": True, "muted": True, "level": 1, "name": "Anna", "people": [{"name": "Anna"}, {"name": "Ben"}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _here() -> None:
    if absent := orca_desk.missing():
        pytest.skip(absent)


def test_the_first_focus_and_a_page_are_said(tmp_path: Path) -> None:
    with Desk(tmp_path, SETTINGS) as desk:
        desk.hears("^Lay a table push button")
        desk.press("F10")
        desk.hears("^Settings. Kept as soon as it is changed.")
        desk.hears("^Table page tab")
