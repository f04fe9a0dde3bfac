"""Routes to the list of keys of a screen: its fixed keys, and the commands whose keys a person can change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from goosetable.app.scenes.routes import ToKeys, ToRules
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import SceneWidgets
from goosetable.app.ui.scene import Route

if TYPE_CHECKING:
    from goosetable.app.match.match import Match


TAB: Final = ("Tab Shift+Tab", "The next control, and the one before")
ARROWS: Final = ("Left Right Up Down", "The nearest control on that side")
USE: Final = ("Enter Space", "Use what has the focus")
PARTS: Final = ("F6 Shift+F6", "The next part of the screen, and the one before")
AT_TABLE: Final = (
    ("Left Right", "From card to card, or from choice to choice"),
    ("Home End", "The first card of the hand, and the last"),
    ("Enter", "Play the card, make the choice, or go on"),
    TAB, PARTS,
    ("Esc", "The menu"),
)  # fmt: skip
"""Keys of a table that cannot be changed."""
IN_REVIEW: Final = (
    ("Left Right", "A card back, and on"),
    ("Up Down", "A trick back, and on"),
    ("Home End", "The first card, and the last"),
    ("Space", "The deal goes by itself, and stops"),
    ("PgUp PgDn", "The deal before, and the next"),
    TAB, ("Enter", "Use what has the focus"),
    ("Esc", "Back"),
)  # fmt: skip
"""Keys of a review that cannot be changed."""


def route_to_keys_of_screen(screen: str, fixed: Sequence[tuple[str, str]], rules: Route | None = None) -> ToKeys:
    """Returns the route to the list of keys of a screen. fixed: keys that cannot be changed. rules: the route to the rules."""
    return ToKeys(screen, tuple(fixed), keymap.commands_only_on(screen), rules)


def route_to_keys_of_review(match: Match) -> ToKeys:
    """Returns the route to the list of keys of a review."""
    return route_to_keys_of_screen(keymap.REVIEW, IN_REVIEW, ToRules(match.game, match.session.options))


def route_to_keys_of_table(match: Match, keys_of_panel: Sequence[tuple[str, str]] = ()) -> ToKeys:
    """Returns the route to the list of keys of a table. keys_of_panel: digits and letters of an open panel, each with its
    effect.
    """
    return route_to_keys_of_screen(
        keymap.TABLE, (*AT_TABLE[:3], *keys_of_panel, *AT_TABLE[3:]), ToRules(match.game, match.session.options)
    )


def route_to_keys_of_controls(
    screen: str, widgets: SceneWidgets, command_ids: Sequence[str], effect_of_esc: str, rules: Route | None
) -> ToKeys:
    """Returns the route to the list of keys of a page. command_ids: ids of commands without a control.

    effect_of_esc: the effect of Esc; "" for none. rules: the route to the rules; None for none.
    """
    shown = [widget for widget in widgets.all if widget.shown and widget.enabled]
    reached = [widget for widget in shown if widget.is_focusable]
    fixed = list(dict.fromkeys(line for widget in reached for line in widget.keys))
    if len(reached) > 1:
        fixed += [TAB, ARROWS]
    if len({widget.region for widget in reached}) > 1:
        fixed.append(PARTS)
    fixed.append(USE)
    if effect_of_esc:
        fixed.append(("Esc", effect_of_esc))
    found = {widget.command for widget in shown} | {*command_ids}
    return ToKeys(screen, tuple(fixed), tuple(one.id for one in keymap.COMMANDS if one.id in found and one.screens), rules)
