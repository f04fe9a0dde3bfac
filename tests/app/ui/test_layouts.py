"""Commands, figures and text fields on twenty layouts of the keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.scenes.new_game.profile_editor import ProfileScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui import keymap
from goosetable.app.ui.keymap import COMMANDS, HELD, TABLE, Keymap, read
from goosetable.app.ui.text_field import TextField
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import Verb, make
from goosetable.games.goose.rules import GooseOptions
from tests.app.scenes.test_all_scenes import SCENES
from tests.app.ui import layouts
from tests.app.ui.layouts import LATIN, OTHERS, PLACES, US, Key

Opens = Callable[..., Any]
MODS = {"Ctrl": pygame.KMOD_LCTRL, "Alt": pygame.KMOD_LALT, "Shift": pygame.KMOD_LSHIFT}
assert MODS.keys() == HELD.keys()


def test_the_layouts_are_whole() -> None:
    assert len(OTHERS) == 20 and len(US) == len(PLACES) == len(set(PLACES)) == 47
    for name, signs in OTHERS.items():
        assert len(signs) == len(PLACES), name
        assert (set("abcdefghijklmnopqrstuvwxyz") <= set(signs)) == (name in LATIN)


@pytest.mark.parametrize("layout", OTHERS)
def test_every_command_has_its_key_on_every_layout(layout: str) -> None:
    keys = Keymap({})
    for command in COMMANDS:
        for text in command.keys:
            stroke = read(text)
            assert stroke is not None
            if stroke.key in keymap.NAMES or (layout in LATIN and chr(stroke.key) not in OTHERS[layout]):
                continue
            if not chr(stroke.key).isalpha() and layout not in LATIN:
                at = OTHERS[layout][US.index(chr(stroke.key))]
                if at != chr(stroke.key) and unicodedata.category(at)[0] not in "LM":
                    continue  # that place writes another sign, as on any layout
            pressed = layouts.key(layout, chr(stroke.key)).event(sum(MODS[name] for name in stroke.held))
            screen = command.screens[0] if command.screens else TABLE
            assert command.id in keys.named(keys.placed(pressed, screen), typing=False).commands, text


@pytest.mark.parametrize("layout", OTHERS)
def test_no_key_of_a_layout_with_latin_letters_means_what_it_does_not_write(layout: str) -> None:
    keys = Keymap({})
    for place, sign in zip(PLACES, OTHERS[layout], strict=True):
        found = keys.placed(Key(place, ord(sign)).event(), TABLE).key
        if layout in LATIN:
            figure = keymap.FIGURES.get(place)
            assert found == (figure or ord(sign)), sign
        elif place in keymap.LETTERS:
            assert found == keymap.LETTERS[place]


@pytest.mark.parametrize("layout", ["", *OTHERS])
def test_the_row_of_figures_gives_figures_with_shift_and_without(layout: str) -> None:
    keys = Keymap({})
    for figure in "1234567890":
        for mod in (0, pygame.KMOD_LSHIFT):
            assert keys.placed(layouts.key(layout, figure).event(mod), TABLE).key == ord(figure)


def test_the_pad_of_figures_is_the_same_everywhere() -> None:
    for name, key in (("KP_7", pygame.K_KP7), ("KP_PERIOD", pygame.K_KP_PERIOD), ("KP_ENTER", pygame.K_KP_ENTER)):
        event = pygame.event.Event(pygame.KEYDOWN, key=key, scancode=getattr(pygame, f"KSCAN_{name}"), mod=0, unicode="")
        assert Keymap({}).placed(event, TABLE) is event


def test_a_key_of_ones_own_is_kept_by_the_letter_it_was_chosen_by() -> None:
    """Kept by a version that took what the layout writes, or chosen now by its place."""
    zh = layouts.key("Russian", ";")
    old, new = Keymap({"hint": "Ж"}), Keymap({"hint": ";"})
    assert old.commands(old.placed(zh.event(), TABLE)) == ("hint",) == new.commands(new.placed(zh.event(), TABLE))
    amp = layouts.key("French", "1")
    mine = Keymap({"hint": "&"})
    assert mine.commands(mine.placed(amp.event(), TABLE)) == ("hint",)
    assert mine.placed(amp.event(), keymap.GAMES).key == pygame.K_1, "elsewhere it is a figure"


@pytest.mark.parametrize("sign", "ıςßéж")
def test_a_letter_whose_capital_is_that_of_another_is_written_so_that_it_is_read(sign: str) -> None:
    stroke = keymap.Stroke(ord(sign))
    assert read(keymap.write(stroke)) == stroke


@pytest.mark.parametrize("layout", ["", *OTHERS])
def test_a_text_field_writes_what_the_layout_writes_and_takes_ctrl(
    program: Opens, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: board.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board[0])
    one = program()
    field = next(w for w in _person(one).widgets.all if isinstance(w, TextField))
    one.click(field)
    field.set("")
    signs = OTHERS.get(layout, US)
    word = "".join(sign for sign in signs[13:19] if sign.isprintable())
    for at in range(13, 19):
        if signs[at].isprintable():
            strike(one, Key(PLACES[at], ord(signs[at])))
            one.type(signs[at])
    assert field.text == word and one.top.widgets.focus is field
    for letter, text in (("a", word), ("c", word), ("x", ""), ("v", word), ("v", word * 2)):
        strike(one, layouts.key(layout, letter), pygame.KMOD_LCTRL)
        assert field.text == text, letter


def _person(one: Any) -> Any:
    return one.show(lambda context, matches: ProfileScene(context, Profile("Anna", "acorn", "sky")))


def strike(one: Any, key: Key, mod: int = 0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(key.event(mod, kind))
    one.step()


@pytest.mark.parametrize("layout", OTHERS)
def test_ctrl_q_leaves_and_m_is_silent(program: Opens, layout: str) -> None:
    one = program()
    one.show(TitleScene)
    strike(one, layouts.key(layout, "m"))
    assert one.context.settings.muted
    strike(one, layouts.key(layout, "q"), pygame.KMOD_LCTRL)
    assert one.loop.over


@pytest.mark.parametrize("layout", OTHERS)
def test_a_bid_is_made_by_the_row_of_figures(program: Opens, layout: str) -> None:
    one = program()
    table = at_table(one)
    free = next(tile.label for tile in table.panel.tiles if not tile.barred and tile.label != "0")
    strike(one, layouts.key(layout, free))
    mine = [act for seat, act in table.match.session.state.actions if seat == table.match.me]
    assert mine == [make(Verb.BID, int(free))]


def at_table(one: Any) -> Any:
    """A table of Goose at which Anna is to bid, with nothing moving."""
    game, options = games.find("goose"), GooseOptions(players=3, max_hand=4)
    chairs = [Chair("Anna", "human"), Chair("Vesper", "random"), Chair("Dorothea", "random")]
    table = one.show(lambda context, matches: TableScene(context, matches.lay(game, options, chairs)))
    for _ in range(200):
        one.finish()
        one.step(0.1)
        if table.panel is not None and table.stage.snapshot.mine and not table.timeline.busy:
            return table
    raise AssertionError("Anna was never asked")


def done(one: Any, layout: str, text: str) -> tuple[object, ...]:
    """What is so after a key of a command was pressed at a table, and the scenes that it led to."""
    table, stroke = at_table(one), read(text)
    assert stroke is not None
    mod = sum(MODS[name] for name in stroke.held)
    if stroke.key in keymap.NAMES:
        one.key(stroke.key, mod=mod)
    else:
        strike(one, layouts.key(layout, chr(stroke.key)), mod)
    for _ in range(4):
        one.step(0.1)
    chosen, scenes = one.context.settings, [type(scene).__name__ for scene in one.loop.scenes.stack]
    told = one.context.told.shown if one.context.told is not None else ""
    acts = list(table.match.session.state.actions)
    asked = table.words.hinted is not None or table.words.reason == "Weighing the cards"
    found = (*scenes, one.loop.over, chosen.muted, chosen.speak, told, acts, asked, table.sidebar.telling, one.loop._said)
    return (*found, table.last_trick is not None, one.screen.fullscreen)


AT_TABLE = [command for command in COMMANDS if not command.screens or TABLE in command.screens]


@pytest.mark.slow
@pytest.mark.parametrize("command", AT_TABLE, ids=lambda command: command.id)
def test_a_command_of_the_table_does_the_same_on_every_layout(program: Opens, command: keymap.Command) -> None:
    for text in command.keys:
        stroke, wanted = read(text), None
        for layout in ("", *OTHERS) if stroke is not None and 96 < stroke.key < 123 else ():
            one = program()
            one.context.change(muted=False, speak=False)
            found = done(one, layout, text)
            wanted = wanted or found
            assert found == wanted, f"{text} on {layout}"
            one.close()


@pytest.mark.slow
@pytest.mark.parametrize("layout", OTHERS)
def test_every_text_field_of_every_scene_writes_what_the_layout_writes(
    program: Opens, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, fields = [""], 0
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: board.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board[0])
    for name, opens in SCENES.items():
        one = program()
        scene = one.show(opens)
        for field in [w for w in scene.widgets.all if isinstance(w, TextField) and w.reachable]:
            fields += 1
            one.click(field)
            field.set("")
            for at in (13, 14, 15):
                strike(one, Key(PLACES[at], ord(OTHERS[layout][at])))
                one.type(OTHERS[layout][at])
            written = "".join(sign for sign in OTHERS[layout][13:16] if sign.isprintable())
            assert field.text == written, name
            for letter, text in (("a", written), ("c", written), ("x", ""), ("v", written)):
                strike(one, layouts.key(layout, letter), pygame.KMOD_LCTRL)
                assert field.text == text and one.top is scene, (name, letter)
        one.close()
    assert fields >= 4


def test_altgr_in_a_text_field_writes(program: Opens) -> None:
    """Polish has its l with a stroke at AltGr+L, German its @ at AltGr+Q."""
    for mod in (pygame.KMOD_RALT, pygame.KMOD_MODE, pygame.KMOD_LCTRL | pygame.KMOD_RALT):
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, scancode=pygame.KSCAN_R, mod=mod, unicode="")
        assert Keymap({}).named(event, typing=True).commands == ()
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, scancode=pygame.KSCAN_R, mod=pygame.KMOD_LALT, unicode="")
    assert Keymap({}).named(event, typing=True).commands == ("tell again",)
