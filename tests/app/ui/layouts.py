"""Twenty layouts of keyboards, and key presses by the place on the keyboard, as SDL reports them."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

PLACES: Final = (
    pygame.KSCAN_GRAVE, *range(pygame.KSCAN_1, pygame.KSCAN_0 + 1), pygame.KSCAN_MINUS, pygame.KSCAN_EQUALS,
    *(getattr(pygame, f"KSCAN_{letter}") for letter in "QWERTYUIOP"), pygame.KSCAN_LEFTBRACKET, pygame.KSCAN_RIGHTBRACKET,
    pygame.KSCAN_BACKSLASH,
    *(getattr(pygame, f"KSCAN_{letter}") for letter in "ASDFGHJKL"), pygame.KSCAN_SEMICOLON, pygame.KSCAN_APOSTROPHE,
    *(getattr(pygame, f"KSCAN_{letter}") for letter in "ZXCVBNM"), pygame.KSCAN_COMMA, pygame.KSCAN_PERIOD, pygame.KSCAN_SLASH,
)  # fmt: skip
"""The places of signs, row by row from the left."""
US: Final = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"
OTHERS: Final = {
    "Russian": "ё1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.",
    "Ukrainian": "'1234567890-=йцукенгшщзхїґфівапролджєячсмитьбю.",
    "Belarusian": "ё1234567890-=йцукенгшўзх'\\фывапролджэячсмітьбю.",
    "Bulgarian": "(1234567890-.,уеишщксдзц;„ьяаожгтнвмчюйъэфхпрлб",
    "Serbian": "`1234567890'+љњертзуиопшђжасдфгхјклчћѕџцвбнм,.-",
    "Macedonian": "`1234567890-=љњертѕуиопшѓжасдфгхјклчќзџцвбнм,./",
    "Greek": "`1234567890-=;ςερτυθιοπ[]\\ασδφγηξκλ´'ζχψωβνμ,./",
    "Hebrew": ";1234567890-=/'קראטוןםפ][\\שדגכעיחלךף,זסבהנמצתץ.",
    "Arabic": "ذ1234567890-=ضصثقفغعهخحجد\\شسيبلاتنمكطئءؤرﻻىةوزظ",
    "Persian": "÷۱۲۳۴۵۶۷۸۹۰-=ضصثقفغعهخحجچ\\شسیبلاتنمکگظطزرذدپو./",
    "Thai": "_ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ",
    "Georgian": "„1234567890-=ქწერტყუიოპ[]~ასდფგჰჯკლ;'ზხცვბნმ,./",
    "Armenian": "՝։ձյ՛,-.«»օռժխւէրտեըիոպչջ'ասդֆքհճկլթփզցգվբնմշղծ",
    "Hindi": "ॊ१२३४५६७८९०-ृौैाीूबहगदजड़ॉोे्िुपरकतचटॆंमनवलस,.य",
    "Kazakh": '("әіңғ,.үұқөһйцукенгшщзхъ\\фывапролджэячсмитьбю№',
    "Mongolian": '=№-"₮:._,%?ещфцужэнгшүзкъ\\йыбөахролдпячёсмитьвю',
    "French": "²&é\"'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!",
    "German": "^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-",
    "Turkish": '"1234567890*-qwertyuıopğü,asdfghjklşizxcvbnmöç.',
    "Dvorak": "`1234567890[]',.pyfgcrl/=\\aoeuidhtns-;qjkxbmwvz",
}
"""What each writes at these places with no other key held, except for the United States."""
LATIN: Final = ("French", "German", "Turkish", "Dvorak")


class Key(NamedTuple):
    """A place on the keyboard, and the key that a layout has there."""

    place: int
    key: int

    def event(self, mod: int = 0, kind: int = pygame.KEYDOWN) -> pygame.event.Event:
        sign = "" if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else chr(self.key)
        return pygame.event.Event(kind, key=self.key, scancode=self.place, mod=mod, unicode=sign)


def key(layout: str, sign: str) -> Key:
    """The key that a person presses for a letter, a figure or a sign of the United States.

    On a layout with Latin letters it is the key that writes this one, else the key at its place; figures are in their row.
    """
    signs = OTHERS.get(layout, US)
    at = signs.index(sign) if layout in LATIN and not sign.isdecimal() else US.index(sign)
    return Key(PLACES[at], ord(signs[at]))
