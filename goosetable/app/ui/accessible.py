"""The accessible tree of a scene as a plain value: its parts, the part with the focus, and the actions that parts allow.

The tree is made from the same controls and snapshots as the picture of the scene. `goosetable.app.reader` passes it to the
system's screen reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from goosetable import cards
from goosetable.app.render.text import without_marks
from goosetable.engine.words import phrases

Kind: TypeAlias = Literal[
    "button", "cell", "column", "columnheader", "combo", "dialog", "document", "field", "group", "heading", "image", "label",
    "link", "list", "listbox", "log", "option", "radio", "radiogroup", "row", "rowheader", "slider", "spinner", "status",
    "switch", "tab", "table", "tablecell", "tablerow", "tablist", "window",
]  # fmt: skip
Act: TypeAlias = Literal["use", "focus", "more", "less", "write", "select"]
"""Requests of a screen reader: press a part, focus it, step its value up or down, set its text, or move its caret."""
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height in pixels of the window."""

NAMED_RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_CARD: Final = re.compile(f"(?<![A-Za-z0-9])(10|[2-9AKQJ])([{phrases.SYMBOLS}])")
_SUITS: Final = dict(zip(phrases.SYMBOLS, cards.SUIT_NAMES, strict=True))
_ONE: Final = re.compile(f"\\b([Aa]|[Aa]ny|highest) ([{phrases.SYMBOLS}])")
_TOPS: Final = re.compile(r"\b([Tt]ops) ([AKQJ])\b")
_BELOW: Final = re.compile(r"(?<![\w)])-(?=\d)")
_ROW: Final = re.compile(f"\\b({'|'.join(cards.SUIT_NAMES)}) (?=(?:{'|'.join(cards.SUIT_NAMES)})\\b)")
_SIGNS: Final = {"×": "times", "−": "minus", "·": ",", "→": "to"}
_APART: Final = re.compile(r" (?=[.,:;!?)])|(?<=\() ")


class Caret(NamedTuple):
    """The caret and the selection in an editable text.

    place: the caret. anchor: the other end of the selection. Both count characters. stops: the x of each possible caret place
    in pixels of the window; empty before the first drawing.
    """

    anchor: int
    place: int
    stops: tuple[int, ...] = ()


class TreePart(NamedTuple):
    """One node of the accessible tree. Its key is unique in the scene and does not change while the part exists."""

    key: str
    kind: Kind
    name: str = ""
    value: str = ""
    description: str = ""
    """A description, such as the reason why a card may not be played."""
    box: Box | None = None
    place: tuple[int, int] | None = None
    """Position of the part in its set, from 1, and the size of the set."""
    chosen: bool | None = None
    """True if the part is chosen or switched on; None for a part without such a state."""
    disabled: bool = False
    """True if the part cannot be used now."""
    actions: tuple[Act, ...] = ()
    shortcut: str = ""
    """Name of the key that presses the part even without the focus."""
    grid: tuple[int, int] | None = None
    """For a table, its numbers of rows and columns, headers included; for a row or cell, its indices of row and
    column, from 0.
    """
    caret: Caret | None = None
    """Caret of a text field. The `value` of a text field is its text without any change."""
    parts: tuple[TreePart, ...] = ()


class FocusActions(NamedTuple):
    """The actions that a screen reader can request of a part. A press is not among them, because it is sent as key events.

    focus: moves the focus to the part; returns False if the part no longer exists.
    """

    focus: Callable[[], bool]
    write: Callable[[str], None] | None = None
    select: Callable[[int, int], None] | None = None
    """Selects text. Arguments: the end of the selection opposite the caret, and the place of the caret, in characters."""


class AccessibleTree(NamedTuple):
    """The accessible tree of a scene, with the sentences to announce."""

    title: str
    parts: tuple[TreePart, ...]
    focus: str = ""
    """Key of the part with the focus; "" if no part has it."""
    focus_actions: Mapping[str, FocusActions] = {}
    """Actions of the parts that can take the focus, by key."""
    modal: bool = False
    intro: str = ""
    """The sentences announced when the scene opens."""
    log: tuple[str, ...] = ()
    """The log, oldest line first; new lines are announced."""
    log_id: int = 0
    """The identity of the log; 0 if the scene has no log."""
    own_lines: tuple[str, ...] | None = ()
    """Lines of the person's own actions that the log will get later, such as a sealed bid; None while the person is hidden."""
    deal: str = ""
    """A sentence with number and dealer of the deal: announced before a new log, and after other news when it changes."""
    facts: tuple[str, ...] = ()
    """Sentences that are true now, such as the bids made. Each is announced once in a deal, when it first appears."""
    line: str = ""
    """The present question or explanation. It is announced when it changes."""
    short_line: str = ""
    """`line` without the facts that are in the log. It is announced instead of `line` after new lines of the log; "" if both
    have the same words.
    """
    rules: tuple[str, ...] = ()
    """Rules that explain `line`. They are announced with it, each rule once in a deal."""
    turn: int = 0
    """A counter. If it has changed, `line` is announced again even if its words are the same."""
    reminder: str = ""
    """The last event and the present question. The key R repeats this; "" for all announcements since the scene opened."""

    @property
    def focused_part(self) -> TreePart | None:
        """The part with the focus, or None."""
        return next((part for part in all_parts(self.parts) if part.key == self.focus), None)


def all_parts(parts: Sequence[TreePart]) -> Iterator[TreePart]:
    """Yields all parts in reading order, each before its children."""
    for part in parts:
        yield part
        yield from all_parts(part.parts)


@lru_cache(4000)
def spoken_text(text: str) -> str:
    """Returns a text of the screen in words for speech: without markup, and with the names of cards and suits instead of
    symbols.

    >>> spoken_text("Vesper led ♦, so you follow: ~J♦~ or ~10♦~. +2 × 3")
    'Vesper led diamonds, so you follow: jack of diamonds or 10 of diamonds. +2 times 3'
    """
    plain = _CARD.sub(lambda found: f"{NAMED_RANKS.get(found[1], found[1])} of {_SUITS[found[2]]}", without_marks(text))
    plain = _ONE.sub(lambda found: f"{found[1]} {_SUITS[found[2]][:-1]}", plain)
    plain = _TOPS.sub(lambda found: f"{found[1]} {NAMED_RANKS[found[2]]}", plain)
    plain = _BELOW.sub("minus ", plain)
    for sign, word in (_SIGNS | _SUITS).items():
        if sign in plain:
            plain = plain.replace(sign, f" {word} ")
    return _ROW.sub(r"\1, ", _APART.sub("", " ".join(plain.split())))


def as_spoken_sentences(texts: Iterable[str]) -> str:
    """Joins texts as spoken sentences. Leaves out empty texts."""
    return " ".join(as_spoken_sentence(text) for text in texts if text)


def as_spoken_sentence(text: str) -> str:
    """Returns a text as a spoken sentence, with a capital letter and a full stop, so that the voice pauses after it.

    A full stop replaces the comma or semicolon at the end of an item of a list.
    """
    said = phrases.with_capital(spoken_text(text)).rstrip(",;")
    return said if not said or said[-1] in ".!?…:" else f"{said}."
