"""The markup of the rules pages, and reading it: chapters of paragraphs, items, cards that lie in a row, and notes.

A page is one file `assets/rules/ID.md`. A line is one of these, and blank lines only part them:

    # A chapter
    A paragraph, in which {this is bold} and ♠♥♦♣ are drawn as shapes.
    - An item of a list
    cards: JS* 9S QS | A title | and a line about it      (the starred card is the one that takes the trick)
    when target=50: A note that stands only at tables with this house rule
    when target!=100: A note that stands wherever the rule is another; [value] is what it is, as people call it
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
    """One of a list."""

    text: str


class CardRow(NamedTuple):
    """Cards in a row with a title and a line; `taking` is the place of the one that takes the trick, if any."""

    codes: tuple[str, ...]
    taking: int | None
    title: str
    line: str


class Note(NamedTuple):
    """What holds only where the house rule `key` has this value, or any but this one."""

    key: str
    value: str
    text: str
    other: bool = False

    def holds(self, options: object) -> bool:
        """Whether it stands at a table with these house rules."""
        return (str(getattr(options, self.key, None)) == self.value) != self.other

    def told(self, options: object) -> Note:
        """The note with the value of the rule in its text."""
        found = next((rule for rule in options_of(type(options)) if rule.key == self.key), None)
        value = found.called(getattr(options, self.key)) if found else ""
        return self._replace(text=self.text.replace("[value]", value))


Block: TypeAlias = Paragraph | Item | CardRow | Note


class Chapter(NamedTuple):
    """A title and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


def read(game: str) -> tuple[Chapter, ...]:
    """The rules page of a game by its id. Raises AssetError if it is missing or a line of it cannot be read."""
    file = f"{game}.md"
    text = assets.read("rules", file)
    try:
        return parse(text)
    except ValueError as wrong:
        raise assets.AssetError(f"The rules page {file} cannot be read: {wrong}.") from None


def parse(text: str) -> tuple[Chapter, ...]:
    """The chapters of a page. Raises ValueError naming the line."""
    chapters: list[tuple[str, list[Block]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        if line.startswith("# "):
            chapters.append((line[2:].strip(), []))
            continue
        if not chapters:
            raise ValueError(f"line {number} stands before the first chapter")
        try:
            chapters[-1][1].append(_block(line))
        except ValueError as wrong:
            raise ValueError(f"line {number}: {wrong}") from None
    if not chapters:
        raise ValueError("there is no chapter")
    return tuple(Chapter(title, tuple(blocks)) for title, blocks in chapters)


def _block(line: str) -> Block:
    if line.startswith("- "):
        return Item(_marked(line[2:]))
    if line.startswith("cards: "):
        return _row(line[7:])
    if line.startswith("when "):
        condition, colon, text = line[5:].partition(": ")
        key, equals, value = condition.partition("=")
        if not colon or not equals:
            raise ValueError(f"{line!r} is not `when KEY=VALUE: text`")
        return Note(key.removesuffix("!"), value, _marked(text), key.endswith("!"))
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


def shown(chapter: Chapter, options: object) -> tuple[Block, ...]:
    """The blocks of a chapter that hold at a table with these house rules."""
    return tuple(
        block.told(options) if isinstance(block, Note) else block
        for block in chapter.blocks
        if not isinstance(block, Note) or block.holds(options)
    )
