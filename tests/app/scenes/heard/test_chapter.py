"""The rules as they are heard: a chapter at a time, with its heading, its cards by name and nothing of another chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goosetable import cards
from goosetable.app.scenes.heard import chapter
from goosetable.app.scenes.heard.hearing import heard
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter
from goosetable.app.scenes.rules.scene import RulesScene
from goosetable.app.ui.heard import spoken
from goosetable.games import SHELF

Opens = Callable[..., Any]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_each_chapter_is_told_when_it_is_turned_to(program: Opens, game: Any) -> None:
    one = program()
    page = one.show(lambda context, matches: RulesScene(context, game, game.Options()))
    one.finish()
    assert heard((page,), ()).intro.startswith(f"The rules of {game.title}. ")
    for number, shown in enumerate(page.chapters):
        page.turn_to(number)
        said = heard((page,), ()).line
        assert said.startswith(shown.title[:1].upper() + shown.title[1:])
        rows = [block.content for block in shown.blocks if isinstance(block.content, CardRow)]
        faces = [game.text.face(cards.card(code)) for row in rows for code in row.codes]
        assert all(spoken(face) in said for face in faces)
        assert "{" not in said


def test_the_cards_of_an_example_are_those_of_its_picture() -> None:
    row = CardRow(("JS", "9D", "TH", "4C", "X"), 0, "The only spade", "takes it")
    said = chapter.told(Chapter("Suits", (Block(row),)), SHELF[0].Options(), SHELF[0].text.face)
    assert said.startswith("Suits. For example jack of spades, 9 of diamonds, 10 of hearts, 4 of clubs and the Goose.")
    assert said.endswith("The only spade: jack of spades. Takes it.")
