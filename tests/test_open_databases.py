"""A test that leaves a database open fails, on every version of Python, and it is told where that was opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def ran(folder: Path, *lines: str) -> str:
    """All that pytest says of a test of these lines, with the rules of this folder."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    test = folder / "test_one.py"
    test.write_text(
        "\n".join(["import sqlite3", "kept = []", "def test_one(tmp_path):", *(f"    {line}" for line in lines), ""])
    )
    call = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", str(folder / "pytest.ini"), str(test)]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False).stdout


@pytest.mark.parametrize("line", ["sqlite3.connect(tmp_path / 'a')", "kept.append(sqlite3.connect(':memory:'))"])
def test_a_database_that_is_left_open_fails_its_test_whether_it_is_thrown_away_or_not(tmp_path: Path, line: str) -> None:
    said = ran(tmp_path, "pass", line)
    assert "1 passed, 1 error" in said, said
    assert "1 databases were opened and not closed" in said and "test_one.py:5" in said, said


def test_one_that_is_closed_does_not(tmp_path: Path) -> None:
    said = ran(tmp_path, "one = sqlite3.connect(tmp_path / 'a')", "one.close()", "one.close()")
    assert "1 passed in" in said, said
