"""The accessible tree of a scene of controls and of the texts beside and on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.render.display_list import Word
from goosetable.app.ui import heard_words
from goosetable.app.ui.focus import Scroller, TextField, Widget, Widgets
from goosetable.app.ui.heard import Act, FocusActions, Heard, HeardPart, Kind, spoken
from goosetable.app.ui.number_field import NumberField

KINDS: Final[Mapping[str, Kind]] = {
    "button": "button", "columnheader": "column", "combobox": "combo", "document": "document", "image": "image",
    "link": "link", "listbox": "listbox", "note": "label", "option": "option", "radio": "radio", "row": "row",
    "slider": "slider", "spinbutton": "spinner", "switch": "switch", "tab": "tab", "text": "label", "textbox": "field",
}  # fmt: skip
"""Kind of part by role of a control; all others are a group."""
STEPS: Final = ("slider", "spinbutton")
CHOSEN: Final = ("radio", "option", "tab")


def heard(widgets: Widgets, words: Sequence[Word], modal: bool) -> Heard:
    """Makes the accessible state of a scene of controls. words: all texts drawn on it."""
    keys = with_keys(widgets.all)
    shown = [widget for widget in keys if not _is_area(widget)]
    boxes = [_seen(widget) for widget in shown]
    beside = heard_words.outside(words, [box for box, one in zip(boxes, shown, strict=True) if type(one) is not Scroller])
    told = [part(keys[one], one, heard_words.inside(words, box)) for one, box in zip(shown, boxes, strict=True)]
    regions: dict[str, list[HeardPart]] = {}
    for widget, control in zip(shown, told, strict=True):
        regions.setdefault(widget.region, []).append(control)
    labels = heard_words.labels(beside)
    parts: list[HeardPart] = []
    if len(regions) < 2:
        parts = _in_order((*labels, *told))
    else:
        areas = {region: _around(found) for region, found in regions.items()}
        for label in labels:
            home = next((region for region, area in areas.items() if area.collidepoint(_at(label))), None)
            if home is None:
                parts.append(label)
            else:
                regions[home].append(label)
        parts += [
            HeardPart(f"region/{region}", "group", region, parts=tuple(_in_order(found))) for region, found in regions.items()
        ]
    focus = keys.get(widgets.focus, "") if widgets.focus is not None else ""
    title = heard_words.title(beside)
    return Heard(title, tuple(parts), focus, focus_actions(widgets, keys), modal, heard_words.intro(title, labels))


def with_keys(widgets: Sequence[Widget]) -> dict[Widget, str]:
    """Gives each visible control a key of its own."""
    found: dict[Widget, str] = {}
    counts: dict[str, int] = {}
    for widget in widgets:
        if widget.shown:
            name = f"{widget.region}/{widget.role}/{widget.label}"
            count = counts[name] = counts.get(name, 0) + 1
            found[widget] = f"{name}/{count}"
    return found


def focus_actions(widgets: Widgets, keys: Mapping[Widget, str]) -> dict[str, FocusActions]:
    """The actions of the controls that can take the focus."""
    return {key: doing(widgets, widget) for widget, key in keys.items() if widget.reachable}


def doing(widgets: Widgets, widget: Widget) -> FocusActions:
    """The actions of a control."""
    if not isinstance(widget, TextField):
        return FocusActions(partial(bring, widgets, widget))
    return FocusActions(partial(bring, widgets, widget), partial(write, widgets, widget), partial(select, widgets, widget))


def bring(widgets: Widgets, widget: Widget) -> bool:
    """Moves the focus to a control and scrolls it into sight; returns False, and does nothing, if it cannot be reached."""
    if widget not in widgets.all or not widget.reachable:
        return False
    widgets.ring = True
    widgets.to(widget)
    return True


def write(widgets: Widgets, field: TextField, text: str) -> None:
    """Replaces the text of a field."""
    if bring(widgets, field):
        field.set(text)


def select(widgets: Widgets, field: TextField, anchor: int, place: int) -> None:
    """Moves the caret of a field, with the text from `anchor` to it selected."""
    if bring(widgets, field):
        field.select(anchor, place)


def part(key: str, widget: Widget, words: Sequence[Word] = ()) -> HeardPart:
    """The part of a control. words: text drawn on it, which becomes its description, less name and value."""
    role = widget.role
    name, value = spoken(widget.label), spoken(widget.value)
    more = "" if value else ", ".join(heard_words.besides(words, name))
    on = None
    if role == "switch":
        on, value = value == "on", ""
    elif role in CHOSEN:
        on = value.startswith("chosen")
        value = value.removeprefix("chosen").lstrip(" .")
    acts: list[Act] = []
    if widget.reachable:
        acts = ["use", "focus"]
        if role in STEPS:
            acts += ["more", "less"]
        if isinstance(widget, TextField):
            acts = ["focus", "write", "select"]
    caret = widget.caret if isinstance(widget, TextField | NumberField) else None
    value = value if caret is None else widget.value
    x, y, w, h = _seen(widget)
    box = (x, y, w, h) if w and h else None
    kind = KINDS.get(role, "group")
    if isinstance(widget, TextField) and not widget.text and widget.empty not in more + name:
        more = widget.empty
    if isinstance(widget, Scroller):
        more = ""  # the visible part of its content is its value
    return HeardPart(key, kind, name, value, more, box, on=on, barred=not widget.enabled, acts=tuple(acts), caret=caret)


def _is_area(widget: Widget) -> bool:
    """Whether a control is only an area that contains others."""
    return type(widget) is Scroller and not widget.reachable


def _seen(widget: Widget) -> pygame.Rect:
    """The visible box of a control; empty if it has scrolled away."""
    return widget.rect if widget.scroller is None else widget.rect.clip(widget.scroller.rect)


def _around(parts: Sequence[HeardPart]) -> pygame.Rect:
    boxes = [pygame.Rect(part.box) for part in parts if part.box is not None]
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)


def _at(part: HeardPart) -> tuple[int, int]:
    x, y, w, h = part.box or (0, 0, 0, 0)
    return x + w // 2, y + h // 2


def _in_order(parts: Sequence[HeardPart]) -> list[HeardPart]:
    """Sorts parts from the top down, and in a row from the left; invisible ones stay behind their neighbours."""
    placed: list[tuple[int, int, int, HeardPart]] = []
    row = 0
    for at, one in enumerate(sorted((part for part in parts if part.box), key=_top)):
        x, y, _, h = one.box or (0, 0, 0, 0)
        if not placed or y + h // 2 > placed[-1][0] + row:
            placed.append((y, x, at, one))
            row = h
        else:
            placed.append((placed[-1][0], x, at, one))
    placed.sort(key=lambda place: place[:3])
    return [place[3] for place in placed] + [part for part in parts if part.box is None]


def _top(part: HeardPart) -> int:
    return part.box[1] if part.box else 0
