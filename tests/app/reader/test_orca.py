"""What Orca says, the real one, while a person plays by keys: sentences that must come in their order, and none that must not.

Run with Orca of the system (43 in Debian 12, which listens to no announcements: it reads news as titles of the window).

How faults are counted: run the whole file on an idle machine, with `--basetemp FOLDER`, and read each `said.txt` there once.
A sentence is wrong if it is untrue when it is said, or is said after one that happened later. It is stale if it was true before
the last news. It is needless if the sentence just before it, or the same turn, had it already; that is no fault. Missing are an
event of the deal without a sentence, a key without an answer, and a control without a name. The share is wrong, stale and
missing by all sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from goosetable.games import SHELF
from tests.app.reader import orca_desk
from tests.app.reader.orca_desk import Desk
from tests.app.reader.test_at_spi import SETTINGS

pytestmark = pytest.mark.slow
NEVER = (
    r"push button push button", r"~|\{|\}|\*\*", r"[♠♥♦♣]", r"\bNone\b|<[A-Za-z]|0x[0-9a-f]{3}|\bw\d+/", r"^not selected\.?$",
    r"^goosetable\.?$", r"\b([a-z]+ of (?:spades|hearts|diamonds|clubs))\. \1\.",
)  # fmt: skip
"""Markup, marks for people who see, raw ids, states that do not exist, and the name of the program in place of news."""
DONE = r"is done|wins? the game|share the win|wins? (with|from|by)\b|Next deal|Again push button|Leave the table|The tally"
REFUSED = r"\bNot [^a]|May not be played|does nothing here|Not available"
QUIET = 3.0
"""Seconds without a word after which Orca has begun."""
LISTENED = 2.5
"""Seconds without a word after which a person goes on."""
MOST = 120
"""Presses after which a deal is given up."""


@contextmanager
def listened(folder: Path) -> Iterator[Desk]:
    """A desk on which nothing was said that must never be."""
    if absent := orca_desk.missing(*orca_desk.TOOLS):
        pytest.skip(absent)
    with Desk(folder, SETTINGS) as desk:
        desk.hears("^Goosetable. Seven odd card games|^Lay a table")
        list(desk.sentences(QUIET))
        yield desk
    assert [words for words in desk.said for never in NEVER if re.search(never, words)] == []


def reach(desk: Desk, key: str, pattern: str) -> None:
    """Presses a key until the control with the focus is said, once round at most."""
    for _ in range(30):
        desk.press(key)
        if re.search(pattern, desk.hears(r"push button|page tab|radio button|entry|spin button|^Seat|list item")):
            return
    raise desk.unspoken(f"{pattern!r} was not reached")


def lay(desk: Desk, title: str) -> None:
    """Goes from the title to a table of that game, and past the offer of a lesson."""
    reach(desk, "shift+Tab", f"^{title} push button")
    desk.press("Return")
    desk.hears(f"^Lay the table. {title}")
    desk.hears("^Deal push button")
    desk.press("Return")
    desk.hears("New here")
    desk.hears("Just play push button")
    desk.press("Return")


def play(desk: Desk, until: str) -> int:
    """Presses Enter on what has the focus, and goes on where that is refused; returns the moves. No move is without a word."""
    moves = 0
    for _ in range(MOST):
        desk.press("Return")
        said = [desk.hears(".")]
        said += desk.sentences(LISTENED)
        heard = " ".join(said)
        if re.search(until, heard):
            return moves
        if re.search(REFUSED, heard) and not re.search(r"\bYou (bid|play|lead)", heard):
            desk.press("Right")
            desk.hears(".")
        else:
            moves += 1
    raise desk.unspoken(f"{until!r} was not said")


@pytest.mark.parametrize("game", [one.id for one in SHELF])
def test_a_deal_is_told_move_by_move(game: str, tmp_path: Path) -> None:
    title = next(one.title for one in SHELF if one.id == game)
    with listened(tmp_path) as desk:
        lay(desk, title)
        assert play(desk, DONE) > 0
    told = " ".join(desk.said)
    assert re.search(r"\bYou (lead|play|bid|take|name|choose|pass|keep|say|give|discard|reveal|swap|put)", told), told
    assert re.search(r"\b(takes?|bids?|leads?|plays?|wins?)\b", told)


def test_a_page_is_named_its_control_told_and_the_way_back_too(tmp_path: Path) -> None:
    with listened(tmp_path) as desk:
        desk.press("F10")
        desk.hears("^Settings. Changes are saved at once.")
        desk.hears("^Table page tab")
        reach(desk, "Tab", "^Cards page tab")
        desk.press("Escape")
        desk.hears("^Goosetable.")
        desk.hears("^Lay a table push button")


def test_the_score_keeper_tells_the_answer_and_asks_the_next_question(tmp_path: Path) -> None:
    with listened(tmp_path) as desk:
        desk.press("k")
        desk.hears("^Keep the score. Gooseberry Fool, 3 players: Anna, Ben and Player 3.")
        desk.hears("^Begin push button")
        desk.press("Return")
        desk.hears("^Seat 3 entry")
        desk.press("Return")
        desk.hears(r"How many tricks did Ben take\?")
        list(desk.sentences(1.0))  # the first answer is read too
        reach(desk, "Tab", "^4 push button")
        desk.press("space")
        desk.hears(r"^Ben: 4 tricks. How many tricks did Player 3 take\?")


def test_the_screen_is_handed_over_without_a_word_of_the_other_hand(tmp_path: Path) -> None:
    with listened(tmp_path) as desk:
        reach(desk, "shift+Tab", "^Goose push button")
        desk.press("Return")
        desk.hears("^Deal push button")
        reach(desk, "Tab", "^Seat 2 push button")
        desk.press("Return")
        desk.hears("push button|entry|list|panel")
        reach(desk, "Tab", "^Ben push button")
        desk.press("Return")
        reach(desk, "shift+Tab", "^Deal push button")
        desk.press("Return")
        desk.hears("Hand|I am |Ben|Anna")
        before = len(desk.said)
        desk.hears("^I am (Anna|Ben)")
        assert not any(re.search(r" of (spades|hearts|diamonds|clubs)\.$", words) for words in desk.said[before:])


def test_a_lesson_speaks_and_waits(tmp_path: Path) -> None:
    with listened(tmp_path) as desk:
        reach(desk, "Tab", "^Learn a game push button")
        desk.press("Return")
        desk.hears("lesson|Learn")
        desk.press("Return")
        desk.hears("^Go on push button")
        desk.press("Return")
        desk.hears(r"leads .* (played|plays|led)|Vesper led")
