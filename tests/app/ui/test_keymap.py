"""Keys as text, what they mean, which a command can have, and what they are on twenty layouts of the keyboard."""

from __future__ import annotations

import unicodedata
from itertools import combinations
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.scenes.new_game.scene import ProfileScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui import keymap
from goosetable.app.ui.keymap import COMMANDS, FIXED_KEYS, MODIFIER_MASKS, SCREENS, TABLE, Keymap, Stroke, key_text, parse_key
from goosetable.app.ui.text_field import TextField
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.action import Verb, make_action
from goosetable.games.goose.rules import GooseOptions
from tests.app.conftest import Opens
from tests.app.scenes.test_all_scenes import SCENES
from tests.app.ui import layouts
from tests.app.ui.layouts import LATIN, OTHERS, PLACES, US, Key


def press(key: int, mod: int = 0, **more: Any) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", **more)


def test_every_usual_key_is_read_and_written_and_none_is_fixed() -> None:
    for command in COMMANDS:
        for text in command.keys:
            stroke = parse_key(text)
            assert stroke is not None and key_text(stroke) == text
            assert text not in FIXED_KEYS, command.id
    assert {screen for command in COMMANDS for screen in command.screens} == set(SCREENS)


def test_no_two_commands_of_a_screen_have_a_key_in_common() -> None:
    for one, other in combinations(COMMANDS, 2):
        if one.shares_screen(other):
            assert not {*one.keys} & {*other.keys}, (one.id, other.id)


@pytest.mark.parametrize("text", ["", "Ctrl+", "ab", "ctrl+Z", "F99", "\n", " ", "x" * 500, "Shift+Ctrl+Z+"])
def test_what_is_no_key_is_not_read(text: str) -> None:
    assert parse_key(text) is None


def test_a_letter_means_the_same_with_shift_unless_that_means_something_else() -> None:
    keys = Keymap({})
    assert "hint" in keys.commands_of(press(pygame.K_h, pygame.KMOD_LSHIFT))
    assert keys.commands_of(press(pygame.K_n)) == ("mistake",)
    assert keys.commands_of(press(pygame.K_n, pygame.KMOD_RSHIFT)) == ("mistake back",)
    assert keys.commands_of(press(pygame.K_F1, pygame.KMOD_LSHIFT)) == ("rules",)
    assert keys.commands_of(press(pygame.K_F8, pygame.KMOD_LSHIFT)) == ()
    assert keys.commands_of(press(pygame.K_z, pygame.KMOD_LMETA)) == ("undo",), "Cmd is Ctrl"


def test_a_changed_command_has_its_new_key_alone_and_two_may_change_places() -> None:
    keys = Keymap({"hint": "J"})
    assert keys.commands_of(press(pygame.K_j)) == ("hint",)
    assert not keys.commands_of(press(pygame.K_h)) and not keys.commands_of(press(pygame.K_h, pygame.KMOD_LCTRL))
    assert keys.name_of_key("hint") == "J" and keys.changed_keys == {"hint": "J"}
    keys = Keymap({"hint": "L", "last": "H"})
    assert keys.commands_of(press(pygame.K_l)) == ("hint",) and keys.commands_of(press(pygame.K_h)) == ("last",)


@pytest.mark.parametrize(
    "wrong", [{"hint": "L"}, {"dance": "J"}, {"hint": "Enter"}, {"hint": "no key"}, {"hint": "7"}, {"hint": "Ctrl+V"}]
)
def test_what_cannot_be_is_left_out_and_the_rest_counts(wrong: dict[str, str]) -> None:
    assert Keymap({**wrong, "mute": "J"}).changed_keys == {"mute": "J"}


def test_a_refusal_is_a_sentence_that_says_where_the_key_is_taken() -> None:
    keys = Keymap({})
    assert keys.why_not_key("hint", "L") == "L is taken at the table: the last trick."
    assert keys.why_not_key("hint", "F11") == "F11 is taken everywhere: full screen, and a window again."
    assert keys.why_not_key("mute", "K") == "K is taken at the title: the score keeper."
    assert keys.why_not_key("hint", "Enter") == "Enter stays what it is."
    assert keys.why_not_key("hint", "K") is None, "another screen"
    assert keys.why_not_key("hint", "H") is None, "its own"


ALTGR = [(pygame.K_r, mod) for mod in (pygame.KMOD_RALT, pygame.KMOD_MODE, pygame.KMOD_LCTRL | pygame.KMOD_RALT)]
"""Polish has its l with a stroke at AltGr+L, German its @ at AltGr+Q."""


@pytest.mark.parametrize(("key", "mod", "commands"), [
    (pygame.K_m, 0, ()), (pygame.K_DELETE, 0, ()), (pygame.K_F1, 0, ("keys",)), (pygame.K_z, pygame.KMOD_LCTRL, ("undo",)),
    (pygame.K_r, pygame.KMOD_LALT, ("tell again",)), *((key, mod, ()) for key, mod in ALTGR),
])  # fmt: skip
def test_letters_are_text_where_somebody_writes(key: int, mod: int, commands: tuple[str, ...]) -> None:
    places = {"scancode": pygame.KSCAN_R} if key == pygame.K_r else {}
    assert Keymap({}).with_commands(press(key, mod, **places), typing=True).commands == commands


def test_a_press_that_has_its_meaning_keeps_it() -> None:
    made = press(0, commands=("hint",))
    assert Keymap({}).with_commands(made, typing=True) is made
    assert keymap.is_command(made, "hint") and keymap.command_of(made, keymap.TABLE) == "hint"
    assert keymap.command_of(made, keymap.TITLE) == ""


def test_a_key_of_any_alphabet_can_be_one() -> None:
    stroke = Stroke(ord("ж"), ("Alt",))
    assert key_text(stroke) == "Alt+Ж" and parse_key("Alt+Ж") == stroke


# ---------------------------------------------------------------------- commands, figures and text fields on twenty layouts


MODS = {"Ctrl": pygame.KMOD_LCTRL, "Alt": pygame.KMOD_LALT, "Shift": pygame.KMOD_LSHIFT}
assert MODS.keys() == MODIFIER_MASKS.keys()


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
            stroke = parse_key(text)
            assert stroke is not None
            if stroke.key in keymap.KEY_NAMES or (layout in LATIN and chr(stroke.key) not in OTHERS[layout]):
                continue
            if not chr(stroke.key).isalpha() and layout not in LATIN:
                at = OTHERS[layout][US.index(chr(stroke.key))]
                if at != chr(stroke.key) and unicodedata.category(at)[0] not in "LM":
                    continue  # that place writes another sign, as on any layout
            pressed = layouts.key(layout, chr(stroke.key)).event(sum(MODS[name] for name in stroke.modifiers))
            screen = command.screens[0] if command.screens else TABLE
            assert command.id in keys.with_commands(keys.to_us_layout(pressed, screen), typing=False).commands, text


@pytest.mark.parametrize("layout", OTHERS)
def test_no_key_of_a_layout_with_latin_letters_means_what_it_does_not_write(layout: str) -> None:
    keys = Keymap({})
    for place, sign in zip(PLACES, OTHERS[layout], strict=True):
        found = keys.to_us_layout(Key(place, ord(sign)).event(), TABLE).key
        if layout in LATIN:
            figure = keymap.DIGIT_ROW.get(place)
            assert found == (figure or ord(sign)), sign
        elif place in keymap.US_LETTERS:
            assert found == keymap.US_LETTERS[place]


@pytest.mark.parametrize("layout", ["", *OTHERS])
def test_the_row_of_figures_gives_figures_with_shift_and_without(layout: str) -> None:
    keys = Keymap({})
    for figure in "1234567890":
        for mod in (0, pygame.KMOD_LSHIFT):
            assert keys.to_us_layout(layouts.key(layout, figure).event(mod), TABLE).key == ord(figure)


def test_the_pad_of_figures_is_the_same_everywhere() -> None:
    for name, key in (("KP_7", pygame.K_KP7), ("KP_PERIOD", pygame.K_KP_PERIOD), ("KP_ENTER", pygame.K_KP_ENTER)):
        event = pygame.event.Event(pygame.KEYDOWN, key=key, scancode=getattr(pygame, f"KSCAN_{name}"), mod=0, unicode="")
        assert Keymap({}).to_us_layout(event, TABLE) is event


def test_a_key_of_ones_own_is_kept_by_the_letter_it_was_chosen_by() -> None:
    """Kept by a version that took what the layout writes, or chosen now by its place."""
    zh = layouts.key("Russian", ";")
    old, new = Keymap({"hint": "Ж"}), Keymap({"hint": ";"})
    assert (
        old.commands_of(old.to_us_layout(zh.event(), TABLE))
        == ("hint",)
        == new.commands_of(new.to_us_layout(zh.event(), TABLE))
    )
    amp = layouts.key("French", "1")
    mine = Keymap({"hint": "&"})
    assert mine.commands_of(mine.to_us_layout(amp.event(), TABLE)) == ("hint",)
    assert mine.to_us_layout(amp.event(), keymap.GAMES).key == pygame.K_1, "elsewhere it is a figure"


@pytest.mark.parametrize("sign", "ıςßéж")
def test_a_letter_whose_capital_is_that_of_another_is_written_so_that_it_is_read(sign: str) -> None:
    stroke = keymap.Stroke(ord(sign))
    assert parse_key(keymap.key_text(stroke)) == stroke


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clipboard of the test's own."""
    held = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: held.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held[0])


@pytest.mark.usefixtures("board")
def test_a_text_field_writes_what_each_layout_writes_and_takes_ctrl(program: Opens) -> None:
    one, person = program.at(lambda context, matches: ProfileScene(context, Profile("Anna", "acorn", "sky")))
    field = next(w for w in person.widgets.all if isinstance(w, TextField))
    one.click(field)
    for layout in ("", *OTHERS):
        field.set_text("")
        signs = [(place, sign) for place, sign in zip(PLACES, OTHERS.get(layout, US), strict=True)][13:19]
        word = "".join(sign for _, sign in signs if sign.isprintable())
        for place, sign in signs:
            if sign.isprintable():
                strike(one, Key(place, ord(sign)))
                one.type(sign)
        assert field.text == word and one.top.widgets.focus is field, layout
        for letter, text in (("a", word), ("c", word), ("x", ""), ("v", word), ("v", word * 2)):
            strike(one, layouts.key(layout, letter), pygame.KMOD_LCTRL)
            assert field.text == text, (layout, letter)


def strike(one: Any, key: Key, mod: int = 0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(key.event(mod, kind))
    one.step()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("layout", OTHERS)
def test_ctrl_q_leaves_and_m_is_silent(program: Opens, layout: str) -> None:
    one, _ = program.at(TitleScene)
    strike(one, layouts.key(layout, "m"))
    assert one.context.settings.muted
    strike(one, layouts.key(layout, "q"), pygame.KMOD_LCTRL)
    assert one.loop.is_over


def test_a_bid_is_made_by_the_row_of_figures(program: Opens) -> None:
    """At one table: each bid is taken back for the next layout."""
    one, table = program.into(at_table, pace="at once")
    free = next(tile.label for tile in table.panel.tiles if not tile.barred and tile.label != "0")
    for layout in OTHERS:
        strike(one, layouts.key(layout, free))
        mine = [act for seat, act in table.match.session.state.actions if seat == table.match.me]
        assert mine == [make_action(Verb.BID, int(free))], layout
        one.key(pygame.K_z, mod=pygame.KMOD_LCTRL)
        asked(one, table)


def at_table(one: Any) -> Any:
    """A table of Goose at which Anna is to bid, with nothing moving."""
    game, options = games.find_game("goose"), GooseOptions(players=3, max_hand=4)
    chairs = [Chair("Anna", "human"), Chair("Vesper", "random"), Chair("Dorothea", "random")]
    table = one.show(lambda context, matches: TableScene(context, matches.begin_table(game, options, chairs)))
    asked(one, table)
    return table


def asked(one: Any, table: Any) -> None:
    for _ in range(200):
        one.finish()
        one.step(0.1)
        if table.panel is not None and table.stage.snapshot.mine and not table.timeline.has_beats:
            return
    raise AssertionError("Anna was never asked")


def done(one: Any, layout: str, text: str) -> tuple[object, ...]:
    """What is so after a key of a command was pressed at a table, and the scenes that it led to."""
    table, stroke = at_table(one), parse_key(text)
    assert stroke is not None
    mod = sum(MODS[name] for name in stroke.modifiers)
    if stroke.key in keymap.KEY_NAMES:
        one.key(stroke.key, mod=mod)
    else:
        strike(one, layouts.key(layout, chr(stroke.key)), mod)
    one.wait(0.4)
    chosen, scenes = one.context.settings, [type(scene).__name__ for scene in one.loop.scenes.stack]
    told = one.context.answered.shown if one.context.answered is not None else ""
    acts = list(table.match.session.state.actions)
    asked = table.messages.hinted is not None or table.messages.reason == "Thinking"
    found = (
        *scenes,
        one.loop.is_over,
        chosen.muted,
        chosen.speak,
        told,
        acts,
        asked,
        table.sidebar.shows_log,
        one.loop._notice,
    )
    return (*found, table.last_trick is not None, one.screen.fullscreen)


AT_TABLE = [command for command in COMMANDS if not command.screens or TABLE in command.screens]


@pytest.mark.slow
@pytest.mark.parametrize("command", AT_TABLE, ids=lambda command: command.id)
def test_a_command_of_the_table_does_the_same_on_every_layout(program: Opens, command: keymap.Command) -> None:
    for text in command.keys:
        stroke, wanted = parse_key(text), None
        for layout in ("", *OTHERS) if stroke is not None and 96 < stroke.key < 123 else ():
            one = program()
            one.context.change_settings(muted=False, speak=False)
            found = done(one, layout, text)
            wanted = wanted or found
            assert found == wanted, f"{text} on {layout}"
            one.close()


@pytest.mark.slow
@pytest.mark.usefixtures("board")
@pytest.mark.parametrize("layout", OTHERS)
def test_every_text_field_of_every_scene_writes_what_the_layout_writes(program: Opens, layout: str) -> None:
    fields = 0
    for name, opens in SCENES.items():
        one, scene = program.at(opens)
        for field in [w for w in scene.widgets.all if isinstance(w, TextField) and w.is_focusable]:
            fields += 1
            one.click(field)
            field.set_text("")
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
