"""A test that leaves a database open fails, on every version of Python, and it is told where that was opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = """import sqlite3
kept = []
def test_thrown_away(tmp_path):
    sqlite3.connect(tmp_path / 'a')
def test_kept():
    kept.append(sqlite3.connect(':memory:'))
def test_closed(tmp_path):
    one = sqlite3.connect(tmp_path / 'a')
    one.close()
    one.close()
"""


def test_a_database_that_is_left_open_fails_its_test_whether_it_is_thrown_away_or_not(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_one.py").write_text(TESTS)
    call = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", str(tmp_path / "pytest.ini")]
    ran = subprocess.run([*call, str(tmp_path / "test_one.py")], cwd=ROOT, capture_output=True, text=True, check=False)
    said = ran.stdout
    assert "3 passed, 2 errors" in said, said
    for line in (4, 6):
        assert f"1 databases were opened and not closed; the first by {tmp_path / 'test_one.py'}:{line}" in said, said
