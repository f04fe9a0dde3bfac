"""Names and texts of the program for all packages and manifests, and the templates that contain them as `@WORD@`."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import release

from goosetable import APP_ID

HERE: Final = Path(__file__).resolve().parent
NAME: Final = "goosetable"
ID: Final = APP_ID
"""Application id for desktops, also that of the windows. A shop such as Flathub requires one below a domain of the makers."""
MIME: Final = "application/x-goosetable"
ENDINGS: Final = ("goose", "goosesheet")
"""Extensions of the program's files, without the dot."""
LICENCE: Final = "MIT"
SUMMARY: Final = "Seven unusual card games, with computer players for the empty chairs"
DESCRIPTION: Final = (
    "The best odd card games need exactly the right number of people, are hard to learn, and harder to score. goosetable "
    "brings the missing players, says what may be played and why, and keeps the score with its arithmetic in sight."
)
POINTS: Final = (
    "Gooseberry Fool, Goose, Throps, Cross Purposes, Goosed, Fools Gold and Gops",
    "Computer players of several strengths, none of which sees your cards",
    "All deals of a game are sealed before its first card and can be checked afterwards by anyone",
    "No network, no accounts, no advertisements",
)
CATEGORIES: Final = ("Game", "CardGame")
KEYWORDS: Final = ("cards", "trick-taking", "solitaire")
REPOSITORY: Final = "GITHUB_REPOSITORY"
"""Name of the environment variable with the repository of the downloads, as OWNER/NAME; workflows set it."""

NATIVE: Final = "GOOSETABLE_NATIVE"
"""Name of the environment variable with the folder of a wheel's compiled core; if it is not set, wheels are in Python alone."""


def native_folder() -> str:
    """Returns the folder below which the core of a wheel is compiled; empty for a wheel in Python alone."""
    return os.environ.get(NATIVE, "")


def repository() -> str:
    """Returns the repository of the releases as OWNER/NAME; empty if it is not known, and then no text has an address."""
    said = os.environ.get(REPOSITORY, "")
    return said if re.fullmatch(r"[\w.-]+/[\w.-]+", said) else ""


def page() -> str:
    """Returns the address of the project; empty if the repository is not known."""
    return f"https://github.com/{repository()}" if repository() else ""


def links() -> dict[str, str]:
    """Returns the addresses of the project for package indexes, by label; none if the repository is not known."""
    if not page():
        return {}
    here = f"{page()}/blob/v{release.version()}"
    return {
        "Homepage": page(), "Source": page(), "Issues": f"{page()}/issues", "Releases": f"{page()}/releases",
        "Changelog": f"{here}/build/CHANGELOG.md", "Documentation": f"{here}/.github/FIRST-MINUTE.md",
    }  # fmt: skip


def readme() -> str:
    """Returns the README for package indexes, with absolute addresses of links and pictures if the repository is known."""
    text = (release.ROOT / "README.md").read_text(encoding="utf-8")
    if not page():
        return text
    return _with_absolute_addresses(text.replace("](../../", f"]({page()}/"), "")


def notes() -> str:
    """Returns what is new in the newest release, with absolute addresses of links; without links if no repository is known."""
    if not page():
        return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", release.notes())
    return _with_absolute_addresses(release.notes(), "build")


def _with_absolute_addresses(text: str, folder: str) -> str:
    """Returns a text of the repository with absolute addresses of links and pictures, which are relative to its folder."""
    pictures = f"https://raw.githubusercontent.com/{repository()}/v{release.version()}"

    def whole(found: re.Match[str]) -> str:
        place = pictures if found[1] else f"{page()}/blob/v{release.version()}"
        return f"{found[0].removesuffix(found[2])}{place}/{posixpath.normpath(posixpath.join(folder, found[2]))}"

    return re.sub(r"(!?)\[[^]]*\]\((?!https?:)([^)]+)", whole, text)


def fill_template(text: str, **more: str) -> str:
    """Returns a template with each `@WORD@` replaced. more: further words. Raises KeyError for an unknown word."""
    newest = release.newest_release()
    words = {
        "NAME": NAME, "ID": ID, "MIME": MIME, "LICENCE": LICENCE, "SUMMARY": SUMMARY, "DESCRIPTION": DESCRIPTION,
        "CATEGORIES": "".join(f"{one};" for one in CATEGORIES), "KEYWORDS": "".join(f"{one};" for one in KEYWORDS),
        "VERSION": newest.version, "DATE": newest.day, **more,
    }  # fmt: skip
    return re.sub(r"@([A-Z]+)@", lambda found: words[found[1]], text)


def template(name: str, **more: str) -> str:
    """Returns a template of build/linux with each `@WORD@` replaced. more: further words."""
    return fill_template((HERE / "linux" / name).read_text(encoding="utf-8"), **more)


def metainfo() -> str:
    """Returns the AppStream metadata of this release, with addresses and a picture if the repository is known."""
    points = "\n".join(f"      <li>{escape(one)}</li>" for one in POINTS)
    links: list[str] = []
    if page():
        picture = f"https://raw.githubusercontent.com/{repository()}/v{release.version()}/.github/table.png"
        links = [
            f'  <url type="homepage">{page()}</url>', f'  <url type="bugtracker">{page()}/issues</url>',
            '  <screenshots>\n    <screenshot type="default">\n      <caption>A game of Gooseberry Fool</caption>',
            f"      <image>{picture}</image>\n    </screenshot>\n  </screenshots>",
        ]  # fmt: skip
    text = template("goosetable.metainfo.xml", POINTS=points, LINKS="\n".join(links))
    return "".join(line for line in text.splitlines(keepends=True) if line.strip())
