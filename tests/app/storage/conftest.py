"""What the tests of files have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from goosetable.app.storage.history.records import History
from tests.app.kept_table import close_all


@pytest.fixture(autouse=True)
def closed_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every table and every history that a test has opened."""
    opened: list[History] = []
    begin = History.__init__

    def begins(history: History, *given: Any) -> None:
        begin(history, *given)
        opened.append(history)

    monkeypatch.setattr(History, "__init__", begins)
    yield
    close_all()
    for history in opened:
        history.close()
