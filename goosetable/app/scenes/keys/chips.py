"""Keys and the buttons of a controller as they are drawn in a line of text."""

from __future__ import annotations

from typing import Final

from goosetable.app.art.svg import document
from goosetable.app.render.canvas import Canvas

ARROWS: Final = {"Left": "left", "Right": "right", "Up": "up", "Down": "down"}
GAP: Final = 0.3
"""Between two chips, in the height of one."""
SIDES: Final = {"A": (0, 1), "B": (1, 0), "X": (-1, 0), "Y": (0, -1)}
"""Where the four buttons lie: to the right, and down."""
SHAPES: Final = {
    "A": '<path d="M8,8 L16,16 M16,8 L8,16" {line}/>', "B": '<circle cx="12" cy="12" r="4.6" {line}/>',
    "X": '<rect x="8" y="8" width="8" height="8" {line}/>', "Y": '<path d="M12,7.4 L16.6,15.4 L7.4,15.4 Z" {line}/>',
}  # fmt: skip
"""Signs of a controller whose buttons have shapes."""
BARS: Final = {"LB": "L1", "RB": "R1", "LT": "L2", "RT": "R2"}
"""What its shoulders are called there."""
PRESSED: Final = ("L3", "R3")
"""Sticks that are pressed."""
MIDDLES: Final = {"Start": "M7,8.5 L17,8.5 M7,12 L17,12 M7,15.5 L17,15.5", "Back": "M7,9 L14,9 L14,15 L7,15 Z M17,9 L17,15"}


def width(canvas: Canvas, chip: str, px: float, make: str) -> float:
    """How wide a chip is whose text has px pixels. make: the signs of the controller, or empty for a key."""
    high = height(px)
    if not make and chip in ARROWS:
        return high
    if make and chip not in BARS:
        return high * (1.5 if chip in PRESSED else 1)
    words = BARS[chip] if make == "shapes" else chip
    return max(high, canvas.width(words, px, "semi") + px * 0.9)


def height(px: float) -> float:
    return px * 1.75


def row(canvas: Canvas, chips: tuple[str, ...], x: float, cy: float, px: float, make: str) -> float:
    """Draw chips from x on, their middle at cy; gives the x behind them."""
    for chip in chips:
        w = width(canvas, chip, px, make)
        if make:
            _button(canvas, chip, x, cy, w, px, make)
        else:
            _key(canvas, chip, x, cy, w, px)
        x += w + GAP * px
    return x


def length(canvas: Canvas, chips: tuple[str, ...], px: float, make: str) -> float:
    """How wide a row of chips is."""
    return sum(width(canvas, chip, px, make) + GAP * px for chip in chips)


def _key(canvas: Canvas, chip: str, x: float, cy: float, w: float, px: float) -> None:
    t, h = canvas.theme, height(px)
    canvas.shadow(x, cy - h / 2, w, h, 5, 2, 1, 60)
    canvas.box(x, cy - h / 2, w, h, 5, edge=t.plain_edge, grad=(t.plain, t.plain_lo))
    if chip in ARROWS:
        turn = {"left": 180, "right": 0, "up": 270, "down": 90}[ARROWS[chip]]
        arrow = f'<path d="M6,12 L17,12 M12.5,7.5 L17,12 L12.5,16.5" transform="rotate({turn} 12 12)" {_line(t.ink)}/>'
        canvas.svg(document(24, 24, arrow), x + (w - h * 0.8) / 2, cy - h * 0.4, h * 0.8, h * 0.8)
        return
    canvas.put(chip, x + w / 2, cy, px, t.ink, "semi", "center")


def _line(colour: str, wide: float = 1.8) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"'


def _button(canvas: Canvas, chip: str, x: float, cy: float, w: float, px: float, make: str) -> None:
    """A button of a controller, in dark wood as the thing in one's hands."""
    t, h = canvas.theme, height(px)
    if chip in BARS:
        canvas.box(x, cy - h * 0.42, w, h * 0.84, h * 0.3, fill=t.walnut_lo, edge=t.wood_edge)
        canvas.put(BARS[chip] if make == "shapes" else chip, x + w / 2, cy, px * 0.92, t.cream, "semi", "center")
        return
    if chip == "Pad":
        inner = f'<path d="M9,3 H15 V9 H21 V15 H15 V21 H9 V15 H3 V9 H9 Z" fill="{t.walnut_lo}" stroke="{t.wood_edge}"/>'
        canvas.svg(document(24, 24, inner), x, cy - h / 2, h, h)
        return
    if chip in SIDES and make == "places":
        dots = "".join(
            f'<circle cx="{12 + 6.4 * dx}" cy="{12 + 6.4 * dy}" r="4" '
            f'fill="{t.walnut_lo if side == chip else "none"}" stroke="{t.walnut_lo}" stroke-width="1.4"/>'
            for side, (dx, dy) in SIDES.items()
        )
        canvas.svg(document(24, 24, dots), x, cy - h / 2, h, h)
        return
    canvas.box(x, cy - h / 2, h, h, h / 2, fill=t.walnut_lo, edge=t.wood_edge)
    if chip in PRESSED:
        arrow = f'<path d="M12,5 L12,18 M6.5,12.5 L12,18 L17.5,12.5" {_line(t.ink, 2.4)}/>'
        canvas.svg(document(24, 24, arrow), x + h, cy - h * 0.25, h * 0.5, h * 0.5)
    sign = MIDDLES.get(chip)
    if sign is not None:
        canvas.svg(document(24, 24, f'<path d="{sign}" {_line(t.cream)}/>'), x, cy - h / 2, h, h)
    elif chip in SHAPES and make == "shapes":
        canvas.svg(document(24, 24, SHAPES[chip].format(line=_line(t.cream))), x, cy - h / 2, h, h)
    else:  # a letter, or that of a stick
        canvas.put(chip[:1], x + h / 2, cy, px, t.cream, "semi", "center")
