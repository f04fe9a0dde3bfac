"""Markup of the rules pages and its parser: chapters of paragraphs, items, rows of cards, and notes.

A page is one file `assets/rules/ID.md`. A line is one of these; blank lines only separate them:

    # A chapter
    A paragraph, in which {this is bold} and ♠♥♦♣ are drawn as shapes.
    - An item of a list
    cards: JS* 9S QS | A title | and a line about it      (the starred card is the one that takes the trick)
    when target=50: A note shown only at tables with this house rule
    when target!=100: A note shown if the rule has another value; [value] is that value in words
    if decks=2 and hook=on: - A line of any kind, a chapter's too, shown only at tables with these house rules
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

from goosetable.app.skins import assets
from goosetable.engine.rules.options import options_of

_DIRECTIVE: Final = re.compile(r"([a-z]+)\b[^:.,]{0,24}: ")
_CODE: Final = re.compile(r"(?:[AKQJT98765432][SHDC]|X|XH|XL)\*?")


class Paragraph(NamedTuple):
    text: str


class Item(NamedTuple):
    """An item of a list."""

    text: str


class CardRow(NamedTuple):
    """A row of example cards with a title and a line of text. taking: index of the card that takes the trick; None if none
    does.
    """

    codes: tuple[str, ...]
    taking: int | None
    title: str
    line: str


class Condition(NamedTuple):
    """A condition on the house rule `key`: its value must be `value`; if `other` is True, it must be different."""

    key: str
    value: str
    other: bool = False

    def holds(self, options: object) -> bool:
        """Returns True if the house rules meet the condition."""
        return (str(getattr(options, self.key, None)) == self.value) != self.other


Conditions: TypeAlias = tuple[Condition, ...]


class Note(NamedTuple):
    """A remark for tables with certain house rules. `[value]` in its text stands for the value of the first of these rules."""

    text: str
    conditions: Conditions

    def with_value(self, options: object) -> Note:
        """Returns the note with the value of the house rule instead of `[value]`."""
        key = self.conditions[0].key
        found = next((rule for rule in options_of(type(options)) if rule.key == key), None)
        value = found.label_of(getattr(options, key)) if found else ""
        return self._replace(text=self.text.replace("[value]", value))


Content: TypeAlias = Paragraph | Item | CardRow | Note


class Block(NamedTuple):
    """A block of a chapter. It is visible at tables whose house rules meet all of its conditions."""

    content: Content
    conditions: Conditions = ()


class Chapter(NamedTuple):
    """A chapter of the rules. It is visible at tables whose house rules meet all of its conditions."""

    title: str
    blocks: tuple[Block, ...]
    conditions: Conditions = ()


def read_rules_page(game: str) -> tuple[Chapter, ...]:
    """Reads the rules page of a game. game: its id. Raises AssetError if the file is missing or a line cannot be read."""
    file = f"{game}.md"
    text = assets.read_text("rules", file)
    try:
        return parse(text)
    except ValueError as wrong:
        raise assets.damaged_error("rules", file, why=str(wrong)) from None


def parse(text: str) -> tuple[Chapter, ...]:
    """Parses the text of a page. Raises ValueError, with the number of the first wrong line."""
    chapters: list[tuple[str, list[Block], Conditions]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        try:
            line, conditions = _parse_condition(line)
            if line.startswith("# "):
                chapters.append((line[2:].strip(), [], conditions))
                continue
            if not chapters:
                raise ValueError("it stands before the first chapter")
            chapters[-1][1].append(_parse_block(line, conditions))
        except ValueError as wrong:
            raise ValueError(f"line {number}: {wrong}") from None
    if not chapters:
        raise ValueError("there is no chapter")
    return tuple(Chapter(title, tuple(blocks), conditions) for title, blocks, conditions in chapters)


def _parse_condition(line: str) -> tuple[str, Conditions]:
    if not line.startswith("if "):
        return line, ()
    asked, colon, rest = line[3:].partition(": ")
    if not colon or not rest.strip():
        raise ValueError(f"{line!r} is not `if KEY=VALUE: line`")
    return rest.strip(), _parse_conditions(asked)


def _parse_conditions(asked: str) -> Conditions:
    found = [part.partition("=") for part in asked.split(" and ")]
    if not all(equals and key.strip("!") for key, equals, _ in found):
        raise ValueError(f"{asked!r} is not KEY=VALUE, or several joined by `and`")
    return tuple(Condition(key.removesuffix("!"), value, key.endswith("!")) for key, _, value in found)


def _parse_block(line: str, conditions: Conditions) -> Block:
    if line.startswith("when "):
        asked, colon, text = line[5:].partition(": ")
        if not colon:
            raise ValueError(f"{line!r} is not `when KEY=VALUE: text`")
        found = _parse_conditions(asked)
        return Block(Note(_require_valid_text(text), found), conditions + found)
    return Block(_parse_content(line), conditions)


def _parse_content(line: str) -> Content:
    if line.startswith("- "):
        return Item(_require_valid_text(line[2:]))
    if line.startswith("cards: "):
        return _parse_card_row(line[7:])
    unknown = _DIRECTIVE.match(line)
    if unknown or line[0] in "#*|>`<":
        raise ValueError(f"{line.split(' ')[0]!r} means nothing here")
    return Paragraph(_require_valid_text(line))


def _parse_card_row(text: str) -> CardRow:
    words, _, rest = text.partition("|")
    title, _, line = rest.partition("|")
    codes = words.split()
    for code in codes:
        if not _CODE.fullmatch(code):
            raise ValueError(f"{code!r} is no card")
    stars = [place for place, code in enumerate(codes) if code.endswith("*")]
    if len(stars) > 1 or not codes:
        raise ValueError("one card at most can take a trick, and there must be some")
    bare = tuple(code.rstrip("*") for code in codes)
    return CardRow(bare, stars[0] if stars else None, title.strip(), line.strip())


def _require_valid_text(text: str) -> str:
    if text.count("{") != text.count("}") or not text.strip():
        raise ValueError("a bold part is not closed, or there is nothing")
    return text


def visible_chapters(chapters: tuple[Chapter, ...], options: object) -> tuple[Chapter, ...]:
    """Returns the chapters and blocks that are visible at a table with these house rules."""
    return tuple(
        chapter._replace(blocks=tuple(block for block in chapter.blocks if _are_all_met(block.conditions, options)))
        for chapter in chapters
        if _are_all_met(chapter.conditions, options)
    )


def _are_all_met(conditions: Conditions, options: object) -> bool:
    return all(condition.holds(options) for condition in conditions)
