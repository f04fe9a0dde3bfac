"""A value of one's own for a house rule that is a table of figures: typed as text, as `Besides.typed` reads it."""

from __future__ import annotations

from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.options import Option, Value

OWN: Final = "Your own"
"""What a value is called that is not listed, and house rules that are no preset."""
LIMIT: Final = 96  # signs of a table as it is typed


def present(game: AnyGame, options: object, rule: Option) -> Value | None:
    """The table that a listed value stands for, from the game's chart at a first deal; None where the chart does not tell it.

    options: the house rules as they are chosen, with that value.
    """
    if rule.besides is None or rule.besides.typed is None:
        return None
    standing = Standing(0, (0,) * game.seats(options))
    deal = game.deal(options, standing, 0, Stream("", 1))
    chart = game.text.chart(game.begin(options, standing, deal), None)
    rows = [] if chart is None else [[figure.lstrip("+") for figure in figures] for _, *figures in chart.rows]
    return rule.besides.typed(" ".join("/".join(row) for row in rows))


def remark(rule: Option, value: Value) -> str:
    """How a table is typed, in a sentence. value: one to show it by."""
    example = f" like {rule.called(value)}" if isinstance(value, tuple) else ""
    return f"Write it{example}, from the top row down; the last goes for all rows below."
