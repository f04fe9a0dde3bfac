"""No sound: by M from wherever one is, to be seen, and kept."""

from __future__ import annotations

import pygame
import pytest

from goosetable import games
from goosetable.app.context import SETTLED
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage import settings
from goosetable.app.table import captions
from goosetable.engine.record.format import Chair
from tests.app.conftest import CODE, Opens


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_m_mutes_everywhere_is_seen_and_kept(program: Opens, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[pygame.Rect] = []
    sign = captions.draw_muted_sign
    monkeypatch.setattr(captions, "draw_muted_sign", lambda canvas, w, h: shown.append(sign(canvas, w, h)))
    one, _ = program.at(TitleScene, size)
    one.step()
    assert not shown
    before = dict(one.context.sound.volumes)
    one.key(pygame.K_m)
    assert set(one.context.sound.volumes.values()) == {0.0}
    assert shown
    assert pygame.Rect((0, 0), size).contains(shown[-1])
    one.step(SETTLED)
    assert settings.load(one.folders.settings).settings.muted
    one.click(one.find("Settings"), finish=True)
    assert isinstance(one.top, SettingsScene)
    one.context.change_settings(volume_cards=0.3)
    assert one.context.sound.volumes["cards"] == 0, "silent, whatever the volumes are"
    one.key(pygame.K_m)
    assert one.context.sound.volumes == before | {"cards": 0.3}
    one.step(SETTLED)
    assert not settings.load(one.folders.settings).settings.muted


def test_an_m_in_a_name_and_one_with_ctrl_mute_nothing(program: Opens) -> None:
    one, _ = program.at(lambda context, matches: SettingsScene(context))
    one.click(next(tab for tab in one.top.tabs if tab.label == "People"))
    one.top.widgets.focus_on(one.find("Your name"))
    one.key(pygame.K_m)
    one.top.widgets.focus_on(one.top.done)
    one.key(pygame.K_m, mod=pygame.KMOD_LCTRL)
    assert not one.context.settings.muted


def test_the_menu_of_a_table_mutes_as_m_does(program: Opens) -> None:
    one = program()
    game = games.find_game("goosed")
    chairs = [Chair("Anna", "human"), *(Chair(name, "random") for name in ("Ben", "Chloë", "Dov"))]
    one.show(lambda context, matches: PauseMenuScene(context, matches.begin_table(game, game.Options(), chairs, CODE)))
    one.click(one.find("Mute"))
    one.step()
    assert one.context.settings.muted
    one.key(pygame.K_m)
    one.step()
    assert not one.context.settings.muted
    one.find("Mute")
    one.key(pygame.K_m)
    one.step()
    one.click(one.find("Sound on"))
    assert not one.context.settings.muted
