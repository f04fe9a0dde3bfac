"""Each folder of the package has its folder of tests: `goosetable/a/b.py` is tried below `tests/a`."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent
SOURCE = TESTS.parent / "goosetable"
FOLDERS = sorted({path.relative_to(SOURCE).parts[:2] for path in SOURCE.glob("*/*/") if any(path.glob("*.py"))})


def test_each_folder_of_the_package_has_its_folder_of_tests() -> None:
    assert len(FOLDERS) > 20
    lacking = ["/".join(folder) for folder in FOLDERS if not list(TESTS.joinpath(*folder).rglob("test_*.py"))]
    assert not lacking
