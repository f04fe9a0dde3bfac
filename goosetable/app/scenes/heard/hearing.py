"""What each kind of scene is to those who hear it; imported only where there is a reader."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.render.display_list import Word
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.table import heard_table
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui import heard_controls, heard_words
from goosetable.app.ui.focus import Widgets
from goosetable.app.ui.heard import Heard, HeardPart, sentence
from goosetable.app.ui.scene import Scene


def heard(stack: Sequence[Scene], words: Sequence[Word]) -> Heard:
    """The scene on top of the others; words: what was written when it was last drawn, in the order of drawing.

    What has happened on a table is told to its end, though another scene lies over it by then.
    """
    found = _heard(stack[-1], words)
    for scene in () if found.teller else reversed(stack[:-1]):
        if isinstance(scene, TableScene) and scene.stage.shown is not None and not scene.match.covered:
            return found._replace(log=heard_table.log(scene), teller=id(scene))
    return found


def _heard(scene: Scene, words: Sequence[Word]) -> Heard:
    if isinstance(scene, TableScene) and scene.stage.shown is not None:
        return heard_table.heard(scene, words)
    if isinstance(scene, LessonScene) and scene.table.stage.shown is not None:
        return _lesson(scene, words)
    widgets = getattr(scene, "widgets", None)
    if isinstance(widgets, Widgets):
        return heard_controls.heard(widgets, words, not scene.covers)
    return heard_words.heard(words, not scene.covers)


def _lesson(scene: LessonScene, words: Sequence[Word]) -> Heard:
    """The table of a lesson, with what the teacher says in front of it."""
    found = heard_table.heard(scene.table, words)
    said = sentence(scene.teacher.words) if scene.progress.talking else ""
    if not said:
        return found
    return found._replace(parts=(HeardPart("teacher", "status", said), *found.parts), line=said)
