"""What the tests of files have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.kept_table import close_all


@pytest.fixture(autouse=True)
def closed_afterwards() -> Iterator[None]:
    """Closes every table that a test has opened."""
    yield
    close_all()
