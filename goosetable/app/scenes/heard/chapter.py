"""The rules as they are heard: one chapter after another, each with its heading, and the cards of examples by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goosetable import cards
from goosetable.app.scenes.rules.markup import CardRow, Chapter, Content, Item, Note, Paragraph
from goosetable.app.ui.heard import sentences, spoken
from goosetable.engine.words.phrases import count, listed

Face = Callable[[cards.Card], str]
"""Says which card it is, as the game calls it."""


def intro(title: str, chapters: int) -> str:
    """What is told when the rules are opened."""
    return sentences((f"The rules of {title}", f"{count(chapters, 'chapter')}: Tab goes to them, and Enter reads one"))


def told(chapter: Chapter, options: object, face: Face) -> str:
    """A chapter. options: of the table, of which notes speak."""
    return sentences((chapter.title, *(said for block in chapter.blocks for said in _said(block.content, options, face))))


def _said(content: Content, options: object, face: Face) -> Iterator[str]:
    match content:
        case Paragraph(text) | Item(text):
            yield _plain(text)
        case Note():
            yield _plain(content.told(options).text)
        case CardRow(codes, taking, title, line):
            names = [spoken(face(cards.card(code))) for code in codes]
            yield f"For example {listed(names)}"
            yield title if taking is None else f"{title}: {names[taking]}"
            yield _plain(line)


def _plain(text: str) -> str:
    return text.replace("{", "").replace("}", "")
