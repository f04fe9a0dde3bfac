"""The house rules of Gooseberry Fool."""

from __future__ import annotations

from dataclasses import dataclass

from goosetable.engine.rules.options import option


@dataclass(frozen=True)
class FoolOptions:
    """The house rules of Gooseberry Fool."""

    end_rule: str = option(
        "Who wins the game",
        {"middle": "The middle total", "hundred": "The one at the target"},
        "The one at the target: with two there the third player wins, with three the middle total.",
        variants=("hundred",),
    )
    target: int = option(
        "Play to", {n: f"{n} points" for n in (100, 50, 150)}, "A game to 100 takes 5 to 7 deals.", variants=(50, 150)
    )
    geese: int = option("Golden Geese a game", range(1, 11), "How many the winner receives.")
