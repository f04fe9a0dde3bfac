"""Makes the parts of the accessible tree for controls, and moves the focus to controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from goosetable.app.ui.accessible import Act, FocusActions, Kind, TreePart, spoken_text
from goosetable.app.ui.focus import SceneWidgets, TextField, Widget
from goosetable.app.ui.number_field import NumberField
from goosetable.app.ui.widget import CHOSEN

KINDS: Final[Mapping[str, Kind]] = {
    "button": "button", "columnheader": "column", "combobox": "combo", "document": "document", "image": "image",
    "link": "link", "listbox": "listbox", "note": "label", "option": "option", "radio": "radio", "row": "row",
    "slider": "slider", "spinbutton": "spinner", "switch": "switch", "tab": "tab", "text": "label", "textbox": "field",
}  # fmt: skip
"""Kind of part by role of a control; all others are a group."""
STEPS: Final = ("slider", "spinbutton")


def widget_keys(widgets: Sequence[Widget]) -> dict[Widget, str]:
    """Returns a unique key for each visible control. A key consists of region, role and label, and of a number if two would be
    equal.
    """
    found: dict[Widget, str] = {}
    counts: dict[str, int] = {}
    for widget in widgets:
        if widget.shown:
            name = f"{widget.region}/{widget.role}/{widget.label}"
            count = counts[name] = counts.get(name, 0) + 1
            found[widget] = f"{name}/{count}"
    return found


def focus_actions(widgets: SceneWidgets, keys: Mapping[Widget, str]) -> dict[str, FocusActions]:
    """Returns the actions that a screen reader can request, for each control that can take the focus, by key."""
    return {key: actions_of(widgets, widget) for widget, key in keys.items() if widget.is_focusable}


def actions_of(widgets: SceneWidgets, widget: Widget) -> FocusActions:
    """Returns the actions that a screen reader can request of a control."""
    if not isinstance(widget, TextField):
        return FocusActions(partial(focus_and_reveal, widgets, widget))
    return FocusActions(
        partial(focus_and_reveal, widgets, widget),
        partial(replace_text, widgets, widget),
        partial(select_text, widgets, widget),
    )


def focus_and_reveal(widgets: SceneWidgets, widget: Widget) -> bool:
    """Moves the focus to a control and scrolls the control into sight. Returns False if the control cannot take the focus."""
    if widget not in widgets.all or not widget.is_focusable:
        return False
    widgets.ring = True
    widgets.focus_on(widget)
    return True


def replace_text(widgets: SceneWidgets, field: TextField, text: str) -> None:
    """Replaces the text of a field."""
    if focus_and_reveal(widgets, field):
        field.set_text(text)


def select_text(widgets: SceneWidgets, field: TextField, anchor: int, place: int) -> None:
    """Moves the caret of a field to `place`, and selects the text between `anchor` and the caret."""
    if focus_and_reveal(widgets, field):
        field.select(anchor, place)


def control_part(key: str, widget: Widget) -> TreePart:
    """Returns a control's part of the accessible tree, with its state and the actions that it allows."""
    role = widget.role
    name, value = spoken_text(widget.label), spoken_text(widget.accessible_value)
    on = None
    if role == "switch":
        on, value = value == "on", ""
    elif role in CHOSEN:
        on = widget.is_chosen
        value = value.removeprefix("chosen").lstrip(" .")
    acts: list[Act] = []
    if widget.is_focusable:
        acts = ["use", "focus"]
        if role in STEPS:
            acts += ["more", "less"]
        if isinstance(widget, TextField):
            acts = ["focus", "write", "select"]
    caret = widget.caret if isinstance(widget, TextField | NumberField) else None
    value = value if caret is None else widget.accessible_value
    x, y, w, h = widget.rect if widget.scroller is None else widget.rect.clip(widget.scroller.rect)
    box = (x, y, w, h) if w and h else None
    kind = KINDS.get(role, "group")
    more = widget.empty if isinstance(widget, TextField) and not widget.text and widget.empty not in name else ""
    return TreePart(key, kind, name, value, more, box, chosen=on, disabled=not widget.enabled, actions=tuple(acts), caret=caret)
