"""Accessible trees by kind of scene; imported only if there is a reader."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.render.display_list import Word
from goosetable.app.scenes.accessible import marks
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui import accessible_text
from goosetable.app.ui.accessible import AccessibleTree, TreePart, sentence
from goosetable.app.ui.scene import Scene


def heard(stack: Sequence[Scene], words: Sequence[Word]) -> AccessibleTree:
    """The tree of the top scene. words: the texts of the last drawing, in the order of drawing.

    The log of a table is announced to its end, although another scene is over it by then; but not while a curtain hangs,
    which announces the events itself.
    """
    top, found = stack[-1], _heard(stack[-1], words)
    if found.teller:
        return found._replace(marks=_marks(top)) if isinstance(top, TableScene) else found
    for scene in reversed(stack):
        if isinstance(scene, HandoverScene):
            break
        if isinstance(scene, TableScene) and scene.stage.shown is not None:
            return found._replace(log=scene.accessible.log, teller=id(scene), marks=_marks(scene))
    return found


def _heard(scene: Scene, words: Sequence[Word]) -> AccessibleTree:
    if isinstance(scene, TableScene) and scene.stage.shown is not None:
        return scene.accessible.heard()
    if isinstance(scene, LessonScene) and scene.table.stage.shown is not None:
        return _lesson(scene)
    if isinstance(scene, ElementPage):
        return scene.heard()
    return accessible_text.heard(words, not scene.covers)


def _marks(table: TableScene) -> tuple[str, ...]:
    return marks.of(table, table.match.goes_by_itself and table.match.hands_over)


def _lesson(scene: LessonScene) -> AccessibleTree:
    """The table of a lesson, preceded by the words of the teacher."""
    found = scene.table.accessible.heard()
    said = sentence(scene.teacher.words) if scene.progress.talking else ""
    if not said:
        return found
    return found._replace(parts=(TreePart("teacher", "status", said), *found.parts), line=said)
