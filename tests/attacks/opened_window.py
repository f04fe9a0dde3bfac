"""The window as an attack uses it: the program is started as from the command line, and driven by posted events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pygame

from goosetable.app import start
from goosetable.app.loop import Loop, run
from tests.attacks.judging import Said, call
from tests.drawn_once import draw_once

draw_once()

SIZE: Final = (640, 400)
PIECES: Final = 12
"""Pieces of thinking and reading that are done between two pictures at most."""
Drive = Callable[[Loop], object]


def opened(drive: Drive, home: Path, file: Path | None = None) -> Said:
    """Starts the program in a folder, and lets it be driven instead of turned; what it said, and its exit code."""

    def turn(loop: Loop, frames: int | None = None, seconds: float | None = None) -> None:
        for _ in range(2):
            loop.step(0.1)  # the splash, and what follows it
        drive(loop)

    with patch("goosetable.app.loop.run_until_closed", turn), _small():
        found = call([], main=lambda _: start.run(file, home, False))
    if found.code == 1 and "made a mistake" in found.err:
        log = home / "goosetable.log"
        told = log.read_text(encoding="utf-8", errors="backslashreplace").strip().splitlines() if log.is_file() else []
        found = found._replace(err=f"{found.err.strip()} {' | '.join(line.strip() for line in told[-4:])}\n")
    return found


@contextmanager
def _small() -> Iterator[None]:
    """A window of a size that is quickly drawn, which is not remembered."""

    def small(first: Any, portable: Path | None = None, **more: Any) -> int:
        return run(first, portable, **{**more, "size": SIZE})

    with patch("goosetable.app.loop.run", small):
        yield


def settle(loop: Loop, turns: int = 3) -> None:
    """Some turns of the loop, with what can wait done in between."""
    for _ in range(turns):
        loop.step(0.1)
        if name(loop) != "TitleScene":  # whose pictures are the same whatever there is
            for _ in range(PIECES):
                if not loop.scenes.run_slice():
                    break


def read(loop: Loop, most: int = 100_000) -> None:
    """All that can wait is done."""
    for _ in range(most):
        if not loop.scenes.run_slice():
            break
    loop.step(0.1)


def key(loop: Loop, code: int) -> None:
    """A key is pressed and let go."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=""))
    loop.step(0.1)


def press(loop: Loop, label: str) -> bool:
    """A control of the uppermost scene is pressed, by its name; False where there is none that can be."""
    widgets = getattr(loop.scenes.top, "widgets", None)
    found = next((w for w in widgets.all if w.label == label and w.shown and w.enabled), None) if widgets else None
    return found is not None and use(loop, found)


def use(loop: Loop, widget: Any) -> bool:
    """A control has the focus and is pressed by Enter."""
    loop.scenes.top.widgets.focus_on(widget)  # type: ignore[union-attr]
    key(loop, pygame.K_RETURN)
    settle(loop, 1)
    return True


def name(loop: Loop) -> str:
    """What the uppermost scene is."""
    return type(loop.scenes.top).__name__


def seen(loop: Loop) -> str:
    """Everything that the controls of the window say."""
    return "\n".join(
        f"{widget.label} {widget.accessible_value}"
        for scene in loop.scenes.visible_scenes
        for widget in getattr(getattr(scene, "widgets", None), "all", ())
    )


def statistics(loop: Loop) -> None:
    """From the title to the statistics, a few pages of figures, all games, and the first of those."""
    assert press(loop, "Statistics"), name(loop)
    read(loop)
    for number in range(3):
        scene: Any = loop.scenes.top
        people = [
            entry
            for entry in (*scene.persons, *scene.others)
            if entry.accessible_value and not entry.accessible_value.startswith("No games")
        ]
        if number < len(people):
            use(loop, people[number])
            read(loop)
            key(loop, pygame.K_END)
            key(loop, pygame.K_ESCAPE)
    assert press(loop, "All games"), name(loop)
    read(loop)
    games: Any = loop.scenes.top
    if games.list.games:
        key(loop, pygame.K_RETURN)
        settle(loop)
