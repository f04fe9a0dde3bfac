"""The page on fair play. It explains dealing and the knowledge of computer players, checks this game, and writes a fault
report.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from dataclasses import fields
from typing import Final, NamedTuple

import pygame

from goosetable import __version__, games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import cast
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.app.storage.settings import Settings, file_text
from goosetable.app.ui import text_field
from goosetable.app.ui.elements import Control, Element, FirstFit, Picture, Row, Spacer, Text, make_icon
from goosetable.app.ui.elements.components import document_sheet, foot_row
from goosetable.app.ui.focus import Button, ScrollText
from goosetable.engine.record import jsonl, seed
from goosetable.engine.record.format import ActionLine, DealLine, Header, RecordError
from goosetable.engine.record.replay import replay
from goosetable.engine.words.clean import clean_text
from goosetable.engine.words.phrases import count_text

LINES_A_PIECE = 20
PRIVATE = ("name", "people", "opened", "counted_from", "last_table", "extra")
REPORTED = frozenset(field.name for field in fields(Settings)) - frozenset(PRIVATE)
"""The settings in a report: no names, and no setting unknown to this version."""
SECRET_REPORT: Final = (
    "The report holds every card of the game that is running. Press again to copy it. The game will then be marked as open."
)


class CheckProgress(NamedTuple):
    """The progress of a check, with its result so far.

    right: True if no fault was found. part: the part of the record that has been checked, 0..1. done: True at the end of the
    check.
    """

    sentence: str
    right: bool
    part: float = 1.0
    done: bool = True


def check_record(content: bytes, shown_seal: str = "") -> Iterator[CheckProgress]:
    """Generator: replays a record, as `goosetable check` does. Yields the progress every few lines, and the result at the end.

    shown_seal: the seal (commitment) on the page, in groups of letters, which must match the code of the last game; "" if there
    is none.
    """
    whole = max(1, content.count(b"\n"))
    deals = actions = number = 0
    coded, seal = True, ""
    try:
        for number, line, session in replay(content, games.find_game):
            deals += isinstance(line, DealLine)
            actions += isinstance(line, ActionLine)
            if isinstance(line, Header):
                coded &= session.code is not None
                seal = "" if session.code is None else seed.format_commitment(seed.commitment_to_code(session.code))
            if number % LINES_A_PIECE == 0:
                yield CheckProgress("Checking …", True, min(1.0, number / whole), done=False)
    except RecordError as wrong:
        yield CheckProgress(f"Line {wrong.line} cannot be right: {clean_text(wrong.reason, SENTENCE)}.", False)
        return
    if not number:
        yield CheckProgress("Nothing has been written down yet.", False)
        return
    if shown_seal and seal != shown_seal:
        yield CheckProgress("The cards are those of another code: it does not fit the seal above.", False)
        return
    sealed = ""
    if coded and deals:
        sealed = " Every card fits the seal above." if shown_seal else " Every card came from the code of the game."
    yield CheckProgress(
        f"All is right: {count_text(deals, 'deal')} and {count_text(actions, 'action')} by the rules.{sealed}", True
    )


def fault_report(content: bytes, settings: Settings) -> str:
    """Returns the text of a fault report: a line with versions, a line with settings, and the record without names
    of people.
    """
    versions = {
        "goosetable": __version__,
        "python": platform.python_version(),
        "pygame-ce": pygame.version.ver,
        "sdl": ".".join(str(part) for part in pygame.get_sdl_version()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "video": pygame.display.get_driver() if pygame.display.get_init() else "none",
    }
    reported = {key: value for key, value in json.loads(file_text(settings)).items() if key in REPORTED}
    written = [line.decode("utf-8", "replace") for line in jsonl.without_byte_order_mark(content).splitlines() if line.strip()]
    return "\n".join(
        ["goosetable report", json.dumps(versions), json.dumps(reported, ensure_ascii=False), *map(_without_names, written), ""]
    )


def _without_names(line: str) -> str:
    """Returns a line of a record in which "Seat 1", "Seat 2" and so on replace the names of people. Names of characters stay.

    If the line cannot be read, returns a remark instead.

    >>> _without_names('{"chair": 1, "name": "Anna", "player": "human"}'), _without_names('{"seat": 0, "do": "play 7D"}')
    ('{"chair": 1, "name": "Seat 2", "player": "human"}', '{"seat": 0, "do": "play 7D"}')
    """
    try:
        found = json.loads(line)
        chairs = found.get("seats", [found] if "chair" in found else [])
        for seat, chair in enumerate(chairs):
            if not cast.find_character(chair["name"]):
                chair["name"] = f"Seat {found.get('chair', seat) + 1}"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "(a line that cannot be read)"
    return json.dumps(found, ensure_ascii=False) if chairs else line


ABOUT: Final = "\n".join((
    "## How the cards are dealt",
    "Before the first deal the computer draws a code of twelve letters and figures at random. The code fixes every card of "
    "every deal of the game. Nothing after that is left to chance or to a player's wishes.",
    "From the code follows its {seal}, 64 letters and figures, which stands on this page from the first card on. It tells "
    "nothing of the cards, and nobody can find a second code with the same seal.",
    "When the game is over you get the code itself. With it you can work out the seal and all the cards, here or on "
    "another computer, and compare: Check this game does it, and so does {goosetable check FILE}, which prints the whole "
    "seal of a saved game. Compare every sign, for a few that agree prove nothing.",
    "Type a code at Lay the table, and you play the very deals a friend has played.",
    "## What the seal proves, and what not",
    "Copy the seal or write it down before you play your first card. At the end it proves that the code was fixed by then, "
    "and with it every card of the game.",
    "It does not prove that the program drew the code blindly: it might have tried many and kept one. To rule that out "
    "too, make up a code of your own and type it at Lay the table; several people can each type a part of it.",
    "## What the computers see",
    "A computer player is given what a person in its chair would see: its own cards, those that lie open, how many cards the "
    "others hold, and what has been played. The cards in your hand are not among it, so it cannot look.",
    "That is tested: with hidden cards exchanged for any others that could lie there, every computer player must do just the "
    "same.",
    "Stronger players think further ahead and forget less, and weaker ones also make the mistakes of beginners. None of them "
    "is dealt better cards.",
    "A player from outside, which is no part of goosetable, is told no more than they are. But once you have allowed it to "
    "run it is a program like any other: it can read the files on this computer, and the code of this game in them.",
    "## What is written down",
    "Every deal and every action goes into a plain file as it happens, and so does the code. Check this game follows that "
    "file from its first line and plays the whole game again by the rules.",
))  # fmt: skip
SAID: Final = (16, 14, 12)
"""Sizes of the letters of the finding, in units, the largest first; the first one that leaves room for the text is used."""
BY_HAND: Final = "These deals were set up by hand. They follow from no code, and there is no seal."


def page_text(match: Match | None) -> str:
    """Returns the text of the page. It begins with the seal (commitment) of the game, and with the code if that is public."""
    if match is None:
        return ABOUT
    if not match.grouped_commitment:
        return f"{BY_HAND}\n{ABOUT}"
    told = match.is_code_revealed or match.session.due_step == "none"
    code = f"\nThe code of this game is {{{match.session.header.code}}}." if told else ""
    return f"## The seal of this game\n| {match.grouped_commitment}{code}\n{ABOUT}"


class FairPlayScene(ElementPage):
    """The page on fair play. match: the match whose game can be checked; None if the page was not opened from a table."""

    def __init__(self, context: Context, matches: Matches, match: Match | None = None) -> None:
        super().__init__(context, "Fair play")
        self.text = self.scroll = ScrollText("Fair play", page_text(match))
        self.matches, self.match = matches, match
        self.finding: CheckProgress | None = None
        self._steps: Iterator[CheckProgress] | None = None
        self._asked = False
        self.check = Button("Check this game", self._begin_check, "plain", "check")
        self.seal = Button("Copy the seal", self._copy_seal, "plain", "lock")
        self.seal.shown = match is not None and bool(match.grouped_commitment)
        self.report = Button("Copy a report", self._copy_report, "plain", "book")
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)
        self.check.enabled = bool(self._record_bytes)

    @property
    def _record_bytes(self) -> bytes:
        return self.matches.saves.running_record() if self.match is None else self.matches.record_of_match(self.match)

    def _copy_seal(self) -> None:
        worked = self.match is not None and text_field.copy_to_clipboard(self.match.grouped_commitment)
        self._show_finding("The seal is on the clipboard, all 64 signs of it." if worked else text_field.NO_CLIPBOARD, worked)

    def _show_finding(self, sentence: str, is_right: bool) -> None:
        self.finding = CheckProgress(sentence, is_right)
        self.rebuild()

    def _begin_check(self) -> None:
        self._steps = check_record(self._record_bytes, "" if self.match is None else self.match.grouped_commitment)
        self.finding = CheckProgress("Checking …", True, 0.0, done=False)
        self.rebuild()

    def run_slice(self) -> bool:
        if self._steps is None:
            return False
        found = next(self._steps, None)
        if found is None:
            self._steps = None
            return False
        self.finding, self.dirty = found, True
        if found.done:
            self._steps = None
            self.context.sound.play("up" if found.right else "refuse")
            self.rebuild()
        return not found.done

    @property
    def _reveals_secrets(self) -> bool:
        match = self.match
        return match is not None and not match.session.ended and not match.is_code_revealed

    def _copy_report(self) -> None:
        """Copies the report to the clipboard. If the report would reveal secret cards, only a second press copies it."""
        if self._reveals_secrets and not self._asked:
            self._asked = True
            self._show_finding(SECRET_REPORT, False)
            return
        if self.match is not None and self._reveals_secrets:
            self.match.mark_as_revealed()
            self.text.text = page_text(self.match)
        self._asked = False
        worked = text_field.copy_to_clipboard(fault_report(self._record_bytes, self.context.settings))
        said = "The report is on the clipboard: record, settings and versions, without the names of people."
        self._show_finding(said if worked else text_field.NO_CLIPBOARD, worked)

    def make_page(self) -> Element:
        self.report.label = "Copy it" if self._asked else "Copy a report"
        return FirstFit([lambda size=size: self._make_page_with_text_size(size) for size in SAID])  # type: ignore[misc]

    def _make_page_with_text_size(self, size: float) -> Element:
        margin, found = self.rim_width + (5 if self.high < 480 else 12), self.finding
        below: list[Element] = []
        if found is not None:
            colour, sign = ("leaf", "check") if found.right else ("russet", "hint")
            words = Text(found.sentence, size, colour, "semi", grow=1, role="status", key="finding")
            part = Picture(self._draw_progress, width=0 if found.done else 200, height=5)
            below = [Row([make_icon(sign, 20, colour), words, part], 12, (0, 8, 0, 0))]
        foot = foot_row(
            [self.check, self.report, Control(self.close, 19, width=150 if self.wide > 600 else None, height=48)], right_count=1
        )
        beside = [Spacer(grow=1), Control(self.seal, 16, height=38)]
        return document_sheet("Fair play", self.text, foot, margin, self.wide, elements_right=beside, elements_below=below)

    @property
    def status_line(self) -> str:
        return self.finding.sentence if self.finding is not None and self.finding.done else ""

    def _draw_progress(self, canvas: Canvas, area: pygame.Rect) -> None:
        if self.finding is not None:
            canvas.draw_panel(
                pygame.FRect(area.topleft, (area.w * self.finding.part + 1, area.h)), 2, fill=canvas.theme.brass_lo
            )
