"""Opens a window to screen readers."""

from __future__ import annotations

from goosetable.app.reader.bridge import Bridge
from goosetable.app.reader.reader import Hearing, Reader
from goosetable.app.ui.window import AppWindow


def opened(window: AppWindow) -> Reader:
    """What tells screen readers of a window; where there is no way to tell them, nobody is told."""
    found = Reader(Bridge(window.title), _hearing)
    found.bridge.open(window.number)
    return found


def _hearing() -> Hearing:
    """Imported where a reader asks first: most people have none."""
    from goosetable.app.scenes.hearing import heard  # wanted by few

    return heard
