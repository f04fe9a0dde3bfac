"""A deal as it comes from a code or a record, and where a game stands between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from goosetable.cards import Card
from goosetable.engine.rules.event import Points


@dataclass(frozen=True)
class Deal:
    """One distribution of the cards, as the deal line of a record has it; what a game does not use is None or empty."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """By seat, in dealt order."""
    turned: Card | None = None
    stock: tuple[Card, ...] = ()
    trump: int | None = None
    hands2: tuple[tuple[Card, ...], ...] = ()


class Standing(NamedTuple):
    """Where a game stands between two deals."""

    deals: int
    """How many deals have been scored."""
    totals: tuple[Points, ...]
    carry: Any = None
    """Whatever else a game takes from one deal to the next, such as who is the Goose."""
