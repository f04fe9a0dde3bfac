"""The controls of a table that is being laid: those who sit at it, and one for each house rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.scenes.new_game.own import LIMIT, OWN
from goosetable.app.storage import characters
from goosetable.app.ui.focus import Stepper, Switch, TextField
from goosetable.app.ui.number_field import NumberField, place
from goosetable.app.ui.scene import Change
from goosetable.engine.rules.options import Option, Value

FEW: Final = 10
"""Numbers that are all offered, also those that do not go with the other rules: that is said then."""
MOST: Final = 1000


def numbers(rule: Option) -> tuple[int, ...]:
    """Every number that a house rule may be, ascending."""
    listed = {choice.value for choice in rule.choices if isinstance(choice.value, int)}
    others = {number for number in range(MOST) if rule.besides and rule.besides.read(number) is not None}
    return tuple(sorted(listed | others))


def offered(rule: Option, laying: Laying) -> list[Value]:
    """What the arrows of a figure step through: what is listed, in wide ranges every few, and only what fits."""
    there = numbers(rule)
    if len(there) <= FEW:
        return sorted((choice.value for choice in rule.choices), key=place)
    wide = there[-1] - there[0]
    every = 25 if wide > 100 else 5 if rule.besides else 1
    listed = {choice.value for choice in rule.choices}
    found = listed | {number for number in there if number % every == 0}
    return [value for value in sorted(found, key=place) if laying.fits(rule.key, value)]


def control(
    rule: Option, laying: Laying, choose: Callable[[Option, Value | None], None], wrong: Callable[[Option, int], None]
) -> Stepper | Switch:
    """The control of a house rule: a switch for on and off, a figure for numbers, a stepper for the rest.

    choose: told of the value that is chosen, or of None for one's own.
    """
    values = [choice.value for choice in rule.choices]
    labels = [choice.label for choice in rule.choices]
    chosen = laying.chosen[rule.key]
    if {label.lower() for label in labels} in ({"on", "off"}, {"yes", "no"}):
        yes = 0 if labels[0].lower() in ("on", "yes") else 1
        return Switch(rule.label, lambda on: choose(rule, values[yes if on else 1 - yes]), values.index(chosen) == yes)
    there = numbers(rule)
    if not there:
        may_type = rule.besides is not None and rule.besides.typed is not None
        every: list[Value | None] = [*values, None] if may_type else [*values]
        index = every.index(chosen if laying.own(rule) is None else None)
        return Stepper(rule.label, [*labels, OWN] if may_type else labels, lambda at: choose(rule, every[at]), index)

    def may(number: int) -> bool:
        return number in there and (len(there) <= FEW or laying.fits(rule.key, number))

    return NumberField(
        rule.label, offered(rule, laying), rule.called, chosen, lambda value: choose(rule, value), may,
        lambda number: wrong(rule, number),
    )  # fmt: skip


def field(rule: Option, laying: Laying, on: Callable[[str], None], done: Callable[[], Change]) -> TextField | None:
    """The field for a value of one's own, where that is chosen. on: told at every change; done: at Enter."""
    text = laying.own(rule)
    if text is None or rule.besides is None or rule.besides.typed is None:
        return None
    return TextField(f"{rule.label}, your own", text, on, lambda _: done(), limit=LIMIT)


class SeatRow(parts.Leading):
    """The row of one who plays; a press asks who is to sit there instead."""

    bright = True

    def __init__(self, laying: Laying, seat: int, portrait: str, on: Callable[[], Change]) -> None:
        super().__init__(f"Seat {seat + 1}", on, on_paper=True)
        self.laying, self.seat, self.portrait = laying, seat, portrait

    @property
    def name(self) -> str:
        return self.laying.chairs[self.seat].name

    @property
    def line(self) -> str:
        if self.seat in self.laying.persons:
            return self.laying.seated
        known = characters.find(self.name)
        return known.line if known else ""

    @property
    def value(self) -> str:
        line = self.line if not self.line or self.line.endswith((".", "!", "?")) else f"{self.line}."
        return " ".join(filter(None, (f"{self.name}.", line, "Press for another player.")))

    def content(self, canvas: Canvas) -> None:
        parts.person(canvas, self.rect, self.portrait, self.name, self.line, self.px)
