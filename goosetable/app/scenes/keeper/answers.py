"""Answers to the question of the score keeper: their buttons, the texts to type for them, and the largest size that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import mix
from goosetable.app.ui.focus import Widget
from goosetable.app.ui.scene import Change
from goosetable.engine.words import phrases
from goosetable.engine.words.phrases import SYMBOLS

KEYS: Final = ((80.0, 1), (68.0, 2), (58.0, 3), (52.0, 4), (44.0, 6), (38.0, 8))
"""Sizes of an answer's button: its height in units, and the largest number of rows of buttons of that size."""
LOW_KEYS: Final = (*KEYS, (32.0, 8), (28.0, 8))
"""Sizes of an answer in a low window, where text is large."""
TABLE_KEYS: Final = (58.0, 52.0, 46.0, 42.0, 38.0, 34.0, 30.0)
"""Heights of an answer in a table of answers, in units."""
KEY_GAP: Final = 0.11
"""Gap between buttons of answers, as a part of their height."""


class AnswerButton(Widget):
    """The button of an answer. A refused answer is crossed out; if the button has the pointer or the focus, the page shows the
    reason.

    refused: the reason, as a clause; "" if the answer is allowed. on_press: called at a press, even if the answer is refused.
    other_form: True if the answer switches to another way of entering the deal.
    """

    role = "button"

    def __init__(
        self, label: str, refused: str, on_press: Callable[[AnswerButton], Change], answer: str, other_form: bool = False
    ) -> None:
        super().__init__(label, on_paper=True)
        self.refused, self.on_press, self.answer, self.other_form = refused, on_press, answer, other_form
        self.typed = False
        """Whether the text typed so far selects this answer, but further letters can still select another one."""

    @property
    def accessible_value(self) -> str:
        return f"cannot be: {self.refused}" if self.refused else ""

    def press(self) -> None:
        self.requested_change = self.on_press(self)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        r = min(14.0, h * 0.2)
        self.draw_ring(canvas, focused, r)
        lit = (focused or self.hover or self.typed) and not self.refused
        if self.refused:
            canvas.draw_box(x, y, w, h, r, fill=t.off, edge=t.off_edge, line_width=1)
            tone = mix(t.off_ink, t.off, 0.25)
        else:
            canvas.draw_shadow(x, y, w, h, r, 4, 3, 90)
            grad = (t.prime, t.brass) if lit else (t.plain, t.plain_lo)
            canvas.draw_box(x, y, w, h, r, edge=t.brass_lo if lit else t.plain_edge, line_width=1.4, gradient=grad)
            tone = t.ink
        px = canvas.fitting_size(self.label, self.px, "serifb", w - 12)
        label = canvas.cut_to_fit(self.label, px, "serifb", w - 8)
        canvas.draw_rich_line_centred(label, x + w / 2, y + h / 2 - 1, px, tone, "serifb", "mid")
        if self.refused:
            side = min(w, h) * 0.56
            canvas.draw_icon("struck", x + w / 2, y + h / 2, side, t.russet)


def typed_text_of_label(label: str) -> str:
    """Returns the text that a person types to choose an answer: "10h" for the label "10♥"; for a name its letters.

    >>> typed_text_of_label("10♥"), typed_text_of_label("Mia"), typed_text_of_label("the Joker")
    ('10h', 'mia', 'thejoker')
    """
    typed = label.lower().replace(phrases.MINUS, "-")
    return "".join("shdc"[SYMBOLS.index(sign)] if sign in SYMBOLS else sign for sign in typed if sign != " ")


def typed_texts_of_answers(buttons: Sequence[AnswerButton]) -> list[str]:
    """Returns the text to type for each answer: its label; or its number, from 1, if no label begins with a digit."""
    forms = [typed_text_of_label(button.label) for button in buttons]
    return forms if any(form[:1].isdigit() for form in forms) else [str(at) for at in range(1, len(buttons) + 1)]


def find_answer_of_text(buttons: Sequence[AnswerButton], text: str) -> tuple[AnswerButton, bool] | None:
    """Returns the answer that a typed text selects, and True if no longer text could select another answer. Returns None if the
    text selects no answer.

    If no label begins with a digit, as with names of people, a typed number is the number of an answer, from 1.
    """
    forms = typed_texts_of_answers(buttons) if text.isdigit() else [typed_text_of_label(button.label) for button in buttons]
    found = [(button, form) for button, form in zip(buttons, forms, strict=True) if form.startswith(text)]
    if not found:
        return None
    exact = next((button for button, form in found if form == text), None)
    longer = [button for button, form in found if form != text and not button.refused]
    if exact is not None:
        return exact, not longer
    return found[0][0], len(found) == 1


class AnswerBlock(NamedTuple):
    """The measurements of a block of answer buttons, in units. w, h: size of a button. columns: number of buttons in a row.

    total_height: height of all rows.
    """

    w: float
    h: float
    columns: int
    total_height: float

    @property
    def gap(self) -> float:
        return self.h * KEY_GAP


def largest_block(
    count: int, widest: float, w: float, h: float, across: int = 0, is_low: bool = False, minimum: float = 0
) -> AnswerBlock:
    """Returns the block with the largest answer buttons that fit into w x h units.

    count: number of answers. widest: width of the longest label at a text size of one unit. across: number of answers in a row
    of a table; 0 without a table. is_low: True for a low window. minimum: least width of a button in a table, in units.
    """
    if across and (w * (1 + KEY_GAP)) / across > minimum:
        rows = -(-count // across)
        side = next((side for side in TABLE_KEYS if rows * side * (1 + KEY_GAP) - side * KEY_GAP <= h), TABLE_KEYS[-1])
        gap = side * KEY_GAP
        return AnswerBlock(min(side * 1.3, (w + gap) / across - gap), side, across, rows * (side + gap) - gap)
    for side, most in LOW_KEYS if is_low else KEYS:
        gap = side * KEY_GAP
        wide = min(w, max(side, widest * side * 0.5 + min(26.0, 0.55 * side)))
        columns = max(1, min(count, int((w + gap) // (wide + gap))))
        rows = -(-count // columns)
        columns = -(-count // rows)
        high = rows * (side + gap) - gap
        if rows <= most and high <= h:
            break
    return AnswerBlock(wide, side, columns, high)
