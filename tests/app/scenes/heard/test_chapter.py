"""The rules as they are heard: a chapter at a time, with its heading, its cards by name and nothing of another chapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goosetable.app.scenes.heard import chapter
from goosetable.app.scenes.heard.hearing import heard
from goosetable.app.scenes.rules.markup import CardRow
from goosetable.app.scenes.rules.scene import RulesScene
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
        assert all(chapter.card(code) in said for row in rows for code in row.codes)
        assert "{" not in said
