"""The first frame: the cloth and the name, shown before the rules and the pictures of the first real scene are loaded."""

from __future__ import annotations

from collections.abc import Callable

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import bed_for
from goosetable.app.ui.scene import Change, Replace, Route, Scene


class SplashScene(Scene):
    """Stands open for one frame, and then gives way to where `beyond` leads."""

    def __init__(self, context: Context, beyond: Callable[[], Route]) -> None:
        self.context, self.beyond = context, beyond
        self._seen = False

    def update(self, dt: float) -> Change:
        return Replace(self.beyond()) if self._seen else None

    def draw(self, canvas: Canvas) -> None:
        self._seen = True
        u = min(self.w / 1280, self.h / 720)
        canvas.dst.blit(self.context.cloth.get(bed_for(self.w, self.h)), (0, 0))
        canvas.wordmark(self.w / 2, 50 * u, 92 * u)
