"""Sounds: how loud their files are, and devices that go and come."""

from __future__ import annotations

import importlib
import math
import sys
import wave
from array import array
from pathlib import Path

import pygame
import pytest

from goosetable.app.ui.sound import SOUNDS, Sound

ROOT = Path(__file__).parents[3]


def test_all_sounds_are_as_loud_as_each_other_within_3_lu_and_leave_room_to_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the loudest 0.4 seconds of BS.1770, which the sounds, 0.1 to 0.9 seconds long, are put in silence for."""
    monkeypatch.syspath_prepend(ROOT / "build")
    momentary = importlib.import_module("sounds").momentary
    full = [math.sin(2 * math.pi * 997 * i / 48000) for i in range(48000)]
    assert momentary(full, 48000) == pytest.approx(-3.01, abs=0.01), "the calibration that the standard names"
    assert momentary([v / 10 for v in full], 48000) == pytest.approx(-23.01, abs=0.01)
    assert momentary([0.0] * 48000, 48000) == -math.inf
    found = {}
    for name in SOUNDS:
        with wave.open(str(ROOT / "assets" / "sounds" / f"{name}.wav")) as file:
            samples, rate = array("h", file.readframes(file.getnframes())), file.getframerate()
        if sys.byteorder == "big":
            samples.byteswap()
        assert max(map(abs, samples)) <= 0.6 * 32767, name
        found[name] = momentary([v / 32768 for v in samples], rate)
    assert max(found.values()) - min(found.values()) <= 3, found


def gone(which: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=which, iscapture=0)


def test_a_device_that_goes_leaves_silence_and_one_that_comes_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound, there, opened = Sound(), [True], [0]

    def init(**_: object) -> None:
        if not there[0]:
            raise pygame.error("no such device")
        opened[0] += 1
        real()

    real = pygame.mixer.init
    monkeypatch.setattr(pygame.mixer, "init", init)
    sound.look_for_device()
    assert not sound.on, "nothing is opened before it is wanted"
    assert sound.open()
    sound.handle_removed_device(gone(0))
    sound.handle_removed_device(pygame.event.Event(pygame.AUDIODEVICEREMOVED))
    assert sound.on and opened[0] == 1, "another device went"
    sound.handle_removed_device(gone(2))
    assert sound.on and opened[0] == 2, "another device is taken"
    there[0] = False
    sound.handle_removed_device(gone(2))
    assert not sound.on
    for name in SOUNDS:
        sound.play(name)
    there[0] = True
    sound.look_for_device()
    assert sound.on
    sound.play("turn")
    sound.close()
