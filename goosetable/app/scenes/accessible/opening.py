"""Connects a window to screen readers."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.reader.bridge import Bridge
from goosetable.app.reader.reader import Hearing, Reader
from goosetable.app.ui.window import AppWindow


def opened(window: AppWindow, context: Context) -> Reader:
    """Makes the reader of a window; if the system offers none, the context has the reason."""
    found = Reader(Bridge(window.title), _hearing)
    found.bridge.open(window.number)
    found.bridge.focus(window.focused)
    context.unheard = found.bridge.fault
    return found


def _hearing() -> Hearing:
    """Imports the trees at a reader's first request: most people have no reader."""
    from goosetable.app.scenes.accessible.trees import heard  # needed by few people

    return heard
