"""Markup of the rules pages and its parser: chapters of paragraphs, items, rows of cards, and notes.

A page is one file `assets/rules/ID.md`. A line is one of these, and blank lines only part them:

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
    """Text from margin to margin."""

    text: str


class Item(NamedTuple):
    """An item of a list."""

    text: str


class CardRow(NamedTuple):
    """Cards in a row with a title and a line; `taking` is the place of the one that takes the trick, if any."""

    codes: tuple[str, ...]
    taking: int | None
    title: str
    line: str


class Condition(NamedTuple):
    """A test of the house rule `key`: it has this value, or any but this one."""

    key: str
    value: str
    other: bool = False

    def holds(self, options: object) -> bool:
        """Whether it is true at a table with these house rules."""
        return (str(getattr(options, self.key, None)) == self.value) != self.other


Conditions: TypeAlias = tuple[Condition, ...]


class Note(NamedTuple):
    """A remark on the house rules of a table, with their value for `[value]`."""

    text: str
    conditions: Conditions

    def told(self, options: object) -> Note:
        """Returns the note with the value of the rule in its text."""
        key = self.conditions[0].key
        found = next((rule for rule in options_of(type(options)) if rule.key == key), None)
        value = found.called(getattr(options, key)) if found else ""
        return self._replace(text=self.text.replace("[value]", value))


Content: TypeAlias = Paragraph | Item | CardRow | Note


class Block(NamedTuple):
    """A block of a chapter, shown if its conditions are true."""

    content: Content
    conditions: Conditions = ()


class Chapter(NamedTuple):
    """A title and its blocks, shown if its conditions are true."""

    title: str
    blocks: tuple[Block, ...]
    conditions: Conditions = ()


def read(game: str) -> tuple[Chapter, ...]:
    """Reads the rules page of a game by its id. Raises AssetError if it is missing or a line of it cannot be read."""
    file = f"{game}.md"
    text = assets.read("rules", file)
    try:
        return parse(text)
    except ValueError as wrong:
        raise assets.damaged("rules", file, why=str(wrong)) from None


def parse(text: str) -> tuple[Chapter, ...]:
    """Parses the chapters of a page. Raises ValueError naming the line."""
    chapters: list[tuple[str, list[Block], Conditions]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        try:
            line, conditions = _condition(line)
            if line.startswith("# "):
                chapters.append((line[2:].strip(), [], conditions))
                continue
            if not chapters:
                raise ValueError("it stands before the first chapter")
            chapters[-1][1].append(_block(line, conditions))
        except ValueError as wrong:
            raise ValueError(f"line {number}: {wrong}") from None
    if not chapters:
        raise ValueError("there is no chapter")
    return tuple(Chapter(title, tuple(blocks), conditions) for title, blocks, conditions in chapters)


def _condition(line: str) -> tuple[str, Conditions]:
    """Splits a line into its conditions and the rest. Raises ValueError."""
    if not line.startswith("if "):
        return line, ()
    asked, colon, rest = line[3:].partition(": ")
    if not colon or not rest.strip():
        raise ValueError(f"{line!r} is not `if KEY=VALUE: line`")
    return rest.strip(), _conditions(asked)


def _conditions(asked: str) -> Conditions:
    found = [part.partition("=") for part in asked.split(" and ")]
    if not all(equals and key.strip("!") for key, equals, _ in found):
        raise ValueError(f"{asked!r} is not KEY=VALUE, or several joined by `and`")
    return tuple(Condition(key.removesuffix("!"), value, key.endswith("!")) for key, _, value in found)


def _block(line: str, conditions: Conditions) -> Block:
    if line.startswith("when "):
        asked, colon, text = line[5:].partition(": ")
        if not colon:
            raise ValueError(f"{line!r} is not `when KEY=VALUE: text`")
        found = _conditions(asked)
        return Block(Note(_marked(text), found), conditions + found)
    return Block(_content(line), conditions)


def _content(line: str) -> Content:
    if line.startswith("- "):
        return Item(_marked(line[2:]))
    if line.startswith("cards: "):
        return _row(line[7:])
    unknown = _DIRECTIVE.match(line)
    if unknown or line[0] in "#*|>`<":
        raise ValueError(f"{line.split(' ')[0]!r} means nothing here")
    return Paragraph(_marked(line))


def _row(text: str) -> CardRow:
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


def _marked(text: str) -> str:
    if text.count("{") != text.count("}") or not text.strip():
        raise ValueError("a bold part is not closed, or there is nothing")
    return text


def at_table(chapters: tuple[Chapter, ...], options: object) -> tuple[Chapter, ...]:
    """Returns the chapters shown at a table with these house rules, each with its blocks shown there."""
    return tuple(
        chapter._replace(blocks=tuple(block for block in chapter.blocks if _holds(block.conditions, options)))
        for chapter in chapters
        if _holds(chapter.conditions, options)
    )


def _holds(conditions: Conditions, options: object) -> bool:
    return all(condition.holds(options) for condition in conditions)


def words(chapter: Chapter) -> str:
    """All words of a chapter, as plain text: those about cards included, but not the cards."""
    found = [chapter.title]
    for block in chapter.blocks:
        match block.content:
            case CardRow(_, _, title, line):
                found += [title, line]
            case Paragraph(text) | Item(text) | Note(text, _):
                found.append(text.replace("{", "").replace("}", ""))
    return "\n".join(found)
