"""A table that is being laid, in words: the game, who plays, and the house rules with the values they have."""

from __future__ import annotations

from goosetable.app.scenes.new_game.game_chooser import GameChooser
from goosetable.app.scenes.new_game.model import PRINTED, Laying
from goosetable.app.scenes.new_game.own import OWN
from goosetable.app.ui.heard import sentences
from goosetable.engine.words.phrases import count, listed


def line(page: GameChooser) -> str:
    """Which game it is and who plays, and what does not go together: it is told again when it changes."""
    laying = page.laying
    wrong = page.said or page.objection
    return sentences((f"{laying.game.title}, {count(len(laying.chairs), 'player')}: {listed(laying.names)}", wrong))


def intro(page: GameChooser) -> str:
    """What is told when the page comes."""
    return sentences((page.heading, line(page), *house_rules(page.laying), page.remark))


def house_rules(laying: Laying) -> list[str]:
    """The house rules, a sentence each: those that are as printed are not told one by one."""
    if laying.preset == PRINTED or not laying.rules:
        return ["House rules: as printed"]
    others = [rule for rule in laying.rules if rule != laying.count and not rule.idle(laying.chosen)]
    unusual = [rule for rule in others if laying.chosen[rule.key] != rule.default or rule.key in laying.unread]
    named = f"House rules: {(laying.preset or OWN).lower()}"
    rest = "The others are as printed" if unusual and len(unusual) < len(others) else ""
    return [named, *(f"{rule.label}: {_value(laying, rule.key)}" for rule in unusual), rest]


def _value(laying: Laying, key: str) -> str:
    """What a house rule is, in words; what was typed and cannot be read says itself."""
    rule = next(rule for rule in laying.rules if rule.key == key)
    return laying.unread.get(key) or rule.called(laying.chosen[key])
