"""Cleaning of texts from outside: for a line of the window, or escaped for a terminal.

A record stores its texts unchanged. In sentences drawn on the screen, right-to-left names are enclosed in Unicode's isolates,
U+2068 and U+2069. Records, files and screen readers get names without isolates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

MAX_FILE_NAME_LENGTH: Final = 200
"""Greatest number of characters of a file's name in a sentence."""


def shorten(text: str, maximum: int = 300) -> str:
    """Cuts a text to about `maximum` characters, for sentences that quote a text of unknown length."""
    return text if len(text) <= maximum else f"{text[: maximum - 30]} ... {text[-20:]}"


def escape(text: str) -> str:
    """Escapes a text so that it cannot break the line or the terminal in which it is shown."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def escaped_file_name(file: str) -> str:
    """Returns a file's name for the beginning of a line, escaped and shortened.

    >>> escaped_file_name("a\\tb.goose")
    'a\\\\tb.goose'
    """
    return shorten(escape(file), MAX_FILE_NAME_LENGTH)


def quoted_file_name(file: str) -> str:
    """Returns a file's name in quotes, escaped and shortened, for use within a sentence."""
    return shorten(repr(file), MAX_FILE_NAME_LENGTH)


ISOLATE_BEGIN: Final = "\u2068"
ISOLATE_END: Final = "\u2069"
_MARKS: Final = {ord(ISOLATE_BEGIN): None, ord(ISOLATE_END): None}
RIGHT_TO_LEFT_CLASSES: Final = ("R", "AL")
"""Unicode's bidirectional classes of letters that are written from right to left."""


def isolate_name(name: str) -> str:
    """Returns a name for use in a sentence: enclosed in isolates if it has right-to-left letters, else unchanged.

    >>> isolate_name("Ann 7"), isolate_name("\u05d0 7") == ISOLATE_BEGIN + "\u05d0 7" + ISOLATE_END
    ('Ann 7', True)
    """
    if name.isascii() or not any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT_CLASSES for sign in name):
        return name
    return f"{ISOLATE_BEGIN}{name}{ISOLATE_END}"


def without_isolates(text: str) -> str:
    """Returns a text without isolates."""
    return text if text.isascii() else text.translate(_MARKS)


def split_isolates(text: str) -> Sequence[tuple[str, bool]]:
    """Splits a text at its isolates; returns the parts, each with True if it was isolated.

    The text may be one line of a longer sentence. So an isolate without its end mark reaches to the end of the text, and one
    without its begin mark reaches back to the start.

    >>> split_isolates(f"Ann, {ISOLATE_BEGIN}x{ISOLATE_END} and {ISOLATE_BEGIN}y")
    [('Ann, ', False), ('x', True), (' and ', False), ('y', True)]
    >>> split_isolates(f"y{ISOLATE_END}.")
    [('y', True), ('.', False)]
    """
    found: list[tuple[str, bool]] = []
    now, inside = "", False
    for sign in text:
        if sign not in (ISOLATE_BEGIN, ISOLATE_END):
            now += sign
            continue
        found.append((now, inside or (sign == ISOLATE_END)))
        now, inside = "", sign == ISOLATE_BEGIN
    found.append((now, inside))
    return [(part, isolated) for part, isolated in found if part]


MAX_LENGTH: Final = 60
"""Greatest number of characters of a name on the screen."""
MAX_NAME_LENGTH: Final = 24
"""Greatest number of characters of a name on a line with several names; names in profiles are never longer."""
MAX_COMBINING_MARKS: Final = 4
"""Greatest number of combining marks on one character. No script needs more, and piles of marks would cover the lines above."""
_MAX_READ: Final = 4096
"""Number of characters of a text that are read; the rest is ignored."""
_JOINERS: Final = "\u200c\u200d"
_INVISIBLE_CHARACTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_INVISIBLE_MARKS: Final = "\u034f\u17b4\u17b5"
"""Marks that show nothing."""
_VARIANTS: Final = "\ufe0e\ufe0f"
"""Variation selectors of emoji."""
_TONES: Final = re.compile("[\U0001f3fb-\U0001f3ff]")


def clean_text(text: str, maximum: int = MAX_LENGTH) -> str:
    """Returns a text in its clean form, of at most `maximum` characters; an ellipsis replaces what is cut off.

    Line ends, tabs and runs of blanks become one blank. Direction marks, other invisible signs, and marks beyond the fourth of
    a sign are removed; half surrogate pairs and unassigned characters become U+FFFD. Joiners stay if an emoji or a script
    needs them. Cleaning a clean text changes nothing.

    >>> clean_text("  Ann\\n\\u202eeoJ "), clean_text("x" * 99, 5)
    ('Ann eoJ', 'xxxx…')
    """
    if text.isascii() and text.isprintable() and len(text) <= maximum and "  " not in text and text == text.strip(" "):
        return text
    before, now = "", text[:_MAX_READ]
    for _ in range(4):  # a removed sign may have separated others
        before, now = now, _without_odd_characters(unicodedata.normalize("NFC", now))
        if now == before:
            break
    return with_ellipsis(now, maximum)


def with_ellipsis(text: str, maximum: int) -> str:
    """Cuts a text to at most `maximum` characters, ellipsis included. Combining marks stay with their characters.
    >>> with_ellipsis("Ann and Ben", 5), with_ellipsis("Ann", 5)
    ('Ann…', 'Ann')
    """
    return text if len(text) <= maximum else cut_between_signs(text, max(0, maximum - 1)).rstrip() + "…"


def without_middle(text: str, maximum: int) -> str:
    """Replaces the middle of a text longer than `maximum` characters with an ellipsis. A third of the result is its beginning.
    >>> without_middle("/home/ann/games/friend.goose", 18)
    '/home/…riend.goose'
    """
    return text if len(text) <= maximum else f"{text[: maximum // 3]}…{text[len(text) - (maximum - 1 - maximum // 3) :]}"


def cut_between_signs(text: str, count: int) -> str:
    r"""Returns at most `count` characters from the start of a text. Combining marks and joined characters are not separated.
    >>> len(cut_between_signs("e\u0301e\u0301", 3))
    2
    """
    while 0 < count < len(text) and (is_joined_to_previous(text[count]) or text[count - 1] == "\u200d"):
        count -= 1
    return text[:count]


def is_joined_to_previous(char: str) -> bool:
    """Returns True if a character belongs to the previous one, such as a combining mark, a joiner or an emoji's skin tone."""
    return not char.isascii() and (unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf") or bool(_TONES.match(char)))


def _without_odd_characters(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        kind = unicodedata.category(char)
        last = kept[-1] if kept else " "
        if kind in ("Cc", "Zs", "Zl", "Zp") or char in _INVISIBLE_CHARACTERS:
            kept += [] if last == " " else [" "]
        elif kind in ("Mn", "Mc", "Me"):
            if marks < MAX_COMBINING_MARKS and _is_visible_mark(char, last):
                kept.append(char)
                marks += 1
            continue
        elif kind == "Cf":
            if char in _JOINERS and _is_needed_joiner(char, last, text[at + 1 : at + 2]):
                kept.append(char)
        else:
            kept.append("\ufffd" if kind in ("Cs", "Co", "Cn") else char)
        marks = 0
    while kept and (kept[-1] == " " or kept[-1] in _JOINERS):
        kept.pop()
    return "".join(kept)


def _is_visible_mark(char: str, last: str) -> bool:
    other = unicodedata.name(char, "").startswith("VARIATION SELECTOR-") and char not in _VARIANTS
    if last == " " or other or char in _INVISIBLE_MARKS:
        return False
    return char not in _VARIANTS or not unicodedata.category(last).startswith("L")


def _is_needed_joiner(char: str, last: str, following: str) -> bool:
    if not following or last in _JOINERS:
        return False
    after = unicodedata.category(following)
    if unicodedata.category(last) in ("So", "Sk") or last in _VARIANTS:
        return char == "\u200d" and after == "So"
    return unicodedata.category(last) in ("Lo", "Mn", "Mc") and after in ("Lo", "Mn", "Mc")
