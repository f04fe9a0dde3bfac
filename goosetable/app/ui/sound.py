"""Sounds by name. The device is opened only after the first frame; without a device everything is silent."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import pygame

from goosetable.app.skins import assets

Group: TypeAlias = Literal["cards", "signals", "honks"]

# Every sound with its volume group. The files are assets/sounds/NAME.ogg or NAME.wav.
SOUNDS: Mapping[str, Group] = {
    "deal": "cards", "slide": "cards", "flip": "cards", "gather": "cards",
    "turn": "signals", "refuse": "signals", "chip": "signals", "up": "signals", "down": "signals",
    "pencil": "signals", "fox": "signals", "win": "signals", "curtain": "signals",
    "honk": "honks",
}  # fmt: skip

OTHER_DEVICE: Final = 0
"""Number in SDL's event if the removed device was not used by this program."""


class Sound:
    """Plays sounds. Without a device, or before open(), play() does nothing."""

    def __init__(self) -> None:
        self.volumes: dict[Group, float] = {"cards": 0.7, "signals": 0.7, "honks": 0.7}
        self.on = False
        self._wanted = False
        """True once open() has been called, so that a device that is connected later is used."""
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}

    def open(self) -> bool:
        """Opens the sound device; returns True if there is one. Takes up to 0.1 s, so call it after the first frame."""
        self._wanted = True
        if self.on:
            return True
        if not _has_likely_device():
            return False
        try:
            with _quiet_stderr():
                pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
            pygame.mixer.set_num_channels(16)
        except (pygame.error, NotImplementedError, OSError):
            return False
        self.on = True
        return True

    def handle_removed_device(self, event: pygame.event.Event) -> None:
        """Handles AUDIODEVICEREMOVED. If the open device was removed, opens another; if there is none, all is silent."""
        if self.on and getattr(event, "which", OTHER_DEVICE) != OTHER_DEVICE and not getattr(event, "iscapture", True):
            self.close()
            self.look_for_device()

    def look_for_device(self) -> None:
        """Looks for a device again, if it was missing or removed. Does nothing before the first open()."""
        if self._wanted:
            self.open()

    def close(self) -> None:
        """Closes the device."""
        if self.on:
            self.on = False
            self._loaded.clear()
            pygame.mixer.quit()

    def play(self, name: str) -> None:
        """Plays a sound of SOUNDS at its group's volume. Raises KeyError for any other name."""
        volume = self.volumes[SOUNDS[name]]
        if not self.on or volume <= 0:
            return
        sound = self._load(name)
        if sound is not None:
            sound.set_volume(volume)
            sound.play()

    def preload(self) -> Iterator[None]:
        """Generator: loads all sounds, one in each step, so that the caller can load one sound in each frame."""
        for name in SOUNDS:
            if self.on:
                self._load(name)
            yield

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._loaded:
            self._loaded[name] = None
            for ending in ("ogg", "wav"):
                path = assets.ROOT / "sounds" / f"{name}.{ending}"
                if path.is_file():
                    with contextlib.suppress(pygame.error):  # a damaged sound is no reason to interrupt a game
                        self._loaded[name] = pygame.mixer.Sound(str(path))
                    break
        return self._loaded[name]


def _has_likely_device() -> bool:
    """Returns True if there probably is a sound device. On Linux, SDL needs a tenth of a second to find that there is none."""
    if not sys.platform.startswith("linux") or os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return True
    if os.environ.get("AUDIODEV") or Path("/dev/snd").exists() or Path("/dev/dsp").exists():
        return True
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(runtime) and any(Path(runtime, name).exists() for name in ("pulse/native", "pipewire-0"))


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    try:
        before = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:  # no standard error at all, as in a windowed program
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nowhere)
