"""No sound: by M from wherever one is, to be seen, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import settings
from goosetable.app.table import captions

Open = Callable[..., Any]


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_m_mutes_everywhere_is_seen_and_kept(program: Open, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[pygame.Rect] = []
    sign = captions.muted
    monkeypatch.setattr(captions, "muted", lambda canvas, w, h: shown.append(sign(canvas, w, h)))
    one = program(size)
    one.show(TitleScene)
    one.step()
    assert not shown
    before = dict(one.context.sound.volumes)
    one.key(pygame.K_m)
    assert set(one.context.sound.volumes.values()) == {0.0}
    assert shown
    assert pygame.Rect((0, 0), size).contains(shown[-1])
    assert settings.load(one.folders.settings).settings.muted
    one.click(one.find("Settings"))
    one.finish()
    assert isinstance(one.top, SettingsScene)
    one.context.change(volume_cards=0.3)
    assert one.context.sound.volumes["cards"] == 0, "silent, whatever the volumes are"
    one.key(pygame.K_m)
    assert one.context.sound.volumes == before | {"cards": 0.3}
    assert not settings.load(one.folders.settings).settings.muted


def test_an_m_in_a_name_and_one_with_ctrl_mute_nothing(program: Open) -> None:
    one = program()
    one.show(lambda context, matches: SettingsScene(context))
    one.click(next(tab for tab in one.top.tabs if tab.label == "People"))
    one.top.widgets.to(one.find("Your name"))
    one.key(pygame.K_m)
    one.top.widgets.to(one.top.done)
    one.key(pygame.K_m, mod=pygame.KMOD_LCTRL)
    assert not one.context.settings.muted
