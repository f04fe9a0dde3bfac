"""Plays the program's sounds in a process of its own, as lines on standard input ask for them.

Prints `open True` or `open False` first; after each line `on` or `off`, and before that, for one sound, when it is played.
"""

from __future__ import annotations

import sys
import time

import pygame

from goosetable.app.ui.sound import SOUNDS, Sound

AT_ONCE = ("deal", "slide", "turn", "honk", "chip", "gather")
"""Sounds of the line `together`."""


def follow(line: str, sound: Sound) -> None:
    """Does what a line asks for: `volume 0.7`, `again`, `together`, or the name of a sound."""
    match line.split():
        case ["volume", volume]:
            sound.volumes = dict.fromkeys(sound.volumes, float(volume))
        case ["again"]:
            sound.look_for_device()
        case ["together"]:
            for name in AT_ONCE:
                sound.play(name)
        case [name]:
            assert name in SOUNDS
            print(time.monotonic(), flush=True)
            sound.play(name)


def main() -> None:
    pygame.display.init()
    window = pygame.Window("sounds", (64, 64))
    sound = Sound()
    print("open", sound.open(), flush=True)
    list(sound.preload())
    for line in sys.stdin:
        for event in pygame.event.get():
            if event.type == pygame.AUDIODEVICEREMOVED:
                sound.handle_removed_device(event)
        follow(line, sound)
        print("on" if sound.on else "off", flush=True)
    window.destroy()


if __name__ == "__main__":
    main()
