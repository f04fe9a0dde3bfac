"""No window and no sound in tests: set before anything imports pygame."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from collections.abc import Iterator

import pygame
import pytest
from hypothesis import settings

# The same examples in every run, so that a change is judged by itself; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture
def display() -> Iterator[pygame.Surface]:
    """A window's surface of 1280 x 720 under SDL's dummy driver."""
    pygame.display.init()
    pygame.font.init()
    window = pygame.Window("test", (1280, 720))
    yield window.get_surface()
    window.destroy()
    pygame.event.clear()
