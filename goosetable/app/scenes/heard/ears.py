"""Opens a window to screen readers."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.reader.bridge import Bridge
from goosetable.app.reader.reader import Hearing, Reader
from goosetable.app.ui.window import AppWindow


def opened(window: AppWindow, context: Context) -> Reader:
    """What tells screen readers of a window; where there is no way to tell them, the context knows why."""
    found = Reader(Bridge(window.title), _hearing)
    found.bridge.open(window.number)
    found.bridge.focus(window.focused)
    context.unheard = found.bridge.fault
    return found


def _hearing() -> Hearing:
    """Imported where a reader asks first: most people have none."""
    from goosetable.app.scenes.heard.hearing import heard  # wanted by few

    return heard
