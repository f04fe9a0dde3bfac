"""What is told of the table on demand, each by a key of its own: for those who hear it, and for those who read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from goosetable import cards
from goosetable.app.scenes.table import heard_table
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.ui.heard import sentence
from goosetable.cards import Card
from goosetable.engine.words import phrases


def told(table: TableScene, topic: str) -> str:
    """Sentences about a topic, one of `TOPICS`. Raises KeyError for any other."""
    return " ".join(sentence(said) for said in TOPICS[topic](table) if said)


def _hand(table: TableScene) -> Sequence[str]:
    """The cards of the hand by suits."""
    held = table.stage.snapshot.own
    if not held:
        return ("You hold no cards",)
    return (phrases.count(len(held), "card"), *_by_suits(table, held))


def _by_suits(table: TableScene, held: Sequence[Card]) -> list[str]:
    """Cards in words, a sentence for each suit, in the order in which they lie; jokers by their names."""
    suits = dict.fromkeys(cards.suit(card) for card in held)
    found = []
    for suit in suits:
        group = [card for card in held if cards.suit(card) == suit]
        if suit == cards.JOKER_SUIT:
            found.append(heard_table.faces(table, group))
        else:
            ranks = (phrases.RANKS[cards.rank(card)] for card in group)
            found.append(f"{cards.SUIT_NAMES[suit]}: {', '.join(heard_table.rank_name(rank) for rank in ranks)}")
    return found


def _trick(table: TableScene) -> Sequence[str]:
    """The trick on the table, and what takes it so far."""
    shown = table.stage.snapshot
    if not shown.trick:
        return (f"The {table.match.game.text.trick_name} is empty",)
    return [f"{shown.names[seat]}: {table.match.game.text.face(card)}" for seat, card in shown.trick]


def _points(table: TableScene) -> Sequence[str]:
    return heard_table.scores(table.stage.snapshot)


def _bids(table: TableScene) -> Sequence[str]:
    """Trumps, bids and what else lies there, and what each seat has."""
    order = range(len(table.stage.snapshot.names))
    return [*heard_table.lying(table), *(heard_table.seat_line(table, seat) for seat in order)]


def _turn(table: TableScene) -> Sequence[str]:
    """Whose turn it is, and where the deal is."""
    shown = table.stage.snapshot
    if not shown.lit:
        return (shown.place,)
    named = [shown.names[seat] for seat in shown.lit]
    verb = "is" if len(named) == 1 and named[0].casefold() != "you" else "are"
    return (f"{phrases.listed(named)} {verb} to act", shown.place)


def _may(table: TableScene) -> Sequence[str]:
    """What may be played or chosen now, and what is asked."""
    shown = table.stage.snapshot
    if not shown.mine:
        return ("It is not your turn", *_turn(table))
    if shown.decision is not None:
        choices = phrases.listed([choice.label for choice in shown.decision.choices], "or")
        return shown.decision.title, choices
    may = [card for card in shown.own if card in shown.legal]
    return shown.prompt, *_by_suits(table, may)


def _last(table: TableScene) -> Sequence[str]:
    """The last trick."""
    tricks = table.match.chronicle().tricks
    if not tricks:
        return (f"There is no last {table.match.game.text.trick_name} yet",)
    return (heard_table.trick_line(table, tricks[-1]),)


TOPICS: Final[Mapping[str, Callable[[TableScene], Sequence[str]]]] = {
    "hand": _hand, "trick": _trick, "points": _points, "bids": _bids, "turn": _turn, "may": _may, "last trick": _last,
}  # fmt: skip
"""By topic, what is said of it."""
