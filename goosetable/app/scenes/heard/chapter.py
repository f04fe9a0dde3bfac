"""The rules as they are heard: one chapter after another, each with its heading, and the cards of examples by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from goosetable.app.scenes.rules.markup import CardRow, Chapter, Content, Item, Note, Paragraph
from goosetable.app.ui.heard import sentences, spoken
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import count, listed

_CODE: Final = re.compile("([2-9TAKQJ]|10)([CDHS])")
_SYMBOLS: Final = dict(zip("CDHS", phrases.SYMBOLS, strict=True))


def intro(title: str, chapters: int) -> str:
    """What is told when the rules are opened."""
    return sentences((f"The rules of {title}", f"{count(chapters, 'chapter')}: Tab goes to them, and Enter reads one"))


def told(chapter: Chapter, options: object) -> str:
    """A chapter. options: of the table, of which notes speak."""
    return sentences((chapter.title, *(said for block in chapter.blocks for said in _said(block.content, options))))


def _said(content: Content, options: object) -> Iterator[str]:
    match content:
        case Paragraph(text) | Item(text):
            yield _plain(text)
        case Note():
            yield _plain(content.told(options).text)
        case CardRow(codes, taking, title, line):
            yield f"For example {listed([card(code) for code in codes])}"
            yield title if taking is None else f"{title}: {card(codes[taking])}"
            yield _plain(line)


def card(code: str) -> str:
    """A card of a picture by its name; what is no card of a suit as it is written.

    >>> card("QH"), card("TS"), card("JOKER")
    ('queen of hearts', '10 of spades', 'joker')
    """
    found = _CODE.fullmatch(code)
    return code.lower() if found is None else spoken(f"{found[1].replace('T', '10')}{_SYMBOLS[found[2]]}")


def _plain(text: str) -> str:
    return text.replace("{", "").replace("}", "")
