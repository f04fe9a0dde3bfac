"""The deck: every card's face, small face and large-print face, and the backs, each as one SVG drawing of 250 x 350.

Cards are named by code: "AS" to "2C" with "T" for the ten, the jokers "X", "XH" and "XL", and the backs "back blue"
and "back red". Nothing is drawn before it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from goosetable.app.art import geese
from goosetable.app.art.courts import CREAM, LINE, PANEL_DEFS, both_ways, court, headgear
from goosetable.app.art.suits import RANKS, SUITS, colours, column, letter, suit
from goosetable.app.art.svg import circle, doc, place, rect

WIDTH, HEIGHT = geese.WIDTH, geese.HEIGHT
JOKERS: Final = ("X", "XH", "XL")
CODES: Final = tuple(rank + which for which in SUITS for rank in RANKS) + JOKERS
BACKS: Final = ("back blue", "back red")
COURTS: Final = "JQK"

IVORY: Final = "#fbf1d8"  # the ground of small courts, so that they are told apart at a glance
EDGE: Final = "#b9b2a3"
LEFT, MIDDLE, RIGHT = 80.0, 125.0, 170.0  # columns of pips
WORDS: Final = {"X": "GOOSE", "XH": "HIGH", "XL": "LOW"}
"""The word down the edge of a joker."""
TOP, BOTTOM = 64.0, 286.0  # outer rows of pips


Tones: TypeAlias = bool | Mapping[str, str]
"""The colours of the suits: two (False), four (True), or those given by their letters."""


def face(code: str, four: Tones = False) -> str:
    """The full face of `code`, with suits in two or four colours. Raises ValueError for a card there is not."""
    if code in BACKS:
        return back(code.removeprefix("back "))
    if code in JOKERS:
        return _card(geese.joker(code) + both_ways(_joker_index(code)))
    rank, which, colour = _read(code, four)
    index = both_ways(letter(rank, 25.5, 15, 37, colour, 14.5) + suit(which, 25.5, 73, 27, colour))
    if rank in COURTS:
        return doc(WIDTH, HEIGHT, _blank() + court(rank, which, colour) + index, PANEL_DEFS)
    if rank == "A":
        return _card(_ace(which, colour) + index)
    pips = (suit(which, x, y, 44, colour, 180 if y > HEIGHT / 2 else 0) for x, y in _spots(_count(rank)))
    return _card("".join(pips) + index)


def small(code: str, four: Tones = False) -> str:
    """The face for cards under 110 pixels high: one large index in the left 45 % and one pip. Raises ValueError."""
    if code in BACKS:
        return cover(geese.LIVERY[code.removeprefix("back ")], True)
    if code in JOKERS:
        return _card(_joker_sign(code) + place(geese.joker_bust(code), 98, 222, 2.0), IVORY)
    rank, which, colour = _read(code, four)
    index = _tall(rank, 66, colour, 15) + suit(which, 66, 226, 104, colour)
    return _card(index + suit(which, 182, 282, 84, colour, 180), IVORY if rank in COURTS else CREAM)


def large(code: str, four: Tones = False) -> str:
    """The large-print face: index and suit in the left half, headgear or one pip at the lower right. Raises ValueError.

    Nothing reaches under the index: pips and headgear lie right of it, and so does a joker's head.
    """
    if code in BACKS:
        return back(code.removeprefix("back "))
    if code in JOKERS:
        return _card(_joker_sign(code) + place(geese.joker_bust(code), 98, 222, 2.0), IVORY)
    rank, which, colour = _read(code, four)
    index = _tall(rank, 68, colour, 17) + suit(which, 66, 226, 108, colour)
    if rank in COURTS:
        return _card(index + place(headgear(rank, colour), 181, 280, 1.1), IVORY)
    return _card(index + suit(which, 184, 280, 88, colour, 180))


def with_goose(card: str, crammed: bool = False) -> str:
    """A card's drawing with a small goose under the index, where it is seen in a fan; crammed: the index is a large one."""
    x, y, r = (42, 308, 32) if crammed else (31, 140, 25)
    head = place(geese.goose_head("#fffdf6", LINE, "#e0661a", LINE), x + 0.16 * r, y + 0.02 * r, r / 16)
    mark = circle(x, y, r, "#eeb64a", LINE, r / 14) + head
    return card.removesuffix("</svg>") + mark + "</svg>"


def back(colour: str) -> str:
    """The back of a card, "blue" or "red". Raises ValueError for any other colour."""
    if colour not in geese.LIVERY:
        raise ValueError(f"no back of the colour {colour!r}")
    return cover(geese.LIVERY[colour])


def cover(livery: geese.Livery, small: bool = False) -> str:
    """The back of a card in colours of one's own; small: for cards under 110 pixels high."""
    return _card(geese.back_small(livery) if small else geese.back(livery))


def _card(body: str, ground: str = CREAM) -> str:
    return doc(WIDTH, HEIGHT, _blank(ground) + body)


def _blank(ground: str = CREAM) -> str:
    return rect(1, 1, WIDTH - 2, HEIGHT - 2, ground, 17, EDGE, 1.6)


def _read(code: str, four: Tones) -> tuple[str, str, str]:
    """Rank, suit and the suit's colour."""
    if len(code) != 2 or code[0] not in RANKS or code[1] not in SUITS:
        raise ValueError(f"no card has the code {code!r}")
    return code[0], code[1], (four if isinstance(four, Mapping) else colours(four))[code[1]]


def _count(rank: str) -> int:
    return 10 if rank == "T" else int(rank)


def _spots(count: int) -> list[tuple[float, float]]:
    """Where the pips of a 2 to 10 lie: two columns, and what is odd in the middle."""
    height = BOTTOM - TOP
    in_column = {2: 0, 3: 0, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    rows = [TOP + height * i / (in_column - 1) for i in range(in_column)]
    between = {
        2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75), 9: (0.5,), 10: (1 / 6, 5 / 6),
    }.get(count, ())  # fmt: skip
    columns = [(x, y) for x in (LEFT, RIGHT) for y in rows]
    return columns + [(MIDDLE, TOP + height * part) for part in between]


def _ace(which: str, colour: str) -> str:
    """One great pip; the ace of spades carries the house's goose, as the ace of spades always carried the maker."""
    if which != "S":
        return suit(which, MIDDLE, HEIGHT / 2, 104, colour)
    bird = geese.goose(CREAM, "#dfe3ea", "#e9b53c", colour, 2)
    return suit("S", MIDDLE, HEIGHT / 2, 148, colour) + place(bird, 92, 142, 0.58)


def _joker_index(code: str) -> str:
    """The word down the edge: the joker that is alone in its pack is the Goose; of two, more than the colour tells which."""
    high, step = (19, 25) if code == "X" else (22, 29)
    return column(WORDS[code], 22, 16, high, step, geese.MOTLEY[code].ink)


def _tall(rank: str, x: float, colour: str, weight: float) -> str:
    """The index of small and large-print cards; the ten, the only wide one, is a little lower to keep off the edge."""
    top, height = (36, 116) if rank == "T" else (24, 128)
    return letter(rank, x, top, height, colour, weight)


def _joker_sign(code: str) -> str:
    """The large index of a joker: its word in letters as high as the card allows."""
    step = 318 / len(WORDS[code])
    return column(WORDS[code], 50, 20, step - 14, step, geese.MOTLEY[code].ink)
