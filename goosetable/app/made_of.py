"""What the program is made of: the versions of what runs it, for `--version` and for who reports a fault."""

from __future__ import annotations

import importlib.util
import platform


def versions() -> str:
    """Python, pygame and SDL with their versions, and whether AccessKit is there, in one line; what is missing is said."""
    return ", ".join((f"Python {platform.python_version()}", _pygame(), _accesskit()))


def _pygame() -> str:
    try:
        import pygame  # not wanted by the answer to anything else
    except ImportError:
        return "no pygame-ce"
    return f"pygame-ce {pygame.version.ver}, SDL {'.'.join(map(str, pygame.version.SDL))}"


def _accesskit() -> str:
    there = importlib.util.find_spec("accesskit") is not None
    return "AccessKit" if there else "no AccessKit, so screen readers are told nothing"
