"""The commands of the program, their keys, and the translation of key presses into commands."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Final, NamedTuple

import pygame

TABLE: Final = "at the table"
MENU: Final = "in the menu"
CURTAIN: Final = "before the curtain"
TITLE: Final = "at the title"
SETUP: Final = "where a table is laid"
RULES: Final = "in the rules"
REVIEW: Final = "in a review"
GAMES: Final = "among all games"
KEEPER: Final = "in the score keeper"
SHEET: Final = "on a score sheet"
SCREENS: Final = (TABLE, MENU, CURTAIN, TITLE, SETUP, RULES, REVIEW, GAMES, KEEPER, SHEET)
"""Names of all screens with commands, as they appear in a sentence."""


class Command(NamedTuple):
    """A command of the program. screens: the screens on which it works; empty for all.

    effect: the effect of the command in words. keys: its keys as text; the first is displayed.
    """

    id: str
    effect: str
    keys: tuple[str, ...]
    screens: tuple[str, ...] = ()

    def shares_screen(self, other: Command) -> bool:
        """Returns True if both commands work on a common screen."""
        return not self.screens or not other.screens or any(screen in other.screens for screen in self.screens)


COMMANDS: Final = (
    Command("hint", "A hint, or play it out where the rest is certain", ("H", "Ctrl+H"), (TABLE,)),
    Command("undo", "Take back", ("Ctrl+Z",), (TABLE, CURTAIN, GAMES, KEEPER)),
    Command("last", "The last trick", ("L",), (TABLE, MENU)),
    Command("sheet", "The score sheet", ("S",), (TABLE, MENU, SHEET)),
    Command("story", "What happened", ("W",), (TABLE,)),
    Command("suit back", "The suit before, in the hand", ("Ctrl+Left",), (TABLE,)),
    Command("suit on", "The next suit, in the hand", ("Ctrl+Right",), (TABLE,)),
    Command("large", "A card, large, with its name", ("Z",), (TABLE, REVIEW)),
    Command("tell hand", "Tell my cards", ("C", "Alt+C"), (TABLE, SHEET)),
    Command("tell trick", "Tell the trick on the table", ("T", "Alt+T"), (TABLE, SHEET)),
    Command("tell may", "Tell what I may play", ("A", "Alt+A"), (TABLE, SHEET)),
    Command("tell bids", "Tell trumps, bids and what lies on the table", ("B", "Alt+B"), (TABLE, SHEET)),
    Command("tell points", "Tell the points", ("O", "Alt+O"), (TABLE, KEEPER, SHEET)),
    Command("tell turn", "Tell whose turn it is", ("Q", "Alt+Q"), (TABLE, SHEET)),
    Command("tell last trick", "Tell the last trick", ("Shift+L", "Alt+L"), (TABLE, SHEET)),
    Command("pause", "Pause, and go on", ("P", "F3"), (TABLE, MENU, CURTAIN)),
    Command("hide", "Hide the cards, where several share the screen", ("F8",), (TABLE,)),
    Command("new game", "A new game", ("Ctrl+N", "F2"), (TITLE,)),
    Command("keeper", "The score keeper", ("K",), (TITLE,)),
    Command("contrast", "Strong contrast and large cards", ("C",), (TITLE,)),
    Command("mistake", "The next mistake", ("N",), (REVIEW,)),
    Command("mistake back", "The mistake before", ("Shift+N",), (REVIEW,)),
    Command("play on", "Play on from here", ("P",), (REVIEW,)),
    Command("find", "Search", ("Ctrl+F", "/"), (GAMES,)),
    Command("delete", "Delete what is chosen", ("Delete",), (GAMES,)),
    Command("paper", "The sheet, or the deal again", ("G",), (KEEPER,)),
    Command("rules", "The rules", ("Shift+F1",), (TABLE, MENU, TITLE, SETUP, RULES, KEEPER)),
    Command("keys", "The keys of this screen", ("F1", "Ctrl+F1")),
    Command("settings", "The settings", ("F10", "Ctrl+,")),
    Command("tell again", "Tell again what happened last", ("R", "Alt+R")),
    Command("mute", "No sound, and sound again", ("M",)),
    Command("speak", "Say aloud what happens, and be silent again", ("F9",)),
    Command("full screen", "Full screen, and a window again", ("F11",)),
    Command("leave", "Leave goosetable; what is played is kept", ("Ctrl+Q",)),
)
PAD_PREFIX: Final = "pad "
"""Prefix of a command in the saved keys, if the entry is a controller button and not a key."""
BY_ID: Final = {command.id: command for command in COMMANDS}


class Stroke(NamedTuple):
    """A key with the modifiers that are held down: some of Ctrl, Alt and Shift, in this order. Cmd counts as Ctrl."""

    key: int
    modifiers: tuple[str, ...] = ()


MODIFIER_KEYS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE,
)  # fmt: skip
"""Keys that have no effect by themselves."""
MODIFIER_MASKS: Final = {
    "Ctrl": pygame.KMOD_CTRL | pygame.KMOD_META, "Alt": pygame.KMOD_ALT, "Shift": pygame.KMOD_SHIFT,
}  # fmt: skip
KEY_NAMES: Final = (
    {getattr(pygame, f"K_F{n}"): f"F{n}" for n in range(1, 16)}
    | {getattr(pygame, f"K_KP{n}"): f"Pad {n}" for n in range(10)}
    | {
        pygame.K_LEFT: "Left", pygame.K_RIGHT: "Right", pygame.K_UP: "Up", pygame.K_DOWN: "Down",
        pygame.K_PAGEUP: "PgUp", pygame.K_PAGEDOWN: "PgDn", pygame.K_HOME: "Home", pygame.K_END: "End",
        pygame.K_RETURN: "Enter", pygame.K_KP_ENTER: "Pad Enter", pygame.K_SPACE: "Space", pygame.K_ESCAPE: "Esc",
        pygame.K_TAB: "Tab", pygame.K_BACKSPACE: "Backspace", pygame.K_DELETE: "Delete", pygame.K_INSERT: "Insert",
        pygame.K_PAUSE: "Pause", pygame.K_SCROLLLOCK: "Scroll Lock", pygame.K_PRINTSCREEN: "Print Screen",
        pygame.K_MENU: "Menu", pygame.K_KP_PLUS: "Pad +", pygame.K_KP_MINUS: "Pad -", pygame.K_KP_MULTIPLY: "Pad *",
        pygame.K_KP_DIVIDE: "Pad /", pygame.K_KP_PERIOD: "Pad .",
    }
)  # fmt: skip
"""Names of keys that write no sign. All other keys are named by the sign that they write."""
_KEYS_BY_NAME: Final = {name: key for key, name in KEY_NAMES.items()}
FIXED_KEYS: Final = frozenset(
    {
        "Left", "Right", "Up", "Down", "PgUp", "PgDn", "Home", "End", "Enter", "Pad Enter", "Space", "Esc", "Tab",
        "Shift+Tab", "F6", "Shift+F6", "Backspace", "Alt+Enter", "Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X",
        *(str(n) for n in range(10)), *(f"Pad {n}" for n in range(10)),
    }
)  # fmt: skip
"""Keys whose meaning cannot be changed."""
LONGEST_KEY_TEXT: Final = 40
"""Longest text of a key, in characters."""
DIGIT_ROW: Final = {pygame.KSCAN_1 + at: ord(sign) for at, sign in enumerate("1234567890")}
"""The digit that each key of the digit row writes in the US layout, by scancode."""
US_LETTERS: Final = {pygame.KSCAN_A + at: pygame.K_a + at for at in range(26)}
"""The letter that each key writes in the US layout, by scancode."""
US_SIGNS: Final = {
    pygame.KSCAN_MINUS: pygame.K_MINUS, pygame.KSCAN_EQUALS: pygame.K_EQUALS, pygame.KSCAN_LEFTBRACKET: pygame.K_LEFTBRACKET,
    pygame.KSCAN_RIGHTBRACKET: pygame.K_RIGHTBRACKET, pygame.KSCAN_BACKSLASH: pygame.K_BACKSLASH,
    pygame.KSCAN_NONUSHASH: pygame.K_BACKSLASH, pygame.KSCAN_SEMICOLON: pygame.K_SEMICOLON,
    pygame.KSCAN_APOSTROPHE: pygame.K_QUOTE, pygame.KSCAN_GRAVE: pygame.K_BACKQUOTE, pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD, pygame.KSCAN_SLASH: pygame.K_SLASH,
}  # fmt: skip
"""The other sign that each key writes in the US layout, by scancode."""
LATIN_SIGNS: Final = {
    (pygame.KSCAN_M, ","), (pygame.KSCAN_P, ";"),  # French; Colemak
    (pygame.KSCAN_Q, "'"), (pygame.KSCAN_W, ","), (pygame.KSCAN_E, "."), (pygame.KSCAN_Z, ";"),  # Dvorak
    (pygame.KSCAN_G, ","), (pygame.KSCAN_V, "."), (pygame.KSCAN_N, "\u2019"),  # bépo
}  # fmt: skip
"""Scancode and sign of keys that write a sign in some Latin layouts, but a letter in the US layout. These layouts have that
letter on another key.
"""


def commands_only_on(screen: str) -> tuple[str, ...]:
    """Returns the commands that work on this screen but not on all screens."""
    return tuple(one.id for one in COMMANDS if screen in one.screens)


def parse_key(text: str) -> Stroke | None:
    """Reads a key from text; None if there is no such key.

    >>> parse_key("Ctrl+Shift+Z") == Stroke(pygame.K_z, ("Ctrl", "Shift"))
    True
    >>> parse_key("Hyper+Z"), parse_key("")
    (None, None)
    """
    held, rest = [], text[: LONGEST_KEY_TEXT + 1]
    for name in MODIFIER_MASKS:
        if rest.startswith(f"{name}+") and len(rest) > len(name) + 1:
            held.append(name)
            rest = rest[len(name) + 1 :]
    if rest in _KEYS_BY_NAME:
        return Stroke(_KEYS_BY_NAME[rest], tuple(held))
    if len(rest) != 1 or not rest.isprintable() or rest.isspace():
        return None
    small = rest.lower()
    return Stroke(ord(small), tuple(held)) if len(small) == 1 else None


def key_text(stroke: Stroke) -> str:
    """Writes a key as text that `parse_key` reads; empty for a key without a name.

    >>> key_text(Stroke(pygame.K_z, ("Ctrl",))), key_text(Stroke(pygame.K_F1)), key_text(Stroke(pygame.K_LSHIFT))
    ('Ctrl+Z', 'F1', '')
    """
    name = KEY_NAMES.get(stroke.key, "")
    if not name and 32 < stroke.key < 0x110000 and chr(stroke.key).isprintable():
        sign = chr(stroke.key)
        name = sign.upper() if sign.upper().lower() == sign else sign  # the dotless i of Turkish has the capital of another
    return "+".join((*stroke.modifiers, name)) if name else ""


def stroke_of(event: pygame.event.Event) -> Stroke:
    """Returns the key of an event with its modifiers."""
    mod = getattr(event, "mod", 0)
    return Stroke(event.key, tuple(name for name, mask in MODIFIER_MASKS.items() if mod & mask))


def is_alt_gr_held(event: pygame.event.Event) -> bool:
    """Returns True if AltGr is held down. Windows reports AltGr as right Alt together with left Ctrl."""
    mod = getattr(event, "mod", 0)
    return bool(mod & pygame.KMOD_MODE) or bool(mod & pygame.KMOD_RALT and not mod & (pygame.KMOD_LALT | pygame.KMOD_RCTRL))


def _is_letter(sign: str) -> bool:
    """Returns True if a sign outside ASCII is a letter, or a part of a letter."""
    return not sign.isascii() and unicodedata.category(sign)[0] in "LM"


def _is_latin(sign: str) -> bool:
    return sign.isalpha() and unicodedata.name(sign, "").startswith("LATIN ")


class Keymap:
    """A person's keys. changed_keys: the keys that replace default keys, by command.

    Invalid entries are ignored: unknown commands or keys, fixed keys, and keys of another command on the same screen.
    """

    def __init__(self, changed_keys: Mapping[str, str]) -> None:
        self.saved_buttons = {
            name.removeprefix(PAD_PREFIX): chip for name, chip in changed_keys.items() if name.startswith(PAD_PREFIX)
        }
        """Saved controller buttons, by command."""
        self.texts: dict[str, tuple[str, ...]] = {command.id: command.keys for command in COMMANDS}
        known = {name: text for name, text in changed_keys.items() if name in BY_ID and parse_key(text) is not None}
        self.texts |= {name: (text,) for name, text in known.items()}
        while wrong := [name for name in known if self.why_not_key(name, known[name]) is not None]:
            del known[wrong[-1]]  # all at first, then without one impossible key at a time: two may have swapped
            self.texts[wrong[-1]] = BY_ID[wrong[-1]].keys

    @cached_property
    def _commands(self) -> dict[Stroke, tuple[str, ...]]:
        found: dict[Stroke, tuple[str, ...]] = {}
        for name, texts in self.texts.items():
            for text in texts:
                stroke = parse_key(text)
                if stroke is not None:
                    found[stroke] = (*found.get(stroke, ()), name)
        return found

    @property
    def changed_keys(self) -> dict[str, str]:
        """Changed keys by command, and changed controller buttons by `PAD_PREFIX` + command."""
        keys = {name: texts[0] for name, texts in self.texts.items() if texts != BY_ID[name].keys}
        return keys | {f"{PAD_PREFIX}{name}": chip for name, chip in self.saved_buttons.items()}

    def name_of_key(self, command: str) -> str:
        """Returns the displayed name of a command's key."""
        return self.texts[command][0]

    def commands_of(self, event: pygame.event.Event) -> tuple[str, ...]:
        """Returns the commands of a key press on any screen. Shift with a letter counts as the letter, unless a command has
        Shift with that letter as its key."""
        stroke = stroke_of(event)
        found = self._commands.get(stroke, ())
        if not found and stroke.modifiers == ("Shift",) and stroke.key not in KEY_NAMES:
            found = self._commands.get(Stroke(stroke.key), ())
        return found

    def to_us_layout(self, event: pygame.event.Event, screen: str = "") -> pygame.event.Event:
        """Returns a key event for a keyboard layout without Latin letters: the letter or sign is replaced by the one that the
        same key has in the US layout. Keys of the digit row become digits.

        The event is unchanged in a layout with Latin letters, and if the key belongs to a command of the screen.
        """
        place, key = getattr(event, "scancode", 0), getattr(event, "key", 0)
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or getattr(event, "pad", False) or key in KEY_NAMES:
            return event
        figure, sign = DIGIT_ROW.get(place), chr(key) if 32 < key < 0x110000 else ""
        there = figure or US_LETTERS.get(place) or US_SIGNS.get(place)
        if there is None or not sign or there == key or (sign.isascii() and sign.isalnum()):
            return event
        if (figure or not sign.isascii()) and any(
            not (known := BY_ID[name].screens) or screen in known for name in self.commands_of(event)
        ):
            return event
        if not figure and (_is_latin(sign) or (place, sign) in LATIN_SIGNS or (place in US_SIGNS and not _is_letter(sign))):
            return event
        return pygame.event.Event(event.type, {**event.dict, "key": there})

    def why_not_key(self, command: str, key: str) -> str | None:
        """Returns the reason why a command cannot have a key, as a sentence; None if it can."""
        stroke = parse_key(key)
        if stroke is None or not key_text(stroke):
            return "That key has no name here."
        text = key_text(stroke)
        if text in FIXED_KEYS:
            return f"{text} stays what it is."
        for other in COMMANDS:
            if other.id != command and other.shares_screen(BY_ID[command]) and text in self.texts[other.id]:
                shared = [screen for screen in other.screens if screen in BY_ID[command].screens or not BY_ID[command].screens]
                return f"{text} is taken {shared[0] if shared else 'everywhere'}: {other.effect[:1].lower()}{other.effect[1:]}."
        return None

    def with_commands(self, event: pygame.event.Event, typing: bool) -> pygame.event.Event:
        """Returns a key event with the commands of its key added. typing: True if letters are typed text and give
        no commands.
        """
        if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or hasattr(event, "commands"):
            return event
        stroke = stroke_of(event)
        held = {*stroke.modifiers} - ({"Ctrl", "Alt"} if is_alt_gr_held(event) else set())
        writes = typing and not {"Ctrl", "Alt"} & held and (stroke.key not in KEY_NAMES or stroke.key in EDITING_KEYS)
        return pygame.event.Event(event.type, {**event.dict, "commands": () if writes else self.commands_of(event)})


EDITING_KEYS: Final = (pygame.K_DELETE, pygame.K_INSERT)
"""Keys that belong to a text field while a person types."""


@cache
def default_keymap() -> Keymap:
    """Returns the default keys."""
    return Keymap({})


def commands_of(event: pygame.event.Event) -> Iterable[str]:
    """Returns the commands in a key event. If the event was made without commands, returns those of the default keys."""
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return ()
    found: tuple[str, ...] | None = getattr(event, "commands", None)
    return default_keymap().commands_of(event) if found is None else found


def is_command(event: pygame.event.Event, command: str) -> bool:
    """Returns True if a key press means a command."""
    return command in commands_of(event)


def command_of(event: pygame.event.Event, screen: str) -> str:
    """Returns the command of a key press on a screen; empty if it has none."""
    for name in commands_of(event):
        known = BY_ID.get(name)
        if known is None or not known.screens or screen in known.screens:
            return name
    return ""
