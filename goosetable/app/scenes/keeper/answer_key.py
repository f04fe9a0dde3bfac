"""The keys of the score keeper: one for each answer, large enough to be hit and read across a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import mix
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Widget
from goosetable.engine.words.phrases import SYMBOLS


class AnswerKey(Widget):
    """An answer. One that cannot be is crossed out and gives its reason where the pointer or the focus is.

    refused: why it cannot be, in a clause; nothing where it can. on: told of a press, also of one that cannot be.
    """

    role = "button"

    def __init__(self, label: str, refused: str, on: Callable[[AnswerKey], Change], answer: str, on_paper: bool = True) -> None:
        super().__init__(label, on_paper)
        self.refused, self.on, self.answer = refused, on, answer
        self.typed = False
        """Whether the figures typed so far are this answer, and may become another."""

    @property
    def value(self) -> str:
        return f"cannot be: {self.refused}" if self.refused else ""

    def press(self) -> None:
        self.asked = self.on(self)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        r = min(14.0, h * 0.2)
        self.draw_ring(canvas, focused, r)
        lit = (focused or self.hover or self.typed) and not self.refused
        if self.refused:
            canvas.box(x, y, w, h, r, fill=t.off, edge=t.off_edge, sw=1)
            tone = mix(t.off_ink, t.off, 0.25)
        else:
            canvas.shadow(x, y, w, h, r, 4, 3, 90)
            grad = (t.prime, t.brass) if lit else (t.plain, t.plain_lo)
            canvas.box(x, y, w, h, r, edge=t.brass_lo if lit else t.plain_edge, sw=1.4, grad=grad)
            tone = t.ink
        px = canvas.snug(self.label, self.px, "serifb", w - 12)
        label = self.label if canvas.width(self.label, px, "serifb") <= w - 8 else canvas.fit(self.label, px, "serifb", w - 8)
        canvas.rich_level(label, x + w / 2, y + h / 2 - 1, px, tone, "serifb", "mid")
        if self.refused:
            side = min(w, h) * 0.56
            canvas.icon("struck", x + w / 2, y + h / 2, side, t.russet)


def typed_forms(label: str) -> str:
    """What is typed for a label: "10♥" is "10h", and a name its letters.

    >>> typed_forms("10♥"), typed_forms("Mia"), typed_forms("the Joker")
    ('10h', 'mia', 'thejoker')
    """
    return "".join("shdc"[SYMBOLS.index(sign)] if sign in SYMBOLS else sign for sign in label.lower() if sign != " ")


def key_for(keys: Sequence[AnswerKey], text: str) -> tuple[AnswerKey, bool] | None:
    """The key that is meant by what was typed so far, and whether nothing longer can be meant; None where there is none.

    Among keys without figures, such as people, a figure means the key of that number from 1.
    """
    forms = [typed_forms(key.label) for key in keys]
    if text.isdigit() and not any(form[:1].isdigit() for form in forms):
        at = int(text) - 1
        return (keys[at], True) if 0 <= at < len(keys) else None
    found = [(key, form) for key, form in zip(keys, forms, strict=True) if form.startswith(text)]
    if not found:
        return None
    exact = next((key for key, form in found if form == text), None)
    longer = [key for key, form in found if form != text and not key.refused]
    if exact is not None:
        return exact, not longer
    return found[0][0], len(found) == 1
