"""The version and the day of a release, its changelog, and the check that the tree is ready for a release."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
CHANGES: Final = ROOT / "build" / "CHANGELOG.md"
HEADING: Final = re.compile(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
TAG: Final = "GITHUB_REF_NAME"
"""Name of the environment variable with the tag of a release workflow."""
EARLIEST: Final = 946_684_800
"""Start of the year 2000, in seconds since 1970: the time of a tree without history, because a .zip has no time before 1980."""


class Release(NamedTuple):
    """A release: its version, such as "0.1.0", and its day, such as "2026-11-21"."""

    version: str
    day: str


def version() -> str:
    """Returns the version in goosetable/__init__.py. Raises SystemExit if there is none."""
    text = (ROOT / "goosetable" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    if found is None:
        raise SystemExit("build.py: goosetable/__init__.py does not say its version")
    return found[1]


def newest_release() -> Release:
    """Returns the newest release in the changelog. Raises SystemExit if there is none."""
    found = HEADING.search(CHANGES.read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit(f"build.py: {CHANGES.name} has no heading like '## 1.2.3 (2026-01-31)'")
    return Release(found[1], found[2])


def notes() -> str:
    """Returns the section of the newest release in the changelog, without its heading."""
    text = CHANGES.read_text(encoding="utf-8")
    found = HEADING.search(text)
    rest = text[found.end() :] if found else ""
    return rest.partition("\n## ")[0].strip() + "\n"


def unreleased_changes() -> str:
    """Returns the lines under *Next* in the changelog: changes since the newest release."""
    text = CHANGES.read_text(encoding="utf-8").partition("\n## Next\n")[2]
    return text.partition("\n## ")[0].strip()


def release_time() -> int:
    """Returns the time of all files in packages, in seconds since 1970: SOURCE_DATE_EPOCH, or the time of the last commit."""
    if os.environ.get("SOURCE_DATE_EPOCH", "").isdecimal():
        return int(os.environ["SOURCE_DATE_EPOCH"])
    said = _git("log", "-1", "--format=%ct") or ""
    return int(said) if said.isdecimal() else EARLIEST


def faults() -> list[str]:
    """Returns a sentence for each obstacle to a release."""
    found = []
    numbers = {version(), newest_release().version, _project()}
    if len(numbers) > 1:
        found.append(f"the program, pyproject.toml and the changelog name different versions: {', '.join(sorted(numbers))}")
    changed = _git("status", "--porcelain")
    if changed is None:
        found.append("git does not answer for this folder, so it is unknown whether the tree is clean")
    elif changed:
        found.append(f"the tree is not clean: {changed.splitlines()[0].strip()}")
    tag = os.environ.get(TAG, "")
    tags = [tag] if tag.startswith("v") else (_git("tag", "--points-at", "HEAD", "--list", "v*") or "").split()
    found += [fault for one in tags for fault in _tag_faults(one)]
    if unreleased_changes():
        found.append(f"{CHANGES.name} has lines under Next, which belong under the heading of the release")
    return found


def _tag_faults(tag: str) -> list[str]:
    """Returns the fault of a tag, if any: another version, not an annotated tag of this commit, or made on another day."""
    if tag != f"v{version()}":
        return [f"the tag {tag} is not v{version()}"]
    form = "--format=%(objecttype) %(creatordate:short)"
    kind, _, day = (_git("for-each-ref", "--points-at", "HEAD", form, f"refs/tags/{tag}") or "").partition(" ")
    if kind != "tag":
        return [f"{tag} is no annotated tag of this commit, and only such a tag has a day: make it with git tag --annotate"]
    released = newest_release().day
    return [] if day == released else [f"{CHANGES.name} dates the release {released}, and the tag {tag} is of {day}"]


def _project() -> str:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)
    return found[1] if found else "none"


def _git(*words: str) -> str | None:
    """Returns the output of a git command; None if it fails, as without git or in a folder that is no repository."""
    try:
        ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return None if ran.returncode else ran.stdout.strip()
